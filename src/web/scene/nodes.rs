//! Nodes, what they do, and what waits at them.

use super::{Pen, Place};
use crate::{
    trace::picture::{Form, Item, NodeMark, NodeTone, Queue},
    web::dom::Fallible,
};
use std::f64::consts::{PI, TAU};

/// Radius from which a node has room for words.
const ROOM_FOR_WORDS: f64 = 8.0;

impl Pen<'_> {
    fn centre(&self, node: usize) -> Option<Place> {
        let (x, y) = self.ground.nodes.get(node)?.place;
        Some((x * self.size.width, y * self.size.width))
    }

    pub(super) fn disc(&self, (x, y): Place, radius: f64) -> Fallible {
        self.context.begin_path();
        self.context.arc(x, y, radius, 0.0, TAU)
    }

    /// The outline of a node, so much wider than it is.
    fn outline(&self, node: usize, (x, y): Place, wider: f64) -> Fallible {
        let radius = self.size.radius + wider;
        match self.ground.nodes.get(node).map(|node| node.form) {
            Some(Form::Square) => {
                self.context.begin_path();
                self.context.rect(x - radius, y - radius, 2.0 * radius, 2.0 * radius);
                Ok(())
            }
            _ => self.disc((x, y), radius),
        }
    }

    /// The nodes whose marks are `seen`, and the one that the reader is at.
    pub(super) fn nodes(&self, marks: &[NodeMark], seen: impl Fn(&NodeMark) -> bool, picked: Option<Item>) -> Fallible {
        let context = self.context;
        let radius = self.size.radius;
        context.set_text_align("center");
        context.set_text_baseline("middle");
        context.set_font(&format!("{}px system-ui, sans-serif", (radius * 1.05).round()));
        for (node, mark) in marks.iter().enumerate() {
            let at = picked == Some(Item::Node(node as u32));
            let Some(place) = self.centre(node).filter(|_| at || seen(mark)) else { continue };
            let (fill, line) = match mark.tone {
                NodeTone::Source => ("ink", "ink"),
                NodeTone::Full => ("worm", "worm"),
                NodeTone::Filling(_) => ("node", "worm"),
                NodeTone::Sending | NodeTone::Receiving | NodeTone::Both | NodeTone::Held => ("node", "unicast"),
                NodeTone::Quiet => ("node", "node-edge"),
                NodeTone::Blocked => ("node", "ink"),
            };
            self.outline(node, place, 0.0)?;
            context.set_fill_style_str(self.palette.css(fill));
            context.fill();
            self.doing(place, mark.tone)?;
            self.outline(node, place, 0.0)?;
            self.ink(line, if line == "unicast" { 2.0 } else { 1.4 });
            context.stroke();
            let words = mark.text.as_ref().or(self.ground.nodes.get(node).map(|node| &node.label));
            if let Some(words) = words.filter(|words| radius >= ROOM_FOR_WORDS && !words.is_empty()) {
                let dark = matches!(mark.tone, NodeTone::Source | NodeTone::Full);
                context.set_fill_style_str(self.palette.css(if dark { "panel" } else { "ink" }));
                context.fill_text(words, place.0, place.1 + 0.5)?;
            }
            if at {
                self.outline(node, place, 3.5)?;
                self.ink("ink", 2.0);
                context.stroke();
            }
        }
        Ok(())
    }

    /// What a node does, as a form within it.
    fn doing(&self, (x, y): Place, tone: NodeTone) -> Fallible {
        let context = self.context;
        let radius = self.size.radius;
        if let NodeTone::Filling(part) = tone {
            // Filled from below like a glass.
            let angle = libm::acos(1.0 - 2.0 * part.clamp(0.0, 1.0));
            context.begin_path();
            context.arc(x, y, radius, PI / 2.0 - angle, PI / 2.0 + angle)?;
            context.set_fill_style_str(self.palette.css("worm"));
            context.fill();
        }
        context.set_fill_style_str(self.palette.css("unicast"));
        if matches!(tone, NodeTone::Receiving | NodeTone::Both | NodeTone::Held) {
            context.begin_path();
            context.arc(x, y, radius, 0.0, PI)?;
            context.fill();
        }
        if matches!(tone, NodeTone::Sending | NodeTone::Both) {
            let rise = if tone == NodeTone::Both { 0.45 * radius } else { 0.0 };
            self.disc((x, y - rise), 0.38 * radius)?;
            context.fill();
        }
        if matches!(tone, NodeTone::Blocked | NodeTone::Held) {
            let arm = 0.45 * radius;
            self.ink("ink", 1.6);
            self.stroke([
                [(x - arm, y - arm), (x + arm, y + arm)].as_slice(),
                [(x - arm, y + arm), (x + arm, y - arm)].as_slice(),
            ]);
        }
        Ok(())
    }

    /// A square where something waits, with its number if there are several: at the beginning of its wire, or at the upper right of its
    /// node. Where it is too small for a number it is a bar, the longer the more there are.
    pub(super) fn queues(&self, queues: &[Queue]) -> Fallible {
        let context = self.context;
        let size = (0.17 * self.size.pitch).clamp(3.0, 10.0);
        context.set_text_align("center");
        context.set_text_baseline("middle");
        context.set_font(&format!("{}px system-ui, sans-serif", (0.9 * size).round()));
        for queue in queues {
            let Some((x, y)) = self.centre(queue.node as usize) else { continue };
            let way =
                queue.wire.and_then(|wire| self.wire(wire)).and_then(|wire| match wire.pieces.first()?.as_slice() {
                    [a, b, ..] => Some((b.0 - a.0, b.1 - a.1)),
                    _ => None,
                });
            let (dx, dy) = way.unwrap_or((1.0, -1.0));
            let part = self.size.radius / libm::hypot(dx, dy).max(1e-9);
            let (x, y) = (x + dx * part, y + dy * part);
            let words = queue.length.to_string();
            let numbered = queue.length > 1 && size >= 8.0;
            // A queue of its own wire keeps to a square; one of the node may be wide.
            let width = if numbered && way.is_none() { size * (0.4 + 0.6 * words.len() as f64).max(1.0) } else { size };
            // One more half of a square for each doubling.
            let tall = if numbered { size } else { size * (1.0 + 0.5 * libm::log2(f64::from(queue.length.max(1)))) };
            context.set_fill_style_str(self.palette.css("operating"));
            context.fill_rect(x - size / 2.0, y + size / 2.0 - tall, width, tall);
            if numbered {
                context.set_fill_style_str(self.palette.css("panel"));
                context.fill_text_with_max_width(&words, x - size / 2.0 + width / 2.0, y + 0.5, width)?;
            }
        }
        Ok(())
    }
}
