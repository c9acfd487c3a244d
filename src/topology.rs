//! How the nodes are wired and how far apart they are: no traffic, no time.

pub mod adaptivity;
pub mod banyan;
pub mod broadcast;
pub mod cube;
pub mod grid;
pub mod remaining;
pub mod torus;
pub mod turns;
pub mod wormhole;
