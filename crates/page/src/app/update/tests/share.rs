use super::*;
use crate::{
    app::action,
    export::share::{self, Picture, PictureKind},
};
use flitscope::{
    report::{ParameterSet, ScenarioReport},
    scenario::preset::Preset,
};

/// The message of a control of the dialog.
pub(crate) fn asked(name: &str, of: &str) -> Message {
    action::asked(name, of).unwrap_or_else(|| panic!("{name} {of}"))
}

/// The file that the browser is given last.
pub(crate) fn file(bench: &Bench) -> (String, &str) {
    match bench.asked.last() {
        Some(Effect::Download { name, text, .. }) => (name.clone(), text),
        Some(Effect::Pixels { name, svg }) => (name.clone(), svg),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_scene_for_python_has_only_values_that_python_writes_as_json_does() {
    for scene in preset::all().map(Preset::scenario) {
        let text = json::write(&ScenarioReport { scenario: scene, part: ParameterSet::Simulation });
        let values: serde_json::Map<_, _> = serde_json::from_str(&text).expect("JSON");
        assert!(values.values().all(|value| value.is_number() || value.is_string()), "{text}");
    }
}

#[test]
fn the_link_has_a_picture_for_a_camera_or_the_reason_and_no_other_form_has_one() {
    let mut bench = Bench::new("#v=2");
    bench.send(ShareMessage::Open);
    assert!(bench.said("share-code").contains("popover"));
    for of in ["form=json", "tab=embed", "tab=image"] {
        bench.send(asked("sharing", of));
        assert_eq!(bench.said("share-code"), "", "{of}");
    }
    let own = "L\town\tTitle\t5\tGoal.\tAuthor\nS\tStep\tv=2&system=torus-broadcast\t\t\t\nP\tText.\nA\t\n";
    for (text, told) in [
        ("abc".repeat(700), "<svg"),
        ("abc".repeat(900), "<svg"),
        (
            "abc".repeat(1_000),
            "No QR code: the link has 3064 characters, and 2953 fit. Send the link, or the file of the lesson.",
        ),
        ("~0123456789abcdef".into(), "only this tab opens it. Share its file."),
    ] {
        flitscope::lesson::set_own(own, &text);
        let mut bench = Bench::new(&format!("#lesson=own&text={text}"));
        bench.send(ShareMessage::Open);
        let code = bench.said("share-code");
        assert!(code.contains(told) && code.contains("<svg") == (told == "<svg"), "{code}");
        flitscope::lesson::set_own("", "");
    }
}

#[test]
fn a_picture_is_whole_shows_what_the_chart_shows_and_opens_its_scene_again() {
    for (fragment, label) in [
        ("#v=2&vcs=5&load=0.004&pin=vcs:3", "V = 3"),
        ("#v=2&system=banyan-multicast&axis=log", "load"),
        ("#v=2&system=hypercube-mmpp", "as printed"),
    ] {
        let mut bench = Bench::new(fragment);
        bench.settle();
        let was = bench.state.linked();
        bench.asked.clear();
        bench.send(asked("picture", "chart-svg"));
        let (name, svg) = file(&bench);
        assert!(name.ends_with("-chart.svg") && svg.contains(label), "{name}");
        assert_eq!(svg.matches("<svg").count(), svg.matches("</svg>").count());
        assert!(!svg.contains("NaN"));
        let address = share::link_of(svg).expect("a scene");
        assert_eq!(link::parse(address.split_once('#').expect("a fragment").1).scenario, bench.state.linked());
        let svg = svg.to_owned();
        bench.send(EditMessage::System(System::HypercubeSlotted));
        bench.settle();
        bench.send(ShareMessage::File(svg));
        bench.settle();
        assert_eq!(bench.state.linked(), was, "{fragment}");
    }
}

#[test]
fn a_picture_has_the_curves_of_the_canvas() {
    let mut bench = Bench::new("#v=2");
    bench.settle();
    let chart = bench.state.curves.chart_as_it_stands(&bench.state.results, &bench.state.simulation, &Palette::light());
    bench.send(ShareMessage::Picture(Picture::Svg(PictureKind::Chart)));
    let (_, svg) = file(&bench);
    let theme = Palette::light().scaled_theme(1.0);
    let alone = flitscope_show::chart::export::svg(&chart, &theme, 900, 520).expect("a string takes everything");
    let lines = |svg: &str| svg.lines().filter(|line| line.starts_with("<poly")).map(str::to_owned).collect::<Vec<_>>();
    assert!(lines(&alone).len() > 2);
    assert_eq!(lines(svg), lines(&alone));
}

#[test]
fn latex_has_every_curve_and_every_interval() {
    let mut bench = Bench::new("#v=2&cycles=2000");
    bench.settle();
    bench.send(RunMessage::Start);
    bench.finish();
    bench.settle();
    bench.asked.clear();
    bench.send(asked("picture", "pgfplots"));
    let (name, text) = file(&bench);
    assert!(name.ends_with(".tex"));
    let curves: usize = bench.state.results.curves.iter().map(|curve| curve.lines.len()).sum();
    assert_eq!(text.matches("no marks").count(), curves);
    assert_eq!(text.matches("only marks").count(), 1);
    assert!(!text.contains("coordinates {\n\n}"), "{text}");
    let points = bench.state.simulation.observations();
    let intervals = text.lines().filter(|line| line.contains(") += (0,")).count();
    assert!(intervals > 0 && intervals <= points.len(), "{intervals} of {}", points.len());
    assert_eq!(text.matches("\\begin").count(), text.matches("\\end").count());
}

#[test]
fn a_file_in_utf_16_is_named_and_a_page_on_a_disk_offers_no_frame() {
    let mut bench = Bench::new("#v=2&k=6");
    let utf_16: Vec<u8> = "\u{feff}<svg></svg>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    bench.send(ShareMessage::File(String::from_utf8_lossy(&utf_16).into()));
    assert_eq!(bench.said("share-state"), "This file is UTF-16 text: save it as UTF-8.");
    bench.send(ShareMessage::File("\u{feff}<metadata id=\"flitscope\">https://x/#v=2&amp;k=9</metadata>".into()));
    assert_eq!(bench.state.scenario().count(Key::K), 9);
    bench.state.base = "file:///page.html".into();
    bench.send(ShareMessage::Tab("ArrowRight".into()));
    assert_eq!((bench.sheet.shows("share-embed"), bench.sheet.shows("share-image-panel")), (Some(false), Some(true)));
}
