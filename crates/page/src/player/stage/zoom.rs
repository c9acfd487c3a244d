//! The part of the network on the canvas: chosen by the reader, or the surroundings of the message that is followed.

use super::{geometry, inside};
use crate::player::prelude::*;

/// The width of a canvas, CSS pixels, below which the whole network in small would cover too much of it.
const ROOMY: f64 = 240.0;

impl Player {
    /// The page gives the canvas another width, and that of what is beside, CSS pixels.
    pub(crate) fn measure(&mut self, width: f64, beside: f64) {
        let (before, _) = std::mem::replace(&mut self.widths, (width, beside));
        let ratio = if before > 0.0 { width / before } else { 1.0 };
        self.view = self.view.resized(ratio, self.size());
    }

    /// The size of the canvas, CSS pixels.
    pub(crate) fn size(&self) -> Place {
        (self.widths.0, self.widths.0 * self.tall())
    }

    /// The height of the canvas, in widths.
    pub(in crate::player) fn tall(&self) -> f64 {
        let network = || self.animation().map_or(1.0, |animation| animation.layout().height);
        if self.inside().is_some() { inside::tall(self.widths.0) } else { network() }
    }

    /// Zooms by a factor about a place of the canvas; without one about where the reader is.
    pub(crate) fn zoom(&mut self, factor: f64, about: Option<Place>) {
        let size = self.size();
        let item = || geometry::place(self.animation()?.layout(), self.selection.item()?);
        let here = || item().map(|place| self.view.on_canvas(place, self.widths.0));
        let about = about.or_else(here).unwrap_or((size.0 / 2.0, size.1 / 2.0));
        self.hold(self.view.zoomed(factor, about, size));
    }

    pub(crate) fn fit(&mut self) {
        self.hold(StageView::default());
    }

    pub(in crate::player) fn hold(&mut self, view: StageView) {
        (self.view, self.held) = (view, true);
    }

    /// Where the nodes of a run would be too near to each other, the surroundings of the message that is followed are seen. Those who wait
    /// in a circle are seen whole, as are all other animations, and switches, which stand in columns.
    pub(in crate::player) fn roam(&mut self) {
        let run = self.is_run();
        let Some(Recording { animation, frame, .. }) = self.recorder.shown.as_ref().filter(|_| !self.held) else {
            return;
        };
        let layout = animation.layout();
        if !run || !frame.tied.is_empty() || layout.switch.0 > 0.0 {
            self.view = StageView::default();
            return;
        }
        let Some(followed) = &frame.followed else { return };
        let Some(node) = layout.nodes.get(followed.node as usize) else { return };
        self.view = self.view.around(node.place, layout.pitch, self.size());
    }

    pub(crate) fn pan(&mut self, by: Place) {
        let moved = self.view.moved(by, self.size());
        // A finger that scrolls the page moves nothing.
        if moved != self.view {
            self.hold(moved);
        }
    }

    /// The whole network in small, where a part is seen, or the inside of a node.
    pub(in crate::player) fn overview(&self) -> Option<Overview> {
        let size = self.size();
        let Some(animation) = self.animation().filter(|_| self.inside().is_some()) else {
            return self.view.overview(size).filter(|_| size.0 >= ROOMY);
        };
        Some(Overview::beside(size, animation.layout().height))
    }
}
