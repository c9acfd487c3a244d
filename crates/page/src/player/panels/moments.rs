//! The moments of a system: its animations by name, one press away.
//!
//! A moment is a scenario, so a link opens it again, and the button of the moment on the screen is pressed.

use crate::player::prelude::*;
use flitscope::{
    param::{options::Animated, turns::TurnSet},
    scenario::pins::Pins,
};
use flitscope_show::animation::MOST_CYCLES;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    Traffic,
    Message,
    /// The path of one message that reserves its path.
    Circuit,
    Broadcast,
    Multicast,
    Deadlock,
    /// The turns that messages may make in a mesh.
    Turns,
}

/// A network whose safeguard is off, at two thirds of the load that it carries with it, and the cycle 80 before its circle closes.
const FROZEN_RING: &str = "wiring=torus&ways=one&routing=adaptive&pattern=uniform&n=1&k=8&vcs=3&flits=32&load=0.0033&seed=298&\
    escape=off&cycle=11378";

/// As `FROZEN_RING`, for a torus. Where channels lead both ways no circle was found below 0.98 of the load that it carries.
const FROZEN_TORUS: &str = "scene=point&wiring=torus&routing=adaptive&pattern=uniform&k=8&n=2&vcs=3&flits=32&beta=0&load=0.0153&\
    seed=298&escape=off&cycle=7349";

/// A mesh in which every turn is allowed and nothing else keeps it from locking; it does.
const ALL_TURNS: &str = "scene=point&wiring=mesh&n=2&k=4&pattern=uniform&routing=turns&vcs=1&flits=16&turns=all&fill=off&load=0.025&\
    seed=2&speed=16";

impl Moment {
    /// The moments of a system, in the order of their buttons; none where there is one animation alone.
    pub(crate) const fn of(system: System) -> &'static [Self] {
        match system {
            System::TorusBroadcast => &[Self::Traffic, Self::Message, Self::Broadcast, Self::Deadlock],
            System::KaryNCube => &[Self::Traffic, Self::Message, Self::Deadlock, Self::Turns],
            System::HypercubeMmpp => &[Self::Traffic, Self::Circuit],
            System::BanyanMulticast => &[Self::Traffic, Self::Multicast, Self::Deadlock],
            System::HypercubeSlotted => &[Self::Traffic, Self::Message],
            #[cfg(feature = "test-system")]
            System::Ring => &[],
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        System::ALL.iter().flat_map(|system| Self::of(*system)).copied().find(|moment| moment.key() == name)
    }

    const fn key(self) -> &'static str {
        match self {
            Self::Traffic => "traffic",
            Self::Message => "message",
            Self::Circuit => "circuit",
            Self::Broadcast => "broadcast",
            Self::Multicast => "multicast",
            Self::Deadlock => "deadlock",
            Self::Turns => "turns",
        }
    }

    fn words(self, system: System) -> &'static str {
        match self {
            Self::Traffic => "Traffic",
            Self::Message if system == System::HypercubeSlotted => "One packet",
            Self::Message => "One message",
            Self::Circuit => "One circuit",
            Self::Broadcast => "A broadcast",
            Self::Multicast => "A multicast",
            Self::Deadlock => "A deadlock",
            Self::Turns => "Turns",
        }
    }

    /// True if it shows the run of the reader; any other moment has settings of its own.
    pub(crate) const fn is_run(self) -> bool {
        matches!(self, Self::Traffic | Self::Message | Self::Circuit)
    }

    pub(crate) fn shown(scenario: &Scenario) -> Self {
        let system = scenario.system();
        let followed = !scenario.is_default(Key::Follow);
        match scenario.choice::<Animated>() {
            Animated::Broadcast if system == System::TorusBroadcast => Self::Broadcast,
            Animated::Multicast if system == System::BanyanMulticast => Self::Multicast,
            Animated::Deadlock if system == System::BanyanMulticast => Self::Deadlock,
            _ if system == System::KaryNCube && scenario.setup().turns().is_some() => Self::Turns,
            _ if system.param(Key::Escape).is_some() && scenario.chosen(Key::Escape) == "off" => Self::Deadlock,
            _ if followed && system == System::HypercubeMmpp => Self::Circuit,
            _ if followed => Self::Message,
            _ => Self::Traffic,
        }
    }

    /// The moment that the page tells: in a lesson none, or traffic.
    pub(crate) fn told(scenario: &Scenario) -> Self {
        if lesson::at(scenario).is_some() { Self::Traffic } else { Self::shown(scenario) }
    }

    /// A deadlock, closed at a cycle, beside the same network with its safeguard, much later; a set of turns beside one that cannot lock.
    pub(crate) fn cure(scenario: &Scenario, closed: Option<u32>) -> Option<Scenario> {
        let (key, text) = match scenario.setup().turns() {
            Some(set) => (Key::Turns, safe_beside(set)),
            None => (Key::Escape, "on"),
        };
        let safe = *scenario.put(key, text, &mut Vec::new()).setup();
        let beside = scenario.with_pins(Pins::default().with(safe).unwrap_or_default()).set(Key::Beside, 1.0);
        match key {
            Key::Turns => Some(beside),
            _ => Some(beside.set(Key::Cycle, f64::from(cured(closed?)))),
        }
    }

    pub(crate) fn is_cured(scenario: &Scenario) -> bool {
        Self::told(scenario) == Self::Deadlock && scenario.count(Key::Beside) > 0
    }

    /// The load of a deadlock as a part of what the safe network carries, where it is the one of the scene.
    pub(crate) fn part(scenario: &Scenario) -> Option<&'static str> {
        let scene = Self::Deadlock.enter(scenario);
        let same = scene.setup() == scenario.setup() && scene.get(Key::Load) == scenario.get(Key::Load);
        same.then(|| match scenario.system() {
            System::TorusBroadcast => "just below what it carries",
            _ => "two thirds of what it carries",
        })
    }

    /// True unless a moment of its own looks the same whatever value a parameter has.
    pub(crate) fn shows(scenario: &Scenario, row: &Param) -> bool {
        let ends = match row.kind {
            ParamKind::Integer { min, max, .. } => [f64::from(min), f64::from(max)],
            ParamKind::Real { min, max, .. } => [min, max],
            _ => return true,
        };
        let changed = |end: &f64| Subject::of(&scenario.set(row.key, *end)) != Subject::of(scenario);
        match Self::told(scenario) {
            // One message in an idle channel needs one virtual channel.
            Self::Broadcast if row.key == Key::Vcs => scenario.is_on(Key::Background),
            // Turns are those of two dimensions.
            Self::Turns => row.key != Key::N,
            moment => moment.is_run() || ends.iter().any(changed),
        }
    }

    /// The scenario of the moment, from the one on the screen. A message to follow is found later: the next one that is generated.
    pub(crate) fn enter(self, scenario: &Scenario) -> Scenario {
        let reset = |scenario: Scenario, key: Key| scenario.reset(key, &mut Vec::new());
        let safe = if self == Self::Deadlock { *scenario } else { reset(*scenario, Key::Escape) };
        let locked = self != Self::Turns && Self::shown(scenario) == Self::Turns;
        let safe = if locked { reset(reset(safe, Key::Fill), Key::Routing) } else { safe };
        let alone = reset(safe, Key::Follow);
        let from = reset(alone, Key::Cycle);
        let put = |scenario: Scenario, values: &'static str| {
            let pairs = values.split('&').filter_map(|pair| pair.split_once('='));
            let rows = pairs.filter_map(|(name, text)| Some((scenario.system().param_named(name)?, text)));
            rows.fold(scenario, |scenario, (row, text)| scenario.put(row.key, text, &mut Vec::new()))
        };
        match self {
            Self::Traffic => put(from, "scene=point"),
            Self::Message | Self::Circuit => put(alone, "scene=point"),
            Self::Broadcast => {
                let (k, n) = (scenario.count(Key::K), scenario.count(Key::N));
                let middle: u32 = (0..n).map(|dimension| (k / 2) * k.saturating_pow(dimension)).sum();
                put(from, "wiring=torus&scene=broadcast").set(Key::Source, f64::from(middle))
            }
            Self::Multicast => put(from, "scene=multicast"),
            Self::Turns => put(from, ALL_TURNS),
            Self::Deadlock => match scenario.system() {
                System::BanyanMulticast => put(from, "scene=deadlock"),
                System::TorusBroadcast => put(from, FROZEN_TORUS),
                _ => put(from, FROZEN_RING),
            },
        }
    }
}

/// The set beside which a set is seen: one that cannot lock, and not the same one.
pub(crate) fn safe_beside(set: TurnSet) -> &'static str {
    if set.cuts() == [true; 2] && set.name() != Some("x-y") { "x-y" } else { "west-first" }
}

/// The latest such cycle: a little later a recording ends.
const LATEST: u32 = MOST_CYCLES - 1_000;

/// The cycle at which a network with a safeguard is seen beside one whose circle has closed at another.
pub(crate) const fn cured(closed: u32) -> u32 {
    let later = closed.saturating_add(5_000).next_multiple_of(1000);
    if later < LATEST { later } else { LATEST }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entered {
    pub(crate) from: Scenario,
    pub(crate) to: Scenario,
}

impl Entered {
    /// The run to go back to, with what the reader has changed since and the moment has not; none if they have gone elsewhere.
    pub(crate) fn back(self, present: &Scenario) -> Option<Scenario> {
        let Self { from, to } = self;
        let keys = || present.system().params().iter().map(|row| row.key);
        let of_moment = |key: Key| to.get(key) != from.get(key);
        let changed = |key: &Key| {
            let shown = matches!(key, Key::Cycle | Key::Follow | Key::Escape | Key::Beside | Key::Fill);
            !shown && present.get(*key) != to.get(*key)
        };
        let there = present.system() == to.system()
            && (Moment::shown(present) == Moment::shown(&to) || !keys().filter(changed).any(of_moment));
        let mine = keys().filter(changed).filter(|key| !of_moment(*key));
        let back = mine.fold(from, |scenario, key| scenario.set(key, present.get(key)));
        let pins = if Moment::is_cured(present) { from.pins() } else { present.pins() };
        there.then(|| back.with_pins(*pins))
    }
}

/// The buttons, and the page in the shape of the moment: one with an end has a large slider of time above the load.
pub(crate) fn sheet(scenario: &Scenario) -> DomPatch {
    let (moments, shown) = (Moment::of(scenario.system()), Moment::shown(scenario));
    let mut sheet = DomPatch::default();
    sheet.markup(
        "moments",
        html! {
            @for moment in moments {
                button type="button" id={ "moment-" (moment.key()) } data-moment=(moment.key()) data-do="moment" data-of=(moment.key()) {
                    (moment.words(scenario.system()))
                }
            }
        },
    );
    for moment in moments {
        let (id, here) = (format!("moment-{}", moment.key()), *moment == shown);
        sheet.state(id.clone(), "aria-pressed", here).attribute(id, "tabindex", if here { "0" } else { "-1" });
    }
    let timed = match shown {
        Moment::Broadcast | Moment::Multicast => true,
        Moment::Deadlock => scenario.system() == System::BanyanMulticast,
        Moment::Traffic | Moment::Message | Moment::Circuit | Moment::Turns => false,
    };
    sheet.class("body", "timed", timed);
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The scenario of a moment once its message is found.
    fn followed(entered: Scenario, moment: Moment) -> Scenario {
        if matches!(moment, Moment::Message | Moment::Circuit) { entered.set(Key::Follow, 7.0) } else { entered }
    }

    #[test]
    fn each_button_opens_its_moment_and_its_link_opens_it_again() {
        for &system in System::ALL {
            for &moment in Moment::of(system) {
                let entered = followed(moment.enter(&Scenario::opening(system)), moment);
                assert_eq!(Moment::shown(&entered), moment, "{system:?}");
                assert_eq!(link::parse(&link::write(&entered)).scenario, entered, "{system:?} {moment:?}");
                let back = Moment::Traffic.enter(&entered);
                assert_eq!(Moment::shown(&back), Moment::Traffic, "{system:?} {moment:?}");
                assert_eq!(Moment::named(moment.key()), Some(moment));
                let sheet = sheet(&entered);
                let pressed = |other: &&Moment| {
                    sheet.has(&format!("moment-{}", other.key()), "aria-pressed").as_deref() == Some("true")
                };
                assert_eq!(Moment::of(system).iter().filter(pressed).collect::<Vec<_>>(), [&moment]);
            }
        }
    }

    #[test]
    fn a_deadlock_is_the_same_whatever_the_routing_was_and_a_broadcast_has_a_torus() {
        for fragment in [
            "#system=torus-broadcast&beta=0&wiring=mesh&routing=dimension-order&pattern=transpose",
            "#system=kary-ncube&ways=two&routing=valiant&vcs=8&pattern=tornado",
        ] {
            let scenario = link::parse(fragment).scenario;
            let frozen = |scenario: &Scenario| *Moment::Deadlock.enter(scenario).setup();
            assert_eq!(frozen(&scenario), frozen(&Scenario::opening(scenario.system())), "{fragment}");
        }
        let mesh = link::parse("#beta=0&wiring=mesh").scenario;
        let entered = Moment::Broadcast.enter(&mesh);
        assert_eq!(
            (entered.text(Key::Wiring).as_str(), entered.count(Key::Source)),
            ("torus", 4 + 8 * 4),
            "in the middle"
        );
    }
}
