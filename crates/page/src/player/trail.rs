//! The path of the message that is followed, below the animation: hops down, cycles across.
//!
//! The four tones differ in form and not in colour alone, and stay crisp however far a picture is stretched: a header fills the height of its
//! row, flits half of it, waiting is a line, and sharing two rails.

pub(crate) mod svg;
pub(crate) mod words;

use crate::dom::patch::DomPatch;
use flitscope_show::animation::{
    Trail,
    frame::Layout,
    trail::{MessageUse, Switching, TrailRow, ideal::Ideal},
    words::Terms,
};
use maud::{Markup, html};

/// The part of the width that a wait at the source takes at most.
const QUEUE: usize = 4;

/// Columns that are seen before a way that is not at its end is drawn anew.
const STRETCH: usize = 16;

/// The path of a message, where it goes, and what it is called.
pub(crate) type FollowedMessage<'a> = (&'a Trail, &'a Layout, Terms);

/// The way in a sentence or two.
pub(crate) fn said((trail, layout, terms): FollowedMessage<'_>) -> String {
    words::sentence(trail, layout, terms)
}

#[derive(Clone, Debug, Default)]
pub(crate) struct DrawnTrail {
    /// The number of the recording, the message, its columns, and whether it has arrived.
    of: Option<(u32, u32, usize, bool)>,
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
        sheet.show("trail", trail.is_some());
        let Some(trail) = trail else { return };
        let is = (recording, trail.message, trail.columns, trail.done);
        let same = |was: (u32, u32, usize, bool)| (was.0, was.1, was.3) == (is.0, is.1, is.3);
        if !self.of.is_some_and(|was| same(was) && is.2 < was.2 + STRETCH) {
            self.of = Some(is);
            sheet.markup("trail", markup(trail, layout, terms));
        }
        // Columns of the drawing, which may end a little earlier than the recording.
        let (first, end) = (first(trail), self.of.map_or(trail.columns, |was| was.2));
        let now = f64::from(cycle) - f64::from(trail.born) - first as f64;
        let part = now / (end - first).max(1) as f64;
        sheet.style("trail", "--now", format!("{:.4}", part.clamp(0.0, 1.0)));
    }
}

/// The first column that is drawn: a long time in a queue is cut short.
fn first(trail: &Trail) -> usize {
    let Some(started) = trail.started else { return 0 };
    started.saturating_sub((trail.columns - started) / (QUEUE - 1))
}

fn markup(trail: &Trail, layout: &Layout, terms: Terms) -> Markup {
    let said = words::sentence(trail, layout, terms);
    let first = first(trail);
    let entry = entry(trail);
    let rows: Vec<&TrailRow> = std::iter::once(&entry).chain(&trail.rows).collect();
    let cycle = |column: usize| trail.born as usize + column;
    html! {
        h3 { (words::title(trail, terms)) }
        p { (said) }
        div .way role="img" aria-label=(said) {
            div .hops {
                @for hop in words::hops(trail, layout) { span { (hop) } }
            }
            div .cells { (picture(&rows, first, trail.columns, 16)) i {} }
            div .axis { span { (terms.cycle.0) " " (cycle(first)) } span { (cycle(trail.columns)) } }
        }
        ul .legend {
            @for (tone, meaning) in Tone::ALL.into_iter().zip(words::meanings(trail.switching)) {
                @if !meaning.is_empty() {
                    li { svg viewBox="0 0 22 10" aria-hidden="true" { path fill=(format!("var(--{})", tone.colour())) d=(tone.draw(0, 22, 0)) {} } (meaning) }
                }
            }
        }
        @if trail.done && trail.switching != Switching::Slots { (ideals(trail, terms)) }
        (table(trail, layout, terms))
    }
}

/// The time in the queue of the source, as a row.
fn entry(trail: &Trail) -> TrailRow {
    TrailRow { link: None, begin: 0, cells: vec![MessageUse::Blocked; words::at_source(trail)] }
}

/// This message and the three ideal ones, all on one time scale.
fn ideals(trail: &Trail, terms: Terms) -> Markup {
    let (hops, flits) = (trail.rows.len(), trail.flits as usize);
    let started = trail.started.unwrap_or(0);
    let ideal = Ideal::ALL.map(|ideal| (words::ideal(ideal, hops, flits, terms), ideal.rows(hops, flits)));
    let longest = Ideal::ALL.iter().map(|ideal| ideal.latency(hops, flits)).max().unwrap_or(0);
    let span = longest.max(trail.columns - started);
    let figure = |said: &str, rows: &[TrailRow], first: usize| {
        let rows: Vec<&TrailRow> = rows.iter().collect();
        html! {
            figure { figcaption { (said) } div role="img" aria-label=(said) { (picture(&rows, first, first + span, 6)) } }
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

/// The columns from `first` to `end` of some rows, each so high, CSS pixels.
fn picture(rows: &[&TrailRow], first: usize, end: usize, height: u32) -> Markup {
    let mut paths = [const { String::new() }; 4];
    for (tone, from, cells, place) in runs(rows, first, end) {
        paths[tone as usize] += &tone.draw(from, cells, place);
    }
    html! {
        svg viewBox=(format!("0 0 {} {}", (end - first).max(1), 10 * rows.len())) preserveAspectRatio="none"
            height=((rows.len() as u32 * height).max(12)) aria-hidden="true" {
            @for (tone, path) in Tone::ALL.into_iter().zip(&paths) {
                @if !path.is_empty() { path fill=(format!("var(--{})", tone.colour())) d=(path) {} }
            }
        }
    }
}

/// Cells of one tone that follow each other: the tone, the column after `first`, how many, and the place of the row.
fn runs(rows: &[&TrailRow], first: usize, end: usize) -> Vec<(Tone, usize, usize, usize)> {
    let mut runs = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let mut from = first.max(row.begin);
        while let Some(tone) = row.at(from).map(Tone::of).filter(|_| from < end) {
            let to = (from..end).find(|column| row.at(*column).map(Tone::of) != Some(tone)).unwrap_or(end);
            runs.push((tone, from - first, to - from, place));
            from = to;
        }
    }
    runs
}

/// The tone of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tone {
    Header,
    Flit,
    Waiting,
    Sharing,
}

impl Tone {
    const ALL: [Self; 4] = [Self::Header, Self::Flit, Self::Waiting, Self::Sharing];

    const fn of(cell: MessageUse) -> Self {
        match cell {
            MessageUse::Header => Self::Header,
            MessageUse::Flit => Self::Flit,
            MessageUse::Shared => Self::Sharing,
            MessageUse::Blocked | MessageUse::Stopped | MessageUse::Empty => Self::Waiting,
        }
    }

    /// Its colour in the palette.
    const fn colour(self) -> &'static str {
        match self {
            Self::Header => "ink",
            Self::Flit => "worm",
            Self::Waiting => "printed",
            Self::Sharing => "unicast",
        }
    }

    /// Its bars in a row ten units high: where each begins, and how high it is.
    const fn bars(self) -> &'static [(f64, f64)] {
        match self {
            Self::Header => &[(0.5, 9.0)],
            Self::Flit => &[(2.5, 5.0)],
            Self::Waiting => &[(4.4, 1.2)],
            Self::Sharing => &[(1.5, 1.8), (6.7, 1.8)],
        }
    }

    /// A run of cells as a path.
    fn draw(self, from: usize, cells: usize, row: usize) -> String {
        let bar =
            |&(top, height): &(f64, f64)| format!("M{from} {:.1}h{cells}v{height}h-{cells}z", 10.0 * row as f64 + top);
        self.bars().iter().map(bar).collect()
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
                        @let tone = |column: usize| row.at(column).map(Tone::of);
                        @let count = |of: Tone| row.count(|cell| Tone::of(cell) == of);
                        @let columns = row.begin..row.begin + row.cells.len();
                        @let crosses = |column: &usize| matches!(tone(*column), Some(Tone::Header | Tone::Flit));
                        tr {
                            th scope="row" { (words::channel(row, layout)) }
                            td .number { (cycle(columns.clone().find(|column| tone(*column) == Some(Tone::Header)))) }
                            td .number { (cycle(columns.rev().find(crosses))) }
                            td .number { (words::crossed(row)) }
                            td .number { (count(Tone::Waiting)) }
                            td .number { (count(Tone::Sharing)) }
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
    fn the_tones_differ_in_form_and_a_run_of_cells_is_one_piece() {
        let forms = Tone::ALL.map(|tone| tone.draw(0, 1, 0));
        assert!((1..4).all(|i| forms[..i].iter().all(|form| *form != forms[i])), "{forms:?}");
        let row = |begin, cells: &[MessageUse]| TrailRow { link: None, begin, cells: cells.into() };
        let first = row(
            1,
            &[
                MessageUse::Blocked,
                MessageUse::Stopped,
                MessageUse::Header,
                MessageUse::Flit,
                MessageUse::Shared,
                MessageUse::Flit,
            ],
        );
        let second = row(4, &[MessageUse::Header]);
        let drawn = picture(&[&first, &second], 2, 8, 16).into_string();
        assert!(drawn.contains("viewBox=\"0 0 6 20\""), "{drawn}");
        let path = |tone: Tone| {
            let begin = format!("\"var(--{})\" d=\"", tone.colour());
            let from = drawn.find(&begin).expect("it is drawn") + begin.len();
            drawn[from..].split('"').next().expect("an attribute").to_owned()
        };
        assert_eq!(path(Tone::Waiting), Tone::Waiting.draw(0, 1, 0), "what lies before the first column is cut off");
        assert_eq!(path(Tone::Header), Tone::Header.draw(1, 1, 0) + &Tone::Header.draw(2, 1, 1));
        assert_eq!(path(Tone::Flit), Tone::Flit.draw(2, 1, 0) + &Tone::Flit.draw(4, 1, 0));
        assert_eq!(path(Tone::Sharing), Tone::Sharing.draw(3, 1, 0));
    }
}
