//! Texts that a reader needs only after opening something. The program has them in itself; a page has them in a file beside it.

#[cfg(target_arch = "wasm32")]
use std::sync::OnceLock;

/// One of these texts. A page has its hash alone, and reads the file of all texts when it first needs one of them: until then each is empty.
/// A text has no empty line, which ends it in the file. It has to be a constant, or the page would contain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beside(#[cfg(not(target_arch = "wasm32"))] &'static str, #[cfg(target_arch = "wasm32")] u32);

/// The texts of the file by their hashes, once it has been read.
#[cfg(target_arch = "wasm32")]
static READ: OnceLock<Vec<(u32, &'static str)>> = OnceLock::new();

impl Beside {
    /// None.
    pub const NONE: Self = Self::of("");

    /// That text.
    pub const fn of(text: &'static str) -> Self {
        #[cfg(target_arch = "wasm32")]
        let text = hash(text);
        Self(text)
    }

    /// The text; empty in a page that has not read the file.
    pub fn text(self) -> &'static str {
        #[cfg(target_arch = "wasm32")]
        return READ.get().map_or("", |all| found(all, self.0));
        #[cfg(not(target_arch = "wasm32"))]
        self.0
    }

    /// Takes all of them from the file.
    #[cfg(target_arch = "wasm32")]
    pub fn install(file: String) {
        READ.get_or_init(|| table(file.leak()));
    }

    /// True if they are there.
    #[cfg(target_arch = "wasm32")]
    pub fn are_here() -> bool {
        READ.get().is_some()
    }
}

/// FNV-1a of nothing.
pub(crate) const FNV: u32 = 0x811c_9dc5;

/// FNV-1a of one byte more.
pub(crate) const fn fnv(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

/// FNV-1a of a text without the ends of its lines.
#[cfg(any(test, target_arch = "wasm32"))]
const fn hash(text: &str) -> u32 {
    let (bytes, mut at, mut hash) = (text.as_bytes(), 0, FNV);
    while at < bytes.len() {
        if !matches!(bytes[at], b'\n' | b'\r') {
            hash = fnv(hash, bytes[at]);
        }
        at += 1;
    }
    hash
}

/// The texts of a file, which empty lines part, with their hashes.
#[cfg(any(test, target_arch = "wasm32"))]
fn table(file: &str) -> Vec<(u32, &str)> {
    file.split("\n\n").map(|text| (hash(text), text)).collect()
}

/// The text with that hash, or an empty one.
#[cfg(any(test, target_arch = "wasm32"))]
fn found<'a>(all: &[(u32, &'a str)], hash: u32) -> &'a str {
    all.iter().find(|(other, _)| *other == hash).map_or("", |(_, text)| text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_the_file_is_found_by_its_hash() {
        let texts = ["W\t<mi>W</mi>\nS\t<mi>S</mi>", "A mean.", "λ of (3)"];
        let file = texts.join("\n\n");
        let all = table(&file);
        for text in texts {
            assert_eq!(found(&all, hash(text)), text);
        }
        assert_eq!(found(&all, hash("another")), "");
        assert_eq!(
            (hash(""), hash("a"), hash("foobar\n")),
            (0x811c_9dc5, 0xe40c_292c, 0xbf9c_f968),
            "FNV-1a of 32 bits"
        );
    }

    #[test]
    fn no_two_texts_of_the_page_have_the_same_hash() {
        let mut all = table(include_str!("../../www/texts.txt"));
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
