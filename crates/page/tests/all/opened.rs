//! A page that is opened.

use flitscope_page::{Host, Start};

/// The properties of a browser with two processors in which nothing is kept, at the fragment of an address.
pub(crate) fn opened(fragment: &str) -> Start {
    Start {
        fragment: fragment.into(),
        base: "https://example.org/".into(),
        host: Host { build: "b".into(), cores: 2, sparing: true, ..Host::default() },
        still: true,
        entropy: 1,
        ..Start::default()
    }
}
