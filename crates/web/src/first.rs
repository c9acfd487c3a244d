//! The first scene on the page, for `www/boot.js`: a chart and its load, live before the rest of the module has come.

use crate::{
    charts::Paper,
    dom::{self, Fallible},
    storage, style,
};
use flitscope_page::{FirstScene, Palette};
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::HtmlElement;

/// The first scene with its canvas.
#[wasm_bindgen]
pub struct First {
    scene: FirstScene,
    paper: Paper,
    palette: Palette,
}

#[wasm_bindgen]
impl First {
    /// The scene of the fragment of an address, drawn; nothing where that needs the whole page.
    pub fn of(fragment: &str) -> Fallible<Option<First>> {
        let Some(scene) = FirstScene::of(fragment) else { return Ok(None) };
        let root: HtmlElement = dom::by_id("root")?;
        root.set_attribute("data-theme", storage::theme()?.word())?;
        let mut paper = Paper::new("first", "first-curves")?;
        paper.measure();
        let first = Self { scene, paper, palette: style::palette()? };
        first.draw()?;
        Ok(Some(first))
    }

    /// The load that is shown.
    pub fn load(&self) -> f64 {
        self.scene.load()
    }

    /// The last load of the axis.
    pub fn end(&self) -> f64 {
        self.scene.reach().0
    }

    /// The step of the load, as decimals.
    pub fn step(&self) -> String {
        self.scene.reach().1
    }

    /// The load and the paper's prediction at it, in words.
    pub fn words(&self) -> String {
        self.scene.words()
    }

    /// Shows another load; gives the fragment of that scene.
    pub fn show(&mut self, load: f64) -> Fallible<String> {
        self.scene.show(load);
        self.draw()?;
        Ok(self.scene.fragment())
    }

    fn draw(&self) -> Fallible {
        self.paper.draw(&self.scene.chart(&self.palette), &self.palette).map(drop)
    }
}
