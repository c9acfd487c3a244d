//! A scenario and what a model says of it, as plain data: the same JSON on the command line and behind the page.

use crate::{
    model::{AnyModel, Outcome, Point, Quantity, Value},
    param::{Group, Kind},
    scenario::Scenario,
};
use serde::{Serialize, Serializer, ser::SerializeMap as _};

/// A scenario by its keys: numbers as numbers, choices by name.
#[derive(Clone, Copy, Debug)]
pub struct ScenarioReport {
    /// The scenario.
    pub scenario: Scenario,
    /// With the parameters of the view and the animation, or only with those that the model depends on.
    pub complete: bool,
}

impl Serialize for ScenarioReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { scenario, complete } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("system", scenario.system().key())?;
        for row in scenario.system().params() {
            let name = row.key.name();
            match row.kind {
                _ if !complete && !matches!(row.group, Group::Network | Group::Traffic | Group::Curves) => {}
                Kind::Integer { .. } => map.serialize_entry(name, &scenario.count(row.key))?,
                Kind::Real { .. } => map.serialize_entry(name, &scenario.get(row.key))?,
                Kind::Choice { .. } | Kind::Set { .. } | Kind::Keys => {
                    map.serialize_entry(name, &scenario.text(row.key))?
                }
            }
        }
        map.end()
    }
}

/// One load and what the model says of it.
#[derive(Clone, Debug, Serialize)]
pub struct PointReport {
    /// The load, messages per node per cycle.
    pub load: f64,
    /// `stable`, `saturated` or `invalid`.
    pub state: &'static str,
    /// Why it is not stable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The mean latency, cycles, if it is stable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency: Option<f64>,
    /// Every quantity by its symbol.
    pub values: Values,
}

impl PointReport {
    /// What a model says of a load.
    pub fn of(model: &dyn AnyModel, load: f64) -> Self {
        Self::new(load, model.point(load))
    }

    /// The report of an outcome.
    pub fn new(load: f64, outcome: Outcome<Point>) -> Self {
        let without =
            |state, reason| Self { load, state, reason: Some(reason), latency: None, values: Values(Vec::new()) };
        match outcome {
            Outcome::Stable(Point { latency, quantities, .. }) => {
                Self { load, state: "stable", reason: None, latency: Some(latency), values: Values(quantities) }
            }
            Outcome::Saturated(saturation) => without("saturated", saturation.sentence()),
            Outcome::Invalid(reason) => without("invalid", reason),
        }
    }
}

/// Quantities by their symbols.
#[derive(Clone, Debug)]
pub struct Values(Vec<Quantity>);

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for quantity in &self.0 {
            match &quantity.value {
                Value::Number(number) => map.serialize_entry(quantity.symbol, number)?,
                Value::List(numbers) => map.serialize_entry(quantity.symbol, numbers)?,
            }
        }
        map.end()
    }
}
