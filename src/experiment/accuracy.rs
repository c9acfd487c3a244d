//! How accurate the models are: their errors against the simulators, for the curves of the papers' figures, by part of the load.
//!
//! ```text
//!   presets --cases--> Case: scenario, reading, nine loads ---+----------------------------> tables --document--> docs/accuracy.md
//!      |                 |                                    |
//!      |                 +--simulations--> every run once ----+ observations
//!      +--> LeftOut: with the reason
//! ```
//! An error is that of [`agreement::error`](super::agreement::error), a run that of [`plan`], so that the page says the same of the same scene. Only
//! a scene whose traffic remembers for longer than its batches last gets the longer runs of [`outlasting`]: without
//! them no interval could be trusted. What takes more than [`MOST_NODE_CYCLES`] is left out.

pub mod document;

use document::grouped;

use super::{
    Observation, Predictions,
    agreement::{Agreed, Error, error},
    part_of, plan, subject,
};
use crate::{
    model::{self, Lecture},
    param::Key,
    scenario::{Reading, Scenario, System, preset::Preset},
    sim::{
        self, Simulator as _,
        protocol::{Run, State, outlasting},
    },
};

/// The loads, in terms of the load at which the model ends.
pub const PARTS: [f64; 9] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/// Nodes times cycles of the largest run, so that all of them take minutes, not hours.
pub const MOST_NODE_CYCLES: u64 = 400_000_000;

/// Cycles between two looks at whether a run is over.
const SLICE: u64 = 65_536;

/// One row: a network and its traffic, and a reading of the equations.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The scenes that show it.
    pub presets: Vec<&'static Preset>,
    /// It, with the length of its runs.
    pub scenario: Scenario,
    /// The load at which the model ends.
    pub end: f64,
    /// The loads of its runs.
    pub loads: [f64; PARTS.len()],
    /// Its nodes.
    pub nodes: u32,
}

/// What is not simulated here, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOut {
    /// The scenes.
    pub presets: Vec<&'static Preset>,
    /// A clause.
    pub reason: String,
}

/// The curves of the figures among some scenes, and those of them that are left out.
pub fn cases(presets: &'static [Preset]) -> (Vec<Case>, Vec<LeftOut>) {
    let (mut cases, mut left_out) = (Vec::<Case>::new(), Vec::<LeftOut>::new());
    for preset in presets.iter().filter(|preset| preset.figure().is_some()) {
        match Case::of(preset, preset.scenario()) {
            Ok(case) => match cases.iter_mut().find(|other| same(&other.scenario, &case.scenario)) {
                Some(other) => other.presets.push(preset),
                None => cases.push(case),
            },
            Err(reason) => match left_out.iter_mut().find(|other| other.reason == reason) {
                Some(other) => other.presets.push(preset),
                None => left_out.push(LeftOut { presets: vec![preset], reason }),
            },
        }
    }
    (cases, left_out)
}

/// Whether two scenarios have the same model and the same simulation.
fn same(one: &Scenario, other: &Scenario) -> bool {
    one.reading() == other.reading() && subject(one) == subject(other)
}

impl Case {
    /// The case of a scene, or why it cannot be simulated here.
    fn of(preset: &'static Preset, scenario: Scenario) -> Result<Self, String> {
        let model = model::of(&scenario);
        let loads = PARTS.map(|part| part_of(&*model, part));
        let [first, ..] = loads;
        let simulator = sim::of(&scenario.set(Key::Load, first), 0).map_err(|problem| problem.to_string())?;
        let cycles = plan(&scenario).most_cycles.max(outlasting(simulator.memory()));
        let nodes = simulator.nodes();
        if u64::from(nodes) * cycles > MOST_NODE_CYCLES {
            return Err(format!(
                "{} nodes for {} {} are more than that limit.",
                grouped(nodes.into()),
                grouped(cycles),
                scenario.system().param(Key::Cycles).map_or("", |row| row.unit)
            ));
        }
        let scenario = scenario.set(Key::Cycles, cycles as f64);
        Ok(Self { presets: vec![preset], scenario, end: model.end().load, loads, nodes })
    }
}

/// What is simulated of a network, whoever needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulation {
    /// A name for it.
    pub name: String,
    /// The network, its traffic and the length of its runs.
    pub scenario: Scenario,
    /// The loads.
    pub loads: Vec<f64>,
    /// Nodes times cycles of one run.
    pub node_cycles: u64,
}

/// Every run that the cases need, once: readings of the same network may share some.
pub fn simulations(cases: &[Case]) -> Vec<Simulation> {
    let mut all = Vec::<Simulation>::new();
    for case in cases {
        let Case { scenario, loads, nodes, presets, .. } = case;
        let index = all.iter().position(|other| subject(&other.scenario) == subject(scenario)).unwrap_or(all.len());
        if index == all.len() {
            let title = presets.first().map_or("", |preset| preset.title);
            all.push(Simulation {
                name: format!("{}, {title}", scenario.system().name()),
                scenario: *scenario,
                loads: Vec::new(),
                node_cycles: u64::from(*nodes) * plan(scenario).most_cycles,
            });
        }
        let known = &mut all[index].loads;
        known.extend(loads.iter().filter(|load| !known.contains(load)).copied().collect::<Vec<_>>());
    }
    all
}

/// One run to its end.
///
/// # Errors
/// What cannot be simulated, or the law that was broken, in a sentence.
pub fn observe(scenario: &Scenario, load: f64) -> Result<Observation, String> {
    let simulator = sim::of(&scenario.set(Key::Load, load), 0).map_err(|problem| problem.to_string())?;
    let mut run = Run::new(simulator, plan(scenario));
    while !run.advance(SLICE).map_err(|violation| violation.sentence())? {}
    Ok(Observation::of(&run, 0.0))
}

/// What was simulated, found again by what it depends on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observed(Vec<(String, Observation)>);

impl Observed {
    /// Keeps an observation of a scenario.
    pub fn keep(&mut self, scenario: &Scenario, observation: Observation) {
        self.0.push((subject(scenario), observation));
    }

    /// The observations of a case, in the order of its loads.
    fn of(&self, case: &Case) -> [Option<&Observation>; PARTS.len()] {
        let own = subject(&case.scenario);
        case.loads.map(|load| {
            let found = self.0.iter().find(|(subject, other)| *subject == own && other.record.load == load);
            found.map(|(_, observation)| observation)
        })
    }
}

/// A model at one load beside its simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell {
    /// Both have a value.
    Error(Error),
    /// The queues of the simulated network grow.
    Saturated,
    /// There is nothing to compare: no solution of the model.
    Nothing,
}

impl Cell {
    /// The error, if there is one.
    pub const fn error(self) -> Option<Error> {
        match self {
            Self::Error(error) => Some(error),
            Self::Saturated | Self::Nothing => None,
        }
    }
}

/// One measure of one reading.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Whose errors these are, as the subject of a sentence.
    pub subject: String,
    /// The cases, and their errors by load.
    pub rows: Vec<(Case, [Cell; PARTS.len()])>,
}

/// The errors of the rows of a table at one load, without their sign.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// How many rows have one.
    pub rows: usize,
    /// Their median.
    pub median: f64,
    /// The largest.
    pub largest: f64,
    /// The index of its row.
    pub worst: usize,
}

impl Table {
    /// The errors at one load; `None` where no row has one.
    pub fn spread(&self, part: usize) -> Option<Spread> {
        let error = |(row, (_, cells)): (usize, &(Case, [Cell; PARTS.len()]))| {
            Some((cells.get(part)?.error()?.relative.abs(), row))
        };
        let mut errors: Vec<_> = self.rows.iter().enumerate().filter_map(error).collect();
        errors.sort_by(|a, b| a.0.total_cmp(&b.0));
        let &(largest, worst) = errors.last()?;
        let (lower, upper) = (errors.get((errors.len() - 1) / 2)?, errors.get(errors.len() / 2)?);
        Some(Spread { rows: errors.len(), median: 0.5 * (lower.0 + upper.0), largest, worst })
    }

    /// The largest of the loads up to which every row has an error of at most a tolerance.
    pub fn within(&self, tolerance: f64) -> Option<f64> {
        let good =
            |cell: Option<&Cell>| cell.and_then(|cell| cell.error()).is_some_and(|e| e.relative.abs() <= tolerance);
        let all = (0..PARTS.len()).take_while(|&part| self.rows.iter().all(|(_, cells)| good(cells.get(part))));
        all.last().and_then(|part| PARTS.get(part)).copied()
    }
}

/// The tables of the cases of one system, by measure and reading.
pub fn tables(system: System, lecture: &Lecture, cases: &[Case], observed: &Observed) -> Vec<Table> {
    let mut readings = Vec::new();
    for reading in cases.iter().map(|case| case.scenario.reading()) {
        if !readings.contains(&reading) {
            readings.push(reading);
        }
    }
    let measures = (0..).zip(lecture.measures);
    let measures = measures.flat_map(|(index, measure): (usize, _)| readings.iter().map(move |r| (index, measure, *r)));
    let table = |(index, measure, reading): (usize, &model::Measure, Reading)| {
        let words = system.options(Key::Reading).iter().find(|option| option.key == reading.key());
        let own = cases.iter().filter(|case| case.scenario.reading() == reading);
        Table {
            subject: Agreed::subject(measure.symbol, measure.name, words.map_or("", |option| option.name)),
            rows: own.map(|case| (case.clone(), cells(case, index, observed))).collect(),
        }
    };
    measures.map(table).collect()
}

/// The errors of one measure.
fn cells(case: &Case, index: usize, observed: &Observed) -> [Cell; PARTS.len()] {
    let own = observed.of(case);
    let model = model::of(&case.scenario);
    let all: Vec<_> = own.iter().flatten().map(|observation| (*observation).clone()).collect();
    let predictions = Predictions::of(&*model, &all, Vec::new());
    own.map(|observation| {
        let Some(observation) = observation else { return Cell::Nothing };
        if observation.record.state == State::Saturated {
            return Cell::Saturated;
        }
        error(&predictions, index, observation).map_or(Cell::Nothing, Cell::Error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{experiment::observed, scenario::preset};

    /// A case and its observations: the model times a factor for each part of the load, nothing where that is zero.
    fn off(title: &str, factors: [f64; PARTS.len()]) -> (Case, Observed) {
        let presets = preset::of(System::TorusBroadcast);
        let (cases, _) = cases(presets);
        let case = cases.into_iter().find(|case| case.presets[0].title == title).expect("a scene");
        let model = model::of(&case.scenario);
        let mut observed = Observed::default();
        for (load, factor) in case.loads.into_iter().zip(factors) {
            let values = model.measures(load).expect("below saturation");
            let observation = if factor == 0.0 {
                observed::saturated(load, 0.1)
            } else {
                observed::stable(&*model, load, &[values[0] * factor], Some(0.01))
            };
            observed.keep(&case.scenario, observation);
        }
        (case, observed)
    }

    fn table(cases: &[Case], observed: &Observed) -> Table {
        let model = model::of(&cases[0].scenario);
        tables(System::TorusBroadcast, model.lecture(), cases, observed).remove(0)
    }

    #[test]
    fn every_system_has_cases_and_nothing_is_dropped_in_silence() {
        let count = |system: &System| {
            let (cases, left_out) = cases(preset::of(*system));
            let simulated = cases.iter().map(|case| case.presets.len()).sum::<usize>();
            let left = left_out.iter().map(|left| left.presets.len()).sum::<usize>();
            let figures = preset::of(*system).iter().filter(|preset| preset.figure().is_some()).count();
            assert_eq!(simulated + left, figures, "{system:?}");
            for case in &cases {
                assert!(case.loads.windows(2).all(|pair| pair[0] < pair[1]) && case.loads[8] < case.end);
            }
            (cases.len(), left)
        };
        let counts: Vec<_> = System::ALL.iter().map(count).collect();
        // Left out: the 10-ary 5-cubes, the hypercubes of 256 nodes, copies as early as possible.
        assert_eq!(counts, [(7, 0), (11, 4), (4, 2), (6, 0), (11, 4)]);
    }

    #[test]
    fn scenes_with_one_model_and_one_simulation_are_one_case() {
        let (cases, left_out) = cases(preset::of(System::BanyanMulticast));
        let titles = |index: usize| cases[index].presets.iter().map(|preset| preset.title).collect::<Vec<_>>();
        assert_eq!(titles(2), ["Copy rates, f = 8", "f = 8, m = 0.3", "(A) f = 8, m = 0.3"]);
        assert!(left_out[0].reason.contains("start"), "{}", left_out[0].reason);
    }

    #[test]
    fn readings_of_one_network_share_their_runs() {
        let (cases, _) = cases(preset::of(System::HypercubeSlotted));
        let simulations = simulations(&cases);
        assert_eq!((cases.len(), simulations.len()), (6, 3));
        let loads = |index: usize| cases[index].loads;
        assert_eq!(loads(0), loads(1), "both readings end at the same load");
        assert_eq!(simulations[0].loads, loads(0));
    }

    #[test]
    fn traffic_with_a_memory_gets_runs_whose_batches_outlast_it() {
        let (cases, _) = cases(preset::of(System::HypercubeMmpp));
        let simulator = sim::of(&cases[0].scenario, 0).expect("it can be simulated");
        let cycles = plan(&cases[0].scenario).most_cycles;
        assert!(simulator.memory() > 1e5 && cycles == outlasting(simulator.memory()));
        assert_eq!(
            subject(&cases[0].scenario),
            subject(&cases[0].presets[0].scenario().set(Key::Cycles, cycles as f64))
        );
    }

    #[test]
    fn cells_have_the_error_with_its_interval_or_say_why_not() {
        let factors = [1.25, 0.8, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0];
        let (case, observed) = off("8 × 8, 2 % broadcast", factors);
        let table = table(std::slice::from_ref(&case), &observed);
        assert_eq!(table.subject, "The corrected model");
        let (_, cells) = &table.rows[0];
        let [low, high] = [cells[0], cells[1]].map(|cell| cell.error().expect("an error"));
        assert!((low.relative + 0.2).abs() < 1e-12 && (low.half95.expect("an interval") - 0.008).abs() < 1e-12);
        assert!((high.relative - 0.25).abs() < 1e-12 && (high.half95.expect("an interval") - 0.0125).abs() < 1e-12);
        assert_eq!((cells[8], Cell::Saturated.error()), (Cell::Saturated, None));
        assert_eq!(super::cells(&case, 0, &Observed::default()), [Cell::Nothing; PARTS.len()]);
    }

    #[test]
    fn a_spread_has_median_and_largest_of_the_rows_with_an_error() {
        let tenth = 1.0 / 1.1;
        let (one, mut observed) = off("8 × 8, 2 % broadcast", [1.0, 1.0, 1.0, tenth, 1.0, 1.0, 1.0, 1.0, 0.0]);
        let (two, others) = off("8 × 8, 4 % broadcast", [1.25, 1.0, 1.0, 1.25, 1.0, 1.0, 1.0, 1.0, 0.0]);
        observed.0.extend(others.0);
        let table = table(&[one, two], &observed);
        let Spread { rows, median, largest, worst } = table.spread(3).expect("two rows");
        assert_eq!((rows, worst), (2, 1));
        assert!((median - 0.15).abs() < 1e-12 && (largest - 0.2).abs() < 1e-12);
        assert_eq!(table.spread(8), None);
        assert_eq!((table.within(0.1), table.within(0.21)), (None, Some(0.8)));
    }
}
