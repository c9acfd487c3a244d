//! The elements of the player: writes what [`Player`] says, and draws its frame.

use super::{
    dom::{self, Fallible, Html},
    paint::{self, Still},
    palette::Palette,
};
use crate::{
    page::player::{
        Player, Settings,
        display::{self, Display, Title, Tools},
        geometry::Frame,
        log::{LATEST, LogChange},
        marks::MarkButton,
    },
    param::Key,
    scenario::Scenario,
};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement, HtmlInputElement, HtmlSelectElement};

/// Pixels from its end within which the log is read at its end.
const NEAR_END: i32 = 8;

/// The elements, and the canvas.
pub struct PlayerView {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    still: Still,
    frame: HtmlElement,
    panel: HtmlElement,
    body: HtmlElement,
    refusal: HtmlElement,
    heading: HtmlElement,
    caption: HtmlElement,
    numbers: HtmlElement,
    legend: Html,
    play: HtmlElement,
    steps: [HtmlElement; 2],
    scrub: HtmlInputElement,
    speed: HtmlSelectElement,
    marks: Html,
    jumps: [HtmlElement; 2],
    extent: HtmlElement,
    item: HtmlElement,
    log_box: HtmlElement,
    log: HtmlElement,
    looping: (HtmlElement, HtmlInputElement),
    usage: (HtmlElement, HtmlInputElement),
    usage_legend: Html,
    nearer: HtmlElement,
    farther: HtmlElement,
    whole: HtmlElement,
    level: HtmlElement,
    /// The number of the recording whose title stands there.
    titled: Option<u32>,
}

impl PlayerView {
    /// The elements of the page, and the player for them, both still empty.
    pub fn new() -> Fallible<(Self, Player)> {
        let canvas: HtmlCanvasElement = dom::by_id("stage")?;
        let context = dom::context(&canvas)?;
        let view = Self {
            canvas,
            context,
            still: Still::new()?,
            frame: dom::by_id("stage-frame")?,
            panel: dom::by_id("stage-panel")?,
            body: dom::by_id("stage-body")?,
            refusal: dom::by_id("stage-refusal")?,
            heading: dom::by_id("stage-title")?,
            caption: dom::by_id("caption")?,
            numbers: dom::by_id("stage-numbers")?,
            legend: Html::by_id("stage-key")?,
            play: dom::by_id("play")?,
            steps: [dom::by_id("back")?, dom::by_id("forward")?],
            scrub: dom::by_id("scrub")?,
            speed: dom::by_id("speed")?,
            marks: Html::by_id("phases")?,
            jumps: [dom::by_id("mark-back")?, dom::by_id("mark-next")?],
            extent: dom::by_id("extent")?,
            item: dom::by_id("stage-node")?,
            log_box: dom::by_id("log-box")?,
            log: dom::by_id("log")?,
            looping: (dom::by_id("loop-box")?, dom::by_id("input-loop")?),
            usage: (dom::by_id("heat-box")?, dom::by_id("input-heat")?),
            usage_legend: Html::by_id("heat-key")?,
            nearer: dom::by_id("zoom-in")?,
            farther: dom::by_id("zoom-out")?,
            whole: dom::by_id("zoom-fit")?,
            level: dom::by_id("zoom-level")?,
            titled: None,
        };
        let finger = dom::window()?.match_media("(pointer: coarse)")?.is_some_and(|query| query.matches());
        Ok((view, Player::new(finger)))
    }

    /// The width that the page gives the canvas, CSS pixels.
    pub fn width(&self) -> f64 {
        f64::from(self.canvas.client_width())
    }

    /// Brings the elements to the scenario, and draws the frame of its cycle.
    pub fn render(&mut self, player: &mut Player, scenario: &Scenario, palette: &Palette) -> Fallible {
        let (present, refusal) = player.presence();
        dom::show(&self.panel, present);
        dom::show(&self.refusal, refusal.is_some());
        dom::show(&self.body, refusal.is_none());
        if let Some(sentence) = refusal {
            dom::set_text(&self.refusal, sentence);
            dom::set_text(&self.heading, "Animation");
        }
        if self.speed.length() == 0 {
            self.speed.set_inner_html(&display::speeds(scenario.system()));
        }
        if self.speed.value() != scenario.chosen(Key::Speed) {
            self.speed.set_value(scenario.chosen(Key::Speed));
        }
        match player.title() {
            Some((number, title)) if self.titled != Some(number) => {
                self.titled = Some(number);
                self.entitle(&title)?;
            }
            _ => {}
        }
        let settings = Settings::of(scenario);
        let Some(display) = player.display(settings, self.log_box.has_attribute("open")) else { return Ok(()) };
        self.write(&display)?;
        let density = dom::window()?.device_pixel_ratio().clamp(0.5, 4.0);
        let Some(drawing) = player.drawing(settings) else { return Ok(()) };
        let Some(frame) = Frame::of(player.size(), density, drawing.laid) else { return Ok(()) };
        let (across, down) = frame.pixels;
        if self.canvas.width() != across || self.canvas.height() != down {
            self.canvas.set_width(across);
            self.canvas.set_height(down);
        }
        paint::draw(&self.context, &mut self.still, palette, &drawing, frame)
    }

    /// Another recording is on the stage.
    fn entitle(&mut self, title: &Title) -> Fallible {
        dom::style(&self.frame, "aspect-ratio", &format!("1 / {:.4}", title.height));
        dom::style(&self.frame, "--tall", &format!("{:.4}", title.height));
        self.body.class_list().toggle_with_force("wide", title.wide)?;
        dom::set_text(&self.heading, &title.heading);
        self.legend.set(&title.legend);
        self.log.set_inner_html("");
        dom::set_attribute(&self.scrub, "aria-label", &title.scrubber)?;
        for (button, name) in self.steps.iter().zip(&title.steps) {
            dom::set_attribute(button, "aria-label", name)?;
        }
        self.still.forget();
        Ok(())
    }

    fn write(&mut self, display: &Display) -> Fallible {
        let aloud = |aloud: bool| if aloud { "polite" } else { "off" };
        dom::set_attribute(&self.caption, "aria-live", aloud(!display.playing))?;
        dom::set_text(&self.caption, &display.caption);
        dom::set_text(&self.numbers, &display.numbers);
        dom::show(&self.numbers, !display.numbers.is_empty());
        dom::set_text(&self.play, display.play());
        let (end, place) = display.scrubber;
        dom::set_attribute(&self.scrub, "max", &end.to_string())?;
        let place = place.to_string();
        if self.scrub.value() != place {
            self.scrub.set_value(&place);
        }
        dom::set_attribute(&self.scrub, "aria-valuetext", &display.caption)?;
        dom::set_text(&self.extent, &display.extent);
        dom::set_attribute(&self.item, "aria-live", aloud(display.item_aloud))?;
        dom::set_text(&self.item, &display.item);
        self.marks.set(&display.marks);
        for (button, MarkButton { name, off }) in self.jumps.iter().zip(&display.jumps) {
            dom::set_text(button, name);
            disable(button, *off)?;
        }
        self.write_tools(&display.tools)?;
        self.write_log(&display.log)
    }

    fn write_tools(&mut self, tools: &Tools) -> Fallible {
        for ((element, input), switch) in [(&self.looping, tools.looping), (&self.usage, tools.usage)] {
            dom::show(element, switch.is_some());
            input.set_checked(switch == Some(true));
        }
        dom::show(self.usage_legend.element(), tools.usage_legend.is_some());
        if let Some(legend) = &tools.usage_legend {
            self.usage_legend.set(legend);
        }
        self.frame.class_list().toggle_with_force("zoomed", tools.zoomed)?;
        dom::set_text(&self.level, &tools.level);
        disable(&self.nearer, tools.closest)?;
        disable(&self.farther, !tools.zoomed)?;
        disable(&self.whole, !tools.zoomed)
    }

    fn write_log(&self, change: &LogChange) -> Fallible {
        let log = &self.log;
        match change {
            LogChange::Keep => {}
            LogChange::Append(lines) => {
                let at_end = log.scroll_top() + log.client_height() >= log.scroll_height() - NEAR_END;
                log.insert_adjacent_html("beforeend", lines)?;
                // Who reads further up is left alone.
                if at_end {
                    for _ in LATEST..log.child_element_count() as usize {
                        log.first_element_child().iter().for_each(web_sys::Element::remove);
                    }
                    log.set_scroll_top(log.scroll_height());
                }
            }
            LogChange::Replace(lines) => {
                log.set_inner_html(lines);
                log.set_scroll_top(log.scroll_height());
            }
        }
        Ok(())
    }
}

/// A button that does nothing now can still be reached.
fn disable(button: &HtmlElement, off: bool) -> Fallible {
    dom::set_attribute(button, "aria-disabled", if off { "true" } else { "false" })
}
