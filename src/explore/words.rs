//! Answers in sentences.

use super::{
    Unsolved,
    compare::{ComparedNetwork, Equal},
    extreme::{Extreme, Fails, Want},
    inverse::{Found, NoLoad},
    less_is_better,
    map::{self, Cell, Mapped},
    numbers,
    pareto::{self, Design, Front},
    sensitivity::{Break, ElasticityOf, Hindrance, ParameterEffect, Sensitivity},
};
use crate::{
    model::{self, CurveEnd, CurveLimit, ModelInfo},
    param::{Key, ParamKind, Problem},
    scenario::Scenario,
    text::{self, grouped, percent, significant, trimmed},
};

/// The description of the model of a scenario.
fn info(scenario: &Scenario) -> &'static ModelInfo {
    model::start(scenario.setup()).info()
}

fn load(scenario: &Scenario, load: f64) -> String {
    let symbol = scenario.system().param(Key::Load).map_or("", |row| row.symbol);
    text::load(symbol, load, 4)
}

/// The letter of a parameter, or its name if it has none.
fn letter(scenario: &Scenario, key: Key) -> &'static str {
    let row = scenario.system().param(key);
    row.map_or("", |row| if row.symbol.is_empty() { row.name } else { row.symbol })
}

/// A parameter in a sentence, with a value: "V = 5", "β = 0.02".
fn named(scenario: &Scenario, key: Key, value: f64) -> String {
    format!("{} = {}", letter(scenario, key), text::thousands(&trimmed(value)))
}

/// The unit behind a number, or nothing.
fn unit(info: &ModelInfo) -> String {
    if info.unit.is_empty() { String::new() } else { format!(" {}", info.unit) }
}

/// The name of the end of a curve: only our own models predict that of the network.
pub fn end_words(scenario: &Scenario) -> &'static str {
    if scenario.reading().is_ours() {
        "the largest load that the network carries"
    } else {
        "the load at which the model ends"
    }
}

/// The end of a model: "our model ends at λ = 0.01", "queues grow without end from λ = 0.01 on (our model)".
fn ends(scenario: &Scenario, end: &CurveEnd) -> String {
    let at = load(scenario, end.load);
    if end.of_network() {
        format!("queues grow without end from {at} on ({})", info(scenario).noun())
    } else {
        format!("{} ends at {at}", info(scenario).noun())
    }
}

/// A load relative to the end of the model: "65 % of the largest load that the network carries".
fn part_of(info: &ModelInfo, found: &Found) -> String {
    let part = percent(found.load / found.end.load, 3);
    match found.end {
        end if end.of_network() => format!("{part} of the largest load that the network carries"),
        end if end.saturated() => format!("{part} of the load at which {} ends", info.noun()),
        _ => format!("{part} of all that can be offered"),
    }
}

/// The answer to "at which load does the first measure reach this?".
pub fn load_for(scenario: &Scenario, target: f64, answer: &Result<Found, NoLoad>) -> String {
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
        Err(NoLoad::Idle(idle)) => {
            let digits = text::digits_apart(*idle, target.parse().unwrap_or(*idle), 4);
            format!(
                "No load has a {quantity} of {target}{unit}: even an idle network needs {}{unit}.",
                significant(*idle, digits)
            )
        }
        Err(NoLoad::Ends(end, value)) => format!(
            "No load has a {quantity} of {target}{unit}: {} with {}{unit}.",
            ends(scenario, end),
            significant(*value, 4)
        ),
        Err(never) => refused(never),
    }
}

/// The answer to "at which load does broadcasting cost so much?".
pub fn cost_of_broadcast(scenario: &Scenario, part: f64, answer: &Result<Found, NoLoad>) -> String {
    let beta = named(scenario, Key::Beta, scenario.get(Key::Beta));
    let cost = percent(part, 3);
    match answer {
        Ok(found) => format!(
            "With {beta} unicast messages take {cost} longer than without broadcasts at {}, which is {}.",
            load(scenario, found.load),
            part_of(info(scenario), found)
        ),
        Err(NoLoad::Idle(idle)) => {
            format!(
                "With {beta} unicast messages take at least {} longer than without broadcasts, at any load.",
                percent(*idle, 3)
            )
        }
        Err(NoLoad::Ends(end, value)) => {
            format!("With {beta} broadcasts never cost {cost}: {} with {}.", ends(scenario, end), percent(*value, 3))
        }
        Err(never) => refused(never),
    }
}

fn refused(never: &NoLoad) -> String {
    match never {
        NoLoad::NoBroadcasts => "Without broadcasts there is no cost to compute: beta is 0.".into(),
        NoLoad::Refused(refusal) => refusal.to_string(),
        NoLoad::Idle(_) | NoLoad::Ends(..) => String::new(),
    }
}

/// The answer to "which value is the smallest or the largest that will do?".
pub fn extreme(scenario: &Scenario, answer: &Extreme) -> String {
    let info = info(scenario);
    let Extreme { key, want, target, found, fails, beyond } = answer;
    let side = if *want == Want::Smallest { "smallest" } else { "largest" };
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
            Fails::NoMeasure => format!("with {value} no message has a {}", info.quantity),
            Fails::Unsolved(why) => {
                let said = without_model(scenario, why);
                // A problem of the value itself names it.
                let said = if said.starts_with(&format!("{value} ")) {
                    said
                } else {
                    format!("{value} does not fit the others: {said}")
                };
                said.trim_end_matches('.').into()
            }
        }
    };
    let further = beyond.as_ref().map_or_else(String::new, |(value, fails)| format!("; {}", why(value, fails)));
    match (found, fails) {
        (_, Some((value, Fails::Unsolved(reason)))) if reason.is_of_model() => format!(
            "The {side} {name} that carries {at}{bound} is not known. For {}: {}",
            named(scenario, *key, *value),
            without_model(scenario, reason)
        ),
        (Some((value, measure)), fails) => {
            let value = named(scenario, *key, *value);
            let measure = format!("{} {}{unit}", info.quantity, significant(*measure, 5));
            let whole = row.is_some_and(|row| matches!(row.kind, ParamKind::Integer { .. }));
            let why = match fails {
                // The next number that is not whole is printed alike.
                Some((_, Fails::Misses(_))) if !whole => String::new(),
                Some((_, fails)) if !whole => format!("; beyond, {}", why_beyond(scenario, fails)),
                Some((value, fails)) => [format!("; {}", why(value, fails)), further].concat(),
                None => return format!("{value}, the {side} possible, carries {at}{bound} ({measure})."),
            };
            format!("The {side} {name} that carries {at}{bound} is {value} ({measure}){why}.")
        }
        (None, Some((value, fails @ Fails::Unsolved(_)))) if beyond.is_none() => {
            format!("No {name} fits the other settings: {}.", why(value, fails))
        }
        (None, Some((value, fails))) => format!("No {name} carries {at}{bound}: {}{further}.", why(value, fails)),
        (None, None) => format!("{name} has no value to try."),
    }
}

fn why_beyond(scenario: &Scenario, fails: &Fails) -> String {
    match fails {
        Fails::Ends(end) => ends(scenario, end),
        Fails::NoMeasure => format!("no message has a {}", info(scenario).quantity),
        Fails::Misses(_) | Fails::Unsolved(_) => "another parameter would have to change".into(),
    }
}

/// The reason why no model solves a setting, with the letters of its parameters.
fn without_model(scenario: &Scenario, why: &Unsolved) -> String {
    match why {
        Unsolved::Apart(problem) => {
            let row = scenario.system().param_named(&problem.key);
            let key = row.map_or(&*problem.key, |row| letter(scenario, row.key)).into();
            Problem { key, ..problem.clone() }.to_string()
        }
        Unsolved::Refused(refusal) => refusal.to_string(),
    }
}

/// The largest effect and the largest delay, in one or two sentences.
pub fn sensitivity(scenario: &Scenario, answer: &Sensitivity) -> String {
    let info = info(scenario);
    let most = |of: fn(&ParameterEffect) -> Option<f64>| {
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
        if let Some(reason) = model::choose(scenario.setup()).refusal() {
            return reason.to_string();
        }
        let ends = answer.here.saturation.map_or_else(String::new, |end| format!(", at {}", load(scenario, end)));
        return format!("{} ends below this load{ends}.", text::sentence(&info.noun()));
    };
    let mut sentences = vec![most(|effect| effect.measure).map(|found| said(&text::sentence(info.quantity), found))];
    sentences.push(most(|effect| effect.saturation).map(|found| said(&text::sentence(end_words(scenario)), found)));
    sentences.push(answer.hindrance.as_ref().map(|found| hindrance(info, found)));
    let breaks = answer.effects.iter().flat_map(|effect| effect.breaks.iter().map(move |found| (effect, found)));
    sentences.extend(breaks.map(|(effect, found)| Some(discontinuity(scenario, effect, found))));
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// A break in the smooth course of a number along a parameter.
pub fn discontinuity(scenario: &Scenario, effect: &ParameterEffect, found: &Break) -> String {
    let at = |value: f64| named(scenario, effect.key, value);
    let name = scenario.system().param(effect.key).map_or("", |row| row.name);
    let subject = |of: &ElasticityOf| match of {
        ElasticityOf::Measure => info(scenario).quantity,
        ElasticityOf::Saturation => end_words(scenario),
    };
    let signed = |elasticity: f64| text::thousands(&significant(elasticity, 2)).replace('-', "−");
    match found {
        Break::Edge { of, below, above, limits } => {
            let why = limits.map_or_else(String::new, |(below, above)| {
                format!(" Below, {} ends the curve, above {}.", below.words(), above.words())
            });
            format!(
                "At {} {} has an edge: its elasticity to {name} is {} below and {} above.{why}",
                at(effect.value),
                subject(of),
                signed(*below),
                signed(*above)
            )
        }
        Break::Rough { of, searched } => {
            let why = if *searched {
                "the end is searched for, and differences around it are those of the search"
            } else {
                "differences around it do not agree on one"
            };
            format!("The elasticity of {} to {name} is left out: {why}.", subject(of))
        }
        Break::Limit { next, here, there } => format!(
            "From {} to {} what ends the curve changes from {} to {}.",
            at(effect.value),
            at(*next),
            here.words(),
            there.words()
        ),
        Break::Rule { next } => rule(&at(effect.value.min(*next)), &at(effect.value.max(*next))),
        Break::Unsolved { next, why } => format!("{} is left out: {}", at(*next), without_model(scenario, why)),
    }
}

/// The routing rule of rings of two nodes and of more.
fn rule(two: &str, three: &str) -> String {
    format!(
        "Between {two} and {three} the routing rule changes: a ring of two nodes needs one escape channel, a longer one two."
    )
}

/// The largest delay beyond the idle network.
fn hindrance(info: &ModelInfo, Hindrance { beyond, part, cause }: &Hindrance) -> String {
    format!(
        "Of the {} {} beyond an idle network {} come from {cause}.",
        significant(*beyond, 3),
        info.unit,
        percent(*part, 2),
        cause = cause.words()
    )
}

/// The cells of a map that no model solves: their number, and the reason for the first; nothing if there are none.
pub fn unsolved(scenario: &Scenario, axes: [(Key, &[f64]); 2], cells: &[Vec<Option<Cell>>]) -> String {
    let [(x_key, xs), (y_key, ys)] = axes;
    // Those that do not fit the other settings, and those that only a model is missing for.
    let mut kinds = [(0, String::new()), (0, String::new())];
    for (y, row) in ys.iter().zip(cells) {
        for (x, _) in xs.iter().zip(row).filter(|(_, cell)| cell.is_none()) {
            let Some(why) = map::unsolved(scenario, (x_key, *x), (y_key, *y)) else { continue };
            let (count, first) = &mut kinds[usize::from(why.is_of_model())];
            if *count == 0 {
                let place = [named(scenario, x_key, *x), named(scenario, y_key, *y)].join(" and ");
                *first = format!("such as {place}: {}", without_model(scenario, &why));
            }
            *count += 1;
        }
    }
    let [apart, of_model] = kinds;
    let said = |(count, first): (usize, String), what: [&str; 2]| match count {
        0 => String::new(),
        _ => format!(" {}, {first}", text::count(count, what[0], what[1])),
    };
    said(of_model, ["cell has no model", "cells have no model"])
        + &said(apart, ["cell does not fit the other settings", "cells do not fit the other settings"])
}

/// The range of a map over two parameters, and its breaks. `axes` are the parameters with their values, x first; rows are of y.
pub fn map(scenario: &Scenario, shown: Mapped, axes: [(Key, &[f64]); 2], cells: &[Vec<Option<Cell>>]) -> String {
    let info = info(scenario);
    let (keys, missing) = (axes.map(|(key, _)| key), unsolved(scenario, axes, cells));
    let known = || cells.iter().flatten().flatten();
    let (all, empty) =
        (cells.iter().map(Vec::len).sum::<usize>(), cells.iter().flatten().filter(|cell| cell.is_none()).count());
    let what = match shown {
        Mapped::Nothing | Mapped::Saturation => text::sentence(end_words(scenario)),
        Mapped::Measure => format!("The {} at {}", info.quantity, load(scenario, scenario.get(Key::Load))),
    };
    let unit = mapped_unit(info, shown);
    if empty == all {
        return format!("{what}: no cell of the map has one.{missing}");
    }
    let values = || known().map(|cell| cell.value);
    let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
    let rest = match empty {
        0 => String::new(),
        _ => format!(" {} of {} cells have no number.{missing}", grouped(empty as u64), grouped(all as u64)),
    };
    let edge = if shown == Mapped::Saturation { edges(known()) } else { String::new() };
    let rule = if keys.contains(&Key::K) && scenario.system().param(Key::K).is_some_and(|row| row.nearest(2.0) == 2.0) {
        format!(" {}", rule(&named(scenario, Key::K, 2.0), &named(scenario, Key::K, 3.0)))
    } else {
        String::new()
    };
    format!("{what} lies between {} and {}{unit}.{rest}{edge}{rule}", significant(least, 4), significant(most, 4))
}

/// The unit behind a number of a map.
fn mapped_unit(info: &ModelInfo, shown: Mapped) -> String {
    match shown {
        Mapped::Nothing | Mapped::Saturation => format!(" {}", info.load_unit),
        Mapped::Measure => unit(info),
    }
}

/// The limits that end the curves of a map, where they differ.
fn edges<'a>(cells: impl Iterator<Item = &'a Cell>) -> String {
    let mut counts: Vec<(CurveLimit, usize)> = Vec::new();
    for cell in cells {
        match counts.iter_mut().find(|(limit, _)| *limit == cell.limit) {
            Some((_, count)) => *count += 1,
            None => counts.push((cell.limit, 1)),
        }
    }
    if counts.len() < 2 {
        return String::new();
    }
    let one =
        |(limit, count): &(CurveLimit, usize)| format!("{} ({})", limit.words(), text::count(*count, "cell", "cells"));
    let all: Vec<_> = counts.iter().map(one).collect();
    format!(" The curve ends for different reasons: {}; between them the map has an edge.", text::listed(&all))
}

/// The Pareto front of a map in a sentence.
pub fn pareto(
    scenario: &Scenario,
    (shown, which): (Mapped, Front),
    keys: [Key; 2],
    designs: &[Design],
    front: &[usize],
) -> String {
    let info = info(scenario);
    let all = grouped(designs.len() as u64);
    let on_front = || front.iter().filter_map(|place| designs.get(*place));
    let (Some(first), Some(last)) = (on_front().next(), on_front().next_back()) else {
        return "No network of the map has a number to set against its cost.".into();
    };
    let network = |design: &Design| {
        let [x, y] = [(keys[0], design.at.0), (keys[1], design.at.1)].map(|(key, value)| named(scenario, key, value));
        format!("{x} and {y}")
    };
    let unit = mapped_unit(info, shown);
    // What it costs, and what it brings.
    let worth = |design: &Design| {
        let cost = grouped(design.cost as u64);
        format!("{cost} {}, {}{unit}", which.choice().name, significant(design.value, 4))
    };
    let idle: Vec<_> = keys.into_iter().filter(|key| !pareto::costs(scenario, which, *key)).collect();
    let names: Vec<_> = idle.iter().map(|key| letter(scenario, *key)).collect();
    let free = match names.as_slice() {
        [] => String::new(),
        [one] => format!(" {one} costs nothing."),
        _ => format!(" Neither {} costs anything.", names.join(" nor ")),
    };
    let whole = if keys.iter().any(|key| matches!(key, Key::K | Key::N)) && which != Front::Pins {
        " Costs are those of a whole network, loads those of a node."
    } else {
        ""
    };
    if front.len() == 1 {
        let (network, worth) = (network(first), worth(first));
        return format!(
            "One of {all} networks is better than all others, at no higher cost: {network} with {worth}.{free}{whole}"
        );
    }
    let [from, to] = [first, last].map(|design| format!("{} ({})", network(design), worth(design)));
    let some = grouped(front.len() as u64);
    format!(
        "{some} of {all} networks are on the Pareto front: no network of the same or lower cost is better. It runs from {from} to \
         {to}.{free}{whole}"
    )
}

/// The network with the largest load, and the fastest one while idle.
pub fn compare(nodes: u32, equal: Equal, networks: &[ComparedNetwork]) -> String {
    let equal = match equal {
        Equal::Nothing | Equal::Width => "with channels of equal width",
        Equal::Bisection => "with the same number of wires across the middle",
        Equal::Pins => "with the same number of wires at each node",
    };
    let nodes = grouped(u64::from(nodes));
    let Some(most) = networks.iter().max_by(|a, b| a.carries.total_cmp(&b.carries)) else {
        return format!("There is no network of {nodes} nodes: try a power of 2 or of another whole number up to 32.");
    };
    let idle = networks.iter().filter_map(|network| Some((network, network.idle?)));
    let fastest = idle.min_by(|a, b| a.1.total_cmp(&b.1)).map_or_else(String::new, |(network, cycles)| {
        format!(" Idle, the {} is the fastest: {} cycles.", network.name, significant(cycles, 4))
    });
    let filled = networks.iter().filter(|network| f64::from(network.flits) != network.exact_flits);
    let filled: Vec<_> = filled
        .map(|network| format!("{} for {} in the {}", network.flits, significant(network.exact_flits, 4), network.name))
        .collect();
    let filled = match filled.as_slice() {
        [] => String::new(),
        all => format!(" Messages are filled up to whole flits: {}.", text::listed(all)),
    };
    format!(
        "Among networks of {nodes} nodes {equal}, the {} carries most: {} messages per node per cycle.{fastest}{filled}",
        most.name,
        significant(most.carries, 4)
    )
}

/// The reason for a network that is left out.
pub fn left_out(name: &str, why: &Unsolved) -> String {
    format!("The {name} is left out: {why}")
}
