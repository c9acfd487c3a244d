//! Numbers as text, and text from outside.

mod keyed;

#[cfg(not(target_arch = "wasm32"))]
pub use keyed::all;
pub use keyed::keyed;
#[cfg(target_arch = "wasm32")]
pub use keyed::{are_here, install};
pub(crate) use keyed::{found, lines, of_variant, sections};

/// A number with `digits` significant digits and trailing zeros, without exponent where that stays short; a dash if it is not finite.
pub fn significant(value: f64, digits: i32) -> String {
    if !value.is_finite() {
        return "–".into();
    }
    if value == 0.0 {
        return "0".into();
    }
    let magnitude = libm::floor(libm::log10(value.abs())) as i32;
    if !(-6..9).contains(&magnitude) {
        return format!("{value:.*e}", (digits - 1).max(0) as usize);
    }
    // Rounding can carry into the next power of ten (9.996 -> 10.00): count the digits of the rounded number.
    let scale = libm::pow(10.0, f64::from(digits - 1 - magnitude));
    let rounded = libm::round(value * scale) / scale;
    let magnitude = libm::floor(libm::log10(rounded.abs()) + 1e-12) as i32;
    format!("{rounded:.*}", (digits - 1 - magnitude).max(0) as usize)
}

/// The number of significant digits that distinguishes two numbers, at least `least`, so that a sentence does not print them alike.
pub(crate) fn digits_apart(one: f64, other: f64, least: i32) -> i32 {
    const ALL: i32 = 17;
    (least..ALL).find(|&digits| significant(one, digits) != significant(other, digits)).unwrap_or(ALL)
}

/// A whole number with its thousands apart, "20 000".
pub fn grouped(number: u64) -> String {
    thousands(&number.to_string())
}

/// The thousands of a decimal number apart by a narrow space that does not break, from five digits on.
pub fn thousands(decimal: &str) -> String {
    let digits = decimal.trim_start_matches('-');
    let whole = digits.split('.').next().map_or(0, str::len);
    if whole < 5 {
        return decimal.into();
    }
    let sign = decimal.len() - digits.len();
    let mut out = String::new();
    for (i, c) in decimal.chars().enumerate() {
        if i > sign && i < sign + whole && (sign + whole - i).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(c);
    }
    out
}

/// A number as people type and paste it; see [`plain`].
pub fn number(text: &str) -> Option<f64> {
    plain(text)?.parse().ok().filter(|number: &f64| !number.is_nan())
}

/// A number without white space around it, with U+2212 as `-`, a comma as the point, and without spaces and apostrophes between its
/// thousands. `None` where those part anything else.
pub fn plain(text: &str) -> Option<String> {
    let mut plain = String::new();
    // Digits since a gap between thousands.
    let mut group = None;
    for c in text.trim().chars() {
        if c.is_whitespace() || c == '\'' || c == '’' {
            let after_thousands = group.unwrap_or(3) == 3 && plain.ends_with(|c: char| c.is_ascii_digit());
            if !after_thousands || plain.contains('.') {
                return None;
            }
            group = Some(0);
            continue;
        }
        group = match group {
            Some(digits) if c.is_ascii_digit() => Some(digits + 1),
            Some(digits) if digits != 3 => return None,
            _ => None,
        };
        plain.push(match c {
            '−' => '-',
            ',' => '.',
            other => other,
        });
    }
    (group.unwrap_or(3) == 3).then_some(plain)
}

/// True if a point or a comma in a number may part thousands: two of them, or a comma in a `whole` number.
pub(crate) fn is_ambiguous(text: &str, whole: bool) -> bool {
    let number = text.trim().trim_start_matches(['+', '-', '−']);
    let (mut separators, mut digits) = (0, 0);
    for byte in number.bytes() {
        match byte {
            b'0'..=b'9' => digits += 1,
            b',' | b'.' if digits == 3 || separators == 0 && (1..3).contains(&digits) => {
                (separators, digits) = (separators + 1, 0)
            }
            _ => return false,
        }
    }
    let comma = whole && digits == 3 && number.contains(',');
    digits > 0 && !number.starts_with('0') && (separators > 1 || separators == 1 && comma)
}

/// A number of things: "1 copy", "2 copies".
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number as u64), if number == 1 { one } else { many })
}

/// At most four decimals, without trailing zeros.
pub fn trimmed(value: f64) -> String {
    without_zeros(&format!("{value:.4}"))
}

/// A number with at most `digits` significant digits, without trailing zeros; see [`significant`].
pub fn concise(value: f64, digits: i32) -> String {
    let text = significant(value, digits);
    if text.contains('.') && !text.contains('e') { without_zeros(&text) } else { text }
}

/// A decimal fraction without trailing zeros.
fn without_zeros(decimal: &str) -> String {
    decimal.trim_end_matches('0').trim_end_matches('.').into()
}

/// A part of a whole in per cent, with `digits` significant digits: "37.5 %".
pub fn percent(part: f64, digits: i32) -> String {
    format!("{} %", significant(100.0 * part, digits))
}

/// A relative change in per cent, with its sign: "+12 %".
pub fn change(relative: f64) -> String {
    match relative {
        relative if relative.abs() < 0.0005 => "0 %".into(),
        relative if relative > 0.0 => format!("+{}", percent(relative, 2)),
        relative => format!("−{}", percent(-relative, 2)),
    }
}

/// A waiting time: "89 s", "2 min", "1.5 h".
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{:.0} s", s.max(1.0)),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

/// A load with its symbol, "λ = 0.00457"; one without a symbol is "load 0.457".
pub fn load(symbol: &str, load: f64, digits: i32) -> String {
    let load = significant(load, digits);
    if symbol.is_empty() { format!("load {load}") } else { format!("{symbol} = {load}") }
}

/// Several things in a sentence: "a, b and c".
pub fn listed(things: &[String]) -> String {
    match things {
        [all @ .., last] if !all.is_empty() => [&all.join(", "), " and ", last].concat(),
        all => all.concat(),
    }
}

/// Several things of which one is meant: "a, b or c".
pub fn alternatives(things: &[&str]) -> String {
    match things {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        all => all.concat(),
    }
}

/// The text of a file: UTF-8, with or without a byte order mark. Fails with the reason and its remedy, without a subject.
pub fn decoded(bytes: &[u8]) -> Result<&str, &'static str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    // Without a mark, a first letter of ASCII has a zero before or behind it.
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") || bytes.iter().take(2).any(|byte| *byte == 0) {
        return Err("is UTF-16 text: save it as UTF-8.");
    }
    str::from_utf8(bytes).map_err(|_| "is not UTF-8 text: save it as UTF-8.")
}

/// The one of some words that was meant by another one, from which it differs in a few letters.
pub fn meant<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let apart = |known: &&str| {
        let same = word.bytes().zip(known.bytes()).take_while(|(a, b)| a == b).count();
        let end = word.bytes().rev().zip(known.bytes().rev()).take_while(|(a, b)| a == b).count();
        word.len().max(known.len()).saturating_sub(same + end)
    };
    let most = |known: &&str| (word.len() / 3).clamp(2, 3).min(known.len().min(word.len()).saturating_sub(1));
    known.into_iter().filter(|known| apart(known) <= most(known)).min_by_key(apart)
}

/// The words with a capital letter in front; a Greek one is a symbol and stays, as does the key of a value, "vcs = 40".
pub fn sentence(words: &str) -> String {
    if words.split(' ').nth(1) == Some("=") {
        return words.into();
    }
    let mut letters = words.chars();
    letters
        .next()
        .map_or_else(String::new, |first| std::iter::once(first.to_ascii_uppercase()).chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_no_content_and_utf_16_has_its_remedy() {
        let utf_16 = |order: fn(u16) -> [u8; 2], mark: &str| -> Vec<u8> {
            format!("{mark}{{\"k\": 8}}\n").encode_utf16().flat_map(order).collect()
        };
        for (bytes, text) in [
            (&b"{}"[..], "{}"),
            (b"\xef\xbb\xbf{}", "{}"),
            (b"\xef\xbb\xbf", ""),
            (b"{}\0", "{}\0"),
            ("β".as_bytes(), "β"),
        ] {
            assert_eq!(decoded(bytes), Ok(text));
        }
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            for mark in ["\u{feff}", ""] {
                let reason = decoded(&utf_16(order, mark)).expect_err("it is UTF-16");
                assert!(reason.starts_with("is UTF-16") && reason.ends_with("save it as UTF-8."), "{reason}");
            }
        }
        assert!(decoded(b"\xb2\x03").is_err_and(|reason| reason.starts_with("is not UTF-8 text")));
    }

    #[test]
    fn significant_digits_are_counted_after_rounding() {
        for (value, digits, text) in [
            (0.008_722_545, 4, "0.008723"),
            (55.68, 3, "55.7"),
            (9.996, 3, "10.0"),
            (99.96, 3, "100"),
            (1234.5, 3, "1230"),
            (0.0, 3, "0"),
            (-0.5, 2, "-0.50"),
            (1e-9, 3, "1.00e-9"),
            (1e-310, 3, "1.00e-310"),
            (f64::MAX, 2, "1.8e308"),
            (f64::NAN, 3, "–"),
        ] {
            assert_eq!(significant(value, digits), text);
        }
    }

    #[test]
    fn thousands_stand_apart_from_five_digits_on() {
        assert_eq!(
            [0, 9_999, 10_000, 1_048_576].map(grouped),
            ["0", "9999", "10\u{202f}000", "1\u{202f}048\u{202f}576"]
        );
        assert_eq!(["-12345.678", "-1234.5"].map(thousands), ["-12\u{202f}345.678", "-1234.5"]);
    }

    #[test]
    fn a_number_is_read_as_it_is_typed_and_pasted() {
        for (text, value) in [
            ("0,5", 0.5),
            (",5", 0.5),
            (" 0.0065\u{a0}", 0.0065),
            ("\u{2212}2,5", -2.5),
            ("6,5e\u{2212}3", 0.0065),
            ("20\u{202f}000", 20_000.0),
            ("1 048 576", 1_048_576.0),
            ("1\u{2019}234,5", 1_234.5),
            ("1,250", 1.25),
        ] {
            assert_eq!(number(text), Some(value), "{text}");
        }
        for text in ["", ",", "1.234,5", "1,234.5", "4,8,16", "1 2", "12 34", "0.000 05", "1 000e", "NaN", "0x8"] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn separators_that_may_part_thousands_are_ambiguous() {
        for (text, real, whole) in [
            ("1.234,5", true, true),
            ("-1,234.5", true, true),
            ("1,234,567", true, true),
            ("20,000", false, true),
            ("20.000", false, false),
            ("0,250", false, false),
            ("2,5", false, false),
            ("1.2.3", false, false),
            ("1..5", false, false),
            ("4,8,16", false, false),
            ("8", false, false),
        ] {
            assert_eq!((is_ambiguous(text, false), is_ambiguous(text, true)), (real, whole), "{text}");
        }
    }

    #[test]
    fn things_are_listed_with_commas_and_an_and() {
        let things = ["a", "b", "c"].map(str::to_owned);
        assert_eq!([0, 1, 2, 3].map(|many| listed(&things[..many])), ["", "a", "a and b", "a, b and c"]);
        let things = ["a", "b", "c"];
        assert_eq!([0, 1, 2, 3].map(|many| alternatives(&things[..many])), ["", "a", "a or b", "a, b or c"]);
        assert_eq!(
            [0.25, 41.0, 0.001, 1e-9, f64::NAN].map(|value| concise(value, 5)),
            ["0.25", "41", "0.001", "1.0000e-9", "–"]
        );
    }

    #[test]
    fn counts_changes_times_and_loads_are_said_as_readers_say_them() {
        let copies = |number| count(number, "copy", "copies");
        assert_eq!([0, 1, 2, 20_000].map(copies), ["0 copies", "1 copy", "2 copies", "20\u{202f}000 copies"]);
        // One that rounds to nothing has no sign.
        assert_eq!([0.123, -0.056, 0.0004, -0.0004, 2.0].map(change), ["+12 %", "−5.6 %", "0 %", "0 %", "+200 %"]);
        assert_eq!([percent(0.375, 3), trimmed(5.0), trimmed(0.123_45)], ["37.5 %", "5", "0.1235"]);
        assert_eq!([0.2, 89.0, 90.0, 5_399.0, 5_400.0].map(duration), ["1 s", "89 s", "2 min", "90 min", "1.5 h"]);
        assert_eq!([load("λ", 0.004_567_8, 3), load("", 0.5, 2)], ["λ = 0.00457", "load 0.50"]);
        let same = ["ρ of a channel", "", "vcs = 40 is out of range."];
        assert_eq!(same.map(sentence), same);
        // As few digits as make two numbers differ.
        let pairs = [(0.123_1, 0.123_4), (1.0, 2.0), (1.0, 1.0)];
        assert_eq!(pairs.map(|(one, other)| digits_apart(one, other, 3)), [4, 3, 17]);
    }
}
