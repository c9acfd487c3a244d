//! The animation: a player over recorded frames. It computes nothing of the network; [`crate::trace`] does.

mod marks;

use super::{
    dom::{self, Fallible},
    palette::Palette,
    scene::{self, Toward},
};
use crate::{
    param::Key,
    scenario::Scenario,
    trace::{Item, Picture, Scene, Subject, picture::NodeTone},
};
use wasm_bindgen::JsCast as _;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement, HtmlInputElement, HtmlSelectElement};

/// Cycles per second at speed 1.
const RATE: f64 = 10.0;

/// Milliseconds of simulation per picture, so that the page stays responsive while a long scene is recorded.
const BUDGET: f64 = 4.0;

/// The same while the cycle that the reader wants to see is not there yet.
const HURRY: f64 = 12.0;

/// Seconds of play that are recorded ahead, where a scene is not recorded as a whole.
const AHEAD: f64 = 4.0;

/// Cycles simulated between two looks at the clock.
const SLICE: u32 = 16;

/// Milliseconds that a slider must rest before a scene that takes long is recorded anew.
const REST: f64 = 150.0;

/// The player and its canvas.
pub struct Stage {
    canvas: HtmlCanvasElement,
    /// Width of the canvas, CSS pixels.
    width: f64,
    frame: HtmlElement,
    context: CanvasRenderingContext2d,
    panel: HtmlElement,
    body: HtmlElement,
    refusal: HtmlElement,
    title: HtmlElement,
    caption: HtmlElement,
    numbers: HtmlElement,
    key: HtmlElement,
    play: HtmlElement,
    scrub: HtmlInputElement,
    speed: HtmlSelectElement,
    phases: HtmlElement,
    extent: HtmlElement,
    node: HtmlElement,
    log_box: HtmlElement,
    log: HtmlElement,
    /// What is asked for, since when; recorded once it has rested.
    wanted: Option<(Subject, f64)>,
    /// What is on its way to its first frame.
    coming: Option<Shown>,
    shown: Option<Shown>,
    /// The cycle up to which is recorded now.
    horizon: u32,
    /// The item that the pointer is over, and the one that the keyboard or a click has gone to.
    pointed: Option<Item>,
    picked: Option<Item>,
    playing: bool,
    /// Time of the last picture while playing, and the cycle as a fraction.
    clock: Option<(f64, f64)>,
    /// Marks of the scrubber and lines of the log as last written.
    written: (usize, u32, usize),
}

/// A scene with what it is of.
struct Shown {
    subject: Subject,
    scene: Box<dyn Scene>,
    /// The picture drawn last.
    picture: Picture,
}

impl Stage {
    /// The animation of the page, still empty.
    pub fn new() -> Fallible<Self> {
        let canvas: HtmlCanvasElement = dom::by_id("stage")?;
        let context = canvas.get_context("2d")?.ok_or("this browser draws no canvas")?.dyn_into()?;
        Ok(Self {
            canvas,
            width: 0.0,
            frame: dom::by_id("stage-frame")?,
            context,
            panel: dom::by_id("stage-panel")?,
            body: dom::by_id("stage-body")?,
            refusal: dom::by_id("stage-refusal")?,
            title: dom::by_id("stage-title")?,
            caption: dom::by_id("caption")?,
            numbers: dom::by_id("stage-numbers")?,
            key: dom::by_id("stage-key")?,
            play: dom::by_id("play")?,
            scrub: dom::by_id("scrub")?,
            speed: dom::by_id("speed")?,
            phases: dom::by_id("phases")?,
            extent: dom::by_id("extent")?,
            node: dom::by_id("stage-node")?,
            log_box: dom::by_id("log-box")?,
            log: dom::by_id("log")?,
            wanted: None,
            coming: None,
            shown: None,
            horizon: 0,
            pointed: None,
            picked: None,
            playing: false,
            clock: None,
            written: (usize::MAX, 0, 0),
        })
    }

    /// Takes note of the size that the page gives the canvas.
    pub fn measure(&mut self) {
        self.width = f64::from(self.canvas.client_width());
    }

    /// Takes note of the scenario: what it animates, or why it cannot.
    pub fn follow(&mut self, scenario: &Scenario, now: f64) {
        let subject = Subject::of(scenario);
        dom::show(&self.panel, subject.is_some());
        match subject {
            None => self.clear(),
            Some(Ok(subject)) => {
                let coming =
                    self.wanted.map(|(wanted, _)| wanted).or(self.coming.as_ref().map(|coming| coming.subject));
                if coming.or(self.shown.as_ref().map(|shown| shown.subject)) != Some(subject) {
                    self.wanted = Some((subject, now));
                }
                self.refuse(None);
            }
            Some(Err(sentence)) => {
                self.clear();
                self.refuse(Some(&sentence));
            }
        }
    }

    fn clear(&mut self) {
        (self.wanted, self.coming, self.shown, self.playing) = (None, None, None, false);
        (self.pointed, self.picked) = (None, None);
    }

    /// Shows the sentence that says why there is nothing to see, or the player.
    fn refuse(&self, sentence: Option<&str>) {
        if let Some(sentence) = sentence {
            dom::set_text(&self.refusal, sentence);
            dom::set_text(&self.title, "Animation");
        }
        dom::show(&self.refusal, sentence.is_some());
        dom::show(&self.body, sentence.is_none());
    }

    /// Whether pictures must go on coming: something plays, or is still being recorded.
    pub fn busy(&self) -> bool {
        self.playing
            || self.wanted.is_some()
            || self.coming.is_some()
            || self.shown.as_ref().is_some_and(|shown| !shown.scene.ended() && shown.scene.recorded() < self.horizon)
    }

    /// Records a little more, and moves on if it plays. Returns the cycle to show, if that changed.
    pub fn tick(&mut self, scenario: &Scenario, now: f64) -> Option<u32> {
        if let Some((subject, since)) = self.wanted
            && (!subject.is_long() || self.shown.is_none() || now - since >= REST)
        {
            self.wanted = None;
            match subject.scene() {
                Ok(scene) => self.coming = Some(Shown { subject, scene, picture: Picture::default() }),
                Err(sentence) => self.refuse(Some(&sentence)),
            }
        }
        let start = dom::now();
        if let Some(mut coming) = self.coming.take() {
            while !coming.scene.ready() && dom::now() - start < BUDGET {
                coming.scene.advance(SLICE);
            }
            if !coming.scene.ready() {
                self.coming = Some(coming);
                return None;
            }
            self.enter(coming);
        }
        let speed: f64 = scenario.chosen(Key::Speed).parse().unwrap_or(1.0);
        let cycle = scenario.count(Key::Cycle);
        let scene = &mut self.shown.as_mut()?.scene;
        self.horizon = scene.wanted(cycle, (AHEAD * RATE * speed) as u32 + SLICE);
        let budget = if scene.recorded() < cycle { HURRY } else { BUDGET };
        while scene.recorded() < self.horizon && !scene.ended() {
            scene.advance(SLICE.min(self.horizon - scene.recorded()));
            if dom::now() - start >= budget {
                break;
            }
        }
        if !self.playing {
            return None;
        }
        let shown = cycle.min(scene.recorded());
        let (last, place) = self.clock.unwrap_or((now, f64::from(shown)));
        // A reader who scrubs while it plays moves the play head.
        let place = if place as u32 == shown { place } else { f64::from(shown) };
        // A page that was hidden for a while goes on where it was.
        let place = place + (now - last).clamp(0.0, 250.0) / 1000.0 * RATE * speed;
        let end = scene.recorded();
        if place >= f64::from(end) && scene.ended() {
            self.playing = false;
            self.clock = None;
            return Some(end);
        }
        let place = place.min(f64::from(end));
        self.clock = Some((now, place));
        (place as u32 != cycle).then_some(place as u32)
    }

    /// Brings a scene on the stage.
    fn enter(&mut self, coming: Shown) {
        let ground = coming.scene.ground();
        // An item of one network is none of another.
        if self.shown.as_ref().is_none_or(|shown| shown.scene.ground().nodes.len() != ground.nodes.len()) {
            (self.pointed, self.picked) = (None, None);
        }
        // A message of another recording is another one.
        self.picked = self.picked.filter(|picked| !matches!(picked, Item::Message(_)));
        dom::style(&self.frame, "aspect-ratio", &format!("1 / {:.4}", ground.height));
        dom::set_text(&self.title, &coming.scene.title());
        self.key.set_inner_html(&scene::key(coming.scene.signs()));
        (self.shown, self.written) = (Some(coming), (usize::MAX, 0, 0));
    }

    /// Plays or pauses. Returns the cycle to go to first: the beginning, when it stood at the end.
    pub fn toggle(&mut self, scenario: &Scenario) -> Option<u32> {
        self.playing = !self.playing && self.shown.is_some();
        self.clock = None;
        let scene = &self.shown.as_ref()?.scene;
        let at_end = scene.ended() && scenario.count(Key::Cycle) >= scene.recorded();
        (self.playing && at_end).then_some(0)
    }

    /// Whether it plays.
    pub const fn playing(&self) -> bool {
        self.playing
    }

    /// The cycle so many steps from the one shown; playing stops.
    pub fn step(&mut self, scenario: &Scenario, steps: i32) -> u32 {
        self.playing = false;
        self.clock = None;
        let end = self.shown.as_ref().map_or(0, |shown| shown.scene.recorded());
        scenario.count(Key::Cycle).min(end).saturating_add_signed(steps).min(end)
    }

    /// The item that the reader is at.
    fn item(&self) -> Option<Item> {
        self.pointed.or(self.picked)
    }

    /// Goes to the next node, or the next channel, from the first one if the reader is nowhere yet.
    pub fn walk(&mut self, toward: Toward, wires: bool) {
        let Some(Shown { scene, picture, .. }) = &self.shown else { return };
        let source = picture.nodes.iter().position(|node| node.tone == NodeTone::Source).unwrap_or(0);
        let next = scene::walk(scene.ground(), self.item(), source as u32, toward, wires);
        (self.pointed, self.picked) = (None, next.or(self.item()));
    }

    /// The node that the reader has gone to, and its name; the first one otherwise.
    pub fn node(&self) -> (u32, String) {
        let nodes = self.shown.as_ref().map(|shown| shown.scene.ground().nodes.as_slice()).unwrap_or_default();
        let number = if let Some(Item::Node(node)) = self.picked { node } else { 0 };
        (number, nodes.get(number as usize).map_or_else(|| number.to_string(), |node| node.name.clone()))
    }

    /// The parameter that the node the reader is at would change, if this scene has such a thing.
    pub fn action(&self) -> Option<(Key, f64)> {
        let Some(Item::Node(node)) = self.item() else { return None };
        self.shown.as_ref()?.scene.action(node)
    }

    /// The pointer is at a place of the canvas, CSS pixels, or left it. Whether that changes the picture.
    pub fn point_at(&mut self, place: Option<(f64, f64)>) -> bool {
        let before = self.item();
        self.pointed = place.and_then(|place| self.at(place, false));
        self.item() != before
    }

    /// Stays with what is at a place of the canvas: of a lane in use, with its message.
    pub fn pick_at(&mut self, place: (f64, f64)) {
        self.pointed = None;
        self.picked = self.at(place, true);
    }

    fn at(&self, place: (f64, f64), follow: bool) -> Option<Item> {
        let Shown { scene, picture, .. } = self.shown.as_ref()?;
        scene::at(scene.ground(), self.width, picture, place, follow)
    }

    /// Draws the frame of the scenario's cycle and brings the player to it.
    pub fn render(&mut self, scenario: &Scenario, palette: &Palette) -> Fallible {
        self.options(scenario)?;
        let (wanted, item) = (scenario.count(Key::Cycle), self.item());
        let next = self.wanted.is_some() || self.coming.is_some();
        let Some(Shown { scene, picture, .. }) = &mut self.shown else { return Ok(()) };
        *picture = scene.picture(wanted, item);
        let dpr = dom::window()?.device_pixel_ratio().clamp(0.5, 4.0);
        let pixels = |length: f64| (length * dpr).round() as u32;
        let (across, down) = (pixels(self.width), pixels(self.width * scene.ground().height));
        if across == 0 {
            return Ok(());
        }
        if self.canvas.width() != across || self.canvas.height() != down {
            self.canvas.set_width(across);
            self.canvas.set_height(down);
        }
        self.context.set_transform(dpr, 0.0, 0.0, dpr, 0.0, 0.0)?;
        scene::draw(&self.context, palette, scene.ground(), self.width, picture, item)?;
        dom::set_text(&self.caption, &picture.caption);
        dom::set_text(&self.numbers, &picture.numbers);
        dom::show(&self.numbers, !picture.numbers.is_empty());
        // Spoken when it stands still; a sentence ten times a second would be noise.
        self.caption.set_attribute("aria-live", if self.playing { "off" } else { "polite" })?;
        dom::set_text(&self.play, if self.playing { "❚❚ Pause" } else { "▶ Play" });
        let end = scene.length().max(1);
        self.scrub.set_max(&end.to_string());
        let place = wanted.min(scene.length()).to_string();
        if self.scrub.value() != place {
            self.scrub.set_value(&place);
        }
        self.scrub.set_attribute("aria-valuetext", &picture.caption)?;
        dom::set_text(&self.extent, &scene.extent(wanted, next));
        let said = match item {
            Some(item) => scene.describe(wanted, item),
            None => scene.hint().into(),
        };
        dom::set_text(&self.node, &said);
        let cycle = picture.cycle;
        self.marks(end, cycle)
    }
}
