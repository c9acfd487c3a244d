//! A scene on paper: light, its pictures as lines and not as pixels, with what it is in words, and open what can be opened.

use super::at_once;
use crate::{
    app::state::{Stale, State},
    export::share::{self, PictureKind},
    prelude::*,
};

/// Parts that are closed until the reader opens them, and open on paper. The log would be pages of it.
const PARTS: [&str; 4] = ["every-equation", "every", "figure-box", "numbers"];

/// Makes the page ready to be printed, or as it was before.
pub(crate) fn print(state: &mut State, printing: bool, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    if printing == state.printing.is_some() {
        return;
    }
    let mut sheet = DomPatch::default();
    sheet.attribute("root", "data-theme", if printing { "light" } else { state.theme.word() });
    if printing {
        state.printing = Some(state.open.clone());
        state.open.extend(PARTS.iter().map(|part| (*part).to_owned()));
    } else {
        state.open = state.printing.take().unwrap_or_default();
    }
    for part in PARTS {
        sheet.mark(part, Patch::Open(state.is_open(part)));
    }
    // Parts that are written only while they are open are written now: the browser waits for nothing.
    state.stale = Stale { results: state.stale.results, ..Stale::ALL };
    at_once(state, clock, effects);
    let figures = state.scenario().chosen(Key::Tab) == "data";
    let pictures: &[PictureKind] = if figures {
        &[PictureKind::Stage, PictureKind::Chart, PictureKind::Figure]
    } else {
        &[PictureKind::Stage, PictureKind::Chart]
    };
    let paper = if printing { share::paper(pictures, &state.shown()) } else { String::new() };
    sheet.markup("printed", PreEscaped(paper));
    effects.push(Effect::Write(sheet));
}
