//! `keys`: the keys of scenarios, with their ranges and defaults.

use crate::{
    ending::{Ending, print, write},
    readable::{Form, columns},
};
use flitscope::{
    param::{Key, Param, ParamKind, ParamOption},
    report::ParameterSet,
    scenario::System,
};
use serde_json::{Map, Value, json};

/// List the keys of scenarios: symbol, unit, range and default.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The system; without it, all systems
    system: Option<String>,
    #[command(flatten)]
    form: Form,
    /// Print a JSON Schema of scenarios, for editors and programs
    #[arg(long, conflicts_with = "json")]
    schema: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Ending> {
    let systems = match &arguments.system {
        Some(key) => vec![System::parse(key)?],
        None => System::ALL.to_vec(),
    };
    if arguments.schema {
        return print(&schema(&systems));
    }
    for (place, system) in systems.iter().enumerate() {
        let rows = || system.params().iter().filter(|row| ParameterSet::Simulation.has(row));
        if arguments.form.is_read() {
            let gap = if place > 0 { "\n" } else { "" };
            let table = columns(&rows().map(|row| read(row, *system)).collect::<Vec<_>>());
            write(&format!("{gap}{}\n{table}", system.key()))?;
        } else {
            rows().try_for_each(|row| print(&record(row, *system)))?;
        }
    }
    Ok(())
}

/// Formats a key for a terminal.
fn read(row: &Param, system: System) -> Vec<String> {
    let accepted = match row.kind {
        ParamKind::Integer { min, max, .. } => format!("{min}..{max}"),
        ParamKind::Real { min, max, .. } => format!("{min} to {max}"),
        ParamKind::Choice { options, .. } => keys(options).join(" | "),
        ParamKind::Set { options, .. } => keys(options).join(", "),
        ParamKind::Nodes { count, .. } => format!("nodes 0..{}", count - 1),
        ParamKind::Keys => "keys".into(),
    };
    let default = row.format(row.default(), system.params());
    vec![format!("  {}", row.key.name()), row.symbol.into(), accepted, default, row.unit.into(), row.name.into()]
}

fn keys(options: &[ParamOption]) -> Vec<&'static str> {
    options.iter().map(|option| option.key).collect()
}

/// Returns a key as JSON.
fn record(row: &Param, system: System) -> Value {
    let mut record = Map::new();
    let mut put = |name: &str, value: Value| _ = record.insert(name.into(), value);
    put("system", json!(system.key()));
    put("key", json!(row.key.name()));
    put("symbol", json!(row.symbol));
    put("name", json!(row.name));
    put("unit", json!(row.unit));
    put("model", json!(ParameterSet::Model.has(row)));
    put("default", default(row, system));
    put("help", json!(row.help));
    let kind = match row.kind {
        ParamKind::Integer { min, max, .. } => {
            put("min", json!(min));
            put("max", json!(max));
            "whole"
        }
        ParamKind::Real { min, max, .. } => {
            put("min", json!(min));
            put("max", json!(max));
            "number"
        }
        ParamKind::Choice { options, .. } => {
            put("options", json!(keys(options)));
            "choice"
        }
        ParamKind::Set { options, .. } => {
            put("options", json!(keys(options)));
            "set"
        }
        ParamKind::Nodes { .. } => "nodes",
        ParamKind::Keys => "keys",
    };
    put("kind", json!(kind));
    Value::Object(record)
}

/// Returns the default of a key, in the form that scenarios have.
fn default(row: &Param, system: System) -> Value {
    match row.kind {
        ParamKind::Integer { default, .. } => json!(default),
        ParamKind::Real { default, .. } => json!(default),
        _ => json!(row.format(row.default(), system.params())),
    }
}

/// Returns the schema of scenarios of these systems.
fn schema(systems: &[System]) -> Value {
    let one = |system: &System| {
        let mut properties: Map<String, Value> =
            system.params().iter().map(|row| (row.key.name().into(), property(row, *system))).collect();
        properties.insert("system".into(), json!({"const": system.key()}));
        properties.insert("id".into(), json!({"description": "Comes back with the answer."}));
        // A scenario without `system` is of the first one.
        let required = if *system == System::ALL[0] { json!([]) } else { json!(["system"]) };
        json!({"title": system.key(), "type": "object", "properties": properties, "required": required, "additionalProperties": false})
    };
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scenario of Flitscope",
        "oneOf": systems.iter().map(one).collect::<Vec<_>>(),
    })
}

/// Returns the schema of one key. Combinations of keys may narrow its range further; a schema cannot express that.
fn property(row: &Param, system: System) -> Value {
    let unit = if row.unit.is_empty() { String::new() } else { format!(" ({})", row.unit) };
    let mut property = Map::new();
    let mut put = |name: &str, value: Value| _ = property.insert(name.into(), value);
    put("description", json!(format!("{}{unit}: {}", row.name, row.help)));
    put("default", default(row, system));
    match row.kind {
        ParamKind::Integer { min, max, .. } => {
            put("type", json!("integer"));
            put("minimum", json!(min));
            put("maximum", json!(max));
        }
        ParamKind::Real { min, max, .. } if row.key == Key::Load => {
            let fraction = json!({
                "type": "object",
                "properties": {"fraction": {"type": "number", "minimum": 0}},
                "required": ["fraction"],
                "additionalProperties": false,
            });
            let mut accepted = vec![json!({"type": "number", "minimum": min, "maximum": max}), fraction];
            // In flits, divided by the length of a message.
            if system.param(Key::Flits).is_some() {
                accepted.push(json!({
                    "type": "object",
                    "properties": {"flits": {"type": "number", "minimum": 0}},
                    "required": ["flits"],
                    "additionalProperties": false,
                }));
            }
            put("anyOf", json!(accepted));
        }
        ParamKind::Real { min, max, .. } => {
            put("type", json!("number"));
            put("minimum", json!(min));
            put("maximum", json!(max));
        }
        ParamKind::Choice { options, .. } => put("enum", json!(keys(options))),
        ParamKind::Set { .. } | ParamKind::Nodes { .. } | ParamKind::Keys => put("type", json!("string")),
    }
    Value::Object(property)
}
