//! Exact cases, conservation, deadlock, determinism.

use super::*;
use crate::topology::broadcast::Orientation;
use crate::topology::torus::Torus;

#[test]
fn an_idle_network_takes_m_plus_h_cycles_for_a_message() {
    // Every destination, in networks of all kinds.
    for setting in [
        Setting::torus(5, 3, 3, 7),
        Setting { depth: 4, ..Setting::torus(6, 2, 4, 9) },
        Setting { depth: 2, credit: Credit::Previous, ..Setting::torus(4, 2, 3, 5) },
        Setting { injection: Injection::One, ..Setting::cube(4, 3, 3, 5) },
        Setting::cube(2, 6, 2, 1),
        Setting::cube(16, 1, 2, 3),
    ] {
        for destination in 1..setting.nodes() {
            let hops: u32 = (0..setting.n).map(|d| setting.grid().hops(0, destination, d, 0).unsigned_abs()).sum();
            let mut network = Network::new(Config::new(setting, 0.0, 1));
            network.inject_unicast(0, destination);
            assert_eq!(drain(&mut network, 100)[0].latency(), u64::from(setting.flits + hops), "{setting:?}");
            assert_eq!(network.flit_hops(), u64::from(setting.flits * hops), "a detour");
            assert_drained(&network);
        }
    }
}

#[test]
fn one_flit_buffers_that_may_not_receive_while_they_send_halve_the_speed() {
    let setting = Setting { credit: Credit::Previous, ..Setting::torus(8, 2, 3, 32) };
    let mut network = Network::new(Config::new(setting, 0.0, 1));
    network.inject_unicast(0, 36);
    // The header is not delayed, and each further flit comes two cycles behind the one before it.
    assert_eq!(drain(&mut network, 200)[0].latency(), 8 + 1 + 2 * 31);
}

#[test]
fn an_idle_broadcast_takes_m_plus_1_cycles_for_each_level() {
    for (k, n, flits, source) in [(3, 2, 1, 4), (6, 2, 1, 0), (9, 2, 32, 7), (4, 3, 16, 5), (3, 4, 2, 80)] {
        for injection in [Injection::Ports, Injection::PortsV, Injection::Free] {
            for orientation in [Orientation::fixed(n), Orientation::random(n, &mut Pcg32::seed_from_u64(3))] {
                // One queue needs a slot for each of the copies, or some would wait for others.
                let vcs = if injection == Injection::Free { 2 * n } else { 3 };
                let setting = Setting { injection, ..Setting::torus(k, n, vcs, flits) };
                let mut network = Network::new(Config::new(setting, 0.0, 1));
                let broadcast = network.inject_broadcast(source, &orientation);
                let mut completed = Vec::new();
                while network.in_flight() > 0 {
                    network.step();
                    completed.extend_from_slice(network.completed());
                }
                let at = u64::from(n * (k / 2) * (flits + 1));
                assert_eq!(
                    completed,
                    [CompletedBroadcast { broadcast, source, generated: 0, completed: at }],
                    "k = {k}, n = {n}"
                );
                assert_eq!(network.generated(), u64::from(k.pow(n) - 1));
                assert_drained(&network);
            }
        }
    }
}

#[test]
fn a_message_to_its_own_source_is_none() {
    let mut network = Network::new(Config::new(Setting::torus(5, 2, 3, 4), 0.0, 1));
    assert_eq!(network.inject_unicast(7, 7), None);
    assert_eq!(network.in_flight(), 0);
}

/// Networks offered three times what their nodes could send.
fn overloaded() -> impl Iterator<Item = Config> {
    let tori = [(3, 2, 3, 8), (4, 2, 3, 8), (8, 2, 3, 16), (9, 2, 4, 8), (5, 2, 2, 8), (4, 3, 3, 4)];
    let tori = tori.map(|(k, n, vcs, flits)| Setting { beta: 0.02, ..Setting::torus(k, n, vcs, flits) });
    let cubes = [(2, 6, 2, 8), (4, 2, 2, 8), (8, 2, 3, 16), (5, 3, 3, 4)];
    let cubes = cubes.map(|(k, n, vcs, flits)| Setting::cube(k, n, vcs, flits));
    tori.into_iter().chain(cubes).map(|setting| Config::new(setting, 3.0 / f64::from(setting.flits), 1))
}

#[test]
fn a_heavily_overloaded_network_keeps_moving_and_drains() {
    for config in overloaded() {
        let mut network = Network::new(config);
        let mut last = 0;
        for _ in 0..15 {
            (0..100).for_each(|_| network.step());
            assert!(network.flit_hops() > last && network.last_progress() + 5 > network.now(), "{config:?}");
            last = network.flit_hops();
        }
        network.stop_sources();
        drain(&mut network, 1_000_000);
        assert_drained(&network);
    }
}

#[test]
fn without_the_classes_of_the_dateline_an_overloaded_ring_freezes() {
    for setting in [Setting::cube(8, 1, 2, 16), Setting::torus(8, 2, 2, 16), Setting::cube(5, 2, 2, 16)] {
        let frozen = |escape| {
            let mut network = Network::new(Config::new(Setting { escape, ..setting }, 3.0 / 16.0, 1));
            (0..5000).for_each(|_| network.step());
            network.now() - network.last_progress() > 1000
        };
        assert!(frozen(Escape::Off), "{setting:?}");
        assert!(!frozen(Escape::On), "{setting:?}");
    }
}

#[test]
fn the_seed_decides_everything_and_the_routers_do_not_change_what_is_offered() {
    let digest = |setting: Setting, seed| {
        let mut network = Network::new(Config::new(Setting { beta: 0.05, ..setting }, 0.02, seed));
        network.record_digest();
        (0..2000).for_each(|_| network.step());
        network.event_digest()
    };
    let setting = Setting::torus(6, 2, 3, 8);
    assert!(digest(setting, 7).is_some());
    assert_eq!(digest(setting, 7), digest(setting, 7));
    assert_ne!(digest(setting, 7), digest(setting, 8));

    let offered = |setting: Setting| {
        let mut network = Network::new(Config::new(setting, 0.004, 7));
        let mut messages = Vec::new();
        while network.now() < 3000 || network.in_flight() > 0 {
            if network.now() == 3000 {
                network.stop_sources();
            }
            network.step();
            let offer =
                |delivery: &Delivery| (delivery.message, delivery.source, delivery.destination, delivery.generated);
            messages.extend(network.deliveries().iter().map(offer));
        }
        messages.sort_unstable();
        messages
    };
    let other = Setting { select: Select::Spread, depth: 4, vcs: 5, injection: Injection::PortsV, ..setting };
    assert_eq!(offered(setting), offered(other));
}

#[test]
fn settings_send_the_same_messages_as_they_say() {
    let sent = |setting: Setting| {
        let mut network = Network::new(Config::new(setting, 0.004, 7));
        let mut messages = Vec::new();
        while network.now() < 1000 || network.in_flight() > 0 {
            if network.now() == 1000 {
                network.stop_sources();
            }
            network.step();
            let generated = network.deliveries().iter().filter(|delivery| delivery.broadcast.is_none());
            messages.extend(generated.map(|delivery| (delivery.generated, delivery.source, delivery.destination)));
        }
        messages.sort_unstable();
        assert!(messages.len() > 40);
        messages
    };
    let torus = Setting::torus(5, 2, 3, 8);
    let trees = Setting { beta: 0.02, ..torus };
    for (setting, other, same) in [
        (torus, Setting { vcs: 6, select: Select::Spread, ..torus }, true),
        (torus, Setting { flits: 12, depth: 3, credit: Credit::Previous, ..torus }, true),
        (torus, Setting { orient: Orient::Fixed, injection: Injection::PortsV, ..torus }, true),
        (torus, Setting { injection: Injection::Free, ..torus }, false),
        (torus, Setting { k: 4, ..torus }, false),
        (torus, trees, false),
        (trees, Setting { vcs: 6, ..trees }, true),
        (trees, Setting { orient: Orient::Fixed, ..trees }, false),
    ] {
        assert_eq!(setting.sends_like(&other), same, "{other:?}");
        assert_eq!(sent(setting) == sent(other), same, "{other:?}");
    }
}

#[test]
fn a_clone_goes_the_same_way() {
    let mut network = Network::new(Config::new(Setting { beta: 0.05, ..Setting::torus(6, 2, 3, 8) }, 0.02, 1));
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
fn memory_does_not_grow_once_the_network_is_warm() {
    for setting in [Setting::torus(6, 2, 3, 8), Setting::cube(4, 3, 3, 8)] {
        let beta = if setting.topology == Topology::Torus { 0.02 } else { 0.0 };
        let mut network = Network::new(Config::new(Setting { beta, ..setting }, 0.01, 1));
        (0..20_000).for_each(|_| network.step());
        let warm = network.bytes();
        (0..5_000).for_each(|_| network.step());
        assert!(network.bytes() <= warm + warm / 50, "{} bytes from {warm}", network.bytes());
    }
}

#[test]
fn ties_go_both_ways_and_destinations_are_uniform() {
    let mut network = Network::new(Config::new(Setting::torus(8, 2, 3, 1), 0.01, 1));
    let grid = network.setting().grid();
    let (mut hops, mut messages) = (0, 0);
    for _ in 0..60_000 {
        network.step();
        for delivery in network.deliveries() {
            messages += 1;
            hops += grid.distance(delivery.source, delivery.destination);
        }
    }
    // 38 400 messages expected; the standard deviation of the distance is 1.8.
    assert!((f64::from(messages) / 38_400.0 - 1.0).abs() < 0.02, "{messages}");
    assert!((f64::from(hops) / f64::from(messages) - Torus { k: 8, n: 2 }.mean_distance()).abs() < 0.03);
    let (carried, cycles) = network.channel_flits();
    let mut ports = [0.0; 4];
    carried.iter().zip(0..).for_each(|(&flits, channel)| ports[channel % 4] += flits as f64 / cycles as f64);
    let mean = ports.iter().sum::<f64>() / 4.0;
    assert!(ports.iter().all(|&port| (port / mean - 1.0).abs() < 0.02), "{ports:?}");
}

#[test]
fn a_window_counts_what_happens_in_it() {
    // Two networks with the same messages; the counts of one are reset in between, so its later counts are the difference.
    let config = Config::new(Setting { beta: 0.02, ..Setting::torus(6, 2, 4, 8) }, 0.01, 1);
    let [mut whole, mut reset] = [Network::new(config), Network::new(config)];
    (0..1037).for_each(|_| whole.step());
    (0..1037).for_each(|_| reset.step());
    let (first, first_flits) = (whole.measured(), whole.lane_flits());
    reset.reset_window();
    (0..2000).for_each(|_| whole.step());
    (0..2000).for_each(|_| reset.step());
    let (all, second) = (whole.measured(), reset.measured());
    assert_eq!((first.cycles, second.cycles, all.cycles), (1037, 2000, 3037));
    let both = first_flits.iter().zip(reset.lane_flits()).map(|(first, second)| first + second);
    assert_eq!(whole.lane_flits(), both.collect::<Vec<_>>());
    for v in 0..=4 {
        let time = |measured: &WindowMeasures| measured.p_v[v] * measured.cycles as f64;
        assert!((time(&all) - time(&first) - time(&second)).abs() < 1e-9 * time(&all).max(1.0));
    }
    for left in 0..2 {
        let sum = first.further_hops[left].plus(second.further_hops[left]);
        assert_eq!(all.further_hops[left], sum);
    }
    assert_eq!(all.delivered, first.delivered + second.delivered);
    assert!((second.p_v.iter().sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn a_network_without_messages_takes_the_memory_that_its_setting_says() {
    for setting in [Setting::torus(8, 4, 3, 32), Setting::torus(32, 2, 16, 32), Setting::cube(2, 12, 2, 8)] {
        let (said, taken) = (setting.bytes() as f64, Network::new(Config::new(setting, 0.0, 1)).bytes() as f64);
        assert!((said / taken - 1.0).abs() < 0.02, "{setting:?}: {said} bytes said, {taken} taken");
    }
}

#[test]
fn what_is_present_has_a_bound_and_a_run_says_that_it_was_reached() {
    // Hundreds of millions of bytes are offered in the first cycle already.
    for (beta, flits, k, n) in [(1.0, 1, 16, 4), (0.0, 32, 16, 4), (1.0, 1, 32, 2)] {
        let setting = Setting { beta, ..Setting::torus(k, n, 3, flits) };
        let mut run = Run::new(WormholeRun::new(Config::new(setting, 1.0, 1)), Plan::default());
        while !run.advance(1).expect("no law is broken") {}
        let report = run.report().expect("the run is over");
        assert_eq!((report.state, report.reason), (Verdict::Saturated, Some(SaturationReason::Crowded)));
        assert!(report.cycles < 3_000 && report.growth.is_some_and(|growth| growth > 0.01), "{report:?}");
        let (held, most) = (run.simulator().held(), most_held(setting.nodes()));
        // Messages that were in queues have begun their ways in the last cycle.
        assert!(held > most && held < most + most / 4, "{held} bytes of {most} after {} cycles", report.cycles);
    }
}

#[test]
fn numbers_begin_again_after_the_last_of_32_bits() {
    let config = Config::new(Setting { beta: 0.05, ..Setting::torus(5, 2, 3, 8) }, 0.02, 1);
    let [mut young, mut old] = [Network::new(config), Network::new(config)];
    (old.next_message, old.next_broadcast) = (u32::MAX - 1_000, u32::MAX - 10);
    let told = |network: &Network| -> Vec<_> {
        network.deliveries().iter().map(|d| (d.source, d.destination, d.generated, d.delivered)).collect()
    };
    for _ in 0..3_000 {
        young.step();
        old.step();
        assert_eq!(told(&young), told(&old));
    }
    assert!(old.next_message < 100_000 && old.next_broadcast < 10_000, "they have begun again");
    assert_eq!(
        (old.generated(), old.unicasts(), old.broadcasts()),
        (young.generated(), young.unicasts(), young.broadcasts())
    );
    old.stop_sources();
    drain(&mut old, 10_000);
    assert_eq!(old.generated(), old.delivered());
}
