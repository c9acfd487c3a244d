//! The words of the field, each in one plain sentence.

use crate::prelude::*;
use flitscope::text::keyed;

/// The words with their meanings, in the order of the alphabet.
fn words() -> impl Iterator<Item = (&'static str, &'static str)> {
    keyed("glossary").lines().filter_map(|line| line.split_once(": "))
}

pub(crate) fn sheet() -> DomPatch {
    let list = html! { @for (word, meaning) in words() { dt id=(id(word)) tabindex="-1" { (word) } dd { (meaning) } } };
    DomPatch::inside("words-list", list)
}

pub(crate) fn id(word: &str) -> String {
    format!("word-{}", word.replace(' ', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_stands_once_in_its_order_with_one_sentence() {
        let all: Vec<_> = words().collect();
        assert!(all.len() > 30 && all.windows(2).all(|pair| pair[0].0.to_lowercase() < pair[1].0.to_lowercase()));
        for (word, meaning) in all {
            assert!(meaning.ends_with('.') && !meaning.contains(". "), "{word}: {meaning}");
        }
    }
}
