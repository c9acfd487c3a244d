//! Files that the reader saves or opens.

use crate::{
    crash,
    dom::{self, Fallible},
    queue::send,
};
use flitscope::param::rates::MOST_BYTES;
use flitscope_page::Message;
use wasm_bindgen::{JsCast as _, closure::Closure};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlCanvasElement, HtmlImageElement, HtmlInputElement, Url};

/// Pixels of a picture for each of its own.
const DENSITY: f64 = 2.0;

/// The most bytes that are read of a file: more than a table may have, which is then named; pictures of this page are smaller.
const MOST: f64 = MOST_BYTES as f64 + 1.0;

fn blob(kind: &str, text: &str) -> Fallible<Blob> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    Blob::new_with_str_sequence_and_options(&js_sys::Array::of1(&text.into()), &options)
}

/// Lets the browser save the contents of an address.
fn save(name: &str, blob: &Blob) -> Fallible {
    let address = Url::create_object_url_with_blob(blob)?;
    let link: HtmlAnchorElement = dom::document()?.create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&address)
}

/// Lets the browser save a text under a name.
pub(crate) fn download(name: &str, kind: &str, text: &str) -> Fallible {
    save(name, &blob(kind, text)?)
}

/// Lets the browser save what a canvas shows, as PNG.
fn canvas(name: String, canvas: &HtmlCanvasElement) -> Fallible {
    let made = Closure::once_into_js(move |blob: Option<Blob>| {
        if let Some(Err(error)) = blob.map(|blob| save(&name, &blob)) {
            crash::complain(&format!("{error:?}"));
        }
    });
    canvas.to_blob_with_type(made.unchecked_ref(), "image/png")
}

/// Lets the browser save an SVG picture as PNG.
pub(crate) fn pixels(name: String, svg: &str) -> Fallible {
    let address = Url::create_object_url_with_blob(&blob("image/svg+xml", svg)?)?;
    let image = HtmlImageElement::new()?;
    image.set_src(&address);
    spawn_local(async move {
        let drawn = async {
            JsFuture::from(image.decode()).await?;
            let paper: HtmlCanvasElement = dom::document()?.create_element("canvas")?.unchecked_into();
            let size = [image.width(), image.height()].map(|length| DENSITY * f64::from(length));
            paper.set_width(size[0] as u32);
            paper.set_height(size[1] as u32);
            dom::context(&paper)?
                .draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, size[0], size[1])?;
            Url::revoke_object_url(&address)?;
            canvas(name, &paper)
        };
        if let Err(error) = drawn.await {
            crash::complain(&format!("{error:?}"));
        }
    });
    Ok(())
}

/// Reads the file that a reader has chosen, by name and text, and forgets it, so that it can be chosen again.
pub(crate) fn open(input: &HtmlInputElement, message: fn(String, String) -> Message) {
    let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
    input.set_value("");
    let name = file.name();
    let Ok(part) = file.slice_with_f64_and_f64(0.0, MOST) else { return };
    let text = part.text();
    spawn_local(async move {
        let text = JsFuture::from(text).await.ok().and_then(|text| text.as_string());
        send(message(name, text.unwrap_or_default()));
    });
}
