//! Every quantity that the model and the simulation both have.
//!
//! Simulators count under the symbols of the models, so equal symbols are compared:
//!
//! | system | compared |
//! |---|---|
//! | torus with broadcast | n_r, λ_c, ρ, P_v, Σ Pb (`blocking_sum_u`), W_c, S_u, S, W_s, V̄, latency |
//! | k-ary n-cube | n_r, λ_c, ρ, P_v, Σ Pblock (`blocking_sum`), w, S, W_s, V̄, latency |
//! | worms as flows | U, P_v, E\[v\], V̄, Σ n_r Pb_r, w, T, W, latency |
//! | bursty hypercube | D, Pf, attempts, c, P_i, P_V, V̄, E, T, μ, Ws, latency |
//! | slotted hypercube | λ, λd, p, X_k, X, λX, v_k, β, Q_hop, M, both delays |
//! | multicast banyan | c_i, ρ_i, m_i, ρ', u', least and most output, η, complete deliveries |
//!
//! # Times and the sharing of channels
//! Some models compute the parts of a latency as if a message had its channels to itself, and multiply their sum by V̄ at the end.
//! Measured parts contain the sharing. The factor, latency over the sum of its [parts](ModelInfo::parts), comes from the numbers of the
//! model. Its parts are compared after multiplication by the factor, so that they add up to the latency on both sides.
//!
//! # Where delays begin
//! The slotted network counts a delay from the first slot in which the packet may move, as its Poisson model does. The Bernoulli model
//! counts from generation, half a slot [earlier](crate::model::Measure::earlier) on average; the measured delay gets half a slot more.

use super::{Predictions, Summary, measured};
use crate::{
    model::{LatencyParts, ModelInfo, Quantity, Value},
    order::sort_small_by,
    sim::protocol::Verdict,
};

/// One quantity on both sides.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct ComparisonRow<'a> {
    pub symbol: &'static str,
    pub name: &'static str,
    pub model: &'a Value,
    /// The factor of the prediction before it is compared: above one for times that the model gives without the sharing of channels.
    pub sharing: f64,
    /// The measurement; one number is a list of one.
    pub simulated: Vec<f64>,
    /// Half of its 95 % interval; only measures have one.
    pub half95: Option<f64>,
    /// The signed relative difference of the model from the simulation. Of a list, the largest difference of two elements in terms of the
    /// largest element measured. `None` where nothing was observed, and unless the run is over and has a steady state.
    pub error: Option<f64>,
    /// True if its numbers do not test the model; see [`ModelInfo::extremes`].
    pub extreme: bool,
}

impl ComparisonRow<'_> {
    /// True if the model is off by more than the tolerance, and the simulation can tell.
    pub fn fails(&self, tolerance: f64) -> bool {
        let off = self.error.is_some_and(|error| error.abs() > tolerance);
        off && self.beyond_chance() && !self.extreme
    }

    /// True if there is an interval, and the difference is within it.
    pub fn within_chance(&self) -> bool {
        self.half95.is_some() && self.error.is_some() && !self.beyond_chance()
    }

    /// True if the difference is larger than the interval.
    fn beyond_chance(&self) -> bool {
        let simulated = self.simulated.first().copied().unwrap_or_default();
        let half = self.half95.unwrap_or(0.0);
        self.error.is_some_and(|error| (error * simulated).abs() > half)
    }
}

/// Quantities of a model and of a simulation at the same load, in the order of the model.
pub fn compare<'a>(info: &ModelInfo, quantities: &'a [Quantity], observation: &Summary) -> Vec<ComparisonRow<'a>> {
    let steady = observation.state == Verdict::Stable;
    let row = |quantity: &'a Quantity| {
        let Quantity { symbol, name, value: model, .. } = quantity;
        let (simulated, half95) = match info.measures.iter().find(|measure| measure.quantity == *symbol) {
            Some(measure) => measured(observation, measure).map(|interval| (vec![interval.mean], interval.half95))?,
            None => (observation.value(info.measured_as(symbol))?.to_vec(), None),
        };
        let sharing = sharing(info, quantities, symbol);
        let error = difference(model, sharing, &simulated).filter(|_| steady);
        let extreme = info.extremes.contains(symbol);
        Some(ComparisonRow { symbol, name, model, sharing, simulated, half95, error, extreme })
    };
    quantities.iter().filter_map(row).collect()
}

/// The factor of a quantity in the latency of the model, if it is a part of it; else one.
pub fn sharing(info: &ModelInfo, quantities: &[Quantity], symbol: &str) -> f64 {
    let number = |symbol: &str| quantities.iter().find(|q| q.symbol == symbol)?.value.numbers().first().copied();
    let factor = |parts: LatencyParts| Some(number("latency")? / (number(parts.network)? + number(parts.wait)?));
    let factor = info.parts.filter(|parts| parts.contain(symbol)).and_then(factor);
    factor.filter(|factor| factor.is_finite()).unwrap_or(1.0)
}

fn difference(model: &Value, factor: f64, simulated: &[f64]) -> Option<f64> {
    let model = model.numbers();
    let largest = simulated.iter().fold(0.0_f64, |largest, number| largest.max(number.abs()));
    if model.len() != simulated.len() || largest == 0.0 {
        return None;
    }
    let differences = model.iter().zip(simulated).map(|(model, simulated)| (model * factor - simulated) / largest);
    differences.max_by(|a, b| a.abs().total_cmp(&b.abs()))
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::observed;
    use crate::{
        model::{self, Outcome},
        scenario::{Scenario, System},
    };

    /// The kind of a k-ary n-cube at its load: the model's own numbers, as if they had been measured.
    fn own(scenario: &Scenario, load: f64) -> (Vec<Quantity>, Summary) {
        let model = model::of(scenario.setup());
        let Outcome::Stable(point) = model.point(load) else { panic!("{load} has a solution") };
        let mut observation = observed::stable(&*model, load, &point.measures, Some(0.01));
        let info = model.info();
        let values = point.quantities.iter().map(|quantity| {
            let factor = sharing(info, &point.quantities, quantity.symbol);
            let numbers = match &quantity.value {
                Value::Number(number) => vec![number * factor],
                Value::List(numbers) => numbers.clone(),
            };
            (info.measured_as(quantity.symbol).to_string(), numbers)
        });
        observation.values =
            values.filter(|(symbol, _)| info.measures.iter().all(|measure| measure.quantity != symbol)).collect();
        (point.quantities, observation)
    }

    fn fails(model: &dyn model::Model, observations: &[Summary], tolerance: f64) -> Option<Failure> {
        first_to_fail(&Predictions::of(model, observations, Vec::new()), observations, tolerance)
    }

    fn change(observation: &mut Summary, symbol: &str, factor: f64) {
        let (_, numbers) = observation.values.iter_mut().find(|(name, _)| name == symbol).expect("measured");
        numbers.iter_mut().for_each(|number| *number *= factor);
    }

    #[test]
    fn a_model_differs_from_itself_in_nothing() {
        for &system in System::ALL {
            let scenario = Scenario::new(system);
            let model = model::of(scenario.setup());
            let (quantities, observation) = own(&scenario, 0.6 * model.end().load);
            let rows = compare(model.info(), &quantities, &observation);
            let order: Vec<_> = rows.iter().map(|row| row.symbol).collect();
            let models: Vec<_> = quantities.iter().map(|quantity| quantity.symbol).collect();
            assert_eq!(order, models, "{system:?}");
            for ComparisonRow { symbol, model, simulated, error, .. } in &rows {
                // The model of the slotted hypercube has two delays, the second from generation, and the simulation one.
                let expected = match model {
                    Value::Number(latency) if *symbol == "latency_bernoulli" => latency / simulated[0] - 1.0,
                    _ => 0.0,
                };
                assert!(error.is_none_or(|error| (error - expected).abs() < 1e-12), "{system:?} {symbol}: {error:?}");
            }
            let [bernoulli, latency] = ["latency_bernoulli", "latency"].map(|symbol| {
                let row = rows.iter().find(|row| row.symbol == symbol);
                row.map(|row| row.simulated[0])
            });
            assert!(bernoulli.is_none_or(|counted| latency.is_some_and(|latency| counted == latency + 0.5)));
            if system != System::HypercubeSlotted {
                assert_eq!(fails(&*model, &[observation], 1e-9), None, "{system:?}");
            }
        }
    }

    #[test]
    fn the_parts_of_a_latency_add_up_on_both_sides() {
        let systems: [(System, &[&str], &[&str]); 3] = [
            (System::TorusBroadcast, &["S_u", "W_s"], &["T", "W"]),
            (System::KaryNCube, &["S", "W_s"], &["T", "W"]),
            (System::HypercubeMmpp, &["T", "Ws"], &["sending", "setup", "W"]),
        ];
        for (system, parts, ours) in systems {
            let scenario = Scenario::new(system);
            for reading in system.readings() {
                let scenario = scenario.with_reading(reading).expect("a reading of the system");
                let parts = if reading.is_ours() { ours } else { parts };
                let model = model::of(scenario.setup());
                let (quantities, observation) = own(&scenario, 0.5 * model.end().load);
                let rows = compare(model.info(), &quantities, &observation);
                let simulated = |symbol: &str| rows.iter().find(|row| row.symbol == symbol).expect(symbol).simulated[0];
                let sum: f64 = parts.iter().map(|part| simulated(part)).sum();
                assert!((sum / simulated("latency") - 1.0).abs() < 1e-12, "{system:?} {reading:?}");
            }
        }
    }

    #[test]
    fn a_difference_is_relative_to_the_simulation_and_of_a_list_to_its_largest_element() {
        let number = Value::Number(1.1);
        let error = difference(&number, 1.0, &[1.0]).expect("a difference");
        assert!((error - 0.1).abs() < 1e-12);
        assert!((difference(&number, 2.0, &[1.1]).expect("a difference") - 1.0).abs() < 1e-12);
        assert_eq!(difference(&number, 1.0, &[0.0]), None);
        assert_eq!(difference(&number, 1.0, &[1.0, 2.0]), None);
        assert_eq!(difference(&Value::List(Vec::new()), 1.0, &[]), None);
        // 1e-6 instead of 1e-9 is nothing beside one half; 0.4 instead of 0.5 is a fifth.
        let law = Value::List(vec![0.4, 0.3, 1e-6]);
        let error = difference(&law, 1.0, &[0.5, 0.3, 1e-9]).expect("a difference");
        assert!((error + 0.2).abs() < 1e-12);
    }

    #[test]
    fn runs_without_a_steady_state_have_no_difference() {
        let scenario = Scenario::new(System::TorusBroadcast);
        let model = model::of(scenario.setup());
        let (quantities, observation) = own(&scenario, 0.002);
        let unfinished = observed::unfinished(observation.clone());
        let rows = compare(model.info(), &quantities, &unfinished);
        assert!(!rows.is_empty() && rows.iter().all(|row| row.error.is_none()));
        let mut saturated = observed::saturated(0.002, 0.1);
        saturated.values = observation.values;
        change(&mut saturated, "W_c", 2.0);
        assert!(compare(model.info(), &quantities, &saturated).iter().all(|row| row.error.is_none()));
        let unfinished = observed::unfinished(saturated.clone());
        assert_eq!(fails(&*model, &[saturated, unfinished], 0.1), None);
    }

    #[test]
    fn the_first_failure_is_the_worst_at_the_smallest_load() {
        let scenario = Scenario::new(System::TorusBroadcast);
        let model = model::of(scenario.setup());
        let at = |load: f64| own(&scenario, load).1;
        let (light, mut middle, mut heavy) = (at(0.001), at(0.002), at(0.003));
        change(&mut heavy, "lambda_c", 0.2);
        for observation in [&mut middle, &mut heavy] {
            change(observation, "rho", 1.0 / 1.06);
            change(observation, "blocking_sum_u", 1.0 / 1.31);
        }
        // By chance: at the next load it is right again.
        change(&mut middle, "Vbar", 0.2);
        let failure = fails(&*model, &[heavy, middle.clone(), light], 0.05).expect("a failure");
        assert_eq!((failure.load, failure.symbol), (0.002, "blocking_sum_u"));
        assert!((failure.error - 0.31).abs() < 1e-12 && failure.sharing == 1.0);
        assert!(!failure.lightest && failure.measure.is_some_and(|error| error.abs() < 1e-12), "{failure:?}");
        change(&mut middle, "Vbar", 5.0);
        // A wait that the model gives without sharing, and a latency that is off as well.
        change(&mut middle, "W_s", 4.0);
        middle.classes[0].mean = middle.classes[0].mean.map(|latency| 1.25 * latency);
        let failure = fails(&*model, std::slice::from_ref(&middle), 0.05).expect("a failure");
        assert!(failure.sharing > 1.0 && failure.lightest && failure.symbol == "W_s", "{failure:?}");
        assert!(
            (failure.error + 0.75).abs() < 1e-12 && failure.measure.is_some_and(|error| (error + 0.2).abs() < 1e-12)
        );
    }

    #[test]
    fn a_measure_within_its_interval_does_not_fail() {
        let scenario = Scenario::new(System::KaryNCube);
        let model = model::of(scenario.setup());
        let (_, mut observation) = own(&scenario, 0.001);
        let class = &mut observation.classes[0];
        (class.mean, class.ci95) = (class.mean.map(|latency| 1.1 * latency), Some(20.0));
        assert_eq!(fails(&*model, std::slice::from_ref(&observation), 0.05), None);
        observation.classes[0].ci95 = Some(1.0);
        let failure = fails(&*model, &[observation], 0.05).expect("a failure");
        assert_eq!((failure.symbol, failure.measure), ("latency", None));
        assert!((failure.error - (1.0 / 1.1 - 1.0)).abs() < 1e-12);
    }
}
