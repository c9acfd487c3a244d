//! A scenario and the point of a model as plain data: the JSON of the command line and of the page.

use crate::{
    model::{self, Model, Outcome, Point, Quantity, Value},
    param::{Group, Key, Param, ParamKind, rates::Rates},
    scenario::{Reading, Scenario},
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
    /// The number of symbols that differ from one in case alone and go before it: those with more capitals, and earlier ones. Databases
    /// take such names for one.
    fn rivals(&self, at: usize) -> usize {
        let rank = |at: usize, symbol: &str| (symbol.chars().filter(|letter| !letter.is_ascii_uppercase()).count(), at);
        let own = self.0[at].symbol;
        let symbols = self.0.iter().map(|quantity| quantity.symbol).enumerate();
        symbols.filter(|(i, other)| other.eq_ignore_ascii_case(own) && rank(*i, other) < rank(at, own)).count()
    }
}
