//! What stands around the canvas: speeds, marks of the phases, and the log in words.

use super::{Shown, Stage};
use crate::{
    param::{Key, Kind},
    scenario::Scenario,
    trace::{Event, Phase},
    web::dom::{self, Fallible},
};

/// Events shown in the log at most: the latest ones.
const LATEST: usize = 300;

impl Stage {
    /// The speeds, written once, and the one chosen.
    pub(super) fn options(&self, scenario: &Scenario) -> Fallible {
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
    pub(super) fn marks(&mut self, end: u32, cycle: u32) -> Fallible {
        let Some(Shown { scene, .. }) = &self.shown else { return Ok(()) };
        let (phases, written_end, written_log) = self.written;
        if phases != scene.phases().len() || written_end != end {
            let mark = |phase: &Phase| {
                format!("<i style=\"left:{:.2}%\"></i>", 100.0 * f64::from(phase.cycle) / f64::from(end))
            };
            self.phases.set_inner_html(&scene.phases().iter().map(mark).collect::<String>());
        }
        let mut lines = written_log;
        if self.log_box.has_attribute("open") {
            let past = scene.log();
            lines = past.partition_point(|event| event.cycle <= cycle);
            if lines != written_log {
                let line = |event: &Event| format!("<li>{}</li>", dom::escape(&event.line(scene.clock())));
                let shown: String = past[lines.saturating_sub(LATEST)..lines].iter().map(line).collect();
                self.log.set_inner_html(&shown);
                self.log.set_scroll_top(self.log.scroll_height());
            }
        }
        self.written = (scene.phases().len(), end, lines);
        Ok(())
    }
}
