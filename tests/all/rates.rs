//! Tables of rates from the command line: end to end, and what is no table.

use crate::program::run;
use serde_json::{Value, json};
use std::path::PathBuf;

/// A file that is removed when the test is over.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("flitscope-rates-{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("a file");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).ok();
    }
}

fn answer(args: &[&str], input: &Value) -> Value {
    let output = run(args, &input.to_string());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn mesh() -> Value {
    json!({"system": "kary-ncube", "k": 8, "n": 2, "vcs": 4, "flits": 16, "wiring": "mesh", "routing": "dimension-order", "load": 0.004})
}

/// 64 x 64 rates made like those of a program: each node exchanges data with its neighbours in a grid, and all of them with four nodes that have the memory.
fn workload() -> String {
    let rate = |from: i32, to: i32| {
        let apart = (from % 8 - to % 8).abs() + (from / 8 - to / 8).abs();
        let memory = [0, 7, 56, 63].contains(&to) && to == [0, 7, 56, 63][(from % 4) as usize];
        if from == to { 0.0 } else { f64::from(u8::from(apart == 1)) + if memory { 0.4 } else { 0.0 } }
    };
    let line = |from| (0..64).map(|to| rate(from, to).to_string()).collect::<Vec<_>>().join(",");
    (0..64).map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_scenario_of_an_answer_is_a_scenario_and_wants_its_table() {
    let file = File::new("again.txt", &workload());
    // Our model depends on the way into the network.
    for injection in ["injfree", "ports1"] {
        let mut scenario = mesh();
        scenario["injection"] = json!(injection);
        let given = answer(&["solve", "-", "--rates", file.path()], &scenario);
        assert_eq!(given["scenario"]["injection"], injection);
        assert_eq!(answer(&["solve", "-", "--rates", file.path()], &given["scenario"]), given);
    }
    let given = answer(&["solve", "-", "--rates", file.path()], &mesh());
    let output = run(&["solve", "-"], &given["scenario"].to_string());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("pattern = table") && !said.contains("Unknown key"), "{said}");
}

#[test]
fn a_table_of_a_pattern_has_the_numbers_of_the_pattern() {
    let transpose: String = (0..64).map(|node| format!("{node} {} 2.5\n", node % 8 * 8 + node / 8)).collect();
    let file = File::new("transpose.txt", &transpose);
    for routing in ["dimension-order", "valiant", "adaptive"] {
        let mut scenario = mesh();
        (scenario["k"], scenario["vcs"]) = (json!(4), json!(4));
        scenario["routing"] = json!(routing);
        let small: String = (0..16).map(|node| format!("{node} {} 2.5\n", node % 4 * 4 + node / 4)).collect();
        let small = File::new(&format!("small-{routing}.txt"), &small);
        let table = answer(&["solve", "--rates", small.path(), "--fractions", "0.5"], &scenario);
        scenario["pattern"] = json!("transpose");
        let pattern = answer(&["solve", "--fractions", "0.5"], &scenario);
        for key in ["saturation", "saturation_kind", "saturation_channel", "zero_load", "bound"] {
            assert_eq!(table[key], pattern[key], "{key} under {routing}");
        }
        let [one, other] = [&table, &pattern].map(|answer| answer["points"][0]["latency"].as_f64().expect("a number"));
        assert!((one / other - 1.0).abs() < 1e-9, "{one} {other}");
    }
    // The order of random numbers is another one, the traffic the same.
    let [table, pattern] = [Some(file.path()), None].map(|path| {
        let mut scenario = mesh();
        scenario["pattern"] = json!(if path.is_some() { "uniform" } else { "transpose" });
        let rates = path.map_or(vec![], |path| vec!["--rates", path]);
        answer(&[&["simulate", "--cycles", "60000"], &rates[..]].concat(), &scenario)
    });
    let [one, other] = [&table, &pattern].map(|run| run["mean_latency"].as_f64().expect("a mean"));
    assert!((one / other - 1.0).abs() < 0.05, "{one} {other}");
    assert_eq!(table["scenario"]["rates"].as_str().map(|name| name.ends_with("transpose.txt")), Some(true));
}

#[test]
fn a_table_of_a_program_is_solved_simulated_and_asked_about() {
    let file = File::new("workload.csv", &workload());
    let solved = answer(&["solve", "--rates", file.path(), "--fractions", "0.5,1.001"], &mesh());
    let number = |value: &Value| value.as_f64().expect("a number");
    let (end, bound) = (number(&solved["saturation"]), number(&solved["bound"]));
    assert!(end <= bound && end > 0.5 * bound, "{end} {bound}");
    assert_eq!(solved["scenario"]["reading"], "flow");
    assert_eq!([0, 1].map(|point| solved["points"][point]["state"].as_str()), [Some("stable"), Some("saturated")]);
    let point = &solved["points"][0];
    let load = point["load"].to_string();
    let run = answer(&["simulate", "--rates", file.path(), "--load", &load, "--cycles", "60000"], &mesh());
    assert_eq!(run["state"], "stable");
    // The band of the method up to half of the saturation.
    let error = number(&point["latency"]) / number(&run["mean_latency"]) - 1.0;
    assert!(error.abs() < 0.05, "{error}");
    // Messages of the nodes that send, in the mean.
    assert!((number(&run["throughput"]) / number(&point["load"]) - 1.0).abs() < 0.03);
    let beyond = (1.05 * bound).to_string();
    let run = answer(&["simulate", "--rates", file.path(), "--load", &beyond, "--cycles", "60000"], &mesh());
    assert_eq!((&run["state"], &run["reason"]), (&json!("saturated"), &json!("bound")));
    let question = json!({"question": "load-for-latency", "target": 40, "scenario": mesh()});
    let load = number(&answer(&["explore", "--rates", file.path()], &question)["load"]);
    assert!(load > 0.0 && load < end);
}

#[test]
fn the_load_of_a_table_is_its_mean_over_the_nodes_that_send() {
    let file = File::new("mean.txt", "# pairs\n0 5 0.01\n0 6 0.006\n9 0 0.008\n");
    for command in ["solve", "simulate"] {
        let mut scenario = mesh();
        scenario["load"] = "table".into();
        let told = answer(&[command, "--rates", file.path()], &scenario);
        let of = &told["scenario"];
        assert_eq!((&of["load"], &of["rates_mean"]), (&json!(0.012), &json!(0.012)), "{told}");
    }
    let plain = run(&["solve", "load=table"], "");
    let said = String::from_utf8_lossy(&plain.stderr).into_owned();
    assert!(plain.status.code() == Some(2) && said.starts_with("load = table is not a number: use "), "{said}");
}

#[test]
fn what_is_no_table_of_this_network_is_refused_with_the_reason() {
    let refused = |file: &File, scenario: &Value| {
        let output = run(&["solve", "--rates", file.path()], &scenario.to_string());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
        let sentence = String::from_utf8(output.stderr).expect("a sentence");
        assert!(!sentence.contains("Using"), "nothing is used in its place: {sentence}");
        sentence
    };
    let broken = File::new("broken.txt", "0 1 0.5\n0 64 x\n");
    assert!(refused(&broken, &mesh()).contains("broken.txt, line 2: rate = x is out of range: use 0 or a number"));
    let small = File::new("small.csv", "0,1\n1,0\n");
    assert!(refused(&small, &mesh()).contains("the table of rates has 2 nodes and the network 64"));
    assert!(
        refused(&small, &json!({"system": "banyan-multicast"})).contains("use system = torus-broadcast or kary-ncube")
    );
    let zeros = File::new("zeros.txt", &"\0".repeat(1000));
    assert!(refused(&zeros, &mesh()).contains("zeros.txt"));
    let both = run(&["solve", "--rates", "-"], "0 1 1");
    assert!(String::from_utf8_lossy(&both.stderr).starts_with("rates = - is not accepted"));
}
