//! Structured findings for a setting and a load, with their numbers; `words` turns them into sentences.

use super::LatencyShare;
use crate::param::Param;
use crate::text::lines;
use serde::{Deserialize, Serialize};

/// The end of a curve, with its reason.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveEnd {
    /// The largest load that has a solution, or the smallest that has none.
    pub load: f64,
    /// The first measure there; `None` when it grows without bound.
    pub value: Option<f64>,
    /// Why no load beyond has a solution.
    pub why: EndCause,
}

/// One reason for a disagreement between the paper and our model, with the numbers of both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Discrepancy {
    /// The key of its text.
    pub text: &'static str,
    /// The paper's; `None` where it has no solution.
    pub paper: Option<f64>,
    /// Ours; `None` where we have none.
    pub ours: Option<f64>,
    /// The counterpart in the measurements of a simulation.
    pub seen: Evidence,
}

impl Discrepancy {
    /// Its text, a line each: the title, the name of the numbers with their unit, and the paper's method and ours in whole sentences.
    pub fn lines(&self) -> [&'static str; 3] {
        lines(self.text)
    }
}

/// The measurement of a simulation for a [`Discrepancy`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The measured quantity with that symbol.
    Number(&'static str),
    /// The mean number of busy virtual channels of a channel that is busy at all.
    WhereBusy,
    /// The chance that all virtual channels of a channel are busy.
    AllBusy,
    /// The load at which its queues grow.
    Saturation,
    /// Nothing simulated stands for it.
    Nowhere,
}

impl CurveEnd {
    /// True if the network saturates there. If not, there is no more load to offer.
    pub const fn saturated(&self) -> bool {
        !matches!(self.why, EndCause::NoTraffic | EndCause::AllSend | EndCause::NoBound)
    }

    /// The cause of the end, without its numbers.
    pub const fn limit(&self) -> CurveLimit {
        match self.why {
            EndCause::Blocking(_) | EndCause::BlockedWorms(_) | EndCause::CrowdedChannel { .. } => CurveLimit::Blocking,
            EndCause::FullChannels(_) => CurveLimit::Channels,
            EndCause::Server { .. } => CurveLimit::Server,
            EndCause::BusyNodes => CurveLimit::Slots,
            EndCause::FullChannel | EndCause::FullBisection | EndCause::NoBound | EndCause::Bandwidth { .. } => {
                CurveLimit::Bandwidth
            }
            EndCause::Retries(_) => CurveLimit::Retries,
            EndCause::Injection | EndCause::FullSources(_) | EndCause::CrowdedNode { .. } => CurveLimit::Sources,
            EndCause::Queues(_) | EndCause::FullNodes(_) => CurveLimit::Slots,
            EndCause::NoTraffic | EndCause::AllSend => CurveLimit::Traffic,
        }
    }

    /// The load at which it saturates there, if it does and that is known, not only bounded.
    pub fn saturation(&self) -> Option<f64> {
        (self.saturated() && !self.is_bound()).then_some(self.load)
    }

    /// True if no more load can be carried, but the network may saturate before: there is no model.
    pub const fn is_bound(&self) -> bool {
        matches!(self.why, EndCause::FullChannel | EndCause::FullBisection | EndCause::BusyNodes)
    }

    /// The kind of saturation, where the network itself saturates: `blocking`, `source`, `slots`, or `bound`: an exact bound comes first.
    pub const fn description(&self) -> Option<&'static str> {
        match self.why {
            EndCause::BlockedWorms(_) | EndCause::FullChannels(_) | EndCause::CrowdedChannel { .. } => Some("blocking"),
            EndCause::FullSources(_) | EndCause::CrowdedNode { .. } => Some("source"),
            EndCause::FullNodes(_) => Some("slots"),
            EndCause::Bandwidth { .. } => Some("bound"),
            _ => None,
        }
    }

    /// The two ends of the channel that is the limit, if it is one.
    pub const fn channel(&self) -> Option<[u32; 2]> {
        match self.why {
            EndCause::CrowdedChannel { from, to, .. } => Some([from, to]),
            EndCause::Bandwidth { channel } => channel,
            _ => None,
        }
    }

    /// True if the network ends there, and not only a paper's equations: our own models predict the network.
    pub const fn of_network(&self) -> bool {
        self.description().is_some()
    }
}

/// The cause of a curve's end. Where it changes, the load at which the curve ends has an edge as a function of any parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say what they are")]
pub enum CurveLimit {
    Blocking,
    /// Channels that cannot take in more circuits.
    Channels,
    /// The server that a channel is taken for.
    Server,
    Bandwidth,
    Retries,
    /// The queues at the sources.
    Sources,
    /// Slots, each of which every node needs.
    Slots,
    /// There is no more traffic of the kind.
    Traffic,
}

/// The reason why a curve ends.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "each variant names its fields")]
pub enum EndCause {
    /// Blocked messages hold channels longer, which blocks more messages. With the part of a channel's cycles that carry a flit there.
    Blocking(f64),
    /// The one server that the model takes a channel for has no steady state at a larger load, although blocking is hardly felt. With the
    /// same part, and with the part of the time in which the model takes that server to be busy.
    Server { bandwidth: f64, rho: f64 },
    /// Attempts that fail come back as more traffic. With the probability there that all virtual channels of a channel are busy.
    Retries(f64),
    /// The queues at the sources have no steady state.
    Injection,
    /// A packet waits in every slot of every node. With the part of a channel's slots that carry a packet there.
    Queues(f64),
    /// Without a model: the busiest channel carries a flit in every cycle.
    FullChannel,
    /// Without a model: the channels between two halves of the network carry a flit in every cycle, whatever the routing.
    FullBisection,
    /// Without a model: every node sends or receives a packet in every slot.
    BusyNodes,
    /// Without a model, and without a bound: a node sends a flit in every cycle.
    NoBound,
    /// No traffic has the correlation asked for.
    NoTraffic,
    /// Every node sends in every slot.
    AllSend,
    /// In our own model blocked worms hold so many virtual channels that blocking feeds itself. With the part of a channel's
    /// cycles that carry a flit there.
    BlockedWorms(f64),
    /// In our own model the channels cannot take in more circuits. With the same part.
    FullChannels(f64),
    /// In our own model messages come faster than a node can begin to send them. With the same part.
    FullSources(f64),
    /// In our own model of unequal channels the queue for one channel grows, or blocking feeds itself from there. With its ends, and the
    /// part of the cycles in which the busiest channel carries a flit.
    CrowdedChannel { from: u32, to: u32, busy: f64 },
    /// In our own model of unequal channels messages come faster than this node can begin to send them. With the same part.
    CrowdedNode { node: u32, busy: f64 },
    /// Our own model of unequal channels would end later, but the busiest channel carries a flit in every cycle; or, without its ends, the
    /// channels between two halves of the network do.
    Bandwidth { channel: Option<[u32; 2]> },
    /// In our own model every node has a packet in every slot. With the part of a channel's slots that carry a packet there.
    FullNodes(f64),
}

/// The reason why a model has no solution at a load.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say what they are")]
pub enum NoSolution {
    Withheld,
    /// No traffic of this load has the correlation asked for.
    NoTraffic {
        /// ρ, the lag-1 correlation coefficient per unit of load.
        lag1: f64,
        hurst: f64,
        load: f64,
        /// The largest load that has traffic.
        last: f64,
    },
    /// Too many stages: the number, and the most.
    Stages(u32, u32),
    /// Too many dimensions: the number, and the most.
    Dimensions(u32, u32),
    /// Messages so short leave their sources before their tails are on their way.
    ShortMessage {
        flits: u32,
        least: u32,
        /// The dimensions that it holds for.
        n: u32,
    },
    /// Too many destinations: the number, and the stages of the network.
    Fanout(u32, u32),
    Fraction(f64),
    /// The nodes cannot send that much. With the largest load.
    Load(f64),
    /// The model visits that number of multisets of distances, more than a page can wait for.
    Multisets(f64),
    /// The rows of our own model of the banyan have more pairs of states than a page can wait for.
    WideRows {
        /// f, destinations of a multicast packet.
        fanout: u32,
        stages: u32,
    },
    /// Our own model of unequal channels takes this number of seconds for a curve, more than a page can wait for.
    LongCurve(f64),
    /// The quantity of that name has no finite value.
    NotFinite(&'static str),
    /// The models assume the default of this parameter, not this option.
    NotModelled {
        row: &'static Param,
        option: u32,
        /// Why our own model of unequal channels does not cover it either.
        lack: Option<Lack>,
    },
    NoReading,
    /// It is not known yet.
    BeingSolved,
}

/// A gap of our own model of unequal channels for a setup: it has no broadcasts, its sources begin with a message for each port or for each
/// virtual channel, it covers the turns of x, then y only, it needs that many virtual channels, or the network is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub enum Lack {
    Broadcasts,
    Injection,
    Turns,
    Channels(u32),
    Size,
}

/// A peculiarity of a setting or a load: nothing is wrong with the numbers there, but a reader who expects otherwise should know why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each has its sentence in the texts")]
pub enum Caveat {
    OnlyBroadcasts,
    BeyondPaper,
    Hypercube,
    SingleRing,
    FitCut,
    LastMmpp,
    TrafficEnds,
    BeyondBandwidth,
    RaisedByBursts,
    SlowedByChannel,
    TwoNodes,
    PrintedBernoulli,
    NegativeDelay,
    NothingCopied,
    EarlyCopies,
    SomeCopied,
    CompleteTooLow,
    WideMulticasts,
    SmallCube,
    NotJudged,
    Band,
    FewNodes,
    ManySlots,
    OneRing,
    OneSlot,
    BeyondSlots,
    UnequalOrder,
    UnequalValiant,
    UnequalSingle,
    UnequalAdaptive,
    UnequalFewChannels,
    UnequalDateline,
    UnequalRow,
    UnequalPorts,
    UnequalSteep,
}

impl Caveat {
    /// Those of a list that hold.
    pub(super) fn holding<const N: usize>(all: [(bool, Self); N]) -> Vec<Self> {
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, caveat)| caveat).collect()
    }
}

/// The summary of a load.
#[derive(Clone, Debug, PartialEq)]
pub enum LoadSummary {
    /// The latency of a message.
    Latency {
        /// The time, in the unit of the measures.
        latency: f64,
        /// Its parts, the idle network first.
        shares: Vec<LatencyShare>,
        /// The latency of a second model, that of Bernoulli traffic.
        bernoulli: Option<f64>,
    },
    /// No message of the kind that has the measures is sent.
    NoMessage,
    /// Nodes send, and outputs receive a part of it.
    Throughput {
        /// Packets that a node sends in a slot.
        sent: f64,
        /// Copies that they ask for.
        load: f64,
        /// Packets that an output receives in a slot, each copy counted as 1/f of one.
        throughput: f64,
        /// The part of the packets sent which that is, and the part that reach all their destinations; `None` if nothing is sent.
        delivered: Option<[f64; 2]>,
        /// True if packets are copied.
        copies: bool,
    },
}

impl LoadSummary {
    /// The summary of a load at which nodes send `sent` packets in a slot that ask for `load` copies, and outputs receive `throughput` and,
    /// of packets that reach all their destinations, `complete`; `copies`: whether packets are copied.
    pub(super) fn throughput([sent, load, throughput, complete]: [f64; 4], copies: bool) -> Self {
        let delivered = (sent > 0.0).then(|| [throughput / sent, complete / sent]);
        Self::Throughput { sent, load, throughput, delivered, copies }
    }
}
