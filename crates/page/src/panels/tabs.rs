//! The panels below the sliders, one at a time: the tabs, and which panel is open.

use crate::{player::panels::moments::Moment, prelude::*};
use flitscope::param::ParamOption;

/// True if a tab of this scenario rises: a lesson has its own card above the tabs, Present, embeds and an open node have none.
pub(crate) fn rises(scenario: &Scenario) -> bool {
    let tabs = lesson::step_of(scenario).is_none() && scenario.is_default(Key::Open);
    tabs && !scenario.is_on(Key::Embed) && !scenario.is_on(Key::Present)
}

/// The tabs, and the panel of the one that is open; where it is `raised` it covers the lower half of the page.
pub(crate) fn sheet(scenario: &Scenario, raised: bool) -> DomPatch {
    let (tabs, open) = shown(scenario);
    let mut sheet = DomPatch::default();
    sheet.class("body", "raised", raised);
    sheet.markup("tabs", markup(&tabs));
    for tab in &tabs {
        let (id, here) = (format!("tab-{}", tab.key), tab.key == open);
        sheet.state(id.clone(), "aria-selected", here).attribute(id, "tabindex", if here { "0" } else { "-1" });
    }
    for tab in scenario.system().options(Key::Tab) {
        sheet.show(format!("panel-{}", tab.key), tab.key == open);
    }
    sheet
}

/// The tabs with content for this scene, and the one that is open: a moment has none about models.
fn shown(scenario: &Scenario) -> (Vec<&'static ParamOption>, &'static str) {
    let traffic = Moment::told(scenario) == Moment::Traffic;
    // Where no paper's model holds, there is nothing to check.
    let paper = model::choose(scenario.setup()).has_paper();
    let says =
        |tab: &&ParamOption| matches!(tab.key, "explain" | "data") || traffic && (paper || tab.key != "comparison");
    let tabs: Vec<_> = scenario.system().options(Key::Tab).iter().filter(says).collect();
    let open = scenario.chosen(Key::Tab);
    let open = if tabs.iter().any(|tab| tab.key == open) { open } else { "explain" };
    (tabs, open)
}

fn markup(tabs: &[&ParamOption]) -> Markup {
    html! {
        @for tab in tabs {
            button type="button" role="tab" id={ "tab-" (tab.key) } aria-controls={ "panel-" (tab.key) } data-do="tab" data-of=(tab.key)
                { (tab.name) }
        }
    }
}

/// The id of the tab that a key goes to from the one that is open: the arrows go round.
pub(crate) fn toward(scenario: &Scenario, key: &str) -> Option<&'static ParamOption> {
    let (tabs, open) = shown(scenario);
    let (here, all) = (tabs.iter().position(|tab| tab.key == open)?, tabs.len());
    tabs.get(match key {
        "ArrowLeft" => (here + all - 1) % all,
        "ArrowRight" => (here + 1) % all,
        "Home" => 0,
        _ => all - 1,
    })
    .copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_tab_is_open_and_alone_in_the_tab_order_and_keys_go_round() {
        let tabs = |scenario: &Scenario| seen(&sheet(scenario, true), &["body", "tabs", "tab-*", "panel-*"]);
        let data = |system: &System| format!("#v=2&system={}&tab=data", system.key());
        blessed::words("tabs", System::ALL.iter().map(data), |link| tabs(&link::parse(&link).scenario));
        let broadcast = Moment::Broadcast.enter(&link::parse("#v=2&tab=equations").scenario);
        blessed::lines("tabs of a moment", [("a broadcast", tabs(&broadcast))]);
        assert_eq!(toward(&broadcast, "ArrowRight").map(|tab| tab.key), Some("data"));
        for (from, key, to) in [
            ("explain", "ArrowRight", "equations"),
            ("explain", "ArrowLeft", "data"),
            ("data", "ArrowRight", "explain"),
            ("comparison", "Home", "explain"),
            ("comparison", "End", "data"),
        ] {
            let scenario = link::parse(&format!("#v=2&tab={from}")).scenario;
            assert_eq!(toward(&scenario, key).map(|tab| tab.key), Some(to), "{from} {key}");
        }
    }
}
