//! The page's state and its one way of changing: messages in, a scenario out, views brought to it before the next picture.

mod update;

use super::{
    arrivals_view::ArrivalsView,
    chart_view::ChartView,
    controls::Controls,
    crash,
    dom::{self, Callback, CallbackKind, Fallible, Listener},
    events::{self, Events},
    figure_view::FigureView,
    header,
    insight::Insight,
    keys,
    lab::Lab,
    legend, link_bar,
    message::Msg,
    palette::{self, Palette},
    player_view::PlayerView,
    results::{Results, ResultsReport},
    verdict::Verdict,
};
use crate::{
    page::player::{Player, Settings, arrivals::Arrivals},
    param::{Key, Problem},
    report::{Part, ScenarioReport},
    scenario::{Parsed, Reading, Scenario, history::History},
    trace::{self, arrivals},
};
use serde::Serialize as _;
use std::{cell::RefCell, collections::VecDeque};
use wasm_bindgen::{JsCast as _, JsValue, closure::Closure};

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
    player: Player,
    player_view: PlayerView,
    arrivals: Arrivals,
    arrivals_view: ArrivalsView,
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
    let (player_view, player) = PlayerView::new()?;
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
        player,
        player_view,
        arrivals: Arrivals::default(),
        arrivals_view: ArrivalsView::new()?,
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
        if !self.player.is_playing() {
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
        self.player.measure(self.player_view.width());
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
            self.player.follow(trace::Subject::of(&scenario), now);
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
        let busy = self.player.is_busy();
        if let Some(cycle) = self.player.tick(Settings::of(&scenario), now, &dom::now) {
            self.show_cycle(cycle);
        }
        let (node, name) = self.player.node();
        self.arrivals.tick(arrivals::Subject::of(&scenario, node).and_then(Result::ok), &dom::now);
        self.arrivals_view.render(&self.arrivals, &name);
        if std::mem::take(&mut self.stale.stage) || busy {
            self.player_view.render(&mut self.player, self.history.present(), &self.palette)?;
        }
        Ok(())
    }
}
