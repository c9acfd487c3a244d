//! A scene for programs: what prints the same numbers as the screen.

use crate::{json, prelude::*};
use flitscope::report::{ParameterSet, ScenarioReport};

/// The scene on one line, without where the reader looks.
fn line(scenario: &Scenario) -> String {
    json::write(&ScenarioReport { scenario: *scenario, part: ParameterSet::Simulation })
}

pub(crate) fn json(scenario: &Scenario) -> String {
    json::indented(&line(scenario))
}

/// The commands for any shell: no value has a sign that one of them reads as its own.
pub(crate) fn command(scenario: &Scenario) -> String {
    let system = scenario.system();
    let defaults = Scenario::new(system);
    let differs = |row: &&Param| {
        let part = ParameterSet::Simulation.has(row) && scenario.applies(row.key);
        part && scenario.get(row.key) != defaults.get(row.key)
    };
    let pairs =
        system.params().iter().filter(differs).map(|row| format!(" {}={}", row.key.name(), scenario.text(row.key)));
    let scene = format!("system={}{}", system.key(), pairs.collect::<String>());
    format!("flitscope solve {scene}\nflitscope simulate {scene}")
}

/// A Python script for the module of the wheel. The scene has numbers and words only, which Python writes as JSON does.
pub(crate) fn python(scenario: &Scenario) -> String {
    format!(
        "import flitscope\n\n\
         scenario = {}\n\n\
         solved = flitscope.solve(scenario)\n\
         simulated = flitscope.simulate(scenario)\n\
         print(solved.T.to_string(), simulated.T.to_string(), sep=\"\\n\\n\")",
        line(scenario)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope::scenario::preset::{self, Preset};

    #[test]
    fn a_command_has_the_scene_in_words_that_no_shell_changes() {
        for scene in preset::all().map(Preset::scenario) {
            let commands = command(&scene);
            let [solve, simulate] = ["solve", "simulate"].map(|name| {
                let line = commands.lines().find_map(|line| line.strip_prefix(&format!("flitscope {name} ")));
                line.expect("a line").to_owned()
            });
            assert_eq!(solve, simulate);
            let plain = |sign: char| sign.is_ascii_alphanumeric() || " =-._".contains(sign);
            assert!(solve.chars().all(plain), "{solve}");
            assert_eq!(line(&link::parse(&solve).scenario), line(&scene), "{solve}");
        }
    }
}
