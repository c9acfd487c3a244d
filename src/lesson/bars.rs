//! The picture of an answer: bars above each other, of models, of simulations and of counts, as the table of a step has them.

/// The meaning of a part of a bar, for which the page has a colour: a value of the paper's model, of our own one or of a run; a number
/// that is counted or set; the part that is blocked, or that a step is about, that waits at the source, or that shares channels or comes
/// from hops; and all other parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the variants are named above
pub enum Tone {
    Paper,
    Ours,
    Simulated,
    Counted,
    Blocked,
    Waiting,
    Sharing,
    Travel,
}

/// The names of columns that are values, with their tones.
const VALUES: [(&str, Tone); 4] = [
    ("the paper’s model", Tone::Paper),
    ("the paper's model", Tone::Paper),
    ("our model", Tone::Ours),
    ("simulated", Tone::Simulated),
];

/// The names of columns that are parts of one bar.
const PARTS: [(&str, Tone); 11] = [
    ("travel", Tone::Travel),
    ("a cycle for each flit", Tone::Travel),
    ("in the network", Tone::Travel),
    ("other messages", Tone::Travel),
    ("both dimensions left", Tone::Travel),
    ("a cycle for each hop", Tone::Sharing),
    ("sharing channels", Tone::Sharing),
    ("at the source", Tone::Waiting),
    ("broadcasts", Tone::Waiting),
    ("blocked", Tone::Blocked),
    ("one dimension left", Tone::Blocked),
];

/// A bar: the setting, empty below a bar with the same one, the unit of its table, its parts in the order of the bar, each with a name, a
/// tone and a value, and the number beside it, as the table has it.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the fields are named above
pub struct Bar {
    pub of: String,
    pub name: String,
    pub parts: Vec<(String, Tone, f64)>,
    pub shown: String,
}

impl Bar {
    /// The sum of its parts.
    pub fn value(&self) -> f64 {
        self.parts.iter().map(|(_, _, value)| value).sum()
    }
}

/// The bars of a row, under the heads of its table.
///
/// # Errors
/// The cell that is no number.
pub(super) fn of_row(heads: &[&str], cells: &[&str]) -> Result<Vec<Bar>, String> {
    let tone =
        |table: &[(&str, Tone)], name: &str| table.iter().find(|(other, _)| *other == name).map(|(_, tone)| *tone);
    let of = cells.first().copied().unwrap_or_default();
    let mut numbers = Vec::new();
    for (name, cell) in heads.iter().zip(cells).skip(1).filter(|(_, cell)| !cell.is_empty()) {
        let value =
            super::claim::decimal(cell.split(['±', '%']).next().unwrap_or_default()).filter(|value| *value >= 0.0);
        numbers.push((*name, value.ok_or_else(|| (*cell).to_owned())?, *cell));
    }
    let unit = heads.first().copied().unwrap_or_default();
    if numbers.len() > 1 && numbers.iter().all(|(name, ..)| tone(&PARTS, name).is_some()) {
        let parts: Vec<_> = numbers
            .iter()
            .filter_map(|(name, value, _)| Some(((*name).to_owned(), tone(&PARTS, name)?, *value)))
            .collect();
        let shown = if unit == "%" { format!("{} %", numbers[0].2) } else { String::new() };
        return Ok(vec![Bar { of: of.to_owned(), name: unit.to_owned(), parts, shown }]);
    }
    let one = |(index, (name, value, cell)): (usize, &(&str, f64, &str))| Bar {
        of: if index == 0 { of.to_owned() } else { String::new() },
        name: unit.to_owned(),
        parts: vec![((*name).to_owned(), tone(&VALUES, name).unwrap_or(Tone::Counted), *value)],
        shown: (*cell).to_owned(),
    };
    Ok(numbers.iter().enumerate().map(one).collect())
}
