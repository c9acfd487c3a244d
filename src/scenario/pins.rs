//! Setups that are compared with the present scenario.
//!
//! A pin is a [`Setup`]; load, run length and view are those of the present scenario. A link writes only the values in which a pin differs
//! from that scenario, `vcs:3,beta:0`; an empty pin equals it.

use super::{Scenario, Setup, System};
use crate::param::{Key, Param, ParamKind, PinFault, Problem};
use std::fmt;

/// Most pins there can be.
pub use crate::param::MOST_PINS as MOST;

/// The pins, in the order in which they came; no two are equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pins {
    count: usize,
    /// The first `count` are pins, the others are all at zero.
    setups: [Setup; MOST],
}

impl Default for Pins {
    fn default() -> Self {
        Self { count: 0, setups: [Setup::zero(System::ALL[0]); MOST] }
    }
}

impl Extend<Setup> for Pins {
    fn extend<I: IntoIterator<Item = Setup>>(&mut self, pins: I) {
        for (place, pin) in self.setups[self.count..].iter_mut().zip(pins) {
            *place = pin;
            self.count += 1;
        }
    }
}

/// The reason why a scenario is not pinned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpinned {
    /// One of the pins is equal.
    Already,
    /// The number of pins is [`MOST`].
    Full,
}

impl fmt::Display for Unpinned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Already => "This setting is kept already.",
            Self::Full => "There is no room for another kept curve: remove one first.",
        })
    }
}

/// True if a parameter changes a result.
fn matters(row: &Param) -> bool {
    row.key.group().is_setup()
}

/// A pin as it is simulated and solved beside a scenario: with its load, seed and length.
pub fn beside(pin: &Setup, present: &Scenario) -> Scenario {
    Scenario { load: present.load, run: present.run, ..Scenario::from_setup(*pin) }
}

/// The present scenario in the network of a pin.
pub fn in_place(pin: &Setup, present: &Scenario) -> Scenario {
    Scenario { setup: *pin, ..*present }.reconcile(None, &mut Vec::new())
}

/// The parameters in which two setups of one system differ, in the order of the table.
pub fn differences<'a>(pin: &'a Setup, present: &'a Setup) -> impl Iterator<Item = &'static Param> + 'a {
    pin.system().params().iter().filter(|row| pin.get(row.key) != present.get(row.key))
}

impl Pins {
    /// The setups of all pins.
    pub fn all(&self) -> &[Setup] {
        &self.setups[..self.count]
    }

    /// These and another one, or the reason why it cannot be pinned.
    pub fn with(mut self, pin: Setup) -> Result<Self, Unpinned> {
        if self.all().contains(&pin) {
            return Err(Unpinned::Already);
        }
        if self.count == MOST {
            return Err(Unpinned::Full);
        }
        self.extend([pin]);
        Ok(self)
    }

    pub(super) fn without(&self, index: usize) -> Self {
        let mut others = Self::default();
        others.extend(self.all().iter().enumerate().filter(|(at, _)| *at != index).map(|(_, pin)| *pin));
        others
    }

    /// Reads the pins of a link, relative to its scenario. A pin that is not accepted is left out and returned as a problem.
    pub(super) fn read<'a>(texts: impl IntoIterator<Item = &'a str>, present: &Scenario) -> (Self, Vec<Problem>) {
        let (mut pins, mut problems) = (Self::default(), Vec::new());
        for (index, text) in texts.into_iter().take(MOST + 1).enumerate() {
            let full = if index < MOST { Ok(()) } else { Err(PinFault::TooMany(MOST)) };
            match full.and_then(|()| read(text, present)) {
                Ok(pin) if pins.all().contains(&pin) => problems.push(Problem::pin(text, PinFault::Twice)),
                Ok(pin) => pins.extend([pin]),
                Err(fault) => problems.push(Problem::pin(text, fault)),
            }
        }
        (pins, problems)
    }

    /// The pins as a link writes them.
    pub fn written<'a>(&'a self, present: &'a Scenario) -> impl Iterator<Item = String> + 'a {
        // Commas separate keys, so the members of a set have dots between them.
        let one = |row: &Param, pin: &Setup| format!("{}:{}", row.key.name(), pin.text(row.key).replace(',', "."));
        self.all()
            .iter()
            .map(move |pin| differences(pin, &present.setup).map(|row| one(row, pin)).collect::<Vec<_>>().join(","))
    }
}

/// The pin that a text means beside a scenario.
fn read(text: &str, present: &Scenario) -> Result<Setup, PinFault> {
    let system = present.system();
    let inside = |problem: Problem| PinFault::Inside(Box::new(Problem { used: None, ..problem }));
    let (mut pin, mut given) = (Scenario::from_setup(present.setup), Vec::<(Key, &str)>::new());
    for part in text.split(',').filter(|_| !text.trim().is_empty()) {
        let named = part.split_once(':').and_then(|(name, value)| Some((system.param_called(name.trim())?, value)));
        let Some((row, value)) = named.filter(|(row, _)| matters(row)) else {
            let known = system.params().iter().filter(|row| matters(row));
            return Err(PinFault::Form(known.map(|row| row.key.name()).collect()));
        };
        if let Some((_, earlier)) = given.iter().find(|(key, _)| *key == row.key) {
            return Err(inside(Problem::again(row.key.name(), earlier, value, "")));
        }
        given.push((row.key, value));
        let set = matches!(row.kind, ParamKind::Set { .. }).then(|| value.replace('.', ","));
        pin = pin.with(
            row.key,
            row.parse(set.as_deref().unwrap_or(value), system.params()).map_err(|(problem, _)| inside(problem))?,
        );
    }
    let mut problems = Vec::new();
    let reading = given.iter().map(|(key, _)| *key).find(|key| *key == Key::Reading);
    let pin = pin.reconcile(reading, &mut problems);
    problems.into_iter().next().map_or(Ok(pin.setup), |problem| Err(inside(problem)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{System, link};

    fn scenario(fragment: &str) -> Scenario {
        link::parse(fragment).scenario
    }

    fn pins(fragments: &[&str]) -> Pins {
        fragments.iter().fold(Pins::default(), |pins, text| pins.with(*scenario(text).setup()).expect("there is room"))
    }

    #[test]
    fn only_what_changes_a_result_is_pinned() {
        let present = scenario("#v=2");
        for same in ["load=0.002", "seed=7", "cycles=5000", "axis=log", "show=refined", "source=9", "scene=broadcast"] {
            assert_eq!(scenario(&format!("#v=2&{same}")).setup(), present.setup(), "{same}");
        }
        for other in ["k=9", "beta=0", "reading=printed", "depth=4", "injection=inj1"] {
            let pin = *scenario(&format!("#v=2&{other}")).setup();
            let key = other.split('=').next();
            assert_eq!(
                differences(&pin, present.setup()).map(|row| row.key.name()).collect::<Vec<_>>(),
                [key.unwrap()]
            );
        }
    }

    #[test]
    fn a_setting_is_pinned_once_and_four_is_all_there_can_be() {
        let one = pins(&["#v=2&V=3"]);
        assert_eq!(one.with(*scenario("#v=2&V=3&load=0.001").setup()), Err(Unpinned::Already));
        let four = pins(&["#v=2&V=3", "#v=2&V=4", "#v=2&V=5", "#v=2&V=6"]);
        assert_eq!(four.with(*scenario("#v=2&V=7").setup()), Err(Unpinned::Full));
        assert_eq!(four.with(*scenario("#v=2&V=6").setup()), Err(Unpinned::Already));
        let left: Vec<_> = four.without(1).all().iter().map(|pin| pin.count(Key::Vcs)).collect();
        assert_eq!(left, [3, 5, 6]);
    }

    #[test]
    fn a_pin_is_written_as_what_differs_and_read_with_symbols_too() {
        let present = scenario("#v=2&beta=0&wiring=mesh&routing=turns");
        let locked = pins(&["#v=2&beta=0&wiring=mesh&routing=turns&turns=es,sw,wn,ne"]);
        assert_eq!(locked.written(&present).collect::<Vec<_>>(), ["turns:es.sw.wn.ne"]);
        assert_eq!(Pins::read(["turns:es.sw.wn.ne"], &present), (locked, vec![]));
        let present = scenario("#v=2&V=8");
        let both = pins(&["#v=2&V=3", "#v=2&V=3&beta=0&reading=flow", "#v=2&V=8"]);
        let written: Vec<_> = both.written(&present).collect();
        assert_eq!(written, ["vcs:3", "vcs:3,beta:0,reading:flow", ""]);
        assert_eq!(Pins::read(written.iter().map(String::as_str), &present), (both, vec![]));
        assert_eq!(Pins::read(["V:3", "β:0, V:3, reading:flow", " "], &present), (both, vec![]));
    }

    #[test]
    fn a_pin_may_need_another_reading_and_the_animation_does_not_matter() {
        let present = scenario("#v=2&k=16&source=200&reading=flow");
        let three = Pins::read(["n:3", "k:4"], &present);
        assert_eq!((three.0.all().len(), three.1), (2, vec![]));
        let written: Vec<_> = three.0.written(&scenario("#v=2&reading=printed")).collect();
        assert_eq!(written, ["k:16,n:3,reading:flow", "k:4,reading:flow"]);
    }

    #[test]
    fn a_bad_pin_is_left_out_and_named_with_what_is_accepted() {
        let present = scenario("#v=2");
        let of_other_keys = ["3", "colour:red", "load:0.001", "vcs:3,", "seed:7"].map(|text| (vec![text], 0));
        let inside = ["V:99", "vcs:3,V:4", "n:3"].map(|text| (vec![text], 0));
        let too_many = vec!["vcs:4", "vcs:5", "vcs:6", "vcs:7", "vcs:8", "vcs:9"];
        let several = [(vec!["vcs:4", "V:4"], 1), (too_many, 4)];
        let all = of_other_keys.into_iter().chain(inside).chain(several);
        crate::blessed::words("pins", all, |(texts, kept)| {
            let (pins, problems) = Pins::read(texts.iter().copied(), &present);
            assert_eq!((pins.all().len(), problems.len()), (kept, 1), "{texts:?}");
            problems[0].to_string()
        });
    }

    #[test]
    fn no_value_of_what_matters_has_a_comma_or_a_colon_but_a_set() {
        for system in System::ALL {
            let mut rows = system.params().iter().filter(|row| matters(row));
            let plain = |text: &str| !text.contains([',', ':']);
            assert!(rows.all(|row| system.options(row.key).iter().all(|option| plain(option.key))
                && !matches!(row.kind, ParamKind::Nodes { .. })));
        }
    }
}
