//! One point of one model: the latency that it predicts, and where its curve ends.

use flitscope::{
    model::{self, Outcome},
    param::Key,
    scenario::{Scenario, System},
};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut problems = Vec::new();
    let scenario = Scenario::new(System::KaryNCube).put(Key::Vcs, "5", &mut problems);
    assert!(problems.is_empty(), "a bad value would be named here");
    let model = model::of(scenario.setup());
    let load = 0.5 * model.end().load;
    let Outcome::Stable(point) = model.point(load) else { return Err("no steady state".into()) };
    println!("latency at λ = {load:.5}: {:.1} cycles", point.measures[0]);
    for quantity in &point.quantities {
        println!("  {} {} = {:?} {}", quantity.name, quantity.symbol, quantity.value, quantity.unit);
    }
    assert!(Some(point.measures[0]) > model.idle(), "messages wait for each other");
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    main()
}
