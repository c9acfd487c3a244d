//! The page in the browser: its state, and who performs what the state asks for.

use crate::{
    charts::Charts,
    clipboard, crash,
    dom::{self, Callback, CallbackKind, Fallible},
    events::{self, Events},
    files,
    handle::{self, Settling},
    player::PlayerCanvas,
    queue::{self, send},
    storage,
    style::Style,
    texts,
    workers::{self, Workers},
    writer::Writer,
};
use flitscope::scenario::System;
use flitscope_page::{
    ChartMessage, Effect, Host, Measured, Message, PROGRESS, PageMessage, Reply, RunMessage, Settings, Start, State,
    Timer, controls::DRAGGED, update,
};
use js_sys::Reflect;
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{HtmlDialogElement, HtmlElement, HtmlTextAreaElement, Navigator};

/// Processors where the browser does not say how many there are.
const CORES: usize = 2;

/// Milliseconds of a task while the first picture is made.
const PIECE: f64 = 6.0;

/// The state, and what it takes to perform its effects.
struct App {
    state: State,
    writer: Writer,
    charts: Charts,
    player: PlayerCanvas,
    beside: PlayerCanvas,
    style: Style,
    workers: Workers,
    frame: Callback,
    timers: [Callback; Timer::ALL.len()],
    settling: Settling,
    /// The systems whose recorded runs have been asked for.
    recorded: Vec<System>,
    _events: Events,
}

/// Builds the page up to its first picture in tasks of a few milliseconds: a slow device answers between them. Messages wait meanwhile.
pub(crate) async fn start() -> Fallible {
    pause().await?;
    let opened = opened()?;
    texts::open(&opened.fragment).await?;
    let (state, effects) = State::new(opened, &dom::now);
    pause().await?;
    let settling = Settling::default();
    let mut app = App::new(state, settling.clone())?;
    pause().await?;
    app.open(effects).await?;
    pause().await?;
    let app = Rc::new(RefCell::new(app));
    let works = Rc::clone(&app);
    queue::open(move |message| works.borrow_mut().work(message));
    app.borrow_mut().bring_recordings();
    handle::announce(move |look| app.try_borrow().iter().for_each(|app| look(&app.state)), &settling)
}

/// Lets the browser do something else.
async fn pause() -> Fallible {
    let window = dom::window()?;
    let later = js_sys::Promise::new(&mut |done, _| drop(window.set_timeout_with_callback(&done)));
    JsFuture::from(later).await.map(drop)
}

fn opened() -> Fallible<Start> {
    let window = dom::window()?;
    let location = window.location();
    let finger = window.match_media("(pointer: coarse)")?;
    let still = window.match_media("(prefers-reduced-motion: reduce)")?;
    let cores = window.navigator().hardware_concurrency();
    let mut entropy = [0; 8];
    // Without it a new seed is one of the same row each time: no reason to show nothing.
    getrandom::fill(&mut entropy).ok();
    Ok(Start {
        fragment: location.hash()?,
        base: format!("{}{}{}", location.origin()?, location.pathname()?, location.search()?),
        // Written into the published page by tools/site.mjs.
        scenes: dom::document()?.query_selector("meta[name=scenes]")?.and_then(|meta| meta.get_attribute("content")),
        host: Host {
            build: workers::build(),
            epoch: js_sys::Date::now() - dom::now(),
            cores: if cores >= 1.0 { cores as usize } else { CORES },
            sparing: saves_data(&window.navigator())?,
        },
        theme: storage::theme()?,
        dragged: storage::remembered(DRAGGED).is_some(),
        done: storage::remembered(PROGRESS),
        kept: storage::kept(),
        touch: finger.is_some_and(|query| query.matches()),
        still: still.is_some_and(|query| query.matches()),
        entropy: u64::from_le_bytes(entropy),
    })
}

/// True if the reader wants the browser to save data; not every browser can say.
fn saves_data(navigator: &Navigator) -> Fallible<bool> {
    let connection = Reflect::get(navigator, &"connection".into())?;
    Ok(connection.is_object() && Reflect::get(&connection, &"saveData".into())?.is_truthy())
}

impl App {
    fn new(state: State, settling: Settling) -> Fallible<Self> {
        let timer = |timer: Timer| {
            Callback::new(CallbackKind::Delay(timer.milliseconds()), move |_| send(PageMessage::Came(timer)))
        };
        Ok(Self {
            state,
            writer: Writer::default(),
            charts: Charts::new()?,
            player: PlayerCanvas::new("stage")?,
            beside: PlayerCanvas::new("pair-stage")?,
            style: Style::default(),
            workers: Workers::default(),
            frame: Callback::new(CallbackKind::Frame, |now| {
                send(PageMessage::Frame(now.as_f64().unwrap_or_else(dom::now)))
            }),
            timers: Timer::ALL.map(timer),
            settling,
            recorded: Vec::new(),
            _events: events::listen()?,
        })
    }

    /// Performs the effects of the beginning, works on what they send, and draws the first picture.
    async fn open(&mut self, mut effects: Vec<Effect>) -> Fallible {
        let (mut framed, mut start) = (false, dom::now());
        loop {
            for effect in effects {
                self.perform(effect);
                if dom::now() - start > PIECE {
                    pause().await?;
                    start = dom::now();
                }
            }
            if !std::mem::replace(&mut framed, true) {
                send(PageMessage::Frame(start));
            }
            let Some(message) = queue::take() else { return Ok(()) };
            effects = self.react(message);
        }
    }

    fn work(&mut self, message: Message) {
        self.react(message).into_iter().for_each(|effect| self.perform(effect));
        self.bring_recordings();
        self.settling.look(&self.state);
    }

    /// Brings the recorded runs of the system on the screen, once for each system.
    fn bring_recordings(&mut self) {
        let system = self.state.scenario().system();
        if self.state.reads_recordings() && !self.recorded.contains(&system) {
            self.recorded.push(system);
            texts::bring_recordings(system);
        }
    }

    fn react(&mut self, message: Message) -> Vec<Effect> {
        if texts::are_needed(&message) {
            texts::park(message);
            return Vec::new();
        }
        texts::open_table(&message);
        if let Message::Page(PageMessage::Frame(_)) = message {
            self.frame.came();
        }
        if let Message::Page(PageMessage::Came(timer)) = message {
            self.timers[timer as usize].came();
        }
        update(&mut self.state, message, &dom::now)
    }

    fn perform(&mut self, effect: Effect) {
        if let Err(error) = self.attempt(effect) {
            crash::complain(&format!("{error:?}"));
        }
    }

    fn attempt(&mut self, effect: Effect) -> Fallible {
        match effect {
            Effect::Write(sheet) => self.writer.write(sheet)?,
            Effect::Draw { curves, figure, card } => {
                let start = dom::now();
                let plot = self.charts.draw(&curves, [figure.as_deref(), card.as_deref()], self.state.palette())?;
                send(ChartMessage::Drawn { plot, milliseconds: (dom::now() - start).max(1e-3) });
            }
            Effect::Paint => {
                let (player, settings) = (self.state.player(), Settings::of(self.state.scenario()));
                self.player.paint(player.drawing(settings), self.state.palette())?;
                self.beside.paint(player.drawing_beside(settings), self.state.palette())?;
            }
            Effect::Frame => self.frame.ask()?,
            Effect::After(timer) => self.timers[timer as usize].ask()?,
            Effect::Measure => self.measure()?,
            Effect::Address(fragment) => {
                let window = dom::window()?;
                if window.location().hash()? != fragment {
                    // A browser that finds this too often refuses for a while; the address follows with the next change.
                    window.history()?.replace_state_with_url(&JsValue::NULL, "", Some(&fragment)).ok();
                }
            }
            Effect::Visit(fragment) => {
                dom::window()?.history()?.push_state_with_url(&JsValue::NULL, "", Some(&fragment)).ok();
            }
            Effect::Title(title) => dom::document()?.set_title(&title),
            Effect::Open(id) => dom::by_id::<HtmlDialogElement>(id).and_then(|dialog| {
                // One that is open cannot be opened.
                if dialog.open() { Ok(()) } else { dialog.show_modal() }
            })?,
            Effect::Close(id) => dom::by_id::<HtmlDialogElement>(id)?.close(),
            Effect::Select(id) => dom::by_id::<HtmlTextAreaElement>(id)?.select(),
            Effect::Copy(text) => clipboard::copy(&text)?,
            Effect::Focus(id) => dom::by_id::<HtmlElement>(&id)?.focus()?,
            Effect::Print => dom::window()?.print()?,
            Effect::ScrollTo(id) => {
                let (element, height) = (dom::by_id::<HtmlElement>(id)?, dom::window()?.inner_height()?.as_f64());
                let seen = element.get_bounding_client_rect();
                // What is in sight stays where it is.
                if seen.top() < 0.0 || height < Some(seen.bottom()) {
                    element.scroll_into_view();
                }
            }
            Effect::Download { name, kind, text } => files::download(&name, kind, &text)?,
            Effect::Pixels { name, svg } => files::pixels(name, &svg)?,
            Effect::Send { title, address } => send_address(&title, &address)?,
            Effect::Remember { name, word } => storage::remember(name, &word),
            Effect::Keep { name, word } => storage::keep(&name, &word),
            Effect::Spawn(number) => {
                if let Err(error) = self.workers.spawn(number) {
                    let why = error.dyn_ref::<js_sys::Error>().map_or_else(String::new, |error| error.message().into());
                    send(RunMessage::Heard(number, Box::new(Reply::NotStarted(why))));
                }
            }
            Effect::Post(number, order) => self.workers.post(number, &order)?,
            Effect::Terminate(number) => self.workers.terminate(number),
            Effect::Recall(subject) => {
                let text = storage::recall(&subject);
                send(RunMessage::Recalled(subject, text));
                send(RunMessage::Saved(storage::count(true)));
            }
            Effect::Save { subject, text } => send(RunMessage::Saved(storage::save(&subject, &text))),
            Effect::Forget(subjects) => send(RunMessage::Saved(storage::forget(&subjects))),
            Effect::ForgetAll => send(RunMessage::Saved(storage::forget_all())),
        }
        Ok(())
    }

    fn measure(&mut self) -> Fallible {
        let palette = self.style.read()?;
        self.charts.measure();
        let widths = (self.player.width(), self.beside.width());
        let room = dom::window()?.match_media("(min-width: 56.25em) and (min-height: 40em)")?;
        let roomy = room.is_some_and(|room| room.matches());
        send(PageMessage::Measured(Box::new(Measured { palette, widths, roomy })));
        Ok(())
    }
}

/// Asks the system to send an address; where it offers that, the page has a button for it.
fn send_address(title: &str, address: &str) -> Fallible {
    let navigator = dom::window()?.navigator();
    let share = Reflect::get(&navigator, &"share".into())?;
    let what = js_sys::Object::new();
    Reflect::set(&what, &"title".into(), &title.into())?;
    Reflect::set(&what, &"url".into(), &address.into())?;
    if let Some(share) = share.dyn_ref::<js_sys::Function>() {
        // Who changes their mind has seen why nothing was sent.
        let asked: js_sys::Promise = share.call1(&navigator, &what)?.unchecked_into();
        spawn_local(async move { drop(JsFuture::from(asked).await) });
    }
    Ok(())
}
