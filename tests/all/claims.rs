//! Every number of the lessons, of the guide and of other documents is computed by the claim in the comment below it.

use flitscope::{
    lesson::{
        self, Lesson, Question,
        claim::{self, Claim, stands},
        scenes::Scenes,
        value::Value,
        world::World,
    },
    model,
    param::Key,
    scenario::{Parsed, link, preset},
    sim::trace::{Trace, TraceProgress},
};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use std::{fs, path::Path};

/// Node-cycles of a run: those of the documents are not recorded.
const MOST: f64 = 1e9;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &str) -> Vec<String> {
    let names = fs::read_dir(root().join(folder)).expect("a folder");
    let names = names.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut files: Vec<_> = names.filter(|name| name.ends_with(".md")).map(|name| format!("{folder}/{name}")).collect();
    files.sort();
    files
}

fn text(name: &str) -> String {
    fs::read_to_string(root().join(name)).expect("a file")
}

/// The part of `docs/accuracy.md` below the heading that has some words.
fn accuracies(heading: &str) -> Result<String, String> {
    let all = text("docs/accuracy.md");
    let part = all.split("\n## ").find(|part| part.lines().next().is_some_and(|title| title.contains(heading)));
    part.map(str::to_owned).ok_or_else(|| format!("docs/accuracy.md has no part \"{heading}\"."))
}

/// The errors of a table of `docs/accuracy.md`, in per cent: those of a load, or of two, in the rows whose names have the words, but none behind `!`.
fn accuracy(heading: &str, rows: &str, loads: &str, what: &str) -> Result<f64, String> {
    let part = accuracies(heading)?;
    let mut lines = part
        .lines()
        .filter(|line| line.starts_with("| "))
        .map(|line| line.trim_matches(['|', ' ']).split(" | ").collect::<Vec<_>>());
    let heads = lines.next().unwrap_or_default();
    let places: Vec<_> = heads
        .iter()
        .enumerate()
        .filter(|(_, head)| loads.split(" and ").any(|load| **head == load))
        .map(|(at, _)| at)
        .collect();
    // Equations of a row, such as `V = 1,`, are one word.
    let words: Vec<&str> = if rows.contains('=') { vec![rows] } else { rows.split_whitespace().collect() };
    let named = |name: &str| {
        words.iter().all(|word| word.strip_prefix('!').map_or_else(|| name.contains(word), |word| !name.contains(word)))
    };
    // The bands are a table of their own.
    let rows = lines.take_while(|cells| cells[0] != "load").filter(|cells| named(&format!("{},", cells[0])));
    let cells: Vec<f64> = rows
        .flat_map(|cells| places.iter().filter_map(|at| cells.get(*at)?.parse().ok()).collect::<Vec<_>>())
        .collect();
    if cells.is_empty() {
        return Err(format!("no row of \"{heading}\" has {rows:?} at {loads}.", rows = words));
    }
    let sizes = || cells.iter().map(|cell| cell.abs());
    Ok(match what {
        "count" => cells.len() as f64,
        "mean" => sizes().sum::<f64>() / cells.len() as f64,
        "most" => sizes().fold(0.0, f64::max),
        "low" => cells.iter().copied().fold(f64::INFINITY, f64::min),
        "high" => cells.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        _ => {
            let limit = what.strip_prefix("within ").and_then(|limit| limit.parse().ok());
            let limit: f64 = limit.ok_or_else(|| format!("\"{what}\" is no measure of errors."))?;
            sizes().filter(|size| *size <= limit).count() as f64
        }
    })
}

/// The functions of documents beside those of lessons: the number of lessons or scenes, the load of a latency, errors of `docs/accuracy.md`, and a number of a sentence there.
fn further(name: &str, given: &[Value]) -> Option<Result<Value, String>> {
    let number = match (name, given) {
        ("count", [Value::Word(what)]) if what == "lessons" => lesson::all().len() as f64,
        ("count", [Value::Word(what)]) if what == "presets" => preset::all().count() as f64,
        ("load_for_latency", [Value::Word(scene), Value::Number(target)]) => {
            let pairs = link::pairs(scene);
            let Parsed { scenario, .. } =
                Parsed::from_pairs(pairs.iter().map(|(key, value)| (key.as_str(), value.as_str())));
            let model = model::of(scenario.setup());
            let (mut low, mut high) = (0.0, model.end().load);
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                let below = model.measures(middle).is_some_and(|measures| measures[0] < *target);
                if below { low = middle } else { high = middle }
            }
            low
        }
        ("accuracy", [Value::Word(heading), Value::Word(rows), Value::Word(loads), Value::Word(what)]) => {
            return Some(accuracy(heading, rows, loads, what).map(Value::Number));
        }
        ("says", [Value::Word(heading), Value::Word(phrase), Value::Number(number)]) => match accuracies(heading) {
            Ok(part) if part.contains(phrase) && stands(&number.to_string(), &phrase.replace('-', "")) => *number,
            Ok(_) => return Some(Err(format!("\"{phrase}\" does not stand there."))),
            Err(sentence) => return Some(Err(sentence)),
        },
        _ => return None,
    };
    Some(Ok(Value::Number(number)))
}

/// The claims of a source, which are comments below an arm or a statement, as those of a document.
fn of_source(source: &str) -> String {
    let line = |line: &str| {
        let line = line.trim();
        let begins = if line.starts_with("Self::") { "\n" } else { "" };
        format!("{begins}{}\n", line.strip_prefix("// ").filter(|line| line.starts_with("<!--")).unwrap_or(line))
    };
    source.lines().map(line).collect()
}

/// Remarks whose per cents are of networks that `docs/accuracy.md` does not have, or of the text of a paper.
const ELSEWHERE: [&str; 10] = [
    "RaisedByBursts",
    "SlowedByChannel",
    "CompleteTooLow",
    "WideMulticasts",
    "Band",
    "FewNodes",
    "UnequalSingle",
    "UnequalFewChannels",
    "UnequalPorts",
    "ManySlots",
];

#[test]
fn accuracies_in_sentences_are_those_of_the_tables() {
    let (remarks, meaning) = ("texts/module/caveats.txt", "crates/page/src/panels/meaning.rs");
    assert_eq!(wrong(&text(remarks)), [""; 0], "{remarks}");
    assert_eq!(wrong(&of_source(&text(meaning))), [""; 0], "{meaning}");
    // Every number before a per cent sign has its claim.
    for section in text(remarks).split("\n\n") {
        let (words, claims) = section.split_once("<!--").unwrap_or((section, ""));
        let remark = words.lines().next().unwrap_or_default().trim_start_matches("# ");
        for (at, _) in words.match_indices(" %").filter(|_| !ELSEWHERE.contains(&remark)) {
            let number = words[..at].rsplit([' ', '(']).next().unwrap_or_default();
            assert!(format!("<!--{claims}").contains(&format!("<!-- {number} = ")), "{remark}: {number} %");
        }
    }
    assert_eq!(
        wrong("off by 7 %\n<!-- 7 = accuracy(\"unequal channels\", \"\", \"0.9\", \"mean\") -->"),
        ["line 2: 7 is 24"]
    );
    for claim in
        ["accuracy(\"no such part\", \"\", \"0.9\", \"mean\")", "says(\"Worms as flows\", \"within 8 % at half\", 8)"]
    {
        assert_eq!(wrong(&format!("8\n<!-- 8 = {claim} -->")).len(), 1, "{claim}");
    }
}

/// The claims of a document that do not hold, or whose number does not stand above them.
fn wrong(document: &str) -> Vec<String> {
    let scenes = Scenes::default();
    let mut world = World::new(&scenes, &[], MOST);
    world.further = &further;
    let one = |(claim, words): (Result<Claim, (usize, String)>, String)| match claim {
        Err((line, sentence)) => Some(format!("line {line}: {sentence}")),
        Ok(claim) if !stands(&claim.printed, &words) => {
            Some(format!("line {}: {} does not stand above", claim.line, claim.printed))
        }
        Ok(claim) => match claim.computed(&world) {
            Ok(value) if value == claim.printed => None,
            Ok(value) => Some(format!("line {}: {} is {value}", claim.line, claim.printed)),
            Err(sentence) => Some(format!("line {}: {sentence}", claim.line)),
        },
    };
    claim::of_document(document).into_iter().filter_map(one).collect()
}

/// The wrong claims of files, with their names; two are computed at a time.
fn found(files: &[String], of: impl Fn(&str) -> Vec<String> + Sync) -> Vec<String> {
    let one = |name: &String| of(name).iter().map(|sentence| format!("{name}: {sentence}")).collect::<Vec<_>>();
    files.into_par_iter().flat_map_iter(one).collect()
}

#[test]
fn every_number_of_the_lessons_is_computed() {
    let lessons = files("lessons");
    assert_eq!(lessons.len(), lesson::all().len());
    let of = |name: &str| {
        let (lesson, mistakes) = lesson::read(text(name).as_bytes());
        let checked = if mistakes.is_empty() { lesson::check(&lesson, MOST) } else { mistakes };
        checked.iter().map(ToString::to_string).collect()
    };
    assert_eq!(found(&lessons, of), [""; 0]);
}

#[test]
fn every_number_of_guide_and_documents_is_computed() {
    let documents = ["README.md".to_owned(), "ARCHITECTURE.md".to_owned()].into_iter();
    let documents: Vec<_> = documents.chain(files("docs")).chain(files("docs/guide")).collect();
    let claiming = documents.iter().filter(|name| !claim::of_document(&text(name)).is_empty()).count();
    assert!(claiming >= 10, "{claiming} documents");
    assert_eq!(found(&documents, |name| wrong(&text(name))), [""; 0]);
}

#[test]
fn a_claim_that_is_wrong_is_found() {
    assert_eq!(wrong("It takes 36.1 cycles.\n<!-- 36.1 = 32 + 4 -->"), ["line 2: 36.1 is 36.0"]);
    assert_eq!(wrong("It takes 36.1 cycles.\n<!-- 36 = 32 + 4 -->"), ["line 2: 36 does not stand above"]);
    assert_eq!(
        wrong("It takes 36 cycles.\n<!-- 36 = 32 + -->"),
        ["line 2: character 15: the expression ends too early."]
    );
}

/// All texts of a lesson that a reader sees.
fn words(lesson: &Lesson) -> String {
    let mut all = vec![lesson.title.clone(), lesson.goal.clone()];
    all.extend(lesson.ask.clone());
    for step in &lesson.steps {
        all.extend(step.text.clone());
        all.extend([step.question.ask().to_owned(), step.cause.clone(), step.more.clone()]);
        match &step.question {
            Question::Choice { options, .. } => {
                all.extend(options.iter().flat_map(|option| [option.words.clone(), option.mistake.clone()]));
            }
            Question::Number { mistakes, .. } => all.extend(mistakes.iter().map(|(.., words)| words.clone())),
            Question::Draw { .. } | Question::Look => {}
        }
    }
    all.extend(lesson.task.iter().flat_map(|task| task.offers.iter().map(|offer| offer.reply.clone())));
    all.join("\n").to_lowercase()
}

/// A number is printed with its digits, so a lesson needs no word that blurs it.
#[test]
fn no_lesson_blurs_a_number() {
    for lesson in lesson::all() {
        let words = words(lesson);
        let blurred = words.split(|letter: char| !letter.is_alphabetic());
        let blurred: Vec<_> =
            blurred.filter(|word| ["nearly", "about", "almost", "roughly", "approximately"].contains(word)).collect();
        // In an idle network, "nearly" stands for no number.
        let idle = words.matches("nearly idle").count();
        assert_eq!(blurred.len(), idle, "{}: {blurred:?}", lesson.slug);
        let shown: String =
            lesson.steps.iter().flat_map(|step| &step.bars).map(|bar| format!(" {} ", bar.shown)).collect();
        let zeros =
            format!("{words} {shown}").split(' ').filter(|word| word.trim_matches([',', '.']).ends_with(".0")).count();
        assert_eq!(zeros, 0, "{}: a whole number has no decimals", lesson.slug);
    }
    // In the guide such a word is not before a number, which has its digits already.
    for name in files("docs/guide") {
        for pair in text(&name).split_whitespace().collect::<Vec<_>>().windows(2) {
            let blurs = ["nearly", "about", "almost", "roughly", "approximately"].contains(&pair[0]);
            assert!(!(blurs && pair[1].starts_with(|sign: char| sign.is_ascii_digit())), "{name}: {pair:?}");
        }
    }
}

#[test]
fn the_right_answers_are_those_that_the_lessons_are_about() {
    let right = |lesson: &Lesson| -> Vec<usize> {
        let of = |question: &Question| if let Question::Choice { right, .. } = question { Some(*right) } else { None };
        lesson.steps.iter().filter_map(|step| of(&step.question)).collect()
    };
    for (slug, expected) in [
        ("first", &[0, 1, 1, 1, 1][..]),
        ("distance", &[2]),
        ("end", &[1, 2]),
        ("more-channels", &[1, 2, 1]),
        ("who-waits", &[1, 2, 1]),
        ("deadlock", &[1, 1]),
        ("lock-it", &[2, 2, 1, 1, 2]),
        ("four-in-a-hundred", &[2]),
        ("same-load", &[2, 1]),
        ("tails", &[2, 2, 0]),
        ("the-port", &[2, 1]),
        ("copy-late", &[2, 1]),
        ("proof", &[1, 1, 2]),
        ("in-whose-way", &[1, 2, 2, 1]),
        ("random", &[1, 2, 2]),
        ("where-it-waits", &[1, 1]),
        ("few-wide-many-narrow", &[1, 0, 1]),
        ("how-far-to-trust", &[1, 2]),
    ] {
        assert_eq!(right(&lesson::of(slug).expect("a lesson")), expected, "{slug}");
    }
}

/// Of a question: the options that have no reply though they are wrong, and a choice between two.
fn unanswered(lesson: &Lesson) -> Vec<String> {
    let mut found = Vec::new();
    for step in &lesson.steps {
        let Question::Choice { options, right, .. } = &step.question else { continue };
        if options.len() < 3 {
            found.push(format!("{}: {} has two options only", lesson.slug, step.title));
        }
        let wrong = options.iter().enumerate().filter(|(at, option)| at != right && option.mistake.is_empty());
        found.extend(wrong.map(|(_, option)| format!("{}: \"{}\" has no reply", lesson.slug, option.words)));
    }
    found
}

#[test]
fn every_wrong_option_has_a_reply_and_no_question_has_two_options_only() {
    let found: Vec<_> = lesson::all().iter().flat_map(|lesson| unanswered(lesson)).collect();
    assert_eq!(found, [""; 0]);
    let (example, mistakes) = lesson::read(text("examples/lesson.md").as_bytes());
    assert_eq!((unanswered(&example), mistakes), (vec![], vec![]));
}

/// Questions about the model of a paper are a track of their own, the last one.
#[test]
fn only_lessons_about_papers_speak_of_a_model_of_a_paper() {
    let about: Vec<_> =
        lesson::all().iter().map(|lesson| (lesson.slug.as_str(), words(lesson).contains("paper’s"))).collect();
    let first = about.iter().position(|(_, speaks)| *speaks).expect("a lesson about a paper");
    assert_eq!(about[first].0, "who-waits");
    let columns = |lesson: &Lesson| {
        lesson
            .steps
            .iter()
            .flat_map(|step| &step.bars)
            .any(|bar| bar.parts.iter().any(|(name, ..)| name.contains("paper")))
    };
    let bars: Vec<_> =
        lesson::all()[..first].iter().filter(|lesson| columns(lesson)).map(|lesson| &lesson.slug).collect();
    assert!(bars.is_empty(), "{bars:?}");
}

/// A step that counts blocked headers is played from a cycle with some: within 75 cycles, which are seen in seven seconds.
#[test]
fn a_step_about_blocking_shows_blocked_headers_at_once() {
    let lesson = lesson::of("in-whose-way").expect("a lesson");
    let (scene, mut blocked) = (lesson.steps[3].scene(), 0);
    let from = u64::from(scene.count(Key::Cycle));
    let mut trace = Trace::of(&scene, from - 100, from + 75).expect("it can be traced");
    let mut count = |entered: &[u64], waited: &[u64]| {
        let waits = entered.iter().zip(waited).skip(1).filter(|(_, waited)| **waited > 0);
        blocked += waits.filter(|(entered, waited)| **entered >= from && **entered - **waited < from + 75).count();
    };
    while trace.step(|journey| count(&journey.entered, &journey.waited)) == TraceProgress::Going {}
    assert!(blocked >= 10, "{blocked}");
}

#[test]
fn a_task_is_solved_in_its_own_network_alone() {
    for lesson in lesson::all() {
        let Some(task) = &lesson.task else { continue };
        assert_eq!(task.judged(lesson, &task.scene).0, Some(false), "{} is solved as it begins", lesson.slug);
        for offer in &task.offers {
            let changed = task.changed(&task.scene, &offer.change).expect("a key of the task");
            assert_eq!(task.judged(lesson, &changed).0, Some(offer.right), "{}: {}", lesson.slug, offer.change);
            let keys = [Key::Vcs, Key::Flits, Key::Multicast, Key::Order];
            let other = keys.iter().filter(|key| !task.keys.contains(key)).fold(changed, |scene, key| {
                let others = [9.0, 1.0, 0.5].map(|value| scene.set(*key, value));
                others.into_iter().find(|other| *other != scene).unwrap_or(scene)
            });
            assert_eq!(task.judged(lesson, &other).0, Some(false), "{}: another network", lesson.slug);
        }
    }
    let without = lesson::all().iter().filter(|lesson| lesson.task.is_none()).count();
    assert_eq!(without, 1, "all lessons but one have a task");
}

#[test]
fn the_shortest_recorded_run_gives_the_same_bits_again() {
    // The one with the fewest nodes times cycles: its row has the digest of all that was observed.
    let lesson = lesson::of("the-port").expect("a lesson");
    let run = lesson.runs.iter().find(|run| run.scene == "fair").expect("it is recorded");
    let heads = ["scene", "cycles", "seed", "version", "digest", "state", "mean_latency", "ci95", "throughput"];
    let again = lesson::recorded::row(&run.scene, run.scenario(), &heads).expect("it can be simulated");
    assert!(text("lessons/the-port.md").lines().any(|line| line == again), "{again}");
    assert_eq!(run.words(), "7.13 ± 0.02");
}
