//! Curves that are pinned, and the comparison with them.

use super::*;

fn labels(bench: &Bench) -> Vec<String> {
    let report: serde_json::Value = serde_json::from_str(&json::write(&bench.state.results_report())).expect("JSON");
    let pins = report["pins"].as_array().expect("a list");
    pins.iter().map(|pin| pin["label"].as_str().expect("a label").to_owned()).collect()
}

fn pinned(bench: &Bench) -> usize {
    bench.state.scenario().pins().all().len()
}

#[test]
fn a_pinned_curve_stays_with_its_points_while_the_scenario_goes_on() {
    let mut bench = Bench::new("#system=hypercube-slotted&n=4");
    bench.send(RunMessage::Start);
    bench.finish();
    let points = bench.state.simulation.observations().len();
    assert!(points >= 13, "{points}");
    bench.send(EditMessage::Pin);
    bench.settle();
    assert_eq!(labels(&bench), ["as now"]);
    bench.put(Key::N, "5");
    bench.settle();
    assert_eq!(labels(&bench), ["n = 4"]);
    let report: serde_json::Value = serde_json::from_str(&json::write(&bench.state.results_report())).expect("JSON");
    let pin = &report["pins"][0];
    assert_eq!((pin["scenario"]["n"].as_u64(), pin["points"].as_array().map(Vec::len)), (Some(4), Some(points)));
    assert_eq!(pin["curves"][0]["end"], Bench::new("#system=hypercube-slotted&n=4").state.results.curves[0].end.load);
    bench.sheet.tells("difference", "than n = 4, ");
    bench.wait(1_000.0);
    assert!(bench.fragment().is_some_and(|fragment| fragment.ends_with("&pin=n:4")), "{:?}", bench.fragment());
    bench.sheet.tells("announcement", "than n = 4, ");
    let again = Bench::saved(&bench.fragment().expect("an address"), bench.saved.clone());
    assert_eq!(again.state.simulation.pinned(&again.state.results, &again.state.results.pins[0]).len(), points);
    assert_eq!(again.said("difference"), bench.said("difference"));
}

#[test]
fn pinning_the_same_twice_does_nothing_and_says_so() {
    let mut bench = Bench::new("");
    bench.send(EditMessage::Pin);
    bench.settle();
    assert_eq!((pinned(&bench), bench.said("pin-state").as_str()), (1, ""));
    bench.put(Key::Load, "0.002");
    bench.send(EditMessage::Pin);
    assert_eq!((pinned(&bench), bench.said("pin-state").as_str()), (1, "This setting is kept already."));
    bench.put(Key::Vcs, "4");
    bench.settle();
    assert_eq!(bench.said("pin-state"), "", "a refusal goes with the scene that it was about");
    for vcs in ["5", "6", "7", "8"] {
        bench.send(EditMessage::Pin);
        bench.put(Key::Vcs, vcs);
    }
    assert_eq!((pinned(&bench), bench.said("pin-state").is_empty()), (4, false));
}

#[test]
fn a_pin_is_taken_away_by_its_button_and_comes_back_by_undo() {
    let mut bench = Bench::new("#v=2&vcs=8&pin=vcs:3&pin=vcs:4");
    bench.settle();
    bench.send(EditMessage::Unpin(0));
    bench.settle();
    assert_eq!(labels(&bench), ["V = 4"]);
    assert!(bench.asked.contains(&Effect::Focus("pin".into())));
    bench.send(EditMessage::Unpin(9));
    assert_eq!(pinned(&bench), 1, "there is none");
    bench.send(EditMessage::Undo);
    bench.settle();
    assert_eq!(labels(&bench), ["V = 3", "V = 4"]);
    bench.send(EditMessage::Unpin(0));
    bench.send(EditMessage::Unpin(0));
    bench.settle();
    assert_eq!((pinned(&bench), bench.sheet.shows("difference")), (0, Some(false)));
}

#[test]
fn another_system_a_scene_and_a_reset_drop_the_pins_and_undo_brings_them_back() {
    for message in [EditMessage::System(System::KaryNCube), EditMessage::Preset(1), EditMessage::ResetAll] {
        let mut bench = Bench::new("#v=2&vcs=8&pin=vcs:3");
        bench.settle();
        bench.send(message.clone());
        bench.settle();
        assert_eq!(labels(&bench), Vec::<String>::new(), "{message:?}");
        bench.send(EditMessage::Undo);
        bench.settle();
        assert_eq!(labels(&bench), ["V = 3"], "{message:?}");
    }
}

#[test]
fn back_and_forward_have_the_pins_of_their_addresses() {
    let mut bench = Bench::new("#v=2&vcs=8&pin=vcs:3");
    bench.send(EditMessage::Address("#v=2&vcs=8&pin=vcs:4&pin=vcs:99".into()));
    bench.settle();
    assert_eq!(labels(&bench), ["V = 4"]);
    assert!(bench.said("notices").contains("pin = vcs:99 is not accepted. vcs = 99 is out of range"));
    bench.send(ShareMessage::Open);
    let shared = bench.sheet.valued("share-text").expect("a link");
    assert!(shared.ends_with("&vcs=8&load=0.0045&pin=vcs:4") || shared.ends_with("&vcs=8&pin=vcs:4"), "{shared}");
}

#[test]
fn the_axis_of_the_slider_does_not_shrink_while_something_is_pinned() {
    let mut bench = Bench::new("#v=2&vcs=8");
    bench.settle();
    let most = |bench: &Bench| bench.sheet.has("load", "max").and_then(|max| max.parse::<f64>().ok()).expect("an end");
    let wide = most(&bench);
    bench.put(Key::Vcs, "3");
    bench.settle();
    let narrow = most(&bench);
    assert!(narrow < wide);
    bench.send(EditMessage::Pin);
    bench.put(Key::Vcs, "8");
    bench.settle();
    bench.put(Key::Vcs, "4");
    bench.settle();
    assert_eq!(most(&bench), wide);
    bench.send(EditMessage::Unpin(0));
    bench.settle();
    assert!(most(&bench) < wide);
}

#[test]
fn points_of_a_pin_stay_when_the_seed_changes_and_give_way_to_those_of_that_seed() {
    let mut bench = Bench::new("#system=hypercube-slotted&n=4");
    bench.send(RunMessage::Start);
    bench.finish();
    let points = bench.state.simulation.observations();
    bench.send(EditMessage::Pin);
    bench.put(Key::N, "5");
    bench.send(EditMessage::NewSeed);
    bench.settle();
    let results = &bench.state.results;
    assert_eq!(bench.state.simulation.pinned(results, &results.pins[0]), points.iter().collect::<Vec<_>>());
}

/// The simulated points of a pin, by load.
fn seen(bench: &Bench, index: usize) -> Vec<f64> {
    let results = &bench.state.results;
    let points = bench.state.simulation.pinned(results, &results.pins[index]);
    points.iter().map(|seen| seen.load).collect()
}

#[test]
fn simulate_goes_on_with_what_is_pinned_and_has_no_points() {
    let mut bench = Bench::new("#system=hypercube-slotted&n=4&load=0.05&pin=n:5&pin=n:6");
    bench.settle();
    bench.send(RunMessage::Start);
    let of = |bench: &Bench, n: u32| {
        let of = |(.., link): &&(u32, u32, String)| link::parse(link).scenario.count(Key::N) == n;
        bench.jobs.iter().filter(of).count()
    };
    assert!(of(&bench, 4) > 0 && of(&bench, 5) + of(&bench, 6) == 0, "the scenario on the screen comes first");
    bench.finish();
    for index in [0, 1] {
        let loads = seen(&bench, index);
        assert!(loads.len() >= 13 && loads.contains(&0.05) && loads.windows(2).all(|two| two[0] < two[1]), "{loads:?}");
    }
    bench.sheet.tells("difference", "slots, as n = 5.");
    assert_eq!(bench.saved.len(), 3, "all are kept");
    let again = Bench::saved("#system=hypercube-slotted&n=4&load=0.05&pin=n:5&pin=n:6", bench.saved.clone());
    assert_eq!([seen(&again, 0), seen(&again, 1)], [seen(&bench, 0), seen(&bench, 1)]);
    // At another load shown only that is missing.
    bench.put(Key::Load, "0.06");
    bench.send(RunMessage::Start);
    bench.wait(PICTURE);
    bench.finish();
    assert!(seen(&bench, 0).contains(&0.06) && bench.said("difference").contains(", as n = 5."));
}

#[test]
fn a_pin_that_is_taken_away_is_not_simulated_on() {
    let mut bench = Bench::new("#system=hypercube-slotted&n=4&pin=n:5&pin=n:6");
    bench.settle();
    bench.send(RunMessage::Start);
    while let Some((worker, job, link)) =
        bench.jobs.pop().filter(|(.., link)| link.contains("n=4") || !link.contains("n="))
    {
        let scenario = link::parse(&link).scenario;
        let model = flitscope::model::of(scenario.setup());
        let observation = Box::new(observed::stable(&*model, scenario.get(Key::Load), &[5.0], Some(0.01)));
        bench.send(RunMessage::Heard(worker, Box::new(Reply::Observed { job, observation })));
    }
    bench.wait(PICTURE);
    assert!(bench.state.simulation.running());
    bench.sheet.tells("simulation-state", "kept curves");
    bench.send(EditMessage::Unpin(0));
    bench.settle();
    assert!(!bench.state.simulation.running() && seen(&bench, 0).is_empty());
    bench.send(RunMessage::Start);
    bench.finish();
    assert!(seen(&bench, 0).len() >= 13);
}

#[test]
fn a_pin_is_simulated_with_the_seed_of_the_scenario() {
    let mut bench = Bench::new("#system=hypercube-slotted&n=4&pin=n:5");
    bench.send(RunMessage::Start);
    bench.finish();
    let before = bench.saved.len();
    bench.send(RunMessage::Again);
    bench.finish();
    assert_eq!(bench.saved.len(), before + 2, "both once more, under another seed");
}

#[test]
fn what_is_animated_beside_stays_the_same_pin_and_goes_with_it() {
    let mut bench = Bench::new("#v=2&system=kary-ncube&k=4&n=2&load=0.005&cycle=90&beside=2&pin=vcs:5&pin=vcs:7");
    bench.settle();
    assert_eq!(bench.said("pair-name"), "before: V = 7");
    assert!(bench.said("pair-caption").starts_with("before: V = 7: Cycle 90: "), "{}", bench.said("pair-caption"));
    bench.send(EditMessage::Unpin(0));
    bench.settle();
    assert_eq!((bench.get(Key::Beside), bench.said("pair-name").as_str()), (1.0, "before: V = 7"));
    bench.wait(1_000.0);
    let link = bench.fragment().expect("an address");
    assert!(link.contains("&beside=1") && link.ends_with("&pin=vcs:7"), "{link}");
    bench.send(EditMessage::Unpin(0));
    bench.settle();
    assert_eq!((bench.get(Key::Beside), bench.sheet.shows("pair-frame")), (0.0, Some(false)));
    assert_eq!((bench.sheet.classed("body", "pair"), bench.sheet.shows("pair-box")), (Some(false), Some(false)));
    assert!(bench.state.player().drawing_beside(crate::player::Settings::of(bench.state.scenario())).is_none());
    bench.send(EditMessage::Undo);
    bench.settle();
    assert_eq!((pinned(&bench), bench.sheet.shows("pair-box")), (1, Some(true)));
}

#[test]
fn a_canvas_that_comes_is_measured_before_the_page_is_settled() {
    let mut bench = Bench::new("#v=2&system=kary-ncube&k=4&n=2&load=0.005&cycle=90&pin=vcs:5");
    bench.settle();
    let first = bench.measured;
    bench.put(Key::Beside, "1");
    bench.settle();
    assert_eq!(bench.measured, first + 1, "it has come");
    bench.put(Key::Vcs, "4");
    bench.settle();
    assert_eq!(bench.measured, first + 1, "it stays");
    bench.put(Key::Beside, "0");
    bench.settle();
    assert_eq!(bench.measured, first + 2, "it has gone, and the other has its room");
}

#[test]
fn a_step_back_that_takes_the_pin_takes_what_is_animated_beside() {
    let mut bench = Bench::new("#v=2&system=kary-ncube&k=4&n=2&load=0.005&cycle=90");
    bench.send(EditMessage::Pin);
    bench.put(Key::Vcs, "6");
    bench.put(Key::Beside, "1");
    bench.settle();
    assert_eq!((bench.said("stage-name"), bench.said("pair-name")), ("V = 6".into(), "before: V = 3".into()));
    bench.send(EditMessage::Undo);
    bench.send(EditMessage::Undo);
    bench.wait(1_000.0);
    bench.settle();
    assert_eq!((pinned(&bench), bench.sheet.shows("pair-frame")), (0, Some(false)));
    let again = Bench::new(&bench.fragment().expect("an address"));
    assert_eq!((again.said("notices").as_str(), again.sheet.shows("pair-frame")), ("", Some(false)));
    bench.send(EditMessage::Redo);
    bench.settle();
    assert_eq!((pinned(&bench), bench.sheet.shows("pair-box")), (1, Some(false)), "it is pinned as it is now");
    bench.send(EditMessage::Redo);
    bench.settle();
    assert_eq!((bench.said("pair-name").as_str(), bench.sheet.shows("pair-frame")), ("before: V = 3", Some(true)));
}
