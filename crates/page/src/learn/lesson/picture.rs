//! Pictures on cards: what a flit, a header, a channel and a virtual channel are.

use flitscope::lesson::Picture;
use maud::{Markup, html};

/// A point of a picture.
type At = (i32, i32);

/// The side of a flit, and the distance from one to the next.
const FLIT: i32 = 14;
const PITCH: i32 = 17;

pub(crate) fn markup(picture: Picture) -> Markup {
    let (height, words, drawn) = match picture {
        Picture::Flits => (64, "A row of flits; the first one is the header.", flits()),
        Picture::Way => (64, "A message over two channels, header first, from its source to its destination.", way()),
        Picture::Channel => {
            (72, "A channel between two nodes, with a flit on it and one in the buffer at its end.", channel())
        }
        Picture::Blocked => (96, "A message on a channel, and another one whose header stands before it.", blocked()),
        Picture::VirtualChannels => (
            150,
            "With one virtual channel the second message waits behind the first, which is blocked; with two it passes.",
            virtual_channels(),
        ),
    };
    html! {
        svg.card-picture viewBox={ "0 0 360 " (height) } role="img" aria-label=(words) { (drawn) }
    }
}

fn node((x, y): At, class: &str) -> Markup {
    html! { circle class={ "pic-node " (class) } cx=(x) cy=(y) r="13" {} }
}

fn road((x, y): At, to: i32) -> Markup {
    html! { rect class="pic-road" x=(x) y=(y - 11) width=(to - x) height="22" {} }
}

/// Flits from a place to the left, the first one a header if there is one.
fn message((x, y): At, flits: i32, header: bool, class: &str) -> Markup {
    html! {
        @for flit in 0..flits {
            @let at = x - flit * PITCH;
            @if flit == 0 && header {
                path.pic-head d={ "M" (at - 7) " " (y - 7) "h8l7 7l-7 7h-8z" } {}
            } @else {
                rect class=(class) x=(at - FLIT / 2) y=(y - FLIT / 2) width=(FLIT) height=(FLIT) rx="2" {}
            }
        }
    }
}

/// A red cross: something stands.
fn cross((x, y): At) -> Markup {
    html! {
        circle.pic-stop cx=(x) cy=(y) r="8" {}
        path.pic-cross d={ "M" (x - 3) " " (y - 3) "l6 6m0 -6l-6 6" } {}
    }
}

fn label((x, y): At, words: &str) -> Markup {
    html! { text x=(x) y=(y) { (words) } }
}

fn flits() -> Markup {
    html! {
        (message((260, 22), 9, true, "pic-a"))
        (label((236, 54), "header"))
        (label((120, 54), "flits"))
    }
}

fn way() -> Markup {
    html! {
        (road((40, 30), 320))
        (message((232, 30), 10, true, "pic-a"))
        (node((40, 30), "pic-source")) (node((180, 30), "")) (node((320, 30), "pic-destination"))
        (label((16, 60), "source")) (label((286, 60), "destination"))
    }
}

/// The buffer at the end of a channel.
fn buffer((x, y): At) -> Markup {
    html! { rect.pic-buffer x=(x - 11) y=(y - 10) width="22" height="20" rx="3" {} }
}

fn channel() -> Markup {
    html! {
        (road((40, 30), 320))
        (message((150, 30), 1, false, "pic-a"))
        (buffer((284, 30))) (message((284, 30), 1, false, "pic-a"))
        (node((40, 30), "")) (node((320, 30), ""))
        (label((128, 64), "channel")) (label((262, 64), "buffer"))
    }
}

fn blocked() -> Markup {
    html! {
        (road((180, 30), 340))
        (message((330, 30), 8, false, "pic-a"))
        (road((20, 74), 180))
        (message((150, 74), 7, true, "pic-b"))
        (node((180, 30), "")) (node((180, 74), ""))
        path.pic-line d="M180 61v-18" {}
        (cross((168, 52)))
    }
}

/// A channel with its buffers, the message that is blocked at its end, and another one.
fn shared(y: i32, two: bool) -> Markup {
    html! {
        (road((70, y), 330))
        (node((70, y), "")) (node((330, y), ""))
        @if two {
            (buffer((294, y - 12))) (buffer((294, y + 12)))
            (message((294, y - 12), 1, true, "pic-a"))
            (message((46, y - 12), 3, false, "pic-a"))
            (message((294, y + 12), 1, false, "pic-b"))
            (message((264, y + 4), 11, false, "pic-b"))
            (message((352, y + 12), 1, true, "pic-b"))
        } @else {
            (buffer((294, y)))
            (message((294, y), 13, true, "pic-a"))
            (message((46, y), 3, true, "pic-b"))
            (cross((62, y - 18)))
        }
        (cross((312, y - 18)))
    }
}

fn virtual_channels() -> Markup {
    html! {
        (label((2, 14), "V = 1")) (shared(40, false))
        (label((2, 88), "V = 2")) (shared(116, true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_one_of_the_flits() {
        for (header, heads) in [(true, 1), (false, 0)] {
            let said = message((100, 20), 4, header, "pic-a").into_string();
            assert_eq!((said.matches("<path").count(), said.matches("<rect").count()), (heads, 4 - heads));
        }
    }

    #[test]
    fn with_two_virtual_channels_the_second_message_is_past_the_first() {
        let there = |two| shared(0, two).into_string().contains("class=\"pic-b\" x=\"257\"");
        assert_eq!([false, true].map(there), [false, true], "before the channel, then on it");
    }
}
