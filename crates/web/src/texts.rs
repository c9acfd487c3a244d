//! The lessons, the recorded runs, and the other texts beside the page: files that come when they are first needed. The page as one file has them in itself.

use crate::{
    crash,
    dom::{self, Fallible},
    queue,
};
use flitscope::{lesson, text::Beside};
use flitscope_page::{Message, RunMessage};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Response;

/// The file of that name.
async fn file(name: &str) -> Fallible<String> {
    let document = dom::document()?;
    let text = if let Some(inside) = document.query_selector(&format!("script[data-text={name}]"))? {
        inside.text_content()
    } else {
        let meta = document.query_selector(&format!("meta[name={name}]"))?;
        let file = meta.and_then(|meta| meta.get_attribute("content")).unwrap_or_default();
        let answer: Response = JsFuture::from(dom::window()?.fetch_with_str(&file)).await?.dyn_into()?;
        if !answer.ok() {
            return Err(JsValue::from(answer.status()));
        }
        JsFuture::from(answer.text()?).await?.as_string()
    };
    Ok(text.unwrap_or_default())
}

/// Reads the lessons, if they are `needed` and have not been read, and the other texts.
pub(crate) async fn read(needed: bool) -> Fallible {
    if !Beside::are_here() {
        Beside::install(file("texts").await?);
    }
    if needed && lesson::all().is_empty() {
        lesson::install(&file("lessons").await?);
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
        let runs = file("runs").await.unwrap_or_default();
        queue::hold(false);
        queue::send(RunMessage::Recorded(runs));
    });
}

/// Works on a message once its texts have been read.
pub(crate) fn park(message: Message) {
    queue::hold(true);
    spawn_local(async move {
        let came = read(message.reads_lessons()).await;
        queue::hold(false);
        match came {
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
    message.reads_lessons() && lesson::all().is_empty() || message.reads_texts() && !Beside::are_here()
}
