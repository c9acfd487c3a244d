//! From events to messages. Most listeners sit on the document and read what an element says of itself (`data-key`, `data-action`), so
//! that markup can come and go.

mod player_pointer;

use super::{
    app::dispatch,
    chart_view::Cursor,
    dom::{self, Fallible, Listener},
    keys::{self, Place},
    link_bar,
    message::Msg,
};
use crate::{
    page::player::view::STEP,
    param::{Key, Kind},
    scenario::{Reading, System},
};
use std::{cell::Cell, rc::Rc};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{
    Element, Event, HtmlElement, HtmlInputElement, HtmlSelectElement, KeyboardEvent, PointerEvent, ResizeObserver,
};

/// All listeners of the page; they end with this value.
pub struct Events {
    _listeners: Vec<Listener>,
    _resize: (ResizeObserver, Closure<dyn FnMut()>),
}

/// Starts listening.
pub fn listen() -> Fallible<Events> {
    let window = dom::window()?;
    let document = dom::document()?;
    let chart: HtmlElement = dom::by_id("chart")?;
    let stage: HtmlElement = dom::by_id("stage")?;
    let figure: HtmlElement = dom::by_id("figure-frame")?;
    let mut listeners = vec![
        Listener::new(&document, "input", |event| edit(&event, true))?,
        Listener::new(&document, "change", |event| edit(&event, false))?,
        Listener::new(&document, "click", |event| click(&event))?,
        Listener::new(&document, "submit", |event| {
            // Enter in a number field must not reload the page; a dialog's own form may close it.
            if event
                .target()
                .and_then(|target| target.dyn_into::<Element>().ok())
                .is_some_and(|form| form.id() == "controls")
            {
                event.prevent_default();
            }
        })?,
        Listener::new(&document, "keydown", |event| press(&event))?,
        // What is written only while it is open is brought up to date. The event does not bubble; it is caught on its way down.
        Listener::capturing(&document, "toggle", |event| {
            if target(&event).is_some_and(|part| matches!(part.id().as_str(), "every" | "log-box" | "figure-box")) {
                dispatch(Msg::Opened);
            }
        })?,
        Listener::new(&window, "hashchange", |_| dispatch(Msg::Address))?,
    ];
    listeners.extend(chart_pointer(&chart)?);
    listeners.extend(player_pointer::listen(&stage)?);
    for query in ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"] {
        if let Some(query) = window.match_media(query)? {
            listeners.push(Listener::new(&query, "change", |_| dispatch(Msg::Restyle))?);
        }
    }
    let resized = Closure::<dyn FnMut()>::new(|| dispatch(Msg::Restyle));
    let observer = ResizeObserver::new(resized.as_ref().unchecked_ref())?;
    observer.observe(&chart);
    observer.observe(&stage);
    observer.observe(&figure);
    Ok(Events { _listeners: listeners, _resize: (observer, resized) })
}

impl Drop for Events {
    fn drop(&mut self) {
        self._resize.0.disconnect();
    }
}

fn target(event: &Event) -> Option<Element> {
    event.target().and_then(|target| target.dyn_into().ok())
}

/// The nearest element around the target that has this attribute, with its value.
fn around(event: &Event, attribute: &str) -> Option<String> {
    target(event)?.closest(&format!("[{attribute}]")).ok().flatten()?.get_attribute(attribute)
}

fn key_named(name: &str) -> Option<(Key, Kind)> {
    let rows = System::ALL.iter().flat_map(|system| system.params());
    rows.into_iter().find(|row| row.key.name() == name).map(|row| (row.key, row.kind))
}

/// A control has been changed: `moving` while it still is.
fn edit(event: &Event, moving: bool) {
    let Some(element) = target(event) else { return };
    if element.id() == "presets" {
        let chosen = element.dyn_ref::<HtmlSelectElement>().and_then(|list| list.value().parse().ok());
        if let (false, Some(index)) = (moving, chosen) {
            dispatch(Msg::Preset(index));
        }
        return;
    }
    let Some((key, kind)) = element.get_attribute("data-key").and_then(|name| key_named(&name)) else { return };
    if let Some(list) = element.dyn_ref::<HtmlSelectElement>() {
        if !moving {
            dispatch(Msg::Put { key, text: list.value(), moving });
        }
        return;
    }
    let Some(input) = element.dyn_ref::<HtmlInputElement>() else { return };
    match (input.type_().as_str(), kind) {
        ("checkbox", Kind::Set { .. }) => {
            let reading = Reading::ALL.iter().find(|reading| reading.key() == input.value());
            if let (false, Some(reading)) = (moving, reading) {
                dispatch(Msg::Show(*reading, input.checked()));
            }
        }
        ("checkbox", _) if !moving => {
            dispatch(Msg::Put { key, text: if input.checked() { "1" } else { "0" }.into(), moving });
        }
        ("radio" | "text", _) if !moving => dispatch(Msg::Put { key, text: input.value(), moving }),
        ("range", _) if moving => dispatch(Msg::Put { key, text: input.value(), moving }),
        ("range", _) => dispatch(Msg::Released),
        ("number", _) if moving => dispatch(Msg::Typed { key, text: input.value() }),
        ("number", _) => dispatch(Msg::Put { key, text: input.value(), moving }),
        _ => {}
    }
}

fn click(event: &Event) {
    if around(event, "href").as_deref() == Some("#controls") {
        // The address holds the scene: a jump within the page must not write into it.
        event.prevent_default();
        dom::by_id::<HtmlElement>("controls").and_then(|controls| controls.focus()).ok();
    } else if let Some(name) = around(event, "data-reset") {
        if let Some((key, _)) = key_named(&name) {
            dispatch(Msg::Reset(key));
            // The button hides itself; the reader stays at the control.
            dom::by_id::<HtmlElement>(&format!("input-{name}")).and_then(|input| input.focus()).ok();
        }
    } else if let Some(name) = around(event, "data-help") {
        toggle_help(&name).ok();
    } else if let Some(key) = around(event, "data-system") {
        if let Ok(system) = System::parse(&key) {
            dispatch(Msg::System(system));
        }
    } else if let Some(action) = around(event, "data-action") {
        match action.as_str() {
            "seed" => dispatch(Msg::NewSeed),
            "below" => dispatch(Msg::BelowSaturation),
            "dismiss" => dispatch(Msg::Dismiss),
            _ => {}
        }
    } else if let Some(id) =
        target(event).and_then(|target| target.closest("button").ok().flatten()).map(|button| button.id())
    {
        match id.as_str() {
            "undo" => dispatch(Msg::Undo),
            "redo" => dispatch(Msg::Redo),
            "reset" => dispatch(Msg::ResetAll),
            "theme" => dispatch(Msg::Theme),
            "keys" => dispatch(Msg::Keys),
            "share" => dispatch(Msg::Share),
            "copy" => {
                link_bar::copy().ok();
            }
            "play" => dispatch(Msg::Play),
            "back" => dispatch(Msg::Step(-1)),
            "forward" => dispatch(Msg::Step(1)),
            "mark-back" => dispatch(Msg::Mark(false)),
            "mark-next" => dispatch(Msg::Mark(true)),
            "zoom-in" => dispatch(Msg::Zoom(STEP, None)),
            "zoom-out" => dispatch(Msg::Zoom(1.0 / STEP, None)),
            "zoom-fit" => dispatch(Msg::Fit),
            "simulate" => dispatch(Msg::Simulate),
            "stop" => dispatch(Msg::EndSimulation),
            "again" => dispatch(Msg::SimulateAgain),
            "csv" => dispatch(Msg::Table),
            "json" => dispatch(Msg::Document),
            "forget" => dispatch(Msg::ForgetAll),
            "clear" => dispatch(Msg::ClearSimulation),
            _ => {}
        }
    }
}

fn toggle_help(name: &str) -> Fallible {
    let help: HtmlElement = dom::by_id(&format!("help-{name}"))?;
    let open = help.hidden();
    dom::show(&help, open);
    let button = dom::document()?.query_selector(&format!("[data-help=\"{name}\"]"))?;
    button.map_or(Ok(()), |button| button.set_attribute("aria-expanded", if open { "true" } else { "false" }))
}

fn press(event: &Event) {
    let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
    let Some(element) = target(event) else { return };
    let place = match element.id().as_str() {
        "chart" => Some(Place::Chart),
        "stage" => Some(Place::Stage),
        _ => None,
    };
    let typing =
        element.dyn_ref::<HtmlInputElement>().is_some_and(|input| matches!(input.type_().as_str(), "text" | "number"));
    let message = place.and_then(|place| keys::message(event, place)).or_else(|| {
        // A text field has an undo of its own.
        if typing { None } else { keys::message(event, Place::Page) }
    });
    if let Some(message) = message {
        event.prevent_default();
        dispatch(message);
    }
}

/// The pointer on the chart: hovering reads, the operating point can be dragged, a click puts it there. A finger reads too, and what it
/// read stays when it lifts.
fn chart_pointer(chart: &HtmlElement) -> Fallible<Vec<Listener>> {
    let dragging = Rc::new(Cell::new(false));
    let across = |event: &Event| {
        let event: &PointerEvent = event.dyn_ref()?;
        let left = dom::by_id::<HtmlElement>("chart").ok()?.get_bounding_client_rect().left();
        Some((f64::from(event.client_x()) - left, event.clone()))
    };
    let down = {
        let dragging = Rc::clone(&dragging);
        let chart = chart.clone();
        move |event: Event| {
            let Some((place, pointer)) = across(&event) else { return };
            let on_line = target(&event).is_some_and(|target| target.closest("#operating").ok().flatten().is_some());
            if on_line || (pointer.pointer_type() == "mouse" && pointer.button() == 0) {
                dragging.set(true);
                chart.set_pointer_capture(pointer.pointer_id()).ok();
                dispatch(Msg::Cursor(Cursor::Hide));
                dispatch(Msg::DragLoad(place));
                // Keys go on where the hand was.
                event.prevent_default();
                chart.focus().ok();
            } else {
                dispatch(Msg::Cursor(Cursor::At(place)));
            }
        }
    };
    let moved = {
        let dragging = Rc::clone(&dragging);
        move |event: Event| {
            let Some((place, pointer)) = across(&event) else { return };
            if dragging.get() {
                dispatch(Msg::DragLoad(place));
            } else if pointer.pointer_type() == "mouse" || pointer.buttons() > 0 {
                dispatch(Msg::Cursor(Cursor::At(place)));
            }
        }
    };
    let up = move |_: Event| {
        if dragging.replace(false) {
            dispatch(Msg::Rest);
        }
    };
    let leave = |event: Event| {
        if event.dyn_ref::<PointerEvent>().is_some_and(|pointer| pointer.pointer_type() == "mouse") {
            dispatch(Msg::Cursor(Cursor::Hide));
        }
    };
    Ok(vec![
        Listener::new(chart, "pointerdown", down)?,
        Listener::new(chart, "pointermove", moved)?,
        Listener::new(chart, "pointerup", up.clone())?,
        Listener::new(chart, "pointercancel", up)?,
        Listener::new(chart, "pointerleave", leave)?,
        Listener::new(chart, "blur", |_| dispatch(Msg::Cursor(Cursor::Hide)))?,
    ])
}
