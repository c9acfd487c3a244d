//! The curves of pinned settings, each solved once.

use super::{Curve, Results, setups};
use flitscope::scenario::{Pins, Reading, Setup};

/// A pin and the curves that are drawn of it.
pub struct Pinned {
    pub setup: Setup,
    /// Setups of its curves: that of its numbers, and that of our own model where that is drawn of the present scenario.
    curves: Vec<Setup>,
}

/// A curve on the chart.
#[derive(Clone, Copy)]
pub struct DrawnCurve<'a> {
    pub curve: &'a Curve,
    /// The pin that it is of, with its place among the pins; none of the scenario's own.
    pub pin: Option<(usize, &'a Pinned)>,
    /// True if it is that of the numbers of the pin.
    pub first: bool,
}

impl Results {
    /// Takes the pins, and the curves that they have and the present scenario has not.
    pub(super) fn pin(&mut self, curve: &mut dyn FnMut((Reading, Setup)) -> Curve) {
        let own = self.scenario.shown().contains(&Reading::Flow);
        let pins = *self.scenario.pins();
        for pin in pins.all() {
            let reading = pin.reading();
            let beside = (own && reading != Reading::Flow).then_some(Reading::Flow);
            let mut curves = Vec::new();
            for one in setups(pin, [reading].into_iter().chain(beside).collect()) {
                let of = one.1.modelled();
                if self.curve(&of).is_none() {
                    self.further.push(curve(one));
                }
                curves.push(of);
            }
            self.pins.push(Pinned { setup: *pin, curves });
        }
    }

    /// True if one of these pins was there already, so that it is the same comparison.
    pub(super) fn compares(&self, pins: &Pins) -> bool {
        self.pins.iter().any(|pinned| pins.all().contains(&pinned.setup))
    }

    /// True if the axes are those of a comparison that goes on: they only grow.
    pub fn goes_on(&self) -> bool {
        self.reached.is_some()
    }

    /// Every curve there is, the scenario's own first.
    pub fn all(&self) -> Vec<&Curve> {
        self.curves.iter().chain(&self.further).collect()
    }

    fn curve(&self, of: &Setup) -> Option<&Curve> {
        self.all().into_iter().find(|curve| curve.subject == *of)
    }

    /// The curves of a pin, that of its numbers first.
    pub fn curves_of(&self, pin: &Pinned) -> Vec<&Curve> {
        pin.curves.iter().filter_map(|of| self.curve(of)).collect()
    }

    /// Every curve as it is drawn: those of the scenario, then those of the pins that are not among them.
    pub fn drawn(&self) -> Vec<DrawnCurve<'_>> {
        let mut all: Vec<_> = self.curves.iter().map(|curve| DrawnCurve { curve, pin: None, first: true }).collect();
        for (index, pin) in self.pins.iter().enumerate() {
            for curve in self.curves_of(pin) {
                if self.curves.iter().all(|own| own.subject != curve.subject) {
                    let first = pin.curves.first() == Some(&curve.subject);
                    all.push(DrawnCurve { curve, pin: Some((index, pin)), first });
                }
            }
        }
        all
    }

    /// Those of them that are read out: of a pin the curve of its numbers.
    pub fn read_out(&self) -> Vec<DrawnCurve<'_>> {
        self.drawn().into_iter().filter(|drawn| drawn.first).collect()
    }

    /// True if a pin equals the setting on the screen.
    pub fn is_now(&self, pin: &Pinned) -> bool {
        pin.setup == *self.scenario.setup()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope::{param::Key, scenario::link};

    fn begun(fragment: &str, before: Option<&mut Results>) -> Results {
        let parsed = link::parse(fragment);
        let mut results = Results::start(parsed.scenario, before, &|| 0.0);
        results.advance(f64::INFINITY, &|| 0.0);
        results
    }

    fn readings(results: &Results) -> Vec<(Option<usize>, Reading, bool)> {
        let of = |drawn: DrawnCurve<'_>| (drawn.pin.map(|(index, _)| index), drawn.curve.reading, drawn.first);
        results.drawn().into_iter().map(of).collect()
    }

    #[test]
    fn a_pin_has_the_curve_of_its_numbers_and_that_of_our_own_model_where_it_is_drawn() {
        use Reading::{Corrected, Flow, Printed};
        let own = [(None, Corrected, true), (None, Flow, true)];
        let pinned = |fragment| readings(&begun(fragment, None));
        assert_eq!(pinned("#v=2&vcs=8&pin=vcs:3")[2..], [(Some(0), Corrected, true), (Some(0), Flow, false)]);
        assert_eq!(pinned("#v=2&vcs=8&show=corrected&pin=vcs:3")[1..], [(Some(0), Corrected, true)]);
        assert_eq!(pinned("#v=2&pin=reading:printed")[2..], [(Some(0), Printed, true)], "ours is there already");
        assert_eq!(pinned("#v=2&pin=&pin=depth:4"), own, "what lies on a curve of the scenario is not drawn again");
        assert_eq!(pinned("#v=2&vcs=8&pin=vcs:3,reading:flow")[2..], [(Some(0), Flow, true)]);
    }

    #[test]
    fn what_was_solved_before_is_not_solved_again_when_it_is_pinned_or_shown() {
        let mut first = begun("#v=2", None);
        let lines: Vec<_> = first.curves.iter().map(|curve| curve.lines.clone()).collect();
        let parsed = link::parse("#v=2&vcs=4&pin=vcs:3");
        let later = Results::start(parsed.scenario, Some(&mut first), &|| 0.0);
        assert!(!later.is_whole(), "ours is new for V = 4");
        assert!(later.further.iter().all(|curve| curve.whole));
        assert!(later.further.iter().map(|curve| &curve.lines).eq(&lines));
    }

    #[test]
    fn axes_only_grow_while_the_same_thing_is_pinned() {
        let end = |results: &Results| results.load_end();
        let alone = [3, 8].map(|vcs| end(&begun(&format!("#v=2&vcs={vcs}"), None)));
        assert!(alone[0] < alone[1]);
        let mut at_8 = begun("#v=2&vcs=8&pin=vcs:3", None);
        assert_eq!(end(&at_8), alone[1], "both are on it");
        let mut back = begun("#v=2&vcs=3&pin=", Some(&mut at_8));
        assert_eq!((end(&back), back.goes_on()), (alone[1], true));
        let other = begun("#v=2&vcs=3&pin=vcs:4", Some(&mut back));
        assert!(!other.goes_on() && end(&other) < alone[1], "another comparison");
        assert_eq!(end(&begun("#v=2", Some(&mut begun("#v=2&vcs=8&pin=vcs:3", None)))), alone[0]);
        assert!(begun("#v=2&vcs=3&pin=vcs:8", None).values().1 >= begun("#v=2&vcs=8", None).values().1);
    }

    #[test]
    fn the_load_steps_follow_the_axis() {
        let results = begun("#v=2&pin=vcs:8", None);
        assert_eq!(results.load_step(), begun("#v=2&vcs=8", None).load_step());
        assert_eq!(results.scenario.get(Key::Vcs), 3.0);
    }
}
