//! What stands still on the ground: wires, datelines and nodes with nothing to do. It is drawn once onto a canvas of its own, which every
//! picture is drawn upon, because in large networks it is most of what is to be drawn.

use super::{Pen, stamps::Stamps};
use crate::{
    trace::picture::{Ground, NodeMark, Place},
    web::{
        dom::{self, Fallible},
        palette::Palette,
    },
};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// Where the ground lies on the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// The size of the canvas, pixels of the screen.
    pub pixels: (u32, u32),
    /// Those in a CSS pixel.
    pub density: f64,
    /// The width of the whole ground, CSS pixels, and the place of its upper left corner.
    pub width: f64,
    /// That corner.
    pub corner: Place,
}

impl Frame {
    /// Lets a context draw on the ground in CSS pixels.
    pub fn enter(&self, context: &CanvasRenderingContext2d) -> Fallible {
        context.set_transform(self.density, 0.0, 0.0, self.density, 0.0, 0.0)?;
        context.translate(self.corner.0, self.corner.1)
    }
}

/// The canvas of what stands still.
pub struct Still {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    /// Where it was drawn last, and in which colours; `None` when it must be drawn anew.
    drawn: Option<(Frame, Palette)>,
    stamps: Stamps,
}

impl Still {
    /// An empty one.
    pub fn new() -> Fallible<Self> {
        let (canvas, context) = dom::canvas()?;
        Ok(Self { canvas, context, drawn: None, stamps: Stamps::new()? })
    }

    /// Lets the next picture draw it anew: another ground.
    pub fn forget(&mut self) {
        self.drawn = None;
    }

    /// The canvas, drawn for that frame, and the stamps of small nodes.
    pub(super) fn prepare(
        &mut self,
        palette: &Palette,
        ground: &Ground,
        frame: Frame,
    ) -> Fallible<(&HtmlCanvasElement, &mut Stamps)> {
        if self.drawn.as_ref().is_none_or(|(at, colours)| *at != frame || colours != palette) {
            // A canvas that is given a size is empty.
            self.canvas.set_width(frame.pixels.0);
            self.canvas.set_height(frame.pixels.1);
            frame.enter(&self.context)?;
            let pen = Pen::new(&self.context, palette, ground, frame);
            pen.wires();
            pen.nodes(&vec![NodeMark::default(); ground.nodes.len()], |_| true, &mut self.stamps)?;
            pen.labels_beside()?;
            self.drawn = Some((frame, palette.clone()));
        }
        Ok((&self.canvas, &mut self.stamps))
    }
}
