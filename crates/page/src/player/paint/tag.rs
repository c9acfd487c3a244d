//! The label of the message that is followed: what it does, and since when.

use super::worms::Head;
use crate::player::prelude::*;

/// Heights of its two lines, CSS pixels, in a network of the usual width, and the least.
const TITLE: (f64, f64) = (14.5, 11.0);
const WORDS: (f64, f64) = (13.0, 10.0);

const POINT: f64 = 13.0;

impl Pen<'_> {
    /// Draws it near the head, or the node where the message waits, beside its lines and within the canvas, which begins at `corner`.
    pub(super) fn tag(
        &self,
        followed: &Followed,
        heads: &[Head],
        lines: &[Vec<Place>],
        (corner, seen): (Place, Place),
    ) {
        if followed.title.is_empty() {
            return;
        }
        let scale = (seen.0 / 568.0).clamp(0.1, 1.4);
        let (title, words) = ((TITLE.0 * scale).max(TITLE.1), (WORDS.0 * scale).max(WORDS.1));
        let node = self.layout.nodes.get(followed.node as usize).map(|node| self.place(node));
        let head = heads.iter().find(|head| head.message == followed.message).map(|head| head.place);
        let Some(at) = head.or(node) else { return };
        self.surface.font(words, TextAlign::Start);
        let across = self.surface.width(&followed.words);
        self.surface.heavy(title, TextAlign::Start);
        let across = across.max(self.surface.width(&followed.title)) + 1.9 * title;
        let tall = if followed.words.is_empty() { 2.0 * title } else { 3.45 * title };
        let gap = (0.9 * self.size.radius + 13.0 * self.size.mark()).max(16.0);
        let (x, y) = self.side(at, (across, tall), gap, lines, (corner, seen));
        self.paint("tag");
        self.point(at, (x, y), (across, tall), scale);
        self.rounded((x, y), (across, tall), 9.0 * scale.max(0.6));
        self.surface.fill();
        self.paint("tag-ink");
        let middle = if followed.words.is_empty() { 0.5 * tall } else { 0.33 * tall };
        self.surface.text(&followed.title, (x + 0.95 * title, y + middle));
        self.surface.font(words, TextAlign::Start);
        self.paint("tag-words");
        self.surface.text(&followed.words, (x + 0.95 * title, y + 0.7 * tall));
    }

    /// Its upper left corner: of four sides that which covers the least of the lines of its message, below rather than above.
    fn side(
        &self,
        at: Place,
        (across, tall): Place,
        gap: f64,
        lines: &[Vec<Place>],
        (corner, seen): (Place, Place),
    ) -> Place {
        let inset = 0.3 * across;
        let sides = [
            (at.0 - inset, at.1 + gap),
            (at.0 - across + inset, at.1 + gap),
            (at.0 - inset, at.1 - gap - tall),
            (at.0 - across + inset, at.1 - gap - tall),
            (at.0 + gap, at.1 - 0.5 * tall),
            (at.0 - gap - across, at.1 - 0.5 * tall),
        ];
        let keep =
            |place: f64, from: f64, length: f64, room: f64| place.min(from + length - room - 4.0).max(from + 4.0);
        let within = sides.map(|(x, y)| (keep(x, -corner.0, seen.0, across), keep(y, -corner.1, seen.1, tall)));
        let cost = |place: usize| {
            let (x, y) = within[place];
            let moved = distance(within[place], sides[place]);
            let probes =
                (0..9).map(|probe| (x + across * f64::from(probe % 3) / 2.0, y + tall * f64::from(probe / 3) / 2.0));
            let covered = probes.filter(|&probe| from_lines(lines, probe) < 14.0 * self.size.mark()).count();
            20.0 * covered as f64 + moved + 4.0 * place as f64
        };
        let best = (0..within.len()).min_by(|&a, &b| cost(a).total_cmp(&cost(b))).unwrap_or(0);
        within[best]
    }

    /// A point from the edge of the label towards the head.
    fn point(&self, at: Place, (x, y): Place, (across, tall): Place, scale: f64) {
        let (half, reach) = (0.75 * POINT * scale, POINT * scale);
        let inside = |place: f64, from: f64, length: f64| {
            place.min(from + length - half - 8.0 * scale).max(from + half + 8.0 * scale)
        };
        let (middle, way) = if at.1 < y {
            ((inside(at.0, x, across), y), (0.0, -1.0))
        } else if at.1 > y + tall {
            ((inside(at.0, x, across), y + tall), (0.0, 1.0))
        } else {
            let right = at.0 > x;
            ((if right { x + across } else { x }, inside(at.1, y, tall)), (if right { 1.0 } else { -1.0 }, 0.0))
        };
        self.form(&[(-1.0, -half), (reach, 0.0), (-1.0, half)], middle, way);
    }
}
