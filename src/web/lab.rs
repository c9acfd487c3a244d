//! The laboratory: what is being simulated beside the models, and what came of it.

mod report;
mod view;

pub use report::LabReport;

use super::{
    dom::{self, Fallible},
    kept,
    workers::{Heard, Pool},
};
use crate::{
    experiment::{self, Observation},
    model::{AnyModel, significant},
    param::Key,
    scenario::{Scenario, link},
};
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
        if let Some(sentence) = self.pool.refused() {
            self.end()?;
            self.trouble = sentence;
        }
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
}
