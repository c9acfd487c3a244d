//! The simulations of the networks that are compared: a few loads of each.

use crate::{
    jobs::{pool::Ticket, store::Store},
    prelude::*,
};
use flitscope::{
    experiment::run_key,
    explore::compare::{ComparedNetwork, MeasuredPoint, Planned, measured},
};

/// One load of one network, as far as it is simulated.
#[derive(Clone, Debug)]
pub(super) struct NetworkRun {
    pub network: usize,
    /// The load, messages per node per cycle.
    pub load: f64,
    pub model: Option<f64>,
    pub measured: Option<MeasuredPoint>,
    /// The reason if it cannot be simulated.
    pub trouble: Option<String>,
    scenario: Scenario,
    key: String,
    flits: u32,
}

impl NetworkRun {
    fn new(network: usize, compared: &ComparedNetwork, &Planned { scenario, load, model }: &Planned) -> Self {
        let (key, flits) = (run_key(&scenario), compared.flits);
        Self { network, load, model, measured: None, trouble: None, scenario, key, flits }
    }

    fn seen(&self, store: &Store) -> Self {
        let load = self.scenario.get(Key::Load);
        let point = store.points(&self.key).iter().find(|point| point.load == load);
        let observation = point.and_then(|point| point.observation.as_ref());
        Self { measured: observation.map(|seen| measured(&self.scenario, self.flits, seen)), ..self.clone() }
    }

    /// True if there is nothing left to do.
    pub(crate) fn is_over(&self) -> bool {
        self.trouble.is_some() || self.measured.is_some_and(|measured| measured.state != Verdict::Unfinished)
    }
}

#[derive(Debug, Default)]
pub(super) struct NetworkRuns {
    /// The question that the comparison answers: a reader who returns to it finds its points.
    pub subject: Option<Scenario>,
    pub planned: Vec<NetworkRun>,
}

impl NetworkRuns {
    /// Those of some networks, one load of each after the other.
    pub(crate) fn new(subject: Option<Scenario>, networks: &[ComparedNetwork], store: &mut Store) -> Self {
        let most = networks.iter().map(|network| network.sweep.len()).max().unwrap_or(0);
        let turn = |turn: usize| {
            let planned = move |(place, network): (usize, &ComparedNetwork)| {
                Some(NetworkRun::new(place, network, network.sweep.get(turn)?))
            };
            networks.iter().enumerate().filter_map(planned)
        };
        let planned: Vec<_> = (0..most).flat_map(turn).collect();
        // Points from before are simulated again.
        store.hold(Ticket::Network, []);
        store.hold(Ticket::Network, planned.iter().map(|run| &*run.key));
        Self { subject, planned }
    }

    /// Every run, as far as it is.
    pub(crate) fn all(&self, store: &Store) -> Vec<NetworkRun> {
        self.planned.iter().map(|run| run.seen(store)).collect()
    }

    pub(crate) fn start(&self, store: &mut Store, now: f64, effects: &mut Vec<Effect>) {
        for run in self.planned.iter().filter(|run| run.trouble.is_none()) {
            store.want(Ticket::Network, &run.scenario, vec![run.scenario.get(Key::Load)], now, effects);
        }
    }

    pub(crate) fn fail(&mut self, key: &str, load: f64, why: &str) {
        let is = |run: &&mut NetworkRun| run.key == key && run.scenario.get(Key::Load) == load;
        self.planned.iter_mut().filter(is).for_each(|run| run.trouble = Some(why.into()));
    }

    /// Without a worker nothing that is not over will be.
    pub(crate) fn give_up(&mut self, why: &str, store: &Store) {
        for run in self.planned.iter_mut().filter(|run| !run.seen(store).is_over()) {
            run.trouble = Some(why.into());
        }
    }
}
