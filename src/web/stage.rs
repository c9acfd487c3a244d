//! The animation: a player over recorded frames. It computes nothing of the network; [`crate::trace`] does.

use super::{
    dom::{self, Fallible},
    palette::Palette,
    scene,
};
use crate::{
    param::{Key, Kind},
    scenario::Scenario,
    topology::torus::Direction,
    trace::{Frame, Reached, Recording, Setting, WarmUp},
};
use wasm_bindgen::JsCast as _;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement, HtmlInputElement, HtmlSelectElement};

/// Cycles per second at speed 1.
const RATE: f64 = 10.0;

/// Milliseconds of simulation per picture, so that the page stays responsive while a long broadcast is recorded.
const BUDGET: f64 = 4.0;

/// Cycles simulated between two looks at the clock.
const SLICE: u32 = 16;

/// Milliseconds that a slider must rest before a network with background traffic is warmed up anew.
const REST: f64 = 150.0;

/// Events shown in the log at most: the latest ones.
const LATEST: usize = 300;

/// A step from node to node.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Walk {
    Left,
    Right,
    Up,
    Down,
}

/// The player and its canvas.
pub struct Stage {
    canvas: HtmlCanvasElement,
    /// Side of the canvas, CSS pixels.
    side: f64,
    context: CanvasRenderingContext2d,
    panel: HtmlElement,
    body: HtmlElement,
    refusal: HtmlElement,
    title: HtmlElement,
    caption: HtmlElement,
    play: HtmlElement,
    scrub: HtmlInputElement,
    speed: HtmlSelectElement,
    phases: HtmlElement,
    extent: HtmlElement,
    node: HtmlElement,
    log_box: HtmlElement,
    log: HtmlElement,
    /// What is asked for, since when; recorded once it has rested.
    wanted: Option<(Setting, f64)>,
    /// The background traffic of what will be recorded.
    warm_up: Option<WarmUp>,
    recording: Option<Recording>,
    /// The node that the keyboard or the pointer is at.
    walk: Option<u32>,
    playing: bool,
    /// Time of the last picture while playing, and the cycle as a fraction.
    clock: Option<(f64, f64)>,
    /// Marks of the scrubber and lines of the log as last written.
    written: (usize, u32, usize),
}

impl Stage {
    /// The animation of the page, still empty.
    pub fn new() -> Fallible<Self> {
        let canvas: HtmlCanvasElement = dom::by_id("stage")?;
        let context = canvas.get_context("2d")?.ok_or("this browser draws no canvas")?.dyn_into()?;
        dom::by_id::<HtmlElement>("stage-key")?.set_inner_html(scene::KEY);
        Ok(Self {
            canvas,
            side: 0.0,
            context,
            panel: dom::by_id("stage-panel")?,
            body: dom::by_id("stage-body")?,
            refusal: dom::by_id("stage-refusal")?,
            title: dom::by_id("stage-title")?,
            caption: dom::by_id("caption")?,
            play: dom::by_id("play")?,
            scrub: dom::by_id("scrub")?,
            speed: dom::by_id("speed")?,
            phases: dom::by_id("phases")?,
            extent: dom::by_id("extent")?,
            node: dom::by_id("stage-node")?,
            log_box: dom::by_id("log-box")?,
            log: dom::by_id("log")?,
            wanted: None,
            warm_up: None,
            recording: None,
            walk: None,
            playing: false,
            clock: None,
            written: (usize::MAX, 0, 0),
        })
    }

    /// Takes note of the size that the page gives the canvas.
    pub fn measure(&mut self) {
        self.side = f64::from(self.canvas.client_width());
    }

    /// Takes note of the scenario: what it animates, or why it cannot.
    pub fn follow(&mut self, scenario: &Scenario, now: f64) -> Fallible {
        let animated = scenario.system().param(Key::Cycle).is_some();
        dom::show(&self.panel, animated);
        if !animated {
            (self.wanted, self.warm_up, self.recording, self.playing) = (None, None, None, false);
            return Ok(());
        }
        match Setting::of(scenario) {
            Ok(setting) => {
                let coming =
                    self.wanted.map(|(wanted, _)| wanted).or(self.warm_up.as_ref().map(|warm_up| *warm_up.setting()));
                if coming.or(self.recording.as_ref().map(|recording| *recording.setting())) != Some(setting) {
                    self.wanted = Some((setting, now));
                }
                dom::show(&self.refusal, false);
                dom::show(&self.body, true);
                let k = setting.torus.k;
                let (x, y) = (setting.source % k, setting.source / k);
                dom::set_text(&self.title, &format!("A broadcast from node ({x},{y})"));
            }
            Err(sentence) => {
                (self.wanted, self.warm_up, self.recording, self.playing) = (None, None, None, false);
                dom::set_text(&self.refusal, &sentence);
                dom::set_text(&self.title, "Animation");
                dom::show(&self.refusal, true);
                dom::show(&self.body, false);
            }
        }
        Ok(())
    }

    /// Whether pictures must go on coming: something plays, or is still being recorded.
    pub fn busy(&self) -> bool {
        self.playing
            || self.wanted.is_some()
            || self.warm_up.is_some()
            || self.recording.as_ref().is_some_and(|recording| !recording.ended())
    }

    /// Records a little more, and moves on if it plays. Returns the cycle to show, if that changed.
    pub fn tick(&mut self, scenario: &Scenario, now: f64) -> Option<u32> {
        if let Some((setting, since)) = self.wanted
            && (setting.background == 0.0 || self.recording.is_none() || now - since >= REST)
        {
            (self.wanted, self.warm_up) = (None, Some(WarmUp::new(setting)));
        }
        let start = dom::now();
        if let Some(mut warm_up) = self.warm_up.take() {
            let mut warm = warm_up.advance(SLICE);
            while !warm && dom::now() - start < BUDGET {
                warm = warm_up.advance(SLICE);
            }
            if warm {
                self.walk = self.walk.filter(|node| *node < warm_up.setting().torus.nodes());
                (self.recording, self.written) = (Some(warm_up.begin()), (usize::MAX, 0, 0));
            } else {
                self.warm_up = Some(warm_up);
                return None;
            }
        }
        let recording = self.recording.as_mut()?;
        while !recording.advance(SLICE) && dom::now() - start < BUDGET {}
        if !self.playing {
            return None;
        }
        let shown = scenario.count(Key::Cycle).min(recording.recorded());
        let speed: f64 = scenario.chosen(Key::Speed).parse().unwrap_or(1.0);
        let (last, place) = self.clock.unwrap_or((now, f64::from(shown)));
        // A reader who scrubs while it plays moves the play head.
        let place = if place as u32 == shown { place } else { f64::from(shown) };
        // A page that was hidden for a while goes on where it was.
        let place = place + (now - last).clamp(0.0, 250.0) / 1000.0 * RATE * speed;
        let end = recording.recorded();
        if place >= f64::from(end) && recording.ended() {
            self.playing = false;
            self.clock = None;
            return Some(end);
        }
        let place = place.min(f64::from(end));
        self.clock = Some((now, place));
        (place as u32 != scenario.count(Key::Cycle)).then_some(place as u32)
    }

    /// Plays or pauses. Returns the cycle to go to first: the beginning, when it stood at the end.
    pub fn toggle(&mut self, scenario: &Scenario) -> Option<u32> {
        self.playing = !self.playing && self.recording.is_some();
        self.clock = None;
        let recording = self.recording.as_ref()?;
        let at_end = recording.ended() && scenario.count(Key::Cycle) >= recording.recorded();
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
        let end = self.recording.as_ref().map_or(0, Recording::recorded);
        scenario.count(Key::Cycle).min(end).saturating_add_signed(steps).min(end)
    }

    /// Goes to a neighbouring node, from the source if the reader is nowhere yet.
    pub fn walk(&mut self, walk: Walk) {
        let Some(recording) = &self.recording else { return };
        let Setting { torus, source, .. } = *recording.setting();
        let at = self.walk.unwrap_or(source);
        self.walk = Some(match walk {
            Walk::Left => torus.neighbour(at, 0, Direction::Minus),
            Walk::Right => torus.neighbour(at, 0, Direction::Plus),
            Walk::Up => torus.neighbour(at, 1, Direction::Plus),
            Walk::Down => torus.neighbour(at, 1, Direction::Minus),
        });
    }

    /// The node that the reader is at.
    pub const fn walked(&self) -> Option<u32> {
        self.walk
    }

    /// Goes to the node at a place of the canvas, CSS pixels, if there is one.
    pub fn point_at(&mut self, place: Option<(f64, f64)>) -> bool {
        let Some(recording) = &self.recording else { return false };
        let k = recording.setting().torus.k;
        let before = self.walk;
        self.walk = place.and_then(|place| scene::Geometry::new(k, self.side).node_at(place));
        self.walk != before
    }

    /// Draws the frame of the scenario's cycle and brings the player to it.
    pub fn render(&mut self, scenario: &Scenario, palette: &Palette) -> Fallible {
        self.options(scenario)?;
        let Some(recording) = &mut self.recording else { return Ok(()) };
        let frame = recording.frame(scenario.count(Key::Cycle));
        let dpr = dom::window()?.device_pixel_ratio().clamp(0.5, 4.0);
        let pixels = (self.side * dpr).round() as u32;
        if pixels == 0 {
            return Ok(());
        }
        if self.canvas.width() != pixels || self.canvas.height() != pixels {
            self.canvas.set_width(pixels);
            self.canvas.set_height(pixels);
        }
        self.context.set_transform(dpr, 0.0, 0.0, dpr, 0.0, 0.0)?;
        let setting = *recording.setting();
        let geometry = scene::Geometry::new(setting.torus.k, self.side);
        scene::draw(&self.context, &geometry, palette, recording, &frame, self.walk)?;
        dom::set_text(&self.caption, &frame.caption);
        // Spoken when it stands still; a sentence ten times a second would be noise.
        self.caption.set_attribute("aria-live", if self.playing { "off" } else { "polite" })?;
        dom::set_text(&self.play, if self.playing { "❚❚ Pause" } else { "▶ Play" });
        let end = recording.recorded();
        self.scrub.set_max(&end.max(1).to_string());
        if self.scrub.value() != frame.cycle.to_string() {
            self.scrub.set_value(&frame.cycle.to_string());
        }
        self.scrub.set_attribute("aria-valuetext", &frame.caption)?;
        let so_far = match (&self.warm_up, recording.ended()) {
            (Some(_), _) => ", the next one is warming up",
            (None, false) => ", still recording",
            (None, true) => "",
        };
        let lasting = match recording.finished() {
            None if recording.ended() => {
                " The network is overloaded: the broadcast does not get through in the time recorded."
            }
            _ => "",
        };
        dom::set_text(&self.extent, &format!("Cycle {} of {end}{so_far}.{lasting}", frame.cycle));
        dom::set_text(
            &self.node,
            &self.walk.map_or_else(|| scene::HINT.into(), |node| describe(node, &frame, &setting)),
        );
        self.marks(end, frame.cycle)
    }

    /// The speeds, written once, and the one chosen.
    fn options(&self, scenario: &Scenario) -> Fallible {
        if self.speed.length() == 0
            && let Some(Kind::Choice { options, .. }) = scenario.system().param(Key::Speed).map(|row| row.kind)
        {
            let option =
                |choice: &crate::param::Choice| format!("<option value=\"{}\">{}</option>", choice.key, choice.name);
            self.speed.set_inner_html(&options.iter().map(option).collect::<String>());
        }
        if self.speed.value() != scenario.chosen(Key::Speed) {
            self.speed.set_value(scenario.chosen(Key::Speed));
        }
        Ok(())
    }

    /// Marks of the phases below the scrubber, and the log up to the cycle shown.
    fn marks(&mut self, end: u32, cycle: u32) -> Fallible {
        let Some(recording) = &self.recording else { return Ok(()) };
        let (phases, written_end, written_log) = self.written;
        let end = end.max(1);
        if phases != recording.phases().len() || written_end != end {
            let mark = |phase: &crate::trace::Phase| {
                format!("<i style=\"left:{:.2}%\"></i>", 100.0 * f64::from(phase.cycle) / f64::from(end))
            };
            self.phases.set_inner_html(&recording.phases().iter().map(mark).collect::<String>());
        }
        let mut lines = written_log;
        if self.log_box.has_attribute("open") {
            let past: Vec<_> = recording.log().iter().take_while(|event| event.cycle <= cycle).collect();
            lines = past.len();
            if lines != written_log {
                let line = |event: &&crate::trace::Event| format!("<li>{}</li>", dom::escape(&event.to_string()));
                let shown: String = past.iter().skip(lines.saturating_sub(LATEST)).map(line).collect();
                self.log.set_inner_html(&shown);
                self.log.set_scroll_top(self.log.scroll_height());
            }
        }
        self.written = (recording.phases().len(), end, lines);
        Ok(())
    }
}

/// The state of a node in a sentence.
fn describe(node: u32, frame: &Frame, setting: &Setting) -> String {
    let k = setting.torus.k;
    let Some(state) = frame.nodes.get(node as usize) else { return String::new() };
    let what = match state.state {
        Reached::Source => "broadcasts".into(),
        Reached::Waiting => "has nothing of its copy yet".into(),
        Reached::Receiving { flits } => format!("has {flits} of {} flits", setting.flits),
        Reached::Received { at } => format!("has had its copy since cycle {at}"),
    };
    let queued: u32 = state.queued.iter().sum();
    let queue = match queued {
        0 => String::new(),
        1 => " One copy waits here.".into(),
        _ => format!(" {queued} copies wait here."),
    };
    format!("Node ({},{}), level {}: {what}.{queue}", node % k, node / k, state.level)
}
