//! The current settings: one value, valid by construction.
//!
//! ```text
//! link, JSON file, slider --text--> Scenario::put / link::parse --> Scenario + problems (each named to the reader)
//! ```
//! Behind this edge nothing checks a range again. A [`Scenario`] has parts: [`Setup`], which models and simulators read and every cache
//! compares, load, [`RunLength`], animation, [`LessonPlace`] and [`View`]. Together they are the complete state, so a link restores it and
//! undo is a list of values. Only `link` and the table see them as one list of keys.
//!
//! | module | contents |
//! |---|---|
//! | `system` | the five systems and their tables |
//! | `setup` | the parts of a scenario |
//! | `parsed` | a scenario from keys and values |
//! | `constraints` | constraints over several parameters |
//! | `effects` | values that have no effect with the others |
//! | [`pins`] | setups to compare with it |
//! | [`link`] | a scenario as a link |
//! | [`preset`] | scenarios worth opening |
//! | [`history`] | undo |

mod constraints;
mod effects;
pub mod history;
pub mod link;
mod parsed;
pub mod pins;
pub mod preset;
mod setup;
mod system;
#[cfg(test)]
mod tests;

pub use crate::param::options::Reading;
pub use constraints::{MOST_DIMENSIONS_OF_CIRCUITS, least_flits_of_circuits};
pub use parsed::Parsed;
pub use pins::{Pins, Unpinned};
pub use setup::{AnimationSetup, LessonPlace, RunLength, Setup, Values, View};
pub use system::System;

use crate::param::options::{Animated, Pattern, Routing, Wiring};
use crate::param::{Accepted, Group, Key, LISTED, Param, ParamKind, Problem, rates::Rates};

/// The complete state of the instrument: valid by construction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scenario {
    setup: Setup,
    load: f64,
    run: RunLength,
    animation: AnimationSetup,
    lesson: LessonPlace,
    view: View,
    pins: Pins,
}

impl Default for Scenario {
    fn default() -> Self {
        Self::opening(System::TorusBroadcast)
    }
}

impl Scenario {
    /// The system with every parameter at the default of its table, which a file of the command line leaves out: mostly those of its paper.
    pub fn new(system: System) -> Self {
        Self::of_rows(system, Param::default)
    }

    /// The system as the page opens it, which a link leaves out: a network small enough to be read.
    pub fn opening(system: System) -> Self {
        Self::of_rows(system, |row| system.opens_with(row))
    }

    fn of_rows(system: System, value: impl Fn(&Param) -> f64) -> Self {
        let zero = Self {
            setup: Setup::zero(system),
            load: 0.0,
            run: RunLength::default(),
            animation: Values::ZERO,
            lesson: Values::ZERO,
            view: Values::ZERO,
            pins: Pins::default(),
        };
        system.params().iter().fold(zero, |scenario, row| scenario.with(row.key, value(row)))
    }

    /// Everything but the setup as the table has it.
    pub fn from_setup(setup: Setup) -> Self {
        Self { setup, ..Self::new(setup.system()) }
    }

    /// The scenario reduced to the values that a simulation reads beside the load; everything else is as in the table.
    pub fn simulated(&self) -> Self {
        Self { run: self.run, ..Self::from_setup(self.setup.simulated()) }
    }

    /// The system, which has the table of the parameters.
    pub const fn system(&self) -> System {
        self.setup.system()
    }

    /// Everything that a model solves and a simulator simulates, but for the load.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The length, the seed and the number of the runs of the load.
    pub const fn run(&self) -> &RunLength {
        &self.run
    }

    /// The setups that are compared with this one.
    pub const fn pins(&self) -> &Pins {
        &self.pins
    }

    /// The scenario with other pins.
    pub fn with_pins(self, pins: Pins) -> Self {
        Self { pins, ..self }
    }

    /// The scenario with its setup as another pin, or the reason why it cannot be pinned.
    pub fn pin(self) -> Result<Self, Unpinned> {
        Ok(self.with_pins(self.pins.with(self.setup)?))
    }

    /// The scenario without one of its pins: the pin that is animated beside it stays, unless it was that one.
    pub fn unpin(self, index: usize) -> Self {
        let (beside, gone) = (self.count(Key::Beside), index as u32 + 1);
        let beside = if beside == gone { 0 } else { beside - u32::from(beside > gone) };
        self.with_pins(self.pins.without(index)).set(Key::Beside, f64::from(beside))
    }

    /// The scenario simulated for another length.
    pub fn with_run(self, run: RunLength) -> Self {
        Self { run, ..self }
    }

    /// The value of a parameter: a number, the index of a choice or the mask of a set; zero if the system has no such parameter.
    pub const fn get(&self, key: Key) -> f64 {
        match key.group() {
            Group::Network | Group::Traffic | Group::Curves | Group::Simulation => self.setup.get(key),
            Group::Load => self.load,
            Group::Run => self.run.get(key),
            Group::Animation => self.animation.get(key),
            Group::Lesson => self.lesson.get(key),
            Group::View => self.view.get(key),
        }
    }

    /// The scenario under another reading, or the problem, which names the readings that it accepts.
    pub fn with_reading(self, reading: Reading) -> Result<Self, Problem> {
        let mut problems = Vec::new();
        let scenario = self.put(Key::Reading, reading.key(), &mut problems);
        problems.pop().map_or(Ok(scenario), Err)
    }

    /// The readings whose curves are drawn: those switched on, and always the one that the numbers come from.
    pub fn shown(&self) -> Vec<Reading> {
        let mask = self.get(Key::Show) as u64;
        let options = self.system().options(Key::Show).iter().enumerate();
        let on = |key: &str| options.clone().any(|(bit, option)| option.key == key && mask >> bit & 1 == 1);
        let drawn = |reading: &Reading| *reading == self.reading() || on(reading.key());
        self.system().readings().into_iter().filter(drawn).collect()
    }

    /// True if a parameter has an effect with the others as they are: some belong to one animation, one pattern or one routing.
    pub fn applies(&self, key: Key) -> bool {
        let animated = match key {
            Key::Hotspot | Key::HotNode => return self.choice::<Pattern>() == Pattern::Hotspot,
            Key::Table => return self.choice::<Pattern>() == Pattern::Table,
            Key::Select => return self.choice::<Routing>().chooses(),
            Key::Turns | Key::Fill => return self.setup.turns().is_some(),
            Key::Beta => return self.choice::<Wiring>() == Wiring::Torus,
            Key::Ways => return self.count(Key::K) > 2 && self.choice::<Wiring>() == Wiring::Torus,
            Key::Source | Key::Background => Animated::Broadcast,
            Key::From | Key::To => Animated::Multicast,
            Key::Packets | Key::Arbitration | Key::Release => Animated::Deadlock,
            _ => return true,
        };
        self.choice::<Animated>() == animated && (key != Key::To || 1_u64 << self.count(Key::N) <= u64::from(LISTED))
    }

    /// True if two scenarios show the same, wherever the reader looks.
    pub fn same_scene(&self, other: &Self) -> bool {
        (self.setup, self.load, self.run, self.animation) == (other.setup, other.load, other.run, other.animation)
    }

    /// True if a parameter has the value that the page opens it with.
    pub fn is_default(&self, key: Key) -> bool {
        self.system().param(key).is_none_or(|row| self.system().opens_with(row) == self.get(key))
    }

    /// The scenario with one parameter read from text. `problems` names a value that is not accepted; the nearest acceptable one is used.
    pub fn put(self, key: Key, text: &str, problems: &mut Vec<Problem>) -> Self {
        let Some(row) = self.system().param(key) else { return self };
        let value = self.read(row, text).unwrap_or_else(|(problem, nearest)| {
            problems.push(problem);
            nearest
        });
        self.with(key, value).reconcile(Some(key), problems)
    }

    /// Reads a value of one of its parameters; a load also in flits, as in `0.15flits`, by the length of its messages, or as `table`, the
    /// mean of its table of rates. Or gives the problem and the nearest acceptable value.
    pub fn read(&self, row: &Param, text: &str) -> Result<f64, (Problem, f64)> {
        let (table, text, flits) = (self.system().params(), text.trim(), self.count(Key::Flits));
        let table_mean = Rates::numbered(self.count(Key::Table)).map(|table| table.mean);
        if let (Key::Load, "table", Some(mean)) = (row.key, text, table_mean) {
            return row.parse(&mean.to_string(), table);
        }
        let number = text.strip_suffix("flits").filter(|_| row.key == Key::Load);
        let (Some(number), ParamKind::Real { min, max, .. }) = (number, row.kind) else {
            return row.parse(text, table);
        };
        let given = number.trim_end().parse::<f64>().ok().filter(|given| flits > 0 && !given.is_nan());
        let given = given.map(|given| given / f64::from(flits));
        let nearest = given.map_or(row.default(), |given| row.nearest(given));
        if given == Some(nearest) {
            return Ok(nearest);
        }
        let accepted = match flits {
            0 => Accepted::NoFlits { min, max },
            _ => Accepted::FlitLoad { most: max * f64::from(flits), flits },
        };
        Err((Problem::new(row.key.name(), text, accepted).using(row.format(nearest, table)), nearest))
    }

    /// The scenario with one number changed to the nearest acceptable one: for values that the program computes.
    pub fn set(self, key: Key, value: f64) -> Self {
        match self.system().param(key) {
            Some(row) => self.with(key, row.nearest(value)).reconcile(Some(key), &mut Vec::new()),
            None => self,
        }
    }

    /// The scenario with one parameter as the page opens it; `problems` names each value that a constraint replaces.
    pub fn reset(self, key: Key, problems: &mut Vec<Problem>) -> Self {
        self.system()
            .param(key)
            .map_or(self, |row| self.with(key, self.system().opens_with(row)).reconcile(Some(key), problems))
    }

    /// The scenario, seen as `other` is if that has the same system: views of two systems have different options.
    fn with_view_of(self, other: &Self) -> Self {
        if self.system() == other.system() { Self { view: other.view, ..self } } else { self }
    }

    /// The scenario at the place in a lesson of another one.
    pub fn at_place_of(self, other: &Self) -> Self {
        Self { lesson: other.lesson, ..self }
    }

    /// The scenario at the place of another one, seen and run as that is, beside its pins.
    pub(crate) fn seen_as(self, other: &Self) -> Self {
        self.with_view_of(other).at_place_of(other).with_run(other.run).with_pins(other.pins)
    }

    /// The scenario without pins and with some of its parameters at their defaults, for telling scenarios apart. It may
    /// break what parameters must obey together.
    pub fn without(self, some: impl Fn(&Param) -> bool) -> Self {
        let rows = self.system().params().iter().filter(|row| some(row));
        rows.fold(self.with_pins(Pins::default()), |scenario, row| scenario.with(row.key, row.default()))
    }

    fn with(mut self, key: Key, value: f64) -> Self {
        match key.group() {
            Group::Network | Group::Traffic | Group::Curves | Group::Simulation => self.setup.put(key, value),
            // Adding zero turns -0 into 0.
            Group::Load => self.load = value + 0.0,
            Group::Run => self.run.put(key, value),
            Group::Animation => self.animation.put(key, value),
            Group::Lesson => self.lesson.put(key, value),
            Group::View => self.view.put(key, value),
        }
        self
    }
}
