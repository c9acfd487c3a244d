//! Light or dark, and the colours that the canvases take from the style sheet.

use super::dom::{self, Fallible};
use crate::{
    chart::theme::{Colour, Theme, parse_colour},
    scenario::Reading,
};
use std::collections::HashMap;
use web_sys::HtmlElement;

/// The place of the reader's own choice of light or dark.
const STORED: &str = "flitscope.theme";

/// The colours of the style sheet as they stood when they were read: asking the page each time would make it lay itself out each time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    colours: HashMap<&'static str, String>,
    dark: bool,
}

/// The custom properties that the canvases use.
const NAMES: [&str; 15] = [
    "panel",
    "ink",
    "muted",
    "grid",
    "hair",
    "corrected",
    "printed",
    "refined",
    "average",
    "operating",
    "worm",
    "unicast",
    "node",
    "node-edge",
    "control",
];

impl Palette {
    /// Reads the style of the page.
    pub fn read() -> Fallible<Self> {
        let root = root()?;
        let style = dom::window()?.get_computed_style(&root)?.ok_or("the page has no style")?;
        let value = |name: &str| style.get_property_value(&format!("--{name}")).unwrap_or_default().trim().to_owned();
        Ok(Self { colours: NAMES.into_iter().map(|name| (name, value(name))).collect(), dark: is_dark(&root) })
    }

    /// A colour of the style sheet as CSS writes it.
    pub fn css(&self, name: &str) -> &str {
        self.colours.get(name).map_or("", String::as_str)
    }

    /// A colour of the style sheet as numbers; black if it is written in a way that is not understood.
    pub fn colour(&self, name: &str) -> Colour {
        parse_colour(self.css(name)).unwrap_or(Colour::hex(0))
    }

    /// The colour of a reading's curve.
    pub fn reading(&self, reading: Reading) -> Colour {
        self.colour(reading.key())
    }

    /// The chart's theme in these colours.
    pub fn theme(&self) -> Theme {
        let mut theme = if self.dark { Theme::dark() } else { Theme::light() };
        theme.background = self.colour("panel");
        theme.ink = self.colour("ink");
        theme.muted = self.colour("muted");
        theme.grid = self.colour("grid");
        theme.axis = self.colour("control");
        theme
    }
}

fn root() -> Fallible<HtmlElement> {
    use wasm_bindgen::JsCast as _;
    let root = dom::document()?.document_element().ok_or("the page has no root")?;
    root.dyn_into().map_err(|_| "the page's root is no element".into())
}

fn is_dark(root: &HtmlElement) -> bool {
    root.dataset().get("theme").as_deref() == Some("dark")
}

/// Sets light or dark: what the reader chose before, else what the system prefers. Returns whether it is dark.
pub fn apply() -> Fallible<bool> {
    let window = dom::window()?;
    let chosen = window.local_storage().ok().flatten().and_then(|storage| storage.get_item(STORED).ok().flatten());
    let dark = match chosen.as_deref() {
        Some("dark") => true,
        Some("light") => false,
        _ => window.match_media("(prefers-color-scheme: dark)")?.is_some_and(|query| query.matches()),
    };
    root()?.dataset().set("theme", if dark { "dark" } else { "light" })?;
    let button: HtmlElement = dom::by_id("theme")?;
    dom::set_text(&button, if dark { "Light" } else { "Dark" });
    button.set_attribute("aria-label", if dark { "Switch to light colours" } else { "Switch to dark colours" })?;
    Ok(dark)
}

/// Changes between light and dark, and remembers it where the browser allows.
pub fn toggle() -> Fallible {
    let next = if is_dark(&root()?) { "light" } else { "dark" };
    if let Ok(Some(storage)) = dom::window()?.local_storage() {
        storage.set_item(STORED, next).ok();
    }
    root()?.dataset().set("theme", next)?;
    apply().map(drop)
}
