//! Questions asked of the models: answers verified forwards, and what is impossible confirmed by scanning.

use crate::property::cases;
use flitscope::{
    explore::{
        extreme::{self, Want},
        inverse::{self, Never},
        less_is_better, map, numbers, ours, sensitivity, with, words,
    },
    model::{self, Model},
    param::{Key, Kind, Param},
    scenario::{Reading, Scenario, System, link},
};
use proptest::prelude::*;

/// The first measure at a load.
fn value(model: &dyn Model, load: f64) -> Option<f64> {
    model.measures(load)?.first().copied()
}

/// Small networks of every system, at part of the load at which they end.
fn any_scenario() -> impl Strategy<Value = (Scenario, f64)> {
    let drawn = (0..System::ALL.len(), any::<bool>(), 0.05..0.95_f64, prop::collection::vec(0.0..1.0_f64, 12));
    drawn.prop_map(|(system, own, part, draws)| {
        let mut scenario = Scenario::new(System::ALL[system]);
        for (row, draw) in numbers(&scenario).collect::<Vec<_>>().into_iter().zip(draws) {
            let (least, most) = match (row.key, row.kind) {
                (Key::Load, _) => continue,
                (_, Kind::Integer { slider: Some((least, most)), .. }) => {
                    (f64::from(least), f64::from(most.min(least + 12)))
                }
                (_, Kind::Real { slider: Some((least, most)), .. }) => (least, most),
                _ => continue,
            };
            scenario = scenario.set(row.key, least + draw * (most - least));
        }
        // What has given way may have come between: such a network is still one.
        let scenario = if own { ours(&scenario) } else { scenario };
        (scenario, part)
    })
}

fn quick(scenario: &Scenario) -> bool {
    model::takes_long(scenario).is_none()
}

proptest! {
    #![proptest_config(cases(10))]

    #[test]
    fn a_load_that_is_found_has_the_target((scenario, part) in any_scenario(), reach in 0.0..1.2_f64) {
        prop_assume!(quick(&scenario));
        let model = model::of(&scenario);
        let end = model.end().load;
        let (Some(idle), Some(there)) = (value(&*model, 0.0), value(&*model, part * end)) else { return Ok(()) };
        let target = idle + reach * (there - idle);
        prop_assume!(target > 0.0);
        match inverse::load_for(&scenario, target) {
            Ok(found) => {
                let back = value(&*model, found.load).expect("a solution at the load that was found");
                prop_assert!((back / target - 1.0).abs() <= 1e-9, "{}: {back} for {target}", link::write(&scenario));
                prop_assert_eq!(back, found.value);
            }
            // Then no load has it: looked at in equal steps.
            Err(Never::Idle(idle)) => prop_assert!(target < idle),
            Err(Never::Ends(..)) => {
                let most = (0..=200).filter_map(|i| value(&*model, end * f64::from(i) / 200.0)).fold(0.0, f64::max);
                prop_assert!(most < target, "{}: {most} reaches {target}", link::write(&scenario));
            }
            Err(other) => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn an_extreme_value_will_do_and_the_next_will_not((scenario, part) in any_scenario(), which in any::<prop::sample::Index>(), largest: bool, slack in 1.01..2.0_f64) {
        prop_assume!(quick(&scenario));
        let model = model::bracketed(&scenario);
        let scenario = scenario.set(Key::Load, 0.8 * part * model.end().load);
        let Some(here) = value(&*model, scenario.get(Key::Load)) else { return Ok(()) };
        let target = if less_is_better(model.info()) { slack * here } else { here / slack };
        let rows: Vec<_> = numbers(&scenario).filter(|row| row.key != Key::Load && matches!(row.kind, Kind::Integer { max: ..=32, .. })).collect();
        let row = rows[which.index(rows.len())];
        let want = if largest { Want::Largest } else { Want::Smallest };
        let answer = extreme::of(&scenario, row, want, Some(target));
        let Kind::Integer { min, max, .. } = row.kind else { return Ok(()) };
        let good = |at: u32| {
            let changed = with(&scenario, row.key, f64::from(at)).ok().filter(quick)?;
            let measure = value(&*model::of(&changed), changed.get(Key::Load))?;
            inverse::meets(model.info(), measure, target).then_some((f64::from(at), measure))
        };
        let all = (min..=max).filter_map(good);
        let expected = if largest { all.last() } else { all.min_by(|a, b| a.0.total_cmp(&b.0)) };
        prop_assert_eq!(answer.found, expected);
        prop_assert!(!words::extreme(&scenario, &answer).is_empty());
    }

    #[test]
    fn elasticities_are_those_of_differences((scenario, part) in any_scenario()) {
        prop_assume!(quick(&scenario));
        let end = model::bracketed(&scenario).end().load;
        let scenario = scenario.set(Key::Load, 0.9 * part * end);
        let answer = sensitivity::of(&scenario);
        for effect in answer.effects.iter().filter(|effect| effect.neighbours.is_empty() && effect.value > 0.0) {
            let (x, row) = (effect.value, scenario.system().param(effect.key).expect("a row"));
            // A difference on both sides with its error in the square of the step taken out.
            let difference = |of: &dyn Fn(f64) -> Option<f64>| {
                let one = |step: f64| {
                    let [low, high] = [-step, step].map(|by| x * libm::exp(by));
                    let inside = row.nearest(low) == low && row.nearest(high) == high;
                    let (low, high) = if inside { (of(low)?, of(high)?) } else { return None };
                    Some(libm::log(high / low) / (2.0 * step))
                };
                let (fine, coarse) = (one(1e-2)?, one(2e-2)?);
                Some((fine + (fine - coarse) / 3.0, (fine - coarse).abs()))
            };
            let changed = |x: f64| with(&scenario, effect.key, x).expect("in range");
            let measure = |x: f64| value(&*model::of(&changed(x)), changed(x).get(Key::Load));
            let end = |x: f64| Some(model::sharp(&changed(x)).end().load);
            let ours = scenario.reading() == Reading::Flow;
            for (known, of, sure) in [
                (effect.measure, &measure as &dyn Fn(f64) -> Option<f64>, 1e-5),
                // The end of a model of ours is searched for.
                (effect.saturation, &end, if ours { 1e-4 } else { 1e-5 }),
            ] {
                if let (Some(known), Some((expected, corrected))) = (known, difference(of)) {
                    let most = sure * expected.abs().max(1.0) + 0.1 * corrected;
                    prop_assert!((known - expected).abs() < most, "{} {:?}: {known} {expected}", link::write(&scenario), effect.key);
                }
            }
        }
    }

    #[test]
    fn cells_are_what_a_model_says((scenario, part) in any_scenario(), x in any::<prop::sample::Index>(), y in any::<prop::sample::Index>()) {
        prop_assume!(quick(&scenario));
        let scenario = scenario.set(Key::Load, part * model::bracketed(&scenario).end().load);
        let rows: Vec<_> = numbers(&scenario).filter(|row| row.key != Key::Load).collect();
        let (x, y) = (rows[x.index(rows.len())], rows[y.index(rows.len())]);
        prop_assume!(x.key != y.key);
        let at = |row: &Param| (row.key, scenario.get(row.key));
        for shown in [map::Mapped::Saturation, map::Mapped::Measure] {
            let cell = map::cell(&scenario, shown, at(x), at(y)).ok();
            // It is the scenario itself.
            let model = model::of(&scenario);
            let expected = match shown {
                map::Mapped::Nothing => None,
                map::Mapped::Saturation => Some(model.end()).filter(|end| end.saturated()).map(|end| end.load),
                map::Mapped::Measure => value(&*model, scenario.get(Key::Load)),
            };
            prop_assert_eq!(cell, expected);
        }
    }
}
