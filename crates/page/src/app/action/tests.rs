//! Every button and every key performs exactly the action of the table.

use super::*;
use crate::{
    app::message::{EditMessage, PageMessage},
    chart::{curves::Cursor, message::ChartMessage},
    player::{
        message::PlayMessage,
        stage::{view::STEP, walk::Toward},
    },
};

#[test]
fn a_control_names_its_action_and_what_it_is_about() {
    assert_eq!(asked("undo", ""), Some(EditMessage::Undo.into()));
    assert_eq!(asked("forward", ""), Some(PlayMessage::Step(1).into()));
    assert_eq!(asked("zoom-out", ""), Some(PlayMessage::Zoom(1.0 / STEP).into()));
    assert_eq!(asked("help", "vcs"), Some(PageMessage::Help(Key::Vcs).into()));
    assert_eq!(asked("reset-one", "hurst"), Some(EditMessage::Reset(Key::Hurst).into()));
    assert_eq!(asked("system", "kary-ncube"), Some(EditMessage::System(System::KaryNCube).into()));
}

#[test]
fn what_is_not_in_the_table_asks_for_nothing() {
    let rows = [("", ""), ("explode", ""), ("help", "nonsense"), ("system", "ring"), ("reset-one", "")];
    let votes = ["", "hands,x,1", "hands,1", "all"].map(|of| ("vote", of));
    for (name, of) in rows.into_iter().chain(votes) {
        assert_eq!(asked(name, of), None, "{name} {of}");
    }
    assert_eq!(pressed("vote-do-leave", Focus::Other, Some(KeyScope::Vote), "Enter"), None, "the button's own key");
}

#[test]
fn no_action_has_two_rows_and_no_key_two_actions_in_one_place() {
    let names: Vec<_> = ACTIONS.iter().map(|action| action.name).filter(|name| !name.is_empty()).collect();
    assert!((1..names.len()).all(|i| !names[..i].contains(&names[i])), "{names:?}");
    let all = ACTIONS.iter().filter_map(|action| action.shortcut.as_ref());
    let keys: Vec<_> = all.flat_map(|keys| keys.keys.iter().map(|key| (keys.place.heading(), *key))).collect();
    assert!((1..keys.len()).all(|i| !keys[..i].contains(&keys[i])), "{keys:?}");
}

#[test]
fn every_key_of_the_table_asks_for_something_where_it_works() {
    for keys in ACTIONS.iter().filter_map(|action| action.shortcut.as_ref()) {
        let id = match keys.place {
            KeyScope::Page | KeyScope::Present | KeyScope::Vote | KeyScope::Settings | KeyScope::Raised => "controls",
            KeyScope::GalleryTabs => "gallery-tab-lessons",
            KeyScope::Tabs => "tab-data",
            KeyScope::ShareTabs => "share-link",
            KeyScope::Chart => "chart",
            KeyScope::Animation => "stage",
            KeyScope::Map => "query-picture",
            KeyScope::Front => "query-pareto",
        };
        let covers = [KeyScope::Present, KeyScope::Vote, KeyScope::Settings, KeyScope::Raised];
        for key in keys.keys {
            assert!(
                pressed(id, Focus::Other, covers.contains(&keys.place).then_some(keys.place), key).is_some(),
                "{key} on {id}"
            );
        }
    }
}

#[test]
fn the_same_key_does_different_things_on_the_chart_and_on_the_animation() {
    assert_eq!(pressed("chart", Focus::Other, None, "ArrowLeft"), Some(ChartMessage::Cursor(Cursor::By(-1.0)).into()));
    assert_eq!(
        pressed("chart", Focus::Other, None, "Shift+ArrowRight"),
        Some(ChartMessage::Cursor(Cursor::By(10.0)).into())
    );
    assert_eq!(
        pressed("stage", Focus::Other, None, "ArrowLeft"),
        Some(PlayMessage::Walk { toward: Toward::Left, links: false }.into())
    );
    assert_eq!(
        pressed("stage", Focus::Other, None, "Shift+ArrowUp"),
        Some(PlayMessage::Walk { toward: Toward::Up, links: true }.into())
    );
    assert_eq!(pressed("presets", Focus::Other, None, "ArrowLeft"), None);
}

#[test]
fn undo_works_everywhere_but_in_a_text_field_that_has_its_own() {
    for id in ["chart", "stage", "input-k", ""] {
        assert_eq!(pressed(id, Focus::Other, None, "Control+z"), Some(EditMessage::Undo.into()), "{id}");
    }
    assert_eq!(pressed("number-k", Focus::Text, None, "Control+z"), None);
    assert_eq!(
        (pressed("stage", Focus::Other, None, "Shift+?"), pressed("number-k", Focus::Text, None, "Shift+?")),
        (Some(PageMessage::Keys.into()), None)
    );
}

#[test]
fn escape_leaves_present_wherever_the_reader_is() {
    let leave = EditMessage::Put { key: Key::Present, text: "0".into(), moving: false }.into();
    for (id, focus) in [
        ("", Focus::Other),
        ("stage", Focus::Other),
        ("chart", Focus::Other),
        ("input-credit", Focus::List),
        ("number-k", Focus::Text),
    ] {
        assert_eq!(pressed(id, focus, Some(KeyScope::Present), "Escape").as_ref(), Some(&leave), "{id}");
    }
    assert_eq!(
        (pressed("", Focus::Other, None, "Escape"), pressed("stage", Focus::Other, None, "Escape")),
        (None, Some(PlayMessage::Leave.into()))
    );
}

#[test]
fn a_list_keeps_every_key_that_chooses_from_it() {
    let covers = [None, Some(KeyScope::Present), Some(KeyScope::Settings), Some(KeyScope::Raised)];
    for chord in ACTIONS.iter().filter_map(|action| action.shortcut.as_ref()).flat_map(|keys| keys.keys) {
        let whole = chord.starts_with("Control+") || *chord == "Escape";
        for cover in covers {
            assert!(whole || pressed("input-credit", Focus::List, cover, chord).is_none(), "{chord}");
        }
    }
    assert_eq!(pressed("input-credit", Focus::List, None, "Control+z"), Some(EditMessage::Undo.into()));
}

#[test]
fn what_is_held_stands_before_the_key() {
    let chord = |key: &str, held: &str| chord(key, held.contains('c'), held.contains('s'), held.contains('a'));
    assert_eq!(chord("z", "c").as_deref(), Some("Control+z"));
    assert_eq!(chord("Z", "cs").as_deref(), Some("Control+Shift+z"), "with Shift the key is a capital");
    assert_eq!(chord("ArrowLeft", "s").as_deref(), Some("Shift+ArrowLeft"));
    assert_eq!(chord(" ", "").as_deref(), Some(" "));
    assert_eq!(chord("ArrowLeft", "a"), None, "the browser goes back");
}

#[test]
fn the_help_shows_each_shortcut_in_its_place() {
    let said = sheet().said("keys-list");
    assert!(said.contains("<dt>Space</dt><dd>On the animation: Play or pause</dd>"), "{said}");
    assert!(said.starts_with("<dt>Ctrl Z</dt><dd>Anywhere: Undo</dd>"), "{said}");
    let rows = ACTIONS.iter().filter(|action| action.shortcut.as_ref().is_some_and(|keys| !keys.shown.is_empty()));
    assert_eq!(said.matches("<dt>").count(), rows.count());
    // What the help names together with another one stands behind it.
    let beside = |pair: &[Action]| {
        pair[1].shortcut.as_ref().is_none_or(|keys| !keys.shown.is_empty()) || pair[0].shortcut.is_some()
    };
    assert!(ACTIONS.windows(2).all(beside));
}
