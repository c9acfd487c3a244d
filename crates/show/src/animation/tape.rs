//! The recording of anything that steps and can be cloned: every state of it again, in any order.
//!
//! ```text
//!   cycle   0 ------- 64 ------- 128 ------- 192 -----> recorded
//!           [K]       [K]        [K]         [K]    [F]      K keyframe: a clone,  F the front: the last cycle
//!                                 ^---C                      C cursor: the state shown last
//! ```
//! A state is reached by stepping a clone on from the nearest keyframe before it, or from the cursor when that is nearer. What is
//! recorded is deterministic, so the state is the same whichever way it is reached, and stepping back is as exact as stepping forward. It
//! costs at most one keyframe distance. When there are too many keyframes, or they grow large, every second one is dropped, so memory
//! stays bounded however long a recording is. When a single state grows large, the tape is full: nothing more is recorded.

use super::event_log::Mark;
use super::run::RunSummary;
use flitscope::model::Quantity;

/// A state at one cycle. Equal steps from equal states give equal states.
pub trait CycleState: Clone {
    /// The state one cycle later.
    fn step(&mut self);

    /// The time: cycles since the start. Each step adds one.
    fn now(&self) -> u64;

    /// The memory that it takes, bytes, roughly.
    fn bytes(&self) -> usize;

    /// The marks of the run that have been passed, in their order; none where there is no run.
    fn marks(&self) -> [Option<Mark>; 4] {
        [None, None, None, None]
    }

    /// True if the run is over.
    fn is_over(&self) -> bool {
        false
    }

    /// The measurements of the simulator so far, by the symbols of the model.
    fn measures(&self) -> Vec<Quantity> {
        Vec::new()
    }

    /// The results of the run so far.
    fn numbers(&self) -> Option<RunSummary> {
        None
    }
}

/// A state that is the cycle alone: everything else follows from it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cycle(pub u32);

impl CycleState for Cycle {
    fn step(&mut self) {
        self.0 += 1;
    }

    fn now(&self) -> u64 {
        u64::from(self.0)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}

/// Cycles between keyframes at first.
const SPACING: u32 = 64;

/// More keyframes than this are thinned out.
const KEYFRAMES: usize = 128;

/// Bytes of all keyframes beyond which they are thinned out.
const WEIGHT: usize = 40_000_000;

/// Bytes of a state beyond which a tape is full.
const STATE: usize = 40_000_000;

/// The memory that a recording may take, bytes: the keyframes, with one that was just added; the front; and the state shown, which
/// is a clone of one of them.
pub const BUDGET: usize = WEIGHT + 3 * STATE;

/// The progress of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordingState {
    /// Cycle 0 is being prepared.
    Preparing,
    /// It grows as far as the reader goes, up to a cycle.
    Growing(u32),
    /// It grows to its end, wherever the reader is.
    Recording,
    /// It has reached its end.
    Whole,
    /// It has reached the last cycle that may be recorded.
    Limit,
    /// It has used its memory.
    Full,
}

impl RecordingState {
    /// True if there is nothing more to record.
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Whole | Self::Limit | Self::Full)
    }
}

/// A recording. Its cycle 0 is the state that it began with.
#[derive(Clone, Debug)]
pub struct Tape<N> {
    /// The time of cycle 0.
    origin: u64,
    front: N,
    /// Multiples of `spacing`, from cycle 0 on.
    keyframes: Vec<N>,
    spacing: u32,
    /// The cycle that was shown last, if it was not the front.
    cursor: Option<N>,
}

impl<N: CycleState> Tape<N> {
    /// A recording of cycle 0.
    pub fn new(first: N) -> Self {
        Self { origin: first.now(), keyframes: vec![first.clone()], front: first, spacing: SPACING, cursor: None }
    }

    /// Records one cycle more, and gives it.
    pub fn advance(&mut self) -> &N {
        self.front.step();
        if self.recorded().is_multiple_of(self.spacing) {
            self.keyframes.push(self.front.clone());
            self.thin_out();
        }
        &self.front
    }

    /// The last cycle that is recorded.
    pub fn recorded(&self) -> u32 {
        (self.front.now() - self.origin) as u32
    }

    /// True if nothing more fits.
    pub fn is_full(&self) -> bool {
        self.front.bytes() > STATE
    }

    /// The state at the last recorded cycle.
    pub const fn front(&self) -> &N {
        &self.front
    }

    /// The state at a cycle; at the last recorded one if that is earlier.
    pub fn at(&mut self, cycle: u32) -> &N {
        if cycle >= self.recorded() {
            return &self.front;
        }
        let target = self.origin + u64::from(cycle);
        let nearest = self.keyframes.get((cycle / self.spacing) as usize).unwrap_or(&self.front);
        let near = nearest.now()..=target;
        let cursor = self.cursor.take().filter(|cursor| near.contains(&cursor.now()));
        let mut state = cursor.unwrap_or_else(|| nearest.clone());
        while state.now() < target {
            state.step();
        }
        self.cursor.insert(state)
    }

    /// Drops every second keyframe when there are too many, or when they are too large.
    fn thin_out(&mut self) {
        let weight = |keyframes: &[N]| keyframes.iter().map(N::bytes).sum::<usize>();
        while self.keyframes.len() > KEYFRAMES || (self.keyframes.len() > 1 && weight(&self.keyframes) > WEIGHT) {
            let mut index = 0;
            self.keyframes.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.spacing *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts its steps in two ways, so that a step left out shows, and may take more memory with each step.
    #[derive(Clone, Debug, PartialEq)]
    struct Counter {
        now: u64,
        sum: u64,
        bytes: usize,
        more: usize,
    }

    impl CycleState for Counter {
        fn step(&mut self) {
            self.now += 1;
            self.sum += self.now * self.now;
            self.bytes += self.more;
        }

        fn now(&self) -> u64 {
            self.now
        }

        fn bytes(&self) -> usize {
            self.bytes
        }
    }

    fn tape(cycles: u32, bytes: usize) -> Tape<Counter> {
        let mut tape = Tape::new(expected(0, bytes));
        (0..cycles).for_each(|_| {
            tape.advance();
        });
        tape
    }

    fn expected(cycle: u32, bytes: usize) -> Counter {
        let mut counter = Counter { now: 1000, sum: 0, bytes, more: 0 };
        (0..cycle).for_each(|_| counter.step());
        counter
    }

    #[test]
    fn every_cycle_is_reached_from_everywhere() {
        let mut tape = tape(500, 1);
        for cycle in (0..=500).chain((0..=500).rev()).chain((0..300).map(|step| step * 7919 % 501)) {
            assert_eq!(*tape.at(cycle), expected(cycle, 1), "cycle {cycle}");
        }
        assert_eq!(*tape.at(501), expected(500, 1), "beyond the end there is the end");
    }

    #[test]
    fn a_recording_of_what_grows_ends_within_its_budget() {
        let mut tape = Tape::new(Counter { more: 250_000, ..expected(0, 0) });
        while !tape.is_full() {
            tape.advance();
            // Looking at it makes one more clone.
            let half = tape.recorded() / 2;
            assert_eq!(tape.at(half).now, 1000 + u64::from(half));
            let kept = tape.keyframes.iter().chain(&tape.cursor).chain([&tape.front]);
            assert!(kept.map(Counter::bytes).sum::<usize>() <= BUDGET);
        }
        assert_eq!(tape.recorded(), 161);
    }

    #[test]
    fn keyframes_are_thinned_out_and_every_cycle_stays() {
        for (cycles, bytes, most) in [(20_000, 1, KEYFRAMES), (3_000, WEIGHT / 10, 11)] {
            let mut tape = tape(cycles, bytes);
            assert!(tape.keyframes.len() <= most && tape.spacing > SPACING, "{} keyframes", tape.keyframes.len());
            for (keyframe, index) in tape.keyframes.iter().zip(0..) {
                assert_eq!(keyframe.now() - tape.origin, index * u64::from(tape.spacing));
            }
            for cycle in [cycles, cycles - 8, cycles / 2 + 1, cycles / 2 - 1, 129, 127, 0, cycles - 1] {
                assert_eq!(tape.at(cycle).now(), 1000 + u64::from(cycle));
            }
        }
    }
}
