//! The elements of the arrivals at a node, below the animation.

use super::dom::{self, Fallible, Html};
use crate::page::player::arrivals::{self, Arrivals};
use web_sys::HtmlElement;

/// The panel with its bars.
pub struct ArrivalsView {
    panel: HtmlElement,
    title: HtmlElement,
    note: HtmlElement,
    rows: Html,
}

impl ArrivalsView {
    /// The panel, still empty.
    pub fn new() -> Fallible<Self> {
        Ok(Self {
            panel: dom::by_id("arrivals")?,
            title: dom::by_id("arrivals-title")?,
            note: dom::by_id("arrivals-note")?,
            rows: Html::by_id("arrivals-rows")?,
        })
    }

    /// Writes what is sampled, at a node of that name.
    pub fn render(&mut self, arrivals: &Arrivals, node: &str) {
        dom::show(&self.panel, arrivals.is_present());
        if let Some(bars) = arrivals.bars() {
            dom::set_text(&self.title, &arrivals::title(node));
            dom::set_text(&self.note, &bars.note);
            self.rows.set(&bars.rows);
        }
    }
}
