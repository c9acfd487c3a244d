//! The animation as the scenario has it.

use super::*;

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
