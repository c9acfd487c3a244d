//! A picture that stands by itself: light, with what it shows in words, and with the scene in it, so that it can be opened again.

use super::PictureKind;
use crate::{
    chart::figure as second,
    export::snapshot::Snapshot,
    panels::header,
    pins::words::settings,
    player::{
        Drawing, Settings,
        paint::{self, Surface as _, TextAlign, svg::Svg},
        trail,
    },
    prelude::*,
};
use flitscope_show::chart::export::{self, escaped};

/// The width of a picture, the height of a chart, of a line of text and of its letters, and the margin, pixels.
const WIDTH: f64 = 900.0;
const CHART: u32 = 520;
const LINE: f64 = 18.0;
const WORDS: f64 = 13.0;
const MARGIN: f64 = 16.0;

const LETTERS: usize = 130;

/// The text before the scene in a picture, and the text after it.
const BEFORE: &str = "<metadata id=\"flitscope\">";
const AFTER: &str = "</metadata>";

pub(crate) fn is_there(of: PictureKind, shown: &Snapshot<'_>) -> bool {
    match of {
        PictureKind::Chart => true,
        PictureKind::Figure => second::chart(shown.figure(), &Palette::light()).is_some(),
        PictureKind::Stage => shown.player.drawing(Settings::of(&shown.present)).is_some(),
        PictureKind::Trail => shown.player.trail().is_some(),
    }
}

/// Writes a picture; gives its height, and what it shows where its own words do not say it. None if there is no such picture.
fn write(svg: &Svg, of: PictureKind, shown: &Snapshot<'_>) -> Option<(f64, String)> {
    let palette = &Palette::light();
    let chart = match of {
        PictureKind::Chart => shown.curves.chart_as_it_stands(shown.results, shown.simulation, palette),
        PictureKind::Figure => second::chart(shown.figure(), palette)?,
        PictureKind::Stage => {
            let height = network(svg, shown.player.drawing(Settings::of(&shown.present))?, palette);
            return Some((height, shown.player.said.clone()));
        }
        PictureKind::Trail => {
            let (way, layout, terms) = shown.player.trail()?;
            let height = trail::svg::paint(svg, (way, layout, terms), palette, WIDTH, shown.present.count(Key::Cycle));
            return Some((height, trail::words::sentence(way, layout, terms)));
        }
    };
    svg.raw(&export::svg(&chart, &palette.scaled_theme(1.0), WIDTH as u32, CHART).ok()?);
    let said = if of == PictureKind::Figure { second::title(shown.figure()) } else { "" };
    Some((f64::from(CHART), said.into()))
}

fn network(svg: &Svg, mut drawing: Drawing<'_>, palette: &Palette) -> f64 {
    // A canvas that is hidden, as on paper, has no size.
    if drawing.size.0 < 1.0 {
        (drawing.size, drawing.laid) = ((WIDTH, WIDTH * drawing.layout.height), (WIDTH, (0.0, 0.0)));
    }
    paint::svg::frame(svg, &drawing, palette, WIDTH)
}

pub(crate) fn drawing(of: PictureKind, shown: &Snapshot<'_>) -> Option<String> {
    let svg = Svg::default();
    let (mut height, said) = write(&svg, of, shown)?;
    // A picture of a cycle opens at that cycle.
    let linked = if matches!(of, PictureKind::Stage | PictureKind::Trail) { shown.present } else { shown.linked };
    let shown = Snapshot { linked, ..*shown };
    let palette = Palette::light();
    svg.font(WORDS, TextAlign::Start);
    svg.paint(palette.css("ink"));
    let mut lines = wrapped(&said);
    caption(&shown).iter().for_each(|words| lines.extend(wrapped(words)));
    for line in lines.iter().filter(|line| !line.is_empty()) {
        height += LINE;
        svg.text(line, (MARGIN, height));
    }
    height += LINE;
    Some(format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"system-ui, sans-serif\">\n{BEFORE}{}{AFTER}\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"{}\"/>\n{}</svg>\n",
        escaped(&shown.address()),
        palette.css("panel"),
        svg.into_text(),
    ))
}

/// A scene on paper: some of its pictures, of which the style leaves out those that are not on the screen, and what it is in words.
pub(crate) fn paper(pictures: &[PictureKind], shown: &Snapshot<'_>) -> String {
    let svg = Svg::default();
    let paragraph = |words: &str| ["<p>", &escaped(words), "</p>"].into_iter().for_each(|part| svg.raw(part));
    for of in pictures {
        svg.raw(&format!("<figure class=\"{of:?}\">"));
        if let Some((_, said)) = write(&svg, *of, shown) {
            let beside = shown.player.drawing_beside(Settings::of(&shown.present)).zip(shown.player.names_beside());
            if let Some((beside, [own, other])) = beside.filter(|_| *of == PictureKind::Stage) {
                paragraph(&[own, ": ", &said].concat());
                network(&svg, beside, &Palette::light());
                paragraph(other);
            } else {
                paragraph(&said);
            }
        }
        svg.raw("</figure>");
    }
    caption(shown).iter().filter(|words| !words.is_empty()).for_each(|words| paragraph(words));
    svg.into_text()
}

pub(crate) fn link_of(svg: &str) -> Option<String> {
    let (_, rest) = svg.split_once(BEFORE)?;
    let (address, _) = rest.split_once(AFTER)?;
    Some(address.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&"))
}

pub(crate) fn caption(shown: &Snapshot<'_>) -> [String; 4] {
    let scenario = &shown.results.scenario;
    let rows = scenario.system().params().iter();
    let of_network = rows.filter(|row| {
        matches!(row.key.group(), Group::Network | Group::Traffic | Group::Load) && scenario.applies(row.key)
    });
    let readings: Vec<_> = shown.results.curves.iter().map(|curve| scenario.reading_words(curve.reading)).collect();
    let simulated = if shown.simulation.holds() && !shown.simulation.points().is_empty() {
        let each = shown.simulation.each();
        let preliminary = shown.simulation.preliminary();
        let part = preliminary.map(|(finished, of)| format!(", preliminary: {finished} of {of} loads finished"));
        format!("{} simulated: {each}{}", if readings.is_empty() { "" } else { ";" }, part.unwrap_or_default())
    } else {
        String::new()
    };
    // A curve that is asked for has no name yet.
    let models = if readings.is_empty() { String::new() } else { format!("Models: {}", readings.join(", ")) };
    let lines = models + &simulated;
    [
        [Some(scenario.system().name()), header::scene(scenario)].into_iter().flatten().collect::<Vec<_>>().join(" · "),
        settings(of_network, scenario.system(), |key| scenario.text(key)),
        format!("{lines}{}Flitscope {}.", if lines.is_empty() { "" } else { ". " }, env!("CARGO_PKG_VERSION")),
        shown.address(),
    ]
}

/// A text on lines, broken between words where there are any.
fn wrapped(text: &str) -> Vec<String> {
    let (mut lines, mut used) = (vec![String::new()], 0);
    for word in text.split(' ') {
        if used > 0 && used + 1 + word.chars().count() > LETTERS {
            lines.push(String::new());
            used = 0;
        }
        for letter in (used > 0).then_some(' ').into_iter().chain(word.chars()) {
            if used == LETTERS {
                lines.push(String::new());
                used = 0;
            }
            lines.last_mut().into_iter().for_each(|line| line.push(letter));
            used += 1;
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
