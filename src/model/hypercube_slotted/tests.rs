//! The effect of each slip of the paper by itself, against the effects noted when the equations were derived again.

use super::{
    paper::{APPENDIX, HOP, SECOND_ORDER, TRANSIT},
    *,
};

fn corrected() -> Deviations {
    Deviations::of(&DEVIATIONS, Reading::Corrected)
}

fn bernoulli(n: u32, fraction: f64, deviations: Deviations) -> f64 {
    let model = HypercubeSlotted::with(n, deviations);
    model.at(fraction * model.end.at).expect("below the end").latency_bernoulli
}

/// Relative change of the Bernoulli delay when one slip is put back into the corrected form, in per cent with one decimal.
fn slip(n: u32, fraction: f64, with: Deviations) -> f64 {
    let change = bernoulli(n, fraction, with) / bernoulli(n, fraction, corrected()) - 1.0;
    (1000.0 * change).round() / 10.0
}

#[test]
fn the_printed_rate_of_transit_makes_the_delay_too_low_and_the_moments_of_the_whole_path_too_high() {
    for (slipped, n, fraction, change, close) in [
        (TRANSIT, 4, 0.5, -11.8, 0.0),
        (TRANSIT, 4, 0.95, -46.9, 0.0),
        (TRANSIT, 6, 0.95, -16.6, 0.0),
        (TRANSIT, 8, 0.95, -4.5, 0.0),
        (HOP, 4, 0.05, 88.0, 0.6),
        (HOP, 4, 0.5, 56.0, 0.6),
        (HOP, 4, 0.95, 8.0, 0.6),
        (HOP, 8, 0.5, 119.0, 0.6),
    ] {
        let found = slip(n, fraction, corrected().without(slipped));
        assert!((found - change).abs() <= close, "n = {n} at {fraction}: {found}");
    }
}

#[test]
fn the_appendix_makes_the_delay_a_little_too_low() {
    let slipped = corrected().without(SECOND_ORDER);
    for (n, most) in [(2, -4.1), (4, -1.6), (6, -0.8)] {
        let worst = (1..100).map(|i| slip(n, f64::from(i) / 100.0, slipped)).fold(0.0, f64::min);
        assert_eq!(worst, most, "n = {n}");
    }
}

#[test]
fn the_derivative_of_the_text_has_a_pole_below_saturation() {
    let literal = Deviations::of(&DEVIATIONS, Reading::Printed).without(APPENDIX);
    for (n, pole) in [(4, 0.77), (6, 0.61), (8, 0.51), (10, 0.43)] {
        assert!(bernoulli(n, pole - 0.01, literal) > 0.0, "n = {n}");
        assert!(bernoulli(n, pole + 0.01, literal) < 0.0, "n = {n}");
    }
}
