//! The page's state and its one way of changing: messages in, a scenario out, views brought to it before the next picture.

use super::{
    arrivals_view::ArrivalsView,
    chart_view::{ChartView, Cursor},
    controls::Controls,
    crash,
    dom::{self, Callback, CallbackKind, Fallible, Listener},
    events::{self, Events},
    export,
    figure_view::FigureView,
    header,
    insight::Insight,
    keys,
    lab::Lab,
    legend, link_bar,
    palette::{self, Palette},
    results::{Results, ResultsReport},
    scene::Toward,
    stage::Stage,
    verdict::Verdict,
};
use crate::{
    param::{Key, Problem},
    report::{Part, ScenarioReport},
    scenario::{Parsed, Reading, Scenario, System, history::History, preset},
};
use serde::Serialize as _;
use std::{cell::RefCell, collections::VecDeque};
use wasm_bindgen::{JsCast as _, JsValue, closure::Closure};
use web_sys::HtmlElement;

/// Milliseconds after the last change until the address is written.
const ADDRESS_RESTS: i32 = 350;

/// Milliseconds after which a slider that has been let go is taken to rest there.
const RELEASED: i32 = 600;

/// Milliseconds of solving from which a model is solved when a slider rests, not while it moves.
const HEAVY: f64 = 60.0;

/// Milliseconds that such a slider must rest.
const RESTS: f64 = 160.0;

/// Milliseconds after the last change until a page that simulates by itself begins.
const SETTLED: i32 = 500;

/// Milliseconds between two looks at the workers.
const WATCH: i32 = 1_000;

/// Fraction of the saturation load that the way back from saturation goes to.
const BELOW: f64 = 0.9;

/// What can happen.
#[derive(Clone, Debug)]
pub enum Msg {
    /// A control has this text; `moving` while a slider is held.
    Put {
        /// The parameter.
        key: Key,
        /// Its text.
        text: String,
        /// Whether more of the same movement may follow.
        moving: bool,
    },
    /// A number is being typed and has come so far.
    Typed {
        /// The parameter.
        key: Key,
        /// Its text.
        text: String,
    },
    /// The operating point is dragged to this place across the chart, CSS pixels.
    DragLoad(f64),
    /// The cursor's load becomes the load shown.
    LoadFromCursor,
    /// The load becomes a part of the saturation load.
    BelowSaturation,
    /// A curve is switched on or off.
    Show(Reading, bool),
    /// A movement has ended.
    Rest,
    /// A slider has been let go; by keyboard it is let go after every step, so the movement ends only when no other step follows.
    Released,
    /// A parameter goes to its default.
    Reset(Key),
    /// All parameters go to their defaults.
    ResetAll,
    /// A seed is drawn.
    NewSeed,
    /// Another system.
    System(System),
    /// A scene of the system's list.
    Preset(usize),
    /// The address has changed.
    Address,
    /// One step back.
    Undo,
    /// One undone step forward.
    Redo,
    /// The chart's cursor moves.
    Cursor(Cursor),
    /// The animation plays or pauses.
    Play,
    /// The animation goes so many cycles on and stops.
    Step(i32),
    /// The animation goes to the next mark, or to the one before, and stops.
    Mark(bool),
    /// The animation is shown larger by a factor, about a place of its canvas.
    Zoom(f64, Option<(f64, f64)>),
    /// The whole network is shown.
    Fit,
    /// The part of the network that is seen moves, CSS pixels.
    Pan((f64, f64)),
    /// The animation's cursor moves to the next node, or to the next channel.
    Walk(Toward, bool),
    /// The pointer is at a place of the animation's canvas.
    Point(Option<(f64, f64)>),
    /// The animation's cursor stays with what is at a place of the canvas.
    Pick((f64, f64)),
    /// What the scene does at the node of the cursor.
    Act,
    /// The network is to be simulated.
    Simulate,
    /// The scene has been left alone for a while: a page that simulates by itself begins.
    Settled,
    /// Enough simulated.
    EndSimulation,
    /// What has been simulated is to be forgotten.
    ClearSimulation,
    /// The numbers are wanted as a table.
    Table,
    /// Everything is wanted as a document.
    Document,
    /// What the browser has kept is to be forgotten.
    ForgetAll,
    /// The same with another seed.
    SimulateAgain,
    /// A worker says something.
    Heard(u32, JsValue),
    /// A worker has failed, for this reason.
    WorkerFailed(u32, String),
    /// The workers are looked after.
    Watch,
    /// Sizes or colours have changed.
    Restyle,
    /// Light or dark.
    Theme,
    /// The link is wanted.
    Share,
    /// The help on keys is wanted.
    Keys,
    /// A part of the page has been opened or closed.
    Opened,
    /// The notices have been read.
    Dismiss,
    /// The address may be written.
    WriteAddress,
    /// The next picture.
    Frame(f64),
    /// The picture at once, whatever it costs.
    Flush,
}

/// What the next picture must do.
#[derive(Clone, Copy, Debug, Default)]
struct Stale {
    results: bool,
    chart: bool,
    points: bool,
    stage: bool,
}

struct App {
    history: History,
    problems: Vec<Problem>,
    /// The systems that the reader has left, as they were then.
    left: Vec<Scenario>,
    results: Results,
    palette: Palette,
    controls: Controls,
    chart: ChartView,
    figure: FigureView,
    insight: Insight,
    lab: Lab,
    verdict: Verdict,
    stage: Stage,
    arrivals: ArrivalsView,
    stale: Stale,
    /// When a slider was last moved.
    moved: f64,
    frame: Callback,
    address: Callback,
    released: Callback,
    settled: Callback,
    watch: Callback,
    resolution: Option<Listener>,
    _events: Events,
}

thread_local! {
    static APP: RefCell<Option<App>> = const { RefCell::new(None) };
    static QUEUE: RefCell<VecDeque<Msg>> = const { RefCell::new(VecDeque::new()) };
}

/// Hands a message to the page. One that comes while another is being worked on waits for its turn.
pub fn dispatch(message: Msg) {
    if crash::stopped() {
        return;
    }
    QUEUE.with_borrow_mut(|queue| queue.push_back(message));
    APP.with(|app| {
        let Ok(mut app) = app.try_borrow_mut() else { return };
        let Some(app) = app.as_mut() else { return };
        while let Some(message) = QUEUE.with_borrow_mut(VecDeque::pop_front) {
            if let Err(error) = app.update(message) {
                crash::complain(&format!("{error:?}"));
            }
        }
    });
}

/// Builds the page from its address and draws the first picture.
pub fn start() -> Fallible {
    palette::apply()?;
    keys::render()?;
    header::build()?;
    let Parsed { scenario, problems } = link_bar::read()?;
    let app = App {
        history: History::new(scenario),
        problems,
        left: Vec::new(),
        results: Results::of(scenario, dom::now),
        palette: Palette::read()?,
        controls: Controls::new()?,
        chart: ChartView::new()?,
        figure: FigureView::new()?,
        insight: Insight::new()?,
        lab: Lab::new(scenario)?,
        verdict: Verdict::new()?,
        stage: Stage::new()?,
        arrivals: ArrivalsView::new()?,
        stale: Stale { results: true, chart: true, points: true, stage: true },
        moved: f64::NEG_INFINITY,
        frame: Callback::new(CallbackKind::Frame, |now| dispatch(Msg::Frame(now.as_f64().unwrap_or_else(dom::now)))),
        address: Callback::new(CallbackKind::Delay(ADDRESS_RESTS), |_| dispatch(Msg::WriteAddress)),
        released: Callback::new(CallbackKind::Delay(RELEASED), |_| dispatch(Msg::Rest)),
        settled: Callback::new(CallbackKind::Delay(SETTLED), |_| dispatch(Msg::Settled)),
        watch: Callback::new(CallbackKind::Delay(WATCH), |_| dispatch(Msg::Watch)),
        resolution: None,
        _events: events::listen()?,
    };
    APP.with(|slot| slot.replace(Some(app)));
    dispatch(Msg::Restyle);
    dispatch(Msg::Frame(dom::now()));
    dispatch(Msg::Settled);
    announce()
}

/// Gives tests and lesson authors their handle: two functions that return plain data.
fn announce() -> Fallible {
    let plain = |value: Result<JsValue, serde_wasm_bindgen::Error>| value.unwrap_or(JsValue::NULL);
    let look = move |report: fn(&App) -> Result<JsValue, serde_wasm_bindgen::Error>| {
        Closure::<dyn Fn() -> JsValue>::new(move || {
            // What has been asked for counts, even if the picture has not come yet.
            dispatch(Msg::Flush);
            // Nothing is there to read for a caller that is called back in the middle of a change.
            APP.with(|app| {
                app.try_borrow()
                    .ok()
                    .and_then(|app| app.as_ref().map(|app| plain(report(app))))
                    .unwrap_or(JsValue::NULL)
            })
        })
        .into_js_value()
    };
    let scenario = look(|app| {
        let report = ScenarioReport { scenario: *app.history.present(), part: Part::Everything };
        report.serialize(&serde_wasm_bindgen::Serializer::json_compatible())
    });
    let results = look(|app| {
        ResultsReport::of(&app.results, app.lab.report()).serialize(&serde_wasm_bindgen::Serializer::json_compatible())
    });
    let started = js_sys::Reflect::get(&js_sys::global(), &"__flitscope_started".into())?;
    let started: js_sys::Function = started.dyn_into()?;
    started.call2(&JsValue::NULL, &scenario, &results).map(drop)
}

impl App {
    fn update(&mut self, message: Msg) -> Fallible {
        let present = *self.history.present();
        match message {
            Msg::Put { key, text, moving } => {
                let said = !std::mem::take(&mut self.problems).is_empty();
                let next = self.history.base(key).put(key, &text, &mut self.problems);
                self.advance(next, Some(key));
                if moving {
                    self.moved = dom::now();
                    self.controls.typing(key);
                } else {
                    self.history.rest();
                    // A value that was not accepted leaves its text in the field.
                    self.controls.insist();
                }
                self.stale.chart |= said || !moving || !self.problems.is_empty();
            }
            Msg::Typed { key, text } => {
                // Only what is already right counts; the rest is named when it is done.
                let system = present.system();
                let right = system.param(key).is_some_and(|row| row.parse(&text, system.params()).is_ok());
                self.controls.mark(key, right)?;
                if right {
                    return self.update(Msg::Put { key, text, moving: true });
                }
            }
            Msg::DragLoad(place) => {
                let load = self.results.tidy_load(self.chart.load_at(place));
                self.advance(present.set(Key::Load, load), Some(Key::Load));
            }
            Msg::LoadFromCursor => {
                if let Some(load) = self.chart.cursor() {
                    self.advance(present.set(Key::Load, self.results.tidy_load(load)), None);
                }
            }
            Msg::BelowSaturation => {
                if let Some(curve) = self.results.curves.first() {
                    let load = self.results.tidy_load(BELOW * curve.end.load);
                    self.advance(present.set(Key::Load, load), None);
                    // The button that was pressed goes away with the sentence it stood in.
                    dom::by_id::<HtmlElement>("chart")?.focus()?;
                }
            }
            Msg::Show(reading, on) => self.switch(reading, on),
            Msg::Rest => self.history.rest(),
            Msg::Released => self.released.ask()?,
            Msg::Reset(key) => {
                self.problems.clear();
                let next = present.reset(key, &mut self.problems);
                self.advance(next, None);
                self.stale.chart = true;
            }
            Msg::ResetAll => self.advance(Scenario::new(present.system()), None),
            Msg::NewSeed => {
                let mut bytes = [0; 4];
                if getrandom::fill(&mut bytes).is_ok() {
                    self.advance(present.set(Key::Seed, f64::from(u32::from_le_bytes(bytes))), None);
                }
            }
            Msg::System(system) => {
                if system != present.system() {
                    // Back at a system, the reader finds it as they left it.
                    self.left.retain(|other| other.system() != present.system());
                    self.left.push(present);
                    let before = self.left.iter().find(|other| other.system() == system).copied();
                    self.advance(before.unwrap_or_else(|| Scenario::new(system)), None);
                }
            }
            Msg::Preset(index) => {
                if let Some(preset) = preset::of(present.system()).get(index) {
                    self.problems.clear();
                    self.advance(preset.scenario(), None);
                }
            }
            Msg::Address => {
                let Parsed { scenario, problems } = link_bar::read()?;
                self.problems = problems;
                self.advance(scenario, None);
                self.stale.results = true;
            }
            Msg::Undo => {
                if self.history.undo() {
                    self.changed();
                }
            }
            Msg::Redo => {
                if self.history.redo() {
                    self.changed();
                }
            }
            Msg::Cursor(cursor) => self.chart.move_cursor(cursor, &self.results, &self.lab, &self.palette)?,
            Msg::Play => {
                if let Some(cycle) = self.stage.toggle(&present) {
                    self.show_cycle(cycle);
                }
                self.stale.stage = true;
                self.address.ask()?;
            }
            Msg::Step(steps) => {
                let cycle = self.stage.step(&present, steps);
                self.show_cycle(cycle);
            }
            Msg::Mark(forward) => match self.stage.jump(&present, forward) {
                Some(cycle) => self.show_cycle(cycle),
                None => self.stale.stage = true,
            },
            Msg::Zoom(factor, about) => {
                self.stage.zoom(factor, about);
                self.stale.stage = true;
            }
            Msg::Fit => {
                self.stage.fit();
                self.stale.stage = true;
            }
            Msg::Pan(by) => {
                self.stage.pan(by);
                self.stale.stage = true;
            }
            Msg::Walk(toward, wires) => {
                self.stage.walk(toward, wires);
                self.stale.stage = true;
            }
            Msg::Point(place) => self.stale.stage |= self.stage.point_at(place),
            Msg::Pick(place) => {
                self.stage.pick_at(place);
                self.stale.stage = true;
            }
            Msg::Act => {
                if let Some((key, value)) = self.stage.action() {
                    self.advance(present.set(key, value).set(Key::Cycle, 0.0), None);
                }
            }
            Msg::Simulate => self.simulate()?,
            Msg::Settled => {
                if present.chosen(Key::Auto) == "1" {
                    self.simulate()?;
                }
            }
            Msg::EndSimulation => {
                self.lab.end()?;
                self.stale.points = true;
            }
            Msg::ClearSimulation => {
                self.lab.clear()?;
                self.stale.points = true;
            }
            Msg::Table => export::table(&self.results, &self.lab)?,
            Msg::Document => export::document(&self.results, &self.lab)?,
            Msg::ForgetAll => self.lab.forget_all()?,
            Msg::SimulateAgain => {
                self.update(Msg::NewSeed)?;
                self.simulate()?;
            }
            Msg::Heard(worker, word) => {
                self.lab.hear(worker, word)?;
                self.stale.points = true;
            }
            Msg::WorkerFailed(worker, why) => {
                self.lab.failed(worker, &why)?;
                self.stale.points = true;
            }
            Msg::Watch => {
                self.watch.came();
                self.lab.watch()?;
                self.stale.points = true;
                if self.lab.running() {
                    self.watch.ask()?;
                }
            }
            Msg::Restyle => {
                palette::apply()?;
                self.restyle()?;
            }
            Msg::Theme => {
                palette::toggle()?;
                self.restyle()?;
            }
            Msg::Share => link_bar::share(&present)?,
            Msg::Keys => link_bar::open("keys-dialog")?,
            Msg::Opened => {
                self.insight.render(&self.results)?;
                self.figure.render(&self.results, &self.palette)?;
                self.stale.stage = true;
            }
            Msg::Dismiss => {
                self.problems.clear();
                header::notices(&self.problems)?;
                // The button that was pressed is gone.
                dom::by_id::<HtmlElement>("chart")?.focus()?;
            }
            Msg::WriteAddress => {
                self.address.came();
                link_bar::write(&present)?;
                let scene = dom::by_id::<HtmlElement>("scene")?.text_content().unwrap_or_default();
                dom::document()?.set_title(&format!("{scene} · Flitscope"));
            }
            Msg::Frame(now) => {
                self.frame.came();
                self.picture(now)?;
            }
            Msg::Flush => {
                self.moved = f64::NEG_INFINITY;
                self.picture(dom::now())?;
            }
        }
        let next = *self.history.present();
        if next != present {
            let moved = self.lab.follow(&next)?;
            self.stale.points |= moved;
            if moved || [Key::Load, Key::Auto].iter().any(|key| next.get(*key) != present.get(*key)) {
                self.settled.ask()?;
            }
        }
        let Stale { results, chart, points, stage } = self.stale;
        if results || chart || points || stage || self.stage.busy() || self.arrivals.busy() {
            self.frame.ask()
        } else {
            Ok(())
        }
    }

    /// Moves on to a scenario; see [`History::advance`].
    fn advance(&mut self, next: Scenario, moved: Option<Key>) {
        let present = *self.history.present();
        if next == present {
            return;
        }
        self.history.advance(next, moved);
        // What the player does concerns the animation alone.
        let player = |scenario: Scenario| {
            [Key::Cycle, Key::Speed, Key::Loop, Key::Heat]
                .iter()
                .fold(scenario, |scenario, key| scenario.set(*key, 0.0))
        };
        if player(next) == player(present) {
            self.stale.stage = true;
            self.address.ask().ok();
        } else {
            self.changed();
        }
    }

    fn changed(&mut self) {
        self.stale = Stale { results: true, chart: true, points: true, stage: true };
        self.address.ask().ok();
    }

    fn show_cycle(&mut self, cycle: u32) {
        let next = self.history.present().set(Key::Cycle, f64::from(cycle));
        self.history.advance(next, Some(Key::Cycle));
        self.stale.stage = true;
        // While it plays the cycle changes all the time; the address follows when it stops.
        if !self.stage.playing() {
            self.address.ask().ok();
        }
    }

    fn restyle(&mut self) -> Fallible {
        self.palette = Palette::read()?;
        // A window that moves to a screen of another resolution must be drawn anew, and asked for the next move from there.
        let resolution = format!("(resolution: {}dppx)", dom::window()?.device_pixel_ratio());
        if let Some(query) = dom::window()?.match_media(&resolution)? {
            self.resolution = Some(Listener::new(&query, "change", |_| dispatch(Msg::Restyle))?);
        }
        self.chart.measure();
        self.figure.measure();
        self.stage.measure();
        self.stale.chart = true;
        self.stale.stage = true;
        Ok(())
    }

    /// Switches a curve on or off. One that this scenario does not have is refused with the reason.
    fn switch(&mut self, reading: Reading, on: bool) {
        let present = *self.history.present();
        self.problems.clear();
        if let (true, Err(problem)) = (on, present.under(reading)) {
            self.problems.push(problem);
            self.stale.chart = true;
            return;
        }
        let shown = present.system().readings().into_iter();
        let shown = shown.filter(|other| if *other == reading { on } else { present.shown().contains(other) });
        let text = shown.map(Reading::key).collect::<Vec<_>>().join(",");
        let next = present.put(Key::Show, &text, &mut self.problems);
        self.advance(next, Some(Key::Show));
    }

    /// Simulates the scenario on the screen, as far as that has not been done.
    fn simulate(&mut self) -> Fallible {
        // The loads are those of its own curve.
        self.lab.follow(self.history.present())?;
        self.moved = f64::NEG_INFINITY;
        self.picture(dom::now())?;
        if let Some(curve) = self.results.curves.first() {
            self.lab.start(&*curve.model)?;
        }
        self.stale.points = true;
        self.watch.ask()
    }

    /// Does what the next picture must do.
    fn picture(&mut self, now: f64) -> Fallible {
        let scenario = *self.history.present();
        if self.stale.results && self.results.solve_ms > HEAVY && now - self.moved < RESTS {
            return Ok(());
        }
        let first = self.stale.results;
        if std::mem::take(&mut self.stale.results) {
            self.results = Results::of(scenario, dom::now);
            self.stage.follow(&scenario, now);
        }
        let points = std::mem::take(&mut self.stale.points);
        if std::mem::take(&mut self.stale.chart) || first {
            let start = dom::now();
            self.chart.render(&self.results, &self.lab, &self.palette)?;
            self.figure.render(&self.results, &self.palette)?;
            self.results.draw_ms = (dom::now() - start).max(1e-3);
            self.controls.render(&scenario, (self.results.load_end(), self.results.load_step()))?;
            self.insight.render(&self.results)?;
            header::render(&self.history)?;
            legend::render(&self.results)?;
            header::notices(&self.problems)?;
        } else if points {
            self.chart.render(&self.results, &self.lab, &self.palette)?;
        }
        if points || first {
            self.lab.render()?;
            self.verdict.render(&self.results, &self.lab)?;
        }
        // Asked before the tick: the one that ends a recording is shown too.
        let busy = self.stage.busy();
        if let Some(cycle) = self.stage.tick(&scenario, now) {
            self.show_cycle(cycle);
        }
        self.arrivals.tick(&scenario, &self.stage);
        if std::mem::take(&mut self.stale.stage) || busy {
            self.stage.render(self.history.present(), &self.palette)?;
        }
        Ok(())
    }
}
