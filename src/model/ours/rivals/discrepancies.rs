//! Disagreements of the paper and our model at one load: the readings of the paper, and ours.

use super::{Rivals, Solution};
use crate::model::{Discrepancy, Evidence, Model, Solve};
use crate::text::Beside;

/// The reasons at a load, the one that the model was made for first.
pub(super) fn of(rivals: &Rivals, load: f64, paper: &dyn Model) -> Vec<Discrepancy> {
    let (said, ours) = (paper.point(load).stable(), rivals.solve(load).stable());
    let theirs = |symbol| said.as_ref().and_then(|point| point.number(symbol));
    let own = |number: fn(&Solution) -> f64| ours.as_ref().map(number);
    vec![
        Discrepancy {
            name: "Losses come in clusters",
            quantity: "multicast packets delivered to all",
            unit: "",
            paper: theirs("complete_m"),
            ours: own(|solution| solution.deliveries.complete_multicast),
            seen: Evidence::Nowhere,
            text: const {
                Beside::of(
                    "The copies of a packet stand side by side, and so do those of its rival: who meets it once meets it at the next element too. And a copy was lost to a packet that now stands in \
                   its place. The paper does not ask how many packets arrive whole; beside it stands a chain with one mean chance for the next copy, which takes losses as independent.",
                )
            },
        },
        Discrepancy {
            name: "Packets beside a packet",
            quantity: "chance that a link into the last stage has a packet: in the paper any link, in ours one beside a packet",
            unit: "",
            paper: said.as_ref().and_then(|point| point.first("rho_i")),
            ours: own(|solution| solution.deliveries.stages.last().map_or(0.0, |stage| stage.next)),
            seen: Evidence::Nowhere,
            text: const {
                Beside::of(
                    "The paper needs the rate of one link, for which the links beside it do not matter. Whether all copies arrive depends on these too, and links side by side are occupied together.",
                )
            },
        },
        Discrepancy {
            name: "Which packets are copied again",
            quantity: "rate of an output",
            unit: "packets / output / slot",
            paper: theirs("rho_out"),
            ours: own(|solution| solution.deliveries.delivered),
            seen: Evidence::Number("rho_out"),
            text: const {
                Beside::of(
                    "The paper copies at each stage the same part of all multicast packets. A packet with many destinations ahead is copied more often and lost more often, so later stages see \
                   fewer of those. Our model keeps the last destination of each packet.",
                )
            },
        },
    ]
}
