//! Where the reader is: pointer, click, keyboard, zoom.

use super::*;

/// With nodes that do something. They stand 100 pixels apart.
fn acting() -> Player {
    let mut player = player(Made::new(100, &[]).recorded(100).acting(true));
    shown(&mut player, 10);
    player
}

/// The place of a node on the canvas.
const fn node(number: u32) -> Place {
    (50.0 + 100.0 * (number % 4) as f64, 50.0 + 100.0 * (number / 4) as f64)
}

/// A little below the middle of channel 0, on its first lane.
const CHANNEL: Place = (100.0, 57.0);

fn item(player: &mut Player) -> String {
    shown(player, 10).said("stage-node")
}

#[test]
fn a_click_with_the_mouse_acts_at_once() {
    let mut player = acting();
    assert_eq!(player.click(node(6), false), Some((Key::Source, 6.0)));
    assert_eq!(item(&mut player), "Node(6) in cycle 10");
}

#[test]
fn with_a_finger_the_first_tap_reads_and_the_second_one_acts() {
    let mut player = acting();
    assert_eq!(player.click(node(6), true), None);
    assert_eq!(item(&mut player), "Node(6) in cycle 10");
    assert_eq!(player.click(node(7), true), None, "another one is read first");
    assert_eq!(player.click(node(7), true), Some((Key::Source, 7.0)));
}

#[test]
fn a_finger_that_points_before_it_taps_still_reads_first() {
    // The browser says that a finger is over a node before it says that it was tapped.
    let mut player = acting();
    assert!(player.point(Some(node(6))));
    assert_eq!(player.click(node(6), true), None);
}

#[test]
fn tapping_beside_everything_does_nothing() {
    let mut player = acting();
    player.click(node(6), true);
    for _ in 0..2 {
        assert_eq!(player.click((100.0, 100.0), true), None);
    }
    assert_eq!(item(&mut player), "Point at something.");
}

#[test]
fn what_the_pointer_is_over_goes_before_what_was_picked_and_leaves_it() {
    let mut player = acting();
    player.click(node(6), true);
    assert!(player.point(Some(node(2))));
    assert!(!player.point(Some((node(2).0 + 3.0, node(2).1))), "the same node: nothing to draw");
    assert_eq!(item(&mut player), "Node(2) in cycle 10");
    assert!(player.point(None));
    assert_eq!(item(&mut player), "Node(6) in cycle 10");
    assert_eq!(player.node(), (6, "<6>".into()), "what was gone to");
    player.selection.leave();
    assert_eq!((item(&mut player).as_str(), player.node().0), ("Point at something.", 0));
}

#[test]
fn a_click_on_a_lane_follows_its_message_and_pointing_reads_the_channel() {
    let mut player = acting();
    player.point(Some(CHANNEL));
    assert_eq!(item(&mut player), "Link(0) in cycle 10");
    assert_eq!(player.click(CHANNEL, false), None);
    assert_eq!(item(&mut player), "Message(70) in cycle 10");
    assert_eq!(shown(&mut player, 10).said("stage-numbers"), "Some(Message(70))", "the frame is that of the message");
}

#[test]
fn enter_goes_from_a_channel_to_its_messages_and_back() {
    let mut player = acting();
    let mut followed = |link| {
        player.selection.pick(Some(Item::Link(link)));
        let mut next = || {
            assert_eq!(player.act(), None);
            item(&mut player)
        };
        [next(), next(), next(), next()].map(|item| item.replace(" in cycle 10", ""))
    };
    assert_eq!(followed(0), ["Message(70)", "Message(71)", "Link(0)", "Message(70)"]);
    assert_eq!(followed(3), ["Link(3)"; 4], "a channel without messages stays");
}

#[test]
fn from_a_message_one_walks_on_from_its_channel() {
    let mut player = acting();
    player.selection.pick(Some(Item::Link(0)));
    player.act();
    assert_eq!(item(&mut player), "Message(70) in cycle 10");
    player.walk(Toward::Right, true);
    assert_eq!(item(&mut player), "Link(2) in cycle 10");
    player.selection.pick(Some(Item::Link(0)));
    player.act();
    player.walk(Toward::Down, true);
    assert_eq!(item(&mut player), "Link(7) in cycle 10", "of the pair below, the one that is nearer");
}

#[test]
fn the_keyboard_begins_beside_the_source_and_enter_acts() {
    let mut player = acting();
    player.walk(Toward::Right, false);
    assert_eq!(item(&mut player), "Node(2) in cycle 10", "node 1 is the source");
    player.walk(Toward::Down, false);
    assert_eq!(player.act(), Some((Key::Source, 6.0)));
    for (toward, to) in [(Toward::Left, 5), (Toward::Up, 1), (Toward::Up, 9), (Toward::Left, 8), (Toward::Left, 11)] {
        player.walk(toward, false);
        assert_eq!(item(&mut player), format!("Node({to}) in cycle 10"), "{toward:?}, around at the edges");
    }
}

#[test]
fn what_the_keyboard_goes_to_is_spoken_and_what_a_pointer_passes_is_not() {
    let mut player = acting();
    player.walk(Toward::Right, false);
    assert!(is(&shown(&mut player, 10), "stage-node", "aria-live", "polite"));
    player.point(Some(node(7)));
    assert!(!is(&shown(&mut player, 10), "stage-node", "aria-live", "polite"));
    player.point(None);
    player.toggle(10);
    assert!(!is(&shown(&mut player, 10), "stage-node", "aria-live", "polite"), "nor anything while it plays");
}

#[test]
fn a_finger_is_told_of_the_second_tap_where_there_is_something_to_do() {
    for (touch, acts, said) in [
        (true, true, "Point at something. On a touch screen, tap once to inspect and again to select."),
        (true, false, "Point at something."),
        (false, true, "Point at something."),
    ] {
        let mut player = Player::new(touch);
        put(&mut player, Made::new(100, &[]).acting(acts));
        assert_eq!(shown(&mut player, 0).said("stage-node"), said);
    }
}

#[test]
fn who_is_at_a_node_stays_there_when_the_same_network_comes_again() {
    let mut player = acting();
    player.click(node(6), true);
    player.zoom(2.0, None);
    put(&mut player, Made::new(50, &[]));
    assert_eq!(shown(&mut player, 0).said("stage-node"), "Node(6) in cycle 0");
    assert_eq!(shown(&mut player, 0).said("zoom-level"), "200 %");
}

#[test]
fn an_item_of_one_network_is_none_of_another() {
    let mut player = acting();
    player.click(node(6), true);
    player.point(Some(node(2)));
    player.zoom(2.0, None);
    put(&mut player, Made::sized((5, 3), 50, &[]));
    assert_eq!(shown(&mut player, 0).said("stage-node"), "Point at something.");
    assert_eq!(shown(&mut player, 0).said("zoom-level"), "100 %");
    assert_eq!(player.node().0, 0);
}

#[test]
fn a_message_of_another_recording_is_another_one() {
    let mut player = acting();
    player.click(CHANNEL, false);
    player.zoom(2.0, Some((0.0, 0.0)));
    put(&mut player, Made::new(50, &[]));
    assert_eq!(shown(&mut player, 0).said("stage-node"), "Point at something.");
    assert_eq!(shown(&mut player, 0).said("zoom-level"), "200 %", "the network is the same");
}

#[test]
fn what_is_seen_larger_is_found_where_it_is_seen() {
    let mut player = acting();
    player.zoom(2.0, Some(node(6)));
    for number in 0..12 {
        let place = (node(6).0 + 2.0 * (node(number).0 - node(6).0), node(6).1 + 2.0 * (node(number).1 - node(6).1));
        player.point(Some(place));
        assert_eq!(item(&mut player), format!("Node({number}) in cycle 10"));
    }
    let drawing = player.drawing(at(10)).expect("a frame");
    assert_eq!(drawing.laid, (800.0, (-250.0, -150.0)));
}

#[test]
fn keys_zoom_about_where_the_reader_is_and_else_about_the_middle() {
    let mut player = acting();
    player.zoom(2.0, None);
    assert_eq!(player.drawing(at(10)).map(|drawing| drawing.laid), Some((800.0, (-200.0, -150.0))));
    player.view = StageView::default();
    player.click(node(0), true);
    player.zoom(2.0, None);
    player.point(Some(node(0)));
    assert_eq!(item(&mut player), "Node(0) in cycle 10", "it stays where it is");
}

#[test]
fn walking_brings_what_is_gone_to_into_view() {
    let mut player = acting();
    player.zoom(8.0, Some((0.0, 0.0)));
    for toward in [Toward::Right, Toward::Down, Toward::Right, Toward::Down, Toward::Left, Toward::Up, Toward::Right] {
        player.walk(toward, false);
        let (number, _) = player.node();
        let place =
            geometry::place(player.animation().expect("an animation").layout(), Item::Node(number)).expect("a node");
        let (x, y) = player.view.on_canvas(place, 400.0);
        assert!((0.0..=400.0).contains(&x) && (0.0..=300.0).contains(&y), "node {number} at {x}, {y}");
    }
}

#[test]
fn a_window_that_changes_its_size_keeps_the_part_that_is_seen() {
    let mut player = acting();
    player.zoom(4.0, Some(node(6)));
    let before = player.drawing(at(10)).map(|drawing| drawing.laid).expect("a frame");
    player.measure(200.0, 200.0);
    let half = player.drawing(at(10)).map(|drawing| drawing.laid).expect("a frame");
    assert_eq!(half, (before.0 / 2.0, (before.1.0 / 2.0, before.1.1 / 2.0)));
    // A panel that is hidden has no width.
    player.measure(0.0, 0.0);
    player.zoom(1.5, None);
    player.measure(400.0, 400.0);
    assert_eq!(shown(&mut player, 10).said("zoom-level"), "600 %");
    assert_eq!(player.size(), (400.0, 300.0));
}

#[test]
fn the_zoom_buttons_are_off_where_they_would_do_nothing() {
    let mut player = acting();
    let off = |player: &mut Player| {
        let sheet = shown(player, 10);
        assert_eq!(sheet.classed("stage-frame", "zoomed"), Some(is(&sheet, "zoom-out", "aria-disabled", "false")));
        ["zoom-out", "zoom-fit", "zoom-in"].map(|id| is(&sheet, id, "aria-disabled", "true"))
    };
    assert_eq!(off(&mut player), [true, true, false]);
    player.zoom(100.0, None);
    assert_eq!(off(&mut player), [false, false, true]);
    assert_eq!(shown(&mut player, 10).said("zoom-level"), "800 %");
    player.view = StageView::default();
    assert_eq!(off(&mut player), [true, true, false]);
}

#[test]
fn switches_are_there_where_there_is_something_to_switch() {
    let mut player = acting();
    let tools = |player: &mut Player, looping, usage| around(player, Settings { looping, usage, ..at(10) }, false);
    let none = tools(&mut player, None, Some(true));
    let shows = ["loop-box", "heat-box", "heat-key"].map(|id| none.shows(id));
    assert_eq!(shows, [Some(false); 3], "nothing is counted in this frame");
    let some = tools(&mut player, Some(true), None);
    assert_eq!((some.shows("loop-box"), some.checks("input-loop")), (Some(true), Some(true)));
}
