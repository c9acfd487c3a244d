//! The run at one cycle of the recording, and what it says by then.

use super::Setting;
use crate::model::significant;
use crate::sim::Simulator as _;
use crate::sim::protocol::{Report, Run, State};
use crate::sim::wormhole::{Network, Simulation};
use crate::trace::picture::count;
use crate::trace::tape::Steps;

/// Significant digits of a latency in a sentence.
pub(super) const DIGITS: i32 = 3;

/// The run at one cycle, with what is counted for the reader alone.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub run: Run<Simulation>,
    pub over: bool,
    /// A law that was broken, as a sentence.
    pub broken: Option<String>,
    /// Latencies of the first class since cycle 0: how many, and their sum.
    pub latencies: (u64, f64),
    /// By node: its messages that were delivered, and the messages delivered to it.
    pub passed: Vec<(u32, u32)>,
}

impl Moment {
    /// The run of a setting at cycle 0.
    pub fn new(setting: &Setting) -> Self {
        let passed = vec![(0, 0); setting.network.nodes() as usize];
        Self { run: setting.run(), over: false, broken: None, latencies: (0, 0.0), passed }
    }

    /// Its network.
    pub fn network(&self) -> &Network {
        self.run.simulator().network()
    }

    /// What the run says by now.
    pub fn numbers(&self) -> String {
        if let Some(broken) = &self.broken {
            return broken.clone();
        }
        let simulator = self.run.simulator();
        let classes = simulator.classes();
        let delivered = |class: usize| simulator.population(class).delivered as usize;
        let mut said = count(delivered(0), "message", "messages");
        if classes.len() > 1 {
            said = format!(
                "{} and {}",
                count(delivered(0), "unicast", "unicasts"),
                count(delivered(1), "broadcast", "broadcasts")
            );
        }
        said += " delivered so far";
        let mean = |value: f64| significant(value, DIGITS);
        let estimate = |report: &Report| {
            report.estimate().map(|estimate| {
                let width = if estimate.half95.is_finite() {
                    format!(" ± {} cycles (95 %)", significant(estimate.half95, 2))
                } else {
                    " cycles".into()
                };
                format!("mean latency {}{width}", mean(estimate.mean))
            })
        };
        match (self.run.report(), self.run.warm_up()) {
            (Some(report), _) if report.state == State::Saturated => {
                format!("{said}. The run is over: its queues grow, the network is saturated at this load.")
            }
            (Some(report), _) => {
                let estimate = estimate(report).unwrap_or_else(|| "no message to measure".into());
                format!("{said}. The run is over: {estimate}.")
            }
            (None, None) if self.latencies.0 == 0 => format!("{said}; the network fills."),
            (None, None) => {
                let (messages, sum) = self.latencies;
                format!("{said}, mean latency {} cycles; the warm-up is not over.", mean(sum / messages as f64))
            }
            (None, Some(warm_up)) => {
                let estimate = estimate(&self.run.so_far()).unwrap_or_else(|| "no batch is complete yet".into());
                let sources = if self.run.draining() { " The sources have stopped." } else { "" };
                format!("{said}; since the warm-up of {warm_up} cycles: {estimate}.{sources}")
            }
        }
    }
}

impl Steps for Moment {
    fn step(&mut self) {
        match self.run.advance(1) {
            Ok(over) => self.over = over,
            Err(violation) => self.broken = Some(violation.sentence()),
        }
        let simulator = self.run.simulator();
        for sample in simulator.samples().iter().filter(|sample| sample.class == 0) {
            self.latencies = (self.latencies.0 + 1, self.latencies.1 + sample.value);
        }
        for delivery in simulator.network().deliveries() {
            self.passed[delivery.source as usize].0 += 1;
            self.passed[delivery.destination as usize].1 += 1;
        }
    }

    fn now(&self) -> u64 {
        self.run.simulator().now()
    }

    fn bytes(&self) -> usize {
        // The warm-up keeps a number for every five cycles.
        self.network().bytes() + size_of_val(self.passed.as_slice()) + 2 * self.now() as usize
    }
}
