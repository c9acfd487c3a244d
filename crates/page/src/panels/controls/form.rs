//! The markup of the form of a system, from its table of parameters.

use flitscope::{
    order::sort_small_by,
    param::{Group, Key, Param, ParamKind, ParamOption},
    scenario::System,
};
use maud::{Markup, html};

/// The groups that have controls, row by row, with their headings.
const ROWS: [(&[Group], &str); 3] = [
    (&[Group::Traffic, Group::Network], "Network and traffic"),
    (&[Group::Curves, Group::Animation], "Model and animation"),
    (&[Group::Simulation], "Simulation"),
];

/// True if a parameter has a control in the form.
pub(crate) fn has(row: &Param) -> bool {
    ROWS.iter().any(|(groups, _)| groups.contains(&row.group))
}

/// The id of the input of a parameter: of its slider, if it has one.
pub(crate) fn id_of(key: Key) -> String {
    if key == Key::Load { key.name().into() } else { format!("input-{}", key.name()) }
}

/// True if a parameter has a slider.
pub(crate) const fn slides(row: &Param) -> bool {
    matches!(row.kind, ParamKind::Integer { slider: Some(_), .. } | ParamKind::Real { .. })
}

/// True if a parameter is switched on and off.
pub(crate) fn is_box(row: &Param) -> bool {
    matches!(row.kind, ParamKind::Choice { options: [off, _], .. } if off.key == "0")
}

/// The id of the field of a parameter in which a reader can type, if it has one.
pub(crate) fn field(row: &Param) -> Option<String> {
    match row.kind {
        _ if slides(row) => Some(format!("number-{}", row.key.name())),
        ParamKind::Integer { .. } | ParamKind::Real { .. } | ParamKind::Nodes { .. } => Some(id_of(row.key)),
        ParamKind::Choice { .. } | ParamKind::Set { .. } | ParamKind::Keys => None,
    }
}

/// The markup of the whole form of a system.
pub(crate) fn form(system: System) -> Markup {
    html! {
        @for (groups, title) in ROWS {
            @let rows = rows(system, groups);
            @if rows.is_empty() {
            } @else if groups.contains(&Group::Simulation) {
                // Many, and seldom touched.
                details.group {
                    summary { (title) }
                    fieldset { legend.sr { (title) } @for row in rows { (control(row, system)) } }
                }
            } @else {
                fieldset { legend { (title) } @for row in rows { (control(row, system)) } }
            }
        }
    }
}

/// The parameters of some groups: the load first, for it is what everybody moves.
fn rows(system: System, groups: &[Group]) -> Vec<&'static Param> {
    let mut rows: Vec<_> = system.params().iter().filter(|row| groups.contains(&row.group)).collect();
    sort_small_by(&mut rows, |row| f64::from(row.key != Key::Load));
    rows
}

fn control(row: &Param, system: System) -> Markup {
    let key = row.key.name();
    let (input, beside) = (input(row), is_box(row));
    html! {
        div.control id={ "control-" (key) } {
            div.name {
                @if beside { (input) }
                label for=(id_of(row.key)) { @if !row.symbol.is_empty() { span.sym { (row.symbol) } " " } (row.name) }
                " "
                button.small type="button" id={ "ask-" (key) } data-do="help" data-of=(key) aria-expanded="false"
                    aria-controls={ "help-" (key) } aria-label={ "Help on " (row.name) } { "?" }
                " "
                button.small type="button" id={ "reset-" (key) } data-do="reset-one" data-of=(key) aria-label={ "Reset " (row.name) } hidden { "↺" }
                " "
                span.unit id={ "unit-" (key) } {}
            }
            @if !beside { (input) }
            p.help id={ "help-" (key) } hidden { (row.help) " Takes " (row.accepted(system.params()).to_string()) "." }
        }
    }
}

/// The control of a parameter.
fn input(row: &Param) -> Markup {
    let (key, id) = (row.key.name(), id_of(row.key));
    let spoken = format!("{} {}", row.symbol, row.name);
    let spoken = spoken.trim();
    let number = |id: &str, min: String, max: String, step: &str| {
        html! { input type="number" id=(id) data-key=(key) min=(min) max=(max) step=(step) aria-label=(spoken); }
    };
    let slider = |min: String, max: String, step: String| {
        html! { input type="range" id=(id) data-key=(key) min=(min) max=(max) step=(step) aria-label=(spoken); }
    };
    let options = |options: &'static [ParamOption]| {
        html! { @for option in options { option value=(option.key) { (option.name) } } }
    };
    let beside = field(row).unwrap_or_default();
    match row.kind {
        ParamKind::Integer { min, max, slider: ends, .. } => match ends {
            Some((low, high)) => html! {
                div.row {
                    (slider(low.to_string(), high.to_string(), "1".into()))
                    (number(&beside, min.to_string(), max.to_string(), "1"))
                }
            },
            None => html! {
                div.row.typed {
                    (number(&beside, min.to_string(), max.to_string(), "1"))
                    @if row.key == Key::Seed { button type="button" data-do="seed" { "New" } }
                }
            },
        },
        ParamKind::Real { min, max, slider: ends, step, .. } => {
            let (low, high) = ends.unwrap_or((min, max));
            html! {
                div.row {
                    (slider(low.to_string(), high.to_string(), step.to_string()))
                    (number(&beside, min.to_string(), max.to_string(), "any"))
                }
            }
        }
        ParamKind::Choice { .. } if is_box(row) => {
            html! { input type="checkbox" id=(id) data-key=(key) aria-label=(spoken); }
        }
        ParamKind::Choice { options: all, .. } => html! {
            div.row.single { select id=(id) data-key=(key) aria-label=(spoken) { (options(all)) } }
        },
        ParamKind::Nodes { .. } => html! {
            div.row.single {
                input type="text" inputmode="numeric" placeholder="drawn with the seed" id=(id) data-key=(key) aria-label=(spoken);
            }
        },
        ParamKind::Set { .. } | ParamKind::Keys => html! {},
    }
}
