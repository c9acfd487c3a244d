//! The heads of messages, and the crosses beside those that are blocked.

use super::worms::Head;
use crate::player::prelude::*;

const HEADER: [Place; 5] = [(-7.0, -5.5), (1.0, -5.5), (8.0, 0.0), (1.0, 5.5), (-7.0, 5.5)];

const PROBE: [Place; 5] = [(-7.0, -6.5), (1.0, -6.5), (9.0, 0.0), (1.0, 6.5), (-7.0, 6.5)];

/// Blocked heads from which on they have no crosses.
const CROWD: usize = 20;

/// True if many crosses would hide the network: the heads themselves are red then.
pub(crate) fn are_crowded(frame: &Frame) -> bool {
    frame.lanes.iter().filter(|lane| lane.head && lane.blocked && is_shown(frame, lane.message)).count() >= CROWD
}

/// True if a message is drawn in full: beside a circle of messages that wait its members and the followed one alone.
pub(super) fn is_shown(frame: &Frame, message: u32) -> bool {
    let followed = || frame.followed.as_ref().is_some_and(|followed| followed.message == message);
    frame.tied.is_empty() && !frame.pale || frame.tied.contains(&message) || followed()
}

/// The distance of a cross beside its head, and behind it.
const BESIDE: f64 = 15.5;
const BEHIND: f64 = 2.5;

impl Pen<'_> {
    /// The heads: of worms over the nodes at whose edges they wait.
    pub(super) fn heads(&self, heads: &[Head], crowded: bool) {
        let mark = self.size.mark().min(1.6);
        for head in heads {
            self.probe(head, mark);
        }
        for head in heads.iter().filter(|head| {
            matches!(head.tone, LaneTone::Unicast | LaneTone::Copy) && (crowded || !(head.blocked && head.at_edge))
        }) {
            let ours = self.is_followed(head.message);
            if self.size.covers() || ours {
                self.paint(if crowded && head.blocked { "blocked" } else { "ink" });
                self.form(&HEADER.map(|(along, across)| (mark * along, mark * across)), head.place, head.way);
            }
        }
        for head in heads.iter().filter(|head| head.blocked && (!crowded || self.followed == Some(head.message))) {
            if self.size.covers() || self.is_followed(head.message) {
                self.cross(beside(head, mark), mark);
            } else {
                self.dot("blocked", head.place, 2.2);
            }
        }
    }

    /// The head of a path on which nothing is yet: hollow where it searches or where the answer walks back; red where it gives up.
    fn probe(&self, head: &Head, mark: f64) {
        let shape = PROBE.map(|(along, across)| (mark * along, mark * across));
        let back = (-head.way.0, -head.way.1);
        match head.tone {
            LaneTone::Probing | LaneTone::Established => {
                self.paint("node");
                self.form(&shape, head.place, if head.tone == LaneTone::Probing { head.way } else { back });
                self.surface.line(self.hue(head.message), 2.4 * mark);
                self.surface.stroke();
            }
            LaneTone::Retreating => {
                self.paint("blocked");
                self.form(&shape, head.place, back);
                self.ink("on-mark", 1.4 * mark);
                self.surface.stroke();
            }
            _ => {}
        }
    }

    pub(super) fn cross(&self, (x, y): Place, mark: f64) {
        self.rimmed("blocked", (x, y), 9.0 * mark, 2.0 * mark);
        let arm = 3.2 * mark;
        self.ink("on-mark", 2.0 * mark);
        self.surface.round(true);
        self.stroke(&[[(x - arm, y - arm), (x + arm, y + arm)], [(x - arm, y + arm), (x + arm, y - arm)]]);
        self.surface.round(false);
    }

    pub(super) fn dot(&self, colour: &str, centre: Place, radius: f64) {
        self.disc(centre, radius);
        self.paint(colour);
        self.surface.fill();
    }

    /// As `dot`, with a rim that separates it from its ground.
    pub(super) fn rimmed(&self, colour: &str, centre: Place, radius: f64, rim: f64) {
        self.dot(colour, centre, radius);
        self.ink("on-mark", rim);
        self.surface.stroke();
    }
}

/// The place of a cross: on the right of its head.
fn beside(head: &Head, mark: f64) -> Place {
    let ((x, y), (ux, uy)) = (head.place, head.way);
    if head.at_edge {
        return (x - 7.0 * mark * ux, y - 7.0 * mark * uy);
    }
    (x - mark * (BESIDE * uy + BEHIND * ux), y + mark * (BESIDE * ux - BEHIND * uy))
}
