//! Pieces of the window by generation time: short batches, from which an estimate joins its own.

use super::{MOST_PIECES, SHORTEST_PIECE, ledger::Ledger};
use crate::sim::{
    Class, ClassKind, Sample, SimulatorInfo,
    stats::{Batch, Distribution, Estimate, FEWEST, Histogram, Times},
};

/// Of one class, generated in one piece.
#[derive(Clone, Copy, Debug, Default)]
struct PieceSums {
    generated: u64,
    delivered: u64,
    sum: f64,
}

/// The pieces of the window, from the first on.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    start: u64,
    length: u64,
    classes: &'static [Class],
    /// By class and piece: MOST_PIECES class + piece.
    cells: Vec<PieceSums>,
    /// As the cells: the latencies, the times at the source and those in the network, of classes that have them. None in a warm-up.
    times: Vec<[Histogram; 3]>,
    /// By piece: the sum over its cycles of the messages in flight.
    presence: Vec<f64>,
    /// By piece: the work offered in it.
    offered: Vec<u64>,
    /// The work offered in a cycle on average.
    usual: f64,
}

impl Pieces {
    pub(super) fn new(about: &SimulatorInfo) -> Self {
        Self {
            start: 0,
            length: 1,
            classes: about.classes,
            cells: vec![PieceSums::default(); about.classes.len() * MOST_PIECES],
            times: vec![<[Histogram; 3]>::default(); about.classes.len() * MOST_PIECES],
            presence: vec![0.0; MOST_PIECES],
            offered: vec![0; MOST_PIECES],
            usual: about.offered,
        }
    }

    /// Those of the warm-up, as long as the first of a window, and without times.
    pub(super) fn of_warm_up(about: &SimulatorInfo) -> Self {
        Self { length: SHORTEST_PIECE, times: Vec::new(), ..Self::new(about) }
    }

    pub(super) fn begin(&mut self, now: u64, length: u64) {
        (self.start, self.length) = (now, length);
    }

    pub(super) const fn start(&self) -> u64 {
        self.start
    }

    pub(super) const fn length(&self) -> u64 {
        self.length
    }

    /// The number of whole pieces up to a time.
    pub(super) const fn count(&self, time: u64) -> u64 {
        (time - self.start) / self.length
    }

    /// True if a time is the end of a piece.
    pub(super) const fn whole(&self, time: u64) -> bool {
        (time - self.start).is_multiple_of(self.length)
    }

    fn index(&self, time: u64) -> usize {
        self.count(time) as usize
    }

    /// The last step: how many messages were generated and how many are in flight.
    pub(super) fn add(&mut self, ledger: &Ledger, present: f64, now: u64) {
        while self.index(now - 1) >= MOST_PIECES {
            self.merge();
        }
        let piece = self.index(now - 1);
        self.presence[piece] += present;
        self.offered[piece] += ledger.just_offered();
        for class in 0..self.classes.len() {
            self.cells[class * MOST_PIECES + piece].generated += ledger.fresh(class);
        }
    }

    pub(super) fn sample(&mut self, sample: &Sample) {
        let place = sample.class * MOST_PIECES + self.index(sample.generated);
        let cell = &mut self.cells[place];
        cell.delivered += 1;
        cell.sum += sample.value;
        if self.classes[sample.class].kind == ClassKind::Latency
            && let Some([latency, source, network]) = self.times.get_mut(place)
        {
            let whole = sample.value as u64;
            latency.add(whole);
            if let Some(waited) = sample.source.map(u64::from) {
                source.add(waited);
                network.add(whole - waited);
            }
        }
    }

    /// Joins the pieces in pairs.
    pub(super) fn merge(&mut self) {
        self.length *= 2;
        for cells in self.cells.chunks_exact_mut(MOST_PIECES) {
            for i in 0..MOST_PIECES {
                let pair = |i: usize| cells.get(i).copied().unwrap_or_default();
                let (a, b) = (pair(2 * i), pair(2 * i + 1));
                cells[i] = PieceSums {
                    generated: a.generated + b.generated,
                    delivered: a.delivered + b.delivered,
                    sum: a.sum + b.sum,
                };
            }
        }
        for times in self.times.chunks_exact_mut(MOST_PIECES) {
            for i in 0..MOST_PIECES {
                let (a, b) = (2 * i, 2 * i + 1);
                let [first, second] = [a, b].map(|i| times.get_mut(i).map(std::mem::take).unwrap_or_default());
                times[i] = first;
                times[i].iter_mut().zip(&second).for_each(|(time, more)| time.join(more));
            }
        }
        for i in 0..MOST_PIECES {
            let pair = |i: usize| self.presence.get(i).copied().unwrap_or_default();
            self.presence[i] = pair(2 * i) + pair(2 * i + 1);
            let pair = |i: usize| self.offered.get(i).copied().unwrap_or_default();
            self.offered[i] = pair(2 * i) + pair(2 * i + 1);
        }
    }

    fn of_class(&self, class: usize, end: u64) -> &[PieceSums] {
        let first = class * MOST_PIECES;
        &self.cells[first..first + self.index(end).min(MOST_PIECES)]
    }

    /// The number of undelivered messages generated before a time, the end of a piece.
    pub(super) fn outstanding(&self, end: u64) -> u64 {
        let all = (0..self.classes.len()).flat_map(|class| self.of_class(class, end));
        all.map(|cell| cell.generated - cell.delivered).sum()
    }

    /// The number of messages generated before a time, the end of a piece.
    pub(super) fn generated(&self, end: u64) -> f64 {
        let all = (0..self.classes.len()).flat_map(|class| self.of_class(class, end));
        all.map(|cell| cell.generated).sum::<u64>() as f64
    }

    /// The mean populations of the two halves of the pieces before a time.
    pub(super) fn halves(&self, end: u64) -> (f64, f64) {
        let half = self.index(end).min(MOST_PIECES) / 2;
        let mean = |sums: &[f64]| sums.iter().sum::<f64>() / (sums.len().max(1) as u64 * self.length) as f64;
        (mean(&self.presence[..half]), mean(&self.presence[half..2 * half]))
    }

    /// The pieces of a class before a time.
    pub(super) fn batches(&self, class: usize, end: u64) -> Vec<Batch> {
        let usual = self.usual * self.length as f64;
        let piece = |(cell, offered): (&PieceSums, &u64)| Batch {
            count: cell.delivered as f64,
            sum: cell.sum,
            excess: *offered as f64 - usual,
        };
        self.of_class(class, end).iter().zip(&self.offered).map(piece).collect()
    }

    /// The times of a class in the pieces before a time, with intervals from `batches` batches, or without intervals.
    pub(super) fn times(&self, class: usize, end: u64, batches: Option<usize>) -> Option<Times> {
        let (first, count) = (class * MOST_PIECES, self.of_class(class, end).len());
        let pieces = &self.times[first..first + count];
        Times::of(|kind| Distribution::of_pieces(pieces.iter().map(|piece| &piece[kind]), batches))
    }

    /// The mean of the second half of the pieces before a time, if it has [`FEWEST`] values or more. The network may still be filling up.
    pub(super) fn estimate_in_warm_up(&self, class: usize, end: u64) -> Option<Estimate> {
        let pieces = self.batches(class, end);
        let mean = Estimate::plain(&pieces[pieces.len() / 2..]);
        mean.filter(|estimate| estimate.values >= FEWEST)
    }

    /// The end of the last piece, whole at `now`, up to which every message is delivered.
    pub(super) fn settled(&self, now: u64) -> u64 {
        let open = |piece: usize| {
            (0..self.classes.len())
                .map(|class| self.cells[class * MOST_PIECES + piece])
                .any(|c| c.generated > c.delivered)
        };
        let whole = self.index(now).min(MOST_PIECES);
        self.start + (0..whole).position(open).unwrap_or(whole) as u64 * self.length
    }
}
