//! The canvases of the animation and of what is beside it.

use crate::{
    dom::{self, Fallible},
    paint::{self, Still},
};
use flitscope_page::{Drawing, Palette, Viewport};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// The canvas of the network, with the canvas of its fixed parts.
pub(crate) struct PlayerCanvas {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    still: Still,
    /// The number of the recording whose network was drawn last.
    drawn: u32,
}

impl PlayerCanvas {
    /// The canvas of that id, still empty.
    pub(crate) fn new(id: &str) -> Fallible<Self> {
        let canvas: HtmlCanvasElement = dom::by_id(id)?;
        let context = dom::context(&canvas)?;
        Ok(Self { canvas, context, still: Still::new()?, drawn: 0 })
    }

    /// The width that the page gives the canvas, CSS pixels.
    pub(crate) fn width(&self) -> f64 {
        f64::from(self.canvas.client_width())
    }

    /// Paints a frame, if there is one.
    pub(crate) fn paint(&mut self, drawing: Option<Drawing<'_>>, palette: &Palette) -> Fallible {
        let Some(drawing) = drawing else { return Ok(()) };
        let Some(viewport) = Viewport::of(drawing.size, dom::density()?, drawing.laid) else { return Ok(()) };
        let (across, down) = viewport.pixels;
        if self.canvas.width() != across || self.canvas.height() != down {
            self.canvas.set_width(across);
            self.canvas.set_height(down);
        }
        if self.drawn != drawing.number {
            self.drawn = drawing.number;
            self.still.forget();
        }
        paint::draw(&self.context, &mut self.still, palette, &drawing, viewport)
    }
}
