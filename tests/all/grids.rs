//! Grids, tables, traces, and the use of channels: the commands before and after many answers.

use crate::program::{Scratch, csv, lines, run};
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
    for (args, sentence) in [
        (&["grid"][..], "The scenario is missing"),
        (&["grid", "k=99"], "k = 99 is out of range"),
        (&["grid", "{}", "--over", "k"], "over = k is not accepted"),
        (&["grid", "{}", "--over", "kk=1"], "Unknown key kk. Keys of this system: k, n, vcs"),
        (&["grid", "{}", "--over", "cycle=1"], "Unknown key cycle."),
        (&["grid", "{}", "--over", "k=8..4"], "k = 8..4 is not accepted: use values such as 4,8,16"),
        (&["grid", "{}", "--over", "load=0.1..0.2"], "load = 0.1..0.2 is not accepted"),
        (&["grid", "{}", "--fractions", "x"], "fractions = x is not accepted"),
        (&["grid", "{}", "--seeds", "1..2", "--seeds", "3"], "seed is given twice"),
        (&["grid", "{}", "--over", "load=0.1", "--fractions", "0.5"], "load is given twice"),
        (&["grid", "{}", "--seeds", "0..4294967295"], "seed has too many values: use at most 1"),
        (&["grid", "{}", "--over", "k=99"], "No combination is possible."),
    ] {
        let output = run(args, "");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(2) && output.stdout.is_empty() && error.contains(sentence),
            "{args:?}: {error}"
        );
    }
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
        (&good.replace("15", "0"), "line 1: destination = 0 is the source: use another node."),
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
