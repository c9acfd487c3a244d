//! The painter: draws a picture of any scene, and says what stands where.
//!
//! A lane is drawn beside its wire, on the right-hand side of its direction where another wire leads back, as a row of dashes that moves on
//! by a quarter of its period for every flit that crosses: a row that stands still is a worm that waits. Where lanes are too fine to see
//! flits, each is a line.

mod heat;
mod hit;
mod lanes;
mod nodes;
mod signs;
mod stamps;
mod still;

pub use heat::markup as heat_key;
pub use hit::{Toward, at, walk};
pub use signs::markup as key;
pub use still::{Frame, Still};

use super::{dom::Fallible, palette::Palette};
use crate::trace::picture::{Ground, Item, NodeMark, Picture, Place, RADIUS, Wire};
use web_sys::CanvasRenderingContext2d;

/// What is drawn where, and with what.
pub struct Pen<'a> {
    context: &'a CanvasRenderingContext2d,
    palette: &'a Palette,
    ground: &'a Ground,
    frame: Frame,
    size: Size,
}

impl<'a> Pen<'a> {
    fn new(context: &'a CanvasRenderingContext2d, palette: &'a Palette, ground: &'a Ground, frame: Frame) -> Self {
        Self { context, palette, ground, frame, size: Size::of(ground, frame.width) }
    }
}

/// Sizes on a canvas, CSS pixels.
#[derive(Clone, Copy, Debug)]
struct Size {
    /// The width of the canvas.
    width: f64,
    /// The least distance between two nodes.
    pitch: f64,
    /// The radius of a node.
    radius: f64,
}

impl Size {
    fn of(ground: &Ground, width: f64) -> Self {
        let pitch = ground.pitch * width;
        // Nodes do not grow much beyond what their words need.
        let most = (0.08 * pitch).max(15.0);
        Self { width, pitch, radius: (RADIUS * pitch).clamp(2.0, most) }
    }

    /// The pitch at which the node would have this radius in a small network: what is drawn beside wires keeps to the nodes.
    fn span(&self) -> f64 {
        self.pitch.min(self.radius / RADIUS)
    }

    /// The room of a lane across its wire.
    fn room(&self, wire: &Wire) -> f64 {
        0.30 * self.span() / f64::from(wire.lanes.max(3))
    }

    /// How far to the right of its wire a lane is drawn.
    fn beside(&self, wire: &Wire, lane: u32) -> f64 {
        let room = self.room(wire);
        if wire.paired {
            0.07 * self.span() + room * f64::from(lane)
        } else {
            room * (f64::from(lane) - f64::from(wire.lanes.max(1) - 1) / 2.0)
        }
    }

    /// How far to the right of its wire the middle of its lanes is.
    fn middle(&self, wire: &Wire) -> f64 {
        self.beside(wire, 0).midpoint(self.beside(wire, wire.lanes.max(1) - 1))
    }

    /// The pieces of a wire on the canvas, so far beside it, from the edge of its node to the edge of the next one.
    fn pieces(&self, wire: &Wire, beside: f64) -> Vec<Vec<Place>> {
        let last = wire.pieces.len().saturating_sub(1);
        let piece = |(index, places): (usize, &Vec<Place>)| {
            let mut line: Vec<Place> =
                places.iter().map(|place| (place.0 * self.width, place.1 * self.width)).collect();
            if index == 0 {
                shorten(&mut line, self.radius);
            }
            if index == last {
                line.reverse();
                shorten(&mut line, self.radius);
                line.reverse();
            }
            shift(&line, beside)
        };
        wire.pieces.iter().enumerate().map(piece).collect()
    }
}

/// Takes so much from the first stretch of a line.
fn shorten(line: &mut [Place], by: f64) {
    if let [first, second, ..] = line {
        let (dx, dy) = (second.0 - first.0, second.1 - first.1);
        let part = (by / libm::hypot(dx, dy).max(1e-9)).min(1.0);
        *first = (first.0 + dx * part, first.1 + dy * part);
    }
}

/// The line so far to its right.
fn shift(line: &[Place], by: f64) -> Vec<Place> {
    let normal = |a: Place, b: Place| {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length = libm::hypot(dx, dy).max(1e-9);
        (-dy / length, dx / length)
    };
    let end = line.len().saturating_sub(1);
    let at = |index: usize| {
        let (before, after) = (index.saturating_sub(1), (index + 1).min(end));
        let (x, y) = normal(line[before], line[after]);
        (line[index].0 + by * x, line[index].1 + by * y)
    };
    (0..line.len()).map(at).collect()
}

/// What the reader wants to see beside what happens.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The item that the reader is at.
    pub picked: Option<Item>,
    /// Whether the use of the channels is drawn.
    pub heat: bool,
}

/// Draws a picture.
pub fn draw(
    context: &CanvasRenderingContext2d,
    still: &mut Still,
    palette: &Palette,
    ground: &Ground,
    frame: Frame,
    picture: &Picture,
    Look { picked, heat }: Look,
) -> Fallible {
    let pen = Pen::new(context, palette, ground, frame);
    let (ground, stamps) = still.prepare(palette, ground, frame)?;
    context.reset_transform()?;
    context.set_fill_style_str(palette.css("panel"));
    context.fill_rect(0.0, 0.0, f64::from(frame.pixels.0), f64::from(frame.pixels.1));
    context.set_line_cap("butt");
    if let Some(carried) = picture.carried.as_ref().filter(|_| heat) {
        frame.enter(context)?;
        pen.heat(carried);
        context.reset_transform()?;
    }
    context.draw_image_with_html_canvas_element(ground, 0.0, 0.0)?;
    frame.enter(context)?;
    pen.picked_wire(picked);
    pen.lanes(&picture.lanes, picked)?;
    pen.candidates(&picture.candidates);
    pen.labels(&picture.labels)?;
    pen.nodes(&picture.nodes, |mark| *mark != NodeMark::default(), stamps)?;
    pen.letters(&picture.nodes)?;
    pen.picked_node(picked)?;
    // Over the nodes: a square would cover the header that waits at its edge.
    pen.blocked(&picture.lanes);
    pen.queues(&picture.queues)
}

impl Pen<'_> {
    fn ink(&self, colour: &str, width: f64) {
        self.context.set_stroke_style_str(self.palette.css(colour));
        self.context.set_line_width(width);
    }

    fn stroke<'p>(&self, lines: impl IntoIterator<Item = &'p [Place]>) {
        self.context.begin_path();
        for line in lines {
            for (index, &(x, y)) in line.iter().enumerate() {
                if index == 0 { self.context.move_to(x, y) } else { self.context.line_to(x, y) }
            }
        }
        self.context.stroke();
    }

    fn wire(&self, wire: u32) -> Option<&Wire> {
        self.ground.wires.get(wire as usize)
    }

    /// The quiet network, its structure, the heads of one-way channels, and datelines.
    fn wires(&self) {
        let wires = &self.ground.wires;
        let lines: Vec<_> = wires.iter().map(|wire| self.size.pieces(wire, 0.0)).collect();
        self.ink("hair", 1.0);
        // Of two that lead there and back one line is enough.
        let single = wires.iter().zip(&lines).filter(|(wire, _)| !wire.paired || wire.from < wire.to);
        self.stroke(single.flat_map(|(_, pieces)| pieces.iter().map(Vec::as_slice)));
        let weighty = wires.iter().zip(&lines).filter(|(wire, _)| wire.weight > 0.0);
        for (wire, pieces) in weighty {
            self.ink("node-edge", 1.0 + wire.weight);
            self.context.set_global_alpha(0.05 + 0.7 * wire.weight);
            self.stroke(pieces.iter().map(Vec::as_slice));
        }
        self.context.set_global_alpha(1.0);

        let reach = (0.12 * self.size.pitch).min(5.0);
        if reach < 1.0 {
            return;
        }
        self.ink("node-edge", 1.0);
        let one_way = wires.iter().zip(&lines).filter(|(wire, _)| !wire.paired);
        let heads: Vec<_> =
            one_way.filter_map(|(_, pieces)| pieces.first().and_then(|line| head(line, 0.6, reach))).collect();
        self.stroke(heads.iter().map(<[Place; 3]>::as_slice));
        self.ink("muted", 1.5);
        let datelines = wires.iter().zip(&lines).filter(|(wire, _)| wire.dateline);
        let across = 0.19 * self.size.pitch;
        let bars: Vec<_> = datelines
            .filter_map(|(wire, pieces)| {
                let line = pieces.first()?;
                let (a, b) = (line.first()?, line.last()?);
                let end = if pieces.len() > 1 { *b } else { ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0) };
                let length = libm::hypot(b.0 - a.0, b.1 - a.1).max(1e-9);
                let (x, y) = (-(b.1 - a.1) / length, (b.0 - a.0) / length);
                let (left, right) = if wire.paired { (0.0, 2.0 * across) } else { (across, across) };
                Some([(end.0 - x * left, end.1 - y * left), (end.0 + x * right, end.1 + y * right)])
            })
            .collect();
        self.stroke(bars.iter().map(<[Place; 2]>::as_slice));
    }

    /// The wire that the reader is at.
    fn picked_wire(&self, picked: Option<Item>) {
        let Some(Item::Wire(number)) = picked else { return };
        let Some(wire) = self.wire(number) else { return };
        self.ink("ink", 2.0);
        let beside = if wire.paired { 0.02 * self.size.pitch } else { -0.22 * self.size.pitch };
        let pieces = self.size.pieces(wire, beside);
        self.stroke(pieces.iter().map(Vec::as_slice));
        let ends = pieces.last().and_then(|line| head(line, 1.0, (0.16 * self.size.pitch).clamp(4.0, 7.0)));
        self.stroke(ends.iter().map(<[Place; 3]>::as_slice));
    }

    /// Arrows over the wires that a header may take.
    fn candidates(&self, candidates: &[u32]) {
        self.ink("operating", 2.0);
        for wire in candidates.iter().filter_map(|&wire| self.wire(wire)) {
            let room = self.size.room(wire);
            let beside = self.size.beside(wire, wire.lanes) + (0.5 * room).max(2.0);
            let pieces = self.size.pieces(wire, beside);
            self.stroke(pieces.iter().map(Vec::as_slice));
            let tip = pieces.last().and_then(|line| head(line, 1.0, (0.18 * self.size.pitch).clamp(4.0, 7.0)));
            self.stroke(tip.iter().map(<[Place; 3]>::as_slice));
        }
    }

    /// Words in the middle of wires, of the first piece of those that have two.
    fn labels(&self, labels: &[(u32, String)]) -> Fallible {
        let room = if self.ground.words > 0.0 { self.ground.words * self.size.width } else { 0.24 * self.size.pitch };
        let size = room.min(12.0).round();
        if labels.is_empty() || size < 7.0 {
            return Ok(());
        }
        let context = self.context;
        context.set_font(&format!("{size}px system-ui, sans-serif"));
        context.set_text_align("center");
        context.set_text_baseline("middle");
        for (wire, text) in labels {
            let Some(line) = self.wire(*wire).map(|wire| self.size.pieces(wire, 0.0)) else { continue };
            let Some((x, y)) = line.first().and_then(|line| halfway(line)) else { continue };
            // A band in the colour of the ground keeps the words apart from the lines: a rim around the letters would let flits through
            // above the dots of a region. All of it lies within the canvas.
            let (across, tall) = (context.measure_text(text)?.width() + 4.0, size + 1.0);
            let x = x.max(across / 2.0).min(self.size.width - across / 2.0);
            context.set_fill_style_str(self.palette.css("panel"));
            context.fill_rect(x - across / 2.0, y - tall / 2.0, across, tall);
            context.set_fill_style_str(self.palette.css("ink"));
            context.fill_text(text, x, y)?;
        }
        Ok(())
    }
}

/// The middle of a line.
fn halfway(line: &[Place]) -> Option<Place> {
    let stretches =
        || line.windows(2).map(|ends| (ends[0], ends[1], libm::hypot(ends[1].0 - ends[0].0, ends[1].1 - ends[0].1)));
    let mut left = stretches().map(|(_, _, length)| length).sum::<f64>() / 2.0;
    for (a, b, length) in stretches() {
        if left <= length {
            let part = left / length.max(1e-9);
            return Some((a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part));
        }
        left -= length;
    }
    line.last().copied()
}

/// An arrow head on a line: at a part of its last stretch, with arms of that reach.
fn head(line: &[Place], part: f64, reach: f64) -> Option<[Place; 3]> {
    let [.., a, b] = line else { return None };
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = libm::hypot(dx, dy).max(1e-9);
    let (ux, uy) = (dx / length, dy / length);
    let tip = (a.0 + dx * part, a.1 + dy * part);
    let arm = |side: f64| (tip.0 - reach * (ux + 0.7 * side * uy), tip.1 - reach * (uy - 0.7 * side * ux));
    Some([arm(1.0), tip, arm(-1.0)])
}
