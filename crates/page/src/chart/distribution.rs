//! The latencies at the load shown as a figure: bars of the simulated ones, their mean and percentiles, and the followed message.

use crate::{
    jobs::simulation::Simulation,
    prelude::*,
    results::{LATENCIES, Results},
};
use flitscope::{
    model::{Figure, FigureLine},
    text::{change, sentence},
};

const BARS: f64 = 100.0;

const LINES: [usize; 3] = [0, 2, 3];

/// The percentiles of a model with their errors: "p50 38.2 (−4.1 %), p95 60.1 (−12 %)".
fn errors(model: &Percentiles, simulated: &Percentiles) -> String {
    let one = |place: usize| {
        let [own, seen] = [model, simulated].map(|percentiles| percentiles.all()[place].value);
        format!("{} {} ({})", Percentiles::PARTS[place].0, significant(own, 3), change(own / seen - 1.0))
    };
    LINES.map(one).join(", ")
}

/// Its title, where messages have a latency and no lesson withholds it.
pub(super) fn title(results: &Results) -> Option<&'static str> {
    let is_there = results.scenario.system().options(Key::Figure).iter().any(|option| option.key == LATENCIES);
    (is_there && !results.withholds()).then_some("Latencies at the load shown")
}

/// The figure, if it is the one to show. `followed`: the latency of the message that is followed, once it has arrived.
pub(super) fn figure(results: &Results, simulation: &Simulation, followed: Option<u64>) -> Option<Figure> {
    if !results.shows_latencies() {
        return None;
    }
    let info = results.info()?;
    let title = title(results)?;
    let note = match simulation.shown() {
        Some(seen) if seen.percentiles().is_some() && seen.latencies.count() > 0 => {
            let figure = drawn(info, seen, followed).map(|figure| Figure { title, ..figure })?;
            return Some(beside(results, seen, figure));
        }
        Some(seen) if seen.state == Verdict::Saturated => {
            "The network is saturated at this load: latencies grow as long as the run lasts, so they have no distribution."
        }
        _ => "This load has not been simulated.",
    };
    Some(Figure { title, note: note.into(), ..Figure::default() })
}

/// The width of bars that reach so far: 1, 2, 5, 10, .. cycles.
fn width(reach: f64) -> f64 {
    let decades = (0..).map(|decade| libm::pow(10.0, f64::from(decade)));
    let widths = decades.flat_map(|decade| [1.0, 2.0, 5.0].map(|step| step * decade));
    widths.take(30).find(|width| reach <= BARS * width).unwrap_or(reach / BARS)
}

/// A figure with the distribution of the first model too, or with the reason why there is none.
fn beside(results: &Results, seen: &Summary, mut figure: Figure) -> Figure {
    let (Some(curve), Some(percentiles)) = (results.main_curve(), seen.percentiles()) else { return figure };
    let scenario = &results.scenario;
    if let Some(tail) = &results.tail {
        let label = swatch::name(scenario, curve.reading).into();
        figure.lines.push(FigureLine { label, points: tail.line.clone() });
        let name = sentence(swatch::in_words(scenario, curve.reading));
        figure.note += &format!(" {name} has {} against the simulation.", errors(&tail.percentiles, percentiles));
    }
    figure.note += &format!(" {}", curve.model.tail());
    figure
}

fn drawn(info: &ModelInfo, seen: &Summary, followed: Option<u64>) -> Option<Figure> {
    let percentiles = seen.percentiles()?;
    let bins = &seen.latencies;
    let count = bins.count() as f64;
    let first = *bins.edges.first()? as f64;
    // One message in a thousand may take many times as long as the others.
    let last = experiment::whole(percentiles.p999).max(first);
    let width = width(last - first + 1.0);
    let start = libm::floor(first / width) * width;
    // A whole time v stands for what lies between v - 1/2 and v + 1/2.
    let share = |from: f64| (bins.up_to(from + width - 0.5) - bins.up_to(from - 0.5)) / count;
    let starts = (0..).map(|bar| start + f64::from(bar) * width).take_while(|from| *from <= last);
    let centre = |from: f64| from + (width - 1.0) / 2.0;
    let points: Vec<_> = starts.map(|from| (centre(from), 100.0 * share(from) / width)).collect();
    let mean = experiment::measured(seen, info.measures.first()?)?.mean;
    let parts = LINES.map(|place| (percentiles.all()[place], Percentiles::PARTS[place].0));
    let parts = parts.map(|(p, name)| (p.value, format!("{name} {}", grouped(experiment::whole(p) as u64))));
    let limits = [(mean, format!("mean {}", significant(mean, 3)))].into_iter().chain(parts).collect();
    let marked = followed.map(|time| time as f64).filter(|time| *time <= last);
    let height = |time: f64| points.iter().find(|(x, _)| (time - x).abs() <= width / 2.0).map(|(_, y)| (time, *y));
    let marked = marked.and_then(height);
    let note = note(info, seen, followed, last);
    let (x, y) = if info.unit == "slots" {
        ("latency, slots", "packets, % per slot")
    } else {
        ("latency, cycles", "messages, % per cycle")
    };
    Some(Figure {
        x,
        y,
        lines: vec![FigureLine { label: "simulated".into(), points }],
        bars: Some(width),
        marked: marked.into_iter().collect(),
        limits,
        note,
        ..Figure::default()
    })
}

/// The source of the bars, and the messages that they leave out.
fn note(info: &ModelInfo, seen: &Summary, followed: Option<u64>, last: f64) -> String {
    let bins = &seen.latencies;
    let unit = info.unit;
    let longest = seen.latency().and_then(|class| class.maximum).unwrap_or_default();
    let mut note = if seen.finished() { String::new() } else { "Preliminary. ".into() };
    note += &format!("Latencies of {} simulated {}. ", grouped(bins.count()), info.subjects());
    if longest as f64 > last {
        note += &format!("One in a thousand takes more than {} {unit} and is not drawn. ", grouped(last as u64));
    }
    note += &format!("The longest took {} {unit}.", grouped(longest));
    if let Some(time) = followed {
        let shorter = bins.up_to(time as f64 - 0.5) / bins.count() as f64;
        note +=
            &format!(" The one followed (○) took {} {unit}, more than {} of all.", grouped(time), percent(shorter, 3));
    }
    note
}
