//! Lanes in use: worms in the network, flit by flit, each in its hue over a pale band; the one that is followed is strong.

use crate::player::{prelude::*, stage::geometry::crossing};

/// The opacity of the messages of a circle over their background.
const VEIL: f64 = 0.78;

/// A flit and the gap behind it in a network of the usual size, and how wide it is at most.
const FLIT: (f64, f64) = (5.0, 3.0);
const WIDEST: f64 = 7.0;

/// The part of its room that a flit takes across.
const ROOM: f64 = 0.84;

/// The flits that have to cross a channel until each dash is at the place of the next one.
const STEPS: u32 = 4;

/// The place along its channel at which a moved header is drawn, and a tail.
const HEAD: f64 = 0.6;
const TAIL: f64 = 0.55;

/// The strength of a message that is not followed; of its band, and of the band of the followed one.
const OTHERS: f64 = 0.85;
const FAINT: f64 = 0.62;
const BANDS: (f64, f64) = (0.22, 0.34);

/// The strength of the band and of the flits of a pale message.
const PALE: (f64, f64) = (0.1, 0.22);

/// A stretch of a message on which all of it looks alike.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    pub message: u32,
    pub tone: LaneTone,
    pub lines: Vec<Vec<Place>>,
    pub width: f64,
    beside: f64,
    ends: (u32, u32),
    order: (u32, u32),
    crossed: u32,
}

impl Stretch {
    /// Goes on with the next one, which it meets at a place.
    fn go_on(&mut self, next: Self, place: Place) {
        self.ends.1 = next.ends.1;
        let mut lines = next.lines.into_iter();
        if let (Some(line), Some(first)) = (self.lines.last_mut(), lines.next()) {
            line.pop();
            line.push(place);
            line.extend(first.into_iter().skip(1));
        }
        self.lines.extend(lines);
    }
}

/// The head of a message: where it stands, the direction in which it looks, and whether it is blocked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub message: u32,
    pub tone: LaneTone,
    pub place: Place,
    pub way: Place,
    pub blocked: bool,
    /// True if its channel ends at the edge of a switching element.
    pub at_edge: bool,
}

impl Pen<'_> {
    pub(super) fn stretches(&self, lanes: &[LaneMark], places: &LanePlaces) -> (Vec<Stretch>, Vec<Head>) {
        let mut marks: Vec<&LaneMark> =
            lanes.iter().filter(|mark| self.link(mark.link).is_some() && mark.tone != LaneTone::Hop).collect();
        sort_by_number(&mut marks, |mark| u64::from(mark.message));
        let (mut stretches, mut heads) = (Vec::new(), Vec::new());
        for message in marks.chunk_by_mut(|a, b| a.message == b.message) {
            self.in_order(message);
            let mut before: Option<Stretch> = None;
            for mark in message {
                let Some((next, head)) = self.lane(mark, places) else { continue };
                heads.extend(head);
                match before.as_mut().and_then(|stretch| Some((self.meeting(stretch, &next)?, stretch))) {
                    Some((place, stretch)) => stretch.go_on(next, place),
                    None => stretches.extend(before.replace(next)),
                }
            }
            stretches.extend(before);
        }
        (stretches, heads)
    }

    /// Sorts the lanes of a message: each leads to where the next one begins, as far as they do.
    fn in_order(&self, lanes: &mut [&LaneMark]) {
        let ends = |mark: &LaneMark| self.link(mark.link).map_or((0, 0), |link| (link.from, link.to));
        let first = lanes.iter().position(|mark| !lanes.iter().any(|other| ends(other).1 == ends(mark).0));
        lanes.swap(0, first.unwrap_or(0));
        for place in 1..lanes.len() {
            let at = ends(lanes[place - 1]).1;
            if let Some(next) = (place..lanes.len()).find(|&next| ends(lanes[next]).0 == at) {
                lanes.swap(place, next);
            }
        }
    }

    fn lane(&self, mark: &LaneMark, places: &LanePlaces) -> Option<(Stretch, Option<Head>)> {
        let link = self.link(mark.link)?;
        let at = places.at(&self.size, link, mark);
        let mut lines = self.size.course(link, at.beside);
        let whole: f64 = lines.iter().map(|line| length(line)).sum();
        let moves = matches!(mark.tone, LaneTone::Unicast | LaneTone::Copy) && mark.crossed > 0;
        if moves && mark.last {
            without(&mut lines, End::First, TAIL * whole);
        }
        // Nothing waits at an output of a banyan.
        let arrives = link.edges == (true, false);
        let head = (mark.head && !arrives).then(|| {
            // A probe stands before its node, whose words are to be read.
            let before =
                if mark.tone == LaneTone::Unicast || moves { -1.5 * self.size.unit } else { 9.5 * self.size.mark() };
            let waits = if self.size.covers() && !link.edges.1 { (self.size.radius + before).max(0.0) } else { 0.0 };
            let behind =
                if mark.moved && !mark.blocked && moves && !link.edges.0 { (1.0 - HEAD) * whole } else { waits };
            without(&mut lines, End::Last, behind);
            let (place, way) = tip(lines.last()?)?;
            Some(Head {
                message: mark.message,
                tone: mark.tone,
                place,
                way,
                blocked: mark.blocked,
                at_edge: link.edges.1,
            })
        });
        let width = (ROOM * at.room).min(WIDEST * self.size.unit.max(self.size.road / 17.0));
        let (message, tone) =
            (mark.message, if moves || mark.tone != LaneTone::Unicast { mark.tone } else { LaneTone::Reserved });
        let (ends, beside, order, crossed) = ((link.from, link.to), at.beside, at.order, mark.crossed);
        let stretch = Stretch { message, tone, lines, width, beside, ends, order, crossed };
        Some((stretch, head.flatten()))
    }

    /// The place at a node where two stretches meet that look alike.
    fn meeting(&self, one: &Stretch, next: &Stretch) -> Option<Place> {
        let meet = one.ends.1 == next.ends.0 && one.tone == next.tone && self.size.covers();
        let alike = one.order == next.order && (one.width - next.width).abs() < 0.01;
        let ([.., a, b], [c, d, ..]) = (one.lines.last()?.as_slice(), next.lines.first()?.as_slice()) else {
            return None;
        };
        let straight = (one.beside - next.beside).abs() < 0.01;
        let place = crossing((*a, *b), (*c, *d)).or(straight.then_some(*c))?;
        let near = self.size.radius.max(self.size.road);
        (meet && alike && distance(place, *b) <= near && distance(place, *c) <= near).then_some(place)
    }

    /// Draws them, the one that is followed over the others.
    pub(super) fn worms(&self, stretches: &[Stretch]) {
        if !self.size.covers() {
            self.threads(stretches);
        }
        let ours = |stretch: &&Stretch| self.is_followed(stretch.message);
        let worms = || {
            stretches
                .iter()
                .filter(|stretch| matches!(stretch.tone, LaneTone::Unicast | LaneTone::Copy | LaneTone::Reserved))
        };
        for stretch in worms().filter(|stretch| self.size.covers() && !ours(stretch)) {
            self.worm(stretch, false);
        }
        for stretch in worms().filter(ours) {
            self.worm(stretch, true);
        }
        self.surface.alpha(1.0);
        self.surface.dash(None, 0.0);
    }

    /// Makes everything drawn so far on a canvas of that size faint; the layout begins at `corner` of it.
    pub(super) fn veil(&self, corner: Place, size: Place) {
        self.surface.alpha(VEIL);
        self.paint("sand");
        self.surface.bar((-corner.0, -corner.1), size);
        self.surface.alpha(1.0);
    }

    /// Paths on which nothing is yet: thin lines.
    pub(super) fn paths(&self, stretches: &[Stretch]) {
        let empty = [LaneTone::Probing, LaneTone::Retreating, LaneTone::Established];
        for stretch in stretches.iter().filter(|stretch| empty.contains(&stretch.tone)) {
            let mark = self.size.mark();
            if self.is_followed(stretch.message) {
                self.surface.alpha(BANDS.0);
                self.surface.line(self.hue(stretch.message), 14.0 * mark);
                self.stroke(&stretch.lines);
                self.surface.alpha(1.0);
            }
            self.surface.line(self.hue(stretch.message), if self.size.covers() { 2.6 * mark } else { 1.2 });
            self.stroke(&stretch.lines);
        }
    }

    /// Many messages as thin lines, those of a hue in one.
    fn threads(&self, stretches: &[Stretch]) {
        let mut all: Vec<&Stretch> =
            stretches.iter().filter(|stretch| matches!(stretch.tone, LaneTone::Unicast | LaneTone::Copy)).collect();
        sort_by_number(&mut all, |stretch| beginning(self.hue(stretch.message)));
        self.surface.alpha(if self.pale { PALE.1 } else { 0.7 });
        for alike in all.chunk_by(|a, b| self.hue(a.message) == self.hue(b.message)) {
            self.surface.line(self.hue(alike[0].message), alike[0].width.clamp(1.0, 2.0));
            self.surface.begin();
            alike.iter().for_each(|stretch| self.lines(&stretch.lines));
            self.surface.stroke();
        }
        self.surface.alpha(1.0);
    }

    /// A stretch of a worm: its band, and its flits unless none has crossed.
    fn worm(&self, stretch: &Stretch, followed: bool) {
        let scale = stretch.width / WIDEST;
        let (band, wide) = if followed {
            (BANDS.1, (16.0 * scale).max(5.0))
        } else {
            (if self.pale { PALE.0 } else { BANDS.0 }, 11.0 * scale)
        };
        self.surface.alpha(band);
        self.surface.line(self.tint(stretch), wide);
        self.surface.dash(None, 0.0);
        self.stroke(&stretch.lines);
        if stretch.tone == LaneTone::Reserved {
            return;
        }
        let others = match self.layout.switch.0 {
            _ if self.pale => PALE.1,
            0.0 => OTHERS,
            _ => FAINT,
        };
        self.surface.alpha(if followed { 1.0 } else { others });
        self.surface.line(self.tint(stretch), stretch.width);
        self.dashes(stretch, scale);
        self.stroke(&stretch.lines);
    }

    /// The colour of a stretch: copies of one broadcast have all the same.
    fn tint(&self, stretch: &Stretch) -> &str {
        let tree = stretch.tone == LaneTone::Copy && self.broadcast;
        if tree { self.palette.css("worm") } else { self.hue(stretch.message) }
    }

    /// Flits of messages that share a channel alternate.
    fn dashes(&self, stretch: &Stretch, scale: f64) {
        let scale = scale.max(0.4);
        let (flit, period) = (FLIT.0 * scale, (FLIT.0 + FLIT.1) * scale);
        let (before, all) = stretch.order;
        let whole = period * f64::from(all.max(1));
        let step = f64::from(stretch.crossed % STEPS) / f64::from(STEPS);
        self.surface.dash(Some((flit, whole - flit)), -(step * whole + f64::from(before) * period));
    }
}

#[derive(Clone, Copy)]
enum End {
    First,
    Last,
}

/// Takes so much from an end of the pieces of a line. The last piece stays.
fn without(lines: &mut Vec<Vec<Place>>, end: End, mut by: f64) {
    let place = |lines: &[Vec<Place>]| match end {
        End::First => 0,
        End::Last => lines.len().saturating_sub(1),
    };
    while lines.len() > 1 {
        let place = place(lines);
        let part = length(&lines[place]);
        if by < part {
            break;
        }
        by -= part;
        lines.remove(place);
    }
    let place = place(lines);
    if let Some(line) = lines.get_mut(place) {
        let kept = match end {
            End::First => rest(line, by),
            End::Last => until(line, length(line) - by),
        };
        if kept.len() > 1 {
            *line = kept;
        }
    }
}

/// The first eight letters of a colour as a number: equal colours have equal ones.
fn beginning(colour: &str) -> u64 {
    colour.bytes().chain(std::iter::repeat(0)).take(8).fold(0, |number, letter| number << 8 | u64::from(letter))
}
