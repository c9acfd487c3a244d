//! Citations, as BibTeX.

use flitscope::{
    model,
    scenario::{Scenario, System},
};

/// The paper of a system, and Flitscope.
pub(crate) fn bibtex(system: System) -> String {
    let paper = model::start(Scenario::new(system).setup()).info().bibtex;
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "{paper}\n\n@misc{{flitscope,\n  author = {{{{The Flitscope developers}}}},\n  title = {{Flitscope: an instrument for looking into interconnection networks}},\n  note = {{Version {version}}},\n  year = {{2026}}\n}}"
    )
}
