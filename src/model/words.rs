//! The facts of models in words.

use super::{
    Caveat, CurveEnd, CurveLimit, DeviationEffect, EndCause, Lack, LatencyCause, LoadSummary, Missing, ModelInfo,
    NoSolution,
};
use crate::order::sort_small_by;
use crate::text::{self, count, digits_apart, percent, sections, significant};
use crate::traffic::long_range::Infeasible;
use std::fmt;

/// The remarks by their names.
const CAVEATS: &str = include_str!("../../texts/module/caveats.txt");

impl CurveLimit {
    /// The words behind "the curve ends by".
    pub const fn words(self) -> &'static str {
        match self {
            Self::Blocking => "blocking",
            Self::Channels => "channels without room for more circuits",
            Self::Bandwidth => "the bandwidth of its channels",
            Self::Server => "the server that the model takes a channel for",
            Self::Retries => "attempts that are repeated",
            Self::Sources => "the queues at the sources",
            Self::Slots => "nodes without a free slot",
            Self::Traffic => "the traffic itself",
        }
    }
}

impl LatencyCause {
    /// The words after "come from".
    pub const fn words(self) -> &'static str {
        match self {
            Self::Idle => "the idle network",
            Self::Blocking => "blocking",
            Self::Source => "waiting at the source",
            Self::Sharing => "sharing channels with other messages",
            Self::Queues => "waiting in queues",
            Self::Link => "waiting for the link",
            Self::FailedAttempts => "failed attempts",
            Self::BusyNeighbours => "busy neighbours",
        }
    }
}

impl CurveEnd {
    /// The event at the load, in a word or two before it.
    pub const fn label(&self) -> &'static str {
        match self.why {
            EndCause::NoTraffic => "no such traffic above",
            EndCause::AllSend => "every node sends:",
            EndCause::FullChannel => "busiest channel full",
            EndCause::FullBisection => "bisection full",
            EndCause::BusyNodes => "every node busy",
            EndCause::NoBound => "every node sends a flit a cycle:",
            EndCause::Blocking(_)
            | EndCause::Server { .. }
            | EndCause::Retries(_)
            | EndCause::Injection
            | EndCause::Queues(_) => "model ends",
            EndCause::BlockedWorms(_)
            | EndCause::FullChannels(_)
            | EndCause::FullSources(_)
            | EndCause::CrowdedChannel { .. }
            | EndCause::CrowdedNode { .. }
            | EndCause::Bandwidth { .. }
            | EndCause::FullNodes(_) => "queues grow without end (our model)",
        }
    }

    /// The reason why the curve ends, in whole sentences.
    pub fn sentence(&self) -> String {
        const EACH: &str = "each channel";
        const BUSIEST: &str = "the busiest channel";
        const TOO_SLOWLY: &str = "because earlier ones leave too slowly.";
        let load = significant(self.load, 4);
        let grows = |what: &str, busy: f64, why: &str| {
            let busy = percent(busy, 2);
            format!("From λ = {load} on queues grow without end, with {what} busy {busy} of the time: {why}")
        };
        let bound = |why: &str| {
            let then = "Queues grow without end from this load on, or before.";
            format!("No node can send more than λ = {load}, a bound without a model: {why} {then}")
        };
        match self.why {
            EndCause::Blocking(bandwidth) => format!(
                "{}: beyond, blocked messages hold channels longer, which blocks more messages.{}",
                ends_with(&load, bandwidth),
                self.latency_there()
            ),
            EndCause::Server { bandwidth, rho } => format!(
                "{}: it takes a channel for one server, which is then busy {} of the time, and with more load messages \
                 would hold it ever longer.{}",
                ends_with(&load, bandwidth),
                percent(rho, 2),
                self.latency_there()
            ),
            EndCause::Retries(full) => format!(
                "The paper ends at λ = {load}, with all virtual channels of a channel busy {} of the time: beyond, failed attempts return \
                 as more traffic, which makes more attempts fail.{}",
                percent(full, 2),
                self.latency_there()
            ),
            EndCause::Injection => format!(
                "The paper ends where its injection queues grow without end: from λ = {load} on messages arrive faster than paths are set \
                 up and data is sent. Latency grows without bound."
            ),
            EndCause::Queues(bandwidth) => format!(
                "{}. A node has n channels, but sends or receives one packet at a time: there a packet waits in every slot of every node \
                 (λX = 1), and with more load queues grow without bound.",
                ends_with(&load, bandwidth)
            ),
            EndCause::BlockedWorms(busy) => {
                grows(EACH, busy, "blocked messages hold so many virtual channels that they block the rest.")
            }
            EndCause::FullChannels(busy) => grows(EACH, busy, "the channels cannot take in more circuits."),
            EndCause::FullSources(busy) => {
                grows(EACH, busy, &format!("messages arrive faster than a node can start them, {TOO_SLOWLY}"))
            }
            EndCause::CrowdedChannel { from, to, busy } => {
                let why = "or the blocking behind it, does not let the traffic pass.";
                grows(BUSIEST, busy, &format!("the channel from node {from} to node {to}, {why}"))
            }
            EndCause::CrowdedNode { node, busy } => {
                let why = format!("at node {node} messages arrive faster than it can start them, {TOO_SLOWLY}");
                grows(BUSIEST, busy, &why)
            }
            EndCause::Bandwidth { channel } => {
                let full = match channel {
                    Some([from, to]) => format!("the channel from node {from} to node {to} then carries"),
                    None => "the channels between two halves of the network then carry".into(),
                };
                let bound = "a flit in every cycle, an exact bound, and our model alone would end later.";
                format!("From λ = {load} on queues grow without end: {full} {bound}")
            }
            EndCause::FullNodes(busy) => {
                let why =
                    "every node has a packet in every slot, and the order in which nodes act pairs no more of them.";
                grows(EACH, busy, why)
            }
            EndCause::FullChannel => bound("the busiest channel then carries a flit in every cycle."),
            EndCause::FullBisection => bound(
                "the channels between two halves of the network then carry a flit in every cycle, whatever the routing.",
            ),
            EndCause::BusyNodes => {
                bound("each hop takes two nodes, and every node then sends or receives a packet in every slot.")
            }
            EndCause::NoBound => format!(
                "At λ = {load} every node sends a flit in every cycle. A network of this size has no closer bound here."
            ),
            EndCause::NoTraffic => format!("Above λ = {load} no traffic has the lag-1 correlation asked for."),
            EndCause::AllSend => format!(
                "At {load} copies per input per slot every node sends in every slot, so no more load can be offered. The network has no \
                 queues: packets that cannot pass are lost."
            ),
        }
    }
}

impl CurveEnd {
    fn latency_there(&self) -> String {
        self.value.map_or_else(String::new, |latency| format!(" Latency there is {} cycles.", significant(latency, 3)))
    }
}

/// The load at which the paper's model ends, with the part of the time in which a channel is busy there.
fn ends_with(load: &str, bandwidth: f64) -> String {
    let only = if bandwidth < 0.5 { "only " } else { "" };
    format!("The paper ends at λ = {load}, with channels {only}{} busy", percent(bandwidth, 2))
}

/// The place of an equation in its paper: one without a number is named by its section.
pub fn place(equation: &str) -> String {
    let section = equation.starts_with(|c: char| c.is_ascii_digit()) || equation.starts_with("III");
    match equation.strip_prefix("appendix") {
        Some(rest) => format!("Appendix{rest}"),
        None if section => format!("Section {equation}"),
        None => equation.into(),
    }
}

impl std::error::Error for NoSolution {}

impl fmt::Display for NoSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Withheld => f.write_str("Numbers come with your answer."),
            Self::NoTraffic { lag1, hurst, load, last } => {
                let digits = digits_apart(load, last, 3);
                write!(
                    f,
                    "{} That correlation is ρ λ, the burstiness lag1 = {} times the load λ = {}. With H = {}, this load accepts lag1 from \
                     0 to {}, and this lag1 accepts loads up to {}.",
                    Infeasible { asked: lag1 * load, limit: lag1 * last },
                    significant(lag1, 3),
                    significant(load, digits),
                    significant(hurst, 3),
                    significant(lag1 * last / load, digits),
                    significant(last, digits),
                )
            }
            Self::Stages(n, most) => write!(f, "n = {n} is out of range: the network has 1 to {most} stages."),
            Self::Dimensions(n, most) => {
                write!(f, "n = {n} is out of range: this variant of the model has 1 to {most} dimensions.")
            }
            Self::ShortMessage { flits, least, n } => write!(
                f,
                "M = {flits} is out of range: with n = {n} this variant of the model has messages of {least} flits or more, because \
                 shorter ones fit into the buffers of their path."
            ),
            Self::Fanout(fanout, n) => write!(
                f,
                "f = {fanout} is out of range: with {} the fanout is 1 to {}, half of the nodes.",
                count(n as usize, "stage", "stages"),
                1_u32 << n.saturating_sub(1)
            ),
            Self::Fraction(m) => write!(f, "m = {m} is out of range: the multicast fraction is between 0 and 1."),
            Self::Load(most) => write!(
                f,
                "A node sends at most one packet per slot, so the offered load is between 0 and 1 - m + m f = {} copies.",
                significant(most, 4)
            ),
            Self::Multisets(number) => write!(
                f,
                "As printed, the model visits every multiset of distances in the network, here {} million, which takes longer than a page \
                 can wait. The other variants visit none, and the command line can wait.",
                significant(number / 1e6, 3)
            ),
            Self::WideRows { fanout, stages } => write!(
                f,
                "With f = {fanout} and n = {stages} our model compares so many pairs of places along a row that it takes longer than a \
                 page can wait. The command line can wait."
            ),
            Self::LongCurve(seconds) => {
                write!(f, "Our model needs about {} s for the curve of this network.", significant(seconds, 2))
            }
            Self::NotFinite(name) => write!(f, "The model gives no finite {name} here."),
            Self::NotModelled { row, option, lack } => {
                let options = row.options();
                let [here, assumed] = [option as usize, row.default() as usize]
                    .map(|at| options.get(at).map_or("", |option| option.name));
                let name = row.name;
                match lack {
                    None => write!(f, "No model covers {name} = {here}, only {assumed}."),
                    Some(lack) => {
                        write!(
                            f,
                            "No model covers {name} = {here} here: those of papers assume {assumed}, and ours of unequal channels "
                        )?;
                        match lack {
                            Lack::Broadcasts => f.write_str("has no broadcasts."),
                            Lack::Channels(least) => write!(f, "needs at least {least} virtual channels."),
                            Lack::Size => f.write_str("takes too long in a network of this size."),
                            Lack::Injection => f.write_str(
                                "has sources with a queue per port, or with one queue and V messages at a time.",
                            ),
                        }
                    }
                }?;
                f.write_str(" The simulation and the proven limits of the load hold.")
            }
            Self::NoReading => f.write_str("No variant of this model applies here."),
            Self::BeingSolved => f.write_str("The model is being solved."),
        }
    }
}

impl Caveat {
    /// The remark in a sentence or two.
    pub fn sentence(self) -> &'static str {
        let name = format!("{self:?}");
        let text = sections(CAVEATS).find_map(|(key, text)| (key == name).then_some(text));
        // Claims about its numbers are below it.
        text.and_then(|text| text.lines().next()).unwrap_or("No sentence for this remark.")
    }
}

/// A sentence about a load, cut around the number that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadSentence {
    /// The words before the number.
    pub before: String,
    /// The number with its unit.
    pub number: String,
    /// The sentences after it, or none.
    pub after: String,
}

impl LoadSummary {
    /// The summary in sentences; `info` is that of the model, and `model` its name in a sentence.
    pub fn said(&self, info: &ModelInfo, model: &str) -> LoadSentence {
        match self {
            Self::Latency { latency, shares, bernoulli } => {
                let idle = shares.first().map_or(0.0, |share| share.time);
                let extra = latency - idle;
                let before = format!("In {model} {} takes ", info.subject);
                let number = format!("{} {}", significant(*latency, 3), info.unit);
                let mut after = if extra < 0.005 * idle {
                    format!(", as in the idle network ({}).", significant(idle, 3))
                } else {
                    let mut parts: Vec<_> =
                        shares.iter().skip(1).map(|share| (share.time / extra, share.cause.words())).collect();
                    sort_small_by(&mut parts, |(part, _)| -part);
                    // What rounds to nothing is not worth a word.
                    let parts = parts
                        .iter()
                        .filter(|(part, _)| *part >= 0.005)
                        .zip([" of them"].into_iter().chain(std::iter::repeat("")));
                    let parts: Vec<_> = parts
                        .map(|((part, cause), of)| format!("{} %{of} from {cause}", (100.0 * part).round()))
                        .collect();
                    let extra = significant(extra, 2);
                    let idle = significant(idle, 3);
                    let parts = parts.join(", ");
                    format!(", {extra} more than in the idle network ({idle}): {parts}.")
                };
                if let Some(delay) = bernoulli {
                    let delay = significant(*delay, 3);
                    after += &format!(
                        " The Bernoulli model gives {delay} slots; it counts from generation, half a slot earlier on average."
                    );
                }
                LoadSentence { before, number, after }
            }
            Self::NoMessage => LoadSentence {
                before: format!("In {model} {} is never sent here, so it has no latency.", info.subject),
                number: String::new(),
                after: String::new(),
            },
            Self::Throughput { sent, load, throughput, delivered, copies } => {
                let (sent, load) = (significant(*sent, 3), significant(*load, 3));
                let before = format!(
                    "Each node sends {sent} packets per slot, which ask for {load} copies. In {model} throughput η is "
                );
                let number = format!("{} packets per output per slot", significant(*throughput, 3));
                let after = match delivered.map(|parts| parts.map(|part| percent(part, 3))) {
                    None => ": nothing is sent.".into(),
                    Some([delivered, _]) if !copies => format!(" ({delivered} of those sent). Nothing is copied."),
                    Some([delivered, accepted]) => format!(
                        " ({delivered} of those sent), counting each delivered copy as 1/f of a packet. Only about {accepted} of the \
                         packets reach all their destinations."
                    ),
                };
                LoadSentence { before, number, after }
            }
        }
    }
}

impl DeviationEffect {
    /// The effect in a few words: "latency +12 %, model ends 3.1 % earlier".
    pub fn words(&self) -> String {
        let change = match self.change {
            Ok(change) => format!("{} {}", self.measure, text::change(change)),
            Err(missing) => {
                let side = match missing {
                    Missing::With => "with it",
                    Missing::Without => "without it",
                    Missing::Both => "with or without it",
                };
                format!("no {} here {side}", self.measure)
            }
        };
        let end = self.saturation.map(|change| {
            let side = if change > 0.0 { "later" } else { "earlier" };
            match text::change(change).strip_prefix(['+', '−']) {
                Some(by) => format!(", model ends {by} {side}"),
                None => ", model ends at the same load".into(),
            }
        });
        change + &end.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
