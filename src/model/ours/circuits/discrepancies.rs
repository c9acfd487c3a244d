//! Disagreements of the paper and our model at one load: the readings of the paper, and ours.

use super::Circuits;
use crate::model::{Discrepancy, Evidence, Model};
use crate::text::Beside;

/// The reasons at a load, what the source does first.
pub(super) fn of(circuits: &Circuits, load: f64, paper: &dyn Model) -> Vec<Discrepancy> {
    let (said, ours) = (paper.point(load).stable(), circuits.point(load).stable());
    let theirs = |symbol| said.as_ref().and_then(|point| point.number(symbol));
    let own = |symbol| ours.as_ref().and_then(|point| point.number(symbol));
    let square = |mean: f64| mean * mean;
    let bursts = ours.as_ref().map(|point| point.number("W_bursts").unwrap_or_default());
    vec![
        Discrepancy {
            name: "How busy the source is",
            quantity: "part of the time that an injection channel is busy",
            unit: "",
            paper: theirs("mu"),
            ours: own("rho"),
            seen: Evidence::Number("mu"),
            text: const {
                Beside::of(
                    "The paper leaves the sharing of channels out of its queue, and sees the source idle too often. The refined variant keeps the injection channel until the \
                   message has arrived; it is free earlier, because two flits for each channel of the way stand in front of the most crowded one.",
                )
            },
        },
        Discrepancy {
            name: "How much that varies",
            quantity: "squared coefficient of variation of the time for which a message keeps its injection channel",
            unit: "",
            paper: theirs("T2_s").zip(theirs("T")).map(|(second, mean)| second / square(mean) - 1.0),
            ours: own("cv2"),
            seen: Evidence::Nowhere,
            text: const {
                Beside::of(
                    "Distances differ, and so do the crowds that a message meets. The paper counts the set-up alone.",
                )
            },
        },
        Discrepancy {
            name: "How long data take",
            quantity: "time from the first flit sent to the last arrived",
            unit: "cycles",
            paper: theirs("Vbar").zip(theirs("D")).map(|(vbar, d)| vbar * (d + f64::from(circuits.network().flits))),
            ours: own("sending"),
            seen: Evidence::Number("data"),
            text: const {
                Beside::of(
                    "The paper multiplies by V̄, the circuits that a circuit sees on a typical channel: twice the first-order stretch of a shared channel, but a circuit is as slow as \
                   its most crowded channel. The two errors cancel for some sizes and not for others.",
                )
            },
        },
        Discrepancy {
            name: "Blocking",
            quantity: "chance that all virtual channels of a channel are busy",
            unit: "",
            paper: theirs("pV"),
            ours: own("pV"),
            seen: Evidence::Number("pV"),
            text: const {
                Beside::of(
                    "From two virtual channels on it hardly matters: set-up costs a few cycles of many, even close to saturation. With one, a header waits until one of its paths is free.",
                )
            },
        },
        Discrepancy {
            name: "What bursts add",
            quantity: "wait at the source beyond that of Poisson traffic",
            unit: "cycles",
            paper: theirs("W_bursts"),
            ours: bursts,
            seen: Evidence::Nowhere,
            text: const {
                Beside::of(
                    "All of it happens at the source, but not only through the arrivals: a node that bursts starts its circuits in the same few channels, so it is slow when it has most to \
                   send.",
                )
            },
        },
        Discrepancy {
            name: "Where it ends",
            quantity: "load at which it ends",
            unit: "messages / node / cycle",
            paper: Some(paper.end().load),
            ours: Some(circuits.end().load),
            seen: Evidence::Saturation,
            text: const {
                Beside::of(
                    "Queues grow without end when the injection channels are always busy: the load times the time for which a message keeps one is V. Nothing folds.",
                )
            },
        },
    ]
}
