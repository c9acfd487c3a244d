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
    use crate::dom::scripts::{self, number};

    #[test]
    fn a_mouse_takes_the_operating_point_along_and_a_finger_beside_it_only_reads() {
        let act = |drag: &mut Drag, words: &[&str]| {
            let answer = match *words {
                ["down", across, takes] => format!("{:?}", drag.down((number(across), 7.0), takes == "takes")),
                ["move", across, pointer, pressed] => {
                    format!("{:?}", drag.moved((number(across), 7.0), pointer == "mouse", pressed == "pressed"))
                }
                _ => format!("{:?}", drag.up()),
            };
            (answer, vec![("held", drag.is_held().to_string())])
        };
        let scripts = "
            the movement of a mouse ends once: down 10 takes; move 20 mouse pressed; up; up; move 30 mouse free
            a mouse that is lifted outside of a frame: down 10 takes; move 40 mouse free; move 50 mouse free
            what a finger read stays: down 10 reads; move 20 finger pressed; up; move 30 finger free
        ";
        scripts::tell("pointers on the chart", scripts, Drag::default, act);
    }
}
