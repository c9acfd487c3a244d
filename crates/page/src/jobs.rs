//! Work away from the main thread, seen from the page: the workers, the points that they simulate, the runs that the browser keeps.
//!
//! Entries: [`simulation::Simulation`], the points of the scene, and [`pool::Pool`], the workers.
//!
//! It knows nothing of the player, of panels or of charts; it says what changed, and they read it.

pub mod message;
pub(crate) mod pool;
pub mod saved_runs;
pub mod simulation;
pub(crate) mod store;
pub mod words;
