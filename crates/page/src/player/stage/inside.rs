//! Where the parts of an open node are, and what is at a place of it.
//!
//! ```text
//!            | neighbour |              along: from the middle of the node through a port, outward
//!        ----+--in-+-out-+----          across: to the right of that; channels to a neighbour are there, those from it on the left
//!   in   |    buffers    gates |        gates: the lanes of a channel to a neighbour, on the rim
//!   out  | gates    buffers    |        buffers: the lanes of a channel from it, inside
//! ```

use crate::player::prelude::*;
use std::f64::consts::PI;

/// A canvas narrower than that has the sizes of a phone, CSS pixels.
const NARROW: f64 = 500.0;

/// The stage, half of the node, the room up to its neighbours and for lanes, and the usual distance of lanes, in units.
struct Sizes {
    stage: Place,
    half: Place,
    gap: Place,
    room: f64,
    usual: f64,
}

const WIDE: Sizes = Sizes { stage: (828.0, 584.0), half: (198.0, 165.0), gap: (141.0, 52.0), room: 131.0, usual: 31.0 };
const PHONE: Sizes = Sizes { stage: (390.0, 404.0), half: (116.0, 120.0), gap: (45.0, 45.0), room: 88.0, usual: 25.0 };

/// The distance of the first lane from the middle of its port, in distances of lanes.
const FIRST: f64 = 0.76;

const PLACES: u32 = 4;

const fn sizes(width: f64) -> &'static Sizes {
    if width < NARROW { &PHONE } else { &WIDE }
}

/// The height of the stage of an open node, in widths, on a canvas so wide.
pub(crate) fn tall(width: f64) -> f64 {
    let (across, down) = sizes(width).stage;
    down / across
}

/// A direction from the middle of the node, the distance of its rim and of the neighbour, and half of the rim.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Axis {
    pub(crate) way: Place,
    pub(crate) rim: f64,
    pub(crate) next: f64,
    pub(crate) half: f64,
}

pub(crate) struct Room<'a> {
    pub(crate) inside: &'a Inside,
    pub(crate) unit: f64,
    /// The middle of the node, CSS pixels, and half of its size, in units.
    pub(crate) middle: Place,
    pub(crate) half: Place,
    /// The most lanes of a road, the distance of two lanes, and the scale of flits, in units.
    pub(crate) lanes: f64,
    pub(crate) pitch: f64,
    pub(crate) flit: f64,
    pub(crate) axes: Vec<Axis>,
}

impl<'a> Room<'a> {
    /// The open node on a canvas so wide, CSS pixels.
    pub(crate) fn new(inside: &'a Inside, width: f64) -> Self {
        let Sizes { stage, half, gap, room, usual } = *sizes(width);
        let unit = width / stage.0;
        let roads = || inside.ports.iter().flat_map(|port| port.roads.iter().flatten());
        let lanes = roads().map(wide).max().unwrap_or(1) as f64;
        let count = inside.ports.len();
        let (axes, room) = if count > 4 {
            let (rim, turn) = (half.1, PI / count as f64);
            let side = rim * libm::sin(turn) / libm::cos(turn);
            let axis = |place: usize| {
                let angle = 2.0 * turn * place as f64;
                Axis { way: (libm::cos(angle), libm::sin(angle)), rim, next: rim + gap.1, half: side }
            };
            ((0..count).map(axis).collect(), room.min(0.9 * side))
        } else {
            (sides(&inside.ports).into_iter().map(|side| axis(side, half, gap)).collect(), room)
        };
        let pitch = usual.min(room / (lanes.max(3.0) + FIRST - 0.5));
        let middle = (unit * stage.0 / 2.0, unit * stage.1 / 2.0);
        Self { inside, unit, middle, half, lanes, pitch, flit: pitch / usual, axes }
    }

    /// A place of a port, units along and across, on the canvas.
    pub(crate) fn at(&self, port: usize, (along, across): Place) -> Place {
        let Some(Axis { way: (x, y), .. }) = self.axes.get(port) else { return self.middle };
        let (dx, dy) = (along * x - across * y, along * y + across * x);
        (self.middle.0 + self.unit * dx, self.middle.1 + self.unit * dy)
    }

    pub(crate) fn places(&self) -> u32 {
        if self.inside.depth > PLACES { PLACES - 1 } else { self.inside.depth }
    }

    /// All roads: their ports, whether they lead out, and what is on them.
    pub(crate) fn roads(&self) -> Vec<(usize, bool, &'a Road)> {
        let mut roads = Vec::new();
        for (port, Port { roads: [to, from], .. }) in self.inside.ports.iter().enumerate() {
            roads.extend(to.as_ref().map(|road| (port, true, road)));
            roads.extend(from.as_ref().map(|road| (port, false, road)));
        }
        roads
    }

    /// How far across a lane is, by its place on the road.
    pub(crate) fn across(&self, place: usize, out: bool) -> f64 {
        (FIRST + place as f64) * self.pitch * if out { 1.0 } else { -1.0 }
    }

    /// How far along a place of the buffer of a lane is, counted from where flits come in.
    pub(crate) fn buffer(&self, port: usize, out: bool, place: f64) -> f64 {
        let Axis { rim, next, .. } = self.axes[port];
        let depth = (16.0 + 21.0 * place) * self.flit;
        if out { next + depth } else { rim - depth }
    }

    /// The port of a lane of a link, whether that leads out, and how far across it is.
    fn find(&self, (link, lane): (u32, u32)) -> Option<(usize, bool, f64)> {
        for (port, out, road) in self.roads() {
            if road.link == link {
                let place = road.lanes.iter().position(|one| one.lane == lane)?;
                return Some((port, out, self.across(place, out)));
            }
        }
        None
    }

    /// The place of one of the `of` messages that start at a link, or in the corner of the node where links have no places of their own.
    pub(crate) fn start(&self, link: Option<u32>, place: usize, of: usize) -> Place {
        let roads = self.roads();
        let port = roads.iter().find(|(_, out, road)| *out && Some(road.link) == link).map(|(port, ..)| *port);
        let (place, of) = (place as f64, of as f64);
        match port {
            Some(port) => {
                let Axis { rim, half, .. } = self.axes[port];
                let step = 30.0_f64.min(60.0 / of);
                self.at(port, (rim - 27.0 - step * place, half - 27.0))
            }
            None => {
                let (x, y) = (-self.half.0 + 28.0 + 30.0_f64.min(75.0 / of) * place, self.half.1 - 26.0);
                (self.middle.0 + self.unit * x, self.middle.1 + self.unit * y)
            }
        }
    }

    pub(crate) fn starts(&self, message: u32) -> Option<Place> {
        let start = self.inside.starts.iter().find(|start| start.message == message)?;
        let alike: Vec<_> = self.inside.starts.iter().filter(|other| other.link == start.link).collect();
        let place = alike.iter().position(|other| other.message == message)?;
        Some(self.start(start.link, place, alike.len()))
    }

    /// The place where a message leaves its buffer, or its place at the source, and the direction.
    pub(crate) fn from(&self, band: &Band) -> Option<(Place, Place)> {
        let Some(lane) = band.from else {
            let place = self.starts(band.message)?;
            let (dx, dy) = (self.middle.0 - place.0, self.middle.1 - place.1);
            let length = libm::hypot(dx, dy).max(1.0);
            return Some((place, (dx / length, dy / length)));
        };
        let (port, out, across) = self.find(lane)?;
        let along = self.buffer(port, out, f64::from(self.places()) - 0.3);
        let (x, y) = self.axes[port].way;
        Some((self.at(port, (along, across)), (-x, -y)))
    }

    /// The number of each message with its place outside of the node: beyond the channel by which it comes, or beyond the place where it
    /// starts. None lies on another one; `size` is that of the type, and `wide` the width of a text in it, CSS pixels.
    pub(crate) fn callouts(&self, size: f64, wide: &dyn Fn(&str) -> f64) -> Vec<(u32, Place)> {
        let mut placed: Vec<(u32, Place, f64)> = Vec::new();
        for band in &self.inside.bands {
            let half = wide(&band.message.to_string()) / 2.0 + 2.0;
            let within = |(x, y): Place| {
                let (right, low) = (2.0 * self.middle.0, 2.0 * self.middle.1);
                (x.min(right - half).max(half), y.min(low - size / 2.0).max(size / 2.0))
            };
            let is_free = |(x, y): &Place| {
                placed.iter().all(|(_, other, width)| (other.0 - x).abs() > half + width || (other.1 - y).abs() > size)
            };
            let step = 1.1 * size / self.unit;
            let coming = band.from.and_then(|lane| self.find(lane));
            let places = (0..6).map(|row| 4.0 + step * (0.5 + f64::from(row))).map(|by| match coming {
                Some((port, _, across)) => self.at(port, (self.axes[port].next + by, across)),
                None => {
                    let (x, y) = self.starts(band.message).unwrap_or(self.middle);
                    let (dx, dy) = (x - self.middle.0, y - self.middle.1);
                    let away = (30.0 + by) * self.unit;
                    // On the other side of the corner are the bars of its queue.
                    let beside = dx * dy > 0.0 && self.inside.starts.iter().any(|start| start.link.is_some());
                    if beside { (x + dx.signum() * (away + half), y) } else { (x, y + dy.signum() * away) }
                }
            });
            if let Some(place) = places.map(within).find(is_free) {
                placed.push((band.message, place, half));
            }
        }
        placed.into_iter().map(|(message, place, _)| (message, place)).collect()
    }

    /// The gate of a lane, and the direction in which it leads.
    pub(crate) fn gate(&self, lane: (u32, u32)) -> Option<(Place, Place)> {
        let (port, _, across) = self.find(lane).filter(|(_, out, _)| *out)?;
        let Axis { way, rim, .. } = self.axes[port];
        Some((self.at(port, (rim, across)), way))
    }

    pub(crate) fn line(&self, band: &Band) -> Option<Vec<Place>> {
        let from = self.from(band)?;
        let BandEnd::Lane(link, lane) = band.to else { return Some(vec![from.0]) };
        Some(curve(from, self.gate((link, lane))?))
    }

    /// The line of a lane, from the rim of one node into the buffer of the other.
    pub(crate) fn lane(&self, port: usize, out: bool, place: usize) -> [Place; 2] {
        let Axis { rim, next, .. } = self.axes[port];
        let across = self.across(place, out);
        let begin = if out { rim } else { next };
        [begin, self.buffer(port, out, f64::from(self.places()))].map(|along| self.at(port, (along, across)))
    }

    /// The item at a place: a message, else a channel, else a neighbour.
    pub(crate) fn hit(&self, at: Place) -> Option<Item> {
        let near = |line: &[Place]| from_lines(&[line.to_vec()], at);
        let mut found: Vec<(f64, Item)> = Vec::new();
        for (port, out, road) in self.roads() {
            for (place, RoadLane { holder, .. }) in road.lanes.iter().enumerate() {
                let item = holder.map_or(Item::Link(road.link), |holder| Item::Message(holder.message));
                found.push((near(&self.lane(port, out, place)), item));
            }
        }
        for band in &self.inside.bands {
            let line = self.line(band).unwrap_or_default();
            // A message that waits or arrives has a mark a little ahead.
            let away = line.first().map_or(f64::INFINITY, |first| distance(*first, at) - 10.0 * self.unit);
            found.push((near(&line).min(away), Item::Message(band.message)));
        }
        for start in &self.inside.starts {
            if let Some(place) = self.starts(start.message) {
                found.push((distance(place, at) - 5.0 * self.unit, Item::Message(start.message)));
            }
        }
        let near = found.into_iter().filter(|(away, _)| *away < 0.5 * self.pitch * self.unit);
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, item)| item).or_else(|| self.neighbour(at).map(Item::Node))
    }

    fn neighbour(&self, at: Place) -> Option<u32> {
        let (x, y) = ((at.0 - self.middle.0) / self.unit, (at.1 - self.middle.1) / self.unit);
        let within = |axis: &Axis| {
            let (along, across) = (x * axis.way.0 + y * axis.way.1, y * axis.way.0 - x * axis.way.1);
            along > axis.next - 10.0 && across.abs() < axis.half.min(4.0 * self.pitch)
        };
        let port = self.axes.iter().position(within)?;
        self.inside.ports.get(port).map(|port| port.node)
    }
}

/// The lanes for which a road has room: of many it shows those in use, and does not become narrow without them.
pub(crate) fn wide(road: &Road) -> usize {
    road.lanes.len().max(if road.free > 0 { 3 } else { 1 })
}

/// By port the side that it has: 0 is the right one, then clockwise.
fn sides(ports: &[Port]) -> Vec<usize> {
    let apart = |port: &Port, side: usize| {
        let turn = (port.turn - side as f64).abs();
        turn.min(4.0 - turn)
    };
    let (mut sides, mut all) = (vec![usize::MAX; ports.len()], Vec::new());
    for (place, port) in ports.iter().enumerate() {
        (0..4).for_each(|side| all.push((apart(port, side), place, side)));
    }
    sort_small_by(&mut all, |(apart, ..)| *apart);
    for (_, port, side) in all {
        if sides[port] == usize::MAX && !sides.contains(&side) {
            sides[port] = side;
        }
    }
    sides
}

fn axis(side: usize, half: Place, gap: Place) -> Axis {
    let (way, across) = ([(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][side % 4], side.is_multiple_of(2));
    let (rim, gap, half) = if across { (half.0, gap.0, half.1) } else { (half.1, gap.1, half.0) };
    Axis { way, rim, next: rim + gap, half }
}

/// A line that leaves a place in a direction and comes to another one in a direction.
pub(crate) fn curve((from, out): (Place, Place), (to, into): (Place, Place)) -> Vec<Place> {
    let reach = 0.45 * distance(from, to);
    let (a, b) = ((from.0 + reach * out.0, from.1 + reach * out.1), (to.0 - reach * into.0, to.1 - reach * into.1));
    let at = |step: u32| {
        let (t, s) = (f64::from(step) / 16.0, 1.0 - f64::from(step) / 16.0);
        let mix =
            |p: f64, a: f64, b: f64, q: f64| s * s * s * p + 3.0 * s * s * t * a + 3.0 * s * t * t * b + t * t * t * q;
        (mix(from.0, a.0, b.0, to.0), mix(from.1, a.1, b.1, to.1))
    };
    (0..=16).map(at).collect()
}
