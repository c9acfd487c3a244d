//! Many scenarios: the same bytes, however they are cut, resumed and shared out.

use crate::{
    blessed,
    program::{Scratch, csv, lines, refused, run, start},
};
use flitscope::{
    scenario::link,
    sim::{
        self,
        protocol::{Plan, Run, join},
        stats::Bins,
    },
};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead as _, BufReader, Write as _},
    process::Command,
};

/// Some scenarios of every system, some of them slower than others, a few of them bad.
fn some(count: usize) -> String {
    let line = |i: usize| match i % 7 {
        0 => format!("{{\"k\":{},\"id\":{i}}}\n", 4 + i % 20),
        1 => format!(
            "{{\"system\":\"kary-ncube\",\"k\":4,\"n\":2,\"flits\":16,\"load\":{{\"fraction\":0.{}}}}}\n",
            1 + i % 9
        ),
        2 => format!("system=hypercube-slotted&n={}&load=0.05\n", 2 + i % 6),
        3 => format!("{{\"k\":1,\"id\":\"bad {i}\"}}\n"),
        4 => format!("#v=2&system=banyan-multicast&multicast=0.{}\n", 1 + i % 9),
        5 => "nonsense\n".into(),
        _ => format!(
            "{{\"system\":\"kary-ncube\",\"k\":4,\"n\":2,\"flits\":16,\"reading\":\"flow\",\"load\":0.00{},\"id\":[{i}]}}\n",
            1 + i % 5
        ),
    };
    (0..count).map(line).collect()
}

#[test]
fn a_link_or_keys_with_values_stand_wherever_a_scenario_does() {
    let known = json!({"system": "kary-ncube", "k": 4, "n": 2, "vcs": 4, "load": 0.002});
    let expected = run(&["solve"], &known.to_string()).stdout;
    let pairs = "system=kary-ncube&k=4&n=2&V=4&lambda=0.002";
    let link = "#v=2&system=kary-ncube&flits=32&vcs=4&load=0.002&show=flow&pin=vcs:3";
    let address = format!("https://example.org/flitscope/{link}");
    for text in
        [pairs, link, &address, &format!("\n  {pairs}  \n"), &json!(pairs).to_string(), &json!(link).to_string()]
    {
        let output = run(&["solve"], text);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{text}");
        assert_eq!(output.stdout, expected, "{text}");
        assert_eq!(run(&["solve", "--jsonl"], text.trim()).stdout, expected, "{text}");
        let question = |scenario: &Value| {
            let question = json!({"question": "load-for-latency", "target": 60, "scenario": scenario, "id": 3});
            run(&["explore", "--jsonl"], &question.to_string()).stdout
        };
        let plain = text.trim().trim_matches('"');
        let mut named = known.clone();
        // A link says nothing of the reading here, and neither do these.
        named.as_object_mut().expect("an object").remove("reading");
        assert_eq!(question(&json!(plain)), question(&named), "{text}");
    }
    let cases = ["k=99", "k=4&kk=5", "#v=2&system=ring", "https://example.org/", "\"k=99\""];
    blessed::words("refused links", cases, |text| refused(&["solve"], text));
}

#[test]
fn a_load_may_be_a_fraction_of_the_end_of_the_model() {
    for system in ["torus-broadcast", "kary-ncube", "hypercube-slotted", "banyan-multicast"] {
        for fraction in [0.3, 1.0] {
            let whole = run(&["solve", "--fractions", &fraction.to_string()], &json!({ "system": system }).to_string());
            let answer = &lines(&whole)[0]["points"][0];
            let own = lines(&run(&["solve"], &json!({"system": system, "load": {"fraction": fraction}}).to_string()));
            assert_eq!(&own[0]["points"][0], answer, "{system}");
            assert_eq!(own[0]["scenario"]["load"], answer["load"], "{system}");
        }
    }
    let cases = [json!({"fraction": -1}), json!({"fraction": "x"}), json!({"fraction": 1e5}), json!({"part": 1})];
    blessed::words("refused fractions", cases, |load| refused(&["solve"], &json!({ "load": load }).to_string()));
    let twice = refused(&["solve"], "{\"load\":0.001,\"load\":{\"fraction\":0.5}}");
    blessed::lines("a load given twice", [("solve", twice)]);
}

#[test]
fn many_threads_give_the_same_bytes_and_out_of_order_the_same_answers() {
    let input = some(400);
    let alone = run(&["solve", "--jsonl", "--threads", "1"], &input);
    assert_eq!((alone.status.code(), alone.stdout.iter().filter(|byte| **byte == b'\n').count()), (Some(1), 400));
    for threads in ["2", "7"] {
        assert!(run(&["solve", "--jsonl", "--threads", threads], &input).stdout == alone.stdout, "{threads} threads");
    }
    let mut unordered = lines(&run(&["solve", "--jsonl", "--threads", "7", "--unordered"], &input));
    unordered.sort_by_key(|answer| answer["line"].as_u64());
    let numbers: Vec<_> = unordered.iter().filter_map(|answer| answer["line"].as_u64()).collect();
    assert_eq!(numbers, (1..=400).collect::<Vec<_>>());
    for (answer, expected) in unordered.iter_mut().zip(lines(&alone)) {
        if expected.get("error").is_none() {
            answer.as_object_mut().expect("an object").remove("line");
        }
        assert_eq!(*answer, expected);
    }
}

#[test]
fn the_shards_of_an_input_in_turn_are_its_answers() {
    let input = some(100).replacen('\n', "\n\n", 10);
    let whole = run(&["solve", "--jsonl"], &input);
    let all = String::from_utf8(whole.stdout).expect("UTF-8");
    for of in [1, 3, 100, 130] {
        let shard = |i: usize| {
            let output = run(&["solve", "--jsonl", "--shard", &format!("{i}/{of}")], &input);
            String::from_utf8(output.stdout).expect("UTF-8").lines().map(String::from).collect::<Vec<_>>()
        };
        let shards: Vec<_> = (1..=of).map(shard).collect();
        let merged: Vec<_> = (0..100).map(|line| shards[line % of][line / of].clone()).collect();
        assert!(merged.iter().map(String::as_str).eq(all.lines()), "{of} shards");
        assert_eq!(shards.iter().map(Vec::len).sum::<usize>(), 100);
    }
}

#[test]
fn an_output_cut_anywhere_is_resumed_to_the_same_bytes() {
    let (mut input, shard) = (some(21), ["--shard", "2/3"]);
    input.push_str("{}");
    for args in [&["solve", "--jsonl"][..], &["solve", "--jsonl", shard[0], shard[1]]] {
        let expected = run(args, &input);
        let whole = expected.stdout;
        let file = Scratch::new(&format!("resume-{}", args.len()), b"");
        for cut in (0..=whole.len()).step_by(97).chain([1, whole.len() - 1, whole.len()]) {
            fs::write(&file.0, &whole[..cut]).expect("it is written");
            let rest = run(&[args, &["--resume", file.path()]].concat(), &input);
            assert_eq!(rest.status.code(), Some(1), "{}", String::from_utf8_lossy(&rest.stderr));
            assert!([file.content(), rest.stdout].concat() == whole, "cut at {cut}");
        }
        fs::remove_file(&file.0).expect("it was there");
        assert!(run(&[args, &["--resume", file.path()]].concat(), &input).stdout == whole, "no file yet");
        assert!(!file.0.exists());
    }
}

#[test]
fn out_of_order_the_lines_that_are_missing_are_answered() {
    let input = some(40);
    let args = ["solve", "--jsonl", "--unordered", "--threads", "3"];
    let whole = run(&args, &input).stdout;
    let file = Scratch::new("unordered", b"");
    for cut in (0..whole.len()).step_by(611) {
        fs::write(&file.0, &whole[..cut]).expect("it is written");
        let rest = run(&[&args[..], &["--resume", file.path()]].concat(), &input).stdout;
        let sorted = |bytes: Vec<u8>| {
            let text = String::from_utf8(bytes).expect("UTF-8");
            let mut lines: Vec<_> = text.lines().map(String::from).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted([file.content(), rest].concat()), sorted(whole.clone()), "cut at {cut}");
    }
}

#[test]
fn the_output_of_another_input_is_not_resumed() {
    let input = "{\"id\":1}\n{\"id\":2}\n";
    let [one, two] = [input, "{\"id\":1}\n{\"id\":3}\n"].map(|input| run(&["solve", "--jsonl"], input).stdout);
    let unordered = run(&["solve", "--jsonl", "--unordered"], input).stdout;
    let longer = [one.clone(), one.clone()].concat();
    for (earlier, options, sentence) in [
        (&two, &[][..], "cannot be resumed: line 2 answers another input."),
        (&longer, &[], "cannot be resumed: line 3 is one answer more than the input has lines."),
        (&unordered, &[], "cannot be resumed: line 1 was written with --unordered: give it here too."),
        (
            &one,
            &["--unordered"],
            "cannot be resumed: line 1 has no line number, because it was written without --unordered.",
        ),
        (&b"x\n".to_vec(), &[], "cannot be resumed: line 1 is not an answer."),
    ] {
        let file = Scratch::new("another", earlier);
        let output = run(&[&["solve", "--jsonl", "--resume", file.path()], options].concat(), input);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.trim_end().ends_with(sentence), "{error}");
        assert_eq!((output.status.code(), output.stdout.len(), &file.content()), (Some(2), 0, earlier));
    }
}

#[test]
fn among_many_lines_every_good_one_is_answered_and_every_bad_one_named_in_its_place() {
    let bad = |i: usize| i % 10 == 3;
    let corrupt =
        ["{\"k\":8", "{\"k\":2}", "\u{0}", "[]", "{\"K\":8}", "{\"k\":\"8 \u{202e}\"}", "k=8&k=9", "{\"k\":8}}"];
    let line =
        |i: usize| if bad(i) { corrupt[i / 10 % corrupt.len()].into() } else { format!("{{\"k\":3,\"id\":{i}}}") };
    let input: String = (1..=1_000).map(|i| line(i) + "\n").collect();
    let output = run(&["solve", "--jsonl"], &input);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(1), 0));
    let answers = lines(&output);
    assert_eq!(answers.len(), 1_000);
    for (i, answer) in (1..).zip(&answers) {
        if bad(i) {
            assert_eq!(answer["line"], i, "{answer}");
            assert!(answer["error"].as_str().is_some_and(|error| error.ends_with('.')), "{answer}");
        } else {
            assert_eq!((&answer["id"], &answer["scenario"]["k"]), (&json!(i), &json!(3)));
            assert_eq!(answer["version"], env!("CARGO_PKG_VERSION"));
        }
    }
}

#[test]
fn a_line_of_simulate_is_the_run_that_it_gives_alone() {
    let scenarios: Vec<Value> = (1..=6)
        .map(|seed| json!({"system": "kary-ncube", "k": 4, "n": 2, "flits": 8, "load": {"fraction": 0.4}, "seed": seed, "cycles": 3000}))
        .collect();
    let input: String = scenarios.iter().map(|scenario| format!("{scenario}\n")).collect();
    let output = run(&["simulate", "--jsonl", "--threads", "3"], &input);
    assert!(output.status.success());
    let alone: Vec<u8> =
        scenarios.iter().flat_map(|scenario| run(&["simulate"], &scenario.to_string()).stdout).collect();
    assert!(output.stdout == alone);
    for (seed, answer) in (1..).zip(lines(&output)) {
        let known = json!([seed, seed, "stable", 24, 3000, env!("CARGO_PKG_VERSION")]);
        let scenario = &answer["scenario"];
        assert_eq!(
            json!([
                answer["seed"],
                scenario["seed"],
                answer["state"],
                answer["batches"],
                scenario["cycles"],
                answer["version"]
            ]),
            known
        );
    }
    let bad = run(
        &["simulate", "--jsonl"],
        "{\"system\":\"banyan-multicast\",\"start\":\"early\"}\n{\"k\":4,\"cycles\":2000}\n",
    );
    assert_eq!(bad.status.code(), Some(1));
    let answers = lines(&bad);
    assert!(
        answers[0]["line"] == 1 && answers[0]["error"].as_str().is_some_and(|error| error.contains("start = early"))
    );
    assert_eq!(answers[1]["state"], "stable");
}

#[test]
fn a_signal_or_a_kill_leaves_whole_lines_that_are_resumed_to_the_same_bytes() {
    let one = |seed: u32| format!("{{\"k\":4,\"flits\":8,\"load\":0.01,\"cycles\":20000,\"seed\":{seed}}}\n");
    let input = Scratch::new("kill-input", (1..=24).map(one).collect::<String>().as_bytes());
    let args = ["simulate", "--jsonl", "--threads", "2", input.path()];
    let whole = run(&args, "").stdout;
    for signal in ["-TERM", "-INT", "-KILL"] {
        let mut child = start(&args);
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut first = Vec::new();
        for _ in 0..3 {
            output.read_until(b'\n', &mut first).expect("it answers");
        }
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().expect("a signal").success());
        std::io::copy(&mut output, &mut first).expect("it ends");
        let ended = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        let count = first.iter().filter(|byte| **byte == b'\n').count();
        if signal == "-KILL" {
            assert_eq!(ended.status.code(), None);
        } else {
            assert_eq!(ended.status.code(), Some(75), "{said}");
            assert_eq!(said, format!("Stopped: {count} lines of the input are answered.\n"));
            assert_eq!(first.last(), Some(&b'\n'));
        }
        assert!(count < 24, "it was still at work");
        let file = Scratch::new(&format!("kill{signal}"), &first);
        let rest = run(&[&args[..], &["--resume", file.path()]].concat(), "").stdout;
        assert!([file.content(), rest].concat() == whole, "{signal} after {count} lines");
    }
}

#[test]
fn a_reader_that_has_seen_enough_ends_it() {
    let mut child = start(&["solve", "--jsonl", "--threads", "3"]);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    // It may end before it has read all of this.
    stdin.write_all(some(500).as_bytes()).ok();
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn options_of_lines_are_refused_where_they_say_nothing() {
    let cases = [
        &["solve", "--jsonl", "--shard", "0/4"][..],
        &["simulate", "--jsonl", "--shard", "5/4"],
        &["explore", "--jsonl", "--shard", "x"],
        &["solve", "--shard", "1/2"],
        &["solve", "--unordered"],
        &["simulate", "--resume", "x"],
        &["solve", "--jsonl", "--threads", "0"],
        &["solve", "--jsonl", "--shard", "1/2", "--shard", "2/2"],
    ];
    blessed::words("refused options of lines", cases, |args| refused(args, "{}"));
}

/// The histogram of that name in an answer: by the first value of each bin, how many there are.
fn counts(answer: &Value, name: &str) -> BTreeMap<u64, u64> {
    let bins: Bins = serde_json::from_value(answer[name].clone()).expect("a histogram");
    assert_eq!(bins.edges.len(), bins.counts.len() + 1);
    bins.edges.into_iter().zip(bins.counts).filter(|(_, count)| *count > 0).collect()
}

/// The sum of several histograms.
fn added(several: impl IntoIterator<Item = BTreeMap<u64, u64>>) -> BTreeMap<u64, u64> {
    let mut all = BTreeMap::new();
    several.into_iter().flatten().for_each(|(edge, count)| *all.entry(edge).or_default() += count);
    all
}

#[test]
fn the_histograms_of_shards_and_of_replications_add_up_to_that_of_one_process() {
    for system in ["torus-broadcast&beta=0.05&k=4", "kary-ncube&k=4&n=2", "hypercube-mmpp&n=4", "hypercube-slotted&n=4"]
    {
        let link = format!("system={system}&cycles=6000");
        let of =
            |args: &[&str], input: &str| lines(&run(&[&["simulate", "--jsonl", "--histogram"], args].concat(), input));
        // Lines of several seeds, in one process and in three.
        let input: String = (1..=6).map(|seed| format!("{link}&seed={seed}\n")).collect();
        let whole = of(&["--threads", "1"], &input);
        let shards = (1..=3).flat_map(|shard| of(&["--shard", &format!("{shard}/3")], &input));
        let shards: Vec<_> = shards.collect();
        // Replications, with one thread and with several, and one after the other.
        let scenario = link::parse(&link).scenario;
        let alone = of(&["--replications", "5", "--threads", "1"], &link);
        assert_eq!(alone, of(&["--replications", "5", "--threads", "4"], &link));
        let runs: Vec<_> = (0..5)
            .map(|replication| {
                let simulator = sim::of(&scenario, replication).expect("a network");
                Run::new(simulator, Plan { precision: None, most_cycles: 6000 }).finish().expect("its laws hold")
            })
            .collect();
        for name in ["histogram", "source_histogram", "network_histogram", "broadcast_histogram"] {
            if whole[0].get(name).is_none() {
                continue;
            }
            let sum = |answers: &[Value]| added(answers.iter().map(|answer| counts(answer, name)));
            assert_eq!(sum(&shards), sum(&whole), "{system} {name}");
            let times = join(&runs, runs[0].classes[usize::from(name.starts_with("broadcast"))].name).expect("times");
            let joined = match name {
                "source_histogram" => times.source.expect("times at the source"),
                "network_histogram" => times.network.expect("times in the network"),
                _ => times.latency,
            };
            let bins = joined.histogram.bins();
            assert_eq!(json!(bins), alone[0][name], "{system} {name}");
            assert_eq!(counts(&alone[0], name).values().sum::<u64>(), joined.histogram.count());
            // The rows of a table are its bins.
            let answers: String = whole.iter().map(|answer| format!("{answer}\n")).collect();
            let rows = csv(&run(&["table", "--rows", name], &answers));
            let number = |row: &BTreeMap<String, String>, key: &str| row[key].parse::<u64>().expect("a whole number");
            let of_rows = added(rows.iter().map(|row| BTreeMap::from([(number(row, "from"), number(row, "count"))])));
            assert_eq!(of_rows, sum(&whole), "{system} {name}");
            assert!(
                rows.iter()
                    .all(|row| number(row, "to") > number(row, "from") && !row.contains_key("histogram.edges.0"))
            );
        }
        assert!(alone[0]["percentiles"]["p50"]["value"].is_number(), "{system}");
    }
}
