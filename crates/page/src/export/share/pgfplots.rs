//! The chart for LaTeX, by pgfplots: every curve and every simulated point with its interval.

use super::figure;
use crate::{export::snapshot::Snapshot, pins, prelude::*};
use flitscope::{experiment::Interval, param::options};
use std::fmt::Write as _;

const LETTERS: [(char, &str); 14] = [
    ('\\', r"\textbackslash{}"),
    ('%', r"\%"),
    ('&', r"\&"),
    ('#', r"\#"),
    ('_', r"\_"),
    ('λ', r"$\lambda$"),
    ('β', r"$\beta$"),
    ('η', r"$\eta$"),
    ('ρ', r"$\rho$"),
    ('μ', r"$\mu$"),
    ('ν', r"$\nu$"),
    ('×', r"$\times$"),
    ('−', "$-$"),
    ('≤', r"$\le$"),
];

fn tex(text: &str) -> String {
    let letter = |letter: char| {
        LETTERS.iter().find(|(plain, _)| *plain == letter).map_or_else(|| letter.to_string(), |(_, tex)| (*tex).into())
    };
    text.chars().map(letter).collect()
}

/// Before the picture: where no document has loaded the package, this file is one.
const ALONE: &str = r"\ifdefined\pgfplotsset\else
\documentclass{article}
\usepackage{pgfplots}
\pagestyle{empty}
\begin{document}
\def\flitscopeend{\end{document}}
\fi
";

const END: &str = r"\ifdefined\flitscopeend\expandafter\flitscopeend\fi
";

/// A line or the points of a chart in this form; nothing without places.
fn plot(form: &str, places: &[String], label: &str) -> String {
    if places.is_empty() {
        return String::new();
    }
    let places = places.join("\n");
    format!("\\addplot+[{form}] coordinates {{\n{places}\n}};\n\\addlegendentry{{{label}}}\n")
}

/// A picture that LaTeX makes a page of, or that a document with `\usepackage{pgfplots}` takes in by `\input`.
pub(crate) fn document(shown: &Snapshot<'_>) -> String {
    let (results, scenario) = (shown.results, &shown.results.scenario);
    let Some(info) = results.info() else { return String::new() };
    let mut text: String = figure::caption(shown).iter().map(|line| format!("% {line}\n")).collect();
    let log = if matches!(scenario.choice(), options::Axis::Log) { "ymode=log" } else { "ymin=0" };
    let load = scenario.system().param(Key::Load).map_or("load", |row| row.name);
    let [x, y] =
        [format!("{load}, {}", info.load_unit), format!("{}, {}", info.quantity, info.unit)].map(|label| tex(&label));
    text += ALONE;
    // Writing to a string does not fail.
    let _ = write!(
        text,
        "\\begin{{tikzpicture}}\n\\begin{{axis}}[width=\\linewidth, height=.6\\linewidth, xmin=0, {log}, xlabel={{{x}}}, ylabel={{{y}}}, \
         legend pos=north west, legend cell align=left, cycle list name=linestyles*]\n"
    );
    for drawn in results.drawn() {
        let pin = drawn.pin.map_or_else(String::new, |(_, pin)| format!("{}: ", pins::label(results, pin)));
        for (line, measure) in drawn.curve.lines.iter().zip(drawn.curve.model.info().measures) {
            let name = if measure.name.is_empty() { String::new() } else { format!("{}, ", measure.name) };
            let label = tex(&format!("{pin}{name}{}", scenario.reading_words(drawn.curve.reading)));
            let places: Vec<_> = line.iter().map(|(load, value)| format!("({load},{value})")).collect();
            text += &plot("no marks, thick", &places, &label);
        }
    }
    let mut observations = shown.simulation.observations();
    observations.retain(Summary::finished);
    for (index, simulated) in info.simulated().into_iter().enumerate() {
        let seen = observations.iter().filter_map(|seen| Some((seen.load, seen.measure(simulated)?)));
        let place = |(load, interval): (f64, Interval)| {
            let mean = interval.mean;
            let [low, high] = interval.ends().unwrap_or([mean; 2]);
            format!("({load},{mean}) += (0,{}) -= (0,{})", high - mean, mean - low)
        };
        let mark = if index == 0 { "o" } else { "square" };
        let form = format!("only marks, mark={mark}, black, error bars/.cd, y dir=both, y explicit");
        text += &plot(&form, &seen.map(place).collect::<Vec<_>>(), "simulated, 95 \\% intervals");
    }
    for (place, (name, _)) in Percentiles::PARTS.into_iter().enumerate().filter(|_| scenario.is_on(Key::Percentiles)) {
        let value = |seen: &Summary| Some(format!("({},{})", seen.load, seen.percentiles()?.all()[place].value));
        let places: Vec<_> = observations.iter().filter_map(value).collect();
        text += &plot("mark=*, mark size=1pt, thin, black", &places, &format!("simulated, {name}"));
    }
    text + "\\end{axis}\n\\end{tikzpicture}\n" + END
}

#[cfg(test)]
mod tests {
    use super::tex;

    #[test]
    fn letters_that_latex_takes_for_orders_are_written_otherwise() {
        assert_eq!(tex("5 % of λ_max & more"), r"5 \% of $\lambda$\_max \& more");
    }
}
