//! The curves of pinned settings, each solved once.

use super::setups;
use crate::{
    prelude::*,
    results::{Curve, Results},
};
use flitscope::scenario::Pins;

/// A pin and the curve that is drawn of it.
pub struct Pinned {
    pub setup: Setup,
    /// The setup of its curve: that of our own model where that is drawn now, else that of its reading; none without a model.
    curve: Option<Setup>,
}

/// A curve on the chart.
#[derive(Clone, Copy)]
pub struct DrawnCurve<'a> {
    pub curve: &'a Curve,
    /// The pin that it is of, with its place among the pins; none of the scenario's own.
    pub pin: Option<(usize, &'a Pinned)>,
}

impl Results {
    /// Takes the pins, and the curves that they have and the present scenario has not. A pin of another reading compares the readings.
    pub(super) fn pin(&mut self, curve: &mut dyn FnMut((Reading, Setup)) -> Curve) {
        let own = self.scenario.shown().contains(&Reading::Flow);
        let pins = *self.scenario.pins();
        for pin in pins.all() {
            let reading = pin.reading();
            let ours = own && reading == self.scenario.reading();
            let setup = |reading| setups(pin, vec![reading], self.asked).into_iter().next();
            let one = ours.then(|| setup(Reading::Flow)).flatten().or_else(|| setup(reading));
            let of = one.map(|one| one.1.modelled());
            if let Some(one) = one.filter(|_| of.is_some_and(|of| self.curve(&of).is_none())) {
                self.further.push(curve(one));
            }
            self.pins.push(Pinned { setup: *pin, curve: of });
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

    pub fn curve_of(&self, pin: &Pinned) -> Option<&Curve> {
        pin.curve.as_ref().and_then(|of| self.curve(of))
    }

    /// Every curve as it is drawn: those of the scenario, then those of the pins that are not among them.
    pub fn drawn(&self) -> Vec<DrawnCurve<'_>> {
        let mut all: Vec<_> = self
            .curves
            .iter()
            .filter(|curve| self.draws(curve.reading))
            .map(|curve| DrawnCurve { curve, pin: None })
            .collect();
        for (index, pin) in self.pins.iter().enumerate() {
            let other = |curve: &&Curve| self.curves.iter().all(|own| own.subject != curve.subject);
            all.extend(self.curve_of(pin).filter(other).map(|curve| DrawnCurve { curve, pin: Some((index, pin)) }));
        }
        all
    }

    /// True if a pin equals the setting on the screen.
    pub fn is_now(&self, pin: &Pinned) -> bool {
        pin.setup == *self.scenario.setup()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun(fragment: &str, before: Option<&mut Results>) -> Results {
        let parsed = link::parse(fragment);
        let mut results = Results::start(parsed.scenario, before, &|| 0.0);
        results.advance(f64::INFINITY, &|| 0.0);
        results
    }

    fn readings(results: &Results) -> Vec<(Option<usize>, Reading)> {
        let of = |drawn: DrawnCurve<'_>| (drawn.pin.map(|(index, _)| index), drawn.curve.reading);
        results.drawn().into_iter().map(of).collect()
    }

    #[test]
    fn a_pin_has_one_curve_that_of_our_own_model_where_it_is_drawn() {
        use Reading::{Corrected, Flow, Printed};
        let own = [(None, Corrected), (None, Flow)];
        let pinned = |fragment| readings(&begun(fragment, None));
        assert_eq!(pinned("#v=2&vcs=8&pin=vcs:3")[2..], [(Some(0), Flow)]);
        assert_eq!(pinned("#v=2&vcs=8&show=corrected&pin=vcs:3")[1..], [(Some(0), Corrected)]);
        assert_eq!(pinned("#v=2&pin=reading:printed")[2..], [(Some(0), Printed)], "readings are compared");
        assert_eq!(pinned("#v=2&pin=&pin=depth:4"), own, "what lies on a curve of the scenario is not drawn again");
        assert_eq!(pinned("#v=2&vcs=8&pin=vcs:3,reading:flow")[2..], [(Some(0), Flow)]);
    }

    #[test]
    fn what_was_solved_before_is_not_solved_again_when_it_is_pinned_or_shown() {
        let mut first = begun("#v=2", None);
        let lines: Vec<_> = first.curves.iter().map(|curve| curve.lines.clone()).collect();
        let parsed = link::parse("#v=2&vcs=4&pin=vcs:3");
        let later = Results::start(parsed.scenario, Some(&mut first), &|| 0.0);
        assert!(!later.is_whole(), "ours is new for V = 4");
        assert!(later.further.iter().all(|curve| curve.whole));
        assert!(later.further.iter().map(|curve| &curve.lines).eq(&lines[1..]));
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
