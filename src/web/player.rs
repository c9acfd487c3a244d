//! The canvas of the animation.

use super::{
    dom::{self, Fallible},
    paint::{self, Still},
};
use crate::page::{
    player::{Settings, geometry::Viewport},
    state::State,
};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// The canvas, with what stands still on it.
pub struct PlayerCanvas {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    still: Still,
    /// The number of the recording whose network was drawn last.
    drawn: u32,
}

impl PlayerCanvas {
    /// The canvas of the page, still empty.
    pub fn new() -> Fallible<Self> {
        let canvas: HtmlCanvasElement = dom::by_id("stage")?;
        let context = dom::context(&canvas)?;
        Ok(Self { canvas, context, still: Still::new()?, drawn: 0 })
    }

    /// The width that the page gives the canvas, CSS pixels.
    pub fn width(&self) -> f64 {
        f64::from(self.canvas.client_width())
    }

    /// Paints the frame of the player.
    pub fn paint(&mut self, state: &State) -> Fallible {
        let player = state.player();
        let Some(drawing) = player.drawing(Settings::of(state.scenario())) else { return Ok(()) };
        let Some(viewport) = Viewport::of(player.size(), dom::density()?, drawing.laid) else { return Ok(()) };
        let (across, down) = viewport.pixels;
        if self.canvas.width() != across || self.canvas.height() != down {
            self.canvas.set_width(across);
            self.canvas.set_height(down);
        }
        if self.drawn != player.entered() {
            self.drawn = player.entered();
            self.still.forget();
        }
        paint::draw(&self.context, &mut self.still, state.palette(), &drawing, viewport)
    }
}
