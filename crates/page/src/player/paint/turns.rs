//! The allowed turns of a mesh: an arc for each in its node, the shortest circle of the dependency graph, and the circle of waiting.

use super::pen::turned;
use crate::player::{prelude::*, stage::lanes::beside};
use flitscope_show::animation::frame::LayoutTurns;

/// Nodes from this radius on have room for their arcs, CSS pixels; of smaller ones those of the circle and under the pointer have.
const ROOM: f64 = 18.0;

/// The part of the radius of a node at which arcs begin and end.
const REACH: f64 = 0.86;

/// The steps in which a corner is drawn.
const STEPS: u32 = 6;

impl Pen<'_> {
    /// The middle of the lanes of a link: its distance to the right, and their width.
    fn lanes_of(&self, link: &Link) -> (f64, f64) {
        let [(first, room), (last, _)] = [0, link.lanes - 1].map(|lane| beside(&self.size, link, lane, link.lanes));
        (first.midpoint(last), room * f64::from(link.lanes))
    }

    /// The corner at the node between two links, from so far before it to so far behind it, along the middle of their lanes.
    fn corner(&self, (from, to): (u32, u32), reach: f64) -> Option<Vec<Place>> {
        let (from, to) = (self.link(from)?, self.link(to)?);
        let [before, behind] = [from, to].map(|link| {
            let line = self.size.road(link).into_iter().next()?;
            let (a, b) = (*line.first()?, *line.last()?);
            let length = distance(a, b).max(1e-9);
            Some(((b.0 - a.0) / length, (b.1 - a.1) / length))
        });
        let (before, behind) = (before?, behind?);
        let centre = self.place(self.layout.nodes.get(from.to as usize)?);
        let [right, out] = [self.lanes_of(from).0, self.lanes_of(to).0];
        let (start, end) = (turned((-reach, right), centre, before), turned((reach, out), centre, behind));
        // Where the two lines meet; straight on, in the middle.
        let meet = if before == behind {
            (start.0.midpoint(end.0), start.1.midpoint(end.1))
        } else {
            let (x, y) = turned((0.0, right), centre, before);
            (x - out * behind.1, y + out * behind.0)
        };
        let at = |step: u32| {
            let part = f64::from(step) / f64::from(STEPS);
            let mix = |a: f64, b: f64, c: f64| {
                (1.0 - part) * (1.0 - part) * a + 2.0 * part * (1.0 - part) * b + part * part * c
            };
            (mix(start.0, meet.0, end.0), mix(start.1, meet.1, end.1))
        };
        Some((0..=STEPS).map(at).collect())
    }

    /// The arcs of nodes: of those that are touched, or of all.
    pub(super) fn arcs(&self, touched: Option<&[bool]>, picked: Option<Item>) {
        let Some(LayoutTurns { arcs, circle, .. }) = &self.layout.turns else { return };
        let of_circle = |node: u32| circle.iter().any(|link| self.link(*link).is_some_and(|link| link.to == node));
        let all = self.size.radius >= ROOM;
        let shown = |&&(_, to): &&(u32, u32)| {
            let Some(node) = self.link(to).map(|link| link.from) else { return false };
            let near = all || of_circle(node) || picked == Some(Item::Node(node));
            near && touched.is_none_or(|touched| touched[node as usize] || !all)
        };
        let lines: Vec<_> =
            arcs.iter().filter(shown).filter_map(|arc| self.corner(*arc, REACH * self.size.radius)).collect();
        let mark = (self.size.radius / 26.0).clamp(0.3, 1.4);
        self.ink("control", 1.5 * mark);
        self.stroke(&lines);
        self.paint("control");
        self.pointed(&lines, 4.6 * mark);
    }

    /// An arrow head at the end of each line.
    fn pointed(&self, lines: &[Vec<Place>], reach: f64) {
        self.surface.begin();
        for ((x, y), way) in lines.iter().filter_map(|line| tip(line)) {
            let head = [(0.0, 0.0), (-1.7, -0.9), (-1.7, 0.9), (0.0, 0.0)];
            self.lines(&[head.map(|(along, across)| turned((along * reach, across * reach), (x, y), way))]);
        }
        self.surface.fill();
    }

    /// The shortest circle of the dependency graph, with an arrow head in the middle of each channel.
    pub(super) fn shortest(&self) {
        let Some(LayoutTurns { circle, .. }) = self.layout.turns.as_ref().filter(|turns| !turns.circle.is_empty())
        else {
            return;
        };
        let mark = self.size.mark().min(1.6);
        let next = circle.iter().cycle().skip(1);
        let corners =
            circle.iter().zip(next).filter_map(|(one, next)| self.corner((*one, *next), 0.8 * self.size.radius));
        let mut course: Vec<Place> = corners.flatten().collect();
        course.extend(course.first().copied());
        self.ink("blocked", 4.0 * mark);
        self.stroke(&[course]);
        self.paint("blocked");
        let middle = |link: &Link| self.size.pieces(link, self.lanes_of(link).0).into_iter().next();
        let lines: Vec<_> = circle.iter().filter_map(|link| middle(self.link(*link)?)).collect();
        let halves: Vec<_> = lines.iter().map(|line| until(line, 0.5 * length(line) + 8.0 * mark)).collect();
        self.pointed(&halves, 8.0 * mark);
    }

    /// The channels of a circle of waiting, below their worms.
    pub(super) fn waiting(&self, circle: &[u32]) {
        self.surface.alpha(0.3);
        for link in circle.iter().filter_map(|link| self.link(*link)) {
            self.ink("blocked", self.lanes_of(link).1);
            self.stroke(&self.size.course(link, self.lanes_of(link).0));
        }
        self.surface.alpha(1.0);
    }

    /// The turns of a circle of waiting, each where a header waits to make it.
    pub(super) fn waiting_turns(&self, circle: &[u32]) {
        let next = circle.iter().cycle().skip(1);
        let pairs: Vec<_> = circle.iter().zip(next).map(|(one, next)| (*one, *next)).collect();
        let turns = self.layout.turns.as_ref();
        let turning = pairs.iter().filter(|pair| turns.is_some_and(|turns| turns.arcs.contains(pair)));
        let lines: Vec<_> = turning.filter_map(|pair| self.corner(*pair, REACH * self.size.radius)).collect();
        let mark = (self.size.radius / 26.0).clamp(0.4, 1.4);
        self.ink("blocked", 2.8 * mark);
        self.stroke(&lines);
        self.paint("blocked");
        self.pointed(&lines, 5.0 * mark);
    }

    /// A ring around each of two nodes.
    pub(super) fn ringed(&self, nodes: &[u32]) {
        self.ink("ink", 2.6 * self.size.mark());
        for node in nodes.iter().filter_map(|node| self.layout.nodes.get(*node as usize)) {
            self.disc(self.place(node), self.size.radius + 1.0);
            self.surface.stroke();
        }
    }
}
