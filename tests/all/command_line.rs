//! The command line as other programs see it.

use serde_json::{Value, json};
use std::{
    io::Write as _,
    process::{Command, Output, Stdio},
};

fn run(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_flitscope"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).ok();
    child.wait_with_output().expect("the program ends")
}

fn solve(args: &[&str], scenario: &Value) -> Value {
    let output = run(&[&["solve"], args].concat(), &scenario.to_string());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn a_scenario_is_echoed_with_its_defaults_and_solved_at_its_load() {
    let answer = solve(&[], &json!({"system": "torus-broadcast", "k": 10}));
    let expected = json!({"system": "torus-broadcast", "k": 10, "n": 2, "vcs": 3, "flits": 32, "beta": 0.02, "load": 0.0045, "reading": "corrected"});
    assert_eq!(answer["scenario"], expected);
    assert_eq!(answer["points"].as_array().expect("points").len(), 1);
    assert_eq!(answer["points"][0]["load"], 0.0045);
}

#[test]
fn fractions_are_of_the_saturation_load_and_beyond_it_is_a_named_state() {
    let answer = solve(&["--fractions", "0.5,1,1.1"], &json!({}));
    let points = answer["points"].as_array().expect("points");
    let states: Vec<_> = points.iter().map(|point| point["state"].as_str().expect("a state")).collect();
    assert_eq!(states, ["stable", "stable", "saturated"]);
    let saturation = answer["saturation"].as_f64().expect("a number");
    assert_eq!(points[0]["load"].as_f64(), Some(0.5 * saturation));
    assert_eq!(points[0]["latency"], points[0]["values"]["latency"]);
    assert!(points[2]["latency"].is_null() && points[2]["reason"].as_str().expect("a reason").contains("no solution"));
}

#[test]
fn points_are_equally_spaced_up_to_saturation() {
    let answer = solve(&["--points", "4"], &json!({"reading": "printed"}));
    let saturation = answer["saturation"].as_f64().expect("a number");
    let loads: Vec<_> = answer["points"]
        .as_array()
        .expect("points")
        .iter()
        .map(|point| point["load"].as_f64().expect("a load"))
        .collect();
    assert_eq!(loads, [0.25, 0.5, 0.75, 1.0].map(|fraction| fraction * saturation));
}

#[test]
fn lines_of_scenarios_give_lines_of_answers() {
    let output = run(&["solve", "--jsonl", "--loads", "0.001,0.002"], "{\"k\":8}\n\n{\"k\":16}\n");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.iter().map(|answer| answer["scenario"]["k"].as_u64()).collect::<Vec<_>>(), [Some(8), Some(16)]);
}

#[test]
fn bad_input_ends_with_code_2_and_one_sentence_that_names_key_value_and_range() {
    for (args, input, sentence) in [
        (&["solve"][..], r#"{"k": 99}"#, "k = 99 is not accepted: k takes a whole number from 3 to 32."),
        (&["solve"], r#"{"beta": "many"}"#, "beta = many is not accepted: beta takes a number from 0 to 1."),
        (&["solve"], r#"{"k": [8]}"#, "k = [8] is not accepted: k takes a whole number from 3 to 32."),
        (&["solve"], r#"{"system": "ring"}"#, "system = ring is not accepted: system takes one of torus-broadcast."),
        (&["solve"], r#"{"n": 3, "reading": "printed"}"#, "refined when n = 3"),
        (&["solve"], r#"{"fanout": 3}"#, "fanout = 3 is not accepted: fanout takes no value in torus-broadcast"),
        (&["solve"], "{", "The scenario is not JSON"),
        (&["solve"], "3", "The scenario is not a JSON object"),
        (&["solve", "--jsonl"], "{}\n{\"k\":1}\n", "Line 2: k = 1 is not accepted"),
        (&["solve", "--loads", "0.1,-1"], "{}", "loads = -1 is not accepted: loads takes numbers from 0 to 1"),
        (&["solve", "--fractions", "x"], "{}", "fractions = x is not accepted"),
        (
            &["solve", "--points", "0"],
            "{}",
            "points = 0 is not accepted: points takes a whole number from 1 to 100000.",
        ),
        (&["solve", "--points", "3", "--loads", "0.1"], "{}", "Only one of --loads, --fractions and --points"),
        (&["solve", "no such file"], "", "no such file cannot be read"),
        (&["guess"], "", "guess"),
    ] {
        let output = run(args, input);
        let error = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{args:?} {input}");
        assert!(
            output.stdout.is_empty() && error.lines().count() == 1 && error.contains(sentence),
            "{args:?} {input}: {error}"
        );
    }
}
