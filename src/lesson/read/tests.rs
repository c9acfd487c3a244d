//! The reader on files that were damaged, and on files made to break it: each is a lesson or mistakes with a line, the work is linear in
//! the size, and no more is kept than the file has.

use super::{
    super::{WORK, pack},
    *,
};
use crate::blessed;
use rand::{Rng as _, RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// Letters looked at and links read for each byte of a file, at most: the most that our own files take is 12.
const WORK_OF_A_BYTE: usize = 60;

/// The texts of our lessons, in their order.
pub(in crate::lesson) fn files() -> impl Iterator<Item = String> {
    let slugs = crate::scenario::System::TorusBroadcast.options(Key::Lesson).iter().map(|option| option.key);
    let text = |slug| std::fs::read_to_string(format!("{}/lessons/{slug}.md", env!("CARGO_MANIFEST_DIR"))).ok();
    slugs.filter_map(text)
}

/// Reads bytes, and holds what must be true of every file.
fn held(bytes: &[u8]) -> (Lesson, Vec<Mistake>) {
    WORK.set(0);
    let (lesson, mistakes) = read(bytes);
    assert!(WORK.get() <= WORK_OF_A_BYTE * bytes.len() + 200_000, "{} for {} bytes", WORK.get(), bytes.len());
    assert!(mistakes.len() <= MOST_MISTAKES);
    let lines = bytes.split(|byte| *byte == b'\n').count();
    for mistake in &mistakes {
        assert!((1..=lines + 1).contains(&mistake.line), "{mistake} of {lines} lines");
        let said = mistake.to_string();
        assert!(said.starts_with(&format!("Line {}", mistake.line)) && said.ends_with(['.', '?', ']', ')']), "{said}");
        assert!(said.chars().count() <= 400 && !said.contains('\n'), "{said}");
    }
    let counts =
        [lesson.steps.len(), lesson.scenes.all().len(), lesson.claims.len(), lesson.runs.len(), lesson.ask.len()];
    assert!(
        counts
            .iter()
            .zip([MOST_STEPS, scenes::MOST, MOST_CLAIMS, MOST_RUNS, MOST_QUESTIONS])
            .all(|(count, most)| *count <= most),
        "{counts:?}"
    );
    if mistakes.is_empty() {
        assert!(lesson.steps.iter().all(|step| step.whole) && !lesson.steps.is_empty());
        // Links of scenes are longer than the changes that name them.
        assert!(pack(&lesson).len() <= 8 * bytes.len() + 2_000);
    }
    (lesson, mistakes)
}

/// A file with one thing changed: a byte, a cut, two lines, random bytes, a line twice.
fn mutated(text: &str, random: &mut Pcg64Mcg) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    let at = random.random_range(0..bytes.len());
    let mut lines: Vec<&str> = text.lines().collect();
    let [one, other] = [(); 2].map(|()| random.random_range(0..lines.len()));
    match random.random_range(0..8) {
        0 => bytes[at] = random.random(),
        1 => bytes[at] = b"#-[]|<>!*&=:`${}()~\n \""[random.random_range(0..22)],
        2 => bytes.truncate(at),
        3 => drop(bytes.drain(..at)),
        4 => lines.swap(one, other),
        5 => lines.insert(other, lines[one]),
        6 => drop(lines.remove(one)),
        _ => {
            let end = (at + random.random_range(1..200)).min(bytes.len());
            random.fill_bytes(&mut bytes[at..end]);
        }
    }
    if lines.iter().copied().eq(text.lines()) { bytes } else { lines.join("\n").into_bytes() }
}

#[test]
fn a_thousand_damaged_lessons_are_lessons_or_have_mistakes_with_a_line() {
    let mut random = Pcg64Mcg::seed_from_u64(60);
    let (mut whole, files) = (0, files().collect::<Vec<_>>());
    for case in 0..1_000 {
        let (_, mistakes) = held(&mutated(&files[case % files.len()], &mut random));
        whole += usize::from(mistakes.is_empty());
    }
    assert!((50..950).contains(&whole), "{whole} of 1000 are lessons");
}

#[test]
fn random_bytes_are_no_lesson() {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    for size in [0, 1, 3, 100, 5_000, MOST_BYTES, MOST_BYTES + 1] {
        let mut bytes = vec![0; size];
        random.fill_bytes(&mut bytes);
        assert!(!held(&bytes).1.is_empty());
    }
}

const HEAD: &str = "---\nlesson: 1\nslug: my-lesson\ntitle: T\nminutes: 5\ngoal: G.\nscenes:\n- a: system=torus-broadcast&k=8\n---\n\n";

/// A task with quantities that cannot be read.
const TASK: &str = "## S\n\nT.\n\n[Asked](#a)\n\n## Task\n\nD.\n\n[Asked](#a)\n\nChange: vcs\nShown: hops\nShown: hops = 1 +\n\n\
    - [x] vcs=5\n<!-- solved = here.vcs == 5 -->\n";

/// Files as large as a file may be, each with as much as possible of one thing.
fn large() -> Vec<String> {
    let fill = |piece: &str, line: usize| {
        let mut text = String::from(HEAD) + "## S\n\n";
        let per = line / piece.len();
        while text.len() + line < MOST_BYTES - 20_000 {
            text += &piece.repeat(per);
            text.push('\n');
        }
        text
    };
    let claims =
        |text: String, claim: &str| text + "\n" + &format!("{claim}\n").repeat((20_000 - 20) / (claim.len() + 1));
    let sum = (0..60).map(|key| format!("a&k={}", 3 + key)).collect::<Vec<_>>().join(" + ");
    vec![
        claims(fill("1 2 3 ", 1_900), "<!-- 7 = 1 -->"),
        claims(fill("k = 9 ", 1_900), "<!-- 9 = a.k -->"),
        claims(fill("k = 9 ", 1_900), &format!("<!-- 9 = {sum} -->")),
        fill("[Asked](#a)", 11),
        fill("- [ ] o", 7),
        fill("| 1 ", 1_900),
        fill("<", 1_900),
        fill(" =      1", 1_900),
        format!("{HEAD}## S\n\nT.\n\n<!-- 1 = {}1 -->\n", "(".repeat(1_900)),
        String::from(HEAD) + &"## S\n\nT.\n\n".repeat(350),
    ]
}

#[test]
fn files_full_of_one_thing_take_no_more_work_than_others() {
    for text in large() {
        assert!(!held(text.as_bytes()).1.is_empty());
    }
}

/// Texts of authors and their editors are lessons with the same words.
#[test]
fn what_authors_write_is_read() {
    let whole = files().nth(6).expect("a lesson");
    let text =
        "T {}.\n\n[Asked](#a)\n\n**Q?**\n- [X] a\n  > No.\n* [] b\n+\t[ ] c\n\n### Answer\n\nC.\n<!-- [x] = 1 -->";
    let file = |words: &str| format!("{HEAD}## S\n\n{}\n", text.replace("{}", words));
    for words in [
        "if k<n and n>m, k<b",
        "<n is small",
        "می\u{200c}شود",
        "क्\u{200d}ष",
        "👩\u{200d}👧",
        "$M / (1 − ρ)$, $x₁$, `x_1`, `\\rho`",
    ] {
        let (lesson, mistakes) = held(file(words).as_bytes());
        assert_eq!(mistakes, [], "{words}");
        assert_eq!(lesson.steps[0].text, [format!("T {words}.")]);
        assert!(matches!(&lesson.steps[0].question, Question::Choice { options, right: 0, .. } if options.len() == 3));
    }
    // A line that begins with a sign is part of its paragraph.
    let (lesson, mistakes) = held(file("k\n<n").as_bytes());
    assert_eq!((lesson.steps[0].text[0].as_str(), mistakes), ("T k <n.", Vec::new()));
    let number = "- [= 36,5] Zyklen, right within 7,5 %\n  > 6,5 to 9,5: Nein.\n<!-- 36,5 = 73 / 2 -->";
    let german = HEAD.replace("slug:", "language: de-CH\nteacher:\n  - Warum?\nslug:").replace("- a:", "  - a:")
        + &format!(
            "## S\n\nEs dauert 36,5 Zyklen, λ = 0,001.\n<!-- 36.5 = 73 / 2 -->\n\n[Asked](#a&load=0.001)\n\n**Wie \
            lange?**\n\n{number}\n\n### Answer\n\n\
             | Zyklen | simulated |\n|---|---|\n| λ = 0,001 | 36,5 ± 0,4 |\n<!-- 36,5 = 73 / 2 -->\n<!-- 0,4 = 2 / 5 -->\n\nC.\n"
        );
    let (lesson, mistakes) = held(german.as_bytes());
    assert_eq!(mistakes, []);
    assert_eq!((lesson.language.as_str(), lesson.ask.len(), lesson.steps[0].bars[0].value()), ("de-CH", 1, 36.5));
    assert!(matches!(&lesson.steps[0].question, Question::Number { right, within, mistakes, .. }
            if (*right, *within, mistakes[0].0) == (36.5, 0.075, 6.5)));
    // Editors save UTF-16, with a mark or without, and lines that end with CR LF.
    let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
    for text in [whole.clone(), format!("\u{feff}{whole}"), whole.replace('\n', "\r\n")] {
        let little: Vec<u8> = units(&text).iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units(&text).iter().flat_map(|unit| unit.to_be_bytes()).collect();
        for bytes in [text.as_bytes(), &little, &big] {
            assert_eq!(read(bytes), read(whole.as_bytes()));
        }
    }
}

#[test]
fn what_must_not_be_in_a_file_gets_a_sentence() {
    let said = |bytes: &[u8]| held(bytes).1.iter().map(Mistake::to_string).collect::<Vec<_>>();
    let steps = "T $\\frac{M}{1-\\rho}$.|T $x_1$.|T $$x$$.|T a \\(x\\).|T</b>.|a\u{200c}b|<script>alert(1)</script>|T <img src=x>.|\
        T ![p](p.png).|See https://example.org.|T.\n\n[Asked](https://example.org)|T\u{202e}.|T.\n\n[Asked](#a&open=64)|\
        T.\n\n[Asked](#a&open=63)|T.\n\n[Asked](#a&scene=broadcast&open=3)|T.\n\n[Asked](#a&laod=0.001)|\
        T.\n\n[Asked](#a&show=printed,flow)\n\n**D?**\n- [~] latency, load 0 to 0.01, 0 to 99 cycles, answer flow\n\n### Answer\n\nC.|\
        T.\n\n[Figure](queue)\n[Asked](#a)|T.\n\n[Asked](#a)\n\nShown: k = a.k";
    blessed::words("mistakes of steps", steps.split('|'), |step| said(format!("{HEAD}## S\n\n{step}\n").as_bytes()));
    let files = [
        ("10 MB", "x".repeat(10_000_000)),
        ("a zero", "---\nlesson: 1\0".into()),
        ("another language", HEAD.replace("goal:", "language: Deutsch\ngoal:")),
        ("lines", "## S\n".repeat(10_000)),
        ("steps", HEAD.to_owned() + &"## S\n\nT.\n\n[Asked](#a)\n\n".repeat(15)),
        ("a long line", "x".repeat(2_001)),
        ("no head", "Hello".into()),
        ("a key", HEAD.replace("minutes", "minuts")),
        (
            "a scene",
            HEAD.replace("- a: ", "- c: b&k=4\n- b: a&vcs=4\n- a: laod=0.001&") + "## S\n\nλ = 0.001.\n\n[Asked](#b)\n",
        ),
        ("tags", HEAD.replace("goal:", "tags: flow control, Deadlock\ngoal:")),
        ("quantities", HEAD.to_owned() + TASK),
        ("a circle", HEAD.replace("- a: ", "- b0: b2\n- b1: b0\n- b2: b1\n- a: ")),
    ];
    blessed::lines("mistakes of files", files.map(|(name, text)| (name, said(text.as_bytes()))));
    let bytes: [(_, &[u8]); 2] =
        [("half a letter", &[0xff, 0xfe, 0]), ("ISO 8859-1", b"---\nlesson: 1\ntitle: \xdcbung")];
    blessed::lines("mistakes of bytes", bytes.map(|(name, bytes)| (name, said(bytes))));
}
