//! The clipboard.

use crate::{
    dom::{self, Fallible},
    queue::send,
};
use flitscope_page::{Copied, ShareMessage};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Copies a text, and sends word of whether that worked.
pub(crate) fn copy(text: &str) -> Fallible {
    let clipboard = dom::window()?.navigator().clipboard();
    if clipboard.is_undefined() {
        send(ShareMessage::Copied(Copied::NoClipboard));
        return Ok(());
    }
    let copied = clipboard.write_text(text);
    spawn_local(async move {
        let done = JsFuture::from(copied).await.is_ok();
        send(ShareMessage::Copied(if done { Copied::Done } else { Copied::Refused }));
    });
    Ok(())
}
