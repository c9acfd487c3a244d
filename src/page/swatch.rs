//! Short pieces of the lines of charts, for legends: colour and dashes as they are drawn.

use crate::{chart::Dash, scenario::Reading};
use maud::{Markup, html};

/// How a reading's curve is broken, so that colour is not the only difference.
pub const fn dash(reading: Reading) -> Dash {
    match reading {
        Reading::Corrected => Dash::Solid,
        Reading::Printed => Dash::Dashed,
        Reading::Refined => Dash::Dotted,
        Reading::Average => Dash::Long,
        Reading::Flow => Dash::Short,
    }
}

/// A short piece of a reading's line.
pub fn of(reading: Reading) -> Markup {
    line(reading.key(), dash(reading))
}

/// A short piece of a line of that colour of the style sheet.
pub fn line(colour: &str, dash: Dash) -> Markup {
    let dashes = match dash {
        Dash::Solid => None,
        Dash::Dashed => Some("8 5"),
        Dash::Dotted => Some("1 5"),
        Dash::Long => Some("14 6"),
        Dash::Short => Some("4 4"),
    };
    html! {
        svg viewBox="0 0 30 8" width="30" height="8" aria-hidden="true" {
            path d="M2 4H28" stroke={ "var(--" (colour) ")" } stroke-width="3" stroke-linecap="round" stroke-dasharray=[dashes] {}
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
        let solid = of(Reading::Corrected).into_string();
        assert!(solid.contains("stroke=\"var(--corrected)\"") && !solid.contains("dasharray"), "{solid}");
        assert!(line("ink", Dash::Dotted).into_string().contains("stroke-dasharray=\"1 5\""));
    }
}
