//! The table of parameters: key, symbol, unit, range, step, default and help, stated in `param/table` and nowhere else.
//!
//! Sliders, links, the command line, help texts and tests all read this table. A parameter of any kind has a value that
//! fits an `f64`: a number as itself, a choice as the index of its option, a set as a bit mask of its options. [`Param::parse`]
//! is the only way from text to a value, so a link, a slider and a typed number obey the same rule.
//!
//! | module | contents |
//! |---|---|
//! | `key` | the keys |
//! | [`options`] | the options of choices, each with its value in the program |
//! | `table` | the rows: one table for each system |
//! | [`rates`] | tables of rates by pairs of nodes |
//! | [`turns`] | sets of allowed turns |
//! | `problem`, `words` | a value that was not accepted, as data and in words |

mod key;
pub mod options;
mod problem;
pub mod rates;
mod table;
#[cfg(test)]
mod tests;
pub mod turns;
mod words;

use crate::text::{is_ambiguous, number};
pub use key::{Group, Key};
pub use problem::{Accepted, Fault, Need, NotCovered, PinFault, Problem, is_legible, legible};
#[cfg(any(test, feature = "test-system"))]
pub use table::RING;
pub use table::{BANYAN_MULTICAST, HYPERCUBE_MMPP, HYPERCUBE_SLOTTED, KARY_NCUBE, TORUS_BROADCAST};

/// Most independent runs of a load.
pub const MOST_REPLICATIONS: u32 = 10_000;

/// Length, seed and number of runs of a load; the network does not depend on them.
pub const LENGTH: [Key; 3] = [Key::Cycles, Key::Seed, Key::Replications];

/// One option of a choice or a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParamOption {
    /// The stable name in links and files.
    pub key: &'static str,
    /// The words on the page.
    pub name: &'static str,
}

/// Most nodes of which some can be listed: a list is a mask.
pub const LISTED: u32 = u32::BITS;

/// Most pins of a scenario: more curves cannot be told apart.
pub const MOST_PINS: usize = 4;

/// The values a parameter accepts, and its default.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // each variant says what its fields are
pub enum ParamKind {
    /// A whole number in `min..=max`; the slider covers the teaching range, and without one the number is only typed.
    Integer { min: u32, max: u32, default: u32, slider: Option<(u32, u32)> },
    /// A number in `min..=max`; the slider covers the teaching range in steps of `step`, or else the chart's load axis.
    Real { min: f64, max: f64, default: f64, slider: Option<(f64, f64)>, step: f64 },
    /// One of some options, in the order they are offered; the value and the default are an index.
    Choice { options: &'static [ParamOption], default: usize },
    /// Any of some options; bit `i` of the value and of the default stands for option `i`.
    Set { options: &'static [ParamOption], default: u32 },
    /// Any of the nodes `0..count`, at most [`LISTED`]; bit `i` of the value and of the default stands for node `i`.
    Nodes { count: u32, default: u32 },
    /// Any of the keys of the same system that have a control; bit `i` of the value stands for the `i`-th of them in its table.
    Keys,
}

/// A row of the table: a parameter by its key, with its accepted values.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // the other fields are named above
pub struct Param {
    pub key: Key,
    /// The paper's letter, or empty.
    pub symbol: &'static str,
    /// The field's word for it.
    pub name: &'static str,
    /// Unit of the value, or empty.
    pub unit: &'static str,
    pub kind: ParamKind,
    /// One or two sentences for a reader who meets it for the first time.
    pub help: &'static str,
}

impl Param {
    /// The default as a number, the index of an option or a mask.
    pub const fn default(&self) -> f64 {
        match self.kind {
            ParamKind::Integer { default, .. } => default as f64,
            ParamKind::Real { default, .. } => default,
            ParamKind::Choice { default, .. } => default as f64,
            ParamKind::Set { default, .. } | ParamKind::Nodes { default, .. } => default as f64,
            ParamKind::Keys => 0.0,
        }
    }

    /// The options of a choice or a set; of others none.
    pub const fn options(&self) -> &'static [ParamOption] {
        match self.kind {
            ParamKind::Choice { options, .. } | ParamKind::Set { options, .. } => options,
            _ => &[],
        }
    }

    /// The sets of it that have names.
    pub fn named(&self) -> &'static [(&'static str, u32)] {
        if self.key == Key::Turns { &turns::NAMED } else { &[] }
    }

    /// True if its control is a slider.
    pub const fn slides(&self) -> bool {
        matches!(self.kind, ParamKind::Integer { slider: Some(_), .. } | ParamKind::Real { .. })
    }

    /// True if the form of the page has a control for it.
    pub fn has_control(&self) -> bool {
        !matches!(self.key.group(), Group::View | Group::Lesson | Group::Simulation | Group::Run)
    }

    /// The accepted values. `table` is the table of this row.
    pub fn accepted(&self, table: &[Self]) -> Accepted {
        let keys = |options: &[ParamOption]| options.iter().map(|option| option.key).collect();
        match self.kind {
            ParamKind::Integer { min, max, .. } => Accepted::Whole { min, max },
            ParamKind::Real { min, max, .. } => Accepted::Number { min, max },
            ParamKind::Choice { options, .. } => Accepted::OneOf(keys(options)),
            ParamKind::Set { .. } if !self.named().is_empty() => Accepted::Turns,
            ParamKind::Set { options, .. } => Accepted::AnyOf(keys(options)),
            ParamKind::Nodes { count, .. } => Accepted::Nodes { count },
            ParamKind::Keys => Accepted::AnyOf(controls(table).collect()),
        }
    }

    /// Reads a value, or gives the problem and the nearest acceptable value: the end of the range that a number is beyond, the options of a
    /// set that there are, else the default.
    pub fn parse(&self, text: &str, table: &[Self]) -> Result<f64, (Problem, f64)> {
        let text = text.trim();
        let several = self.key == Key::K && is_several(text);
        let problem = |nearest: f64| {
            let accepted = match self.kind {
                ParamKind::Integer { min, max, .. } if several => Accepted::Radix { min, max },
                _ => self.accepted(table),
            };
            Err((Problem::new(self.key.name(), text, accepted).using(self.format(nearest, table)), nearest))
        };
        match self.kind {
            ParamKind::Integer { .. } | ParamKind::Real { .. } => match number(text) {
                Some(value) if !is_ambiguous(text, matches!(self.kind, ParamKind::Integer { .. })) => {
                    let nearest = self.nearest(value);
                    // Of -0 and 0, which are equal, the nearest is 0.
                    if nearest == value { Ok(nearest) } else { problem(if several { self.default() } else { nearest }) }
                }
                _ => problem(self.default()),
            },
            ParamKind::Choice { options, .. } => match options.iter().position(|option| option.key == text) {
                Some(index) => Ok(index as f64),
                None => problem(self.default()),
            },
            ParamKind::Set { options, .. } => match self.named().iter().find(|(name, _)| *name == text) {
                Some((_, mask)) => Ok(f64::from(*mask)),
                None => parse_set(text, |name| options.iter().position(|option| option.key == name.trim()))
                    .and_then(|mask| if self.nearest(mask) == mask { Ok(mask) } else { Err(mask) })
                    .or_else(|mask| problem(if self.named().is_empty() { mask } else { self.default() })),
            },
            ParamKind::Nodes { count, .. } => {
                let node = |name: &str| name.trim().parse().ok().filter(|&node| node < count as usize);
                parse_set(text, node).or_else(problem)
            }
            ParamKind::Keys => {
                parse_set(text, |name| controls(table).position(|control| control == name)).or_else(problem)
            }
        }
    }

    /// The acceptable value nearest to a number; for a choice, a set or a value that is not a number, the value itself or the default.
    pub fn nearest(&self, value: f64) -> f64 {
        match self.kind {
            _ if value.is_nan() => self.default(),
            // Adding zero turns -0 into 0: the two are equal, but would be written differently.
            ParamKind::Integer { min, max, .. } => value.round().clamp(f64::from(min), f64::from(max)) + 0.0,
            ParamKind::Real { min, max, .. } => value.clamp(min, max) + 0.0,
            // A set that has names is not empty.
            ParamKind::Set { .. } if value == 0.0 && !self.named().is_empty() => self.default(),
            ParamKind::Choice { options, .. } if value < 0.0 || value >= options.len() as f64 => self.default(),
            ParamKind::Choice { .. } | ParamKind::Set { .. } | ParamKind::Nodes { .. } | ParamKind::Keys => value,
        }
    }

    /// Writes a value so that [`Param::parse`] reads it back exactly.
    pub fn format(&self, value: f64, table: &[Self]) -> String {
        match self.kind {
            ParamKind::Integer { .. } | ParamKind::Real { .. } => {
                let (plain, scientific) = (format!("{value}"), format!("{value:e}"));
                if plain.len() <= scientific.len() + 4 { plain } else { scientific }
            }
            ParamKind::Choice { options, .. } => options.get(value as usize).map_or("", |option| option.key).into(),
            ParamKind::Set { options, .. } => match self.named().iter().find(|(_, mask)| f64::from(*mask) == value) {
                Some((name, _)) => (*name).into(),
                None => join_set(value, options.iter().map(|option| option.key)),
            },
            ParamKind::Nodes { count, .. } => join_set(value, (0..count).map(|node| node.to_string())),
            ParamKind::Keys => join_set(value, controls(table)),
        }
    }
}

/// The names of the parameters of a table that have a control.
fn controls(table: &[Param]) -> impl Iterator<Item = &'static str> {
    table.iter().filter(|row| row.has_control()).map(|row| row.key.name())
}

/// The bit of a parameter in a value of [`ParamKind::Keys`]; 0 if it has no control.
pub fn control_bit(table: &[Param], key: Key) -> u64 {
    controls(table).position(|name| name == key.name()).map_or(0, |place| 1 << place)
}

/// True if a text is several numbers, as in `4x8` or `8,8`.
fn is_several(text: &str) -> bool {
    let digits = |part: &&str| part.starts_with(|c: char| c.is_ascii_digit());
    text.parse::<f64>().is_err() && text.split(|c: char| !c.is_ascii_digit()).filter(digits).count() > 1
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
