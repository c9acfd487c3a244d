//! The points as plain data: for tests, lesson authors and files.

use crate::{jobs::simulation::Simulation, prelude::*};
use flitscope::{
    report::by_name,
    sim::{protocol::SummaryReport, stats::Bins},
};

impl Simulation {
    /// The points on the screen as plain data; `held_only`: without those of another scenario.
    pub fn report(&self, held_only: bool) -> SimulationReport<'_> {
        let holds = self.holds();
        let shown = self.points().iter().filter(|_| holds || !held_only);
        SimulationReport {
            simulated: shown
                .filter_map(|point| point.observation.as_ref())
                .map(|observation| SimulatedReport::of(observation, holds))
                .collect(),
            simulation: Going { running: self.running(), points: self.points().len(), workers: self.store.pool.size() },
        }
    }
}

/// The points and the progress, for tests and lesson authors.
#[derive(Serialize)]
pub struct SimulationReport<'a> {
    simulated: Vec<SimulatedReport<'a>>,
    simulation: Going,
}

#[derive(Serialize)]
struct Going {
    running: bool,
    points: usize,
    workers: usize,
}

#[derive(Serialize)]
pub(crate) struct SimulatedReport<'a> {
    #[serde(flatten)]
    summary: SummaryReport,
    finished: bool,
    /// True if it is of the scenario on the screen.
    holds: bool,
    flit_hops: f64,
    seconds: f64,
    histogram: &'a Bins,
    #[serde(serialize_with = "by_name")]
    values: &'a [(String, Vec<f64>)],
}

impl<'a> SimulatedReport<'a> {
    /// The observation of a load; `holds` if it is of the scenario on the screen.
    pub(crate) fn of(observation: &'a Summary, holds: bool) -> Self {
        Self {
            summary: SummaryReport(observation.clone()),
            finished: observation.finished(),
            holds,
            flit_hops: observation.flit_hops as f64,
            seconds: observation.seconds,
            histogram: &observation.latencies,
            values: &observation.values,
        }
    }
}
