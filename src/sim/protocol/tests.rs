use super::*;
use crate::{
    model::{Quantity, Value},
    param::{self, Key},
    scenario::{System, link},
    sim::{self, Class, ClassKind, GENERATOR, Identity, Simulator, SimulatorInfo, Totals, stats::Estimate, stream},
};
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;
use serde_json::json;
use std::{collections::VecDeque, slice};

/// A queue with one server: in each cycle a message comes with probability `load`; the one in front leaves with probability `service`.
struct Queue {
    load: f64,
    service: f64,
    random: Pcg64Mcg,
    totals: Totals,
    waiting: VecDeque<u64>,
    fault: Fault,
    size: u64,
}

#[derive(Clone, Copy, PartialEq)]
enum Fault {
    None,
    Loses,
    Early,
    Stops,
    Audit,
}

impl Queue {
    fn new(load: f64, service: f64, replication: u32) -> Self {
        Self {
            load,
            service,
            random: stream(7, replication),
            totals: Totals::default(),
            waiting: VecDeque::new(),
            fault: Fault::None,
            size: 0,
        }
    }

    /// A message that finds k others waits until k + 1 services are over: mean (1 - load)/(service - load).
    fn latency(&self) -> f64 {
        (1.0 - self.load) / (self.service - self.load)
    }
}

impl Simulator for Queue {
    fn about(&self) -> SimulatorInfo {
        SimulatorInfo {
            identity: Identity::new((), self.load, 7),
            generator: GENERATOR,
            nodes: 1,
            classes: &[Class { name: "message", kind: ClassKind::Latency }],
            offered: self.load,
            memory: 0.0,
            dispersion: 1.0,
            idle: [1.0 / self.service, 0.0],
        }
    }

    fn step(&mut self) {
        self.totals.samples.clear();
        if self.random.random::<f64>() < self.load {
            self.totals.generate(1);
            if self.fault == Fault::Loses && self.totals.messages.generated == 500 {
                self.totals.messages.in_flight -= 1;
            } else {
                self.waiting.push_back(self.totals.now);
            }
        }
        let serves =
            self.random.random::<f64>() < self.service && !(self.fault == Fault::Stops && self.totals.now > 5000);
        self.totals.now += 1;
        if serves && let Some(generated) = self.waiting.pop_front() {
            let early = u64::from(self.fault == Fault::Early && self.totals.messages.delivered == 500);
            self.totals.flit_hops += 1;
            self.totals.last_progress = self.totals.now;
            self.totals.deliver(generated, self.totals.now - early, None);
        }
    }

    fn totals(&self) -> &Totals {
        &self.totals
    }

    fn begin_window(&mut self) {}

    fn measures(&self) -> Vec<Quantity> {
        Vec::new()
    }

    fn stop_sources(&mut self) {
        self.load = 0.0;
    }

    fn held(&self) -> u64 {
        self.waiting.len() as u64 * self.size
    }

    fn audit(&self) -> Result<(), sim::AuditFault> {
        if self.fault == Fault::Audit { Err(sim::AuditFault::Queue { node: 0 }) } else { Ok(()) }
    }
}

fn plan(precision: f64, most_cycles: u64) -> Plan {
    Plan { precision: Some(precision), most_cycles }
}

fn capped(most_cycles: u64) -> Plan {
    Plan { precision: None, most_cycles }
}

/// A run to its end.
pub(in crate::sim) fn finished(simulator: impl Simulator, plan: Plan) -> Report {
    Run::new(simulator, plan).finish().expect("no law is broken")
}

/// A run to a precision.
pub(in crate::sim) fn precise(simulator: impl Simulator, precision: f64) -> Report {
    finished(simulator, Plan { precision: Some(precision), ..Plan::default() })
}

impl Report {
    pub(in crate::sim) fn number(&self, symbol: &str) -> f64 {
        match self.measure(symbol).map(|measure| &measure.value) {
            Some(Value::Number(number)) => *number,
            other => panic!("{symbol}: {other:?}"),
        }
    }
}

#[test]
fn the_interval_holds_the_exact_mean_as_often_as_it_says() {
    for (load, service, plan) in [
        (0.2, 0.5, plan(0.02, 4_000_000)),
        (0.4, 0.5, plan(0.05, 4_000_000)),
        (0.05, 0.08, plan(0.07, 4_000_000)),
        (0.3, 0.5, capped(30_000)),
        (0.4, 0.5, capped(100_000)),
    ] {
        let exact = Queue::new(load, service, 0).latency();
        let (mut below, mut above, runs) = (0, 0, 400);
        for replication in 0..runs {
            let report = finished(Queue::new(load, service, replication), plan);
            assert_eq!(report.state, Verdict::Stable);
            let estimate = report.estimate().expect("messages come");
            assert!(report.precise() && report.batch as f64 >= report.memory, "{report:?}");
            let slowdown = estimate.sample_mean * service;
            let steady = steady(slowdown, estimate.values / report.window as f64) / BATCHES as f64;
            let memory = steady.max(REMEMBERS * estimate.sample_mean * slowdown);
            assert!((report.memory / memory - 1.0).abs() < 1e-12, "{report:?}");
            if let Some(precision) = plan.precision {
                assert!(estimate.relative() <= precision, "{estimate:?}");
            }
            let [low, high] = report.classes[0].limits().expect("an interval");
            below += u32::from(high < exact);
            above += u32::from(low > exact);
        }
        let held = 1.0 - f64::from(below + above) / f64::from(runs);
        // Three standard deviations of the count beyond 94 and 97 %.
        assert!((0.904..0.996).contains(&held), "{load}, {service}: {below} below, {above} above");
        assert!(below.min(above) * 4 >= below.max(above), "{load}, {service}: {below} below, {above} above");
    }
}

#[test]
fn a_run_that_is_too_short_for_its_memory_has_a_mean_and_no_interval() {
    for replication in 0..50 {
        let report = finished(Queue::new(0.39, 0.4, replication), capped(20_000));
        let Some(estimate) = report.estimate() else { continue };
        // With a mean latency of 61 cycles where 2.5 are usual, 24 batches of six thousand cycles would do.
        assert!(estimate.half95.is_infinite() == ((report.batch as f64) < report.memory), "{report:?}");
        assert!(estimate.mean < 15.0 || (!report.precise() && estimate.half95.is_infinite()), "{report:?}");
    }
}

#[test]
fn intervals_of_a_crowded_queue_are_there_once_its_load_is_steady() {
    // At 0.8 of its capacity: W/W0 = 3.2, so that 31,000 messages make the load steady, in 97,000 cycles. In short runs only those without
    // a crowd would be long enough for the latencies that they see.
    for (most_cycles, shown) in [(5_000, 0), (20_000, 0), (50_000, 0), (200_000, 100)] {
        let with_interval = |&replication: &u32| {
            finished(Queue::new(0.32, 0.4, replication), capped(most_cycles)).classes[0].limits().is_some()
        };
        assert_eq!((0..100).filter(with_interval).count(), shown, "{most_cycles} cycles");
    }
}

#[test]
fn a_run_that_stops_when_it_is_sure_is_not_sure_by_luck_alone() {
    let (mut compared, mut wider) = (0, 0);
    for replication in 0..400 {
        let run = |plan| {
            let report = finished(Queue::new(0.2, 0.5, replication), plan);
            (report.estimate().expect("messages come"), report)
        };
        let (sure, report) = run(plan(0.05, 4_000_000));
        // The same cycles without a look before the end, and those of the look before.
        let up_to = |window: u64| run(capped(report.warm_up + window));
        let (end, same) = up_to(report.window);
        if same.warm_up < report.warm_up {
            // The warm-up may take a quarter of the cap, no more.
            continue;
        }
        assert_eq!((report.window, report.batches), (same.window, same.batches));
        assert_eq!((sure.mean, sure.values, sure.lag1), (end.mean, end.values, end.lag1));
        let before = match report.window / SHORTEST_PIECE {
            96 => None,
            144 => Some(96 * SHORTEST_PIECE),
            192 => Some(144 * SHORTEST_PIECE),
            // Where the looks are from here on depends on how long messages are followed.
            _ => continue,
        };
        let earlier = before.map(&up_to);
        if earlier.as_ref().is_some_and(|(_, then)| then.warm_up < report.warm_up) {
            continue;
        }
        let earlier = earlier.filter(|(earlier, _)| earlier.values >= ENOUGH && earlier.half95.is_finite());
        let foretold =
            earlier.map_or(0.0, |(earlier, then)| earlier.half95 * (then.window as f64 / report.window as f64).sqrt());
        assert_eq!(sure.half95, end.half95.max(foretold), "replication {replication}");
        assert!(sure.half95 <= 0.05 * sure.mean, "{sure:?}");
        compared += 1;
        wider += u32::from(end.half95 < sure.half95);
    }
    assert!(compared >= 20 && wider >= 5 && wider < compared, "{wider} of {compared}");
}

#[test]
fn long_windows_have_twice_as_many_batches() {
    let report = |cycles| finished(Queue::new(0.3, 0.5, 1), capped(cycles));
    for (cycles, expected) in [(1_000, BATCHES), (100_000, MOST_BATCHES)] {
        let report = report(cycles);
        assert_eq!((report.batches, report.batch), (expected, report.window / expected as u64), "{report:?}");
        assert_eq!(Summary::of(&[report]).batches, expected);
    }
    assert_eq!(Summary::of(&[report(3_000), report(4_000), report(5_000)]).batches, 3);
}

#[test]
fn a_run_cut_in_slices_gives_the_same_report() {
    let whole = finished(Queue::new(0.3, 0.4, 1), plan(0.05, 1_000_000));
    let mut run = Run::new(Queue::new(0.3, 0.4, 1), plan(0.05, 1_000_000));
    let (mut answers, mut last) = (0, None);
    while !run.advance(17).expect("no law is broken") {
        let so_far = run.so_far();
        assert_eq!((run.report(), so_far.state), (None, Verdict::Unfinished), "not before it is over");
        if let Some(estimate) = so_far.estimate() {
            (answers, last) = (answers + 1, Some(estimate));
        }
    }
    assert_eq!((run.report(), run.so_far()), (Some(&whole), whole.clone()));
    let last = last.expect("provisional answers").mean;
    assert!(answers > 5 && (last / whole.estimate().expect("messages").mean - 1.0).abs() < 0.3, "{last}");
}

#[test]
fn overload_is_saturation_and_a_full_but_stable_queue_is_not() {
    for (load, service) in [(0.5, 0.4), (0.42, 0.4), (0.9, 0.1)] {
        let report = finished(Queue::new(load, service, 2), Plan::default());
        assert_eq!(report.state, Verdict::Saturated, "{load}, {service}");
        assert_eq!(report.estimate(), None);
        assert!((report.throughput() / service - 1.0).abs() < 0.1, "{}", report.throughput());
    }
    for replication in 0..10 {
        let report = finished(Queue::new(0.39, 0.4, replication), plan(0.2, 20_000_000));
        assert_eq!(report.state, Verdict::Stable, "replication {replication}");
    }
}

#[test]
fn a_handful_of_messages_is_neither_growth_nor_an_interval() {
    let mut saturated = 0;
    for replication in 0..100 {
        let at = |load, most_cycles| finished(Queue::new(load, 0.01, replication), capped(most_cycles));
        // At a tenth of what the server can do, about seven messages in the window.
        let report = at(0.001, 10_000);
        assert_eq!(report.state, Verdict::Stable, "replication {replication}");
        if report.classes[0].delivered < 30 {
            assert!(!report.precise());
            assert_eq!(Summary::of(&[report]).classes[0].ci95, None);
        }
        // With twice what it can do, some 150 messages are enough to tell that it is not stable, and nearly always why.
        let report = at(0.02, 10_000);
        assert_ne!(report.state, Verdict::Stable, "replication {replication}: {report:?}");
        saturated += u32::from(report.state == Verdict::Saturated);
    }
    assert!(saturated >= 90, "{saturated}");
    // Messages that are alike are no reason to stop before there are enough of them.
    let report = finished(Queue::new(0.0005, 1.0, 0), Plan::default());
    let estimate = report.estimate().expect("messages come");
    assert!(estimate.values >= ENOUGH, "{estimate:?}");
}

#[test]
fn no_run_has_so_many_cycles_that_32_bits_do_not_count_them() {
    for system in System::ALL {
        let Some(param::ParamKind::Integer { max, .. }) = system.param(Key::Cycles).map(|row| row.kind) else {
            panic!("a length")
        };
        let most = (1 + FOLLOW_UP) * u64::from(max) + LONGEST_DRAIN + PATIENCE;
        assert!(most < u64::from(u32::MAX), "{}: {most} cycles", system.key());
    }
}

#[test]
fn a_run_that_holds_too_much_ends_with_that_reason_in_whatever_part_it_is() {
    for (size, warm) in [(most_held(1) / 100, false), (most_held(1) / 7_500, true)] {
        let report = finished(Queue { size, ..Queue::new(0.9, 0.4, 0) }, plan(0.01, 10_000_000));
        assert_eq!(
            (report.state, report.reason, report.estimate()),
            (Verdict::Saturated, Some(SaturationReason::Crowded), None)
        );
        assert_eq!(report.warm_up > 0, warm, "{report:?}");
        assert!(report.growth.is_some_and(|growth| (growth - 0.5).abs() < 0.1), "{report:?}");
        assert_eq!(printed(&report)["reason"], "crowded");
    }
    // A stable queue holds less, and others say why they are not.
    let stable = Run::new(Queue { size: most_held(1) / 1_000, ..Queue::new(0.1, 0.4, 0) }, plan(0.05, 1_000_000));
    assert_eq!(stable.finish().expect("a report").reason, None);
    let grows = finished(Queue::new(0.9, 0.4, 0), plan(0.01, 10_000_000));
    assert_eq!(grows.reason, Some(SaturationReason::Growing));
}

/// A report as the command line prints it.
fn printed(report: &Report) -> serde_json::Value {
    json!(SummaryReport(Summary::of(slice::from_ref(report))))
}

/// The network of a scenario.
fn network(text: &str, seed: u32) -> Box<dyn Simulator + Send> {
    let parsed = link::parse(text);
    assert!(parsed.problems.is_empty(), "{text}: {:?}", parsed.problems);
    sim::of(&parsed.scenario.set(Key::Seed, f64::from(seed)), 0).expect("it can be simulated")
}

/// The run of a scenario to a precision or to its cap.
fn of_link(text: &str, seed: u32, plan: Plan) -> Report {
    finished(network(text, seed), plan)
}

#[test]
fn no_run_beyond_what_a_network_carries_is_called_stable() {
    // 1/128 messages per node and cycle can be carried. The means of these runs are 4,000 to 8,300 cycles, those of the idle network 130.
    for (load, seed) in [("0.008", 2), ("0.008", 10), ("0.0082", 2), ("0.0082", 3)] {
        let text = format!("system=torus-broadcast&k=3&vcs=3&flits=64&beta=1&load={load}");
        let report = of_link(&text, seed, plan(0.05, 300_000));
        assert_ne!(report.state, Verdict::Stable, "{load}, seed {seed}");
        assert!(report.classes.iter().all(|class| class.estimate.is_none()), "{report:?}");
    }
    let text = "system=torus-broadcast&k=7&vcs=3&flits=100&beta=0.1&load=0.00466";
    let report = of_link(text, 77, capped(200_000));
    assert_ne!(report.state, Verdict::Stable, "{report:?}");
}

#[test]
fn a_short_run_in_overload_ends_within_a_few_of_its_lengths() {
    let run = |text: &str, most_cycles| of_link(text, 1, capped(most_cycles));
    for text in [
        "system=torus-broadcast&k=16&vcs=5&flits=64&beta=0.04&load=0.0085",
        "system=kary-ncube&k=4&n=3&vcs=3&flits=16&load=0.1",
        "system=kary-ncube&n=2&wiring=mesh&routing=dimension-order&pattern=transpose&vcs=4&flits=16&load=0.05",
        "system=hypercube-mmpp&lag1=0&n=4&load=0.15",
        "system=hypercube-slotted&n=4&load=0.4",
    ] {
        for most_cycles in [500, 2_000, 10_000] {
            let report = run(text, most_cycles);
            let known = (report.state, report.reason);
            assert_eq!(known, (Verdict::Saturated, Some(SaturationReason::Overloaded)), "{text}");
            assert!(report.cycles <= most_cycles, "{text}: {} of {most_cycles} cycles", report.cycles);
            assert!(report.throughput() > 0.0 && report.estimate().is_none(), "{text}: {report:?}");
        }
    }
    // Beyond saturation, though no channel has more than it can carry.
    for text in [
        "system=torus-broadcast&load=0.018",
        "system=kary-ncube&n=2&load=0.006",
        "system=kary-ncube&k=2&n=6&load=0.045",
    ] {
        for most_cycles in [2_000, 6_000] {
            let report = run(text, most_cycles);
            assert!(report.reason != Some(SaturationReason::Overloaded), "{text}: {report:?}");
            assert_ne!(report.state, Verdict::Stable, "{text}: {report:?}");
            assert!(report.cycles <= (2 + FOLLOW_UP) * most_cycles, "{text}: {} cycles", report.cycles);
        }
    }
}

#[test]
fn the_use_of_the_busiest_channel_or_node_is_known_without_a_simulation() {
    for (text, utilisation) in [
        // Each of 9 nodes sends 64 flits to 8 others, over 36 channels.
        ("system=torus-broadcast&k=3&vcs=3&flits=64&beta=1&load=0.005", 0.64),
        // On a one-way ring of 8 a message crosses 4 channels.
        ("system=kary-ncube&n=1&k=8&vcs=3&flits=16&load=0.01", 0.64),
        // Three of four senders of a row of a 4 x 4 mesh turn in the same node.
        (
            "system=kary-ncube&k=4&n=2&wiring=mesh&routing=dimension-order&pattern=transpose&vcs=4&flits=16&load=0.02",
            0.96,
        ),
        // Each packet of the 3-cube takes two nodes for 12/7 slots.
        ("system=hypercube-slotted&n=3&load=0.1", 2.4 / 7.0),
        // 20 flits over 32/15 of the four channels of a node.
        ("system=hypercube-mmpp&n=4&lag1=0&flits=20&load=0.03", 0.32),
        ("system=banyan-multicast&n=4&load=1", 0.0),
    ] {
        let known = network(text, 1).utilisation();
        assert!((known - utilisation).abs() < 1e-12, "{text}: {known}");
    }
}

#[test]
fn bursts_that_fill_queues_for_a_while_are_no_saturation() {
    // Below the load at which the networks saturate, 0.066 messages per node and cycle. Bursts last for up to 1250 cycles.
    for n in [2, 3] {
        for seed in 1..8 {
            let text = format!("system=hypercube-mmpp&n={n}&vcs=2&flits=16&hurst=0.9&scales=3&load=0.0627");
            let report = of_link(&text, seed, capped(60_000));
            assert_ne!(report.state, Verdict::Saturated, "{n}, seed {seed}");
            let undecided = report.state == Verdict::Undecided;
            assert_eq!(
                undecided,
                report.needs.is_some_and(|needs| needs > report.warm_up + report.window),
                "{report:?}"
            );
            let record = printed(&report);
            assert_eq!(record["state"], if undecided { "undecided" } else { "stable" });
            assert_eq!(record["mean_latency"].is_null() && !record["needs"].is_null(), undecided, "{record}");
        }
    }
}

#[test]
fn several_runs_are_saturated_if_one_is_and_undecided_if_one_is_that() {
    let run = |load, most_cycles| finished(Queue::new(load, 0.4, 3), capped(most_cycles));
    let (stable, short, saturated) = (run(0.2, 20_000), run(0.399, 20_000), run(0.6, 20_000));
    assert_eq!(
        [&stable, &short, &saturated].map(|report| report.state),
        [Verdict::Stable, Verdict::Undecided, Verdict::Saturated]
    );
    let both = Summary::of(&[stable.clone(), short.clone()]);
    assert_eq!((both.state, both.needs, both.classes[0].mean), (Verdict::Undecided, short.needs, None));
    let all = Summary::of(&[short, stable, saturated]);
    assert_eq!((all.state, all.reason, all.needs), (Verdict::Saturated, Some(SaturationReason::Growing), None));
}

#[test]
fn lengths_growth_and_arrears_are_those_of_the_rules() {
    assert_eq!(steady(1.0, 0.1), 0.0);
    // 4 times the slowdown less 1, in terms of 1/20: (80 x 1.5)² messages.
    assert!((steady(2.5, 0.1) - 144_000.0).abs() < 1e-6);
    // The cap that outlasts a memory leaves its batches after the longest warm-up.
    for memory in [0.0, 1.0, 999.3, 125_000.000_000_000_03] {
        let cap = outlasting(memory);
        let left = (cap - cap / WARM_UP_SHARE) / BATCHES as u64;
        assert!(left as f64 >= memory, "{memory}: batches of {left}");
    }
    assert_eq!(outlasting(3.0), 96);
    for (window, memory, expected) in
        [(9_599, 100.0, BATCHES), (9_600, 100.0, MOST_BATCHES), (9_600, 0.0, MOST_BATCHES)]
    {
        assert_eq!(batches(window, memory), expected, "{window}, {memory}");
    }
    // From an empty queue at half of the speed at which messages come, half of them stay.
    assert!(growing(125.0, 375.0, 1000.0, 1.0, GROWTH_RATIO) && behind(500.0, 1000.0, 1.0));
    // The same of a few is chance, and so is a difference of many that is small.
    assert!(!growing(2.5, 7.5, 20.0, 1.0, GROWTH_RATIO) && !behind(2.0, 10.0, 1.0));
    assert!(!growing(100.0, 140.0, 10_000.0, 1.0, GROWTH_RATIO));
    assert!(!behind(90.0, 1000.0, 1.0) && !behind(-500.0, 1000.0, 1.0));
}

#[test]
fn what_replications_measure_is_pooled() {
    let report = |measures| Report { measures, ..finished(Queue::new(0.3, 0.4, 0), plan(0.2, 10_000)) };
    let number = |value| Quantity::new("a", "", "", "", value);
    let list = |values: &[f64]| Quantity::new("b", "", "", "", values.to_vec());
    let reports =
        [report(vec![number(1.0)]), report(vec![number(4.0), list(&[1.0, 3.0])]), report(vec![list(&[2.0, 5.0, 9.0])])];
    assert_eq!(pool(&reports), [number(2.5), list(&[1.5, 4.0])]);
}

#[test]
fn a_short_cap_gives_an_honest_answer() {
    let report = finished(Queue::new(0.3, 0.4, 3), plan(0.001, 2000));
    let estimate = report.estimate().expect("messages come");
    assert!(!report.precise() && estimate.relative() > 0.001);
    assert!(report.warm_up == 500 && report.warm_up + report.window <= 2000, "{report:?}");
    let fixed = finished(Queue::new(0.3, 0.4, 3), capped(100_000));
    assert!(fixed.warm_up + fixed.window > 90_000 && fixed.cycles < 110_000, "{fixed:?}");
}

#[test]
fn every_broken_law_is_an_error() {
    let error = |fault| {
        Run::new(Queue { fault, ..Queue::new(0.1, 0.4, 0) }, Plan::default()).finish().expect_err("it is broken")
    };
    assert!(matches!(error(Fault::Loses), Violation::Conservation { .. }));
    assert!(matches!(error(Fault::Early), Violation::Little { present, latencies, .. } if present == latencies + 1));
    assert!(matches!(error(Fault::Stops), Violation::Deadlock { since: 4900..=5001, .. }));
    assert_eq!(error(Fault::Audit).to_string(), "The queue of node 0 is broken.");
}

#[test]
fn replications_are_independent_and_combine() {
    let run = |replication| finished(Queue::new(0.3, 0.4, replication), plan(0.05, 1_000_000));
    let reports: Vec<Report> = (0..8).map(run).collect();
    let means: Vec<f64> = reports.iter().filter_map(|report| report.estimate()).map(|e| e.mean).collect();
    assert!((0..8).all(|i| (0..i).all(|j| means[i] != means[j])));
    let all = combine(&reports, "message").expect("eight means");
    assert!((all.mean - 7.0).abs() < all.half99 && all.half99 < 0.5, "{all:?}");
}

#[test]
fn every_simulator_is_offered_on_average_what_it_says_and_notes_when_something_moves() {
    for (text, cycles) in [
        ("system=torus-broadcast&k=5&flits=8&beta=0.1&load=0.01", 60_000),
        ("system=torus-broadcast&k=4&n=3&flits=8&beta=0&reading=refined&load=0.01", 30_000),
        ("system=kary-ncube&k=5&n=2&flits=8&load=0.01", 60_000),
        ("system=kary-ncube&k=2&n=5&flits=8&load=0.01", 60_000),
        ("system=hypercube-mmpp&n=4&flits=8&load=0.01&scales=2", 100_000),
        ("system=hypercube-slotted&n=5&load=0.08", 60_000),
        ("system=banyan-multicast&n=4&fanout=3&multicast=0.4&load=0.7", 20_000),
        ("system=banyan-multicast&n=4&fanout=8&multicast=1&load=0.7", 20_000),
    ] {
        let mut simulator = network(text, 1);
        let (usual, parts) = (simulator.about().offered, 50);
        let mut part = |_| {
            let before = simulator.offered();
            for _ in 0..cycles / parts {
                let hops = simulator.flit_hops();
                simulator.step();
                let still = simulator.flit_hops() == hops;
                assert!(still || simulator.last_progress() == simulator.now(), "{text} at {}", simulator.now());
            }
            (simulator.offered() - before) as f64 / (f64::from(cycles / parts) * usual)
        };
        let ours = Estimate::of_replications(&(0..parts).map(&mut part).collect::<Vec<_>>()).expect("parts");
        assert!(ours.half95 < 0.1 && (ours.mean - 1.0).abs() < 2.0 * ours.half95, "{text}: {ours:?}");
    }
}
