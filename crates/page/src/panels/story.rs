//! The moment in words and numbers: how far a broadcast has got, the path of one message, the messages that wait for each other.
//!
//! Where the moment has a picture of its own, that stands in the place of the chart.

pub(crate) mod turns;

use super::{
    circle,
    meaning::{BarPart, CLASSES, bar},
};
use crate::{
    player::Player,
    player::{panels::moments::Moment, trail::span},
    prelude::*,
};
use flitscope::{model::LatencyCause, text::sentence as capital};
use flitscope_show::animation::{
    Dissemination,
    trail::{MessageUse, Switching, TimeUse, TrailRow},
};

#[derive(Default)]
struct Story {
    heading: String,
    of: String,
    number: Markup,
    parts: Markup,
    chips: Markup,
    figure: Figure,
    /// Per cent of the width that the bar has not got to yet.
    left: f64,
}

#[derive(Default)]
enum Figure {
    /// None: the chart stands in its place.
    #[default]
    Chart,
    /// A count over time, or who waits for whom.
    Drawn(Markup),
    /// The path of the message, which the player draws.
    Path,
}

/// The moment of the scenario, at the frame shown; `mean` is the latency of all messages.
pub(crate) fn sheet(player: &Player, scenario: &Scenario, mean: Option<f64>) -> DomPatch {
    let mut sheet = DomPatch::default();
    let shown = player.shown().filter(|_| lesson::at(scenario).is_none());
    let cure = shown.filter(|_| Moment::is_cured(scenario)).zip(player.shown_beside());
    let told = shown.filter(|_| Moment::told(scenario) == Moment::Turns);
    let told = told.and_then(|(animation, frame)| turns::story(player, animation, frame, scenario));
    sheet.class("body", "turns", told.is_some());
    let sets = [shown, player.shown_beside()].map(|shown| shown?.0.layout().turns.as_ref().map(|turns| turns.set));
    if let (true, [Some(own), Some(other)]) = (told.is_some(), sets) {
        sheet.text("stage-name", turns::name(own)).text("pair-name", turns::name(other));
    }
    let (by_turns, compass, said) =
        told.map_or_else(Default::default, |(story, compass, said)| (Some(story), compass, said));
    sheet.markup("compass", compass).markup("refused", said).class("refused", "no", player.lost.is_some());
    let story = match cure {
        _ if by_turns.is_some() => by_turns,
        Some((own, safe)) => player.closed().map(|closed| cure_of(&mut sheet, closed, own, safe, scenario)),
        None => shown.and_then(|(animation, frame)| story(animation, frame, scenario, mean)),
    };
    sheet.show("story", story.is_some()).class("body", "told", story.is_some());
    let Story { heading, of, number, parts, chips, figure, left } = story.unwrap_or_default();
    sheet.text("story-heading", heading).text("story-of", of).markup("story-number", number);
    sheet
        .markup("story-parts", parts)
        .style("story-parts", "--part", format!("{:.2}%", 100.0 - left))
        .markup("story-try", chips);
    sheet.class("body", "drawn", !matches!(figure, Figure::Chart));
    sheet.show("staircase", matches!(figure, Figure::Drawn(_)));
    if let Figure::Drawn(drawn) = figure {
        sheet.markup("staircase", drawn);
    }
    let window = shown.and_then(|(animation, frame)| window(player, scenario, animation, frame));
    sheet.show("window", window.is_some()).markup("window", window.unwrap_or_default());
    let moment = Moment::told(scenario);
    let loaded = moment.is_run() || moment == Moment::Turns && !scenario.is_on(Key::Fill);
    sheet.class("body", "unloaded", !loaded).class("body", "sealed", moment == Moment::Deadlock);
    sheet
}

fn window(player: &Player, scenario: &Scenario, animation: &dyn Animation, frame: &Frame) -> Option<Markup> {
    let turns = Moment::told(scenario) == Moment::Turns;
    if let (true, Some((_, now))) = (turns || Moment::is_cured(scenario), player.shown_beside()) {
        let cycle = animation.terms().cycle.0;
        return Some(
            html! { p { "The same messages, the same " (cycle) " on both sides: " b { (grouped(now.cycle.into())) } } },
        );
    }
    let (deadlock, moment) = (frame.deadlock.as_ref()?, Moment::told(scenario));
    let (extent, _) = player.life(moment).filter(|_| moment == Moment::Deadlock)?;
    Some(circle::window(deadlock, (extent.first, extent.recorded), frame.cycle, animation.terms()))
}

/// The story of a moment; none in traffic, and of a message of which nothing has been seen yet.
fn story(animation: &dyn Animation, frame: &Frame, scenario: &Scenario, mean: Option<f64>) -> Option<Story> {
    match Moment::shown(scenario) {
        Moment::Traffic => None,
        Moment::Message | Moment::Circuit => animation.trail().map(|trail| message(trail, animation, frame, mean)),
        Moment::Broadcast => animation.dissemination().map(|seen| broadcast(&seen, frame, animation.terms())),
        Moment::Multicast => animation.dissemination().map(|seen| multicast(&seen, frame, scenario, animation.terms())),
        Moment::Deadlock => Some(deadlock(animation, frame, scenario)),
        // Its words follow from the player.
        Moment::Turns => None,
    }
}

fn clock(frame: &Frame, terms: Terms) -> String {
    format!("{} {}", terms.clock, frame.cycle)
}

fn part(class: &'static str, name: &'static str, size: u32) -> BarPart {
    BarPart { class, name, size: f64::from(size), cause: "" }
}

/// Three counts: nodes that have the message, that are about to have it, and that wait.
fn spread([(has, reached), (comes, coming), (waits, waiting)]: [(&'static str, u32); 3]) -> Markup {
    let parts = [part("part-have", has, reached), part("part-coming", comes, coming), part(CLASSES[0], waits, waiting)];
    bar(&parts, 0)
}

fn broadcast(seen: &Dissemination, frame: &Frame, terms: Terms) -> Story {
    let have = seen.at(frame.cycle);
    let receiving = frame.nodes.iter().filter(|node| matches!(node.tone, NodeTone::Filling(_))).count() as u32;
    let waiting = seen.all.saturating_sub(have + receiving);
    let (tree, separate) = seen.channels;
    let note = html! {
        "A tree of copies uses " b { (tree) } " channels; " (seen.all) " separate messages would use " b { (separate) } "."
    };
    let mark = (seen.alone, "one message to the farthest node");
    Story {
        heading: "One message for everyone. Each node stores it whole, then passes copies on.".into(),
        of: clock(frame, terms),
        number: html! {
            b { (have) } " " span { "of " (seen.all) } " " b { "nodes have it" } " " small { "click a node to start there" }
        },
        parts: spread([("have it", have), ("receive it now", receiving), ("still wait", waiting)]),
        figure: Figure::Drawn(staircase("Nodes that have the message", seen, frame.cycle, terms, mark, note)),
        ..Story::default()
    }
}

fn multicast(seen: &Dissemination, frame: &Frame, scenario: &Scenario, terms: Terms) -> Story {
    let done = frame.cycle >= seen.end;
    let (have, copies) = (if done { seen.all } else { 0 }, seen.at(frame.cycle));
    let under_way = if done { 0 } else { copies };
    let (used, each) = seen.channels;
    let second = frame.cycle > scenario.count(Key::N);
    let note = html! {
        "The first pass uses " b { (used) } " links; sending the copies one by one would use " b { (each) } "."
    };
    let outputs = count(seen.all as usize, "output", "outputs");
    let mark = (seen.alone, "one packet to one output");
    Story {
        heading: format!(
            "One packet for {outputs}: the first pass copies it to neighbours, the second delivers each copy."
        ),
        of: format!("{}, {} pass", clock(frame, terms), if second { "second" } else { "first" }),
        number: html! {
            b { (have) } " " span { "of " (seen.all) } " " b { (if seen.all == 1 { "output has it" } else { "outputs have it" }) } " "
            small { "click an input or an output" }
        },
        parts: spread([
            ("have it", have),
            ("copies in the network", under_way),
            ("not copied yet", seen.all.saturating_sub(copies)),
        ]),
        figure: Figure::Drawn(staircase("Copies of the packet", seen, frame.cycle, terms, mark, note)),
        ..Story::default()
    }
}

/// The messages that wait for each other, and since when none can go first; before that is known, the number of blocked messages.
fn deadlock(animation: &dyn Animation, frame: &Frame, scenario: &Scenario) -> Story {
    let messages = |blocked: bool| {
        let lanes = frame.lanes.iter().filter(|lane| !blocked || lane.blocked);
        let mut all: Vec<u32> = lanes.map(|lane| lane.message).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let (blocked, terms) = (messages(true), animation.terms());
    let escape = scenario.system() != System::BanyanMulticast;
    let (one, many) = terms.message;
    let heading = if escape {
        format!("Each {one} holds channels and wants one more. When does waiting never end?")
    } else {
        format!("Each {one} holds links and wants one more. When does waiting never end?")
    };
    let parts = circle::tags(scenario, Moment::part(scenario));
    let chips = graph(scenario);
    let Some(deadlock) = &frame.deadlock else {
        let all = count(messages(false).len(), one, many);
        let number = html! { b { (blocked.len()) } " " span { "of " (all) } " " b { "blocked" } };
        let figure = Figure::Drawn(html! { h3 { "Who waits for whom" } p.muted { "No circle has closed so far." } });
        return Story { heading, of: clock(frame, terms), number, parts, chips, figure, ..Story::default() };
    };
    let member = |message: &u32| deadlock.members.iter().any(|one| one.message == *message);
    let behind = blocked.iter().filter(|message| !member(message)).count();
    let (of, number) = circle::number(deadlock, frame.cycle, behind, terms);
    let drawn = html! {
        (circle::ring(deadlock, frame))
        @if escape {
            p.row { button type="button" class="primary" data-do="cure" { "The same " (many) " with " (circle::safeguard(scenario)) } }
        }
    };
    Story { heading, of, number, parts, chips, figure: Figure::Drawn(drawn), ..Story::default() }
}

fn graph(scenario: &Scenario) -> Markup {
    html! { @if let Some(graph) = circle::graph(scenario) { details { summary { "Dependency graph" } (graph) } } }
}

/// The same messages in a network that is frozen and in one that is safe.
fn cure_of(
    sheet: &mut DomPatch,
    closed: u32,
    (own, _): (&dyn Animation, &Frame),
    (safe, now): (&dyn Animation, &Frame),
    scenario: &Scenario,
) -> Story {
    // The recording of the frozen one may have ended before.
    let (cycle, terms) = (now.cycle, own.terms());
    let until = |animation: &dyn Animation, cycle: u32| animation.arrivals().partition_point(|(at, _)| *at <= cycle);
    let [without, with] = [own, safe].map(|animation| until(animation, cycle));
    let last = without.checked_sub(1).and_then(|place| own.arrivals().get(place)).map_or(0, |(at, _)| *at);
    let rule = circle::safeguard(scenario);
    let digits = |number: usize| grouped(number as u64);
    let frozen = html! {
        span { @if cycle >= closed { "the circle is frozen since cycle " (grouped(closed.into())) } }
    };
    sheet.markup("stage-name", html! { b { "Without " (rule) } br; (frozen) });
    sheet.markup("pair-name", html! { b { "With " (rule) } br; span { (digits(with)) " delivered, still moving" } });
    let most = with.max(without).max(1) as u32;
    let strip = |class: &'static str, number: usize| {
        html! {
            svg.strip viewBox={ "0 0 " (most) " 1" } preserveAspectRatio="none" aria-hidden="true"
                { rect class=(class) width=(number) height="1" {} }
        }
    };
    let why = if scenario.count(Key::N) == 1 {
        "A message that has crossed the dateline changes to another virtual channel, so that no circle closes."
    } else {
        "A message that can go nowhere else always has its escape channels, in one fixed order of turns, so that no circle closes."
    };
    let path = |animation: &dyn Animation| -> String {
        let places = (0..=100).map(|step| (if step == 0 { "M" } else { "L" }, cycle / 100 * step));
        places.map(|(sign, at)| format!("{sign}{at} {}", until(animation, at))).collect()
    };
    let lines = html! { path.now d=(path(safe)) {} path.frozen d=(path(own)) {} };
    let drawn = html! {
        h3 { "Delivered " (terms.message.1) }
        (plot(&format!("Delivered {}", terms.message.1), (most, cycle), terms, lines, html! {
            text.all x="97%" y="12%" text-anchor="end" { "with" }
            text x="97%" y=(format!("{:.1}%", 94.0 - 100.0 * without as f64 / f64::from(most))) text-anchor="end" { "without" }
        }))
        p.row { button type="button" data-do="moment" data-of="deadlock" { "Once more from the circle" } }
    };
    Story {
        heading: format!("The same {}. One rule differs: what moves?", terms.message.1),
        of: format!("Delivered in the same {} {}", grouped(cycle.into()), terms.cycle.1),
        number: html! {
            b { (digits(with)) } " "
            small { "against " (digits(without)) @if cycle.saturating_sub(last) > STILL && last >= closed
                { ", and none since " (grouped(last.into())) } }
        },
        parts: html! {
            dl.versus { dt { "with" } dd { (strip("part-have", with)) } dt { "without" } dd { (strip("part-blocked", without)) } }
            p { (why) }
        },
        chips: graph(scenario),
        figure: Figure::Drawn(drawn),
        ..Story::default()
    }
}

/// Cycles without an arrival after which no more arrivals are expected.
const STILL: u32 = 1_000;

fn message(trail: &Trail, animation: &dyn Animation, frame: &Frame, mean: Option<f64>) -> Story {
    let (layout, terms) = (animation.layout(), animation.terms());
    let [from, to] = [trail.source, trail.destination].map(|node| layout.name(node));
    let what = capital(terms.message.0);
    let age = frame.cycle.saturating_sub(trail.born).min(trail.columns as u32);
    let arrived = trail.done && age as usize >= trail.columns;
    let (alone, hops) = (trail.alone(), count(trail.rows.len(), "hop", "hops"));
    // Its path is known once it has arrived in the recording.
    let hops = if alone.is_some() { format!(", {hops}") } else { String::new() };
    Story {
        heading: format!("{what} {} goes from {from} to {to}{hops}. Where does its time go?", trail.message),
        of: if arrived { "It took" } else { "Under way for" }.into(),
        number: html! {
            b { (age) } " " b { (if age == 1 { terms.cycle.0 } else { terms.cycle.1 }) } " "
            small {
                @if arrived {
                    @if let Some(rank) = rank(animation.arrivals(), frame.cycle, u64::from(age)) { (rank) "; " }
                    @if let Some(mean) = mean { "the mean is " (significant(mean, 3)) }
                } @else {
                    "so far" @if let Some(alone) = alone { "; alone it would take " (alone) }
                }
            }
        },
        parts: match trail.parts().filter(|_| arrived) {
            Some(parts) => bar(&uses(trail.switching, &parts), 0),
            None => bar(&so_far(trail, age), 0),
        },
        figure: Figure::Path,
        // On the axis of the picture.
        left: 100.0 - 100.0 * f64::from(age) / span(trail, mean) as f64,
        ..Story::default()
    }
}

/// The time of a message that is under way: at its source, blocked, and moving or sharing.
fn so_far(trail: &Trail, age: u32) -> Vec<BarPart> {
    let source = trail.rows.first().map_or(trail.columns, |row| row.begin).min(age as usize);
    let blocked =
        |row: &TrailRow| (row.begin..age as usize).filter(|at| row.at(*at) == Some(MessageUse::Blocked)).count();
    let blocked: usize = trail.rows.iter().map(blocked).sum();
    let moves = (age as usize).saturating_sub(source + blocked);
    let parts =
        [(CLASSES[0], "moving", moves), (CLASSES[2], "at the source", source), (CLASSES[3], "blocked", blocked)];
    parts.into_iter().filter(|part| part.2 > 0).map(|(class, name, size)| part(class, name, size as u32)).collect()
}

/// Least arrivals that a message is compared with.
const CROWD: usize = 20;

/// How a latency compares with those of all that have arrived up to a cycle; none where these are few.
fn rank(arrivals: &[(u32, Arrival)], cycle: u32, latency: u64) -> Option<String> {
    let others = arrivals.iter().filter(|(at, arrival)| *at <= cycle && !arrival.copy).map(|(_, one)| one.latency);
    let [less, more, all] = others.fold([0, 0, 0], |[less, more, all], other| {
        [less + usize::from(other < latency), more + usize::from(other > latency), all + 1]
    });
    let tenths = |part: usize| 10 * part / all;
    (all >= CROWD).then(|| match (tenths(less), tenths(more)) {
        (slower, faster) if slower >= faster && slower > 0 => format!("slower than {slower} in 10"),
        (_, 0) => "as fast as most".into(),
        (_, faster) => format!("faster than {faster} in 10"),
    })
}

fn uses(switching: Switching, parts: &[usize; TimeUse::ALL.len()]) -> Vec<BarPart> {
    let sum = |kinds: &[TimeUse]| {
        let all = TimeUse::ALL.iter().zip(parts).filter(|(kind, _)| kinds.contains(kind));
        all.map(|(_, cycles)| *cycles as u32).sum::<u32>()
    };
    let blocked = match switching {
        Switching::Circuit { .. } => LatencyCause::FailedAttempts,
        Switching::Slots => LatencyCause::BusyNeighbours,
        Switching::Worm { .. } => LatencyCause::Blocking,
    };
    let all = [
        (LatencyCause::Idle, sum(&[TimeUse::Header, TimeUse::Answer, TimeUse::Flits])),
        (LatencyCause::Sharing, sum(&[TimeUse::Shared])),
        (LatencyCause::Source, sum(&[TimeUse::Queue])),
        (blocked, sum(&[TimeUse::Blocked, TimeUse::Stopped, TimeUse::Attempts])),
    ];
    all.into_iter()
        .filter(|(_, cycles)| *cycles > 0)
        .map(|(cause, cycles)| BarPart::of(cause, f64::from(cycles)))
        .collect()
}

/// A count over time: strong up to the cycle shown, faint beyond it.
fn staircase(title: &str, seen: &Dissemination, cycle: u32, terms: Terms, mark: (u32, &str), note: Markup) -> Markup {
    let end = f64::from(seen.end.max(1));
    let across = |at: f64| format!("{:.2}%", 100.0 * at / end);
    let up = |value: f64| format!("{:.2}%", 100.0 - 100.0 * value / f64::from(seen.all.max(1)));
    let now = seen.at(cycle);
    let line = |until: f64| {
        let mut path = String::from("M0 0");
        for (at, value) in seen.steps.iter().filter(|(at, _)| f64::from(*at) <= until) {
            path += &format!("H{at}V{value}");
        }
        path + &format!("H{until}")
    };
    let complete = seen.complete().filter(|at| *at == seen.end);
    let lines = html! { path.rest d=(line(end)) {} path.now d=(line(f64::from(cycle).min(end))) {} };
    let over = html! {
        line.mark x1=(across(f64::from(mark.0))) x2=(across(f64::from(mark.0))) y1="4%" y2="100%" {}
        text.mark x=(across(f64::from(mark.0))) y="4%" dx="8" dy="10" { (mark.1) ": " (mark.0) }
        @if let Some(complete) = complete {
            text.all x=(across(f64::from(complete))) y="60%" text-anchor="end" { "everyone has it: " (complete) }
        }
        circle cx=(across(f64::from(cycle))) cy=(up(f64::from(now))) r="6" {}
    };
    let said = format!("{title}: {now} of {} at {} {cycle}", seen.all, terms.cycle.0);
    html! {
        h3 { (title) }
        (plot(&said, (seen.all.max(1), seen.end.max(1)), terms, lines, over))
        p { (note) }
    }
}

/// A plot of counts over time, from nothing to (count, time): `lines` in these units, and `over` them what stands at parts of the plot.
fn plot(said: &str, (all, end): (u32, u32), terms: Terms, lines: Markup, over: Markup) -> Markup {
    // Labels at the quarters, so that the ends have one.
    let quarters = |all: u32| {
        let mut values: Vec<f64> =
            (0..=4).map(|quarter| libm::round(f64::from(quarter) * f64::from(all) / 4.0)).collect();
        values.dedup();
        values
    };
    let part = |value: f64, all: u32| 100.0 * value / f64::from(all.max(1));
    let (across, up) =
        (|at: f64| format!("{:.2}%", part(at, end)), |value: f64| format!("{:.2}%", 100.0 - part(value, all)));
    html! {
        div.plot role="img" aria-label=(said) {
            svg width="100%" height="100%" aria-hidden="true" {
                @for value in quarters(all) {
                    line.grid x1="0" x2="100%" y1=(up(value)) y2=(up(value)) {}
                    text x="-8" y=(up(value)) dy="4" text-anchor="end" { (value) }
                }
                @for at in quarters(end) { text x=(across(at)) y="100%" dy="18" text-anchor="middle" { (at) } }
                text.unit x="100%" y="100%" dy="36" text-anchor="end" { (terms.cycle.1) " since the start" }
                svg viewBox={ "0 0 " (end) " " (all) } preserveAspectRatio="none" width="100%" height="100%" {
                    g transform={ "matrix(1 0 0 -1 0 " (all) ")" } { (lines) }
                }
                (over)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope_show::animation::words::MESSAGES;

    #[test]
    fn a_staircase_is_strong_up_to_the_cycle_shown() {
        let seen = Dissemination { steps: vec![(33, 4), (66, 12)], all: 12, alone: 40, channels: (12, 32), end: 66 };
        let drawn = staircase("Nodes", &seen, 40, MESSAGES, (40, "farthest node"), html! { "note" }).into_string();
        blessed::lines("staircase", [("at cycle 40", drawn)]);
    }

    #[test]
    fn the_uses_of_the_time_keep_their_sum() {
        let parts = [5, 4, 3, 2, 7, 11, 1, 32];
        for switching in [Switching::Slots, Switching::Circuit { depth: 1 }, Switching::Worm { depth: 1, same: true }] {
            let drawn = uses(switching, &parts);
            assert_eq!(drawn.iter().map(|part| part.size).sum::<f64>(), 65.0);
            assert_eq!(drawn.len(), 4);
        }
    }
}
