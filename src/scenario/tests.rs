//! Constraints over several parameters, and problems with keys and values from outside.

use super::*;
use crate::param::{Accepted, Fault};
use std::slice;

fn torus() -> Scenario {
    Scenario::new(System::TorusBroadcast)
}

#[test]
fn whoever_writes_dimensions_alone_is_not_told_of_a_reading() {
    let problems = |pairs: &[(&str, &str)]| {
        let parsed = Parsed::from_pairs(pairs.to_vec());
        assert_eq!((parsed.scenario.count(Key::N), parsed.scenario.reading()), (4, Reading::Refined));
        parsed.problems
    };
    let dimensions = Problem::new("n", 4, Accepted::TwoOrRefined).using("reading = refined");
    assert_eq!(problems(&[("n", "4")]), slice::from_ref(&dimensions));
    let reading = Problem::new("reading", "corrected", Accepted::Refined { n: 4 }).using("refined");
    assert_eq!(problems(&[("reading", "corrected"), ("n", "4")]), slice::from_ref(&reading));
    assert_eq!(problems(&[("n", "4"), ("reading", "corrected")]), [reading]);
    assert!(problems(&[("n", "4"), ("reading", "refined")]).is_empty());
    let mut said = Vec::new();
    torus().put(Key::N, "4", &mut said);
    assert_eq!(said, [dimensions]);
}

#[test]
fn parameters_of_one_animation_apply_to_that_animation_only() {
    let banyan = Scenario::new(System::BanyanMulticast).set(Key::N, 5.0);
    let applying = |scenario: Scenario| -> Vec<Key> {
        let keys = [Key::Fanout, Key::From, Key::To, Key::Packets, Key::Arbitration, Key::Release];
        keys.into_iter().filter(|key| scenario.applies(*key)).collect()
    };
    assert_eq!(applying(banyan), [Key::Fanout, Key::From, Key::To]);
    assert_eq!(applying(banyan.set(Key::N, 6.0)), [Key::Fanout, Key::From]);
    assert_eq!(applying(banyan.set(Key::Animation, 1.0)), [Key::Fanout, Key::Packets, Key::Arbitration, Key::Release]);
    assert_eq!(applying(banyan.set(Key::Animation, 2.0)), [Key::Fanout]);
    let torus = torus();
    assert!(torus.applies(Key::Source) && !torus.set(Key::Animation, 1.0).applies(Key::Background));
}

#[test]
fn destinations_that_are_listed_give_way_where_there_are_too_many_outputs() {
    let mut problems = Vec::new();
    let listed = Scenario::new(System::BanyanMulticast).set(Key::N, 5.0).set(Key::To, 9.0);
    assert_eq!(listed.put(Key::N, "5", &mut problems).text(Key::To), "0,3");
    let large = listed.put(Key::N, "6", &mut problems);
    assert_eq!(large.text(Key::To), "");
    assert_eq!(problems, [Problem::new("to", "0,3", Accepted::NoList { n: 6 }).using("")]);
}

#[test]
fn three_dimensions_take_the_refined_reading_and_say_so() {
    let mut problems = Vec::new();
    let cube = torus().put(Key::N, "3", &mut problems);
    assert_eq!(cube.reading(), Reading::Refined);
    assert_eq!(problems[0].fault, Fault::Not(Accepted::TwoOrRefined));
    assert!(cube.with_reading(Reading::Printed).is_err() && torus().with_reading(Reading::Printed).is_ok());
}

#[test]
fn a_source_outside_a_smaller_torus_moves_to_the_first_node_and_says_so() {
    let mut problems = Vec::new();
    let small = torus().set(Key::Source, 40.0).put(Key::K, "5", &mut problems);
    assert_eq!((small.count(Key::Source), problems.len()), (0, 1));
}

#[test]
fn the_reading_of_the_numbers_is_always_drawn() {
    let scenario = torus().set(Key::Show, 0.0).with_reading(Reading::Refined).expect("n = 2");
    assert_eq!(scenario.shown(), [Reading::Refined]);
}

#[test]
fn unknown_keys_are_named_and_kept_out() {
    let parsed = Parsed::from_pairs([("k", "10"), ("fanout", "3")]);
    assert_eq!(parsed.scenario, torus().set(Key::K, 10.0));
    let known = System::TorusBroadcast.params().iter().map(|row| row.key.name()).collect();
    assert_eq!(parsed.problems, [Problem::unknown("fanout", "3", known)]);
}

#[test]
fn of_many_unknown_keys_a_dozen_is_named_and_the_others_are_counted() {
    let names: Vec<String> = (0..1_552).map(|i| format!("x{i}")).collect();
    let parsed = Parsed::from_pairs(names.iter().map(|name| (name.as_str(), "1")).collect::<Vec<_>>());
    assert_eq!((parsed.scenario, parsed.problems.len()), (torus(), 13));
    assert_eq!(parsed.problems[12], Problem::more(1540));
    let thirteen = Parsed::from_pairs(names[..13].iter().map(|name| (name.as_str(), "1")).collect::<Vec<_>>());
    assert_eq!(thirteen.problems[12], Problem::more(1));
}

#[test]
fn of_a_key_that_is_repeated_the_last_value_counts_and_is_named_once() {
    let parsed = Parsed::from_pairs([("k", "9"), ("system", "kary-ncube"), ("k", "7"), ("k", "10"), ("vcs", "4")]);
    assert_eq!((parsed.scenario.count(Key::K), parsed.scenario.count(Key::Vcs)), (10, 4));
    assert_eq!(parsed.problems, [Problem::again("k", "9", "10", 10)]);
    let twice = Parsed::from_pairs([("system", "kary-ncube"), ("system", "banyan-multicast")]);
    assert_eq!(twice.scenario.system(), System::BanyanMulticast);
    assert_eq!(twice.problems, [Problem::again("system", "kary-ncube", "banyan-multicast", "banyan-multicast")]);
}

#[test]
fn the_hypercube_has_more_dimensions_than_other_cubes() {
    let cube = Scenario::new(System::KaryNCube).set(Key::K, 2.0);
    let mut problems = Vec::new();
    assert_eq!((cube.put(Key::N, "16", &mut problems).count(Key::N), problems.len()), (16, 0));
    let rings = cube.set(Key::N, 16.0).put(Key::K, "3", &mut problems);
    assert_eq!(rings.count(Key::N), 8);
    assert_eq!(problems, [Problem::new("n", 16, Accepted::Dimensions { most: 8, k: 3 }).using(8)]);
}

#[test]
fn the_order_of_keys_does_not_matter() {
    let one = Parsed::from_pairs([("n", "3"), ("reading", "refined")]);
    let other = Parsed::from_pairs([("reading", "refined"), ("n", "3")]);
    assert_eq!(one, other);
    assert!(one.problems.is_empty());
}

#[test]
fn our_own_model_of_circuits_gives_way_where_it_is_not_defined() {
    let cube = |text: &str| link::parse(&format!("#v=2&system=hypercube-mmpp&reading=flow&{text}"));
    assert_eq!(cube("n=10").scenario.reading(), Reading::Flow);
    for (text, words) in
        [("n=11", "up to 10 dimensions"), ("n=6&flits=11", "12 flits or more"), ("n=2&flits=3", "4 flits or more")]
    {
        let Parsed { scenario, problems, .. } = cube(text);
        assert_eq!((scenario.reading(), problems.len()), (Reading::Printed, 1), "{text}");
        assert!(problems[0].to_string().contains(words), "{}", problems[0]);
    }
    let short = Scenario::new(System::HypercubeMmpp).set(Key::Flits, 8.0);
    assert!(short.with_reading(Reading::Flow).is_err());
}
