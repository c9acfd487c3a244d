//! The utilisation of each channel, from a simulation at the load shown: the busiest first, and as a file.

use super::{
    Pending, Questions,
    row::{ALWAYS, QuestionRow},
};
use crate::{export::files, prelude::*, results::Results};
use flitscope::text;

const fn ends(stages: bool) -> [&'static str; 2] {
    if stages { ["stage", "link"] } else { ["from", "to"] }
}

fn unit(scenario: &Scenario) -> &'static str {
    scenario.system().param(Key::Cycles).map_or("", |row| row.unit)
}

fn busiest(uses: &[(u32, u32, f64)]) -> Vec<(u32, u32, f64)> {
    let mut all = uses.to_vec();
    sort_small_by(&mut all, |(_, _, part)| -part);
    all
}

/// Without a form: its view is in the tab of the data.
pub(super) static ROW: QuestionRow =
    QuestionRow { question: Question::Channels, run: |key| !matches!(key, Key::Auto | Key::Replications), ..ALWAYS };

fn said(scenario: &Scenario, all: &[(u32, u32, f64)], stages: bool, cycles: u64) -> String {
    let (Some(most), Some(least)) = (all.first(), all.last()) else { return String::new() };
    let mean = all.iter().map(|(_, _, part)| part).sum::<f64>() / all.len() as f64;
    let [from, to] = ends(stages);
    let one =
        |(first, second, part): &(u32, u32, f64)| format!("{} ({from} {first} {to} {second})", significant(*part, 3));
    let symbol = scenario.system().param(Key::Load).map_or("", |row| row.symbol);
    let (load, unit) = (text::load(symbol, scenario.get(Key::Load), 4), unit(scenario));
    format!(
        "{} channels at {load}: busy for {} of the {unit} on average, from {} to {}. Simulated for {} {unit} with seed {}; the warm-up \
         is left out.",
        grouped(all.len() as u64),
        significant(mean, 3),
        one(least),
        one(most),
        grouped(cycles),
        scenario.count(Key::Seed)
    )
}

impl Questions {
    /// The table, if it has been asked for.
    pub(crate) fn channel_sheet(&self) -> DomPatch {
        let mut sheet = DomPatch::default();
        let Some(Pending { subject, answer, trouble, jobs, .. }) = self.of(Question::Channels) else {
            return sheet;
        };
        let (all, stages, cycles) = match answer {
            Some(Answer::Channels { uses, stages, cycles }) => (busiest(uses), *stages, *cycles),
            _ => (Vec::new(), false, 0),
        };
        let words = match trouble {
            Some(trouble) => trouble.clone(),
            None if jobs.is_empty() => said(subject, &all, stages, cycles),
            None => format!("Simulating: {} {} by now.", grouped(cycles), unit(subject)),
        };
        let [from, to] = ends(stages);
        sheet
            .text("channels-said", words)
            .show("channels-frame", !all.is_empty())
            .show("channels-csv", !all.is_empty());
        sheet.markup(
            "channels-table",
            html! {
                thead { tr { th.number scope="col" { (from) } th.number scope="col" { (to) } th.number scope="col" { "utilisation" } } }
                tbody {
                    @for (from, to, part) in &all {
                        tr { td.number { (from) } td.number { (to) } td.number { (significant(*part, 4)) } }
                    }
                }
            },
        );
        sheet
    }

    pub(crate) fn channel_file(&self, results: &Results, separator: Separator) -> Option<Effect> {
        let asked = self.of(Question::Channels)?;
        let Some(Answer::Channels { uses, stages, .. }) = &asked.answer else { return None };
        let [from, to] = ends(*stages);
        let rows = uses.iter().map(|(from, to, part)| [from.to_string(), to.to_string(), part.to_string()]);
        let rows = std::iter::once([from, to, "utilisation"].map(String::from)).chain(rows);
        let text = rows.map(|row| separator.line(&row) + "\r\n").collect();
        Some(Effect::Download { name: format!("channels-{}", files::name(results, ".csv")), kind: "text/csv", text })
    }
}
