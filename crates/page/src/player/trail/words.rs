//! The path of a message in words.

use crate::player::prelude::*;

pub(crate) fn title(trail: &Trail, terms: Terms) -> String {
    format!("{} {} from hop to hop", capital(terms.message.0), trail.message)
}

pub(crate) fn hops(trail: &Trail, layout: &Layout) -> Vec<String> {
    let ends = trail.rows.iter().map(|row| format!("→ {}", end(row, layout)));
    let reserves = matches!(trail.switching, Switching::Circuit { .. }).then(|| "reservation".to_owned());
    std::iter::once(format!("source {}", layout.name(trail.source))).chain(reserves).chain(ends).collect()
}

fn end<'a>(row: &TrailRow, layout: &'a Layout) -> &'a str {
    layout.links.get(row.link.unwrap_or(u32::MAX) as usize).map_or("", |link| layout.name(link.to))
}

pub(crate) fn channel(row: &TrailRow, layout: &Layout) -> String {
    let from = layout.links.get(row.link.unwrap_or(u32::MAX) as usize).map_or("", |link| layout.name(link.from));
    format!("{from} to {}", end(row, layout))
}

/// Cycles that the message has waited at its source, before the first channel of the way is begun.
pub(crate) fn at_source(trail: &Trail) -> usize {
    trail.rows.first().map_or(trail.columns, |row| row.begin)
}

pub(crate) const fn part(switching: Switching, part: TimeUse) -> &'static str {
    match (switching, part) {
        (_, TimeUse::Queue) => "in the queue of its source",
        (Switching::Slots, TimeUse::Header) => "moving, one a hop",
        (_, TimeUse::Header) => "for the hops of its header",
        (_, TimeUse::Attempts) => "for attempts that failed",
        (_, TimeUse::Answer) => "for the acknowledgement",
        (Switching::Slots, TimeUse::Blocked) => "with every useful neighbour busy",
        (_, TimeUse::Blocked) => "blocked without a free virtual channel",
        (Switching::Slots, TimeUse::Shared) => "behind other packets of its node",
        (_, TimeUse::Shared) => "while its channels carried other messages",
        (Switching::Slots, TimeUse::Stopped) => "at nodes that had just received",
        (_, TimeUse::Stopped) => "before full buffers",
        (_, TimeUse::Flits) => "for its flits",
    }
}

/// The way in a sentence or two: where the time went.
pub(crate) fn sentence(trail: &Trail, layout: &Layout, terms: Terms) -> String {
    let Trail { message, source, destination, born, columns, flits, .. } = *trail;
    let what = capital(terms.message.0);
    let [from, to] = [source, destination].map(|node| layout.name(node));
    let hops = count(trail.rows.len(), "hop", "hops");
    let Some(parts) = trail.parts() else {
        let so_far = terms.cycles(columns as u64);
        let clock = terms.cycle.0;
        return format!(
            "{what} {message} from {from} to {to} was generated in {clock} {born}; {so_far} later it has begun {hops} and is still under \
             way."
        );
    };
    let length = if trail.switching == Switching::Slots {
        String::new()
    } else {
        format!(" and {}", count(flits as usize, "flit", "flits"))
    };
    let told: Vec<String> = TimeUse::ALL
        .into_iter()
        .zip(parts)
        .filter(|(_, cycles)| *cycles > 0)
        .map(|(kind, cycles)| format!("{cycles} {}", part(trail.switching, kind)))
        .collect();
    let told = listed(&told);
    let (total, end) = (terms.cycles(columns as u64), born as usize + columns);
    let clock = terms.cycle.0;
    format!(
        "{what} {message} from {from} to {to}, {hops}{length}, takes {total}, from {clock} {born} to {clock} {end}: {told}."
    )
}

/// The meanings of the tones; empty for a tone that does not occur.
pub(crate) const fn meanings(switching: Switching) -> [&'static str; 5] {
    match switching {
        Switching::Slots => ["moves", "", "behind other packets", "at the source", "blocked"],
        Switching::Worm { .. } => ["head", "flits", "shares: a gap for another message", "at the source", "blocked"],
        Switching::Circuit { .. } => ["head", "flits", "shares: a gap for another message", "at the source", ""],
    }
}

pub(crate) fn beside(hops: usize, flits: usize) -> String {
    let (hops, flits) = (count(hops, "hop", "hops"), count(flits, "flit", "flits"));
    format!("The same {hops} and {flits} in an idle network, on one time scale")
}

pub(crate) fn own(trail: &Trail, terms: Terms) -> String {
    let network = terms.cycles((trail.columns - trail.started.unwrap_or(0)) as u64);
    format!("{} {}: {network} after it left its queue", capital(terms.message.0), trail.message)
}

/// An ideal message: what it takes, and how that comes about.
pub(crate) fn ideal(ideal: Ideal, hops: usize, flits: usize, terms: Terms) -> String {
    let all = terms.cycles(ideal.latency(hops, flits) as u64);
    match ideal {
        Ideal::Store => format!("Store-and-forward: {hops} × ({flits} + 1) = {all}"),
        Ideal::Worm => format!("Wormhole: {flits} + {hops} = {all}"),
        Ideal::Circuit => format!("Circuit: 3 × {hops} + {flits} = {all}"),
    }
}

pub(crate) fn heads(terms: Terms) -> [String; 6] {
    let cycle = terms.cycle.0;
    [
        "Channel".into(),
        format!("Header, in {cycle}"),
        format!("Last flit, in {cycle}"),
        "Flits".into(),
        format!("Waiting, {}", terms.cycle.1),
        format!("Sharing, {}", terms.cycle.1),
    ]
}
