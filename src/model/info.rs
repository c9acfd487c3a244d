//! What a model says of itself and of a solution, as data: measures, sentences, departures from the print, further figures.

use super::Solution;
use crate::text::significant;

/// One of the numbers that a model gives for each load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The stable name in JSON: `latency`, `throughput`, ...
    pub symbol: &'static str,
    /// What sets it apart from the other measures of the model; empty if there is only one.
    pub name: &'static str,
}

/// A part of the latency; the parts of a point add up to its latency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// What costs this time, as the subject of a sentence.
    pub cause: &'static str,
    /// How much, in the unit of the measure.
    pub time: f64,
}

/// What a model says of itself to the reader of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelInfo {
    /// What the curve shows, as a heading.
    pub title: &'static str,
    /// What the measures measure, in a word or two.
    pub quantity: &'static str,
    /// The unit of the measures.
    pub unit: &'static str,
    /// The unit of the load.
    pub load_unit: &'static str,
    /// What a solution gives for each load; the first is what the chart is about.
    pub measures: &'static [Measure],
    /// Whose latency it is, as the subject of a sentence.
    pub subject: &'static str,
    /// The symbols of the quantities that tell the most.
    pub headlines: &'static [&'static str],
    /// Where readings depart from the print, in the order of the effects.
    pub deviations: &'static [Deviation],
    /// What is mended or chosen in every reading, because the print is silent, has no meaning there or an impossible one.
    pub repairs: &'static [Deviation],
    /// Where it was published.
    pub reference: &'static str,
}

/// A place where a reading departs from the print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deviation {
    /// The equations concerned.
    pub equation: &'static str,
    /// What the paper prints.
    pub printed: &'static str,
    /// What is computed instead.
    pub instead: &'static str,
    /// Why.
    pub reason: &'static str,
    /// The readings that depart here.
    pub readings: &'static str,
}

/// What one deviation alone does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// The deviation.
    pub deviation: Deviation,
    /// The measure that it concerns, in words.
    pub measure: &'static str,
    /// Relative change of that measure at the load in question, if it has a value with the deviation and without.
    pub change: Option<f64>,
    /// If not, where it has none: `with it`, `without it`, `with or without it`.
    pub missing: &'static str,
    /// Relative change of the saturation load, if there is one.
    pub saturation: Option<f64>,
}

/// What happens at a load, in words: `before`, the number that counts, `after`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// What leads to the number.
    pub before: String,
    /// The number with its unit.
    pub number: String,
    /// What follows from it; whole sentences.
    pub after: String,
}

impl Summary {
    /// The story of a latency: how much more than in the idle network, and what costs it.
    pub fn of_latency(info: &ModelInfo, solution: &impl Solution) -> Self {
        let shares = solution.shares();
        let latency = solution.measures().first().copied().unwrap_or_default();
        let idle = shares.first().map_or(0.0, |share| share.time);
        let extra = latency - idle;
        let before = format!("At this load {} takes ", info.subject);
        let number = format!("{} {}", significant(latency, 3), info.unit);
        if extra < 0.005 * idle {
            return Self { before, number, after: format!(", as in the idle network ({}).", significant(idle, 3)) };
        }
        let mut parts: Vec<_> = shares.iter().skip(1).map(|share| (share.time / extra, share.cause)).collect();
        parts.sort_by(|a, b| b.0.total_cmp(&a.0));
        // What rounds to nothing is not worth a word.
        let parts = parts.iter().filter(|(part, _)| *part >= 0.005);
        let parts: Vec<_> = parts.map(|(part, cause)| format!("{} % is {cause}", (100.0 * part).round())).collect();
        let after = format!(
            ", {} more than in the idle network ({}). Of the extra time, {}.",
            significant(extra, 2),
            significant(idle, 3),
            parts.join(", ")
        );
        Self { before, number, after }
    }
}

/// One curve of a [`Figure`].
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it shows, in a few words.
    pub label: String,
    /// `(x, y)` in rising order of x.
    pub points: Vec<(f64, f64)>,
}

impl Line {
    /// A line over the whole numbers from `first` on.
    pub fn counted(label: impl Into<String>, first: u32, values: &[f64]) -> Self {
        Self { label: label.into(), points: values.iter().zip(first..).map(|(y, x)| (f64::from(x), *y)).collect() }
    }
}

/// Something else worth drawing beside measures against load.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What it shows, as a heading.
    pub title: &'static str,
    /// The words at the x axis.
    pub x: &'static str,
    /// The words at the y axis.
    pub y: &'static str,
    /// Whether both axes are logarithmic.
    pub log: bool,
    /// Whether x counts something, so that only the points have a meaning and the lines between them lead the eye.
    pub counts: bool,
    /// The curves, the most important first.
    pub lines: Vec<Line>,
    /// What to look for, in whole sentences.
    pub note: String,
}

impl Figure {
    /// The law of the busy virtual channels of a channel, from none on; without one, the sentence that there is none.
    pub fn busy_channels(law: Option<&[f64]>, note: &str) -> Self {
        Self {
            title: "Busy virtual channels of a channel",
            x: "busy virtual channels",
            y: "probability",
            log: false,
            counts: true,
            lines: law.map(|law| Line::counted("busy", 0, law)).into_iter().collect(),
            note: if law.is_some() { note } else { "The model has no solution at this load." }.into(),
        }
    }
}
