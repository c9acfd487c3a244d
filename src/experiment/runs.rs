//! The runs of one load, one after the other: there is room for one network.

use super::{Observation, plan};
use crate::{
    param::{Key, Problem},
    scenario::Scenario,
    sim::{
        self, ChannelUse, Simulator,
        protocol::{Report, Run, Verdict, Violation},
    },
};
use std::{error::Error, fmt, slice};

/// A run without a result.
#[derive(Clone, Debug, PartialEq)]
pub enum RunError {
    /// The scenario cannot be simulated.
    Setting(Problem),
    /// The simulator broke one of its laws.
    Law(Violation),
    /// The simulator does not measure the quantity with this symbol.
    Unmeasured(&'static str),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setting(problem) => problem.fmt(f),
            Self::Law(violation) => violation.fmt(f),
            Self::Unmeasured(symbol) => write!(f, "{symbol} is not measured."),
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

/// The runs of a scenario at its load, as many as it asks for.
pub struct Runs {
    scenario: Scenario,
    /// Those that are over, with their flits that have crossed a channel, and the one that goes on.
    over: Vec<Report>,
    flit_hops: u64,
    run: Run<Box<dyn Simulator + Send>>,
}

impl Runs {
    /// Not begun.
    ///
    /// # Errors
    /// A problem if the scenario cannot be simulated.
    pub fn of(scenario: Scenario) -> Result<Self, Problem> {
        Ok(Self { run: run(&scenario, 0)?, over: Vec::new(), flit_hops: 0, scenario })
    }

    /// A single run, not begun, which counts what each [channel](Self::channels) carries.
    ///
    /// # Errors
    /// A problem if the scenario cannot be simulated.
    pub fn counting(scenario: Scenario) -> Result<Self, Problem> {
        let scenario = scenario.set(Key::Replications, 1.0);
        let mut simulator = sim::of(&scenario, 0)?;
        Simulator::count_channels(&mut simulator);
        Ok(Self { run: Run::new(simulator, plan(&scenario)), over: Vec::new(), flit_hops: 0, scenario })
    }

    /// The flits of each channel by now: if the run is over, while it counted.
    pub fn channels(&self) -> Vec<ChannelUse> {
        self.over.last().map_or_else(|| self.run.simulator().channels(), |report| report.channels.clone())
    }

    /// Cycles simulated so far.
    pub fn came(&self) -> u64 {
        let going = if self.all() { 0 } else { self.run.simulator().now() };
        self.over.iter().map(|report| report.cycles).sum::<u64>() + going
    }

    /// The memory that what is present takes, bytes.
    pub fn held(&self) -> u64 {
        self.run.simulator().held()
    }

    /// Simulates up to `cycles` more; true if all runs are over. The numbers are the same for every number of cycles.
    ///
    /// # Errors
    /// The broken law, or the reason why the next run cannot be made.
    pub fn advance(&mut self, cycles: u64) -> Result<bool, RunError> {
        if !self.run.advance(cycles)? {
            return Ok(false);
        }
        self.over.extend(self.run.report().cloned());
        if self.all() {
            return Ok(true);
        }
        self.flit_hops += self.run.simulator().flit_hops();
        self.run = run(&self.scenario, self.over.len() as u32)?;
        Ok(false)
    }

    /// The observation after `seconds` of work: of the runs that are over; of the first one also while it goes on.
    pub fn observation(&self, seconds: f64) -> Observation {
        let flit_hops = self.flit_hops + self.run.simulator().flit_hops();
        if self.over.is_empty() {
            return Observation::of_all(slice::from_ref(&self.run.so_far()), flit_hops, seconds);
        }
        let mut observation = Observation::of_all(&self.over, flit_hops, seconds);
        if !self.all() {
            (observation.record.state, observation.record.cycles) = (Verdict::Unfinished, self.came());
        }
        observation
    }

    fn all(&self) -> bool {
        self.over.len() as u32 == self.scenario.count(Key::Replications)
    }
}

/// One run of a scenario, not begun.
fn run(scenario: &Scenario, replication: u32) -> Result<Run<Box<dyn Simulator + Send>>, Problem> {
    Ok(Run::new(sim::of(scenario, replication)?, plan(scenario)))
}

/// Cycles between two looks at the clock: by time, for a cycle of a large network takes as long as a million of a small one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice(u64);

impl Slice {
    /// Most cycles between two looks.
    const MOST: u64 = 1 << 20;

    /// The first.
    pub const FIRST: Self = Self(1);

    /// Its cycles.
    pub const fn cycles(self) -> u64 {
        self.0
    }

    /// The next slice after this one took a time, in any unit, which is to be about `wanted`. Clocks may be coarse: what took no time is doubled.
    pub fn after(self, took: f64, wanted: f64) -> Self {
        if took > wanted {
            Self((self.0 / 2).max(1))
        } else if took < wanted / 2.0 {
            Self((2 * self.0).min(Self::MOST))
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{scenario::link, sim::protocol::together};

    #[test]
    fn runs_of_one_load_are_made_one_after_the_other_and_give_their_means() {
        let scenario = link::parse("#system=hypercube-slotted&n=3&cycles=3000&load=0.05&replications=3").scenario;
        let mut runs = Runs::of(scenario).expect("it can be simulated");
        let (mut seen, mut over) = (Vec::new(), false);
        while !over {
            over = runs.advance(700).expect("no law is broken");
            seen.push(runs.observation(1.0));
        }
        let alone = (0..3).map(|replication| run(&scenario, replication).expect("it can be simulated").finish());
        let alone: Vec<Report> = alone.collect::<Result<_, _>>().expect("no law is broken");
        let means = alone.iter().map(|run| run.estimate().expect("it is stable").mean);
        let last = &seen[seen.len() - 1];
        assert_eq!(runs.came(), last.record.cycles);
        assert!((last.record.mean_latency.expect("a mean") - means.sum::<f64>() / 3.0).abs() < 1e-12);
        assert_eq!(last.record, together(&alone));
        assert!(last.finished() && last.record.ci95.is_some());
        assert!(seen[..seen.len() - 1].iter().all(|seen| !seen.finished()));
        assert!(seen.iter().map(|seen| seen.record.cycles).is_sorted(), "it goes on");
        assert!(seen.iter().map(|seen| seen.flit_hops).is_sorted_by(|one, next| one <= next));
    }

    #[test]
    fn a_slice_comes_to_take_the_time_that_is_wanted() {
        for cost in [1e-5, 0.01, 0.3, 70.0] {
            let mut slice = Slice::FIRST;
            for _ in 0..40 {
                slice = slice.after(cost * slice.cycles() as f64, 10.0);
            }
            let took = cost * slice.cycles() as f64;
            assert!((5.0..=10.0).contains(&took) || [1, Slice::MOST].contains(&slice.cycles()), "{cost}: {took}");
        }
    }
}
