//! Play, marks and the log, of an animation that is shown.

use super::*;
use crate::player::panels::sheet as words;
use flitscope::scenario::link;

/// Lets pictures come every 100 ms until one shows another cycle than the scenario has; which one, and after how many.
fn next(player: &mut Player, cycle: u32, from: f64) -> Option<(u32, u32)> {
    (0..50).find_map(|frame| {
        let found = player.tick(at(cycle), from + 100.0 * f64::from(frame), &clock(1.0))?;
        Some((found, frame))
    })
}

#[test]
fn it_plays_to_the_end_and_again_from_the_beginning() {
    let mut player = player(Made::new(12, &[]));
    player.tick(at(0), 0.0, &clock(0.0));
    let mut cycle = player.toggle(9).unwrap_or(9);
    let mut seen = Vec::new();
    for frame in 0..8 {
        cycle = player.tick(at(cycle), f64::from(frame) * 100.0, &clock(0.0)).unwrap_or(cycle);
        seen.push(cycle);
    }
    assert_eq!(seen, [9, 10, 11, 12, 12, 12, 12, 12]);
    assert!(!player.transport.is_playing() && !player.is_busy());
    assert_eq!(player.toggle(12), Some(0));
    assert!(player.is_busy());
}

#[test]
fn the_loop_is_that_of_the_settings() {
    let mut player = player(Made::new(12, &[]).recorded(12));
    for (looping, again) in [(Some(true), true), (Some(false), false), (None, false)] {
        player.transport.pause();
        player.toggle(11);
        let mut cycle = 11;
        let mut seen = Vec::new();
        for frame in 0..30 {
            let settings = Settings { looping, ..at(cycle) };
            cycle = player.tick(settings, f64::from(frame) * 100.0, &clock(0.0)).unwrap_or(cycle);
            seen.push(cycle);
        }
        assert_eq!((seen.contains(&3), player.transport.is_playing()), (again, again), "{looping:?} {seen:?}");
    }
}

#[test]
fn play_catches_up_with_what_is_being_recorded_and_goes_on() {
    let mut player = player(Made::new(500, &[]));
    player.toggle(0);
    let (mut cycle, mut seen) = (0, Vec::new());
    // At 64 times the usual speed it wants 64 cycles in each picture, and a slow machine records 16.
    for frame in 0..40 {
        let settings = Settings { speed: 64.0, ..at(cycle) };
        cycle = player.tick(settings, f64::from(frame) * 100.0, &clock(50.0)).unwrap_or(cycle);
        seen.push(cycle);
    }
    assert!(seen.windows(2).all(|pair| pair[0] <= pair[1]), "never back: {seen:?}");
    assert_eq!(seen.last(), Some(&500));
}

#[test]
fn a_known_mark_is_gone_to_at_once_and_play_stops() {
    let mut player = player(Made::new(100, &[0, 20, 60]).recorded(70));
    player.toggle(5);
    assert_eq!(player.jump(5, true), Some(20));
    assert!(!player.transport.is_playing());
    assert_eq!((player.jump(20, true), player.jump(60, false), player.jump(20, false)), (Some(60), Some(20), Some(0)));
    assert_eq!(player.jump(0, false), None);
    assert_eq!(player.transport.seeking(), None, "before the first mark there is nothing to look for");
    assert_eq!(player.jump(5000, false), Some(60), "from beyond what is recorded back to its last mark");
}

#[test]
fn a_mark_that_is_not_recorded_yet_is_looked_for() {
    let mut player = player(Made::new(5000, &[0, 1500]));
    player.tick(at(0), 0.0, &clock(0.0));
    assert_eq!(shown(&mut player, 0).said("mark-next"), "Find next event");
    assert_eq!(player.jump(0, true), None);
    assert!(player.is_busy());
    let sheet = shown(&mut player, 0);
    assert_eq!(
        (sheet.said("mark-next").as_str(), is(&sheet, "mark-next", "aria-disabled", "true")),
        ("Finding next event", false)
    );
    let (cycle, frames) = next(&mut player, 0, 0.0).expect("it is found");
    assert_eq!(cycle, 1500);
    assert!((5..=9).contains(&frames), "twelve milliseconds of sixteen cycles in each of them: {frames}");
    assert_eq!(player.transport.seeking(), None);
    assert!(!player.transport.is_playing());
    assert!(shown(&mut player, 1500).said("extent").ends_with(" Event: Level 1500 of 5000 reached."));
}

#[test]
fn a_reader_who_goes_elsewhere_is_not_taken_to_the_mark() {
    let mut player = player(Made::new(5000, &[0, 1500]));
    player.tick(at(0), 0.0, &clock(0.0));
    player.jump(0, true);
    assert_eq!(player.tick(at(0), 0.0, &clock(4.0)), None);
    assert!(player.is_busy());
    // The scrubber is moved.
    assert_eq!(next(&mut player, 7, 100.0), None);
    assert_eq!(player.transport.seeking(), None);
    assert!(!player.is_busy(), "nothing is recorded for a mark that nobody looks for");
    assert_eq!(shown(&mut player, 7).said("mark-next"), "Find next event");
}

#[test]
fn looking_for_a_mark_that_never_comes_ends_with_the_recording() {
    let mut player = player(Made::new(700, &[0]));
    player.tick(at(0), 0.0, &clock(0.0));
    assert_eq!(player.jump(0, true), None);
    assert_eq!(next(&mut player, 0, 0.0), None);
    assert!(!player.is_busy());
    let sheet = shown(&mut player, 0);
    assert_eq!(
        (sheet.said("mark-next").as_str(), is(&sheet, "mark-next", "aria-disabled", "true")),
        ("Next event: none", true)
    );
    assert_eq!(player.jump(0, true), None);
    assert!(!player.is_busy(), "there is nothing to look for any more");
}

#[test]
fn a_mark_at_the_very_end_is_found() {
    let mut player = player(Made::new(700, &[700]));
    player.tick(at(0), 0.0, &clock(0.0));
    player.jump(0, true);
    assert_eq!(next(&mut player, 0, 0.0).map(|(cycle, _)| cycle), Some(700));
}

#[test]
fn another_recording_is_not_searched_for_the_mark_of_the_one_before() {
    let mut player = player(Made::new(5000, &[0]));
    player.jump(0, true);
    assert!(player.is_busy());
    put(&mut player, Made::new(5000, &[0, 90]));
    assert_eq!(next(&mut player, 0, 0.0), None);
}

#[test]
fn steps_stay_within_what_is_recorded() {
    let mut player = player(Made::new(5000, &[]).recorded(40));
    player.toggle(39);
    assert_eq!((player.step(39, 1), player.step(40, 1), player.step(0, -1)), (40, 40, 0));
    assert!(!player.transport.is_playing());
}

/// The last value of the scrubber, and the one that it stands at.
fn scrubber(player: &mut Player, cycle: u32) -> (u32, u32) {
    let sheet = shown(player, cycle);
    let number = |text: Option<String>| text.expect("a value in the sheet").parse().expect("a number");
    (number(sheet.has("scrub", "max")), number(sheet.valued("scrub")))
}

#[test]
fn the_scrubber_ends_where_the_recording_can_go() {
    let mut player = player(Made::new(5000, &[]).recorded(40));
    assert_eq!(scrubber(&mut player, 30), (20_000, 30));
    assert_eq!(scrubber(&mut player, 300), (20_000, 300), "on the way there");
    assert_eq!(shown(&mut player, 300).said("caption"), "Slot 40: shown.");
    put(&mut player, Made::new(40, &[]).recorded(40));
    assert_eq!(scrubber(&mut player, 300), (40, 40));
    put(&mut player, Made::new(0, &[]));
    assert_eq!(scrubber(&mut player, 0), (1, 0), "a scrubber of no length would show nothing");
}

#[test]
fn the_mark_one_stands_on_is_named_at_rest_only() {
    let mut player = player(Made::new(100, &[20]).recorded(100));
    assert_eq!(shown(&mut player, 20).said("extent"), "Slot 20 of 100. Event: Level 20 of 100 reached.");
    player.toggle(20);
    let display = shown(&mut player, 20);
    assert_eq!(display.said("extent"), "Slot 20 of 100.");
    assert_eq!(
        (
            display.has("play", "aria-label").as_deref(),
            is(&display, "play", "data-state", "playing") && is(&display, "caption", "aria-live", "off")
        ),
        (Some("Pause"), true)
    );
    player.transport.pause();
    assert_eq!(shown(&mut player, 21).said("extent"), "Slot 21 of 100.");
    assert!(is(&shown(&mut player, 21), "play", "aria-label", "Play"));
}

#[test]
fn the_log_of_another_recording_begins_anew() {
    let mut player = player(Made::new(100, &[]).recorded(100));
    let log = |player: &mut Player, cycle| {
        around(player, at(cycle), true).last("log", |mark| match mark {
            page_sheet::Patch::MoreLines(lines, _) => Some(lines.clone()),
            _ => None,
        })
    };
    assert!(log(&mut player, 50).is_some_and(|lines| lines.matches("<li>").count() == 51));
    assert_eq!(log(&mut player, 50), None);
    put(&mut player, Made::new(100, &[]).recorded(100));
    assert!(log(&mut player, 50).is_some_and(|lines| lines.starts_with("<li>Slot 0: Something.</li>")));
}

#[test]
fn each_recording_has_a_title_of_its_own() {
    let mut player = player(Made::new(100, &[]));
    let titled = |player: &Player| {
        let mut sheet = DomPatch::default();
        words::entitle(&mut sheet, player.animation().expect("a recording"));
        words::shape(&mut sheet, "stage-frame", player.tall());
        (player.entered(), sheet)
    };
    let (first, title) = titled(&player);
    assert_eq!((title.said("stage-title").as_str(), title.classed("stage-body", "wide")), ("4 by 3", Some(false)));
    assert_eq!(title.styled("stage-frame", "aspect-ratio").as_deref(), Some("1 / 0.7500"));
    assert!(is(&title, "scrub", "aria-label", "Slot shown"));
    for way in ["back", "forward"] {
        assert!(is(&title, way, "aria-label", &format!("Step one slot {way}")));
    }
    put(&mut player, Made::sized((20, 1), 100, &[]));
    let (second, title) = titled(&player);
    let wide = title.classed("stage-body", "wide");
    assert!(second != first && wide == Some(true), "nodes that stand so close take all of the width");
}

#[test]
fn where_a_run_begins_does_not_depend_on_how_fast_it_is_recorded() {
    // The second one is not warm for a long time; the last is never warm.
    for fragment in ["#system=kary-ncube&v=2", "#system=hypercube-mmpp&axis=log&seed=7", "#k=4&scene=point&load=1&v=2"]
    {
        let begins = |speed: f64| {
            let scenario = link::parse(fragment).scenario;
            let mut player = Player::new(false);
            player.measure(400.0, 400.0);
            player.follow(Subject::of(&scenario), 0.0);
            player.open(true);
            let mut cycle = 0;
            for picture in 0..20_000 {
                let found = player.tick(at(cycle), f64::from(picture) * 1_000.0, &clock(speed));
                cycle = found.unwrap_or(cycle);
                if found.is_some() {
                    break;
                }
            }
            cycle
        };
        let cycles = [0.3, 1.0, 7.0].map(begins);
        assert!(cycles[0] > 0 && cycles.iter().all(|cycle| *cycle == cycles[0]), "{fragment}: {cycles:?}");
    }
}
