//! Inverse and comparative questions to the models: not "what happens at this load" but "which load", "which network", "what matters".
//!
//! ```text
//! scenario + question --> models, solved as often as it takes --> answer: facts, and a sentence
//! ```
//! | module | question |
//! |---|---|
//! | [`inverse`] | at which load does the first measure reach a target; at which load does broadcast cost so much? |
//! | [`extreme`] | which is the smallest, or the largest, value of a parameter that still will do? |
//! | [`sensitivity`] | by how much does one per cent more of a parameter change latency and saturation? |
//! | [`map`] | saturation, or latency at a load, over two parameters |
//! | [`pareto`] | the Pareto front of a map |
//! | [`compare`] | networks of the same size at equal cost |
//!
//! [`cost`] says what a network costs.
//!
//! An answer is what `flitscope solve` says of the scenario in it, to the last bit: models are asked through [`model::solved_to_end`] and in no other way.

pub mod compare;
pub mod cost;
pub mod extreme;
pub mod inverse;
pub mod map;
pub mod pareto;
pub mod sensitivity;
#[cfg(test)]
mod tests;
pub mod words;

use crate::{
    model::{self, Model, ModelInfo, NoSolution, Simulated},
    param::{Group, Key, Param, ParamKind, Problem},
    scenario::{Reading, Scenario},
};
use std::fmt;

/// Reasons for a setting that no model solves.
#[derive(Clone, Debug, PartialEq)]
pub enum Unsolved {
    /// A value does not go with the others.
    Apart(Problem),
    /// The model refuses: no model covers the network, or its solution takes too long.
    Refused(NoSolution),
}

impl Unsolved {
    /// True if there is such a network: only a model is missing, so nothing is known of what the network can do.
    pub const fn is_of_model(&self) -> bool {
        match self {
            Self::Apart(problem) => problem.is_of_model(),
            Self::Refused(_) => true,
        }
    }
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Apart(problem) => problem.fmt(f),
            Self::Refused(refusal) => refusal.fmt(f),
        }
    }
}

/// The scenario with one number of its network or traffic changed.
///
/// # Errors
/// A problem if the value does not go with the others.
pub fn with(scenario: &Scenario, key: Key, value: f64) -> Result<Scenario, Problem> {
    let text =
        scenario.system().param(key).map_or_else(String::new, |row| row.format(value, scenario.system().params()));
    let mut problems = Vec::new();
    let changed = scenario.put(key, &text, &mut problems);
    // Settings of the animation, such as a node that no longer exists, are no part of the question.
    let kept = |row: &Param| {
        row.key == key || row.key.group() == Group::Animation || changed.get(row.key) == scenario.get(row.key)
    };
    let whole = changed.get(key) == value && scenario.system().params().iter().all(kept);
    match problems.into_iter().next() {
        Some(problem) if !whole => Err(Problem { used: None, ..problem }),
        _ => Ok(changed),
    }
}

/// The parameters of network and traffic that are numbers.
pub fn numbers(scenario: &Scenario) -> impl Iterator<Item = &'static Param> {
    let of_model = |row: &&Param| matches!(row.key.group(), Group::Network | Group::Traffic | Group::Load);
    let number = |row: &&Param| matches!(row.kind, ParamKind::Integer { .. } | ParamKind::Real { .. });
    scenario.system().params().iter().filter(of_model).filter(number)
}

/// The scenario under our own model, where that covers it: the one whose end is that of the network.
pub fn ours(scenario: &Scenario) -> Scenario {
    scenario.with_reading(Reading::Flow).unwrap_or(*scenario)
}

/// The scenario with one number changed, and its model.
fn solved(scenario: &Scenario, key: Key, value: f64) -> Result<(Scenario, Box<dyn Model>), Unsolved> {
    let changed = with(scenario, key, value).map_err(Unsolved::Apart)?;
    Ok((changed, asked(&changed).map_err(Unsolved::Refused)?))
}

/// The model of a scenario, or why it takes too long.
fn asked(scenario: &Scenario) -> Result<Box<dyn Model>, NoSolution> {
    model::refusal(scenario.setup()).map_or_else(|| Ok(model::solved_to_end(scenario.setup())), Err)
}

/// True if less of the first measure is better: a latency, and not a throughput.
pub fn less_is_better(info: &ModelInfo) -> bool {
    info.measures.first().is_none_or(|first| matches!(first.simulated, Simulated::Latency | Simulated::Broadcast))
}

/// The first measure at a load; `None` where the model has no solution.
fn value(model: &dyn Model, load: f64) -> Option<f64> {
    model.measures(load)?.first().copied()
}
