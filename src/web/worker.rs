//! Inside a worker: one simulation at a time, in slices, so that an order to stop is heard at once.

use super::dom::Fallible;
use crate::{
    experiment::{self, Observation},
    scenario::link,
    sim::{self, Simulator, protocol::Run},
};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use wasm_bindgen::{JsCast as _, JsValue, closure::Closure, prelude::wasm_bindgen};
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent, MessagePort, console};

/// Which `www/worker.js` this module works with; the file states the same. A browser may have kept an older one.
pub const BUILD: &str = "1";

/// Milliseconds of work between two looks at the orders.
const SLICE: f64 = 20.0;

/// Milliseconds between two words on how far a simulation is.
const TELL: f64 = 100.0;

/// Milliseconds that the cycles between two looks at the clock may take.
const BLIND: f64 = 2.0;

/// What the page asks of a worker.
#[derive(Serialize, Deserialize)]
pub enum Order {
    /// To simulate the scenario of a link, instead of whatever it is doing.
    Simulate {
        /// The number of the job.
        job: u32,
        /// The scenario.
        link: String,
    },
    /// To do nothing.
    Stop,
}

/// What a worker says.
#[derive(Serialize, Deserialize)]
pub enum Word {
    /// It takes orders.
    Ready,
    /// Its file is not the one that this module works with.
    Outdated,
    /// How far a simulation is, or its end.
    Observed {
        /// The number of the job.
        job: u32,
        /// What can be said.
        observation: Box<Observation>,
    },
    /// It cannot be simulated, or has broken a law.
    Refused {
        /// The number of the job.
        job: u32,
        /// Why.
        sentence: String,
    },
}

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker began.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

struct Job {
    number: u32,
    run: Run<Box<dyn Simulator + Send>>,
    /// Cycles between two looks at the clock.
    cycles: u64,
    seconds: f64,
    told: f64,
}

struct Desk {
    scope: DedicatedWorkerGlobalScope,
    /// A message to itself comes after the orders that have come meanwhile.
    next: MessagePort,
    job: Option<Job>,
    _hear: Closure<dyn FnMut(MessageEvent)>,
    _turn: (MessagePort, Closure<dyn FnMut(JsValue)>),
}

thread_local! {
    static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
}

/// Takes orders from now on. Called by `www/worker.js`, which says which build it is.
#[wasm_bindgen]
pub fn work(build: &str) -> Result<(), JsValue> {
    std::panic::set_hook(Box::new(|info| console::error_1(&info.to_string().into())));
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let channel = MessageChannel::new()?;
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| with(|desk| desk.hear(event.data())));
    let turn = Closure::<dyn FnMut(JsValue)>::new(|_| with(Desk::turn));
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    channel.port1().set_onmessage(Some(turn.as_ref().unchecked_ref()));
    let first = if build == BUILD { Word::Ready } else { Word::Outdated };
    let desk = Desk { scope, next: channel.port2(), job: None, _hear: hear, _turn: (channel.port1(), turn) };
    desk.say(&first)?;
    DESK.with_borrow_mut(|slot| *slot = Some(desk));
    Ok(())
}

fn with(act: impl FnOnce(&mut Desk) -> Fallible) {
    DESK.with_borrow_mut(|desk| {
        if let Some(Err(error)) = desk.as_mut().map(act) {
            console::error_1(&error);
        }
    });
}

impl Desk {
    fn say(&self, word: &Word) -> Fallible {
        self.scope.post_message(&serde_wasm_bindgen::to_value(word)?)
    }

    fn hear(&mut self, order: JsValue) -> Fallible {
        self.job = None;
        let Order::Simulate { job: number, link } = serde_wasm_bindgen::from_value(order)? else { return Ok(()) };
        let scenario = link::parse(&link).scenario;
        match sim::of(&scenario, 0) {
            Ok(simulator) => {
                let run = Run::new(simulator, experiment::plan(&scenario));
                // Said at once: a large network takes a while to build.
                let observation = Box::new(Observation::of(&run, 0.0));
                self.job = Some(Job { number, run, cycles: 1, seconds: 0.0, told: now() });
                self.say(&Word::Observed { job: number, observation })?;
                self.next.post_message(&JsValue::NULL)
            }
            Err(problem) => self.say(&Word::Refused { job: number, sentence: problem.to_string() }),
        }
    }

    /// A slice of the simulation.
    fn turn(&mut self) -> Fallible {
        let Some(job) = &mut self.job else { return Ok(()) };
        let start = now();
        let (mut before, mut over) = (start, Ok(false));
        while over == Ok(false) && before - start < SLICE {
            over = job.run.advance(job.cycles);
            let after = now();
            // Clocks of browsers are coarse: what takes no time may be doubled.
            if after - before < BLIND / 2.0 {
                job.cycles *= 2;
            } else if after - before > BLIND {
                job.cycles = (job.cycles / 2).max(1);
            }
            before = after;
        }
        job.seconds += (before - start) / 1000.0;
        let number = job.number;
        match over {
            Ok(false) => {
                if before - job.told > TELL {
                    job.told = before;
                    let observation = Box::new(Observation::of(&job.run, job.seconds));
                    self.say(&Word::Observed { job: number, observation })?;
                }
                self.next.post_message(&JsValue::NULL)
            }
            Ok(true) => {
                let observation = Box::new(Observation::of(&job.run, job.seconds));
                self.job = None;
                self.say(&Word::Observed { job: number, observation })
            }
            Err(violation) => {
                self.job = None;
                self.say(&Word::Refused { job: number, sentence: violation.sentence() })
            }
        }
    }
}
