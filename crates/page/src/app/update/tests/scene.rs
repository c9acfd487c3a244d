//! Movements of controls, undo, and what they do to the scenario.

use super::*;

#[test]
fn a_slider_changes_the_numbers_with_the_next_picture_and_not_before() {
    let mut bench = Bench::new("");
    bench.settle();
    let before = bench.said("said");
    bench.slide(Key::K, "9");
    assert_eq!((bench.get(Key::K), bench.said("said") == before), (9.0, true));
    assert!(!bench.state.is_settled() && bench.frame);
    bench.wait(PICTURE);
    assert_ne!(bench.said("said"), before);
    assert_eq!(bench.sheet.valued("number-k").as_deref(), Some("9"));
    bench.settle();
}

#[test]
fn a_movement_of_a_slider_is_one_step_of_undo() {
    let mut bench = Bench::new("");
    for k in ["9", "10", "11"] {
        bench.slide(Key::K, k);
        bench.send(EditMessage::Released);
        bench.wait(100.0);
    }
    bench.wait(700.0);
    bench.slide(Key::K, "12");
    bench.send(EditMessage::Undo);
    assert_eq!(bench.get(Key::K), 11.0, "it had rested before");
    bench.send(EditMessage::Undo);
    assert_eq!(bench.get(Key::K), 8.0);
    bench.send(EditMessage::Redo);
    assert_eq!(bench.get(Key::K), 11.0);
}

#[test]
fn the_arrows_move_a_number_from_the_one_typed_last_and_rest_with_it() {
    let mut bench = Bench::new("");
    bench.settle();
    bench.typed(Key::Load, "0,007");
    for up in [true, true, false] {
        bench.send(EditMessage::Nudge { key: Key::Load, up });
    }
    let field = bench.sheet.field("number-load");
    assert_eq!((bench.get(Key::Load), field), (0.0071, Some(("0.0071".into(), false))));
    bench.wait(700.0);
    assert_eq!(bench.sheet.has("number-load", "aria-valuenow").as_deref(), Some("0.0071"));
    bench.send(EditMessage::Undo);
    assert_eq!(bench.get(Key::Load), 0.0065, "one movement");
    bench.send(EditMessage::Nudge { key: Key::Target, up: true });
    assert_eq!(bench.get(Key::Target), 1.0);
}

#[test]
fn a_comma_is_a_decimal_point_wherever_a_number_is_typed() {
    for (fragment, key, text, value) in [
        ("#system=banyan-multicast", Key::Load, "0,5", 0.5),
        ("#system=hypercube-slotted", Key::Load, "0,1", 0.1),
        ("", Key::Beta, "0,04", 0.04),
        ("#tab=ask", Key::Target, "62,5", 62.5),
        ("#lesson=deadlock&step=2", Key::Answer, "1,5", 1.5),
    ] {
        let mut bench = Bench::new(fragment);
        bench.put(key, text);
        bench.settle();
        assert_eq!((bench.get(key), bench.said("notices")), (value, String::new()), "{fragment}");
    }
    let mut bench = Bench::new("#tab=ask");
    bench.put(Key::Target, "1.234,5");
    bench.wait(PICTURE);
    bench.sheet.tells("notices", "target = 1.234,5 is ambiguous");
}

#[test]
fn a_half_typed_number_is_left_alone_and_counts_when_it_is_right() {
    let mut bench = Bench::new("");
    bench.settle();
    bench.typed(Key::K, "1");
    assert_eq!((bench.get(Key::K), bench.sheet.has("number-k", "aria-invalid").as_deref()), (8.0, Some("true")));
    assert_eq!(bench.said("notices"), "", "nobody is told off halfway through");
    bench.typed(Key::K, "16");
    bench.wait(PICTURE);
    assert_eq!((bench.get(Key::K), bench.sheet.has("number-k", "aria-invalid").as_deref()), (16.0, Some("false")));
    let gentle = |bench: &Bench| bench.sheet.field("number-k").map(|(_, gentle)| gentle);
    assert_eq!(gentle(&bench), Some(true));
    bench.typed(Key::K, "160");
    bench.put(Key::K, "160");
    bench.wait(PICTURE);
    bench.sheet.tells("notices", "k = 160 is out of range");
    assert_eq!((bench.get(Key::K), gentle(&bench)), (32.0, Some(false)), "its text does not stay");
}

#[test]
fn what_gives_way_to_a_typed_number_comes_back_when_the_number_is_complete() {
    let mut bench = Bench::new("#k=16&source=200");
    bench.typed(Key::K, "3");
    bench.wait(PICTURE);
    assert_eq!(bench.get(Key::Source), 0.0);
    bench.sheet.tells("notices", "source = 200 is out of range");
    bench.typed(Key::K, "32");
    bench.wait(PICTURE);
    assert_eq!((bench.get(Key::Source), bench.said("notices").as_str()), (200.0, ""));
}

#[test]
fn what_is_half_typed_goes_with_the_address_it_was_typed_at() {
    for (fragment, k) in [("#system=kary-ncube", 8.0), ("#k=20", 20.0)] {
        let mut bench = Bench::new("#k=16");
        let typed = |bench: &Bench, message: EditMessage| {
            let address = bench.sheet.has("controls", "data-address").and_then(|text| text.parse().ok());
            Message::At(address.unwrap(), Box::new(message.into()))
        };
        let put = EditMessage::Put { key: Key::K, text: "12".into(), moving: false };
        bench.send(typed(&bench, EditMessage::Typed { key: Key::K, text: "1".into() }));
        let stale = typed(&bench, put.clone());
        bench.send(EditMessage::Address(fragment.into()));
        // A field that the next picture takes away says what is in it, before that picture or within it.
        bench.send(stale.clone());
        bench.settle();
        bench.send(stale);
        bench.settle();
        assert_eq!((bench.get(Key::K), bench.sheet.valued("number-k")), (k, Some(k.to_string())), "{fragment}");
        bench.send(typed(&bench, put));
        assert_eq!(bench.get(Key::K), 12.0, "{fragment}: this is typed there");
    }
}

#[test]
fn undo_goes_across_systems_and_a_system_is_found_as_it_was_left() {
    let mut bench = Bench::new("#k=12");
    bench.send(EditMessage::System(System::KaryNCube));
    assert_eq!(bench.state.scenario(), &Scenario::opening(System::KaryNCube));
    bench.put(Key::Flits, "48");
    bench.send(EditMessage::System(System::TorusBroadcast));
    assert_eq!(bench.get(Key::K), 12.0);
    bench.send(EditMessage::System(System::KaryNCube));
    assert_eq!(bench.get(Key::Flits), 48.0);
    for (system, key, value) in [
        (System::TorusBroadcast, Key::K, 12.0),
        (System::KaryNCube, Key::Flits, 48.0),
        (System::KaryNCube, Key::Flits, Scenario::opening(System::KaryNCube).get(Key::Flits)),
        (System::TorusBroadcast, Key::K, 12.0),
    ] {
        bench.send(EditMessage::Undo);
        bench.settle();
        assert_eq!((bench.state.scenario().system(), bench.get(key)), (system, value));
        assert!(bench.said("scene").starts_with(system.name()));
    }
    bench.send(EditMessage::Undo);
    assert_eq!(bench.get(Key::K), 12.0, "there is nothing before the link");
}

#[test]
fn the_tab_of_the_present_system_changes_nothing() {
    let mut bench = Bench::new("#k=16&vcs=5");
    let before = *bench.state.scenario();
    bench.send(EditMessage::System(System::TorusBroadcast));
    assert_eq!((*bench.state.scenario(), bench.state.history.can_undo()), (before, false));
}

#[test]
fn undo_leaves_the_view_as_it_is() {
    let mut bench = Bench::new("");
    bench.slide(Key::K, "9");
    bench.put(Key::Axis, "log");
    bench.send(EditMessage::Show { reading: Reading::Refined, on: true });
    bench.send(EditMessage::Undo);
    assert_eq!((bench.get(Key::K), bench.state.scenario().chosen(Key::Axis)), (8.0, "log"));
    assert!(bench.state.scenario().shown().contains(&Reading::Refined));
}

#[test]
fn a_curve_that_the_scenario_does_not_have_is_refused_with_the_reason() {
    let mut bench = Bench::new("#n=3");
    let before = *bench.state.scenario();
    bench.send(EditMessage::Show { reading: Reading::Printed, on: true });
    bench.wait(PICTURE);
    bench.sheet.tells("notices", "when n = 3");
    assert_eq!(*bench.state.scenario(), before);
}

#[test]
fn the_operating_point_is_dragged_in_round_steps_and_a_drag_is_one_step() {
    let mut bench = Bench::new("");
    bench.settle();
    for place in [100.0, 150.0, 250.0] {
        bench.send(ChartMessage::Drag { to: (place, 0.0), comes_down: true });
    }
    bench.send(EditMessage::Rest);
    let load = bench.get(Key::Load);
    assert_eq!(load, bench.state.results.tidy_load(load));
    assert!((load - bench.state.results.load_end() / 2.0).abs() < 1e-4);
    bench.send(EditMessage::Undo);
    assert_eq!(bench.get(Key::Load), 0.0065);
}

#[test]
fn the_cursor_s_load_becomes_the_load_shown() {
    let mut bench = Bench::new("");
    bench.settle();
    bench.send(ChartMessage::LoadFromCursor);
    assert_eq!(bench.get(Key::Load), 0.0065, "there is no cursor yet");
    bench.send(ChartMessage::Cursor(Cursor::At(150.0)));
    bench.send(ChartMessage::LoadFromCursor);
    assert_eq!(bench.get(Key::Load), bench.state.results.tidy_load(bench.state.results.load_end() / 4.0));
}

#[test]
fn beyond_saturation_there_is_a_way_back() {
    let mut bench = Bench::new("#load=0.02");
    bench.settle();
    assert_eq!(bench.state.results.outcome, Outcome::Saturated);
    bench.send(EditMessage::BelowSaturation);
    bench.settle();
    assert!(matches!(bench.state.results.outcome, Outcome::Stable(_)));
    assert_eq!(bench.asked.iter().filter(|effect| **effect == Effect::Focus("chart".into())).count(), 1);
}

#[test]
fn a_reset_parameter_keeps_the_reader_at_its_control_and_reset_all_resets_the_rest() {
    let mut bench = Bench::new("#k=9&vcs=5");
    bench.send(EditMessage::Reset(Key::K));
    assert_eq!((bench.get(Key::K), bench.get(Key::Vcs)), (8.0, 5.0));
    assert!(bench.asked.contains(&Effect::Focus("input-k".into())));
    bench.send(EditMessage::ResetAll);
    assert_eq!(*bench.state.scenario(), Scenario::opening(System::TorusBroadcast));
}

#[test]
fn a_scene_of_the_list_opens_and_one_of_the_animation_is_scrolled_to() {
    for (index, preset) in preset::all().enumerate() {
        let mut bench = Bench::new("#k=9");
        bench.send(EditMessage::Preset(index));
        assert_eq!(*bench.state.scenario(), preset.scenario(), "{}", preset.title);
        bench.send(EditMessage::System(System::TorusBroadcast));
        let kept =
            if preset.scenario().system() == System::TorusBroadcast { preset.scenario().count(Key::K) } else { 9 };
        assert_eq!(bench.state.scenario().count(Key::K), kept, "another system is found as it was left");
        assert_eq!(bench.asked.contains(&Effect::ScrollTo("world")), preset.is_animation(), "{}", preset.title);
    }
    let mut bench = Bench::new("");
    bench.send(EditMessage::Preset(9_999));
    assert_eq!(*bench.state.scenario(), Scenario::opening(System::TorusBroadcast));
}

#[test]
fn what_takes_long_to_solve_is_solved_when_the_slider_rests() {
    let mut bench = Bench::new("");
    bench.settle();
    bench.wait(1_000.0);
    bench.state.results.longest_ms = 80.0;
    bench.slide(Key::K, "7");
    bench.wait(PICTURE);
    assert_eq!(bench.state.results.scenario.get(Key::K), 7.0, "the first time takes longer than any other");
    bench.state.results.longest_ms = 80.0;
    bench.slide(Key::K, "9");
    bench.wait(100.0);
    assert_eq!(bench.state.results.scenario.get(Key::K), 7.0);
    assert!(!bench.state.is_settled(), "its picture is still to come");
    bench.wait(100.0);
    assert_eq!(bench.state.results.scenario.get(Key::K), 9.0);
}

#[test]
fn a_tab_rises_and_goes_down_by_itself_by_escape_and_by_the_tab_that_is_open() {
    let mut bench = Bench::new("#v=2&system=torus-broadcast&auto=0");
    bench.settle();
    let raised = |bench: &Bench| bench.sheet.classed("body", "raised");
    assert_eq!(raised(&bench), Some(false), "a link opens none");
    bench.put(Key::Tab, "equations");
    bench.settle();
    assert_eq!((raised(&bench), bench.sheet.shows("panel-equations")), (Some(true), Some(true)));
    bench.put(Key::Tab, "data");
    bench.settle();
    assert_eq!((raised(&bench), bench.sheet.shows("panel-data")), (Some(true), Some(true)));
    bench.put(Key::Tab, "data");
    assert_eq!(raised(&bench), Some(false));
    assert!(bench.asked.contains(&Effect::Focus("tab-data".into())));
    bench.put(Key::Tab, "data");
    bench.send(PageMessage::Lower);
    bench.settle();
    assert_eq!((raised(&bench), bench.sheet.shows("panel-data")), (Some(false), Some(true)));
    bench.put(Key::Tab, "data");
    bench.put(Key::Present, "1");
    bench.settle();
    assert_eq!(raised(&bench), Some(false), "Present has no tabs");
}

#[test]
fn escape_or_a_tab_closes_all_settings() {
    let mut bench = Bench::new("#v=2");
    bench.settle();
    let open = |bench: &Bench| bench.sheet.classed("controls", "open");
    let escape = crate::action::pressed(
        "input-k",
        crate::action::Focus::Text,
        Some(crate::action::KeyScope::Settings),
        "Escape",
    );
    bench.send(PageMessage::Settings(None));
    assert_eq!(open(&bench), Some(true));
    bench.send(escape.expect("it does something"));
    assert_eq!(open(&bench), Some(false));
    assert!(bench.asked.contains(&Effect::Focus("all-settings".into())));
    bench.send(PageMessage::Settings(None));
    bench.put(Key::Tab, "data");
    assert_eq!((open(&bench), bench.sheet.classed("body", "raised")), (Some(false), Some(true)));
}

#[test]
fn the_glossary_opens_at_the_word_that_was_asked_for() {
    let mut bench = Bench::new("#v=2");
    bench.settle();
    for (word, id) in [("flit", "word-flit"), ("", "words-title")] {
        bench.send(crate::action::asked("words", word).expect("it opens"));
        assert_eq!(bench.asked.last(), Some(&Effect::Focus(id.into())));
    }
    assert!(
        bench.said("heading").contains("data-of=\"flit\"") && bench.said("words-list").contains("id=\"word-flit\"")
    );
}

#[test]
fn a_typed_load_counts_to_its_last_digit() {
    let mut bench = Bench::new("");
    bench.typed(Key::Load, "0.00456123");
    assert_eq!(bench.get(Key::Load), 0.004_561_23);
    bench.put(Key::Load, "0.00456123");
    bench.settle();
    assert_eq!(
        (bench.get(Key::Load), bench.sheet.valued("number-load").as_deref()),
        (0.004_561_23, Some("0.00456123"))
    );
}

#[test]
fn an_open_tab_stays_when_the_system_changes() {
    let mut bench = Bench::new("");
    bench.put(Key::Tab, "data");
    bench.send(EditMessage::System(System::HypercubeSlotted));
    bench.settle();
    assert_eq!((bench.state.scenario().chosen(Key::Tab), bench.sheet.shows("panel-data")), ("data", Some(true)));
}

#[test]
fn each_suggested_change_is_made_by_its_button_which_then_goes() {
    for &system in System::ALL {
        let fragment = format!("#v=2&system={}", system.key());
        let suggested = |bench: &Bench| -> Vec<(String, String)> {
            let markup = bench.said("try");
            let values = |name: &str| {
                markup
                    .split(&format!("{name}=\""))
                    .skip(1)
                    .map(|rest| rest.split('"').next().unwrap_or_default().to_owned())
                    .collect::<Vec<_>>()
            };
            values("data-do").into_iter().zip(values("data-of")).collect()
        };
        let mut opened = Bench::new(&fragment);
        opened.settle();
        // A newcomer has the lesson alone.
        assert_eq!(suggested(&opened), [("lesson".to_owned(), "first".to_owned())], "{system:?}");
        opened.slide(Key::Load, "0.001");
        opened.settle();
        assert!(suggested(&opened).iter().any(|(action, _)| action == "compare"), "{system:?}");
        for change in suggested(&opened) {
            let mut bench = Bench::new(&fragment);
            bench.settle();
            bench.send(crate::action::asked(&change.0, &change.1).expect("it does something"));
            bench.settle();
            let (name, value) = change.1.split_once('=').expect("a key and its value");
            // A comparison keeps the curve by itself.
            assert_eq!(bench.state.results.pins.len(), usize::from(change.0 == "compare"), "{system:?}: {change:?}");
            let key = *Key::ALL.iter().find(|key| key.name() == name).expect("a key");
            assert_eq!(bench.state.scenario().text(key), value, "{system:?}");
            assert!(!suggested(&bench).contains(&change), "{system:?}: {change:?}");
        }
    }
}
