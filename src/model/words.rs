//! The facts of models in words.

use super::{
    Caveat, CurveEnd, CurveLimit, DeviationEffect, EndCause, Lack, LatencyCause, LoadSummary, Missing, ModelInfo,
    NoSolution,
};
use crate::order::sort_small_by;
use crate::param::Param;
use crate::text::{self, count, digits_apart, of_variant, percent, significant};
use crate::traffic::long_range::Infeasible;
use std::fmt;

const CAVEATS: &str = include_str!("../../texts/module/caveats.txt");

/// The results that need no model.
const STILL_HOLD: &str = "The simulation and the proven limits of the load hold.";

/// The ends of curves by their causes: a label, and sentences with places.
const ENDS: &str = include_str!("../../texts/module/ends.txt");

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
    /// The label and the sentences of its cause.
    fn text(&self) -> (&'static str, &'static str) {
        of_variant(ENDS, &self.why).and_then(|text| text.split_once('\n')).unwrap_or_default()
    }

    /// The event at the load, in a word or two before it.
    pub fn label(&self) -> &'static str {
        self.text().0
    }

    /// The reason why the curve ends, in whole sentences.
    pub fn sentence(&self) -> String {
        let (busy, server) = match self.why {
            EndCause::Blocking(busy) | EndCause::Retries(busy) | EndCause::Queues(busy) => (busy, 0.0),
            EndCause::BlockedWorms(busy) | EndCause::FullChannels(busy) => (busy, 0.0),
            EndCause::FullSources(busy) | EndCause::FullNodes(busy) => (busy, 0.0),
            EndCause::CrowdedChannel { busy, .. } | EndCause::CrowdedNode { busy, .. } => (busy, 0.0),
            EndCause::Server { bandwidth, rho } => (bandwidth, rho),
            EndCause::Injection | EndCause::FullChannel | EndCause::FullBisection | EndCause::BusyNodes => (0.0, 0.0),
            EndCause::NoBound | EndCause::NoTraffic | EndCause::AllSend | EndCause::Bandwidth { .. } => (0.0, 0.0),
        };
        let node = if let EndCause::CrowdedNode { node, .. } = self.why { node } else { 0 };
        let (channel, carries) = match self.channel() {
            Some([from, to]) => (format!("the channel from node {from} to node {to}"), "carries"),
            None => ("the channels between two halves of the network".into(), "carry"),
        };
        let latency = |latency| format!(" Latency there is {} cycles.", significant(latency, 3));
        let places = [
            ("{load}", significant(self.load, 4)),
            ("{only}", if busy < 0.5 { "only " } else { "" }.into()),
            ("{busy}", percent(busy, 2)),
            ("{server}", percent(server, 2)),
            ("{there}", self.value.map_or_else(String::new, latency)),
            ("{channel}", channel),
            ("{carries}", carries.into()),
            ("{node}", node.to_string()),
        ];
        places.iter().fold(self.text().1.into(), |text: String, (place, words)| text.replace(place, words))
    }
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

/// The sentences of an option of a parameter that no model covers.
fn not_modelled(row: &Param, option: u32, lack: Option<Lack>) -> String {
    let options = row.options();
    let [here, assumed] =
        [option as usize, row.default() as usize].map(|at| options.get(at).map_or("", |option| option.name));
    let ours = match lack {
        None => return format!("No model covers {} = {here}, only {assumed}. {STILL_HOLD}", row.name),
        Some(Lack::Turns) => return format!("No model covers these turns: simulated only. {STILL_HOLD}"),
        Some(Lack::Broadcasts) => "has no broadcasts.".into(),
        Some(Lack::Channels(least)) => format!("needs at least {least} virtual channels."),
        Some(Lack::Size) => "takes too long in a network of this size.".into(),
        Some(Lack::Injection) => {
            "has sources with a queue per port, or with one queue and V messages at a time.".into()
        }
    };
    let papers = format!("No model covers {} = {here} here: those of papers assume {assumed}", row.name);
    format!("{papers}, and ours of unequal channels {ours} {STILL_HOLD}")
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
            Self::NotModelled { row, option, lack } => f.write_str(&not_modelled(row, option, lack)),
            Self::NoReading => f.write_str("No variant of this model applies here."),
            Self::BeingSolved => f.write_str("The model is being solved."),
        }
    }
}

impl Caveat {
    /// The remark in a sentence or two.
    pub fn sentence(self) -> &'static str {
        // Claims about its numbers are below it.
        of_variant(CAVEATS, &self).and_then(|text| text.lines().next()).unwrap_or("No sentence for this remark.")
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
