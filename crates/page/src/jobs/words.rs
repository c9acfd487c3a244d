//! Sentences about simulations, workers and saved runs.

use super::{
    pool::JobFailure,
    saved_runs::SavedRuns,
    simulation::{Next, Progress, SimulationError},
};
use crate::{jobs::simulation::Simulation, prelude::*};
use flitscope::text::{duration, load};

impl Progress {
    fn sentence(&self, each: &str) -> String {
        match *self {
            Self::Nothing { sweep, shown, next } => {
                let loads = format!("{sweep} loads{}", if shown { " and the one shown" } else { "" });
                match next {
                    Next::Soon => format!("Next: {loads}, {each}."),
                    Next::Asked => format!("Not simulated yet: {loads}, {each}."),
                    Next::Sparing => "Not simulated yet: this device saves data or has one processor.".into(),
                    Next::Large => format!("Not simulated yet, because the network is large: {loads}, {each}."),
                }
            }
            Self::Running { finished, of, further } => {
                let what =
                    if further { "Looking for the load from which queues grow without end" } else { "Simulating" };
                format!("{what}: {finished} of {of} finished.")
            }
            Self::Pins { left } => format!("Simulating the kept curves: {} left.", count(left, "point", "points")),
            Self::Ended { finished, stopped } => {
                let stopped = if stopped > 0 { format!(" and {stopped} that were stopped") } else { String::new() };
                format!("Simulated: {}{stopped}, {each}.", count(finished, "load", "loads"))
            }
        }
    }

    /// The account of the runs. `each`: their length and seed, with the unit.
    pub(crate) fn sentences(self, each: &str, trouble: Option<&SimulationError>) -> String {
        let trouble = trouble.map(SimulationError::sentence);
        trouble.into_iter().chain([self.sentence(each)]).collect::<Vec<_>>().join(" ")
    }
}

/// The button that simulates for longer; `seconds` that it takes, where that can be told.
pub(crate) fn longer((_, seconds): (u64, Option<f64>)) -> String {
    seconds.map_or_else(|| "Run longer".into(), |seconds| format!("Run longer, {}", duration(seconds)))
}

impl SimulationError {
    pub(crate) fn sentence(&self) -> String {
        match self {
            Self::NoWorker(why) => format!("This browser cannot start a worker to simulate in. {why}"),
            Self::Outdated => {
                "The browser has cached a file of an older version of this page: reload the page to simulate.".into()
            }
            Self::At { symbol, load: at, why } => {
                let place = load(symbol, *at, 4);
                format!("At {place}: {why}")
            }
        }
    }
}

impl JobFailure {
    /// The failure in a sentence; `why` is the reason of the browser.
    pub(crate) fn sentence(self, why: &str) -> String {
        match self {
            Self::Twice => format!("The simulation stopped twice: {why}"),
            Self::NotLoaded => format!("The simulator could not be loaded: {why}"),
        }
    }
}

impl SavedRuns {
    pub(crate) fn words(&self) -> String {
        let kilobytes = self.characters.div_ceil(1000);
        match self.subjects {
            _ if !self.room => "This browser has no room to save simulations.".into(),
            0 => "No simulations are saved in this browser.".into(),
            scenes => format!(
                "Simulations of {} are saved in this browser ({kilobytes} kB).",
                count(scenes, "scene", "scenes")
            ),
        }
    }
}

impl Simulation {
    /// The speed of simulations: flits that cross a channel in a second, workers, and seconds that are left once that is known.
    pub(crate) fn speed_in_words(rate: f64, workers: usize, left: Option<f64>) -> String {
        let rate = if rate < 1e6 {
            grouped(1000 * (rate / 1000.0).round() as u64)
        } else {
            format!("{} million", significant(rate / 1e6, 3))
        };
        let left = left.map_or_else(String::new, |left| format!(" · {} left", duration(left)));
        format!("{rate} flit-hops/s by {}{left}", count(workers, "worker", "workers"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope::{experiment::each_in_words, scenario::RunLength};

    #[test]
    fn an_account_says_how_far_the_points_are_and_trouble_first() {
        let nothing = |shown, next| Progress::Nothing { sweep: 12, shown, next };
        let running = |finished, further| Progress::Running { finished, of: 13, further };
        let all = [
            nothing(true, Next::Asked),
            nothing(true, Next::Large),
            nothing(true, Next::Sparing),
            nothing(false, Next::Soon),
            running(3, false),
            running(11, true),
            Progress::Pins { left: 1 },
            Progress::Ended { finished: 13, stopped: 0 },
            Progress::Ended { finished: 1, stopped: 2 },
        ];
        let each = each_in_words(&RunLength { cycles: 200_000, seed: 1, replications: 1 }, "cycles");
        blessed::words("progress", all, |progress| progress.sentences(&each, None));
        let trouble = [
            SimulationError::At { symbol: "λ", load: 0.08, why: JobFailure::Twice.sentence("out of memory.") },
            SimulationError::At { symbol: "λ", load: 0.08, why: JobFailure::NotLoaded.sentence("no network.") },
            SimulationError::NoWorker("Blocked.".into()),
            SimulationError::Outdated,
        ];
        blessed::words("trouble", trouble, |trouble| {
            Progress::Ended { finished: 2, stopped: 0 }.sentences(&each, Some(&trouble))
        });
    }

    #[test]
    fn saved_runs_are_counted_and_a_speed_has_the_time_that_is_left_once_it_is_known() {
        let saved = [(true, 0, 0), (true, 1, 2001), (true, 2, 900), (false, 2, 900)];
        blessed::words("saved runs", saved, |(room, subjects, characters)| {
            SavedRuns { room, subjects, characters }.words()
        });
        blessed::words("speeds", [(123_400.0, 1, None), (1.5e6, 3, Some(95.0))], |(rate, workers, left)| {
            Simulation::speed_in_words(rate, workers, left)
        });
    }
}
