//! The numbers of curves and simulations as CSV, for spreadsheets.
//!
//! One row for each point of a model and one for each load simulated, under one header row: RFC 4180, with `.` in numbers and as many
//! digits as it takes to read the same number back. A field is empty where there is no such number: a model has no seed, and a run that
//! saturates or is not over has no latency; `growth` is how many more messages each node of a saturated network holds with every cycle.
//! The last columns say of every row what its numbers are and where they come from, so that tables of several scenes can be joined; no
//! field but a pin's name has a comma in it. For spreadsheets of countries with a decimal comma there is another [`Separator`].

use super::{Interval, Summary, interval_in_words, measured, units_in_words};
use crate::{
    model::{ModelInfo, Simulated},
    sim::{protocol::Verdict, stats::Percentiles},
};

/// The columns that say what the others are.
const ABOUT: usize = 4;

/// One curve of a model for each of its measures.
#[derive(Clone, Debug, PartialEq)]
pub struct TableCurve {
    /// The reading, by its key, and what sets it apart if it is pinned.
    pub reading: String,
    /// The loads of the points.
    pub loads: Vec<f64>,
    /// By measure, the values at these loads.
    pub values: Vec<Vec<f64>>,
}

struct Columns<'a> {
    info: &'a ModelInfo,
    /// The quantity with the second interval, if there is one: one simulated beside the measures, or another than the first.
    second: Option<Simulated>,
}

impl<'a> Columns<'a> {
    fn of(info: &'a ModelInfo) -> Self {
        let beside = info.beside.iter().map(|(_, simulated)| *simulated);
        Self { info, second: beside.chain(info.simulated().into_iter().skip(1)).next() }
    }

    fn header(&self) -> Vec<String> {
        let mut fields = vec!["kind", "reading", "load"];
        fields.extend(self.info.measures.iter().map(|measure| measure.symbol));
        fields.extend(self.info.beside.iter().map(|(name, _)| *name));
        fields.push("ci95");
        fields.extend(self.second.map(|_| "second_ci95"));
        fields.extend(self.tails().map(|(name, _)| name));
        fields.extend(["state", "seed", "cycles", "delivered", "growth"]);
        fields.extend(["version", "units", "interval", "link"]);
        fields.into_iter().map(String::from).collect()
    }

    /// The percentiles, where messages have a latency: the columns and their places.
    fn tails(&self) -> impl Iterator<Item = (&'static str, usize)> {
        let latency = self.info.simulated().contains(&Simulated::Latency);
        Percentiles::PARTS.into_iter().zip(0..).filter(move |_| latency).map(|((name, _), place)| (name, place))
    }

    /// The point at an index of a curve.
    fn model(&self, drawn: &TableCurve, index: usize) -> Vec<String> {
        let mut fields = vec!["model".into(), drawn.reading.clone(), number(drawn.loads.get(index).copied())];
        fields.extend(drawn.values.iter().map(|values| number(values.get(index).copied())));
        fields.resize(self.header().len() - ABOUT, String::new());
        fields
    }

    fn simulated(&self, pin: &str, observation: &Summary) -> Vec<String> {
        let stable = observation.state == Verdict::Stable;
        let mean = |interval: Option<Interval>| number(interval.filter(|_| stable).map(|interval| interval.mean));
        let half =
            |what: Simulated| number(observation.measure(what).filter(|_| stable).and_then(|interval| interval.half95));
        let mut fields = vec!["simulated".into(), pin.into(), number(Some(observation.load))];
        fields.extend(self.info.measures.iter().map(|measure| mean(measured(observation, measure))));
        fields.extend(self.info.beside.iter().map(|(_, what)| mean(observation.measure(*what))));
        fields.extend(self.info.measures.first().map(|measure| half(measure.simulated)));
        fields.extend(self.second.map(half));
        let percentiles = observation.percentiles().filter(|_| stable).map(Percentiles::all);
        fields.extend(self.tails().map(|(_, place)| number(percentiles.map(|all| all[place].value))));
        fields.extend([observation.state.word().into(), observation.seed.to_string()]);
        fields.extend([observation.cycles.to_string(), observation.delivered.to_string()]);
        fields.push(number(observation.growth));
        fields
    }
}

/// The sign between the fields of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Separator {
    /// A comma; numbers have a decimal point.
    #[default]
    Comma,
    /// A semicolon; numbers have a decimal comma.
    Semicolon,
    /// A tab; numbers have a decimal point.
    Tab,
}

impl Separator {
    const fn sign(self) -> char {
        match self {
            Self::Comma => ',',
            Self::Semicolon => ';',
            Self::Tab => '\t',
        }
    }

    /// The separator that a user names, a tab also as `\t`.
    pub fn named(text: &str) -> Option<Self> {
        let text = if text == "\\t" { "\t" } else { text };
        [Self::Comma, Self::Semicolon, Self::Tab].into_iter().find(|separator| text == separator.sign().to_string())
    }

    /// The fields of a row. A text that a spreadsheet would take for a formula begins with `'`.
    pub fn line(self, fields: &[String]) -> String {
        let fields: Vec<_> = fields.iter().map(|field| self.field(field)).collect();
        fields.join(&self.sign().to_string())
    }

    /// A field, in quotation marks where it would not read back as one.
    fn field(self, text: &str) -> String {
        let field = match text.parse::<f64>() {
            Ok(number) if number.is_finite() && self == Self::Semicolon => text.replace('.', ","),
            Ok(number) if number.is_finite() => text.into(),
            _ if text.starts_with(FORMULA) => format!("'{text}"),
            _ => text.into(),
        };
        let quoted = field.contains(['"', '\r', '\n', self.sign()]);
        if quoted { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
    }
}

/// The signs with which a spreadsheet begins a formula, also the wide ones, and those that it leaves out before them.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n'];

/// The curves and the observations of a system, in the order in which they are given, each observation with what sets it apart if it is
/// pinned; `info` is that of its model, and `link` the address of the scene.
pub fn csv(
    info: &ModelInfo,
    curves: &[TableCurve],
    observations: &[(String, &Summary)],
    link: &str,
    separator: Separator,
) -> String {
    let columns = Columns::of(info);
    // A link may have its commas written in either way, and a row without any can be split without a parser.
    let link = link.replace(',', "%2C");
    let about = [env!("CARGO_PKG_VERSION").into(), units_in_words(info), interval_in_words(), link];
    let mut text = separator.line(&columns.header()) + "\r\n";
    let mut row = |fields: &[String]| text.extend([&separator.line(&[fields, &about].concat()), "\r\n"]);
    for drawn in curves {
        (0..drawn.loads.len()).for_each(|index| row(&columns.model(drawn, index)));
    }
    observations.iter().for_each(|(pin, observation)| row(&columns.simulated(pin, observation)));
    text
}

fn number(number: Option<f64>) -> String {
    number.filter(|number| number.is_finite()).map_or_else(String::new, |number| number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        experiment::observed,
        model::{self, Model},
        scenario::{Scenario, System},
        sim::protocol::ClassSummary,
    };

    fn model(system: System) -> Box<dyn Model> {
        model::of(Scenario::new(system).setup())
    }

    /// The records of a CSV text whose fields have no quotation marks.
    fn parse(text: &str) -> Vec<Vec<&str>> {
        assert!(text.ends_with("\r\n") && !text.contains('"'));
        text.trim_end().split("\r\n").map(|line| line.split(',').collect()).collect()
    }

    #[test]
    fn numbers_read_back_as_they_were() {
        for &system in System::ALL {
            let model = model(system);
            let curves = model.curves(9);
            let drawn = TableCurve {
                reading: "corrected".into(),
                loads: curves[0].iter().map(|point| point.0).collect(),
                values: curves.iter().map(|curve| curve.iter().map(|point| point.1).collect()).collect(),
            };
            let load = model.end().load / 3.0;
            let values = model.measures(load).expect("a solution");
            let observation = (String::new(), &observed::stable(&*model, load, &values, Some(0.01)));
            let one = std::slice::from_ref(&drawn);
            let text = csv(model.info(), one, &[observation], "#show=a,b", Separator::Comma);
            let rows = parse(&text);
            assert_eq!(rows.len(), 1 + drawn.loads.len() + 1);
            for (i, row) in rows.iter().enumerate().skip(1) {
                let read = |column: usize| row[column].parse::<f64>().expect("a number");
                assert_eq!(row.len(), rows[0].len(), "{system:?}");
                match drawn.loads.get(i - 1) {
                    Some(&load) => {
                        assert_eq!((row[0], row[1], read(2)), ("model", "corrected", load));
                        (3..).zip(&drawn.values).for_each(|(at, values)| assert_eq!(read(at), values[i - 1]));
                    }
                    None => assert_eq!([read(2), read(3)], [load, values[0]], "{system:?}"),
                }
                let [version, units, interval, link] = row[row.len() - ABOUT..] else { panic!("{row:?}") };
                assert_eq!((version, link), (env!("CARGO_PKG_VERSION"), "#show=a%2Cb"));
                let known = units.starts_with(&format!("load: {}; ", model.info().load_unit));
                assert!(known && interval.contains("95 %"), "{system:?}");
            }
        }
    }

    /// Second intervals belong to broadcasts and complete deliveries, and runs without a steady state have no latency.
    #[test]
    fn columns_are_those_that_the_system_has() {
        let torus = model(System::TorusBroadcast);
        let mut both = observed::stable(&*torus, 0.002, &[50.0], Some(0.01));
        let broadcast = ClassSummary { mean: Some(321.5), ci95: Some(2.25), ..both.classes[0].clone() };
        both.classes[0].percentiles.extend(Percentiles::exact(|part| Some(100.0 * part)));
        both.classes.push(ClassSummary { name: "broadcast".into(), ..broadcast });
        let complete = observed::stable(&*model(System::BanyanMulticast), 0.5, &[0.5, 0.25], Some(0.5));
        let unfinished = observed::unfinished(observed::stable(&*model(System::KaryNCube), 0.001, &[50.0], Some(0.1)));
        let saturated = observed::saturated(0.01, 0.2);
        let scenes = [
            ("broadcasts", System::TorusBroadcast, "V = 3", Some(both)),
            ("not over", System::KaryNCube, "", Some(unfinished)),
            ("saturated", System::KaryNCube, "", Some(saturated)),
            ("two delays", System::HypercubeSlotted, "", None),
            ("complete deliveries", System::BanyanMulticast, "", Some(complete)),
        ];
        crate::blessed::lines(
            "columns",
            scenes.map(|(name, system, pin, seen)| {
                let seen: Vec<_> = seen.iter().map(|seen| (pin.into(), seen)).collect();
                let text = csv(model(system).info(), &[], &seen, "", Separator::Comma);
                let end = format!(",{},", env!("CARGO_PKG_VERSION"));
                let row = |line: &str| line.split(&end).next().unwrap_or_default().to_string();
                (name, text.lines().map(row).collect::<Vec<_>>())
            }),
        );
    }

    #[test]
    fn a_field_stays_one_field_and_no_text_becomes_a_formula() {
        for (field, comma, semicolon, tab) in [
            ("plain", "plain", "plain", "plain"),
            ("one, two", "\"one, two\"", "one, two", "one, two"),
            ("one; two", "one; two", "\"one; two\"", "one; two"),
            ("one\ttwo", "one\ttwo", "one\ttwo", "\"one\ttwo\""),
            ("\"so\"", "\"\"\"so\"\"\"", "\"\"\"so\"\"\"", "\"\"\"so\"\"\""),
            ("-1.5e-7", "-1.5e-7", "-1,5e-7", "-1.5e-7"),
            ("+0.25", "+0.25", "+0,25", "+0.25"),
            ("0.1.0", "0.1.0", "0.1.0", "0.1.0"),
            ("=1+2", "'=1+2", "'=1+2", "'=1+2"),
            ("-inf", "'-inf", "'-inf", "'-inf"),
            ("@SUM(A1,A2)", "\"'@SUM(A1,A2)\"", "'@SUM(A1,A2)", "'@SUM(A1,A2)"),
            ("\r=1", "\"'\r=1\"", "\"'\r=1\"", "\"'\r=1\""),
            ("＝1", "'＝1", "'＝1", "'＝1"),
            ("", "", "", ""),
        ] {
            let of = [Separator::Comma, Separator::Semicolon, Separator::Tab]
                .map(|separator| separator.line(&[field.into()]));
            assert_eq!(of, [comma, semicolon, tab], "{field:?}");
        }
        let row = ["a", "1.5", "b"].map(String::from);
        assert_eq!(
            [",", ";", "\t", "\\t"].map(|name| Separator::named(name).map(|separator| separator.line(&row))),
            [Some("a,1.5,b".into()), Some("a;1,5;b".into()), Some("a\t1.5\tb".into()), Some("a\t1.5\tb".into()),]
        );
        assert_eq!(["", ".", "|", ",,", "t"].map(Separator::named), [None; 5]);
    }
}
