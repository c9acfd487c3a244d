//! The simulator of a scenario, with the options of its routers, sources and switches.

use super::{Simulator, banyan, circuit, slotted, wormhole};
use crate::model::{banyan_multicast, hypercube_mmpp};
use crate::param::{Key, Problem};
use crate::scenario::{Scenario, System};
use crate::text::significant;
use wormhole::{Credit, Injection, Select};

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
    let accepted = format!(
        "at most {most} when k = {k} and vcs = {vcs}, to be simulated: a network has {} MB of memory, and ways of at most {LONGEST_WAY} hops",
        MOST_BYTES >> 20
    );
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
        assert_eq!(
            wormhole(&torus(16.0)).expect_err("it does not").to_string(),
            "n = 4 is not accepted: n takes at most 3 when k = 32 and vcs = 16, to be simulated: a network has 768 MB of memory, and ways of at most 127 hops."
        );
        let cube = |k, n| with(System::KaryNCube, &[(Key::K, k), (Key::N, n)]);
        assert_eq!(wormhole(&cube(2.0, 16.0)).expect("the hypercube fits").nodes(), 1 << 16);
        for (k, most) in [(32.0, 4), (8.0, 6), (3.0, 8)] {
            let said = wormhole(&cube(k, 8.0)).map_err(|problem| problem.to_string());
            match said {
                Ok(setting) => assert_eq!(setting.n, most),
                Err(said) => assert!(said.contains(&format!("n takes at most {most} when k = {k}")), "{said}"),
            }
        }
        let slotted = with(System::HypercubeSlotted, &[(Key::N, 20.0)]);
        assert!(super::slotted(&slotted, 0).is_ok());
    }
}
