//! The actions of buttons and keys, once: a control names its action in `data-do` and its subject in `data-of`; keys and help read it too.

mod table;

use super::message::Message;
use crate::prelude::*;
use table::ACTIONS;

/// The part of the page in which a key works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyScope {
    /// Anywhere but in a text field or a list.
    Page,
    /// Anywhere outside of a dialog while the page is presented.
    Present,
    Vote,
    /// Anywhere outside of a dialog while all settings are open.
    Settings,
    /// Anywhere outside of a dialog while a tab is raised.
    Raised,
    /// On the tabs below the sliders.
    Tabs,
    Chart,
    Animation,
    /// On the turns of the compass.
    Compass,
    /// On the tabs of what can be shared.
    ShareTabs,
    GalleryTabs,
    Map,
    /// On the Pareto view of the map.
    Front,
}

impl KeyScope {
    /// With their words, in the order of the help.
    const ALL: [(Self, &'static str); 13] = [
        (Self::Page, "Anywhere"),
        (Self::Present, "While presenting"),
        (Self::Vote, "While a class votes"),
        (Self::Settings, "While all settings are open"),
        (Self::Raised, "While a tab is open"),
        (Self::Tabs, "On the tabs"),
        (Self::ShareTabs, "On the tabs of Share"),
        (Self::GalleryTabs, "On the tabs of the lessons"),
        (Self::Chart, "On the chart"),
        (Self::Animation, "On the animation"),
        (Self::Compass, "On the allowed turns"),
        (Self::Map, "On the map"),
        (Self::Front, "On the Pareto view"),
    ];
}

struct Action {
    /// Its name in `data-do`; empty where no control offers it.
    name: &'static str,
    shortcut: Option<Shortcut>,
    /// The message, for what a control is about or the key that was pressed.
    message: fn(&str) -> Option<Message>,
}

struct Shortcut {
    place: KeyScope,
    /// The key as `KeyboardEvent.key` names it; with `Control+`, `Control+Shift+` or `Shift+` in front.
    keys: &'static [&'static str],
    /// The keys as the help shows them; empty if another row of the help names them.
    shown: &'static str,
    help: &'static str,
}

/// Returns the message of a control, from the name of its action and its argument.
pub fn asked(name: &str, of: &str) -> Option<Message> {
    let action = ACTIONS.iter().find(|action| !name.is_empty() && action.name == name)?;
    (action.message)(of)
}

/// A key with what is held beside it, as the table writes it; `None` for what the browser keeps for itself.
pub fn chord(key: &str, control: bool, shift: bool, alt: bool) -> Option<String> {
    if alt {
        return None;
    }
    let key = if control { key.to_ascii_lowercase() } else { key.to_owned() };
    let held = |held: bool, name: &'static str| if held { name } else { "" };
    Some(format!("{}{}{key}", held(control, "Control+"), held(shift, "Shift+")))
}

/// The element with the focus, by the keys that it uses itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// A text field: it has an undo of its own.
    Text,
    /// A list: letters, digits and the space bar choose from it.
    List,
    /// A button or a link: the space bar presses it.
    Button,
    /// Anything else: no key of the whole page is one of its own.
    Other,
}

/// Returns the message of a key on the element of that id.
/// `cover`: Present or a vote, which come before the element with the focus, or all settings or an open tab, which come after it.
pub fn pressed(id: &str, focus: Focus, cover: Option<KeyScope>, chord: &str) -> Option<Message> {
    // A button at the foot of a vote does what it says.
    if chord == "Enter" && id.starts_with("vote-do-") {
        return None;
    }
    // The button that opens Present keeps the focus behind it.
    if focus == Focus::Button && chord == " " && !(id == "present" && cover == Some(KeyScope::Present)) {
        return None;
    }
    if focus == Focus::List && chord != "Escape" && !chord.starts_with("Control+") {
        return None;
    }
    let here = match id {
        "chart" => Some(KeyScope::Chart),
        "stage" => Some(KeyScope::Animation),
        "query-picture" => Some(KeyScope::Map),
        "query-pareto" => Some(KeyScope::Front),
        "share-link" | "share-embed" | "share-image" => Some(KeyScope::ShareTabs),
        _ if id.starts_with("turn-") => Some(KeyScope::Compass),
        _ if id.starts_with("gallery-tab-") => Some(KeyScope::GalleryTabs),
        _ if id.starts_with("tab-") => Some(KeyScope::Tabs),
        _ => None,
    };
    let anywhere = (focus != Focus::Text).then_some(KeyScope::Page);
    let present = cover.filter(|scope| matches!(scope, KeyScope::Present | KeyScope::Vote));
    present.into_iter().chain(here).chain(cover).chain(anywhere).find_map(|place| at(place, chord))
}

fn at(place: KeyScope, chord: &str) -> Option<Message> {
    let pressed = |action: &&Action| {
        action.shortcut.as_ref().is_some_and(|keys| keys.place == place && keys.keys.contains(&chord))
    };
    ACTIONS.iter().find(pressed).and_then(|action| (action.message)(chord))
}

pub(crate) fn sheet() -> DomPatch {
    let keys = |place: KeyScope| {
        let shown = ACTIONS.iter().filter_map(|action| action.shortcut.as_ref()).filter(|keys| !keys.shown.is_empty());
        shown.filter(move |keys| keys.place == place)
    };
    let mut sheet = DomPatch::default();
    sheet.markup(
        "keys-list",
        html! {
            @for (place, heading) in KeyScope::ALL {
                @for keys in keys(place) { dt { (keys.shown) } dd { (heading) ": " (keys.help) } }
            }
        },
    );
    sheet
}

#[cfg(test)]
mod tests;
