//! The lessons, the recorded runs and other texts: files that come when first needed. The page as one file has them in itself.

use crate::{crash, dom::Fallible, queue, storage};
use flitscope::{
    lesson,
    scenario::{System, link},
    text as texts,
};
use flitscope_page::{EditMessage, Message, RATES, RunMessage, install_pictures, reopen};
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// A text that `www/boot.js` gives: that of a name, or the lesson of a link's text as the page takes it, empty if it has mistakes.
async fn text(name: &str, of: &str) -> Fallible<String> {
    let function: Function = Reflect::get(&js_sys::global(), &"__flitscope_text".into())?.dyn_into()?;
    let coming: Promise = function.call2(&JsValue::NULL, &name.into(), &of.into())?.dyn_into()?;
    Ok(JsFuture::from(coming).await?.as_string().unwrap_or_default())
}

/// Reads what a message needs: lessons, other texts, and the reader's own lesson, of whose mistakes `www/boot.js` tells the reader.
async fn bring(message: &Message) -> Fallible {
    if message.reads_texts() && !texts::are_here() {
        texts::install(text("texts", "").await?);
    }
    if message.reads_lessons() && lesson::all().is_empty() {
        let text = text("lessons", "").await?;
        lesson::install(&text);
        install_pictures(&text);
        if lesson::all().is_empty() {
            return Err(JsValue::from("the file of the lessons is not there."));
        }
    }
    if let Some(own) = new_text(message) {
        let packed = text("own", &own).await?;
        if !packed.is_empty() {
            lesson::set_own(&packed, &own);
        }
    }
    Ok(())
}

/// Brings the runs of a system that come with the page. Without them it simulates.
pub(crate) fn bring_recordings(system: System) {
    queue::hold(true);
    spawn_local(async move {
        let runs = text(&format!("runs-{}", system.key()), "").await.unwrap_or_default();
        queue::hold(false);
        queue::send(RunMessage::Recorded(runs));
    });
}

/// Reads what the fragment needs with which the page begins.
pub(crate) async fn open(fragment: &str) -> Fallible {
    let message = EditMessage::Address(fragment.into()).into();
    open_table(&message);
    bring(&message).await
}

/// The text of a lesson in the address of a message, unless it is that of the open one; empty if the address has lost it.
fn new_text(message: &Message) -> Option<String> {
    match message {
        Message::At(_, message) => new_text(message),
        Message::Edit(EditMessage::Address(fragment)) => {
            lesson::text_of(fragment).filter(|text| text.is_empty() || *text != lesson::own_text())
        }
        _ => None,
    }
}

/// Opens the table of rates that the page remembers if a fragment names one.
pub(crate) fn open_table(message: &Message) {
    match message {
        Message::At(_, message) => open_table(message),
        Message::Edit(EditMessage::Address(fragment)) if link::names(fragment, "table") => {
            reopen(storage::remembered(RATES).as_deref());
        }
        _ => {}
    }
}

/// Works on a message once its texts have been read.
pub(crate) fn park(message: Message) {
    queue::park();
    spawn_local(async move {
        let came = came(bring(&message).await);
        // A lesson with mistakes leaves the page as it is.
        queue::resume(Some(message).filter(|message| came && new_text(message).is_none()));
    });
}

/// Tells the reader if a text did not come; true if it did.
fn came(result: Fallible) -> bool {
    let Err(error) = result else { return true };
    let sentence = "A text of the page could not be loaded. Try again when the server answers.";
    crash::show(sentence, &format!("{error:?}")).ok();
    false
}

/// True if a message must wait for the lessons or for other texts.
pub(crate) fn are_needed(message: &Message) -> bool {
    new_text(message).is_some()
        || message.reads_lessons() && lesson::all().is_empty()
        || message.reads_texts() && !texts::are_here()
}
