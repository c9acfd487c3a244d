//! Recorded runs, which take longer than a class can wait: the rows of the table at the end of a lesson. Each is the run of a scene, with
//! the length and seed that the row names, and gives the same numbers wherever it is repeated: `flitscope lessons record` makes them
//! anew, and a test repeats the shortest.

use super::{Lesson, scenes::Scenes, value::Value};
use crate::{
    experiment::{self, RunError, Summary},
    model::Simulated,
    param::Key,
    scenario::{Scenario, System},
    sim::{self, protocol::Run, stats::Percentiles, wormhole},
    text::significant,
};

/// Most runs of [`Value::Seeds`].
pub(super) const MOST_SEEDS: u32 = 20;

/// The columns that every table has.
const COLUMNS: [&str; 9] =
    ["scene", "cycles", "seed", "version", "digest", "state", "mean_latency", "ci95", "throughput"];

/// Blockings by dimensions left, of all blockings; the simulator of worms counts them, and no model has them.
const BLOCKINGS: &str = "blockings_r";

/// A run: its scene by name, and with the length and the seed that it was run with; cycles simulated, the start of the random numbers,
/// the version of Flitscope that ran it, its [`digest`], and its verdict, `stable`, `saturated` or `undecided`. The mean is that of the
/// latency in cycles or slots, of a network that loses packets its throughput, and not a number where the network saturates; `half95` is
/// half the width of its 95 % interval, not a number where there is none. The throughput is by node and cycle; `kept` are other quantities.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the fields are named above
pub struct RecordedRun {
    pub scene: String,
    pub(super) scenario: Scenario,
    pub cycles: u64,
    pub seed: u64,
    pub version: String,
    pub digest: u64,
    pub state: String,
    pub mean: f64,
    pub half95: f64,
    pub throughput: f64,
    pub(super) kept: Vec<(String, Vec<f64>)>,
}

impl RecordedRun {
    /// A run of a scene, without its numbers.
    pub(super) fn of(scene: String, scenario: Scenario, version: String, state: String) -> Self {
        let [cycles, seed] = [Key::Cycles, Key::Seed].map(|key| u64::from(scenario.count(key)));
        let (mean, half95, throughput) = (f64::NAN, f64::NAN, f64::NAN);
        Self { scene, scenario, cycles, seed, version, digest: 0, state, mean, half95, throughput, kept: Vec::new() }
    }

    /// The run of a row, under the heads of its table.
    pub(super) fn of_row(heads: &[&str], cells: &[&str], scenes: &Scenes) -> Result<Self, String> {
        if heads.get(..COLUMNS.len()) != Some(&COLUMNS[..]) || cells.len() != heads.len() {
            let columns = COLUMNS.join(", ");
            return Err(format!("a row of recorded runs has the columns {columns}. Record the runs again."));
        }
        let bad = |column: usize| {
            let (head, cell) = (heads[column], super::scenes::cut(cells[column]));
            format!("{head} = \"{cell}\" is no value of a run. Record the runs again.")
        };
        let whole = |column: usize| cells[column].parse::<u32>().map_err(|_| bad(column));
        let number = |column: usize| match cells[column] {
            "-" => Ok(f64::NAN),
            text => text.parse::<f64>().ok().filter(|number| number.is_finite()).ok_or_else(|| bad(column)),
        };
        let scene = scenes.scenario(cells[0]).ok_or_else(|| scenes.unknown(cells[0]))?;
        let (cycles, seed) = (whole(1)?, whole(2)?);
        let scenario = scene.set(Key::Cycles, f64::from(cycles)).set(Key::Seed, f64::from(seed));
        let digest = u64::from_str_radix(cells[4], 16).map_err(|_| bad(4))?;
        if !["stable", "saturated", "undecided"].contains(&cells[5]) {
            return Err(bad(5));
        }
        let (latency, half95, throughput) = (number(6)?, number(7)?, number(8)?);
        let stable = cells[5] == "stable";
        let mean = if latency.is_nan() && stable { throughput } else { latency };
        let mut kept = Vec::new();
        for column in COLUMNS.len()..heads.len() {
            let values = cells[column].split(' ').map(str::parse::<f64>).collect::<Result<Vec<_>, _>>();
            if cells[column] != "-" {
                kept.push((heads[column].to_owned(), values.map_err(|_| bad(column))?));
            }
        }
        let run = Self::of(cells[0].to_owned(), scenario, cells[3].to_owned(), cells[5].to_owned());
        Ok(Self { digest, mean, half95, throughput, kept, ..run })
    }

    /// True if the network has a steady state.
    pub fn is_stable(&self) -> bool {
        self.state == "stable"
    }

    /// "52.6 ± 0.4", or that queues grow without end.
    pub fn words(&self) -> String {
        if !self.is_stable() {
            return "queues grow without end".into();
        }
        let mean = significant(self.mean, 3);
        if self.half95.is_finite() { format!("{mean} ± {}", significant(self.half95, 1)) } else { mean }
    }

    /// The scenario, with the length that it was run for.
    pub const fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// True if it is the run of a scene: of the same network and traffic, and of its length where the scene names one.
    pub(super) fn is_of(&self, scene: &Scenario) -> bool {
        let own = [Key::Cycles, Key::Seed];
        let alike = own.iter().all(|key| scene.is_default(*key) || scene.get(*key) == self.scenario.get(*key));
        let same = |scenario: &Scenario| scenario.with_run(*self.scenario.run()).simulated();
        alike && scene.get(Key::Load) == self.scenario.get(Key::Load) && same(scene) == same(&self.scenario)
    }

    /// The numbers of a further quantity, by its symbol; nothing if it was not kept.
    pub fn values(&self, symbol: &str) -> &[f64] {
        self.kept.iter().find(|(name, _)| name == symbol).map_or(&[], |(_, values)| values)
    }

    /// A field of the run, as [`field`].
    pub(super) fn field(&self, name: &str) -> Option<Value> {
        let number = match name {
            "state" => return Some(Value::Word(self.state.clone())),
            "mean_latency" => self.mean,
            "ci95" => self.half95,
            "throughput" => self.throughput,
            "cycles" => self.cycles as f64,
            _ => return listed(self.values(name)),
        };
        Some(Value::Number(number))
    }
}

fn listed(values: &[f64]) -> Option<Value> {
    match values {
        [] => None,
        [number] => Some(Value::Number(*number)),
        numbers => Some(Value::List(numbers.to_vec())),
    }
}

/// A field of a run that was made now, by the names of the command line.
pub(super) fn field(run: &Summary, name: &str) -> Option<Value> {
    let first = run.classes.first();
    let percentile = |of: fn(&Percentiles) -> f64| run.percentiles().map(of);
    let number = match name {
        "state" => return Some(Value::Word(run.state.word().into())),
        "mean_latency" => run.latency().and_then(|class| class.mean),
        "ci95" => first.and_then(|class| class.ci95),
        "throughput" => Some(run.throughput),
        "complete_throughput" => run.class("complete").and_then(|class| class.mean),
        "broadcast_latency" => run.class("broadcast").and_then(|class| class.mean),
        "delivered" => Some(run.delivered as f64),
        "cycles" => Some(run.cycles as f64),
        "standard_deviation" => first.and_then(|class| class.standard_deviation),
        "p50" => percentile(|all| all.p50.value),
        "p95" => percentile(|all| all.p95.value),
        "p99" => percentile(|all| all.p99.value),
        _ => return run.value(name).and_then(listed),
    };
    Some(Value::Number(number.unwrap_or(f64::NAN)))
}

/// A number for all that was observed, to the last bit: two runs with the same have the same numbers (FNV-1a, 64 bits).
pub fn digest(observation: &Summary) -> u64 {
    let first = observation.classes.first();
    let measured = observation.values.iter().flat_map(|(_, numbers)| numbers).copied();
    let mean = observation.latency().and_then(|class| class.mean);
    let all = [mean, first.and_then(|class| class.ci95)].into_iter().map(|number| number.unwrap_or(0.0));
    let all =
        all.chain([observation.throughput, observation.delivered as f64, observation.cycles as f64]).chain(measured);
    let bytes = all.flat_map(|number| number.to_bits().to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |digest, byte| (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// The cells of a run, made now, under the heads of a table.
///
/// # Errors
/// The scenario cannot be simulated, or a law was broken.
pub fn row(scene: &str, scenario: &Scenario, heads: &[&str]) -> Result<String, RunError> {
    let (run, blockings) = observed(scenario)?;
    let number = |number: f64| if number.is_finite() { significant(number, 6) } else { "-".into() };
    let steady = run.measure(Simulated::Latency);
    let half95 = steady.or(run.measure(Simulated::Throughput)).and_then(|mean| mean.half95);
    let cells = heads.iter().map(|head| match *head {
        "scene" => scene.to_owned(),
        "cycles" => scenario.count(Key::Cycles).to_string(),
        "seed" => scenario.count(Key::Seed).to_string(),
        "version" => env!("CARGO_PKG_VERSION").into(),
        "digest" => format!("{:016x}", digest(&run)),
        "mean_latency" => number(steady.map_or(f64::NAN, |mean| mean.mean)),
        "ci95" => number(half95.unwrap_or(f64::NAN)),
        BLOCKINGS => blockings.iter().map(|share| number(*share)).collect::<Vec<_>>().join(" "),
        name => match field(&run, name) {
            Some(Value::Word(word)) => word,
            Some(Value::Number(value)) => number(value),
            Some(Value::List(values)) => values.iter().map(|value| number(*value)).collect::<Vec<_>>().join(" "),
            _ => "-".into(),
        },
    });
    Ok(format!("| {} |", cells.collect::<Vec<_>>().join(" | ")))
}

/// A text with its table of runs made anew by `rows`, from names, scenes and heads. A text without a table gets one of the scenes whose
/// runs its claims read; runs of further seeds are added.
///
/// # Errors
/// Those of `rows`.
pub fn again(
    text: &str,
    lesson: &Lesson,
    rows: impl FnOnce(Vec<(String, Scenario)>, &[&str]) -> Result<Vec<String>, RunError>,
) -> Result<String, RunError> {
    let ends = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let lines = text.replace("\r\n", "\n");
    let (before, table) = lines.split_once("\n## Runs\n").unwrap_or((lines.trim_end(), ""));
    let mut all: Vec<_> = lesson.runs.iter().map(|run| (run.scene.clone(), *run.scenario())).collect();
    for (name, scene) in lesson.scenes.all() {
        let reads = lesson.steps.iter().flat_map(|step| &step.reads).filter(|(read, _)| read == name);
        let most = reads.map(|(_, seeds)| *seeds).max().unwrap_or(0).min(MOST_SEEDS);
        let there = || lesson.runs.iter().filter(|run| run.scene == *name);
        // Seeds that are asked for and not there, in runs as long as those that are.
        let like = there().next().map_or(scene, |run| run.scenario());
        match most {
            0 => {}
            1 if !table.is_empty() => {}
            1 => all.push((name.clone(), *scene)),
            _ => {
                let missing = (1..=most).filter(|seed| !there().any(|run| run.seed == u64::from(*seed)));
                all.extend(missing.map(|seed| (name.clone(), like.set(Key::Seed, f64::from(seed)))));
            }
        }
    }
    if all.is_empty() {
        return Ok(text.to_owned());
    }
    let usual = format!("| {} |", COLUMNS.join(" | "));
    let head = table.trim().lines().next().unwrap_or(&usual);
    let heads: Vec<&str> = head.trim_matches('|').split('|').map(str::trim).collect();
    let rows = rows(all, &heads)?.join("\n");
    let end = if table.is_empty() { "\n" } else { "" };
    let text = format!("{before}{end}\n## Runs\n\n{head}\n|---|{}\n{rows}\n", "---:|".repeat(heads.len() - 1));
    Ok(text.replace('\n', ends))
}

/// The observation of one run; for wormhole networks also the share of each number of dimensions left in all blockings.
fn observed(scenario: &Scenario) -> Result<(Summary, Vec<f64>), RunError> {
    if !matches!(scenario.system(), System::TorusBroadcast | System::KaryNCube) {
        return Ok((experiment::simulated(scenario)?, Vec::new()));
    }
    let config = sim::wormhole_of(sim::config(scenario, 0))?;
    let mut run = Run::new(wormhole::WormholeRun::new(config), experiment::plan(scenario));
    while !run.advance(10_000)? {}
    let blocked: Vec<_> = run.simulator().network().measured().hops().map(|hops| hops.blocked as f64).collect();
    let all: f64 = blocked.iter().sum();
    Ok((Summary::of(&[run.so_far()]), blocked.iter().map(|blocked| blocked / all).collect()))
}
