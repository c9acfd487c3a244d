mod against_plain;

use super::*;
use crate::sim::{Population, Sample};
use crate::traffic::pattern::Destinations;
use crate::{
    model::Value,
    sim::protocol::{Verdict, tests::precise},
    traffic::mmpp::TwoState,
};

fn poisson(load: f64) -> Superposition {
    Superposition::of([TwoState { d1: 1.0, d2: 1.0, high: load, low: load }])
}

fn config(n: u32, vcs: u32, flits: u32, load: f64) -> Config {
    let (process, injection) = (poisson(load), Injection::Each);
    Config::new(Setting { n, vcs, flits, destinations: Destinations::UNIFORM, process, injection, depth: 2 }, load, 1)
}

#[test]
fn an_idle_network_takes_3_d_plus_m_cycles() {
    for injection in [Injection::Each, Injection::Shared] {
        for n in 1..=7 {
            for flits in [1, 2, 3, 32] {
                for destination in [1, (1 << n) - 1, 1 << (n - 1)] {
                    let mut idle = config(n, 2, flits, 0.0);
                    idle.network.injection = injection;
                    let mut network = Network::new(idle);
                    (0..5).for_each(|_| network.step());
                    network.inject(0, destination);
                    let cycles = 3 * destination.count_ones() + flits;
                    for _ in 0..cycles {
                        assert!(network.samples().is_empty());
                        network.step();
                        assert_eq!(network.audit(), Ok(()));
                    }
                    let value = f64::from(cycles);
                    assert_eq!(
                        network.samples(),
                        [Sample { class: 0, generated: 5, value, source: Some(0) }],
                        "n = {n}, M = {flits}"
                    );
                    assert_eq!(network.totals.messages, Population { generated: 1, delivered: 1, in_flight: 0 });
                    assert_eq!(network.flit_hops(), u64::from(flits * destination.count_ones()));
                    assert_eq!(network.about().memory, 0.0);
                }
            }
        }
    }
}

#[test]
fn a_depth_of_one_moves_a_flit_in_every_other_cycle() {
    let mut shallow = config(3, 1, 10, 0.0);
    shallow.network.depth = 1;
    let mut network = Network::new(shallow);
    network.inject(0, 7);
    let mut cycles = 0;
    while network.totals.messages.delivered == 0 {
        network.step();
        cycles += 1;
    }
    assert_eq!(cycles, 3 * 3 + 10 + 9, "nine flits wait for the place of the one before");
}

#[test]
fn a_blocked_header_walks_back_and_tries_again_after_as_many_cycles_as_it_had_hops() {
    // One virtual channel. The first message holds 0 -> 1; the second, from 2 to 1, comes by 3, or by 0 and finds that channel taken.
    let failures: Vec<u64> = (0..20).map(failures_of_the_second).collect();
    assert!(failures.contains(&0) && failures.iter().any(|&failures| failures > 0), "both ways: {failures:?}");
}

fn failures_of_the_second(seed: u32) -> u64 {
    let mut network = Network::new(Config { seed, ..config(2, 1, 8, 0.0) });
    network.inject(0, 1);
    network.step();
    network.inject(2, 1);
    for _ in 0..60 {
        network.step();
        assert_eq!(network.audit(), Ok(()));
        for circuit in network.headers.iter().map(|&number| network.circuits[number]) {
            assert!(circuit.hops > 0 || circuit.node == circuit.source, "{circuit:?}");
        }
    }
    assert_eq!(network.totals.messages.delivered, 2);
    // 3 D + M for the first. The second adds two cycles (one hop there, one back) for each failure.
    let cost = network.counters.setup + network.counters.wait;
    assert_eq!(cost, 2 + 4 + 2 * network.counters.failures);
    network.counters.failures
}

#[test]
fn one_channel_between_two_nodes_is_an_exact_queue() {
    let (flits, load) = (10, 0.05);
    let report = precise(Network::new(config(1, 1, flits, load)), 0.01);
    let service = 3.0 + f64::from(flits);
    let exact = service + load * service * service / (2.0 * (1.0 - load * service));
    let ours = report.estimate().expect("a steady state");
    assert!((ours.mean - exact).abs() < ours.half99, "{ours:?} is not {exact}");
}

#[test]
fn parts_add_up_and_channels_carry_what_is_sent() {
    let (n, vcs, flits, load) = (4, 3, 16, 0.03);
    let report = precise(Network::new(config(n, vcs, flits, load)), 0.01);
    let latency = report.estimate().expect("a steady state").mean;
    let parts = report.number("Ws") + report.number("E") + report.number("data");
    assert!((parts / latency - 1.0).abs() < 0.01, "{parts} is not {latency}");
    assert!((report.number("D") - 2.0 * 16.0 / 15.0).abs() < 0.02);
    assert!((report.number("attempts") * (1.0 - report.number("Pf")) - 1.0).abs() < 0.01, "attempts = 1/(1 - Pf)");
    let Some(Value::List(law)) = report.measure("Pi").map(|measure| measure.value.clone()) else { panic!("a list") };
    assert!(law.len() == 4 && (law.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    // Little's law for the virtual channels of a channel: c attempts λ/n are taken in a cycle and found taken in `hold` - 1.
    let busy: f64 = (0..).zip(&law).map(|(i, p)| f64::from(i) * p).sum();
    let taken = report.number("c") * report.number("attempts") * report.number("lam") / f64::from(n);
    assert!((taken * (report.number("hold") - 1.0) / busy - 1.0).abs() < 0.01);
    assert!(report.number("mu") < 1.0 && report.number("Vbar") > 1.0);
}

#[test]
fn overload_saturates_and_drains_to_a_free_network() {
    for injection in [Injection::Each, Injection::Shared] {
        let mut overload = config(3, 2, 8, 0.5);
        overload.network.injection = injection;
        assert_eq!(precise(Network::new(overload), 0.01).state, Verdict::Saturated);
        let mut network = Network::new(overload);
        (0..3000).for_each(|cycle| {
            network.step();
            assert_eq!(network.audit(), Ok(()), "at {cycle}");
        });
        network.stop_sources();
        while network.totals.messages.in_flight > 0 {
            network.step();
        }
        assert_eq!(network.audit(), Ok(()));
        assert_eq!(network.totals.messages.generated, network.totals.messages.delivered);
        assert_eq!(network.lanes.busy(), 0);
    }
}

#[test]
fn nothing_is_allocated_once_the_network_is_warm() {
    let mut network = Network::new(config(4, 3, 16, 0.03));
    (0..50_000).for_each(|_| network.step());
    let sizes = |network: &Network| (network.messages.places(), network.circuits.places());
    let warm = sizes(&network);
    (0..50_000).for_each(|_| network.step());
    let (messages, circuits) = sizes(&network);
    assert!(messages <= warm.0 + warm.0 / 2 && circuits <= warm.1 + warm.1 / 2, "{warm:?} {messages} {circuits}");
    assert!(network.totals.messages.generated > 40_000 && messages < 400, "places are used again");
}

#[test]
fn a_network_without_messages_takes_no_more_memory_than_its_setting_says() {
    for (n, vcs, injection) in [(8, 5, Injection::Each), (10, 16, Injection::Shared), (6, 3, Injection::Each)] {
        let mut large = config(n, vcs, 32, 0.01);
        large.network.injection = injection;
        let (said, taken) = (large.network.bytes() as f64, Network::new(large).bytes() as f64);
        assert!(said >= taken && said < 2.0 * taken, "n = {n}, V = {vcs}: {said} bytes said, {taken} taken");
    }
}
