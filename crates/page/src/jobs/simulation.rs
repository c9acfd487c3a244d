//! The simulated points beside the models: the loads of the scene and of its pins, when they run, and the points that the browser keeps.

mod pinned;
mod report;
mod view;

use super::{
    pool::Ticket,
    saved_runs::{self, SavedRuns},
    store::{MOST, SimulatedPoint, Store, StoreEvent},
};
use crate::{prelude::*, worker::scheduler::Reply};
use flitscope::{experiment::agreement, model::Model, param::options::Auto, scenario::Pins};
use pinned::PinSeries;
pub(crate) use report::{SimulatedReport, SimulationReport};
pub(crate) use view::{Next, Progress};

/// Most points of one subject beyond its sweep, to find where the simulated network saturates.
const FURTHER: usize = 8;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SimulationError {
    /// The browser starts no worker, for this reason.
    NoWorker(String),
    /// The browser has a file of an older build.
    Outdated,
    /// A load cannot be simulated, with the reason in a sentence, and the symbol of the load; empty if it has none.
    At { symbol: &'static str, load: f64, why: String },
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Host {
    /// The file name of the module: another build, another name.
    pub build: String,
    /// The time at which the page's clock began, milliseconds since 1970.
    pub epoch: f64,
    pub cores: usize,
    /// True if the browser saves data, and with that power.
    pub sparing: bool,
}

#[derive(Clone, Copy, Debug)]
struct JobGroup {
    /// Time of the last of them, milliseconds.
    at: f64,
    /// Their traffic: the sum of their loads.
    work: f64,
    /// True if the reader has asked for them.
    asked: bool,
}

/// The progress of a simulation that begins without being asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Automatic {
    /// None is about to begin.
    Off,
    /// It begins when the page has been at rest for a while.
    Waiting,
    /// It begins with the next picture.
    Due,
}

/// The simulated points of the scene and of its pins.
pub struct Simulation {
    host: Host,
    pub(crate) store: Store,
    /// Run key of the points of the scene; empty if there are none. See [`experiment::run_key`].
    subject: String,
    /// The scenario on the screen, and its run key.
    scenario: Scenario,
    present: String,
    batch: JobGroup,
    /// The next simulation that begins without being asked.
    automatic: Automatic,
    /// True if the page is in the background.
    hidden: bool,
    /// True while a lesson asks: no point may be seen.
    pub(crate) withheld: bool,
    /// The points that may be added to find where the network saturates, and those that have been.
    further: (usize, usize),
    trouble: Option<SimulationError>,
    pub(crate) saved: SavedRuns,
    /// The runs that come with the page: a line for each run key, with the key, a tab and an entry of [`saved_runs`] without a build.
    recordings: String,
    /// Those of the scenario on the screen.
    recorded: Vec<Summary>,
    pins: Vec<PinSeries>,
}

impl Simulation {
    /// No points of a scenario yet; asks the browser for those that it has kept.
    pub fn new(scenario: Scenario, host: Host, effects: &mut Vec<Effect>) -> Self {
        let scenario = scenario.with_pins(Pins::default());
        let present = experiment::run_key(&scenario);
        effects.push(Effect::Recall(present.clone()));
        Self {
            store: Store::new(host.cores),
            host,
            subject: String::new(),
            scenario,
            present,
            batch: JobGroup { at: 0.0, work: 0.0, asked: false },
            automatic: Automatic::Off,
            hidden: false,
            withheld: false,
            further: (0, 0),
            trouble: None,
            saved: SavedRuns { room: true, subjects: 0, characters: 0 },
            recordings: String::new(),
            recorded: Vec::new(),
            pins: Vec::new(),
        }
    }

    /// Takes the runs of one more system that come with the page. Those of the scenario on the screen stand for what the page has begun by
    /// itself, and for its runs that are no longer; true if that changes the view.
    pub fn record(&mut self, recordings: String, now: f64, effects: &mut Vec<Effect>) -> bool {
        self.recordings += &recordings;
        self.find();
        if !self.recorded.is_empty() && self.holds() && !self.batch.asked {
            self.end(now, effects);
            let least = |load: f64| self.recorded.iter().find(|one| one.load == load).map_or(0, |one| one.cycles + 1);
            self.store
                .retain(&self.subject, |point| point.outcome().is_some_and(|seen| seen.cycles >= least(seen.load)));
        }
        self.recognise()
    }

    /// Takes the recorded runs of the scenario on the screen; true if that changes the view.
    fn recognise(&mut self) -> bool {
        self.take(&self.present.clone(), self.recorded.clone())
    }

    /// True if the runs that come with the page are of use: not where data is saved, nor embedded without a chart that simulates.
    pub(crate) fn reads_recordings(&self) -> bool {
        let scenario = &self.scenario;
        let charted = scenario.choice::<Auto>() == Auto::On && scenario.chosen(Key::Embed) != "stage";
        !self.host.sparing && (charted || !scenario.is_on(Key::Embed))
    }

    /// Finds the recorded runs of the scenario on the screen.
    fn find(&mut self) {
        let entry =
            |line: &str| line.strip_prefix(&*self.present)?.strip_prefix('\t').map(|text| saved_runs::read(text, ""));
        self.recorded = self.recordings.lines().find_map(entry).unwrap_or_default();
    }

    /// True if the scenario is simulated without being asked.
    pub fn is_automatic(&self) -> bool {
        !self.hidden && self.next() == Next::Soon
    }

    /// The next step for a scenario that has not been simulated, in the foreground.
    fn next(&self) -> Next {
        match self.scenario.choice() {
            _ if lesson::asks(&self.scenario) => Next::Asked,
            Auto::On => Next::Soon,
            Auto::Off => Next::Asked,
            Auto::Live if self.is_sparing() => Next::Sparing,
            Auto::Live if experiment::is_large(self.scenario.setup()) => Next::Large,
            Auto::Live if self.scenario.is_on(Key::Embed) => Next::Asked,
            Auto::Live => Next::Soon,
        }
    }

    /// True if automatic simulation is off here (data saver, or one core).
    const fn is_sparing(&self) -> bool {
        self.host.sparing || self.host.cores < 2
    }

    pub fn begin(&mut self, effects: &mut Vec<Effect>) {
        self.automatic = Automatic::Waiting;
        effects.push(Effect::After(Timer::Begin));
    }

    /// The page has been at rest for that while.
    pub fn rest(&mut self) {
        let goes_on = self.automatic != Automatic::Off && self.is_automatic();
        self.automatic = if goes_on { Automatic::Due } else { Automatic::Off };
    }

    /// True if it is to begin now without being asked.
    pub fn is_due(&self) -> bool {
        self.automatic == Automatic::Due
    }

    /// The page goes to the background or comes back. Automatic simulation pauses in the background.
    pub fn hide(&mut self, hidden: bool, now: f64, effects: &mut Vec<Effect>) {
        self.hidden = hidden;
        if hidden && !self.batch.asked {
            self.automatic = Automatic::Off;
            self.end(now, effects);
        }
    }

    /// True if nothing that was asked for is going on or about to begin, and no earlier point is left to go.
    pub fn is_settled(&self) -> bool {
        let begins = self.automatic != Automatic::Off && self.scenario.choice::<Auto>() == Auto::On;
        let asked = self.batch.asked && self.running() || begins;
        !asked && (self.holds() || self.all().is_empty())
    }

    /// Takes note of the scenario on the screen; true if that changes the view. Points of earlier settings go after a while.
    pub fn follow(&mut self, scenario: &Scenario, now: f64, effects: &mut Vec<Effect>) -> bool {
        let scenario = scenario.with_pins(Pins::default());
        if scenario == self.scenario {
            return false;
        }
        if scenario.system() != self.scenario.system() {
            // Points of another network would look like points of this one.
            self.end(now, effects);
            self.hold(String::new());
        }
        self.scenario = scenario;
        let present = experiment::run_key(&scenario);
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
            self.find();
            self.recognise();
        }
        moved
    }

    /// Points of earlier settings go.
    pub fn fade(&mut self) {
        if !self.holds() {
            self.hold(String::new());
        }
    }

    /// From now on the points of the scene are those of this run key.
    fn hold(&mut self, subject: String) {
        self.subject = subject;
        self.store.hold(Ticket::Point, Some(&*self.subject).filter(|key| !key.is_empty()));
    }

    /// Takes the points that the browser has kept of a run key, pinned or on the screen; true if that changes the view.
    pub fn recall(&mut self, subject: &str, text: &str) -> bool {
        let own = subject == self.present && !self.holds();
        let wanted = own || self.pins.iter().any(|pin| pin.present == subject);
        wanted && self.take(subject, saved_runs::read(text, &self.host.build))
    }

    /// Takes points of a run key that are not there; true if that may change the view.
    fn take(&mut self, subject: &str, mut seen: Vec<Summary>) -> bool {
        // Saved points may have been tampered with.
        let load = |observation: &Summary| observation.load;
        seen.retain(|one| self.scenario.set(Key::Load, load(one)).get(Key::Load) == load(one));
        seen.truncate(MOST);
        if seen.is_empty() {
            return false;
        }
        self.store.recall(subject, seen);
        if subject == self.present && !self.holds() {
            self.hold(subject.into());
        }
        self.hold_pins();
        true
    }

    /// True if the points are of the scenario on the screen.
    pub fn holds(&self) -> bool {
        self.subject == self.present
    }

    /// The points that may be seen, in rising order of load.
    pub fn points(&self) -> &[SimulatedPoint] {
        if self.withheld { &[] } else { self.all() }
    }

    fn all(&self) -> &[SimulatedPoint] {
        self.store.points(&self.subject)
    }

    pub fn observations(&self) -> Vec<Summary> {
        let points = self.points().iter().filter(|_| self.holds());
        points.filter_map(|point| point.observation.clone()).collect()
    }

    pub fn shown(&self) -> Option<&Summary> {
        let load = self.scenario.get(Key::Load);
        let point = self.points().iter().find(|point| self.holds() && point.load == load);
        point.and_then(|point| point.observation.as_ref())
    }

    pub fn running(&self) -> bool {
        self.store.coming(Ticket::Point) + self.pins_left() > 0
    }

    /// Simulates the load shown and a sweep, without the points that exist; the sweep follows the end of the curve of `model`. `asked`: at
    /// the request of the reader. Without a solved model only the load shown is simulated, and the sweep begins later.
    pub fn start(&mut self, model: Option<&dyn Model>, asked: bool, now: f64, effects: &mut Vec<Effect>) {
        let automatic = if model.is_none() { self.automatic } else { Automatic::Off };
        // Recorded runs are a sweep, and the page adds to them at the request of the reader.
        let model = model.filter(|_| asked || self.recorded.is_empty());
        // Without saturation there is no larger load to offer.
        let further = if model.is_some_and(|model| model.end().saturated()) { FURTHER } else { 0 };
        let sweep = model.map_or_else(Vec::new, |model| experiment::order(experiment::loads(model)));
        self.simulate(sweep, further, asked, now, effects);
        self.automatic = automatic;
    }

    /// Simulates the load shown alone, as the reader has asked.
    pub fn repeat(&mut self, now: f64, effects: &mut Vec<Effect>) {
        self.simulate(Vec::new(), 0, true, now, effects);
    }

    /// Simulates the load shown and others, and then at most `further` more.
    fn simulate(&mut self, others: Vec<f64>, further: usize, asked: bool, now: f64, effects: &mut Vec<Effect>) {
        if !self.holds() {
            self.end(now, effects);
            self.hold(self.present.clone());
        }
        self.trouble = None;
        self.batch.asked = asked || self.batch.asked && self.running();
        self.automatic = Automatic::Off;
        self.further = (further, 0);
        let shown = self.scenario.get(Key::Load);
        let wanted = [shown].into_iter().filter(|load| *load > 0.0).chain(others).collect();
        // What failed or was stopped is tried again.
        self.store.retain(&self.subject, |point| point.finished() || point.coming());
        self.add(wanted, now, effects);
    }

    /// Simulates loads, but for those that have been.
    fn add(&mut self, wanted: Vec<f64>, now: f64, effects: &mut Vec<Effect>) {
        self.store.want(Ticket::Point, &self.scenario, wanted, now, effects);
        let work = self.all().iter().filter(|point| point.coming()).map(|point| point.load).sum();
        self.batch = JobGroup { at: now, work, ..self.batch };
    }

    /// Once all points are finished, adds loads until the simulated network saturates.
    fn go_further(&mut self, now: f64, effects: &mut Vec<Effect>) {
        let (most, added) = self.further;
        if self.store.coming(Ticket::Point) > 0 || added >= most {
            return;
        }
        let mut loads = experiment::further(self.all().iter().filter_map(|point| point.observation.as_ref()));
        // Loads up to the largest that can be offered.
        loads.retain(|load| self.scenario.set(Key::Load, *load).get(Key::Load) == *load);
        self.further.1 += loads.len().max(1);
        self.add(loads, now, effects);
    }

    /// The number of points of the scenario on the screen whose runs are over, and the number of all; none once all are.
    pub fn preliminary(&self) -> Option<(usize, usize)> {
        let finished = self.store.outcomes(&self.subject).len();
        (self.holds() && finished < self.all().len()).then_some((finished, self.all().len()))
    }

    /// The smallest load at which the queues of the network grew, if it settled at no larger one; none until the last run is over.
    pub fn saturated(&self) -> Option<f64> {
        if self.preliminary().is_some() {
            return None;
        }
        let seen = self.points().iter().filter(|_| self.holds()).filter_map(|point| point.observation.as_ref());
        let (first, settled) = agreement::saturation(seen)?;
        settled.is_none().then_some(first.load)
    }

    /// Ends the simulation. Its points stay as far as they are.
    pub fn end(&mut self, now: f64, effects: &mut Vec<Effect>) {
        let running = self.running();
        self.store.stop(Ticket::Point, now, effects);
        self.pins.iter_mut().for_each(|series| series.due.clear());
        self.store.stop(Ticket::Pin, now, effects);
        if running {
            self.store.retain(&self.subject, |point| point.observation.is_some());
            self.save(&self.subject, now, effects);
        }
    }

    /// Takes all points away, also those that the browser has kept.
    pub fn clear(&mut self, now: f64, effects: &mut Vec<Effect>) {
        self.end(now, effects);
        self.store.retain(&self.subject, |_| false);
        self.trouble = None;
        let both = [&self.present, &self.subject];
        effects.push(Effect::Forget(both.into_iter().filter(|subject| !subject.is_empty()).cloned().collect()));
        self.hold(self.present.clone());
    }

    /// Takes news of a worker; the events are for those who have asked questions, too.
    pub fn hear(&mut self, worker: u32, reply: Reply, now: f64, effects: &mut Vec<Effect>) -> Vec<StoreEvent> {
        let events = self.store.hear(worker, reply, now, effects);
        self.note(events, now, effects)
    }

    /// As [`Simulation::hear`], of workers that no longer answer.
    pub fn watch(&mut self, now: f64, effects: &mut Vec<Effect>) -> Vec<StoreEvent> {
        let events = self.store.watch(now, effects);
        self.note(events, now, effects)
    }

    fn note(&mut self, events: Vec<StoreEvent>, now: f64, effects: &mut Vec<Effect>) -> Vec<StoreEvent> {
        for event in &events {
            match event {
                StoreEvent::Outdated => self.fail(SimulationError::Outdated, now, effects),
                StoreEvent::NoWorker(why) => self.fail(SimulationError::NoWorker(why.clone()), now, effects),
                StoreEvent::Failed { ticket: Ticket::Point, load, why, .. } => {
                    let symbol = experiment::load_symbol(&self.scenario);
                    self.trouble = Some(SimulationError::At { symbol, load: *load, why: why.clone() });
                    self.go_further(now, effects);
                }
                StoreEvent::Observed { ticket: Ticket::Point, key, over: true } => {
                    self.save(key, now, effects);
                    self.hold_pins();
                    self.go_further(now, effects);
                }
                StoreEvent::Observed { ticket: Ticket::Pin, key, over: true } => {
                    self.save(key, now, effects);
                    self.hold_pins();
                }
                StoreEvent::Observed { .. }
                | StoreEvent::Failed { .. }
                | StoreEvent::Told { .. }
                | StoreEvent::Unanswered { .. } => {}
            }
            self.go_on(now, effects);
        }
        events
    }

    fn fail(&mut self, error: SimulationError, now: f64, effects: &mut Vec<Effect>) {
        if self.running() {
            self.trouble = Some(error);
            self.end(now, effects);
        }
    }

    /// The browser keeps the points of a run key that are over.
    fn save(&self, key: &str, now: f64, effects: &mut Vec<Effect>) {
        let seen = self.store.outcomes(key);
        if !seen.is_empty() {
            let text = saved_runs::write(&seen, &self.host.build, (self.host.epoch + now).round());
            effects.push(Effect::Save { subject: key.into(), text });
        }
    }
}

#[cfg(test)]
mod tests;
