//! The curve that a reader draws before it is seen: five heights across the load axis, and the load at which it ends. They are put by
//! sliders, or by a pointer on the chart itself.

use crate::prelude::*;

/// Places across the load axis at which the curve is drawn.
pub(crate) const PLACES: usize = 5;

pub(crate) const HANDLES: usize = PLACES + 1;

/// Their first places, hundredths of the axis.
const FIRST: [u32; HANDLES] = [30, 30, 30, 30, 30, 90];

/// A pointer takes the end from so far, CSS pixels.
const REACH: f64 = 14.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sketch {
    pub(super) handles: [u32; HANDLES],
    /// True if a pointer that is down holds the end, and not the curve.
    holds_end: bool,
}

impl Default for Sketch {
    fn default() -> Self {
        Self { handles: FIRST, holds_end: false }
    }
}

impl Sketch {
    pub(crate) fn of_answer(answer: f64) -> Self {
        let mut rest = answer as u64;
        let handles = std::array::from_fn(|_| {
            let handle = (rest % 100) as u32;
            rest /= 100;
            handle
        });
        Self { handles, holds_end: false }
    }

    /// It as an answer: two digits for each handle, the last one first.
    pub(crate) fn answer(&self) -> f64 {
        self.handles.iter().rev().fold(0.0, |answer, handle| 100.0 * answer + f64::from(*handle))
    }

    /// The end of the curve, relative to the load axis; `None` in answers without a mark.
    pub(crate) fn end(&self) -> Option<f64> {
        let end = self.handles[PLACES];
        (end > 0).then(|| f64::from(end) / 100.0)
    }

    pub(crate) fn put(&mut self, handle: usize, hundredths: u32) {
        if let Some(place) = self.handles.get_mut(handle) {
            *place = hundredths.clamp(1, 99);
        }
    }

    /// The place of a height, in terms of the load axis.
    pub(crate) fn across(place: usize) -> f64 {
        (place + 1) as f64 / PLACES as f64
    }

    /// The height of the curve at a place, both in terms of the axes: straight between the places, level before the first one.
    pub(crate) fn height(&self, across: f64) -> f64 {
        let last = PLACES - 1;
        let at = (across * PLACES as f64 - 1.0).clamp(0.0, last as f64);
        let before = (at as usize).min(last - 1);
        let [one, other] = [before, before + 1].map(|place| f64::from(self.handles[place]) / 100.0);
        one + (at - before as f64) * (other - one)
    }

    /// A pointer at a place of the chart, CSS pixels. One that comes down takes the end if it is nearer to that than to the curve; else it
    /// draws: the height beside it follows, whichever that is.
    pub(crate) fn drag(&mut self, plot: Plot, (x, y): (f64, f64), comes_down: bool) {
        let (across, up) = ((x - plot.left) / plot.width, 1.0 - (y - plot.top) / plot.height);
        if comes_down {
            let from_end = self.end().map_or(f64::INFINITY, |end| (across - end).abs() * plot.width);
            let from_curve = (self.height(across) - up).abs() * plot.height;
            self.holds_end = from_end < REACH && from_end < from_curve;
        }
        let hundredths = |part: f64| libm::round(100.0 * part.clamp(0.0, 1.0)) as u32;
        if self.holds_end {
            self.put(PLACES, hundredths(across));
        } else {
            let nearest = libm::round(across * PLACES as f64 - 1.0).clamp(0.0, (PLACES - 1) as f64);
            self.put(nearest as usize, hundredths(up));
        }
    }

    pub(crate) fn picture(&self, plot: Plot, label: &str) -> Markup {
        let x = |across: f64| format!("{:.1}", plot.left + plot.width * across);
        let y = |up: f64| format!("{:.1}", plot.top + plot.height * (1.0 - up));
        let places = (0..PLACES).map(|place| (x(Self::across(place)), y(f64::from(self.handles[place]) / 100.0)));
        let places: Vec<_> = places.collect();
        let points: Vec<_> = places.iter().map(|(x, y)| format!("{x},{y}")).collect();
        html! {
            svg width="100%" height="100%" {
                @if let Some(end) = self.end() {
                    line x1=(x(end)) x2=(x(end)) y1=(y(1.0)) y2=(y(0.0)) {}
                    text x=(x(end)) y=(y(0.04)) dx=(if end > 0.5 { "-5" } else { "5" })
                        text-anchor=(if end > 0.5 { "end" } else { "start" }) { (label) }
                }
                polyline points=(points.join(" ")) {}
                @for (x, y) in &places { circle cx=(x) cy=(y) r="7" {} }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLOT: Plot = Plot { left: 50.0, top: 10.0, width: 400.0, height: 200.0 };

    #[test]
    fn an_answer_has_two_digits_for_each_handle() {
        let mut sketch = Sketch::default();
        for (handle, hundredths) in [(0, 7), (4, 99), (5, 62), (1, 0), (2, 700), (9, 50)] {
            sketch.put(handle, hundredths);
        }
        assert_eq!(sketch.handles, [7, 1, 99, 30, 99, 62]);
        assert_eq!(sketch.answer(), 629_930_990_107.0);
        assert_eq!(Sketch::of_answer(sketch.answer()), sketch);
        assert_eq!(Sketch::of_answer(9_930_990_107.0).end(), None, "an answer without a mark");
    }

    #[test]
    fn a_pointer_draws_the_height_beside_it_and_goes_on_to_the_next() {
        let mut sketch = Sketch::default();
        sketch.drag(PLOT, (125.0, 110.0), true);
        assert_eq!(sketch.handles, [50, 30, 30, 30, 30, 90]);
        sketch.drag(PLOT, (215.0, 60.0), false);
        sketch.drag(PLOT, (290.0, 500.0), false);
        sketch.drag(PLOT, (2_000.0, -50.0), false);
        assert_eq!(sketch.handles, [50, 75, 1, 30, 99, 90]);
    }

    #[test]
    fn a_pointer_takes_the_end_where_the_curve_is_farther_away() {
        let mut sketch = Sketch::default();
        // The end stands at 410, the curve there at 150.
        sketch.drag(PLOT, (416.0, 30.0), true);
        sketch.drag(PLOT, (250.0, 150.0), false);
        assert_eq!(sketch.handles, [30, 30, 30, 30, 30, 50]);
        sketch.drag(PLOT, (250.0, 140.0), true);
        assert_eq!(sketch.handles[PLACES], 50, "beside the mark it took before");
        let mut sketch = Sketch::default();
        sketch.drag(PLOT, (404.0, 148.0), true);
        assert_eq!(sketch.handles, [30, 30, 30, 31, 30, 90]);
    }

    #[test]
    fn the_curve_is_straight_between_its_places() {
        let sketch = Sketch { handles: [10, 20, 40, 40, 80, 90], holds_end: false };
        for (across, height) in [(0.0, 0.1), (0.2, 0.1), (0.3, 0.15), (0.4, 0.2), (0.9, 0.6), (1.0, 0.8), (1.5, 0.8)] {
            assert!((sketch.height(across) - height).abs() < 1e-9, "{across}: {}", sketch.height(across));
        }
    }

    #[test]
    fn every_handle_is_drawn_where_it_is() {
        let said = Sketch::default().picture(PLOT, "ends here?").into_string();
        assert_eq!((said.matches("<circle").count(), said.matches("<line").count()), (5, 1));
        assert!(said.contains("x1=\"410.0\"") && said.contains("cx=\"130.0\" cy=\"150.0\""), "{said}");
    }
}
