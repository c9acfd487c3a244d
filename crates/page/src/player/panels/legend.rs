//! The meaning of the signs of the frames, as markup beside them.

use crate::player::paint::usage::{LEVELS, strength};
use flitscope::{
    animation::{
        frame::{Carried, LaneTone, NodeTone, Sign},
        words::Terms,
    },
    text::percent,
};
use maud::{Markup, html};

/// The signs as list items.
pub(crate) fn signs(signs: &[(Sign, &str)]) -> Markup {
    html! {
        @for (sign, words) in signs {
            li { svg viewBox="0 0 22 14" aria-hidden="true" { (drawing(*sign)) } (words) }
        }
    }
}

/// The tint of channels by their use: from nothing to the most.
pub(crate) fn usage(carried: &Carried, terms: Terms) -> Markup {
    if carried.most() <= 0.0 {
        return html! { "No channel was in use in " (terms.cycles(carried.cycles)) };
    }
    let height = |level: u32| 2 + level;
    let opacity = |level: u32| format!("{:.2}", strength(f64::from(level) / f64::from(LEVELS)));
    html! {
        "0 "
        svg viewBox="0 0 48 12" aria-hidden="true" {
            @for level in 1..=LEVELS {
                rect x=(6 * (level - 1)) y=(6.0 - f64::from(height(level)) / 2.0) width="6" height=(height(level))
                    fill="var(--printed)" opacity=(opacity(level)) {}
            }
        }
        " " (percent(carried.most(), 3)) " of " (terms.cycles(carried.cycles)) " in use"
    }
}

/// A part of a drawing; colours are those of the style sheet by name.
#[derive(Clone, Copy, Debug)]
enum SignPart {
    /// A node: its colour, and that of its edge.
    Disc(&'static str, &'static str),
    /// A switching element at rest, with the colour of its edge.
    Square(&'static str),
    /// Waiting messages.
    Queue,
    /// A letter at the end of a line.
    Letter,
    /// A dot: x, y, radius.
    Dot(&'static str, &'static str, &'static str),
    /// A filled path.
    Area(&'static str, &'static str),
    /// A path with its colour and its width.
    Line(&'static str, &'static str, &'static str),
    /// A straight line with its colour, its width and its dashes.
    Dashes(&'static str, &'static str, &'static str),
    /// Dots in a row.
    Dots,
    /// A lane that nothing is on yet.
    Faint(&'static str),
}

impl SignPart {
    fn draw(self) -> Markup {
        let colour = |name: &str| format!("var(--{name})");
        html! {
            @match self {
                Self::Disc(fill, edge) => circle cx="11" cy="7" r="5" fill=(colour(fill)) stroke=(colour(edge)) {},
                Self::Square(edge) => rect x="6" y="2" width="10" height="10" fill="var(--node)" stroke=(colour(edge)) {},
                Self::Queue => path d="M7 4.5H15M7 9.5H15" stroke="var(--operating)" stroke-width="3" {},
                Self::Letter => text x="18" y="10.5" font-size="10" text-anchor="middle" fill="var(--muted)" { "A" },
                Self::Dot(x, y, radius) => circle cx=(x) cy=(y) r=(radius) fill="var(--unicast)" {},
                Self::Area(path, fill) => path d=(path) fill=(colour(fill)) {},
                Self::Line(path, stroke, width) => path d=(path) stroke=(colour(stroke)) stroke-width=(width) fill="none" {},
                Self::Dashes(stroke, width, dashes) =>
                    path d=(ACROSS) stroke=(colour(stroke)) stroke-width=(width) stroke-dasharray=(dashes) {},
                Self::Dots => path d="M2 7H21" stroke="var(--unicast)" stroke-width="3" stroke-linecap="round"
                    stroke-dasharray="0.01 5" {},
                Self::Faint(path) => path d=(path) stroke="var(--unicast)" opacity=".4" {},
            }
        }
    }
}

const ACROSS: &str = "M1 7H21";
const LOWER_HALF: &str = "M6 7a5 5 0 0 0 10 0z";
const ARROW: &str = "M1 7H20M15 3l5 4-5 4";
const CROSS: SignPart = SignPart::Line("M9 5l4 4M13 5l-4 4", "ink", "1");
const SENDS: SignPart = SignPart::Dot("11", "7", "2");
const RECEIVES: SignPart = SignPart::Area(LOWER_HALF, "unicast");
const ACTIVE: SignPart = SignPart::Disc("node", "unicast");

/// A sign is drawn as the painter draws what it stands for, in a box of 22 by 14.
const fn shapes(sign: Sign) -> &'static [SignPart] {
    use SignPart::{Area, Dashes, Disc, Dot, Dots, Faint, Letter, Line, Queue, Square};
    match sign {
        Sign::Element(NodeTone::Blocked) => &[Square("ink"), CROSS],
        Sign::Element(NodeTone::Sending) => &[Square("unicast"), SENDS],
        Sign::Element(_) => &[Square("node-edge")],
        Sign::Node(NodeTone::Quiet) => &[Disc("node", "node-edge")],
        Sign::Node(NodeTone::Source) => &[Disc("ink", "ink")],
        Sign::Node(NodeTone::Full) => &[Disc("worm", "worm")],
        Sign::Node(NodeTone::Filling(_)) => &[Disc("node", "worm"), Area(LOWER_HALF, "worm")],
        Sign::Node(NodeTone::Sending) => &[ACTIVE, SENDS],
        Sign::Node(NodeTone::Receiving) => &[ACTIVE, RECEIVES],
        Sign::Node(NodeTone::Both) => &[ACTIVE, RECEIVES, Dot("11", "4.5", "1.6")],
        Sign::Node(NodeTone::Blocked) => &[Disc("node", "ink"), CROSS],
        Sign::Node(NodeTone::Held) => &[ACTIVE, RECEIVES, CROSS],
        Sign::Head => &[Dashes("unicast", "2", "2.6 2"), Line("M14 7H21", "ink", "4")],
        Sign::Wrap => &[Line("M1 7H13", "hair", "1"), Letter],
        Sign::Above => &[Line("M4 12L16 2", "unicast", "1.5"), Line("M11 2H16V7", "unicast", "1.5")],
        Sign::Lane(LaneTone::Hop) => &[Line(ARROW, "unicast", "2")],
        Sign::Lane(LaneTone::Copy) => &[Dashes("worm", "3", "6 1.2")],
        Sign::Lane(LaneTone::Unicast) => &[Dashes("unicast", "2", "2.6 2")],
        Sign::Lane(LaneTone::Reserved) => &[Faint(ACROSS)],
        Sign::Lane(LaneTone::Retreating) => &[Dashes("muted", "2", "2.5 2.5"), Line("M14 3l-5 4 5 4", "ink", "1.8")],
        Sign::Lane(LaneTone::Established) => &[Line(ACROSS, "unicast", "1.5"), Dot("12", "7", "3")],
        Sign::Probe => &[Faint("M1 7H15"), Line("M9 3l6 4-6 4", "unicast", "1.8")],
        Sign::Escape => &[Dots],
        Sign::Queue => &[Queue],
        Sign::Blocked => &[Line("M7 3l8 8M15 3l-8 8", "ink", "2")],
        Sign::Candidate => &[Line(ARROW, "operating", "2")],
        Sign::Circle => &[Line(ARROW, "printed", "3.5")],
        Sign::Dateline => &[Line(ACROSS, "hair", "1"), Line("M11 2V12", "muted", "1.5")],
    }
}

fn drawing(sign: Sign) -> Markup {
    html! { @for shape in shapes(sign) { (shape.draw()) } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope::animation::words::{MESSAGES, SLOTS};
    use std::collections::HashSet;

    const NODES: [NodeTone; 9] = [
        NodeTone::Quiet,
        NodeTone::Source,
        NodeTone::Full,
        NodeTone::Filling(0.5),
        NodeTone::Sending,
        NodeTone::Receiving,
        NodeTone::Both,
        NodeTone::Blocked,
        NodeTone::Held,
    ];

    const LANES: [LaneTone; 6] = [
        LaneTone::Copy,
        LaneTone::Unicast,
        LaneTone::Reserved,
        LaneTone::Hop,
        LaneTone::Retreating,
        LaneTone::Established,
    ];

    #[test]
    fn no_two_signs_look_alike_and_every_element_is_closed() {
        let others = [
            Sign::Head,
            Sign::Wrap,
            Sign::Above,
            Sign::Probe,
            Sign::Escape,
            Sign::Queue,
            Sign::Blocked,
            Sign::Candidate,
            Sign::Dateline,
            Sign::Circle,
        ];
        let elements = [NodeTone::Quiet, NodeTone::Sending, NodeTone::Blocked].map(Sign::Element);
        let all = NODES.map(Sign::Node).into_iter().chain(LANES.map(Sign::Lane)).chain(elements).chain(others);
        let drawings: Vec<_> = all.map(|sign| drawing(sign).into_string()).collect();
        assert_eq!(drawings.iter().collect::<HashSet<_>>().len(), drawings.len());
        for drawing in drawings {
            let number = |names: [&str; 3]| names.iter().map(|name| drawing.matches(name).count()).sum::<usize>();
            let opened = number(["<path", "<circle", "<rect"]);
            let closed = number(["</path>", "</circle>", "</rect>"]);
            // In a drawing one that is not closed would hold those that follow, and nothing of them would be seen.
            assert_eq!(opened, closed, "{drawing}");
            assert!(opened > 0, "{drawing}");
        }
    }

    #[test]
    fn a_sign_stands_before_its_words() {
        let list = signs(&[(Sign::Queue, "waits <here>"), (Sign::Escape, "escape")]).into_string();
        assert_eq!(list.matches("<li><svg viewBox=\"0 0 22 14\" aria-hidden=\"true\">").count(), 2);
        assert!(list.contains("</svg>waits &lt;here&gt;</li>") && list.ends_with("</svg>escape</li>"), "{list}");
    }

    #[test]
    fn the_use_of_channels_goes_from_nothing_to_the_most() {
        let carried = Carried { busy: vec![0, 30, 75], cycles: 200 };
        let words = usage(&carried, SLOTS).into_string();
        assert!(words.starts_with("0 <svg") && words.ends_with("</svg> 37.5 % of 200 slots in use"), "{words}");
        assert_eq!(words.matches("<rect").count(), LEVELS as usize);
        assert!(
            words.contains("opacity=\"0.62\"") && words.contains("height=\"10\""),
            "the most is the strongest: {words}"
        );
        let nothing = Carried { busy: vec![0, 0], cycles: 0 };
        assert_eq!(usage(&nothing, MESSAGES).into_string(), "No channel was in use in 0 cycles");
    }
}
