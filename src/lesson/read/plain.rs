//! Words of a lesson file: text without HTML and LaTeX, names and codes.

/// The tag with which a text begins, if it is HTML: `k<n` is not.
pub(super) fn tag(text: &str) -> Option<String> {
    let rest = text.strip_prefix('<')?;
    let name = rest.trim_start_matches('/').split(|letter: char| !letter.is_ascii_alphanumeric()).next()?;
    let after = rest.get(rest.find(name)? + name.len()..)?;
    let attribute =
        after.split_once([' ', '>']).and_then(|(before, word)| before.is_empty().then(|| word.split_once('='))?);
    let attributes = attribute.is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphabetic() || letter == '-')
    });
    let is_named = name.starts_with(|first: char| first.is_ascii_alphabetic());
    let ends = after.starts_with('>') || after.trim_start().starts_with("/>");
    let known = ["script", "img", "input", "video", "iframe", "svg", "br", "hr", "div", "span"].contains(&name);
    let html = rest.starts_with(['!', '?']) || is_named && (rest.starts_with('/') || ends || attributes || known);
    html.then(|| text.chars().take_while(|letter| !letter.is_whitespace() && *letter != '>').take(12).collect())
}

/// The first sign of LaTeX in a text outside of code: a command anywhere, and in a formula an index, a power or braces.
pub(super) fn latex(text: &str) -> Option<String> {
    text.split('`').step_by(2).find_map(|text| {
        let command = text.match_indices('\\').map(|(at, _)| &text[at..]).find(|rest| {
            rest[1..].starts_with(|next: char| next.is_ascii_alphabetic() || matches!(next, '(' | '[' | ',' | ';'))
        });
        if let Some(rest) = command {
            let name = rest[1..].find(|letter: char| !letter.is_ascii_alphabetic());
            return Some(rest[..name.map_or(rest.len(), |end| end.max(1) + 1)].to_owned());
        }
        if text.contains("$$") {
            return Some("$$".into());
        }
        // Every second piece between dollars is a formula; the last piece is none.
        let pieces: Vec<&str> = text.split('$').collect();
        let formulas = pieces[..pieces.len() - 1].iter().skip(1).step_by(2).filter(|inner| !inner.starts_with(' '));
        formulas
            .into_iter()
            .find_map(|inner| Some(inner[inner.find(['_', '^', '{', '}'])?..].chars().take(2).collect()))
    })
}

/// True if a text is the code of a language: two or three letters, then parts with hyphens before them.
pub(super) fn is_language(text: &str) -> bool {
    text.split('-').enumerate().all(|(at, part)| {
        let (sizes, letter): (_, fn(&char) -> bool) =
            if at == 0 { (2..=3, char::is_ascii_alphabetic) } else { (1..=8, char::is_ascii_alphanumeric) };
        sizes.contains(&part.len()) && part.chars().all(|sign| letter(&sign))
    })
}

pub(super) fn is_slug(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| matches!(letter, 'a'..='z' | '0'..='9' | '-'))
}
