//! The path of the followed message in the place of the chart: its source and channels down, cycles across, up to the cycle shown.
//!
//! The tones differ in form and not in colour alone: a header fills its row, flits have gaps, waiting is lower, sharing has two rails.

pub(crate) mod svg;
pub(crate) mod words;

use crate::player::prelude::*;

/// By how much the axis is longer than the mean latency at least.
const ROOM: f64 = 1.4;

/// Most labels of the axis of time, and the distances between them, cycles, up to powers of ten.
const TICKS: usize = 6;
const STEPS: [usize; 3] = [1, 2, 5];

/// Columns that are seen before a way that is not at its end is drawn anew.
const STRETCH: usize = 16;

/// The path of a message, where it goes, and what it is called.
pub(crate) type FollowedMessage<'a> = (&'a Trail, &'a Layout, Terms);

#[derive(Clone, Debug, Default)]
pub(crate) struct DrawnTrail {
    /// The number of the recording, the message, its columns, whether it has arrived, and the length of the axis.
    of: Option<(u32, u32, usize, bool, usize)>,
    /// The mean latency of all messages, if it is known.
    pub(crate) mean: Option<f64>,
}

impl DrawnTrail {
    /// The picture, as far as there is a way to be seen in the recording of that number; `cycle` is on the screen.
    pub(crate) fn sheet(
        &mut self,
        sheet: &mut DomPatch,
        recording: u32,
        (trail, layout, terms): (Option<&Trail>, &Layout, Terms),
        cycle: u32,
    ) {
        sheet.show("trail", trail.is_some()).show("trail-more", trail.is_some());
        let Some(trail) = trail else { return };
        let is = (recording, trail.message, trail.columns, trail.done, span(trail, self.mean));
        let same = |was: (u32, u32, usize, bool, usize)| (was.0, was.1, was.3, was.4) == (is.0, is.1, is.3, is.4);
        if !self.of.is_some_and(|was| same(was) && is.2 < was.2 + STRETCH) {
            self.of = Some(is);
            sheet.markup("trail", markup(trail, layout, terms, self.mean));
            sheet.markup("trail-more", more(trail, layout, terms));
        }
        let part = (f64::from(cycle) - f64::from(trail.born)) / is.4 as f64;
        sheet.style("trail", "--now", format!("{:.4}", part.clamp(0.0, 1.0)));
        sheet.style("trail", "--rows", (trail.rows.len() + 2).to_string());
    }
}

/// The cycles of the axis: more than the mean, and all that are seen.
pub(crate) fn span(trail: &Trail, mean: Option<f64>) -> usize {
    trail.columns.max(mean.map_or(0, |mean| libm::ceil(ROOM * mean) as usize)).max(1)
}

/// The distance between two labels of an axis of that many cycles.
fn step(span: usize) -> usize {
    let steps = (0..6).flat_map(|power| STEPS.map(|step| step * 10_usize.pow(power)));
    steps.into_iter().find(|step| span / step < TICKS).unwrap_or(span)
}

fn markup(trail: &Trail, layout: &Layout, terms: Terms, mean: Option<f64>) -> Markup {
    let rows = all_rows(trail);
    let span = span(trail, mean);
    let moment = if matches!(trail.switching, Switching::Circuit { .. }) { "circuit" } else { "message" };
    let across = |at: f64| format!("{:.2}%", 100.0 * at / span as f64);
    let down = |at: f64| format!("{:.2}%", 100.0 * at / rows.len() as f64);
    let held = rows.iter().enumerate().filter_map(|(place, row)| {
        let end = row.begin + row.cells.iter().take_while(|cell| **cell == MessageUse::Blocked).count();
        row.link.and(row.holder).filter(|_| end > row.begin).map(|holder| (place, row.begin, end, holder))
    });
    html! {
        div.heading {
            h3 { (words::title(trail, terms)) }
            span { (terms.cycle.1) " since it was generated" }
            button type="button" class="small" data-do="moment" data-of=(moment) { "Next " (terms.message.0) }
        }
        div .way role="img" aria-label=(words::sentence(trail, layout, terms)) {
            div .hops {
                @for hop in words::hops(trail, layout) { span { (hop) } }
            }
            div .cells {
                svg width="100%" height="100%" aria-hidden="true" {
                    @for place in 0..rows.len() {
                        rect.row width="100%" y=(down(place as f64 + 0.25)) height=(down(0.5)) {}
                    }
                    @for at in (0..=span).step_by(step(span)) {
                        line x1=(across(at as f64)) x2=(across(at as f64)) y2="100%" {}
                        text x=(across(at as f64)) y="100%" dy="16" text-anchor="middle" { (at) }
                    }
                    @if let Some(mean) = mean {
                        line.mean x1=(across(mean)) x2=(across(mean)) y2="100%" {}
                        text x=(across(mean)) dy="-4" text-anchor="middle" { "mean " (significant(mean, 3)) }
                    }
                }
                svg.grown width="100%" height="100%" aria-hidden="true" {
                    (picture(&rows.iter().collect::<Vec<_>>(), span))
                    @for (place, begin, end, holder) in held {
                        @let low = if place + 1 < rows.len() { place as f64 + 1.5 } else { place as f64 - 0.5 };
                        @let (x, anchor) = if 5 * end > span { (end, "end") } else { (begin, "start") };
                        text.held x=(across(x as f64)) y=(down(low)) dy="4" text-anchor=(anchor)
                            { "waits for " (terms.message.0) " " (holder) }
                    }
                }
                i {}
            }
        }
        ul .legend {
            @for (tone, meaning) in Tone::ALL.into_iter().zip(words::meanings(trail.switching)) {
                @if !meaning.is_empty() {
                    li { svg viewBox="0 0 22 10" preserveAspectRatio="none" aria-hidden="true" { (path(tone, &tone.draw(0, 3, 0, 70))) }
                        (meaning) }
                }
            }
        }
    }
}

/// The way in words, beside ideal networks, and as a table.
fn more(trail: &Trail, layout: &Layout, terms: Terms) -> Markup {
    html! {
        h3 { (words::title(trail, terms)) }
        p { (words::sentence(trail, layout, terms)) }
        @if trail.done && trail.switching != Switching::Slots { (ideals(trail, terms)) }
        (table(trail, layout, terms))
    }
}

/// The rows of the picture: the time in the queue of the source, that of the reservation of a circuit, and the channels.
fn all_rows(trail: &Trail) -> Vec<TrailRow> {
    let row = |begin: usize, end: usize, cell| TrailRow {
        link: None,
        begin,
        cells: vec![cell; end.saturating_sub(begin)],
        holder: None,
    };
    let begin = words::at_source(trail);
    let mut rows = Vec::with_capacity(trail.rows.len() + 2);
    if matches!(trail.switching, Switching::Circuit { .. }) {
        let started = trail.started.unwrap_or(begin).min(begin);
        rows.extend([row(0, started, MessageUse::Blocked), row(started, begin, MessageUse::Header)]);
    } else {
        rows.push(row(0, begin, MessageUse::Blocked));
    }
    rows.extend(trail.rows.iter().cloned());
    rows
}

/// This message and the three ideal ones, all on one time scale.
fn ideals(trail: &Trail, terms: Terms) -> Markup {
    let (hops, flits) = (trail.rows.len(), trail.flits as usize);
    let started = trail.started.unwrap_or(0);
    let ideal = Ideal::ALL.map(|ideal| (words::ideal(ideal, hops, flits, terms), ideal.rows(hops, flits)));
    let longest = Ideal::ALL.iter().map(|ideal| ideal.latency(hops, flits)).max().unwrap_or(0);
    let span = longest.max(trail.columns - started);
    let figure = |said: &str, rows: &[TrailRow], first: usize| {
        let earlier = |row: &TrailRow| TrailRow { begin: row.begin.saturating_sub(first), ..row.clone() };
        let rows: Vec<TrailRow> = rows.iter().map(earlier).collect();
        html! {
            figure { figcaption { (said) } div role="img" aria-label=(said) {
                svg width="100%" height=(6 * rows.len()) aria-hidden="true" { (picture(&rows.iter().collect::<Vec<_>>(), span)) }
            } }
        }
    };
    html! {
        h4 { (words::beside(hops, flits)) }
        div .ideals {
            (figure(&words::own(trail, terms), &trail.rows, started))
            @for (said, rows) in &ideal { (figure(said, rows, 0)) }
        }
    }
}

/// The first `span` columns of the rows, stretched to the size of the element.
fn picture(rows: &[&TrailRow], span: usize) -> Markup {
    let mut paths = [const { String::new() }; Tone::ALL.len()];
    for (tone, from, cells, place) in runs(rows, span) {
        paths[tone as usize] += &tone.draw(from, cells, place, 10);
    }
    let band = |(place, row): (usize, &&TrailRow)| {
        let crosses = |cell: &MessageUse| matches!(cell, MessageUse::Header | MessageUse::Flit);
        let (first, last) = (row.cells.iter().position(crosses)?, row.cells.iter().rposition(crosses)?);
        let wide = last + 1 - first;
        row.link.map(|_| format!("M{} {}h{wide}v5h-{wide}z", row.begin + first, 10.0 * place as f64 + 2.5))
    };
    html! {
        svg viewBox={ "0 0 " (span) " " (10 * rows.len()) } preserveAspectRatio="none" width="100%" height="100%" {
            path fill="var(--worm)" opacity=".2" d=(rows.iter().enumerate().filter_map(band).collect::<String>()) {}
            @for (tone, d) in Tone::ALL.into_iter().zip(&paths) {
                @if !d.is_empty() { (path(tone, d)) }
            }
        }
    }
}

fn path(tone: Tone, d: &str) -> Markup {
    html! { path fill=(format!("var(--{})", tone.colour())) d=(d) {} }
}

/// Cells of one tone that follow each other: the tone, the column, how many, and the place of the row.
fn runs(rows: &[&TrailRow], end: usize) -> Vec<(Tone, usize, usize, usize)> {
    let mut runs = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        // What has no channel waits at the source, or its head looks for a path.
        let of = |cell: MessageUse| {
            let tone = Tone::of(cell)?;
            Some(if row.link.is_none() && place == 0 && tone == Tone::Blocked { Tone::Source } else { tone })
        };
        let mut from = row.begin;
        while from < end.min(row.begin + row.cells.len()) {
            let tone = row.at(from).and_then(of);
            let to = (from..end).find(|column| row.at(*column).and_then(of) != tone).unwrap_or(end).max(from + 1);
            runs.extend(tone.map(|tone| (tone, from, to - from, place)));
            from = to;
        }
    }
    runs
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tone {
    Header,
    Flit,
    Sharing,
    Source,
    Blocked,
}

impl Tone {
    const ALL: [Self; 5] = [Self::Header, Self::Flit, Self::Sharing, Self::Source, Self::Blocked];

    /// None where the channel is kept and nothing crosses.
    const fn of(cell: MessageUse) -> Option<Self> {
        match cell {
            MessageUse::Header => Some(Self::Header),
            MessageUse::Flit => Some(Self::Flit),
            MessageUse::Shared => Some(Self::Sharing),
            MessageUse::Blocked => Some(Self::Blocked),
            MessageUse::Stopped | MessageUse::Empty => None,
        }
    }

    const fn colour(self) -> &'static str {
        match self {
            Self::Header => "ink",
            Self::Flit | Self::Sharing => "worm",
            Self::Source => "waiting",
            Self::Blocked => "blocked",
        }
    }

    /// Its bars in a row ten units high: where each begins, and how high it is.
    const fn bars(self) -> &'static [(f64, f64)] {
        match self {
            Self::Header => &[(1.5, 7.0)],
            Self::Flit => &[(2.5, 5.0)],
            Self::Sharing => &[(2.5, 0.5), (7.0, 0.5)],
            Self::Source => &[(3.0, 4.0)],
            Self::Blocked => &[(2.0, 6.0)],
        }
    }

    /// The pieces of a run of cells, where each begins and how wide it is: flits have gaps between them.
    fn pieces(self, from: usize, cells: usize) -> Vec<(f64, f64)> {
        match self {
            Self::Flit => (from..from + cells).map(|at| (at as f64 + 0.14, 0.72)).collect(),
            _ => vec![(from as f64, cells as f64)],
        }
    }

    /// A run of cells as a path, where a cell is `wide` tenths.
    fn draw(self, from: usize, cells: usize, row: usize, wide: usize) -> String {
        let scale = wide as f64 / 10.0;
        let mut path = String::new();
        for (x, across) in self.pieces(from, cells) {
            let [x, across] = [x, across].map(|cells| trimmed(scale * cells));
            for (top, height) in self.bars() {
                path += &format!("M{x} {}h{across}v{height}h-{across}z", trimmed(10.0 * row as f64 + top));
            }
        }
        path
    }
}

fn table(trail: &Trail, layout: &Layout, terms: Terms) -> Markup {
    let cycle = |column: Option<usize>| column.map_or_else(String::new, |at| (trail.born as usize + at).to_string());
    html! {
        details {
            summary { "The same as a table" }
            table {
                thead { tr { @for head in words::heads(terms) { th scope="col" { (head) } } } }
                tbody {
                    @for row in &trail.rows {
                        @let tone = |column: usize| row.at(column).and_then(Tone::of);
                        @let count = |of: &[MessageUse]| row.count(|cell| of.contains(&cell));
                        @let columns = row.begin..row.begin + row.cells.len();
                        @let crosses = |column: &usize| matches!(tone(*column), Some(Tone::Header | Tone::Flit));
                        tr {
                            th scope="row" { (words::channel(row, layout)) }
                            td .number { (cycle(columns.clone().find(|column| tone(*column) == Some(Tone::Header)))) }
                            td .number { (cycle(columns.rev().find(crosses))) }
                            td .number { (count(&[MessageUse::Header, MessageUse::Flit])) }
                            td .number { (count(&[MessageUse::Blocked, MessageUse::Stopped, MessageUse::Empty])) }
                            td .number { (count(&[MessageUse::Shared])) }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tones_differ_in_form_and_flits_have_gaps() {
        let forms = Tone::ALL.map(|tone| tone.draw(0, 1, 0, 10));
        assert!((1..5).all(|i| forms[..i].iter().all(|form| *form != forms[i])), "{forms:?}");
        let row = |begin, link, cells: &[MessageUse]| TrailRow { link, begin, cells: cells.into(), holder: None };
        use MessageUse::{Blocked, Flit, Header, Shared, Stopped};
        let first = row(0, None, &[Blocked, Blocked]);
        let second = row(2, Some(0), &[Blocked, Stopped, Header, Flit, Shared, Flit]);
        let third = row(5, Some(1), &[Header]);
        blessed::lines("path of three rows", [("drawn", picture(&[&first, &second, &third], 9).into_string())]);
    }

    #[test]
    fn the_axis_has_a_few_round_labels() {
        blessed::words("labels of the axis", [5, 11, 89, 120, 1000], step);
    }
}
