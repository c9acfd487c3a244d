//! Drawings of a lesson, as lines: `worm a 40,150 300,150 10 0>0 50>400`. Each is a kind, then in any order a name, points `x,y`,
//! numbers, places of a header `cycle>distance`, the cycles in which it is seen `from-to`, and after a colon its words. The first line is
//! the size with the number of cycles.

use super::scenes::cut;

/// The kinds of the parts of a drawing.
pub const KINDS: [&str; 9] = ["size", "road", "node", "buffer", "worm", "flits", "cross", "words", "clock"];

const MOST: usize = 60;

/// The largest coordinate, cycle and distance.
const LARGEST: i32 = 10_000;

/// A part of a drawing, of one of the [`KINDS`]: its name is the colour of a worm, or what a node is, source or destination; numbers
/// are the flits of a worm and the distance between two, the radius of a node, or the cycle at which a clock stops; places the distance
/// of a header along the points at some cycles; and `seen` the cycles in which it is seen.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)] // the fields are named above
pub struct Part {
    pub kind: String,
    pub name: String,
    pub points: Vec<(i32, i32)>,
    pub numbers: Vec<i32>,
    pub places: Vec<(i32, i32)>,
    pub seen: Option<(i32, i32)>,
    pub words: String,
}

/// A drawing: its width and height, its cycles, after which it begins again, its parts, those behind first, and its lines.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the fields are named above
pub struct Drawing {
    pub size: (i32, i32),
    pub cycles: u32,
    pub parts: Vec<Part>,
    pub text: String,
}

impl Drawing {
    /// Reads lines, or the same with semicolons between them.
    ///
    /// # Errors
    /// The number of the line, from 0, and a sentence.
    pub fn parse(text: &str) -> Result<Self, (usize, String)> {
        let (mut parts, text) = (Vec::new(), text.trim().replace('\n', ";"));
        for (index, line) in text.split(';').enumerate() {
            parts.push(part(line.trim()).map_err(|sentence| (index, sentence))?);
        }
        let first: &Part = &parts[0];
        let (Some(size), Some(cycles)) = (first.points.first(), first.numbers.first()) else {
            return Err((0, "a drawing begins with its size and its cycles: \"size 560,330 60\".".into()));
        };
        if first.kind != "size" || size.0 < 1 || size.1 < 1 || *cycles < 1 || parts.len() > MOST {
            return Err((0, told!("a drawing has a size, one cycle or more, and at most {MOST} lines.")));
        }
        Ok(Self { size: *size, cycles: *cycles as u32, parts, text })
    }
}

fn part(line: &str) -> Result<Part, String> {
    let (line, words) = line.split_once(':').unwrap_or((line, ""));
    let mut items = line.split_whitespace();
    let kind = items.next().unwrap_or_default().to_owned();
    if !KINDS.contains(&kind.as_str()) {
        return Err(told!("\"{}\" is no part of a drawing. Parts: {}.", cut(&kind), KINDS.join(", ")));
    }
    let mut part = Part { kind, words: words.trim().to_owned(), ..Part::default() };
    for item in items {
        let pair = |sign: char| {
            let (one, other) = item.split_once(sign)?;
            Some((number(one)?, number(other)?))
        };
        if let Some(point) = pair(',') {
            part.points.push(point);
        } else if let Some(place) = pair('>') {
            part.places.push(place);
        } else if let Some(seen) = pair('-') {
            part.seen = Some(seen);
        } else if let Some(number) = number(item) {
            part.numbers.push(number);
        } else if item.chars().all(|letter| letter.is_ascii_lowercase()) {
            item.clone_into(&mut part.name);
        } else {
            return Err(told!("\"{}\" is none of: a name, x,y, a number, cycle>distance, from-to.", cut(item)));
        }
    }
    let slants = |pair: &[(i32, i32)]| pair[0].0 != pair[1].0 && pair[0].1 != pair[1].1;
    if cfg!(feature = "writing") && part.points.windows(2).any(slants) {
        return Err(told!("{} slants. Its points lie beside, above or below one another.", part.kind));
    }
    if part.points.is_empty() {
        return Err(told!("{} has no point. Write one as x,y.", part.kind));
    }
    Ok(part)
}

fn number(text: &str) -> Option<i32> {
    text.parse().ok().filter(|number| (0..=LARGEST).contains(number))
}

impl Part {
    /// The distance of the header at a cycle: between two places it moves evenly.
    pub fn header(&self, cycle: i32) -> i32 {
        let after = self.places.partition_point(|(at, _)| *at <= cycle);
        match (after.checked_sub(1).and_then(|place| self.places.get(place)), self.places.get(after)) {
            (Some((from, start)), Some((to, end))) => start + (end - start) * (cycle - from) / (to - from),
            (Some((_, place)), None) | (None, Some((_, place))) => *place,
            (None, None) => 0,
        }
    }

    /// The point at a distance along its points, and the direction there in degrees; none before its first and beyond its last point.
    pub fn along(&self, distance: i32) -> Option<((i32, i32), i32)> {
        let mut rest = distance;
        for pair in self.points.windows(2) {
            let ((x, y), (dx, dy)) = (pair[0], (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1));
            let length = dx.abs() + dy.abs();
            if (0..=length).contains(&rest) {
                let turn = if dy == 0 { 90 - 90 * dx.signum() } else { 90 * dy.signum() };
                return Some(((x + rest * dx.signum(), y + rest * dy.signum()), turn));
            }
            rest -= length;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worm_is_on_its_points_at_its_cycles() {
        let drawing = Drawing::parse("size 560,330 60\nworm a 10,20 110,20 110,120 5 0>0 10>100 20>100 30>200: it")
            .expect("a drawing");
        let worm = &drawing.parts[1];
        assert_eq!((drawing.cycles, worm.name.as_str(), worm.words.as_str(), worm.numbers[0]), (60, "a", "it", 5));
        for (cycle, distance, point) in
            [(0, 0, (10, 20)), (5, 50, (60, 20)), (15, 100, (110, 20)), (99, 200, (110, 120))]
        {
            assert_eq!(worm.header(cycle), distance);
            assert_eq!(worm.along(distance).expect("a point").0, point);
        }
        assert_eq!((worm.along(-1), worm.along(201)), (None, None));
        assert_eq!(Drawing::parse(&drawing.text), Ok(drawing));
    }

    #[test]
    fn every_picture_that_a_file_may_name_can_be_drawn() {
        for (name, lines) in crate::lesson::pictures() {
            assert!(Drawing::parse(lines).is_ok_and(|drawing| !drawing.parts[0].words.is_empty()), "{name}");
        }
    }

    #[test]
    fn a_line_that_is_wrong_is_named() {
        let texts = "|road 1,1 2,1|size 9,9 1\nroad|size 9,9 1\nroad 1,1 <b>|size 9,9 1\nroad 1,NaN|size 9,9 1\nroad 1,1 2,2|\
            size 9,9 0\nroad 1,1";
        crate::blessed::words("mistakes of drawings", texts.split('|'), |text| {
            Drawing::parse(text).expect_err("a mistake")
        });
    }
}
