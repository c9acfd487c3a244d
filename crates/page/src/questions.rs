//! Questions on the page: the scenario holds the questions, workers compute answers, and superseded answers are dropped.
//!
//! ```text
//!   scenario --follow--> questions without an answer --store--> workers --> answers --sheet--> sentences, bars, map, networks
//! ```
//! A question is asked anew when a setting that its answer depends on has changed; until then the old answer stays.

mod channels;
mod cost;
mod extreme;
mod front;
mod load;
mod map;
mod matters;
pub(crate) mod message;
mod networks;
mod row;
mod runs;
#[cfg(test)]
mod tests;
mod view;

use crate::{
    jobs::{
        pool::{JobFailure, JobId, Task, Ticket},
        store::{self, Store, StoreEvent},
    },
    prelude::*,
    worker::scheduler::QuestionTask,
};
use flitscope::{
    explore::{self, Said, chosen, compare::ComparedNetwork, target},
    param::options::{Asks, Auto},
};
use front::Front;
use map::Map;
use row::{FINE, QuestionRow};
use runs::{NetworkRun, NetworkRuns};

const ALL: [&QuestionRow; 7] =
    [&matters::ROW, &load::ROW, &cost::ROW, &extreme::ROW, &map::ROW, &networks::ROW, &channels::ROW];

/// The trouble where the browser has kept an older file.
const OUTDATED: &str = "The browser has cached a file of an older version of this page: reload the page to ask.";

/// The tab of the questions, and of what each channel carries.
const TAB: &str = "data";

/// The part of that tab with the questions: they are asked while it is open.
pub(crate) const ASK: &str = "ask";

/// True if a scenario has a question of its own.
pub(crate) fn asks(scenario: &Scenario) -> bool {
    ALL.iter().flat_map(|row| row.keys).any(|key| !scenario.is_default(*key))
}

/// The part of that tab that must be open for the question of the channels.
pub(crate) const CHANNELS: &str = "channels";

#[derive(Debug)]
struct Pending {
    row: &'static QuestionRow,
    subject: Scenario,
    jobs: Vec<JobId>,
    answer: Option<Answer>,
    trouble: Option<String>,
}

#[derive(Debug, Default)]
pub(crate) struct Questions {
    asked: Vec<Pending>,
    map: Option<Map>,
    runs: NetworkRuns,
    /// True if these begin by themselves.
    auto: bool,
    /// The cell of the map that is read: across and up.
    cell: Option<(usize, usize)>,
    /// True if there is news that is not shown yet.
    pub(crate) news: bool,
}

impl Questions {
    /// True if every answer is there.
    pub(crate) fn settled(&self, store: &Store) -> bool {
        self.asked.iter().all(|asked| asked.jobs.is_empty()) && store.coming(Ticket::Network) == 0
    }

    /// Hands in the questions of the scenario that have no answer.
    pub(crate) fn follow(
        &mut self,
        scenario: &Scenario,
        [ask, channels]: [bool; 2],
        store: &mut Store,
        now: f64,
        effects: &mut Vec<Effect>,
    ) {
        // The tab is closed while a lesson asks.
        let tab = if lesson::asks(scenario) { "" } else { scenario.chosen(Key::Tab) };
        let (open, channels) = (tab == TAB && ask, tab == TAB && channels);
        if !open && !channels && self.asked.is_empty() {
            return;
        }
        self.auto = scenario.choice::<Auto>() == Auto::On;
        let asked = if scenario.choice::<Asks>() == Asks::Ours { explore::ours(scenario) } else { *scenario };
        let wanted = |row: &&QuestionRow| match row.question {
            Question::Channels => channels,
            _ => open && (row.is_asked)(&asked),
        };
        let subjects: Vec<_> = ALL.into_iter().filter(wanted).map(|row| (row, row.subject(&asked))).collect();
        let same = |one: &Pending, (row, subject): &(&QuestionRow, Scenario)| {
            one.row.question == row.question && one.subject == *subject
        };
        let stands = |subject| self.asked.iter().any(|one| same(one, subject));
        if subjects.iter().all(stands) && self.asked.len() == subjects.len() {
            return;
        }
        // Questions that are not answered are asked anew, so that none waits behind a superseded one.
        store.stop(Ticket::Question, now, effects);
        let mut before = std::mem::take(&mut self.asked);
        let mut due = Vec::new();
        for (row, subject) in subjects {
            let old =
                before.iter().position(|one| one.row.question == row.question).map(|place| before.swap_remove(place));
            let answered = old.as_ref().is_some_and(|old| old.subject == subject && old.jobs.is_empty());
            // Numbers of other channels, or at another load, look like those of these.
            let old = old.filter(|_| answered || row.question != Question::Channels);
            let (answer, trouble) = old.map_or((None, None), |old| (old.answer, old.trouble));
            let mut one = Pending { row, subject, jobs: Vec::new(), answer, trouble };
            if !answered {
                if row.question == Question::Networks && self.runs.subject != Some(subject) {
                    store.stop(Ticket::Network, now, effects);
                    self.runs = NetworkRuns::new(None, &[], store);
                }
                one.trouble = None;
                due.push(self.asked.len());
            }
            self.asked.push(one);
        }
        self.ask(&due, store, now, effects);
        if !open {
            self.map = None;
            store.stop(Ticket::Network, now, effects);
        }
        self.news = true;
    }

    /// Simulates the networks that are compared, or stops doing so.
    pub(crate) fn simulate(&mut self, store: &mut Store, now: f64, effects: &mut Vec<Effect>) {
        self.news = true;
        if store.coming(Ticket::Network) > 0 {
            return store.stop(Ticket::Network, now, effects);
        }
        if self.runs.all(store).iter().all(NetworkRun::is_over) {
            let subject = self.of(Question::Networks).map(|asked| asked.subject);
            self.runs = NetworkRuns::new(subject, self.networks_answered(), store);
        }
        self.runs.start(store, now, effects);
    }

    fn networks_answered(&self) -> &[ComparedNetwork] {
        match self.of(Question::Networks).map(|asked| &asked.answer) {
            Some(Some(Answer::Networks { networks, .. })) => networks,
            _ => &[],
        }
    }

    /// Has the workers answer some questions, by their places, in their turns.
    fn ask(&mut self, places: &[usize], store: &mut Store, now: f64, effects: &mut Vec<Effect>) {
        if places.is_empty() {
            return;
        }
        let mut tasks: Vec<(usize, u8, Task)> = Vec::new();
        for place in places {
            let Pending { row: &QuestionRow { question, turn, work, .. }, subject, .. } = self.asked[*place];
            let task = |cells| {
                let simulated = store::task(&subject, Some(QuestionTask { question, cells }));
                if question == Question::Channels { simulated } else { Task { work, alone: false, ..simulated } }
            };
            if question != Question::Map {
                tasks.push((*place, turn, task(Vec::new())));
                continue;
            }
            self.map = self.map.take().filter(|map| map.subject == subject).or_else(|| Map::of(&subject));
            let passes = self.map.as_ref().map_or_else(Vec::new, Map::passes);
            let one = |(pass, cells)| (*place, if pass == 0 { turn } else { FINE }, task(cells));
            tasks.extend(passes.into_iter().map(one));
        }
        sort_small_by(&mut tasks, |(_, turn, _)| f64::from(*turn));
        let (whose, tasks): (Vec<_>, Vec<_>) = tasks.into_iter().map(|(place, _, task)| (place, task)).unzip();
        let jobs = store.ask(tasks, now, effects);
        whose.into_iter().zip(jobs).for_each(|(place, job)| self.asked[place].jobs.push(job));
    }

    /// Takes news of answers and of the networks that are compared.
    pub(crate) fn note(&mut self, event: StoreEvent, store: &mut Store, now: f64, effects: &mut Vec<Effect>) {
        match event {
            StoreEvent::Observed { ticket: Ticket::Network, .. } => {}
            StoreEvent::Failed { ticket: Ticket::Network, key, load, why } => self.runs.fail(&key, load, &why),
            StoreEvent::Observed { .. } | StoreEvent::Failed { .. } => return,
            StoreEvent::Told { job, answer, over } => self.take(job, answer, over),
            StoreEvent::Unanswered { job, why } => {
                if let Some(one) = self.pending(job) {
                    one.jobs.retain(|other| *other != job);
                    one.trouble = Some(why);
                }
            }
            StoreEvent::Outdated => self.give_up(OUTDATED, store, now, effects),
            StoreEvent::NoWorker(why) => self.give_up(&JobFailure::NotLoaded.sentence(&why), store, now, effects),
        }
        self.news = true;
        let solved = self.of(Question::Networks).is_some_and(|asked| asked.jobs.is_empty());
        if self.auto && solved && self.runs.planned.is_empty() && !self.networks_answered().is_empty() {
            self.simulate(store, now, effects);
        }
    }

    fn pending(&mut self, job: JobId) -> Option<&mut Pending> {
        self.asked.iter_mut().find(|one| one.jobs.contains(&job))
    }

    /// Takes an answer, or a part of one.
    fn take(&mut self, job: JobId, answer: Answer, over: bool) {
        let Some(one) = self.pending(job) else { return };
        if over {
            one.jobs.retain(|other| *other != job);
        }
        match answer {
            Answer::Cells(cells) => self.map.iter_mut().for_each(|map| map.take(&cells)),
            answer => one.answer = Some(answer),
        }
    }

    fn give_up(&mut self, sentence: &str, store: &mut Store, now: f64, effects: &mut Vec<Effect>) {
        store.stop(Ticket::Question, now, effects);
        for one in self.asked.iter_mut().filter(|one| !one.jobs.is_empty()) {
            one.jobs.clear();
            one.trouble = Some(sentence.into());
        }
        if store.coming(Ticket::Network) > 0 {
            store.stop(Ticket::Network, now, effects);
            self.runs.give_up(sentence, store);
        }
    }

    fn of(&self, question: Question) -> Option<&Pending> {
        self.asked.iter().find(|one| one.row.question == question)
    }

    /// The load that answers "which load has the target?", with the target, to be marked on the chart.
    pub(crate) fn mark(&self) -> Option<(f64, f64)> {
        let asked = self.of(Question::Load).filter(|asked| asked.jobs.is_empty())?;
        match asked.answer {
            Some(Answer::Said(Said { found: Some((load, _)), .. })) => Some((load, target(&asked.subject)?)),
            _ => None,
        }
    }

    /// The Pareto view of the map, if there is one.
    fn front(&self, scenario: &Scenario) -> Option<Front> {
        let keys = [chosen(scenario, Key::MapX)?.key, chosen(scenario, Key::MapY)?.key];
        Front::of(self.map.as_ref()?, keys, scenario)
    }

    /// Moves the cell that is read; the scenario with its values, if that is asked for.
    pub(crate) fn walk(&mut self, walk: MapAction, scenario: &Scenario) -> Option<Scenario> {
        let map = self.map.as_ref()?;
        let (columns, rows) = map.size();
        let here = self.cell.unwrap_or_else(|| map.nearest(scenario));
        self.news = true;
        match walk {
            MapAction::By(across, up) => {
                let go = |at: usize, by: i32, most: usize| (at as i32 + by).clamp(0, most as i32 - 1) as usize;
                self.cell = Some((go(here.0, across, columns), go(here.1, up, rows)));
            }
            MapAction::At(across, up) => {
                let place = |part: f64, most: usize| ((part * most as f64) as usize).min(most - 1);
                self.cell = Some((place(across, columns), place(up, rows)));
            }
            MapAction::Along(by) => self.cell = self.front(scenario)?.along(here, by),
            MapAction::Near(across, up) => self.cell = self.front(scenario)?.nearest((across, up)),
            MapAction::Leave => self.cell = None,
            MapAction::Take => {
                let (x, y) = map.values(here);
                let (x_key, y_key) = (chosen(scenario, Key::MapX)?.key, chosen(scenario, Key::MapY)?.key);
                return explore::map::placed(scenario, (x_key, x), (y_key, y)).ok();
            }
        }
        None
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MapAction {
    /// A number of cells across and up.
    By(i32, i32),
    /// To the cell at these parts of the way across and up, 0 to 1.
    At(f64, f64),
    /// A number of networks along the Pareto front.
    Along(i32),
    /// To the network nearest to these parts of the way across and up the Pareto view, 0 to 1.
    Near(f64, f64),
    /// The scenario gets the values of the cell.
    Take,
    /// No cell is read any more.
    Leave,
}
