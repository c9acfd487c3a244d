//! The markup of the form of a system, from its table of parameters.
//!
//! One form has two shapes: the four main parameters in a row below the first screen, and all of them in groups in the panel *All
//! settings*. The load is part of the world, beside its network.

use crate::prelude::*;
use flitscope::param::ParamOption;

const GROUPS: [(&[Group], &str); 5] = [
    (&[Group::Network], "Network"),
    (&[Group::Traffic, Group::Load], "Traffic"),
    (&[Group::Curves], "Model"),
    (&[Group::Simulation, Group::Run], "Simulation"),
    (&[Group::Animation], "Animation"),
];

pub(crate) const fn main(system: System) -> &'static [Key] {
    match system {
        System::TorusBroadcast => &[Key::Vcs, Key::Flits, Key::Beta, Key::K],
        System::KaryNCube => &[Key::K, Key::N, Key::Vcs, Key::Flits],
        System::HypercubeMmpp => &[Key::Vcs, Key::Hurst, Key::Lag1, Key::Flits],
        System::HypercubeSlotted => &[Key::N, Key::Order, Key::Policy],
        System::BanyanMulticast => &[Key::Fanout, Key::Multicast, Key::N, Key::Start],
        #[cfg(feature = "test-system")]
        System::Ring => &[Key::K],
    }
}

/// Main parameters with a button at the thumb of a phone, which puts their slider into the place of the load.
pub(crate) const AT_THUMB: usize = 3;

/// True if a parameter has a control in the form, or in the world.
pub(crate) fn has(row: &Param) -> bool {
    GROUPS.iter().any(|(groups, _)| groups.contains(&row.key.group()))
}

/// The id of the input that opens a table of rates.
pub const RATES_FILE: &str = "rates-file";

/// The id of the input of a parameter: of its slider, if it has one.
pub(crate) fn id_of(key: Key) -> String {
    match key {
        Key::Load => key.name().into(),
        Key::Table => RATES_FILE.into(),
        _ => format!("input-{}", key.name()),
    }
}

/// True if a parameter is switched on and off.
pub(crate) fn is_box(row: &Param) -> bool {
    matches!(row.kind, ParamKind::Choice { options: [off, _], .. } if off.key == "0")
}

/// The id of the field of a parameter in which a reader can type, if it has one.
pub(crate) fn field(row: &Param) -> Option<String> {
    match row.kind {
        _ if row.key == Key::Table => None,
        _ if row.slides() => Some(format!("number-{}", row.key.name())),
        ParamKind::Integer { .. } | ParamKind::Real { .. } | ParamKind::Nodes { .. } | ParamKind::Set { .. } => {
            Some(id_of(row.key))
        }
        ParamKind::Choice { .. } | ParamKind::Keys => None,
    }
}

/// The markup of the whole form of a system, without the rows that have their place elsewhere.
pub(crate) fn form(system: System, elsewhere: &[&Param]) -> Markup {
    let rows = |groups: &'static [Group]| {
        let here = move |row: &&Param| groups.contains(&row.key.group()) && row.key != Key::Load;
        system.params().iter().filter(here).filter(|row| !elsewhere.contains(row))
    };
    let main = main(system);
    html! {
        div.panel-head {
            h2 id="settings-title" tabindex="-1" { "All settings" }
            p id="settings-number" {}
            button.icon type="button" data-do="settings" aria-label="Close all settings" { "✕" }
        }
        div.panel-body id="settings" {
            @for (groups, title) in GROUPS {
                @if rows(groups).next().is_some() {
                    fieldset {
                        legend { (title) }
                        @for row in rows(groups) { (control(row, system, main.iter().position(|key| *key == row.key))) }
                        @if groups.contains(&Group::Simulation) {
                            label.check {
                                input type="checkbox" id="input-auto" data-key=(Key::Auto.name());
                                " simulate automatically"
                            }
                        }
                    }
                }
            }
        }
        div.panel-foot {
            p id="changed-words" {}
            button type="button" data-do="reset" { "Reset all" }
            button.primary type="button" data-do="settings" { "Done" }
        }
        div id="thumb" {
            button.narrow type="button" id="open-load" data-do="slide" data-of="load" aria-pressed="true" { "Load" }
            @for row in main.iter().take(AT_THUMB).filter_map(|key| system.param(*key)) {
                button.narrow type="button" id={ "open-" (row.key.name()) } data-do="slide" data-of=(row.key.name()) aria-pressed="false"
                    aria-label=(spoken(row)) {
                    span.sym { (if row.symbol.is_empty() { row.name } else { row.symbol }) }
                }
            }
            button type="button" id="all-settings" data-do="settings" aria-expanded="false" aria-controls="settings" {
                span { "All" span.wide { " settings" } } span id="changed" {}
            }
        }
    }
}

/// The control of the load, with the zones of its track.
pub(crate) fn load(row: &Param, system: System) -> Markup {
    html! {
        div id="load-part" {
            (control(row, system, None))
            div id="load-zones" aria-hidden="true" {
                span { "quiet" } span.end id="zone-end" {} span.full id="zone-full" {}
            }
        }
    }
}

/// A control; `place`: that among the controls of the row below the first screen. The first one stays for an audience.
pub(crate) fn control(row: &Param, system: System, place: Option<usize>) -> Markup {
    let main = place.is_some();
    let (key, slides) = (row.key.name(), row.slides());
    // Outside the panel the name and the number are texts: help shows under the pointer, and who types on a slider opens its field.
    let at_hand = main || row.key == Key::Load;
    let class = match (main, slides || matches!(row.kind, ParamKind::Nodes { .. })) {
        (true, true) => "control main",
        (true, false) => "control main choice",
        (false, true) => "control",
        (false, false) => "control choice",
    };
    html! {
        div class={ (class) (if place == Some(0) { " lead" } else { "" }) } id={ "control-" (key) } {
            div.name {
                @if !row.symbol.is_empty() { span.sym { (row.symbol) } }
                @if at_hand { span.term { (row.name) } }
                button.term type="button" id={ "ask-" (key) } data-do="help" data-of=(key) aria-expanded="false"
                    aria-controls={ "help-" (key) } aria-label={ "Help on " (row.name) } { (row.name) }
                button.chip type="button" id={ "reset-" (key) } data-do="reset-one" data-of=(key) hidden {
                    span aria-hidden="true" { "↺" } span.sr { "Reset " (row.name) " to " } span id={ "usual-" (key) } {}
                }
                @if slides {
                    (number(row))
                    @if at_hand { output.value id={ "value-" (key) } {} }
                }
                span.unit id={ "unit-" (key) } {}
            }
            (input(row))
            p.help id={ "help-" (key) } hidden { (row.help) " Takes " (row.accepted(system.params()).to_string()) "." }
        }
    }
}

/// The name by which assistive technology calls the inputs of a parameter.
fn spoken(row: &Param) -> String {
    format!("{} {}", row.symbol, row.name).trim().to_owned()
}

/// The field of a number. Browsers drop a decimal comma from an input of the type `number` without a word, and change it by the wheel.
pub(crate) fn number(row: &Param) -> Markup {
    let (min, max, keys) = match row.kind {
        ParamKind::Integer { min, max, .. } => (f64::from(min), f64::from(max), "numeric"),
        ParamKind::Real { min, max, .. } => (min, max, "decimal"),
        _ => return html! {},
    };
    html! {
        input type="text" role="spinbutton" inputmode=(keys) autocomplete="off" id=(field(row).unwrap_or_default())
            data-key=(row.key.name())
            aria-valuemin=(min) aria-valuemax=(max) aria-label=(spoken(row));
    }
}

fn input(row: &Param) -> Markup {
    let (key, id, spoken) = (row.key.name(), id_of(row.key), spoken(row));
    let slider = |min: String, max: String, step: String| {
        html! {
            div.rail {
                input type="range" id=(id) data-key=(key) min=(min) max=(max) step=(step) aria-label=(spoken);
                @if row.key == Key::Load { span id="drag" hidden { "Drag me to the right →" } }
            }
        }
    };
    let options = |options: &'static [ParamOption]| {
        html! { @for option in options { option value=(option.key) { (option.name) } } }
    };
    match row.kind {
        _ if row.key == Key::Table => html! {
            div.row { input type="file" id=(RATES_FILE) accept=".txt,.csv,text/*" aria-label=(spoken); }
        },
        ParamKind::Integer { slider: Some((low, high)), .. } => slider(low.to_string(), high.to_string(), "1".into()),
        ParamKind::Integer { slider: None, .. } => html! {
            div.row.typed {
                (number(row))
                @if row.key == Key::Seed { button type="button" data-do="seed" { "New" } }
            }
        },
        ParamKind::Real { min, max, slider: ends, step, .. } => {
            let (low, high) = ends.unwrap_or((min, max));
            slider(low.to_string(), high.to_string(), step.to_string())
        }
        ParamKind::Choice { .. } if is_box(row) => {
            html! { div.row { input type="checkbox" id=(id) data-key=(key) aria-label=(spoken); } }
        }
        ParamKind::Choice { options: all, .. } => html! {
            div.row.single { select id=(id) data-key=(key) aria-label=(spoken) { (options(all)) } }
        },
        ParamKind::Nodes { .. } => html! {
            div.row.single {
                input type="text" inputmode="numeric" placeholder="drawn with the seed" id=(id) data-key=(key) aria-label=(spoken);
            }
        },
        ParamKind::Set { .. } => {
            html! { div.row.single { input type="text" id=(id) data-key=(key) aria-label=(spoken); } }
        }
        ParamKind::Keys => html! {},
    }
}
