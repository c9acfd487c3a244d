//! JSON in and out of the page. A number is read exactly as it was written, to the last bit. A number that is not finite is written as
//! `null`, and `null` is read as one.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::ser::{Formatter, Serializer};
use std::io;

/// The deepest nesting of brackets that is read; documents of the page have six levels.
const DEEPEST: usize = 32;

/// Writes numbers as the standard library does, which the page has anyway: the tables of another way would weigh ten kilobytes.
struct PlainNumbers;

impl Formatter for PlainNumbers {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        write!(writer, "{value:?}")
    }
}

/// A value as JSON; `null` if it cannot be written.
pub fn write(value: &(impl Serialize + ?Sized)) -> String {
    let mut text = Vec::new();
    let written = value.serialize(&mut Serializer::with_formatter(&mut text, PlainNumbers)).ok();
    written.and_then(|()| String::from_utf8(text).ok()).unwrap_or_else(|| "null".into())
}

/// A value from JSON, if this is one.
pub fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    // What is not known is left out, however deep it is; a text from outside must not end the page by that.
    if deepest(text) > DEEPEST {
        return None;
    }
    let mut unescaped = vec![0; text.len()];
    let (value, length) = serde_json_core::from_str_escaped(text, &mut unescaped).ok()?;
    text.get(length..)?.trim().is_empty().then_some(value)
}

/// The same JSON on many lines, for a reader.
pub(crate) fn indented(json: &str) -> String {
    let mut text = String::with_capacity(2 * json.len());
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    let line = |text: &mut String, depth: usize| {
        text.push('\n');
        text.extend(std::iter::repeat_n(' ', depth));
    };
    for c in json.chars() {
        if !quoted && matches!(c, '}' | ']') {
            depth -= usize::from(depth > 0);
            line(&mut text, depth);
        }
        text.push(c);
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = quoted,
            '"' => quoted = !quoted,
            '{' | '[' if !quoted => {
                depth += 1;
                line(&mut text, depth);
            }
            ',' if !quoted => line(&mut text, depth),
            ':' if !quoted => text.push(' '),
            _ => {}
        }
    }
    text
}

fn deepest(text: &str) -> usize {
    let depth = text.bytes().scan(0_usize, |depth, byte| {
        match byte {
            b'{' | b'[' => *depth += 1,
            b'}' | b']' => *depth = depth.saturating_sub(1),
            _ => {}
        }
        Some(*depth)
    });
    depth.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;

    #[test]
    fn what_is_no_json_of_the_kind_is_nothing() {
        assert_eq!(read::<Vec<f64>>("[1,2.5,-3e-7]"), Some(vec![1.0, 2.5, -3e-7]));
        for text in ["", "[", "[1,", "[1] x", "{}", "[\"1\"]", "null"] {
            assert_eq!(read::<Vec<f64>>(text), None, "{text}");
        }
        assert!(read::<f64>("null").is_some_and(f64::is_nan));
        assert_eq!(read::<Vec<String>>(r#"["a \"b\" \u00e9\n"]"#), Some(vec!["a \"b\" é\n".into()]));
    }

    #[test]
    fn what_is_too_deep_is_not_read() {
        #[derive(serde::Deserialize, Debug, PartialEq)]
        struct Known {
            a: u32,
        }
        let deep = |depth: usize| format!("{{\"b\":{}{},\"a\":1}}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(read::<Known>(&deep(3)), Some(Known { a: 1 }));
        assert_eq!(read::<Known>(&deep(1_000_000)), None);
        assert_eq!(read::<Known>(&"[".repeat(1_000_000)), None);
    }

    #[test]
    fn indenting_changes_the_lines_alone() {
        let value = serde_json::json!({"a": [1, {"b": "x,{\"]\\"}], "c": [], "d": null});
        let text = indented(&write(&value));
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), value);
        assert!(text.starts_with("{\n \"a\": [\n  1,\n  {\n   \"b\": \"x,{\\\"]\\\\\"\n  }\n ],"), "{text}");
    }

    proptest! {
        #[test]
        fn every_number_is_read_as_it_was_written(bits in any::<u64>()) {
            let number = f64::from_bits(bits);
            prop_assume!(number.is_finite());
            prop_assert_eq!(read::<f64>(&format!("{} ", write(&number))).map(f64::to_bits), Some(number.to_bits()));
        }

        #[test]
        fn every_text_is_read_as_it_was_written(text in ".*") {
            prop_assert_eq!(read::<String>(&write(&text)), Some(text));
        }

        #[test]
        fn any_text_can_be_met(text in ".*") {
            read::<Vec<(String, Vec<f64>)>>(&text);
            indented(&text);
        }
    }
}
