//! The values of claims: what an [`Expression`] gives, asked of models, simulators and recorded runs.

use super::{
    counted,
    expression::Expression,
    recorded::{self, MOST_SEEDS, RecordedRun},
    scenes::Scenes,
    value::Value,
};
use crate::{
    experiment::{self, Runs, Summary},
    model::{self, Model, Outcome, Value as Quantity},
    param::{Key, ParamKind},
    scenario::{Parsed, Scenario, Setup, link},
    sim::{
        self,
        protocol::{Plan, Run, Violation},
        stats::student_t,
    },
};
use std::{cell::RefCell, rc::Rc};

/// The functions of the language.
pub const FUNCTIONS: [&str; 12] =
    ["solve", "simulate", "seeds", "stable", "moves", "frozen", "circle", "paths", "nearest", "trend", "sqrt", "round"];

/// Fields of a run that are counted or set, or that conservation gives: they need no interval.
const COUNTED: [&str; 5] = ["state", "cycles", "delivered", "ci95", "throughput"];

/// Node-cycles of a run that is made after Compute; beyond it a run must be recorded.
pub const AFTER_COMPUTE: f64 = 1e8;

/// A function beside those of the language.
pub type Further<'a> = &'a dyn Fn(&str, &[Value]) -> Option<Result<Value>>;

/// Everything that a claim may ask: the scenes of the lesson by name, its recorded runs, the scene of the reader, for tasks, the most
/// node-cycles of a run that is made now, and further functions.
#[allow(missing_docs)] // the fields are named above
pub struct World<'a> {
    pub scenes: &'a Scenes,
    pub runs: &'a [RecordedRun],
    pub here: Option<Scenario>,
    pub most: f64,
    pub further: Further<'a>,
    models: RefCell<Vec<(Setup, Rc<dyn Model>)>>,
    summaries: RefCell<Vec<(Scenario, bool, Rc<Summary>)>>,
}

type Result<T> = std::result::Result<T, String>;

impl<'a> World<'a> {
    /// The world of a lesson, in which runs have at most `most` node-cycles; with 0 it makes none.
    pub fn new(scenes: &'a Scenes, runs: &'a [RecordedRun], most: f64) -> Self {
        let (models, summaries) = (RefCell::default(), RefCell::default());
        Self { scenes, runs, here: None, most, further: &|_, _| None, models, summaries }
    }

    /// The value of an expression.
    ///
    /// # Errors
    /// A sentence: a name, function or field that there is not, a value of another kind, or a run that would take too long.
    pub fn value(&self, expression: &Expression) -> Result<Value> {
        match expression {
            Expression::Number(number) => Ok(Value::Number(*number)),
            Expression::Word(word) => Ok(Value::Word(word.clone())),
            Expression::Name(name) => self.scene(name).map(|scene| Value::Scene(Box::new(scene))),
            Expression::Call(name, arguments) => self.call(name, arguments),
            Expression::Field(inner, name) => self.field(self.value(inner)?, name),
            Expression::Index(inner, index) => match self.value(inner)? {
                Value::List(numbers) => numbers
                    .get(*index)
                    .copied()
                    .map(Value::Number)
                    .ok_or_else(|| told!("the list has {} numbers, and [{index}] is asked for.", numbers.len())),
                _ => Err("[ ] stands after a list only.".into()),
            },
            Expression::Sign("not", inner) => Ok(truth(self.number(inner)? == 0.0)),
            Expression::Sign(_, inner) => Ok(Value::Number(-self.number(inner)?)),
            Expression::Pair("and", left, right) => Ok(truth(self.number(left)? != 0.0 && self.number(right)? != 0.0)),
            Expression::Pair("or", left, right) => Ok(truth(self.number(left)? != 0.0 || self.number(right)? != 0.0)),
            Expression::Pair(operator @ ("==" | "!="), left, right) => {
                Ok(truth((self.value(left)? == self.value(right)?) == (*operator == "==")))
            }
            Expression::Pair(operator, left, right) => {
                let (a, b) = (self.number(left)?, self.number(right)?);
                Ok(match *operator {
                    "+" => Value::Number(a + b),
                    "-" => Value::Number(a - b),
                    "*" => Value::Number(a * b),
                    "/" => Value::Number(a / b),
                    "**" => Value::Number(libm::pow(a, b)),
                    "<" => truth(a < b),
                    "<=" => truth(a <= b),
                    ">" => truth(a > b),
                    _ => truth(a >= b),
                })
            }
        }
    }

    /// The number of an expression.
    ///
    /// # Errors
    /// As [`Self::value`], or it is no number.
    pub fn number(&self, expression: &Expression) -> Result<f64> {
        match self.value(expression)? {
            Value::Number(number) => Ok(number),
            _ => Err("a number is expected here, and this is none.".into()),
        }
    }

    /// The scene of a name, with its changes.
    fn scene(&self, name: &str) -> Result<Scenario> {
        let (base, changes) = name.split_once('&').unwrap_or((name, ""));
        if base == "here" {
            let here = self.here.ok_or("\"here\" is the scene of the reader, in a task.")?;
            return changed(&here, changes);
        }
        let scene = self.scenes.scenario(base).ok_or_else(|| self.scenes.unknown(base))?;
        changed(scene, changes)
    }

    /// The scene that is the first argument of a function, with the key of the second one changed.
    fn subject(&self, arguments: &[Expression]) -> Result<Scenario> {
        let scene = match arguments.first().map(|first| self.value(first)).transpose()? {
            Some(Value::Scene(scene)) => *scene,
            Some(Value::Word(link)) => read(&link)?,
            _ => return Err("a scene is expected in the parentheses.".into()),
        };
        let Some(change) = arguments.get(1) else { return Ok(scene) };
        let mut key = None;
        change.scenes(&mut |name| key = key.or_else(|| scene.system().param_called(name)));
        let row = key.ok_or("the second argument changes a setting, as in vcs - 1.")?;
        let value = self.of_keys(change, &scene)?;
        // A value that the setting cannot have is no network: it has no solution.
        let next = scene.set(row.key, value);
        if next.get(row.key) == value { Ok(next) } else { Err(told!("{} = {value} is out of range.", row.key.name())) }
    }

    /// The number of an expression in which the names are settings of a scene.
    fn of_keys(&self, expression: &Expression, scene: &Scenario) -> Result<f64> {
        match expression {
            Expression::Name(name) => match setting(scene, name)? {
                Value::Number(number) => Ok(number),
                _ => Err(told!("{name} is no number.")),
            },
            Expression::Pair(operator, left, right) => {
                let [left, right] = [left, right].map(|side| self.of_keys(side, scene));
                let [left, right] = [left?, right?].map(|side| Box::new(Expression::Number(side)));
                self.number(&Expression::Pair(operator, left, right))
            }
            other => self.number(other),
        }
    }

    fn call(&self, name: &str, arguments: &[Expression]) -> Result<Value> {
        let numbers = || arguments.iter().map(|argument| self.number(argument)).collect::<Result<Vec<f64>>>();
        match (name, arguments.len()) {
            ("solve", _) => Ok(Value::Solved(Box::new(self.subject(arguments)?))),
            ("simulate", _) => {
                let scene = self.subject(arguments)?;
                let quoted = matches!(arguments.first(), Some(Expression::Word(link)) if !link.contains("cycles="));
                Ok(Value::Run(Box::new(scene), quoted))
            }
            ("seeds", 2) if cfg!(feature = "writing") => {
                let (scene, count) = (self.subject(&arguments[..1])?, self.number(&arguments[1])?);
                if !(2.0..=f64::from(MOST_SEEDS)).contains(&count) || libm::trunc(count) != count {
                    return Err(told!("seeds asks for 2 to {MOST_SEEDS} runs, as in seeds(few, 6)."));
                }
                Ok(Value::Seeds(Box::new(scene), count as u32))
            }
            ("stable", _) => {
                let run = Value::Run(Box::new(self.subject(arguments)?), false);
                Ok(truth(self.field(run, "state")? == Value::Word("stable".into())))
            }
            ("frozen", _) => self.frozen(&self.subject(arguments)?).map(Value::Number),
            ("moves", _) => Ok(truth(self.frozen(&self.subject(arguments)?)? == 0.0)),
            ("circle" | "paths", _) => {
                let scene = self.subject(arguments)?;
                let turns =
                    scene.setup().turns().ok_or_else(|| told!("{name} asks for a scene with routing=turns."))?;
                let k = scene.count(Key::K);
                let circle = || turns.circle(k).map_or(0, |circle| circle.len() as u64);
                Ok(Value::Number(if name == "paths" { turns.paths(k).0 } else { circle() } as f64))
            }
            ("nearest", 2..) => {
                let numbers = numbers()?;
                let far = |place: &usize| libm::log(numbers[*place] / numbers[0]).abs();
                let nearest = (1..numbers.len()).min_by(|a, b| far(a).total_cmp(&far(b)));
                Ok(Value::Number(nearest.unwrap_or(1) as f64))
            }
            ("trend", 2) => {
                let numbers = numbers()?;
                let [change, least] = [numbers[0], numbers[1]];
                Ok(Value::Number(if change > least { 1.0 } else { 2.0 + f64::from(u8::from(change < -least)) }))
            }
            ("sqrt", 1) => Ok(Value::Number(libm::sqrt(numbers()?[0]))),
            ("round", 1) => Ok(Value::Number(libm::round(numbers()?[0]))),
            ("seeds" | "nearest" | "trend" | "sqrt" | "round", _) => {
                Err(told!("{name} has another number of arguments."))
            }
            _ => {
                let given = arguments.iter().map(|argument| self.value(argument)).collect::<Result<Vec<_>>>()?;
                let unknown = || Err(told!("\"{name}\" is no function. Functions: {}.", FUNCTIONS.join(", ")));
                (self.further)(name, &given).unwrap_or_else(unknown)
            }
        }
    }

    fn field(&self, value: Value, name: &str) -> Result<Value> {
        match value {
            Value::Scene(scene) => setting(&scene, name),
            Value::Solved(scene) => self.solved(&scene, name),
            Value::Run(scene, precise) => self.certain(&scene, precise, name),
            Value::Seeds(scene, count) => self.seeds(&scene, count, name),
            _ => Err(told!("a number has no field {name}.")),
        }
    }

    /// A field of the model of a scene at its load.
    fn solved(&self, scene: &Scenario, name: &str) -> Result<Value> {
        if let Some(number) = counted::of_channels(scene, name) {
            return Ok(Value::Number(number));
        }
        let known =
            self.models.borrow().iter().find(|(setup, _)| setup == scene.setup()).map(|(_, model)| model.clone());
        let model = known.unwrap_or_else(|| {
            let model: Rc<dyn Model> = model::solved_to_end(scene.setup()).into();
            self.models.borrow_mut().push((*scene.setup(), model.clone()));
            model
        });
        match name {
            // Where no model covers the network, its end is a bound.
            "saturation" if model.end().is_bound() => return Ok(Value::Number(f64::NAN)),
            "saturation" => return Ok(Value::Number(model.end().load)),
            "bound" => return Ok(Value::Number(model::choose(scene.setup()).bound())),
            "zero_load" => return model.idle().map(Value::Number).ok_or_else(|| "the model has no idle value.".into()),
            _ => {}
        }
        let point = match model.point(scene.get(Key::Load)) {
            Outcome::Stable(point) => point,
            // A comparison with it is false.
            Outcome::Saturated => return Ok(Value::Number(f64::NAN)),
            Outcome::Invalid(reason) => return Err(told!("the model gives no value: {reason}")),
        };
        let measures = model.info().measures.iter().map(|measure| measure.symbol);
        if let Some((_, measure)) = measures.clone().zip(&point.measures).find(|(symbol, _)| *symbol == name) {
            return Ok(Value::Number(*measure));
        }
        match point.quantities.iter().find(|quantity| quantity.symbol == name).map(|quantity| &quantity.value) {
            Some(Quantity::Number(number)) => Ok(Value::Number(*number)),
            Some(Quantity::List(numbers)) => Ok(Value::List(numbers.clone())),
            None => {
                let known: Vec<_> = measures.chain(point.quantities.iter().map(|quantity| quantity.symbol)).collect();
                Err(told!("the model has no \"{name}\", but saturation, zero_load, {}.", known.join(", ")))
            }
        }
    }

    /// A field of the run of a scene. One run without an interval says how a network is, and no number that a reader could rely on.
    fn certain(&self, scene: &Scenario, precise: bool, name: &str) -> Result<Value> {
        let value = self.run(scene, precise, name)?;
        if counted::of_animation(scene, name).is_some() || COUNTED.contains(&name) {
            return Ok(value);
        }
        let interval = matches!(self.run(scene, precise, "ci95")?, Value::Number(half) if half.is_finite());
        if interval || self.run(scene, precise, "state")? == Value::Word("saturated".into()) {
            return Ok(value);
        }
        Err(told!(
            "this run is too short for an interval of its {name}, and another seed gives another number. Name more cycles, or take the \
            mean over seeds, as in seeds(few, 6).{name}."
        ))
    }

    /// A field over the runs of seeds: its mean; of the mean latency also half of its 95 % interval by Student's t, the least and the most.
    fn seeds(&self, scene: &Scenario, count: u32, name: &str) -> Result<Value> {
        let of = if matches!(name, "ci95" | "least" | "most") { "mean_latency" } else { name };
        let one = |seed: u32| -> Result<Vec<f64>> {
            let recorded = self.recorded(scene);
            let value = if recorded.is_empty() {
                self.run(&scene.set(Key::Seed, f64::from(seed)), false, of)?
            } else {
                let run = recorded.into_iter().find(|run| run.seed == u64::from(seed));
                let run =
                    run.ok_or_else(|| told!("the run with seed {seed} is not recorded. Record the runs again."))?;
                run.field(of).ok_or_else(|| told!("the recorded run of this scene has no \"{of}\"."))?
            };
            match value {
                Value::Number(number) => Ok(vec![number]),
                Value::List(numbers) => Ok(numbers),
                _ => Err(told!("{of} is no number, so it has no mean over seeds.")),
            }
        };
        let runs = (1..=count).map(one).collect::<Result<Vec<_>>>()?;
        let number = f64::from(count);
        let mean = |place: usize| runs.iter().filter_map(|run| run.get(place)).sum::<f64>() / number;
        let means: Vec<f64> = (0..runs[0].len()).map(mean).collect();
        let latencies = || runs.iter().map(|run| run[0]);
        Ok(match (name, means.as_slice()) {
            ("ci95", [mean]) => {
                let spread = latencies().map(|one| (one - mean) * (one - mean)).sum::<f64>() / (number - 1.0);
                Value::Number(student_t(0.95, count as usize - 1) * libm::sqrt(spread / number))
            }
            ("least", _) => Value::Number(latencies().fold(f64::INFINITY, f64::min)),
            ("most", _) => Value::Number(latencies().fold(f64::NEG_INFINITY, f64::max)),
            (_, [mean]) => Value::Number(*mean),
            (_, _) => Value::List(means),
        })
    }

    /// The recorded runs of a scene: those of its length, else those of a scene that asks for the same length.
    fn recorded(&self, scene: &Scenario) -> Vec<&'a RecordedRun> {
        let as_long = |other: &Scenario| other.get(Key::Cycles) == scene.get(Key::Cycles);
        let (exact, others): (Vec<_>, Vec<_>) =
            self.runs.iter().filter(|run| run.is_of(scene)).partition(|run| as_long(run.scenario()));
        let asks = |run: &&RecordedRun| self.scenes.scenario(&run.scene).is_none_or(as_long);
        if exact.is_empty() { others.into_iter().filter(asks).collect() } else { exact }
    }

    /// A field of the run of a scene: recorded, or made now.
    fn run(&self, scene: &Scenario, precise: bool, name: &str) -> Result<Value> {
        if let Some(number) = counted::of_animation(scene, name) {
            return Ok(Value::Number(number));
        }
        if let Some(run) = self.recorded(scene).first() {
            return run.field(name).ok_or_else(|| told!("the recorded run of this scene has no \"{name}\"."));
        }
        let same = |(other, at, _): &&(Scenario, bool, Rc<Summary>)| (other, *at) == (scene, precise);
        let known = self.summaries.borrow().iter().find(same).map(|(.., summary)| summary.clone());
        let summary = if let Some(known) = known {
            known
        } else {
            self.allowed(scene)?;
            let plan = if precise { Plan::default() } else { experiment::plan(scene) };
            let runs = Runs::new(*scene, plan).map_err(|problem| problem.to_string())?;
            let summary = Rc::new(runs.finish().map_err(|error| error.to_string())?);
            self.summaries.borrow_mut().push((*scene, precise, summary.clone()));
            summary
        };
        recorded::field(&summary, name).ok_or_else(|| told!("a run of this network has no \"{name}\"."))
    }

    /// Refuses a run that takes too long.
    fn allowed(&self, scene: &Scenario) -> Result<()> {
        let work = f64::from(nodes(scene)) * experiment::cycles(scene);
        if work <= self.most {
            return Ok(());
        }
        if self.most == 0.0 {
            return Err(told!(
                "the rule of a task makes no run, because it is asked at each change. Ask a model: here.load < solve(here).saturation."
            ));
        }
        let minutes = libm::ceil(work / 2e6 / 60.0);
        let minutes = crate::text::count(minutes as usize, "minute", "minutes");
        Err(told!("this run takes about {minutes}. Record it, or name fewer cycles."))
    }

    /// The last cycle in which a network moved; 0 if it goes on.
    pub(super) fn frozen(&self, scene: &Scenario) -> Result<f64> {
        self.allowed(scene)?;
        let simulator = sim::of(scene, 0).map_err(|problem| problem.to_string())?;
        let mut run = Run::new(simulator, Plan { precision: None, most_cycles: u64::from(scene.run().cycles) });
        loop {
            match run.advance(1_000) {
                Ok(true) => return Ok(0.0),
                Ok(false) => {}
                Err(Violation::Deadlock { since, .. }) => return Ok(since as f64),
                Err(other) => return Err(other.to_string()),
            }
        }
    }
}

/// The nodes of a scene.
pub(super) fn nodes(scene: &Scenario) -> u32 {
    let base = if scene.system().param(Key::K).is_some() { scene.count(Key::K) } else { 2 };
    base.saturating_pow(scene.count(Key::N))
}

const fn truth(holds: bool) -> Value {
    Value::Number(if holds { 1.0 } else { 0.0 })
}

fn changed(scene: &Scenario, changes: &str) -> Result<Scenario> {
    changes.split('&').filter(|pair| !pair.is_empty()).try_fold(*scene, |scene, pair| {
        let (name, value) = pair.split_once('=').ok_or_else(|| told!("\"{pair}\" is no key=value."))?;
        let row = scene.system().param_called(name).ok_or_else(|| unknown(&scene, name))?;
        let mut problems = Vec::new();
        let next = scene.put(row.key, value, &mut problems);
        problems.first().map_or(Ok(next), |problem| Err(problem.to_string()))
    })
}

/// The sentence of a setting that the system of a scene does not have.
fn unknown(scene: &Scenario, name: &str) -> String {
    told!("\"{name}\" is no setting of a {}.", scene.system().name())
}

/// The setting of a scene: a number, or the key of an option.
fn setting(scene: &Scenario, name: &str) -> Result<Value> {
    let row = scene.system().param_called(name).ok_or_else(|| unknown(scene, name))?;
    Ok(match row.kind {
        ParamKind::Integer { .. } | ParamKind::Real { .. } => Value::Number(scene.get(row.key)),
        _ => Value::Word(scene.text(row.key)),
    })
}

/// The scene of a quoted text, as the command line reads it: what it leaves out has the default of the table.
fn read(link: &str) -> Result<Scenario> {
    let pairs = link::pairs(link);
    let Parsed { scenario, problems } =
        Parsed::from_pairs(pairs.iter().map(|(key, value)| (key.as_str(), value.as_str())));
    problems.first().map_or(Ok(scenario), |problem| Err(problem.to_string()))
}
