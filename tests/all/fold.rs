//! The fold: each solution that is marked solves the equations of the papers, written out here once more, and the top is the end of the model.

use flitscope::{
    model::{self, Branches, Model, Outcome, Point, Top, Unknown, Value, hypercube_mmpp::path::Distances},
    param::options::Distance,
    queueing::{modulated_channels::Law, virtual_channels::Occupancy},
    scenario::link,
    solve::Dual,
};

const CHANNELS: [&str; 6] = [
    "#v=2&beta=0",
    "#v=2&beta=0&reading=refined&vcs=5&flits=64",
    "#v=2&system=kary-ncube&reading=corrected",
    "#v=2&system=kary-ncube&reading=refined&k=4&n=3&vcs=6&flits=16",
    "#v=2&system=kary-ncube&reading=average&n=2",
    "#v=2&system=kary-ncube&n=1&k=8&reading=corrected&flits=100",
];

fn model_of(fragment: &str) -> Box<dyn Model> {
    let parsed = link::parse(fragment);
    assert_eq!(parsed.problems, [], "{fragment}");
    model::of(parsed.scenario.setup())
}

fn branches(model: &dyn Model, load: f64) -> Branches {
    model.branches(load).expect("it has branches")
}

fn point(model: &dyn Model, load: f64) -> Point {
    match model.point(load) {
        Outcome::Stable(point) => point,
        other => panic!("{load}: {other:?}"),
    }
}

/// Expected hops with r dimensions left, which no load changes.
fn hops_left(point: &Point) -> Vec<f64> {
    let named: Vec<f64> = ["n1", "n2", "n3"].iter().map_while(|symbol| point.number(symbol)).collect();
    let listed = point.quantities.iter().find(|quantity| quantity.symbol == "n_r").map(|quantity| &quantity.value);
    match listed {
        Some(Value::List(all)) => all.clone(),
        _ => named,
    }
}

/// How far ρ is from λ_c S(ρ), relative to it: S = M + d̄ + w P_d Σ n_r P_a^(r-1) with the wait w of a channel that is busy for ρ.
fn residual(point: &Point, refined: bool, load: f64, rho: f64) -> f64 {
    let number = |symbol: &str| point.number(symbol).expect(symbol);
    let (m, dbar) = (number("flits"), number("dbar"));
    let rate = number("lambda_c") / point.load * load;
    let busy = Occupancy { rho: Dual::constant(rho), vcs: number("V") as u32 };
    let p_a = busy.adaptive_busy(2).value;
    let p_d = busy.required_busy(if refined { 1 } else { 2 }).value;
    let blockings = p_d * hops_left(point).iter().rev().fold(0.0, |sum, hops| sum * p_a + hops);
    let s = rho / rate;
    let wait = rate * (s * s + (s - m) * (s - m)) / (2.0 * (1.0 - rho));
    (m + dbar + blockings * wait) / s - 1.0
}

#[test]
fn every_solution_that_is_marked_solves_the_equations_of_a_wormhole_channel() {
    for fragment in CHANNELS {
        let model = model_of(fragment);
        let end = model.end();
        let refined = fragment.contains("refined");
        for part in [0.05, 0.4, 0.8, 0.99, 0.999_999] {
            let load = part * end.load;
            let point = point(&*model, load);
            let branches = branches(&*model, load);
            let [one, two] = branches.crossings[..] else { panic!("{fragment} {part}: {:?}", branches.crossings) };
            let [first, second] = [one, two].map(|crossing| residual(&point, refined, load, crossing.at));
            assert!(first.abs() < 1e-9 && second.abs() < 1e-9, "{fragment} {part}: {first} {second}");
            let top = branches.end().0;
            assert!(one.at < top && top < two.at && two.at < 1.0, "{fragment} {part}: {one:?} {top} {two:?}");
            assert_eq!(point.number("rho"), Some(one.at), "the first is the one that the model takes");
            assert_eq!(point.number("latency"), one.latency);
            assert!(two.latency.is_none_or(|latency| Some(latency) > one.latency), "{fragment} {part}");
        }
    }
}

#[test]
fn the_top_of_the_branches_is_the_end_of_the_model() {
    let hypercubes = ["#v=2&system=hypercube-mmpp&lag1=0&n=6&vcs=5", "#v=2&system=hypercube-mmpp&n=8&flits=64"];
    for fragment in CHANNELS.into_iter().chain(hypercubes) {
        let model = model_of(fragment);
        let end = model.end().load;
        let branches = branches(&*model, 0.5 * end);
        assert_eq!(branches.top, Top::Fold, "{fragment}");
        let (at, top) = branches.end();
        assert!((top / end - 1.0).abs() < 1e-9, "{fragment}: {top} is not {end}");
        let highest = branches.first.iter().chain(&branches.second).map(|place| place.1).fold(0.0, f64::max);
        assert!(highest <= end * (1.0 + 1e-9), "{fragment}: {highest} is above {end}");
        assert!(branches.first.windows(2).all(|pair| pair[0].1 < pair[1].1), "{fragment}: it rises");
        assert!(branches.second.windows(2).all(|pair| pair[0].1 > pair[1].1), "{fragment}: it falls");
        let second = &branches.second;
        assert!(second.len() > 8 && second.iter().all(|place| place.0 >= at), "{fragment}: {second:?}");
        assert_eq!(model.branches(end).map(|branches| branches.crossings.len()), Some(1), "{fragment}: they meet");
        assert_eq!(model.branches(1.01 * end).map(|branches| branches.crossings.len()), Some(0), "{fragment}: none");
    }
}

#[test]
fn both_solutions_of_a_hypercube_keep_as_much_busy_as_they_find_busy() {
    // Without bursts a channel is Erlang's; attempts in phase are as many times the load as a message needs.
    let fragment = "#v=2&system=hypercube-mmpp&lag1=0&n=6&vcs=5&flits=32&retry=common";
    let model = model_of(fragment);
    let distances = Distances::of(6, Distance::Half);
    for part in [0.3, 0.7, 0.95] {
        let load = part * model.end().load;
        let branches = branches(&*model, load);
        assert_eq!(branches.unknown, Unknown::AllBusy);
        let [one, two] = branches.crossings[..] else { panic!("{part}: {:?}", branches.crossings) };
        for crossing in [one, two] {
            let attempts = distances.attempts(crossing.at, 32.0);
            let held = attempts.setup + 2.0 * distances.mean() + 32.0;
            let rate = load * attempts.number * attempts.channels / 6.0;
            let again = Law::poisson(rate * held, 5).probabilities()[5];
            assert!((again / crossing.at - 1.0).abs() < 1e-6, "{part}: {again} is not {}", crossing.at);
        }
        assert!(one.at < branches.end().0 && branches.end().0 < two.at);
    }
}

#[test]
fn bursts_have_both_solutions_too_and_where_the_sources_fill_first_there_is_one() {
    let model = model_of("#v=2&system=hypercube-mmpp&n=8&flits=64&hurst=0.7&lag1=0.8");
    let branches = branches(&*model, 0.8 * model.end().load);
    // A latency is given only where the fixed point holds and the sources keep up.
    assert_eq!((branches.crossings.len(), branches.crossings[0].latency.is_some()), (2, true));
    let figure = model::fold(Some(&branches));
    assert!(figure.note.contains("two solutions") && figure.marked.len() == 2, "{}", figure.note);
    let sources = model_of("#v=2&system=hypercube-mmpp&vcs=1&n=2&lag1=0");
    let branches = sources.branches(0.5 * sources.end().load).expect("a branch");
    assert_eq!((branches.top, branches.second.len(), branches.crossings.len()), (Top::Queues, 0, 1));
}

#[test]
fn a_model_that_is_solved_in_steps_says_that_it_has_no_branches() {
    for fragment in ["#v=2&reading=flow", "#v=2&system=hypercube-mmpp&reading=flow", "#v=2&system=hypercube-slotted"] {
        assert_eq!(model_of(fragment).branches(0.001), None, "{fragment}");
    }
    let figure = model::fold(None);
    assert!(figure.lines.is_empty() && figure.note.contains("no second branch"));
}
