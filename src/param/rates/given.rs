//! The text of a table of rates as programs write it, and why it may be none.

use super::{MOST_BYTES, MOST_NODES};
use std::fmt::Display;

/// The largest rate, and the smallest but zero: ratios of rates stay numbers.
const LARGEST: f64 = 1e12;
const SMALLEST: f64 = 1e-12;

/// Parts of the sentences of problems.
const EMPTY: &str = "the table has no rates: use lines of source, destination and rate, such as 0 5 0.01, or a matrix with a \
                     line for each node.";
const MARKET: &str = "use matrix, coordinate or array, real, integer or pattern, general or symmetric.";
const WINDOW: &str =
    "the pair sends in a part of the time only (t_on, t_off, t_period): use its mean rate, in 3 columns.";
const ZERO: &str = "every rate is 0 or of a node to itself: use a larger rate of one node to another.";

/// A table as its text has it, with the rates of the text.
#[derive(Debug)]
pub(super) struct Given {
    /// The nodes that it names.
    pub nodes: u32,
    /// True if it has a line for each node.
    pub matrix: bool,
    /// The nodes of the network for which the same text is a matrix of other traffic.
    pub doubtful: Option<u32>,
    /// By source: destinations in their order, each with its rate.
    pub rows: Vec<Vec<(u32, f64)>>,
}

/// A rate: source, destination, rate, and its line from 0.
type Rate = (u32, u32, f64, usize);

/// A line of a text, from 0, with its fields.
type Line<'a> = (usize, Vec<&'a str>);

fn problem<T>(at: usize, fault: impl Display) -> Result<T, String> {
    whole(format!("line {}: {fault}", at + 1))
}

/// The problem of the whole text.
fn whole<T>(fault: impl Into<String>) -> Result<T, String> {
    Err(fault.into())
}

fn no_pair<T>(at: usize, found: usize) -> Result<T, String> {
    problem(at, format_args!("the line has {found} columns: use 3, source, destination and rate."))
}

fn no_node<T>(at: usize, node: impl Display, first: u32) -> Result<T, String> {
    let last = MOST_NODES - 1 + first;
    problem(at, format_args!("node = {node} is out of range: use a whole number from {first} to {last}."))
}

fn no_square(rows: impl Display, columns: impl Display) -> String {
    format!("the matrix has {rows} lines of {columns} numbers: use as many lines as columns.")
}

/// A part of a line that may be long, for a sentence.
fn short(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(20).collect()
}

/// The number of a field: an empty one is 0, and a comma may stand for the point.
fn number(text: &str) -> Option<f64> {
    if text.is_empty() {
        Some(0.0)
    } else {
        text.replacen(',', ".", 1).parse().ok().filter(|number: &f64| !number.is_nan())
    }
}

fn rate(text: &str, at: usize) -> Result<f64, String> {
    let rate = number(text).filter(|rate| *rate == 0.0 || (SMALLEST..=LARGEST).contains(rate));
    rate.map_or_else(
        || problem(at, format_args!("rate = {} is out of range: use 0 or a number from 1e-12 to 1e12.", short(text))),
        Ok,
    )
}

/// A node by its number; the first node has the number `first`.
fn node(text: &str, first: u32, at: usize) -> Result<u32, String> {
    let node = text.parse::<u32>().ok().and_then(|node| node.checked_sub(first)).filter(|node| *node < MOST_NODES);
    node.map_or_else(|| no_node(at, short(text), first), Ok)
}

/// Reads the text of a table.
pub(super) fn read(text: &str) -> Result<Given, String> {
    if text.len() > MOST_BYTES {
        return whole(format!("the table is too long: it may have at most {} MB.", MOST_BYTES >> 20));
    }
    let text = text.trim_start_matches('\u{feff}');
    let lines = || text.lines().map(|line| line.split(['#', '%']).next().unwrap_or_default()).enumerate();
    let lines: Vec<_> = lines().filter(|(_, line)| !line.trim().is_empty()).collect();
    let first = text.lines().next().unwrap_or_default().to_ascii_lowercase();
    if first.starts_with("%%matrixmarket") {
        return market(&first, &lines);
    }
    let [as_pairs, as_matrix] = ["pairs", "matrix"].map(|word| {
        let mut comments = text.lines().map(str::trim).filter(|line| line.starts_with(['#', '%']));
        comments.any(|line| line.trim_matches(['#', '%', ' ']) == word)
    });
    let lines = without_head(separated(&lines))?;
    let width = lines.first().map_or(0, |(_, fields)| fields.len());
    let square = !as_pairs && lines.iter().all(|(_, fields)| fields.len() == lines.len());
    let matrix = || of(Some(lines.len() as u32), dense(&lines)?);
    // A list has no pairs without a rate, so a square with one is a matrix.
    let plain = square
        && (width == 2 || lines.iter().any(|(_, fields)| fields.get(2).and_then(|rate| number(rate)) == Some(0.0)));
    if !as_matrix && !plain && !lines.is_empty() && lines.iter().all(is_pair) {
        let given = of(None, pairs(&lines)?)?;
        let other = Some(()).filter(|()| square).and_then(|()| matrix().ok());
        let doubtful = other.filter(|other| !is_same(&given, other)).map(|other| other.nodes);
        return Ok(Given { doubtful, ..given });
    }
    // Neither fits a text with a mistake: the first line decides.
    let list = as_pairs || !as_matrix && matches!(width, 3 | 7) && width != lines.len();
    if list { of(None, pairs(&lines)?) } else { matrix() }
}

fn is_pair((_, fields): &Line<'_>) -> bool {
    let is_node = |field: &&str| field.parse::<u32>().is_ok_and(|node| node < MOST_NODES);
    matches!(fields.len(), 2 | 3 | 7) && fields[..2].iter().all(is_node)
}

/// The lines with their fields: between semicolons, tabs or commas if that leaves no space inside a number, else between spaces. Without
/// quotes, and without a separator at the end.
fn separated<'a>(lines: &[(usize, &'a str)]) -> Vec<Line<'a>> {
    let split = |separator: char| {
        let fields = |line: &'a str| {
            let mut quoted = false;
            let mut is_end = |letter: char| {
                quoted ^= letter == '"';
                letter == separator && !quoted
            };
            line.split(&mut is_end).map(|field| field.trim().trim_matches(['"', '\'']).trim()).collect::<Vec<_>>()
        };
        lines.iter().map(|(at, line)| (*at, fields(line))).collect::<Vec<_>>()
    };
    let is_whole = |all: &Vec<Line<'_>>| {
        let numbers = all.iter().skip(usize::from(all.len() > 1)).flat_map(|(_, fields)| fields.iter().skip(1));
        numbers.into_iter().all(|field| !field.contains(char::is_whitespace))
    };
    let used = [';', '\t', ','].into_iter().filter(|sign| lines.iter().any(|(_, line)| line.contains(*sign)));
    let Some(all) = used.map(split).find(is_whole) else {
        let words = |line: &'a str| line.split_whitespace().map(|word| word.trim_matches(['"', '\''])).collect();
        return lines.iter().map(|(at, line)| (*at, words(line))).collect();
    };
    let ends = all.iter().all(|(_, fields)| fields.len() > 1 && fields.last().is_some_and(|field| field.is_empty()));
    let square = all.iter().all(|(_, fields)| fields.len() == all.len());
    let cut: Vec<Line<'_>> = all.iter().map(|(at, fields)| (*at, fields[..fields.len() - 1].to_vec())).collect();
    if ends && (!square || cut.iter().all(is_pair)) { cut } else { all }
}

/// Leaves out the names of the nodes, or their numbers in order, in the first line and the first column; and names of columns.
fn without_head(mut lines: Vec<Line<'_>>) -> Result<Vec<Line<'_>>, String> {
    let in_order = |names: &[&str]| {
        let from = |first: usize| names.iter().enumerate().all(|(i, name)| name.parse() == Ok(i + first));
        names.len() > 1 && (from(0) || from(1))
    };
    let is_name = |field: &&str| number(field).is_none();
    let Some((_, first)) = lines.first().cloned() else { return Ok(lines) };
    let next = lines.get(1).map_or(0, |(_, fields)| fields.len());
    // R leaves the corner out; others have names of columns alone.
    let short_head = first.len() + 1 == next || first.len() == next && next + 1 == lines.len() && in_order(&first);
    let corner = usize::from(!short_head);
    let columns = &first[corner.min(first.len())..];
    let column: Vec<_> = lines[1..].iter().filter_map(|(_, fields)| fields.first().copied()).collect();
    let (cornered, numbered) =
        (corner == 0 || first[0].is_empty() || is_name(&first[0]), columns == column && in_order(columns));
    let titled = columns.iter().all(is_name) && !columns.is_empty();
    let is_head = cornered && (titled || numbered) || short_head && in_order(&first);
    if is_head {
        lines.remove(0);
    }
    let named = column.iter().all(is_name) && !column.is_empty() && (is_head || is_name(&first[0]));
    if is_head && cornered && numbered || named {
        for (name, (at, fields)) in columns.iter().zip(&lines).filter(|_| is_head) {
            if fields[0] != *name && next == lines.len() + 1 {
                let (line, column) = (short(fields[0]), short(name));
                return problem(
                    *at,
                    format_args!(
                        "the line is named {line} and its column {column}: use the same order of nodes for both."
                    ),
                );
            }
        }
        lines.iter_mut().for_each(|(_, fields)| _ = fields.remove(0));
    }
    Ok(lines)
}

/// Lines of a source, a destination and a rate, which is 1 if it is left out; or the seven columns of Noxim.
fn pairs(lines: &[Line<'_>]) -> Result<Vec<Rate>, String> {
    let pair = |(at, fields): &Line<'_>| {
        let [source, destination, rest @ ..] = &fields[..] else { return no_pair(*at, fields.len()) };
        let rate = match rest {
            [] => 1.0,
            [given] => rate(given, *at)?,
            [given, _, on, off, period] => {
                let [on, off, period] = [on, off, period].map(|field| number(field).unwrap_or(f64::NAN));
                if !(on == 0.0 && off >= period) {
                    return problem(*at, WINDOW);
                }
                rate(given, *at)?
            }
            _ => return no_pair(*at, fields.len()),
        };
        Ok((node(source, 0, *at)?, node(destination, 0, *at)?, rate, *at))
    };
    lines.iter().map(pair).collect()
}

/// A line for each source and a column for each destination.
fn dense(lines: &[Line<'_>]) -> Result<Vec<Rate>, String> {
    let columns = lines.first().map_or(0, |(_, fields)| fields.len());
    let mut rates = Vec::new();
    for (from, (at, fields)) in (0_u32..).zip(lines) {
        if fields.len() != columns {
            let found = fields.len();
            return problem(*at, format_args!("the line has {found} numbers: use {columns}, as in the first line."));
        }
        if columns.max(lines.len()) > MOST_NODES as usize {
            return no_node(*at, columns.max(lines.len()) - 1, 0);
        }
        for (to, field) in (0_u32..).zip(fields) {
            rates.push((from, to, rate(field, *at)?, *at));
        }
    }
    if lines.len() != columns {
        return whole(no_square(lines.len(), columns));
    }
    Ok(rates)
}

/// A MatrixMarket file: its first line, in small letters, and the lines that are no comments. Its nodes begin with 1.
fn market(head: &str, lines: &[(usize, &str)]) -> Result<Given, String> {
    let words: Vec<_> = head.split_whitespace().skip(1).collect();
    let known: [&[&str]; 4] =
        [&["matrix"], &["coordinate", "array"], &["real", "integer", "pattern", "double"], &["general", "symmetric"]];
    for (place, known) in known.iter().enumerate() {
        let word = words.get(place).copied().unwrap_or_default();
        if !known.contains(&word) {
            let found = short(if word.is_empty() { "a first line that is cut" } else { word });
            return problem(0, format_args!("{found} is not read of a MatrixMarket file: {MARKET}"));
        }
    }
    let (array, pattern, symmetric) = (words[1] == "array", words[2] == "pattern", words[3] == "symmetric");
    let Some((&(at, sizes), entries)) = lines.split_first() else {
        return whole(EMPTY);
    };
    let sizes: Vec<_> = sizes.split_whitespace().collect();
    let [rows, columns, ref count @ ..] = sizes[..] else { return no_pair(at, sizes.len()) };
    let nodes = node(rows, 1, at)? + 1;
    if rows != columns {
        let size = |text: &str| text.parse().unwrap_or(0_usize);
        return problem(at, no_square(size(rows), size(columns)));
    }
    // The places of an array, column by column.
    let places = (0..nodes).flat_map(|to| (if symmetric { to } else { 0 }..nodes).map(move |from| (from, to)));
    let mut places = places.filter(|_| array);
    let expected = count.first().map_or_else(|| places.clone().count().to_string(), |count| (*count).to_owned());
    if expected != entries.len().to_string() {
        let (found, given) = (entries.len(), short(&expected));
        return whole(format!("the file has {found} entries, where its second line has {given}: use as many."));
    }
    let mut rates = Vec::new();
    for &(at, line) in entries {
        let fields: Vec<_> = line.split_whitespace().collect();
        let (from, to, rate) = match (&fields[..], places.next()) {
            ([value], Some((from, to))) => (from, to, rate(value, at)?),
            ([from, to], None) if pattern => (node(from, 1, at)?, node(to, 1, at)?, 1.0),
            ([from, to, value], None) => (node(from, 1, at)?, node(to, 1, at)?, rate(value, at)?),
            _ => return no_pair(at, fields.len()),
        };
        if from.max(to) >= nodes {
            return no_node(at, from.max(to) + 1, 1);
        }
        rates.push((from, to, rate, at));
        if symmetric && from != to {
            rates.push((to, from, rate, at));
        }
    }
    of(Some(nodes), rates)
}

/// The table of some rates: of a matrix of that number of nodes, or of a list.
fn of(matrix: Option<u32>, rates: Vec<Rate>) -> Result<Given, String> {
    let last = rates.iter().map(|(source, destination, ..)| *source.max(destination)).max();
    let Some(nodes) = matrix.filter(|nodes| *nodes > 0).or(last.map(|last| last + 1)) else {
        return whole(EMPTY);
    };
    // By source, and then by destination.
    let mut given = vec![Vec::new(); nodes as usize];
    rates.into_iter().for_each(|(source, destination, rate, at)| given[source as usize].push((destination, rate, at)));
    let mut rows = Vec::new();
    for (source, given) in (0..).zip(given) {
        let mut row = vec![None; if given.is_empty() { 0 } else { nodes as usize }];
        for (destination, rate, at) in given {
            if row[destination as usize].replace(rate).is_some() {
                return problem(
                    at,
                    format_args!("the rate from {source} to {destination} is given twice: use one line."),
                );
            }
        }
        let sent = (0_u32..).zip(row).filter_map(|(to, rate)| Some((to, rate.filter(|rate| *rate > 0.0)?)));
        rows.push(sent.filter(|(to, _)| *to != source).collect::<Vec<_>>());
    }
    if rows.iter().all(Vec::is_empty) {
        return whole(ZERO);
    }
    Ok(Given { nodes, matrix: matrix.is_some(), doubtful: None, rows })
}

/// True if two tables have rates in the same proportions.
fn is_same(a: &Given, b: &Given) -> bool {
    let all = |of: &Given| {
        let sum: f64 = of.rows.iter().flatten().map(|(_, rate)| rate).sum();
        let flat = (0_u32..).zip(&of.rows).flat_map(|(from, row)| row.iter().map(move |(to, rate)| (from, *to, *rate)));
        flat.map(|(from, to, rate)| (from, to, rate / sum)).collect::<Vec<_>>()
    };
    all(a) == all(b)
}
