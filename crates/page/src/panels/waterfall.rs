//! From the paper as printed to the simulation, at the load shown, difference by difference: two that cancel are seen as two.
//!
//! Steps are whole numbers of the last decimal shown, so that the steps add up to the difference of the two ends, digit by digit.

use crate::{jobs::simulation::Simulation, prelude::*, results::Results};
use flitscope::{model::RefinementStep, text::thousands};

/// Digits of the distance between the least and the greatest level.
const DIGITS: i32 = 3;

const MOST_DECIMALS: i32 = 7;

/// Room beside the levels, in terms of the distance between the least and the greatest.
const ROOM: f64 = 0.06;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepKind {
    /// The start: the paper as printed, or the variant shown if there is no other.
    Start,
    Correction,
    Refinement,
    /// A model of our own instead.
    Ours,
    Left,
}

impl StepKind {
    /// Its colour in the style sheet: that of the readings which have it first.
    const fn colour(self) -> &'static str {
        match self {
            Self::Start => "var(--printed)",
            Self::Correction => "var(--corrected)",
            Self::Refinement => "var(--refined)",
            Self::Ours => "var(--flow)",
            Self::Left => "var(--muted)",
        }
    }
}

/// A step or an end of the waterfall.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WaterfallRow {
    pub(crate) kind: StepKind,
    pub(crate) name: String,
    /// The equations concerned, or empty.
    pub(crate) equation: &'static str,
    /// The level before it, in units of the last decimal; `None` at the start.
    pub(crate) before: Option<i64>,
    /// The level after it; `None` where there is no solution.
    pub(crate) level: Option<i64>,
}

impl WaterfallRow {
    /// Its rise, in units of the last decimal.
    pub(crate) fn change(&self) -> Option<i64> {
        Some(self.level? - self.before?)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Waterfall {
    /// The name of the measure; empty if there is only one.
    pub(crate) name: &'static str,
    pub(crate) unit: &'static str,
    pub(crate) decimals: i32,
    pub(crate) rows: Vec<WaterfallRow>,
    /// The half width of the simulated 95 % interval, in the unit of the measure; `None` without a simulation or an interval.
    pub(crate) half95: Option<f64>,
}

/// A stage of the way: what it is, its name and equation, and the measure after it.
type WaterfallStage = (StepKind, String, &'static str, Option<f64>);

/// The ways of all measures, as far as there is anything to step over.
pub(crate) fn of(results: &Results, simulation: &Simulation) -> Vec<Waterfall> {
    let Some(info) = results.info() else { return Vec::new() };
    let ways = (0..info.measures.len()).map(|index| way(results, simulation, info, index));
    ways.flatten().filter(|way| way.rows.iter().filter(|row| row.level.is_some()).count() > 1).collect()
}

fn way(results: &Results, simulation: &Simulation, info: &ModelInfo, index: usize) -> Option<Waterfall> {
    let (measure, load) = (info.measures.get(index)?, results.scenario.get(Key::Load));
    let mut stages: Vec<WaterfallStage> = match results.steps.get(index) {
        Some(steps) => steps.iter().map(stage).collect(),
        // There is one variant only.
        None if index == 0 => {
            let curve = results.curves.iter().find(|curve| curve.of_paper())?;
            let name = format!("model: {}", results.scenario.reading_words(curve.reading));
            vec![(StepKind::Start, name, "", model::measure(&*curve.model, load, 0))]
        }
        None => return None,
    };
    let ours = results.own().filter(|curve| curve.whole && curve.model.info().measures.len() > index);
    if let Some(ours) = ours {
        stages.push((StepKind::Ours, "our model".into(), "", model::measure(&*ours.model, load, index)));
    }
    let stable = |seen: &&Summary| seen.finished() && seen.state == Verdict::Stable;
    let seen = simulation.shown().filter(stable).and_then(|seen| experiment::measured(seen, measure));
    if let Some(seen) = seen {
        stages.push((StepKind::Left, "remaining difference".into(), "", Some(seen.mean)));
    }
    let decimals = decimals(&stages);
    let scale = libm::pow(10.0, f64::from(decimals));
    let mut before = None;
    let row = |(kind, name, equation, value): WaterfallStage| {
        let level = value.filter(|value| value.is_finite()).map(|value| libm::round(value * scale) as i64);
        let row = WaterfallRow { kind, name, equation, before, level };
        before = level.or(before);
        row
    };
    let rows = stages.into_iter().map(row).collect();
    let half95 = seen.and_then(|seen| seen.half95);
    Some(Waterfall { name: measure.name, unit: info.unit, decimals, rows, half95 })
}

fn stage(step: &RefinementStep) -> WaterfallStage {
    match step.deviation {
        None => (StepKind::Start, "as printed".into(), "", step.value),
        Some(deviation) => {
            let corrects = deviation.readings.contains(&Reading::Corrected);
            let kind = if corrects { StepKind::Correction } else { StepKind::Refinement };
            (kind, deviation.lines()[0].into(), deviation.equation, step.value)
        }
    }
}

/// As many that the distance between the levels has [`DIGITS`] digits.
fn decimals(stages: &[WaterfallStage]) -> i32 {
    let values = stages.iter().filter_map(|stage| stage.3);
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    let span = if high > low { high - low } else { high.abs().max(1.0) };
    (DIGITS - 1 - libm::floor(libm::log10(span)) as i32).clamp(0, MOST_DECIMALS)
}

impl Waterfall {
    fn said(&self, level: i64) -> String {
        let decimals = self.decimals as usize;
        thousands(&format!("{:.decimals$}", level as f64 / libm::pow(10.0, f64::from(self.decimals))))
    }

    fn signed(&self, change: i64) -> String {
        let sign = if change < 0 { "−" } else { "+" };
        format!("{sign}{}", self.said(change.abs()))
    }

    /// All steps that go up, and all that go down, in units of the last decimal.
    pub(crate) fn up_and_down(&self) -> (i64, i64) {
        let changes = self.rows.iter().filter_map(WaterfallRow::change);
        changes.fold((0, 0), |(up, down), change| (up + change.max(0), down + (-change).max(0)))
    }

    pub(crate) fn ends(&self) -> Option<(i64, i64)> {
        let levels = || self.rows.iter().filter_map(|row| row.level);
        Some((levels().next()?, levels().next_back()?))
    }

    fn words(&self) -> String {
        let Some((first, last)) = self.ends() else { return String::new() };
        let ((up, down), unit) = (self.up_and_down(), self.unit);
        let begin = self.rows.iter().find(|row| row.level.is_some()).map_or("", |row| row.name.as_str());
        let end = match self.rows.last() {
            Some(WaterfallRow { kind: StepKind::Left, .. }) => {
                let half = self.half95.map_or_else(String::new, |half| {
                    let decimals = self.decimals as usize;
                    format!(" ± {half:.decimals$}")
                });
                format!("simulated {}{half} {unit}", self.said(last))
            }
            _ => format!(
                "with all of these {} {unit}; simulate this load to see the remaining difference",
                self.said(last)
            ),
        };
        let steps = if up > 0 && down > 0 {
            let (up, down) = (self.signed(up), self.signed(-down));
            format!("Steps up add {up} {unit}, steps down {down}: the totals hide part of the change.")
        } else {
            format!("The steps add up to {} {unit}.", self.signed(last - first))
        };
        format!("{}: {} {unit}; {end}. {steps}", flitscope::text::sentence(begin), self.said(first))
    }

    fn markup(&self) -> Markup {
        let levels: Vec<i64> = self.rows.iter().filter_map(|row| row.level).collect();
        let (low, high) =
            levels.iter().fold((i64::MAX, i64::MIN), |(low, high), level| (low.min(*level), high.max(*level)));
        let room = ROOM * (high - low).max(1) as f64;
        let (from, across) = (low as f64 - room, (high - low) as f64 + 2.0 * room);
        let place = |level: i64| 100.0 * (level as f64 - from) / across;
        // An unchanged value is a line as thin as the ends are.
        let bar = |row: &WaterfallRow| {
            let level = row.level?;
            let (one, other) = (place(row.before.unwrap_or(level)), place(level));
            let (x, width) = (one.min(other) - 0.4, (one - other).abs() + 0.8);
            Some(html! { svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
                rect x=(format!("{x:.2}")) width=(format!("{width:.2}")) height="10" fill=(row.kind.colour()) {}
            } })
        };
        html! {
            @if !self.name.is_empty() { h4 { (self.name) } }
            p { (self.words()) }
            table {
                thead { tr { th { "step" } th { (self.said(low)) " to " (self.said(high)) " " (self.unit) } th.number { "change" }
                    th.number { (self.unit) } } }
                tbody { @for row in &self.rows { tr {
                    td { (row.name) " " span.eq { (model::place(row.equation)) } }
                    td.rise { @if let Some(bar) = bar(row) { (bar) } }
                    td.number { @if let Some(change) = row.change() { (self.signed(change)) } }
                    td.number { @match row.level { Some(level) => { (self.said(level)) } None => { "ends below" } } }
                } } }
            }
        }
    }
}

/// The picture; empty while its tab is closed, and if no step separates the ends.
pub(crate) fn sheet(results: &Results, simulation: &Simulation) -> DomPatch {
    let ways =
        if results.scenario.chosen(Key::Tab) == crate::results::CHECKS { of(results, simulation) } else { Vec::new() };
    let steps = html! {
        @if !ways.is_empty() {
            h3 { "From the printed model to the simulation, step by step" }
            @for way in &ways { (way.markup()) }
            p.muted { "Steps are cumulative; their order changes each step, not the sum." }
        }
    };
    DomPatch::inside("waterfall", steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looked_at(fragment: &str, measured: Option<f64>) -> (Results, Simulation) {
        let results = Results::of(link::parse(&format!("{fragment}&tab=comparison")).scenario, &|| 0.0);
        let seen = measured.map(|value| {
            let (model, load) = (&*results.curves[0].model, results.scenario.get(Key::Load));
            let values = vec![value; model.info().measures.len().max(2)];
            observed::stable(model, load, &values, Some(0.01))
        });
        let simulation = Simulation::having(results.scenario, &seen.iter().collect::<Vec<_>>());
        (results, simulation)
    }

    const ALL: [&str; 7] = [
        "#v=2",
        "#v=2&n=3&reading=refined",
        "#v=2&system=kary-ncube",
        "#v=2&system=kary-ncube&k=2&n=6",
        "#v=2&system=hypercube-mmpp",
        "#v=2&system=hypercube-slotted",
        "#v=2&system=banyan-multicast",
    ];

    #[test]
    fn the_steps_add_up_to_the_difference_of_the_two_ends_exactly() {
        for fragment in ALL {
            let (results, simulation) = looked_at(fragment, Some(77.7));
            let all = of(&results, &simulation);
            assert!(!all.is_empty(), "{fragment}");
            for way in all {
                let (first, last) = way.ends().expect("two ends");
                let (up, down) = way.up_and_down();
                assert_eq!(up - down, last - first, "{fragment}");
                let steps = way.rows.iter().filter_map(|row| Some((row.before?, row.level?)));
                assert!(steps.clone().count() > 0, "{fragment}");
                // Each begins where the one before ends.
                let mut level = first;
                for (before, after) in steps {
                    assert_eq!(before, level, "{fragment}");
                    level = after;
                }
                assert_eq!(level, last, "{fragment}");
                assert_eq!(way.rows.last().map(|row| row.kind), Some(StepKind::Left), "{fragment}");
            }
        }
    }

    #[test]
    fn the_levels_are_those_of_the_readings() {
        for (fragment, ends) in [("#v=2", [0, 2, 6]), ("#v=2&system=kary-ncube", [0, 2, 3])] {
            let (results, simulation) = looked_at(fragment, Some(60.0));
            let way = &of(&results, &simulation)[0];
            let level = |value: f64| (value * libm::pow(10.0, f64::from(way.decimals))).round() as i64;
            let load = results.scenario.get(Key::Load);
            for (row, reading) in ends.into_iter().zip([Reading::Printed, Reading::Corrected, Reading::Refined]) {
                let scenario = results.scenario.with_reading(reading).expect("a reading");
                let value = model::measure(&*model::of(scenario.setup()), load, 0).expect("a solution");
                assert_eq!(way.rows[row].level, Some(level(value)), "{fragment} {reading:?}");
            }
            let ours = model::of(results.scenario.with_reading(Reading::Flow).expect("ours").setup());
            let row = way.rows.iter().find(|row| row.kind == StepKind::Ours).expect("ours is drawn");
            assert_eq!(row.level, model::measure(&*ours, load, 0).map(level), "{fragment}");
            assert_eq!(way.rows.last().and_then(|row| row.level), Some(level(60.0)), "{fragment}");
        }
    }

    #[test]
    fn a_way_is_told_and_drawn_while_it_is_looked_at() {
        let row =
            |before, level| WaterfallRow { kind: StepKind::Correction, name: "a".into(), equation: "", before, level };
        let rows =
            vec![row(None, Some(500)), row(Some(500), Some(530)), row(Some(530), None), row(Some(530), Some(500))];
        let cancelled = Waterfall { name: "", unit: "cycles", decimals: 1, rows, half95: None };
        let told = |markup: String| (plain(&markup), markup.matches("<rect").count());
        let seen = |measured| {
            let (results, simulation) = looked_at("#v=2", measured);
            told(sheet(&results, &simulation).said("waterfall"))
        };
        let closed = Results::of(link::parse("#v=2").scenario, &|| 0.0);
        assert!(closed.steps.is_empty());
        let rows = [
            ("without a simulation", seen(None)),
            ("with one", seen(Some(60.0))),
            ("a closed tab", told(sheet(&closed, &Simulation::having(closed.scenario, &[])).said("waterfall"))),
            ("two that cancel, and one without a solution", told(cancelled.markup().into_string())),
        ];
        blessed::lines("waterfalls", rows);
    }
}
