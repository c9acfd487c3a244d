//! Drawings of lessons: roads, nodes, buffers and messages, flit by flit, at a cycle.

use crate::prelude::*;
use flitscope::lesson::drawing::{Drawing, Part};

/// The side of a flit, and the distance from one to the next.
const FLIT: i32 = 14;
const PITCH: i32 = 17;

/// A drawing at a cycle, with its own words or these.
pub(crate) fn at(drawing: &Drawing, cycle: u32, words: &str) -> Markup {
    let own = drawing.parts[0].words.as_str();
    let words = if own.is_empty() { words } else { own };
    let time = (cycle % drawing.cycles) as i32;
    let seen = |part: &&Part| part.seen.is_none_or(|(from, to)| (from..to).contains(&time));
    html! {
        svg.card-picture font-size=(drawing.size.0 / 24) viewBox={ "0 0 " (drawing.size.0) " " (drawing.size.1) } role="img"
            aria-label=(words) {
            @for part in drawing.parts.iter().filter(seen) { (one(part, time)) }
        }
    }
}

fn circle(x: i32, y: i32, r: i32) -> String {
    format!("M{} {y}a{r} {r} 0 1 0 {} 0a{r} {r} 0 1 0 {} 0", x - r, 2 * r, -2 * r)
}

fn one(part: &Part, time: i32) -> Markup {
    let (x, y) = part.points[0];
    let number = |place: usize, usual: i32| part.numbers.get(place).copied().unwrap_or(usual);
    let (mut path, mut head) = (String::new(), None);
    match part.kind.as_str() {
        "road" => {
            path = part.points.iter().map(|(x, y)| format!("L{x} {y}")).collect();
            path.replace_range(..1, "M");
        }
        "node" => path = circle(x, y, number(0, 13)),
        "buffer" => path = format!("M{} {}h22v20h-22z", x - 11, y - 10),
        // Something stands.
        "cross" => path = circle(x, y, 8) + &format!("M{} {}l6 6m0 -6l-6 6", x - 3, y - 3),
        "worm" | "flits" => {
            for flit in 0..number(0, 1).min(99) {
                let Some(((x, y), turn)) = part.along(part.header(time) - flit * number(1, PITCH)) else { continue };
                if flit == 0 && part.kind == "worm" {
                    head = Some(format!("translate({x} {y}) rotate({turn})"));
                } else {
                    path += &format!("M{} {}h14v14h-14z", x - FLIT / 2, y - FLIT / 2);
                }
            }
        }
        _ => {}
    }
    html! {
        @if part.kind == "clock" { text.pic-clock x=(x) y=(y) { (part.words) " " (time.min(number(0, 0))) " cycles" } }
        @else if part.kind == "words" { text x=(x) y=(y) { (part.words) } }
        @else if !path.is_empty() { path class={ "pic-" (part.kind) " pic-" (part.name) } d=(path) {} }
        @if let Some(place) = head { path.pic-head transform=(place) d="M-7 -7h8l7 7l-7 7h-8z" {} }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_seen_in_its_cycles_where_it_has_got_to() {
        // A header is one of the flits, and a clock stops.
        let worm = "worm a 10,20 210,20 4 0>0 10>34 20>300";
        let (cross, clock) = ("cross 9,9 12-40", "clock 9,30 36: 4 hops:");
        let cases = [(worm, 0), (worm, 10), (worm, 20), (worm, 50)].into_iter();
        let cases = cases.chain([11, 12, 39, 40, 61].into_iter().flat_map(|cycle| [(cross, cycle), (clock, cycle)]));
        blessed::words("drawings", cases, |(line, cycle)| {
            let drawing = Drawing::parse(&format!("size 300,40 50\n{line}")).expect("a drawing");
            let said = at(&drawing, cycle, "words").into_string();
            said.split_once('>').map_or_else(String::new, |(_, inside)| inside.to_owned())
        });
    }

    #[test]
    fn every_drawing_of_our_lessons_has_messages() {
        let steps = || lesson::all().iter().flat_map(|lesson| &lesson.steps);
        let drawings: Vec<_> = steps().flat_map(|step| [&step.picture, &step.stage]).flatten().collect();
        assert_eq!(drawings.len(), 9);
        for drawing in drawings {
            let seen = (0..drawing.cycles).map(|cycle| at(drawing, cycle, "").into_string());
            assert!(seen.filter(|said| said.contains("pic-a\" d=\"M")).count() * 2 >= drawing.cycles as usize);
        }
    }
}
