//! A curve as an SVG document.

use flitscope::{
    model,
    scenario::{Scenario, System},
};
use flitscope_show::chart::{Axis, Chart, Dash, Dots, Series, Weight, export, scale::Scale, theme::Theme};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let model = model::of(Scenario::new(System::TorusBroadcast).setup());
    let (info, end) = (model.info(), model.end());
    let points = model.curves(120).swap_remove(0);
    let axis = |label: String, scale| Axis { label, scale, whole: false };
    let highest = points.iter().map(|(_, latency)| *latency).fold(0.0, f64::max);
    let theme = Theme::light();
    let curve = Series {
        label: "corrected".into(),
        points,
        colour: theme.ink,
        dash: Dash::Solid,
        weight: Weight::Strong,
        dots: Dots::None,
    };
    let load = axis(format!("load, {}", info.load_unit), Scale::linear(0.0, 1.1 * end.load));
    let latency = axis(format!("{}, {}", info.quantity, info.unit), Scale::linear(0.0, highest));
    let chart = Chart { series: vec![curve], ..Chart::new(load, latency) };
    let svg = export::svg(&chart, &theme, 760, 420)?;
    println!("{svg}");
    assert!(svg.starts_with("<svg") && svg.contains("corrected"));
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    main()
}
