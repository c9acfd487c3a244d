//! The modules of the core and of `crates/show` and the folders of the page import only from those below them. Cargo guarantees the order of the packages.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The modules of the core, bottom up.
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
    "lesson",
];

/// The modules of animation and chart, bottom up.
const SHOW: &[&str] = &["animation", "chart"];

/// The folders of the page, bottom up.
const PAGE: &[&str] = &[
    "json",
    "worker",
    "dom",
    "prelude",
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

/// Every file below a folder.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a readable folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The first name after each `crate::`; with braces, of each path between them.
fn imports(code: &str) -> Vec<&str> {
    let name = |path: &'_ str| path.len() - path.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').len();
    let mut found = Vec::new();
    for after in code.split("crate::").skip(1) {
        let Some(inside) = after.strip_prefix('{') else {
            found.push(&after[..name(after)]);
            continue;
        };
        let mut depth = 1;
        for part in inside.split_inclusive(['{', '}', ',']).map(str::trim_start) {
            if depth == 1 {
                found.push(&part[..name(part)]);
            }
            match part.chars().next_back() {
                Some('{') => depth += 1,
                Some('}') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    found
}

#[test]
fn each_module_imports_only_from_those_below_it() {
    assert_eq!(imports("use crate::{a::b::{c, d}, e};\nfn f() { crate::g::h() }"), ["a", "", "e", "g"]);
    for (folder, order) in [("src", CORE), ("crates/show/src", SHOW), ("crates/page/src", PAGE)] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let place = |name: &str| order.iter().position(|other| *other == name);
        let mut used = 0;
        for file in files(&folder) {
            let module = file.strip_prefix(&folder).expect("a file below").components().next().expect("a name");
            let module = Path::new(&module).file_stem().and_then(|name| name.to_str()).expect("a name");
            if ["lib", "bin"].contains(&module) {
                continue;
            }
            let own = place(module).unwrap_or_else(|| panic!("{module} has no place in the order"));
            let text = fs::read_to_string(&file).expect("a readable file");
            let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            let code: Vec<_> = text.lines().filter_map(|line| line.split("//").next()).collect();
            for other in imports(&code.join("\n")) {
                assert!(place(other).is_none_or(|other| other <= own), "{module} imports {other}: {}", file.display());
                used += usize::from(place(other).is_some());
            }
        }
        assert!(used > 50, "{used} imports were read");
    }
}
