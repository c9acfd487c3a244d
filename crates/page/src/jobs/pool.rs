//! The pool of workers: started when first needed, each given its part of the simulations at once, so that all of a sweep advance side by
//! side. A worker that fails or falls silent is replaced, and its jobs are given to others, once.
//!
//! ```text
//!   page                                 worker (www/worker.js, then scheduler.rs)
//!   Spawn: { glue, module } -----------> the module that the page has compiled: no second download, no second compilation
//!                <---------------------- Ready
//!   Post: Simulate { job, link } ------> one for each job that it has
//!                <---------------------- Observed { job, .. } of each four times a second, the last one finished
//!   Post: Stop { jobs } ---------------> takes effect after the slice of 20 ms at hand
//! ```
//! A job has a number of its own; results of a cancelled job are ignored. Nothing is shared, so any static host will do.
//! The pool has only the numbers of the workers: the adapter that performs its effects has the workers themselves.
//!
//! A [`Ticket`] is the purpose of a job and its priority. The least-loaded worker gets the next job; a question goes to the one with the
//! fewest questions, because its worker answers it before it simulates on. Simulations of large networks have a worker to themselves, but
//! for questions; a job that is tried again has it alone, so that one that makes its worker fail takes no other with it.

use crate::{
    prelude::*,
    worker::scheduler::{QuestionTask, Reply, Request},
};
use flitscope::param::rates::Rates;

const MOST: usize = 8;

/// Milliseconds of silence after which a worker with jobs counts as lost: it speaks four times a second.
const SILENCE: f64 = 4_000.0;

/// As [`SILENCE`], for a worker that is starting, building a large network or answering a question.
const PATIENCE: f64 = 20_000.0;

/// Milliseconds between two looks after which the page has slept, and the workers perhaps as well.
const SLEPT: f64 = 3_000.0;

const TRIES: u32 = 2;

/// The purpose of a job. Jobs that wait are handed out in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ticket {
    Question,
    Point,
    /// A point of a network of a comparison.
    Network,
    Pin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobId {
    /// Its number, as the workers have it.
    pub number: u32,
    pub ticket: Ticket,
}

/// Causes of a lost job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobFailure {
    /// Two workers have failed at it.
    Twice,
    NotLoaded,
}

/// News of a job, or of all.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PoolEvent {
    /// A simulation is further, or over.
    Observed(JobId, Box<Summary>),
    /// An answer, or a part of one; true if that is all.
    Told(JobId, Answer, bool),
    /// A job cannot be done, for this reason.
    Failed(JobId, String),
    /// The browser has kept a file of an older build.
    Outdated,
    /// The browser starts no worker, for this reason.
    NoWorker(String),
}

#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub link: String,
    /// Its amount, in any unit.
    pub work: f64,
    /// True if a worker simulates nothing else meanwhile.
    pub alone: bool,
    /// The question about the scenario, if it is not simulated for its point.
    pub question: Option<QuestionTask>,
    /// The number of its table of rates, if it has one.
    pub table: Option<u32>,
}

#[derive(Debug)]
struct Job {
    id: JobId,
    task: Task,
    tries: u32,
}

impl Job {
    /// True if a worker answers it before it simulates on.
    fn is_short(&self) -> bool {
        self.task.question.as_ref().is_some_and(QuestionTask::is_short)
    }

    /// True if a worker may have both at a time.
    fn goes_beside(&self, other: &Self) -> bool {
        let once_more = self.tries > 0 || other.tries > 0;
        let alone = self.task.alone || other.task.alone;
        !once_more && (!alone || self.is_short() || other.is_short())
    }
}

/// A worker with its jobs.
#[derive(Debug, Default)]
struct WorkerSlot {
    number: u32,
    ready: bool,
    /// Its jobs, begun when it is ready.
    jobs: Vec<Job>,
    /// Time of its last reply or of its last job, milliseconds.
    heard: f64,
    /// True if it has replied since its last job.
    spoke: bool,
    /// Numbers of the tables of rates that it has.
    tables: Vec<u32>,
}

impl WorkerSlot {
    /// Work of its jobs of the kind of a new one.
    fn work_beside(&self, new: &Job) -> f64 {
        self.jobs.iter().filter(|job| job.is_short() == new.is_short()).map(|job| job.task.work).sum()
    }

    fn job(&self, number: u32) -> Option<JobId> {
        self.jobs.iter().map(|job| job.id).find(|id| id.number == number)
    }

    /// Takes away the job of a number, if it has it.
    fn end(&mut self, number: u32) -> Option<JobId> {
        let id = self.job(number);
        self.jobs.retain(|job| job.id.number != number);
        id
    }

    /// The requests to do a job: before its first one with a table of rates the worker gets that.
    fn requests(&mut self, job: &Job, effects: &mut Vec<Effect>) {
        let new = job.task.table.filter(|table| !self.tables.contains(table));
        if let Some(table) = new.and_then(Rates::numbered) {
            self.tables.push(table.number);
            let (name, text) = (table.name.clone(), table.text.clone());
            effects.push(Effect::Post(self.number, Request::Rates { name, text }));
        }

        let (number, link) = (job.id.number, job.task.link.clone());
        let request = match &job.task.question {
            Some(task) => Request::Ask { job: number, link, task: task.clone() },
            None => Request::Simulate { job: number, link },
        };
        effects.push(Effect::Post(self.number, request));
    }

    /// Milliseconds that it may be silent; `None` if for ever.
    fn patience(&self) -> Option<f64> {
        match (self.ready, self.jobs.is_empty()) {
            (true, true) => None,
            (true, false) if self.spoke && !self.jobs.iter().any(Job::is_short) => Some(SILENCE),
            _ => Some(PATIENCE),
        }
    }
}

/// The workers and the jobs that wait for them.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    /// The workers that have been started and are not lost.
    slots: Vec<WorkerSlot>,
    most: usize,
    waiting: Vec<Job>,
    last: u32,
    started: u32,
    /// Workers lost in a row before one was ready.
    stillborn: usize,
    /// Time of the last [`Pool::watch`], milliseconds.
    watched: f64,
}

impl Pool {
    /// A pool of at most this number of workers.
    pub(crate) fn new(workers: usize) -> Self {
        Self { most: workers.clamp(1, MOST), ..Self::default() }
    }

    /// Adds jobs at a time in milliseconds.
    pub(crate) fn submit(
        &mut self,
        ticket: Ticket,
        tasks: Vec<Task>,
        now: f64,
        effects: &mut Vec<Effect>,
    ) -> Vec<JobId> {
        let numbered = |task| {
            self.last += 1;
            let id = JobId { number: self.last, ticket };
            self.waiting.push(Job { id, task, tries: 0 });
            id
        };
        let ids = tasks.into_iter().map(numbered).collect();
        self.hand_out(now, effects);
        ids
    }

    pub(crate) fn cancel(&mut self, ticket: Ticket, now: f64, effects: &mut Vec<Effect>) {
        self.waiting.retain(|job| job.id.ticket != ticket);
        for slot in &mut self.slots {
            let jobs: Vec<u32> =
                slot.jobs.extract_if(.., |job| job.id.ticket == ticket).map(|job| job.id.number).collect();
            if slot.ready && !jobs.is_empty() {
                effects.push(Effect::Post(slot.number, Request::Stop { jobs }));
            }
        }
        self.hand_out(now, effects);
    }

    /// Workers with something to simulate.
    pub(crate) fn simulating(&self) -> usize {
        self.slots.iter().filter(|slot| slot.jobs.iter().any(|job| !job.is_short())).count()
    }

    pub(crate) fn is_busy(&self) -> bool {
        !self.waiting.is_empty() || self.slots.iter().any(|slot| !slot.jobs.is_empty())
    }

    pub(crate) const fn size(&self) -> usize {
        self.most
    }

    fn place(&self, worker: u32) -> Option<usize> {
        self.slots.iter().position(|slot| slot.number == worker)
    }

    /// Takes news of a worker at a time in milliseconds.
    pub(crate) fn hear(&mut self, worker: u32, reply: Reply, now: f64, effects: &mut Vec<Effect>) -> Vec<PoolEvent> {
        let Some(place) = self.place(worker) else { return Vec::new() };
        let slot = &mut self.slots[place];
        slot.heard = now;
        slot.spoke |= !matches!(reply, Reply::Ready);
        let event = match reply {
            Reply::Ready => {
                if !std::mem::replace(&mut slot.ready, true) {
                    let jobs = std::mem::take(&mut slot.jobs);
                    jobs.iter().for_each(|job| slot.requests(job, effects));
                    slot.jobs = jobs;
                }
                self.stillborn = 0;
                None
            }
            Reply::Outdated => {
                effects.push(Effect::Terminate(worker));
                self.slots.remove(place);
                self.waiting.clear();
                Some(PoolEvent::Outdated)
            }
            Reply::Observed { job, observation } => {
                let id = if observation.finished() { slot.end(job) } else { slot.job(job) };
                id.map(|id| PoolEvent::Observed(id, observation))
            }
            Reply::Told { job, answer, over } => {
                let id = if over { slot.end(job) } else { slot.job(job) };
                id.map(|id| PoolEvent::Told(id, answer, over))
            }
            Reply::Refused { job, sentence } => slot.end(job).map(|id| PoolEvent::Failed(id, sentence)),
            Reply::Failed(why) => return self.failed(worker, &why, now, effects),
            Reply::NotStarted(why) => {
                self.waiting.extend(self.slots.remove(place).jobs);
                // Without any, perhaps the next time.
                self.most = (self.most - 1).max(1);
                self.slots.is_empty().then(|| {
                    self.waiting.clear();
                    PoolEvent::NoWorker(why)
                })
            }
        };
        self.hand_out(now, effects);
        event.into_iter().collect()
    }

    /// A worker has failed: another one takes its slot, and its jobs are tried once more, each alone.
    fn failed(&mut self, worker: u32, why: &str, now: f64, effects: &mut Vec<Effect>) -> Vec<PoolEvent> {
        let Some(place) = self.place(worker) else { return Vec::new() };
        let slot = self.slots.remove(place);
        effects.push(Effect::Terminate(worker));
        let mut lost = Vec::new();
        let mut failure = JobFailure::Twice;
        for mut job in slot.jobs.into_iter().rev() {
            job.tries += u32::from(slot.ready);
            if job.tries < TRIES {
                self.waiting.insert(0, job);
            } else {
                lost.push(job.id);
            }
        }
        if !slot.ready {
            self.stillborn += 1;
        }
        if self.stillborn > self.most {
            // None of them ever starts, so the jobs that wait are lost as well.
            failure = JobFailure::NotLoaded;
            let starting = self.slots.iter_mut().filter(|slot| !slot.ready).flat_map(|slot| slot.jobs.drain(..));
            lost.extend(self.waiting.drain(..).chain(starting).map(|job| job.id));
        }
        self.hand_out(now, effects);
        let sentence = failure.sentence(why);
        lost.into_iter().map(|id| PoolEvent::Failed(id, sentence.clone())).collect()
    }

    /// Replaces workers that have been silent for too long.
    pub(crate) fn watch(&mut self, now: f64, effects: &mut Vec<Effect>) -> Vec<PoolEvent> {
        if now - std::mem::replace(&mut self.watched, now) > SLEPT {
            self.slots.iter_mut().for_each(|slot| slot.heard = now);
        }
        let silent = |slot: &&WorkerSlot| slot.patience().is_some_and(|patience| now - slot.heard > patience);
        let silent: Vec<u32> = self.slots.iter().filter(silent).map(|slot| slot.number).collect();
        let lost = |number| self.failed(number, "its worker no longer answers.", now, effects);
        silent.into_iter().flat_map(lost).collect()
    }

    /// Gives each waiting job to the least-loaded worker, and starts a worker if all have jobs and there may be another one.
    fn hand_out(&mut self, now: f64, effects: &mut Vec<Effect>) {
        sort_small_by(&mut self.waiting, |job| f64::from(job.id.ticket as u8));
        for job in std::mem::take(&mut self.waiting) {
            if self.slots.len() < self.most && self.slots.iter().all(|slot| !slot.jobs.is_empty()) {
                self.started += 1;
                self.slots.push(WorkerSlot { number: self.started, heard: now, ..WorkerSlot::default() });
                effects.push(Effect::Spawn(self.started));
            }
            let willing = self.slots.iter_mut().filter(|slot| slot.jobs.iter().all(|other| other.goes_beside(&job)));
            match willing.min_by(|a, b| a.work_beside(&job).total_cmp(&b.work_beside(&job))) {
                Some(slot) => {
                    if slot.ready {
                        slot.requests(&job, effects);
                        (slot.heard, slot.spoke) = (now, false);
                    }
                    slot.jobs.push(job);
                }
                None => self.waiting.push(job),
            }
        }
    }
}

#[cfg(test)]
mod tests;
