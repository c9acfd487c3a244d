//! Networks that no model of a paper covers: bounds on their load, and the latency of the idle network.
//!
//! The papers assume uniform traffic, adaptive routing and the wiring of their networks. For other settings our own model of unequal
//! channels has a curve, or, where it does not hold, there is none. The latency of an idle network is exact, M flits and the mean hops of a
//! message, and two bounds hold for the load: the busiest channel in dimension order, or by way of a random node, and the channels between
//! two halves of the network under any routing. See [`channel_load`](crate::traffic::channel_load).

use super::{Bound, CurveEnd, EndCause, ModelInfo, NoSolution, Outcome};
use crate::{
    param::{
        Key,
        options::{Orient, Routing},
    },
    scenario::{Setup, System},
    topology::grid::{Grid, Topology},
    traffic::{
        channel_load::{Demand, MOST_NODES},
        pattern::Destinations,
    },
};

/// Bounds and idle latency of a network without a model of a paper.
pub(super) struct Unmodelled {
    info: &'static ModelInfo,
    reason: NoSolution,
    idle: Option<f64>,
    end: CurveEnd,
    bounds: Vec<Bound>,
    /// The two ends of the busiest channel, if that is the first to be full.
    busiest: Option<[u32; 2]>,
}

impl Unmodelled {
    /// The results for the network of a setup; `info` describes the models of its system.
    pub(super) fn of(setup: &Setup, info: &'static ModelInfo, reason: NoSolution) -> Self {
        let (grid, destinations, beta) = (Grid::of(setup), Destinations::chosen(setup), setup.get(Key::Beta));
        let routing = setup.choice::<Routing>();
        let flits = f64::from(setup.count(Key::Flits).max(1));
        let known = grid.k.checked_pow(grid.n).is_some_and(|nodes| nodes <= MOST_NODES);
        let hops = if known { destinations.mean_hops(grid, routing) } else { 0.0 };
        let twice = routing.has_two_parts() && grid.topology == Topology::Cube && grid.k > 2;
        let demand = known.then(|| {
            let fixed = setup.choice::<Orient>() == Orient::Fixed;
            Demand::of(grid, destinations).with_broadcasts(beta, fixed)
        });
        // The latency of a message that meets no other one: its hops, and M cycles until its tail has arrived. A circuit is first reserved
        // and acknowledged. A packet is stored at each node.
        let idle = match setup.system() {
            System::HypercubeMmpp => 3.0 * hops + flits,
            System::HypercubeSlotted => hops,
            System::TorusBroadcast | System::KaryNCube | System::BanyanMulticast => hops + flits,
            #[cfg(any(test, feature = "test-system"))]
            System::Ring => hops + flits,
        };
        let senders = || f64::from(destinations.senders((grid.k, grid.n)));
        let busy = (setup.system() == System::HypercubeSlotted && known && hops > 0.0)
            .then(|| (f64::from(grid.nodes()) / (2.0 * hops * senders()), EndCause::BusyNodes));
        // A load at which the busiest of some channels carries a flit in every cycle.
        let bound = |messages: f64, why| (messages > 0.0).then(|| (1.0 / (flits * messages), why));
        let across = demand.as_ref().and_then(|demand| bound(demand.bisection_load(), EndCause::FullBisection));
        let mut busiest = None;
        let full = |demand: Demand| {
            let loads = demand.loads_under(routing, setup.turns());
            let (channel, load) = (0..).zip(loads).max_by(|one, other| one.1.total_cmp(&other.1))?;
            busiest = Some([grid.near_end(channel), grid.far_end(channel)]);
            bound(load, EndCause::FullChannel)
        };
        let mut bounds: Vec<_> = across.into_iter().chain(busy).chain(demand.and_then(full)).collect();
        bounds.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (load, why) = bounds.first().copied().unwrap_or((1.0 / flits, EndCause::NoBound));
        let others = bounds.iter().skip(1).filter(|(other, _)| *other > load * (1.0 + 1e-9));
        Self {
            info,
            reason,
            // On one-way rings a message may cross a channel twice on the way by another node, and then takes longer.
            idle: (beta < 1.0 && hops > 0.0 && !twice).then_some(idle),
            end: CurveEnd { load: load.min(1.0), value: None, why },
            busiest: busiest.filter(|_| why == EndCause::FullChannel),
            bounds: others
                .map(|&(load, why)| Bound { load, label: CurveEnd { load, value: None, why }.label() })
                .collect(),
        }
    }
}

impl Unmodelled {
    /// The two ends of the busiest channel, if that is the first to be full.
    pub(super) const fn busiest(&self) -> Option<[u32; 2]> {
        self.busiest
    }

    /// The description of the models of its system.
    pub(super) const fn info(&self) -> &'static ModelInfo {
        self.info
    }

    /// The answer for a load.
    pub(super) fn at<T>(&self, load: f64) -> Outcome<T> {
        let beyond = self.end.saturated() && load > self.end.load;
        if beyond { Outcome::Saturated } else { Outcome::Invalid(self.reason) }
    }

    /// The latency of the idle network, cycles.
    pub(super) const fn idle(&self) -> Option<f64> {
        self.idle
    }

    pub(super) const fn end(&self) -> CurveEnd {
        self.end
    }

    pub(super) fn bounds(&self) -> Vec<Bound> {
        self.bounds.clone()
    }
}
