//! The part of the layout that the canvas shows: all of it, or a part, larger.

use crate::player::prelude::*;

pub(crate) const CLOSEST: f64 = 8.0;

pub(crate) const STEP: f64 = 1.5;

/// The part of the canvas at each edge that is too near to the edge for what the reader goes to.
pub(crate) const EDGE: f64 = 0.15;

/// As `EDGE`, for a message that the page follows by itself.
const MIDDLE: f64 = 0.35;

/// As `EDGE`, for a place that is to be in the middle.
pub(crate) const CENTRE: f64 = 0.5;

/// The least distance of neighbouring nodes at which the whole network is shown, CSS pixels.
const NEAR: f64 = 24.0;

/// Their distance in a network that is shown in part, in widths of the canvas.
const APART: f64 = 0.16;

/// The width of the overview, in widths of the canvas.
const OVERVIEW: f64 = 0.3;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StageView {
    /// 1 shows the whole layout, more a part.
    scale: f64,
    /// The place of the upper left corner of the layout on the canvas, CSS pixels: never to the right of the canvas's own corner, or below.
    corner: Place,
}

/// The whole layout in small, at the lower left of the canvas of a view that shows a part of it. All CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overview {
    pub corner: Place,
    pub size: Place,
    /// The upper left corner of the part that is seen, from that of the overview on, and its size.
    pub part: (Place, Place),
}

impl Overview {
    /// The network beside an open node: in the upper right corner, where neither node nor neighbour is.
    pub(crate) fn beside((across, down): Place, height: f64) -> Self {
        let wide = (0.21 * across).min(0.28 * down / height.max(0.1));
        let size = (wide, wide * height);
        Self { corner: (across - wide, 0.0), size, part: ((0.0, 0.0), size) }
    }

    /// The place of the layout, in widths, that is shown at a place of the canvas.
    pub(crate) fn place(&self, (x, y): Place) -> Option<Place> {
        let (x, y) = (x - self.corner.0, y - self.corner.1);
        let inside = (0.0..self.size.0).contains(&x) && (0.0..self.size.1).contains(&y);
        inside.then(|| (x / self.size.0, y / self.size.0))
    }
}

impl Default for StageView {
    fn default() -> Self {
        Self { scale: 1.0, corner: (0.0, 0.0) }
    }
}

impl StageView {
    /// True if only a part is seen.
    pub(crate) fn is_close(self) -> bool {
        self.scale > 1.0
    }

    /// True if it cannot be larger.
    pub(crate) fn is_closest(self) -> bool {
        self.scale >= CLOSEST
    }

    pub(crate) fn level(self) -> String {
        format!("{} %", (100.0 * self.scale).round())
    }

    /// The width of the whole layout on a canvas of that width, CSS pixels, and the place of its upper left corner.
    pub(crate) fn laid(self, width: f64) -> (f64, Place) {
        (width * self.scale, self.corner)
    }

    /// The place on a canvas of `width` pixels for a place of the layout, in widths.
    pub(crate) fn on_canvas(self, (x, y): Place, width: f64) -> Place {
        let (width, corner) = self.laid(width);
        (x * width + corner.0, y * width + corner.1)
    }

    /// So much larger about a place of a canvas of that size, which stays where it is.
    pub(crate) fn zoomed(self, factor: f64, about: Place, size: Place) -> Self {
        let scale = (self.scale * factor).clamp(1.0, CLOSEST);
        let ratio = scale / self.scale;
        let corner = (about.0 - (about.0 - self.corner.0) * ratio, about.1 - (about.1 - self.corner.1) * ratio);
        Self { scale, corner }.within(size)
    }

    /// The view moved by (x, y) pixels, as far as the layout covers the canvas.
    pub(crate) fn moved(self, (x, y): Place, size: Place) -> Self {
        Self { corner: (self.corner.0 + x, self.corner.1 + y), ..self }.within(size)
    }

    fn within(self, (width, height): Place) -> Self {
        let keep = |corner: f64, length: f64| corner.clamp(length * (1.0 - self.scale), 0.0);
        Self { corner: (keep(self.corner.0, width), keep(self.corner.1, height)), ..self }
    }

    /// The surroundings of a place of a layout, in widths, in which neighbours are `pitch` widths apart: as large as they have to be.
    pub(crate) fn around(self, place: Place, pitch: f64, size: Place) -> Self {
        if pitch <= 0.0 || pitch * size.0 >= NEAR {
            return Self::default();
        }
        let scale = (APART / pitch).clamp(1.0, CLOSEST);
        // Another size begins in the middle.
        let edge = if self.scale.to_bits() == scale.to_bits() { MIDDLE } else { CENTRE };
        Self { scale, ..self }.keeping(place, size, edge)
    }

    pub(crate) fn overview(self, size: Place) -> Option<Overview> {
        let (across, down) = (OVERVIEW * size.0, OVERVIEW * size.1);
        let (part, of) = (1.0 / self.scale, -OVERVIEW / self.scale);
        self.is_close().then_some(Overview {
            corner: (0.0, size.1 - down),
            size: (across, down),
            part: ((of * self.corner.0, of * self.corner.1), (part * across, part * down)),
        })
    }

    /// Moved so that a place is at least `edge` of the length of the canvas from each edge, as far as the layout covers it.
    pub(crate) fn keeping(self, place: Place, size: Place, edge: f64) -> Self {
        let shift = |at: f64, length: f64| at.clamp(edge * length, (1.0 - edge) * length) - at;
        let at = self.on_canvas(place, size.0);
        self.moved((shift(at.0, size.0), shift(at.1, size.1)), size)
    }

    /// The view on a canvas that has grown by a factor to a new size.
    pub(crate) fn resized(self, ratio: f64, size: Place) -> Self {
        Self { corner: (self.corner.0 * ratio, self.corner.1 * ratio), ..self }.within(size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_is_zoomed_moved_and_brought_to_places_and_the_layout_covers_the_canvas() {
        let act = |(view, size): &mut (StageView, Place), words: &[&str]| -> Told {
            let at = |x: &str, y: &str| (number(x), number(y));
            let mut answer = String::new();
            match *words {
                ["zoom", by, x, y] => *view = view.zoomed(number(by), at(x, y), *size),
                ["move", x, y] => *view = view.moved(at(x, y), *size),
                ["show", x, y] => *view = view.keeping(at(x, y), *size, EDGE),
                ["centre", x, y] => *view = view.keeping(at(x, y), *size, CENTRE),
                ["around", x, y, pitch] => *view = view.around(at(x, y), number(pitch), *size),
                ["canvas", ratio, x, y] => (*view, *size) = (view.resized(number(ratio), at(x, y)), at(x, y)),
                ["place", x, y] => answer = format!("{:.3?}", view.overview(*size).map(|small| small.place(at(x, y)))),
                _ => panic!("{words:?}"),
            }
            let (width, (x, y)) = view.laid(size.0);
            assert!(x <= 0.0 && y <= 0.0 && x + width >= size.0 - 1e-9 && y + view.scale * size.1 >= size.1 - 1e-9);
            let told = vec![
                ("level", view.level()),
                ("closest", view.is_closest().to_string()),
                ("laid", format!("{:.3?}", view.laid(size.0))),
                ("overview", format!("{:.3?}", view.overview(*size))),
            ];
            (answer, told)
        };
        let scripts = "
            the place that is zoomed about stays: zoom 1.5 200 150; zoom 1.5 0 0; zoom 1.5 400 300; zoom 1.5 37 290
            from the whole to eight times: zoom 0.1 100 80; zoom 2.25 100 80; zoom 3.5 100 80; zoom 1.5 100 80; zoom 1.5 100 80; \
                zoom 0.67 100 80; zoom 0.001 100 80
            the whole cannot be moved: move 50 -50
            moved to the edges: zoom 3 10 290; move 1e6 1e6; move -1e6 20; zoom 0.5 10 290; move 3 -1e6; zoom 5 10 290; move -70 1e6; \
                zoom 0.2 10 290
            the reader goes to a place: zoom 4 0 0; show 0.5 0.4; show 0.5 0.4; show 0.97 0.7; show 0.3 0.74; show 0.02 0.02
            small nodes are seen around a place: around 0.5 0.4 0.06; around 0.5 0.4 0.04; around 0.52 0.41 0.04; around 0.56 0.4 0.04; \
                around 0.5 0.4 0.001
            a few nodes on a narrow canvas are seen whole: canvas 1 90 60; around 0.5 0.4 0.2
            the overview leads to any place: place 60 255; around 0.5 0.4 0.04; place 60 255; place 121 255; place 60 209; centre 0.3 0.3
            another canvas shows the same part: zoom 3 300 200; canvas 0.5 200 150; canvas 0 0 0; canvas 1 400 300
        ";
        scripts::tell("parts of the layout", scripts, || (StageView::default(), (400.0, 300.0)), act);
    }
}
