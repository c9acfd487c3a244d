//! Values stay on one line with their units and signs.

/// Units that a number stays with.
const UNITS: [&str; 12] = ["cycle", "cycles", "flit", "flits", "slot", "slots", "hop", "hops", "s", "min", "MB", "KB"];

const SIGNS: [char; 6] = ['=', '±', '×', '≤', '≥', '≈'];

/// The text with no-break spaces in "28 %", "62.9 ± 0.6 cycles", "V = 7". In `markup` tags stay as they are.
pub fn unbroken(text: &str, markup: bool) -> String {
    let (mut last, mut in_tag) = (' ', false);
    let mut spaced = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        in_tag |= markup && letter == '<';
        let rest = &text[at + letter.len_utf8()..];
        let stays = || {
            let word = rest.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
            let unit = rest.starts_with('%') || last.is_ascii_digit() && UNITS.contains(&word);
            unit || rest.starts_with(SIGNS) || SIGNS.contains(&last)
        };
        spaced.push(if letter == ' ' && !in_tag && stays() { '\u{a0}' } else { letter });
        if !in_tag {
            last = letter;
        }
        in_tag &= letter != '>';
    }
    spaced
}

#[cfg(test)]
mod tests {
    use super::unbroken;

    #[test]
    fn a_value_keeps_its_unit_and_a_tag_its_spaces() {
        let said = |text: &str, markup: bool| unbroken(text, markup).replace('\u{a0}', "_");
        assert_eq!(
            said("28 % of them, 62.9 ± 0.6 cycles, an 8 × 8 torus", false),
            "28_% of them, 62.9_±_0.6_cycles, an 8_×_8 torus"
        );
        assert_eq!(said("Is V = 7 or λ = 0.0035 < 4 smaller?", false), "Is V_=_7 or λ_=_0.0035 < 4 smaller?");
        assert_eq!(said("3 cyclists, 2 sides, 16 000 000 cycles", false), "3 cyclists, 2 sides, 16 000 000_cycles");
        let markup = "<i class=\"a = 2 s\">V</i> = 3, <b>28</b> % of <b>12</b> cycles";
        assert_eq!(said(markup, true), "<i class=\"a = 2 s\">V</i>_=_3, <b>28</b>_% of <b>12</b>_cycles");
    }
}
