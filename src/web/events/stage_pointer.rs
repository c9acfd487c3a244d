//! Pointer, wheel and fingers on the animation: hovering reads, a click stays with what is there, a drag moves a network that is shown
//! larger, two fingers or the wheel with Ctrl zoom.

use super::{Listener, dispatch};
use crate::web::{dom::Fallible, message::Msg};
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::JsCast as _;
use web_sys::{Event, HtmlElement, MouseEvent, PointerEvent, TouchEvent, WheelEvent};

/// Pixels that a pointer may move between press and release of a click.
const STILL: f64 = 6.0;

/// Zoom per pixel of the wheel, as a power of e.
const WHEEL: f64 = 0.004;

type Place = (f64, f64);

/// The pointers that are down.
#[derive(Default)]
struct Held {
    pointers: Vec<(i32, Place)>,
    /// How far they have moved since the first one came down.
    moved: f64,
    /// Whether the last one that came down was a finger.
    touch: bool,
}

impl Held {
    /// The middle of the first two, or the first, and how far the two are apart.
    fn grip(&self) -> Option<(Place, f64)> {
        match self.pointers.as_slice() {
            [] => None,
            [(_, at)] => Some((*at, 0.0)),
            [(_, a), (_, b), ..] => Some(((a.0.midpoint(b.0), a.1.midpoint(b.1)), libm::hypot(a.0 - b.0, a.1 - b.1))),
        }
    }

    fn down(&mut self, pointer: i32, at: Place) {
        self.pointers.retain(|(other, _)| *other != pointer);
        if self.pointers.is_empty() {
            self.moved = 0.0;
        }
        self.pointers.push((pointer, at));
    }

    fn up(&mut self, pointer: i32) {
        self.pointers.retain(|(other, _)| *other != pointer);
    }

    /// A pointer that is down moves: what follows for what is seen.
    fn drag(&mut self, pointer: i32, at: Place) -> Vec<Msg> {
        let Some(before) = self.grip() else { return Vec::new() };
        let Some(place) = self.pointers.iter_mut().find(|(other, _)| *other == pointer) else { return Vec::new() };
        place.1 = at;
        let Some(after) = self.grip() else { return Vec::new() };
        let by = (after.0.0 - before.0.0, after.0.1 - before.0.1);
        self.moved += libm::hypot(by.0, by.1) + (after.1 - before.1).abs();
        let mut messages = vec![Msg::Pan(by)];
        if before.1 > 0.0 && after.1 > 0.0 {
            messages.push(Msg::Zoom(after.1 / before.1, Some(after.0)));
        }
        messages
    }
}

fn place(event: &MouseEvent) -> Place {
    (f64::from(event.offset_x()), f64::from(event.offset_y()))
}

/// Starts listening.
pub(super) fn listen(stage: &HtmlElement) -> Fallible<Vec<Listener>> {
    let held = Rc::new(RefCell::new(Held::default()));
    let down = {
        let (held, stage) = (Rc::clone(&held), stage.clone());
        move |event: Event| {
            let Some(pointer) = event.dyn_ref::<PointerEvent>().filter(|pointer| pointer.button() == 0) else { return };
            held.borrow_mut().touch = pointer.pointer_type() == "touch";
            held.borrow_mut().down(pointer.pointer_id(), place(pointer));
            if pointer.pointer_type() == "mouse" {
                stage.set_pointer_capture(pointer.pointer_id()).ok();
            }
        }
    };
    let moved = {
        let held = Rc::clone(&held);
        move |event: Event| {
            let Some(pointer) = event.dyn_ref::<PointerEvent>() else { return };
            let messages = held.borrow_mut().drag(pointer.pointer_id(), place(pointer));
            messages.into_iter().for_each(dispatch);
            dispatch(Msg::Point(Some(place(pointer))));
        }
    };
    let up = {
        let held = Rc::clone(&held);
        move |event: Event| {
            if let Some(pointer) = event.dyn_ref::<PointerEvent>() {
                held.borrow_mut().up(pointer.pointer_id());
            }
        }
    };
    let click = move |event: Event| {
        let Held { moved, touch, .. } = *held.borrow();
        // In older browsers a click is no pointer event.
        if let Some(mouse) = event.dyn_ref::<MouseEvent>().filter(|_| moved <= STILL) {
            dispatch(Msg::Click { place: place(mouse), touch });
        }
    };
    let wheel = |event: Event| {
        let Some(wheel) = event.dyn_ref::<WheelEvent>().filter(|wheel| wheel.ctrl_key()) else { return };
        // Else the browser would make the whole page larger.
        wheel.prevent_default();
        let lines = if wheel.delta_mode() == WheelEvent::DOM_DELTA_LINE { 16.0 } else { 1.0 };
        let factor = libm::exp((-WHEEL * lines * wheel.delta_y()).clamp(-1.0, 1.0));
        let at = (f64::from(wheel.offset_x()), f64::from(wheel.offset_y()));
        dispatch(Msg::Zoom(factor, Some(at)));
    };
    let touch = |event: Event| {
        // One finger scrolls the page as long as the network is shown as a whole; two are for the network.
        if event.dyn_ref::<TouchEvent>().is_some_and(|touch| touch.touches().length() > 1) {
            event.prevent_default();
        }
    };
    Ok(vec![
        Listener::new(stage, "pointerdown", down)?,
        Listener::new(stage, "pointermove", moved)?,
        Listener::new(stage, "pointerup", up.clone())?,
        Listener::new(stage, "pointercancel", up)?,
        Listener::new(stage, "pointerleave", |_| dispatch(Msg::Point(None)))?,
        Listener::new(stage, "click", click)?,
        Listener::new(stage, "wheel", wheel)?,
        Listener::new(stage, "touchstart", touch)?,
        Listener::new(stage, "touchmove", touch)?,
    ])
}
