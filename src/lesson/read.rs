//! The reader of lesson files: a lesson, or mistakes that each name a line, the text there and the text expected.
//!
//! Files come by mail and link, so the size is checked first, reading stops at the first limit, and every loop is over
//! a line of the file. `section` reads the blocks between two headings, `plain` the words in them.

mod plain;
mod section;
#[cfg(test)]
pub(super) mod tests;

use super::{
    Choice, FIGURES, Lesson, LessonStep, Offer, Question, Task, bars,
    claim::decimal,
    drawing::Drawing,
    expression::{self, Expression},
    pictures,
    recorded::RecordedRun,
    scenes::{self, Scenes, Written, cut},
};
use crate::{
    param::{Key, Param, is_legible, options::Options as _},
    scenario::{Reading, Scenario, pins},
    text::{self, grouped, sentence},
};
use plain::{is_language, is_slug, latex, tag};
use section::{ORDER, Section, WrittenOption};
use std::{borrow::Cow, collections::BTreeSet, fmt};

/// A mistake in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Its line in the file, from 1.
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

/// Bytes of a file, at most.
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
const MOST_TAGS: usize = 16;

/// The keys of the head, with an example of each that a lesson must have.
const HEAD: [(&str, &str); 10] = [
    ("lesson", "1"),
    ("slug", "my-lesson"),
    ("title", "…"),
    ("minutes", "10"),
    ("goal", "…"),
    ("tags", ""),
    ("author", ""),
    ("language", ""),
    ("teacher", ""),
    ("scenes", ""),
];

/// Reads a file. The lesson has the steps that could be read; it may be played only without mistakes.
pub fn read(bytes: &[u8]) -> (Lesson, Vec<Mistake>) {
    let mut reader =
        Reader { lines: Vec::new(), at: 0, mistakes: Vec::new(), lesson: Lesson::default(), told: 0, unsure: false };
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
            let what = format!("this line has {} bytes; at most {MOST_IN_LINE} are read.", line.len());
            return Err(Mistake::new(index + 1, what));
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
    /// True if a scene has a mistake: what depends on scenes is not judged.
    unsure: bool,
}

impl<'a> Reader<'a> {
    fn wrong(&mut self, line: usize, sentence: impl Into<String>) {
        let mistake = Mistake::new(line, sentence.into());
        if self.mistakes.len() < MOST_MISTAKES && !self.mistakes.contains(&mistake) {
            self.mistakes.push(mistake);
        }
    }

    fn wrong_if(&mut self, is_wrong: bool, line: usize, sentence: impl Into<String>) {
        if is_wrong {
            self.wrong(line, sentence);
        }
    }

    /// Notes that another text is expected in a line.
    fn stray(&mut self, line: usize, found: &str, expected: &str) {
        self.wrong(line, format!("\"{}\" stands here. {expected}", cut(found)));
    }

    /// Notes a text that has too many characters.
    fn long(&mut self, line: usize, what: &str, words: &str, most: usize) {
        let length = words.chars().count();
        self.wrong_if(length > most, line, format!("{what} has {length} characters. It has at most {most}."));
    }

    fn line(&self) -> &'a str {
        self.lines.get(self.at).copied().unwrap_or_default()
    }

    fn all(&mut self) {
        if !self.head() {
            return;
        }
        while self.at < self.lines.len() && self.mistakes.len() < MOST_MISTAKES {
            let heading = self.line();
            self.at += 1;
            match (heading, heading.strip_prefix("## ")) {
                ("", _) => {}
                (_, Some("Task")) => self.task(self.at),
                (_, Some("Runs")) => self.runs(self.at),
                (_, Some(title)) => self.step(self.at, title),
                _ => {
                    self.stray(self.at, heading, "A step begins with \"## \" and its title.");
                    self.section(self.at);
                }
            }
        }
        let empty = self.lesson.steps.is_empty() && self.mistakes.is_empty();
        self.wrong_if(empty, self.lines.len(), "the file has no step. A step begins with \"## \" and its title.");
        // Each step has the recorded runs that its claims read.
        let Lesson { steps, runs, .. } = &mut self.lesson;
        for step in steps {
            let reads = |run: &usize| step.reads.iter().any(|(name, _)| *name == runs[*run].scene);
            step.runs = (0..runs.len()).filter(reads).collect();
        }
    }

    /// The head, between two lines of hyphens.
    fn head(&mut self) -> bool {
        if self.line() != "---" {
            self.stray(1, self.line(), "A lesson begins with a line of three hyphens.");
            return false;
        }
        let mut seen: Vec<(&str, usize)> = Vec::new();
        let mut scenes: Vec<Written> = Vec::new();
        self.at = 1;
        loop {
            let text = self.line();
            self.at += 1;
            if self.at > self.lines.len() {
                self.wrong(self.at, "the head has no end. Put a line of three hyphens after it.");
                return false;
            }
            match item(text) {
                _ if text == "---" => break,
                Some(item) => {
                    let list = seen.last().map_or("", |(key, _)| key);
                    if !self.item(list, text, item, &mut scenes) {
                        return false;
                    }
                }
                None if text.is_empty() => {}
                None => self.key(text, &mut seen),
            }
        }
        for (key, example) in HEAD.iter().filter(|(_, example)| !example.is_empty()) {
            if !seen.iter().any(|(other, _)| other == key) {
                self.wrong(self.at, format!("the head ends without {key}. Add a line \"{key}: {example}\"."));
            }
        }
        let (known, mistakes) = Scenes::of(&scenes);
        (self.lesson.scenes, self.unsure) = (known, !mistakes.is_empty());
        mistakes.into_iter().for_each(|(line, sentence)| self.wrong(line, sentence));
        !self.mistakes.iter().any(|mistake| mistake.what.starts_with("this file is of format"))
    }

    /// Reads an item of a list of the head; false if there are too many scenes.
    fn item(&mut self, list: &str, text: &str, item: &str, scenes: &mut Vec<Written>) -> bool {
        let line = self.at;
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
            "scenes" => match item.split_once(':').filter(|(name, _)| is_slug(name) && *name != "here") {
                Some((name, link)) => scenes.push((line, name.to_owned(), link.trim().to_owned())),
                None => self.stray(line, item, "A scene is \"- name: link\", its name of a-z, 0-9 and hyphens."),
            },
            _ => self.wrong(line, format!("\"{}\" belongs to no list. Lists are teacher and scenes.", cut(text))),
        }
        true
    }

    fn key(&mut self, text: &'a str, seen: &mut Vec<(&'a str, usize)>) {
        let line = self.at;
        let (key, value) = text.split_once(':').map_or((text, ""), |(key, value)| (key.trim(), value.trim()));
        if !HEAD.iter().any(|(known, _)| *known == key) {
            let meant = match text::meant(key, HEAD.map(|(known, _)| known)) {
                Some(near) => format!("Did you mean {near}?"),
                None => format!("Keys: {}.", HEAD.map(|(known, _)| known).join(", ")),
            };
            self.wrong(line, format!("\"{}\" is no key of a lesson. {meant}", cut(key)));
        } else if let Some((_, before)) = seen.iter().find(|(other, _)| *other == key) {
            self.wrong(line, format!("{key} stands in line {before} already."));
        } else {
            seen.push((key, line));
            self.value(line, key, value);
        }
    }

    fn value(&mut self, line: usize, key: &str, value: &str) {
        let length = value.chars().count();
        let expected = match key {
            "lesson" => match value.parse::<u32>() {
                Ok(1) => return,
                Ok(other) => {
                    let newer = "This page reads format 1; open it on a newer Flitscope.";
                    return self.wrong(line, format!("this file is of format {other}. {newer}"));
                }
                Err(_) => "It is the number of the format, 1.",
            },
            "slug" if is_slug(value) && (2..=40).contains(&length) => return self.lesson.slug = value.to_owned(),
            "slug" => "It has 2 to 40 characters of a-z, 0-9 and hyphen.",
            "minutes" => match value.parse() {
                Ok(minutes @ 1..=120) => return self.lesson.minutes = minutes,
                _ => "It is a whole number from 1 to 120.",
            },
            "language" if is_language(value) => return self.lesson.language = value.to_owned(),
            "language" => "It is a code such as en, de or pt-BR.",
            "tags" => {
                self.plain(line, value);
                let tags: Vec<_> = value.split(',').map(|tag| tag.trim().to_owned()).collect();
                let is_tag = |tag: &String| *tag == tag.to_lowercase() && (2..=40).contains(&tag.chars().count());
                if tags.len() <= MOST_TAGS && tags.iter().all(is_tag) {
                    return self.lesson.tags = tags;
                }
                "It has at most 16 words or names in lower case, with commas between them."
            }
            "teacher" | "scenes" if value.is_empty() => return,
            "teacher" | "scenes" => {
                let below = "Its items stand below, each after a hyphen.";
                return self.wrong(line, format!("\"{}\" stands after {key}. {below}", cut(value)));
            }
            _ => {
                let most = if key == "goal" { SENTENCE } else { TITLE };
                if !(1..=most).contains(&length) {
                    self.wrong(line, format!("{key} has {length} characters. It has 1 to {most}."));
                }
                self.plain(line, value);
                let Lesson { title, goal, author, .. } = &mut self.lesson;
                return value.clone_into(match key {
                    "title" => title,
                    "goal" => goal,
                    _ => author,
                });
            }
        };
        self.wrong(line, format!("{key} is \"{}\". {expected}", cut(value)));
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
            let instead = "students read a formula as it is written: $M / (1 − ρ)$, $x₁$, $n²$.";
            self.wrong(line, format!("\"{}\" is LaTeX, and {instead}", cut(&sign)));
        }
    }

    /// The scenes that the claims of a section name.
    fn named(&mut self, section: &Section<'_>) -> Vec<Scenario> {
        let mut named = BTreeSet::new();
        for claim in &section.claims {
            claim.expression.scenes(&mut |name| _ = named.insert(name.to_owned()));
        }
        let count = named.len();
        let sentence = format!("the claims of this part name {count} scenes. They name at most {MOST_NAMED}.");
        self.wrong_if(count > MOST_NAMED, section.line, sentence);
        named.iter().take(MOST_NAMED).filter_map(|name| self.lesson.scenes.linked(name).ok()).collect()
    }

    fn scene(&mut self, line: usize, text: &str) -> Option<Scenario> {
        self.lesson.scenes.linked(text).map_err(|sentence| self.wrong(line, sentence)).ok()
    }

    fn step(&mut self, line: usize, title: &str) {
        if self.lesson.steps.len() == MOST_STEPS {
            self.wrong(line, format!("a lesson has at most {MOST_STEPS} steps."));
            self.at = self.lines.len();
            return;
        }
        let sentence = "a step stands after the task. The task is the last of the steps.";
        self.wrong_if(self.lesson.task.is_some(), line, sentence);
        let before = self.mistakes.len();
        self.long(line, "this title", title, TITLE);
        let asked = self.section(line);
        let answer = (self.line() == "### Answer").then(|| {
            self.at += 1;
            self.section(self.at)
        });
        if self.at < self.lines.len() && !self.line().starts_with("## ") {
            self.stray(self.at + 1, self.line(), "Headings are \"## …\" and \"### Answer\".");
            self.at += 1;
            self.section(self.at);
        }
        let mut step = LessonStep { title: title.to_owned(), ..LessonStep::default() };
        self.text(&asked, &mut step);
        let answered = self.links(&asked, &mut step);
        step.question = self.question(&asked);
        if let Question::Draw { reading, .. } = step.question
            && step.shows.contains(&reading)
        {
            let line = asked.links.iter().find(|(_, kind, _)| *kind == "Asked").map_or(line, |(line, ..)| *line);
            self.wrong(line, format!("the answer stands in show={}. Leave it out.", reading.key()));
        }
        let table = asked.table.iter().take(1).map(|(line, _)| (*line, "a table of bars stands in the answer."));
        let change = asked.change.iter().map(|(line, _)| (*line, "Change stands in a task."));
        let shown = asked.shown.iter().map(|(line, ..)| (*line, "Shown stands in a task."));
        table.chain(change).chain(shown).for_each(|(line, sentence)| self.wrong(line, sentence));
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
        for claim in asked.claims.into_iter().chain(answer.into_iter().flat_map(|answer| answer.claims)) {
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

    /// The text of a step: one or two paragraphs.
    fn text(&mut self, section: &Section<'_>, step: &mut LessonStep) {
        let all = &section.paragraphs;
        let length: usize = all.iter().map(|(_, words)| words.chars().count()).sum();
        if length > TEXT {
            self.wrong(all[0].0, format!("this text has {length} characters; a step has room for {TEXT}."));
        }
        match all.as_slice() {
            [] => self.wrong(section.line, "this step has no text. Write one or two paragraphs."),
            [_, _, (line, _), ..] => {
                self.wrong(*line, format!("this step has {} paragraphs. It has room for two.", all.len()));
            }
            _ => {}
        }
        step.text = all.iter().map(|(_, words)| words.clone()).collect();
    }

    /// The links of a step; returns the scene of its answer.
    fn links(&mut self, section: &Section<'_>, step: &mut LessonStep) -> Scenario {
        let mut asked = None;
        for (line, kind, target) in section.links.iter().take(MOST_NAMED) {
            let again = match *kind {
                "Picture" => {
                    let named = pictures().find(|(name, _)| name == target);
                    if named.is_none() {
                        let names = pictures().map(|(name, _)| name).collect::<Vec<_>>().join(", ");
                        self.wrong(*line, format!("there is no picture \"{}\". Pictures: {names}.", cut(target)));
                    }
                    let picture = named.and_then(|(_, lines)| Drawing::parse(lines).ok());
                    std::mem::replace(&mut step.picture, picture).is_some()
                }
                "Figure" => !std::mem::replace(&mut step.figure, (*target).to_owned()).is_empty(),
                "Asked" => {
                    let shown = target.split('&').find_map(|pair| pair.strip_prefix("show="));
                    step.shows = shown.into_iter().flat_map(|all| all.split(',')).filter_map(Reading::of).collect();
                    std::mem::replace(&mut asked, self.scene(*line, target)).is_some()
                }
                "Beside" => std::mem::replace(&mut step.beside, self.scene(*line, target)).is_some(),
                _ => std::mem::replace(&mut step.answered, self.scene(*line, target)).is_some(),
            };
            self.wrong_if(again, *line, format!("this step has a link {kind} already."));
        }
        if let Some((line, text)) = &section.stage {
            match Drawing::parse(text) {
                Ok(drawing) => step.stage = Some(drawing),
                Err((at, sentence)) => self.wrong(line + 1 + at, sentence),
            }
        }
        if asked.is_none() && !section.links.iter().any(|(_, kind, _)| *kind == "Asked") {
            self.wrong(section.line, "this step has no scene. Add a line [Asked](#name).");
        }
        step.asked = asked.unwrap_or_default();
        let figure = section.links.iter().find(|(_, kind, _)| *kind == "Figure");
        figure.into_iter().for_each(|(line, ..)| self.figure(*line, step));
        step.answered.unwrap_or(step.asked)
    }

    /// The figure of a step. A second chart is a setting of its scenes.
    fn figure(&mut self, line: usize, step: &mut LessonStep) {
        let charts = || step.asked.system().options(Key::Figure).iter().map(|option| option.key);
        if charts().any(|chart| chart == step.figure) {
            let chart = |scene: Scenario| scene.put(Key::Figure, &step.figure, &mut Vec::new());
            (step.asked, step.answered) = (chart(step.asked), step.answered.map(chart));
        } else if !FIGURES.contains(&step.figure.as_str()) {
            let names: Vec<_> = FIGURES.into_iter().chain(charts()).collect();
            let (figure, names) = (cut(&step.figure), names.join(", "));
            self.wrong(line, format!("there is no figure \"{figure}\" here. Figures: {names}."));
        }
    }

    fn question(&mut self, section: &Section<'_>) -> Question {
        match (section.question.clone(), section.options.first()) {
            (None, None) => Question::Look,
            (None, Some(option)) => {
                self.wrong(option.line, "these options have no question. Put a line \"**…?**\" above them.");
                Question::Look
            }
            (Some((line, _)), None) => {
                self.wrong(line, "this question has no options. Add lines \"- [ ] …\", or make it a plain paragraph.");
                Question::Look
            }
            (Some((_, ask)), Some(first)) => match first.mark.strip_prefix('=') {
                Some(number) => self.number(ask, first, number),
                None if first.mark == "~" => self.drawn(ask, first),
                None => self.choice(ask, &section.options),
            },
        }
    }

    /// The question of a curve: "latency, load 0 to 0.005, 0 to 125 cycles, answer printed".
    fn drawn(&mut self, ask: String, option: &WrittenOption<'_>) -> Question {
        let text = option.text;
        let reading = text.rsplit_once("answer ").and_then(|(_, reading)| Reading::of(reading.trim()));
        let end = |rest: &str| decimal(rest.split(", ").next()?.split(' ').next()?);
        let loads = text.split_once("load 0 to ").and_then(|(_, rest)| end(rest));
        let top = text.rsplit_once(", 0 to ").and_then(|(_, rest)| decimal(rest.split(' ').next()?));
        let (Some(reading), Some(loads), Some(top)) = (reading, loads, top) else {
            let drawing = "a drawing is \"- [~] latency, load 0 to 0.005, 0 to 125 cycles, answer printed\".";
            self.wrong(option.line, drawing);
            return Question::Look;
        };
        let are_axes = loads > 0.0 && top > 0.0 && loads <= 100.0 && top <= 1e9;
        self.wrong_if(!are_axes, option.line, "the axes of a drawing end above 0.");
        Question::Draw { ask, reading, loads, top }
    }

    fn number(&mut self, ask: String, option: &WrittenOption<'_>, number: &str) -> Question {
        let (unit, rest) = option.text.split_once(", right within ").unwrap_or((option.text, "10 %"));
        let within = decimal(rest.trim_end_matches('%')).filter(|within| (0.0..=100.0).contains(within));
        let (Some(right), Some(within)) = (decimal(number), within) else {
            self.wrong(option.line, "a number is \"- [= 3.05] slots, right within 10 %\".");
            return Question::Look;
        };
        let mut mistakes = Vec::new();
        for (line, below) in &option.below {
            let range = below.split_once(": ").and_then(|(range, words)| {
                let (from, to) = range.split_once(" to ")?;
                Some((decimal(from)?, decimal(to)?, words.to_owned()))
            });
            match range {
                Some(mistake) => mistakes.push(mistake),
                None => self.wrong(*line, "the mistake of a number has its range: \"> 6 to 9: …\"."),
            }
        }
        Question::Number { ask, unit: unit.trim().to_owned(), right, within: within / 100.0, mistakes }
    }

    fn choice(&mut self, ask: String, options: &[WrittenOption<'_>]) -> Question {
        const MARKS: &str = "with [x], the others with [ ].";
        let first = options[0].line;
        let count = options.len();
        self.wrong_if(!(2..=4).contains(&count), first, format!("this question has {count} options. It has 2 to 4."));
        let right: Vec<_> = (0..options.len()).filter(|option| options[*option].mark == "x").collect();
        match right.as_slice() {
            [] => self.wrong(first, format!("no option is marked as right. Mark one {MARKS}")),
            [_] => {}
            [one, second, ..] => {
                let one = options[*one].line;
                let sentence =
                    format!("a second option is marked as right; the first one is in line {one}. Mark one {MARKS}");
                self.wrong(options[*second].line, sentence);
            }
        }
        if let Some(option) = options.iter().find(|option| !["x", " "].contains(&option.mark)) {
            let mark = cut(option.mark);
            self.wrong(option.line, format!("\"[{mark}]\" is no mark. Mark the right option {MARKS}"));
        }
        let choice = |option: &WrittenOption<'_>| Choice { words: option.text.to_owned(), mistake: option.reply() };
        Question::Choice {
            ask,
            options: options.iter().map(choice).collect(),
            right: right.first().copied().unwrap_or(0),
        }
    }

    fn answer(&mut self, section: &Section<'_>, step: &mut LessonStep) {
        for (line, what) in [
            (section.options.first().map(|option| option.line), "the options stand"),
            (section.links.first().map(|(line, ..)| *line), "a link stands"),
            (section.question.as_ref().map(|(line, _)| *line), "the question stands"),
        ] {
            if let Some(line) = line {
                self.wrong(line, format!("{what} after the answer. {ORDER}"));
            }
        }
        self.bars(section, step);
        for (line, words) in &section.paragraphs {
            if let Some(more) = words.strip_prefix("More: ") {
                step.more += more;
                continue;
            }
            let again = !step.cause.is_empty();
            self.wrong_if(again, *line, "the answer has one cause. Begin a longer remark with \"More: \".");
            self.long(*line, "this cause", words, SENTENCE);
            step.cause.clone_from(words);
        }
        let none = step.cause.is_empty() && step.asks();
        self.wrong_if(none, section.line, "this answer has no cause. Write it in one sentence.");
    }

    fn bars(&mut self, section: &Section<'_>, step: &mut LessonStep) {
        let Some(((_, heads), rows)) = section.table.split_first() else { return };
        if let Some((line, _)) = rows.get(MOST_BARS) {
            self.wrong(*line, format!("a table has at most {MOST_BARS} rows."));
        }
        for (line, cells) in rows {
            if cells.len() != heads.len() {
                self.wrong(*line, format!("this row has {} cells, and the head {}.", cells.len(), heads.len()));
                continue;
            }
            match bars::of_row(heads, cells) {
                Ok(bars) => step.bars.extend(bars),
                Err(cell) => {
                    self.wrong(*line, format!("\"{}\" stands in a cell. A bar is a number from 0 on.", cut(&cell)));
                }
            }
        }
    }

    fn task(&mut self, line: usize) {
        let section = self.section(line);
        self.wrong_if(self.lesson.task.is_some(), line, "a lesson has one task.");
        let mut step = LessonStep::default();
        self.links(&section, &mut step);
        let ask = section.paragraphs.iter().map(|(_, words)| words.as_str()).collect::<Vec<_>>().join(" ");
        self.wrong_if(ask.is_empty(), line, "this task has no text. Write what to do.");
        let scene = step.asked;
        let keys = self.changes(&section, &scene);
        let offers: Vec<_> = section.options.iter().filter_map(|option| self.offer(option, &keys, &scene)).collect();
        if !offers.iter().any(|offer| offer.right) {
            self.wrong(line, "this task has no change that solves it. Add a line \"- [x] key=value\".");
        }
        let mut scenes = vec![scene];
        scenes.extend(self.named(&section));
        self.settle_numbers(&section, &scenes);
        let shown = section.shown.iter().map(|(line, words, of)| (*line, (*words).to_owned(), (*of).to_owned()));
        let shown: Vec<_> = shown.collect();
        for (line, _, of) in shown.iter().filter(|(_, _, of)| !of.is_empty()) {
            expression::parse(of).err().into_iter().for_each(|(_, sentence)| self.wrong(*line, sentence));
        }
        let mut rule = None;
        for claim in section.claims {
            match claim.printed.as_str() {
                "solved" => rule = Some(claim),
                "[x]" => self.wrong(claim.line, "a mark stands below the options of a question."),
                _ => self.lesson.claims.push(claim),
            }
        }
        let Some(rule) = rule else {
            self.wrong(line, "this task has no rule. Add <!-- solved = … -->.");
            return;
        };
        let text = self.lines.get(rule.line - 1).and_then(|text| text.split_once(" = "));
        let text = text.map_or_else(String::new, |(_, text)| text.trim_end_matches("-->").trim().to_owned());
        self.lesson.task = Some(Task { line: rule.line, ask, scene, keys, offers, shown, rule: text });
    }

    /// The settings of a scene that a task names as those that may be changed.
    fn changes(&mut self, section: &Section<'_>, scene: &Scenario) -> Vec<Key> {
        let Some((line, names)) = section.change else {
            let sentence = "this task has no line \"Change: …\" with the keys that may be changed.";
            self.wrong(section.line, sentence);
            return Vec::new();
        };
        let system = scene.system();
        let changes = |row: &&Param| {
            let animated = matches!(row.key, Key::Packets | Key::Arbitration | Key::Release);
            row.key.group().is_setup() || row.key == Key::Load || animated
        };
        let mut keys = Vec::new();
        for name in names.split(',').map(str::trim) {
            match system.param_called(name).filter(changes) {
                Some(row) => keys.push(row.key),
                None if self.unsure => {}
                None => self.wrong(line, format!("\"{}\" is no setting of a {}.", cut(name), system.name())),
            }
        }
        keys
    }

    /// The offer of an option of a task with these keys.
    fn offer(&mut self, option: &WrittenOption<'_>, keys: &[Key], scene: &Scenario) -> Option<Offer> {
        let (words, change) = option.text.rsplit_once(": ").unwrap_or(("", option.text));
        let (mut next, mut problems) = (*scene, Vec::new());
        for pair in change.split('&') {
            let (name, value) = pair.split_once('=').map_or((pair, None), |(name, value)| (name, Some(value)));
            let Some((key, value)) = keys.iter().find(|key| key.name() == name).zip(value) else {
                let allowed = keys.iter().map(|key| key.name()).collect::<Vec<_>>().join(", ");
                self.wrong_if(
                    !keys.is_empty(),
                    option.line,
                    format!("\"{}\" may not be changed here. Change: {allowed}.", cut(name)),
                );
                return None;
            };
            next = next.put(*key, value, &mut problems);
        }
        if let Some(problem) = problems.first() {
            self.wrong(option.line, problem.to_string());
        }
        let (words, change, right) = (words.to_owned(), change.to_owned(), option.mark == "x");
        Some(Offer { line: option.line, words, change, right, reply: option.reply() })
    }

    fn runs(&mut self, line: usize) {
        let section = self.section(line);
        let Some(((_, heads), rows)) = section.table.split_first() else {
            self.wrong(line, "there is no table of runs below this heading.");
            return;
        };
        if let Some((line, _)) = rows.get(MOST_RUNS) {
            self.wrong(*line, format!("a lesson has at most {MOST_RUNS} recorded runs."));
            return;
        }
        for (line, cells) in rows {
            match RecordedRun::of_row(heads, cells, &self.lesson.scenes) {
                Ok(run) => self.lesson.runs.push(run),
                Err(sentence) => self.wrong(*line, sentence),
            }
        }
        if self.at < self.lines.len() {
            self.wrong(self.at + 1, "the recorded runs are the last part of a lesson.");
            self.at = self.lines.len();
        }
    }
}

/// The item of a line of a list.
fn item(line: &str) -> Option<&str> {
    let item = line.trim_start().strip_prefix(['-', '*', '+'])?;
    item.starts_with([' ', '\t']).then(|| item.trim_start())
}

/// The scenes whose runs an expression reads, and the number of seeds.
fn simulated(expression: &Expression, found: &mut dyn FnMut(&str, u32)) {
    match expression {
        Expression::Call(name, arguments) if matches!(name.as_str(), "simulate" | "stable" | "seeds") => {
            let seeds = match arguments.last() {
                Some(Expression::Number(count)) if name == "seeds" => *count as u32,
                _ => 1,
            };
            arguments.iter().for_each(|argument| argument.scenes(&mut |name| found(name, seeds)));
        }
        other => other.parts().into_iter().for_each(|part| simulated(part, found)),
    }
}
