//! The run at one cycle of the recording, and what it says by then.

use super::Setting;
use crate::sim::Simulator as _;
use crate::sim::wormhole::{Network, Simulation};
use crate::trace::run::Stepped;
use crate::trace::tape::Steps;
use std::ops::Deref;

/// The run at one cycle, with what is counted for the reader alone.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    stepped: Stepped<Simulation>,
    /// By node: its messages that were delivered, and the messages delivered to it.
    pub passed: Vec<(u32, u32)>,
}

impl Moment {
    /// The run of a setting at cycle 0.
    pub fn new(setting: &Setting) -> Self {
        let passed = vec![(0, 0); setting.network.nodes() as usize];
        Self { stepped: Stepped::new(setting.run()), passed }
    }

    /// Its network.
    pub fn network(&self) -> &Network {
        self.run.simulator().network()
    }
}

impl Deref for Moment {
    type Target = Stepped<Simulation>;

    fn deref(&self) -> &Self::Target {
        &self.stepped
    }
}

impl Steps for Moment {
    fn step(&mut self) {
        self.stepped.step();
        for delivery in self.stepped.run.simulator().network().deliveries() {
            self.passed[delivery.source as usize].0 += 1;
            self.passed[delivery.destination as usize].1 += 1;
        }
    }

    fn now(&self) -> u64 {
        self.run.simulator().now()
    }

    fn bytes(&self) -> usize {
        self.network().bytes() + size_of_val(self.passed.as_slice()) + self.stepped.bytes()
    }
}
