//! The curves and points of the chart, from results and simulated points.

use crate::{
    dom::swatch::dash,
    jobs::simulation::Simulation,
    learn::lesson,
    pins,
    prelude::*,
    results::{ABOVE, Curve, DrawnCurve, Results},
};
use flitscope::{
    experiment::Interval,
    lesson::recorded::RecordedRun,
    model::{Bound, Simulated},
    param::options,
};
use flitscope_show::chart::{Axis, Band, Dash, Dots, LimitLine, MeasuredSign, Series, SignShape, Weight};

/// The vertical axis grows by at most this factor for simulated points.
const OBSERVED_IN_SIGHT: f64 = 1.5;

const TAILS_IN_SIGHT: f64 = 2.5;

/// The vertical axis goes to at most this many times the value that a task asks for.
const AIM_IN_SIGHT: f64 = 4.0;

/// The end of the load axis, relative to the last simulated load.
const BESIDE: f64 = 1.03;

/// The signs of the simulated points: each once.
fn drawn(results: &Results) -> impl Iterator<Item = (SignShape, Simulated)> {
    let simulated = results.info().map_or_else(Vec::new, ModelInfo::simulated);
    [SignShape::Circle, SignShape::Square].into_iter().zip(simulated)
}

fn observed(results: &Results, simulation: &Simulation, palette: &Palette) -> Vec<MeasuredSign> {
    let signs = |observation: &Summary| {
        let colour = palette.colour(match (simulation.holds(), observation.finished()) {
            (false, _) => "control",
            (true, false) => "muted",
            (true, true) => "ink",
        });
        let saturated = observation.state == Verdict::Saturated;
        let sign = |(shape, simulated): (SignShape, Simulated)| {
            let seen = observation.measure(simulated);
            let (ends, value) = (seen.and_then(Interval::ends), seen.map(|seen| seen.mean));
            let drawn = value.is_some() || (saturated && shape == SignShape::Circle);
            drawn.then_some(MeasuredSign { x: observation.load, value, ends, colour, shape })
        };
        drawn(results).filter_map(sign).collect::<Vec<_>>()
    };
    // Beyond the end of the curve a run may still turn out to be saturated: a mean so far is no value there.
    let end = results.network().or(results.main_curve()).map(|curve| curve.end).filter(|end| end.saturated());
    let shown = |seen: &&Summary| seen.finished() || end.is_none_or(|end| seen.load < end.load);
    let seen = simulation.points().iter().filter_map(|point| point.observation.as_ref());
    seen.filter(shown).flat_map(signs).collect()
}

/// The percentiles that are drawn, by their places, each with the strength of the area up to the next.
const DRAWN: [(usize, f64); 3] = [(0, 0.16), (2, 0.08), (3, 0.0)];

/// The simulated percentiles, if the scene shows them: a line for each, and the areas between them.
fn percentiles(results: &Results, simulation: &Simulation, palette: &Palette) -> (Vec<Series>, Vec<Band>) {
    let points = simulation.points().iter().filter(|_| simulation.holds() && results.scenario.is_on(Key::Percentiles));
    let seen = points.filter_map(|point| point.observation.as_ref());
    let seen: Vec<_> = seen.filter(|seen| seen.finished() && seen.percentiles().is_some()).collect();
    if seen.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let values = |place: usize| {
        let value = move |seen: &&Summary| Some((seen.load, seen.percentiles()?.all()[place].value));
        seen.iter().filter_map(value).collect::<Vec<_>>()
    };
    let line = |(place, _): (usize, f64)| Series {
        label: Percentiles::PARTS[place].0.into(),
        points: values(place),
        colour: palette.colour("muted"),
        dash: Dash::Solid,
        weight: Weight::Thin,
        dots: Dots::All,
    };
    let band = |pair: &[(usize, f64)]| Band {
        points: values(pair[0].0)
            .into_iter()
            .zip(values(pair[1].0))
            .map(|((x, low), (_, high))| (x, low, high))
            .collect(),
        colour: palette.colour("ink"),
        strength: pair[0].1,
    };
    (DRAWN.into_iter().map(line).collect(), DRAWN.windows(2).map(band).collect())
}

/// The signs of the observations of pinned scenarios, for their first measure.
fn pinned_markers(results: &Results, simulation: &Simulation, palette: &Palette) -> Vec<MeasuredSign> {
    let (colour, mut signs) = (palette.colour("muted"), Vec::new());
    let simulated = results.info().and_then(|info| info.simulated().first().copied());
    for (index, pin) in results.pins.iter().enumerate() {
        for observation in simulation.pinned(results, pin) {
            let seen = simulated.and_then(|simulated| observation.measure(simulated));
            let (ends, value) = (seen.and_then(Interval::ends), seen.map(|seen| seen.mean));
            let (x, shape) = (observation.load, swatch::pin(index).1);
            signs.push(MeasuredSign { x, value, ends, colour, shape });
        }
    }
    signs
}

/// The signs of the recorded runs behind the answer of a lesson.
fn recorded(results: &Results, palette: &Palette) -> Vec<MeasuredSign> {
    let runs = lesson::recorded(&results.scenario).into_iter().filter(RecordedRun::is_stable);
    let sign = |run: RecordedRun| {
        let ends = run.half95.is_finite().then_some([run.mean - run.half95, run.mean + run.half95]);
        let x = run.scenario().get(Key::Load);
        MeasuredSign { x, value: Some(run.mean), ends, colour: palette.colour("ink"), shape: SignShape::Circle }
    };
    runs.map(sign).collect()
}

/// The lines of a curve, one for each measure: in the colour of its reading, and grey if it is pinned.
fn lines(results: &Results, drawn: DrawnCurve<'_>, palette: &Palette) -> Vec<Series> {
    let scenario = &results.scenario;
    let DrawnCurve { curve, pin } = drawn;
    let measures = curve.model.info().measures;
    let (colour, dash) = match pin {
        Some((index, _)) => ("muted", swatch::pin(index).0),
        None => (curve.reading.key(), dash(curve.reading)),
    };
    let series = |(index, points): (usize, &Vec<(f64, f64)>)| {
        let name = measures.get(index).map_or("", |measure| measure.name);
        // While a lesson asks, where a curve ends may be the answer.
        let paper = curve.of_paper() && has_last_value(curve) && !results.withholds();
        let words = || match (paper, swatch::name(scenario, curve.reading)) {
            (true, "paper") => "the paper ends",
            (false, _) if results.withholds() => scenario.reading_words(curve.reading),
            (_, name) => name,
        };
        let label = match pin {
            Some((_, pin)) if index == 0 => pins::label(results, pin),
            Some(_) => String::new(),
            None if name.is_empty() => words().into(),
            None => format!("{name}, {}", words()),
        };
        let weight = match index {
            0 if pin.is_none() && curve.reading == scenario.reading() => Weight::Strong,
            0 => Weight::Normal,
            _ => Weight::Thin,
        };
        let dots = if paper && pin.is_none() { Dots::Last } else { Dots::None };
        Series { label, points: points.clone(), colour: palette.colour(colour), dash, weight, dots }
    };
    curve.lines.iter().enumerate().map(series).collect()
}

/// The value at the load that solves a task, or at the one shown if the task changes another setting.
fn aim(results: &Results) -> Option<f64> {
    let (_, task) = flitscope::lesson::task(&results.scenario)?;
    let right = task.offers.iter().find(|offer| offer.right)?;
    let solved = task.changed(&results.scenario, &right.change).filter(|_| task.keys.contains(&Key::Load));
    let load = solved.unwrap_or(results.scenario).get(Key::Load);
    results.main_curve()?.model.measures(load)?.first().copied()
}

/// True if the curve ends at saturation with a latency, and does not grow without bound.
const fn has_last_value(curve: &Curve) -> bool {
    curve.end.saturated() && curve.end.value.is_some()
}

/// The chart of the results. `before`: the axes before, which a comparison that goes on only makes larger.
pub(crate) fn chart(results: &Results, simulation: &Simulation, palette: &Palette, before: [&Scale; 2]) -> Chart {
    let scenario = &results.scenario;
    let Some(info) = results.info() else {
        let axis = || Axis { label: String::new(), scale: Scale::linear(0.0, 1.0), whole: false };
        return Chart::new(axis(), axis());
    };
    // The end of a curve that grows without bound, or for want of more traffic, has a line; others end in a dot, or where the zone begins.
    let end = |curve: &Curve| LimitLine {
        at: curve.end.load,
        label: format!("{} {}", curve.end.label(), results.load_words(curve.end.load)),
        colour: palette.colour(curve.reading.key()),
    };
    let lined = |curve: &&Curve| !(curve.end.of_network() || has_last_value(curve));
    let mut ends: Vec<_> = results.marked().filter(lined).map(end).collect();
    // All curves end at the load at which nodes can send no more.
    ends.dedup_by(|one, other| one.label == other.label);
    let zone = results.network().map(|curve| LimitLine {
        at: curve.end.load,
        label: "queues grow without end".into(),
        colour: palette.colour("blocked"),
    });
    let bound =
        |bound: &Bound| LimitLine { at: bound.load, label: bound.label.into(), colour: palette.colour("muted") };
    // Beyond a bound a load that was seen to be too large says nothing new.
    let bounded =
        results.main_curve().filter(|curve| curve.end.is_bound()).map_or(f64::INFINITY, |curve| curve.end.load);
    // One end: that of our model, where it has one.
    let saturated = simulation.saturated().filter(|load| *load <= bounded && zone.is_none()).map(|load| LimitLine {
        at: load,
        label: format!("queues grow (simulated) {}", results.load_words(load)),
        colour: palette.colour("ink"),
    });
    let pinned = pinned_markers(results, simulation, palette);
    let mut observed = pinned.clone();
    observed.extend(self::observed(results, simulation, palette));
    observed.extend(recorded(results, palette));
    let (lowest, highest) = results.values();
    // The axes include simulated points, unless the curves would be flat beside them; the load shown, which is dragged, has no say.
    let shown = scenario.get(Key::Load);
    let reach = observed
        .iter()
        .filter(|observed| observed.x != shown)
        .filter_map(|observed| Some(observed.ends.map_or(observed.value?, |[_, high]| high)))
        .fold(0.0, f64::max);
    let (tails, bands) = percentiles(results, simulation, palette);
    let longest = tails.iter().flat_map(|line| &line.points).map(|point| point.1).fold(0.0, f64::max);
    // A curve that was drawn by hand keeps its axes.
    let drawn = lesson::draws(scenario);
    let seen = reach.min(OBSERVED_IN_SIGHT * highest).max(longest.min(TAILS_IN_SIGHT * highest));
    let highest = if drawn { highest } else { highest.max(seen) };
    let highest = aim(results).map_or(highest, |value| highest.min(AIM_IN_SIGHT * value));
    let y = match scenario.choice() {
        options::Axis::Log => Scale::log(lowest * 0.8, highest * 1.1),
        options::Axis::Linear => Scale::linear(0.0, highest * ABOVE),
    };
    let load = match scenario.system().param(Key::Load) {
        Some(row) => format!("{} {}", row.name, row.symbol),
        None => String::new(),
    };
    let x = format!("{}, {}", load.trim(), info.load_unit);
    // The axis goes as far as the network was simulated.
    let furthest = simulation.points().iter().filter(|_| simulation.holds()).map(|point| BESIDE * point.load);
    let furthest = furthest.chain(pinned.iter().map(|seen| BESIDE * seen.x)).filter(|_| !drawn);
    let furthest = furthest.fold(results.load_end(), f64::max);
    let scales = [Scale::linear(0.0, furthest), y];
    let [across, up] = if results.goes_on() { [0, 1].map(|axis| scales[axis].around(before[axis])) } else { scales };
    let x = Axis { label: x, scale: across, whole: false };
    let y = Axis { label: format!("{}, {}", info.quantity, info.unit), scale: up, whole: false };
    Chart {
        x,
        y,
        bands,
        series: results.drawn().into_iter().flat_map(|drawn| lines(results, drawn, palette)).chain(tails).collect(),
        limits: ends.into_iter().chain(saturated).chain(results.bounds().iter().map(bound)).collect(),
        zone,
        observed,
        busy: Some(scenario.get(Key::Load)),
    }
}
