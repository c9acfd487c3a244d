//! The language of claims: numbers, quoted words, arithmetic, comparisons, scenes, and a few functions that ask the program.
//!
//! ```text
//!   56.8 = solve(few&reading=flow).latency          a scene by its name, with a change; a field of its solution
//!   1 + (simulate(spread).mean_latency > 57)        a comparison is 1 or 0
//!   here.escape == "on"                             a setting of the reader's scene
//! ```
//! From the loosest: `or`, `and`, `not`, `== != < <= > >=`, `+ -`, `* /`, `**`, then fields and `[index]`. A name may have hyphens: a - b.

const DEPTH: usize = 16;

const TOKENS: usize = 200;

/// An expression: a number, a quoted word, a name (a scene with changes, `few&vcs=7`, or a key), a function with its arguments, a field
/// of a scene, a solution or a run, an element of a list, from 0, a sign, `-` or `not`, and an operation on two values.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the variants are named above
pub enum Expression {
    Number(f64),
    Word(String),
    Name(String),
    Call(String, Vec<Self>),
    Field(Box<Self>, String),
    Index(Box<Self>, usize),
    Sign(&'static str, Box<Self>),
    Pair(&'static str, Box<Self>, Box<Self>),
}

/// The operators, from the loosest; those of a level are read from the left.
const LEVELS: [&[&str]; 5] = [&["or"], &["and"], &["==", "!=", "<=", ">=", "<", ">"], &["+", "-"], &["*", "/"]];

/// Reads an expression.
///
/// # Errors
/// The place of the character, from 1, and a sentence.
pub fn parse(text: &str) -> Result<Expression, (usize, String)> {
    let mut reader = Reader { tokens: tokens(text)?, at: 0, end: text.chars().count() + 1, depth: 0 };
    let whole = reader.level(0)?;
    match reader.tokens.get(reader.at) {
        None => Ok(whole),
        Some((at, token)) => Err((*at, told!("\"{token}\" stands after the end of the expression."))),
    }
}

/// The tokens with the place of their first character.
fn tokens(text: &str) -> Result<Vec<(usize, String)>, (usize, String)> {
    let characters: Vec<char> = text.chars().collect();
    let (mut tokens, mut at) = (Vec::new(), 0);
    while let Some(&first) = characters.get(at) {
        let start = at;
        let run = |from: usize, of: &dyn Fn(char) -> bool| {
            from + characters[from..].iter().take_while(|character| of(**character)).count()
        };
        at = match first {
            ' ' => {
                at += 1;
                continue;
            }
            '"' => {
                let end = run(at + 1, &|character| character != '"');
                if end == characters.len() {
                    return Err((start + 1, "this quotation has no end.".into()));
                }
                end + 1
            }
            '0'..='9' => run(at, &|character| character.is_ascii_digit() || character == '.'),
            'a'..='z' | 'A'..='Z' => {
                let name = run(at, &|character| character.is_ascii_alphanumeric() || matches!(character, '_' | '-'));
                // A scene may be changed: `few&vcs=7`.
                if characters.get(name) == Some(&'&') {
                    run(name, &|character| character.is_ascii_alphanumeric() || "&=-_.:".contains(character))
                } else {
                    name
                }
            }
            _ => {
                let two: String = characters[at..].iter().take(2).collect();
                let known = ["==", "!=", "<=", ">=", "**"].contains(&two.as_str());
                if !known && !"+-*/<>()[],.".contains(first) {
                    return Err((start + 1, told!("\"{first}\" is no sign of the language.")));
                }
                at + 1 + usize::from(known)
            }
        };
        tokens.push((start + 1, characters[start..at].iter().collect()));
        if tokens.len() > TOKENS {
            return Err((start + 1, told!("an expression has at most {TOKENS} parts.")));
        }
    }
    Ok(tokens)
}

struct Reader {
    tokens: Vec<(usize, String)>,
    at: usize,
    end: usize,
    depth: usize,
}

type Read = Result<Expression, (usize, String)>;

impl Reader {
    fn here(&self) -> (usize, &str) {
        self.tokens.get(self.at).map_or((self.end, ""), |(at, token)| (*at, token))
    }

    /// Takes a token, if it is the next one.
    fn takes(&mut self, token: &str) -> bool {
        let there = self.here().1 == token;
        self.at += usize::from(there);
        there
    }

    fn expects(&mut self, token: &str) -> Result<(), (usize, String)> {
        let (at, found) = self.here();
        let found = found.to_owned();
        if self.takes(token) { Ok(()) } else { Err((at, told!("\"{found}\" stands here; \"{token}\" is expected."))) }
    }

    fn level(&mut self, level: usize) -> Read {
        let Some(operators) = LEVELS.get(level) else { return self.sign() };
        if level == 2 && self.takes("not") {
            return Ok(Expression::Sign("not", Box::new(self.deeper(|reader| reader.level(level))?)));
        }
        let mut left = self.level(level + 1)?;
        while let Some(operator) = operators.iter().find(|operator| self.here().1 == **operator) {
            self.at += 1;
            left = Expression::Pair(operator, Box::new(left), Box::new(self.level(level + 1)?));
        }
        Ok(left)
    }

    fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Read) -> Read {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err((self.here().0, told!("parentheses are nested at most {DEPTH} times.")));
        }
        let inner = read(self);
        self.depth -= 1;
        inner
    }

    fn sign(&mut self) -> Read {
        if self.takes("-") {
            return Ok(Expression::Sign("-", Box::new(self.deeper(Self::sign)?)));
        }
        let base = self.postfix()?;
        if self.takes("**") {
            let power = self.deeper(Self::sign)?;
            return Ok(Expression::Pair("**", Box::new(base), Box::new(power)));
        }
        Ok(base)
    }

    fn postfix(&mut self) -> Read {
        let mut value = self.atom()?;
        loop {
            if self.takes(".") {
                let (at, name) = self.here();
                if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
                    return Err((at, "a field is expected after the point.".into()));
                }
                value = Expression::Field(Box::new(value), name.to_owned());
                self.at += 1;
            } else if self.takes("[") {
                let (at, index) = self.here();
                let index = index.parse().map_err(|_| (at, "an index is a whole number.".to_owned()))?;
                self.at += 1;
                self.expects("]")?;
                value = Expression::Index(Box::new(value), index);
            } else {
                return Ok(value);
            }
        }
    }

    fn atom(&mut self) -> Read {
        let (at, token) = self.here();
        let token = token.to_owned();
        let Some(first) = token.chars().next() else { return Err((at, "the expression ends too early.".into())) };
        self.at += 1;
        match first {
            '(' => {
                let inner = self.deeper(|reader| reader.level(0))?;
                self.expects(")")?;
                Ok(inner)
            }
            '"' => Ok(Expression::Word(token.trim_matches('"').to_owned())),
            '0'..='9' => token.parse().map(Expression::Number).map_err(|_| (at, told!("\"{token}\" is no number."))),
            'a'..='z' | 'A'..='Z' => {
                if !self.takes("(") {
                    return Ok(Expression::Name(token));
                }
                let mut arguments = Vec::new();
                while !self.takes(")") {
                    if !arguments.is_empty() {
                        self.expects(",")?;
                    }
                    arguments.push(self.deeper(|reader| reader.level(0))?);
                }
                Ok(Expression::Call(token, arguments))
            }
            _ => Err((at, told!("\"{token}\" stands here; a number, a word or a name is expected."))),
        }
    }
}

impl Expression {
    /// The expressions inside of it.
    pub(super) fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Name(_) | Self::Number(_) | Self::Word(_) => Vec::new(),
            Self::Call(_, arguments) => arguments.iter().collect(),
            Self::Field(inner, _) | Self::Index(inner, _) | Self::Sign(_, inner) => vec![inner],
            Self::Pair(_, left, right) => vec![left, right],
        }
    }

    /// Calls a function with every scene that the expression names.
    pub fn scenes(&self, found: &mut dyn FnMut(&str)) {
        match self {
            Self::Name(name) => found(name),
            other => other.parts().into_iter().for_each(|part| part.scenes(found)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_bind_as_in_arithmetic_and_names_have_hyphens() {
        assert_eq!(format!("{:?}", parse("1 + 2 * 3 ** 2")), format!("{:?}", parse("1 + (2 * (3 ** 2))")));
        assert_eq!(parse("few-crowded"), Ok(Expression::Name("few-crowded".into())));
        let difference = parse("vcs - 1").expect("a difference");
        assert!(matches!(difference, Expression::Pair("-", ..)), "{difference:?}");
        let mut seen = Vec::new();
        parse("trend(1 - simulate(many&vcs=7).p99[0] / few.load, 0.05)")
            .expect("it")
            .scenes(&mut |name| seen.push(name.to_owned()));
        assert_eq!(seen, ["many&vcs=7", "few"]);
    }

    #[test]
    fn a_mistake_has_its_place() {
        let texts = ["", "1 +", "1 ; 2", "(1", "1 2", "\"on", "a.1", "a[b]", "1.2.3"];
        crate::blessed::words("mistakes of expressions", texts, parse);
        assert!(
            parse(&"(".repeat(40)).is_err() && parse(&"1+".repeat(300)).is_err() && parse(&"-".repeat(99)).is_err()
        );
    }
}
