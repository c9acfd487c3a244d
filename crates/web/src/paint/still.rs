//! The fixed parts of the layout, most of the drawing in large networks: drawn once, onto a canvas that every frame begins with.

use super::{Canvas, enter};
use crate::dom::{self, Fallible};
use flitscope_page::{Palette, Pen, Viewport, paint};
use flitscope_show::animation::frame::Layout;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// The canvas of the fixed parts.
pub(crate) struct Still {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    /// The viewport and the colours of the last drawing; `None` if it must be drawn anew.
    drawn: Option<(Viewport, Palette)>,
}

impl Still {
    pub(crate) fn new() -> Fallible<Self> {
        let (canvas, context) = dom::canvas()?;
        Ok(Self { canvas, context, drawn: None })
    }

    /// Lets the next frame draw it anew: another layout.
    pub(crate) fn forget(&mut self) {
        self.drawn = None;
    }

    /// The canvas, drawn for that frame.
    pub(super) fn prepare(
        &mut self,
        palette: &Palette,
        layout: &Layout,
        viewport: Viewport,
    ) -> Fallible<&HtmlCanvasElement> {
        if self.drawn.as_ref().is_none_or(|(at, colours)| *at != viewport || colours != palette) {
            // A canvas that is given a size is empty.
            self.canvas.set_width(viewport.pixels.0);
            self.canvas.set_height(viewport.pixels.1);
            self.context.set_line_join("round");
            let surface = Canvas::new(&self.context);
            let pen = Pen::new(&surface, palette, layout, viewport.width);
            enter(&self.context, viewport.density, viewport.corner)?;
            paint::still(&pen);
            self.drawn = Some((viewport, palette.clone()));
        }
        Ok(&self.canvas)
    }
}
