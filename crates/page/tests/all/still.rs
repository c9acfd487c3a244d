//! The first picture of the page, before its module is there: the chart of the opening scene, and the loads to which it can be moved.

use crate::{opened::opened, palette};
use flitscope::{param::Key, scenario::link};
use flitscope_page::{Effect, Measured, PageMessage, Palette, Results, State, update};
use flitscope_show::chart::{draw, export};
use plotters::{backend::SVGBackend, drawing::IntoDrawingArea as _};
use serde_json::json;

const SIZE: (u32, u32) = (620, 380);

/// Compares a file of the project with what it should be, or writes it.
pub(crate) fn agrees(name: &str, text: &str) {
    let path = format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, text).expect("a writable file");
    }
    assert!(
        std::fs::read_to_string(path).is_ok_and(|kept| kept == text),
        "BLESS=1 cargo test -p flitscope-page --test all makes {name} anew"
    );
}

#[test]
fn what_stands_first_is_the_opening_scene_of_the_page() {
    let palette = palette::read(":root");
    assert_eq!(palette, Palette::light(), "the colours of pictures are those of the style sheet");
    let (mut state, mut effects) = State::new(opened(""), &|| 0.0);
    let measured = Measured { palette: palette.clone(), widths: (800.0, 800.0), roomy: true };
    for message in [PageMessage::Measured(Box::new(measured)), PageMessage::Frame(0.0)] {
        effects.extend(update(&mut state, message.into(), &|| 0.0));
    }
    let mut drawn = effects.into_iter().filter_map(|effect| match effect {
        Effect::Draw { curves, .. } => Some(curves),
        _ => None,
    });
    let chart = drawn.next_back().expect("a chart");
    let theme = palette.scaled_theme(1.0);
    let svg = export::svg(&chart, &theme, SIZE.0, SIZE.1).expect("a string takes everything");
    assert!(svg.contains("the paper ends"), "{svg}");
    agrees("www/still.svg", &svg);

    let mut nowhere = String::new();
    let area = SVGBackend::with_string(&mut nowhere, SIZE).into_drawing_area();
    let plot = draw::draw(&chart, &theme, &area).expect("a string takes everything");
    let share = |length: f64, whole: u32| (1e5 * length / f64::from(whole)).round() / 1e3;
    let results = Results::of(*state.scenario(), &|| 0.0);
    let (end, step) = (results.load_end(), results.load_step().parse::<f64>().expect("decimals"));
    let curve = results.own().expect("the curve of our model");
    let mut points = Vec::new();
    for load in (1..).map(|place| results.tidy_load(f64::from(place) * step)).take_while(|load| *load <= end) {
        let Some(measures) = curve.model.measures(load) else { break };
        let scene = link::parse(&format!("v=2&load={load}"));
        assert!(scene.problems.is_empty() && scene.scenario.get(Key::Load) == load, "{load}");
        let left = share(plot.left + plot.width * load / end, SIZE.0);
        let shown = format!("{}: {}", results.load_words(load), results.words(&measures, 4));
        points.push(json!({ "load": load.to_string(), "left": left, "shown": shown }));
    }
    let load = results.scenario.get(Key::Load).to_string();
    let opening = points.iter().position(|point| point["load"] == load.as_str()).expect("the load of the scene");
    let top = share(plot.top, SIZE.1);
    let bottom = share(f64::from(SIZE.1) - plot.top - plot.height, SIZE.1);
    let first = json!({ "top": top, "bottom": bottom, "start": opening, "points": points });
    agrees("www/first.json", &format!("{first}\n"));
}
