//! Brings elements to a sheet, and touches only what differs: unchanged live regions stay silent, and what is open stays open.

use crate::dom::{self, Fallible};
use flitscope_page::{DomPatch, Id, Patch, controls, unbroken};
use std::collections::HashMap;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement, HtmlInputElement, HtmlProgressElement, HtmlSelectElement, HtmlTextAreaElement};

/// Pixels from its end within which lines are read at their end.
const NEAR_END: i32 = 8;

/// Pixels between a place and the element beside it.
const BESIDE: f64 = 12.0;

/// An element and the content last written into it.
struct Known {
    element: HtmlElement,
    text: Option<String>,
    markup: Option<String>,
}

/// Writes patches into elements, and remembers their content.
#[derive(Default)]
pub(crate) struct Writer {
    known: HashMap<Id, Known>,
}

impl Writer {
    /// Brings elements to a sheet. An element that is not there does not keep the others from being written.
    pub(crate) fn write(&mut self, sheet: DomPatch) -> Fallible {
        let mut written = Ok(());
        for (id, mark) in sheet.into_marks() {
            let done = self.known(id).and_then(|known| write(known, mark));
            written = written.and(done);
        }
        written
    }

    /// The state of an element; markup around it may have been written anew since.
    fn known(&mut self, id: Id) -> Fallible<&mut Known> {
        if self.known.get(&id).is_some_and(|known| !known.element.is_connected()) {
            self.known.remove(&id);
        }
        Ok(match self.known.entry(id) {
            std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::hash_map::Entry::Vacant(entry) => {
                let element = dom::by_id(entry.key())?;
                entry.insert(Known { element, text: None, markup: None })
            }
        })
    }
}

fn write(known: &mut Known, mark: Patch) -> Fallible {
    let element = &known.element;
    match mark {
        Patch::Text(text) => {
            if known.text.as_deref() != Some(&text) {
                // Code is copied as it is.
                let said = if element.tag_name() == "PRE" { text.clone() } else { unbroken(&text, false) };
                if element.text_content().as_deref() != Some(&said) {
                    element.set_text_content(Some(&said));
                }
                known.text = Some(text);
            }
        }
        Patch::Markup(markup) => {
            if known.markup.as_deref() != Some(&markup) {
                // Who is at something inside stays at what takes its place.
                let here = dom::document()?.active_element().filter(|active| element.contains(Some(active)));
                element.set_inner_html(&unbroken(&markup, true));
                let here = here.filter(|active| !active.id().is_empty()).map(|active| active.id());
                here.and_then(|id| dom::by_id::<HtmlElement>(&id).ok()).map_or(Ok(()), |next| next.focus())?;
                known.markup = Some(markup);
            }
        }
        Patch::Lines(lines) => {
            element.set_inner_html(&lines);
            // Reading the height causes a layout.
            if !lines.is_empty() {
                element.set_scroll_top(element.scroll_height());
            }
        }
        Patch::MoreLines(lines, most) => more_lines(element, &lines, most)?,
        Patch::Attribute(name, value) => dom::set_attribute(element, name, &value)?,
        Patch::Shown(shown) => dom::show(element, shown),
        Patch::Class(name, has) => drop(element.class_list().toggle_with_force(name, has)?),
        Patch::Open(open) => drop(element.toggle_attribute_with_force("open", open)?),
        Patch::Style(name, value) => element.style().set_property(name, &value)?,
        Patch::Value(text) => set_value(element, &text),
        Patch::Field { text, gentle } => set_field(element, &text, gentle)?,
        Patch::Checked(checked) => dom::cast::<HtmlInputElement>(element)?.set_checked(checked),
        Patch::Disabled(disabled) => dom::cast::<HtmlInputElement>(element)?.set_disabled(disabled),
        Patch::Beside(across) => {
            // On the side that has room.
            let width = f64::from(element.offset_width());
            let room = element.parent_element().map_or(0.0, |frame| f64::from(frame.client_width()));
            let right = across + BESIDE + width < room;
            let left = if right { across + BESIDE } else { (across - BESIDE - width).max(4.0) };
            element.style().set_property("left", &format!("{left:.1}px"))?;
        }
        Patch::HandsOn(next) => {
            if element.hidden() && has_focus(element)? {
                dom::by_id::<HtmlElement>(next)?.focus()?;
            }
        }
    }
    Ok(())
}

fn has_focus(element: &HtmlElement) -> Fallible<bool> {
    Ok(dom::document()?.active_element().as_ref() == Some(element.as_ref()))
}

/// More lines at the end of a list. Who reads further up is left alone.
fn more_lines(list: &HtmlElement, lines: &str, most: usize) -> Fallible {
    let at_end = list.scroll_top() + list.client_height() >= list.scroll_height() - NEAR_END;
    list.insert_adjacent_html("beforeend", lines)?;
    if at_end {
        for _ in most..list.child_element_count() as usize {
            list.first_element_child().iter().for_each(Element::remove);
        }
        list.set_scroll_top(list.scroll_height());
    }
    Ok(())
}

fn set_value(element: &HtmlElement, text: &str) {
    if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
        if input.value() != text {
            input.set_value(text);
        }
    } else if let Some(list) = element.dyn_ref::<HtmlSelectElement>() {
        if list.value() != text {
            list.set_value(text);
        }
    } else if let Some(area) = element.dyn_ref::<HtmlTextAreaElement>() {
        area.set_value(text);
    } else if let Some(bar) = element.dyn_ref::<HtmlProgressElement>() {
        bar.set_value(text.parse().unwrap_or(0.0));
    }
}

/// A field in which the reader may be typing.
fn set_field(element: &HtmlElement, text: &str, gentle: bool) -> Fallible {
    let input: &HtmlInputElement = dom::cast(element)?;
    if (gentle && has_focus(element)?) || controls::same(&input.value(), text) {
        return Ok(());
    }
    input.set_value(text);
    input.remove_attribute("aria-invalid")
}
