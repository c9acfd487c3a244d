//! What has been simulated, kept by the browser: a reload of the same link shows it again. Bounded in size, cleared by the reader or, oldest
//! first, when there is too much of it. What an older build left is thrown away: its simulators may have been others.

use super::{dom, workers};
use crate::experiment::Observation;
use serde::Serialize as _;
use web_sys::Storage;

/// What the names of all entries begin with; the subject follows.
const PREFIX: &str = "flitscope.simulated.";

/// Characters of all entries together: a fifth of what browsers grant.
const MOST: usize = 1_000_000;

/// The store; `None` where the browser grants none.
fn store() -> Option<Storage> {
    dom::window().ok()?.local_storage().ok()?
}

/// An entry: build, time of writing, observations as JSON.
fn parts(text: &str) -> Option<(&str, f64, &str)> {
    let (build, rest) = text.split_once('|')?;
    let (time, json) = rest.split_once('|')?;
    Some((build, time.parse().ok()?, json))
}

/// What is kept of a subject: what a run can have said.
pub fn read(subject: &str) -> Vec<Observation> {
    let text = store().and_then(|store| store.get_item(&format!("{PREFIX}{subject}")).ok().flatten());
    let json = text.as_deref().and_then(parts).filter(|(build, ..)| *build == workers::build()).map(|(.., json)| json);
    let value = json.and_then(|json| js_sys::JSON::parse(json).ok());
    let mut observations: Vec<Observation> =
        value.and_then(|value| serde_wasm_bindgen::from_value(value).ok()).unwrap_or_default();
    observations.retain(Observation::credible);
    observations
}

/// Keeps what has been simulated of a subject. A browser that has no room for it keeps nothing, and the page goes on; says whether it did.
pub fn write(subject: &str, observations: &[&Observation]) -> bool {
    let Some(store) = store() else { return false };
    let value = observations.serialize(&serde_wasm_bindgen::Serializer::json_compatible());
    let json = value.ok().and_then(|value| js_sys::JSON::stringify(&value).ok()).map(String::from);
    let Some(json) = json else { return false };
    let text = format!("{}|{}|{json}", workers::build(), js_sys::Date::now());
    make_room(&store, text.len());
    store.set_item(&format!("{PREFIX}{subject}"), &text).is_ok()
}

/// Forgets a subject.
pub fn forget(subject: &str) {
    if let Some(store) = store() {
        store.remove_item(&format!("{PREFIX}{subject}")).ok();
    }
}

/// Forgets everything.
pub fn forget_all() {
    if let Some(store) = store() {
        entries(&store).iter().for_each(|(name, ..)| store.remove_item(name).unwrap_or_default());
    }
}

/// How many subjects are kept, and their characters.
pub fn size() -> (usize, usize) {
    let all = store().map_or_else(Vec::new, |store| entries(&store));
    (all.len(), all.iter().map(|(.., length)| length).sum())
}

/// All entries: name, time of writing (the beginning of time if it is of another build), characters.
fn entries(store: &Storage) -> Vec<(String, f64, usize)> {
    let names = (0..store.length().unwrap_or(0)).filter_map(|index| store.key(index).ok().flatten());
    names
        .filter(|name| name.starts_with(PREFIX))
        .map(|name| {
            let text: String = store.get_item(&name).ok().flatten().unwrap_or_default();
            let time = parts(&text).filter(|(build, ..)| *build == workers::build()).map_or(0.0, |(_, time, _)| time);
            (name, time, text.len())
        })
        .collect()
}

/// Throws away what is of another build, and the oldest entries until there is room for so many characters.
fn make_room(store: &Storage, wanted: usize) {
    let mut all = entries(store);
    all.sort_unstable_by(|a, b| b.1.total_cmp(&a.1));
    let mut length = wanted;
    for (name, time, characters) in all {
        length += characters;
        if time == 0.0 || length > MOST {
            store.remove_item(&name).ok();
        }
    }
}
