//! The text of a table, and why it may be none. A page has this in the module of the solver of unequal channels.

use super::{MOST_BYTES, MOST_NODES};
use crate::text::{FNV, fnv};
use std::fmt;

/// The largest rate, and the smallest but zero: ratios of rates stay numbers.
const LARGEST: f64 = 1e12;
const SMALLEST: f64 = 1e-12;

/// Why a text is no table, with the line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Problem {
    /// From 1; none if it is about the whole text.
    line: Option<usize>,
    fault: Fault,
}

#[derive(Clone, Debug, PartialEq)]
enum Fault {
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

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        match &self.fault {
            Fault::Long => write!(f, "the table is too long: it may have at most {} MB.", MOST_BYTES >> 20),
            Fault::Empty => f.write_str("the table has no rates: use lines of source, destination and rate, such as 0 5 0.01, or a matrix with commas."),
            Fault::Zero => f.write_str("every rate is 0 or of a node to itself: use a larger rate of one node to another."),
            Fault::Columns(found) => write!(f, "the line has {found} columns: use 3, source, destination and rate."),
            Fault::Rows { rows, columns } => {
                write!(f, "the matrix has {rows} lines of {columns} numbers: use as many lines as columns.")
            }
            Fault::Width { found, columns } => write!(f, "the line has {found} numbers: use {columns}, as in the first line."),
            Fault::Node(text) => write!(f, "node = {text} is out of range: use a whole number from 0 to {}.", MOST_NODES - 1),
            Fault::Rate(text) => write!(f, "rate = {text} is out of range: use 0 or a number from 1e-12 to 1e12."),
            Fault::Twice(source, destination) => {
                write!(f, "the rate from {source} to {destination} is given twice: use one line.")
            }
        }
    }
}

/// A part of a line that may be long, for a sentence.
fn short(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(20).collect()
}

/// The numbers of a table: number, nodes, 1 for a matrix, senders, peak; and for each source the count of its destinations, each followed by its messages.
pub(super) fn numbers(text: &str) -> Result<Vec<f64>, Problem> {
    let problem = |line, fault| Err(Problem { line, fault });
    if text.len() > MOST_BYTES {
        return problem(None, Fault::Long);
    }
    let lines = text.lines().map(str::trim).enumerate();
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '%'])).peekable();
    let matrix = lines.peek().is_some_and(|(_, line)| line.contains([',', ';']));
    let (mut rates, mut columns, mut rows) = (Vec::new(), 0, 0);
    for (at, line) in lines {
        let line_number = Some(at + 1);
        let words: Vec<&str> =
            if matrix { line.split([',', ';']).map(str::trim).collect() } else { line.split_whitespace().collect() };
        let rate = |text: &str| {
            let rate = text.parse::<f64>().ok();
            rate.filter(|rate| *rate == 0.0 || (SMALLEST..=LARGEST).contains(rate))
                .ok_or_else(|| Problem { line: line_number, fault: Fault::Rate(short(text)) })
        };
        if matrix {
            if rows == 0 {
                columns = words.len();
            }
            if words.len() != columns {
                return problem(line_number, Fault::Width { found: words.len(), columns });
            }
            if columns.max(rows + 1) > MOST_NODES as usize {
                return problem(line_number, Fault::Node((columns.max(rows + 1) - 1).to_string()));
            }
            for (to, word) in words.into_iter().enumerate() {
                rates.push((rows as u32, to as u32, rate(word)?, at));
            }
            rows += 1;
        } else {
            let [source, destination, word] = words[..] else {
                return problem(line_number, Fault::Columns(words.len()));
            };
            let node = |text: &str| {
                let node = text.parse::<u32>().ok().filter(|node| *node < MOST_NODES);
                node.ok_or_else(|| Problem { line: line_number, fault: Fault::Node(short(text)) })
            };
            rates.push((node(source)?, node(destination)?, rate(word)?, at));
        }
    }
    if matrix && rows != columns {
        return problem(None, Fault::Rows { rows, columns });
    }
    let Some(last) = rates.iter().map(|(source, destination, ..)| *source.max(destination)).max() else {
        return problem(None, Fault::Empty);
    };
    let table = of(last + 1, matrix, &rates)?;
    if table[3] == 0.0 {
        return problem(None, Fault::Zero);
    }
    Ok(table)
}

fn of(nodes: u32, matrix: bool, rates: &[(u32, u32, f64, usize)]) -> Result<Vec<f64>, Problem> {
    // By source, and then by destination.
    let mut given = vec![Vec::new(); nodes as usize];
    rates.iter().for_each(|&(source, destination, rate, at)| given[source as usize].push((destination, rate, at)));
    let mut rows = Vec::new();
    for (source, given) in (0..).zip(given) {
        let mut row = vec![None; if given.is_empty() { 0 } else { nodes as usize }];
        for (destination, rate, at) in given {
            if row[destination as usize].replace(rate).is_some() {
                return Err(Problem { line: Some(at + 1), fault: Fault::Twice(source, destination) });
            }
        }
        let sent = (0_u32..).zip(row).filter_map(|(to, rate)| Some((to, rate.filter(|rate| *rate > 0.0)?)));
        rows.push(sent.filter(|(to, _)| *to != source).collect::<Vec<_>>());
    }
    let senders = rows.iter().filter(|row| !row.is_empty()).count();
    let mean = rows.iter().flatten().map(|(_, rate)| rate).sum::<f64>() / senders.max(1) as f64;
    // Over everything that counts.
    let mut number = FNV;
    let mut digest = |bytes: &[u8]| bytes.iter().for_each(|byte| number = fnv(number, *byte));
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
    let sum = |row: &Vec<(u32, f64)>| row.iter().fold(0.0, |sum, (_, rate)| sum + rate);
    let peak = rows.iter().map(sum).fold(0.0, f64::max);
    let first = [number, nodes, u32::from(matrix), senders as u32].map(f64::from);
    let mut numbers: Vec<_> = first.into_iter().chain([peak]).collect();
    for row in rows {
        numbers.push(row.len() as f64);
        numbers.extend(row.into_iter().flat_map(|(destination, rate)| [f64::from(destination), rate]));
    }
    Ok(numbers)
}
