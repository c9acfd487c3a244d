//! Where the reader is: what the pointer is over, or what a click or the keyboard has gone to.

use super::walk::walk;
use crate::player::prelude::*;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Selection {
    pub(crate) pointed: Option<Item>,
    /// The item that the keyboard or a click has gone to.
    pub(crate) picked: Option<Item>,
    /// The channel on which the keyboard has found the message that is picked.
    found_on: Option<u32>,
}

impl Selection {
    pub(crate) fn item(self) -> Option<Item> {
        self.pointed.or(self.picked)
    }

    pub(crate) const fn leave(&mut self) {
        *self = Self { pointed: None, picked: None, found_on: None };
    }

    /// Sets the item under the pointer, or none. True if that changes the shown item.
    pub(crate) fn point(&mut self, item: Option<Item>) -> bool {
        let before = self.item();
        self.pointed = item;
        self.item() != before
    }

    /// Selects an item. True if it was selected before.
    pub(crate) fn pick(&mut self, item: Option<Item>) -> bool {
        let before = self.picked;
        *self = Self { pointed: None, picked: item, found_on: None };
        before == item
    }

    /// Goes to the next node, or the next channel, from the node `start` if the reader is nowhere yet. Where that is.
    pub(crate) fn walk(&mut self, layout: &Layout, start: u32, toward: Toward, links: bool) -> Option<Item> {
        // From a message one goes on from the channel on which it was found.
        let here = match self.item() {
            Some(Item::Message(_)) => self.found_on.map(Item::Link),
            item => item,
        };
        let next = walk(layout, here, start, toward, links).or(here);
        *self = Self { pointed: None, picked: next, found_on: None };
        next
    }

    /// From a channel to the messages on its lanes, one after the other, and back to the channel.
    pub(crate) fn follow_next(&mut self, lanes: &[LaneMark]) {
        let (link, before) = match (self.item(), self.found_on) {
            (Some(Item::Link(link)), _) => (link, None),
            (Some(Item::Message(message)), Some(link)) => (link, Some(message)),
            _ => return,
        };
        let on: Vec<_> = lanes.iter().filter(|lane| lane.link == link).map(|lane| lane.message).collect();
        let after = before.and_then(|before| on.iter().position(|message| *message == before)).map_or(0, |at| at + 1);
        let next = on.get(after).map_or(Item::Link(link), |message| Item::Message(*message));
        *self = Self { pointed: None, picked: Some(next), found_on: Some(link) };
    }

    /// Another recording has come. An item of one network is none of another, and a message of another recording is another one.
    pub(crate) fn enter(&mut self, same_layout: bool) {
        if !same_layout || matches!(self.picked, Some(Item::Message(_))) {
            self.leave();
        }
    }
}
