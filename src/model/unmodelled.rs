//! Networks that no model of a paper covers: bounds on their load, and the latency of the idle network.
//!
//! The papers assume uniform traffic, adaptive routing and the wiring of their networks. For other settings our own model of unequal channels has a curve, or, where it does not hold, there is none. The latency of an idle network
//! is exact, M flits and the mean hops of a message, and two bounds hold for the load: the busiest channel in dimension order, or by way of
//! a random node, and the channels between two halves of the network under any routing. See [`channel_load`](crate::traffic::channel_load).

use super::{Bound, CurveEnd, EndCause, ModelInfo, NoSolution, Outcome, ours::unequal};
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

/// The settings that the models assume at their defaults.
const ASSUMED: [Key; 4] = [Key::Pattern, Key::Routing, Key::Wiring, Key::Ways];

/// The reason why no model covers a setup; `None` if the models of its system do.
pub(super) fn reason(setup: &Setup) -> Option<NoSolution> {
    let assumed = |key: &Key| {
        let row = setup.system().param(*key)?;
        // In a hypercube a ring is one link in either direction.
        let same = setup.get(*key) == row.default() || *key == Key::Ways && setup.count(Key::K) == 2;
        (!same).then(|| NoSolution::NotModelled { row, option: setup.count(*key), lack: unequal::lacks(setup) })
    };
    ASSUMED.iter().find_map(assumed)
}

/// Bounds and idle latency of a network without a model of a paper.
pub struct Unmodelled {
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
        let twice = routing == Routing::Valiant && grid.topology == Topology::Cube && grid.k > 2;
        let demand = known.then(|| {
            let fixed = setup.choice::<Orient>() == Orient::Fixed;
            Demand::of(grid, destinations).with_broadcasts(beta, fixed)
        });
        // The latency of a message that meets no other one: its hops, and M cycles until its tail has arrived. A circuit is first reserved and acknowledged. A
        // packet is stored at each node.
        let idle = match setup.system() {
            System::HypercubeMmpp => 3.0 * hops + flits,
            System::HypercubeSlotted => hops,
            _ => hops + flits,
        };
        let senders = || f64::from(destinations.senders((grid.k, grid.n)));
        let busy = (setup.system() == System::HypercubeSlotted && known && hops > 0.0)
            .then(|| (f64::from(grid.nodes()) / (2.0 * hops * senders()), EndCause::BusyNodes));
        // A load at which the busiest of some channels carries a flit in every cycle.
        let bound = |messages: f64, why| (messages > 0.0).then(|| (1.0 / (flits * messages), why));
        let across = demand.as_ref().and_then(|demand| bound(demand.bisection_load(), EndCause::FullBisection));
        let mut busiest = None;
        let full = |demand: Demand| {
            let loads = demand.loads_under(routing);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::{self, Model as _, ours::unequal::Unequal},
        scenario::{Scenario, link},
    };

    fn setup(text: &str) -> Setup {
        let parsed = link::parse(text);
        assert!(parsed.problems.is_empty(), "{text}: {:?}", parsed.problems);
        *parsed.scenario.setup()
    }

    #[test]
    fn models_cover_the_defaults_of_what_they_assume_and_nothing_else() {
        for system in System::ALL {
            assert_eq!(reason(Scenario::new(*system).setup()), None, "{system:?}");
        }
        for text in [
            "beta=0&pattern=transpose",
            "routing=dimension-order",
            "routing=valiant&vcs=4",
            "beta=0&wiring=mesh",
            "system=kary-ncube&ways=two",
            "system=kary-ncube&wiring=mesh",
            "system=hypercube-mmpp&pattern=shuffle",
            "system=hypercube-slotted&pattern=hotspot&hotspot=0.5",
        ] {
            let setup = setup(text);
            let reason = reason(&setup).expect("a reason");
            let model = Unequal::none(Unmodelled::of(&setup, model::start(&setup).info(), reason));
            assert!(
                matches!(model.point(0.5 * model.end().load), Outcome::Invalid(NoSolution::NotModelled { .. })),
                "{text}"
            );
            assert_eq!(model.point(1.01 * model.end().load), Outcome::Saturated, "{text}");
            assert!(model.curves(10).iter().all(Vec::is_empty) && model.end().is_bound(), "{text}");
            assert_eq!(model.end().saturation(), None, "{text}: a bound is no saturation");
        }
        // In a hypercube both ways are one.
        assert_eq!(reason(&setup("system=kary-ncube&k=2&n=4&ways=two")), None);
    }

    #[test]
    fn bounds_and_idle_latencies_are_those_of_the_channels() {
        let known = |text: &str| {
            let setup = setup(text);
            let reason = reason(&setup).expect("a reason");
            let model = Unmodelled::of(&setup, model::start(&setup).info(), reason);
            (model.idle(), model.end(), model.bounds())
        };
        // Transposed, 7 messages cross the busiest channel, and 16 messages the 8 channels in the middle.
        let (idle, end, bounds) = known("beta=0&wiring=mesh&pattern=transpose&routing=dimension-order&flits=16");
        assert_eq!((idle, end.why), (Some(16.0 + 6.0), EndCause::FullChannel));
        assert!((end.load - 1.0 / (7.0 * 16.0)).abs() < 1e-15);
        assert!(matches!(bounds[..], [Bound { load, .. }] if (load - 1.0 / (2.0 * 16.0)).abs() < 1e-15), "{bounds:?}");
        // No channel is known to be the busiest where headers choose.
        let (_, end, bounds) = known("beta=0&wiring=mesh&pattern=transpose&flits=16");
        assert_eq!((end.why, bounds.len()), (EndCause::FullBisection, 0));
        // By way of a random node the tornado becomes uniform traffic, twice: 2 k/8 messages on each channel of a ring.
        let (idle, end, _) = known("system=kary-ncube&n=1&ways=two&pattern=tornado&routing=valiant&vcs=4&flits=16");
        assert_eq!(idle, Some(16.0 + 4.0));
        assert!((end.load - 1.0 / (2.0 * 16.0)).abs() < 1e-15, "{end:?}");
        // Circuits cross their path three times before the data does, packets are stored at each node.
        assert_eq!(known("system=hypercube-mmpp&n=4&pattern=bit-complement&flits=16").0, Some(3.0 * 4.0 + 16.0));
        let (idle, end, _) = known("system=hypercube-slotted&n=4&pattern=bit-complement");
        assert_eq!((idle, end.load, end.why), (Some(4.0), 1.0 / 8.0, EndCause::BusyNodes));
        // A network of too many nodes has no bounds.
        let (idle, end, bounds) = known("system=kary-ncube&k=32&n=8&pattern=tornado&flits=16");
        assert_eq!((idle, end.load, end.why, bounds.len()), (None, 1.0 / 16.0, EndCause::NoBound, 0));
    }
}
