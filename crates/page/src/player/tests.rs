//! The player as a whole: with a made-up animation, which ends, has marks and is slow where a test wants it, and with those of all systems.

mod animations;
mod beside;
mod playing;
mod systems;

use super::*;
use crate::player::prelude::*;
use animations::Made;
use std::cell::Cell;

/// A clock that advances by `each` milliseconds at each reading.
fn clock(each: f64) -> impl Fn() -> f64 {
    let now = Cell::new(0.0);
    move || now.replace(now.get() + each)
}

/// At a cycle, at the usual speed, without a loop.
fn at(cycle: u32) -> Settings {
    Settings { cycle, ..Settings::of(&Scenario::new(System::KaryNCube)) }
}

/// A lane of the first channel with a message that moves.
pub(super) const fn lane(lane: u32, message: u32) -> LaneMark {
    let (link, tone, crossed) = (0, LaneTone::Unicast, 1);
    LaneMark { link, lane, message, tone, crossed, last: false, moved: true, head: false, blocked: false }
}

/// The animation of a system, with a value that makes it another one.
fn subject(system: System, key: Key, value: f64) -> Subject {
    let scenario = Scenario::new(system).set(key, value);
    Subject::of(&scenario).expect("it has an animation").expect("it can be drawn")
}

/// A player with that animation on a canvas of 400 pixels.
fn player(made: Made) -> Player {
    let mut player = Player::new(false);
    player.measure(400.0, 400.0);
    put(&mut player, made);
    player
}

fn put(player: &mut Player, made: Made) {
    player.present = true;
    player.enter(made.recording());
}

fn around(player: &mut Player, settings: Settings, log_open: bool) -> DomPatch {
    let mut sheet = DomPatch::default();
    player.frame(&mut sheet, settings, log_open);
    sheet
}

fn shown(player: &mut Player, cycle: u32) -> DomPatch {
    around(player, at(cycle), false)
}
