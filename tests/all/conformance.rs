//! The page that compares our simulators with others has numbers of ours that anybody can run again.

use crate::program::{lines, run};
use serde_json::Value;
use std::{fs, path::Path};

/// A file of the documentation.
fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(path)).expect("it is there")
}

/// The cells of the row of the page that begins with this name.
fn row<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with(&format!("| {name} |"))).collect();
    assert_eq!(rows.len(), 1, "rows that begin with {name}");
    rows[0].trim_matches('|').split('|').map(str::trim).collect()
}

fn id(line: &str) -> String {
    let scenario: Value = serde_json::from_str(line).expect("JSON");
    scenario["id"].as_str().expect("a name").to_owned()
}

/// The cell of `docs/conformance.md` for an answer: the mean latency with its interval in cycles, or for a saturated network its throughput in flits per
/// node and cycle.
fn said(answer: &Value) -> String {
    let number = |key: &str| answer[key].as_f64().expect("a number");
    if answer["state"] == "saturated" {
        let flits = answer["scenario"]["flits"].as_f64().expect("a number");
        return format!("{:.3}", number("throughput") * flits);
    }
    format!("{:.2} ± {:.2}", number("mean_latency"), number("ci95"))
}

#[test]
fn every_scenario_has_its_row() {
    let page = read("conformance.md");
    for line in read("conformance/ours.jsonl").lines() {
        assert!(row(&page, &id(line)).len() >= 2, "{line}");
    }
}

#[test]
fn a_run_of_each_network_has_the_number_of_the_page() {
    let some =
        ["cube 0.01", "torus 0.01", "torus 0.06", "square 0.0125", "order torus uniform", "order mesh transpose"];
    let (page, scenarios) = (read("conformance.md"), read("conformance/ours.jsonl"));
    let input: Vec<&str> = scenarios.lines().filter(|line| some.contains(&id(line).as_str())).collect();
    let answers = lines(&run(&["simulate", "--jsonl"], &input.join("\n")));
    assert_eq!(answers.len(), some.len());
    for answer in answers {
        assert_eq!(row(&page, answer["id"].as_str().expect("a name"))[1], said(&answer), "{}", answer["id"]);
    }
}
