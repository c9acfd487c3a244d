//! The runs of one load, one after the other: there is room for one network. Where there are threads and memory, as on the command line,
//! each replication is a [`Runs::some`] of its own, and [`Summary::of`] takes the reports of all.

use super::Summary;
use crate::{
    param::{Key, Problem},
    scenario::Scenario,
    sim::{
        self, ChannelUse, Simulator,
        protocol::{Plan, Report, Run, Verdict, Violation},
    },
};
use std::{error::Error, fmt, ops::Range, slice};

/// A run without a result.
#[derive(Clone, Debug, PartialEq)]
pub enum RunError {
    /// The scenario cannot be simulated.
    Setting(Problem),
    /// The simulator broke one of its laws.
    Law(Violation),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setting(problem) => problem.fmt(f),
            Self::Law(violation) => violation.fmt(f),
        }
    }
}

impl Error for RunError {}

impl From<Problem> for RunError {
    fn from(problem: Problem) -> Self {
        Self::Setting(problem)
    }
}

impl From<Violation> for RunError {
    fn from(violation: Violation) -> Self {
        Self::Law(violation)
    }
}

/// The runs of a scenario at its load, one after the other.
pub struct Runs {
    scenario: Scenario,
    plan: Plan,
    /// The numbers of the replications that are not begun.
    left: Range<u32>,
    /// True if the runs count what each [channel](Self::channels) carries.
    counts: bool,
    /// The runs that are over, and the one that goes on.
    over: Vec<Report>,
    run: Run<Box<dyn Simulator + Send>>,
    /// Cycles of the next turn.
    slice: u64,
    seconds: f64,
}

impl Runs {
    /// All replications of a scenario, not begun. Fails with a problem if the scenario cannot be simulated.
    pub fn new(scenario: Scenario, plan: Plan) -> Result<Self, Problem> {
        Self::some(scenario, plan, 0..scenario.count(Key::Replications), false)
    }

    /// Some replications, by their numbers, at least one. If `counts`, they count what each [channel](Self::channels) carries.
    /// Fails with a problem if the scenario cannot be simulated.
    pub fn some(scenario: Scenario, plan: Plan, mut left: Range<u32>, counts: bool) -> Result<Self, Problem> {
        let run = run(&scenario, plan, left.next().unwrap_or_default(), counts)?;
        Ok(Self { scenario, plan, left, counts, over: Vec::new(), run, slice: 1, seconds: 0.0 })
    }

    /// The flits of each channel by now: if the run is over, while it counted.
    pub fn channels(&self) -> Vec<ChannelUse> {
        self.over.last().map_or_else(|| self.run.simulator().channels(), |report| report.channels.clone())
    }

    /// Seconds that its [turns](Self::turn) took so far.
    pub const fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Cycles simulated so far, of all runs.
    pub fn came(&self) -> u64 {
        let going = if self.are_over() { 0 } else { self.run.simulator().now() };
        self.over.iter().map(|report| report.cycles).sum::<u64>() + going
    }

    /// The memory that what is present takes, bytes.
    pub fn held(&self) -> u64 {
        self.run.simulator().held()
    }

    /// Simulates up to `cycles` more; true if all runs are over. The numbers are the same for every number of cycles.
    /// Fails with the broken law, or the reason why the next run cannot be made.
    pub fn advance(&mut self, cycles: u64) -> Result<bool, RunError> {
        if !self.run.advance(cycles)? {
            return Ok(false);
        }
        self.over.extend(self.run.report().cloned());
        let Some(next) = self.left.next() else { return Ok(true) };
        self.run = run(&self.scenario, self.plan, next, self.counts)?;
        Ok(false)
    }

    /// Simulates for about `wanted` milliseconds by a clock, from its last look `now` on, which is moved on; true if all are over.
    pub fn turn(&mut self, wanted: f64, now: &mut f64, clock: &dyn Fn() -> f64) -> Result<bool, RunError> {
        let over = self.advance(self.slice);
        let after = clock();
        let took = after - *now;
        (self.slice, *now) = (next_slice(self.slice, took, wanted), after);
        self.seconds += took / 1000.0;
        over
    }

    /// Simulates all runs to their end.
    pub fn finish(mut self) -> Result<Summary, RunError> {
        while !self.advance(u64::MAX)? {}
        Ok(self.summary())
    }

    /// The report of the run that goes on, or of the last one.
    pub fn report(&self) -> Report {
        self.run.so_far()
    }

    /// The numbers of the runs that are over; those of the first one also while it goes on.
    pub fn summary(&self) -> Summary {
        let seconds = self.seconds;
        if self.over.is_empty() {
            return Summary { seconds, ..Summary::of(slice::from_ref(&self.report())) };
        }
        let over = Summary { seconds, ..Summary::of(&self.over) };
        if self.are_over() {
            return over;
        }
        let flit_hops = over.flit_hops + self.run.simulator().flit_hops();
        Summary { state: Verdict::Unfinished, cycles: self.came(), flit_hops, ..over }
    }

    fn are_over(&self) -> bool {
        self.left.is_empty() && self.run.report().is_some()
    }
}

/// One run of a scenario, not begun.
fn run(
    scenario: &Scenario,
    plan: Plan,
    replication: u32,
    counts: bool,
) -> Result<Run<Box<dyn Simulator + Send>>, Problem> {
    let mut simulator = sim::of(scenario, replication)?;
    if counts {
        Simulator::count_channels(&mut simulator);
    }
    Ok(Run::new(simulator, plan))
}

/// Most cycles between two looks at the clock.
const MOST: u64 = 1 << 20;

/// The number of cycles before the next look at the clock, where the last ones took some time, in any unit, in place of `wanted`: a
/// cycle of a large network takes as long as a million of a small one. Clocks may be coarse: a number that took no time is doubled.
fn next_slice(cycles: u64, took: f64, wanted: f64) -> u64 {
    if took > wanted {
        (cycles / 2).max(1)
    } else if took < wanted / 2.0 {
        (2 * cycles).min(MOST)
    } else {
        cycles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{experiment::plan, scenario::link};

    #[test]
    fn runs_of_one_load_are_made_one_after_the_other_and_give_their_means() {
        let scenario = link::parse("#system=hypercube-slotted&n=3&cycles=3000&load=0.05&replications=3").scenario;
        let plan = plan(&scenario);
        let mut runs = Runs::new(scenario, plan).expect("it can be simulated");
        let (mut seen, mut over) = (Vec::new(), false);
        while !over {
            over = runs.advance(700).expect("no law is broken");
            seen.push(runs.summary());
        }
        let alone = (0..3).map(|number| run(&scenario, plan, number, false).expect("it can be simulated").finish());
        let alone: Vec<Report> = alone.collect::<Result<_, _>>().expect("no law is broken");
        let means = alone.iter().map(|run| run.estimate().expect("it is stable").mean);
        let last = &seen[seen.len() - 1];
        assert_eq!(runs.came(), last.cycles);
        let class = &last.classes[0];
        assert!((class.mean.expect("a mean") - means.sum::<f64>() / 3.0).abs() < 1e-12);
        assert_eq!(*last, Summary::of(&alone));
        assert!(last.finished() && class.ci95.is_some());
        assert!(seen[..seen.len() - 1].iter().all(|seen| !seen.finished()));
        assert!(seen.iter().map(|seen| seen.cycles).is_sorted(), "it goes on");
        assert!(seen.iter().map(|seen| seen.flit_hops).is_sorted_by(|one, next| one <= next));
    }

    #[test]
    fn a_slice_comes_to_take_the_time_that_is_wanted() {
        for cost in [1e-5, 0.01, 0.3, 70.0] {
            let slice = (0..40).fold(1, |slice, _| next_slice(slice, cost * slice as f64, 10.0));
            let took = cost * slice as f64;
            assert!((5.0..=10.0).contains(&took) || [1, MOST].contains(&slice), "{cost}: {took}");
        }
    }
}
