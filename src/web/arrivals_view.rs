//! The arrivals at a node on several time scales, as bars below the stage.

use super::{
    dom::{self, Fallible},
    stage::Stage,
};
use crate::{
    chart::scale::grouped,
    scenario::Scenario,
    trace::arrivals::{Row, Strip, Subject},
};
use web_sys::HtmlElement;

/// Milliseconds of sampling per picture: with the stage's own share the page stays responsive.
const BUDGET: f64 = 6.0;

/// Arrivals drawn between two looks at the clock.
const SLICE: u32 = 2000;

/// Height of a chart in its own units; a bar is one unit wide.
const HEIGHT: f64 = 30.0;

/// The panel with its bars.
pub struct ArrivalsView {
    panel: HtmlElement,
    title: HtmlElement,
    note: HtmlElement,
    rows: HtmlElement,
    shown: Option<Subject>,
    /// What is being sampled.
    coming: Option<Strip>,
}

impl ArrivalsView {
    /// The panel, still empty.
    pub fn new() -> Fallible<Self> {
        Ok(Self {
            panel: dom::by_id("arrivals")?,
            title: dom::by_id("arrivals-title")?,
            note: dom::by_id("arrivals-note")?,
            rows: dom::by_id("arrivals-rows")?,
            shown: None,
            coming: None,
        })
    }

    /// Whether pictures must go on coming.
    pub const fn busy(&self) -> bool {
        self.coming.is_some()
    }

    /// Samples a little more of what the scenario asks for at the node that the reader has gone to. What has been begun is finished first, so
    /// that bars appear while a slider moves.
    pub fn tick(&mut self, scenario: &Scenario, stage: &Stage) {
        let (node, name) = stage.node();
        let wanted = Subject::of(scenario, node);
        dom::show(&self.panel, matches!(wanted, Some(Ok(_))));
        let Some(Ok(wanted)) = wanted else {
            (self.coming, self.shown) = (None, None);
            return;
        };
        if self.coming.is_none() && self.shown != Some(wanted) {
            self.coming = Some(Strip::new(wanted));
        }
        let Some(strip) = &mut self.coming else { return };
        let start = dom::now();
        while !strip.advance(SLICE) && dom::now() - start < BUDGET {}
        if strip.ended() {
            dom::set_text(&self.note, &strip.caption());
            self.rows.set_inner_html(&strip.rows().iter().map(|row| markup(strip, row)).collect::<String>());
            self.shown = Some(*strip.subject());
            self.coming = None;
        }
        // The node may be called otherwise in a network of another size.
        if self.shown.is_some() {
            dom::set_text(&self.title, &format!("Arrivals at node {name}, on three time scales"));
        }
    }
}

fn markup(strip: &Strip, row: &Row) -> String {
    let (least, most) = row.axis();
    let [width, from, to] = [row.width, u64::from(least), u64::from(most)].map(grouped);
    let words = dom::escape(&strip.row_in_words(row));
    format!(
        "<figure><figcaption>in {width} cycles,<br>{from} to {to}</figcaption><div aria-hidden=\"true\">{}{}</div><p class=\"muted\">{words}</p></figure>",
        bars(&row.node, (least, most), "node"),
        bars(&row.poisson, (least, most), "poisson"),
    )
}

/// Bars side by side as one path.
fn bars(counts: &[u32], (least, most): (u32, u32), class: &str) -> String {
    let step = 100.0 / counts.len().max(1) as f64;
    let bar = |(place, &count): (usize, &u32)| {
        let height = HEIGHT * (f64::from(count) - f64::from(least)) / f64::from(most - least);
        format!("M{:.2} {HEIGHT}v{:.2}h{:.2}v{height:.2}z", place as f64 * step, -height, 0.8 * step)
    };
    let path: String = counts.iter().enumerate().filter(|(_, count)| **count > least).map(bar).collect();
    format!(
        "<svg class=\"{class}\" viewBox=\"0 0 100 {HEIGHT}\" preserveAspectRatio=\"none\"><path d=\"{path}\"/></svg>"
    )
}
