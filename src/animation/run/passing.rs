//! A run at one cycle, with what has passed from node to node by then.

use super::Stepped;
use crate::animation::tape::Steps;
use crate::sim::Simulator;
use crate::sim::protocol::Run;
use std::ops::Deref;

/// A network that says who has had a message from whom.
pub trait Delivers: Simulator + Clone {
    /// Source and destination of what arrived in the last step.
    fn arrived(&self) -> impl Iterator<Item = (u32, u32)>;

    /// The channels that carried something in the last step; none where the network counts that by itself.
    fn crossed(&self) -> impl Iterator<Item = u32>;

    /// The memory that it takes, bytes.
    fn memory_taken(&self) -> usize;
}

/// A run at one cycle, with what is counted for the reader alone.
#[derive(Clone, Debug)]
pub struct Passing<S> {
    stepped: Stepped<S>,
    /// By node: its messages that were delivered, and the messages delivered to it.
    pub passed: Vec<(u32, u32)>,
    /// By channel: steps in which it carried something.
    pub carried: Vec<u64>,
}

impl<S: Simulator> Passing<S> {
    /// A run that has not begun.
    pub fn new(run: Run<S>) -> Self {
        let passed = vec![(0, 0); run.simulator().nodes() as usize];
        Self { stepped: Stepped::new(run), passed, carried: Vec::new() }
    }
}

impl<S> Deref for Passing<S> {
    type Target = Stepped<S>;

    fn deref(&self) -> &Stepped<S> {
        &self.stepped
    }
}

impl<S: Delivers> Steps for Passing<S> {
    fn step(&mut self) {
        self.stepped.step();
        for (source, destination) in self.stepped.run.simulator().arrived() {
            self.passed[source as usize].0 += 1;
            self.passed[destination as usize].1 += 1;
        }
        for channel in self.stepped.run.simulator().crossed() {
            let channel = channel as usize;
            if channel >= self.carried.len() {
                self.carried.resize(channel + 1, 0);
            }
            self.carried[channel] += 1;
        }
    }

    fn now(&self) -> u64 {
        self.run.simulator().now()
    }

    fn bytes(&self) -> usize {
        self.run.simulator().memory_taken()
            + size_of_val(self.passed.as_slice())
            + size_of_val(self.carried.as_slice())
            + self.stepped.bytes()
    }
}
