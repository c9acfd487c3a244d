//! Citations, as BibTeX.

use crate::results::{Curve, Results};

/// The paper whose model is on the page, if one is, and Flitscope.
pub(crate) fn bibtex(results: &Results) -> String {
    let drawn = |curve: &&Curve| curve.of_paper() && !curve.end.is_bound() && results.draws(curve.reading);
    let paper = results.curves.iter().find(drawn);
    let paper =
        paper.and_then(|curve| curve.model.info().bibtex()).map_or_else(String::new, |paper| format!("{paper}\n\n"));
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "{paper}@misc{{flitscope,\n  author = {{{{The Flitscope developers}}}},\n  title = {{Flitscope: an instrument for looking into \
         interconnection networks}},\n  note = {{Version {version}}},\n  year = {{2026}}\n}}"
    )
}
