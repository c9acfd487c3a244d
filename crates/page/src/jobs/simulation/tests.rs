//! Simulations that start, are stopped, kept, lost and found, as a reader meets them.

use super::*;
use crate::{
    blessed,
    dom::patch::{DomPatch, Patch},
    worker::scheduler::Request,
};
use flitscope::{
    experiment::{POINTS, observed},
    model,
    scenario::{System, link},
    sim::protocol::Verdict as Steady,
    text::duration,
};

const FRAGMENT: &str = "#system=hypercube-slotted&n=4";

/// Points in all: a sweep, the load shown, and two between the largest stable load and the smallest one that saturated.
const ALL: usize = POINTS + 3;

/// The network carries this part of the load at which the model ends.
const CARRIED: f64 = 1.02;

impl Simulation {
    /// A simulation that has saved points and has begun nothing.
    pub(crate) fn having(scenario: Scenario, seen: &[&Summary]) -> Self {
        let host = Host { build: "b".into(), epoch: 0.0, cores: 1, sparing: true };
        let mut simulation = Self::new(scenario, host, &mut Vec::new());
        simulation.recall(&experiment::run_key(&scenario), &saved_runs::write(seen, "b", 1.0));
        simulation
    }
}

/// A simulation with everything it has asked for; its workers are made up.
struct Bench {
    simulation: Simulation,
    scenario: Scenario,
    model: Box<dyn Model>,
    effects: Vec<Effect>,
    now: f64,
    /// Saved points, by run key.
    saved: Vec<(String, String)>,
    /// The jobs that workers have, with their loads.
    jobs: Vec<(u32, u32, f64)>,
}

impl Bench {
    fn new(fragment: &str) -> Self {
        let scenario = link::parse(fragment).scenario;
        let host = Host { build: "app-1.js".into(), epoch: 1e12, cores: 4, sparing: false };
        let mut effects = Vec::new();
        let simulation = Simulation::new(scenario, host, &mut effects);
        let model = model::of(scenario.setup());
        let mut bench = Self { simulation, scenario, model, effects, now: 0.0, saved: Vec::new(), jobs: Vec::new() };
        bench.perform();
        bench
    }

    /// Performs the effects: workers are ready at once, and saved points are returned.
    fn perform(&mut self) {
        let mut others = Vec::new();
        while !self.effects.is_empty() {
            for effect in std::mem::take(&mut self.effects) {
                match effect {
                    Effect::Spawn(worker) => {
                        self.simulation.hear(worker, Reply::Ready, self.now, &mut self.effects);
                    }
                    Effect::Post(worker, Request::Simulate { job, link }) => {
                        self.jobs.push((worker, job, link::parse(&link).scenario.get(Key::Load)));
                    }
                    Effect::Post(_, Request::Stop { jobs }) => self.jobs.retain(|(_, job, _)| !jobs.contains(job)),
                    Effect::Terminate(worker) => self.jobs.retain(|(other, ..)| *other != worker),
                    Effect::Save { subject, text } => {
                        self.saved.retain(|(other, _)| *other != subject);
                        self.saved.push((subject, text));
                    }
                    Effect::Forget(subjects) => self.saved.retain(|(other, _)| !subjects.contains(other)),
                    Effect::Recall(subject) => {
                        if let Some((_, text)) = self.saved.iter().find(|(other, _)| *other == subject) {
                            self.simulation.recall(&subject, text);
                        }
                    }
                    other => others.push(other),
                }
            }
        }
        let timers = [Timer::Watch, Timer::Fade, Timer::Begin].map(Effect::After);
        assert!(others.iter().all(|effect| timers.contains(effect)), "{others:?}");
    }

    fn go_to(&mut self, key: Key, value: f64) -> bool {
        self.scenario = self.scenario.set(key, value);
        let moved = self.simulation.follow(&self.scenario, self.now, &mut self.effects);
        self.perform();
        moved
    }

    fn start(&mut self) {
        self.simulation.start(Some(&*self.model), true, self.now, &mut self.effects);
        self.perform();
    }

    /// The last observation of a load.
    fn outcome(&self, load: f64) -> Summary {
        if load < CARRIED * self.model.end().load {
            observed::stable(&*self.model, load, &[4.0 + load], Some(0.01))
        } else {
            observed::saturated(load, 0.01)
        }
    }

    /// A worker with a job says how far it is.
    fn progress(&mut self, over: bool) {
        let (worker, job, load) = self.jobs[0];
        let rough = observed::unfinished(observed::stable(&*self.model, load, &[4.0 + load], Some(0.01)));
        let observation = Box::new(if over { self.outcome(load) } else { rough });
        if over {
            self.jobs.remove(0);
        }
        self.simulation.hear(worker, Reply::Observed { job, observation }, self.now, &mut self.effects);
        self.perform();
    }

    fn finish(&mut self) {
        while self.simulation.running() {
            self.progress(true);
        }
    }

    fn sheet(&self) -> DomPatch {
        self.simulation.sheet(self.now, Some(self.model.info()))
    }

    fn is_at(&self, finished: usize, of: usize) -> bool {
        self.simulation.progress() == Progress::Running { finished, of, further: of > POINTS + 1 }
    }

    /// Compares the sentence of the simulation with the blessed one.
    fn says(&self, section: &str) {
        blessed::lines(section, [("said", self.sheet().said("simulation-state"))]);
    }

    fn loads(&self) -> Vec<f64> {
        self.simulation.points().iter().map(|point| point.load).collect()
    }
}

#[test]
fn a_sweep_and_the_load_shown_are_simulated_in_rising_order() {
    let mut bench = Bench::new(FRAGMENT);
    bench.says("a scene that is not simulated");
    bench.start();
    assert!(bench.simulation.running() && bench.jobs.len() == POINTS + 1, "all of them at once");
    let workers = |worker| bench.jobs.iter().filter(move |(other, ..)| *other == worker);
    assert!((1..=3).all(|worker| workers(worker).count() >= 3), "{:?}", bench.jobs);
    let work: Vec<f64> = (1..=3).map(|worker| workers(worker).map(|(.., load)| load).sum()).collect();
    assert!(work.iter().all(|mine| work.iter().all(|other| *mine < 1.5 * other)), "{work:?}");
    assert_eq!(bench.jobs[0].2, bench.scenario.get(Key::Load), "the load shown comes first");
    bench.finish();
    let loads = bench.loads();
    assert_eq!(loads.len(), ALL);
    assert!(loads.windows(2).all(|pair| pair[0] < pair[1]), "{loads:?}");
    assert_eq!(bench.simulation.observations().len(), ALL);
    assert_eq!(bench.simulation.progress(), Progress::Ended { finished: ALL, stopped: 0 });
}

#[test]
fn where_the_network_saturates_is_closed_in_on_once_the_sweep_is_over() {
    let mut bench = Bench::new(FRAGMENT);
    bench.start();
    let sweep = bench.jobs.len();
    for finished in 0..sweep {
        assert!(bench.loads().len() == sweep && bench.is_at(finished, sweep), "{finished}");
        bench.progress(true);
    }
    let (end, loads) = (bench.model.end().load, bench.jobs.iter().map(|(.., load)| *load).collect::<Vec<_>>());
    assert!(loads.len() == 2 && loads.iter().all(|load| *load > end && *load < 1.05 * end), "{loads:?} about {end}");
    assert!(bench.is_at(13, 15), "{:?}", bench.simulation.progress());
    assert_eq!((bench.simulation.saturated(), bench.simulation.preliminary()), (None, Some((13, 15))), "not yet final");
    bench.finish();
    assert_eq!(bench.simulation.preliminary(), None);
    let first = bench.simulation.saturated().expect("it has saturated");
    assert!(first > CARRIED * end && first < 1.04 * end, "{first}");
}

#[test]
fn a_network_that_carries_every_load_is_pushed_on_for_some_points_and_no_further() {
    let mut bench = Bench::new(FRAGMENT);
    bench.start();
    while let Some(&(worker, job, load)) = bench.jobs.first() {
        bench.jobs.remove(0);
        let observation = Box::new(observed::stable(&*bench.model, load, &[4.0], Some(0.01)));
        bench.simulation.hear(worker, Reply::Observed { job, observation }, bench.now, &mut bench.effects);
        bench.perform();
    }
    assert_eq!((bench.loads().len(), bench.simulation.running()), (POINTS + 1 + FURTHER, false));
    let most = bench.loads()[POINTS + FURTHER] / bench.model.end().load;
    assert!(most > 2.0, "{most}");
    let mut banyan = Bench::new("#system=banyan-multicast&n=4&fanout=2");
    banyan.start();
    let sweep = banyan.jobs.len();
    banyan.finish();
    assert_eq!(banyan.loads().len(), sweep, "there is no more load to offer");
}

#[test]
fn points_are_rough_before_they_are_final() {
    let mut bench = Bench::new(FRAGMENT);
    bench.start();
    assert!(bench.is_at(0, 13));
    bench.progress(false);
    assert!(bench.is_at(0, 13), "it is rough");
    bench.jobs.rotate_left(1);
    bench.progress(true);
    assert!(bench.is_at(1, 13));
    // Beyond saturation a point counts as finished.
    let (worker, job, load) = bench.jobs.remove(0);
    let observation = Box::new(observed::saturated(load, 0.01));
    bench.simulation.hear(worker, Reply::Observed { job, observation }, 0.0, &mut bench.effects);
    assert!(bench.simulation.observations().iter().any(|seen| seen.state == Steady::Saturated));
    assert!(bench.is_at(2, 13));
}

#[test]
fn recorded_runs_come_where_the_page_shows_them_and_data_is_not_saved() {
    for (fragment, sparing, come) in [
        ("#v=2", false, true),
        ("#v=2", true, false),
        ("#v=2&auto=1", true, false),
        ("#v=2&embed=1", false, false),
        ("#v=2&embed=chart&auto=1", false, true),
        ("#v=2&embed=chart&auto=1", true, false),
        ("#v=2&embed=stage&auto=1", false, false),
    ] {
        let host = Host { build: "b".into(), epoch: 0.0, cores: 2, sparing };
        let simulation = Simulation::new(link::parse(fragment).scenario, host, &mut Vec::new());
        assert_eq!(simulation.reads_recordings(), come, "{fragment}, sparing: {sparing}");
    }
}

#[test]
fn the_page_simulates_by_itself_where_the_device_can_spare_it() {
    let automatic = |fragment: &str, cores, sparing| {
        let host = Host { build: "b".into(), epoch: 0.0, cores, sparing };
        let scenario = link::parse(fragment).scenario;
        let simulation = Simulation::new(scenario, host, &mut Vec::new());
        let sheet = simulation.sheet(0.0, None);
        (simulation.is_automatic(), sheet.checks("input-auto").expect("it is there"))
    };
    for (fragment, cores, sparing, is) in [
        ("#v=2", 2, false, (true, true)),
        ("#v=2", 2, true, (false, false)),
        ("#v=2", 1, false, (false, false)),
        ("#v=2&auto=0", 8, false, (false, false)),
        ("#v=1", 8, false, (false, false)),
        ("#v=2&auto=1", 1, true, (true, true)),
        ("#v=2&embed=1", 2, false, (false, true)),
        ("#v=2&embed=1&auto=1", 2, false, (true, true)),
        ("#v=2&system=hypercube-slotted&n=20", 2, false, (false, true)),
        ("#v=2&system=hypercube-slotted&n=20&auto=1", 2, false, (true, true)),
    ] {
        assert_eq!(automatic(fragment, cores, sparing), is, "{fragment}, {cores} cores, sparing: {sparing}");
    }
}

#[test]
fn in_the_background_goes_on_only_what_the_reader_has_asked_for() {
    for asked in [false, true] {
        let mut bench = Bench::new("#v=2&system=hypercube-slotted");
        bench.simulation.start(Some(&*bench.model), asked, 0.0, &mut bench.effects);
        bench.perform();
        bench.progress(true);
        bench.simulation.hide(true, 1.0, &mut bench.effects);
        bench.perform();
        assert_eq!((bench.simulation.running(), bench.simulation.is_automatic()), (asked, false));
        assert_eq!(bench.simulation.observations().len(), 1);
        bench.simulation.hide(false, 2.0, &mut bench.effects);
        bench.start();
        bench.finish();
        assert_eq!(bench.loads().len(), ALL);
    }
}

#[test]
fn what_nobody_has_asked_for_keeps_nobody_waiting_and_can_be_asked_for() {
    let mut bench = Bench::new("#v=2&system=hypercube-slotted");
    bench.simulation.begin(&mut bench.effects);
    assert!(bench.simulation.is_settled() && !bench.simulation.is_due());
    bench.simulation.rest();
    assert!(bench.simulation.is_due());
    bench.simulation.start(Some(&*bench.model), false, 0.0, &mut bench.effects);
    bench.perform();
    let shown = |bench: &Bench| ["simulate", "stop"].map(|id| bench.sheet().shows(id).expect("it is on the sheet"));
    assert!(bench.simulation.is_settled());
    assert_eq!(shown(&bench), [false, true]);
    bench.start();
    assert!(!bench.simulation.is_settled() && bench.loads().len() == POINTS + 1);
    assert_eq!(shown(&bench), [false, true]);
}

#[test]
fn what_has_been_simulated_is_not_simulated_again() {
    let mut bench = Bench::new(FRAGMENT);
    bench.start();
    bench.finish();
    bench.go_to(Key::Load, 0.051);
    bench.start();
    assert_eq!(bench.jobs.iter().map(|(.., load)| *load).collect::<Vec<_>>(), [0.051], "only the new load");
    bench.finish();
    assert_eq!(bench.loads().len(), ALL + 1);
}

#[test]
fn there_are_never_more_points_than_a_reader_can_tell_apart() {
    let mut bench = Bench::new(FRAGMENT);
    for step in 0..80 {
        bench.go_to(Key::Load, 0.03 + 1e-4 * f64::from(step));
        bench.start();
        bench.finish();
    }
    assert_eq!(bench.loads().len(), MOST);
    assert!(bench.loads().contains(&bench.scenario.get(Key::Load)), "the latest is there");
}

#[test]
fn the_buttons_are_those_that_make_sense() {
    let mut bench = Bench::new(FRAGMENT);
    let buttons = |bench: &Bench| {
        ["simulate", "stop", "again", "clear", "progress", "simulation-legend"]
            .map(|id| bench.sheet().shows(id).expect("it is on the sheet"))
    };
    assert_eq!(buttons(&bench), [true, false, false, false, false, false]);
    bench.start();
    assert_eq!(buttons(&bench), [false, true, false, false, true, true]);
    bench.finish();
    assert_eq!(buttons(&bench), [false, false, true, true, false, true]);
    bench.go_to(Key::N, 5.0);
    assert_eq!(
        buttons(&bench),
        [true, false, false, true, false, true],
        "points that no longer hold cannot be drawn again"
    );
}

#[test]
fn a_button_that_goes_away_hands_the_focus_on_to_one_that_is_there() {
    let mut bench = Bench::new(FRAGMENT);
    let hands = |bench: &Bench| {
        let sheet = bench.sheet();
        let next = |(id, mark): &(crate::dom::patch::Id, Patch)| match mark {
            Patch::HandsOn(next) => Some((id.to_string(), *next)),
            _ => None,
        };
        let all: Vec<_> = sheet.marks().iter().filter_map(next).collect();
        assert!(all.iter().all(|(_, next)| *next == "simulated-key"), "it is always there: {all:?}");
        all.into_iter().map(|(id, _)| id).collect::<Vec<_>>()
    };
    let all = ["simulate", "longer", "stop", "again", "twice", "clear"];
    assert_eq!(hands(&bench), all);
    bench.start();
    assert_eq!(hands(&bench), all);
}

#[test]
fn a_change_of_the_network_stops_the_run_and_taking_it_back_brings_the_points_back() {
    let mut bench = Bench::new(FRAGMENT);
    bench.start();
    bench.finish();
    for fades in [false, true] {
        assert!(bench.go_to(Key::N, 5.0));
        assert!(!bench.simulation.holds() && bench.simulation.observations().is_empty());
        assert!(!bench.simulation.is_settled() && bench.loads().len() == ALL, "they are still there, and about to go");
        assert!(matches!(bench.simulation.progress(), Progress::Nothing { .. }));
        if fades {
            bench.simulation.fade();
            assert!(bench.simulation.is_settled() && bench.loads().is_empty());
        }
        assert!(bench.go_to(Key::N, 4.0));
        assert!(bench.simulation.holds());
        bench.simulation.fade();
        assert_eq!(bench.simulation.observations().len(), ALL);
    }
}

#[test]
fn where_the_reader_looks_makes_no_difference() {
    let mut bench = Bench::new(FRAGMENT);
    bench.start();
    for (key, value) in [(Key::Axis, 1.0), (Key::Cycle, 9.0), (Key::Load, 0.06)] {
        assert!(!bench.go_to(key, value), "{key:?}");
    }
    assert!(bench.simulation.running() && bench.simulation.holds());
}

#[test]
fn points_of_another_system_go_and_the_workers_are_stopped() {
    let mut bench = Bench::new(FRAGMENT);
    bench.start();
    bench.progress(true);
    bench.scenario = Scenario::new(System::TorusBroadcast);
    assert!(bench.simulation.follow(&bench.scenario, 0.0, &mut bench.effects));
    bench.perform();
    assert!(bench.loads().is_empty() && !bench.simulation.running() && bench.jobs.is_empty());
    assert_eq!(bench.saved.len(), 1, "what was finished is kept");
}

#[test]
fn a_stopped_run_keeps_what_was_seen_and_is_taken_up_again() {
    let mut bench = Bench::new(FRAGMENT);
    bench.start();
    bench.progress(true);
    bench.progress(false);
    let late = bench.jobs[0];
    bench.simulation.end(bench.now, &mut bench.effects);
    bench.perform();
    assert!(!bench.simulation.running() && bench.jobs.is_empty());
    assert_eq!(bench.loads().len(), 2);
    assert_eq!(bench.simulation.progress(), Progress::Ended { finished: 1, stopped: 1 });
    let observation = Box::new(observed::stable(&*bench.model, late.2, &[9.0], None));
    bench.simulation.hear(late.0, Reply::Observed { job: late.1, observation }, 0.0, &mut bench.effects);
    assert_eq!(
        bench.simulation.observations().iter().filter(|seen| seen.finished()).count(),
        1,
        "what comes late is not heard"
    );
    bench.start();
    bench.finish();
    assert_eq!(bench.loads().len(), ALL);
}

#[test]
fn what_was_kept_is_there_when_the_same_link_is_opened_again() {
    let mut first = Bench::new(FRAGMENT);
    first.start();
    first.finish();
    let [(subject, text)] = &first.saved[..] else { panic!("{:?}", first.saved.len()) };
    assert!(text.starts_with("app-1.js|1000000000000|["), "{}", &text[..40]);
    let mut second = Bench::new(FRAGMENT);
    assert!(second.simulation.recall(subject, text));
    assert_eq!(second.simulation.observations(), first.simulation.observations());
    assert!(!second.simulation.running());
}

#[test]
fn what_was_kept_of_another_scene_or_tampered_with_is_not_shown() {
    let mut first = Bench::new(FRAGMENT);
    first.start();
    first.finish();
    let (subject, text) = first.saved[0].clone();
    let mut other = Bench::new("#system=hypercube-slotted&n=5");
    assert!(!other.simulation.recall(&subject, &text));
    let mut same = Bench::new(FRAGMENT);
    let beyond = text.replace("\"load\":", "\"load\":7");
    assert!(!same.simulation.recall(&subject, &beyond), "no such load can be offered");
    assert!(!same.simulation.recall(&subject, &text.replace("app-1", "app-2")));
    assert!(!same.simulation.recall(&subject, &text[..text.len() / 2]));
    assert!(same.loads().is_empty());
    same.start();
    let jobs = same.jobs.clone();
    assert!(!same.simulation.recall(&subject, &text) && same.simulation.running(), "it does not replace a run");
    assert_eq!(same.jobs, jobs);
}

#[test]
fn clearing_takes_the_points_and_what_was_kept_of_them() {
    let mut bench = Bench::new(FRAGMENT);
    bench.start();
    bench.finish();
    bench.simulation.clear(bench.now, &mut bench.effects);
    bench.perform();
    assert!(bench.loads().is_empty() && bench.saved.is_empty() && bench.simulation.holds());
}

#[test]
fn a_failure_is_said_with_its_load_and_the_rest_goes_on() {
    let mut bench = Bench::new(FRAGMENT);
    bench.start();
    let (worker, job, _) = bench.jobs.remove(0);
    let word = Reply::Refused { job, sentence: "The packets are not conserved.".into() };
    bench.simulation.hear(worker, word, 0.0, &mut bench.effects);
    bench.perform();
    bench.says("a refused point");
    assert_eq!(bench.sheet().classed("simulation-state", "warn"), Some(true));
    bench.finish();
    assert_eq!(bench.simulation.observations().len(), ALL - 1);
    bench.start();
    assert_eq!(bench.jobs.len(), 1, "it is tried again");
    assert!(bench.simulation.trouble.is_none(), "and no longer said");
}

#[test]
fn a_lost_worker_costs_nothing_and_two_of_them_one_point() {
    let mut bench = Bench::new(FRAGMENT);
    bench.start();
    for _ in 0..2 {
        let (worker, _, load) = bench.jobs[0];
        bench.simulation.failed(worker, "out of memory.", 0.0, &mut bench.effects);
        bench.perform();
        // The job is given to another worker first of all.
        let place = bench.jobs.iter().position(|(.., other)| *other == load).unwrap_or(0);
        bench.jobs.swap(0, place);
    }
    bench.says("a point lost twice");
    bench.finish();
    assert_eq!(bench.simulation.observations().len(), ALL - 1);
}

#[test]
fn an_older_worker_file_is_said_and_everything_stops() {
    let mut bench = Bench::new(FRAGMENT);
    bench.start();
    bench.simulation.hear(1, Reply::Outdated, 0.0, &mut bench.effects);
    assert!(!bench.simulation.running());
    bench.says("an older worker file");
}

#[test]
fn the_bar_and_the_speed_say_how_far_it_is() {
    let mut bench = Bench::new(FRAGMENT);
    bench.start();
    assert_eq!(
        (bench.sheet().valued("progress").as_deref(), bench.sheet().said("simulation-speed").as_str()),
        (Some("0"), "")
    );
    bench.now = 10_000.0;
    let loads = [0, 1].map(|job| bench.jobs[job].2);
    for (index, (flit_hops, seconds)) in [(3_000_000, 2.0), (7_000_000, 3.0)].into_iter().enumerate() {
        let (worker, job, load) = bench.jobs[index];
        let mut seen = observed::unfinished(observed::stable(&*bench.model, load, &[4.0], None));
        (seen.flit_hops, seen.seconds, seen.cycles) = (flit_hops, seconds, 90_000);
        let word = Reply::Observed { job, observation: Box::new(seen) };
        bench.simulation.hear(worker, word, bench.now, &mut bench.effects);
    }
    let part: f64 = bench.sheet().valued("progress").and_then(|part| part.parse().ok()).expect("a number");
    let all: f64 = bench.loads().iter().sum();
    assert!((part - 0.9 * (loads[0] + loads[1]) / all).abs() < 1e-12, "nine tenths of the cycles of two loads: {part}");
    let said = bench.sheet().said("simulation-speed");
    let left = duration(10.0 * (1.0 - part) / part);
    assert_eq!(
        said,
        format!("6.00 million flit-hops/s by 3 workers · {left} left"),
        "each does ten million in five seconds"
    );
    assert_eq!(bench.sheet().has("simulation-state", "aria-live").as_deref(), Some("off"));
}

#[test]
fn points_without_an_interval_say_how_long_a_run_must_be() {
    let mut bench = Bench::new(FRAGMENT);
    bench.start();
    let (worker, job, load) = bench.jobs.remove(0);
    let mut seen = observed::stable(&*bench.model, load, &[40.0], None);
    (seen.batch, seen.memory) = (100, 1_000.0);
    bench.simulation.hear(worker, Reply::Observed { job, observation: Box::new(seen) }, 0.0, &mut bench.effects);
    bench.simulation.end(0.0, &mut bench.effects);
    bench.says("a short run");
}

#[test]
fn the_report_names_what_is_going_on_and_leaves_out_what_does_not_hold_when_asked() {
    let mut bench = Bench::new(FRAGMENT);
    bench.start();
    bench.progress(true);
    let json = |bench: &Bench, held: bool| serde_json::to_value(bench.simulation.report(held)).expect("plain data");
    let report = json(&bench, false);
    assert_eq!(report["simulation"], serde_json::json!({"running": true, "points": 13, "workers": 3}));
    assert_eq!((&report["simulated"][0]["finished"], &report["simulated"][0]["holds"]), (&true.into(), &true.into()));
    assert_eq!(report["simulated"][0]["state"], "stable");
    bench.go_to(Key::N, 5.0);
    assert_eq!(json(&bench, false)["simulated"][0]["holds"], false);
    assert_eq!(json(&bench, true)["simulated"], serde_json::json!([]));
}
