//! Where things stand on the canvas, CSS pixels: what the painter draws and what a pointer finds are the same lines.

use crate::player::prelude::*;

/// The width and the pitch at which marks have the sizes that are written here, CSS pixels.
const USUAL: (f64, f64) = (568.0, 68.0);

/// A node from this radius on covers the ends of lanes; lanes end at the edges of smaller ones.
const COVERS: f64 = 5.0;

/// The part of the way to the edge of the layout that lanes of channels take that wrap around.
const STUB: f64 = 0.8;

/// Sizes on a canvas, CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CanvasSizes {
    pub width: f64,
    pub(crate) pitch: f64,
    pub radius: f64,
    pub road: f64,
    /// Half of the width and of the height of a switching element.
    pub switch: Place,
    /// The unit of marks beside the lanes: 1 pixel in a network of the usual size.
    pub unit: f64,
}

impl CanvasSizes {
    /// The sizes of a layout that is drawn so wide.
    pub(crate) fn of(layout: &Layout, width: f64) -> Self {
        let pitch = layout.pitch * width;
        // Nodes do not grow as much as the distances between them, unless they have to hold words.
        let words = layout.nodes.iter().any(|node| node.words == LabelPlacement::Within && !node.label.is_empty());
        let (part, most) = if layout.turns.is_some() {
            // With room for the arcs of turns.
            (0.21, 0.21 * pitch)
        } else if words {
            (0.155, 0.155 * pitch)
        } else {
            (0.17, 0.085 * pitch + 0.0115 * width)
        };
        let unit = (pitch / USUAL.1).min(width / USUAL.0);
        Self {
            width,
            pitch,
            radius: (part * pitch).min(most).max(1.6),
            road: layout.road * pitch,
            switch: (layout.switch.0 * width, layout.switch.1 * width),
            unit,
        }
    }

    /// A place of the layout on the canvas, from the layout's upper left corner.
    pub(crate) fn place(&self, (x, y): Place) -> Place {
        (x * self.width, y * self.width)
    }

    /// The distance of a place outside of a node; 0 or less within it.
    pub(crate) fn outside(&self, node: &Node, at: Place) -> f64 {
        let (x, y) = self.place(node.place);
        match node.form {
            NodeShape::Disc => distance((x, y), at) - self.radius,
            NodeShape::Switch => ((x - at.0).abs() - self.switch.0).max((y - at.1).abs() - self.switch.1),
        }
    }

    /// The unit of marks that have to be read, which does not become too small.
    pub(crate) fn mark(&self) -> f64 {
        self.unit.max(0.55)
    }

    /// True if nodes cover the ends of lanes.
    pub(crate) fn covers(&self) -> bool {
        self.radius >= COVERS
    }

    /// The distance of the middle of the lanes in one direction to the right of their link.
    pub(crate) fn middle(&self, link: &Link) -> f64 {
        if link.paired { 0.28 * self.road } else { 0.0 }
    }

    /// The pieces of a link on the canvas, so far beside it, from the edge of its node to the edge of the next one.
    pub(crate) fn pieces(&self, link: &Link, beside: f64) -> Vec<Vec<Place>> {
        // A line beside the middle meets the edge nearer to the centre.
        let reach = (self.radius * self.radius - beside * beside).max(0.0).sqrt();
        self.between(link, beside, reach)
    }

    /// As `pieces`, but from middle to middle where nodes cover the ends; of a link that wraps around as far as it is seen.
    pub(crate) fn course(&self, link: &Link, beside: f64) -> Vec<Vec<Place>> {
        if !self.covers() {
            return self.pieces(link, beside);
        }
        let mut pieces = self.between(link, beside, 0.0);
        if let ([out, back], false) = (pieces.as_mut_slice(), is_ramp(link)) {
            *out = until(out, STUB * length(out));
            *back = rest(back, (1.0 - STUB) * length(back));
        }
        pieces
    }

    /// The pieces of a link from the middle of its node to the middle of the next one.
    pub(crate) fn road(&self, link: &Link) -> Vec<Vec<Place>> {
        self.between(link, 0.0, 0.0)
    }

    fn between(&self, link: &Link, beside: f64, reach: f64) -> Vec<Vec<Place>> {
        let last = link.pieces.len().saturating_sub(1);
        let piece = |(index, places): (usize, &Vec<Place>)| {
            let mut line: Vec<Place> = places.iter().map(|place| self.place(*place)).collect();
            if index == 0 && !link.edges.0 {
                shorten(&mut line, reach);
            }
            if index == last && !link.edges.1 {
                line.reverse();
                shorten(&mut line, reach);
                line.reverse();
            }
            shift(&line, beside)
        };
        link.pieces.iter().enumerate().map(piece).collect()
    }
}

/// True if a link leads from plane to plane, and not around its ring.
pub(crate) fn is_ramp(link: &Link) -> bool {
    let oblique = |piece: &Vec<Place>| match piece.as_slice() {
        [a, b] => (a.0 - b.0).abs() > 1e-9 && (a.1 - b.1).abs() > 1e-9,
        _ => false,
    };
    link.pieces.len() == 2 && link.pieces.iter().all(oblique)
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// The size of the canvas, pixels of the screen.
    pub pixels: (u32, u32),
    /// Those in a CSS pixel.
    pub density: f64,
    /// The width of the whole layout, CSS pixels, and the place of its upper left corner.
    pub width: f64,
    pub corner: Place,
}

impl Viewport {
    /// A canvas of that size, CSS pixels, on a screen of that density, for a layout that lies there; none where nothing can be seen.
    pub fn of(size: Place, density: f64, (width, corner): (f64, Place)) -> Option<Self> {
        let pixels = ((size.0 * density).round() as u32, (size.1 * density).round() as u32);
        (pixels.0 > 0 && pixels.1 > 0).then_some(Self { pixels, density, width, corner })
    }
}

/// The place of an item, in widths; `None` for a message, which may be in many places.
pub(crate) fn place(layout: &Layout, item: Item) -> Option<Place> {
    match item {
        Item::Node(node) => Some(layout.nodes.get(node as usize)?.place),
        Item::Link(link) => {
            let piece = layout.links.get(link as usize)?.pieces.first()?;
            let (first, last) = (piece.first()?, piece.last()?);
            Some((first.0.midpoint(last.0), first.1.midpoint(last.1)))
        }
        Item::Message(_) => None,
    }
}

pub(crate) fn distance(a: Place, b: Place) -> f64 {
    libm::hypot(a.0 - b.0, a.1 - b.1)
}

/// The distance of a place from the nearest of some lines; infinite where there are none.
pub(crate) fn from_lines(lines: &[Vec<Place>], place: Place) -> f64 {
    let stretches = lines.iter().flat_map(|line| line.windows(2));
    let away = stretches.map(|ends| {
        let (a, b) = (ends[0], ends[1]);
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let along = ((place.0 - a.0) * dx + (place.1 - a.1) * dy) / (dx * dx + dy * dy).max(1e-9);
        let along = along.clamp(0.0, 1.0);
        distance((a.0 + along * dx, a.1 + along * dy), place)
    });
    away.fold(f64::INFINITY, f64::min)
}

/// Takes so much from the first stretch of a line.
fn shorten(line: &mut [Place], by: f64) {
    if let [first, second, ..] = line {
        let (dx, dy) = (second.0 - first.0, second.1 - first.1);
        let part = (by / libm::hypot(dx, dy).max(1e-9)).min(1.0);
        *first = (first.0 + dx * part, first.1 + dy * part);
    }
}

fn shift(line: &[Place], by: f64) -> Vec<Place> {
    let normal = |a: Place, b: Place| {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length = libm::hypot(dx, dy).max(1e-9);
        (-dy / length, dx / length)
    };
    let end = line.len().saturating_sub(1);
    let at = |index: usize| {
        let (before, after) = (index.saturating_sub(1), (index + 1).min(end));
        let (x, y) = normal(line[before], line[after]);
        (line[index].0 + by * x, line[index].1 + by * y)
    };
    (0..line.len()).map(at).collect()
}

pub(crate) fn length(line: &[Place]) -> f64 {
    line.windows(2).map(|ends| distance(ends[0], ends[1])).sum()
}

/// The line after its first `without` pixels; empty if it is no longer than that.
pub(crate) fn rest(line: &[Place], mut without: f64) -> Vec<Place> {
    for (index, ends) in line.windows(2).enumerate() {
        let part = distance(ends[0], ends[1]);
        if without < part {
            let along = without / part;
            let first = (ends[0].0 + (ends[1].0 - ends[0].0) * along, ends[0].1 + (ends[1].1 - ends[0].1) * along);
            return std::iter::once(first).chain(line[index + 1..].iter().copied()).collect();
        }
        without -= part;
    }
    Vec::new()
}

/// The beginning of a line, `with` pixels long; all of it if it is shorter.
pub(crate) fn until(line: &[Place], with: f64) -> Vec<Place> {
    let back: Vec<Place> = line.iter().rev().copied().collect();
    let mut kept = rest(&back, (length(line) - with).max(0.0));
    kept.reverse();
    kept
}

/// The crossing of two lines, extended without end; `None` if they are parallel.
pub(crate) fn crossing((a, b): (Place, Place), (c, d): (Place, Place)) -> Option<Place> {
    let (ux, uy, vx, vy) = (b.0 - a.0, b.1 - a.1, d.0 - c.0, d.1 - c.1);
    let across = ux * vy - uy * vx;
    let part = ((c.0 - a.0) * vy - (c.1 - a.1) * vx) / across;
    (across.abs() > 1e-6 * libm::hypot(ux, uy) * libm::hypot(vx, vy)).then_some((a.0 + part * ux, a.1 + part * uy))
}

/// The place at the end of a line, and the direction in which it leads there.
pub(crate) fn tip(line: &[Place]) -> Option<(Place, Place)> {
    let [.., a, b] = line else { return None };
    let length = distance(*a, *b);
    (length > 0.0).then(|| (*b, ((b.0 - a.0) / length, (b.1 - a.1) / length)))
}

pub(crate) fn halfway(line: &[Place]) -> Option<Place> {
    rest(line, length(line) / 2.0).first().or(line.last()).copied()
}

/// An arrow head on a line: at a part of its last stretch, with arms of that reach.
pub(crate) fn head(line: &[Place], part: f64, reach: f64) -> Option<[Place; 3]> {
    let [.., a, b] = line else { return None };
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = libm::hypot(dx, dy).max(1e-9);
    let (ux, uy) = (dx / length, dy / length);
    let tip = (a.0 + dx * part, a.1 + dy * part);
    let arm = |side: f64| (tip.0 - reach * (ux + 0.7 * side * uy), tip.1 - reach * (uy - 0.7 * side * ux));
    Some([arm(1.0), tip, arm(-1.0)])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A corner of 3 and 4 pixels.
    const CORNER: [Place; 3] = [(0.0, 0.0), (3.0, 0.0), (3.0, 4.0)];

    #[test]
    fn lines_have_lengths_parts_sides_and_crossings() {
        let (level, dot) = (((0.0, 5.0), (10.0, 5.0)), [(1.0, 2.0), (1.0, 2.0)]);
        let lines = [CORNER.to_vec(), vec![(10.0, 0.0), (10.0, 0.0)]];
        let places = [(1.0, 2.0), (-3.0, -4.0), (5.0, 1.0), (10.0, 7.0)];
        let said = [
            ("length", format!("{:?}", length(&CORNER))),
            ("rest", format!("{:?}", [0.0, 1.0, 5.0, 7.0].map(|by| rest(&CORNER, by)))),
            ("until", format!("{:?}", until(&CORNER, 5.0))),
            ("tip", format!("{:?}", tip(&CORNER))),
            ("halfway", format!("{:?}", [&CORNER[..], &[], &dot[..1], &dot].map(halfway))),
            // y grows downwards: to the right of the way to the right is below.
            ("right of the way right", format!("{:?}", shift(&[(0.0, 0.0), (10.0, 0.0)], 2.0))),
            ("right of the way down", format!("{:?}", shift(&[(0.0, 0.0), (0.0, 10.0)], 2.0))),
            ("beside nothing", format!("{:?}", shift(&[], 2.0))),
            ("crossing", format!("{:?}", crossing(level, ((20.0, 0.0), (20.0, 3.0))))),
            ("parallel", format!("{:?}", crossing(level, ((0.0, 7.0), (10.0, 7.0))))),
            ("head", format!("{:.2?}", [&CORNER[..], &[(0.0, 0.0)]].map(|line| head(line, 1.0, 2.0)))),
            ("distances", format!("{:.2?}", places.map(|place| from_lines(&lines, place)))),
            ("from nothing", format!("{:?}", from_lines(&[], (0.0, 0.0)))),
        ];
        blessed::lines("lines of the stage", said);
    }

    #[test]
    fn a_link_begins_and_ends_at_the_edges_of_its_nodes() {
        let size =
            |radius| CanvasSizes { width: 100.0, pitch: 50.0, radius, road: 12.5, switch: (0.0, 0.0), unit: 1.0 };
        let around = [vec![(0.5, 0.0), (1.0, 0.0)], vec![(0.0, 0.0), (0.5, 0.0)]];
        let neighbour = ("to a neighbour", around[1..].to_vec());
        // A link that wraps around is cut at its outer ends only; one between nodes that touch is not turned around.
        let links = [neighbour, ("around", around.to_vec()), ("touching", vec![vec![(0.0, 0.0), (0.05, 0.0)]])];
        // Large nodes cover the ends of a course, small ones do not.
        let sizes = [(12.0, 0.0), (5.0, 3.0), (4.0, 0.0)];
        let said = links.into_iter().flat_map(|(name, pieces)| sizes.map(|size| (name, pieces.clone(), size)));
        let said = said.map(|(name, pieces, (radius, beside))| {
            let link = Link { pieces, lanes: 3, ..Link::default() };
            (name, format!("{:?}", (size(radius).pieces(&link, beside), size(radius).course(&link, beside))))
        });
        blessed::lines("links between nodes", said);
    }

    #[test]
    fn nodes_are_never_too_small_to_see_and_grow_less_than_their_distances() {
        let sizes = [(0.12, 0.0), (0.12, 50.0), (0.12, 318.0), (0.12, 568.0), (0.24, 568.0)];
        blessed::words("sizes of nodes", sizes, |(pitch, width)| {
            // Words need room.
            let node = |label: &str| vec![Node { label: label.into(), ..Node::default() }];
            let radius = |nodes| CanvasSizes::of(&Layout { pitch, nodes, ..Layout::default() }, width).radius;
            format!("{:.2?}", [Vec::new(), node("0000")].map(radius))
        });
    }

    #[test]
    fn a_canvas_has_whole_pixels_or_is_not_drawn_upon() {
        blessed::words("canvases", [(300.2, 149.9), (0.0, 0.0)], |size| Viewport::of(size, 1.5, (600.4, (-7.0, 0.0))));
    }

    #[test]
    fn an_item_that_is_not_there_stands_nowhere() {
        let layout = Layout { links: vec![Link::default()], ..Layout::default() };
        for item in [Item::Node(0), Item::Link(0), Item::Link(1), Item::Message(0)] {
            assert_eq!(place(&layout, item), None, "{item:?}");
        }
    }
}
