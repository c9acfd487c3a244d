//! Nodes, their actions and their queues.

use super::svg::LETTER;
use crate::player::prelude::*;
use flitscope_show::animation::frame::Queue;
use std::f64::consts::TAU;

/// Radius from which a node has room for words.
const ROOM_FOR_WORDS: f64 = 8.0;

/// Words beside nodes are between so high, CSS pixels; lower ones could not be read.
const LOWEST_WORDS: f64 = 7.0;
const HIGHEST_WORDS: f64 = 13.0;

const MOST_BARS: u32 = 5;

/// Words beside a node are so far from it, CSS pixels.
const BESIDE: f64 = 4.0;

impl Pen<'_> {
    fn outline(&self, form: NodeShape, (x, y): Place, radius: f64) {
        match form {
            NodeShape::Disc => self.disc((x, y), radius),
            NodeShape::Switch => {
                let (wide, high) =
                    (self.size.switch.0 + radius - self.size.radius, self.size.switch.1 + radius - self.size.radius);
                self.rounded((x - wide, y - high), (2.0 * wide, 2.0 * high), 0.5 * wide.min(high));
            }
        }
    }

    fn quiet(&self, nodes: &mut dyn Iterator<Item = &Node>) {
        self.outlines(nodes);
        self.paint("node");
        self.surface.fill();
        self.ink("node-edge", (1.6 * self.size.unit).clamp(0.7, 2.0));
        self.surface.stroke();
    }

    /// All nodes as marks without an edge.
    pub(super) fn dots(&self) {
        self.outlines(&mut self.layout.nodes.iter());
        self.paint("road");
        self.surface.fill();
    }

    fn outlines(&self, nodes: &mut dyn Iterator<Item = &Node>) {
        self.surface.begin();
        for node in nodes {
            match (node.form, self.place(node)) {
                (NodeShape::Disc, (x, y)) => {
                    // An arc goes on from where the path is.
                    self.surface.move_to((x + self.size.radius, y));
                    self.surface.arc((x, y), self.size.radius, (0.0, TAU));
                }
                (NodeShape::Switch, (x, y)) => {
                    let (wide, high) = self.size.switch;
                    self.corners((x - wide, y - high), (2.0 * wide, 2.0 * high), 0.45 * wide.min(high));
                }
            }
        }
    }

    pub(super) fn nodes_at_rest(&self) {
        self.quiet(&mut self.layout.nodes.iter());
        self.words_within(&mut self.layout.nodes.iter());
    }

    /// The nodes of a frame that have to be drawn over what moves, and what they do.
    pub(super) fn nodes(&self, marks: &[NodeMark], touched: &[bool]) {
        let over = || self.layout.nodes.iter().zip(touched).filter(|(_, touched)| **touched).map(|(node, _)| node);
        self.quiet(&mut over());
        self.words_within(&mut over());
        for (node, mark) in self.layout.nodes.iter().zip(marks) {
            self.node(node, mark);
        }
    }

    /// The activity of a node: its dot, its ring, its number.
    fn node(&self, node: &Node, mark: &NodeMark) {
        let (place, radius, unit) = (self.place(node), self.size.radius, self.size.unit.clamp(0.35, 1.6));
        match mark.tone {
            NodeTone::Source if mark.sends.is_none() => self.rimmed("ink", place, 1.2 * radius, 2.0 * unit),
            NodeTone::Full if mark.receives.is_none() => {
                self.rimmed(if mark.near { "near" } else { "worm" }, place, 1.2 * radius, 2.0 * unit);
            }
            _ => {}
        }
        // Beside a worm that is followed, source and destination are marked for it alone.
        let worms = self.layout.links.first().is_some_and(|link| link.lanes > 1);
        // In a node with arcs there is no room for what it does.
        let marked = |message: &u32| {
            self.layout.turns.is_none() && (!worms || self.followed.is_none_or(|followed| followed == *message))
        };
        if let Some(message) = mark.receives.filter(marked) {
            self.disc(place, radius);
            self.surface.line(self.hue(message), 4.0 * unit);
            self.surface.stroke();
            if self.is_followed(message) && node.words != LabelPlacement::Within {
                self.heavy_beside(node);
            }
        }
        let within = node.label.is_empty() || node.words != LabelPlacement::Within;
        if let Some(message) = mark.sends.filter(marked).filter(|_| within || mark.tone != NodeTone::Blocked) {
            // Beside the words of its node.
            let (x, y) = place;
            let (at, size) =
                if within { (place, 0.52 * radius) } else { ((x - 0.71 * radius, y - 0.81 * radius), 0.25 * radius) };
            self.disc(at, size.max(1.2));
            self.surface.paint(self.hue(message));
            self.surface.fill();
            if !within {
                self.ink("node", 1.5 * unit);
                self.surface.stroke();
            }
        }
        if mark.tone == NodeTone::Full && mark.receives.is_some() {
            self.dot("worm", place, 0.52 * radius);
        }
        if let (Some(words), true) = (&mark.text, radius >= ROOM_FOR_WORDS) {
            self.surface.heavy((1.2 * radius).round(), TextAlign::Centre);
            self.paint("on-mark");
            self.surface.text(words, (place.0, place.1 + 0.5));
        }
    }

    fn heavy_beside(&self, node: &Node) {
        let Some(place) = self.beside(node) else { return };
        let (size, align) = self.words_beside(node);
        self.surface.heavy(size, align);
        self.paint("ink");
        self.surface.text(&node.label, place);
    }

    /// The words in nodes, where there is room for them.
    fn words_within(&self, nodes: &mut dyn Iterator<Item = &Node>) {
        let within = |node: &&Node| node.words == LabelPlacement::Within && !node.label.is_empty();
        for node in nodes.filter(within) {
            // Most of the disc is theirs.
            let size = (1.62 * self.size.radius / (LETTER * node.label.chars().count().max(3) as f64))
                .min(13.0 * self.size.mark().max(1.0));
            if size >= LOWEST_WORDS {
                self.surface.heavy(size, TextAlign::Centre);
                self.paint("muted");
                let (x, y) = self.place(node);
                self.surface.text(&node.label, (x, y + 0.5));
            }
        }
    }

    /// The labels beside their nodes. Nothing is drawn over them, so they belong to the fixed layer.
    pub(super) fn labels_beside(&self) {
        for node in &self.layout.nodes {
            if let Some(place) = self.beside(node) {
                self.surface.text(&node.label, place);
            }
        }
    }

    pub(super) fn letters(&self, marks: &[NodeMark]) {
        self.surface.heavy((1.1 * self.size.radius).max(LOWEST_WORDS), TextAlign::Centre);
        self.paint("ink");
        for (node, letter) in self.layout.nodes.iter().zip(marks).filter_map(|(node, mark)| Some((node, mark.letter?)))
        {
            self.surface.text(&letter.to_string(), self.place(node));
        }
    }

    /// The height of the label beside a node, and its side.
    fn words_beside(&self, node: &Node) -> (f64, TextAlign) {
        let (height, align) = match node.words {
            LabelPlacement::Within => (0.0, TextAlign::Centre),
            LabelPlacement::Left(height) => (height, TextAlign::End),
            LabelPlacement::Right(height) => (height, TextAlign::Start),
        };
        ((height * self.size.width).min(HIGHEST_WORDS).round(), align)
    }

    /// Where the label beside a node begins or, on the left, ends; the surface is then ready to write it. `None` if it would be illegible.
    fn beside(&self, node: &Node) -> Option<Place> {
        let (height, align) = self.words_beside(node);
        if node.label.is_empty() || height < LOWEST_WORDS {
            return None;
        }
        self.surface.font(height, align);
        self.paint("muted");
        let (x, y) = self.place(node);
        let side = if align == TextAlign::End { -1.0 } else { 1.0 };
        Some((x + side * (self.size.radius + BESIDE + 2.0 * self.size.unit), y + 0.5))
    }

    pub(super) fn captions(&self) {
        let size = (0.2 * self.size.pitch).min(13.0);
        if size < LOWEST_WORDS {
            return;
        }
        self.surface.font(size, TextAlign::Centre);
        self.paint("muted");
        for (place, words) in &self.layout.captions {
            let (x, y) = self.size.place(*place);
            let half = 0.5 * self.surface.width(words);
            self.surface.text(words, (x.max(half + 2.0).min(self.size.width - half - 2.0), y));
        }
    }

    /// A line around the node that the reader is at.
    pub(super) fn picked_node(&self, picked: Option<Item>) {
        let Some(Item::Node(number)) = picked else { return };
        let Some(node) = self.layout.nodes.get(number as usize) else { return };
        self.outline(node.form, self.place(node), self.size.radius + 3.5);
        self.ink("ink", 2.0);
        self.surface.stroke();
    }

    /// The node to which the message that is followed is to go, until it receives that.
    pub(super) fn goal(&self, followed: &Followed, marks: &[NodeMark]) {
        let Some(number) = followed.destination.map(|node| node as usize) else { return };
        let receives =
            marks.get(number).is_some_and(|mark| mark.receives.is_some_and(|one| self.followed == Some(one)));
        let Some(node) = self.layout.nodes.get(number).filter(|_| !receives) else { return };
        let mark = self.size.mark();
        self.disc(self.place(node), self.size.radius + 4.5 * mark);
        self.ink("worm", 2.4 * mark);
        self.surface.dash(Some((4.0 * mark, 4.0 * mark)), 0.0);
        self.surface.stroke();
        self.surface.dash(None, 0.0);
    }

    /// Bars where something waits, one for each, at the upper right of its node. Of many there are a few, and their number.
    pub(super) fn queues(&self, queues: &[Queue]) {
        let mut waiting = vec![0_u32; self.layout.nodes.len()];
        for queue in queues {
            waiting.get_mut(queue.node as usize).into_iter().for_each(|all| *all += queue.length);
        }
        let mark = if self.size.covers() { self.size.mark() } else { self.size.unit.max(0.3) };
        let (across, tall, step) = (4.0 * mark, 11.0 * mark, 6.0 * mark);
        self.paint("waiting");
        self.surface.heavy((11.0 * mark).max(8.0), TextAlign::Start);
        for (node, length) in self.layout.nodes.iter().zip(waiting).filter(|(_, length)| *length > 0) {
            let (x, y) = self.place(node);
            let (x, y) = (x + 0.95 * self.size.radius, y - 0.95 * self.size.radius);
            // More bars would reach into the next road.
            let numbered = length > MOST_BARS && self.size.covers();
            let bars = if numbered { 1 } else { length.min(MOST_BARS) };
            for bar in 0..bars {
                self.rounded((x + step * f64::from(bar), y - tall), (across, tall), 1.4 * mark);
                self.surface.fill();
            }
            if numbered {
                self.surface.text(&length.to_string(), (x + step, y - 0.5 * tall));
            }
        }
    }
}
