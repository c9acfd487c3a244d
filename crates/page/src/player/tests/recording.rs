//! The times at which recordings begin, and their share of a frame's time.

use super::*;
use crate::player::recorder::{BUDGET, HURRY, REST, SLICE};

fn long() -> Made {
    Made::new(15_000, &[])
}

fn recorded(player: &Player) -> u32 {
    player.animation().map_or(0, Animation::recorded)
}

/// A long and a quick subject, other ones for other loads and sources.
fn point(load: f64) -> Subject {
    let scenario = Scenario::new(System::KaryNCube).set(Key::Load, load);
    Subject::of(&scenario).expect("an animation").expect("it can be drawn")
}

fn broadcast(source: u32) -> Subject {
    let scenario = Scenario::new(System::TorusBroadcast).set(Key::Source, f64::from(source));
    Subject::of(&scenario).expect("an animation").expect("it can be drawn")
}

fn heading(player: &Player) -> Option<String> {
    player.animation().map(|animation| animation.info().title.clone())
}

#[test]
fn a_picture_records_for_its_budget_and_no_longer() {
    let mut player = player(long());
    // Each look at the clock takes a millisecond; the first one is before the first slice.
    for frames in 1..=3 {
        player.tick(Settings { speed: 100.0, ..at(0) }, 0.0, &clock(1.0));
        assert_eq!(recorded(&player), frames * BUDGET as u32 * SLICE);
    }
}

#[test]
fn it_hurries_while_the_cycle_that_the_reader_wants_is_not_there() {
    let mut player = player(long());
    player.tick(at(3000), 0.0, &clock(1.0));
    assert_eq!(recorded(&player), HURRY as u32 * SLICE);
    (0..3000 / (HURRY as u32 * SLICE)).for_each(|_| _ = player.tick(at(3000), 0.0, &clock(1.0)));
    assert!(recorded(&player) >= 3000);
    player.tick(at(3000), 0.0, &clock(0.1));
    assert_eq!(recorded(&player), 3056, "some seconds ahead");
}

#[test]
fn a_machine_that_is_too_slow_for_a_slice_records_one_in_each_picture() {
    let mut player = player(long());
    player.tick(at(0), 0.0, &clock(1000.0));
    assert_eq!(recorded(&player), SLICE);
}

#[test]
fn it_records_some_seconds_ahead_and_rests() {
    let mut player = player(long());
    for (speed, ahead) in [(0.25, 26), (1.0, 56), (16.0, 656)] {
        player.tick(Settings { speed, ..at(0) }, 0.0, &clock(0.0));
        assert_eq!(recorded(&player), ahead, "at speed {speed}");
        assert!(!player.is_busy());
    }
    player.tick(at(1000), 0.0, &clock(0.0));
    assert_eq!(recorded(&player), 1056);
}

#[test]
fn it_is_busy_until_what_is_wanted_is_recorded() {
    let mut player = player(long());
    player.tick(at(100), 0.0, &clock(3.0));
    assert!(player.is_busy() && recorded(&player) < 156);
    player.tick(at(100), 0.0, &clock(0.0));
    assert!(!player.is_busy() && recorded(&player) == 156);
}

#[test]
fn a_recording_that_has_ended_takes_no_time() {
    let mut player = player(Made::new(30, &[]));
    player.tick(at(500), 0.0, &clock(0.0));
    assert_eq!(recorded(&player), 30);
    assert!(!player.is_busy());
    let looks = Cell::new(0);
    player.tick(at(500), 0.0, &|| f64::from(looks.replace(looks.get() + 1)));
    assert_eq!(looks.get(), 1, "one look, to no purpose");
}

#[test]
fn a_quick_animation_comes_at_once_and_a_long_one_when_the_slider_rests() {
    let mut player = Player::new(false);
    player.follow(Some(Ok(point(0.01))), 0.0);
    player.tick(at(0), 0.0, &clock(0.0));
    assert_eq!(heading(&player).as_deref(), Some("The simulation at load 0.01"), "nothing else is there to see");
    // The slider moves on.
    for (step, load) in (1..=5).zip([0.011, 0.012, 0.013, 0.014, 0.015]) {
        let now = f64::from(step) * 0.9 * REST;
        player.follow(Some(Ok(point(load))), now);
        player.tick(at(0), now, &clock(0.0));
        assert_eq!(heading(&player).as_deref(), Some("The simulation at load 0.01"));
        assert!(player.is_busy(), "it must be asked again");
    }
    let last = 5.0 * 0.9 * REST;
    player.tick(at(0), last + REST - 1.0, &clock(0.0));
    assert_eq!(heading(&player).as_deref(), Some("The simulation at load 0.01"));
    player.tick(at(0), last + REST, &clock(0.0));
    assert_eq!(heading(&player).as_deref(), Some("The simulation at load 0.015"));
    // One broadcast is quick.
    player.follow(Some(Ok(broadcast(3))), last + REST);
    player.tick(at(0), last + REST, &clock(0.0));
    assert_eq!(heading(&player).as_deref(), Some("A broadcast from node (3,0)"));
}

#[test]
fn being_asked_again_for_the_same_does_not_let_it_wait_longer() {
    let mut player = player(long());
    for now in [0.0, 50.0, 100.0, REST] {
        player.follow(Some(Ok(point(0.01))), now);
        player.tick(at(0), now, &clock(0.0));
    }
    assert_eq!(heading(&player).as_deref(), Some("The simulation at load 0.01"));
}

#[test]
fn a_slider_that_comes_back_finds_the_recording_that_it_left() {
    let mut player = Player::new(false);
    player.follow(Some(Ok(point(0.01))), 0.0);
    player.tick(at(400), 0.0, &clock(0.0));
    let (number, before) = (player.entered(), recorded(&player));
    player.follow(Some(Ok(point(0.011))), 1000.0);
    player.tick(at(400), 1010.0, &clock(0.0));
    player.follow(Some(Ok(point(0.01))), 1020.0);
    for now in [1030.0, 1500.0] {
        player.tick(at(400), now, &clock(0.0));
    }
    assert_eq!(player.entered(), number, "nothing was begun anew");
    assert_eq!(recorded(&player), before);
    assert!(!player.is_busy());
}

#[test]
fn what_is_shown_stays_until_the_next_one_has_its_first_frame() {
    let mut player = player(Made::new(100, &[]).recorded(100));
    let coming = Made::sized((5, 5), 100, &[]).slow(2 * BUDGET as u32 * SLICE);
    player.recorder.coming = Some(coming.recording());
    player.tick(at(10), 0.0, &clock(1.0));
    assert_eq!(
        (heading(&player).as_deref(), shown(&mut player, 10).said("caption").as_str()),
        (Some("4 by 3"), "Slot 10: shown.")
    );
    assert_eq!(shown(&mut player, 10).said("extent"), "Slot 10 of 100. Preparing a new recording.");
    assert!(player.is_busy());
    player.tick(at(10), 0.0, &clock(1.0));
    player.tick(at(10), 0.0, &clock(1.0));
    assert_eq!(heading(&player).as_deref(), Some("5 by 5"));
    assert!(!shown(&mut player, 0).said("extent").contains("new recording"));
}

#[test]
fn what_plays_waits_while_the_next_one_is_on_its_way_and_goes_on_with_it() {
    let mut player = player(Made::new(100, &[]).recorded(100));
    player.toggle(10);
    assert_eq!(player.tick(at(10), 0.0, &clock(0.0)), None);
    assert_eq!(player.tick(at(10), 200.0, &clock(0.0)), Some(12));
    let coming = Made::new(100, &[]).slow(6 * BUDGET as u32 * SLICE);
    player.recorder.coming = Some(coming.recording());
    for now in [300.0, 400.0, 500.0] {
        assert_eq!(player.tick(at(12), now, &clock(1.0)), None);
    }
    assert!(player.transport.is_playing());
    (0..9).for_each(|_| _ = player.tick(at(12), 600.0, &clock(1.0)));
    assert!(!player.recorder.is_coming());
    assert_eq!(player.tick(at(12), 700.0, &clock(0.0)), Some(13));
}

#[test]
fn a_scenario_without_animation_clears_the_player() {
    let mut player = player(long());
    player.toggle(0);
    player.zoom(3.0, None);
    player.follow(None, 0.0);
    assert_eq!(player.tick(at(0), 0.0, &clock(0.0)), None);
    assert_eq!((player.present, player.recorder.refusal.as_deref()), (false, None));
    assert!(!player.is_busy() && !player.transport.is_playing());
    assert!(around(&mut player, at(0), true).marks().is_empty() && player.drawing(at(0)).is_none());
}

#[test]
fn a_network_that_cannot_be_drawn_says_why_and_comes_back() {
    let mut player = player(long());
    player.toggle(0);
    let reason = NoAnimation::Stages(9);
    player.follow(Some(Err(reason.clone())), 0.0);
    assert_eq!((player.present, player.recorder.refusal.as_deref()), (true, Some(reason.to_string().as_str())));
    assert!(!player.is_busy() && shown(&mut player, 0).marks().is_empty());
    player.follow(Some(Ok(broadcast(0))), 10.0);
    assert_eq!((player.present, player.recorder.refusal.as_deref()), (true, None));
    player.tick(at(0), 10.0, &clock(0.0));
    assert!(heading(&player).is_some_and(|heading| heading.starts_with("A broadcast")));
}

#[test]
fn nothing_to_show_is_no_reason_to_fail() {
    let mut player = Player::new(true);
    player.measure(300.0, 0.0);
    assert_eq!((player.toggle(5), player.jump(5, true), player.step(5, 1)), (None, None, 0));
    assert_eq!((player.click((10.0, 10.0), false), player.act(), player.point(Some((5.0, 5.0)))), (None, None, false));
    player.walk(Toward::Left, true);
    player.zoom(2.0, None);
    player.pan((5.0, 5.0));
    player.view = StageView::default();
    assert_eq!(player.node(), (0, "0".into()));
    assert!(!player.is_busy() && !player.transport.is_playing());
}
