//! The laboratory: what is being simulated beside the models, and what came of it.

use super::{
    dom::{self, Fallible},
    kept,
    workers::{Heard, Pool},
};
use crate::{
    chart::scale::grouped,
    experiment::{self, Observation},
    model::{AnyModel, significant},
    param::Key,
    scenario::{Scenario, System, link},
    sim::protocol::{Record, State as Steady},
};
use serde::{Serialize, Serializer};
use wasm_bindgen::JsValue;
use web_sys::{HtmlElement, HtmlInputElement, HtmlProgressElement};

/// Most points that are kept of one subject: a sweep, and loads that the reader has looked at.
const MOST: usize = 60;

/// How far a point is.
#[derive(Clone, Debug, PartialEq)]
enum State {
    /// It waits for a worker, or has one, under this number.
    Coming(u32),
    /// It is as far as it will get.
    Ended,
    /// It cannot be simulated, for this reason.
    Failed(String),
}

/// One load that is simulated.
#[derive(Clone, Debug)]
pub struct Point {
    /// The load.
    pub load: f64,
    /// What can be said of it.
    pub observation: Option<Observation>,
    state: State,
}

impl Point {
    fn finished(&self) -> bool {
        self.observation.as_ref().is_some_and(Observation::finished)
    }
}

/// The points, the workers and the controls of both.
pub struct Lab {
    pool: Pool,
    /// What the points were simulated for; see [`experiment::subject`].
    subject: String,
    /// In rising order of load.
    points: Vec<Point>,
    /// The scenario on the screen, and its subject.
    scenario: Scenario,
    present: String,
    /// When the jobs at hand were given, and how much traffic they are: the sum of their loads.
    began: (f64, f64),
    /// What the reader must know.
    trouble: String,
    /// Whether the browser had room for what was last to be kept.
    room: bool,
    simulate: HtmlElement,
    stop: HtmlElement,
    clear: HtmlElement,
    again: HtmlElement,
    auto: HtmlInputElement,
    progress: HtmlProgressElement,
    state: HtmlElement,
    speed: HtmlElement,
    kept: HtmlElement,
    root: HtmlElement,
    key: HtmlElement,
    /// The part of the key that is about a second measure.
    second: HtmlElement,
}

impl Lab {
    /// The laboratory for a scenario, with what the browser has kept of it.
    pub fn new(scenario: Scenario) -> Fallible<Self> {
        let present = experiment::subject(&scenario);
        let mut lab = Self {
            pool: Pool::default(),
            subject: String::new(),
            points: Vec::new(),
            scenario,
            present: String::new(),
            began: (0.0, 0.0),
            trouble: String::new(),
            room: true,
            simulate: dom::by_id("simulate")?,
            stop: dom::by_id("stop")?,
            clear: dom::by_id("clear")?,
            again: dom::by_id("again")?,
            auto: dom::by_id("input-auto")?,
            progress: dom::by_id("progress")?,
            state: dom::by_id("lab-state")?,
            speed: dom::by_id("lab-speed")?,
            kept: dom::by_id("kept")?,
            root: dom::by_id("lab")?,
            key: dom::by_id("lab-key")?,
            second: dom::by_id("lab-key-second")?,
        };
        lab.go_to(present)?;
        Ok(lab)
    }

    /// Takes note of the scenario on the screen; says whether that changes what there is to show. What no longer holds is not simulated on.
    pub fn follow(&mut self, scenario: &Scenario) -> Fallible<bool> {
        if *scenario == self.scenario {
            return Ok(false);
        }
        if scenario.system() != self.scenario.system() {
            // Points of another network would look like points of this one.
            self.end()?;
            self.points.clear();
            self.subject.clear();
        }
        self.scenario = *scenario;
        let present = experiment::subject(scenario);
        let moved = present != self.present;
        if moved {
            self.go_to(present)?;
        }
        Ok(moved)
    }

    fn go_to(&mut self, present: String) -> Fallible {
        self.end()?;
        self.trouble.clear();
        let kept = if present == self.subject { Vec::new() } else { kept::read(&present) };
        if !kept.is_empty() {
            let point = |observation: Observation| Point {
                load: observation.record.load,
                observation: Some(observation),
                state: State::Ended,
            };
            // What was kept may have been tampered with.
            let right = |point: &Point| self.scenario.set(Key::Load, point.load).get(Key::Load) == point.load;
            self.points = kept.into_iter().map(point).filter(right).collect();
            self.subject.clone_from(&present);
        }
        self.present = present;
        Ok(())
    }

    /// Whether the points are of the scenario on the screen.
    pub fn holds(&self) -> bool {
        self.subject == self.present
    }

    /// The points that have something to show.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// What was observed of the scenario on the screen.
    pub fn observations(&self) -> Vec<Observation> {
        let points = self.points.iter().filter(|_| self.holds());
        points.filter_map(|point| point.observation.clone()).collect()
    }

    /// Whether something is being simulated.
    pub fn running(&self) -> bool {
        self.points.iter().any(|point| matches!(point.state, State::Coming(_)))
    }

    /// Simulates the load shown and a sweep as far as they have not been, ends of the curve as `model` has them.
    pub fn start(&mut self, model: &dyn AnyModel) -> Fallible {
        if !self.holds() {
            self.end()?;
            self.points.clear();
            self.subject.clone_from(&self.present);
        }
        self.trouble.clear();
        let shown = self.scenario.get(Key::Load);
        let sweep = experiment::order(experiment::loads(model));
        let wanted: Vec<f64> = [shown].into_iter().filter(|load| *load > 0.0).chain(sweep).collect();
        // What failed or was stopped is tried again.
        self.points.retain(|point| point.finished() || matches!(point.state, State::Coming(_)));
        for load in wanted {
            if self.points.iter().any(|point| point.load == load) {
                continue;
            }
            let job = self.pool.submit(link::write(&self.scenario.set(Key::Load, load)))?;
            self.points.push(Point { load, observation: None, state: State::Coming(job) });
        }
        let coming = self.points.iter().filter(|point| matches!(point.state, State::Coming(_)));
        let work = coming.map(|point| point.load).sum();
        // The oldest finished ones go when there are too many.
        let mut surplus = self.points.len().saturating_sub(MOST);
        self.points.retain(|point| {
            let goes = surplus > 0 && point.finished();
            surplus -= usize::from(goes);
            !goes
        });
        self.points.sort_unstable_by(|a, b| a.load.total_cmp(&b.load));
        self.began = (dom::now(), work);
        Ok(())
    }

    /// Ends what is going on. What has been seen stays, as far as it came.
    pub fn end(&mut self) -> Fallible {
        if self.running() {
            self.pool.cancel()?;
            for point in &mut self.points {
                if matches!(point.state, State::Coming(_)) {
                    point.state = State::Ended;
                }
            }
            self.points.retain(|point| point.observation.is_some());
            self.keep();
        }
        Ok(())
    }

    /// Takes all points away, also what the browser has kept of them.
    pub fn clear(&mut self) -> Fallible {
        self.end()?;
        self.points.clear();
        self.trouble.clear();
        kept::forget(&self.present);
        kept::forget(&self.subject);
        self.subject.clone_from(&self.present);
        Ok(())
    }

    /// Forgets whatever the browser has kept of any scene; what is on the screen stays.
    pub fn forget_all(&self) -> Fallible {
        kept::forget_all();
        self.render()
    }

    /// Takes note of what a worker says.
    pub fn hear(&mut self, worker: u32, word: JsValue) -> Fallible {
        let heard = self.pool.hear(worker, word)?;
        heard.into_iter().for_each(|heard| self.note(heard));
        Ok(())
    }

    /// A worker has failed.
    pub fn failed(&mut self, worker: u32, why: &str) -> Fallible {
        let heard = self.pool.failed(worker, why)?;
        heard.into_iter().for_each(|heard| self.note(heard));
        Ok(())
    }

    /// Looks after workers that no longer answer.
    pub fn watch(&mut self) -> Fallible {
        let heard = self.pool.watch(dom::now())?;
        heard.into_iter().for_each(|heard| self.note(heard));
        Ok(())
    }

    fn note(&mut self, heard: Heard) {
        let (job, observation, failure) = match heard {
            Heard::Observed(job, observation) => (job, Some(*observation), None),
            Heard::Failed(job, sentence) => (job, None, Some(sentence)),
            Heard::Outdated => {
                self.trouble =
                    "The browser has kept a file of an older version of this page: reload it to simulate.".into();
                self.end().ok();
                return;
            }
        };
        let Some(point) = self.points.iter_mut().find(|point| point.state == State::Coming(job)) else { return };
        let mut ended = false;
        if let Some(sentence) = failure {
            self.trouble = format!("At load {}: {sentence}", significant(point.load, 4));
            point.state = State::Failed(sentence);
        }
        if let Some(observation) = observation {
            ended = observation.finished();
            if ended {
                point.state = State::Ended;
            }
            point.observation = Some(observation);
        }
        if ended {
            self.keep();
        }
    }

    fn keep(&mut self) {
        let finished: Vec<_> =
            self.points.iter().filter_map(|point| point.observation.as_ref()).filter(|o| o.finished()).collect();
        if !finished.is_empty() {
            self.room = kept::write(&self.subject, &finished);
        }
    }

    /// The part of the cycles of the jobs at hand that has been simulated, 0 to 1.
    fn part(&self) -> f64 {
        let (_, work) = self.began;
        let all = f64::from(self.scenario.count(Key::Cycles));
        let coming = self.points.iter().filter(|point| matches!(point.state, State::Coming(_)));
        // A cycle costs as much as there is traffic in it.
        let left: f64 = coming
            .map(|point| {
                let done = point.observation.as_ref().map_or(0.0, |observation| observation.record.cycles as f64);
                point.load * (1.0 - (done / all).min(1.0))
            })
            .sum();
        if work > 0.0 { 1.0 - left / work } else { 1.0 }
    }

    /// What all workers simulate in a second: flits that cross a channel, or cycles where flits are not counted.
    fn rate(&self) -> Option<(f64, &'static str)> {
        let coming = self.points.iter().filter(|point| matches!(point.state, State::Coming(_)));
        let seen: Vec<_> = coming.filter_map(|point| point.observation.as_ref()).filter(|o| o.seconds > 0.0).collect();
        let flits: Option<f64> = seen.iter().map(|o| o.flit_hops.map(|hops| hops / o.seconds)).sum();
        let cycles: f64 = seen.iter().map(|o| o.record.cycles as f64 / o.seconds).sum();
        let unit = self.scenario.system().param(Key::Cycles).map_or("", |row| row.unit);
        let (rate, unit) = flits.map_or((cycles, unit), |flits| (flits, "flit-hops"));
        (!seen.is_empty()).then_some((rate, unit))
    }

    /// Brings the controls to what is going on.
    pub fn render(&self) -> Fallible {
        let running = self.running();
        let focus = dom::document()?.active_element();
        dom::show(&self.stop, running);
        dom::show(&self.simulate, !running);
        dom::show(&self.clear, !running && !self.points.is_empty());
        dom::show(&self.again, !running && self.holds() && self.points.iter().any(Point::finished));
        dom::show(&self.progress, running);
        // A button that goes away under the reader's fingers hands the focus on.
        let buttons = [&self.simulate, &self.stop, &self.again, &self.clear];
        if let Some(gone) =
            buttons.into_iter().find(|button| focus.as_ref() == Some(button.as_ref()) && button.hidden())
        {
            let next = if gone.id() == "stop" || !running { &self.simulate } else { &self.stop };
            next.focus()?;
        }
        // Spoken when it begins and when it is over, not at every point.
        self.state.set_attribute("aria-live", if running { "off" } else { "polite" })?;
        dom::show(&self.key, !self.points.is_empty());
        let second = self.scenario.system() == System::BanyanMulticast;
        dom::show(&self.second, second);
        self.root.class_list().toggle_with_force("empty", self.points.is_empty())?;
        self.auto.set_checked(self.scenario.chosen(Key::Auto) == "1");
        dom::set_text(&self.state, &self.account());
        self.state.class_list().toggle_with_force("warn", !self.trouble.is_empty())?;
        let mut speed = String::new();
        if running {
            let part = self.part();
            self.progress.set_value(part);
            let (since, _) = self.began;
            let spent = (dom::now() - since) / 1000.0;
            if let Some((rate, unit)) = self.rate() {
                let rate = if rate < 1e6 {
                    grouped(1000 * (rate / 1000.0).round() as u64)
                } else {
                    format!("{} million", significant(rate / 1e6, 3))
                };
                let workers = self.pool.busy();
                speed = format!("{rate} {unit}/s by {workers} worker{}", if workers == 1 { "" } else { "s" });
                if part > 0.03 {
                    speed += &format!(" · {} left", duration(spent * (1.0 - part) / part));
                }
            }
        }
        dom::set_text(&self.speed, &speed);
        if !running {
            let (scenes, characters) = kept::size();
            let kept = match scenes {
                _ if !self.room => "This browser has no room to keep simulations.".into(),
                0 => "This browser keeps no simulations.".into(),
                1 => format!("This browser keeps the simulation of 1 scene ({} kB).", characters.div_ceil(1000)),
                _ => {
                    format!("This browser keeps the simulations of {scenes} scenes ({} kB).", characters.div_ceil(1000))
                }
            };
            dom::set_text(&self.kept, &kept);
        }
        Ok(())
    }

    /// What there is, in words.
    fn account(&self) -> String {
        let finished = self.points.iter().filter(|point| point.finished()).count();
        let unit = self.scenario.system().param(Key::Cycles).map_or("", |row| row.unit);
        let each = format!(
            "{} {unit} each, seed {}",
            grouped(u64::from(self.scenario.count(Key::Cycles))),
            self.scenario.count(Key::Seed)
        );
        let waiting = self.points.len() - finished;
        let stopped = match waiting {
            0 => String::new(),
            1 => " and one that was stopped".into(),
            _ => format!(" and {waiting} that were stopped"),
        };
        let mut account = if self.running() {
            format!("{finished} of {} points, {each}.", self.points.len())
        } else if self.points.is_empty() {
            format!("Nothing simulated yet: {} loads, {each}.", experiment::POINTS)
        } else if !self.holds() {
            "The grey points are of what was set before: they no longer hold.".into()
        } else {
            format!("{finished} points{stopped}, {each}.")
        };
        let seen = || self.points.iter().filter(|_| self.holds()).filter_map(|point| point.observation.as_ref());
        let stable = || seen().filter(|seen| seen.record.state == Steady::Stable);
        let (doubtful, all) = (stable().filter(|seen| !seen.trusted()).count(), stable().count());
        if doubtful > 0 && !self.running() {
            let memory = seen().map(|seen| seen.record.memory).fold(0.0, f64::max);
            let why = if memory > 0.0 {
                format!("the memory of the traffic, {} {unit}", grouped(libm::round(memory) as u64))
            } else {
                format!("{} latencies", experiment::LATENCIES)
            };
            account += &format!(
                " The intervals of {doubtful} of {all} are too narrow: their batches are shorter than {why}. A longer run helps."
            );
        }
        if !self.trouble.is_empty() {
            account = format!("{} {account}", self.trouble);
        }
        account
    }

    /// The same without what is of another scenario.
    pub fn report_held(&self) -> LabReport<'_> {
        let mut report = self.report();
        report.simulated.retain(|point| point.holds);
        report
    }

    /// What is on the screen, as plain data.
    pub fn report(&self) -> LabReport<'_> {
        LabReport {
            simulated: self
                .points
                .iter()
                .filter_map(|point| point.observation.as_ref())
                .map(|observation| PointReport::of(observation, self.holds()))
                .collect(),
            simulation: Going { running: self.running(), points: self.points.len(), workers: self.pool.size() },
        }
    }
}

/// A time as a reader waits for it.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{:.0} s", s.max(1.0)),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

/// The points and what is going on, for tests and lesson authors.
#[derive(Serialize)]
pub struct LabReport<'a> {
    simulated: Vec<PointReport<'a>>,
    simulation: Going,
}

#[derive(Serialize)]
struct Going {
    running: bool,
    points: usize,
    workers: usize,
}

#[derive(Serialize)]
struct PointReport<'a> {
    #[serde(flatten)]
    record: &'a Record,
    finished: bool,
    /// Whether it is of the scenario on the screen.
    holds: bool,
    flit_hops: Option<f64>,
    seconds: f64,
    values: Values<'a>,
}

impl<'a> PointReport<'a> {
    fn of(observation: &'a Observation, holds: bool) -> Self {
        let Observation { record, values, flit_hops, seconds } = observation;
        let finished = observation.finished();
        Self { record, finished, holds, flit_hops: *flit_hops, seconds: *seconds, values: Values(values) }
    }
}

/// Numbers by the model's symbols.
struct Values<'a>(&'a [(String, Vec<f64>)]);

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(symbol, numbers)| (symbol, numbers)))
    }
}
