//! The pen: surface, layout and colours for every part of a frame.

use super::Surface;
use crate::{
    dom::palette::Palette,
    player::stage::geometry::{CanvasSizes, head},
};
use flitscope::animation::frame::{Layout, Link, Node, Place};
use std::f64::consts::TAU;

/// Surface, layout and colours.
pub struct Pen<'a> {
    /// The surface, with the origin at the upper left corner of the layout.
    pub surface: &'a dyn Surface,
    /// The colours.
    pub palette: &'a Palette,
    /// The layout.
    pub layout: &'a Layout,
    /// Sizes in CSS pixels.
    pub size: CanvasSizes,
}

impl<'a> Pen<'a> {
    /// A pen for a layout that is drawn so wide, CSS pixels.
    pub fn new(surface: &'a dyn Surface, palette: &'a Palette, layout: &'a Layout, width: f64) -> Self {
        Self { surface, palette, layout, size: CanvasSizes::of(layout, width) }
    }
}

impl Pen<'_> {
    pub(super) fn place(&self, node: &Node) -> Place {
        self.size.place(node.place)
    }

    /// Begins a disc.
    pub(super) fn disc(&self, centre: Place, radius: f64) {
        self.surface.begin();
        self.surface.arc(centre, radius, (0.0, TAU));
    }

    /// Sets the colour of lines, from the palette.
    pub(super) fn ink(&self, colour: &str, width: f64) {
        self.surface.line(self.palette.css(colour), width);
    }

    /// Sets the colour of areas, from the palette.
    pub(super) fn paint(&self, colour: &str) {
        self.surface.paint(self.palette.css(colour));
    }

    /// Adds lines to the path.
    pub(super) fn lines(&self, lines: &[impl AsRef<[Place]>]) {
        lines.iter().for_each(|line| self.course(line.as_ref()));
    }

    // Not written out where it is used, which would weigh a kilobyte.
    #[inline(never)]
    fn course(&self, line: &[Place]) {
        for (index, &place) in line.iter().enumerate() {
            if index == 0 { self.surface.move_to(place) } else { self.surface.line_to(place) }
        }
    }

    /// Draws lines.
    pub(super) fn stroke(&self, lines: &[impl AsRef<[Place]>]) {
        self.surface.begin();
        self.lines(lines);
        self.surface.stroke();
    }

    /// Draws a line so far beside a link, with an arrow head of that reach at its end.
    pub(super) fn arrow(&self, link: &Link, beside: f64, reach: f64) {
        let pieces = self.size.pieces(link, beside);
        self.stroke(&pieces);
        self.stroke(pieces.last().and_then(|line| head(line, 1.0, reach)).as_slice());
    }

    /// Draws a band along the middle of the lanes of links.
    pub(super) fn band(&self, links: &mut dyn Iterator<Item = &Link>) {
        self.surface.begin();
        links.for_each(|link| self.lines(&self.size.pieces(link, self.size.middle(link))));
        self.surface.stroke();
    }

    pub(super) fn link(&self, link: u32) -> Option<&Link> {
        self.layout.links.get(link as usize)
    }
}
