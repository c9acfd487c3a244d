//! One load of one network, simulated: the mean latency with its 95 % confidence interval.

use flitscope::{
    param::Key,
    scenario::{Scenario, System},
    sim::{
        self,
        protocol::{Plan, Run, Verdict},
    },
};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let scenario = Scenario::new(System::HypercubeSlotted).set(Key::N, 4.0).set(Key::Load, 0.1);
    let plan = Plan { precision: Some(0.02), most_cycles: 1_000_000 };
    let run = Run::new(sim::of(&scenario, 0)?, plan);
    let report = run.finish()?;
    let delay = report.estimate().ok_or("nothing was delivered")?;
    println!("delay {:.3} ± {:.3} slots after {} slots", delay.mean, delay.half95, report.cycles);
    assert_eq!(report.state, Verdict::Stable);
    assert!(report.precise() && delay.mean > 2.0, "the mean distance in a hypercube of 16 nodes is 32/15 hops");
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    main()
}
