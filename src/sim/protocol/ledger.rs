//! The accounts of a run: conservation and Little's law, class by class, in whole numbers.

use crate::sim::{AuditFault, Class, ClassKind, Simulator};

/// A law that a run has broken. Its numbers are worthless: the simulator is wrong, or the network can deadlock.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each variant says what its numbers are")]
pub enum Violation {
    /// Messages of a class are lost or multiplied: the numbers generated, delivered, in the network with its queues, and of latencies.
    Conservation { class: &'static str, generated: u64, delivered: u64, in_flight: u64, samples: u64 },
    /// The latencies of a class are not the times for which its messages were present: the sum of the messages present over all cycles, and
    /// that of the latencies and of the ages of those in flight.
    Little { class: &'static str, present: u64, latencies: u64 },
    /// A simulator disagrees with itself.
    Audit(AuditFault),
    /// Nothing has moved since the cycle `since`, with `in_flight` messages in the network.
    Deadlock { since: u64, in_flight: u64 },
    /// The sources stopped long ago, and at the cycle `cycles` the network still has `in_flight` messages.
    NotDrained { in_flight: u64, cycles: u64 },
}

#[derive(Clone, Copy, Debug, Default)]
struct Account {
    generated: u64,
    delivered: u64,
    samples: u64,
    /// A, the sum of the messages present.
    present: u64,
    /// Sum of the latencies of those delivered.
    latencies: u64,
    /// Sums of the cycles of generation, of all and of those delivered.
    born: u64,
    born_of_delivered: u64,
    /// Generated in the last step.
    fresh: u64,
    /// Delivered before the window, and generated.
    delivered_before: u64,
    generated_before: u64,
}

/// The accounts of all classes.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    classes: &'static [Class],
    accounts: Vec<Account>,
    /// The work offered by now, and in the last step.
    offered: u64,
    just_offered: u64,
}

impl Ledger {
    pub(super) fn new(classes: &'static [Class]) -> Self {
        Self { classes, accounts: vec![Account::default(); classes.len()], offered: 0, just_offered: 0 }
    }

    /// Enters the last step; gives how many messages are in flight.
    pub(super) fn record_step(&mut self, simulator: &impl Simulator) -> u64 {
        let cycle = simulator.now() - 1;
        let mut in_flight = 0;
        for (class, account) in self.accounts.iter_mut().enumerate() {
            let population = simulator.population(class);
            in_flight += population.in_flight;
            account.fresh = population.generated - account.generated;
            let present = population.in_flight + (population.delivered - account.delivered);
            account.present = account.present.wrapping_add(present);
            // Whole numbers of 64 bits may wrap in the longest runs: (1) holds all the same.
            account.born = account.born.wrapping_add(account.fresh.wrapping_mul(cycle));
            account.generated = population.generated;
            account.delivered = population.delivered;
        }
        for sample in simulator.samples() {
            let account = &mut self.accounts[sample.class];
            account.samples += 1;
            account.latencies = account.latencies.wrapping_add(sample.value as u64);
            account.born_of_delivered = account.born_of_delivered.wrapping_add(sample.generated);
        }
        self.just_offered = simulator.offered() - self.offered;
        self.offered += self.just_offered;
        in_flight
    }

    /// The work offered in the last step.
    pub(super) const fn just_offered(&self) -> u64 {
        self.just_offered
    }

    /// The number of messages of a class generated in the last step.
    pub(super) fn fresh(&self, class: usize) -> u64 {
        self.accounts[class].fresh
    }

    /// The number of messages of all classes generated so far.
    pub(super) fn generated(&self) -> u64 {
        self.accounts.iter().map(|account| account.generated).sum()
    }

    pub(super) fn begin_window(&mut self) {
        for account in &mut self.accounts {
            (account.delivered_before, account.generated_before) = (account.delivered, account.generated);
        }
    }

    /// The number of messages of all classes generated in the window.
    pub(super) fn generated_in_window(&self) -> f64 {
        self.accounts.iter().map(|account| (account.generated - account.generated_before) as f64).sum()
    }

    /// Messages of all classes that were generated in the window and stay, less earlier ones that have gone; below zero if these are more.
    pub(super) fn kept_in_window(&self) -> f64 {
        let kept = |account: &Account| {
            (account.generated - account.generated_before) as f64
                - (account.delivered - account.delivered_before) as f64
        };
        self.accounts.iter().map(kept).sum()
    }

    pub(super) fn delivered_in_window(&self, class: usize) -> u64 {
        self.accounts[class].delivered - self.accounts[class].delivered_before
    }

    /// Conservation, Little's law (1) and what the simulator knows of itself.
    pub(super) fn check(&self, simulator: &impl Simulator) -> Result<(), Violation> {
        for (i, (account, class)) in self.accounts.iter().zip(self.classes).enumerate() {
            let (in_flight, name) = (simulator.population(i).in_flight, class.name);
            let &Account { generated, delivered, samples, present, .. } = account;
            if generated != delivered + in_flight || samples != delivered {
                return Err(Violation::Conservation { class: name, generated, delivered, in_flight, samples });
            }
            let ages = simulator
                .now()
                .wrapping_mul(in_flight)
                .wrapping_add(account.born_of_delivered)
                .wrapping_sub(account.born);
            let latencies = account.latencies.wrapping_add(ages);
            if class.kind == ClassKind::Latency && present != latencies {
                return Err(Violation::Little { class: name, present, latencies });
            }
        }
        simulator.audit().map_err(Violation::Audit)
    }
}
