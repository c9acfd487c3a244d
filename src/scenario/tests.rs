//! Constraints over several parameters, and problems with keys and values from outside.

use super::{system::WORDS, *};
use crate::{
    blessed,
    param::{Accepted, Fault},
};
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
    assert_eq!(problems(&[("reading", "refined"), ("n", "4")]), []);
    let refined = torus().put(Key::N, "3", &mut Vec::new());
    assert!(refined.with_reading(Reading::Printed).is_err() && torus().with_reading(Reading::Printed).is_ok());
    assert_eq!(refined.set(Key::Show, 0.0).shown(), [Reading::Refined], "that of the numbers is always drawn");
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
    // So does a source outside a smaller torus.
    let small = torus().set(Key::Source, 40.0).put(Key::K, "5", &mut problems);
    assert_eq!((small.count(Key::Source), problems.len()), (0, 2));
}

#[test]
fn unknown_keys_are_kept_out_and_a_dozen_of_them_is_named() {
    let parsed = Parsed::from_pairs([("k", "10"), ("fanout", "3")]);
    assert_eq!(parsed.scenario, torus().set(Key::K, 10.0));
    assert_eq!(parsed.problems, [System::TorusBroadcast.unknown("fanout", "3")]);
    let names: Vec<String> = (0..1_552).map(|i| format!("x{i}")).collect();
    for (count, more) in [(1_552, 1_540), (13, 1)] {
        let parsed = Parsed::from_pairs(names[..count].iter().map(|name| (name.as_str(), "1")).collect::<Vec<_>>());
        assert_eq!((parsed.scenario, parsed.problems.len()), (torus(), 13));
        assert_eq!(parsed.problems[12], Problem::more(more));
    }
    // Scenarios have no keys of the view.
    let unknown = ["fanout", "laod", "vsc", "size", "x1"].map(|key| (System::TorusBroadcast, key));
    let unknown = unknown.into_iter().chain([(System::KaryNCube, "num_vcs")]);
    blessed::words("unknown keys", unknown, |(system, key)| system.unknown(key, "3").to_string());
}

#[test]
fn words_of_other_simulators_name_the_key_that_was_meant() {
    let meant = |system: System, word: &str| match system.unknown(word, "4").fault {
        Fault::UnknownKey { meant, .. } => meant,
        other => panic!("{other:?}"),
    };
    // Of BookSim2, Noxim and Garnet; and ours, in other letters.
    for (words, key) in [
        ("num_vcs n_virtual_channels -vc --vcs-per-vnet V VCS", Key::Vcs),
        ("vc_buf_size buffer_depth -buffer", Key::Depth),
        ("packet_size const_flits_per_packet", Key::Flits),
        ("traffic traffic_distribution --synthetic", Key::Pattern),
        ("injection_rate packet_injection_rate -pir --injectionrate Load lambda", Key::Load),
        ("routing_function", Key::Routing),
        ("topology", Key::Wiring),
        ("sim_count", Key::Replications),
        ("mesh_dim_x --mesh-rows --num-cpus", Key::K),
        ("simulation_time --sim-cycles", Key::Cycles),
    ] {
        for word in words.split(' ') {
            assert_eq!(meant(System::KaryNCube, word), Some(key), "{word}");
        }
    }
    // A key that the system does not have is not meant, and no word is a key.
    for word in ["num_vcs", "packet_size", "topology", "sim_type", "x0"] {
        assert_eq!(meant(System::BanyanMulticast, word), None, "{word}");
    }
    for word in WORDS.iter().flat_map(|(_, words)| words.split(' ')) {
        assert!(System::ALL.iter().all(|system| system.param_named(word).is_none()), "{word}");
    }
}

#[test]
fn a_load_in_flits_is_divided_by_the_message_length() {
    let load = |text: &str| {
        let parsed = link::parse(text);
        (parsed.scenario.get(Key::Load), parsed.problems.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    for (text, expected) in [
        ("v=2&load=0.15flits", 0.15 / 32.0),
        // Whatever the order of the keys, and with another system's message length.
        ("v=2&load=0.15flits&flits=8", 0.15 / 8.0),
        ("v=2&flits=8&load=0.15 flits", 0.15 / 8.0),
        ("v=2&λ=1.5e-1flits&system=kary-ncube", 0.15 / 16.0),
        ("system=hypercube-mmpp&load=0flits", 0.0),
    ] {
        assert_eq!(load(text), (expected, vec![]), "{text}");
    }
    // What is printed is the number alone.
    assert_eq!(
        link::write(&link::parse("v=2&flits=16&load=0.08flits").scenario),
        "v=2&system=torus-broadcast&flits=16&load=0.005"
    );
    assert_eq!(torus().set(Key::Flits, 16.0).put(Key::Load, "0.08flits", &mut Vec::new()).get(Key::Load), 0.005);
    let wrong = [
        ("v=2&load=40flits", 1.0),
        ("v=2&load=-1flits&flits=8", 0.0),
        ("v=2&load=manyflits", 0.0045),
        ("v=2&system=hypercube-slotted&load=0.1flits", 0.08),
    ];
    blessed::words("loads in flits", wrong, |(text, used)| {
        let (value, problems) = load(text);
        assert_eq!(value, used, "{text}");
        problems
    });
    // The table has the message length first.
    for system in System::ALL {
        let place = |key: Key| system.params().iter().position(|row| row.key == key);
        assert!(place(Key::Flits) < place(Key::Load), "{system:?}");
    }
}

#[test]
fn all_dimensions_have_one_radix() {
    let several = ["4x8", "8,8", "8x8", "4 × 8", "[4,8]", "4*8*8"];
    blessed::words("radixes", several.into_iter().chain(["8.5", "x8", "99"]), |text| {
        let [problem] = &Parsed::from_pairs([("k", text)]).problems[..] else { panic!("one problem") };
        assert_eq!(matches!(problem.fault, Fault::Not(Accepted::Radix { .. })), several.contains(&text), "{text}");
        problem.to_string()
    });
}

#[test]
fn a_value_without_effect_is_kept_and_noticed() {
    let notices = |text: &str| {
        let parsed = link::parse(text);
        assert!(parsed.problems.is_empty(), "{text}: {:?}", parsed.problems);
        assert_eq!(link::parse(&link::write(&parsed.scenario)).scenario, parsed.scenario, "{text}");
        parsed.scenario.notices().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let without_effect = [
        "v=2&flits=1&depth=64",
        "system=hypercube-mmpp&flits=4&depth=5",
        "v=2&flits=4&depth=4&credit=prev",
        "v=2&hotspot=0.2",
        "v=2&pattern=hotspot&hotspot=0&hotnode=3&beta=0",
        "v=2&routing=dimension-order&select=spread",
        "system=kary-ncube&k=2&n=4&ways=two",
        "v=2&wiring=mesh&beta=0&escape=off",
        "v=2&beta=0&orient=fixed",
        "system=hypercube-mmpp&lag1=0&hurst=0.9",
        "system=banyan-multicast&multicast=0&fanout=2",
        "system=banyan-multicast&fanout=1&multicast=0.5",
    ];
    blessed::words("values without effect", without_effect, notices);
    for text in
        ["v=2&flits=64&depth=64", "v=2&flits=4&depth=3&credit=prev", "v=2&hotspot=0.1", "v=2&seed=5&heat=1&source=3"]
    {
        assert_eq!(notices(text), Vec::<String>::new(), "{text}");
    }
    // No scene of the page has a notice.
    for preset in preset::all() {
        assert!(preset.scenario().notices().is_empty(), "{}", preset.title);
    }
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
fn our_own_model_of_circuits_gives_way_where_it_is_not_defined() {
    let cube = |text: &str| link::parse(&format!("#v=2&system=hypercube-mmpp&reading=flow&{text}"));
    assert_eq!(cube("n=10").scenario.reading(), Reading::Flow);
    blessed::words("our model of circuits", ["n=11", "n=6&flits=11", "n=2&flits=3"], |text| {
        let Parsed { scenario, problems, .. } = cube(text);
        assert_eq!(scenario.reading(), Reading::Printed, "{text}");
        problems.iter().map(ToString::to_string).collect::<Vec<_>>()
    });
    let short = Scenario::new(System::HypercubeMmpp).set(Key::Flits, 8.0);
    assert!(short.with_reading(Reading::Flow).is_err());
}
