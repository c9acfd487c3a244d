//! Properties, and in how many cases each is tried: always the same ones, or with `FUZZ=100` a hundred times as many, drawn anew (`make fuzz`).

use proptest::{
    prelude::*,
    test_runner::{RngSeed, TestCaseResult, TestRunner},
};
use std::{env, time::SystemTime};

/// Milliseconds for which a smaller case that fails is looked for.
const SHRINKING: u32 = 30_000;

/// How many times the usual cases are tried.
fn times() -> u32 {
    env::var("FUZZ").map_or(1, |times| times.parse().expect("FUZZ takes a whole number"))
}

/// The configuration of a property that usually has `usual` cases.
pub(crate) fn cases(usual: u32) -> ProptestConfig {
    let config = ProptestConfig::with_cases(usual * times());
    let rng_seed = if times() == 1 { RngSeed::Fixed(2) } else { RngSeed::Random };
    let max_global_rejects = config.max_global_rejects * times();
    ProptestConfig { max_shrink_time: SHRINKING, max_global_rejects, rng_seed, ..config }
}

/// Tries a property on `usual` values, or with `FUZZ` on more, and prints their number and the time.
pub(crate) fn holds<S: Strategy>(
    things: &str,
    usual: u32,
    strategy: &S,
    property: impl Fn(S::Value) -> TestCaseResult,
) {
    let (start, config) = (SystemTime::now(), cases(usual));
    let count = config.cases;
    let config = ProptestConfig { failure_persistence: None, ..config };
    if let Err(failure) = TestRunner::new(config).run(strategy, property) {
        panic!("{things}: {failure}");
    }
    println!("{count} {things} in {:.1} s", start.elapsed().unwrap_or_default().as_secs_f64());
}
