//! Reactions to the dialog of sharing, and to copying and saving.

use super::{edit, fragment};
use crate::{
    app::state::State,
    export::{
        files,
        message::{Copied, ShareMessage},
        share,
    },
    panels::{explanation, header},
    prelude::*,
};
use flitscope::text::decoded;

pub(super) fn update(state: &mut State, message: ShareMessage, effects: &mut Vec<Effect>) {
    match message {
        ShareMessage::Open => {
            state.share.open();
            show(state, effects);
            effects.extend([
                Effect::Address(fragment(state)),
                Effect::Open("share-dialog"),
                Effect::Select(state.share.field()),
                Effect::Copy(state.share.text(&state.shown())),
            ]);
        }
        ShareMessage::Choose(action) => {
            state.share.turn(action);
            show(state, effects);
        }
        ShareMessage::Tab(key) => {
            let id = state.share.toward(&key, &state.base);
            show(state, effects);
            effects.push(Effect::Focus(id.into()));
        }
        ShareMessage::Send => {
            let address = state.share.text(&state.shown());
            effects.push(Effect::Send { title: header::title(state.scenario()), address });
        }
        ShareMessage::Picture(picture) => effects.extend(share::picture(picture, &state.shown())),
        ShareMessage::File(text) => open_file(state, &text, effects),
        ShareMessage::Copy => effects.push(Effect::Copy(state.share.text(&state.shown()))),
        ShareMessage::Latex => effects.push(Effect::Copy(explanation::latex(&state.results))),
        ShareMessage::Copied(result) => copied(state, result, effects),
        ShareMessage::Table(separator) => effects.extend(files::table(&state.shown(), separator)),
        ShareMessage::Document => effects.push(files::document(&state.shown())),
    }
}

fn show(state: &State, effects: &mut Vec<Effect>) {
    effects.push(Effect::Write(state.share.sheet(&state.shown())));
}

fn open_file(state: &mut State, text: &str, effects: &mut Vec<Effect>) {
    if let Some(address) = share::link_of(text) {
        edit::address(state, address.find('#').map_or("", |place| &address[place..]), effects);
    } else {
        let mut sheet = DomPatch::default();
        // The browser reads a file as UTF-8, and puts one sign in the place of each byte of a mark of UTF-16.
        let reason = decoded(text.trim_start_matches('\u{fffd}').as_bytes()).err();
        let reason = reason.unwrap_or("has no scene of Flitscope in it: open a picture that was saved here as SVG.");
        sheet.text("share-state", format!("This file {reason}"));
        // A file may have been dropped beside the dialog.
        effects.extend([
            Effect::Write(state.share.sheet(&state.shown())),
            Effect::Write(sheet),
            Effect::Open("share-dialog"),
        ]);
    }
}

/// Writes the result of copying. Without a clipboard it selects the field, for a copy by hand.
fn copied(state: &State, result: Copied, effects: &mut Vec<Effect>) {
    let [link, latex] = result.words();
    let mut sheet = DomPatch::default();
    sheet.text("share-state", link).text("latex-state", latex);
    effects.push(Effect::Write(sheet));
    if result == Copied::NoClipboard {
        effects.push(Effect::Select(state.share.field()));
    }
}
