//! What a worker does: one simulation at a time, in slices, so that an order to stop is heard at once.

use super::json;
use crate::{
    experiment::{self, Observation},
    scenario::link,
    sim::{self, Simulator, protocol::Run},
};
use serde::{Deserialize, Serialize};

/// Which `www/worker.js` this module works with; the file states the same. A browser may have kept an older one.
pub const BUILD: &str = "1";

/// Milliseconds of work between two looks at the orders.
const SLICE: f64 = 20.0;

/// Milliseconds between two words on how far a simulation is.
const TELL: f64 = 100.0;

/// Milliseconds that the cycles between two looks at the clock may take.
const BLIND: f64 = 2.0;

/// What the page asks of a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)] // each variant says what its fields are
pub enum Order {
    /// To simulate the scenario of a link, as the job of a number, instead of whatever it is doing.
    Simulate { job: u32, link: String },
    /// To do nothing.
    Stop,
}

/// What a worker says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)] // each variant says what its fields are
pub enum Word {
    /// It takes orders.
    Ready,
    /// Its file is not the one that this module works with.
    Outdated,
    /// How far the simulation of a job is, or its end.
    Observed { job: u32, observation: Box<Observation> },
    /// Why a job cannot be simulated, or which law it has broken.
    Refused { job: u32, sentence: String },
}

impl Word {
    /// A word from its text; `None` if it is none, or speaks of what no run can have said.
    pub fn read(text: &str) -> Option<Self> {
        json::read(text).filter(|word| match word {
            Self::Observed { observation, .. } => observation.credible(),
            Self::Ready | Self::Outdated | Self::Refused { .. } => true,
        })
    }

    /// The first word of a worker whose file states this build.
    pub fn first(build: &str) -> Self {
        if build == BUILD { Self::Ready } else { Self::Outdated }
    }
}

struct Job {
    number: u32,
    run: Run<Box<dyn Simulator + Send>>,
    /// Cycles between two looks at the clock.
    cycles: u64,
    seconds: f64,
    /// When it was last spoken of, milliseconds.
    told: f64,
}

impl Job {
    fn observed(&self) -> Word {
        Word::Observed { job: self.number, observation: Box::new(Observation::of(&self.run, self.seconds)) }
    }
}

/// The desk of a worker, with what lies on it.
#[derive(Default)]
pub struct Desk {
    job: Option<Job>,
}

impl Desk {
    /// Whether there is something to do: a [`Desk::turn`] to be taken.
    pub const fn busy(&self) -> bool {
        self.job.is_some()
    }

    /// Takes an order at a time in milliseconds; what there is to say at once.
    pub fn hear(&mut self, order: Order, now: f64) -> Option<Word> {
        self.job = None;
        let Order::Simulate { job: number, link } = order else { return None };
        let scenario = link::parse(&link).scenario;
        match sim::of(&scenario, 0) {
            Ok(simulator) => {
                let run = Run::new(simulator, experiment::plan(&scenario));
                let job = self.job.insert(Job { number, run, cycles: 1, seconds: 0.0, told: now });
                // Said at once: a large network takes a while to build.
                Some(job.observed())
            }
            Err(problem) => Some(Word::Refused { job: number, sentence: problem.to_string() }),
        }
    }

    /// Simulates for a slice of time by a clock in milliseconds; what there is to say then.
    pub fn turn(&mut self, clock: &dyn Fn() -> f64) -> Option<Word> {
        let job = self.job.as_mut()?;
        let start = clock();
        let (mut before, mut over) = (start, Ok(false));
        while over == Ok(false) && before - start < SLICE {
            over = job.run.advance(job.cycles);
            let after = clock();
            // Clocks of browsers are coarse: what takes no time may be doubled.
            if after - before < BLIND / 2.0 {
                job.cycles *= 2;
            } else if after - before > BLIND {
                job.cycles = (job.cycles / 2).max(1);
            }
            before = after;
        }
        job.seconds += (before - start) / 1000.0;
        match over {
            Ok(false) if before - job.told <= TELL => None,
            Ok(false) => {
                job.told = before;
                Some(job.observed())
            }
            Ok(true) => self.job.take().map(|job| job.observed()),
            Err(violation) => {
                let number = job.number;
                self.job = None;
                Some(Word::Refused { job: number, sentence: violation.sentence() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::protocol::State;
    use std::cell::Cell;

    const SMALL: &str = "#system=hypercube-slotted&n=3&load=0.05";

    fn order(link: &str) -> Order {
        Order::Simulate { job: 7, link: link.into() }
    }

    /// A clock that goes on by so many milliseconds whenever it is looked at.
    fn clock(step: f64) -> impl Fn() -> f64 {
        let now = Cell::new(0.0);
        move || now.replace(now.get() + step)
    }

    fn observed(word: Option<Word>) -> Observation {
        match word {
            Some(Word::Observed { job: 7, observation }) => *observation,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_worker_of_another_build_says_so() {
        assert_eq!(Word::first(BUILD), Word::Ready);
        assert_eq!(Word::first("0"), Word::Outdated);
    }

    #[test]
    fn a_simulation_gives_the_numbers_of_a_run_that_is_not_cut_into_slices() {
        let link = format!("{SMALL}&cycles=3000");
        let mut desk = Desk::default();
        let first = observed(desk.hear(order(&link), 0.0));
        assert_eq!((first.record.cycles, first.finished()), (0, false));
        let (now, mut words) = (clock(1.5), Vec::new());
        while desk.busy() {
            words.extend(desk.turn(&now));
        }
        let last = observed(words.pop());
        let scenario = link::parse(&link).scenario;
        let mut run = Run::new(sim::of(&scenario, 0).expect("it can be simulated"), experiment::plan(&scenario));
        while !run.advance(100).expect("no law is broken") {}
        assert_eq!(last.record, run.so_far().record());
        assert_eq!(last.record.state, State::Stable);
        assert!(last.seconds > 0.0 && words.len() > 1, "it has spoken {} times before", words.len());
    }

    #[test]
    fn it_speaks_no_more_than_ten_times_a_second() {
        let mut desk = Desk::default();
        desk.hear(order(&format!("{SMALL}&cycles=2000000")), 0.0);
        let now = clock(2.0);
        let words = (0..40).filter_map(|_| desk.turn(&now)).count();
        // Forty turns of 20 ms and a look at the clock.
        assert!((6..=9).contains(&words), "{words}");
        assert!(desk.busy());
    }

    #[test]
    fn an_order_to_stop_clears_the_desk_and_a_new_order_takes_the_place_of_the_old() {
        let mut desk = Desk::default();
        desk.hear(order(SMALL), 0.0);
        assert_eq!(desk.hear(Order::Stop, 1.0), None);
        assert!(!desk.busy() && desk.turn(&clock(1.0)).is_none());
        desk.hear(order(SMALL), 2.0);
        let other = Order::Simulate { job: 8, link: SMALL.into() };
        assert!(matches!(desk.hear(other, 3.0), Some(Word::Observed { job: 8, .. })));
    }

    #[test]
    fn what_cannot_be_simulated_is_refused_with_the_sentence_of_the_problem() {
        let mut desk = Desk::default();
        let word = desk.hear(order("#system=banyan-multicast&start=early"), 0.0);
        assert!(
            matches!(&word, Some(Word::Refused { job: 7, sentence }) if sentence.contains("no region")),
            "{word:?}"
        );
        assert!(!desk.busy());
    }

    #[test]
    fn orders_and_words_survive_the_way_between_page_and_worker() {
        let words = [Word::Ready, Word::Outdated, Word::Refused { job: 3, sentence: "no \"region\"".into() }];
        let observation = observed(Desk::default().hear(order(SMALL), 0.0));
        for word in words.into_iter().chain([Word::Observed { job: 9, observation: Box::new(observation) }]) {
            assert_eq!(Word::read(&json::write(&word)), Some(word));
        }
        for order in [order(SMALL), Order::Stop] {
            assert_eq!(json::read(&json::write(&order)), Some(order));
        }
        assert_eq!(Word::read("{\"Observed\":{\"job\":1}}"), None);
    }
}
