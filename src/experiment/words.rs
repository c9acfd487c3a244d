//! A comparison in words: the length that runs need, the agreement of a model, and its first failure.

use super::{
    Interval, Summary, TooShort,
    agreement::{Agreed, Agreement, Band, MOST_DECIMALS, Saturated, decimals, unit_of},
    comparison::Failure,
};
use crate::{
    model::{Measure, ModelInfo, Simulated},
    scenario::{Reading, RunLength},
    sim::{
        protocol::Verdict,
        stats::{BATCHES, MOST_BATCHES, Percentile},
        words::at_least,
    },
    text::{self, grouped, percent, significant, trimmed},
};

impl Interval {
    /// The mean with its interval, as many digits as that allows: "40.25 ± 0.40".
    pub fn words(self) -> String {
        let Some(half) = self.half95.filter(|half| *half > 0.0) else { return significant(self.mean, 4) };
        let half = significant(half, 2);
        let decimals = half.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        format!("{:.decimals$} ± {half}", self.mean)
    }
}

impl Percentile {
    /// The value with the ends of its interval: "52.3 (51.9 to 52.8)".
    pub fn words(self) -> String {
        let value = significant(self.value, 4);
        let Some([low, high]) = self.interval else { return value };
        format!("{value} ({} to {})", significant(low, 4), significant(high, 4))
    }
}

/// A percentile as a whole time: the least time that this part of the messages does not exceed.
pub fn whole(percentile: Percentile) -> f64 {
    libm::ceil(percentile.value - 0.5).max(0.0)
}

/// The latencies of a run in a steady state: "Half of the messages take at most 52 cycles, 1 % take more than 187."
pub fn tail_in_words(observation: &Summary, info: &ModelInfo) -> Option<String> {
    if !info.simulated().contains(&Simulated::Latency) {
        return (observation.state == Verdict::Stable)
            .then(|| "A packet crosses the network in one slot or is lost, so there are no longer latencies.".into());
    }
    let percentiles = observation.percentiles().filter(|_| observation.finished())?;
    let [half, hundredth] = [percentiles.p50, percentiles.p99].map(|p| grouped(whole(p) as u64));
    Some(format!("Half of the {} take at most {half} {}, 1 % take more than {hundredth}.", info.subjects(), info.unit))
}

/// An interval of a simulation, in words without a comma.
pub fn interval_in_words() -> String {
    format!(
        "ci95 is half of the 95 % interval: Student's t over {BATCHES} or {MOST_BATCHES} batches of one run and what was offered \
         in them or over the means of several; empty where batches are too short"
    )
}

/// Length of the runs, with the unit of time, their seed, and their number at each load.
pub fn each_in_words(run: &RunLength, unit: &str) -> String {
    let RunLength { cycles, seed, replications: runs } = *run;
    let runs = if runs > 1 { format!("{} runs of ", grouped(u64::from(runs))) } else { String::new() };
    format!("{runs}{} {unit} each (seed {seed})", grouped(u64::from(cycles)))
}

/// A growth of queues in words, in the unit of the load.
pub fn growth_in_words(growth: f64, load_unit: &str) -> String {
    let unit = load_unit.replacen(" / ", " per ", 1).replace(" / ", " and ");
    format!("{} {unit}", significant(growth, 2))
}

/// On which side of the simulation a model is.
const fn side(error: f64) -> &'static str {
    if error > 0.0 { "above" } else { "below" }
}

impl TooShort {
    /// The missing intervals with the remedy, in the unit of time.
    pub fn sentence(self, unit: &str) -> String {
        let Self { points, of, cycles } = self;
        let cycles = at_least(cycles);
        let which = match (points, of) {
            (1, 1) => "The run is".into(),
            _ if points == of => format!("All {of} runs are"),
            (1, _) => format!("1 of {of} runs is"),
            _ => format!("{points} of {of} runs are"),
        };
        format!("{which} too short for an interval: simulate at least {cycles} {unit}.")
    }
}

impl Band {
    /// The predicate of a sentence about the model, after its verb, and whether that verb is `agrees`.
    fn words(self) -> (bool, String) {
        if let Some([least, most]) = self.both_sides.map(|sides| sides.map(|side| percent(side.abs(), 2))) {
            return (false, format!("between {least} below and {most} above"));
        }
        let error = 100.0 * self.error;
        let least = 0.5 * unit_of(MOST_DECIMALS);
        // An uncertainty that is written as zero says nothing.
        let half = self.half95.map(|half| 100.0 * half).filter(|half| *half >= least);
        match half {
            Some(half) if error.abs() <= half => (true, within(half)),
            None if error.abs() < least => (true, within(least)),
            Some(half) => {
                let decimals = decimals(half);
                (false, format!("{:.decimals$} ± {half:.decimals$} % {}", error.abs(), side(error)))
            }
            None => (false, format!("{} {}", percent(self.error.abs(), 2), side(error))),
        }
    }
}

/// A bound in per cent, rounded up so that it stays one.
fn within(half: f64) -> String {
    let decimals = decimals(half);
    let unit = unit_of(decimals);
    let up = libm::ceil(half / unit - 1e-9) * unit;
    format!("within the uncertainty of {up:.decimals$} %")
}

/// A measure as the subject of a sentence; `words` names the reading: `corrected`. A measure of our own model names itself.
pub fn subject(measure: &Measure, words: &str) -> String {
    let [before, noun] = measure.subject;
    if words == Reading::Flow.choice().name {
        return [before, noun].concat();
    }
    // As printed, corrected: what follows its noun and what goes before it.
    if words.starts_with("as ") { format!("{before}{noun} {words}") } else { format!("{before}{words} {noun}") }
}

impl Agreed {
    fn sentence(&self, words: &str, last: &str) -> Option<String> {
        let places = ["at light load", "at medium load", last];
        let mut clauses: Vec<String> = Vec::new();
        let mut verb = "";
        for (band, place) in self.bands.iter().zip(places).filter_map(|(band, place)| Some(((*band)?, place))) {
            let (agrees, words) = band.words();
            let next = if agrees { "agrees " } else { "is " };
            let clause = match (agrees, clauses.is_empty()) {
                (true, true) => format!("agrees with the simulation {words} {place}"),
                (false, true) => format!("is {words} the simulation {place}"),
                _ => format!("{}{words} {place}", if next == verb { "" } else { next }),
            };
            verb = next;
            clauses.push(clause);
        }
        let last = clauses.pop()?;
        let before = clauses.join(", ");
        let and = if before.is_empty() { "" } else { " and " };
        Some(format!("{} {before}{and}{last}.", subject(self.measure, words)))
    }
}

impl Agreement {
    /// Sentences for the reader; `words` names the reading: `corrected`.
    pub fn sentences(&self, words: &str) -> Vec<String> {
        let last = if self.ends_saturated { "near its end" } else { "near the largest load" };
        let mut sentences: Vec<String> = self.measures.iter().filter_map(|m| m.sentence(words, last)).collect();
        let load = |load| text::load(self.symbol, load, 4);
        if let Some(carried) = self.carried.filter(|_| self.ends_saturated) {
            let times = significant(carried / self.end, 3);
            let carried = load(carried);
            sentences.push(format!(
                "The simulated network still carries {carried}, {times} times the load at which the model ends."
            ));
        }
        if let Some(Saturated { load: first, growth }) = self.saturated {
            let first = load(first);
            sentences.push(match self.unclear.map(load) {
                None => {
                    let grow = growth.map(|growth| format!(" by {}", growth_in_words(growth, self.info.load_unit)));
                    format!("The simulated network is saturated at {first}: its queues grow{}.", grow.unwrap_or_default())
                }
                Some(settled) => format!(
                    "Queues grew at {first} but not at {settled}: only longer runs can tell the largest load that the simulated \
                     network carries."
                ),
            });
        }
        for Agreed { measure, .. } in
            self.measures.iter().filter(|m| m.measure.earlier > 0.0 && m.bands.iter().any(Option::is_some))
        {
            sentences.push(format!(
                "Simulated {}s count from the first slot in which a packet may move. {} {} are added before they are compared with \
                 the {}, which counts from generation.",
                self.info.quantity,
                trimmed(measure.earlier),
                self.info.unit,
                measure.subject[1]
            ));
        }
        sentences
    }
}

impl Failure {
    /// The failure in a whole sentence; `symbol` is that of the load.
    pub fn sentence(&self, symbol: &str) -> String {
        let Self { load, name, error, sharing, tolerance, quantity, .. } = *self;
        let off = |error: f64| {
            let too = if error > 0.0 { "high" } else { "low" };
            format!("{} too {too}", percent(error.abs(), 2))
        };
        let times = if sharing > 1.0 { " (times V̄)" } else { "" };
        let most = trimmed(100.0 * tolerance);
        let also = match self.measure {
            None => String::new(),
            Some(error) if error.abs() <= tolerance => {
                format!(", while the {quantity} is still within {most} %")
            }
            Some(error) => format!(", and the {quantity} {}", off(error)),
        };
        let (by, place) = (off(error), text::load(symbol, load, 4));
        if self.lightest {
            return format!(
                "At the lightest load simulated, {place}, some quantities of the model are already off by more than {most} %; the \
                 worst is {name}{times}, {by}{also}."
            );
        }
        format!(
            "As the load rises, the first quantity of the model that is off by more than {most} % is {name}{times}: {by} at {place}{also}."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blessed;

    #[test]
    fn failures_and_runs_that_are_too_short_have_their_sentences() {
        let failure = Failure {
            load: 0.002,
            symbol: "W_s",
            name: "wait at the source",
            error: 0.31,
            sharing: 1.0,
            tolerance: 0.05,
            quantity: "latency",
            measure: Some(0.01),
            lightest: false,
        };
        let lightest = Failure { error: -0.75, sharing: 1.2, measure: Some(-0.2), lightest: true, ..failure };
        let own = Failure { measure: None, ..failure };
        let all = [("near", failure, "λ"), ("lightest", lightest, ""), ("own", own, "λ")];
        blessed::lines("failures", all.map(|(name, failure, symbol)| (name, failure.sentence(symbol))));
        blessed::words("short runs", [(3, 13), (1, 13), (13, 13), (1, 1)], |(points, of)| {
            TooShort { points, of, cycles: 123_456 }.sentence("cycles")
        });
    }
}
