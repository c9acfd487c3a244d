//! The canvas of the animation, for the painter: the parts that do not move are drawn once and then copied.

mod still;

use crate::dom::Fallible;
use flitscope_page::{Drawing, Palette, Pen, Surface, TextAlign, Viewport, paint};
use flitscope_show::animation::frame::Place;
use std::cell::Cell;
pub(crate) use still::Still;
use web_sys::CanvasRenderingContext2d;

pub(crate) fn draw(
    context: &CanvasRenderingContext2d,
    still: &mut Still,
    palette: &Palette,
    drawing: &Drawing,
    viewport: Viewport,
) -> Fallible {
    let surface = Canvas::new(context);
    let pen = Pen::new(&surface, palette, drawing.layout, viewport.width);
    let quiet = still.prepare(palette, drawing.layout, viewport)?;
    context.reset_transform()?;
    context.set_fill_style_str(palette.css("sand"));
    context.fill_rect(0.0, 0.0, f64::from(viewport.pixels.0), f64::from(viewport.pixels.1));
    context.set_line_cap("butt");
    context.set_line_join("round");
    enter(context, viewport.density, viewport.corner)?;
    let overview = || {
        let Some(overview) = &drawing.overview else { return };
        enter(context, viewport.density, overview.corner).ok();
        paint::overview(&Pen::new(&surface, palette, drawing.layout, overview.size.0), drawing, overview);
        enter(context, viewport.density, viewport.corner).ok();
    };
    if paint::inside(&pen, drawing) {
        overview();
        return Ok(());
    }
    context.reset_transform()?;
    context.draw_image_with_html_canvas_element(quiet, 0.0, 0.0)?;
    enter(context, viewport.density, viewport.corner)?;
    paint::moving(&pen, drawing, &overview);
    Ok(())
}

/// Lets the context draw in CSS pixels from that place of the canvas on.
fn enter(context: &CanvasRenderingContext2d, density: f64, corner: Place) -> Fallible {
    context.set_transform(density, 0.0, 0.0, density, 0.0, 0.0)?;
    context.translate(corner.0, corner.1)
}

/// A canvas, with the weight and size of its letters: a browser takes long to read a font. What it refuses is not drawn.
struct Canvas<'a>(&'a CanvasRenderingContext2d, Cell<Option<(u32, f64)>>);

impl<'a> Canvas<'a> {
    const fn new(context: &'a CanvasRenderingContext2d) -> Self {
        Self(context, Cell::new(None))
    }

    /// Writes from now on in letters of that weight and size.
    fn write(&self, weight: u32, size: f64, align: TextAlign) {
        if self.1.replace(Some((weight, size))) != Some((weight, size)) {
            self.0.set_font(&format!("{weight} {size}px Inter, system-ui, sans-serif"));
        }
        self.0.set_text_align(match align {
            TextAlign::Start => "left",
            TextAlign::End => "right",
            TextAlign::Centre | TextAlign::Above => "center",
        });
        self.0.set_text_baseline(if align == TextAlign::Above { "alphabetic" } else { "middle" });
    }
}

impl Surface for Canvas<'_> {
    fn alpha(&self, alpha: f64) {
        self.0.set_global_alpha(alpha);
    }

    fn line(&self, colour: &str, width: f64) {
        self.0.set_stroke_style_str(colour);
        self.0.set_line_width(width);
    }

    fn dash(&self, dash: Option<(f64, f64)>, offset: f64) {
        let pattern = dash.map_or_else(js_sys::Array::new, |(dash, gap)| js_sys::Array::of2(&dash.into(), &gap.into()));
        self.0.set_line_dash(&pattern).ok();
        self.0.set_line_dash_offset(offset);
    }

    fn round(&self, round: bool) {
        self.0.set_line_cap(if round { "round" } else { "butt" });
    }

    fn paint(&self, colour: &str) {
        self.0.set_fill_style_str(colour);
    }

    fn font(&self, size: f64, align: TextAlign) {
        self.write(400, size, align);
    }

    fn heavy(&self, size: f64, align: TextAlign) {
        self.write(600, size, align);
    }

    fn begin(&self) {
        self.0.begin_path();
    }

    fn move_to(&self, (x, y): Place) {
        self.0.move_to(x, y);
    }

    fn line_to(&self, (x, y): Place) {
        self.0.line_to(x, y);
    }

    fn arc(&self, (x, y): Place, radius: f64, (from, to): (f64, f64)) {
        self.0.arc(x, y, radius, from, to).ok();
    }

    fn rect(&self, (x, y): Place, (width, height): Place) {
        self.0.rect(x, y, width, height);
    }

    fn stroke(&self) {
        self.0.stroke();
    }

    fn fill(&self) {
        self.0.fill();
    }

    fn bar(&self, (x, y): Place, (width, height): Place) {
        self.0.fill_rect(x, y, width, height);
    }

    fn text(&self, text: &str, (x, y): Place) {
        self.0.fill_text(text, x, y).ok();
    }

    fn width(&self, text: &str) -> f64 {
        self.0.measure_text(text).map_or(0.0, |measured| measured.width())
    }
}
