//! The form after an update: changed and unchanged parts.

use super::*;

const REACH: f64 = 0.0155;

fn brought(controls: &mut Controls, fragment: &str) -> DomPatch {
    let scenario = link::parse(fragment).scenario;
    controls.sheet(&scenario, &Results::of(scenario, &|| 0.0), REACH)
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
    let marked = |sheet: &DomPatch| sheet.has("load-part", "--end").and_then(|part| part.parse::<f64>().ok());
    assert!(marked(&sheet).is_some_and(|part| (part - end).abs() < 1e-4 || part > end), "{:?}", marked(&sheet));
    let further = Controls::default().sheet(&results.scenario, &results, 2.0);
    assert_eq!(further.has("load", "max").as_deref(), Some("1"), "no further than the table accepts");
    blessed::words("spoken loads", ["#load=0.012", "#v=2&reading=flow&load=0.02"], |link| {
        let sheet = brought(&mut Controls::default(), link);
        (sheet.said("unit-load"), sheet.has("load", "aria-valuetext"))
    });
}

#[test]
fn an_arrow_in_a_number_field_goes_to_the_next_stop_of_its_slider_within_the_range() {
    let rows = [
        ("load=0.0065", Key::Load),
        ("load=0.00652", Key::Load),
        ("load=0", Key::Load),
        ("load=1", Key::Load),
        ("beta=0.02", Key::Beta),
        ("beta=0.9999", Key::Beta),
        ("k=8", Key::K),
        ("k=32", Key::K),
        ("target=0", Key::Target),
        ("target=60.5", Key::Target),
        ("cost=0.01", Key::Cost),
        ("system=hypercube-mmpp&hurst=0.7", Key::Hurst),
        ("system=hypercube-mmpp&hurst=0.505", Key::Hurst),
        ("system=hypercube-mmpp&lag1=0.3", Key::Lag1),
        ("system=banyan-multicast&multicast=0.3", Key::Multicast),
    ];
    blessed::words("up and down", rows, |(link, key)| {
        let scenario = link::parse(link).scenario;
        let row = scenario.system().param(key).expect("it has it");
        let results = Results::of(scenario, &|| 0.0);
        let to = |up| row.format(next(row, &results, scenario.get(key), up), scenario.system().params());
        [true, false].map(to)
    });
}

fn step_of(form: &str, id: &str) -> Option<f64> {
    let input = form.split("<input").find(|input| input.contains(id))?;
    input.split("step=\"").nth(1)?.split('"').next()?.parse().ok()
}

#[test]
fn every_parameter_with_a_control_is_brought_to_the_scenario_and_its_field_moves_as_its_slider_does() {
    for (system, reading) in System::ALL.iter().flat_map(|one| Reading::ALL.iter().map(move |reading| (*one, reading)))
    {
        let link = format!("#v=2&system={}&reading={}", system.key(), reading.key());
        let (sheet, scenario) = (brought(&mut Controls::default(), &link), link::parse(&link).scenario);
        let results = Results::of(scenario, &|| 0.0);
        let form = sheet.said("controls") + &sheet.said("load-box");
        assert!(!form.contains("type=\"number\""), "the wheel changes it, and a comma is lost");
        let rows: Vec<_> = system.params().iter().filter(|row| form::has(row)).collect();
        assert_eq!(form.matches("<div class=\"control").count(), rows.len(), "{system:?}");
        assert!(!rows.iter().any(|row| matches!(row.key.group(), Group::View | Group::Lesson)), "{system:?}");
        for row in rows {
            let (name, id) = (format!("{system:?} {}", row.key.name()), id_of(row.key));
            let inputs = form.matches(&format!("data-key=\"{}\"", row.key.name())).count();
            let other = row.slides() || matches!(row.kind, ParamKind::Choice { .. });
            assert_eq!(inputs, usize::from(form::field(row).is_some()) + usize::from(other), "{name}");
            assert!(form.contains(&format!("id=\"{id}\"")), "{name}");
            // A file has no value that could be written.
            let shown = sheet.valued(&id).or_else(|| sheet.checks(&id).map(|on| u8::from(on).to_string()));
            assert_eq!(shown, (row.key != Key::Table).then(|| scenario.text(row.key)), "{name}");
            let spoken = sheet.has(&id, "aria-valuetext");
            assert_eq!(spoken.is_some(), row.slides(), "{name}");
            if let Some(spoken) = spoken {
                assert_eq!(spoken.split(' ').next(), Some(scenario.text(row.key).as_str()), "{name}");
                assert!(row.unit.is_empty() || spoken.matches(row.unit).count() == 1, "{name}: {spoken}");
            }
            let step = step_of(&form, &format!("id=\"{id}\""));
            let step = sheet.has(&id, "step").map_or(step, |step| step.parse().ok());
            for place in [0.0, 0.3, 0.77, 1.0].into_iter().filter(|_| row.slides()) {
                let (low, high) = ends(row, REACH);
                let value = row.nearest(low + place * (high - low));
                for up in [false, true] {
                    let moved = next(row, &results, value, up);
                    assert_eq!(row.nearest(moved), moved, "{name}");
                    let stop = step.is_none_or(|step| (moved - value).abs() < step * 1.000_001);
                    assert!(stop && (moved == value || (moved > value) == up), "{name}: {value} to {moved}");
                    let written = row.format(moved, system.params());
                    assert!(moved == value || written.len() <= 8, "{name}: {written}");
                }
            }
        }
    }
}

/// Performs an act of a script on a form; returns its updates.
fn act((controls, link): &mut (Controls, String), words: &[&str]) -> Told {
    let key = |name: &str| System::TorusBroadcast.params().iter().find(|row| row.key.name() == name).expect(name).key;
    let sheet = match *words {
        ["open", fragment] => {
            *link = fragment.into();
            brought(controls, link)
        }
        ["again"] => brought(controls, link),
        ["type", name] => {
            controls.typing(key(name));
            DomPatch::default()
        }
        ["insist"] => {
            controls.insist();
            DomPatch::default()
        }
        ["help", name] => controls.help(key(name)),
        ["right", name] => right_so_far(System::TorusBroadcast, key(name), true),
        ["wrong", name] => right_so_far(System::TorusBroadcast, key(name), false),
        ["wrong-elsewhere", name] => right_so_far(System::KaryNCube, key(name), false),
        _ => panic!("{words:?}"),
    };
    let ids =
        ["number-k", "number-vcs", "input-seed", "control-k", "control-vcs", "control-beta", "reset-k", "reset-vcs"];
    (seen(&sheet, &ids) + &seen(&sheet, &["help-k", "ask-k", "number-beta"]), Vec::new())
}

#[test]
fn a_form_is_typed_in_reset_hidden_and_explained() {
    let scripts = "
        a number that is typed is left alone: open #; again; type k; open #k=16; open #k=16&vcs=5
        a value that was not accepted does not stay: open #k=32; type k; insist; again; again
        right or wrong so far: wrong k; right seed; wrong-elsewhere beta
        hidden controls: open #scene=point&hide=k,vcs
        only other values are reset: open #k=9
        help closes with the system: open #; help k; help k; help k; open #system=kary-ncube; help k
    ";
    scripts::tell("controls", scripts, Default::default, act);
    let form = brought(&mut Controls::default(), "").said("controls");
    assert!(plain(&form).len() > 100 && form.contains("Takes a whole number from 3 to 32."), "{form}");
    for name in ["k ring size", "V virtual channels", "β broadcast share"] {
        assert!(form.contains(&format!("aria-label=\"{name}\"")), "{name}");
    }
}

#[test]
fn a_field_may_write_the_same_number_otherwise() {
    assert!(same("0.0100", "0.01") && same(" 8 ", "8") && same("1e-3", "0.001"));
    assert!(!same("", "8") && !same("-", "8") && !same("80", "8") && !same("0,3", "0,3,5"));
    assert!(same("0,3", "0,3"), "a list of nodes");
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
