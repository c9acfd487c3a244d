//! The pen: surface, layout and colours for every part of a frame.

use crate::{
    dom::palette::hue_in,
    player::{prelude::*, stage::geometry::head},
};
use std::f64::consts::TAU;

pub struct Pen<'a> {
    /// The surface, with the origin at the upper left corner of the layout.
    pub surface: &'a dyn Surface,
    pub palette: &'a Palette,
    pub layout: &'a Layout,
    pub size: CanvasSizes,
    pub followed: Option<u32>,
    /// True if every lane in use belongs to that message.
    pub whole: bool,
    /// The messages of a circle or an open node: each has a hue of its own.
    pub tied: &'a [u32],
    /// True if all messages but the followed one are pale.
    pub pale: bool,
    /// True if the layout has the tree of a broadcast.
    pub broadcast: bool,
}

impl<'a> Pen<'a> {
    /// A pen for a layout that is drawn so wide, CSS pixels.
    pub fn new(surface: &'a dyn Surface, palette: &'a Palette, layout: &'a Layout, width: f64) -> Self {
        let (size, broadcast) = (CanvasSizes::of(layout, width), layout.has_tree());
        Self { surface, palette, layout, size, followed: None, whole: false, tied: &[], pale: false, broadcast }
    }

    /// This pen for a frame in which a message is followed, or some are in a circle.
    pub(super) fn of(pen: &Self, frame: &'a Frame) -> Self {
        let followed = frame.followed.as_ref();
        Self {
            followed: followed.map(|followed| followed.message),
            whole: followed.is_some_and(|followed| followed.whole),
            tied: frame.inside.as_ref().map_or(&frame.tied, |inside| &inside.hues),
            pale: frame.pale,
            ..*pen
        }
    }
}

impl Pen<'_> {
    pub(super) fn is_followed(&self, message: u32) -> bool {
        self.whole || self.followed == Some(message)
    }

    pub(super) fn place(&self, node: &Node) -> Place {
        self.size.place(node.place)
    }

    pub(super) fn disc(&self, centre: Place, radius: f64) {
        self.surface.begin();
        self.surface.arc(centre, radius, (0.0, TAU));
    }

    pub(super) fn ink(&self, colour: &str, width: f64) {
        self.surface.line(self.palette.css(colour), width);
    }

    pub(super) fn paint(&self, colour: &str) {
        self.surface.paint(self.palette.css(colour));
    }

    pub(super) fn lines(&self, lines: &[impl AsRef<[Place]>]) {
        lines.iter().for_each(|line| self.course(line.as_ref()));
    }

    // Not written out where it is used, which would weigh a kilobyte.
    fn course(&self, line: &[Place]) {
        for (index, &place) in line.iter().enumerate() {
            if index == 0 { self.surface.move_to(place) } else { self.surface.line_to(place) }
        }
    }

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

    /// The tree of a broadcast, as far as its nodes have the message.
    pub(super) fn tree(&self, marks: &[NodeMark]) {
        let has = |node: u32| marks.get(node as usize).is_some_and(|mark| mark.tone == NodeTone::Full);
        let near = |node: u32| marks.get(node as usize).is_some_and(|mark| mark.near);
        for (colour, first) in [("worm", false), ("near", true)] {
            let links =
                self.layout.links.iter().filter(|link| link.weight > 0.0 && has(link.to) && near(link.to) == first);
            self.ink(colour, 6.0 * self.size.unit);
            self.stroke(&links.flat_map(|link| self.size.course(link, 0.0)).collect::<Vec<_>>());
        }
    }

    /// Draws a band along the middle of the lanes of links.
    pub(super) fn band(&self, links: &mut dyn Iterator<Item = &Link>) {
        self.surface.begin();
        links.for_each(|link| self.lines(&self.size.pieces(link, self.size.middle(link))));
        self.surface.stroke();
    }

    /// The colour of a message: its hue, or that of the one that is followed.
    pub(super) fn hue(&self, message: u32) -> &str {
        self.palette.css(if self.is_followed(message) { "worm" } else { hue_in(self.tied, message) })
    }

    /// Fills a form of corners about a place, turned in a direction.
    pub(super) fn form(&self, corners: &[Place], place: Place, way: Place) {
        let corners: Vec<Place> = corners.iter().map(|corner| turned(*corner, place, way)).collect();
        self.surface.begin();
        self.course(&corners);
        corners.first().into_iter().for_each(|&corner| self.surface.line_to(corner));
        self.surface.fill();
    }

    /// Begins a rectangle with round corners, from its upper left corner.
    pub(super) fn rounded(&self, corner: Place, size: Place, radius: f64) {
        self.surface.begin();
        self.corners(corner, size, radius);
    }

    pub(super) fn corners(&self, (x, y): Place, (width, height): Place, radius: f64) {
        // From corner to corner, clockwise, each in steps of a sixth of a right angle.
        let (left, right, upper, lower) = (x + radius, x + width - radius, y + radius, y + height - radius);
        let at = |corner: u32, step: u32| {
            let (x, y) = [(right, upper), (right, lower), (left, lower), (left, upper)][corner as usize];
            let angle = (f64::from(6 * corner + step) / 24.0 - 0.25) * TAU;
            (x + radius * libm::cos(angle), y + radius * libm::sin(angle))
        };
        self.surface.move_to(at(0, 0));
        (0..4).for_each(|corner| (0..=6).for_each(|step| self.surface.line_to(at(corner, step))));
        self.surface.line_to(at(0, 0));
    }

    pub(super) fn link(&self, link: u32) -> Option<&Link> {
        self.layout.links.get(link as usize)
    }
}

/// A corner of a form, along its direction and across it, about a place.
pub(super) const fn turned((along, across): Place, (x, y): Place, (ux, uy): Place) -> Place {
    (x + along * ux - across * uy, y + along * uy + across * ux)
}
