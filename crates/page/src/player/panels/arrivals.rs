//! The arrivals at a node on several time scales, as bars below the animation: sampled a few milliseconds in each picture.

use crate::player::prelude::*;
use flitscope_show::animation::arrivals::{ArrivalSubject, ScaleCounts, Strip};

/// Milliseconds of sampling per picture: with the player's own share the page stays responsive.
pub(crate) const BUDGET: f64 = 6.0;

const SLICE: u32 = 2000;

/// Height of a chart in its own units; a bar is one unit wide.
const HEIGHT: f64 = 30.0;

#[derive(Clone, Debug, Default)]
pub(crate) struct ArrivalsPanel {
    coming: Option<Strip>,
    shown: Option<(ArrivalSubject, String, Markup)>,
}

impl ArrivalsPanel {
    pub(crate) const fn is_busy(&self) -> bool {
        self.coming.is_some()
    }

    /// The panel, for a node of that name: it may be called otherwise in a network of another size.
    pub(crate) fn sheet(&self, node: &str) -> DomPatch {
        let mut sheet = DomPatch::default();
        // Only if the scenario has such traffic.
        sheet.show("arrivals", self.coming.is_some() || self.shown.is_some());
        if let Some((_, note, rows)) = &self.shown {
            sheet.text("arrivals-title", format!("Arrivals at node {node}, on three time scales"));
            sheet.text("arrivals-note", note.as_str()).markup("arrivals-rows", rows.clone());
        }
        sheet
    }

    /// Samples a little more of the `wanted` subject. A sample that has begun is finished first, so that bars appear while a slider moves.
    pub(crate) fn tick(&mut self, wanted: Option<ArrivalSubject>, clock: &dyn Fn() -> f64) {
        let Some(wanted) = wanted else {
            *self = Self::default();
            return;
        };
        if self.coming.is_none() && self.shown.as_ref().is_none_or(|(shown, ..)| *shown != wanted) {
            self.coming = Some(Strip::new(wanted));
        }
        let Some(strip) = &mut self.coming else { return };
        let start = clock();
        while !strip.advance(SLICE) && clock() - start < BUDGET {}
        if strip.ended() {
            let rows = html! { @for row in strip.rows() { (chart(strip, row)) } };
            self.shown = Some((strip.subject, strip.caption(), rows));
            self.coming = None;
        }
    }
}

fn chart(strip: &Strip, row: &ScaleCounts) -> Markup {
    let (least, most) = row.axis();
    let [width, from, to] = [row.width, u64::from(least), u64::from(most)].map(grouped);
    html! {
        figure {
            figcaption { "in " (width) " cycles," br; (from) " to " (to) }
            div aria-hidden="true" {
                (bars(&row.node, (least, most), "node"))
                (bars(&row.poisson, (least, most), "poisson"))
            }
            p .muted { (strip.row_in_words(row)) }
        }
    }
}

fn bars(counts: &[u32], (least, most): (u32, u32), class: &str) -> Markup {
    let step = 100.0 / counts.len().max(1) as f64;
    let bar = |(place, &count): (usize, &u32)| {
        let height = HEIGHT * (f64::from(count) - f64::from(least)) / f64::from(most - least);
        format!("M{:.2} {HEIGHT}v{:.2}h{:.2}v{height:.2}z", place as f64 * step, -height, 0.8 * step)
    };
    let path: String = counts.iter().enumerate().filter(|(_, count)| **count > least).map(bar).collect();
    html! {
        svg class=(class) viewBox=(format!("0 0 100 {HEIGHT}")) preserveAspectRatio="none" { path d=(path) {} }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn sampling_takes_its_share_of_each_picture_and_ends_with_what_was_begun() {
        let act = |panel: &mut ArrivalsPanel, words: &[&str]| -> Told {
            let scenario = Scenario::new(System::HypercubeMmpp).set(Key::Load, 0.004);
            let subject = |node: &str| ArrivalSubject::of(&scenario, number(node)).and_then(Result::ok);
            let wanted = words.get(1).map(|node| subject(node).expect("bursty traffic"));
            // Each look takes a millisecond.
            let now = Cell::new(0.0);
            let clock = || now.replace(now.get() + 1.0);
            let pictures = if words[0] == "settle" { 10_000 } else { 1 };
            let pictures = (1..=pictures).find(|_| {
                panel.tick(wanted, &clock);
                !panel.is_busy()
            });
            let told = vec![("busy", panel.is_busy().to_string()), ("sheet", seen(&panel.sheet("0"), &["arrivals*"]))];
            (format!("{pictures:?} pictures, {} looks", now.get()), told)
        };
        let scripts = "
            a finished sample costs nothing more: settle 0; picture 0; settle 3
            a slider moves meanwhile: picture 0; picture 1; settle 2; settle 0
            no such traffic: picture 0; none; settle 0; none
        ";
        scripts::tell("arrivals", scripts, ArrivalsPanel::default, act);
    }

    #[test]
    fn bars_stand_on_the_axis_and_reach_its_end() {
        blessed::words("bars", [(&[2, 4, 3, 6][..], (2, 6)), (&[], (0, 1))], |(counts, axis)| {
            bars(counts, axis, "node").into_string()
        });
    }
}
