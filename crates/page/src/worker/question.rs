//! The questions that a reader can ask of a scene, one row each: the settings that its answer depends on, its turn, and how it is solved. The view
//! of each is in [`questions`](crate::questions).

use super::answer::{self, Answer};
use flitscope::{
    param::{
        Group, Key, LENGTH, Param,
        options::{Equal, Mapped},
    },
    scenario::Scenario,
};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// The load at which the first measure reaches the target.
    Load,
    /// The load at which broadcasting costs a given part.
    Cost,
    /// The smallest or the largest value of a parameter.
    Extreme,
    /// The effect of each parameter.
    Elasticities,
    /// A number of the model over two parameters.
    Map,
    /// Networks of the same size.
    Networks,
    /// The utilisation of each channel.
    Channels,
}

/// The method of solving a question.
#[derive(Clone, Copy)]
pub(crate) enum Solve {
    AtOnce(fn(&Scenario) -> Answer),
    Cells,
    /// By a simulation of the load shown.
    Simulation,
}

/// Turns of the workers: answers in a sentence, a coarse map, answers that take a while, the rest of the map.
const SENTENCE: u8 = 0;
const COARSE: u8 = 1;
const TABLE: u8 = 2;
pub(crate) const FINE: u8 = 3;

/// The description and the method of a question.
#[derive(Clone, Copy)]
pub(crate) struct QuestionRow {
    /// Keys of the view that the answer depends on, beside network and traffic.
    pub keys: &'static [Key],
    /// True if it depends on the load shown.
    load: fn(&Scenario) -> bool,
    /// True for the keys of simulations that it depends on.
    run: fn(Key) -> bool,
    /// True if a scenario asks it.
    pub is_asked: fn(&Scenario) -> bool,
    /// Workers come to smaller ones first.
    pub turn: u8,
    /// The amount of work, in terms of that of the first question.
    pub work: f64,
    pub solve: Solve,
}

/// A question that every scenario asks, at the load shown.
const ALWAYS: QuestionRow = QuestionRow {
    keys: &[],
    load: |_| true,
    run: |_| false,
    is_asked: |_| true,
    turn: TABLE,
    work: 20.0,
    solve: Solve::AtOnce(answer::elasticities),
};

impl Question {
    /// Every question, in the order of the page.
    pub(crate) const ALL: [Self; 7] =
        [Self::Load, Self::Cost, Self::Extreme, Self::Elasticities, Self::Map, Self::Networks, Self::Channels];

    /// The row of a question.
    pub(crate) const fn row(self) -> QuestionRow {
        match self {
            Self::Load => QuestionRow {
                keys: &[Key::Target],
                load: |_| false,
                is_asked: |scenario| answer::target(scenario).is_some(),
                turn: SENTENCE,
                work: 1.0,
                solve: Solve::AtOnce(answer::load),
                ..ALWAYS
            },
            Self::Cost => QuestionRow {
                keys: &[Key::Cost],
                load: |_| false,
                is_asked: |scenario| scenario.get(Key::Beta) > 0.0,
                turn: SENTENCE,
                work: 2.0,
                solve: Solve::AtOnce(answer::cost),
                ..ALWAYS
            },
            Self::Extreme => QuestionRow {
                keys: &[Key::Target, Key::Extreme, Key::Want],
                turn: SENTENCE,
                work: 4.0,
                solve: Solve::AtOnce(answer::extreme),
                ..ALWAYS
            },
            Self::Elasticities => ALWAYS,
            Self::Map => QuestionRow {
                keys: &[Key::Map, Key::MapX, Key::MapY],
                load: |scenario| scenario.choice::<Mapped>() == Mapped::Measure,
                is_asked: answer::is_map_asked,
                turn: COARSE,
                work: 10.0,
                solve: Solve::Cells,
                ..ALWAYS
            },
            // The networks of a comparison are simulated for as long as those of the page.
            Self::Networks => QuestionRow {
                keys: &[Key::Equal],
                load: |_| false,
                run: |key| LENGTH.contains(&key),
                is_asked: |scenario| scenario.choice::<Equal>() != Equal::Nothing,
                solve: Solve::AtOnce(answer::networks),
                ..ALWAYS
            },
            Self::Channels => QuestionRow {
                run: |key| !matches!(key, Key::Auto | Key::Replications),
                solve: Solve::Simulation,
                ..ALWAYS
            },
        }
    }

    /// The scenario as far as the answer depends on it.
    pub(crate) fn subject(self, scenario: &Scenario) -> Scenario {
        let row = self.row();
        let load = (row.load)(scenario);
        let matters = |param: &Param| match param.key.group() {
            Group::Network | Group::Traffic => true,
            Group::Load => load,
            // No curve changes a simulation.
            Group::Curves => !matches!(row.solve, Solve::Simulation),
            Group::View | Group::Lesson => row.keys.contains(&param.key),
            Group::Simulation | Group::Run => (row.run)(param.key),
            Group::Animation => false,
        };
        scenario.without(|param| !matters(param))
    }
}
