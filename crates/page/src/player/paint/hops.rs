//! Packets that cross a whole channel in one slot, each in a capsule round sender and receiver, and those that cannot move.

use crate::player::prelude::*;

/// The width of a capsule, in terms of the pitch, and its strength, also for the followed packet.
const CAPSULE: f64 = 0.41;
const PALE: (f64, f64) = (0.16, 0.28);

/// An arrow ahead of its packet, and the side of a packet.
const ARROW: [Place; 3] = [(-6.0, -6.5), (5.0, 0.0), (-6.0, 6.5)];
const PACKET: f64 = 19.0;

/// The distance of an arrow ahead of the middle of its packet, and of a waiting packet from its node: left, up.
const AHEAD: f64 = 18.5;
const ASIDE: Place = (0.9, 1.0);

impl Pen<'_> {
    fn hops<'l>(&self, lanes: &'l [LaneMark]) -> impl Iterator<Item = (&'l LaneMark, Vec<Vec<Place>>)> {
        let hops = lanes.iter().filter(|mark| mark.tone == LaneTone::Hop);
        hops.filter_map(|mark| Some((mark, self.size.road(self.link(mark.link)?))))
    }

    /// A capsule round each sender and its receiver, and the line between them.
    pub(super) fn capsules(&self, lanes: &[LaneMark]) {
        let hops: Vec<_> = self.hops(lanes).collect();
        self.surface.round(true);
        for (mark, lines) in &hops {
            self.surface.alpha(if self.is_followed(mark.message) { PALE.1 } else { PALE.0 });
            self.surface.line(self.hue(mark.message), CAPSULE * self.size.pitch);
            self.stroke(lines);
        }
        self.surface.round(false);
        self.surface.alpha(1.0);
        for (mark, lines) in &hops {
            self.surface.line(self.hue(mark.message), (3.0 * self.size.unit).max(1.0));
            self.stroke(lines);
        }
    }

    pub(super) fn packets(&self, lanes: &[LaneMark], marks: &[NodeMark]) {
        let mark = self.size.unit.clamp(0.3, 1.6);
        for (hop, lines) in self.hops(lanes) {
            // Of a channel that wraps around the first half is seen, and as much of the second.
            let whole: f64 = lines.iter().map(|line| length(line)).sum();
            let Some(line) = lines.first() else { continue };
            let half = if lines.len() > 1 { 0.6 * length(line) } else { 0.5 * whole };
            let Some((at, way)) = tip(&until(line, half)).or_else(|| tip(&rest(line, 0.0))) else { continue };
            let at = (at.0 - 6.0 * mark * way.0, at.1 - 6.0 * mark * way.1);
            self.packet(at, hop.message, mark);
            self.paint("ink");
            let arrow = (at.0 + AHEAD * mark * way.0, at.1 + AHEAD * mark * way.1);
            self.form(&ARROW.map(|(along, across)| (mark * along, mark * across)), arrow, way);
        }
        let labelled = self
            .layout
            .nodes
            .iter()
            .zip(marks)
            .filter(|(node, _)| node.words == LabelPlacement::Within && !node.label.is_empty());
        for (node, doing) in labelled.filter(|(_, mark)| matches!(mark.tone, NodeTone::Blocked | NodeTone::Held)) {
            let ((x, y), radius) = (self.place(node), self.size.radius);
            if let Some(message) = doing.sends.filter(|_| self.layout.links.first().is_some_and(|link| link.lanes == 1))
            {
                self.packet((x - ASIDE.0 * radius, y - ASIDE.1 * radius), message, mark);
            }
            if doing.tone == NodeTone::Blocked {
                self.cross((x + 1.2 * radius, y + 1.2 * radius), self.size.mark().min(1.6));
            }
        }
    }

    fn packet(&self, (x, y): Place, message: u32, mark: f64) {
        let side = PACKET * mark;
        self.rounded((x - 0.5 * side, y - 0.5 * side), (side, side), 4.5 * mark);
        self.surface.paint(self.hue(message));
        self.surface.fill();
        self.ink("on-mark", 2.0 * mark);
        self.surface.stroke();
    }
}
