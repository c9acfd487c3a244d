//! The solvers of circuits and of unequal channels in a browser, and the reader of tables of rates. They are a module beside the page, which loads it when a network needs it:
//! `crates/web/src/solvers.rs` is the other side, and [`flitscope::model::ours::engine`] has what both exchange.

#![cfg(target_arch = "wasm32")]

use flitscope::{
    model::ours::engine::{self, Engine},
    param::rates::{self, Rates},
};
use wasm_bindgen::prelude::wasm_bindgen;

/// The search of one network.
#[wasm_bindgen]
pub struct Solver(Box<dyn Engine>);

/// Begins with a subject as numbers and the text of its table of rates, if it has one. `undefined` if the numbers are of none.
#[wasm_bindgen]
pub fn begin(subject: &[f64], table: &str) -> Option<Solver> {
    // The page has read it before.
    Rates::parse("", table).into_iter().for_each(|table| _ = table.open());
    engine::begun(subject).map(Solver)
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
    engine::rows()
}

#[wasm_bindgen]
impl Solver {
    /// A part of a step: 0 until the end is known, 1 until the curve is complete, and then 2.
    pub fn work(&mut self) -> u32 {
        self.0.work() as u32
    }

    /// How far it is, in numbers.
    pub fn progress(&self) -> Vec<f64> {
        self.0.progress().numbers()
    }

    /// A part of a step towards the answer for a load; true once that takes no more time.
    pub fn prepare(&mut self, load: f64) -> bool {
        self.0.prepare(load)
    }

    /// The answer for a load, in numbers; none beyond the end.
    pub fn solve(&self, load: f64) -> Vec<f64> {
        self.0.solve(load).map_or_else(Vec::new, |answer| answer.numbers())
    }

    /// The load after a part of the curve, 0 to 1.
    pub fn part(&self, part: f64) -> f64 {
        self.0.part(part)
    }
}
