//! The messages that arrived last, as dots on the chart, one each: at the load shown and the height of its latency. Older ones fade.

use super::curves::Curves;
use crate::{prelude::*, results::Results};

pub(crate) const MOST: usize = 200;

/// Most distance of a dot from the line of the load, CSS pixels; words of the axes are beyond the plot.
const SPREAD: f64 = 11.0;

/// A message that arrived, as `window.flitscope.results().arrivals` lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ArrivalReport {
    cycle: u32,
    source: u32,
    destination: u32,
    latency: u64,
}

pub(crate) fn report(arrivals: &[(u32, Arrival)]) -> Vec<ArrivalReport> {
    let one = |(cycle, Arrival { source, destination, latency, .. }): &(u32, Arrival)| ArrivalReport {
        cycle: *cycle,
        source: *source,
        destination: *destination,
        latency: *latency,
    };
    arrivals.iter().filter(|(_, arrival)| !arrival.copy).map(one).collect()
}

/// The dots; `arrivals` with the latest at the end.
pub(crate) fn sheet(curves: &Curves, results: &Results, arrivals: &[(u32, Arrival)]) -> DomPatch {
    let earlier = results.info().and_then(|info| info.measures.first()).map_or(0.0, |measure| measure.earlier);
    let load = results.scenario.get(Key::Load);
    let all = arrivals.len().max(1) as f64;
    let dots =
        arrivals.iter().enumerate().filter(|(_, (_, arrival))| !arrival.copy).filter_map(|(age, (_, arrival))| {
            let (x, y) = curves.place_of(load, arrival.latency as f64 + earlier)?;
            // Spread by the number of the message, so that a dot stays where it fell.
            let aside = f64::from(arrival.message.wrapping_mul(2_654_435_761) >> 16) / 65_535.0 * 2.0 - 1.0;
            let x = (x + SPREAD * aside).max(curves.plot.left).min(curves.plot.right());
            Some((x, y, 0.15 + 0.55 * age as f64 / all))
        });
    let dots = html! {
        svg {
            @for (x, y, opacity) in dots {
                circle cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) r="2.6" opacity=(format!("{opacity:.2}")) {}
            }
        }
    };
    DomPatch::inside("arrived", dots)
}
