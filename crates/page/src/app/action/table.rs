//! The table of everything that a reader can do by a button or a key.

use super::{
    Action,
    KeyScope::{
        self, Animation, Chart, Compass, Front, GalleryTabs, Map, Page, Present, Raised, Settings, ShareTabs, Tabs,
        Vote,
    },
    Shortcut,
};
use crate::{
    app::message::{EditMessage, Message, PageMessage},
    chart::{curves::Cursor, message::ChartMessage},
    export::{
        message::ShareMessage,
        share::{self, ShareAction},
    },
    jobs::message::RunMessage,
    learn::{gallery::GalleryAction, lesson::LessonAction, message::LearnMessage, vote::VoteAction},
    player::{
        message::PlayMessage,
        panels::moments::Moment,
        stage::{view::STEP, walk::Toward},
    },
    prelude::*,
    questions::{MapAction, message::AskMessage},
};
use flitscope::param::turns::NAMED;

/// An action that a control offers.
const fn button(name: &'static str, message: fn(&str) -> Option<Message>) -> Action {
    Action { name, shortcut: None, message }
}

const fn both(
    name: &'static str,
    place: KeyScope,
    keys: &'static [&'static str],
    (shown, help): (&'static str, &'static str),
    message: fn(&str) -> Option<Message>,
) -> Action {
    Action { name, shortcut: Some(Shortcut { place, keys, shown, help }), message }
}

/// Of an action that the help names together with the one before it.
const BESIDE: (&str, &str) = ("", "");

const ARROWS: &[&str] = &["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

const ROUND: &[&str] = &["ArrowLeft", "ArrowRight", "Home", "End"];

const OTHER_TAB: (&str, &str) = ("← →", "Open the next or the previous tab");

pub(crate) const ACTIONS: &[Action] = &[
    both("undo", Page, &["Control+z"], ("Ctrl Z", "Undo"), |_| send(EditMessage::Undo)),
    both("redo", Page, &["Control+Shift+z", "Control+y"], ("Ctrl Shift Z, Ctrl Y", "Redo"), |_| {
        send(EditMessage::Redo)
    }),
    button("reset", |_| send(EditMessage::ResetAll)),
    button("reset-one", |key| send(EditMessage::Reset(named(key)?))),
    button("help", |key| send(PageMessage::Help(named(key)?))),
    button("seed", |_| send(EditMessage::NewSeed)),
    button("system", |key| send(EditMessage::System(System::parse(key).ok()?))),
    button("theme", |_| send(PageMessage::Theme)),
    button("lessons", |_| send(LearnMessage::Gallery(GalleryAction::Open))),
    button("gallery", |of| {
        let action = match of.split_once('=') {
            Some(("tab", tab)) => GalleryAction::Tab(tab.into()),
            Some((what, value)) => GalleryAction::Only(what.into(), value.into()),
            None => GalleryAction::Teach,
        };
        send(LearnMessage::Gallery(action))
    }),
    both("", GalleryTabs, ROUND, OTHER_TAB, |key| send(LearnMessage::Gallery(GalleryAction::Tab(key.into())))),
    button("lesson", |slug| send(LearnMessage::Lesson(LessonAction::Open(slug.into())))),
    button("scene", |index| send(EditMessage::Preset(index.parse().ok()?))),
    button("paper", |name| send(LearnMessage::Handout(name.into()))),
    button("print", |_| send(PageMessage::Print)),
    button("lesson-step", |by| send(LearnMessage::Lesson(LessonAction::Step(by.parse().ok()?)))),
    button("next-lesson", |_| send(LearnMessage::Lesson(LessonAction::Next))),
    button("lesson-leave", |_| send(LearnMessage::Lesson(LessonAction::Leave))),
    button("drawn", |_| send(LearnMessage::Lesson(LessonAction::Compare))),
    button("offer", |change| send(LearnMessage::Lesson(LessonAction::Try(change.into())))),
    button("run", |index| send(LearnMessage::Lesson(LessonAction::Run(index.parse().ok()?)))),
    both("", Tabs, ROUND, OTHER_TAB, |key| send(EditMessage::Tab(key.into()))),
    button("count", |symbol| send(PlayMessage::PickSymbol(symbol.into()))),
    button("tab", |tab| send(EditMessage::Put { key: Key::Tab, text: tab.into(), moving: false })),
    button("try", |of| {
        let (key, text) = of.split_once('=')?;
        send(EditMessage::Put { key: named(key)?, text: text.into(), moving: false })
    }),
    button("compare", |of| {
        let (key, text) = of.split_once('=')?;
        send(EditMessage::Compare { key: named(key)?, text: text.into() })
    }),
    both("present", Page, &["p"], ("P", "Present: larger, for an audience"), |_| send(EditMessage::Present)),
    both("", Present, &["1", "2", "3", "4"], ("1 to 4", "Another moment of the network"), |key| {
        send(PlayMessage::MomentAt(key.parse::<usize>().ok()?.checked_sub(1)?))
    }),
    both("", Present, &["Escape"], ("Esc", "Leave Present"), |_| {
        send(EditMessage::Put { key: Key::Present, text: "0".into(), moving: false })
    }),
    both(
        "",
        Present,
        &["PageDown"],
        ("Page Down, Page Up", "In a lesson that is presented: the answer, then the next step; one back"),
        |_| send(LearnMessage::Lesson(LessonAction::Slide(true))),
    ),
    both("", Present, &["PageUp"], BESIDE, |_| send(LearnMessage::Lesson(LessonAction::Slide(false)))),
    both("", Vote, &["a", "b", "c", "d", "A", "B", "C", "D"], ("A to D", "Choose an option"), |key| {
        let place = key.to_ascii_lowercase().bytes().next()?.checked_sub(b'a')?;
        vote(VoteAction::Choose(place.into()))
    }),
    both(
        "",
        Vote,
        &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
        ("0 to 9", "The hands for it; the Backspace key takes a digit away, then goes back"),
        |key| vote(VoteAction::Digit(key.parse().ok()?)),
    ),
    both("", Vote, &["Backspace"], BESIDE, |_| vote(VoteAction::Erase)),
    both("", Vote, ARROWS, ("↑ ↓ ← →", "Another option; one hand less or more"), |key| match arrow(key) {
        (0, up) => vote(VoteAction::Move(-up as isize)),
        (across, _) => vote(VoteAction::Hands(None, across)),
    }),
    both(
        "vote",
        Vote,
        &["Enter", "PageDown"],
        ("Enter, Page Down", "Go on: the class, the second vote, the answer, the next step"),
        |of| vote(VoteAction::named(of)?),
    ),
    both("", Vote, &["PageUp"], ("Page Up", "Back: the stage before, then the step before"), |of| {
        vote(VoteAction::named(of)?)
    }),
    both("", Vote, &["+", "Shift++", "="], ("+", "A minute more to discuss"), |_| vote(VoteAction::Minute)),
    both("", Vote, &["s", "S"], ("S", "Save both votes as a file"), |_| vote(VoteAction::Save)),
    both("", Vote, &["Escape"], ("Esc", "Leave Present"), |_| {
        send(EditMessage::Put { key: Key::Present, text: "0".into(), moving: false })
    }),
    both("", Settings, &["Escape"], ("Esc", "Close all settings"), |_| send(PageMessage::Settings(None))),
    both("lower", Raised, &["Escape"], ("Esc", "Close the tab"), |_| send(PageMessage::Lower)),
    both("keys", Page, &["?", "Shift+?"], ("?", "Show this list"), |_| send(PageMessage::Keys)),
    button("words", |word| send(PageMessage::Words(word.into()))),
    button("about", |_| send(PageMessage::About)),
    button("share", |_| send(ShareMessage::Open)),
    both("", ShareTabs, ROUND, OTHER_TAB, |key| send(ShareMessage::Tab(key.into()))),
    button("sharing", |of| send(ShareMessage::Choose(ShareAction::named(of)?))),
    button("picture", |of| send(ShareMessage::Picture(share::picture_named(of)?))),
    button("send", |_| send(ShareMessage::Send)),
    button("copy", |_| send(ShareMessage::Copy)),
    button("latex", |_| send(ShareMessage::Latex)),
    button("settings", |key| send(PageMessage::Settings(named(key)))),
    button("moment", |name| send(PlayMessage::Moment(Moment::named(name)?))),
    button("slide", |key| send(PageMessage::Slide(named(key)))),
    button("open", |node| send(PlayMessage::Open(node.parse().ok()?))),
    button("cure", |_| send(PlayMessage::Cure)),
    both(
        "turn",
        Compass,
        &["1", "2", "3", "4", "5", "6", "7", "8"],
        ("1 to 8", "Allow a turn or forbid it, in the order of links"),
        |of| send(PlayMessage::Turn(of.parse::<u32>().ok()?.checked_sub(1)?)),
    ),
    both("", Compass, ARROWS, ("← → ↑ ↓", "Another turn; the space bar allows it or forbids it"), |key| {
        send(PlayMessage::Compass(toward(key)))
    }),
    button("turns", |name| send(PlayMessage::Turns(NAMED.iter().find(|(other, _)| *other == name)?.0))),
    both("fill", Present, &["f", "F"], ("F", "Fill the circle of the allowed turns"), |of| {
        send(PlayMessage::Fill(of != "0"))
    }),
    button("closes", |_| send(PlayMessage::Again)),
    button("dismiss", |_| send(PageMessage::Dismiss)),
    button("below", |_| send(EditMessage::BelowSaturation)),
    button("solve", |_| send(ChartMessage::Solve)),
    button("simulate", |_| send(RunMessage::Start)),
    button("stop", |_| send(RunMessage::Stop)),
    button("again", |_| send(RunMessage::Again)),
    button("longer", |_| send(RunMessage::Longer)),
    button("clear", |_| send(RunMessage::Clear)),
    both("pin", Chart, &["k"], ("K", "Keep the curves, to compare them with those of other settings"), |_| {
        send(EditMessage::Pin)
    }),
    button("unpin", |index| send(EditMessage::Unpin(index.parse().ok()?))),
    button("csv", |sign| send(ShareMessage::Table(separator(sign)))),
    button("json", |_| send(ShareMessage::Document)),
    button("forget", |_| send(RunMessage::ForgetAll)),
    both(
        "",
        Chart,
        &["ArrowLeft", "ArrowRight", "Shift+ArrowLeft", "Shift+ArrowRight"],
        ("← →", "Move the cursor (with Shift: ten steps)"),
        |key| {
            let step = if key.starts_with("Shift") { 10 } else { 1 };
            send(ChartMessage::Cursor(Cursor::By(f64::from(step * arrow(key).0))))
        },
    ),
    both(
        "",
        Chart,
        &["Home", "End"],
        ("Home, End", "Move the cursor to zero load, to the last load with a solution"),
        |key| send(ChartMessage::Cursor(if key == "Home" { Cursor::Home } else { Cursor::End })),
    ),
    both("", Chart, &["ArrowUp", "ArrowDown"], ("↑ ↓", "Previous curve, next curve"), |key| {
        send(ChartMessage::Cursor(Cursor::Series(-arrow(key).1)))
    }),
    both("", Chart, &["Enter"], ("Enter", "Set the load to that of the cursor"), |_| {
        send(ChartMessage::LoadFromCursor)
    }),
    both("", Chart, &["Escape"], ("Esc", "Hide the cursor"), |_| send(ChartMessage::Cursor(Cursor::Hide))),
    button("restart", |_| send(PlayMessage::Restart)),
    both("play", Page, &[" "], ("Space", "Play or pause"), |_| send(PlayMessage::Toggle)),
    both("back", Animation, &[","], (", and .", "One cycle or slot back, one forward"), |_| {
        send(PlayMessage::Step(-1))
    }),
    both("forward", Animation, &["."], BESIDE, |_| send(PlayMessage::Step(1))),
    both("mark-back", Animation, &["PageUp"], ("Page Up, Page Down", "Previous event, next event"), |_| {
        send(PlayMessage::Mark { forward: false })
    }),
    both("mark-next", Animation, &["PageDown"], BESIDE, |_| send(PlayMessage::Mark { forward: true })),
    both("zoom-in", Animation, &["+", "Shift++", "="], ("+ and -", "Zoom in, zoom out"), |_| {
        send(PlayMessage::Zoom(STEP))
    }),
    both("zoom-out", Animation, &["-"], BESIDE, |_| send(PlayMessage::Zoom(1.0 / STEP))),
    both("zoom-fit", Animation, &["0"], ("0", "Show the whole network"), |_| send(PlayMessage::Fit)),
    both("", Animation, ARROWS, ("← → ↑ ↓", "Move to another node and read its state"), |key| {
        send(PlayMessage::Walk { toward: toward(key), links: false })
    }),
    both(
        "",
        Animation,
        &["Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowDown"],
        ("Shift ← → ↑ ↓", "Move to another channel and read what is on it"),
        |key| send(PlayMessage::Walk { toward: toward(key), links: true }),
    ),
    both(
        "",
        Animation,
        &["Enter"],
        ("Enter", "What a click on this node does; on a channel, go to its messages one after the other"),
        |_| send(PlayMessage::Act),
    ),
    both("", Animation, &["Escape"], ("Esc", "Leave the node, channel or message; then the inside of a node"), |_| {
        send(PlayMessage::Leave)
    }),
    both("", Map, ARROWS, ("← → ↑ ↓", "The next cell in this direction"), |key| {
        let (across, up) = arrow(key);
        send(AskMessage::Map(MapAction::By(across, up)))
    }),
    both("", Map, &["Enter"], ("Enter", "Use the values of the cell"), |_| send(AskMessage::Map(MapAction::Take))),
    both("", Map, &["Escape"], ("Esc", "Leave the cell"), |_| send(AskMessage::Map(MapAction::Leave))),
    both(
        "",
        Front,
        &["ArrowLeft", "ArrowRight"],
        ("← →", "The network before or after this one on the front"),
        |key| send(AskMessage::Map(MapAction::Along(arrow(key).0))),
    ),
    both("", Front, &["Enter"], ("Enter", "Use the values of the network"), |_| send(AskMessage::Map(MapAction::Take))),
    both("", Front, &["Escape"], ("Esc", "Leave the network"), |_| send(AskMessage::Map(MapAction::Leave))),
    button("simulate-networks", |_| send(AskMessage::Simulate)),
    button("channels-csv", |sign| send(AskMessage::ChannelTable(separator(sign)))),
    button("map-csv", |sign| send(AskMessage::MapTable(separator(sign)))),
];

fn named(name: &str) -> Option<Key> {
    System::ALL.iter().find_map(|system| system.param_named(name)).map(|row| row.key)
}

fn send(message: impl Into<Message>) -> Option<Message> {
    Some(message.into())
}

fn vote(action: VoteAction) -> Option<Message> {
    send(LearnMessage::Vote(action))
}

/// The sign between fields that a control names, else a comma.
fn separator(sign: &str) -> Separator {
    Separator::named(sign).unwrap_or_default()
}

/// The step of an arrow, to the right and up.
fn arrow(key: &str) -> (i32, i32) {
    match key.trim_start_matches("Shift+") {
        "ArrowLeft" => (-1, 0),
        "ArrowRight" => (1, 0),
        "ArrowUp" => (0, 1),
        _ => (0, -1),
    }
}

fn toward(key: &str) -> Toward {
    match arrow(key) {
        (-1, _) => Toward::Left,
        (1, _) => Toward::Right,
        (_, 1) => Toward::Up,
        _ => Toward::Down,
    }
}
