//! The form after an update: changed and unchanged parts.

use super::*;
use crate::blessed;
use flitscope::{
    param::Group,
    scenario::{Reading, link},
};

/// The end of the load axis.
const REACH: f64 = 0.0155;

fn brought(controls: &mut Controls, fragment: &str) -> DomPatch {
    let scenario = link::parse(fragment).scenario;
    controls.sheet(&scenario, &Results::of(scenario, &|| 0.0), REACH)
}

fn field(sheet: &DomPatch, id: &str) -> (String, bool) {
    sheet.field(id).expect("a field")
}

#[test]
fn every_parameter_with_a_control_has_its_inputs_and_they_are_brought_to_the_scenario() {
    for &system in System::ALL {
        let sheet = brought(&mut Controls::default(), &format!("#system={}", system.key()));
        let form = sheet.said("controls") + &sheet.said("load-box");
        let rows: Vec<_> = system.params().iter().filter(|row| form::has(row)).collect();
        assert_eq!(form.matches("<div class=\"control").count(), rows.len(), "{system:?}");
        for row in rows {
            let name = row.key.name();
            let inputs = form.matches(&format!("data-key=\"{name}\"")).count();
            let fields = usize::from(form::field(row).is_some());
            let other = usize::from(form::slides(row) || matches!(row.kind, ParamKind::Choice { .. }));
            assert_eq!(inputs, fields + other, "{system:?} {name}");
            assert!(form.contains(&format!("id=\"{}\"", id_of(row.key))), "{system:?} {name}");
            if row.key == Key::Table {
                // A file has no value that could be written.
                continue;
            }
            let scenario = Scenario::new(system);
            let shown = sheet
                .valued(&id_of(row.key))
                .or_else(|| sheet.checks(&id_of(row.key)).map(|on| u8::from(on).to_string()));
            assert_eq!(shown, Some(scenario.text(row.key)), "{system:?} {name}");
        }
    }
}

#[test]
fn the_name_that_is_spoken_holds_the_symbol_and_the_word() {
    let sheet = brought(&mut Controls::default(), "");
    let form = sheet.said("controls") + &sheet.said("load-box");
    for name in ["k ring size", "V virtual channels", "β broadcast share", "λ load"] {
        assert!(form.contains(&format!("aria-label=\"{name}\"")), "{name}");
    }
}

#[test]
fn the_slider_of_the_load_follows_the_axis_of_the_chart() {
    let sheet = brought(&mut Controls::default(), "");
    let results = Results::of(Scenario::new(System::TorusBroadcast), &|| 0.0);
    assert_eq!(sheet.has("load", "max").as_deref(), Some("0.0155"));
    assert_eq!(sheet.has("load", "step"), Some(results.load_step()));
    assert_eq!(sheet.has("input-k", "max"), None, "the table says how far it goes");
    // Loads beyond the end of the paper are marked on it, where our model has none.
    let end = results.curves[0].end.load / REACH;
    let marked = |sheet: &DomPatch| sheet.styled("load-box", "--end").and_then(|part| part.parse::<f64>().ok());
    assert!(marked(&sheet).is_some_and(|part| (part - end).abs() < 1e-4 || part > end), "{:?}", marked(&sheet));
    let further = Controls::default().sheet(&results.scenario, &results, 2.0);
    assert_eq!(further.has("load", "max").as_deref(), Some("1"), "no further than the table accepts");
    blessed::words("spoken loads", ["#load=0.012", "#v=2&reading=flow&load=0.02"], |link| {
        let sheet = brought(&mut Controls::default(), link);
        (sheet.said("unit-load"), sheet.has("load", "aria-valuetext"))
    });
}

#[test]
fn every_slider_says_its_unit_once() {
    let mut count = 0;
    for (system, reading) in
        System::ALL.iter().flat_map(|system| Reading::ALL.iter().map(move |reading| (system, reading)))
    {
        let link = format!("#v=2&system={}&reading={}", system.key(), reading.key());
        let (sheet, scenario) = (brought(&mut Controls::default(), &link), link::parse(&link).scenario);
        for row in system.params().iter().filter(|row| form::slides(row)) {
            let id = id_of(row.key);
            // The answer of a lesson is drawn, and has sliders of its own.
            let Some(spoken) = sheet.has(&id, "aria-valuetext") else { continue };
            count += 1;
            assert_eq!(spoken.split(' ').next(), Some(scenario.text(row.key).as_str()), "{link} {id}");
            let units = if row.unit.is_empty() { 1 } else { spoken.matches(row.unit).count() };
            assert_eq!(units, 1, "{link} {id}: {spoken}");
        }
    }
    assert!(count > 100, "{count} sliders");
}

#[test]
fn an_arrow_in_a_number_field_goes_to_the_next_stop_of_its_slider_within_the_range() {
    let moved = |fragment: &str, key: Key, up: bool| {
        let scenario = link::parse(fragment).scenario;
        let row = scenario.system().param(key).expect("it has it");
        let value = next(row, &Results::of(scenario, &|| 0.0), scenario.get(key), up);
        row.format(value, scenario.system().params())
    };
    for (fragment, key, up, down) in [
        ("#load=0.0065", Key::Load, "0.00655", "0.00645"),
        ("#load=0.00652", Key::Load, "0.00655", "0.0065"),
        ("#load=0", Key::Load, "0.00005", "0"),
        ("#load=1", Key::Load, "1", "0.99995"),
        ("#beta=0.02", Key::Beta, "0.025", "0.015"),
        ("#beta=0.9999", Key::Beta, "1", "0.995"),
        ("#k=8", Key::K, "9", "7"),
        ("#k=32", Key::K, "32", "31"),
        ("#target=0", Key::Target, "1", "0"),
        ("#target=60.5", Key::Target, "61", "60"),
        ("#cost=0.01", Key::Cost, "1", "0.01"),
        ("#system=hypercube-mmpp&hurst=0.7", Key::Hurst, "0.71", "0.69"),
        ("#system=hypercube-mmpp&hurst=0.505", Key::Hurst, "0.51", "0.505"),
        ("#system=hypercube-mmpp&lag1=0.3", Key::Lag1, "0.35", "0.25"),
        ("#system=banyan-multicast&multicast=0.3", Key::Multicast, "0.35", "0.25"),
    ] {
        assert_eq!(
            (moved(fragment, key, true).as_str(), moved(fragment, key, false).as_str()),
            (up, down),
            "{fragment}"
        );
    }
}

#[test]
fn every_field_moves_as_its_slider_does_and_stays_in_its_range() {
    for &system in System::ALL {
        let scenario = Scenario::opening(system);
        let sheet = brought(&mut Controls::default(), &link::write(&scenario));
        let results = Results::of(scenario, &|| 0.0);
        let form = sheet.said("controls") + &sheet.said("load-box");
        assert!(!form.contains("type=\"number\""), "the wheel changes it, and a comma is lost");
        for row in system.params().iter().filter(|row| form::slides(row)) {
            let id = format!("id=\"{}\"", id_of(row.key));
            let step = form
                .split("<input")
                .find(|input| input.contains(&id))
                .and_then(|input| input.split("step=\"").nth(1)?.split('"').next()?.parse::<f64>().ok());
            let step = sheet.has(&id_of(row.key), "step").map_or(step, |step| step.parse().ok());
            for place in [0.0, 0.3, 0.77, 1.0] {
                let (low, high) = ends(row, REACH);
                let value = row.nearest(low + place * (high - low));
                for up in [false, true] {
                    let moved = next(row, &results, value, up);
                    assert_eq!(row.nearest(moved), moved, "{system:?} {}", row.key.name());
                    let stop = step.is_none_or(|step| (moved - value).abs() < step * 1.000_001);
                    assert!(
                        stop && (moved == value || (moved > value) == up),
                        "{system:?} {}: {value} to {moved}",
                        row.key.name()
                    );
                    let written = row.format(moved, system.params());
                    assert!(moved == value || written.len() <= 8, "{system:?} {}: {written}", row.key.name());
                }
            }
        }
    }
}

#[test]
fn a_number_that_is_being_typed_is_left_alone_and_others_are_not() {
    let mut controls = Controls::default();
    assert_eq!(field(&brought(&mut controls, ""), "number-k"), ("8".into(), false), "the form is new");
    assert_eq!(field(&brought(&mut controls, ""), "number-k"), ("8".into(), true), "nothing has changed");
    controls.typing(Key::K);
    assert_eq!(field(&brought(&mut controls, "#k=16"), "number-k"), ("16".into(), true));
    assert_eq!(
        field(&brought(&mut controls, "#k=16&vcs=5"), "number-vcs"),
        ("5".into(), false),
        "it gave way to another one"
    );
}

#[test]
fn a_value_that_was_not_accepted_does_not_stay_in_its_field() {
    let mut controls = Controls::default();
    brought(&mut controls, "#k=32");
    controls.typing(Key::K);
    controls.insist();
    assert_eq!(field(&brought(&mut controls, "#k=32"), "number-k"), ("32".into(), false));
    assert_eq!(field(&brought(&mut controls, "#k=32"), "number-k"), ("32".into(), true), "once");
}

#[test]
fn a_field_may_write_the_same_number_otherwise() {
    assert!(same("0.0100", "0.01") && same(" 8 ", "8") && same("1e-3", "0.001"));
    assert!(!same("", "8") && !same("-", "8") && !same("80", "8") && !same("0,3", "0,3,5"));
    assert!(same("0,3", "0,3"), "a list of nodes");
}

#[test]
fn what_is_typed_is_marked_as_right_or_wrong_so_far() {
    let said = |key, right| right_so_far(System::TorusBroadcast, key, right);
    assert_eq!(said(Key::K, false).has("number-k", "aria-invalid").as_deref(), Some("true"));
    assert_eq!(said(Key::Seed, true).has("input-seed", "aria-invalid").as_deref(), Some("false"), "it has no slider");
    assert!(said(Key::Hurst, false).marks().is_empty(), "the system has no such parameter");
}

#[test]
fn hidden_controls_and_those_that_do_not_apply_are_not_shown() {
    let sheet = brought(&mut Controls::default(), "#scene=point&hide=k,vcs");
    assert_eq!(
        ["k", "vcs", "beta"].map(|key| sheet.shows(&format!("control-{key}"))),
        [Some(false), Some(false), Some(true)]
    );
}

#[test]
fn only_what_is_not_at_its_default_can_be_reset() {
    let sheet = brought(&mut Controls::default(), "#k=9");
    assert_eq!((sheet.shows("reset-k"), sheet.shows("reset-vcs")), (Some(true), Some(false)));
}

#[test]
fn the_remarks_say_what_follows_from_a_value() {
    let values = [
        ("#k=32", "unit-k"),
        ("#system=hypercube-slotted&n=10", "unit-n"),
        ("#system=banyan-multicast&n=3&fanout=2", "unit-n"),
        ("#beta=0.125", "unit-beta"),
    ];
    blessed::words("remarks", values, |(link, id)| brought(&mut Controls::default(), link).said(id));
}

#[test]
fn help_opens_and_closes_and_closes_with_the_system() {
    let mut controls = Controls::default();
    brought(&mut controls, "");
    let open = controls.help(Key::K);
    assert_eq!((open.shows("help-k"), open.has("ask-k", "aria-expanded").as_deref()), (Some(true), Some("true")));
    assert_eq!(controls.help(Key::K).shows("help-k"), Some(false));
    controls.help(Key::K);
    brought(&mut controls, "#system=kary-ncube");
    assert_eq!(controls.help(Key::K).shows("help-k"), Some(true), "the form is new");
}

#[test]
fn help_names_what_is_accepted() {
    let form = brought(&mut Controls::default(), "").said("controls");
    assert!(form.contains("Takes a whole number from 3 to 32."), "{form}");
}

#[test]
fn the_view_has_no_controls_in_the_form() {
    for &system in System::ALL {
        assert!(
            system
                .params()
                .iter()
                .filter(|row| matches!(row.key.group(), Group::View | Group::Lesson))
                .all(|row| !form::has(row))
        );
    }
}
