//! The networks on which our own models are measured, natively and in a browser.

use flitscope::{
    model::{
        hypercube_mmpp::{Distance, Retry, Setting},
        ours::worms::{
            Solution,
            network::Traffic,
            search::{EXACT, Search, Worms},
        },
        ours::{
            circuits,
            search::{FixedPoint, Search as Any, cold as from_empty},
        },
    },
    topology::wormhole::WormholeNetwork,
    traffic::long_range::Weights,
};

/// Parts of the saturation load.
pub(crate) const PARTS: [f64; 3] = [0.5, 0.9, 0.98];

/// Names, networks and broadcast fractions.
pub(crate) fn networks() -> [(&'static str, WormholeNetwork, f64); 4] {
    [
        ("8x8 torus V=3", WormholeNetwork::torus(8, 2, 3, 32), 0.0),
        ("8x8 torus V=3 beta=0.02", WormholeNetwork::torus(8, 2, 3, 32), 0.02),
        ("8-ary 3-cube V=5", WormholeNetwork::cube(8, 3, 5, 32), 0.0),
        ("binary 8-cube V=5", WormholeNetwork::cube(2, 8, 5, 32), 0.0),
    ]
}

/// A search that knows the saturation load, and not yet the curve.
pub(crate) fn bracketed(network: WormholeNetwork, beta: f64) -> Search {
    ended(Search::new(network, beta))
}

/// A search that knows its end, and not yet the curve.
fn ended<P: FixedPoint>(mut search: Any<P>) -> Any<P> {
    search.solve_end(false);
    search
}

/// A search that knows everything.
pub(crate) fn solved(network: WormholeNetwork, beta: f64) -> Search {
    let mut search = bracketed(network, beta);
    search.advance(&|| true);
    search
}

/// One load, beginning with the idle network.
pub(crate) fn cold(network: WormholeNetwork, traffic: Traffic) -> Option<Solution> {
    from_empty(&Worms::new(network, traffic.beta), traffic.load, EXACT.tolerance)
}

/// Names and settings of hypercubes that switch circuits.
pub(crate) fn hypercubes() -> [(&'static str, Setting); 3] {
    let setting = |n, vcs, lag1| Setting {
        n,
        vcs,
        flits: 32,
        hurst: 0.7,
        lag1,
        scales: 5,
        mmpps: 4,
        fit: Weights::LeastSquares,
        distance: Distance::Half,
        retry: Retry::Independent,
    };
    [
        ("n=6 V=5 Poisson", setting(6, 5, 0.0)),
        ("n=6 V=5 bursts", setting(6, 5, 0.8)),
        ("n=8 V=8 bursts", setting(8, 8, 0.8)),
    ]
}

/// A search that knows where the curve of circuits ends, and not yet the curve.
pub(crate) fn end_of(setting: &Setting) -> circuits::search::Search {
    ended(circuits::search::Search::new(setting).expect("a network that is covered"))
}

/// One load of circuits, beginning with the empty network.
pub(crate) fn cold_circuits(setting: &Setting, load: f64) -> Option<circuits::Solution> {
    circuits::search::Search::new(setting).ok()?.solve(load)
}
