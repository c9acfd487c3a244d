//! Models of our own, one for each kind of network: worms as flows, circuits as flows, slots as matchings, copies as rivals.

/// Puts modules into a program that has the searches in itself: all but the page, for which they are a module of their own.
macro_rules! inside {
    ($($item:item)+) => { $(#[cfg(any(feature = "solvers", not(target_arch = "wasm32")))] $item)+ };
}

pub mod circuits;
pub mod continuation;
pub mod engine;
pub mod matchings;
mod pieces;
pub mod rivals;
pub mod unequal;
pub mod worms;
