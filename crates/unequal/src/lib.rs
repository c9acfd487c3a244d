//! The solver of worms on unequal channels in a browser. It is a module of its own beside the page, which asks for it when a network needs it: `crates/web/src/unequal.rs` is the other
//! side. What both tell each other is in [`flitscope::model::ours::unequal::engine`].

#![cfg(target_arch = "wasm32")]

use flitscope::{
    model::ours::unequal::{answer::Answer, engine::Engine, network::Network, search::Search},
    param::rates::{self, Rates},
};
use wasm_bindgen::prelude::wasm_bindgen;

/// The search of one network.
#[wasm_bindgen]
pub struct Solver(Search);

/// Begins with a network as numbers, the text of its table of rates, if it has one, and a load that it does not exceed. `undefined` if the numbers are of no network.
#[wasm_bindgen]
pub fn begin(network: &[f64], table: &str, bound: f64) -> Option<Solver> {
    // The page has read it before.
    Rates::parse("", table).into_iter().for_each(|table| _ = table.open());
    Some(Solver(Search::new(Network::of_numbers(network)?, bound)))
}

/// The numbers of a table of rates.
///
/// # Errors
/// The sentence of the fault.
#[wasm_bindgen]
pub fn table(text: &str) -> Result<Vec<f64>, String> {
    rates::numbers(text)
}

/// Symbol, name, unit and equation of every quantity, a line each.
#[wasm_bindgen]
pub fn rows() -> String {
    Answer::rows()
}

#[wasm_bindgen]
impl Solver {
    /// A part of a step: 0 until the end is known, 1 until the curve is complete, and then 2.
    pub fn work(&mut self) -> u32 {
        Engine::work(&mut self.0) as u32
    }

    /// How far it is, in numbers.
    pub fn progress(&self) -> Vec<f64> {
        self.0.progress().numbers()
    }

    /// The answer for a load, in numbers; none beyond the end.
    pub fn solve(&self, load: f64) -> Vec<f64> {
        Engine::solve(&self.0, load).map_or_else(Vec::new, |answer| answer.numbers())
    }
}
