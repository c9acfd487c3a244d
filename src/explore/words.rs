//! Answers in sentences.

use super::{
    compare::{Equal, Network},
    extreme::{Extreme, Fails, Want},
    inverse::{Found, Never},
    less_is_better,
    map::Mapped,
    numbers,
    sensitivity::{Effect, Sensitivity},
};
use crate::{
    model::{self, End, ModelInfo},
    param::{Key, Kind},
    scenario::{Reading, Scenario},
    text::{self, grouped, percent, significant, trimmed},
};

/// What the model of a scenario says of itself.
fn info(scenario: &Scenario) -> &'static ModelInfo {
    model::begun(scenario).info()
}

/// "λ = 0.0046".
fn load(scenario: &Scenario, load: f64) -> String {
    let symbol = scenario.system().param(Key::Load).map_or("", |row| row.symbol);
    text::load(symbol, load, 4)
}

/// What a parameter is called in a sentence, with a value: "V = 5", "beta = 0.02".
fn named(scenario: &Scenario, key: Key, value: f64) -> String {
    let row = scenario.system().param(key);
    let name = row.map_or("", |row| if row.symbol.is_empty() { row.name } else { row.symbol });
    format!("{name} = {}", text::thousands(&trimmed(value)))
}

/// The unit behind a number, or nothing.
fn unit(info: &ModelInfo) -> String {
    if info.unit.is_empty() { String::new() } else { format!(" {}", info.unit) }
}

/// What the end of a curve is called: only our own models speak of the network.
pub fn end_words(scenario: &Scenario) -> &'static str {
    if scenario.reading() == Reading::Flow {
        "the load at which the network saturates"
    } else {
        "the load at which the model ends"
    }
}

/// What happens at the end of a model: "our model ends at λ = 0.01", "the network saturates at λ = 0.01 (our model)".
fn ends(scenario: &Scenario, end: &End) -> String {
    let at = load(scenario, end.load);
    if end.of_network() {
        format!("the network saturates at {at} ({})", info(scenario).noun())
    } else {
        format!("{} ends at {at}", info(scenario).noun())
    }
}

/// How far up a load is that was found: "65 % of the load at which the network saturates".
fn part_of(info: &ModelInfo, found: &Found) -> String {
    let part = percent(found.load / found.end.load, 3);
    match found.end {
        end if end.of_network() => format!("{part} of the load at which the network saturates"),
        end if end.saturated() => format!("{part} of the load at which {} ends", info.noun()),
        _ => format!("{part} of all that can be offered"),
    }
}

/// The answer to "at which load does the first measure reach this?".
pub fn load_for(scenario: &Scenario, target: f64, answer: &Result<Found, Never>) -> String {
    let info = info(scenario);
    let (quantity, unit) = (info.quantity, unit(info));
    let target = significant(target, 4);
    match answer {
        Ok(found) => format!(
            "In {} {quantity} reaches {target}{unit} at {}, which is {}.",
            info.noun(),
            load(scenario, found.load),
            part_of(info, found)
        ),
        Err(Never::Idle(idle)) => {
            let digits = text::digits_apart(*idle, target.parse().unwrap_or(*idle), 4);
            format!(
                "No load has a {quantity} of {target}{unit}: even an idle network needs {}{unit}.",
                significant(*idle, digits)
            )
        }
        Err(Never::Ends(end, value)) => format!(
            "No load has a {quantity} of {target}{unit}: {} with {}{unit}.",
            ends(scenario, end),
            significant(*value, 4)
        ),
        Err(never) => refused(never),
    }
}

/// The answer to "at which load does broadcasting cost so much?".
pub fn cost_of_broadcast(scenario: &Scenario, part: f64, answer: &Result<Found, Never>) -> String {
    let beta = named(scenario, Key::Beta, scenario.get(Key::Beta));
    let cost = percent(part, 3);
    match answer {
        Ok(found) => format!(
            "With {beta} unicast messages take {cost} longer than without broadcasts at {}, which is {}.",
            load(scenario, found.load),
            part_of(info(scenario), found)
        ),
        Err(Never::Idle(idle)) => {
            format!(
                "With {beta} unicast messages take at least {} longer than without broadcasts, at any load.",
                percent(*idle, 3)
            )
        }
        Err(Never::Ends(end, value)) => {
            format!("With {beta} broadcasts never cost {cost}: {} with {}.", ends(scenario, end), percent(*value, 3))
        }
        Err(never) => refused(never),
    }
}

fn refused(never: &Never) -> String {
    match never {
        Never::NoBroadcasts => "There are no broadcasts whose cost could be asked for: beta is 0.".into(),
        Never::Refused(refusal) => refusal.to_string(),
        Never::Idle(_) | Never::Ends(..) => String::new(),
    }
}

/// The answer to "which value is the smallest or the largest that will do?".
pub fn extreme(scenario: &Scenario, answer: &Extreme) -> String {
    let info = info(scenario);
    let Extreme { key, want, target, found, fails } = answer;
    let side = match want {
        Want::Smallest => "smallest",
        Want::Largest => "largest",
    };
    let row = scenario.system().param(*key);
    // "Virtual channels" are many: their letter is one number.
    let name = row.map_or("value", |row| if row.symbol.is_empty() { row.name } else { row.symbol });
    let at = load(scenario, scenario.get(Key::Load));
    let unit = unit(info);
    let bound = target.map_or_else(String::new, |target| {
        let most = if less_is_better(info) { "at most" } else { "at least" };
        format!(" with a {} of {most} {}{unit}", info.quantity, significant(target, 4))
    });
    let why = |value: &f64, fails: &Fails| {
        let value = named(scenario, *key, *value);
        match fails {
            Fails::Ends(end) => format!("with {value} {}", ends(scenario, end)),
            Fails::Misses(measure) => format!("with {value} it would be {}{unit}", significant(*measure, 5)),
            Fails::Refused(refusal) => format!("for {value}: {refusal}").trim_end_matches('.').into(),
            Fails::Apart(problem) => {
                format!("{value} does not go with the others: {problem}").trim_end_matches('.').into()
            }
        }
    };
    match (found, fails) {
        (Some((value, measure)), fails) => {
            let value = named(scenario, *key, *value);
            let measure = format!("{} {}{unit}", info.quantity, significant(*measure, 5));
            let whole = row.is_some_and(|row| matches!(row.kind, Kind::Integer { .. }));
            let why = match fails {
                // The next number that is not whole is printed alike.
                Some((_, Fails::Misses(_))) if !whole => String::new(),
                Some((_, fails)) if !whole => format!("; beyond, {}", why_beyond(scenario, fails)),
                Some((value, fails)) => format!("; {}", why(value, fails)),
                None => "; the range ends there".into(),
            };
            format!("The {side} {name} that carries {at}{bound} is {value} ({measure}){why}.")
        }
        (None, Some((value, fails))) => format!("No {name} carries {at}{bound}: {}.", why(value, fails)),
        (None, None) => format!("{name} has no value to try."),
    }
}

fn why_beyond(scenario: &Scenario, fails: &Fails) -> String {
    match fails {
        Fails::Ends(end) => ends(scenario, end),
        Fails::Refused(refusal) => refusal.to_string().trim_end_matches('.').into(),
        Fails::Misses(_) | Fails::Apart(_) => "another parameter would have to give way".into(),
    }
}

/// What matters most, and what hinders most, in one or two sentences.
pub fn sensitivity(scenario: &Scenario, answer: &Sensitivity) -> String {
    let info = info(scenario);
    let most = |of: fn(&Effect) -> Option<f64>| {
        let known = answer.effects.iter().filter_map(|effect| Some((effect.key, of(effect)?)));
        known.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs())).filter(|(_, elasticity)| *elasticity != 0.0)
    };
    let name = |key: Key| {
        let row = numbers(scenario).find(|row| row.key == key);
        row.map_or_else(String::new, |row| {
            if row.symbol.is_empty() { row.name.into() } else { format!("{} ({})", row.name, row.symbol) }
        })
    };
    let said = |what: &str, (key, elasticity): (Key, f64)| {
        format!(
            "{what} depends most on {}: one per cent more changes it by {} %.",
            name(key),
            text::thousands(&significant(elasticity, 2)).replace('-', "−")
        )
    };
    let Some(_) = answer.here.measure else {
        let ends =
            answer.here.saturation.map_or_else(String::new, |end| format!(" It ends at {}.", load(scenario, end)));
        return format!("At this load {} has no solution.{ends}", info.noun());
    };
    let mut sentences = vec![most(|effect| effect.measure).map(|found| said(&text::sentence(info.quantity), found))];
    sentences.push(most(|effect| effect.saturation).map(|found| said(&text::sentence(end_words(scenario)), found)));
    sentences.push(limits(scenario));
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// What costs most beyond the idle network.
fn limits(scenario: &Scenario) -> Option<String> {
    let model = model::bracketed(scenario);
    let solution = model.solution(scenario.get(Key::Load)).stable()?;
    let shares = solution.shares();
    let beyond: f64 = shares.iter().skip(1).map(|share| share.time).sum();
    let worst = shares.iter().skip(1).max_by(|a, b| a.time.total_cmp(&b.time))?;
    (beyond > 0.0).then(|| {
        let (unit, cause) = (model.info().unit, worst.cause);
        format!(
            "Of the {} {unit} beyond an idle network {} come from {cause}.",
            significant(beyond, 3),
            percent(worst.time / beyond, 2)
        )
    })
}

/// What a map shows, from its smallest to its largest number.
pub fn map(scenario: &Scenario, shown: Mapped, cells: &[Vec<Option<f64>>]) -> String {
    let info = info(scenario);
    let known = || cells.iter().flatten().flatten().copied();
    let (all, empty) =
        (cells.iter().map(Vec::len).sum::<usize>(), cells.iter().flatten().filter(|cell| cell.is_none()).count());
    let what = match shown {
        Mapped::Nothing | Mapped::Saturation => text::sentence(end_words(scenario)),
        Mapped::Measure => format!("The {} at {}", info.quantity, load(scenario, scenario.get(Key::Load))),
    };
    let unit = match shown {
        Mapped::Nothing | Mapped::Saturation => format!(" {}", info.load_unit),
        Mapped::Measure => unit(info),
    };
    if empty == all {
        return format!("{what}: no cell of the map has one.");
    }
    let (least, most) = (known().fold(f64::INFINITY, f64::min), known().fold(0.0, f64::max));
    let rest = match empty {
        0 => String::new(),
        _ => format!(" {} of {} cells have no number.", grouped(empty as u64), grouped(all as u64)),
    };
    format!("{what} lies between {} and {}{unit}.{rest}", significant(least, 4), significant(most, 4))
}

/// Which of some networks carries most, and which is fastest while idle.
pub fn compare(nodes: u32, equal: Equal, networks: &[Network]) -> String {
    let equal = match equal {
        Equal::Nothing | Equal::Width => "with channels of equal width",
        Equal::Bisection => "with as many wires across the middle",
        Equal::Pins => "with as many wires at each node",
    };
    let nodes = grouped(u64::from(nodes));
    let Some(most) = networks.iter().max_by(|a, b| a.carries.total_cmp(&b.carries)) else {
        return format!("There is no network of {nodes} nodes: try a power of 2 or of another whole number up to 32.");
    };
    let idle = networks.iter().filter_map(|network| Some((network, network.idle?)));
    let fastest = idle.min_by(|a, b| a.1.total_cmp(&b.1)).map_or_else(String::new, |(network, cycles)| {
        format!(" Idle, the {} is the fastest: {} cycles.", network.name, significant(cycles, 4))
    });
    format!(
        "Of networks of {nodes} nodes {equal} the {} carries most: {} messages per node per cycle.{fastest}",
        most.name,
        significant(most.carries, 4)
    )
}
