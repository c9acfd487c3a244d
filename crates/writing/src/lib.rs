//! The reader of lesson files in a browser. It is a module of its own beside the page, which plays lessons without it:
//! `www/write/text.js` asks for it when a lesson is opened from a file or a link, and `www/write/reader.js` while one is written.

#![cfg(target_arch = "wasm32")]

use flitscope::{
    lesson::{self, Lesson, Mistake, recorded},
    scenario::Scenario,
};
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

/// Most node-cycles of a run that is computed while its author waits.
const MOST: f64 = 1e8;

fn told(lesson: &Lesson, mistakes: &[Mistake], computed: bool) -> String {
    let mistakes: Vec<_> = mistakes.iter().map(|one| json!({ "line": one.line, "what": one.to_string() })).collect();
    let packed = if mistakes.is_empty() { lesson::pack(lesson) } else { String::new() };
    json!({ "packed": packed, "mistakes": mistakes, "numbers": lesson.claims.len(), "computed": computed }).to_string()
}

/// Reads a file: JSON with the lesson, empty if there are mistakes, the mistakes, the number of claims, and whether they were computed.
#[wasm_bindgen]
pub fn read(bytes: &[u8]) -> String {
    let (lesson, mistakes) = lesson::read(bytes);
    told(&lesson, &mistakes, false)
}

/// As [`read`], and computes every number.
#[wasm_bindgen]
pub fn check(bytes: &[u8]) -> String {
    let (lesson, mistakes) = lesson::read(bytes);
    let computed = mistakes.is_empty();
    let mistakes = if computed { lesson::check(&lesson, MOST) } else { mistakes };
    told(&lesson, &mistakes, computed)
}

/// The text of a file with the computed numbers in place of those that differ.
#[wasm_bindgen]
pub fn fill(text: &str) -> String {
    lesson::filled_in(text, &lesson::read(text.as_bytes()).0, MOST)
}

/// The text of a file with its table of runs made anew, or a sentence where a scene cannot be simulated.
#[wasm_bindgen]
pub fn record(text: &str) -> Result<String, String> {
    let rows = |all: Vec<(String, Scenario)>, heads: &[&str]| {
        all.iter().map(|(name, scenario)| recorded::row(name, scenario, heads)).collect()
    };
    recorded::again(text, &lesson::read(text.as_bytes()).0, rows).map_err(|error| error.to_string())
}
