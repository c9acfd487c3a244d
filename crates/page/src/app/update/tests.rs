//! The page as a reader uses it, without a browser: a test bench performs the effects, and each test moves its clock.

mod alive;
mod animation;
mod asking;
mod lesson;
mod opening;
mod picture;
mod ring;
mod scene;
mod share;
mod stories;
mod story;
mod vote;

use super::*;
use crate::{
    app::{
        action::{self, Focus, KeyScope},
        message::{EditMessage, Measured, PageMessage, Press},
        state::Start,
    },
    blessed,
    chart::{curves::Cursor, message::ChartMessage},
    dom::palette::ThemeChoice,
    export::message::{Copied, ShareMessage},
    jobs::{message::RunMessage, simulation::Host},
    json,
    learn::{lesson::LessonAction, message::LearnMessage},
    player::{
        message::PlayMessage,
        stage::{pointer::Gesture, walk::Toward},
    },
    worker::scheduler::{Reply, Request},
};
use flitscope::scenario::preset;
use std::{cell::Cell, collections::HashMap};

const PICTURE: f64 = 16.0;

/// A page, and a browser that does what it asks for.
struct Bench {
    state: State,
    now: Cell<f64>,
    /// Milliseconds from one look at the clock to the next, within a message.
    look: f64,
    timers: HashMap<u8, (Timer, f64)>,
    frame: bool,
    measured: u32,
    sheet: DomPatch,
    saved: HashMap<String, String>,
    tab: HashMap<String, String>,
    jobs: Vec<(u32, u32, String)>,
    /// The number of lines and limits of the chart drawn last.
    drawn: (usize, usize),
    chart: Option<Box<Chart>>,
    asked: Vec<Effect>,
}

impl Bench {
    fn new(fragment: &str) -> Self {
        Self::saved(fragment, HashMap::new())
    }

    fn saved(fragment: &str, kept: HashMap<String, String>) -> Self {
        Self::opened(fragment, kept, true, true)
    }

    /// The page on a device that has something to spare.
    fn live(fragment: &str) -> Self {
        Self::opened(fragment, HashMap::new(), true, false)
    }

    /// The page of a reader who does not mind that something moves by itself.
    fn moving(fragment: &str) -> Self {
        Self::opened(fragment, HashMap::new(), false, true)
    }

    /// The page of the present address, loaded again in the same tab.
    fn again(&self) -> Self {
        Self::of_tab(&fragment(&self.state), HashMap::new(), (true, true), (self.tab.clone(), self.now.get()))
    }

    fn opened(fragment: &str, kept: HashMap<String, String>, still: bool, sparing: bool) -> Self {
        Self::of_tab(fragment, kept, (still, sparing), Default::default())
    }

    /// In a tab that has kept words, and is that old, milliseconds.
    fn of_tab(
        fragment: &str,
        kept: HashMap<String, String>,
        (still, sparing): (bool, bool),
        (tab, age): (HashMap<String, String>, f64),
    ) -> Self {
        let start = Start {
            fragment: fragment.into(),
            base: "https://example.org/".into(),
            scenes: Some("https://example.org/scenes/".into()),
            host: Host { build: "app-1.js".into(), epoch: 1e12 + age, cores: 3, sparing },
            kept: tab.clone().into_iter().collect(),
            still,
            entropy: 7,
            ..Start::default()
        };
        let (state, effects) = State::new(start, &|| 0.0);
        let mut bench = Self {
            state,
            now: Cell::new(0.0),
            look: 0.0,
            timers: HashMap::new(),
            frame: false,
            measured: 0,
            sheet: DomPatch::default(),
            saved: kept,
            tab,
            jobs: Vec::new(),
            drawn: (0, 0),
            chart: None,
            asked: Vec::new(),
        };
        bench.perform(effects);
        bench.send(PageMessage::Frame(0.0));
        bench
    }

    fn send(&mut self, message: impl Into<Message>) {
        let message = message.into();
        if matches!(message, Message::Page(PageMessage::Frame(_))) {
            self.frame = false;
        }
        let (now, look) = (self.now.clone(), self.look);
        let effects = update(&mut self.state, message, &|| now.replace(now.get() + look));
        self.perform(effects);
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Write(sheet) => {
                    for (id, mark) in sheet.marks() {
                        self.sheet.mark(id.clone(), mark.clone());
                    }
                }
                Effect::Frame => self.frame = true,
                Effect::After(timer) => {
                    self.timers.insert(timer as u8, (timer, self.now.get() + f64::from(timer.milliseconds())));
                }
                Effect::Measure => {
                    self.measured += 1;
                    let measured = Measured { palette: Palette::default(), widths: (600.0, 600.0), roomy: true };
                    self.send(PageMessage::Measured(Box::new(measured)));
                }
                Effect::Draw { curves, .. } => {
                    self.drawn = (curves.series.len(), curves.limits.len());
                    self.chart = Some(curves);
                    let plot = Some(Plot { left: 50.0, top: 10.0, width: 400.0, height: 200.0 });
                    self.send(ChartMessage::Drawn { plot, milliseconds: 2.0 });
                }
                Effect::Recall(subject) => {
                    let text = self.saved.get(&subject).cloned();
                    self.send(RunMessage::Recalled(subject, text));
                }
                Effect::Save { subject, text } => {
                    self.saved.insert(subject, text);
                }
                Effect::Keep { name, word } => drop(self.tab.insert(name, word)),
                Effect::Forget(subjects) => subjects.iter().for_each(|subject| drop(self.saved.remove(subject))),
                Effect::Spawn(worker) => self.send(RunMessage::Heard(worker, Box::new(Reply::Ready))),
                Effect::Post(worker, Request::Simulate { job, link }) => self.jobs.push((worker, job, link)),
                Effect::Post(_, Request::Stop { jobs }) => self.jobs.retain(|(_, job, _)| !jobs.contains(job)),
                Effect::Terminate(worker) => {
                    self.jobs.retain(|(other, ..)| *other != worker);
                    self.asked.push(effect);
                }
                other => self.asked.push(other),
            }
        }
    }

    /// Advances the clock by `milliseconds`, with frames and timers as a browser sends them.
    fn wait(&mut self, milliseconds: f64) {
        let end = self.now.get() + milliseconds;
        while self.now.get() < end {
            self.now.set((self.now.get() + PICTURE).min(end));
            let due: Vec<_> =
                self.timers.values().filter(|(_, at)| *at <= self.now.get()).map(|(timer, _)| *timer).collect();
            for timer in due {
                self.timers.remove(&(timer as u8));
                self.send(PageMessage::Came(timer));
            }
            if self.frame {
                self.send(PageMessage::Frame(self.now.get()));
            }
        }
    }

    /// Waits until nothing is left to draw.
    fn settle(&mut self) {
        for _ in 0..20_000 {
            if self.state.is_settled() {
                return;
            }
            self.wait(PICTURE);
        }
        panic!("it never settles");
    }

    fn get(&self, key: Key) -> f64 {
        self.state.scenario().get(key)
    }

    fn slide(&mut self, key: Key, text: &str) {
        self.send(EditMessage::Put { key, text: text.into(), moving: true });
    }

    fn put(&mut self, key: Key, text: &str) {
        self.send(EditMessage::Put { key, text: text.into(), moving: false });
    }

    fn said(&self, id: &str) -> String {
        self.sheet.said(id)
    }

    fn fragment(&self) -> Option<String> {
        let address =
            |effect: &Effect| if let Effect::Address(fragment) = effect { Some(fragment.clone()) } else { None };
        self.asked.iter().rev().find_map(address)
    }

    fn finish(&mut self, times: f64) {
        self.finish_some(times, usize::MAX);
        self.settle();
    }

    /// The workers finish the last jobs; the network carries `times` the load at which the model ends.
    fn finish_some(&mut self, times: f64, most: usize) {
        // The jobs of a network share its model.
        let mut solved = HashMap::new();
        for _ in 0..most {
            let Some((worker, job, link)) = self.jobs.pop() else { return };
            let scenario = link::parse(&link).scenario;
            let model = solved.entry(*scenario.setup()).or_insert_with(|| model::solved_to_end(scenario.setup()));
            let load = scenario.get(Key::Load);
            let carried = !model.end().saturated() || load < times * model.end().load;
            let stable = || observed::stable(&**model, load, &[5.0], Some(0.01));
            let observation = Box::new(if carried { stable() } else { observed::saturated(load, 0.01) });
            self.send(RunMessage::Heard(worker, Box::new(Reply::Observed { job, observation })));
        }
    }

    /// The results as `window.flitscope` has them.
    fn report(&self) -> serde_json::Value {
        serde_json::from_str(&json::write(&self.state.results_report())).expect("JSON")
    }

    fn vote(&mut self, keys: &str) {
        for key in keys.split(' ') {
            self.send(action::pressed("", Focus::Other, Some(KeyScope::Vote), key).expect("a key of the vote"));
        }
        self.settle();
    }
}
