//! What the player says, in the elements around its canvas.

use super::{Player, Settings, display, display::Display, display::Title, display::Tools, log::LATEST, log::LogChange};
use crate::{
    page::sheet::{Mark, Sheet},
    param::Key,
    scenario::Scenario,
};
use maud::html;

/// The elements of the player, with what was last written that stays for a recording.
#[derive(Clone, Debug, Default)]
pub struct Elements {
    /// The number of the recording whose title stands there.
    titled: Option<u32>,
}

impl Elements {
    /// Brings the elements to the frame of the scenario's cycle; `log_open`: the log is read.
    pub fn sheet(&mut self, player: &mut Player, scenario: &Scenario, log_open: bool) -> Sheet {
        let mut sheet = Sheet::default();
        let (present, refusal) = player.presence();
        sheet
            .show("stage-panel", present)
            .show("stage-refusal", refusal.is_some())
            .show("stage-body", refusal.is_none());
        if let Some(sentence) = refusal {
            sheet.text("stage-refusal", sentence).text("stage-title", "Animation");
        }
        sheet.markup("speed", display::speeds(scenario.system()));
        sheet.value("speed", scenario.chosen(Key::Speed));
        match player.title() {
            Some((number, title)) if self.titled != Some(number) => {
                self.titled = Some(number);
                entitle(&mut sheet, title);
            }
            _ => {}
        }
        if let Some(display) = player.display(Settings::of(scenario), log_open) {
            frame(&mut sheet, display);
        }
        sheet
    }
}

/// Another recording is shown.
fn entitle(sheet: &mut Sheet, title: Title) {
    sheet.style("stage-frame", "aspect-ratio", format!("1 / {:.4}", title.height));
    sheet.style("stage-frame", "--tall", format!("{:.4}", title.height));
    sheet.class("stage-body", "wide", title.wide).text("stage-title", title.heading);
    sheet.markup("stage-legend", title.legend).mark("log", Mark::Lines(String::new()));
    sheet.attribute("scrub", "aria-label", title.scrubber);
    let [back, forward] = title.steps;
    sheet.attribute("back", "aria-label", back).attribute("forward", "aria-label", forward);
}

/// What stands around a frame.
fn frame(sheet: &mut Sheet, display: Display) {
    let aloud = |aloud: bool| if aloud { "polite" } else { "off" };
    sheet.text("play", display.play()).attribute("caption", "aria-live", aloud(!display.playing));
    sheet.show("stage-numbers", !display.numbers.is_empty()).text("stage-numbers", display.numbers);
    let (end, place) = display.scrubber;
    sheet.attribute("scrub", "max", end.to_string()).value("scrub", place.to_string());
    sheet.attribute("scrub", "aria-valuetext", display.caption.as_str()).text("caption", display.caption);
    sheet.text("extent", display.extent);
    sheet.attribute("stage-node", "aria-live", aloud(display.item_aloud)).text("stage-node", display.item);
    sheet.markup("phases", display.marks);
    for (id, button) in ["mark-back", "mark-next"].into_iter().zip(display.jumps) {
        sheet.text(id, button.name).state(id, "aria-disabled", button.off);
    }
    tools(sheet, display.tools);
    match display.log {
        LogChange::Keep => {}
        LogChange::Append(said) => {
            sheet.mark("log", Mark::MoreLines(lines(&said), LATEST));
        }
        LogChange::Replace(said) => {
            sheet.mark("log", Mark::Lines(lines(&said)));
        }
    }
}

/// The lines of a log as list items.
fn lines(said: &[String]) -> String {
    html! { @for line in said { li { (line) } } }.into_string()
}

fn tools(sheet: &mut Sheet, tools: Tools) {
    sheet.show("loop-box", tools.looping.is_some()).check("input-loop", tools.looping == Some(true));
    sheet.show("heat-box", tools.usage.is_some()).check("input-heat", tools.usage == Some(true));
    sheet.show("heat-key", tools.usage_legend.is_some());
    if let Some(legend) = tools.usage_legend {
        sheet.markup("heat-key", legend);
    }
    sheet.class("stage-frame", "zoomed", tools.zoomed).text("zoom-level", tools.level);
    // A button that does nothing now can still be reached.
    sheet.state("zoom-in", "aria-disabled", tools.closest);
    sheet.state("zoom-out", "aria-disabled", !tools.zoomed).state("zoom-fit", "aria-disabled", !tools.zoomed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{animation::Subject, scenario::link};

    /// A player that has recorded what a link asks for, as far as it is wanted.
    fn player(fragment: &str) -> (Player, Scenario) {
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
        let (mut player, scenario) = player("#k=4&flits=4&orient=fixed&source=0&cycle=3");
        let sheet = Elements::default().sheet(&mut player, &scenario, true);
        assert!(sheet.said("caption").starts_with("Cycle 3:"), "{}", sheet.said("caption"));
        assert_eq!((sheet.valued("scrub").as_deref(), sheet.said("play").as_str()), (Some("3"), "▶ Play"));
        assert_eq!(sheet.has("scrub", "aria-valuetext"), Some(sheet.said("caption")));
        assert_eq!((sheet.shows("stage-body"), sheet.shows("stage-refusal")), (Some(true), Some(false)));
        assert_eq!(
            (sheet.has("zoom-out", "aria-disabled").as_deref(), sheet.said("zoom-level").as_str()),
            (Some("true"), "100 %")
        );
        assert!(
            sheet.last("log", |mark| if let Mark::MoreLines(lines, _) = mark {
                Some(lines.contains("<li>"))
            } else {
                None
            }) == Some(true)
        );
    }

    #[test]
    fn a_line_of_the_log_is_text_and_never_markup() {
        assert_eq!(lines(&["a <b> & \"c\".".into()]), "<li>a &lt;b&gt; &amp; &quot;c&quot;.</li>");
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
    }

    #[test]
    fn what_cannot_be_animated_is_said() {
        let (mut player, scenario) = player("#n=3");
        let sheet = Elements::default().sheet(&mut player, &scenario, false);
        assert!(sheet.said("stage-refusal").contains("draws two dimensions"), "{}", sheet.said("stage-refusal"));
        assert_eq!((sheet.shows("stage-panel"), sheet.shows("stage-body")), (Some(true), Some(false)));
    }

    #[test]
    fn a_playing_animation_is_not_read_aloud() {
        let (mut player, scenario) = player("#k=4&flits=4");
        player.toggle(0);
        let sheet = Elements::default().sheet(&mut player, &scenario, false);
        assert_eq!(
            (sheet.has("caption", "aria-live").as_deref(), sheet.said("play").as_str()),
            (Some("off"), "❚❚ Pause")
        );
        assert_eq!(sheet.has("stage-node", "aria-live").as_deref(), Some("off"));
    }
}
