//! The moment of turns: the compass, the shortest paths that its set leaves, the circle of waiting, and the delivered messages.

use super::{Figure, Story, circle, plot};
use crate::{
    player::{Player, PreviousTurns, panels::moments::safe_beside, stage::walk::Toward},
    prelude::*,
};
use flitscope::{
    param::{
        control_bit,
        turns::{QUADRANTS, TURNS, TurnSet},
    },
    text::sentence as capital,
};
use flitscope_show::animation::frame::{BEFORE, LayoutTurns, WaitCircle};

/// The turns of the two rings, each by its row and its place in that: upper left, upper right, lower left, lower right.
const RINGS: [[u32; 4]; 2] = [[3, 0, 2, 1], [6, 5, 7, 4]];

/// The chips: names of sets in links, and their words.
const NAMES: [(&str, &str); 6] = [
    ("all", "All eight"),
    ("west-first", "West-first"),
    ("north-last", "North-last"),
    ("negative-first", "Negative-first"),
    ("x-y", "x, then y"),
    ("y-x", "y, then x"),
];

/// The size of a ring and of the quadrants, its radius, and the angle that is left out beside each corner.
const SIZE: (f64, f64) = (160.0, 128.0);
const RADIUS: f64 = 50.0;
const GAP: f64 = 0.14;

/// Cycles of the axis, at least; it grows by as many.
const AXIS: u32 = 4_000;

const MOST_NAMED: usize = 8;

/// The theory of the moment.
pub(crate) const THEORY: &str = "A message holds the channel it came over and waits for the next, so channels depend on channels. If no \
    circle of such dependencies exists, the channels can be numbered so that every message climbs; the message with the highest channel can \
    always move, and the network cannot deadlock (W. J. Dally and C. L. Seitz, IEEE Trans. Computers 36, 1987). In a mesh a circle needs at \
    least four turns of one sense, so forbidding one right turn and one left turn of different quadrants cuts them all (C. J. Glass and L. \
    M. Ni, ISCA 1992). A circle does no harm if every waiting message also has an escape channel outside of it (J. Duato, IEEE TPDS 4, \
    1993). Routing by allowed turns has none; adaptive routing has.";

pub(crate) fn id_of(turn: u32) -> String {
    format!("turn-{}", TURNS[turn as usize])
}

/// The turn beside another one on the compass.
pub(crate) fn beside(turn: u32, toward: Toward) -> u32 {
    let rows = [[3, 0, 6, 5], [2, 1, 7, 4]];
    let place = |row: &[u32; 4]| row.iter().position(|other| *other == turn);
    let Some((row, column)) = (0..2).find_map(|row| Some((row, place(&rows[row])?))) else { return turn };
    match toward {
        Toward::Left => rows[row][(column + 3) % 4],
        Toward::Right => rows[row][(column + 1) % 4],
        Toward::Up | Toward::Down => rows[1 - row][column],
    }
}

/// The words of a set; without a name the number of forbidden turns.
pub(crate) fn name(set: TurnSet) -> String {
    let named = NAMES.iter().find(|(name, _)| set.name() == Some(name));
    let forbidden = 8 - set.0.count_ones() as usize;
    named.map_or_else(|| count(forbidden, "turn forbidden", "turns forbidden"), |(_, words)| (*words).into())
}

fn letters(turn: u32, of: fn(u8) -> &'static str) -> [&'static str; 2] {
    let key = TURNS[turn as usize].as_bytes();
    [of(key[0]), of(key[1])]
}

const fn direction(letter: u8) -> &'static str {
    match letter {
        b'e' => "east",
        b'w' => "west",
        b'n' => "north",
        _ => "south",
    }
}

const fn arrow(letter: u8) -> &'static str {
    match letter {
        b'e' => "→",
        b'w' => "←",
        b'n' => "↑",
        _ => "↓",
    }
}

/// A change of the set, in a sentence for those who do not see it.
pub(crate) fn announced(turn: u32, set: TurnSet, k: u32) -> String {
    let [from, to] = letters(turn, direction);
    let (paths, of) = set.paths(k);
    let what = if set.has(turn) { "allowed" } else { "forbidden" };
    let left = if set.cuts() == [true; 2] {
        "No circle is left: this network cannot lock."
    } else {
        "A circle of 4 channels is left: this network can lock."
    };
    format!("{} to {to} {what}. {left} {} of {} paths.", capital(from), grouped(paths), grouped(of))
}

/// The turn that stays allowed, and why.
pub(crate) fn refusal(turn: u32, set: TurnSet) -> Option<Markup> {
    let without = TurnSet(set.0 & !(1 << turn));
    let (pair, [from, to]) = without.lost()?;
    let other = (0..).zip(TURNS).find(|(other, key)| *other != turn && pair.contains(key))?.0;
    let [[a, b], [c, d]] = [turn, other].map(|turn| letters(turn, direction));
    Some(html! {
        b { (capital(a)) " → " (b) " (" (letters(turn, arrow).concat()) ") stays allowed." } " Without it no shortest path is left from "
        "(" (from.0) ", " (from.1) ") to (" (to.0) ", " (to.1) "): " (c) " → " (d) " is already forbidden. Allow that one first."
    })
}

pub(super) fn story(
    player: &Player,
    animation: &dyn Animation,
    frame: &Frame,
    scenario: &Scenario,
) -> Option<(Story, Markup, Markup)> {
    let (set, terms) = (scenario.setup().turns()?, animation.terms());
    let turns = animation.layout().turns.as_ref()?;
    let frozen = frame.deadlock.as_ref().filter(|deadlock| frame.cycle >= deadlock.closed);
    let beside = player.shown_beside();
    let behind = |deadlock: &WaitCircle| deadlock.stopped.saturating_sub(deadlock.members.len());
    let (of, number) = match frozen {
        Some(deadlock) => circle::number(deadlock, frame.cycle, behind(deadlock), terms),
        None if turns.circle.is_empty() => {
            let channels = animation.layout().links.iter().filter(|link| !link.pieces.is_empty()).count();
            let of = format!("Dependency graph of {} channels", grouped(channels as u64));
            (of, html! { b { "no circle" } " " small { "this network cannot lock" } })
        }
        None => {
            let number = html! { b { (turns.circle.len()) " channels" } " " small { "this network can lock" } };
            ("Shortest circle in the dependency graph".into(), number)
        }
    };
    let lost = player.lost.map(|(turn, _)| turn);
    let said = match (lost.and_then(|turn| refusal(turn, set)), frozen) {
        (Some(refusal), _) => refusal,
        (None, Some(deadlock)) => circle_words(deadlock, frame, scenario),
        (None, None) => set_words(set, scenario.count(Key::K)),
    };
    let story = Story {
        heading: "Which turns may messages make, so that the network never locks?".into(),
        of,
        number,
        chips: actions(set, frozen, scenario, beside.is_some()),
        figure: Figure::Drawn(delivered(player, animation, frame, scenario, turns)),
        ..Story::default()
    };
    let hidden = scenario.get(Key::Hide) as u64 & control_bit(scenario.system().params(), Key::Turns) != 0;
    let compass = if hidden {
        html! {}
    } else {
        compass(set, lost, scenario.count(Key::K), player.at_turn)
    };
    Some((story, compass, said))
}

fn set_words(set: TurnSet, k: u32) -> Markup {
    let (paths, of) = set.paths(k);
    let first = match set.name() {
        Some("all") => "All eight turns: a message may take any shortest path, without escape channels.".into(),
        Some("west-first") => {
            "West-first: a message makes all its moves to the west first, since no turn leads to the west.".into()
        }
        Some("north-last") => {
            "North-last: a message moves north only at the end, since no turn leads out of north.".into()
        }
        Some("negative-first") => {
            "Negative-first: moves to the west and south come first, since no turn leads from east or north to \
             them."
                .into()
        }
        Some("x-y") => "x, then y: one path for each pair, dimension order.".into(),
        Some("y-x") => "y, then x: one path for each pair, dimension order.".into(),
        _ => format!("{}.", count(8 - set.0.count_ones() as usize, "turn is forbidden", "turns are forbidden")),
    };
    html! {
        (first) " "
        @match set.cuts() {
            [true, true] => { b { "Both circles are cut" } ", and " (percent(paths as f64 / of as f64, 2)) " of the paths are left." },
            [false, false] => { "Four right turns make a circle, and four left turns make another. " b { "Cut both." } },
            [right, _] => { "The " (if right { "left" } else { "right" }) " turns still make a circle: " b { "forbid one of them." } },
        }
    }
}

fn circle_words(deadlock: &WaitCircle, frame: &Frame, scenario: &Scenario) -> Markup {
    let named: Vec<_> = deadlock.members.iter().map(|member| member.name.to_string()).collect();
    let shown = &named[..named.len().min(MOST_NAMED)];
    let more = named.len() - shown.len();
    html! {
        b { (shown.join(" → ")) @if more > 0 { " → " (more) " more" } " → " (named.first().map_or("", String::as_str)) }
        ": each waits for a channel that the next one holds. "
        @if scenario.is_on(Key::Fill) {
            "It froze in cycle " (deadlock.closed) ": "
            @let vcs = scenario.count(Key::Vcs);
            (if vcs == 1 { "one message".into() } else { format!("{vcs} messages") }) " on each of the 4 channels, and each asks for the next."
        } @else {
            "Their " (frame.circle.len()) " channels are a circle of the dependency graph."
        }
    }
}

fn actions(set: TurnSet, frozen: Option<&WaitCircle>, scenario: &Scenario, beside: bool) -> Markup {
    let filled = scenario.is_on(Key::Fill);
    let other = safe_beside(set);
    let words = NAMES.iter().find(|(name, _)| *name == other).map_or("", |(_, words)| words).to_ascii_lowercase();
    html! {
        @if beside {
            button type="button" data-do="unpin" data-of="0" { "This network alone" }
        } @else if let Some(deadlock) = frozen {
            @if filled {
                button.primary type="button" data-do="fill" data-of="0" { "Let traffic do it" }
            } @else {
                button.primary type="button" data-do="cure" { "The same messages, " (words) }
            }
            button type="button" data-do="closes" { "Once more from cycle " (deadlock.closed.saturating_sub(BEFORE)) }
        } @else if set.cuts() == [true; 2] {
            button type="button" data-do="cure" { "Compare with " (words) }
        } @else {
            button.primary type="button" data-do="fill" data-of="1" { "Fill the circle" }
            button type="button" data-do="fill" data-of="0" { "Let traffic do it" }
        }
    }
}

/// The compass: two rings of turns, the shortest paths that are left in each quadrant, and the sets with names.
pub(crate) fn compass(set: TurnSet, lost: Option<u32>, k: u32, at: u32) -> Markup {
    let (paths, of) = set.paths(k);
    html! {
        p.head {
            b { "Allowed turns" } " " span.muted { "click an arrow to forbid it or to allow it again" }
            span.paths { (grouped(paths)) " of " (grouped(of)) " paths" }
        }
        div.rings {
            @for (ring, name) in [(0, "Right turns"), (1, "Left turns")] { (self::ring(set, ring, name, lost, at)) }
            (quadrants(set, lost))
        }
        div.names role="group" aria-label="Sets of allowed turns" {
            @for (name, words) in NAMES {
                button type="button" data-do="turns" data-of=(name) aria-pressed=(set.name() == Some(name)) { (words) }
            }
        }
    }
}

/// The end of an angle on the ring.
fn at(angle: f64) -> (f64, f64) {
    (SIZE.0 / 2.0 + RADIUS * libm::cos(angle), SIZE.1 / 2.0 + RADIUS * libm::sin(angle))
}

fn ring(set: TurnSet, ring: usize, name: &str, lost: Option<u32>, stop: u32) -> Markup {
    const WORDS: [&str; 5] = ["none", "one", "two", "three", "four"];
    let allowed = RINGS[ring].iter().filter(|turn| set.has(**turn)).count();
    let cut = set.cuts()[ring];
    let state = if cut { "cut" } else { "closed" };
    let quarter = std::f64::consts::FRAC_PI_2;
    // Upper left, upper right, lower left, lower right, as angles from the right, downwards.
    let ends = |place: usize| {
        let start = [2.0, 3.0, 1.0, 0.0][place] * quarter;
        let (from, to) = (start + GAP, start + quarter - GAP);
        if ring == 0 { (from, to) } else { (to, from) }
    };
    let way = if ring == 0 { 1.0 } else { -1.0 };
    html! {
        div.ringbox.closed[!cut] role="group" aria-label={ (name) ", " (WORDS[allowed]) " of four, circle " (state) } {
            div.face {
            svg viewBox={ "0 0 " (SIZE.0) " " (SIZE.1) } aria-hidden="true" {
                @for (place, turn) in RINGS[ring].into_iter().enumerate() {
                    @let (from, to) = ends(place);
                    @let head = 0.22 * way;
                    @let ((a, b), (c, d)) = (at(from), at(if set.has(turn) { to - head } else { to }));
                    path.forbidden[!set.has(turn)] d=(format!("M{a:.1} {b:.1}A{RADIUS} {RADIUS} 0 0 {} {c:.1} {d:.1}", 1 - ring)) {}
                    @if set.has(turn) {
                        @let ((x, y), turned) = (at(to - head), (to - head + way * (quarter - 0.05)).to_degrees());
                        path.tip d="M-1 -8L14 0L-1 8Z" transform=(format!("translate({x:.1} {y:.1}) rotate({turned:.0})")) {}
                    } @else {
                        @let ((x, y), turned) = (at(from.midpoint(to)), from.midpoint(to).to_degrees());
                        path.bar d="M-9 0H9" transform=(format!("translate({x:.1} {y:.1}) rotate({:.0})", turned - 20.0)) {}
                    }
                    @if lost == Some(turn) {
                        @let (x, y) = at(from.midpoint(to));
                        circle.stays cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) r="19" {}
                    }
                }
            }
            @for (place, turn) in RINGS[ring].into_iter().enumerate() {
                @let [from, to] = letters(turn, direction);
                button.turn.{ "at-" (place) }.forbidden[!set.has(turn)].shakes[lost == Some(turn)] type="button" id=(id_of(turn))
                    data-do="turn" data-of=(turn + 1) aria-pressed=(set.has(turn)) tabindex=(if turn == stop { "0" } else { "-1" })
                    aria-label={ "Travelling " (from) ", then " (to) ": " (if set.has(turn) { "allowed" } else { "forbidden" }) }
                    { span { (letters(turn, arrow).concat()) } }
            }
            p.state aria-hidden="true" { b { (state) } br; (allowed) " of 4" }
            }
            p.caption { (name) }
        }
    }
}

fn quadrants(set: TurnSet, lost: Option<u32>) -> Markup {
    let words = |lower: (bool, bool), turns: [u32; 2]| {
        let is_lost = lost.is_some_and(|turn| turns.contains(&turn));
        if is_lost { "none" } else { set.order(lower) }
    };
    let names = QUADRANTS.map(|(lower, turns)| {
        let place = [if lower.1 { "south" } else { "north" }, if lower.0 { "west" } else { "east" }].join("-");
        format!("{place} {}", words(lower, turns))
    });
    html! {
        div.ringbox {
            svg.quadrants viewBox={ "0 0 " (SIZE.0) " " (SIZE.1) } role="img" aria-label={ "Shortest paths left: " (names.join(", ")) } {
                @for (lower, turns) in QUADRANTS {
                    @let words = words(lower, turns);
                    @let (x, y): (f64, f64) = (if lower.0 { -1.0 } else { 1.0 }, if lower.1 { 1.0 } else { -1.0 });
                    @let ([a, b], [c, d]) = ([80.0 + 11.0 * x, 80.0 + 66.0 * x], [64.0 + 11.0 * y, 64.0 + 43.0 * y]);
                    path.left[["both", "x first"].contains(&words)] d={ "M" (a) " " (c) "H" (b) "V" (d) } {}
                    path.left[["both", "y first"].contains(&words)] d={ "M" (a) " " (c) "V" (d) "H" (b) } {}
                    circle.lost[words == "none"] cx=(b) cy=(d) r="5" {}
                    text.lost[words == "none"] x=(a.midpoint(b)) y=(c.midpoint(d) + 4.0) text-anchor="middle" { (words) }
                }
                circle.here cx="80" cy="64" r="9" {}
            }
            p.caption { "Shortest paths left" }
        }
    }
}

/// The messages delivered since cycle 0: of this run, and grey those of the network beside it or of the run before.
fn delivered(
    player: &Player,
    animation: &dyn Animation,
    frame: &Frame,
    scenario: &Scenario,
    turns: &LayoutTurns,
) -> Markup {
    let (cycle, terms) = (frame.cycle, animation.terms());
    let own: Vec<u32> = animation.arrivals().iter().map(|(at, _)| *at).take_while(|at| *at <= cycle).collect();
    let closed = player.closed().filter(|closed| *closed <= cycle);
    let beside = player.shown_beside().and_then(|(other, _)| {
        let until = other.arrivals().iter().map(|(at, _)| *at).take_while(|at| *at <= cycle);
        Some(PreviousTurns { set: other.layout().turns.as_ref()?.set, arrivals: until.collect(), closed: None })
    });
    let before = beside.as_ref().or(player.previous.as_ref());
    let seen = before.iter().flat_map(|before| before.arrivals.last().copied()).max().unwrap_or(0).min(3 * AXIS);
    let end = cycle.max(seen).max(1).next_multiple_of(AXIS);
    let nodes = animation.layout().nodes.len() as f64;
    let offered = if scenario.is_on(Key::Fill) { 0.0 } else { scenario.get(Key::Load) * nodes * f64::from(end) };
    let most = own.len().max(before.map_or(0, |before| before.arrivals.len())) as f64;
    let all = (offered.max(most).max(4.0) as u32).next_multiple_of(4);
    let path = |arrivals: &[u32], until: u32| -> String {
        let until = until.min(end);
        let step = (until / 100).max(1);
        let at = (0..until).step_by(step as usize).chain([until]);
        at.map(|at| format!("{}{at} {}", if at == 0 { "M" } else { "L" }, arrivals.partition_point(|one| *one <= at)))
            .collect()
    };
    let stop = closed.unwrap_or(cycle);
    let last = |before: &PreviousTurns| before.closed.or_else(|| before.arrivals.last().copied()).unwrap_or(0);
    let lines = html! {
        @if let Some(before) = before { path.before d=(path(&before.arrivals, if before.closed.is_some() { end } else { last(before) })) {} }
        path.now d=(path(&own, stop)) {}
        @if closed.is_some() { path.frozen d=(format!("M{stop} {0}L{cycle} {0}", own.len())) {} }
    };
    let across = |at: u32| format!("{:.2}%", 100.0 * f64::from(at.min(end)) / f64::from(end));
    let up = |value: usize| format!("{:.2}%", 100.0 - 100.0 * value as f64 / f64::from(all));
    // There is room for words below it.
    let low = |value: usize| 4 * value > all as usize;
    let all_delivered = grouped(own.len() as u64);
    let words = closed.map_or_else(
        || format!("{all_delivered} delivered"),
        |closed| format!("frozen since {}", grouped(closed.into())),
    );
    let left = 2 * stop < end;
    let over = html! {
        circle.stuck[closed.is_some()] cx=(across(cycle)) cy=(up(own.len())) r="5" {}
        text.own.stuck[closed.is_some()] x=(across(stop)) y=(up(own.len())) dx=(if left { 10 } else { -10 })
            dy=(if closed.is_some() && low(own.len()) { 14 } else { -8 }) text-anchor=(if left { "start" } else { "end" }) { (words) }
        @if let Some(before) = before {
            text x="100%" y=(up(before.arrivals.len())) dy=(if low(before.arrivals.len()) { 15 } else { -6 }) text-anchor="end" {
                (name(before.set).to_ascii_lowercase())
                @if let Some(closed) = before.closed { ": frozen since " (grouped(closed.into())) }
            }
        }
    };
    let said = format!("Delivered messages: {all_delivered} by {} {cycle}", terms.cycle.0);
    html! {
        h3 {
            "Delivered messages " span.muted {
                "since cycle 0" @if let Some(bound) = turns.bound { "; busiest channel full at load " (significant(bound, 3)) " (proven)" }
            }
        }
        (plot(&said, (all, end), terms, lines, over))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_set_has_its_words_its_compass_and_a_refusal_for_each_turn_that_it_needs() {
        let named =
            NAMES.map(|(name, _)| name).into_iter().chain(["es,sw,wn,ne", "es,wn,ne,en,nw,ws,se", "es,sw,wn,en,nw,ws"]);
        blessed::words("sets of turns", named, |text| {
            let scenario =
                link::parse(&format!("#system=kary-ncube&n=2&k=4&wiring=mesh&routing=turns&vcs=1&turns={text}"))
                    .scenario;
            let set = scenario.setup().turns().expect("a set");
            let drawn = compass(set, None, 4, 0).into_string();
            let counted = ["aria-pressed=\"true\"", "class=\"forbidden\"", "class=\"tip\"", "ringbox closed"];
            let counted = counted.map(|part| drawn.matches(part).count());
            let refused = (0..8).filter(|turn| set.has(*turn)).filter_map(|turn| refusal(turn, set));
            let refused: Vec<_> = refused.map(|refusal| plain(&refusal.into_string())).collect();
            (name(set), plain(&set_words(set, 4).into_string()), counted, announced(0, set, 4), refused)
        });
    }
}
