//! The bars of an answer: models, simulations and parts above each other, each with its number.

use flitscope::{
    lesson::bars::{Bar, Tone},
    text::significant,
};
use maud::{Markup, html};

/// The bars, each a row of setting, name, bar and number.
pub(crate) fn markup(bars: &[Bar]) -> Markup {
    let largest = bars.iter().map(Bar::value).fold(0.0, f64::max);
    let parts: Vec<Tone> = {
        let all = bars.iter().filter(|bar| bar.parts.len() > 1).flat_map(|bar| bar.parts.iter().map(|(tone, _)| *tone));
        let mut seen = Vec::new();
        all.for_each(|tone| {
            if !seen.contains(&tone) {
                seen.push(tone)
            }
        });
        seen
    };
    html! {
        @for bar in bars {
            div.bar-of {
                span { (bar.of) }
                span.muted { @if bar.parts.len() == 1 { (bar.name) } }
                // The bars leave room for their numbers.
                svg width="100%" height="16" aria-hidden="true" {
                    @for (index, (tone, value)) in bar.parts.iter().enumerate() {
                        @let before: f64 = bar.parts[..index].iter().fold(0.0, |sum, (_, value)| sum + value);
                        rect class=(class(*tone)) x=(across(before, largest)) width=(across(*value, largest)) height="16" {}
                    }
                }
                b { (number(bar)) }
            }
        }
        @if !parts.is_empty() {
            p.bar-key { @for tone in &parts { span { svg viewBox="0 0 10 10" aria-hidden="true" { rect class=(class(*tone)) width="10" height="10" {} } (tone.name()) } " " } }
        }
    }
}

/// A length of the picture, per cent.
fn across(value: f64, largest: f64) -> String {
    format!("{:.2}%", 100.0 * value / largest)
}

/// The number at the end of a bar: of parts in per cent the first one.
fn number(bar: &Bar) -> String {
    match bar.parts.as_slice() {
        [(_, part), _, ..] if bar.name == "%" => format!("{} %", significant(*part, 2)),
        [_] if bar.half95.is_finite() => format!("{} ± {}", significant(bar.value(), 3), significant(bar.half95, 1)),
        _ => significant(bar.value(), 3),
    }
}

const fn class(tone: Tone) -> &'static str {
    match tone {
        Tone::Paper => "part-paper",
        Tone::Ours => "part-ours",
        Tone::Simulated => "part-simulated",
        Tone::Counted | Tone::Others | Tone::More | Tone::Travel | Tone::Flits | Tone::Network => "part-travel",
        Tone::Hops | Tone::Sharing => "part-sharing",
        Tone::Waiting | Tone::Broadcasts => "part-start",
        Tone::Blocked | Tone::One => "part-blocked",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope::lesson;

    #[test]
    fn every_bar_of_every_answer_has_its_length_and_its_number() {
        for step in lesson::ALL.iter().flat_map(|lesson| lesson.steps) {
            let bars = (step.bars)();
            let said = markup(&bars).into_string();
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
        let bars = (lesson::of("who-waits").expect("a lesson").steps[1].bars)();
        let said = markup(&bars).into_string();
        for name in ["travel", "sharing channels", "at the source", "blocked"] {
            assert_eq!(said.matches(&format!("</svg>{name}")).count(), 1, "{said}");
        }
        assert_eq!(said.matches("x=\"0.00%\"").count(), 2, "{said}");
    }
}
