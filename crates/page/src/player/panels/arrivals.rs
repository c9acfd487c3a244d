//! The arrivals at a node on several time scales, as bars below the animation: sampled a few milliseconds in each picture.

use crate::prelude::*;
use flitscope_show::animation::arrivals::{ArrivalSubject, ScaleCounts, Strip};

/// Milliseconds of sampling per picture: with the player's own share the page stays responsive.
pub(crate) const BUDGET: f64 = 6.0;

/// Arrivals drawn between two looks at the clock.
const SLICE: u32 = 2000;

/// Height of a chart in its own units; a bar is one unit wide.
const HEIGHT: f64 = 30.0;

#[derive(Clone, Debug, Default)]
pub(crate) struct ArrivalsPanel {
    coming: Option<Strip>,
    /// The counts, in words and as charts.
    shown: Option<(ArrivalSubject, String, Markup)>,
}

impl ArrivalsPanel {
    /// True if pictures must go on coming.
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

    /// Samples a little more of the `wanted` subject; does nothing without one. A sample that has begun is finished first, so that bars
    /// appear while a slider moves.
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
            self.shown = Some((*strip.subject(), strip.caption(), rows));
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

/// Bars side by side as one path.
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
    use flitscope::{
        param::Key,
        scenario::{Scenario, System},
    };
    use std::cell::Cell;

    fn subject(node: u32, load: f64) -> ArrivalSubject {
        let scenario = Scenario::new(System::HypercubeMmpp).set(Key::Load, load);
        ArrivalSubject::of(&scenario, node).expect("bursty traffic").expect("it can be sampled")
    }

    /// A clock on which each look takes a millisecond.
    fn ticking() -> impl Fn() -> f64 {
        let now = Cell::new(0.0);
        move || now.replace(now.get() + 1.0)
    }

    /// Pictures until nothing is left to sample.
    fn settle(arrivals: &mut ArrivalsPanel, wanted: ArrivalSubject) -> usize {
        let clock = ticking();
        (1..10_000)
            .find(|_| {
                arrivals.tick(Some(wanted), &clock);
                !arrivals.is_busy()
            })
            .expect("it ends")
    }

    #[test]
    fn sampling_takes_its_share_of_each_picture_and_ends() {
        let mut arrivals = ArrivalsPanel::default();
        let frames = settle(&mut arrivals, subject(0, 0.004));
        // Twice 0.004 arrivals in each of 10 000 000 cycles are some 40 slices, six of them in each picture.
        assert!((6..=8).contains(&frames), "{frames}");
        let (_, note, rows) = arrivals.shown.as_ref().expect("bars");
        assert_eq!(rows.0.matches("<figure>").count(), 3);
        assert_eq!(rows.0.matches("<svg class=\"node\"").count(), 3);
        assert!(note.contains("at load 0.004"), "{note}");
        let clock = ticking();
        arrivals.tick(Some(subject(0, 0.004)), &clock);
        assert!(!arrivals.is_busy() && clock() == 0.0, "a finished sample costs nothing more");
    }

    fn rows(arrivals: &ArrivalsPanel) -> Option<String> {
        arrivals.shown.as_ref().map(|(.., rows)| rows.clone().into_string())
    }

    #[test]
    fn what_was_begun_is_finished_while_a_slider_moves() {
        let mut arrivals = ArrivalsPanel::default();
        let clock = ticking();
        arrivals.tick(Some(subject(0, 0.004)), &clock);
        assert!(arrivals.is_busy() && arrivals.shown.is_none());
        // Another node at each picture.
        let node = (1..100).find(|node| {
            arrivals.tick(Some(subject(*node, 0.004)), &clock);
            arrivals.shown.is_some()
        });
        let first = rows(&arrivals);
        assert!(node.is_some_and(|node| node > 3), "{node:?}");
        settle(&mut arrivals, subject(0, 0.004));
        assert_eq!(rows(&arrivals), first, "they were those of the node that was begun with");
        settle(&mut arrivals, subject(3, 0.004));
        assert_ne!(rows(&arrivals), first, "each node has its own");
    }

    #[test]
    fn without_such_traffic_there_is_no_panel_and_nothing_left_to_do() {
        let mut arrivals = ArrivalsPanel::default();
        let clock = ticking();
        arrivals.tick(Some(subject(0, 0.004)), &clock);
        assert_eq!(arrivals.sheet("0").shows("arrivals"), Some(true));
        arrivals.tick(None, &clock);
        assert!(!arrivals.is_busy() && arrivals.shown.is_none());
        assert_eq!(arrivals.sheet("0").shows("arrivals"), Some(false));
    }

    #[test]
    fn bars_stand_on_the_axis_and_reach_its_end() {
        let path = bars(&[2, 4, 3, 6], (2, 6), "node").into_string();
        assert_eq!(
            path,
            "<svg class=\"node\" viewBox=\"0 0 100 30\" preserveAspectRatio=\"none\"><path d=\"\
             M25.00 30v-15.00h20.00v15.00zM50.00 30v-7.50h20.00v7.50zM75.00 30v-30.00h20.00v30.00z\"></path></svg>"
        );
        assert!(bars(&[], (0, 1), "node").into_string().contains("d=\"\""));
    }
}
