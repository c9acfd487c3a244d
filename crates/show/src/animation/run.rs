//! A recorded run: the run behind the statistics, with counts for the reader alone and its estimates so far.

use super::event_log::Mark;
use super::frame::Carried;
use super::tape::CycleState;
use flitscope::model::Quantity;
use flitscope::sim::Simulator;
use flitscope::sim::protocol::{Report, Run, SaturationReason, Verdict};
use flitscope::sim::stats::Estimate;

/// The last cycle of a run that is recorded: what a reader may scrub through, and keyframes stay close.
pub const MOST_CYCLES: u32 = 20_000;

/// The counts of a node so far, cycles or messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NodeCounts {
    /// Of its messages those that have arrived; in slotted networks the slots in which it has sent.
    pub sent: u32,
    /// Messages that it has received.
    pub received: u32,
    /// Slots in which all neighbours asked for were busy.
    pub blocked: u32,
    /// Slots in which it had received before its turn.
    pub held: u32,
    /// Of its messages to one node those that have been delivered.
    pub delivered: u32,
    /// The sum of their latencies, cycles.
    pub latency: u64,
}

impl NodeCounts {
    /// The mean latency of its messages to one node, cycles; `None` if none has been delivered.
    pub(super) fn mean_latency(&self) -> Option<f64> {
        (self.delivered > 0).then(|| self.latency as f64 / f64::from(self.delivered))
    }
}

/// Counts that only the reader needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub nodes: Vec<NodeCounts>,
    /// By channel: cycles in which it carried something. Empty where the network counts that by itself.
    pub carried: Vec<u64>,
}

impl Counts {
    pub(super) fn carry(&mut self, channel: u32) {
        let channel = channel as usize;
        if channel >= self.carried.len() {
            self.carried.resize(channel + 1, 0);
        }
        self.carried[channel] += 1;
    }

    pub(super) fn deliver(&mut self, source: u32, latency: u64) {
        let node = &mut self.nodes[source as usize];
        node.delivered += 1;
        node.latency += latency;
    }

    pub(super) fn arrive(&mut self, source: u32, destination: u32) {
        self.nodes[source as usize].sent += 1;
        self.nodes[destination as usize].received += 1;
    }
}

/// The results of a run so far: cycles simulated, messages delivered by class, and the means.
#[derive(Clone, Debug, PartialEq)]
pub struct RunSummary {
    pub cycles: u64,
    pub delivered: Vec<u64>,
    pub so_far: SoFar,
}

/// The means of a run so far. Lists are by class.
#[derive(Clone, Debug, PartialEq)]
pub enum SoFar {
    /// The means since cycle 0: the warm-up is not over.
    WarmingUp(Vec<Option<f64>>),
    /// The run measures, after `warm_up` cycles; `draining`: its sources have stopped. An estimate is `None` before its first batch.
    Measuring {
        warm_up: u64,
        estimates: Vec<Option<Estimate>>,
        draining: bool,
    },
    Over(Vec<Option<Estimate>>),
    /// The run is over, because the network is saturated.
    Saturated(Option<SaturationReason>),
    /// The run is over, and too short to tell whether the network is saturated: how long it must be.
    Undecided(Option<u64>),
    /// The run is over: a law is broken, with the sentence that says which.
    Broken(String),
}

/// A network whose run can be recorded.
pub(crate) trait Observed: Simulator + Clone {
    /// Counts what the last step has brought.
    fn count(&self, counts: &mut Counts);

    /// The memory that it takes, bytes.
    fn memory_taken(&self) -> usize;
}

/// A run at one cycle.
#[derive(Clone, Debug)]
pub(crate) struct RunState<S> {
    pub run: Run<S>,
    pub counts: Counts,
    over: bool,
    broken: Option<String>,
    /// By class: samples since cycle 0, and their sum.
    sums: Vec<(u64, f64)>,
}

impl<S: Simulator> RunState<S> {
    /// A run that has not begun.
    pub(super) fn new(run: Run<S>) -> Self {
        let nodes = vec![NodeCounts::default(); run.simulator().about().nodes as usize];
        let sums = vec![(0, 0.0); run.simulator().about().classes.len()];
        Self { run, counts: Counts { nodes, carried: Vec::new() }, over: false, broken: None, sums }
    }

    pub(super) const fn network(&self) -> &S {
        self.run.simulator()
    }

    /// The use of the channels since cycle 0.
    pub(super) fn carried(&self) -> Carried {
        Carried { busy: self.counts.carried.clone(), cycles: self.network().now() }
    }

    fn so_far(&self) -> SoFar {
        if let Some(broken) = &self.broken {
            return SoFar::Broken(broken.clone());
        }
        let estimates = |report: &Report| report.classes.iter().map(|class| class.estimate).collect();
        match (self.run.report(), self.run.warm_up()) {
            (Some(report), _) if report.state == Verdict::Saturated => SoFar::Saturated(report.reason),
            (Some(report), _) if report.state == Verdict::Undecided => SoFar::Undecided(report.needs),
            (Some(report), _) => SoFar::Over(estimates(report)),
            (None, Some(warm_up)) => {
                SoFar::Measuring { warm_up, estimates: estimates(&self.run.so_far()), draining: self.run.draining() }
            }
            (None, None) => {
                let mean = |&(number, sum): &(u64, f64)| (number > 0).then(|| sum / number as f64);
                SoFar::WarmingUp(self.sums.iter().map(mean).collect())
            }
        }
    }
}

impl<S: Observed> CycleState for RunState<S> {
    fn step(&mut self) {
        match self.run.advance(1) {
            Ok(over) => self.over = over,
            Err(violation) => self.broken = Some(violation.to_string()),
        }
        let network = self.run.simulator();
        for sample in network.samples() {
            if let Some((number, sum)) = self.sums.get_mut(sample.class) {
                *number += 1;
                *sum += sample.value;
            }
        }
        network.count(&mut self.counts);
    }

    fn now(&self) -> u64 {
        self.network().now()
    }

    fn bytes(&self) -> usize {
        let counted = size_of_val(self.counts.nodes.as_slice()) + size_of_val(self.counts.carried.as_slice());
        // The warm-up keeps a number for every five cycles.
        self.network().memory_taken() + counted + 2 * self.network().now() as usize
    }

    fn marks(&self) -> [Option<Mark>; 4] {
        [
            Some(Mark::Empty),
            self.run.warm_up().map(|_| Mark::Warm),
            self.run.draining().then_some(Mark::Draining),
            self.broken.clone().map(Mark::Broken).or_else(|| self.over.then_some(Mark::Over)),
        ]
    }

    fn is_over(&self) -> bool {
        self.over || self.broken.is_some()
    }

    fn measures(&self) -> Vec<Quantity> {
        self.network().measures()
    }

    fn numbers(&self) -> Option<RunSummary> {
        let network = self.network();
        let delivered = (0..network.about().classes.len()).map(|class| network.population(class).delivered).collect();
        Some(RunSummary { cycles: network.now(), delivered, so_far: self.so_far() })
    }
}
