//! No circle of imports: of the modules in one folder, each with everything below it, none uses itself by way of others. It is computed from
//! the sources. A module and what lies below it may use each other; they are one room.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

type Module = Vec<String>;

/// The source of every module of the library in a folder, without comments and unit tests.
fn sources(folder: &str) -> BTreeMap<Module, String> {
    fn look(folder: &Path, module: &[String], found: &mut BTreeMap<Module, String>) {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let mut module = module.to_vec();
            if name != "lib" {
                module.push(name);
            }
            if path.is_dir() {
                if !path.ends_with("bin") {
                    look(&path, &module, found);
                }
            } else {
                let text = fs::read_to_string(&path).expect("a readable file");
                let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
                let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
                found.insert(module, code.collect::<Vec<_>>().join("\n"));
            }
        }
    }
    let mut found = BTreeMap::new();
    look(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &[], &mut found);
    found
}

/// The paths of a `use`, with its braces multiplied out.
fn paths(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((before, inside)) = tree.split_once('{') else { return vec![tree.to_owned()] };
    let inside = inside.strip_suffix('}').unwrap_or(inside);
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in inside.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().expect("one").push(c);
    }
    let full = |part: &String| paths(part).into_iter().map(|path| format!("{before}{path}")).collect::<Vec<_>>();
    parts.iter().filter(|part| !part.trim().is_empty()).flat_map(full).collect()
}

/// What is mentioned in a source as a path from the crate or from a module above: in `use` and in the middle of the code.
fn mentioned(code: &str) -> Vec<String> {
    let mut all: Vec<String> = code
        .match_indices("use ")
        .filter(|(at, _)| code[..*at].chars().next_back().is_none_or(char::is_whitespace))
        .filter_map(|(at, _)| code[at + 4..].split(';').next())
        .flat_map(paths)
        .collect();
    for root in ["crate::", "super::"] {
        let path = |(at, _): (usize, &str)| {
            let end = code[at..].find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
            code[at..end.map_or(code.len(), |end| at + end)].to_owned()
        };
        all.extend(code.match_indices(root).map(path));
    }
    all
}

/// The module that a path leads to, seen from another one.
fn target(path: &str, from: &Module, modules: &BTreeMap<Module, String>) -> Option<Module> {
    let mut parts: Vec<&str> = path.split("::").map(str::trim).filter(|part| !part.is_empty()).collect();
    let mut full: Module = match *parts.first()? {
        "crate" => Vec::new(),
        "super" | "self" => from.clone(),
        child if modules.contains_key(&[from.as_slice(), &[child.to_owned()]].concat()) => from.clone(),
        _ => return None,
    };
    while let Some(&first) = parts.first().filter(|part| matches!(**part, "crate" | "super" | "self")) {
        if first == "super" {
            full.pop();
        }
        parts.remove(0);
    }
    full.extend(parts.into_iter().map(str::to_owned));
    while !full.is_empty() && !modules.contains_key(&full) {
        full.pop();
    }
    Some(full)
}

/// In each folder: which of its modules uses which.
fn uses(modules: &BTreeMap<Module, String>) -> BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> {
    let mut folders: BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for (module, code) in modules {
        for other in mentioned(code).iter().filter_map(|path| target(path, module, modules)) {
            let same = module.iter().zip(&other).take_while(|(a, b)| a == b).count();
            if let (Some(a), Some(b)) = (module.get(same), other.get(same)) {
                let folder = folders.entry(module[..same].to_vec()).or_default();
                folder.entry(a.clone()).or_default().insert(b.clone());
            }
        }
    }
    folders
}

/// A way from a module back to itself, if there is one.
fn circle(uses: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    uses.keys().find_map(|start| {
        let mut ways = vec![vec![start.clone()]];
        let mut seen = BTreeSet::new();
        while let Some(way) = ways.pop() {
            for next in way.last().and_then(|last| uses.get(last)).into_iter().flatten() {
                let mut on = way.clone();
                on.push(next.clone());
                if next == start {
                    return Some(on);
                }
                if seen.insert(next.clone()) {
                    ways.push(on);
                }
            }
        }
        None
    })
}

/// The rooms of a library, each with those that it uses; each folder in it is looked at, too.
fn rooms(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut folders = uses(&sources(folder));
    let circles: Vec<_> =
        folders.iter().filter_map(|(folder, uses)| Some((folder.join("::"), circle(uses)?))).collect();
    assert!(circles.is_empty(), "{circles:?}");
    folders.remove(&Vec::new()).expect("a library has modules")
}

/// The rooms of the core and the folders of the page, from the bottom up.
const CORE: &[&str] = &[
    "order",
    "text",
    "solve",
    "param",
    "scenario",
    "topology",
    "traffic",
    "queueing",
    "model",
    "report",
    "sim",
    "experiment",
    "explore",
    "animation",
    "chart",
    "lesson",
];
const PAGE: &[&str] = &[
    "json",
    "worker",
    "dom",
    "results",
    "jobs",
    "pins",
    "player",
    "panels",
    "learn",
    "chart",
    "export",
    "questions",
    "app",
];

#[test]
fn each_room_uses_only_those_below_it() {
    for (folder, order) in [("src", CORE), ("crates/page/src", PAGE)] {
        let rooms = rooms(folder);
        let place = |room: &String| {
            order.iter().position(|name| name == room).unwrap_or_else(|| panic!("{room}: which place has it?"))
        };
        for (room, used) in &rooms {
            for other in used.iter().filter(|other| *other != room) {
                assert!(place(other) < place(room), "{room} uses {other}");
            }
        }
        assert!(rooms.values().any(|used| used.len() > 3), "uses are found: {rooms:?}");
    }
}

#[test]
fn a_circle_would_be_found() {
    let module = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Module>();
    let mut modules: BTreeMap<Module, String> = BTreeMap::new();
    modules.insert(module(&[]), "pub mod a;".into());
    modules.insert(module(&["a"]), "use crate::{b::{self, Thing}, c};".into());
    modules.insert(module(&["a", "inner"]), "use super::Part;".into());
    modules.insert(module(&["b"]), "pub fn b() { super::c::call() }".into());
    modules.insert(module(&["c"]), "".into());
    assert_eq!(circle(&uses(&modules)[&Vec::new()]), None);
    modules.insert(module(&["c", "inner"]), "use super::super::a::inner::Part;".into());
    let expected: Vec<String> = ["a", "c", "a"].map(str::to_owned).to_vec();
    assert_eq!(circle(&uses(&modules)[&Vec::new()]), Some(expected));
}
