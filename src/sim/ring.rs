//! The ring of the tests, slot by slot: each node has a queue for its link, which passes one packet in a slot.

use super::{AuditFault, Class, ClassKind, Config, GENERATOR, Simulator, SimulatorInfo, Totals, stream};
use crate::{model::Quantity, traffic::sampling::Arrivals};
use rand_pcg::Pcg64Mcg;
use std::collections::VecDeque;

/// The network at one instant.
pub(super) struct Network {
    config: Config<u32>,
    random: Pcg64Mcg,
    arrivals: Arrivals,
    totals: Totals,
    /// The times of generation of the packets of each node.
    queues: Vec<VecDeque<u64>>,
    /// Packets passed before the window began, and that slot.
    passed: u64,
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
            totals: Totals::default(),
            queues: vec![VecDeque::new(); config.network as usize],
            passed: 0,
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
        self.totals.samples.clear();
        while let Some((_, node)) = self.arrivals.until(self.totals.now as f64, &mut self.random) {
            self.queues[node as usize].push_back(self.totals.now);
            self.totals.generate(1);
        }
        self.totals.now += 1;
        for generated in self.queues.iter_mut().filter_map(VecDeque::pop_front) {
            self.totals.flit_hops += 1;
            self.totals.deliver(generated, self.totals.now, None);
        }
        self.totals.last_progress = self.totals.now;
    }

    fn totals(&self) -> &Totals {
        &self.totals
    }

    fn begin_window(&mut self) {
        self.passed = self.totals.flit_hops;
        self.since = self.totals.now;
    }

    fn measures(&self) -> Vec<Quantity> {
        let slots = (self.totals.now - self.since).max(1) as f64 * self.queues.len() as f64;
        let utilisation = (self.totals.flit_hops - self.passed) as f64 / slots;
        vec![Quantity::new("rho", "utilisation of a link", "", "", utilisation)]
    }

    fn stop_sources(&mut self) {
        self.arrivals.stop();
    }

    fn audit(&self) -> Result<(), AuditFault> {
        let found = self.queues.iter().map(|queue| queue.len() as u64).sum();
        let counted = self.totals.messages.in_flight;
        if found == counted { Ok(()) } else { Err(AuditFault::Present { found, counted }) }
    }
}
