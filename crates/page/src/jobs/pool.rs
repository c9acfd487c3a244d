//! The pool of workers: started when first needed, each given its part of the simulations at once, so that all of a sweep go on side by side. A
//! worker that fails or falls silent is replaced, and what it was doing is given to others, once.
//!
//! ```text
//!   page                                 worker (www/worker.js, then scheduler.rs)
//!   Spawn: { glue, module } -----------> the module that the page has compiled: no second download, no second compilation
//!                <---------------------- Ready
//!   Post: Simulate { job, link } ------> one for each job that it has
//!                <---------------------- Observed { job, .. } of each ten times a second, the last one finished
//!   Post: Stop ------------------------> heard after the slice of 20 ms at hand
//! ```
//! A job has a number of its own; results of a cancelled job are ignored. Nothing is shared, so any static host will do.
//! The pool knows workers by their numbers only: who performs its effects has the workers themselves.
//!
//! Who has the least to do gets the next job. Some jobs have a worker *alone*: those of large networks, so that a worker holds one of them at
//! a time, and those that are tried again, so that one that makes its worker fail takes no other with it.

use crate::{
    dom::effect::Effect,
    worker::{
        answer::{Answer, QuestionJob},
        scheduler::{Reply, Request},
    },
};
use flitscope::experiment::Observation;
use std::collections::VecDeque;

/// Most workers.
const MOST: usize = 8;

/// Milliseconds of silence after which a worker with jobs counts as lost: it speaks ten times a second.
const SILENCE: f64 = 4_000.0;

/// The same for one that is starting or building a large network.
const PATIENCE: f64 = 20_000.0;

/// Milliseconds between two looks after which the page has slept, and the workers perhaps as well.
const SLEPT: f64 = 3_000.0;

/// How often a job is tried.
const TRIES: u32 = 2;

/// How a job was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobFailure {
    /// Two workers have failed at it.
    Twice,
    /// No worker ever starts.
    NotLoaded,
}

/// What comes out of the pool.
#[derive(Clone, Debug, PartialEq)]
pub enum PoolEvent {
    /// How far a job is.
    Observed(u32, Box<Observation>),
    /// A job cannot be done, for this reason.
    Failed(u32, String),
    /// What came of a question, or of a part of it; and whether that is all.
    Told(u32, Answer, bool),
    /// The browser has kept a file of an older build.
    Outdated,
}

/// What is to be simulated.
#[derive(Clone, Debug)]
pub struct Task {
    /// The scenario.
    pub link: String,
    /// How much there is to do, in any unit.
    pub work: f64,
    /// Whether a worker does nothing else meanwhile.
    pub alone: bool,
    /// What is asked of the scenario, if it is not simulated.
    pub part: Option<QuestionJob>,
}

#[derive(Debug)]
struct Job {
    number: u32,
    task: Task,
    tries: u32,
}

/// A worker and what it does.
#[derive(Debug)]
struct WorkerSlot {
    /// It speaks under this number.
    number: u32,
    /// Whether it takes orders.
    ready: bool,
    /// What it does, or will when it is ready.
    jobs: Vec<Job>,
    /// When it was last heard of, or given something to do, milliseconds.
    heard: f64,
    /// Whether it has spoken since it was given something to do.
    spoke: bool,
}

impl WorkerSlot {
    /// Whether it may have a job beside what it does.
    fn takes(&self, task: &Task) -> bool {
        self.jobs.is_empty() || !task.alone && self.jobs.iter().all(|job| !job.task.alone)
    }

    /// How much it has to do.
    fn work(&self) -> f64 {
        self.jobs.iter().map(|job| job.task.work).sum()
    }

    /// Takes away the job of a number, if it has it.
    fn end(&mut self, number: u32) -> Option<Job> {
        let place = self.jobs.iter().position(|job| job.number == number)?;
        Some(self.jobs.remove(place))
    }

    /// The order to do a job.
    fn order(&self, job: &Job) -> Effect {
        let task = &job.task;
        let (job, link) = (job.number, job.task.link.clone());
        let order = match &task.part {
            Some(part) => Request::Ask { job, link, part: part.clone() },
            None => Request::Simulate { job, link },
        };
        Effect::Post(self.number, order)
    }
}

/// The workers and what waits for them.
#[derive(Debug, Default)]
pub struct Pool {
    /// The workers that have been started, as far as they are not lost.
    seats: Vec<WorkerSlot>,
    /// How many there may be.
    most: usize,
    waiting: VecDeque<Job>,
    last: u32,
    /// How many workers have been started so far.
    started: u32,
    /// Workers lost in a row before one was ready.
    stillborn: usize,
    /// When the workers were last looked after, milliseconds.
    watched: f64,
}

impl Pool {
    /// A pool for a machine with so many cores.
    pub fn new(cores: usize) -> Self {
        Self { most: cores.clamp(1, MOST), ..Self::default() }
    }

    /// The same with workers that speak under numbers beyond this one.
    pub fn beginning(cores: usize, first: u32) -> Self {
        Self { started: first, ..Self::new(cores) }
    }

    /// Adds jobs at a time in milliseconds; gives their numbers.
    pub fn submit(&mut self, tasks: Vec<Task>, now: f64, effects: &mut Vec<Effect>) -> Vec<u32> {
        let numbered = |task| {
            self.last += 1;
            self.waiting.push_back(Job { number: self.last, task, tries: 0 });
            self.last
        };
        let numbers = tasks.into_iter().map(numbered).collect();
        self.hand_out(now, effects);
        numbers
    }

    /// Drops everything that waits or goes on.
    pub fn cancel(&mut self, effects: &mut Vec<Effect>) {
        self.waiting.clear();
        for seat in self.seats.iter_mut().filter(|seat| !seat.jobs.is_empty()) {
            seat.jobs.clear();
            if seat.ready {
                effects.push(Effect::Post(seat.number, Request::Stop));
            }
        }
    }

    /// How many workers have something to do.
    pub fn busy(&self) -> usize {
        self.seats.iter().filter(|seat| !seat.jobs.is_empty()).count()
    }

    /// How many workers there may be.
    pub const fn size(&self) -> usize {
        self.most
    }

    fn place(&self, worker: u32) -> Option<usize> {
        self.seats.iter().position(|seat| seat.number == worker)
    }

    /// Takes note of what a worker says at a time in milliseconds.
    pub fn hear(&mut self, worker: u32, word: Reply, now: f64, effects: &mut Vec<Effect>) -> Option<PoolEvent> {
        let place = self.place(worker)?;
        let seat = &mut self.seats[place];
        seat.heard = now;
        let heard = match word {
            Reply::Ready => {
                if !std::mem::replace(&mut seat.ready, true) {
                    effects.extend(seat.jobs.iter().map(|job| seat.order(job)));
                }
                self.stillborn = 0;
                None
            }
            Reply::Outdated => {
                effects.push(Effect::Terminate(worker));
                self.seats.remove(place);
                self.waiting.clear();
                Some(PoolEvent::Outdated)
            }
            Reply::Observed { job, observation } => {
                seat.spoke = true;
                let doing = if observation.finished() {
                    seat.end(job).is_some()
                } else {
                    seat.jobs.iter().any(|other| other.number == job)
                };
                doing.then_some(PoolEvent::Observed(job, observation))
            }
            Reply::Told { job, answer, over } => {
                seat.spoke = true;
                let doing = seat.jobs.iter().any(|other| other.number == job);
                if over {
                    seat.end(job);
                }
                doing.then_some(PoolEvent::Told(job, answer, over))
            }
            Reply::Refused { job, sentence } => {
                seat.spoke = true;
                seat.end(job).map(|_| PoolEvent::Failed(job, sentence))
            }
        };
        self.hand_out(now, effects);
        heard
    }

    /// A worker has failed: another one takes its seat, and its jobs are tried once more, each alone.
    pub fn failed(&mut self, worker: u32, why: &str, now: f64, effects: &mut Vec<Effect>) -> Vec<PoolEvent> {
        let Some(place) = self.place(worker) else { return Vec::new() };
        let seat = self.seats.remove(place);
        effects.push(Effect::Terminate(worker));
        let mut lost = Vec::new();
        let mut happened = JobFailure::Twice;
        for mut job in seat.jobs.into_iter().rev() {
            if seat.ready {
                job.tries += 1;
                job.task.alone = true;
            }
            if job.tries < TRIES {
                self.waiting.push_front(job);
            } else {
                lost.push(job.number);
            }
        }
        if !seat.ready {
            self.stillborn += 1;
        }
        if self.stillborn > self.most {
            // None of them ever starts: nobody is left to do what waits.
            happened = JobFailure::NotLoaded;
            let starting = self.seats.iter_mut().filter(|seat| !seat.ready).flat_map(|seat| seat.jobs.drain(..));
            lost.extend(self.waiting.drain(..).chain(starting).map(|job| job.number));
        }
        self.hand_out(now, effects);
        let sentence = happened.sentence(why);
        lost.into_iter().map(|number| PoolEvent::Failed(number, sentence.clone())).collect()
    }

    /// A worker could not be started, and others do its jobs; whether there is another one.
    pub fn refused(&mut self, worker: u32, now: f64, effects: &mut Vec<Effect>) -> bool {
        let Some(place) = self.place(worker) else { return !self.seats.is_empty() };
        let seat = self.seats.remove(place);
        self.waiting.extend(seat.jobs);
        // Without any, perhaps the next time.
        self.most = (self.most - 1).max(1);
        if !self.seats.is_empty() {
            self.hand_out(now, effects);
        }
        !self.seats.is_empty()
    }

    /// Replaces workers that have been silent for too long.
    pub fn watch(&mut self, now: f64, effects: &mut Vec<Effect>) -> Vec<PoolEvent> {
        if now - std::mem::replace(&mut self.watched, now) > SLEPT {
            self.seats.iter_mut().for_each(|seat| seat.heard = now);
        }
        let silent = |seat: &&WorkerSlot| match (seat.ready, seat.jobs.is_empty()) {
            (true, true) => false,
            (true, false) if seat.spoke => now - seat.heard > SILENCE,
            _ => now - seat.heard > PATIENCE,
        };
        let silent: Vec<u32> = self.seats.iter().filter(silent).map(|seat| seat.number).collect();
        let lost = |number| self.failed(number, "its worker no longer answers.", now, effects);
        silent.into_iter().flat_map(lost).collect()
    }

    /// Gives what waits to who has the least to do, and starts a worker as long as nobody is free and there may be another one.
    fn hand_out(&mut self, now: f64, effects: &mut Vec<Effect>) {
        for job in std::mem::take(&mut self.waiting) {
            if self.seats.len() < self.most && self.seats.iter().all(|seat| !seat.jobs.is_empty()) {
                self.started += 1;
                let (number, jobs) = (self.started, Vec::new());
                self.seats.push(WorkerSlot { number, ready: false, jobs, heard: now, spoke: false });
                effects.push(Effect::Spawn(number));
            }
            let willing = self.seats.iter_mut().filter(|seat| seat.takes(&job.task));
            match willing.min_by(|a, b| a.work().total_cmp(&b.work())) {
                Some(seat) => {
                    if seat.ready {
                        effects.push(seat.order(&job));
                        (seat.heard, seat.spoke) = (now, false);
                    }
                    seat.jobs.push(job);
                }
                None => self.waiting.push_back(job),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope::{
        experiment::observed,
        model,
        scenario::{Scenario, System},
    };

    /// A pool with what it has asked for since the last look.
    struct Desk {
        pool: Pool,
        effects: Vec<Effect>,
        now: f64,
    }

    impl Desk {
        fn new(cores: usize) -> Self {
            Self { pool: Pool::new(cores), effects: Vec::new(), now: 0.0 }
        }

        fn submit(&mut self, jobs: u32) -> Vec<u32> {
            self.submit_all(vec![Task { link: "link".into(), work: 1.0, alone: false, part: None }; jobs as usize])
        }

        fn submit_all(&mut self, tasks: Vec<Task>) -> Vec<u32> {
            self.pool.submit(tasks, self.now, &mut self.effects)
        }

        fn says(&mut self, worker: u32, word: Reply) -> Option<PoolEvent> {
            self.pool.hear(worker, word, self.now, &mut self.effects)
        }

        fn fails(&mut self, worker: u32) -> Vec<PoolEvent> {
            self.pool.failed(worker, "out of memory.", self.now, &mut self.effects)
        }

        /// So many milliseconds go by, with a look at the workers after every second.
        fn wait(&mut self, milliseconds: f64) -> Vec<PoolEvent> {
            let end = self.now + milliseconds;
            let mut heard = Vec::new();
            while self.now < end {
                self.now = (self.now + 1_000.0).min(end);
                heard.extend(self.pool.watch(self.now, &mut self.effects));
            }
            heard
        }

        fn asked(&mut self) -> Vec<Effect> {
            std::mem::take(&mut self.effects)
        }

        /// The workers that were given a job, with the jobs.
        fn posted(&mut self) -> Vec<(u32, u32)> {
            let job = |effect: &Effect| match effect {
                Effect::Post(worker, Request::Simulate { job, .. }) => Some((*worker, *job)),
                _ => None,
            };
            self.asked().iter().filter_map(job).collect()
        }
    }

    fn word(job: u32, finished: bool) -> Reply {
        let model = model::of(&Scenario::new(System::HypercubeSlotted));
        let over = observed::stable(&*model, 0.05, &[5.0], Some(0.01));
        let observation = Box::new(if finished { over } else { observed::unfinished(over) });
        Reply::Observed { job, observation }
    }

    /// Two workers that are ready: the first has jobs 1 and 3, the second job 2.
    fn at_work() -> Desk {
        let mut desk = Desk::new(2);
        assert_eq!(desk.submit(3), [1, 2, 3]);
        assert_eq!(desk.asked(), [Effect::Spawn(1), Effect::Spawn(2)]);
        assert_eq!((desk.says(1, Reply::Ready), desk.says(2, Reply::Ready)), (None, None));
        assert_eq!(desk.posted(), [(1, 1), (1, 3), (2, 2)]);
        desk
    }

    #[test]
    fn there_are_no_more_workers_than_cores_and_than_jobs() {
        let mut desk = Desk::new(4);
        desk.submit(2);
        assert_eq!(desk.asked(), [Effect::Spawn(1), Effect::Spawn(2)]);
        desk.submit(9);
        assert_eq!(desk.asked(), [Effect::Spawn(3), Effect::Spawn(4)]);
        assert_eq!((Pool::new(0).size(), Pool::new(64).size()), (1, MOST));
    }

    #[test]
    fn all_jobs_are_handed_out_at_once_and_who_has_the_least_to_do_gets_the_next() {
        let mut desk = Desk::new(2);
        let task = |work| Task { link: "link".into(), work, alone: false, part: None };
        desk.submit_all([5.0, 1.0, 1.0, 4.0, 3.0].map(task).to_vec());
        desk.says(2, Reply::Ready);
        desk.says(1, Reply::Ready);
        assert_eq!(desk.posted(), [(2, 2), (2, 3), (2, 4), (1, 1), (1, 5)]);
        desk.says(2, word(4, true));
        desk.submit(1);
        assert_eq!((desk.posted(), desk.pool.busy()), (vec![(2, 6)], 2));
    }

    #[test]
    fn what_takes_a_worker_alone_waits_until_one_has_nothing_to_do() {
        let mut desk = Desk::new(2);
        desk.submit_all(vec![Task { link: "large".into(), work: 1.0, alone: true, part: None }; 3]);
        desk.says(1, Reply::Ready);
        desk.says(2, Reply::Ready);
        assert_eq!(desk.posted(), [(1, 1), (2, 2)]);
        desk.submit(1);
        assert_eq!(desk.posted(), [], "nothing joins them either");
        assert!(matches!(desk.says(2, word(2, true)), Some(PoolEvent::Observed(2, _))));
        assert_eq!(desk.posted(), [(2, 3)]);
        desk.says(1, word(1, true));
        assert_eq!(desk.posted(), [(1, 4)]);
    }

    #[test]
    fn where_the_browser_starts_no_worker_nobody_is_left_and_the_next_job_asks_again() {
        let mut desk = Desk::new(2);
        desk.submit(3);
        assert_eq!(desk.asked(), [Effect::Spawn(1), Effect::Spawn(2)]);
        let Desk { pool, effects, .. } = &mut desk;
        assert_eq!((pool.refused(1, 0.0, effects), pool.refused(2, 0.0, effects)), (true, false));
        desk.pool.cancel(&mut desk.effects);
        desk.submit(1);
        assert_eq!(desk.asked(), [Effect::Spawn(3)]);
    }

    #[test]
    fn where_the_browser_starts_one_worker_only_it_gets_the_jobs_of_the_others() {
        let mut desk = Desk::new(2);
        desk.submit(3);
        assert!(desk.pool.refused(1, 0.0, &mut desk.effects));
        desk.says(2, Reply::Ready);
        assert_eq!(desk.posted(), [(2, 2), (2, 1), (2, 3)]);
    }

    #[test]
    fn a_refused_job_is_not_tried_again_and_its_worker_goes_on_with_the_others() {
        let mut desk = at_work();
        let heard = desk.says(1, Reply::Refused { job: 1, sentence: "no region".into() });
        assert_eq!(heard, Some(PoolEvent::Failed(1, "no region".into())));
        assert_eq!((desk.posted(), desk.pool.busy()), (vec![], 2));
        assert!(matches!(desk.says(1, word(3, true)), Some(PoolEvent::Observed(3, _))));
        assert_eq!(desk.pool.busy(), 1);
    }

    #[test]
    fn a_lost_worker_is_replaced_and_each_of_its_jobs_is_tried_again_alone() {
        let mut desk = at_work();
        assert_eq!(desk.fails(1), []);
        assert_eq!(desk.asked(), [Effect::Terminate(1), Effect::Spawn(3)]);
        desk.says(3, Reply::Ready);
        assert_eq!(desk.posted(), [(3, 1)]);
        desk.says(3, word(1, true));
        assert_eq!(desk.posted(), [(3, 3)]);
    }

    #[test]
    fn a_job_that_loses_two_workers_is_given_up_with_a_sentence_and_takes_no_other_with_it() {
        let mut desk = at_work();
        desk.fails(1);
        desk.says(3, Reply::Ready);
        let lost = desk.fails(3);
        assert_eq!(lost, [PoolEvent::Failed(1, JobFailure::Twice.sentence("out of memory."))]);
        desk.says(4, Reply::Ready);
        assert_eq!(desk.posted().last(), Some(&(4, 3)), "the other one has its second try");
        assert!(matches!(desk.says(4, word(3, true)), Some(PoolEvent::Observed(3, _))));
    }

    #[test]
    fn a_silent_worker_is_replaced_after_four_seconds_and_a_large_network_has_twenty() {
        let mut desk = at_work();
        desk.wait(1_000.0);
        desk.says(1, word(1, false));
        desk.wait(4_000.0);
        assert_eq!(desk.asked(), []);
        desk.wait(1_000.0);
        assert_eq!(desk.asked(), [Effect::Terminate(1), Effect::Spawn(3)], "it had spoken");
        desk.says(3, Reply::Ready);
        desk.wait(14_000.0);
        assert_eq!(desk.posted(), [(3, 1)], "the other one has not spoken yet");
        desk.wait(1_000.0);
        assert!(desk.asked().contains(&Effect::Terminate(2)));
    }

    #[test]
    fn a_worker_that_never_starts_is_replaced_and_when_none_does_every_job_fails() {
        let mut desk = Desk::new(2);
        desk.submit(3);
        let heard: Vec<_> = desk.wait(70_000.0);
        let mut numbers: Vec<_> =
            heard.iter().map(|heard| if let PoolEvent::Failed(job, _) = heard { *job } else { 0 }).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [1, 2, 3]);
        let sentence = "The simulator could not be loaded: its worker no longer answers.";
        assert!(matches!(&heard[0], PoolEvent::Failed(_, said) if said == sentence), "{heard:?}");
        let spawned = desk.asked().iter().filter(|effect| matches!(effect, Effect::Spawn(_))).count();
        assert!(spawned <= 5, "{spawned} workers, and then no more");
    }

    #[test]
    fn a_page_that_has_slept_does_not_take_its_workers_for_lost() {
        let mut desk = at_work();
        desk.says(1, word(1, false));
        desk.now = 3_600_000.0;
        assert_eq!(desk.pool.watch(desk.now, &mut desk.effects), []);
        assert_eq!(desk.asked(), []);
        desk.wait(5_000.0);
        assert!(desk.asked().contains(&Effect::Terminate(1)), "it has been silent since the page woke up");
    }

    #[test]
    fn idle_workers_may_be_silent_for_ever() {
        let mut desk = at_work();
        for (worker, job) in [(1, 1), (2, 2), (1, 3)] {
            desk.says(worker, word(job, true));
        }
        desk.asked();
        assert_eq!((desk.wait(600_000.0), desk.asked(), desk.pool.busy()), (vec![], vec![], 0));
    }

    #[test]
    fn what_is_stopped_is_not_heard_any_more() {
        let mut desk = at_work();
        desk.pool.cancel(&mut desk.effects);
        assert_eq!(desk.asked(), [Effect::Post(1, Request::Stop), Effect::Post(2, Request::Stop)]);
        assert_eq!((desk.says(1, word(1, true)), desk.pool.busy()), (None, 0));
        // The same workers take what comes next.
        assert_eq!(desk.submit(1), [4]);
        assert_eq!(desk.posted(), [(1, 4)]);
        assert_eq!(desk.says(1, word(1, true)), None, "a late word on another job");
        assert_eq!(desk.says(2, word(4, true)), None, "nor has that worker this job");
        assert_eq!(desk.pool.busy(), 1);
    }

    #[test]
    fn what_is_cancelled_before_its_worker_is_ready_is_never_begun() {
        let mut desk = Desk::new(1);
        desk.submit(2);
        desk.pool.cancel(&mut desk.effects);
        assert_eq!(desk.asked(), [Effect::Spawn(1)]);
        desk.says(1, Reply::Ready);
        assert_eq!(desk.asked(), []);
        desk.submit(1);
        assert_eq!(desk.posted(), [(1, 3)]);
    }

    #[test]
    fn words_of_a_worker_that_is_gone_are_not_heard() {
        let mut desk = at_work();
        desk.fails(1);
        assert_eq!((desk.says(1, word(1, true)), desk.fails(1)), (None, vec![]));
        assert_eq!(desk.says(99, Reply::Ready), None);
    }

    #[test]
    fn a_second_word_of_welcome_does_not_free_a_worker_that_is_at_work() {
        let mut desk = at_work();
        desk.says(1, Reply::Ready);
        assert_eq!((desk.posted(), desk.pool.busy()), (vec![], 2));
    }

    #[test]
    fn an_older_file_ends_its_worker_and_nothing_is_tried_with_it() {
        let mut desk = Desk::new(2);
        desk.submit(3);
        desk.asked();
        assert_eq!(desk.says(1, Reply::Outdated), Some(PoolEvent::Outdated));
        assert_eq!(desk.asked(), [Effect::Terminate(1)]);
        assert_eq!(desk.says(2, Reply::Outdated), Some(PoolEvent::Outdated));
        assert_eq!(desk.asked(), [Effect::Terminate(2)]);
    }
}
