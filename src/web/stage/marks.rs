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

/// Pixels from its end within which the log is read at its end.
const NEAR_END: i32 = 8;

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

    /// The mark before the cycle shown, or the one after it as far as that is recorded.
    fn mark(&self, cycle: u32, forward: bool) -> Option<&Phase> {
        let phases = self.shown.as_ref()?.scene.phases();
        let after = phases.partition_point(|phase| if forward { phase.cycle <= cycle } else { phase.cycle < cycle });
        if forward { phases.get(after) } else { phases[..after].last() }
    }

    /// The cycle of the mark before or after the one shown; playing stops. One that is not recorded yet is looked for.
    pub fn jump(&mut self, scenario: &Scenario, forward: bool) -> Option<u32> {
        let scene = &self.shown.as_ref()?.scene;
        let cycle = scenario.count(Key::Cycle).min(scene.recorded());
        let unknown = forward && !scene.ended();
        let found = self.mark(cycle, forward).map(|phase| phase.cycle);
        self.pause();
        self.seeking = (found.is_none() && unknown).then_some(scenario.count(Key::Cycle));
        found
    }

    /// The mark that was looked for, if it is there now.
    pub(super) fn sought(&mut self) -> Option<u32> {
        let found = self.mark(self.seeking?, true).map(|phase| phase.cycle);
        if found.is_some() || self.shown.as_ref().is_none_or(|shown| shown.scene.ended()) {
            self.seeking = None;
        }
        found
    }

    /// The names of the marks on their buttons.
    fn name_marks(&self, cycle: u32) -> Fallible {
        let more = self.shown.as_ref().is_some_and(|shown| !shown.scene.ended());
        for (button, forward) in [(&self.tools.mark_back, false), (&self.tools.mark_next, true)] {
            let mark = self.mark(cycle, forward);
            let (which, other) = match (forward, more, self.seeking) {
                (false, ..) => ("Previous mark", "none"),
                (true, true, Some(_)) => ("Next mark", "looking for it"),
                (true, true, None) => ("Next mark", "look for it"),
                (true, false, _) => ("Next mark", "none"),
            };
            let name = mark.map_or(other, |mark| mark.title.as_str());
            dom::set_text(button, &format!("{which}: {name}"));
            let off = mark.is_none() && !(forward && more);
            dom::set_attribute(button, "aria-disabled", if off { "true" } else { "false" })?;
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
            let line = |event: &Event| format!("<li>{}</li>", dom::escape(&event.line(scene.clock())));
            let text = |from: usize| past[from..lines].iter().map(line).collect::<String>();
            let log = &self.log;
            let at_end = log.scroll_top() + log.client_height() >= log.scroll_height() - NEAR_END;
            if lines > written_log && lines - written_log < LATEST {
                log.insert_adjacent_html("beforeend", &text(written_log))?;
                // Who reads further up is left alone.
                if at_end {
                    for _ in LATEST..log.child_element_count() as usize {
                        log.first_element_child().iter().for_each(web_sys::Element::remove);
                    }
                    log.set_scroll_top(log.scroll_height());
                }
            } else if lines != written_log {
                log.set_inner_html(&text(lines.saturating_sub(LATEST)));
                log.set_scroll_top(log.scroll_height());
            }
        }
        self.written = (scene.phases().len(), end, lines);
        self.name_marks(cycle)
    }
}
