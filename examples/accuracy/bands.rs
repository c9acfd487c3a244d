//! Our own model of worms beside the published ones, by part of the load that the network carries.

use crate::cases::SLICE;
use flitscope::{
    experiment::{Observation, Predictions, agreement::error},
    model::{self, Model},
    param::Key,
    scenario::{Reading, Scenario, System, link},
    sim::{
        self,
        protocol::{Plan, Run, State},
    },
    text::significant,
};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

/// Networks: whether the model was made with them, and the load up to which an independent simulator carries them, messages per node and cycle.
const SETS: [(Made, &str, f64); 19] = [
    (Made::With, "v=2&system=torus-broadcast&beta=0", 0.015258),
    (Made::With, "v=2&system=torus-broadcast&vcs=4&flits=16&beta=0.04", 0.029166),
    (Made::With, "v=2&system=kary-ncube", 0.0037425),
    (Made::With, "v=2&system=kary-ncube&k=2&n=6", 0.037566),
    (Made::With, "v=2&system=kary-ncube&k=2&n=6&vcs=5&flits=16", 0.08893),
    (Made::Before, "v=2&system=torus-broadcast&k=10&vcs=4&flits=48", 0.0085354),
    (Made::Before, "v=2&system=torus-broadcast&k=5&vcs=4&flits=24&beta=0", 0.046318),
    (Made::Before, "v=2&system=kary-ncube&vcs=5&flits=64", 0.0028739),
    (Made::Before, "v=2&system=kary-ncube&k=6&n=2&vcs=6&flits=48", 0.0057359),
    (Made::Before, "v=2&system=kary-ncube&k=2&n=8&vcs=5&flits=64", 0.021046),
    (Made::Fresh, "v=2&system=torus-broadcast&k=12&vcs=4&flits=24&beta=0.01", 0.014563),
    (Made::Fresh, "v=2&system=kary-ncube&k=2&n=7&vcs=4&flits=48", 0.026757),
    (Made::Fresh, "v=2&system=torus-broadcast&k=4&n=3&beta=0&reading=refined", 0.034934),
    (Made::Fresh, "v=2&system=kary-ncube&k=4&n=4&vcs=4&flits=24", 0.017313),
    (Made::Fresh, "v=2&system=torus-broadcast&k=9&vcs=5&flits=40&beta=0", 0.015954),
    (Made::Fresh, "v=2&system=kary-ncube&k=7&n=2&flits=24", 0.0061137),
    (Made::Fresh, "v=2&system=kary-ncube&k=2&n=4&vcs=4&flits=24", 0.056805),
    (Made::Fresh, "v=2&system=torus-broadcast&k=6&vcs=4&beta=0.03", 0.021584),
    (Made::Fresh, "v=2&system=torus-broadcast&k=3&n=3&vcs=5&flits=16&beta=0&reading=refined", 0.11947),
];

/// Whether the model was made with a network in view.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    With,
    Before,
    Fresh,
}

/// Parts of the load that the network carries.
const PARTS: [f64; 7] = [0.1, 0.25, 0.5, 0.7, 0.8, 0.9, 0.95];

/// Where one band ends.
const BANDS: [(f64, &str); 5] = [(0.3, "up to 0.3"), (0.6, "0.5"), (0.8, "0.7 and 0.8"), (0.9, "0.9"), (0.95, "0.95")];

/// How long the runs are.
const PLAN: Plan = Plan { precision: Some(0.01), most_cycles: 400_000 };

/// One network, simulated.
struct Row {
    made: Made,
    scenario: Scenario,
    /// The load that it carries.
    carried: f64,
    observations: Vec<Observation>,
}

/// The errors of a reading at the loads of a row; `None` where it or the simulation has no number.
fn errors(row: &Row, model: &dyn Model) -> Vec<Option<f64>> {
    let predictions = Predictions::of(model, &row.observations, Vec::new());
    row.observations.iter().map(|o| error(&predictions, 0, o).map(|error| error.relative)).collect()
}

fn simulate((made, text, carried): &(Made, &str, f64)) -> Result<Row, String> {
    let scenario = link::parse(text).scenario;
    let observe = |part: &f64| {
        let load = format!("{:.3e}", part * carried).parse().unwrap_or(part * carried);
        let simulator = sim::of(&scenario.set(Key::Load, load), 0).map_err(|problem| problem.to_string())?;
        let mut run = Run::new(simulator, PLAN);
        while !run.advance(SLICE).map_err(|violation| violation.sentence())? {}
        Ok(Observation::of(&run, 0.0))
    };
    let observations = PARTS.par_iter().map(observe).collect::<Result<Vec<_>, String>>()?;
    eprintln!("simulated: {text}");
    Ok(Row { made: *made, scenario, carried: *carried, observations })
}

/// The chapter.
///
/// # Errors
/// What cannot be simulated, or the law that was broken, in a sentence.
pub fn chapter() -> Result<String, String> {
    let rows = SETS.iter().map(simulate).collect::<Result<Vec<_>, _>>()?;
    let mut text = format!(
        "\n## Worms as flows, by part of what the network carries\n\nOur own model beside the published ones, on {} networks; it was made with the first five in view, ten more were judged before its last change, and the others are fresh. \
         The load is a part of the largest one that an independent simulator carries, so that the columns mean the same for every model. Cells are model / simulation - 1 in per cent, against our \
         simulator, up to {} cycles or an interval of 1 %. `-`: the model has no solution there; `sat.`: the simulated network saturates. The last two columns compare the load at which a model ends with that largest load.\n\n",
        rows.len(),
        PLAN.most_cycles,
    );
    text += &format!(
        "| network | {} | ends, ours | ends, published |\n| --- |{} ---: | ---: |\n",
        PARTS.map(|part| part.to_string()).join(" | "),
        " ---: |".repeat(PARTS.len())
    );
    let (mut ours, mut theirs, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    for row in &rows {
        let flow = model::of(&row.scenario.with_reading(Reading::Flow).map_err(|problem| problem.to_string())?);
        let published = model::of(&row.scenario);
        let (own, other) = (errors(row, &*flow), errors(row, &*published));
        let cell = |index: usize| match (own[index], row.observations[index].record.state) {
            (Some(error), _) => format!("{:+.1}", 100.0 * error),
            (None, State::Saturated) => "sat.".into(),
            (None, _) => "-".into(),
        };
        let end = |model: &dyn Model| model.end().load / row.carried - 1.0;
        text += &format!(
            "| {} | {} | {:+.1} | {:+.1} |\n",
            name(&row.scenario),
            (0..PARTS.len()).map(cell).collect::<Vec<_>>().join(" | "),
            100.0 * end(&*flow),
            100.0 * end(&*published)
        );
        ends.push((row.made, end(&*flow), end(&*published)));
        ours.push((row.made, own));
        theirs.push((row.made, other));
    }
    text += "\nBy band, the mean and the largest absolute error in per cent, of so many numbers:\n\n| load | ours, networks it was made with | ours, the others | published, all |\n| --- | ---: | ---: | ---: |\n";
    let mut low = 0.0;
    for (high, words) in BANDS {
        let inside: Vec<usize> = (0..PARTS.len()).filter(|i| PARTS[*i] > low && PARTS[*i] <= high).collect();
        let spread = |of: &[(Made, Vec<Option<f64>>)], those: &dyn Fn(Made) -> bool| {
            let all =
                of.iter().filter(|(made, _)| those(*made)).flat_map(|(_, errors)| inside.iter().map(|i| errors[*i]));
            let (asked, errors): (Vec<_>, Vec<f64>) = (all.clone().collect(), all.flatten().map(f64::abs).collect());
            said(&errors, asked.len())
        };
        text += &format!(
            "| {words} | {} | {} | {} |\n",
            spread(&ours, &|made| made == Made::With),
            spread(&ours, &|made| made != Made::With),
            spread(&theirs, &|_| true)
        );
        low = high;
    }
    let end = |those: &dyn Fn(Made) -> bool, of: &dyn Fn(&(Made, f64, f64)) -> f64| {
        let errors: Vec<f64> = ends.iter().filter(|(made, ..)| those(*made)).map(|row| of(row).abs()).collect();
        said(&errors, errors.len())
    };
    text += &format!(
        "| the load at which it ends | {} | {} | {} |\n",
        end(&|made| made == Made::With, &|row| row.1),
        end(&|made| made != Made::With, &|row| row.1),
        end(&|_| true, &|row| row.2)
    );
    Ok(text)
}

/// Mean, largest, and how many of how many.
fn said(errors: &[f64], asked: usize) -> String {
    if errors.is_empty() {
        return format!("none of {asked}");
    }
    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
    let largest = errors.iter().copied().fold(0.0, f64::max);
    let count = if errors.len() == asked { asked.to_string() } else { format!("{} of {asked}", errors.len()) };
    format!("{}, {} ({count})", significant(100.0 * mean, 2), significant(100.0 * largest, 2))
}

/// "8-ary 3-cube, V = 3, M = 32".
fn name(scenario: &Scenario) -> String {
    let [k, n, vcs, flits] = [Key::K, Key::N, Key::Vcs, Key::Flits].map(|key| scenario.count(key));
    let network = match (scenario.system(), k) {
        (System::TorusBroadcast, _) => format!("{} torus", vec![k.to_string(); n as usize].join(" × ")),
        (_, 2) => format!("binary {n}-cube"),
        _ => format!("{k}-ary {n}-cube"),
    };
    let beta = scenario.get(Key::Beta);
    let broadcasts = if beta > 0.0 { format!(", β = {beta}") } else { String::new() };
    format!("{network}, V = {vcs}, M = {flits}{broadcasts}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_network_is_accepted_and_has_our_model() {
        for (_, text, carried) in SETS {
            let parsed = link::parse(text);
            assert!(parsed.problems.is_empty(), "{text}: {:?}", parsed.problems);
            let flow = parsed.scenario.with_reading(Reading::Flow).expect("our model");
            let end = model::of(&flow).end().load;
            // Within what the method says of itself.
            assert!((end / carried - 1.0).abs() < 0.15, "{text}: {end} of {carried}");
        }
    }

    #[test]
    fn errors_are_said_with_their_number() {
        assert_eq!(said(&[0.01, 0.03], 2), "2.0, 3.0 (2)");
        assert_eq!(said(&[0.02], 3), "2.0, 2.0 (1 of 3)");
        assert_eq!(said(&[], 3), "none of 3");
        assert_eq!(name(&link::parse(SETS[1].1).scenario), "8 × 8 torus, V = 4, M = 16, β = 0.04");
    }
}
