//! A sixth system, for tests alone: one file for its parameters, its model and its simulator, and one line where the systems are listed.
//! The rest of the page needs no change.

use super::*;
use crate::worker::scheduler::Scheduler;
use flitscope::sim;

const RING: &str = "#system=test-ring&k=4";

impl Bench {
    fn simulate(&mut self) {
        while let Some((worker, job, link)) = self.jobs.pop() {
            let mut desk = Scheduler::default();
            desk.hear(Request::Simulate { job, link });
            let mut words = Vec::new();
            while desk.busy() {
                words.extend(desk.turn(&|| 0.0));
            }
            self.send(RunMessage::Heard(worker, Box::new(words.pop().expect("its end"))));
        }
        self.settle();
    }
}

#[test]
fn its_model_is_within_the_interval_of_its_simulator() {
    let mut bench = Bench::new(&format!("{RING}&cycles=100000"));
    bench.send(RunMessage::Start);
    bench.simulate();
    let observations = bench.state.simulation.observations();
    assert!(observations.len() >= 12 && observations.iter().all(Summary::finished));
    let mut compared = 0;
    for observation in &observations {
        let (load, class) = (observation.load, &observation.classes[0]);
        let (Some(mean), Some(half)) = (class.mean, class.ci95) else { continue };
        let model = 1.0 + load / (2.0 * (1.0 - load));
        // Three standard deviations.
        assert!((mean - model).abs() <= 1.5 * half, "{}: {mean} ± {half}, {model}", load);
        compared += 1;
    }
    assert!(compared >= 6, "{compared}");
    bench.sheet.tells("agreement", "The refined model agrees with the simulation");
    let table = bench.said("comparison-table");
    assert!(table.contains("utilisation of a link"), "{table}");
    bench.send(ShareMessage::Table(Default::default()));
    let csv = bench.asked.iter().rev().find_map(|effect| match effect {
        Effect::Download { text, .. } => Some(text.clone()),
        _ => None,
    });
    let csv = csv.expect("a table");
    assert!(
        csv.starts_with("kind,reading,load,latency,ci95,p50,p90,p95,p99,p99.9,state,seed,cycles,delivered,"),
        "{csv}"
    );
    assert_eq!(csv.matches("simulated,").count(), observations.len());
    let beyond = sim::of(&bench.state.scenario().set(Key::Load, 1.0), 0).map(|simulator| simulator.about().nodes);
    assert_eq!(beyond, Ok(4));
    let refused = flitscope_show::animation::of(bench.state.scenario()).err().map(|refusal| refusal.to_string());
    assert_eq!(refused.as_deref(), Some("Ring of queues has no animation."));
}
