//! The run at the end of one slot, with what is counted for the reader alone.

use super::{Setting, WORDS, channel};
use crate::animation::frame::Carried;
use crate::animation::run::Stepped;
use crate::animation::tape::Steps;
use crate::sim::Simulator as _;
use crate::sim::slotted::{Outcome, Watched};
use std::ops::Deref;

/// What a node has done so far, slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub sent: u32,
    pub received: u32,
    /// Every neighbour asked for was busy.
    pub blocked: u32,
    /// It had received before its turn.
    pub held: u32,
}

/// The run at the end of one slot.
#[derive(Clone, Debug)]
pub struct Moment {
    stepped: Stepped<Watched>,
    n: u32,
    /// By node.
    pub tallies: Vec<Tally>,
    /// By channel: packets that it has carried.
    carried: Vec<u64>,
}

impl Moment {
    /// The run of a setting at slot 0.
    pub fn new(setting: &Setting) -> Self {
        let n = setting.network.n;
        let nodes = 1_usize << n;
        Self {
            stepped: Stepped::new(setting.run()),
            n,
            tallies: vec![Tally::default(); nodes],
            carried: vec![0; nodes * n as usize],
        }
    }

    /// Its network.
    pub const fn network(&self) -> &Watched {
        self.stepped.run.simulator()
    }

    /// What the channels have carried since slot 0.
    pub fn carried(&self) -> Carried {
        Carried { busy: self.carried.clone(), cycles: self.now(), unit: WORDS.cycle }
    }
}

impl Deref for Moment {
    type Target = Stepped<Watched>;

    fn deref(&self) -> &Self::Target {
        &self.stepped
    }
}

impl Steps for Moment {
    fn step(&mut self) {
        self.stepped.step();
        for turn in self.stepped.run.simulator().turns() {
            let tally = &mut self.tallies[turn.node as usize];
            match turn.outcome {
                Outcome::Blocked { .. } => tally.blocked += 1,
                Outcome::Received => tally.held += 1,
                Outcome::Moved(next) => {
                    tally.sent += 1;
                    self.tallies[next as usize].received += 1;
                    self.carried[channel(self.n, turn.node, next) as usize] += 1;
                }
            }
        }
    }

    fn now(&self) -> u64 {
        self.run.simulator().now()
    }

    fn bytes(&self) -> usize {
        let counted = size_of_val(self.tallies.as_slice()) + size_of_val(self.carried.as_slice());
        self.network().bytes() + counted + self.stepped.bytes()
    }
}
