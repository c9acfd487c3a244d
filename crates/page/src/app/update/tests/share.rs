use super::*;
use crate::export::share::{Picture, PictureKind};
use flitscope::{
    report::{ParameterSet, ScenarioReport},
    scenario::preset::Preset,
};

pub(crate) fn asked(name: &str, of: &str) -> Message {
    action::asked(name, of).unwrap_or_else(|| panic!("{name} {of}"))
}

/// The name and the text of the file that the browser was given last.
pub(crate) fn file(bench: &Bench) -> (&str, &str) {
    let file = bench.asked.iter().rev().find_map(|effect| match effect {
        Effect::Download { name, text, .. } | Effect::Pixels { name, svg: text } => Some((&**name, &**text)),
        _ => None,
    });
    file.unwrap_or_default()
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
    bench.finish(1.02);
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
