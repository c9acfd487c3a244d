//! Frames and charts in a browser: the same bits as natively.
#![cfg(target_arch = "wasm32")]
#![allow(missing_docs, clippy::expect_used)]

#[path = "../../../tests/common/bits.rs"]
mod bits;
#[path = "common/frames.rs"]
mod frames;

use flitscope_show::chart::{
    Axis, Chart, Dash, Dots, Series, Weight, draw, export,
    scale::Scale,
    theme::{Colour, Theme},
};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn frames_have_the_bits_of_the_native_ones() {
    bits::check(frames::FRAMES, &frames::frames());
}

#[wasm_bindgen_test]
fn the_chart_is_the_same_drawing_on_a_canvas_and_as_svg() {
    use plotters::drawing::IntoDrawingArea as _;
    use wasm_bindgen::JsCast as _;
    let axis = |label: &str| Axis { label: label.into(), scale: Scale::linear(0.0, 1.0), whole: false };
    let diagonal = Series {
        label: "diagonal".into(),
        points: vec![(0.0, 0.0), (1.0, 1.0)],
        colour: Colour::hex(0xff_00_00),
        dash: Dash::Solid,
        weight: Weight::Strong,
        dots: Dots::None,
    };
    let chart = Chart { series: vec![diagonal], ..Chart::new(axis("load"), axis("latency")) };
    let document = web_sys::window().expect("a window").document().expect("a document");
    let canvas: web_sys::HtmlCanvasElement = document.create_element("canvas").expect("a canvas").unchecked_into();
    canvas.set_width(400);
    canvas.set_height(300);
    let area =
        plotters_canvas::CanvasBackend::with_canvas_object(canvas.clone()).expect("a backend").into_drawing_area();
    let plot = draw::draw(&chart, &Theme::light(), &area).expect("a drawing");
    let context: web_sys::CanvasRenderingContext2d =
        canvas.get_context("2d").expect("a context").expect("a context").unchecked_into();
    // The middle of the diagonal is red, the corner opposite to it is not.
    let colour = |x: f64, y: f64| context.get_image_data(x, y, 1.0, 1.0).expect("pixels").data().0;
    let (x, y) = (plot.left + plot.width / 2.0, plot.top + plot.height / 2.0);
    assert!(colour(x, y)[0] > 200 && colour(x, y)[1] < 120, "{:?}", colour(x, y));
    assert_eq!(colour(plot.left + 0.23 * plot.width, plot.top + 0.27 * plot.height)[..3], [255, 255, 255]);
    assert!(export::svg(&chart, &Theme::light(), 400, 300).expect("a document").contains("#FF0000"));
}
