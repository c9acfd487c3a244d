//! The fixed parts of the layout: links, datelines and nodes with nothing to do. It is drawn once onto a canvas of its own, which every
//! frame is drawn upon, because in large networks it is most of what is to be drawn.

use super::{Canvas, enter, sprites::Sprites};
use crate::dom::{self, Fallible};
use flitscope::animation::frame::{Layout, NodeMark};
use flitscope_page::{Palette, Pen, Viewport, paint};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// The canvas of what stands still.
pub(crate) struct Still {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    /// Where it was drawn last, and in which colours; `None` when it must be drawn anew.
    drawn: Option<(Viewport, Palette)>,
    sprites: Sprites,
}

impl Still {
    /// An empty one.
    pub(crate) fn new() -> Fallible<Self> {
        let (canvas, context) = dom::canvas()?;
        Ok(Self { canvas, context, drawn: None, sprites: Sprites::new()? })
    }

    /// Lets the next frame draw it anew: another layout.
    pub(crate) fn forget(&mut self) {
        self.drawn = None;
    }

    /// The canvas, drawn for that frame, and the sprites of nodes.
    pub(super) fn prepare(
        &mut self,
        palette: &Palette,
        layout: &Layout,
        viewport: Viewport,
    ) -> Fallible<(&HtmlCanvasElement, &mut Sprites)> {
        if self.drawn.as_ref().is_none_or(|(at, colours)| *at != viewport || colours != palette) {
            // A canvas that is given a size is empty.
            self.canvas.set_width(viewport.pixels.0);
            self.canvas.set_height(viewport.pixels.1);
            let surface = Canvas(&self.context);
            let pen = Pen::new(&surface, palette, layout, viewport.width);
            enter(&self.context, viewport)?;
            let (marks, mut drawn) = (vec![NodeMark::default(); layout.nodes.len()], Ok(()));
            paint::still(&pen, || drawn = self.sprites.nodes(&self.context, &pen, viewport, &marks, |_| true));
            drawn?;
            self.drawn = Some((viewport, palette.clone()));
        }
        Ok((&self.canvas, &mut self.sprites))
    }
}
