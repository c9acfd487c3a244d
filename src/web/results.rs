//! What is on the screen, as numbers: the curves of a scenario, the point shown, and how long both took.

use crate::{
    model::{self, AnyModel, Effect, Outcome, Point, Saturation},
    param::{Key, Kind},
    report::PointReport,
    scenario::{Reading, Scenario},
};
use serde::Serialize;

/// Points of a drawn curve.
const POINTS: usize = 120;

/// The load axis goes this far beyond the last saturation load, so that the end of every curve is seen as an end.
const BEYOND_SATURATION: f64 = 1.15;

/// A curve under one reading.
pub struct Curve {
    /// The reading.
    pub reading: Reading,
    /// The model behind it, for values between the points.
    pub model: Box<dyn AnyModel>,
    /// `(load, latency)` from zero load to saturation.
    pub points: Vec<(f64, f64)>,
    /// Where it ends.
    pub saturation: Saturation,
    /// Where it begins, cycles.
    pub zero_load: f64,
}

/// Everything computed from one scenario.
pub struct Results {
    /// The scenario.
    pub scenario: Scenario,
    /// The curves drawn; the first is the one the numbers come from.
    pub curves: Vec<Curve>,
    /// The state at the load shown.
    pub outcome: Outcome<Point>,
    /// What each departure from the print does.
    pub effects: Vec<Effect>,
    /// Milliseconds to solve.
    pub solve_ms: f64,
    /// Milliseconds to draw.
    pub draw_ms: f64,
}

impl Results {
    /// Solves a scenario: every curve shown and every quantity at its load.
    pub fn of(scenario: Scenario, now: impl Fn() -> f64) -> Self {
        let start = now();
        let mut readings = scenario.shown();
        readings.sort_by_key(|reading| *reading != scenario.reading());
        // A reading that this scenario does not have is left out; the legend says so.
        let scenarios = readings.into_iter().filter_map(|reading| Some((reading, scenario.under(reading).ok()?)));
        let curve = |(reading, scenario): (Reading, Scenario)| {
            let model = model::of(&scenario);
            let (saturation, zero_load) = (model.saturation(), model.zero_load());
            Curve { reading, points: model.curve(POINTS), saturation, zero_load, model }
        };
        let curves: Vec<_> = scenarios.map(curve).collect();
        let load = scenario.get(Key::Load);
        let (outcome, effects) = match curves.first() {
            Some(curve) => (curve.model.point(load), curve.model.deviations(load)),
            None => (Outcome::Invalid("No reading of this model applies here.".into()), Vec::new()),
        };
        Self { scenario, curves, outcome, effects, solve_ms: now() - start, draw_ms: 0.0 }
    }

    /// The right end of the load axis.
    pub fn load_end(&self) -> f64 {
        let last = self.curves.iter().map(|curve| curve.saturation.load).fold(0.0, f64::max);
        let most = match self.scenario.system().param(Key::Load).map(|row| row.kind) {
            Some(Kind::Real { max, .. }) => max,
            _ => f64::INFINITY,
        };
        if last > 0.0 { (BEYOND_SATURATION * last).min(most) } else { most }
    }

    /// The latency at the highest end of a curve, cycles.
    pub fn highest(&self) -> f64 {
        self.curves.iter().filter_map(|curve| curve.points.last()).map(|(_, latency)| *latency).fold(1.0, f64::max)
    }

    /// The step in which the load moves, as decimals: about two hundred to the axis, a round number.
    pub fn load_step(&self) -> String {
        let step = self.round_step();
        format!("{step:.0$}", decimals(step))
    }

    fn round_step(&self) -> f64 {
        let step = self.load_end() / 200.0;
        let decade = libm::pow(10.0, libm::floor(libm::log10(step)));
        [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|round| round * decade)
            .find(|round| *round >= step * 0.75)
            .unwrap_or(step)
    }

    /// The multiple of the step nearest to a load, with no more decimals than it needs.
    pub fn tidy_load(&self, load: f64) -> f64 {
        let step = self.round_step();
        let tidy = format!("{:.*}", decimals(step), libm::round(load / step) * step);
        tidy.parse().unwrap_or(load)
    }

    /// The latency under each reading drawn at a load; `None` beyond its end.
    pub fn latencies(&self, load: f64) -> Vec<(Reading, Option<f64>)> {
        let latency = |curve: &Curve| match curve.model.point(load) {
            Outcome::Stable(point) => Some(point.latency),
            Outcome::Saturated(_) | Outcome::Invalid(_) => None,
        };
        self.curves.iter().map(|curve| (curve.reading, latency(curve))).collect()
    }
}

/// Decimals that a step needs. Its logarithm may lie a hair beside a whole number.
fn decimals(step: f64) -> usize {
    (-libm::floor(libm::log10(step) + 1e-9)).max(0.0) as usize
}

/// The results as plain data, for tests and lesson authors.
#[derive(Serialize)]
pub struct ResultsReport {
    reading: &'static str,
    curves: Vec<CurveReport>,
    point: PointReport,
    simulated: [(); 0],
    solve_ms: f64,
    draw_ms: f64,
}

#[derive(Serialize)]
struct CurveReport {
    reading: &'static str,
    load: Vec<f64>,
    latency: Vec<f64>,
    saturation: f64,
    zero_load: f64,
}

impl ResultsReport {
    /// What is on the screen.
    pub fn of(results: &Results) -> Self {
        let curve = |curve: &Curve| {
            let (load, latency) = curve.points.iter().copied().unzip();
            let Curve { reading, saturation, zero_load, .. } = curve;
            CurveReport { reading: reading.key(), load, latency, saturation: saturation.load, zero_load: *zero_load }
        };
        Self {
            reading: results.scenario.reading().key(),
            curves: results.curves.iter().map(curve).collect(),
            point: PointReport::new(results.scenario.get(Key::Load), results.outcome.clone()),
            simulated: [],
            solve_ms: results.solve_ms,
            draw_ms: results.draw_ms,
        }
    }
}
