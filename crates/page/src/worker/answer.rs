//! What a worker is asked, and what it answers: parts of a question that take from a millisecond to seconds.

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

/// One part of what is asked of a scenario, which says the rest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum QuestionJob {
    /// The load at which the first measure reaches the target.
    Load,
    /// The load at which broadcasting costs so much.
    Cost,
    /// The smallest or the largest value of a parameter.
    Extreme,
    /// What each parameter does.
    Matters,
    /// Cells of the map: the number of each, and where it is.
    Cells(Vec<(u16, f64, f64)>),
    /// Networks of as many nodes.
    Networks,
    /// What each channel carries, simulated.
    Channels,
}

/// Most channels that are listed.
pub const MOST_CHANNELS: usize = 4_096;

/// Why no more are.
pub fn too_many_channels(channels: usize) -> String {
    format!(
        "This network has {} channels, and at most {} are listed here: on the command line flitscope simulate --channels lists them all.",
        grouped(channels as u64),
        grouped(MOST_CHANNELS as u64)
    )
}

/// What a parameter does: its key, and the elasticities of the first measure and of the saturation.
pub type Elasticity = (String, Option<f64>, Option<f64>);

/// A network of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkAnswer {
    /// What it is called.
    pub name: String,
    /// The link to its scene.
    pub link: String,
    /// Flits of a message, channels across the middle and at a node.
    pub counts: [u64; 3],
    /// Its latency when idle, cycles; and what it carries, messages per node per cycle.
    pub idle: Option<f64>,
    /// What it carries at most, messages per node per cycle.
    pub carries: f64,
    /// Loads with latencies; empty where there are none.
    pub curve: Vec<(f64, f64)>,
    /// Where it is simulated.
    pub sweep: Vec<SweepPoint>,
}

impl NetworkAnswer {
    /// The flits of a message.
    pub fn flits(&self) -> u32 {
        u32::try_from(self.counts[0]).unwrap_or(u32::MAX)
    }
}

/// A load at which a network of a comparison is simulated: the link to it, the load in messages per node per cycle, and what the model says there.
pub type SweepPoint = (String, f64, Option<f64>);

/// What comes of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)] // each variant says what its fields are
pub enum Answer {
    /// The answer in a sentence, with the number that is asked for, if there is one.
    Said { sentence: String, number: Option<f64> },
    /// What each parameter does.
    Matters { sentence: String, all: Vec<Elasticity> },
    /// The numbers of some cells.
    Cells(Vec<(u16, Option<Cell>)>),
    /// Networks of as many nodes, and why others are not among them.
    Networks { sentence: String, all: Vec<NetworkAnswer>, left_out: Vec<String> },
    /// Where channels lead from and to, or in `stages` which stage they lead into and their place there, with the part of the cycles in which each
    /// carried a flit; and the cycles simulated. Empty while it goes on.
    Channels { all: Vec<(u32, u32, f64)>, stages: bool, cycles: u64 },
}

impl Answer {
    /// Whether every number in it is one.
    pub fn credible(&self) -> bool {
        let one = |number: &Option<f64>| number.is_none_or(f64::is_finite);
        match self {
            Self::Said { number, .. } => one(number),
            Self::Matters { all, .. } => all.iter().all(|(_, measure, saturation)| one(measure) && one(saturation)),
            Self::Channels { all, .. } => all.iter().all(|(_, _, part)| (0.0..=1.0).contains(part)),
            Self::Cells(cells) => cells.iter().flat_map(|(_, cell)| cell).all(|cell| cell.value.is_finite()),
            Self::Networks { all, .. } => all.iter().all(|network| {
                let curve = network.curve.iter().all(|(load, value)| load.is_finite() && value.is_finite());
                let sweep = network.sweep.iter().all(|(_, load, model)| load.is_finite() && one(model));
                one(&network.idle) && network.carries.is_finite() && curve && sweep
            }),
        }
    }
}

/// The row of the parameter that a choice among keys names.
pub fn chosen(scenario: &Scenario, key: Key) -> Option<&'static Param> {
    let name = scenario.chosen(key);
    numbers(scenario).find(|row| row.key.name() == name)
}

/// The target, if there is one.
pub fn target(scenario: &Scenario) -> Option<f64> {
    Some(scenario.get(Key::Target)).filter(|target| *target > 0.0)
}

/// The nodes of a network.
pub fn nodes(scenario: &Scenario) -> u32 {
    u32::try_from(NetworkShape::of(scenario).nodes()).unwrap_or(u32::MAX)
}

/// The answer to one part; of a map, to its first cells, which are taken away, as long as there is more time. `solver` has solved the cells before.
pub fn answer(scenario: &Scenario, part: &mut QuestionJob, solver: &mut Cells, more: &dyn Fn() -> bool) -> Answer {
    let none = || Answer::Said { sentence: String::new(), number: None };
    match part {
        // They are simulated, which is not done here.
        QuestionJob::Channels => none(),
        QuestionJob::Load => target(scenario).map_or_else(none, |target| {
            let found = inverse::load_for(scenario, target);
            let sentence = words::load_for(scenario, target, &found);
            Answer::Said { sentence, number: found.ok().map(|found| found.load) }
        }),
        QuestionJob::Cost => {
            let part = scenario.get(Key::Cost) / 100.0;
            let found = inverse::cost_of_broadcast(scenario, part);
            let sentence = words::cost_of_broadcast(scenario, part, &found);
            Answer::Said { sentence, number: found.ok().map(|found| found.load) }
        }
        QuestionJob::Extreme => chosen(scenario, Key::Extreme).map_or_else(none, |row| {
            let found = extreme::of(scenario, row, scenario.choice(), target(scenario));
            Answer::Said { sentence: words::extreme(scenario, &found), number: found.found.map(|(value, _)| value) }
        }),
        QuestionJob::Matters => {
            let found = sensitivity::of(scenario);
            let sentence = words::sensitivity(scenario, &found);
            let one =
                |effect: sensitivity::ParameterEffect| (effect.key.name().into(), effect.measure, effect.saturation);
            Answer::Matters { sentence, all: found.effects.into_iter().map(one).collect() }
        }
        QuestionJob::Cells(cells) => {
            let shown: Mapped = scenario.choice();
            let rows = (chosen(scenario, Key::MapX), chosen(scenario, Key::MapY));
            let (Some(x), Some(y)) = rows else { return Answer::Cells(Vec::new()) };
            let mut solved = Vec::new();
            let mut one = |(number, across, up): &(u16, f64, f64)| {
                solved.push((*number, solver.cell(scenario, shown, (x.key, *across), (y.key, *up)).ok()));
                more()
            };
            let count = cells.iter().position(|cell| !one(cell)).map_or(cells.len(), |last| last + 1);
            cells.drain(..count);
            Answer::Cells(solved)
        }
        QuestionJob::Networks => {
            let equal: Equal = scenario.choice();
            let nodes = nodes(scenario);
            let compare::Comparison { networks, left_out } = compare::of(scenario, nodes, equal, Reading::Flow);
            let left_out = left_out.iter().map(|(name, why)| words::left_out(name, why)).collect();
            let planned = |one: &compare::Planned| (link::write(&one.scenario), one.load, one.model);
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
    }
}
