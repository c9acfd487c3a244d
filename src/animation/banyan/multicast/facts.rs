//! What happens in the two passes, and what is said of it.

use crate::animation::run::Moment;
use crate::animation::tape::Steps;
use crate::topology::banyan::Region;

/// The cycle: everything else follows from it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stage(pub u32);

impl Steps for Stage {
    fn step(&mut self) {
        self.0 += 1;
    }

    fn now(&self) -> u64 {
        u64::from(self.0)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}

impl Moment for Stage {}

/// What happens in a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The source writes the header of the first pass.
    Writes {
        /// The source.
        source: u32,
        /// The destinations of the packet.
        destinations: Vec<u32>,
        /// The region in its header.
        region: Region,
    },
    /// A stage copies headers, or lets them pass.
    Copies {
        /// The stage.
        stage: u32,
        /// Headers that it splits.
        split: usize,
        /// The others.
        passed: usize,
        /// Whether one that it splits goes round the end.
        wraps: bool,
        /// The copies and their region, behind the last stage.
        arrived: Option<(usize, Region)>,
    },
    /// The nodes that have a copy send it, each to one destination.
    Sends(Vec<(u32, u32)>),
    /// The copies pass a stage of the second pass.
    Passes {
        /// The stage.
        stage: u32,
        /// How many.
        copies: usize,
        /// Whether some of them meet.
        meet: bool,
        /// The source of the packet.
        source: u32,
    },
}

/// What a caption says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// What happens.
    pub step: Step,
    /// Links used so far in this pass.
    pub used: usize,
    /// In the first pass: the links that it uses, and those that the copies would use one by one.
    pub links: Option<(usize, usize)>,
}

/// What a node does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// The source of the packet.
    Source,
    /// Number l of those that send a copy in the second pass, and to which output.
    Sender(u32, u32),
    /// An input that sends nothing.
    Silent,
    /// Destination number l, and the node that serves it.
    Destination(u32, u32),
    /// An output that is none.
    Other,
    /// An element: its stage, and the headers that it has sent in this pass, each with its port.
    Element(u32, Vec<(Region, u32)>),
}

/// What is said of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// A link, with the header on it.
    Link(u32, Option<Region>),
    /// A copy: its header, and its link.
    Copy(Region, u32),
    /// A node.
    Node(u32, Role),
}
