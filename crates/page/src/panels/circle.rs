//! A deadlock in words and as a diagram: who waits for whom, what the scene has set, and which cycles are seen.

use crate::{dom::palette::hue_in, prelude::*};
use flitscope::param::options::Routing;
use flitscope::topology::grid::{Grid, Topology};
use flitscope_show::animation::frame::{AFTER, BEFORE, CircleMember, WaitCircle};
use std::f64::consts::TAU;

const MOST: usize = 8;

/// The size of the diagram, the centre of its circle, and its two radii.
const SIZE: (f64, f64) = (645.0, 316.0);
const CENTRE: (f64, f64) = (322.5, 158.0);
const RADII: (f64, f64) = (210.0, 132.0);

fn word(number: usize) -> String {
    const WORDS: [&str; 9] = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).into())
}

fn middle(circle: &WaitCircle, cycle: u32) -> (String, String) {
    let all = circle.members.len();
    let waits = circle.members.iter().filter(|member| member.waits).count();
    let moving = all - waits;
    if cycle >= circle.closed {
        (format!("a circle of {}", word(all)), "none can go first".into())
    } else if moving == 0 {
        (format!("all {} wait", word(all)), "one of them can still go on".into())
    } else {
        let verb = if waits == 1 { "waits" } else { "wait" };
        (
            format!("{} of {} {verb}", word(waits), word(all)),
            format!("{} still {}", word(moving), if moving == 1 { "moves" } else { "move" }),
        )
    }
}

fn at(angle: f64) -> (f64, f64) {
    (CENTRE.0 + RADII.0 * libm::cos(angle), CENTRE.1 + RADII.1 * libm::sin(angle))
}

/// The path of an arrow from one name to another, each of that half size.
fn arrow([from, to]: [f64; 2], half: (f64, f64)) -> String {
    // The first angle, in steps of half a degree, at which an arrow is clear of a name.
    let clear = |from: f64, step: f64| {
        let (x, y) = at(from);
        let away = |angle: &f64| {
            let (a, b) = at(*angle);
            (a - x).abs() > half.0 + 2.0 || (b - y).abs() > half.1 + 4.0
        };
        at((1..=180).map(|i| from + step * f64::from(i) * TAU / 720.0).find(away).unwrap_or(from))
    };
    let ((a, b), (c, d)) = (clear(from, 1.0), clear(to, -1.0));
    format!("M{a:.1} {b:.1}A{} {} 0 0 1 {c:.1} {d:.1}", RADII.0, RADII.1)
}

/// The place of words outside of the circle, and their anchor.
fn beside(angle: f64) -> (f64, f64, &'static str) {
    let (x, y) = at(angle);
    let side = x - CENTRE.0;
    let anchor = match side {
        _ if side.abs() < 20.0 => "middle",
        _ if side > 0.0 => "start",
        _ => "end",
    };
    (x + side.signum() * 12.0, if y > CENTRE.1 { y + 18.0 } else { y - 6.0 }, anchor)
}

/// The diagram, with its sentence for those who do not see it.
pub(super) fn ring(circle: &WaitCircle, frame: &Frame) -> Markup {
    let all = &circle.members;
    let shown = &all[..all.len().min(MOST)];
    let more = all.len() - shown.len();
    let places = shown.len() + usize::from(more > 0);
    let half = if places > 5 { (36.0, 16.0) } else { (46.0, 20.0) };
    let angle = |place: f64| (place / places as f64 - 0.25) * TAU;
    let waits = |place: usize| shown.get(place).is_some_and(|member| member.waits);
    let (first, second) = middle(circle, frame.cycle);
    let hue = |member: &CircleMember| format!("var(--{})", hue_in(&frame.tied, member.message));
    html! {
        h3 { "Who waits for whom" }
        div.ring role="img" aria-label=(said(all)) {
            svg viewBox={ "0 0 " (SIZE.0) " " (SIZE.1) } width="100%" height="100%" aria-hidden="true" {
                defs {
                    @for (id, colour) in [("waits", "blocked"), ("moves", "muted")] {
                        marker id={ "ring-" (id) } viewBox="0 0 10 10" refX="8" refY="5" markerWidth="7" markerHeight="7" orient="auto" {
                            path d="M0 0L10 5L0 10Z" fill={ "var(--" (colour) ")" } {}
                        }
                    }
                }
                @for place in 0..places {
                    @let name = if waits(place) { "waits" } else { "moves" };
                    @let ends = [0.0, 1.0].map(|end| angle(place as f64 + end));
                    path class=(name) d=(arrow(ends, half)) marker-end={ "url(#ring-" (name) ")" } {}
                    @if places <= 5 {
                        @let (x, y, anchor) = beside(angle(place as f64 + 0.5));
                        text class=(name) x=(format!("{x:.1}")) y=(format!("{y:.1}")) text-anchor=(anchor) {
                            (if waits(place) { "waits for" } else { "will wait for" })
                        }
                    }
                }
                @for place in 0..places {
                    @let (x, y) = at(angle(place as f64));
                    g transform=(format!("translate({x:.1} {y:.1})")) {
                        rect.name x=(-half.0) y=(-half.1) width=(2.0 * half.0) height=(2.0 * half.1) rx=(half.1)
                            stroke=(shown.get(place).map_or("var(--muted)".into(), &hue)) {}
                        @if let Some(member) = shown.get(place) {
                            rect x=(14.0 - half.0) y="-6" width="12" height="12" rx="3" fill=(hue(member)) {}
                            text.name x="9" y="6" text-anchor="middle" { (member.name) }
                        } @else {
                            text.name y="6" text-anchor="middle" { (more) " more" }
                        }
                    }
                }
                text.name x=(CENTRE.0) y=(CENTRE.1 - 2.0) text-anchor="middle" { (first) }
                text x=(CENTRE.0) y=(CENTRE.1 + 20.0) text-anchor="middle" { (second) }
            }
        }
    }
}

fn said(members: &[CircleMember]) -> String {
    let next = members.iter().cycle().skip(1);
    let one = |(member, next): (&CircleMember, &CircleMember)| {
        format!("{} {} {}", member.name, if member.waits { "waits for" } else { "will wait for" }, next.name)
    };
    members.iter().zip(next).map(one).collect::<Vec<_>>().join(", ")
}

/// The dependency graph: each dash is a channel, and a message on it may wait for the next one. Without the safeguard the shortest circle,
/// with it the escape channels of a ring, whose two classes are two tracks. `None` but where adaptive headers go two hops along a ring.
pub(crate) fn graph(scenario: &Scenario) -> Option<Markup> {
    let grid = Grid::of(scenario.setup());
    let adaptive = scenario.choice::<Routing>() == Routing::Adaptive && !scenario.is_default(Key::Escape);
    let rings = grid.topology != Topology::Mesh && grid.diameter() > grid.n;
    let around = if grid.n > 1 && grid.topology == Topology::Torus { 4 } else { grid.k };
    let [without, with] = match grid.n {
        1 => ["Without a dateline", "With a dateline"],
        _ => ["Without escape channels", "Escape channels of a ring"],
    };
    let circle = (without, "circle", around, [(0, around), (0, 0)]);
    (adaptive && rings).then(|| html! {
        div.rings {
            @for (name, shape, of, tracks) in [circle, (with, "line", grid.k, grid.dateline_tracks())] {
                div.ringbox.closed[shape == "circle"] {
                    div.face {
                        svg viewBox="-80 -64 160 128" aria-hidden="true" {
                            @for ((first, number), radius) in tracks.into_iter().zip([56, 40]).filter(|(track, _)| track.1 > 0) {
                                path pathLength=(of) stroke-dasharray={ (".85 .15 ".repeat(number as usize)) "0 99" }
                                    transform={ "rotate(" (360 * first / of) ")" }
                                    d={ "M0-" (radius) "A" (radius) " " (radius) " 0 1 1-.1-" (radius) } {}
                                path.tip d="M-1-8L12 0L-1 8Z"
                                    transform={ "rotate(" (360 * (first + number) / of) ") translate(-12-" (radius) ")" } {}
                            }
                        }
                        p.state { b { (shape) } br; "of " (tracks[0].1 + tracks[1].1) }
                    }
                    p.caption { (name) }
                }
            }
        }
    })
}

/// The line above the number, and the number with the words beside it; `behind` other messages are blocked.
pub(super) fn number(circle: &WaitCircle, cycle: u32, behind: usize, terms: Terms) -> (String, Markup) {
    let left = circle.closed.saturating_sub(cycle);
    if left > 0 {
        let unit = if left == 1 { terms.cycle.0 } else { terms.cycle.1 };
        return (
            "The circle closes in".into(),
            html! { b { (left) } " " b { (unit) } " " small { (terms.cycle.0) " " (cycle) } },
        );
    }
    let others = count(behind, &format!("other {}", terms.message.0), &format!("other {}", terms.message.1));
    (
        "Nothing in the circle has moved".into(),
        html! {
            b { "since " (terms.cycle.0) } " " b { (circle.closed) } " "
            small { @if behind > 0 { (others) (if behind == 1 { " waits" } else { " wait" }) " behind it" } }
        },
    )
}

/// The settings of the scene, in a few small tags; `part` is the share of the load that the safe network carries.
pub(super) fn tags(scenario: &Scenario, part: Option<&str>) -> Markup {
    let text = |key: Key| scenario.text(key);
    let tags = if scenario.system() == System::BanyanMulticast {
        let of = |key: Key| {
            let chosen = scenario.chosen(key);
            scenario.system().options(key).iter().find(|option| option.key == chosen).map_or("", |option| option.name)
        };
        vec![of(Key::Packets).to_owned(), of(Key::Arbitration).to_owned(), format!("seed {}", text(Key::Seed))]
    } else {
        let (k, n) = (scenario.count(Key::K), scenario.count(Key::N));
        let network = match n {
            1 => format!("ring of {k} nodes"),
            _ => format!("{} torus", vec![k.to_string(); n as usize].join(" × ")),
        };
        let load = format!("load {}{}{}", text(Key::Load), if part.is_some() { ", " } else { "" }, part.unwrap_or(""));
        vec![
            network,
            format!("{} off", safeguard(scenario).trim_start_matches("the ")),
            load,
            format!("seed {}", text(Key::Seed)),
        ]
    };
    html! { div.set { @for tag in tags { span { (tag) } } } }
}

pub(super) fn safeguard(scenario: &Scenario) -> &'static str {
    if scenario.count(Key::N) == 1 { "the dateline" } else { "escape channels" }
}

/// The cycles that are seen again and again, from the first to the last: where it is, and where the circle closes.
pub(super) fn window(circle: &WaitCircle, (first, last): (u32, u32), cycle: u32, terms: Terms) -> Markup {
    let place = |cycle: u32| {
        let all = f64::from(last.saturating_sub(first).max(1));
        format!("{:.2}%", 100.0 * (f64::from(cycle.saturating_sub(first)) / all).min(1.0))
    };
    let (before, after) = (circle.closed.saturating_sub(first), last.saturating_sub(circle.closed));
    let (closes, now) = (place(circle.closed), place(cycle));
    html! {
        svg width="100%" height="34" role="img" aria-label={ (terms.clock) " " (cycle) " of " (first) " to " (last) } {
            rect.all y="7" width="100%" height="4" rx="2" {}
            rect.done y="7" width=(now) height="4" rx="2" {}
            line.closes x1=(closes) x2=(closes) y1="2" y2="16" {}
            line.now x1=(now) x2=(now) y1="1" y2="17" {}
            text y="30" { (if before < BEFORE { format!("{} {first}", terms.cycle.0) }
                else { format!("{before} {} before", terms.cycle.1) }) }
            text x=(closes) y="30" text-anchor="middle" { "the circle closes: " (grouped(u64::from(circle.closed))) }
            text x="100%" y="30" text-anchor="end" { @if after >= AFTER { (after) " after" } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circle(members: usize, waiting: usize) -> WaitCircle {
        let of =
            |place: usize| CircleMember { message: place as u32, name: 100 + place as u32, waits: place < waiting };
        WaitCircle { closed: 500, members: (0..members).map(of).collect(), stopped: members }
    }

    #[test]
    fn a_circle_is_drawn_counted_and_said() {
        let cases = [(4, 2, 480), (4, 3, 480), (4, 4, 480), (4, 4, 500), (6, 1, 0), (20, 20, 500)];
        blessed::words("circles", cases, |(all, waiting, cycle)| {
            let drawn = ring(&circle(all, waiting), &Frame { cycle, ..Frame::default() }).into_string();
            let arrows = ["waits", "moves"].map(|name| drawn.matches(&format!("<path class=\"{name}\"")).count());
            let label = drawn.split("aria-label=\"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned);
            (arrows, plain(&drawn.replace("</text>", " </text>")), label)
        });
    }

    #[test]
    fn the_graph_of_a_ring_is_a_circle_and_with_a_dateline_a_line() {
        let scenes =
            ["n=1&k=8", "n=1&k=3&ways=two", "n=2&k=8&ways=two", "n=2&wiring=mesh", "n=2&routing=dimension-order"]
                .map(|network| format!("#v=2&system=kary-ncube&escape=off&routing=adaptive&{network}"));
        let graph = |link: String| graph(&link::parse(&link).scenario).map(|graph| plain(&graph.into_string()));
        blessed::words("dependency graphs", scenes, graph);
    }
}
