//! The picture that stands until the module is there: the first chart of the page, drawn by the same code.

use crate::palette;
use flitscope::chart::export;
use flitscope_page::{Effect, Host, Measured, PageMessage, Palette, Start, State, ThemeChoice, update};

/// Pixels.
const SIZE: (u32, u32) = (620, 380);

#[test]
fn the_still_picture_is_the_first_chart_of_the_page() {
    let start = Start {
        fragment: String::new(),
        base: "https://example.org/".into(),
        host: Host { build: String::new(), epoch: 0.0, cores: 1, sparing: true },
        theme: ThemeChoice::remembered(None, false),
        dragged: false,
        done: None,
        touch: false,
        still: true,
        entropy: 1,
    };
    let (mut state, _) = State::new(start, &|| 0.0);
    let palette = palette::read(":root");
    assert_eq!(palette, Palette::light(), "the colours of pictures are those of the style sheet");
    let theme = palette.scaled_theme(1.0);
    update(
        &mut state,
        PageMessage::Measured(Box::new(Measured { palette, widths: (400.0, 0.0), roomy: true })).into(),
        &|| 0.0,
    );
    let effects = update(&mut state, PageMessage::Frame(0.0).into(), &|| 0.0);
    let chart = effects.into_iter().find_map(|effect| match effect {
        Effect::Draw { curves, .. } => Some(curves),
        _ => None,
    });
    let mut chart = chart.expect("a chart");
    // The page has a heading for it, and the picture stands before the page does.
    chart.y.label = "latency, cycles".into();
    let svg = export::svg(&chart, &theme, SIZE.0, SIZE.1).expect("a string takes everything");
    assert!(svg.contains("our model") && svg.contains("model ends"), "{svg}");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/still.svg");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &svg).expect("a writable file");
    }
    assert!(
        std::fs::read_to_string(path).is_ok_and(|text| text == svg),
        "BLESS=1 cargo test --test all still makes it anew"
    );
}
