//! The description of a question: the settings that its answer depends on, its turn, and its view.

use super::Questions;
use crate::{jobs::store::Store, prelude::*};

/// Turns of the workers: answers in a sentence, a coarse map, answers that take a while, the rest of the map.
pub(super) const SENTENCE: u8 = 0;
pub(super) const MAP: u8 = 1;
const TABLE: u8 = 2;
pub(super) const FINE: u8 = 3;

pub(super) struct Shown<'a> {
    pub scenario: &'a Scenario,
    pub info: &'a ModelInfo,
    pub store: &'a Store,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct QuestionRow {
    pub question: Question,
    /// Keys of the view that the answer depends on, beside network and traffic.
    pub keys: &'static [Key],
    /// True if it depends on the load shown.
    pub load: fn(&Scenario) -> bool,
    /// True for the keys of simulations that it depends on.
    pub run: fn(Key) -> bool,
    /// True if a scenario asks it.
    pub is_asked: fn(&Scenario) -> bool,
    /// Workers come to smaller ones first.
    pub turn: u8,
    /// The amount of work, in terms of that of the first question.
    pub work: f64,
    /// Its controls in the tab of questions, and the elements of its answer.
    pub form: fn(&Scenario, &ModelInfo) -> Markup,
    pub show: fn(&Questions, &Shown<'_>, &mut DomPatch),
}

/// A question that every scenario asks, at the load shown, outside of the tab.
pub(super) const ALWAYS: QuestionRow = QuestionRow {
    question: Question::Sensitivity,
    keys: &[],
    load: |_| true,
    run: |_| false,
    is_asked: |_| true,
    turn: TABLE,
    work: 20.0,
    form: |_, _| html! {},
    show: |_, _, _| {},
};

impl QuestionRow {
    /// The scenario as far as the answer depends on it.
    pub(super) fn subject(&self, scenario: &Scenario) -> Scenario {
        let load = (self.load)(scenario);
        let matters = |param: &Param| match param.key.group() {
            Group::Network | Group::Traffic => true,
            Group::Load => load,
            // No curve changes a simulation.
            Group::Curves => self.question != Question::Channels,
            Group::View | Group::Lesson => self.keys.contains(&param.key),
            Group::Simulation | Group::Run => (self.run)(param.key),
            Group::Animation => false,
        };
        scenario.without(|param| !matters(param))
    }
}
