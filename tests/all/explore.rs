//! Questions asked of the models: answers verified forwards, and what is impossible confirmed by scanning.

use crate::property::{cases, holds};
use flitscope::{
    explore::{
        extreme::{self, Want},
        inverse::{self, NoLoad},
        less_is_better,
        map::{Cells, Mapped},
        numbers, ours,
        sensitivity::{self, Break, ElasticityOf},
        with, words,
    },
    model::{self, Model},
    param::{Key, Param, ParamKind},
    scenario::{Reading, Scenario, System, link},
};
use proptest::{prelude::*, test_runner::TestCaseError};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
};

/// The first measure at a load.
fn value(model: &dyn Model, load: f64) -> Option<f64> {
    model.measures(load)?.first().copied()
}

/// Small networks of a system, at part of the load at which they end.
fn any_scenario(system: System) -> impl Strategy<Value = (Scenario, f64)> {
    let drawn = (any::<bool>(), 0.05..0.95_f64, prop::collection::vec(0.0..1.0_f64, 12));
    drawn.prop_map(move |(own, part, draws)| {
        let mut scenario = Scenario::new(system);
        for (row, draw) in numbers(&scenario).collect::<Vec<_>>().into_iter().zip(draws) {
            let (least, most) = match (row.key, row.kind) {
                (Key::Load, _) => continue,
                (_, ParamKind::Integer { slider: Some((least, most)), .. }) => {
                    (f64::from(least), f64::from(most.min(least + 12)))
                }
                (_, ParamKind::Real { slider: Some((least, most)), .. }) => (least, most),
                _ => continue,
            };
            scenario = scenario.set(row.key, least + draw * (most - least));
        }
        // `reconcile` may have changed the reading: our own model accepts such a network, too.
        let scenario = if own { ours(&scenario) } else { scenario };
        (scenario, part)
    })
}

fn quick(scenario: &Scenario) -> bool {
    model::choose(scenario.setup()).refusal().is_none()
}

/// Cases of a property for each system; `FUZZ=500` tries a thousand.
const EACH: u32 = 2;

/// Tries a property on random scenarios of every system. What it says of each is counted and printed.
fn of_every_system<S: Strategy>(
    things: &str,
    more: impl Fn() -> S,
    property: impl Fn(&Scenario, f64, S::Value) -> Result<&'static str, TestCaseError>,
) {
    for system in System::ALL {
        let said = RefCell::new(BTreeMap::new());
        holds(
            &format!("{things} of {}", system.key()),
            EACH,
            &(any_scenario(*system), more()),
            |((scenario, part), more)| {
                prop_assume!(quick(&scenario));
                *said.borrow_mut().entry(property(&scenario, part, more)?).or_insert(0) += 1;
                Ok(())
            },
        );
        println!("    {:?}", said.into_inner());
    }
}

/// Answers that are verified forwards; what is impossible is confirmed by scanning.
mod forwards {
    use super::*;

    /// Checks a load that was found by solving there, and a missing one by a scan.
    fn confirmed(
        scenario: &Scenario,
        target: f64,
        answer: Result<inverse::Found, NoLoad>,
        end: f64,
        function: impl Fn(f64) -> Option<f64>,
    ) -> Result<&'static str, TestCaseError> {
        match answer {
            Ok(found) => {
                let back = function(found.load).expect("a solution at the load that was found");
                prop_assert!((back / target - 1.0).abs() <= 1e-9, "{}: {back} for {target}", link::write(scenario));
                prop_assert_eq!(back, found.value);
                Ok("answered")
            }
            Err(NoLoad::Idle(idle)) => {
                let least =
                    (0..=200).filter_map(|i| function(end * f64::from(i) / 200.0)).fold(f64::INFINITY, f64::min);
                prop_assert!(target < idle && target < least, "{}: {least} {idle}", link::write(scenario));
                Ok("impossible: idle")
            }
            Err(NoLoad::Ends(..)) => {
                let most = (0..=200).filter_map(|i| function(end * f64::from(i) / 200.0)).fold(0.0, f64::max);
                prop_assert!(most < target, "{}: {most} reaches {target}", link::write(scenario));
                Ok("impossible: ends")
            }
            Err(other) => Err(TestCaseError::fail(format!("{}: {other:?}", link::write(scenario)))),
        }
    }

    #[test]
    fn a_load_that_is_found_has_the_target() {
        of_every_system(
            "loads for a latency",
            || -0.1..1.2_f64,
            |scenario, part, reach| {
                let model = model::of(scenario.setup());
                let end = model.end().load;
                let (idle, there) = (value(&*model, 0.0), value(&*model, part * end));
                prop_assume!(idle.is_some() && there.is_some());
                let (idle, there) = (idle.unwrap_or_default(), there.unwrap_or_default());
                let target = idle + reach * (there - idle);
                prop_assume!(target > 0.0);
                confirmed(scenario, target, inverse::load_for(scenario, target), end, |load| value(&*model, load))
            },
        );
    }

    #[test]
    fn broadcasts_cost_what_was_asked_for() {
        let strategy = (any_scenario(System::TorusBroadcast), 0.001..1.0_f64);
        let said = RefCell::new(BTreeMap::new());
        holds("costs of broadcasts", EACH, &strategy, |((scenario, _), cost)| {
            prop_assume!(scenario.get(Key::Beta) > 0.0);
            let (with, without) = (model::of(scenario.setup()), model::of(scenario.set(Key::Beta, 0.0).setup()));
            let function = |load| Some(value(&*with, load)? / value(&*without, load)? - 1.0);
            let answer = inverse::cost_of_broadcast(&scenario, cost);
            let said_of_it = confirmed(&scenario, cost, answer, with.end().load, function)?;
            *said.borrow_mut().entry(said_of_it).or_insert(0) += 1;
            Ok(())
        });
        println!("    {:?}", said.into_inner());
    }

    /// A question of an extreme value: a parameter, the end of its range, and the target as a factor of the present value.
    fn extremes() -> impl Strategy<Value = (prop::sample::Index, bool, f64)> {
        (any::<prop::sample::Index>(), any::<bool>(), 0.9..2.0_f64)
    }

    /// The scenario at a load, with a target.
    fn with_target(scenario: &Scenario, part: f64, slack: f64) -> Result<(Scenario, f64), TestCaseError> {
        let model = model::solved_to_end(scenario.setup());
        let scenario = scenario.set(Key::Load, 0.8 * part * model.end().load);
        let here = value(&*model, scenario.get(Key::Load));
        prop_assume!(here.is_some());
        let here = here.unwrap_or_default();
        Ok((scenario, if less_is_better(model.info()) { slack * here } else { here / slack }))
    }

    /// The saturation and the measure at a value of a parameter, if it carries the load within the target.
    fn good(scenario: &Scenario, row: &Param, at: f64, target: f64) -> Option<(f64, f64)> {
        let changed = with(scenario, row.key, at).ok().filter(quick)?;
        let model = model::of(changed.setup());
        let measure = value(&*model, changed.get(Key::Load))?;
        inverse::meets(model.info(), measure, target).then_some((at, measure))
    }

    #[test]
    fn an_extreme_value_will_do_and_the_next_will_not() {
        of_every_system("extremes of whole numbers", extremes, |scenario, part, (which, largest, slack)| {
            let (scenario, target) = with_target(scenario, part, slack)?;
            let small =
                |row: &&Param| row.key != Key::Load && matches!(row.kind, ParamKind::Integer { max: ..=32, .. });
            let rows: Vec<_> = numbers(&scenario).filter(small).collect();
            let row = rows[which.index(rows.len())];
            let want = if largest { Want::Largest } else { Want::Smallest };
            let answer = extreme::of(&scenario, row, want, Some(target));
            let ParamKind::Integer { min, max, .. } = row.kind else {
                return Err(TestCaseError::fail("a whole number"));
            };
            let mut all = (min..=max).filter_map(|at| good(&scenario, row, f64::from(at), target));
            let expected = if largest { all.next_back() } else { all.next() };
            prop_assert!(!words::extreme(&scenario, &answer).is_empty());
            // Where a value that no model covers is met first, a value beyond the one expected might do.
            if let Some((at, why)) = answer.fails.filter(|(_, why)| why.is_unknown()) {
                let beyond = |value: f64| if largest { value < at } else { value > at };
                prop_assert!(
                    answer.found.is_none() && expected.is_none_or(|(value, _)| beyond(value)),
                    "{at}: {why:?}"
                );
                return Ok("not known");
            }
            prop_assert_eq!(answer.found, expected);
            Ok(if answer.found.is_some() { "answered" } else { "impossible" })
        });
    }

    #[test]
    fn an_extreme_value_that_is_not_whole_is_the_last_that_will_do() {
        for system in [System::TorusBroadcast, System::HypercubeMmpp, System::BanyanMulticast] {
            let strategy = (any_scenario(system), extremes());
            let said = RefCell::new(BTreeMap::new());
            holds(
                &format!("extremes of {}", system.key()),
                EACH,
                &strategy,
                |((scenario, part), (which, largest, slack))| {
                    prop_assume!(quick(&scenario));
                    let (scenario, target) = with_target(&scenario, part, slack)?;
                    let real = |row: &&Param| row.key != Key::Load && matches!(row.kind, ParamKind::Real { .. });
                    let rows: Vec<_> = numbers(&scenario).filter(real).collect();
                    let row = rows[which.index(rows.len())];
                    let ParamKind::Real { min, max, .. } = row.kind else {
                        return Err(TestCaseError::fail("a number"));
                    };
                    let want = if largest { Want::Largest } else { Want::Smallest };
                    let answer = extreme::of(&scenario, row, want, Some(target));
                    let outcome = match answer.found {
                        Some((at, measure)) => {
                            prop_assert_eq!(good(&scenario, row, at, target), Some((at, measure)));
                            // Neighbours differ by rounding alone: the predictions may rise and fall in their last digits.
                            let steps = [1e-12, 1e-11, 1e-10, 1e-9];
                            let last = steps.iter().any(|step| {
                                let beyond = at * if largest { 1.0 + step } else { 1.0 - step };
                                beyond == at
                                    || row.nearest(beyond) != beyond
                                    || good(&scenario, row, beyond, target).is_none()
                            });
                            prop_assert!(last, "{} {:?}: {at} is not the last", link::write(&scenario), row.key);
                            "answered"
                        }
                        None => {
                            let some = (0..=192)
                                .find_map(|i| good(&scenario, row, min + (max - min) * f64::from(i) / 192.0, target));
                            prop_assert_eq!(some, None);
                            "impossible"
                        }
                    };
                    *said.borrow_mut().entry(outcome).or_insert(0) += 1;
                    Ok(())
                },
            );
            println!("    {:?}", said.into_inner());
        }
    }

    #[test]
    fn cells_are_what_a_model_says() {
        let strategy = || (any::<prop::sample::Index>(), any::<prop::sample::Index>());
        of_every_system("cells of maps", strategy, |scenario, part, (x, y)| {
            let scenario = scenario.set(Key::Load, part * model::solved_to_end(scenario.setup()).end().load);
            let rows: Vec<_> = numbers(&scenario).collect();
            let (x, y) = (rows[x.index(rows.len())], rows[y.index(rows.len())]);
            prop_assume!(x.key != y.key);
            let at = |row: &Param| (row.key, scenario.get(row.key));
            let mut cells = Cells::default();
            // A network that has been solved for another load before.
            let other = with(&scenario, Key::Load, 0.5 * scenario.get(Key::Load)).expect("a load");
            let _ = cells.cell(&other, Mapped::Measure, at(x), at(y));
            for shown in [Mapped::Saturation, Mapped::Measure] {
                let cell = cells.cell(&scenario, shown, at(x), at(y)).map(|cell| cell.value);
                // It is the scenario itself.
                let model = model::of(scenario.setup());
                let expected = match shown {
                    Mapped::Nothing => None,
                    Mapped::Saturation => Some(model.end()).filter(|end| end.saturated()).map(|end| end.load),
                    Mapped::Measure => value(&*model, scenario.get(Key::Load)),
                };
                prop_assert_eq!(cell, expected);
            }
            Ok("equal to the last bit")
        });
    }
}

/// Elasticities against plain differences.
mod sensitivities {
    use super::*;

    #[test]
    fn elasticities_are_those_of_differences() {
        let (known, left_out) = (Cell::new(0), Cell::new(0));
        of_every_system(
            "operating points",
            || Just(()),
            |scenario, part, ()| {
                let end = model::solved_to_end(scenario.setup()).end().load;
                let scenario = scenario.set(Key::Load, 0.9 * part * end);
                let answer = sensitivity::of(&scenario);
                let rows = |effect: &sensitivity::ParameterEffect| scenario.system().param(effect.key).expect("a row");
                let smooth = |effect: &&sensitivity::ParameterEffect| {
                    effect.value > 0.0 && matches!(rows(effect).kind, ParamKind::Real { .. })
                };
                for effect in answer.effects.iter().filter(smooth) {
                    let (x, row) = (effect.value, rows(effect));
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
                    let measure = |x: f64| value(&*model::of(changed(x).setup()), changed(x).get(Key::Load));
                    let end = |x: f64| Some(model::solved_precisely(changed(x).setup()).end().load);
                    let ours = scenario.reading() == Reading::Flow;
                    for (of, elasticity, here, function, sure) in [
                        (
                            ElasticityOf::Measure,
                            effect.measure,
                            answer.here.measure,
                            &measure as &dyn Fn(f64) -> Option<f64>,
                            1e-5,
                        ),
                        // The end of a model of ours is searched for.
                        (
                            ElasticityOf::Saturation,
                            effect.saturation,
                            answer.here.saturation,
                            &end,
                            if ours { 1e-4 } else { 1e-5 },
                        ),
                    ] {
                        let Some(elasticity) = elasticity else {
                            // A missing derivative has a named reason.
                            let named = effect.breaks.iter().any(|found| match found {
                                Break::Edge { of: what, .. } | Break::Rough { of: what, .. } => *what == of,
                                Break::Limit { .. } | Break::Rule { .. } | Break::Unsolved { .. } => false,
                            });
                            let none = here.is_none()
                                || here == Some(0.0)
                                || of == ElasticityOf::Saturation && effect.key == Key::Load;
                            prop_assert!(named || none, "{} {:?}: not named", link::write(&scenario), effect.key);
                            left_out.set(left_out.get() + usize::from(named));
                            continue;
                        };
                        known.set(known.get() + 1);
                        if let Some((expected, corrected)) = difference(function) {
                            let most = sure * expected.abs().max(1.0) + 0.1 * corrected;
                            let off = (elasticity - expected).abs();
                            prop_assert!(
                                off < most,
                                "{} {:?}: {elasticity} {expected}",
                                link::write(&scenario),
                                effect.key
                            );
                        }
                    }
                }
                for (effect, found) in
                    answer.effects.iter().flat_map(|effect| effect.breaks.iter().map(move |one| (effect, one)))
                {
                    let sentence = words::discontinuity(&scenario, effect, found);
                    prop_assert!(words::sensitivity(&scenario, &answer).contains(&sentence));
                }
                Ok("as differences say")
            },
        );
        println!("    {} elasticities known, {} left out and named", known.get(), left_out.get());
    }
}

/// Cost against what it buys.
mod pareto {
    use super::*;
    use flitscope::explore::{
        cost::Cost,
        pareto::{Design, front},
    };

    proptest! {
        #![proptest_config(cases(100))]

        #[test]
        fn the_front_is_what_nothing_betters(points in prop::collection::vec((0_u8..8, 0_u8..8), 0..30), more: bool) {
            let designs: Vec<_> = points.iter().map(|(cost, value)| Design { at: (0.0, 0.0), cost: f64::from(*cost), value: f64::from(*value) }).collect();
            let good = |design: &Design| if more { design.value } else { -design.value };
            let bettered = |design: &Design| designs.iter().any(|other| {
                other.cost <= design.cost && good(other) >= good(design) && (other.cost < design.cost || good(other) > good(design))
            });
            let found = front(&designs, more);
            // The Pareto front: each pair of cost and value once, from the cheapest on.
            let mut expected: Vec<_> = designs.iter().filter(|design| !bettered(design)).map(|design| (design.cost, design.value)).collect();
            expected.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
            expected.dedup();
            let pairs: Vec<_> = found.iter().map(|place| (designs[*place].cost, designs[*place].value)).collect();
            prop_assert_eq!(pairs, expected);
        }
    }

    #[test]
    fn costs_are_as_counted_by_hand() {
        let cost = |text: &str| Cost::of(&link::parse(text).scenario);
        // 64 nodes with 4 channels each, of 3 virtual ones with 2 flits.
        assert_eq!(cost("#k=8&vcs=3&depth=2"), Cost { buffers: Some(1_536), pins: 8, bisection: 32 });
        // 512 nodes with 3 channels each, one way; 64 rings are cut twice.
        assert_eq!(cost("#system=kary-ncube&k=8&n=3&vcs=5"), Cost { buffers: Some(7_680), pins: 6, bisection: 128 });
        // The hypercube as the same formulas have it: each pair of nodes is cut in both directions.
        assert_eq!(cost("#system=kary-ncube&k=2&n=6&vcs=3"), Cost { buffers: Some(1_152), pins: 12, bisection: 64 });
        assert_eq!(cost("#system=hypercube-slotted&n=6"), Cost { buffers: None, pins: 12, bisection: 64 });
        assert_eq!(cost("#system=banyan-multicast&n=6"), Cost { buffers: None, pins: 2, bisection: 32 });
        let bursty = cost("#system=hypercube-mmpp&n=6&vcs=5&depth=1");
        assert_eq!((bursty.buffers, bursty.bisection), (Some(64 * 6 * 5), 64));
    }
}
