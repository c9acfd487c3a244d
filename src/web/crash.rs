//! When something fails that must not: the reader learns it, keeps the scene, and can tell us.

use super::dom::{self, Fallible};
use std::panic::{self, PanicHookInfo};
use web_sys::{HtmlElement, console};

/// Shows panics to the reader from now on.
pub fn watch() {
    panic::set_hook(Box::new(|info: &PanicHookInfo<'_>| report(&info.to_string())));
}

/// Tells the reader what went wrong, with the link that keeps the scene.
pub fn report(what: &str) {
    console::error_1(&what.into());
    show(what).ok();
}

fn show(what: &str) -> Fallible {
    let banner: HtmlElement = dom::by_id("crash")?;
    banner.set_inner_html(&format!(
        "<p><b>Something went wrong in the page, and it has stopped.</b> The link in the address bar keeps the scene.</p>\
         <p><a href=\"\" class=\"button\">Reload with this scene</a></p><details><summary>What to report</summary><pre>Flitscope {}\n{}</pre></details>",
        env!("CARGO_PKG_VERSION"),
        dom::escape(what),
    ));
    dom::show(&banner, true);
    if let Some(wait) = dom::document()?.get_element_by_id("wait") {
        wait.remove();
    }
    Ok(())
}
