//! Curves that are pinned, and the comparison with them.

use super::*;

/// The simulated points of a pin, by load.
fn seen(bench: &Bench, index: usize) -> Vec<f64> {
    let results = &bench.state.results;
    let points = bench.state.simulation.pinned(results, &results.pins[index]);
    points.iter().map(|seen| seen.load).collect()
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
        let model = model::of(scenario.setup());
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
