//! The figure in the card of a step: the curves, the second chart, or the parts of the latency. The lesson itself writes arrivals.

use super::{
    curves::Curves,
    figure::{self, FigureSource},
};
use crate::{panels::meaning, prelude::*};
use flitscope_show::chart::LimitLine;

/// The figure that a scenario has in its card, if it has one. While a step asks these are the curves that it shows.
fn of(scenario: &Scenario) -> Option<String> {
    let step = lesson::step_of(scenario).filter(|step| !step.figure.is_empty())?;
    let curves = || (!step.shows.is_empty()).then(|| "latency".into());
    if lesson::asks(scenario) { curves() } else { Some(step.figure.clone()) }
}

/// The chart of the card, if its figure is one.
pub(crate) fn chart(source: FigureSource<'_>, curves: &Curves, palette: &Palette) -> Option<Chart> {
    let results = source.results;
    match of(&results.scenario)?.as_str() {
        "latency" => {
            let mut chart = curves.chart_as_it_stands(results, source.simulation, palette);
            let (at, colour) = (results.scenario.get(Key::Load), palette.colour("operating"));
            chart.limits.push(LimitLine { at, label: results.load_words(at), colour });
            Some(chart)
        }
        "parts" | "arrivals" => None,
        _ => figure::chart(source, palette),
    }
}

/// The part of the page; without a chart that there is to be, the reason.
pub(crate) fn sheet(source: FigureSource<'_>) -> DomPatch {
    let (mut sheet, results) = (DomPatch::default(), source.results);
    let figure = of(&results.scenario);
    sheet.show("lesson-figure", figure.is_some());
    let Some(figure) = figure else { return sheet };
    let (title, note) = match figure.as_str() {
        "latency" => (results.info().map_or("", |info| info.title), String::new()),
        "parts" | "arrivals" => ("", String::new()),
        _ => (figure::title(source), figure::missing(source)),
    };
    sheet.text("card-title", title).show("card-frame", !title.is_empty() && note.is_empty()).text("card-note", note);
    if figure != "arrivals" {
        let parts = meaning::rows(results, source.simulation.shown()).filter(|_| figure == "parts");
        sheet.markup("card-parts", parts.unwrap_or_else(|| html! {}));
    }
    sheet
}
