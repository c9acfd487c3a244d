//! The messages of the questions.

use super::MapAction;
use crate::prelude::*;

/// The map, the networks compared and the files of the questions.
#[derive(Clone, Debug, PartialEq)]
pub enum AskMessage {
    Map(MapAction),
    /// Simulates the networks that are compared, or stops that.
    Simulate,
    /// Saves the traffic of each channel as a file with this sign between fields.
    ChannelTable(Separator),
    /// Saves the map as a file with this sign between fields.
    MapTable(Separator),
}
