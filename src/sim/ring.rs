//! The ring of the tests, slot by slot: each node has a queue for its link, which passes one packet in a slot.

use super::{AuditFault, Class, ClassKind, Config, GENERATOR, Population, Sample, Simulator, SimulatorInfo, stream};
use crate::{model::Quantity, traffic::sampling::Arrivals};
use rand_pcg::Pcg64Mcg;
use std::collections::VecDeque;

/// The network at one instant.
pub(super) struct Network {
    config: Config<u32>,
    random: Pcg64Mcg,
    arrivals: Arrivals,
    slot: u64,
    /// The times of generation of the packets of each node.
    queues: Vec<VecDeque<u64>>,
    counts: Population,
    samples: Vec<Sample>,
    /// Packets passed before and since the window began, and that slot.
    passed: [u64; 2],
    since: u64,
}

impl Network {
    /// The idle network at time 0.
    pub(super) fn new(config: Config<u32>) -> Self {
        let mut random = stream(config.seed, config.replication);
        Self {
            arrivals: Arrivals::poisson(config.load, config.network, &mut random),
            config,
            random,
            slot: 0,
            queues: vec![VecDeque::new(); config.network as usize],
            counts: Population::default(),
            samples: Vec::new(),
            passed: [0; 2],
            since: 0,
        }
    }
}

impl Simulator for Network {
    fn about(&self) -> SimulatorInfo {
        SimulatorInfo {
            identity: self.config.identity(),
            generator: GENERATOR,
            nodes: self.config.network,
            classes: &[Class { name: "packet", kind: ClassKind::Latency }],
            offered: self.config.load * f64::from(self.config.network),
            memory: 0.0,
            dispersion: 1.0,
            idle: [1.0, 0.0],
        }
    }

    fn step(&mut self) {
        self.samples.clear();
        while let Some((_, node)) = self.arrivals.until(self.slot as f64, &mut self.random) {
            self.queues[node as usize].push_back(self.slot);
            self.counts.generated += 1;
            self.counts.in_flight += 1;
        }
        self.slot += 1;
        for generated in self.queues.iter_mut().filter_map(VecDeque::pop_front) {
            self.counts.delivered += 1;
            self.counts.in_flight -= 1;
            self.passed[1] += 1;
            self.samples.push(Sample { class: 0, generated, value: (self.slot - generated) as f64, source: None });
        }
    }

    fn now(&self) -> u64 {
        self.slot
    }

    fn population(&self, _class: usize) -> Population {
        self.counts
    }

    fn offered(&self) -> u64 {
        self.counts.generated
    }

    fn samples(&self) -> &[Sample] {
        &self.samples
    }

    fn last_progress(&self) -> u64 {
        self.slot
    }

    fn begin_window(&mut self) {
        self.passed = [self.passed[0] + self.passed[1], 0];
        self.since = self.slot;
    }

    fn measures(&self) -> Vec<Quantity> {
        let slots = (self.slot - self.since).max(1) as f64 * self.queues.len() as f64;
        vec![Quantity::new("rho", "utilisation of a link", "", "", self.passed[1] as f64 / slots)]
    }

    fn stop_sources(&mut self) {
        self.arrivals.stop();
    }

    fn audit(&self) -> Result<(), AuditFault> {
        let found = self.queues.iter().map(|queue| queue.len() as u64).sum();
        let counted = self.counts.in_flight;
        if found == counted { Ok(()) } else { Err(AuditFault::Present { found, counted }) }
    }

    fn flit_hops(&self) -> u64 {
        self.passed[0] + self.passed[1]
    }
}
