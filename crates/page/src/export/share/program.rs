//! A scene for programs: what prints the same numbers as the screen.

use crate::json;
use flitscope::{
    report::{ParameterSet, ScenarioReport},
    scenario::Scenario,
};

/// The scene on one line, without where the reader looks.
fn line(scenario: &Scenario) -> String {
    json::write(&ScenarioReport { scenario: *scenario, part: ParameterSet::Simulation })
}

/// The scene as JSON on many lines.
pub(crate) fn json(scenario: &Scenario) -> String {
    json::indented(&line(scenario))
}

/// The commands for a shell.
pub(crate) fn command(scenario: &Scenario) -> String {
    let scene = line(scenario);
    format!("echo '{scene}' | flitscope solve -\necho '{scene}' | flitscope simulate -")
}

/// A Python script that solves and simulates the scene with the module of the wheel. The scene has numbers and words only, which Python writes as JSON does.
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
