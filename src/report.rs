//! A scenario and the point of a model as plain data: the JSON of the command line and of the page.

use crate::{
    model::{self, Model, Outcome, Point, Quantity, Value},
    param::{Group, Key, Param, ParamKind, options::Routing, rates::Rates, turns::QUADRANTS},
    scenario::{Reading, Scenario},
    topology::turns::mesh,
    traffic::{channel_load::Demand, pattern::Destinations},
};
use serde::{Serialize, Serializer, ser::SerializeMap as _};

/// A scenario by its keys: numbers as numbers, choices by name.
#[derive(Clone, Copy, Debug)]
pub struct ScenarioReport {
    /// The scenario that is written down.
    pub scenario: Scenario,
    /// The parameters that are reported.
    pub part: ParameterSet,
}

/// A subset of the parameters of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterSet {
    /// Those that the model depends on.
    Model,
    /// These, and those of the simulation.
    Simulation,
    /// The network and its routers, without the traffic and the length of a run.
    Routers,
    /// All, those of the view too.
    Everything,
}

impl ParameterSet {
    /// True if a parameter is among them.
    pub fn has(self, row: &Param) -> bool {
        match self {
            Self::Everything => true,
            Self::Routers if row.key.group() == Group::Simulation => true,
            Self::Routers => row.key.group() == Group::Network || row.key == Key::Seed,
            Self::Simulation if matches!(row.key.group(), Group::Simulation | Group::Run) => true,
            Self::Simulation | Self::Model => {
                matches!(row.key.group(), Group::Network | Group::Traffic | Group::Load | Group::Curves)
            }
        }
    }
}

impl Serialize for ScenarioReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { scenario, part } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("system", scenario.system().key())?;
        for row in scenario.system().params() {
            let name = row.key.name();
            match row.kind {
                // Where ours alone answers, it depends on the way into the network.
                _ if !(part.has(row) || row.key == Key::Injection && model::choose(scenario.setup()).ours_alone) => {}
                _ if *part != ParameterSet::Everything && !scenario.applies(row.key) => {}
                // The number that stands for no message is none of its own.
                _ if row.key == Key::Follow && scenario.is_default(Key::Follow) => {}
                // Where no paper's model holds, ours answers under every reading.
                _ if row.key == Key::Reading
                    && *part != ParameterSet::Everything
                    && model::choose(scenario.setup()).ours_alone =>
                {
                    map.serialize_entry(name, Reading::Flow.key())?
                }
                _ if row.key == Key::Table => {
                    map.serialize_entry(name, &scenario.count(row.key))?;
                    if let Some(table) = Rates::numbered(scenario.count(row.key)) {
                        map.serialize_entry("rates", &table.name)?;
                        map.serialize_entry("rates_mean", &table.mean)?;
                    }
                }
                ParamKind::Integer { .. } => map.serialize_entry(name, &scenario.count(row.key))?,
                ParamKind::Real { .. } => map.serialize_entry(name, &scenario.get(row.key))?,
                ParamKind::Choice { .. } | ParamKind::Set { .. } | ParamKind::Nodes { .. } | ParamKind::Keys => {
                    map.serialize_entry(name, &scenario.text(row.key))?
                }
            }
        }
        map.end()
    }
}

/// The point of a model at one load.
#[derive(Clone, Debug, Serialize)]
pub struct PointReport {
    /// The load, in the unit of the system.
    pub load: f64,
    pub(crate) state: &'static str,
    /// The reason why it is not stable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The measures by their symbols, if it is stable: `latency`, for some systems another one beside it, or `throughput`.
    #[serde(flatten, serialize_with = "by_name")]
    pub measures: Vec<(&'static str, f64)>,
    /// Every quantity by its symbol.
    pub values: QuantityValues,
}

impl PointReport {
    /// Solves a model at a load.
    pub fn of(model: &dyn Model, load: f64) -> Self {
        Self::new(model, load, model.point(load))
    }

    /// The report of a solved point.
    pub fn new(model: &dyn Model, load: f64, outcome: Outcome<Point>) -> Self {
        let without = |state, reason| Self {
            load,
            state,
            reason: Some(reason),
            measures: Vec::new(),
            values: QuantityValues(Vec::new()),
        };
        match outcome {
            Outcome::Stable(Point { measures, quantities, .. }) => {
                let symbols = model.info().measures.iter().map(|measure| measure.symbol);
                let measures = symbols.zip(measures).collect();
                Self { load, state: "stable", reason: None, measures, values: QuantityValues(quantities) }
            }
            Outcome::Saturated => without("saturated", model.end().sentence()),
            Outcome::Invalid(reason) => without("invalid", reason.to_string()),
        }
    }
}

/// The names of the histograms of latencies, of waits at the source, of times in the network and of broadcasts.
pub const HISTOGRAMS: [&str; 4] = ["histogram", "source_histogram", "network_histogram", "broadcast_histogram"];

/// Values by their names, as a map.
pub fn by_name<K: Serialize, V: Serialize, S: Serializer>(values: &[(K, V)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(name, value)| (name, value)))
}

/// Quantities by their symbols. A symbol that differs in case alone from another one has `values.` before it.
#[derive(Clone, Debug)]
pub struct QuantityValues(Vec<Quantity>);

impl QuantityValues {
    /// The quantities of one point.
    pub const fn of(quantities: Vec<Quantity>) -> Self {
        Self(quantities)
    }
}

impl Serialize for QuantityValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (at, quantity) in self.0.iter().enumerate() {
            let name = "values.".repeat(self.rivals(at)) + quantity.symbol;
            match &quantity.value {
                Value::Number(number) => map.serialize_entry(&name, number)?,
                Value::List(numbers) => map.serialize_entry(&name, numbers)?,
            }
        }
        map.end()
    }
}

impl QuantityValues {
    /// The symbols that differ from one in case alone and go before it, those with more capitals first. Databases take such names for one.
    fn rivals(&self, at: usize) -> usize {
        let rank = |at: usize, symbol: &str| (symbol.chars().filter(|letter| !letter.is_ascii_uppercase()).count(), at);
        let own = self.0[at].symbol;
        let symbols = self.0.iter().map(|quantity| quantity.symbol).enumerate();
        symbols.filter(|(i, other)| other.eq_ignore_ascii_case(own) && rank(*i, other) < rank(at, own)).count()
    }
}

/// The facts of a set of allowed turns, which need no simulation but for a circle of messages.
#[derive(Clone, Debug, Serialize)]
pub struct TurnsReport {
    /// The circle of messages that wait for each other.
    pub frozen: Option<FrozenReport>,
    /// The set.
    pub turns: TurnsOf,
    /// True if the dependency graph has no circle.
    pub acyclic: bool,
    /// The two ends of each channel of its shortest circle, in order.
    pub circle: Option<Vec<[u32; 2]>>,
    /// The least load at which the busiest channel is full, if each message has one path: messages per node and cycle.
    pub bound: Option<f64>,
}

/// A set of allowed turns, and what it leaves of the shortest paths.
#[derive(Clone, Debug, Serialize)]
pub struct TurnsOf {
    mask: u8,
    name: Option<&'static str>,
    allowed: Vec<&'static str>,
    #[serde(serialize_with = "by_name")]
    quadrants: Vec<(&'static str, &'static str)>,
    paths: u64,
    of: u64,
}

impl TurnsReport {
    /// The facts of a scenario, if its routing is by allowed turns, with its frozen circle, if there is one.
    pub fn of(scenario: &Scenario, frozen: Option<FrozenReport>) -> Option<Self> {
        let (turns, setup) = (scenario.setup().turns()?, scenario.setup());
        let (k, flits) = (scenario.count(Key::K), f64::from(scenario.count(Key::Flits)));
        let (paths, of) = turns.paths(k);
        let quadrant = |(lower, _): ((bool, bool), _)| {
            let name = [["ne", "se"], ["nw", "sw"]][usize::from(lower.0)][usize::from(lower.1)];
            (name, turns.order(lower).split(' ').next().unwrap_or_default())
        };
        let loads = Demand::of(mesh(k), Destinations::chosen(setup)).loads_under(Routing::Turns, Some(turns));
        let busiest = loads.into_iter().fold(0.0, f64::max);
        let circle = turns.circle(k);
        Some(Self {
            frozen,
            turns: TurnsOf {
                mask: turns.0,
                name: turns.name(),
                allowed: turns.allowed(),
                quadrants: QUADRANTS.map(quadrant).to_vec(),
                paths,
                of,
            },
            acyclic: circle.is_none(),
            circle: circle.map(|circle| {
                circle.into_iter().map(|channel| [mesh(k).near_end(channel), mesh(k).far_end(channel)]).collect()
            }),
            bound: (busiest > 0.0).then(|| 1.0 / (flits * busiest)),
        })
    }
}

/// Messages that can never move again: the cycle in which their circle closed, those of the shortest circle in the order of waiting, and
/// the channels from each that is waited for to the last of its holder.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct FrozenReport {
    pub cycle: u64,
    pub messages: Vec<u32>,
    pub channels: Vec<[u32; 2]>,
    /// All messages that hold channels and will never move again.
    pub stopped: usize,
}
