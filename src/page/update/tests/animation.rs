//! The animation as the scenario has it.

use super::*;

#[test]
fn the_animation_plays_to_its_end_and_the_address_follows_when_it_stops() {
    let mut bench = Bench::new("#k=4&flits=4&speed=16&orient=fixed&source=0");
    bench.settle();
    bench.send(Message::Play);
    bench.wait(100.0);
    assert!(!bench.state.is_settled() && bench.get(Key::Cycle) > 0.0);
    bench.settle();
    let end = bench.get(Key::Cycle);
    assert_eq!(end, 20.0, "2 floor(k/2) (M + 1) cycles: what an idle network takes");
    bench.wait(500.0);
    assert!(bench.fragment().is_some_and(|fragment| fragment.contains("cycle=20")));
    bench.send(Message::Play);
    assert_eq!(bench.get(Key::Cycle), 0.0, "from the end it begins again");
}

#[test]
fn a_loop_begins_again_and_never_settles_until_it_is_stopped() {
    let mut bench = Bench::new("#k=4&flits=4&speed=16&orient=fixed&source=0&loop=1");
    bench.settle();
    bench.send(Message::Play);
    let mut cycles = Vec::new();
    for _ in 0..200 {
        bench.wait(PICTURE);
        cycles.push(bench.get(Key::Cycle));
    }
    assert!(cycles.windows(2).any(|pair| pair[0] == 20.0 && pair[1] == 0.0), "{cycles:?}");
    assert!(!bench.state.is_settled());
    bench.send(Message::Play);
    bench.settle();
    assert!(!bench.state.history.can_undo(), "playing is no step of undo");
}

#[test]
fn a_mark_that_is_not_recorded_yet_is_looked_for_and_found() {
    let mut bench = Bench::new("#k=16&vcs=5&flits=128&orient=fixed");
    bench.wait(PICTURE);
    bench.send(Message::Mark(true));
    bench.settle();
    assert!(bench.get(Key::Cycle) > 0.0);
    assert!(bench.said("extent").contains(" Event: "), "{}", bench.said("extent"));
}

#[test]
fn steps_stop_the_animation_and_stay_within_it() {
    let mut bench = Bench::new("#k=4&flits=4&orient=fixed&source=0");
    bench.settle();
    bench.send(Message::Play);
    bench.send(Message::Step(1));
    assert_eq!((bench.get(Key::Cycle), bench.state.player.transport.is_playing()), (1.0, false));
    bench.send(Message::Step(-5));
    assert_eq!(bench.get(Key::Cycle), 0.0);
}

#[test]
fn a_node_is_walked_to_and_what_the_animation_does_there_is_a_step() {
    let mut bench = Bench::new("#k=4&flits=4&source=0&cycle=3");
    bench.settle();
    bench.send(Message::Walk(Toward::Right, false));
    bench.settle();
    assert!(bench.said("stage-node").starts_with("Node (1,0)"), "{}", bench.said("stage-node"));
    bench.send(Message::Act);
    assert_eq!((bench.get(Key::Source), bench.get(Key::Cycle)), (1.0, 0.0));
    bench.send(Message::Undo);
    assert_eq!(bench.get(Key::Source), 0.0);
}

#[test]
fn a_pointer_that_moves_over_nothing_new_asks_for_no_picture() {
    let mut bench = Bench::new("#k=4&flits=4");
    bench.settle();
    bench.frame = false;
    bench.send(Message::Gesture(Gesture::Point(Some((-50.0, -50.0)))));
    assert!(!bench.frame && bench.state.is_settled());
    bench.send(Message::Zoom(1.5));
    assert!(bench.frame);
    bench.settle();
    assert_eq!(bench.said("zoom-level"), "150 %");
    bench.send(Message::Fit);
    bench.settle();
    assert_eq!(bench.said("zoom-level"), "100 %");
}
