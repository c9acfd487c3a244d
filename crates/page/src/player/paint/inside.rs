//! The inside of an open node: a crossing seen from above, on which one drives on the right.

use super::pen::turned;
use crate::player::{
    prelude::*,
    stage::inside::{Axis, curve, wide},
};

/// The opacity of the band of a message, and of all that does not belong to the one that is picked.
const BAND: f64 = 0.26;
const FAINT: f64 = 0.3;

const BARS: u32 = 5;

/// The length and the width of a flit, the width of a place, and the radius of its corners, in units of flits.
const FLIT: Place = (15.0, 19.0);
const CORNER: f64 = 3.5;

/// A header in a place: its front is a point, which leads along.
const HEADER: [Place; 5] = [(-7.5, -9.5), (2.0, -9.5), (10.0, 0.0), (2.0, 9.5), (-7.5, 9.5)];

impl Pen<'_> {
    /// Draws an open node, with the item that the reader is at.
    pub(super) fn open_node(&self, room: &Room<'_>, item: Option<Item>) {
        let said = if let Some(Item::Message(message)) = item { room.inside.says(message) } else { None };
        let picked = said.map(|said| said.message);
        let strength =
            |message: u32, full: f64| if picked.is_none_or(|one| one == message) { full } else { full * FAINT };
        self.grounds(room, item);
        for (port, out, road) in room.roads() {
            for (place, lane) in road.lanes.iter().enumerate() {
                let Some(holder) = lane.holder else { continue };
                self.surface.alpha(strength(holder.message, BAND));
                self.surface.line(self.hue(holder.message), 0.74 * room.pitch * room.unit);
                self.stroke(&[room.lane(port, out, place)]);
            }
        }
        self.surface.alpha(1.0);
        self.nodes_of(room, item);
        for band in &room.inside.bands {
            if let (BandEnd::Lane(..), Some(line)) = (&band.to, room.line(band)) {
                self.surface.alpha(strength(band.message, BAND));
                self.surface.line(self.hue(band.message), 0.74 * room.pitch * room.unit);
                self.stroke(&[line]);
            }
        }
        self.surface.alpha(1.0);
        self.sources(room);
        for (port, out, road) in room.roads() {
            for (place, lane) in road.lanes.iter().enumerate() {
                let message = lane.holder.map(|holder| holder.message);
                let full = message.map_or(1.0, |message| strength(message, 1.0));
                self.surface.alpha(full);
                self.buffer(room, (port, out), room.across(place, out), lane, full);
                if out {
                    let here = (road.link, lane.lane);
                    let shut = |band: &Band| matches!(&band.to, BandEnd::Blocked(_, closed) if closed.contains(&here));
                    let mut bands =
                        room.inside.bands.iter().filter(|band| picked.is_none_or(|one| one == band.message));
                    self.gate(room, port, room.across(place, out), lane, room.inside.told && bands.any(shut));
                }
                self.surface.alpha(1.0);
                if out && road.turn == Some(lane.lane) {
                    self.turn(room, port, room.across(place, out));
                }
            }
            if road.free > 0 {
                let Axis { rim, .. } = room.axes[port];
                let at = room.at(port, (rim + 26.0, room.across(road.lanes.len(), out)));
                self.words(room, &format!("{} free", road.free), at, "muted");
            }
        }
        room.inside.bands.iter().for_each(|band| self.band_marks(room, band, picked));
        self.neighbours(room);
        let size = (room.unit * (0.6 * room.pitch).min(17.0)).max(11.0);
        self.surface.heavy(size, TextAlign::Centre);
        for (message, place) in room.callouts(size, &|words| self.surface.width(words)) {
            self.surface.alpha(strength(message, 1.0));
            self.name(&message.to_string(), place, size, self.hue(message));
        }
        self.surface.alpha(1.0);
        self.credits(room, item);
    }

    /// The free places of the far buffers of the channel, or of the message, that the reader is at.
    fn credits(&self, room: &Room<'_>, item: Option<Item>) {
        let size = (room.unit * (0.55 * room.pitch).min(15.0)).max(10.0);
        for (port, _, road) in room.roads().into_iter().filter(|(_, out, _)| *out) {
            let Axis { way, next, .. } = room.axes[port];
            for (place, lane) in road.lanes.iter().enumerate() {
                let holder = lane.holder.unwrap_or_default();
                let here = lane.holder.is_some() && item == Some(Item::Message(holder.message));
                if here || item == Some(Item::Link(road.link)) {
                    let free = room.inside.depth - (holder.held + u32::from(holder.moved)).min(room.inside.depth);
                    // Beside each other, every second one is further away.
                    let away = if way.1.abs() > 0.5 { 14.0 + 18.0 * (place % 2) as f64 } else { 30.0 };
                    let at = room.at(port, (next - away, room.across(place, true)));
                    self.name(&format!("{free} free"), at, size, self.palette.css("ink"));
                }
            }
        }
    }

    fn neighbours(&self, room: &Room<'_>) {
        for (place, port) in room.inside.ports.iter().enumerate() {
            // Beside the neighbour, where the network in small is not; of many within.
            let Axis { next, way, .. } = room.axes[place];
            let side = if way.0 > 0.5 { 1.0 } else { -1.0 };
            let at = match way.0.abs() > 0.5 {
                _ if room.inside.ports.len() > 4 => (next + 82.0, 0.0),
                true => (next + 34.0, side * (room.lanes + 0.8) * room.pitch + side * 18.0),
                false => (next + 16.0, side * (room.lanes + 0.8) * room.pitch + side * 40.0),
            };
            let (at, name) = (room.at(place, at), self.layout.name(port.node));
            self.surface.heavy((16.0 * room.unit).max(11.0), TextAlign::Centre);
            let half = self.surface.width(name) / 2.0 + 2.0;
            let x = at.0.min(2.0 * room.middle.0 - half).max(half);
            self.words(room, name, (x, at.1), "muted");
        }
    }

    fn scale(room: &Room<'_>) -> f64 {
        room.flit * room.unit
    }

    fn scaled(&self, corners: &[Place], scale: f64, at: Place, way: Place) {
        let corners: Vec<Place> = corners.iter().map(|(x, y)| (scale * x, scale * y)).collect();
        self.form(&corners, at, way);
    }

    /// Fills and rims a rounded rectangle about a place, of a size along a direction and across it.
    fn slab(&self, at: Place, way: Place, (long, wide): Place, radius: f64) {
        // Large corners are seen to be round.
        let steps: u32 = if radius > 8.0 { 12 } else { 4 };
        let (x, y) = (long / 2.0 - radius, wide / 2.0 - radius);
        let mut line = Vec::new();
        for from in 0..4 {
            let (x, y) = (if from == 0 || from == 3 { x } else { -x }, if from < 2 { y } else { -y });
            for step in 0..=steps {
                let angle = f64::from(steps * from + step) / f64::from(2 * steps) * std::f64::consts::PI;
                line.push(turned((x + radius * libm::cos(angle), y + radius * libm::sin(angle)), at, way));
            }
        }
        line.push(line[0]);
        self.area(line);
    }

    fn area(&self, line: Vec<Place>) {
        self.surface.begin();
        self.lines(&[line]);
        self.surface.fill();
        self.surface.stroke();
    }

    fn grounds(&self, room: &Room<'_>, picked: Option<Item>) {
        for (port, out, road) in room.roads() {
            let Axis { way, rim, next, .. } = room.axes[port];
            let lanes = wide(road) as f64;
            let side = room.pitch * if out { 1.0 } else { -1.0 };
            let (first, last) = (room.across(0, out) - 0.57 * side, (lanes + 0.35) * side);
            let middle = room.at(port, ((rim + next) / 2.0, first.midpoint(last)));
            self.paint("road");
            let edge = if picked == Some(Item::Link(road.link)) { "ink" } else { "road" };
            self.ink(edge, 2.0 * room.unit);
            let wide = (last - first).abs() * room.unit;
            self.slab(middle, way, ((next - rim + 20.0) * room.unit, wide), 0.5);
            self.ink("road-line", 1.6 * room.unit);
            self.surface.dash(Some((9.0 * room.unit, 7.0 * room.unit)), 0.0);
            for place in 1..lanes as usize {
                let across = (room.across(place, out) + room.across(place - 1, out)) / 2.0;
                self.stroke(&[[room.at(port, (rim, across)), room.at(port, (next, across))]]);
            }
            self.surface.dash(None, 0.0);
        }
    }

    /// The node, and its neighbours as far as they are seen.
    fn nodes_of(&self, room: &Room<'_>, picked: Option<Item>) {
        let unit = room.unit;
        self.paint("node");
        for port in 0..room.inside.ports.len() {
            let here = picked == Some(Item::Node(room.inside.ports[port].node));
            self.ink(if here { "ink" } else { "node-edge" }, 2.0 * unit);
            let Axis { way, next, half, .. } = room.axes[port];
            let wide = ((2.0 * room.lanes + 1.6) * room.pitch).min(2.0 * half);
            self.slab(room.at(port, (next + 100.0, 0.0)), way, (200.0 * unit, wide * unit), 18.0 * unit);
        }
        self.ink("ink", 2.4 * unit);
        let (x, y) = room.half;
        if room.inside.ports.len() > 4 {
            let corner = |port: usize| room.at(port, (room.axes[port].rim, room.axes[port].half));
            let corners: Vec<Place> =
                (0..=room.inside.ports.len()).map(|port| corner(port % room.inside.ports.len())).collect();
            self.area(corners);
        } else {
            self.slab(room.middle, (1.0, 0.0), (2.0 * x * unit, 2.0 * y * unit), 34.0 * unit);
        }
    }

    /// The places and flits of a buffer, and the flit that crosses.
    fn buffer(&self, room: &Room<'_>, (port, out): (usize, bool), across: f64, lane: &RoadLane, full: f64) {
        let (scale, places, (x, y)) = (Self::scale(room), room.places(), room.axes[port].way);
        let way = if out { (x, y) } else { (-x, -y) };
        let place = |place: f64| room.at(port, (room.buffer(port, out, place), across));
        let holder = lane.holder.unwrap_or_default();
        for at in 0..places {
            self.paint("node");
            self.ink("ramp", 1.4 * scale);
            self.slab(place(f64::from(at)), way, (17.0 * scale, FLIT.1 * scale), CORNER * scale);
        }
        let hue = self.hue(holder.message);
        let held = holder.held.min(places);
        for behind in 0..held {
            self.flit(place(f64::from(places - 1 - behind)), way, scale, hue, behind == 0 && holder.head);
        }
        if room.inside.depth > places && holder.held > 0 {
            self.words(room, &holder.held.to_string(), place(f64::from(places - held) - 1.0), "ink");
        }
        if holder.moved {
            let Axis { rim, next, .. } = room.axes[port];
            let alone = holder.head && holder.held == 0;
            let at = |back: f64| {
                let along = rim + 0.56 * (next - rim) + if out { -back } else { back }
                    - if out { 0.0 } else { 0.12 * (next - rim) };
                room.at(port, (along, across))
            };
            let step = 13.0 * room.flit;
            for (behind, pale) in [(2.0, 0.3), (1.0, 0.55)] {
                self.surface.alpha(pale * full);
                self.flit(at(behind * step), way, scale, hue, false);
            }
            self.surface.alpha(full);
            self.flit(at(0.0), way, scale, hue, alone);
        }
    }

    /// A flit, or a header with a stripe of its hue.
    fn flit(&self, at: Place, way: Place, scale: f64, hue: &str, header: bool) {
        self.surface.paint(hue);
        self.surface.line(hue, 0.5);
        if header {
            self.paint("tag");
            self.scaled(&HEADER, scale, at, way);
            self.surface.paint(hue);
            self.scaled(&[(-7.5, -9.5), (-3.0, -9.5), (-3.0, 9.5), (-7.5, 9.5)], scale, at, way);
        } else {
            self.slab(at, way, (FLIT.0 * scale, FLIT.1 * scale), CORNER * scale);
        }
    }

    /// The gate of a lane on the rim: in the hue of who has it, with its class; hatched if it is not for a header that waits.
    fn gate(&self, room: &Room<'_>, port: usize, across: f64, lane: &RoadLane, shut: bool) {
        let (scale, Axis { rim, way, .. }) = (Self::scale(room), room.axes[port]);
        let at = room.at(port, (rim, across));
        let (hue, words) = match lane.holder {
            Some(holder) => (self.hue(holder.message), "on-mark"),
            None => (self.palette.css("node"), "muted"),
        };
        self.surface.paint(hue);
        if lane.holder.is_some() {
            self.surface.line(hue, 2.0 * scale)
        } else {
            self.ink("node-edge", 2.0 * scale)
        }
        self.slab(at, way, (22.0 * scale, 22.0 * scale), 6.0 * scale);
        if shut {
            self.ink("blocked", 1.6 * scale);
            for by in [-10.0, 0.0, 10.0_f64] {
                let (low, high) = ((by - 10.0).max(-10.0), (by + 10.0).min(10.0));
                self.stroke(&[[low, high].map(|x| (at.0 + scale * x, at.1 + scale * (x - by)))]);
            }
        }
        if let Some(class) = lane.class {
            self.surface.heavy(15.0 * scale, TextAlign::Centre);
            self.paint(words);
            self.surface.text(&class.to_string(), at);
        }
    }

    /// The pointer at the lane that has the next turn.
    fn turn(&self, room: &Room<'_>, port: usize, across: f64) {
        let (scale, Axis { rim, way, .. }) = (Self::scale(room), room.axes[port]);
        self.paint("ink");
        self.ink("node", 2.0 * scale);
        let at = room.at(port, (rim + 23.0 * room.flit, across));
        self.scaled(&[(-8.0, -9.0), (9.0, 0.0), (-8.0, 9.0)], scale, at, way);
        self.surface.stroke();
    }

    fn sources(&self, room: &Room<'_>) {
        let unit = room.unit;
        let own = room.inside.queues.iter().any(|(link, _)| link.is_some());
        let own = own || room.inside.starts.iter().any(|start| start.link.is_some());
        for (_, out, road) in room.roads() {
            if own && out && !room.inside.starts.iter().any(|start| start.link == Some(road.link)) {
                self.ink("road", 1.6 * unit);
                self.surface.dash(Some((4.0 * unit, 3.0 * unit)), 0.0);
                self.disc(room.start(Some(road.link), 0, 1), 14.0 * unit);
                self.surface.stroke();
                self.surface.dash(None, 0.0);
            }
        }
        for start in &room.inside.starts {
            let Some(place) = room.starts(start.message) else { continue };
            self.dot("node", place, 14.0 * unit);
            self.surface.line(self.hue(start.message), 2.2 * unit);
            self.surface.stroke();
            self.disc(place, 9.0 * unit);
            self.surface.paint(self.hue(start.message));
            self.surface.fill();
        }
        for &(link, length) in &room.inside.queues {
            let (x, y) = room.start(link, 0, 1);
            // Beside the corner, out of the node.
            let (dx, dy) = (x - room.middle.0, y - room.middle.1);
            let outside =
                if link.is_some() && dx * dy > 0.0 { (-10.0, 46.0 * dy.signum()) } else { (46.0 * dx.signum(), 0.0) };
            let corner = (x + outside.0 * unit, y + outside.1 * unit);
            self.paint("waiting");
            let bars = length.min(BARS);
            for bar in 0..bars {
                let left = corner.0 + dx.signum() * 9.0 * unit * f64::from(bar) - 2.5 * unit;
                self.surface.bar((left, corner.1 - 10.0 * unit), (5.0 * unit, 20.0 * unit));
            }
            if length > BARS {
                let at = (corner.0 + dx.signum() * (9.0 * unit * f64::from(bars) + 10.0 * unit), corner.1);
                self.words(room, &length.to_string(), at, "waiting");
            }
        }
    }

    /// The ring of one that arrives, the cross of one that waits with the lanes that it may take, and their order.
    fn band_marks(&self, room: &Room<'_>, band: &Band, picked: Option<u32>) {
        let Some((place, way)) = room.from(band) else { return };
        // Marks of narrow lanes are small.
        let (unit, scale, hue) = (room.unit * (room.pitch / 22.0).min(1.0), Self::scale(room), self.hue(band.message));
        let ahead = |by: f64| (place.0 + by * way.0 * unit, place.1 + by * way.1 * unit);
        let (mut name, starts) = (ahead(20.0), band.from.is_none());
        match &band.to {
            BandEnd::Lane(..) if starts => name = ahead(32.0),
            BandEnd::Lane(..) => {}
            BandEnd::Here => {
                self.dot("node", ahead(16.0), 14.0 * unit);
                self.surface.line(hue, 5.5 * unit);
                self.surface.stroke();
                name = ahead(45.0);
            }
            BandEnd::Blocked(lanes, _) => {
                let at = ahead(if starts { 20.0 } else { 8.0 });
                if room.inside.told && picked.is_none_or(|one| one == band.message) {
                    for &lane in lanes {
                        let Some(gate) = room.gate(lane) else { continue };
                        self.ink("blocked", 4.0 * unit);
                        self.surface.dash(Some((0.1, 8.0 * unit)), 0.0);
                        self.surface.round(true);
                        let (x, y) = (gate.0.0 - 22.0 * scale * gate.1.0, gate.0.1 - 22.0 * scale * gate.1.1);
                        self.stroke(&[curve((at, way), ((x, y), gate.1))]);
                        self.surface.round(false);
                        self.surface.dash(None, 0.0);
                        self.cross((x, y), scale.max(0.7 * unit));
                    }
                }
                self.cross(at, 1.1 * unit);
                name = ahead(if starts { 46.0 } else { 36.0 });
            }
        }
        // Where several ask in a cycle: in which order.
        let several = room.inside.bands.iter().any(|band| band.asked == Some(2));
        if let Some(asked) = band.asked.filter(|_| several) {
            self.disc(name, 9.0 * unit);
            self.surface.paint(hue);
            self.surface.fill();
            self.surface.heavy(13.0 * unit, TextAlign::Centre);
            self.paint("on-mark");
            self.surface.text(&asked.to_string(), name);
        }
    }

    /// Words of a size and a colour, on the ground of the node.
    fn name(&self, words: &str, (x, y): Place, size: f64, colour: &str) {
        self.surface.heavy(size, TextAlign::Centre);
        let wide = self.surface.width(words) + 4.0;
        self.paint("node");
        self.surface.bar((x - wide / 2.0, y - 0.55 * size), (wide, 1.1 * size));
        self.surface.paint(colour);
        self.surface.text(words, (x, y));
    }

    fn words(&self, room: &Room<'_>, words: &str, at: Place, colour: &str) {
        self.surface.heavy((16.0 * room.unit).max(11.0), TextAlign::Centre);
        self.paint(colour);
        self.surface.text(words, at);
    }

    /// The open node in a drawing of the whole network.
    pub(super) fn marked(&self, node: u32) {
        let Some(node) = self.layout.nodes.get(node as usize) else { return };
        let (place, radius) = (self.place(node), self.size.radius.max(3.0));
        self.dot("ink", place, 1.2 * radius);
        self.disc(place, 2.0 * radius);
        self.ink("ink", (0.3 * radius).max(1.5));
        self.surface.stroke();
    }
}
