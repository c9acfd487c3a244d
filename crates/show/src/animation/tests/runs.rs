//! Properties of the animations of a run, for any network.

use super::*;
use crate::animation::{
    event_log::Fact,
    frame::NodeTone,
    recordable::Recordable,
    recorded::Recorded,
    run::{Observed, RunState, SoFar},
    tape::{CycleState as _, RecordingState},
};
use flitscope::experiment::Summary;
use flitscope::sim::{Simulator as _, protocol::Run};
use flitscope::topology::banyan::Banyan;

/// Scenarios that end, with the marks that their recordings have once.
const ENDING: [(&str, &[Mark]); 5] = [
    ("system=kary-ncube&n=2&k=5&load=0.004&cycles=2000&seed=3", &[Mark::Empty, Mark::Delivered, Mark::Warm]),
    (
        "system=hypercube-slotted&n=4&load=0.1&cycles=2000&seed=3",
        &[Mark::Empty, Mark::Conflict, Mark::Delivered, Mark::Warm],
    ),
    ("system=banyan-multicast&scene=point&n=4&fanout=4&multicast=0.5&seed=3&cycles=2000", &[]),
    (MORE[3], &[]),
    (MORE[4], &[]),
];

/// Calls a check with the scenario and the recording of a link.
macro_rules! with_recording {
    ($fragment:expr, $check:expr) => {{
        let scenario = link::parse($fragment).scenario;
        match Subject::of(&scenario).expect("it is animated").expect("it is drawn") {
            Subject::Point(config, plan) => $check(&scenario, point::animation(config, plan).expect("a layout")),
            Subject::Circuits(config, plan) => $check(&scenario, circuits::animation(config, plan).expect("a layout")),
            Subject::Slotted(config, plan) => $check(&scenario, slotted::animation(config, plan).expect("a layout")),
            Subject::Banyan(config, plan) => $check(&scenario, banyan::point::animation(config, plan).expect("a net")),
            other => panic!("{other:?} is no run"),
        }
    }};
}

fn has_the_numbers_of_the_run<N: Observed>(
    scenario: &Scenario,
    mut recorded: Recorded<impl Recordable<State = RunState<N>>>,
) {
    recorded.advance(400);
    let mut run = Run::new(sim::of(scenario, 0).expect("it is simulated"), experiment::plan(scenario));
    for cycle in 0..=400 {
        let state = recorded.tape.at(cycle);
        assert_eq!(state.run.so_far(), run.so_far(), "cycle {cycle}");
        assert_eq!(state.network().samples(), run.simulator().samples());
        assert_eq!(state.network().measures(), run.simulator().measures());
        let numbers = state.numbers().expect("a run");
        let classes = run.simulator().about().classes.len();
        let delivered: Vec<u64> = (0..classes).map(|class| run.simulator().population(class).delivered).collect();
        assert_eq!((numbers.cycles, &numbers.delivered), (u64::from(cycle), &delivered));
        if let SoFar::WarmingUp(means) = numbers.so_far {
            assert!(means[0].is_some() || delivered[0] == 0);
        }
        run.advance(1).expect("no law is broken");
    }
}

/// Frames against the network, stepped beside the recording. `shown` gives its lanes as link, virtual channel and message, the messages
/// that wait to leave, and those that nodes have received.
fn draws_the_network<N: Observed>(
    mut recorded: Recorded<impl Recordable<State = RunState<N>>>,
    shown: impl Fn(&N) -> (Vec<[u32; 3]>, u64, u64),
) {
    recorded.advance(300);
    let mut network = recorded.tape.at(0).network().clone();
    let (mut lanes, mut waiting) = (0, 0);
    for cycle in 0..=300 {
        let frame = recorded.frame(cycle, None);
        let drawn: Vec<_> = frame.lanes.iter().map(|lane| [lane.link, lane.lane, lane.message]).collect();
        let queued = frame.queues.iter().map(|queue| u64::from(queue.length)).sum();
        (lanes, waiting) = (lanes + drawn.len(), waiting + queued);
        let received = recorded.tape.at(cycle).counts.nodes.iter().map(|node| u64::from(node.received)).sum();
        assert_eq!((drawn, queued, received), shown(&network), "cycle {cycle}");
        if let Some(carried) = frame.carried.filter(|carried| carried.cycles == u64::from(cycle)) {
            assert_eq!(carried.busy.iter().sum::<u64>(), network.flit_hops(), "cycle {cycle}");
        }
        network.step();
    }
    assert!(lanes > 100 && waiting > 0, "something is to be seen: {lanes}, {waiting}");
}

#[test]
fn a_frame_shows_the_network_at_its_cycle() {
    for fragment in ALL.iter().chain(&MORE) {
        match Subject::of(&link::parse(fragment).scenario).expect("it is animated").expect("it is drawn") {
            Subject::Point(config, plan) => {
                draws_the_network(point::animation(config, plan).expect("a layout"), |run| {
                    let network = run.network();
                    let lanes = network.lanes().map(|lane| [lane.channel, lane.vc, lane.message]);
                    (lanes.collect(), network.waiting().count() as u64, network.delivered())
                });
            }
            Subject::Circuits(config, plan) => {
                draws_the_network(circuits::animation(config, plan).expect("a layout"), |network| {
                    let lanes = network.lanes().map(|lane| [lane.channel, lane.vc, lane.message]);
                    let population = network.population(0);
                    let queued = population.in_flight - network.circuits().count() as u64;
                    (lanes.collect(), queued, population.delivered)
                });
            }
            Subject::Slotted(config, plan) => {
                let n = config.network.n;
                draws_the_network(slotted::animation(config, plan).expect("a layout"), |network| {
                    let moved = network.turns().iter().filter_map(|turn| Some((turn, turn.next()?)));
                    let link = |node: u32, next: u32| node * n + (node ^ next).trailing_zeros();
                    let lanes: Vec<_> =
                        moved.map(|(turn, next)| [link(turn.node, next), 0, turn.packet.number]).collect();
                    let under_way = (lanes.len() - network.samples().len()) as u64;
                    (lanes, network.population(0).in_flight - under_way, network.flit_hops())
                });
            }
            Subject::Banyan(config, plan) => {
                let wiring = banyan::wiring::Wiring { banyan: Banyan { n: config.network.n } };
                let mut recorded = banyan::point::animation(config, plan).expect("a net");
                recorded.advance(300);
                let mut network = recorded.tape.at(0).network().clone();
                for cycle in 0..=300 {
                    let nodes = recorded.frame(cycle, None).nodes;
                    let drawn = (0..).zip(&nodes).filter(|(_, mark)| mark.tone == NodeTone::Receiving);
                    let mut arrived: Vec<u32> = network.arrivals().map(|(node, _)| wiring.output(node)).collect();
                    arrived.sort_unstable();
                    assert_eq!(drawn.map(|(node, _)| node).collect::<Vec<_>>(), arrived, "slot {cycle}");
                    network.step();
                }
            }
            _ => {}
        }
    }
}

/// The marks of a recording to its end.
fn ends_like_the_simulated_point<N: Observed>(
    scenario: &Scenario,
    mut recorded: Recorded<impl Recordable<State = RunState<N>>>,
) -> Vec<Mark> {
    while !recorded.advance(100) {}
    let last = recorded.recorded();
    let mut run = Run::new(sim::of(scenario, 0).expect("it is simulated"), experiment::plan(scenario));
    // Traffic with a long memory makes the run longer than the recording.
    let over = run.advance(u64::from(last)).expect("no law is broken");
    let observed = Summary::of(&[run.so_far()]);
    assert_eq!(Summary::of(&[recorded.tape.at(last).run.so_far()]), observed);
    assert_eq!((recorded.length(), u64::from(last)), (last, observed.cycles));
    assert_eq!(recorded.state(), if over { RecordingState::Whole } else { RecordingState::Limit });
    if let Some(report) = run.report() {
        let numbers = recorded.tape.at(last).numbers().expect("a run");
        let SoFar::Over(estimates) = numbers.so_far else { panic!("{numbers:?}") };
        assert!(estimates.iter().eq(report.classes.iter().map(|class| &class.estimate)));
        let estimate = estimates[0].expect("it is stable");
        assert!(estimates.iter().all(Option::is_some));
        if scenario.system() != System::BanyanMulticast {
            assert_eq!(Some(estimate.mean), observed.classes[0].mean);
            let arrived = recorded.log.events().iter().filter(|(_, fact)| matches!(fact, Fact::Arrived(_))).count();
            assert!(arrived as u64 == numbers.delivered[0] && arrived > 100, "{arrived}");
        }
        // So short a run has no interval.
        assert!(scenario.system() != System::KaryNCube || estimate.half95 == f64::INFINITY);
    }
    recorded.phases().iter().map(|phase| phase.mark.clone()).collect()
}

#[test]
fn a_recorded_run_is_the_run_of_the_statistics() {
    for fragment in ALL.iter().filter(|fragment| fragment.contains("seed=3")).chain(&MORE) {
        with_recording!(fragment, has_the_numbers_of_the_run);
    }
}

#[test]
fn at_its_end_a_run_has_the_numbers_of_the_simulated_point() {
    for (fragment, once) in ENDING {
        let marks = with_recording!(fragment, ends_like_the_simulated_point);
        for mark in once.iter().chain([&Mark::Over]) {
            assert_eq!(marks.iter().filter(|other| *other == mark).count(), 1, "{fragment}: {marks:?}");
        }
    }
    with_recording!(
        "system=hypercube-mmpp&n=4&vcs=2&flits=16&load=0.01&cycles=2000&seed=3",
        ends_like_the_simulated_point
    );
}

#[test]
fn what_cannot_be_drawn_or_simulated_is_refused_with_a_choice() {
    let links = [
        "system=torus-broadcast&n=3",
        "system=torus-broadcast&k=17",
        "system=torus-broadcast&scene=point&n=4",
        "system=torus-broadcast&scene=point&n=3&k=11",
        "system=kary-ncube&n=5",
        "system=hypercube-mmpp&n=9",
        "system=hypercube-slotted&n=9",
        "system=banyan-multicast&n=8",
        "system=banyan-multicast&scene=point&n=9",
        "system=banyan-multicast&scene=point&n=4&start=early",
    ];
    crate::blessed::words("animations refused", links, |link| {
        Subject::of(&link::parse(link).scenario).expect("an animation").expect_err(link).to_string()
    });
}
