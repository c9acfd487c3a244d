//! The run of a wormhole network in words.

use super::{About, Completed, Present, Worms};
use crate::animation::frame::{LaneTone, Layout, NodeTone, Sign};
use crate::animation::show::Say;
use crate::animation::words::{self, MESSAGES, Terms};
use crate::animation::worms::words::{CANDIDATES, about};
use crate::text::count;

impl Say for Worms {
    const TERMS: Terms = MESSAGES;
    const LEGEND: &'static [(Sign, &'static str)] = &[
        (Sign::Node(NodeTone::Sending), "sends"),
        (Sign::Node(NodeTone::Receiving), "receives"),
        (Sign::Queue, "messages wait"),
        (Sign::Head, "header of a message; its flits follow in its colour"),
        (Sign::Lane(LaneTone::Unicast), "unicast, flit by flit"),
        (Sign::Lane(LaneTone::Copy), "copy of a broadcast"),
        (Sign::Escape, "on an escape channel"),
        (Sign::Blocked, "header blocked"),
        (Sign::Candidate, CANDIDATES),
        (Sign::Wrap, "wraps around: continues at the same letter"),
        (Sign::Above, "to the same place in the next plane"),
        (Sign::Dateline, "dateline"),
    ];

    fn title(&self, _layout: &Layout) -> String {
        words::simulation(self.config.load)
    }

    fn has(&self, sign: Sign) -> bool {
        let network = &self.config.network;
        match sign {
            Sign::Lane(LaneTone::Copy) => network.beta > 0.0,
            // Rings of two nodes need none.
            Sign::Dateline => network.escapes() > 1,
            Sign::Wrap => network.k > 2 && network.n > 1,
            Sign::Above => network.k > 2 && network.n > 2,
            _ => true,
        }
    }

    fn say_event(&self, layout: &Layout, event: &Completed) -> String {
        let Completed { source, latency } = *event;
        format!("The broadcast of {} reached every node after {}", layout.name(source), MESSAGES.cycles(latency))
    }

    fn say_caption(&self, _layout: &Layout, caption: &Present) -> String {
        let Present { under_way, blocked, waiting } = *caption;
        let messages = count(under_way, "message", "messages");
        format!("{messages} under way, {blocked} of them blocked; {waiting} waiting at their sources.")
    }

    fn say_about(&self, layout: &Layout, item: &About) -> String {
        match item {
            About::Worm(worm) => about(layout, self.config.network.flits, worm),
            About::Node(node) => words::node(layout, *node),
        }
    }
}
