//! Where the reader is: what the pointer is over, or what a click or the keyboard has gone to.

use super::Stage;
use crate::{
    param::Key,
    trace::picture::{Ground, Item, Place},
    web::scene::{self, Toward},
};

/// Where an item stands.
pub(super) fn place(ground: &Ground, item: Item) -> Option<Place> {
    match item {
        Item::Node(node) => Some(ground.nodes.get(node as usize)?.place),
        Item::Wire(wire) => {
            let piece = ground.wires.get(wire as usize)?.pieces.first()?;
            let (first, last) = (piece.first()?, piece.last()?);
            Some((first.0.midpoint(last.0), first.1.midpoint(last.1)))
        }
        Item::Message(_) => None,
    }
}

impl Stage {
    /// The item that the reader is at.
    pub(super) fn item(&self) -> Option<Item> {
        self.pointed.or(self.picked)
    }

    /// Goes to the next node, or the next channel, from the first one if the reader is nowhere yet, and brings it into view.
    pub fn walk(&mut self, toward: Toward, wires: bool) {
        let Some(shown) = &self.shown else { return };
        let ground = shown.scene.ground();
        // From a message one goes on from the channel on which it was found.
        let here = match self.item() {
            Some(Item::Message(_)) => self.found_on.map(Item::Wire),
            item => item,
        };
        let next = scene::walk(ground, here, shown.start(), toward, wires).or(here);
        let at = next.and_then(|item| place(ground, item));
        (self.pointed, self.picked, self.found_on) = (None, next, None);
        if let Some(at) = at {
            self.view = self.view.showing(at, self.size());
        }
    }

    /// Leaves what the reader is at.
    pub const fn leave(&mut self) {
        (self.pointed, self.picked, self.found_on) = (None, None, None);
    }

    /// From a channel to the messages on it, one after the other, and back to the channel.
    pub fn follow_next(&mut self) {
        let Some(shown) = &self.shown else { return };
        let (wire, before) = match (self.item(), self.found_on) {
            (Some(Item::Wire(wire)), _) => (wire, None),
            (Some(Item::Message(message)), Some(wire)) => (wire, Some(message)),
            _ => return,
        };
        let on: Vec<_> = shown.picture.lanes.iter().filter(|lane| lane.wire == wire).map(|lane| lane.message).collect();
        let after = before.and_then(|before| on.iter().position(|message| *message == before)).map_or(0, |at| at + 1);
        let next = on.get(after).map_or(Item::Wire(wire), |message| Item::Message(*message));
        (self.pointed, self.picked, self.found_on) = (None, Some(next), Some(wire));
    }

    /// The node that the reader has gone to, and its name; the first one otherwise.
    pub fn node(&self) -> (u32, String) {
        let nodes = self.shown.as_ref().map(|shown| shown.scene.ground().nodes.as_slice()).unwrap_or_default();
        let number = if let Some(Item::Node(node)) = self.picked { node } else { 0 };
        (number, nodes.get(number as usize).map_or_else(|| number.to_string(), |node| node.name.clone()))
    }

    /// The parameter that the node the reader is at would change, if this scene has such a thing.
    pub fn action(&self) -> Option<(Key, f64)> {
        let Some(Item::Node(node)) = self.item() else { return None };
        self.shown.as_ref()?.scene.action(node)
    }

    /// The pointer is at a place of the canvas, CSS pixels, or left it. Whether that changes the picture.
    pub fn point_at(&mut self, place: Option<Place>) -> bool {
        let before = self.item();
        self.pointed = place.and_then(|place| self.at(place, false));
        self.item() != before
    }

    /// Stays with what is at a place of the canvas: of a lane in use, with its message. Whether the reader was there before.
    pub fn pick_at(&mut self, place: Place) -> bool {
        let (before, next) = (self.picked, self.at(place, true));
        self.leave();
        self.picked = next;
        before == next
    }

    /// The item at a place of the canvas, CSS pixels.
    fn at(&self, place: Place, follow: bool) -> Option<Item> {
        let shown = self.shown.as_ref()?;
        let (width, corner) = self.laid();
        let place = (place.0 - corner.0, place.1 - corner.1);
        scene::at(shown.scene.ground(), width, &shown.picture, place, follow)
    }
}
