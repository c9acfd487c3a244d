//! Sentences about simulations, workers and saved runs.

use super::{
    pool::JobFailure,
    saved_runs::SavedRuns,
    simulation::{Next, Progress, Simulation, SimulationError},
};
use flitscope::{
    experiment::TooShort,
    text::{count, duration, grouped, load, significant},
};

impl Progress {
    /// The progress in a sentence.
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
                let what = if further { "Looking for the load at which the network saturates" } else { "Simulating" };
                format!("{what}: {finished} of {of} finished.")
            }
            Self::Pins { left } => format!("Simulating the kept curves: {} left.", count(left, "point", "points")),
            Self::Ended { finished, stopped } => {
                let stopped = if stopped > 0 { format!(" and {stopped} that were stopped") } else { String::new() };
                format!("Simulated: {}{stopped}, {each}.", count(finished, "load", "loads"))
            }
        }
    }

    /// The sentences below the chart. `each`: length and seed of the runs, with the unit; `short`: the points without an interval, if the runs
    /// are over, and how many seconds the longest of those that would do takes, where that can be told.
    pub(crate) fn sentences(
        self,
        (each, unit): (&str, &str),
        short: Option<(TooShort, Option<f64>)>,
        trouble: Option<&SimulationError>,
    ) -> String {
        let short = short.map(|(short, seconds)| {
            let each = if short.points > 1 { " each" } else { "" };
            let long = |seconds| format!(" That takes up to {}{each}.", duration(seconds));
            short.sentence(unit) + &seconds.map_or_else(String::new, long)
        });
        let trouble = trouble.map(SimulationError::sentence);
        trouble.into_iter().chain([self.sentence(each)]).chain(short).collect::<Vec<_>>().join(" ")
    }
}

impl SimulationError {
    /// The trouble in a sentence.
    fn sentence(&self) -> String {
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
    /// The saved runs in a sentence.
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
    fn an_account_says_how_far_the_points_are() {
        let said = |progress: Progress| {
            let each = each_in_words(&RunLength { cycles: 200_000, seed: 1, replications: 1 }, "cycles");
            progress.sentences((&each, "cycles"), None, None)
        };
        let each = "200\u{202f}000 cycles each (seed 1).";
        let nothing = |shown, next| said(Progress::Nothing { sweep: 12, shown, next });
        for (next, before) in
            [(Next::Asked, "Not simulated yet"), (Next::Large, "Not simulated yet, because the network is large")]
        {
            assert_eq!(nothing(true, next), format!("{before}: 12 loads and the one shown, {each}"));
        }
        assert!(nothing(true, Next::Sparing).starts_with("Not simulated yet: this device saves data"));
        assert_eq!(nothing(false, Next::Soon), format!("Next: 12 loads, {each}"));
        let running = |finished, further| said(Progress::Running { finished, of: 13, further });
        assert_eq!(running(3, false), "Simulating: 3 of 13 finished.");
        assert_eq!(running(11, true), "Looking for the load at which the network saturates: 11 of 13 finished.");
        assert_eq!(said(Progress::Pins { left: 1 }), "Simulating the kept curves: 1 point left.");
        assert_eq!(said(Progress::Ended { finished: 13, stopped: 0 }), format!("Simulated: 13 loads, {each}"));
        assert_eq!(
            said(Progress::Ended { finished: 1, stopped: 2 }),
            format!("Simulated: 1 load and 2 that were stopped, {each}")
        );
    }

    #[test]
    fn trouble_comes_first_and_what_helps_last() {
        let said = |trouble| {
            let short = Some((TooShort { points: 1, of: 2, cycles: 4_000 }, Some(130.0)));
            Progress::Ended { finished: 2, stopped: 0 }.sentences(
                (&each_in_words(&RunLength { cycles: 1000, seed: 7, replications: 1 }, "slots"), "slots"),
                short,
                Some(&trouble),
            )
        };
        let rest = " Simulated: 2 loads, 1000 slots each (seed 7). 1 of 2 runs is too short for an interval: simulate at least 4000 slots. That takes up to 2 min.";
        let at = SimulationError::At { symbol: "λ", load: 0.08, why: JobFailure::Twice.sentence("out of memory.") };
        assert_eq!(said(at), format!("At λ = 0.08000: The simulation stopped twice: out of memory.{rest}"));
        let no = SimulationError::NoWorker("Blocked.".into());
        assert_eq!(said(no), format!("This browser cannot start a worker to simulate in. Blocked.{rest}"));
        let old = "The browser has cached a file of an older version of this page: reload the page to simulate.";
        assert_eq!(said(SimulationError::Outdated), format!("{old}{rest}"));
        assert_eq!(JobFailure::NotLoaded.sentence("no network."), "The simulator could not be loaded: no network.");
    }

    #[test]
    fn what_is_saved_is_counted() {
        let saved = |room, subjects, characters| SavedRuns { room, subjects, characters }.words();
        assert_eq!(saved(true, 0, 0), "No simulations are saved in this browser.");
        assert_eq!(saved(true, 1, 2001), "Simulations of 1 scene are saved in this browser (3 kB).");
        assert_eq!(saved(true, 2, 900), "Simulations of 2 scenes are saved in this browser (1 kB).");
        assert_eq!(saved(false, 2, 900), "This browser has no room to save simulations.");
    }

    #[test]
    fn a_speed_has_the_time_that_is_left_once_it_is_known() {
        let speed = Simulation::speed_in_words;
        assert_eq!(speed(123_400.0, 1, None), "123\u{202f}000 flit-hops/s by 1 worker");
        assert_eq!(speed(1.5e6, 3, Some(95.0)), "1.50 million flit-hops/s by 3 workers · 2 min left");
    }
}
