//! The sentences of simulations: why a network is saturated, how long a run must be to tell, and which law a run has broken.

use super::{
    AuditFault,
    protocol::{SaturationReason, Violation},
};
use crate::text::grouped;
use std::{
    error::Error,
    fmt::{Display, Formatter, Result},
};

impl SaturationReason {
    /// The reason as a clause of a sentence.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Growing => "the queues grow",
            Self::Overloaded => "the load is beyond an exact bound, at which the busiest channel or node never rests",
            Self::Undelivered => "messages are still under way long after the window in which they were generated",
            Self::Behind => "far fewer messages are delivered than are generated",
            Self::Crowded => "so many messages wait that a run has no more memory for them",
        }
    }
}

/// A number of cycles, or slots, that is at least this: two digits, rounded up, since what it follows from is itself measured.
pub fn at_least(cycles: u64) -> String {
    let step = 10_u64.pow(cycles.checked_ilog10().unwrap_or(0).saturating_sub(1));
    grouped(cycles.div_ceil(step).saturating_mul(step))
}

/// The words for a run that tells neither a stable network nor a saturated one, with the length that may do and the unit of time.
pub fn undecided(needs: Option<u64>, unit: &str) -> String {
    let would = needs.map_or_else(String::new, |needs| format!(": {} {unit} may do", at_least(needs)));
    format!("too short to tell{would}")
}

impl Display for Violation {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Conservation { class, generated, delivered, in_flight, samples } => write!(
                f,
                "Messages are not conserved ({class}): {generated} generated, but {delivered} delivered, with {samples} latencies, and \
                 {in_flight} in flight."
            ),
            Self::Little { class, present, latencies } => write!(
                f,
                "Little's law does not hold ({class}): messages were present for {present} cycles in all, but their latencies and ages \
                 add up to {latencies}."
            ),
            Self::Audit(fault) => fault.fmt(f),
            Self::Deadlock { since, in_flight: left } => {
                write!(f, "Deadlock: nothing has moved since cycle {since}, and {left} messages are in the network.")
            }
            Self::NotDrained { in_flight: left, cycles } => {
                write!(f, "The sources have stopped, but {left} messages are still in the network at cycle {cycles}.")
            }
        }
    }
}

impl Error for Violation {}

impl Error for AuditFault {}

impl Display for AuditFault {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Present { found, counted } => {
                write!(f, "{found} messages are in the network, but {counted} are counted.")
            }
            Self::Taken { taken, counted } => {
                write!(f, "{taken} virtual channels are taken, but {counted} are counted as taken.")
            }
            Self::Strange { lane } => write!(f, "Virtual channel {lane} is taken by a message that does not use it."),
            Self::Torn { lane } => write!(f, "Virtual channel {lane} is both free and taken."),
            Self::Overfull { lane, held } => write!(f, "The buffer of virtual channel {lane} holds {held} flits."),
            Self::Queue { node } => write!(f, "The queue of node {node} is broken."),
            Self::Astray { copies } => write!(f, "{copies} copies have arrived at nodes that they are not for."),
            Self::Copies { wanted, delivered, lost } => {
                write!(f, "Of {wanted} copies, {delivered} were delivered and {lost} were lost.")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blessed;

    #[test]
    fn every_verdict_has_its_words() {
        use SaturationReason::*;
        blessed::words("reasons", [Growing, Overloaded, Undelivered, Behind, Crowded], SaturationReason::words);
        blessed::words("too short to tell", [(Some(123_456), "cycles"), (None, "slots")], |(cycles, unit)| {
            undecided(cycles, unit)
        });
        assert_eq!([0, 7, 99, 101].map(at_least), ["0", "7", "99", "110"]);
    }

    #[test]
    fn every_broken_law_has_its_sentence() {
        let audits = [
            AuditFault::Present { found: 3, counted: 2 },
            AuditFault::Taken { taken: 3, counted: 0 },
            AuditFault::Strange { lane: 7 },
            AuditFault::Torn { lane: 7 },
            AuditFault::Overfull { lane: 7, held: 3 },
            AuditFault::Queue { node: 5 },
            AuditFault::Astray { copies: 2 },
            AuditFault::Copies { wanted: 9, delivered: 5, lost: 3 },
        ];
        let laws = [
            Violation::Conservation { class: "unicast", generated: 9, delivered: 5, in_flight: 3, samples: 4 },
            Violation::Little { class: "packet", present: 8, latencies: 7 },
            Violation::Deadlock { since: 40, in_flight: 2 },
            Violation::NotDrained { in_flight: 2, cycles: 90 },
        ];
        let all = laws.into_iter().chain(audits.map(Violation::Audit));
        blessed::words("broken laws", all, |violation| violation.to_string());
    }
}
