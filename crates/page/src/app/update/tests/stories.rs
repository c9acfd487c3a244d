//! Stories of the page in `tests/regression/page.txt`: what a reader does, and what the page then shows.
//!
//! A line has commands between ` ; `, or begins with `?` and has questions and, behind `->`, their answers, which `BLESS=1` writes anew.
//! A control is named as the page names it: `click NAME OF` is a button, `key ID KEY` a key there; `set`, `slide`, `type` are controls.
//! Questions: `$key` is a value of the scenario, `.name` a fact of the state, else the words of the element of that id; behind it `?` asks
//! whether it is shown, `.class`, `@attribute`, `~style`, `=` (value), `+` (checked), `!` (markup), `#part` (how often in it) another part.
//! A fact with `/` is a place in the handle.

use super::*;
use crate::{
    app::edit::{self, ControlKind},
    dom::scripts::parts,
    export::share,
    player::Settings,
};
use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    sync::{LazyLock, Mutex},
};

const FILE: &str = "../../tests/regression/page.txt";

const MOST: usize = 480;

/// The stories as they were before any test wrote them anew.
static STORIES: LazyLock<String> = LazyLock::new(|| fs::read_to_string(path()).expect("the stories"));

/// The stories that have been told anew, by their places.
static TOLD: Mutex<BTreeMap<usize, String>> = Mutex::new(BTreeMap::new());

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE)
}

fn stories_of_the_page(first: usize) {
    let ours = STORIES.split("\n\n").enumerate().skip(first).step_by(4);
    let told: BTreeMap<_, _> = ours.clone().map(|(place, story)| (place, told(story))).collect();
    if env::var_os("BLESS").is_some() {
        let mut all = TOLD.lock().expect("no test has failed");
        all.extend(told);
        let of = |(place, before)| all.get(&place).map_or(before, String::as_str);
        let text = STORIES.split("\n\n").enumerate().map(of).collect::<Vec<_>>().join("\n\n");
        return fs::write(path(), text).expect("the file can be written");
    }
    let mut wrong = String::new();
    for (place, story) in ours {
        for (expected, found) in story.lines().zip(told[&place].lines()).filter(|(expected, found)| expected != found) {
            wrong += &format!("\n{}\n- {expected}\n+ {found}", story.lines().next().unwrap_or_default());
        }
    }
    assert!(wrong.is_empty(), "BLESS=1 makes the answers of {FILE} anew:{wrong}");
}

#[test]
fn first_stories_of_the_page() {
    stories_of_the_page(0);
}

#[test]
fn second_stories_of_the_page() {
    stories_of_the_page(1);
}

#[test]
fn third_stories_of_the_page() {
    stories_of_the_page(2);
}

#[test]
fn fourth_stories_of_the_page() {
    stories_of_the_page(3);
}

fn told(story: &str) -> String {
    let (mut bench, mut kept) = (None, None);
    let line = |line: &str| -> String {
        if line.is_empty() || line.starts_with(['#', '[']) {
            return line.to_owned();
        }
        if let Some(questions) = line.strip_prefix("? ") {
            let questions = questions.split(" -> ").next().unwrap_or_default();
            let bench: &mut Bench = bench.as_mut().expect("an open page");
            let answers: Vec<_> = questions.split_whitespace().map(|question| bench.answer(question)).collect();
            return format!("? {questions} -> {}", answers.join(" | "));
        }
        for command in line.split(" ; ") {
            let (verb, rest) = command.split_once(' ').unwrap_or((command, ""));
            let next = match (verb, &mut bench) {
                ("open", _) => Bench::new(rest),
                ("live", _) => Bench::live(rest),
                ("moving", _) => Bench::moving(rest),
                ("again", Some(bench)) => Bench::saved(rest, bench.saved.clone()),
                ("reload", Some(bench)) => bench.again(),
                ("reopen", Some(bench)) => bench.reopened(rest),
                ("keep", Some(bench)) => {
                    kept = Some(*bench.state.scenario());
                    continue;
                }
                ("same", Some(bench)) => {
                    assert_eq!(Some(*bench.state.scenario()), kept, "{story}");
                    continue;
                }
                (_, Some(bench)) => {
                    bench.command(verb, rest);
                    continue;
                }
                (_, None) => panic!("no page is open: {story}"),
            };
            bench = Some(next);
        }
        line.to_owned()
    };
    story.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

impl Bench {
    /// The page of the address, which has the same scene and the same words in elements of these ids.
    fn reopened(&self, ids: &str) -> Self {
        let link = self.fragment().expect("an address");
        let mut again = Self::saved(&link, self.saved.clone());
        again.settle();
        let written = |bench: &Self| link::write(&bench.state.linked());
        assert_eq!(written(&again), written(self), "{link}");
        for id in ids.split_whitespace() {
            assert_eq!(again.said(id), self.said(id), "{id} of {link}");
        }
        again
    }

    fn follow(&mut self) {
        let drawing = self.state.player().drawing(Settings::of(self.state.scenario())).expect("a frame");
        let message = drawing.frame.lanes.iter().map(|lane| lane.message).max().expect("something is under way");
        self.state.player.selection.pick(Some(Item::Message(message)));
        self.send(PlayMessage::Fit);
        self.settle();
    }

    fn command(&mut self, verb: &str, rest: &str) {
        let (first, second) = rest.split_once(' ').unwrap_or((rest, ""));
        let numbers: Vec<f64> = rest.split(' ').filter_map(|part| part.parse().ok()).collect();
        let control = |kind, moving| edit::changed(first, kind, second.into(), moving);
        let message: Option<Message> = match verb {
            "settle" => return self.settle(),
            "wait" => return self.wait(numbers[0]),
            "finish" => return self.finish(numbers.first().copied().unwrap_or(1.02)),
            "some" => return self.finish_some(1.02, numbers[0] as usize),
            "look" => return self.look = numbers[0],
            "bare" => return self.state.scenes = None,
            "disk" => return self.state.base = "file:///page.html".into(),
            "heavy" => return self.state.results.longest_ms = 80.0,
            "follow" => return self.follow(),
            "silent" => return self.jobs.clear(),
            "pick" => {
                let item = if first == "node" { Item::Node } else { Item::Message };
                self.state.player.selection.pick(Some(item(numbers[0] as u32)));
                return;
            }
            "vote" => return self.vote(rest),
            "set" => control(if first == "show" { ControlKind::Box(true) } else { ControlKind::List }, false),
            "slide" => control(ControlKind::Slider, true),
            "release" => control(ControlKind::Slider, false),
            "type" => control(ControlKind::Number, true),
            "nudge" => edit::nudged(first, second),
            "click" => action::asked(first, second),
            "key" => action::pressed(first, Focus::Other, None, second),
            "address" => Some(EditMessage::Address(rest.into()).into()),
            "rest" => Some(EditMessage::Rest.into()),
            "rates" => Some(EditMessage::Rates { name: first.into(), text: second.replace("\\n", "\n") }.into()),
            "opened" | "closed" => Some(PageMessage::Opened(rest.into(), verb == "opened").into()),
            "down" => Some(PageMessage::Press(Press::Down).into()),
            "up" => Some(PageMessage::Press(Press::Up).into()),
            "over" => Some(PageMessage::Press(Press::Over).into()),
            "lifted" => Some(PageMessage::Came(Timer::Lifted).into()),
            "themed" => Some(PageMessage::Themed(ThemeChoice::remembered(Some(rest), false)).into()),
            "prefers" => Some(PageMessage::Prefers(rest == "dark").into()),
            "copied" => {
                let copied = if rest == "done" { Copied::Done } else { Copied::NoClipboard };
                Some(ShareMessage::Copied(copied).into())
            }
            "file" => Some(ShareMessage::File(rest.replace("\\0", "\0")).into()),
            "bring" => Some(ShareMessage::File(super::share::file(self).1.to_owned()).into()),
            "recorded" => Some(RunMessage::Recorded(include_str!("../../../../../../www/runs.txt").into()).into()),
            "hidden" | "shown" => Some(RunMessage::Hidden(verb == "hidden").into()),
            "fail" => Some(RunMessage::Heard(self.jobs.remove(0).0, Box::new(Reply::Failed(rest.into()))).into()),
            "outside" | "inside" => Some(PlayMessage::Seen(verb == "inside").into()),
            "step" => Some(PlayMessage::Step(numbers[0] as i32).into()),
            "zoom" => Some(PlayMessage::Zoom(numbers[0]).into()),
            "point" => Some(PlayMessage::Gesture(Gesture::Point(Some((numbers[0], numbers[1])))).into()),
            "done" => Some(LearnMessage::Kept(rest.into()).into()),
            _ => of_chart(verb, &numbers).map(Message::from),
        };
        self.send(message.unwrap_or_else(|| panic!("no command: {verb} {rest}")));
    }

    fn answer(&mut self, question: &str) -> String {
        let seen = |seen: Option<bool>| seen.map_or("none", |seen| if seen { "yes" } else { "no" }).to_owned();
        if let Some(key) = question.strip_prefix('$') {
            let scenario = self.state.scenario();
            let key = scenario.system().param_called(key).unwrap_or_else(|| panic!("no parameter: {question}")).key;
            return scenario.text(key);
        }
        if let Some(fact) = question.strip_prefix('.') {
            return self.fact(fact);
        }
        let at = question.find(['?', '.', '@', '~', '=', '+', '#', '!']).unwrap_or(question.len());
        let (id, rest) = question.split_at(at);
        let mut rest = rest.chars();
        let kind = rest.next();
        let name = rest.as_str();
        match kind {
            Some('?') => seen(self.sheet.shows(id)),
            Some('.') => seen(self.sheet.classed(id, name)),
            Some('+') => seen(self.sheet.checks(id)),
            Some('@') => clipped(&self.sheet.has(id, name).unwrap_or_default()),
            Some('~') => self.sheet.has(id, name).unwrap_or_default(),
            Some('=') => clipped(&self.sheet.valued(id).unwrap_or_default()),
            Some('!') => clipped(&self.said(id)),
            Some('#') => self.said(id).matches(name).count().to_string(),
            _ => clipped(&plain(&self.said(id))),
        }
    }

    /// A fact of the state, or the effects since the last question about them.
    fn fact(&mut self, name: &str) -> String {
        let state = &self.state;
        match name {
            "link" => link::write(&state.linked()),
            "settled" => state.is_settled().to_string(),
            "solved" => state.is_solved().to_string(),
            "running" => state.simulation.running().to_string(),
            "points" => state.simulation.observations().len().to_string(),
            "playing" => state.player.transport.playing.to_string(),
            "undo" => state.history.can_undo().to_string(),
            "outcome" => format!("{:?}", state.results.outcome).split(['(', ' ']).next().unwrap_or_default().to_owned(),
            "pins" => {
                let loads = |pin| -> Vec<f64> {
                    state.simulation.pinned(&state.results, pin).iter().map(|seen| seen.load).collect()
                };
                format!("{:?}", state.results.pins.iter().map(loads).collect::<Vec<_>>())
            }
            "channels" => {
                let channels = state.results.channels();
                format!("{} {:?}", channels.uses.len(), channels.limit)
            }
            "lines" => format!("{:?}", self.drawn),
            "curve" => format!("{:?}", state.results.curves[0].reading),
            "pale" => state.player.shown().is_some_and(|(_, frame)| frame.pale).to_string(),
            "caption" => clipped(&share::figure::caption(&state.shown()).join(" ")),
            "frame" => self.frame.to_string(),
            "saved" => self.saved.len().to_string(),
            "measured" => self.measured.to_string(),
            "written" => self.sheet.marks().len().to_string(),
            "jobs" => {
                let loads = |link: &str| {
                    link.split('&').filter(|part| !part.starts_with("load=")).collect::<Vec<_>>().join("&")
                };
                let mut jobs: Vec<_> = self.jobs.iter().map(|(.., link)| loads(link)).collect();
                jobs.dedup();
                format!("{} {}", self.jobs.len(), jobs.join(" "))
            }
            "address" => self.fragment().unwrap_or_default(),
            "file" => share::link_of(super::share::file(self).1).unwrap_or_default(),
            "picture" => {
                let (name, svg) = super::share::file(self);
                picture::is_whole(svg);
                clipped(&format!("{name}: {}", plain(svg)))
            }
            "asked" => {
                let asked = std::mem::take(&mut self.asked);
                let asked = asked.iter().filter(|effect| !matches!(effect, Effect::Paint));
                asked.map(|effect| clipped(&format!("{effect:?}"))).collect::<Vec<_>>().join(", ")
            }
            report if report.starts_with('/') => clipped(&format!("{:?}", self.report().pointer(report))),
            _ => panic!("no fact: {name}"),
        }
    }
}

/// The message of a pointer on the chart, or of its drawing.
fn of_chart(verb: &str, at: &[f64]) -> Option<ChartMessage> {
    match (verb, at) {
        ("grab" | "drag", [x, y]) => Some(ChartMessage::Drag { to: (*x, *y), comes_down: verb == "grab" }),
        ("cursor", [x]) => Some(ChartMessage::Cursor(Cursor::At(*x))),
        ("drawn", [left, top, width, height]) => {
            let plot = Plot { left: *left, top: *top, width: *width, height: *height };
            Some(ChartMessage::Drawn { plot: Some(plot), milliseconds: 1.0 })
        }
        ("drawn", _) => Some(ChartMessage::Drawn { plot: None, milliseconds: 1.0 }),
        _ => None,
    }
}

fn plain(markup: &str) -> String {
    let words = parts(markup).map(|(_, words)| words);
    words.collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn clipped(text: &str) -> String {
    let text = text.replace('\n', " ").replace(env!("CARGO_PKG_VERSION"), "VERSION");
    if text.chars().count() <= MOST { text } else { text.chars().take(MOST).chain(['…']).collect() }
}
