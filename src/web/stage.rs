//! The animation: a player over recorded frames. It computes nothing of the network; [`crate::trace`] does.

mod marks;
mod reader;
mod tools;
mod view;

use super::{
    dom::{self, Fallible},
    palette::Palette,
    scene::{self, Frame, Look, Still},
};
use crate::{
    param::Key,
    scenario::Scenario,
    trace::{Item, Picture, Scene, Subject, picture::NodeTone},
};
use tools::Tools;
pub use view::STEP as ZOOM_STEP;
use view::View;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement, HtmlInputElement, HtmlSelectElement};

/// Cycles per second at speed 1.
const RATE: f64 = 10.0;

/// Milliseconds of simulation per picture, so that the page stays responsive while a long scene is recorded.
const BUDGET: f64 = 4.0;

/// The same while the cycle that the reader wants to see is not there yet.
const HURRY: f64 = 12.0;

/// Seconds of play that are recorded ahead, where a scene is not recorded as a whole.
const AHEAD: f64 = 4.0;

/// Seconds for which the end is shown before play begins again.
const LAST: f64 = 1.0;

/// Cycles simulated between two looks at the clock.
const SLICE: u32 = 16;

/// Milliseconds that a slider must rest before a scene that takes long is recorded anew.
const REST: f64 = 150.0;

/// Distance of two nodes, in widths, below which the stage takes all of the width, as it does for words on wires. The player stands below it.
const CLOSE: f64 = 0.08;

/// The player and its canvas.
pub struct Stage {
    canvas: HtmlCanvasElement,
    /// Width of the canvas, CSS pixels.
    width: f64,
    /// Whether the reader points with a finger.
    touch: bool,
    frame: HtmlElement,
    context: CanvasRenderingContext2d,
    still: Still,
    panel: HtmlElement,
    body: HtmlElement,
    refusal: HtmlElement,
    title: HtmlElement,
    caption: HtmlElement,
    numbers: HtmlElement,
    key: HtmlElement,
    play: HtmlElement,
    back: HtmlElement,
    forward: HtmlElement,
    scrub: HtmlInputElement,
    speed: HtmlSelectElement,
    phases: HtmlElement,
    extent: HtmlElement,
    node: HtmlElement,
    log_box: HtmlElement,
    log: HtmlElement,
    tools: Tools,
    view: View,
    /// The cycle shown after which the next mark is looked for, while it is not recorded yet.
    seeking: Option<u32>,
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
    /// The channel on which the keyboard has found the message that is picked.
    found_on: Option<u32>,
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

impl Shown {
    /// The node at which the keyboard begins.
    fn start(&self) -> u32 {
        self.picture.nodes.iter().position(|node| node.tone == NodeTone::Source).unwrap_or(0) as u32
    }
}

impl Stage {
    /// The animation of the page, still empty.
    pub fn new() -> Fallible<Self> {
        let canvas: HtmlCanvasElement = dom::by_id("stage")?;
        let context = dom::context(&canvas)?;
        Ok(Self {
            canvas,
            width: 0.0,
            touch: dom::window()?.match_media("(pointer: coarse)")?.is_some_and(|query| query.matches()),
            frame: dom::by_id("stage-frame")?,
            context,
            still: Still::new()?,
            panel: dom::by_id("stage-panel")?,
            body: dom::by_id("stage-body")?,
            refusal: dom::by_id("stage-refusal")?,
            title: dom::by_id("stage-title")?,
            caption: dom::by_id("caption")?,
            numbers: dom::by_id("stage-numbers")?,
            key: dom::by_id("stage-key")?,
            play: dom::by_id("play")?,
            back: dom::by_id("back")?,
            forward: dom::by_id("forward")?,
            scrub: dom::by_id("scrub")?,
            speed: dom::by_id("speed")?,
            phases: dom::by_id("phases")?,
            extent: dom::by_id("extent")?,
            node: dom::by_id("stage-node")?,
            log_box: dom::by_id("log-box")?,
            log: dom::by_id("log")?,
            tools: Tools::new()?,
            view: View::whole(),
            seeking: None,
            wanted: None,
            coming: None,
            shown: None,
            horizon: 0,
            pointed: None,
            picked: None,
            found_on: None,
            playing: false,
            clock: None,
            written: (usize::MAX, 0, 0),
        })
    }

    /// Takes note of the size that the page gives the canvas.
    pub fn measure(&mut self) {
        let before = std::mem::replace(&mut self.width, f64::from(self.canvas.client_width()));
        self.resized(before);
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
        (self.wanted, self.coming, self.shown) = (None, None, None);
        self.pause();
        self.leave();
        self.view = View::whole();
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
            || self.seeking.is_some()
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
        // A reader who goes elsewhere does not look for it any more.
        self.seeking = self.seeking.filter(|began| *began == cycle);
        let seeking = self.seeking;
        let scene = &mut self.shown.as_mut()?.scene;
        self.horizon = scene.wanted(cycle, (AHEAD * RATE * speed) as u32 + SLICE);
        if let Some(after) = seeking {
            // A mark may come at any time, so one second after the other is recorded.
            self.horizon = scene.wanted(scene.recorded().max(after), RATE as u32 * SLICE);
        }
        let budget = if scene.recorded() < cycle || seeking.is_some() { HURRY } else { BUDGET };
        while scene.recorded() < self.horizon && !scene.ended() {
            scene.advance(SLICE.min(self.horizon - scene.recorded()));
            if dom::now() - start >= budget {
                break;
            }
        }
        if let Some(found) = self.sought() {
            return Some(found);
        }
        let scene = &mut self.shown.as_mut()?.scene;
        if !self.playing {
            return None;
        }
        let shown = cycle.min(scene.recorded());
        let (last, place) = self.clock.unwrap_or((now, f64::from(shown)));
        // A reader who scrubs while it plays moves the play head.
        let end = scene.recorded();
        let place = if place.min(f64::from(end)) as u32 == shown { place } else { f64::from(shown) };
        // A page that was hidden for a while goes on where it was.
        let place = place + (now - last).clamp(0.0, 250.0) / 1000.0 * RATE * speed;
        if place >= f64::from(end) && scene.ended() {
            if scenario.chosen(Key::Loop) != "1" || end == 0 {
                (self.playing, self.clock) = (false, None);
                return Some(end);
            }
            // The end is seen for a while before it begins again.
            let again = place >= f64::from(end) + LAST * RATE * speed;
            self.clock = Some((now, if again { 0.0 } else { place }));
            return Some(if again { 0 } else { end }).filter(|next| *next != cycle);
        }
        let place = place.min(f64::from(end));
        self.clock = Some((now, place));
        (place as u32 != cycle).then_some(place as u32)
    }

    /// Brings a scene on the stage.
    fn enter(&mut self, coming: Shown) {
        let ground = coming.scene.ground();
        // An item of one network is none of another.
        if self.shown.as_ref().is_none_or(|shown| !shown.scene.ground().is_laid_out_like(ground)) {
            self.leave();
            self.view = View::whole();
        }
        // A message of another recording is another one.
        if matches!(self.picked, Some(Item::Message(_))) {
            self.leave();
        }
        dom::style(&self.frame, "aspect-ratio", &format!("1 / {:.4}", ground.height));
        dom::style(&self.frame, "--tall", &format!("{:.4}", ground.height));
        self.body.class_list().toggle_with_force("wide", ground.words > 0.0 || ground.pitch < CLOSE).ok();
        dom::set_text(&self.title, &coming.scene.title());
        self.key.set_inner_html(&scene::key(&coming.scene.signs()));
        self.log.set_inner_html("");
        let clock = coming.scene.clock();
        self.scrub.set_attribute("aria-label", &format!("{clock} shown")).ok();
        for (button, way) in [(&self.back, "back"), (&self.forward, "forward")] {
            button.set_attribute("aria-label", &format!("Step one {} {way}", clock.to_lowercase())).ok();
        }
        (self.shown, self.written, self.seeking) = (Some(coming), (usize::MAX, 0, 0), None);
        self.still.forget();
    }

    /// Plays or pauses. Returns the cycle to go to first: the beginning, when it stood at the end.
    pub fn toggle(&mut self, scenario: &Scenario) -> Option<u32> {
        self.playing = !self.playing && self.shown.is_some();
        (self.clock, self.seeking) = (None, None);
        let scene = &self.shown.as_ref()?.scene;
        let at_end = scene.ended() && scenario.count(Key::Cycle) >= scene.recorded();
        (self.playing && at_end).then_some(0)
    }

    /// Stops, where it is.
    pub const fn pause(&mut self) {
        self.playing = false;
        (self.clock, self.seeking) = (None, None);
    }

    /// Whether it plays.
    pub const fn playing(&self) -> bool {
        self.playing
    }

    /// The cycle so many steps from the one shown; playing stops.
    pub fn step(&mut self, scenario: &Scenario, steps: i32) -> u32 {
        self.pause();
        let end = self.shown.as_ref().map_or(0, |shown| shown.scene.recorded());
        scenario.count(Key::Cycle).min(end).saturating_add_signed(steps).min(end)
    }

    /// Draws the frame of the scenario's cycle and brings the player to it.
    pub fn render(&mut self, scenario: &Scenario, palette: &Palette) -> Fallible {
        self.options(scenario)?;
        let (wanted, item, (width, corner)) = (scenario.count(Key::Cycle), self.item(), self.laid());
        let heat = scenario.chosen(Key::Heat) == "1";
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
        let frame = Frame { pixels: (across, down), density: dpr, width, corner };
        let look = Look { picked: item, heat };
        scene::draw(&self.context, &mut self.still, palette, scene.ground(), frame, picture, look)?;
        dom::set_text(&self.caption, &picture.caption);
        dom::set_text(&self.numbers, &picture.numbers);
        dom::show(&self.numbers, !picture.numbers.is_empty());
        // Spoken when it stands still; a sentence ten times a second would be noise.
        dom::set_attribute(&self.caption, "aria-live", if self.playing { "off" } else { "polite" })?;
        dom::set_text(&self.play, if self.playing { "❚❚ Pause" } else { "▶ Play" });
        let end = scene.length().max(1);
        dom::set_attribute(&self.scrub, "max", &end.to_string())?;
        let place = wanted.min(scene.length()).to_string();
        if self.scrub.value() != place {
            self.scrub.set_value(&place);
        }
        dom::set_attribute(&self.scrub, "aria-valuetext", &picture.caption)?;
        let at = picture.cycle;
        // Not while it plays: the line would come and go.
        let here = scene.phases().iter().filter(|mark| !self.playing && mark.cycle == at);
        let here: Vec<_> = here.map(|mark| mark.title.as_str()).collect();
        let here = if here.is_empty() { String::new() } else { format!(" Mark here: {}.", here.join(", ")) };
        dom::set_text(&self.extent, &(scene.extent(wanted, next) + &here));
        let said = match item {
            Some(item) => scene.describe(wanted, item),
            None if self.touch && (0..scene.ground().nodes.len() as u32).any(|node| scene.action(node).is_some()) => {
                format!("{} With a finger the first tap reads, and a second one does it.", scene.hint())
            }
            None => scene.hint().into(),
        };
        // What the keyboard goes to is spoken; what a pointer passes over would be noise.
        let aloud = !self.playing && self.pointed.is_none();
        dom::set_attribute(&self.node, "aria-live", if aloud { "polite" } else { "off" })?;
        dom::set_text(&self.node, &said);
        let cycle = picture.cycle;
        let carried = picture.carried.as_ref();
        self.tools.render(scenario, carried, self.view, &self.frame)?;
        self.marks(end, cycle)
    }
}
