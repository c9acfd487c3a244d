//! The picture of the README that moves: a multicast in the banyan, frame by frame, drawn by the painter of the page.

use crate::still::agrees;
use flitscope::scenario::link;
use flitscope_page::{Drawing, Palette, Pen, Surface, TextAlign, paint, paint::svg::Svg};
use flitscope_show::{
    animation::{self, Frame},
    chart::export::escaped,
};

const SCENE: &str = "v=2&system=banyan-multicast&scene=multicast&n=4&from=9&fanout=5&seed=5";

/// The width of the picture and the height of the words below, pixels.
const WIDTH: f64 = 640.0;
const WORDS: f64 = 56.0;

/// Seconds of a frame, and of the last one.
const FRAME: f64 = 1.2;
const LAST: f64 = 3.5;

/// Letters on a line of words.
const LETTERS: usize = 94;

/// Words on as many lines as they take.
fn caption(svg: &Svg, words: &str, height: f64) {
    let mut lines = vec![String::new()];
    for word in words.split(' ') {
        if lines.last().is_some_and(|line| line.chars().count() + word.chars().count() >= LETTERS) {
            lines.push(String::new());
        }
        lines.last_mut().into_iter().for_each(|line| line.extend([word, " "]));
    }
    for (place, line) in lines.iter().enumerate() {
        svg.text(line.trim_end(), (8.0, height + 12.0 + 17.0 * place as f64));
    }
}

fn picture() -> String {
    let palette = Palette::light();
    let mut animation = animation::of(&link::parse(SCENE).scenario).expect("it can be animated");
    while !animation.advance(64) {}
    let layout = animation.layout().clone();
    let height = (WIDTH * layout.height).round();
    let frames: Vec<(Frame, String)> = (0..=animation.length())
        .map(|cycle| (animation.frame(cycle, None), animation.caption(cycle, None).text))
        .collect();
    let svg = Svg::default();
    let pen = Pen::new(&svg, &palette, &layout, WIDTH);
    let drawing = |frame| Drawing::plain(&layout, frame, (WIDTH, (0.0, 0.0)), (WIDTH, height));
    paint::still(&pen);
    for (place, (frame, words)) in frames.iter().enumerate() {
        let last = if place + 1 == frames.len() { " last" } else { "" };
        svg.raw(&format!("<g class=\"frame{last}\" style=\"animation-delay:{:.1}s\">\n", FRAME * place as f64));
        paint::moving(&pen, &drawing(frame), &|| ());
        svg.font(12.0, TextAlign::Start);
        svg.paint(palette.css("ink"));
        caption(&svg, words, height);
        svg.raw("</g>\n");
    }
    let whole = FRAME * (frames.len() - 1) as f64 + LAST;
    let part = |seconds: f64| 100.0 * seconds / whole;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {0}\" width=\"{WIDTH}\" height=\"{0}\" \
         font-family=\"system-ui, sans-serif\" role=\"img\">\n\
         <title>{1}</title>\n<style>\n\
         .frame {{ visibility: hidden; animation: frame {whole:.1}s step-end infinite; }}\n\
         .last {{ animation-name: last; }}\n\
         @keyframes frame {{ 0% {{ visibility: visible; }} {2:.3}% {{ visibility: hidden; }} }}\n\
         @keyframes last {{ 0% {{ visibility: visible; }} {3:.3}% {{ visibility: hidden; }} }}\n\
         @media (prefers-reduced-motion: reduce) {{ .frame {{ animation: none; }} .last {{ visibility: visible; }} }}\n</style>\n\
         <rect width=\"{WIDTH}\" height=\"{0}\" fill=\"{4}\"/>\n{5}</svg>\n",
        height + WORDS,
        escaped(&animation.info().title),
        part(FRAME),
        part(LAST),
        palette.css("sand"),
        svg.into_text(),
    )
}

#[test]
fn the_moving_picture_of_the_readme_is_the_animation_of_the_page() {
    agrees("docs/multicast.svg", &picture());
}
