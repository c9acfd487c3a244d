//! The painter: draws a frame of any animation, on the canvas or as SVG, with the same lines.
//!
//! A channel is a light road, which fades out where it wraps around. A worm is a row of dashes in the hue of its message over a pale band,
//! on the right-hand side of the road where another channel leads back; it moves on by a quarter of its period for every flit that crosses:
//! a row that does not move is a worm that waits. Among small nodes each worm is a line. `stage::geometry` and `stage::lanes` place them.

mod elements;
mod heads;
mod hops;
mod inside;
mod links;
mod nodes;
mod pen;
mod roads;
pub mod svg;
mod tag;
mod turns;
pub(crate) mod usage;
mod worms;

use crate::player::prelude::*;
pub(crate) use heads::are_crowded;
pub use pen::Pen;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextAlign {
    Start,
    Centre,
    End,
    Above,
}

/// The surface: as much of a canvas as the painter needs. Colours are as CSS writes them, lengths CSS pixels, angles radians.
pub trait Surface {
    /// The opacity of everything from now on, 0 to 1.
    fn alpha(&self, alpha: f64);
    /// The colour and the width of lines from now on.
    fn line(&self, colour: &str, width: f64);
    /// The lengths of dashes and of the gaps between them from now on, and how far along the first dash a line begins.
    fn dash(&self, dash: Option<(f64, f64)>, offset: f64);
    /// True if lines and dashes end round from now on.
    fn round(&self, round: bool);
    /// The colour of areas and text from now on.
    fn paint(&self, colour: &str);
    /// The size of text from now on, and its alignment.
    fn font(&self, size: f64, align: TextAlign);
    fn heavy(&self, size: f64, align: TextAlign);
    fn begin(&self);
    fn move_to(&self, place: Place);
    fn line_to(&self, place: Place);
    /// An arc about a centre, clockwise between two angles.
    fn arc(&self, centre: Place, radius: f64, angles: (f64, f64));
    fn rect(&self, corner: Place, size: Place);
    fn stroke(&self);
    fn fill(&self);
    fn bar(&self, corner: Place, size: Place);
    fn text(&self, text: &str, place: Place);
    fn width(&self, text: &str) -> f64;
}

/// Draws the inside of the open node, if one is: then nothing else is drawn but the overview.
pub fn inside(pen: &Pen, drawing: &Drawing) -> bool {
    let Some(inside) = &drawing.frame.inside else { return false };
    let pen = &Pen::of(pen, drawing.frame);
    pen.open_node(&Room::new(inside, drawing.size.0), drawing.picked);
    true
}

/// The largest use of a channel, counted or predicted.
fn most(drawing: &Drawing, carried: &Carried) -> f64 {
    drawing.predicted.iter().flat_map(|predicted| &predicted.uses).copied().fold(carried.most(), f64::max)
}

pub fn still(pen: &Pen) {
    pen.roads();
    pen.nodes_at_rest();
    pen.arcs(None, None);
    pen.labels_beside();
    pen.captions();
}

/// Draws the parts that move, and the item that the reader is at. `before_label` draws what the label of the followed message covers.
pub fn moving(pen: &Pen, drawing: &Drawing, before_label: &dyn Fn()) {
    let Drawing { frame, picked, lit, .. } = *drawing;
    let followed = frame.followed.as_ref();
    let pen = &Pen::of(pen, frame);
    if drawing.taught {
        pen.dateline();
    }
    let carried = frame.carried.as_ref().filter(|_| drawing.usage);
    carried.into_iter().for_each(|carried| pen.usage(carried, most(drawing, carried)));
    if let Some(predicted) = drawing.predicted {
        carried.into_iter().for_each(|carried| pen.predicted(&predicted.uses, most(drawing, carried)));
        pen.limit(predicted.limit);
    }
    lit.into_iter().for_each(|count| pen.highlight(count));
    pen.picked_link(picked);
    pen.tree(&frame.nodes);
    let (stretches, mut heads) = pen.stretches(&frame.lanes, &LanePlaces::of(drawing.layout, frame));
    pen.capsules(&frame.lanes);
    heads.retain(|head| heads::is_shown(frame, head.message));
    let stretches = if frame.tied.is_empty() {
        stretches
    } else {
        // Who waits in a circle, in front of all who wait behind them.
        let (tied, others): (Vec<_>, Vec<_>) =
            stretches.into_iter().partition(|stretch| heads::is_shown(frame, stretch.message));
        if drawing.layout.turns.is_some() {
            Pen { pale: true, ..*pen }.worms(&others);
            pen.waiting(&frame.circle);
        } else {
            pen.worms(&others);
            pen.veil(drawing.laid.1, drawing.size);
        }
        tied
    };
    pen.worms(&stretches);
    pen.paths(&stretches);
    pen.candidates(&frame.candidates);
    if frame.tied.is_empty() {
        pen.circle(&frame.circle);
    }
    let touched = touched(drawing);
    pen.nodes(&frame.nodes, &touched);
    if drawing.layout.turns.is_some() {
        pen.arcs(Some(&touched), picked);
        if !frame.circle.is_empty() {
            pen.waiting_turns(&frame.circle);
        } else if !drawing.asked {
            pen.shortest();
        }
        pen.ringed(drawing.ringed);
    }
    followed.into_iter().for_each(|followed| pen.goal(followed, &frame.nodes));
    pen.forks(&frame.lanes);
    pen.letters(&frame.nodes);
    pen.packets(&frame.lanes, &frame.nodes);
    pen.queues(&frame.queues);
    pen.heads(&heads, are_crowded(frame));
    pen.labels(&frame.labels, &frame.lanes);
    pen.names(&stretches, (drawing.laid.1, drawing.size));
    pen.picked_node(picked);
    before_label();
    if let Some(followed) = followed {
        let ours = stretches.into_iter().filter(|stretch| stretch.message == followed.message);
        let lines: Vec<_> = ours.flat_map(|stretch| stretch.lines).collect();
        pen.tag(followed, &heads, &lines, (drawing.laid.1, drawing.size));
    }
}

/// Draws the whole network in small, its messages, and a frame around the part that is seen. The origin is its upper left corner, and the
/// pen is one of its width.
pub fn overview(pen: &Pen, drawing: &Drawing, overview: &Overview) {
    let pen = &Pen::of(pen, drawing.frame);
    pen.paint("sand");
    pen.surface.bar((0.0, 0.0), overview.size);
    pen.dots();
    pen.capsules(&drawing.frame.lanes);
    pen.worms(&pen.stretches(&drawing.frame.lanes, &LanePlaces::of(drawing.layout, drawing.frame)).0);
    drawing.frame.followed.iter().for_each(|followed| pen.goal(followed, &drawing.frame.nodes));
    if let Some(inside) = &drawing.frame.inside {
        pen.marked(inside.node);
        return;
    }
    for (colour, width, (corner, size)) in [("road", 2.0, ((0.0, 0.0), overview.size)), ("ink", 1.5, overview.part)] {
        pen.ink(colour, width);
        pen.surface.begin();
        pen.surface.rect(corner, size);
        pen.surface.stroke();
    }
}

/// True for each node at which a lane in use begins or ends.
fn touched(drawing: &Drawing) -> Vec<bool> {
    let mut touched = vec![false; drawing.layout.nodes.len()];
    for link in drawing.frame.lanes.iter().filter_map(|mark| drawing.layout.links.get(mark.link as usize)) {
        [link.from, link.to].into_iter().for_each(|node| touched[node as usize] = true);
    }
    touched
}
