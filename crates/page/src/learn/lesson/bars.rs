//! The bars of an answer: models, simulations and parts above each other, each with its number.

use flitscope::{
    lesson::bars::{Bar, Tone},
    text::significant,
};
use maud::{Markup, html};

/// The bars, each a row of setting, name, bar and number.
pub(crate) fn markup(bars: &[Bar]) -> Markup {
    let largest = bars.iter().map(Bar::value).fold(0.0, f64::max);
    let mut parts: Vec<(&str, Tone)> = Vec::new();
    for (name, tone, _) in bars.iter().filter(|bar| bar.parts.len() > 1).flat_map(|bar| &bar.parts) {
        if !parts.iter().any(|(other, _)| other == name) {
            parts.push((name, *tone));
        }
    }
    html! {
        @for bar in bars {
            div.bar-of {
                span { (bar.of) }
                span.muted { @if bar.parts.len() == 1 { (bar.name) } }
                // The bars leave room for their numbers.
                svg width="100%" height="16" aria-hidden="true" {
                    @for (index, (_, tone, value)) in bar.parts.iter().enumerate() {
                        @let before: f64 = bar.parts[..index].iter().fold(0.0, |sum, (.., value)| sum + value);
                        rect class=(class(*tone)) x=(across(before, largest)) width=(across(*value, largest)) height="16" {}
                    }
                }
                b { @if bar.shown.is_empty() { (significant(bar.value(), 3)) } @else { (bar.shown) } }
            }
        }
        @if !parts.is_empty() {
            p.bar-key { @for (name, tone) in &parts { span { svg viewBox="0 0 10 10" aria-hidden="true" { rect class=(class(*tone)) width="10" height="10" {} } (name) } " " } }
        }
    }
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
    use flitscope::lesson;

    #[test]
    fn every_bar_of_every_answer_has_its_length_and_its_number() {
        for step in lesson::all().iter().flat_map(|lesson| &lesson.steps) {
            let bars = &step.bars;
            let said = markup(bars).into_string();
            assert!(!said.contains("NaN") && !said.contains("inf"), "{said}");
            assert_eq!(
                said.matches("height=\"16\"></rect>").count(),
                bars.iter().map(|bar| bar.parts.len()).sum::<usize>()
            );
            if !bars.is_empty() {
                assert!(said.contains("width=\"100.00%\"") || bars.iter().any(|bar| bar.parts.len() > 1), "{said}");
            }
        }
    }

    #[test]
    fn parts_stand_beside_each_other_and_have_a_key() {
        let lesson = lesson::of("who-waits").expect("a lesson");
        let said = markup(&lesson.steps[1].bars).into_string();
        for name in ["travel", "sharing channels", "at the source", "blocked"] {
            assert_eq!(said.matches(&format!("</svg>{name}")).count(), 1, "{said}");
        }
        assert_eq!(said.matches("x=\"0.00%\"").count(), 2, "{said}");
    }
}
