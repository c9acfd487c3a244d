//! The run of a wormhole network in words.

use super::{Circle, Completed, WormholePoint};
use crate::animation::frame::{Layout, Sign};
use crate::animation::layout::{has_ramps, wraps};
use crate::animation::recordable::AnimationInfo;
use crate::animation::words::{self, MESSAGES};
use crate::animation::worms::forwards;
use flitscope::sim::wormhole::{Escape, Routing};
use flitscope::text::count;

const LEGEND: &[(Sign, &str)] = &[
    (Sign::Turn, "allowed turn"),
    (Sign::Circle, "shortest circle"),
    (Sign::Message, "a message, head first"),
    (Sign::Blocked, "blocked"),
    (Sign::Queue, "at the source"),
    (Sign::Wrap, "edges join"),
    (Sign::Ramp, "ramp to the next plane"),
    (Sign::Name, "in the circle; the others are pale"),
];

impl WormholePoint {
    pub(super) fn info(&self, layout: Layout) -> AnimationInfo {
        AnimationInfo {
            title: words::simulation(self.config.load),
            hint: words::OPENS,
            legend: LEGEND.iter().copied().filter(|(sign, _)| self.has(*sign)).collect(),
            switching: Some(forwards(&self.config.network)),
            ..AnimationInfo::new(layout)
        }
    }

    fn has(&self, sign: Sign) -> bool {
        let network = &self.config.network;
        match sign {
            // Four signs stand in one line: of the last three that which says the most.
            Sign::Turn => network.routing == Routing::Turns,
            Sign::Circle => network.routing == Routing::Turns && network.turns.cuts() != [true; 2],
            Sign::Name => network.escape == Escape::Off,
            Sign::Ramp => network.escape == Escape::On && has_ramps(network),
            Sign::Wrap => network.escape == Escape::On && !has_ramps(network) && wraps(network),
            _ => true,
        }
    }
}

pub(super) fn event(layout: &Layout, Completed { source, latency }: Completed) -> String {
    format!("The broadcast of {} reached every node after {}", layout.name(source), MESSAGES.cycles(latency))
}

/// Messages on their way, those of them that are blocked, those at their sources, and a circle that has closed.
pub(super) fn caption(under_way: usize, blocked: usize, waiting: usize, circle: Option<&Circle>) -> String {
    let messages = count(under_way, "message", "messages");
    let deadlock = circle.map_or_else(String::new, deadlock);
    format!("{messages} under way, {blocked} of them blocked; {waiting} waiting at their sources.{deadlock}")
}

/// A circle by its messages, with a space before it.
fn deadlock(circle: &Circle) -> String {
    let mut said = String::from(" Deadlock: message");
    for (place, tie) in circle.ties.iter().enumerate() {
        let before = match place {
            0 => " ",
            _ if place + 1 == circle.ties.len() => " and ",
            _ => ", ",
        };
        let verb = if place == 0 { " waits for " } else { " for " };
        said += &format!("{before}{}{verb}{}", tie.message, tie.holder);
    }
    said + &format!(". None can ever move; {} messages that hold channels have stopped.", circle.stopped)
}
