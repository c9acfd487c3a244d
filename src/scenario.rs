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

use crate::param::{self, Choice, Group, Key, Kind, LISTED, Param, Problem};
use std::cell::OnceCell;

/// Unknown keys that are named; of more only the number.
const MOST_UNKNOWN: usize = 12;

/// Most dimensions of a k-ary n-cube whose rings have more than two nodes.
const MOST_DIMENSIONS_OF_RINGS: u32 = 8;

/// One of the published systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum System {
    /// Bidirectional torus with wormhole routing and a fraction of broadcasts.
    TorusBroadcast,
    /// Unidirectional k-ary n-cube with adaptive wormhole routing.
    KaryNCube,
    /// Circuit-switched hypercube under long-range dependent traffic.
    HypercubeMmpp,
    /// Slotted half-duplex hypercube with store and forward.
    HypercubeSlotted,
    /// Banyan of switching elements that copy multicast packets.
    BanyanMulticast,
}

impl System {
    /// All systems, in the order of the page.
    pub const ALL: &[Self] =
        &[Self::TorusBroadcast, Self::KaryNCube, Self::HypercubeMmpp, Self::HypercubeSlotted, Self::BanyanMulticast];

    /// The stable name in links and files.
    pub const fn key(self) -> &'static str {
        match self {
            Self::TorusBroadcast => "torus-broadcast",
            Self::KaryNCube => "kary-ncube",
            Self::HypercubeMmpp => "hypercube-mmpp",
            Self::HypercubeSlotted => "hypercube-slotted",
            Self::BanyanMulticast => "banyan-multicast",
        }
    }

    /// The name on the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TorusBroadcast => "Torus with broadcast",
            Self::KaryNCube => "k-ary n-cube",
            Self::HypercubeMmpp => "Bursty hypercube",
            Self::HypercubeSlotted => "Slotted hypercube",
            Self::BanyanMulticast => "Multicast banyan",
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
            Self::KaryNCube => param::KARY_NCUBE,
            Self::HypercubeMmpp => param::HYPERCUBE_MMPP,
            Self::HypercubeSlotted => param::HYPERCUBE_SLOTTED,
            Self::BanyanMulticast => param::BANYAN_MULTICAST,
        }
    }

    /// The row of a key, if the system has it.
    pub fn param(self, key: Key) -> Option<&'static Param> {
        self.params().iter().find(|row| row.key == key)
    }

    /// The options of a choice or a set; empty if the system has no such parameter.
    pub fn options(self, key: Key) -> &'static [Choice] {
        match self.param(key).map(|row| row.kind) {
            Some(Kind::Choice { options, .. } | Kind::Set { options, .. }) => options,
            _ => &[],
        }
    }

    /// The readings there are, in the order of the page.
    pub fn readings(self) -> Vec<Reading> {
        self.options(Key::Reading).iter().filter_map(|option| Reading::of(option.key)).collect()
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
    /// The model of mean distance that the paper compares its own with.
    Average,
}

impl Reading {
    /// All readings there are; a system has [some of them](System::readings).
    pub const ALL: &[Self] = &[Self::Corrected, Self::Printed, Self::Refined, Self::Average];

    /// The reading of that name.
    pub fn of(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|reading| reading.key() == key)
    }

    /// The stable name in links and files.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Printed => "printed",
            Self::Corrected => "corrected",
            Self::Refined => "refined",
            Self::Average => "average",
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
        self.system.options(key).get(self.get(key) as usize).map_or("", |option| option.key)
    }

    /// The reading that the numbers come from.
    pub fn reading(&self) -> Reading {
        Reading::of(self.chosen(Key::Reading)).unwrap_or(Reading::Corrected)
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
        let switched = self.system.options(Key::Show).iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1);
        let switched: Vec<_> = switched.map(|(_, option)| option.key).collect();
        let on = |reading: &Reading| *reading == self.reading() || switched.contains(&reading.key());
        self.system.readings().into_iter().filter(on).collect()
    }

    /// Whether a parameter has an effect, with the others as they are: some are of one scene only.
    pub fn applies(&self, key: Key) -> bool {
        let scene = match key {
            Key::Source | Key::Background => "broadcast",
            Key::From | Key::To => "multicast",
            Key::Packets | Key::Arbitration | Key::Release => "deadlock",
            _ => return true,
        };
        self.chosen(Key::Animation) == scene && (key != Key::To || 1_u64 << self.count(Key::N) <= u64::from(LISTED))
    }

    /// Whether two scenarios show the same thing, wherever the reader is looking.
    pub fn same_scene(&self, other: &Self) -> bool {
        self.with_view_of(other) == *other
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
        self.with(key, value).reconcile(Some(key), problems)
    }

    /// The scenario with one number changed to the nearest acceptable one: for values that the program computes, not the reader.
    pub fn set(self, key: Key, value: f64) -> Self {
        match self.system.param(key) {
            Some(row) => self.with(key, row.nearest(value)).reconcile(Some(key), &mut Vec::new()),
            None => self,
        }
    }

    /// The scenario with one parameter at its default; what has to give way is named in `problems`.
    pub fn reset(self, key: Key, problems: &mut Vec<Problem>) -> Self {
        self.system.param(key).map_or(self, |row| self.with(key, row.default()).reconcile(Some(key), problems))
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

    /// The scenario with some of its parameters at their defaults, for telling scenarios apart: what parameters must obey together is not
    /// looked at.
    pub fn without(self, some: impl Fn(&Param) -> bool) -> Self {
        let rows = self.system.params().iter().filter(|row| some(row));
        rows.fold(self, |scenario, row| scenario.with(row.key, row.default()))
    }

    fn with(mut self, key: Key, value: f64) -> Self {
        self.values[key as usize] = value;
        self
    }

    /// Holds what several parameters must obey together. `changed` is the one that the reader just set, if it is one: the others give way to it
    /// where they can, and each that does is named.
    fn reconcile(self, changed: Option<Key>, problems: &mut Vec<Problem>) -> Self {
        match self.system {
            System::TorusBroadcast => self.settled_torus(changed, problems),
            System::KaryNCube => {
                let k = self.count(Key::K);
                let most = f64::from(MOST_DIMENSIONS_OF_RINGS);
                let beyond = k > 2 && self.get(Key::N) > most;
                let accepted = || format!("a whole number from 1 to {most} when k = {k}; more in the hypercube, k = 2");
                let settled = self.fall_back(Key::N, beyond.then_some(most), accepted, problems);
                let accepted = || format!("at least 3 when k = {k}: two escape channels and an adaptive one");
                settled.fall_back(
                    Key::Vcs,
                    if k > 2 && self.count(Key::Vcs) < 3 { Some(3.0) } else { None },
                    accepted,
                    problems,
                )
            }
            System::BanyanMulticast => {
                let n = self.count(Key::N);
                let most = 1_u32 << (n - 1);
                let accepted = || format!("a whole number from 1 to {most} when n = {n}, half of the nodes");
                let beyond = self.count(Key::Fanout) > most;
                let settled = self.fall_back(Key::Fanout, beyond.then_some(f64::from(most)), accepted, problems);
                let nodes = 1_u32 << n;
                let accepted = || format!("a whole number from 0 to {} when n = {n}", nodes - 1);
                let outside = self.count(Key::From) >= nodes;
                let settled = settled.fall_back(Key::From, outside.then_some(0.0), accepted, problems);
                let accepted = || format!("no outputs when n = {n}: of more than {LISTED} they are drawn");
                let many = nodes > LISTED && self.get(Key::To) != 0.0;
                settled.fall_back(Key::To, many.then_some(0.0), accepted, problems)
            }
            System::HypercubeMmpp | System::HypercubeSlotted => self,
        }
    }

    fn settled_torus(mut self, changed: Option<Key>, problems: &mut Vec<Problem>) -> Self {
        // Only the refined reading is defined beyond the two dimensions of the paper. Who wrote the dimensions alone hears of them.
        let n = self.count(Key::N);
        let refined = self.system.options(Key::Reading).iter().position(|option| option.key == Reading::Refined.key());
        if let Some(refined) = refined.filter(|_| n > 2 && self.reading() != Reading::Refined) {
            let why = "because the paper derives its equations for n = 2 only";
            let (reading, key) = (Key::Reading, Reading::Refined.key());
            if changed == Some(reading) {
                let accepted = || format!("{key} when n = {n}, {why}");
                self = self.fall_back(reading, Some(refined as f64), accepted, problems);
            } else {
                let accepted = format!("2 unless {} = {key}, {why}", reading.name());
                problems.push(Problem::new(Key::N.name(), n, accepted).using(format!("{} = {key}", reading.name())));
                self = self.with(reading, refined as f64);
            }
        }
        // The stage draws two dimensions of the torus.
        let k = self.count(Key::K);
        let nodes = k.pow(2);
        let outside = self.count(Key::Source) >= nodes;
        let accepted = || format!("a whole number from 0 to {} when k = {k}", nodes - 1);
        self.fall_back(Key::Source, outside.then_some(0.0), accepted, problems)
    }

    /// Puts another value in the place of one that does not go with the others, and names it.
    fn fall_back(
        self,
        key: Key,
        instead: Option<f64>,
        accepted: impl Fn() -> String,
        problems: &mut Vec<Problem>,
    ) -> Self {
        let Some(value) = instead else { return self };
        let settled = self.with(key, value);
        problems.push(Problem::new(key.name(), self.text(key), accepted()).using(settled.text(key)));
        settled
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
    /// Reads `(key, value)` pairs. A key takes one value: of several the last one counts, and that is named. An unknown key is kept out and
    /// named, as long as there are not too many of them.
    pub fn from_pairs<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)> + Clone) -> Self {
        let mut problems = Vec::new();
        let default = System::ALL[0];
        let (mut named, mut earlier) = (None, None);
        for (_, text) in pairs.clone().into_iter().filter(|(key, _)| *key == "system") {
            earlier = earlier.or(named.replace(text));
        }
        let system = named.map_or(default, |key| {
            System::parse(key).unwrap_or_else(|problem| {
                problems.push(problem.using(default.key()));
                default
            })
        });
        if let (Some(earlier), Some(last)) = (earlier, named) {
            problems.push(Problem::again("system", earlier, last, system.key()));
        }
        // First the values as they are written, then what they must obey together: the order of the pairs does not matter.
        let mut scenario = Scenario::new(system);
        let mut written = [None; Key::COUNT];
        let (mut unknown, mut count, known) = (Vec::new(), 0, OnceCell::new());
        for (key, text) in pairs.into_iter().filter(|(key, _)| *key != "system") {
            match system.param_named(key) {
                Some(row) => {
                    let texts = &mut written[row.key as usize];
                    *texts = Some(texts.map_or((text, None), |(first, _): (&str, _)| (first, Some(text))));
                }
                None => {
                    count += 1;
                    if count <= MOST_UNKNOWN {
                        let known = known.get_or_init(|| {
                            let known: Vec<_> = system.params().iter().map(|row| row.key.name()).collect();
                            known.join(", ")
                        });
                        unknown.push(Problem::unknown(key, text, system.key(), known));
                    }
                }
            }
        }
        for row in system.params() {
            let Some((first, last)) = written[row.key as usize] else { continue };
            let value = row.parse(last.unwrap_or(first), system.params()).unwrap_or_else(|(problem, nearest)| {
                problems.push(problem);
                nearest
            });
            scenario = scenario.with(row.key, value);
            if let Some(last) = last {
                problems.push(Problem::again(row.key.name(), first, last, scenario.text(row.key)));
            }
        }
        problems.append(&mut unknown);
        if count > MOST_UNKNOWN {
            problems.push(Problem::more(count - MOST_UNKNOWN, system.key()));
        }
        let read = written[Key::Reading as usize].map(|_| Key::Reading);
        let scenario = scenario.reconcile(read, &mut problems);
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
    fn whoever_writes_dimensions_alone_is_not_told_of_a_reading() {
        let sentence = |pairs: &[(&str, &str)]| {
            let parsed = Parsed::from_pairs(pairs.to_vec());
            assert_eq!((parsed.scenario.count(Key::N), parsed.scenario.reading()), (4, Reading::Refined));
            parsed.problems.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let dimensions = "n = 4 is not accepted: n takes 2 unless reading = refined, because the paper derives its equations for n = 2 only; \
                          reading = refined is used.";
        assert_eq!(sentence(&[("n", "4")]), [dimensions]);
        let reading = "reading = corrected is not accepted: reading takes refined when n = 4, because the paper derives its equations for n = 2 \
                       only; refined is used.";
        assert_eq!(sentence(&[("reading", "corrected"), ("n", "4")]), [reading]);
        assert_eq!(sentence(&[("n", "4"), ("reading", "corrected")]), [reading]);
        assert!(sentence(&[("n", "4"), ("reading", "refined")]).is_empty());
        let mut problems = Vec::new();
        torus().put(Key::N, "4", &mut problems);
        assert_eq!(problems.iter().map(ToString::to_string).collect::<Vec<_>>(), [dimensions]);
    }

    #[test]
    fn parameters_of_one_scene_apply_to_that_scene_only() {
        let banyan = Scenario::new(System::BanyanMulticast).set(Key::N, 5.0);
        let applying = |scenario: Scenario| -> Vec<Key> {
            let keys = [Key::Fanout, Key::From, Key::To, Key::Packets, Key::Arbitration, Key::Release];
            keys.into_iter().filter(|key| scenario.applies(*key)).collect()
        };
        assert_eq!(applying(banyan), [Key::Fanout, Key::From, Key::To]);
        assert_eq!(applying(banyan.set(Key::N, 6.0)), [Key::Fanout, Key::From]);
        assert_eq!(
            applying(banyan.set(Key::Animation, 1.0)),
            [Key::Fanout, Key::Packets, Key::Arbitration, Key::Release]
        );
        assert_eq!(applying(banyan.set(Key::Animation, 2.0)), [Key::Fanout]);
        let torus = torus();
        assert!(torus.applies(Key::Source) && !torus.set(Key::Animation, 1.0).applies(Key::Background));
    }

    #[test]
    fn destinations_that_are_listed_give_way_where_there_are_too_many_outputs() {
        let mut problems = Vec::new();
        let listed = Scenario::new(System::BanyanMulticast).set(Key::N, 5.0).set(Key::To, 9.0);
        assert_eq!(listed.put(Key::N, "5", &mut problems).text(Key::To), "0,3");
        let large = listed.put(Key::N, "6", &mut problems);
        assert_eq!((large.text(Key::To), problems.len()), (String::new(), 1));
        assert_eq!(
            problems[0].to_string(),
            "to = 0,3 is not accepted: to takes no outputs when n = 6: of more than 32 they are drawn; nothing is used."
        );
    }

    #[test]
    fn three_dimensions_take_the_refined_reading_and_say_so() {
        let mut problems = Vec::new();
        let cube = torus().put(Key::N, "3", &mut problems);
        assert_eq!(cube.reading(), Reading::Refined);
        assert!(
            problems[0].to_string().starts_with("n = 3 is not accepted: n takes 2 unless reading = refined"),
            "{}",
            problems[0]
        );
        assert!(cube.with_reading(Reading::Printed).is_err() && torus().with_reading(Reading::Printed).is_ok());
    }

    #[test]
    fn a_source_outside_a_smaller_torus_moves_to_the_first_node_and_says_so() {
        let mut problems = Vec::new();
        let small = torus().set(Key::Source, 40.0).put(Key::K, "5", &mut problems);
        assert_eq!((small.count(Key::Source), problems.len()), (0, 1));
    }

    #[test]
    fn the_reading_of_the_numbers_is_always_drawn() {
        let scenario = torus().set(Key::Show, 0.0).with_reading(Reading::Refined).expect("n = 2");
        assert_eq!(scenario.shown(), [Reading::Refined]);
    }

    #[test]
    fn unknown_keys_are_named_and_kept_out() {
        let parsed = Parsed::from_pairs([("k", "10"), ("fanout", "3")]);
        assert_eq!(parsed.scenario, torus().set(Key::K, 10.0));
        assert!(parsed.problems[0].to_string().starts_with("fanout = 3"), "{}", parsed.problems[0]);
    }

    #[test]
    fn of_many_unknown_keys_a_dozen_is_named_and_the_others_are_counted() {
        let names: Vec<String> = (0..1_552).map(|i| format!("x{i}")).collect();
        let parsed = Parsed::from_pairs(names.iter().map(|name| (name.as_str(), "1")).collect::<Vec<_>>());
        assert_eq!((parsed.scenario, parsed.problems.len()), (torus(), 13));
        assert_eq!(
            parsed.problems[12].to_string(),
            "And 1540 more keys are not accepted: torus-broadcast takes no value of such a name."
        );
        let thirteen = Parsed::from_pairs(names[..13].iter().map(|name| (name.as_str(), "1")).collect::<Vec<_>>());
        assert_eq!(
            thirteen.problems[12].to_string(),
            "And one more key is not accepted: torus-broadcast takes no value of such a name."
        );
    }

    #[test]
    fn of_a_key_that_is_repeated_the_last_value_counts_and_is_named_once() {
        let parsed = Parsed::from_pairs([("k", "9"), ("system", "kary-ncube"), ("k", "7"), ("k", "10"), ("vcs", "4")]);
        assert_eq!((parsed.scenario.count(Key::K), parsed.scenario.count(Key::Vcs)), (10, 4));
        let said: Vec<_> = parsed.problems.iter().map(ToString::to_string).collect();
        assert_eq!(said, ["k = 9 is not accepted: k takes one value, and is given again as 10; 10 is used."]);
        let twice = Parsed::from_pairs([("system", "kary-ncube"), ("system", "banyan-multicast")]);
        assert_eq!(twice.scenario.system(), System::BanyanMulticast);
        assert_eq!(
            twice.problems[0].to_string(),
            "system = kary-ncube is not accepted: system takes one value, and is given again as banyan-multicast; banyan-multicast is used."
        );
    }

    #[test]
    fn the_hypercube_has_more_dimensions_than_other_cubes() {
        let cube = Scenario::new(System::KaryNCube).set(Key::K, 2.0);
        let mut problems = Vec::new();
        assert_eq!((cube.put(Key::N, "16", &mut problems).count(Key::N), problems.len()), (16, 0));
        let rings = cube.set(Key::N, 16.0).put(Key::K, "3", &mut problems);
        assert_eq!(rings.count(Key::N), 8);
        assert!(
            problems[0]
                .to_string()
                .starts_with("n = 16 is not accepted: n takes a whole number from 1 to 8 when k = 3")
        );
    }

    #[test]
    fn the_order_of_keys_does_not_matter() {
        let one = Parsed::from_pairs([("n", "3"), ("reading", "refined")]);
        let other = Parsed::from_pairs([("reading", "refined"), ("n", "3")]);
        assert_eq!(one, other);
        assert!(one.problems.is_empty());
    }
}
