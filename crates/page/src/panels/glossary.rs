//! The words of the field, each in one plain sentence.

use crate::dom::patch::DomPatch;
use flitscope::text::Beside;
use maud::html;

/// A word and what it means, in the order of the alphabet.
pub(crate) const WORDS: &[(&str, Beside)] = &[
    (
        "accepted throughput",
        Beside::of(
            "The traffic that the network delivers, per node and cycle; it follows the offered load up to saturation.",
        ),
    ),
    (
        "adaptive routing",
        Beside::of(
            "A header may take any channel that brings it nearer to its destination, and so goes around busy ones.",
        ),
    ),
    (
        "banyan",
        Beside::of(
            "A network of stages of small switches in which exactly one path leads from each input to each output.",
        ),
    ),
    (
        "bisection",
        Beside::of("The channels between two halves of a network; what they carry bounds the load under any routing."),
    ),
    ("blocking", Beside::of("A message is blocked while every channel that it may take next is held by others.")),
    ("broadcast", Beside::of("One message that is copied until every node has it.")),
    ("channel", Beside::of("A one-way link between two neighbours; it carries one flit in a cycle.")),
    (
        "circuit switching",
        Beside::of("A probe first reserves a whole path, then the message crosses it without further waiting."),
    ),
    (
        "confidence interval",
        Beside::of(
            "The range, written ±, that holds the true mean with a probability of 95 %, as far as one run can tell.",
        ),
    ),
    ("deadlock", Beside::of("Some messages wait for each other in a circle, so none of them will ever move.")),
    (
        "dimension order",
        Beside::of(
            "Routing along the first dimension to the end, then along the second, and so on; the path of a message is fixed.",
        ),
    ),
    (
        "escape channel",
        Beside::of(
            "A virtual channel with a fixed route that cannot close a circle; a message that finds no other channel free waits for it.",
        ),
    ),
    (
        "flit",
        Beside::of(
            "The smallest piece of a message that is sent on its own: one flit crosses one channel in one cycle.",
        ),
    ),
    (
        "header",
        Beside::of(
            "The first flit of a message; it has the address of the destination and chooses the path, and the others follow.",
        ),
    ),
    (
        "Hurst parameter",
        Beside::of(
            "How long bursts last: 0.5 is short memory, and towards 1 traffic is bursty over ever longer times.",
        ),
    ),
    (
        "hypercube",
        Beside::of("2ⁿ nodes with n-bit addresses; two nodes are neighbours if their addresses differ in one bit."),
    ),
    ("latency", Beside::of("The time from the generation of a message until its last flit has arrived.")),
    ("mesh", Beside::of("A grid whose rows and columns have ends: a torus without the channels that close its rings.")),
    (
        "message",
        Beside::of("What one node sends to another; all messages of a network here have the same number of flits."),
    ),
    ("multicast", Beside::of("One message to several chosen destinations.")),
    ("node", Beside::of("A processor with its router, which sends, receives and passes messages on.")),
    (
        "offered load",
        Beside::of("The traffic that the nodes generate, per node and cycle, whether or not the network can carry it."),
    ),
    ("packet", Beside::of("A message that moves as a whole, one hop in a slot, instead of flit by flit.")),
    ("ring size", Beside::of("The radix: the number of nodes in each ring of a torus or a k-ary n-cube, written k.")),
    ("saturation", Beside::of("The network cannot carry the offered load: queues grow for as long as the load lasts.")),
    ("store and forward", Beside::of("A node sends a packet on only after it has received the whole of it.")),
    ("torus", Beside::of("A grid whose rows and columns are closed to rings.")),
    (
        "traffic pattern",
        Beside::of(
            "The rule by which each node chooses its destinations, such as uniform (any other node) or transpose (x and y exchanged).",
        ),
    ),
    ("unicast", Beside::of("A message to one destination.")),
    (
        "Valiant routing",
        Beside::of(
            "A message goes to a random node first and from there to its destination, which makes any traffic nearly uniform.",
        ),
    ),
    (
        "virtual channel",
        Beside::of("One of several buffers that share a channel, so that a message can pass one that is blocked."),
    ),
    (
        "worm",
        Beside::of(
            "A message inside a network with wormhole switching; its flits occupy several channels, one behind the other.",
        ),
    ),
    (
        "wormhole switching",
        Beside::of(
            "The header moves on as soon as it can and the flits follow in a row; a blocked message stays in the network and holds its \
             channels.",
        ),
    ),
    ("zero-load latency", Beside::of("The latency in an empty network, where nothing is ever blocked.")),
];

/// The list of the dialog.
pub(crate) fn sheet() -> DomPatch {
    let mut sheet = DomPatch::default();
    sheet.markup(
        "words-list",
        html! { @for (word, meaning) in WORDS { dt id=(id(word)) tabindex="-1" { (word) } dd { (meaning.text()) } } },
    );
    sheet
}

/// The id of a word of the list.
pub(crate) fn id(word: &str) -> String {
    format!("word-{}", word.replace(' ', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_stands_once_in_its_order_with_one_sentence() {
        assert!(WORDS.windows(2).all(|pair| pair[0].0.to_lowercase() < pair[1].0.to_lowercase()));
        for (word, meaning) in WORDS {
            let meaning = meaning.text();
            assert!(meaning.ends_with('.') && !meaning.contains(". "), "{word}: {meaning}");
        }
        assert_eq!(sheet().said("words-list").matches("<dt ").count(), WORDS.len());
    }
}
