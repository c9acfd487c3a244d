//! The page as one loop: state, messages, and the one function that changes it.
//!
//! Entry: [`update::update`]`(&mut State, Message, clock) -> Vec<Effect>`. Events of the DOM become messages in [`action`], [`edit`] and
//! [`drag`]; [`render`] brings the page to the state once per frame.

pub mod action;
pub(crate) mod drag;
pub mod edit;
pub(crate) mod inbox;
pub(crate) mod message;
pub(crate) mod render;
pub(crate) mod state;
pub(crate) mod update;
