//! Short pieces of the lines of charts, for legends: colour, dashes and signs as they are drawn.

use flitscope::scenario::{Reading, Scenario};
use flitscope_show::chart::{Dash, SignShape};
use maud::{Markup, html};

/// The dashes of a reading's curve, so that colour is not the only difference.
pub(crate) const fn dash(reading: Reading) -> Dash {
    match reading {
        Reading::Corrected => Dash::Dashed,
        Reading::Printed => Dash::Long,
        Reading::Refined => Dash::Dotted,
        Reading::Average => Dash::Short,
        Reading::Flow => Dash::Solid,
    }
}

/// The dashes of the curves of a pin, and the sign of its simulated points. Pins differ by these two, not by colour.
pub(crate) const fn pin(index: usize) -> (Dash, SignShape) {
    let shape = match index {
        0 => SignShape::Diamond,
        1 => SignShape::Down,
        2 => SignShape::Left,
        _ => SignShape::Right,
    };
    (Dash::Chain(index + 1), shape)
}

pub(crate) fn of_pin(index: usize) -> Markup {
    let (_, shape) = pin(index);
    let corners: Vec<_> =
        shape.corners().iter().map(|(x, y)| format!("{},{}", 48.0 + 4.0 * x, 5.0 + 4.0 * y)).collect();
    html! {
        svg.pin viewBox="0 0 54 10" width="54" height="10" aria-hidden="true" {
            path d="M2 5H40" stroke="var(--muted)" stroke-width="2" stroke-linecap="round"
                stroke-dasharray={ "12 5.5" (" .5 5.5".repeat(index + 1)) } {}
            polygon points=(corners.join(" ")) fill="var(--muted)" {}
        }
    }
}

/// The name of a model on the page: the usual model of the paper is *paper*, ours is *our model*.
pub(crate) fn name(scenario: &Scenario, reading: Reading) -> &'static str {
    let usual = Scenario::new(scenario.system()).reading();
    match reading {
        Reading::Flow => "our model",
        _ if reading == usual => "paper",
        Reading::Corrected => "paper (corrected)",
        Reading::Printed => "paper (as printed)",
        Reading::Refined => "refined",
        Reading::Average => "average distance",
    }
}

/// The same model in a sentence.
pub(crate) fn in_words(scenario: &Scenario, reading: Reading) -> &'static str {
    match (reading, name(scenario, reading)) {
        (Reading::Flow, name) => name,
        (Reading::Corrected | Reading::Printed, "paper") => "the paper’s model",
        (Reading::Corrected, _) => "the paper’s model, corrected,",
        (Reading::Printed, _) => "the paper’s model, as printed,",
        (Reading::Refined, _) => "the refined model",
        (Reading::Average, _) => "the model by the average distance",
    }
}

/// A short piece of the percentiles with the area between them.
pub(crate) fn percentiles() -> Markup {
    html! {
        svg viewBox="0 0 26 8" aria-hidden="true" {
            path d="M0 7 26 5V0L0 3Z" fill="var(--ink)" opacity=".16" {}
            path d="M0 7 26 5M0 3 26 0" fill="none" stroke="var(--muted)" {}
        }
    }
}

pub(crate) fn of(reading: Reading) -> Markup {
    line(reading.key(), dash(reading))
}

pub(crate) fn simulated() -> Markup {
    html! {
        svg viewBox="0 0 12 8" width="12" height="8" aria-hidden="true" {
            circle cx="6" cy="4" r="3.3" fill="var(--panel)" stroke="var(--ink)" stroke-width="1.3" {}
        }
    }
}

pub(crate) const fn dashes(dash: Dash) -> Option<&'static str> {
    match dash {
        Dash::Solid | Dash::Chain(_) => None,
        Dash::Dashed => Some("8 5"),
        Dash::Dotted => Some("1 5"),
        Dash::Long => Some("14 6"),
        Dash::Short => Some("4 4"),
    }
}

/// A short piece of a line of that colour of the style sheet.
pub(crate) fn line(colour: &str, dash: Dash) -> Markup {
    html! {
        svg viewBox="0 0 30 8" width="30" height="8" aria-hidden="true" {
            path d="M2 4H28" stroke={ "var(--" (colour) ")" } stroke-width="3" stroke-linecap="round" stroke-dasharray=[dashes(dash)] {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_readings_look_alike_without_colours() {
        let dashes: Vec<_> = Reading::ALL.iter().map(|reading| dash(*reading)).collect();
        assert!((1..dashes.len()).all(|i| !dashes[..i].contains(&dashes[i])), "{dashes:?}");
        let solid = of(Reading::Flow).into_string();
        assert!(solid.contains("stroke=\"var(--flow)\"") && !solid.contains("dasharray"), "{solid}");
        let pins: Vec<_> = (0..flitscope::scenario::pins::MOST).map(pin).collect();
        assert!((1..pins.len()).all(|i| pins[..i].iter().all(|other| other.0 != pins[i].0 && other.1 != pins[i].1)));
        assert!(pins.iter().all(|(dash, shape)| !dashes.contains(dash) && !shape.corners().is_empty()), "{pins:?}");
        assert!(line("ink", Dash::Dotted).into_string().contains("stroke-dasharray=\"1 5\""));
    }
}
