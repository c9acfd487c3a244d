//! A run on the stage at one cycle of its recording, and what it says by then: the same for every simulator.

use super::picture::{Event, Phase, count};
use super::tape::Steps;
use crate::model::significant;
use crate::sim::Simulator;
use crate::sim::protocol::{Report, Run, State};

/// The last cycle that is recorded: what a reader may scrub through, and keyframes stay close.
pub const MOST_CYCLES: u32 = 20_000;

/// What the reader may do with a run.
pub const HINT: &str =
    "Point at a node or a channel, or go there with the arrow keys, for its numbers. A click on a message follows it.";

/// Significant digits of a latency in a sentence.
pub(super) const DIGITS: i32 = 3;

/// A simulator whose runs can be looked at.
pub trait Watched: Simulator + Clone {
    /// Source and destination of each message that arrived in the last step.
    fn arrived(&self) -> impl Iterator<Item = (u32, u32)>;

    /// The memory that it takes, bytes, roughly.
    fn bytes(&self) -> usize;
}

/// The run at one cycle, with what is counted for the reader alone.
#[derive(Clone, Debug)]
pub(super) struct Moment<S> {
    pub run: Run<S>,
    pub over: bool,
    /// A law that was broken, as a sentence.
    pub broken: Option<String>,
    /// Latencies of the first class since cycle 0: how many, and their sum.
    pub latencies: (u64, f64),
    /// By node: its messages that were delivered, and the messages delivered to it.
    pub passed: Vec<(u32, u32)>,
}

impl<S: Watched> Moment<S> {
    /// A run at cycle 0.
    pub fn new(run: Run<S>) -> Self {
        let passed = vec![(0, 0); run.simulator().nodes() as usize];
        Self { run, over: false, broken: None, latencies: (0, 0.0), passed }
    }

    /// Whether it goes no further.
    pub const fn ended(&self) -> bool {
        self.over || self.broken.is_some()
    }

    /// A node and what it has to do with messages, `waiting` of which wait there.
    pub fn node(&self, name: &str, node: u32, waiting: usize) -> String {
        let Some((sent, received)) = self.passed.get(node as usize) else { return String::new() };
        let wait = if waiting == 1 { "waits" } else { "wait" };
        let messages = count(waiting, "message", "messages");
        format!(
            "Node {name}: {messages} {wait} to leave; {sent} of those it has sent have arrived, {received} have arrived here."
        )
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

impl<S: Watched> Steps for Moment<S> {
    fn step(&mut self) {
        match self.run.advance(1) {
            Ok(over) => self.over = over,
            Err(violation) => self.broken = Some(violation.sentence()),
        }
        let simulator = self.run.simulator();
        for sample in simulator.samples().iter().filter(|sample| sample.class == 0) {
            self.latencies = (self.latencies.0 + 1, self.latencies.1 + sample.value);
        }
        for (source, destination) in simulator.arrived() {
            self.passed[source as usize].0 += 1;
            self.passed[destination as usize].1 += 1;
        }
    }

    fn now(&self) -> u64 {
        self.run.simulator().now()
    }

    fn bytes(&self) -> usize {
        // The warm-up keeps a number for every five cycles.
        self.run.simulator().bytes() + size_of_val(self.passed.as_slice()) + 2 * self.now() as usize
    }
}

/// The stages of a run that have been told.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Milestones {
    warm: bool,
    draining: bool,
}

impl Milestones {
    /// Tells of those that a cycle has reached, the end among them.
    pub fn tell<S: Watched>(&mut self, cycle: u32, moment: &Moment<S>, phases: &mut Vec<Phase>, log: &mut Vec<Event>) {
        let stages = [
            (&mut self.warm, moment.run.warm_up().is_some(), "Warm-up over, what follows counts"),
            (&mut self.draining, moment.run.draining(), "Sources stopped, the network drains"),
        ];
        for (told, now, title) in stages {
            if now && !*told {
                *told = true;
                phases.push(Phase { cycle, title: title.into() });
                log.push(Event { cycle, text: title.into() });
            }
        }
        let end = moment.broken.clone().or_else(|| moment.over.then(|| "The run is over".into()));
        if let Some(text) = end {
            phases.push(Phase { cycle, title: text.clone() });
            log.push(Event { cycle, text: text.trim_end_matches('.').into() });
        }
    }
}

/// How far the recording of a run goes, beside the cycle shown; `next`: another one is on its way.
pub(super) fn extent<S: Watched>(front: &Moment<S>, recorded: u32, shown: u32, next: bool) -> String {
    let next = if next { " Another one is coming." } else { "" };
    if front.ended() {
        return format!("Cycle {} of {recorded}, where the run ends.{next}", shown.min(recorded));
    }
    if recorded >= MOST_CYCLES {
        return format!("Cycle {} of {recorded}, the last one that is recorded.{next}", shown.min(recorded));
    }
    let way = if shown > recorded { format!(", on the way to cycle {shown}") } else { String::new() };
    let shown = shown.min(recorded);
    format!("Cycle {shown}{way}. Recorded as far as you go, at most {MOST_CYCLES} cycles.{next}")
}
