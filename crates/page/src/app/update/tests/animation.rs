//! The animation as the scenario has it.

use super::*;

#[test]
fn the_handle_has_the_open_router_and_the_message_with_the_label() {
    let report = |link: &str| {
        let mut bench = Bench::new(link);
        bench.settle();
        let report = bench.report();
        ["router", "followed"].map(|key| report.get(key).map_or_else(String::new, ToString::to_string))
    };
    let open = "#system=torus-broadcast&scene=point&beta=0&load=0.014&depth=3&open=36";
    let routers = [906, 912, 918, 924, 930, 936].map(|cycle| format!("{open}&cycle={cycle}"));
    let followed = (0..6000)
        .step_by(12)
        .map(|cycle| format!("#k=4&beta=0&load=0.0002&scene=point&follow=3&cycle={cycle}"))
        .find(|link| report(link)[1] != "null")
        .expect("the message is seen");
    blessed::words("open routers", routers.into_iter().chain(["#k=4".into(), followed]), |link| report(&link));
}

#[test]
fn every_mark_of_an_open_node_can_be_pointed_at_and_its_neighbours_lead_on() {
    for (fragment, wide) in [
        ("#system=torus-broadcast&scene=point&beta=0&cycle=400&load=0.011&open=36&depth=3", 828.0),
        ("#system=torus-broadcast&scene=point&beta=0&cycle=400&load=0.011&open=36&depth=3", 390.0),
        ("#system=kary-ncube&k=4&n=3&load=0.006&cycle=400&open=21", 828.0),
        ("#system=torus-broadcast&scene=point&beta=0&cycle=400&load=0.02&vcs=6&open=36", 280.0),
        ("#system=torus-broadcast&scene=point&beta=0&cycle=400&load=0.02&vcs=6&open=36", 1035.0),
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
        // Each message has its number, once, and no number lies on another one.
        let size = (room.unit * (0.6 * room.pitch).min(17.0)).max(11.0);
        let half = |message: u32| 0.31 * size * message.to_string().len() as f64;
        let callouts = room.callouts(size, &|words| 0.62 * size * words.len() as f64);
        // Of eleven messages on 280 pixels some have none.
        let least = if wide < 390.0 { inside.bands.len() / 2 } else { inside.bands.len() };
        assert!(callouts.len() >= least, "{fragment}: {} of {}", callouts.len(), inside.bands.len());
        for (place, (message, (x, y))) in callouts.iter().enumerate() {
            assert!(
                half(*message) <= *x && x + half(*message) <= wide && size / 2.0 <= *y,
                "{fragment}: {message} is cut"
            );
            for (other, (left, top)) in &callouts[..place] {
                let apart = (left - x).abs() > half(*message) + half(*other) || (top - y).abs() > size;
                assert!(apart && other != message, "{fragment}: {other} lies on {message}");
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
