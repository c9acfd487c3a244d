//! Worms on unequal channels: a model of wormhole networks of our own for any traffic pattern, on meshes, tori and hypercubes, with
//! dimension order, Valiant's routing and minimal adaptive routing.
//!
//! # The question
//! How long does a message take where the channels are not alike, because of the edges of a mesh, of the order of dimensions or of a
//! traffic pattern, and which channel or node is the limit?
//!
//! # The picture
//! A worm moves at the speed of the most crowded channel on its path. On equal channels one number describes them all; here each channel
//! has its own crowd, and a message has its own path. Where flows merge, the crowd of a channel is part of the crowd of the next one; only
//! the newcomers count. All messages that would be at a channel if only this one held them up form a virtual queue for each group of
//! virtual channels. Of these, no more can be there over one input than this input has virtual channels, and Little's law gives the wait of
//! a header.
//!
//! # Assumptions
//! Poisson sources, messages of M flits, one-flit buffers, credits without delay, round robin on each channel, no contention for ejection.
//! The dateline of a ring divides the virtual channels into two classes, and each part of Valiant's routing has channels of its own. A
//! message of Valiant's routing that draws its source or its destination goes directly.
//!
//! # Symbols
//! | here | field | unit |
//! |---|---|---|
//! | k, n, V, M | [`Network`] | nodes, dimensions, channels, flits |
//! | paths, groups, transitions, φ, g, χ | `Flows` | 1 |
//! | m, P, z, B | the unknowns of a step | 1, 1, 1, M² cycles² |
//! | T, T_slot, W | [`Solution`](solution::Solution) | cycles |
//!
//! # Equations
//! | module | equations |
//! |---|---|
//! | [`network`], `flows` | (1) to (6): paths, groups of virtual channels, transitions, states of a channel |
//! | `crowd` | (10), (17), (18): shares of a channel, nested crowds |
//! | `stations` | (11) to (16): the virtual queue of a group |
//! | `paths` | (19) to (28): blocking, times, the demand on a channel, the wait at the source |
//! | `walks` | (A1) to (A9): adaptive routing |
//! | `search` | (29): the curve and its end |
//!
//! # Method
//! The steps of the fixed point are damped by 0.8 where a curve is drawn, and by 0.5 in the search for its end, whose limit of steps
//! belongs to the definition. Each load starts on the line through the two below. What a mirror of the network maps onto each other is
//! computed once. No constant is fitted to a simulation. (7) to (9) are not used.
//!
//! # Validity
//! Judged beside simulations of settings that were not used to make it. Error of the latency, mean / largest, by load as a part of the
//! simulated saturation:
//!
//! | load | dimension order (22) | Valiant (7) | adaptive (14) |
//! |---|---|---|---|
//! | 0.2 | 0.7 / 1.6 % | 0.7 / 2.2 % | 1.4 / 2.5 % |
//! | 0.5 | 1.7 / 4.4 % | 1.9 / 3.3 % | 2.4 / 5.5 % |
//! | 0.65 | 3.1 / 6.7 % | 2.9 / 4.3 % | 2.9 / 9.6 % |
//! | 0.8 | 6.4 / 12.3 % | 6.5 / 8.8 % | 6.0 / 31.3 % |
//! | saturation load | 4.1 / 15.2 % | early by 10 %, at most 26 % | early by 9 %, at most 22 % |
//!
//! Where it is weaker than that, it answers with a [`Caveat`]. It does not know broadcasts, one shared injection channel, V injection
//! channels per port or deeper buffers.
//!
//! # Reference
//! None: the model is Flitscope's own and unpublished.
#![doc = include_str!("unequal/equations.md")]

pub mod network;
pub mod solution;

mod crowd;
mod flows;
mod paths;
mod quantities;
mod queue;
pub mod search;
mod stations;
mod walks;

pub use network::Network;
use search::{Channels, Search};
use solution::Cause;

use crate::model::{
    Bound, Caveat, CurveEnd, EndCause, Equation, Lack, Measure, Model, ModelInfo, NoSolution, Outcome, Solution,
    Solved, equation, info::Countable, unmodelled::Unmodelled,
};
use crate::param::{Key, options::Pattern};
use crate::scenario::{Setup, System};
use crate::topology::grid::Topology;

const INFO: ModelInfo = ModelInfo {
    measures: &[Measure::OURS],
    tail: "The model gives the mean and the variance of the time at the source and the mean latency, but not its distribution, so it has \
           no percentiles.",
    headlines: &["U", "utilisation", "E_v", "blocked", "T", "W"],
    texts: "unequal",
    counted: &[("U", Countable::Carrying), ("E_v", Countable::Busy), ("W", Countable::Waiting)],
    measured_as: &[
        ("U", "utilisation"),
        ("utilisation", ""),
        ("T", "S"),
        ("W", "W_s"),
        ("E_v", "rho"),
        ("rho", ""),
        ("S", ""),
        ("P_v", ""),
    ],
    ..ModelInfo::LATENCY
};

/// The model of one network, or its bounds alone, if no model covers it. Nothing is solved before it is asked for.
pub struct Unequal {
    network: Option<Network>,
    search: Option<Box<Search>>,
    /// Bounds, which need no solution.
    bounds: Unmodelled,
}

/// The network of a setup, if this model covers it: a wormhole network without broadcasts. Otherwise the gap of the model, if any.
fn sought(setup: &Setup) -> Result<Network, Option<Lack>> {
    match setup.system() {
        System::TorusBroadcast | System::KaryNCube => {}
        System::HypercubeMmpp | System::HypercubeSlotted | System::BanyanMulticast => return Err(None),
        #[cfg(any(test, feature = "test-system"))]
        System::Ring => return Err(None),
    }
    if setup.get(Key::Beta) != 0.0 {
        return Err(Some(Lack::Broadcasts));
    }
    if setup.turns().is_some_and(|turns| turns.name() != Some("x-y")) {
        return Err(Some(Lack::Turns));
    }
    let network = Network::of(setup).ok_or(Some(Lack::Injection))?;
    let least = network.routing.least_channels(network.grid.classes());
    if network.vcs < least {
        return Err(Some(Lack::Channels(least)));
    }
    if network.size().is_finite() { Ok(network) } else { Err(Some(Lack::Size)) }
}

fn covered(setup: &Setup) -> Option<Network> {
    sought(setup).ok()
}

/// The gap of this model for a setup of a wormhole network; none if it covers it.
pub(in crate::model) fn lacks(setup: &Setup) -> Option<Lack> {
    sought(setup).err().flatten()
}

/// True if this model covers a setup.
pub(in crate::model) fn covers(setup: &Setup) -> bool {
    covered(setup).is_some()
}

/// About how many seconds a page takes for the curve of a setup; `None` if this model does not cover it.
pub fn seconds(setup: &Setup) -> Option<f64> {
    Some(covered(setup)?.seconds())
}

/// The reason why the curve of a setup takes longer than a page can wait; `None` if it does not.
pub(in crate::model) fn takes_long(setup: &Setup) -> Option<NoSolution> {
    const MOST: f64 = 2.0;
    let seconds = seconds(setup)?;
    (seconds > MOST).then_some(NoSolution::LongCurve(seconds))
}

impl Unequal {
    /// The model of a setup that no model of a paper covers, not begun.
    pub(in crate::model) fn of(setup: &Setup, bounds: Unmodelled) -> Self {
        Self { network: covered(setup), ..Self::none(bounds) }
    }

    pub(in crate::model) fn none(bounds: Unmodelled) -> Self {
        Self { network: None, search: None, bounds }
    }

    /// The network, if the model covers it.
    pub const fn network(&self) -> Option<&Network> {
        self.network.as_ref()
    }

    /// True if one load takes longer than a piece of a picture.
    fn is_heavy(&self) -> bool {
        const HEAVY: f64 = 0.5;
        self.network.is_some_and(|network| network.seconds() > HEAVY)
    }

    /// The search, begun where it has not begun; `None` without a network that the model covers.
    fn search(&mut self) -> Option<&mut Search> {
        let (network, end) = (self.network?, self.bounds.end());
        let bound = if end.is_bound() { end.load } else { f64::INFINITY };
        Some(self.search.get_or_insert_with(|| Box::new(Search::new(network, bound))))
    }

    /// The search, once it knows the end.
    fn ended(&self) -> Option<&Search> {
        self.search.as_deref().filter(|search| search.is_bracketed())
    }
}

impl Solved for Unequal {
    fn info(&self) -> &'static ModelInfo {
        if self.network.is_some() { &INFO } else { self.bounds.info() }
    }

    fn equations(&self) -> Vec<Equation> {
        let paths = |model: &Self| model.network().is_none_or(|network| !network.routing.is_adaptive());
        if self.network.is_some() { equation::of("unequal", self, &[("paths", paths)]) } else { Vec::new() }
    }

    fn solution(&self, load: f64) -> Outcome<Box<dyn Solution>> {
        let bound = self.bounds.end();
        if bound.is_bound() && load > bound.load {
            return Outcome::Saturated;
        }
        let Some(search) = &self.search else {
            let unsolved = Outcome::Invalid(NoSolution::BeingSolved);
            return if self.network.is_some() { unsolved } else { self.bounds.at(load) };
        };
        match search.outcome(load) {
            Outcome::Stable(solution) => Outcome::Stable(Box::new(solution)),
            Outcome::Saturated => Outcome::Saturated,
            Outcome::Invalid(reason) => Outcome::Invalid(reason),
        }
    }

    fn solutions(&self, points: usize) -> Vec<Box<dyn Solution>> {
        let solutions = self.search.as_ref().map(|search| search.solutions(points)).unwrap_or_default();
        solutions.into_iter().map(|solution| Box::new(solution) as _).collect()
    }
}

impl Model for Unequal {
    fn advance(&mut self, more: &dyn Fn() -> bool) -> bool {
        self.network.is_none() || more() && self.search().is_some_and(|search| search.advance(more))
    }

    fn prepare(&mut self, load: f64, more: &dyn Fn() -> bool) -> bool {
        let heavy = self.is_heavy();
        let search = self.search.as_mut().filter(|search| heavy && load <= search.end());
        search.is_none_or(|search| search.prepare(load, more))
    }

    fn solve_end(&mut self, sharp: bool) {
        self.search().into_iter().for_each(|search| search.solve_end(sharp));
    }

    /// The points known so far, whatever the number asked for.
    fn curves(&self, _points: usize) -> Vec<Vec<(f64, f64)>> {
        vec![self.search.as_ref().map(|search| search.curve()).unwrap_or_default()]
    }

    fn idle(&self) -> Option<f64> {
        self.bounds.idle().or_else(|| self.search.as_ref().map(|search| search.idle()))
    }

    fn end(&self) -> CurveEnd {
        let Some(search) = self.ended() else { return self.bounds.end() };
        let (&Channels { network: Network { grid, .. }, busy, culprits: (channel, node), .. }, load) =
            (search.network(), search.end());
        let why = match search.limit() {
            _ if search.is_bound() => EndCause::Bandwidth { channel: self.bounds.busiest() },
            Some(Cause::Blocking) => {
                EndCause::CrowdedChannel { from: grid.near_end(channel), to: grid.far_end(channel), busy }
            }
            Some(Cause::Source) | None => EndCause::CrowdedNode { node, busy },
        };
        CurveEnd { load, value: None, why }
    }

    fn bounds(&self) -> Vec<Bound> {
        let end = self.bounds.end();
        let known = (self.network.is_some() && end.is_bound()).then(|| Bound { load: end.load, label: end.label() });
        let reached = self.ended().is_none_or(Search::is_bound);
        known.into_iter().filter(|_| !reached).chain(self.bounds.bounds()).collect()
    }

    fn remarks(&self, load: f64) -> Vec<Caveat> {
        let Some(network) = self.network else { return Vec::new() };
        let Network { grid, routing, destinations, vcs, ports, .. } = network;
        let (adaptive, valiant) = (routing.is_adaptive(), routing.has_two_parts());
        let permutation = match destinations.pattern {
            Pattern::Uniform | Pattern::Hotspot | Pattern::Table => false,
            Pattern::Transpose | Pattern::BitComplement | Pattern::BitReverse => true,
            Pattern::Shuffle | Pattern::Tornado | Pattern::Neighbour => true,
        };
        let late = self.ended().is_some_and(|search| load > 0.7 * search.end());
        let ring = grid.topology == Topology::Cube && grid.k > 2;
        let single = vcs < 2 * network.kinds();
        Caveat::holding([
            (!adaptive && !valiant, Caveat::UnequalOrder),
            (valiant, Caveat::UnequalValiant),
            (valiant && single, Caveat::UnequalSingle),
            (adaptive, Caveat::UnequalAdaptive),
            (adaptive && (grid.k == 2 && vcs == 3 || permutation && vcs == 2), Caveat::UnequalFewChannels),
            (!adaptive && !valiant && ring, Caveat::UnequalDateline),
            (!adaptive && !valiant && grid.n == 1, Caveat::UnequalRow),
            (!adaptive && !valiant && ports && permutation, Caveat::UnequalPorts),
            (late, Caveat::UnequalSteep),
        ])
    }
}
