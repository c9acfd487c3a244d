//! One binary for the tests of the page that need nothing private: a file for each behaviour.
#![allow(missing_docs, clippy::expect_used, clippy::panic)]

mod elements;
#[path = "../../../../tests/all/hostile.rs"]
#[allow(dead_code, reason = "the core tests more of it")]
mod hostile;
mod hostile_results;
mod links;
mod moving;
mod opened;
mod palette;
#[path = "../../../../tests/all/property.rs"]
#[allow(dead_code, reason = "the core tests more of it")]
mod property;
mod recorded;
mod scenes;
mod still;
mod told;
