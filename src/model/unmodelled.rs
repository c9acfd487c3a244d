//! Networks that no model covers: what is known of them without a simulation.
//!
//! The models assume uniform traffic, adaptive routing and the wiring of their papers. For other settings there is no curve. The latency of an idle network
//! is exact, M flits and the mean hops of a message, and two bounds hold for the load: the busiest channel in dimension order, or by way of
//! a random node, and the channels between two halves of the network under any routing. See [`channel_load`](crate::traffic::channel_load).

use super::{Bound, CurveEnd, EndCause, Equation, Model, ModelInfo, NoSolution, Outcome, Solution};
use crate::{
    param::{
        Key,
        options::{Orient, Routing},
    },
    scenario::Setup,
    topology::grid::{Grid, Topology},
    traffic::{channel_load::Demand, pattern::Destinations},
};

/// The most nodes for which the bounds are computed: with more it takes longer than a page can wait.
const MOST_NODES: u32 = 1 << 14;

/// The settings that the models assume at their defaults.
const ASSUMED: [Key; 4] = [Key::Pattern, Key::Routing, Key::Wiring, Key::Ways];

/// The reason why no model covers a setup; `None` if the models of its system do.
pub(super) fn reason(setup: &Setup) -> Option<NoSolution> {
    let assumed = |key: &Key| {
        let row = setup.system().param(*key)?;
        // In a hypercube a ring is one link in either direction.
        let same = setup.get(*key) == row.default() || *key == Key::Ways && setup.count(Key::K) == 2;
        (!same).then_some(NoSolution::NotModelled { row, option: setup.count(*key) })
    };
    ASSUMED.iter().find_map(assumed)
}

/// What is known of a network without a model.
pub struct Unmodelled {
    info: &'static ModelInfo,
    reason: NoSolution,
    idle: Option<f64>,
    end: CurveEnd,
    bounds: Vec<Bound>,
}

impl Unmodelled {
    /// What is known of the network of a setup; `info` describes the models of its system.
    pub(super) fn of(setup: &Setup, info: &'static ModelInfo, reason: NoSolution) -> Self {
        let (grid, destinations, beta) = (Grid::of(setup), Destinations::chosen(setup), setup.get(Key::Beta));
        let routing = setup.choice::<Routing>();
        let flits = f64::from(setup.count(Key::Flits));
        let hops = match routing {
            Routing::Valiant => destinations.mean_by_way_of_any(grid),
            Routing::Adaptive | Routing::DimensionOrder => destinations.mean_distance(grid),
        };
        let twice = routing == Routing::Valiant && grid.topology == Topology::Cube && grid.k > 2;
        let known = grid.k.checked_pow(grid.n).is_some_and(|nodes| nodes <= MOST_NODES);
        let demand = known.then(|| {
            let fixed = setup.choice::<Orient>() == Orient::Fixed;
            Demand::of(grid, destinations).with_broadcasts(beta, fixed)
        });
        // A load at which the busiest of some channels carries a flit in every cycle.
        let bound = |messages: f64, why| (messages > 0.0).then(|| (1.0 / (flits * messages), why));
        let across = demand.as_ref().and_then(|demand| bound(demand.bisection_load(), EndCause::FullBisection));
        let busiest = |demand: Demand| {
            let loads = match routing {
                // The routers choose, so no load of a channel is known.
                Routing::Adaptive => Vec::new(),
                Routing::DimensionOrder => demand.channel_loads(),
                Routing::Valiant => demand.by_way_of_any().channel_loads(),
            };
            bound(loads.into_iter().fold(0.0, f64::max), EndCause::FullChannel)
        };
        let mut bounds: Vec<_> = across.into_iter().chain(demand.and_then(busiest)).collect();
        bounds.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (load, why) = bounds.first().copied().unwrap_or((1.0 / flits, EndCause::NoBound));
        let others = bounds.iter().skip(1).filter(|(other, _)| *other > load * (1.0 + 1e-9));
        Self {
            info,
            reason,
            // On one-way rings a message may cross a channel twice on the way by another node, and then takes longer.
            idle: (beta < 1.0 && hops > 0.0 && !twice).then_some(hops + flits),
            end: CurveEnd { load: load.min(1.0), value: None, why },
            bounds: others
                .map(|&(load, why)| Bound { load, label: CurveEnd { load, value: None, why }.label() })
                .collect(),
        }
    }
}

impl Model for Unmodelled {
    fn info(&self) -> &'static ModelInfo {
        self.info
    }

    fn equations(&self) -> Vec<Equation> {
        Vec::new()
    }

    fn idle(&self) -> Option<f64> {
        self.idle
    }

    fn end(&self) -> CurveEnd {
        self.end
    }

    fn solution(&self, load: f64) -> Outcome<Box<dyn Solution>> {
        let beyond = self.end.saturated() && load > self.end.load;
        if beyond { Outcome::Saturated } else { Outcome::Invalid(self.reason) }
    }

    fn solutions(&self, _: usize) -> Vec<Box<dyn Solution>> {
        Vec::new()
    }

    fn bounds(&self) -> Vec<Bound> {
        self.bounds.clone()
    }
}
