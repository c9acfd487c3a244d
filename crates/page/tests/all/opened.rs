//! A page that is opened.

use flitscope_page::{Host, Start, ThemeChoice};

/// The properties of a browser with two processors in which nothing is kept, at the fragment of an address.
pub(crate) fn opened(fragment: &str) -> Start {
    Start {
        fragment: fragment.into(),
        base: "https://example.org/".into(),
        scenes: None,
        host: Host { build: "b".into(), epoch: 0.0, cores: 2, sparing: true },
        theme: ThemeChoice { chosen: None, preferred: false },
        dragged: false,
        done: None,
        kept: Vec::new(),
        touch: false,
        still: true,
        entropy: 1,
    }
}
