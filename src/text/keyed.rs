//! Texts by their keys, of the files in the folder `texts`. A line `# key` begins one. The program includes the files; a page reads them as
//! one when it first needs a text. Its module has those of the folder `texts/module` in itself.

use std::sync::OnceLock;

type Keyed = (&'static str, &'static str);

#[cfg(not(target_arch = "wasm32"))]
const FILES: &[&str] = &[
    include_str!("../../texts/banyan_multicast.txt"),
    include_str!("../../texts/circuits.txt"),
    include_str!("../../texts/glossary.txt"),
    include_str!("../../texts/hypercube_mmpp.txt"),
    include_str!("../../texts/hypercube_slotted.txt"),
    include_str!("../../texts/kary_ncube.txt"),
    include_str!("../../texts/matchings.txt"),
    include_str!("../../texts/mathml.txt"),
    include_str!("../../texts/rivals.txt"),
    include_str!("../../texts/torus_broadcast.txt"),
    include_str!("../../texts/unequal.txt"),
    include_str!("../../texts/worms.txt"),
    #[cfg(any(test, feature = "test-system"))]
    include_str!("../model/ring.txt"),
];

static TEXTS: OnceLock<Vec<Keyed>> = OnceLock::new();

/// The text of a key. Without one, as in a page that has not read the file, a sentence that says so.
pub fn keyed(key: &str) -> &'static str {
    found(key).unwrap_or("This text has not been loaded.")
}

/// The lines of the text of a key; those beyond its last one are empty.
pub(crate) fn lines<const N: usize>(key: &str) -> [&'static str; N] {
    let mut lines = keyed(key).lines();
    [(); N].map(|()| lines.next().unwrap_or_default())
}

/// The text of a key, if there is one.
pub(crate) fn found(key: &str) -> Option<&'static str> {
    all().iter().find(|(other, _)| *other == key).map(|(_, text)| *text)
}

/// Every text with its key.
#[cfg(not(target_arch = "wasm32"))]
pub fn all() -> &'static [Keyed] {
    TEXTS.get_or_init(|| FILES.iter().flat_map(|file| sections(file)).collect())
}

#[cfg(target_arch = "wasm32")]
fn all() -> &'static [Keyed] {
    TEXTS.get().map_or(&[], Vec::as_slice)
}

/// Takes all of them from the file of a page.
#[cfg(target_arch = "wasm32")]
pub fn install(file: String) {
    TEXTS.get_or_init(|| sections(file.leak()).collect());
}

/// True if they are there.
#[cfg(target_arch = "wasm32")]
pub fn are_here() -> bool {
    TEXTS.get().is_some()
}

/// The texts of a file with their keys.
pub(crate) fn sections(file: &'static str) -> impl Iterator<Item = Keyed> {
    let sections = file.split("\n# ").filter_map(|section| section.trim_start_matches("# ").split_once('\n'));
    sections.map(|(key, text)| (key, text.trim_matches('\n')))
}

/// The text of a file whose key is the name of an enum's variant, without its numbers.
pub(crate) fn of_variant(file: &'static str, variant: &impl std::fmt::Debug) -> Option<&'static str> {
    let name = format!("{variant:?}");
    let name = name.split([' ', '(']).next();
    sections(file).find_map(|(key, text)| (Some(key) == name).then_some(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeSet, fs};

    #[test]
    fn every_file_of_the_folder_is_read_and_no_key_is_there_twice() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/texts");
        let files = fs::read_dir(folder).expect("the folder").map(|file| file.expect("a file").path());
        let read: String =
            files.filter(|path| path.is_file()).map(|path| fs::read_to_string(path).expect("a text") + "\n").collect();
        let mut keys: BTreeSet<_> = all().iter().map(|(key, _)| *key).collect();
        assert_eq!(keys.len(), all().len(), "a key twice");
        assert!(all().iter().all(|(_, text)| !text.is_empty()));
        keys.retain(|key| !key.starts_with("ring."));
        let there: BTreeSet<_> = sections(read.leak()).map(|(key, _)| key).collect();
        assert_eq!(there, keys);
        assert!(found("no such key").is_none() && keyed("no such key").ends_with("not been loaded."));
    }
}
