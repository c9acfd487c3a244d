//! Beside an open node: which one it is, the rule of the picture, what each message does, and the last cycles of its channels.

use crate::{dom::palette::hue_in, player::prelude::*};
use flitscope::text::sentence;

/// Brings the elements to the open node, or hides them; `asks`: a lesson asks, and only the picture is seen.
pub(crate) fn sheet(player: &Player, sheet: &mut DomPatch, asks: bool) {
    let open = player.inside();
    sheet.class("body", "opened", open.is_some()).show("inside", open.is_some()).show("inside-key", open.is_some());
    if let (Some(inside), Some((animation, frame))) = (open, player.shown()) {
        let (clock, name) = (animation.terms().cycle.0, called(animation, inside.node));
        sheet.text("inside-title", format!("{name}, {clock} {}", frame.cycle));
        let followed = frame.followed.as_ref().map(|one| one.message);
        let spot = |message: u32| spot(if followed == Some(message) { "worm" } else { hue_in(&inside.hues, message) });
        let words = html! { @if !asks { (said(inside, player.selection.item(), &spot)) } };
        sheet.markup("inside-said", words).class("inside-key", "asks", asks);
    }
    // In a lesson the card has the sentences of those that wait.
    let waiting = open.filter(|_| !asks).map_or(&[][..], |inside| &inside.said).iter().filter(|said| said.waits);
    let list = html! { @for said in waiting { li { (said.words) } } };
    sheet.markup("lesson-router", list);
}

/// The name of a node at the beginning of a sentence.
pub(crate) fn called(animation: &dyn Animation, node: u32) -> String {
    let name = animation.layout().name(node);
    if name.starts_with(|letter: char| letter.is_ascii_lowercase()) { sentence(name) } else { format!("Node {name}") }
}

fn spot(colour: &str) -> Markup {
    html! {
        svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" {
            rect width="12" height="12" rx="3" fill={ "var(--" (colour) ")" } {}
        }
        " "
    }
}

fn said(inside: &Inside, item: Option<Item>, spot: &dyn Fn(u32) -> Markup) -> Markup {
    html! {
        p { (inside.rule) }
        ol {
            @for said in &inside.said {
                li.waits[said.waits].here[item == Some(Item::Message(said.message))] { (spot(said.message)) span { (said.words) } }
            }
        }
        @if !inside.strip.rows.is_empty() {
            table {
                caption { (inside.strip.caption) }
                tr { th scope="col" { "cycle" } @for name in &inside.strip.columns { th scope="col" { (name) } } }
                @for (cycle, acts) in &inside.strip.rows {
                    tr {
                        th scope="row" { (cycle) }
                        @for lane in acts {
                            td { @if let Some((message, words)) = lane {
                                @if words.is_empty() { (spot(*message)) b { (message) } } @else { (message) " " small { (words) } }
                            } }
                        }
                    }
                }
            }
        }
    }
}
