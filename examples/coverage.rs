//! How often the 95 % intervals of the simulator hold the true mean: `make coverage` writes the last chapter of `docs/accuracy.md`.
//!
//! For every setting the true mean comes from long runs of another seed; then replications of a length, or up to a precision, are counted whose
//! interval holds it. Where a run is too short for an interval it has none, and does not count.

use flitscope::{
    experiment::plan,
    param::Key,
    scenario::{Scenario, System, link},
    sim::{
        self, ClassKind,
        protocol::{Plan, Report, Run, Verdict},
        stats::{Estimate, Histogram, Moments, Percentiles, percentile::BEYOND},
    },
};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use std::ops::{Range, RangeInclusive};

/// Networks with loads: from light to near the largest that the network carries.
const SETTINGS: [(&str, &str, &[f64]); 12] = [
    ("8 × 8 torus", "system=torus-broadcast", &[0.0026, 0.0052, 0.00785]),
    ("8-ary 2-cube", "system=kary-ncube&n=2", &[0.0015, 0.003, 0.0035]),
    ("6-cube, wormholes", "system=kary-ncube&k=2&n=6", &[0.008, 0.016]),
    ("6-cube, circuits, Poisson", "system=hypercube-mmpp&lag1=0", &[0.014, 0.029, 0.036]),
    ("6-cube, circuits, bursts over two decades", "system=hypercube-mmpp&scales=2", &[0.014]),
    ("6-cube, circuits, bursts over three decades", "system=hypercube-mmpp&scales=3", &[0.023]),
    ("6-cube, slotted", "system=hypercube-slotted", &[0.04, 0.08, 0.12]),
    ("128 × 128 banyan", "system=banyan-multicast", &[0.5, 1.0]),
    // Where latencies are most skew: few nodes, near the load at which our own models end.
    ("5 × 5 torus, V = 3, M = 8, β = 0.2", "system=torus-broadcast&k=5&vcs=3&flits=8&beta=0.2", &[0.0548]),
    ("ring of 8, V = 3, M = 16", "system=kary-ncube&n=1&k=8&vcs=3&flits=16", &[0.006042]),
    ("ring of 16, V = 3, M = 16", "system=kary-ncube&n=1&k=16&vcs=3&flits=16", &[0.00216]),
    (
        "2-cube, circuits, V = 2, M = 16, H = 0.9, two decades",
        "system=hypercube-mmpp&n=2&vcs=2&flits=16&hurst=0.9&scales=2",
        &[0.0462],
    ),
];

/// A network of each system with five loads: how long it takes to be sure of a mean.
const LOADS: [(&str, &str, [f64; 5]); 5] = [
    ("8 × 8 torus", "system=torus-broadcast", [0.001, 0.0026, 0.0045, 0.0062, 0.0075]),
    ("8-ary 2-cube", "system=kary-ncube&n=2", [0.0008, 0.0015, 0.0022, 0.003, 0.0035]),
    ("6-cube, circuits, Poisson", "system=hypercube-mmpp&lag1=0", [0.007, 0.014, 0.018, 0.022, 0.029]),
    ("6-cube, slotted", "system=hypercube-slotted", [0.02, 0.04, 0.07, 0.1, 0.12]),
    ("128 × 128 banyan", "system=banyan-multicast", [0.1, 0.3, 0.5, 0.8, 1.0]),
];

/// Networks at 0.85 to 0.95 of the largest load that they carry, small ones above all: a crowd fills all of it.
const CROWDED: [(&str, &str, f64); 16] = [
    ("8 × 8 torus", "system=torus-broadcast", 0.0126),
    ("5 × 5 torus, V = 3, M = 8, β = 0.2", "system=torus-broadcast&k=5&vcs=3&flits=8&beta=0.2", 0.0548),
    ("4 × 4 torus, V = 4, M = 16, β = 0.1", "system=torus-broadcast&k=4&vcs=4&flits=16&beta=0.1", 0.046),
    ("8-ary 2-cube", "system=kary-ncube&n=2", 0.0037),
    ("ring of 8, V = 3, M = 16", "system=kary-ncube&n=1&k=8&vcs=3&flits=16", 0.00925),
    ("ring of 16, V = 3, M = 16", "system=kary-ncube&n=1&k=16&vcs=3&flits=16", 0.0044),
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
    ("5-cube, wormholes", "system=kary-ncube&k=2&n=5", 0.0335),
    ("4-cube, circuits, V = 2, M = 16, Poisson", "system=hypercube-mmpp&lag1=0&n=4&vcs=2&flits=16", 0.0577),
    ("5-cube, circuits, Poisson", "system=hypercube-mmpp&lag1=0&n=5", 0.038),
    (
        "2-cube, circuits, V = 2, M = 16, H = 0.9, two decades",
        "system=hypercube-mmpp&n=2&vcs=2&flits=16&hurst=0.9&scales=2",
        0.0462,
    ),
    ("4-cube, slotted", "system=hypercube-slotted&n=4", 0.178),
    ("6-cube, slotted", "system=hypercube-slotted", 0.128),
    ("16 × 16 banyan", "system=banyan-multicast&n=4", 0.9),
];

/// Where the runs of crowded networks stop.
const STOPS: [(&str, Plan); 3] = [
    ("20 000 cycles", Plan { precision: None, most_cycles: 20_000 }),
    ("100 000 cycles", Plan { precision: None, most_cycles: 100_000 }),
    ("precision 0.05", Plan { precision: Some(0.05), most_cycles: 10_000_000 }),
];

/// Networks of every kind with latencies, for the intervals of percentiles.
const TAILS: [(&str, &str, f64); 8] = [
    ("8 × 8 torus", "system=torus-broadcast", 0.0026),
    ("8 × 8 torus, near saturation", "system=torus-broadcast", 0.0075),
    ("8-ary 2-cube", "system=kary-ncube&n=2", 0.003),
    ("6-cube, wormholes", "system=kary-ncube&k=2&n=6", 0.016),
    ("6-cube, circuits, Poisson", "system=hypercube-mmpp&lag1=0", 0.029),
    ("6-cube, circuits, bursts over two decades", "system=hypercube-mmpp&scales=2", 0.014),
    ("6-cube, slotted", "system=hypercube-slotted", 0.08),
    ("6-cube, slotted, near saturation", "system=hypercube-slotted", 0.11),
];

/// Places of the percentiles that are counted.
const PERCENTILES: [usize; 4] = [0, 2, 3, 4];

/// Lengths of their runs, cycles.
const TAIL_CYCLES: [u64; 2] = [30_000, 100_000];

/// Replications for how long they take.
const LONG_ONES: u32 = 24;

/// The length of their runs.
const PLANS: [(&str, Plan); 3] = [
    ("5 000 cycles", Plan { precision: None, most_cycles: 5_000 }),
    ("30 000 cycles", Plan { precision: None, most_cycles: 30_000 }),
    ("precision 0.05", Plan { precision: Some(0.05), most_cycles: 10_000_000 }),
];

/// How many runs are counted.
struct Count {
    /// Replications of each cell.
    first: u32,
    /// In all, of a cell that the first put beyond the limits.
    more: u32,
    /// Per cent of intervals that hold the true mean.
    limits: RangeInclusive<f64>,
}

/// Of the settings: by chance one cell in twenty comes out beyond the limits.
const CELLS: Count = Count { first: 300, more: 1500, limits: 92.5..=97.5 };

/// Of crowded networks.
const CROWDS: Count = Count { first: 300, more: 1500, limits: 93.5..=97.5 };

/// Of the loads: by chance one in five does.
const HELD: Count = Count { first: 500, more: 1500, limits: 94.0..=96.5 };

/// Runs for the true mean.
const REFERENCES: u32 = 12;

/// Cycles of each of them.
const LONG: u64 = 1_000_000;

fn main() -> Result<(), String> {
    // `cargo run --release --example coverage "8 × 8 torus"` counts the rows alone whose names begin so.
    let asked = std::env::args().nth(1).unwrap_or_default();
    println!(
        "\n## The intervals\n\n`make coverage` writes this chapter. A 95 % interval must hold the true mean in 95 of 100 runs. Each cell has the share in {} runs with different \
         random numbers. If it is less than {} or more than {} %, as by chance alone in one cell in twenty, the cell has the share in {} runs. \"Below\" and \"above\" are the numbers of intervals entirely on one side of the mean. The true mean comes from {REFERENCES} runs of {LONG} cycles with another seed. \"No interval\" means that the \
         runs are too short for the memory of the network and its traffic (`sim::protocol::memory`).\n",
        CELLS.first,
        CELLS.limits.start(),
        CELLS.limits.end(),
        CELLS.more
    );
    println!("| network | load | true mean | {} |", PLANS.map(|(name, _)| name).join(" | "));
    println!("| --- | ---: | ---: | {} |", PLANS.map(|_| "---:").join(" | "));
    for (name, text, loads) in SETTINGS {
        for &load in loads.iter().filter(|load| format!("{name} {load}").starts_with(&asked)) {
            let parsed = link::parse(text);
            let scenario = parsed.scenario.set(Key::Load, load);
            if !parsed.problems.is_empty() || scenario.get(Key::Load) != load {
                return Err(format!("{text} at {load} is no scenario."));
            }
            let truth = truth(&scenario)?;
            let cells = PLANS.iter().map(|(_, plan)| cell(&scenario, *plan, truth.mean, &CELLS));
            let cells = cells.collect::<Result<Vec<_>, _>>()?.join(" | ");
            println!("| {name} | {load} | {:.4} ± {:.4} | {cells} |", truth.mean, truth.half95);
        }
    }
    println!(
        "\nThe next table has networks at 0.85 to 0.95 of the largest load that they carry, with the intervals of the mean and of p99. A cell with less than {} or more \
         than {} % has the share in {} runs. \"Shown\" is the part of the runs with an interval, if it is not all of them.\n\n| network | load | true mean | true p99 | {} |\n| --- | ---: | ---: | ---: | {} |",
        CROWDS.limits.start(),
        CROWDS.limits.end(),
        CROWDS.more,
        STOPS.map(|(name, _)| format!("mean, {name} | p99, {name}")).join(" | "),
        STOPS.map(|_| "---: | ---:").join(" | ")
    );
    for (name, text, load) in CROWDED {
        if format!("crowded: {name}").starts_with(&asked) {
            println!("{}", crowded(name, text, load)?);
        }
    }
    println!(
        "\nThe scenes with which the page opens, with the length that it simulates:\n\n| system | load | true mean | cycles | held |\n| --- | ---: | ---: | ---: | ---: |"
    );
    for &system in System::ALL.iter().filter(|system| system.key().starts_with(&asked)) {
        let scenario = Scenario::new(system);
        let (truth, plan) = (truth(&scenario)?, plan(&scenario));
        let cell = cell(&scenario, plan, truth.mean, &CELLS)?;
        let (load, cycles) = (scenario.get(Key::Load), plan.most_cycles);
        println!("| {} | {load} | {:.4} ± {:.4} | {cycles} | {cell} |", system.key(), truth.mean, truth.half95);
    }
    println!(
        "\nThe next table has the length of a run with a target precision. *Cycles to 1 %* is the mean of {LONG_ONES} runs until the interval is narrower than 1 %. *Held* is how often \
         the intervals of {} runs to 5 % hold the true mean, and the cycles of these runs. If the share is less than {} or more than {} %, as by chance alone in one cell in five, {} runs count.\n\n| network | load | true mean | held | cycles to 1 % |\n| --- | ---: | ---: | ---: | ---: |",
        HELD.first,
        HELD.limits.start(),
        HELD.limits.end(),
        HELD.more
    );
    for (name, text, loads) in LOADS {
        for load in loads.into_iter().filter(|load| format!("1 %: {name} {load}").starts_with(&asked)) {
            let scenario = link::parse(text).scenario.set(Key::Load, load);
            let truth = truth(&scenario)?;
            let precision = |precision| Plan { precision: Some(precision), most_cycles: 10_000_000 };
            let held = cell(&scenario, precision(0.05), truth.mean, &HELD)?;
            let mut sure = Cell::default();
            runs(&scenario, precision(0.01), 0..LONG_ONES)?.iter().for_each(|report| sure.count(report, truth.mean));
            println!(
                "| {name} | {load} | {:.4} ± {:.4} | {held} | {:.0} |",
                truth.mean,
                truth.half95,
                sure.cycles.mean()
            );
        }
    }
    println!(
        "\nThe last table has the intervals of percentiles, in {} runs: the share that holds the percentile of {REFERENCES} runs of {LONG} cycles, and the number of runs with an interval. \
         A percentile with fewer than {BEYOND} messages beyond it has none (`sim::stats::percentile`).\n\n| network | load | cycles | {} |",
        CELLS.first,
        PERCENTILES.map(|place| Percentiles::PARTS[place].0).join(" | ")
    );
    println!("| --- | ---: | ---: | {} |", PERCENTILES.map(|_| "---:").join(" | "));
    for (name, text, load) in TAILS {
        if !format!("percentiles: {name} {load}").starts_with(&asked) {
            continue;
        }
        let scenario = link::parse(text).scenario.set(Key::Load, load);
        let long = runs(&scenario.set(Key::Seed, 77.0), Plan { precision: None, most_cycles: LONG }, 0..REFERENCES)?;
        let latency = |report: &Report| report.times().map(|times| times.latency.clone());
        let truth = Histogram::of_all(
            long.iter().filter_map(latency).map(|latency| latency.histogram).collect::<Vec<_>>().iter(),
        );
        for most_cycles in TAIL_CYCLES {
            let runs = runs(&scenario, Plan { precision: None, most_cycles }, 0..CELLS.first)?;
            let found: Vec<_> = runs.iter().filter_map(latency).map(|latency| latency.percentiles.all()).collect();
            let cells = PERCENTILES.map(|place| {
                let truth = truth.quantile(Percentiles::PARTS[place].1).unwrap_or_default();
                let shown: Vec<_> = found.iter().filter_map(|all| all[place].interval).collect();
                let held = shown.iter().filter(|[low, high]| (*low..=*high).contains(&truth)).count();
                let below = shown.iter().filter(|[_, high]| *high < truth).count();
                if shown.is_empty() {
                    return format!("{truth:.2}: none");
                }
                let part = 100.0 * held as f64 / shown.len() as f64;
                format!(
                    "{truth:.2}: {part:.1} % of {} ({below} below, {} above)",
                    shown.len(),
                    shown.len() - held - below
                )
            });
            println!("| {name} | {load} | {most_cycles} | {} |", cells.join(" | "));
        }
    }
    Ok(())
}

/// The row of a crowded network.
fn crowded(name: &str, text: &str, load: f64) -> Result<String, String> {
    let parsed = link::parse(text);
    let scenario = parsed.scenario.set(Key::Load, load);
    if !parsed.problems.is_empty() || scenario.get(Key::Load) != load {
        return Err(format!("{text} at {load} is no scenario."));
    }
    let long = runs(&scenario.set(Key::Seed, 77.0), Plan { precision: None, most_cycles: LONG }, 0..3 * REFERENCES)?;
    let means: Vec<f64> = long.iter().filter_map(Report::estimate).map(|estimate| estimate.mean).collect();
    let truth = Estimate::of_replications(&means).ok_or("Nothing was delivered.")?;
    let times = long.iter().filter_map(Report::times).map(|times| &times.latency.histogram);
    let p99 = Histogram::of_all(times).quantile(0.99);
    let mut row = format!("| {name} | {load} | {:.4} ± {:.4} | ", truth.mean, truth.half95);
    row.push_str(&p99.map_or("-".into(), |p99| format!("{p99:.1}")));
    for (_, plan) in STOPS {
        let (mut mean, mut tail) = (Cell::default(), Cell::default());
        for replications in [0..CROWDS.first, CROWDS.first..CROWDS.more] {
            let doubtful = |cell: &Cell| cell.shown() > 0 && !CROWDS.limits.contains(&cell.part());
            if replications.start == 0 || doubtful(&mean) || doubtful(&tail) {
                for report in runs(&scenario, plan, replications)? {
                    mean.count(&report, truth.mean);
                    let shown = report.times().and_then(|times| times.latency.percentiles.p99.interval);
                    tail.add(shown, p99.unwrap_or_default(), report.cycles);
                }
            }
        }
        let length =
            if plan.precision.is_some() { format!("; {:.0} cycles", mean.cycles.mean()) } else { String::new() };
        row.push_str(&format!(" | {}{length} | {}", mean.words(), tail.words()));
    }
    Ok(row + " |")
}

/// The mean of long runs.
fn truth(scenario: &Scenario) -> Result<Estimate, String> {
    let plan = Plan { precision: None, most_cycles: LONG };
    let long = runs(&scenario.set(Key::Seed, 77.0), plan, 0..REFERENCES)?;
    let means: Vec<f64> = long.iter().filter_map(Report::estimate).map(|estimate| estimate.mean).collect();
    Estimate::of_replications(&means).ok_or_else(|| "Nothing was delivered.".into())
}

fn runs(scenario: &Scenario, plan: Plan, replications: Range<u32>) -> Result<Vec<Report>, String> {
    let one = |replication| {
        let simulator = sim::of(scenario, replication).map_err(|problem| problem.to_string())?;
        Run::new(simulator, plan).finish().map_err(|violation| violation.to_string())
    };
    replications.into_par_iter().map(one).collect()
}

/// How many intervals of the first class hold the true mean, how many lie below and above it, and how long the runs were.
#[derive(Default)]
struct Cell {
    held: u32,
    below: u32,
    above: u32,
    cycles: Moments,
}

impl Cell {
    fn count(&mut self, report: &Report, truth: f64) {
        let counts = report.state == Verdict::Stable || report.classes[0].kind == ClassKind::Rate;
        self.add(report.classes[0].limits().filter(|_| counts), truth, report.cycles);
    }

    /// Adds a run of some cycles with its interval.
    fn add(&mut self, interval: Option<[f64; 2]>, truth: f64, cycles: u64) {
        self.cycles.add(cycles as f64);
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

    fn words(&self) -> String {
        let (shown, runs) = (self.shown(), self.cycles.count());
        if shown == 0 {
            return "no interval".into();
        }
        let of = if runs == u64::from(CROWDS.first) { String::new() } else { format!(" of {runs}") };
        let part = if u64::from(shown) == runs { String::new() } else { format!(", shown {shown}") };
        format!("{:.1} %{of} ({} below, {} above{part})", self.part(), self.below, self.above)
    }

    /// Per cent of the intervals that hold the true mean.
    fn part(&self) -> f64 {
        100.0 * f64::from(self.held) / f64::from(self.shown())
    }
}

fn cell(scenario: &Scenario, plan: Plan, truth: f64, count: &Count) -> Result<String, String> {
    let mut cell = Cell::default();
    for replications in [0..count.first, count.first..count.more] {
        if replications.start == 0 || cell.shown() > 0 && !count.limits.contains(&cell.part()) {
            runs(scenario, plan, replications)?.iter().for_each(|report| cell.count(report, truth));
        }
    }
    let shown = cell.shown();
    let length = if plan.precision.is_some() { format!("; {:.0} cycles", cell.cycles.mean()) } else { String::new() };
    Ok(match shown {
        0 => format!("no interval{length}"),
        _ => {
            let of = if shown == count.first { String::new() } else { format!(" of {shown}") };
            format!("{:.1} %{of} ({} below, {} above{length})", cell.part(), cell.below, cell.above)
        }
    })
}
