//! Circuits as flows against an independent implementation, and against the tables of the method.

use crate::golden::within;
use flitscope::{
    model::hypercube_mmpp::{Distance, Retry, Setting},
    model::ours::circuits::{
        network::{Network, Traffic},
        search::{Connections, EXACT, Search},
        single::{self, PathWait},
        solution::Solution,
        step::Solver,
    },
    traffic::long_range::{Target, Weights},
};
use serde_json::Value as Json;

const ORACLE: &str = include_str!("../golden/circuits-as-flows.json");

/// Agreement asked of every number; of probabilities an absolute difference of 1e-9 is allowed.
const RTOL: f64 = 1e-6;

fn differs(rtol: f64, ours: &[f64], theirs: &Json, what: &str) {
    let theirs = theirs.as_array().unwrap_or_else(|| panic!("{what} is no list"));
    assert_eq!(ours.len(), theirs.len(), "{what}");
    for (index, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
        let number = theirs.as_f64().expect("a number");
        assert!((ours - number).abs() <= (rtol * number.abs()).max(1e-9), "{what}[{index}]: {ours} is not {number}");
    }
}

fn all(ours: &[f64], theirs: &Json, what: &str) {
    differs(RTOL, ours, theirs, what);
}

/// A hypercube.
pub(crate) fn network(n: u32, vcs: u32, flits: u32) -> Network {
    Network { n, vcs, flits }
}

/// A network with traffic.
pub(crate) fn with_traffic(network: Network, lag1: f64, target: Target) -> Setting {
    let (Network { n, vcs, flits }, Target { hurst, scales, mmpps, weights: fit }) = (network, target);
    let (distance, retry) = (Distance::Half, Retry::Independent);
    Setting { n, vcs, flits, hurst, lag1, scales, mmpps, fit, distance, retry }
}

/// A network with traffic over five decades from four MMPPs.
pub(crate) fn bursty(network: Network, hurst: f64, lag1: f64, weights: Weights) -> Setting {
    with_traffic(network, lag1, Target { hurst, scales: 5, mmpps: 4, weights })
}

/// A network with Poisson traffic.
pub(crate) fn poisson(network: Network) -> Setting {
    bursty(network, 0.7, 0.0, Weights::Collocation)
}

/// A network that the model covers, with its traffic.
pub(crate) fn connections(setting: &Setting) -> Connections {
    Connections::new(Network::of(setting), Traffic::of(setting))
}

/// The solution found from the empty network.
pub(crate) fn cold(network: &Connections, load: f64) -> Option<Solution> {
    flitscope::model::ours::search::cold(network, load, EXACT.tolerance)
}

/// The solution of a load that is stable.
pub(crate) fn solved(setting: &Setting, load: f64) -> Solution {
    cold(&connections(setting), load).unwrap_or_else(|| panic!("{setting:?} at {load} is stable"))
}

/// The end of a curve of Poisson traffic.
pub(crate) fn capacity(network: Network) -> f64 {
    let mut search = Search::new(&poisson(network)).expect("a network of the model");
    assert!(search.advance(&|| true));
    search.end()
}

/// The setting of a row; it has four MMPPs.
fn setting(row: &Json) -> Setting {
    let count = |key: &str| row[key].as_u64().expect("a whole number") as u32;
    let network = network(count("n"), count("V"), count("M"));
    let weights = if row["fit"] == "ls" { Weights::LeastSquares } else { Weights::Collocation };
    let target = Target { hurst: row["H"].as_f64().unwrap_or(0.7), scales: count("n_ts"), mmpps: 4, weights };
    with_traffic(network, row["lag1"].as_f64().expect("a number"), target)
}

#[test]
fn every_number_is_that_of_the_independent_implementation() {
    let oracle: Json = serde_json::from_str(ORACLE).expect("JSON");
    let (mut points, mut burst, mut compared) = (0, 0, 0);
    for theirs in oracle["settings"].as_array().expect("settings") {
        let setting = setting(theirs);
        for point in theirs["loads"].as_array().expect("loads") {
            let number = |key: &str| point[key].as_f64().expect("a number");
            let solution = solved(&setting, number("lam"));
            let (step, unknowns, slots) = (&solution.step, &solution.unknowns, &solution.slots);
            let channel = &step.channel;
            let lists: [(&str, &[f64]); 10] = [
                ("sigma", &unknowns.slow),
                ("data_d", &slots.data),
                ("setup_d", &unknowns.setup),
                ("slot_d", &slots.each),
                ("psi", &channel.reach),
                ("S", &step.sharing.together),
                ("Pi", &channel.held),
                ("Pv", &channel.data),
                ("P0", &channel.found),
                ("nf", &channel.free[1..]),
            ];
            lists.iter().for_each(|(key, ours)| all(ours, &point[*key], key));
            let tables: [(&str, Vec<&[f64]>); 4] = [
                ("pi_d", step.beside.iter().map(Vec::as_slice).collect()),
                ("m_d", unknowns.own.iter().map(<[f64; 25]>::as_slice).collect()),
                ("m_v", unknowns.seen.iter().map(<[f64; 25]>::as_slice).collect()),
                ("Y", step.sharing.beside.iter().map(<[f64; 24]>::as_slice).collect()),
            ];
            for (key, rows) in tables {
                // The file has them for some of the points.
                let Some(theirs) = point[key].as_array() else { continue };
                assert_eq!(theirs.len(), rows.len(), "{key}");
                rows.iter().zip(theirs).for_each(|(ours, theirs)| all(ours, theirs, key));
                compared += 1;
            }
            let numbers = [
                ("data_mean", solution.data + solution.bursts.as_ref().map_or(0.0, |bursts| bursts.extra)),
                ("setup_mean", solution.setup),
                ("T", slots.mean),
                ("rho", slots.rho),
                ("tau", slots.crossing),
                ("cv2_distance", solution.spread.distance),
                ("cv2", solution.spread.whole),
                ("Nf", channel.slots),
                ("ts", channel.setup),
                ("a", channel.rate),
                ("PV", step.full),
                ("phi", step.together),
                ("delta", unknowns.idle),
            ];
            numbers.iter().for_each(|(key, ours)| all(&[*ours], &serde_json::json!([point[*key]]), key));
            // Near the capacity a wait takes up every difference twenty times.
            let end = if setting.lag1 > 0.0 && number("fraction") > 0.9 { 1e-5 } else { RTOL };
            within(end, solution.wait, &point["W"], "W");
            within(end, solution.latency(), &point["latency"], "latency");
            points += 1;
            let Some(ours) = solution.bursts else {
                assert!(point["mmpp"].is_null());
                continue;
            };
            let theirs = &point["mmpp"];
            for (part, theirs) in ours.arrivals.parts().iter().zip(theirs["components"].as_array().expect("a list")) {
                all(&[part.d1, part.d2, part.high, part.low], theirs, "components");
            }
            all(&ours.own.map(|(_, time)| time), &theirs["T_own"], "T_own");
            within(RTOL, ours.backlogged(), &theirs["T_sat"], "T_sat");
            within(RTOL, ours.pace(), &theirs["y_sat"], "y_sat");
            within(end, ours.fast, &theirs["W_fast"], "W_fast");
            within(end, ours.fast_backlogged, &theirs["W_fast_sat"], "W_fast_sat");
            within(end, ours.all_backlogged, &theirs["W_all_sat"], "W_all_sat");
            all(&[ours.extra], &serde_json::json!([theirs["data_burst"]]), "data_burst");
            burst += 1;
        }
        within(3e-6, capacity(Network::of(&setting)), &theirs["capacity"], "capacity");
    }
    assert_eq!((points, burst, compared), (72, 48, 108));
}

/// Behind long bursts that overload the server W is all but the whole latency. The fixed point is the one that the search leads to: another one within its tolerance moves W by 5e-11.
#[test]
fn the_wait_behind_long_bursts_has_twelve_digits() {
    let oracle: Json = serde_json::from_str(ORACLE).expect("JSON");
    let rows = oracle["waits"].as_array().expect("a list");
    for theirs in rows {
        let mut search = Search::new(&setting(theirs)).expect("a network of the model");
        search.solve_end(false);
        let solution = search.solve(theirs["lam"].as_f64().expect("a load")).expect("a stable load");
        within(1e-12, solution.wait, &theirs["W"], &theirs.to_string());
    }
    assert_eq!(rows.len(), 4);
}

#[test]
fn the_worked_number() {
    let setting = bursty(network(6, 5, 32), 0.7, 0.8, Weights::Collocation);
    let solution = solved(&setting, 0.03);
    let bursts = solution.bursts.as_ref().expect("bursts");
    let calm = solved(&poisson(Network::of(&setting)), 0.03);
    for (ours, written) in [
        (solution.latency(), 173.308_953_051_5),
        (solution.data, 93.384_916_855_9),
        (bursts.extra, 0.576_364_114_6),
        (solution.setup, 6.332_068_472_6),
        (solution.wait, 73.015_603_608_3),
        (calm.latency(), 156.957_658_636_2),
        (calm.wait, 57.240_673_307_7),
        (solution.slots.mean, 88.735_571_352_7),
        (solution.spread.whole, 0.133_052_437_8),
        (bursts.pace(), 1.777_132_280_8),
        (bursts.backlogged(), 93.784_052_241_4),
    ] {
        assert!((ours / written - 1.0).abs() < 1e-9, "{ours} is not {written}");
    }
}

#[test]
fn capacities_are_those_of_the_judgment() {
    // Simulated capacities, and by how many per cent the model misses them.
    for (n, vcs, flits, simulated, error) in [
        (3, 3, 16, 0.07962, 0.3),
        (4, 6, 64, 0.02290, 1.5),
        (5, 4, 32, 0.04180, 0.0),
        (6, 8, 32, 0.04770, 0.6),
        (7, 5, 64, 0.02075, 0.6),
        (8, 3, 32, 0.03552, -0.9),
        (4, 8, 128, 0.01189, 2.3),
        (7, 6, 16, 0.09307, -0.9),
        (6, 4, 128, 0.00997, 0.1),
        (3, 8, 64, 0.02374, 2.8),
        (5, 3, 16, 0.07631, -0.5),
        (8, 5, 16, 0.08695, -0.5),
    ] {
        let ours = 100.0 * (capacity(network(n, vcs, flits)) / simulated - 1.0);
        assert!((ours - error).abs() < 0.1, "n = {n}, V = {vcs}, M = {flits}: {ours:.2} % is not {error} %");
    }
}

#[test]
fn the_table_of_the_method_is_that_of_the_model() {
    // n, V, M; data time, set-up, T, use of the source, wait, busy virtual channels, P_V. The load follows from T and use, to three digits.
    for ((n, vcs, flits), [data, setup, time, rho, wait, busy, full]) in [
        ((4, 3, 32), [50.7, 4.4, 51.3, 0.267, 10.3, 0.472, 0.014]),
        ((4, 3, 32), [67.4, 5.7, 67.5, 0.704, 86.5, 1.26, 0.118]),
        ((6, 5, 32), [65.7, 6.1, 64.5, 0.225, 10.7, 0.648, 0.0018]),
        ((6, 5, 32), [103.7, 6.6, 98.0, 0.682, 117.0, 2.01, 0.055]),
        ((8, 7, 32), [141.8, 8.3, 129.0, 0.661, 143.0, 2.76, 0.028]),
        ((5, 8, 16), [69.0, 5.3, 59.5, 0.600, 55.0, 3.19, 0.024]),
        ((6, 4, 128), [352.0, 7.3, 349.0, 0.694, 433.0, 1.51, 0.067]),
    ] {
        let solution = solved(&poisson(network(n, vcs, flits)), rho * f64::from(vcs) / time);
        let held = &solution.step.channel.held;
        let mean: f64 = held.iter().enumerate().map(|(i, chance)| i as f64 * chance).sum();
        let last = solution.step.full;
        for (what, ours, written, near) in [
            ("data time", solution.data, data, 0.01),
            ("set-up", solution.setup, setup, 0.012),
            ("T", solution.slots.mean, time, 0.01),
            ("wait", solution.wait, wait, 0.03),
            ("busy virtual channels", mean, busy, 0.01),
            ("P_V", last, full, 0.04),
        ] {
            assert!(
                (ours / written - 1.0).abs() < near,
                "n = {n}, V = {vcs}, M = {flits}: {what} {ours} is not {written}"
            );
        }
    }
}

#[test]
fn with_one_virtual_channel_a_path_is_closed_as_on_a_square() {
    // Over one hop the channel decides; over two, each of two paths of two channels, counted state by state.
    for busy in [[0.1, 0.3], [0.4, 0.25], [0.0, 0.9], [1.0, 0.2]] {
        let mut closed = 0.0;
        for state in 0..16_u32 {
            let held = |channel: u32| state >> channel & 1 == 1;
            let chance: f64 = (0..4)
                .map(|channel| {
                    let busy = busy[channel as usize / 2];
                    if held(channel) { busy } else { 1.0 - busy }
                })
                .product();
            // Channels 0 and 1 leave the source; 2 and 3 follow them.
            closed += if (held(0) || held(2)) && (held(1) || held(3)) { chance } else { 0.0 };
        }
        assert!((single::closed(&busy, 1.0) - closed).abs() < 1e-14, "{busy:?}: {closed}");
        assert_eq!(single::closed(&busy[..1], 0.5), busy[0] / 2.0);
        assert_eq!(single::closed(&busy, 0.0), 0.0);
    }
    // A channel that is busy is free again after a time that is uniform up to H.
    let PathWait { mean, variance } = single::wait(&[0.3], 100.0);
    assert!((mean - 0.3 * 50.0).abs() < 1e-12 && (variance - (0.3 * 1e4 / 3.0 - 225.0)).abs() < 1e-9);
    assert_eq!(single::wait(&[0.0; 5], 100.0), PathWait { mean: 0.0, variance: 0.0 });
}

#[test]
fn with_one_virtual_channel_what_is_held_is_what_circuits_bring() {
    for (n, flits) in [(1, 8), (2, 64), (3, 200), (5, 32), (8, 16)] {
        let network = network(n, 1, flits);
        let end = capacity(network);
        let mut before = (0.0, 0.0);
        for fraction in [1e-6, 0.1, 0.4, 0.7, 0.9] {
            let solution = solved(&poisson(network), fraction * end);
            let (step, unknowns) = (&solution.step, &solution.unknowns);
            let hops = Solver::new(network).geometry.mean_hops;
            // Circuits that join a channel, times the cycles for which each holds it.
            let held = step.channel.setup + f64::from(flits) / step.sharing.together[1];
            let brought = solution.load * hops / f64::from(n) * held;
            assert!((step.channel.held[1] / brought - 1.0).abs() < 1e-8, "n = {n}: {brought}");
            assert!(unknowns.slow.iter().all(|slow| (slow - 1.0).abs() < 1e-12), "nothing is shared");
            assert!(step.busy.iter().all(|busy| (0.0..step.channel.held[1]).contains(busy) || n == 1));
            let now = (solution.setup, solution.latency());
            assert!(now.0 >= before.0 && now.1 > before.1, "n = {n} at {fraction}: {now:?} after {before:?}");
            before = now;
        }
    }
}

#[test]
fn no_slot_is_counted_twice_up_to_eight_virtual_channels() {
    let slots = |vcs| solved(&poisson(network(3, vcs, 32)), 1e-9).step.channel.slots;
    let eight = slots(8);
    assert!((slots(2) / eight - 0.25).abs() < 1e-6);
    assert!((slots(16) / eight - 4.0).abs() < 1e-6, "half of the messages that find their slot busy join in time");
}
