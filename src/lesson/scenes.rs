//! The scenes of a lesson by name: each is a link, or another scene with changes.

use super::world::nodes;
use crate::{
    param::{Accepted, Key, Problem},
    scenario::{Parsed, Scenario, link},
};

pub(super) const MOST: usize = 24;

/// Names that are built on each other, at most.
const DEPTH: usize = 8;

/// Keys that say where a reader is. A scene of a file has none of them.
const OF_READER: [Key; 7] = [Key::Lesson, Key::Step, Key::Answer, Key::Done, Key::Paper, Key::Embed, Key::Present];

/// The scenes of a lesson, each with its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenes(Vec<(String, Scenario)>);

/// A scene as the file has it: its line, its name and its text.
pub(super) type Written = (usize, String, String);

impl Scenes {
    /// Resolves the scenes of a file. A mistake has its line; a scene with one is there without what is wrong, and those that are built
    /// on it do not repeat its mistake.
    pub(super) fn of(written: &[Written]) -> (Self, Vec<(usize, String)>) {
        let (mut scenes, mut mistakes) = (Self::default(), Vec::new());
        let known = |name: &str| written.iter().find(|(_, other, _)| other == name).map(|(_, _, text)| text.as_str());
        let read = |name, text| match whole(text, &known, &mut vec![name]) {
            Ok(link) => opened(&link),
            Err(sentence) => (Scenario::default(), Some(sentence)),
        };
        for (index, (line, name, text)) in written.iter().enumerate() {
            if written[..index].iter().any(|(_, other, _)| other == name) {
                mistakes.push((*line, format!("there is a scene {name} already. Choose another name.")));
                continue;
            }
            let (scenario, sentence) = read(name, text);
            scenes.0.push((name.clone(), scenario));
            let base = text.split('&').next().unwrap_or_default();
            let of_base = || known(base).and_then(|text| read(base, text).1);
            mistakes.extend(sentence.filter(|own| of_base().as_ref() != Some(own)).map(|own| (*line, own)));
        }
        (scenes, mistakes)
    }

    /// All of them, each with its name.
    pub fn all(&self) -> &[(String, Scenario)] {
        &self.0
    }

    pub(super) fn put(&mut self, name: String, scene: Scenario) {
        self.0.push((name, scene));
    }

    /// The scene of a name.
    pub fn scenario(&self, name: &str) -> Option<&Scenario> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, scenario)| scenario)
    }

    /// The scene of the link of a step, `few&cycle=300`.
    pub(super) fn linked(&self, text: &str) -> Result<Scenario, String> {
        super::worked(text.len() + 500);
        let (name, changes) = text.split_once('&').unwrap_or((text, ""));
        let scene = self.scenario(name).ok_or_else(|| self.unknown(name))?;
        let (scenario, sentence) = opened(&merged(&link::write(scene), changes));
        sentence.map_or(Ok(scenario), Err)
    }

    /// The sentence of a name that there is not.
    pub fn unknown(&self, name: &str) -> String {
        let names: Vec<_> = self.0.iter().map(|(name, _)| name.as_str()).collect();
        let names = if names.is_empty() { "none".into() } else { names.join(", ") };
        format!("there is no scene \"{}\". Scenes of this file: {names}.", cut(name))
    }
}

/// A text, cut after 40 characters.
pub(super) fn cut(text: &str) -> String {
    let mut letters = text.chars();
    let mut cut: String = letters.by_ref().take(40).collect();
    if letters.next().is_some() {
        cut.push('…');
    }
    cut
}

/// The link of a scene, with those that it is built on.
fn whole<'a>(
    text: &'a str,
    known: &dyn Fn(&str) -> Option<&'a str>,
    path: &mut Vec<&'a str>,
) -> Result<String, String> {
    let (first, changes) = text.split_once('&').unwrap_or((text, ""));
    if first.contains('=') {
        return Ok(merged("v=2", text));
    }
    if path.contains(&first) {
        let circle: Vec<_> = path.iter().chain([&first]).copied().collect();
        return Err(format!("{} is a circle of names: {}.", first, circle.join(" is built on ")));
    }
    let base = known(first).ok_or_else(|| format!("there is no scene \"{}\" to build on.", cut(first)))?;
    path.push(first);
    if path.len() > DEPTH {
        return Err(format!("names are built on each other at most {DEPTH} times."));
    }
    Ok(merged(&whole(base, known, path)?, changes))
}

/// A link with other values of some of its keys; pins are added.
fn merged(link: &str, changes: &str) -> String {
    let key = |pair: &str| pair.split('=').next().unwrap_or_default().to_owned();
    let changes: Vec<_> = changes.split('&').filter(|pair| !pair.is_empty()).collect();
    let kept = link.split('&').filter(|pair| {
        let own = key(pair);
        own == "pin" || !changes.iter().any(|change| key(change) == own)
    });
    kept.chain(changes.iter().copied()).collect::<Vec<_>>().join("&")
}

/// The scenario of a link, and its mistake: it must be accepted word for word, and a node that it opens must be there.
fn opened(link: &str) -> (Scenario, Option<String>) {
    let Parsed { scenario, problems } = link::parse(link);
    let named = |key: &&Key| link.split('&').any(|pair| pair.split('=').next() == Some(key.name()));
    let of_reader = OF_READER.iter().find(named).map(|key| key.name());
    let has_routers = scenario.system().param(Key::Routing).is_some() && scenario.chosen(Key::Animation) != "broadcast";
    let (open, nodes) = (scenario.count(Key::Open), nodes(&scenario));
    let sentence = match problems.into_iter().next() {
        _ if of_reader.is_some() => of_reader.map(|name| format!("\"{name}\" belongs to the reader. Leave it out.")),
        Some(problem) => Some(Problem { used: None, ..problem }.to_string()),
        None if scenario.is_default(Key::Open) => None,
        None if !has_routers => Some("open shows the router of a node, and nodes have none here. Leave it out.".into()),
        None if open < nodes => None,
        None => Some(Problem::new("open", open, Accepted::Whole { min: 0, max: nodes - 1 }).to_string()),
    };
    (scenario, sentence)
}
