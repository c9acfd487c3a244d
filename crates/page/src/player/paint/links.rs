//! Channels: the quiet network, the one that the reader is at, the ones a header may take, and the words on them.

use super::{TextAlign, pen::Pen};
use crate::player::stage::geometry::{halfway, head};
use flitscope::animation::frame::{Item, Place};

impl Pen<'_> {
    /// The quiet network, its structure, the heads of one-way channels, and datelines.
    pub(super) fn links(&self) {
        let links = &self.layout.links;
        let lines: Vec<_> = links.iter().map(|link| self.size.pieces(link, 0.0)).collect();
        self.ink("hair", 1.0);
        // Of two that lead there and back one line is enough.
        let single = links.iter().zip(&lines).filter(|(link, _)| !link.paired || link.from < link.to);
        self.surface.begin();
        single.for_each(|(_, pieces)| self.lines(pieces));
        self.surface.stroke();
        let weighty = links.iter().zip(&lines).filter(|(link, _)| link.weight > 0.0);
        for (link, pieces) in weighty {
            self.ink("node-edge", 1.0 + link.weight);
            self.surface.alpha(0.05 + 0.7 * link.weight);
            self.stroke(pieces);
        }
        self.surface.alpha(1.0);

        let reach = (0.12 * self.size.pitch).min(5.0);
        if reach < 1.0 {
            return;
        }
        self.ink("node-edge", 1.0);
        let one_way = links.iter().zip(&lines).filter(|(link, _)| !link.paired);
        let heads: Vec<_> =
            one_way.filter_map(|(_, pieces)| pieces.first().and_then(|line| head(line, 0.6, reach))).collect();
        self.stroke(&heads);
        self.ink("muted", 1.5);
        let datelines = links.iter().zip(&lines).filter(|(link, _)| link.dateline);
        let across = 0.19 * self.size.pitch;
        let bars: Vec<_> = datelines
            .filter_map(|(link, pieces)| {
                let line = pieces.first()?;
                let (a, b) = (line.first()?, line.last()?);
                let end = if pieces.len() > 1 { *b } else { ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0) };
                let length = libm::hypot(b.0 - a.0, b.1 - a.1).max(1e-9);
                let (x, y) = (-(b.1 - a.1) / length, (b.0 - a.0) / length);
                let (left, right) = if link.paired { (0.0, 2.0 * across) } else { (across, across) };
                Some([(end.0 - x * left, end.1 - y * left), (end.0 + x * right, end.1 + y * right)])
            })
            .collect();
        self.stroke(&bars);
    }

    /// The letters of channels that wrap around, beyond both of their ends.
    pub(super) fn stubs(&self) {
        let size = (0.3 * self.size.pitch).min(11.0);
        if size < 6.5 {
            return;
        }
        self.surface.font(size, TextAlign::Centre);
        self.paint("muted");
        let single = self.layout.links.iter().filter(|link| !link.paired || link.from < link.to);
        for (link, letter) in single.filter_map(|link| Some((link, link.letter?))) {
            let ends = |line: &[Place]| Some((self.size.place(*line.first()?), self.size.place(*line.last()?)));
            let out = link.pieces.first().and_then(|line| ends(line));
            let back = link.pieces.last().and_then(|line| ends(line)).map(|(tip, node)| (node, tip));
            for ((x, y), (tip_x, tip_y)) in out.into_iter().chain(back) {
                let part = 0.6 * size / libm::hypot(tip_x - x, tip_y - y).max(1e-9);
                self.surface.text(&letter.to_string(), (tip_x + (tip_x - x) * part, tip_y + (tip_y - y) * part + 0.5));
            }
        }
    }

    /// The link that the reader is at.
    pub(super) fn picked_link(&self, picked: Option<Item>) {
        let Some(Item::Link(number)) = picked else { return };
        let Some(link) = self.link(number) else { return };
        self.ink("ink", 2.0);
        let beside = if link.paired { 0.02 * self.size.pitch } else { -0.22 * self.size.pitch };
        self.arrow(link, beside, (0.16 * self.size.pitch).clamp(4.0, 7.0));
    }

    /// Arrows over the links that a header may take.
    pub(super) fn candidates(&self, candidates: &[u32]) {
        self.ink("operating", 2.0);
        for link in candidates.iter().filter_map(|&link| self.link(link)) {
            let room = self.size.room(link);
            let beside = self.size.beside(link, link.lanes) + (0.5 * room).max(2.0);
            self.arrow(link, beside, (0.18 * self.size.pitch).clamp(4.0, 7.0));
        }
    }

    /// A circle of waiting: thick arrows over its links.
    pub(super) fn circle(&self, circle: &[u32]) {
        self.ink("printed", 3.5);
        for link in circle.iter().filter_map(|&link| self.link(link)) {
            let beside = self.size.beside(link, link.lanes) + 2.0;
            self.arrow(link, beside, (0.22 * self.size.pitch).clamp(5.0, 9.0));
        }
    }

    /// Words in the middle of links, of the first piece of those that have two.
    pub(super) fn labels(&self, labels: &[(u32, String)]) {
        let room = if self.layout.words > 0.0 { self.layout.words * self.size.width } else { 0.24 * self.size.pitch };
        let size = room.min(12.0).round();
        if labels.is_empty() || size < 7.0 {
            return;
        }
        self.surface.font(size, TextAlign::Centre);
        for (link, text) in labels {
            let Some(line) = self.link(*link).map(|link| self.size.pieces(link, 0.0)) else { continue };
            let Some((x, y)) = line.first().and_then(|line| halfway(line)) else { continue };
            // A band in the colour of the panel keeps the words apart from the lines: a rim around the letters would let flits through
            // above the dots of a region. All of it lies within the canvas.
            let (across, tall) = (self.surface.width(text) + 4.0, size + 1.0);
            let x = x.max(across / 2.0).min(self.size.width - across / 2.0);
            self.paint("panel");
            self.surface.bar((x - across / 2.0, y - tall / 2.0), (across, tall));
            self.paint("ink");
            self.surface.text(text, (x, y));
        }
    }
}
