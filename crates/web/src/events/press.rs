//! Presses of controls: until the release nothing is rewritten, for a browser reports no click on an element that was replaced or moved.

use super::{Listener, send, target};
use crate::dom::Fallible;
use flitscope_page::{PageMessage, Press};
use std::{cell::Cell, rc::Rc};
use wasm_bindgen::JsCast as _;
use web_sys::{Document, Element, Event, KeyboardEvent, PointerEvent, Window};

/// Controls that act when they are released.
const CONTROLS: &str = "button, summary, label, a, input, [data-do], #query-picture, #query-pareto";

/// Controls that act while they are held, or open a list of the browser.
const HELD: &str = "input[type=range], select";

pub(super) fn listen(document: &Document, window: &Window) -> Fallible<Vec<Listener>> {
    let down = Rc::new(Cell::new(false));
    let report = move |press: Press| {
        if press == Press::Down || down.get() {
            down.set(press != Press::Over);
            send(PageMessage::Press(press));
        }
    };
    // Captured: a press ends before its action is performed.
    let on = |target: &web_sys::EventTarget, kind, read: fn(&Event) -> Option<Press>| {
        let report = report.clone();
        Listener::with(target, kind, true, move |event| read(&event).into_iter().for_each(&report))
    };
    Ok(vec![
        on(document, "pointerdown", |event| {
            let pointer = event.dyn_ref::<PointerEvent>()?;
            (pointer.is_primary() && pointer.button() == 0 && presses(target(event)?)).then_some(Press::Down)
        })?,
        on(document, "pointerup", |_| Some(Press::Up))?,
        on(document, "click", |_| Some(Press::Over))?,
        on(document, "pointercancel", |_| Some(Press::Over))?,
        // A release outside of the window may not be reported.
        on(document, "pointermove", |event| (event.dyn_ref::<PointerEvent>()?.buttons() == 0).then_some(Press::Over))?,
        on(window, "blur", |_| Some(Press::Over))?,
        // The space bar acts when it is released, too.
        on(document, "keydown", |event| {
            let space = event.dyn_ref::<KeyboardEvent>()?.key() == " ";
            (space && presses(target(event)?)).then_some(Press::Down)
        })?,
        on(document, "keyup", |_| Some(Press::Over))?,
    ])
}

/// True if an element is or belongs to a control that acts when it is released.
fn presses(element: Element) -> bool {
    let within = |selector| element.closest(selector).is_ok_and(|found| found.is_some());
    within(CONTROLS) && !within(HELD)
}
