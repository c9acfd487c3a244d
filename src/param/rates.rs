//! Traffic of one's own: a table of rates by pairs of nodes.
//!
//! A table is a text. Its lines are pairs, with a source, a destination and a rate, which is 1 if it is left out (or the seven columns of
//! Noxim); or it is a matrix, with a line for each source and a column for each destination; or it is a MatrixMarket file. Fields have
//! spaces, tabs, commas or semicolons between them; an empty one is 0. What follows `#` or `%` in a line is left out. Nodes begin with 0,
//! in a MatrixMarket file with 1. If both readings fit a network, a first line `# pairs` or `# matrix` chooses.
//!
//! Rates are relative: the nodes that send have a mean rate of one, so a load means what it means with a pattern. Rates of a node to itself
//! are left out.
//!
//! A setup has the [number](Rates::number) of its table. Tables stay as long as the program runs; a page opens few.

mod given;

use std::sync::{Mutex, PoisonError};

/// The most nodes of a table.
pub const MOST_NODES: u32 = 1024;

/// The most bytes of its text.
pub const MOST_BYTES: usize = 16 << 20;

/// The rates of one table, with the name of its file, and its text.
#[derive(Debug)]
#[allow(missing_docs)] // the other fields are named above
pub struct Rates {
    pub name: String,
    pub text: String,
    /// The number by which a setup names the table; it follows from the rates.
    pub number: u32,
    /// The nodes: the last one that is named, and those before. A list may be for more.
    pub nodes: u32,
    matrix: bool,
    doubtful: Option<u32>,
    /// By source: destinations in their order, with the messages for one of a node that sends in the mean.
    rows: Vec<Vec<(u32, f64)>>,
    /// Their sums up to each.
    sums: Vec<Vec<f64>>,
    /// The most messages of a source.
    pub peak: f64,
    pub(crate) senders: u32,
    /// The load of the rates as the text has them: their mean over the nodes that send, messages per node and cycle.
    pub mean: f64,
}

/// FNV-1a of the traffic of a table.
fn digest(nodes: u32, matrix: bool, rows: &[Vec<(u32, f64)>]) -> u32 {
    let mut number: u32 = 0x811c_9dc5;
    let mut digest = |bytes: &[u8]| {
        bytes.iter().for_each(|byte| number = (number ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    };
    digest(&[u8::from(matrix)]);
    digest(&nodes.to_le_bytes());
    for (source, row) in (0_u32..).zip(rows) {
        for (destination, rate) in row {
            digest(&source.to_le_bytes());
            digest(&destination.to_le_bytes());
            digest(&rate.to_le_bytes());
        }
    }
    number
}

impl PartialEq for Rates {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.number == other.number && self.has_rates_of(other)
    }
}

static OPEN: Mutex<Vec<&'static Rates>> = Mutex::new(Vec::new());

impl Rates {
    /// The table of a text, from a file of that name; or why it is no table, in a sentence that names the line, if it is about one.
    pub fn parse(name: &str, text: &str) -> Result<Self, String> {
        let given::Given { nodes, matrix, doubtful, mut rows } = given::read(text)?;
        let senders = rows.iter().filter(|row| !row.is_empty()).count() as u32;
        let mean = rows.iter().flatten().map(|(_, rate)| rate).sum::<f64>() / f64::from(senders);
        rows.iter_mut().flatten().for_each(|(_, rate)| *rate /= mean);
        let up_to = |row: &Vec<(u32, f64)>| {
            let add = |sum: &mut f64, (_, rate): &(u32, f64)| {
                *sum += rate;
                Some(*sum)
            };
            row.iter().scan(0.0, add).collect::<Vec<_>>()
        };
        let sums: Vec<_> = rows.iter().map(up_to).collect();
        let peak = sums.iter().filter_map(|sums| sums.last().copied()).fold(0.0, f64::max);
        let number = digest(nodes, matrix, &rows);
        let (name, text) = (name.into(), text.into());
        Ok(Self { name, text, number, nodes, matrix, doubtful, rows, sums, peak, senders, mean })
    }

    /// True if it is the same traffic for the same networks.
    fn has_rates_of(&self, other: &Self) -> bool {
        (self.nodes, self.matrix, &self.rows) == (other.nodes, other.matrix, &other.rows)
    }

    /// Opens the table, so that a setup with its number has it. Its number becomes another one if an open table of other traffic has it.
    pub fn open(mut self) -> &'static Self {
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        while open.iter().any(|known| known.number == self.number && !known.has_rates_of(&self)) {
            self.number = self.number.wrapping_add(1);
        }
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

    /// True if it can be the traffic of that number of nodes: a matrix has a line for each, a list may leave some out.
    pub fn fits(&self, nodes: u32) -> bool {
        if self.matrix { self.nodes == nodes } else { self.nodes <= nodes && self.doubt(nodes).is_none() }
    }

    /// The sentence of the doubt if its text is both a list and a matrix of other traffic for that number of nodes.
    pub fn doubt(&self, nodes: u32) -> Option<String> {
        let doubtful = self.doubtful.is_some_and(|size| size == nodes);
        doubtful.then(|| {
            format!(
                "the table is a list of pairs or a matrix of {nodes} nodes: write # pairs or # matrix as its first line."
            )
        })
    }

    /// The messages of a node by destination, for one of a node that sends in the mean.
    pub fn of_source(&self, source: u32) -> &[(u32, f64)] {
        self.rows.get(source as usize).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn pairs(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// The destination of a message of a node for a number from 0 to 1: none in the part by which the node sends less than the busiest.
    pub fn destination(&self, source: u32, chance: f64) -> Option<u32> {
        let sums = self.sums.get(source as usize)?;
        let place = sums.partition_point(|sum| *sum <= chance * self.peak);
        self.rows[source as usize].get(place).map(|(destination, _)| *destination)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The rates of a text, source by source; or the sentence of its fault.
    fn read(text: &str) -> Result<Vec<Vec<(u32, f64)>>, String> {
        let table = Rates::parse("t", text)?;
        Ok(table.rows.iter().map(|row| row.iter().map(|(to, rate)| (*to, rate * table.mean)).collect()).collect())
    }

    #[test]
    fn what_programs_write_is_read() {
        // 0 sends 0.5 to 1 and 0.25 to 2, and 2 sends 0.25 to 0; there are four nodes.
        let rows = vec![vec![(1, 0.5), (2, 0.25)], vec![], vec![(0, 0.25)], vec![(1, 1.0)]];
        for text in [
            "# source destination rate\n0 1 0.5\n0 2 0.25\r\n\n2 0 0.25 # back\n1 1 7\n3 1 1",
            "\u{feff}0\t1\t0,5\n0\t2\t0,25\n2\t0\t0,25\n3\t1\t1",
            "source,destination,rate\n0,1,0.5\n0,2,0.25\n2,0,0.25\n3,1,1\n",
            "\"0\";\"1\";\"0,5\";\n0;2;0,25;\n2;0;0,25;\n3;1;1;\n",
            "0, 1, 0.5\n0, 2, .25\n2, 0, 2.5e-1\n3, 1, 1.0",
            "% Noxim\n0 1 0.5 0.5 0 1000 1000\n0 2 0.25 0 0 1000 1000\n2 0 0.25 0 0 9 9\n3 1 1 1 0 1 1",
            "0,0.5,0.25,0\n0,0,0,0\n0.25,0,0,0\n0,1,0,0",
            "0;0,5;0,25;0\n0;0;0;0\n0,25;0;0;0\n0;1;0;0",
            "0 0,5 0,25 0\n0 0 0 0\n0,25 0 0 0\n0 1 0 0\n",
            ",0.5,0.25,\n,,,\n0.25,,,\n,1,,\n",
            "0,0.5,0.25,0,\n0,0,0,0,\n0.25,0,0,0,\n0,1,0,0,\n",
            "\"\",\"a b\",\"c\",\"d\",\"e\"\n\"a b\",0,0.5,0.25,0\nc,0,0,0,0\nd,0.25,0,0,0\ne,0,1,0,0",
            ",0,1,2,3\n0,0,0.5,0.25,0\n1,0,0,0,0\n2,0.25,0,0,0\n3,0,1,0,0",
            "from;1;2;3;4\n1;0;0,5;0,25;0\n2;;;;\n3;0,25;;;\n4;;1;;",
            "a\tb\tc\td\na\t0\t0.5\t0.25\t0\nb\t\t\t\t\nc\t0.25\t\t\t\nd\t\t1\t\t",
            "0,1,2,3\n0,0.5,0.25,0\n0,0,0,0\n0.25,0,0,0\n0,1,0,0",
            "%%MatrixMarket matrix coordinate real general\n% from 1\n4 4 4\n1 2 0.5\n1 3 0.25\n3 1 0.25\n4 2 1\n",
            "%%MatrixMarket matrix array real general\n4 4\n0\n0\n.25\n0\n.5\n0\n0\n1\n.25\n0\n0\n0\n0\n0\n0\n0\n",
        ] {
            assert_eq!(read(text).as_ref(), Ok(&rows), "{text}");
        }
        let ones = Ok(vec![vec![(1, 1.0)], vec![(0, 1.0), (2, 1.0)], vec![(1, 1.0)]]);
        for text in [
            "0 1\n1 0\n1 2\n2 1\n",
            "from,to\n0,1\n1,0\n1,2\n2,1",
            "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n",
            "%%matrixmarket MATRIX Coordinate Integer Symmetric\n3 3 3\n1 1 9\n2 1 1\n3 2 1\n",
        ] {
            assert_eq!(read(text), ones, "{text}");
        }
    }

    #[test]
    fn a_text_with_two_readings_is_refused_where_both_fit_and_a_first_line_chooses() {
        let text = "0,1,0.5\n1,2,0.5\n2,0,1";
        let table = Rates::parse("t", text).expect("pairs");
        assert!(!table.fits(3) && table.fits(9) && table.doubt(9).is_none());
        assert_eq!(
            table.doubt(3).as_deref(),
            Some("the table is a list of pairs or a matrix of 3 nodes: write # pairs or # matrix as its first line.")
        );
        let [pairs, matrix] = ["pairs", "matrix"].map(|word| format!("# {word}\n{text}"));
        assert_eq!(read(&pairs), Ok(vec![vec![(1, 0.5)], vec![(2, 0.5)], vec![(0, 1.0)]]));
        assert_eq!(read(&matrix), Ok(vec![vec![(1, 1.0), (2, 0.5)], vec![(0, 1.0), (2, 0.5)], vec![(0, 2.0)]]));
        assert!([pairs, matrix].iter().all(|text| Rates::parse("t", text).is_ok_and(|table| table.fits(3))));
        // A square with a rate of 0 is a matrix, which has no other size.
        for text in ["0,1\n1,0", "0,1,2\n1,0,3\n2,3,0"] {
            assert!(Rates::parse("t", text).is_ok_and(|table| !table.fits(64) && table.fits(table.nodes)), "{text}");
        }
    }

    #[test]
    fn a_list_fits_larger_networks_and_a_matrix_its_own_and_numbers_belong_to_one_traffic() {
        let list = Rates::parse("t", "0 1 0.5\n0 2 0.25\n2 0 0.25\n1 1 7\n").expect("a table");
        let matrix = Rates::parse("t", "# matrix\n0,2,1\n0,9,0\n1,0,0\n").expect("a table");
        for table in [&list, &matrix] {
            // 1.0 in all of two senders.
            assert_eq!(table.of_source(0), [(1, 1.0), (2, 0.5)]);
            assert_eq!((table.of_source(1), table.of_source(9)), (&[][..], &[][..]));
            assert_eq!((table.senders, table.peak, table.pairs()), (2, 1.5, 3));
        }
        assert_eq!((list.mean, matrix.mean), (0.5, 2.0));
        assert!(list.fits(3) && list.fits(16) && !list.fits(2));
        assert!(matrix.fits(3) && !matrix.fits(16));
        assert_ne!(list.number, matrix.number, "a list fits other networks");
        // Two tables of one hash are still two tables.
        let number = list.number;
        let other = Rates { number, ..matrix };
        assert!(list != other);
        let (list, other) = (list.open(), other.open());
        assert_eq!((list.number, other.number), (number, number + 1));
        assert_eq!(Rates::numbered(number + 1).map(|table| table.fits(16)), Some(false));
        let again = Rates::parse("t", "# matrix\n0,2,1\n0,9,0\n1,0,0\n").expect("a table");
        assert!(std::ptr::eq(other, Rates { number, ..again }.open()));
        assert!(Rates::numbered(number ^ 1 << 20).is_none());
    }

    #[test]
    fn destinations_come_in_the_proportions_of_the_rates() {
        let table = Rates::parse("t", "# pairs\n0 1 3\n0 2 1\n1 0 2\n").expect("a table");
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
        let texts = [
            "",
            "0 1 0\n1 1 5",
            "5",
            "a",
            "0 -1 0.1",
            "0 1024 0.1",
            "0 1 nan",
            "0 1 -1",
            "0 1 1e400",
            "0 1 1\n1 0 1\n0 1 2\n2 1 1",
            "0 1 1 1\n1 0 1 1\n0 1 2 1",
            "0,1\n1",
            "0,x\n1,0",
            "0 1 0.1 0 5 9 10",
            ",a,b\na,0,1\nc,1,0",
            "%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 2 1 1",
            "%%MatrixMarket matrix coordinate real general\n2 2 1\n0 1 1",
            "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 3 1",
            "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 1",
            "%%MatrixMarket matrix coordinate real general\n2 3 1\n1 2 1",
        ];
        crate::blessed::words("tables that are none", texts, |text| read(text).expect_err(text));
    }

    /// The twelve forms in which the property below writes a matrix of rates.
    fn written(form: usize, rates: &[Vec<f64>]) -> String {
        let (count, comma) = (rates.len(), |rate: f64| rate.to_string().replace('.', ","));
        let joined = |sign: &str, of: &dyn Fn(f64) -> String| {
            let line = |row: &Vec<f64>| row.iter().map(|rate| of(*rate)).collect::<Vec<_>>().join(sign);
            rates.iter().map(line).collect::<Vec<_>>()
        };
        let plain = |rate: f64| rate.to_string();
        let pairs = |sign: &str, of: &dyn Fn(f64) -> String| {
            let pair = |(from, to): (usize, usize)| format!("{from}{sign}{to}{sign}{}", of(rates[from][to]));
            let all = (0..count)
                .flat_map(|from| (0..count).map(move |to| (from, to)))
                .filter(|(from, to)| rates[*from][*to] > 0.0);
            all.map(pair).collect::<Vec<_>>()
        };
        let named = |sign: &str, lines: Vec<String>, name: &dyn Fn(usize) -> String| {
            let head = (0..count).map(name).collect::<Vec<_>>().join(sign);
            let lines = lines.into_iter().enumerate().map(|(at, line)| format!("{}{sign}{line}", name(at)));
            std::iter::once(format!("{sign}{head}")).chain(lines).collect()
        };
        let lines: Vec<String> = match form {
            0 => joined(",", &plain),
            1 => joined(";", &comma),
            2 => joined(" ", &plain),
            3 => joined("\t", &comma),
            4 => joined(", ", &|rate| if rate == 0.0 { String::new() } else { plain(rate) }),
            5 => joined(";", &|rate| format!("\"{}\"", comma(rate))).into_iter().map(|line| line + ";").collect(),
            6 => named(",", joined(",", &plain), &|node| format!("node {node}")),
            7 => named(";", joined(";", &comma), &|node| (node + 1).to_string()),
            8 => pairs(" ", &plain),
            9 => std::iter::once("from;to;rate".into()).chain(pairs(";", &comma)).collect(),
            10 => pairs(" ", &|rate| format!("{rate} 1 0 100 100  # a pair")),
            _ => {
                let entries = pairs(" ", &plain);
                let entries = entries.iter().map(|pair| {
                    let mut words = pair.split(' ');
                    let mut node = || words.next().and_then(|node| node.parse::<u32>().ok()).map_or(0, |node| node + 1);
                    format!("{} {} {}", node(), node(), words.next().unwrap_or_default())
                });
                let head = format!("%%MatrixMarket matrix coordinate real general\n{count} {count} {}", entries.len());
                std::iter::once(head).chain(entries).collect()
            }
        };
        lines.join("\n")
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            rng_seed: proptest::test_runner::RngSeed::Fixed(70),
            failure_persistence: None,
            cases: 16 * std::env::var("FUZZ").ok().and_then(|times| times.parse().ok()).unwrap_or(1),
            ..ProptestConfig::default()
        })]
        #[test]
        fn any_text_is_a_table_or_has_a_sentence(
            signs in prop::collection::vec(prop::sample::select("0125.,;\t \n\n\n\"'#%ae-".chars().collect::<Vec<_>>()), 0..60),
            market in prop::bool::weighted(0.2),
        ) {
            let text: String = signs.iter().collect();
            let head = if market { "%%MatrixMarket matrix coordinate real symmetric\n" } else { "" };
            match Rates::parse("t", &format!("{head}{text}")) {
                Ok(table) => prop_assert!(table.mean > 0.0 && table.senders > 0),
                Err(problem) => prop_assert!(problem.ends_with('.'), "{}", problem),
            }
        }

        #[test]
        fn a_random_matrix_is_the_same_traffic_in_twelve_forms_or_a_sentence(
            rates in (2_usize..9).prop_flat_map(|count| {
                let rate = prop_oneof![2 => Just(0.0), 3 => (1_u32..4000).prop_map(|rate| f64::from(rate) / 1000.0)];
                prop::collection::vec(prop::collection::vec(rate, count), count)
            }),
        ) {
            let row = |(from, row): (u32, &Vec<f64>)| {
                let sent = (0_u32..).zip(row.iter().copied()).filter(|(to, rate)| *to != from && *rate > 0.0);
                sent.collect::<Vec<_>>()
            };
            let expected: Vec<Vec<_>> = (0_u32..).zip(&rates).map(row).collect();
            let sent = expected.iter().any(|row| !row.is_empty());
            for form in 0..12 {
                let text = written(form, &rates);
                match Rates::parse("t", &text) {
                    Ok(table) if table.doubt(rates.len() as u32).is_none() => {
                        for (from, row) in (0_u32..).zip(&expected) {
                            let found = table.of_source(from);
                            prop_assert_eq!(found.len(), row.len(), "form {}: {}", form, text);
                            for ((to, rate), (other, expected)) in found.iter().zip(row) {
                                let off = (rate * table.mean / expected - 1.0).abs();
                                prop_assert!(to == other && off < 1e-12, "form {}: {}", form, text);
                            }
                        }
                    }
                    Ok(_) => prop_assert!((8..11).contains(&form), "form {}: {}", form, text),
                    Err(problem) => prop_assert!(!sent, "form {}: {}\n{}", form, problem, text),
                }
            }
        }
    }
}
