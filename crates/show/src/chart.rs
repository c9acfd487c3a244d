//! A chart of curves over labelled axes: mean latency against load, or any other quantity against another.
//!
//! ```text
//!  y label                     limit label          a Chart is data: scales, series, limits, signs
//!  110 |                            ¦  /            layout.rs  where everything stands, pure numbers
//!   80 |............................¦./....         draw.rs    plotters elements on any DrawingBackend
//!   50 |....................___---''¦.......        export.rs  the same chart as an SVG document
//!      |___-----------''''          ¦
//!   36 +----------------------------¦------         Plot tells an overlay where a value stands in pixels,
//!      0     0.002    0.004     0.006               so crosshair and operating point need no second layout
//!                                  x label
//! ```
//!
//! Some features of plotters are not used: its legend, caption and mesh measure text through the page's
//! layout, which costs more than the drawing; its log axis has ticks at decades only; and it clamps what lies outside a plot
//! to the edge, so that a curve which leaves the plot turns into a plateau, and a value that is not a number into a spike.
//! Here text widths are estimated, ticks come from [`scale`], and `clip` cuts curves before they are drawn.

pub mod draw;
pub mod export;
mod label;
mod layout;
pub mod scale;
mod stroke;
pub mod theme;

use scale::Scale;
use theme::Colour;

/// A chart as data: its two axes, curves, areas, limits and measured points.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the other fields are named above
pub struct Chart {
    pub x: Axis,
    pub y: Axis,
    /// The filled areas, behind everything else.
    pub bands: Vec<Band>,
    /// The curves, the most important first: it is drawn on top and its label has the first choice of places.
    pub series: Vec<Series>,
    /// Vertical lines that no curve passes, the most important first.
    pub limits: Vec<LimitLine>,
    /// The zone from a load on, shaded in its colour, with its words at the top.
    pub zone: Option<LimitLine>,
    pub observed: Vec<MeasuredSign>,
    /// The load shown, whose line and dots are drawn over the chart: words keep clear of it.
    pub busy: Option<f64>,
}

impl Chart {
    /// A chart of nothing over its axes.
    pub const fn new(x: Axis, y: Axis) -> Self {
        Self {
            x,
            y,
            bands: Vec::new(),
            series: Vec::new(),
            limits: Vec::new(),
            zone: None,
            observed: Vec::new(),
            busy: None,
        }
    }
}

/// An axis with the values that are labelled.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The quantity with its unit; empty for none.
    pub label: String,
    /// The place of its values.
    pub scale: Scale,
    /// True if only whole numbers are labelled, because only they have a meaning.
    pub whole: bool,
}

/// A curve. Its dashes differ as its colour does, so that the colour is not the only difference.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the other fields say what they are
pub struct Series {
    /// The word at the end of the curve; empty for none.
    pub label: String,
    /// `(x, y)` in the order they are joined. A value that is not finite leaves a gap.
    pub points: Vec<(f64, f64)>,
    pub colour: Colour,
    pub dash: Dash,
    pub weight: Weight,
    pub dots: Dots,
}

/// A filled area between two lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// `(x, lower, upper)` in rising order of x. What is not finite is left out, and what is beyond the plot is cut off.
    pub points: Vec<(f64, f64, f64)>,
    /// The colour that is mixed into the background.
    pub colour: Colour,
    /// Its part there, from 0 to 1.
    pub strength: f64,
}

/// The points of a curve that are marked by a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dots {
    /// No point has a dot.
    None,
    /// All: only the points have a meaning.
    All,
    /// The last one: the curve ends there.
    Last,
}

/// The weight of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Thinner than the others: for comparison.
    Thin,
    /// As the curves of models are.
    Normal,
    /// Thicker than the others: the source of the numbers.
    Strong,
}

/// The dashes of a line: none, usual ones, dots, long or short ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the other variants are named above
pub enum Dash {
    Solid,
    Dashed,
    Dotted,
    Long,
    Short,
    /// Dashes with this number of dots between two of them.
    Chain(usize),
}

/// A dashed vertical line, such as the load at which a network saturates.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitLine {
    /// Its place on the x axis.
    pub at: f64,
    /// The words above it; empty for none.
    pub label: String,
    /// The colour of the series it belongs to.
    pub colour: Colour,
}

/// A measured value with its uncertainty, drawn as a sign with a bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredSign {
    /// Its place on the x axis.
    pub x: f64,
    /// The value; `None` where there is none to be had, or not yet.
    pub value: Option<f64>,
    /// The ends of the bar, in the unit of the y axis.
    pub ends: Option<[f64; 2]>,
    /// The colour of sign and bar.
    pub colour: Colour,
    /// The shape of the sign. A value above the plot is a hollow arrow at the upper edge, a missing value a full one.
    pub shape: SignShape,
}

/// The sign of a measured value: hollow circles and squares, and full triangles by the direction of their tip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the other variants are named above
pub enum SignShape {
    Circle,
    Square,
    /// A full square on its corner.
    Diamond,
    Down,
    Left,
    Right,
}

impl SignShape {
    /// The corners of a full sign, in terms of its radius; rows count downwards. None of a hollow one.
    pub const fn corners(self) -> &'static [(f64, f64)] {
        match self {
            Self::Circle | Self::Square => &[],
            Self::Diamond => &[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)],
            Self::Down => &[(-1.1, -0.9), (1.1, -0.9), (0.0, 1.1)],
            Self::Left => &[(0.9, -1.1), (0.9, 1.1), (-1.1, 0.0)],
            Self::Right => &[(-0.9, -1.1), (-0.9, 1.1), (1.1, 0.0)],
        }
    }
}

/// The place of the plot, in pixels of the canvas, which count downwards; an overlay needs it to place a value.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // the fields are lengths in pixels
pub struct Plot {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

impl Plot {
    /// The pixel column of a value on the x axis; the edge of the plot for a value beyond it.
    pub fn x(&self, scale: &Scale, value: f64) -> f64 {
        self.left + self.width * scale.project(value)
    }

    /// The pixel row of a value on the y axis; the edge of the plot for a value beyond it.
    pub fn y(&self, scale: &Scale, value: f64) -> f64 {
        self.top + self.height * (1.0 - scale.project(value))
    }

    /// The value on the x axis at a pixel column; the end of the axis for a column beyond the plot.
    pub fn x_value(&self, scale: &Scale, column: f64) -> f64 {
        scale.invert((column - self.left) / self.width)
    }

    /// The pixel column of the right edge.
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    /// The pixel row of the lower edge.
    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }
}

/// Cuts a curve at the edges of the plot and at values that are not finite.
///
/// Returns the pieces in positions of the plot, `(0, 0)` at the lower left and `(1, 1)` at the upper right, all within it.
/// A segment that crosses an edge ends on it, where the straight line on the screen crosses. A point without neighbours is a piece.
fn clip(points: &[(f64, f64)], x: &Scale, y: &Scale) -> Vec<Vec<(f64, f64)>> {
    // Far enough outside that the direction of a segment is kept, near enough that differences stay finite.
    const FAR: f64 = 1e9;
    let place = |&(px, py): &(f64, f64)| {
        let (u, v) = (x.position(px), y.position(py));
        (px.is_finite() && py.is_finite() && u.is_finite() && v.is_finite())
            .then_some((u.clamp(-FAR, FAR), v.clamp(-FAR, FAR)))
    };
    let mut pieces: Vec<Vec<(f64, f64)>> = Vec::new();
    let mut open = false;
    let mut before: Option<(f64, f64)> = None;
    let places: Vec<_> = points.iter().map(place).collect();
    for (i, here) in places.iter().copied().enumerate() {
        match (before, here) {
            (Some(from), Some(to)) => match cut(from, to) {
                Some((start, end)) => {
                    match pieces.last_mut() {
                        Some(piece) if open => piece.push(end),
                        _ => pieces.push(vec![start, end]),
                    }
                    open = end == to;
                }
                None => open = false,
            },
            (None, Some(alone)) if places.get(i + 1).copied().flatten().is_none() => {
                if cut(alone, alone).is_some() {
                    pieces.push(vec![alone]);
                }
                open = false;
            }
            _ => open = false,
        }
        before = here;
    }
    pieces
}

/// The part of a segment within the unit square (Liang and Barsky), if any.
fn cut(from: (f64, f64), to: (f64, f64)) -> Option<((f64, f64), (f64, f64))> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (direction, room) in [(-dx, from.0), (dx, 1.0 - from.0), (-dy, from.1), (dy, 1.0 - from.1)] {
        if direction == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if direction < 0.0 {
            enter = enter.max(room / direction);
        } else {
            leave = leave.min(room / direction);
        }
    }
    // Rounding may leave an end a hair outside, also one that is not cut; one inside stays exactly what it was.
    let inside = |(u, v): (f64, f64)| (u.clamp(0.0, 1.0), v.clamp(0.0, 1.0));
    let at = |t: f64| (from.0 + t * dx, from.1 + t * dy);
    let start = inside(if enter == 0.0 { from } else { at(enter) });
    let end = inside(if leave == 1.0 { to } else { at(leave) });
    (enter <= leave).then_some((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn scales() -> (Scale, Scale) {
        (Scale::linear(0.0, 10.0), Scale::linear(0.0, 100.0))
    }

    #[test]
    fn a_curve_is_cut_at_the_edges_and_where_it_is_not_finite() {
        let (x, y) = scales();
        let pieces = |points: &[(f64, f64)]| clip(points, &x, &y);
        let leaves = pieces(&[(0.0, 50.0), (5.0, 150.0), (10.0, 300.0)]);
        assert_eq!(leaves, [vec![(0.0, 0.5), (0.25, 1.0)]], "no plateau");
        let back = pieces(&[(0.0, 50.0), (5.0, 150.0), (10.0, 50.0)]);
        assert_eq!(back, [vec![(0.0, 0.5), (0.25, 1.0)], vec![(0.75, 1.0), (1.0, 0.5)]], "two pieces");
        let points =
            [(0.0, 10.0), (1.0, 10.0), (2.0, f64::NAN), (3.0, 10.0), (4.0, f64::INFINITY), (5.0, 10.0), (6.0, 20.0)];
        assert_eq!(pieces(&points).iter().map(Vec::len).collect::<Vec<_>>(), [2, 1, 2], "gaps and no spike");
        assert_eq!(pieces(&[(-10.0, 50.0), (20.0, 50.0)]), [vec![(0.0, 0.5), (1.0, 0.5)]], "cut at both ends");
        assert!(pieces(&[(-10.0, 150.0), (20.0, 150.0)]).is_empty());
        let (x, y) = (Scale::linear(0.0, 1.0), Scale::log(1.0, 100.0));
        let log = clip(&[(0.0, 0.0), (0.5, 10.0), (1.0, 100.0)], &x, &y);
        assert_eq!(log, [vec![(0.5, 0.5), (1.0, 1.0)]], "a log axis has no zero");
    }

    #[test]
    fn a_pixel_and_its_value_agree() {
        let (x, y) = scales();
        let plot = Plot { left: 40.0, top: 20.0, width: 600.0, height: 300.0 };
        assert_eq!((plot.x(&x, 2.5), plot.y(&y, 100.0)), (190.0, 20.0));
        assert_eq!(plot.x_value(&x, 190.0), 2.5);
    }

    proptest! {
        #[test]
        fn no_piece_leaves_the_plot(points in prop::collection::vec((prop::num::f64::ANY, prop::num::f64::ANY), 0..40)) {
            let (x, y) = scales();
            for (u, v) in clip(&points, &x, &y).concat() {
                prop_assert!((0.0..=1.0).contains(&u) && (0.0..=1.0).contains(&v));
            }
        }

        #[test]
        fn a_curve_inside_the_plot_stays_as_it_is(heights in prop::collection::vec(0.0..=100.0_f64, 2..40)) {
            let (x, y) = scales();
            let points: Vec<_> = heights.iter().enumerate().map(|(i, h)| (i as f64 / 4.0, *h)).collect();
            let pieces = clip(&points, &x, &y);
            prop_assert_eq!(pieces.len(), 1);
            prop_assert_eq!(pieces[0].len(), points.len());
        }
    }
}
