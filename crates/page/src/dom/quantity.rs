//! Numbers and letters of quantities, as tables and sentences of the page write them.

use flitscope::{model::ModelInfo, text::significant};
use maud::{Markup, PreEscaped, html};

/// The paper's letter of a quantity, with a space behind it; nothing if the quantity has none.
pub(crate) fn letter(info: &ModelInfo, symbol: &str) -> Markup {
    let letter = info.letter(symbol);
    html! { @if !letter.is_empty() { math { (PreEscaped(letter)) } " " } }
}

/// Numbers with `digits` significant digits, one below the other.
pub(crate) fn lines(numbers: &[f64], digits: i32) -> Markup {
    html! { @for (index, number) in numbers.iter().enumerate() { @if index > 0 { br; } (significant(*number, digits)) } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope::{model, scenario::link};

    #[test]
    fn a_quantity_has_the_letter_of_the_paper_and_a_word_has_none() {
        let rows = [("", "lambda_cu"), ("", "P_full"), ("#system=banyan-multicast", "load"), ("", "no such quantity")];
        crate::blessed::words("letters", rows, |(link, symbol)| {
            letter(model::of(link::parse(link).scenario.setup()).info(), symbol).into_string()
        });
        assert_eq!([&[0.5, 0.25][..], &[]].map(|list| lines(list, 2).into_string()), ["0.50<br>0.25", ""]);
    }
}
