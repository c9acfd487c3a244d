//! Nodes, what they do, and what waits at them.

use super::{TextAlign, pen::Pen};
use flitscope::animation::frame::{Item, LabelPlacement, Node, NodeMark, NodeShape, NodeTone, Place, Queue};
use std::f64::consts::PI;

/// Radius from which a node has room for words.
const ROOM_FOR_WORDS: f64 = 8.0;

/// Words beside nodes are between so high, CSS pixels; lower ones could not be read.
const LOWEST_WORDS: f64 = 7.5;
const HIGHEST_WORDS: f64 = 12.0;

/// Most bars of a queue.
const MOST_BARS: u32 = 6;

/// Words beside a node are so far from it, CSS pixels.
const BESIDE: f64 = 4.0;

impl Pen<'_> {
    /// The outline of a node.
    fn outline(&self, form: NodeShape, (x, y): Place, radius: f64) {
        match form {
            NodeShape::Disc => self.disc((x, y), radius),
            NodeShape::Square => {
                self.surface.begin();
                self.surface.rect((x - radius, y - radius), (2.0 * radius, 2.0 * radius));
            }
        }
    }

    /// The words in the nodes whose marks are `seen`, where there is room for them.
    pub fn words_within(&self, marks: &[NodeMark], seen: fn(&NodeMark) -> bool) {
        if self.size.radius < ROOM_FOR_WORDS {
            return;
        }
        self.surface.font((self.size.radius * 1.05).round(), TextAlign::Centre);
        let within = |node: &Node| node.words == LabelPlacement::Within;
        for (node, mark) in self.layout.nodes.iter().zip(marks).filter(|(node, mark)| within(node) && seen(mark)) {
            let words = mark.text.as_ref().unwrap_or(&node.label);
            if !words.is_empty() {
                let dark = matches!(mark.tone, NodeTone::Source | NodeTone::Full);
                self.paint(if dark { "panel" } else { "ink" });
                let (x, y) = self.place(node);
                self.surface.text(words, (x, y + 0.5));
            }
        }
    }

    /// The labels that stand beside their nodes. Nothing is drawn over them, so they are part of what stands still.
    pub(super) fn labels_beside(&self) {
        for node in &self.layout.nodes {
            if let Some(place) = self.beside(node) {
                self.surface.text(&node.label, place);
            }
        }
    }

    /// The letters by which a frame calls some nodes.
    pub(super) fn letters(&self, marks: &[NodeMark]) {
        for (node, letter) in self.layout.nodes.iter().zip(marks).filter_map(|(node, mark)| Some((node, mark.letter?)))
        {
            if let Some((x, y)) = self.beside(node) {
                let label = self.surface.width(&format!("{} ", node.label));
                self.paint("ink");
                self.surface.text(&letter.to_string(), (x + label, y));
            }
        }
    }

    /// Where the label beside a node begins or, on the left, ends; the surface is then ready to write it. None if it could not be read.
    fn beside(&self, node: &Node) -> Option<Place> {
        let (side, align, height) = match node.words {
            LabelPlacement::Within => return None,
            LabelPlacement::Left(height) => (-1.0, TextAlign::End, height),
            LabelPlacement::Right(height) => (1.0, TextAlign::Start, height),
        };
        let height = (height * self.size.width).min(HIGHEST_WORDS);
        if node.label.is_empty() || height < LOWEST_WORDS {
            return None;
        }
        self.surface.font(height.round(), align);
        // Addresses stand among the words of links, which say what happens.
        self.paint(if node.form == NodeShape::Square { "muted" } else { "ink" });
        let (x, y) = self.place(node);
        Some((x + side * (self.size.radius + BESIDE), y + 0.5))
    }

    /// A node without its words.
    pub fn node(&self, form: NodeShape, tone: NodeTone, centre: Place) {
        let (fill, line) = match tone {
            NodeTone::Source => ("ink", "ink"),
            NodeTone::Full => ("worm", "worm"),
            NodeTone::Filling(_) => ("node", "worm"),
            NodeTone::Sending | NodeTone::Receiving | NodeTone::Both | NodeTone::Held => ("node", "unicast"),
            NodeTone::Quiet => ("node", "node-edge"),
            NodeTone::Blocked => ("node", "ink"),
        };
        self.outline(form, centre, self.size.radius);
        self.paint(fill);
        self.surface.fill();
        self.doing(tone, centre);
        self.outline(form, centre, self.size.radius);
        self.ink(line, if line == "unicast" { 2.0 } else { 1.4 });
        self.surface.stroke();
    }

    /// A line around the node that the reader is at.
    pub(super) fn picked_node(&self, picked: Option<Item>) {
        let Some(Item::Node(number)) = picked else { return };
        let Some(node) = self.layout.nodes.get(number as usize) else { return };
        self.outline(node.form, self.place(node), self.size.radius + 3.5);
        self.ink("ink", 2.0);
        self.surface.stroke();
    }

    /// The activity of a node, as a shape within it.
    fn doing(&self, tone: NodeTone, (x, y): Place) {
        let radius = self.size.radius;
        if let NodeTone::Filling(part) = tone {
            // Filled from below like a glass.
            let angle = libm::acos(1.0 - 2.0 * part.clamp(0.0, 1.0));
            self.surface.begin();
            self.surface.arc((x, y), radius, (PI / 2.0 - angle, PI / 2.0 + angle));
            self.paint("worm");
            self.surface.fill();
        }
        self.paint("unicast");
        if matches!(tone, NodeTone::Receiving | NodeTone::Both | NodeTone::Held) {
            self.surface.begin();
            self.surface.arc((x, y), radius, (0.0, PI));
            self.surface.fill();
        }
        if matches!(tone, NodeTone::Sending | NodeTone::Both) {
            let rise = if tone == NodeTone::Both { 0.45 * radius } else { 0.0 };
            self.disc((x, y - rise), 0.38 * radius);
            self.surface.fill();
        }
        if matches!(tone, NodeTone::Blocked | NodeTone::Held) {
            let arm = 0.45 * radius;
            self.ink("ink", 1.6);
            self.stroke(&[[(x - arm, y - arm), (x + arm, y + arm)], [(x - arm, y + arm), (x + arm, y - arm)]]);
        }
    }

    /// Bars where something waits, one for each, at the beginning of its link or at the upper right of its node. Of many the topmost are left out
    /// and the number stands above, where it can be read.
    pub(super) fn queues(&self, queues: &[Queue]) {
        let (across, step) = ((0.16 * self.size.pitch).clamp(3.0, 10.0), (0.08 * self.size.pitch).clamp(1.5, 4.0));
        self.paint("operating");
        self.surface.font(9.0, TextAlign::Above);
        for queue in queues {
            let Some(node) = self.layout.nodes.get(queue.node as usize) else { continue };
            let (x, y) = self.place(node);
            let way =
                queue.link.and_then(|link| self.link(link)).and_then(|link| match link.pieces.first()?.as_slice() {
                    [a, b, ..] => Some((b.0 - a.0, b.1 - a.1)),
                    _ => None,
                });
            let (dx, dy) = way.unwrap_or((1.0, -1.0));
            let part = self.size.radius / libm::hypot(dx, dy).max(1e-9);
            let (x, y) = (x + dx * part - across / 2.0, y + dy * part);
            let bars = queue.length.min(MOST_BARS);
            // A hair's breadth between bars, where they are tall enough to have one.
            let tall = if step >= 2.5 { step - 1.0 } else { step };
            (0..bars).for_each(|bar| self.surface.bar((x, y - step * f64::from(bar)), (across, tall)));
            if queue.length > MOST_BARS && across >= 6.0 {
                let words = queue.length.to_string();
                self.surface.text(&words, (x + across / 2.0, y - step * f64::from(bars - 1) - 2.0));
            }
        }
    }
}
