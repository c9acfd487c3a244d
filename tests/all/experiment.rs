//! The quantities that models and simulations share, for every system, and their sentences.

use flitscope::{
    experiment::{
        Predictions, Summary,
        agreement::agreement,
        comparison::{compare, first_to_fail},
        measured, simulated,
        table::{Separator, TableCurve, csv},
    },
    model::{self, Outcome},
    param::Key,
    scenario::{Reading, Scenario, System},
    sim::protocol::Verdict,
};

/// The observation of a finished run.
fn observe(scenario: &Scenario) -> Summary {
    simulated(scenario).expect("it is simulated, and no law is broken")
}

#[test]
fn queues_do_not_grow_by_less_than_nothing() {
    // Short runs beyond saturation: some cannot tell, and some find that queues grow, that messages are behind, or that some are not delivered.
    let scenario =
        Scenario::new(System::HypercubeSlotted).set(Key::N, 3.0).set(Key::Order, 1.0).set(Key::Cycles, 1_000.0);
    let (mut saturated, mut others) = (0, 0);
    for load in [0.24, 0.26, 0.3] {
        for seed in 1..=300 {
            let record = observe(&scenario.set(Key::Load, load).set(Key::Seed, f64::from(seed)));
            let is_saturated = record.state == Verdict::Saturated;
            assert_eq!(record.growth.is_some_and(|growth| growth > 0.0), is_saturated, "{load} {seed}: {record:?}");
            saturated += u32::from(is_saturated);
            others += u32::from(!is_saturated);
        }
    }
    assert!(saturated > 100 && others > 100, "{saturated} {others}");
}

/// Quantities that both sides must have.
const COMPARED: &[(System, &[&str])] = &[
    (
        System::TorusBroadcast,
        &["n1", "n2", "lambda_c", "rho", "P_v", "blocking_sum_u", "W_c", "S_u", "S", "W_s", "Vbar", "latency"],
    ),
    (
        System::KaryNCube,
        &["n1", "n2", "n3", "lambda_c", "rho", "P_v", "blocking_sum", "w", "S", "W_s", "Vbar", "latency"],
    ),
    (System::HypercubeMmpp, &["D", "Pf", "attempts", "c", "Pi", "pV", "Vbar", "E", "T", "mu", "Ws", "latency"]),
    (
        System::HypercubeSlotted,
        &[
            "lambda",
            "p",
            "X_k",
            "X",
            "lambda_X",
            "lambda_d",
            "v_k",
            "beta",
            "Q_hop",
            "latency",
            "M",
            "latency_bernoulli",
        ],
    ),
    (
        System::BanyanMulticast,
        &["rho_i", "c_i", "m_i", "rho_out", "u_out", "out_min", "out_max", "eta", "eta_complete"],
    ),
];

#[test]
fn what_models_and_simulators_have_in_common_is_compared() {
    for (system, symbols) in COMPARED {
        let scenario = Scenario::new(*system).set(Key::Cycles, 20_000.0);
        // The readings of mean distance have no profile of the dimensions left.
        let scenario = scenario.with_reading(Reading::Refined).unwrap_or(scenario);
        let model = model::of(scenario.setup());
        let load = 0.4 * model.end().load;
        let observation = observe(&scenario.set(Key::Load, load));
        assert_eq!(observation.state, Verdict::Stable, "{system:?}");
        let Outcome::Stable(point) = model.point(load) else { panic!("{system:?} has a solution at {load}") };
        let rows = compare(model.info(), &point.quantities, &observation);
        for row in &rows {
            println!(
                "{system:?} {:18} {:?} x {:.3}, {:?}: {:?}",
                row.symbol, row.model, row.sharing, row.simulated, row.error
            );
        }
        for symbol in *symbols {
            let row = rows.iter().find(|row| row.symbol == *symbol).unwrap_or_else(|| panic!("{system:?}: {symbol}"));
            // Hardly a message waits at a source with many slots.
            assert_eq!(row.error.is_some(), row.simulated != [0.0], "{system:?}: {symbol}");
        }
        assert_eq!(rows.len(), symbols.len(), "{system:?}");
    }
}

#[test]
fn a_sweep_is_summed_up_in_sentences_and_numbers() {
    let scenario = Scenario::new(System::HypercubeSlotted).set(Key::N, 4.0).set(Key::Cycles, 60_000.0);
    let model = model::of(scenario.setup());
    let end = model.end().load;
    let observations: Vec<_> =
        [0.2, 0.6, 0.9, 1.6].map(|part| observe(&scenario.set(Key::Load, part * end))).into_iter().collect();
    let predictions = Predictions::of(&*model, &observations, Vec::new());
    let agreement = agreement(&scenario, &predictions, &observations);
    for measure in &agreement.measures {
        assert!(measure.bands.iter().all(|band| band.is_some_and(|band| band.points == 1)), "{measure:?}");
        for (band, observation) in measure.bands.iter().flatten().zip(&observations) {
            let values = model.measures(observation.load).expect("a solution");
            let index = usize::from(measure.measure.symbol == "latency_bernoulli");
            let simulated = measured(observation, measure.measure).expect("a delay").mean;
            assert!((band.error - (values[index] / simulated - 1.0)).abs() < 1e-12);
        }
    }
    let saturated = agreement.saturated.expect("the last load is far too much");
    assert_eq!(saturated.load, observations[3].load);
    let sentences = agreement.sentences("corrected");
    println!("{sentences:#?}");
    assert!(sentences[0].starts_with("The corrected Poisson model "), "{sentences:?}");
    assert!(sentences[2].contains("packets per node and slot"), "{sentences:?}");
    if let Some(failure) = first_to_fail(&predictions, &observations, 0.05) {
        println!("{}", failure.sentence(agreement.symbol));
        assert!(failure.error.abs() > 0.05);
    }
    let curves = model.curves(5);
    let drawn = TableCurve {
        reading: "corrected".into(),
        loads: curves[0].iter().map(|point| point.0).collect(),
        values: curves.iter().map(|curve| curve.iter().map(|point| point.1).collect()).collect(),
    };
    let own: Vec<_> = observations.iter().map(|observation| (String::new(), observation)).collect();
    let text = csv(model.info(), &[drawn], &own, "", Separator::Comma);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 1 + curves[0].len() + observations.len());
    // The words for the state are those of the command line.
    for (line, observation) in lines.iter().rev().zip(observations.iter().rev()) {
        let state = serde_json::to_value(observation.state).expect("a word");
        assert!(line.contains(state.as_str().expect("a word")), "{line}");
    }
}
