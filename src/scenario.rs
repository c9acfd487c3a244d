//! The current settings: one value, valid by construction.
//!
//! ```text
//! link, JSON file, slider --text--> Scenario::put / link::parse --> Scenario + problems (each named to the reader)
//! ```
//! Behind this edge nothing checks a range again. A [`Scenario`] holds the parameters of the model, of the simulation and of
//! the view, so that a link is the complete state and undo is a list of values.
//!
//! | module | what is there |
//! |---|---|
//! | `system` | the five systems and their tables |
//! | `parsed` | a scenario from keys and values |
//! | `together` | what several parameters must obey together |
//! | [`pins`] | scenarios kept beside it, to compare |
//! | [`link`] | a scenario as a link |
//! | [`preset`] | scenarios worth opening |
//! | [`history`] | undo |

mod constraints;
pub mod history;
pub mod link;
mod parsed;
pub mod pins;
pub mod preset;
mod system;
#[cfg(test)]
mod tests;

pub use crate::param::options::Reading;
pub use constraints::{MOST_DIMENSIONS_OF_CIRCUITS, least_flits_of_circuits};
pub use parsed::Parsed;
pub use pins::Pins;
pub use system::System;

use crate::param::{
    Group, Key, LISTED, Param, Problem,
    options::{Animated, Options},
};

/// The complete state of the instrument: valid by construction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scenario {
    system: System,
    /// By key; keys that the system does not have stay at zero.
    values: [f64; Key::COUNT],
}

impl Scenario {
    /// The system with every parameter at the default of its table, which a file of the command line leaves out: mostly the values of its paper.
    pub fn new(system: System) -> Self {
        Self::of_rows(system, Param::default)
    }

    /// The system as the page opens it, which a link leaves out: a network small enough to be read.
    pub fn opening(system: System) -> Self {
        Self::of_rows(system, |row| system.opens_with(row))
    }

    fn of_rows(system: System, value: impl Fn(&Param) -> f64) -> Self {
        let mut values = [0.0; Key::COUNT];
        for row in system.params() {
            values[row.key as usize] = value(row);
        }
        Self { system, values }
    }

    /// The system.
    pub const fn system(&self) -> System {
        self.system
    }

    /// The value of a parameter: a number, the index of a choice or the mask of a set; zero if the system has no such parameter.
    pub const fn get(&self, key: Key) -> f64 {
        self.values[key as usize]
    }

    /// The value of a whole-number parameter.
    pub const fn count(&self, key: Key) -> u32 {
        self.get(key) as u32
    }

    /// The words of a reading, as the table of parameters has them.
    pub fn reading_words(&self, reading: Reading) -> &'static str {
        self.system().option_name(Key::Reading, reading.key())
    }

    /// The key of the chosen option; empty if the parameter is not a choice of this system.
    pub fn chosen(&self, key: Key) -> &'static str {
        self.system.options(key).get(self.get(key) as usize).map_or("", |option| option.key)
    }

    /// The value of the chosen option.
    pub fn choice<T: Options>(&self) -> T {
        T::of(self.chosen(T::KEY)).unwrap_or(T::OPTIONS[0].2)
    }

    /// Whether something that can be on or off is on.
    pub const fn is_on(&self, key: Key) -> bool {
        self.get(key) != 0.0
    }

    /// The reading that the numbers come from.
    pub fn reading(&self) -> Reading {
        self.choice()
    }

    /// The same scenario under another reading, or the problem why that reading does not exist for it.
    ///
    /// # Errors
    /// Names the reading and what this scenario accepts.
    pub fn with_reading(self, reading: Reading) -> Result<Self, Problem> {
        let mut problems = Vec::new();
        let scenario = self.put(Key::Reading, reading.key(), &mut problems);
        match problems.pop() {
            Some(problem) => Err(problem),
            None => Ok(scenario),
        }
    }

    /// The readings whose curves are drawn: those switched on, and always the one that the numbers come from.
    pub fn shown(&self) -> Vec<Reading> {
        let mask = self.get(Key::Show) as u64;
        let options = self.system.options(Key::Show).iter().enumerate();
        let on = |key: &str| options.clone().any(|(bit, option)| option.key == key && mask >> bit & 1 == 1);
        let drawn = |reading: &Reading| *reading == self.reading() || on(reading.key());
        self.system.readings().into_iter().filter(drawn).collect()
    }

    /// Whether a parameter has an effect, with the others as they are: some are of one animation only.
    pub fn applies(&self, key: Key) -> bool {
        let animated = match key {
            Key::Source | Key::Background => Animated::Broadcast,
            Key::From | Key::To => Animated::Multicast,
            Key::Packets | Key::Arbitration | Key::Release => Animated::Deadlock,
            _ => return true,
        };
        self.choice::<Animated>() == animated && (key != Key::To || 1_u64 << self.count(Key::N) <= u64::from(LISTED))
    }

    /// Whether two scenarios show the same thing, wherever the reader is looking.
    pub fn same_scene(&self, other: &Self) -> bool {
        self.with_view_of(other) == *other
    }

    /// The text of a parameter, as a link or a file would give it; empty if the system has no such parameter.
    pub fn text(&self, key: Key) -> String {
        self.system.param(key).map_or_else(String::new, |row| row.format(self.get(key), self.system.params()))
    }

    /// Whether a parameter stands where the page opens it.
    pub fn is_default(&self, key: Key) -> bool {
        self.system.param(key).is_none_or(|row| self.system.opens_with(row) == self.get(key))
    }

    /// The scenario with one parameter read from text. What is not accepted is named in `problems`, and the nearest acceptable value used.
    pub fn put(self, key: Key, text: &str, problems: &mut Vec<Problem>) -> Self {
        let Some(row) = self.system.param(key) else { return self };
        let value = row.parse(text, self.system.params()).unwrap_or_else(|(problem, nearest)| {
            problems.push(problem);
            nearest
        });
        self.with(key, value).reconcile(Some(key), problems)
    }

    /// The scenario with one number changed to the nearest acceptable one: for values that the program computes, not the reader.
    pub fn set(self, key: Key, value: f64) -> Self {
        match self.system.param(key) {
            Some(row) => self.with(key, row.nearest(value)).reconcile(Some(key), &mut Vec::new()),
            None => self,
        }
    }

    /// The scenario with one parameter where the page opens it; what has to give way is named in `problems`.
    pub fn reset(self, key: Key, problems: &mut Vec<Problem>) -> Self {
        self.system
            .param(key)
            .map_or(self, |row| self.with(key, self.system.opens_with(row)).reconcile(Some(key), problems))
    }

    /// The scenario, seen as `other` is: the parameters of the view are those of the other scenario.
    ///
    /// Between two systems there is nothing to carry over: their views have other options.
    pub fn with_view_of(self, other: &Self) -> Self {
        if self.system != other.system {
            return self;
        }
        let view = self.system.params().iter().filter(|row| row.group == Group::View);
        view.fold(self, |scenario, row| match other.system.param(row.key) {
            Some(_) => scenario.with(row.key, other.get(row.key)),
            None => scenario,
        })
    }

    /// The scenario with some of its parameters at their defaults, for telling scenarios apart. It may break what parameters must obey together.
    pub fn without(self, some: impl Fn(&Param) -> bool) -> Self {
        let rows = self.system.params().iter().filter(|row| some(row));
        rows.fold(self, |scenario, row| scenario.with(row.key, row.default()))
    }

    fn with(mut self, key: Key, value: f64) -> Self {
        self.values[key as usize] = value;
        self
    }
}
