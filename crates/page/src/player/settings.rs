//! The settings of the player in a scenario.

use crate::player::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    pub(crate) cycle: u32,
    /// The speed of play, relative to the usual one.
    pub(crate) speed: f64,
    /// True if it begins again at the end; none where the system has no such choice.
    pub(crate) looping: Option<bool>,
    /// True if the use of the channels is drawn; none where the system has no such choice.
    pub(crate) usage: Option<bool>,
    /// The cycle beyond which nothing is shown, while a lesson asks.
    pub(crate) until: Option<u32>,
    pub(crate) taught: bool,
    pub(crate) open: Option<u32>,
    /// True if a circle is drawn only once it has closed: while a lesson asks, and in a page that is a part of another one.
    pub(crate) withholds: bool,
    /// The moment; traffic while a lesson asks.
    pub(crate) moment: Moment,
}

impl Settings {
    pub fn of(scenario: &Scenario) -> Self {
        let switch = |key: Key| scenario.system().param(key).map(|_| scenario.is_on(key));
        Self {
            cycle: scenario.count(Key::Cycle),
            speed: scenario.chosen(Key::Speed).parse().unwrap_or(1.0),
            looping: switch(Key::Loop),
            usage: switch(Key::Heat),
            until: lesson::until(scenario),
            withholds: lesson::until(scenario).is_some() || scenario.is_on(Key::Embed),
            taught: lesson::at(scenario).is_some(),
            open: (!scenario.is_default(Key::Open)).then(|| scenario.count(Key::Open)),
            moment: if lesson::asks(scenario) { Moment::Traffic } else { Moment::shown(scenario) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_has_all_settings_and_they_follow_the_scenario() {
        blessed::words(
            "settings of the player",
            System::ALL.iter().flat_map(|system| [(system, false), (system, true)]),
            |(system, moved)| {
                let set = [(Key::Cycle, "12"), (Key::Speed, "4"), (Key::Loop, "1"), (Key::Heat, "1")];
                let put = |scenario: Scenario, (key, text)| scenario.put(key, text, &mut Vec::new());
                Settings::of(&set.into_iter().filter(|_| moved).fold(Scenario::new(*system), put))
            },
        );
    }
}
