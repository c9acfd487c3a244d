//! The chart: curves on a canvas by plotters, and above them a layer of plain elements that moves without redrawing.

use super::{
    dom::{self, Fallible},
    lab::Lab,
    palette::Palette,
    results::{Curve, Results},
};
use crate::{
    chart::{Axis, Chart, Dash, Limit, Mark, Observed, Plot, Series, Shape, Weight, draw, scale::Scale, theme::FINE},
    experiment::{Interval, Observation, growth_in_words},
    model::{Bound, Outcome, significant},
    param::Key,
    scenario::{Reading, Scenario},
    sim::protocol::{Reason, State},
};
use plotters::drawing::IntoDrawingArea as _;
use plotters_canvas::CanvasBackend;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement};

/// Steps of the cursor across the load axis.
const CURSOR_STEPS: f64 = 120.0;

/// The vertical axis grows up to this much for what has been simulated.
const OBSERVED_IN_SIGHT: f64 = 1.5;

/// A simulated point is read out when the cursor is within this part of the axis of it.
const NEAR: f64 = 0.012;

/// How a reading's curve is broken, so that colour is not the only difference.
pub const fn dash(reading: Reading) -> Dash {
    match reading {
        Reading::Corrected => Dash::Solid,
        Reading::Printed => Dash::Dashed,
        Reading::Refined => Dash::Dotted,
        Reading::Average => Dash::Long,
    }
}

/// The words of a reading, as the table of parameters has them.
pub fn words(scenario: &Scenario, reading: Reading) -> &'static str {
    let options = scenario.system().options(Key::Reading).iter();
    options.clone().find(|option| option.key == reading.key()).map_or("", |option| option.name)
}

/// A canvas with what is needed to draw a chart on it.
pub struct Paper {
    frame: HtmlElement,
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    /// Size of the frame, CSS pixels.
    size: (f64, f64),
}

impl Paper {
    /// The canvas of that id in the frame of that id.
    pub fn new(frame: &str, canvas: &str) -> Fallible<Self> {
        let canvas: HtmlCanvasElement = dom::by_id(canvas)?;
        let context = dom::context(&canvas)?;
        Ok(Self { frame: dom::by_id(frame)?, canvas, context, size: (0.0, 0.0) })
    }

    /// Takes note of the size that the page gives it.
    pub fn measure(&mut self) {
        self.size = (f64::from(self.frame.client_width()), f64::from(self.frame.client_height()));
    }

    /// Draws a chart. Returns where the plot stands, CSS pixels; `None` if there is no room for it.
    pub fn draw(&self, chart: &Chart, palette: &Palette) -> Fallible<Option<Plot>> {
        let dpr = dom::window()?.device_pixel_ratio().clamp(0.5, 4.0);
        let (width, height) = self.size;
        if width < 1.0 || height < 1.0 {
            return Ok(None);
        }
        let size = ((width * dpr).round() as u32, (height * dpr).round() as u32);
        if (self.canvas.width(), self.canvas.height()) != size {
            self.canvas.set_width(size.0);
            self.canvas.set_height(size.1);
        }
        // The drawing is in eighths of a pixel: plotters' coordinates are whole numbers, and whole pixels would show as steps.
        let fine = 1.0 / f64::from(FINE);
        self.context.set_transform(fine, 0.0, 0.0, fine, 0.0, 0.0)?;
        self.context.set_line_cap("round");
        self.context.set_line_join("round");
        let area = CanvasBackend::with_canvas_object(self.canvas.clone())
            .ok_or("the canvas cannot be drawn on")?
            .into_drawing_area();
        let plot = draw::draw(chart, &palette.theme().scaled(dpr).fine(), &area).map_err(|error| error.to_string())?;
        let Plot { left, top, width, height } = plot;
        Ok(Some(Plot { left: left / dpr, top: top / dpr, width: width / dpr, height: height / dpr }))
    }
}

/// A movement of the cursor.
#[derive(Clone, Copy, Debug)]
pub enum Cursor {
    /// To a place across the chart, in CSS pixels from its left edge.
    At(f64),
    /// By so many steps of the axis.
    By(f64),
    /// To zero load.
    Home,
    /// To the last load that a curve reaches.
    End,
    /// To the curve that is so many further down.
    Series(i32),
    /// Away.
    Hide,
}

/// The chart and its overlay.
pub struct ChartView {
    paper: Paper,
    title: HtmlElement,
    crosshair: HtmlElement,
    operating: HtmlElement,
    dots: HtmlElement,
    readout: HtmlElement,
    /// Where the plot stands, CSS pixels.
    plot: Plot,
    x: Scale,
    y: Scale,
    cursor: Option<f64>,
    series: usize,
}

impl ChartView {
    /// The chart of the page, still empty.
    pub fn new() -> Fallible<Self> {
        Ok(Self {
            paper: Paper::new("chart", "curves")?,
            title: dom::by_id("chart-title")?,
            crosshair: dom::by_id("crosshair")?,
            operating: dom::by_id("operating")?,
            dots: dom::by_id("dots")?,
            readout: dom::by_id("readout")?,
            plot: Plot { left: 0.0, top: 0.0, width: 1.0, height: 1.0 },
            x: Scale::linear(0.0, 1.0),
            y: Scale::linear(0.0, 1.0),
            cursor: None,
            series: 0,
        })
    }

    /// Takes note of the size that the page gives the chart.
    pub fn measure(&mut self) {
        self.paper.measure();
    }

    /// Draws the curves and puts the overlay where it belongs.
    pub fn render(&mut self, results: &Results, lab: &Lab, palette: &Palette) -> Fallible {
        dom::set_text(&self.title, results.lecture().map_or("", |lecture| lecture.title));
        let chart = chart(results, lab, palette);
        let Some(plot) = self.paper.draw(&chart, palette)? else { return Ok(()) };
        self.plot = plot;
        (self.x, self.y) = (chart.x.scale, chart.y.scale);
        self.series = self.series.min(results.curves.len().saturating_sub(1));
        self.overlay(results, lab, palette)
    }

    /// The load at a place across the chart, CSS pixels from its left edge.
    pub fn load_at(&self, across: f64) -> f64 {
        self.plot.x_value(&self.x, across)
    }

    /// The load under the cursor, if it is shown.
    pub const fn cursor(&self) -> Option<f64> {
        self.cursor
    }

    /// Moves the cursor.
    pub fn move_cursor(&mut self, movement: Cursor, results: &Results, lab: &Lab, palette: &Palette) -> Fallible {
        let (low, high) = self.x.range();
        let from = self.cursor.unwrap_or_else(|| results.scenario.get(Key::Load));
        let last = results.last_drawn();
        self.cursor = match movement {
            Cursor::At(across) => Some(self.load_at(across)),
            Cursor::By(steps) => Some(from + steps * (high - low) / CURSOR_STEPS),
            Cursor::Home => Some(low),
            Cursor::End => Some(last),
            Cursor::Series(steps) => {
                let count = results.curves.len().max(1) as i32;
                self.series = (self.series as i32 + steps).rem_euclid(count) as usize;
                Some(from)
            }
            Cursor::Hide => None,
        }
        .map(|load| load.clamp(low, high));
        self.overlay(results, lab, palette)
    }

    /// Puts crosshair, dots, readout and operating point in their places.
    pub fn overlay(&self, results: &Results, lab: &Lab, palette: &Palette) -> Fallible {
        let Plot { top, height, .. } = self.plot;
        let place = |element: &HtmlElement, left: f64| {
            dom::style(element, "left", &format!("{left:.1}px"));
            dom::style(element, "top", &format!("{top:.1}px"));
            dom::style(element, "height", &format!("{height:.1}px"));
        };
        let load = results.scenario.get(Key::Load);
        let (_, end) = self.x.range();
        let at = self.plot.x(&self.x, load);
        place(&self.operating, at - 1.0);
        let classes = self.operating.class_list();
        classes.toggle_with_force("left", at > self.plot.left + 0.72 * self.plot.width)?;
        classes.toggle_with_force("beyond", load > end)?;
        if let Some(label) = self.operating.first_element_child() {
            dom::set_text(&label, &format!("{}{}", results.load_words(load), if load > end { " →" } else { "" }));
        }

        let mut dots = String::new();
        let (lowest, highest) = self.y.range();
        let mut dot = |load: f64, values: &[f64], reading: Reading| {
            let colour = palette.css(reading.key());
            // A value beyond the plot has no place in it.
            for value in values.iter().filter(|value| (lowest..=highest).contains(*value)) {
                let (left, top) = (self.plot.x(&self.x, load), self.plot.y(&self.y, *value));
                dots += &format!("<i style=\"left:{left:.1}px;top:{top:.1}px;background:{colour}\"></i>");
            }
        };
        if let (Outcome::Stable(point), true) = (&results.outcome, load <= end) {
            dot(load, &point.measures, results.scenario.reading());
        }
        dom::show(&self.crosshair, self.cursor.is_some());
        dom::show(&self.readout, self.cursor.is_some());
        let spoken = match self.cursor {
            Some(cursor) => {
                let across = self.plot.x(&self.x, cursor);
                place(&self.crosshair, across);
                let measures = results.measures(cursor);
                for (reading, values) in &measures {
                    dot(cursor, values.as_deref().unwrap_or_default(), *reading);
                }
                self.read_out(results, lab, cursor, across, &measures)
            }
            None => {
                let words = match &results.outcome {
                    Outcome::Stable(point) => results.words(&point.measures, 4),
                    Outcome::Saturated => "saturated".into(),
                    Outcome::Invalid(_) => "no solution".into(),
                };
                format!("load {}: {words}", significant(load, 3))
            }
        };
        self.dots.set_inner_html(&dots);
        for (name, value) in
            [("aria-valuemax", end), ("aria-valuenow", self.cursor.unwrap_or(load).min(end)), ("aria-valuemin", 0.0)]
        {
            self.paper.frame.set_attribute(name, &format!("{value}"))?;
        }
        self.paper.frame.set_attribute("aria-valuetext", &spoken)
    }

    /// What has been simulated at a load, in words, if anything has been near it.
    fn observed_near(&self, load: f64, results: &Results, lab: &Lab) -> Option<String> {
        let (low, high) = self.x.range();
        let seen = lab.points().iter().filter(|_| lab.holds()).filter_map(|point| point.observation.as_ref());
        let far = |observation: &&Observation| (observation.record.load - load).abs();
        let nearest = seen.min_by(|a, b| far(a).total_cmp(&far(b)))?;
        (far(&nearest) <= NEAR * (high - low))
            .then(|| said(nearest, results.lecture().map_or("", |lecture| lecture.load_unit)))
    }

    /// Fills the box beside the crosshair and gives the same in words.
    fn read_out(
        &self,
        results: &Results,
        lab: &Lab,
        load: f64,
        across: f64,
        measures: &[(Reading, Option<Vec<f64>>)],
    ) -> String {
        let scenario = &results.scenario;
        let mut spoken = format!("load {}", significant(load, 3));
        let mut lines = format!("<div><b>{}</b></div>", results.load_words(load));
        for (index, (reading, values)) in measures.iter().enumerate() {
            let value = values.as_ref().map_or_else(|| "no solution".into(), |values| results.words(values, 4));
            let strong = if index == self.series && measures.len() > 1 { " class=\"strong\"" } else { "" };
            lines += &format!("<div{strong}>{} {} <b>{value}</b></div>", swatch(*reading), words(scenario, *reading));
            let words = format!(", {} {value}", words(scenario, *reading));
            if index == self.series {
                spoken.insert_str(spoken.find(',').unwrap_or(spoken.len()), &words)
            } else {
                spoken += &words
            }
        }
        if let Some(said) = self.observed_near(load, results, lab) {
            lines += &format!("<div>○ simulated <b>{said}</b></div>");
            spoken += &format!(", simulated {said}");
        }
        self.readout.set_inner_html(&lines);
        // Beside the crosshair, on the side that has room.
        let (width, room) = (f64::from(self.readout.offset_width()), self.paper.size.0);
        let left = if across + 12.0 + width < room { across + 12.0 } else { (across - 12.0 - width).max(4.0) };
        dom::style(&self.readout, "left", &format!("{left:.1}px"));
        dom::style(&self.readout, "top", &format!("{:.1}px", self.plot.top + 22.0));
        spoken
    }
}

/// An observation in a few words.
pub fn said(observation: &Observation, load_unit: &str) -> String {
    let record = &observation.record;
    if let (State::Saturated, Some(Reason::Crowded)) = (record.state, record.reason) {
        return format!("saturated: {}", Reason::Crowded.words());
    }
    if let (State::Saturated, Some(growth)) = (record.state, record.growth) {
        return format!("saturated: queues grow by {}", growth_in_words(growth, load_unit));
    }
    let of = |interval: Interval| {
        let half = interval.half95.map_or_else(String::new, |half| format!(" ± {}", significant(half, 2)));
        format!("{}{half}", significant(interval.mean, 4))
    };
    let seen: Vec<_> = ["latency", "throughput", "complete_throughput"]
        .iter()
        .filter_map(|symbol| observation.measure(symbol))
        .map(of)
        .collect();
    if seen.is_empty() { "not yet".into() } else { seen.join(", ") }
}

/// The measures that are drawn of what has been simulated: those of the model, each once.
fn drawn(results: &Results) -> impl Iterator<Item = (Shape, &'static str)> {
    let measures = results.lecture().map_or(&[][..], |lecture| lecture.measures);
    // A second model of the same latency is compared with the same points.
    let own = measures.iter().map(|measure| measure.symbol).filter(|symbol| !symbol.starts_with("latency_"));
    [Shape::Circle, Shape::Square].into_iter().zip(own)
}

/// The signs of what has been simulated.
fn observed(results: &Results, lab: &Lab, palette: &Palette) -> Vec<Observed> {
    let signs = |observation: &Observation| {
        let colour = palette.colour(match (lab.holds(), observation.finished()) {
            (false, _) => "control",
            (true, false) => "muted",
            (true, true) => "ink",
        });
        let saturated = observation.record.state == State::Saturated;
        let sign = |(shape, symbol): (Shape, &str)| {
            let seen = observation.measure(symbol);
            let half = seen.and_then(|interval| interval.half95).unwrap_or(0.0);
            let value = seen.map(|interval| interval.mean);
            let drawn = value.is_some() || (saturated && shape == Shape::Circle);
            drawn.then_some(Observed { x: observation.record.load, value, half, colour, shape })
        };
        drawn(results).filter_map(sign).collect::<Vec<_>>()
    };
    lab.points().iter().filter_map(|point| point.observation.as_ref()).flat_map(signs).collect()
}

/// A short piece of a reading's line, for legends.
pub fn swatch(reading: Reading) -> String {
    swatch_of(reading.key(), dash(reading))
}

/// A short piece of a line of that colour of the style sheet.
pub fn swatch_of(colour: &str, dash: Dash) -> String {
    let dashes = match dash {
        Dash::Solid => "",
        Dash::Dashed => " stroke-dasharray=\"8 5\"",
        Dash::Dotted => " stroke-dasharray=\"1 5\"",
        Dash::Long => " stroke-dasharray=\"14 6\"",
    };
    format!(
        "<svg viewBox=\"0 0 30 8\" width=\"30\" height=\"8\" aria-hidden=\"true\"><path d=\"M2 4H28\" stroke=\"var(--{colour})\" \
         stroke-width=\"3\" stroke-linecap=\"round\"{dashes}/></svg>"
    )
}

/// What is drawn of the results.
fn chart(results: &Results, lab: &Lab, palette: &Palette) -> Chart {
    let scenario: &Scenario = &results.scenario;
    let Some(lecture) = results.lecture() else {
        let axis = || Axis { label: String::new(), scale: Scale::linear(0.0, 1.0), whole: false };
        return Chart { x: axis(), y: axis(), series: vec![], limits: vec![], marks: vec![], observed: vec![] };
    };
    let lines = |curve: &Curve| -> Vec<Series> {
        let series = |(index, points): (usize, &Vec<(f64, f64)>)| {
            let words = words(scenario, curve.reading);
            let name = lecture.measures.get(index).map_or("", |measure| measure.name);
            Series {
                label: if name.is_empty() { words.into() } else { format!("{name}, {words}") },
                points: points.clone(),
                colour: palette.reading(curve.reading),
                dash: dash(curve.reading),
                weight: match index {
                    0 if curve.reading == scenario.reading() => Weight::Strong,
                    0 => Weight::Normal,
                    _ => Weight::Thin,
                },
                dots: false,
            }
        };
        curve.lines.iter().enumerate().map(series).collect()
    };
    // One limit line says enough: that of the curve the numbers come from; the others end where they end.
    let end = |curve: &Curve| Limit {
        at: curve.end.load,
        label: format!("{} {}", curve.end.label, results.load_words(curve.end.load)),
        colour: palette.reading(curve.reading),
    };
    let bound = |bound: &Bound| Limit { at: bound.load, label: bound.label.into(), colour: palette.colour("muted") };
    let mark =
        |curve: &Curve| curve.idle.map(|idle| Mark { at: idle, label: format!("idle {}", significant(idle, 3)) });
    let observed = observed(results, lab, palette);
    let (lowest, highest) = results.values();
    // What has been simulated is in sight too, unless the curves would be flat beside it.
    let reach = observed.iter().filter_map(|observed| Some(observed.value? + observed.half)).fold(0.0, f64::max);
    let highest = highest.max(reach.min(OBSERVED_IN_SIGHT * highest));
    let y = if scenario.chosen(Key::Axis) == "log" {
        Scale::log(lowest * 0.8, highest * 1.1)
    } else {
        Scale::linear(0.0, highest * 1.06)
    };
    let load = match scenario.system().param(Key::Load) {
        Some(row) => format!("{} {}", row.name, row.symbol),
        None => String::new(),
    };
    let x = format!("{}, {}", load.trim(), lecture.load_unit);
    Chart {
        x: Axis { label: x, scale: Scale::linear(0.0, results.load_end()), whole: false },
        y: Axis { label: format!("{}, {}", lecture.quantity, lecture.unit), scale: y, whole: false },
        series: results.curves.iter().flat_map(lines).collect(),
        limits: results.curves.iter().take(1).map(end).chain(results.bounds().iter().map(bound)).collect(),
        marks: results.curves.iter().take(1).filter_map(mark).collect(),
        observed,
    }
}
