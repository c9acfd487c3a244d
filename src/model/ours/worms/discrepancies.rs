//! Disagreements of the papers and our model: five reasons with the numbers of both models at one load.

use super::{Solution, Worms, network::QueuePlace};
use crate::model::{Discrepancy, Evidence, Model, Solve};
use crate::text::Beside;

/// The reasons at a load, the one that matters at light load first.
pub(super) fn of(flow: &Worms, load: f64, paper: &dyn Model) -> Vec<Discrepancy> {
    let (said, ours) = (paper.point(load).stable(), flow.solve(load).stable());
    let blocking = if flow.network().source() == QueuePlace::Ports { "W_c" } else { "w" };
    let theirs = |symbol| said.as_ref().and_then(|point| point.number(symbol));
    let (vbar, full, wait) = (theirs("Vbar"), theirs("P_full"), theirs(blocking));
    vec![
        Discrepancy {
            name: "Messages per busy channel, averaged over channels or messages",
            quantity: "how much slower a shared channel is",
            unit: "",
            paper: vbar,
            ours: ours.as_ref().map(Solution::where_busy),
            seen: Evidence::WhereBusy,
            text: const {
                Beside::of(
                    "The papers multiply by V̄ = E[v²]/E[v], the messages that a message sees beside it, itself included. By Little's law a shared channel is \
                   slower by E[v]/P(v > 0): at light load half as much.",
                )
            },
        },
        Discrepancy {
            name: "The most crowded channel",
            quantity: "cycles per flit of a message",
            unit: "cycles",
            paper: vbar,
            ours: ours.as_ref().map(|solution| solution.pace),
            seen: Evidence::Nowhere,
            text: const {
                Beside::of(
                    "In the papers a message is as slow as on a typical channel. It is as slow as on the most crowded one of its path, and the longer the path, the more \
                   crowded that is. This error is opposite to the one before, and at some loads the two cancel.",
                )
            },
        },
        Discrepancy {
            name: "Chance that all virtual channels are busy",
            quantity: "chance that all virtual channels of a channel are busy",
            unit: "",
            paper: full,
            ours: ours.as_ref().and_then(|solution| solution.step.law.last().copied()),
            seen: Evidence::AllBusy,
            text: const {
                Beside::of(
                    "The papers let any message take any virtual channel. Headers take adaptive channels first, and an escape channel only where no \
                   other is left: with few virtual channels two messages rarely meet on one channel.",
                )
            },
        },
        Discrepancy {
            name: "How long a blocked message waits",
            quantity: "wait of a blocked message",
            unit: "cycles",
            paper: wait,
            ours: ours.as_ref().map(Solution::wait_of_blocked),
            seen: Evidence::Number(blocking),
            text: const {
                Beside::of(
                    "The papers take an M/G/1 queue. The m messages ahead share the channel, so the rest of each is uniformly distributed, and the first one is gone after \
                   M m/(m + 1) cycles.",
                )
            },
        },
        Discrepancy {
            name: "Where it ends",
            quantity: "load at which it ends",
            unit: "messages / node / cycle",
            paper: Some(paper.end().load),
            ours: Some(flow.end().load),
            seen: Evidence::Saturation,
            text: const {
                Beside::of(
                    "The papers end where one server would be busy all the time. Queues grow without end when blocked messages hold so many virtual channels that they block \
                   the rest, or when its sources are full.",
                )
            },
        },
    ]
}
