//! Storage of the browser: simulations, and what is remembered of the reader on this device. A browser that keeps nothing is no error.

use crate::{
    dom::{self, Fallible, Listener},
    queue::send,
    workers,
};
use flitscope_page::{
    LearnMessage, PROGRESS, PageMessage, SavedRuns, THEME, ThemeChoice, saved_runs, saved_runs::PREFIX,
};
use web_sys::Storage;

/// The store; `None` where the browser grants none.
fn store() -> Option<Storage> {
    dom::window().ok()?.local_storage().ok()?
}

/// The store of the tab; `None` where the browser grants none.
fn tab() -> Option<Storage> {
    dom::window().ok()?.session_storage().ok()?
}

/// The names and texts of everything that has been simulated, or that a tab keeps.
fn entries(store: &Storage) -> Vec<(String, String)> {
    let names = (0..store.length().unwrap_or(0)).filter_map(|index| store.key(index).ok().flatten());
    let entry = |name: String| {
        let text = store.get_item(&name).ok().flatten()?;
        Some((name, text))
    };
    names.filter(|name| name.starts_with(PREFIX)).filter_map(entry).collect()
}

/// The text that is kept of a subject.
pub(crate) fn recall(subject: &str) -> Option<String> {
    store()?.get_item(&format!("{PREFIX}{subject}")).ok()?
}

/// The extent of the saved runs; `room`: true if there was room for the last text.
pub(crate) fn count(room: bool) -> SavedRuns {
    saved_runs::count(&store().map_or_else(Vec::new, |store| entries(&store)), room)
}

/// Keeps a text of a subject, and throws away what has to go for it.
pub(crate) fn save(subject: &str, text: &str) -> SavedRuns {
    let Some(store) = store() else { return count(false) };
    for name in saved_runs::surplus(&entries(&store), &workers::build(), text.len()) {
        store.remove_item(&name).ok();
    }
    count(store.set_item(&format!("{PREFIX}{subject}"), text).is_ok())
}

/// Deletes the saved runs of these subjects.
pub(crate) fn forget(subjects: &[String]) -> SavedRuns {
    if let Some(store) = store() {
        subjects.iter().for_each(|subject| store.remove_item(&format!("{PREFIX}{subject}")).unwrap_or_default());
    }
    count(true)
}

pub(crate) fn forget_all() -> SavedRuns {
    if let Some(store) = store() {
        entries(&store).iter().for_each(|(name, _)| store.remove_item(name).unwrap_or_default());
    }
    count(true)
}

/// Light or dark, as the reader has chosen and the system prefers.
pub(crate) fn theme() -> Fallible<ThemeChoice> {
    let word = remembered(THEME);
    let preferred = dom::window()?.match_media("(prefers-color-scheme: dark)")?.is_some_and(|query| query.matches());
    Ok(ThemeChoice::remembered(word.as_deref(), preferred))
}

/// Listens for what another tab keeps: the choice of light or dark and the lessons that are done are shared.
pub(crate) fn listen() -> Fallible<Listener> {
    let window = dom::window()?;
    Listener::new(&window, "storage", |_| {
        theme().into_iter().for_each(|choice| send(PageMessage::Themed(choice)));
        remembered(PROGRESS).into_iter().for_each(|words| send(LearnMessage::Kept(words)));
    })
}

/// The word that is remembered under a name.
pub(crate) fn remembered(name: &str) -> Option<String> {
    store()?.get_item(&place(name)).ok()?
}

/// Remembers a word under a name.
pub(crate) fn remember(name: &str, word: &str) {
    if let Some(store) = store() {
        store.set_item(&place(name), word).ok();
    }
}

/// The entries of the tab: names and words.
pub(crate) fn kept() -> Vec<(String, String)> {
    let entries = tab().map_or_else(Vec::new, |store| entries(&store));
    entries.into_iter().filter_map(|(name, word)| Some((name.strip_prefix(PREFIX)?.to_owned(), word))).collect()
}

/// Keeps a word under a name for as long as the tab lives.
pub(crate) fn keep(name: &str, word: &str) {
    if let Some(store) = tab() {
        store.set_item(&format!("{PREFIX}{name}"), word).ok();
    }
}

fn place(name: &str) -> String {
    format!("flitscope.{name}")
}
