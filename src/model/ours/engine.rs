//! The search of one network where it is computed: in this program, or in the module of a page that comes when a network needs it.
//!
//! The module has the programs of the searches, the page the rest. What they exchange is numbers, so that a page has the same bits as the command line.

mod answer;

pub use answer::Answer;

use super::unequal::network::Network;
use crate::model::{NoSolution, Outcome, hypercube_mmpp::Setting};
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
    /// The cause of the end, as its model numbers it; 0 as long as the end is not known.
    pub cause: u32,
    /// The channel and the node that the end is due to.
    pub culprits: (u32, u32),
    /// The part of its cycles in which the busiest channel carries a flit there, 0 to 1.
    pub busy: f64,
    /// The largest stable load found so far, messages per node and cycle.
    pub end: f64,
    /// The latency there, cycles; not a number where it grows without bound, or is not known yet.
    pub value: f64,
    /// Loads up to it can be solved by now.
    pub known: f64,
    /// The latency of the idle network, cycles.
    pub idle: f64,
    /// Load and latency as far as they are known, from the idle network on.
    pub curve: Vec<(f64, f64)>,
}

impl Progress {
    /// As numbers.
    pub fn numbers(&self) -> Vec<f64> {
        let Self { cause, culprits: (channel, node), busy, end, value, known, idle, .. } = *self;
        let mut numbers = vec![f64::from(cause), f64::from(channel), f64::from(node), busy, end, value, known, idle];
        numbers.extend(self.curve.iter().flat_map(|(load, latency)| [*load, *latency]));
        numbers
    }

    /// From [numbers](Self::numbers).
    fn of(numbers: &[f64]) -> Self {
        let mut rest = numbers.iter().copied();
        let mut next = || rest.next().unwrap_or_default();
        let (cause, culprits) = (next() as u32, (next() as u32, next() as u32));
        let (busy, end, value, known, idle) = (next(), next(), next(), next(), next());
        let mut curve = Vec::new();
        while let (Some(load), Some(latency)) = (rest.next(), rest.next()) {
            curve.push((load, latency));
        }
        Self { cause, culprits, busy, end, value, known, idle, curve }
    }
}

/// The search of one network.
pub trait Engine {
    /// Makes a part of a step, if the curve is not complete.
    fn work(&mut self) -> Reached;
    /// How far it is.
    fn progress(&self) -> Progress;
    /// A part of a step towards the answer for a load; true once that takes no more time.
    fn prepare(&mut self, load: f64) -> bool {
        let _ = load;
        true
    }
    /// The answer for a load (at least 0); `None` beyond the end.
    fn solve(&self, load: f64) -> Option<Answer>;
    /// The load after a part of the curve, 0 to 1: the closer to the end, the smaller the steps.
    fn part(&self, part: f64) -> f64;
}

/// The subject of the search.
#[derive(Clone, Copy, Debug)]
pub enum Subject {
    /// Worms on unequal channels, with a load that no network exceeds, or an infinite one.
    Unequal(Network, f64),
    /// Circuits; true for an end to its last digits.
    Circuits(Setting, bool),
}

impl Subject {
    /// As numbers, those of a kind first.
    fn numbers(&self) -> Vec<f64> {
        match self {
            Self::Unequal(network, bound) => [&[0.0, *bound][..], &network.numbers()].concat(),
            Self::Circuits(setting, sharp) => [&[1.0, f64::from(u8::from(*sharp))][..], &setting.numbers()].concat(),
        }
    }

    /// Its kind: the quantities of its answers.
    const fn kind(&self) -> usize {
        match self {
            Self::Unequal(..) => 0,
            Self::Circuits(..) => 1,
        }
    }
}

/// The search of one network in the module.
pub trait Remote {
    /// See [`Engine::work`]; 0 to 2.
    fn work(&self) -> u32;
    /// The [numbers](Progress::numbers) of its progress.
    fn progress(&self) -> Vec<f64>;
    /// See [`Engine::prepare`].
    fn prepare(&self, load: f64) -> bool;
    /// The [numbers](Answer::numbers) of an answer; none beyond the end.
    fn solve(&self, load: f64) -> Vec<f64>;
    /// See [`Engine::part`].
    fn part(&self, part: f64) -> f64;
}

/// The module.
pub trait Module {
    /// Begins with the [subject](begun) of these numbers, whose table of rates is the one of this text, if it has one.
    fn begin(&self, subject: &[f64], table: &str) -> Box<dyn Remote>;
    /// The [rows] of the quantities.
    fn rows(&self) -> String;
}

struct Far {
    remote: Box<dyn Remote>,
    kind: usize,
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

    fn prepare(&mut self, load: f64) -> bool {
        self.remote.prepare(load)
    }

    fn solve(&self, load: f64) -> Option<Answer> {
        Answer::read(&self.remote.solve(load), self.kind)
    }

    fn part(&self, part: f64) -> f64 {
        self.remote.part(part)
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
    Here(Box<dyn Module>),
}

thread_local! {
    static MODULE: RefCell<State> = const { RefCell::new(State::Absent) };
}

/// True if this program has the searches in itself.
const INSIDE: bool = cfg!(any(feature = "solvers", not(target_arch = "wasm32")));

/// From now on searches are those of this module; without one, it did not come.
pub fn install(module: Option<Box<dyn Module>>) {
    let state = module.map_or(State::Failed, |module| {
        answer::name(module.rows());
        State::Here(module)
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

/// Begins a search; `None` as long as the module of a page has not come.
fn begin(subject: Subject) -> Option<Box<dyn Engine>> {
    MODULE.with_borrow_mut(|module| match module {
        State::Here(module) => {
            let table = match subject {
                Subject::Unequal(network, _) => network.destinations.table.map_or("", Rates::text),
                Subject::Circuits(..) => "",
            };
            Some(Box::new(Far { remote: module.begin(&subject.numbers(), table), kind: subject.kind() }) as _)
        }
        _ => inside(subject).or_else(|| {
            if matches!(module, State::Absent) {
                *module = State::Wanted;
            }
            None
        }),
    })
}

#[cfg(any(feature = "solvers", not(target_arch = "wasm32")))]
fn inside(subject: Subject) -> Option<Box<dyn Engine>> {
    use super::{circuits, unequal};
    Some(match subject {
        Subject::Unequal(network, bound) => Box::new(unequal::search::Search::new(network, bound)),
        Subject::Circuits(setting, sharp) => {
            let mut search = circuits::search::Search::new(&setting).ok()?;
            search.sharpen(sharp);
            Box::new(search)
        }
    })
}

#[cfg(not(any(feature = "solvers", not(target_arch = "wasm32"))))]
const fn inside(_: Subject) -> Option<Box<dyn Engine>> {
    None
}

/// Begins with the numbers of a subject; `None` if they are of none.
#[cfg(any(feature = "solvers", not(target_arch = "wasm32")))]
pub fn begun(numbers: &[f64]) -> Option<Box<dyn Engine>> {
    let (kind, rest) = numbers.split_first()?;
    let (more, rest) = rest.split_first()?;
    inside(if *kind == 0.0 {
        Subject::Unequal(Network::of_numbers(rest)?, *more)
    } else {
        Subject::Circuits(Setting::of_numbers(rest)?, *more > 0.0)
    })
}

#[cfg(any(feature = "solvers", not(target_arch = "wasm32")))]
pub use answer::rows;

/// A search with its progress and its last answer, for a model.
#[derive(Default)]
pub(super) struct Searched {
    engine: Option<Box<dyn Engine>>,
    progress: Option<Progress>,
    /// The last load with its answer: a page asks for one load again and again.
    last: RefCell<Option<(f64, Option<Answer>)>>,
    /// The load whose answer is being prepared.
    preparing: Option<f64>,
}

impl Searched {
    /// Works on it until it is whole, or has reached `enough`. What it has reached; `None` if there is none, because the module of a page has not come.
    pub(super) fn work(
        &mut self,
        subject: impl FnOnce() -> Subject,
        enough: &dyn Fn(Reached) -> bool,
    ) -> Option<Reached> {
        if self.engine.is_none() {
            self.engine = begin(subject());
        }
        let engine = self.engine.as_mut()?;
        let mut reached = engine.work();
        while reached != Reached::Whole && !enough(reached) {
            reached = engine.work();
        }
        self.progress = Some(engine.progress());
        Some(reached)
    }

    /// As above, as long as there is `more` time; true if it is whole, or will never begin.
    pub(super) fn advance(&mut self, subject: impl FnOnce() -> Subject, more: &dyn Fn() -> bool) -> bool {
        more() && self.work(subject, &|_| !more()).map_or_else(has_failed, |reached| reached == Reached::Whole)
    }

    /// Works on the answer for a load as long as there is `more` time; true once it takes no more.
    pub(super) fn prepare(&mut self, load: f64, more: &dyn Fn() -> bool) -> bool {
        let Some(engine) = self.engine.as_mut() else { return true };
        let mut done = engine.prepare(load);
        while !done && more() {
            done = engine.prepare(load);
        }
        self.preparing = (!done).then_some(load);
        done
    }

    /// How far it is, if it has begun.
    pub(super) const fn progress(&self) -> Option<&Progress> {
        self.progress.as_ref()
    }

    /// How far it is, once its end is known.
    pub(super) fn ended(&self) -> Option<&Progress> {
        self.progress.as_ref().filter(|progress| progress.cause > 0)
    }

    /// Load and latency as far as they are known.
    pub(super) fn curves(&self) -> Vec<Vec<(f64, f64)>> {
        vec![self.progress.as_ref().map_or_else(Vec::new, |progress| progress.curve.clone())]
    }

    /// Answers from zero load to the end, `points` of them (at least 2).
    pub(super) fn answers(&self, points: usize) -> Vec<Answer> {
        let last = points.max(2) - 1;
        let answer = |engine: &dyn Engine, i: usize| engine.solve(engine.part(i as f64 / last as f64));
        self.engine.iter().flat_map(|engine| (0..=last).map_while(|i| answer(&**engine, i))).collect()
    }

    /// The answer for a load that is no larger than the end.
    pub(super) fn solve(&self, load: f64) -> Outcome<Answer> {
        let known = self.progress.as_ref().filter(|known| known.cause > 0 || load <= known.known);
        let Some(engine) = self.engine.as_ref().filter(|_| known.is_some()) else {
            let failed = has_failed() && self.engine.is_none();
            return Outcome::Invalid(if failed { NoSolution::NotFetched } else { NoSolution::BeingSolved });
        };
        if self.preparing == Some(load) {
            return Outcome::Invalid(NoSolution::BeingSolved);
        }
        let mut last = self.last.borrow_mut();
        let (_, answer) = match last.take() {
            Some(known) if known.0 == load => last.insert(known),
            _ => last.insert((load, engine.solve(load))),
        };
        answer.clone().map_or(Outcome::Saturated, Outcome::Stable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::{self, Outcome},
        scenario::link,
    };

    /// The other side, as `crates/solvers` has it.
    struct Solver(RefCell<Box<dyn Engine>>);

    impl Remote for Solver {
        fn work(&self) -> u32 {
            self.0.borrow_mut().work() as u32
        }

        fn progress(&self) -> Vec<f64> {
            self.0.borrow().progress().numbers()
        }

        fn prepare(&self, load: f64) -> bool {
            self.0.borrow_mut().prepare(load)
        }

        fn solve(&self, load: f64) -> Vec<f64> {
            self.0.borrow().solve(load).map_or_else(Vec::new, |answer| answer.numbers())
        }

        fn part(&self, part: f64) -> f64 {
            self.0.borrow().part(part)
        }
    }

    struct Solvers;

    impl Module for Solvers {
        fn begin(&self, subject: &[f64], table: &str) -> Box<dyn Remote> {
            Rates::parse("", table).into_iter().for_each(|table| _ = table.open());
            Box::new(Solver(RefCell::new(begun(subject).expect("a subject"))))
        }

        fn rows(&self) -> String {
            rows()
        }
    }

    #[test]
    fn a_module_beside_the_page_gives_the_same_numbers_to_the_last_bit() {
        let table = Rates::parse("mine", "0 5 1\n1 4 2\n7 8 0.5\n").expect("a table").open().number();
        for text in [
            "system=hypercube-mmpp&n=3&lag1=0&reading=flow",
            "system=hypercube-mmpp&n=4&reading=flow",
            "wiring=mesh&routing=dimension-order&vcs=2&pattern=transpose",
            "wiring=mesh&routing=valiant&vcs=2&pattern=hotspot&hotspot=0.2&hot=4",
            "wiring=mesh&vcs=3",
            "ways=one&routing=dimension-order&vcs=2&ports=1",
            &format!("wiring=mesh&routing=dimension-order&vcs=2&pattern=table&table={table}"),
        ] {
            let setup = *link::parse(&if text.contains("system") {
                text.into()
            } else {
                format!("system=kary-ncube&k=3&n=2&flits=8&{text}")
            })
            .scenario
            .setup();
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
        assert!(begun(&[]).is_none() && begun(&[1.0, 0.0, 3.0]).is_none());
        assert_eq!(Answer::read(&[], 0), None);
    }
}
