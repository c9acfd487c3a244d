//! The numbers on the screen as files: curves and simulated points, for a spreadsheet or a program.

use super::{
    dom::{self, Fallible},
    lab::Lab,
    results::{Curve, Results},
};
use crate::{
    experiment::table::{Drawn, csv},
    param::Key,
    report::{Part, ScenarioReport},
};
use serde::Serialize as _;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

/// What the files are called, with the system and the seed.
fn name(results: &Results, ending: &str) -> String {
    let scenario = &results.scenario;
    format!("flitscope-{}-seed-{}.{ending}", scenario.system().key(), scenario.count(Key::Seed))
}

/// Hands out the table of curves and points.
pub fn table(results: &Results, lab: &Lab) -> Fallible {
    let Some(lecture) = results.lecture() else { return Ok(()) };
    let drawn = |curve: &Curve| Drawn {
        reading: curve.reading.key(),
        loads: curve.lines.first().map_or_else(Vec::new, |line| line.iter().map(|(load, _)| *load).collect()),
        values: curve.lines.iter().map(|line| line.iter().map(|(_, value)| *value).collect()).collect(),
    };
    let curves: Vec<_> = results.curves.iter().map(drawn).collect();
    let text = csv(results.scenario.system(), lecture, &curves, &lab.observations());
    hand_out(&text, "text/csv", &name(results, "csv"))
}

/// Hands out everything that `window.flitscope` says of the scenario, with the scenario.
pub fn document(results: &Results, lab: &Lab) -> Fallible {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    let scenario = ScenarioReport { scenario: results.scenario, part: Part::Everything }.serialize(&serializer)?;
    let results_of = super::results::ResultsReport::of(results, lab.report_held()).serialize(&serializer)?;
    let all = js_sys::Object::new();
    js_sys::Reflect::set(&all, &"scenario".into(), &scenario)?;
    js_sys::Reflect::set(&all, &"results".into(), &results_of)?;
    let text = String::from(js_sys::JSON::stringify_with_replacer_and_space(&all, &JsValue::NULL, &1.into())?);
    hand_out(&text, "application/json", &name(results, "json"))
}

/// Lets the browser save a text under a name.
fn hand_out(text: &str, kind: &str, name: &str) -> Fallible {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let blob = Blob::new_with_str_sequence_and_options(&js_sys::Array::of1(&text.into()), &options)?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = dom::document()?.create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&address)
}
