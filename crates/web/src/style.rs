//! The colours of the style sheet, and word when the resolution of the screen changes.

use crate::{
    dom::{self, Fallible, Listener},
    queue::send,
};
use flitscope_page::{PageMessage, Palette};
use web_sys::{HtmlCanvasElement, HtmlElement};

#[derive(Default)]
pub(crate) struct Style {
    resolution: Option<Listener>,
}

impl Style {
    /// The colours as they are now.
    pub(crate) fn read(&mut self) -> Fallible<Palette> {
        let window = dom::window()?;
        // A window that moves to a screen of another resolution must be drawn anew, and asked for the next move from there.
        let resolution = format!("(resolution: {}dppx)", window.device_pixel_ratio());
        if let Some(query) = window.match_media(&resolution)? {
            self.resolution = Some(Listener::new(&query, "change", |_| send(PageMessage::Restyle))?);
        }
        palette()
    }
}

/// The colours of the style sheet.
pub(crate) fn palette() -> Fallible<Palette> {
    let root: HtmlElement = dom::by_id("root")?;
    let window = dom::window()?;
    let style = window.get_computed_style(&root)?.ok_or("the page has no style")?;
    // If the system forces its colours, the style sheet has their names, and a canvas resolves them.
    let canvas: HtmlCanvasElement = dom::by_id("curves")?;
    let context = dom::context(&canvas)?;
    Ok(Palette::read(|name| {
        let value = style.get_property_value(&format!("--{name}")).unwrap_or_default();
        if value.trim().starts_with(|first: char| first.is_ascii_uppercase()) {
            context.set_fill_style_str(value.trim());
            context.fill_style().as_string().unwrap_or(value)
        } else {
            value
        }
    }))
}
