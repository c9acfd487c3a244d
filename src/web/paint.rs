//! The painter: draws a frame of any animation.
//!
//! A lane is drawn beside its link, on the right-hand side of its direction where another link leads back, as a row of dashes that moves on
//! by a quarter of its period for every flit that crosses: a row that stands still is a worm that waits. Where lanes are too fine to see
//! flits, each is a line. Where all of this stands, [`crate::page::player::geometry`] says.

mod lanes;
mod links;
mod nodes;
mod pen;
mod sprites;
mod still;
mod usage;

use super::dom::Fallible;
use crate::{
    animation::frame::NodeMark,
    page::{
        palette::Palette,
        player::{Drawing, geometry::Viewport},
    },
};
use pen::Pen;
pub use still::Still;
use web_sys::CanvasRenderingContext2d;

/// Draws a frame.
pub fn draw(
    context: &CanvasRenderingContext2d,
    still: &mut Still,
    palette: &Palette,
    drawing: &Drawing,
    viewport: Viewport,
) -> Fallible {
    let Drawing { layout, frame, picked, usage, lit, .. } = *drawing;
    let pen = Pen::new(context, palette, layout, viewport);
    let (quiet, sprites) = still.prepare(palette, layout, viewport)?;
    context.reset_transform()?;
    context.set_fill_style_str(palette.css("panel"));
    context.fill_rect(0.0, 0.0, f64::from(viewport.pixels.0), f64::from(viewport.pixels.1));
    context.set_line_cap("butt");
    if let Some(carried) = frame.carried.as_ref().filter(|_| usage) {
        pen.enter()?;
        pen.usage(carried);
        context.reset_transform()?;
    }
    context.draw_image_with_html_canvas_element(quiet, 0.0, 0.0)?;
    pen.enter()?;
    lit.into_iter().try_for_each(|count| pen.lit(count))?;
    pen.picked_link(picked);
    pen.lanes(&frame.lanes, picked)?;
    pen.candidates(&frame.candidates);
    pen.circle(&frame.circle);
    pen.labels(&frame.labels)?;
    sprites.nodes(&pen, &frame.nodes, |mark| *mark != NodeMark::default())?;
    pen.letters(&frame.nodes)?;
    pen.picked_node(picked)?;
    // Over the nodes: a square would cover the header that waits at its edge.
    pen.blocked(&frame.lanes);
    pen.queues(&frame.queues)
}
