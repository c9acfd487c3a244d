//! The picture of an answer: bars above each other, of models, of simulations and of counts.

use super::recorded;

/// The meaning of a part of a bar; the page has a colour for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A value of the paper's model.
    Paper,
    /// A value of our own model.
    Ours,
    /// A value of a recorded run.
    Simulated,
    /// A number that is counted or set.
    Counted,
    /// Cycles in the idle network.
    Travel,
    /// Cycles for the flits of a message.
    Flits,
    /// Cycles of its way.
    Hops,
    /// All cycles in the network.
    Network,
    /// Cycles of sharing channels.
    Sharing,
    /// Cycles of waiting at the source.
    Waiting,
    /// Cycles of standing blocked.
    Blocked,
    /// The part of broadcasts.
    Broadcasts,
    /// The part of all other messages.
    Others,
    /// Hops with one dimension left.
    One,
    /// Hops with both dimensions left.
    More,
}

impl Tone {
    /// The words for it beside a bar of several parts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paper => "the paper’s model",
            Self::Ours => "our model",
            Self::Simulated => "simulated",
            Self::Counted => "counted",
            Self::Travel => "travel",
            Self::Flits => "a cycle for each flit",
            Self::Hops => "a cycle for each hop",
            Self::Network => "in the network",
            Self::Sharing => "sharing channels",
            Self::Waiting => "at the source",
            Self::Blocked => "blocked",
            Self::Broadcasts => "broadcasts",
            Self::Others => "other messages",
            Self::One => "one dimension left",
            Self::More => "both dimensions left",
        }
    }
}

/// A bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The setting; empty where it is that of the bar above.
    pub of: String,
    /// The name of the value; of parts their unit.
    pub name: &'static str,
    /// Its parts, from the left.
    pub parts: Vec<(Tone, f64)>,
    /// Half the width of the 95 % interval; not a number where there is none.
    pub half95: f64,
}

impl Bar {
    fn one(of: impl Into<String>, name: &'static str, tone: Tone, value: f64) -> Self {
        Self { of: of.into(), name, parts: vec![(tone, value)], half95: f64::NAN }
    }

    /// A value of the paper's model.
    pub(super) fn paper(of: impl Into<String>, value: f64) -> Self {
        Self::one(of, Tone::Paper.name(), Tone::Paper, value)
    }

    /// A value of our own model.
    pub(super) fn ours(of: impl Into<String>, value: f64) -> Self {
        Self::one(of, Tone::Ours.name(), Tone::Ours, value)
    }

    /// The mean of a recorded run, with its interval.
    pub(super) fn simulated(of: impl Into<String>, link: &str) -> Self {
        let half95 = recorded::run(link).map_or(f64::NAN, |run| run.half95);
        Self { half95, ..Self::one(of, Tone::Simulated.name(), Tone::Simulated, super::mean(link)) }
    }

    /// Another value of a recorded run.
    pub(super) fn measured(of: impl Into<String>, name: &'static str, value: f64) -> Self {
        Self::one(of, name, Tone::Simulated, value)
    }

    /// A number that is counted or set.
    pub(super) fn count(of: impl Into<String>, name: &'static str, value: f64) -> Self {
        Self::one(of, name, Tone::Counted, value)
    }

    /// Parts that add up.
    pub(super) fn parts(of: impl Into<String>, name: &'static str, parts: &[(Tone, f64)]) -> Self {
        Self { of: of.into(), name, parts: parts.to_vec(), half95: f64::NAN }
    }

    /// The sum of its parts.
    pub fn value(&self) -> f64 {
        self.parts.iter().map(|(_, value)| value).sum()
    }
}
