//! What is being simulated beside the models, and what came of it: the points of a sweep, the pool that works on them, and what the browser
//! has kept of earlier ones.

mod report;
mod view;

pub use report::SimulationReport;
pub use view::Progress;

use super::{
    desk::Word,
    effect::{Effect, Timer},
    pool::{Heard, Pool},
    saved_runs::{self, SavedRuns},
};
use crate::{
    experiment::{self, Observation, agreement},
    model::Model,
    param::Key,
    scenario::{Scenario, link},
};

/// Most points that are kept of one subject: a sweep, and loads that the reader has looked at.
const MOST: usize = 60;

/// One load that is simulated.
#[derive(Clone, Debug)]
pub struct Point {
    /// The load.
    pub load: f64,
    /// What can be said of it.
    pub observation: Option<Observation>,
    /// The number under which it waits for a worker, or has one; none when it is as far as it will get.
    job: Option<u32>,
}

impl Point {
    fn finished(&self) -> bool {
        self.observation.as_ref().is_some_and(Observation::finished)
    }

    const fn coming(&self) -> bool {
        self.job.is_some()
    }
}

/// What the reader must know.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // each variant says what its fields are
pub enum Trouble {
    /// The browser starts no worker, for this reason.
    NoWorker(String),
    /// The browser has a file of an older build.
    Outdated,
    /// Why a load cannot be simulated, in a sentence, with the symbol of the load; empty if it has none.
    At { symbol: &'static str, load: f64, why: String },
}

/// When and where the page runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Host {
    /// The file name of the module: another build, another name.
    pub build: String,
    /// The time at which the page's clock began, milliseconds since 1970.
    pub epoch: f64,
    /// How many processors there are.
    pub cores: usize,
}

/// The points and the workers.
pub struct Simulation {
    host: Host,
    pool: Pool,
    /// What the points were simulated for; see [`experiment::run_key`].
    subject: String,
    /// In rising order of load.
    points: Vec<Point>,
    /// The scenario on the screen, and its subject.
    scenario: Scenario,
    present: String,
    /// When the jobs at hand were given, in milliseconds, and how much traffic they are: the sum of their loads.
    began: (f64, f64),
    /// What the reader must know.
    trouble: Option<Trouble>,
    /// What the browser keeps.
    saved: SavedRuns,
}

impl Simulation {
    /// Nothing simulated of a scenario yet; what the browser has kept of it is asked for.
    pub fn new(scenario: Scenario, host: Host, effects: &mut Vec<Effect>) -> Self {
        let present = experiment::run_key(&scenario);
        effects.push(Effect::Recall(present.clone()));
        Self {
            pool: Pool::new(host.cores),
            host,
            subject: String::new(),
            points: Vec::new(),
            scenario,
            present,
            began: (0.0, 0.0),
            trouble: None,
            saved: SavedRuns { room: true, subjects: 0, characters: 0 },
        }
    }

    /// Takes note of the scenario on the screen; says whether that changes what there is to show. What no longer holds is not simulated on.
    pub fn follow(&mut self, scenario: &Scenario, now: f64, effects: &mut Vec<Effect>) -> bool {
        if *scenario == self.scenario {
            return false;
        }
        if scenario.system() != self.scenario.system() {
            // Points of another network would look like points of this one.
            self.end(now, effects);
            self.points.clear();
            self.subject.clear();
        }
        self.scenario = *scenario;
        let present = experiment::run_key(scenario);
        let moved = present != self.present;
        if moved {
            self.end(now, effects);
            self.trouble = None;
            if present != self.subject {
                effects.push(Effect::Recall(present.clone()));
            }
            self.present = present;
        }
        moved
    }

    /// Takes note of what the browser has kept of a subject; says whether that changes what there is to show.
    pub fn recall(&mut self, subject: &str, text: &str) -> bool {
        if subject != self.present || self.holds() {
            return false;
        }
        let point = |observation: Observation| Point {
            load: observation.record.load,
            observation: Some(observation),
            job: None,
        };
        // What was kept may have been tampered with.
        let right = |point: &Point| self.scenario.set(Key::Load, point.load).get(Key::Load) == point.load;
        let mut points: Vec<_> =
            saved_runs::read(text, &self.host.build).into_iter().map(point).filter(right).take(MOST).collect();
        sort(&mut points);
        let some = !points.is_empty();
        if some {
            (self.points, self.subject) = (points, subject.into());
        }
        some
    }

    /// Takes note of what the browser keeps.
    pub const fn saved(&mut self, saved: SavedRuns) {
        self.saved = saved;
    }

    /// Whether the points are of the scenario on the screen.
    pub fn holds(&self) -> bool {
        self.subject == self.present
    }

    /// The points, in rising order of load.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// What was observed of the scenario on the screen.
    pub fn observations(&self) -> Vec<Observation> {
        let points = self.points.iter().filter(|_| self.holds());
        points.filter_map(|point| point.observation.clone()).collect()
    }

    /// What was observed of the load shown.
    pub fn shown(&self) -> Option<&Observation> {
        let load = self.scenario.get(Key::Load);
        let point = self.points.iter().find(|point| self.holds() && point.load == load);
        point.and_then(|point| point.observation.as_ref())
    }

    /// Whether something is being simulated.
    pub fn running(&self) -> bool {
        self.points.iter().any(Point::coming)
    }

    /// Simulates the load shown and a sweep as far as they have not been, ends of the curve as `model` has them.
    pub fn start(&mut self, model: &dyn Model, now: f64, effects: &mut Vec<Effect>) {
        if !self.holds() {
            self.end(now, effects);
            self.points.clear();
            self.subject.clone_from(&self.present);
        }
        self.trouble = None;
        let shown = self.scenario.get(Key::Load);
        let sweep = experiment::order(experiment::loads(model));
        let wanted: Vec<f64> = [shown].into_iter().filter(|load| *load > 0.0).chain(sweep).collect();
        // What failed or was stopped is tried again.
        self.points.retain(|point| point.finished() || point.coming());
        for load in wanted {
            if self.points.iter().any(|point| point.load == load) {
                continue;
            }
            let job = self.pool.submit(link::write(&self.scenario.set(Key::Load, load)), now, effects);
            self.points.push(Point { load, observation: None, job: Some(job) });
        }
        let work = self.points.iter().filter(|point| point.coming()).map(|point| point.load).sum();
        // The oldest finished ones go when there are too many.
        let mut surplus = self.points.len().saturating_sub(MOST);
        self.points.retain(|point| {
            let goes = surplus > 0 && point.finished();
            surplus -= usize::from(goes);
            !goes
        });
        sort(&mut self.points);
        self.began = (now, work);
        effects.push(Effect::After(Timer::Watch));
    }

    /// The smallest load at which the queues of the network grew, if it settled at no larger one.
    pub fn saturated(&self) -> Option<f64> {
        let seen = self.points.iter().filter(|_| self.holds()).filter_map(|point| point.observation.as_ref());
        let (first, settled) = agreement::saturation(seen)?;
        settled.is_none().then_some(first.record.load)
    }

    /// Ends what is going on. What has been seen stays, as far as it came.
    pub fn end(&mut self, now: f64, effects: &mut Vec<Effect>) {
        if self.running() {
            self.pool.cancel(effects);
            self.points.iter_mut().for_each(|point| point.job = None);
            self.points.retain(|point| point.observation.is_some());
            self.keep(now, effects);
        }
    }

    /// Takes all points away, also what the browser has kept of them.
    pub fn clear(&mut self, now: f64, effects: &mut Vec<Effect>) {
        self.end(now, effects);
        self.points.clear();
        self.trouble = None;
        let both = [&self.present, &self.subject];
        effects.push(Effect::Forget(both.into_iter().filter(|subject| !subject.is_empty()).cloned().collect()));
        self.subject.clone_from(&self.present);
    }

    /// Takes note of what a worker says.
    pub fn hear(&mut self, worker: u32, word: Word, now: f64, effects: &mut Vec<Effect>) {
        if let Some(heard) = self.pool.hear(worker, word, now, effects) {
            self.note(heard, now, effects);
        }
    }

    /// A worker has failed.
    pub fn failed(&mut self, worker: u32, why: &str, now: f64, effects: &mut Vec<Effect>) {
        for heard in self.pool.failed(worker, why, now, effects) {
            self.note(heard, now, effects);
        }
    }

    /// The browser does not start a worker: the others do its work, and without any nothing is simulated.
    pub fn refused(&mut self, worker: u32, why: &str, now: f64, effects: &mut Vec<Effect>) {
        if !self.pool.refused(worker) {
            self.trouble = Some(Trouble::NoWorker(why.into()));
            self.end(now, effects);
        }
    }

    /// Looks after workers that no longer answer.
    pub fn watch(&mut self, now: f64, effects: &mut Vec<Effect>) {
        for heard in self.pool.watch(now, effects) {
            self.note(heard, now, effects);
        }
        if self.running() {
            effects.push(Effect::After(Timer::Watch));
        }
    }

    fn note(&mut self, heard: Heard, now: f64, effects: &mut Vec<Effect>) {
        let coming = |job: u32| move |point: &&mut Point| point.job == Some(job);
        match heard {
            Heard::Outdated => {
                self.trouble = Some(Trouble::Outdated);
                self.end(now, effects);
            }
            Heard::Failed(job, sentence) => {
                let Some(point) = self.points.iter_mut().find(coming(job)) else { return };
                let symbol = experiment::load_symbol(&self.scenario);
                self.trouble = Some(Trouble::At { symbol, load: point.load, why: sentence });
                point.job = None;
            }
            Heard::Observed(job, observation) => {
                let Some(point) = self.points.iter_mut().find(coming(job)) else { return };
                let over = observation.finished();
                point.observation = Some(*observation);
                if over {
                    point.job = None;
                    self.keep(now, effects);
                }
            }
        }
    }

    fn keep(&self, now: f64, effects: &mut Vec<Effect>) {
        let finished: Vec<_> =
            self.points.iter().filter_map(|point| point.observation.as_ref()).filter(|o| o.finished()).collect();
        if !finished.is_empty() {
            let text = saved_runs::write(&finished, &self.host.build, (self.host.epoch + now).round());
            effects.push(Effect::Save { subject: self.subject.clone(), text });
        }
    }
}

fn sort(points: &mut [Point]) {
    points.sort_unstable_by(|a, b| a.load.total_cmp(&b.load));
}

#[cfg(test)]
mod tests;
