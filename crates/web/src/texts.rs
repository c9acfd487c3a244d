//! The lessons, the recorded runs, and the other texts beside the page: files that come when they are first needed. The page as one file has them in itself.

use crate::{crash, dom::Fallible, queue, solvers, storage};
use flitscope::{lesson, model::ours::engine, scenario::link, text::Beside};
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

/// Reads what a message needs and has not been read: the lessons, the other texts, and the reader's own lesson if its fragment has one, of whose mistakes
/// `www/boot.js` tells the reader.
async fn bring(message: &Message) -> Fallible {
    if message.reads_texts() && !Beside::are_here() {
        Beside::install(text("texts", "").await?);
    }
    if message.reads_lessons() && lesson::all().is_empty() {
        let text = text("lessons", "").await?;
        lesson::install(&text);
        install_pictures(&text);
        if lesson::all().is_empty() {
            return Err(JsValue::from("the file of the lessons is not there."));
        }
    }
    // Some lessons ask for numbers of any network.
    if message.reads_lessons() || is_table(message) {
        solvers::bring().await;
    }
    if is_table(message) {
        reopen(storage::remembered(RATES).as_deref());
    }
    if let Some(own) = new_text(message) {
        let packed = text("own", &own).await?;
        if !packed.is_empty() {
            lesson::set_own(&packed, &own);
        }
    }
    Ok(())
}

/// Brings the runs that come with the page. Without them it simulates.
pub(crate) fn bring_recordings() {
    queue::hold(true);
    spawn_local(async {
        let runs = text("runs", "").await.unwrap_or_default();
        queue::hold(false);
        queue::send(RunMessage::Recorded(runs));
    });
}

/// Reads what the fragment needs with which the page begins.
pub(crate) async fn open(fragment: &str) -> Fallible {
    bring(&EditMessage::Address(fragment.into()).into()).await
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

/// True if a message has a table of rates or names one, which the module of unequal channels reads.
fn is_table(message: &Message) -> bool {
    match message {
        Message::At(_, message) => is_table(message),
        Message::Edit(EditMessage::Rates { .. }) => true,
        Message::Edit(EditMessage::Address(fragment)) => link::names(fragment, "table"),
        _ => false,
    }
}

/// Works on a message once its texts have been read.
pub(crate) fn park(message: Message) {
    queue::hold(true);
    spawn_local(async move {
        let came = bring(&message).await;
        queue::hold(false);
        match came {
            // A lesson with mistakes leaves the page as it is.
            Ok(()) if new_text(&message).is_some() => {}
            Ok(()) => queue::send(message),
            Err(error) => drop(crash::show(
                "A text of the page could not be loaded. Try again when the server answers.",
                &format!("{error:?}"),
            )),
        }
    });
}

/// True if a message must wait for the lessons or for other texts.
pub(crate) fn are_needed(message: &Message) -> bool {
    new_text(message).is_some()
        || is_table(message) && engine::is_missing()
        || message.reads_lessons() && lesson::all().is_empty()
        || message.reads_texts() && !Beside::are_here()
}
