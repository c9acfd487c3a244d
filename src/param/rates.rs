//! Traffic of one's own: a table of rates by pairs of nodes.
//!
//! A table is a text. Either each line has a source, a destination and a rate, with spaces between (the table of Noxim); or it is a matrix with commas or semicolons between the numbers of a line, a line for each
//! source and a column for each destination. Lines that begin with `#` or `%` are left out. Rates are relative: the nodes that send have a mean rate of one, so a load means what it means with a pattern. What a node
//! would send to itself is left out.
//!
//! A setup has the [number](Rates::number) of its table. Tables stay as long as the program runs; a page opens few.

use std::{
    fmt,
    sync::{Mutex, PoisonError},
};

/// The most nodes of a table.
pub const MOST_NODES: u32 = 1024;

/// The most bytes of its text.
pub const MOST_BYTES: usize = 16 << 20;

/// The largest rate, and the smallest but zero: ratios of rates stay numbers.
const LARGEST: f64 = 1e12;
const SMALLEST: f64 = 1e-12;

/// The rates of one table.
#[derive(Debug, PartialEq)]
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
    /// Rates of nodes to themselves, which are left out.
    local: usize,
}

/// Why a text is no table, with the line.
#[derive(Clone, Debug, PartialEq)]
pub struct RatesProblem {
    /// From 1; none if it is about the whole text.
    line: Option<usize>,
    fault: RatesFault,
}

#[derive(Clone, Debug, PartialEq)]
enum RatesFault {
    Long,
    Empty,
    Zero,
    Columns(usize),
    Rows { rows: usize, columns: usize },
    Width { found: usize, columns: usize },
    Node(String),
    Rate(String),
    Twice(u32, u32),
}

impl fmt::Display for RatesProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        match &self.fault {
            RatesFault::Long => write!(f, "the table is too long: it may have at most {} MB.", MOST_BYTES >> 20),
            RatesFault::Empty => f.write_str("the table has no rates: use lines of source, destination and rate, such as 0 5 0.01, or a matrix with commas."),
            RatesFault::Zero => f.write_str("every rate is 0 or of a node to itself: use a larger rate of one node to another."),
            RatesFault::Columns(found) => write!(f, "the line has {found} columns: use 3, source, destination and rate."),
            RatesFault::Rows { rows, columns } => {
                write!(f, "the matrix has {rows} lines of {columns} numbers: use as many lines as columns.")
            }
            RatesFault::Width { found, columns } => write!(f, "the line has {found} numbers: use {columns}, as in the first line."),
            RatesFault::Node(text) => write!(f, "node = {text} is out of range: use a whole number from 0 to {}.", MOST_NODES - 1),
            RatesFault::Rate(text) => write!(f, "rate = {text} is out of range: use 0 or a number from 1e-12 to 1e12."),
            RatesFault::Twice(source, destination) => {
                write!(f, "the rate from {source} to {destination} is given twice: use one line.")
            }
        }
    }
}

impl std::error::Error for RatesProblem {}

/// A part of a line that may be long, for a sentence.
fn short(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(20).collect()
}

/// The tables that are open.
static OPEN: Mutex<Vec<&'static Rates>> = Mutex::new(Vec::new());

impl Rates {
    /// The table of a text, from a file of that name.
    ///
    /// # Errors
    /// The line that is no part of a table, or what the whole text lacks.
    pub fn parse(name: &str, text: &str) -> Result<Self, RatesProblem> {
        let problem = |line, fault| Err(RatesProblem { line, fault });
        if text.len() > MOST_BYTES {
            return problem(None, RatesFault::Long);
        }
        let lines = text.lines().map(str::trim).enumerate();
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '%'])).peekable();
        let matrix = lines.peek().is_some_and(|(_, line)| line.contains([',', ';']));
        let (mut rates, mut columns, mut rows) = (Vec::new(), 0, 0);
        for (at, line) in lines {
            let line_number = Some(at + 1);
            let words: Vec<&str> = if matrix {
                line.split([',', ';']).map(str::trim).collect()
            } else {
                line.split_whitespace().collect()
            };
            let rate = |text: &str| {
                let rate = text.parse::<f64>().ok();
                rate.filter(|rate| *rate == 0.0 || (SMALLEST..=LARGEST).contains(rate))
                    .ok_or_else(|| RatesProblem { line: line_number, fault: RatesFault::Rate(short(text)) })
            };
            if matrix {
                if rows == 0 {
                    columns = words.len();
                }
                if words.len() != columns {
                    return problem(line_number, RatesFault::Width { found: words.len(), columns });
                }
                if columns.max(rows + 1) > MOST_NODES as usize {
                    return problem(line_number, RatesFault::Node((columns.max(rows + 1) - 1).to_string()));
                }
                for (to, word) in words.into_iter().enumerate() {
                    rates.push((rows as u32, to as u32, rate(word)?, at));
                }
                rows += 1;
            } else {
                let [source, destination, word] = words[..] else {
                    return problem(line_number, RatesFault::Columns(words.len()));
                };
                let node = |text: &str| {
                    let node = text.parse::<u32>().ok().filter(|node| *node < MOST_NODES);
                    node.ok_or_else(|| RatesProblem { line: line_number, fault: RatesFault::Node(short(text)) })
                };
                rates.push((node(source)?, node(destination)?, rate(word)?, at));
            }
        }
        if matrix && rows != columns {
            return problem(None, RatesFault::Rows { rows, columns });
        }
        let Some(last) = rates.iter().map(|(source, destination, ..)| *source.max(destination)).max() else {
            return problem(None, RatesFault::Empty);
        };
        let table = Self::of(last + 1, matrix, &rates)?;
        if table.senders == 0 {
            return problem(None, RatesFault::Zero);
        }
        Ok(Self { name: name.into(), text: text.into(), ..table })
    }

    fn of(nodes: u32, matrix: bool, rates: &[(u32, u32, f64, usize)]) -> Result<Self, RatesProblem> {
        // By source, and then by destination.
        let mut given = vec![Vec::new(); nodes as usize];
        rates.iter().for_each(|&(source, destination, rate, at)| given[source as usize].push((destination, rate, at)));
        let (mut rows, mut local) = (Vec::new(), 0);
        for (source, given) in (0..).zip(given) {
            let mut row = vec![None; if given.is_empty() { 0 } else { nodes as usize }];
            for (destination, rate, at) in given {
                if row[destination as usize].replace(rate).is_some() {
                    return Err(RatesProblem { line: Some(at + 1), fault: RatesFault::Twice(source, destination) });
                }
            }
            let sent = (0_u32..).zip(row).filter_map(|(to, rate)| Some((to, rate.filter(|rate| *rate > 0.0)?)));
            let all: Vec<_> = sent.collect();
            let others: Vec<_> = all.iter().copied().filter(|(to, _)| *to != source).collect();
            local += all.len() - others.len();
            rows.push(others);
        }
        let senders = rows.iter().filter(|row| !row.is_empty()).count();
        let mean = rows.iter().flatten().map(|(_, rate)| rate).sum::<f64>() / senders.max(1) as f64;
        // FNV-1a, over everything that counts.
        let mut number = 0x811c_9dc5_u32;
        let mut digest =
            |bytes: &[u8]| bytes.iter().for_each(|byte| number = (number ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
        digest(&[u8::from(matrix)]);
        digest(&nodes.to_le_bytes());
        for (source, row) in (0_u32..).zip(&mut rows) {
            for (destination, rate) in row {
                *rate /= mean;
                digest(&source.to_le_bytes());
                digest(&destination.to_le_bytes());
                digest(&rate.to_le_bytes());
            }
        }
        let up_to = |row: &Vec<(u32, f64)>| {
            let mut sum = 0.0;
            row.iter()
                .map(|(_, rate)| {
                    sum += rate;
                    sum
                })
                .collect::<Vec<f64>>()
        };
        let sums: Vec<Vec<f64>> = rows.iter().map(up_to).collect();
        let peak = sums.iter().filter_map(|sums| sums.last()).copied().fold(0.0, f64::max);
        let (name, text) = (String::new(), String::new());
        Ok(Self { name, text, number, nodes, matrix, rows, sums, peak, senders: senders as u32, local })
    }

    /// Opens the table, so that a setup with its number has it.
    pub fn open(self) -> &'static Self {
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = open.iter().find(|known| known.number == self.number) {
            return known;
        }
        let table: &'static Self = Box::leak(Box::new(self));
        open.push(table);
        table
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

    /// Rates of nodes to themselves, which are left out.
    pub const fn local(&self) -> usize {
        self.local
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
            assert_eq!((table.senders(), table.peak(), table.pairs(), table.local()), (2, 1.5, 3, 1));
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
