//! The words that animations share.

use super::event_log::{Arrival, Mark};
use super::frame::{Carried, Layout};
use super::run::{NodeCounts, RunSummary, SoFar};
use super::tape::{BUDGET, CycleState, RecordingState};
use flitscope::sim::protocol::SaturationReason;
use flitscope::sim::stats::Estimate;
use flitscope::sim::words::undecided;
use flitscope::text::{count, grouped, percent, sentence, significant};

/// The names of messages and of steps in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// A message, one and many of them.
    pub message: (&'static str, &'static str),
    /// Its step in time, one and many of them.
    pub cycle: (&'static str, &'static str),
    /// The step in time at the beginning of a sentence.
    pub clock: &'static str,
}

/// Terms of messages that go flit by flit.
pub const MESSAGES: Terms = Terms { message: ("message", "messages"), cycle: ("cycle", "cycles"), clock: "Cycle" };

/// Terms of packets that make one hop in a cycle.
pub(super) const PACKETS: Terms = Terms { message: ("packet", "packets"), ..MESSAGES };

/// Terms of packets in slots.
pub const SLOTS: Terms = Terms { cycle: ("slot", "slots"), clock: "Slot", ..PACKETS };

impl Terms {
    /// A number of them, as in "1 cycle" and "20 cycles".
    pub fn cycles(self, number: u64) -> String {
        count(number as usize, self.cycle.0, self.cycle.1)
    }

    /// The caption of a cycle at which a lesson asks.
    pub fn held(self, cycle: u32) -> String {
        format!("{} {cycle}. The animation continues after your answer.", self.clock)
    }
}

/// Instructions for the reader where messages are on channels, and where nodes have routers to look into.
pub(super) const HINT: &str =
    "Point at a node or channel to read its numbers (keyboard: arrow keys). Click a message to follow it.";
pub(super) const OPENS: &str = "Point at a node or channel to read its numbers (keyboard: arrow keys). Click a message to follow it, a node \
                         to open its router.";

/// The remark on a recording to the end of its run.
pub(super) const RUN_ENDS: &str = " The run ends there.";

/// Significant digits of a latency in a sentence.
pub(super) const DIGITS: i32 = 3;

impl Mark {
    /// The mark as a title.
    pub fn title(&self) -> String {
        let fixed = match self {
            Self::Empty => "Empty network",
            Self::Warm => "Warm-up over, measuring starts",
            Self::Draining => "Sources stopped, network drains",
            Self::Over => "End of the run",
            Self::Broken(sentence) => sentence,
            Self::Delivered => "First delivery",
            Self::HeaderBlocked(..) => "First header blocked",
            Self::ProbeBlocked => "First probe blocked",
            Self::ProbeRetreats => "First probe walks back",
            Self::Conflict => "First conflict",
            Self::Lost => "First packet lost",
            Self::Start(..) => "Start",
            Self::FirstCopy => "First copy complete",
            Self::Level(level, of) => return format!("Level {level} of {of} reached"),
            Self::Complete(nodes) => return format!("All {nodes} nodes reached"),
            Self::FirstPass => "First pass: copies",
            Self::Copied => "All copies made",
            Self::SecondPass => "Second pass: addresses",
            Self::Served => "All destinations reached",
            Self::SetOut => "Packets set out",
            Self::FirstWaits => "First packet waits",
            Self::Deadlock => "The circle closes: deadlock",
            Self::AllArrived => "All packets have arrived",
        };
        fixed.into()
    }

    /// The mark as an event, without a full stop.
    pub(crate) fn sentence(&self, layout: &Layout) -> String {
        match self {
            Self::Empty => "The network is empty and the sources start".into(),
            Self::Broken(sentence) => sentence.trim_end_matches('.').into(),
            Self::HeaderBlocked(message, node) => {
                format!("The first header is blocked: message {message} at {}", layout.name(*node))
            }
            Self::Start(node, copies) => {
                let copies = count(*copies as usize, "copy", "copies");
                format!("{} broadcasts and queues {copies}", layout.name(*node))
            }
            Self::Complete(nodes) => format!("All {nodes} nodes have the message"),
            _ => self.title(),
        }
    }
}

/// An arrival as an event.
pub(crate) fn arrived(layout: &Layout, terms: Terms, arrival: &Arrival) -> String {
    let Arrival { message, copy, source, destination, latency } = *arrival;
    let what = if copy { "Copy".into() } else { sentence(terms.message.0) };
    let (from, to) = (layout.name(source), layout.name(destination));
    format!("{what} {message} from {from} reached {to} after {}", terms.cycles(latency))
}

/// A message that is not in the network; it arrived in a cycle if that is known.
pub(crate) fn absent(layout: &Layout, terms: Terms, message: u32, arrival: Option<(u32, Arrival)>) -> String {
    let what = sentence(terms.message.0);
    arrival.map_or_else(
        || format!("{what} {message} is not in the network: it has arrived already or does not exist yet."),
        |(cycle, Arrival { source, destination, latency, .. })| {
            let (from, to, after) = (layout.name(source), layout.name(destination), terms.cycles(latency));
            format!("{what} {message} from {from} reached {to} in {} {cycle}, after {after}.", terms.cycle.0)
        },
    )
}

/// The event at which a log is full.
pub(crate) fn full_log(terms: Terms, cycle: u32) -> String {
    format!("The log is full: from {} {cycle} on it lists only the phases", terms.cycle.0)
}

/// A message at its source.
pub(crate) fn queued(layout: &Layout, message: u32, source: u32) -> String {
    format!("Message {message} is queued at its source {}.", layout.name(source))
}

/// A message that has not started, as a title.
pub(super) fn waits_to_start(message: u32) -> String {
    format!("Message {message} waits at its source")
}

/// A node of a network of messages, with its counts and the messages that wait there to leave.
pub(super) fn node(layout: &Layout, node: u32, waiting: usize, counts: NodeCounts) -> String {
    let NodeCounts { sent, received, .. } = counts;
    let waiting = count(waiting, "message waits", "messages wait");
    let (name, latency) = (layout.name(node), mean_latency(counts, MESSAGES));
    format!(
        "Node {name}: {waiting} to leave. {sent} of the messages it sent have arrived; it has received {received}.{latency}"
    )
}

/// The mean latency of what a node has sent, with a space before it; empty if nothing has been delivered yet.
pub(super) fn mean_latency(counts: NodeCounts, terms: Terms) -> String {
    counts.mean_latency().map_or_else(String::new, |mean| {
        format!(" Mean latency of its {} so far: {} {}.", terms.message.1, significant(mean, DIGITS), terms.cycle.1)
    })
}

/// A channel, each of its lanes in use, and its use so far.
pub(super) fn channel(layout: &Layout, link: u32, lanes: &[String], carried: &Carried, terms: Terms) -> String {
    let Some(channel) = layout.links.get(link as usize) else { return String::new() };
    let free = match (channel.lanes as usize).saturating_sub(lanes.len()) {
        _ if lanes.is_empty() => " free.".into(),
        0 => String::new(),
        free => format!(" {free} free."),
    };
    let line = if channel.dateline { ", where it wraps around" } else { "" };
    let (from, to) = (layout.name(channel.from), layout.name(channel.to));
    format!("Channel from {from} to {to}{line}:{}{free}{}", lanes.concat(), used(carried, link, terms))
}

/// The use of a link, with a space before it; empty if nothing is counted yet.
pub(super) fn used(carried: &Carried, link: u32, terms: Terms) -> String {
    if carried.cycles == 0 {
        return String::new();
    }
    let (busy, part) = (grouped(carried.of(link)), percent(carried.share(link), DIGITS));
    format!(" In use in {busy} of the last {}: {part}.", terms.cycles(carried.cycles))
}

/// A run as a heading.
pub(crate) fn simulation(load: f64) -> String {
    format!("The simulation at load {load}")
}

/// The extent of a recording beside the cycle shown. `remark` is a further sentence; `next`: another recording is in preparation.
pub(crate) fn extent(
    terms: Terms,
    state: RecordingState,
    (shown, recorded): (u32, u32),
    remark: &str,
    next: bool,
) -> String {
    let Terms { clock, cycle: (cycle, cycles), .. } = terms;
    let here = shown.min(recorded);
    let said = match state {
        RecordingState::Growing(most) => {
            let way = if shown > recorded { format!(", on the way to {cycle} {shown}") } else { String::new() };
            let most = grouped(u64::from(most));
            format!("{here}{way}. You can step back through everything played (up to {most} {cycles}).")
        }
        RecordingState::Preparing | RecordingState::Recording => format!("{here} of {recorded}, still recording."),
        RecordingState::Whole => format!("{here} of {recorded}."),
        RecordingState::Limit => format!("{here} of {recorded}, the last one recorded."),
        RecordingState::Full => {
            let most = BUDGET / 1_000_000;
            format!(
                "{here} of {recorded}, the last one recorded: with this many messages, a longer recording would take over {most} MB."
            )
        }
    };
    let next = if next { " Preparing a new recording." } else { "" };
    format!("{clock} {said}{remark}{next}")
}

/// The estimate of a mean, with its interval where it has one: "40.1 ± 1.2 cycles (95 %)".
fn estimate(estimate: Estimate, cycles: &str) -> String {
    let mean = significant(estimate.mean, DIGITS);
    if !estimate.half95.is_finite() {
        return format!("{mean} {cycles}");
    }
    format!("{mean} ± {} {cycles} (95 %)", significant(estimate.half95, 2))
}

/// The results of a run so far; empty where there is no run.
pub(crate) fn results(terms: Terms, state: &impl CycleState) -> String {
    state.numbers().map_or_else(String::new, |summary| numbers(terms, &summary))
}

/// The results of a run of messages. Of several classes the latency is that of the first one.
pub(crate) fn numbers(terms: Terms, numbers: &RunSummary) -> String {
    let (one, many) = terms.message;
    let cycles = terms.cycle.1;
    let (said, latency) = match numbers.delivered.as_slice() {
        [unicasts, broadcasts, ..] => {
            let unicasts = count(*unicasts as usize, "unicast", "unicasts");
            let broadcasts = count(*broadcasts as usize, "broadcast", "broadcasts");
            (format!("{unicasts} and {broadcasts} delivered so far"), "mean unicast latency")
        }
        all => {
            let delivered = all.first().copied().unwrap_or(0) as usize;
            (format!("{} delivered so far", count(delivered, one, many)), "mean latency")
        }
    };
    let first = |estimates: &[Option<Estimate>]| {
        let known = estimates.first().copied().flatten();
        known.map(|known| format!("{latency} {}", estimate(known, cycles)))
    };
    match &numbers.so_far {
        SoFar::Broken(sentence) => sentence.clone(),
        SoFar::Saturated(reason) => {
            let why = reason.map_or("", SaturationReason::words);
            format!("{said}. The run is over: the network is saturated at this load, because {why}.")
        }
        SoFar::Undecided(needs) => {
            let why = undecided(*needs, cycles);
            format!("{said}. The run is over: for a verdict on saturation at this load it is {why}.")
        }
        SoFar::Over(estimates) => {
            let known = first(estimates).unwrap_or_else(|| format!("there are no {many} to measure"));
            format!("{said}. The run is over: {known}.")
        }
        SoFar::WarmingUp(means) => match means.first().copied().flatten() {
            None => format!("{said}; the network is filling."),
            Some(mean) => format!("{said}, {latency} {} {cycles}; the warm-up is not over.", significant(mean, DIGITS)),
        },
        SoFar::Measuring { warm_up, estimates, draining } => {
            let known = first(estimates).unwrap_or_else(|| "first result soon".into());
            let sources = if *draining { " The sources have stopped." } else { "" };
            format!("{said}; after a warm-up of {warm_up} {cycles}: {known}.{sources}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blessed;

    #[test]
    fn a_log_ends_when_it_is_full_or_a_law_is_broken() {
        let broken = Mark::Broken("It leaks.".into());
        let lines = [
            ("full", full_log(SLOTS, 9)),
            ("broken", broken.title()),
            ("broken as an event", broken.sentence(&Layout::default())),
        ];
        blessed::lines("ends of a log", lines);
    }

    #[test]
    fn a_recording_says_how_far_it_goes() {
        use RecordingState::*;
        let states = [
            (Growing(20_000), 7, "", false),
            (Growing(20_000), 90, "", true),
            (Recording, 7, "", false),
            (Whole, 90, " So.", false),
            (Limit, 9, "", false),
            (Full, 9, "", false),
        ];
        blessed::words("recordings", states, |(reach, shown, more, next)| {
            extent(SLOTS, reach, (shown, 40), more, next)
        });
    }

    #[test]
    fn a_run_says_its_numbers() {
        let known =
            |half95| Some(Estimate { mean: 40.123, sample_mean: 40.123, half95, half99: 0.0, values: 9.0, lag1: 0.0 });
        let measuring = |estimate, draining| SoFar::Measuring { warm_up: 50, estimates: vec![estimate], draining };
        let runs = [
            (vec![1], SoFar::WarmingUp(vec![None])),
            (vec![3, 1], SoFar::WarmingUp(vec![Some(9.87), None])),
            (vec![5], measuring(None, false)),
            (vec![5], measuring(known(f64::INFINITY), true)),
            (vec![5], SoFar::Over(vec![known(1.234)])),
            (vec![0], SoFar::Over(vec![None])),
            (vec![5], SoFar::Saturated(Some(SaturationReason::Growing))),
            (vec![5], SoFar::Broken("It leaks.".into())),
        ];
        blessed::words("runs", runs, |(delivered, so_far)| {
            numbers(MESSAGES, &RunSummary { cycles: 100, delivered, so_far })
        });
    }
}
