//! What is being simulated beside the models, and what came of it: the points of a sweep, the pool that works on them, and what the browser
//! has kept of earlier ones.

mod pinned;
mod report;
mod view;

use pinned::PinnedPoints;
pub use report::{SimulatedReport, SimulationReport};
pub use view::{Next, Progress};

use super::{
    pool::{Pool, PoolEvent, Task},
    saved_runs::{self, SavedRuns},
};
use crate::{
    dom::effect::{Effect, Timer},
    worker::scheduler::Reply,
};
use flitscope::{
    experiment::{self, Observation, agreement},
    lesson,
    model::Model,
    param::{Key, options::Auto},
    scenario::{Scenario, link},
};

/// Most points that are kept of one subject: a sweep, and loads that the reader has looked at.
const MOST: usize = 60;

/// Most points of one subject beyond its sweep, to find where the simulated network saturates.
const FURTHER: usize = 8;

/// One load that is simulated.
#[derive(Clone, Debug)]
pub struct SimulatedPoint {
    /// The load.
    pub load: f64,
    /// What can be said of it.
    pub observation: Option<Observation>,
    /// The number under which it waits for a worker, or has one; none when it is as far as it will get.
    job: Option<u32>,
}

impl SimulatedPoint {
    fn finished(&self) -> bool {
        self.observation.as_ref().is_some_and(Observation::finished)
    }

    fn known(&self) -> bool {
        self.observation.as_ref().is_some_and(Observation::known)
    }

    const fn coming(&self) -> bool {
        self.job.is_some()
    }
}

/// What the reader must know.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // each variant says what its fields are
pub enum SimulationError {
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
    /// Whether the browser saves data, and with that power.
    pub sparing: bool,
}

/// The points and the workers.
pub struct Simulation {
    host: Host,
    pool: Pool,
    /// What the points were simulated for; see [`experiment::run_key`].
    subject: String,
    /// In rising order of load.
    points: Vec<SimulatedPoint>,
    /// The scenario on the screen, and its subject.
    scenario: Scenario,
    present: String,
    /// When the jobs at hand were given, in milliseconds, and how much traffic they are: the sum of their loads.
    began: (f64, f64),
    /// Whether the reader has asked for them.
    asked: bool,
    /// Whether a simulation is about to begin without being asked.
    begins: bool,
    /// Whether the page has been at rest since.
    rested: bool,
    /// Whether the page is in the background.
    hidden: bool,
    /// True while the points are withheld.
    withheld: bool,
    /// How many points may be added to find where the network saturates, and how many of them have been.
    further: [usize; 2],
    /// What the reader must know.
    trouble: Option<SimulationError>,
    /// What the browser keeps.
    saved: SavedRuns,
    /// The points of what is pinned.
    pinned: Vec<PinnedPoints>,
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
            asked: false,
            begins: false,
            rested: false,
            hidden: false,
            withheld: false,
            further: [0; 2],
            trouble: None,
            saved: SavedRuns { room: true, subjects: 0, characters: 0 },
            pinned: Vec::new(),
        }
    }

    /// Whether the scenario is simulated without being asked.
    pub fn is_automatic(&self) -> bool {
        !self.hidden && self.next() == Next::Soon
    }

    /// What becomes of a scenario that has not been simulated, in the foreground.
    fn next(&self) -> Next {
        match self.scenario.choice() {
            _ if lesson::asks(&self.scenario) => Next::Asked,
            Auto::On => Next::Soon,
            Auto::Off => Next::Asked,
            Auto::Live if self.is_sparing() => Next::Sparing,
            Auto::Live if experiment::is_large(&self.scenario) => Next::Large,
            Auto::Live if self.scenario.is_on(Key::Embed) => Next::Asked,
            Auto::Live => Next::Soon,
        }
    }

    /// Whether the device has nothing to spare for what nobody has asked for.
    const fn is_sparing(&self) -> bool {
        self.host.sparing || self.host.cores < 2
    }

    /// A simulation that nobody asks for begins when the page has been at rest for a while from now on.
    pub fn begin(&mut self, effects: &mut Vec<Effect>) {
        (self.begins, self.rested) = (true, false);
        effects.push(Effect::After(Timer::Begin));
    }

    /// The page has been at rest for that while.
    pub fn rest(&mut self) {
        (self.begins, self.rested) = (self.begins && self.is_automatic(), true);
    }

    /// Whether it is to begin now without being asked.
    pub const fn is_due(&self) -> bool {
        self.begins && self.rested
    }

    /// The page goes to the background or comes back. What the reader has asked for goes on there.
    pub fn hide(&mut self, hidden: bool, now: f64, effects: &mut Vec<Effect>) {
        self.hidden = hidden;
        if hidden && !self.asked {
            self.begins = false;
            self.end(now, effects);
        }
    }

    /// Whether nothing that was asked for is going on or about to begin, and no earlier point is left to go.
    pub fn is_settled(&self) -> bool {
        let asked = self.asked && self.running() || self.begins && self.scenario.choice::<Auto>() == Auto::On;
        !asked && (self.holds() || self.points.is_empty())
    }

    /// Takes note of the scenario on the screen; says whether that changes what there is to show. What no longer holds is not simulated on, and
    /// goes after a while.
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
            if self.holds() {
                effects.push(Effect::After(Timer::Fade));
            }
            if present != self.subject {
                effects.push(Effect::Recall(present.clone()));
            }
            self.present = present;
        }
        moved
    }

    /// Points of earlier settings go.
    pub fn fade(&mut self) {
        if !self.holds() {
            self.points.clear();
            self.subject.clear();
        }
    }

    /// Takes note of what the browser has kept of a subject, pinned or on the screen; says whether that changes what there is to show.
    pub fn recall(&mut self, subject: &str, text: &str) -> bool {
        let mut seen = saved_runs::read(text, &self.host.build);
        // What was kept may have been tampered with.
        let load = |observation: &Observation| observation.record.load;
        seen.retain(|one| self.scenario.set(Key::Load, load(one)).get(Key::Load) == load(one));
        seen.truncate(MOST);
        let mut some = !seen.is_empty() && self.recall_pins(subject, &seen);
        if subject == self.present && !self.holds() && !seen.is_empty() {
            (self.points, self.subject, some) = (Vec::new(), subject.into(), true);
            for observation in seen {
                insert(
                    &mut self.points,
                    SimulatedPoint { load: load(&observation), observation: Some(observation), job: None },
                );
            }
        }
        some
    }

    /// Takes note of what the browser keeps.
    pub const fn set_storage_status(&mut self, saved: SavedRuns) {
        self.saved = saved;
    }

    /// Whether the points are of the scenario on the screen.
    pub fn holds(&self) -> bool {
        self.subject == self.present
    }

    /// Withholds every point while a lesson asks, or no longer.
    pub const fn withhold(&mut self, withheld: bool) {
        self.withheld = withheld;
    }

    /// The points that may be seen, in rising order of load.
    pub fn points(&self) -> &[SimulatedPoint] {
        if self.withheld { &[] } else { &self.points }
    }

    /// What was observed of the scenario on the screen.
    pub fn observations(&self) -> Vec<Observation> {
        let points = self.points().iter().filter(|_| self.holds());
        points.filter_map(|point| point.observation.clone()).collect()
    }

    /// What was observed of the load shown.
    pub fn shown(&self) -> Option<&Observation> {
        let load = self.scenario.get(Key::Load);
        let point = self.points().iter().find(|point| self.holds() && point.load == load);
        point.and_then(|point| point.observation.as_ref())
    }

    /// Whether something is being simulated.
    pub fn running(&self) -> bool {
        self.points.iter().any(SimulatedPoint::coming) || self.pins_left() > 0
    }

    /// Simulates the load shown and a sweep as far as they have not been, ends of the curve as `model` has them; `asked` by the reader. As long as
    /// no model knows its end, the load shown alone; the sweep is still to begin.
    pub fn start(&mut self, model: Option<&dyn Model>, asked: bool, now: f64, effects: &mut Vec<Effect>) {
        let due = self.begins && model.is_none();
        // Where there is no more load to offer the network does not saturate.
        let further = if model.is_some_and(|model| model.end().saturated()) { FURTHER } else { 0 };
        let sweep = model.map_or_else(Vec::new, |model| experiment::order(experiment::loads(model)));
        self.simulate(sweep, further, asked, now, effects);
        self.begins = due;
    }

    /// Simulates the load shown alone, as the reader has asked.
    pub fn repeat(&mut self, now: f64, effects: &mut Vec<Effect>) {
        self.simulate(Vec::new(), 0, true, now, effects);
    }

    /// Simulates the load shown and others, and then so many further ones at most.
    fn simulate(&mut self, others: Vec<f64>, further: usize, asked: bool, now: f64, effects: &mut Vec<Effect>) {
        if !self.holds() {
            self.end(now, effects);
            self.points.clear();
            self.subject.clone_from(&self.present);
        }
        self.trouble = None;
        (self.asked, self.begins) = (asked || self.asked && self.running(), false);
        self.further = [further, 0];
        let shown = self.scenario.get(Key::Load);
        let wanted = [shown].into_iter().filter(|load| *load > 0.0).chain(others).collect();
        // What failed or was stopped is tried again.
        self.points.retain(|point| point.finished() || point.coming());
        self.add(wanted, now, effects);
        effects.push(Effect::After(Timer::Watch));
    }

    /// Simulates loads, but for those that have been.
    fn add(&mut self, wanted: Vec<f64>, now: f64, effects: &mut Vec<Effect>) {
        let alone = experiment::is_large(&self.scenario);
        let cycles = experiment::cycles(&self.scenario);
        let (mut fresh, mut tasks) = (Vec::new(), Vec::new());
        for load in wanted {
            if self.points.iter().all(|point| point.load != load) {
                insert(&mut self.points, SimulatedPoint { load, observation: None, job: None });
                fresh.push(load);
                // A cycle costs as much as there is traffic in it.
                tasks.push(Task {
                    link: link::write(&self.scenario.set(Key::Load, load)),
                    work: load * cycles,
                    alone,
                    part: None,
                });
            }
        }
        for (load, job) in fresh.iter().zip(self.pool.submit(tasks, now, effects)) {
            self.points.iter_mut().filter(|point| point.load == *load).for_each(|point| point.job = Some(job));
        }
        let work = self.points.iter().filter(|point| point.coming()).map(|point| point.load).sum();
        // The oldest finished ones go when there are too many.
        let mut surplus = self.points.len().saturating_sub(MOST);
        self.points.retain(|point| {
            let goes = surplus > 0 && point.finished();
            surplus -= usize::from(goes);
            !goes
        });
        self.began = (now, work);
    }

    /// Once everything is over, goes on to where the simulated network saturates.
    fn go_further(&mut self, now: f64, effects: &mut Vec<Effect>) {
        let [most, added] = self.further;
        if self.points.iter().any(SimulatedPoint::coming) || added >= most {
            return;
        }
        let mut loads = experiment::further(self.points.iter().filter_map(|point| point.observation.as_ref()));
        // No more than can be offered.
        loads.retain(|load| self.scenario.set(Key::Load, *load).get(Key::Load) == *load);
        self.further[1] += loads.len().max(1);
        self.add(loads, now, effects);
    }

    /// The number of points of the scenario on the screen whose runs are over, and the number of all; none once all are.
    pub fn preliminary(&self) -> Option<(usize, usize)> {
        let finished = self.points.iter().filter(|point| point.finished()).count();
        (self.holds() && finished < self.points.len()).then_some((finished, self.points.len()))
    }

    /// The smallest load at which the queues of the network grew, if it settled at no larger one; none until the last run is over.
    pub fn saturated(&self) -> Option<f64> {
        if self.preliminary().is_some() {
            return None;
        }
        let seen = self.points().iter().filter(|_| self.holds()).filter_map(|point| point.observation.as_ref());
        let (first, settled) = agreement::saturation(seen)?;
        settled.is_none().then_some(first.record.load)
    }

    /// Ends what is going on. What has been seen stays, as far as it came.
    pub fn end(&mut self, now: f64, effects: &mut Vec<Effect>) {
        if self.running() {
            self.pool.cancel(effects);
            self.end_pins();
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
    pub fn hear(&mut self, worker: u32, word: Reply, now: f64, effects: &mut Vec<Effect>) {
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
        if !self.pool.refused(worker, now, effects) {
            self.trouble = Some(SimulationError::NoWorker(why.into()));
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

    fn note(&mut self, heard: PoolEvent, now: f64, effects: &mut Vec<Effect>) {
        let coming = |job: u32| move |point: &&mut SimulatedPoint| point.job == Some(job);
        match heard {
            // Nothing has been asked of these workers.
            PoolEvent::Told(..) => {}
            PoolEvent::Outdated => {
                self.trouble = Some(SimulationError::Outdated);
                self.end(now, effects);
            }
            PoolEvent::Failed(job, sentence) => {
                let Some(point) = self.points.iter_mut().find(coming(job)) else {
                    return self.note_pinned(job, None, now, effects);
                };
                let symbol = experiment::load_symbol(&self.scenario);
                self.trouble = Some(SimulationError::At { symbol, load: point.load, why: sentence });
                point.job = None;
                self.go_further(now, effects);
            }
            PoolEvent::Observed(job, observation) => {
                let Some(point) = self.points.iter_mut().find(coming(job)) else {
                    return self.note_pinned(job, Some(*observation), now, effects);
                };
                let over = observation.finished();
                point.observation = Some(*observation);
                if over {
                    point.job = None;
                    self.keep(now, effects);
                    self.go_further(now, effects);
                }
            }
        }
        self.go_on(now, effects);
    }

    fn keep(&self, now: f64, effects: &mut Vec<Effect>) {
        let seen = self.points.iter().filter_map(|point| point.observation.as_ref());
        self.save(&self.subject, seen.filter(|seen| seen.finished()).collect(), now, effects);
    }

    /// The browser keeps these points of a subject.
    fn save(&self, subject: &str, seen: Vec<&Observation>, now: f64, effects: &mut Vec<Effect>) {
        if !seen.is_empty() {
            let text = saved_runs::write(&seen, &self.host.build, (self.host.epoch + now).round());
            effects.push(Effect::Save { subject: subject.into(), text });
        }
    }
}

/// Puts a point among others, in rising order of load.
fn insert(points: &mut Vec<SimulatedPoint>, point: SimulatedPoint) {
    let place = points.partition_point(|other| other.load < point.load);
    points.insert(place, point);
}

#[cfg(test)]
mod tests;
