//! The reasons for which a scenario has no animation.

use super::banyan::MOST_STAGES;
use super::broadcast::setting::LARGEST_RADIX;
use super::layout::{MOST_CUBE_DIMENSIONS, MOST_DIMENSIONS, MOST_NODES};
use flitscope::param::Problem;
use flitscope::scenario::System;
use std::error::Error;
use std::fmt::{Display, Formatter, Result};

/// A reason for which a scenario has no animation. The numbers are those of the scenario; the sentence names one that can be drawn.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // each variant says what its numbers are
pub enum NoAnimation {
    /// The system is not animated at all.
    System(System),
    /// The scenario cannot be simulated.
    Simulator(Problem),
    /// A hypercube has too many dimensions.
    Hypercube(u32),
    /// A network has too many dimensions; `torus`: with k = 2 it would not be a hypercube.
    Dimensions { n: u32, torus: bool },
    /// A network has too many nodes in a ring; `largest` can be drawn.
    Nodes { k: u32, largest: u32 },
    /// A broadcast is drawn in two dimensions.
    BroadcastDimensions(u32),
    /// A broadcast is drawn on a torus, not on a mesh.
    BroadcastMesh,
    /// A broadcast has too many nodes in a ring.
    BroadcastNodes(u32),
    /// A banyan has too many stages.
    Stages(u32),
}

impl From<Problem> for NoAnimation {
    fn from(problem: Problem) -> Self {
        Self::Simulator(problem)
    }
}

impl Error for NoAnimation {}

impl Display for NoAnimation {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let (what, choice, value) = match self {
            Self::System(system) => return write!(f, "{} has no animation.", system.name()),
            Self::Simulator(problem) => return problem.fmt(f),
            Self::Hypercube(n) => {
                let what = format!("hypercubes of at most {} nodes", 1 << MOST_CUBE_DIMENSIONS);
                (what, format!("n = {MOST_CUBE_DIMENSIONS} or less"), n.to_string())
            }
            Self::Dimensions { n, torus } => {
                // A ring of two nodes has no two directions.
                let value = if *torus { n.to_string() } else { format!("{n}, or k = 2,") };
                (format!("at most {MOST_DIMENSIONS} dimensions"), format!("n = {MOST_DIMENSIONS} or less"), value)
            }
            Self::Nodes { k, largest } => {
                (format!("at most {MOST_NODES} nodes"), format!("k = {largest} or less"), k.to_string())
            }
            Self::BroadcastDimensions(n) => ("two dimensions".into(), "n = 2".into(), n.to_string()),
            Self::BroadcastMesh => ("broadcasts on a torus".into(), "wiring = torus".into(), "mesh".into()),
            Self::BroadcastNodes(k) => {
                let most = LARGEST_RADIX;
                (format!("at most {most} × {most} nodes"), format!("k = {most} or less"), k.to_string())
            }
            Self::Stages(n) => {
                let what = format!("at most {} inputs and outputs", 1 << MOST_STAGES);
                (what, format!("n = {MOST_STAGES} or less"), n.to_string())
            }
        };
        write!(f, "The animation draws {what}; choose {choice} instead of {value} to see it.")
    }
}
