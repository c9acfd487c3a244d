//! Disagreements of the papers and our model: five reasons with the numbers of both models at one load.

use super::{Solution, Worms, network::QueuePlace};
use crate::model::{Discrepancy, Evidence, Model, Solve};

/// The reasons at a load, the one that matters at light load first.
pub(super) fn of(flow: &Worms, load: f64, paper: &dyn Model) -> Vec<Discrepancy> {
    let (said, ours) = (paper.point(load).stable(), flow.solve(load).stable());
    let blocking = if flow.network().source() == QueuePlace::Ports { "W_c" } else { "w" };
    let theirs = |symbol| said.as_ref().and_then(|point| point.number(symbol));
    let (vbar, full, wait) = (theirs("Vbar"), theirs("P_full"), theirs(blocking));
    vec![
        Discrepancy {
            text: "worms.reason multiplexing",
            paper: vbar,
            ours: ours.as_ref().map(Solution::where_busy),
            seen: Evidence::WhereBusy,
        },
        Discrepancy {
            text: "worms.reason crowding",
            paper: vbar,
            ours: ours.as_ref().map(|solution| solution.pace),
            seen: Evidence::Nowhere,
        },
        Discrepancy {
            text: "worms.reason full",
            paper: full,
            ours: ours.as_ref().and_then(|solution| solution.step.law.last().copied()),
            seen: Evidence::AllBusy,
        },
        Discrepancy {
            text: "worms.reason wait",
            paper: wait,
            ours: ours.as_ref().map(Solution::wait_of_blocked),
            seen: Evidence::Number(blocking),
        },
        Discrepancy {
            text: "worms.reason end",
            paper: Some(paper.end().load),
            ours: Some(flow.end().load),
            seen: Evidence::Saturation,
        },
    ]
}
