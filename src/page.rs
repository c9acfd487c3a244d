//! The page without its browser: state machines, plain data and markup, so that all of it is tested natively. `web` performs what they say.

pub mod player;
