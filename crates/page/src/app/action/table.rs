//! The table of everything that a reader can do by a button or a key.

use super::{Action, KeyScope, Shortcut};
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

/// All actions, in the order of the help.
pub(crate) const ACTIONS: &[Action] = &[
    both("undo", KeyScope::Page, &["Control+z"], ("Ctrl Z", "Undo"), |_| Some(EditMessage::Undo.into())),
    both("redo", KeyScope::Page, &["Control+Shift+z", "Control+y"], ("Ctrl Shift Z, Ctrl Y", "Redo"), |_| {
        Some(EditMessage::Redo.into())
    }),
    button("reset", |_| Some(EditMessage::ResetAll.into())),
    button("reset-one", |key| Some(EditMessage::Reset(named(key)?).into())),
    button("help", |key| Some(PageMessage::Help(named(key)?).into())),
    button("seed", |_| Some(EditMessage::NewSeed.into())),
    button("system", |key| Some(EditMessage::System(System::parse(key).ok()?).into())),
    button("theme", |_| Some(PageMessage::Theme.into())),
    button("lessons", |_| Some(LearnMessage::Gallery(GalleryAction::Open).into())),
    button("gallery", |of| {
        let action = match of.split_once('=') {
            Some(("tab", tab)) => GalleryAction::Tab(tab.into()),
            Some(("of", system)) => GalleryAction::Of(system.into()),
            _ => GalleryAction::Teach,
        };
        Some(LearnMessage::Gallery(action).into())
    }),
    both(
        "",
        KeyScope::GalleryTabs,
        &["ArrowLeft", "ArrowRight", "Home", "End"],
        ("← →", "Open the next or the previous tab"),
        |key| Some(LearnMessage::Gallery(GalleryAction::Tab(key.into())).into()),
    ),
    button("lesson", |slug| Some(LearnMessage::Lesson(LessonAction::Open(slug.into())).into())),
    button("scene", |index| Some(EditMessage::Preset(index.parse().ok()?).into())),
    button("paper", |name| Some(LearnMessage::Handout(name.into()).into())),
    button("print", |_| Some(PageMessage::Print.into())),
    button("lesson-step", |by| Some(LearnMessage::Lesson(LessonAction::Step(by.parse().ok()?)).into())),
    button("next-lesson", |_| Some(LearnMessage::Lesson(LessonAction::Next).into())),
    button("lesson-leave", |_| Some(LearnMessage::Lesson(LessonAction::Leave).into())),
    button("drawn", |_| Some(LearnMessage::Lesson(LessonAction::Compare).into())),
    button("offer", |change| Some(LearnMessage::Lesson(LessonAction::Try(change.into())).into())),
    button("run", |index| Some(LearnMessage::Lesson(LessonAction::Run(index.parse().ok()?)).into())),
    both(
        "",
        KeyScope::Tabs,
        &["ArrowLeft", "ArrowRight", "Home", "End"],
        ("← →", "Open the next or the previous tab"),
        |key| Some(EditMessage::Tab(key.into()).into()),
    ),
    button("count", |symbol| Some(PlayMessage::PickSymbol(symbol.into()).into())),
    button("tab", |tab| Some(EditMessage::Put { key: Key::Tab, text: tab.into(), moving: false }.into())),
    button("try", |of| {
        let (key, text) = of.split_once('=')?;
        Some(EditMessage::Put { key: named(key)?, text: text.into(), moving: false }.into())
    }),
    button("compare", |of| {
        let (key, text) = of.split_once('=')?;
        Some(EditMessage::Compare { key: named(key)?, text: text.into() }.into())
    }),
    both("present", KeyScope::Page, &["p"], ("P", "Present: larger, for an audience"), |_| {
        Some(EditMessage::Present.into())
    }),
    both("", KeyScope::Present, &["1", "2", "3", "4"], ("1 to 4", "Another moment of the network"), |key| {
        Some(PlayMessage::MomentAt(key.parse::<usize>().ok()?.checked_sub(1)?).into())
    }),
    both("", KeyScope::Present, &["Escape"], ("Esc", "Leave Present"), |_| {
        Some(EditMessage::Put { key: Key::Present, text: "0".into(), moving: false }.into())
    }),
    both(
        "",
        KeyScope::Present,
        &["PageDown"],
        ("Page Down, Page Up", "In a lesson that is presented: the answer, then the next step; one back"),
        |_| Some(LearnMessage::Lesson(LessonAction::Slide { forward: true }).into()),
    ),
    both("", KeyScope::Present, &["PageUp"], BESIDE, |_| {
        Some(LearnMessage::Lesson(LessonAction::Slide { forward: false }).into())
    }),
    both("", KeyScope::Vote, &["a", "b", "c", "d", "A", "B", "C", "D"], ("A to D", "Choose an option"), |key| {
        let place = key.to_ascii_lowercase().bytes().next()?.checked_sub(b'a')?;
        vote(VoteAction::Choose(place.into()))
    }),
    both(
        "",
        KeyScope::Vote,
        &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
        ("0 to 9", "The hands for it; the Backspace key takes a digit away, then goes back"),
        |key| vote(VoteAction::Digit(key.parse().ok()?)),
    ),
    both("", KeyScope::Vote, &["Backspace"], BESIDE, |_| vote(VoteAction::Erase)),
    both(
        "",
        KeyScope::Vote,
        &["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"],
        ("↑ ↓ ← →", "Another option; one hand less or more"),
        |key| {
            vote(match key {
                "ArrowUp" => VoteAction::Move(-1),
                "ArrowDown" => VoteAction::Move(1),
                "ArrowLeft" => VoteAction::Hands(None, -1),
                _ => VoteAction::Hands(None, 1),
            })
        },
    ),
    both(
        "vote",
        KeyScope::Vote,
        &["Enter", "PageDown"],
        ("Enter, Page Down", "Go on: the class, the second vote, the answer, the next step"),
        |of| vote(VoteAction::named(of)?),
    ),
    both("", KeyScope::Vote, &["PageUp"], ("Page Up", "Back: the stage before, then the step before"), |of| {
        vote(VoteAction::named(of)?)
    }),
    both("", KeyScope::Vote, &["+", "Shift++", "="], ("+", "A minute more to discuss"), |_| vote(VoteAction::Minute)),
    both("", KeyScope::Vote, &["s", "S"], ("S", "Save both votes as a file"), |_| vote(VoteAction::Save)),
    both("", KeyScope::Vote, &["Escape"], ("Esc", "Leave Present"), |_| {
        Some(EditMessage::Put { key: Key::Present, text: "0".into(), moving: false }.into())
    }),
    both("", KeyScope::Settings, &["Escape"], ("Esc", "Close all settings"), |_| {
        Some(PageMessage::Settings(None).into())
    }),
    both("lower", KeyScope::Raised, &["Escape"], ("Esc", "Close the tab"), |_| Some(PageMessage::Lower.into())),
    both("keys", KeyScope::Page, &["?", "Shift+?"], ("?", "Show this list"), |_| Some(PageMessage::Keys.into())),
    button("words", |word| Some(PageMessage::Words(word.into()).into())),
    button("about", |_| Some(PageMessage::About.into())),
    button("share", |_| Some(ShareMessage::Open.into())),
    both(
        "",
        KeyScope::ShareTabs,
        &["ArrowLeft", "ArrowRight", "Home", "End"],
        ("← →", "Open the next or the previous tab"),
        |key| Some(ShareMessage::Tab(key.into()).into()),
    ),
    button("sharing", |of| Some(ShareMessage::Choose(ShareAction::named(of)?).into())),
    button("picture", |of| Some(ShareMessage::Picture(share::picture_named(of)?).into())),
    button("send", |_| Some(ShareMessage::Send.into())),
    button("copy", |_| Some(ShareMessage::Copy.into())),
    button("latex", |_| Some(ShareMessage::Latex.into())),
    button("settings", |key| Some(PageMessage::Settings(named(key)).into())),
    button("moment", |name| Some(PlayMessage::Moment(Moment::named(name)?).into())),
    button("slide", |key| Some(PageMessage::Slide(named(key)).into())),
    button("open", |node| Some(PlayMessage::Open(node.parse().ok()?).into())),
    button("cure", |_| Some(PlayMessage::Cure.into())),
    button("dismiss", |_| Some(PageMessage::Dismiss.into())),
    button("below", |_| Some(EditMessage::BelowSaturation.into())),
    button("solve", |_| Some(ChartMessage::Solve.into())),
    button("simulate", |_| Some(RunMessage::Start.into())),
    button("stop", |_| Some(RunMessage::Stop.into())),
    button("again", |_| Some(RunMessage::Again.into())),
    button("longer", |_| Some(RunMessage::Longer.into())),
    button("clear", |_| Some(RunMessage::Clear.into())),
    both(
        "pin",
        KeyScope::Chart,
        &["k"],
        ("K", "Keep the curves, to compare them with those of other settings"),
        |_| Some(EditMessage::Pin.into()),
    ),
    button("unpin", |index| Some(EditMessage::Unpin(index.parse().ok()?).into())),
    button("csv", |sign| Some(ShareMessage::Table(separator(sign)).into())),
    button("json", |_| Some(ShareMessage::Document.into())),
    button("forget", |_| Some(RunMessage::ForgetAll.into())),
    both(
        "",
        KeyScope::Chart,
        &["ArrowLeft", "ArrowRight", "Shift+ArrowLeft", "Shift+ArrowRight"],
        ("← →", "Move the cursor (with Shift: ten steps)"),
        |key| {
            let step = if key.starts_with("Shift") { 10.0 } else { 1.0 };
            Some(ChartMessage::Cursor(Cursor::By(if key.ends_with("Left") { -step } else { step })).into())
        },
    ),
    both(
        "",
        KeyScope::Chart,
        &["Home", "End"],
        ("Home, End", "Move the cursor to zero load, to the last load with a solution"),
        |key| Some(ChartMessage::Cursor(if key == "Home" { Cursor::Home } else { Cursor::End }).into()),
    ),
    both("", KeyScope::Chart, &["ArrowUp", "ArrowDown"], ("↑ ↓", "Previous curve, next curve"), |key| {
        Some(ChartMessage::Cursor(Cursor::Series(if key == "ArrowUp" { -1 } else { 1 })).into())
    }),
    both("", KeyScope::Chart, &["Enter"], ("Enter", "Set the load to that of the cursor"), |_| {
        Some(ChartMessage::LoadFromCursor.into())
    }),
    both("", KeyScope::Chart, &["Escape"], ("Esc", "Hide the cursor"), |_| {
        Some(ChartMessage::Cursor(Cursor::Hide).into())
    }),
    button("restart", |_| Some(PlayMessage::Restart.into())),
    both("play", KeyScope::Animation, &[" "], ("Space", "Play or pause"), |_| Some(PlayMessage::Toggle.into())),
    both("back", KeyScope::Animation, &[","], (", and .", "One cycle or slot back, one forward"), |_| {
        Some(PlayMessage::Step(-1).into())
    }),
    both("forward", KeyScope::Animation, &["."], BESIDE, |_| Some(PlayMessage::Step(1).into())),
    both("mark-back", KeyScope::Animation, &["PageUp"], ("Page Up, Page Down", "Previous event, next event"), |_| {
        Some(PlayMessage::Mark { forward: false }.into())
    }),
    both("mark-next", KeyScope::Animation, &["PageDown"], BESIDE, |_| Some(PlayMessage::Mark { forward: true }.into())),
    both("zoom-in", KeyScope::Animation, &["+", "Shift++", "="], ("+ and -", "Zoom in, zoom out"), |_| {
        Some(PlayMessage::Zoom(STEP).into())
    }),
    both("zoom-out", KeyScope::Animation, &["-"], BESIDE, |_| Some(PlayMessage::Zoom(1.0 / STEP).into())),
    both("zoom-fit", KeyScope::Animation, &["0"], ("0", "Show the whole network"), |_| Some(PlayMessage::Fit.into())),
    both(
        "",
        KeyScope::Animation,
        &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
        ("← → ↑ ↓", "Move to another node and read its state"),
        |key| Some(PlayMessage::Walk { toward: toward(key), links: false }.into()),
    ),
    both(
        "",
        KeyScope::Animation,
        &["Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowDown"],
        ("Shift ← → ↑ ↓", "Move to another channel and read what is on it"),
        |key| Some(PlayMessage::Walk { toward: toward(key), links: true }.into()),
    ),
    both(
        "",
        KeyScope::Animation,
        &["Enter"],
        ("Enter", "What a click on this node does; on a channel, go to its messages one after the other"),
        |_| Some(PlayMessage::Act.into()),
    ),
    both(
        "",
        KeyScope::Animation,
        &["Escape"],
        ("Esc", "Leave the node, channel or message; then the inside of a node"),
        |_| Some(PlayMessage::Leave.into()),
    ),
    both(
        "",
        KeyScope::Map,
        &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
        ("← → ↑ ↓", "The next cell in this direction"),
        |key| {
            Some(
                AskMessage::Map(match key {
                    "ArrowLeft" => MapAction::By(-1, 0),
                    "ArrowRight" => MapAction::By(1, 0),
                    "ArrowUp" => MapAction::By(0, 1),
                    _ => MapAction::By(0, -1),
                })
                .into(),
            )
        },
    ),
    both("", KeyScope::Map, &["Enter"], ("Enter", "Use the values of the cell"), |_| {
        Some(AskMessage::Map(MapAction::Take).into())
    }),
    both("", KeyScope::Map, &["Escape"], ("Esc", "Leave the cell"), |_| Some(AskMessage::Map(MapAction::Leave).into())),
    both(
        "",
        KeyScope::Front,
        &["ArrowLeft", "ArrowRight"],
        ("← →", "The network before or after this one on the front"),
        |key| Some(AskMessage::Map(MapAction::Along(if key == "ArrowLeft" { -1 } else { 1 })).into()),
    ),
    both("", KeyScope::Front, &["Enter"], ("Enter", "Use the values of the network"), |_| {
        Some(AskMessage::Map(MapAction::Take).into())
    }),
    both("", KeyScope::Front, &["Escape"], ("Esc", "Leave the network"), |_| {
        Some(AskMessage::Map(MapAction::Leave).into())
    }),
    button("simulate-networks", |_| Some(AskMessage::Simulate.into())),
    button("channels-csv", |sign| Some(AskMessage::ChannelTable(separator(sign)).into())),
    button("map-csv", |sign| Some(AskMessage::MapTable(separator(sign)).into())),
];

fn named(name: &str) -> Option<Key> {
    System::ALL.iter().find_map(|system| system.param_named(name)).map(|row| row.key)
}

fn vote(action: VoteAction) -> Option<Message> {
    Some(LearnMessage::Vote(action).into())
}

/// The sign between fields that a control names, else a comma.
fn separator(sign: &str) -> Separator {
    Separator::named(sign).unwrap_or_default()
}

fn toward(key: &str) -> Toward {
    match key.trim_start_matches("Shift+") {
        "ArrowLeft" => Toward::Left,
        "ArrowRight" => Toward::Right,
        "ArrowUp" => Toward::Up,
        _ => Toward::Down,
    }
}
