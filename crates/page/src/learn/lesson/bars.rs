//! The bars of an answer: models, simulations and parts above each other, each with its number.

use crate::prelude::*;
use flitscope::lesson::bars::{Bar, Tone};

/// The bars, each a row of setting, bar and number. A model is a line on the bar of the simulation.
pub(crate) fn markup(bars: &[Bar]) -> Markup {
    rows(bars, 0.0)
}

pub(super) fn rows(bars: &[Bar], least: f64) -> Markup {
    let largest = bars.iter().map(Bar::value).fold(least, f64::max);
    let mut parts: Vec<(&str, Tone)> = Vec::new();
    for (name, tone, _) in bars.iter().filter(|bar| bar.parts.len() == 1).flat_map(|bar| &bar.parts) {
        if *tone != Tone::Counted && !parts.iter().any(|(other, _)| other == name) {
            parts.push((name, *tone));
        }
    }
    // Of one row: a setting is named once.
    let rows: Vec<&[Bar]> = bars.chunk_by(|_, next| next.of.is_empty()).collect();
    let tone = |bar: &Bar| if bar.parts.len() == 1 { bar.parts[0].1 } else { Tone::Travel };
    let model = |bar: &&Bar| matches!(tone(bar), Tone::Paper | Tone::Ours);
    let simulated = |bar: &Bar| tone(bar) == Tone::Simulated;
    if bars.is_empty() {
        return html! {};
    }
    html! {
        div.bars {
        @for row in rows {
            @let measured = row.iter().any(simulated);
            @let shown = || row.iter().filter(|bar| !(measured && model(bar)));
            @for (index, bar) in shown().enumerate() {
                @let marked = simulated(bar);
                @let models = || row.iter().filter(model).filter(move |_| marked);
                div.bar-of {
                    span { @if index == 0 { (row[0].of) " " } @if shown().count() > 1 { small { (bar.parts[0].0) } } }
                    // The bars leave room for their numbers.
                    svg width="100%" height="22" aria-hidden="true" {
                        @for (index, (_, tone, value)) in bar.parts.iter().enumerate() {
                            @let before: f64 = bar.parts[..index].iter().fold(0.0, |sum, (.., value)| sum + value);
                            rect class=(class(*tone)) x=(across(before, largest)) y="2" width=(across(*value, largest)) height="18" {}
                        }
                        @for model in models() {
                            rect class=(class(model.parts[0].1)) x=(across(model.value(), largest)) width="4" height="22"
                                transform="translate(-4)" {}
                        }
                    }
                    b { @if bar.shown.is_empty() { (total(bar.value())) } @else { (bar.shown) } }
                    span { @for model in models() { (model.shown) " " } }
                }
                @if bar.parts.len() > 1 {
                    p.bar-key { @for (name, tone, value) in &bar.parts { (key(name, *tone)) b { (total(*value)) } } }
                }
            }
        }
        @if !bars[0].name.is_empty() {
            p.bar-key {
                (bars[0].name)
                @for (name, tone) in &parts { " " (key(name, *tone)) }
            }
        }
        }
    }
}

/// The sign of a part with its name.
fn key(name: &str, tone: Tone) -> Markup {
    html! { span { svg viewBox="0 0 10 10" aria-hidden="true" { rect class=(class(tone)) width="10" height="10" {} } (name) } }
}

/// A number, or the sum of parts, a whole one without decimals.
fn total(value: f64) -> String {
    let text = significant(value, 3);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// A length of the picture, per cent.
fn across(value: f64, largest: f64) -> String {
    format!("{:.2}%", 100.0 * value / largest)
}

const fn class(tone: Tone) -> &'static str {
    match tone {
        Tone::Paper => "part-paper",
        Tone::Ours => "part-ours",
        Tone::Simulated => "part-simulated",
        Tone::Counted | Tone::Travel => "part-travel",
        Tone::Sharing => "part-sharing",
        Tone::Waiting => "part-start",
        Tone::Blocked => "part-blocked",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bar_of_every_answer_has_its_length_and_its_number() {
        for step in lesson::all().iter().flat_map(|lesson| &lesson.steps) {
            let bars = &step.bars;
            let said = markup(bars).into_string();
            assert!(!said.contains("NaN") && !said.contains("inf"), "{said}");
            assert_eq!(
                said.matches(" y=\"2\"").count() + said.matches("width=\"4\"").count(),
                bars.iter().map(|bar| bar.parts.len()).sum::<usize>()
            );
            if !bars.is_empty() {
                let full = ["width", "x"].iter().any(|end| said.contains(&format!("{end}=\"100.00%\"")));
                assert!(full || bars.iter().any(|bar| bar.parts.len() > 1), "{said}");
            }
        }
    }

    #[test]
    fn parts_stand_beside_each_other_with_their_numbers() {
        let lesson = lesson::of("who-waits").expect("a lesson");
        let said = markup(&lesson.steps[1].bars).into_string();
        for (name, numbers) in
            [("travel", ["36", "36"]), ("sharing channels", ["30.7", "17.8"]), ("blocked", ["1.76", "3.30"])]
        {
            let there = numbers.map(|number| said.contains(&format!("</svg>{name}</span><b>{number}</b>")));
            assert_eq!(there, [true, true], "{name}: {said}");
        }
        assert_eq!(said.matches("x=\"0.00%\"").count(), 2, "{said}");
    }
}
