//! Lessons as a page gets them: read, checked, and written as lines that need no reader. A line has a tag and fields with tabs between
//! them; lists have `|` between their items.
//!
//! ```text
//!   L slug title minutes goal author language tag|..    E question for teachers    W name scene
//!   T task keys rule scene    H words quantity    F words change right reply
//!   S title asked answered shows runs    P paragraph    V picture    K figure    G stage    Z scene beside
//!   A cause    M more    B of name shown name:tone:value|..
//!   C question right    O words mistake    N question unit right within    I from to mistake    D question reading loads top
//!   R scene link version digest state mean half95 throughput symbol=numbers|..
//! ```
//! The build adds pictures (`picture slug svg`) and the style of lessons (`style css`), which only the page reads.

use super::{
    Choice, Lesson, LessonStep, Offer, Question, Task,
    bars::{Bar, Tone},
    drawing::Drawing,
    recorded::RecordedRun,
};
use crate::{
    param::options::Options as _,
    scenario::{Reading, Scenario, link},
};

/// The tones in the order of their numbers.
const TONES: [Tone; 8] = {
    use Tone::{Blocked, Counted, Ours, Paper, Sharing, Simulated, Travel, Waiting};
    [Paper, Ours, Simulated, Counted, Blocked, Waiting, Sharing, Travel]
};

/// A lesson as lines, which `unpack` reads.
pub fn pack(lesson: &Lesson) -> String {
    let mut text = String::new();
    let mut line = |tag: &str, fields: &[&str]| {
        let fields = fields.iter().map(|field| format!("\t{}", field.replace(['\t', '\n'], " ")));
        text += &format!("{tag}{}\n", fields.collect::<String>());
    };
    let (minutes, tags) = (lesson.minutes.to_string(), lesson.tags.join("|"));
    line("L", &[&lesson.slug, &lesson.title, &minutes, &lesson.goal, &lesson.author, &lesson.language, &tags]);
    lesson.ask.iter().for_each(|ask| line("E", &[ask]));
    lesson.scenes.all().iter().for_each(|(name, scene)| line("W", &[name, &link::write(scene)]));
    for run in &lesson.runs {
        let number = |number: f64| if number.is_finite() { number.to_string() } else { "-".into() };
        let kept: Vec<_> = run.kept.iter().map(|(name, values)| format!("{name}={}", joined(values, " "))).collect();
        let [digest, mean, half95, throughput] =
            [format!("{:016x}", run.digest), number(run.mean), number(run.half95), number(run.throughput)];
        let scene = link::write(run.scenario());
        line(
            "R",
            &[&run.scene, &scene, &run.version, &digest, &run.state, &mean, &half95, &throughput, &kept.join("|")],
        );
    }
    lesson.steps.iter().for_each(|step| pack_step(step, &mut line));
    if let Some(task) = &lesson.task {
        let keys: Vec<_> = task.keys.iter().map(|key| key.name()).collect();
        line("T", &[&task.ask, &keys.join("|"), &task.rule, &link::write(&task.scene)]);
        task.shown.iter().for_each(|(_, words, quantity)| line("H", &[words, quantity]));
        for offer in &task.offers {
            line("F", &[&offer.words, &offer.change, if offer.right { "1" } else { "0" }, &offer.reply]);
        }
    }
    text
}

fn pack_step(step: &LessonStep, line: &mut impl FnMut(&str, &[&str])) {
    let answered = step.answered.as_ref().map(link::write).unwrap_or_default();
    let shows: Vec<_> = step.shows.iter().map(|reading| reading.key()).collect();
    line("S", &[&step.title, &link::write(&step.asked), &answered, &shows.join("|"), &joined(&step.runs, "|")]);
    step.text.iter().for_each(|paragraph| line("P", &[paragraph]));
    step.picture.iter().for_each(|picture| line("V", &[&picture.text]));
    step.stage.iter().for_each(|stage| line("G", &[&stage.text]));
    if !step.figure.is_empty() {
        line("K", &[&step.figure]);
    }
    step.beside.iter().for_each(|beside| line("Z", &[&link::write(beside)]));
    match &step.question {
        Question::Choice { ask, options, right } => {
            line("C", &[ask, &right.to_string()]);
            options.iter().for_each(|option| line("O", &[&option.words, &option.mistake]));
        }
        Question::Number { ask, unit, right, within, mistakes } => {
            line("N", &[ask, unit, &right.to_string(), &within.to_string()]);
            mistakes.iter().for_each(|(from, to, words)| line("I", &[&from.to_string(), &to.to_string(), words]));
        }
        Question::Draw { ask, reading, loads, top } => {
            line("D", &[ask, reading.key(), &loads.to_string(), &top.to_string()]);
        }
        Question::Look => {}
    }
    for bar in &step.bars {
        let parts: Vec<_> =
            bar.parts.iter().map(|(name, of, value)| format!("{name}:{}:{value}", *of as usize)).collect();
        line("B", &[&bar.of, &bar.name, &bar.shown, &parts.join("|")]);
    }
    line("A", &[&step.cause]);
    line("M", &[&step.more]);
}

fn joined<T: ToString>(values: &[T], sign: &str) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(sign)
}

/// The lessons of a text that [`pack`] has written.
pub(super) fn unpack(text: &str) -> Vec<Lesson> {
    let mut lessons: Vec<Lesson> = Vec::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let field = |at: usize| fields.get(at).copied().unwrap_or_default().to_owned();
        if fields[0] == "L" {
            let [slug, title, goal, author, language] = [1, 2, 4, 5, 6].map(field);
            let minutes = number(&field(3)) as u32;
            let tags = items(&field(7)).map(str::to_owned).collect();
            lessons.push(Lesson { slug, title, minutes, goal, author, language, tags, ..Lesson::default() });
            continue;
        }
        if let Some(lesson) = lessons.last_mut() {
            add(lesson, fields[0], &field);
        }
    }
    lessons
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split('|').filter(|item| !item.is_empty())
}

fn scene(link: &str) -> Scenario {
    link::parse(link).scenario
}

/// Adds a line to a lesson.
fn add(lesson: &mut Lesson, tag: &str, field: &dyn Fn(usize) -> String) {
    match tag {
        "E" => lesson.ask.push(field(1)),
        "W" => lesson.scenes.put(field(1), scene(&field(2))),
        "R" => {
            let kept = field(9);
            let values = |item: &str| {
                let (name, numbers) = item.split_once('=')?;
                Some((name.to_owned(), numbers.split(' ').map(number).collect()))
            };
            lesson.runs.push(RecordedRun {
                kept: items(&kept).filter_map(values).collect(),
                digest: u64::from_str_radix(&field(4), 16).unwrap_or_default(),
                mean: number(&field(6)),
                half95: number(&field(7)),
                throughput: number(&field(8)),
                ..RecordedRun::of(field(1), scene(&field(2)), field(3), field(5))
            });
        }
        "S" => {
            let (answered, shows, runs) = (field(3), field(4), field(5));
            lesson.steps.push(LessonStep {
                title: field(1),
                asked: scene(&field(2)),
                answered: (!answered.is_empty()).then(|| scene(&answered)),
                shows: items(&shows).filter_map(Reading::of).collect(),
                runs: items(&runs).map(|run| number(run) as usize).collect(),
                whole: true,
                ..LessonStep::default()
            });
        }
        "T" => {
            let task = scene(&field(4));
            let (names, rule) = (field(2), field(3));
            let keys = items(&names).filter_map(|name| Some(task.system().param_called(name)?.key)).collect();
            let (offers, shown) = (Vec::new(), Vec::new());
            lesson.task = Some(Task { line: 0, ask: field(1), scene: task, keys, offers, shown, rule });
        }
        "H" => lesson.task.iter_mut().for_each(|task| task.shown.push((0, field(1), field(2)))),
        "F" => {
            let (words, change, right, reply) = (field(1), field(2), field(3) == "1", field(4));
            if let Some(task) = &mut lesson.task {
                task.offers.push(Offer { line: 0, words, change, right, reply });
            }
        }
        _ => {
            if let Some(step) = lesson.steps.last_mut() {
                add_to_step(step, tag, field);
            }
        }
    }
}

fn add_to_step(step: &mut LessonStep, tag: &str, field: &dyn Fn(usize) -> String) {
    match (tag, &mut step.question) {
        ("P", _) => step.text.push(field(1)),
        ("V", _) => step.picture = Drawing::parse(&field(1)).ok(),
        ("G", _) => step.stage = Drawing::parse(&field(1)).ok(),
        ("K", _) => step.figure = field(1),
        ("Z", _) => step.beside = Some(scene(&field(1))),
        ("A", _) => step.cause = field(1),
        ("M", _) => step.more = field(1),
        ("C", question) => {
            *question = Question::Choice { ask: field(1), options: Vec::new(), right: number(&field(2)) as usize };
        }
        ("O", Question::Choice { options, .. }) => options.push(Choice { words: field(1), mistake: field(2) }),
        ("N", question) => {
            let (right, within) = (number(&field(3)), number(&field(4)));
            *question = Question::Number { ask: field(1), unit: field(2), right, within, mistakes: Vec::new() };
        }
        ("I", Question::Number { mistakes, .. }) => mistakes.push((number(&field(1)), number(&field(2)), field(3))),
        ("D", question) => {
            let reading = Reading::of(&field(2)).unwrap_or(Reading::Printed);
            *question = Question::Draw { ask: field(1), reading, loads: number(&field(3)), top: number(&field(4)) };
        }
        ("B", _) => {
            let parts = field(4);
            let part = |item: &str| {
                let (rest, value) = item.rsplit_once(':')?;
                let (name, tone) = rest.rsplit_once(':')?;
                Some((name.to_owned(), *TONES.get(number(tone) as usize)?, number(value)))
            };
            let parts = items(&parts).filter_map(part).collect();
            step.bars.push(Bar { of: field(1), name: field(2), shown: field(3), parts });
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::read::{read, tests::files};

    #[test]
    fn the_page_has_the_lessons_as_they_are() {
        let read: Vec<Lesson> = files().map(|text| read(text.as_bytes()).0).collect();
        let text: String = read.iter().map(pack).collect();
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("www/lessons.txt");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &text).expect("the file can be written");
        }
        let there = std::fs::read_to_string(path).expect("the file");
        assert!(there == text, "BLESS=1 cargo test -p flitscope --lib packed writes www/lessons.txt anew");
        let again = unpack(&text);
        assert_eq!(again.iter().map(pack).collect::<String>(), text);
        for (one, other) in again.iter().zip(&read) {
            assert_eq!(one.scenes, other.scenes, "{}", one.slug);
        }
        assert!(unpack("").is_empty() && unpack("S\tno lesson\nF\n").is_empty());
    }
}
