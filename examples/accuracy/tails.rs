//! Percentiles of the models that have a distribution, beside those of simulations, by part of the load at which the model ends.

use crate::bands::spread;
use flitscope::{
    experiment::{Runs, Summary, part_of},
    model::{self, Model, Outcome},
    param::Key,
    scenario::{Reading, Scenario, System, link},
    sim::protocol::{Plan, Verdict},
    text::{grouped, significant},
};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

/// Parts of the load at which the model ends.
const PARTS: [f64; 4] = [0.3, 0.6, 0.8, 0.95];

/// The percentiles that are compared: name and fraction of the messages.
const PERCENTILES: [(&str, f64); 3] = [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)];

/// One table: a model, and the networks that it is compared on.
struct Group {
    title: &'static str,
    readings: &'static [Reading],
    networks: &'static [&'static str],
    cycles: u64,
}

const GROUPS: [Group; 3] = [
    Group {
        title: "Slotted hypercube",
        readings: &[Reading::Corrected],
        networks: &[
            "system=hypercube-slotted&n=2",
            "system=hypercube-slotted&n=4",
            "system=hypercube-slotted&n=6",
            "system=hypercube-slotted&n=8",
        ],
        cycles: 200_000,
    },
    Group {
        title: "Bursty hypercube, Poisson traffic",
        readings: &[Reading::Printed, Reading::Refined],
        networks: &[
            "system=hypercube-mmpp&n=4&vcs=3&lag1=0",
            "system=hypercube-mmpp&n=5&vcs=8&flits=16&lag1=0",
            "system=hypercube-mmpp&n=6&vcs=2&flits=64&lag1=0",
            "system=hypercube-mmpp&n=6&vcs=5&lag1=0",
            "system=hypercube-mmpp&n=8&vcs=7&lag1=0",
        ],
        cycles: 200_000,
    },
    Group {
        title: "Bursty hypercube, bursts over three decades",
        readings: &[Reading::Printed, Reading::Refined],
        networks: &[
            "system=hypercube-mmpp&n=4&vcs=3&hurst=0.6&lag1=0.7&scales=3",
            "system=hypercube-mmpp&n=5&vcs=4&hurst=0.75&lag1=0.8&scales=3",
            "system=hypercube-mmpp&n=6&vcs=5&hurst=0.7&lag1=0.8&scales=3",
            "system=hypercube-mmpp&n=6&vcs=3&hurst=0.9&lag1=0.8&scales=3",
        ],
        cycles: 1_000_000,
    },
];

/// A model and the simulation at one part of its end.
#[derive(Clone, Debug, PartialEq)]
struct Cell {
    saturated: bool,
    /// Errors of the mean and of the percentiles; `None` where one side has no number.
    errors: Option<[f64; 1 + PERCENTILES.len()]>,
    /// Half the width of the 95 % interval of the last percentile, as a part of it.
    half: Option<f64>,
}

/// The chapter.
///
/// # Errors
/// The reason why a scenario cannot be simulated, or the broken law.
pub(crate) fn chapter() -> Result<String, String> {
    let mut text = "\n## Tails: percentiles by part of the load\n\nOne message in two takes longer than p50, one in 20 longer than p95, one in 100 longer than p99. Some models determine the distribution of the latency. Their percentiles have no fitted constants; the assumptions are given below. The load is a part of the one at which the model ends, so a column has another load for each model. Cells are model / simulation - 1 in per cent, of p50 / p95 / p99. `sat.`: the simulated network saturates; `-`: the run has no number. The second table has the mean and the largest absolute error by part of the load, in per cent, and the number of rows. The row `mean` is the error of the mean latency in the same runs.\n\n\
         At light load the tail is less accurate than the mean: in the slotted hypercube at 0.3, the mean is within 5 %, but p99 is 8 to 13 % too low. At higher loads the errors of the percentiles are as large as those of the mean. \
         In the slotted hypercube, p95 and p99 are within 9 % at 0.6, 6 to 20 % too high at 0.8, and about twice the simulated ones at 0.95. In the bursty hypercube under bursts, the refined model has p95 and p99 within 11 % up to 0.6 and within 31 % at 0.8. As printed, p95 and p99 are up to 81 % too low at 0.6, and two of nine networks are already saturated there. The refined model has its largest errors with eight virtual channels and short messages (n = 5, V = 8, M = 16).\n"
        .to_owned();
    for group in &GROUPS {
        text += &group.tables()?;
    }
    text += "\n### Models without percentiles\n\n";
    for line in without() {
        text += &format!("- {line}\n");
    }
    Ok(text)
}

impl Group {
    fn tables(&self) -> Result<String, String> {
        let mut text = String::new();
        for reading in self.readings {
            let scenarios: Vec<Scenario> = (self.networks.iter())
                .map(|text| link::parse(text).scenario.with_reading(*reading).map_err(|problem| problem.to_string()))
                .collect::<Result<_, _>>()?;
            let runs: Vec<_> = scenarios.iter().flat_map(|scenario| PARTS.map(|part| (scenario, part))).collect();
            let cells = runs
                .into_par_iter()
                .map(|(scenario, part)| self.cell(scenario, part))
                .collect::<Result<Vec<_>, _>>()?;
            eprintln!("simulated: {}, {}", self.title, reading.key());
            text += &self.table(*reading, &scenarios, &cells);
        }
        Ok(text)
    }

    /// A run, and the model beside it.
    fn cell(&self, scenario: &Scenario, part: f64) -> Result<Cell, String> {
        let model = model::of(scenario.setup());
        let load = part_of(&*model, part);
        let plan = Plan { precision: None, most_cycles: self.cycles };
        let runs = Runs::new(scenario.set(Key::Load, load), plan).map_err(|problem| problem.to_string())?;
        Ok(Cell::of(&*model, load, &runs.finish().map_err(|error| error.to_string())?))
    }

    fn table(&self, reading: Reading, scenarios: &[Scenario], cells: &[Cell]) -> String {
        let Some(first) = scenarios.first() else { return String::new() };
        let model = model::of(first.setup());
        let parts = PARTS.map(|part| part.to_string()).join(" | ");
        let head = |first: &str| format!("| {first} | {parts} |\n| --- |{}\n", " ---: |".repeat(PARTS.len()));
        let mut text = format!(
            "\n### {}, {}\n\n{} Runs of {} {}.\n\n{}",
            self.title,
            reading_words(reading),
            model.tail(),
            grouped(self.cycles),
            model.info().unit,
            head("network")
        );
        for (scenario, row) in scenarios.iter().zip(cells.chunks(PARTS.len())) {
            let row: Vec<_> = row.iter().map(Cell::words).collect();
            text += &format!("| {} | {} |\n", name(scenario), row.join(" | "));
        }
        text += &format!("\n{}", head("absolute error"));
        for (index, name) in ["mean"].into_iter().chain(PERCENTILES.map(|(name, _)| name)).enumerate() {
            let columns = (0..PARTS.len()).map(|part| {
                let errors = cells.iter().skip(part).step_by(PARTS.len()).filter_map(|cell| cell.errors);
                spread(&errors.map(|errors| errors[index].abs()).collect::<Vec<_>>(), scenarios.len())
            });
            text += &format!("| {name} | {} |\n", columns.collect::<Vec<_>>().join(" | "));
        }
        let compared = cells.iter().filter(|cell| cell.errors.is_some());
        let halves: Vec<f64> = compared.clone().filter_map(|cell| cell.half).collect();
        if let Some(largest) = halves.iter().copied().reduce(f64::max) {
            text += &format!(
                "\nThe 95 % intervals of the simulated p99 are ± {} % of it in the mean and ± {} % at most; {} of {} runs have one.\n",
                significant(100.0 * halves.iter().sum::<f64>() / halves.len() as f64, 2),
                significant(100.0 * largest, 2),
                halves.len(),
                compared.count()
            );
        }
        text
    }
}

impl Cell {
    fn of(model: &dyn Model, load: f64, observation: &Summary) -> Self {
        let saturated = observation.state == Verdict::Saturated;
        let percentiles = observation.percentiles();
        let half = percentiles.and_then(|all| Some(all.p99.ci95? / all.p99.value));
        let errors = || {
            let Outcome::Stable(solution) = model.solution(load) else { return None };
            let (law, simulated) = (solution.law()?, percentiles?);
            let mut errors = [solution.measures().first()? / observation.latency()?.mean? - 1.0; 4];
            let simulated = [simulated.p50, simulated.p95, simulated.p99];
            for ((error, (_, p)), simulated) in errors[1..].iter_mut().zip(PERCENTILES).zip(simulated) {
                *error = law.percentile(p)? / simulated.value - 1.0;
            }
            Some(errors)
        };
        Self { saturated, errors: errors(), half }
    }

    fn words(&self) -> String {
        match self.errors {
            Some(errors) => {
                errors[1..].iter().map(|error| format!("{:+.1}", 100.0 * error)).collect::<Vec<_>>().join(" / ")
            }
            None if self.saturated => "sat.".into(),
            None => "-".into(),
        }
    }
}

const fn reading_words(reading: Reading) -> &'static str {
    match reading {
        Reading::Printed => "as printed",
        Reading::Corrected => "corrected",
        Reading::Refined => "refined",
        Reading::Average => "average distance",
        Reading::Flow => "our model",
    }
}

/// "n = 6, V = 5, M = 32, Poisson".
fn name(scenario: &Scenario) -> String {
    match scenario.system() {
        System::HypercubeMmpp => crate::bands::name(scenario),
        _ => format!("n = {}", scenario.count(Key::N)),
    }
}

/// A line for each reason why models have no percentiles: the models, and the reason.
fn without() -> Vec<String> {
    let mut lines: Vec<(String, &str)> = Vec::new();
    for system in System::ALL {
        for reading in system.readings() {
            let Ok(scenario) = Scenario::new(*system).with_reading(reading) else { continue };
            let model = model::of(scenario.setup());
            let stable = model.solution(part_of(&*model, 0.5)).stable();
            if stable.is_some_and(|solution| solution.law().is_some()) {
                continue;
            }
            let words = format!("{}, {}", system.name(), reading_words(reading));
            match lines.iter_mut().find(|(_, tail)| *tail == model.tail()) {
                Some((all, _)) => *all += &format!("; {words}"),
                None => lines.push((words, model.tail())),
            }
        }
    }
    lines.into_iter().map(|(words, tail)| format!("{words}: {tail}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_network_is_accepted_and_has_percentiles() {
        for group in &GROUPS {
            for (text, reading) in group.networks.iter().flat_map(|text| group.readings.iter().map(move |r| (text, r)))
            {
                let parsed = link::parse(text);
                assert!(parsed.problems.is_empty(), "{text}: {:?}", parsed.problems);
                let model = model::of(parsed.scenario.with_reading(*reading).expect("a reading").setup());
                for part in PARTS {
                    let solution = model.solution(part_of(&*model, part)).stable().expect("below the end");
                    assert!(solution.law().is_some(), "{text}, {reading:?} at {part}");
                }
            }
        }
    }

    #[test]
    fn cells_are_errors_or_the_reason_why_there_is_none() {
        let cell = |errors, saturated| Cell { saturated, errors, half: None }.words();
        assert_eq!(cell(Some([0.5, 0.01, -0.02, 0.103]), false), "+1.0 / -2.0 / +10.3");
        assert_eq!((cell(None, true), cell(None, false)), ("sat.".into(), "-".into()));
    }

    #[test]
    fn models_without_percentiles_are_named_once_with_their_reason() {
        let lines = without();
        assert!(lines.iter().any(|line| line.starts_with("Multicast banyan")), "{lines:?}");
        assert!(lines.iter().all(|line| line.ends_with('.') && !line.contains("The percentiles ")), "{lines:?}");
    }
}
