//! Networks of the same size at equal cost, in common units, after Dally 1990 and Agarwal 1991.
//!
//! All carry the same messages: as many bits as M flits of the reference network. Wires are dear where the network is cut in two (Dally)
//! or where they leave a node (Agarwal), so the cost is made equal by the width of the channels: a network with twice as many of them
//! there has channels of half the width, and its messages twice as many flits. A cycle is the time in which a flit, of whatever width,
//! crosses a channel; that longer wires are slower is left out. Loads are messages per node per cycle, latencies cycles: the slot of a
//! network that stores and forwards lasts as many cycles as a message has flits there.
//!
//! [`NetworkShape`] counts both. A message has a whole number of flits: the last one is filled up.
//!
//! All networks are solved in one reading if they have it, else in the default of their table. The scenario of each names its reading.
//!
//! Each network can be simulated, with results in the same units: [`ComparedNetwork::sweep`] returns the loads, [`measured`] the result.

pub use super::cost::NetworkShape;
pub use crate::param::options::Equal;

use super::{Unsolved, less_is_better, ours, value};
use crate::{
    experiment::{self, Interval, Summary},
    model::{self, Model},
    param::{Key, LENGTH, Problem},
    scenario::{Reading, Scenario, System},
    sim::protocol::Verdict,
};
use serde::{Deserialize, Serialize};

const POINTS: usize = 60;

/// Loads of a [sweep](experiment::loads) at which a compared network is simulated: those that show the shape of its curve.
const SIMULATED: usize = 6;

/// One of the networks: its channels across the middle and at a node, and its scenario, with messages of its flits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct ComparedNetwork {
    pub scenario: Scenario,
    pub name: String,
    /// The flits of a message: for a slotted network and the banyan, the cycles of a slot.
    pub flits: u32,
    /// The flits before they are rounded up to a whole number.
    pub exact_flits: f64,
    pub across: u64,
    pub pins: u32,
    /// The width of a channel, where that of the reference is 1.
    pub width: f64,
    /// True if the values of the curve are latencies, and not throughputs.
    pub latency: bool,
    /// Loads in messages per node per cycle, with latencies in cycles or, without queues, messages that arrive per node per cycle.
    pub curve: Vec<(f64, f64)>,
    /// The largest load that it carries, messages per node per cycle.
    pub carries: f64,
    /// The latency of the idle network, cycles; `None` of a network without latencies.
    pub idle: Option<f64>,
    /// The loads at which it is simulated, those that show most first.
    pub sweep: Vec<Planned>,
}

/// A load at which a network is simulated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Planned {
    /// The scenario at that load, in the units of its system.
    pub scenario: Scenario,
    /// The load in messages per node per cycle.
    pub load: f64,
    /// The prediction of the model, in the unit of the curve; `None` where it has no solution.
    pub model: Option<f64>,
}

/// The simulation of a network at one load, in the units of the comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredPoint {
    /// The mean with its interval; `None` as long as there is none, and beyond saturation.
    pub value: Option<Interval>,
    /// The verdict on the run.
    pub state: Verdict,
}

/// Networks of the same size: those with a result, and the names of the others, each with the reason.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Comparison {
    pub networks: Vec<ComparedNetwork>,
    pub left_out: Vec<(String, Unsolved)>,
}

/// Cycles of what the numbers of a system are counted in: a slot lasts as long as a message needs for one channel.
fn slot(system: System, flits: u32) -> f64 {
    if system.param(Key::Flits).is_some() { 1.0 } else { f64::from(flits) }
}

/// A value of the first measure in cycles, or messages per cycle.
const fn in_cycles(value: f64, latency: bool, slot: f64) -> f64 {
    if latency { value * slot } else { value / slot }
}

/// The measurement of a run of a compared network with messages of `flits` flits.
pub fn measured(scenario: &Scenario, flits: u32, observation: &Summary) -> MeasuredPoint {
    let info = model::start(scenario.setup()).info();
    let scaled = |number: f64| in_cycles(number, less_is_better(info), slot(scenario.system(), flits));
    let first = info.measures.first().and_then(|first| experiment::measured(observation, first));
    let value = first.map(|Interval { mean, half95, lean }| Interval {
        mean: scaled(mean),
        half95: half95.map(scaled),
        lean: scaled(lean),
    });
    MeasuredPoint { value, state: observation.state }
}

impl NetworkShape {
    fn name(&self) -> String {
        let Self { system, k, n } = self;
        match system {
            System::TorusBroadcast if *n == 2 => format!("{k} x {k} torus, wormhole, both directions"),
            System::TorusBroadcast => format!("{k}-ary {n}-cube, wormhole, both directions"),
            System::KaryNCube if *k == 2 => format!("{n}-dimensional hypercube, wormhole"),
            System::KaryNCube => format!("{k}-ary {n}-cube, wormhole, one direction"),
            System::HypercubeMmpp => format!("{n}-dimensional hypercube, circuits"),
            System::HypercubeSlotted => format!("{n}-dimensional hypercube, slotted"),
            System::BanyanMulticast => format!("banyan of {n} stages"),
            #[cfg(any(test, feature = "test-system"))]
            System::Ring => "ring".into(),
        }
    }

    /// Its scenario with messages of `flits` flits; everything else is as in its paper.
    fn scenario(&self, like: &Scenario, flits: u32, reading: Reading) -> Result<Scenario, Problem> {
        let unicast =
            [(Key::K, self.k), (Key::N, self.n), (Key::Flits, flits)].map(|(key, value)| (key, f64::from(value)));
        // One by one with each destination as likely, at random times.
        let plain = [(Key::Beta, 0.0), (Key::Lag1, 0.0), (Key::Multicast, 0.0)];
        // The same number of virtual channels, or the least that the network must have; and the same length of simulation.
        let alike = [Key::Vcs].into_iter().chain(LENGTH).map(|key| (key, like.get(key)));
        let alike = alike.filter(|(key, _)| like.system().param(*key).is_some());
        let own = |(key, value): (Key, f64)| Some((self.system.param(key)?, value));
        // Our own reading is defined for every number of dimensions: with it, all numbers below are accepted.
        let mut scenario = ours(&Scenario::new(self.system));
        for (row, value) in unicast.into_iter().filter_map(own) {
            let mut problems = Vec::new();
            scenario = scenario.put(row.key, &row.format(value, self.system.params()), &mut problems);
            if let Some(problem) = problems.into_iter().find(|problem| problem.key == row.key.name()) {
                return Err(Problem { used: None, ..problem });
            }
        }
        let rest = alike.chain(plain).filter_map(own);
        let scenario = rest.fold(scenario, |scenario, (row, value)| scenario.set(row.key, value));
        // A network without this reading takes its default, and beyond two dimensions of the torus `refined`.
        Ok(scenario.put(Key::Reading, reading.key(), &mut Vec::new()))
    }
}

/// The networks with `nodes` nodes, in the order of the systems.
fn shapes(nodes: u32) -> Vec<NetworkShape> {
    let whole = |k: u32| (1..=32).find(|n| k.checked_pow(*n) == Some(nodes));
    let mut shapes = Vec::new();
    for (system, least) in [(System::TorusBroadcast, 3), (System::KaryNCube, 2)] {
        shapes.extend((least..=32).rev().filter_map(|k| Some(NetworkShape { system, k, n: whole(k)? })));
    }
    let cubes = [System::HypercubeMmpp, System::HypercubeSlotted, System::BanyanMulticast];
    shapes.extend(cubes.into_iter().filter_map(|system| Some(NetworkShape { system, k: 2, n: whole(2)? })));
    shapes
}

/// The networks of so many nodes, with messages of as many bits as the scenario's have in the network that is the reference: that of the
/// scenario if that has `nodes` nodes, else the first. `reading` is the reading of every network that has it.
pub fn of(scenario: &Scenario, nodes: u32, equal: Equal, reading: Reading) -> Comparison {
    let mut comparison = Comparison::default();
    let shapes = shapes(nodes);
    let own = NetworkShape::of(scenario);
    let Some(reference) = shapes.iter().find(|shape| **shape == own).or(shapes.first()) else { return comparison };
    let flits = match scenario.count(Key::Flits) {
        0 => Scenario::new(System::TorusBroadcast).count(Key::Flits),
        flits => flits,
    };
    let parts = |shape: &NetworkShape| match equal {
        Equal::Nothing | Equal::Width => (1, 1),
        Equal::Bisection => (shape.across(), reference.across()),
        Equal::Pins => (u64::from(shape.pins()), u64::from(reference.pins())),
    };
    for shape in &shapes {
        match solved(scenario, shape, flits, reading, parts(shape)) {
            Ok(network) => comparison.networks.push(network),
            Err(why) => comparison.left_out.push((shape.name(), why)),
        }
    }
    if let Some(refusal) = model::choose(scenario.setup()).uncovered().filter(|_| own.nodes() == u64::from(nodes)) {
        comparison.left_out.push(("network of the scenario".into(), Unsolved::Refused(refusal)));
    }
    comparison
}

/// One network, with messages of `flits` flits if its channels are as wide as those of the reference. `own` and `its` are its channels and
/// those of the reference, where the wires are counted.
fn solved(
    like: &Scenario,
    shape: &NetworkShape,
    flits: u32,
    reading: Reading,
    (own, its): (u64, u64),
) -> Result<ComparedNetwork, Unsolved> {
    let whole = (u64::from(flits) * own).div_ceil(its);
    let flits_here = u32::try_from(whole).unwrap_or(u32::MAX);
    let scenario = shape.scenario(like, flits_here, reading).map_err(Unsolved::Apart)?;
    if let Some(refusal) = model::choose(scenario.setup()).refusal() {
        return Err(Unsolved::Refused(refusal));
    }
    let model: Box<dyn Model> = model::of(scenario.setup());
    let (slot, latency) = (slot(shape.system, flits_here), less_is_better(model.info()));
    let scaled = |value: f64| in_cycles(value, latency, slot);
    let curve: Vec<_> = model.curves(POINTS).into_iter().next().unwrap_or_default();
    let curve: Vec<_> = curve.into_iter().map(|(load, value)| (load / slot, scaled(value))).collect();
    let most = curve.iter().map(|(_, value)| *value).fold(0.0, f64::max);
    let planned = |load: f64| Planned {
        scenario: scenario.set(Key::Load, load),
        load: load / slot,
        model: value(&*model, load).map(scaled),
    };
    Ok(ComparedNetwork {
        name: shape.name(),
        flits: flits_here,
        exact_flits: f64::from(flits) * own as f64 / its as f64,
        across: shape.across(),
        pins: shape.pins(),
        width: its as f64 / own as f64,
        latency,
        carries: if latency { model.end().load / slot } else { most },
        idle: model.idle().filter(|_| latency).map(scaled),
        curve,
        sweep: experiment::order(experiment::loads(&*model)).into_iter().take(SIMULATED).map(planned).collect(),
        scenario,
    })
}
