//! Undo and redo: a list of scenarios.

use super::Scenario;
use crate::param::Key;

const DEPTH: usize = 200;

/// Past, present and undone scenarios.
#[derive(Clone, Debug)]
pub struct History {
    past: Vec<Scenario>,
    present: Scenario,
    future: Vec<Scenario>,
    /// The parameter that the current movement changes: a drag is one step, however many values it passes.
    moving: Option<Key>,
}

impl History {
    /// A history that begins with a scenario.
    pub const fn new(scenario: Scenario) -> Self {
        Self { past: Vec::new(), present: scenario, future: Vec::new(), moving: None }
    }

    /// The scenario that is shown now.
    pub const fn present(&self) -> &Scenario {
        &self.present
    }

    /// The scenario that a change of `key` starts from: during a drag, the one at its start, so that a value replaced on the way returns.
    pub fn base(&self, key: Key) -> Scenario {
        match self.past.last() {
            Some(start) if self.moving == Some(key) => start.with_view_of(&self.present).with_pins(self.present.pins),
            _ => self.present,
        }
    }

    /// Moves on to `next`. `moved` is the parameter that a slider or a drag is changing; further changes of the same one join this
    /// step until [`History::rest`]. A change of the view alone, but for the place in a lesson, replaces the present without a step.
    pub fn advance(&mut self, next: Scenario, moved: Option<Key>) {
        if next == self.present {
            return;
        }
        let joins = moved.is_some() && moved == self.moving;
        if joins || next.with_view_of(&self.present) != self.present {
            if !joins {
                self.past.push(self.present);
                if self.past.len() > DEPTH {
                    self.past.remove(0);
                }
            }
            self.future.clear();
            self.moving = moved;
        }
        self.present = next;
    }

    /// Ends the current movement: the next change is a step of its own.
    pub const fn rest(&mut self) {
        self.moving = None;
    }

    /// Goes one step back; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.moving = None;
        // The view of the present scenario stays.
        let past = self.past.pop().map(|past| past.with_view_of(&self.present));
        past.map(|past| self.future.push(std::mem::replace(&mut self.present, past))).is_some()
    }

    /// Goes one undone step forward; false if there is none.
    pub fn redo(&mut self) -> bool {
        self.moving = None;
        let future = self.future.pop().map(|future| future.with_view_of(&self.present));
        future.map(|future| self.past.push(std::mem::replace(&mut self.present, future))).is_some()
    }

    /// True if there is a step to undo.
    pub const fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// True if there is a step to redo.
    pub const fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::System;

    #[test]
    fn a_drag_is_one_step_and_undo_returns_to_its_start() {
        let start = Scenario::new(System::TorusBroadcast);
        let mut history = History::new(start);
        for k in 9..14 {
            history.advance(history.present().set(Key::K, f64::from(k)), Some(Key::K));
        }
        history.rest();
        history.advance(history.present().set(Key::K, 20.0), Some(Key::K));
        assert!(history.undo());
        assert_eq!(history.present().count(Key::K), 13);
        assert!(history.undo() && !history.undo());
        assert_eq!(*history.present(), start);
        assert!(history.redo() && history.redo() && !history.redo());
        assert_eq!(history.present().count(Key::K), 20);
    }

    #[test]
    fn a_drag_after_an_undo_or_a_redo_is_a_step_of_its_own() {
        let mut history = History::new(Scenario::new(System::TorusBroadcast));
        let mut drag = |k: f64, ways: &[fn(&mut History) -> bool]| {
            history.advance(history.present().set(Key::K, k), Some(Key::K));
            assert!(ways.iter().all(|way| way(&mut history)), "{k}");
            history.present().count(Key::K)
        };
        assert_eq!(drag(9.0, &[History::undo]), 8);
        assert_eq!(drag(10.0, &[History::undo, History::redo]), 10);
        assert_eq!(drag(11.0, &[History::undo]), 10);
    }

    #[test]
    fn pins_come_and_go_with_their_steps() {
        let mut history = History::new(Scenario::new(System::TorusBroadcast));
        let one = history.present().pin().expect("there is room");
        let pinned = |history: &History| history.present().pins() == one.pins();
        history.advance(one, None);
        history.advance(history.present().set(Key::Vcs, 8.0), Some(Key::Vcs));
        history.advance(Scenario::new(System::BanyanMulticast), None);
        assert!(history.present().pins().all().is_empty());
        assert!(history.undo() && pinned(&history) && history.present().count(Key::Vcs) == 8);
        assert!(history.undo() && pinned(&history) && history.present().count(Key::Vcs) == 3);
        assert!(history.undo() && history.present().pins().all().is_empty() && !history.can_undo());
        assert!(history.redo() && pinned(&history));
    }

    #[test]
    fn undo_leaves_the_view_where_it_is() {
        let mut history = History::new(Scenario::new(System::TorusBroadcast));
        history.advance(history.present().set(Key::Cycle, 12.0), Some(Key::Cycle));
        assert!(!history.can_undo(), "playing is no step");
        history.advance(history.present().set(Key::K, 9.0), None);
        history.advance(history.present().set(Key::Axis, 1.0).set(Key::Cycle, 7.0), None);
        assert!(history.undo() && !history.can_undo());
        let now = history.present();
        assert_eq!((now.count(Key::K), now.chosen(Key::Axis), now.count(Key::Cycle)), (8, "log", 7));
    }

    #[test]
    fn undo_across_systems_gives_back_exactly_what_was_left() {
        let torus = Scenario::new(System::TorusBroadcast).set(Key::Show, 7.0).set(Key::Hide, 3.0);
        let banyan = Scenario::new(System::BanyanMulticast).set(Key::Figure, 2.0).set(Key::Show, 4.0);
        let mut history = History::new(torus);
        history.advance(banyan, None);
        history.advance(Scenario::new(System::HypercubeSlotted), None);
        assert!(history.undo());
        assert_eq!(*history.present(), banyan);
        assert!(history.undo());
        assert_eq!(*history.present(), torus);
        assert!(history.redo() && *history.present() == banyan);
    }

    #[test]
    fn what_gives_way_to_a_value_that_is_only_passed_comes_back() {
        let mut history = History::new(Scenario::new(System::TorusBroadcast).set(Key::Source, 27.0));
        for k in ["6", "3", "8"] {
            let next = history.base(Key::K).put(Key::K, k, &mut Vec::new());
            history.advance(next, Some(Key::K));
        }
        assert_eq!(history.present().count(Key::Source), 27);
    }

    #[test]
    fn a_new_change_forgets_what_was_undone_and_the_depth_is_bounded() {
        let mut history = History::new(Scenario::new(System::TorusBroadcast));
        for flits in 0..300 {
            history.advance(history.present().set(Key::Flits, f64::from(flits + 40)), None);
        }
        assert!(history.undo());
        history.advance(history.present().set(Key::K, 3.0), None);
        assert!(!history.can_redo());
        let mut steps = 0;
        while history.undo() {
            steps += 1;
        }
        assert_eq!(steps, DEPTH);
    }
}
