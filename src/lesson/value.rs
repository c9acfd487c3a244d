//! The values of the language of claims.

use crate::scenario::Scenario;

/// A value of the language: a number, a word such as the key of an option, numbers, a scene, the model of a scene at its load, the run of
/// a scene (true if it stops at the precision of the command line, as that of a quoted scene without a length), or runs of a scene with
/// the seeds from 1 to a number.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the variants are named above
pub enum Value {
    Number(f64),
    Word(String),
    List(Vec<f64>),
    Scene(Box<Scenario>),
    Solved(Box<Scenario>),
    Run(Box<Scenario>, bool),
    Seeds(Box<Scenario>, u32),
}

impl Value {
    /// The value as a claim prints it, with these digits after the point.
    pub fn printed(&self, digits: usize) -> String {
        match self {
            Self::Number(number) => {
                // A tie is rounded away from zero, as a reader does it.
                let scale = libm::pow(10.0, digits as f64);
                let tie = (number * scale - libm::trunc(number * scale)).abs() == 0.5;
                let number = if tie { libm::round(number * scale) / scale } else { *number };
                format!("{number:.digits$}")
            }
            Self::Word(word) => format!("\"{word}\""),
            _ => "no number".into(),
        }
    }
}
