//! The text of a lesson: `*italic*`, `**bold**`, `` `code` `` and `$formula$`, and nothing else. All of it is text to a browser.

use crate::prelude::*;

/// The signs that begin and end a piece, the longer one first.
const SIGNS: [&str; 4] = ["**", "*", "`", "$"];

pub(crate) fn markup(text: &str) -> Markup {
    let begin = |rest: &str| SIGNS.iter().find(|sign| rest.starts_with(**sign)).copied();
    let mut pieces: Vec<(&str, &str)> = Vec::new();
    let (mut from, mut at) = (0, 0);
    while at < text.len() {
        let inner = begin(&text[at..]).and_then(|sign| {
            let rest = &text[at + sign.len()..];
            let end = rest.find(sign).filter(|end| *end > 0 && !rest.starts_with(' '))?;
            Some((sign, &rest[..end]))
        });
        match inner {
            Some((sign, inner)) => {
                pieces.extend([("", &text[from..at]), (sign, inner)]);
                at += inner.len() + 2 * sign.len();
                from = at;
            }
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    pieces.push(("", &text[from..]));
    html! {
        @for (sign, words) in pieces {
            @match sign {
                "**" => b { (words) },
                "*" | "$" => i { (words) },
                "`" => code { (words) },
                _ => (words),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::markup;

    #[test]
    fn four_signs_are_read_and_all_else_is_text() {
        let said = |text: &str| markup(text).into_string();
        assert_eq!(said("a *b* **c** `d` $e$"), "a <i>b</i> <b>c</b> <code>d</code> <i>e</i>");
        assert_eq!(said("2 * 3 * 4 and <b>&"), "2 * 3 * 4 and &lt;b&gt;&amp;");
        assert_eq!(said("**open"), "**open");
    }
}
