//! Worms as flows: a model of wormhole networks of our own, which follows the simulated network up to saturation.
//!
//! # The question
//! How long does a message take in a k-ary n-cube with wormhole switching and Duato's adaptive routing, and at which load does the network
//! saturate: because blocked worms hold virtual channels, or because the sources are full?
//!
//! # The picture
//! A worm is a train of M flits over d channels. It moves at the speed of its most crowded channel. A channel serves all worms on it at
//! once: v of them get S(v) = E\[min(1, m_1 + ... + m_v)\] flits per cycle together, where m is what a worm could do if this channel were
//! free. Blocked worms have m = 0: they hold a virtual channel and use no bandwidth. The m of a worm is the minimum over its other
//! channels, which closes the circle.
//!
//! # Assumptions
//! Uniform destinations, Poisson sources, M flits per message, V virtual channels with buffers of one flit, Duato's routing with two escape
//! channels (one for k = 2), round robin on each channel. A broadcast is a tree of copies of one step. The channels of a path are
//! independent but for the worms that travel along.
//!
//! # Symbols
//! | here | field | unit |
//! |---|---|---|
//! | k, n, V, M | [`WormholeNetwork`] | nodes per ring, dimensions, channels, flits |
//! | λ, β | [`Traffic`](network::Traffic) | messages / node / cycle, 1 |
//! | d̄, n_r, q | [`Geometry`](geometry::Geometry) | hops, hops, 1 |
//! | m, π, b, χ, κ, ν, τ | [`Unknowns`](unknowns::Unknowns) | 1 (ν: 1 / cycle) |
//! | P_v, G, σ, Pb_r, w_r | [`Step`](step::Step) | 1, 1, cycles / flit, 1, cycles |
//! | T, T_slot, W | [`Solution`] | cycles |
//!
//! # Equations
//! | module | equations |
//! |---|---|
//! | [`network`] | the network and its traffic, (9) |
//! | [`geometry`] | (1) to (8): distances, hops by dimensions left, how often worms travel together |
//! | [`sharing`] | (10), (14), (15): shares of a channel |
//! | [`headers`] | (11): demand of headers for a channel |
//! | [`chain`] | (12): the holders of virtual channels |
//! | [`step`], [`unknowns`], [`search`] | (10) to (19): the fixed point |
//! | [`solution`] | (20) to (23): latency, source, second moments |
//! | [`search`] | (24): the curve and its end, in steps that can be interrupted |
//!
//! # Method
//! The steps of the fixed point are damped by 0.8; each step sweeps the chains of the channels twice by Gauss and Seidel. Each load starts
//! from the nearest solved load below. Once the steps shrink by a constant factor, the rest is extrapolated; an extrapolation that does not
//! help is undone. No constant is fitted to a simulation.
//!
//! # Validity
//! Judged on 28 parameter sets that were not used to make it, by load as a part of the *simulated* saturation:
//!
//! | load | mean, largest error of the latency | the published models |
//! |---|---|---|
//! | up to 0.3 | 0.9, 2.8 % | 6.8, 20 % |
//! | 0.4 to 0.55 | 2.1, 6.6 % | 13, 46 % |
//! | 0.7 to 0.8 | 3.1, 9.7 % | no answer in 9 of 10 runs |
//! | 0.9 | 5.2, 15 % | no answer |
//! | saturation load | 4.1, 14.4 % | 21 to 47 % too low |
//!
//! Judged for n >= 2, V = 3 to 7, M >= d̄, β <= 0.05; beyond, it answers with a [`Caveat`]. It does not know other rules of choice, deeper
//! buffers, one shared injection channel, V injection channels per port, fixed trees of broadcasts, nor how long a broadcast takes. One-way
//! rings in two dimensions come out too fast (to -9 % at 0.8). A 16 x 16 torus with many broadcasts and V = 3 saturates 14 % later than
//! simulated.
//!
//! Single one-way rings (14 settings, 8 to 32 nodes, V = 3 to 6, M = 8 to 64) are within 7 % at half of the simulated saturation load and
//! between -10 and +5 % at 0.8 of it; the curve ends between 8 % early and 13 % late. Worms shorter than the mean distance (9 settings with
//! n >= 2, M = 1 to 4) are within 5 % at half of that load and 4 to 27 % too slow at 0.8 of it; without the end of [`step`](step), where
//! headers would vanish, the curve would end 1 to 18 % early, with it in some of them sooner. Eleven of these 23 settings were kept aside
//! until the model was ready.
//!
//! The curve ends, (24), where the source or a channel would be busy all the time, where blocking feeds itself, and, with worms much
//! shorter than their paths, where all adaptive virtual channels of a channel would be held for ever: π(a) of some a < A falls to nothing,
//! and beyond that load (11) has no place for all headers. At each point headers enter at the rate at which they come, to one part in
//! 10,000. The channels then carry 0.9 of the flits offered or more; the rest are those of headers that are handed a channel at once, which
//! the chain of more than one ring counts too low.
//!
//! # Rings and short worms
//! In a single ring the worms ahead of a header came over its own channel, unless they began at this node. (a) A header at its first hop
//! holds nothing and finds a full channel with the chance F that the channel is full. At a later hop it holds a virtual channel of the last
//! one. Had all A + 1 holders of the next one come over that one, it would have been blocked there, so that one of them must have begun
//! here: 1 - φ^(A + 1). (b) Only at later hops does a blocked worm hold channels. (c) The oldest header is served first. New headers
//! wait behind all others, the rest behind the rest alone. Cobham's formula for two classes applies. (d) Headers of both escape classes
//! wait for the adaptive channels, which therefore go to one of them with the sum of both chances. Without that a channel loses flow and a
//! ring carries more than it can.
//!
//! A worm of M flits stands in M buffers. It holds M channels at most while it waits; of the channels ahead only the next M - 1 hold it up
//! where it is; and its tail leaves the source as if the path ended after M channels. All three change nothing where M is at least the
//! longest distance.
//!
//! # What is standard and what is ours
//! Standard: processor sharing and max-min fair flows, Little's law, the closure by independent neighbours, chains of births and deaths,
//! M/G/1, Erlang's formulas, binomial thinning, Cobham's priorities. Ours: worms as flows, the harmonic mean instead of Dally's, visibility
//! and travelling together from the exact walk, the chain that knows escape channels and refills them, the wait M m/(m+1), the time of a
//! slot at the source and its second moment.
//!
//! # Reference
//! None: the model is Flitscope's own and unpublished.
#![doc = include_str!("worms/equations.md")]

pub mod chain;
pub mod geometry;
pub mod headers;
pub mod network;
pub mod search;
pub mod sharing;
pub mod solution;
pub mod step;
pub mod unknowns;

mod discrepancies;
mod info;
mod quantities;

pub use solution::Solution;

use quantities::OnlyBroadcasts;

use crate::model::{
    Case, Caveat, CurveEnd, Discrepancy, EndCause, Figure, FigureLine, Model, ModelInfo, Outcome, Solve,
};
use crate::param::Key;
use crate::scenario::Setup;
use crate::topology::wormhole::WormholeNetwork;
use network::QueuePlace;
use search::{Limit, Search};
use std::ops::RangeInclusive;

/// The fewest dimensions with which the model has been judged.
const JUDGED_DIMENSIONS: u32 = 2;

/// Virtual channels with which it has been judged.
const JUDGED_VCS: RangeInclusive<u32> = 3..=7;

/// The largest broadcast fraction with which it has been judged.
const JUDGED_BETA: f64 = 0.05;

/// Unicasts among broadcasts where no unicast is sent: so few that nothing else notices them. What is theirs alone is left out.
const RARE: f64 = 1e-6;

/// The model of one network with one part of broadcasts.
#[derive(Clone, Debug)]
pub struct Worms {
    beta: f64,
    search: Search,
}

impl Worms {
    /// The model of a scenario, not begun: [`Model::advance`] solves it.
    pub fn of(setup: &Setup) -> Self {
        Self::new(WormholeNetwork::of(setup), setup.get(Key::Beta))
    }

    /// The model of a network in which a part β of the messages are broadcasts, 0 to 1.
    pub fn new(network: WormholeNetwork, beta: f64) -> Self {
        Self { beta, search: Search::new(network, beta.min(1.0 - RARE)) }
    }

    /// True if every message is a broadcast, so that no unicast message has a latency.
    fn only_broadcasts(&self) -> bool {
        self.beta >= 1.0
    }

    /// The network, but for its traffic.
    pub const fn network(&self) -> &WormholeNetwork {
        &self.search.network().solver.network
    }

    /// β, the part of the messages that are broadcasts.
    pub const fn beta(&self) -> f64 {
        self.beta
    }

    /// The limit of the network, once that is found.
    pub fn limit(&self) -> Option<Limit> {
        self.search.limit()
    }
}

impl Solve for Worms {
    type Solution = Solution;
    const INFO: &'static ModelInfo = &info::TORUS;
    const CASES: &'static [Case<Self>] = &[
        ("ports", |model| model.network().source() == QueuePlace::Ports),
        ("broadcasts", |model| model.beta() > 0.0),
        ("ring", |model| model.network().n == 1),
    ];

    fn solve(&self, load: f64) -> Outcome<Solution> {
        self.search.outcome(load)
    }

    fn curve(&self, points: usize) -> Vec<Solution> {
        self.search.solutions(points)
    }

    fn described(&self) -> &'static ModelInfo {
        match self.network().source() {
            QueuePlace::Ports => &info::TORUS,
            QueuePlace::Slots => &info::CUBE,
        }
    }

    fn boxed(&self, solution: Solution) -> Box<dyn crate::model::Solution> {
        if self.only_broadcasts() { Box::new(OnlyBroadcasts(solution)) } else { Box::new(solution) }
    }
}

impl Model for Worms {
    fn advance(&mut self, more: &dyn Fn() -> bool) -> bool {
        self.search.advance(more)
    }

    fn solve_end(&mut self, sharp: bool) {
        self.search.solve_end(sharp);
    }

    /// The points known so far, whatever the number asked for.
    fn curves(&self, _points: usize) -> Vec<Vec<(f64, f64)>> {
        vec![if self.only_broadcasts() { Vec::new() } else { self.search.curve() }]
    }

    fn idle(&self) -> Option<f64> {
        (!self.only_broadcasts()).then(|| self.search.idle())
    }

    fn end(&self) -> CurveEnd {
        let (load, busy) = (self.search.end(), self.search.busy());
        match self.limit() {
            // Latency grows without bound there.
            Some(Limit::Source) => CurveEnd { load, value: None, why: EndCause::FullSources(busy) },
            Some(Limit::Blocking) | None => {
                let value = self.search.end_latency().filter(|_| !self.only_broadcasts());
                CurveEnd { load, value, why: EndCause::BlockedWorms(busy) }
            }
        }
    }

    fn reasons(&self, load: f64, paper: &dyn Model) -> Vec<Discrepancy> {
        discrepancies::of(self, load, paper)
    }

    fn remarks(&self, _load: f64) -> Vec<Caveat> {
        let (network, mean) = (self.network(), self.search.network().solver.geometry.mean_hops);
        let ring = network.n < JUDGED_DIMENSIONS;
        let judged =
            !ring && JUDGED_VCS.contains(&network.vcs) && f64::from(network.flits) >= mean && self.beta <= JUDGED_BETA;
        Caveat::holding([
            (self.only_broadcasts(), Caveat::OnlyBroadcasts),
            (ring, Caveat::OneRing),
            (!judged, Caveat::NotJudged),
        ])
    }

    fn figures(&self, load: f64) -> Vec<Figure> {
        if self.network().source() == QueuePlace::Ports {
            return Vec::new();
        }
        let law = self.solve(load).stable().map(|solution| solution.step.law);
        vec![
            Figure {
                title: "Hops by dimensions left",
                x: "dimensions with hops left",
                y: "hops per message",
                counts: true,
                lines: vec![FigureLine::counted("exact walk", 1, &self.search.network().solver.geometry.n)],
                note: "A header chooses among the dimensions in which it still has hops to make. With one dimension left it has no \
                       choice, and there most messages are blocked."
                    .into(),
                ..Figure::default()
            },
            Figure::busy_channels(
                law.as_deref(),
                "Equations (12) and (13): headers take adaptive virtual channels first, so that the law is no geometric one.",
            ),
        ]
    }
}
