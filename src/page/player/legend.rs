//! What the signs of the pictures mean, as markup beside them.

use crate::trace::picture::{Carried, LaneTone, NodeTone, Sign, percent};
use maud::{Markup, html};

/// Steps of the use of a channel from nothing to the most.
pub const LEVELS: u32 = 8;

/// How strong the tint of a channel is for a part of the largest use, 0 to 1.
pub fn strength(part: f64) -> f64 {
    0.12 + 0.5 * part
}

/// The signs as list items.
pub fn signs(signs: &[(Sign, &str)]) -> String {
    html! {
        @for (sign, words) in signs {
            li { svg viewBox="0 0 22 14" aria-hidden="true" { (drawing(*sign)) } (words) }
        }
    }
    .into_string()
}

/// The tint of channels by their use: from nothing to the most.
pub fn usage(carried: &Carried) -> String {
    if carried.most() <= 0.0 {
        return format!("Nothing has been carried yet, counted over {}", carried.span());
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
        " " (percent(carried.most())) " of the time in use, counted over " (carried.span())
    }
    .into_string()
}

fn colour(name: &str) -> String {
    format!("var(--{name})")
}

fn disc(fill: &str, line: &str, within: &Markup) -> Markup {
    html! { circle cx="11" cy="7" r="5" fill=(colour(fill)) stroke=(colour(line)) {} (within) }
}

fn dot(x: &str, y: &str, radius: &str) -> Markup {
    html! { circle cx=(x) cy=(y) r=(radius) fill="var(--unicast)" {} }
}

/// A filled form.
fn area(path: &str, fill: &str) -> Markup {
    html! { path d=(path) fill=(colour(fill)) {} }
}

/// A line and what is at its end.
fn line(path: &str, stroke: &str, width: &str) -> Markup {
    html! { path d=(path) stroke=(colour(stroke)) stroke-width=(width) fill="none" {} }
}

fn dashed(stroke: &str, width: &str, dashes: &str) -> Markup {
    html! { path d="M1 7H21" stroke=(colour(stroke)) stroke-width=(width) stroke-dasharray=(dashes) {} }
}

/// A lane that nothing is on yet.
fn faint(path: &str) -> Markup {
    html! { path d=(path) stroke="var(--unicast)" opacity=".4" {} }
}

const LOWER_HALF: &str = "M6 7a5 5 0 0 0 10 0z";

const CROSS: &str = "M9 5l4 4M13 5l-4 4";

const ARROW: &str = "M1 7H20M15 3l5 4-5 4";

fn drawing(sign: Sign) -> Markup {
    match sign {
        Sign::Element(tone) => {
            let (edge, within) = match tone {
                NodeTone::Blocked => ("ink", line(CROSS, "ink", "1")),
                NodeTone::Sending => ("unicast", dot("11", "7", "2")),
                _ => ("node-edge", html! {}),
            };
            html! { rect x="6" y="2" width="10" height="10" fill="var(--node)" stroke=(colour(edge)) {} (within) }
        }
        Sign::Node(tone) => node(tone),
        Sign::Lane(tone) => lane(tone),
        Sign::Probe => html! { (faint("M1 7H15")) (line("M9 3l6 4-6 4", "unicast", "1.8")) },
        Sign::Escape => html! {
            path d="M2 7H21" stroke="var(--unicast)" stroke-width="3" stroke-linecap="round" stroke-dasharray="0.01 5" {}
        },
        Sign::Queue => html! { rect x="8" y="4" width="6" height="6" fill="var(--operating)" {} },
        Sign::Blocked => line("M7 3l8 8M15 3l-8 8", "ink", "2"),
        Sign::Candidate => line(ARROW, "operating", "2"),
        Sign::Dateline => html! { (line("M1 7H21", "hair", "1")) (line("M11 2V12", "muted", "1.5")) },
    }
}

fn node(tone: NodeTone) -> Markup {
    let nothing = html! {};
    match tone {
        NodeTone::Quiet => disc("node", "node-edge", &nothing),
        NodeTone::Source => disc("ink", "ink", &nothing),
        NodeTone::Full => disc("worm", "worm", &nothing),
        NodeTone::Filling(_) => disc("node", "worm", &area(LOWER_HALF, "worm")),
        NodeTone::Sending => disc("node", "unicast", &dot("11", "7", "2")),
        NodeTone::Receiving => disc("node", "unicast", &area(LOWER_HALF, "unicast")),
        NodeTone::Both => disc("node", "unicast", &html! { (area(LOWER_HALF, "unicast")) (dot("11", "4.5", "1.6")) }),
        NodeTone::Blocked => disc("node", "ink", &line(CROSS, "ink", "1")),
        NodeTone::Held => disc("node", "unicast", &html! { (area(LOWER_HALF, "unicast")) (line(CROSS, "ink", "1")) }),
    }
}

fn lane(tone: LaneTone) -> Markup {
    match tone {
        LaneTone::Hop => line(ARROW, "unicast", "2"),
        LaneTone::Copy => dashed("worm", "3", "6 1.2"),
        LaneTone::Unicast => dashed("unicast", "2", "2.6 2"),
        LaneTone::Reserved => faint("M1 7H21"),
        LaneTone::Retreating => {
            html! { (dashed("muted", "2", "2.5 2.5")) (line("M14 3l-5 4 5 4", "ink", "1.8")) }
        }
        LaneTone::Established => html! { (line("M1 7H21", "unicast", "1.5")) (dot("12", "7", "3")) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let others = [Sign::Probe, Sign::Escape, Sign::Queue, Sign::Blocked, Sign::Candidate, Sign::Dateline];
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
        let list = signs(&[(Sign::Queue, "waits <here>"), (Sign::Escape, "escape")]);
        assert_eq!(list.matches("<li><svg viewBox=\"0 0 22 14\" aria-hidden=\"true\">").count(), 2);
        assert!(list.contains("</svg>waits &lt;here&gt;</li>") && list.ends_with("</svg>escape</li>"), "{list}");
    }

    #[test]
    fn the_use_of_channels_goes_from_nothing_to_the_most() {
        let carried = Carried { busy: vec![0, 30, 75], cycles: 200, unit: ("slot", "slots") };
        let words = usage(&carried);
        assert!(
            words.starts_with("0 <svg") && words.ends_with("</svg> 37.5 % of the time in use, counted over 200 slots"),
            "{words}"
        );
        assert_eq!(words.matches("<rect").count(), LEVELS as usize);
        assert!(
            words.contains("opacity=\"0.62\"") && words.contains("height=\"10\""),
            "the most is the strongest: {words}"
        );
        let nothing = Carried { busy: vec![0, 0], cycles: 0, unit: ("cycle", "cycles") };
        assert_eq!(usage(&nothing), "Nothing has been carried yet, counted over 0 cycles");
    }
}
