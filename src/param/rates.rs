//! Traffic of one's own: a table of rates by pairs of nodes.
//!
//! A table is a text. Either each line has a source, a destination and a rate, with spaces between (the table of Noxim); or it is a matrix with commas or semicolons between the numbers of a line, a line for each
//! source and a column for each destination. Lines that begin with `#` or `%` are left out. Rates are relative: the nodes that send have a mean rate of one, so a load means what it means with a pattern. What a node
//! would send to itself is left out.
//!
//! A setup has the [number](Rates::number) of its table. Tables stay as long as the program runs; a page opens few.

mod given;

use std::{
    fmt,
    sync::{Mutex, PoisonError},
};

/// The most nodes of a table.
pub const MOST_NODES: u32 = 1024;

/// The most bytes of its text.
pub const MOST_BYTES: usize = 16 << 20;

/// The rates of one table. Tables of one number are equal.
#[derive(Debug)]
pub struct Rates {
    /// The name of its file, and its text.
    name: String,
    text: String,
    /// The number of the table, which follows from its rates.
    number: u32,
    /// The nodes; a list may be for more.
    nodes: u32,
    matrix: bool,
    /// By source: destinations in their order, with the messages for one of a node that sends in the mean.
    rows: Vec<Vec<(u32, f64)>>,
    /// Their sums up to each.
    sums: Vec<Vec<f64>>,
    /// The most messages of a source.
    peak: f64,
    senders: u32,
}

impl PartialEq for Rates {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

/// Why a text is no table: a sentence that names the line, if it is about one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatesProblem(String);

impl fmt::Display for RatesProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RatesProblem {}

/// The tables that are open.
static OPEN: Mutex<Vec<&'static Rates>> = Mutex::new(Vec::new());

impl Rates {
    /// The table of a text, from a file of that name.
    ///
    /// # Errors
    /// The line that is no part of a table, or what the whole text lacks.
    pub fn parse(name: &str, text: &str) -> Result<Self, RatesProblem> {
        let numbers = given::numbers(text).map_err(|problem| RatesProblem(problem.to_string()))?;
        Ok(Self { name: name.into(), text: text.into(), ..Self::of(&numbers) })
    }

    /// From its [numbers](given::numbers).
    fn of(numbers: &[f64]) -> Self {
        let mut rest = numbers.iter().copied();
        let mut next = || rest.next().unwrap_or_default();
        let (number, nodes, matrix) = (next() as u32, next() as u32, next() > 0.0);
        let (senders, peak) = (next() as u32, next());
        let (mut rows, mut sums) = (Vec::new(), Vec::new());
        for _ in 0..nodes {
            let row: Vec<_> = (0..next() as u32).map(|_| (next() as u32, next())).collect();
            let mut sum = 0.0;
            let add = |(_, rate): &(u32, f64)| {
                sum += rate;
                sum
            };
            sums.push(row.iter().map(add).collect());
            rows.push(row);
        }
        Self { name: String::new(), text: String::new(), number, nodes, matrix, rows, sums, peak, senders }
    }

    /// Opens the table, so that a setup with its number has it.
    pub fn open(self) -> &'static Self {
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        let place = open.iter().position(|known| known.number == self.number);
        match place.filter(|place| open[*place].name == self.name) {
            Some(place) => open[place],
            None => {
                let table: &'static Self = Box::leak(Box::new(self));
                // Another name of the same rates: the one of the file that was opened last.
                place.into_iter().for_each(|place| _ = open.remove(place));
                open.push(table);
                table
            }
        }
    }

    /// The open table of a number.
    pub fn numbered(number: u32) -> Option<&'static Self> {
        let open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.iter().find(|table| table.number == number).copied()
    }

    /// Its number, by which a setup names it.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The name of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its nodes: the last one that is named, and those before.
    pub const fn nodes(&self) -> u32 {
        self.nodes
    }

    /// True if it can be the traffic of that number of nodes: a matrix has a line for each, a list may leave some out.
    pub const fn fits(&self, nodes: u32) -> bool {
        if self.matrix { self.nodes == nodes } else { self.nodes <= nodes }
    }

    /// The messages of a node by destination, for one of a node that sends in the mean.
    pub fn of_source(&self, source: u32) -> &[(u32, f64)] {
        self.rows.get(source as usize).map_or(&[], Vec::as_slice)
    }

    /// The most messages of a source.
    pub const fn peak(&self) -> f64 {
        self.peak
    }

    /// Nodes that send.
    pub const fn senders(&self) -> u32 {
        self.senders
    }

    /// Pairs with a rate.
    pub fn pairs(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// The destination of a message of a node for a number from 0 to 1: none in the part by which the node sends less than the one that sends most.
    pub fn destination(&self, source: u32, chance: f64) -> Option<u32> {
        let sums = self.sums.get(source as usize)?;
        let place = sums.partition_point(|sum| *sum <= chance * self.peak);
        self.rows[source as usize].get(place).map(|(destination, _)| *destination)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_and_a_matrix_of_the_same_rates_are_the_same_traffic() {
        let list =
            Rates::parse("t", "# source destination rate\n0 1 0.5\n0 2 0.25\r\n\n2 0 0.25\n1 1 7\n").expect("a table");
        let matrix = Rates::parse("t", "0,2,1\n0,9,0\n1;0;0\n").expect("a table");
        for table in [&list, &matrix] {
            // 1.0 in all of two senders.
            assert_eq!(table.of_source(0), [(1, 1.0), (2, 0.5)]);
            assert_eq!(table.of_source(2), [(0, 0.5)]);
            assert_eq!((table.of_source(1), table.of_source(9)), (&[][..], &[][..]));
            assert_eq!((table.senders(), table.peak(), table.pairs()), (2, 1.5, 3));
        }
        assert!(list.fits(3) && list.fits(16) && !list.fits(2));
        assert!(matrix.fits(3) && !matrix.fits(16));
        assert_ne!(list.number(), matrix.number(), "a list fits other networks");
        let number = list.number();
        assert_eq!(list.open().number(), number);
        assert_eq!(Rates::numbered(number).map(Rates::pairs), Some(3));
        assert!(Rates::numbered(number ^ 1).is_none());
    }

    #[test]
    fn destinations_come_in_the_proportions_of_the_rates() {
        let table = Rates::parse("t", "0 1 3\n0 2 1\n1 0 2\n").expect("a table");
        let drawn = |source| {
            let mut counts = [0; 4];
            for i in 0..4000 {
                let to = table.destination(source, (f64::from(i) + 0.5) / 4000.0);
                counts[to.map_or(3, |to| to as usize)] += 1;
            }
            counts
        };
        assert_eq!(drawn(0), [0, 3000, 1000, 0]);
        assert_eq!(drawn(1), [2000, 0, 0, 2000], "it sends half as much");
        assert_eq!(drawn(2), [0, 0, 0, 4000]);
    }

    #[test]
    fn what_is_no_table_is_named_with_its_line() {
        for (text, sentence) in [
            (
                "",
                "the table has no rates: use lines of source, destination and rate, such as 0 5 0.01, or a matrix with commas.",
            ),
            ("0 1 0\n1 1 5", "every rate is 0 or of a node to itself: use a larger rate of one node to another."),
            ("0 1 0.1\n0 1", "line 2: the line has 2 columns: use 3, source, destination and rate."),
            ("0 -1 0.1", "line 1: node = -1 is out of range: use a whole number from 0 to 1023."),
            ("0 1024 0.1", "line 1: node = 1024 is out of range: use a whole number from 0 to 1023."),
            ("0 1 nan", "line 1: rate = nan is out of range: use 0 or a number from 1e-12 to 1e12."),
            ("0 1 -1", "line 1: rate = -1 is out of range: use 0 or a number from 1e-12 to 1e12."),
            ("0 1 1e400", "line 1: rate = 1e400 is out of range: use 0 or a number from 1e-12 to 1e12."),
            ("0 1 1\n1 0 1\n0 1 2", "line 3: the rate from 0 to 1 is given twice: use one line."),
            ("0,1\n1,0\n0,0", "the matrix has 3 lines of 2 numbers: use as many lines as columns."),
            ("0,1\n1", "line 2: the line has 1 numbers: use 2, as in the first line."),
            ("0,x\n1,0", "line 1: rate = x is out of range: use 0 or a number from 1e-12 to 1e12."),
        ] {
            assert_eq!(Rates::parse("t", text).expect_err(text).to_string(), sentence);
        }
    }
}
