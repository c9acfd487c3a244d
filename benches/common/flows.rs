//! The networks on which our own model of worms is measured, natively and in a browser.

use flitscope::model::flow::{
    Solution,
    fixed_point::{EXACT, Trial},
    network::{Network, Source, Traffic},
    search::Search,
    step::Solver,
};

/// Parts of the saturation load.
pub const PARTS: [f64; 3] = [0.5, 0.9, 0.98];

/// Names, networks and broadcast fractions.
pub fn networks() -> [(&'static str, Network, f64); 4] {
    let network = |k, n, vcs, source| Network { k, n, vcs, flits: 32, bidirectional: source == Source::Ports, source };
    [
        ("8x8 torus V=3", network(8, 2, 3, Source::Ports), 0.0),
        ("8x8 torus V=3 beta=0.02", network(8, 2, 3, Source::Ports), 0.02),
        ("8-ary 3-cube V=5", network(8, 3, 5, Source::Slots), 0.0),
        ("binary 8-cube V=5", network(2, 8, 5, Source::Slots), 0.0),
    ]
}

/// A search that knows the saturation load, and not yet the curve.
pub fn bracketed(network: Network, beta: f64) -> Search {
    let mut search = Search::new(network, beta);
    while !search.is_bracketed() {
        let first = std::cell::Cell::new(true);
        search.work(&|| first.replace(false));
    }
    search
}

/// A search that knows everything.
pub fn solved(network: Network, beta: f64) -> Search {
    let mut search = bracketed(network, beta);
    search.work(&|| true);
    search
}

/// One load, beginning with the idle network.
pub fn cold(network: Network, traffic: Traffic) -> Option<Solution> {
    let mut solver = Solver::new(network, traffic.beta > 0.0);
    let idle = solver.idle(traffic);
    Trial::new(traffic, idle, EXACT).solve(&mut solver)
}
