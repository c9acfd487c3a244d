//! Inside a worker: passes requests to the [`Scheduler`], after each slice of work so that a stop takes effect, and replies to the page.

use crate::dom::Fallible;
use flitscope_page::{Reply, Request, Scheduler, json};
use std::cell::RefCell;
use wasm_bindgen::{JsCast as _, JsValue, closure::Closure, prelude::wasm_bindgen};
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent, MessagePort, console};

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker began.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

struct Office {
    desk: Scheduler,
    scope: DedicatedWorkerGlobalScope,
    /// A message to itself comes after the orders that have come meanwhile.
    next: MessagePort,
    /// True if such a message is pending.
    turning: bool,
    _hear: Closure<dyn FnMut(MessageEvent)>,
    _turn: (MessagePort, Closure<dyn FnMut(JsValue)>),
}

thread_local! {
    static OFFICE: RefCell<Option<Office>> = const { RefCell::new(None) };
}

/// Takes orders from now on. Called by `www/worker.js`, which says which build it is.
#[wasm_bindgen]
pub fn work(build: &str) -> Result<(), JsValue> {
    std::panic::set_hook(Box::new(|info| console::error_1(&info.to_string().into())));
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let channel = MessageChannel::new()?;
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| with(|office| office.hear(&event)));
    let turn = Closure::<dyn FnMut(JsValue)>::new(|_| with(Office::turn));
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    channel.port1().set_onmessage(Some(turn.as_ref().unchecked_ref()));
    let office = Office {
        desk: Scheduler::default(),
        scope,
        next: channel.port2(),
        turning: false,
        _hear: hear,
        _turn: (channel.port1(), turn),
    };
    office.say(&Reply::first(build))?;
    OFFICE.with_borrow_mut(|slot| *slot = Some(office));
    Ok(())
}

fn with(act: impl FnOnce(&mut Office) -> Fallible) {
    OFFICE.with_borrow_mut(|office| {
        if let Some(Err(error)) = office.as_mut().map(act) {
            console::error_1(&error);
        }
    });
}

impl Office {
    fn say(&self, word: &Reply) -> Fallible {
        self.scope.post_message(&json::write(word).into())
    }

    fn hear(&mut self, event: &MessageEvent) -> Fallible {
        let text = event.data().as_string().unwrap_or_default();
        let order: Request = json::read(&text).ok_or("an order that is not understood")?;
        self.desk.hear(order);
        self.go_on()
    }

    fn turn(&mut self) -> Fallible {
        self.turning = false;
        self.desk.turn(&now).iter().try_for_each(|word| self.say(word))?;
        self.go_on()
    }

    fn go_on(&mut self) -> Fallible {
        if self.desk.busy() && !std::mem::replace(&mut self.turning, true) {
            self.next.post_message(&JsValue::NULL)?;
        }
        Ok(())
    }
}
