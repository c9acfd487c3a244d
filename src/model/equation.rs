//! Equations, each written once: TeX with places for values. They are shown as MathML and copied as LaTeX, in symbols or with numbers.
//!
//! Three macros are ours, and only they know that there are values:
//! * `\val{W_s}` is the quantity of that symbol: its letter, or its value;
//! * `\by` is a product: nothing between letters, a dot between numbers;
//! * `\sym{...}` is there in symbols and not with numbers.
//!
//! An equation begins with `\val{...} =`, what it gives. With numbers it is `= right side = value`, or `= value` where the right side holds
//! no value. A symbol without a value, as the index of a sum, stays a letter. A list shows its first entries.
//!
//! An equation is a paragraph of the text `<model>.equations`: number, title and TeX, a line each. Lines after the number say more: `main`,
//! one of the few that tell the most; `form`, the name of this form where readings write different ones; `when`, the cases of the model in
//! which it holds, by default the form. The letters of the quantities are `<model>.letters`; `<model>.mathml` is made from both by
//! `tests/all/equations.rs`.

use super::{Quantity, Value};
use crate::text::{keyed, significant};

/// A case in which an equation holds, under the name that the texts give it.
pub type Case<M> = (&'static str, fn(&M) -> bool);

/// Every equation under a name of the texts, in all forms.
pub fn all(name: &str) -> Vec<Equation> {
    let [equations, letters, mathml] = ["equations", "letters", "mathml"].map(|part| keyed(&format!("{name}.{part}")));
    // A new equation awaits its line of MathML.
    let lines = mathml.lines().chain(std::iter::repeat(""));
    equations.split("\n\n").zip(lines).filter_map(|(text, line)| Equation::read(text, letters, line)).collect()
}

/// Those that a model computes.
pub(super) fn of<M>(name: &str, model: &M, cases: &[Case<M>]) -> Vec<Equation> {
    let holds = |case: &str| {
        let (case, wanted) = case.strip_prefix("not ").map_or((case, true), |case| (case, false));
        cases.iter().any(|(name, holds)| *name == case && holds(model) == wanted)
    };
    let mut equations = all(name);
    equations.retain(|equation| equation.when.is_empty() || equation.when.split(", ").all(holds));
    equations
}

/// An equation with places for values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Equation {
    /// Its number in the paper, or several that it joins: `(8), (9)`. Papers without numbers have section and letter.
    pub number: &'static str,
    /// The name of its result.
    pub title: &'static str,
    /// The form, where readings differ; mostly empty.
    pub form: &'static str,
    /// True if it is one of the few that explain the most.
    pub main: bool,
    /// The source: TeX with the macros of this module.
    pub tex: &'static str,
    /// The cases in which it holds, all of them; empty if it always does.
    pub when: &'static str,
    /// The letters of the source, a line each: symbol, tab, TeX.
    pub letters: &'static str,
    /// In symbols, as presentation MathML without the outer element; `<wbr>` where a line may break.
    pub symbols: &'static str,
    /// With numbers: `{symbol}` is the place of the value of that quantity.
    pub numbers: &'static str,
}

impl Equation {
    /// The equation of a paragraph, with the letters of its model and its line of MathML: number, symbols, numbers.
    fn read(text: &'static str, letters: &'static str, line: &'static str) -> Option<Self> {
        let lines: Vec<_> = text.lines().collect();
        let [number, marks @ .., title, tex] = lines.as_slice() else { return None };
        let mark = |name| marks.iter().find_map(|mark| mark.strip_prefix(name));
        let form = mark("form ").unwrap_or_default();
        let (when, main) = (mark("when ").unwrap_or(form), marks.contains(&"main"));
        let (symbols, numbers) = line.split_once('\t').and_then(|(_, both)| both.split_once('\t')).unwrap_or_default();
        Some(Self { number, title, form, main, tex, when, letters, symbols, numbers })
    }

    /// In symbols, as LaTeX that needs no macros.
    pub fn latex(&self) -> String {
        self.spelled(self.tex, true, &mut |symbol| self.glyph(symbol))
    }

    /// With numbers, as LaTeX: letter, numbers, value. `None` where the quantities lack one.
    pub fn latex_with(&self, quantities: &[Quantity]) -> Option<String> {
        let (result, _) = self.sides()?;
        let mut missing = false;
        let line = self.with_numbers(|symbol, alone| match value(quantities, symbol) {
            Some(value) => latex_value(value, alone),
            None => {
                missing = true;
                String::new()
            }
        })?;
        (!missing).then(|| format!("{} {line}", self.glyph(result)))
    }

    /// With numbers, as MathML without the outer element. A quantity that is missing is a dash.
    pub fn filled(&self, quantities: &[Quantity]) -> String {
        let mut parts = self.numbers.split('{');
        let mut text = String::from(parts.next().unwrap_or_default());
        for part in parts {
            let (symbol, rest) = part.split_once('}').unwrap_or((part, ""));
            let alone = rest.is_empty();
            text += &value(quantities, symbol).map_or_else(|| "<mn>–</mn>".into(), |value| mathml_value(value, alone));
            text += rest;
        }
        text
    }

    /// The line with numbers in TeX, `= right side = value`, with the text that `value` gives for a symbol; its second argument says
    /// whether the value stands alone, as the result does. `None` if the source does not begin with `\val{...} =`.
    pub fn with_numbers(&self, mut value: impl FnMut(&str, bool) -> String) -> Option<String> {
        let (result, right) = self.sides()?;
        let mut holes = 0;
        let right = self.spelled(right, false, &mut |symbol| {
            holes += 1;
            value(symbol, false)
        });
        let right = if holes > 0 { format!("= {} ", right.trim()) } else { String::new() };
        Some(format!("{right}= {}", value(result, true)))
    }

    /// The symbol of the quantity on the left, and the right side.
    fn sides(&self) -> Option<(&'static str, &'static str)> {
        let (left, right) = self.tex.split_once('=')?;
        Some((left.trim().strip_prefix(r"\val{")?.strip_suffix('}')?, right))
    }

    fn glyph(&self, symbol: &str) -> String {
        let mut letters = self.letters.lines().filter_map(|line| line.split_once('\t'));
        letters.find(|(other, _)| *other == symbol).map_or_else(|| format!(r"\text{{{symbol}}}"), |(_, tex)| tex.into())
    }

    /// The source with its macros spelled out, in symbols or for numbers.
    fn spelled(&self, tex: &str, symbols: bool, value: &mut dyn FnMut(&str) -> String) -> String {
        let mut text = String::new();
        let mut rest = tex;
        while let Some(at) = rest.find('\\') {
            text += &rest[..at];
            rest = &rest[at..];
            if let Some((inside, after)) = argument(rest, r"\val{") {
                text += &value(inside);
                rest = after;
            } else if let Some((inside, after)) = argument(rest, r"\sym{") {
                if symbols {
                    text += &self.spelled(inside, symbols, value);
                }
                rest = after;
            } else if let Some(after) = rest.strip_prefix(r"\by") {
                text.truncate(text.trim_end().len());
                text += if symbols { " " } else { r" \cdot " };
                rest = after.trim_start();
            } else {
                text.push('\\');
                rest = &rest[1..];
            }
        }
        text + rest
    }
}

/// The argument of a macro that a text begins with, and the rest.
fn argument<'a>(text: &'a str, name: &str) -> Option<(&'a str, &'a str)> {
    let inside = text.strip_prefix(name)?;
    let mut depth = 1;
    for (at, letter) in inside.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&inside[..at], &inside[at + 1..]));
        }
    }
    None
}

fn value<'a>(quantities: &'a [Quantity], symbol: &str) -> Option<&'a Value> {
    quantities.iter().find(|quantity| quantity.symbol == symbol).map(|quantity| &quantity.value)
}

/// Three digits; a whole number as it is.
fn short(number: f64) -> String {
    if number == number.round() && number.abs() < 1e6 { format!("{number}") } else { significant(number, 3) }
}

/// Each number of a value, and whether there are more: of a long list only the first ones are shown.
fn entries(value: &Value) -> (&[f64], bool) {
    const MOST: usize = 4;
    let all = value.numbers();
    if all.len() <= MOST { (all, false) } else { (&all[..MOST - 1], true) }
}

/// A negative number among others stands in brackets, or two signs would meet.
fn mathml_value(value: &Value, alone: bool) -> String {
    let (numbers, more) = entries(value);
    let number = |number: &f64| {
        let text = format!("<mn>{}</mn>", short(*number).replace('-', "−"));
        if *number < 0.0 && !alone { format!("<mrow><mo>(</mo>{text}<mo>)</mo></mrow>") } else { text }
    };
    let mut parts: Vec<String> = numbers.iter().map(number).collect();
    parts.extend(more.then(|| "<mi>…</mi>".into()));
    parts.join("<mo>,</mo>")
}

/// A value in LaTeX, where powers of ten need brackets too.
fn latex_value(value: &Value, alone: bool) -> String {
    let (numbers, more) = entries(value);
    let number = |number: &f64| {
        let text = short(*number);
        let (text, power) = match text.split_once('e') {
            Some((digits, power)) => (format!(r"{digits} \times 10^{{{power}}}"), true),
            None => (text, false),
        };
        if (*number < 0.0 || power) && !alone { format!("({text})") } else { format!("{{{text}}}") }
    };
    let mut parts: Vec<String> = numbers.iter().map(number).collect();
    parts.extend(more.then(|| r"\ldots".into()));
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const EQUATION: Equation = Equation {
        number: "(1)",
        title: "",
        form: "",
        main: true,
        tex: r"\val{L} = (\val{S} + \val{W})\by\val{V}^2\sym{,\quad \val{V} > 0}",
        when: "",
        letters: "L\tL_u\nS\t\\bar S\nW\tW_{s}\nV\t\\bar V",
        symbols: "",
        numbers: "<mo>=</mo>{S}<mo>+</mo>{W}<mo>&#123;</mo><mo>=</mo>{L}",
    };

    fn quantities(l: f64) -> Vec<Quantity> {
        let number = |symbol, value| Quantity::new(symbol, "", "", "", value);
        let list = Quantity::new("V", "", "", "", vec![1.0, 0.5, 0.25, 0.125, 0.0625]);
        vec![number("L", l), number("S", -2.5), number("W", 1.25e-9), list]
    }

    #[test]
    fn latex_with_numbers_brackets_what_would_run_together() {
        let latex = EQUATION.latex_with(&quantities(-7.0)).expect("every quantity is there");
        assert_eq!(latex, r"L_u = ((-2.50) + (1.25 \times 10^{-9})) \cdot {1}, {0.500}, {0.250}, \ldots^2 = {-7}");
        assert_eq!(EQUATION.latex_with(&quantities(1.0)[1..]), None, "a quantity is missing");
    }

    #[test]
    fn mathml_is_filled_with_the_values() {
        let filled = EQUATION.filled(&quantities(12.345));
        assert_eq!(
            filled,
            "<mo>=</mo><mrow><mo>(</mo><mn>−2.50</mn><mo>)</mo></mrow><mo>+</mo><mn>1.25e−9</mn><mo>&#123;</mo><mo>=</mo><mn>12.3</mn>"
        );
        assert!(EQUATION.filled(&[]).contains("<mn>–</mn>"), "what is missing is a dash, not a hole");
    }

    #[test]
    fn an_equation_without_values_on_its_right_shows_its_result() {
        let equation = Equation { tex: r"\val{L} = \sum_i p_i", ..EQUATION };
        assert_eq!(equation.latex_with(&quantities(3.0)).as_deref(), Some("L_u = {3}"));
        let broken = Equation { tex: r"p_i = \val{L}", ..EQUATION };
        assert_eq!(broken.latex_with(&quantities(3.0)), None);
    }
}
