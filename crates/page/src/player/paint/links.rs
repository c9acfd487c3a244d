//! Channels that stand out: the one that the reader is at, those that a header wants, a circle of waiting, and the words on them.

use super::worms::Stretch;
use crate::player::prelude::*;

impl Pen<'_> {
    /// The link that the reader is at: a line along its road.
    pub(super) fn picked_link(&self, picked: Option<Item>) {
        let Some(Item::Link(number)) = picked else { return };
        let Some(link) = self.link(number) else { return };
        self.ink("ink", 1.6 * self.size.mark().max(0.8));
        let beside = 0.5 * self.size.road + 2.0;
        self.arrow(link, beside, (0.16 * self.size.pitch).clamp(4.0, 7.0));
        if !link.paired {
            self.stroke(&self.size.pieces(link, -beside));
        }
    }

    /// Red dashes over the links that a header wants and finds taken.
    pub(super) fn candidates(&self, candidates: &[u32]) {
        self.ink("blocked", 2.6 * self.size.mark());
        let dash = 5.0 * self.size.mark();
        self.surface.dash(Some((dash, dash)), 0.0);
        for link in candidates.iter().filter_map(|&link| self.link(link)) {
            // Worms keep to the right of the road; this is its edge.
            let beside = if link.lanes > 1 { 0.5 * self.size.road + 1.0 } else { 0.0 };
            self.stroke(&self.size.pieces(link, beside));
        }
        self.surface.dash(None, 0.0);
    }

    pub(super) fn circle(&self, circle: &[u32]) {
        self.ink("blocked", 3.5 * self.size.mark());
        for link in circle.iter().filter_map(|&link| self.link(link)) {
            let beside = if link.paired { 0.5 * self.size.road } else { 0.0 } + 2.0;
            self.arrow(link, beside, (0.22 * self.size.pitch).clamp(5.0, 9.0));
        }
    }

    /// Words in the middle of links, of the first piece of those that have two.
    pub(super) fn labels(&self, labels: &[(u32, String)], lanes: &[LaneMark]) {
        let room = if self.layout.words > 0.0 { self.layout.words * self.size.width } else { 0.24 * self.size.pitch };
        let size = room.min(13.0);
        if labels.is_empty() || size < 7.0 {
            return;
        }
        self.surface.heavy(size, TextAlign::Centre);
        for (link, text) in labels {
            let Some(line) = self.link(*link).map(|link| self.size.pieces(link, 0.0)) else { continue };
            let Some(line) = line.first() else { continue };
            let (across, tall) = (self.surface.width(text) + 0.9 * size, 1.7 * size);
            // Behind a switching element, where links do not cross yet; between two nodes in the middle.
            let behind = self.link(*link).is_some_and(|link| link.edges == (true, true));
            let before = if behind { (0.5 * across + 2.0).min(0.5 * length(line)) } else { 0.5 * length(line) };
            let Some((x, y)) = rest(line, before).first().copied().or_else(|| halfway(line)) else { continue };
            // All of it lies within the canvas.
            let x = x.max(across / 2.0).min(self.size.width - across / 2.0);
            let of = lanes.iter().find(|mark| mark.link == *link).map(|mark| mark.message);
            let hue = of.map_or(self.palette.css("node-edge"), |message| self.hue(message));
            self.plate(text, hue, (x, y), (across, tall), (0.45 * size, 1.6));
        }
    }

    /// A text on a plate about its centre, with a rim of a colour: the radius of its corners, and the width of the rim.
    fn plate(&self, text: &str, hue: &str, (x, y): Place, (across, tall): Place, (radius, rim): (f64, f64)) {
        self.rounded((x - across / 2.0, y - tall / 2.0), (across, tall), radius);
        self.paint("node");
        self.surface.fill();
        self.surface.line(hue, rim);
        self.surface.stroke();
        self.paint("ink");
        self.surface.text(text, (x, y));
    }

    /// The names of the messages of a circle, each beside the middle of its longest line and within the part that is seen.
    pub(super) fn names(&self, stretches: &[Stretch], (corner, seen): (Place, Place)) {
        let size = (13.8 * self.size.mark()).clamp(11.0, 16.0);
        self.surface.heavy(size, TextAlign::Centre);
        for &message in self.tied {
            let lines = stretches.iter().filter(|stretch| stretch.message == message).flat_map(|one| &one.lines);
            let Some(line) = lines.max_by(|a, b| length(a).total_cmp(&length(b))) else { continue };
            let Some(((x, y), (ux, uy))) = tip(&until(line, 0.5 * length(line))) else { continue };
            let text = message.to_string();
            let (across, tall) = (self.surface.width(&text) + size, 1.5 * size);
            // On the left of its way: its cross is on the right.
            let beside = 0.5 * (uy.abs() * across + ux.abs() * tall) + 0.5 * self.size.road + 3.0;
            let within = |place: f64, from: f64, length: f64, room: f64| {
                place.min(length - from - 0.5 * room - 2.0).max(0.5 * room + 2.0 - from)
            };
            let place =
                (within(x + uy * beside, corner.0, seen.0, across), within(y - ux * beside, corner.1, seen.1, tall));
            self.plate(&text, self.hue(message), place, (across, tall), (0.5 * tall, 2.0));
        }
    }
}
