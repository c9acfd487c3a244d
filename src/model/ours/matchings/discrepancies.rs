//! Disagreements of the paper and our model at one load: the readings of the paper, and ours.

use super::{Matchings, Solution};
use crate::model::{Discrepancy, Evidence, Model};
use crate::text::Beside;

/// The reasons at a load, in the order in which a packet meets them.
pub(super) fn of(matchings: &Matchings, load: f64, paper: &dyn Model) -> Vec<Discrepancy> {
    let (said, ours) = (paper.point(load).stable(), matchings.at(load));
    let theirs = |symbol| said.as_ref().and_then(|point| point.number(symbol));
    let own = |number: fn(&Solution) -> f64| ours.as_ref().map(number);
    vec![
        Discrepancy {
            name: "Busy when it is asked",
            quantity: "chance that a neighbour is busy",
            unit: "",
            paper: theirs("p"),
            ours: own(Solution::met),
            seen: Evidence::Nowhere,
            text: const {
                Beside::of(
                    "The paper takes the chance that a node is busy at the end of a slot. A packet asks during the slot, when only about half of these nodes are busy.",
                )
            },
        },
        Discrepancy {
            name: "Nodes that have received",
            quantity: "chance that a node with a packet receives and cannot send",
            unit: "",
            paper: said.as_ref().map(|_| 0.0),
            ours: own(Solution::received),
            seen: Evidence::Nowhere,
            text: const {
                Beside::of(
                    "A node that has received a packet is busy for the rest of the slot: its own packet waits. The paper leaves this out. At light load this error and the one before it cancel.",
                )
            },
        },
        Discrepancy {
            name: "Slots for a hop",
            quantity: "slots at the head of a queue for a hop",
            unit: "slots",
            paper: theirs("beta"),
            ours: own(Solution::slots_per_hop),
            seen: Evidence::Number("beta"),
            text: const {
                Beside::of(
                    "In the paper each attempt fails independently of the one before it. A target that had a queue in one slot is likely to have it in the next one, so failures come in a row.",
                )
            },
        },
        Discrepancy {
            name: "Where it ends",
            quantity: "load at which it ends",
            unit: "packets / node / slot",
            paper: Some(paper.end().load),
            ours: Some(matchings.largest_load()),
            seen: Evidence::Saturation,
            text: const {
                Beside::of(
                    "Queues grow without end when every node has a packet in every slot. A slot is then a random greedy matching of all nodes, which we solve; p reaches its limit earlier.",
                )
            },
        },
    ]
}
