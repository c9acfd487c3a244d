//! A lesson never answers its own question: while a step asks, nothing that can be read on the page has the answer, and the animation does not pass the moment
//! of the question, whatever the reader does.

use super::*;
use crate::{dom::patch::Patch, learn::inline};
use flitscope::{
    lesson::{self, Lesson, LessonStep, Question},
    text::significant,
};
use std::sync::LazyLock;

const PAGE: &str = include_str!("../../../../../../index.html");
const STYLE: &str = include_str!("../../../../../../www/screen.css");

/// Elements that have no end tag.
const VOID: [&str; 5] = ["meta", "link", "img", "input", "br"];

/// An element of the page as it is served.
struct Element {
    id: String,
    /// Its id, and those of the elements around it.
    within: Vec<String>,
    hidden: bool,
}

/// The elements with an id.
fn elements() -> &'static [Element] {
    static ELEMENTS: LazyLock<Vec<Element>> = LazyLock::new(parsed);
    &ELEMENTS
}

fn parsed() -> Vec<Element> {
    let (mut open, mut all): (Vec<(String, String)>, Vec<Element>) = (Vec::new(), Vec::new());
    let body = PAGE.split_once("</head>").expect("a body").1;
    for tag in body.split('<').skip(1).filter(|tag| !tag.starts_with('!')) {
        let tag = tag.split_once('>').expect("a tag").0;
        if let Some(name) = tag.strip_prefix('/') {
            while open.pop().is_some_and(|(other, _)| other != name) {}
            continue;
        }
        let name = tag.split_whitespace().next().expect("a name").to_owned();
        let id = tag.split_once(" id=\"").and_then(|(_, rest)| rest.split_once('"')).map_or("", |(id, _)| id);
        open.push((name.clone(), id.into()));
        if !id.is_empty() {
            let within = open.iter().map(|(_, id)| id.clone()).filter(|id| !id.is_empty()).collect();
            let hidden = tag.split_whitespace().any(|part| part == "hidden") || name == "dialog";
            all.push(Element { id: id.into(), within, hidden });
        }
        if VOID.contains(&&*name) || tag.ends_with('/') {
            open.pop();
        }
    }
    all
}

/// The ids that the style sheet hides while a step asks.
fn hidden_by_style() -> Vec<&'static str> {
    let rule = STYLE.split_once("body.asks :is(").and_then(|(_, rest)| rest.split_once(") { display: none; }"));
    rule.expect("a rule").0.split(", ").map(|id| id.trim_start_matches('#')).collect()
}

/// Texts and marks of the page, by element: a lesson writes some ten thousand times, and each look asks for a thousand elements.
struct Written<'a>(HashMap<&'a str, Vec<&'a Patch>>);

impl<'a> Written<'a> {
    fn to(bench: &'a Bench) -> Self {
        let mut marks: HashMap<_, Vec<_>> = HashMap::new();
        bench.sheet.marks().iter().for_each(|(id, mark)| marks.entry(&**id).or_default().push(mark));
        Self(marks)
    }

    /// The last mark of an element from which `pick` takes anything, as `pick` gives it.
    fn last<T>(&self, id: &str, pick: impl Fn(&'a Patch) -> Option<T>) -> Option<T> {
        self.0.get(id)?.iter().rev().find_map(|mark| pick(mark))
    }

    fn said(&self, id: &str) -> &'a str {
        let words = |mark: &'a Patch| match mark {
            Patch::Text(text) | Patch::Markup(text) => Some(text.as_str()),
            _ => None,
        };
        self.last(id, words).unwrap_or_default()
    }

    fn attribute(&self, id: &str, name: &str) -> &'a str {
        let value = |mark: &'a Patch| match mark {
            Patch::Attribute(other, value) if *other == name => Some(value.as_str()),
            _ => None,
        };
        self.last(id, value).unwrap_or_default()
    }

    fn lines(&self, id: &str) -> &'a str {
        let lines = |mark: &'a Patch| match mark {
            Patch::Lines(lines) | Patch::MoreLines(lines, _) => Some(lines.as_str()),
            _ => None,
        };
        self.last(id, lines).unwrap_or_default()
    }

    fn shows(&self, id: &str) -> Option<bool> {
        self.last(id, |mark| if let Patch::Shown(shown) = mark { Some(*shown) } else { None })
    }
}

/// Everything that can be read, with where it stands: texts of elements that are shown, what is spoken of them, the words of the chart and the title.
fn readable(bench: &Bench) -> Vec<(String, String)> {
    let (elements, style, written) = (elements(), hidden_by_style(), Written::to(bench));
    let asks = bench.sheet.classed("body", "asks") == Some(true);
    let served: HashMap<_, _> = elements.iter().map(|element| (&*element.id, element.hidden)).collect();
    let hidden = |id: &str| !written.shows(id).unwrap_or(!served[id]) || asks && style.contains(&id);
    let hidden: HashMap<_, _> = served.keys().map(|id| (*id, hidden(id))).collect();
    let mut read = Vec::new();
    let mut texts = |id: &str| {
        read.push((id.to_owned(), written.said(id).to_owned()));
        for name in ["aria-valuetext", "aria-label", "title"] {
            read.push((format!("{id} {name}"), written.attribute(id, name).to_owned()));
        }
        read.push((format!("{id} lines"), written.lines(id).to_owned()));
    };
    let seen: Vec<_> = elements.iter().filter(|element| !element.within.iter().any(|id| hidden[&**id])).collect();
    seen.iter().for_each(|element| texts(&element.id));
    // Generated elements are present if the markup around them is.
    let inside: String = seen.iter().map(|element| written.said(&element.id)).collect();
    let mut made: Vec<_> = written.0.keys().copied().collect();
    made.sort_unstable();
    made.retain(|id| !served.contains_key(id) && inside.contains(&format!("id=\"{id}\"")));
    made.iter().filter(|id| written.shows(id) != Some(false)).for_each(|id| texts(id));
    let chart = bench.chart.as_ref().expect("a chart");
    read.extend(chart.series.iter().map(|series| ("curve".into(), series.label.clone())));
    read.extend(chart.limits.iter().map(|limit| ("limit".into(), limit.label.clone())));
    read.extend(chart.zone.iter().map(|zone| ("zone".into(), zone.label.clone())));
    read.extend(chart.marks.iter().map(|mark| ("mark".into(), mark.label.clone())));
    read.push(("title".into(), header::title(bench.state.scenario())));
    read.retain(|(_, text)| !text.is_empty());
    read
}

/// The numbers in a text, without its tags.
fn numbers(text: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut tag = false;
    for letter in text.chars() {
        tag = letter == '<' || tag && letter != '>';
        plain.push(if tag || letter == '>' { ' ' } else { letter });
    }
    let parts = plain.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
    let parts = parts.map(|part| part.trim_matches('.').to_owned());
    parts.filter(|part| part.parse::<f64>().is_ok()).collect()
}

/// True if a number is another one in the digits of that.
fn is(number: &str, said: &str) -> bool {
    let digits = said.trim_start_matches(['0', '.']).chars().filter(char::is_ascii_digit).count() as i32;
    number == said || number.parse().is_ok_and(|number: f64| significant(number, digits.max(3)) == said)
}

/// The answer of a step, as far as it can be found in a text.
struct Secret {
    step: &'static LessonStep,
    /// The right one of the answers that are offered.
    option: Option<&'static str>,
    /// Each sentence of the answer and of its parts in per cent, and the mistakes that are named.
    sentences: Vec<String>,
    /// The numbers of the answer, in three digits and more, which neither the step nor its setting names.
    numbers: Vec<String>,
}

impl Secret {
    fn of(step: &'static LessonStep) -> Self {
        let bars: String = step.bars.iter().map(|bar| format!(" {}", bar.shown)).collect();
        let said = format!("{}{bars}", step.cause);
        let setting = link::write(&step.scene()).replace(['=', '&', ',', ':'], " ");
        let mut given = format!("{} {} {setting}", step.text.join(" "), step.question.ask());
        let mut sentences: Vec<String> = match &step.question {
            Question::Choice { options, .. } => options.iter().map(|option| option.mistake.clone()).collect(),
            Question::Number { mistakes, .. } => mistakes.iter().map(|(.., words)| words.clone()).collect(),
            Question::Draw { .. } | Question::Look => Vec::new(),
        };
        sentences.retain(|words| !words.is_empty());
        sentences.extend(said.split(". ").map(str::to_owned));
        let mut tell: Vec<_> = numbers(&said).into_iter().filter(|number| number.len() >= 3).collect();
        let option = match &step.question {
            Question::Choice { options, right, .. } => {
                options.iter().for_each(|option| given.extend([" ", &option.words]));
                Some(options[*right].words.as_str())
            }
            Question::Number { right, .. } => {
                tell.push(significant(*right, 3));
                None
            }
            Question::Draw { .. } | Question::Look => None,
        };
        let parts = said.split(" %").filter_map(|before| before.rsplit(' ').next());
        sentences.extend(parts.filter(|part| part.parse::<f64>().is_ok()).map(|part| format!("{part} %")));
        let given_numbers = numbers(&given);
        tell.retain(|number| !given_numbers.iter().any(|given| is(given, number)));
        sentences.retain(|sentence| !given.contains(sentence.as_str()));
        Self { step, option, sentences, numbers: tell }
    }
}

/// Every place where the answer can be read.
fn leaks(bench: &Bench, secret: &Secret) -> Vec<String> {
    let (mut leaks, step) = (Vec::new(), secret.step);
    for (place, text) in readable(bench) {
        // The form has ranges, and the player speeds, whatever the results are.
        let seen = if ["controls", "speed"].contains(&&*place) { Vec::new() } else { numbers(&text) };
        if let Some(number) = seen.iter().find(|number| secret.numbers.iter().any(|answer| is(number, answer))) {
            leaks.push(format!("{place} has {number}: {text}"));
        }
        let option = secret.option.filter(|_| place != "lesson-question");
        let sentences = secret.sentences.iter().map(String::as_str).chain(option);
        for sentence in sentences.filter(|sentence| text.contains(sentence)) {
            leaks.push(format!("{place} says {sentence:?}"));
        }
        for verdict in ["deadlock", "ever move", "nothing moves", "saturated", "circle", "no copies want", "overtake"] {
            if ["caption", "pair-caption", "stage-node", "stage-numbers", "extent"].contains(&&*place)
                && text.contains(verdict)
            {
                leaks.push(format!("{place}: {text}"));
            }
        }
    }
    let chart = bench.chart.as_ref().expect("a chart");
    let shown = |label: &str| step.shows.iter().any(|reading| label == bench.state.scenario().reading_words(*reading));
    leaks.extend(
        chart.series.iter().filter(|series| !shown(&series.label)).map(|series| format!("curve {}", series.label)),
    );
    if !chart.observed.is_empty() {
        leaks.push("simulated points".into());
    }
    if step.shows.is_empty() && !(chart.marks.is_empty() && chart.limits.is_empty()) {
        leaks.push("marks".into());
    }
    let handle: serde_json::Value = serde_json::from_str(&json::write(&bench.state.results_report())).expect("JSON");
    for key in ["simulated", "pins", "figures"] {
        if handle[key] != serde_json::json!([]) {
            leaks.push(format!("{key} in the handle"));
        }
    }
    if handle["point"]["state"] == "stable" || handle["curves"].as_array().map(Vec::len) != Some(step.shows.len()) {
        leaks.push("results in the handle".into());
    }
    leaks
}

/// The cycle that is seen.
fn cycle(bench: &Bench) -> u32 {
    bench.sheet.has("caption", "data-cycle").and_then(|cycle| cycle.parse().ok()).unwrap_or(0)
}

/// Everything that a reader may do before the answer, with what it tells.
fn provoke(bench: &mut Bench, step: &'static LessonStep) -> Vec<String> {
    let (secret, mut told) = (Secret::of(step), Vec::new());
    let mut look = |bench: &mut Bench, what: &str| {
        told.extend(leaks(bench, &secret).into_iter().map(|leak| format!("{what}: {leak}")));
        if cycle(bench) > step.asked.count(Key::Cycle) {
            told.push(format!("{what}: cycle {} beyond {}", cycle(bench), step.asked.count(Key::Cycle)));
        }
    };
    bench.wait(1_500.0);
    look(bench, "opened");
    for (message, what) in [
        (Message::from(RunMessage::Start), "simulated"),
        (PageMessage::Opened { id: "log-box".into(), open: true }.into(), "log"),
        (EditMessage::Put { key: Key::Speed, text: "4".into(), moving: false }.into(), "speed"),
        (PlayMessage::Toggle.into(), "played"),
        (PlayMessage::Step(9).into(), "stepped"),
        (EditMessage::Put { key: Key::Cycle, text: "19000".into(), moving: true }.into(), "scrubbed"),
        (PlayMessage::Mark { forward: true }.into(), "marked"),
        (PlayMessage::Walk { toward: Toward::Right, links: false }.into(), "node"),
        (PlayMessage::Walk { toward: Toward::Right, links: true }.into(), "channel"),
        (PlayMessage::Act.into(), "message"),
        (ChartMessage::Cursor(Cursor::At(300.0)).into(), "cursor"),
        (EditMessage::Put { key: Key::Tab, text: "comparison".into(), moving: false }.into(), "comparison"),
        (EditMessage::Put { key: Key::Tab, text: "data".into(), moving: false }.into(), "data"),
        (EditMessage::Pin.into(), "pinned"),
        (PlayMessage::Restart.into(), "restarted"),
    ] {
        bench.send(message);
        bench.wait(300.0);
        look(bench, what);
    }
    // As it was: what it had been opened with, without a pin.
    bench.send(EditMessage::Unpin(0));
    bench.wait(500.0);
    if !bench.jobs.is_empty() {
        told.push("something is simulated".into());
    }
    told
}

/// The right answer, or any of those that are typed or drawn.
fn answer(bench: &mut Bench, step: &LessonStep) {
    match &step.question {
        Question::Choice { right, .. } => bench.put(Key::Answer, &(right + 1).to_string()),
        Question::Number { .. } => bench.put(Key::Answer, "12"),
        Question::Draw { .. } => bench.send(LearnMessage::Lesson(LessonAction::Compare)),
        Question::Look => {}
    }
    bench.wait(2_500.0);
}

/// Goes through a lesson and gathers what it tells too early, and what it still hides when it is answered.
fn play(lesson: &'static Lesson) -> Vec<String> {
    let mut bench = Bench::opened("", HashMap::new(), false, false);
    bench.send(LearnMessage::Lesson(LessonAction::Open(lesson.slug.clone())));
    let mut wrong = Vec::new();
    for (index, step) in lesson.steps.iter().enumerate() {
        let name = format!("{} {}", lesson.slug, index + 1);
        wrong.extend(provoke(&mut bench, step).into_iter().map(|leak| format!("{name}, {leak}")));
        answer(&mut bench, step);
        let read = readable(&bench);
        let said = |id: &str| read.iter().find(|(place, _)| place == id).map_or("", |(_, text)| text.as_str());
        assert_eq!(said("lesson-reveal"), inline::markup(&step.cause).into_string(), "{name}");
        assert!(
            !said("caption").contains("after your answer") && !said("caption").is_empty(),
            "{name}: {}",
            said("caption")
        );
        assert!(!said("number").is_empty(), "{name}");
        let scene = step.scene();
        assert!(!bench.state.results.curves.is_empty() && bench.drawn.0 > 0, "{name}");
        assert_eq!(bench.state.results.pins.len(), scene.pins().all().len(), "{name}");
        match scene.count(Key::Cycle) {
            0 if step.asked.count(Key::Cycle) < 200 => {
                assert!(cycle(&bench) > step.asked.count(Key::Cycle), "{name}: {} plays on", cycle(&bench))
            }
            0 => {}
            own => assert_ne!(cycle(&bench), own, "{name} plays on"),
        }
        bench.state.player.transport.pause();
        // Points of the answered step are there when the next one asks.
        bench.finish();
        bench.send(LearnMessage::Lesson(LessonAction::Step(1)));
    }
    wrong
}

fn asking() -> impl Iterator<Item = &'static Lesson> {
    lesson::all().iter().map(|lesson| &**lesson).filter(|lesson| lesson.steps[0].asks())
}

#[test]
fn no_step_tells_its_answer_before_it_is_given() {
    let wrong: Vec<_> = asking().flat_map(play).collect();
    assert!(wrong.is_empty(), "{} times:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_link_does_not_open_a_step_beyond_its_question() {
    let mut wrong = Vec::new();
    for lesson in asking() {
        for (index, step) in lesson.steps.iter().enumerate() {
            let place =
                format!("lesson={}&step={}&cycle=19000&auto=1&tab=comparison&follow=25", lesson.slug, index + 1);
            let mut bench = Bench::opened(&format!("#{place}"), HashMap::new(), true, false);
            bench.settle();
            wrong.extend(leaks(&bench, &Secret::of(step)).into_iter().map(|leak| format!("{place}: {leak}")));
            assert!(
                cycle(&bench) <= step.asked.count(Key::Cycle) && bench.jobs.is_empty(),
                "{place}: {}",
                cycle(&bench)
            );
        }
    }
    assert!(wrong.is_empty(), "{} times:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_ring_and_the_packets_are_seen_before_their_circle_closes() {
    for (slug, step) in [("deadlock", 0), ("deadlock", 1), ("proof", 1), ("proof", 2), ("proof", 3)] {
        let lesson = lesson::of(slug).expect("a lesson");
        let scene = lesson.steps[step].asked;
        let until = scene.count(Key::Cycle);
        let mut animation = flitscope_show::animation::of(&scene).expect("it can be drawn");
        while animation.recorded() < until {
            animation.advance(16);
        }
        assert!((0..=until).all(|cycle| animation.frame(cycle, None).circle.is_empty()), "{slug}, step {}", step + 1);
        let over = animation.phases().iter().map(|phase| phase.cycle).filter(|cycle| *cycle <= until);
        assert!(over.count() < 4, "{slug}, step {}", step + 1);
    }
}
