//! Where everything in a chart stands: numbers only, so that it can be tested without drawing.
//!
//! From top to bottom: the y label and the labels of the limits share a band, then the plot, the labels of the x axis, the x
//! label. A chart too small for all that gives up first the band and the x label, then everything.

use super::label::{Anchor, Obstacles, PlacedWord, Rect, width};
use super::scale::Scale;
use super::theme::{Colour, Theme};
use super::{Chart, Dash, Dots, Plot, Weight, clip};
use flitscope::order::sort_small_by;

/// Lines of text below which a chart is low.
const LOW: f64 = 11.0;

/// The clearance of words from a mark at a load, pixels on each side.
const BUSY: f64 = 14.0;

/// A curve in units of the drawing, cut at the edges of the plot.
#[derive(Clone, Debug)]
pub(super) struct PlacedCurve {
    pub pieces: Vec<Vec<(f64, f64)>>,
    pub colour: Colour,
    pub dash: Dash,
    pub width: f64,
    /// The points that are marked by a dot.
    pub dots: Dots,
}

/// Everything with its place, in units of the drawing.
#[derive(Clone, Debug)]
pub(super) struct ChartLayout {
    pub plot: Plot,
    /// True if the area is large enough for a plot.
    pub drawn: bool,
    pub columns: Vec<f64>,
    pub rows: Vec<f64>,
    pub curves: Vec<PlacedCurve>,
    /// The corners of the filled areas, with their colours.
    pub bands: Vec<(Vec<(f64, f64)>, Colour)>,
    /// The upright lines of limits: their columns and colours.
    pub limits: Vec<(f64, Colour)>,
    /// The shaded zone at the right end of the plot.
    pub zone: Option<(Rect, Colour)>,
    /// Rows of the marks on the y axis.
    pub marks: Vec<f64>,
    pub around: Vec<PlacedWord>,
    /// Words inside the plot, which hide the grid behind them.
    pub inside: Vec<PlacedWord>,
}

pub(super) fn layout(chart: &Chart, theme: &Theme, (across, down): (f64, f64)) -> ChartLayout {
    let line = theme.text * 1.35;
    let snap = |length: f64| (length / theme.pixel).round() * theme.pixel;
    let roomy = down >= 7.0 * line && across >= 9.0 * line;
    let text_of = |text: &str, at: (f64, f64), align: Anchor, colour: Colour| PlacedWord {
        text: text.into(),
        at,
        align,
        size: theme.text,
        colour,
    };
    let named = |text: &str| roomy && !text.trim().is_empty();
    // Around a low chart there is room for the numbers of the axes alone.
    let tall = down >= LOW * line;
    let under = tall && named(&chart.x.label);

    let below = theme.margin + 1.5 * line + if under { line } else { 0.0 };
    let bottom = snap((down - below).max(theme.pixel));
    let above = |rows: usize| theme.margin + (rows as f64 + 0.6) * line;

    // The y axis first: the width of its labels decides where the plot begins.
    let words = || named(&chart.y.label) || chart.limits.iter().any(|limit| named(&limit.label));
    let banded = tall && words();
    let top = snap(above(usize::from(banded)).min(bottom - theme.pixel).max(0.0));
    let apart = if tall { 2.2 * line } else { 1.7 * line };
    let values = chart.y.scale.ticks((((bottom - top) / apart) as usize).clamp(2, 6));
    let names = chart.y.scale.labels(&values);
    let widest = names.iter().map(|name| width(name, theme.text)).fold(theme.label_area, f64::max);
    let right = snap((across - theme.right).max(2.0 * theme.pixel));
    let left = snap((theme.margin + widest + theme.gap).min(right - theme.pixel));
    let mut plot = Plot { left, top, width: right - left, height: bottom - top };
    let drawn = plot.width >= 2.0 * line && plot.height >= line;

    // The band above the plot: as many rows as its words need.
    let limits: Vec<_> = chart.limits.iter().filter(|limit| on(&chart.x.scale, limit.at)).collect();
    let most = if !roomy || !banded {
        0
    } else {
        1 + usize::from(plot.height > 10.0 * line) + usize::from(plot.height > 13.0 * line)
    };
    let mut around = Vec::new();
    for rows in 1..=most {
        plot.top = snap(above(rows));
        plot.height = bottom - plot.top;
        around.clear();
        let middle = |row: usize| plot.top - (0.6 + 0.5 + row as f64) * line;
        let mut band = Obstacles::default();
        let room = Rect { left: theme.margin, top: 0.0, right: across - theme.margin / 2.0, bottom: plot.top };
        if named(&chart.y.label) {
            let word = text_of(&chart.y.label, (theme.margin, middle(rows - 1)), Anchor::Left, theme.muted);
            around.extend(band.place(&room, |rect| rect, [word]));
        }
        let mut missing = false;
        for limit in limits.iter().filter(|limit| named(&limit.label)) {
            let x = plot.x(&chart.x.scale, limit.at);
            // A neighbour on one side sends the word to the other, so that both may stand in one row.
            let reach = width(&limit.label, theme.text);
            let beside = |side: f64| {
                limits
                    .iter()
                    .map(|other| (plot.x(&chart.x.scale, other.at) - x) * side)
                    .any(|far| far > 0.0 && far < reach)
            };
            let order = match (beside(-1.0), beside(1.0)) {
                (false, true) => [Anchor::Right, Anchor::Centre, Anchor::Left],
                (true, false) => [Anchor::Left, Anchor::Centre, Anchor::Right],
                _ => [Anchor::Centre, Anchor::Right, Anchor::Left],
            };
            let places = (0..rows).flat_map(|row| {
                order.map(|align| {
                    let aside = match align {
                        Anchor::Centre => 0.0,
                        Anchor::Left => -theme.hairline,
                        Anchor::Right => 2.0 * theme.hairline,
                    };
                    text_of(&limit.label, (x + aside, middle(row)), align, theme.words(limit.colour))
                })
            });
            // Apart, so that two numbers do not read as one; rows are apart by themselves.
            let placed = band.place(&room, |rect| rect.wider(theme.gap), places);
            missing |= placed.is_none();
            around.extend(placed);
        }
        if !missing {
            break;
        }
    }

    let rows: Vec<_> = values.iter().map(|value| snap(plot.y(&chart.y.scale, *value))).collect();
    if drawn {
        let place =
            |(name, row): (&String, &f64)| text_of(name, (plot.left - theme.gap, *row), Anchor::Right, theme.muted);
        around.extend(names.iter().zip(&rows).map(place));
    }

    let (columns, words) = below_the_axis(chart, theme, &plot, across, line);
    let columns: Vec<_> = columns.into_iter().map(snap).collect();
    if drawn {
        around.extend(words);
        if under {
            let at = (plot.right(), plot.bottom() + 2.1 * line);
            let word = text_of(&chart.x.label, at, Anchor::Right, theme.muted);
            around.extend((word.rect().left >= 0.0).then_some(word));
        }
    }

    // The most important curve is drawn last, over the others.
    let place = |(u, v): (f64, f64)| (plot.left + u * plot.width, plot.top + (1.0 - v) * plot.height);
    let curves: Vec<_> = chart
        .series
        .iter()
        .map(|series| PlacedCurve {
            pieces: clip(&series.points, &chart.x.scale, &chart.y.scale)
                .into_iter()
                .map(|piece| piece.into_iter().map(place).collect())
                .collect(),
            colour: series.colour,
            dash: series.dash,
            width: match series.weight {
                Weight::Thin => theme.thin,
                Weight::Normal => theme.stroke,
                Weight::Strong => theme.strong,
            },
            dots: series.dots,
        })
        .collect();
    let bands = chart.bands.iter().map(|band| {
        let known = |(x, low, high): &&(f64, f64, f64)| [*x, *low, *high].into_iter().all(f64::is_finite);
        let points = || band.points.iter().filter(known);
        let at = |x: f64, y: f64| (plot.x(&chart.x.scale, x), plot.y(&chart.y.scale, y));
        let upper = points().map(|(x, _, high)| at(*x, *high));
        let corners = upper.chain(points().rev().map(|(x, low, _)| at(*x, *low))).collect();
        (corners, theme.background.mixed(band.colour, band.strength))
    });
    let bands = bands.collect();
    let limits: Vec<_> = limits.iter().map(|limit| (snap(plot.x(&chart.x.scale, limit.at)), limit.colour)).collect();

    let mut obstacles = Obstacles::default();
    obstacles.lines.extend(curves.iter().flat_map(|curve| curve.pieces.iter().cloned()));
    obstacles.lines.extend(limits.iter().map(|&(x, _)| vec![(x, plot.top), (x, plot.bottom())]));
    let room = Rect {
        left: plot.left + theme.tick,
        top: plot.top,
        right: across - theme.margin / 2.0,
        bottom: plot.bottom() - theme.hairline,
    };
    let clear = |rect: Rect| rect.with_room(theme.gap / 2.0);
    let mut inside = Vec::new();
    let zone = chart.zone.as_ref().filter(|zone| drawn && on(&chart.x.scale, zone.at)).map(|zone| {
        let left = snap(plot.x(&chart.x.scale, zone.at));
        let rect = Rect { left, top: plot.top, right: plot.right(), bottom: plot.bottom() };
        // A word a line, as far as the zone is wide enough.
        let words: Vec<_> = zone.label.split(' ').map(str::to_owned).collect();
        let widest = words.iter().map(|word| width(word, theme.text)).fold(0.0, f64::max);
        let placed = |(from, to): (f64, f64), down: f64| -> Vec<PlacedWord> {
            let at = |row: usize| (from.midpoint(to), plot.top + (row as f64 + down) * line);
            let word = |(row, word)| text_of(word, at(row), Anchor::Centre, theme.words(zone.colour));
            words.iter().map(String::as_str).enumerate().map(word).collect()
        };
        // Between the lines in the zone, the widest room first; below the arrows at the top rather than on them.
        let mut rooms = rooms_between(&rect, &limits);
        rooms.retain(|(from, to)| widest < to - from);
        sort_small_by(&mut rooms, |(from, to)| from - to);
        let inside = |word: &PlacedWord| rect.contains(&word.rect()) && obstacles.is_free(&word.rect());
        let free = |placed: &Vec<PlacedWord>| placed.iter().all(inside);
        let places = || rooms.iter().flat_map(|room| [1.8, 0.8, 3.0, 4.5].map(|down| placed(*room, down)));
        let chosen = places().find(free).or_else(|| places().next()).filter(|_| named(&zone.label));
        for word in chosen.into_iter().flatten() {
            obstacles.taken.push(word.rect());
            around.push(word);
        }
        (rect, zone.colour)
    });
    let marks: Vec<_> = chart.marks.iter().filter(|mark| on(&chart.y.scale, mark.at)).collect();
    for mark in marks.iter().filter(|mark| drawn && named(&mark.label)) {
        let (x, y) = (plot.left + theme.tick + theme.gap, plot.y(&chart.y.scale, mark.at));
        let places = [0.0, 0.75, -0.75, 1.0, -1.0, 1.3, -1.3]
            .map(|lines| text_of(&mark.label, (x, y + lines * line), Anchor::Left, theme.muted));
        inside.extend(obstacles.place(&room, clear, places));
    }
    let busy = chart.busy.filter(|at| on(&chart.x.scale, *at)).map(|at| plot.x(&chart.x.scale, at));
    for (i, (series, curve)) in chart.series.iter().zip(&curves).enumerate() {
        let Some(piece) = curve.pieces.last().filter(|_| drawn && named(&series.label)) else { continue };
        let others: Vec<_> =
            curves.iter().enumerate().filter(|(j, _)| *j != i).flat_map(|(_, other)| &other.pieces).collect();
        // A word on the far side of another curve would be taken for the name of that one.
        let hidden = |anchor: (f64, f64), word: &PlacedWord| {
            let reach = Rect {
                left: anchor.0.min(word.at.0),
                top: anchor.1.min(word.at.1),
                right: anchor.0.max(word.at.0),
                bottom: anchor.1.max(word.at.1),
            };
            others.iter().any(|line| line.windows(2).any(|pair| reach.meets(pair[0], pair[1])))
        };
        let places = anchors(piece, line).into_iter().flat_map(|(x, y)| {
            let beside = [1.0, 2.0, 3.5, 5.0].map(|gaps| gaps * theme.gap);
            let level = beside.into_iter().flat_map(|aside| [(aside, 0.0), (-aside, 0.0)]);
            let aslant = [
                (theme.gap, line),
                (-theme.gap, -line),
                (-theme.gap, line),
                (theme.gap, -line),
                (theme.gap, -2.0 * line),
            ];
            level.chain(aslant).map(move |(aside, lower)| {
                let align = if aside > 0.0 { Anchor::Left } else { Anchor::Right };
                ((x, y), text_of(&series.label, (x + aside, y + lower), align, theme.words(series.colour)))
            })
        });
        let places = places.filter(|(anchor, word)| !hidden(*anchor, word)).map(|(_, word)| word);
        let free =
            |word: &PlacedWord| !busy.is_some_and(|x| word.rect().wider(BUSY).meets((x, plot.top), (x, plot.bottom())));
        inside.extend(obstacles.place(&room, clear, places.filter(free)));
    }

    let marks = marks.iter().map(|mark| snap(plot.y(&chart.y.scale, mark.at))).collect();
    ChartLayout { plot, drawn, columns, rows, curves, bands, limits, zone, marks, around, inside }
}

/// Left and right edges of the rooms between upright lines in a rectangle.
fn rooms_between(rect: &Rect, lines: &[(f64, Colour)]) -> Vec<(f64, f64)> {
    let mut edges: Vec<_> = lines.iter().map(|line| line.0).filter(|x| (rect.left..rect.right).contains(x)).collect();
    edges.extend([rect.left, rect.right]);
    sort_small_by(&mut edges, |edge| *edge);
    edges.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

/// True if an axis has this value.
fn on(scale: &Scale, value: f64) -> bool {
    let (min, max) = scale.range();
    (min..=max).contains(&value)
}

/// The ticks of the x axis and their labels: as many as stand apart.
fn below_the_axis(chart: &Chart, theme: &Theme, plot: &Plot, across: f64, line: f64) -> (Vec<f64>, Vec<PlacedWord>) {
    let scale = &chart.x.scale;
    let mut at_most = ((plot.width / (4.5 * line)) as usize).clamp(2, 8);
    loop {
        let mut values = scale.ticks(at_most);
        values.retain(|value| !chart.x.whole || *value == libm::round(*value));
        let columns: Vec<_> = values.iter().map(|value| plot.x(scale, *value)).collect();
        let word = |(text, column): (String, &f64)| {
            let half = width(&text, theme.text) / 2.0;
            let x = column.min(across - half).max(half);
            PlacedWord {
                text,
                at: (x, plot.bottom() + 1.05 * line),
                align: Anchor::Centre,
                size: theme.text,
                colour: theme.muted,
            }
        };
        let words: Vec<_> = scale.labels(&values).into_iter().zip(&columns).map(word).collect();
        let apart = words.windows(2).all(|pair| !pair[0].rect().with_room(theme.gap).overlaps(&pair[1].rect()));
        if apart {
            return (columns, words);
        }
        if at_most == 2 {
            return (columns, words.into_iter().take(1).collect());
        }
        at_most -= 1;
    }
}

/// Places along a curve where its name may stand: the end, then back from it a line at a time.
fn anchors(piece: &[(f64, f64)], line: f64) -> Vec<(f64, f64)> {
    const HOW_MANY: usize = 10;
    let mut places: Vec<_> = piece.last().copied().into_iter().collect();
    for here in piece.iter().rev() {
        let far = places.last().is_none_or(|last| libm::hypot(here.0 - last.0, here.1 - last.1) >= line);
        if far && places.len() < HOW_MANY {
            places.push(*here);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::super::draw::tests::{absurd, three_curves};
    use super::*;

    fn words(layout: &ChartLayout) -> Vec<PlacedWord> {
        layout.around.iter().chain(&layout.inside).cloned().collect()
    }

    fn assert_apart(chart: &Chart, theme: &Theme, (across, down): (f64, f64)) -> Vec<PlacedWord> {
        let layout = layout(chart, theme, (across, down));
        let words = words(&layout);
        let canvas = Rect { left: 0.0, top: 0.0, right: across, bottom: down };
        for (i, word) in words.iter().enumerate() {
            assert!(canvas.contains(&word.rect()), "{word:?} leaves {across} x {down}");
            for other in &words[..i] {
                assert!(!word.rect().overlaps(&other.rect()), "{word:?} covers {other:?} at {across} x {down}");
            }
        }
        words
    }

    #[test]
    fn words_stand_apart_at_every_size() {
        for across in [160, 200, 260, 320, 350, 420, 560, 760, 1100] {
            for down in [120, 160, 200, 260, 340, 420, 700] {
                let size = (f64::from(across), f64::from(down));
                assert_apart(&three_curves(), &Theme::light(), size);
                for chart in absurd() {
                    assert_apart(&chart, &Theme::light(), size);
                }
            }
        }
    }

    #[test]
    fn a_chart_of_usual_size_says_everything() {
        let words = assert_apart(&three_curves(), &Theme::light(), (760.0, 420.0));
        let chart = three_curves();
        let said = chart.series.iter().map(|series| &series.label).chain(chart.limits.iter().map(|limit| &limit.label));
        for text in said.chain(chart.marks.iter().map(|mark| &mark.label)).chain([&chart.x.label, &chart.y.label]) {
            assert!(words.iter().any(|word| word.text == *text), "{text} is missing");
        }
    }

    #[test]
    fn on_a_phone_the_most_important_curve_is_named() {
        let words = assert_apart(&three_curves(), &Theme::light(), (350.0, 260.0));
        assert!(words.iter().any(|word| word.text == three_curves().series[0].label));
    }

    #[test]
    fn everything_is_twice_as_far_on_a_screen_twice_as_fine() {
        let one = layout(&three_curves(), &Theme::light(), (760.0, 420.0));
        let two = layout(&three_curves(), &Theme::light().scaled(2.0), (1520.0, 840.0));
        assert!(
            (two.plot.left - 2.0 * one.plot.left).abs() <= 2.0
                && (two.plot.height - 2.0 * one.plot.height).abs() <= 2.0
        );
        assert_eq!(one.rows.len(), two.rows.len());
        let texts = |layout: &ChartLayout| words(layout).into_iter().map(|word| word.text).collect::<Vec<_>>();
        assert_eq!(texts(&one), texts(&two));
    }
}
