//! The simulator of a scenario, with the options of its routers, sources and switches.

use super::{Simulator, banyan, circuit, slotted, wormhole};
use crate::model::{banyan_multicast, hypercube_mmpp};
use crate::param::{Accepted, Key, Problem};
use crate::scenario::{Scenario, System};

/// Memory for a network without a message, bytes: with what its messages take ([`most_held`](super::protocol::most_held)), a million nodes
/// stay within a gigabyte. A page has several workers at a time.
const MOST_BYTES: u64 = if cfg!(target_arch = "wasm32") { 256 << 20 } else { 768 << 20 };

/// Longest way of a wormhole network, hops.
const LONGEST_WAY: u32 = 127;

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
        let (below, traffic) = (infeasible.limit / setting.lag1, (setting.lag1, setting.hurst, setting.scales));
        Problem::new(Key::Load.name(), load, Accepted::Correlated { below, traffic })
    })?;
    Ok(circuit::Config {
        n: setting.n,
        vcs: setting.vcs,
        flits: setting.flits,
        load,
        process,
        injection: scenario.choice(),
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
    Ok(slotted::Config {
        n: scenario.count(Key::N),
        load: scenario.get(Key::Load),
        policy: scenario.choice(),
        order: scenario.choice(),
        seed: scenario.count(Key::Seed),
        replication,
    })
}

/// The banyan of a scenario of its system.
///
/// # Errors
/// What cannot be simulated, with what could.
pub fn banyan(scenario: &Scenario, replication: u32) -> Result<banyan::Network, Problem> {
    let (load, seed) = (scenario.get(Key::Load), scenario.count(Key::Seed));
    let setting = banyan_multicast::Setting::of(scenario);
    if !setting.offers(load) {
        let most = setting.copies_per_packet();
        return Err(Problem::new(Key::Load.name(), load, Accepted::EverySlot { most }));
    }
    let refused = |_| Problem::new(Key::Start.name(), scenario.text(Key::Start), Accepted::RandomStart);
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
        System::KaryNCube | System::HypercubeMmpp | System::HypercubeSlotted | System::BanyanMulticast => {
            wormhole::Setting::cube(k, n, vcs, flits)
        }
    };
    let setting = wormhole::Setting {
        load: scenario.get(Key::Load),
        beta: scenario.get(Key::Beta),
        depth: count(Key::Depth),
        credit: scenario.choice(),
        select: scenario.choice(),
        injection: scenario.choice(),
        orient: scenario.choice(),
        ..network
    };
    // A network whose nodes cannot be counted in 32 bits is larger than any that fits.
    let fits = |n: u32| {
        let setting = wormhole::Setting { n, ..setting };
        let countable = u64::from(k).pow(n) * u64::from(2 * n) <= u64::from(u32::MAX);
        setting.diameter() <= LONGEST_WAY && countable && setting.bytes() <= MOST_BYTES
    };
    if fits(n) {
        return Ok(setting);
    }
    let most = (1..n).rev().find(|&n| fits(n)).unwrap_or(1);
    let accepted = Accepted::Simulated { most, of: (k, vcs), bytes: MOST_BYTES, hops: LONGEST_WAY };
    Err(Problem::new(Key::N.name(), n, accepted))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(system: System, pairs: &[(Key, f64)]) -> Scenario {
        pairs.iter().fold(Scenario::new(system), |scenario, (key, value)| scenario.set(*key, *value))
    }

    #[test]
    fn a_million_nodes_can_be_simulated_and_what_takes_too_much_memory_says_what_would_do() {
        let torus = |vcs| with(System::TorusBroadcast, &[(Key::N, 4.0), (Key::K, 32.0), (Key::Vcs, vcs)]);
        assert_eq!(wormhole(&torus(3.0)).expect("it fits").nodes(), 1 << 20);
        let most =
            |k: u32, vcs: u32, most: u32| Accepted::Simulated { most, of: (k, vcs), bytes: 768 << 20, hops: 127 };
        assert_eq!(wormhole(&torus(16.0)), Err(Problem::new("n", 4, most(32, 16, 3))));
        let cube = |k, n| with(System::KaryNCube, &[(Key::K, k), (Key::N, n)]);
        assert_eq!(wormhole(&cube(2.0, 16.0)).expect("the hypercube fits").nodes(), 1 << 16);
        for (k, n) in [(32, 4), (8, 6)] {
            assert_eq!(wormhole(&cube(f64::from(k), 8.0)), Err(Problem::new("n", 8, most(k, 3, n))));
        }
        assert_eq!(wormhole(&cube(3.0, 8.0)).expect("it fits").n, 8);
        let slotted = with(System::HypercubeSlotted, &[(Key::N, 20.0)]);
        assert!(super::slotted(&slotted, 0).is_ok());
    }
}
