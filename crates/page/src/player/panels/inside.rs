//! Beside an open node: which one it is, the rule of the picture, what each message does, and the last cycles of a channel.

use crate::{dom::palette::hue, player::prelude::*};
use flitscope::text::sentence;

/// Brings the elements to the open node, or hides them; `asks`: a lesson asks, and only the picture is seen.
pub(crate) fn sheet(player: &Player, sheet: &mut DomPatch, asks: bool) {
    let open = player.inside();
    sheet.class("body", "opened", open.is_some()).show("inside", open.is_some());
    if let (Some(inside), Some((animation, frame))) = (open, player.shown()) {
        let (clock, name) = (animation.terms().cycle.0, called(animation, inside.node));
        sheet.text("inside-title", format!("{name}, {clock} {}", frame.cycle)).show("inside-key", inside.depth > 0);
        let followed = frame.followed.as_ref().map(|one| one.message);
        let spot = |message: u32| spot(if followed == Some(message) { "worm" } else { hue(message) });
        let words = || said(inside, animation, player.selection.item(), &spot);
        sheet.markup(
            "inside-said",
            if asks {
                html! {}
            } else {
                words()
            },
        );
    }
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

fn said(inside: &Inside, animation: &dyn Animation, item: Option<Item>, spot: &dyn Fn(u32) -> Markup) -> Markup {
    html! {
        p { (inside.rule) }
        ol {
            @for said in &inside.said {
                li.waits[said.waits].here[item == Some(Item::Message(said.message))] { (spot(said.message)) span { (said.words) } }
            }
        }
        @if let (Some(first), Some(Item::Link(link))) = (inside.strip.first(), item) {
            @let layout = animation.layout();
            table {
                caption { "The last cycles of the channel to " (layout.links.get(link as usize).map_or("", |link| layout.name(link.to))) }
                tr { th scope="col" { "cycle" } @for lane in 0..first.lanes.len() { th scope="col" { "lane " (lane) } } }
                @for row in &inside.strip {
                    tr {
                        th scope="row" { (row.cycle) }
                        @for lane in &row.lanes {
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
