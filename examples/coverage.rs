//! How often the 95 % intervals of the simulators hold the true mean and the true p99: `make coverage` writes the last chapter of `docs/accuracy.md`.
//!
//! For every setting the true numbers come from long runs of another seed; then replications are counted whose intervals hold them, with different random
//! numbers and with three ways to stop. Where a run is too short for an interval it has none, and does not count.

use flitscope::{
    experiment::plan,
    param::Key,
    scenario::{Scenario, System, link},
    sim::{
        self, ClassKind,
        protocol::{Plan, Report, Run, Verdict},
        stats::{Estimate, Histogram, percentile::BEYOND},
    },
};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use std::ops::{Range, RangeInclusive};

/// Networks far from saturation.
const CALM: [(&str, &str, f64); 11] = [
    ("8 × 8 torus", "system=torus-broadcast", 0.0026),
    ("8 × 8 torus", "system=torus-broadcast", 0.0052),
    ("8-ary 2-cube", "system=kary-ncube&n=2", 0.0015),
    ("8-ary 2-cube", "system=kary-ncube&n=2", 0.003),
    ("6-cube, wormholes", "system=kary-ncube&k=2&n=6", 0.016),
    ("6-cube, circuits, Poisson", "system=hypercube-mmpp&lag1=0", 0.014),
    ("6-cube, circuits, bursts over two decades", "system=hypercube-mmpp&scales=2", 0.014),
    ("6-cube, slotted", "system=hypercube-slotted", 0.04),
    ("6-cube, slotted", "system=hypercube-slotted", 0.08),
    ("128 × 128 banyan", "system=banyan-multicast", 0.5),
    ("128 × 128 banyan", "system=banyan-multicast", 1.0),
];

/// Networks at 0.85 to 0.95 of the largest load that they carry. They are small: a crowd then fills all of a network, and there are long runs of it.
const CROWDED: [(&str, &str, f64); 15] = [
    ("3 × 3 torus, V = 3, M = 32", "system=torus-broadcast&k=3&vcs=3&flits=32", 0.0439),
    ("4 × 4 torus, V = 4, M = 16, β = 0.1", "system=torus-broadcast&k=4&vcs=4&flits=16&beta=0.1", 0.046),
    ("4-ary 2-cube, V = 3, M = 16", "system=kary-ncube&k=4&n=2&vcs=3&flits=16", 0.0203),
    ("ring of 8, V = 3, M = 16", "system=kary-ncube&n=1&k=8&vcs=3&flits=16", 0.00925),
    (
        "4 × 4 mesh, dimension order",
        "system=kary-ncube&k=4&n=2&wiring=mesh&routing=dimension-order&vcs=4&flits=16",
        0.044,
    ),
    (
        "4 × 4 mesh, dimension order, transpose",
        "system=kary-ncube&k=4&n=2&wiring=mesh&routing=dimension-order&pattern=transpose&vcs=4&flits=16",
        0.0185,
    ),
    (
        "4 × 4 torus, dimension order",
        "system=kary-ncube&k=4&n=2&ways=two&routing=dimension-order&vcs=4&flits=16",
        0.066,
    ),
    ("4-cube, wormholes, V = 3, M = 16", "system=kary-ncube&k=2&n=4&vcs=3&flits=16", 0.068),
    ("4-cube, circuits, V = 2, M = 16, Poisson", "system=hypercube-mmpp&lag1=0&n=4&vcs=2&flits=16", 0.0577),
    ("3-cube, circuits, V = 3, M = 16, Poisson", "system=hypercube-mmpp&lag1=0&n=3&vcs=3&flits=16", 0.071),
    ("2-cube, slotted", "system=hypercube-slotted&n=2", 0.282),
    ("3-cube, slotted", "system=hypercube-slotted&n=3", 0.217),
    ("4-cube, slotted", "system=hypercube-slotted&n=4", 0.178),
    ("5-cube, slotted", "system=hypercube-slotted&n=5", 0.147),
    ("16 × 16 banyan", "system=banyan-multicast&n=4", 0.9),
];

/// Where runs stop.
const STOPS: [(&str, Plan); 3] = [
    ("20 000 cycles", Plan { precision: None, most_cycles: 20_000 }),
    ("100 000 cycles", Plan { precision: None, most_cycles: 100_000 }),
    ("precision 0.05", Plan { precision: Some(0.05), most_cycles: 10_000_000 }),
];

/// Replications of each cell.
const FIRST: u32 = 300;

/// In all, of a cell that the first put beyond the limits.
const MORE: u32 = 600;

/// Per cent of intervals that hold the true number: of 300 with 95 %, 12 % are beyond by chance.
const LIMITS: RangeInclusive<f64> = 93.5..=97.5;

/// Runs for the true numbers.
const REFERENCES: u32 = 12;

/// Cycles of each of them; ten times as many where they leave the mean less certain than `KNOWN`.
const LONG: u64 = 1_000_000;

/// The largest half width of a true mean, as part of the mean: a tenth of that of a run to 5 %.
const KNOWN: f64 = 0.005;

fn main() -> Result<(), String> {
    // `cargo run --release --example coverage "4-cube"` counts the rows alone whose names begin so.
    let asked = std::env::args().nth(1).unwrap_or_default();
    println!(
        "\n## The intervals\n\n`make coverage` writes this chapter. A 95 % interval must hold the true number in 95 of 100 runs. Each cell has the share in {FIRST} runs with different \
         random numbers. If it is less than {} or more than {} %, as by chance alone in one cell in eight, the cell has the share in {MORE} runs. \"Below\" and \"above\" are the \
         numbers of intervals entirely on one side of the true number, which comes from {REFERENCES} runs of {LONG} cycles with another seed, ten times as long where the mean is \
         not known to {} %. \"Shown\" is the number of runs with \
         an interval, if it is not all of them. \"No interval\" means that the runs are too short for the memory of the network and of its traffic, or for a steady load \
         (`sim::protocol`); a percentile with fewer than {BEYOND} messages beyond it has none either (`sim::stats::percentile`).",
        LIMITS.start(),
        LIMITS.end(),
        100.0 * KNOWN,
    );
    for (title, settings) in
        [("At 0.85 to 0.95 of the largest load:", &CROWDED[..]), ("Far from saturation:", &CALM[..])]
    {
        let cells = STOPS.map(|(name, _)| format!("mean, {name} | p99, {name}")).join(" | ");
        println!("\n{title}\n\n| network | load | true mean | true p99 | {cells} |");
        println!("| --- | ---: | ---: | ---: | {} |", STOPS.map(|_| "---: | ---:").join(" | "));
        for &(name, text, load) in settings.iter().filter(|(name, ..)| name.starts_with(&asked)) {
            let parsed = link::parse(text);
            let scenario = parsed.scenario.set(Key::Load, load);
            if !parsed.problems.is_empty() || scenario.get(Key::Load) != load {
                return Err(format!("{text} at {load} is no scenario."));
            }
            let truth = Truth::of(&scenario)?;
            let cells: Result<Vec<_>, _> = STOPS.iter().map(|(_, plan)| truth.cells(&scenario, *plan)).collect();
            println!("| {name} | {load} | {} | {} |", truth.words(), cells?.join(" | "));
        }
    }
    println!(
        "\nThe scenes with which the page opens, with the length that it simulates:\n\n| system | load | true mean | true p99 | cycles | mean | p99 |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for &system in System::ALL.iter().filter(|system| system.key().starts_with(&asked)) {
        let scenario = Scenario::new(system);
        let (truth, plan) = (Truth::of(&scenario)?, plan(&scenario));
        let (load, cycles) = (scenario.get(Key::Load), plan.most_cycles);
        println!("| {} | {load} | {} | {cycles} | {} |", system.key(), truth.words(), truth.cells(&scenario, plan)?);
    }
    Ok(())
}

fn runs(scenario: &Scenario, plan: Plan, replications: Range<u32>) -> Result<Vec<Report>, String> {
    let one = |replication| {
        let simulator = sim::of(scenario, replication).map_err(|problem| problem.to_string())?;
        Run::new(simulator, plan).finish().map_err(|violation| violation.to_string())
    };
    replications.into_par_iter().map(one).collect()
}

/// The numbers of long runs.
struct Truth {
    mean: Estimate,
    p99: Option<f64>,
}

impl Truth {
    fn of(scenario: &Scenario) -> Result<Self, String> {
        let short = Self::of_length(scenario, LONG)?;
        let known = short.mean.half95 <= KNOWN * short.mean.mean;
        if known { Ok(short) } else { Self::of_length(scenario, 10 * LONG) }
    }

    fn of_length(scenario: &Scenario, most_cycles: u64) -> Result<Self, String> {
        let plan = Plan { precision: None, most_cycles };
        let long = runs(&scenario.set(Key::Seed, 77.0), plan, 0..REFERENCES)?;
        let means: Vec<f64> = long.iter().filter_map(Report::estimate).map(|estimate| estimate.mean).collect();
        let times = long.iter().filter_map(Report::times).map(|times| &times.latency.histogram);
        let mean = Estimate::of_replications(&means).ok_or("Nothing was delivered.")?;
        Ok(Self { mean, p99: Histogram::of_all(times).quantile(0.99) })
    }

    fn words(&self) -> String {
        let p99 = self.p99.map_or_else(|| "none".into(), |p99| format!("{p99:.1}"));
        format!("{:.4} ± {:.4} | {p99}", self.mean.mean, self.mean.half95)
    }

    /// The cells of the mean of the first class and of its p99.
    fn cells(&self, scenario: &Scenario, plan: Plan) -> Result<String, String> {
        let (mut mean, mut tail) = (Cell::default(), Cell::default());
        for replications in [0..FIRST, FIRST..MORE] {
            if replications.start > 0 && !mean.doubtful() && !tail.doubtful() {
                break;
            }
            for report in runs(scenario, plan, replications)? {
                let first = &report.classes[0];
                let counts = report.state == Verdict::Stable || first.kind == ClassKind::Rate;
                mean.count(first.limits().filter(|_| counts), self.mean.mean, report.cycles);
                let p99 = report.times().and_then(|times| times.latency.percentiles.p99.interval);
                tail.count(p99.filter(|_| counts), self.p99.unwrap_or_default(), report.cycles);
            }
        }
        let length = if plan.precision.is_some() {
            format!("; {:.0} cycles", mean.cycles as f64 / mean.runs as f64)
        } else {
            String::new()
        };
        Ok(format!("{}{length} | {}", mean.words(), tail.words()))
    }
}

/// How many intervals hold the true number, how many are below and above it, and how long the runs were.
#[derive(Default)]
struct Cell {
    held: u32,
    below: u32,
    above: u32,
    runs: u64,
    /// The sum over all runs.
    cycles: u64,
}

impl Cell {
    fn count(&mut self, interval: Option<[f64; 2]>, truth: f64, cycles: u64) {
        self.runs += 1;
        self.cycles += cycles;
        let Some([low, high]) = interval else { return };
        match () {
            () if high < truth => self.below += 1,
            () if low > truth => self.above += 1,
            () => self.held += 1,
        }
    }

    fn shown(&self) -> u32 {
        self.held + self.below + self.above
    }

    /// Per cent of the intervals that hold the true number.
    fn part(&self) -> f64 {
        100.0 * f64::from(self.held) / f64::from(self.shown())
    }

    fn doubtful(&self) -> bool {
        self.shown() > 0 && !LIMITS.contains(&self.part())
    }

    fn words(&self) -> String {
        let (shown, runs) = (self.shown(), self.runs);
        if shown == 0 {
            return "no interval".into();
        }
        let of = if runs == u64::from(FIRST) { String::new() } else { format!(" of {runs}") };
        let part = if u64::from(shown) == runs { String::new() } else { format!(", {shown} shown") };
        format!("{:.1} %{of} ({} below, {} above{part})", self.part(), self.below, self.above)
    }
}
