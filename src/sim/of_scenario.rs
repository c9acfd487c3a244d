//! The simulator of a scenario, with the options of its routers, sources and switches.

use super::{Config, Simulator, banyan, circuit, slotted, wormhole};
use crate::model::{banyan_multicast, hypercube_mmpp};
use crate::param::{Accepted, Key, Problem};
use crate::scenario::{Scenario, Setup, System};
use crate::topology::grid::Grid;
use crate::traffic::pattern::Destinations;

/// Memory for a network without a message, bytes: with what its messages take ([`most_held`](super::protocol::most_held)), a million nodes
/// stay within a gigabyte. A page has several workers at a time.
const MOST_BYTES: u64 = if cfg!(target_arch = "wasm32") { 256 << 20 } else { 768 << 20 };

/// Longest path of a wormhole network, hops.
const LONGEST_PATH: u32 = 127;

/// The load and the run of a scenario, with its setup, which is all of it that a simulator reads; `replication` numbers runs of one seed.
pub const fn config(scenario: &Scenario, replication: u32) -> Config<&Setup> {
    let (network, load, seed) = (scenario.setup(), scenario.get(Key::Load), scenario.run().seed);
    Config { network, load, seed, replication }
}

/// The network of a scenario at its load, idle at time 0; `replication` numbers independent runs of one seed.
/// Fails with a problem that names a setting that can be simulated.
pub fn of(scenario: &Scenario, replication: u32) -> Result<Box<dyn Simulator + Send>, Problem> {
    let config = config(scenario, replication);
    Ok(match scenario.system() {
        System::TorusBroadcast | System::KaryNCube => Box::new(wormhole::WormholeRun::new(wormhole(config)?)),
        System::HypercubeMmpp => Box::new(circuit::Network::new(circuit(config)?)),
        System::HypercubeSlotted => Box::new(slotted::Network::new(slotted(config))),
        System::BanyanMulticast => Box::new(banyan::Network::new(banyan(config)?)?),
        #[cfg(any(test, feature = "test-system"))]
        System::Ring => Box::new(super::ring::Network::new(config.with(config.network.count(Key::K)))),
    })
}

/// The circuit-switched hypercube of a setup of its system. Fails for traffic that there is none of, and networks that are too large.
pub fn circuit(config: Config<&Setup>) -> Result<circuit::Config, Problem> {
    let (setup, load) = (config.network, config.load);
    let setting = hypercube_mmpp::Setting::of(setup);
    // The traffic alone: the model would search for its saturation first.
    let process = setting.shape().fit(load, setting.lag1 * load).map_err(|infeasible| {
        let (below, traffic) = (infeasible.limit / setting.lag1, (setting.lag1, setting.hurst, setting.scales));
        Problem::new(Key::Load.name(), load, Accepted::Correlated { below, traffic })
    })?;
    let network = circuit::Setting {
        n: setting.n,
        vcs: setting.vcs,
        flits: setting.flits,
        destinations: Destinations::chosen(setup),
        process,
        injection: setup.choice(),
        depth: setup.count(Key::Depth),
    };
    sized(setting.n, |n| circuit::Setting { n, ..network }.bytes() <= MOST_BYTES, &[(Key::Vcs, setting.vcs)])?;
    Ok(config.with(network))
}

/// The slotted hypercube of a setup of its system.
pub fn slotted(config: Config<&Setup>) -> slotted::Config {
    let setup = config.network;
    config.with(slotted::Setting {
        n: setup.count(Key::N),
        destinations: Destinations::chosen(setup),
        policy: setup.choice(),
        order: setup.choice(),
    })
}

/// The banyan of a setup of its system. Fails with a problem that names a setting that can be simulated.
pub fn banyan(config: Config<&Setup>) -> Result<banyan::Config, Problem> {
    let config = config.with(banyan_multicast::Setting::of(config.network));
    if !config.network.offers(config.load) {
        let most = config.network.copies_per_packet();
        return Err(Problem::new(Key::Load.name(), config.load, Accepted::EverySlot { most }));
    }
    banyan::check(&config.network)?;
    Ok(config)
}

/// The wormhole network of a setup of one of its two systems. Fails with a problem that names a setting that can be simulated.
pub fn wormhole(config: Config<&Setup>) -> Result<wormhole::Config, Problem> {
    let setup = config.network;
    let count = |key| setup.count(key);
    let (k, n, vcs, flits) = (count(Key::K), count(Key::N), count(Key::Vcs), count(Key::Flits));
    let network = if setup.system() == System::TorusBroadcast {
        wormhole::Setting::torus(k, n, vcs, flits)
    } else {
        wormhole::Setting::cube(k, n, vcs, flits)
    };
    let network = wormhole::Setting {
        topology: Grid::of(setup).topology,
        routing: setup.choice(),
        turns: setup.turns().unwrap_or(network.turns),
        fill: setup.turns().map_or(network.fill, |_| setup.choice()),
        destinations: Destinations::chosen(setup),
        beta: setup.get(Key::Beta),
        depth: count(Key::Depth),
        credit: setup.choice(),
        select: setup.choice(),
        escape: setup.choice(),
        injection: setup.choice(),
        orient: setup.choice(),
        ..network
    };
    // A network whose nodes cannot be counted in 32 bits is larger than any that fits.
    let fits = |n: u32| {
        let network = wormhole::Setting { n, ..network };
        let countable = u64::from(k).pow(n) * u64::from(2 * n) <= u64::from(u32::MAX);
        network.longest_path() <= LONGEST_PATH && countable && network.bytes() <= MOST_BYTES
    };
    sized(n, fits, &[(Key::K, k), (Key::Vcs, vcs)])?;
    let load = if network.fill == wormhole::Fill::Off { config.load } else { 0.0 };
    Ok(Config { load, ..config.with(network) })
}

/// Checks that a network of `n` dimensions fits; the problem names the number that does, with the other parameters as they are.
fn sized(n: u32, fits: impl Fn(u32) -> bool, others: &[(Key, u32)]) -> Result<(), Problem> {
    if fits(n) {
        return Ok(());
    }
    let most = (1..n).rev().find(|&n| fits(n)).unwrap_or(1);
    let accepted = Accepted::Simulated { most, others: others.to_vec(), bytes: MOST_BYTES, hops: LONGEST_PATH };
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
        assert_eq!(wormhole(config(&torus(3.0), 0)).expect("it fits").network.nodes(), 1 << 20);
        let most = |k: u32, vcs: u32, most: u32| {
            let others = vec![(Key::K, k), (Key::Vcs, vcs)];
            Accepted::Simulated { most, others, bytes: 768 << 20, hops: 127 }
        };
        assert_eq!(wormhole(config(&torus(16.0), 0)), Err(Problem::new("n", 4, most(32, 16, 3))));
        let cube = |k, n| with(System::KaryNCube, &[(Key::K, k), (Key::N, n)]);
        assert_eq!(wormhole(config(&cube(2.0, 16.0), 0)).expect("the hypercube fits").network.nodes(), 1 << 16);
        for (k, n) in [(32, 4), (8, 6)] {
            assert_eq!(wormhole(config(&cube(f64::from(k), 8.0), 0)), Err(Problem::new("n", 8, most(k, 3, n))));
        }
        assert_eq!(wormhole(config(&cube(3.0, 8.0), 0)).expect("it fits").network.n, 8);
        assert!(of(&with(System::HypercubeSlotted, &[(Key::N, 20.0)]), 0).is_ok());
        let bursty = |n, vcs| circuit(config(&with(System::HypercubeMmpp, &[(Key::N, n), (Key::Vcs, vcs)]), 0));
        assert_eq!(bursty(16.0, 16.0).expect("it fits").network.n, 16);
        assert!((300 << 20..400 << 20).contains(&bursty(16.0, 16.0).expect("it fits").network.bytes()));
    }
}
