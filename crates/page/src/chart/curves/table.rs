//! The numbers of the chart as a table: for who does not see it, and to be copied.

use crate::{
    jobs::simulation::Simulation,
    pins,
    prelude::*,
    results::{Curve, Results},
};
use flitscope::{experiment::measured, sim::words::undecided};

/// Rows at round loads, beside those of the loads that have been simulated and of the load shown.
const ROWS: u32 = 10;

/// The table, if it is open: by load, the first measure of each curve and its simulated value.
pub(crate) fn table(results: &Results, simulation: &Simulation, open: bool) -> DomPatch {
    let mut sheet = DomPatch::default();
    let Some(info) = results.info().filter(|_| open) else { return sheet };
    let own = simulation.observations();
    let mut seen: Vec<(String, Vec<&Summary>)> = vec![("simulated".into(), own.iter().collect())];
    for pin in &results.pins {
        seen.push((format!("{} simulated", pins::label(results, pin)), simulation.pinned(results, pin)));
    }
    seen.retain(|(_, points)| !points.is_empty());
    let mut loads = vec![results.scenario.get(Key::Load)];
    for row in 0..=ROWS {
        loads.push(results.tidy_load(f64::from(row) * results.load_end() / f64::from(ROWS)));
    }
    for (_, points) in &seen {
        loads.extend(points.iter().map(|point| point.load));
    }
    sort_small_by(&mut loads, |load| *load);
    loads.dedup();
    let curves = results.drawn();
    let cell = |number: Option<String>| html! { td.number { (number.unwrap_or_default()) } };
    let value = |curve: &Curve, load: f64| Some(significant(*curve.model.measures(load)?.first()?, 4));
    let observed = |points: &[&Summary], load: f64| {
        let point = points.iter().find(|point| point.load == load)?;
        if point.state == Verdict::Saturated {
            return Some("saturated".into());
        }
        if point.state == Verdict::Undecided {
            return Some(undecided(None, ""));
        }
        Some(measured(point, info.measures.first()?)?.words())
    };
    let shown = results.scenario.is_on(Key::Percentiles) && !own.is_empty();
    let tails = || Percentiles::PARTS.into_iter().map(|(name, _)| name).enumerate().filter(|_| shown);
    let tail = |place: usize, load: f64| {
        let point = own.iter().find(|point| point.load == load && point.finished())?;
        Some(point.percentiles()?.all()[place].words())
    };
    let rows = html! {
        caption.muted { (info.title) ", " (info.unit) }
        thead {
            tr {
                th scope="col" { "load, " (info.load_unit) }
                @for drawn in &curves { th.number scope="col" { (pins::name(results, *drawn)) } }
                @for (name, _) in &seen { th.number scope="col" { (name) } }
                @for (_, name) in tails() { th.number scope="col" { (name) } }
            }
        }
        tbody {
            @for load in loads {
                tr {
                    th scope="row" { (significant(load, 4)) }
                    @for drawn in &curves { (cell(value(drawn.curve, load).or_else(|| Some("–".into())))) }
                    @for (_, points) in &seen { (cell(observed(points, load))) }
                    @for (place, _) in tails() { (cell(tail(place, load))) }
                }
            }
        }
    };
    sheet.markup("chart-table", rows);
    sheet
}
