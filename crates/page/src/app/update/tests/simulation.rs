//! Simulations that come, fail and are repeated.

use super::*;

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

#[test]
fn a_picture_taken_during_a_run_is_called_preliminary() {
    let mut bench = Bench::new("#system=hypercube-slotted&n=4");
    bench.settle();
    bench.send(RunMessage::Start);
    bench.wait(PICTURE);
    let caption = |bench: &Bench| crate::export::share::figure::caption(&bench.state.shown()).join(" ");
    assert!(caption(&bench).contains(", preliminary: 0 of 13 loads finished"), "{}", caption(&bench));
    assert!(bench.said("comparison-none").starts_with("Simulating 13 loads: "), "{}", bench.said("comparison-none"));
    bench.finish();
    assert!(!caption(&bench).contains("preliminary"), "{}", caption(&bench));
    assert!(!bench.state.simulation.running());
}
