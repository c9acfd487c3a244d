//! Simulations that come, fail and are repeated.

use super::*;

#[test]
fn simulating_settles_with_the_last_point_and_a_change_makes_the_points_stale() {
    let mut bench = Bench::new("#system=hypercube-slotted&n=4");
    bench.settle();
    bench.send(RunMessage::Start);
    assert!(!bench.state.is_settled());
    assert_eq!(bench.sheet.shows("stop"), Some(false), "not before the next picture");
    bench.wait(PICTURE);
    assert_eq!(bench.sheet.shows("stop"), Some(true));
    bench.finish();
    assert_eq!((bench.sheet.shows("comparison-summary"), bench.sheet.shows("again")), (Some(true), Some(true)));
    let report: serde_json::Value = serde_json::from_str(&json::write(&bench.state.results_report())).expect("JSON");
    assert!(
        report["simulated"]
            .as_array()
            .is_some_and(|points| points.len() == 15 && points.iter().all(|point| point["holds"] == true))
    );
    bench.slide(Key::N, "5");
    bench.settle();
    assert!(bench.said("simulation-state").starts_with("Not simulated yet"), "{}", bench.said("simulation-state"));
    assert_eq!(bench.sheet.shows("comparison-summary"), Some(false));
    bench.send(EditMessage::Undo);
    bench.settle();
    assert!(bench.state.simulation.holds());
    assert_eq!(bench.sheet.shows("comparison-summary"), Some(true));
}

#[test]
fn another_seed_is_drawn_and_simulated() {
    let mut bench = Bench::new("#system=hypercube-slotted&n=4");
    bench.send(RunMessage::Start);
    bench.finish();
    bench.send(RunMessage::Again);
    let seed = bench.get(Key::Seed);
    assert_ne!(seed, 1.0);
    assert!(bench.jobs.iter().all(|(.., link)| link.contains(&format!("seed={seed}"))), "{:?}", bench.jobs);
    bench.finish();
    bench.send(EditMessage::NewSeed);
    assert_ne!(bench.get(Key::Seed), seed);
    assert_eq!(bench.saved.len(), 2, "both are kept");
}

#[test]
fn a_scene_that_simulates_by_itself_begins_when_it_is_left_alone() {
    let mut bench = Bench::new("#system=banyan-multicast&n=4&fanout=2&auto=1");
    assert!(!bench.state.is_settled());
    bench.wait(600.0);
    assert!(bench.state.simulation.running());
    bench.finish();
    bench.slide(Key::Fanout, "3");
    bench.wait(200.0);
    bench.slide(Key::Fanout, "4");
    bench.wait(200.0);
    assert!(!bench.state.simulation.running(), "the time starts anew with every movement");
    assert!(!bench.state.is_settled(), "it is about to begin");
    bench.wait(200.0);
    assert!(bench.state.simulation.running());
    bench.finish();
}

#[test]
fn the_page_simulates_by_itself_at_rest_and_keeps_nobody_waiting() {
    let mut bench = Bench::live("#v=2&system=hypercube-slotted");
    bench.settle();
    assert!(!bench.state.simulation.running());
    bench.wait(PICTURE);
    assert!(bench.said("simulation-state").starts_with("Next: 12 loads"), "{}", bench.said("simulation-state"));
    bench.wait(400.0);
    assert!(bench.state.simulation.running() && bench.state.is_settled());
    assert_eq!((bench.sheet.shows("simulate"), bench.sheet.shows("stop")), (Some(false), Some(true)));
    let jobs = bench.jobs.len();
    bench.slide(Key::Load, "0.05");
    assert_eq!(bench.jobs.len(), jobs, "the load shown is no other network");
    bench.wait(400.0);
    assert_eq!(bench.jobs.len(), jobs + 1, "but one load more");
    bench.slide(Key::N, "5");
    assert!(bench.jobs.is_empty() && !bench.state.simulation.running(), "nothing runs while a slider moves");
    bench.wait(400.0);
    assert!(bench.jobs.iter().all(|(.., link)| link.contains("n=5")) && bench.jobs.len() == 13, "{:?}", bench.jobs);
    bench.send(RunMessage::Stop);
    bench.wait(2_000.0);
    assert!(!bench.state.simulation.running(), "what the reader has stopped stays so until something changes");
    bench.put(Key::Auto, "0");
    bench.slide(Key::N, "6");
    bench.wait(2_000.0);
    assert_eq!((bench.state.simulation.running(), bench.sheet.checks("input-auto")), (false, Some(false)));
    bench.put(Key::Auto, "1");
    bench.wait(400.0);
    assert!(bench.state.simulation.running() && !bench.state.is_settled(), "what was asked for is waited for");
}

#[test]
fn the_load_shown_is_simulated_after_a_moment_of_rest_also_where_our_own_model_takes_longer() {
    let mut bench = Bench::live("#v=2");
    bench.wait(400.0);
    let sweep = bench.jobs.len();
    assert!(sweep > 12, "{sweep}");
    bench.look = 3.0;
    bench.slide(Key::Flits, "33");
    bench.wait(299.0);
    assert!(!bench.state.is_solved() && bench.jobs.is_empty());
    bench.wait(PICTURE);
    assert!(!bench.state.is_solved());
    let links: Vec<_> = bench.jobs.iter().map(|(.., link)| link.as_str()).collect();
    assert!(matches!(links[..], [link] if link.contains("flits=33") && !link.contains("load=")), "{links:?}");
    bench.look = 0.5;
    while !bench.state.is_solved() {
        assert_eq!(bench.jobs.len(), 1, "nothing is begun twice");
        bench.wait(PICTURE);
    }
    assert_eq!(bench.jobs.len(), sweep, "with the picture that solves the model the sweep begins");
    bench.wait(PICTURE);
    bench.sheet.tells("saturation", "network-saturates");
}

#[test]
fn the_load_can_be_moved_to_the_end_of_the_axis_and_what_lies_beyond_the_model_is_marked() {
    let mut bench = Bench::new("#v=2&reading=corrected&show=corrected");
    bench.settle();
    let number = |bench: &Bench, id: &str, name| bench.sheet.has(id, name).and_then(|text| text.parse::<f64>().ok());
    let axis = |bench: &Bench| number(bench, "chart", "aria-valuemax");
    let before = axis(&bench);
    assert_eq!(number(&bench, "load", "max"), before);
    let step = number(&bench, "load", "step");
    bench.send(RunMessage::Start);
    bench.finish_carrying(1.5);
    assert!(axis(&bench) > before, "the network was simulated beyond the end of the model");
    assert_eq!((number(&bench, "load", "max"), number(&bench, "load", "step")), (axis(&bench), step));
    let end = bench.state.results.last();
    bench.slide(Key::Load, &bench.state.results.tidy_load(1.02 * end).to_string());
    bench.settle();
    assert_eq!(bench.said("unit-load"), "beyond the paper’s end");
    bench.sheet.tells("said", "The paper ends below this load.");
}

#[test]
fn a_page_in_the_background_begins_nothing_and_does_so_when_it_comes_back() {
    let mut bench = Bench::live("#v=2&system=hypercube-slotted");
    bench.send(RunMessage::Hidden(true));
    bench.wait(2_000.0);
    assert!(!bench.state.simulation.running());
    bench.send(RunMessage::Hidden(false));
    bench.wait(400.0);
    assert!(bench.state.simulation.running());
    bench.send(RunMessage::Hidden(true));
    assert!(!bench.state.simulation.running() && bench.jobs.is_empty());
}

#[test]
fn who_saves_data_can_still_ask_for_it() {
    let mut bench = Bench::new("#v=2&system=hypercube-slotted");
    bench.wait(2_000.0);
    assert_eq!((bench.state.simulation.running(), bench.sheet.checks("input-auto")), (false, Some(false)));
    assert!(bench.said("simulation-state").contains("this device saves data"));
    bench.put(Key::Auto, "1");
    bench.wait(400.0);
    assert_eq!((bench.state.simulation.running(), bench.sheet.checks("input-auto")), (true, Some(true)));
}

#[test]
fn a_lost_worker_is_replaced_and_the_page_goes_on() {
    let mut bench = Bench::new("#system=hypercube-slotted&n=4");
    bench.send(RunMessage::Start);
    let (worker, _, link) = bench.jobs.remove(0);
    bench.send(RunMessage::Failed(worker, "out of memory.".into()));
    assert!(bench.jobs.iter().any(|(other, _, again)| *other != worker && *again == link), "another has its job");
    bench.finish();
    assert_eq!(bench.state.simulation.observations().len(), 15);
}

#[test]
fn a_silent_worker_is_noticed_by_the_watch() {
    let mut bench = Bench::new("#system=hypercube-slotted&n=4");
    bench.send(RunMessage::Start);
    let silent: Vec<u32> = bench.jobs.iter().map(|(worker, ..)| *worker).collect();
    bench.jobs.clear();
    bench.wait(22_000.0);
    let gone = silent.iter().all(|worker| bench.asked.contains(&Effect::Terminate(*worker)));
    assert!(gone && bench.jobs.len() == 2, "each of two other workers has one of the jobs: {:?}", bench.jobs);
    bench.finish();
}

#[test]
fn runs_that_come_with_the_page_are_shown_and_marked_and_nothing_more_is_simulated() {
    let recordings = include_str!("../../../../../../www/runs.txt");
    for system in System::ALL.iter().filter(|system| system.key() != "ring") {
        let mut bench = Bench::live(&format!("#v=2&system={}", system.key()));
        bench.send(RunMessage::Recorded(recordings.into()));
        bench.settle();
        bench.wait(2_000.0);
        assert!(bench.jobs.is_empty(), "every load has its run: {:?}", bench.jobs);
        assert_eq!(bench.said("simulated-word"), "recorded");
        assert!(bench.said("simulated-value").contains('±'), "{}", bench.said("simulated-value"));
        let account = bench.said("simulation-state");
        assert!(account.contains("recorded with the page"), "{account}");
        assert_eq!(bench.sheet.shows("longer"), Some(false));

        // They stand for runs that the page has begun by itself, and for none that the reader has asked for.
        let mut late = Bench::live(&format!("#v=2&system={}", system.key()));
        late.settle();
        late.wait(600.0);
        assert!(!late.jobs.is_empty());
        late.send(RunMessage::Recorded(recordings.into()));
        late.settle();
        assert_eq!((late.jobs.len(), late.said("simulated-word").as_str()), (0, "recorded"));

        bench.send(RunMessage::Again);
        bench.finish();
        assert_eq!(bench.said("simulated-word"), "simulated");
        bench.send(EditMessage::Undo);
        bench.settle();
        assert_eq!(bench.said("simulated-word"), "recorded");
    }
}
