//! Disagreements of the paper and our model at one load: the readings of the paper, and ours.

use super::{Matchings, Solution};
use crate::model::{Discrepancy, Evidence, Model};

/// The reasons at a load, in the order in which a packet meets them.
pub(super) fn of(matchings: &Matchings, load: f64, paper: &dyn Model) -> Vec<Discrepancy> {
    let (said, ours) = (paper.point(load).stable(), matchings.at(load));
    let theirs = |symbol| said.as_ref().and_then(|point| point.number(symbol));
    let own = |number: fn(&Solution) -> f64| ours.as_ref().map(number);
    vec![
        Discrepancy {
            text: "matchings.reason busy",
            paper: theirs("p"),
            ours: own(Solution::met),
            seen: Evidence::Nowhere,
        },
        Discrepancy {
            text: "matchings.reason received",
            paper: said.as_ref().map(|_| 0.0),
            ours: own(Solution::received),
            seen: Evidence::Nowhere,
        },
        Discrepancy {
            text: "matchings.reason slots",
            paper: theirs("beta"),
            ours: own(Solution::slots_per_hop),
            seen: Evidence::Number("beta"),
        },
        Discrepancy {
            text: "matchings.reason end",
            paper: Some(paper.end().load),
            ours: Some(matchings.largest_load()),
            seen: Evidence::Saturation,
        },
    ]
}
