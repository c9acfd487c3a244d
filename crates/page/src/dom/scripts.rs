//! Scripts of acts and sheets in words, for `tests/regression/words.txt`.

use crate::{
    blessed,
    dom::patch::{DomPatch, Patch},
};

/// The answer to an act, and the named values after it.
pub(crate) type Told = (String, Vec<(&'static str, String)>);

/// Performs scripts, each a line with its name, a colon and its acts, separated by `"; "`, and compares their answers and what they change
/// with the blessed lines. The first act changes what differs from the state after that of the first script.
pub(crate) fn tell<S>(
    section: &str,
    scripts: &'static str,
    start: impl Fn() -> S,
    act: impl Fn(&mut S, &[&str]) -> Told,
) {
    let mut usual = None;
    let mut told = |script: &str| {
        let mut state = start();
        let mut before: Vec<(&str, String)> = usual.clone().unwrap_or_default();
        let mut each = |text: &str| {
            let (answer, now) = act(&mut state, &text.split(' ').collect::<Vec<_>>());
            let changes = now.iter().filter(|field| !before.contains(*field));
            let changes = changes.map(|(name, value)| format!("{name} {value:?}"));
            let all = Some(answer).filter(|answer| !answer.is_empty()).into_iter().chain(changes).collect::<Vec<_>>();
            usual.get_or_insert_with(|| now.clone());
            before = now;
            format!("{text}: {}", all.join(", "))
        };
        script.split("; ").map(&mut each).collect::<Vec<_>>().join("; ").replace('"', "'")
    };
    let lines = scripts.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    blessed::lines(section, lines.filter_map(|line| line.split_once(": ")).map(|(name, script)| (name, told(script))));
}

pub(crate) fn flags<'a>(all: impl IntoIterator<Item = (&'a str, bool)>) -> String {
    all.into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect::<Vec<_>>().join(" ")
}

pub(crate) fn number<N: std::str::FromStr>(word: &str) -> N {
    word.parse().unwrap_or_else(|_| panic!("{word} is no number"))
}

const LETTERS: usize = 300;

/// The parts of markup: a tag, empty before the first one, and the text behind it.
pub(crate) fn parts(markup: &str) -> impl Iterator<Item = (&str, &str)> {
    markup.split('<').enumerate().map(|(place, part)| match part.split_once('>') {
        Some((tag, text)) if place > 0 => (tag, text),
        _ => ("", part),
    })
}

/// The text of markup; a star is before what is strong.
pub(crate) fn plain(markup: &str) -> String {
    let text: String = parts(markup)
        .map(|(tag, text)| if tag.contains("\"strong\"") { format!("*{text}") } else { text.into() })
        .collect();
    text.chars().take(LETTERS).collect()
}

/// The line of the updates of some elements; an id that ends in a star is the beginning of one.
pub(crate) fn seen(sheet: &DomPatch, ids: &[&str]) -> String {
    let wanted =
        |id: &str| ids.iter().any(|one| one.strip_suffix('*').map_or(*one == id, |begin| id.starts_with(begin)));
    let word = |mark: &Patch| match mark {
        Patch::Text(text) | Patch::Markup(text) | Patch::Lines(text) => format!("'{}'", plain(text)),
        Patch::Attribute(name, value) | Patch::Style(name, value) => format!("{name} {value}"),
        Patch::Shown(shown) => (if *shown { "shown" } else { "hidden" }).into(),
        Patch::Class(name, has) => format!("{}{name}", if *has { "is " } else { "is not " }),
        Patch::Value(text) => format!("= {text}"),
        other => format!("{other:?}"),
    };
    let marks = sheet.marks().iter().filter(|(id, _)| wanted(id)).map(|(id, mark)| format!("{id} {}", word(mark)));
    marks.collect::<Vec<_>>().join("; ").replace('"', "'")
}
