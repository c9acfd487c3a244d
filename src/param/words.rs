//! The sentences of problems: an error names the key, the value and what is accepted, and says what is used.

use super::{
    Accepted, Fault, Key, LISTED, Need, NotCovered, ParamOption, PinFault, Problem,
    options::{Options as _, Pattern, Reading, Routing},
    turns::{NAMED, TURNS},
};
use crate::text::{alternatives, is_ambiguous, number, significant};
use std::fmt::{Display, Formatter, Result};

impl Display for Problem {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self { key, value, fault, used } = self;
        match fault {
            Fault::Not(Accepted::Turns) => write!(f, "{key} = {value} is no turn. Turns: {}.", Accepted::Turns)?,
            Fault::Not(accepted) => write!(f, "{key} = {value} {}: use {accepted}.", what(value, accepted))?,
            Fault::Needs(need) => write!(f, "{key} = {value} {need}.")?,
            Fault::GivenAgain(last) => write!(f, "{key} = {value} is given again as {last}: use one value.")?,
            Fault::UnknownKey { known, meant } => {
                write!(f, "Unknown key {key}")?;
                match meant {
                    Some(Key::Load) if known.contains(&Key::Flits.name()) => {
                        write!(f, ": did you mean load? It counts messages; load=0.15flits counts flits.")?;
                    }
                    Some(meant) => write!(f, ": did you mean {}?", meant.name())?,
                    None => write!(f, ".")?,
                }
                write!(f, " Keys of this system: {}.", known.join(", "))?;
            }
            Fault::NoTable(why) => write!(f, "{key} = {value}, {why}")?,
            Fault::MoreUnknownKeys(1) => write!(f, "One more key is unknown.")?,
            Fault::MoreUnknownKeys(count) => write!(f, "{count} more keys are unknown.")?,
            Fault::Pin(fault) => write!(f, "{key} = {value} {fault} It is left out.")?,
            Fault::NoEffect { because, beyond, why } => {
                let (other, at) = (because.0.name(), &because.1);
                let beyond = if *beyond { format!(" beyond {at}") } else { String::new() };
                write!(f, "{key} = {value} has no effect{beyond} when {other} = {at}: {why}.")?;
            }
        }
        match used.as_deref() {
            Some("") => write!(f, " Using none."),
            Some(used) => write!(f, " Using {used}."),
            None => Ok(()),
        }
    }
}

impl Display for Need {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::PlaneMesh => write!(f, "needs wiring = mesh and n = 2"),
            Self::Turn([one, other], [(a, b), (c, d)]) => {
                write!(f, "leaves no shortest path from ({a}, {b}) to ({c}, {d}): allow {one} or {other}")
            }
            Self::Circle(turns) => write!(f, "needs a circle, and turns = {turns} leaves none"),
            Self::Slots(vcs) => {
                write!(f, "needs injection = injfree when vcs = {vcs}: a port lets one message start at a time")
            }
        }
    }
}

impl Display for PinFault {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Form(keys) => write!(
                f,
                "is not understood: use key:value, several with commas between them, with the keys {}.",
                keys.join(", ")
            ),
            Self::Inside(problem) => write!(f, "is not accepted. {problem}"),
            Self::Twice => write!(f, "is given twice: use each setting once."),
            Self::TooMany(most) => write!(f, "is one too many: use at most {most}."),
        }
    }
}

/// The fault of a value.
fn what(value: &str, accepted: &Accepted) -> &'static str {
    let value =
        if matches!(accepted, Accepted::FlitLoad { .. }) { value.trim_end_matches("flits").trim() } else { value };
    let number = number(value);
    match (accepted, number) {
        (Accepted::Radix { .. }, _) => "is not one number",
        (Accepted::Whole { .. } | Accepted::Number { .. } | Accepted::Fraction, _)
            if is_ambiguous(value, matches!(accepted, Accepted::Whole { .. })) =>
        {
            "is ambiguous, so leave out separators of thousands"
        }
        (Accepted::FlitLoad { .. }, None)
        | (Accepted::Whole { .. } | Accepted::Number { .. } | Accepted::Fraction | Accepted::Numbers { .. }, None) => {
            "is not a number"
        }
        (Accepted::Whole { min, max }, Some(number)) if (f64::from(*min)..=f64::from(*max)).contains(&number) => {
            "is not a whole number"
        }
        (Accepted::OneOf(_) | Accepted::AnyOf(_) | Accepted::Nodes { .. }, _) => "is not among the options",
        (Accepted::Length(_), _) => "is too long",
        (
            Accepted::NoList { .. }
            | Accepted::RandomStart
            | Accepted::Refined { .. }
            | Accepted::ReadingOfPaper(..)
            | Accepted::PatternOf { .. }
            | Accepted::NoTable { .. }
            | Accepted::NoBroadcast
            | Accepted::NoFlits { .. },
            _,
        ) => "is not available here",
        (Accepted::TwoOrRefined, _) => "is not covered by the paper",
        (Accepted::Simulated { .. }, _) => "is too large to simulate",
        _ => "is out of range",
    }
}

/// The readings of a paper among all of a system.
fn papers(readings: &[ParamOption]) -> String {
    let papers = readings.iter().map(|reading| reading.key).filter(|key| *key != Reading::Flow.key());
    alternatives(&papers.collect::<Vec<_>>())
}

impl Display for Accepted {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Whole { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::Number { min, max } if *min == f64::MIN_POSITIVE => write!(f, "a number above 0 and at most {max}"),
            Self::Number { min, max } => write!(f, "a number from {min} to {max}"),
            Self::Radix { min, max } => write!(
                f,
                "one whole number from {min} to {max}, the radix of all n dimensions, such as k=8 and n=2 for 8 x 8 nodes"
            ),
            Self::FlitLoad { most, flits } => write!(f, "a number from 0flits to {most}flits when flits = {flits}"),
            Self::NoFlits { min, max } => {
                write!(f, "a number from {min} to {max}, because messages of this system have no length in flits")
            }
            Self::Fraction => write!(f, "a number above 0 and at most 1"),
            Self::Numbers { max } => write!(f, "numbers from 0 to {max}, separated by commas"),
            Self::OneOf(options) => f.write_str(&alternatives(options)),
            Self::AnyOf(options) => write!(f, "any of {}, separated by commas", options.join(", ")),
            Self::Turns => write!(f, "{}; or {}", TURNS.join(", "), NAMED.map(|(name, _)| name).join(", ")),
            Self::Nodes { count } => write!(f, "any of the numbers 0 to {}, separated by commas", count - 1),
            Self::Length(most) => write!(f, "at most {most} characters"),
            Self::NodeOf { count, because: (key, value) } => {
                write!(f, "a whole number from 0 to {} when {} = {value}", count - 1, key.name())
            }
            Self::Dimensions { most, k } => {
                write!(
                    f,
                    "a whole number from 1 to {most} when k = {k}; only the hypercube, k = 2, has more dimensions"
                )
            }
            Self::VirtualChannels { least, k, routing, classes } => channels(f, *least, *k, *routing, *classes),
            Self::PatternOf { patterns, k, n } => {
                let defined = |key: &&str| Pattern::of(key).is_some_and(|pattern| pattern.is_defined((*k).max(2), *n));
                let patterns: Vec<_> = patterns.iter().map(|option| option.key).filter(defined).collect();
                let radix = if *k > 0 { format!("k = {k} and ") } else { String::new() };
                write!(f, "{} when {radix}n = {n}", alternatives(&patterns))
            }
            Self::NoTable { table: None, .. } => {
                f.write_str("another pattern, because this table of rates is not open")
            }
            Self::NoTable { table: Some(table), nodes } => {
                write!(f, "another pattern, because the table of rates has {table} nodes and the network {nodes}")
            }
            Self::NoBroadcast => {
                f.write_str("0 when wiring = mesh, because the tree of a broadcast goes round the rings of a torus")
            }
            Self::Fanout { most, n } => {
                write!(f, "a whole number from 1 to {most} when n = {n}, at most half of the nodes")
            }
            Self::NoList { n } => {
                write!(f, "no list when n = {n}: with more than {LISTED} outputs the destinations are drawn at random")
            }
            Self::TwoOrRefined => {
                f.write_str("2, or reading = refined or flow; the paper derives its equations for n = 2 only")
            }
            Self::Refined { n } => {
                write!(f, "refined or flow when n = {n}, because the paper derives its equations for n = 2 only")
            }
            Self::ReadingOfPaper(readings, why) => write!(f, "{} when {why}", papers(readings)),
            Self::Correlated { below, traffic: (lag1, hurst, scales) } => {
                write!(f, "a number below {} when lag1 = {lag1}, ", significant(*below, 4))?;
                write!(f, "hurst = {hurst} and scales = {scales}: above, no traffic has this lag-1 correlation")
            }
            Self::EverySlot { most } => {
                let most = significant(*most, 4);
                write!(f, "a number from 0 to {most}, the load at which every node sends in every slot")
            }
            Self::RandomStart => {
                write!(f, "random, because no region of consecutive nodes is copied at the first stages only")
            }
            Self::Simulated { most, others, bytes, hops } => {
                let others: Vec<_> = others.iter().map(|(key, value)| format!("{} = {value}", key.name())).collect();
                write!(f, "at most {most} when {}, which fits ", others.join(" and "))?;
                write!(f, "{} MB of memory and paths of {hops} hops", bytes >> 20)
            }
        }
    }
}

/// The fewest virtual channels of a routing, and what they are for.
fn channels(f: &mut Formatter<'_>, least: u32, k: u32, routing: Routing, classes: u32) -> Result {
    if routing.is_adaptive() {
        let escapes = if classes == 1 { "an escape channel" } else { "two escape channels" };
        return write!(f, "at least {least} when k = {k}, for {escapes} and an adaptive one");
    }
    let (key, option) = (Key::Routing.name(), routing.choice().key);
    let (count, dateline) = if classes == 1 { ("one", "") } else { ("two", ", for the classes of the dateline") };
    let parts = if routing.has_two_parts() { " for each of the two parts of a path" } else { "" };
    write!(f, "at least {least} when {key} = {option} and k = {k}: {count}{parts}{dateline}")
}

impl Display for NotCovered {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let ours = "because our model";
        match self {
            Self::Dimensions { n, most } => write!(f, "n = {n}, {ours} covers up to {most} dimensions"),
            Self::Flits { n, flits, least } => {
                write!(f, "n = {n} and flits = {flits}, {ours} takes messages of {least} flits or more")
            }
            Self::Stages { n, least } => write!(f, "n = {n}, {ours} covers {least} stages or more"),
            Self::Rule { row, option } => {
                let [value, only] = [f64::from(*option), row.default()].map(|option| row.format(option, &[]));
                let key = row.key.name();
                write!(f, "{key} = {value}, {ours} covers {key} = {only} only")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{blessed, scenario::System};

    #[test]
    fn every_fault_has_its_sentence() {
        let range = Accepted::Whole { min: 3, max: 32 };
        let refused = |value: &str| Problem::new("k", value, range.clone());
        let unknown = |key: &str, known: &[&'static str], meant| Problem::unknown(key, "4", known.to_vec(), meant);
        let pin = |fault| Problem::pin("vcs:99", fault);
        let inside = Problem::new("vcs", 99, Accepted::Whole { min: 3, max: 16 });
        let problems = [
            refused("99").using(32),
            refused("99"),
            refused("7.5").using(8),
            refused("many").using(8),
            Problem::again("k", "7", "10", 10),
            unknown("L", &["k", "n"], None),
            unknown("radix", &["k", "n"], Some(Key::K)),
            unknown("pir", &["flits", "load"], Some(Key::Load)),
            Problem::no_effect(Key::Depth, "64", (Key::Flits, "1".into()), "a reason"),
            Problem::no_effect(Key::Hurst, "0.9", (Key::Lag1, "0".into()), "a reason"),
            Problem { fault: Fault::Needs(Need::PlaneMesh.into()), ..refused("turns") }.using("dimension-order"),
            Problem { fault: Fault::Needs(Need::Slots(2).into()), ..refused("circle") }.using("off"),
            Problem::more(1),
            Problem::more(1540),
            pin(PinFault::Form(vec!["k", "n"])),
            pin(PinFault::Inside(Box::new(inside))),
            pin(PinFault::Twice),
            pin(PinFault::TooMany(4)),
        ];
        blessed::words("problems", problems, |problem| problem.to_string());
    }

    #[test]
    fn everything_that_is_accepted_has_its_sentence() {
        use Accepted::*;
        let routed = |routing, least, k, classes| VirtualChannels { least, k, routing, classes };
        let of = |system: System, why| ReadingOfPaper(system.options(Key::Reading), why);
        let (circuits, copies) = (|why| of(System::HypercubeMmpp, why), |why| of(System::BanyanMulticast, why));
        let row = System::BanyanMulticast.param(Key::Start).expect("a row");
        let accepted = [
            ("2", Number { min: 0.0, max: 1.0 }),
            ("4x8", Radix { min: 3, max: 32 }),
            ("40flits", FlitLoad { most: 32.0, flits: 32 }),
            ("many flits", FlitLoad { most: 16.0, flits: 16 }),
            ("0.1flits", NoFlits { min: 0.0, max: 0.5 }),
            ("2", Fraction),
            ("-1", Numbers { max: 1e6 }),
            ("x", OneOf(vec!["a"])),
            ("x", OneOf(vec!["a", "b", "c"])),
            ("x", AnyOf(vec!["a", "b"])),
            ("40", Nodes { count: 32 }),
            ("eq", Turns),
            ("x", Length(8)),
            ("30", NodeOf { count: 25, because: (Key::K, 5) }),
            ("9", Dimensions { most: 8, k: 3 }),
            ("2", routed(Routing::Adaptive, 3, 8, 2)),
            ("1", routed(Routing::Adaptive, 2, 2, 1)),
            ("1", routed(Routing::DimensionOrder, 2, 8, 2)),
            ("3", routed(Routing::Valiant, 4, 8, 2)),
            ("1", routed(Routing::Valiant, 2, 8, 1)),
            ("shuffle", PatternOf { patterns: Pattern::CHOICES, k: 3, n: 3 }),
            ("transpose", PatternOf { patterns: &Pattern::CHOICES[..5], k: 0, n: 3 }),
            ("table", NoTable { table: None, nodes: 64 }),
            ("table", NoTable { table: Some(16), nodes: 64 }),
            ("0.02", NoBroadcast),
            ("65", Fanout { most: 64, n: 7 }),
            ("0,3", NoList { n: 6 }),
            ("3", TwoOrRefined),
            ("printed", Refined { n: 3 }),
            ("flow", circuits(NotCovered::Dimensions { n: 12, most: 10 })),
            ("flow", circuits(NotCovered::Flits { n: 6, flits: 8, least: 12 })),
            ("flow", copies(NotCovered::Stages { n: 1, least: 2 })),
            ("flow", copies(NotCovered::Rule { row, option: 1 })),
            ("1", Correlated { below: 0.3123, traffic: (2.0, 0.7, 5) }),
            ("9", EverySlot { most: 3.1 }),
            ("early", RandomStart),
            ("4", Simulated { most: 3, others: vec![(Key::K, 32), (Key::Vcs, 16)], bytes: 768 << 20, hops: 127 }),
        ];
        let problems = accepted.map(|(value, accepted)| Problem::new("key", value, accepted));
        blessed::words("accepted values", problems, |problem| problem.to_string());
    }
}
