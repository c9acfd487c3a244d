//! The second chart: what else is worth drawing beside measures against load, with its numbers in a table.

use super::{distribution, legend};
use crate::{jobs::simulation::Simulation, player::Player, prelude::*, results::Results};
use flitscope::model::{self, Figure, FigureLine};
use flitscope_show::chart::{
    Axis, Band, Dash, Dots, LimitLine, MeasuredSign, Series, SignShape, Weight, scale::Spacing,
};
use std::borrow::Cow;

/// Colours and dashes of the lines, the most important first; not those of the readings.
const STYLES: [(&str, Dash); 4] =
    [("ink", Dash::Solid), ("unicast", Dash::Dashed), ("muted", Dash::Dotted), ("control", Dash::Long)];

/// The source of the figures: results, simulated points, and the latency of the message that is followed, once it has arrived.
#[derive(Clone, Copy)]
pub(crate) struct FigureSource<'a> {
    results: &'a Results,
    simulation: &'a Simulation,
    followed: Option<u64>,
}

impl<'a> FigureSource<'a> {
    pub(crate) fn new(results: &'a Results, simulation: &'a Simulation, player: &Player) -> Self {
        Self { results, simulation, followed: player.followed_latency() }
    }

    /// The figure that the scenario asks for, if there is one.
    fn chosen(self) -> Option<Cow<'a, Figure>> {
        let own = distribution::figure(self.results, self.simulation, self.followed).map(Cow::Owned);
        let of_model = || self.results.figures.get(self.results.scenario.count(Key::Figure) as usize);
        own.or_else(|| of_model().map(Cow::Borrowed))
    }
}

/// True if a figure has a line.
fn is_empty(figure: &Figure) -> bool {
    figure.lines.iter().all(|line| line.points.is_empty())
}

/// The second chart, if the scene has one.
pub(crate) fn chart(source: FigureSource<'_>, palette: &Palette) -> Option<Chart> {
    source.chosen().filter(|figure| !is_empty(figure)).map(|figure| drawing(&figure, palette))
}

/// The titles of all figures that the scenario can ask for.
pub(crate) fn titles(results: &Results) -> Vec<&'static str> {
    let of_model = results.figures.iter().map(|figure| figure.title);
    of_model.chain(distribution::title(results)).collect()
}

/// Its title; empty without a figure.
pub(crate) fn title(source: FigureSource<'_>) -> &'static str {
    source.chosen().map_or("", |figure| figure.title)
}

/// The panel; hidden without a figure. `open`: the table of the numbers is open; it is written only then.
pub(crate) fn sheet(source: FigureSource<'_>, open: bool) -> DomPatch {
    let figure = source.chosen();
    let figure = figure.as_deref();
    let mut sheet = DomPatch::default();
    sheet.show("figure-panel", figure.is_some()).show("figure-none", figure.is_none());
    let Some(figure) = figure else { return sheet };
    let scenario = &source.results.scenario;
    sheet.show("figures", model::choose(scenario.setup()).has_paper());
    sheet.markup("figures", legend::radios(Key::Figure, "What the second chart shows", scenario));
    legend::check(&mut sheet, Key::Figure, scenario);
    sheet.text("figure-title", figure.title).text("figure-note", figure.note.as_str());
    sheet.show("figure-frame", !is_empty(figure)).show("figure-box", !is_empty(figure));
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
    let half = figure.bars.unwrap_or_default() / 2.0;
    let all = || figure.lines.iter().flat_map(|line| &line.points);
    let scale = |of: fn(&(f64, f64)) -> f64, zero: bool| {
        let values = all().map(of).filter(|value| !figure.log || *value > 0.0);
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        match spacing {
            Spacing::Log => Scale::log(low * 0.9, high * 1.1),
            Spacing::Linear if zero => Scale::linear(0.0, high * 1.08),
            // Room beside the first and the last of the things counted.
            Spacing::Linear if figure.counts => Scale::linear(low - 0.3, high + 0.3),
            Spacing::Linear if figure.bars.is_some() => Scale::linear(low - half, high + half),
            Spacing::Linear => Scale::linear(low, high),
        }
    };
    let places = |index: usize, line: &FigureLine| match figure.bars.filter(|_| index == 0) {
        Some(width) => steps(&line.points, width),
        None => line.points.clone(),
    };
    let series = |(index, (line, (colour, dash))): (usize, (&FigureLine, (&str, Dash)))| Series {
        label: if figure.lines.len() > 1 { line.label.clone() } else { String::new() },
        points: places(index, line),
        colour: palette.colour(colour),
        dash,
        weight: if figure.counts { Weight::Thin } else { Weight::Normal },
        dots: if figure.counts { Dots::All } else { Dots::None },
    };
    let area = |(width, line): (f64, &FigureLine)| Band {
        points: steps(&line.points, width).into_iter().map(|(x, y)| (x, 0.0, y)).collect(),
        colour: palette.colour(STYLES[0].0),
        strength: 0.14,
    };
    let limit =
        |(at, label): &(f64, String)| LimitLine { at: *at, label: label.clone(), colour: palette.colour("muted") };
    let colour = palette.colour("operating");
    let sign =
        |(x, y): &(f64, f64)| MeasuredSign { x: *x, value: Some(*y), ends: None, colour, shape: SignShape::Circle };
    Chart {
        x: Axis { label: figure.x.into(), scale: scale(|point| point.0, false), whole: figure.counts },
        y: Axis { label: figure.y.into(), scale: scale(|point| point.1, true), whole: false },
        bands: figure.bars.into_iter().zip(&figure.lines).map(area).collect(),
        series: figure.lines.iter().zip(STYLES).enumerate().map(series).collect(),
        limits: figure.limits.iter().map(limit).collect(),
        zone: None,
        marks: vec![],
        observed: figure.marked.iter().map(sign).collect(),
        busy: None,
    }
}

/// The upper edges of bars around some points.
fn steps(points: &[(f64, f64)], width: f64) -> Vec<(f64, f64)> {
    points.iter().flat_map(|(x, y)| [(x - width / 2.0, *y), (x + width / 2.0, *y)]).collect()
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
    use flitscope::{
        experiment,
        scenario::{Scenario, System, link},
    };

    fn sheet(results: &Results, open: bool) -> DomPatch {
        super::sheet(
            FigureSource { results, simulation: &Simulation::having(results.scenario, &[]), followed: None },
            open,
        )
    }

    fn chart(results: &Results) -> Option<Chart> {
        let simulation = Simulation::having(results.scenario, &[]);
        super::chart(FigureSource { results, simulation: &simulation, followed: None }, &Palette::default())
    }

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
                let latencies = results.scenario.chosen(Key::Figure) == "latencies";
                assert_eq!(sheet.shows("figure-panel"), Some(latencies || !results.figures.is_empty()), "{system:?}");
                if latencies {
                    assert_eq!(sheet.said("figure-note"), "This load has not been simulated.");
                    assert_eq!(sheet.shows("figure-frame"), Some(false));
                } else if !results.figures.is_empty() {
                    assert!(
                        !sheet.said("figure-title").is_empty() && !sheet.said("figure-table").is_empty(),
                        "{system:?} {figure}"
                    );
                    let chart = chart(&results).expect("it can be drawn");
                    assert!(chart.series.len() <= STYLES.len(), "each line has a style of its own");
                    let (keys, lines) = (sheet.said("figure-legend").matches("<li>").count(), chart.series.len());
                    assert_eq!(keys, if lines > 1 { lines } else { 0 }, "several lines are named");
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
        let mut empty = results;
        empty.figures[0].lines.iter_mut().for_each(|line| line.points.clear());
        let sheet = sheet(&empty, false);
        assert_eq!((sheet.shows("figure-panel"), sheet.shows("figure-frame")), (Some(true), Some(false)));
        assert!(chart(&empty).is_none());
    }

    #[test]
    fn the_latencies_of_every_system_are_bars_with_their_mean_and_percentiles() {
        for (link, longest) in [
            ("#load=0.004&cycles=20000&figure=latencies&tab=figures", 200),
            ("#system=kary-ncube&k=4&n=2&load=0.01&cycles=20000&figure=latencies&tab=figures", 500),
            ("#system=hypercube-mmpp&n=4&load=0.01&cycles=20000&figure=latencies&tab=figures", 4_000),
            ("#system=hypercube-slotted&n=4&load=0.05&cycles=20000&figure=latencies&tab=figures", 60),
        ] {
            let results = results(link);
            let seen = experiment::simulated(&results.scenario).expect("it is simulated");
            let simulation = Simulation::having(results.scenario, &[&seen]);
            let source = FigureSource { results: &results, simulation: &simulation, followed: Some(longest) };
            let figure = source.chosen().expect("a figure");
            let width = figure.bars.expect("bars");
            // What is not drawn is one message in a thousand at most.
            let drawn: f64 = figure.lines[0].points.iter().map(|(_, share)| share * width).sum();
            assert!((99.9 - 1e-9..100.0 + 1e-9).contains(&drawn), "{link}: {drawn}");
            assert!(figure.lines[0].points.len() <= 102, "{link}: {}", figure.lines[0].points.len());
            let percentiles = seen.percentiles().expect("percentiles");
            let names: Vec<_> = figure.limits.iter().map(|(_, name)| name.split(' ').next()).collect();
            assert_eq!(names, ["mean", "p50", "p95", "p99"].map(Some));
            assert_eq!(figure.limits[3].0, percentiles.p99.value);
            let longer = format!("followed (○) took {} ", grouped(longest));
            assert!(figure.note.contains(&longer) && figure.note.contains("The longest took"), "{}", figure.note);
            let chart = super::chart(source, &Palette::default()).expect("it can be drawn");
            assert_eq!((chart.bands.len(), chart.limits.len()), (1, 4));
            let [simulated, model] = [0, 1].map(|line| figure.lines.get(line));
            let sheet = super::sheet(source, true);
            assert!(sheet.said("figure-note").contains("ercentiles"), "{}", figure.note);
            match model {
                None => {
                    let rows = simulated.expect("bars").points.len();
                    assert_eq!(sheet.said("figure-table").matches("<tr>").count(), rows + 1);
                    assert!(figure.note.ends_with("so it has no percentiles."), "{}", figure.note);
                }
                // All but one message in a thousand, each point for as much as the next.
                Some(model) => {
                    assert!(link.contains("hypercube"), "{link}");
                    let width = model.points[1].0 - model.points[0].0;
                    let drawn: f64 = model.points.iter().map(|(_, share)| share * width).sum();
                    assert!((99.8..=100.0).contains(&drawn), "{link}: {drawn}");
                    assert!(figure.note.contains("against the simulation."), "{}", figure.note);
                }
            }
            assert_eq!(model.is_some(), link.contains("hypercube"));
        }
    }
}
