//! Work away from the main thread, seen from the page: the workers, the points that they simulate, the runs that the browser keeps.
//!
//! Entry: [`simulation::Simulation`], the points of the scene and of its pins. It and the questions use one store of points and one pool.

pub(crate) mod message;
pub(crate) mod pool;
pub mod saved_runs;
pub(crate) mod simulation;
pub(crate) mod store;
pub(crate) mod words;
