//! Simulations that start, are stopped, kept, lost and found, as a reader meets them.

use super::*;
use crate::worker::scheduler::Request;
use flitscope::{experiment::POINTS, text::duration};

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

    fn go_to(&mut self, scenario: Scenario) -> bool {
        self.scenario = scenario;
        let moved = self.simulation.follow(&self.scenario, self.now, &mut self.effects);
        self.perform();
        moved
    }

    fn start(&mut self) {
        self.simulation.start(Some(&*self.model), true, self.now, &mut self.effects);
        self.perform();
    }

    fn hear(&mut self, (worker, job, _): (u32, u32, f64), observation: Summary) {
        if observation.finished() {
            self.jobs.retain(|(_, other, _)| *other != job);
        }
        let reply = Reply::Observed { job, observation: Box::new(observation) };
        self.simulation.hear(worker, reply, self.now, &mut self.effects);
        self.perform();
    }

    /// Ends the first run. The network saturates where `CARRIED` says, or nowhere.
    fn over(&mut self, carries_all: bool) {
        let job = self.jobs[0];
        let stable = carries_all || job.2 < CARRIED * self.model.end().load;
        let seen = if stable { self.stable(job.2) } else { observed::saturated(job.2, 0.01) };
        self.hear(job, seen);
    }

    fn stable(&self, load: f64) -> Summary {
        observed::stable(&*self.model, load, &[4.0 + load], Some(0.01))
    }

    fn finish(&mut self) {
        while self.simulation.running() {
            self.over(false);
        }
    }

    fn sheet(&self) -> DomPatch {
        self.simulation.sheet(self.now, Some(self.model.info()))
    }

    fn loads(&self) -> Vec<f64> {
        self.simulation.points().iter().map(|point| point.load).collect()
    }

    /// Performs an act of a script; the simulation then.
    fn act(&mut self, words: &[&str]) -> Told {
        let (now, mut answer) = (self.now, None);
        match *words {
            ["open", link] => *self = Self::new(link),
            ["go", link] => answer = Some(self.go_to(link::parse(link).scenario)),
            ["start"] => self.start(),
            ["begin"] => self.simulation.begin(&mut self.effects),
            ["rest"] => self.simulation.rest(),
            ["start", "itself"] => self.simulation.start(Some(&*self.model), false, now, &mut self.effects),
            ["over"] => self.over(false),
            ["over", runs] => (0..number(runs)).for_each(|_| self.over(false)),
            ["carry", "all"] => {
                while self.simulation.running() {
                    self.over(true);
                }
            }
            ["finish"] => self.finish(),
            ["further"] => self.hear(self.jobs[0], observed::unfinished(self.stable(self.jobs[0].2))),
            ["saturate"] => self.hear(self.jobs[0], observed::saturated(self.jobs[0].2, 0.01)),
            // A run without an interval.
            ["short"] => {
                let seen = observed::stable(&*self.model, self.jobs[0].2, &[40.0], None);
                self.hear(self.jobs[0], Summary { batch: 100, memory: 1_000.0, ..seen });
            }
            // A reply to a job that was stopped.
            ["late"] => self.hear((1, 1, 0.0), self.stable(0.05)),
            ["rotate"] => self.jobs.rotate_left(1),
            ["end"] => self.simulation.end(now, &mut self.effects),
            ["clear"] => self.simulation.clear(now, &mut self.effects),
            ["fade"] => self.simulation.fade(),
            ["hide"] => self.simulation.hide(true, now, &mut self.effects),
            ["return"] => self.simulation.hide(false, now, &mut self.effects),
            // What the browser has kept is read by a new page.
            ["reopen"] => {
                let saved = std::mem::take(&mut self.saved);
                *self = Self::new(FRAGMENT);
                answer = Some(saved.iter().all(|(subject, text)| self.simulation.recall(subject, text)));
            }
            ["refuse"] => {
                let (worker, job, _) = self.jobs.remove(0);
                let reply = Reply::Refused { job, sentence: "The packets are not conserved.".into() };
                self.simulation.hear(worker, reply, now, &mut self.effects);
            }
            // The worker of the first job, which another one has then.
            ["lose"] => {
                let (worker, _, load) = self.jobs[0];
                self.simulation.hear(worker, Reply::Failed("out of memory.".into()), now, &mut self.effects);
                self.perform();
                let place = self.jobs.iter().position(|(.., other)| *other == load).unwrap_or(0);
                self.jobs.swap(0, place);
            }
            ["outdated"] => _ = self.simulation.hear(1, Reply::Outdated, now, &mut self.effects),
            _ => panic!("{words:?}"),
        }
        self.perform();
        (answer.map_or_else(String::new, |answer| answer.to_string()), self.seen())
    }

    fn seen(&self) -> Vec<(&'static str, String)> {
        let (simulation, sheet) = (&self.simulation, self.sheet());
        let observed = simulation.observations();
        let over = observed.iter().filter(|seen| seen.finished()).count();
        let buttons = ["simulate", "longer", "stop", "again", "twice", "clear", "progress", "simulation-legend"];
        let is = [
            ("running", simulation.running()),
            ("held", simulation.holds()),
            ("settled", simulation.is_settled()),
            ("automatic", simulation.is_automatic()),
            ("due", simulation.is_due()),
            ("warning", sheet.classed("simulation-state", "warn") == Some(true)),
        ];
        // A button that goes away hands the focus on to what is always there.
        let hands_on = |id| sheet.last(id, |mark| if let Patch::HandsOn(next) = mark { Some(*next) } else { None });
        vec![
            ("is", flags(is)),
            ("points", self.loads().len().to_string()),
            ("observed", format!("{}, {over} over", observed.len())),
            ("final", format!("{:?} until {:?}", simulation.saturated(), simulation.preliminary())),
            ("jobs", format!("{:?}", self.jobs.iter().map(|(.., load)| load).collect::<Vec<_>>())),
            ("saved", self.saved.len().to_string()),
            ("buttons", flags(buttons.map(|id| (id, sheet.shows(id) == Some(true))))),
            ("hand on to", buttons.map(|id| hands_on(id).unwrap_or_default()).join(" ")),
            ("said", sheet.said("simulation-state")),
        ]
    }
}

#[test]
fn runs_start_stop_fail_and_are_kept() {
    let scripts = "
        a point is rough before it is final: start; further; rotate; over; saturate
        where the network saturates is closed in on once the sweep is over: start; over 12; over; over; over
        a network that carries every load is pushed on for some points: start; carry all
        without saturation there is no larger load: open #system=banyan-multicast&n=4&fanout=2; start; finish
        in the background goes on what was asked for: start; over; hide; return; start; finish
        in the background nothing begins by itself: open #v=2&system=hypercube-slotted; start itself; over; hide; return; start; finish
        a simulation that was not asked for can be asked for: open #v=2&system=hypercube-slotted; begin; rest; start itself; start
        a simulated load is not simulated again: start; finish; go #system=hypercube-slotted&n=4&load=0.051; start; finish
        a change that is taken back brings the points back: start; finish; go #system=hypercube-slotted&n=5; \
            go #system=hypercube-slotted&n=4; fade; go #system=hypercube-slotted&n=5; fade; go #system=hypercube-slotted&n=4; fade
        axis, cycle and load change no run: start; go #system=hypercube-slotted&n=4&axis=log; \
            go #system=hypercube-slotted&n=4&axis=log&cycle=9&load=0.06
        points of another system go: start; over; go #system=torus-broadcast
        a stopped run is taken up again: start; over; further; end; late; start; finish
        saved points come back with the link: start; finish; reopen
        clearing takes points and saved points: start; finish; clear
        a point that cannot be simulated is tried again when asked: start; refuse; finish; start
        a worker that fails at a point twice: start; lose; lose; finish
        an older worker file: start; outdated
        a run without an interval: start; short; end
    ";
    scripts::tell("simulation", scripts, || Bench::new(FRAGMENT), Bench::act);
}

#[test]
fn a_sweep_and_the_load_shown_are_simulated_in_rising_order() {
    let mut bench = Bench::new(FRAGMENT);
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
fn the_page_simulates_by_itself_and_reads_recordings_where_the_device_can_spare_it() {
    let rows = [
        ("#v=2", 2, false),
        ("#v=2", 2, true),
        ("#v=2", 1, false),
        ("#v=2&auto=0", 8, false),
        ("#v=1", 8, false),
        ("#v=2&auto=1", 1, true),
        ("#v=2&embed=1", 2, false),
        ("#v=2&embed=1&auto=1", 2, false),
        ("#v=2&embed=chart&auto=1", 2, false),
        ("#v=2&embed=chart&auto=1", 2, true),
        ("#v=2&embed=stage&auto=1", 2, false),
        ("#v=2&system=hypercube-slotted&n=20", 2, false),
        ("#v=2&system=hypercube-slotted&n=20&auto=1", 2, false),
    ];
    blessed::words("hosts of simulations", rows, |(fragment, cores, sparing)| {
        let host = Host { build: "b".into(), epoch: 0.0, cores, sparing };
        let simulation = Simulation::new(link::parse(fragment).scenario, host, &mut Vec::new());
        let checked = simulation.sheet(0.0, None).checks("input-auto") == Some(true);
        flags([
            ("automatic", simulation.is_automatic()),
            ("checked", checked),
            ("recorded", simulation.reads_recordings()),
        ])
    });
}

#[test]
fn there_are_never_more_points_than_a_reader_can_tell_apart() {
    let mut bench = Bench::new(FRAGMENT);
    for step in 0..80 {
        bench.go_to(bench.scenario.set(Key::Load, 0.03 + 1e-4 * f64::from(step)));
        bench.start();
        bench.finish();
    }
    assert_eq!(bench.loads().len(), MOST);
    assert!(bench.loads().contains(&bench.scenario.get(Key::Load)), "the latest is there");
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
fn the_report_names_what_is_going_on_and_leaves_out_what_does_not_hold_when_asked() {
    let mut bench = Bench::new(FRAGMENT);
    bench.start();
    bench.over(false);
    let json = |bench: &Bench, held: bool| serde_json::to_value(bench.simulation.report(held)).expect("plain data");
    let report = json(&bench, false);
    assert_eq!(report["simulation"], serde_json::json!({"running": true, "points": 13, "workers": 3}));
    assert_eq!((&report["simulated"][0]["finished"], &report["simulated"][0]["holds"]), (&true.into(), &true.into()));
    assert_eq!(report["simulated"][0]["state"], "stable");
    bench.go_to(bench.scenario.set(Key::N, 5.0));
    assert_eq!(json(&bench, false)["simulated"][0]["holds"], false);
    assert_eq!(json(&bench, true)["simulated"], serde_json::json!([]));
}
