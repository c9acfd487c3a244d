//! A run on the stage: what every scene of a run counts, says and obeys.

mod passing;

use super::event_log::{EventLog, Words};
use super::frame::coming;
use super::tape::BUDGET;
use crate::sim::Simulator;
use crate::sim::protocol::{Reason, Report, Run, State};
use crate::text::{count, significant};
pub use passing::{Delivers, Passing};

/// The last cycle that is recorded: what a reader may scrub through, and keyframes stay close.
pub const MOST_CYCLES: u32 = 20_000;

/// What the reader may do with messages on channels.
pub(super) const HINT: &str =
    "Point at a node or a channel, or go there with the arrow keys, for its numbers. A click on a message follows it.";

/// Significant digits of a latency in a sentence.
pub(super) const DIGITS: i32 = 3;

/// A run at one cycle, and what it says by then.
#[derive(Clone, Debug)]
pub struct Stepped<S> {
    /// The run.
    pub run: Run<S>,
    /// Whether it is over.
    pub over: bool,
    /// A law that was broken, as a sentence.
    pub broken: Option<String>,
    /// Latencies of the first class since cycle 0: how many, and their sum.
    pub latencies: (u64, f64),
}

impl<S: Simulator> Stepped<S> {
    /// A run that has not begun.
    pub const fn new(run: Run<S>) -> Self {
        Self { run, over: false, broken: None, latencies: (0, 0.0) }
    }

    /// One cycle on.
    pub fn step(&mut self) {
        match self.run.advance(1) {
            Ok(over) => self.over = over,
            Err(violation) => self.broken = Some(violation.sentence()),
        }
        for sample in self.run.simulator().samples().iter().filter(|sample| sample.class == 0) {
            self.latencies = (self.latencies.0 + 1, self.latencies.1 + sample.value);
        }
    }

    /// Whether it has come to its end.
    pub const fn ended(&self) -> bool {
        self.over || self.broken.is_some()
    }

    /// The memory that it takes beside its simulator, bytes.
    pub fn bytes(&self) -> usize {
        // The warm-up keeps a number for every five cycles.
        2 * self.run.simulator().now() as usize
    }

    /// What the run says by now.
    pub fn numbers(&self, words: Words) -> String {
        if let Some(broken) = &self.broken {
            return broken.clone();
        }
        let simulator = self.run.simulator();
        let classes = simulator.classes();
        let delivered = |class: usize| simulator.population(class).delivered as usize;
        let mut said = count(delivered(0), words.message.0, words.message.1);
        if classes.len() > 1 {
            said = format!(
                "{} and {}",
                count(delivered(0), "unicast", "unicasts"),
                count(delivered(1), "broadcast", "broadcasts")
            );
        }
        said += " delivered so far";
        // Of several classes the latency is that of the first one.
        let latency = match classes {
            [class, _, ..] => format!("mean {} latency", class.name),
            _ => "mean latency".into(),
        };
        let mean = |value: f64| significant(value, DIGITS);
        let cycles = words.cycle.1;
        let estimate = |report: &Report| {
            report.estimate().map(|estimate| {
                let width = if estimate.half95.is_finite() {
                    format!(" ± {} {cycles} (95 %)", significant(estimate.half95, 2))
                } else {
                    format!(" {cycles}")
                };
                format!("{latency} {}{width}", mean(estimate.mean))
            })
        };
        match (self.run.report(), self.run.warm_up()) {
            (Some(report), _) if report.state == State::Saturated => {
                let why = report.reason.map_or("", Reason::words);
                format!("{said}. The run is over: the network is saturated at this load, because {why}.")
            }
            (Some(report), _) => {
                let estimate = estimate(report).unwrap_or_else(|| format!("no {} to measure", words.message.0));
                format!("{said}. The run is over: {estimate}.")
            }
            (None, None) if self.latencies.0 == 0 => format!("{said}; the network fills."),
            (None, None) => {
                let (messages, sum) = self.latencies;
                format!("{said}, {latency} {} {cycles}; the warm-up is not over.", mean(sum / messages as f64))
            }
            (None, Some(warm_up)) => {
                let estimate = estimate(&self.run.so_far()).unwrap_or_else(|| "no batch is complete yet".into());
                let sources = if self.run.draining() { " The sources have stopped." } else { "" };
                format!("{said}; since the warm-up of {warm_up} {cycles}: {estimate}.{sources}")
            }
        }
    }

    /// How far the recording goes, and whether there is no room for more, beside the cycle shown; `next`: another one is on its way.
    pub fn extent(&self, words: Words, (recorded, full): (u32, bool), shown: u32, next: bool) -> String {
        let next = coming(next);
        let Words { clock, cycle: (cycle, cycles), .. } = words;
        if self.ended() {
            return format!("{clock} {} of {recorded}, where the run ends.{next}", shown.min(recorded));
        }
        if full {
            return format!(
                "{clock} {} of {recorded}, the last one that is recorded: so much is on its way that a recording of more would take {} MB.{next}",
                shown.min(recorded),
                BUDGET / 1_000_000
            );
        }
        if recorded >= MOST_CYCLES {
            return format!("{clock} {} of {recorded}, the last one that is recorded.{next}", shown.min(recorded));
        }
        let way = if shown > recorded { format!(", on the way to {cycle} {shown}") } else { String::new() };
        let shown = shown.min(recorded);
        format!("{clock} {shown}{way}. Recorded as far as you go, at most {MOST_CYCLES} {cycles}.{next}")
    }
}

/// A node and what it has to do with messages: those that wait there, those of its own that have arrived, and those that it has received.
pub(super) fn node(name: &str, waiting: usize, (sent, received): (u32, u32)) -> String {
    let wait = if waiting == 1 { "waits" } else { "wait" };
    let messages = count(waiting, "message", "messages");
    format!(
        "Node {name}: {messages} {wait} to leave; {sent} of those it has sent have arrived, {received} have arrived here."
    )
}

/// The parts of a run that have been told of.
#[derive(Clone, Debug, Default)]
pub struct RunPhases {
    warm: bool,
    draining: bool,
}

impl RunPhases {
    /// Tells of the part of the run that begins at a cycle, and of its end.
    pub fn tell<S: Simulator>(&mut self, cycle: u32, stepped: &Stepped<S>, log: &mut EventLog) {
        let stages = [
            (&mut self.warm, stepped.run.warm_up().is_some(), "Warm-up over, what follows counts"),
            (&mut self.draining, stepped.run.draining(), "Sources stopped, the network drains"),
        ];
        for (told, now, title) in stages {
            if now && !*told {
                *told = true;
                log.begin(cycle, title, title.into());
            }
        }
        let end = stepped.broken.clone().or_else(|| stepped.over.then(|| "The run is over".into()));
        if let Some(text) = end {
            log.begin(cycle, &text, text.trim_end_matches('.').into());
        }
    }
}
