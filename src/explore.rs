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
//! [`cost`] says what a network costs. Workers send an [`Answer`], with its sentence: only this side knows settings and equations.
//!
//! An answer is what `flitscope solve` says of the scenario in it, to the last bit: [`model::solved_to_end`] alone is asked.

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
use compare::ComparedNetwork;
use cost::NetworkShape;
use extreme::Want;
use map::Cell;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A question about a scenario, whose keys have its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// The load at which the first measure reaches the target.
    Load,
    /// The load at which broadcasting costs a given part.
    Cost,
    /// The smallest or the largest value of a parameter.
    Extreme,
    /// The effect of each parameter.
    Sensitivity,
    /// A number of the model over two parameters, [cell by cell](map::Cells::some).
    Map,
    /// Networks of the same size.
    Networks,
    /// The use of each channel, by a simulation of the load shown.
    Channels,
}

/// An answer in a sentence.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Said {
    /// The answer, or the reason why there is no number.
    pub sentence: String,
    /// The number that is asked for, and the value of the first measure, or the cost, there.
    pub found: Option<(f64, f64)>,
}

/// The answer to a question, or a part of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each variant says what its fields are")]
pub enum Answer {
    Said(Said),
    /// By the names of parameters, the elasticities of the first measure and of the saturation.
    Sensitivity {
        sentence: String,
        effects: Vec<(String, [Option<f64>; 2])>,
    },
    /// The numbers of some cells of a map, without one if the model has none there.
    Cells(Vec<(u16, Option<Cell>)>),
    /// Networks of the same size, and why others are not among them.
    Networks {
        sentence: String,
        networks: Vec<ComparedNetwork>,
        left_out: Vec<String>,
    },
    /// The use of channels, 0 to 1, each with the two numbers of its place, none while the simulation goes on; `stages` if these are a
    /// stage and a link; and the cycles simulated.
    Channels {
        uses: Vec<(u32, u32, f64)>,
        stages: bool,
        cycles: u64,
    },
}

impl Said {
    /// The load at which the first measure reaches a target, in its unit.
    pub fn load(scenario: &Scenario, target: f64) -> Self {
        let found = inverse::load_for(scenario, target);
        let sentence = words::load_for(scenario, target, &found);
        Self { sentence, found: found.ok().map(|found| (found.load, found.value)) }
    }

    /// The load at which broadcasting costs a part, 0.1 for ten per cent.
    pub fn cost(scenario: &Scenario, part: f64) -> Self {
        let found = inverse::cost_of_broadcast(scenario, part);
        let sentence = words::cost_of_broadcast(scenario, part, &found);
        Self { sentence, found: found.ok().map(|found| (found.load, found.value)) }
    }

    /// The smallest or the largest value of a parameter that will do.
    pub fn extreme(scenario: &Scenario, row: &Param, want: Want, target: Option<f64>) -> Self {
        let answer = extreme::of(scenario, row, want, target);
        Self { sentence: words::extreme(scenario, &answer), found: answer.found }
    }
}

impl Question {
    /// The answer of a scenario; an empty sentence if it does not ask, or if the question is not answered in one piece.
    pub fn answer(self, scenario: &Scenario) -> Answer {
        let said = match self {
            Self::Load => target(scenario).map(|target| Said::load(scenario, target)),
            Self::Cost => Some(Said::cost(scenario, scenario.get(Key::Cost) / 100.0)),
            Self::Extreme => chosen(scenario, Key::Extreme)
                .map(|row| Said::extreme(scenario, row, scenario.choice(), target(scenario))),
            Self::Sensitivity => {
                let found = sensitivity::of(scenario);
                let effects = found.effects.iter().map(|e| (e.key.name().into(), [e.measure, e.saturation]));
                return Answer::Sensitivity {
                    sentence: words::sensitivity(scenario, &found),
                    effects: effects.collect(),
                };
            }
            Self::Networks => {
                let nodes = u32::try_from(NetworkShape::of(scenario).nodes()).unwrap_or(u32::MAX);
                let equal = scenario.choice();
                let compare::Comparison { networks, left_out } = compare::of(scenario, nodes, equal, Reading::Flow);
                return Answer::Networks {
                    sentence: words::compare(nodes, equal, &networks),
                    networks,
                    left_out: left_out.iter().map(|(name, why)| words::left_out(name, why)).collect(),
                };
            }
            Self::Map | Self::Channels => None,
        };
        Answer::Said(said.unwrap_or_default())
    }
}

impl Answer {
    /// True if every number in it is finite.
    pub fn credible(&self) -> bool {
        let one = |number: Option<f64>| number.is_none_or(f64::is_finite);
        let pair = |(one, other): &(f64, f64)| one.is_finite() && other.is_finite();
        match self {
            Self::Said(said) => said.found.is_none_or(|found| pair(&found)),
            Self::Sensitivity { effects, .. } => effects.iter().flat_map(|(_, both)| *both).all(one),
            Self::Channels { uses, .. } => uses.iter().all(|(_, _, part)| (0.0..=1.0).contains(part)),
            Self::Cells(cells) => cells.iter().filter_map(|(_, cell)| *cell).all(|cell| cell.value.is_finite()),
            Self::Networks { networks, .. } => networks.iter().all(|network| {
                let sweep = network.sweep.iter().all(|planned| planned.load.is_finite() && one(planned.model));
                let own = [network.carries, network.width, network.exact_flits].into_iter().all(f64::is_finite);
                own && one(network.idle) && network.curve.iter().all(pair) && sweep
            }),
        }
    }
}

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

/// The scenario with one number of its network or traffic changed. Fails with a problem if the value does not go with the others.
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

/// The row of the parameter that a choice among keys names.
pub fn chosen(scenario: &Scenario, key: Key) -> Option<&'static Param> {
    let name = scenario.chosen(key);
    numbers(scenario).find(|row| row.key.name() == name)
}

/// The target of a scenario, in the unit of the first measure, if there is one.
pub fn target(scenario: &Scenario) -> Option<f64> {
    Some(scenario.get(Key::Target)).filter(|target| *target > 0.0)
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
    model::choose(scenario.setup()).refusal().map_or_else(|| Ok(model::solved_to_end(scenario.setup())), Err)
}

/// True if less of the first measure is better: a latency, and not a throughput.
pub fn less_is_better(info: &ModelInfo) -> bool {
    info.measures.first().is_none_or(|first| matches!(first.simulated, Simulated::Latency | Simulated::Broadcast))
}

/// The first measure at a load; `None` where the model has no solution.
fn value(model: &dyn Model, load: f64) -> Option<f64> {
    model.measures(load)?.first().copied()
}
