//! The handle of tests and lesson authors: two functions that look, and a promise that ends when nothing is left to draw.

use crate::{dom::Fallible, queue};
use flitscope_page::State;
use js_sys::Function;
use serde::Serialize as _;
use serde_wasm_bindgen::Serializer;
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::{JsCast as _, JsValue, closure::Closure};

/// Promises that wait for the last picture.
#[derive(Clone, Default)]
pub(crate) struct Settling {
    waiting: Rc<RefCell<Vec<Function>>>,
}

impl Settling {
    /// Lets them go on if nothing is left to draw.
    pub(crate) fn look(&self, state: &State) {
        if queue::is_empty() && state.is_settled() {
            for waiting in self.waiting.take() {
                waiting.call0(&JsValue::NULL).ok();
            }
        }
    }
}

/// Hands the handle to `www/boot.js`: `look` reads the state, which is nothing to a caller in the middle of a change.
pub(crate) fn announce(look: impl Fn(&dyn Fn(&State)) + Clone + 'static, settling: &Settling) -> Fallible {
    let report = |report: fn(&State) -> Result<JsValue, serde_wasm_bindgen::Error>| {
        let look = look.clone();
        Closure::<dyn Fn() -> JsValue>::new(move || {
            let plain = RefCell::new(JsValue::NULL);
            look(&|state| drop(plain.replace(report(state).unwrap_or(JsValue::NULL))));
            plain.into_inner()
        })
        .into_js_value()
    };
    let scenario = report(|state| state.scenario_report().serialize(&Serializer::json_compatible()));
    let results = report(|state| state.results_report().serialize(&Serializer::json_compatible()));
    let settling = settling.clone();
    let settled = Closure::<dyn Fn(Function)>::new(move |end| {
        settling.waiting.borrow_mut().push(end);
        look(&|state| settling.look(state));
    })
    .into_js_value();
    let started = js_sys::Reflect::get(&js_sys::global(), &"__flitscope_started".into())?;
    let started: Function = started.dyn_into()?;
    started.call3(&JsValue::NULL, &scenario, &results, &settled).map(drop)
}
