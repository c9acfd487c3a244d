//! Batches by generation time.

use super::{MOST_BATCHES, ledger::Ledger};
use crate::sim::{
    Sample,
    stats::{Batch, Estimate},
};

/// Of one class, generated in one batch.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    generated: u64,
    delivered: u64,
    sum: f64,
}

/// The batches of the window, from the first on.
#[derive(Clone, Debug)]
pub(super) struct Batches {
    start: u64,
    length: u64,
    /// By class and batch: MOST_BATCHES class + batch.
    cells: Vec<Cell>,
    /// By batch: the sum over its cycles of the messages in flight.
    presence: Vec<f64>,
}

impl Batches {
    pub(super) fn new(classes: usize) -> Self {
        Self {
            start: 0,
            length: 1,
            cells: vec![Cell::default(); classes * MOST_BATCHES],
            presence: vec![0.0; MOST_BATCHES],
        }
    }

    /// The window starts.
    pub(super) fn begin(&mut self, now: u64, length: u64) {
        (self.start, self.length) = (now, length);
    }

    pub(super) const fn start(&self) -> u64 {
        self.start
    }

    pub(super) const fn length(&self) -> u64 {
        self.length
    }

    /// How many whole batches there are up to a time.
    pub(super) const fn count(&self, time: u64) -> u64 {
        (time - self.start) / self.length
    }

    /// Whether a time is the end of a batch.
    pub(super) const fn whole(&self, time: u64) -> bool {
        (time - self.start).is_multiple_of(self.length)
    }

    fn index(&self, time: u64) -> usize {
        self.count(time) as usize
    }

    fn classes(&self) -> usize {
        self.cells.len() / MOST_BATCHES
    }

    /// The last step: how many messages were generated and how many are in flight.
    pub(super) fn add(&mut self, ledger: &Ledger, present: f64, now: u64) {
        while self.index(now - 1) >= MOST_BATCHES {
            self.merge();
        }
        let batch = self.index(now - 1);
        self.presence[batch] += present;
        for class in 0..self.classes() {
            self.cells[class * MOST_BATCHES + batch].generated += ledger.fresh(class);
        }
    }

    pub(super) fn sample(&mut self, sample: &Sample) {
        let batch = self.index(sample.generated);
        let cell = &mut self.cells[sample.class * MOST_BATCHES + batch];
        cell.delivered += 1;
        cell.sum += sample.value;
    }

    /// Joins the batches in pairs.
    pub(super) fn merge(&mut self) {
        self.length *= 2;
        for cells in self.cells.chunks_exact_mut(MOST_BATCHES) {
            for i in 0..MOST_BATCHES {
                let pair = |i: usize| cells.get(i).copied().unwrap_or_default();
                let (a, b) = (pair(2 * i), pair(2 * i + 1));
                cells[i] = Cell {
                    generated: a.generated + b.generated,
                    delivered: a.delivered + b.delivered,
                    sum: a.sum + b.sum,
                };
            }
        }
        for i in 0..MOST_BATCHES {
            let pair = |i: usize| self.presence.get(i).copied().unwrap_or_default();
            self.presence[i] = pair(2 * i) + pair(2 * i + 1);
        }
    }

    fn of_class(&self, class: usize, end: u64) -> &[Cell] {
        let first = class * MOST_BATCHES;
        &self.cells[first..first + self.index(end).min(MOST_BATCHES)]
    }

    /// How many messages generated before a time, the end of a batch, are not delivered.
    pub(super) fn outstanding(&self, end: u64) -> u64 {
        let all = (0..self.classes()).flat_map(|class| self.of_class(class, end));
        all.map(|cell| cell.generated - cell.delivered).sum()
    }

    /// How many messages were generated before a time, the end of a batch.
    pub(super) fn generated(&self, end: u64) -> f64 {
        let all = (0..self.classes()).flat_map(|class| self.of_class(class, end));
        all.map(|cell| cell.generated).sum::<u64>() as f64
    }

    /// The mean populations of the two halves of the batches before a time.
    pub(super) fn halves(&self, end: u64) -> (f64, f64) {
        let half = self.index(end).min(MOST_BATCHES) / 2;
        let mean = |sums: &[f64]| sums.iter().sum::<f64>() / (sums.len().max(1) as u64 * self.length) as f64;
        (mean(&self.presence[..half]), mean(&self.presence[half..2 * half]))
    }

    /// The estimate from the batches before a time.
    pub(super) fn estimate(&self, class: usize, end: u64) -> Option<Estimate> {
        let batch = |cell: &Cell| Batch { count: cell.delivered as f64, sum: cell.sum };
        let batches: Vec<Batch> = self.of_class(class, end).iter().map(batch).collect();
        Estimate::of_batches(&batches)
    }

    /// The estimate from the first batches, as far as all their messages are delivered.
    pub(super) fn settled(&self, class: usize) -> Option<Estimate> {
        let cells = &self.cells[class * MOST_BATCHES..(class + 1) * MOST_BATCHES];
        let settled = cells.iter().take_while(|cell| cell.generated > 0 && cell.generated == cell.delivered);
        let batches: Vec<Batch> = settled.map(|cell| Batch { count: cell.delivered as f64, sum: cell.sum }).collect();
        Estimate::of_batches(&batches)
    }
}
