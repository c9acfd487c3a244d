//! The elements around the canvas of the player.

use super::{inside, legend};
use crate::dom::palette::dealt;
use crate::player::{inside as opened, paint::are_crowded, prelude::*, stage::marks, trail, transport};
use flitscope_show::animation::Caption;

/// Distance of two nodes, in widths, below which the canvas takes all of the width, as it does for words on links.
const CLOSE: f64 = 0.08;

/// The elements of the player, with what was last written that stays for a recording.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elements {
    titled: u32,
    /// The number of the recording whose signs are explained, whether its blocked heads are red, whether something is
    /// marked, and whether a circle of waiting is.
    explained: (u32, bool, bool, bool),
    /// The height of the stage, in widths, and the open node.
    shaped: (f64, Option<u32>),
    pub(crate) trail: trail::DrawnTrail,
}

impl Elements {
    /// Brings the elements to the frame of the scenario's cycle; `log_open`: the log is read.
    pub(crate) fn sheet(&mut self, player: &mut Player, scenario: &Scenario, log_open: bool) -> DomPatch {
        let mut sheet = DomPatch::default();
        let refusal = player.recorder.refusal.as_deref();
        sheet
            .show("transport", player.present)
            .show("stage-refusal", refusal.is_some())
            .show("stage-body", player.present && refusal.is_none());
        if let Some(sentence) = refusal {
            sheet.text("stage-refusal", sentence).text("stage-title", "Animation");
        }
        let speeds = scenario.system().options(Key::Speed);
        let unit = player.animation().map_or("cycles", |animation| animation.terms().cycle.1);
        let rates = html! {
            @for speed in speeds { option value=(speed.key) { (transport::rate(speed.key)) " " (unit) "/s" } }
        };
        sheet.markup("speed", rates);
        sheet.value("speed", scenario.chosen(Key::Speed));
        if let Some(animation) = player.animation().filter(|_| self.titled != player.recorder.entered) {
            self.titled = player.recorder.entered;
            entitle(&mut sheet, animation);
        }
        player.frame(&mut sheet, Settings::of(scenario), log_open);
        let (tall, open) = (player.tall(), player.inside().map(|inside| inside.node));
        if let Some((animation, _)) = player.shown().filter(|_| self.shaped != (tall, open)) {
            self.shaped = (tall, open);
            shape(&mut sheet, "stage-frame", tall);
            if let Some(node) = open.and_then(|node| animation.layout().nodes.get(node as usize)) {
                // It grows from its place in the network.
                let (x, y) = (100.0 * node.place.0, 100.0 * node.place.1 / animation.layout().height);
                sheet.style("stage", "transform-origin", format!("{x:.0}% {y:.0}%"));
            }
        }
        if let Some((animation, frame)) = player.shown() {
            let waits = animation.layout().turns.is_some() && !frame.circle.is_empty();
            let marked = player.predicted.limit.is_some() || player.lost.is_some();
            let explained = (player.recorder.entered, are_crowded(frame), marked, waits);
            if self.explained != explained {
                self.explained = explained;
                let limit = player.predicted.limit.map(|_| (Sign::Limit, "saturates first"));
                // Four stand in one line.
                let mut signs: Vec<_> = animation.info().legend.iter().copied().chain(limit).collect();
                if explained.3 {
                    signs.retain(|(sign, _)| *sign != Sign::Circle);
                    signs.rotate_left(1);
                    signs.insert(2, (Sign::Band, "circle of waiting"));
                }
                if player.lost.is_some() {
                    signs.insert(0, (Sign::Pair, "a pair without a path"));
                }
                signs.truncate(4);
                sheet.markup("stage-legend", legend::signs(&signs, explained.1));
            }
            let seen = (animation.trail(), animation.layout(), animation.terms());
            self.trail.sheet(&mut sheet, player.recorder.entered, seen, scenario.count(Key::Cycle));
        }
        sheet
    }
}

/// The shape of the frame of a stage so tall, in widths.
pub(crate) fn shape(sheet: &mut DomPatch, frame: &'static str, tall: f64) {
    sheet.style(frame, "aspect-ratio", format!("1 / {tall:.4}")).style(frame, "--tall", format!("{tall:.4}"));
}

pub(crate) fn entitle(sheet: &mut DomPatch, animation: &dyn Animation) {
    let (layout, Terms { clock, cycle: (cycle, _), .. }) = (animation.layout(), animation.terms());
    sheet.class("stage-body", "wide", layout.words > 0.0 || layout.pitch < CLOSE);
    sheet.text("stage-title", &animation.info().title);
    sheet.mark("log", Patch::Lines(String::new())).attribute("scrub", "aria-label", format!("{clock} shown"));
    for way in ["back", "forward"] {
        sheet.attribute(way, "aria-label", format!("Step one {cycle} {way}"));
    }
}

/// While a lesson asks, a message that is followed has a name and its two ends alone.
fn withhold(followed: &mut Followed, animation: &dyn Animation) {
    if followed.title.is_empty() {
        return;
    }
    let (layout, of) = (animation.layout(), animation.terms().message.0);
    followed.title = format!("{} {}", capital(of), followed.message);
    followed.words = match followed.destination {
        Some(destination) => format!("from {} to {}", layout.name(followed.source), layout.name(destination)),
        None => format!("from {}", layout.name(followed.source)),
    };
}

impl Player {
    /// Takes the frame of a cycle, and writes the texts around it; nothing without a frame. `log_open`: the log is open.
    pub(crate) fn frame(&mut self, sheet: &mut DomPatch, settings: Settings, log_open: bool) {
        let (item, playing) = (self.selection.item(), self.transport.playing);
        let run = self.is_run();
        let (next, seeking) = (self.recorder.has_next(), self.transport.seeking.is_some());
        let extent = self.extent().unwrap_or(Extent { first: 0, recorded: 0, ended: false });
        let until = self.until;
        let further = self.other.shown.as_ref().map_or(0, |other| other.animation.length());
        let predicted = !self.predicted.uses.is_empty();
        let Some(own) = &mut self.recorder.shown else { return };
        sheet.show("restart", run);
        // The two networks stay in step: neither is seen where the other has not got to.
        let (asked, cycle) = (settings.cycle, settings.cycle.min(extent.recorded));
        let hues = own.frame.inside.take().map_or_else(Vec::new, |inside| inside.hues);
        own.take(cycle, item, self.counted);
        let Recording { animation, frame, .. } = own;
        dress(animation.as_mut(), frame, item, (settings, until), &hues);
        let (Caption { text, numbers }, words) = texts(animation.as_mut(), frame, (cycle, item), (until, self.touch));
        self.said.clone_from(&text);
        let length = animation.length().max(further);
        let (shown, end) = (frame.cycle, until.map_or(length, |until| length.min(until)));
        let seen = animation.phases().iter().take_while(|phase| until.is_none_or(|until| phase.cycle <= until)).count();
        let phases = &animation.phases()[..seen];

        play_button(sheet, playing);
        sheet.show("stage-numbers", !numbers.is_empty()).text("stage-numbers", numbers);
        scrubber(sheet, asked, end);
        sheet.text("time-now", format!("{shown} of {end} {}", animation.terms().cycle.1));
        sheet.attribute("scrub", "aria-valuetext", text.as_str()).text("caption", text).text("stage-node", words);
        // A sentence ten times a second would be noise, and so would be what a pointer passes over.
        let aloud = |aloud: bool| if aloud { "polite" } else { "off" };
        sheet.attribute("caption", "aria-live", aloud(!playing)).attribute("caption", "data-cycle", shown.to_string());
        sheet.attribute("stage-node", "aria-live", aloud(!playing && self.selection.pointed.is_none()));
        sheet.attribute("pair-said", "aria-live", aloud(!playing));
        // Not while it plays: the line would come and go.
        let here = if playing { String::new() } else { marks::here(phases, shown) };
        let extent_said = if until.is_some() { String::new() } else { animation.extent(asked, next) + &here };
        sheet.text("extent", extent_said).markup("phases", marks::markup(phases, end));
        let forward = marks::forward(phases, shown, !extent.ended, seeking);
        for (id, button) in [("mark-back", marks::back(phases, shown)), ("mark-next", forward)] {
            sheet.text(id, button.name).state(id, "aria-disabled", button.off);
        }

        switches(sheet, settings, frame, (animation.terms(), predicted));
        let logged = if until.is_some() { 0 } else { animation.logged(shown) };
        if let Some(mark) = self.log.change(logged, |place| animation.line(place), log_open) {
            sheet.mark("log", mark);
        }
        self.roam();
        inside::sheet(self, sheet, settings.until.is_some());
        let zoomed = self.view.is_close();
        sheet.class("stage-frame", "zoomed", zoomed).text("zoom-level", self.view.level());
        // A button that does nothing now can still be reached.
        sheet.state("zoom-in", "aria-disabled", self.view.is_closest());
        sheet.state("zoom-out", "aria-disabled", !zoomed).state("zoom-fit", "aria-disabled", !zoomed);
        self.frame_beside(sheet, cycle);
    }
}

/// The frame of a cycle with the open node in it, without what a lesson that asks withholds.
fn dress(
    animation: &mut dyn Animation,
    frame: &mut Frame,
    item: Option<Item>,
    (settings, until): (Settings, Option<u32>),
    hues: &[u32],
) {
    frame.inside = settings.open.and_then(|node| opened::of(animation, frame.cycle, node, item));
    if let Some(inside) = &mut frame.inside {
        let messages: Vec<u32> = inside.said.iter().map(|said| said.message).collect();
        (inside.hues, inside.told) = (dealt(hues, &messages), until.is_none());
    }
    if let (Some(_), Some(followed)) = (until, &mut frame.followed) {
        withhold(followed, animation);
    }
    if settings.withholds && frame.circle.is_empty() {
        (frame.tied, frame.deadlock) = (Vec::new(), None);
    }
    frame.pale = matches!(settings.moment, Moment::Message | Moment::Circuit) && frame.followed.is_some();
}

/// The caption of a frame, and the description of an item. While a lesson asks, they have places alone.
fn texts(
    animation: &mut dyn Animation,
    frame: &Frame,
    (cycle, item): (u32, Option<Item>),
    (until, touch): (Option<u32>, bool),
) -> (Caption, String) {
    if until.is_some() {
        let caption = Caption { text: animation.terms().held(frame.cycle), numbers: String::new() };
        return (caption, place(animation, item));
    }
    let mut caption = animation.caption(cycle, item);
    let said = match (&frame.inside, item) {
        (Some(inside), Some(Item::Message(message))) => inside.says(message).map(|said| said.words.clone()),
        _ => None,
    };
    // The same as in the picture.
    if let Some(inside) = &frame.inside {
        let name = inside::called(animation, inside.node);
        caption.text = format!("{} {cycle}. {name}: {}", animation.terms().clock, inside.spoken());
    }
    (caption, said.unwrap_or_else(|| words(animation, cycle, item, touch)))
}

fn play_button(sheet: &mut DomPatch, playing: bool) {
    let (name, state) = if playing { ("Pause", "playing") } else { ("Play", "paused") };
    for (attribute, value) in [("aria-label", name), ("title", name), ("data-state", state)] {
        sheet.attribute("play", attribute, value);
    }
}

fn scrubber(sheet: &mut DomPatch, asked: u32, end: u32) {
    let (at, end) = (asked.min(end), end.max(1));
    sheet.attribute("scrub", "max", end.to_string()).value("scrub", at.to_string());
    sheet.style("scrub", "--at", format!("{:.4}", f64::from(at) / f64::from(end)));
}

/// The switches of the loop and of the use of channels, with the key of that.
fn switches(sheet: &mut DomPatch, settings: Settings, frame: &Frame, (terms, predicted): (Terms, bool)) {
    // A moment begins again by itself.
    let looping = settings.looping.filter(|_| settings.moment == Moment::Traffic);
    sheet.show("loop-box", looping.is_some()).check("input-loop", looping == Some(true));
    let carried = frame.carried.as_ref().filter(|_| settings.usage.is_some());
    let drawn = carried.filter(|_| settings.usage == Some(true));
    sheet.show("heat-box", carried.is_some()).check("input-heat", drawn.is_some());
    // In a lesson below the network, else beside the switch.
    for id in ["heat-key", "stage-key"] {
        sheet.show(id, drawn.is_some());
        drawn.into_iter().for_each(|carried| _ = sheet.markup(id, legend::usage(carried, terms, predicted)));
    }
}

/// The description of an item in the frame of a cycle; without an item, a hint on how to select one, by finger or mouse.
pub(crate) fn words(animation: &mut dyn Animation, cycle: u32, item: Option<Item>, touch: bool) -> String {
    match item {
        Some(item) => animation.describe(cycle, item),
        None if touch && (0..animation.layout().nodes.len() as u32).any(|node| animation.action(node).is_some()) => {
            format!("{} On a touch screen, tap once to inspect and again to select.", animation.info().hint)
        }
        None => animation.info().hint.into(),
    }
}

/// The place of an item; without one the hint for the reader.
fn place(animation: &dyn Animation, item: Option<Item>) -> String {
    let (layout, terms) = (animation.layout(), animation.terms());
    match item {
        Some(Item::Node(node)) => format!("{}.", capital(layout.name(node))),
        Some(Item::Link(link)) => layout
            .links
            .get(link as usize)
            .map_or_else(String::new, |link| format!("From {} to {}.", layout.name(link.from), layout.name(link.to))),
        Some(Item::Message(message)) => format!("{} {message}.", capital(terms.message.0)),
        None => animation.info().hint.into(),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A player that has recorded what a link asks for, as far as it is wanted.
    pub(in super::super) fn player(fragment: &str) -> (Player, Scenario) {
        let scenario = link::parse(fragment).scenario;
        let mut player = Player::new(false);
        player.follow(Subject::of(&scenario), 0.0);
        for frame in 0..100_000 {
            player.tick(Settings::of(&scenario), f64::from(frame), &|| 0.0);
            if !player.is_busy() {
                return (player, scenario);
            }
        }
        panic!("it is never recorded");
    }

    #[test]
    fn the_elements_hold_the_frame_of_the_cycle() {
        let shown = |fragment: &str| {
            let (mut player, scenario) = player(fragment);
            let sheet = Elements::default().sheet(&mut player, &scenario, true);
            let near = ["scrub", "back", "forward", "time-now", "caption", "play", "log", "speed", "zoom-*"];
            seen(&sheet, &[&["transport", "restart", "stage-*"], &near[..]].concat())
        };
        let torus = shown("#k=4&flits=4&orient=fixed&source=0&cycle=3");
        let banyan = shown("#system=banyan-multicast&n=4&cycle=3");
        blessed::lines("elements of the player", [("cycle 3", torus), ("slot 3", banyan)]);
    }

    #[test]
    fn the_sign_of_a_blocked_message_is_red_where_its_heads_are() {
        let (mut player, scenario) = player("#v=2&load=0.05&flits=32&cycle=600");
        let (mut elements, mut said, mut seen) = (Elements::default(), String::new(), [false; 2]);
        for cycle in (0..600).step_by(20) {
            let scenario = scenario.set(Key::Cycle, f64::from(cycle));
            let sheet = elements.sheet(&mut player, &scenario, false);
            let news = sheet.said("stage-legend");
            said = if news.is_empty() { said } else { news };
            let lanes = &player.shown().expect("a recording").1.lanes;
            let crowded = lanes.iter().filter(|lane| lane.head && lane.blocked).count() >= 20;
            assert_eq!(said.contains("d=\"M0 1.5h6l6 5.5-6 5.5h-6z\""), crowded, "{cycle}: {said}");
            seen[usize::from(crowded)] = true;
        }
        assert_eq!(seen, [true; 2], "few and many are seen");
    }

    #[test]
    fn what_stays_for_a_recording_is_written_once() {
        let (mut player, scenario) = player("#k=4&flits=4");
        let mut elements = Elements::default();
        assert!(!elements.sheet(&mut player, &scenario, false).said("stage-legend").is_empty());
        let again = elements.sheet(&mut player, &scenario, false);
        assert!(
            again.said("stage-legend").is_empty() && again.last("log", |_| Some(())).is_none(),
            "the log stays as it is"
        );
        assert_eq!(again.has("stage-frame", "aspect-ratio"), None, "its shape stays");
    }
}
