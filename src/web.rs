//! The page: a thin skin over the core. It turns events into messages and results into pictures; it computes nothing of a network.
//!
//! ```text
//! event --> Msg --> App::update: History of Scenario --> Results --> views (controls, chart, insight, player, address)
//! ```

mod app;
mod arrivals_view;
mod chart_view;
mod controls;
mod crash;
mod dom;
mod events;
mod export;
mod figure_view;
mod header;
mod insight;
mod kept;
mod keys;
mod lab;
mod legend;
mod link_bar;
mod message;
mod paint;
mod palette;
mod player_view;
mod results;
mod verdict;
mod worker;
mod workers;

use wasm_bindgen::prelude::wasm_bindgen;

/// Starts the page. Called by the browser when the module is ready; in a worker there is no page.
#[wasm_bindgen(start)]
pub fn start() {
    if web_sys::window().is_none() {
        return;
    }
    crash::watch();
    if let Err(error) = app::start() {
        crash::stop(&format!("{error:?}"));
    }
}
