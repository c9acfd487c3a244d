//! Constraints over several parameters.

use super::{Reading, Scenario, System};
use crate::param::options::{Escape, Fill, Injection, Pattern, Routing, Wiring};
use crate::param::rates::Rates;
use crate::param::{Accepted, Fault, Key, LISTED, Need, NotCovered, Problem};

/// Most dimensions of a k-ary n-cube whose rings have more than two nodes.
const MOST_DIMENSIONS_OF_RINGS: u32 = 8;

/// Most dimensions for which circuits as flows is defined.
pub const MOST_DIMENSIONS_OF_CIRCUITS: u32 = 10;

/// The shortest message for which circuits as flows is defined, flits: a message of less than 2n fits into the buffers of its path.
pub const fn least_flits_of_circuits(n: u32) -> u32 {
    if n > 2 { 2 * n } else { 4 }
}

/// The fewest stages for which copies as rivals is defined.
const LEAST_STAGES_OF_COPIES: u32 = 2;

impl Scenario {
    /// Replaces values that contradict the others, and adds a problem for each. `changed` is the parameter that the user has just set.
    pub(super) fn reconcile(self, changed: Option<Key>, problems: &mut Vec<Problem>) -> Self {
        match self.system() {
            System::TorusBroadcast => self.reconcile_torus(changed, problems),
            System::KaryNCube => self.reconcile_cube(problems),
            System::BanyanMulticast => self.reconcile_banyan(problems),
            System::HypercubeMmpp => self.reconcile_circuits(problems),
            System::HypercubeSlotted => self.reconcile_slotted(problems),
            #[cfg(any(test, feature = "test-system"))]
            System::Ring => self,
        }
    }

    fn reconcile_torus(mut self, changed: Option<Key>, problems: &mut Vec<Problem>) -> Self {
        // Only the refined reading and our own are defined beyond the two dimensions of the paper. The problem names the key written.
        let n = self.count(Key::N);
        let place = |option: &Reading| *option == Reading::Refined;
        let beyond = n > 2 && !matches!(self.reading(), Reading::Refined | Reading::Flow);
        if let Some(refined) = self.system().readings().iter().position(place).filter(|_| beyond) {
            let (reading, key) = (Key::Reading, Reading::Refined.key());
            if changed == Some(reading) {
                self = self.fall_back(reading, refined as u32, Accepted::Refined { n }, problems);
            } else {
                let used = format!("{} = {key}", reading.name());
                problems.push(Problem::new(Key::N.name(), n, Accepted::TwoOrRefined).using(used));
                self = self.with(reading, refined as f64);
            }
        }
        // The animation draws two dimensions of the torus.
        let k = self.count(Key::K);
        self = self.within(Key::Source, k.pow(2), (Key::K, k), problems);
        if self.is_mesh() && self.get(Key::Beta) > 0.0 {
            self = self.fall_back(Key::Beta, 0, Accepted::NoBroadcast, problems);
        }
        self.reconcile_grid(problems)
    }

    /// True if the rows of nodes have ends.
    fn is_mesh(&self) -> bool {
        self.choice::<Wiring>() == Wiring::Mesh
    }

    /// The rules of all networks with wormhole switching: the least virtual channels, and traffic for this number of nodes.
    fn reconcile_grid(mut self, problems: &mut Vec<Problem>) -> Self {
        self = self.reconcile_turns(problems);
        let (k, n, routing) = (self.count(Key::K), self.count(Key::N), self.choice::<Routing>());
        // Without a ring, or in one of two nodes, there is no dateline, and dimension order can do without.
        let dateline = self.choice::<Escape>() == Escape::On || routing.is_adaptive();
        let classes = if k > 2 && !self.is_mesh() && dateline { 2 } else { 1 };
        let least = routing.least_channels(classes);
        if self.count(Key::Vcs) < least {
            self = self.fall_back(Key::Vcs, least, Accepted::VirtualChannels { least, k, routing, classes }, problems);
        }
        self.reconcile_pattern((k, n), (Key::K, k), problems)
    }

    /// Routing by allowed turns: a mesh of two dimensions, a turn for each quadrant, and a circle to fill, if it is to be filled.
    fn reconcile_turns(mut self, problems: &mut Vec<Problem>) -> Self {
        let Some(turns) = self.setup.turns() else { return self };
        let other = |key: Key, value: f64, need: Need, problems: &mut Vec<Problem>| {
            self.instead(key, value, Fault::Needs(Box::new(need)), problems)
        };
        if !self.is_mesh() || self.count(Key::N) != 2 {
            return other(Key::Routing, Routing::DimensionOrder as u32 as f64, Need::PlaneMesh, problems);
        }
        if let Some((turns, pair)) = turns.lost() {
            let default = self.system().param(Key::Turns).map_or(0.0, |row| row.default());
            self = other(Key::Turns, default, Need::Turn(turns, pair), problems);
        }
        let slots = self.choice::<Injection>() != Injection::Ports || self.count(Key::Vcs) == 1;
        let need = match self.setup.turns() {
            _ if self.choice::<Fill>() == Fill::Off => None,
            Some(turns) if turns.cuts() == [true; 2] => Some(Need::Circle(self.text(Key::Turns))),
            _ => (!slots).then(|| Need::Slots(self.count(Key::Vcs))),
        };
        let Some(need) = need else { return self };
        self.instead(Key::Fill, 0.0, Fault::Needs(Box::new(need)), problems)
    }

    /// Traffic for k^n nodes: a pattern that they have, and a hotspot among them.
    fn reconcile_pattern(mut self, (k, n): (u32, u32), because: (Key, u32), problems: &mut Vec<Problem>) -> Self {
        if self.choice::<Pattern>() == Pattern::Table {
            let (table, nodes) = (Rates::numbered(self.count(Key::Table)), k.saturating_pow(n));
            if !table.is_some_and(|table| table.fits(nodes)) {
                let accepted = Accepted::NoTable { table: table.map(|table| table.nodes), nodes };
                self = self.fall_back(Key::Pattern, 0, accepted, problems);
            }
        } else if !self.choice::<Pattern>().is_defined(k, n) {
            let accepted =
                Accepted::PatternOf { patterns: self.system().options(Key::Pattern), k: self.count(Key::K), n };
            self = self.fall_back(Key::Pattern, 0, accepted, problems);
        }
        match k.checked_pow(n) {
            Some(nodes) if self.choice::<Pattern>() == Pattern::Hotspot => {
                self.within(Key::HotNode, nodes, because, problems)
            }
            _ => self,
        }
    }

    fn reconcile_cube(mut self, problems: &mut Vec<Problem>) -> Self {
        let k = self.count(Key::K);
        if k > 2 && self.count(Key::N) > MOST_DIMENSIONS_OF_RINGS {
            let most = MOST_DIMENSIONS_OF_RINGS;
            self = self.fall_back(Key::N, most, Accepted::Dimensions { most, k }, problems);
        }
        self.reconcile_grid(problems)
    }

    fn reconcile_circuits(mut self, problems: &mut Vec<Problem>) -> Self {
        self = self.reconcile_bits(problems);
        let (n, flits) = (self.count(Key::N), self.count(Key::Flits));
        let (most, least) = (MOST_DIMENSIONS_OF_CIRCUITS, least_flits_of_circuits(n));
        let reason = if n > most {
            Some(NotCovered::Dimensions { n, most })
        } else {
            (flits < least).then_some(NotCovered::Flits { n, flits, least })
        };
        self.covered(reason, problems)
    }

    /// Traffic for the nodes of a hypercube.
    fn reconcile_bits(self, problems: &mut Vec<Problem>) -> Self {
        let n = self.count(Key::N);
        self.reconcile_pattern((2, n), (Key::N, n), problems)
    }

    fn reconcile_slotted(mut self, problems: &mut Vec<Problem>) -> Self {
        self = self.reconcile_bits(problems);
        let rule = self.assumed(Key::Policy).or_else(|| self.assumed(Key::Order));
        self.covered(rule, problems)
    }

    fn reconcile_banyan(mut self, problems: &mut Vec<Problem>) -> Self {
        let n = self.count(Key::N);
        let nodes = 1_u32 << n;
        let most = nodes / 2;
        if self.count(Key::Fanout) > most {
            self = self.fall_back(Key::Fanout, most, Accepted::Fanout { most, n }, problems);
        }
        self = self.within(Key::From, nodes, (Key::N, n), problems);
        if nodes > LISTED && self.get(Key::To) != 0.0 {
            self = self.fall_back(Key::To, 0, Accepted::NoList { n }, problems);
        }
        let least = LEAST_STAGES_OF_COPIES;
        let stages = (n < least).then_some(NotCovered::Stages { n, least });
        self.covered(stages.or_else(|| self.assumed(Key::Start)), problems)
    }

    /// The reason why our model does not cover a rule, if it is not the default, which it assumes.
    fn assumed(&self, key: Key) -> Option<NotCovered> {
        let row = self.system().param(key).filter(|_| !self.is_default(key))?;
        Some(NotCovered::Rule { row, option: self.count(key) })
    }

    /// Replaces our model by the first reading of the paper where, for a reason, it does not cover the scenario.
    fn covered(self, reason: Option<NotCovered>, problems: &mut Vec<Problem>) -> Self {
        let Some(reason) = reason.filter(|_| self.reading().is_ours()) else { return self };
        let accepted = Accepted::ReadingOfPaper(self.system().options(Key::Reading), reason);
        self.fall_back(Key::Reading, 0, accepted, problems)
    }

    /// Replaces a node beyond the last one by the first.
    fn within(self, key: Key, count: u32, because: (Key, u32), problems: &mut Vec<Problem>) -> Self {
        if self.count(key) < count {
            return self;
        }
        self.fall_back(key, 0, Accepted::NodeOf { count, because }, problems)
    }

    /// Replaces a value that contradicts the others, and adds the problem.
    fn fall_back(self, key: Key, value: u32, accepted: Accepted, problems: &mut Vec<Problem>) -> Self {
        self.instead(key, f64::from(value), Fault::Not(accepted), problems)
    }

    fn instead(self, key: Key, value: f64, fault: Fault, problems: &mut Vec<Problem>) -> Self {
        let changed = self.with(key, value);
        problems.push(Problem::of(key.name(), self.text(key), fault).using(changed.text(key)));
        changed
    }
}
