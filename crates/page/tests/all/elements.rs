//! Each element that Rust writes into or looks for stands in `index.html` or in markup; each action that a control names is one.

use crate::opened::opened;
use flitscope::{param::Key, scenario::System};
use flitscope_page::{
    ChartMessage, EditMessage, Effect, GalleryAction, Host, LearnMessage, LessonAction, Measured, Message, PageMessage,
    Palette, Patch, RunMessage, SavedRuns, ShareMessage, Start, State, action, update,
};
use flitscope_show::chart::Plot;
use std::{collections::BTreeSet, fs, path::Path, sync::LazyLock};

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)).expect("a file of the project")
}

/// The values of an attribute in markup.
fn attributes(markup: &str, name: &str) -> BTreeSet<String> {
    let before = format!(" {name}=\"");
    markup.split(&before).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

/// The ids that the page writes into, and all markup that it writes, when every system is opened, simulated and looked at.
static WRITTEN: LazyLock<(BTreeSet<String>, String)> = LazyLock::new(|| {
    let (mut ids, mut markup) = (BTreeSet::new(), String::new());
    for system in System::ALL {
        for rest in ["", "&load=99", "&k=1"] {
            let start = Start {
                scenes: Some("https://example.org/scenes/".into()),
                host: Host { build: "b".into(), epoch: 0.0, cores: 1, sparing: true },
                ..opened(&format!("#system={}{rest}&pin=n:4", system.key()))
            };
            let (mut state, effects) = State::new(start, &|| 0.0);
            let measured = Measured { palette: Palette::default(), widths: (600.0, 600.0), roomy: true };
            let plot = Some(Plot { left: 0.0, top: 0.0, width: 100.0, height: 100.0 });
            let messages: [Message; 21] = [
                PageMessage::Frame(0.0).into(),
                ChartMessage::Drawn { plot, milliseconds: 1.0 }.into(),
                PageMessage::Help(Key::Load).into(),
                EditMessage::Typed { key: Key::Load, text: "x".into() }.into(),
                RunMessage::Saved(SavedRuns { room: true, subjects: 0, characters: 0 }).into(),
                RunMessage::Start.into(),
                PageMessage::Printing(true).into(),
                PageMessage::Printing(false).into(),
                ShareMessage::Open.into(),
                PageMessage::Words(String::new()).into(),
                PageMessage::About.into(),
                EditMessage::Reset(Key::Load).into(),
                PageMessage::Theme.into(),
                PageMessage::Slide(None).into(),
                PageMessage::Keys.into(),
                LearnMessage::Gallery(GalleryAction::Open).into(),
                LearnMessage::Lesson(LessonAction::Open("end".into())).into(),
                PageMessage::Frame(0.0).into(),
                LearnMessage::Lesson(LessonAction::Compare).into(),
                PageMessage::Frame(0.0).into(),
                LearnMessage::Handout("worksheet,proof".into()).into(),
            ];
            let mut all = effects;
            let parts = ["every", "figure-box", "log-box", "numbers"].map(|id| PageMessage::Opened(id.into(), true));
            let first = parts.into_iter().chain([PageMessage::Measured(Box::new(measured))]).map(Message::from);
            for message in first.chain(messages) {
                all.extend(update(&mut state, message, &|| 0.0));
            }
            for picture in 1..2_000 {
                all.extend(update(&mut state, PageMessage::Frame(16.0 * f64::from(picture)).into(), &|| 0.0));
                if !state.is_stale() {
                    break;
                }
            }
            for effect in all {
                match effect {
                    Effect::Write(sheet) => {
                        for (id, mark) in sheet.into_marks() {
                            ids.insert(id.into_owned());
                            match mark {
                                // Much of it is written again and again.
                                Patch::Markup(text) | Patch::Lines(text) if !markup.contains(&text) => markup += &text,
                                Patch::HandsOn(next) => drop(ids.insert(next.into())),
                                _ => {}
                            }
                        }
                    }
                    Effect::Focus(id) => drop(ids.insert(id.into_owned())),
                    Effect::Open(id) | Effect::Select(id) | Effect::ScrollTo(id) => drop(ids.insert(id.into())),
                    _ => {}
                }
            }
        }
    }
    (ids, markup)
});

/// The ids that the adapters look for.
fn looked_for() -> BTreeSet<String> {
    fn look(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                look(&path, found);
            } else {
                let text = fs::read_to_string(&path).expect("a readable file");
                for rest in text.split("by_id").skip(1) {
                    let argument = rest.split_once('(').map_or("", |(_, argument)| argument);
                    if let Some(id) = argument.strip_prefix('"').and_then(|id| id.split('"').next()) {
                        found.insert(id.to_owned());
                    }
                }
            }
        }
    }
    let mut found = BTreeSet::new();
    look(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src"), &mut found);
    found
}

#[test]
fn each_id_that_rust_uses_stands_in_the_page_or_in_markup() {
    let (used, markup) = &*WRITTEN;
    let page = read("index.html");
    let there: BTreeSet<_> = attributes(&page, "id").into_iter().chain(attributes(markup, "id")).collect();
    assert!(used.len() > 100, "{} ids are written into", used.len());
    let (adapters, there) = (looked_for(), &there);
    assert!(adapters.contains("stage") && adapters.contains("crash"), "{adapters:?}");
    let missing: Vec<_> = used.union(&adapters).filter(|id| !there.contains(*id)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn no_id_stands_twice_in_the_page() {
    let page = read("index.html");
    assert_eq!(page.matches(" id=\"").count(), attributes(&page, "id").len());
}

/// The policy of the page forbids them, and the browser would leave them out.
#[test]
fn no_markup_has_a_style_or_a_script_of_its_own() {
    for markup in [&WRITTEN.1, &read("index.html")] {
        let inside = [" style=\"", "<style", "javascript:", " onclick"].map(|forbidden| markup.contains(forbidden));
        assert_eq!(inside, [false; 4]);
    }
}

#[test]
fn each_action_that_a_control_names_is_one() {
    let (_, markup) = &*WRITTEN;
    let page = read("index.html");
    let named: BTreeSet<_> = attributes(&page, "data-do").into_iter().chain(attributes(markup, "data-do")).collect();
    assert!(named.len() >= 28, "{named:?}");
    // The argument of an action depends on it.
    let about = ["", "k", "kary-ncube", "k=9", "0", "tab=link", "chart-svg", "traffic"];
    let unknown: Vec<_> =
        named.iter().filter(|name| about.iter().all(|of| action::asked(name, of).is_none())).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    let buttons = page.split("<button").skip(1).filter(|rest| rest.starts_with(" type=\"button\""));
    // A button that names a popover opens it.
    let tag = |rest: &'_ str| rest.split('>').next().unwrap_or_default().to_owned();
    let silent: Vec<_> =
        buttons.filter(|rest| !["data-do=", "popovertarget="].iter().any(|does| tag(rest).contains(does))).collect();
    assert!(silent.is_empty(), "a button that does nothing: {silent:?}");
}
