//! The core knows no browser, so that it is tested natively and gives the same numbers there.

use std::{fs, path::Path};

#[test]
fn the_file_of_the_workers_is_of_the_same_build_as_the_module() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let stated = |file: &str, before: &str| {
        let text = fs::read_to_string(root.join(file)).expect("a file of the project");
        let (_, rest) = text.split_once(before).expect("it states its build");
        rest.split('"').next().expect("a number").to_string()
    };
    assert_eq!(stated("www/worker.js", "const BUILD = \""), stated("src/page/desk.rs", "pub const BUILD: &str = \""));
}

#[test]
fn only_the_web_folder_names_the_browser() {
    fn look(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                if !path.ends_with("web") {
                    look(&path, found);
                }
            } else if !path.ends_with("web.rs") {
                let text = fs::read_to_string(&path).expect("a readable file");
                for name in ["wasm_bindgen", "web_sys", "js_sys", "getrandom", "plotters_canvas"] {
                    if text.contains(name) {
                        found.push(format!("{} names {name}", path.display()));
                    }
                }
            }
        }
    }
    let mut found = Vec::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    assert!(source.join("page/update.rs").is_file(), "the page is a room of the core and is looked at too");
    look(&source, &mut found);
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn the_versions_of_the_tools_agree_with_the_lock_file() {
    let read = |name: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect(name);
    let versions = read("tools/versions");
    let pinned = versions.lines().find_map(|line| line.strip_prefix("WASM_BINDGEN=")).expect("a pin");
    let lock = read("Cargo.lock");
    assert!(
        lock.contains(&format!("name = \"wasm-bindgen\"\nversion = \"{pinned}\"")),
        "Cargo.lock has another wasm-bindgen than {pinned}"
    );
}
