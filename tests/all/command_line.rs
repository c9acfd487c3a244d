//! The command line as other programs see it.

use crate::{
    blessed,
    program::{lines, refused, run, start},
};
use flitscope::scenario::System;
use serde_json::{Value, json};
use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, Command, Output},
    time::Duration,
};

fn solve(args: &[&str], scenario: &Value) -> Value {
    let output = run(&[&["solve"], args].concat(), &scenario.to_string());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn a_scenario_is_echoed_with_its_defaults_and_solved_at_its_load() {
    let answer = solve(&[], &json!({"system": "torus-broadcast", "k": 10}));
    let expected = json!({"system": "torus-broadcast", "k": 10, "n": 2, "vcs": 3, "flits": 32, "beta": 0.02, "load": 0.0045, "reading": "corrected", "wiring": "torus", "routing": "adaptive", "pattern": "uniform"});
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
    assert!(
        points[2]["latency"].is_null()
            && points[2]["reason"].as_str().expect("a reason").contains("The paper ends at λ = ")
    );
}

#[test]
fn the_banyan_has_throughput_and_no_saturation() {
    let answer =
        solve(&["--fractions", "0.5,1.1"], &json!({"system": "banyan-multicast", "multicast": 0.5, "fanout": 4}));
    assert!(answer["saturation"].is_null() && answer.get("zero_load").is_none());
    let [half, beyond] = [0, 1].map(|point| &answer["points"][point]);
    // 1 - m + m f copies, where every node sends in every slot.
    assert_eq!((half["load"].as_f64(), half["state"].as_str()), (Some(1.25), Some("stable")));
    assert!(half.get("latency").is_none());
    let [throughput, complete] = ["throughput", "complete_throughput"].map(|key| half[key].as_f64().expect("a number"));
    assert!(complete < throughput && throughput < 0.5);
    assert_eq!(half["throughput"], half["values"]["eta"]);
    assert_eq!(beyond["state"], "invalid");
}

#[test]
fn the_slotted_hypercube_has_two_delays() {
    let answer = solve(&["--loads", "0.0"], &json!({"system": "hypercube-slotted", "n": 4}));
    let point = &answer["points"][0];
    let [poisson, bernoulli] = ["latency", "latency_bernoulli"].map(|key| point[key].as_f64().expect("a number"));
    // d, and half a slot more to the next begin of a slot.
    assert!((poisson - 32.0 / 15.0).abs() < 1e-14 && (bernoulli - poisson - 0.5).abs() < 1e-14);
    assert_eq!(answer["zero_load"], point["latency"]);
}

#[test]
fn every_system_answers_to_its_default_in_every_reading() {
    for system in System::ALL {
        for reading in system.readings() {
            let answer = solve(&[], &json!({"system": system.key(), "reading": reading.key()}));
            assert_eq!(answer["points"][0]["state"], "stable", "{} {}", system.key(), reading.key());
            assert_eq!(answer["scenario"]["reading"], reading.key());
        }
    }
}

fn simulate(args: &[&str], scenario: &Value) -> Value {
    let output = run(&[&["simulate"], args].concat(), &scenario.to_string());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn a_simulation_of_each_system_has_the_names_that_others_read() {
    for (system, load) in [
        ("torus-broadcast", 0.003),
        ("kary-ncube", 0.001),
        ("hypercube-mmpp", 0.01),
        ("hypercube-slotted", 0.05),
        ("banyan-multicast", 0.8),
    ] {
        let scenario =
            json!({"system": system, "n": if system == "torus-broadcast" { 2 } else { 3 }, "load": load, "fanout": 4});
        let mut scenario = scenario;
        if system != "banyan-multicast" {
            scenario.as_object_mut().expect("an object").remove("fanout");
        }
        let bench = simulate(&["--seed", "7", "--cycles", "4000", "--bench"], &scenario);
        assert!(bench["flit_hops"].as_u64().is_some_and(|hops| hops > 100), "{system}: {bench}");
        let answer = simulate(&["--seed", "7", "--cycles", "4000"], &scenario);
        for key in ["load", "seed", "cycles", "throughput", "delivered"] {
            assert!(answer[key].as_f64().is_some_and(|number| number > 0.0), "{system} {key}: {answer}");
        }
        assert_eq!((answer["seed"].as_u64(), answer["state"].as_str()), (Some(7), Some("stable")), "{system}");
        // There is an interval where the run is long enough for what it remembers.
        let long = |answer: &Value| answer["batch"].as_f64() >= answer["memory"].as_f64();
        assert_eq!(answer["ci95"].as_f64().is_some_and(|half| half > 0.0), long(&answer), "{system}: {answer}");
        if system != "hypercube-mmpp" {
            let longer = simulate(&["--cycles", "60000"], &scenario);
            assert!(long(&longer) && longer["ci95"].as_f64().is_some_and(|half| half > 0.0), "{system}: {longer}");
        }
        assert_eq!(answer["mean_latency"].is_null(), system == "banyan-multicast", "{system}");
        assert_eq!(answer["complete_throughput"].is_null(), system != "banyan-multicast", "{system}");
        assert_eq!(answer["broadcast_latency"].is_null(), system != "torus-broadcast", "{system}");
        assert!(answer["values"].as_object().is_some_and(|values| values.len() > 5), "{system}");
        assert_eq!(answer, simulate(&["--seed", "7", "--cycles", "4000"], &scenario), "{system}: the same again");
        let other = simulate(&["--seed", "8", "--cycles", "4000"], &scenario);
        assert_ne!(answer["throughput"], other["throughput"], "{system}: another seed");
    }
}

#[test]
fn replications_are_independent_and_have_a_common_interval() {
    let scenario = json!({"system": "kary-ncube", "k": 4, "n": 2, "flits": 8, "load": 0.01});
    let answer = simulate(&["--cycles", "4000", "--replications", "4", "--bench"], &scenario);
    let runs = answer["replications"].as_array().expect("four runs");
    let means: Vec<f64> = runs.iter().map(|run| run["mean_latency"].as_f64().expect("a latency")).collect();
    assert_eq!(means.len(), 4);
    assert!(means[1..].iter().all(|mean| *mean != means[0]));
    let mean = means.iter().sum::<f64>() / 4.0;
    assert!((answer["mean_latency"].as_f64().expect("a latency") - mean).abs() < 1e-9 * mean);
    assert!(answer["flit_hops"].as_u64().is_some_and(|hops| hops > 10_000));
    let carried = |answer: &Value| answer["values"]["lambda_c"].as_f64().expect("a rate");
    let rates =
        ["1", "2", "3", "4"].map(|count| carried(&simulate(&["--cycles", "4000", "--replications", count], &scenario)));
    // Their measures are pooled, not those of the first alone.
    assert!(rates[1..].iter().all(|rate| *rate != rates[0] && (rate / rates[0] - 1.0).abs() < 0.1), "{rates:?}");
    // The first replication equals the run without replications.
    let alone = simulate(&["--cycles", "4000"], &scenario);
    assert_eq!(alone["mean_latency"], runs[0]["mean_latency"]);
}

#[test]
fn a_simulation_beyond_saturation_is_a_named_state_without_a_latency() {
    let scenario = json!({"system": "hypercube-slotted", "n": 3, "load": 0.3});
    let answer = simulate(&["--cycles", "100000"], &scenario);
    assert_eq!(answer["state"], "saturated");
    assert!(answer["mean_latency"].is_null());
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
fn a_bad_line_is_answered_in_its_place_and_no_other_line_suffers() {
    let input = "{\"k\":8,\"id\":\"a\"}\n\n{\"k\":1,\"id\":[7]}\nnonsense\n\u{feff}{\n{\"id\":\"\u{202e}b\",\"k\":9}";
    let output = run(&["solve", "--jsonl"], input);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(1), 0));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(!text.contains('\u{202e}'), "it is escaped");
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), 5);
    assert_eq!((&answers[0]["id"], &answers[0]["scenario"]["k"]), (&json!("a"), &json!(8)));
    assert_eq!(
        answers[1],
        json!({"id": [7], "line": 3, "error": "k = 1 is out of range: use a whole number from 3 to 32."})
    );
    for (answer, line) in [(&answers[2], 4), (&answers[3], 5)] {
        assert_eq!(answer["line"], line);
        assert!(
            answer["error"].as_str().is_some_and(|error| error.starts_with("The scenario is not JSON")),
            "{answer}"
        );
    }
    assert_eq!((&answers[4]["id"], &answers[4]["scenario"]["k"]), (&json!("\u{202e}b"), &json!(9)));
}

#[test]
fn a_line_is_answered_before_the_next_one_comes_and_one_without_an_end_is_the_last() {
    let mut child = start(&["solve", "--jsonl"]);
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for k in [8, 9] {
        writeln!(input, "{{\"k\":{k}}}").expect("it reads");
        let mut line = String::new();
        output.read_line(&mut line).expect("it answers");
        assert_eq!(serde_json::from_str::<Value>(&line).expect("JSON")["scenario"]["k"], k);
    }
    drop(input);
    assert!(child.wait().expect("it ends").success());
    let endless = run(&["solve", "--jsonl", "/dev/zero"], "");
    let answer: Value = serde_json::from_slice(&endless.stdout).expect("one line");
    assert_eq!((endless.status.code(), &answer["line"]), (Some(1), &json!(1)));
    assert!(answer["error"].as_str().is_some_and(|error| error.contains("at most 1024 kB")), "{answer}");
}

#[test]
fn many_unknown_keys_take_no_longer_than_few_do_each() {
    // Ten thousand keys, each compared with all others, would be a matter of minutes in such a build.
    let keys: Vec<String> = (0..60_000).map(|i| format!("\"x{i}\":1")).collect();
    let output = run(&["solve"], &format!("{{{}}}", keys.join(",")));
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("Unknown key x0. Keys of this system: k, n,"));
}

#[test]
fn bad_input_is_told_by_the_exit_code_where_nobody_hears_the_sentence() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_flitscope"));
    let status = Command::new("sh")
        .args(["-c", "exec \"$0\" solve 'no such file' 2>&-", env!("CARGO_BIN_EXE_flitscope")])
        .status()
        .expect("a shell");
    assert_eq!(status.code(), Some(2));
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    assert_eq!(child.args(["solve", "no such file"]).stderr(full).status().expect("it ends").code(), Some(2));
}

/// The processor seconds that a program has used, and true if it handles interrupts.
fn used(child: &Child) -> (f64, bool) {
    let of = |file: &str| std::fs::read_to_string(format!("/proc/{}/{file}", child.id())).expect("it runs");
    let (stat, status) = (of("stat"), of("status"));
    // Behind the name in brackets; user and system in hundredths of a second.
    let numbers = stat.rsplit(')').next().expect("numbers").split_whitespace();
    let hundredths: u64 = numbers.skip(11).take(2).map(|number| number.parse::<u64>().expect("a number")).sum();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a mask");
    let interrupt = 1 << 1;
    (hundredths as f64 / 100.0, u64::from_str_radix(caught.trim(), 16).expect("a mask") & interrupt != 0)
}

/// Starts a command on a scenario, sends it a signal once it has used these processor seconds, and gives its output.
fn signalled(signal: &str, args: &[&str], scenario: &Value, seconds: f64) -> Output {
    let mut child = start(args);
    child.stdin.take().expect("a pipe").write_all(scenario.to_string().as_bytes()).expect("it reads");
    while !matches!(used(&child), (spent, true) if spent >= seconds) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("a signal is sent");
    assert!(sent.success());
    child.wait_with_output().expect("it ends")
}

#[test]
fn a_signal_is_answered_with_what_there_is_whatever_is_going_on() {
    let endless = json!({"system": "kary-ncube", "k": 4, "n": 2, "load": 0.005});
    let large = json!({"n": 4, "k": 16, "load": 0.0001, "reading": "refined"});
    let heavy = json!({"system": "hypercube-mmpp", "n": 10, "mmpps": 6});
    for signal in ["-INT", "-TERM"] {
        for (scenario, seconds) in [(&endless, 0.3), (&large, 1.0)] {
            let args = ["simulate", "--cycles", "1000000000"];
            let output = signalled(signal, &args, scenario, seconds);
            assert_eq!(output.status.code(), Some(75), "{signal}: {}", String::from_utf8_lossy(&output.stderr));
            let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
            assert_eq!(answer["state"], "unfinished");
            assert_eq!(
                String::from_utf8_lossy(&output.stderr),
                "Stopped: the answer is that of the cycles simulated so far.\n"
            );
        }
        let output = signalled(signal, &["solve", "--points", "100000"], &heavy, 2.0);
        assert_eq!(output.status.code(), Some(75), "{signal}: {}", String::from_utf8_lossy(&output.stderr));
        let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        let points = answer["points"].as_array().expect("points").len();
        assert!((1..100_000).contains(&points), "{points} points");
        let said = String::from_utf8_lossy(&output.stderr).replace('\u{202f}', "");
        assert_eq!(said, format!("Stopped: {points} of 100000 points were solved.\n"));
    }
}

#[test]
fn an_overloaded_run_ends_within_its_memory_as_saturated_and_says_why() {
    let answer = simulate(&[], &json!({"k": 32, "load": 1, "beta": 1, "flits": 1}));
    assert_eq!((answer["state"].as_str(), answer["reason"].as_str()), (Some("saturated"), Some("crowded")));
    assert!(answer["sentence"].as_str().is_some_and(|said| said.contains("no more memory")), "{answer}");
    let stable = simulate(&["--cycles", "4000"], &json!({"load": 0.001}));
    assert!(stable.get("reason").is_none() && stable.get("sentence").is_none());
}

#[test]
fn a_model_is_solved_where_its_network_is_too_large_to_be_simulated() {
    for scenario in [
        json!({"system": "kary-ncube", "k": 32, "n": 8, "reading": "corrected"}),
        json!({"system": "kary-ncube", "k": 2, "n": 16}),
        json!({"k": 32, "n": 4, "vcs": 16, "reading": "refined"}),
        json!({"system": "hypercube-slotted", "n": 20}),
    ] {
        let answer = solve(&["--fractions", "0.5"], &scenario);
        assert_eq!(answer["points"][0]["state"], "stable", "{scenario}");
    }
    let answer = simulate(&["--cycles", "1000"], &json!({"system": "kary-ncube", "k": 2, "n": 16, "load": 0.0001}));
    assert_eq!(answer["state"], "stable");
    // Half of the dimensions are crossed on average: n 2^(n-1)/(2^n - 1), and Σ r n_r / r hops in all.
    let hops: f64 = (1..=16).map(|r| answer["values"][format!("n{r}")].as_f64().expect("a number")).sum();
    assert!((hops / 8.0 - 1.0).abs() < 0.02, "{hops} hops");
}

#[test]
fn bad_input_ends_with_code_2_and_one_sentence_that_names_key_value_and_range() {
    let cases = [
        (&["solve"][..], r#"{"k": 99}"#),
        (&["solve"], r#"{"beta": "many"}"#),
        (&["solve"], r#"{"k": [8]}"#),
        (&["solve"], r#"{"system": "ring"}"#),
        (&["solve"], r#"{"n": 3, "reading": "printed"}"#),
        (&["solve"], r#"{"fanout": 3}"#),
        (&["solve", "num_vcs=4"], ""),
        (&["simulate"], r#"{"injection_rate": 0.1}"#),
        (&["grid", "--over", "packet_size=4"], "k=8"),
        (&["solve"], r#"{"load": {"flits": 33}}"#),
        (&["simulate", "--load", "x flits", "flits=8"], ""),
        (&["solve", "--loads", "0.01,0.1flits", "system=banyan-multicast"], ""),
        (&["solve", "k=4x8"], ""),
        (&["solve"], r#"{"system": "kary-ncube", "vcs": 2}"#),
        (&["solve"], r#"{"system": "banyan-multicast", "fanout": 65}"#),
        (&["solve"], r#"{"system": "hypercube-mmpp", "hurst": 1}"#),
        (&["solve"], r#"{"system": "hypercube-slotted", "reading": "average"}"#),
        (&["solve"], ""),
        (&["solve"], "{"),
        (&["solve"], "3"),
        (&["solve", "--loads", "0.1,-1"], "{}"),
        (&["solve", "--fractions", "x"], "{}"),
        (&["solve", "--points", "0"], "{}"),
        (&["solve", "--points", "3", "--loads", "0.1"], "{}"),
        (&["solve", "no such file"], ""),
        (&["solve", "--jsonl", "no such file"], ""),
        (&["solve", "/dev/zero"], ""),
        (&["simulate", "/dev/zero"], ""),
        // Characters that turn the direction of text or move the cursor are not repeated.
        (&["solve"], "{\"a\u{202e}b\": \"c\u{2066}\\u001b[2Jd\"}"),
        (&["solve", "a\u{202e}\u{1b}b"], ""),
        (&["a\u{202e}\u{1b}b"], ""),
        (&["solve", "--a\u{202e}\u{9b}b"], ""),
        (&["solve"], r#"{"system": "kary-ncube", "k": 3, "n": 9}"#),
        (&["guess"], ""),
        // A word that is nearly right.
        (&["slove"], ""),
        (&["solve", "--poinst", "3"], ""),
        (&["simulate", "--replicatons=3"], ""),
        (&["solve", "--points"], ""),
        (&["completions"], ""),
        (&["completions", "fishy"], ""),
        (&["keys", "torus"], ""),
        (&["solve", "k=8", "many"], ""),
        (&["solve", "k=8", "k=9"], ""),
        (&["simulate", "--cycles", "10"], "{}"),
        (&["simulate", "--precision", "2"], "{}"),
        (&["simulate", "--cycles", "99999999999999"], "{}"),
        (&["simulate", "--seed", "1", "--seed", "2"], "{}"),
        (&["simulate"], r#"{"load": 0.01, "load": 0.002}"#),
        (&["simulate", "--load", "1"], r#"{"system": "hypercube-mmpp", "lag1": 2}"#),
        (&["simulate", "--load", "x"], "{}"),
        (&["simulate"], r#"{"depth": 0}"#),
        (&["simulate"], r#"{"system": "banyan-multicast", "start": "early"}"#),
        (&["simulate"], r#"{"system": "kary-ncube", "k": 32, "n": 5}"#),
        (&["simulate"], r#"{"k": 32, "n": 4, "vcs": 16, "reading": "refined"}"#),
    ];
    blessed::words("refused commands", cases, |(args, input)| {
        let sentence = refused(args, input);
        assert_eq!(sentence.lines().count(), 1, "{sentence}");
        sentence
    });
}

fn explore(question: &Value) -> Value {
    let output = run(&["explore"], &question.to_string());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn a_front_has_what_a_map_has_with_its_costs() {
    let axes = json!({"x": {"key": "vcs", "values": [3, 4, 5]}, "y": {"key": "flits", "values": [16, 32]}, "measure": "saturation", "scenario": {"depth": 2}});
    let with = |more: Value| {
        let mut question = axes.clone();
        let (Value::Object(question), Value::Object(more)) = (&mut question, more) else { panic!("objects") };
        question.extend(more);
        explore(&Value::Object(question.clone()))
    };
    let map = with(json!({"question": "map"}));
    let pareto = with(json!({"question": "pareto", "cost": "buffers"}));
    let points = pareto["points"].as_array().expect("points");
    for (place, point) in points.iter().enumerate() {
        assert_eq!(point["value"], map["cells"][place / 3][place % 3]);
        assert!(
            map["limits"][place / 3][place % 3].as_str().is_some_and(|limit| ["blocking", "sources"].contains(&limit))
        );
        // 64 nodes with four channels, two flits for each virtual one.
        let vcs = point["x"].as_f64().expect("a number");
        assert_eq!(
            (point["buffers"].as_f64(), &point["pins"], &point["bisection"]),
            (Some(512.0 * vcs), &json!(8), &json!(32))
        );
        // Short messages carry more and cost nothing.
        assert_eq!(point["front"], json!(point["y"] == 16.0));
    }
    let front: Vec<_> = points.iter().filter(|point| point["front"] == true).map(|point| &point["value"]).collect();
    let said: Vec<_> = pareto["front"].as_array().expect("a front").iter().map(|point| &point["value"]).collect();
    assert_eq!(front, said);
    assert!(pareto["sentence"].as_str().expect("a sentence").contains("M costs nothing"), "{}", pareto["sentence"]);
    let refused = run(
        &["explore"],
        &json!({"question": "pareto", "cost": "buffers", "scenario": {"system": "hypercube-slotted"}}).to_string(),
    );
    assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("pins"), "{refused:?}");
}

#[test]
fn compared_networks_are_simulated_as_they_are_alone() {
    let scenario = json!({"k": 4, "flits": 9, "cycles": 2000, "seed": 5, "replications": 2});
    let answer = explore(
        &json!({"question": "compare", "nodes": 16, "normalise": "bisection", "simulate": true, "scenario": scenario}),
    );
    let networks = answer["networks"].as_array().expect("networks");
    assert!(networks.len() >= 5);
    for network in networks {
        let (flits, latency) = (network["flits"].as_f64().expect("flits"), network["unit"]["value"] == "cycles");
        let slot = if network["scenario"]["flits"].is_null() { flits } else { 1.0 };
        for point in network["simulated"].as_array().expect("loads") {
            let alone = run(&["simulate"], &point["scenario"].to_string());
            let alone: Value = serde_json::from_slice(&alone.stdout).expect("one JSON object");
            assert_eq!(point["state"], alone["state"]);
            assert_eq!(alone["replications"].as_array().map(Vec::len), Some(2));
            assert_eq!(point["load"].as_f64(), alone["load"].as_f64().map(|load| load / slot));
            let mean = if latency {
                alone["mean_latency"].as_f64().map(|mean| mean * slot)
            } else {
                alone["throughput"].as_f64().map(|mean| mean / slot)
            };
            if point["state"] == "stable" {
                let off = point["value"].as_f64().zip(mean).map(|(value, mean)| (value - mean).abs());
                // A slotted hypercube counts from the slot in which a packet comes, its model from the end of it.
                let most =
                    if network["name"].as_str().is_some_and(|name| name.ends_with("slotted")) { slot } else { 1e-9 };
                assert!(off.is_some_and(|off| off <= most), "{}: {point} {mean:?}", network["name"]);
            }
        }
    }
    // 9 flits of the 4 x 4 torus are 4.5 of the cube with half as many channels across the middle.
    let filled = networks.iter().find(|network| network["exact_flits"] == 4.5).expect("a network");
    assert_eq!(filled["flits"], 5);
    assert!(answer["sentence"].as_str().expect("a sentence").contains("5 for 4.500"), "{}", answer["sentence"]);
}

#[test]
fn a_model_with_a_distribution_has_percentiles_and_another_says_why_not() {
    let answer = solve(&["--fractions", "0.3,1.5", "--percentiles"], &json!({"system": "hypercube-slotted", "n": 4}));
    let percentiles = &answer["points"][0]["percentiles"];
    let values =
        ["p50", "p90", "p95", "p99", "p99.9"].map(|name| percentiles[name]["value"].as_f64().expect("a number"));
    assert!(values.windows(2).all(|pair| pair[0] < pair[1]), "{values:?}");
    assert!(
        answer["tail"].as_str().is_some_and(|tail| tail.starts_with("The percentiles are those of the Poisson model"))
    );
    assert!(answer["points"][1].get("percentiles").is_none());
    let torus = solve(&["--percentiles"], &json!({}));
    assert!(torus["tail"].as_str().is_some_and(|tail| tail.ends_with("so it has no percentiles.")));
    assert!(torus["points"][0].get("percentiles").is_none());
    assert!(solve(&[], &json!({})).get("tail").is_none());
}

#[test]
fn a_load_in_flits_is_the_same_load_in_every_form() {
    let load = |args: &[&str], input: &str| lines(&run(args, input))[0]["scenario"]["load"].clone();
    for (args, input) in [
        (&["solve", "load=0.08flits", "flits=16"][..], ""),
        (&["solve", "https://example.org/#v=2&load=0.08flits&flits=16"], ""),
        (&["solve"], r#"{"load": {"flits": 0.08}, "flits": 16}"#),
        (&["solve", "--jsonl"], r#"{"flits": 16, "load": "0.08flits"}"#),
        (&["simulate", "--cycles", "1000", "--load", "0.08flits", "flits=16"], ""),
        (&["explore", "--jsonl"], r#"{"question": "sensitivity", "scenario": {"load": {"flits": 0.08}, "flits": 16}}"#),
    ] {
        assert_eq!(load(args, input), 0.005, "{args:?} {input}");
    }
    let solved = lines(&run(&["solve", "--loads", "0.002,0.08flits", "flits=16"], ""));
    assert_eq!((&solved[0]["points"][0]["load"], &solved[0]["points"][1]["load"]), (&json!(0.002), &json!(0.005)));
    // The lines of a grid keep the flits, for each has a message length of its own.
    for scenario in ["load=0.08flits", r#"{"load": {"flits": 0.08}}"#] {
        let grid = run(&["grid", scenario, "--over", "flits=8,16"], "");
        let loads = lines(&run(&["solve", "--jsonl"], &String::from_utf8_lossy(&grid.stdout)));
        assert_eq!((&loads[0]["scenario"]["load"], &loads[1]["scenario"]["load"]), (&json!(0.01), &json!(0.005)));
    }
}

#[test]
fn a_value_without_effect_is_noticed_once_on_standard_error_and_answered() {
    let scenario = r#"{"flits": 1, "depth": 64}"#;
    let notice = "depth = 64 has no effect beyond 1 when flits = 1: a virtual channel holds one message, so a buffer never has more flits than that.\n";
    let output = run(&["simulate", "--cycles", "1000"], scenario);
    assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stderr)), (Some(0), notice));
    assert_eq!(lines(&output)[0]["scenario"]["depth"], 64);
    let output = run(&["solve", "--jsonl"], &format!("{scenario}\n").repeat(5));
    assert_eq!((lines(&output).len(), &*String::from_utf8_lossy(&output.stderr)), (5, notice));
    // In other combinations of a grid it may have an effect, and is there.
    let grid = run(&["grid", "hotspot=0.3", "--over", "pattern=uniform,hotspot"], "");
    assert!(lines(&grid).iter().all(|line| line["hotspot"] == 0.3), "{grid:?}");
}

#[test]
fn a_question_that_no_model_answers_has_the_reason_and_no_value() {
    let answer = explore(&json!({
        "question": "extreme", "key": "k", "want": "largest", "target": 100,
        "scenario": {"system": "kary-ncube", "n": 2, "ways": "two", "injection": "inj1", "load": 0.002},
    }));
    assert_eq!(answer["value"], Value::Null);
    let reason = answer["reason"].as_str().expect("a reason");
    assert!(reason.contains("is not known. For k = 32: No model covers ways = two ways"), "{reason}");
    let scenario = json!({"system": "kary-ncube", "k": 8, "n": 2, "wiring": "mesh", "injection": "inj1"});
    let axes = json!([{"key": "k", "values": [4, 8]}, {"key": "vcs", "values": [3, 4]}]);
    for question in [
        json!({"question": "map", "scenario": scenario, "measure": "saturation", "x": axes[0], "y": axes[1]}),
        json!({"question": "pareto", "scenario": scenario, "cost": "pins", "x": axes[0], "y": axes[1]}),
        json!({"question": "sensitivity", "scenario": scenario}),
        json!({"question": "load-for-latency", "scenario": scenario, "target": 100}),
    ] {
        let answer = explore(&question);
        assert!(
            answer["sentence"].as_str().is_some_and(|said| said.contains("No model covers wiring = rows with ends")),
            "{answer}"
        );
    }
    let compared = explore(&json!({"question": "compare", "scenario": scenario, "nodes": 64, "normalise": "none"}));
    let left_out = compared["left_out"].to_string();
    assert!(left_out.contains("The network of the scenario is left out: No model covers wiring"), "{left_out}");
}
