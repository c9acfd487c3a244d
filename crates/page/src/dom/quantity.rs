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
        let letter = |fragment: &str, symbol: &str| {
            let info = model::of(link::parse(fragment).scenario.setup()).info();
            letter(info, symbol).into_string()
        };
        assert_eq!(letter("", "lambda_cu"), "<math><msub><mi>λ</mi><mrow><mi>c</mi><mi>u</mi></mrow></msub></math> ");
        assert_eq!(letter("", "P_full"), "<math><msub><mi>P</mi><mi>V</mi></msub></math> ");
        assert_eq!(letter("#system=banyan-multicast", "load"), "", "a word is no letter");
        assert_eq!(letter("", "no such quantity"), "");
    }

    #[test]
    fn numbers_of_a_list_stand_below_each_other() {
        assert_eq!(lines(&[0.5, 0.25], 2).into_string(), "0.50<br>0.25");
        assert_eq!(lines(&[], 2).into_string(), "");
    }
}
