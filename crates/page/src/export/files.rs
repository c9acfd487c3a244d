//! The numbers on the screen as files: curves and simulated points, for a spreadsheet or a program.

use super::{handle, snapshot::Snapshot};
use crate::{pins, prelude::*, results, results::Results};
use flitscope::experiment::table::{TableCurve, csv};

/// Letters of a file's name without its ending, at most.
const LONGEST: usize = 100;

/// The name of a file: the system, the parameters that differ from their defaults, the seed, and the ending.
pub(crate) fn name(results: &Results, ending: &str) -> String {
    let scenario = &results.scenario;
    let rows = scenario.system().params().iter();
    let matters =
        |row: &&Param| matches!(row.key.group(), Group::Network | Group::Traffic | Group::Load | Group::Curves);
    let mut name = format!("flitscope-{}", scenario.system().key());
    for row in rows.filter(matters).filter(|row| !scenario.is_default(row.key) && scenario.applies(row.key)) {
        let value: String =
            scenario.text(row.key).chars().map(|letter| if letter == ',' { '-' } else { letter }).collect();
        if name.len() + row.key.name().len() + value.len() + 2 <= LONGEST {
            name.extend(["-", row.key.name(), "-", &value]);
        }
    }
    format!("{name}-seed-{}{ending}", scenario.count(Key::Seed))
}

pub fn table(shown: &Snapshot<'_>, separator: Separator) -> Option<Effect> {
    let Snapshot { results, simulation, .. } = *shown;
    let info = results.info()?;
    let drawn = |results::DrawnCurve { curve, pin }: results::DrawnCurve<'_>| TableCurve {
        reading: pin.map_or_else(String::new, |(_, pin)| format!("{}: ", pins::label(results, pin)))
            + curve.reading.key(),
        loads: curve.lines.first().map_or_else(Vec::new, |line| line.iter().map(|(load, _)| *load).collect()),
        values: curve.lines.iter().map(|line| line.iter().map(|(_, value)| *value).collect()).collect(),
    };
    let curves: Vec<_> = results.drawn().into_iter().map(drawn).collect();
    let own = simulation.observations();
    let mut observations: Vec<_> = own.iter().map(|seen| (String::new(), seen)).collect();
    for pin in &results.pins {
        observations.extend(simulation.pinned(results, pin).into_iter().map(|seen| (pins::label(results, pin), seen)));
    }
    let text = csv(info, &curves, &observations, &shown.address(), separator);
    Some(Effect::Download { name: name(results, ".csv"), kind: "text/csv", text })
}

/// Everything that the handle says, with the scenario.
pub fn document(shown: &Snapshot<'_>) -> Effect {
    let text = handle::document(shown);
    Effect::Download { name: name(shown.results, ".json"), kind: "application/json", text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::snapshot::tests::shown;

    #[test]
    fn files_are_named_by_their_scene_and_hold_the_numbers() {
        let scenario = link::parse("#v=2&system=hypercube-slotted&n=5&seed=7&axis=log").scenario;
        let results = Results::of(scenario, &|| 0.0);
        let simulation = crate::jobs::simulation::Simulation::having(scenario, &[]);
        let around = Default::default();
        let shown = shown(&results, &simulation, &around);
        let told = |effect: Option<Effect>| {
            let Some(Effect::Download { name, kind, text }) = effect else { panic!("{effect:?}") };
            // The first line, and one within the numbers.
            let begins = |line| text.lines().nth(line).map(|line| line.chars().take(60).collect::<String>());
            (name, kind, text.lines().count(), [0, 9].map(begins))
        };
        let files = [
            ("commas", table(&shown, Separator::Comma)),
            ("semicolons and decimal commas", table(&shown, Separator::Semicolon)),
            ("document", Some(document(&shown))),
        ];
        blessed::lines("files of numbers", files.map(|(name, file)| (name, told(file))));
    }
}
