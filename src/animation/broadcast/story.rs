//! The broadcast told: who has the message since when, the stages it passes, and a log in words.

use crate::animation::frame::{Event, Phase};
use crate::animation::layout::coordinates;
use crate::animation::worms::{FIRST_BLOCKED, first_blocked};
use crate::sim::wormhole::{self, Network};
use crate::text::count;
use crate::topology::broadcast::BroadcastTree;

/// What is known of a broadcast so far. Nothing in it is ever taken back, so it serves every earlier frame too.
#[derive(Clone, Debug)]
pub(super) struct Story {
    network: wormhole::Setting,
    tree: BroadcastTree,
    /// Its number in the engine.
    broadcast: u32,
    /// By node: the cycle at which its copy was complete.
    received: Vec<Option<u32>>,
    /// By level: nodes that do not have their copy yet.
    missing: Vec<u32>,
    finished: Option<u32>,
    /// Whether a header has waited, of any message.
    blocked: bool,
    phases: Vec<Phase>,
    log: Vec<Event>,
}

impl Story {
    pub fn new(network: wormhole::Setting, tree: BroadcastTree, broadcast: u32) -> Self {
        let nodes = tree.torus().nodes();
        let mut missing = vec![0; tree.depth() as usize + 1];
        (0..nodes).filter(|&node| node != tree.source()).for_each(|node| missing[tree.level(node) as usize] += 1);
        let copies = count(tree.copies(tree.source()).len(), "copy", "copies");
        let text = format!("{} broadcasts and queues {copies}", coordinates(&network, tree.source()));
        Self {
            network,
            broadcast,
            received: vec![None; nodes as usize],
            missing,
            finished: None,
            blocked: false,
            phases: vec![Phase { cycle: 0, title: "Start".into() }],
            log: vec![Event { cycle: 0, text }],
            tree,
        }
    }

    pub const fn tree(&self) -> &BroadcastTree {
        &self.tree
    }

    pub const fn broadcast(&self) -> u32 {
        self.broadcast
    }

    pub const fn finished(&self) -> Option<u32> {
        self.finished
    }

    pub fn phases(&self) -> &[Phase] {
        &self.phases
    }

    pub fn log(&self) -> &[Event] {
        &self.log
    }

    /// When the copy of a node was complete, if it was by `cycle`.
    pub fn received(&self, node: u32, cycle: u32) -> Option<u32> {
        self.received[node as usize].filter(|&at| at <= cycle)
    }

    /// Takes in the first header that waits.
    pub fn watch(&mut self, cycle: u32, network: &Network) {
        let blocked = if self.blocked { None } else { first_blocked(network, |node| coordinates(&self.network, node)) };
        if let Some(text) = blocked {
            self.blocked = true;
            self.log.push(Event { cycle, text });
            self.phases.push(Phase { cycle, title: FIRST_BLOCKED.into() });
        }
    }

    /// Takes in what happened in the cycle that led to `cycle`.
    pub fn tell(&mut self, cycle: u32, network: &Network) {
        self.watch(cycle, network);
        let copies = network.deliveries().iter().filter(|delivery| delivery.broadcast == Some(self.broadcast));
        let mut nodes: Vec<u32> = copies.map(|copy| copy.destination).collect();
        nodes.sort_unstable();
        for &node in &nodes {
            self.receive(node, cycle);
        }
        if !nodes.is_empty() {
            self.reach(cycle);
        }
    }

    fn receive(&mut self, node: u32, cycle: u32) {
        self.received[node as usize] = Some(cycle);
        self.missing[self.tree.level(node) as usize] -= 1;
        let who = coordinates(&self.network, node);
        let text = match self.tree.copies(node).len() {
            0 => format!("{who} has its copy and passes none on"),
            copies => format!("{who} has its copy and queues {copies} more"),
        };
        self.log.push(Event { cycle, text });
    }

    /// Notes the stage that the copies of this cycle completed. Of several in one cycle the furthest stands.
    fn reach(&mut self, cycle: u32) {
        let depth = self.missing.len() - 1;
        let others = self.received.len() - 1;
        // A level counts as reached when no node of it or of an earlier one is missing.
        let complete = self.missing.iter().take_while(|&&missing| missing == 0).count() - 1;
        let title = if complete == depth {
            self.finished = Some(cycle);
            self.log.push(Event { cycle, text: format!("All {others} nodes have the message") });
            format!("All {others} nodes reached")
        } else if complete > 0 {
            format!("Level {complete} of {depth} reached")
        } else {
            "First copy complete".into()
        };
        // The same stage again is no news: copies of a further level came in while this one is incomplete.
        if self.phases.iter().all(|phase| phase.title != title) {
            self.phases.push(Phase { cycle, title });
        }
    }
}
