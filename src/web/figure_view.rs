//! The second chart: what else is worth drawing beside measures against load, with its numbers in a table.

use super::{
    chart_view::{Paper, swatch_of},
    dom::{self, Fallible},
    legend,
    palette::Palette,
    results::Results,
};
use crate::{
    chart::{
        Axis, Chart, Dash, Series, Weight,
        scale::{Scale, Spacing},
    },
    model::{Figure, Line, significant},
    param::Key,
    scenario::System,
};
use web_sys::HtmlElement;

/// Colours and dashes of the lines, the most important first; not those of the readings.
const STYLES: [(&str, Dash); 4] =
    [("ink", Dash::Solid), ("unicast", Dash::Dashed), ("muted", Dash::Dotted), ("control", Dash::Long)];

/// The panel of the second chart.
pub struct FigureView {
    panel: HtmlElement,
    paper: Paper,
    title: HtmlElement,
    note: HtmlElement,
    frame: HtmlElement,
    key: HtmlElement,
    table: HtmlElement,
    table_box: HtmlElement,
    system: Option<System>,
}

impl FigureView {
    /// The panel, still empty.
    pub fn new() -> Fallible<Self> {
        Ok(Self {
            panel: dom::by_id("figure-panel")?,
            paper: Paper::new("figure-frame", "figure")?,
            title: dom::by_id("figure-title")?,
            note: dom::by_id("figure-note")?,
            frame: dom::by_id("figure-frame")?,
            key: dom::by_id("figure-key")?,
            table: dom::by_id("figure-table")?,
            table_box: dom::by_id("figure-box")?,
            system: None,
        })
    }

    /// Takes note of the size that the page gives it.
    pub fn measure(&mut self) {
        self.paper.measure();
    }

    /// Brings the panel to the results; it hides where there is nothing to draw.
    pub fn render(&mut self, results: &Results, palette: &Palette) -> Fallible {
        let scenario = &results.scenario;
        let figure = results.figures.get(scenario.count(Key::Figure) as usize);
        let hidden = self.panel.hidden();
        dom::show(&self.panel, figure.is_some());
        let Some(figure) = figure else { return Ok(()) };
        if self.system != Some(scenario.system()) || hidden {
            self.system = Some(scenario.system());
            legend::radios("figures", Key::Figure, "What the second chart shows", scenario)?;
            self.measure();
        }
        legend::check("figures", Key::Figure, scenario)?;
        dom::set_text(&self.title, figure.title);
        let empty = figure.lines.iter().all(|line| line.points.is_empty());
        dom::set_text(&self.note, &figure.note);
        dom::show(&self.frame, !empty);
        if !empty {
            self.paper.draw(&chart(figure, palette), palette)?;
        }
        // With one line the heading says it all.
        let named = figure.lines.iter().zip(STYLES).filter(|_| figure.lines.len() > 1);
        let name = |(line, (colour, dash)): (&Line, (&str, Dash))| {
            format!("<li>{} {}</li>", swatch_of(colour, dash), dom::escape(&line.label))
        };
        self.key.set_inner_html(&named.map(name).collect::<String>());
        let lines = figure.lines.iter().map(|line| line.label.as_str()).collect::<Vec<_>>().join(", ");
        self.frame
            .set_attribute("aria-label", &format!("{}: {} against {}; {lines}", figure.title, figure.y, figure.x))?;
        if self.table_box.has_attribute("open") {
            self.table.set_inner_html(&table(figure));
        }
        Ok(())
    }
}

fn chart(figure: &Figure, palette: &Palette) -> Chart {
    let spacing = if figure.log { Spacing::Log } else { Spacing::Linear };
    let all = || figure.lines.iter().flat_map(|line| &line.points);
    let scale = |of: fn(&(f64, f64)) -> f64, zero: bool| {
        let values = all().map(of).filter(|value| !figure.log || *value > 0.0);
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        match spacing {
            Spacing::Log => Scale::log(low * 0.9, high * 1.1),
            Spacing::Linear if zero => Scale::linear(0.0, high * 1.08),
            // Room beside the first and the last of the things counted.
            Spacing::Linear => Scale::linear(low - 0.3, high + 0.3),
        }
    };
    let series = |(line, (colour, dash)): (&Line, (&str, Dash))| Series {
        label: if figure.lines.len() > 1 { line.label.clone() } else { String::new() },
        points: line.points.clone(),
        colour: palette.colour(colour),
        dash,
        weight: if figure.counts { Weight::Thin } else { Weight::Normal },
        dots: figure.counts,
    };
    Chart {
        x: Axis { label: figure.x.into(), scale: scale(|point| point.0, false), whole: figure.counts },
        y: Axis { label: figure.y.into(), scale: scale(|point| point.1, true), whole: false },
        series: figure.lines.iter().zip(STYLES).map(series).collect(),
        limits: vec![],
        marks: vec![],
        observed: vec![],
    }
}

/// The same numbers as a table.
fn table(figure: &Figure) -> String {
    let mut places: Vec<f64> = figure.lines.iter().flat_map(|line| &line.points).map(|point| point.0).collect();
    places.sort_unstable_by(f64::total_cmp);
    places.dedup();
    let head: String =
        figure.lines.iter().map(|line| format!("<th class=\"number\">{}</th>", dom::escape(&line.label))).collect();
    let row = |x: &f64| {
        let cell = |line: &Line| {
            let value = line.points.iter().find(|point| point.0 == *x);
            format!("<td class=\"number\">{}</td>", value.map_or_else(String::new, |point| significant(point.1, 4)))
        };
        let place = if figure.counts { format!("{x}") } else { significant(*x, 4) };
        format!("<tr><td>{place}</td>{}</tr>", figure.lines.iter().map(cell).collect::<String>())
    };
    let rows: String = places.iter().map(row).collect();
    format!("<thead><tr><th>{}</th>{head}</tr></thead><tbody>{rows}</tbody>", dom::escape(figure.x))
}
