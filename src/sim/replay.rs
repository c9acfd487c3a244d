//! Messages of a list in place of random traffic: each is sent in its cycle, and the run ends when all have arrived.
//!
//! ```text
//!   cycle, source, destination, flits
//!       0,      3,           5,    32      --> joins the queue of node 3 at time 0
//!       7,      3,           1,     4      --> joins it at time 7, behind the first one if that still waits
//! ```
//! The network, its routers and its sources are those of a scenario. Its load, its pattern, its broadcasts and its message length have no effect. The seed does:
//! routers draw among lanes, and messages among equally short ways.

use super::{ChannelUse, Simulator as _, of_scenario, protocol::PATIENCE, stats::Percentiles, wormhole};
use crate::{
    param::{Accepted, Problem},
    scenario::{Scenario, System},
    traffic::pattern::Destinations,
};
use serde::Serialize;

/// The systems whose networks take messages of a list.
pub const SYSTEMS: [System; 2] = [System::TorusBroadcast, System::KaryNCube];

/// A message of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// The time at which it joins the queue of its source.
    pub cycle: u32,
    /// The node that sends it, from 0.
    pub source: u32,
    /// The node that gets it, another one.
    pub destination: u32,
    /// Its length, 1 to 65,535.
    pub flits: u32,
}

/// The network of a scenario.
fn config(scenario: &Scenario) -> Result<wormhole::Config, Problem> {
    let system = scenario.system();
    if !SYSTEMS.contains(&system) {
        let those = SYSTEMS.iter().map(|system| system.key()).collect();
        return Err(Problem::new("system", system.key(), Accepted::OneOf(those)));
    }
    of_scenario::wormhole(of_scenario::config(scenario, 0))
}

/// The nodes of a network to which messages of a list can be sent.
///
/// # Errors
/// A problem for a scenario of another system than [`SYSTEMS`], and for a network that is too large.
pub fn nodes(scenario: &Scenario) -> Result<u32, Problem> {
    config(scenario).map(|config| config.network.nodes())
}

/// A network that sends the messages of a list.
pub struct Replay {
    run: wormhole::WormholeRun,
    /// In the order of their cycles.
    messages: Vec<Message>,
    /// How many of them have been sent.
    sent: usize,
    /// The latencies of the messages delivered, and the sum of their waits at the source, cycles.
    latencies: Vec<u64>,
    source_waits: u64,
    /// By node: messages delivered that it has sent, and the sum of their latencies, cycles.
    by_source: Vec<(u64, u64)>,
}

/// The state of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ReplayState {
    /// It goes on.
    Unfinished,
    /// All messages have arrived.
    Complete,
    /// Messages under way wait for each other and will never move again.
    Deadlock,
}

/// The messages of one source.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SourceLatency {
    /// The source.
    pub node: u32,
    /// The mean latency of the messages that it has sent, cycles.
    pub mean_latency: f64,
    /// How many of them have been delivered.
    pub delivered: u64,
}

/// The results of a replay.
#[derive(Clone, Debug, Serialize)]
pub struct ReplayReport {
    /// `complete` when all messages have arrived.
    pub state: ReplayState,
    /// Messages of the list.
    pub messages: usize,
    /// Flits of all of them.
    pub flits: u64,
    /// Messages delivered.
    pub delivered: u64,
    /// The time at which the last one arrived, or the cycles simulated.
    pub cycles: u64,
    /// The mean latency, from the queue to the ejected tail, cycles.
    pub mean_latency: Option<f64>,
    /// The mean wait in the queue of the source, which is part of it, cycles.
    pub mean_source_wait: Option<f64>,
    /// The longest latency, cycles.
    pub maximum: Option<u64>,
    /// The percentiles of the latency, cycles: the least one that at least that part of the messages do not exceed.
    pub percentiles: Option<Percentiles>,
    /// The source whose messages take longest on average.
    pub slowest_source: Option<SourceLatency>,
    /// Flits that have crossed a channel, once for each channel.
    pub flit_hops: u64,
}

impl Replay {
    /// The network of a scenario at time 0, with messages in any order; those of one cycle join their queues in the order of the list. Nodes and lengths must be in their ranges.
    ///
    /// # Errors
    /// Those of [`nodes`].
    pub fn of(scenario: &Scenario, mut messages: Vec<Message>) -> Result<Self, Problem> {
        let config = config(scenario)?;
        messages.sort_by_key(|message| message.cycle);
        let network = wormhole::Setting {
            flits: messages.iter().map(|message| message.flits).max().unwrap_or(1),
            beta: 0.0,
            destinations: Destinations::UNIFORM,
            ..config.network
        };
        let mut run = wormhole::WormholeRun::new(wormhole::Config { network, load: 0.0, ..config });
        run.count_channels();
        Ok(Self {
            run,
            messages,
            sent: 0,
            latencies: Vec::new(),
            source_waits: 0,
            by_source: vec![(0, 0); network.nodes() as usize],
        })
    }

    /// Simulates one cycle.
    pub fn step(&mut self) -> ReplayState {
        let now = self.run.now();
        while let Some(message) = self.messages.get(self.sent).filter(|message| u64::from(message.cycle) <= now) {
            self.run.inject_flits(message.source, message.destination, message.flits);
            self.sent += 1;
        }
        self.run.step();
        for delivery in self.run.network().deliveries() {
            let latency = delivery.latency();
            self.latencies.push(latency);
            self.source_waits += delivery.source_wait();
            let (count, sum) = &mut self.by_source[delivery.source as usize];
            *count += 1;
            *sum += latency;
        }
        self.state()
    }

    /// The time: cycles simulated so far.
    pub fn now(&self) -> u64 {
        self.run.now()
    }

    /// Messages of the list, and those delivered.
    pub fn progress(&self) -> (usize, u64) {
        (self.messages.len(), self.run.network().delivered())
    }

    fn state(&self) -> ReplayState {
        let present = self.run.network().in_flight() > 0;
        if !present && self.sent == self.messages.len() {
            ReplayState::Complete
        } else if present && self.now() - self.run.last_progress() > PATIENCE {
            ReplayState::Deadlock
        } else {
            ReplayState::Unfinished
        }
    }

    /// The results so far.
    pub fn report(&self) -> ReplayReport {
        let delivered = self.run.network().delivered();
        let mut latencies = self.latencies.clone();
        latencies.sort_unstable();
        // The rank of a percentile, from 1.
        let rank = |part: f64| libm::ceil(part * latencies.len() as f64).max(1.0) as usize;
        let mean = |sum: u64| (delivered > 0).then(|| sum as f64 / delivered as f64);
        let sources = (0..).zip(&self.by_source).filter(|(_, (count, _))| *count > 0);
        let sources = sources.map(|(node, &(delivered, sum))| SourceLatency {
            node,
            mean_latency: sum as f64 / delivered as f64,
            delivered,
        });
        ReplayReport {
            state: self.state(),
            messages: self.messages.len(),
            flits: self.messages.iter().map(|message| u64::from(message.flits)).sum(),
            delivered,
            cycles: self.now(),
            mean_latency: mean(latencies.iter().sum()),
            mean_source_wait: mean(self.source_waits),
            maximum: latencies.last().copied(),
            percentiles: Percentiles::exact(|part| latencies.get(rank(part) - 1).map(|latency| *latency as f64)),
            slowest_source: sources.max_by(|one, other| one.mean_latency.total_cmp(&other.mean_latency)),
            flit_hops: self.run.flit_hops(),
        }
    }

    /// The use of each channel since time 0.
    pub fn channels(&self) -> Vec<ChannelUse> {
        self.run.channels()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        scenario::link,
        sim::trace::{Journey, Trace, TraceProgress},
        topology::grid::Grid,
    };

    fn scenario(text: &str) -> Scenario {
        let parsed = link::parse(text);
        assert!(parsed.problems.is_empty(), "{text}: {:?}", parsed.problems);
        parsed.scenario
    }

    fn played(scenario: &Scenario, messages: Vec<Message>) -> ReplayReport {
        let mut replay = Replay::of(scenario, messages).expect("a network that fits");
        while replay.step() == ReplayState::Unfinished {}
        replay.report()
    }

    #[test]
    fn a_list_of_the_messages_of_a_run_has_their_latencies() {
        // Rings of an odd length have no two ways that are equally short, and one queue for each node takes no random number.
        for text in [
            "system=kary-ncube&k=5&n=2&load=0.02&flits=8",
            "system=kary-ncube&k=5&n=2&ways=two&routing=valiant&vcs=4&load=0.01&flits=8&depth=2",
            "system=torus-broadcast&k=5&beta=0&load=0.02&flits=8&injection=inj1&pattern=transpose",
            "system=torus-broadcast&k=4&beta=0&wiring=mesh&load=0.02&flits=8&injection=injfree&routing=dimension-order",
        ] {
            let scenario = scenario(text);
            let mut trace = Trace::of(&scenario, 0, 3000).expect("it has paths");
            let mut journeys: Vec<Journey> = Vec::new();
            while trace.step(|journey| journeys.push(journey)) == TraceProgress::Going {}
            journeys.sort_by_key(|journey| journey.message);
            let messages = journeys.iter().map(|&Journey { source, destination, generated, .. }| Message {
                cycle: generated as u32,
                source,
                destination,
                flits: 8,
            });
            // Up to the last cycle of the list, nothing distinguishes it from the run.
            let messages: Vec<Message> = messages.collect();
            let mut replay = Replay::of(&scenario, messages.clone()).expect("a network that fits");
            (0..3000).for_each(|_| {
                replay.step();
            });
            let arrived: Vec<&Journey> = journeys.iter().filter(|journey| journey.arrived <= 3000).collect();
            let latency: u64 = arrived.iter().map(|journey| journey.arrived - journey.generated).sum();
            let report = replay.report();
            assert_eq!(report.delivered, arrived.len() as u64, "{text}");
            assert_eq!(report.mean_latency, Some(latency as f64 / arrived.len() as f64), "{text}");
            assert!(arrived.len() > 500, "{text}");
            let report = played(&scenario, messages);
            assert_eq!((report.state, report.delivered), (ReplayState::Complete, journeys.len() as u64), "{text}");
            assert_eq!(report.flits, 8 * journeys.len() as u64);
            let hops: u64 = journeys.iter().map(|journey| journey.path.len() as u64 - 1).sum();
            assert!(text.contains("valiant") || report.flit_hops == 8 * hops, "{text}");
        }
    }

    #[test]
    fn messages_of_any_length_take_their_flits_and_hops_and_wait_for_each_other() {
        let scenario = scenario("system=torus-broadcast&k=4&beta=0&load=0&injection=ports1");
        let grid = Grid::of(scenario.setup());
        for (flits, destination) in [(1, 1), (7, 10), (65_535, 15)] {
            let alone = Message { cycle: 3, source: 0, destination, flits };
            let report = played(&scenario, vec![alone]);
            let latency = u64::from(flits + grid.distance(0, destination));
            assert_eq!((report.maximum, report.cycles), (Some(latency), 3 + latency));
            assert_eq!(report.flit_hops, u64::from(flits * grid.distance(0, destination)));
        }
        // In any order in the file. On one ring the second message has the channel for itself after the first one only if that is one with one lane.
        let one = |cycle, source, flits| Message { cycle, source, destination: 2, flits };
        let ring = self::scenario("system=kary-ncube&k=4&n=1&vcs=2&routing=dimension-order&load=0");
        let report = played(&ring, vec![one(50, 1, 4), one(0, 1, 10), one(0, 0, 5)]);
        assert_eq!((report.messages, report.delivered, report.flits), (3, 3, 19));
        assert_eq!(report.cycles, 50 + 4 + 1);
        // The header of the longest message is ejected a cycle after it has left; the other two take 11 and 5 cycles.
        let percentiles = report.percentiles.expect("of three").all().map(|percentile| percentile.value);
        let maximum = report.maximum.expect("of three") as f64;
        assert_eq!((percentiles[0], percentiles[1]), (11.0, maximum));
        // The list is empty for the whole time between: nothing is a deadlock.
        let late = one(100_000, 0, 1);
        assert_eq!(played(&ring, vec![one(0, 0, 1), late]).cycles, 100_003);
    }

    #[test]
    fn messages_that_wait_for_each_other_are_a_deadlock() {
        // Without a dateline, four messages two hops on around a ring of one-flit buffers each hold a channel and want the next.
        let ring = scenario("system=kary-ncube&k=4&n=1&vcs=2&routing=dimension-order&escape=off&load=0");
        let around = |source| Message { cycle: 0, source, destination: (source + 3) % 4, flits: 20 };
        let messages: Vec<Message> = (0..4).flat_map(|source| [around(source), around(source)]).collect();
        let report = played(&ring, messages.clone());
        assert_eq!((report.state, report.delivered, report.mean_latency), (ReplayState::Deadlock, 0, None));
        let dateline = scenario("system=kary-ncube&k=4&n=1&vcs=2&routing=dimension-order&load=0");
        assert_eq!(played(&dateline, messages).delivered, 8);
    }

    #[test]
    fn other_networks_have_no_lists() {
        let Err(problem) = Replay::of(&scenario("system=hypercube-mmpp"), Vec::new()) else { panic!("it has none") };
        assert!(problem.to_string().contains("use torus-broadcast or kary-ncube"), "{problem}");
        // More nodes than 32 bits count.
        assert!(nodes(&scenario("system=kary-ncube&k=32&n=8")).is_err());
    }
}
