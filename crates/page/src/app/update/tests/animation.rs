//! The animation as the scenario has it.

use super::*;
use flitscope_show::animation::Item;

#[test]
fn the_animation_plays_to_its_end_and_the_address_follows_when_it_stops() {
    let mut bench = Bench::new("#k=4&flits=4&speed=16&orient=fixed&source=0");
    bench.settle();
    bench.send(PlayMessage::Toggle);
    bench.wait(100.0);
    assert!(!bench.state.is_settled() && bench.get(Key::Cycle) > 0.0);
    bench.wait(400.0);
    let end = bench.get(Key::Cycle);
    assert_eq!(end, 20.0, "2 floor(k/2) (M + 1) cycles: what an idle network takes");
    bench.send(PlayMessage::Toggle);
    bench.settle();
    bench.wait(500.0);
    assert!(bench.fragment().is_some_and(|fragment| fragment.contains("cycle=20")));
    bench.send(PlayMessage::Toggle);
    assert_eq!(bench.get(Key::Cycle), 0.0, "from the end it begins again");
}

#[test]
fn a_loop_begins_again_and_never_settles_until_it_is_stopped() {
    let mut bench = Bench::new("#k=4&flits=4&speed=16&orient=fixed&source=0&loop=1");
    bench.settle();
    bench.send(PlayMessage::Toggle);
    let mut cycles = Vec::new();
    for _ in 0..200 {
        bench.wait(PICTURE);
        cycles.push(bench.get(Key::Cycle));
    }
    assert!(cycles.windows(2).any(|pair| pair[0] == 20.0 && pair[1] == 0.0), "{cycles:?}");
    assert!(!bench.state.is_settled());
    bench.send(PlayMessage::Toggle);
    bench.settle();
    assert!(!bench.state.history.can_undo(), "playing is no step of undo");
}

#[test]
fn a_mark_that_is_not_recorded_yet_is_looked_for_and_found() {
    let mut bench = Bench::new("#k=16&vcs=5&flits=128&orient=fixed");
    bench.wait(PICTURE);
    bench.send(PlayMessage::Mark { forward: true });
    bench.settle();
    assert!(bench.get(Key::Cycle) > 0.0);
    bench.sheet.tells("extent", " Event: ");
}

#[test]
fn a_node_is_walked_to_and_what_the_animation_does_there_is_a_step() {
    let mut bench = Bench::new("#k=4&flits=4&source=0&cycle=3");
    bench.settle();
    bench.send(PlayMessage::Walk { toward: Toward::Right, links: false });
    bench.settle();
    assert!(bench.said("stage-node").starts_with("Node (1,0)"), "{}", bench.said("stage-node"));
    bench.send(PlayMessage::Act);
    assert_eq!((bench.get(Key::Source), bench.get(Key::Cycle)), (1.0, 0.0));
    bench.send(EditMessage::Undo);
    assert_eq!(bench.get(Key::Source), 0.0);
}

#[test]
fn a_pointer_that_moves_over_nothing_new_asks_for_no_picture() {
    let mut bench = Bench::new("#k=4&flits=4");
    bench.settle();
    bench.frame = false;
    bench.send(PlayMessage::Gesture(Gesture::Point(Some((-50.0, -50.0)))));
    assert!(!bench.frame && bench.state.is_settled());
    bench.send(PlayMessage::Zoom(1.5));
    assert!(bench.frame);
    bench.settle();
    assert_eq!(bench.said("zoom-level"), "150 %");
    bench.send(PlayMessage::Fit);
    bench.settle();
    assert_eq!(bench.said("zoom-level"), "100 %");
}

/// A message of the frame is followed.
pub(crate) fn follow(bench: &mut Bench) -> u32 {
    let drawing = bench.state.player().drawing(crate::player::Settings::of(bench.state.scenario()));
    let lanes = drawing.expect("a frame").frame.lanes.clone();
    let message = lanes.iter().map(|lane| lane.message).max().expect("something is under way");
    bench.state.player.selection.pick(Some(Item::Message(message)));
    bench.send(PlayMessage::Fit);
    bench.settle();
    message
}

#[test]
fn the_way_of_the_message_that_is_followed_is_drawn_and_a_link_reopens_it() {
    let scenes = [
        "#cycle=9&k=4&flits=4",
        "#system=torus-broadcast&scene=point&cycle=300&load=0.005",
        "#system=kary-ncube&cycle=500",
        "#system=hypercube-mmpp&cycle=700",
        "#system=hypercube-slotted&cycle=200",
    ];
    for scene in scenes {
        let mut bench = Bench::new(scene);
        bench.settle();
        assert_eq!(bench.sheet.shows("trail"), Some(false), "{scene}: nothing is followed");
        let steps = bench.state.history.can_undo();
        let message = follow(&mut bench);
        assert_eq!((bench.sheet.shows("trail"), bench.get(Key::Follow)), (Some(true), f64::from(message)), "{scene}");
        let drawn = bench.said("trail");
        let title = if scene.contains("slotted") { "Packet" } else { "Message" };
        assert!(drawn.contains(&format!("<h3>{title} {message} from hop to hop</h3>")), "{drawn}");
        let more = bench.said("trail-more");
        assert!(drawn.contains("role=\"img\" aria-label=\"") && more.contains("<table>"), "{drawn}");
        assert!(drawn.contains(" takes "), "it is seen to arrive, beyond the cycle on the screen: {drawn}");
        assert_eq!(more.contains("Store-and-forward"), !scene.contains("slotted"));
        assert_eq!(bench.state.history.can_undo(), steps, "to follow is no step");
        bench.wait(600.0);
        let link = bench.fragment().expect("an address");
        assert!(link.contains(&format!("follow={message}")), "{link}");
        let mut again = Bench::new(&link);
        again.settle();
        assert_eq!((again.said("trail"), again.get(Key::Follow)), (drawn, f64::from(message)), "{link}");
        // Left alone, or in another network, it is followed no longer.
        again.send(PlayMessage::Leave);
        again.settle();
        assert_eq!((again.sheet.shows("trail"), again.state.scenario().is_default(Key::Follow)), (Some(false), true));
        bench.put(Key::Seed, "9");
        bench.wait(600.0);
        bench.settle();
        assert_eq!((bench.sheet.shows("trail"), bench.state.scenario().is_default(Key::Follow)), (Some(false), true));
    }
}

#[test]
fn the_line_of_the_cycle_moves_over_the_way() {
    let mut bench = Bench::new("#system=kary-ncube&load=0.0002&cycle=900");
    bench.settle();
    follow(&mut bench);
    let now =
        |bench: &Bench| bench.sheet.styled("trail", "--now").and_then(|now| now.parse::<f64>().ok()).expect("a place");
    let (before, drawn) = (now(&bench), bench.said("trail"));
    bench.send(PlayMessage::Step(3));
    bench.settle();
    let after = now(&bench);
    assert!(0.0 < before && before < after && after < 1.0, "{before} {after}");
    assert_eq!(bench.said("trail"), drawn, "it is drawn once");
    bench.send(PlayMessage::Step(-800));
    bench.settle();
    assert_eq!(now(&bench), 0.0);
}

#[test]
fn a_network_that_is_too_large_for_the_stage_has_a_sentence_and_a_smaller_one_is_drawn() {
    for (fragment, n) in [
        ("#system=kary-ncube&k=10&n=4", "3"),
        ("#system=hypercube-mmpp&n=9", "8"),
        ("#system=hypercube-slotted&n=9", "8"),
        ("#system=banyan-multicast&n=8&fanout=2", "6"),
        ("#system=banyan-multicast&n=8&fanout=2&scene=point", "6"),
    ] {
        let mut bench = Bench::new(fragment);
        let shown = |bench: &Bench| ["stage-refusal", "stage-body", "transport"].map(|id| bench.sheet.shows(id));
        bench.settle();
        assert_eq!(
            (shown(&bench), bench.said("notices")),
            ([true, false, true].map(Some), String::new()),
            "{fragment}"
        );
        bench.put(Key::N, n);
        bench.settle();
        assert_eq!(shown(&bench), [false, true, true].map(Some), "{fragment}");
    }
}

#[test]
fn another_system_begins_paused_and_as_a_whole_with_nothing_selected() {
    let mut bench = Bench::new("#scene=point&k=8&flits=8&load=0.01&cycle=200");
    bench.settle();
    let nothing = bench.said("stage-node");
    bench.send(PlayMessage::Walk { toward: Toward::Right, links: true });
    bench.send(PlayMessage::Zoom(1.5));
    bench.settle();
    assert!(bench.said("stage-node") != nothing && bench.said("zoom-level") == "150 %");
    bench.send(PlayMessage::Toggle);
    bench.wait(200.0);
    bench.send(EditMessage::System(System::HypercubeSlotted));
    bench.settle();
    assert_eq!((bench.state.player.transport.is_playing(), bench.said("zoom-level").as_str()), (false, "100 %"));
    let rest = bench.said("stage-node");
    bench.send(PlayMessage::Leave);
    bench.settle();
    assert_eq!(bench.said("stage-node"), rest);
}

#[test]
fn a_node_opens_and_a_link_and_the_back_button_of_the_browser_know_it() {
    let mut bench = Bench::new("#system=torus-broadcast&scene=point&beta=0&cycle=300&load=0.009");
    bench.settle();
    bench.state.player.selection.pick(Some(Item::Node(36)));
    bench.send(PlayMessage::Act);
    bench.settle();
    assert_eq!((bench.get(Key::Open), bench.get(Key::Cycle)), (36.0, 300.0), "it stays at its cycle");
    assert_eq!(bench.state.scenario().chosen(Key::Speed), "0.1");
    assert_eq!(
        (bench.said("inside-title"), bench.sheet.classed("body", "opened")),
        ("Node (4,4), cycle 300".into(), Some(true))
    );
    assert!(bench.said("caption").starts_with("Cycle 300. Node (4,4): "), "{}", bench.said("caption"));
    assert!(!bench.state.history.can_undo(), "to look is no step");
    bench.wait(600.0);
    let link = bench.fragment().expect("an address");
    assert!(link.contains("open=36"), "{link}");
    let mut again = Bench::new(&link);
    again.settle();
    assert_eq!(again.said("inside-said"), bench.said("inside-said"));
    // To a neighbour, as the arrow keys go.
    again.send(PlayMessage::Walk { toward: Toward::Right, links: false });
    again.send(PlayMessage::Act);
    again.settle();
    assert_eq!((again.get(Key::Open), again.said("inside-title")), (37.0, "Node (5,4), cycle 300".into()));
    // The last cycles of a channel; Escape leaves it first.
    again.send(PlayMessage::Walk { toward: Toward::Right, links: true });
    again.settle();
    assert!(again.said("inside-said").contains("<caption>The last cycles of the channel to "));
    again.send(PlayMessage::Leave);
    assert_eq!(again.get(Key::Open), 37.0);
    again.send(PlayMessage::Leave);
    again.settle();
    assert!(again.state.scenario().is_default(Key::Open) && again.state.scenario().is_default(Key::Speed));
    assert_eq!((again.sheet.classed("body", "opened"), again.sheet.shows("inside")), (Some(false), Some(false)));
}

#[test]
fn the_handle_has_the_open_router_and_the_message_with_the_label() {
    let report = |link: &str| -> serde_json::Value {
        let mut bench = Bench::new(link);
        bench.settle();
        serde_json::from_str(&json::write(&bench.state.results_report())).expect("JSON")
    };
    let at = |cycle: u32| {
        report(&format!("#system=torus-broadcast&scene=point&beta=0&load=0.014&depth=3&open=36&cycle={cycle}"))
    };
    let (cycle, told) = (900..940)
        .map(|cycle| (cycle, at(cycle)))
        .find(|(_, told)| told["router"]["requests"] != serde_json::json!([]))
        .expect("a header that asks");
    let router = &told["router"];
    assert_eq!((&router["node"], &router["cycle"]), (&36.into(), &cycle.into()));
    let list = |name: &str| router[name].as_array().expect("a list").clone();
    let (buffers, outputs) = (list("buffers"), list("outputs"));
    assert_eq!((buffers.len(), outputs.len()), (12, 4), "three virtual channels of four channels each way");
    for buffer in &buffers {
        assert_eq!((&buffer["channel"][1], &buffer["depth"]), (&36.into(), &3.into()));
        let flits = buffer["flits"].as_array().expect("flits");
        assert!(flits.len() <= 3 && flits.iter().all(|flit| flit["message"] == buffer["owner"]), "{buffer}");
        assert!(flits.windows(2).all(|pair| pair[0]["flit"].as_u64() < pair[1]["flit"].as_u64()), "in their order");
    }
    assert!(buffers.iter().any(|buffer| buffer["flits"] != serde_json::json!([])), "{router}");
    let requests = list("requests");
    assert!(!list("crossed").is_empty(), "{router}");
    for request in &requests {
        assert!(request["asked"].as_array().is_some_and(|asked| asked.iter().all(|lane| lane["channel"][0] == 36)));
        let blocked = request["blocked_by"].as_array().expect("holders").len();
        assert!(request["got"].is_null() == (blocked > 0), "{request}");
    }
    assert!(told["followed"].is_null() && report("#k=4")["router"].is_null());
    let followed = (0..6000)
        .step_by(12)
        .map(|cycle| report(&format!("#k=4&beta=0&load=0.0002&scene=point&follow=3&cycle={cycle}"))["followed"].clone())
        .find(|followed| !followed.is_null())
        .expect("the message is seen");
    assert_eq!(followed["message"], 3);
    assert!(
        followed["generated"].as_u64() <= followed["cycle"].as_u64() && followed["arrived"].is_null(),
        "{followed}"
    );
}

#[test]
fn every_mark_of_an_open_node_can_be_pointed_at_and_its_neighbours_lead_on() {
    for (fragment, wide) in [
        ("#system=torus-broadcast&scene=point&beta=0&cycle=400&load=0.011&open=36&depth=3", 828.0),
        ("#system=torus-broadcast&scene=point&beta=0&cycle=400&load=0.011&open=36&depth=3", 390.0),
        ("#system=kary-ncube&k=4&n=3&load=0.006&cycle=400&open=21", 828.0),
        ("#system=hypercube-mmpp&load=0.006&cycle=400&open=5", 828.0),
        ("#system=hypercube-slotted&load=0.2&cycle=200&open=5", 828.0),
        ("#system=banyan-multicast&scene=point&load=0.6&cycle=40&open=20", 828.0),
    ] {
        let mut bench = Bench::new(fragment);
        bench.state.player.measure(wide, 0.0);
        bench.settle();
        let inside = bench.state.player().inside().expect("it is open").clone();
        let room = crate::player::stage::inside::Room::new(&inside, wide);
        let size = bench.state.player().size();
        let mut found = std::collections::BTreeSet::new();
        for x in 0..(wide as u32 / 3) {
            for y in 0..(size.1 as u32 / 3) {
                match room.hit((f64::from(3 * x), f64::from(3 * y))) {
                    Some(Item::Message(message)) => drop(found.insert((0, message))),
                    Some(Item::Link(link)) => drop(found.insert((1, link))),
                    Some(Item::Node(node)) => drop(found.insert((2, node))),
                    None => {}
                }
            }
        }
        for port in &inside.ports {
            assert!(found.contains(&(2, port.node)), "{fragment}: neighbour {}", port.node);
        }
        for band in &inside.bands {
            assert!(
                found.contains(&(0, band.message)) || room.from(band).is_none(),
                "{fragment}: message {}",
                band.message
            );
        }
    }
}
