//! The state of the page: everything that its next picture and its next message depend on.

use super::{action, message::Press, render::Pace};
use crate::{
    chart::{arrived, curves::Curves, figure::FigureSource},
    dom::palette::ThemeChoice,
    export::{
        handle::{self, ResultsReport},
        share::Share,
        snapshot::Snapshot,
    },
    jobs::simulation::{Host, Simulation},
    learn::{
        gallery::Gallery,
        handout::{self, Handout},
        lesson::Lessons,
        progress::{PROGRESS, Progress},
        vote::Vote,
    },
    panels::{comparison::ComparisonPanel, controls::Controls, header, tabs},
    player::{
        Player,
        panels::{arrivals::ArrivalsPanel, moments::Entered, sheet::Elements, symbol_highlight::Symbols},
        side_by_side::Companion,
    },
    prelude::*,
    questions::{self, Questions},
    results::Results,
};
use flitscope::{
    lesson::Task,
    param::Problem,
    report::ScenarioReport,
    scenario::{Parsed, history::History},
};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

/// Properties of the browser when the page is opened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Start {
    pub fragment: String,
    pub base: String,
    /// The address of the pages with a picture of each scene and lesson; none where no such pages are published.
    pub scenes: Option<String>,
    pub host: Host,
    pub theme: ThemeChoice,
    /// True if the load has been moved on this device before.
    pub dragged: bool,
    /// The lessons that this browser has kept as done.
    pub done: Option<String>,
    /// The entries of this tab: names and words.
    pub kept: Vec<(String, String)>,
    /// True if the reader points with a finger.
    pub touch: bool,
    /// True if the reader prefers that nothing moves by itself.
    pub still: bool,
    pub entropy: u64,
}

/// The parts that the next picture must bring up to date.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stale {
    pub(crate) results: bool,
    pub(crate) chart: bool,
    pub(crate) animation: bool,
}

impl Stale {
    pub(crate) const ALL: Self = Self { results: true, chart: true, animation: true };
}

pub struct State {
    pub(crate) history: History,
    pub(crate) problems: Vec<Problem>,
    /// The systems that the reader has left, as they were then.
    pub(crate) left: Vec<Scenario>,
    /// The moment for which a button has left the run of the reader.
    pub(crate) entered: Option<Entered>,
    pub(crate) results: Results,
    pub(crate) palette: Palette,
    pub(crate) theme: ThemeChoice,
    /// The address without its fragment.
    pub(crate) base: String,
    pub(crate) scenes: Option<String>,
    pub(crate) share: Share,
    pub(crate) controls: Controls,
    pub(crate) curves: Curves,
    pub(crate) lessons: Lessons,
    pub(crate) progress: Progress,
    pub(crate) gallery: Gallery,
    pub(crate) paper: Handout,
    pub(crate) vote: Vote,
    pub(crate) comparison: ComparisonPanel,
    pub(crate) simulation: Simulation,
    pub(crate) questions: Questions,
    pub(crate) player: Player,
    /// True if the reader prefers that nothing moves by itself.
    pub(crate) still: bool,
    /// True once the load has been moved on this device.
    pub(crate) dragged: bool,
    pub(crate) elements: Elements,
    pub(crate) symbols: Symbols,
    pub(crate) arrivals: ArrivalsPanel,
    /// The ids of what the reader has opened that is written only while it is open.
    pub(crate) open: Vec<String>,
    /// `open` as it was before printing, while the page is printed.
    pub(crate) printing: Option<Vec<String>>,
    pub(crate) stale: Stale,
    /// The stage of the last press of a control: until it is over the page is not rewritten.
    pub(crate) press: Press,
    /// True if the panel of the tabs has risen over the lower half of the page.
    pub(crate) raised: bool,
    /// True if the window has room for that.
    pub(crate) roomy: bool,
    pub(crate) pace: Pace,
    pub(crate) seeds: Pcg64Mcg,
}

impl State {
    /// The page as it is opened, and its effects; its picture comes with [`Frame`](super::message::PageMessage::Frame). `clock`: ms.
    pub fn new(start: Start, clock: &dyn Fn() -> f64) -> (Self, Vec<Effect>) {
        let Start { fragment, base, scenes, host, theme, dragged, done, kept, touch, still, entropy } = start;
        let Parsed { scenario, mut problems } = lesson::parse(&fragment);
        problems.extend(scenario.notices());
        let mut effects = vec![Effect::Write(theme.sheet()), Effect::Write(action::sheet())];
        let vote = Vote::new(&kept, host.epoch);
        let mut lessons = Lessons::new(&kept);
        effects.extend(lessons.keep(&scenario));
        let mut simulation = Simulation::new(scenario, host, &mut effects);
        simulation.follow_pins(&scenario, clock(), &mut effects);
        let mut player = Player::new(touch);
        player.follow(Subject::of(&scenario), clock());
        player.set_companion(Companion::of(&scenario), clock());
        let progress = Progress::of(done.as_deref(), &scenario);
        if scenario.get(Key::Done) != 0.0 {
            effects.push(Effect::Remember { name: PROGRESS, word: progress.words() });
        }
        effects.push(Effect::Measure);
        let mut state = Self {
            results: Results::start(scenario, None, clock),
            history: History::new(scenario),
            problems,
            left: Vec::new(),
            entered: None,
            palette: Palette::default(),
            theme,
            base,
            scenes,
            share: Share::default(),
            controls: Controls::default(),
            curves: Curves::default(),
            lessons,
            progress,
            gallery: Gallery::default(),
            paper: Handout::default(),
            vote,
            comparison: ComparisonPanel::default(),
            simulation,
            questions: Questions::default(),
            player,
            still,
            dragged,
            elements: Elements::default(),
            symbols: Symbols::default(),
            arrivals: ArrivalsPanel::default(),
            open: Vec::new(),
            printing: None,
            // The results are there already, or begun.
            stale: Stale { results: false, ..Stale::ALL },
            press: Press::Over,
            raised: false,
            roomy: false,
            pace: Pace::default(),
            seeds: Pcg64Mcg::seed_from_u64(entropy),
        };
        state.open();
        effects.push(state.title());
        (state, effects)
    }

    /// The scenario has been opened: its animation begins in the warm network and plays, or shows the cycle that it names. Where the
    /// reader prefers that nothing moves, or the page is a part of another one, it waits for Play.
    pub(crate) fn open(&mut self) {
        self.look_for();
        let scenario = self.history.present();
        // A link with a question opens the questions.
        if questions::asks(scenario) && !self.open.iter().any(|part| part == questions::ASK) {
            self.open.push(questions::ASK.into());
        }
        let answered = lesson::step_of(scenario).filter(|_| !lesson::asks(scenario));
        if scenario.count(Key::Cycle) > 0 {
            self.player.go();
            self.player.transport.pause();
            // An answer plays on from its cycle.
            if answered.is_some_and(|step| step.scene().get(Key::Cycle) == scenario.get(Key::Cycle)) {
                self.go_on();
            }
        } else {
            self.player.open(self.is_still());
        }
    }

    /// The player follows the message of the scenario, or none.
    pub(crate) fn look_for(&mut self) {
        let scenario = self.scenario();
        let message = (!scenario.is_default(Key::Follow)).then(|| scenario.count(Key::Follow));
        self.player.look_for(message);
    }

    /// Plays on from the cycle shown, where anything plays by itself.
    pub(crate) fn go_on(&mut self) {
        self.player.go_on(self.is_still());
    }

    /// True if nothing plays by itself: the reader prefers it, or the page is a part of another one.
    fn is_still(&self) -> bool {
        self.still || self.scenario().is_on(Key::Embed)
    }

    /// The name of the document, which the history of the browser shows.
    pub(crate) fn title(&self) -> Effect {
        Effect::Title(handout::title(self.scenario()).unwrap_or_else(|| header::title(self.scenario())))
    }

    /// The step of a lesson has been answered: its animation shows the cycle of the answer, or plays on from that of the question.
    pub(crate) fn answer(&mut self) {
        self.look_for();
        self.player.go();
        self.player.transport.pause();
        self.go_on();
    }

    /// The task of a lesson has been tried: its animation plays on from the cycle of the task, or is seen to freeze.
    pub(crate) fn try_task(&mut self, lesson: &Lesson, task: &Task, before: &Scenario) {
        self.lessons.tried = true;
        let scenario = *self.scenario();
        if task.scene.count(Key::Cycle) > 0 && scenario != *before {
            let open = scenario.system().param(Key::Escape).is_some() && scenario.chosen(Key::Escape) == "off";
            let frozen = if open { lesson::freezes(lesson, &scenario) } else { None };
            let cycle = frozen.unwrap_or(task.scene.count(Key::Cycle));
            self.history.advance(scenario.set(Key::Cycle, f64::from(cycle)), Some(Key::Cycle));
            self.answer();
        }
        self.stale = Stale::ALL;
    }

    /// The scenario as a link has it: without a cycle that merely plays, unless a message is followed, which is there at some cycles only.
    pub(crate) fn linked(&self) -> Scenario {
        // The lessons of a link are read once.
        let scenario = self.scenario().set(Key::Done, 0.0);
        if self.player.is_moment() || self.player.followed().is_some() {
            scenario
        } else {
            scenario.set(Key::Cycle, 0.0)
        }
    }

    /// Writes the vote of a class, at a time in milliseconds; its clock goes on.
    pub(crate) fn show_vote(&mut self, now: f64, effects: &mut Vec<Effect>) {
        effects.push(Effect::Write(self.vote.sheet(self.history.present(), &self.results, now)));
        effects.extend(self.vote.keep());
        if self.vote.talks(now) {
            effects.push(Effect::After(Timer::Second));
        }
    }

    pub(crate) fn figure(&self) -> FigureSource<'_> {
        FigureSource::new(&self.results, &self.simulation, &self.player)
    }

    /// The contents of the screen, for files, pictures and links.
    pub(crate) fn shown(&self) -> Snapshot<'_> {
        Snapshot {
            base: &self.base,
            scenes: self.scenes.as_deref(),
            linked: self.linked(),
            present: *self.scenario(),
            results: &self.results,
            simulation: &self.simulation,
            curves: &self.curves,
            player: &self.player,
        }
    }

    pub const fn scenario(&self) -> &Scenario {
        self.history.present()
    }

    pub const fn player(&self) -> &Player {
        &self.player
    }

    pub const fn palette(&self) -> &Palette {
        &self.palette
    }

    /// True if every model on the screen is solved.
    pub(crate) fn is_solved(&self) -> bool {
        !self.stale.results && self.results.is_whole()
    }

    /// True if a picture must come.
    pub fn is_stale(&self) -> bool {
        self.stale != Stale::default()
            || !self.results.is_whole()
            || self.player.is_busy()
            || self.arrivals.is_busy()
            || self.questions.news
    }

    /// True if nothing is left to draw but what goes on by itself: no change waits for its picture, nothing that was started plays or
    /// is being recorded, and no simulation that was asked for, by the reader or by `auto=1`, runs or is about to.
    pub fn is_settled(&self) -> bool {
        let drawn = self.stale == Stale::default() && self.results.is_whole() && !self.arrivals.is_busy();
        drawn
            && self.player.is_settled()
            && self.simulation.is_settled()
            && self.questions.settled(&self.simulation.store)
            && !self.questions.news
    }

    /// True if the runs that come with the page are to be read.
    pub fn reads_recordings(&self) -> bool {
        self.simulation.reads_recordings()
    }

    /// True if the panel of the tabs can rise over the lower half of the page.
    pub(crate) fn can_rise(&self) -> bool {
        self.roomy && tabs::rises(self.scenario())
    }

    /// The arrivals that are dots on the chart: none of another load, while a lesson asks, or for a reader who prefers that nothing moves.
    pub(crate) fn arrived(&self) -> &[(u32, Arrival)] {
        let withheld = self.still || lesson::asks(self.scenario());
        if withheld { &[] } else { self.player.arrived(arrived::MOST) }
    }

    pub fn scenario_report(&self) -> ScenarioReport {
        handle::scenario(*self.scenario())
    }

    pub fn results_report(&self) -> ResultsReport<'_> {
        ResultsReport::of(&self.results, &self.simulation, Some((self.arrived(), &self.player)))
    }

    /// True if something that is written only while it is open is open.
    pub(crate) fn is_open(&self, id: &str) -> bool {
        is_open(&self.open, self.scenario(), id)
    }
}

/// As [`State::is_open`], from the ids that the reader has opened and a scenario: a panel is open while its tab is the one that is read.
pub(crate) fn is_open(opened: &[String], scenario: &Scenario, id: &str) -> bool {
    opened.iter().any(|open| open == id) || id.strip_prefix("panel-") == Some(scenario.chosen(Key::Tab))
}
