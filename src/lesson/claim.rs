//! Numbers in a text, and the claims that compute them: `<!-- 68.6 = solve(few).latency -->`. Lessons and the guide have both.

use super::{
    expression::{self, Expression},
    value::Value,
    world::World,
};
use std::collections::HashSet;

/// A claim: its line, from 1, the number or the quoted word, as the text has it, and the expression that gives it.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the fields are named above
pub struct Claim {
    pub line: usize,
    pub printed: String,
    pub expression: Expression,
}

/// Number words that a claim may stand for, from 0.
const WORDS: &str = "none one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen \
                     sixteen seventeen eighteen nineteen twenty";

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

/// A number in a text, without spaces between its thousands, and with its comma: `36,5` is one number where a comma is the decimal sign,
/// and else two, or one of thousands. The symbol stands before an equals sign in front of it; it is empty without one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the fields are named above
pub struct Written {
    pub number: String,
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
                !number.contains(['.', ',']) && space(at) && (1..=3).all(|next| digit(at + next)) && !digit(at + 4);
            let sign = letters.get(at).filter(|sign| matches!(sign, '.' | ',') && digit(at + 1));
            if !thousands && sign.is_none() {
                break;
            }
            number.extend(sign);
            at += 1;
        }
        if letters.get(at).is_some_and(|letter| letter.is_alphabetic()) {
            continue;
        }
        found.push(Written { number, symbol });
    }
    found
}

/// The number of a text, whose decimal sign is a point or a comma.
pub(super) fn decimal(text: &str) -> Option<f64> {
    text.trim()
        .replace([' ', '\u{202f}', '\u{a0}'], "")
        .replace(',', ".")
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}

/// True if all groups of digits after the first have three.
fn is_grouped(number: &str, sign: char) -> bool {
    number.contains(sign)
        && number.split(sign).skip(1).all(|group| group.split('.').next().is_some_and(|group| group.len() == 3))
}

/// The meanings of a written number: itself; with a comma also that with a point; and that without commas between its thousands.
fn meanings(number: &str) -> Vec<String> {
    let mut all = vec![number.to_owned()];
    if let Some((before, after)) =
        number.rsplit_once(',').filter(|(before, after)| !before.contains(',') && !after.contains('.'))
    {
        all.push(format!("{}.{after}", before.replace('.', "")));
    }
    if is_grouped(number, ',') {
        all.push(number.replace(',', ""));
    }
    all
}

/// The numbers that a written one with commas separates.
fn apart(number: &str) -> impl Iterator<Item = &str> {
    number.split(',').filter(|_| number.contains(','))
}

/// True if a written number is known in one of its meanings, or each of those that its commas separate.
pub(super) fn is_known(number: &str, known: &dyn Fn(&str) -> bool) -> bool {
    meanings(number).iter().any(|meaning| known(meaning)) || number.contains(',') && apart(number).all(known)
}

/// The numbers and the words that a text states.
#[derive(Clone, Debug)]
pub struct Stated {
    numbers: HashSet<String>,
    /// The words in small letters, with a space before and after each. A hyphen is part of a word.
    words: String,
}

/// The words of a text, as [`Stated`] has them.
fn words(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|letter: char| !letter.is_alphanumeric() && letter != '-').filter(|word| !word.is_empty());
    words.fold(String::from(" "), |all, word| all + word + " ")
}

impl Stated {
    /// Those of a text. Formulas and code count here.
    pub fn of(text: &str) -> Self {
        let shown = text.replace(['$', '`', '{', '}'], " ");
        let mut known = HashSet::new();
        for Written { number, .. } in numbers(&shown) {
            known.extend(apart(&number).map(str::to_owned));
            known.extend(meanings(&number));
        }
        Self { numbers: known, words: words(&shown.replace('*', " ")) }
    }

    /// True if a printed number is among them, in digits or as a word, or a quoted word: whole words only.
    pub fn has(&self, printed: &str) -> bool {
        let stands = |word: &str| word != " " && self.words.contains(word);
        if printed.starts_with('"') {
            return stands(&words(printed));
        }
        let word = printed.parse().ok().and_then(|number| WORDS.split(' ').nth(number));
        // `eight-ary` has an eight; `twenty-one` has neither of its words.
        let hyphened = |word: &str| {
            self.words
                .split(' ')
                .filter_map(|whole| whole.strip_prefix(word)?.strip_prefix('-'))
                .any(|rest| !WORDS.split(' ').any(|word| word == rest))
        };
        self.numbers.contains(printed) || word.is_some_and(|word| stands(&format!(" {word} ")) || hyphened(word))
    }
}

/// True if a printed number is in a text, in digits or as a word.
pub fn stands(printed: &str, text: &str) -> bool {
    Stated::of(text).has(printed)
}

/// A line with another number in place of one.
fn replaced(line: &str, printed: &str, value: &str) -> String {
    let whole = |text: &str, at: usize| {
        let inner = |letter: char| letter.is_ascii_digit() || letter == '.';
        let comma =
            text[..at].strip_suffix(',').is_some_and(|before| before.ends_with(|last: char| last.is_ascii_digit()));
        let end = &text[at + printed.len()..];
        let point = end.starts_with(['.', ',']) && end[1..].starts_with(|next: char| next.is_ascii_digit());
        !comma && !text[..at].ends_with(inner) && !end.starts_with(|next: char| next.is_ascii_digit()) && !point
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
        let value = world.value(&self.expression)?;
        if let Value::Number(number) = value
            && !number.is_finite()
        {
            return Err("this has no value: the model or the run has none at this load.".into());
        }
        match value {
            Value::Number(number) => Ok(like(&self.printed, number)),
            Value::Word(word) if self.printed == format!("\"{}\"", self.shown(world, &word)) => {
                Ok(self.printed.clone())
            }
            other => Ok(other.printed(0)),
        }
    }

    /// An option by the name that the page shows, if the word is that of a setting.
    fn shown(&self, world: &World<'_>, word: &str) -> String {
        if let Expression::Field(inner, name) = &self.expression
            && let Ok(Value::Scene(scene)) = world.value(inner)
            && let Some(row) = scene.system().param_called(name)
            && let Some(option) = scene.system().options(row.key).iter().find(|option| option.key == word)
        {
            return option.name.to_owned();
        }
        word.to_owned()
    }
}

/// A number as another one is written: with its digits, its decimal sign, and its sign between thousands.
fn like(printed: &str, number: f64) -> String {
    let of = |digits: usize| Value::Number(number).printed(digits);
    let Some((before, decimals)) = printed.rsplit_once(['.', ',']) else { return of(0) };
    let far = |meaning: &String| libm::log(meaning.parse::<f64>().unwrap_or(f64::NAN) / number).abs();
    // `1,000` is a thousand or one: the nearer one is meant.
    let meant =
        meanings(printed).into_iter().skip(usize::from(printed.contains(','))).min_by(|a, b| far(a).total_cmp(&far(b)));
    let is_decimal = meant.is_none_or(|meant| meant.contains('.'));
    let plain = of(if is_decimal { decimals.len() } else { 0 });
    if printed[before.len()..].starts_with(',') && is_decimal {
        return plain.replace('.', ",");
    }
    if is_grouped(printed, ',') { grouped(&plain, ",") } else { plain }
}

/// A number with a sign between its thousands.
fn grouped(number: &str, sign: &str) -> String {
    let end = number.find(['.', ',']).unwrap_or(number.len());
    let begin = usize::from(number.starts_with('-'));
    let mut grouped = number.to_owned();
    for at in (begin + 1..end).rev().filter(|at| (end - at).is_multiple_of(3)) {
        grouped.insert_str(at, sign);
    }
    grouped
}

/// A line with another number in place of one, in each way in which a text may write it.
pub(super) fn rewritten(line: &str, printed: &str, value: &str) -> String {
    let forms = |number: &str| {
        let signs = [" ", "\u{202f}", "\u{a0}", ","].map(|sign| grouped(number, sign));
        [number.to_owned(), number.replace('.', ",")].into_iter().chain(signs).collect::<Vec<_>>()
    };
    let (old, new) = (forms(printed), forms(value));
    let pairs = old.iter().zip(&new).enumerate().filter(|(at, (form, _))| !old[..*at].contains(form));
    pairs.fold(line.to_owned(), |line, (_, (old, new))| replaced(&line, old, new))
}

/// A claim, or the number of the line that cannot be read and the sentence about it.
pub type ClaimRead = Result<Claim, (usize, String)>;

/// The claims of a document: its blocks are paragraphs, and the comments that follow one belong to it. With each the text of its block.
pub fn of_document(text: &str) -> Vec<(ClaimRead, String)> {
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
    use crate::blessed::words;

    /// Of each text, the numbers that are found, with their symbols, and those of a list that stand in it.
    #[test]
    fn a_text_has_numbers_with_their_symbols_and_whole_words() {
        let texts = "With V = 3 and λ = 0.002 it takes 57.5 ± 0.7.|30 000 cycles, −4.5, 8 × 8, p99, $x_1 = 7$, `k=9`.|\
            An 8-ary cube; 4 % of 16.|Sixteen nodes|against 70.0.|often|Not any of the nonessential ones|eight-ary, (Ten)|\
            twenty-one|it is *stable*, and|it is unstable||Queues grow.|Es dauert 36,5 Zyklen.|an (36,5), a place|\
            1,000 cycles|1,234,567 cycles|1.000,5 Zyklen|36,5";
        let printed = "16|70.0|70|10|1|8|20|\"stable\"|\"\"|\"queues grow\"|36.5|36,5|36|365|1000|1234567|1000.5";
        words("numbers of texts", texts.split('|'), |text| {
            let stand: Vec<_> = printed.split('|').filter(|printed| stands(printed, text)).collect();
            (numbers(text).into_iter().map(|written| (written.symbol, written.number)).collect::<Vec<_>>(), stand)
        });
    }

    #[test]
    fn a_value_is_written_as_its_claim_is() {
        let values = [
            ("36,5", 37.25),
            ("36.5", 37.25),
            ("1,000", 1234.2),
            ("1,000", 1.2),
            ("12,345.6", 1234567.89),
            ("36", 37.25),
        ];
        words("values of claims", values, |(printed, number)| like(printed, number));
        let lines = [
            ("Es dauert 36,5 statt 136,5 Zyklen.", "36.5", "37.0"),
            ("30 000, 30,000 and 30000.5", "30000", "31000"),
            ("36,5 and 36", "36", "40"),
        ];
        words("values of claims in their lines", lines, |(line, printed, value)| rewritten(line, printed, value));
    }

    #[test]
    fn the_comments_after_a_paragraph_are_its_claims() {
        let text = "It takes 36 cycles.\n<!-- 36 = 32 + 4 -->\n\n<!-- 4 = 2 + 2 -->\n\nNext, 9.\n<!-- 9 = 3 ** -->\n";
        words("claims of a document", of_document(text), |(_, words)| words);
    }
}
