//! Workers that start, fail, fall silent and are refused, and the jobs that they have.

use super::*;
use flitscope::explore::Question;
use flitscope::{
    experiment::observed,
    model,
    scenario::{Scenario, System},
};

fn task(work: f64) -> Task {
    Task { link: "link".into(), work, alone: false, question: None, table: None }
}

fn point(number: u32) -> JobId {
    JobId { number, ticket: Ticket::Point }
}

/// A pool with its effects since the last look.
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
        self.submit_all(vec![task(1.0); jobs as usize])
    }

    fn submit_all(&mut self, tasks: Vec<Task>) -> Vec<u32> {
        self.submit_for(Ticket::Point, tasks)
    }

    fn submit_for(&mut self, ticket: Ticket, tasks: Vec<Task>) -> Vec<u32> {
        let ids = self.pool.submit(ticket, tasks, self.now, &mut self.effects);
        ids.into_iter().map(|id| id.number).collect()
    }

    fn cancel(&mut self) {
        self.pool.cancel(Ticket::Point, self.now, &mut self.effects);
    }

    fn says(&mut self, worker: u32, word: Reply) -> Option<PoolEvent> {
        self.pool.hear(worker, word, self.now, &mut self.effects)
    }

    fn fails(&mut self, worker: u32) -> Vec<PoolEvent> {
        self.pool.failed(worker, "out of memory.", self.now, &mut self.effects)
    }

    /// Lets time pass, with a look at the workers after every second.
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
            Effect::Post(worker, Request::Simulate { job, .. } | Request::Ask { job, .. }) => Some((*worker, *job)),
            _ => None,
        };
        self.asked().iter().filter_map(job).collect()
    }
}

fn word(job: u32, finished: bool) -> Reply {
    let model = model::of(Scenario::new(System::HypercubeSlotted).setup());
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
    desk.submit_all([5.0, 1.0, 1.0, 4.0, 3.0].map(task).to_vec());
    desk.says(2, Reply::Ready);
    desk.says(1, Reply::Ready);
    assert_eq!(desk.posted(), [(2, 2), (2, 3), (2, 4), (1, 1), (1, 5)]);
    desk.says(2, word(4, true));
    desk.submit(1);
    assert_eq!((desk.posted(), desk.pool.simulating()), (vec![(2, 6)], 2));
}

#[test]
fn what_takes_a_worker_alone_waits_until_one_has_nothing_to_do() {
    let mut desk = Desk::new(2);
    desk.submit_all(vec![Task { alone: true, ..task(1.0) }; 3]);
    desk.says(1, Reply::Ready);
    desk.says(2, Reply::Ready);
    assert_eq!(desk.posted(), [(1, 1), (2, 2)]);
    desk.submit(1);
    assert_eq!(desk.posted(), [], "nothing joins them either");
    assert!(matches!(desk.says(2, word(2, true)), Some(PoolEvent::Observed(JobId { number: 2, .. }, _))));
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
    assert_eq!(pool.refused(1, "blocked.", 0.0, effects), None);
    assert_eq!(pool.refused(2, "blocked.", 0.0, effects), Some(PoolEvent::NoWorker("blocked.".into())));
    assert!(!pool.is_busy());
    desk.submit(1);
    assert_eq!(desk.asked(), [Effect::Spawn(3)]);
}

#[test]
fn where_the_browser_starts_one_worker_only_it_gets_the_jobs_of_the_others() {
    let mut desk = Desk::new(2);
    desk.submit(3);
    assert_eq!(desk.pool.refused(1, "blocked.", 0.0, &mut desk.effects), None);
    desk.says(2, Reply::Ready);
    assert_eq!(desk.posted(), [(2, 2), (2, 1), (2, 3)]);
}

#[test]
fn a_refused_job_is_not_tried_again_and_its_worker_goes_on_with_the_others() {
    let mut desk = at_work();
    let heard = desk.says(1, Reply::Refused { job: 1, sentence: "no region".into() });
    assert_eq!(heard, Some(PoolEvent::Failed(point(1), "no region".into())));
    assert_eq!((desk.posted(), desk.pool.simulating()), (vec![], 2));
    assert!(matches!(desk.says(1, word(3, true)), Some(PoolEvent::Observed(JobId { number: 3, .. }, _))));
    assert_eq!(desk.pool.simulating(), 1);
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
    assert_eq!(lost, [PoolEvent::Failed(point(1), JobFailure::Twice.sentence("out of memory."))]);
    desk.says(4, Reply::Ready);
    assert_eq!(desk.posted().last(), Some(&(4, 3)), "the other one has its second try");
    assert!(matches!(desk.says(4, word(3, true)), Some(PoolEvent::Observed(JobId { number: 3, .. }, _))));
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
        heard.iter().map(|heard| if let PoolEvent::Failed(job, _) = heard { job.number } else { 0 }).collect();
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
    assert_eq!((desk.wait(600_000.0), desk.asked(), desk.pool.simulating()), (vec![], vec![], 0));
}

#[test]
fn what_is_stopped_is_not_heard_any_more() {
    let mut desk = at_work();
    desk.cancel();
    assert_eq!(
        desk.asked(),
        [Effect::Post(1, Request::Stop { jobs: vec![1, 3] }), Effect::Post(2, Request::Stop { jobs: vec![2] })]
    );
    assert_eq!((desk.says(1, word(1, true)), desk.pool.simulating()), (None, 0));
    // The same workers take what comes next.
    assert_eq!(desk.submit(1), [4]);
    assert_eq!(desk.posted(), [(1, 4)]);
    assert_eq!(desk.says(1, word(1, true)), None, "a late word on another job");
    assert_eq!(desk.says(2, word(4, true)), None, "nor has that worker this job");
    assert_eq!(desk.pool.simulating(), 1);
}

#[test]
fn what_is_cancelled_before_its_worker_is_ready_is_never_begun() {
    let mut desk = Desk::new(1);
    desk.submit(2);
    desk.cancel();
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
    assert_eq!((desk.posted(), desk.pool.simulating()), (vec![], 2));
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

fn question() -> Task {
    Task { question: Some(QuestionTask { question: Question::Load, cells: Vec::new() }), ..task(1.0) }
}

#[test]
fn a_question_goes_to_a_worker_that_simulates_even_a_large_network_and_is_cancelled_by_itself() {
    let mut desk = Desk::new(2);
    desk.submit_all(vec![Task { alone: true, ..task(9.0) }; 3]);
    desk.says(1, Reply::Ready);
    desk.says(2, Reply::Ready);
    assert_eq!(desk.posted(), [(1, 1), (2, 2)]);
    assert_eq!(desk.submit_for(Ticket::Question, vec![question(); 3]), [4, 5, 6]);
    assert_eq!(desk.posted(), [(1, 4), (2, 5), (1, 6)]);
    desk.pool.cancel(Ticket::Question, desk.now, &mut desk.effects);
    assert_eq!(
        desk.asked(),
        [Effect::Post(1, Request::Stop { jobs: vec![4, 6] }), Effect::Post(2, Request::Stop { jobs: vec![5] })]
    );
    assert_eq!((desk.pool.simulating(), desk.says(1, word(4, true))), (2, None));
}

#[test]
fn what_waits_is_handed_out_by_its_priority() {
    let mut desk = Desk::new(1);
    let large = || vec![Task { alone: true, ..task(1.0) }];
    desk.submit_all(large());
    desk.says(1, Reply::Ready);
    for ticket in [Ticket::Pin, Ticket::Network, Ticket::Point, Ticket::Question] {
        desk.submit_for(ticket, if ticket == Ticket::Question { vec![question()] } else { large() });
    }
    assert_eq!(desk.posted(), [(1, 1), (1, 5)]);
    for job in [1, 4, 3] {
        desk.says(1, word(job, true));
    }
    assert_eq!(desk.posted(), [(1, 4), (1, 3), (1, 2)]);
}

#[test]
fn a_worker_that_answers_a_question_may_be_silent_for_longer() {
    let mut desk = at_work();
    desk.submit_for(Ticket::Question, vec![question(); 2]);
    desk.says(1, word(1, false));
    desk.says(2, word(2, false));
    desk.asked();
    desk.wait(19_000.0);
    assert_eq!(desk.asked(), []);
    desk.wait(2_000.0);
    assert!(desk.asked().contains(&Effect::Terminate(1)));
}
