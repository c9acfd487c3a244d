//! The table of parameters: key, symbol, unit, range, step, default and help, stated in `param/table.rs` and nowhere else.
//!
//! Sliders, links, the command line, help texts and tests all read this table. A parameter of any kind has a value that
//! fits an `f64`: a number as itself, a choice as the index of its option, a set as a bit mask of its options. [`Param::parse`]
//! is the only way from text to a value, so a link, a slider and a typed number obey the same rule.

mod table;

use std::fmt;
pub use table::{BANYAN_MULTICAST, HYPERCUBE_MMPP, HYPERCUBE_SLOTTED, KARY_NCUBE, TORUS_BROADCAST};

/// Names a parameter. The [name](Key::name) of a key is what links, files and the page call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the table below describes each of them
pub enum Key {
    K,
    N,
    Vcs,
    Flits,
    Beta,
    Hurst,
    Lag1,
    Scales,
    Mmpps,
    Fit,
    Distance,
    Retry,
    Fanout,
    Multicast,
    Start,
    Load,
    Reading,
    Show,
    Axis,
    Figure,
    Orient,
    Depth,
    Credit,
    Select,
    Injection,
    Policy,
    Order,
    Animation,
    Source,
    From,
    To,
    Packets,
    Arbitration,
    Release,
    Background,
    Cycles,
    Seed,
    Auto,
    Cycle,
    Speed,
    Loop,
    Heat,
    Embed,
    Hide,
}

impl Key {
    /// How many keys there are.
    pub const COUNT: usize = Self::Hide as usize + 1;

    /// The stable name: the same in links, presets, JSON files and the page's `data-key`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::K => "k",
            Self::N => "n",
            Self::Vcs => "vcs",
            Self::Flits => "flits",
            Self::Beta => "beta",
            Self::Hurst => "hurst",
            Self::Lag1 => "lag1",
            Self::Scales => "scales",
            Self::Mmpps => "mmpps",
            Self::Fit => "fit",
            Self::Distance => "distance",
            Self::Retry => "retry",
            Self::Fanout => "fanout",
            Self::Multicast => "multicast",
            Self::Start => "start",
            Self::Load => "load",
            Self::Reading => "reading",
            Self::Show => "show",
            Self::Axis => "axis",
            Self::Figure => "figure",
            Self::Orient => "orient",
            Self::Depth => "depth",
            Self::Credit => "credit",
            Self::Select => "select",
            Self::Injection => "injection",
            Self::Policy => "policy",
            Self::Order => "order",
            Self::Animation => "scene",
            Self::Source => "source",
            Self::From => "from",
            Self::To => "to",
            Self::Packets => "packets",
            Self::Arbitration => "arbitration",
            Self::Release => "release",
            Self::Background => "background",
            Self::Cycles => "cycles",
            Self::Seed => "seed",
            Self::Auto => "auto",
            Self::Cycle => "cycle",
            Self::Speed => "speed",
            Self::Loop => "loop",
            Self::Heat => "heat",
            Self::Embed => "embed",
            Self::Hide => "hide",
        }
    }
}

/// What a parameter belongs to; the page groups its controls by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The network itself.
    Network,
    /// What travels through it.
    Traffic,
    /// How the equations are read and drawn.
    Curves,
    /// How the network is simulated, beyond what the model knows.
    Simulation,
    /// What the animation shows.
    Animation,
    /// Where the reader is looking: saved in links, not a step of undo, not a control of its own.
    View,
}

/// One option of a choice or a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The stable name in links and files.
    pub key: &'static str,
    /// The words on the page.
    pub name: &'static str,
}

/// Most nodes of which some can be listed: a list is a mask.
pub const LISTED: u32 = u32::BITS;

/// The values a parameter accepts, and its default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number in `min..=max`; a slider covers the teaching range.
    Integer {
        /// Smallest accepted value.
        min: u32,
        /// Largest accepted value.
        max: u32,
        /// Value when nothing is said.
        default: u32,
        /// Smallest and largest value of the slider; `None` for a number that is only typed.
        slider: Option<(u32, u32)>,
    },
    /// A number in `min..=max`; a slider covers the teaching range in steps of `step`.
    Real {
        /// Smallest accepted value.
        min: f64,
        /// Largest accepted value.
        max: f64,
        /// Value when nothing is said.
        default: f64,
        /// Smallest and largest value of the slider; `None` when they are the ends of the chart's load axis.
        slider: Option<(f64, f64)>,
        /// Step of the slider and the keyboard.
        step: f64,
    },
    /// One of some options; the value is the index.
    Choice {
        /// The options, in the order they are offered.
        options: &'static [Choice],
        /// Index of the default.
        default: usize,
    },
    /// Any of some options; the value is a bit mask.
    Set {
        /// The options; bit `i` of the value stands for option `i`.
        options: &'static [Choice],
        /// Mask of the default.
        default: u32,
    },
    /// Any of the nodes `0..count`, at most [`LISTED`]; bit `i` of the value stands for node `i`.
    Nodes {
        /// How many there are to choose from.
        count: u32,
        /// Mask of the default.
        default: u32,
    },
    /// Any of the keys of the same system that have a control; bit `i` of the value stands for the `i`-th parameter of its table. Default: none.
    Keys,
}

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// Which parameter.
    pub key: Key,
    /// The paper's letter, or empty.
    pub symbol: &'static str,
    /// The field's word for it.
    pub name: &'static str,
    /// Unit of the value, or empty.
    pub unit: &'static str,
    /// Where it belongs.
    pub group: Group,
    /// What it accepts.
    pub kind: Kind,
    /// One or two sentences for a reader who meets it for the first time.
    pub help: &'static str,
}

/// A value that was not accepted, with what would have been and what is used instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The key as it was written.
    pub key: String,
    /// The value as it was written, shortened when it is long.
    pub value: String,
    /// What is accepted, as the end of a sentence: "a whole number from 3 to 32".
    pub accepted: String,
    /// What is used instead, if the reader is lenient.
    pub used: Option<String>,
}

impl Problem {
    /// A problem with `value` of `key`, of which `accepted` would do.
    pub fn new(key: impl fmt::Display, value: impl fmt::Display, accepted: impl Into<String>) -> Self {
        Self {
            key: repeated(&key.to_string()),
            value: repeated(&value.to_string()),
            accepted: accepted.into(),
            used: None,
        }
    }

    /// A key that the system does not have: it is left out.
    pub fn unknown(key: &str, value: &str, system: &str, known: &str) -> Self {
        Self { used: None, ..Self::new(key, value, format!("no value in {system}, whose keys are {known}")) }
    }

    /// A key that has been given another value later, of which `used` came.
    pub fn again(key: &str, earlier: &str, last: &str, used: impl fmt::Display) -> Self {
        Self::new(key, earlier, format!("one value, and is given again as {}", repeated(last))).using(used)
    }

    /// So many keys more that a system does not have: their values are not repeated.
    pub fn more(count: usize, system: &str) -> Self {
        let key = if count == 1 { "one more key is".into() } else { format!("{count} more keys are") };
        Self { key, value: String::new(), accepted: system.into(), used: None }
    }

    /// The same problem, saying that `used` stands in.
    pub fn using(mut self, used: impl fmt::Display) -> Self {
        self.used = Some(used.to_string());
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, value, accepted, used } = self;
        if value.is_empty() {
            return write!(f, "And {key} not accepted: {accepted} takes no value of such a name.");
        }
        write!(f, "{key} = {value} is not accepted: {key} takes {accepted}")?;
        match used {
            Some(used) if used.is_empty() => write!(f, "; nothing is used."),
            Some(used) => write!(f, "; {used} is used."),
            None => write!(f, "."),
        }
    }
}

impl std::error::Error for Problem {}

/// Whether a character can be repeated: it is no control character, does not turn the direction of what follows, and can be seen.
pub fn is_legible(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let unseen = matches!(c, '\u{200b}'..='\u{200d}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2064}' | '\u{feff}');
    !(c.is_control() || turns || unseen)
}

/// Text from outside, safe to show: with spaces for what is not [legible](is_legible).
pub fn legible(text: &str) -> String {
    text.chars().map(|c| if is_legible(c) { c } else { ' ' }).collect()
}

/// The same, to be repeated in a sentence: at most 40 characters.
fn repeated(text: &str) -> String {
    const LIMIT: usize = 40;
    let mut characters = text.chars();
    let mut clean = legible(&characters.by_ref().take(LIMIT).collect::<String>());
    if characters.next().is_some() {
        clean.push('…');
    }
    if clean.trim().is_empty() { "(nothing)".into() } else { clean }
}

impl Param {
    /// The value when nothing is said.
    pub const fn default(&self) -> f64 {
        match self.kind {
            Kind::Integer { default, .. } => default as f64,
            Kind::Real { default, .. } => default,
            Kind::Choice { default, .. } => default as f64,
            Kind::Set { default, .. } | Kind::Nodes { default, .. } => default as f64,
            Kind::Keys => 0.0,
        }
    }

    /// Whether the page has a control for it in its form.
    pub fn has_control(&self) -> bool {
        !matches!(self.group, Group::View | Group::Simulation)
    }

    /// What is accepted, as the end of a sentence. `table` is the table this row stands in.
    pub fn accepted(&self, table: &[Self]) -> String {
        match self.kind {
            Kind::Integer { min, max, .. } => format!("a whole number from {min} to {max}"),
            Kind::Real { min, max, .. } => format!("a number from {min} to {max}"),
            Kind::Choice { options, .. } => format!("one of {}", names(options)),
            Kind::Set { options, .. } => format!("any of {}, with commas between", names(options)),
            Kind::Nodes { count, .. } => format!("any of the numbers 0 to {}, with commas between", count - 1),
            Kind::Keys => {
                let keys: Vec<_> = table.iter().filter(|row| row.has_control()).map(|row| row.key.name()).collect();
                format!("any of {}, with commas between", keys.join(", "))
            }
        }
    }

    /// Reads a value.
    ///
    /// # Errors
    /// The problem, and the nearest acceptable value: the end of the range a number lies beyond, the options of a set that there are, else the
    /// default.
    pub fn parse(&self, text: &str, table: &[Self]) -> Result<f64, (Problem, f64)> {
        let text = text.trim();
        let problem = |nearest: f64| {
            Err((Problem::new(self.key.name(), text, self.accepted(table)).using(self.format(nearest, table)), nearest))
        };
        match self.kind {
            Kind::Integer { .. } | Kind::Real { .. } => match text.parse::<f64>() {
                Ok(value) if !value.is_nan() => {
                    let nearest = self.nearest(value);
                    // Of -0 and 0, which are equal, the nearest is 0.
                    if nearest == value { Ok(nearest) } else { problem(nearest) }
                }
                _ => problem(self.default()),
            },
            Kind::Choice { options, .. } => match options.iter().position(|option| option.key == text) {
                Some(index) => Ok(index as f64),
                None => problem(self.default()),
            },
            Kind::Set { options, .. } => {
                parse_set(text, |name| options.iter().position(|option| option.key == name)).or_else(problem)
            }
            Kind::Nodes { count, .. } => {
                let node = |name: &str| name.trim().parse().ok().filter(|&node| node < count as usize);
                parse_set(text, node).or_else(problem)
            }
            Kind::Keys => {
                parse_set(text, |name| table.iter().position(|row| row.has_control() && row.key.name() == name))
                    .or_else(problem)
            }
        }
    }

    /// The acceptable value nearest to a number; for a choice, a set or a value that is not a number, the value itself or the default.
    pub fn nearest(&self, value: f64) -> f64 {
        match self.kind {
            _ if value.is_nan() => self.default(),
            // Adding zero turns -0 into 0: the two are equal, but would be written differently.
            Kind::Integer { min, max, .. } => value.round().clamp(f64::from(min), f64::from(max)) + 0.0,
            Kind::Real { min, max, .. } => value.clamp(min, max) + 0.0,
            Kind::Choice { options, .. } if value < 0.0 || value >= options.len() as f64 => self.default(),
            Kind::Choice { .. } | Kind::Set { .. } | Kind::Nodes { .. } | Kind::Keys => value,
        }
    }

    /// Writes a value so that [`Param::parse`] reads it back exactly.
    pub fn format(&self, value: f64, table: &[Self]) -> String {
        match self.kind {
            Kind::Integer { .. } | Kind::Real { .. } => {
                let (plain, scientific) = (format!("{value}"), format!("{value:e}"));
                if plain.len() <= scientific.len() + 4 { plain } else { scientific }
            }
            Kind::Choice { options, .. } => options.get(value as usize).map_or("", |option| option.key).into(),
            Kind::Set { options, .. } => join_set(value, options.iter().map(|option| option.key)),
            Kind::Nodes { count, .. } => join_set(value, (0..count).map(|node| node.to_string())),
            Kind::Keys => join_set(value, table.iter().map(|row| row.key.name())),
        }
    }
}

fn names(options: &[Choice]) -> String {
    let names: Vec<_> = options.iter().map(|option| option.key).collect();
    names.join(", ")
}

/// The mask of the names, or, if one is not known, that of the others.
fn parse_set(text: &str, position: impl Fn(&str) -> Option<usize>) -> Result<f64, f64> {
    let (mut mask, mut known) = (0_u64, true);
    for name in text.split(',').filter(|name| !name.is_empty()) {
        match position(name) {
            Some(bit) => mask |= 1 << bit,
            None => known = false,
        }
    }
    if known { Ok(mask as f64) } else { Err(mask as f64) }
}

fn join_set<N: AsRef<str>>(mask: f64, names: impl Iterator<Item = N>) -> String {
    let mask = mask as u64;
    let mut text = String::new();
    for (_, name) in names.enumerate().filter(|(bit, _)| mask >> bit & 1 == 1) {
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(name.as_ref());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLES: [&[Param]; 5] = [TORUS_BROADCAST, KARY_NCUBE, HYPERCUBE_MMPP, HYPERCUBE_SLOTTED, BANYAN_MULTICAST];

    #[test]
    fn every_default_is_written_and_read_back() {
        for table in TABLES {
            for row in table {
                let text = row.format(row.default(), table);
                assert_eq!(row.parse(&text, table), Ok(row.default()), "{}", row.key.name());
            }
        }
    }

    #[test]
    fn a_number_beyond_its_range_becomes_the_nearest_end_and_is_named() {
        let k = &TORUS_BROADCAST[0];
        let (problem, nearest) = k.parse("99", TORUS_BROADCAST).expect_err("99 is beyond the range");
        assert_eq!(nearest, 32.0);
        assert_eq!(problem.to_string(), "k = 99 is not accepted: k takes a whole number from 3 to 32; 32 is used.");
    }

    #[test]
    fn there_is_one_zero() {
        for table in TABLES {
            for row in table.iter().filter(|row| matches!(row.kind, Kind::Integer { .. } | Kind::Real { .. })) {
                for text in ["-0", "-0.0", "-0e9"] {
                    let value = row.parse(text, table).unwrap_or_else(|(_, nearest)| nearest);
                    assert!(value.is_sign_positive(), "{} = {text}", row.key.name());
                }
            }
        }
    }

    #[test]
    fn words_infinities_and_fractions_of_nodes_are_not_numbers_of_nodes() {
        let k = &TORUS_BROADCAST[0];
        for (text, expected) in [("eight", 8.0), ("NaN", 8.0), ("inf", 32.0), ("-inf", 3.0), ("7.5", 8.0), ("", 8.0)] {
            let (_, nearest) = k.parse(text, TORUS_BROADCAST).expect_err(text);
            assert_eq!(nearest, expected, "{text:?}");
        }
    }

    #[test]
    fn of_a_set_the_names_that_there_are_are_kept() {
        let row = TORUS_BROADCAST.iter().find(|row| row.key == Key::Hide).expect("a row");
        let (problem, mask) = row.parse("k,colour,vcs", TORUS_BROADCAST).expect_err("colour is no key");
        assert_eq!((row.format(mask, TORUS_BROADCAST), problem.used), ("k,vcs".into(), Some("k,vcs".into())));
        let (problem, _) = row.parse("colour", TORUS_BROADCAST).expect_err("colour is no key");
        assert!(problem.to_string().ends_with("; nothing is used."), "{problem}");
    }

    #[test]
    fn a_list_of_nodes_is_read_and_written_in_order_and_keeps_those_that_there_are() {
        let row = BANYAN_MULTICAST.iter().find(|row| row.key == Key::To).expect("a row");
        let mask = row.parse("13, 0,6", BANYAN_MULTICAST).expect("three nodes");
        assert_eq!((mask, row.format(mask, BANYAN_MULTICAST)), (8257.0, "0,6,13".into()));
        assert_eq!(row.parse("", BANYAN_MULTICAST), Ok(0.0));
        let all = f64::from(u32::MAX);
        assert_eq!(row.parse(&row.format(all, BANYAN_MULTICAST), BANYAN_MULTICAST), Ok(all));
        let (problem, mask) = row.parse("3,32,-1,x", BANYAN_MULTICAST).expect_err("three of them are no nodes");
        assert_eq!(mask, 8.0);
        assert!(
            problem.to_string().ends_with("any of the numbers 0 to 31, with commas between; 3 is used."),
            "{problem}"
        );
    }

    #[test]
    fn long_or_unprintable_values_are_repeated_legibly() {
        let text = Problem::new("k\n", "\u{7}".repeat(100) + "x", "less").to_string();
        assert!(text.chars().count() < 120 && !text.chars().any(char::is_control), "{text:?}");
        // Overrides, embeddings and isolates of direction, marks, separators of lines, and what cannot be seen.
        for c in "\u{202e}\u{202a}\u{2066}\u{2069}\u{200f}\u{61c}\u{2028}\u{200b}\u{feff}\u{9b}\u{1b}".chars() {
            let text = Problem::new(format!("a{c}b"), format!("c{c}d"), "less").to_string();
            assert!(text.starts_with("a b = c d is not accepted: a b takes"), "{c:?}: {text:?}");
        }
        assert_eq!(
            Problem::new("λ", "ρ ≤ ½ ü 分", "less").to_string(),
            "λ = ρ ≤ ½ ü 分 is not accepted: λ takes less."
        );
    }

    #[test]
    fn each_key_stands_once_and_the_mask_of_keys_fits_its_value() {
        for table in TABLES {
            for (i, row) in table.iter().enumerate() {
                assert!(table[..i].iter().all(|other| other.key != row.key), "{}", row.key.name());
            }
            assert!(table.len() < 53);
        }
    }
}
