//! Grids, tables, traces, and the use of channels: the commands before and after many answers.

use crate::{
    blessed,
    program::{Scratch, csv, lines, refused, run},
};
use serde_json::{Value, json};
#[test]
fn a_grid_has_every_possible_combination_once_and_names_the_others() {
    let args = ["grid", "system=kary-ncube&n=2&cycles=5000", "--over", "k=2,4,8", "--over", "vcs=2..4"];
    let more = ["--fractions", "0.1..1.1:11", "--seeds", "1..2"];
    let output = run(&[&args[..], &more].concat(), "");
    let said = String::from_utf8_lossy(&output.stderr).replace('\u{202f}', " ");
    assert!(output.status.success(), "{said}");
    let grid = lines(&output);
    // Of rings with more than two nodes, two virtual channels are too few.
    assert_eq!(grid.len(), (9 - 2) * 22);
    assert!(said.starts_with("44 of 198 combinations are impossible and left out:\n"), "{said}");
    for k in [4, 8] {
        assert!(said.contains(&format!("22 of them: vcs = 2 is out of range: use at least 3 when k = {k}")), "{said}");
    }
    assert_eq!(
        String::from_utf8_lossy(&output.stdout).lines().nth(4),
        Some(r#"{"system":"kary-ncube","k":2,"n":2,"vcs":2,"load":{"fraction":0.3},"cycles":5000,"seed":1}"#)
    );
    let fractions: Vec<_> = grid.iter().step_by(2).take(11).map(|line| line["load"]["fraction"].as_f64()).collect();
    assert_eq!(fractions, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1].map(Some));
    let mut once: Vec<_> = grid.iter().map(Value::to_string).collect();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), grid.len());
    // Each is a scenario with its values, and whatever else the link says.
    let answers = lines(&run(&["solve", "--jsonl"], &String::from_utf8_lossy(&output.stdout)));
    for (line, answer) in grid.iter().zip(&answers) {
        for key in ["k", "n", "vcs"] {
            assert_eq!(answer["scenario"][key], line[key]);
        }
        let fraction = line["load"]["fraction"].as_f64().expect("a number");
        assert_eq!(answer["scenario"]["load"].as_f64(), answer["saturation"].as_f64().map(|end| fraction * end));
    }
}

#[test]
fn a_grid_begins_from_what_a_link_means_and_may_go_over_systems_words_and_loads() {
    // The page opens a small network; a line has its values because they are not those that it would leave out.
    let page =
        lines(&run(&["grid", "#v=2&system=kary-ncube", "--over", "V=3,4", "--over", "reading=printed,flow"], ""));
    assert_eq!(page.len(), 4);
    assert_eq!(
        page[1],
        json!({"system": "kary-ncube", "k": 4, "n": 2, "vcs": 3, "flits": 16, "load": 0.01, "reading": "flow"})
    );
    let systems = run(&["grid", "{}", "--over", "system=torus-broadcast,hypercube-slotted", "--over", "k=4,8"], "");
    assert_eq!(lines(&systems).len(), 2);
    assert!(String::from_utf8_lossy(&systems.stderr).contains("2 of them: Unknown key k."), "{systems:?}");
    let loads = lines(&run(&["grid", "{}", "--over", "load=0.001..0.002:3"], ""));
    assert_eq!(loads.iter().map(|line| line["load"].as_f64()).collect::<Vec<_>>(), [0.001, 0.0015, 0.002].map(Some));
    let cases = [
        &["grid"][..],
        &["grid", "k=99"],
        &["grid", "{}", "--over", "k"],
        &["grid", "{}", "--over", "kk=1"],
        &["grid", "{}", "--over", "cycle=1"],
        &["grid", "{}", "--over", "k=8..4"],
        &["grid", "{}", "--over", "load=0.1..0.2"],
        &["grid", "{}", "--fractions", "x"],
        &["grid", "{}", "--seeds", "1..2", "--seeds", "3"],
        &["grid", "{}", "--over", "load=0.1", "--fractions", "0.5"],
        &["grid", "{}", "--seeds", "0..4294967295"],
        &["grid", "{}", "--over", "k=99"],
    ];
    blessed::words("refused grids", cases, |args| refused(args, ""));
}

#[test]
fn a_table_has_one_row_for_each_point_and_run_with_the_numbers_of_the_answers() {
    let input = "{\"k\":4,\"id\":\"a\"}\n{\"k\":1}\n{\"system\":\"hypercube-slotted\",\"n\":3,\"load\":0.05}\n";
    let solved = run(&["solve", "--jsonl", "--loads", "0.001,0.002"], input);
    let answers = lines(&solved);
    let file = Scratch::new("table", &solved.stdout);
    let piped = run(&["table"], &String::from_utf8_lossy(&solved.stdout));
    assert!(piped.stdout == run(&["table", file.path()], "").stdout, "from a file or a pipe");
    let header = String::from_utf8_lossy(&piped.stdout).lines().next().map(String::from).expect("a header");
    assert!(header.starts_with("id,version,"), "{header}");
    let rows = csv(&piped);
    assert_eq!(rows.len(), 5);
    for (row, (answer, point)) in [(0, (0, 0)), (1, (0, 1)), (3, (2, 0)), (4, (2, 1))] {
        let (row, answer) = (&rows[row], &answers[answer]);
        let point = &answer["points"][point];
        for (column, value) in [
            ("load", &point["load"]),
            ("latency", &point["latency"]),
            ("saturation", &answer["saturation"]),
            ("lambda_c", &point["values"]["lambda_c"]),
        ] {
            assert_eq!(row[column].parse::<f64>().ok(), value.as_f64(), "{column}");
        }
        assert_eq!(
            (row["system"].as_str(), row["state"].as_str()),
            (answer["scenario"]["system"].as_str().expect("a name"), "stable")
        );
    }
    assert_eq!((rows[0]["id"].as_str(), rows[0]["k"].as_str(), rows[0]["error"].as_str()), ("a", "4", ""));
    assert_eq!((rows[2]["line"].as_str(), rows[2]["k"].as_str(), rows[2]["latency"].as_str()), ("2", "", ""));
    // A quantity of a model that is called like a parameter of another one.
    assert!(rows[3]["values.beta"].parse::<f64>().is_ok() && rows[3]["beta"].is_empty() && rows[0]["beta"] == "0.02");

    let simulated = run(&["simulate", "--jsonl", "--cycles", "2000", "--replications", "2"], "{\"k\":4}\n");
    let answer = &lines(&simulated)[0];
    let text = String::from_utf8_lossy(&simulated.stdout).into_owned();
    let rows = csv(&run(&["table"], &text));
    assert_eq!(rows.len(), 1);
    assert_eq!(
        (rows[0]["cycles"].as_str(), rows[0]["answer.cycles"].parse().ok()),
        ("2000", answer["cycles"].as_u64())
    );
    assert_eq!(rows[0]["P_v.0"].parse().ok(), answer["values"]["P_v"][0].as_f64());
    let rows = csv(&run(&["table", "--rows", "replications"], &text));
    let means: Vec<Option<f64>> = rows.iter().map(|row| row["mean_latency"].parse().ok()).collect();
    assert_eq!(means, [0, 1].map(|run| answer["replications"][run]["mean_latency"].as_f64()));
    let explored = run(&["explore"], "{\"question\":\"sensitivity\",\"scenario\":{\"k\":4}}");
    let rows = run(&["table"], &String::from_utf8_lossy(&explored.stdout));
    assert!(String::from_utf8_lossy(&rows.stdout).contains(",latency.flits,"), "{rows:?}");
    // Without a row there is no header: columns are known from rows.
    for (args, input) in [(&["table"][..], ""), (&["table"], "\n"), (&["table", "--rows", "front"], "{\"front\":[]}\n")]
    {
        let empty = run(args, input);
        assert_eq!(
            (empty.status.code(), empty.stdout.len(), empty.stderr.len()),
            (Some(0), 0, 0),
            "{args:?} {input:?}"
        );
    }
    let wrong = run(&["table"], "{}\n{\n");
    assert_eq!((wrong.status.code(), wrong.stdout.len()), (Some(2), 0));
    assert_eq!(String::from_utf8_lossy(&wrong.stderr), "Line 2 is not an answer: use a JSON object.\n");
}

#[test]
fn the_messages_of_a_file_are_sent_until_all_have_arrived() {
    let folder = std::env::temp_dir().join(format!("flitscope-messages-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("messages.jsonl");
    let name = path.display().to_string();
    let with = |text: &str, args: &[&str], scenario: &str| {
        std::fs::write(&path, text).expect("a file");
        let args: Vec<&str> = ["simulate", "--messages", &name].iter().chain(args).copied().collect();
        run(&args, scenario)
    };
    let mesh = "system=torus-broadcast&k=4&beta=0&wiring=mesh&routing=dimension-order";
    // One after the other, in any order of the lines: 3 + 2 hops and the flits of the second.
    let list = "{\"cycle\": 40, \"source\": 3, \"destination\": 9, \"flits\": 2}\n\n{\"cycle\":0,\"source\":0,\"destination\":15,\"flits\":20}\n";
    let answer = &lines(&with(list, &["--channels"], mesh))[0];
    let text = |key: &str| answer[key].as_str().unwrap_or_default();
    let number = |key: &str| answer[key].as_f64().expect(key);
    assert_eq!((text("state"), number("messages"), number("delivered")), ("complete", 2.0, 2.0));
    assert_eq!((number("flits"), number("cycles"), number("maximum")), (22.0, 46.0, 26.0));
    assert_eq!((number("mean_latency"), number("mean_source_wait")), (16.0, 0.0));
    assert_eq!(number("flit_hops"), 20.0 * 6.0 + 2.0 * 4.0);
    assert_eq!(answer["slowest_source"]["node"], 0);
    let used: f64 = answer["channels"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["utilisation"].as_f64().expect("a part"))
        .sum();
    assert!((used * 46.0 - 128.0).abs() < 1e-9, "{used}");
    // What the list replaces is not reported.
    let scenario = answer["scenario"].as_object().expect("an object");
    assert!(
        scenario.contains_key("depth")
            && ["load", "pattern", "flits", "cycles"].iter().all(|key| !scenario.contains_key(*key))
    );

    let good = "{\"cycle\":0,\"source\":0,\"destination\":15,\"flits\":20}";
    for (list, sentence) in [
        ("", "has no messages: use one JSON object per line, such as {\"cycle\": 0"),
        ("7\n", "line 1: the message is not a JSON object"),
        (
            &*format!("{good}\n{{\"cycle\":0,\"source\":16,\"destination\":15,\"flits\":20}}"),
            "line 2: source = 16 is out of range: use a whole number from 0 to 15.",
        ),
        (&good.replace("20", "0"), "line 1: flits = 0 is out of range: use a whole number from 1 to 65535."),
        (&good.replace("20", "1.5"), "line 1: flits = 1.5 is"),
        (&good.replace("15", "16.0"), "line 1: destination = 16.0 is out of range: use a whole number from 0 to 15."),
        (&good.replace("15", "\"x\""), "destination = \"x\" is"),
        (&good.replace("cycle", "time"), "line 1: cycle is missing: use a whole number from 0 to 1000000000."),
        (
            &good.replace("}", ",\"size\":3}"),
            "line 1: size is not a key of a message: use cycle, source, destination, flits.",
        ),
    ] {
        let output = with(list, &[], mesh);
        assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{list}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(sentence), "{list}: {output:?}");
    }
    for (args, scenario, sentence) in [
        (&["--load", "0.1"][..], mesh, "--messages cannot be given with --load"),
        (&["--jsonl"], mesh, "--messages cannot be given with --jsonl"),
        (&["--replications", "2"], mesh, "--messages cannot be given with --replications"),
        (&["--precision", "0.1"], mesh, "--messages cannot be given with --precision"),
        (&[], "system=kary-ncube&k=32&n=8", "n = 8 is"),
        (
            &[],
            "system=banyan-multicast",
            "system = banyan-multicast is not among the options: use torus-broadcast or kary-ncube",
        ),
    ] {
        let output = with(good, args, scenario);
        assert!(output.status.code() == Some(2) && output.stdout.is_empty());
        assert!(String::from_utf8_lossy(&output.stderr).contains(sentence), "{output:?}");
    }
    std::fs::remove_dir_all(&folder).expect("it is ours");
    for command in ["simulate", "trace"] {
        for scenario in [&["-"][..], &[]] {
            let output = run(&[&[command, "--messages", "-"], scenario].concat(), good);
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.code() == Some(2) && error.contains("standard input cannot have both."), "{error}");
        }
    }
}

#[test]
fn a_replay_is_looked_into_like_any_run() {
    let mesh = "system=torus-broadcast k=4 beta=0 wiring=mesh routing=dimension-order";
    let random = lines(&run(&["trace", "--to", "400"], &format!("{mesh} load=0.02 flits=8")));
    // As pandas writes whole numbers in a column with gaps, with two local messages and one far behind the others.
    let message =
        |cycle: f64, from: f64, to: f64| json!({"cycle": cycle, "source": from, "destination": to, "flits": 8.0});
    let number = |of: &Value, key: &str| of[key].as_f64().expect("a number");
    let mut list: Vec<Value> = random
        .iter()
        .map(|one| message(number(one, "generated"), number(one, "source"), number(one, "destination")))
        .collect();
    list.extend([message(3.0, 5.0, 5.0), message(9.0, 1.0, 1.0), message(1e9, 0.0, 15.0)]);
    let text: String = list.iter().map(|message| format!("{message}\n")).collect();
    let answer =
        &lines(&run(&["simulate", mesh, "--messages", "-", "--histogram", "--channels", "--seed", "3"], &text))[0];
    assert_eq!((answer["messages"].as_u64(), answer["local"].as_u64()), (Some(random.len() as u64 + 1), Some(2)));
    assert_eq!(answer["sentence"], "2 messages to their own node are left out.");
    assert_eq!((answer["cycles"].as_u64(), answer["scenario"]["seed"].as_u64()), (Some(1_000_000_014), Some(3)));

    let traced = run(&["trace", mesh, "seed=3", "--messages", "-"], &text);
    assert!(String::from_utf8_lossy(&traced.stderr).starts_with("2 messages to their own node are left out.\n"));
    let paths = lines(&traced);
    let latencies: Vec<f64> = paths.iter().map(|path| number(path, "arrived") - number(path, "generated")).collect();
    assert_eq!(answer["delivered"].as_u64(), Some(paths.len() as u64));
    let mean = latencies.iter().sum::<f64>() / latencies.len() as f64;
    assert!((number(answer, "mean_latency") / mean - 1.0).abs() < 1e-12, "{mean}");
    assert_eq!(answer["maximum"].as_f64(), latencies.iter().copied().max_by(f64::total_cmp));
    let waits = paths.iter().map(|path| number(path, "generated") + path["waited"][0].as_f64().expect("a wait"));
    assert!(waits.zip(&paths).all(|(left, path)| left == path["entered"][0].as_f64().expect("a cycle")));
    // The histograms have the same latencies.
    for name in ["histogram", "source_histogram", "network_histogram"] {
        let counts = answer[name]["counts"].as_array().expect("counts");
        assert_eq!(counts.iter().filter_map(Value::as_u64).sum::<u64>(), paths.len() as u64, "{name}");
    }
    let bins = csv(&run(&["table", "--rows", "histogram"], &answer.to_string()));
    for bin in &bins {
        let [from, to, count] = ["from", "to", "count"].map(|key| bin[key].parse::<f64>().expect("a number"));
        assert_eq!(latencies.iter().filter(|latency| (from..to).contains(latency)).count() as f64, count);
    }
    // A part of the list, also one without messages.
    for (from, to) in [(100_u64, 200_u64), (500, 999_999_999), (1_000_000_000, 1_000_000_000)] {
        let part = run(
            &["trace", mesh, "seed=3", "--messages", "-", "--from", &from.to_string(), "--to", &to.to_string()],
            &text,
        );
        let inside = |path: &&Value| (from..=to).contains(&path["generated"].as_u64().expect("a cycle"));
        assert_eq!(lines(&part), paths.iter().filter(inside).cloned().collect::<Vec<_>>());
    }
    // Messages that never arrive are counted.
    let ring = "system=kary-ncube k=4 n=1 vcs=2 routing=dimension-order escape=off";
    let around: String =
        (0..8).map(|i| format!("{}\n", message(0.0, f64::from(i % 4), f64::from((i + 3) % 4)))).collect();
    let stuck = run(&["trace", ring, "--messages", "-"], &around);
    let said = String::from_utf8_lossy(&stuck.stderr).into_owned();
    assert!(
        said.starts_with("8 messages are left out: ") && said.contains("because they wait for each other."),
        "{said}"
    );
    // Only local messages.
    let local = &lines(&run(&["simulate", mesh, "--messages", "-"], &message(7.0, 2.0, 2.0).to_string()))[0];
    assert_eq!((&local["state"], &local["messages"], &local["local"]), (&json!("complete"), &json!(0), &json!(1)));
}

#[test]
fn a_table_is_safe_for_spreadsheets_and_databases() {
    let answer = json!({
        "id": "=HYPERLINK(\"x\")", "version": "0.1.0", "scenario": {"system": "kary-ncube", "n": 2},
        "points": [{"load": 0.5, "state": "stable", "gap": -1.5e-7, "values": {"N": 64, "W": 1.5, "w": 2.5, "@x": "+1"}}],
    });
    let text = |args: &[&str]| {
        let output = run(&[&["table"], args].concat(), &answer.to_string());
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    assert_eq!(
        text(&[]),
        "id,version,n,system,gap,load,state,'@x,values.N,W,values.w\n\
         \"'=HYPERLINK(\"\"x\"\")\",0.1.0,2,kary-ncube,-1.5e-7,0.5,stable,+1,64,1.5,2.5\n"
    );
    let decimal = "id;version;n;system;gap;load;state;'@x;values.N;W;values.w\n\
         \"'=HYPERLINK(\"\"x\"\")\";0.1.0;2;kary-ncube;-1,5e-7;0,5;stable;+1;64;1,5;2,5\n";
    assert_eq!(text(&["--separator", ";"]), decimal);
    assert_eq!(text(&["--separator=\\t"]), text(&["--separator", "\t"]));
    assert!(text(&["--separator", "\t"]).contains("\t0.5\tstable\t"));
    for wrong in ["|", "", ";;", "comma", "-"] {
        let output = run(&["table", "--separator", wrong], "{}");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        let sentence = format!("separator = {wrong} is not accepted: use , or ; or \\t.\n");
        assert!(output.status.code() == Some(2) && output.stdout.is_empty() && error == sentence, "{error}");
    }
    // No column of any model or simulator differs from another one in case only.
    let mut answers = String::new();
    for system in flitscope::scenario::System::ALL {
        for reading in ["printed", "corrected", "refined", "average", "flow"] {
            let solved = run(&["solve"], &format!("system={} reading={reading}", system.key()));
            answers += &String::from_utf8_lossy(&solved.stdout);
        }
        let simulated = run(&["simulate", "--cycles", "1000"], &format!("system={}", system.key()));
        answers += &String::from_utf8_lossy(&simulated.stdout);
    }
    for input in answers.lines().chain([answers.as_str()]) {
        let header = String::from_utf8(run(&["table"], input).stdout).expect("UTF-8").to_lowercase();
        let mut names: Vec<_> = header.lines().next().expect("a header").split(',').collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all, "{header}");
    }
}

#[test]
fn a_trace_has_the_messages_of_the_run_and_their_mean_latency() {
    for scenario in [
        "system=torus-broadcast&k=4&flits=8&load=0.01&cycles=4000",
        "system=hypercube-mmpp&n=3&flits=8&load=0.02&cycles=4000",
        "system=hypercube-slotted&n=4&load=0.1&cycles=4000",
    ] {
        let answer = &lines(&run(&["simulate"], scenario))[0];
        let [warm_up, window] = ["warm_up", "window"].map(|key| answer[key].as_u64().expect("cycles"));
        let (from, to) = (warm_up.to_string(), (warm_up + window - 1).to_string());
        let output = run(&["trace", "--from", &from, "--to", &to, "--jsonl"], scenario);
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{output:?}");
        let all = lines(&output);
        let number = |message: &Value, key: &str| message[key].as_u64().expect("a number");
        let unicasts: Vec<_> = all.iter().filter(|message| message.get("broadcast").is_none()).collect();
        let sum: u64 = unicasts.iter().map(|message| number(message, "arrived") - number(message, "generated")).sum();
        let mean = answer["sample_mean"].as_f64().expect("a latency");
        assert!((sum as f64 / unicasts.len() as f64 / mean - 1.0).abs() < 1e-12, "{scenario}");
        for message in &all {
            let [path, entered, waited] =
                ["path", "entered", "waited"].map(|key| message[key].as_array().expect("a list"));
            assert_eq!((path.first(), path.last()), (Some(&message["source"]), Some(&message["destination"])));
            assert!(path.len() == entered.len() + 1 && entered.len() == waited.len() && message["message"].is_u64());
        }
    }
    for (args, scenario, sentence) in [
        (&["trace", "--to", "9"][..], "system=banyan-multicast", "system = banyan-multicast is not among the options"),
        (&["trace"], "{}", "--to is missing"),
        (&["trace", "--from", "9", "--to", "3"], "{}", "to = 3 is out of range: use a whole number from 9"),
    ] {
        let output = run(args, scenario);
        assert!(output.status.code() == Some(2) && output.stdout.is_empty());
        assert!(String::from_utf8_lossy(&output.stderr).contains(sentence), "{output:?}");
    }
}

#[test]
fn the_utilisations_of_channels_add_up_to_what_the_network_carries() {
    for (scenario, channels, symbol) in [
        ("system=torus-broadcast&k=4&flits=8&load=0.01", 64, "utilisation"),
        ("system=kary-ncube&k=4&n=2&flits=8&load=0.01", 32, "utilisation"),
        ("system=hypercube-slotted&n=4&load=0.1", 64, "lambda_d"),
        ("system=banyan-multicast&n=3&fanout=2", 24, "rho_i"),
    ] {
        let answer = &lines(&run(&["simulate", "--cycles", "4000", "--channels"], scenario))[0];
        let list = answer["channels"].as_array().expect("a list");
        assert_eq!(list.len(), channels, "{scenario}");
        let of = |channel: &Value| channel["utilisation"].as_f64().expect("a number");
        let sum: f64 = list.iter().map(of).sum();
        let value = &answer["values"][symbol];
        let expected = match symbol {
            "utilisation" => value.as_f64().map(|mean| mean * channels as f64),
            // Of the packets that all nodes send on, and of all links into a stage.
            "lambda_d" => value.as_f64().map(|rate| 16.0 * rate),
            _ => value.as_array().map(|rates| rates.iter().filter_map(Value::as_f64).sum::<f64>() * 8.0),
        };
        assert!((sum / expected.expect("numbers") - 1.0).abs() < 1e-9, "{scenario}: {sum} {expected:?}");
        assert!(list.iter().map(of).any(|used| used != of(&list[0])));
        let pooled = &lines(&run(&["simulate", "--cycles", "4000", "--channels", "--replications", "2"], scenario))[0];
        assert_eq!(pooled["channels"].as_array().map(Vec::len), Some(channels));
        assert!(lines(&run(&["simulate", "--cycles", "4000"], scenario))[0].get("channels").is_none());
    }
}
