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

fn record(row: &Param, system: System) -> Value {
    let of_kind = match row.kind {
        ParamKind::Integer { min, max, .. } => json!({ "kind": "whole", "min": min, "max": max }),
        ParamKind::Real { min, max, .. } => json!({ "kind": "number", "min": min, "max": max }),
        ParamKind::Choice { options, .. } => json!({ "kind": "choice", "options": keys(options) }),
        ParamKind::Set { options, .. } => json!({ "kind": "set", "options": keys(options) }),
        ParamKind::Nodes { .. } => json!({ "kind": "nodes" }),
        ParamKind::Keys => json!({ "kind": "keys" }),
    };
    let of_all = json!({
        "system": system.key(), "key": row.key.name(), "symbol": row.symbol, "name": row.name, "unit": row.unit,
        "model": ParameterSet::Model.has(row), "default": default(row, system), "help": row.help,
    });
    merged(of_all, of_kind)
}

/// Returns an object with the keys of two.
fn merged(mut one: Value, other: Value) -> Value {
    if let (Value::Object(one), Value::Object(other)) = (&mut one, other) {
        one.extend(other);
    }
    one
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
    let of_kind = match row.kind {
        ParamKind::Integer { min, max, .. } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        ParamKind::Real { min, max, .. } if row.key == Key::Load => {
            let object = |name: &str| {
                let properties = json!({ name: { "type": "number", "minimum": 0 } });
                json!({ "type": "object", "properties": properties, "required": [name], "additionalProperties": false })
            };
            let mut accepted = vec![json!({ "type": "number", "minimum": min, "maximum": max }), object("fraction")];
            // In flits, divided by the length of a message.
            accepted.extend(system.param(Key::Flits).map(|_| object("flits")));
            json!({ "anyOf": accepted })
        }
        ParamKind::Real { min, max, .. } => json!({ "type": "number", "minimum": min, "maximum": max }),
        ParamKind::Choice { options, .. } => json!({ "enum": keys(options) }),
        ParamKind::Set { .. } | ParamKind::Nodes { .. } | ParamKind::Keys => json!({ "type": "string" }),
    };
    let description = format!("{}{unit}: {}", row.name, row.help);
    merged(json!({ "description": description, "default": default(row, system) }), of_kind)
}
