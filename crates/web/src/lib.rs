//! The browser's side of the page: adapters that deliver messages to [`flitscope_page`] and perform its effects. Nothing is decided here.
//!
//! ```text
//! events, workers, timers --> queue --> app: page::update --> Effects --> writer (elements), charts, stage (canvases), workers, storage ..
//! ```

mod app;
mod charts;
mod clipboard;
mod crash;
mod dom;
mod events;
mod files;
mod handle;
mod paint;
mod player;
mod queue;
mod storage;
mod style;
mod texts;
mod worker;
mod workers;
mod writer;

pub use worker::work;

use wasm_bindgen::prelude::wasm_bindgen;

/// Starts the page. Called by `www/boot.js` when the module is there.
#[wasm_bindgen]
pub async fn open() {
    crash::watch();
    if let Err(error) = app::start().await {
        crash::stop(&format!("{error:?}"));
    }
}
