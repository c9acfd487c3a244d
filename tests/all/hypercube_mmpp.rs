//! The hypercube model under long-range dependent traffic against independent numbers, its limits, and its own definition.

use crate::hypercube_mmpp_parts::{RTOL_PART, all_close, close, count, golden, number, numbers, rows, weights, within};
use flitscope::{
    model::{
        Caveat, Model as _, Outcome, Solution as _, Solve, Value,
        hypercube_mmpp::{Distance, HypercubeMmpp, Limit, Retry, Setting, Solution, path, superposed_retries},
    },
    scenario::Reading,
    traffic::{long_range::Weights, mmpp::TwoState},
};
use proptest::prelude::*;
use serde_json::Value as Json;
use std::ops::RangeInclusive;

/// Agreement asked of the saturation load.
const RTOL_SATURATION: f64 = 1e-7;

/// Agreement asked of quantities at one load: the independent numbers have their own saturation load and stop at a residue of 1e-12.
const RTOL_POINT: f64 = 1e-8;

/// As above, beyond 0.9 of saturation, where the root moves fast with the load.
const RTOL_NEAR_SATURATION: f64 = 1e-6;

fn setting(params: &Json) -> Setting {
    Setting {
        n: count(&params["n"]),
        vcs: count(&params["V"]),
        flits: count(&params["M"]),
        hurst: number(&params["H"]),
        lag1: number(&params["rho"]),
        scales: count(&params["n_ts"]),
        mmpps: count(&params["L"]),
        fit: weights(&params["mode"]),
        distance: if params["dist"] == "binomial" { Distance::Binomial } else { Distance::Half },
        retry: if params["retry"] == "common" { Retry::Common } else { Retry::Independent },
    }
}

fn standard() -> Setting {
    Setting {
        n: 6,
        vcs: 5,
        flits: 32,
        hurst: 0.7,
        lag1: 0.8,
        scales: 5,
        mmpps: 4,
        fit: Weights::LeastSquares,
        distance: Distance::Half,
        retry: Retry::Independent,
    }
}

fn stable(model: &HypercubeMmpp, load: f64) -> Solution {
    match model.solve(load) {
        Outcome::Stable(solution) => solution,
        other => panic!("{load}: {other:?}"),
    }
}

#[test]
fn every_quantity_of_every_independent_row_agrees() {
    let (golden, mut compared, mut points) = (golden(), 0, 0);
    for set in rows(&golden, "tables").iter().chain(rows(&golden, "H_sweep")) {
        let name = set["name"].as_str().expect("a name");
        let reading = if set["params"]["scale"] == "data" { Reading::Refined } else { Reading::Printed };
        let model = HypercubeMmpp::new(setting(&set["params"]), reading);
        within(RTOL_SATURATION, model.saturation().load, number(&set["lambda_sat"]), name);
        let kind = if set["sat_kind"] == "network" { Limit::Network } else { Limit::Injection };
        assert_eq!(model.fullest().limit, kind, "{name}");
        for (row, fraction) in rows(set, "points").iter().zip(numbers(&set["fractions"])) {
            points += 1;
            let rtol = if fraction > 0.9 { RTOL_NEAR_SATURATION } else { RTOL_POINT };
            let solution = stable(&model, number(&row["lam"]));
            for quantity in solution.quantities() {
                let (symbol, theirs) = (quantity.symbol, &row[quantity.symbol]);
                // Pb is written for each distance of the law there; `the_attempts_agree` compares it.
                if theirs.is_null() || symbol == "Pb" {
                    continue;
                }
                compared += 1;
                let what = format!("{name} {fraction} {symbol}");
                match quantity.value {
                    Value::Number(ours) => within(rtol, ours, number(theirs), &what),
                    Value::List(ours) => {
                        assert_eq!(ours.len(), numbers(theirs).len(), "{what}");
                        ours.iter().zip(numbers(theirs)).for_each(|(&ours, theirs)| within(rtol, ours, theirs, &what));
                    }
                }
            }
            let ours = solution.effective.parts().iter().zip(rows(row, "mmpp_eff"));
            for (part, theirs) in ours {
                for (ours, theirs) in [part.d1, part.d2, part.high, part.low].into_iter().zip(numbers(theirs)) {
                    assert!(
                        (ours - theirs).abs() <= rtol * theirs + 1e-14,
                        "{name} {fraction} mmpp_eff: {ours} {theirs}"
                    );
                }
            }
        }
    }
    assert_eq!((points, compared), (96, 96 * 21));
}

#[test]
fn the_retries_of_a_component_are_matched_as_in_the_independent_rows() {
    for row in rows(&golden(), "retry") {
        let [d1, d2, high, low] = numbers(&row["mmpp"])[..] else { panic!("an MMPP") };
        let part = TwoState { d1, d2, high, low };
        let failure = number(&row["Pf"]);
        let matched = superposed_retries(part, failure);
        all_close(&[matched.d1, matched.d2, matched.high], &json_head(&row["matched"]), "matched");
        let theirs = numbers(&row["matched"])[3];
        assert!((matched.low - theirs).abs() <= RTOL_PART * theirs + 1e-15, "{} is not {theirs}", matched.low);
        let common = part.scaled(1.0 / (1.0 - failure));
        all_close(&[common.d1, common.d2, common.high, common.low], &row["common"], "common");
    }
}

fn json_head(list: &Json) -> Json {
    numbers(list)[..3].to_vec().into()
}

#[test]
fn the_attempts_agree() {
    for row in rows(&golden(), "path") {
        let (d, full) = (count(&row["D"]), number(&row["pV"]));
        let attempts = path::Distances::of(2 * d, Distance::Half).attempts(full, 32.0);
        close(1.0 / attempts.number, &row["Ps"], "Ps");
        close(attempts.channels, &row["c"], "c");
        close(attempts.setup, &row["E0"], "E0");
        let d = d as usize;
        all_close(&(0..d).map(|hop| path::blocking(full, d, hop)).collect::<Vec<_>>(), &row["Pb"], "Pb");
    }
}

#[test]
fn a_light_load_has_the_latency_of_an_empty_network() {
    for reading in [Reading::Printed, Reading::Refined] {
        for n in 2..=16 {
            let model = HypercubeMmpp::new(Setting { n, ..standard() }, reading);
            assert_eq!(stable(&model, 0.0).latency, model.zero_load());
            for load in [1e-300, 1e-100, 1e-30, 1e-12, 1e-8] {
                let solution = stable(&model, load);
                assert!(
                    (solution.latency / model.zero_load() - 1.0).abs() < 1e4 * load + 1e-13,
                    "{n} {load}: {}",
                    solution.latency
                );
                assert!(solution.quantities().iter().all(|quantity| quantity.value.is_finite()), "{n} {load}");
            }
        }
    }
}

#[test]
fn the_wait_tends_to_that_of_pollaczek_and_khinchine_as_the_bursts_go() {
    for (n, vcs, flits, mmpps) in
        [(2, 1, 64, 4), (4, 3, 32, 4), (7, 5, 16, 2), (8, 7, 32, 5), (10, 16, 128, 3), (16, 5, 32, 2)]
    {
        for reading in [Reading::Printed, Reading::Refined] {
            let with =
                |hurst, lag1| HypercubeMmpp::new(Setting { n, vcs, flits, mmpps, hurst, lag1, ..standard() }, reading);
            let load = 0.6 * with(0.7, 0.0).end().load;
            for hurst in [0.505, 0.7, 0.95] {
                let name = format!("{n} {vcs} {reading:?} {hurst}");
                let calm = stable(&with(hurst, 0.0), load);
                // The formula from the solution's own service time, whose deviation is that of its exponential part.
                let deviation = calm.e * calm.e + calm.t * calm.t;
                let rate = load / f64::from(vcs);
                within(1e-13, calm.w_s, rate * deviation / (2.0 * (1.0 - rate * calm.t)), &name);
                let geometric = calm.law.probabilities().windows(2).map(|pair| pair[1] / pair[0]);
                let ratio = calm.law.probabilities()[1] / calm.law.probabilities()[0];
                geometric.for_each(|each| within(1e-9, each, ratio, &name));
                // Twice the correlation is twice the excess, as long as it is little.
                let excess = |lag1: f64| stable(&with(hurst, lag1), load).w_s / calm.w_s - 1.0;
                let (once, twice) = (excess(1e-5), excess(2e-5));
                assert!(once > 0.0 && once < 0.05, "{name}: {once}");
                within(0.02, twice, 2.0 * once, &name);
            }
        }
    }
}

#[test]
fn close_to_h_one_half_little_correlation_is_nearly_poisson() {
    for (n, vcs, flits) in [(4, 3, 32), (6, 5, 32), (8, 7, 64)] {
        let with =
            |hurst, lag1| HypercubeMmpp::new(Setting { n, vcs, flits, hurst, lag1, ..standard() }, Reading::Refined);
        let load = 0.5 * with(0.7, 0.0).end().load;
        let calm = stable(&with(0.505, 0.0), load).w_s;
        let excess = |hurst| stable(&with(hurst, 0.05), load).w_s / calm - 1.0;
        let (white, long) = (excess(0.505), excess(0.85));
        assert!(white > 0.0 && white < 0.01 && long > 3.0 * white, "{n}: {white} {long}");
    }
}

#[test]
fn the_curve_rises_to_its_end_and_agrees_with_single_loads() {
    for (n, vcs) in [(2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (8, 7), (10, 3), (16, 5)] {
        for reading in [Reading::Printed, Reading::Refined] {
            let model = HypercubeMmpp::new(Setting { n, vcs, ..standard() }, reading);
            let (end, curve) = (model.fullest(), model.curve(60));
            assert_eq!(curve.len(), 60, "{n} {vcs} {reading:?}");
            assert_eq!(curve[0].load, 0.0);
            for pair in curve.windows(2) {
                assert!(pair[0].load < pair[1].load && pair[0].latency < pair[1].latency, "{n} {vcs} {}", pair[1].load);
                assert!(pair[0].full <= pair[1].full || n < 4, "{n} {vcs} {}", pair[1].load);
            }
            for on_curve in curve.iter().step_by(6).chain(&curve[57..59]) {
                let solved = stable(&model, on_curve.load);
                let rtol = if on_curve.load > 0.9 * end.load { RTOL_NEAR_SATURATION } else { RTOL_POINT };
                within(rtol, on_curve.latency, solved.latency, "the curve");
            }
            assert!(matches!(model.solve(end.load * (1.0 + 1e-9)), Outcome::Saturated), "{n} {vcs} {reading:?}");
            match end.limit {
                Limit::Network => {
                    let latency = model.saturation().latency.expect("finite at a fold");
                    within(RTOL_NEAR_SATURATION, curve[59].latency, latency, "the end");
                }
                Limit::Injection => assert!(curve[59].mu > 0.99),
                Limit::Fit => panic!("feasible"),
            }
        }
    }
}

#[test]
fn the_end_is_told_apart_where_both_limits_are_near() {
    // Queue and fold within a percent of each other; rates of six decades, whose rounding errors look like a fold; a queue that fills between two probes.
    let common = Setting { retry: Retry::Common, fit: Weights::Collocation, ..standard() };
    let exact = Setting { distance: Distance::Binomial, ..common };
    for (setting, limit) in [
        (Setting { n: 4, vcs: 2, hurst: 0.616, lag1: 0.296, mmpps: 3, ..exact }, Limit::Injection),
        (
            Setting {
                n: 4,
                vcs: 2,
                flits: 204,
                hurst: 0.685,
                lag1: 1.276,
                scales: 6,
                retry: Retry::Independent,
                ..exact
            },
            Limit::Network,
        ),
        (
            Setting { n: 5, vcs: 6, flits: 183, hurst: 0.968, lag1: 0.723, scales: 6, mmpps: 2, ..common },
            Limit::Injection,
        ),
        (
            Setting {
                n: 3,
                vcs: 9,
                flits: 184,
                hurst: 0.533,
                lag1: 0.544,
                scales: 2,
                fit: Weights::LeastSquares,
                ..common
            },
            Limit::Injection,
        ),
    ] {
        let model = HypercubeMmpp::new(setting, Reading::Printed);
        assert_eq!(model.fullest().limit, limit, "{setting:?}");
        assert_eq!(model.curve(60).len(), 60, "{setting:?}");
        let rho = model.saturation().rho;
        if limit == Limit::Injection {
            within(1e-9, rho, 1.0, "utilisation");
        } else {
            assert!(rho < 1.0);
        }
    }
}

#[test]
fn the_end_is_found_where_the_search_beyond_it_runs_into_certain_blocking() {
    // With two hops and attempts in phase Φ(p) > p up to p = 1 at the loads beyond the end: there is no other root, and no number at p = 1.
    let setting = Setting {
        n: 4,
        vcs: 4,
        flits: 914,
        hurst: 0.726_710_061_860_975_6,
        lag1: 0.386_766_085_160_030_5,
        scales: 3,
        mmpps: 2,
        retry: Retry::Common,
        ..standard()
    };
    let model = HypercubeMmpp::new(setting, Reading::Printed);
    let end = model.fullest();
    assert_eq!(end.limit, Limit::Injection);
    // Without any blocking the queues would give up at V/(3D + M).
    let unblocked = 4.0 / model.zero_load();
    assert!((0.9..1.0).contains(&(end.load / unblocked)), "{end:?} {unblocked}");
    assert!((1.0 - stable(&model, end.load * (1.0 - 1e-9)).mu).abs() < 1e-6);
    assert!(matches!(model.solve(end.load * (1.0 + 1e-9)), Outcome::Saturated));
}

#[test]
fn no_probability_is_negative_where_channels_are_almost_always_busy() {
    let setting = Setting { n: 2, vcs: 16, flits: 1024, hurst: 0.75, lag1: 0.5, mmpps: 3, ..standard() };
    let model = HypercubeMmpp::new(setting, Reading::Printed);
    let solution = stable(&model, 0.999 * model.fullest().load);
    let law = solution.law.probabilities();
    assert!(law.iter().all(|p| *p >= 0.0) && law[0] < 1e-12, "{law:?}");
}

#[test]
fn a_load_without_a_fit_is_invalid_with_a_sentence() {
    // One-flit messages on two dimensions: the network could carry more than traffic with this correlation comes in.
    let model = HypercubeMmpp::new(Setting { n: 2, vcs: 16, flits: 1, ..standard() }, Reading::Printed);
    assert_eq!(model.fullest().limit, Limit::Fit);
    let load = model.end().load;
    assert!(matches!(model.solve(0.5 * load), Outcome::Stable(_)));
    assert!(matches!(model.solve(load), Outcome::Stable(_)), "the end itself is a point");
    let Outcome::Invalid(refusal) = model.solve(1.000_01 * load) else { panic!("infeasible") };
    let sentence = refusal.to_string();
    assert!(
        sentence.contains("times the load λ = 0.81984. ") && sentence.contains("loads up to 0.81983"),
        "{sentence}"
    );
    let Outcome::Invalid(refusal) = model.solve(1.01 * load) else { panic!("infeasible") };
    assert_eq!(
        refusal.to_string(),
        "No traffic has a lag-1 correlation of 0.662 together with this Hurst parameter and these time scales: it must be at least 0 and below 0.656. That \
         correlation is ρ λ, the burstiness lag1 = 0.800 times the load λ = 0.828. With H = 0.700, this load accepts lag1 from 0 to 0.792, and this \
         lag1 accepts loads up to 0.820."
    );
    assert!(model.curve(40).iter().all(|solution| solution.latency.is_finite()));
}

#[test]
fn the_printed_reading_passes_the_bandwidth_bound_where_the_refined_one_does_not() {
    let setting = Setting { n: 4, vcs: 3, hurst: 0.6, lag1: 0.7, ..standard() };
    let (printed, refined) =
        (HypercubeMmpp::new(setting, Reading::Printed), HypercubeMmpp::new(setting, Reading::Refined));
    assert_eq!(printed.bandwidth_bound(), 0.0625);
    assert!(printed.end().load > 0.0625 && refined.end().load < 0.0625);
    let bandwidth = |model: &HypercubeMmpp| model.remarks(0.02).contains(&Caveat::BeyondBandwidth);
    assert!(bandwidth(&printed) && !bandwidth(&refined));
    let effects = printed.deviations(0.02);
    assert_eq!(effects.len(), 3);
    assert!(effects.iter().all(|effect| effect.change.is_ok()));
}

fn any_setting(components: RangeInclusive<u32>) -> impl Strategy<Value = (Setting, Reading)> {
    let network = (2..=10_u32, 1..=16_u32, 1..=256_u32);
    let traffic = (0.51..0.97_f64, 0.0..1.5_f64, 1..=7_u32, components);
    let choices = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    (network, traffic, choices).prop_map(
        |((n, vcs, flits), (hurst, lag1, scales, mmpps), (an, exact, common, refined))| {
            let setting = Setting {
                n,
                vcs,
                flits,
                hurst,
                lag1,
                scales,
                mmpps,
                fit: if an { Weights::Collocation } else { Weights::LeastSquares },
                distance: if exact { Distance::Binomial } else { Distance::Half },
                retry: if common { Retry::Common } else { Retry::Independent },
            };
            (setting, if refined { Reading::Refined } else { Reading::Printed })
        },
    )
}

/// Laws of every solution, independent of the method.
fn consistent(setting: Setting, reading: Reading, fraction: f64) -> Result<(), TestCaseError> {
    let model = HypercubeMmpp::new(setting, reading);
    let end = model.end();
    prop_assert!(end.load > 0.0 && end.load.is_finite());
    let s = match model.solve(fraction * end.load) {
        Outcome::Stable(solution) => solution,
        other => return Err(TestCaseError::fail(format!("{end:?} {other:?}"))),
    };
    let close = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
    for quantity in s.quantities() {
        prop_assert!(quantity.value.is_finite(), "{:?}", quantity);
    }
    prop_assert!(s.mu < 1.0 && s.latency >= model.zero_load() * (1.0 - 1e-9));
    prop_assert!(close(s.traffic.mean(), s.load), "the fit keeps the mean");
    prop_assert!(
        (s.traffic.count_autocorrelation(1.0) - setting.lag1 * s.load).abs() < 1e-8 * setting.lag1 * s.load + 1e-12,
        "and the correlation"
    );
    prop_assert!(close(s.effective.mean(), s.load * s.attempts.number), "(8)");
    prop_assert!(close(s.law.probabilities().iter().sum(), 1.0));
    let shares: f64 = s.shares().iter().map(|share| share.time).sum();
    prop_assert!(close(shares, s.latency), "the parts add up");
    let saturated = model.solve(end.load * 1.001);
    prop_assert!(!matches!(saturated, Outcome::Stable(_)));
    Ok(())
}

proptest! {
    #![proptest_config(crate::property::cases(100))]

    #[test]
    fn a_solution_is_finite_and_satisfies_the_equations_it_was_not_solved_by((setting, reading) in any_setting(2..=4), fraction in 0.01..0.99) {
        consistent(setting, reading, fraction)?;
    }
}

proptest! {
    #![proptest_config(crate::property::cases(8))]

    #[test]
    fn so_does_one_with_many_components((setting, reading) in any_setting(5..=6), fraction in 0.01..0.99) {
        consistent(setting, reading, fraction)?;
    }
}
