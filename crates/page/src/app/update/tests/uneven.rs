//! Meshes, traffic patterns and tables of rates.

use super::*;

const MESH: &str = "#v=2&system=kary-ncube&k=4&n=2&vcs=4&flits=16&wiring=mesh&routing=dimension-order";

fn put(bench: &mut Bench, key: Key, text: &str) {
    bench.send(EditMessage::Put { key, text: text.into(), moving: false });
    bench.settle();
}

#[test]
fn a_load_that_another_pattern_cannot_carry_becomes_the_same_part_of_what_it_can() {
    let mut bench = Bench::new(&format!("{MESH}&load=0.04"));
    bench.settle();
    // 16/15 messages cross the busiest channel, and transposed 3.
    put(&mut bench, Key::Pattern, "transpose");
    assert_eq!(bench.get(Key::Load), 0.014);
    put(&mut bench, Key::Pattern, "uniform");
    assert_eq!(bench.get(Key::Load), 0.014, "what can be carried stays");
    // In a lesson the load belongs to the task.
    let mut lesson = Bench::new("#v=2&lesson=in-whose-way&step=4");
    lesson.settle();
    let before = lesson.get(Key::Load);
    put(&mut lesson, Key::Routing, "valiant");
    assert_eq!(lesson.get(Key::Load), before);
}

#[test]
fn a_mesh_has_a_curve_whose_end_names_its_channel_and_no_paper_to_check() {
    let mut bench = Bench::new(&format!("{MESH}&load=0.01&pattern=transpose"));
    bench.settle();
    assert!(bench.said("saturation").contains("the channel from node"), "{}", bench.said("saturation"));
    assert!(bench.said("tabs").contains("tab-data") && !bench.said("tabs").contains("tab-comparison"));
    assert_eq!(bench.said("sentence"), "");
    let end = bench.state.results.network().map_or(0.0, |curve| curve.end.load);
    put(&mut bench, Key::Load, &(0.9 * end).to_string());
    assert!(bench.said("sentence").contains("off by 6 to 24 %"), "{}", bench.said("sentence"));
    let channels = bench.state.results.channels();
    assert!(channels.limit.is_some() && channels.uses.len() == 64, "{channels:?}");
    put(&mut bench, Key::Wiring, "torus");
    put(&mut bench, Key::Routing, "adaptive");
    put(&mut bench, Key::Pattern, "uniform");
    put(&mut bench, Key::Ways, "one");
    assert!(bench.said("tabs").contains("tab-comparison"));
    assert_eq!(bench.state.results.channels(), crate::results::PredictedUse::default());
}

#[test]
fn a_curve_that_takes_long_says_how_long_and_begins_when_it_is_asked_for() {
    let mut bench =
        Bench::new("#v=2&system=kary-ncube&k=16&n=2&vcs=8&flits=16&wiring=mesh&routing=dimension-order&load=0.004");
    bench.settle();
    let said = bench.said("sentence");
    assert!(said.contains("Our model needs about") && said.contains("data-do=\"solve\""), "{said}");
    assert!(bench.state.results.is_whole() && bench.state.results.network().is_none());
    bench.send(ChartMessage::Solve);
    bench.wait(PICTURE);
    assert!(!bench.state.results.is_whole(), "it has begun");
}

#[test]
fn a_table_of_rates_is_the_traffic_and_is_remembered_and_given_to_the_workers() {
    let mut bench = Bench::live(&format!("{MESH}&load=0.04"));
    bench.settle();
    bench.send(EditMessage::Rates { name: "mine.txt".into(), text: "0 1 1\n0 x 1\n".into() });
    bench.settle();
    let said = bench.said("notices");
    assert!(said.contains("rates = mine.txt, line 2: node = x is out of range"), "{said}");
    bench.send(EditMessage::Rates { name: "mine.txt".into(), text: "0 15 1\n5 15 1\n".into() });
    bench.settle();
    assert_eq!(bench.state.scenario().chosen(Key::Pattern), "table");
    assert!(bench.get(Key::Table) > 0.0 && bench.said("unit-table") == "mine.txt");
    assert!(bench.said("saturation").contains("queues grow without end"), "{}", bench.said("saturation"));
    let kept = "mine.txt\n0 15 1\n5 15 1\n";
    let remembers = |effect: &Effect| matches!(effect, Effect::Remember { name: "rates", word } if word == kept);
    assert!(bench.asked.iter().any(remembers));
    bench.send(RunMessage::Start);
    bench.settle();
    let given = |effect: &&Effect| matches!(effect, Effect::Post(_, Request::Rates { name, .. }) if name == "mine.txt");
    assert!(bench.asked.iter().filter(given).count() >= 1);
    // A table of other nodes is refused, and nothing changes.
    let (before, remembered) = (*bench.state.scenario(), bench.asked.len());
    bench.send(EditMessage::Rates { name: "matrix.csv".into(), text: "0,1\n1,0\n".into() });
    bench.settle();
    let said = bench.said("notices");
    assert!(said.contains("has 2 nodes and the network 16"), "{said}");
    assert!(said.matches("has 2 nodes").count() == 1 && !said.contains("Using uniform"), "{said}");
    assert_eq!(*bench.state.scenario(), before);
    assert!(!bench.asked[remembered..].iter().any(|effect| matches!(effect, Effect::Remember { .. })));
}
