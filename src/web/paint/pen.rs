//! What every part of a frame is drawn with.

use crate::{
    animation::frame::{Layout, Link, Node, Place},
    page::palette::Palette,
    page::player::geometry::{Size, Viewport},
    web::dom::Fallible,
};
use std::f64::consts::TAU;
use web_sys::CanvasRenderingContext2d;

/// What is drawn where, and with what.
pub struct Pen<'a> {
    pub context: &'a CanvasRenderingContext2d,
    pub palette: &'a Palette,
    pub layout: &'a Layout,
    pub viewport: Viewport,
    pub size: Size,
}

impl<'a> Pen<'a> {
    pub fn new(
        context: &'a CanvasRenderingContext2d,
        palette: &'a Palette,
        layout: &'a Layout,
        viewport: Viewport,
    ) -> Self {
        Self { context, palette, layout, viewport, size: Size::of(layout, viewport.width) }
    }
}

impl Pen<'_> {
    /// Lets the context draw on the layout in CSS pixels.
    pub fn enter(&self) -> Fallible {
        let Viewport { density, corner, .. } = self.viewport;
        self.context.set_transform(density, 0.0, 0.0, density, 0.0, 0.0)?;
        self.context.translate(corner.0, corner.1)
    }

    pub fn place(&self, node: &Node) -> Place {
        self.size.place(node.place)
    }

    pub fn disc(&self, (x, y): Place, radius: f64) -> Fallible {
        self.context.begin_path();
        self.context.arc(x, y, radius, 0.0, TAU)
    }

    pub fn ink(&self, colour: &str, width: f64) {
        self.colour(self.palette.css(colour), width);
    }

    /// The same in a colour as CSS writes it.
    pub fn colour(&self, css: &str, width: f64) {
        self.context.set_stroke_style_str(css);
        self.context.set_line_width(width);
    }

    pub fn stroke<'p>(&self, lines: impl IntoIterator<Item = &'p [Place]>) {
        self.context.begin_path();
        for line in lines {
            for (index, &(x, y)) in line.iter().enumerate() {
                if index == 0 { self.context.move_to(x, y) } else { self.context.line_to(x, y) }
            }
        }
        self.context.stroke();
    }

    pub fn link(&self, link: u32) -> Option<&Link> {
        self.layout.links.get(link as usize)
    }
}
