//! The chart of the curves, its cursor and the values at the cursor. Plain elements above the drawing move without redrawing.

mod drawing;
mod table;

pub(crate) use table::table;

use crate::{
    jobs::simulation::Simulation,
    pins,
    prelude::*,
    results::{DrawnCurve, Results},
};
use flitscope::{
    experiment::growth_in_words,
    model::NoSolution,
    sim::{protocol::SaturationReason, words::undecided},
};

const CURSOR_STEPS: f64 = 120.0;

/// A simulated point is read out when the cursor is within this part of the axis of it.
const NEAR: f64 = 0.012;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cursor {
    /// To a place across the chart, in CSS pixels from its left edge.
    At(f64),
    By(f64),
    Home,
    /// To the last load that a curve reaches.
    End,
    /// To the curve this number of places further down.
    Series(i32),
    Hide,
}

#[derive(Clone, Debug)]
pub struct Curves {
    /// The place of the plot, CSS pixels.
    pub(crate) plot: Plot,
    x: Scale,
    y: Scale,
    pub(crate) cursor: Option<f64>,
    series: usize,
}

impl Default for Curves {
    fn default() -> Self {
        Self {
            plot: Plot { left: 0.0, top: 0.0, width: 1.0, height: 1.0 },
            x: Scale::linear(0.0, 1.0),
            y: Scale::linear(0.0, 1.0),
            cursor: None,
            series: 0,
        }
    }
}

impl Curves {
    /// The chart of the results; the cursor uses its scales from now on.
    pub(crate) fn chart(&mut self, results: &Results, simulation: &Simulation, palette: &Palette) -> Chart {
        let mut chart = self.chart_as_it_stands(results, simulation, palette);
        // The heading of the chart names the quantity.
        chart.y.label.clear();
        (self.x, self.y) = (chart.x.scale, chart.y.scale);
        self.series = self.series.min(results.drawn().len().saturating_sub(1));
        chart
    }

    /// The chart in other colours, for a picture.
    pub(crate) fn chart_as_it_stands(&self, results: &Results, simulation: &Simulation, palette: &Palette) -> Chart {
        drawing::chart(results, simulation, palette, [&self.x, &self.y])
    }

    pub(crate) const fn reach(&self) -> f64 {
        self.x.range().1
    }

    /// The load at a place across the chart, CSS pixels from its left edge.
    pub(crate) fn load_at(&self, across: f64) -> f64 {
        self.plot.x_value(&self.x, across)
    }

    pub(crate) fn move_cursor(&mut self, movement: Cursor, results: &Results) {
        let (low, high) = self.x.range();
        let from = self.cursor.unwrap_or_else(|| results.scenario.get(Key::Load));
        self.cursor = match movement {
            Cursor::At(across) => Some(self.load_at(across)),
            Cursor::By(steps) => Some(from + steps * (high - low) / CURSOR_STEPS),
            Cursor::Home => Some(low),
            Cursor::End => Some(results.last_drawn()),
            Cursor::Series(steps) => {
                let count = results.drawn().len().max(1) as i32;
                self.series = (self.series as i32 + steps).rem_euclid(count) as usize;
                Some(from)
            }
            Cursor::Hide => None,
        }
        .map(|load| load.clamp(low, high));
    }

    pub(crate) fn sheet(&self, results: &Results, simulation: &Simulation) -> DomPatch {
        let mut sheet = DomPatch::default();
        sheet.text("chart-title", results.info().map_or("", |info| info.title));
        sheet.text("chart-unit", results.info().map_or("", |info| info.unit));
        let (load, end) = (results.scenario.get(Key::Load), self.reach());
        self.place(&mut sheet, "operating", self.plot.x(&self.x, load) - 1.0);
        sheet.class("operating", "beyond", load > end);

        let mut dots = Vec::new();
        if let (Outcome::Stable(point), true) = (&results.outcome, load <= end) {
            dots.push(self.dots(load, &point.measures, results.scenario.reading().key()));
        }
        sheet.show("crosshair", self.cursor.is_some()).show("readout", self.cursor.is_some());
        let spoken = match self.cursor {
            Some(cursor) => {
                let across = self.plot.x(&self.x, cursor);
                self.place(&mut sheet, "crosshair", across);
                let rows: Vec<_> =
                    results.drawn().into_iter().map(|drawn| ReadoutRow::of(results, drawn, cursor)).collect();
                for row in &rows {
                    dots.push(self.dots(cursor, row.values.as_deref().unwrap_or_default(), row.colour));
                }
                let (lines, spoken) = self.read_out(results, simulation, cursor, &rows);
                sheet.markup("readout", lines).mark("readout", Patch::Beside(across));
                sheet.style("readout", "top", format!("{:.1}px", self.plot.top + 22.0));
                spoken
            }
            None => {
                // Only our own models speak of the network; a paper's equations end before it does.
                let saturates = results.main_curve().is_some_and(|curve| curve.end.of_network());
                let words = match &results.outcome {
                    Outcome::Stable(point) => results.words(&point.measures, 4),
                    Outcome::Saturated if saturates => "queues grow without end".into(),
                    Outcome::Invalid(refusal @ NoSolution::Withheld) => refusal.to_string(),
                    Outcome::Saturated | Outcome::Invalid(_) => "the model ends below".into(),
                };
                format!("load {}: {words}", significant(load, 3))
            }
        };
        sheet.markup("dots", html! { @for each in &dots { (each) } });
        let now = self.cursor.unwrap_or(load).min(end);
        for (name, value) in [("aria-valuemax", end), ("aria-valuenow", now), ("aria-valuemin", 0.0)] {
            sheet.attribute("chart", name, value.to_string());
        }
        sheet.attribute("chart", "aria-valuetext", spoken);
        sheet
    }

    /// The place of a load and a value on the chart, CSS pixels; `None` beyond its axes.
    pub(crate) fn place_of(&self, load: f64, value: f64) -> Option<(f64, f64)> {
        let ((left, right), (low, high)) = (self.x.range(), self.y.range());
        let inside = (left..=right).contains(&load) && (low..=high).contains(&value) && self.plot.width > 0.0;
        inside.then(|| (self.plot.x(&self.x, load), self.plot.y(&self.y, value)))
    }

    /// An upright line across the plot.
    fn place(&self, sheet: &mut DomPatch, id: &'static str, left: f64) {
        // Moved, not laid out anew: elements over the chart shift nothing.
        sheet.style(id, "translate", format!("{left:.1}px {:.1}px", self.plot.top));
        sheet.style(id, "height", format!("{:.1}px", self.plot.height));
    }

    /// Dots on a curve of that colour. A value beyond the plot has no place in it.
    fn dots(&self, load: f64, values: &[f64], colour: &str) -> Markup {
        let (lowest, highest) = self.y.range();
        let left = self.plot.x(&self.x, load);
        let inside = values.iter().filter(|value| (lowest..=highest).contains(*value));
        let tops: Vec<f64> = inside.map(|value| self.plot.y(&self.y, *value)).collect();
        html! {
            @for top in tops {
                svg { circle cx=(format!("{left:.1}")) cy=(format!("{top:.1}")) r="4" fill={ "var(--" (colour) ")" } {} }
            }
        }
    }

    /// The simulated point near a load, in words, if there is one.
    fn near<'a>(&self, load: f64, results: &Results, seen: impl Iterator<Item = &'a Summary>) -> Option<String> {
        let (low, high) = self.x.range();
        let far = |observation: &&Summary| (observation.load - load).abs();
        let nearest = seen.min_by(|a, b| far(a).total_cmp(&far(b)))?;
        results.info().filter(|_| far(&nearest) <= NEAR * (high - low)).map(|info| said(nearest, info))
    }

    /// The box beside the crosshair, and the same in words.
    fn read_out(&self, results: &Results, simulation: &Simulation, load: f64, rows: &[ReadoutRow]) -> (Markup, String) {
        let points = simulation.points().iter().filter(|_| simulation.holds());
        let own = self.near(load, results, points.filter_map(|point| point.observation.as_ref()));
        let own = own.map(|said| (html! { "○" }, "simulated".to_owned(), said));
        let pinned = results.pins.iter().enumerate().filter_map(|(index, pin)| {
            let said = self.near(load, results, simulation.pinned(results, pin).into_iter())?;
            Some((swatch::of_pin(index), format!("{} simulated", pins::label(results, pin)), said))
        });
        let simulated: Vec<_> = own.into_iter().chain(pinned).collect();
        let lines = html! {
            div { b { (results.load_words(load)) } }
            @for (index, row) in rows.iter().enumerate() {
                div class=[(index == self.series && rows.len() > 1).then_some("strong")] {
                    (row.swatch) " " (row.name) " " b { (row.said) }
                }
            }
            @for (sign, name, said) in &simulated { div { (sign) " " (name) " " b { (said) } } }
        };
        // The curve that the keys have gone to is spoken first.
        let others = rows.iter().enumerate().filter(|(index, _)| *index != self.series).map(|(_, row)| row);
        let mut spoken = format!("load {}", significant(load, 3));
        for ReadoutRow { name, said, .. } in rows.get(self.series).into_iter().chain(others) {
            spoken += &format!(", {name} {said}");
        }
        for (_, name, said) in simulated {
            spoken += &format!(", {name} {said}");
        }
        (lines, spoken)
    }
}

/// A curve as it is read out at a load.
struct ReadoutRow {
    swatch: Markup,
    colour: &'static str,
    name: String,
    values: Option<Vec<f64>>,
    said: String,
}

impl ReadoutRow {
    fn of(results: &Results, drawn: DrawnCurve<'_>, load: f64) -> Self {
        let values = drawn.curve.model.measures(load);
        let reading = drawn.curve.reading;
        let (swatch, colour) = match drawn.pin {
            Some((index, _)) => (swatch::of_pin(index), "muted"),
            None => (swatch::of(reading), reading.key()),
        };
        let said = values.as_ref().map_or_else(|| "ends below".into(), |values| results.words(values, 4));
        Self { swatch, colour, name: pins::name(results, drawn), values, said }
    }
}

fn said(observation: &Summary, info: &ModelInfo) -> String {
    if observation.state == Verdict::Saturated {
        return match (observation.reason, observation.growth) {
            (Some(SaturationReason::Crowded), _) => format!("saturated: {}", SaturationReason::Crowded.words()),
            (_, Some(growth)) => format!("saturated: queues grow by {}", growth_in_words(growth, info.load_unit)),
            (Some(reason), None) => format!("saturated: {}", reason.words()),
            (None, None) => "saturated".into(),
        };
    }
    if observation.state == Verdict::Undecided {
        return undecided(observation.needs, info.unit);
    }
    let seen = info.simulated().into_iter().filter_map(|what| observation.measure(what));
    let seen: Vec<_> = seen.map(|interval| interval.words()).collect();
    let rough = if observation.finished() { "" } else { " (rough)" };
    if seen.is_empty() { "not yet".into() } else { seen.join(", ") + rough }
}

#[cfg(test)]
mod tests;
