use super::{
    deadlock::{Arbitration, Packet, Release, WaitOutcome, run},
    two_phase::{blocked, second_pass, tree},
    *,
};
use crate::{param::options::Packets, sim::protocol::tests::precise};
use rand::SeedableRng as _;

fn config(n: u32, fanout: u32, multicast: f64, load: f64) -> Config {
    let setting = paper::Setting { n, fanout, multicast, start: paper::Start::Random };
    Config::new(setting, load, 1)
}

#[test]
fn unicast_traffic_has_the_throughput_of_patel() {
    for (n, load) in [(1, 1.0), (3, 0.5), (5, 1.0), (7, 0.2)] {
        let mut exact: f64 = load;
        for _ in 0..n {
            exact = 1.0 - (1.0 - exact / 2.0) * (1.0 - exact / 2.0);
        }
        let network = Network::new(config(n, 1, 0.0, load)).expect("a network");
        let report = precise(network, 0.001);
        let eta = report.estimate().expect("slots");
        assert!((eta.mean - exact).abs() < eta.half99, "n = {n}: {eta:?} is not {exact}");
        let complete = report.class("complete").and_then(|class| class.estimate).expect("slots");
        assert_eq!(complete.mean, eta.mean, "a unicast packet is complete when it arrives");
    }
}

#[test]
fn a_packet_that_is_not_lost_crosses_a_link_before_each_stage_and_after_the_last() {
    let setting = paper::Setting { n: 5, fanout: 1, multicast: 0.0, start: paper::Start::Random };
    let mut network = Network::new(Config::new(setting, 1.0, 3)).expect("a network").watched();
    let mut passed = 0;
    for _ in 0..200 {
        network.step();
        passed += network.trail().len() as u64;
    }
    assert_eq!(network.flit_hops(), passed + network.delivered);
    assert!(network.lost > 0 && 6 * network.delivered < passed + network.delivered);
}

#[test]
fn a_lone_multicast_packet_arrives_everywhere() {
    for start in [paper::Start::Random, paper::Start::Inside] {
        for n in 2..=6 {
            let setting = paper::Setting { n, fanout: 1 << (n - 1), multicast: 1.0, start };
            // About one packet in two hundred slots, so that rarely two meet.
            let load = f64::from(setting.fanout) / f64::from(200 << n);
            let mut network = Network::new(Config::new(setting, load, 3)).expect("a network");
            for _ in 0..20_000 {
                network.step();
                if network.here.iter().all(|copy| copy.source == network.here[0].source) && !network.here.is_empty() {
                    let complete = network.samples()[1].value * f64::from(network.banyan.nodes());
                    assert!(complete == 1.0 || network.lost > 0, "{:?}", network.here);
                }
            }
            assert_eq!(network.audit(), Ok(()));
            assert!(network.delivered > 30 * u64::from(setting.fanout) && network.lost < network.offered() / 50);
        }
    }
}

#[test]
fn early_copies_are_refused_with_the_reason() {
    let mut early = config(4, 4, 0.5, 0.5);
    early.network.start = paper::Start::Early;
    let refused = Network::new(early).expect_err("no header makes them");
    assert_eq!(refused, Problem::new("start", "early", Accepted::RandomStart));
}

#[test]
fn a_literal_reading_of_the_header_rules_delivers_elsewhere_after_a_wrap() {
    // Seen as a copy although the bit of min is one: the printed headers, applied to any two bits that differ.
    let literal = |Region { min, max }: Region, i: u32| {
        let low = (1 << i) - 1;
        let above = |address: u32| address >> (i + 1) << (i + 1);
        match ((min >> i) & 1, (max >> i) & 1) {
            (0, 0) | (1, 1) => Region { min, max }.split(i),
            _ => [Some(Region { min, max: above(max) | low }), Some(Region { min: above(min) | (low + 1), max })],
        }
    };
    for (n, min, max, wrong) in
        [(4, 14, 1, vec![6, 7, 8, 9]), (3, 6, 1, vec![2, 3, 4, 5]), (4, 13, 4, vec![5, 6, 7, 8, 9, 10, 11, 12])]
    {
        let banyan = Banyan { n };
        let mut headers = vec![(0_u32, Region { min, max })];
        for i in (0..n).rev() {
            let split = |(node, header): (u32, Region)| {
                (0..2).zip(literal(header, i)).filter_map(move |(port, copy)| copy.map(|copy| (node << 1 | port, copy)))
            };
            headers = headers.into_iter().flat_map(split).collect();
        }
        let mut reached: Vec<u32> = headers.into_iter().map(|(node, _)| node).collect();
        reached.sort_unstable();
        assert_eq!(reached, wrong);
        let (_, mut reached) = tree(banyan, 3 % banyan.nodes(), Region { min, max });
        reached.sort_unstable();
        let count = Region { min, max }.size(banyan);
        let mut meant: Vec<u32> = (0..count).map(|l| (min + l) % banyan.nodes()).collect();
        meant.sort_unstable();
        assert_eq!(reached, meant);
    }
}

#[test]
fn theorem_1_no_copies_meet_in_the_second_pass() {
    let mut cases = [(0, 0); 5];
    let mut sorted_blocked = 0;
    for n in 1..=4_u32 {
        let banyan = Banyan { n };
        for set in 1..1_u32 << banyan.nodes() {
            let destinations: Vec<u32> = (0..banyan.nodes()).filter(|d| set >> d & 1 == 1).collect();
            for start in 0..banyan.nodes() {
                let wraps = start + destinations.len() as u32 > banyan.nodes();
                assert!(!blocked(banyan, second_pass(banyan, start, &destinations)), "{start} {destinations:?}");
                cases[n as usize].0 += 1;
                cases[n as usize].1 += u32::from(wraps);
                if n == 4 && wraps {
                    let mut sources: Vec<u32> =
                        second_pass(banyan, start, &destinations).map(|(source, _)| source).collect();
                    sources.sort_unstable();
                    sorted_blocked += u32::from(blocked(banyan, sources.into_iter().zip(destinations.iter().copied())));
                }
            }
        }
    }
    // The counts of an independent enumeration.
    assert_eq!(cases[4], (1_048_560, 458_753));
    assert_eq!(sorted_blocked, 240_964, "sorting the nodes after a wrap breaks the theorem");
}

/// The pair of Figure 4, or the three packets between four nodes.
fn packets_of(packets: Packets) -> Vec<Packet> {
    let (arbitration, release) = (Arbitration::UpperFirst, Release::Tail);
    deadlock::Setting { packets, arbitration, release, seed: 1 }.list()
}

const RELEASES: [Release; 2] = [Release::Together, Release::Tail];

/// Checks the circle: each packet waits for the next, and none for itself.
fn assert_circle(end: &WaitOutcome) {
    let WaitOutcome::Deadlock { circle, .. } = end else { panic!("{end:?}") };
    assert!(circle.len() >= 2, "{end:?}");
    for (wait, next) in circle.iter().zip(circle.iter().cycle().skip(1)) {
        assert!(wait.holder == next.packet && wait.packet != wait.holder, "{end:?}");
    }
}

#[test]
fn the_pair_of_figure_4_deadlocks_half_of_the_time_with_random_arbitration_and_never_with_the_upper_input_first() {
    let (banyan, flits, trials) = (Banyan { n: 4 }, 16, 1000);
    let mut random = stream(4, 0);
    for release in RELEASES {
        for arbitration in [Arbitration::UpperFirst, Arbitration::FirstCome] {
            let end = run(banyan, &packets_of(Packets::Pair), flits, release, arbitration, &mut random);
            assert!(matches!(end, WaitOutcome::Delivered { .. }), "{release:?}, {arbitration:?}: {end:?}");
        }
        let mut deadlocks = 0;
        for _ in 0..trials {
            let end = run(banyan, &packets_of(Packets::Pair), flits, release, Arbitration::Random, &mut random);
            if let WaitOutcome::Deadlock { circle, .. } = &end {
                assert_circle(&end);
                assert_eq!(circle.len(), 2);
                assert!(circle.iter().all(|wait| wait.stage == 1), "at μ and ν: {circle:?}");
                deadlocks += 1;
            }
        }
        // Four standard deviations of a fair coin.
        assert!((f64::from(deadlocks) / f64::from(trials) - 0.5).abs() < 0.0632, "{release:?}: {deadlocks}");
    }
}

#[test]
fn three_packets_on_four_nodes_refute_theorem_2_where_a_tail_gives_links_back() {
    let (banyan, mut random) = (Banyan { n: 2 }, stream(5, 0));
    for flits in [8, 32] {
        let end = run(banyan, &packets_of(Packets::Three), flits, Release::Tail, Arbitration::UpperFirst, &mut random);
        let WaitOutcome::Deadlock { circle, .. } = &end else { panic!("{flits}: {end:?}") };
        assert_circle(&end);
        let mut stuck: Vec<usize> = circle.iter().map(|wait| wait.packet).collect();
        stuck.sort_unstable();
        assert_eq!(stuck, [1, 2], "{circle:?}");
        assert!(circle.iter().all(|wait| wait.stage == 0), "{circle:?}");
        for (release, arbitration) in
            [(Release::Together, Arbitration::UpperFirst), (Release::Tail, Arbitration::FirstCome)]
        {
            let end = run(banyan, &packets_of(Packets::Three), flits, release, arbitration, &mut random);
            assert!(matches!(end, WaitOutcome::Delivered { .. }), "{release:?}, {arbitration:?}: {end:?}");
        }
    }
}

/// Packets from different sources, each to a region of 2 to 8 consecutive nodes.
fn random_packets(banyan: Banyan, count: usize, random: &mut Pcg64Mcg) -> Vec<Packet> {
    let mut sources: Vec<u32> = (0..banyan.nodes()).collect();
    for i in 0..count {
        sources.swap(i, random.random_range(i as u32..banyan.nodes()) as usize);
    }
    let packet = |&source: &u32| {
        let fanout = random.random_range(2..=8);
        let min = random.random_range(0..=banyan.nodes() - fanout);
        Packet { source, region: Region { min, max: min + fanout - 1 }, start: 0 }
    };
    sources[..count].iter().map(packet).collect()
}

fn deadlocks(release: Release, arbitration: Arbitration, packets: usize, flits: u32, trials: u32) -> u32 {
    let (banyan, mut random) = (Banyan { n: 4 }, Pcg64Mcg::seed_from_u64(6));
    let mut count = 0;
    for _ in 0..trials {
        let packets = random_packets(banyan, packets, &mut random);
        let end = run(banyan, &packets, flits, release, arbitration, &mut random);
        if let WaitOutcome::Deadlock { .. } = &end {
            assert_circle(&end);
            count += 1;
        }
    }
    count
}

#[test]
fn what_never_deadlocks_does_not_and_what_can_does() {
    let flits = 16;
    for packets in [2, 3, 4, 8, 16] {
        assert_eq!(deadlocks(Release::Together, Arbitration::UpperFirst, packets, flits, 200), 0, "Theorem 2");
        assert!(deadlocks(Release::Together, Arbitration::Random, packets, flits, 200) > 20);
        assert_eq!(deadlocks(Release::Tail, Arbitration::FirstCome, packets, flits, 200), 0);
        let upper = deadlocks(Release::Tail, Arbitration::UpperFirst, packets, flits, 200);
        assert_eq!(upper > 0, packets > 2, "{upper} of 200 with {packets} packets");
    }
}

/// All pairs of packets with regions that do not wrap, the second one up to `latest` cycles later.
fn no_pair_deadlocks(n: u32, latest: u64) {
    let (banyan, mut random) = (Banyan { n }, stream(7, 0));
    let nodes = banyan.nodes();
    let all: Vec<Packet> = (0..nodes)
        .flat_map(|source| (0..nodes).flat_map(move |min| (min..nodes).map(move |max| (source, Region { min, max }))))
        .map(|(source, region)| Packet { source, region, start: 0 })
        .collect();
    for one in &all {
        for other in all.iter().filter(|other| other.source != one.source) {
            for start in 0..=latest {
                let packets = [*one, Packet { start, ..*other }];
                let end = run(banyan, &packets, 3, Release::Tail, Arbitration::UpperFirst, &mut random);
                assert!(matches!(end, WaitOutcome::Delivered { .. }), "{packets:?}: {end:?}");
            }
        }
    }
}

#[test]
fn two_packets_never_deadlock_with_the_upper_input_first_whenever_they_start() {
    no_pair_deadlocks(2, 4);
}

#[test]
#[ignore = "minutes: make verify"]
fn two_packets_between_eight_nodes_never_deadlock_either() {
    no_pair_deadlocks(3, 4);
}

#[test]
fn a_lone_packet_takes_as_long_as_its_pipeline() {
    let (banyan, mut random) = (Banyan { n: 5 }, stream(8, 0));
    for release in RELEASES {
        for region in [Region { min: 3, max: 3 }, Region { min: 3, max: 18 }] {
            let packet = Packet { source: 9, region, start: 0 };
            let end = run(banyan, &[packet], 16, release, Arbitration::Random, &mut random);
            assert_eq!(end, WaitOutcome::Delivered { cycles: 5 + 16 - 1 }, "{release:?}");
        }
    }
}
