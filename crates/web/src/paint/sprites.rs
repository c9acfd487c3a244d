//! Nodes: each look is drawn once and then copied, and words are written upon it. A large network has hundreds of nodes in a frame, and their discs
//! would take longer to draw than everything else.

use super::{Canvas, enter};
use crate::dom::{self, Fallible};
use flitscope::animation::frame::{NodeMark, NodeShape, NodeTone};
use flitscope_page::{CanvasSizes, Palette, Pen, Viewport};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// Levels of a node that fills up: about a pixel apart.
const LEVELS: u32 = 32;

/// Looks of one form.
const LOOKS: u32 = LEVELS + 9;

/// Room for the edge of a node around its radius, CSS pixels.
const EDGE: f64 = 1.5;

/// The sheet of looks: a row for each form.
pub(super) struct Sprites {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    /// The radius, the density and the colours of what is on the sheet.
    of: Option<(f64, f64, Palette)>,
    /// The looks on the sheet.
    drawn: Vec<bool>,
}

/// The column of a tone, and the tone that is drawn there.
fn column(tone: NodeTone) -> (u32, NodeTone) {
    match tone {
        NodeTone::Quiet => (0, tone),
        NodeTone::Source => (1, tone),
        NodeTone::Full => (2, tone),
        NodeTone::Sending => (3, tone),
        NodeTone::Receiving => (4, tone),
        NodeTone::Both => (5, tone),
        NodeTone::Blocked => (6, tone),
        NodeTone::Held => (7, tone),
        NodeTone::Filling(part) => {
            let level = (part.clamp(0.0, 1.0) * f64::from(LEVELS)).round();
            (8 + level as u32, NodeTone::Filling(level / f64::from(LEVELS)))
        }
    }
}

impl Sprites {
    /// An empty sheet.
    pub(crate) fn new() -> Fallible<Self> {
        let (canvas, context) = dom::canvas()?;
        Ok(Self { canvas, context, of: None, drawn: Vec::new() })
    }

    /// Empties the sheet if nodes look otherwise now. The width of a sprite, pixels of the screen.
    fn prepare(&mut self, palette: &Palette, size: CanvasSizes, density: f64) -> u32 {
        let side = 2 * libm::ceil((size.radius + EDGE) * density) as u32;
        if self
            .of
            .as_ref()
            .is_none_or(|(radius, dense, colours)| (*radius, *dense) != (size.radius, density) || colours != palette)
        {
            self.canvas.set_width(side * LOOKS);
            self.canvas.set_height(side * 2);
            self.drawn = vec![false; 2 * LOOKS as usize];
            self.of = Some((size.radius, density, palette.clone()));
        }
        side
    }

    /// Copies the nodes whose marks are `seen`, and writes their words.
    pub(crate) fn nodes(
        &mut self,
        context: &CanvasRenderingContext2d,
        pen: &Pen,
        viewport: Viewport,
        marks: &[NodeMark],
        seen: fn(&NodeMark) -> bool,
    ) -> Fallible {
        let Viewport { density, corner, .. } = viewport;
        let side = self.prepare(pen.palette, pen.size, density);
        let half = f64::from(side) / 2.0;
        context.reset_transform()?;
        for (node, mark) in pen.layout.nodes.iter().zip(marks).filter(|(_, mark)| seen(mark)) {
            let (column, tone) = column(mark.tone);
            let row = u32::from(node.form == NodeShape::Square);
            let (left, top) = (f64::from(column * side), f64::from(row * side));
            if let Some(drawn) = self.drawn.get_mut((row * LOOKS + column) as usize).filter(|drawn| !**drawn) {
                *drawn = true;
                // A pen of its own, for it draws elsewhere.
                let surface = Canvas(&self.context);
                let other = Pen { surface: &surface, ..*pen };
                self.context.set_transform(density, 0.0, 0.0, density, left + half, top + half)?;
                other.node(node.form, tone, (0.0, 0.0));
            }
            // On whole pixels, or it would be blurred.
            let at = |corner: f64, place: f64| (density * (corner + place * pen.size.width)).round() - half;
            let (x, y) = (at(corner.0, node.place.0), at(corner.1, node.place.1));
            let side = f64::from(side);
            context.draw_image_with_html_canvas_element_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
                &self.canvas,
                left,
                top,
                side,
                side,
                x,
                y,
                side,
                side,
            )?;
        }
        enter(context, viewport)?;
        pen.words_within(marks, seen);
        Ok(())
    }
}
