//! A chart as a picture that stands by itself: light, with what it shows in words, and with the scene in it, so that it can be opened again.

use super::Shown;
use crate::{
    chart::{
        Chart,
        export::{self, escaped},
    },
    page::{header, palette::Palette, pins::words::settings, results::reading_words},
    param::{Group, Key},
};

/// Pixels of the chart.
const SIZE: (u32, u32) = (900, 520);

/// Pixels of a line of the words below it.
const LINE: u32 = 18;

/// Letters on a line.
const LETTERS: usize = 130;

/// Where the scene stands.
const BEFORE: &str = "<metadata id=\"flitscope\">";
const AFTER: &str = "</metadata>";

/// A chart as an SVG document.
pub fn drawing(chart: &Chart, palette: &Palette, shown: &Shown<'_>) -> Option<String> {
    let inside = export::svg(chart, &palette.scaled_theme(1.0), SIZE.0, SIZE.1).ok()?;
    let lines: Vec<String> = caption(shown).iter().flat_map(|text| wrapped(text)).collect();
    let height = SIZE.1 + LINE * (lines.len() as u32 + 1);
    let words: String = (0..)
        .zip(&lines)
        .map(|(index, line)| format!("<text x=\"16\" y=\"{}\">{}</text>\n", SIZE.1 + LINE * (index + 1), escaped(line)))
        .collect();
    Some(format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{height}\" viewBox=\"0 0 {0} {height}\">\n\
         {BEFORE}{1}{AFTER}\n<rect width=\"{0}\" height=\"{height}\" fill=\"{2}\"/>\n{inside}\n\
         <g font-family=\"sans-serif\" font-size=\"13\" fill=\"{3}\">\n{words}</g>\n</svg>\n",
        SIZE.0,
        escaped(&shown.address()),
        palette.css("panel"),
        palette.css("ink"),
    ))
}

/// The address in a picture that was made here.
pub fn link_of(svg: &str) -> Option<String> {
    let (_, rest) = svg.split_once(BEFORE)?;
    let (address, _) = rest.split_once(AFTER)?;
    Some(address.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&"))
}

/// What the picture shows, in words.
pub fn caption(shown: &Shown<'_>) -> [String; 4] {
    let scenario = &shown.results.scenario;
    let rows = scenario.system().params().iter();
    let of_network =
        rows.filter(|row| matches!(row.group, Group::Network | Group::Traffic) && scenario.applies(row.key));
    let readings: Vec<_> = shown.results.curves.iter().map(|curve| reading_words(scenario, curve.reading)).collect();
    let simulated = if shown.simulation.holds() && !shown.simulation.points().is_empty() {
        format!("; simulated for {} cycles with seed {}", scenario.text(Key::Cycles), scenario.text(Key::Seed))
    } else {
        String::new()
    };
    [
        [Some(scenario.system().name()), header::scene(scenario)].into_iter().flatten().collect::<Vec<_>>().join(" · "),
        settings(of_network, scenario),
        format!("Models: {}{simulated}. Flitscope {}.", readings.join(", "), env!("CARGO_PKG_VERSION")),
        shown.address(),
    ]
}

/// A text on lines, broken between words where there are any.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let mut word: Vec<char> = word.chars().collect();
        loop {
            let last = lines.len() - 1;
            let used = lines[last].chars().count();
            let room = LETTERS.saturating_sub(used + usize::from(used > 0));
            if word.len() > room && used > 0 {
                lines.push(String::new());
                continue;
            }
            if used > 0 {
                lines[last].push(' ');
            }
            let rest = word.split_off(word.len().min(room));
            lines[last].extend(word);
            if rest.is_empty() {
                break;
            }
            lines.push(String::new());
            word = rest;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_broken_between_and_what_is_too_long_within() {
        let long = "a".repeat(LETTERS + 5);
        assert_eq!(wrapped("one two"), ["one two"]);
        assert_eq!(wrapped(&long), [&long[..LETTERS], &long[LETTERS..]]);
        let words = vec!["four"; 60].join(" ");
        let lines = wrapped(&words);
        assert!(lines.len() == 3 && lines.iter().all(|line| line.len() <= LETTERS), "{lines:?}");
        assert_eq!(lines.join(" "), words);
    }
}
