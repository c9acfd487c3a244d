//! The recorded runs that an answer is read from, each with a button that runs it again here.

use crate::{jobs::simulation::Simulation, learn::inline, panels::circle, pins::words::settings, prelude::*};
use flitscope::{
    lesson::{
        StepOf,
        recorded::{self, RecordedRun},
    },
    scenario::pins::differences,
    text::load,
};

/// A scenario as long, and with the seed, that another one has.
pub(crate) fn as_long(scenario: &Scenario, other: &Scenario) -> Scenario {
    scenario.with_run(*other.run())
}

pub(super) fn all(step: &StepOf) -> impl Iterator<Item = &RecordedRun> {
    step.runs.iter().filter_map(|run| step.lesson.runs.get(*run))
}

/// The load of a run, and its differences from the scene of its step.
fn name(run: &Scenario, scene: &Scenario) -> String {
    let rows = differences(run.setup(), scene.setup()).filter(|row| row.key.group() != Group::Curves);
    let at = load(experiment::load_symbol(run), run.get(Key::Load), 3);
    let differs = settings(rows, run.system(), |key| run.text(key));
    if differs.is_empty() { at } else { format!("{at}, {differs}") }
}

/// The remark of the step and its runs: closed at first.
pub(crate) fn markup(step: &StepOf, scenario: &Scenario) -> Markup {
    let (scene, unit) = (step.scene(), scenario.system().param(Key::Cycles).map_or("", |row| row.unit));
    let number = all(step).count();
    let graph = circle::graph(&scene);
    if number == 0 && step.more.is_empty() && graph.is_none() {
        return html! {};
    }
    html! {
        details {
            summary { "How do we know?" @if number > 0 { span { (count(number, "recorded run", "recorded runs"))
                ", the same on your computer" } } }
            @if !step.more.is_empty() { p { (inline::markup(&step.more)) } }
            @if let Some(graph) = graph { (graph) }
            @for (index, run) in all(step).enumerate() {
                @let name = name(run.scenario(), &scene);
                p {
                    (name) ": " b { (run.words()) } ", " (grouped(run.cycles)) " " (unit) ", seed " (run.seed) ", version " (run.version)
                        ". "
                    button.small type="button" data-do="run" data-of=(index) aria-label={ "Run it yourself: " (name) } { "Run it yourself" }
                    " " span id={ "run-" (index) } role="status" {}
                }
            }
        }
    }
}

pub(crate) fn write(sheet: &mut DomPatch, step: &StepOf, simulation: &Simulation, scenario: &Scenario) {
    for (index, run) in all(step).enumerate() {
        let own = run.scenario();
        let here =
            own.get(Key::Load) == scenario.get(Key::Load) && experiment::run_key(own) == experiment::run_key(scenario);
        sheet.text(format!("run-{index}"), if here { said(run, simulation) } else { String::new() });
    }
}

fn said(run: &RecordedRun, simulation: &Simulation) -> String {
    match simulation.shown() {
        Some(seen) if seen.finished() && recorded::digest(seen) == run.digest => {
            "You have the same numbers, to the last bit.".into()
        }
        Some(seen) if seen.finished() => "Your numbers differ, because this is another version.".into(),
        Some(seen) if simulation.running() => {
            format!("{} simulated.", percent(seen.cycles as f64 / run.cycles as f64, 2))
        }
        None if simulation.running() => "It runs.".into(),
        _ => String::new(),
    }
}
