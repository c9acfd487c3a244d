//! The second chart: what else is worth drawing beside measures against load, with its numbers in a table.

use super::legend;
use crate::{
    dom::{palette::Palette, patch::DomPatch, swatch},
    results::Results,
};
use flitscope::{
    chart::{
        Axis, Chart, Dash, Dots, LimitLine, MeasuredSign, Series, SignShape, Weight,
        scale::{Scale, Spacing},
    },
    model::{Figure, FigureLine},
    order::sort_small_by,
    param::Key,
    text::significant,
};
use maud::{Markup, html};

/// Colours and dashes of the lines, the most important first; not those of the readings.
const STYLES: [(&str, Dash); 4] =
    [("ink", Dash::Solid), ("unicast", Dash::Dashed), ("muted", Dash::Dotted), ("control", Dash::Long)];

/// The figure that the scenario asks for, if its model has one.
fn chosen(results: &Results) -> Option<&Figure> {
    results.figures.get(results.scenario.count(Key::Figure) as usize)
}

/// True if a figure has a line.
fn is_empty(figure: &Figure) -> bool {
    figure.lines.iter().all(|line| line.points.is_empty())
}

/// The second chart, if the scene has one.
pub(crate) fn chart(results: &Results, palette: &Palette) -> Option<Chart> {
    chosen(results).filter(|figure| !is_empty(figure)).map(|figure| drawing(figure, palette))
}

/// Its title; empty without a figure.
pub(crate) fn title(results: &Results) -> &'static str {
    chosen(results).map_or("", |figure| figure.title)
}

/// The panel; it hides where there is nothing to draw. `open`: whether the table of the numbers is open; it is written only then.
pub(crate) fn sheet(results: &Results, open: bool) -> DomPatch {
    let figure = chosen(results);
    let mut sheet = DomPatch::default();
    sheet.show("figure-panel", figure.is_some()).show("figure-none", figure.is_none());
    let Some(figure) = figure else { return sheet };
    let scenario = &results.scenario;
    sheet.markup("figures", legend::radios(Key::Figure, "What the second chart shows", scenario));
    legend::check(&mut sheet, Key::Figure, scenario);
    sheet.text("figure-title", figure.title).text("figure-note", figure.note.as_str());
    sheet.show("figure-frame", !is_empty(figure));
    // With one line the heading says it all.
    let named = figure.lines.iter().zip(STYLES).filter(|_| figure.lines.len() > 1);
    sheet.markup(
        "figure-legend",
        html! { @for (line, (colour, dash)) in named { li { (swatch::line(colour, dash)) " " (line.label) } } },
    );
    let lines = figure.lines.iter().map(|line| line.label.as_str()).collect::<Vec<_>>().join(", ");
    sheet.attribute(
        "figure-frame",
        "aria-label",
        format!("{}: {} against {}; {lines}", figure.title, figure.y, figure.x),
    );
    if open {
        sheet.markup("figure-table", table(figure));
    }
    sheet
}

fn drawing(figure: &Figure, palette: &Palette) -> Chart {
    let spacing = if figure.log { Spacing::Log } else { Spacing::Linear };
    let all = || figure.lines.iter().flat_map(|line| &line.points);
    let scale = |of: fn(&(f64, f64)) -> f64, zero: bool| {
        let values = all().map(of).filter(|value| !figure.log || *value > 0.0);
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        match spacing {
            Spacing::Log => Scale::log(low * 0.9, high * 1.1),
            Spacing::Linear if zero => Scale::linear(0.0, high * 1.08),
            // Room beside the first and the last of the things counted.
            Spacing::Linear if figure.counts => Scale::linear(low - 0.3, high + 0.3),
            Spacing::Linear => Scale::linear(low, high),
        }
    };
    let series = |(line, (colour, dash)): (&FigureLine, (&str, Dash))| Series {
        label: if figure.lines.len() > 1 { line.label.clone() } else { String::new() },
        points: line.points.clone(),
        colour: palette.colour(colour),
        dash,
        weight: if figure.counts { Weight::Thin } else { Weight::Normal },
        dots: if figure.counts { Dots::All } else { Dots::None },
    };
    let limit =
        |(at, label): &(f64, String)| LimitLine { at: *at, label: label.clone(), colour: palette.colour("muted") };
    let colour = palette.colour("operating");
    let sign =
        |(x, y): &(f64, f64)| MeasuredSign { x: *x, value: Some(*y), ends: None, colour, shape: SignShape::Circle };
    Chart {
        x: Axis { label: figure.x.into(), scale: scale(|point| point.0, false), whole: figure.counts },
        y: Axis { label: figure.y.into(), scale: scale(|point| point.1, true), whole: false },
        series: figure.lines.iter().zip(STYLES).map(series).collect(),
        limits: figure.limit.iter().map(limit).collect(),
        zone: None,
        marks: vec![],
        observed: figure.marked.iter().map(sign).collect(),
        busy: None,
    }
}

/// The numbers of the chart as a table.
fn table(figure: &Figure) -> Markup {
    let mut places: Vec<f64> = figure.lines.iter().flat_map(|line| &line.points).map(|point| point.0).collect();
    sort_small_by(&mut places, |place| *place);
    places.dedup();
    let value =
        |line: &FigureLine, x: f64| line.points.iter().find(|point| point.0 == x).map(|point| significant(point.1, 4));
    html! {
        thead { tr { th { (figure.x) } @for line in &figure.lines { th.number { (line.label) } } } }
        tbody {
            @for x in places {
                tr {
                    td { @if figure.counts { (x) } @else { (significant(x, 4)) } }
                    @for line in &figure.lines { td.number { (value(line, x).unwrap_or_default()) } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope::scenario::{Scenario, System, link};

    fn results(fragment: &str) -> Results {
        Results::of(link::parse(fragment).scenario, &|| 0.0)
    }

    #[test]
    fn the_panel_is_there_where_a_model_has_a_figure_and_every_choice_has_one() {
        for &system in System::ALL {
            let scenario = Scenario::new(system);
            let options = system.options(Key::Figure).len();
            for figure in 0..options.max(1) {
                let results = Results::of(scenario.set(Key::Figure, figure as f64), &|| 0.0);
                let sheet = sheet(&results, true);
                assert_eq!(sheet.shows("figure-panel"), Some(!results.figures.is_empty()), "{system:?}");
                if !results.figures.is_empty() {
                    assert!(
                        !sheet.said("figure-title").is_empty() && !sheet.said("figure-table").is_empty(),
                        "{system:?} {figure}"
                    );
                    let chart = chart(&results, &Palette::default()).expect("it can be drawn");
                    assert!(chart.series.len() <= STYLES.len(), "each line has a style of its own");
                    let label = sheet.has("figure-frame", "aria-label").expect("it has a name");
                    assert!(label.starts_with(&sheet.said("figure-title")) && label.contains(" against "), "{label}");
                }
            }
        }
    }

    #[test]
    fn the_table_holds_what_is_drawn_and_is_written_only_while_it_is_open() {
        let results = results("#system=hypercube-mmpp");
        assert_eq!(sheet(&results, false).said("figure-table"), "");
        let table = sheet(&results, true).said("figure-table");
        let figure = &results.figures[0];
        assert_eq!(
            table.matches("<th").count() - 1,
            figure.lines.len() + 1,
            "a column for x and for each line: {table}"
        );
        let (_, y) = figure.lines[0].points[0];
        assert!(table.contains(&format!("<td class=\"number\">{}</td>", significant(y, 4))), "{table}");
    }

    #[test]
    fn several_lines_are_named_and_one_is_not() {
        for &system in System::ALL {
            let results = Results::of(Scenario::new(system), &|| 0.0);
            for (index, figure) in results.figures.iter().enumerate() {
                let mut one = Results::of(Scenario::new(system).set(Key::Figure, index as f64), &|| 0.0);
                one.figures.clone_from(&results.figures);
                let keys = sheet(&one, false).said("figure-legend").matches("<li>").count();
                assert_eq!(keys, if figure.lines.len() > 1 { figure.lines.len() } else { 0 }, "{}", figure.title);
            }
        }
    }

    #[test]
    fn an_empty_figure_keeps_its_note_and_draws_nothing() {
        let mut results = results("#system=hypercube-mmpp");
        results.figures[0].lines.iter_mut().for_each(|line| line.points.clear());
        assert!(chart(&results, &Palette::default()).is_none());
        let sheet = sheet(&results, false);
        assert_eq!((sheet.shows("figure-panel"), sheet.shows("figure-frame")), (Some(true), Some(false)));
    }
}
