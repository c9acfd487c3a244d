//! Where the nodes of a wormhole network stand, and how its channels run.
//!
//! | network | drawn as |
//! |---|---|
//! | one dimension | a circle |
//! | two | a grid; channels that wrap around leave at one edge and come in at the other |
//! | three | planes of such grids side by side; a channel between planes leaves obliquely and comes in so at the other plane |
//! | hypercube, k = 2, up to n = 4 | a grid of four by four in Gray order, whose edges join: no two channels cross |
//! | n = 5 and 6 | two or four of these grids; a channel between them leaves obliquely and comes in so at the other grid |
//! | n = 7 and 8 | cubes: dimension 4 puts one inside the other, 5 and 6 set such pairs side by side, 7 and 8 four of them |

use super::NoAnimation;
use super::frame::{Layout, LayoutTurns, Link, Node, Place};
use flitscope::{
    sim::wormhole::{Escape, Routing, Setting, Topology},
    topology::turns::turn,
};

/// Most nodes that are drawn.
pub(super) const MOST_NODES: u32 = 1024;

/// Most dimensions of a hypercube that are drawn.
pub(super) const MOST_CUBE_DIMENSIONS: u32 = 8;

/// Most dimensions of other networks that are drawn.
pub(super) const MOST_DIMENSIONS: u32 = 3;

/// Room between two planes of three dimensions, in distances between neighbours.
const BETWEEN: f64 = 2.2;

/// The offset of a channel between planes from its node: right, up.
const OBLIQUE: Place = (0.36, 0.3);

/// Most dimensions of a hypercube that is drawn as grids, and the dimensions of one grid.
const MOST_GRID_DIMENSIONS: u32 = 6;
const GRID: u32 = 4;

/// From one grid to the next, in distances between neighbours.
const GRIDS_APART: f64 = 4.6;

/// The overhang of a channel that wraps around, in distances between neighbours.
const STUB: f64 = 0.62;

/// Room beyond the outermost lines and around the outermost nodes, in distances between neighbours; and around those of a mesh, where
/// no line leads further and marks are beside the nodes.
const MARGIN: (f64, f64) = (0.02, 0.35);
const MESH_MARGIN: f64 = 0.55;

/// The width of the road of a channel, in terms of the pitch.
const ROAD: f64 = 0.25;

/// Checks that a network can be drawn.
pub(super) fn drawable(setting: &Setting) -> Result<(), NoAnimation> {
    let Setting { k, n, topology, .. } = *setting;
    let cube = k == 2;
    if cube && n > MOST_CUBE_DIMENSIONS {
        return Err(NoAnimation::Hypercube(n));
    }
    if !cube && n > MOST_DIMENSIONS {
        return Err(NoAnimation::Dimensions { n, torus: topology == Topology::Torus });
    }
    if u64::from(k).pow(n) > u64::from(MOST_NODES) {
        let largest = (2..k).rev().find(|k| k.pow(n) <= MOST_NODES).unwrap_or(2);
        return Err(NoAnimation::Nodes { k, largest });
    }
    Ok(())
}

/// The layout of a network that is [`drawable`].
pub(super) fn of(setting: &Setting) -> Result<Layout, NoAnimation> {
    drawable(setting)?;
    // In distances between neighbours, before the network is fitted into a width of 1.
    let places: Vec<Place> = (0..setting.nodes()).map(|node| place(setting, node)).collect();
    let node = |(node, &place)| {
        let bits =
            if is_grid(setting) { format!("{node:0width$b}", width = setting.n as usize) } else { String::new() };
        let name = if bits.is_empty() { coordinates(setting, node) } else { bits.clone() };
        Node { place, label: bits, name, ..Node::default() }
    };
    let mut nodes: Vec<Node> = (0..).zip(&places).map(node).collect();
    let mut links: Vec<Link> = (0..setting.channels()).map(|channel| link(setting, channel, &places)).collect();
    // The margins belong to neighbours at this distance.
    let distance = if setting.k == 2 && !is_grid(setting) { 0.5 } else { 1.0 };
    let around = if setting.topology == Topology::Mesh && setting.k > 2 { MESH_MARGIN } else { MARGIN.1 };
    let lines = links.iter().flat_map(|link| link.pieces.iter().flatten().map(|&place| (place, MARGIN.0)));
    let discs = places.iter().map(|&place| (place, around));
    let (mut low, mut high) = ((f64::INFINITY, f64::INFINITY), (f64::NEG_INFINITY, f64::NEG_INFINITY));
    for ((x, y), margin) in lines.chain(discs) {
        let margin = margin * distance;
        low = (low.0.min(x - margin), low.1.min(y - margin));
        high = (high.0.max(x + margin), high.1.max(y + margin));
    }
    let width = high.0 - low.0;
    let on_links = links.iter_mut().flat_map(|link| link.pieces.iter_mut().flatten());
    for place in nodes.iter_mut().map(|node| &mut node.place).chain(on_links) {
        *place = ((place.0 - low.0) / width, (place.1 - low.1) / width);
    }
    let (height, pitch) = ((high.1 - low.1) / width, least_distance(&nodes));
    Ok(Layout { height, pitch, road: ROAD, nodes, links, turns: turns(setting), ..Layout::default() })
}

/// The allowed turns of a network, where the routing is by them.
fn turns(setting: &Setting) -> Option<LayoutTurns> {
    let (grid, set) = (setting.grid(), setting.turns);
    let channels = (0..grid.channels()).filter(|channel| grid.exists(*channel));
    let turns = |(from, to): &(u32, u32)| turn(from % grid.ports(), to % grid.ports()).is_some();
    (setting.routing == Routing::Turns).then(|| LayoutTurns {
        set,
        arcs: channels.flat_map(|from| set.after(grid, from).map(move |to| (from, to))).filter(turns).collect(),
        circle: set.circle(grid.k).unwrap_or_default(),
        bound: set.is_determined().then(|| 1.0 / (f64::from(setting.flits) * setting.busiest_load())),
    })
}

/// True if channels lead from plane to plane.
pub(super) const fn has_ramps(setting: &Setting) -> bool {
    if setting.k > 2 { setting.n > 2 } else { setting.n > GRID && is_grid(setting) }
}

/// True if channels leave at one edge and come in at the other.
pub(super) fn wraps(setting: &Setting) -> bool {
    if setting.topology == Topology::Mesh && setting.k > 2 {
        return false;
    }
    if setting.k > 2 { setting.n > 1 } else { setting.n > 2 && is_grid(setting) }
}

/// True for a hypercube that is drawn as grids.
const fn is_grid(setting: &Setting) -> bool {
    setting.k == 2 && setting.n <= MOST_GRID_DIMENSIONS
}

/// The layout of a hypercube: channel number n v + d leads from node v along dimension d.
pub(super) fn hypercube(n: u32, lanes: u32) -> Result<Layout, NoAnimation> {
    let mut layout = of(&Setting::cube(2, n, lanes, 1))?;
    // Without rings no lane has to be an escape.
    layout.links.iter_mut().for_each(|link| link.escapes = 0);
    Ok(layout)
}

/// The least distance between two nodes.
fn least_distance(nodes: &[Node]) -> f64 {
    let mut least = f64::INFINITY;
    for (index, node) in nodes.iter().enumerate() {
        for other in &nodes[index + 1..] {
            let (dx, dy) = (node.place.0 - other.place.0, node.place.1 - other.place.1);
            least = least.min(dx * dx + dy * dy);
        }
    }
    if least.is_finite() { least.sqrt() } else { 1.0 }
}

fn coordinates(setting: &Setting, node: u32) -> String {
    let coordinates: Vec<_> = (0..setting.n).map(|d| setting.grid().coordinate(node, d).to_string()).collect();
    format!("({})", coordinates.join(","))
}

fn place(setting: &Setting, node: u32) -> Place {
    let at = |dimension: u32| {
        if dimension < setting.n { f64::from(setting.grid().coordinate(node, dimension)) } else { 0.0 }
    };
    match (setting.k, setting.n) {
        (2, n) if n > MOST_GRID_DIMENSIONS => corner(at),
        (2, n) => {
            // In Gray order neighbours differ in one bit, the last from the first too. Four nodes are a square.
            let gray = |low: u32| f64::from((node >> low & 3) ^ (node >> (low + 1) & 1));
            // In a mesh y leads upwards.
            let up = if setting.topology == Topology::Mesh { -1.0 } else { 1.0 };
            let (x, y) = if n > 2 { (gray(0), gray(2)) } else { (at(0), up * at(1)) };
            (x + GRIDS_APART * at(4), y + GRIDS_APART * at(5))
        }
        (k, 1) => {
            let (turn, radius) =
                (std::f64::consts::TAU / f64::from(k), 0.5 / libm::sin(std::f64::consts::PI / f64::from(k)));
            (radius * libm::sin(turn * at(0)), -radius * libm::cos(turn * at(0)))
        }
        (k, n) => {
            // Row by row, as many planes in each as make the whole a little wider than high.
            let plane = if n > 2 { setting.grid().coordinate(node, 2) } else { 0 };
            let across = (1..k).find(|across| across * across >= k).unwrap_or(1);
            let apart = f64::from(k - 1) + BETWEEN;
            (at(0) + apart * f64::from(plane % across), apart * f64::from(plane / across) - at(1))
        }
    }
}

/// A corner of a hypercube. The two outermost dimensions are not quite level and the proportions are odd: links pass beside other corners.
fn corner(at: impl Fn(u32) -> f64) -> Place {
    const DEPTH: Place = (0.533, 0.231);
    let (x, y) = (at(0) + DEPTH.0 * (at(2) - 0.5) - 0.5, at(1) + DEPTH.1 * (at(2) - 0.5) - 0.5);
    let size = 2.0 - 1.093 * at(3);
    // Pairs of cubes side by side and one above the other, and the same again with four of them.
    let right = 3.547 * at(4) + 0.342 * at(5) + 6.6447 * at(6) - 0.9558 * at(7);
    let up = 0.326 * at(4) + 4.036 * at(5) + 0.688 * at(6) + 9.0971 * at(7);
    (size * x + right, -size * y - up)
}

fn link(setting: &Setting, channel: u32, places: &[Place]) -> Link {
    let (from, to) = (channel / setting.ports(), setting.grid().far_end(channel));
    let port = channel % setting.ports();
    let (dimension, minus) = setting.grid().direction(port);
    let at = setting.grid().coordinate(from, dimension);
    let edge = if minus { 0 } else { setting.k - 1 };
    let dateline = setting.k > 2 && at == edge;
    let (start, end) = (places[from as usize], places[to as usize]);
    let between = if is_grid(setting) { dimension >= GRID } else { dimension > 1 && setting.k > 2 };
    let apart = libm::hypot(start.0 - end.0, start.1 - end.1);
    let around = if is_grid(setting) { apart > 1.5 } else { dateline && setting.n > 1 };
    let pieces = if !setting.grid().exists(channel) {
        // The edge of a mesh.
        Vec::new()
    } else if between {
        // To the next plane on the right, to the one before on the left; the last dimension of a hypercube the other way up.
        let back = if setting.k > 2 { minus } else { at == 1 };
        let side = if back { -1.0 } else { 1.0 };
        let up = if dimension > GRID { -1.0 } else { 1.0 };
        let out = |(x, y): Place, by: f64| (x + side * by * OBLIQUE.0, y - up * side * by * OBLIQUE.1);
        vec![vec![start, out(start, 1.0)], vec![out(end, -1.0), end]]
    } else if around {
        // One step along this dimension, as the whole of it goes from edge to edge.
        let steps = if is_grid(setting) { 3.0 } else { f64::from(setting.k - 1) };
        let step = ((start.0 - end.0) / steps, (start.1 - end.1) / steps);
        let out = |(x, y): Place, by: f64| (x + step.0 * by, y + step.1 * by);
        vec![vec![start, out(start, STUB)], vec![out(end, -STUB), end]]
    } else {
        vec![vec![start, end]]
    };
    Link {
        from,
        to,
        lanes: setting.vcs,
        // In dimension order the classes share all lanes.
        escapes: if setting.routing.is_adaptive() { setting.escapes() } else { 0 },
        paired: setting.topology != Topology::Cube || setting.k == 2,
        // Without escape classes nothing changes there.
        dateline: dateline && setting.escape == Escape::On,
        pieces,
        ..Link::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn() -> Vec<Setting> {
        let largest = |n: u32| if n == 2 { 32 } else { 10 };
        let tori = [2, 3].into_iter().flat_map(|n| (3..=largest(n)).map(move |k| Setting::torus(k, n, 3, 8)));
        let rings = (3..=32).flat_map(|k| [1, 2].map(|n| Setting::cube(k, n, 3, 8)));
        let layers = (3..=10).map(|k| Setting::cube(k, 3, 4, 8));
        let cubes = (1..=8).map(|n| Setting::cube(2, n, 2, 8));
        tori.chain(rings).chain(layers).chain(cubes).collect()
    }

    fn distance(a: Place, b: Place) -> f64 {
        ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).sqrt()
    }

    #[test]
    fn no_two_nodes_stand_in_one_place_and_everything_is_within_bounds() {
        for setting in drawn() {
            let layout = of(&setting).expect("it is drawn");
            let numbers = (layout.nodes.len(), layout.links.len());
            assert_eq!(numbers, (setting.nodes() as usize, setting.channels() as usize));
            assert!(layout.height > 0.1 && layout.height <= 1.3, "{setting:?}: {}", layout.height);
            // Three pixels of a canvas of 560.
            assert!(layout.pitch > 0.005, "{setting:?}: {}", layout.pitch);
            let places = layout.nodes.iter().map(|node| node.place);
            let lines = layout.links.iter().flat_map(|link| link.pieces.iter().flatten().copied());
            for (x, y) in places.chain(lines) {
                assert!(x > 0.0 && x < 1.0 && y > 0.0 && y < layout.height, "{setting:?}: ({x}, {y})");
            }
            let names: std::collections::BTreeSet<_> = layout.nodes.iter().map(|node| &node.name).collect();
            assert_eq!(names.len(), layout.nodes.len());
            // Of each ring one channel each way crosses the dateline.
            let datelines = layout.links.iter().filter(|link| link.dateline).count() as u32;
            assert_eq!(datelines, if setting.k == 2 { 0 } else { setting.channels() / setting.k }, "{setting:?}");
        }
    }

    #[test]
    fn links_lead_from_their_node_to_the_next_and_pass_beside_the_others() {
        for setting in drawn() {
            let layout = of(&setting).expect("it is drawn");
            for (channel, link) in (0..).zip(&layout.links) {
                let (from, to) = (&layout.nodes[link.from as usize], &layout.nodes[link.to as usize]);
                assert_eq!(setting.grid().far_end(channel), link.to);
                assert_eq!(link.pieces.first().and_then(|piece| piece.first()), Some(&from.place));
                assert_eq!(link.pieces.last().and_then(|piece| piece.last()), Some(&to.place));
                let (dimension, _) = setting.grid().direction(channel % setting.ports());
                let between = if is_grid(&setting) { dimension >= GRID } else { dimension > 1 && setting.k > 2 };
                let (dx, dy) = (from.place.0 - to.place.0, from.place.1 - to.place.1);
                let far = is_grid(&setting) && !between && libm::hypot(dx, dy) > 1.5 * layout.pitch;
                assert_eq!(link.pieces.len() == 2, link.dateline && setting.n > 1 || between || far);
                for (node, other) in (0..).zip(&layout.nodes).filter(|(node, _)| ![link.from, link.to].contains(node)) {
                    for ends in link.pieces.iter().flat_map(|piece| piece.windows(2)) {
                        let (a, b) = (ends[0], ends[1]);
                        let along = ((other.place.0 - a.0) * (b.0 - a.0) + (other.place.1 - a.1) * (b.1 - a.1))
                            / (distance(a, b) * distance(a, b));
                        let nearest =
                            (a.0 + along.clamp(0.0, 1.0) * (b.0 - a.0), a.1 + along.clamp(0.0, 1.0) * (b.1 - a.1));
                        let apart = distance(nearest, other.place) / layout.pitch;
                        assert!(apart > 0.2, "{setting:?}: channel {channel}, node {node}: {apart} of the pitch");
                    }
                }
            }
        }
    }

    #[test]
    fn a_hypercube_has_its_channels_in_the_order_of_their_numbers() {
        for n in 1..=MOST_CUBE_DIMENSIONS {
            let layout = hypercube(n, 5).expect("it is drawn");
            assert_eq!((layout.nodes.len(), layout.links.len()), (1 << n, (n as usize) << n));
            for (channel, link) in (0..).zip(&layout.links) {
                assert_eq!((link.from, link.to), (channel / n, (channel / n) ^ 1 << (channel % n)));
                assert_eq!((link.lanes, link.escapes, link.paired), (5, 0, true));
            }
        }
    }

    #[test]
    fn no_two_channels_of_a_hypercube_of_four_dimensions_cross() {
        let layout = hypercube(4, 1).expect("it is drawn");
        let stretches: Vec<_> =
            layout.links.iter().flat_map(|link| link.pieces.iter().map(move |ends| (link, ends))).collect();
        for (place, (link, a)) in stretches.iter().enumerate() {
            for (other, b) in &stretches[place + 1..] {
                let meet = [link.from, link.to].iter().any(|node| [other.from, other.to].contains(node));
                let side = |p: Place, ends: &[Place]| {
                    ((ends[1].0 - ends[0].0) * (p.1 - ends[0].1) - (ends[1].1 - ends[0].1) * (p.0 - ends[0].0)).signum()
                };
                let apart = side(a[0], b) * side(a[1], b) > -0.5 || side(b[0], a) * side(b[1], a) > -0.5;
                assert!(meet || apart, "{} to {} and {} to {}", link.from, link.to, other.from, other.to);
            }
        }
        let names: Vec<_> = layout.nodes[..4].iter().map(|node| node.label.as_str()).collect();
        assert_eq!(names, ["0000", "0001", "0010", "0011"]);
    }

    #[test]
    fn what_is_too_large_says_what_to_choose() {
        let cubes = [(16, 3), (3, 4), (2, 9)].map(|(k, n)| Setting::cube(k, n, 3, 8));
        let tori = [(8, 4), (11, 3)].map(|(k, n)| Setting::torus(k, n, 3, 8));
        crate::blessed::words("networks refused", cubes.into_iter().chain(tori), |setting| {
            of(&setting).expect_err("too large").to_string()
        });
    }
}
