//! The picture of one frame of the torus: nodes, the tree, worms in their lanes, queues.
//!
//! A lane is a virtual channel with a message on it. It is drawn beside the link, on the right-hand side of its direction, as a row of
//! dashes that moves on by a quarter of its period for every flit that crosses: a row that stands still is a worm that waits.

use super::{dom::Fallible, palette::Palette};
use crate::{
    topology::torus::{Direction, Torus},
    trace::{Frame, Lane, Reached, Recording},
};
use web_sys::CanvasRenderingContext2d;

/// Width of a lane below which its flits are not drawn one by one: they would not be seen, and there are many.
const FINEST_LANE: f64 = 1.0;

/// What the reader is told before pointing at a node.
pub const HINT: &str = "Click a node, or go to it with the arrow keys and press Enter, to let it broadcast.";

/// The signs of the picture, as list items.
pub const KEY: &str = "\
<li><svg viewBox=\"0 0 22 14\" aria-hidden=\"true\"><circle cx=\"11\" cy=\"7\" r=\"5\" fill=\"var(--ink)\"/></svg>source</li>\
<li><svg viewBox=\"0 0 22 14\" aria-hidden=\"true\"><circle cx=\"11\" cy=\"7\" r=\"5\" fill=\"var(--worm)\"/></svg>has the message</li>\
<li><svg viewBox=\"0 0 22 14\" aria-hidden=\"true\"><circle cx=\"11\" cy=\"7\" r=\"5\" fill=\"var(--node)\" stroke=\"var(--worm)\"/>\
<path d=\"M6 7a5 5 0 0 0 10 0z\" fill=\"var(--worm)\"/></svg>receiving</li>\
<li><svg viewBox=\"0 0 22 14\" aria-hidden=\"true\"><circle cx=\"11\" cy=\"7\" r=\"5\" fill=\"var(--node)\" stroke=\"var(--node-edge)\"/></svg>waiting</li>\
<li><svg viewBox=\"0 0 22 14\" aria-hidden=\"true\"><path d=\"M1 7H21\" stroke=\"var(--worm)\" stroke-width=\"3\" stroke-dasharray=\"4 2\"/></svg>copy, flit by flit</li>\
<li><svg viewBox=\"0 0 22 14\" aria-hidden=\"true\"><path d=\"M1 7H21\" stroke=\"var(--unicast)\" stroke-width=\"2\" stroke-dasharray=\"2 2\"/></svg>unicast</li>\
<li><svg viewBox=\"0 0 22 14\" aria-hidden=\"true\"><rect x=\"8\" y=\"4\" width=\"6\" height=\"6\" fill=\"var(--operating)\"/></svg>copies queued</li>\
<li><svg viewBox=\"0 0 22 14\" aria-hidden=\"true\"><path d=\"M7 3l8 8M15 3l-8 8\" stroke=\"var(--ink)\" stroke-width=\"2\"/></svg>header blocked</li>";

/// Where things stand on a square canvas of `side` CSS pixels.
#[derive(Clone, Copy, Debug)]
pub struct Geometry {
    torus: Torus,
    /// Distance between neighbours.
    pitch: f64,
    /// Place of node (0,0), which stands lower left.
    origin: (f64, f64),
    /// Radius of a node.
    radius: f64,
}

impl Geometry {
    /// The geometry of a k x k torus.
    pub fn new(k: u32, side: f64) -> Self {
        // The wrap-around links stick out by 0.7 of a pitch on each side.
        let pitch = side / (f64::from(k) + 0.5);
        let edge = 0.75 * pitch;
        Self { torus: Torus { k, n: 2 }, pitch, origin: (edge, side - edge), radius: (0.24 * pitch).clamp(3.0, 15.0) }
    }

    /// The centre of a node.
    fn place(&self, node: u32) -> (f64, f64) {
        let (x, y) = (node % self.torus.k, node / self.torus.k);
        (self.origin.0 + f64::from(x) * self.pitch, self.origin.1 - f64::from(y) * self.pitch)
    }

    /// The node at a place, if one is near.
    pub fn node_at(&self, (x, y): (f64, f64)) -> Option<u32> {
        let k = f64::from(self.torus.k);
        let column = ((x - self.origin.0) / self.pitch).round();
        let row = ((self.origin.1 - y) / self.pitch).round();
        ((0.0..k).contains(&column) && (0.0..k).contains(&row)).then(|| row as u32 * self.torus.k + column as u32)
    }

    /// The direction of a channel on the canvas.
    const fn heading(dimension: u32, direction: Direction) -> (f64, f64) {
        match (dimension, direction) {
            (0, Direction::Plus) => (1.0, 0.0),
            (0, Direction::Minus) => (-1.0, 0.0),
            (_, Direction::Plus) => (0.0, -1.0),
            (_, Direction::Minus) => (0.0, 1.0),
        }
    }

    /// The pieces of a channel: from the edge of its node to the edge of the next one; in two parts if it wraps around.
    fn pieces(&self, channel: u32, beside: f64) -> Vec<[(f64, f64); 2]> {
        let (node, dimension, direction) = self.torus.channel_parts(channel);
        let next = self.torus.neighbour(node, dimension, direction);
        let (dx, dy) = Self::heading(dimension, direction);
        let at = |(x, y): (f64, f64), along: f64| (x + dx * along - dy * beside, y + dy * along + dx * beside);
        let (from, to) = (self.place(node), self.place(next));
        let wraps = (from.0 - to.0).abs() + (from.1 - to.1).abs() > 1.5 * self.pitch;
        if wraps {
            let half = 0.7 * self.pitch;
            vec![[at(from, self.radius), at(from, half)], [at(to, -half), at(to, -self.radius)]]
        } else {
            vec![[at(from, self.radius), at(from, self.pitch - self.radius)]]
        }
    }
}

/// Draws a frame.
pub fn draw(
    context: &CanvasRenderingContext2d,
    geometry: &Geometry,
    palette: &Palette,
    recording: &Recording,
    frame: &Frame,
    walk: Option<u32>,
) -> Fallible {
    let pen = Pen { context, geometry, palette };
    let setting = recording.setting();
    let side = geometry.pitch * (f64::from(setting.torus.k) + 0.5);
    context.set_fill_style_str(palette.css("panel"));
    context.fill_rect(0.0, 0.0, side, side);
    context.set_line_cap("butt");
    pen.links();
    pen.tree(recording);
    pen.lanes(&frame.lanes, setting.vcs, setting.flits)?;
    pen.nodes(frame, setting.flits, walk)
}

struct Pen<'a> {
    context: &'a CanvasRenderingContext2d,
    geometry: &'a Geometry,
    palette: &'a Palette,
}

impl Pen<'_> {
    fn stroke(&self, pieces: &[[(f64, f64); 2]]) {
        self.context.begin_path();
        for [from, to] in pieces {
            self.context.move_to(from.0, from.1);
            self.context.line_to(to.0, to.1);
        }
        self.context.stroke();
    }

    /// The quiet network: one line for the two channels of a link.
    fn links(&self) {
        self.context.set_stroke_style_str(self.palette.css("hair"));
        self.context.set_line_width(1.0);
        let torus = self.geometry.torus;
        for channel in (0..torus.channels()).step_by(2) {
            self.stroke(&self.geometry.pieces(channel, 0.0));
        }
    }

    /// The edges of the spanning tree, darker near the source.
    fn tree(&self, recording: &Recording) {
        let tree = recording.tree();
        let torus = self.geometry.torus;
        self.context.set_stroke_style_str(self.palette.css("node-edge"));
        for node in 0..torus.nodes() {
            let Some(channel) = tree.channel(node) else { continue };
            let depth = f64::from(tree.level(node)) / f64::from(2 * (torus.k / 2));
            self.context.set_global_alpha(0.75 - 0.45 * depth);
            self.context.set_line_width(2.0 - 0.8 * depth);
            self.stroke(&self.geometry.pieces(channel, 0.0));
        }
        self.context.set_global_alpha(1.0);
    }

    /// The virtual channels in use. Each kind of message is one path; flits are drawn where a lane is wide enough to see them.
    fn lanes(&self, lanes: &[Lane], vcs: u32, flits: u32) -> Fallible {
        let pitch = self.geometry.pitch;
        let room = 0.30 * pitch / f64::from(vcs.max(3));
        let visible = room >= FINEST_LANE;
        let beside = |lane: &Lane| 0.07 * pitch + room * f64::from(lane.vc);
        for (broadcast, colour, widest) in [(false, "unicast", 3.0), (true, "worm", 4.5)] {
            let context = self.context;
            context.set_stroke_style_str(self.palette.css(colour));
            context.set_line_width((0.85 * room).clamp(1.0, widest));
            let kind = || lanes.iter().filter(move |lane| lane.broadcast == broadcast);
            let tubes: Vec<_> = kind().flat_map(|lane| self.geometry.pieces(lane.channel, beside(lane))).collect();
            context.set_global_alpha(if visible { 0.22 } else { 0.7 });
            self.stroke(&tubes);
            context.set_global_alpha(1.0);
            if visible {
                for lane in kind() {
                    self.flits(lane, &self.geometry.pieces(lane.channel, beside(lane)), flits)?;
                }
            }
        }
        if visible {
            let blocked = lanes.iter().filter(|lane| lane.blocked);
            let ends =
                blocked.filter_map(|lane| self.geometry.pieces(lane.channel, beside(lane)).last().map(|[_, end]| *end));
            let arm = (0.09 * pitch).clamp(2.5, 6.0);
            let cross = |end: (f64, f64)| {
                [
                    [(end.0 - arm, end.1 - arm), (end.0 + arm, end.1 + arm)],
                    [(end.0 + arm, end.1 - arm), (end.0 - arm, end.1 + arm)],
                ]
            };
            self.context.set_stroke_style_str(self.palette.css("ink"));
            self.context.set_line_width(1.6);
            self.stroke(&ends.flat_map(cross).collect::<Vec<_>>());
        }
        Ok(())
    }

    /// A worm on one virtual channel: its flits move along it as they cross.
    fn flits(&self, lane: &Lane, pieces: &[[(f64, f64); 2]], flits: u32) -> Fallible {
        let context = self.context;
        // The part that has crossed, drawn as flits of a size that the eye can follow.
        let length: f64 = pieces.iter().map(|[from, to]| (to.0 - from.0).abs() + (to.1 - from.1).abs()).sum();
        let period = (length / 4.0).max(3.0);
        let reach = if lane.crossed == 0 { 0.0 } else { length };
        let trailing = flits.saturating_sub(lane.crossed) == 0;
        let dashes = js_sys::Array::of2(&(0.68 * period).into(), &(0.32 * period).into());
        context.set_line_dash(&dashes)?;
        let shift = if trailing { 0.0 } else { f64::from(lane.crossed % 4) * period / 4.0 };
        let mut done = 0.0;
        for [from, to] in pieces {
            let part = (to.0 - from.0).abs() + (to.1 - from.1).abs();
            // When the last flit has crossed, only the end of the channel still holds something.
            let start = if trailing { (reach - done - period).clamp(0.0, part) } else { 0.0 };
            if lane.crossed > 0 && start < part {
                let point = |along: f64| {
                    let t = along / part;
                    (from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t)
                };
                context.set_line_dash_offset(-shift - done);
                self.stroke(&[[point(start), *to]]);
            }
            done += part;
        }
        context.set_line_dash(&js_sys::Array::new())
    }

    fn nodes(&self, frame: &Frame, flits: u32, walk: Option<u32>) -> Fallible {
        use std::f64::consts::{PI, TAU};
        let context = self.context;
        let radius = self.geometry.radius;
        let css = |name| self.palette.css(name);
        let (ink, worm, node_fill, edge, operating, panel) =
            (css("ink"), css("worm"), css("node"), css("node-edge"), css("operating"), css("panel"));
        context.set_text_align("center");
        context.set_text_baseline("middle");
        context.set_font(&format!("{}px system-ui, sans-serif", (radius * 1.05).round()));
        for (node, state) in (0..).zip(&frame.nodes) {
            let (x, y) = self.geometry.place(node);
            let (fill, line) = match state.state {
                Reached::Source => (ink, ink),
                Reached::Received { .. } => (worm, worm),
                Reached::Receiving { .. } => (node_fill, worm),
                Reached::Waiting => (node_fill, edge),
            };
            context.begin_path();
            context.arc(x, y, radius, 0.0, TAU)?;
            context.set_fill_style_str(fill);
            context.fill();
            if let Reached::Receiving { flits: taken } = state.state {
                // Filled from below like a glass.
                let angle = libm::acos(1.0 - 2.0 * (f64::from(taken) / f64::from(flits.max(1))).min(1.0));
                context.begin_path();
                context.arc(x, y, radius, PI / 2.0 - angle, PI / 2.0 + angle)?;
                context.set_fill_style_str(worm);
                context.fill();
            }
            context.begin_path();
            context.arc(x, y, radius, 0.0, TAU)?;
            context.set_stroke_style_str(line);
            context.set_line_width(1.4);
            context.stroke();
            if radius >= 8.0 {
                let dark = matches!(state.state, Reached::Source | Reached::Received { .. });
                context.set_fill_style_str(if dark { panel } else { ink });
                let receiving = matches!(state.state, Reached::Receiving { .. });
                let text = if state.level == 0 { "S".into() } else { state.level.to_string() };
                if !receiving {
                    context.fill_text(&text, x, y + 0.5)?;
                }
            }
            self.queues(node, state.queued, operating, panel)?;
            if walk == Some(node) {
                context.begin_path();
                context.arc(x, y, radius + 3.5, 0.0, TAU)?;
                context.set_stroke_style_str(ink);
                context.set_line_width(2.0);
                context.stroke();
            }
        }
        Ok(())
    }

    /// A square on the side of each port that copies wait for, with their number if there are several.
    fn queues(&self, node: u32, queued: [u32; 4], colour: &str, text: &str) -> Fallible {
        let context = self.context;
        let (x, y) = self.geometry.place(node);
        let size = (0.17 * self.geometry.pitch).clamp(3.0, 10.0);
        for (port, waiting) in (0..).zip(queued) {
            if waiting == 0 {
                continue;
            }
            let (_, dimension, direction) = self.geometry.torus.channel_parts(port);
            let (dx, dy) = Geometry::heading(dimension, direction);
            let (left, top) = (x + dx * self.geometry.radius - size / 2.0, y + dy * self.geometry.radius - size / 2.0);
            context.set_fill_style_str(colour);
            context.fill_rect(left, top, size, size);
            if waiting > 1 && size >= 8.0 {
                context.set_fill_style_str(text);
                context.fill_text_with_max_width(
                    &waiting.to_string(),
                    left + size / 2.0,
                    top + size / 2.0 + 0.5,
                    size,
                )?;
            }
        }
        Ok(())
    }
}
