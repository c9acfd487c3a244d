//! The run at one cycle of the recording, with what is counted for the reader alone.

use super::Setting;
use crate::sim::Simulator as _;
use crate::sim::circuit::{Network, What};
use crate::trace::run::Stepped;
use crate::trace::tape::Steps;
use std::ops::Deref;

/// The run at one cycle.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    stepped: Stepped<Network>,
    /// By node: its messages that were delivered, and the messages delivered to it.
    pub passed: Vec<(u32, u32)>,
}

impl Moment {
    /// The run of a setting at cycle 0.
    pub fn new(setting: &Setting) -> Self {
        Self { stepped: Stepped::new(setting.run()), passed: vec![(0, 0); 1 << setting.config.n] }
    }

    /// Its network.
    pub const fn network(&self) -> &Network {
        self.stepped.run.simulator()
    }
}

impl Deref for Moment {
    type Target = Stepped<Network>;

    fn deref(&self) -> &Self::Target {
        &self.stepped
    }
}

impl Steps for Moment {
    fn step(&mut self) {
        self.stepped.step();
        let happened = self.stepped.run.simulator().happened();
        for happening in happened.iter().filter(|happening| happening.what == What::Delivered) {
            self.passed[happening.source as usize].0 += 1;
            self.passed[happening.destination as usize].1 += 1;
        }
    }

    fn now(&self) -> u64 {
        self.run.simulator().now()
    }

    fn bytes(&self) -> usize {
        self.network().bytes() + size_of_val(self.passed.as_slice()) + self.stepped.bytes()
    }
}
