//! The pool of workers: started when first needed, each given one simulation at a time. A worker that fails or falls silent is replaced, and
//! what it was doing is given to another one, once.
//!
//! ```text
//!   page                                 worker (www/worker.js, then worker.rs)
//!   { glue, module } ------------------> the module that the page has compiled: no second download, no second compilation
//!                <---------------------- Ready
//!   Simulate { job, link } ------------>
//!                <---------------------- Observed { job, .. } ten times a second, the last one finished
//!   Stop -------------------------------> heard after the slice of 20 ms at hand
//! ```
//! A job has a number of its own; what comes for a number that nobody waits for is not heard. Nothing is shared, so any static host will do.

use super::{
    app::dispatch,
    dom::{self, Fallible, Listener},
    message::Msg,
    worker::{Order, Word},
};
use crate::experiment::Observation;
use js_sys::{Object, Reflect};
use std::collections::VecDeque;
use wasm_bindgen::{JsCast as _, JsValue, prelude::wasm_bindgen};
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

/// Most workers.
const MOST: usize = 8;

/// Milliseconds of silence after which a worker with a job counts as lost: it speaks ten times a second.
const SILENCE: f64 = 4_000.0;

/// The same for one that is starting or building a large network.
const PATIENCE: f64 = 20_000.0;

/// Milliseconds between two looks after which the page has slept, and the workers perhaps as well.
const SLEPT: f64 = 3_000.0;

/// How often a job is tried.
const TRIES: u32 = 2;

#[wasm_bindgen]
extern "C" {
    /// The address of the script that holds the module.
    #[wasm_bindgen(thread_local_v2, js_namespace = ["import", "meta"], js_name = url)]
    static GLUE: String;
}

/// The file name of the script that holds the module: another build, another name.
pub fn build() -> String {
    let glue = GLUE.with(String::clone);
    glue.rsplit('/').next().unwrap_or_default().to_owned()
}

/// What comes out of the pool.
pub enum Heard {
    /// How far a job is.
    Observed(u32, Box<Observation>),
    /// A job cannot be done, for this reason.
    Failed(u32, String),
    /// The browser has kept a file of an older build.
    Outdated,
}

#[derive(Clone)]
struct Job {
    number: u32,
    link: String,
    tries: u32,
}

enum State {
    Starting,
    Idle,
    Busy(Job),
}

/// A worker and what it does.
struct Seat {
    /// It speaks under this number.
    number: u32,
    worker: Worker,
    state: State,
    /// When it was last heard of, or given something to do.
    heard: f64,
    /// Whether it has spoken since it was given its job.
    spoke: bool,
    _listeners: [Listener; 3],
}

/// The workers and what waits for them.
#[derive(Default)]
pub struct Pool {
    /// A place for each worker, empty until it is needed.
    seats: Vec<Option<Seat>>,
    waiting: VecDeque<Job>,
    last: u32,
    /// How many workers have been started so far.
    started: u32,
    /// Workers lost in a row before one was ready.
    stillborn: usize,
    /// When the workers were last looked after.
    watched: f64,
    /// Why the browser has started none, if it was asked for one in vain.
    refused: Option<String>,
}

impl Pool {
    /// Adds a job; gives its number.
    pub fn submit(&mut self, link: String) -> Fallible<u32> {
        self.last += 1;
        self.waiting.push_back(Job { number: self.last, link, tries: 0 });
        self.hand_out()?;
        Ok(self.last)
    }

    /// Drops everything that waits or goes on.
    pub fn cancel(&mut self) -> Fallible {
        self.waiting.clear();
        for seat in self.seats.iter_mut().flatten() {
            if matches!(seat.state, State::Busy(_)) {
                seat.state = State::Idle;
                seat.worker.post_message(&serde_wasm_bindgen::to_value(&Order::Stop)?)?;
            }
        }
        Ok(())
    }

    /// Why nobody does what was submitted, in a sentence, if the browser starts no worker.
    pub fn refused(&mut self) -> Option<String> {
        let nobody = self.seats.iter().all(Option::is_none);
        self.refused.take().filter(|_| nobody)
    }

    /// How many workers have something to do.
    pub fn busy(&self) -> usize {
        self.seats.iter().flatten().filter(|seat| matches!(seat.state, State::Busy(_))).count()
    }

    /// How many workers there are.
    pub fn size(&self) -> usize {
        self.seats.len()
    }

    /// Takes note of what a worker says.
    pub fn hear(&mut self, worker: u32, word: JsValue) -> Fallible<Option<Heard>> {
        let Some(seat) = self.seats.iter_mut().flatten().find(|seat| seat.number == worker) else { return Ok(None) };
        seat.heard = dom::now();
        let mut outdated = false;
        let doing = match &seat.state {
            State::Busy(job) => Some(job.number),
            State::Starting | State::Idle => None,
        };
        let heard = match serde_wasm_bindgen::from_value(word)? {
            Word::Ready => {
                seat.state = State::Idle;
                self.stillborn = 0;
                None
            }
            Word::Outdated => {
                seat.worker.terminate();
                outdated = true;
                Some(Heard::Outdated)
            }
            Word::Observed { job, observation } => {
                seat.spoke = true;
                if doing == Some(job) && observation.finished() {
                    seat.state = State::Idle;
                }
                (doing == Some(job)).then_some(Heard::Observed(job, observation))
            }
            Word::Refused { job, sentence } => {
                if doing == Some(job) {
                    seat.state = State::Idle;
                }
                (doing == Some(job)).then_some(Heard::Failed(job, sentence))
            }
        };
        if outdated {
            let gone = |seat: &Option<Seat>| seat.as_ref().is_some_and(|seat| seat.number == worker);
            self.seats.iter_mut().filter(|seat| gone(seat)).for_each(|seat| *seat = None);
            self.waiting.clear();
        }
        self.hand_out()?;
        Ok(heard)
    }

    /// A worker has failed: another one takes its seat, and its job is tried once more.
    pub fn failed(&mut self, worker: u32, why: &str) -> Fallible<Vec<Heard>> {
        let place = self.seats.iter_mut().find(|seat| seat.as_ref().is_some_and(|seat| seat.number == worker));
        let Some(seat) = place.and_then(Option::take) else { return Ok(Vec::new()) };
        seat.worker.terminate();
        let mut lost = Vec::new();
        let mut happened = "The simulation has stopped twice";
        match seat.state {
            State::Busy(mut job) => {
                job.tries += 1;
                if job.tries < TRIES {
                    self.waiting.push_front(job);
                } else {
                    lost.push(job.number);
                }
            }
            State::Starting => self.stillborn += 1,
            State::Idle => {}
        }
        if self.stillborn > self.seats.len() {
            // None of them ever starts: nobody is left to do what waits.
            happened = "The simulator could not be loaded";
            lost.extend(self.waiting.drain(..).map(|job| job.number));
        }
        self.hand_out()?;
        let sentence = format!("{happened}: {why}");
        Ok(lost.into_iter().map(|number| Heard::Failed(number, sentence.clone())).collect())
    }

    /// Replaces workers that have been silent for too long.
    pub fn watch(&mut self, now: f64) -> Fallible<Vec<Heard>> {
        if now - std::mem::replace(&mut self.watched, now) > SLEPT {
            self.seats.iter_mut().flatten().for_each(|seat| seat.heard = now);
        }
        let silent = |seat: &Seat| match seat.state {
            State::Idle => false,
            State::Busy(_) if seat.spoke => now - seat.heard > SILENCE,
            State::Starting | State::Busy(_) => now - seat.heard > PATIENCE,
        };
        let silent: Vec<u32> =
            self.seats.iter().flatten().filter(|seat| silent(seat)).map(|seat| seat.number).collect();
        let mut heard = Vec::new();
        for number in silent {
            heard.extend(self.failed(number, "its worker no longer answers.")?);
        }
        Ok(heard)
    }

    /// Gives what waits to whoever is free.
    fn hand_out(&mut self) -> Fallible {
        if self.waiting.is_empty() {
            return Ok(());
        }
        if self.seats.is_empty() {
            let cores = dom::window()?.navigator().hardware_concurrency() as usize;
            self.seats.resize_with(cores.clamp(1, MOST), || None);
        }
        let missing = self.waiting.len().saturating_sub(self.free());
        let empty = (0..self.seats.len()).filter(|index| self.seats[*index].is_none());
        for index in empty.take(missing).collect::<Vec<_>>() {
            self.started += 1;
            match start(self.started) {
                Ok(seat) => self.seats[index] = Some(seat),
                Err(error) => {
                    let why = error
                        .dyn_ref::<js_sys::Error>()
                        .map_or_else(String::new, |error| String::from(error.message()));
                    self.refused = Some(format!("This browser starts no worker to simulate in. {why}"));
                    break;
                }
            }
        }
        if self.refused.is_some() && self.seats.iter().all(Option::is_none) {
            self.waiting.clear();
        }
        for seat in self.seats.iter_mut().flatten().filter(|seat| matches!(seat.state, State::Idle)) {
            let Some(job) = self.waiting.pop_front() else { break };
            let order = Order::Simulate { job: job.number, link: job.link.clone() };
            seat.worker.post_message(&serde_wasm_bindgen::to_value(&order)?)?;
            (seat.heard, seat.spoke, seat.state) = (dom::now(), false, State::Busy(job));
        }
        Ok(())
    }

    /// How many will take a job without being started.
    fn free(&self) -> usize {
        self.seats.iter().flatten().filter(|seat| !matches!(seat.state, State::Busy(_))).count()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.seats.iter().flatten().for_each(|seat| seat.worker.terminate());
    }
}

/// Starts a worker that speaks under a number.
fn start(number: u32) -> Fallible<Seat> {
    let glue = GLUE.with(String::clone);
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    // Beside the script, wherever the page is served; asked for by build, so that no cache gives an older one.
    let address = format!("{}worker.js?{}", glue.strip_suffix(&build()).unwrap_or_default(), build());
    let worker = Worker::new_with_options(&address, &options)?;
    let failed = move |event: web_sys::Event| {
        event.prevent_default();
        let why = event.dyn_ref::<ErrorEvent>().map_or_else(String::new, ErrorEvent::message);
        dispatch(Msg::WorkerFailed(number, if why.is_empty() { "a file is missing.".into() } else { why }));
    };
    let listeners = [
        Listener::new(&worker, "message", move |event| {
            if let Some(event) = event.dyn_ref::<MessageEvent>() {
                dispatch(Msg::Heard(number, event.data()));
            }
        })?,
        Listener::new(&worker, "error", failed)?,
        Listener::new(&worker, "messageerror", failed)?,
    ];
    let first = Object::new();
    Reflect::set(&first, &"glue".into(), &glue.into())?;
    Reflect::set(&first, &"module".into(), &wasm_bindgen::module())?;
    worker.post_message(&first)?;
    Ok(Seat { number, worker, state: State::Starting, heard: dom::now(), spoke: false, _listeners: listeners })
}
