//! The canvases of charts, drawn on by plotters.

use crate::dom::{self, Fallible};
use flitscope_page::Palette;
use flitscope_show::chart::{Chart, Plot, draw, theme::FINE};
use plotters::drawing::IntoDrawingArea as _;
use plotters_canvas::CanvasBackend;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement};

/// A canvas with what is needed to draw a chart on it.
struct Paper {
    frame: HtmlElement,
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    /// Size of the frame, CSS pixels.
    size: (f64, f64),
}

impl Paper {
    /// The canvas of that id in the frame of that id.
    fn new(frame: &str, canvas: &str) -> Fallible<Self> {
        let canvas: HtmlCanvasElement = dom::by_id(canvas)?;
        let context = dom::context(&canvas)?;
        Ok(Self { frame: dom::by_id(frame)?, canvas, context, size: (0.0, 0.0) })
    }

    /// Takes note of the size that the page gives it.
    fn measure(&mut self) {
        self.size = (f64::from(self.frame.client_width()), f64::from(self.frame.client_height()));
    }

    /// Draws a chart. Returns where the plot stands, CSS pixels; `None` if there is no room for it.
    fn draw(&self, chart: &Chart, palette: &Palette) -> Fallible<Option<Plot>> {
        let density = dom::density()?;
        let (width, height) = self.size;
        if width < 1.0 || height < 1.0 {
            return Ok(None);
        }
        let size = ((width * density).round() as u32, (height * density).round() as u32);
        if (self.canvas.width(), self.canvas.height()) != size {
            self.canvas.set_width(size.0);
            self.canvas.set_height(size.1);
        }
        // The drawing is in eighths of a pixel: plotters' coordinates are whole numbers, and whole pixels would show as steps.
        let fine = 1.0 / f64::from(FINE);
        self.context.set_transform(fine, 0.0, 0.0, fine, 0.0, 0.0)?;
        self.context.set_line_cap("round");
        self.context.set_line_join("round");
        let area = CanvasBackend::with_canvas_object(self.canvas.clone())
            .ok_or("the canvas cannot be drawn on")?
            .into_drawing_area();
        let theme = palette.scaled_theme(density).fine();
        let Plot { left, top, width, height } = draw::draw(chart, &theme, &area).map_err(|error| error.to_string())?;
        let css = |length: f64| length / density;
        Ok(Some(Plot { left: css(left), top: css(top), width: css(width), height: css(height) }))
    }
}

/// The chart of the tab, and that of the card of a lesson.
type Figures<'a> = [Option<&'a Chart>; 2];

/// The chart of the curves, and the second one, in its tab and in the card of a lesson.
pub(crate) struct Charts {
    curves: Paper,
    figures: [Paper; 2],
}

impl Charts {
    /// The charts of the page, still empty.
    pub(crate) fn new() -> Fallible<Self> {
        let figures = [Paper::new("figure-frame", "figure")?, Paper::new("card-frame", "card")?];
        Ok(Self { curves: Paper::new("chart", "curves")?, figures })
    }

    /// Takes note of the sizes that the page gives them.
    pub(crate) fn measure(&mut self) {
        self.curves.measure();
        self.figures.iter_mut().for_each(Paper::measure);
    }

    /// Draws the curves, and the other charts if there are any. Returns where the plot of the curves stands.
    pub(crate) fn draw(&mut self, curves: &Chart, figures: Figures<'_>, palette: &Palette) -> Fallible<Option<Plot>> {
        let plot = self.curves.draw(curves, palette)?;
        for (paper, figure) in self.figures.iter_mut().zip(figures) {
            // It had no size while it was hidden.
            if paper.size.0 < 1.0 {
                paper.measure();
            }
            figure.map(|figure| paper.draw(figure, palette)).transpose()?;
        }
        Ok(plot)
    }
}
