//! The scheduler of a worker: it advances several simulations side by side, in slices, so that a stop takes effect between two of them.
//!
//! ```text
//!   load 1  ====-----------  the one with the fewest cycles advances: after a slice or two all have a first rough point,
//!   load 2  ====-----------  whose interval shrinks until the run has its length
//!   load 3  ===------------  <- next
//! ```
//! The numbers of a run do not depend on its slices or on other runs ([`flitscope::sim::protocol`]).

use crate::json;
use flitscope::{
    experiment::{Runs, Summary, plan},
    explore::{
        Answer, Question,
        map::{Cells, MapCell},
    },
    param::{Key, rates::Rates},
    scenario::{Parsed, Scenario, link},
    sim::{ChannelId, ChannelUse, protocol::PRESENT},
    text::grouped,
};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The build of `www/worker.js` that this module works with, as the file states it. A browser may have kept an older one.
pub(crate) const BUILD: &str = "1";

/// Milliseconds of work between two looks at the requests.
const SLICE: f64 = 20.0;

/// Milliseconds between two replies on a simulation. Each reply draws the chart anew, which on a slow telephone takes a tenth of a second.
const TELL: f64 = 250.0;

/// Milliseconds of solving between two replies on a map.
const ANSWER: f64 = 8.0;

/// Milliseconds that the cycles between two looks at the clock may take.
const BLIND: f64 = 2.0;

/// Bytes that the messages of all simulations may take while all advance. Beyond, the one with the most cycles advances alone and makes
/// room: a worker holds no more than this and what one run may hold.
const CROWD: u64 = PRESENT;

const MOST_CHANNELS: usize = 4_096;

/// A question, or a part of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QuestionTask {
    pub question: Question,
    /// The cells of a map that are to be solved; none of other questions.
    pub cells: Vec<MapCell>,
}

impl QuestionTask {
    /// True if it is answered before a worker simulates on.
    pub(crate) fn is_short(&self) -> bool {
        self.question != Question::Channels
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// To simulate the scenario of a link, as the job of a number, beside what it is doing.
    Simulate { job: u32, link: String },
    /// To answer a question about the scenario of a link before it simulates on.
    Ask { job: u32, link: String, task: QuestionTask },
    /// To open a table of rates, which requests after it name.
    Rates { name: String, text: String },
    /// To end jobs, begun or not.
    Stop { jobs: Vec<u32> },
}

/// News of a worker: its own, or that of the page that it has failed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// The module is there, and requests may come.
    Ready,
    /// The file of the worker is of another build.
    Outdated,
    /// The latest observation of a job; the last one is finished.
    Observed { job: u32, observation: Box<Summary> },
    /// An answer, or a part of one; `over` if that is all.
    Told { job: u32, answer: Answer, over: bool },
    /// A job cannot be simulated, or has broken a law.
    Refused { job: u32, sentence: String },
    /// The worker has failed, for this reason.
    Failed(String),
    /// The browser does not start the worker, for this reason.
    NotStarted(String),
}

impl Reply {
    /// A reply from its text; `None` if it is none, or has numbers that no run can have.
    pub fn read(text: &str) -> Option<Self> {
        json::read(text).filter(|word| match word {
            Self::Observed { observation, .. } => observation.credible(),
            Self::Told { answer, .. } => answer.credible(),
            Self::Ready | Self::Outdated | Self::Refused { .. } => true,
            // Only the page reports these.
            Self::Failed(_) | Self::NotStarted(_) => false,
        })
    }

    /// The first reply of a worker whose file states this build.
    pub fn first(build: &str) -> Self {
        if build == BUILD { Self::Ready } else { Self::Outdated }
    }
}

struct RunningJob {
    number: u32,
    runs: Runs,
    /// True if it counts the flits of channels, and nothing else.
    counts: bool,
    /// True if a value of it has been sent.
    known: bool,
    /// True if it has advanced since its last reply.
    news: bool,
}

impl RunningJob {
    /// A job, or the refusal to simulate it.
    fn of(number: u32, link: &str, counts: bool) -> Result<Self, Reply> {
        let refused = |sentence| Reply::Refused { job: number, sentence };
        let Parsed { scenario, problems, .. } = link::parse(link);
        // A worker without the table of the page has no traffic to simulate.
        if let Some(problem) = problems.first() {
            return Err(refused(problem.to_string()));
        }
        let replications = if counts { 1 } else { scenario.count(Key::Replications) };
        let runs = Runs::some(scenario, plan(&scenario), 0..replications, counts);
        let runs = runs.map_err(|problem| refused(problem.to_string()))?;
        let channels = if counts { runs.channels().len() } else { 0 };
        if channels > MOST_CHANNELS {
            return Err(refused(format!(
                "This network has {} channels, and at most {} are listed here: on the command line flitscope simulate --channels lists \
                 them all.",
                grouped(channels as u64),
                grouped(MOST_CHANNELS as u64)
            )));
        }
        Ok(Self { number, runs, counts, known: false, news: false })
    }

    /// The reply on it, by now or at its end.
    fn told(&mut self, over: bool) -> Reply {
        if self.counts {
            self.news = false;
            let uses = if over { self.runs.channels() } else { Vec::new() };
            let stages = matches!(uses.first(), Some(ChannelUse { channel: ChannelId::Into { .. }, .. }));
            let (uses, cycles) = (uses.iter().map(ChannelUse::parts).collect(), self.runs.came());
            return Reply::Told { job: self.number, answer: Answer::Channels { uses, stages, cycles }, over };
        }
        let observation = self.runs.summary();
        (self.known, self.news) = (observation.known(), false);
        Reply::Observed { job: self.number, observation: Box::new(observation) }
    }
}

struct AskedQuestion {
    job: u32,
    scenario: Scenario,
    /// Without the cells that are solved.
    task: QuestionTask,
}

/// The job queue of a worker.
#[derive(Default)]
pub struct Scheduler {
    /// Simulations that are not started: number, link, and true if channels are counted.
    waiting: VecDeque<(u32, String, bool)>,
    jobs: Vec<RunningJob>,
    asked: VecDeque<AskedQuestion>,
    /// The solver of maps, with its last network.
    cells: Cells,
    /// Time of the last replies on all simulations, milliseconds.
    told: f64,
}

impl Scheduler {
    /// True if a [`Scheduler::turn`] is to be taken.
    pub fn busy(&self) -> bool {
        !self.waiting.is_empty() || !self.jobs.is_empty() || !self.asked.is_empty()
    }

    pub fn hear(&mut self, order: Request) {
        match order {
            Request::Simulate { job, link } => self.waiting.push_back((job, link, false)),
            Request::Ask { job, link, task } if task.is_short() => {
                self.asked.push_back(AskedQuestion { job, scenario: link::parse(&link).scenario, task });
            }
            Request::Ask { job, link, .. } => self.waiting.push_back((job, link, true)),
            Request::Rates { name, text } => Rates::parse(&name, &text).into_iter().for_each(|table| _ = table.open()),
            Request::Stop { jobs } => {
                self.asked.retain(|asked| !jobs.contains(&asked.job));
                self.waiting.retain(|(job, ..)| !jobs.contains(job));
                self.jobs.retain(|job| !jobs.contains(&job.number));
            }
        }
    }

    /// Works for a slice of time by a clock in milliseconds; returns the replies.
    pub fn turn(&mut self, clock: &dyn Fn() -> f64) -> Vec<Reply> {
        let start = clock();
        let (mut now, mut words) = (start, Vec::new());
        while now - start < SLICE && self.busy() {
            if let Some(mut asked) = self.asked.pop_front() {
                let (question, cells) = (asked.task.question, &mut asked.task.cells);
                let answer = if question == Question::Map {
                    Answer::Cells(self.cells.some(&asked.scenario, cells, &|| clock() - now < ANSWER))
                } else {
                    question.answer(&asked.scenario)
                };
                let over = cells.is_empty();
                words.push(Reply::Told { job: asked.job, answer, over });
                if !over {
                    self.asked.push_front(asked);
                }
                now = clock();
                continue;
            }
            // Said at once: a large network takes a while to build.
            if let Some((number, link, counts)) = self.waiting.pop_front() {
                words.push(match RunningJob::of(number, &link, counts) {
                    Ok(mut job) => {
                        let word = job.told(false);
                        self.jobs.push(job);
                        word
                    }
                    Err(refused) => refused,
                });
                now = clock();
            } else if let Some(place) = self.next() {
                let job = &mut self.jobs[place];
                job.news = true;
                match job.runs.turn(BLIND, &mut now, clock) {
                    Ok(false) => {}
                    Ok(true) => words.push(self.jobs.remove(place).told(true)),
                    Err(error) => {
                        let job = self.jobs.remove(place).number;
                        words.push(Reply::Refused { job, sentence: error.to_string() });
                    }
                }
            }
        }
        let all = now - self.told > TELL;
        if all {
            self.told = now;
        }
        // A first value is sent at once.
        let first = |job: &RunningJob| !job.counts && !job.known && job.runs.summary().known();
        let told = self.jobs.iter_mut().filter(|job| job.news && (all || first(job)));
        words.extend(told.map(|job| job.told(false)));
        words
    }

    /// The simulation that advances: the one with the fewest cycles, so that all are equally far.
    fn next(&self) -> Option<usize> {
        let held: u64 = self.jobs.iter().map(|job| job.runs.held()).sum();
        let all = self.jobs.iter().enumerate();
        let next = if held > CROWD {
            all.max_by_key(|(_, job)| job.runs.came())
        } else {
            all.min_by_key(|(_, job)| job.runs.came())
        };
        next.map(|(place, _)| place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope::{experiment, sim::protocol::Verdict};
    use std::cell::Cell;

    const SMALL: &str = "#system=hypercube-slotted&n=3&load=0.05";

    fn order(job: u32, link: &str) -> Request {
        Request::Simulate { job, link: link.into() }
    }

    /// A scheduler with these links as jobs 1, 2 and so on.
    fn desk(links: &[&str]) -> Scheduler {
        let mut desk = Scheduler::default();
        (1..).zip(links).for_each(|(job, link)| desk.hear(order(job, link)));
        desk
    }

    /// A clock that advances by `step` milliseconds with every look at it.
    fn clock(step: f64) -> impl Fn() -> f64 {
        let now = Cell::new(0.0);
        move || now.replace(now.get() + step)
    }

    /// The replies until nothing is left to do.
    fn all(desk: &mut Scheduler, clock: &dyn Fn() -> f64) -> Vec<(u32, Summary)> {
        let mut words = Vec::new();
        while desk.busy() {
            words.extend(desk.turn(clock));
        }
        words.into_iter().map(observed).collect()
    }

    fn observed(word: Reply) -> (u32, Summary) {
        match word {
            Reply::Observed { job, observation } => (job, *observation),
            other => panic!("{other:?}"),
        }
    }

    /// The observation of a run that is alone and not cut into slices.
    fn whole(link: &str) -> Summary {
        let scenario = link::parse(link).scenario;
        experiment::simulated(&scenario).expect("it is simulated")
    }

    #[test]
    fn a_worker_of_another_build_says_so() {
        assert_eq!(Reply::first(BUILD), Reply::Ready);
        assert_eq!(Reply::first("0"), Reply::Outdated);
    }

    #[test]
    fn simulations_side_by_side_give_the_numbers_of_runs_that_are_alone() {
        let links = [0.02, 0.05, 0.09].map(|load| format!("#system=hypercube-slotted&n=3&cycles=3000&load={load}"));
        let words = all(&mut desk(&links.each_ref().map(String::as_str)), &clock(1.5));
        for (job, link) in (1..).zip(&links) {
            let said: Vec<_> = words.iter().filter(|(other, _)| *other == job).map(|(_, seen)| seen).collect();
            assert_eq!((said[0].cycles, said[0].finished()), (0, false), "said at once");
            let last = said[said.len() - 1];
            assert_eq!(Summary { seconds: 0.0, ..last.clone() }, whole(link));
            assert!(last.state == Verdict::Stable && last.seconds > 0.0 && said.len() > 2, "{}", said.len());
        }
    }

    #[test]
    fn every_simulation_has_a_first_value_before_any_is_over() {
        let links = ["0.01", "0.05", "0.1", "0.13"].map(|load| format!("#system=hypercube-slotted&n=4&load={load}"));
        let words = all(&mut desk(&links.each_ref().map(String::as_str)), &clock(1.0));
        let first = |job| words.iter().position(|(other, seen)| *other == job && seen.known()).expect("it has one");
        let over = words.iter().position(|(_, seen)| seen.finished()).expect("one is over first");
        assert!((1..=4).all(|job| first(job) < over), "{:?} before {over}", [1, 2, 3, 4].map(first));
        let rough = &words[first(4)].1;
        assert!(rough.classes[0].mean.is_some() && rough.cycles < 5_000, "{rough:?}");
    }

    #[test]
    fn the_one_that_has_come_least_far_goes_on() {
        let mut desk = desk(&[SMALL, SMALL]);
        let now = clock(1.0);
        desk.turn(&now);
        desk.hear(order(3, SMALL));
        for _ in 0..40 {
            desk.turn(&now);
        }
        let came: Vec<u64> = desk.jobs.iter().map(|job| job.runs.came()).collect();
        let [least, most] = [came.iter().min(), came.iter().max()].map(|came| *came.expect("three jobs") as f64);
        assert!(came.len() == 3 && least > 0.4 * most, "the one that came later has caught up: {came:?}");
    }

    #[test]
    fn where_queues_take_too_much_room_the_one_that_is_furthest_goes_on_alone() {
        let heavy = "#system=hypercube-slotted&n=12&load=1&cycles=1000000";
        let mut desk = desk(&[heavy, heavy]);
        let now = clock(1.9);
        while desk.jobs.iter().map(|job| job.runs.held()).sum::<u64>() <= CROWD {
            assert!(desk.busy());
            desk.turn(&now);
        }
        let before: Vec<u64> = desk.jobs.iter().map(|job| job.runs.came()).collect();
        let furthest = usize::from(before[1] >= before[0]);
        desk.turn(&now);
        assert!(desk.jobs[furthest].runs.came() > before[furthest]);
        assert_eq!(desk.jobs[1 - furthest].runs.came(), before[1 - furthest]);
    }

    #[test]
    fn it_speaks_no_more_than_four_times_a_second_of_each() {
        let link = format!("{SMALL}&cycles=2000000");
        let mut desk = desk(&[&link, &link]);
        let now = clock(2.0);
        let words: Vec<_> = (0..60).flat_map(|_| desk.turn(&now)).map(observed).collect();
        // Sixty turns of 20 ms and a look at the clock; twice at once, of its beginning and of its first value.
        for job in [1, 2] {
            let said = words.iter().filter(|(other, _)| *other == job).count();
            assert!((5..=8).contains(&said), "{said}");
        }
        assert!(desk.busy());
    }

    #[test]
    fn an_order_to_stop_clears_the_desk() {
        let mut desk = desk(&[SMALL]);
        desk.turn(&clock(1.0));
        desk.hear(order(2, SMALL));
        desk.hear(Request::Stop { jobs: vec![1, 2] });
        assert!(!desk.busy() && desk.turn(&clock(1.0)).is_empty());
        desk.hear(order(8, SMALL));
        assert!(matches!(desk.turn(&clock(1.0))[0], Reply::Observed { job: 8, .. }));
        desk.hear(order(9, SMALL));
        desk.hear(Request::Stop { jobs: vec![8] });
        assert!(desk.busy(), "the others go on");
    }

    #[test]
    fn what_cannot_be_simulated_is_refused_with_the_sentence_of_the_problem_and_the_rest_goes_on() {
        let without_table = "#system=kary-ncube&pattern=table&table=7";
        let mut desk = desk(&["#system=banyan-multicast&start=early", SMALL, without_table]);
        let words = desk.turn(&clock(1.0));
        assert!(
            matches!(&words[0], Reply::Refused { job: 1, sentence } if sentence.contains("no region")),
            "{words:?}"
        );
        assert!(matches!(&words[1], Reply::Observed { job: 2, .. }) && desk.busy());
        // Without its table of rates a network has no traffic.
        assert!(matches!(&words[2], Reply::Refused { job: 3, sentence } if sentence.contains("table")), "{words:?}");
    }

    #[test]
    fn orders_and_words_survive_the_way_between_page_and_worker() {
        let words = [Reply::Ready, Reply::Outdated, Reply::Refused { job: 3, sentence: "no \"region\"".into() }];
        let scenario = link::parse(SMALL).scenario.set(Key::Cycles, 1_000.0);
        let observation = whole(&format!("#{}", link::write(&scenario)));
        for word in words.into_iter().chain([Reply::Observed { job: 9, observation: Box::new(observation) }]) {
            assert_eq!(Reply::read(&json::write(&word)), Some(word));
        }
        for order in [order(7, SMALL), Request::Stop { jobs: vec![7, 9] }] {
            assert_eq!(json::read(&json::write(&order)), Some(order));
        }
        for text in [
            "{\"Observed\":{\"job\":1}}",
            "{\"Told\":{\"job\":1}}",
            "{\"Told\":{\"job\":1,\"over\":true,\"answer\":{\"Said\":{\"sentence\":\"x\",\"found\":[1e999,1]}}}}",
            "{\"Told\":{\"job\":1,\"over\":true,\"answer\":{\"Cells\":[[0,{\"value\":1e999,\"limit\":\"blocking\"}]]}}}",
            "{\"Failed\":\"x\"}",
        ] {
            assert_eq!(Reply::read(text), None, "{text}");
        }
    }
}
