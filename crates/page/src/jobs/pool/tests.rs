//! Workers that start, fail, fall silent and are refused, and the jobs that they have.

use super::*;

struct Desk {
    pool: Pool,
    now: f64,
}

fn task(work: f64) -> Task {
    Task { link: "link".into(), work, alone: false, question: None, table: None }
}

fn alone() -> Task {
    Task { alone: true, ..task(1.0) }
}

fn question() -> Task {
    Task { question: Some(QuestionTask { question: Question::Load, cells: Vec::new() }), ..task(1.0) }
}

/// The reply of a worker that simulates.
fn observed(job: &str, finished: bool) -> Reply {
    let model = model::of(Scenario::new(System::HypercubeSlotted).setup());
    let over = observed::stable(&*model, 0.05, &[5.0], Some(0.01));
    let observation = Box::new(if finished { over } else { observed::unfinished(over) });
    Reply::Observed { job: number(job), observation }
}

fn event(event: &PoolEvent) -> String {
    match event {
        PoolEvent::Observed(job, seen) if seen.finished() => format!("{} is over", job.number),
        PoolEvent::Observed(job, _) | PoolEvent::Told(job, ..) => format!("{} is further", job.number),
        PoolEvent::Failed(job, why) => format!("{} has failed: {why}", job.number),
        PoolEvent::Outdated => "outdated".into(),
        PoolEvent::NoWorker(why) => format!("no worker: {why}"),
    }
}

fn effect(effect: &Effect) -> String {
    match effect {
        Effect::Spawn(worker) => format!("spawn {worker}"),
        Effect::Terminate(worker) => format!("end {worker}"),
        Effect::Post(worker, Request::Simulate { job, .. }) => format!("{worker} simulates {job}"),
        Effect::Post(worker, Request::Ask { job, .. }) => format!("{worker} answers {job}"),
        Effect::Post(worker, Request::Stop { jobs }) => format!("{worker} stops {jobs:?}"),
        other => format!("{other:?}"),
    }
}

impl Desk {
    fn act(&mut self, words: &[&str]) -> Told {
        let Self { pool, now } = self;
        let mut effects = Vec::new();
        let mut heard = Vec::new();
        let mut reply = |worker: &str, reply| heard.extend(pool.hear(number(worker), reply, *now, &mut effects));
        match *words {
            // The first worker has jobs 1 and 3, the second job 2.
            ["at-work"] => {
                *pool = Pool::new(2);
                pool.submit(Ticket::Point, vec![task(1.0); 3], *now, &mut effects);
                for worker in [1, 2] {
                    pool.hear(worker, Reply::Ready, *now, &mut effects);
                }
            }
            ["cores", cores] => *pool = Pool::new(number(cores)),
            ["ready", worker] => reply(worker, Reply::Ready),
            ["outdated", worker] => reply(worker, Reply::Outdated),
            ["further", worker, job] => reply(worker, observed(job, false)),
            ["over", worker, job] => reply(worker, observed(job, true)),
            ["refuse", worker, job] => {
                reply(worker, Reply::Refused { job: number(job), sentence: "No region.".into() });
            }
            ["fail", worker] => reply(worker, Reply::Failed("out of memory.".into())),
            ["blocked", worker] => reply(worker, Reply::NotStarted("blocked.".into())),
            ["cancel", ticket] => pool.cancel(ticket_of(ticket), *now, &mut effects),
            ["sleep", seconds] => {
                *now += 1_000.0 * number::<f64>(seconds);
                heard = pool.watch(*now, &mut effects);
            }
            // A look at the workers after every second.
            ["wait", seconds] => {
                for _ in 0..number(seconds) {
                    *now += 1_000.0;
                    heard.extend(pool.watch(*now, &mut effects));
                }
            }
            [ticket, ref works @ ..] => {
                let task = |work: &&str| match *work {
                    "alone" => alone(),
                    _ if ticket == "question" => question(),
                    work => task(number(work)),
                };
                pool.submit(ticket_of(ticket), works.iter().map(task).collect(), *now, &mut effects);
            }
            [] => {}
        }
        let news = heard.iter().map(event).chain(effects.iter().map(effect)).collect::<Vec<_>>().join(", ");
        let at_work = format!("{} of {}", pool.simulating(), pool.size());
        (news, vec![("at work", at_work), ("busy", pool.is_busy().to_string())])
    }
}

fn ticket_of(word: &str) -> Ticket {
    match word {
        "question" => Ticket::Question,
        "point" => Ticket::Point,
        "network" => Ticket::Network,
        "pin" => Ticket::Pin,
        other => panic!("{other} is no ticket"),
    }
}

#[test]
fn workers_start_fail_fall_silent_and_are_refused() {
    let scripts = "
        no more workers than cores and than jobs: cores 4; point 1 1; point 1 1 1 1 1 1 1 1 1
        at least one worker: cores 0
        at most eight workers: cores 64
        the least-loaded worker gets the next job: cores 2; point 5 1 1 4 3; ready 2; ready 1; over 2 4; point 1
        a large network has a worker to itself: cores 2; point alone alone alone; ready 1; ready 2; point 1; over 2 2; over 1 1
        the browser starts no worker: cores 2; point 1 1 1; blocked 1; blocked 2; point 1
        the browser starts one worker only: cores 2; point 1 1 1; blocked 1; ready 2
        a refused job is not tried again: at-work; refuse 1 1; over 1 3
        the jobs of a lost worker are tried again, each alone: at-work; fail 1; ready 3; over 3 1
        a job that loses two workers is given up: at-work; fail 1; ready 3; fail 3; ready 4; over 4 3
        four seconds of silence, or twenty before the first word: at-work; wait 1; further 1 1; wait 4; wait 1; ready 3; wait 14; wait 1
        twenty seconds again before the first word on a new job: at-work; over 1 1; over 1 3; over 2 2; point 1; wait 19; wait 2
        no worker ever starts: cores 2; point 1 1 1; wait 70
        a page that has slept: at-work; further 1 1; sleep 3600; wait 5
        idle workers may be silent: at-work; over 1 1; over 2 2; over 1 3; wait 600
        a stopped job is not heard any more: at-work; cancel point; over 1 1; point 1; over 1 1; over 2 4
        cancelled before its worker is ready: cores 1; point 1 1; cancel point; ready 1; point 1
        a worker that is gone is not heard: at-work; fail 1; over 1 1; fail 1; ready 99
        a second word of welcome: at-work; ready 1
        an older file ends its worker: cores 2; point 1 1 1; outdated 1; outdated 2
        questions go to workers that simulate: cores 2; point alone alone alone; ready 1; ready 2; question 1 1 1; cancel question; \
            over 1 4
        jobs wait by their priority: cores 1; point alone; ready 1; pin alone; network alone; point alone; question 1; over 1 1; \
            over 1 4; over 1 3
        a worker that answers may be silent for longer: at-work; question 1 1; further 1 1; further 2 2; wait 19; wait 2
    ";
    scripts::tell("pool", scripts, || Desk { pool: Pool::default(), now: 0.0 }, Desk::act);
}
