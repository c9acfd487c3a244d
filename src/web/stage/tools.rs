//! What stands beside the canvas to look at it in another way: loop, marks, zoom, and the use of the channels.

use super::view::View;
use crate::{
    param::Key,
    scenario::Scenario,
    trace::picture::Carried,
    web::{
        dom::{self, Fallible},
        scene,
    },
};
use web_sys::{HtmlElement, HtmlInputElement};

/// The elements.
pub(super) struct Tools {
    pub mark_back: HtmlElement,
    pub mark_next: HtmlElement,
    looping: HtmlInputElement,
    loop_box: HtmlElement,
    heat: HtmlInputElement,
    heat_box: HtmlElement,
    heat_key: HtmlElement,
    nearer: HtmlElement,
    farther: HtmlElement,
    whole: HtmlElement,
    level: HtmlElement,
}

impl Tools {
    pub fn new() -> Fallible<Self> {
        Ok(Self {
            mark_back: dom::by_id("mark-back")?,
            mark_next: dom::by_id("mark-next")?,
            looping: dom::by_id("input-loop")?,
            loop_box: dom::by_id("loop-box")?,
            heat: dom::by_id("input-heat")?,
            heat_box: dom::by_id("heat-box")?,
            heat_key: dom::by_id("heat-key")?,
            nearer: dom::by_id("zoom-in")?,
            farther: dom::by_id("zoom-out")?,
            whole: dom::by_id("zoom-fit")?,
            level: dom::by_id("zoom-level")?,
        })
    }

    /// Brings them to the scenario, to what the picture counts, and to what is seen in the frame of the canvas.
    pub fn render(&self, scenario: &Scenario, carried: Option<&Carried>, view: View, frame: &HtmlElement) -> Fallible {
        let on = |key: Key| scenario.chosen(key) == "1";
        let has = |key: Key| scenario.system().param(key).is_some();
        self.looping.set_checked(on(Key::Loop));
        self.heat.set_checked(on(Key::Heat));
        dom::show(&self.loop_box, has(Key::Loop));
        dom::show(&self.heat_box, carried.is_some() && has(Key::Heat));
        let legend = carried.filter(|_| on(Key::Heat)).map(scene::heat_key);
        dom::show(&self.heat_key, legend.is_some());
        if let Some(legend) = legend {
            self.heat_key.set_inner_html(&legend);
        }
        frame.class_list().toggle_with_force("zoomed", view.close())?;
        dom::set_text(&self.level, &view.level());
        for (button, off) in
            [(&self.nearer, view.closest()), (&self.farther, !view.close()), (&self.whole, !view.close())]
        {
            dom::set_attribute(button, "aria-disabled", if off { "true" } else { "false" })?;
        }
        Ok(())
    }
}
