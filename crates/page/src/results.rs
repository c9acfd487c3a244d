//! The results of a scenario: its curves, the point shown, the time to solve both, and the curves of its pins.

mod pinned;
mod tail;

use crate::prelude::*;
use flitscope::{
    model::{Bound, CurveEnd, DeviationEffect, Discrepancy, Figure, Measure, Model, NoSolution, RefinementStep, Value},
    scenario::Pins,
    text,
};
pub(crate) use pinned::{DrawnCurve, Pinned};
use std::cell::OnceCell;
use tail::ModelTail;

/// The option that draws both branches of a model.
const FOLD: &str = "fold";

/// The option that draws the latencies at the load shown.
pub(crate) const LATENCIES: &str = "latencies";

/// The tab with the steps from the paper to the simulation.
pub(super) const CHECKS: &str = "comparison";

/// The tab of the second chart.
const FIGURES: &str = "data";

const POINTS: usize = 60;

/// The load axis goes this far beyond the last saturation load, so that the end of every curve is seen as an end.
const BEYOND_SATURATION: f64 = 1.15;

/// A curve that has no end is drawn up to this multiple of the idle latency: further on it is little else than an upright line.
const TIMES_IDLE: f64 = 8.0;

/// Where there is no curve, the vertical axis goes to this many times the latency of the idle network.
const BESIDE_IDLE: f64 = 4.0;

/// A linear axis ends so much above what it has to show, in terms of it.
pub(crate) const ABOVE: f64 = 1.06;

/// A bound this much beyond the last saturation load is still drawn.
const BOUND_IN_SIGHT: f64 = 1.6;

/// Our own model about the channels of the network at the load shown, where it tells them apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PredictedUse {
    /// By link number: flits per cycle.
    pub uses: Vec<f64>,
    /// The nodes at the two ends of the channel that saturates first, if one does.
    pub limit: Option<[u32; 2]>,
}

/// A solved model under one reading.
pub struct Curve {
    pub reading: Reading,
    /// The setup of its model, [as a model sees it](Setup::modelled).
    subject: Setup,
    /// True if it is solved to the end.
    pub whole: bool,
    /// The model, for values between the points.
    pub model: Box<dyn Model>,
    /// For each measure, `(load, value)` from zero load to the end.
    pub lines: Vec<Vec<(f64, f64)>>,
    pub end: CurveEnd,
    /// Its value at no load, if that is worth a mark.
    pub idle: Option<f64>,
}

/// Everything computed from one scenario.
pub struct Results {
    pub scenario: Scenario,
    /// The curves drawn of it; the first is the one the numbers come from, unless that takes too long. While a lesson asks, those shown.
    pub curves: Vec<Curve>,
    pub pins: Vec<Pinned>,
    /// The curves that are not drawn until a lesson is answered, for the axes, and those that only pins have.
    further: Vec<Curve>,
    /// The network whose long curve the reader has asked for, [as a model sees it](Setup::modelled) under the default reading.
    asked: Option<Setup>,
    /// The end of the load axis before, if the comparison is the same one: its axes only grow.
    reached: Option<f64>,
    /// True if the models are ready for the load shown; otherwise it is solved bit by bit.
    ready: bool,
    pub outcome: Outcome<Point>,
    pub effects: Vec<DeviationEffect>,
    /// For each measure, the steps from the paper as printed to its last refinement; solved only while they are shown.
    pub steps: Vec<Vec<RefinementStep>>,
    pub figures: Vec<Figure>,
    /// The distribution of the latency in the first model at the load shown, if it has one; solved only while it is shown.
    pub tail: Option<ModelTail>,
    /// The state of our own model at the load shown, once it is asked for and known.
    own_point: OnceCell<Option<Point>>,
    /// Causes of the difference between the paper and our own model, if that is drawn.
    pub reasons: Vec<Discrepancy>,
    pub solve_ms: f64,
    /// The longest of them without a picture.
    pub longest_ms: f64,
    pub draw_ms: f64,
}

impl Results {
    /// Solves a scenario: every curve shown and every quantity at its load. `clock` tells milliseconds.
    pub fn of(scenario: Scenario, clock: &dyn Fn() -> f64) -> Self {
        let mut results = Self::start(scenario.with_pins(Pins::default()), None, clock);
        while results.advance(f64::INFINITY, clock) {}
        results
    }

    /// As [`Results::of`], with the pins; a curve that takes longer than a picture is only started. Unchanged curves of `before` stay.
    pub fn start(scenario: Scenario, before: Option<&mut Self>, clock: &dyn Fn() -> f64) -> Self {
        let start = clock();
        let reached = before.as_ref().filter(|before| before.compares(scenario.pins())).map(|before| before.load_end());
        let asked = before.as_ref().and_then(|before| before.asked);
        let earlier = before.map(|before| [&mut before.curves, &mut before.further].map(std::mem::take));
        let mut earlier: Vec<_> = earlier.into_iter().flatten().flatten().map(Some).collect();
        let mut curve = |(reading, setup): (Reading, Setup)| {
            let subject = setup.modelled();
            let same = earlier.iter_mut().find(|kept| kept.as_ref().is_some_and(|curve| curve.subject == subject));
            // What takes too long is not begun.
            let waits = || refusal(&setup, asked).is_some();
            same.and_then(Option::take).unwrap_or_else(|| Curve::new(reading, subject, model::start(&setup), waits()))
        };
        let all = setups(scenario.setup(), readings(&scenario), asked).into_iter().map(&mut curve);
        let (curves, further) = all.partition(|curve| lesson::shows(&scenario, curve.reading));
        let mut results = Self {
            scenario,
            curves,
            pins: Vec::new(),
            further,
            asked,
            reached,
            ready: true,
            outcome: Outcome::Saturated,
            effects: Vec::new(),
            steps: Vec::new(),
            figures: Vec::new(),
            tail: None,
            own_point: OnceCell::new(),
            reasons: Vec::new(),
            solve_ms: 0.0,
            longest_ms: 0.0,
            draw_ms: 0.0,
        };
        if !results.withholds() {
            results.pin(&mut curve);
        }
        results.prepare(&|| false);
        results.look();
        results.reason();
        results.cost(clock() - start);
        results
    }

    /// Solves for at most `milliseconds` more; true if anything new is known.
    pub fn advance(&mut self, milliseconds: f64, clock: &dyn Fn() -> f64) -> bool {
        if self.is_whole() {
            return false;
        }
        let start = clock();
        let more = || clock() - start < milliseconds;
        // What the load shown asks of the first curve is asked again only while that curve is coming.
        let shown = !self.ready || self.main_curve().is_some_and(|curve| !curve.whole);
        // The number first: it needs only a part of the curve.
        self.prepare(&more);
        for curve in self.curves.iter_mut().chain(&mut self.further).filter(|curve| !curve.whole) {
            curve.whole = curve.model.advance(&more);
            (curve.lines, curve.end) = (curve.model.curves(POINTS), curve.model.end());
        }
        self.prepare(&more);
        if shown {
            self.look();
        }
        if self.is_whole() {
            self.reason();
        }
        self.cost(clock() - start);
        true
    }

    /// The reason why there is no curve; `None` if there is one.
    fn refusal(&self) -> Option<NoSolution> {
        refusal(self.scenario.setup(), self.asked)
    }

    /// Begins with a curve that takes long, at the next [start](Self::start).
    pub fn ask(&mut self) {
        self.asked = Some(network(self.scenario.setup()));
    }

    /// Our own model about the channels, where it tells them apart and is solved; a lesson shows the network alone.
    pub fn channels(&self) -> PredictedUse {
        let own = self.own().filter(|own| own.whole && lesson::at(&self.scenario).is_none());
        let Some(own) = own else { return PredictedUse::default() };
        let point = self.owner().filter(|(curve, _)| curve.reading == own.reading).map(|(_, point)| point);
        let uses = point.and_then(|point| point.quantities.iter().find(|quantity| quantity.symbol == "uses"));
        let uses = match uses.map(|uses| &uses.value) {
            Some(Value::List(uses)) => uses.clone(),
            _ => Vec::new(),
        };
        PredictedUse { uses, limit: own.end.channel() }
    }

    /// True if every curve is solved to the end, and the load shown.
    pub fn is_whole(&self) -> bool {
        self.ready && self.all().iter().all(|curve| curve.whole)
    }

    /// Works on the solution of the load shown.
    fn prepare(&mut self, more: &dyn Fn() -> bool) {
        let load = self.scenario.get(Key::Load);
        self.ready = self.curves.iter_mut().all(|curve| curve.model.prepare(load, more));
    }

    /// True while a lesson asks: every result but the curves of its step is hidden.
    pub fn withholds(&self) -> bool {
        lesson::asks(&self.scenario)
    }

    fn cost(&mut self, milliseconds: f64) {
        self.solve_ms += milliseconds;
        self.longest_ms = self.longest_ms.max(milliseconds);
    }

    /// Solves the first model at the load shown.
    fn look(&mut self) {
        if self.withholds() {
            self.outcome = Outcome::Invalid(NoSolution::Withheld);
            return;
        }
        let load = self.scenario.get(Key::Load);
        let on_the_way = |curve: &Curve| model::paper(&curve.subject).steps(load);
        let looked_at = self.scenario.chosen(Key::Tab) == CHECKS && self.refusal().is_none();
        self.steps = self.main_curve().filter(|_| looked_at).map_or_else(Vec::new, on_the_way);
        let in_card = lesson::step_of(&self.scenario).is_some_and(|step| step.figure == LATENCIES);
        let seen = self.shows_latencies() && (in_card || self.scenario.chosen(Key::Tab) == FIGURES);
        self.tail = self.main_curve().filter(|_| seen).and_then(|curve| ModelTail::of(&*curve.model, load));
        (self.outcome, self.effects, self.figures) = match self.main_curve() {
            Some(Curve { model, .. }) => (model.point(load), model.deviations(load), self.figures(&**model, load)),
            None => (Outcome::Invalid(NoSolution::NoReading), Vec::new(), Vec::new()),
        };
        if let Some(refusal) = self.refusal() {
            self.outcome = Outcome::Invalid(refusal);
        }
    }

    /// True if the second chart is that of the latencies: it is chosen, or the network has no figures of a paper.
    pub(crate) fn shows_latencies(&self) -> bool {
        self.scenario.chosen(Key::Figure) == LATENCIES || !model::choose(self.scenario.setup()).has_paper()
    }

    /// The figures of a model, and the fold after them, where the system has one. Both branches are solved only while they are shown.
    fn figures(&self, model: &dyn Model, load: f64) -> Vec<Figure> {
        let mut figures = model.figures(load);
        let folds = self.scenario.system().options(Key::Figure).iter().any(|option| option.key == FOLD);
        if folds && model::choose(self.scenario.setup()).has_paper() {
            let branches = (self.scenario.chosen(Key::Figure) == FOLD).then(|| model.branches(load)).flatten();
            figures.push(model::fold(branches.as_ref()));
        }
        figures
    }

    /// Finds the causes of the difference between the paper and our own model.
    fn reason(&mut self) {
        if self.withholds() {
            return;
        }
        let load = self.scenario.get(Key::Load);
        let own = |curve: &&Curve| matches!(curve.reading, Reading::Printed | Reading::Corrected);
        let paper = self.curves.iter().find(own).or_else(|| self.curves.iter().find(|curve| curve.of_paper()));
        self.reasons = match (self.own(), paper) {
            (Some(ours), Some(paper)) => ours.model.reasons(load, &*paper.model),
            _ => Vec::new(),
        };
    }

    /// The curve that the numbers come from; none if no curve is shown.
    pub fn main_curve(&self) -> Option<&Curve> {
        self.curves.first()
    }

    /// True if the curve of a reading is drawn: that of the paper has a switch of its own, which is of use where there is another curve.
    pub fn draws(&self, reading: Reading) -> bool {
        let hidden = !self.scenario.is_on(Key::Published) && self.own().is_some();
        reading.is_ours() || reading != self.scenario.reading() || !hidden
    }

    /// The curve of our own model, if it is shown.
    pub fn own(&self) -> Option<&Curve> {
        self.curves.iter().find(|curve| !curve.of_paper())
    }

    /// The curve that the large number, its bar and every sentence speak of, and its state at the load shown: our own model's where it has
    /// one, otherwise that of the reading.
    pub fn owner(&self) -> Option<(&Curve, &Point)> {
        if let Some(own) = self.own().filter(|_| self.ready) {
            if self.own_point.get().is_none() {
                let point = own.model.point(self.scenario.get(Key::Load)).stable();
                // Without a solution it is asked again only while the curve is coming.
                if point.is_some() || own.whole {
                    self.own_point.set(point).ok();
                }
            }
            if let Some(Some(point)) = self.own_point.get() {
                return Some((own, point));
            }
        }
        let Outcome::Stable(point) = &self.outcome else { return None };
        Some((self.main_curve()?, point))
    }

    /// The curve that ends where the network saturates, once that is known.
    pub fn network(&self) -> Option<&Curve> {
        self.curves.iter().find(|curve| curve.follows_network())
    }

    /// True if the load shown is more than the network carries: our model or a bound says so, or the simulation.
    pub fn is_beyond(&self, seen: Option<&Summary>) -> bool {
        let load = self.scenario.get(Key::Load);
        let bound = self.main_curve().filter(|curve| curve.end.is_bound() && curve.end.saturated());
        let end = self.network().or(bound).map_or(f64::INFINITY, |curve| curve.end.load);
        let seen = seen.is_some_and(|seen| seen.state == Verdict::Saturated);
        !self.withholds() && (load > end || seen && self.owner().is_none())
    }

    /// The curves whose ends are marked: that of the numbers, that of the network, and beside it that of a paper.
    pub fn marked(&self) -> impl Iterator<Item = &Curve> {
        let paper = self.curves.iter().position(Curve::of_paper);
        let ours_first = self.main_curve().is_some_and(|curve| !curve.of_paper());
        let marked = move |(index, curve): &(usize, &Curve)| {
            curve.whole && (*index == 0 || !curve.of_paper() || Some(*index) == paper && ours_first)
        };
        self.curves.iter().enumerate().filter(marked).map(|(_, curve)| curve).filter(|curve| self.draws(curve.reading))
    }

    pub fn info(&self) -> Option<&'static ModelInfo> {
        self.curves.iter().chain(&self.further).next().map(|curve| curve.model.info())
    }

    /// Loads that no network of this kind can carry, as far as they are in sight.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut bounds = self.main_curve().map_or_else(Vec::new, |curve| curve.model.bounds());
        bounds.retain(|bound| bound.load < BOUND_IN_SIGHT * self.last());
        bounds
    }

    /// The last load of the curves drawn.
    pub fn last_drawn(&self) -> f64 {
        let ends = self.all().into_iter().filter_map(|curve| curve.lines.first()?.last());
        ends.map(|(load, _)| *load).fold(0.0, f64::max)
    }

    /// The last load that has a solution.
    pub fn last(&self) -> f64 {
        self.curves.iter().map(|curve| curve.end.load).fold(0.0, f64::max)
    }

    /// The right end of the load axis.
    pub fn load_end(&self) -> f64 {
        let curves = self.all();
        let saturated = curves.iter().any(|curve| curve.end.saturated());
        let last = curves.iter().map(|curve| curve.end.load).fold(0.0, f64::max);
        let last = (last * if saturated { BEYOND_SATURATION } else { 1.0 }).max(self.reached.unwrap_or(0.0));
        let bound = self.bounds().iter().map(|bound| bound.load).fold(0.0, f64::max);
        let most = match self.scenario.system().param(Key::Load).map(|row| row.kind) {
            Some(ParamKind::Real { max, .. }) => max,
            _ => f64::INFINITY,
        };
        if last > 0.0 { last.max(1.03 * bound).min(most) } else { most }
    }

    /// The smallest positive and the largest value that the vertical axis has to show.
    pub fn values(&self) -> (f64, f64) {
        let drawn = |curve: &Curve| {
            let most = match (curve.end.value, curve.idle) {
                (None, Some(idle)) => TIMES_IDLE * idle,
                _ => f64::INFINITY,
            };
            curve.lines.iter().flatten().map(|(_, value)| value.min(most)).collect::<Vec<_>>()
        };
        let values: Vec<f64> = self.all().into_iter().flat_map(drawn).filter(|value| *value > 0.0).collect();
        let (low, high) = values.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), v| (low.min(*v), high.max(*v)));
        match self.main_curve().and_then(|curve| curve.idle) {
            // Without a curve the latency of the idle network gives the scale.
            Some(idle) if values.is_empty() => (idle, BESIDE_IDLE * idle),
            _ if values.is_empty() => (0.5, 1.0),
            _ => (low, high),
        }
    }

    /// The upper end of a linear axis: a little above all values.
    pub fn top(&self) -> f64 {
        ABOVE * self.values().1
    }

    /// The step in which the load moves, as decimals: about two hundred to the axis, a round number.
    pub fn load_step(&self) -> String {
        let step = self.round_step();
        format!("{step:.0$}", decimals(step))
    }

    /// As [`Results::load_step`], as a number.
    pub fn round_step(&self) -> f64 {
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

    /// The measures under each reading drawn at a load; `None` where there is no solution.
    pub fn measures(&self, load: f64) -> Vec<(Reading, Option<Vec<f64>>)> {
        self.curves.iter().map(|curve| (curve.reading, curve.model.measures(load))).collect()
    }

    /// Measures in words, with their names if there are several.
    pub fn words(&self, measures: &[f64], digits: i32) -> String {
        let Some(info) = self.info() else { return String::new() };
        let one = |(measure, value): (&Measure, &f64)| {
            let value = significant(*value, digits);
            if measure.name.is_empty() { value } else { format!("{} {value}", measure.name) }
        };
        let words: Vec<_> = info.measures.iter().zip(measures).map(one).collect();
        // The unit of a latency is short enough to stand with every number.
        let unit = if info.unit.contains(' ') { String::new() } else { format!(" {}", info.unit) };
        format!("{}{unit}", words.join(", "))
    }

    /// A load in words: with its letter, if it has one.
    pub fn load_words(&self, load: f64) -> String {
        text::load(self.scenario.system().param(Key::Load).map_or("", |row| row.symbol), load, 3)
    }
}

impl Curve {
    /// True if it ends where the network saturates, and that is known.
    pub(crate) fn follows_network(&self) -> bool {
        self.whole && self.end.of_network()
    }

    /// True if it is that of a paper, in one reading or another, and not of a model of ours.
    pub fn of_paper(&self) -> bool {
        !self.reading.is_ours()
    }

    fn new(reading: Reading, subject: Setup, mut model: Box<dyn Model>, waits: bool) -> Self {
        let whole = waits || model.advance(&|| false);
        Self { reading, subject, whole, lines: model.curves(POINTS), end: model.end(), idle: model.idle(), model }
    }
}

/// The readings whose curves are drawn, that of the numbers first.
fn readings(scenario: &Scenario) -> Vec<Reading> {
    let mut readings = scenario.shown();
    if let Some(own) = readings.iter().position(|reading| *reading == scenario.reading()) {
        readings[..=own].rotate_right(1);
    }
    readings
}

/// The network of a setup, whatever the reading.
fn network(setup: &Setup) -> Setup {
    setup.simulated().modelled()
}

/// The reason why a setup has no curve. One that takes long is solved where that was `asked` for.
fn refusal(setup: &Setup, asked: Option<Setup>) -> Option<NoSolution> {
    let waits = |reason: &NoSolution| !matches!(reason, NoSolution::LongCurve(_)) || asked != Some(network(setup));
    model::choose(setup).refusal().filter(waits)
}

/// The setups of the curves of some model variants. One that the setup does not have, or that takes too long, is left out.
fn setups(setup: &Setup, readings: Vec<Reading>, asked: Option<Setup>) -> Vec<(Reading, Setup)> {
    // Where no paper holds and our model of unequal channels does, it answers under every reading, and its curve is drawn once.
    let readings = if model::choose(setup).ours_alone { vec![Reading::Flow] } else { readings };
    let setups = readings.into_iter().filter_map(|reading| Some((reading, setup.with_reading(reading).ok()?)));
    let mut setups: Vec<_> = setups.filter(|(_, setup)| refusal(setup, asked).is_none()).collect();
    if let (true, Ok(corrected)) = (setups.is_empty(), setup.with_reading(Reading::Corrected)) {
        // Bounds alone, or a curve that the page does not wait for.
        setups.push((Reading::Corrected, corrected));
    }
    setups
}

/// Decimals that a step needs. Its logarithm may lie a hair beside a whole number.
pub(crate) fn decimals(step: f64) -> usize {
    (-libm::floor(libm::log10(step) + 1e-9)).max(0.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(fragment: &str) -> Results {
        Results::of(link::parse(fragment).scenario, &|| 0.0)
    }

    #[test]
    fn curves_axes_and_words_follow_the_scenario() {
        let links = [
            "",
            "#v=1",
            "#v=2&system=kary-ncube",
            "#reading=printed&show=corrected,printed,refined",
            "#n=3&show=corrected,printed,refined,flow",
            "#system=hypercube-slotted",
            // Where there is no more load to offer, the axis ends.
            "#system=banyan-multicast",
        ];
        blessed::words("results", links, |link| {
            let results = results(link);
            let readings: Vec<_> = results.curves.iter().map(|curve| curve.reading).collect();
            let axis = [results.load_end() / results.last(), results.tidy_load(0.004_523_6)];
            let words = [results.words(&[46.123_4], 4), results.load_words(0.004_567_8), results.load_step()];
            (readings, axis.map(|load| significant(load, 6)), words)
        });
        assert_eq!(results("#show=corrected").tidy_load(0.1 + 0.2), 0.3);
        for step in [1e-6, 0.001, 0.2, 1.0, 5.0] {
            assert_eq!(format!("{step:.0$}", decimals(step)).parse(), Ok(step));
        }
    }

    #[test]
    fn every_system_has_numbers_in_sight_of_its_axes() {
        for &system in System::ALL {
            let results = Results::of(Scenario::new(system), &|| 0.0);
            let (low, high) = results.values();
            assert!(low > 0.0 && high > low && high.is_finite(), "{system:?}: {low} to {high}");
            assert!(results.load_end() >= results.last(), "{system:?}");
            assert!(matches!(results.outcome, Outcome::Stable(_)), "{system:?} opens at a load that has a solution");
            assert!(results.bounds().iter().all(|bound| bound.load <= results.load_end()), "{system:?}");
        }
    }

    #[test]
    fn the_time_of_solving_is_that_of_the_clock() {
        let now = std::cell::Cell::new(5.0);
        let paper = Scenario::new(System::HypercubeSlotted).put(Key::Show, "corrected", &mut Vec::new());
        let results = Results::of(paper, &|| now.replace(now.get() + 3.0));
        assert_eq!(results.solve_ms, 3.0);
    }

    #[test]
    fn what_takes_longer_than_a_picture_is_solved_bit_by_bit_and_comes_out_the_same() {
        let scenario = link::parse("#v=2").scenario;
        let whole = Results::of(scenario, &|| 0.0);
        let now = std::cell::Cell::new(0.0);
        let clock = || now.replace(now.get() + 1.0);
        let mut results = Results::start(scenario, None, &clock);
        assert!(!results.is_whole() && results.network().is_none() && results.curves[0].whole);
        assert_eq!(results.marked().count(), 1, "a load that is not known yet is not marked");
        let mut pieces = 0;
        while results.advance(5.0, &clock) {
            pieces += 1;
        }
        assert!(pieces > 10, "{pieces}");
        assert_eq!(results.curves[1].lines, whole.curves[1].lines);
        assert_eq!(results.network().map(|curve| curve.end), Some(whole.curves[1].end));
        assert_eq!(results.reasons, whole.reasons);
    }

    #[test]
    fn a_load_that_takes_longer_than_a_picture_is_solved_bit_by_bit_too() {
        let text = "#v=2&system=kary-ncube&k=4&n=3&wiring=mesh&routing=dimension-order&vcs=16&flits=8&load=0.004";
        let scenario = link::parse(text).scenario;
        let mut first = Results::of(scenario, &|| 0.0);
        assert!(matches!(&first.outcome, Outcome::Stable(point) if point.load == 0.004));
        let elsewhere = scenario.set(Key::Load, 0.007);
        let now = std::cell::Cell::new(0.0);
        let clock = || now.replace(now.get() + 1.0);
        let mut moved = Results::start(elsewhere, Some(&mut first), &clock);
        assert!(!moved.is_whole() && moved.outcome == Outcome::Invalid(NoSolution::BeingSolved));
        assert!(moved.owner().is_none() && moved.network().is_some(), "the curve stays");
        let mut pieces = 0;
        while moved.advance(5.0, &clock) {
            pieces += 1;
        }
        assert!(pieces > 1, "{pieces}");
        assert_eq!(moved.outcome, Results::of(elsewhere, &|| 0.0).outcome);
        assert!(moved.owner().is_some());
    }

    #[test]
    fn a_curve_that_the_load_does_not_change_is_not_solved_again() {
        let scenario = link::parse("#v=2").scenario;
        let mut first = Results::of(scenario, &|| 0.0);
        let lines: Vec<_> = first.curves.iter().map(|curve| curve.lines.clone()).collect();
        let mut moved = Results::start(scenario.set(Key::Load, 0.006), Some(&mut first), &|| 0.0);
        assert!(moved.is_whole(), "our own model is there already");
        assert!(moved.curves.iter().map(|curve| &curve.lines).eq(&lines));
        let Outcome::Stable(point) = &moved.outcome else { panic!("a solution") };
        assert_eq!(point.load, 0.006);
        let other = Results::start(scenario.set(Key::Flits, 33.0), Some(&mut moved), &|| 0.0);
        assert!(!other.is_whole());
    }
}
