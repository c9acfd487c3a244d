//! Pointer and fingers on the animation: hovering reads, a click selects, a drag moves, two fingers or the wheel with Ctrl zoom.

use crate::player::prelude::*;

/// Pixels that a pointer may move between press and release of a click.
const STILL: f64 = 6.0;

/// Zoom per pixel of the wheel, as a power of e.
const WHEEL: f64 = 0.004;

/// Pixels of a line, where the wheel counts lines.
const LINE: f64 = 16.0;

/// A gesture of a pointer. Places are those of the canvas, CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    Pan(Place),
    /// It is shown larger by a factor, about a place.
    Zoom(f64, Place),
    /// The pointer is at a place, or left the canvas.
    Point(Option<Place>),
    /// A click, with a finger or without.
    Click {
        place: Place,
        touch: bool,
    },
}

#[derive(Clone, Debug, Default)]
pub struct Hand {
    pointers: Vec<(i32, Place)>,
    /// Their movement since the first one came down.
    moved: f64,
    /// True if the last one that came down was a finger.
    touch: bool,
}

impl Hand {
    /// The middle of the first two, or the first, and how far the two are apart.
    fn grip(&self) -> Option<(Place, f64)> {
        match self.pointers.as_slice() {
            [] => None,
            [(_, at)] => Some((*at, 0.0)),
            [(_, a), (_, b), ..] => Some(((a.0.midpoint(b.0), a.1.midpoint(b.1)), distance(*a, *b))),
        }
    }

    pub fn down(&mut self, pointer: i32, at: Place, touch: bool) {
        self.touch = touch;
        self.up(pointer);
        if self.pointers.is_empty() {
            self.moved = 0.0;
        }
        self.pointers.push((pointer, at));
    }

    /// A pointer is lifted, or taken away by the browser.
    pub fn up(&mut self, pointer: i32) {
        self.pointers.retain(|(other, _)| *other != pointer);
    }

    /// A pointer moves: one that is down takes the network along.
    pub fn moved(&mut self, pointer: i32, at: Place) -> Vec<Gesture> {
        let mut gestures = self.drag(pointer, at).unwrap_or_default();
        gestures.push(Gesture::Point(Some(at)));
        gestures
    }

    fn drag(&mut self, pointer: i32, at: Place) -> Option<Vec<Gesture>> {
        let before = self.grip()?;
        self.pointers.iter_mut().find(|(other, _)| *other == pointer)?.1 = at;
        let after = self.grip()?;
        let by = (after.0.0 - before.0.0, after.0.1 - before.0.1);
        self.moved += libm::hypot(by.0, by.1) + (after.1 - before.1).abs();
        let mut gestures = vec![Gesture::Pan(by)];
        if before.1 > 0.0 && after.1 > 0.0 {
            gestures.push(Gesture::Zoom(after.1 / before.1, after.0));
        }
        Some(gestures)
    }

    /// The browser says that there was a click; after a drag it was none.
    pub fn click(&self, place: Place) -> Option<Gesture> {
        (self.moved <= STILL).then_some(Gesture::Click { place, touch: self.touch })
    }
}

/// The zoom for a turn of the wheel with Ctrl held, by `delta` pixels or lines.
pub fn wheel(delta: f64, lines: bool, at: Place) -> Gesture {
    let pixels = if lines { LINE * delta } else { delta };
    Gesture::Zoom(libm::exp((-WHEEL * pixels).clamp(-1.0, 1.0)), at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presses_drags_and_fingers_are_gestures() {
        let act = |hand: &mut Hand, words: &[&str]| -> Told {
            let place = |x: &str, y: &str| (number(x), number(y));
            let mut gestures = Vec::new();
            match *words {
                ["mouse", pointer, x, y] => hand.down(number(pointer), place(x, y), false),
                ["finger", pointer, x, y] => hand.down(number(pointer), place(x, y), true),
                ["move", pointer, x, y] => gestures = hand.moved(number(pointer), place(x, y)),
                ["up", pointer] => hand.up(number(pointer)),
                ["click", x, y] => gestures.extend(hand.click(place(x, y))),
                _ => panic!("{words:?}"),
            }
            let all: Vec<_> = gestures.iter().map(|gesture| format!("{gesture:?}")).collect();
            (all.join(", "), vec![("grip", format!("{:?}", hand.grip()))])
        };
        let scripts = "
            a press that hardly moves is a click: mouse 1 10 10; move 1 13 14; up 1; click 13 14
            a drag is no click even if it comes back: mouse 1 10 10; move 1 14 10; move 1 10 10; up 1; click 10 10; finger 1 10 10; \
                up 1; click 10 10
            a pointer that is not down only reads: move 1 5 5; mouse 1 0 0; move 2 5 5; up 1; move 1 9 5
            two fingers zoom about the middle between them and are no tap: finger 1 80 50; finger 2 120 50; move 2 160 50; move 1 40 50; \
                up 1; move 2 161 50; up 2; click 161 50
            fingers at one place do not zoom without end: finger 1 50 50; finger 2 50 50; move 2 60 50; move 2 50 50
            # The browser may keep the release for itself.
            a pointer that comes down twice is one: finger 1 0 0; finger 1 50 50; move 1 51 50; up 1
        ";
        scripts::tell("gestures", scripts, Hand::default, act);
    }

    #[test]
    fn the_wheel_zooms_by_pixels_and_by_lines_and_never_by_more_than_e() {
        let factor = |delta, lines| match wheel(delta, lines, (1.0, 2.0)) {
            Gesture::Zoom(factor, (1.0, 2.0)) => factor,
            other => panic!("{other:?}"),
        };
        assert_eq!(factor(-100.0, false), libm::exp(0.4));
        assert_eq!(factor(3.0, true), factor(48.0, false));
        assert!((factor(-100.0, false) * factor(100.0, false) - 1.0).abs() < 1e-12, "back is back");
        assert_eq!((factor(-1e9, false), factor(1e9, true)), (libm::exp(1.0), libm::exp(-1.0)));
    }
}
