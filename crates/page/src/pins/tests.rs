//! The differences between pins, as facts and in words.

use super::*;
use crate::jobs::{saved_runs, simulation::Host};

/// A page with pins; each scenario has been simulated at the load shown, if `seen` says what came of that.
fn opened(fragment: &str, seen: impl Fn(u32, f64) -> Option<Summary>) -> (Results, Simulation) {
    let parsed = link::parse(fragment);
    assert_eq!(parsed.problems, []);
    let mut results = Results::start(parsed.scenario, None, &|| 0.0);
    results.advance(f64::INFINITY, &|| 0.0);
    let host = Host { build: "b".into(), epoch: 0.0, cores: 1, sparing: true };
    let mut effects = Vec::new();
    let mut simulation = Simulation::new(parsed.scenario, host, &mut effects);
    simulation.follow_pins(&parsed.scenario, 0.0, &mut effects);
    for effect in effects {
        let Effect::Recall(subject) = effect else { panic!("it asks for nothing else") };
        let of = link::parse(&subject).scenario;
        if let Some(seen) = seen(of.count(Key::Vcs), parsed.scenario.get(Key::Load)) {
            simulation.recall(&subject, &saved_runs::write(&[&seen], "b", 1.0));
        }
    }
    (results, simulation)
}

fn unseen(fragment: &str) -> (Results, Simulation) {
    opened(fragment, |_, _| None)
}

#[test]
fn a_pin_is_called_by_what_differs() {
    let links = [
        "#v=2&vcs=8&pin=vcs:3&pin=vcs:3,beta:0&pin=reading:printed&pin=depth:4",
        "#v=2&pin=",
        "#v=2&system=hypercube-mmpp&pin=fit:an",
    ];
    blessed::words("labels of pins", links, |fragment| {
        let (results, _) = unseen(fragment);
        results.pins.iter().map(|pin| label(&results, pin)).collect::<Vec<_>>()
    });
    let (results, _) = unseen("#v=2&vcs=8&pin=vcs:3");
    let names: Vec<_> = results.drawn().into_iter().map(|drawn| name(&results, drawn)).collect();
    assert_eq!(names, ["corrected", "our model", "before: V = 3"]);
    let (results, _) = unseen("#v=2&vcs=8&load=0.01&pin=vcs:3&pin=vcs:4");
    let mut sheet = DomPatch::default();
    write(&mut sheet, &results);
    assert_eq!(items(&results).into_string().matches("data-do=\"unpin\"").count(), 2);
    let answers = [Some(Unpinned::Already), None].map(|why| answer(why).said("pin-state"));
    blessed::lines("kept pins", [("pins", seen(&sheet, &["pin-*", "unpin-*"])), ("answers", answers.join(", "))]);
}

#[test]
fn the_difference_is_that_of_the_models_at_the_load_shown() {
    let (results, simulation) = unseen("#v=2&vcs=8&load=0.008&pin=vcs:3&pin=");
    let [Difference { model: Some("our model"), now, pinned }] = &facts(&results, &simulation)[..] else {
        panic!("one differs")
    };
    let value = |fragment: &str| {
        let mut model = model::start(link::parse(&format!("{fragment}&reading=flow")).scenario.setup());
        model.advance(&|| true);
        model.measures(0.008).and_then(|all| all.first().copied())
    };
    assert_eq!((now.value, pinned.value), (value("#v=2&vcs=8"), value("#v=2&vcs=3")));
    assert_eq!((now.name.as_str(), pinned.name.as_str()), ("V = 8", "V = 3"));
    assert_eq!((now.seen, pinned.seen), (None, None));
}

#[test]
fn a_difference_is_said_with_who_takes_what_and_by_how_much() {
    let said = |fragment: &str| {
        let (results, simulation) = unseen(fragment);
        let sheet = compared(&results, &simulation);
        (sheet.shows("difference"), sheet.said("difference"))
    };
    let links = [
        "#v=2&vcs=8&load=0.008&pin=vcs:3",
        "#v=2&vcs=8&load=0.01&pin=vcs:3&show=corrected",
        "#v=2&load=0.01&pin=vcs:8&show=corrected",
        "#v=2&vcs=8&load=0.02&pin=vcs:3,reading:flow",
        "#v=2&system=banyan-multicast&pin=fanout:2",
        "#v=2",
        "#v=2&pin=",
        "#v=2&pin=depth:4",
        "#v=2&load=0.004&pin=vcs:8",
    ];
    blessed::words("differences of pins", links, |fragment| {
        let (shown, text) = said(fragment);
        assert_eq!(shown, Some(!text.is_empty()), "{fragment}: what is the same does not differ");
        text
    });
    // The other half: by how much more the network carries, by the same model, which follows it to where it saturates.
    let end = |vcs: u32| {
        let mut model = model::start(link::parse(&format!("#v=2&vcs={vcs}&reading=flow")).scenario.setup());
        model.advance(&|| true);
        model.end().load
    };
    let more = 100.0 * (end(8) / end(3) - 1.0);
    assert!((20.0..30.0).contains(&more), "{more}");
    assert!(said(links[0]).1.contains(&format!(" carries {more:.0} % more before its queues grow without end.")));
}

#[test]
fn simulated_values_stand_beside_where_both_are_there() {
    let stable = |vcs: u32, load: f64| {
        let model = model::of(link::parse("#v=2").scenario.setup());
        observed::stable(&*model, load, &[f64::from(10 * vcs), 90.0], Some(0.05))
    };
    let (results, simulation) = opened("#v=2&vcs=8&load=0.008&pin=vcs:3&pin=vcs:4&pin=vcs:5", |vcs, load| match vcs {
        4 => None,
        5 => Some(observed::saturated(load, 0.002)),
        _ => Some(stable(vcs, load)),
    });
    let said = differences(&results, &simulation);
    assert_eq!(said.matches("Simulated: ").count(), 1, "{said}");
    // Until both have an interval the numbers are those of a model, which is named.
    assert_eq!(said.matches("\nin our model V = 8 ").count(), 2, "{said}");
    // As the large number: simulated where both are.
    assert!(said.contains("V = 8 takes 170 % longer than V = 3, 80.0 against 30.0 cycles;"), "{said}");
    assert!(said.ends_with("Simulated: 80.0 ± 4.0, before saturated."), "{said}");
}
