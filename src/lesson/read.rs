//! The reader of lesson files: a lesson, or mistakes that each name a line, what was found there and what is expected. Files come by mail and link, so size is checked first,
//! reading stops at the first limit, and every loop is over a line of the file.

use super::{
    Choice, Lesson, LessonStep, Offer, PICTURES, Question, Task, bars,
    claim::{self, Claim, Stated, decimal, numbers},
    drawing::Drawing,
    expression::Expression,
    recorded::RecordedRun,
    scenes::{self, Scenes, Written, cut},
};
use crate::{
    param::{Key, is_legible},
    scenario::{Reading, Scenario, System, pins},
    text::{alternatives, grouped, sentence},
};
use std::{borrow::Cow, collections::BTreeSet, fmt};

/// A mistake in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Its line, from 1.
    pub line: usize,
    /// The sentence: the text found there, and the text expected.
    pub what: String,
}

impl Mistake {
    pub(super) const fn new(line: usize, what: String) -> Self {
        Self { line, what }
    }

    /// The sentence without its line.
    pub fn sentence(&self) -> String {
        sentence(&self.what)
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.what.starts_with("character ") { ", " } else { ": " };
        write!(f, "Line {}{place}{}", self.line, self.sentence().replacen("Character ", "character ", 1))
    }
}

/// Bytes of a file.
pub const MOST_BYTES: usize = 65_536;

const MOST_LINES: usize = 1_500;
const MOST_IN_LINE: usize = 2_000;
const MOST_STEPS: usize = 12;
const MOST_CLAIMS: usize = 200;
const MOST_RUNS: usize = 40;
/// Scenes that the claims of a part name, and links of a step.
const MOST_NAMED: usize = 64;
const MOST_BARS: usize = 6;
const MOST_QUESTIONS: usize = 8;
const MOST_MISTAKES: usize = 20;
/// Characters of the text of a step.
const TEXT: usize = 400;
/// Characters of a goal or a cause.
const SENTENCE: usize = 240;
const TITLE: usize = 60;

/// The keys of the head.
const HEAD: [&str; 9] = ["lesson", "slug", "title", "minutes", "goal", "author", "language", "teacher", "scenes"];

/// The order of the parts of a step.
const ORDER: &str = "A step is: text, links, question, options, answer.";

/// Reads a file. The lesson has the steps that could be read; it may be played only without mistakes.
pub fn read(bytes: &[u8]) -> (Lesson, Vec<Mistake>) {
    let mut reader = Reader { lines: Vec::new(), at: 0, mistakes: Vec::new(), lesson: Lesson::default(), told: 0 };
    let text = decoded(bytes);
    let text = text.as_deref().map(|text| text.trim_start_matches('\u{feff}')).map_err(Mistake::clone);
    match text.and_then(|text| limited(text).map(|()| text)) {
        Err(mistake) => reader.mistakes.push(mistake),
        Ok(text) => {
            reader.lines = text.lines().map(|line| line.trim_end()).collect();
            reader.all();
        }
    }
    reader.mistakes.sort_by_key(|mistake| mistake.line);
    reader.mistakes.truncate(MOST_MISTAKES);
    (reader.lesson, reader.mistakes)
}

/// The text of a file: UTF-8, or UTF-16 as editors save it.
///
/// # Errors
/// It is none, or too large.
pub fn decoded(bytes: &[u8]) -> Result<Cow<'_, str>, Mistake> {
    if bytes.len() > MOST_BYTES {
        let size = if bytes.len() < 1_000_000 {
            format!("{} kB", bytes.len().div_ceil(1_000))
        } else {
            format!("{:.1} MB", bytes.len() as f64 / 1e6)
        };
        return Err(Mistake::new(1, format!("this file has {size}. A lesson has at most 64 kB.")));
    }
    // A lesson begins with a hyphen, so its first two bytes tell without a mark.
    let unit: Option<fn([u8; 2]) -> u16> = match bytes {
        [0xff, 0xfe, ..] | [b'-', 0, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] | [0, b'-', ..] => Some(u16::from_be_bytes),
        _ => None,
    };
    let text = match unit {
        Some(unit) if bytes.len().is_multiple_of(2) => {
            let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
            String::from_utf16(&units).ok().map(Cow::Owned)
        }
        Some(_) => None,
        None => str::from_utf8(bytes).ok().map(Cow::Borrowed),
    };
    match text {
        Some(text) if !text.contains('\0') => Ok(text),
        None if unit.is_none() && !bytes.iter().any(|byte| *byte < 9) => {
            Err(Mistake::new(1, "this text is not in UTF-8. Save it as UTF-8.".into()))
        }
        _ => Err(Mistake::new(1, "this is no text file.".into())),
    }
}

/// Refuses a text that is beyond the limits.
fn limited(text: &str) -> Result<(), Mistake> {
    for (index, line) in text.lines().enumerate() {
        if index == MOST_LINES {
            return Err(Mistake::new(index + 1, format!("a lesson has at most {} lines.", grouped(MOST_LINES as u64))));
        }
        if line.len() > MOST_IN_LINE {
            return Err(Mistake::new(
                index + 1,
                format!("this line has {} bytes; at most {} are read.", line.len(), MOST_IN_LINE),
            ));
        }
        let signs: Vec<char> = line.chars().collect();
        let unseen = |place: &usize| !is_legible(signs[*place]) && signs[*place] != '\t' && !joins(&signs, *place);
        if let Some(place) = (0..signs.len()).find(unseen) {
            let sentence = format!("the character U+{:04X} cannot be seen. Remove it.", signs[place] as u32);
            return Err(Mistake::new(index + 1, format!("character {}: {sentence}", place + 1)));
        }
    }
    Ok(())
}

/// True for a joiner, or a sign that keeps two apart, between letters or emoji, which some scripts and emoji need.
fn joins(signs: &[char], place: usize) -> bool {
    let beside = |place: Option<usize>| {
        place
            .and_then(|place| signs.get(place))
            .filter(|sign| is_legible(**sign) && (sign.is_alphabetic() || !sign.is_ascii() && !sign.is_whitespace()))
    };
    let (Some(before), Some(after)) = (beside(place.checked_sub(1)), beside(Some(place + 1))) else { return false };
    matches!(signs[place], '\u{200c}' | '\u{200d}') && !(before.is_ascii() && after.is_ascii())
}

struct Reader<'a> {
    lines: Vec<&'a str>,
    at: usize,
    mistakes: Vec<Mistake>,
    lesson: Lesson,
    told: usize,
}

/// A part between two headings.
#[derive(Default)]
struct Section {
    /// The line of its heading.
    line: usize,
    paragraphs: Vec<(usize, String)>,
    links: Vec<(usize, String, String)>,
    stage: Option<(usize, String)>,
    question: Option<(usize, String)>,
    options: Vec<WrittenOption>,
    table: Vec<(usize, Vec<String>)>,
    change: Option<(usize, String)>,
    /// Lines whose numbers are claimed.
    words: Vec<(usize, String)>,
    claims: Vec<Claim>,
}

/// An option as it is written: its line, its mark, its text, and the quoted lines below it.
struct WrittenOption {
    line: usize,
    mark: String,
    text: String,
    below: Vec<(usize, String)>,
}

impl<'a> Reader<'a> {
    fn wrong(&mut self, line: usize, sentence: impl Into<String>) {
        if self.mistakes.len() < MOST_MISTAKES {
            self.mistakes.push(Mistake::new(line, sentence.into()));
        }
    }

    fn line(&self) -> &'a str {
        self.lines.get(self.at).copied().unwrap_or_default()
    }

    fn all(&mut self) {
        if !self.head() {
            return;
        }
        while self.at < self.lines.len() && self.mistakes.len() < MOST_MISTAKES {
            let (line, heading) = (self.at + 1, self.line());
            if heading.is_empty() {
                self.at += 1;
                continue;
            }
            let Some(title) = heading.strip_prefix("## ") else {
                self.wrong(
                    line,
                    format!("\"{}\" stands here. A step begins with \"## \" and its title.", cut(heading)),
                );
                self.at += 1;
                self.section(line);
                continue;
            };
            self.at += 1;
            match title {
                "Task" => self.task(line),
                "Runs" => self.runs(line),
                _ => self.step(line, title),
            }
        }
        if self.lesson.steps.is_empty() && self.mistakes.is_empty() {
            self.wrong(self.lines.len(), "the file has no step. A step begins with \"## \" and its title.");
        }
        self.settle_runs();
    }

    /// The head, between two lines of hyphens.
    fn head(&mut self) -> bool {
        if self.line() != "---" {
            let found = cut(self.line());
            self.wrong(1, format!("\"{found}\" stands here. A lesson begins with a line of three hyphens."));
            return false;
        }
        let mut seen: Vec<(&str, usize)> = Vec::new();
        let (mut scenes, mut list): (Vec<Written>, &str) = (Vec::new(), "");
        self.at = 1;
        loop {
            let (line, text) = (self.at + 1, self.line());
            if self.at >= self.lines.len() {
                self.wrong(line, "the head has no end. Put a line of three hyphens after it.");
                return false;
            }
            self.at += 1;
            if text == "---" {
                break;
            }
            if let Some(item) = item(text) {
                match list {
                    "teacher" if self.lesson.ask.len() == MOST_QUESTIONS => {
                        self.wrong(line, format!("a lesson has at most {MOST_QUESTIONS} questions for teachers."));
                    }
                    "teacher" => {
                        self.plain(line, item);
                        self.lesson.ask.push(item.to_owned());
                    }
                    "scenes" if scenes.len() == scenes::MOST => {
                        self.wrong(line, format!("a lesson has at most {} scenes.", scenes::MOST));
                        return false;
                    }
                    "scenes" => match item.split_once(':') {
                        Some((name, link)) if is_slug(name) && name != "here" => {
                            scenes.push((line, name.to_owned(), link.trim().to_owned()));
                        }
                        _ => self.wrong(
                            line,
                            format!(
                                "\"{}\" stands here. A scene is \"- name: link\", its name of a-z, 0-9 and hyphens.",
                                cut(item)
                            ),
                        ),
                    },
                    _ => {
                        self.wrong(line, format!("\"{}\" belongs to no list. Lists are teacher and scenes.", cut(text)))
                    }
                }
                continue;
            }
            if text.is_empty() {
                continue;
            }
            let (key, value) = text.split_once(':').map_or((text, ""), |(key, value)| (key.trim(), value.trim()));
            let Some(key) = HEAD.iter().find(|known| **known == key) else {
                let near = HEAD.iter().min_by_key(|known| apart(known, key)).filter(|known| apart(known, key) <= 3);
                let meant =
                    near.map_or_else(|| format!("Keys: {}.", HEAD.join(", ")), |near| format!("Did you mean {near}?"));
                self.wrong(line, format!("\"{}\" is no key of a lesson. {meant}", cut(key)));
                continue;
            };
            if let Some((_, before)) = seen.iter().find(|(other, _)| other == key) {
                self.wrong(line, format!("{key} stands in line {before} already."));
                continue;
            }
            seen.push((key, line));
            list = key;
            self.value(line, key, value);
        }
        for key in ["lesson", "slug", "title", "minutes", "goal"] {
            if !seen.iter().any(|(other, _)| *other == key) {
                let example = match key {
                    "lesson" => "lesson: 1",
                    "slug" => "slug: my-lesson",
                    "title" => "title: …",
                    "minutes" => "minutes: 10",
                    _ => "goal: …",
                };
                self.wrong(self.at, format!("the head ends without {key}. Add a line \"{example}\"."));
            }
        }
        let (known, mistakes) = Scenes::of(&scenes);
        self.lesson.scenes = known;
        mistakes.into_iter().for_each(|(line, sentence)| self.wrong(line, sentence));
        !self.mistakes.iter().any(|mistake| mistake.what.starts_with("this file is of format"))
    }

    fn value(&mut self, line: usize, key: &str, value: &str) {
        let length = value.chars().count();
        let whole = value.parse::<u32>();
        match key {
            "lesson" => match whole {
                Ok(1) => {}
                Ok(other) => self.wrong(
                    line,
                    format!("this file is of format {other}. This page reads format 1; open it on a newer Flitscope."),
                ),
                Err(_) => self.wrong(line, format!("lesson is \"{}\". It is the number of the format, 1.", cut(value))),
            },
            "slug" if is_slug(value) && (2..=40).contains(&length) => self.lesson.slug = value.to_owned(),
            "slug" => self
                .wrong(line, format!("slug is \"{}\". It has 2 to 40 characters of a-z, 0-9 and hyphen.", cut(value))),
            "minutes" => match whole {
                Ok(minutes @ 1..=120) => self.lesson.minutes = minutes,
                _ => self.wrong(line, format!("minutes is \"{}\". It is a whole number from 1 to 120.", cut(value))),
            },
            "language" if is_language(value) => self.lesson.language = value.to_owned(),
            "language" => {
                self.wrong(line, format!("language is \"{}\". It is a code such as en, de or pt-BR.", cut(value)))
            }
            "teacher" | "scenes" => {
                if !value.is_empty() {
                    self.wrong(
                        line,
                        format!("\"{}\" stands after {key}. Its items stand below, each after a hyphen.", cut(value)),
                    );
                }
            }
            _ => {
                let most = if key == "goal" { SENTENCE } else { TITLE };
                if length == 0 || length > most {
                    self.wrong(line, format!("{key} has {length} characters. It has 1 to {most}."));
                }
                self.plain(line, value);
                match key {
                    "title" => self.lesson.title = value.to_owned(),
                    "goal" => self.lesson.goal = value.to_owned(),
                    "author" => self.lesson.author = value.to_owned(),
                    _ => {}
                }
            }
        }
    }

    /// Text without HTML, images, links and LaTeX.
    fn plain(&mut self, line: usize, text: &str) {
        if let Some(tag) = text.match_indices('<').find_map(|(at, _)| tag(&text[at..])) {
            self.wrong(line, format!("\"{tag}\" is HTML, and a lesson has none. Write text."));
        } else if text.contains("![") {
            self.wrong(line, "a lesson has no images. Name a scene: [Asked](#few).");
        } else if text.contains("](") || text.contains("http://") || text.contains("https://") {
            self.wrong(line, "a link may only name a scene: [Asked](#few).");
        } else if let Some(sign) = latex(text) {
            self.wrong(
                line,
                format!(
                    "\"{}\" is LaTeX, and students read a formula as it is written: $M / (1 − ρ)$, $x₁$, $n²$.",
                    cut(&sign)
                ),
            );
        }
    }

    /// The blocks up to the next heading.
    fn section(&mut self, line: usize) -> Section {
        let (mut section, mut rank) = (Section { line, ..Section::default() }, 0);
        while self.at < self.lines.len() && !self.line().starts_with('#') {
            let (line, text) = (self.at + 1, self.line());
            if text.is_empty() {
                self.at += 1;
                continue;
            }
            if text.starts_with("<!--") {
                self.at += 1;
                self.claim(line, text, &mut section);
                continue;
            }
            if text == "```stage" {
                let inside = |line: &&&str| **line != "```" && !line.starts_with('#');
                let lines: Vec<&str> = self.lines[line..].iter().take_while(inside).copied().collect();
                self.at += lines.len() + 2;
                section.stage = Some((line, lines.join("\n")));
                continue;
            }
            let kind = if text.starts_with('[') && text.contains("](") {
                1
            } else if text.starts_with("**") && text.ends_with("**") {
                2
            } else if item(text).is_some_and(|item| item.starts_with('[')) {
                3
            } else if text.starts_with('|') || text.starts_with("Change:") {
                0
            } else if text.starts_with('>') || text.starts_with("  >") {
                self.at += 1;
                self.wrong(line, "a mistake stands below an option: \"- [ ] …\", then \"  > …\".");
                continue;
            } else {
                4
            };
            let place = if kind == 4 { 0 } else { kind };
            if kind != 0 && place < rank {
                let (found, after) = (
                    ["the text", "a link", "the question", "the options"][place],
                    ["the text", "the links", "the question", "the options"][rank],
                );
                self.wrong(line, format!("{found} stands after {after}. {ORDER}"));
            }
            rank = rank.max(place);
            match kind {
                1 => {
                    self.at += 1;
                    self.link(line, text, &mut section);
                }
                3 => self.option(&mut section),
                0 if text.starts_with("Change:") => {
                    self.at += 1;
                    section.change = Some((line, text["Change:".len()..].trim().to_owned()));
                }
                0 => {
                    self.at += 1;
                    let cells: Vec<String> =
                        text.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
                    let rule =
                        cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|sign| matches!(sign, '-' | ':')));
                    if !rule {
                        self.plain(line, text);
                        if !section.table.is_empty() {
                            section.words.push((line, cells.join(" ; ")));
                        }
                        section.table.push((line, cells));
                    }
                }
                _ => {
                    let mut words = String::new();
                    while self.goes_on(&words) {
                        let own = self.line();
                        self.plain(self.at + 1, own);
                        section.words.push((self.at + 1, own.to_owned()));
                        words += if words.is_empty() { "" } else { " " };
                        words += own.trim();
                        self.at += 1;
                    }
                    if kind == 2 {
                        if section.question.is_some() {
                            self.wrong(line, "this step has a question already. Put it into a step of its own.");
                        }
                        section.question = Some((line, words.trim_matches('*').to_owned()));
                    } else {
                        section.paragraphs.push((line, words));
                    }
                }
            }
        }
        self.settle_claims(&section);
        section
    }

    /// True if the line belongs to a paragraph with these words so far. Options and links end one, as everything that begins a part does.
    fn goes_on(&self, words: &str) -> bool {
        let line = self.line();
        let begins =
            || line.starts_with('[') && line.contains("](") || item(line).is_some_and(|item| item.starts_with('['));
        !line.is_empty()
            && !line.starts_with(['#', '|'])
            && !line.starts_with("<!--")
            && (words.is_empty() || !begins())
    }

    fn claim(&mut self, line: usize, text: &str, section: &mut Section) {
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

    fn link(&mut self, line: usize, text: &str, section: &mut Section) {
        let parts = text
            .strip_prefix('[')
            .and_then(|text| text.split_once("]("))
            .and_then(|(name, rest)| Some((name, rest.strip_suffix(')')?)));
        match parts {
            Some(("Picture", target)) => section.links.push((line, "Picture".into(), target.to_owned())),
            Some((name @ ("Asked" | "Answered" | "Beside"), target)) if target.starts_with('#') => {
                section.links.push((line, name.into(), target[1..].to_owned()));
            }
            _ => self.wrong(line, "a link may only name a scene: [Asked](#few)."),
        }
    }

    fn option(&mut self, section: &mut Section) {
        let (line, text) = (self.at + 1, self.line());
        self.at += 1;
        let option = item(text).and_then(|item| item.strip_prefix('['));
        let Some((mark, words)) = option.and_then(|option| option.split_once(']')) else {
            self.wrong(line, format!("\"{}\" stands here. An option is \"- [ ] …\" or \"- [x] …\".", cut(text)));
            return;
        };
        let words = words.trim().to_owned();
        self.plain(line, &words);
        let mut below: Vec<(usize, String)> = Vec::new();
        while let Some(quoted) = self.line().trim_start().strip_prefix('>').filter(|_| self.at < self.lines.len()) {
            self.plain(self.at + 1, quoted);
            below.push((self.at + 1, quoted.trim().to_owned()));
            self.at += 1;
        }
        let mark = match mark.trim() {
            "" => " ",
            "X" => "x",
            other => other,
        };
        section.options.push(WrittenOption { line, mark: mark.to_owned(), text: words, below });
    }

    /// Every claim has its number above it.
    fn settle_claims(&mut self, section: &Section) {
        let all: String = section.words.iter().map(|(_, words)| format!("{words}\n")).collect();
        let options: String = section
            .options
            .iter()
            .map(|option| format!("{}\n{} ", option.text, option.mark.trim_start_matches('=')))
            .collect();
        let stated = Stated::of(&format!("{all}{options}"));
        for claim in &section.claims {
            let number = claim.printed != "[x]" && claim.printed != "solved";
            if number && !stated.has(&claim.printed) {
                self.wrong(claim.line, format!("{} does not stand above.", cut(&claim.printed)));
            }
        }
    }

    /// Every number of a section has a claim, or is a setting of one of the scenes.
    fn settle_numbers(&mut self, section: &Section, scenes: &[Scenario]) {
        let mut lines = section.words.clone();
        for option in &section.options {
            // Numbers of a drawing, and the range of a mistake, are settings of the question.
            match option.mark.as_str() {
                "~" => {}
                mark if mark.starts_with('=') => lines.push((option.line, mark.trim_start_matches('=').to_owned())),
                _ if section.change.is_some() => {}
                _ => lines.push((option.line, option.text.clone())),
            }
        }
        for (line, words) in lines {
            for written in numbers(&words) {
                if claim::is_known(&written.number, &|number| {
                    section.claims.iter().any(|claim| claim.printed == number)
                }) {
                    continue;
                }
                let of = |scene: &Scenario| scene.system().param_called(&written.symbol).map(|row| scene.get(row.key));
                let values: Vec<f64> = scenes.iter().filter(|_| !written.symbol.is_empty()).filter_map(of).collect();
                let number = decimal(&written.number).unwrap_or(f64::NAN);
                if values.contains(&number) {
                    continue;
                }
                if values.is_empty() {
                    self.wrong(
                        line,
                        format!("{0} has no claim. Add <!-- {0} = … --> below, or write it in words.", written.number),
                    );
                } else {
                    let mut had: Vec<String> = values.iter().map(f64::to_string).collect();
                    had.dedup();
                    let had: Vec<&str> = had.iter().map(String::as_str).collect();
                    let symbol = &written.symbol;
                    self.wrong(
                        line,
                        format!(
                            "{symbol} = {} stands here, and the scenes of this step have {symbol} = {}.",
                            written.number,
                            alternatives(&had).replace(" or ", " and ")
                        ),
                    );
                }
            }
        }
    }

    /// The scenes that the claims of a section name.
    fn named(&mut self, section: &Section) -> Vec<Scenario> {
        let mut named = BTreeSet::new();
        for claim in &section.claims {
            claim.expression.scenes(&mut |name| {
                named.insert(name.to_owned());
            });
        }
        if named.len() > MOST_NAMED {
            self.wrong(
                section.line,
                format!("the claims of this part name {} scenes. They name at most {MOST_NAMED}.", named.len()),
            );
        }
        named.iter().take(MOST_NAMED).filter_map(|name| self.lesson.scenes.linked(name).ok()).collect()
    }

    fn scene(&mut self, line: usize, text: &str) -> Option<Scenario> {
        match self.lesson.scenes.linked(text) {
            Ok(scene) => Some(scene),
            Err(sentence) => {
                self.wrong(line, sentence);
                None
            }
        }
    }

    fn step(&mut self, line: usize, title: &str) {
        if self.lesson.steps.len() == MOST_STEPS {
            self.wrong(line, format!("a lesson has at most {MOST_STEPS} steps."));
            self.at = self.lines.len();
            return;
        }
        if self.lesson.task.is_some() {
            self.wrong(line, "a step stands after the task. The task is the last of the steps.");
        }
        let before = self.mistakes.len();
        if title.chars().count() > TITLE {
            self.wrong(line, format!("this title has {} characters. It has at most {TITLE}.", title.chars().count()));
        }
        let asked = self.section(line);
        let answer = (self.line() == "### Answer").then(|| {
            self.at += 1;
            self.section(self.at)
        });
        if self.at < self.lines.len() && !self.line().starts_with("## ") {
            self.wrong(
                self.at + 1,
                format!("\"{}\" stands here. Headings are \"## …\" and \"### Answer\".", cut(self.line())),
            );
            self.at += 1;
            self.section(self.at);
        }
        let mut step = LessonStep { title: title.to_owned(), ..LessonStep::default() };
        let length: usize = asked.paragraphs.iter().map(|(_, words)| words.chars().count()).sum();
        if length > TEXT {
            self.wrong(
                asked.paragraphs[0].0,
                format!("this text has {length} characters; a step has room for {TEXT}."),
            );
        }
        match asked.paragraphs.len() {
            0 => self.wrong(line, "this step has no text. Write one or two paragraphs."),
            1 | 2 => {}
            count => {
                self.wrong(asked.paragraphs[2].0, format!("this step has {count} paragraphs. It has room for two."))
            }
        }
        step.text = asked.paragraphs.iter().map(|(_, words)| words.clone()).collect();
        let answered = self.links(&asked, &mut step);
        if let Some((line, _)) = asked.table.first() {
            self.wrong(*line, "a table of bars stands in the answer.");
        }
        step.question = self.question(&asked);
        if let Some((line, _)) = &asked.change {
            self.wrong(*line, "Change stands in a task.");
        }
        let mut scenes = vec![step.asked, answered];
        scenes.extend(answered.pins().all().iter().map(|pin| pins::beside(pin, &answered)));
        scenes.extend(step.beside);
        scenes.extend(self.named(&asked));
        if let Some(answer) = &answer {
            scenes.extend(self.named(answer));
            self.answer(answer, &mut step);
            self.settle_numbers(answer, &scenes);
        } else if step.asks() {
            self.wrong(line, "this step asks, and has no \"### Answer\".");
        }
        self.settle_numbers(&asked, &scenes);
        let claims = asked.claims.into_iter().chain(answer.into_iter().flat_map(|answer| answer.claims));
        for claim in claims {
            simulated(&claim.expression, &mut |name, seeds| step.reads.push((name.to_owned(), seeds)));
            match claim.printed.as_str() {
                "[x]" => self.lesson.marks.push((self.lesson.steps.len(), claim.line, claim.expression)),
                "solved" => self.wrong(claim.line, "a rule stands in a task."),
                _ => self.lesson.claims.push(claim),
            }
        }
        step.whole = self.mistakes.len() == before;
        self.lesson.steps.push(step);
    }

    /// The links of a step; returns the scene of its answer.
    fn links(&mut self, section: &Section, step: &mut LessonStep) -> Scenario {
        let (mut asked, mut answered) = (None, None);
        for (line, kind, target) in section.links.iter().take(MOST_NAMED) {
            let again = match kind.as_str() {
                "Picture" => {
                    let named = PICTURES.iter().find(|(name, _)| name == target);
                    if named.is_none() {
                        let names: Vec<_> = PICTURES.iter().map(|(name, _)| *name).collect();
                        self.wrong(
                            *line,
                            format!("there is no picture \"{}\". Pictures: {}.", cut(target), names.join(", ")),
                        );
                    }
                    let picture = named.and_then(|(_, lines)| Drawing::parse(lines).ok());
                    std::mem::replace(&mut step.picture, picture).is_some()
                }
                "Asked" => {
                    step.shows = target
                        .split('&')
                        .find_map(|pair| pair.strip_prefix("show="))
                        .map_or_else(Vec::new, |shown| shown.split(',').filter_map(Reading::of_key).collect());
                    std::mem::replace(&mut asked, self.scene(*line, target)).is_some()
                }
                "Beside" => std::mem::replace(&mut step.beside, self.scene(*line, target)).is_some(),
                _ => std::mem::replace(&mut answered, self.scene(*line, target)).is_some(),
            };
            if again {
                self.wrong(*line, format!("this step has a link {kind} already."));
            }
        }
        if let Some((line, text)) = &section.stage {
            match Drawing::parse(text) {
                Ok(drawing) => step.stage = Some(drawing),
                Err((at, sentence)) => self.wrong(line + 1 + at, sentence),
            }
        }
        if asked.is_none() && !section.links.iter().any(|(_, kind, _)| kind == "Asked") {
            self.wrong(section.line, "this step has no scene. Add a line [Asked](#name).");
        }
        step.asked = asked.unwrap_or_else(|| Scenario::opening(System::TorusBroadcast));
        step.answered = answered;
        answered.unwrap_or(step.asked)
    }

    fn question(&mut self, section: &Section) -> Question {
        let Some((line, ask)) = section.question.clone() else {
            if let Some(option) = section.options.first() {
                self.wrong(option.line, "these options have no question. Put a line \"**…?**\" above them.");
            }
            return Question::Look;
        };
        let Some(first) = section.options.first() else {
            self.wrong(line, "this question has no options. Add lines \"- [ ] …\", or make it a plain paragraph.");
            return Question::Look;
        };
        if first.mark == "~" {
            // "latency, load 0 to 0.005, 0 to 125 cycles, answer printed"
            let reading = first.text.rsplit_once("answer ").and_then(|(_, reading)| Reading::of_key(reading.trim()));
            let loads = first
                .text
                .split_once("load 0 to ")
                .and_then(|(_, rest)| decimal(rest.split(", ").next()?.split(' ').next()?));
            let top = first.text.rsplit_once(", 0 to ").and_then(|(_, rest)| decimal(rest.split(' ').next()?));
            let (Some(reading), Some(loads), Some(top)) = (reading, loads, top) else {
                self.wrong(
                    first.line,
                    "a drawing is \"- [~] latency, load 0 to 0.005, 0 to 125 cycles, answer printed\".",
                );
                return Question::Look;
            };
            if !(loads > 0.0 && top > 0.0 && loads <= 100.0 && top <= 1e9) {
                self.wrong(first.line, "the axes of a drawing end above 0.");
            }
            return Question::Draw { ask, reading, loads, top };
        }
        if let Some(number) = first.mark.strip_prefix('=') {
            let right = decimal(number);
            let (unit, rest) = first.text.split_once(", right within ").unwrap_or((&first.text, "10 %"));
            let within = decimal(rest.trim_end_matches('%')).filter(|within| (0.0..=100.0).contains(within));
            let (Some(right), Some(within)) = (right, within) else {
                self.wrong(first.line, "a number is \"- [= 3.05] slots, right within 10 %\".");
                return Question::Look;
            };
            let mut mistakes = Vec::new();
            for (line, below) in &first.below {
                let range = below.split_once(": ").and_then(|(range, words)| {
                    let (from, to) = range.split_once(" to ")?;
                    Some((decimal(from)?, decimal(to)?, words.to_owned()))
                });
                match range {
                    Some(mistake) => mistakes.push(mistake),
                    None => self.wrong(*line, "the mistake of a number has its range: \"> 6 to 9: …\"."),
                }
            }
            return Question::Number { ask, unit: unit.trim().to_owned(), right, within: within / 100.0, mistakes };
        }
        if !(2..=4).contains(&section.options.len()) {
            self.wrong(first.line, format!("this question has {} options. It has 2 to 4.", section.options.len()));
        }
        let marked: Vec<_> =
            section.options.iter().filter(|option| option.mark == "x").map(|option| option.line).collect();
        match marked.as_slice() {
            [] => self.wrong(first.line, "no option is marked as right. Mark one with [x], the others with [ ]."),
            [_] => {}
            [one, second, ..] => self.wrong(*second, format!("a second option is marked as right; the first one is in line {one}. Mark one with [x], the others with [ ].")),
        }
        if let Some(option) = section.options.iter().find(|option| !["x", " "].contains(&option.mark.as_str())) {
            self.wrong(
                option.line,
                format!("\"[{}]\" is no mark. Mark the right option with [x], the others with [ ].", cut(&option.mark)),
            );
        }
        let options = section.options.iter().map(|option| Choice {
            words: option.text.clone(),
            mistake: option.below.iter().map(|(_, words)| words.as_str()).collect::<Vec<_>>().join(" "),
        });
        let right = section.options.iter().position(|option| option.mark == "x").unwrap_or(0);
        Question::Choice { ask, options: options.collect(), right }
    }

    fn answer(&mut self, section: &Section, step: &mut LessonStep) {
        if let Some(option) = section.options.first() {
            self.wrong(option.line, format!("the options stand after the answer. {ORDER}"));
        }
        if let Some((line, ..)) = section.links.first() {
            self.wrong(*line, format!("a link stands after the answer. {ORDER}"));
        }
        if let Some((line, _)) = &section.question {
            self.wrong(*line, format!("the question stands after the answer. {ORDER}"));
        }
        if let Some(((_, heads), rows)) = section.table.split_first() {
            let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
            if rows.len() > MOST_BARS {
                self.wrong(rows[MOST_BARS].0, format!("a table has at most {MOST_BARS} rows."));
            }
            for (line, cells) in rows {
                let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
                if cells.len() != heads.len() {
                    self.wrong(*line, format!("this row has {} cells, and the head {}.", cells.len(), heads.len()));
                    continue;
                }
                match bars::of_row(&heads, &cells) {
                    Ok(bars) => step.bars.extend(bars),
                    Err(cell) => {
                        self.wrong(*line, format!("\"{}\" stands in a cell. A bar is a number from 0 on.", cut(&cell)))
                    }
                }
            }
        }
        for (line, words) in &section.paragraphs {
            if let Some(more) = words.strip_prefix("More: ") {
                step.more += more;
                continue;
            }
            if !step.cause.is_empty() {
                self.wrong(*line, "the answer has one cause. Begin a longer remark with \"More: \".");
            }
            let length = words.chars().count();
            if length > SENTENCE {
                self.wrong(*line, format!("this cause has {length} characters. It has at most {SENTENCE}."));
            }
            step.cause = words.clone();
        }
        if step.cause.is_empty() && step.asks() {
            self.wrong(section.line, "this answer has no cause. Write it in one sentence.");
        }
    }

    fn task(&mut self, line: usize) {
        let section = self.section(line);
        if self.lesson.task.is_some() {
            self.wrong(line, "a lesson has one task.");
        }
        let mut step = LessonStep::default();
        self.links(&section, &mut step);
        let ask = section.paragraphs.iter().map(|(_, words)| words.as_str()).collect::<Vec<_>>().join(" ");
        if ask.is_empty() {
            self.wrong(line, "this task has no text. Write what to do.");
        }
        let mut keys = Vec::new();
        match &section.change {
            None => self.wrong(line, "this task has no line \"Change: …\" with the keys that may be changed."),
            Some((line, names)) => {
                for name in names.split(',').map(str::trim) {
                    match step.asked.system().param_called(name).filter(|row| {
                        row.key.group().is_setup()
                            || row.key == Key::Load
                            || step.asked.system().param(row.key).is_some() && is_animated(row.key)
                    }) {
                        Some(row) => keys.push(row.key),
                        None => self.wrong(
                            *line,
                            format!("\"{}\" is no setting of a {}.", cut(name), step.asked.system().name()),
                        ),
                    }
                }
            }
        }
        let allowed = || keys.iter().map(|key| key.name()).collect::<Vec<_>>().join(", ");
        let mut offers = Vec::new();
        for option in &section.options {
            let (words, change) = option.text.rsplit_once(": ").unwrap_or(("", &option.text));
            let parts = change.split_once('=').filter(|(name, _)| keys.iter().any(|key| key.name() == *name));
            let Some((name, value)) = parts else {
                let name = change.split('=').next().unwrap_or_default();
                self.wrong(option.line, format!("\"{}\" may not be changed here. Change: {}.", cut(name), allowed()));
                continue;
            };
            let mut problems = Vec::new();
            if let Some(key) = keys.iter().find(|key| key.name() == name) {
                step.asked.put(*key, value, &mut problems);
            }
            if let Some(problem) = problems.first() {
                self.wrong(option.line, problem.to_string());
            }
            let reply = option.below.iter().map(|(_, words)| words.as_str()).collect::<Vec<_>>().join(" ");
            offers.push(Offer {
                line: option.line,
                words: words.to_owned(),
                change: change.to_owned(),
                right: option.mark == "x",
                reply,
            });
        }
        if !offers.iter().any(|offer| offer.right) {
            self.wrong(line, "this task has no change that solves it. Add a line \"- [x] key=value\".");
        }
        let mut scenes = vec![step.asked];
        scenes.extend(self.named(&section));
        self.settle_numbers(&section, &scenes);
        let mut rule = None;
        for claim in section.claims {
            match claim.printed.as_str() {
                "solved" => rule = Some((claim.line, section_source(claim.line, &self.lines), claim.expression)),
                "[x]" => self.wrong(claim.line, "a mark stands below the options of a question."),
                _ => self.lesson.claims.push(claim),
            }
        }
        let Some((line, rule, solved)) = rule else {
            self.wrong(line, "this task has no rule. Add <!-- solved = … -->.");
            return;
        };
        self.lesson.task = Some(Task { line, ask, scene: step.asked, keys, offers, rule, solved });
    }

    fn runs(&mut self, line: usize) {
        let section = self.section(line);
        let Some(((_, heads), rows)) = section.table.split_first() else {
            self.wrong(line, "there is no table of runs below this heading.");
            return;
        };
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        if rows.len() > MOST_RUNS {
            self.wrong(rows[MOST_RUNS].0, format!("a lesson has at most {MOST_RUNS} recorded runs."));
            return;
        }
        for (line, cells) in rows {
            let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
            match RecordedRun::of_row(&heads, &cells, &self.lesson.scenes) {
                Ok(run) => self.lesson.runs.push(run),
                Err(sentence) => self.wrong(*line, sentence),
            }
        }
        if self.at < self.lines.len() {
            self.wrong(self.at + 1, "the recorded runs are the last part of a lesson.");
            self.at = self.lines.len();
        }
    }

    /// Gives each step the recorded runs that its claims read.
    fn settle_runs(&mut self) {
        let Lesson { steps, runs, .. } = &mut self.lesson;
        for step in steps {
            step.runs =
                (0..runs.len()).filter(|run| step.reads.iter().any(|(name, _)| *name == runs[*run].scene)).collect();
        }
    }
}

/// The expression of a claim, as its line has it.
fn section_source(line: usize, lines: &[&str]) -> String {
    let text = lines.get(line - 1).and_then(|text| text.split_once(" = "));
    text.map_or_else(String::new, |(_, source)| source.trim_end_matches("-->").trim().to_owned())
}

/// The item of a line of a list.
fn item(line: &str) -> Option<&str> {
    let item = line.trim_start().strip_prefix(['-', '*', '+'])?;
    item.starts_with([' ', '\t']).then(|| item.trim_start())
}

/// The tag with which a text begins, if it is HTML: `k<n` is not.
fn tag(text: &str) -> Option<String> {
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
fn latex(text: &str) -> Option<String> {
    let shown: Vec<&str> = text.split('`').step_by(2).collect();
    for text in shown {
        let command = text.match_indices('\\').map(|(at, _)| &text[at..]).find(|rest| {
            rest[1..].starts_with(|next: char| next.is_ascii_alphabetic() || matches!(next, '(' | '[' | ',' | ';'))
        });
        if let Some(rest) = command {
            let name =
                rest[1..].find(|letter: char| !letter.is_ascii_alphabetic()).map_or(rest.len(), |end| end.max(1) + 1);
            return Some(rest[..name].to_owned());
        }
        if text.contains("$$") {
            return Some("$$".into());
        }
        let mut pieces = text.split('$');
        pieces.next();
        while let (Some(inner), Some(_)) = (pieces.next(), pieces.next()) {
            if !inner.starts_with(' ')
                && let Some(at) = inner.find(['_', '^', '{', '}'])
            {
                return Some(inner[at..].chars().take(2).collect());
            }
        }
    }
    None
}

/// True if a key changes an animation.
fn is_animated(key: Key) -> bool {
    matches!(key, Key::Packets | Key::Arbitration | Key::Release)
}

/// True if a text is the code of a language: two or three letters, then parts with hyphens before them.
fn is_language(text: &str) -> bool {
    let mut parts = text.split('-');
    let first = parts
        .next()
        .is_some_and(|first| matches!(first.len(), 2 | 3) && first.chars().all(|letter| letter.is_ascii_alphabetic()));
    first
        && parts.all(|part| (1..=8).contains(&part.len()) && part.chars().all(|letter| letter.is_ascii_alphanumeric()))
}

fn is_slug(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
}

/// The letters in which two words differ, at most.
fn apart(one: &str, other: &str) -> usize {
    let same = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let end = one.bytes().rev().zip(other.bytes().rev()).take_while(|(a, b)| a == b).count();
    one.len().max(other.len()).saturating_sub(same + end)
}

/// The scenes whose runs an expression reads, and the number of seeds.
pub(super) fn simulated(expression: &Expression, found: &mut dyn FnMut(&str, u32)) {
    match expression {
        Expression::Call(name, arguments) if matches!(name.as_str(), "simulate" | "stable" | "seeds") => {
            let seeds = match arguments.last() {
                Some(Expression::Number(count)) if name == "seeds" => *count as u32,
                _ => 1,
            };
            arguments.iter().for_each(|argument| argument.scenes(&mut |name| found(name, seeds)));
        }
        Expression::Call(_, arguments) => arguments.iter().for_each(|argument| simulated(argument, found)),
        Expression::Field(inner, _) | Expression::Index(inner, _) | Expression::Sign(_, inner) => {
            simulated(inner, found)
        }
        Expression::Pair(_, left, right) => {
            simulated(left, found);
            simulated(right, found);
        }
        Expression::Name(_) | Expression::Number(_) | Expression::Word(_) => {}
    }
}

#[cfg(test)]
mod tests;
