use super::*;
use std::collections::BTreeMap;

fn config(k: u32, n: u32, vcs: u32, flits: u32) -> Config {
    let torus = Torus { k, n };
    Config { torus, vcs, flits, load: 0.0, broadcast_fraction: 0.0, random_orientation: true, seed: 1 }
}

/// Steps until nothing is left; gives everything delivered. Fails if that takes longer than `limit` cycles.
fn drain(network: &mut Network, limit: u64) -> Vec<Delivery> {
    let (end, mut deliveries) = (network.cycle() + limit, Vec::new());
    while network.pending() > 0 {
        network.step();
        deliveries.extend_from_slice(network.deliveries());
        assert!(network.cycle() < end, "{} messages left after {limit} cycles", network.pending());
    }
    deliveries
}

/// What must hold at every instant.
fn check(network: &Network) {
    let flits = network.config.flits;
    let mut carried = BTreeMap::new();
    let mut worms: BTreeMap<u32, Vec<LaneView>> = BTreeMap::new();
    for lane in network.lanes() {
        assert!(lane.held <= 1 && lane.crossed <= flits && lane.held <= lane.crossed);
        *carried.entry(lane.channel).or_insert(0) += u32::from(lane.moved);
        worms.entry(lane.message).or_default().push(lane);
    }
    assert!(carried.values().all(|&flits| flits <= 1), "two flits on a channel in a cycle");
    for channel in &network.channels {
        assert!(channel.taken <= network.config.vcs);
    }
    // What the first lanes have sent on is what the next have received: no flit is lost, doubled or overtaken.
    for lanes in worms.values() {
        for lane in lanes {
            let state = &network.lanes[(lane.channel * network.config.vcs + lane.vc) as usize];
            if let lane::Onward::Lane(next) = state.onward {
                let next = &network.lanes[next as usize];
                assert_eq!((next.message, next.crossed), (Some(lane.message), lane.crossed - lane.held));
            }
        }
    }
    let in_flight: u64 = network.lanes().map(|lane| u64::from(lane.held)).sum();
    assert_eq!(network.counts.flits_sent, network.counts.flits_ejected + in_flight);
}

/// Every flit that crossed a channel in a cycle stood at its near end before, so none moved twice; and no lane changed hands in it.
fn check_step(before: &Network, after: &Network) {
    for (lane, now) in after.lanes.iter().enumerate() {
        let was = &before.lanes[lane];
        assert_eq!(now.crossed - if was.message == now.message { was.crossed } else { 0 }, u32::from(now.moved));
        assert!(was.message.is_none() || now.message.is_none() || was.message == now.message, "reused at once");
        if let (true, Place::Lane(previous)) = (now.moved, now.upstream) {
            let ready = &before.lanes[previous as usize];
            assert_eq!((ready.message, ready.held), (now.message, 1), "a flit moved twice");
        }
    }
    check(after);
}

fn assert_drained(network: &Network) {
    let counts = network.counts();
    assert_eq!(network.lanes().count(), 0, "a lane is still taken");
    assert_eq!(counts.messages, counts.delivered);
    assert_eq!(counts.flits_sent, counts.messages * u64::from(network.config.flits));
    assert_eq!(counts.flits_sent, counts.flits_ejected);
    assert!(network.broadcasts.is_empty() && network.routing.is_empty());
    assert!(network.channels.iter().all(|channel| channel.taken == 0));
    assert!(network.ports.iter().all(|port| port.slot.is_none() && port.queue.is_empty()));
}

#[test]
fn an_idle_network_takes_m_plus_h_cycles_for_a_message() {
    // Values of an independent simulator of the same protocol.
    for (k, n, flits, source, destination, latency) in
        [(8, 2, 32, 0, 1, 33), (8, 2, 32, 0, 36, 40), (8, 2, 1, 0, 9, 3), (9, 2, 16, 0, 40, 24)]
    {
        let mut network = Network::new(config(k, n, 3, flits));
        network.inject_unicast(source, destination);
        let deliveries = drain(&mut network, 1000);
        assert_eq!(deliveries.iter().map(Delivery::latency).collect::<Vec<_>>(), [latency]);
        assert_drained(&network);
    }
    for destination in 1..125 {
        let torus = Torus { k: 5, n: 3 };
        let hops: u32 = (0..3).map(|d| torus.ring_distance(0, destination, d)).sum();
        let mut network = Network::new(config(5, 3, 3, 7));
        network.inject_unicast(0, destination);
        assert_eq!(drain(&mut network, 100)[0].latency(), u64::from(7 + hops));
        assert_eq!(network.counts().crossings, u64::from(7 * hops), "a detour");
    }
}

#[test]
fn an_idle_broadcast_takes_m_plus_1_cycles_for_each_level() {
    // The first four are values of an independent simulator of the same protocol.
    for (k, n, flits, source, completion) in [
        (8, 2, 32, 0, 264),
        (9, 2, 32, 0, 264),
        (10, 2, 16, 37, 170),
        (4, 3, 16, 5, 102),
        (3, 2, 1, 4, 4),
        (6, 2, 1, 0, 12),
    ] {
        for orientation in [Orientation::fixed(n), Orientation::random(n, &mut Pcg64Mcg::seed_from_u64(3))] {
            let mut network = Network::new(config(k, n, 3, flits));
            let number = network.inject_broadcast(source, &orientation);
            while network.completed().is_empty() {
                network.step();
                check(&network);
            }
            let completed = Completed { broadcast: number, source, generated: 0, completed: completion };
            assert_eq!(network.completed(), [completed], "k = {k}, n = {n}, M = {flits}");
            assert_eq!(network.counts().messages, u64::from(k.pow(n) - 1));
            assert_drained(&network);
        }
    }
}

#[test]
fn a_message_to_its_own_source_is_none() {
    let mut network = Network::new(config(5, 2, 3, 4));
    assert_eq!(network.inject_unicast(7, 7), None);
    assert_eq!(network.pending(), 0);
}

#[test]
fn every_rule_holds_in_every_cycle_and_what_went_in_comes_out() {
    for (k, n, vcs, flits, load, broadcast_fraction) in
        [(4, 2, 3, 5, 0.05, 0.1), (5, 2, 4, 1, 0.2, 0.05), (8, 2, 3, 16, 0.01, 0.02), (3, 3, 3, 8, 0.05, 0.1)]
    {
        let mut network = Network::new(Config { load, broadcast_fraction, ..config(k, n, vcs, flits) });
        for _ in 0..1500 {
            let before = network.clone();
            network.step();
            check_step(&before, &network);
        }
        network.stop_arrivals();
        while network.pending() > 0 && network.cycle() < 200_000 {
            network.step();
            check(&network);
        }
        assert_drained(&network);
    }
}

#[test]
fn a_heavily_overloaded_network_keeps_moving_and_drains() {
    for (k, n, vcs, flits) in [(4, 2, 3, 8), (8, 2, 3, 16), (9, 2, 4, 8), (5, 2, 2, 8), (4, 3, 3, 4)] {
        let load = 3.0 / f64::from(flits);
        let mut network = Network::new(Config { load, broadcast_fraction: 0.02, ..config(k, n, vcs, flits) });
        let mut last = 0;
        for _ in 0..15 {
            (0..100).for_each(|_| network.step());
            assert!(network.counts().crossings > last, "nothing moved for 100 cycles: {:?}", network.config);
            last = network.counts().crossings;
        }
        network.stop_arrivals();
        drain(&mut network, 1_000_000);
        assert_drained(&network);
    }
}

#[test]
fn the_seed_decides_everything() {
    let deliveries = |seed| {
        let load = 0.02;
        let mut network = Network::new(Config { load, broadcast_fraction: 0.05, seed, ..config(6, 2, 3, 8) });
        let mut deliveries = Vec::new();
        for _ in 0..2000 {
            network.step();
            deliveries.extend_from_slice(network.deliveries());
        }
        deliveries
    };
    assert_eq!(deliveries(7), deliveries(7));
    assert_ne!(deliveries(7), deliveries(8));
}

#[test]
fn a_clone_goes_the_same_way() {
    let mut network = Network::new(Config { load: 0.02, broadcast_fraction: 0.05, ..config(6, 2, 3, 8) });
    (0..500).for_each(|_| network.step());
    let mut clone = network.clone();
    for _ in 0..500 {
        network.step();
        clone.step();
        assert_eq!(network.deliveries(), clone.deliveries());
        assert!(network.lanes().eq(clone.lanes()));
    }
}

#[test]
fn ties_go_both_ways_and_destinations_are_uniform() {
    let torus = Torus { k: 8, n: 2 };
    let mut network = Network::new(Config { load: 0.01, ..config(8, 2, 3, 1) });
    let (mut ports, mut hops, mut messages) = ([0_u32; 4], 0, 0);
    for _ in 0..60_000 {
        network.step();
        network.lanes().filter(|lane| lane.moved).for_each(|lane| ports[(lane.channel % 4) as usize] += 1);
        for delivery in network.deliveries() {
            messages += 1;
            hops += (0..2).map(|d| torus.ring_distance(delivery.source, delivery.destination, d)).sum::<u32>();
        }
    }
    // 38 400 messages expected; the standard deviation of the distance is 1.8.
    assert!((f64::from(messages) / 38_400.0 - 1.0).abs() < 0.02, "{messages}");
    assert!((f64::from(hops) / f64::from(messages) - torus.mean_distance()).abs() < 0.03);
    let mean = f64::from(ports.iter().sum::<u32>()) / 4.0;
    assert!(ports.iter().all(|&port| (f64::from(port) / mean - 1.0).abs() < 0.02), "{ports:?}");
}

/// Means over the messages and broadcasts generated in a window after the warm-up, all followed to their end.
#[derive(Debug)]
struct Means {
    unicast: f64,
    /// Of the one-step copies of broadcasts.
    copy: f64,
    /// From the source to the last node.
    broadcast: f64,
    /// Flits that a channel carries in a cycle.
    utilisation: f64,
}

fn measure(config: Config, warm: u64, window: u64) -> Means {
    let end = warm + window;
    let mut network = Network::new(config);
    let (mut unicasts, mut copies, mut broadcasts) = (Vec::new(), Vec::new(), Vec::new());
    let mut crossings = 0;
    while network.cycle() < end + 5000 {
        if network.cycle() == warm || network.cycle() == end {
            crossings = network.counts().crossings - crossings;
        }
        network.step();
        for delivery in network.deliveries().iter().filter(|delivery| (warm..end).contains(&delivery.generated)) {
            if delivery.broadcast.is_some() { &mut copies } else { &mut unicasts }.push(delivery.latency());
        }
        let completed = network.completed().iter().filter(|broadcast| (warm..end).contains(&broadcast.generated));
        broadcasts.extend(completed.map(|broadcast| broadcast.completed - broadcast.generated));
    }
    let mean = |values: &[u64]| values.iter().sum::<u64>() as f64 / values.len() as f64;
    let utilisation = crossings as f64 / (window * u64::from(config.torus.channels())) as f64;
    Means { unicast: mean(&unicasts), copy: mean(&copies), broadcast: mean(&broadcasts), utilisation }
}

/// A run of an independent simulator of the same protocol: 8 x 8, V = 3, M = 32, beta = 0.02, random trees.
struct Oracle {
    /// Load, as a fraction of that at which the model as printed saturates.
    fraction: f64,
    /// Cycles of its window.
    cycles: f64,
    /// Mean latency of unicasts and its 95 % half width.
    unicast: [f64; 2],
    /// Mean completion of broadcasts and its 95 % half width.
    broadcast: [f64; 2],
    copy: f64,
    utilisation: f64,
}

#[rustfmt::skip]
const ORACLE: [Oracle; 5] = [
    Oracle { fraction: 0.1, cycles: 3.496e6, unicast: [38.818, 0.067], broadcast: [274.67, 0.56], copy: 34.147, utilisation: 0.03805 },
    Oracle { fraction: 0.3, cycles: 1.165e6, unicast: [45.130, 0.142], broadcast: [301.74, 1.23], copy: 36.885, utilisation: 0.11477 },
    Oracle { fraction: 0.5, cycles: 0.699e6, unicast: [52.807, 0.232], broadcast: [338.99, 1.70], copy: 40.402, utilisation: 0.19105 },
    Oracle { fraction: 0.7, cycles: 0.499e6, unicast: [62.302, 0.433], broadcast: [388.45, 2.49], copy: 45.064, utilisation: 0.26897 },
    Oracle { fraction: 0.85, cycles: 0.411e6, unicast: [70.822, 0.570], broadcast: [437.26, 4.87], copy: 49.705, utilisation: 0.32465 },
];

fn compare(oracle: &Oracle, window: u64) {
    const SATURATION: f64 = 0.009_121_430_292_724_395;
    let load = oracle.fraction * SATURATION;
    let means = measure(Config { load, broadcast_fraction: 0.02, ..config(8, 2, 3, 32) }, 10_000, window);
    println!("{}: {means:?}", oracle.fraction);
    // Our own half width is wider than theirs as the square root of the cycles. 1.5 of both together: five runs, four tests each.
    let both = 1.5 * libm::sqrt(1.0 + oracle.cycles / window as f64);
    // The number of broadcasts, some 4000 in their run, spreads the last two by about these fractions.
    for (measured, [mean, half_width]) in [
        (means.unicast, oracle.unicast),
        (means.broadcast, oracle.broadcast),
        (means.copy, [oracle.copy, 0.005 * oracle.copy]),
        (means.utilisation, [oracle.utilisation, 0.01 * oracle.utilisation]),
    ] {
        let tolerance = half_width * both;
        assert!((measured - mean).abs() < tolerance, "{measured} is not {mean} +- {tolerance} at {}", oracle.fraction);
    }
}

#[test]
fn latency_is_that_of_an_independent_simulator() {
    compare(&ORACLE[0], 300_000);
    ORACLE[1..].iter().for_each(|oracle| compare(oracle, 40_000));
}
