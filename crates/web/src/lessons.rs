//! The texts of the lessons: one file beside the page, which comes when it is first needed. The page as one file has them in itself.

use crate::{
    crash,
    dom::{self, Fallible},
    queue,
};
use flitscope::lesson;
use flitscope_page::Message;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Response;

/// Reads the lessons, if they have not been read.
pub(crate) async fn read() -> Fallible {
    if !lesson::all().is_empty() {
        return Ok(());
    }
    let document = dom::document()?;
    let text = if let Some(inside) = document.query_selector("script[type='text/plain']")? {
        inside.text_content()
    } else {
        let meta = document.query_selector("meta[name=lessons]")?;
        let name = meta.and_then(|meta| meta.get_attribute("content")).unwrap_or_default();
        let answer: Response = JsFuture::from(dom::window()?.fetch_with_str(&name)).await?.dyn_into()?;
        JsFuture::from(answer.text()?).await?.as_string()
    };
    lesson::install(&text.unwrap_or_default());
    if lesson::all().is_empty() { Err(JsValue::from("the file of the lessons is not there.")) } else { Ok(()) }
}

/// Works on a message once the lessons have been read.
pub(crate) fn park(message: Message) {
    queue::hold(true);
    spawn_local(async move {
        let came = read().await;
        queue::hold(false);
        match came {
            Ok(()) => queue::send(message),
            Err(error) => drop(crash::show(
                "The lessons could not be loaded. Try again when the server answers.",
                &format!("{error:?}"),
            )),
        }
    });
}

/// True if a message must wait for the lessons.
pub(crate) fn are_needed(message: &Message) -> bool {
    message.reads_lessons() && lesson::all().is_empty()
}
