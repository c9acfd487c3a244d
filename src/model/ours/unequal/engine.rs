//! The search of one network where it is computed: in this program, or in the module of a page that comes when a network needs it.
//!
//! The module has the program of the search, the page the rest. What they tell each other is numbers, so that a page has the same bits as the command line.

use super::{answer::Answer, network::Network};
use crate::param::rates::Rates;
use std::cell::RefCell;

/// The part of a search that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// Some points, perhaps.
    Points,
    /// The end, and all that a load is solved from.
    End,
    /// All of it.
    Whole,
}

/// How far a search is.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// True if the end is known.
    pub bracketed: bool,
    /// True if the model alone would end beyond the bound that the search was given.
    pub bound: bool,
    /// True if the end is due to a source and not to a channel.
    pub source: bool,
    /// The channel and the node that the end is due to.
    pub culprits: (u32, u32),
    /// The part of its cycles in which the busiest channel carries a flit there, 0 to 1.
    pub busy: f64,
    /// The largest stable load found so far, messages per node and cycle.
    pub end: f64,
    /// Loads below it can be solved by now.
    pub known: f64,
    /// The latency of the idle network, cycles.
    pub idle: f64,
    /// Load and latency as far as they are known, from the idle network on.
    pub curve: Vec<(f64, f64)>,
}

impl Progress {
    /// As numbers.
    pub fn numbers(&self) -> Vec<f64> {
        let whole = |one: bool| f64::from(u8::from(one));
        let (channel, node) = (f64::from(self.culprits.0), f64::from(self.culprits.1));
        let first = [whole(self.bracketed), whole(self.bound), whole(self.source), channel, node];
        let numbers = first.into_iter().chain([self.busy, self.end, self.known, self.idle]);
        numbers.chain(self.curve.iter().flat_map(|(load, latency)| [*load, *latency])).collect()
    }

    /// From [numbers](Self::numbers).
    fn of(numbers: &[f64]) -> Self {
        let at = |at: usize| numbers.get(at).copied().unwrap_or_default();
        Self {
            bracketed: at(0) > 0.0,
            bound: at(1) > 0.0,
            source: at(2) > 0.0,
            culprits: (at(3) as u32, at(4) as u32),
            busy: at(5),
            end: at(6),
            known: at(7),
            idle: at(8),
            curve: numbers.get(9..).unwrap_or_default().chunks_exact(2).map(|pair| (pair[0], pair[1])).collect(),
        }
    }
}

/// The search of one network.
pub trait Engine {
    /// Makes a part of a step, if the curve is not complete.
    fn work(&mut self) -> Reached;
    /// How far it is.
    fn progress(&self) -> Progress;
    /// The answer for a load (at least 0); `None` beyond the end.
    fn solve(&self, load: f64) -> Option<Answer>;
}

/// The search of one network in the module.
pub trait Remote {
    /// See [`Engine::work`]; 0 to 2.
    fn work(&self) -> u32;
    /// The [numbers](Progress::numbers) of its progress.
    fn progress(&self) -> Vec<f64>;
    /// The [numbers](Answer::numbers) of an answer; none beyond the end.
    fn solve(&self, load: f64) -> Vec<f64>;
}

/// The module.
pub trait Module {
    /// Begins with the network of these [numbers](Network::numbers), whose table of rates is the one of this text, if it has one. A load of `bound` is not exceeded.
    fn begin(&self, network: &[f64], table: &str, bound: f64) -> Box<dyn Remote>;
    /// The [rows](Answer::rows) of its quantities.
    fn rows(&self) -> String;
}

struct Far {
    remote: Box<dyn Remote>,
    rows: &'static [[&'static str; 4]],
}

impl Engine for Far {
    fn work(&mut self) -> Reached {
        match self.remote.work() {
            0 => Reached::Points,
            1 => Reached::End,
            _ => Reached::Whole,
        }
    }

    fn progress(&self) -> Progress {
        Progress::of(&self.remote.progress())
    }

    fn solve(&self, load: f64) -> Option<Answer> {
        Answer::read(&self.remote.solve(load), self.rows)
    }
}

enum State {
    /// Nothing has asked for it.
    Absent,
    /// A network needs it.
    Wanted,
    /// It has been asked for.
    Coming,
    /// It did not come.
    Failed,
    Here(Box<dyn Module>, &'static [[&'static str; 4]]),
}

thread_local! {
    static MODULE: RefCell<State> = const { RefCell::new(State::Absent) };
}

/// True if this program has the search in itself.
const INSIDE: bool = cfg!(any(feature = "unequal", not(target_arch = "wasm32")));

/// From now on searches are those of this module; without one, it did not come.
pub fn install(module: Option<Box<dyn Module>>) {
    let state = module.map_or(State::Failed, |module| {
        let rows: Vec<_> = Answer::columns(module.rows().leak()).collect();
        State::Here(module, rows.leak())
    });
    MODULE.set(state);
}

/// True if the module has not come and would be of use.
pub fn is_missing() -> bool {
    !INSIDE && MODULE.with_borrow(|module| matches!(module, State::Absent | State::Wanted | State::Coming))
}

/// True, once, if a network needs the module, which has not come.
pub fn is_wanted() -> bool {
    MODULE.with_borrow_mut(|module| {
        let wanted = matches!(module, State::Wanted);
        if wanted {
            *module = State::Coming;
        }
        wanted
    })
}

/// True if the module did not come.
pub(super) fn has_failed() -> bool {
    MODULE.with_borrow(|module| matches!(module, State::Failed))
}

/// Begins the search of a network up to a load; `None` as long as the module of a page has not come.
pub(super) fn begin(network: Network, bound: f64) -> Option<Box<dyn Engine>> {
    MODULE.with_borrow_mut(|module| match module {
        State::Here(module, rows) => {
            let table = network.destinations.table.map_or("", Rates::text);
            Some(Box::new(Far { remote: module.begin(&network.numbers(), table, bound), rows }) as _)
        }
        _ => inside(network, bound).or_else(|| {
            if matches!(module, State::Absent) {
                *module = State::Wanted;
            }
            None
        }),
    })
}

#[cfg(any(feature = "unequal", not(target_arch = "wasm32")))]
#[allow(clippy::unnecessary_wraps)] // the other one has none
fn inside(network: Network, bound: f64) -> Option<Box<dyn Engine>> {
    Some(Box::new(super::search::Search::new(network, bound)))
}

#[cfg(not(any(feature = "unequal", not(target_arch = "wasm32"))))]
const fn inside(_: Network, _: f64) -> Option<Box<dyn Engine>> {
    None
}

#[cfg(test)]
mod tests {
    use super::{super::search::Search, *};
    use crate::{
        model::{self, Outcome},
        scenario::link,
    };

    /// The other side, as `crates/unequal` has it.
    struct Solver(RefCell<Search>);

    impl Remote for Solver {
        fn work(&self) -> u32 {
            Engine::work(&mut *self.0.borrow_mut()) as u32
        }

        fn progress(&self) -> Vec<f64> {
            self.0.borrow().progress().numbers()
        }

        fn solve(&self, load: f64) -> Vec<f64> {
            Engine::solve(&*self.0.borrow(), load).map_or_else(Vec::new, |answer| answer.numbers())
        }
    }

    struct Solvers;

    impl Module for Solvers {
        fn begin(&self, network: &[f64], table: &str, bound: f64) -> Box<dyn Remote> {
            Rates::parse("", table).into_iter().for_each(|table| _ = table.open());
            let network = Network::of_numbers(network).expect("a network");
            Box::new(Solver(RefCell::new(Search::new(network, bound))))
        }

        fn rows(&self) -> String {
            Answer::rows()
        }
    }

    #[test]
    fn a_module_beside_the_page_gives_the_same_numbers_to_the_last_bit() {
        let table = Rates::parse("mine", "0 5 1\n1 4 2\n7 8 0.5\n").expect("a table").open().number();
        for text in [
            "wiring=mesh&routing=dimension-order&vcs=2&pattern=transpose",
            "wiring=mesh&routing=valiant&vcs=2&pattern=hotspot&hotspot=0.2&hot=4",
            "wiring=mesh&vcs=3",
            "ways=one&routing=dimension-order&vcs=2&ports=1",
            &format!("wiring=mesh&routing=dimension-order&vcs=2&pattern=table&table={table}"),
        ] {
            let setup = *link::parse(&format!("system=kary-ncube&k=3&n=2&flits=8&{text}")).scenario.setup();
            install(None);
            let told = |model: &dyn model::Model| {
                let end = model.end();
                let points: Vec<_> = [0.0, 0.3, 0.9, 1.01].map(|part| model.point(part * end.load)).into();
                assert!(matches!(points[1], Outcome::Stable(_)) && points[3] == Outcome::Saturated, "{text}");
                (end, points, model.curves(9), model.idle(), model.bounds(), model.remarks(0.9 * end.load))
            };
            let own = told(&*model::of(&setup));
            install(Some(Box::new(Solvers)));
            assert!(told(&*model::of(&setup)) == own, "{text}");
            assert_eq!(told(&*model::solved_to_end(&setup)).0, own.0, "{text}");
        }
    }

    #[test]
    fn numbers_of_no_network_are_none() {
        assert_eq!(Network::of_numbers(&[]), None);
        assert_eq!(Network::of_numbers(&[4.0, 2.0, 3.0, 0.0, 0.0, 0.0, 2.0, 8.0, 0.0, 0.0, 0.0]), None);
        assert_eq!(Answer::read(&[], &[]), None);
    }
}
