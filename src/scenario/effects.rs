//! Values that are accepted but have no effect, because another parameter has the value that it has.

use super::Scenario;
use crate::param::{Key, Param, Problem, options::Wiring};

impl Scenario {
    /// A notice for every value of the network, its traffic and its simulation that differs from its default without an effect on results.
    pub fn notices(&self) -> Vec<Problem> {
        self.system().params().iter().filter_map(|row| self.notice(row)).collect()
    }

    /// The notice for one parameter.
    pub fn notice(&self, row: &Param) -> Option<Problem> {
        let default = self.is_default(row.key) || self.get(row.key) == row.default();
        if default || !row.key.group().is_setup() {
            return None;
        }
        let (because, why) = self.idle(row.key)?;
        Some(Problem::no_effect(row.key, &self.text(row.key), (because, self.text(because)), why))
    }

    /// The parameter whose value leaves another one without effect, and why.
    fn idle(&self, key: Key) -> Option<(Key, &'static str)> {
        let flits = self.count(Key::Flits);
        let no_ring = if self.choice::<Wiring>() == Wiring::Mesh {
            Some(Key::Wiring)
        } else {
            (self.count(Key::K) == 2).then_some(Key::K)
        };
        let found = match key {
            Key::Hotspot | Key::HotNode if !self.applies(key) => {
                (Key::Pattern, "only the pattern hotspot has a hotspot")
            }
            Key::Table if !self.applies(key) => (Key::Pattern, "only the pattern table has one"),
            Key::HotNode if self.get(Key::Hotspot) == 0.0 => (Key::Hotspot, "no message goes to the hotspot"),
            Key::Select if !self.applies(key) => {
                (Key::Routing, "only adaptive routing and allowed turns leave a choice of channels")
            }
            Key::Turns | Key::Fill if !self.applies(key) => (Key::Routing, "only routing by allowed turns has them"),
            Key::Ways => (no_ring?, "its channels lead both ways anyway"),
            Key::Escape => (no_ring?, "without rings there is no dateline"),
            Key::Depth if self.count(key) > flits => {
                (Key::Flits, "a virtual channel holds one message, so a buffer never has more flits than that")
            }
            Key::Credit if self.count(Key::Depth) >= flits => {
                (Key::Depth, "a buffer that holds a whole message is never full")
            }
            Key::Orient if self.get(Key::Beta) == 0.0 => (Key::Beta, "without broadcasts there are no trees"),
            Key::Hurst | Key::Scales | Key::Mmpps | Key::Fit if self.get(Key::Lag1) == 0.0 => {
                (Key::Lag1, "Poisson traffic has no correlation")
            }
            Key::Fanout if self.get(Key::Multicast) == 0.0 => (Key::Multicast, "no packet of the traffic is multicast"),
            Key::Multicast if self.count(Key::Fanout) == 1 => (Key::Fanout, "nothing is copied"),
            _ => return None,
        };
        Some(found)
    }
}
