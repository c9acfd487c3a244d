//! The pointer on the chart, for the [`Drag`] that knows what it means.

use super::{Listener, send, target};
use crate::dom::{self, Fallible};
use flitscope_page::{ChartMessage, Cursor, Drag};
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::JsCast as _;
use web_sys::{Event, HtmlElement, PointerEvent};

/// The place of a pointer on the chart, CSS pixels.
fn place(event: &Event) -> Option<((f64, f64), &PointerEvent)> {
    let event: &PointerEvent = event.dyn_ref()?;
    let chart = dom::by_id::<HtmlElement>("chart").ok()?.get_bounding_client_rect();
    Some(((f64::from(event.client_x()) - chart.left(), f64::from(event.client_y()) - chart.top()), event))
}

pub(super) fn listen(chart: &HtmlElement) -> Fallible<Vec<Listener>> {
    let drag = Rc::new(RefCell::new(Drag::default()));
    let down = {
        let (drag, chart) = (Rc::clone(&drag), chart.clone());
        move |event: Event| {
            let Some((place, pointer)) = place(&event) else { return };
            let on_line =
                target(&event).is_some_and(|target| target.closest("#operating, #sketch").ok().flatten().is_some());
            let mouse = pointer.pointer_type() == "mouse" && pointer.button() == 0;
            let messages = drag.borrow_mut().down(place, on_line || mouse);
            if drag.borrow().is_held() {
                chart.set_pointer_capture(pointer.pointer_id()).ok();
                // Keys go on where the hand was. A number that was being typed is taken as the field is left, so before the press.
                event.prevent_default();
                chart.focus().ok();
            }
            messages.into_iter().for_each(send);
        }
    };
    let moved = {
        let drag = Rc::clone(&drag);
        move |event: Event| {
            let Some((place, pointer)) = place(&event) else { return };
            let message = drag.borrow_mut().moved(place, pointer.pointer_type() == "mouse", pointer.buttons() > 0);
            message.into_iter().for_each(send);
        }
    };
    let up = move |_: Event| {
        let message = drag.borrow_mut().up();
        message.into_iter().for_each(send);
    };
    let leave = |event: Event| {
        if event.dyn_ref::<PointerEvent>().is_some_and(|pointer| pointer.pointer_type() == "mouse") {
            send(ChartMessage::Cursor(Cursor::Hide));
        }
    };
    Ok(vec![
        Listener::new(chart, "pointerdown", down)?,
        Listener::new(chart, "pointermove", moved)?,
        Listener::new(chart, "pointerup", up.clone())?,
        Listener::new(chart, "pointercancel", up.clone())?,
        Listener::new(chart, "lostpointercapture", up)?,
        Listener::new(chart, "pointerleave", leave)?,
        Listener::new(chart, "blur", |_| send(ChartMessage::Cursor(Cursor::Hide)))?,
    ])
}
