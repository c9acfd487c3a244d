//! What is set just now: one value, always valid, changed by one function.
//!
//! ```text
//! link, JSON file, slider --text--> Scenario::put / link::parse --> Scenario + problems (each named to the reader)
//! ```
//! Behind this edge nothing checks a range again. A [`Scenario`] holds the parameters of the model, of the simulation and of
//! the view, so that a link is the complete state and undo is a list of values.

pub mod history;
pub mod link;
pub mod preset;

use crate::param::{self, Group, Key, Kind, Param, Problem};

/// One of the published systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum System {
    /// Bidirectional torus with wormhole routing and a fraction of broadcasts.
    TorusBroadcast,
}

impl System {
    /// All systems, in the order of the page.
    pub const ALL: &[Self] = &[Self::TorusBroadcast];

    /// The stable name in links and files.
    pub const fn key(self) -> &'static str {
        match self {
            Self::TorusBroadcast => "torus-broadcast",
        }
    }

    /// The name on the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TorusBroadcast => "Torus with broadcast",
        }
    }

    /// The system of that key.
    ///
    /// # Errors
    /// The problem, which lists the keys there are.
    pub fn parse(key: &str) -> Result<Self, Problem> {
        Self::ALL.iter().copied().find(|system| system.key() == key).ok_or_else(|| {
            let keys: Vec<_> = Self::ALL.iter().map(|system| system.key()).collect();
            Problem::new("system", key, format!("one of {}", keys.join(", ")))
        })
    }

    /// The parameters of the system, in the order of links and of the page.
    pub const fn params(self) -> &'static [Param] {
        match self {
            Self::TorusBroadcast => param::TORUS_BROADCAST,
        }
    }

    /// The row of a key, if the system has it.
    pub fn param(self, key: Key) -> Option<&'static Param> {
        self.params().iter().find(|row| row.key == key)
    }

    /// The row of a key given by its name, if the system has it.
    pub fn param_named(self, name: &str) -> Option<&'static Param> {
        self.params().iter().find(|row| row.key.name() == name)
    }
}

/// A way to read the equations of a paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// Only what cannot be computed as printed is mended.
    Printed,
    /// Slips of the print that contradict the paper's own definitions are put right.
    Corrected,
    /// Approximations that have an exact value get it.
    Refined,
}

impl Reading {
    /// All readings there are; a system has [some of them](Scenario::readings).
    pub const ALL: &[Self] = &[Self::Corrected, Self::Printed, Self::Refined];

    /// The stable name in links and files.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Printed => "printed",
            Self::Corrected => "corrected",
            Self::Refined => "refined",
        }
    }
}

/// The complete state of the instrument: valid by construction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scenario {
    system: System,
    /// By key; keys that the system does not have stay at zero.
    values: [f64; Key::COUNT],
}

impl Scenario {
    /// The system with every parameter at its default.
    pub fn new(system: System) -> Self {
        let mut values = [0.0; Key::COUNT];
        for row in system.params() {
            values[row.key as usize] = row.default();
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

    /// The key of the chosen option; empty if the parameter is not a choice of this system.
    pub fn chosen(&self, key: Key) -> &'static str {
        match self.system.param(key).map(|row| row.kind) {
            Some(Kind::Choice { options, .. }) => options.get(self.get(key) as usize).map_or("", |option| option.key),
            _ => "",
        }
    }

    /// The reading that the numbers come from.
    pub fn reading(&self) -> Reading {
        let chosen = self.chosen(Key::Reading);
        Reading::ALL.iter().copied().find(|reading| reading.key() == chosen).unwrap_or(Reading::Corrected)
    }

    /// The readings of the system, in the order of the page.
    pub fn readings(&self) -> Vec<Reading> {
        let options = match self.system.param(Key::Reading).map(|row| row.kind) {
            Some(Kind::Choice { options, .. }) => options,
            _ => &[],
        };
        options
            .iter()
            .filter_map(|option| Reading::ALL.iter().copied().find(|reading| reading.key() == option.key))
            .collect()
    }

    /// The same scenario under another reading, or the problem why that reading does not exist for it.
    ///
    /// # Errors
    /// Names the reading and what this scenario accepts.
    pub fn under(self, reading: Reading) -> Result<Self, Problem> {
        let mut problems = Vec::new();
        let scenario = self.put(Key::Reading, reading.key(), &mut problems);
        match problems.pop() {
            Some(problem) => Err(problem),
            None => Ok(scenario),
        }
    }

    /// The readings whose curves are drawn: those switched on, and always the one that the numbers come from.
    pub fn shown(&self) -> Vec<Reading> {
        let (Some(row), mask) = (self.system.param(Key::Show), self.get(Key::Show) as u64) else {
            return vec![self.reading()];
        };
        let Kind::Set { options, .. } = row.kind else { return vec![self.reading()] };
        let on = |reading: Reading| {
            reading == self.reading()
                || options.iter().enumerate().any(|(bit, option)| mask >> bit & 1 == 1 && option.key == reading.key())
        };
        self.readings().into_iter().filter(|reading| on(*reading)).collect()
    }

    /// Whether two scenarios show the same thing, wherever the reader is looking.
    pub fn same_scene(&self, other: &Self) -> bool {
        self.seen_as(other) == *other
    }

    /// The text of a parameter, as a link or a file would give it; empty if the system has no such parameter.
    pub fn text(&self, key: Key) -> String {
        self.system.param(key).map_or_else(String::new, |row| row.format(self.get(key), self.system.params()))
    }

    /// Whether a parameter stands at its default.
    pub fn is_default(&self, key: Key) -> bool {
        self.system.param(key).is_none_or(|row| row.default() == self.get(key))
    }

    /// The scenario with one parameter read from text. What is not accepted is named in `problems`, and the nearest acceptable value used.
    pub fn put(self, key: Key, text: &str, problems: &mut Vec<Problem>) -> Self {
        let Some(row) = self.system.param(key) else { return self };
        let value = row.parse(text, self.system.params()).unwrap_or_else(|(problem, nearest)| {
            problems.push(problem);
            nearest
        });
        self.with(key, value).settled(key, problems)
    }

    /// The scenario with one number changed to the nearest acceptable one: for values that the program computes, not the reader.
    pub fn set(self, key: Key, value: f64) -> Self {
        match self.system.param(key) {
            Some(row) => self.with(key, row.nearest(value)).settled(key, &mut Vec::new()),
            None => self,
        }
    }

    /// The scenario with one parameter at its default; what has to give way is named in `problems`.
    pub fn reset(self, key: Key, problems: &mut Vec<Problem>) -> Self {
        self.system.param(key).map_or(self, |row| self.with(key, row.default()).settled(key, problems))
    }

    /// The scenario, seen as `other` is: the parameters of the view are those of the other scenario.
    pub fn seen_as(self, other: &Self) -> Self {
        let view = self.system.params().iter().filter(|row| row.group == Group::View);
        view.fold(self, |scenario, row| match other.system.param(row.key) {
            Some(_) => scenario.with(row.key, other.get(row.key)),
            None => scenario,
        })
    }

    fn with(mut self, key: Key, value: f64) -> Self {
        self.values[key as usize] = value;
        self
    }

    /// Holds what several parameters must obey together. `changed` is the one that the reader just set: the others give way to it
    /// where they can, and each that does is named.
    fn settled(mut self, changed: Key, problems: &mut Vec<Problem>) -> Self {
        match self.system {
            System::TorusBroadcast => {
                // Only the refined reading is defined beyond the two dimensions of the paper.
                if self.count(Key::N) > 2 && self.reading() != Reading::Refined {
                    let reading = self.chosen(Key::Reading);
                    let n = self.count(Key::N);
                    problems.push(
                        Problem::new(
                            Key::Reading.name(),
                            reading,
                            format!("refined when n = {n}, because the paper derives its equations for n = 2 only"),
                        )
                        .using("refined"),
                    );
                    let refined = self.system.param(Key::Reading).and_then(|row| row.parse("refined", &[]).ok());
                    self = self.with(Key::Reading, refined.unwrap_or_default());
                }
                // The stage draws two dimensions of the torus.
                let nodes = self.count(Key::K).pow(2);
                if self.count(Key::Source) >= nodes && matches!(changed, Key::Source | Key::K) {
                    let accepted = format!("a whole number from 0 to {} when k = {}", nodes - 1, self.count(Key::K));
                    problems.push(Problem::new(Key::Source.name(), self.text(Key::Source), accepted).using(0));
                    self = self.with(Key::Source, 0.0);
                }
                self
            }
        }
    }
}

/// A scenario read from outside, and what of it was not accepted.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// The scenario, with the nearest acceptable value or the default wherever there was a problem.
    pub scenario: Scenario,
    /// Every key and value that was not accepted.
    pub problems: Vec<Problem>,
}

impl Parsed {
    /// Reads `(key, value)` pairs; a later pair of the same key counts. An unknown key is kept out and named.
    pub fn from_pairs<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)> + Clone) -> Self {
        let mut problems = Vec::new();
        let default = System::ALL[0];
        let named = pairs.clone().into_iter().filter(|(key, _)| *key == "system").last();
        let system = named.map_or(default, |(_, key)| {
            System::parse(key).unwrap_or_else(|problem| {
                problems.push(problem.using(default.key()));
                default
            })
        });
        // First the values as they are written, then what they must obey together: the order of the pairs does not matter.
        let mut scenario = Scenario::new(system);
        for (key, text) in pairs.into_iter().filter(|(key, _)| *key != "system") {
            match system.param_named(key) {
                Some(row) => {
                    let value = row.parse(text, system.params()).unwrap_or_else(|(problem, nearest)| {
                        problems.push(problem);
                        nearest
                    });
                    scenario = scenario.with(row.key, value);
                }
                None => {
                    let known: Vec<_> = system.params().iter().map(|row| row.key.name()).collect();
                    problems.push(Problem::unknown(key, text, system.key(), &known.join(", ")));
                }
            }
        }
        let scenario = scenario.settled(Key::K, &mut problems);
        Self { scenario, problems }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn torus() -> Scenario {
        Scenario::new(System::TorusBroadcast)
    }

    #[test]
    fn three_dimensions_take_the_refined_reading_and_say_so() {
        let mut problems = Vec::new();
        let cube = torus().put(Key::N, "3", &mut problems);
        assert_eq!(cube.reading(), Reading::Refined);
        assert!(problems[0].to_string().contains("refined when n = 3"), "{}", problems[0]);
        assert!(cube.under(Reading::Printed).is_err() && torus().under(Reading::Printed).is_ok());
    }

    #[test]
    fn a_source_outside_a_smaller_torus_moves_to_the_first_node_and_says_so() {
        let mut problems = Vec::new();
        let small = torus().set(Key::Source, 40.0).put(Key::K, "5", &mut problems);
        assert_eq!((small.count(Key::Source), problems.len()), (0, 1));
    }

    #[test]
    fn the_reading_of_the_numbers_is_always_drawn() {
        let scenario = torus().set(Key::Show, 0.0).under(Reading::Refined).expect("n = 2");
        assert_eq!(scenario.shown(), [Reading::Refined]);
    }

    #[test]
    fn unknown_keys_are_named_and_kept_out() {
        let parsed = Parsed::from_pairs([("k", "10"), ("fanout", "3")]);
        assert_eq!(parsed.scenario, torus().set(Key::K, 10.0));
        assert!(parsed.problems[0].to_string().starts_with("fanout = 3"), "{}", parsed.problems[0]);
    }

    #[test]
    fn the_order_of_keys_does_not_matter() {
        let one = Parsed::from_pairs([("n", "3"), ("reading", "refined")]);
        let other = Parsed::from_pairs([("reading", "refined"), ("n", "3")]);
        assert_eq!(one, other);
        assert!(one.problems.is_empty());
    }
}
