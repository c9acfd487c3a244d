//! The first quantity of a model that fails as the load rises.

use super::{ComparisonRow, compare};
use crate::{
    experiment::{Predictions, Summary},
    order::sort_small_by,
    sim::protocol::Verdict,
};

/// The first load at which a model differs by more than the tolerance, and the quantity that is off the most, with its name.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Failure {
    pub load: f64,
    pub symbol: &'static str,
    pub name: &'static str,
    pub error: f64,
    /// The factor on the quantity of the model: see [`ComparisonRow::sharing`].
    pub sharing: f64,
    pub tolerance: f64,
    /// The measure of the curve, in a word.
    pub quantity: &'static str,
    /// By how much the first measure is off there; `None` if it is the quantity that fails, or has no number.
    pub measure: Option<f64>,
    /// True if no lighter load has been simulated.
    pub lightest: bool,
}

/// The first quantity that fails as the load rises: at loads at which the run is over, has a steady state and the model a solution.
/// Measures must also lie outside of the interval of the simulation. Rare events are off by chance now and then, so what fails must fail
/// to the same side at the next load as well.
pub fn first_to_fail(predictions: &Predictions<'_>, observations: &[Summary], tolerance: f64) -> Option<Failure> {
    let mut stable: Vec<_> = observations.iter().filter(|o| o.state == Verdict::Stable).collect();
    sort_small_by(&mut stable, |o| o.load);
    let info = predictions.model.info();
    let own = info.measures.first().map_or("", |measure| measure.quantity);
    // At each load what is off, and by how much the first measure is.
    let look = |observation: &&Summary| {
        let load = observation.load;
        let mut rows = compare(info, &predictions.at(load)?.quantities, observation);
        let measure = rows.iter().find(|row| row.symbol == own).and_then(|row| row.error);
        rows.retain(|row| row.fails(tolerance));
        Some((load, rows, measure))
    };
    let looks: Vec<_> = stable.iter().filter_map(look).collect();
    let error = |row: &ComparisonRow<'_>| row.error.unwrap_or_default();
    let again = |next: Option<&(f64, Vec<ComparisonRow<'_>>, _)>, here: &ComparisonRow<'_>| {
        // The last of several has nothing to confirm it.
        next.map_or(looks.len() == 1, |(_, off, _)| {
            off.iter().any(|other| other.symbol == here.symbol && error(other) * error(here) > 0.0)
        })
    };
    (0..looks.len()).find_map(|i| {
        let (load, off, measure) = &looks[i];
        let lasting = off.iter().filter(|here| again(looks.get(i + 1), here));
        let worst = lasting.max_by(|a, b| error(a).abs().total_cmp(&error(b).abs()))?;
        let ComparisonRow { symbol, name, sharing, .. } = *worst;
        Some(Failure {
            load: *load,
            symbol,
            name,
            error: error(worst),
            sharing,
            tolerance,
            quantity: info.quantity,
            measure: measure.filter(|_| own != symbol),
            lightest: i == 0,
        })
    })
}
