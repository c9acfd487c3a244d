//! The simulated points: one store by run key and load, with the one pool of workers that simulates them.
//!
//! ```text
//!   scene, pins, compared networks --hold(keys), want(loads)--> Store --tasks--> Pool --> workers
//!                                  <--points(key), StoreEvent--       <--replies--
//! ```
//! A point that several want is simulated once. The points of a run key stay as long as a ticket holds the key. Questions have no points:
//! their jobs pass through.

use super::pool::{JobId, Pool, PoolEvent, Task, Ticket};
use crate::{
    prelude::*,
    worker::scheduler::{QuestionTask, Reply},
};
use flitscope::param::options::Pattern;

/// Most points of a run key: a sweep, and loads that the reader has looked at.
pub(crate) const MOST: usize = 60;

/// One load that is simulated.
#[derive(Clone, Debug)]
pub struct SimulatedPoint {
    pub load: f64,
    pub observation: Option<Summary>,
    /// The job that simulates it; none when it is as far as it will get.
    job: Option<JobId>,
}

impl SimulatedPoint {
    pub const fn new(load: f64, observation: Option<Summary>) -> Self {
        Self { load, observation, job: None }
    }

    /// The observation of a run that is over.
    pub fn outcome(&self) -> Option<&Summary> {
        self.observation.as_ref().filter(|seen| seen.finished())
    }

    pub fn finished(&self) -> bool {
        self.outcome().is_some()
    }

    pub fn known(&self) -> bool {
        self.observation.as_ref().is_some_and(Summary::known)
    }

    pub const fn coming(&self) -> bool {
        self.job.is_some()
    }

    fn has(&self, ticket: Ticket) -> bool {
        self.job.is_some_and(|job| job.ticket == ticket)
    }
}

/// The points of a run key.
#[derive(Debug)]
struct PointSeries {
    key: String,
    held: Vec<Ticket>,
    /// In rising order of load.
    points: Vec<SimulatedPoint>,
}

impl PointSeries {
    fn insert(&mut self, point: SimulatedPoint) {
        let place = self.points.partition_point(|other| other.load < point.load);
        self.points.insert(place, point);
    }

    /// The finished points of the smallest loads go when there are too many.
    fn trim(&mut self) {
        let mut surplus = self.points.len().saturating_sub(MOST);
        self.points.retain(|point| {
            let goes = surplus > 0 && point.finished();
            surplus -= usize::from(goes);
            !goes
        });
    }
}

/// News for those who want points or answers.
#[derive(Clone, Debug, PartialEq)]
pub enum StoreEvent {
    /// A point of a run key has another observation; true if it is the last one.
    Observed { ticket: Ticket, key: String, over: bool },
    /// A point of a run key cannot be simulated.
    Failed { ticket: Ticket, key: String, load: f64, why: String },
    /// An answer, or a part of one; true if that is all.
    Told { job: JobId, answer: Answer, over: bool },
    /// A question that has no answer, with the reason.
    Unanswered { job: JobId, why: String },
    /// The browser has kept a file of an older build.
    Outdated,
    /// The browser starts no worker, for this reason.
    NoWorker(String),
}

#[derive(Debug)]
pub(crate) struct Store {
    pool: Pool,
    series: Vec<PointSeries>,
}

/// The job of simulating a scenario at its load. A cycle costs as much as there is traffic in it.
pub(crate) fn task(scenario: &Scenario, question: Option<QuestionTask>) -> Task {
    Task {
        link: link::write(scenario),
        work: scenario.get(Key::Load) * experiment::cycles(scenario),
        alone: experiment::is_large(scenario.setup()),
        question,
        table: (scenario.choice::<Pattern>() == Pattern::Table).then(|| scenario.count(Key::Table)),
    }
}

impl Store {
    /// No points yet, on a machine with this number of cores. One is left to the page.
    pub(crate) fn new(cores: usize) -> Self {
        Self { pool: Pool::new(cores.saturating_sub(1)), series: Vec::new() }
    }

    pub(crate) const fn pool(&self) -> &Pool {
        &self.pool
    }

    fn series(&mut self, key: &str) -> &mut PointSeries {
        let place = self.series.iter().position(|series| series.key == key).unwrap_or(self.series.len());
        if place == self.series.len() {
            self.series.push(PointSeries { key: key.into(), held: Vec::new(), points: Vec::new() });
        }
        &mut self.series[place]
    }

    /// The points of a run key, in rising order of load.
    pub(crate) fn points(&self, key: &str) -> &[SimulatedPoint] {
        self.series.iter().find(|series| series.key == key).map_or(&[], |series| &series.points)
    }

    /// The observations of its runs that are over.
    pub(crate) fn outcomes(&self, key: &str) -> Vec<&Summary> {
        self.points(key).iter().filter_map(SimulatedPoint::outcome).collect()
    }

    /// Points that are simulated for a ticket or wait for a worker.
    pub(crate) fn coming(&self, ticket: Ticket) -> usize {
        self.series.iter().flat_map(|series| &series.points).filter(|point| point.has(ticket)).count()
    }

    /// From now on a ticket holds these run keys and no others; points of keys that no ticket holds are forgotten.
    pub(crate) fn hold<'a>(&mut self, ticket: Ticket, keys: impl IntoIterator<Item = &'a str>) {
        self.series.iter_mut().for_each(|series| series.held.retain(|other| *other != ticket));
        keys.into_iter().for_each(|key| self.series(key).held.push(ticket));
        self.series.retain(|series| !series.held.is_empty());
    }

    /// Adds the points that the browser has kept of a run key and that are not there.
    pub(crate) fn recall(&mut self, key: &str, seen: Vec<Summary>) {
        let series = self.series(key);
        for observation in seen {
            let load = observation.load;
            if series.points.iter().all(|point| point.load != load) {
                series.insert(SimulatedPoint::new(load, Some(observation)));
            }
        }
    }

    /// Forgets the other points of a run key.
    pub(crate) fn retain(&mut self, key: &str, stays: impl Fn(&SimulatedPoint) -> bool) {
        self.series(key).points.retain(stays);
    }

    /// Simulates loads of a scenario, except for those that are over or coming. A run that has failed or was stopped is repeated.
    pub(crate) fn want(
        &mut self,
        ticket: Ticket,
        scenario: &Scenario,
        loads: Vec<f64>,
        now: f64,
        effects: &mut Vec<Effect>,
    ) {
        let key = experiment::run_key(scenario);
        let series = self.series(&key);
        let mut fresh = Vec::new();
        for load in loads {
            let stopped = |point: &SimulatedPoint| point.load == load && !point.finished() && !point.coming();
            series.points.retain(|point| !stopped(point));
            if series.points.iter().all(|point| point.load != load) {
                series.insert(SimulatedPoint::new(load, None));
                fresh.push(load);
            }
        }
        let tasks = fresh.iter().map(|load| task(&scenario.set(Key::Load, *load), None)).collect();
        let jobs = self.pool.submit(ticket, tasks, now, effects);
        let series = self.series(&key);
        for (load, job) in fresh.into_iter().zip(jobs) {
            series.points.iter_mut().filter(|point| point.load == load).for_each(|point| point.job = Some(job));
        }
        series.trim();
        effects.push(Effect::After(Timer::Watch));
    }

    pub(crate) fn ask(&mut self, tasks: Vec<Task>, now: f64, effects: &mut Vec<Effect>) -> Vec<JobId> {
        effects.push(Effect::After(Timer::Watch));
        self.pool.submit(Ticket::Question, tasks, now, effects)
    }

    /// Ends the jobs of a ticket. What has been observed of the scene stays as far as it came; of others, what is over.
    pub(crate) fn stop(&mut self, ticket: Ticket, now: f64, effects: &mut Vec<Effect>) {
        self.pool.cancel(ticket, now, effects);
        for series in &mut self.series {
            series.points.retain_mut(|point| {
                let has = point.has(ticket);
                point.job = point.job.filter(|_| !has);
                !has || ticket == Ticket::Point && point.observation.is_some()
            });
        }
    }

    pub(crate) fn hear(&mut self, worker: u32, reply: Reply, now: f64, effects: &mut Vec<Effect>) -> Vec<StoreEvent> {
        let heard = self.pool.hear(worker, reply, now, effects);
        self.note(heard)
    }

    /// Replaces workers that no longer answer.
    pub(crate) fn watch(&mut self, now: f64, effects: &mut Vec<Effect>) -> Vec<StoreEvent> {
        let heard = self.pool.watch(now, effects);
        let events = self.note(heard);
        if self.pool.is_busy() {
            effects.push(Effect::After(Timer::Watch));
        }
        events
    }

    fn note(&mut self, heard: impl IntoIterator<Item = PoolEvent>) -> Vec<StoreEvent> {
        heard.into_iter().filter_map(|event| self.event(event)).collect()
    }

    /// Takes an event of the pool; `None` if the points that it is about are forgotten.
    fn event(&mut self, heard: PoolEvent) -> Option<StoreEvent> {
        Some(match heard {
            PoolEvent::Outdated => StoreEvent::Outdated,
            PoolEvent::NoWorker(why) => StoreEvent::NoWorker(why),
            PoolEvent::Told(job, answer, over) => StoreEvent::Told { job, answer, over },
            PoolEvent::Failed(job, why) if job.ticket == Ticket::Question => StoreEvent::Unanswered { job, why },
            PoolEvent::Failed(job, why) => {
                let (key, point) = self.point_of(job)?;
                point.job = None;
                StoreEvent::Failed { ticket: job.ticket, key, load: point.load, why }
            }
            PoolEvent::Observed(job, observation) => {
                let (key, point) = self.point_of(job)?;
                let over = observation.finished();
                point.observation = Some(*observation);
                if over {
                    point.job = None;
                }
                StoreEvent::Observed { ticket: job.ticket, key, over }
            }
        })
    }

    fn point_of(&mut self, job: JobId) -> Option<(String, &mut SimulatedPoint)> {
        self.series.iter_mut().find_map(|series| {
            let point = series.points.iter_mut().find(|point| point.job == Some(job))?;
            Some((series.key.clone(), point))
        })
    }
}
