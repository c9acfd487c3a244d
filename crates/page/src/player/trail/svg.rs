//! The path of a message as a picture of its own, with the text that the page shows beside it.

use super::{FollowedMessage, Tone, all_rows, runs, words};
use crate::player::{paint::svg::Svg, prelude::*};

/// The height of a channel, of a line of words below, and of words, pixels.
const ROW: f64 = 16.0;
const LINE: f64 = 20.0;
const WORDS: f64 = 12.0;

/// The widths of the names of the nodes, and of the sign before its meaning, pixels.
const NAMES: f64 = 240.0;
const SIGN: f64 = 22.0;

/// Paints it so wide; its height, pixels. `cycle` is on the screen.
pub(crate) fn paint(
    svg: &Svg,
    (trail, layout, terms): FollowedMessage<'_>,
    palette: &Palette,
    width: f64,
    cycle: u32,
) -> f64 {
    let (end, rows) = (trail.columns, all_rows(trail));
    let rows: Vec<&TrailRow> = rows.iter().collect();
    let (deep, right) = (ROW * rows.len() as f64, width - LINE);
    let column = (right - NAMES) / end.max(1) as f64;
    let tones = |tone: Tone, (x, y): (f64, f64), across: f64| {
        svg.paint(palette.css(tone.colour()));
        for (top, height) in tone.bars() {
            svg.bar((x, y + 1.6 * top), (across, 1.6 * height));
        }
    };
    for (tone, from, cells, place) in runs(&rows, end) {
        for (x, across) in tone.pieces(from, cells) {
            tones(tone, (NAMES + column * x, ROW * place as f64), column * across);
        }
    }
    let now = f64::from(cycle) - f64::from(trail.born);
    let now = NAMES + (column * now).clamp(0.0, right - NAMES);
    svg.begin();
    svg.move_to((now, 0.0));
    svg.line_to((now, deep));
    svg.line(palette.css("operating"), 1.0);
    svg.dash(Some((4.0, 3.0)), 0.0);
    svg.stroke();
    svg.dash(None, 0.0);

    svg.paint(palette.css("ink"));
    svg.font(WORDS, TextAlign::End);
    for (place, hop) in words::hops(trail, layout).iter().enumerate() {
        svg.text(hop, (NAMES - 8.0, ROW * (place as f64 + 0.5)));
    }
    let mut below = deep + 0.5 * LINE;
    let cycle = |column: usize| (trail.born as usize + column).to_string();
    svg.text(&cycle(end), (right, below));
    svg.font(WORDS, TextAlign::Start);
    svg.text(&[terms.cycle.0, " ", &cycle(0)].concat(), (NAMES, below));
    for (tone, meaning) in Tone::ALL.into_iter().zip(words::meanings(trail.switching)) {
        if !meaning.is_empty() {
            below += LINE;
            tones(tone, (NAMES, below - 0.5 * ROW), SIGN);
            svg.paint(palette.css("ink"));
            svg.text(meaning, (NAMES + SIGN + 8.0, below));
        }
    }
    below + 0.5 * LINE
}
