//! Questions on the page: what is asked stands in the scenario, workers answer, and what was asked before counts no more.
//!
//! ```text
//!   scenario --follow--> parts that have not been answered --pool--> workers --> answers --sheet--> sentences, bars, map, networks
//! ```
//! A part is asked anew when something that it depends on has changed; a slider that moves leaves its old answer on the page until the new one is there.

mod channels;
mod front;
mod map;
pub mod message;
mod networks;
mod runs;
#[cfg(test)]
mod tests;
mod view;

use crate::{
    dom::effect::Effect,
    jobs::{
        pool::{JobFailure, JobId, Task, Ticket},
        store::{self, Store, StoreEvent},
    },
    worker::answer::{Answer, NetworkAnswer, QuestionJob, chosen, target},
};
use flitscope::{
    explore, lesson,
    order::sort_small_by,
    param::{
        Group, Key, LENGTH, Param,
        options::{Asks, Auto, Equal, Mapped},
    },
    scenario::{Scenario, link},
};
use front::Front;
use map::Map;
use runs::NetworkRuns;

/// What is said where the browser has kept an older file.
const OUTDATED: &str = "The browser has cached a file of an older version of this page: reload the page to ask.";

/// The tab of the questions.
const TAB: &str = "ask";

/// The tab with what each channel carries.
const DATA: &str = "data";

/// The part of it that must be open for that to be asked.
pub const CHANNELS: &str = "channels";

/// Which part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QuestionKind {
    Load,
    Cost,
    Extreme,
    Matters,
    Map,
    Networks,
    Channels,
}

impl QuestionKind {
    const ALL: [Self; 7] =
        [Self::Load, Self::Cost, Self::Extreme, Self::Matters, Self::Map, Self::Networks, Self::Channels];

    /// Keys of the view that it depends on, beside network and traffic.
    const fn keys(self) -> &'static [Key] {
        match self {
            Self::Load => &[Key::Target],
            Self::Cost => &[Key::Cost],
            Self::Extreme => &[Key::Target, Key::Extreme, Key::Want],
            Self::Matters | Self::Channels => &[],
            Self::Map => &[Key::Map, Key::MapX, Key::MapY],
            Self::Networks => &[Key::Equal],
        }
    }

    /// Whether it is asked.
    fn is_asked(self, scenario: &Scenario) -> bool {
        match self {
            Self::Load => target(scenario).is_some(),
            Self::Cost => scenario.get(Key::Beta) > 0.0,
            Self::Extreme | Self::Matters | Self::Channels => true,
            Self::Map => Map::is_asked(scenario),
            Self::Networks => scenario.choice::<Equal>() != Equal::Nothing,
        }
    }

    /// The scenario as far as the answer depends on it.
    fn subject(self, scenario: &Scenario) -> Scenario {
        let keys = self.keys();
        let load = matches!(self, Self::Load | Self::Cost | Self::Networks)
            || self == Self::Map && scenario.choice::<Mapped>() != Mapped::Measure;
        let needless = |row: &Param| match row.group {
            Group::Network | Group::Traffic => load && row.key == Key::Load,
            Group::Curves => self == Self::Channels,
            Group::View => !keys.contains(&row.key),
            // The networks of a comparison are simulated for as long as those of the page.
            Group::Simulation => match self {
                Self::Networks => !LENGTH.contains(&row.key),
                Self::Channels => matches!(row.key, Key::Auto | Key::Replications),
                _ => true,
            },
            Group::Animation => true,
        };
        scenario.without(needless)
    }
}

/// When workers come to a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Priority {
    /// Answers in a sentence.
    Sentence,
    /// A coarse picture of the map.
    Coarse,
    /// What takes a while.
    Table,
    /// The rest of the map.
    Fine,
}

/// A part with what came of it.
#[derive(Debug)]
struct Pending {
    kind: QuestionKind,
    subject: Scenario,
    /// The jobs that are not over.
    jobs: Vec<JobId>,
    answer: Option<Answer>,
    /// Why there is no answer.
    trouble: Option<String>,
}

/// The questions and their answers.
#[derive(Debug, Default)]
pub struct Questions {
    asked: Vec<Pending>,
    map: Option<Map>,
    /// The simulations of the networks that are compared.
    runs: NetworkRuns,
    /// True if these begin by themselves.
    auto: bool,
    /// The cell of the map that is read: across and up.
    cell: Option<(usize, usize)>,
    /// True if something has come that is not shown yet.
    news: bool,
}

impl Questions {
    /// True if every answer is there.
    pub(crate) fn settled(&self, store: &Store) -> bool {
        self.asked.iter().all(|asked| asked.jobs.is_empty()) && store.coming(Ticket::Network) == 0
    }

    /// Asks what the scenario asks, as far as it has not been answered.
    pub(crate) fn follow(
        &mut self,
        scenario: &Scenario,
        channels: bool,
        store: &mut Store,
        now: f64,
        effects: &mut Vec<Effect>,
    ) {
        // The tab is closed while a lesson asks.
        let tab = if lesson::asks(scenario) { "" } else { scenario.chosen(Key::Tab) };
        let (open, channels) = (tab == TAB, tab == DATA && channels);
        if !open && !channels && self.asked.is_empty() {
            return;
        }
        self.auto = scenario.choice::<Auto>() == Auto::On;
        let asked = if scenario.choice::<Asks>() == Asks::Ours { explore::ours(scenario) } else { *scenario };
        let wanted = |kind: &QuestionKind| {
            if *kind == QuestionKind::Channels { channels } else { open && kind.is_asked(&asked) }
        };
        let subjects: Vec<_> =
            QuestionKind::ALL.into_iter().filter(wanted).map(|kind| (kind, kind.subject(&asked))).collect();
        let same =
            |one: &Pending, (kind, subject): &(QuestionKind, Scenario)| one.kind == *kind && one.subject == *subject;
        let stands = |subject| self.asked.iter().any(|one| same(one, subject));
        if subjects.iter().all(stands) && self.asked.len() == subjects.len() {
            return;
        }
        // A worker does one thing after the other: what is not over is begun anew, behind nothing that nobody wants.
        store.stop(Ticket::Question, now, effects);
        let mut before = std::mem::take(&mut self.asked);
        let mut due = Vec::new();
        for (kind, subject) in subjects {
            let old = before.iter().position(|one| one.kind == kind).map(|place| before.swap_remove(place));
            let answered = old.as_ref().is_some_and(|old| old.subject == subject && old.jobs.is_empty());
            // Numbers of other channels, or at another load, look like those of these.
            let old = old.filter(|_| answered || kind != QuestionKind::Channels);
            let (answer, trouble) = old.map_or((None, None), |old| (old.answer, old.trouble));
            let mut one = Pending { kind, subject, jobs: Vec::new(), answer, trouble };
            if !answered {
                if kind == QuestionKind::Networks && !self.runs.is_of(&subject) {
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
        if self.runs.are_over(store) {
            let subject = self.of(QuestionKind::Networks).map(|asked| asked.subject);
            self.runs = NetworkRuns::new(subject, self.networks_answered(), store);
        }
        self.runs.start(store, now, effects);
    }

    /// The networks that have been solved.
    fn networks_answered(&self) -> &[NetworkAnswer] {
        match self.of(QuestionKind::Networks).map(|asked| &asked.answer) {
            Some(Some(Answer::Networks { all, .. })) => all,
            _ => &[],
        }
    }

    /// Has the workers answer some parts, by their places: what a reader sees first comes first.
    fn ask(&mut self, places: &[usize], store: &mut Store, now: f64, effects: &mut Vec<Effect>) {
        if places.is_empty() {
            return;
        }
        let mut tasks: Vec<(usize, Priority, Task)> = Vec::new();
        for place in places {
            let Pending { kind, subject, .. } = self.asked[*place];
            let link = link::write(&subject);
            let mut task = |part: QuestionJob, turn: Priority, work: f64| {
                tasks.push((*place, turn, Task { link: link.clone(), work, alone: false, question: Some(part) }));
            };
            match kind {
                QuestionKind::Load => task(QuestionJob::Load, Priority::Sentence, 1.0),
                QuestionKind::Cost => task(QuestionJob::Cost, Priority::Sentence, 2.0),
                QuestionKind::Extreme => task(QuestionJob::Extreme, Priority::Sentence, 4.0),
                QuestionKind::Matters => task(QuestionJob::Matters, Priority::Table, 20.0),
                QuestionKind::Networks => task(QuestionJob::Networks, Priority::Table, 20.0),
                QuestionKind::Channels => {
                    tasks.push((*place, Priority::Table, store::task(&subject, Some(QuestionJob::Channels))));
                }
                QuestionKind::Map => {
                    self.map = self.map.take().filter(|map| map.is_of(&subject)).or_else(|| Map::of(&subject));
                    let passes = self.map.as_ref().map_or_else(Vec::new, Map::passes);
                    for (pass, cells) in passes {
                        task(
                            QuestionJob::Cells(cells),
                            if pass == 0 { Priority::Coarse } else { Priority::Fine },
                            10.0,
                        );
                    }
                }
            }
        }
        sort_small_by(&mut tasks, |(_, turn, _)| f64::from(*turn as u8));
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
        let solved = self.of(QuestionKind::Networks).is_some_and(|asked| asked.jobs.is_empty());
        if self.auto && solved && self.runs.is_empty() && !self.networks_answered().is_empty() {
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

    /// No worker is left.
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

    fn of(&self, kind: QuestionKind) -> Option<&Pending> {
        self.asked.iter().find(|one| one.kind == kind)
    }

    /// Whether something has come that is not on the page yet.
    pub const fn is_stale(&self) -> bool {
        self.news
    }

    /// Whether something has come since this was last asked.
    pub fn has_news(&mut self) -> bool {
        std::mem::take(&mut self.news)
    }

    /// The load that answers "which load has the target?", with the target, to be marked on the chart.
    pub fn mark(&self) -> Option<(f64, f64)> {
        let asked = self.of(QuestionKind::Load).filter(|asked| asked.jobs.is_empty())?;
        match asked.answer {
            Some(Answer::Said { number: Some(load), .. }) => Some((load, target(&asked.subject)?)),
            _ => None,
        }
    }

    /// The Pareto view of the map, if there is one.
    fn front(&self, scenario: &Scenario) -> Option<Front> {
        let keys = [chosen(scenario, Key::MapX)?.key, chosen(scenario, Key::MapY)?.key];
        Front::of(self.map.as_ref()?, keys, scenario)
    }

    /// Moves the cell that is read; the scenario with its values, if that is asked for.
    pub fn walk(&mut self, walk: MapAction, scenario: &Scenario) -> Option<Scenario> {
        let map = self.map.as_ref()?;
        let (columns, rows) = map.size();
        let here = self.cell.unwrap_or_else(|| map.nearest(scenario));
        self.news = true;
        match walk {
            MapAction::By(across, up) => {
                let go = |at: usize, by: i32, most: usize| (at as i32 + by).clamp(0, most as i32 - 1) as usize;
                self.cell = Some((go(here.0, across, columns), go(here.1, up, rows)));
                None
            }
            MapAction::At(across, up) => {
                let place = |part: f64, most: usize| ((part * most as f64) as usize).min(most - 1);
                self.cell = Some((place(across, columns), place(up, rows)));
                None
            }
            MapAction::Along(by) => {
                self.cell = self.front(scenario)?.along(here, by);
                None
            }
            MapAction::Near(across, up) => {
                self.cell = self.front(scenario)?.nearest((across, up));
                None
            }
            MapAction::Leave => {
                self.cell = None;
                None
            }
            MapAction::Take => {
                let (x, y) = map.values(here);
                let (x_key, y_key) = (chosen(scenario, Key::MapX)?.key, chosen(scenario, Key::MapY)?.key);
                explore::map::placed(scenario, (x_key, x), (y_key, y)).ok()
            }
        }
    }
}

/// A step on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MapAction {
    /// So many cells across and up.
    By(i32, i32),
    /// To the cell at these parts of the way across and up, 0 to 1.
    At(f64, f64),
    /// So many networks further on the front of the Pareto view.
    Along(i32),
    /// To the network nearest to these parts of the way across and up the Pareto view, 0 to 1.
    Near(f64, f64),
    /// The scenario gets the values of the cell.
    Take,
    /// No cell is read any more.
    Leave,
}
