//! Facts that are stated in two places agree.

use std::{fs, path::Path};

#[test]
fn the_file_of_the_workers_is_of_the_same_build_as_the_module() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let stated = |file: &str, before: &str| {
        let text = fs::read_to_string(root.join(file)).expect("a file of the project");
        let (_, rest) = text.split_once(before).expect("it states its build");
        rest.split('"').next().expect("a number").to_string()
    };
    assert_eq!(
        stated("www/worker.js", "const BUILD = \""),
        stated("crates/page/src/worker/scheduler.rs", "const BUILD: &str = \"")
    );
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

/// A section without a test is compared with nothing, and one of two tests fails.
#[test]
fn each_section_of_the_blessed_words_is_that_of_one_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &Path| fs::read_to_string(file).expect("a readable file");
    let words = read(&root.join("tests/regression/words.txt"));
    let sections = words.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
    let sections: Vec<_> = sections.filter(|name| !name.contains(" -> ")).collect();
    assert!(sections.len() > 10, "{sections:?}");
    let folders = ["src", "crates/show/src", "crates/page/src", "tests/all"]
        .map(|folder| crate::circles::files(&root.join(folder)));
    let code: String = folders.iter().flatten().map(|file| read(file)).collect();
    let code: String = code.split_whitespace().collect();
    for name in sections {
        let quoted = format!("(\"{}\"", name.replace(' ', ""));
        let tests = ["words", "lines", "says", "tell"].map(|call| code.matches(&format!("{call}{quoted}")).count());
        assert_eq!(tests.iter().sum::<usize>(), 1, "[{name}]");
    }
}
