//! Numbers in a text, and the claims that compute them: `<!-- 68.6 = solve(few).latency -->`. The text of lessons and of the guide has both.

use super::{
    expression::{self, Expression},
    world::{Value, World},
};
use std::collections::HashSet;

/// A claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Its line, from 1.
    pub line: usize,
    /// The number, or the quoted word, as the text has it.
    pub printed: String,
    /// The expression that gives it.
    pub expression: Expression,
}

/// Number words that a claim may stand for.
const WORDS: [&str; 21] = [
    "none",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// The claim of a line, if it is one: a comment `<!-- printed = expression -->`.
///
/// # Errors
/// A sentence: the expression cannot be read.
pub fn read(line: usize, text: &str) -> Option<Result<Claim, String>> {
    let inside = text.trim().strip_prefix("<!--")?.strip_suffix("-->")?;
    let (printed, source) = inside.split_once(" = ")?;
    let at = text.chars().count() - text.split_once(" = ").map_or(0, |(_, after)| after.chars().count());
    let read = expression::parse(source.trim_end()).map_err(|(place, sentence)| {
        let capital = sentence.trim_start_matches('"');
        format!("character {}: {}{capital}", at + place, if capital.len() < sentence.len() { "\"" } else { "" })
    });
    Some(read.map(|expression| Claim { line, printed: printed.trim().to_owned(), expression }))
}

/// A number in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The number without spaces between its thousands.
    pub number: String,
    /// The symbol before an equals sign in front of it; empty without one.
    pub symbol: String,
}

/// The numbers of a text, but those in formulas and code.
pub fn numbers(text: &str) -> Vec<Written> {
    let plain: String = {
        let mut hidden = None;
        let shown = text.chars().map(|letter| {
            match hidden {
                None if matches!(letter, '$' | '`') => hidden = Some(letter),
                Some(sign) if letter == sign => hidden = None,
                _ => return if hidden.is_some() { ' ' } else { letter },
            }
            ' '
        });
        shown.collect()
    };
    let letters: Vec<char> = plain.chars().map(|letter| if letter == '−' { '-' } else { letter }).collect();
    super::worked(letters.len());
    // The symbol before an equals sign that ends at a place.
    let symbol = |end: usize| {
        let back = |from: usize, passes: fn(char) -> bool| {
            (0..from).rev().find(|at| !passes(letters[*at])).map_or(0, |at| at + 1)
        };
        let end = back(back(end, |letter| letter == '-'), char::is_whitespace);
        if end == 0 || letters[end - 1] != '=' {
            return String::new();
        }
        let end = back(end - 1, char::is_whitespace);
        letters[back(end, char::is_alphanumeric)..end].iter().collect()
    };
    let digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
    let space = |at: usize| letters.get(at).is_some_and(|letter| matches!(letter, ' ' | '\u{202f}' | '\u{a0}'));
    let (mut found, mut at) = (Vec::new(), 0);
    while at < letters.len() {
        let begins = digit(at) && (at == 0 || !(letters[at - 1].is_alphanumeric() || letters[at - 1] == '.'));
        if !begins {
            at += 1;
            continue;
        }
        let negative = at > 0 && letters[at - 1] == '-' && (at == 1 || !letters[at - 2].is_alphanumeric());
        let mut number = String::from(if negative { "-" } else { "" });
        let symbol = symbol(at);
        loop {
            while digit(at) {
                number.push(letters[at]);
                at += 1;
            }
            // Thousands are apart by a space: exactly three digits follow it.
            let thousands =
                !number.contains('.') && space(at) && (1..=3).all(|next| digit(at + next)) && !digit(at + 4);
            let point = !number.contains('.') && letters.get(at) == Some(&'.') && digit(at + 1);
            if !thousands && !point {
                break;
            }
            if point {
                number.push('.');
            }
            at += 1;
        }
        if letters.get(at).is_some_and(|letter| letter.is_alphabetic()) {
            continue;
        }
        found.push(Written { number, symbol });
    }
    found
}

/// The numbers that a text states, in digits or as words.
#[derive(Clone, Debug)]
pub struct Stated {
    numbers: HashSet<String>,
    lower: String,
}

impl Stated {
    /// Those of a text. Formulas and code count here.
    pub fn of(text: &str) -> Self {
        let shown = text.replace(['$', '`', '{', '}'], " ");
        Self {
            numbers: numbers(&shown).into_iter().map(|written| written.number).collect(),
            lower: text.to_lowercase(),
        }
    }

    /// True if a printed number is among them. A quoted word is not looked for.
    pub fn has(&self, printed: &str) -> bool {
        if let Some(word) = printed.strip_prefix('"') {
            return !word.is_empty();
        }
        let word = printed.parse::<usize>().ok().and_then(|number| WORDS.get(number));
        self.numbers.contains(printed) || word.is_some_and(|word| self.lower.contains(word))
    }
}

/// True if a printed number is in a text, in digits or as a word.
pub fn stands(printed: &str, text: &str) -> bool {
    Stated::of(text).has(printed)
}

/// A line with another number in place of one.
pub fn replaced(line: &str, printed: &str, value: &str) -> String {
    let whole = |text: &str, at: usize| {
        let inner = |letter: char| letter.is_ascii_digit() || letter == '.';
        let end = &text[at + printed.len()..];
        let point = end.starts_with('.') && end[1..].starts_with(|next: char| next.is_ascii_digit());
        !text[..at].ends_with(inner) && !end.starts_with(|next: char| next.is_ascii_digit()) && !point
    };
    let mut next = String::new();
    let (limit, mut from) =
        (line.split_once(" = ").filter(|_| line.starts_with("<!--")).map_or(line.len(), |(head, _)| head.len()), 0);
    for (at, _) in line[..limit].match_indices(printed).filter(|(at, _)| whole(line, *at)) {
        next += &line[from..at];
        next += value;
        from = at + printed.len();
    }
    next + &line[from..]
}

impl Claim {
    /// The value, as the text should print it.
    ///
    /// # Errors
    /// A sentence: the expression has no value.
    pub fn computed(&self, world: &World<'_>) -> Result<String, String> {
        let digits = self.printed.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let value = world.value(&self.expression)?;
        if let Value::Number(number) = value
            && !number.is_finite()
        {
            return Err("this has no value: the model or the run has none at this load.".into());
        }
        Ok(value.printed(digits))
    }
}

/// A claim, or the line and the sentence of one that cannot be read.
pub type ReadClaim = Result<Claim, (usize, String)>;

/// The claims of a document: its blocks are paragraphs, and the comments that follow one belong to it. With each the text of its block.
pub fn of_document(text: &str) -> Vec<(ReadClaim, String)> {
    let (mut claims, mut words, mut closed) = (Vec::new(), String::new(), false);
    let mut fenced = false;
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            fenced = !fenced;
        }
        if fenced {
            continue;
        }
        if let Some(claim) = read(index + 1, line) {
            claims.push((claim.map_err(|sentence| (index + 1, sentence)), words.clone()));
        } else if line.is_empty() {
            closed = true;
        } else {
            if std::mem::take(&mut closed) {
                words.clear();
            }
            words += line;
            words.push('\n');
        }
    }
    claims
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, String)> {
        numbers(text).into_iter().map(|written| (written.symbol, written.number)).collect()
    }

    #[test]
    fn numbers_are_found_with_their_symbols_and_without_thousands() {
        let pairs = |expected: &[(&str, &str)]| {
            expected.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect::<Vec<_>>()
        };
        assert_eq!(
            found("With V = 3 and λ = 0.002 it takes 57.5 ± 0.7."),
            pairs(&[("V", "3"), ("λ", "0.002"), ("", "57.5"), ("", "0.7")])
        );
        assert_eq!(
            found("30 000 cycles, −4.5, 8 × 8, p99, $x_1 = 7$, `k=9`."),
            pairs(&[("", "30000"), ("", "-4.5"), ("", "8"), ("", "8")])
        );
        assert_eq!(found("An 8-ary cube; 4 % of 16."), pairs(&[("", "8"), ("", "4"), ("", "16")]));
        assert!(stands("16", "Sixteen nodes") && stands("70.0", "against 70.0.") && !stands("70", "against 70.0"));
    }

    #[test]
    fn the_comments_after_a_paragraph_are_its_claims() {
        let claims = of_document(
            "It takes 36 cycles.\n<!-- 36 = 32 + 4 -->\n\n<!-- 4 = 2 + 2 -->\n\nNext, 9.\n<!-- 9 = 3 ** -->\n",
        );
        let stated: Vec<_> = claims
            .iter()
            .map(|(claim, words)| (claim.as_ref().map(|claim| claim.line).map_err(|(line, _)| *line), words.as_str()))
            .collect();
        assert_eq!(
            stated,
            [(Ok(2), "It takes 36 cycles.\n"), (Ok(4), "It takes 36 cycles.\n"), (Err(7), "Next, 9.\n")]
        );
    }
}
