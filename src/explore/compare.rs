//! Networks of as many nodes at equal cost, in common units, after Dally 1990 and Agarwal 1991.
//!
//! All carry the same messages: as many bits as M flits of the reference network. Wires are dear where the network is cut in two (Dally) or where they leave a node (Agarwal), so
//! the cost is made equal by the width of the channels: a network with twice as many of them there has channels of half the width, and its messages twice as many flits. A cycle is
//! the time in which a flit, of whatever width, crosses a channel; that longer wires are slower is left out. Loads are messages per node per cycle, latencies cycles: the slot
//! of a network that stores and forwards lasts as many cycles as a message has flits there.
//!
//! | network of N = k^n nodes | channels across the middle | channels that leave or enter a node |
//! |---|---|---|
//! | torus, rings in both directions | 4 N / k | 4 n |
//! | k-ary n-cube, rings in one direction | 2 N / k | 2 n |
//! | hypercube, circuits, or slotted | N | 2 n |
//! | banyan between N inputs and N outputs | N / 2 | 2 |

pub use crate::param::options::Equal;

use super::{less_is_better, ours};
use crate::{
    model::{self, Model, Refusal},
    param::Key,
    scenario::{Scenario, System},
};

/// Points of a curve.
const POINTS: usize = 60;

/// One of the networks.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// Its scenario, with messages of as many flits as its channels make of them.
    pub scenario: Scenario,
    /// What it is called.
    pub name: String,
    /// The flits of a message: for a slotted network and the banyan, the cycles of a slot.
    pub flits: u32,
    /// Channels across the middle.
    pub across: u32,
    /// Channels at a node.
    pub pins: u32,
    /// The width of a channel, where that of the reference is 1.
    pub width: f64,
    /// Whether the values of the curve are latencies, and not what arrives.
    pub latency: bool,
    /// Loads in messages per node per cycle, with latencies in cycles or, of a network that loses what collides, messages that arrive per node per cycle.
    pub curve: Vec<(f64, f64)>,
    /// What it carries at most, messages per node per cycle.
    pub carries: f64,
    /// The latency of the idle network, cycles; `None` of a network without latencies.
    pub idle: Option<f64>,
}

/// A network of so many nodes before it is solved.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Plan {
    system: System,
    k: u32,
    n: u32,
}

impl Plan {
    /// Channels across the middle, for `nodes` = k^n of them.
    const fn across(&self, nodes: u32) -> u32 {
        match self.system {
            System::TorusBroadcast => 4 * nodes / self.k,
            System::KaryNCube => 2 * nodes / self.k,
            System::BanyanMulticast => nodes / 2,
            _ => nodes,
        }
    }

    /// Channels at a node.
    const fn pins(&self) -> u32 {
        match self.system {
            System::TorusBroadcast => 4 * self.n,
            System::BanyanMulticast => 2,
            _ => 2 * self.n,
        }
    }

    /// Whether it is the network of a scenario.
    fn is_of(&self, scenario: &Scenario) -> bool {
        let is = |key: Key, value: u32| scenario.system().param(key).is_none() || scenario.count(key) == value;
        is(Key::K, self.k) && is(Key::N, self.n)
    }

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
            #[cfg(test)]
            System::Ring => "ring".into(),
        }
    }

    /// Its scenario with messages of so many flits; `None` where the tables have no such network.
    fn scenario(&self, like: &Scenario, flits: u32) -> Option<Scenario> {
        let unicast = [(Key::K, f64::from(self.k)), (Key::N, f64::from(self.n)), (Key::Flits, f64::from(flits))];
        // One by one with each destination as likely, at random times.
        let plain = [(Key::Beta, 0.0), (Key::Lag1, 0.0), (Key::Multicast, 0.0)];
        let vcs = [(Key::Vcs, like.get(Key::Vcs))];
        let mut scenario = Scenario::new(self.system);
        // The reading that is defined for every number of dimensions comes first.
        scenario = ours(&scenario);
        for (key, value) in vcs.into_iter().filter(|(_, value)| *value > 0.0).chain(unicast).chain(plain) {
            if self.system.param(key).is_some() {
                scenario = scenario.set(key, value);
            }
        }
        let given = |(key, value): &(Key, f64)| self.system.param(*key).is_none() || scenario.get(*key) == *value;
        unicast.iter().all(given).then_some(scenario)
    }
}

/// The networks of so many nodes that there are, in the order of the systems.
fn plans(nodes: u32) -> Vec<Plan> {
    let whole = |k: u32| (1..=32).find(|n| k.checked_pow(*n) == Some(nodes));
    let mut plans = Vec::new();
    for (system, least) in [(System::TorusBroadcast, 3), (System::KaryNCube, 2)] {
        plans.extend((least..=32).rev().filter_map(|k| Some(Plan { system, k, n: whole(k)? })));
    }
    let cubes = [System::HypercubeMmpp, System::HypercubeSlotted, System::BanyanMulticast];
    plans.extend(cubes.into_iter().filter_map(|system| Some(Plan { system, k: 2, n: whole(2)? })));
    plans
}

/// The networks of so many nodes, with messages of as many bits as the scenario's have in the network that is the reference: that of the
/// scenario if it has so many nodes, else the first.
pub fn of(scenario: &Scenario, nodes: u32, equal: Equal) -> Vec<Result<Network, (String, Refusal)>> {
    let plans = plans(nodes);
    let own = |plan: &&Plan| plan.system == scenario.system() && plan.is_of(scenario);
    let Some(reference) = plans.iter().find(own).or(plans.first()) else { return Vec::new() };
    let flits = match scenario.count(Key::Flits) {
        0 => Scenario::new(System::TorusBroadcast).count(Key::Flits),
        flits => flits,
    };
    let parts = |plan: &Plan| match equal {
        Equal::Nothing | Equal::Width => (1, 1),
        Equal::Bisection => (plan.across(nodes), reference.across(nodes)),
        Equal::Pins => (plan.pins(), reference.pins()),
    };
    let one = |plan: &Plan| {
        let (own, its) = parts(plan);
        let flits = (flits * own).div_ceil(its);
        let scenario = plan.scenario(scenario, flits)?;
        let width = f64::from(its) / f64::from(own);
        Some(solved(&scenario, plan, nodes, flits, width).map_err(|refusal| (plan.name(), refusal)))
    };
    plans.iter().filter_map(one).collect()
}

fn solved(scenario: &Scenario, plan: &Plan, nodes: u32, flits: u32, width: f64) -> Result<Network, Refusal> {
    if let Some(refusal) = model::takes_long(scenario) {
        return Err(refusal);
    }
    let model: Box<dyn Model> = model::of(scenario);
    let info = model.info();
    // Of what is told in slots each lasts as long as a message needs for one channel.
    let slot = if scenario.system().param(Key::Flits).is_some() { 1.0 } else { f64::from(flits) };
    let latency = less_is_better(info);
    let in_cycles = |value: f64| if latency { value * slot } else { value / slot };
    let curve: Vec<_> = model.curves(POINTS).into_iter().next().unwrap_or_default();
    let curve: Vec<_> = curve.into_iter().map(|(load, value)| (load / slot, in_cycles(value))).collect();
    let most = curve.iter().map(|(_, value)| *value).fold(0.0, f64::max);
    Ok(Network {
        scenario: *scenario,
        name: plan.name(),
        flits,
        across: plan.across(nodes),
        pins: plan.pins(),
        width,
        latency,
        carries: if latency { model.end().load / slot } else { most },
        idle: model.idle().filter(|_| latency).map(in_cycles),
        curve,
    })
}
