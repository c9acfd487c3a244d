//! The table of everything that a reader can do by a button or a key.

use super::{Action, KeyScope, Shortcut};
use crate::{
    app::message::Message,
    chart::curves::Cursor,
    export::share,
    learn::{gallery::GalleryAction, lesson::LessonAction},
    player::stage::{view::STEP, walk::Toward},
    questions::MapAction,
};
use flitscope::{param::Key, scenario::System};

/// An action that a control offers.
const fn button(name: &'static str, message: fn(&str) -> Option<Message>) -> Action {
    Action { name, shortcut: None, message }
}

/// The same, with keys.
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
    both("undo", KeyScope::Page, &["Control+z"], ("Ctrl Z", "Undo"), |_| Some(Message::Undo)),
    both("redo", KeyScope::Page, &["Control+Shift+z", "Control+y"], ("Ctrl Shift Z, Ctrl Y", "Redo"), |_| {
        Some(Message::Redo)
    }),
    button("reset", |_| Some(Message::ResetAll)),
    button("reset-one", |key| Some(Message::Reset(named(key)?))),
    button("help", |key| Some(Message::Help(named(key)?))),
    button("seed", |_| Some(Message::NewSeed)),
    button("system", |key| Some(Message::System(System::parse(key).ok()?))),
    button("theme", |_| Some(Message::Theme)),
    button("lessons", |_| Some(Message::Gallery(GalleryAction::Open))),
    button("lesson", |slug| Some(Message::Lesson(LessonAction::Open(slug.into())))),
    button("scene", |index| Some(Message::Preset(index.parse().ok()?))),
    button("paper", |name| Some(Message::Paper(name.into()))),
    button("print", |_| Some(Message::Print)),
    button("lesson-step", |by| Some(Message::Lesson(LessonAction::Step(by.parse().ok()?)))),
    button("lesson-leave", |_| Some(Message::Lesson(LessonAction::Leave))),
    button("drawn", |_| Some(Message::Lesson(LessonAction::Compare))),
    button("run", |index| Some(Message::Lesson(LessonAction::Run(index.parse().ok()?)))),
    both(
        "",
        KeyScope::Tabs,
        &["ArrowLeft", "ArrowRight", "Home", "End"],
        ("← →", "Open the tab beside this one"),
        |key| Some(Message::Tab(key.into())),
    ),
    button("count", |symbol| Some(Message::PickSymbol(symbol.into()))),
    button("listen", |of| Some(Message::Listen(of.into()))),
    button("tab", |tab| Some(Message::Put { key: Key::Tab, text: tab.into(), moving: false })),
    button("try", |of| {
        let (key, text) = of.split_once('=')?;
        Some(Message::Put { key: named(key)?, text: text.into(), moving: false })
    }),
    both("present", KeyScope::Page, &["p"], ("P", "Present: larger, and nothing but what a room looks at"), |_| {
        Some(Message::Present)
    }),
    both("", KeyScope::Present, &["Escape"], ("Esc", "Leave Present"), |_| {
        Some(Message::Put { key: Key::Present, text: "0".into(), moving: false })
    }),
    both("keys", KeyScope::Page, &["?", "Shift+?"], ("?", "Show this list"), |_| Some(Message::Keys)),
    button("words", |_| Some(Message::Words)),
    button("about", |_| Some(Message::About)),
    button("share", |_| Some(Message::Share)),
    both(
        "",
        KeyScope::ShareTabs,
        &["ArrowLeft", "ArrowRight", "Home", "End"],
        ("← →", "Open the tab beside this one"),
        |key| Some(Message::ShareTab(key.into())),
    ),
    button("sharing", |of| Some(Message::Sharing(share::ShareAction::named(of)?))),
    button("picture", |of| Some(Message::Picture(share::picture_named(of)?))),
    button("send", |_| Some(Message::Send)),
    button("copy", |_| Some(Message::Copy)),
    button("latex", |_| Some(Message::Latex)),
    button("skip", |_| Some(Message::Skip)),
    button("dismiss", |_| Some(Message::Dismiss)),
    button("below", |_| Some(Message::BelowSaturation)),
    button("simulate", |_| Some(Message::Simulate)),
    button("stop", |_| Some(Message::EndSimulation)),
    button("again", |_| Some(Message::SimulateAgain)),
    button("clear", |_| Some(Message::ClearSimulation)),
    both("pin", KeyScope::Chart, &["k"], ("K", "Pin the curves, to compare them with those of other settings"), |_| {
        Some(Message::Pin)
    }),
    button("unpin", |index| Some(Message::Unpin(index.parse().ok()?))),
    button("csv", |_| Some(Message::Table)),
    button("json", |_| Some(Message::Document)),
    button("forget", |_| Some(Message::ForgetAll)),
    both(
        "",
        KeyScope::Chart,
        &["ArrowLeft", "ArrowRight", "Shift+ArrowLeft", "Shift+ArrowRight"],
        ("← →", "Move the cursor (with Shift: ten steps)"),
        |key| {
            let step = if key.starts_with("Shift") { 10.0 } else { 1.0 };
            Some(Message::Cursor(Cursor::By(if key.ends_with("Left") { -step } else { step })))
        },
    ),
    both(
        "",
        KeyScope::Chart,
        &["Home", "End"],
        ("Home, End", "Move the cursor to zero load, to the last load with a solution"),
        |key| Some(Message::Cursor(if key == "Home" { Cursor::Home } else { Cursor::End })),
    ),
    both("", KeyScope::Chart, &["ArrowUp", "ArrowDown"], ("↑ ↓", "Previous curve, next curve"), |key| {
        Some(Message::Cursor(Cursor::Series(if key == "ArrowUp" { -1 } else { 1 })))
    }),
    both("", KeyScope::Chart, &["Enter"], ("Enter", "Set the load to that of the cursor"), |_| {
        Some(Message::LoadFromCursor)
    }),
    both("", KeyScope::Chart, &["Escape"], ("Esc", "Hide the cursor"), |_| Some(Message::Cursor(Cursor::Hide))),
    button("restart", |_| Some(Message::Restart)),
    both("play", KeyScope::Animation, &[" "], ("Space", "Play or pause"), |_| Some(Message::Play)),
    both("back", KeyScope::Animation, &[","], (", and .", "One cycle or slot back, one forward"), |_| {
        Some(Message::Step(-1))
    }),
    both("forward", KeyScope::Animation, &["."], BESIDE, |_| Some(Message::Step(1))),
    both("mark-back", KeyScope::Animation, &["PageUp"], ("Page Up, Page Down", "Previous event, next event"), |_| {
        Some(Message::Mark(false))
    }),
    both("mark-next", KeyScope::Animation, &["PageDown"], BESIDE, |_| Some(Message::Mark(true))),
    both("zoom-in", KeyScope::Animation, &["+", "Shift++", "="], ("+ and -", "Zoom in, zoom out"), |_| {
        Some(Message::Zoom(STEP))
    }),
    both("zoom-out", KeyScope::Animation, &["-"], BESIDE, |_| Some(Message::Zoom(1.0 / STEP))),
    both("zoom-fit", KeyScope::Animation, &["0"], ("0", "Show the whole network"), |_| Some(Message::Fit)),
    both(
        "",
        KeyScope::Animation,
        &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
        ("← → ↑ ↓", "Move to another node and read its state"),
        |key| Some(Message::Walk(toward(key), false)),
    ),
    both(
        "",
        KeyScope::Animation,
        &["Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowDown"],
        ("Shift ← → ↑ ↓", "Move to another channel and read what is on it"),
        |key| Some(Message::Walk(toward(key), true)),
    ),
    both(
        "",
        KeyScope::Animation,
        &["Enter"],
        ("Enter", "What a click on this node does; on a channel, go to its messages one after the other"),
        |_| Some(Message::Act),
    ),
    both("", KeyScope::Animation, &["Escape"], ("Esc", "Leave the node, channel or message"), |_| Some(Message::Leave)),
    both(
        "",
        KeyScope::Map,
        &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
        ("← → ↑ ↓", "The cell beside this one"),
        |key| {
            Some(Message::Map(match key {
                "ArrowLeft" => MapAction::By(-1, 0),
                "ArrowRight" => MapAction::By(1, 0),
                "ArrowUp" => MapAction::By(0, 1),
                _ => MapAction::By(0, -1),
            }))
        },
    ),
    both("", KeyScope::Map, &["Enter"], ("Enter", "Take the values of the cell over"), |_| {
        Some(Message::Map(MapAction::Take))
    }),
    both("", KeyScope::Map, &["Escape"], ("Esc", "Leave the cell"), |_| Some(Message::Map(MapAction::Leave))),
    both(
        "",
        KeyScope::Front,
        &["ArrowLeft", "ArrowRight"],
        ("← →", "The network before or after this one on the front"),
        |key| Some(Message::Map(MapAction::Along(if key == "ArrowLeft" { -1 } else { 1 }))),
    ),
    both("", KeyScope::Front, &["Enter"], ("Enter", "Take the values of the network over"), |_| {
        Some(Message::Map(MapAction::Take))
    }),
    both("", KeyScope::Front, &["Escape"], ("Esc", "Leave the network"), |_| Some(Message::Map(MapAction::Leave))),
    button("simulate-networks", |_| Some(Message::SimulateNetworks)),
    button("channels-csv", |_| Some(Message::ChannelTable)),
    button("map-csv", |_| Some(Message::MapTable)),
];

fn named(name: &str) -> Option<Key> {
    System::ALL.iter().find_map(|system| system.param_named(name)).map(|row| row.key)
}

fn toward(key: &str) -> Toward {
    match key.trim_start_matches("Shift+") {
        "ArrowLeft" => Toward::Left,
        "ArrowRight" => Toward::Right,
        "ArrowUp" => Toward::Up,
        _ => Toward::Down,
    }
}
