//! Exact cases, counts, memory.

use super::*;
use crate::topology::broadcast::Orientation;

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
