//! The wormhole simulator against independent simulations of the same protocol, and against exact results.

use crate::agreement::{allowed, distance, finish, misses, widened};
use crate::golden::close;
use flitscope::{
    sim::{
        protocol::Plan,
        wormhole::{Config, Credit, Hops, Injection, Network, Setting, WindowMeasures, WormholeRun},
    },
    topology::broadcast::Orientation,
};
use serde_json::Value as Json;
use std::collections::BTreeSet;

fn rows(key: &str) -> Vec<Json> {
    let golden: Json = serde_json::from_str(include_str!("../golden/wormhole.json")).expect("golden numbers are JSON");
    golden[key].as_array().expect("a list").clone()
}

/// The network that the options of the independent simulator name, and its value of `--single`.
fn network_of(options: &str) -> (Config, String) {
    let words: Vec<&str> = options.split_whitespace().collect();
    let value = |name: &str| words.iter().position(|word| *word == name).map(|at| words[at + 1]);
    let count = |name: &str, default: u32| value(name).map_or(default, |text| text.parse().expect("a count"));
    let (k, n, vcs, flits) = (count("--k", 0), count("--n", 0), count("--V", 3), count("--M", 0));
    let setting =
        if words.contains(&"--uni") { Setting::cube(k, n, vcs, flits) } else { Setting::torus(k, n, vcs, flits) };
    let injection = match (count("--nq", 1), count("--injvc", vcs), count("--injbw", 1)) {
        (0, 1, _) => Injection::Ports,
        (0, slots, _) if slots == vcs => Injection::PortsV,
        (1, slots, 0) if slots == vcs => Injection::Free,
        (1, slots, 1) if slots == vcs => Injection::One,
        other => panic!("no injection rule for {other:?}"),
    };
    let credit = if value("--credit") == Some("prev") { Credit::Previous } else { Credit::Same };
    let number = |name: &str| value(name).map_or(0.0, |text| text.parse().expect("a number"));
    let (load, beta) = (number("--lambda"), number("--beta"));
    let setting = Setting { injection, credit, depth: count("--depth", 1), beta, ..setting };
    (Config::new(setting, load, 1), value("--single").unwrap_or_default().into())
}

#[test]
fn every_message_and_broadcast_of_an_idle_network_takes_as_long_as_independently_simulated() {
    let cases = rows("zero_load");
    assert_eq!(cases.len(), 14);
    let mut drawn = 0;
    for case in cases {
        let (config, single) = network_of(case["args"].as_str().expect("options"));
        let (source, destination) = single.split_once(',').expect("two words");
        let node = |text: &str| text.parse().expect("a node");
        let key = if source == "b" { "broadcast_latency" } else { "latency" };
        let takes = |seed: u32| {
            let mut network = Network::new(Config { seed, ..config });
            if source == "b" {
                network.inject_broadcast(node(destination), &Orientation::fixed(config.network.n));
            } else {
                network.inject_unicast(node(source), node(destination));
            }
            let mut last = 0;
            while network.in_flight() > 0 {
                network.step();
                last = network.completed().first().map_or(last, |broadcast| broadcast.latency());
                if source != "b" {
                    last = network.deliveries().first().map_or(last, |delivery| delivery.latency());
                }
            }
            last
        };
        if source == "b" && config.network.injection == Injection::One {
            // Copies of a node share its one flit in the order of the virtual channels that they have drawn: each seed has its own time. None
            // is faster than with a queue per port, and none slower than if every level sent three copies one after the other.
            drawn += 1;
            let times: BTreeSet<u64> = (0..200).map(takes).collect();
            let levels = u64::from(config.network.n * (config.network.k / 2));
            let (least, most) = (u64::from(config.network.flits) + 1, 3 * u64::from(config.network.flits) + 1);
            assert!(times.iter().all(|time| (levels * least..=levels * most).contains(time)), "{times:?}");
            let reference = case[key].as_u64().expect("a latency");
            assert!(times.contains(&reference) && times.len() > 20, "{reference} in {times:?}");
            continue;
        }
        for seed in 1..4 {
            close(takes(seed) as f64, &case[key], &case.to_string());
        }
    }
    assert_eq!(drawn, 1);
}

/// A mean with half the width of its 95 % confidence interval.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    mean: f64,
    half: f64,
}

/// Batch means by time of generation.
struct Batches {
    batches: [(f64, u32); Self::COUNT],
    start: u64,
    length: u64,
}

impl Batches {
    const COUNT: usize = 30;

    const fn new(start: u64, cycles: u64) -> Self {
        Self { batches: [(0.0, 0); Self::COUNT], start, length: cycles / Self::COUNT as u64 }
    }

    fn add(&mut self, generated: u64, value: u64) {
        let batch = generated.checked_sub(self.start).map(|after| (after / self.length) as usize);
        if let Some((sum, count)) = batch.and_then(|batch| self.batches.get_mut(batch)) {
            *sum += value as f64;
            *count += 1;
        }
    }

    fn estimate(&self) -> Estimate {
        let count = Self::COUNT as f64;
        let means = self.batches.map(|(sum, count)| sum / f64::from(count));
        let mean = means.iter().sum::<f64>() / count;
        let variance = means.iter().map(|batch| (batch - mean) * (batch - mean)).sum::<f64>() / (count - 1.0);
        // The 97.5 % point of the t distribution with 29 degrees of freedom.
        Estimate { mean, half: 2.045 * libm::sqrt(variance / count) }
    }
}

struct Run {
    latency: Estimate,
    network: Estimate,
    source: Estimate,
    copy: Estimate,
    broadcast: Estimate,
    measured: WindowMeasures,
}

/// Simulates the window of a row, or a share of it. All messages generated in it are followed to their delivery.
fn simulate(config: Config, warm: u64, cycles: u64) -> Run {
    let mut network = Network::new(config);
    (0..warm).for_each(|_| network.step());
    network.reset_window();
    let mut batches = [(); 5].map(|()| Batches::new(warm, cycles));
    let mut measured = None;
    while network.now() < warm + cycles + 4000 {
        network.step();
        for delivery in network.deliveries() {
            let at = delivery.generated;
            if delivery.broadcast.is_some() {
                batches[3].add(at, delivery.latency());
                continue;
            }
            batches[0].add(at, delivery.latency());
            batches[1].add(at, delivery.network_latency());
            batches[2].add(at, delivery.source_wait());
        }
        network.completed().iter().for_each(|broadcast| batches[4].add(broadcast.generated, broadcast.latency()));
        if network.now() == warm + cycles {
            measured = Some(network.measured());
        }
    }
    let [latency, network, source, copy, broadcast] = batches.map(|batches| batches.estimate());
    Run { latency, network, source, copy, broadcast, measured: measured.expect("the window has ended") }
}

/// Compares a run with a row: what differs by more than the combined confidence intervals, widened from 95 % to 99.9 %.
fn disagreements(row: &Json, share: f64) -> Vec<String> {
    let (config, _) = network_of(row["cmd"].as_str().expect("options"));
    let number = |key: &str| row[key].as_f64().unwrap_or(f64::NAN);
    let cycles = share * number("cycles") * 0.8333;
    let run = simulate(config, (0.1 * cycles) as u64 + 5000, cycles as u64);
    let name = format!("{} {} {}", row["name"], row["config"], row["frac"]);
    let mut differences = Vec::new();
    let mut check = |what: &str, ours: Estimate, mean: f64, half: f64| {
        let limit = 1.68 * libm::hypot(ours.half, half);
        println!("{name} {what}: {:.4} +- {:.4}, theirs {mean} +- {half:.4}", ours.mean, ours.half);
        if (ours.mean - mean).abs() > limit {
            differences.push(format!("{name} {what}: {ours:?} is not {mean} +- {half}"));
        }
    };
    let relative = number("net_ci95") / number("net_latency");
    check("latency", run.latency, number("latency"), number("ci95"));
    check("network latency", run.network, number("net_latency"), number("net_ci95"));
    check("wait at the source", run.source, number("src_wait"), number("src_ci95"));
    if config.network.beta > 0.0 {
        check("broadcast", run.broadcast, number("bcast_latency"), number("bcast_ci95"));
        check("copy", run.copy, number("onestep_latency"), number("onestep_latency") * relative);
    }
    // Quantities without an interval of their own: lane by lane they vary as the network latency does.
    let scale = libm::sqrt(1.0 / share);
    let WindowMeasures { hold, vbar, .. } = run.measured;
    let of = |value: Option<f64>, factor: f64| {
        let mean = value.expect("there was traffic");
        Estimate { mean, half: factor * relative * scale * mean }
    };
    let half = |key: &str, factor: f64| factor * relative * number(key);
    check("hold", of(hold, 2.0), number("vc_hold"), half("vc_hold", 2.0));
    check("Vbar", of(vbar, 2.0), number("Vbar"), half("Vbar", 2.0));
    for (left, hops) in (1..).zip(run.measured.hops()) {
        // Both counts, from the source and from further on.
        let [near, far] = ["_src", ""].map(|suffix| &row["block_by_remaining"][format!("r{left}{suffix}")]);
        let theirs = [near, far].iter().fold(Hops::default(), |sum, row| {
            let asked = row[0].as_f64().unwrap_or(0.0);
            let blocked = (asked * row[1].as_f64().unwrap_or(0.0)).round();
            sum.plus(Hops { asked: asked as u64, blocked: blocked as u64, ..Hops::default() })
        });
        // Blockings come in clusters of some.
        let interval = |hops: Hops| 1.96 * 2.0 * libm::sqrt(hops.blocked as f64 + 1.0) / hops.asked as f64;
        let ours = Estimate { mean: hops.blocking().expect("some hops"), half: interval(hops) };
        check(&format!("blocking, r = {left}"), ours, theirs.blocking().expect("some hops"), interval(theirs));
    }
    differences
}

#[test]
fn the_means_of_independent_simulations_are_within_the_confidence_intervals() {
    let rows = rows("simulation");
    assert_eq!(rows.len(), 25);
    let pick = |name: &str, config: &str, fraction: f64| {
        let wanted = |row: &&Json| row["name"] == name && row["config"] == config && row["frac"] == fraction;
        rows.iter().find(wanted).expect("a simulated point")
    };
    let mut differences = Vec::new();
    for (row, share) in [
        (pick("T2", "ports1", 0.1), 0.1),
        (pick("T2", "ports1", 0.5), 0.2),
        (pick("T2", "ports1", 0.85), 0.2),
        (pick("C1", "injfree", 0.5), 0.3),
        (pick("H1", "injfree", 0.85), 0.3),
        (pick("C1", "inj1", 0.5), 0.1),
    ] {
        differences.extend(disagreements(row, share));
    }
    assert!(differences.is_empty(), "{differences:#?}");
}

#[test]
#[ignore = "minutes: make verify"]
fn all_independent_simulations_at_full_length() {
    let main = rows("simulation").into_iter().filter(|row| row["config"] != "inj1");
    let differences: Vec<String> = main.flat_map(|row| disagreements(&row, 1.0)).collect();
    assert!(differences.is_empty(), "{differences:#?}");
}

/// The latency of a row, and of its broadcasts if it has any, under the protocol of all simulators.
fn distances(row: &Json) -> Vec<(String, f64)> {
    let (config, _) = network_of(row["cmd"].as_str().expect("options"));
    let number = |key: &str| row[key].as_f64().expect("a number");
    // Of a fixed length, twice theirs: runs that stop when their interval happens to be narrow miss more often.
    let plan = Plan { precision: None, most_cycles: 2 * number("cycles") as u64 };
    let report = finish(WormholeRun::new(Config { seed: 2024, ..config }), plan);
    let compare = |class: &str, mean: &str, half: &str| {
        let ours = report.class(class).and_then(|class| class.estimate).expect("messages arrive");
        let theirs = (number(mean), number(half));
        let what = format!("{} {} {} {class}", row["name"], row["config"], row["frac"]);
        println!("{what}: {:.4} +- {:.4}, theirs {} +- {}", ours.mean, ours.half95, theirs.0, theirs.1);
        (what, distance((ours.mean, ours.half99), (theirs.0, widened(theirs.1, 30))))
    };
    let mut distances = vec![compare("unicast", "latency", "ci95")];
    if config.network.beta > 0.0 {
        distances.push(compare("broadcast", "bcast_latency", "bcast_ci95"));
    }
    distances
}

#[test]
#[ignore = "minutes: make verify"]
fn every_point_of_the_wormhole_networks_agrees() {
    let rows = rows("simulation");
    assert_eq!(rows.len(), 25);
    let points: Vec<_> = rows.iter().flat_map(distances).collect();
    assert_eq!(points.len(), 30, "25 latencies, and five of broadcasts");
    assert!(misses(&points) <= allowed(points.len()));
}

#[test]
fn channels_carry_the_messages_that_the_models_say() {
    // Both models write the utilisation λ_c M, with λ_c from the mean distance and the copies per broadcast.
    for (setting, load) in [
        (Setting { beta: 0.02, ..Setting::torus(8, 2, 4, 16) }, 0.004),
        (Setting { beta: 0.05, depth: 4, ..Setting::torus(5, 3, 3, 8) }, 0.004),
        (Setting::cube(6, 3, 3, 16), 0.002),
        (Setting::cube(2, 6, 3, 16), 0.01),
    ] {
        let mut network = Network::new(Config::new(setting, load, 1));
        (0..2000).for_each(|_| network.step());
        network.reset_window();
        (0..60_000).for_each(|_| network.step());
        let measured = network.measured();
        let distance = setting.mean_hops();
        let copies = f64::from(setting.nodes() - 1);
        let hops = measured.generated_unicasts as f64 * distance + measured.generated_broadcasts as f64 * copies;
        let lambda_c = hops / (f64::from(setting.channels()) * measured.cycles as f64);
        assert!((measured.lambda_c / lambda_c - 1.0).abs() < 0.01, "{setting:?}: {} {lambda_c}", measured.lambda_c);
        assert!((measured.utilisation / (measured.lambda_c * f64::from(setting.flits)) - 1.0).abs() < 1e-12);
        let profile: f64 = measured.n_r.iter().sum();
        assert!((profile / distance - 1.0).abs() < 0.01, "{profile} hops, {distance} expected");
    }
}
