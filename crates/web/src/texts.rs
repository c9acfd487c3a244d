//! The lessons, the recorded runs, and the other texts beside the page: files that come when they are first needed. The page as one file has them in itself.

use crate::{crash, dom::Fallible, queue, solvers};
use flitscope::{lesson, model::ours::engine, text::Beside};
use flitscope_page::{EditMessage, Message, RunMessage, install_pictures};
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// A text that `www/boot.js` gives: that of a name, or the lesson of a link's text as the page takes it, empty if it has mistakes.
async fn text(name: &str, of: &str) -> Fallible<String> {
    let function: Function = Reflect::get(&js_sys::global(), &"__flitscope_text".into())?.dyn_into()?;
    let coming: Promise = function.call2(&JsValue::NULL, &name.into(), &of.into())?.dyn_into()?;
    Ok(JsFuture::from(coming).await?.as_string().unwrap_or_default())
}

/// Reads the lessons, if they are `needed` and have not been read, and the other texts.
async fn read(needed: bool) -> Fallible {
    if !Beside::are_here() {
        Beside::install(text("texts", "").await?);
    }
    if needed && lesson::all().is_empty() {
        let text = text("lessons", "").await?;
        lesson::install(&text);
        install_pictures(&text);
        // Some lessons ask for numbers of any network.
        solvers::bring().await;
    }
    if needed && lesson::all().is_empty() {
        Err(JsValue::from("the file of the lessons is not there."))
    } else {
        Ok(())
    }
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

/// Reads the texts of a fragment: lessons, equations, and the reader's own lesson if the fragment has one. `www/boot.js` tells the reader of its mistakes.
pub(crate) async fn open(fragment: &str) -> Fallible {
    let lessons = fragment.contains("lesson=") || is_new(fragment);
    if lessons || fragment.contains("tab=") {
        read(lessons).await?;
    }
    if let Some(text) = lesson::text_of(fragment).filter(|_| is_new(fragment)) {
        let packed = self::text("own", text).await?;
        if !packed.is_empty() {
            lesson::set_own(&packed, text);
        }
    }
    Ok(())
}

/// True if the text of a lesson is in a fragment that is not that of the open one.
fn is_new(fragment: &str) -> bool {
    lesson::text_of(fragment).is_some_and(|text| text != lesson::own_text())
}

/// The fragment of a message.
fn fragment(message: &Message) -> &str {
    match message {
        Message::At(_, message) => fragment(message),
        Message::Edit(EditMessage::Address(fragment)) => fragment,
        _ => "",
    }
}

/// True if a message has a table of rates, which the module of unequal channels reads.
fn is_table(message: &Message) -> bool {
    match message {
        Message::At(_, message) => is_table(message),
        Message::Edit(EditMessage::Rates { .. }) => true,
        _ => false,
    }
}

/// Works on a message once its texts have been read.
pub(crate) fn park(message: Message) {
    queue::hold(true);
    spawn_local(async move {
        if is_table(&message) {
            solvers::bring().await;
        }
        let came = match read(message.reads_lessons()).await {
            Ok(()) => open(fragment(&message)).await,
            failed => failed,
        };
        queue::hold(false);
        match came {
            // A lesson with mistakes leaves the page as it is.
            Ok(()) if is_new(fragment(&message)) => {}
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
    is_new(fragment(message))
        || is_table(message) && engine::is_missing()
        || message.reads_lessons() && lesson::all().is_empty()
        || message.reads_texts() && !Beside::are_here()
}
