//! A value that was not accepted, as data; [`words`](super::words) has the sentences.

use super::{Key, Param, ParamOption};
use super::{options::Routing, turns::NodePair};
use std::fmt;

/// A value that was not accepted, with the accepted ones and the substitute.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The key as it was written.
    pub key: String,
    /// The value as it was written, shortened when it is long.
    pub value: String,
    /// The fault of key or value.
    pub fault: Fault,
    /// The substitute, if there is one.
    pub used: Option<String>,
}

/// The fault of a key or its value.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The value is not one of those that are accepted.
    Not(Accepted),
    /// The key has been given another value later, which counts.
    GivenAgain(String),
    /// The system has no such key, but these; `meant` is the one that has this word elsewhere.
    #[allow(missing_docs)] // said above
    UnknownKey { known: Vec<&'static str>, meant: Option<Key> },
    /// The file of that name is no table of rates, for this reason. The problem has no key.
    NoTable(String),
    /// Number of further unknown keys, which are not named. The problem has no key and no value.
    MoreUnknownKeys(usize),
    /// It needs something that the others do not give.
    Needs(Box<Need>),
    /// It cannot be pinned beside the scenario of a link.
    Pin(PinFault),
    /// None: the value is accepted and kept, but has no effect while this parameter has this value; `beyond`: above that value.
    #[allow(missing_docs)] // said above
    NoEffect { because: Box<(Key, String)>, beyond: bool, why: &'static str },
}

/// A need of an option of a mesh with allowed turns.
#[derive(Clone, Debug, PartialEq)]
pub enum Need {
    /// Routing by allowed turns: a mesh of two dimensions.
    PlaneMesh,
    /// Allowed turns: one of these two, without which no shortest path leads from one node to another.
    Turn([&'static str; 2], NodePair),
    /// Messages in a circle: a circle, which these turns do not leave.
    Circle(String),
    /// Messages in a circle: as many slots at a source as there are virtual channels.
    Slots(u32),
}

/// The fault of a pin, which is left out.
#[derive(Clone, Debug, PartialEq)]
pub enum PinFault {
    /// It does not consist of some of these keys with values.
    Form(Vec<&'static str>),
    /// One of its values is not accepted.
    Inside(Box<Problem>),
    /// There is one like it.
    Twice,
    /// It comes after the largest number of pins.
    TooMany(usize),
}

/// The values that would be accepted: by themselves, or beside other parameters.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // each variant says what its numbers are
pub enum Accepted {
    /// A whole number in `min..=max`.
    Whole { min: u32, max: u32 },
    /// A number in `min..=max`, whole or not.
    Number { min: f64, max: f64 },
    /// One radix for all dimensions, in `min..=max`.
    Radix { min: u32, max: u32 },
    /// A load of at most `most` flits, in messages of `flits` flits.
    FlitLoad { most: f64, flits: u32 },
    /// A load in `min..=max`, not in flits: messages have none.
    NoFlits { min: f64, max: f64 },
    /// A number above 0 and at most 1.
    Fraction,
    /// Some numbers in `0..=max`, separated by commas.
    Numbers { max: f64 },
    /// One of these words alone.
    OneOf(Vec<&'static str>),
    /// Any of these words, separated by commas.
    AnyOf(Vec<&'static str>),
    /// A set of allowed turns, or its name.
    Turns,
    /// Any of the nodes `0..count`.
    Nodes { count: u32 },
    /// A text of at most this many bytes.
    Length(usize),
    /// One of the nodes `0..count`; their number follows from another parameter.
    NodeOf { count: u32, because: (Key, u32) },
    /// At most `most` dimensions of rings of k nodes; the hypercube may have more.
    Dimensions { most: u32, k: u32 },
    /// At least `least` virtual channels, which this routing needs with that number of classes of the dateline, in rows of k nodes.
    VirtualChannels { least: u32, k: u32, routing: Routing, classes: u32 },
    /// One of these traffic patterns that k^n nodes have; k is 0 in a hypercube without the key.
    PatternOf { patterns: &'static [ParamOption], k: u32, n: u32 },
    /// Another pattern: the table of rates that is open has another number of nodes; or none is open.
    #[allow(missing_docs)] // said above
    NoTable { table: Option<u32>, nodes: u32 },
    /// No broadcasts: their tree is that of a torus.
    NoBroadcast,
    /// A fanout of at most half of the 2^n nodes.
    Fanout { most: u32, n: u32 },
    /// No list of destinations: where there are more than [`LISTED`](super::LISTED) of the 2^n outputs they are drawn.
    NoList { n: u32 },
    /// Two dimensions, or the refined reading, which alone is defined for more.
    TwoOrRefined,
    /// The refined reading, because there are n > 2 dimensions.
    Refined { n: u32 },
    /// One of these readings but our own, because our model does not cover the scenario.
    ReadingOfPaper(&'static [ParamOption], NotCovered),
    /// Loads below one at which there is still traffic of ρ, H and this number of time scales.
    Correlated { below: f64, traffic: (f64, f64, u32) },
    /// Loads up to the one at which every node sends in every slot.
    EverySlot { most: f64 },
    /// A random start: copies as early as possible cannot be simulated.
    RandomStart,
    /// At most `most` dimensions, with these other parameters, for a simulation within this memory and paths of at most `hops` hops.
    Simulated { most: u32, others: Vec<(Key, u32)>, bytes: u64, hops: u32 },
}

/// The reason why our model does not cover a scenario.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // the numbers are values of the parameters and the limits beside them
pub enum NotCovered {
    /// It has more dimensions than `most`.
    Dimensions { n: u32, most: u32 },
    /// Its messages are shorter than `least`.
    Flits { n: u32, flits: u32, least: u32 },
    /// It has fewer stages than `least`.
    Stages { n: u32, least: u32 },
    /// A rule is this option, and not the default, which the model assumes.
    Rule { row: &'static Param, option: u32 },
}

impl Problem {
    /// A problem with `value` of `key`, in place of which `accepted` would do.
    pub fn new(key: impl fmt::Display, value: impl fmt::Display, accepted: Accepted) -> Self {
        Self::of(key, value, Fault::Not(accepted))
    }

    /// A file of that name that is no table of rates.
    pub fn of_table(name: &str, why: String) -> Self {
        Self::of("rates", name, Fault::NoTable(why))
    }

    /// A key that the system does not have: it is left out.
    pub fn unknown(key: &str, value: &str, known: Vec<&'static str>, meant: Option<Key>) -> Self {
        Self::of(key, value, Fault::UnknownKey { known, meant })
    }

    /// A value that has no effect while the parameter of `because` has its value; of a buffer, no effect beyond that value.
    pub fn no_effect(key: Key, value: &str, because: (Key, String), why: &'static str) -> Self {
        Self::of(key.name(), value, Fault::NoEffect { because: Box::new(because), beyond: key == Key::Depth, why })
    }

    /// A key that has been given another value later, of which `used` came.
    pub fn again(key: &str, earlier: &str, last: &str, used: impl fmt::Display) -> Self {
        Self::of(key, earlier, Fault::GivenAgain(repeated(last))).using(used)
    }

    /// A problem for `count` further unknown keys.
    pub const fn more(count: usize) -> Self {
        Self { key: String::new(), value: String::new(), fault: Fault::MoreUnknownKeys(count), used: None }
    }

    /// A pin that is left out.
    pub fn pin(text: &str, fault: PinFault) -> Self {
        Self::of("pin", text, Fault::Pin(fault))
    }

    /// A problem with `value` of `key`.
    pub fn of(key: impl fmt::Display, value: impl fmt::Display, fault: Fault) -> Self {
        Self { key: repeated(&key.to_string()), value: repeated(&value.to_string()), fault, used: None }
    }

    /// True if there is such a network, which only the chosen model variant does not cover.
    pub const fn is_of_model(&self) -> bool {
        use Accepted::{ReadingOfPaper, Refined, TwoOrRefined};
        matches!(self.fault, Fault::Not(ReadingOfPaper(..) | TwoOrRefined | Refined { .. }))
    }

    /// The problem with `used` as the substitute.
    pub fn using(mut self, used: impl fmt::Display) -> Self {
        self.used = Some(used.to_string());
        self
    }
}

impl std::error::Error for Problem {}

/// True if a character can be repeated: it is visible, no control character, and does not change the direction of the text.
pub fn is_legible(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let unseen = matches!(c, '\u{200b}'..='\u{200d}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2064}' | '\u{feff}');
    !(c.is_control() || turns || unseen)
}

/// Text from outside, safe to show: with spaces for what is not [legible](is_legible).
pub fn legible(text: &str) -> String {
    text.chars().map(|c| if is_legible(c) { c } else { ' ' }).collect()
}

/// As [`legible`], for a sentence: at most 40 characters.
fn repeated(text: &str) -> String {
    const LIMIT: usize = 40;
    let mut characters = text.chars();
    let mut clean = legible(&characters.by_ref().take(LIMIT).collect::<String>());
    if characters.next().is_some() {
        clean.push('…');
    }
    if clean.trim().is_empty() { "(nothing)".into() } else { clean }
}
