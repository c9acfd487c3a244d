//! Reads a scenario from any keys and values.

use super::{Scenario, System};
use crate::param::{Key, Problem};

/// Unknown keys that are named; of more only the number.
const MOST_UNKNOWN: usize = 12;

/// A scenario read from outside, with the keys and values that were not accepted.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// The scenario with its pins, with the nearest acceptable value or the default wherever there was a problem.
    pub scenario: Scenario,
    /// Every key and value that was not accepted.
    pub problems: Vec<Problem>,
}

impl Parsed {
    /// Reads `(key, value)` pairs. The last of several values of a key counts, and a problem names the first one. Unknown keys are left out
    /// and named, a dozen at most.
    pub fn from_pairs<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)> + Clone) -> Self {
        let mut problems = Vec::new();
        let default = System::ALL[0];
        let (mut named, mut earlier) = (None, None);
        for (_, text) in pairs.clone().into_iter().filter(|(key, _)| *key == "system") {
            earlier = earlier.or(named.replace(text));
        }
        let system = named.map_or(default, |key| {
            System::parse(key).unwrap_or_else(|problem| {
                problems.push(problem.using(default.key()));
                default
            })
        });
        if let (Some(earlier), Some(last)) = (earlier, named) {
            problems.push(Problem::again("system", earlier, last, system.key()));
        }
        // First the values as they are written, then the constraints: the order of the pairs does not matter.
        let mut scenario = Scenario::new(system);
        let mut written = [None; Key::ALL.len()];
        let (mut unknown, mut count) = (Vec::new(), 0);
        for (key, text) in pairs.into_iter().filter(|(key, _)| *key != "system") {
            match system.param_named(key) {
                Some(row) => {
                    let texts = &mut written[row.key as usize];
                    *texts = Some(texts.map_or((text, None), |(first, _): (&str, _)| (first, Some(text))));
                }
                None => {
                    count += 1;
                    if count <= MOST_UNKNOWN {
                        unknown.push(system.unknown(key, text));
                    }
                }
            }
        }
        for row in system.params() {
            let Some((first, last)) = written[row.key as usize] else { continue };
            // The table has the message length before the load, which may be given in flits.
            let value = scenario.read(row, last.unwrap_or(first)).unwrap_or_else(|(problem, nearest)| {
                problems.push(problem);
                nearest
            });
            scenario = scenario.with(row.key, value);
            if let Some(last) = last {
                problems.push(Problem::again(row.key.name(), first, last, scenario.text(row.key)));
            }
        }
        problems.append(&mut unknown);
        if count > MOST_UNKNOWN {
            problems.push(Problem::more(count - MOST_UNKNOWN));
        }
        let read = written[Key::Reading as usize].map(|_| Key::Reading);
        let scenario = scenario.reconcile(read, &mut problems);
        Self { scenario, problems }
    }
}
