//! The engine against the plain one: every lane, circuit, queue, delivery, count and happening, after every cycle.

use super::*;
use crate::sim::circuit::plain::PlainNetwork;
use crate::traffic::pattern::Pattern;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;

/// By port: the numbers of the messages that wait.
fn queues(network: &Network) -> Vec<Vec<u32>> {
    let one = |port: &Port| {
        let mut numbers = Vec::new();
        let mut place = port.head;
        while place != NONE {
            numbers.push(network.messages[place].number);
            place = network.messages[place].next;
        }
        numbers
    };
    network.ports.iter().map(one).collect()
}

/// Deliveries, in order, and their cost.
fn compare_deliveries(network: &Network, plain: &PlainNetwork) {
    let expected = plain.delivered.iter().map(|&(generated, now)| (generated, (now - generated) as f64));
    let samples = network.samples().iter().map(|sample| (sample.generated, sample.value));
    assert!(samples.eq(expected), "{:?} is not {:?}", network.samples(), plain.delivered);
    assert_eq!(network.happened(), plain.happened);
}

fn compare(network: &Network, plain: &PlainNetwork) {
    assert_eq!(network.lanes().collect::<Vec<_>>(), plain.lanes());
    let mut circuits: Vec<CircuitView> = network.circuits().collect();
    circuits.sort_unstable_by_key(|circuit| circuit.message);
    assert_eq!(circuits, plain.circuits());
    let mut crossed: Vec<u32> = network.crossed().collect();
    crossed.sort_unstable();
    assert_eq!(crossed, plain.crossed());
    compare_deliveries(network, plain);
}

fn compare_counts(network: &Network, plain: &PlainNetwork, window: &(u64, Vec<u64>)) {
    assert_eq!(queues(network), plain.queues());
    assert_eq!(network.totals.messages.generated, u64::from(plain.generated));
    assert_eq!(network.totals.messages.in_flight, plain.in_flight());
    assert_eq!(network.offered(), plain.offered);
    assert_eq!(network.last_progress(), plain.last_progress);
    assert_eq!(network.flit_hops(), plain.carried.iter().sum::<u64>());
    let (since, before) = window;
    let carried = plain.carried.iter().zip(before).map(|(now, before)| now - before);
    let parts = carried.map(|carried| crate::sim::ratio(carried, network.now() - since));
    let channels = network.channels();
    assert!(channels.is_empty() || channels.iter().map(|channel| channel.utilisation).eq(parts));
    assert_eq!(network.audit(), Ok(()));
}

/// Two states with the same mean, or one.
fn draw_process(random: &mut Pcg32, load: f64) -> Superposition {
    match random.random_range(0..2) {
        0 => poisson(load),
        _ => Superposition::of([TwoState { d1: 40.0, d2: 160.0, high: 3.0 * load, low: 0.5 * load }]),
    }
}

/// A network of few nodes with options of every kind.
fn draw_config(random: &mut Pcg32, seed: u32) -> Config {
    let mut pick = |choices: &[u32]| choices[random.random_range(0..choices.len())];
    let n = pick(&[1, 2, 3, 3, 4]);
    let vcs = pick(&[1, 1, 2, 3, 5, 16]);
    // A circuit with more than 64 flits is looked at while it streams.
    let flits = pick(&[1, 2, 3, 5, 8, 20, 63, 64, 65, 150]);
    let depth = pick(&[1, 2, 2, 2, 3, 4, 9]);
    let injection = [Injection::Each, Injection::Shared][pick(&[0, 1]) as usize];
    // From light loads, under which circuits stream, to more than the network carries.
    let load = [0.02, 0.1, 0.3, 0.6, 2.0][pick(&[0, 1, 2, 3, 4]) as usize] / f64::from(flits + 3 * n);
    let destinations = match pick(&[0, 0, 1, 2]) {
        0 => Destinations::UNIFORM,
        1 => Destinations::of(Pattern::BitComplement),
        _ => Destinations::hotspot(0.3, (1 << n) - 1),
    };
    let process = draw_process(random, load);
    Config::new(Setting { n, vcs, flits, destinations, process, injection, depth }, load, seed)
}

/// Compares two runs of a setting, with some messages more; gives how often a circuit streamed.
fn run_both(config: Config, random: &mut Pcg32) -> u64 {
    let mut network = Network::new(config).watched();
    if random.random_range(0..2) == 0 {
        network.count_channels();
    }
    let mut plain = PlainNetwork::new(config);
    let mut window = (0, plain.carried.clone());
    let mut streamed = 0;
    for cycle in 0..1500 {
        if cycle == 1000 {
            network.stop_sources();
            plain.stop_sources();
        }
        if random.random_range(0..500) == 0 {
            network.begin_window();
            window = (network.now(), plain.carried.clone());
        }
        if random.random_range(0..40) == 0 {
            let mut node = || random.random_range(0..1 << config.network.n);
            let (source, destination) = (node(), node());
            network.inject(source, destination);
            plain.inject(source, destination);
        }
        network.step();
        plain.step();
        streamed += network.lanes.streaming;
        compare(&network, &plain);
        if cycle % 50 == 0 {
            compare_counts(&network, &plain, &window);
        }
    }
    streamed
}

#[test]
fn the_engine_is_the_plain_engine_state_by_state() {
    let mut random = Pcg32::seed_from_u64(3);
    let mut streamed = 0;
    for run in 0..80 {
        let config = draw_config(&mut random, run);
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run_both(config, &mut random)));
        let Ok(flits) = result else { panic!("run {run}, {config:?}") };
        assert!(flits == 0 || config.network.depth > 1, "with a place for one flit none stream: {config:?}");
        streamed += u64::from(flits > 0);
    }
    assert!(streamed > 30, "circuits streamed in {streamed} runs");
}

#[test]
fn a_network_of_the_usual_size_is_the_plain_engine() {
    for (load, seed) in [(0.006, 1), (0.018, 2), (0.034, 3)] {
        let config = Config { seed, ..config(6, 5, 32, load) };
        let (mut network, mut plain) = (Network::new(config).watched(), PlainNetwork::new(config));
        for cycle in 0..1500 {
            network.step();
            plain.step();
            compare_deliveries(&network, &plain);
            if cycle % 30 == 0 {
                compare(&network, &plain);
            }
        }
        compare_counts(&network, &plain, &(0, plain.carried.clone()));
    }
}
