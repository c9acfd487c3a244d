//! The picture that stands until the module is there: the first scene of the page, drawn by the same code.

use crate::palette;
use flitscope::chart::export;
use flitscope_page::{FirstScene, Palette};

/// Pixels.
const SIZE: (u32, u32) = (620, 380);

#[test]
fn the_still_picture_is_the_first_scene_of_the_page() {
    let palette = palette::read(":root");
    assert_eq!(palette, Palette::light(), "the colours of pictures are those of the style sheet");
    let chart = FirstScene::of("").expect("the curve of a paper").chart(&palette);
    let svg = export::svg(&chart, &palette.scaled_theme(1.0), SIZE.0, SIZE.1).expect("a string takes everything");
    assert!(svg.contains("model ends"), "{svg}");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/still.svg");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &svg).expect("a writable file");
    }
    assert!(
        std::fs::read_to_string(path).is_ok_and(|text| text == svg),
        "BLESS=1 cargo test --test all still makes it anew"
    );
}
