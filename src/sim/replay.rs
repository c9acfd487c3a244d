//! Messages of a list in place of random traffic: each is sent in its cycle, and the run ends when all have arrived.
//!
//! ```text
//!   cycle, source, destination, flits
//!       0,      3,           5,    32      --> joins the queue of node 3 at time 0
//!       7,      3,           1,     4      --> joins it at time 7, behind the first one if that still waits
//! ```
//! Cycles in which the network is idle are left out of the simulation, but not of the time: the results are those of a simulation of every
//! cycle. A message to its own source is local: it does not enter the network.
//!
//! The network, its routers and its sources are those of a scenario. Its load, its pattern, its broadcasts and its message length have no
//! effect. The seed does: routers draw among lanes, and messages among equally short ways.

use super::{
    ChannelUse, Simulator as _, of_scenario,
    protocol::PATIENCE,
    stats::{Histogram, Percentiles},
    wormhole::{self, WormholeRun},
};
use crate::{
    param::{Accepted, Problem},
    scenario::{Scenario, System},
    text::count,
    traffic::pattern::Destinations,
};
use serde::Serialize;

/// The systems whose networks take messages of a list.
pub const SYSTEMS: [System; 2] = [System::TorusBroadcast, System::KaryNCube];

/// A message of a list: the time at which it joins the queue of its source, its ends, from 0, and its length, 1 to 65,535 flits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Message {
    pub cycle: u32,
    pub source: u32,
    pub destination: u32,
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
/// Fails with a problem for a scenario of another system than [`SYSTEMS`], and for a network that is too large.
pub fn nodes(scenario: &Scenario) -> Result<u32, Problem> {
    config(scenario).map(|config| config.network.nodes())
}

/// The messages of a list between different nodes.
pub(super) struct MessageList {
    /// In the order of their cycles.
    messages: Vec<Message>,
    /// How many of them have been sent.
    sent: usize,
    /// Local messages, which are left out.
    local: usize,
}

impl MessageList {
    /// The messages, in any order, and their network at time 0; those of one cycle join their queues in the order of the list. Nodes and
    /// lengths must be in their ranges.
    pub(super) fn of(scenario: &Scenario, mut messages: Vec<Message>) -> Result<(Self, WormholeRun), Problem> {
        let config = config(scenario)?;
        let all = messages.len();
        messages.retain(|message| message.source != message.destination);
        messages.sort_by_key(|message| message.cycle);
        let network = wormhole::Setting {
            flits: messages.iter().map(|message| message.flits).max().unwrap_or(1),
            beta: 0.0,
            destinations: Destinations::UNIFORM,
            ..config.network
        };
        let local = all - messages.len();
        Ok((Self { messages, sent: 0, local }, WormholeRun::new(wormhole::Config { network, load: 0.0, ..config })))
    }

    /// Sends the messages of the present cycle. An idle network is first moved to the cycle of the next message.
    pub(super) fn send(&mut self, run: &mut WormholeRun) {
        if let Some(next) = self.messages.get(self.sent) {
            run.skip_idle(u64::from(next.cycle));
        }
        let now = run.now();
        while let Some(message) = self.messages.get(self.sent).filter(|message| u64::from(message.cycle) <= now) {
            run.inject_flits(message.source, message.destination, message.flits);
            self.sent += 1;
        }
    }

    /// The number of messages before a cycle.
    pub(super) fn before(&self, cycle: u64) -> u64 {
        self.messages.partition_point(|message| u64::from(message.cycle) < cycle) as u64
    }

    /// True if all messages under way wait for each other.
    pub(super) fn is_stuck(run: &WormholeRun) -> bool {
        run.network().in_flight() > 0 && run.now() - run.last_progress() > PATIENCE
    }
}

/// A network that sends the messages of a list.
pub struct Replay {
    run: WormholeRun,
    list: MessageList,
    /// The latencies of the messages delivered, their waits at the source, and their times in the network, cycles.
    latencies: Vec<u64>,
    source: Histogram,
    network: Histogram,
    /// The sum of the waits at the source, cycles.
    source_waits: u64,
    /// By node: messages delivered that it has sent, and the sum of their latencies, cycles.
    by_source: Vec<(u64, u64)>,
}

/// The state of a replay: messages are under way, all have arrived, or those under way wait for each other and will never move again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub enum ReplayState {
    Unfinished,
    Complete,
    Deadlock,
}

/// The messages of one source: their mean latency, cycles, and how many have been delivered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct SourceLatency {
    pub node: u32,
    pub mean_latency: f64,
    pub delivered: u64,
}

/// The results of a replay.
#[derive(Clone, Debug, Serialize)]
pub struct ReplayReport {
    /// `complete` when all messages have arrived.
    pub state: ReplayState,
    /// Messages of the list between different nodes.
    pub messages: usize,
    /// Messages of the list from a node to itself, which are left out.
    #[serde(skip_serializing_if = "is_zero")]
    pub local: usize,
    /// Flits of all of them.
    pub flits: u64,
    /// Messages that have been delivered.
    pub delivered: u64,
    /// The time at which the last one arrived, or the cycles simulated.
    pub cycles: u64,
    /// The mean latency, from the queue to the ejected tail, cycles.
    pub mean_latency: Option<f64>,
    /// The mean wait in the queue of the source, which is part of it, cycles.
    pub mean_source_wait: Option<f64>,
    /// The longest latency of all, cycles.
    pub maximum: Option<u64>,
    /// The percentiles of the latency, cycles: the least one that at least that part of the messages do not exceed.
    pub percentiles: Option<Percentiles>,
    /// The source whose messages take longest on average.
    pub slowest_source: Option<SourceLatency>,
    /// Flits that have crossed a channel, once for each channel.
    pub flit_hops: u64,
}

/// The sentence for local messages.
pub fn left_out(local: usize) -> Option<String> {
    let (one, many) = ("message to its own node is", "messages to their own node are");
    (local > 0).then(|| format!("{} left out.", count(local, one, many)))
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Replay {
    /// The network of a scenario at time 0, with messages in any order; those of one cycle join their queues in the order of the list.
    /// Nodes and lengths must be in their ranges.
    pub fn of(scenario: &Scenario, messages: Vec<Message>) -> Result<Self, Problem> {
        let (list, mut run) = MessageList::of(scenario, messages)?;
        run.count_channels();
        Ok(Self {
            by_source: vec![(0, 0); run.network().setting().nodes() as usize],
            run,
            list,
            latencies: Vec::new(),
            source: Histogram::default(),
            network: Histogram::default(),
            source_waits: 0,
        })
    }

    /// Simulates one cycle, the next one in which something can happen.
    pub fn step(&mut self) -> ReplayState {
        self.list.send(&mut self.run);
        self.run.step();
        for delivery in self.run.network().deliveries() {
            let (latency, wait) = (delivery.latency(), delivery.source_wait());
            self.latencies.push(latency);
            self.source.add(wait);
            self.network.add(delivery.network_latency());
            self.source_waits += wait;
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
        (self.list.messages.len(), self.run.network().delivered())
    }

    /// The state at the present time.
    pub fn state(&self) -> ReplayState {
        if self.run.network().delivered() == self.list.messages.len() as u64 {
            ReplayState::Complete
        } else if MessageList::is_stuck(&self.run) {
            ReplayState::Deadlock
        } else {
            ReplayState::Unfinished
        }
    }

    /// The results up to this time.
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
            messages: self.list.messages.len(),
            local: self.list.local,
            flits: self.list.messages.iter().map(|message| u64::from(message.flits)).sum(),
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

    /// The histograms of the latency, of the wait at the source, and of the time in the network.
    pub fn histograms(&self) -> [Histogram; 3] {
        let mut latency = Histogram::default();
        self.latencies.iter().for_each(|value| latency.add(*value));
        [latency, self.source.clone(), self.network.clone()]
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

    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

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
            while replay.now() < 3000 {
                replay.step();
            }
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
        // In any order in the file. On a ring the second message has the channel for itself after the first only if that has one lane.
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
        let late = one(1_000_000_000, 0, 1);
        assert_eq!(played(&ring, vec![one(0, 0, 1), late]).cycles, 1_000_000_003);
    }

    #[test]
    fn idle_cycles_that_are_left_out_change_nothing() {
        let mut random = Pcg32::seed_from_u64(7);
        for text in [
            "system=kary-ncube&k=4&n=2&vcs=4&depth=2&injection=inj1",
            "system=kary-ncube&k=5&n=2&ways=two&routing=valiant&vcs=4&credit=prev&depth=1",
            "system=torus-broadcast&k=4&beta=0&injection=ports1",
            "system=torus-broadcast&k=4&beta=0&wiring=mesh&routing=dimension-order&injection=injfree",
        ] {
            for most_gap in [3, 40, 2_000] {
                let scenario = scenario(text);
                let nodes = nodes(&scenario).expect("a network that fits");
                let (mut cycle, mut messages) = (0, Vec::new());
                for _ in 0..60 {
                    cycle += random.random_range(0..most_gap);
                    for _ in 0..random.random_range(1..4) {
                        let [source, destination] = [0, 1].map(|_| random.random_range(0..nodes));
                        messages.push(Message { cycle, source, destination, flits: random.random_range(1..40) });
                    }
                }
                // Cycle by cycle.
                let (list, mut plain) = MessageList::of(&scenario, messages.clone()).expect("a network that fits");
                plain.count_channels();
                let (mut waiting, mut expected) = (&list.messages[..], Vec::new());
                while !waiting.is_empty() || plain.network().in_flight() > 0 {
                    while let Some((message, rest)) =
                        waiting.split_first().filter(|(message, _)| u64::from(message.cycle) == plain.now())
                    {
                        plain.inject_flits(message.source, message.destination, message.flits);
                        waiting = rest;
                    }
                    plain.step();
                    expected.extend_from_slice(plain.network().deliveries());
                }
                let mut replay = Replay::of(&scenario, messages).expect("a network that fits");
                let (mut deliveries, mut steps, mut state) = (Vec::new(), 0, ReplayState::Unfinished);
                while state == ReplayState::Unfinished {
                    state = replay.step();
                    steps += 1;
                    deliveries.extend_from_slice(replay.run.network().deliveries());
                }
                assert_eq!(deliveries, expected, "{text}");
                assert_eq!((replay.now(), replay.channels()), (plain.now(), plain.channels()), "{text}");
                assert_eq!(replay.run.network().measured(), plain.network().measured(), "{text}");
                assert_eq!(replay.report().flit_hops, plain.flit_hops());
                assert!(most_gap < 2_000 || steps < replay.now() / 5, "{steps} of {}", replay.now());
            }
        }
    }

    #[test]
    fn local_messages_are_left_out_and_counted() {
        let scenario = scenario("system=kary-ncube&k=4&n=2");
        let one = |source, destination| Message { cycle: 5, source, destination, flits: 3 };
        let mixed = played(&scenario, vec![one(1, 1), one(1, 2), one(7, 7)]);
        assert_eq!(
            (mixed.state, mixed.messages, mixed.local, mixed.delivered, mixed.flits),
            (ReplayState::Complete, 1, 2, 1, 3)
        );
        let local = played(&scenario, vec![one(3, 3)]);
        assert_eq!((local.state, local.messages, local.local, local.mean_latency), (ReplayState::Complete, 0, 1, None));
        assert_eq!(
            [0, 1, 12_000].map(left_out).map(Option::unwrap_or_default),
            ["", "1 message to its own node is left out.", "12\u{202f}000 messages to their own node are left out."]
        );
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
