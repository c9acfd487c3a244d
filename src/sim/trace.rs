//! The path of every message, as data.
//!
//! ```text
//!   generated        entered[0]   entered[1]              entered[2]       arrived
//!   |---waited[0]----|-1-|waited[1]|-1-|-----waited[2]----|-1-|---...------|
//!        source          node 1         node 2                destination
//! ```
//! `path` has the nodes from the source to the destination. `entered` has the cycle in which the header crossed the channel out of each of
//! them but the last, and `waited` the cycles that it waited at each of these before; the first entry includes the queue of the source. So
//! `entered[i] = entered[i-1] + 1 + waited[i]`. The time after the last header is M cycles for the flits of a worm and their waits. A
//! packet of a slotted network is all header. A circuit is set up before its flits start: `entered` is of the attempt that succeeded,
//! failed ones are in `waited[0]`.
//!
//! A trace steps the network of a scenario from its empty start and watches it. Its messages are those of a run under
//! [`protocol`](super::protocol), or those of a list ([`replay`](super::replay)).

use super::{
    Simulator, circuit, of_scenario,
    protocol::most_held,
    replay::{Message, MessageList},
    slotted, wormhole,
};
use crate::{
    param::{Accepted, Problem},
    scenario::{Scenario, System},
};
use serde::Serialize;
use std::collections::BTreeMap;

/// Cycles for which messages are followed, in terms of those in which they were generated, and the least of them.
const FOLLOW_UP: u64 = 2;
const LEAST_FOLLOW_UP: u64 = 20_000;

/// A message that has arrived.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Journey {
    /// Its number, in the order in which messages were generated, from 0.
    pub message: u32,
    /// The broadcast of which it is a copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broadcast: Option<u32>,
    pub source: u32,
    pub destination: u32,
    /// The time at which it was generated, or at which a copy joined the queue of its node.
    pub generated: u64,
    /// The time at which all of it was at its destination.
    pub arrived: u64,
    /// The nodes that it came through.
    pub path: Vec<u32>,
    /// The cycle in which its header left each of them but the last.
    pub entered: Vec<u64>,
    /// The cycles that its header waited at each of them before.
    pub waited: Vec<u64>,
}

impl Journey {
    /// The next hop of its header.
    fn hop(&mut self, (from, to): (u32, u32), cycle: u64) {
        if self.path.is_empty() {
            self.path.push(from);
        }
        self.path.push(to);
        self.entered.push(cycle);
    }

    /// It is there: now it is known since when.
    fn wait(&mut self) {
        let free = [self.generated].into_iter().chain(self.entered.iter().map(|cycle| cycle + 1));
        self.waited = self.entered.iter().zip(free).map(|(entered, free)| entered - free).collect();
    }
}

/// The outcome of a step for a message.
enum StepResult {
    /// Its header left a node for another one in the last cycle. A hop that is seen in several cycles counts once, by its number from 1.
    Hop { message: u32, hop: u32, ends: (u32, u32) },
    /// Its header has gone all these hops, in the last cycles, one in each.
    Path { message: u32, ends: Vec<(u32, u32)> },
    /// It has arrived; hops are not told.
    Arrived(Journey),
}

impl StepResult {
    /// A message from a source to a destination that was generated and has arrived at these times.
    fn arrived(message: u32, broadcast: Option<u32>, [source, destination]: [u32; 2], times: [u64; 2]) -> Self {
        let [generated, arrived] = times;
        Self::Arrived(Journey { message, broadcast, source, destination, generated, arrived, ..Journey::default() })
    }
}

/// A network in which messages have paths.
enum TracedNetwork {
    Worms(Box<wormhole::WormholeRun>),
    Circuits(Box<circuit::Network>),
    Slots(Box<slotted::Network>),
}

impl TracedNetwork {
    fn simulator(&mut self) -> &mut dyn Simulator {
        match self {
            Self::Worms(network) => &mut **network,
            Self::Circuits(network) => &mut **network,
            Self::Slots(network) => &mut **network,
        }
    }

    /// Messages that have been generated; they are numbered in that order.
    fn generated(&self) -> u64 {
        match self {
            Self::Worms(network) => network.network().generated(),
            Self::Circuits(network) => network.population(0).generated,
            Self::Slots(network) => network.population(0).generated,
        }
    }

    /// The outcomes of the last step, arrivals last.
    fn sights(&self, mut see: impl FnMut(StepResult)) {
        match self {
            Self::Worms(network) => {
                let network = network.network();
                for lane in network.lanes().filter(|lane| lane.crossed > 0) {
                    let ends = (
                        network.setting().grid().near_end(lane.channel),
                        network.setting().grid().far_end(lane.channel),
                    );
                    see(StepResult::Hop { message: lane.message, hop: lane.hop, ends });
                }
                for delivery in network.deliveries() {
                    let wormhole::Delivery { message, source, destination, broadcast, generated, .. } = *delivery;
                    let times = [generated, delivery.delivered];
                    see(StepResult::arrived(message, broadcast, [source, destination], times));
                }
            }
            Self::Circuits(network) => {
                for happening in network.happened() {
                    let circuit::Happening { what, message, source, destination, age, .. } = *happening;
                    match what {
                        circuit::What::Connected => {
                            let path = network.way(message).map_or_else(Vec::new, |way| way.path);
                            let ends = |channel: u32| (network.near_end(channel), network.far_end(channel));
                            see(StepResult::Path { message, ends: path.into_iter().map(ends).collect() });
                        }
                        circuit::What::Delivered => {
                            let arrived = network.now();
                            see(StepResult::arrived(message, None, [source, destination], [arrived - age, arrived]));
                        }
                        circuit::What::Blocked | circuit::What::Returned => {}
                    }
                }
            }
            Self::Slots(network) => {
                for turn in network.turns() {
                    let (Some(next), packet) = (turn.next(), turn.packet) else { continue };
                    see(StepResult::Path { message: packet.number, ends: vec![(turn.node, next)] });
                    if turn.arrived() {
                        let slotted::CarriedPacket { number: message, source, destination, generated } = packet;
                        let times = [generated, network.now()];
                        see(StepResult::arrived(message, None, [source, destination], times));
                    }
                }
            }
        }
    }
}

/// The messages generated in some cycles of a run.
pub struct Trace {
    network: TracedNetwork,
    /// The messages in place of random traffic.
    list: Option<MessageList>,
    /// The first and the last cycle.
    from: u64,
    to: u64,
    /// Messages generated before these cycles and before their end, as soon as that is known.
    first: u64,
    end: Option<u64>,
    /// Of those between, how many have arrived.
    arrived: u64,
    /// By number, how far those have come that have left their source.
    under_way: BTreeMap<u32, Journey>,
}

/// The state of a trace: it goes on, all messages have arrived, or it ends without that many of them. Then the network is saturated, or
/// those of a list are in a deadlock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub enum TraceProgress {
    Going,
    Complete,
    GivenUp(u64),
}

impl Trace {
    /// A trace of the messages of a scenario that are generated in the cycles `from` to `to`. Fails for one that cannot be simulated, and
    /// for the banyan, in which a packet is delivered or lost in one slot.
    pub fn of(scenario: &Scenario, from: u64, to: u64) -> Result<Self, Problem> {
        let config = of_scenario::config(scenario, 0);
        let untraced = || {
            let traced = System::ALL.iter().filter(|system| **system != System::BanyanMulticast);
            let traced = traced.map(|system| system.key()).collect();
            Problem::new("system", scenario.system().key(), Accepted::OneOf(traced))
        };
        let network = match scenario.system() {
            System::TorusBroadcast | System::KaryNCube => {
                TracedNetwork::Worms(Box::new(wormhole::WormholeRun::new(of_scenario::wormhole(config)?)))
            }
            System::HypercubeMmpp => {
                TracedNetwork::Circuits(Box::new(circuit::Network::new(of_scenario::circuit(config)?).watched()))
            }
            System::HypercubeSlotted => {
                TracedNetwork::Slots(Box::new(slotted::Network::new(of_scenario::slotted(config)).watched()))
            }
            System::BanyanMulticast => return Err(untraced()),
            #[cfg(any(test, feature = "test-system"))]
            System::Ring => return Err(untraced()),
        };
        Ok(Self::new(network, from, to))
    }

    const fn new(network: TracedNetwork, from: u64, to: u64) -> Self {
        Self { network, list: None, from, to, first: 0, end: None, arrived: 0, under_way: BTreeMap::new() }
    }

    /// A trace of the messages of a list that are sent in the cycles `from` to `to`.
    pub fn of_messages(scenario: &Scenario, messages: Vec<Message>, from: u64, to: u64) -> Result<Self, Problem> {
        let (list, run) = MessageList::of(scenario, messages)?;
        let (first, end) = (list.before(from), Some(list.before(to + 1)));
        Ok(Self { first, end, list: Some(list), ..Self::new(TracedNetwork::Worms(Box::new(run)), from, to) })
    }

    /// Simulates one cycle; `arrived` gets each message that has arrived in it.
    pub fn step(&mut self, mut arrived: impl FnMut(Journey)) -> TraceProgress {
        if let (Some(list), TracedNetwork::Worms(run)) = (&mut self.list, &mut self.network) {
            list.send(run);
        }
        let cycle = self.now();
        // A copy is generated at the end of the cycle before.
        if cycle < self.from && self.list.is_none() {
            self.first = self.network.generated();
        }
        self.network.simulator().step();
        if cycle == self.to && self.list.is_none() {
            self.end = Some(self.network.generated());
        }
        if cycle < self.from.saturating_sub(1) && self.list.is_none() {
            return TraceProgress::Going;
        }
        let Self { first, end, from, to, under_way, .. } = self;
        // Numbers begin again after 2^32 of them.
        let ours = |message: u32| {
            let behind = u64::from(message.wrapping_sub(*first as u32));
            behind < end.map_or(1 << 31, |end| end - *first)
        };
        let mut count = 0;
        self.network.sights(|sight| match sight {
            StepResult::Hop { message, hop, ends } if ours(message) => {
                let journey = under_way.entry(message).or_default();
                if journey.entered.len() < hop as usize {
                    journey.hop(ends, cycle);
                }
            }
            StepResult::Path { message, ends } if ours(message) => {
                let journey = under_way.entry(message).or_default();
                let begin = cycle + 1 - ends.len() as u64;
                (begin..).zip(ends).for_each(|(cycle, ends)| journey.hop(ends, cycle));
            }
            StepResult::Arrived(journey) if ours(journey.message) => {
                count += 1;
                let Journey { path, entered, .. } = under_way.remove(&journey.message).unwrap_or_default();
                let mut journey = Journey { path, entered, ..journey };
                if (*from..=*to).contains(&journey.generated) {
                    journey.wait();
                    arrived(journey);
                }
            }
            StepResult::Hop { .. } | StepResult::Path { .. } | StepResult::Arrived(_) => {}
        });
        self.arrived += count;
        self.progress(cycle)
    }

    /// The time: cycles simulated so far.
    pub fn now(&mut self) -> u64 {
        self.network.simulator().now()
    }

    fn progress(&mut self, cycle: u64) -> TraceProgress {
        let Some(end) = self.end else { return TraceProgress::Going };
        let missing = end - self.first - self.arrived;
        let ends = match (&self.list, &self.network) {
            (Some(_), TracedNetwork::Worms(run)) => MessageList::is_stuck(run),
            _ => {
                let patience = (FOLLOW_UP * (self.to - self.from + 1)).max(LEAST_FOLLOW_UP);
                let simulator = self.network.simulator();
                let crowded = simulator.held() > most_held(simulator.about().nodes);
                crowded || cycle > self.to.saturating_add(patience)
            }
        };
        match missing {
            0 => TraceProgress::Complete,
            _ if ends => TraceProgress::GivenUp(missing),
            _ => TraceProgress::Going,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::param::Key;
    use crate::sim::{
        self,
        protocol::{Plan, tests::finished},
        stats::{Distribution, Histogram, Percentile, Percentiles},
    };

    /// The messages of a window of a run, by the trace of the same run.
    fn traced(scenario: &Scenario, from: u64, to: u64) -> Vec<Journey> {
        let mut trace = Trace::of(scenario, from, to).expect("it has paths");
        let mut all = Vec::new();
        while trace.step(|journey| all.push(journey)) == TraceProgress::Going {}
        all
    }

    fn scenarios() -> Vec<Scenario> {
        let link = |text: &str| crate::scenario::link::parse(text).scenario;
        [
            "system=torus-broadcast&k=4&load=0.01&beta=0.1&flits=8",
            "system=kary-ncube&k=4&n=2&load=0.02&flits=8",
            "system=kary-ncube&k=2&n=4&load=0.05&flits=1&depth=1&credit=previous",
            "system=hypercube-mmpp&n=3&load=0.02&flits=8",
            "system=hypercube-slotted&n=4&load=0.12",
        ]
        .map(link)
        .into()
    }

    /// Compares a distribution with the times themselves; gives how many percentiles are in bins of several cycles.
    fn wide_percentiles(distribution: &Distribution, mut times: Vec<u64>) -> usize {
        times.sort_unstable();
        let mut histogram = Histogram::default();
        times.iter().for_each(|time| histogram.add(*time));
        assert_eq!((&distribution.histogram, histogram.maximum()), (&histogram, times[times.len() - 1]));
        let is_wide = |((name, part), found): &(&(&str, f64), Percentile)| {
            let rank = libm::ceil(part * times.len() as f64 - 1e-9) as usize;
            let (ranked, next) = (times[rank - 1], times[rank.min(times.len() - 1)]);
            // Half of the unit of a time, and of its bin if that is wider.
            let half = (ranked as f64 / 128.0).max(1.0);
            let within = ranked as f64 - half..=next as f64 + half / 2.0;
            assert!(within.contains(&found.value), "{name}: {found:?}, {ranked}");
            half > 1.0
        };
        Percentiles::PARTS.iter().zip(distribution.percentiles.all()).filter(is_wide).count()
    }

    #[test]
    fn mean_and_percentiles_of_a_run_are_those_of_the_messages_of_its_trace() {
        // In the order of a sweep, so that the bins are checked where they are of one cycle and where they are wide.
        let more = [
            "system=torus-broadcast&k=6&load=0.002&beta=0.1&flits=16&vcs=3",
            "system=torus-broadcast&k=4&load=0.001&beta=0&flits=300",
            "system=kary-ncube&k=8&n=1&load=0.004&flits=16&vcs=3",
            "system=kary-ncube&k=2&n=5&load=0.008&flits=32&vcs=2",
            "system=hypercube-mmpp&n=4&load=0.008&flits=32&vcs=1",
            "system=hypercube-mmpp&n=3&load=0.01&flits=64&lag1=0",
            "system=hypercube-slotted&n=6&load=0.11",
        ];
        let link = |text: &str| crate::scenario::link::parse(text).scenario;
        let settings: Vec<_> = scenarios().into_iter().chain(more.map(link)).collect();
        assert_eq!(settings.len(), 12);
        let mut wide = 0;
        for scenario in settings {
            let plan = Plan { precision: None, most_cycles: 20_000 };
            let report = finished(sim::of(&scenario, 0).expect("it can be simulated"), plan);
            let journeys = traced(&scenario, report.warm_up, report.warm_up + report.window - 1);
            let times = report.times().expect("it is stable");
            let alone = || journeys.iter().filter(|journey| journey.broadcast.is_none());
            let latencies: Vec<u64> = alone().map(|journey| journey.arrived - journey.generated).collect();
            let (mean, sum) = (report.estimate().expect("a mean").sample_mean, latencies.iter().sum::<u64>());
            assert!((sum as f64 / latencies.len() as f64 / mean - 1.0).abs() < 1e-12, "{scenario:?}: {mean}");
            wide += wide_percentiles(&times.latency, latencies);
            match scenario.system() {
                System::HypercubeSlotted => assert_eq!((&times.source, &times.network), (&None, &None)),
                System::HypercubeMmpp => {}
                _ => {
                    let [source, network] = [&times.source, &times.network].map(|part| part.as_ref().expect("a part"));
                    assert_eq!(source.histogram.count(), times.latency.histogram.count());
                    // The slot is taken a cycle before the header moves at the soonest.
                    let least = |journey: &Journey| journey.waited[0];
                    assert!(source.histogram.maximum() <= alone().map(least).max().expect("one"));
                    assert!(network.histogram.maximum() <= times.latency.histogram.maximum());
                }
            }
            let mut broadcasts = BTreeMap::new();
            for journey in journeys.iter().filter(|journey| journey.broadcast.is_some()) {
                let (born, done) = broadcasts.entry(journey.broadcast).or_insert((u64::MAX, 0));
                (*born, *done) = (journey.generated.min(*born), journey.arrived.max(*done));
            }
            if let Some(class) = report.class("broadcast") {
                let all = class.times.as_ref().expect("there are some");
                // Copies of those from before the window and after it are in the trace, too.
                let count = all.latency.histogram.count() as usize;
                assert!(count > 50 && count <= broadcasts.len(), "{count} of {}", broadcasts.len());
                assert!(broadcasts.values().any(|(born, done)| done - born == all.latency.histogram.maximum()));
            }
        }
        assert!(wide > 5, "{wide}");
    }

    #[test]
    fn the_hops_of_a_message_lead_from_its_source_to_its_destination_and_its_waits_fill_its_time() {
        for scenario in scenarios() {
            let flits = u64::from(scenario.count(Key::Flits));
            let journeys = traced(&scenario, 500, 1_500);
            assert!(journeys.len() > 100, "{}", journeys.len());
            for journey in &journeys {
                let Journey { source, destination, path, entered, waited, .. } = journey;
                assert_eq!((path.first(), path.last()), (Some(source), Some(destination)), "{journey:?}");
                assert!(path.len() == entered.len() + 1 && waited.len() == entered.len(), "{journey:?}");
                let nodes: std::collections::BTreeSet<_> = path.iter().collect();
                assert_eq!(nodes.len(), path.len(), "shortest paths come through no node twice: {journey:?}");
                let header = waited.iter().sum::<u64>() + entered.len() as u64;
                let rest = journey.arrived - journey.generated - header;
                let least = match scenario.system() {
                    System::HypercubeSlotted => 0,
                    // The acknowledgement, and the way of the flits from the source's router on.
                    System::HypercubeMmpp => flits + 2 * entered.len() as u64,
                    _ => flits,
                };
                assert!(rest >= least && (least > 0 || rest == 0), "{journey:?}");
            }
            // Some messages wait, and some do not.
            assert!(
                journeys.iter().any(|journey| journey.waited.iter().skip(1).any(|wait| *wait > 0))
                    != matches!(scenario.system(), System::HypercubeMmpp)
            );
            assert!(journeys.iter().any(|journey| journey.waited.iter().all(|wait| *wait == 0)));
        }
    }

    #[test]
    fn messages_that_never_arrive_are_given_up_and_counted() {
        let scenario = crate::scenario::link::parse("system=kary-ncube&k=4&n=2&load=0.5").scenario;
        let mut trace = Trace::of(&scenario, 0, 2_000).expect("it has paths");
        let mut arrived = 0;
        let progress = loop {
            match trace.step(|_| arrived += 1) {
                TraceProgress::Going => {}
                other => break other,
            }
        };
        assert!(
            matches!(progress, TraceProgress::GivenUp(missing) if missing > 100) && arrived > 100,
            "{progress:?} {arrived}"
        );
        assert!(Trace::of(&Scenario::new(System::BanyanMulticast), 0, 9).is_err());
    }
}
