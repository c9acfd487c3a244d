//! Agreement of two simulators, each of which knows the error of its own means.

use flitscope::sim::{
    Simulator,
    protocol::{Plan, Report, Run, Verdict},
    stats::student_t,
};

/// The chance that one point misses the combined 99 % limits although both simulators are right is one in a hundred; of 200 points, more than
/// this many miss with a probability below 2 %.
const MISSES_IN_A_HUNDRED: f64 = 2.0;

/// The half width of the 99 % interval, from that of the 95 % interval of `batches` batches.
pub(crate) fn widened(half95: f64, batches: usize) -> f64 {
    half95 * student_t(0.99, batches - 1) / student_t(0.95, batches - 1)
}

/// The difference of two estimates in terms of their combined 99 % half width: within ±1 if they agree.
pub(crate) fn distance(ours: (f64, f64), theirs: (f64, f64)) -> f64 {
    (ours.0 - theirs.0) / (ours.1 * ours.1 + theirs.1 * theirs.1).sqrt()
}

/// The report of a run that must have a steady state.
pub(crate) fn finish(simulator: impl Simulator, plan: Plan) -> Report {
    let report = Run::new(simulator, plan).finish().unwrap_or_else(|violation| panic!("{violation}"));
    assert_eq!(report.state, Verdict::Stable, "{:?}", report.identity);
    report
}

/// Prints a table of distances and counts those beyond the limits.
pub(crate) fn misses(distances: &[(String, f64)]) -> usize {
    for (what, distance) in distances {
        println!("{what:60} {distance:+.2}{}", if distance.abs() > 1.0 { "  MISS" } else { "" });
    }
    let misses = distances.iter().filter(|(_, distance)| distance.abs() > 1.0).count();
    println!("{} of {} within the combined 99 % limits", distances.len() - misses, distances.len());
    misses
}

/// The number of points, of `points`, that may miss.
pub(crate) fn allowed(points: usize) -> usize {
    (points as f64 * MISSES_IN_A_HUNDRED / 100.0).ceil() as usize
}
