//! Where everything in a chart stands: numbers only, so that it can be tested without drawing.
//!
//! From top to bottom: the y label and the labels of the limits share a band, then the plot, the labels of the x axis, the x
//! label. A chart too small for all that gives up first the band and the x label, then everything.

use super::label::{Anchor, Obstacles, PlacedWord, Rect, width};
use super::scale::Scale;
use super::theme::{Colour, Theme};
use super::{Band, Chart, Dash, Dots, LimitLine, MeasuredSign, Plot, Series, Weight, clip};
use flitscope::order::sort_small_by;

/// Lines of text below which a chart is low.
const LOW: f64 = 11.0;

/// Half the width of what may be drawn at the load shown, pixels: its line, and beside it the dots of messages.
const BUSY: f64 = 14.0;

/// A curve in units of the drawing, cut at the edges of the plot.
#[derive(Clone, Debug)]
pub(super) struct PlacedCurve {
    pub pieces: Vec<Vec<(f64, f64)>>,
    pub colour: Colour,
    pub dash: Dash,
    pub width: f64,
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
    pub around: Vec<PlacedWord>,
    /// Words inside the plot, which hide the grid behind them.
    pub inside: Vec<PlacedWord>,
}

/// Places everything: the plot first, then words where nothing else stands, the most important ones before the others.
pub(super) fn layout(chart: &Chart, theme: &Theme, area: (f64, f64)) -> ChartLayout {
    let (mut sheet, values) = Sheet::new(chart, theme, area);
    let mut around = sheet.words_above();
    let rows: Vec<_> = values.iter().map(|value| sheet.row(*value)).collect();
    let (columns, below) = sheet.words_below();
    if sheet.drawn {
        around.extend(sheet.words_beside(&values, &rows));
        around.extend(below);
    }
    let curves: Vec<_> = chart.series.iter().map(|series| sheet.curve(series)).collect();
    let limits: Vec<_> = sheet.limits().map(|limit| (sheet.column(limit.at), limit.colour)).collect();
    let mut obstacles = Obstacles::default();
    obstacles.lines.extend(curves.iter().flat_map(|curve| curve.pieces.iter().cloned()));
    obstacles.lines.extend(limits.iter().map(|&(x, _)| vec![(x, sheet.plot.top), (x, sheet.plot.bottom())]));
    obstacles.taken.extend(sheet.busy());
    let seen = chart.observed.iter().filter(|sign| on(&chart.x.scale, sign.x));
    obstacles.taken.extend(seen.map(|sign| sheet.sign(sign)));
    let zone = chart.zone.as_ref().filter(|zone| sheet.drawn && on(&chart.x.scale, zone.at)).map(|zone| {
        let rect = Rect { left: sheet.column(zone.at), ..sheet.rect() };
        around.extend(sheet.words_of_zone(zone, &rect, &limits, &mut obstacles));
        // The ground of a word would lie half on the zone.
        obstacles.lines.push(vec![(rect.left, rect.top), (rect.left, rect.bottom)]);
        (rect, zone.colour)
    });
    let named = 0..if sheet.drawn { curves.len() } else { 0 };
    let inside = named.filter_map(|index| sheet.word_of_curve(index, &curves, &mut obstacles)).collect();
    ChartLayout {
        plot: sheet.plot,
        drawn: sheet.drawn,
        columns,
        rows,
        curves,
        bands: chart.bands.iter().map(|band| sheet.band(band)).collect(),
        limits,
        zone,
        around,
        inside,
    }
}

/// A chart on its area, and the place of its plot.
struct Sheet<'a> {
    chart: &'a Chart,
    theme: &'a Theme,
    /// The width of the area, and the height of a line of text.
    across: f64,
    line: f64,
    /// True if there is room for words, and not for the numbers of the axes alone.
    roomy: bool,
    /// True if there is also room for words above and below the plot.
    tall: bool,
    drawn: bool,
    plot: Plot,
}

impl<'a> Sheet<'a> {
    /// The plot with one row above it for words, if there are any, and the ticks of the y axis, on whose labels its left edge depends.
    fn new(chart: &'a Chart, theme: &'a Theme, (across, down): (f64, f64)) -> (Self, Vec<f64>) {
        let line = theme.text * 1.35;
        let (roomy, tall) = (down >= 7.0 * line && across >= 9.0 * line, down >= LOW * line);
        let plot = Plot { left: 0.0, top: 0.0, width: 0.0, height: 0.0 };
        let mut sheet = Self { chart, theme, across, line, roomy, tall, drawn: false, plot };
        let below = theme.margin + 1.5 * line + if sheet.names_x() { line } else { 0.0 };
        let bottom = sheet.snap((down - below).max(theme.pixel));
        let above = sheet.above(usize::from(sheet.has_words_above()));
        let top = sheet.snap(above.min(bottom - theme.pixel).max(0.0));
        let apart = if tall { 2.2 * line } else { 1.7 * line };
        let values = chart.y.scale.ticks((((bottom - top) / apart) as usize).clamp(2, 6));
        let widths = chart.y.scale.labels(&values).into_iter().map(|name| width(&name, theme.text));
        let widest = widths.fold(theme.label_area, f64::max);
        let right = sheet.snap((across - theme.right).max(2.0 * theme.pixel));
        let left = sheet.snap((theme.margin + widest + theme.gap).min(right - theme.pixel));
        sheet.plot = Plot { left, top, width: right - left, height: bottom - top };
        sheet.drawn = sheet.plot.width >= 2.0 * line && sheet.plot.height >= line;
        (sheet, values)
    }

    fn snap(&self, length: f64) -> f64 {
        (length / self.theme.pixel).round() * self.theme.pixel
    }

    /// The column of a value, on a whole pixel.
    fn column(&self, value: f64) -> f64 {
        self.snap(self.x(value))
    }

    /// The row of a value, on a whole pixel.
    fn row(&self, value: f64) -> f64 {
        self.snap(self.y(value))
    }

    fn x(&self, value: f64) -> f64 {
        self.plot.x(&self.chart.x.scale, value)
    }

    fn y(&self, value: f64) -> f64 {
        self.plot.y(&self.chart.y.scale, value)
    }

    fn rect(&self) -> Rect {
        let Plot { left, top, .. } = self.plot;
        Rect { left, top, right: self.plot.right(), bottom: self.plot.bottom() }
    }

    /// The room for words inside the plot, which may lead out of it to the right.
    fn room(&self) -> Rect {
        let Theme { tick, margin, hairline, .. } = *self.theme;
        let Rect { left, top, bottom, .. } = self.rect();
        Rect { left: left + tick, top, right: self.across - margin / 2.0, bottom: bottom - hairline }
    }

    fn text(&self, text: &str, at: (f64, f64), align: Anchor, colour: Colour) -> PlacedWord {
        PlacedWord { text: text.into(), at, align, size: self.theme.text, colour }
    }

    fn named(&self, text: &str) -> bool {
        self.roomy && !text.trim().is_empty()
    }

    fn names_x(&self) -> bool {
        self.tall && self.named(&self.chart.x.label)
    }

    fn has_words_above(&self) -> bool {
        let mut labels = self.chart.limits.iter().map(|limit| &limit.label).chain([&self.chart.y.label]);
        self.tall && labels.any(|label| self.named(label))
    }

    /// The room above a plot with that many rows of words there.
    fn above(&self, rows: usize) -> f64 {
        self.theme.margin + (rows as f64 + 0.6) * self.line
    }

    /// The limits that are on the axis.
    fn limits(&self) -> impl Iterator<Item = &'a LimitLine> + use<'a> {
        let scale = &self.chart.x.scale;
        self.chart.limits.iter().filter(move |limit| on(scale, limit.at))
    }

    /// The words above the plot, which begins lower if they need more rows.
    fn words_above(&mut self) -> Vec<PlacedWord> {
        let (bottom, height) = (self.plot.bottom(), self.plot.height);
        let more = usize::from(height > 10.0 * self.line) + usize::from(height > 13.0 * self.line);
        let mut words = Vec::new();
        for rows in 1..=if self.has_words_above() { 1 + more } else { 0 } {
            self.plot.top = self.snap(self.above(rows));
            self.plot.height = bottom - self.plot.top;
            let all;
            (words, all) = self.words_in_rows(rows);
            if all {
                break;
            }
        }
        words
    }

    /// The words above the plot in that many rows, and whether each limit has its own.
    fn words_in_rows(&self, rows: usize) -> (Vec<PlacedWord>, bool) {
        let (chart, theme) = (self.chart, self.theme);
        let middle = |row: usize| self.plot.top - (0.6 + 0.5 + row as f64) * self.line;
        let right = self.across - theme.margin / 2.0;
        let room = Rect { left: theme.margin, top: 0.0, right, bottom: self.plot.top };
        let (mut band, mut words, mut all) = (Obstacles::default(), Vec::new(), true);
        if self.named(&chart.y.label) {
            let word = self.text(&chart.y.label, (theme.margin, middle(rows - 1)), Anchor::Left, theme.muted);
            words.extend(band.place(&room, |rect| rect, [word]));
        }
        for limit in self.limits().filter(|limit| self.named(&limit.label)) {
            let (x, sides) = (self.x(limit.at), self.sides(limit));
            let places = (0..rows).flat_map(|row| {
                sides.map(|align| {
                    let aside = match align {
                        Anchor::Centre => 0.0,
                        Anchor::Left => -theme.hairline,
                        Anchor::Right => 2.0 * theme.hairline,
                    };
                    self.text(&limit.label, (x + aside, middle(row)), align, theme.words(limit.colour))
                })
            });
            // Apart, so that two numbers do not read as one; rows are apart by themselves.
            let placed = band.place(&room, |rect| rect.wider(theme.gap), places);
            all &= placed.is_some();
            words.extend(placed);
        }
        (words, all)
    }

    /// The sides of a limit for its word, the best one first: away from a neighbour, so that both words may stand in one row.
    fn sides(&self, limit: &LimitLine) -> [Anchor; 3] {
        let (x, reach) = (self.x(limit.at), width(&limit.label, self.theme.text));
        let beside = |side: f64| {
            let mut far = self.limits().map(|other| (self.x(other.at) - x) * side);
            far.any(|far| far > 0.0 && far < reach)
        };
        match (beside(-1.0), beside(1.0)) {
            (false, true) => [Anchor::Right, Anchor::Centre, Anchor::Left],
            (true, false) => [Anchor::Left, Anchor::Centre, Anchor::Right],
            _ => [Anchor::Centre, Anchor::Right, Anchor::Left],
        }
    }

    /// The labels of the y axis that stand apart; values of a log axis may be near to each other.
    fn words_beside(&self, values: &[f64], rows: &[f64]) -> Vec<PlacedWord> {
        let (names, right) = (self.chart.y.scale.labels(values), self.plot.left - self.theme.gap);
        let (mut apart, room) = (Obstacles::default(), self.rect().with_room(self.across));
        let word = |(name, row): (&String, &f64)| self.text(name, (right, *row), Anchor::Right, self.theme.muted);
        names.iter().zip(rows).filter_map(|one| apart.place(&room, |rect| rect, [word(one)])).collect()
    }

    /// The columns of the ticks of the x axis, and the words below it: the labels of as many ticks as stand apart, and the quantity.
    fn words_below(&self) -> (Vec<f64>, Vec<PlacedWord>) {
        let (axis, theme, line) = (&self.chart.x, self.theme, self.line);
        let mut at_most = ((self.plot.width / (4.5 * line)) as usize).clamp(2, 8);
        let (columns, mut words) = loop {
            let mut values = axis.scale.ticks(at_most);
            values.retain(|value| !axis.whole || *value == libm::round(*value));
            let columns: Vec<_> = values.iter().map(|value| self.x(*value)).collect();
            let word = |(text, column): (String, &f64)| {
                let half = width(&text, theme.text) / 2.0;
                let at = (column.min(self.across - half).max(half), self.plot.bottom() + 1.05 * line);
                self.text(&text, at, Anchor::Centre, theme.muted)
            };
            let mut words: Vec<_> = axis.scale.labels(&values).into_iter().zip(&columns).map(word).collect();
            let apart = words.windows(2).all(|pair| !pair[0].rect().with_room(theme.gap).overlaps(&pair[1].rect()));
            if !apart && at_most == 2 {
                words.truncate(1);
            }
            if apart || at_most == 2 {
                break (columns, words);
            }
            at_most -= 1;
        };
        if self.names_x() {
            let at = (self.plot.right(), self.plot.bottom() + 2.1 * line);
            let word = self.text(&axis.label, at, Anchor::Right, theme.muted);
            words.extend((word.rect().left >= 0.0).then_some(word));
        }
        (columns.into_iter().map(|column| self.snap(column)).collect(), words)
    }

    fn curve(&self, series: &Series) -> PlacedCurve {
        let Plot { left, top, width, height } = self.plot;
        let place = |(u, v): (f64, f64)| (left + u * width, top + (1.0 - v) * height);
        let pieces = clip(&series.points, &self.chart.x.scale, &self.chart.y.scale).into_iter();
        PlacedCurve {
            pieces: pieces.map(|piece| piece.into_iter().map(place).collect()).collect(),
            colour: series.colour,
            dash: series.dash,
            width: match series.weight {
                Weight::Thin => self.theme.thin,
                Weight::Normal => self.theme.stroke,
                Weight::Strong => self.theme.strong,
            },
            dots: series.dots,
        }
    }

    /// The corners of a filled area, with its colour.
    fn band(&self, band: &Band) -> (Vec<(f64, f64)>, Colour) {
        let known = |(x, low, high): &&(f64, f64, f64)| [*x, *low, *high].into_iter().all(f64::is_finite);
        let points = || band.points.iter().filter(known);
        let upper = points().map(|(x, _, high)| (self.x(*x), self.y(*high)));
        let corners = upper.chain(points().rev().map(|(x, low, _)| (self.x(*x), self.y(*low)))).collect();
        (corners, self.theme.background.mixed(band.colour, band.strength))
    }

    /// The room of everything at the load shown.
    fn busy(&self) -> Option<Rect> {
        let x = self.x(self.chart.busy?);
        Some(Rect { left: x, right: x, ..self.rect() }.wider(BUSY * self.theme.hairline))
    }

    /// The room of a measured sign with its bar; without a value in the plot, of the arrow at the upper edge.
    fn sign(&self, sign: &MeasuredSign) -> Rect {
        let (size, x, highest) = (1.2 * self.theme.sign, self.x(sign.x), self.chart.y.scale.range().1);
        let (top, bottom) = match sign.value.filter(|value| *value <= highest) {
            Some(value) => {
                let ([low, high], y) = (sign.ends.unwrap_or([value; 2]).map(|end| self.y(end)), self.y(value));
                (high.min(y - size), low.max(y + size))
            }
            None => (self.plot.top, self.plot.top + 2.0 * size),
        };
        Rect { left: x - size, top, right: x + size, bottom }.with_room(self.theme.gap / 3.0)
    }

    /// The words of a zone, one a line, where they cover nothing: between the lines in it, in the widest room first, and below the
    /// arrows at the top. A zone without such a room has none: the number at that load then has the same words.
    fn words_of_zone(
        &self,
        zone: &LimitLine,
        rect: &Rect,
        limits: &[(f64, Colour)],
        obstacles: &mut Obstacles,
    ) -> Vec<PlacedWord> {
        let words: Vec<_> = zone.label.split(' ').collect();
        let widest = words.iter().map(|word| width(word, self.theme.text)).fold(0.0, f64::max);
        let placed = |(from, to): (f64, f64), down: f64| -> Vec<PlacedWord> {
            let at = |row: usize| (from.midpoint(to), self.plot.top + (row as f64 + down) * self.line);
            let word =
                |(row, word): (usize, &&str)| self.text(word, at(row), Anchor::Centre, self.theme.words(zone.colour));
            words.iter().enumerate().map(word).collect()
        };
        let busy = self.busy().into_iter().flat_map(|busy| [busy.left, busy.right]);
        let mut rooms = rooms_between(rect, limits.iter().map(|line| line.0).chain(busy));
        rooms.retain(|(from, to)| widest < to - from);
        sort_small_by(&mut rooms, |(from, to)| from - to);
        let inside = |word: &PlacedWord| rect.contains(&word.rect()) && obstacles.is_free(&word.rect());
        let free = |placed: &Vec<PlacedWord>| placed.iter().all(inside);
        let lower = (4..(self.plot.height / self.line) as usize).map(|row| row as f64 + 0.5);
        let rows = || [1.8, 0.8, 3.0].into_iter().chain(lower.clone());
        let mut places = rooms.iter().flat_map(|room| rows().map(move |down| placed(*room, down)));
        let chosen = places.find(free).filter(|_| self.named(&zone.label)).unwrap_or_default();
        obstacles.taken.extend(chosen.iter().map(PlacedWord::rect));
        chosen
    }

    /// The name of a curve beside its end or further back, not on the far side of another one: it would be taken for the name of that.
    fn word_of_curve(&self, index: usize, curves: &[PlacedCurve], obstacles: &mut Obstacles) -> Option<PlacedWord> {
        let (Series { label, colour, .. }, line, gap) = (&self.chart.series[index], self.line, self.theme.gap);
        let others = || curves.iter().enumerate().filter(|(other, _)| *other != index).flat_map(|(_, one)| &one.pieces);
        let hidden = |anchor: (f64, f64), at: (f64, f64)| {
            let (left, right) = (anchor.0.min(at.0), anchor.0.max(at.0));
            let reach = Rect { left, right, top: anchor.1.min(at.1), bottom: anchor.1.max(at.1) };
            others().any(|line| line.windows(2).any(|pair| reach.meets(pair[0], pair[1])))
        };
        let level = [1.0, 2.0, 3.5, 5.0].into_iter().flat_map(|gaps| [(gaps * gap, 0.0), (-gaps * gap, 0.0)]);
        let aslant = [(gap, line), (-gap, -line), (-gap, line), (gap, -line), (gap, -2.0 * line)];
        let beside: Vec<_> = level.chain(aslant).collect();
        let places = anchors(curves[index].pieces.last()?, line).into_iter().flat_map(|(x, y)| {
            let free = beside.iter().filter(move |(aside, lower)| !hidden((x, y), (x + aside, y + lower)));
            free.map(move |(aside, lower)| {
                let align = if *aside > 0.0 { Anchor::Left } else { Anchor::Right };
                self.text(label, (x + aside, y + lower), align, self.theme.words(*colour))
            })
        });
        self.place(label, obstacles, places)
    }

    /// The first free place for a word inside the plot.
    fn place(
        &self,
        label: &str,
        obstacles: &mut Obstacles,
        places: impl IntoIterator<Item = PlacedWord>,
    ) -> Option<PlacedWord> {
        let clear = |rect: Rect| rect.with_room(self.theme.gap / 2.0);
        self.named(label).then(|| obstacles.place(&self.room(), clear, places)).flatten()
    }
}

/// Left and right edges of the rooms between upright lines in a rectangle.
fn rooms_between(rect: &Rect, lines: impl Iterator<Item = f64>) -> Vec<(f64, f64)> {
    let mut edges: Vec<_> = lines.filter(|x| (rect.left..rect.right).contains(x)).collect();
    edges.extend([rect.left, rect.right]);
    sort_small_by(&mut edges, |edge| *edge);
    edges.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

/// True if an axis has this value.
fn on(scale: &Scale, value: f64) -> bool {
    let (min, max) = scale.range();
    (min..=max).contains(&value)
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
        for text in said.chain([&chart.x.label, &chart.y.label]) {
            assert!(words.iter().any(|word| word.text == *text), "{text} is missing");
        }
    }
}
