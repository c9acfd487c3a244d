//! When something fails that must not: the reader learns it, keeps the scene, and can tell us.

use crate::dom::{self, Fallible};
use maud::html;
use std::{
    cell::Cell,
    panic::{self, PanicHookInfo},
};
use web_sys::{HtmlElement, console};

thread_local! {
    static STOPPED: Cell<bool> = const { Cell::new(false) };
    static COMPLAINED: Cell<bool> = const { Cell::new(false) };
}

/// Shows panics to the reader from now on.
pub(crate) fn watch() {
    panic::set_hook(Box::new(|info: &PanicHookInfo<'_>| stop(&info.to_string())));
}

/// True if the page has stopped for good.
pub(crate) fn stopped() -> bool {
    STOPPED.get()
}

/// Tells the reader that the page has stopped, with the link that keeps the scene.
pub(crate) fn stop(what: &str) {
    STOPPED.set(true);
    console::error_1(&what.into());
    show("Something went wrong in the page, and it has stopped.", what).ok();
}

/// Tells the reader, once, that the browser refused something; the page goes on.
pub(crate) fn complain(what: &str) {
    console::error_1(&what.into());
    if !COMPLAINED.replace(true) {
        show("The browser refused something that the page needs; what you see may be out of date.", what).ok();
    }
}

/// Shows what happened in the banner of the page.
pub(crate) fn show(happened: &str, what: &str) -> Fallible {
    let banner: HtmlElement = dom::by_id("crash")?;
    let markup = html! {
        p { b { (happened) } " The link in the address bar keeps the scene." }
        p { a.button href="" { "Reload with this scene" } }
        details { summary { "What to report" } pre { "Flitscope " (env!("CARGO_PKG_VERSION")) "\n" (what) } }
    };
    banner.set_inner_html(&markup.into_string());
    dom::show(&banner, true);
    if let Some(wait) = dom::document()?.get_element_by_id("wait") {
        wait.remove();
    }
    Ok(())
}
