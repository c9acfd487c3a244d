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

/// A Python script that solves the scene.
pub(crate) fn python(scenario: &Scenario) -> String {
    format!(
        "import json, subprocess\n\n\
         scenario = json.loads(r'''{}''')\n\n\
         def flitscope(command):\n    \
             run = subprocess.run([\"flitscope\", command, \"-\"], input=json.dumps(scenario), capture_output=True, text=True, check=True)\n    \
             return json.loads(run.stdout)\n\n\
         print(flitscope(\"solve\"))\n\
         print(flitscope(\"simulate\"))",
        line(scenario)
    )
}
