//! Disagreements of the paper and our model at one load: the readings of the paper, and ours.

use super::{Rivals, Solution};
use crate::model::{Discrepancy, Evidence, Model, Solve};

/// The reasons at a load, the one that the model was made for first.
pub(super) fn of(rivals: &Rivals, load: f64, paper: &dyn Model) -> Vec<Discrepancy> {
    let (said, ours) = (paper.point(load).stable(), rivals.solve(load).stable());
    let theirs = |symbol| said.as_ref().and_then(|point| point.number(symbol));
    let own = |number: fn(&Solution) -> f64| ours.as_ref().map(number);
    vec![
        Discrepancy {
            text: "rivals.reason clusters",
            paper: theirs("complete_m"),
            ours: own(|solution| solution.deliveries.complete_multicast),
            seen: Evidence::Nowhere,
        },
        Discrepancy {
            text: "rivals.reason neighbours",
            paper: said.as_ref().and_then(|point| point.first("rho_i")),
            ours: own(|solution| solution.deliveries.stages.last().map_or(0.0, |stage| stage.next)),
            seen: Evidence::Nowhere,
        },
        Discrepancy {
            text: "rivals.reason copies",
            paper: theirs("rho_out"),
            ours: own(|solution| solution.deliveries.delivered),
            seen: Evidence::Number("rho_out"),
        },
    ]
}
