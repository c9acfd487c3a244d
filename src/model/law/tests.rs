//! Distributions against closed forms, sums of series, and a chain solved state by state.

use super::*;
use crate::{
    model::{self, Outcome, Solution},
    queueing::mmpp_g1::{self, Service, WaitTransform},
    scenario::{System, link},
    solve::linear,
    traffic::mmpp::{Superposition, TwoState},
};

/// The part of the load at which a model ends, and its solution there.
fn solved(link: &str, part: f64) -> (f64, Box<dyn Solution>) {
    let scenario = link::parse(link).scenario;
    let model = model::of(scenario.setup());
    let load = part * model.end().load;
    let Outcome::Stable(solution) = model.solution(load) else { panic!("{link} at {part}") };
    (load, solution)
}

/// The mean of a law: the integral of what is beyond, by Simpson's rule on steps that grow, or the sum in slots.
fn mean(law: &Law) -> f64 {
    let far = |p: f64| 8.0 * law.percentile(p).expect("a latency") - 7.0 * law.least;
    if law.slots {
        return (0..far(0.99) as u32).map(|slot| law.beyond(f64::from(slot))).sum();
    }
    let most = libm::log1p(far(0.9999) - law.least);
    let steps = 1000;
    let at = |i: u32| {
        let x = libm::exp(most * f64::from(i) / f64::from(steps));
        x * law.beyond(law.least + x - 1.0)
    };
    let inner: f64 = (1..steps).map(|i| at(i) * if i % 2 == 1 { 4.0 } else { 2.0 }).sum();
    law.least + (at(0) + inner + at(steps)) * most / f64::from(steps) / 3.0
}

fn is_tail(law: &Law, least: f64, what: &str) {
    assert!(law.beyond(-1.0) == 1.0 && law.beyond(0.0) == 1.0 && law.beyond(0.999 * least) == 1.0, "{what}");
    let middle = law.percentile(0.5).expect("a latency");
    let mut before = 1.0;
    for i in 0..80 {
        let beyond = law.beyond(middle * f64::from(i) / 8.0);
        assert!((0.0..=1.0).contains(&beyond) && beyond <= before + 1e-7, "{what}: {beyond} after {before}");
        before = beyond;
    }
    let far = 100.0 * law.percentile(0.99).expect("a latency");
    assert!(law.beyond(far) < 1e-6, "{what}: {}", law.beyond(far));
}

#[test]
fn the_law_of_each_model_is_a_tail_with_its_mean() {
    let mut laws = 0;
    let slotted = (1..=10).map(|n| (format!("system=hypercube-slotted&n={n}"), 1.0, 1e-6));
    let bursty = [
        "n=4&vcs=3&lag1=0",
        "n=4&vcs=3&hurst=0.6&lag1=0.7",
        "n=5&vcs=1&mmpps=6&hurst=0.7&lag1=0.8",
        "n=6&vcs=5&flits=2",
        "n=6&vcs=5&hurst=0.9",
        "n=2&vcs=1&flits=1024&lag1=0",
    ];
    let bursty = ["printed", "refined"]
        .into_iter()
        .flat_map(|reading| bursty.map(|keys| (format!("system=hypercube-mmpp&reading={reading}&{keys}"), 0.0, 1e-6)));
    for (link, least, close) in slotted.chain(bursty).chain([("system=test-ring".into(), 1.0, 1e-6)]) {
        for part in [0.0, 1e-6, 0.2, 0.6, 0.9, 0.99] {
            let (_, solution) = solved(&link, part);
            let what = format!("{link} at {part}");
            let law = solution.law().expect(&what);
            is_tail(&law, least, &what);
            let (own, latency) = (mean(&law), solution.measures()[0]);
            assert!((own / latency - 1.0).abs() < close, "{what}: {own} is not {latency}");
            laws += 1;
        }
    }
    assert_eq!(laws, 138);
}

#[test]
fn longer_sums_change_nothing() {
    for (keys, parts) in [
        ("n=2&vcs=1&flits=1024&lag1=0", [0.01, 0.2, 0.6]),
        ("n=2&vcs=3&flits=1024&lag1=0", [0.2, 0.6, 0.99]),
        ("n=4&vcs=3&hurst=0.6&lag1=0.7&mmpps=2", [0.2, 0.6, 0.9]),
    ] {
        for part in parts {
            let (_, solution) = solved(&format!("system=hypercube-mmpp&reading=refined&{keys}"), part);
            let law = solution.law().expect("a law");
            let far = 1.2 * (law.percentile(0.999).expect("a latency") - law.least);
            for i in 1..=20 {
                let x = far * f64::from(i) / 20.0;
                let (own, long) = (law.beyond(law.least + x), law.inverse(x, 8000));
                assert!((own - long).abs() < 1e-7, "{keys} at {part}, {x}: {own} is not {long}");
            }
        }
    }
}

#[test]
fn every_model_says_why_it_has_percentiles_or_none() {
    for system in System::ALL {
        for reading in system.readings() {
            let Ok(scenario) = crate::scenario::Scenario::new(*system).with_reading(reading) else { continue };
            let model = model::of(scenario.setup());
            let sentence = model.tail();
            assert!(sentence.ends_with('.') && !sentence.contains('\n'), "{system:?}: {sentence}");
            let Outcome::Stable(solution) = model.solution(0.5 * model.end().load) else { panic!("{system:?}") };
            let says = sentence.starts_with("The percentiles");
            assert_eq!(solution.law().is_some(), says, "{system:?} {reading:?}: {sentence}");
        }
    }
}

#[test]
fn an_idle_network_has_the_law_of_distances() {
    for n in 1..=10_u32 {
        let (_, solution) = solved(&format!("system=hypercube-slotted&n={n}"), 0.0);
        let law = solution.law().expect("a law");
        for hops in 0..=n {
            let further: f64 = (hops + 1..=n).map(|k| binomial(n, k)).sum::<f64>() / (libm::exp2(f64::from(n)) - 1.0);
            assert!((law.beyond(f64::from(hops)) - further).abs() < 1e-9, "n = {n}, {hops}");
            assert!((law.beyond(f64::from(hops) + 0.999) - further).abs() < 1e-9, "n = {n}, {hops}");
        }
        let most = law.percentile(1.0 - 1e-7).expect("a latency") - f64::from(n);
        assert!(most > 0.49 && most <= 0.5, "n = {n}: {most}");
    }
    // An idle circuit: the set-up time is exponential with mean 2D also there, as the paper takes it.
    let (_, solution) = solved("system=hypercube-mmpp&n=4&flits=32", 0.0);
    let law = solution.law().expect("a law");
    for time in [35.0, 40.0, 60.0_f64] {
        assert!((law.beyond(time) - libm::exp(-(time - 34.0) / 4.0)).abs() < 1e-8, "{time}: {}", law.beyond(time));
    }
}

/// Quotient of two power series, to as many terms.
fn quotient(above: &[f64], below: &[f64]) -> Vec<f64> {
    let mut quotient: Vec<f64> = Vec::with_capacity(above.len());
    for (i, above) in above.iter().enumerate() {
        let known: f64 = (1..=i).map(|j| below[j] * quotient[i - j]).sum();
        quotient.push((above - known) / below[0]);
    }
    quotient
}

fn product(one: &[f64], other: &[f64]) -> Vec<f64> {
    (0..one.len()).map(|i| (0..=i).map(|j| one[j] * other[i - j]).sum()).collect()
}

/// The delay in the slotted hypercube by real power series: work left behind slot by slot, batches packet by packet.
fn series(n: u32, load: f64, p: f64, terms: usize) -> Vec<f64> {
    let all = libm::exp2(f64::from(n)) - 1.0;
    let chance: Vec<f64> = (1..=n).map(|k| binomial(n, k) / all).collect();
    let d: f64 = (1..).zip(&chance).map(|(k, p)| f64::from(k) * p).sum();
    let attempts = |k: usize| -> Vec<f64> {
        let again = crate::solve::power(p, k);
        (0..terms).map(|t| if t == 0 { 0.0 } else { (1.0 - again) * crate::solve::power(again, t - 1) }).collect()
    };
    let mut service = vec![0.0; terms];
    for k in 1..=n as usize {
        let share: f64 = chance[k - 1..].iter().sum::<f64>() / d;
        service.iter_mut().zip(attempts(k)).for_each(|(sum, hop)| *sum += share * hop);
    }
    let (rate, busy) = (load * d, load * d * service.iter().zip(0..).map(|(p, t)| p * f64::from(t)).sum::<f64>());
    // Batches of 0, 1, 2, .. packets; of those of a batch that come before a packet: P(more than j) over the mean.
    let (mut batch, mut ahead) = (vec![0.0; terms], vec![0.0; terms]);
    let (mut several, mut poisson, mut more) = (vec![0.0; terms], libm::exp(-rate), 1.0);
    several[0] = 1.0;
    for j in 0..60 {
        more -= poisson;
        batch.iter_mut().zip(&several).for_each(|(sum, work)| *sum += poisson * work);
        ahead.iter_mut().zip(&several).for_each(|(sum, work)| *sum += more / rate * work);
        several = product(&several, &service);
        poisson *= rate / f64::from(j + 1);
    }
    // Left behind: (1-ρ)(1-z)/(G-z).
    let (mut above, mut below) = (vec![0.0; terms], batch);
    (above[0], above[1]) = (1.0 - busy, busy - 1.0);
    below[1] -= 1.0;
    let wait = product(&quotient(&above, &below), &ahead);
    let (mut law, mut way) = (vec![0.0; terms], vec![0.0; terms]);
    way[0] = 1.0;
    for (k, chance) in (1..).zip(&chance) {
        way = product(&product(&way, &wait), &attempts(k));
        law.iter_mut().zip(&way).for_each(|(sum, way)| *sum += chance * way);
    }
    law
}

#[test]
fn packets_take_as_long_as_the_series_say() {
    for (n, part) in [(1, 0.5), (1, 0.9), (2, 0.8), (4, 0.6), (6, 0.9)] {
        let (load, solution) = solved(&format!("system=hypercube-slotted&n={n}"), part);
        let law = solution.law().expect("a law");
        let p = load * (f64::from(n) - 0.5) / (1.0 - libm::exp2(-f64::from(n)));
        let mut beyond = 1.0;
        for (slot, chance) in series(n, load, p, 300).into_iter().enumerate() {
            beyond -= chance;
            let own = law.beyond(slot as f64);
            assert!((own - beyond).abs() < 2e-9, "n = {n} at {part}, {slot} slots: {own} is not {beyond}");
        }
    }
}

#[test]
fn percentiles_lie_in_the_slot_of_their_rank_and_nothing_else_has_one() {
    let (_, solution) = solved("system=hypercube-slotted&n=6", 0.8);
    let law = solution.law().expect("a law");
    for p in [0.01, 0.5, 0.95, 0.99, 0.9999] {
        let percentile = law.percentile(p).expect("a latency");
        let slots = libm::ceil(percentile - 0.5);
        let [before, after] = [slots - 1.0, slots].map(|slots| law.beyond(slots));
        assert!(after <= 1.0 - p && before > 1.0 - p, "{p}: {percentile}");
        // A straight line from one half to the next.
        let up_to = before + (after - before) * (percentile - slots + 0.5);
        assert!((up_to - (1.0 - p)).abs() < 1e-12, "{p}: {percentile}");
    }
    for p in [0.0, 1.0, -0.1, 1.1, f64::NAN] {
        assert_eq!(law.percentile(p), None);
    }
    let (_, solution) = solved("system=hypercube-mmpp&n=4&vcs=3&reading=refined", 0.5);
    let law = solution.law().expect("a law");
    for p in [0.01, 0.5, 0.95, 0.99, 0.9999] {
        let cycles = law.percentile(p).expect("a latency");
        assert!((law.beyond(cycles) / (1.0 - p) - 1.0).abs() < 1e-6, "{p}: {cycles}");
    }
}

/// The wait and the service of the queue.
fn sojourn(arrivals: &Superposition, service: Service) -> Law {
    let wait = WaitTransform::of(arrivals, service).expect("stable");
    Law::continuous(service.constant, move |s| wait.at(s) / (Complex::ONE + s * service.exponential))
}

#[test]
fn a_poisson_stream_with_exponential_service_has_exponential_times() {
    let arrivals = Superposition::of([TwoState { d1: 0.1, d2: 0.1, high: 0.02, low: 0.02 }]);
    let law = sojourn(&arrivals, Service { exponential: 40.0, constant: 0.0 });
    for time in [1.0, 30.0, 200.0, 1000.0_f64] {
        let exact = libm::exp(-time * (1.0 / 40.0 - 0.02));
        assert!((law.beyond(time) - exact).abs() < 1e-9, "{time}: {} is not {exact}", law.beyond(time));
    }
    let median = law.percentile(0.5).expect("a latency");
    assert!((median * 0.005 / std::f64::consts::LN_2 - 1.0).abs() < 1e-6, "{median}");
}

/// Queue lengths of an MMPP/M/1 queue at arrivals, from its chain cut off at `most`, state by state.
fn seen(arrivals: &Superposition, service: f64, most: usize) -> Vec<f64> {
    let m = arrivals.states();
    let size = m * most;
    let mut chain = vec![0.0; size * size];
    for level in 0..most {
        for phase in 0..m {
            let from = level * m + phase;
            let mut go = |to: usize, rate: f64| {
                chain[from * size + to] += rate;
                chain[from * size + from] -= rate;
            };
            if level + 1 < most {
                go(from + m, arrivals.rate(phase));
            }
            if level > 0 {
                go(from - m, 1.0 / service);
            }
            for (to, rate) in arrivals.transitions(phase) {
                go(level * m + to, rate);
            }
        }
    }
    let mut shares = vec![0.0; size];
    linear::stationary(&mut chain, &mut shares);
    let rate = arrivals.mean();
    (0..most)
        .map(|level| (0..m).map(|phase| shares[level * m + phase] * arrivals.rate(phase)).sum::<f64>() / rate)
        .collect()
}

#[test]
fn bursts_wait_as_the_chain_of_the_queue_says() {
    let arrivals = Superposition::of([
        TwoState { d1: 0.02, d2: 0.01, high: 0.05, low: 0.0 },
        TwoState { d1: 0.004, d2: 0.002, high: 0.02, low: 0.002 },
    ]);
    let service = Service { exponential: 20.0, constant: 0.0 };
    let law = sojourn(&arrivals, service);
    let seen = seen(&arrivals, service.exponential, 120);
    for time in [5.0, 40.0, 150.0, 400.0_f64] {
        // With i in front the time is the sum of i + 1 services.
        let (mut term, mut erlang, mut exact) = (libm::exp(-time / 20.0), 0.0, 0.0);
        for (i, seen) in (1..).zip(&seen) {
            erlang += term;
            exact += seen * erlang;
            term *= time / 20.0 / f64::from(i);
        }
        assert!((law.beyond(time) - exact).abs() < 1e-8, "{time}: {} is not {exact}", law.beyond(time));
    }
    let wait = mmpp_g1::waiting_time(&arrivals, service).expect("stable").mean;
    assert!((mean(&law) / (wait + 20.0) - 1.0).abs() < 1e-6);
}
