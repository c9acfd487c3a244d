//! The parts of the hypercube model under long-range dependent traffic, each against independent numbers.

use flitscope::{
    queueing::{
        mmpp_g1::{self, Service},
        modulated_channels::Workspace,
    },
    text::significant,
    traffic::{
        long_range::{Shape, Target, Weights},
        mmpp::{Superposition, TwoState},
    },
};
use serde_json::Value as Json;

/// Agreement asked of a part: the numbers carry at least nine correct digits.
pub(crate) const RTOL_PART: f64 = 1e-9;

/// Agreement asked of the effective Hurst parameter: at how many lags its straight line is laid is a choice, and ours are more.
const RTOL_EFFECTIVE_HURST: f64 = 2e-3;

/// Agreement asked of the largest correlation: the independent numbers take κ - 1 + e^(-κ) as it stands, which
/// cancels at κ = 8e-6 (redone with 50 digits, their fit at H = 0.95 becomes ours to 13 digits). `the_largest_correlation_is_exact` holds ours to the last digits.
const RTOL_LIMIT: f64 = 1e-6;

pub(crate) fn golden() -> Json {
    serde_json::from_str(include_str!("../golden/hypercube-mmpp.json")).expect("golden numbers are JSON")
}

pub(crate) fn rows<'a>(json: &'a Json, key: &str) -> &'a [Json] {
    json[key].as_array().unwrap_or_else(|| panic!("{key} is no list"))
}

pub(crate) fn number(json: &Json) -> f64 {
    json.as_f64().unwrap_or_else(|| panic!("{json} is no number"))
}

pub(crate) fn count(json: &Json) -> u32 {
    number(json) as u32
}

pub(crate) fn numbers(json: &Json) -> Vec<f64> {
    json.as_array().expect("a list").iter().map(number).collect()
}

pub(crate) fn within(rtol: f64, ours: f64, theirs: f64, what: &str) {
    assert!((ours - theirs).abs() <= rtol * theirs.abs(), "{what}: {ours} is not {theirs}");
}

pub(crate) fn close(ours: f64, theirs: &Json, what: &str) {
    within(RTOL_PART, ours, number(theirs), what);
}

pub(crate) fn all_close(ours: &[f64], theirs: &Json, what: &str) {
    let theirs = numbers(theirs);
    assert_eq!(ours.len(), theirs.len(), "{what}");
    ours.iter().zip(theirs).for_each(|(&ours, theirs)| within(RTOL_PART, ours, theirs, what));
}

pub(crate) fn weights(json: &Json) -> Weights {
    if json == "ls" { Weights::LeastSquares } else { Weights::Collocation }
}

fn process(json: &Json) -> TwoState {
    let [d1, d2, high, low] = numbers(json)[..] else { panic!("{json} is no MMPP") };
    TwoState { d1, d2, high, low }
}

fn sum(json: &Json) -> Superposition {
    Superposition::of(json.as_array().expect("a list").iter().map(process))
}

#[test]
fn every_fit_agrees_in_its_parameters_and_its_statistics() {
    for row in rows(&golden(), "fits") {
        let target = Target {
            hurst: number(&row["H"]),
            scales: count(&row["n_ts"]),
            mmpps: count(&row["L"]),
            weights: weights(&row["mode"]),
        };
        let (shape, info) = (Shape::of(target), &row["info"]);
        all_close(shape.weights(), &info["w"], "w");
        all_close(shape.relaxations(), &info["kappa"], "kappa");
        within(RTOL_LIMIT, shape.correlation_limit(), number(&info["r1max"]), "r1max");
        let (lambda, rho) = (number(&row["lam"]), number(&row["rho"]));
        if rho > 0.0 {
            within(RTOL_EFFECTIVE_HURST, shape.effective_hurst(), number(&info["H_eff"]), "H_eff");
        }
        let fit = shape.fit(lambda, rho * lambda).expect("feasible");
        within(1e-12, fit.mean(), lambda, "mean");
        // Cancellation there enters a fit in proportion to its correlation over the largest.
        let rtol = RTOL_PART + RTOL_LIMIT * rho * lambda / shape.correlation_limit();
        for (part, (theirs, of)) in fit.parts().iter().zip(rows(row, "mmpp").iter().zip(rows(row, "component"))) {
            for (ours, theirs) in [part.d1, part.d2, part.high, part.low].into_iter().zip(numbers(theirs)) {
                within(rtol, ours, theirs, "mmpp");
            }
            within(rtol, part.mean(), number(&of["mean"]), "mean of a component");
            within(rtol, part.sigma(), number(&of["sigma"]), "sigma");
            within(rtol, part.high_share(), number(&of["p_high"]), "p");
            within(rtol, part.skewness(), number(&of["skew"]), "skewness");
        }
        for (lag, theirs) in row["count_acf"].as_object().expect("a table") {
            within(rtol, fit.count_autocorrelation(lag.parse().expect("a lag")), number(theirs), "autocorrelation");
        }
        for (cycles, theirs) in row["count_var"].as_object().expect("a table") {
            within(rtol, fit.count_variance(cycles.parse().expect("a time")), number(theirs), "variance");
        }
    }
}

#[test]
fn the_largest_correlation_is_exact() {
    // H = 0.8, five decades, L = 4, from the weights of the independent numbers with 50 digits: they hold 12.
    let shape = Shape::of(Target { hurst: 0.8, scales: 5, mmpps: 4, weights: Weights::Collocation });
    within(1e-12, shape.correlation_limit(), 0.713_111_745_340_334_8, "the largest correlation");
}

#[test]
fn what_cannot_be_fitted_says_so_in_a_sentence() {
    for row in rows(&golden(), "infeasible") {
        let target = Target { hurst: number(&row["H"]), scales: 5, mmpps: 4, weights: Weights::Collocation };
        let (lambda, rho) = (number(&row["lam"]), number(&row["rho"]));
        let asked = if row["corr"] == "rho" { rho } else { rho * lambda };
        let refused = Shape::of(target).fit(lambda, asked).expect_err("infeasible");
        let message = row["message"].as_str().expect("a sentence");
        assert!(message.contains(&format!("{:.4} >= {:.4}", refused.asked, refused.limit)), "{message}");
        assert!(refused.to_string().contains(&significant(asked, 3)), "{refused}");
    }
}

#[test]
fn least_squares_reaches_h_over_the_whole_range() {
    for mmpps in 4..=6 {
        for step in 12..=19 {
            let hurst = f64::from(step) / 20.0;
            let shape = Shape::of(Target { hurst, scales: 5, mmpps, weights: Weights::LeastSquares });
            assert!(
                (shape.effective_hurst() - hurst).abs() < 0.007,
                "L = {mmpps}, H = {hurst}: {}",
                shape.effective_hurst()
            );
            assert!(!shape.cut());
        }
    }
    for scales in 1..=7 {
        for mmpps in 2..=6 {
            for step in 1..50 {
                let hurst = 0.5 + f64::from(step) / 100.0;
                for weights in [Weights::LeastSquares, Weights::Collocation] {
                    let shape = Shape::of(Target { hurst, scales, mmpps, weights });
                    assert!(shape.weights().iter().all(|weight| weight.is_finite() && *weight >= 0.0));
                    assert!(shape.weights().iter().sum::<f64>() > 0.0, "{scales} {mmpps} {hurst} {weights:?}");
                }
            }
        }
    }
}

#[test]
fn the_wait_and_the_end_of_the_busy_period_agree() {
    for row in rows(&golden(), "queue") {
        let arrivals = sum(&row["mmpp"]);
        let service = Service { exponential: number(&row["E"]), constant: number(&row["h"]) };
        close(service.mean(), &row["T1"], "T1");
        close(service.second_moment(), &row["T2"], "T2");
        let m = arrivals.states();
        all_close(&(0..m).map(|state| arrivals.share(state)).collect::<Vec<_>>(), &row["pi"], "pi");
        all_close(&(0..m).map(|state| arrivals.rate(state)).collect::<Vec<_>>(), &row["b"], "b");
        all_close(&mmpp_g1::end_of_busy_period(&arrivals, service).expect("regular"), &row["g"], "g");
        let wait = mmpp_g1::waiting_time(&arrivals, service).expect("stable");
        close(wait.mean, &row["W"], "W");
        close(wait.poisson, &row["W_pk"], "W_pk");
        close(wait.burstiness, &row["C"], "C");
        close(wait.delta, &row["Delta"], "Delta");
        all_close(&wait.high_at_end[..arrivals.parts().len()], &row["g_high"], "g_high");
    }
}

#[test]
fn the_wait_keeps_its_digits_whatever_the_scales_of_the_rates() {
    /// The numbers have 17 digits. Where the server is nearly full or a phase just critical, W moves up to 100 times as far as what it is computed from.
    const RTOL: f64 = 1e-11;
    let golden: Json = serde_json::from_str(include_str!("../golden/mmpp-g1.json")).expect("golden numbers are JSON");
    let mut slow = 0;
    for row in rows(&golden, "rows") {
        let (arrivals, name) = (sum(&row["mmpp"]), row["name"].as_str().expect("a name"));
        let service = Service { exponential: number(&row["E"]), constant: number(&row["h"]) };
        let wait = mmpp_g1::waiting_time(&arrivals, service).expect("stable");
        within(RTOL, wait.mean, number(&row["W"]), name);
        within(RTOL, wait.poisson, number(&row["W_pk"]), name);
        let g = mmpp_g1::end_of_busy_period(&arrivals, service).expect("stable");
        for (i, theirs) in numbers(&row["g_high"]).into_iter().enumerate() {
            let high: f64 =
                g.iter().enumerate().filter(|(state, _)| state & arrivals.bit(i) == 0).map(|(_, g)| g).sum();
            // A difference of numbers of the order of p: where bursts overload the server little is left of it, but no digit of W comes from it.
            assert!((high - theirs).abs() < 1e-9 * arrivals.parts()[i].high_share(), "{name}: {high} is not {theirs}");
            assert!((wait.high_at_end[i] - high).abs() < 1e-9 * arrivals.parts()[i].high_share(), "{name}");
        }
        let rates = arrivals.parts().iter().map(TwoState::relaxation);
        slow += u32::from(rates.clone().fold(0.0, f64::max) > 1e5 * rates.fold(1.0, f64::min));
    }
    assert!(slow >= 10, "{slow} rows with rates that differ by more than 1e5");
}

#[test]
fn the_wait_tends_to_that_of_pollaczek_and_khinchine_as_correlation_goes() {
    let service = Service { exponential: 6.0, constant: 35.0 };
    for (hurst, mmpps) in [(0.505, 4), (0.7, 4), (0.9, 3), (0.8, 6)] {
        let shape = Shape::of(Target { hurst, scales: 5, mmpps, weights: Weights::LeastSquares });
        for rate in [0.002, 0.012, 0.022] {
            let mu: f64 = rate * service.mean();
            let expected = rate * service.second_moment() / (2.0 * (1.0 - mu));
            let wait = |correlation: f64| {
                let arrivals = shape.fit(rate, correlation).expect("feasible");
                mmpp_g1::waiting_time(&arrivals, service).expect("stable").mean
            };
            within(1e-14, wait(0.0), expected, "no correlation");
            // The first term of the excess is proportional to the correlation.
            let excess = [1e-6, 1e-7, 1e-8].map(|correlation| (wait(correlation) / expected - 1.0) / correlation);
            assert!(excess[2] > 0.0, "bursts cost: {excess:?}");
            within(1e-2, excess[1] / excess[2], 1.0, "proportional");
            assert!((excess[0] / excess[2] - 1.0).abs() < 0.1, "{hurst} {rate} {excess:?}");
        }
    }
}

#[test]
fn the_law_of_busy_virtual_channels_agrees() {
    for row in rows(&golden(), "chain") {
        let vcs = count(&row["V"]);
        let law = Workspace::default().solve(&sum(&row["mmpp"]), number(&row["nu"]), vcs);
        all_close(law.probabilities(), &row["Pi"], "P_i");
        close(law.full(), &row["pV"], "P_V");
        close(law.multiplexing(), &row["Vbar"], "Vbar");
    }
}
