//! The choice of a model for a scenario: that of its paper, our own, or the reason why there is none.
//!
//! The papers assume uniform traffic, adaptive routing and the wiring of their networks. Elsewhere our own model of unequal channels has a
//! curve under every reading; where it does not hold, bounds alone are known.

use super::{
    Model, ModelInfo, NoSolution,
    banyan_multicast::{self, BanyanMulticast},
    hypercube_mmpp::{self, HypercubeMmpp},
    hypercube_slotted::{self, HypercubeSlotted},
    kary_ncube::{self, KaryNCube},
    ours::{
        circuits::Circuits,
        matchings::Matchings,
        rivals::{self, Rivals},
        unequal::{self, Unequal},
        worms::Worms,
    },
    torus_broadcast::{self, TorusBroadcast},
    unmodelled::Unmodelled,
};
use crate::{
    param::Key,
    scenario::{Setup, System},
};

/// The settings that the models of the papers assume at their defaults.
const ASSUMED: [Key; 4] = [Key::Pattern, Key::Routing, Key::Wiring, Key::Ways];

/// The models of a setup.
pub struct Choice {
    setup: Setup,
    /// The reason why no model of a paper covers the network; `None` if one does.
    apart: Option<NoSolution>,
    /// True if no model of a paper covers the network, but our own of unequal channels does: it answers under every reading.
    pub ours_alone: bool,
}

/// The models that cover a setup.
pub fn choose(setup: &Setup) -> Choice {
    let assumed = |key: &Key| {
        let row = setup.system().param(*key)?;
        // In a hypercube a ring is one link in either direction.
        let same = setup.get(*key) == row.default() || *key == Key::Ways && setup.count(Key::K) == 2;
        (!same).then(|| NoSolution::NotModelled { row, option: setup.count(*key), lack: unequal::lacks(setup) })
    };
    let apart = ASSUMED.iter().find_map(assumed);
    Choice { setup: *setup, apart, ours_alone: apart.is_some() && unequal::covers(setup) }
}

impl Choice {
    /// True if a model of a paper covers the network.
    pub const fn has_paper(&self) -> bool {
        self.apart.is_none()
    }

    /// The reason why no model covers the setup; `None` if one does.
    pub fn uncovered(&self) -> Option<NoSolution> {
        self.apart.filter(|_| !self.ours_alone)
    }

    /// The reason why no model covers the setup, or why that takes longer than a page can wait; `None` if there is none.
    pub fn refusal(&self) -> Option<NoSolution> {
        let setup = &self.setup;
        if self.apart.is_some() {
            return self.uncovered().or_else(|| unequal::takes_long(setup));
        }
        let never: fn(&Setup) -> Option<NoSolution> = |_| None;
        let (ours, papers) = match setup.system() {
            System::KaryNCube => (never, kary_ncube::takes_long as fn(&Setup) -> Option<NoSolution>),
            System::BanyanMulticast => (rivals::takes_long as fn(&Setup) -> Option<NoSolution>, never),
            System::TorusBroadcast | System::HypercubeMmpp | System::HypercubeSlotted => (never, never),
            #[cfg(any(test, feature = "test-system"))]
            System::Ring => (never, never),
        };
        if setup.reading().is_ours() { ours(setup) } else { papers(setup) }
    }

    /// A load that no node of this network exceeds: an exact bound where one is known.
    pub fn bound(&self) -> f64 {
        self.bounds(NoSolution::NoReading).end().load
    }

    fn bounds(&self, reason: NoSolution) -> Unmodelled {
        Unmodelled::of(&self.setup, info(self.setup.system()), reason)
    }

    /// The model under the reading of the setup, not begun.
    fn model(&self) -> Box<dyn Model> {
        let setup = &self.setup;
        if let Some(reason) = self.apart {
            return Box::new(Unequal::of(setup, self.bounds(reason)));
        }
        // A scenario has our reading only where our model covers it.
        let own = setup.reading().is_ours().then(|| ours(setup).ok()).flatten();
        own.unwrap_or_else(|| paper(setup))
    }
}

/// The description of the models of the paper of a system.
const fn info(system: System) -> &'static ModelInfo {
    match system {
        System::TorusBroadcast => &torus_broadcast::INFO,
        System::KaryNCube => &kary_ncube::INFO,
        System::HypercubeMmpp => &hypercube_mmpp::INFO,
        System::HypercubeSlotted => &hypercube_slotted::INFO,
        System::BanyanMulticast => &banyan_multicast::INFO,
        #[cfg(any(test, feature = "test-system"))]
        System::Ring => &super::ring::INFO,
    }
}

/// Our own model of a system, not begun; or why it does not cover a setup.
fn ours(setup: &Setup) -> Result<Box<dyn Model>, NoSolution> {
    Ok(match setup.system() {
        System::TorusBroadcast | System::KaryNCube => Box::new(Worms::of(setup)),
        System::HypercubeMmpp => Box::new(Circuits::of(setup)?),
        System::HypercubeSlotted => Box::new(Matchings::of(setup)?),
        System::BanyanMulticast => Box::new(Rivals::of(setup)?),
        #[cfg(any(test, feature = "test-system"))]
        System::Ring => Box::new(Worms::of(setup)),
    })
}

/// The model of the paper, whatever the reading.
pub fn paper(setup: &Setup) -> Box<dyn Model> {
    let setup = if setup.reading().is_ours() { &setup.simulated() } else { setup };
    match setup.system() {
        System::TorusBroadcast => Box::new(TorusBroadcast::of(setup)),
        System::KaryNCube => Box::new(KaryNCube::of(setup)),
        System::HypercubeMmpp => Box::new(HypercubeMmpp::of(setup)),
        System::HypercubeSlotted => Box::new(HypercubeSlotted::of(setup)),
        System::BanyanMulticast => Box::new(BanyanMulticast::of(setup)),
        #[cfg(any(test, feature = "test-system"))]
        System::Ring => Box::new(super::ring::Ring::of(setup)),
    }
}

/// The model of a scenario, under its reading, that may still have to be [worked](Model::advance) on.
pub fn start(setup: &Setup) -> Box<dyn Model> {
    choose(setup).model()
}

/// The model of a scenario, under its reading, with all that can be said of it.
pub fn of(setup: &Setup) -> Box<dyn Model> {
    let mut model = start(setup);
    model.advance(&|| true);
    model
}

/// As [`of`], without the points of its curve where those take long: its end and each load are equal to the last bit.
pub fn solved_to_end(setup: &Setup) -> Box<dyn Model> {
    let mut model = start(setup);
    model.solve_end(false);
    model
}

/// As [`solved_to_end`], with an end to its last digits, to be differentiated.
pub fn solved_precisely(setup: &Setup) -> Box<dyn Model> {
    let mut model = start(setup);
    model.solve_end(true);
    model
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::{Bound, EndCause, Outcome},
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
            assert!(choose(Scenario::new(*system).setup()).has_paper(), "{system:?}");
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
            let choice = choose(&setup);
            let model = Unequal::none(choice.bounds(choice.apart.expect("a reason")));
            assert!(
                matches!(model.point(0.5 * model.end().load), Outcome::Invalid(NoSolution::NotModelled { .. })),
                "{text}"
            );
            assert_eq!(model.point(1.01 * model.end().load), Outcome::Saturated, "{text}");
            assert!(model.curves(10).iter().all(Vec::is_empty) && model.end().is_bound(), "{text}");
            assert_eq!(model.end().saturation(), None, "{text}: a bound is no saturation");
        }
        // In a hypercube both ways are one.
        assert!(choose(&setup("system=kary-ncube&k=2&n=4&ways=two")).has_paper());
    }

    #[test]
    fn bounds_and_idle_latencies_are_those_of_the_channels() {
        let known = |text: &str| {
            let setup = setup(text);
            let choice = choose(&setup);
            let model = choice.bounds(choice.apart.expect("a reason"));
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
