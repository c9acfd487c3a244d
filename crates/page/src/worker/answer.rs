//! The answers to questions, and how they are found. One takes from a millisecond to seconds.

use flitscope::{
    explore::{
        compare::{self, Equal},
        cost::NetworkShape,
        extreme, inverse,
        map::{Cell, Cells, Mapped},
        numbers, sensitivity, words,
    },
    param::{Key, Param},
    scenario::{Reading, Scenario, link},
    text::grouped,
};
use serde::{Deserialize, Serialize};

/// Most channels that are listed.
pub(super) const MOST_CHANNELS: usize = 4_096;

/// The reason to list no more than [`MOST_CHANNELS`].
pub(super) fn too_many_channels(channels: usize) -> String {
    format!(
        "This network has {} channels, and at most {} are listed here: on the command line flitscope simulate --channels lists them all.",
        grouped(channels as u64),
        grouped(MOST_CHANNELS as u64)
    )
}

/// The effect of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Elasticity {
    /// The name of its key.
    pub key: String,
    /// Elasticity of the first measure.
    pub measure: Option<f64>,
    pub saturation: Option<f64>,
}

/// A cell of a map that is to be solved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MapCell {
    /// Its number, row by row from the bottom.
    pub number: u16,
    /// Value of the parameter across.
    pub across: f64,
    /// Value of the parameter up.
    pub up: f64,
}

/// A cell that has been solved; without a number if the model has none there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolvedCell {
    pub number: u16,
    pub cell: Option<Cell>,
}

/// A channel with the part of the cycles in which it carried a flit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChannelUtilisation {
    /// The node that it leads from, or the stage that it leads into.
    pub from: u32,
    /// The node that it leads to, or its place in the stage.
    pub to: u32,
    /// The part, 0 to 1.
    pub part: f64,
}

/// A network of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkAnswer {
    pub name: String,
    /// The link to its scene.
    pub link: String,
    /// Flits of a message, channels across the middle and at a node.
    pub counts: [u64; 3],
    /// Its latency when idle, cycles.
    pub idle: Option<f64>,
    /// The largest load that it carries, messages per node per cycle.
    pub carries: f64,
    /// Loads with latencies; empty where there are none.
    pub curve: Vec<(f64, f64)>,
    /// The loads at which it is simulated.
    pub sweep: Vec<SweepPoint>,
}

impl NetworkAnswer {
    /// The flits of a message.
    pub fn flits(&self) -> u32 {
        u32::try_from(self.counts[0]).unwrap_or(u32::MAX)
    }
}

/// A load at which a network of a comparison is simulated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SweepPoint {
    /// The link to its scene.
    pub link: String,
    /// The load, messages per node per cycle.
    pub load: f64,
    /// The prediction of the model.
    pub model: Option<f64>,
}

/// The answer to a question, or a part of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// The answer in a sentence, with the number that is asked for, if there is one.
    Said { sentence: String, number: Option<f64> },
    /// The effect of each parameter.
    Elasticities { sentence: String, all: Vec<Elasticity> },
    /// The numbers of some cells.
    Cells(Vec<SolvedCell>),
    /// Networks of the same size, and why others are not among them.
    Networks { sentence: String, all: Vec<NetworkAnswer>, left_out: Vec<String> },
    /// The channels, none while the simulation goes on; `stages` if they lead into stages; and the cycles simulated.
    Channels { all: Vec<ChannelUtilisation>, stages: bool, cycles: u64 },
}

impl Answer {
    /// True if every number in it is finite.
    pub fn credible(&self) -> bool {
        let one = |number: &Option<f64>| number.is_none_or(f64::is_finite);
        match self {
            Self::Said { number, .. } => one(number),
            Self::Elasticities { all, .. } => all.iter().all(|row| one(&row.measure) && one(&row.saturation)),
            Self::Channels { all, .. } => all.iter().all(|channel| (0.0..=1.0).contains(&channel.part)),
            Self::Cells(cells) => cells.iter().filter_map(|solved| solved.cell).all(|cell| cell.value.is_finite()),
            Self::Networks { all, .. } => all.iter().all(|network| {
                let curve = network.curve.iter().all(|(load, value)| load.is_finite() && value.is_finite());
                let sweep = network.sweep.iter().all(|point| point.load.is_finite() && one(&point.model));
                one(&network.idle) && network.carries.is_finite() && curve && sweep
            }),
        }
    }
}

/// The row of the parameter that a choice among keys names.
pub(crate) fn chosen(scenario: &Scenario, key: Key) -> Option<&'static Param> {
    let name = scenario.chosen(key);
    numbers(scenario).find(|row| row.key.name() == name)
}

/// The target, if there is one.
pub(crate) fn target(scenario: &Scenario) -> Option<f64> {
    Some(scenario.get(Key::Target)).filter(|target| *target > 0.0)
}

/// The nodes of a network.
fn nodes(scenario: &Scenario) -> u32 {
    u32::try_from(NetworkShape::of(scenario).nodes()).unwrap_or(u32::MAX)
}

/// True if a scenario asks for a map that has something to show. Nothing is solved.
pub(crate) fn is_map_asked(scenario: &Scenario) -> bool {
    let keys = [Key::MapX, Key::MapY].map(|key| chosen(scenario, key).map(|row| row.key));
    let shown: Mapped = scenario.choice();
    let load = shown == Mapped::Saturation && keys.contains(&Some(Key::Load));
    shown != Mapped::Nothing && keys[0] != keys[1] && !keys.contains(&None) && !load
}

/// No answer: the scenario does not ask.
const fn nothing() -> Answer {
    Answer::Said { sentence: String::new(), number: None }
}

/// The load at which the first measure reaches the target.
pub(super) fn load(scenario: &Scenario) -> Answer {
    let Some(target) = target(scenario) else { return nothing() };
    let found = inverse::load_for(scenario, target);
    let sentence = words::load_for(scenario, target, &found);
    Answer::Said { sentence, number: found.ok().map(|found| found.load) }
}

/// The load at which broadcasting costs a given part.
pub(super) fn cost(scenario: &Scenario) -> Answer {
    let part = scenario.get(Key::Cost) / 100.0;
    let found = inverse::cost_of_broadcast(scenario, part);
    let sentence = words::cost_of_broadcast(scenario, part, &found);
    Answer::Said { sentence, number: found.ok().map(|found| found.load) }
}

/// The smallest or the largest value of a parameter.
pub(super) fn extreme(scenario: &Scenario) -> Answer {
    let Some(row) = chosen(scenario, Key::Extreme) else { return nothing() };
    let found = extreme::of(scenario, row, scenario.choice(), target(scenario));
    Answer::Said { sentence: words::extreme(scenario, &found), number: found.found.map(|(value, _)| value) }
}

/// The effect of each parameter.
pub(super) fn elasticities(scenario: &Scenario) -> Answer {
    let found = sensitivity::of(scenario);
    let sentence = words::sensitivity(scenario, &found);
    let one = |effect: sensitivity::ParameterEffect| Elasticity {
        key: effect.key.name().into(),
        measure: effect.measure,
        saturation: effect.saturation,
    };
    Answer::Elasticities { sentence, all: found.effects.into_iter().map(one).collect() }
}

/// Networks of the same size.
pub(super) fn networks(scenario: &Scenario) -> Answer {
    let equal: Equal = scenario.choice();
    let nodes = nodes(scenario);
    let compare::Comparison { networks, left_out } = compare::of(scenario, nodes, equal, Reading::Flow);
    let left_out = left_out.iter().map(|(name, why)| words::left_out(name, why)).collect();
    let planned =
        |one: &compare::Planned| SweepPoint { link: link::write(&one.scenario), load: one.load, model: one.model };
    let one = |network: &compare::ComparedNetwork| NetworkAnswer {
        name: network.name.clone(),
        link: link::write(&network.scenario),
        counts: [u64::from(network.flits), network.across, u64::from(network.pins)],
        idle: network.idle,
        carries: network.carries,
        curve: if network.latency { network.curve.clone() } else { Vec::new() },
        sweep: network.sweep.iter().map(planned).collect(),
    };
    let sentence = words::compare(nodes, equal, &networks);
    Answer::Networks { sentence, all: networks.iter().map(one).collect(), left_out }
}

/// The first cells of a map, which are taken away, as long as there is more time. `solver` has solved the cells before.
pub(super) fn cells(
    scenario: &Scenario,
    cells: &mut Vec<MapCell>,
    solver: &mut Cells,
    more: &dyn Fn() -> bool,
) -> Answer {
    let shown: Mapped = scenario.choice();
    let rows = (chosen(scenario, Key::MapX), chosen(scenario, Key::MapY));
    let (Some(x), Some(y)) = rows else { return Answer::Cells(Vec::new()) };
    let mut solved = Vec::new();
    let mut one = |MapCell { number, across, up }: &MapCell| {
        let cell = solver.cell(scenario, shown, (x.key, *across), (y.key, *up)).ok();
        solved.push(SolvedCell { number: *number, cell });
        more()
    };
    let count = cells.iter().position(|cell| !one(cell)).map_or(cells.len(), |last| last + 1);
    cells.drain(..count);
    Answer::Cells(solved)
}
