//! The solvers of circuits and of unequal channels, a module beside the page that comes when a network needs it: `crates/solvers` is the other side.

use crate::{dom::Fallible, workers};
use flitscope::{
    model::ours::engine::{self, Module, Remote},
    param::rates,
};
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast as _, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::{JsFuture, spawn_local};

#[wasm_bindgen]
extern "C" {
    #[derive(Clone)]
    type Solvers;
    #[wasm_bindgen(method)]
    fn begin(this: &Solvers, subject: &[f64], table: &str) -> Solver;
    #[wasm_bindgen(method)]
    fn rows(this: &Solvers) -> String;
    #[wasm_bindgen(method, catch)]
    fn table(this: &Solvers, text: &str) -> Result<Vec<f64>, JsValue>;

    type Solver;
    #[wasm_bindgen(method)]
    fn work(this: &Solver) -> u32;
    #[wasm_bindgen(method)]
    fn progress(this: &Solver) -> Vec<f64>;
    #[wasm_bindgen(method)]
    fn prepare(this: &Solver, load: f64) -> bool;
    #[wasm_bindgen(method)]
    fn solve(this: &Solver, load: f64) -> Vec<f64>;
    #[wasm_bindgen(method)]
    fn part(this: &Solver, part: f64) -> f64;
}

impl Module for Solvers {
    fn begin(&self, subject: &[f64], table: &str) -> Box<dyn Remote> {
        Box::new(self.begin(subject, table))
    }

    fn rows(&self) -> String {
        self.rows()
    }
}

impl Remote for Solver {
    fn work(&self) -> u32 {
        self.work()
    }

    fn progress(&self) -> Vec<f64> {
        self.progress()
    }

    fn prepare(&self, load: f64) -> bool {
        self.prepare(load)
    }

    fn solve(&self, load: f64) -> Vec<f64> {
        self.solve(load)
    }

    fn part(&self, part: f64) -> f64 {
        self.part(part)
    }
}

/// Brings the module, if it has not come, and then goes on. `www/boot.js` and `www/worker.js` know how.
pub(crate) async fn bring() {
    async fn come() -> Fallible<Solvers> {
        let import: Function = Reflect::get(&js_sys::global(), &"__flitscope_import".into())?.dyn_into()?;
        let coming: Promise =
            import.call1(&JsValue::NULL, &workers::beside("solvers/flitscope-solvers.js").into())?.dyn_into()?;
        Ok(JsFuture::from(coming).await?.unchecked_into())
    }
    if engine::is_missing() {
        let module = come().await.ok();
        if let Some(module) = &module {
            let reader = Solvers::clone(module);
            let said = |error: JsValue| error.as_string().unwrap_or_default();
            rates::install(Box::new(move |text| reader.table(text).map_err(said)));
        }
        engine::install(module.map(|module| Box::new(module) as _));
    }
}

/// Brings the module once a network has asked for it. The page goes on with its curve in the next picture.
pub(crate) fn look() {
    if engine::is_wanted() {
        spawn_local(bring());
    }
}
