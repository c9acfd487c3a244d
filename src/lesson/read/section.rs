//! The blocks between two headings, and whether every number in them has its claim.

use super::{MOST_CLAIMS, Reader, item};
use crate::{
    lesson::{
        claim::{self, Claim, Stated, decimal, numbers},
        scenes::cut,
    },
    scenario::Scenario,
    text::alternatives,
};

/// The order of the parts of a step.
pub(super) const ORDER: &str = "A step is: text, links, question, options, answer.";

/// A part between two headings. The numbers beside texts are lines.
#[derive(Default)]
pub(super) struct Section<'a> {
    /// The line of its heading.
    pub line: usize,
    pub paragraphs: Vec<(usize, String)>,
    /// Links by their kind and their target.
    pub links: Vec<(usize, &'a str, &'a str)>,
    pub stage: Option<(usize, String)>,
    pub question: Option<(usize, String)>,
    pub options: Vec<WrittenOption<'a>>,
    pub table: Vec<(usize, Vec<&'a str>)>,
    pub change: Option<(usize, &'a str)>,
    /// Quantities of a task: their lines, words and expressions.
    pub shown: Vec<(usize, &'a str, &'a str)>,
    /// Lines whose numbers are claimed.
    words: Vec<(usize, String)>,
    pub claims: Vec<Claim>,
}

/// An option as it is written, with the quoted lines below it.
pub(super) struct WrittenOption<'a> {
    pub line: usize,
    pub mark: &'a str,
    pub text: &'a str,
    pub below: Vec<(usize, &'a str)>,
}

impl WrittenOption<'_> {
    /// The quoted lines as one text.
    pub(super) fn reply(&self) -> String {
        self.below.iter().map(|(_, words)| *words).collect::<Vec<_>>().join(" ")
    }
}

/// A block of a file by its first line; first the parts of a step in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Block {
    Text,
    Links,
    Question,
    Options,
    Claim,
    Stage,
    Table,
    Change,
    Shown,
    /// A quoted line without an option above it.
    Stray,
}

impl Block {
    fn of(line: &str) -> Self {
        match line {
            _ if line.starts_with("<!--") => Self::Claim,
            "```stage" => Self::Stage,
            _ if is_link(line) => Self::Links,
            _ if line.starts_with("**") && line.ends_with("**") => Self::Question,
            _ if is_option(line) => Self::Options,
            _ if line.starts_with('|') => Self::Table,
            _ if line.starts_with("Change:") => Self::Change,
            _ if line.starts_with("Shown:") => Self::Shown,
            _ if line.starts_with('>') || line.starts_with("  >") => Self::Stray,
            _ => Self::Text,
        }
    }
}

fn is_link(line: &str) -> bool {
    line.starts_with('[') && line.contains("](")
}

fn is_option(line: &str) -> bool {
    item(line).is_some_and(|item| item.starts_with('['))
}

impl<'a> Reader<'a> {
    /// The blocks up to the next heading.
    pub(super) fn section(&mut self, line: usize) -> Section<'a> {
        let (mut section, mut last) = (Section { line, ..Section::default() }, Block::Text);
        while self.at < self.lines.len() && !self.line().starts_with('#') {
            let text = self.line();
            self.at += 1;
            if !text.is_empty() {
                self.block(self.at, text, &mut section, &mut last);
            }
        }
        self.settle_claims(&section);
        section
    }

    fn block(&mut self, line: usize, text: &'a str, section: &mut Section<'a>, last: &mut Block) {
        let block = Block::of(text);
        if block <= Block::Options {
            if block < *last {
                let found = ["the text", "a link", "the question", "the options"][block as usize];
                let after = ["the text", "the links", "the question", "the options"][*last as usize];
                self.wrong(line, format!("{found} stands after {after}. {ORDER}"));
            }
            *last = block.max(*last);
        }
        match block {
            Block::Claim => self.claim(line, text, section),
            Block::Stage => {
                let inside = |line: &&&str| **line != "```" && !line.starts_with('#');
                let lines: Vec<&str> = self.lines[line..].iter().take_while(inside).copied().collect();
                self.at += lines.len() + 1;
                section.stage = Some((line, lines.join("\n")));
            }
            Block::Table => self.row(line, text, section),
            Block::Change => section.change = Some((line, text["Change:".len()..].trim())),
            Block::Shown => {
                let (words, quantity) = text["Shown:".len()..].rsplit_once(" = ").unwrap_or_default();
                self.wrong_if(quantity.is_empty(), line, "a quantity of a task is \"Shown: words = expression\".");
                self.plain(line, words);
                section.words.push((line, words.to_owned()));
                section.shown.push((line, words.trim(), quantity));
            }
            Block::Stray => self.wrong(line, "a mistake stands below an option: \"- [ ] …\", then \"  > …\"."),
            Block::Links => self.link(line, text, section),
            Block::Options => self.option(line, text, section),
            Block::Text => {
                let words = self.paragraph(text, section);
                section.paragraphs.push((line, words));
            }
            Block::Question => {
                let words = self.paragraph(text, section);
                if section.question.is_some() {
                    self.wrong(line, "this step has a question already. Put it into a step of its own.");
                }
                section.question = Some((line, words.trim_matches('*').to_owned()));
            }
        }
    }

    fn row(&mut self, line: usize, text: &'a str, section: &mut Section<'a>) {
        let cells: Vec<&str> = text.trim_matches('|').split('|').map(str::trim).collect();
        if cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|sign| matches!(sign, '-' | ':'))) {
            return;
        }
        self.plain(line, text);
        if !section.table.is_empty() {
            section.words.push((line, cells.join(" ; ")));
        }
        section.table.push((line, cells));
    }

    /// The words of a paragraph that begins with a line. Options and links end one, as everything that begins a part does.
    fn paragraph(&mut self, first: &'a str, section: &mut Section<'a>) -> String {
        let (mut words, mut own) = (String::new(), first);
        loop {
            self.plain(self.at, own);
            section.words.push((self.at, own.to_owned()));
            words += if words.is_empty() { "" } else { " " };
            words += own.trim();
            own = self.line();
            let ends = own.is_empty() || own.starts_with(['#', '|']) || own.starts_with("<!--");
            if ends || is_link(own) || is_option(own) {
                return words;
            }
            self.at += 1;
        }
    }

    fn claim(&mut self, line: usize, text: &str, section: &mut Section<'_>) {
        if !text.ends_with("-->") {
            self.wrong(line, "this comment has no end: a comment is one line, <!-- … -->.");
            return;
        }
        self.told += 1;
        match claim::read(line, text) {
            _ if self.told > MOST_CLAIMS => self.wrong(line, format!("a lesson has at most {MOST_CLAIMS} claims.")),
            None => {}
            Some(Err(sentence)) => self.wrong(line, sentence),
            Some(Ok(claim)) => section.claims.push(claim),
        }
    }

    fn link(&mut self, line: usize, text: &'a str, section: &mut Section<'a>) {
        let parts = text[1..].split_once("](").and_then(|(kind, rest)| Some((kind, rest.strip_suffix(')')?)));
        match parts {
            Some((kind @ ("Picture" | "Figure"), target)) => section.links.push((line, kind, target)),
            Some((kind @ ("Asked" | "Answered" | "Beside"), target)) if target.starts_with('#') => {
                section.links.push((line, kind, &target[1..]));
            }
            _ => self.wrong(line, "a link may only name a scene: [Asked](#few)."),
        }
    }

    fn option(&mut self, line: usize, text: &'a str, section: &mut Section<'a>) {
        let option = item(text).and_then(|item| item.strip_prefix('['));
        let Some((mark, text)) = option.and_then(|option| option.split_once(']')) else {
            self.stray(line, text, "An option is \"- [ ] …\" or \"- [x] …\".");
            return;
        };
        self.plain(line, text.trim());
        let mut below = Vec::new();
        while let Some(quoted) = self.line().trim_start().strip_prefix('>') {
            self.at += 1;
            self.plain(self.at, quoted);
            below.push((self.at, quoted.trim()));
        }
        let mark = match mark.trim() {
            "" => " ",
            "X" => "x",
            other => other,
        };
        section.options.push(WrittenOption { line, mark, text: text.trim(), below });
    }

    /// Every claim has its number above it.
    fn settle_claims(&mut self, section: &Section<'_>) {
        let mut text: String = section.words.iter().map(|(_, words)| format!("{words}\n")).collect();
        for option in &section.options {
            text += &format!("{}\n{} ", option.text, option.mark.trim_start_matches('='));
        }
        let stated = Stated::of(&text);
        for Claim { line, printed, .. } in &section.claims {
            if printed != "[x]" && printed != "solved" && !stated.has(printed) {
                self.wrong(*line, format!("{} does not stand above.", cut(printed)));
            }
        }
    }

    /// Every number of a section has a claim, or is a setting of one of the scenes.
    pub(super) fn settle_numbers(&mut self, section: &Section<'_>, scenes: &[Scenario]) {
        let mut lines: Vec<_> = section.words.iter().map(|(line, words)| (*line, words.as_str())).collect();
        for option in &section.options {
            // Numbers of a drawing, and the range of a mistake, are settings of the question.
            match option.mark {
                "~" => {}
                mark if mark.starts_with('=') => lines.push((option.line, mark.trim_start_matches('='))),
                _ if section.change.is_some() => {}
                _ => lines.push((option.line, option.text)),
            }
        }
        let claimed = |number: &str| section.claims.iter().any(|claim| claim.printed == number);
        let unsure = self.unsure;
        for (line, words) in lines.into_iter().filter(|_| !unsure) {
            for claim::Written { number, symbol } in numbers(words) {
                let of = |scene: &Scenario| scene.system().param_called(&symbol).map(|row| scene.get(row.key));
                let values: Vec<f64> = scenes.iter().filter(|_| !symbol.is_empty()).filter_map(of).collect();
                if claim::is_known(&number, &claimed) || decimal(&number).is_some_and(|number| values.contains(&number))
                {
                    continue;
                }
                let mut had: Vec<String> = values.iter().map(f64::to_string).collect();
                had.dedup();
                let had = alternatives(&had.iter().map(String::as_str).collect::<Vec<_>>()).replace(" or ", " and ");
                self.wrong(
                    line,
                    if values.is_empty() {
                        format!("{number} has no claim. Add <!-- {number} = … --> below, or write it in words.")
                    } else {
                        format!("{symbol} = {number} stands here, and the scenes of this step have {symbol} = {had}.")
                    },
                );
            }
        }
    }
}
