//! Every button and every key performs exactly the action of the table.

use super::*;
use crate::app::message::EditMessage;

/// Rows: `click`, an action and what it is about, or an element, the kind of its focus, what covers the page, and a key.
const ROWS: &str = "
    click undo, click forward, click zoom-out, click help vcs, click reset-one hurst, click system kary-ncube
    click, click explode, click help nonsense, click system ring, click reset-one, click vote, click vote hands,x,1, click vote hands,1
    click vote all, vote-do-leave other vote Enter
    chart other page ArrowLeft, chart other page Shift+ArrowRight, stage other page ArrowLeft, stage other page Shift+ArrowUp
    presets other page ArrowLeft
    chart other page Control+z, stage other page Control+z, input-k other page Control+z, number-k text page Control+z
    input-credit list page Control+z, stage other page Shift+?, number-k text page Shift+?
    none other present Escape, stage other present Escape, chart other present Escape, input-credit list present Escape
    number-k text present Escape, none other page Escape, stage other page Escape";

#[test]
fn buttons_and_keys_send_their_messages_where_they_work() {
    let rows = ROWS.lines().flat_map(|line| line.split(", ")).map(str::trim).filter(|row| !row.is_empty());
    blessed::words("messages of buttons and keys", rows, |row| match row.split(' ').collect::<Vec<_>>()[..] {
        ["click", ref of @ ..] => {
            asked(of.first().copied().unwrap_or_default(), of.get(1).copied().unwrap_or_default())
        }
        [id, focus, cover, key] => {
            let focus = match focus {
                "text" => Focus::Text,
                "list" => Focus::List,
                _ => Focus::Other,
            };
            let cover = match cover {
                "vote" => Some(KeyScope::Vote),
                "present" => Some(KeyScope::Present),
                _ => None,
            };
            pressed(id, focus, cover, key)
        }
        _ => panic!("{row}"),
    });
}

#[test]
fn no_action_has_two_rows_and_no_key_two_actions_in_one_place() {
    let names: Vec<_> = ACTIONS.iter().map(|action| action.name).filter(|name| !name.is_empty()).collect();
    assert!((1..names.len()).all(|i| !names[..i].contains(&names[i])), "{names:?}");
    let all = ACTIONS.iter().filter_map(|action| action.shortcut.as_ref());
    let keys: Vec<_> = all.flat_map(|keys| keys.keys.iter().map(|key| (format!("{:?}", keys.place), *key))).collect();
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
            KeyScope::Compass => "turn-es",
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
    blessed::lines("help of the keys", [("keys", sheet().said("keys-list"))]);
    // What the help names together with another one stands behind it.
    let beside = |pair: &[Action]| {
        pair[1].shortcut.as_ref().is_none_or(|keys| !keys.shown.is_empty()) || pair[0].shortcut.is_some()
    };
    assert!(ACTIONS.windows(2).all(beside));
}
