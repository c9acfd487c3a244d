//! Sets of allowed turns in a two-way mesh of two dimensions, where messages keep to shortest paths (C. J. Glass and L. M. Ni, "The turn
//! model for adaptive routing", ISCA 1992).
//!
//! E leads to x + 1, W to x - 1, N to y + 1 and S to y - 1. `en` travels east, then north. Four right turns make a circle, and so do four
//! left turns. Each quadrant of destinations uses two turns, one of either circle: one takes x first, the other y first.

/// The turns, in the order of their bits: the right ones, then the left ones.
pub const TURNS: [&str; 8] = ["es", "sw", "wn", "ne", "en", "nw", "ws", "se"];

/// The sets that have names.
pub const NAMED: [(&str, u32); 6] = [
    ("all", 0b1111_1111),
    ("west-first", 0b1101_1101),
    ("north-last", 0b1101_0111),
    ("negative-first", 0b1101_1110),
    ("x-y", 0b0101_0101),
    ("y-x", 0b1010_1010),
];

/// By quadrant, in the order of the smallest node that has destinations there: whether these have lower x and lower y, and its turns, that
/// with x first and that with y first.
pub const QUADRANTS: [((bool, bool), [u32; 2]); 4] =
    [((false, false), [4, 3]), ((true, false), [2, 5]), ((false, true), [0, 7]), ((true, true), [6, 1])];

/// The dimensions that a message may begin with while it has hops left in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct First {
    pub x: bool,
    pub y: bool,
}

/// Two nodes, each as x and y: a source and a destination.
pub type NodePair = [(u32, u32); 2];

/// A set of allowed turns: bit i is that of turn i.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnSet(pub u8);

impl TurnSet {
    /// True if a turn is allowed.
    pub const fn has(self, turn: u32) -> bool {
        self.0 >> turn & 1 == 1
    }

    /// The keys of its turns, in the order of their bits.
    pub fn allowed(self) -> Vec<&'static str> {
        (0..).zip(TURNS).filter(|(turn, _)| self.has(*turn)).map(|(_, key)| key).collect()
    }

    /// Its name, if it has one.
    pub fn name(self) -> Option<&'static str> {
        NAMED.iter().find(|(_, mask)| *mask == u32::from(self.0)).map(|(name, _)| *name)
    }

    /// True for the circle of right turns, and for that of left turns, if it lacks a turn.
    pub const fn cuts(self) -> [bool; 2] {
        [self.0 & 15 != 15, self.0 >> 4 != 15]
    }

    /// The dimensions that a message may begin with whose destination has lower x, and lower y, if so.
    pub fn first(self, lower: (bool, bool)) -> First {
        let [x, y] = QUADRANTS.iter().find(|(quadrant, _)| *quadrant == lower).map_or([0, 0], |(_, turns)| *turns);
        First { x: self.has(x), y: self.has(y) }
    }

    /// The paths to destinations with lower x, and lower y, if so: both, x first, y first or none.
    pub fn order(self, lower: (bool, bool)) -> &'static str {
        let First { x, y } = self.first(lower);
        [["none", "y first"], ["x first", "both"]][usize::from(x)][usize::from(y)]
    }

    /// True if a message with these hops left in x and y, negative for lower coordinates, may go on along a dimension.
    pub fn opens(self, [x, y]: [i32; 2], dimension: u32) -> bool {
        let first = self.first((x < 0, y < 0));
        match dimension {
            0 => x != 0 && (y == 0 || first.x),
            _ => y != 0 && (x == 0 || first.y),
        }
    }

    /// True if each message has one path.
    pub fn is_determined(self) -> bool {
        QUADRANTS.iter().all(|(_, [x, y])| self.has(*x) != self.has(*y))
    }

    /// The quadrant that has no turn, of several the first: its two turns, and the smallest nodes that have no shortest path.
    pub fn lost(self) -> Option<([&'static str; 2], NodePair)> {
        let ((x, y), turns) = QUADRANTS.iter().find(|(_, turns)| turns.iter().all(|turn| !self.has(*turn)))?;
        let (x, y) = (u32::from(*x), u32::from(*y));
        let mut turns = turns.map(|turn| turn as usize);
        turns.sort_unstable();
        Some((turns.map(|turn| TURNS[turn]), [(x, y), (1 - x, 1 - y)]))
    }
}
