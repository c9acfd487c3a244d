//! The painter: draws a picture of any scene.
//!
//! A lane is drawn beside its wire, on the right-hand side of its direction where another wire leads back, as a row of dashes that moves on
//! by a quarter of its period for every flit that crosses: a row that stands still is a worm that waits. Where lanes are too fine to see
//! flits, each is a line. Where all of this stands, [`crate::page::player::geometry`] says.

mod lanes;
mod nodes;
mod pen;
mod sprites;
mod still;
mod usage;
mod wires;

use super::dom::Fallible;
use crate::{
    page::{
        palette::Palette,
        player::{Drawing, geometry::Frame},
    },
    trace::picture::NodeMark,
};
use pen::Pen;
pub use still::Still;
use web_sys::CanvasRenderingContext2d;

/// Draws a picture.
pub fn draw(
    context: &CanvasRenderingContext2d,
    still: &mut Still,
    palette: &Palette,
    drawing: &Drawing,
    frame: Frame,
) -> Fallible {
    let Drawing { ground, picture, picked, usage, .. } = *drawing;
    let pen = Pen::new(context, palette, ground, frame);
    let (quiet, sprites) = still.prepare(palette, ground, frame)?;
    context.reset_transform()?;
    context.set_fill_style_str(palette.css("panel"));
    context.fill_rect(0.0, 0.0, f64::from(frame.pixels.0), f64::from(frame.pixels.1));
    context.set_line_cap("butt");
    if let Some(carried) = picture.carried.as_ref().filter(|_| usage) {
        pen.enter()?;
        pen.usage(carried);
        context.reset_transform()?;
    }
    context.draw_image_with_html_canvas_element(quiet, 0.0, 0.0)?;
    pen.enter()?;
    pen.picked_wire(picked);
    pen.lanes(&picture.lanes, picked)?;
    pen.candidates(&picture.candidates);
    pen.labels(&picture.labels)?;
    sprites.nodes(&pen, &picture.nodes, |mark| *mark != NodeMark::default())?;
    pen.letters(&picture.nodes)?;
    pen.picked_node(picked)?;
    // Over the nodes: a square would cover the header that waits at its edge.
    pen.blocked(&picture.lanes);
    pen.queues(&picture.queues)
}
