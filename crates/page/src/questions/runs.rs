//! The simulations of the networks that are compared: a few loads of each, in the workers that answer.

use crate::{
    jobs::pool::Task,
    worker::answer::{NetworkAnswer, SweepPoint},
};
use flitscope::{
    experiment::{self, Observation},
    explore::compare::{MeasuredPoint, measured},
    scenario::{Scenario, link},
    sim::protocol::Verdict,
};

/// One load of one network.
#[derive(Clone, Debug)]
pub struct NetworkRun {
    /// The place of the network in the comparison.
    pub network: usize,
    /// The load, messages per node per cycle.
    pub load: f64,
    /// What the model says there.
    pub model: Option<f64>,
    /// What has been measured so far.
    pub measured: Option<MeasuredPoint>,
    /// Why it cannot be simulated.
    pub trouble: Option<String>,
    scenario: Scenario,
    link: String,
    flits: u32,
    /// The job that does it, while one does.
    job: Option<u32>,
}

impl NetworkRun {
    fn of(place: usize, network: &NetworkAnswer, (link, load, model): &SweepPoint) -> Self {
        let link = format!("#{link}");
        let (scenario, flits) = (link::parse(&link).scenario, network.flits());
        let (network, load, model, measured) = (place, *load, *model, None);
        Self { network, load, model, measured, trouble: None, scenario, link, flits, job: None }
    }

    /// Whether there is nothing left to do.
    pub fn is_over(&self) -> bool {
        self.trouble.is_some() || self.measured.is_some_and(|measured| measured.state != Verdict::Unfinished)
    }

    fn task(&self) -> Task {
        Task { link: self.link.clone(), work: 1.0, alone: experiment::is_large(&self.scenario), part: None }
    }
}

/// All of them.
#[derive(Debug, Default)]
pub struct NetworkRuns {
    /// What the networks were compared for.
    subject: Option<Scenario>,
    all: Vec<NetworkRun>,
}

impl NetworkRuns {
    /// Those of some networks, one load of each after the other.
    pub fn of(subject: Option<Scenario>, networks: &[NetworkAnswer]) -> Self {
        let most = networks.iter().map(|network| network.sweep.len()).max().unwrap_or(0);
        let one = |turn: usize| {
            let planned = move |(place, network): (usize, &NetworkAnswer)| {
                Some(NetworkRun::of(place, network, network.sweep.get(turn)?))
            };
            networks.iter().enumerate().filter_map(planned)
        };
        Self { subject, all: (0..most).flat_map(one).collect() }
    }

    /// Forgets them all unless they are those of a subject: who comes back to a comparison finds what was simulated.
    pub fn keep_those_of(&mut self, subject: &Scenario) {
        if self.subject.as_ref() != Some(subject) {
            *self = Self::default();
        }
    }

    /// Every run.
    pub fn all(&self) -> &[NetworkRun] {
        &self.all
    }

    /// Whether any is being done.
    pub fn going(&self) -> bool {
        self.all.iter().any(|run| run.job.is_some())
    }

    /// What is left to do.
    pub fn tasks(&self) -> Vec<Task> {
        self.all.iter().filter(|run| !run.is_over()).map(NetworkRun::task).collect()
    }

    /// The jobs that do what is left.
    pub fn begun(&mut self, jobs: Vec<u32>) {
        let left = self.all.iter_mut().filter(|run| !run.is_over());
        left.zip(jobs).for_each(|(run, job)| run.job = Some(job));
    }

    /// Nobody does them any more; what was measured of a whole run stays.
    pub fn stop(&mut self) {
        for run in &mut self.all {
            run.job = None;
            run.measured = run.measured.filter(|measured| measured.state != Verdict::Unfinished);
        }
    }

    /// Takes note of how far a job is; whether it is one of these.
    pub fn note(&mut self, job: u32, observation: &Observation) -> bool {
        let Some(run) = self.all.iter_mut().find(|run| run.job == Some(job)) else { return false };
        run.measured = Some(measured(&run.scenario, run.flits, observation));
        if run.is_over() {
            run.job = None;
        }
        true
    }

    /// A job cannot be done; whether it is one of these.
    pub fn fail(&mut self, job: u32, sentence: &str) -> bool {
        let Some(run) = self.all.iter_mut().find(|run| run.job == Some(job)) else { return false };
        (run.job, run.trouble) = (None, Some(sentence.into()));
        true
    }

    /// No worker is left: nothing that is not over will be done.
    pub fn give_up(&mut self, sentence: &str) {
        let jobs: Vec<_> = self.all.iter().filter_map(|run| run.job).collect();
        jobs.into_iter().for_each(|job| _ = self.fail(job, sentence));
    }
}
