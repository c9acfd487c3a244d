//! The painter's SVG.

use super::{inside, moving, overview, still};
use crate::player::prelude::*;
use flitscope_show::chart::export::escaped;
use std::{cell::RefCell, fmt::Write as _};

/// The width of a letter, in heights, on the average: nothing can be measured here.
pub(super) const LETTER: f64 = 0.58;

/// The distance of the baseline below the middle of a text, in heights.
const MIDDLE: f64 = 0.35;

/// Paints a frame on a canvas of its size made so wide; its height then, pixels.
pub fn frame(svg: &Svg, drawing: &Drawing, palette: &Palette, wide: f64) -> f64 {
    let size = drawing.size;
    let pen = Pen::new(svg, palette, drawing.layout, drawing.laid.0);
    let high = (wide * size.1 / size.0).round();
    let from = |(x, y): Place| {
        svg.raw("<g stroke-linejoin=\"round\" transform=\"translate(");
        svg.numbers(&[x, y]);
        svg.raw(")\">\n");
    };
    svg.open("svg", &[("width", wide), ("height", high)]);
    svg.quoted(" viewBox", &[0.0, 0.0, size.0, size.1]);
    svg.raw(">");
    svg.paint(palette.css("sand"));
    svg.bar((0.0, 0.0), drawing.size);
    from(drawing.laid.1);
    let small = || {
        let Some(small) = &drawing.overview else { return };
        svg.raw("</g>");
        from(small.corner);
        overview(&Pen::new(svg, palette, drawing.layout, small.size.0), drawing, small);
        svg.raw("</g>");
        from(drawing.laid.1);
    };
    if inside(&pen, drawing) {
        small();
    } else {
        still(&pen);
        moving(&pen, drawing, &small);
    }
    svg.raw("</g></svg>\n");
    high
}

#[derive(Default)]
pub struct Svg(RefCell<DrawState>);

#[derive(Default)]
struct DrawState {
    text: String,
    path: String,
    line: String,
    paint: String,
    width: f64,
    /// The transparency, so that the default is zero.
    clear: f64,
    dash: Option<(f64, f64)>,
    offset: f64,
    round: bool,
    size: f64,
    heavy: bool,
    align: Option<TextAlign>,
}

/// Numbers to a hundredth, with a space between them.
fn numbers(text: &mut String, all: &[f64]) {
    for (place, number) in all.iter().enumerate() {
        // Writing to a string does not fail.
        write!(text, "{}{}", if place > 0 { " " } else { "" }, (100.0 * number).round() / 100.0).ok();
    }
}

fn quoted(text: &mut String, name: &str, all: &[f64]) {
    text.push_str(name);
    text.push_str("=\"");
    numbers(text, all);
    text.push('"');
}

impl DrawState {
    fn point(&mut self, letter: char, (x, y): Place) {
        self.path.push(letter);
        numbers(&mut self.path, &[x, y]);
    }

    /// The rest of an element, all of which has been written but how it looks.
    fn look(&mut self, fill: bool) {
        let Self { text, line, paint, .. } = self;
        for part in if fill { [" fill=\"", paint, "\""] } else { [" fill=\"none\" stroke=\"", line, "\""] } {
            text.push_str(part);
        }
        if self.clear > 0.0 {
            quoted(text, " opacity", &[1.0 - self.clear]);
        }
    }

    fn draw(&mut self, fill: bool) {
        if self.path.is_empty() {
            return;
        }
        for part in ["<path d=\"", &self.path, "\""] {
            self.text.push_str(part);
        }
        self.look(fill);
        let text = &mut self.text;
        if !fill {
            quoted(text, " stroke-width", &[self.width]);
            if let Some((dash, gap)) = self.dash {
                quoted(text, " stroke-dasharray", &[dash, gap]);
                quoted(text, " stroke-dashoffset", &[self.offset]);
            }
            if self.round {
                text.push_str(" stroke-linecap=\"round\"");
            }
        }
        text.push_str("/>\n");
    }
}

impl Svg {
    pub fn into_text(self) -> String {
        self.0.into_inner().text
    }

    pub fn raw(&self, text: &str) {
        self.0.borrow_mut().text.push_str(text);
    }

    pub(crate) fn open(&self, name: &str, attributes: &[(&str, f64)]) {
        self.raw("<");
        self.raw(name);
        for (name, number) in attributes {
            self.raw(" ");
            self.quoted(name, &[*number]);
        }
    }

    pub(crate) fn quoted(&self, name: &str, all: &[f64]) {
        quoted(&mut self.0.borrow_mut().text, name, all);
    }

    pub(crate) fn numbers(&self, all: &[f64]) {
        numbers(&mut self.0.borrow_mut().text, all);
    }
}

impl Surface for Svg {
    fn alpha(&self, alpha: f64) {
        self.0.borrow_mut().clear = 1.0 - alpha;
    }

    fn line(&self, colour: &str, width: f64) {
        let mut state = self.0.borrow_mut();
        (state.line, state.width) = (colour.into(), width);
    }

    fn dash(&self, dash: Option<(f64, f64)>, offset: f64) {
        let mut state = self.0.borrow_mut();
        (state.dash, state.offset) = (dash, offset);
    }

    fn round(&self, round: bool) {
        self.0.borrow_mut().round = round;
    }

    fn paint(&self, colour: &str) {
        self.0.borrow_mut().paint = colour.into();
    }

    fn font(&self, size: f64, align: TextAlign) {
        let mut state = self.0.borrow_mut();
        (state.size, state.heavy, state.align) = (size, false, Some(align));
    }

    fn heavy(&self, size: f64, align: TextAlign) {
        let mut state = self.0.borrow_mut();
        (state.size, state.heavy, state.align) = (size, true, Some(align));
    }

    fn begin(&self) {
        self.0.borrow_mut().path.clear();
    }

    fn move_to(&self, place: Place) {
        self.0.borrow_mut().point('M', place);
    }

    fn line_to(&self, place: Place) {
        self.0.borrow_mut().point('L', place);
    }

    /// Of two halves: an arc that ends where it begins is none in SVG.
    fn arc(&self, (x, y): Place, radius: f64, (from, to): (f64, f64)) {
        let mut state = self.0.borrow_mut();
        for (place, angle) in [from, from.midpoint(to), to].into_iter().enumerate() {
            if place > 0 {
                state.path.push('A');
                numbers(&mut state.path, &[radius, radius, 0.0, 0.0, 1.0]);
            }
            let end = (x + radius * libm::cos(angle), y + radius * libm::sin(angle));
            state.point(if place > 0 { ' ' } else { 'M' }, end);
        }
    }

    fn rect(&self, (x, y): Place, (width, height): Place) {
        let mut state = self.0.borrow_mut();
        for (place, corner) in
            [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].into_iter().enumerate()
        {
            state.point(if place > 0 { 'L' } else { 'M' }, corner);
        }
        state.path.push('Z');
    }

    fn stroke(&self) {
        self.0.borrow_mut().draw(false);
    }

    fn fill(&self) {
        self.0.borrow_mut().draw(true);
    }

    fn bar(&self, (x, y): Place, (width, height): Place) {
        self.open("rect", &[("x", x), ("y", y), ("width", width), ("height", height)]);
        self.0.borrow_mut().look(true);
        self.raw("/>\n");
    }

    fn text(&self, text: &str, (x, y): Place) {
        let (size, align) = (self.0.borrow().size, self.0.borrow().align);
        let lower = if align == Some(TextAlign::Above) { 0.0 } else { MIDDLE * size };
        self.open("text", &[("x", x), ("y", y + lower), ("font-size", size)]);
        self.raw(match align {
            Some(TextAlign::Start) => "",
            Some(TextAlign::End) => " text-anchor=\"end\"",
            _ => " text-anchor=\"middle\"",
        });
        if self.0.borrow().heavy {
            self.raw(" font-weight=\"600\"");
        }
        self.0.borrow_mut().look(true);
        self.raw(">");
        self.raw(&escaped(text));
        self.raw("</text>\n");
    }

    fn width(&self, text: &str) -> f64 {
        text.chars().count() as f64 * LETTER * self.0.borrow().size
    }
}
