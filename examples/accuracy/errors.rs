//! The errors as tables: one for each measure and reading of a system, a row for each case, a column for each part of the load.

use crate::cases::{Case, Observed, PARTS};
use flitscope::{
    experiment::{
        Predictions,
        agreement::{Error, error},
        subject,
    },
    model,
    scenario::Reading,
    sim::protocol::Verdict,
};

/// A model at one load beside its simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cell {
    /// Both have a value.
    Error(Error),
    /// The queues of the simulated network grow.
    Saturated,
    /// There is nothing to compare: no solution of the model.
    Nothing,
}

impl Cell {
    /// The error, if there is one.
    pub(crate) const fn error(self) -> Option<Error> {
        match self {
            Self::Error(error) => Some(error),
            Self::Saturated | Self::Nothing => None,
        }
    }
}

/// One measure of one reading.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Table {
    /// Whose errors these are, as the subject of a sentence.
    pub subject: String,
    /// The cases, and their errors by load.
    pub rows: Vec<(Case, [Cell; PARTS.len()])>,
}

/// The errors of the rows of a table at one load, without their sign.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spread {
    /// How many rows have one.
    pub rows: usize,
    /// Their median.
    pub median: f64,
    /// The largest.
    pub largest: f64,
    /// The index of its row.
    pub worst: usize,
}

impl Table {
    /// The errors at one load; `None` where no row has one.
    pub(crate) fn spread(&self, part: usize) -> Option<Spread> {
        let error = |(row, (_, cells)): (usize, &(Case, [Cell; PARTS.len()]))| {
            Some((cells.get(part)?.error()?.relative.abs(), row))
        };
        let mut errors: Vec<_> = self.rows.iter().enumerate().filter_map(error).collect();
        errors.sort_by(|a, b| a.0.total_cmp(&b.0));
        let &(largest, worst) = errors.last()?;
        let (lower, upper) = (errors.get((errors.len() - 1) / 2)?, errors.get(errors.len() / 2)?);
        Some(Spread { rows: errors.len(), median: 0.5 * (lower.0 + upper.0), largest, worst })
    }

    /// The largest of the loads up to which every row has an error of at most a tolerance.
    pub(crate) fn within(&self, tolerance: f64) -> Option<f64> {
        let good =
            |cell: Option<&Cell>| cell.and_then(|cell| cell.error()).is_some_and(|e| e.relative.abs() <= tolerance);
        let all = (0..PARTS.len()).take_while(|&part| self.rows.iter().all(|(_, cells)| good(cells.get(part))));
        all.last().and_then(|part| PARTS.get(part)).copied()
    }
}

/// The tables of the cases of one system, by measure and reading.
pub(crate) fn tables(cases: &[Case], observed: &Observed) -> Vec<Table> {
    let mut readings = Vec::new();
    for reading in cases.iter().map(|case| case.scenario.reading()) {
        if !readings.contains(&reading) {
            readings.push(reading);
        }
    }
    let measures = |reading: Reading| {
        let case = cases.iter().find(|case| case.scenario.reading() == reading);
        case.map_or(&[][..], |case| model::start(case.scenario.setup()).info().measures)
    };
    let most = readings.iter().map(|reading| measures(*reading).len()).max().unwrap_or_default();
    // A model of ours may have fewer measures than the paper's.
    let all = (0..most).flat_map(|index| readings.iter().map(move |reading| (index, *reading)));
    let table = |(index, reading): (usize, Reading)| {
        let own = cases.iter().filter(|case| case.scenario.reading() == reading);
        let name = cases.first().map_or("", |case| case.scenario.reading_words(reading));
        Some(Table {
            subject: subject(measures(reading).get(index)?, name),
            rows: own.map(|case| (case.clone(), cells(case, index, observed))).collect(),
        })
    };
    all.filter_map(table).collect()
}

/// The errors of one measure.
fn cells(case: &Case, index: usize, observed: &Observed) -> [Cell; PARTS.len()] {
    let own = observed.of(case);
    let model = model::of(case.scenario.setup());
    let all: Vec<_> = own.iter().flatten().map(|observation| (*observation).clone()).collect();
    let predictions = Predictions::of(&*model, &all, Vec::new());
    own.map(|observation| {
        let Some(observation) = observation else { return Cell::Nothing };
        if observation.state == Verdict::Saturated {
            return Cell::Saturated;
        }
        error(&predictions, index, observation).map_or(Cell::Nothing, Cell::Error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cases::cases, observed};
    use flitscope::scenario::{System, preset};

    /// A case and its observations: the model times a factor for each part of the load, nothing where that is zero.
    fn off(title: &str, factors: [f64; PARTS.len()]) -> (Case, Observed) {
        let presets = preset::of(System::TorusBroadcast);
        let (cases, _) = cases(presets);
        let case = cases.into_iter().find(|case| case.presets[0].title == title).expect("a scene");
        let model = model::of(case.scenario.setup());
        let mut observed = Observed::default();
        for (load, factor) in case.loads.into_iter().zip(factors) {
            let values = model.measures(load).expect("below saturation");
            let observation = if factor == 0.0 {
                observed::saturated(load, 0.1)
            } else {
                observed::stable(&*model, load, &[values[0] * factor], Some(0.01))
            };
            observed.keep(&case.scenario, observation);
        }
        (case, observed)
    }

    fn table(cases: &[Case], observed: &Observed) -> Table {
        tables(cases, observed).remove(0)
    }

    #[test]
    fn cells_have_the_error_with_its_interval_or_say_why_not() {
        let factors = [1.25, 0.8, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0];
        let (case, observed) = off("8 × 8, 2 % broadcast", factors);
        let table = table(std::slice::from_ref(&case), &observed);
        assert_eq!(table.subject, "The corrected model");
        let (_, cells) = &table.rows[0];
        let [low, high] = [cells[0], cells[1]].map(|cell| cell.error().expect("an error"));
        assert!((low.relative + 0.2).abs() < 1e-12 && (low.half95.expect("an interval") - 0.008).abs() < 1e-12);
        assert!((high.relative - 0.25).abs() < 1e-12 && (high.half95.expect("an interval") - 0.0125).abs() < 1e-12);
        assert_eq!((cells[8], Cell::Saturated.error()), (Cell::Saturated, None));
        assert_eq!(super::cells(&case, 0, &Observed::default()), [Cell::Nothing; PARTS.len()]);
    }

    #[test]
    fn a_spread_has_median_and_largest_of_the_rows_with_an_error() {
        let tenth = 1.0 / 1.1;
        let (one, mut observed) = off("8 × 8, 2 % broadcast", [1.0, 1.0, 1.0, tenth, 1.0, 1.0, 1.0, 1.0, 0.0]);
        let (two, others) = off("8 × 8, 4 % broadcast", [1.25, 1.0, 1.0, 1.25, 1.0, 1.0, 1.0, 1.0, 0.0]);
        observed.0.extend(others.0);
        let table = table(&[one, two], &observed);
        let Spread { rows, median, largest, worst } = table.spread(3).expect("two rows");
        assert_eq!((rows, worst), (2, 1));
        assert!((median - 0.15).abs() < 1e-12 && (largest - 0.2).abs() < 1e-12);
        assert_eq!(table.spread(8), None);
        assert_eq!((table.within(0.1), table.within(0.21)), (None, Some(0.8)));
    }
}
