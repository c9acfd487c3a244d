//! The part of the ground that the canvas shows: all of it, or a part, larger.

use super::{Stage, reader};
use crate::trace::picture::Place;

/// The largest zoom.
const CLOSEST: f64 = 8.0;

/// A step of the zoom buttons and keys.
pub const STEP: f64 = 1.5;

/// How much is seen, and from where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct View {
    /// 1: the whole ground.
    scale: f64,
    /// Where the upper left corner of the ground is on the canvas, CSS pixels: never to the right of its own, or below.
    corner: Place,
}

impl View {
    /// All of it.
    pub const fn whole() -> Self {
        Self { scale: 1.0, corner: (0.0, 0.0) }
    }

    /// Whether only a part is seen.
    pub fn close(self) -> bool {
        self.scale > 1.0
    }

    /// Whether it cannot be larger.
    pub fn closest(self) -> bool {
        self.scale >= CLOSEST
    }

    /// How large it is, as a percentage.
    pub fn level(self) -> String {
        format!("{} %", (100.0 * self.scale).round())
    }

    /// So much larger about a place of a canvas of that size, which stays where it is.
    fn zoomed(self, factor: f64, about: Place, size: Place) -> Self {
        let scale = (self.scale * factor).clamp(1.0, CLOSEST);
        let ratio = scale / self.scale;
        let corner = (about.0 - (about.0 - self.corner.0) * ratio, about.1 - (about.1 - self.corner.1) * ratio);
        Self { scale, corner }.within(size)
    }

    fn moved(self, (x, y): Place, size: Place) -> Self {
        Self { corner: (self.corner.0 + x, self.corner.1 + y), ..self }.within(size)
    }

    /// The ground covers the canvas.
    fn within(self, (width, height): Place) -> Self {
        let keep = |corner: f64, length: f64| corner.clamp(length * (1.0 - self.scale), 0.0);
        Self { corner: (keep(self.corner.0, width), keep(self.corner.1, height)), ..self }
    }

    /// Moved so that a place of the ground, in widths, is well within the canvas.
    pub fn showing(self, (x, y): Place, size: Place) -> Self {
        let edge = 0.15;
        let shift = |at: f64, length: f64| at.clamp(edge * length, (1.0 - edge) * length) - at;
        let at = (x * size.0 * self.scale + self.corner.0, y * size.0 * self.scale + self.corner.1);
        self.moved((shift(at.0, size.0), shift(at.1, size.1)), size)
    }
}

impl Stage {
    pub(super) fn size(&self) -> Place {
        let height = self.shown.as_ref().map_or(1.0, |shown| shown.scene.ground().height);
        (self.width, self.width * height)
    }

    /// The width of the whole ground, CSS pixels, and the place of its upper left corner.
    pub(super) fn laid(&self) -> (f64, Place) {
        (self.width * self.view.scale, self.view.corner)
    }

    /// Zooms by a factor about a place of the canvas; without one about where the reader is.
    pub fn zoom(&mut self, factor: f64, about: Option<Place>) {
        let size = self.size();
        let ground = self.shown.as_ref().map(|shown| shown.scene.ground());
        let at = self.item().zip(ground).and_then(|(item, ground)| reader::place(ground, item));
        let (width, corner) = self.laid();
        let at = at.map(|(x, y)| (x * width + corner.0, y * width + corner.1));
        let about = about.or(at).unwrap_or((size.0 / 2.0, size.1 / 2.0));
        self.view = self.view.zoomed(factor, about, size);
    }

    /// Shows the whole ground.
    pub const fn fit(&mut self) {
        self.view = View::whole();
    }

    /// Moves the part that is seen.
    pub fn pan(&mut self, by: Place) {
        self.view = self.view.moved(by, self.size());
    }

    /// Keeps the ground on the canvas when the canvas changes its size from one width to another.
    pub(super) fn resized(&mut self, from: f64) {
        let ratio = if from > 0.0 { self.width / from } else { 1.0 };
        let (x, y) = self.view.corner;
        self.view.corner = (x * ratio, y * ratio);
        self.view = self.view.within(self.size());
    }
}
