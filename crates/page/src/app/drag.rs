//! The pointer on the chart: hovering reads, the operating point can be dragged, a click puts it there. A finger reads too, and what it
//! read stays when it lifts. Where a curve is asked for, what takes the operating point draws instead.

use super::message::{EditMessage, Message};
use crate::chart::{curves::Cursor, message::ChartMessage};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drag {
    held: bool,
}

impl Drag {
    pub const fn is_held(self) -> bool {
        self.held
    }

    /// A pointer comes down at a place of the chart, CSS pixels. `takes`: it takes the operating point, because it is a mouse or is on it.
    pub fn down(&mut self, place: (f64, f64), takes: bool) -> Vec<ChartMessage> {
        self.held = takes;
        if takes {
            vec![ChartMessage::Cursor(Cursor::Hide), ChartMessage::Drag { to: place, comes_down: true }]
        } else {
            vec![ChartMessage::Cursor(Cursor::At(place.0))]
        }
    }

    /// A pointer moves, `mouse` or finger, `pressed` or not. One that is not pressed has been lifted where the page could not see it.
    pub fn moved(&mut self, place: (f64, f64), mouse: bool, pressed: bool) -> Option<Message> {
        match (self.held, pressed) {
            (true, true) => Some(ChartMessage::Drag { to: place, comes_down: false }.into()),
            (true, false) => self.up().map(Message::from),
            (false, _) => (mouse || pressed).then(|| ChartMessage::Cursor(Cursor::At(place.0)).into()),
        }
    }

    /// A pointer is lifted, or taken away by the browser.
    pub fn up(&mut self) -> Option<EditMessage> {
        std::mem::take(&mut self.held).then_some(EditMessage::Rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mouse_takes_the_operating_point_along_until_it_is_lifted() {
        let mut drag = Drag::default();
        let dragged = |across: f64, comes_down| ChartMessage::Drag { to: (across, 7.0), comes_down };
        assert_eq!(drag.down((10.0, 7.0), true), [ChartMessage::Cursor(Cursor::Hide), dragged(10.0, true)]);
        assert_eq!((drag.is_held(), drag.moved((20.0, 7.0), true, true)), (true, Some(dragged(20.0, false).into())));
        assert_eq!((drag.up(), drag.up()), (Some(EditMessage::Rest), None), "the movement ends once");
        let read = |across: f64| Some(ChartMessage::Cursor(Cursor::At(across)).into());
        assert_eq!(drag.moved((30.0, 7.0), true, false), read(30.0));
        drag.down((10.0, 7.0), true);
        assert_eq!(drag.moved((40.0, 7.0), true, false), Some(EditMessage::Rest.into()), "lifted outside of a frame");
        assert_eq!(drag.moved((50.0, 7.0), true, false), read(50.0));
    }

    #[test]
    fn a_finger_beside_the_operating_point_only_reads() {
        let mut drag = Drag::default();
        assert_eq!(drag.down((10.0, 7.0), false), [ChartMessage::Cursor(Cursor::At(10.0))]);
        assert_eq!(drag.moved((20.0, 7.0), false, true), Some(ChartMessage::Cursor(Cursor::At(20.0)).into()));
        assert_eq!((drag.up(), drag.moved((30.0, 7.0), false, false)), (None, None), "what it read stays");
    }
}
