//! Counts of the quantities that the model of the circuit-switched hypercube predicts.
//!
//! Virtual channels are counted at the start of each cycle, where headers find them. One that is taken in cycle t and free again from
//! cycle t + k on has been taken for k cycles and found taken k - 1 times.

use super::{AuditFault, Circuit, Setting};
use crate::{model::Quantity, sim::ratio};

/// Sums since the window began, and what is busy now.
#[derive(Clone, Debug, Default)]
pub(super) struct Counters {
    start: u64,
    /// Channels with i virtual channels taken, now and summed over cycles.
    with_busy: Vec<u64>,
    busy_cycles: Vec<u64>,
    /// Injection channels in use, now and summed over cycles.
    pub(super) injecting: u64,
    injecting_cycles: u64,
    /// Virtual channels taken, attempts that failed.
    pub(super) taken: u64,
    pub(super) failures: u64,
    /// By remaining dimensions, from 1 on: headers that looked for a channel, and found none.
    looked: Vec<u64>,
    blocked: Vec<u64>,
    delivered: u64,
    attempts: u64,
    pub(super) wait: u64,
    pub(super) setup: u64,
    data: u64,
    hops: u64,
}

impl Counters {
    pub(super) fn new(setting: &Setting, start: u64) -> Self {
        let mut with_busy = vec![0; setting.vcs as usize + 1];
        with_busy[0] = u64::from(setting.n) << setting.n;
        let zeros = || vec![0; setting.n as usize];
        Self {
            start,
            busy_cycles: vec![0; with_busy.len()],
            with_busy,
            looked: zeros(),
            blocked: zeros(),
            ..Self::default()
        }
    }

    /// The measurements of a network, counted from now on.
    pub(super) fn anew(&self, setting: &Setting, now: u64) -> Self {
        Self { with_busy: self.with_busy.clone(), injecting: self.injecting, ..Self::new(setting, now) }
    }

    /// Counts a channel with `after` busy virtual channels instead of `before`.
    pub(super) fn busy(&mut self, before: u32, after: u32) {
        self.with_busy[before as usize] -= 1;
        self.with_busy[after as usize] += 1;
    }

    pub(super) fn attempt(&mut self, remaining: u32, blocked: bool) {
        self.looked[remaining as usize - 1] += 1;
        self.blocked[remaining as usize - 1] += u64::from(blocked);
    }

    pub(super) fn cycle(&mut self) {
        for (sum, &now) in self.busy_cycles.iter_mut().zip(&self.with_busy) {
            *sum += now;
        }
        self.injecting_cycles += self.injecting;
    }

    pub(super) fn deliver(&mut self, circuit: &Circuit, now: u64) {
        self.delivered += 1;
        self.attempts += u64::from(circuit.attempts);
        self.wait += circuit.started - circuit.generated;
        self.setup += circuit.ready - circuit.started;
        self.data += now - circuit.ready;
        self.hops += u64::from(circuit.hops);
    }

    /// `busy` virtual channels are taken.
    pub(super) fn audit(&self, setting: &Setting, busy: u64) -> Result<(), AuditFault> {
        let channels: u64 = self.with_busy.iter().sum();
        let counted: u64 = (0..).zip(&self.with_busy).map(|(i, count)| i * count).sum();
        if channels == u64::from(setting.n) << setting.n && counted == busy {
            Ok(())
        } else {
            Err(AuditFault::Taken { taken: busy, counted })
        }
    }

    pub(super) fn quantities(&self, setting: &Setting, now: u64) -> Vec<Quantity> {
        let of_message = |sum| ratio(sum, self.delivered);
        let cycles = (now - self.start).max(1);
        let all: u64 = self.busy_cycles.iter().sum();
        let law: Vec<f64> = self.busy_cycles.iter().map(|&count| ratio(count, all)).collect();
        let moment =
            |power: u32| -> u64 { (0_u64..).zip(&self.busy_cycles).map(|(i, count)| i.pow(power) * count).sum() };
        let attempts = self.failures + self.delivered;
        let blocked: Vec<_> =
            self.looked.iter().zip(&self.blocked).map(|(&looked, &blocked)| ratio(blocked, looked)).collect();
        let delivered = ratio(self.delivered, cycles << setting.n);
        let (hold, latency) = (ratio(moment(1) + self.taken, self.taken), of_message(self.setup + self.data));
        let injecting = ratio(self.injecting_cycles, cycles * (u64::from(setting.vcs) << setting.n));
        let number = Quantity::new;
        vec![
            number("lam", "messages delivered", "messages / node / cycle", "", delivered),
            number("D", "mean distance", "hops", "", of_message(self.hops)),
            Quantity::new("blocked", "headers that find no channel, 1 to n dimensions to go", "", "(13)", blocked),
            number("Pf", "probability that an attempt fails", "", "(6)", ratio(self.failures, attempts)),
            number("attempts", "attempts per message", "", "(7)", of_message(self.attempts)),
            number("c", "channels taken per attempt", "channels", "(10)", ratio(self.taken, attempts)),
            number("hold", "cycles for which a virtual channel is taken", "cycles", "", hold),
            number("pV", "all virtual channels busy", "", "(13)", law.last().copied().unwrap_or(0.0)),
            Quantity::new("Pi", "probability of i busy virtual channels", "", "", law),
            number("Vbar", "average degree of multiplexing", "", "", ratio(moment(2), moment(1))),
            number("E", "mean time to set up a path", "cycles", "(17)", of_message(self.setup)),
            number("data", "mean time from the first flit to the last", "cycles", "", of_message(self.data)),
            number("T", "mean network latency, the service time of an injection queue", "cycles", "(5)", latency),
            number("Ws", "wait at the source", "cycles", "(5)", of_message(self.wait)),
            number("mu", "utilisation of an injection queue", "", "(5)", injecting),
        ]
    }
}
