//! From events to messages. Most listeners sit on the document and read `data-key` and `data-do`, so that markup can come and go.

mod chart_pointer;
mod player_pointer;
mod press;

use crate::{
    dom::{self, Fallible, Listener},
    files,
    queue::send,
    storage,
};
use flitscope_page::{
    AskMessage, EditMessage, MapAction, Message, PageMessage, PlayMessage, RunMessage, ShareMessage, action,
    action::Focus, controls::RATES_FILE, edit, edit::ControlKind,
};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{
    Document, Element, Event, HashChangeEvent, HtmlElement, HtmlInputElement, HtmlSelectElement, IntersectionObserver,
    IntersectionObserverEntry, KeyboardEvent, MediaQueryListEvent, MouseEvent, ResizeObserver, Window,
};

/// All listeners of the page; they end with this value.
pub(crate) struct Events {
    _listeners: Vec<Listener>,
    resize: (ResizeObserver, Closure<dyn FnMut()>),
    sight: (IntersectionObserver, Closure<dyn FnMut(js_sys::Array)>),
}

pub(crate) fn listen() -> Fallible<Events> {
    let window = dom::window()?;
    let document = dom::document()?;
    let chart: HtmlElement = dom::by_id("chart")?;
    let stage: HtmlElement = dom::by_id("stage")?;
    let figure: HtmlElement = dom::by_id("figure-frame")?;
    let card: HtmlElement = dom::by_id("card-frame")?;
    let pair: HtmlElement = dom::by_id("pair-stage")?;
    let mut listeners = controls(&document, &window)?;
    listeners.extend(press::listen(&document, &window)?);
    listeners.extend(chart_pointer::listen(&chart)?);
    listeners.extend(player_pointer::listen(&stage)?);
    listeners.push(storage::listen()?);
    for (event, printing) in [("beforeprint", true), ("afterprint", false)] {
        listeners.push(Listener::new(&window, event, move |_| send(PageMessage::Printing(printing)))?);
    }
    if let Some(query) = window.match_media("(prefers-color-scheme: dark)")? {
        listeners.push(Listener::new(&query, "change", |event| {
            let dark = event.dyn_ref().is_some_and(MediaQueryListEvent::matches);
            send(PageMessage::Prefers(dark));
        })?);
    }
    for colours in ["(prefers-contrast: more)", "(forced-colors: active)"] {
        if let Some(query) = window.match_media(colours)? {
            listeners.push(Listener::new(&query, "change", |_| send(PageMessage::Restyle))?);
        }
    }
    let resized = Closure::<dyn FnMut()>::new(|| send(PageMessage::Restyle));
    let observer = ResizeObserver::new(resized.as_ref().unchecked_ref())?;
    [&chart, &stage, &figure, &card, &pair].into_iter().for_each(|element| observer.observe(element));
    let seen = Closure::<dyn FnMut(js_sys::Array)>::new(|entries: js_sys::Array| {
        if let Ok(last) = entries.pop().dyn_into::<IntersectionObserverEntry>() {
            send(PlayMessage::Seen(last.is_intersecting()));
        }
    });
    let sight = IntersectionObserver::new(seen.as_ref().unchecked_ref())?;
    sight.observe(&stage);
    Ok(Events { _listeners: listeners, resize: (observer, resized), sight: (sight, seen) })
}

impl Drop for Events {
    fn drop(&mut self) {
        self.resize.0.disconnect();
        self.sight.0.disconnect();
    }
}

fn target(event: &Event) -> Option<Element> {
    event.target().and_then(|target| target.dyn_into().ok())
}

/// Listeners on controls, wherever they are, and on the address.
fn controls(document: &Document, window: &Window) -> Fallible<Vec<Listener>> {
    let (address, page) = (window.location(), document.clone());
    Ok(vec![
        Listener::new(document, "visibilitychange", move |_| send(RunMessage::Hidden(page.hidden())))?,
        Listener::new(document, "input", |event| edited(&event, true))?,
        Listener::new(document, "change", |event| edited(&event, false))?,
        Listener::new(document, "click", |event| clicked(&event))?,
        Listener::new(document, "pointermove", |event| over_map(&event, false))?,
        Listener::new(document, "click", |event| over_map(&event, true))?,
        Listener::new(document, "pointerover", pointing())?,
        Listener::new(document, "focusin", pointing())?,
        Listener::new(document, "submit", |event| {
            // Enter in a number field must not reload the page; a dialog's own form may close it.
            if target(&event).is_some_and(|form| form.id() == "controls") {
                event.prevent_default();
            }
        })?,
        Listener::new(document, "keydown", |event| pressed(&event))?,
        Listener::new(document, "focusout", |event| left(&event))?,
        // The event does not bubble, so the listener captures it.
        Listener::with(document, "toggle", true, |event| {
            if let Some(part) = target(&event).filter(|part| !part.id().is_empty()) {
                send(PageMessage::Opened(part.id(), part.has_attribute("open")));
            }
        })?,
        Listener::new(window, "hashchange", move |event| {
            // The page may have written its own address since.
            let to = event.dyn_ref().map(HashChangeEvent::new_url).and_then(|to| Some(to[to.find('#')?..].to_string()));
            send(EditMessage::Address(to.unwrap_or_else(|| address.hash().unwrap_or_default())));
        })?,
    ])
}

/// A control has been changed: `moving` while it still is.
fn edited(event: &Event, moving: bool) {
    let Some(element) = target(event) else { return };
    let list = element.dyn_ref::<HtmlSelectElement>();
    let opens: Option<fn(String, String) -> Message> = match element.id().as_str() {
        "share-file" => Some(|_, text| ShareMessage::File(text).into()),
        RATES_FILE => Some(|name, text| EditMessage::Rates { name, text }.into()),
        _ => None,
    };
    if let Some(message) = opens {
        if !moving {
            element.dyn_ref().into_iter().for_each(|input| files::open(input, message));
        }
        return;
    }
    let message = match (list, element.dyn_ref::<HtmlInputElement>(), element.get_attribute("data-key")) {
        (Some(list), _, Some(key)) => edit::changed(&key, ControlKind::List, list.value(), moving),
        (None, Some(input), Some(key)) => ControlKind::of_input(&kind(input), input.checked())
            .and_then(|form| edit::changed(&key, form, input.value(), moving)),
        _ => None,
    };
    let form = element.closest("[data-address]").ok().flatten();
    let address = form.and_then(|form| form.get_attribute("data-address")?.parse().ok());
    if let Some(message) = message {
        send(if let Some(address) = address { Message::At(address, Box::new(message)) } else { message });
    }
}

/// A pointer over the letters of an equation, or a focused letter, points at a symbol; each listener reports its own changes.
fn pointing() -> impl FnMut(Event) {
    let mut last = None;
    move |event| {
        let letter = target(&event).and_then(|target| target.closest("[data-do=count]").ok().flatten());
        let symbol = letter.and_then(|letter| letter.get_attribute("data-of"));
        if symbol != last {
            last.clone_from(&symbol);
            send(PlayMessage::Symbol(symbol));
        }
    }
}

/// A pointer over the map of the questions, or over its Pareto view, reads the cell below it; a click takes the values of that cell over.
fn over_map(event: &Event, take: bool) {
    let map = target(event).and_then(|target| target.closest("#query-picture, #query-pareto").ok().flatten());
    let Some((map, pointer)) = map.zip(event.dyn_ref::<MouseEvent>()) else { return };
    let place = map.get_bounding_client_rect();
    let across = (f64::from(pointer.client_x()) - place.left()) / place.width();
    let up = (place.bottom() - f64::from(pointer.client_y())) / place.height();
    send(AskMessage::Map(if map.id() == "query-pareto" {
        MapAction::Near(across, up)
    } else {
        MapAction::At(across, up)
    }));
    if take {
        send(AskMessage::Map(MapAction::Take));
    }
}

/// Sends the message of the nearest element around a click that names an action.
fn clicked(event: &Event) {
    let Some(control) = target(event).and_then(|target| target.closest("[data-do]").ok().flatten()) else { return };
    let said = |name| control.get_attribute(name).unwrap_or_default();
    if let Some(message) = action::asked(&said("data-do"), &said("data-of")) {
        // The address holds the scene: a jump within the page must not write into it.
        event.prevent_default();
        send(message);
    }
}

/// The role of an input, or else its type.
fn kind(input: &HtmlInputElement) -> String {
    input.get_attribute("role").unwrap_or_else(|| input.type_())
}

/// Elements in which a reader types.
const TEXT: &str = "input:is([type=text], [type=search]), textarea, [contenteditable]";

/// Buttons that are one stop of the Tab key: the arrows go from one to the next.
fn rove(element: &Element, key: &str) -> Option<HtmlElement> {
    element.closest("#systems, #moments").ok()??;
    let next = match key {
        "ArrowRight" => element.next_element_sibling(),
        "ArrowLeft" => element.previous_element_sibling(),
        _ => None,
    };
    next?.dyn_into().ok()
}

/// The field of a slider outside the panel of all settings, which opens when a digit is typed on the slider.
fn typing(element: &Element, key: &str) -> Option<HtmlInputElement> {
    let digit = key.len() == 1 && key.starts_with(|digit: char| digit.is_ascii_digit() || digit == '.');
    let control = element.closest(".control").ok()??;
    let slider = digit && element.get_attribute("type").as_deref() == Some("range");
    let field: HtmlInputElement = control.query_selector("[role=spinbutton]").ok()??.dyn_into().ok()?;
    (slider && control.class_list().add_1("typing").is_ok()).then_some(field)
}

/// The field closes when the reader leaves it.
fn left(event: &Event) {
    let field = target(event).filter(|element| element.get_attribute("role").as_deref() == Some("spinbutton"));
    let control = field.and_then(|field| field.closest(".typing").ok().flatten());
    control.map(|control| control.class_list().remove_1("typing"));
}

fn pressed(event: &Event) {
    let Some((key, element)) = event.dyn_ref::<KeyboardEvent>().zip(target(event)) else { return };
    if let Some(next) = rove(&element, &key.key()) {
        event.prevent_default();
        next.focus().ok();
        return;
    }
    if !(key.ctrl_key() || key.meta_key() || key.alt_key())
        && let Some(field) = typing(&element, &key.key())
    {
        // The digit goes into the field, in place of the number there.
        field.focus().ok();
        field.select();
        return;
    }
    let chord = action::chord(&key.key(), key.ctrl_key() || key.meta_key(), key.shift_key(), key.alt_key());
    let within = |selector| element.closest(selector).is_ok_and(|found| found.is_some());
    let focus = if within(TEXT) {
        Focus::Text
    } else if within("select") {
        Focus::List
    } else if within("button, a, summary, label, input, [role=button], [role=tab], [role=option]") {
        Focus::Button
    } else {
        Focus::Other
    };
    let nudged =
        |chord: &str| edit::nudged(&element.get_attribute("data-key")?, chord).filter(|_| within("[role=spinbutton]"));
    // A dialog or a menu closes first.
    let over = [
        (".vote", action::KeyScope::Vote),
        (".present", action::KeyScope::Present),
        (".settings", action::KeyScope::Settings),
        (".raised", action::KeyScope::Raised),
    ];
    let closes = within("dialog")
        || dom::document().is_ok_and(|page| page.query_selector(":popover-open").is_ok_and(|menu| menu.is_some()));
    let cover = over.into_iter().find(|(class, _)| within(class) && !closes).map(|(_, scope)| scope);
    let message = |chord: String| nudged(&chord).or_else(|| action::pressed(&element.id(), focus, cover, &chord));
    if let Some(message) = chord.and_then(message) {
        event.prevent_default();
        send(message);
    }
}
