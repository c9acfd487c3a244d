//! The second chart: what else is worth drawing beside measures against load, with its numbers in a table.

use super::{distribution, legend};
use crate::{jobs::simulation::Simulation, player::Player, prelude::*, results::Results};
use flitscope::model::{Figure, FigureLine};
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
    pub(super) results: &'a Results,
    pub(super) simulation: &'a Simulation,
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

pub(crate) fn title(source: FigureSource<'_>) -> &'static str {
    source.chosen().map_or("", |figure| figure.title)
}

/// The reason why there is nothing to draw; empty where there is.
pub(super) fn missing(source: FigureSource<'_>) -> String {
    let empty = source.chosen().filter(|figure| is_empty(figure)).map(|figure| figure.note.clone());
    let coming = "This load is being simulated.".to_owned();
    empty.map_or_else(String::new, |note| if source.simulation.running() { coming } else { note })
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
    let keys = html! { @for (line, (colour, dash)) in named { li { (swatch::line(colour, dash)) " " (line.label) } } };
    sheet.markup("figure-legend", keys);
    let lines = figure.lines.iter().map(|line| line.label.as_str()).collect::<Vec<_>>().join(", ");
    let label = format!("{}: {} against {}; {lines}", figure.title, figure.y, figure.x);
    sheet.attribute("figure-frame", "aria-label", label);
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
        observed: figure.marked.iter().map(sign).collect(),
        busy: None,
    }
}

fn steps(points: &[(f64, f64)], width: f64) -> Vec<(f64, f64)> {
    points.iter().flat_map(|(x, y)| [(x - width / 2.0, *y), (x + width / 2.0, *y)]).collect()
}

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

    /// The panel of a link and its chart in words, with a simulation of its load or without one.
    fn told(link: &str, simulated: bool) -> (String, String) {
        let results = Results::of(link::parse(link).scenario, &|| 0.0);
        let run = simulated.then(|| experiment::simulated(&results.scenario).expect("it is simulated"));
        let simulation = Simulation::having(results.scenario, &run.iter().collect::<Vec<_>>());
        let source = FigureSource { results: &results, simulation: &simulation, followed: simulated.then_some(200) };
        assert_eq!(sheet(source, false).said("figure-table"), "");
        let lines = |chart: Chart| {
            let series = chart.series.iter().map(|line| {
                // Of bars and shares: all but one in a thousand.
                let steps = line.points.windows(2).map(|pair| (pair[1].0 - pair[0].0) * pair[1].1);
                let area = significant(steps.sum(), 4);
                format!("{} {:?} {:?} {} {area}", line.label, line.dash, line.dots, line.points.len())
            });
            let limits = chart.limits.iter().map(|line| format!("{} at {}", line.label, line.at));
            let signs = chart.observed.iter().map(|sign| format!("{:?} at {}", sign.shape, sign.x));
            let bands = chart.bands.iter().map(|band| format!("{} in a band", band.points.len()));
            let axes = [&chart.x, &chart.y].map(|axis| format!("{} {:?}", axis.label, axis.scale.range()));
            series.chain(limits).chain(signs).chain(bands).chain(axes).collect::<Vec<_>>().join("; ")
        };
        let chart = chart(source, &Palette::default());
        (seen(&sheet(source, true), &["figure*"]), chart.map_or_else(String::new, lines))
    }

    #[test]
    fn every_figure_of_every_system_is_named_drawn_and_written_as_a_table() {
        let figures = |system: &System| {
            let scenario = Scenario::new(*system);
            let all = 0..system.options(Key::Figure).len().max(1);
            all.map(move |figure| link::write(&scenario.set(Key::Figure, figure as f64)))
        };
        let simulated = [
            "load=0.004&cycles=20000",
            "system=kary-ncube&k=4&n=2&load=0.01&cycles=20000",
            "system=hypercube-mmpp&n=4&load=0.01&cycles=20000",
            "system=hypercube-slotted&n=4&load=0.05&cycles=20000",
        ];
        let simulated = simulated.map(|link| (format!("#{link}&figure=latencies&tab=figures"), true));
        let rows = System::ALL.iter().flat_map(figures).map(|link| (link, false)).chain(simulated);
        blessed::words("figures", rows, |(link, simulated)| told(&link, simulated));
    }
}
