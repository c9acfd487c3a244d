//! Finding a free place for a word.
//!
//! Asking a browser for the width of a text forces a layout of the whole page, so widths are estimated, rather too large than
//! too small. A word takes the first of its possible places where it covers no other word and no line; if there is none it is
//! left out, because the page names every curve beside the chart as well.

use super::theme::Colour;

/// A rectangle, upwards from `bottom` to `top` in pixels that count downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rect {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Rect {
    /// The rectangle, enlarged by `room` on all sides.
    pub(super) fn with_room(self, room: f64) -> Self {
        Self { left: self.left - room, top: self.top - room, right: self.right + room, bottom: self.bottom + room }
    }

    /// The rectangle, enlarged by `room` at its left and right.
    pub(super) fn wider(self, room: f64) -> Self {
        Self { left: self.left - room, right: self.right + room, ..self }
    }

    /// True if the two have more than an edge in common.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// True if the other is within this one.
    pub(super) fn contains(&self, other: &Self) -> bool {
        self.left <= other.left && other.right <= self.right && self.top <= other.top && other.bottom <= self.bottom
    }

    /// True if a segment touches the rectangle.
    pub(super) fn meets(&self, from: (f64, f64), to: (f64, f64)) -> bool {
        if from.0.max(to.0) < self.left
            || from.0.min(to.0) > self.right
            || from.1.max(to.1) < self.top
            || from.1.min(to.1) > self.bottom
        {
            return false;
        }
        // The bounding boxes meet, so the segment misses only if all corners are on one side of its line.
        let side = |x: f64, y: f64| (to.0 - from.0) * (y - from.1) - (to.1 - from.1) * (x - from.0);
        let corners = [
            side(self.left, self.top),
            side(self.right, self.top),
            side(self.left, self.bottom),
            side(self.right, self.bottom),
        ];
        corners.iter().any(|side| *side >= 0.0) && corners.iter().any(|side| *side <= 0.0)
    }
}

/// The point of a word that is at its place; vertically it is always the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Left,
    Centre,
    Right,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlacedWord {
    pub text: String,
    pub at: (f64, f64),
    pub align: Anchor,
    pub size: f64,
    pub colour: Colour,
}

impl PlacedWord {
    /// The room that the word takes, as far as can be told without measuring.
    pub(super) fn rect(&self) -> Rect {
        let width = width(&self.text, self.size);
        let left = match self.align {
            Anchor::Left => self.at.0,
            Anchor::Centre => self.at.0 - width / 2.0,
            Anchor::Right => self.at.0 - width,
        };
        let half = self.size * 0.6;
        Rect { left, top: self.at.1 - half, right: left + width, bottom: self.at.1 + half }
    }
}

/// The width of a text of this height, estimated for a wide sans serif.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let part = |c: char| match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.32,
        ' ' | 'f' | 'r' | 't' | '(' | ')' | '/' | '-' => 0.4,
        '\u{202f}' => 0.2,
        'm' | 'w' | 'M' | 'W' | '%' => 0.97,
        'A'..='Z' | '=' | '<' | '>' | '+' | '−' | '×' | '±' => 0.76,
        _ => 0.63,
    };
    text.chars().map(part).sum::<f64>() * size
}

/// Areas that a word must not cover.
#[derive(Clone, Debug, Default)]
pub(super) struct Obstacles {
    /// Words that are already placed.
    pub taken: Vec<Rect>,
    pub lines: Vec<Vec<(f64, f64)>>,
}

impl Obstacles {
    pub(super) fn is_free(&self, rect: &Rect) -> bool {
        !self.taken.iter().any(|other| other.overlaps(rect))
            && !self.lines.iter().any(|line| line.windows(2).any(|pair| rect.meets(pair[0], pair[1])))
    }

    /// The first place within `room` that is free, and from then on taken. `clear` is what a word needs around it.
    pub(super) fn place(
        &mut self,
        room: &Rect,
        clear: impl Fn(Rect) -> Rect,
        places: impl IntoIterator<Item = PlacedWord>,
    ) -> Option<PlacedWord> {
        let free = |word: &PlacedWord| room.contains(&word.rect()) && self.is_free(&clear(word.rect()));
        let word = places.into_iter().find(free)?;
        self.taken.push(word.rect());
        Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: Rect = Rect { left: 0.0, top: 0.0, right: 10.0, bottom: 10.0 };

    fn word(text: &str, x: f64, y: f64) -> PlacedWord {
        PlacedWord { text: text.into(), at: (x, y), align: Anchor::Left, size: 10.0, colour: Colour::hex(0) }
    }

    #[test]
    fn a_segment_meets_a_square_inside_across_and_at_a_corner_only() {
        assert!(SQUARE.meets((2.0, 2.0), (3.0, 3.0)));
        assert!(SQUARE.meets((-5.0, 5.0), (15.0, 6.0)));
        assert!(!SQUARE.meets((-5.0, 7.0), (7.0, 19.0)));
        assert!(!SQUARE.meets((11.0, -5.0), (11.0, 15.0)));
    }

    #[test]
    fn the_first_free_place_is_taken_and_then_no_longer_free() {
        let room = Rect { left: 0.0, top: 0.0, right: 100.0, bottom: 100.0 };
        let mut obstacles = Obstacles { taken: vec![], lines: vec![vec![(0.0, 20.0), (100.0, 20.0)]] };
        let places = || [word("beyond", 95.0, 50.0), word("on the line", 10.0, 20.0), word("free", 10.0, 50.0)];
        assert_eq!(
            obstacles.place(&room, |rect| rect.with_room(1.0), places()).map(|word| word.text),
            Some("free".into())
        );
        assert_eq!(obstacles.place(&room, |rect| rect.with_room(1.0), places()), None);
    }
}
