//! The simulator of a scenario, with the options of its routers, sources and switches.

use super::{Simulator, banyan, circuit, slotted, wormhole};
use crate::model::{banyan_multicast, hypercube_mmpp, significant};
use crate::param::{Key, Problem};
use crate::scenario::{Scenario, System};
use wormhole::{Credit, Injection, Select};

/// Most nodes of a wormhole network: some gigabytes.
const MOST_NODES: u64 = 1 << 20;

/// Longest way of a wormhole network, hops.
const LONGEST_WAY: u32 = 127;

/// Most dimensions of a slotted hypercube.
const MOST_SLOTTED: u32 = 16;

/// The network of a scenario at its load, idle at time 0; `replication` says which of several independent repetitions of the same seed.
///
/// # Errors
/// What cannot be simulated, with what could.
pub fn of(scenario: &Scenario, replication: u32) -> Result<Box<dyn Simulator + Send>, Problem> {
    Ok(match scenario.system() {
        System::TorusBroadcast | System::KaryNCube => {
            let setting = wormhole(scenario)?;
            Box::new(wormhole::Simulation::new(setting, scenario.count(Key::Seed), replication))
        }
        System::HypercubeMmpp => Box::new(circuit::Network::new(circuit(scenario, replication)?)),
        System::HypercubeSlotted => Box::new(slotted::Network::new(slotted(scenario, replication)?)),
        System::BanyanMulticast => Box::new(banyan(scenario, replication)?),
    })
}

/// The circuit-switched hypercube of a scenario of its system.
///
/// # Errors
/// Traffic that there is none of.
pub fn circuit(scenario: &Scenario, replication: u32) -> Result<circuit::Config, Problem> {
    let setting = hypercube_mmpp::Setting::of(scenario);
    let load = scenario.get(Key::Load);
    // The traffic alone: the model would search for its saturation first.
    let process = setting.shape().fit(load, setting.lag1 * load).map_err(|infeasible| {
        let of = |key: Key| format!("{} = {}", key.name(), scenario.get(key));
        let [lag1, hurst, scales] = [Key::Lag1, Key::Hurst, Key::Scales].map(of);
        let most = significant(infeasible.limit / setting.lag1, 4);
        let accepted = format!(
            "numbers below {most} when {lag1}, {hurst} and {scales}: beyond, no traffic has that lag-1 correlation"
        );
        Problem::new(Key::Load.name(), load, accepted)
    })?;
    let shared = scenario.chosen(Key::Injection) == "inj1";
    Ok(circuit::Config {
        n: setting.n,
        vcs: setting.vcs,
        flits: setting.flits,
        load,
        process,
        injection: if shared { circuit::Injection::Shared } else { circuit::Injection::Each },
        depth: scenario.count(Key::Depth),
        seed: scenario.count(Key::Seed),
        replication,
    })
}

/// The slotted hypercube of a scenario.
///
/// # Errors
/// What cannot be simulated, with what could.
pub fn slotted(scenario: &Scenario, replication: u32) -> Result<slotted::Config, Problem> {
    let n = scenario.count(Key::N);
    if n > MOST_SLOTTED {
        let accepted = format!("a whole number from 1 to {MOST_SLOTTED}, to be simulated");
        return Err(Problem::new(Key::N.name(), n, accepted));
    }
    let policy = match scenario.chosen(Key::Policy) {
        "redraw" => slotted::Policy::Redraw,
        "sticky" => slotted::Policy::Sticky,
        _ => slotted::Policy::Free,
    };
    let order = match scenario.chosen(Key::Order) {
        "rotate" => slotted::Order::Rotation,
        _ => slotted::Order::Permutation,
    };
    let (load, seed) = (scenario.get(Key::Load), scenario.count(Key::Seed));
    Ok(slotted::Config { n, load, policy, order, seed, replication })
}

/// The banyan of a scenario of its system.
///
/// # Errors
/// What cannot be simulated, with what could.
pub fn banyan(scenario: &Scenario, replication: u32) -> Result<banyan::Network, Problem> {
    let (load, seed) = (scenario.get(Key::Load), scenario.count(Key::Seed));
    let setting = banyan_multicast::Setting::of(scenario);
    if !setting.offers(load) {
        let most = significant(setting.copies_per_packet(), 4);
        let accepted = format!("a number from 0 to {most} here, where every node sends in every slot");
        return Err(Problem::new(Key::Load.name(), load, accepted));
    }
    let refused = |sentence| Problem::new(Key::Start.name(), scenario.text(Key::Start), format!("random: {sentence}"));
    banyan::Network::new(banyan::Config { setting, load, seed, replication }).map_err(refused)
}

/// The wormhole network of a scenario of one of its two systems.
///
/// # Errors
/// What cannot be simulated, with what could.
pub fn wormhole(scenario: &Scenario) -> Result<wormhole::Setting, Problem> {
    let count = |key| scenario.count(key);
    let (k, n, vcs, flits) = (count(Key::K), count(Key::N), count(Key::Vcs), count(Key::Flits));
    let network = match scenario.system() {
        System::TorusBroadcast => wormhole::Setting::torus(k, n, vcs, flits),
        _ => wormhole::Setting::cube(k, n, vcs, flits),
    };
    let setting = wormhole::Setting {
        load: scenario.get(Key::Load),
        beta: scenario.get(Key::Beta),
        depth: count(Key::Depth),
        credit: if scenario.chosen(Key::Credit) == "prev" { Credit::Previous } else { Credit::Same },
        select: match scenario.chosen(Key::Select) {
            "channel" => Select::Channel,
            "spread" => Select::Spread,
            _ => Select::Random,
        },
        injection: match scenario.chosen(Key::Injection) {
            "injfree" => Injection::Free,
            "inj1" => Injection::One,
            "portsV" => Injection::PortsV,
            _ => Injection::Ports,
        },
        random_orientation: scenario.chosen(Key::Orient) != "fixed",
        ..network
    };
    let nodes = u64::from(setting.k).pow(n);
    if nodes > MOST_NODES || setting.diameter() > LONGEST_WAY {
        let accepted =
            format!("a network of at most {MOST_NODES} nodes and ways of at most {LONGEST_WAY} hops, to be simulated");
        return Err(Problem::new(Key::N.name(), n, accepted));
    }
    Ok(setting)
}
