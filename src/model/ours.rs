//! Models of our own, one for each kind of network: worms as flows, circuits as flows, slots as matchings, copies as rivals.

pub mod circuits;
pub mod matchings;
pub mod rivals;
pub mod search;
pub mod unequal;
pub mod worms;
