//! Drawing a chart on any backend of plotters: filled rectangles, paths, circles and words with explicit places.
//!
//! Grid, axes and limits are filled rectangles because those are sharp on every backend; a stroke of width 1 is blurred on a
//! canvas unless it stands on half pixels, which plotters cannot say. For curves it is the other way round: backends take whole
//! units, and a flat curve on whole pixels has steps. So a [fine](Theme::fine) theme draws in eighths of a pixel:
//!
//! ```text
//! canvas.width = css_width * dpr;   context.scale(1/8, 1/8);   draw(&chart, &theme.scaled(dpr).fine(), &area)
//! ```

use plotters::backend::DrawingBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::element::{Circle, PathElement, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, ShapeStyle, TextStyle};

use super::label::{Anchor, PlacedWord, Rect};
use super::layout::{ChartLayout, PlacedCurve, layout};
use super::stroke::dashes;
use super::theme::{Colour, Theme};
use super::{Chart, Dash, Dots, MeasuredSign, Plot, SignShape};

/// A curve so long that it had more dashes than this gets longer ones.
const MOST_DASHES: usize = 300;

/// The strength of a zone's colour.
const ZONE: f64 = 0.07;

/// Draws a chart over the whole area and returns where the plot stands, in pixels of the backend, whose errors are returned.
pub fn draw<DB: DrawingBackend>(
    chart: &Chart,
    theme: &Theme,
    area: &DrawingArea<DB, Shift>,
) -> Result<Plot, DrawingAreaErrorKind<DB::ErrorType>> {
    let (across, down) = area.dim_in_pixel();
    let (x, y) = area.get_base_pixel();
    let pixel = theme.pixel;
    let layout = layout(chart, theme, (f64::from(across) * pixel, f64::from(down) * pixel));
    let pen = ChartPen::new(theme, area);
    pen.rectangle(
        Rect { left: 0.0, top: 0.0, right: f64::from(across) * pixel, bottom: f64::from(down) * pixel },
        theme.background,
    )?;
    if layout.drawn {
        pen.plot(chart, &layout)?;
    }
    for word in layout.around.iter().chain(&layout.inside) {
        pen.word(word)?;
    }
    let Plot { left, top, width, height } = layout.plot;
    Ok(Plot {
        left: left / pixel + f64::from(x),
        top: top / pixel + f64::from(y),
        width: width / pixel,
        height: height / pixel,
    })
}

struct ChartPen<'a, DB: DrawingBackend> {
    theme: &'a Theme,
    area: DrawingArea<DB, Shift>,
    /// The shift of the area by units finer than pixels.
    shift: (f64, f64),
}

type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

impl<'a, DB: DrawingBackend> ChartPen<'a, DB> {
    fn new(theme: &'a Theme, area: &DrawingArea<DB, Shift>) -> Self {
        let ((x, y), (across, down)) = (area.get_base_pixel(), area.dim_in_pixel());
        // plotters clips drawings to their area, so an area in finer units has to be larger.
        let units = |base: i32, length: u32| ((f64::from(base) + f64::from(length)) * theme.pixel) as i32;
        let large = area.clone().shrink((0, 0), (units(x, across), units(y, down)));
        let shift = (f64::from(x) * (theme.pixel - 1.0), f64::from(y) * (theme.pixel - 1.0));
        Self { theme, area: large, shift }
    }

    /// The plot: areas, grid and axes first, and the most important curve over the others.
    fn plot(&self, chart: &Chart, layout: &ChartLayout) -> Drawn<DB> {
        let plot = &layout.plot;
        let hairline = self.theme.hairline.round().max(1.0);
        let level = |left, right, row| Rect { left, top: row, right, bottom: row + hairline };
        let upright = |column, top, bottom| Rect { left: column, top, right: column + hairline, bottom };
        if let Some((rect, colour)) = layout.zone {
            self.rectangle(rect, self.theme.background.mixed(colour, ZONE))?;
        }
        for (corners, colour) in layout.bands.iter().filter(|(corners, _)| corners.len() > 3) {
            let corners = corners.iter().map(|corner| self.unit(*corner)).collect::<Vec<_>>();
            self.area.draw(&Polygon::new(corners, RGBColor::from(*colour).filled()))?;
        }
        for row in layout.rows.iter().filter(|row| **row < plot.bottom() - hairline) {
            self.rectangle(level(plot.left, plot.right(), *row), self.theme.grid)?;
        }
        for word in &layout.inside {
            self.rectangle(word.rect().with_room(self.theme.gap / 3.0), self.theme.background)?;
        }
        self.rectangle(upright(plot.left - hairline, plot.top, plot.bottom()), self.theme.axis)?;
        self.rectangle(level(plot.left - hairline, plot.right(), plot.bottom()), self.theme.axis)?;
        for column in &layout.columns {
            self.rectangle(upright(*column, plot.bottom(), plot.bottom() + self.theme.tick), self.theme.axis)?;
        }
        for &(x, colour) in layout.limits.iter().rev() {
            let (top, bottom) = (plot.top - self.theme.gap, plot.bottom());
            for dash in dashes(&[(0.0, top), (0.0, bottom)], &[self.theme.upright], MOST_DASHES) {
                if let (Some(from), Some(to)) = (dash.first(), dash.last()) {
                    self.rectangle(upright(x, from.1, to.1), colour)?;
                }
            }
        }
        // The most important curve last, over the others.
        for curve in layout.curves.iter().rev() {
            self.curve(curve)?;
        }
        for observed in chart.observed.iter().filter(|observed| observed.x <= chart.x.scale.range().1) {
            self.observed(observed, chart, plot)?;
        }
        Ok(())
    }

    fn unit(&self, (x, y): (f64, f64)) -> (i32, i32) {
        ((x + self.shift.0).round() as i32, (y + self.shift.1).round() as i32)
    }

    fn rectangle(&self, rect: Rect, colour: Colour) -> Drawn<DB> {
        let corners = [self.unit((rect.left, rect.top)), self.unit((rect.right, rect.bottom))];
        self.area.draw(&Rectangle::new(corners, RGBColor::from(colour).filled()))
    }

    fn curve(&self, curve: &PlacedCurve) -> Drawn<DB> {
        let points: Vec<_> = match curve.dots {
            Dots::None => Vec::new(),
            Dots::All => curve.pieces.iter().flatten().collect(),
            Dots::Last => curve.pieces.last().and_then(|piece| piece.last()).into_iter().collect(),
        };
        let radius = self.theme.dot.round().max(1.0) as i32;
        for point in points {
            self.area.draw(&Circle::new(self.unit(*point), radius, RGBColor::from(curve.colour).filled()))?;
        }
        let (first, dots) = match curve.dash {
            Dash::Solid => return curve.pieces.iter().try_for_each(|piece| self.line(piece, curve)),
            Dash::Dashed => (self.theme.dashed, 0),
            Dash::Dotted => (self.theme.dotted, 0),
            Dash::Long => (self.theme.long, 0),
            Dash::Short => (self.theme.short, 0),
            Dash::Chain(dots) => (self.theme.chain, dots),
        };
        // Ends are round: each dash grows by the width of the line, and each gap shrinks.
        let off = first.1 + curve.width;
        let mut lengths = vec![(first.0, off)];
        lengths.resize(1 + dots, (self.theme.dotted.0, off));
        let most = MOST_DASHES / curve.pieces.len().max(1);
        for piece in &curve.pieces {
            if piece.len() < 2 {
                self.line(piece, curve)?;
            }
            dashes(piece, &lengths, most).iter().try_for_each(|dash| self.line(dash, curve))?;
        }
        Ok(())
    }

    /// A sign with its bar; an arrow where the value is above the plot or there is none.
    fn observed(&self, observed: &MeasuredSign, chart: &Chart, plot: &Plot) -> Drawn<DB> {
        let (x, size) = (plot.x(&chart.x.scale, observed.x), self.theme.sign);
        let around = |y: f64, size: f64| Rect { left: x - size, top: y - size, right: x + size, bottom: y + size };
        let (lowest, highest) = chart.y.scale.range();
        let Some(value) = observed.value.filter(|value| *value <= highest) else {
            let (tip, foot) = (plot.top + 0.3 * size, plot.top + 2.1 * size);
            let arrow = |inside: f64| {
                let corners = [
                    (x, tip + 2.2 * inside),
                    (x + size - 1.6 * inside, foot - inside),
                    (x - size + 1.6 * inside, foot - inside),
                ];
                corners.map(|corner| self.unit(corner)).to_vec()
            };
            self.area.draw(&Polygon::new(arrow(0.0), RGBColor::from(observed.colour).filled()))?;
            if observed.value.is_some() {
                let width = self.theme.hairline.max(self.theme.stroke / 2.0);
                self.area.draw(&Polygon::new(arrow(width), RGBColor::from(self.theme.background).filled()))?;
            }
            return Ok(());
        };
        if value < lowest {
            return Ok(());
        }
        let row = |value: f64| plot.y(&chart.y.scale, value.clamp(lowest, highest));
        let (y, half) = (row(value), self.theme.hairline.max(self.theme.stroke / 2.0) / 2.0);
        let [bottom, top] = observed.ends.unwrap_or([value; 2]).map(row);
        self.rectangle(Rect { left: x - half, top, right: x + half, bottom }, observed.colour)?;
        for end in [top, bottom].into_iter().filter(|end| (end - y).abs() > size) {
            let (left, right) = (x - 0.6 * size, x + 0.6 * size);
            self.rectangle(Rect { left, top: end - half, right, bottom: end + half }, observed.colour)?;
        }
        let corners = observed.shape.corners();
        if !corners.is_empty() {
            let corners = corners.iter().map(|(right, down)| self.unit((x + right * size, y + down * size)));
            return self
                .area
                .draw(&Polygon::new(corners.collect::<Vec<_>>(), RGBColor::from(observed.colour).filled()));
        }
        for (size, colour) in [(size, observed.colour), (size - 2.0 * half, self.theme.background)] {
            match observed.shape {
                SignShape::Square => self.rectangle(around(y, 0.9 * size), colour)?,
                _ => {
                    let radius = size.round().max(1.0) as i32;
                    self.area.draw(&Circle::new(self.unit((x, y)), radius, RGBColor::from(colour).filled()))?;
                }
            }
        }
        Ok(())
    }

    fn line(&self, line: &[(f64, f64)], curve: &PlacedCurve) -> Drawn<DB> {
        let mut path: Vec<_> = line.iter().map(|point| self.unit(*point)).collect();
        path.dedup();
        let colour = RGBColor::from(curve.colour);
        match path.as_slice() {
            [] => Ok(()),
            [point] => {
                self.area.draw(&Circle::new(*point, (curve.width / 2.0).round().max(1.0) as i32, colour.filled()))
            }
            _ => {
                let stroke_width = curve.width.round().max(1.0) as u32;
                let style = ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width };
                self.area.draw(&PathElement::new(path, style))
            }
        }
    }

    fn word(&self, word: &PlacedWord) -> Drawn<DB> {
        let family = FontFamily::Name(self.theme.family.as_str());
        let font = FontDesc::new(family, word.size * self.theme.text_factor, FontStyle::Normal);
        let side = match word.align {
            Anchor::Left => HPos::Left,
            Anchor::Centre => HPos::Center,
            Anchor::Right => HPos::Right,
        };
        // Backends disagree about the top and the bottom of a word, but hardly about its middle.
        let colour = RGBColor::from(word.colour);
        let style = TextStyle::from(font).color(&colour).pos(Pos::new(side, VPos::Center));
        self.area.draw(&Text::new(word.text.as_str(), self.unit(word.at), style))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::scale::Scale;
    use super::super::{Axis, Band, LimitLine, Series, Weight};
    use super::*;
    use crate::animation::tests::digest;
    use plotters::backend::SVGBackend;
    use plotters::drawing::IntoDrawingArea;

    fn axis(label: &str, scale: Scale) -> Axis {
        Axis { label: label.into(), scale, whole: false }
    }

    fn series(label: &str, points: Vec<(f64, f64)>, dash: Dash) -> Series {
        Series {
            label: label.into(),
            points,
            colour: Colour::hex(match dash {
                Dash::Solid => 0x00_72_b2,
                Dash::Dashed => 0xd5_5e_00,
                _ => 0x00_9e_73,
            }),
            dash,
            weight: if dash == Dash::Solid { Weight::Strong } else { Weight::Normal },
            dots: Dots::None,
        }
    }

    /// Three curves as the first screen shows them.
    pub(in super::super) fn three_curves() -> Chart {
        let curve = |end: f64, bend: f64| -> Vec<(f64, f64)> {
            let at = |i: i32| f64::from(i) / 120.0 * 0.985;
            (0..=120).map(|i| (at(i) * end, 36.0 + bend * at(i) / (1.0 - at(i)))).collect()
        };
        let (x, y) = (Scale::linear(0.0, 0.0105), Scale::linear(0.0, 110.0));
        Chart {
            series: vec![
                series("corrected", curve(0.0087, 20.0), Dash::Solid),
                series("as printed", curve(0.0091, 18.0), Dash::Dashed),
                series("refined", curve(0.0087, 15.0), Dash::Dotted),
            ],
            limits: vec![
                LimitLine { at: 0.0087, label: "stops at 0.00870".into(), colour: Colour::hex(0x00_72_b2) },
                LimitLine { at: 0.0091, label: "stops at 0.00910".into(), colour: Colour::hex(0xd5_5e_00) },
            ],
            ..Chart::new(axis("load (messages / node / cycle)", x), axis("mean latency (cycles)", y))
        }
    }

    /// The same curves with everything else that a chart may have.
    fn full() -> Chart {
        let colour = Colour::hex(0xcc_79_a7);
        let sign = |(place, shape): (usize, SignShape)| {
            let x = 0.002 * place as f64;
            let value = [Some(50.0), Some(70.0), Some(500.0), None, Some(-1.0), Some(109.0)][place % 6];
            let ends = value.filter(|_| place % 2 == 0).map(|value| [value - 9.0, value + 14.0]);
            MeasuredSign { x, value, ends, colour, shape }
        };
        let shapes = [SignShape::Circle, SignShape::Square, SignShape::Diamond, SignShape::Down, SignShape::Left];
        let mut chart = three_curves();
        let [one, two, three] = [0, 1, 2].map(|place| chart.series[place].points.clone());
        let others =
            [(one, Dash::Long, Dots::Last), (two, Dash::Short, Dots::All), (three, Dash::Chain(2), Dots::None)];
        chart.series.extend(others.map(|(points, dash, dots)| Series {
            dots,
            weight: Weight::Thin,
            ..series("another", points.into_iter().map(|(x, y)| (0.7 * x, y)).collect(), dash)
        }));
        Chart {
            bands: vec![Band { points: vec![(0.0, 30.0, 40.0), (0.004, 40.0, 70.0)], colour, strength: 0.2 }],
            zone: Some(LimitLine { at: 0.0088, label: "no steady state".into(), colour }),
            observed: shapes.into_iter().chain([SignShape::Right]).enumerate().map(sign).collect(),
            busy: Some(0.0087),
            ..chart
        }
    }

    /// Charts with impossible or extreme numbers.
    pub(in super::super) fn absurd() -> Vec<Chart> {
        let over = |points: &[(f64, f64)]| {
            let finite = points.iter().map(|point| point.0).filter(|x| x.is_finite());
            Scale::linear(finite.clone().fold(f64::INFINITY, f64::min), finite.fold(f64::NEG_INFINITY, f64::max))
        };
        let never = LimitLine { at: f64::NAN, label: "never".into(), colour: Colour::hex(0) };
        let with = |points: Vec<(f64, f64)>, y: Scale| Chart {
            bands: vec![Band {
                points: points.iter().map(|(x, y)| (*x, 0.5 * y, *y)).collect(),
                colour: Colour::hex(0),
                strength: 0.2,
            }],
            limits: vec![never.clone()],
            zone: Some(never.clone()),
            series: vec![series("a", points.clone(), Dash::Solid), series("b", points.clone(), Dash::Dotted)],
            ..Chart::new(axis("x", over(&points)), axis("y", y))
        };
        let one = Scale::linear(1.0, 1.0);
        vec![
            with(vec![], one),
            with(vec![(3.0, 1.0)], one),
            with(vec![(3.0, 1.0); 5], one),
            with((0..9).map(|i| (f64::from(i), 1.0)).collect(), one),
            with(vec![(f64::NAN, f64::NAN), (f64::INFINITY, 1.0), (f64::MAX, f64::MIN)], Scale::log(-1.0, f64::NAN)),
            with((0..400).map(|i| (f64::from(i), f64::from(i % 2) * 1e300)).collect(), Scale::linear(0.0, 1e300)),
            with((0..99).map(|i| (f64::from(i) * 1e-12, f64::from(i) * 1e9)).collect(), Scale::log(1e3, 1e12)),
        ]
    }

    /// The chart as plotters writes it, one element for each call of the backend, and where the plot stands.
    fn drawn(chart: &Chart, theme: &Theme, size: (u32, u32)) -> (String, Plot) {
        let mut svg = String::new();
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let plot = draw(chart, theme, &area).expect("a string takes everything");
        area.present().expect("a string takes everything");
        drop(area);
        (svg, plot)
    }

    /// The numbers of an attribute in all elements of this name.
    fn numbers(svg: &str, element: &str, attribute: &str) -> Vec<Vec<f64>> {
        let start = format!(" {attribute}=\"");
        svg.lines()
            .filter(|line| line.starts_with(&format!("<{element} ")))
            .filter_map(|line| line.split_once(&start)?.1.split_once('"'))
            .map(|(value, _)| {
                value.split([',', ' ']).filter(|part| !part.is_empty()).map(|part| part.parse().expect(part)).collect()
            })
            .collect()
    }

    fn paths(svg: &str) -> Vec<Vec<(f64, f64)>> {
        let pairs = |flat: &Vec<f64>| flat.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        numbers(svg, "polyline", "points").iter().map(pairs).collect()
    }

    #[test]
    fn drawings_stay_as_they_are() {
        let sizes = [(10, 300), (160, 120), (260, 420), (350, 260), (560, 160), (760, 420), (1100, 700)];
        let charts = [full(), three_curves()].into_iter().chain(absurd()).collect::<Vec<_>>();
        crate::blessed::words("digests of charts", sizes, |size| {
            let drawn =
                |chart: &Chart| [Theme::dark(), Theme::light().fine()].map(|theme| drawn(chart, &theme, size).0);
            charts.iter().map(|chart| digest(&drawn(chart).concat())).collect::<Vec<_>>()
        });
    }

    #[test]
    fn everything_stands_on_the_canvas_and_no_path_is_empty() {
        for size in [(1, 1), (10, 300), (300, 10), (40, 40), (160, 120), (350, 260), (760, 420)] {
            for chart in absurd().into_iter().chain([three_curves(), full()]) {
                for theme in [Theme::light(), Theme::light().fine()] {
                    let (svg, plot) = drawn(&chart, &theme, size);
                    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
                    assert!(plot.width > 0.0 && plot.height > 0.0, "{plot:?}");
                    let pixel = theme.pixel;
                    for (attribute, most) in [("x", size.0), ("y", size.1)] {
                        let places =
                            numbers(&svg, "rect", attribute).into_iter().chain(numbers(&svg, "text", attribute));
                        for place in places.flatten() {
                            assert!(
                                (0.0..=f64::from(most) * pixel).contains(&place),
                                "{attribute} = {place} in {size:?}"
                            );
                        }
                    }
                    for path in paths(&svg) {
                        assert!(path.len() >= 2);
                        for (x, y) in path {
                            let (x, y) = (x / pixel, y / pixel);
                            assert!((plot.left - 0.5..=plot.right() + 0.5).contains(&x), "{x} in {plot:?}");
                            assert!((plot.top - 0.5..=plot.bottom() + 0.5).contains(&y), "{y} in {plot:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_limit_stands_where_the_overlay_would_put_it() {
        let chart = three_curves();
        let (svg, plot) = drawn(&chart, &Theme::light(), (760, 420));
        let column = plot.x(&chart.x.scale, 0.0087).round();
        let dash = format!("<rect x=\"{column}\" y=\"{}\" width=\"1\" height=\"4\"", plot.top - 6.0);
        assert!(svg.contains(&dash), "{dash} in {svg}");
    }

    #[test]
    fn a_screen_twice_as_fine_shows_the_same_chart() {
        let (one, at_one) = drawn(&three_curves(), &Theme::light(), (760, 420));
        let (two, at_two) = drawn(&three_curves(), &Theme::light().scaled(2.0), (1520, 840));
        let (fine, at_fine) = drawn(&three_curves(), &Theme::light().fine(), (760, 420));
        assert!((at_two.left - 2.0 * at_one.left).abs() <= 1.0 && (at_two.right() - 2.0 * at_one.right()).abs() <= 1.0);
        assert_eq!(at_fine, at_one);
        let ends = |svg: &str| paths(svg).last().and_then(|path| path.last().copied()).expect("a curve");
        assert!((ends(&two).0 - 2.0 * ends(&one).0).abs() <= 2.0);
        assert!((ends(&fine).0 - 8.0 * ends(&one).0).abs() <= 8.0);
    }

    #[test]
    fn a_part_of_a_canvas_is_drawn_like_a_canvas_of_its_own() {
        for theme in [Theme::light(), Theme::light().fine()] {
            let mut svg = String::new();
            let root = SVGBackend::with_string(&mut svg, (900, 500)).into_drawing_area();
            let plot = draw(&three_curves(), &theme, &root.margin(30, 50, 100, 40)).expect("a string takes everything");
            drop(root);
            let (_, own) = drawn(&three_curves(), &theme, (760, 420));
            assert_eq!(plot, Plot { left: own.left + 100.0, top: own.top + 30.0, ..own });
            let (left, right) = (plot.left * theme.pixel - 1.0, plot.right() * theme.pixel + 1.0);
            assert!(paths(&svg).concat().iter().all(|(x, _)| (left..=right).contains(x)));
        }
    }

    #[test]
    fn a_chart_takes_few_calls() {
        let calls = |chart: &Chart| drawn(chart, &Theme::light().fine(), (760, 420)).0.matches('<').count();
        assert!(calls(&three_curves()) < 700, "{}", calls(&three_curves()));
        assert!(absurd().iter().all(|chart| calls(chart) < 2000));
    }
}
