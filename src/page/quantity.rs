//! Numbers and letters of quantities, as tables and sentences of the page write them.

use crate::text::significant;
use maud::{Markup, html};

/// The paper's letter of a symbol: `lambda_cu` is an italic lambda with the index cu. A name that is no letter has none.
pub fn glyph(symbol: &str) -> Markup {
    // Products and names of several letters.
    let symbol = match symbol {
        "lambda_X" => return html! { span.sym { "λX" } },
        "lambda_d" => return html! { span.sym { "λd" } },
        "q1" => return html! { span.sym { "q′(1)" } },
        "Ws" => "W_s",
        "pV" => "P_V",
        symbol => symbol,
    };
    let (base, index) = match symbol.split_once('_') {
        Some((base, index)) => (base, index),
        None => match symbol.strip_suffix(|c: char| c.is_ascii_digit()) {
            Some(base) => (base, &symbol[base.len()..]),
            None => (symbol, ""),
        },
    };
    let (base, over) = base.strip_suffix("bar").map_or((base, false), |base| (base, true));
    let letter = match base {
        "lambda" | "lam" => "λ",
        "rho" => "ρ",
        "omega" => "ω",
        "eta" => "η",
        "mu" => "μ",
        "beta" => "β",
        "kappa" => "κ",
        "sigma" => "σ",
        "Delta" => "Δ",
        letter if letter.chars().count() == 1 => letter,
        _ => return html! {},
    };
    html! { span.sym.bar-over[over] { (letter) @if !index.is_empty() { sub { (index) } } } }
}

/// Numbers with so many digits, one below the other.
pub fn lines(numbers: &[f64], digits: i32) -> Markup {
    html! { @for (index, number) in numbers.iter().enumerate() { @if index > 0 { br; } (significant(*number, digits)) } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::{self, Outcome},
        param::Key,
        scenario::{Scenario, System},
    };

    #[test]
    fn a_symbol_is_a_letter_with_its_index() {
        let glyphs = [
            ("T_u", "<span class=\"sym\">T<sub>u</sub></span>"),
            ("lambda_cu", "<span class=\"sym\">λ<sub>cu</sub></span>"),
            ("Vbar", "<span class=\"sym bar-over\">V</span>"),
            ("rho", "<span class=\"sym\">ρ</span>"),
            ("P2", "<span class=\"sym\">P<sub>2</sub></span>"),
            ("pV", "<span class=\"sym\">P<sub>V</sub></span>"),
            ("q1", "<span class=\"sym\">q′(1)</span>"),
            ("throughput", ""),
        ];
        for (symbol, expected) in glyphs {
            assert_eq!(glyph(symbol).into_string(), expected, "{symbol}");
        }
    }

    #[test]
    fn no_quantity_of_any_model_puts_markup_into_its_letter() {
        for &system in System::ALL {
            let scenario = Scenario::new(system);
            let Outcome::Stable(point) = model::of(&scenario).point(scenario.get(Key::Load)) else {
                panic!("{system:?}")
            };
            for quantity in point.quantities {
                let text = glyph(quantity.symbol).into_string();
                assert!(text.is_empty() || text.starts_with("<span class=\"sym"), "{}: {text}", quantity.symbol);
                assert!(!text.contains('_'), "{}: {text}", quantity.symbol);
            }
        }
    }

    #[test]
    fn numbers_of_a_list_stand_below_each_other() {
        assert_eq!(lines(&[0.5, 0.25], 2).into_string(), "0.50<br>0.25");
        assert_eq!(lines(&[], 2).into_string(), "");
    }
}
