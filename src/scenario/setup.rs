//! The parts of a scenario: values by key.

use super::{Reading, Scenario, System};
use crate::param::{
    Group, Key, Param, Problem,
    options::{Options, Routing},
    turns::TurnSet,
};
use std::fmt;

/// Values of the keys from `FIRST` on, as bits: none is -0 or not a number, so equal values have equal bits. Keys of other systems are 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Values<const FIRST: usize, const COUNT: usize>([u64; COUNT]);

/// The animation and its own settings.
pub type AnimationSetup = Values<{ first(Group::Animation) }, { count(Group::Animation) }>;

/// The place of a reader in a lesson. Unlike the rest of the view it belongs to a step of undo: a step back leads to its question.
pub type LessonPlace = Values<{ first(Group::Lesson) }, { count(Group::Lesson) }>;

/// Everything else that only the page looks at.
pub type View = Values<{ first(Group::View) }, { count(Group::View) }>;

const fn first(group: Group) -> usize {
    group.keys()[0] as usize
}

const fn count(group: Group) -> usize {
    group.keys().len()
}

impl<const FIRST: usize, const COUNT: usize> Values<FIRST, COUNT> {
    pub(super) const ZERO: Self = Self([0; COUNT]);

    pub(super) const fn get(&self, key: Key) -> f64 {
        let place = (key as usize).wrapping_sub(FIRST);
        if place < COUNT { f64::from_bits(self.0[place]) } else { 0.0 }
    }

    pub(super) fn put(&mut self, key: Key, value: f64) {
        if let Some(bits) = self.0.get_mut((key as usize).wrapping_sub(FIRST)) {
            // Adding zero turns -0 into 0.
            *bits = (value + 0.0).to_bits();
        }
    }
}

impl<const FIRST: usize, const COUNT: usize> fmt::Debug for Values<FIRST, COUNT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(Key::ALL[FIRST..].iter().zip(self.0.map(f64::from_bits))).finish()
    }
}

/// The length, the seed and the number of the runs of a load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RunLength {
    /// Cycles or slots of a run.
    pub cycles: u32,
    /// Start of the random numbers.
    pub seed: u32,
    /// Independent runs of each load.
    pub replications: u32,
}

impl RunLength {
    pub(super) const fn get(&self, key: Key) -> f64 {
        (match key {
            Key::Cycles => self.cycles,
            Key::Seed => self.seed,
            Key::Replications => self.replications,
            _ => 0,
        }) as f64
    }

    pub(super) const fn put(&mut self, key: Key, value: f64) {
        match key {
            Key::Cycles => self.cycles = value as u32,
            Key::Seed => self.seed = value as u32,
            Key::Replications => self.replications = value as u32,
            _ => {}
        }
    }
}

/// The system with all that a model solves and a simulator simulates, but for the load: the key of everything that is computed once. The
/// keys of the other parts of a scenario are at zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    system: System,
    values: Values<{ first(Group::Network) }, { first(Group::Load) }>,
}

impl Setup {
    pub(super) const fn zero(system: System) -> Self {
        Self { system, values: Values::ZERO }
    }

    /// The system, which has the table of the parameters.
    pub const fn system(&self) -> System {
        self.system
    }

    /// The value of a parameter: a number, the index of a choice or the mask of a set; zero if the system has no such parameter.
    pub const fn get(&self, key: Key) -> f64 {
        self.values.get(key)
    }

    pub(super) fn put(&mut self, key: Key, value: f64) {
        self.values.put(key, value);
    }

    /// The allowed turns, under routing by them.
    pub fn turns(&self) -> Option<TurnSet> {
        (self.choice::<Routing>() == Routing::Turns).then(|| TurnSet(self.count(Key::Turns) as u8))
    }

    fn without(self, some: impl Fn(&Param) -> bool) -> Self {
        let rows = self.system.params().iter().filter(|row| some(row));
        rows.fold(self, |mut setup, row| {
            setup.put(row.key, row.default());
            setup
        })
    }

    /// The setup under another model variant, or the problem, which names those that it has.
    pub fn with_reading(self, reading: Reading) -> Result<Self, Problem> {
        Scenario::from_setup(self).with_reading(reading).map(|scenario| *scenario.setup())
    }

    /// The setup as a model sees it: with the rules of the simulator at the defaults of their table, but for the injection.
    pub fn modelled(self) -> Self {
        let unseen =
            |row: &Param| matches!(row.key.group(), Group::Simulation | Group::Run) && row.key != Key::Injection;
        self.without(unseen)
    }

    /// The setup as a simulator sees it: with the model variant at the default of its table.
    pub fn simulated(self) -> Self {
        self.without(|row| row.key == Key::Reading)
    }
}

/// Ways to read a value that everything with `system` and `get` has.
macro_rules! readers {
    ($($whole:ident)+) => {$(
        impl $whole {
            /// The value of a whole-number parameter.
            pub const fn count(&self, key: Key) -> u32 {
                self.get(key) as u32
            }

            /// The key of the chosen option; empty if the parameter is not a choice of this system.
            pub fn chosen(&self, key: Key) -> &'static str {
                self.system().options(key).get(self.get(key) as usize).map_or("", |option| option.key)
            }

            /// The value of the chosen option.
            pub fn choice<T: Options>(&self) -> T {
                T::of(self.chosen(T::KEY)).unwrap_or(T::OPTIONS[0].2)
            }

            /// True if something that can be on or off is on.
            pub const fn is_on(&self, key: Key) -> bool {
                self.get(key) != 0.0
            }

            /// The model variant that the numbers come from.
            pub fn reading(&self) -> Reading {
                self.choice()
            }

            /// The words of a model variant, as the table of parameters has them.
            pub fn reading_words(&self, reading: Reading) -> &'static str {
                self.system().option_name(Key::Reading, reading.key())
            }

            /// The text of a parameter, as a link or a file gives it; empty if the system has no such parameter.
            pub fn text(&self, key: Key) -> String {
                let row = self.system().param(key);
                row.map_or_else(String::new, |row| row.format(self.get(key), self.system().params()))
            }
        }
    )+};
}

readers! { Setup Scenario }
