//! The address and what can be done with it: kept up to date, shown, copied, opened.

use super::dom::{self, Fallible};
use crate::scenario::{Parsed, Scenario, link};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{HtmlElement, HtmlInputElement};

/// The scenario that the address of the page holds.
pub fn read() -> Fallible<Parsed> {
    Ok(link::parse(&dom::window()?.location().hash()?))
}

/// Writes the scenario into the address, without a step of the browser's own history.
pub fn write(scenario: &Scenario) -> Fallible {
    let window = dom::window()?;
    let fragment = format!("#{}", link::write(scenario));
    if window.location().hash()? != fragment {
        // A browser that finds this too often refuses for a while; the address follows with the next change.
        window.history()?.replace_state_with_url(&JsValue::NULL, "", Some(&fragment)).ok();
    }
    Ok(())
}

/// The complete address of a scenario.
pub fn address(scenario: &Scenario) -> Fallible<String> {
    let location = dom::window()?.location();
    Ok(format!("{}{}{}#{}", location.origin()?, location.pathname()?, location.search()?, link::write(scenario)))
}

/// Opens the dialog with the link of a scenario, and copies it.
pub fn share(scenario: &Scenario) -> Fallible {
    write(scenario)?;
    let field: HtmlInputElement = dom::by_id("share-link")?;
    field.set_value(&address(scenario)?);
    dom::set_text(&dom::by_id::<HtmlElement>("share-state")?, "");
    open("share-dialog")?;
    field.select();
    copy()
}

/// Copies the link shown in the dialog, and says whether that worked.
pub fn copy() -> Fallible {
    let field: HtmlInputElement = dom::by_id("share-link")?;
    let state: HtmlElement = dom::by_id("share-state")?;
    let clipboard = dom::window()?.navigator().clipboard();
    // Outside a secure context there is no clipboard; the field is selected for the reader's own hand.
    if clipboard.is_undefined() {
        field.select();
        dom::set_text(&state, "Press Ctrl C to copy the link.");
        return Ok(());
    }
    let copied = clipboard.write_text(&field.value());
    wasm_bindgen_futures::spawn_local(async move {
        let said = match wasm_bindgen_futures::JsFuture::from(copied).await {
            Ok(_) => "Copied.",
            Err(_) => "The browser does not let a page copy here: press Ctrl C.",
        };
        dom::set_text(&state, said);
    });
    Ok(())
}

/// Opens a dialog of the page.
pub fn open(id: &str) -> Fallible {
    let dialog: web_sys::HtmlDialogElement = dom::by_id::<HtmlElement>(id)?.unchecked_into();
    if dialog.open() { Ok(()) } else { dialog.show_modal() }
}
