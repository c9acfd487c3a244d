//! Disagreements of the paper and our model at one load: the readings of the paper, and ours.

use super::Circuits;
use crate::model::{Discrepancy, Evidence, Model};

/// The reasons at a load, what the source does first.
pub(super) fn of(circuits: &Circuits, load: f64, paper: &dyn Model) -> Vec<Discrepancy> {
    let (said, ours) = (paper.point(load).stable(), circuits.point(load).stable());
    let theirs = |symbol| said.as_ref().and_then(|point| point.number(symbol));
    let own = |symbol| ours.as_ref().and_then(|point| point.number(symbol));
    let square = |mean: f64| mean * mean;
    let bursts = ours.as_ref().map(|point| point.number("W_bursts").unwrap_or_default());
    vec![
        Discrepancy {
            text: "circuits.reason source",
            paper: theirs("mu"),
            ours: own("rho"),
            seen: Evidence::Number("mu"),
        },
        Discrepancy {
            text: "circuits.reason variation",
            paper: theirs("T2_s").zip(theirs("T")).map(|(second, mean)| second / square(mean) - 1.0),
            ours: own("cv2"),
            seen: Evidence::Nowhere,
        },
        Discrepancy {
            text: "circuits.reason data",
            paper: theirs("Vbar").zip(theirs("D")).map(|(vbar, d)| vbar * (d + f64::from(circuits.network().flits))),
            ours: own("sending"),
            seen: Evidence::Number("data"),
        },
        Discrepancy {
            text: "circuits.reason blocking",
            paper: theirs("pV"),
            ours: own("pV"),
            seen: Evidence::Number("pV"),
        },
        Discrepancy {
            text: "circuits.reason bursts",
            paper: theirs("W_bursts"),
            ours: bursts,
            seen: Evidence::Nowhere,
        },
        Discrepancy {
            text: "circuits.reason end",
            paper: Some(paper.end().load),
            ours: Some(circuits.end().load),
            seen: Evidence::Saturation,
        },
    ]
}
