//! The meaning of the signs of the frames, as markup beside them.

use crate::player::{
    paint::usage::{LEVELS, strength},
    prelude::*,
};

/// The signs as list items; `crowded`: heads that are blocked are red and have no cross.
pub(crate) fn signs(signs: &[(Sign, &str)], crowded: bool) -> Markup {
    html! {
        @for (sign, words) in signs {
            @let (wide, shapes) = if crowded && *sign == Sign::Blocked { RED } else { shapes(*sign) };
            li {
                svg viewBox={ "0 0 " (wide) " 14" } width=(wide) height="14" aria-hidden="true" { @for shape in shapes { (shape.draw()) } }
                (words)
            }
        }
    }
}

/// The tint of channels by their use. `predicted`: our prediction is drawn beside it.
pub(crate) fn usage(carried: &Carried, terms: Terms, predicted: bool) -> Markup {
    if carried.most() <= 0.0 {
        return html! { "No channel was in use in " (terms.cycles(carried.cycles)) };
    }
    let height = |level: u32| 2 + level;
    let opacity = |level: u32| format!("{:.2}", strength(f64::from(level) / f64::from(LEVELS)));
    html! {
        "Use of a channel: 0 "
        svg viewBox="0 0 48 12" aria-hidden="true" {
            @for level in 1..=LEVELS {
                rect x=(6 * (level - 1)) y=(6.0 - f64::from(height(level)) / 2.0) width="6" height=(height(level))
                    fill="var(--ink)" opacity=(opacity(level)) {}
            }
        }
        " " (percent(carried.most(), 3)) " of " (terms.cycles(carried.cycles)) " in use"
        @if predicted { "; two lines: our model" }
    }
}

/// A part of a drawing; colours are those of the style sheet by name.
#[derive(Clone, Copy, Debug)]
enum SignPart {
    Area(&'static str, &'static str),
    /// A path with its colour and its width.
    Line(&'static str, &'static str, &'static str),
    Dashes(&'static str, &'static str, &'static str, &'static str),
    /// A disc: the place of its centre, its radius, and its colour.
    Disc(&'static str, &'static str, &'static str),
    /// A circle on the colour of nodes: the place of its centre, its radius, its colour and its width.
    Ring(&'static str, &'static str, &'static str, &'static str),
    /// A path with its colour and its width, through which the ground shows.
    Pale(&'static str, &'static str, &'static str),
}

impl SignPart {
    fn draw(self) -> Markup {
        let colour = |name: &str| format!("var(--{name})");
        html! {
            @match self {
                Self::Area(path, fill) => path d=(path) fill=(colour(fill)) {},
                Self::Line(path, stroke, width) => path d=(path) stroke=(colour(stroke)) stroke-width=(width) fill="none" {},
                Self::Dashes(path, stroke, width, dashes) =>
                    path d=(path) stroke=(colour(stroke)) stroke-width=(width) stroke-dasharray=(dashes) {},
                Self::Disc(x, radius, fill) => circle cx=(x) cy="7" r=(radius) fill=(colour(fill)) {},
                Self::Ring(x, radius, stroke, width) =>
                    circle cx=(x) cy="7" r=(radius) fill="var(--node)" stroke=(colour(stroke)) stroke-width=(width) {},
                Self::Pale(path, stroke, width) =>
                    path d=(path) stroke=(colour(stroke)) stroke-width=(width) opacity=".25" stroke-linecap="round" {},
            }
        }
    }
}

const HEADER: SignPart = SignPart::Area("M32 1.5h6l6 5.5-6 5.5h-6z", "ink");
const RED: (u32, &[SignPart]) = (14, &[SignPart::Area("M0 1.5h6l6 5.5-6 5.5h-6z", "blocked")]);
const CROSS: SignPart = SignPart::Line("M4.8 4.8l4.4 4.4M9.2 4.8l-4.4 4.4", "on-mark", "1.6");

/// A sign is drawn as the painter draws what it stands for: how wide it is, 14 high, and its parts.
const fn shapes(sign: Sign) -> (u32, &'static [SignPart]) {
    use SignPart::{Area, Dashes, Disc, Line, Pale, Ring};
    match sign {
        Sign::Node(NodeTone::Source) => (14, &[Disc("7", "7", "ink")]),
        Sign::Node(NodeTone::Full) => (14, &[Disc("7", "7", "worm")]),
        Sign::Node(_) => (14, &[Ring("7", "6", "node-edge", "1.6")]),
        Sign::Goal => (14, &[Ring("7", "5", "worm", "3.5")]),
        Sign::Message => (44, &[Dashes("M2 7H32", "worm", "7", "5 3"), HEADER]),
        Sign::Copy => (30, &[Dashes("M0 7H30", "worm", "7", "5 3")]),
        Sign::Circuit => (30, &[Dashes("M0 7H30", "hue-0", "7", "5 3")]),
        Sign::Probe => (
            40,
            &[
                Line("M0 7H28", "hue-3", "2.4"),
                Ring("28", "0", "hue-3", "0"),
                Line("M26 2h5l7 5-7 5h-5z", "hue-3", "2.2"),
            ],
        ),
        Sign::Back => (26, &[Area("M14 1H8L1 7l7 6h6z", "blocked"), Line("M14 7H26", "worm", "2.4")]),
        Sign::Hop => (
            52,
            &[
                Pale("M7 7H45", "hue-0", "13"),
                Disc("7", "4", "hue-0"),
                Area("M18 3h8v8h-8z", "hue-0"),
                Area("M29 3.5L36 7l-7 3.5z", "ink"),
                Ring("45", "4", "hue-0", "2.2"),
            ],
        ),
        Sign::Header => (
            52,
            &[
                Line("M6 1.5h40q4.5 0 4.5 4.5v2q0 4.5-4.5 4.5H6Q1.5 12.5 1.5 8V6Q1.5 1.5 6 1.5z", "worm", "1.6"),
                Dashes("M9 7H43", "ink", "4", "4 2.5"),
            ],
        ),
        Sign::Wrap => (30, &[Pale("M3 7H27", "node-edge", "6"), Line("M12 7H18", "road", "12")]),
        Sign::Ramp => (22, &[Line("M2 12L20 2", "ramp", "5"), Ring("11", "5", "node-edge", "1.6")]),
        Sign::Queue => (10, &[Area("M0 2h4v11H0zM6 2h4v11H6z", "waiting")]),
        Sign::Blocked => (14, &[Disc("7", "7", "blocked"), CROSS]),
        Sign::Busy => (38, &[Disc("7", "7", "blocked"), CROSS, Dashes("M17 7H38", "blocked", "2.6", "4.5 3.5")]),
        Sign::Name => (30, &[Line("M8 1.5h14a5.5 5.5 0 0 1 0 11H8a5.5 5.5 0 0 1 0-11z", "hue-0", "2")]),
        Sign::Limit => (30, &[Pale("M1 7H29", "blocked", "7")]),
        Sign::Turn => (16, &[Line("M2 12Q9 12 11 4M7.5 6.5L11 3l3 4", "muted", "1.8")]),
        Sign::Band => (30, &[Pale("M3 7H27", "blocked", "12")]),
        Sign::Pair => (14, &[Ring("7", "5", "ink", "2.6")]),
        Sign::Circle => (30, &[Line("M1 7H28M20 2l8 5-8 5", "blocked", "3.5")]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope_show::animation::words::{MESSAGES, SLOTS};

    #[test]
    fn the_use_of_channels_goes_from_nothing_to_the_most() {
        let carried = Carried { busy: vec![0, 30, 75], cycles: 200 };
        let nothing = Carried { busy: vec![0, 0], cycles: 0 };
        let said = [
            ("alone", usage(&carried, SLOTS, false)),
            ("beside a prediction", usage(&carried, SLOTS, true)),
            ("nothing", usage(&nothing, MESSAGES, false)),
        ];
        blessed::lines("use of channels", said.map(|(name, markup)| (name, markup.into_string())));
    }
}
