//! The part of the layout that the canvas shows: all of it, or a part, larger.

use crate::prelude::*;

pub(crate) const CLOSEST: f64 = 8.0;

/// A step of the zoom buttons and keys.
pub(crate) const STEP: f64 = 1.5;

/// The part of the canvas at each edge that is too near to the edge for what the reader goes to.
const EDGE: f64 = 0.15;

/// As `EDGE`, for a message that the page follows by itself.
const MIDDLE: f64 = 0.35;

/// The least distance of neighbouring nodes at which the whole network is shown, CSS pixels.
const NEAR: f64 = 24.0;

/// Their distance in a network that is shown in part, in widths of the canvas.
const APART: f64 = 0.16;

/// The width of the overview, in widths of the canvas.
const OVERVIEW: f64 = 0.3;

/// The visible part of the layout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StageView {
    /// 1: the whole layout.
    scale: f64,
    /// The place of the upper left corner of the layout on the canvas, CSS pixels: never to the right of the canvas's own corner, or below.
    corner: Place,
}

/// The whole layout in small, at the lower left of the canvas of a view that shows a part of it. All CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overview {
    /// Its upper left corner on the canvas.
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

    /// The scale, as a percentage.
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

    /// The layout covers the canvas.
    fn within(self, (width, height): Place) -> Self {
        let keep = |corner: f64, length: f64| corner.clamp(length * (1.0 - self.scale), 0.0);
        Self { corner: (keep(self.corner.0, width), keep(self.corner.1, height)), ..self }
    }

    /// Moved so that a place of the layout, in widths, is well within the canvas.
    pub(crate) fn showing(self, place: Place, size: Place) -> Self {
        self.keeping(place, size, EDGE)
    }

    /// The surroundings of a place of a layout, in widths, in which neighbours are `pitch` widths apart: as large as they have to be.
    pub(crate) fn around(self, place: Place, pitch: f64, size: Place) -> Self {
        if pitch <= 0.0 || pitch * size.0 >= NEAR {
            return Self::default();
        }
        let scale = (APART / pitch).clamp(1.0, CLOSEST);
        // Another size begins in the middle.
        let edge = if self.scale.to_bits() == scale.to_bits() { MIDDLE } else { 0.5 };
        Self { scale, ..self }.keeping(place, size, edge)
    }

    /// Centred on a place of the layout, in widths.
    pub(crate) fn centred(self, place: Place, size: Place) -> Self {
        self.keeping(place, size, 0.5)
    }

    /// The overview, where only a part is seen.
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
    fn keeping(self, place: Place, size: Place, edge: f64) -> Self {
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

    const SIZE: Place = (400.0, 300.0);

    /// The layout covers a canvas of that size.
    fn covers(view: StageView, size: Place) -> bool {
        let (width, (x, y)) = view.laid(size.0);
        let height = width * size.1 / size.0;
        x <= 0.0 && y <= 0.0 && x + width >= size.0 - 1e-9 && y + height >= size.1 - 1e-9
    }

    #[test]
    fn a_place_that_is_zoomed_about_stays_where_it_is() {
        let mut view = StageView::default();
        for about in [(200.0, 150.0), (0.0, 0.0), (400.0, 300.0), (37.0, 290.0)] {
            let (width, corner) = view.laid(SIZE.0);
            let layout = ((about.0 - corner.0) / width, (about.1 - corner.1) / width);
            view = view.zoomed(STEP, about, SIZE);
            let now = view.on_canvas(layout, SIZE.0);
            assert!((now.0 - about.0).abs() < 1e-9 && (now.1 - about.1).abs() < 1e-9, "{about:?} {now:?}");
        }
        assert!(view.is_close() && covers(view, SIZE));
    }

    #[test]
    fn zoom_ends_at_the_whole_and_at_eight_times() {
        let about = (100.0, 80.0);
        let mut view = StageView::default().zoomed(0.1, about, SIZE);
        assert_eq!(view, StageView::default(), "no smaller than the whole");
        let levels: Vec<_> = (0..7)
            .map(|_| {
                view = view.zoomed(STEP, about, SIZE);
                view.level()
            })
            .collect();
        assert_eq!(levels, ["150 %", "225 %", "338 %", "506 %", "759 %", "800 %", "800 %"]);
        assert!(view.is_closest());
        assert!(!view.zoomed(1.0 / STEP, about, SIZE).is_closest());
        assert_eq!(view.zoomed(1e-3, about, SIZE), StageView::default(), "the whole network returns to its place");
    }

    #[test]
    fn the_layout_covers_the_canvas_wherever_it_is_moved() {
        let mut view = StageView::default();
        assert_eq!(view.moved((50.0, -50.0), SIZE), view, "the whole cannot be moved");
        for (factor, by) in
            [(3.0, (1e6, 1e6)), (1.0, (-1e6, 20.0)), (0.5, (3.0, -1e6)), (5.0, (-70.0, 1e6)), (0.2, (0.0, 0.0))]
        {
            view = view.zoomed(factor, (10.0, 290.0), SIZE).moved(by, SIZE);
            assert!(covers(view, SIZE), "{view:?}");
        }
    }

    #[test]
    fn what_the_reader_goes_to_comes_well_into_the_canvas() {
        let close = StageView::default().zoomed(4.0, (0.0, 0.0), SIZE);
        for place in [(0.5, 0.4), (0.97, 0.7), (0.3, 0.74), (0.02, 0.02)] {
            let view = close.showing(place, SIZE);
            let at = view.on_canvas(place, SIZE.0);
            assert!(covers(view, SIZE) && (0.0..=SIZE.0).contains(&at.0) && (0.0..=SIZE.1).contains(&at.1), "{at:?}");
            // Away from the rim of the layout it keeps its distance from the edge of the canvas.
            if place == (0.5, 0.4) {
                assert!((60.0..=340.0).contains(&at.0) && (45.0..=255.0).contains(&at.1), "{at:?}");
            }
        }
        let there = close.showing((0.5, 0.4), SIZE);
        assert_eq!(there.showing((0.5, 0.4), SIZE), there, "what is in view moves nothing");
    }

    #[test]
    fn a_network_of_small_nodes_is_seen_around_a_place_and_moves_only_when_that_leaves_the_middle() {
        let whole = StageView::default();
        assert_eq!(whole.around((0.5, 0.4), 0.06, SIZE), whole, "24 pixels apart");
        assert_eq!(whole.around((0.5, 0.4), 0.2, (90.0, 60.0)), whole, "a narrow canvas of a few nodes is shown whole");
        let view = whole.around((0.5, 0.4), 0.04, SIZE);
        assert_eq!(view.level(), "400 %", "0.16 widths apart instead of 0.04");
        let at = view.on_canvas((0.5, 0.4), SIZE.0);
        assert!((at.0 - 200.0).abs() < 1e-9 && (at.1 - 150.0).abs() < 1e-9, "{at:?}");
        assert_eq!(view.around((0.52, 0.41), 0.04, SIZE), view);
        let further = view.around((0.56, 0.4), 0.04, SIZE);
        let at = further.on_canvas((0.56, 0.4), SIZE.0);
        assert!(covers(further, SIZE) && (at.0 - 260.0).abs() < 1e-9, "{at:?}");
        assert_eq!(whole.around((0.5, 0.4), 0.001, SIZE).level(), "800 %");
    }

    #[test]
    fn the_overview_shows_which_part_is_seen_and_leads_to_any_place() {
        assert_eq!(StageView::default().overview(SIZE), None);
        let view = StageView::default().around((0.5, 0.4), 0.04, SIZE);
        let overview = view.overview(SIZE).expect("a part is seen");
        assert_eq!((overview.corner, overview.size), ((0.0, 210.0), (120.0, 90.0)));
        let ((x, y), (across, down)) = overview.part;
        assert!((x - 45.0).abs() < 1e-9 && (y - 36.75).abs() < 1e-9, "{x} {y}");
        assert!((across - 30.0).abs() < 1e-9 && (down - 22.5).abs() < 1e-9);
        assert_eq!(overview.place((60.0, 255.0)), Some((0.5, 0.375)));
        assert_eq!((overview.place((121.0, 255.0)), overview.place((60.0, 209.0))), (None, None));
        let there = view.centred((0.3, 0.3), SIZE).on_canvas((0.3, 0.3), SIZE.0);
        assert!((there.0 - 200.0).abs() < 1e-9 && (there.1 - 150.0).abs() < 1e-9, "{there:?}");
    }

    #[test]
    fn a_canvas_of_another_size_shows_the_same_part() {
        let view = StageView::default().zoomed(3.0, (300.0, 200.0), SIZE);
        let half = view.resized(0.5, (200.0, 150.0));
        for place in [(0.1, 0.1), (0.6, 0.5), (0.9, 0.7)] {
            let (before, after) = (view.on_canvas(place, 400.0), half.on_canvas(place, 200.0));
            assert!((before.0 / 2.0 - after.0).abs() < 1e-9 && (before.1 / 2.0 - after.1).abs() < 1e-9);
        }
        // A canvas without size, as when the panel is hidden, loses nothing but the place.
        let hidden = view.resized(0.0, (0.0, 0.0));
        assert_eq!(hidden.level(), "300 %");
        assert!(covers(hidden.resized(1.0, SIZE), SIZE));
    }
}
