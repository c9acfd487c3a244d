use super::*;
use crate::sim::{Population, Sample};
use crate::traffic::pattern::{Destinations, Pattern};
use crate::{
    model::{Outcome, Solve, Value, hypercube_slotted as paper},
    scenario::Reading,
    sim::protocol::{Verdict, tests::precise},
};

fn config(n: u32, load: f64) -> Config {
    Config::new(
        Setting { n, destinations: Destinations::UNIFORM, policy: Policy::Free, order: Order::Permutation },
        load,
        1,
    )
}

#[test]
fn a_lone_packet_moves_at_every_slot() {
    for n in 1..=8 {
        for destination in [1, (1 << n) - 1, 1 << (n - 1)] {
            let mut network = Network::new(config(n, 0.0));
            (0..3).for_each(|_| network.step());
            network.inject(0, destination);
            for hop in 1..=destination.count_ones() {
                assert!(network.samples().is_empty());
                network.step();
                assert_eq!(network.audit(), Ok(()), "after {hop} hops");
            }
            let value = f64::from(destination.count_ones());
            assert_eq!(network.samples(), [Sample { class: 0, generated: 3, value, source: None }]);
            assert_eq!(network.population(0), Population { generated: 1, delivered: 1, in_flight: 0 });
            assert_eq!(network.flit_hops(), u64::from(destination.count_ones()));
        }
    }
}

#[test]
fn in_every_slot_a_node_sends_or_receives_once_and_every_packet_comes_nearer() {
    for (policy, order) in [
        (Policy::Free, Order::Permutation),
        (Policy::Redraw, Order::Permutation),
        (Policy::Sticky, Order::Permutation),
        (Policy::Free, Order::Rotation),
    ] {
        let mut network =
            Network::new(Config::new(Setting { n: 4, destinations: Destinations::UNIFORM, policy, order }, 0.12, 1));
        for _ in 0..2000 {
            let before = network.clone();
            network.step();
            assert_eq!(network.audit(), Ok(()));
            // Where each packet was and is: heads may have moved to a neighbour, all others stay.
            let mut used = [0_u32; 16];
            for node in 0..16_u32 {
                let (old, new) = (before.queues[node as usize].head, network.queues[node as usize].head);
                if old == NONE || old == new {
                    continue;
                }
                used[node as usize] += 1;
                let packet = before.packets[old];
                let moved = network.moves.iter().find(|&&(place, _)| place == old);
                let next = moved.map_or(packet.destination, |&(_, next)| next);
                assert_eq!((next ^ node).count_ones(), 1, "to a neighbour");
                assert_eq!((next ^ packet.destination).count_ones() + 1, (node ^ packet.destination).count_ones());
                used[next as usize] += 1;
            }
            assert!(used.iter().all(|&used| used <= 1), "{used:?}");
            let busy = network.queues.iter().filter(|queue| queue.busy == network.now()).count();
            assert_eq!(busy, 2 * (network.moves.len() + network.samples().len()), "two nodes for each hop");
        }
    }
}

#[test]
fn two_nodes_are_an_exact_slotted_queue() {
    for load in [0.1, 0.25, 0.4] {
        let report = precise(Network::new(config(1, load)), 0.01);
        let (ours, exact) = (report.estimate().expect("a steady state"), (1.0 - load) / (1.0 - 2.0 * load));
        assert!((ours.mean - exact).abs() < ours.half99, "{load}: {ours:?} is not {exact}");
    }
}

#[test]
fn the_flows_are_those_that_hold_exactly() {
    let (n, load) = (4, 0.12);
    let report = precise(Network::new(config(n, load)), 0.01);
    let d = 2.0 / (1.0 - 1.0 / 16.0);
    let measured = report.number("lambda");
    assert!((measured / load - 1.0).abs() < 0.01);
    assert!((report.number("lambda_d") / (measured * d) - 1.0).abs() < 0.01, "send rate λ d");
    assert!((report.number("lambda_X") / (measured * report.number("X")) - 1.0).abs() < 0.01, "busy fraction λ X");
    let little = report.number("M") / measured - 0.5;
    assert!((little / report.estimate().expect("a mean").mean - 1.0).abs() < 0.01, "Little's law");
    let Outcome::Stable(model) = paper::HypercubeSlotted::new(n, Reading::Corrected).solve(load) else {
        panic!("{load} is stable")
    };
    let Some(Value::List(v_k)) = report.measure("v_k").map(|measure| measure.value.clone()) else { panic!("a list") };
    assert!(v_k.iter().zip(&model.v_k).all(|(ours, theirs)| (ours - theirs).abs() < 0.005), "{v_k:?}");
}

#[test]
fn beyond_saturation_queues_grow_and_drains_follow_the_end_of_the_sources() {
    let report = precise(Network::new(config(4, 0.22)), 0.01);
    assert_eq!((report.state, report.estimate()), (Verdict::Saturated, None));
    assert!((0.17..0.21).contains(&report.throughput()), "{}", report.throughput());
    let mut network = Network::new(config(4, 0.3));
    (0..2000).for_each(|_| network.step());
    network.stop_sources();
    while network.totals.messages.in_flight > 0 {
        network.step();
    }
    assert_eq!(network.audit(), Ok(()));
    assert_eq!(network.totals.messages.generated, network.totals.messages.delivered);
}

#[test]
fn places_of_the_pool_are_used_again() {
    let mut network = Network::new(config(4, 0.1));
    (0..20_000).for_each(|_| network.step());
    assert!(
        network.totals.messages.generated > 30_000 && network.packets.places() < 100,
        "{}",
        network.packets.places()
    );
}

#[test]
fn a_watched_network_makes_the_same_run_and_another_one_notes_nothing() {
    let mut plain = Network::new(config(4, 0.12));
    let mut watched = plain.clone().watched();
    let (mut turns, mut moved) = (0, 0);
    for _ in 0..500 {
        plain.step();
        watched.step();
        assert_eq!(
            (plain.samples(), plain.audit(), plain.held()),
            (watched.samples(), watched.audit(), watched.held())
        );
        assert!(plain.turns().is_empty());
        turns += watched.turns().len();
        moved += watched.turns().iter().filter(|turn| turn.next().is_some()).count();
    }
    assert!(moved > 1000 && moved < turns, "{moved} of {turns} turns");
    assert_eq!(watched.flit_hops(), moved as u64);
}

#[test]
fn packets_of_a_pattern_arrive_where_it_says_and_an_idle_network_needs_a_slot_for_each_hop() {
    for pattern in [Pattern::Transpose, Pattern::BitComplement, Pattern::BitReverse, Pattern::Shuffle] {
        let destinations = Destinations::of(pattern);
        let setting = Setting { n: 4, destinations, policy: Policy::Free, order: Order::Permutation };
        let mut network = Network::new(Config::new(setting, 0.0005, 1));
        (0..400_000).for_each(|_| network.step());
        let about = network.about();
        let grid = Grid::hypercube(4);
        let pairs = (0..16).filter_map(|source| Some((source, destinations.shares((2, 4), source).one?.0)));
        let hops: Vec<f64> = pairs.map(|(source, to)| f64::from(grid.distance(source, to))).collect();
        assert!((about.idle[0] - hops.iter().sum::<f64>() / hops.len() as f64).abs() < 1e-12, "{pattern:?}");
        let Population { generated, .. } = network.population(0);
        let expected = 0.0005 * 400_000.0 * hops.len() as f64;
        assert!(
            (generated as f64 - expected).abs() < 5.0 * libm::sqrt(expected),
            "{pattern:?}: {generated} {expected}"
        );
        assert!((network.offered() as f64 / (about.offered * 400_000.0) - 1.0).abs() < 0.1, "{pattern:?}");
    }
}
