//! Theory against experiment: which loads are simulated, what came of each, and how far the model agrees.
//!
//! ```text
//!   Scenario --subject--> what a simulation depends on: the same subject, load and seed give the same Summary everywhere
//!      |
//!      +--loads (from the model's end)--> Run, one for each load --> Summary --+--> agreement: by how much, in which part of the curve
//!                                                                              +--> comparison: which quantity fails first
//!                                                                              +--> table: the numbers, for a spreadsheet
//! ```
//! A sweep has [`POINTS`] loads: a few at light load, more where the curve bends, and some beyond the load at which the model ends,
//! because a network may carry more than its model predicts. Each run has the length of the scenario, whatever the precision, so
//! `flitscope simulate --load L --seed S --cycles N` gives the same numbers to the last bit.

pub mod agreement;
pub mod comparison;
#[cfg(any(test, feature = "test-system"))]
pub mod observed;
mod runs;
pub mod table;
mod words;

pub use crate::sim::protocol::{Interval, Summary};
use crate::{
    model::{LatencyCause, LatencyShare, Measure, Model, ModelInfo, Outcome, Point},
    param::Key,
    scenario::{Scenario, Setup, link},
    sim::protocol::{Plan, Verdict, outlasting},
};
pub use runs::{RunError, Runs};
pub use words::{each_in_words, growth_in_words, interval_in_words, subject, tail_in_words, whole};

/// The units of the load and of every measure: "load: messages / node / cycle; latency: cycles".
pub fn units_in_words(info: &ModelInfo) -> String {
    let mut words = ["load: ", info.load_unit].concat();
    let measures = info.measures.iter().map(|measure| measure.symbol);
    for symbol in measures.chain(info.beside.iter().map(|(symbol, _)| *symbol)) {
        words.extend(["; ", symbol, ": ", info.unit]);
    }
    words
}

/// The number of loads of a sweep.
pub const POINTS: usize = 12;

/// The loads of a sweep, in terms of the load at which the model ends.
const FRACTIONS: [f64; POINTS] = [0.1, 0.25, 0.4, 0.55, 0.68, 0.79, 0.87, 0.93, 0.97, 1.0, 1.05, 1.1];

/// The order in which the loads of a sweep are simulated: the shape of the curve first.
const ORDER: [usize; POINTS] = [0, 5, 9, 3, 7, 11, 2, 8, 1, 6, 4, 10];

/// Significant digits of a load, so that a reader can type it.
pub const DIGITS: usize = 4;

/// Significant digits of the largest load: without the last bits, which are those of its computation.
const WITHOUT_LAST_BITS: usize = 12;

/// The part of the last load that has a solution which is simulated where the model has none at the end itself.
const BELOW_END: f64 = 0.99;

/// The next loads beyond the largest that settled, in terms of it.
const STEPS: [f64; 2] = [1.1, 1.3];

/// Accepted gap between the largest load that settled and the smallest that saturated, in terms of the latter.
const NARROW: f64 = 0.03;

/// Nodes of a network that is not large: a run of them takes some megabytes, and a sweep of the usual length no more than minutes.
const LARGE: u64 = 4_096;

/// The points without an interval because their runs are too short, and how long a run must be for all of them to have one or, where that
/// is not known either, to tell whether they are steady.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooShort {
    /// The number of points without an interval.
    pub points: usize,
    /// Points with a steady state, or with runs too short to tell.
    pub of: usize,
    /// The shortest run with intervals for all of them, cycles.
    pub cycles: u64,
}

impl TooShort {
    /// Of finished runs; `None` if every one has its interval or is saturated.
    pub fn among<'a>(observations: impl Iterator<Item = &'a Summary>) -> Option<Self> {
        let may = |seen: &&Summary| matches!(seen.state, Verdict::Stable | Verdict::Undecided);
        let all: Vec<_> = observations.filter(may).collect();
        let wants = |seen: &&Summary| {
            let open = seen.classes.first().is_none_or(|class| class.ci95.is_none());
            let outlasts = (seen.batch as f64) < seen.memory && open;
            seen.needs.or_else(|| outlasts.then(|| outlasting(seen.memory)))
        };
        let wanted: Vec<_> = all.iter().filter_map(wants).collect();
        Some(Self { points: wanted.len(), of: all.len(), cycles: wanted.iter().copied().max()? })
    }
}

/// How many more messages a saturated network holds after each 1000 cycles, rounded; `None` without a steady growth.
pub fn grows(seen: &Summary, scenario: &Scenario) -> Option<u64> {
    let nodes = crate::sim::replay::nodes(scenario).ok()?;
    let more = (seen.state == Verdict::Saturated).then_some(seen.growth).flatten()?;
    Some(libm::round(1000.0 * f64::from(nodes) * more) as u64).filter(|more| *more > 0)
}

/// The letter of the load; empty if it has none.
pub fn load_symbol(scenario: &Scenario) -> &'static str {
    scenario.system().param(Key::Load).map_or("", |row| row.symbol)
}

/// The settings that a simulation depends on, as text: with the same key and load observations are the same. Reading and view do not matter.
pub fn run_key(scenario: &Scenario) -> String {
    link::write(&scenario.simulated())
}

/// The loads of a sweep, in rising order: up to somewhat beyond saturation, or to the largest load that can be offered.
pub fn loads(model: &dyn Model) -> Vec<f64> {
    let end = model.end();
    if end.saturated() {
        return FRACTIONS.iter().map(|fraction| rounded(fraction * end.load, DIGITS)).collect();
    }
    let last = if model.measures(end.load).is_some() {
        rounded(end.load, WITHOUT_LAST_BITS)
    } else {
        rounded(BELOW_END * end.load, DIGITS)
    };
    let before = (1..POINTS).map(|i| rounded(last * i as f64 / POINTS as f64, DIGITS));
    before.chain([last]).collect()
}

/// The order in which these loads are best simulated.
pub fn order(loads: Vec<f64>) -> Vec<f64> {
    if loads.len() == POINTS { ORDER.iter().filter_map(|&i| loads.get(i).copied()).collect() } else { loads }
}

/// The next loads in the search for the saturation of the simulated network, from the observations so far: two, to keep two workers busy.
/// While the largest load is stable, they are a tenth and three tenths beyond it: each step is twice the one before. Once a load has
/// saturated, they cut the interval between it and the largest stable one into three. Empty if that is narrow, or needs longer runs.
pub fn further<'a>(observations: impl Iterator<Item = &'a Summary> + Clone) -> Vec<f64> {
    let settled = observations.clone().filter(|o| o.state == Verdict::Stable).map(|o| o.load);
    let settled = settled.fold(0.0, f64::max);
    let next = match agreement::saturation(observations) {
        None => STEPS.map(|step| step * settled),
        Some((first, None)) if settled < (1.0 - NARROW) * first.load => {
            [1.0, 2.0].map(|third| settled + third / 3.0 * (first.load - settled))
        }
        Some(_) => return Vec::new(),
    };
    if settled > 0.0 { next.map(|load| rounded(load, DIGITS)).to_vec() } else { Vec::new() }
}

/// True if a network is large: a worker then has one of its loads at a time, and the page does not simulate it without being asked.
pub fn is_large(setup: &Setup) -> bool {
    let base = if setup.system().param(Key::K).is_some() { setup.count(Key::K) } else { 2 };
    u64::from(base).saturating_pow(setup.count(Key::N)) > LARGE
}

/// A part of the load at which the model ends, as a reader can type it.
pub fn part_of(model: &dyn Model, part: f64) -> f64 {
    rounded(part * model.end().load, DIGITS)
}

/// A load, rounded to `digits` significant digits.
fn rounded(load: f64, digits: usize) -> f64 {
    format!("{load:.*e}", digits - 1).parse().unwrap_or(load)
}

/// The length of the runs of a scenario.
pub fn plan(scenario: &Scenario) -> Plan {
    Plan { precision: None, most_cycles: u64::from(scenario.run().cycles) }
}

/// The numbers of a scenario, by simulating it now. Fails if that cannot be simulated, or a law is broken.
pub fn simulated(scenario: &Scenario) -> Result<Summary, RunError> {
    Runs::new(*scenario, plan(scenario))?.finish()
}

/// The cycles of all runs of a load.
pub fn cycles(scenario: &Scenario) -> f64 {
    f64::from(scenario.run().cycles) * f64::from(scenario.run().replications)
}

/// The observation of a measure of the model, counted from where the model counts.
pub fn measured(observation: &Summary, measure: &Measure) -> Option<Interval> {
    let seen = observation.measure(measure.simulated)?;
    Some(Interval { mean: seen.mean + measure.earlier, ..seen })
}

/// Puts what a simulation has measured in place of the parts of a latency that a model predicts; `mean` is the measured latency, as the
/// model counts it. The idle part is exact, what is not measured by itself is the rest, and the parts add up to the mean.
pub fn measured_shares(shares: &mut [LatencyShare], info: &ModelInfo, mean: f64, seen: &Summary) {
    let value = |symbol: &str| {
        let (_, values) = seen.values.iter().find(|(other, _)| other == symbol)?;
        values.first().copied()
    };
    let idle = shares.iter().find(|share| share.cause == LatencyCause::Idle).map_or(0.0, |share| share.time);
    let mut rest = mean;
    for share in &mut *shares {
        let measured = info.parts.and_then(|parts| match share.cause {
            LatencyCause::Source => value(parts.wait),
            // Headers blocked on a path, times the wait of each.
            LatencyCause::Blocking => {
                Some(value("blocking_sum_u").or_else(|| value("blocking_sum"))? * value(parts.within)?)
            }
            // A probe takes a cycle for each hop there and back.
            LatencyCause::FailedAttempts => Some(value("E")? - 2.0 * value("D")?),
            _ => None,
        });
        let measured =
            measured.or_else(|| (share.cause == LatencyCause::BusyNeighbours).then(|| Some(value("X")? - idle))?);
        share.time = measured.unwrap_or(share.time).max(0.0);
        rest -= share.time;
    }
    let remaining = |share: &&mut LatencyShare| {
        matches!(share.cause, LatencyCause::Sharing | LatencyCause::Queues | LatencyCause::Link)
    };
    if let Some(last) = shares.iter_mut().find(remaining) {
        last.time = (last.time + rest).max(0.0);
    }
}

/// A model with its predictions at the simulated loads, each solved once.
pub struct Predictions<'a> {
    /// The model, solved at these loads.
    pub model: &'a dyn Model,
    said: Vec<(f64, Outcome<Point>)>,
}

impl<'a> Predictions<'a> {
    /// The predictions of a model at the loads of some observations; `earlier` are its predictions so far.
    pub fn of(model: &'a dyn Model, observations: &[Summary], earlier: Vec<(f64, Outcome<Point>)>) -> Self {
        let mut said = earlier;
        for load in observations.iter().map(|observation| observation.load) {
            if said.iter().all(|(other, _)| *other != load) {
                said.push((load, model.point(load)));
            }
        }
        Self { model, said }
    }

    /// The prediction at a load, if the model was solved and has a solution there.
    pub fn at(&self, load: f64) -> Option<&Point> {
        self.said.iter().find(|(other, _)| *other == load).and_then(|(_, outcome)| match outcome {
            Outcome::Stable(point) => Some(point),
            Outcome::Saturated | Outcome::Invalid(_) => None,
        })
    }

    /// All predictions, with their loads.
    pub fn into_said(self) -> Vec<(f64, Outcome<Point>)> {
        self.said
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::{self, Simulated},
        scenario::System,
        sim,
    };

    #[test]
    fn the_subject_is_what_a_simulation_depends_on() {
        let scenario = Scenario::new(System::TorusBroadcast);
        let same = [(Key::Load, 0.002), (Key::Cycle, 7.0), (Key::Axis, 1.0), (Key::Source, 9.0), (Key::Reading, 1.0)];
        for (key, value) in same {
            assert_eq!(run_key(&scenario.set(key, value)), run_key(&scenario), "{key:?}");
        }
        let other = [(Key::K, 9.0), (Key::Beta, 0.04), (Key::Seed, 2.0), (Key::Cycles, 5000.0), (Key::Depth, 2.0)];
        for (key, value) in other {
            assert_ne!(run_key(&scenario.set(key, value)), run_key(&scenario), "{key:?}");
        }
    }

    #[test]
    fn a_sweep_rises_and_can_be_simulated_from_end_to_end() {
        for &system in System::ALL {
            let scenario = Scenario::new(system);
            let model = model::of(scenario.setup());
            let loads = loads(&*model);
            assert_eq!(loads.len(), POINTS);
            assert!(loads.windows(2).all(|pair| pair[0] < pair[1]) && loads[0] > 0.0, "{system:?}: {loads:?}");
            for &load in &loads {
                let point = scenario.set(Key::Load, load);
                assert_eq!(point.get(Key::Load), load, "{system:?}");
                assert!(sim::of(&point, 0).is_ok(), "{system:?} at {load}");
            }
            let mut sorted = order(loads.clone());
            sorted.sort_by(f64::total_cmp);
            assert_eq!(sorted, loads);
        }
    }

    #[test]
    fn loads_go_on_in_steps_that_double_until_one_saturates_and_then_close_in_on_it() {
        let model = model::of(Scenario::new(System::TorusBroadcast).setup());
        let seen = |settled: &[f64], saturated: &[f64]| {
            let settled = settled.iter().map(|load| observed::stable(&*model, *load, &[40.0], Some(0.01)));
            let all: Vec<_> = settled.chain(saturated.iter().map(|load| observed::saturated(*load, 0.01))).collect();
            further(all.iter())
        };
        assert_eq!(seen(&[0.001, 0.01], &[]), [0.011, 0.013]);
        assert_eq!(seen(&[0.001, 0.01, 0.011], &[0.014, 0.02]), [0.012, 0.013]);
        assert_eq!(seen(&[0.01], &[0.0102]), [0.0; 0], "narrow enough");
        assert_eq!(seen(&[0.01, 0.013], &[0.012]), [0.0; 0], "only longer runs can tell");
        assert_eq!(seen(&[], &[]), [0.0; 0]);
        assert_eq!(seen(&[], &[0.01]), [0.0; 0], "nothing to begin from");
    }

    #[test]
    fn a_network_is_large_by_its_nodes() {
        let large = |link: &str| is_large(link::parse(link).scenario.setup());
        assert!(System::ALL.iter().all(|&system| !is_large(Scenario::new(system).setup())));
        assert!(!large("#k=32") && large("#k=32&n=3&reading=refined") && large("#system=hypercube-slotted&n=20"));
        assert!(!large("#system=kary-ncube&k=2&n=8") && large("#system=kary-ncube&k=10&n=5"));
    }

    #[test]
    fn a_rough_mean_counts_from_thirty_messages() {
        let model = model::of(Scenario::new(System::TorusBroadcast).setup());
        let mut rough = observed::unfinished(observed::stable(&*model, 0.001, &[40.0], None));
        let known = |rough: &Summary| (rough.known(), rough.measure(Simulated::Latency).map(|i| i.half95));
        rough.delivered = 29;
        assert_eq!(known(&rough), (false, None));
        rough.delivered = 30;
        assert_eq!(known(&rough), (true, Some(None)));
        let without = observed::unfinished(observed::stable(&*model, 0.001, &[40.0], Some(0.01)));
        assert!(without.measure(Simulated::Latency).and_then(|i| i.half95).is_some());
    }

    #[test]
    fn what_no_run_can_have_said_is_not_credible() {
        let model = model::of(Scenario::new(System::TorusBroadcast).setup());
        let right = observed::stable(&*model, 0.001, &[40.0], Some(0.01));
        let with = |change: &dyn Fn(&mut Summary)| {
            let mut changed = right.clone();
            change(&mut changed);
            changed.credible()
        };
        assert!(with(&|o| o.lag1 = Some(-0.2)) && with(&|o| o.values = vec![("rho".into(), vec![0.0, 0.5])]));
        for wrong in [f64::NAN, f64::INFINITY, -1.0, 5e-324, f64::MAX] {
            assert!(!with(&|o| o.load = wrong) && !with(&|o| o.classes[0].mean = Some(wrong)), "{wrong}");
            assert!(!with(&|o| o.values = vec![("rho".into(), vec![0.5, wrong])]) && !with(&|o| o.seconds = wrong));
        }
        // A latency as short as can be written made the model infinitely wrong, a memory as long the runs without end.
        let longest = with(&|o| o.memory = 1e30) && outlasting(1e30) == u64::MAX;
        let short = TooShort { points: 1, of: 1, cycles: u64::MAX }.sentence("cycles");
        assert!(longest && short.contains("cycles"), "{short}");
    }

    #[test]
    fn a_summary_has_the_numbers_of_the_report() {
        let scenario =
            Scenario::new(System::BanyanMulticast).set(Key::Cycles, 2_000.0).set(Key::N, 3.0).set(Key::Fanout, 2.0);
        let mut runs = Runs::new(scenario, plan(&scenario)).expect("it can be simulated");
        assert_eq!(runs.summary().measure(Simulated::Throughput), None, "nothing has been counted yet");
        while !runs.advance(100).expect("no law is broken") {}
        let (seen, report) = (runs.summary(), runs.report());
        let [throughput, complete] = ["throughput", "complete"].map(|name| report.class(name).and_then(|c| c.estimate));
        let expected = throughput.map(|known| Interval { mean: known.mean, half95: Some(known.half95), lean: 0.0 });
        assert!(seen.finished() && seen.measure(Simulated::Throughput) == expected);
        assert_eq!(seen.measure(Simulated::Complete).map(|i| i.mean), complete.map(|known| known.mean));
        assert_eq!(seen.measure(Simulated::Latency), None);
    }
}
