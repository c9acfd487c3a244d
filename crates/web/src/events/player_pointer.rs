//! Pointer, wheel and fingers on the animation, for the [`Hand`] that knows what they mean.

use super::{Listener, send};
use crate::dom::Fallible;
use flitscope_page::{Gesture, Hand, PlayMessage, wheel};
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::JsCast as _;
use web_sys::{Event, HtmlElement, MouseEvent, PointerEvent, TouchEvent, WheelEvent};

fn place(event: &MouseEvent) -> (f64, f64) {
    (f64::from(event.offset_x()), f64::from(event.offset_y()))
}

fn gestured(gesture: Gesture) {
    send(PlayMessage::Gesture(gesture));
}

fn turn(event: Event) {
    let Some(event) = event.dyn_ref::<WheelEvent>().filter(|wheel| wheel.ctrl_key()) else { return };
    // Else the browser would make the whole page larger.
    event.prevent_default();
    gestured(wheel(event.delta_y(), event.delta_mode() == WheelEvent::DOM_DELTA_LINE, place(event)));
}

/// One finger scrolls the page as long as the network is shown as a whole; two are for the network.
fn touch(event: Event) {
    if event.dyn_ref::<TouchEvent>().is_some_and(|touch| touch.touches().length() > 1) {
        event.prevent_default();
    }
}

pub(super) fn listen(canvas: &HtmlElement) -> Fallible<Vec<Listener>> {
    let hand = Rc::new(RefCell::new(Hand::default()));
    let down = {
        let (hand, canvas) = (Rc::clone(&hand), canvas.clone());
        move |event: Event| {
            let Some(pointer) = event.dyn_ref::<PointerEvent>().filter(|pointer| pointer.button() == 0) else { return };
            hand.borrow_mut().down(pointer.pointer_id(), place(pointer), pointer.pointer_type() == "touch");
            if pointer.pointer_type() == "mouse" {
                canvas.set_pointer_capture(pointer.pointer_id()).ok();
            }
        }
    };
    let moved = {
        let hand = Rc::clone(&hand);
        move |event: Event| {
            let Some(pointer) = event.dyn_ref::<PointerEvent>() else { return };
            if pointer.buttons() == 0 {
                // It may have been lifted where the page could not see it.
                hand.borrow_mut().up(pointer.pointer_id());
            }
            let gestures = hand.borrow_mut().moved(pointer.pointer_id(), place(pointer));
            gestures.into_iter().for_each(gestured);
        }
    };
    let up = {
        let hand = Rc::clone(&hand);
        move |event: Event| {
            if let Some(pointer) = event.dyn_ref::<PointerEvent>() {
                hand.borrow_mut().up(pointer.pointer_id());
            }
        }
    };
    let click = move |event: Event| {
        // In older browsers a click is no pointer event.
        let Some(mouse) = event.dyn_ref::<MouseEvent>() else { return };
        let gesture = hand.borrow().click(place(mouse));
        gesture.into_iter().for_each(gestured);
    };
    Ok(vec![
        Listener::new(canvas, "pointerdown", down)?,
        Listener::new(canvas, "pointermove", moved)?,
        Listener::new(canvas, "pointerup", up.clone())?,
        Listener::new(canvas, "pointercancel", up.clone())?,
        Listener::new(canvas, "lostpointercapture", up)?,
        Listener::new(canvas, "pointerleave", |_| gestured(Gesture::Point(None)))?,
        Listener::new(canvas, "click", click)?,
        Listener::new(canvas, "wheel", turn)?,
        Listener::new(canvas, "touchstart", touch)?,
        Listener::new(canvas, "touchmove", touch)?,
    ])
}
