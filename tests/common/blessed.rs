//! Sentences of facts against `tests/regression/words.txt`, which has a section for each test.
//!
//! A line is a fact or a link, and the sentence made of it. `BLESS=1` makes the section of a test anew; a failing test prints the lines that
//! differ. Both sides are written as `Debug` writes them, so that a narrow space can be told from a usual one.

use std::{collections::BTreeMap, env, fmt::Debug, fs, path::Path, sync::Mutex};

const FILE: &str = "tests/regression/words.txt";
const HEAD: &str =
    "# Made by tests: a fact or a link, and its words. `BLESS=1 cargo test NAME` makes the sections of tests anew.\n";

/// Held while the file is read and written: tests run at the same time.
static BUSY: Mutex<()> = Mutex::new(());

/// Compares the words of each fact with the lines of a section. A line begins with the first 120 letters of its fact.
pub(crate) fn words<F: Debug, W: Debug>(
    section: &str,
    facts: impl IntoIterator<Item = F>,
    mut words: impl FnMut(F) -> W,
) {
    compare(section, facts.into_iter().map(|fact| (format!("{fact:?}"), words(fact))));
}

/// Compares words, each with the name of its fact, with the lines of a section.
pub(crate) fn lines<W: Debug>(section: &str, lines: impl IntoIterator<Item = (&'static str, W)>) {
    compare(section, lines.into_iter().map(|(name, words)| (name.into(), words)));
}

/// Compares words, each with its key, with the lines of a section.
///
/// # Panics
/// If a line differs, or if there are none.
fn compare<W: Debug>(section: &str, lines: impl Iterator<Item = (String, W)>) {
    let key = |text: &str| text.chars().take(120).collect::<String>();
    let lines = lines.map(|(text, words)| format!("{} -> {words:?}", key(&text))).collect::<Vec<_>>();
    assert!(!lines.is_empty(), "{section}: no facts");
    let busy = BUSY.lock();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().find(|folder| folder.join(FILE).is_file());
    let path = root.expect("the root of the workspace").join(FILE);
    let text = fs::read_to_string(&path).expect("the file");
    let mut sections: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut name = "";
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')).filter(|line| !line.contains(" -> ")) {
            Some(begun) => name = begun,
            None => sections.entry(name).or_default().push(line),
        }
    }
    let expected = sections.insert(section, lines.iter().map(String::as_str).collect()).unwrap_or_default();
    if env::var_os("BLESS").is_some() {
        let section = |(name, lines): (&&str, &Vec<&str>)| format!("\n[{name}]\n{}\n", lines.join("\n"));
        let text = HEAD.to_owned() + &sections.iter().map(section).collect::<String>();
        return fs::write(path, text).expect("the file can be written");
    }
    drop(busy);
    let without = |lines: &[&str], others: &[&str], sign: char| -> String {
        lines.iter().filter(|line| !others.contains(line)).map(|line| format!("\n{sign} {line}")).collect()
    };
    let found = &sections[section];
    assert!(
        *found == expected,
        "[{section}] differs from {FILE}; BLESS=1 makes it anew:{}{}",
        without(&expected, found, '-'),
        without(found, &expected, '+')
    );
}
