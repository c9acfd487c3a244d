//! Pointer, wheel and fingers on the animation: hovering reads an item, a click selects it, a drag moves an enlarged network, two fingers or
//! the wheel with Ctrl zoom.

use super::geometry::distance;
use flitscope_show::animation::frame::Place;

/// Pixels that a pointer may move between press and release of a click.
const STILL: f64 = 6.0;

/// Zoom per pixel of the wheel, as a power of e.
const WHEEL: f64 = 0.004;

/// Pixels of a line, where the wheel counts lines.
const LINE: f64 = 16.0;

/// A gesture of a pointer. Places are those of the canvas, CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// The part of the network that is seen moves.
    Pan(Place),
    /// It is shown larger by a factor, about a place.
    Zoom(f64, Place),
    /// The pointer is at a place, or left the canvas.
    Point(Option<Place>),
    /// A click, with a finger or without.
    Click { place: Place, touch: bool },
}

/// The pointers that are down.
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
    fn a_press_that_hardly_moves_is_a_click() {
        let mut hand = Hand::default();
        hand.down(1, (10.0, 10.0), false);
        assert_eq!(hand.moved(1, (13.0, 14.0)), [Gesture::Pan((3.0, 4.0)), Gesture::Point(Some((13.0, 14.0)))]);
        hand.up(1);
        assert_eq!(hand.click((13.0, 14.0)), Some(Gesture::Click { place: (13.0, 14.0), touch: false }));
    }

    #[test]
    fn a_drag_is_no_click_even_if_it_comes_back() {
        let mut hand = Hand::default();
        hand.down(1, (10.0, 10.0), false);
        hand.moved(1, (14.0, 10.0));
        hand.moved(1, (10.0, 10.0));
        hand.up(1);
        assert_eq!(hand.click((10.0, 10.0)), None);
        // The next press begins anew.
        hand.down(1, (10.0, 10.0), true);
        hand.up(1);
        assert_eq!(hand.click((10.0, 10.0)), Some(Gesture::Click { place: (10.0, 10.0), touch: true }));
    }

    #[test]
    fn a_pointer_that_is_not_down_only_reads() {
        let mut hand = Hand::default();
        assert_eq!(hand.moved(1, (5.0, 5.0)), [Gesture::Point(Some((5.0, 5.0)))]);
        hand.down(1, (0.0, 0.0), false);
        assert_eq!(
            hand.moved(2, (5.0, 5.0)),
            [Gesture::Point(Some((5.0, 5.0)))],
            "another pointer takes nothing along"
        );
        hand.up(1);
        assert_eq!(hand.moved(1, (9.0, 5.0)), [Gesture::Point(Some((9.0, 5.0)))]);
    }

    #[test]
    fn two_fingers_zoom_about_the_middle_between_them() {
        let mut hand = Hand::default();
        hand.down(1, (80.0, 50.0), true);
        hand.down(2, (120.0, 50.0), true);
        assert_eq!(hand.moved(2, (160.0, 50.0))[..2], [Gesture::Pan((20.0, 0.0)), Gesture::Zoom(2.0, (120.0, 50.0))]);
        assert_eq!(hand.moved(1, (40.0, 50.0))[..2], [Gesture::Pan((-20.0, 0.0)), Gesture::Zoom(1.5, (100.0, 50.0))]);
        hand.up(1);
        assert_eq!(hand.moved(2, (161.0, 50.0))[0], Gesture::Pan((1.0, 0.0)), "the finger that stays moves it");
        hand.up(2);
        assert_eq!(hand.click((161.0, 50.0)), None, "what two fingers did was no tap");
    }

    #[test]
    fn fingers_at_one_place_do_not_zoom_without_end() {
        let mut hand = Hand::default();
        hand.down(1, (50.0, 50.0), true);
        hand.down(2, (50.0, 50.0), true);
        assert_eq!(hand.moved(2, (60.0, 50.0)), [Gesture::Pan((5.0, 0.0)), Gesture::Point(Some((60.0, 50.0)))]);
        assert_eq!(hand.moved(2, (50.0, 50.0)), [Gesture::Pan((-5.0, 0.0)), Gesture::Point(Some((50.0, 50.0)))]);
    }

    #[test]
    fn a_pointer_that_comes_down_twice_is_one() {
        // The browser may keep the release for itself.
        let mut hand = Hand::default();
        hand.down(1, (0.0, 0.0), true);
        hand.down(1, (50.0, 50.0), true);
        assert_eq!(hand.moved(1, (51.0, 50.0))[0], Gesture::Pan((1.0, 0.0)));
        hand.up(1);
        assert_eq!(hand.grip(), None);
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
