//! The page after a link has been opened.

use super::*;

#[test]
fn every_system_opens_settles_and_leaves_nothing_blank() {
    for &system in System::ALL {
        let mut bench = Bench::new(&format!("#system={}&tab=differences", system.key()));
        bench.settle();
        bench.put(Key::Tab, "equations");
        bench.settle();
        let ids = "scene heading number parts said equation headlines legend saturation caption controls keys-list \
                   simulation-state chart-title source-note stage-title extent";
        let blank: Vec<_> = ids.split(' ').filter(|id| bench.said(id).is_empty()).collect();
        assert!(blank.is_empty(), "{system:?}: {blank:?}");
        assert!(bench.sheet.marks().iter().all(|(id, _)| !id.is_empty() && !id.contains(' ')), "{system:?}");
        let said: Vec<_> = bench.sheet.marks().iter().map(|(id, mark)| format!("{id} {mark:?}")).collect();
        for word in ["NaN", "inf,", "undefined"] {
            assert!(said.iter().all(|mark| !mark.contains(word)), "{system:?}: {word}");
        }
        for option in system.options(Key::Reading) {
            bench.put(Key::Reading, option.key);
            bench.settle();
            let results = &bench.state.results;
            assert_eq!(results.curves[0].reading.key(), option.key, "{system:?}");
            assert!(matches!(results.outcome, Outcome::Stable(_)), "{system:?} {}", option.key);
        }
    }
}

#[test]
fn links_have_their_words() {
    let mesh = "#v=2&beta=0&wiring=mesh&pattern=transpose&routing=dimension-order&flits=16";
    let notices = [
        "#k=99&beta=NaN&reading=nonsense&colour=red&load=",
        "#system=ring&k=9",
        "#system=banyan-multicast&n=99",
        "#v=2&flits=1&depth=64",
        "#v=2&lesson=nonsense",
    ];
    let notices = notices.map(|link| ("notices", link.to_owned()));
    let refused = [("stage-refusal", "#n=3".to_owned())];
    // The busiest channel of the mesh is full at 1 / (7 x 16).
    let beyond = ["0.0089", "0.009"].map(|load| format!("{mesh}&auto=0&load={load}"));
    let numbers = beyond.into_iter().flat_map(|link| ["number", "sentence"].map(|id| (id, link.clone())));
    let unsolved = [
        &format!("{mesh}&load=0.004"),
        "#v=2&system=kary-ncube&ways=two&routing=valiant&vcs=4&pattern=tornado&flits=16&load=0.002",
        "#v=2&system=hypercube-slotted&pattern=bit-complement&load=0.05",
    ];
    let tabs = [
        ("explain", "said"),
        ("equations", "equation"),
        ("comparison", "comparison-none"),
        ("figures", "figure-note"),
        ("explain", "notices"),
    ];
    let unsolved = unsolved.iter().flat_map(|link| tabs.map(|(tab, id)| (id, format!("{link}&tab={tab}"))));
    let (mut bench, mut open) = (Bench::new(""), String::new());
    blessed::words("links", notices.into_iter().chain(refused).chain(numbers).chain(unsolved), |(id, link)| {
        // A scene is opened once for all its tabs.
        let scene = link.split("&tab=").next().unwrap_or_default();
        if scene == open {
            bench.send(EditMessage::Address(link));
        } else {
            open = scene.to_owned();
            bench = Bench::new(&link);
        }
        bench.settle();
        bench.said(id)
    });
    assert_eq!(Bench::new("#system=ring&k=9").state.scenario().system(), System::TorusBroadcast);
}

#[test]
fn an_address_names_the_texts_that_it_needs() {
    for (fragment, lessons, texts) in [
        ("#v=2&k=4", false, false),
        ("#v=2&tab=equations", false, true),
        ("#lesson=first&step=2", true, false),
        ("#lesson=own&text=abc", true, true),
        ("#lesson%3Dfirst%26step%3D2", true, false),
        ("#v=2&amp;tab=equations", false, true),
    ] {
        let message = Message::from(EditMessage::Address(fragment.into()));
        assert_eq!((message.reads_lessons(), message.reads_texts()), (lessons, texts), "{fragment}");
    }
    // The browser prints at once.
    assert!(!Message::from(PageMessage::Printing(true)).reads_texts());
}
