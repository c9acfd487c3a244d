//! The tables as a page in Markdown: `docs/accuracy.md`. Every number in its sentences is computed.

use crate::{
    cases::{Case, LeftOut, MOST_NODE_CYCLES, Observed, PARTS, cases},
    errors::{Cell, Spread, Table, tables},
};
use flitscope::{
    experiment::{DIGITS, agreement::Error, load_symbol, plan},
    model,
    param::Key,
    scenario::{System, preset},
    sim::protocol::{GROWTH, GROWTH_RATIO},
    text::{grouped, significant},
};

/// The loads in the sentences below a table.
const SAID: [usize; 3] = [0, 4, 8];

/// The errors for which the sentences give the load up to which every row keeps them.
const TOLERANCES: [f64; 2] = [0.05, 0.1];

/// The chapters of these systems.
pub(crate) fn chapters(systems: &[System], observed: &Observed) -> String {
    let one = |system: &System| {
        let (cases, left_out) = cases(preset::of(*system));
        chapter(*system, &cases, &left_out, observed)
    };
    systems.iter().map(one).collect()
}

/// The introduction: cells, columns and rows.
pub(crate) fn preface() -> String {
    let (growth, digits, version) = (100.0 * GROWTH, DIGITS, env!("CARGO_PKG_VERSION"));
    let source = std::env::var("SOURCE")
        .map_or_else(|_| "a source without a commit".into(), |commit| format!("commit {commit}"));
    let limit = grouped(MOST_NODE_CYCLES);
    format!(
        "# How well the models meet the simulators

`make accuracy` wrote this file from {source}, version {version}. It simulates every curve of the figures of the five papers at nine loads and compares the results with the models. The same commit writes the same file on every
machine. Neither side is fitted to the other.

**A cell** is model / simulation - 1 in per cent. A positive error means that the model is above the simulation. The number after ± is the half width of the 95 % interval. It is that of the simulated mean, from batch
means, applied to the quotient: model / simulation times half width / simulation. About one in twenty such intervals misses the true error. An error smaller than its ± cannot be distinguished from zero.

- A number without ± has no interval: the run is too short for the memory of the network and its traffic, or for a steady load (`sim::protocol`). It is less certain than its
  neighbours. Near saturation, queues fill for longer than the run lasts, and a longer run may give another mean.
- `sat.`: the simulated network saturates, so there is no mean to compare. A run is saturated if its queues grow, by two criteria. Its second half has {GROWTH_RATIO} times as many messages in the network as its first, and more
  than {growth} % of all generated messages stay. Both must hold at repeated checks or at the last one (`src/sim/protocol.rs` has the rules of a run).
- `none`: the model has no solution at this load, or there is no measurement.

**The columns** are parts of the load at which the model ends, or of the largest load if it does not end. That load is different in every row; the column `end` has it. A load is rounded to {digits}
digits, so that it can be typed. `flitscope simulate --load L --seed S --cycles N` with the scene's keys gives the same mean and interval.

**The rows** are all scenes of the page that draw a curve of a figure, each in its own reading (a variant of the equations). Scenes with the same network, traffic and reading share a row. Omitted scenes are listed below each
table with the reason. No run is larger than {limit} nodes times cycles. A run has the length of its scene, one seed, and no repetition. If the memory of the traffic is longer, the run is longer, and its batches are as long as
that memory. The options of routers and sources are those of the scene. No mean includes the warm-up.

**The last rows of a table** are the median and the largest of the absolute errors of each column, and the number of rows that count. Saturated networks do not count, so the others, which are easier to model, remain.
"
    )
}

/// The comparison of a system in plain words: the model, the simulator, and the quantity that both give.
const fn introduction(system: System) -> &'static str {
    match system {
        System::TorusBroadcast => {
            "The model gives the mean latency of unicast messages in a bidirectional torus with wormhole switching and adaptive routing, where a fraction of all messages are broadcasts. The simulator \
             (`sim::wormhole`) moves the same messages flit by flit, with a queue and an injection slot for each port. The table compares the time from the generation of a unicast message to the arrival of its last flit. The model does \
             not predict the time until a broadcast has reached every node, so that time is not compared."
        }
        System::KaryNCube => {
            "The model gives the mean latency of messages in a cube of one-way rings with adaptive wormhole routing. The simulator (`sim::wormhole`) moves the same messages flit by flit. The table compares the time from the generation of \
             a message to the arrival of its last flit."
        }
        System::HypercubeMmpp => {
            "The model gives the mean latency of messages in a hypercube with circuit switching, under traffic that is bursty on many time scales. The simulator (`sim::circuit`) draws the same traffic exactly and moves headers, \
             acknowledgements and flits. The table compares the time from the generation of a message to the arrival of its last flit."
        }
        System::HypercubeSlotted => {
            "Two models give the mean delay of a packet in a hypercube whose nodes send or receive one packet in a slot. The simulator (`sim::slotted`) moves the same packets slot by slot. The tables compare the delay from the first slot in \
             which a packet may move to its arrival"
        }
        _ => {
            "The model gives the throughput of a banyan without buffers whose switching elements copy multicast packets. It also estimates the number of packets that reach all their destinations. The simulator (`sim::banyan`) sends \
             the same packets slot by slot. The tables compare the rate of all copies that arrive, and that of packets whose copies all arrive. The network loses the packets that it cannot carry and never saturates. The largest load is therefore the one at which every node sends in every slot; \
             the figures of the paper have a load of 1."
        }
    }
}

fn chapter(system: System, cases: &[Case], left_out: &[LeftOut], observed: &Observed) -> String {
    let Some(first) = cases.first() else { return String::new() };
    let model = model::of(first.scenario.setup());
    let info = model.info();
    let later = info.measures.iter().find(|measure| measure.earlier > 0.0);
    let from = later.map_or_else(String::new, |measure| {
        format!(
            "; the {} counts from generation, so {} {} are added to the simulated delay.",
            measure.subject[1], measure.earlier, info.unit
        )
    });
    let mut text = format!(
        "\n## {}\n\n{}{from} Runs of {}.\n\nThe model: {}\n",
        system.name(),
        introduction(system),
        runs(cases),
        info.reference()
    );
    for table in tables(cases, observed) {
        text += &format!("\n### {}: error in per cent\n\n", table.subject);
        let saturates = model.end().saturated();
        let end = if saturates { "the load at which the model ends" } else { "the largest load" };
        let symbol = load_symbol(&first.scenario);
        let of = if symbol.is_empty() { String::new() } else { format!("{symbol}, ") };
        text += &format!("`end`: {end}, {of}in {}.\n\n{}", info.load_unit, grid(&table));
        text += &format!("\n{}\n", sentences(&table, saturates));
    }
    for LeftOut { presets, reason } in left_out {
        let titles: Vec<_> = presets.iter().map(|preset| name(preset, true)).collect();
        text += &format!("\nLeft out: {}. Reason: {reason}\n", titles.join("; "));
    }
    text
}

/// Lengths and seeds of the runs, in words.
fn runs(cases: &[Case]) -> String {
    let each = |what: &dyn Fn(&Case) -> String| {
        let mut all: Vec<String> = Vec::new();
        for words in cases.iter().map(what) {
            if !all.contains(&words) {
                all.push(words);
            }
        }
        all.join(" or ")
    };
    let unit = cases.first().and_then(|case| case.scenario.system().param(Key::Cycles)).map_or("", |row| row.unit);
    let cycles = each(&|case| grouped(plan(&case.scenario).most_cycles));
    format!("{cycles} {unit}, seed {}", each(&|case| case.scenario.count(Key::Seed).to_string()))
}

/// The name of a scene, with its figure if that is needed to find it.
fn name(preset: &preset::Preset, several: bool) -> String {
    match preset.figure() {
        Some(figure) if several => format!("{figure}: {}", preset.title),
        _ => preset.title.into(),
    }
}

/// The name of a row.
fn label(case: &Case, several: bool) -> String {
    case.presets.iter().map(|preset| name(preset, several)).collect::<Vec<_>>().join("; ")
}

/// True if the rows of a table come from more than one figure.
fn several(table: &Table) -> bool {
    let mut figures = table.rows.iter().flat_map(|(case, _)| &case.presets).map(|preset| preset.figure());
    let first = figures.next();
    figures.any(|figure| Some(figure) != first)
}

fn grid(table: &Table) -> String {
    let line = |fields: Vec<String>| format!("| {} |\n", fields.join(" | "));
    let row = |label: String, end: String, cells: Vec<String>| line([vec![label, end], cells].concat());
    let mut text = row("scene".into(), "end".into(), PARTS.iter().map(ToString::to_string).collect());
    text += &line([vec!["---".to_string()], vec!["---:".to_string(); PARTS.len() + 1]].concat());
    for (case, cells) in &table.rows {
        text += &row(label(case, several(table)), significant(case.end, 4), cells.iter().copied().map(cell).collect());
    }
    let spreads: Vec<_> = (0..PARTS.len()).map(|part| table.spread(part)).collect();
    let summary = |label: &str, what: &dyn Fn(&Spread) -> String| {
        let cells = spreads.iter().map(|spread| spread.as_ref().map_or_else(String::new, what));
        row(format!("*{label}*"), String::new(), cells.collect())
    };
    text += &summary("median of the absolute errors", &|spread| per_cent(spread.median));
    text += &summary("largest", &|spread| per_cent(spread.largest));
    text += &summary("rows that count", &|spread| spread.rows.to_string());
    text
}

fn cell(cell: Cell) -> String {
    match cell {
        Cell::Error(error) => error.signed(),
        Cell::Saturated => "sat.".into(),
        Cell::Nothing => "none".into(),
    }
}

fn per_cent(error: f64) -> String {
    significant(100.0 * error, 2)
}

/// Sentences on the numbers of a table.
fn sentences(table: &Table, saturates: bool) -> String {
    let of = if saturates { "the load at which the model ends" } else { "the largest load" };
    let at = SAID.iter().filter_map(|&part| Some((PARTS.get(part)?, table.spread(part))));
    let at: Vec<_> = at
        .map(|(part, spread)| match spread {
            None => format!("At {part} no row has a number."),
            Some(spread) => {
                let worst = table.rows.get(spread.worst).map_or_else(String::new, |row| label(&row.0, several(table)));
                let (median, largest) = (per_cent(spread.median), per_cent(spread.largest));
                let all = table.rows.len();
                let few = if spread.rows < all { format!(", in {} of {all} rows", spread.rows) } else { String::new() };
                format!("At {part} the median is {median} % and the largest {largest} % ({worst}){few}.")
            }
        })
        .collect();
    let tolerances = TOLERANCES.map(|tolerance| significant(100.0 * tolerance, 1));
    let [close, fair] = &tolerances;
    let within = match TOLERANCES.map(|tolerance| table.within(tolerance)) {
        [Some(first), Some(second)] => {
            format!("Every row is within {close} % up to {first} and within {fair} % up to {second}.")
        }
        [None, Some(second)] => {
            format!("Every row is within {fair} % up to {second}, but not within {close} % even at the lightest load.")
        }
        _ => format!("Not every row is within {fair} % even at the lightest load."),
    };
    let cells = || table.rows.iter().flat_map(|(_, cells)| cells.iter().copied());
    let errors: Vec<Error> = cells().filter_map(Cell::error).collect();
    let count = |what: &dyn Fn(&Error) -> bool| errors.iter().filter(|error| what(error)).count();
    // Zero if the error is within its interval.
    let beyond = |e: &Error| e.half95.map(|half| if e.relative.abs() <= half { 0.0 } else { e.relative });
    let counts = [
        (count(&|e| beyond(e).is_some_and(|beyond| beyond > 0.0)), "above the simulation"),
        (count(&|e| beyond(e).is_some_and(|beyond| beyond < 0.0)), "below the simulation"),
        (count(&|e| beyond(e) == Some(0.0)), "within their ±"),
        (count(&|e| beyond(e).is_none()), "without ±"),
    ];
    let counts: Vec<_> = counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    let mut text = format!(
        "Absolute errors, at parts of {of}. {} {within} Of {} numbers: {}.",
        at.join(" "),
        errors.len(),
        counts.join(", ")
    );
    let saturated = |cell: &Cell| *cell == Cell::Saturated;
    let lightest =
        (0..PARTS.len()).find(|&part| table.rows.iter().any(|(_, cells)| cells.get(part).is_some_and(saturated)));
    if let Some(lightest) = lightest.and_then(|part| PARTS.get(part)) {
        let number = cells().filter(saturated).count();
        text += &format!(
            " The simulated network is saturated in {number} of {} cells, first at {lightest}: it carries less than the model predicts.",
            cells().count()
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cases::{observe, simulations},
        observed,
    };

    /// A small banyan with short runs, and what came of them.
    fn tiny() -> (Vec<Case>, Observed) {
        let (cases, _) = cases(preset::of(System::BanyanMulticast));
        let preset = cases[0].presets[0];
        let scenario = preset.scenario().set(Key::N, 3.0).set(Key::Cycles, 1_000.0);
        let cases = vec![Case::of(preset, scenario).expect("it can be simulated")];
        let mut observed = Observed::default();
        for simulation in simulations(&cases) {
            // The order in which runs end is chance.
            for load in simulation.loads.iter().rev() {
                observed.keep(&simulation.scenario, observe(&simulation.scenario, *load).expect("no law is broken"));
            }
        }
        (cases, observed)
    }

    #[test]
    fn the_same_runs_make_the_same_text() {
        let text = || {
            let (cases, observed) = tiny();
            chapter(System::BanyanMulticast, &cases, &[], &observed)
        };
        let once = text();
        assert_eq!(once, text());
        assert_eq!(once.matches("| Copy rates, f = 2 | 1.300 |").count(), 2, "{once}");
        assert!(once.contains("Runs of 1000 slots, seed 1.") && !once.contains("none"), "{once}");
        assert!(once.contains("### The rate of complete deliveries of the corrected model: error in per cent"));
        assert!(chapters(System::ALL, &Observed::default()) == chapters(System::ALL, &Observed::default()));
    }

    #[test]
    fn sentences_have_the_numbers_of_the_table() {
        let (cases, _) = cases(preset::of(System::TorusBroadcast));
        let case = &cases[0];
        let model = model::of(case.scenario.setup());
        let mut observed = Observed::default();
        for (part, load) in case.loads.into_iter().enumerate() {
            let value = model.measures(load).expect("below saturation")[0];
            let factor = [1.0, 1.0, 1.0 / 0.96, 0.8][part.min(3)];
            observed.keep(
                &case.scenario,
                match part {
                    8 => observed::saturated(load, 0.1),
                    7 => observed::stable(&*model, load, &[value], None),
                    _ => observed::stable(&*model, load, &[value * factor], Some(0.001)),
                },
            );
        }
        let text = chapter(System::TorusBroadcast, &cases[..1], &[], &observed);
        let row = "| 8 × 8, 2 % broadcast | 0.008723 | 0.0 ± 0.1 | 0.0 ± 0.1 | -4.0 ± 0.1 | +25.0 ± 0.1 | +25.0 ± 0.1 | +25.0 ± 0.1 | +25.0 ± 0.1 | 0 | sat. |";
        assert!(text.contains(row), "{text}");
        let said = "Absolute errors, at parts of the load at which the model ends. At 0.1 the median is 0 % and the largest 0 % (8 × 8, 2 % broadcast). \
                    At 0.5 the median is 25 % and the largest 25 % (8 × 8, 2 % broadcast). At 0.9 no row has a number. \
                    Every row is within 5 % up to 0.3 and within 10 % up to 0.3. Of 8 numbers: 4 above the simulation, 1 below the simulation, \
                    2 within their ±, 1 without ±. The simulated network is saturated in 1 of 9 cells, first at 0.9: it \
                    carries less than the model predicts.";
        assert!(text.contains(said), "{text}");
    }

    #[test]
    fn whatever_was_observed_no_cell_is_without_a_number() {
        let (cases, _) = cases(preset::of(System::BanyanMulticast));
        let case = &cases[0];
        let model = model::of(case.scenario.setup());
        for (value, relative) in [(1e-30, None), (1e-30, Some(0.0)), (1e30, Some(1.0)), (1.0, Some(1e30))] {
            let mut observed = Observed::default();
            for load in case.loads {
                observed.keep(&case.scenario, observed::stable(&*model, load, &[value; 2], relative));
            }
            let text = chapter(System::BanyanMulticast, &cases[..1], &[], &observed);
            let rows: Vec<_> = text.lines().filter(|line| line.starts_with('|')).collect();
            assert!(rows.len() > 6 && rows.iter().all(|row| !row.contains("NaN") && !row.contains("inf")), "{text}");
        }
    }

    #[test]
    fn no_name_breaks_a_table() {
        for preset in preset::all() {
            assert!(!preset.title.contains('|'), "{}", preset.title);
        }
    }
}
