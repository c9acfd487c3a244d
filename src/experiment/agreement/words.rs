//! The agreement in sentences.

use super::error::{MOST_DECIMALS, decimals, unit_of};
use super::{Agreed, Agreement, Band, Saturated};
use crate::{
    experiment::{growth_in_words, load_in_words},
    text::significant,
};

impl Band {
    /// The predicate of a sentence about the model, after its verb, and whether that verb is `agrees`.
    fn words(self) -> (bool, String) {
        if let Some([least, most]) = self.both_sides.map(|sides| sides.map(|side| significant(100.0 * side.abs(), 2))) {
            return (false, format!("between {least} % below and {most} % above"));
        }
        let error = 100.0 * self.error;
        let least = 0.5 * unit_of(MOST_DECIMALS);
        // An uncertainty that is written as zero says nothing.
        let half = self.half95.map(|half| 100.0 * half).filter(|half| *half >= least);
        let side = if error > 0.0 { "above" } else { "below" };
        match half {
            Some(half) if error.abs() <= half => (true, within(half)),
            None if error.abs() < least => (true, within(least)),
            Some(half) => {
                let decimals = decimals(half);
                (false, format!("{:.decimals$} ± {half:.decimals$} % {side}", error.abs()))
            }
            None => (false, format!("{} % {side}", significant(error.abs(), 2))),
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

impl Agreed {
    /// A measure as the subject of a sentence, by its symbol and its name.
    pub fn of_what(symbol: &str, name: &str, words: &str) -> String {
        // As printed, corrected: what follows its noun and what goes before it.
        let named = |noun: &str| {
            if words.starts_with("as ") { format!("{noun} {words}") } else { format!("{words} {noun}") }
        };
        match (symbol, name) {
            ("throughput", _) => format!("The throughput of the {}", named("model")),
            ("complete_throughput", _) => format!("The rate of complete deliveries of the {}", named("model")),
            (_, "") => format!("The {}", named("model")),
            (_, name) => format!("The {}", named(name)),
        }
    }

    fn sentence(&self, words: &str, last: &str) -> Option<String> {
        let places = ["at light load", "in the middle", last];
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
        Some(format!("{} {before}{and}{last}.", Self::of_what(self.symbol, self.name, words)))
    }
}

impl Agreement {
    /// Whole sentences for the reader; `words` names the reading: `corrected`.
    pub fn sentences(&self, words: &str) -> Vec<String> {
        let last = if self.ends_saturated { "near saturation" } else { "near the largest load" };
        let mut sentences: Vec<String> = self.measures.iter().filter_map(|m| m.sentence(words, last)).collect();
        if let Some(load) = self.carried.filter(|_| self.ends_saturated) {
            let times = significant(load / self.end, 3);
            let load = load_in_words(self.symbol, load);
            sentences.push(format!(
                "The simulated network still carries {load}, {times} times the load at which the model ends."
            ));
        }
        if let Some(Saturated { load, growth }) = self.saturated {
            let load = load_in_words(self.symbol, load);
            let grow = growth.map_or_else(String::new, |growth| format!(" by {}", growth_in_words(growth, self.unit)));
            sentences.push(match self.unclear {
                None => format!("The simulated network is saturated at {load}: its queues grow{grow}."),
                Some(settled) => {
                    let settled = load_in_words(self.symbol, settled);
                    format!("Whether the simulated network is saturated between {load}, where queues grew, and {settled}, where they did not, takes longer runs to tell.")
                }
            });
        }
        if self.measures.iter().any(|m| m.symbol == "latency_bernoulli" && m.bands.iter().any(Option::is_some)) {
            sentences.push(
                "Simulated delays count from the first slot in which a packet may move; half a slot is added where they are compared with the \
                 Bernoulli model, which counts from generation."
                    .into(),
            );
        }
        sentences
    }
}
