//! Rules for all commands: the sources of their input, the reading of a scenario that names none, and a call without a command.

use crate::program::{Scratch, lines, refused, run};
use flitscope::scenario::System;
use serde_json::{Value, json};
use std::process::Command;

/// Commands that take a scenario.
const OF_SCENARIOS: [&[&str]; 4] =
    [&["solve"], &["simulate", "--cycles", "1000"], &["trace", "--to", "200"], &["grid"]];

/// A command with an argument behind it.
fn with<'a>(command: &[&'a str], argument: &'a str) -> Vec<&'a str> {
    [command, &[argument]].concat()
}

/// The standard output of a command that must succeed without a sentence on standard error.
fn printed(args: &[&str], input: &str) -> String {
    let output = run(args, input);
    assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn a_scenario_is_an_argument_a_file_or_standard_input_of_every_command() {
    let pairs = "system=kary-ncube&k=4&n=2&flits=8&load=0.005";
    let link = format!("#v=1&{pairs}");
    let address = format!("https://example.org/flitscope/{link}");
    let object = json!({"system": "kary-ncube", "k": 4, "n": 2, "flits": 8, "load": 0.005}).to_string();
    for command in OF_SCENARIOS {
        let expected = printed(command, &object);
        assert!(!expected.is_empty(), "{command:?}");
        let (words, html) = (pairs.replace('&', " "), address.replace('&', "&amp;") + ").");
        let texts = [pairs, &words, &link[1..], &link, &address, &html, &object, &json!(pairs).to_string()];
        for text in texts.into_iter().flat_map(|text| [text.to_owned(), format!("\u{feff}{text}\r\n")]) {
            let text = text.as_str();
            let file = Scratch::new(&format!("scenario-{}", command[0]), text.as_bytes());
            // An argument or a file is read, and standard input is not.
            let said = [with(command, text), with(command, file.path())].map(|args| printed(&args, "nonsense"));
            let piped = [command.to_vec(), with(command, "-")].map(|args| printed(&args, text));
            assert!(said.iter().chain(&piped).all(|said| *said == expected), "{command:?} {text}: {said:?} {piped:?}");
        }
    }
    let question = json!({"question": "load-for-latency", "target": 40, "scenario": pairs}).to_string();
    let expected = printed(&["explore"], &question);
    assert_eq!(printed(&["explore", &question], "nonsense"), expected);
    // Line by line, too.
    for (command, text) in [(OF_SCENARIOS[0], pairs), (OF_SCENARIOS[1], &object), (&["explore"], &question)] {
        let expected = printed(command, text);
        assert_eq!(printed(&with(&with(command, "--jsonl"), text), ""), expected, "{command:?}");
        // Files that were joined have a mark before each of them.
        let lines = format!("\u{feff}{text}\r\n\u{feff}{}\n", text.replace('&', " "));
        assert_eq!(printed(&with(command, "--jsonl"), &lines), expected.repeat(2), "{command:?}");
    }
}

#[test]
fn answers_and_messages_may_have_a_byte_order_mark_and_utf_16_is_refused_with_the_remedy() {
    let marked = |text: &str| format!("\u{feff}{text}");
    let answers = printed(&["solve", "--jsonl"], "k=4\nk=5\n");
    let file = Scratch::new("marked-answers", marked(&answers).as_bytes());
    assert_eq!(printed(&["table", file.path()], ""), printed(&["table"], &answers));
    assert_eq!(printed(&["table"], &marked(&answers)), printed(&["table"], &answers));
    assert_eq!(printed(&["solve", "--jsonl", "--resume", file.path()], "k=4\nk=5\nk=6\n"), printed(&["solve"], "k=6"));
    let message = "{\"cycle\":0,\"source\":0,\"destination\":5,\"flits\":4}\n";
    let file = Scratch::new("marked-messages", marked(message).as_bytes());
    let replay = ["simulate", "k=4", "--messages"];
    assert_eq!(printed(&with(&replay, file.path()), ""), printed(&with(&replay, "-"), message));

    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        for mark in ["\u{feff}", ""] {
            let utf_16 = |text: &str| -> Vec<u8> { format!("{mark}{text}\n").encode_utf16().flat_map(order).collect() };
            for (command, text) in [
                (&["solve"][..], "{\"k\": 4}"),
                (&["simulate"], "k=4 n=2"),
                (&["trace", "--to", "9"], "#v=2&k=4"),
                (&["grid"], "k=4"),
                (&["explore"], "{\"question\": \"sensitivity\"}"),
                (&["table"], "{\"k\": 4}"),
                (&["solve", "--jsonl", "k=4", "--resume"], answers.trim_end()),
                (&replay, message),
            ] {
                let file = Scratch::new("utf-16", &utf_16(text));
                let output = run(&with(command, file.path()), "");
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{command:?}: {said}");
                let right = said.contains("is UTF-16 text") && said.contains("save it as UTF-8.\n");
                assert!(right && said.lines().count() == 1, "{command:?}: {said}");
            }
            let file = Scratch::new("utf-16-lines", &utf_16("k=4"));
            let bad = lines(&run(&["solve", "--jsonl", file.path()], ""));
            assert!(bad[0]["error"].as_str().is_some_and(|error| error.contains("save it as UTF-8.")), "{bad:?}");
        }
    }
}

#[test]
fn whole_numbers_are_whole_however_they_are_written() {
    let expected = printed(&["solve", "--points", "10"], "{\"k\": 8}");
    assert_eq!(printed(&["solve", "--points", "1e1"], "{\"k\": 8.0}"), expected);
    assert_eq!(printed(&["solve", "--points", "10.0"], "k=0.8e1"), expected);
    assert_eq!(printed(&["grid", "--over", "k=4.0..8e0"], "{}"), printed(&["grid", "--over", "k=4..8"], "{}"));
    let question = |nodes: &str| format!("{{\"question\":\"compare\",\"nodes\":{nodes},\"normalise\":\"none\"}}");
    assert_eq!(printed(&["explore"], &question("6.4e1")), printed(&["explore"], &question("64")));
    let run = run(&["trace", "--to", "2.5"], "{}");
    assert!(String::from_utf8_lossy(&run.stderr).starts_with("to = 2.5 is"), "{run:?}");
}

#[test]
fn a_file_is_read_whatever_its_name() {
    let file = Scratch::new("k=4&n=2", b"{\"k\": 9}");
    assert_eq!(lines(&run(&["solve", file.path()], ""))[0]["scenario"]["k"], 9);
}

#[test]
fn what_is_neither_a_scenario_nor_a_file_is_named() {
    for (command, wanted) in OF_SCENARIOS
        .into_iter()
        .chain([&["solve", "--jsonl"][..]])
        .map(|command| (command, "a scenario such as system=kary-ncube k=8."))
        .chain([(&["explore"][..], "a question such as '{\"question\": \"sensitivity\"")])
    {
        let output = run(&with(command, "kary-ncube"), "{}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let expected = format!("kary-ncube cannot be read: it is neither a file nor {wanted}");
        assert!(said.starts_with(&expected) && said.lines().count() == 1, "{command:?}: {said}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{command:?}");
    }
    for command in OF_SCENARIOS {
        for (argument, sentence) in
            [("k=1", "k = 1 is out of range"), ("{", "The scenario is not JSON"), ("", "The scenario is missing")]
        {
            let output = run(&with(command, argument), "{}");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.code() == Some(2) && said.starts_with(sentence), "{command:?} {argument}: {said}");
        }
    }
    // A scenario alone asks nothing.
    let output = run(&["explore", "system=kary-ncube&k=8"], "");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code() == Some(2) && said.starts_with("The question is not a JSON object: use one such as"),
        "{said}"
    );
}

const COMMANDS: [&str; 10] =
    ["solve", "simulate", "explore", "grid", "table", "trace", "keys", "presets", "lessons", "completions"];

#[test]
fn without_a_command_the_commands_are_listed_where_errors_are() {
    let output = run(&[], "{}");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let (usage, sentence) = said.split_at(said.trim_end().rfind('\n').expect("many lines") + 1);
    for command in COMMANDS {
        assert!(usage.contains(&format!("\n  {command} ")), "{command}: {usage}");
    }
    assert_eq!(sentence, "A command is missing: flitscope --help explains all commands.\n");
}

#[test]
fn every_command_explains_itself_within_the_width_of_the_terminal() {
    for command in COMMANDS {
        let help = |option: &str| {
            let output =
                Command::new(env!("CARGO_BIN_EXE_flitscope")).args([command, option]).env("COLUMNS", "80").output();
            let output = output.expect("the program starts");
            assert!(output.status.success() && output.stderr.is_empty(), "{command}");
            String::from_utf8(output.stdout).expect("UTF-8")
        };
        let (short, long) = (help("-h"), help("--help"));
        let words = |text: &str| text.split_whitespace().count();
        assert!(short.contains(&format!("Usage: flitscope {command}")) && words(&long) >= words(&short), "{short}");
        assert!(long.lines().all(|line| line.chars().count() <= 80), "{command}: {long}");
    }
}

#[test]
fn several_arguments_are_one_scenario() {
    let of = |arguments: &[&str]| lines(&run(&[&["solve"], arguments].concat(), ""))[0].clone();
    let expected = of(&["system=kary-ncube&k=4&n=2"]);
    for arguments in [
        &["system=kary-ncube", "k=4", "n=2"][..],
        &["system=kary-ncube k=4 n=2"],
        &["system=kary-ncube k=4", "n=2"],
        &["k=4,", "n=2,", "system=kary-ncube"],
        &["  k=4\tn=2\n system=kary-ncube"],
    ] {
        assert_eq!(of(arguments), expected, "{arguments:?}");
    }
}

#[test]
fn keys_are_those_of_the_table_and_scenarios_keep_to_the_schema() {
    let listed = lines(&run(&["keys"], ""));
    for system in System::ALL {
        let own: Vec<&Value> = listed.iter().filter(|row| row["system"] == system.key()).collect();
        let scenario =
            &lines(&run(&["simulate", "--cycles", "1000", &format!("system={}", system.key())], ""))[0]["scenario"];
        // Every key of an answer, in its order, and its default.
        let (keys, answered): (Vec<_>, Vec<_>) = (
            own.iter().map(|row| row["key"].as_str().expect("a key")).collect(),
            scenario
                .as_object()
                .expect("an object")
                .keys()
                .map(String::as_str)
                .filter(|key| *key != "system")
                .collect(),
        );
        for key in answered.iter().filter(|key| **key != "cycles") {
            let row = own.iter().find(|row| row["key"] == **key).expect("listed");
            assert_eq!(row["default"], scenario[*key], "{} {key}", system.key());
        }
        assert!(keys.len() >= answered.len() - 2, "{keys:?} {answered:?}");
        let schema = &lines(&run(&["keys", system.key(), "--schema"], ""))[0]["oneOf"][0];
        for (key, property) in schema["properties"].as_object().expect("an object") {
            let Some(row) = system.params().iter().find(|row| row.key.name() == key) else { continue };
            let (Some(least), Some(most)) = (property["minimum"].as_f64(), property["maximum"].as_f64()) else {
                continue;
            };
            assert!(row.parse(&most.to_string(), system.params()).is_ok(), "{key} = {most}");
            assert!(row.parse(&(most + 1.0).to_string(), system.params()).is_err() && least <= most, "{key}");
        }
        assert_eq!(schema["properties"]["system"]["const"], system.key());
    }
}

#[test]
fn completions_name_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = printed(&["completions", shell], "");
        assert!(COMMANDS.iter().all(|command| script.contains(command)), "{shell}");
        assert!(script.contains("replications"), "{shell}");
    }
}

/// Questions that every system answers, about a scenario.
fn questions(scenario: &Value) -> Vec<Value> {
    let load = json!({"key": "load", "values": [0.001, 0.002]});
    let n = json!({"key": "n", "values": [2, 3]});
    let mut all = vec![
        json!({"question": "load-for-latency", "target": 0.1}),
        json!({"question": "extreme", "key": "n", "want": "smallest"}),
        json!({"question": "sensitivity"}),
        json!({"question": "map", "x": load, "y": n, "measure": "saturation"}),
        json!({"question": "pareto", "x": load, "y": n, "cost": "pins"}),
        json!({"question": "compare", "nodes": 16, "normalise": "none"}),
    ];
    if scenario["system"] == "torus-broadcast" {
        all.push(json!({"question": "broadcast-cost", "percent": 10}));
    }
    for question in &mut all {
        question["scenario"] = scenario.clone();
    }
    all
}

#[test]
fn a_scenario_without_a_reading_has_the_same_one_in_every_command_and_answers_name_it() {
    for system in System::ALL {
        // As interface documents have it.
        let default = if matches!(system.key(), "kary-ncube" | "hypercube-mmpp") { "printed" } else { "corrected" };
        let readings = system.readings().into_iter().map(|reading| reading.key()).filter(|key| *key != default);
        for (named, reading) in [(false, default)].into_iter().chain(readings.map(|key| (true, key))) {
            let mut scenario = json!({"system": system.key(), "n": 2, "load": {"fraction": 0.5}});
            if *system == System::BanyanMulticast {
                scenario["fanout"] = json!(2);
            }
            if named {
                scenario["reading"] = json!(reading);
            }
            let at = format!("{scenario}");
            let solved = &lines(&run(&["solve"], &at))[0];
            let load = &solved["scenario"]["load"];
            assert!(solved["scenario"]["reading"] == reading && load.is_f64(), "{solved}");
            let simulated = &lines(&run(&["simulate", "--cycles", "1000"], &at))[0];
            assert_eq!(
                (&simulated["scenario"]["reading"], &simulated["scenario"]["load"]),
                (&json!(reading), load),
                "{at}"
            );
            for question in questions(&scenario) {
                let output = run(&["explore"], &question.to_string());
                let answer = &lines(&output)[0];
                assert_eq!(
                    (&answer["scenario"]["reading"], &answer["scenario"]["load"]),
                    (&json!(reading), load),
                    "{at}"
                );
                match answer["question"].as_str().expect("a name") {
                    // Numbers of the network itself are those of solve.
                    "sensitivity" => assert_eq!(answer["here"]["saturation"], solved["saturation"], "{at}"),
                    "map" => assert_eq!(answer["cells"][0][0], solved["saturation"], "{at}"),
                    "compare" => {
                        for network in answer["networks"].as_array().expect("networks") {
                            let own = network["scenario"]["system"] == system.key();
                            assert!(network["scenario"]["reading"].is_string(), "{network}");
                            assert!(!own || network["scenario"]["reading"] == reading, "{at}: {network}");
                        }
                    }
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn a_fraction_of_a_grid_is_the_same_load_in_every_command() {
    let grid = printed(&["grid", "system=kary-ncube&k=4&n=2&flits=8&cycles=1000", "--fractions", "0.3,0.6"], "");
    let loads = |args: &[&str], input: &str| -> Vec<Value> {
        lines(&run(args, input)).iter().map(|answer| answer["scenario"]["load"].clone()).collect()
    };
    let solved = loads(&["solve", "--jsonl"], &grid);
    assert!(solved.len() == 2 && solved.iter().all(Value::is_f64), "{solved:?}");
    assert_eq!(loads(&["simulate", "--jsonl"], &grid), solved);
    let question = |line: &str| format!("{{\"question\":\"sensitivity\",\"scenario\":{line}}}\n");
    assert_eq!(loads(&["explore", "--jsonl"], &grid.lines().map(question).collect::<String>()), solved);
}

/// Editors jump to FILE:LINE.
#[test]
fn a_mistake_of_a_lesson_is_a_line_with_its_file_and_line_on_standard_error() {
    let good = concat!(env!("CARGO_MANIFEST_DIR"), "/lessons/first.md");
    let text = std::fs::read_to_string(good).expect("a lesson");
    let unseen = Scratch::new("unseen.md", text.replace("## ", "## \u{202e}").as_bytes());
    let keys = Scratch::new("keys.md", text.replace("minutes:", "minuts:").as_bytes());
    let said = refused(&["lessons", "check", unseen.path(), "no-such.md", keys.path(), good], "");
    let said: Vec<_> = said.lines().collect();
    let begin = [
        format!(
            "{}:{}: Character 4: the character U+202E",
            unseen.path(),
            text.lines().position(|line| line.starts_with("## ")).expect("a step") + 1
        ),
        "no-such.md:1: This file cannot be read: ".into(),
        format!("{}:5: \"minuts\" is no key of a lesson.", keys.path()),
        format!("{}:", keys.path()),
    ];
    assert_eq!(said.len(), begin.len(), "{said:?}");
    for (line, begin) in said.iter().zip(&begin) {
        assert!(line.starts_with(begin.as_str()), "{line}: {begin}");
    }
    assert_eq!(printed(&["lessons", "check", good], ""), "");
}
