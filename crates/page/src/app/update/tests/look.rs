//! How the page is seen, and what is taken from it.

use super::*;
use crate::dom::palette::THEME;

#[test]
fn an_address_that_opens_the_same_scene_is_written_again() {
    let still = "#v=2&cycle=300&speed=1";
    let mut bench = Bench::new(still);
    bench.settle();
    bench.wait(1_000.0);
    bench.asked.clear();
    bench.send(EditMessage::Address(still.into()));
    bench.wait(1_000.0);
    assert!(bench.fragment().is_some());
}

#[test]
fn the_address_follows_when_the_reader_rests() {
    let mut bench = Bench::new("");
    bench.settle();
    bench.wait(1_000.0);
    bench.asked.clear();
    for k in ["9", "10", "11"] {
        bench.slide(Key::K, k);
        bench.wait(200.0);
        assert_eq!(bench.fragment(), None, "not while it moves");
    }
    bench.wait(400.0);
    assert!(bench.fragment().is_some_and(|fragment| fragment.contains("k=11")));
    let title = |effect: &Effect| if let Effect::Title(title) = effect { Some(title.clone()) } else { None };
    assert!(
        bench
            .asked
            .iter()
            .find_map(title)
            .is_some_and(|title| title.contains("k = 11") && title.ends_with(" · Flitscope"))
    );
}

#[test]
fn systems_and_scenes_are_steps_of_the_browser_and_movements_are_not() {
    let mut bench = Bench::new("");
    bench.settle();
    let steps = |bench: &mut Bench| {
        let asked = std::mem::take(&mut bench.asked).into_iter();
        asked.filter(|effect| matches!(effect, Effect::Address(_) | Effect::Visit(_))).collect::<Vec<_>>()
    };
    bench.wait(1_000.0);
    steps(&mut bench);
    bench.slide(Key::K, "9");
    bench.send(EditMessage::System(System::KaryNCube));
    // The scene that was left has its address before there is another step.
    let (left, cube) = ("#v=2&system=torus-broadcast&k=9", "#v=2&system=kary-ncube");
    assert_eq!(steps(&mut bench), [Effect::Address(left.into()), Effect::Visit(cube.into())]);
    let second = preset::of(System::TorusBroadcast).len() + 1;
    bench.send(EditMessage::Preset(second));
    let scene = format!("#{}", link::write(&preset::of(System::KaryNCube)[1].scenario()));
    assert_eq!(steps(&mut bench), [Effect::Address(cube.into()), Effect::Visit(scene.clone())]);
    bench.send(EditMessage::Preset(second));
    assert_eq!(steps(&mut bench), [], "it is there already");
    bench.slide(Key::K, "6");
    bench.wait(1_000.0);
    assert!(matches!(&steps(&mut bench)[..], [Effect::Address(_)]), "a movement is none");
    bench.send(EditMessage::Address(left.into()));
    assert_eq!((bench.state.scenario().system(), bench.get(Key::K)), (System::TorusBroadcast, 9.0));
    bench.wait(1_000.0);
    assert_eq!(steps(&mut bench), [Effect::Address(left.into())]);
}

#[test]
fn the_result_of_a_movement_is_announced_when_it_rests() {
    let mut bench = Bench::new("");
    bench.settle();
    bench.wait(1_000.0);
    let before = bench.said("announcement");
    bench.slide(Key::Flits, "40");
    bench.wait(PICTURE);
    assert_eq!(bench.said("announcement"), before, "not with every picture");
    bench.wait(1_000.0);
    let said = bench.said("announcement");
    let results = &bench.state.results;
    let latency = flitscope::text::significant(results.owner().expect("a stable point").1.measures[0], 3);
    assert!(said.contains(&format!("{latency} cycles")) && !said.contains('<'), "{latency}: {said}");
    bench.slide(Key::Load, "0.05");
    bench.wait(1_000.0);
    assert_eq!(bench.said("announcement"), "The model ends below this load.");
}

#[test]
fn sharing_shows_and_copies_the_link_of_the_moment() {
    let mut bench = Bench::new("#k=9");
    bench.settle();
    bench.asked.clear();
    bench.send(ShareMessage::Open);
    let link = bench.sheet.valued("share-text").expect("a link");
    assert!(link.starts_with("https://example.org/#") && link.contains("k=9"), "{link}");
    assert!(
        [Effect::Open("share-dialog"), Effect::Copy(link.clone())].iter().all(|effect| bench.asked.contains(effect))
    );
    bench.send(ShareMessage::Copied(Copied::Done));
    assert_eq!(bench.said("share-state"), "Copied.");
    bench.asked.clear();
    bench.send(ShareMessage::Copy);
    assert_eq!(bench.asked, [Effect::Copy(link)]);
    bench.send(ShareMessage::Copied(Copied::NoClipboard));
    assert!(bench.asked.contains(&Effect::Select("share-text")));
    assert_eq!(bench.said("share-state"), "Press Ctrl C to copy the link.");
}

#[test]
fn the_equations_are_copied_as_latex_with_their_numbers() {
    let mut bench = Bench::new("#tab=equations");
    bench.settle();
    assert_eq!(bench.said("latex"), "");
    bench.send(PageMessage::Opened { id: "latex-box".into(), open: true });
    let shown = bench.said("latex");
    assert!(shown.contains("% Equation (1)") && shown.matches("\\[").count() > 30, "{shown}");
    bench.asked.clear();
    bench.send(ShareMessage::Latex);
    assert_eq!(bench.asked, [Effect::Copy(shown)]);
    bench.send(ShareMessage::Copied(Copied::Done));
    assert_eq!(bench.said("latex-state"), "Copied.");
}

#[test]
fn light_and_dark_are_chosen_remembered_and_drawn_anew() {
    let mut bench = Bench::new("");
    bench.settle();
    bench.send(PageMessage::Theme);
    assert!(bench.asked.contains(&Effect::Remember { name: THEME, word: "dark".into() }));
    assert_eq!(bench.sheet.has("root", "data-theme").as_deref(), Some("dark"));
    assert!(bench.state.stale.chart);
    bench.send(PageMessage::Themed(ThemeChoice::remembered(Some("light"), false)));
    assert_eq!(bench.sheet.has("root", "data-theme").as_deref(), Some("light"), "another tab");
    bench.send(PageMessage::Theme);
    bench.send(PageMessage::Prefers(true));
    bench.send(PageMessage::Theme);
    assert_eq!(bench.sheet.has("root", "data-theme").as_deref(), Some("light"));
    bench.send(PageMessage::Prefers(false));
    assert_eq!(bench.said("theme"), "Dark", "the reader's own choice stays");
}

#[test]
fn what_is_opened_is_written_at_once() {
    let mut bench = Bench::new("#system=hypercube-mmpp");
    bench.settle();
    assert_eq!([bench.said("equation"), bench.said("deviations")], ["", ""], "a panel is written when its tab is read");
    bench.put(Key::Tab, "equations");
    bench.settle();
    assert!(!bench.said("equation").is_empty() && bench.said("deviations").is_empty());
    assert_eq!((bench.said("all-quantities").as_str(), bench.said("figure-table").as_str()), ("", ""));
    bench.send(PageMessage::Opened { id: "every".into(), open: true });
    bench.send(PageMessage::Opened { id: "figure-box".into(), open: true });
    assert!(!bench.said("all-quantities").is_empty() && !bench.said("figure-table").is_empty());
    bench.send(PageMessage::Opened { id: "every".into(), open: false });
    assert!(!bench.state.is_open("every") && bench.state.is_open("figure-box"));
}

#[test]
fn dialogs_and_help_do_what_they_say() {
    let mut bench = Bench::new("");
    bench.settle();
    [PageMessage::Keys, PageMessage::Words(String::new()), PageMessage::About]
        .into_iter()
        .for_each(|message| bench.send(message));
    [ShareMessage::Table(Default::default()), ShareMessage::Document]
        .into_iter()
        .for_each(|message| bench.send(message));
    assert!(["keys-dialog", "words-dialog", "about-dialog"].iter().all(|id| bench.asked.contains(&Effect::Open(id))));
    let files = bench.asked.iter().filter(|effect| matches!(effect, Effect::Download { .. })).count();
    assert_eq!(files, 2);
    bench.send(PageMessage::Help(Key::K));
    assert_eq!(bench.sheet.shows("help-k"), Some(true));
    assert!(!bench.state.history.can_undo());
}

#[test]
fn a_chart_without_room_keeps_its_place_until_there_is_some() {
    let mut bench = Bench::new("");
    bench.settle();
    let place = |bench: &Bench| bench.sheet.styled("operating", "translate");
    let before = place(&bench);
    bench.send(ChartMessage::Drawn { plot: None, milliseconds: 0.1 });
    assert!(before.is_some() && place(&bench) == before, "{before:?}");
}

#[test]
fn every_scene_has_a_title_of_its_own_at_once() {
    let titles = |bench: &mut Bench| {
        let asked = std::mem::take(&mut bench.asked).into_iter();
        asked
            .filter_map(|effect| if let Effect::Title(title) = effect { Some(title) } else { None })
            .collect::<Vec<_>>()
    };
    let mut bench = Bench::new("#v=2&system=kary-ncube&k=6");
    assert_eq!(titles(&mut bench), ["k = 6 · k-ary n-cube · Flitscope"]);
    bench.send(EditMessage::System(System::BanyanMulticast));
    assert_eq!(titles(&mut bench), ["Multicast banyan · Flitscope"]);
    bench.send(EditMessage::Address("#v=2&system=kary-ncube&k=6".into()));
    assert_eq!(titles(&mut bench), ["k = 6 · k-ary n-cube · Flitscope"]);
    bench.send(LearnMessage::Lesson(LessonAction::Open("deadlock".into())));
    assert!(titles(&mut bench)[0].starts_with("Lesson: "));
}

#[test]
fn a_picture_taken_during_a_run_is_called_preliminary() {
    let mut bench = Bench::new("#system=hypercube-slotted&n=4");
    bench.settle();
    bench.send(RunMessage::Start);
    bench.wait(PICTURE);
    let caption = |bench: &Bench| crate::export::share::figure::caption(&bench.state.shown()).join(" ");
    assert!(caption(&bench).contains(", preliminary: 0 of 13 loads finished"), "{}", caption(&bench));
    assert!(bench.said("comparison-none").starts_with("Simulating 13 loads: "), "{}", bench.said("comparison-none"));
    bench.finish();
    assert!(!caption(&bench).contains("preliminary"), "{}", caption(&bench));
    assert!(!bench.state.simulation.running());
}
