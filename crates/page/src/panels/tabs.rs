//! The panels below the sliders, one at a time: the tabs, and which panel is open.

use crate::{dom::patch::DomPatch, player::panels::moments::Moment};
use flitscope::{
    lesson, model,
    param::{Key, ParamOption},
    scenario::Scenario,
};
use maud::{Markup, html};

/// True if a tab of this scenario rises: a lesson has its own card above the tabs, Present and embeds have none.
pub(crate) fn rises(scenario: &Scenario) -> bool {
    !(lesson::step_of(scenario).is_some() || scenario.is_on(Key::Embed) || scenario.is_on(Key::Present))
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
            button type="button" role="tab" id={ "tab-" (tab.key) } aria-controls={ "panel-" (tab.key) } data-do="tab" data-of=(tab.key) { (tab.name) }
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
    use flitscope::scenario::{System, link};

    #[test]
    fn one_tab_is_open_and_it_alone_is_in_the_tab_order() {
        for &system in System::ALL {
            let scenario = link::parse(&format!("#v=2&system={}&tab=data", system.key())).scenario;
            let sheet = sheet(&scenario, true);
            assert_eq!(sheet.classed("body", "raised"), Some(true));
            for tab in system.options(Key::Tab) {
                let (id, here) = (format!("tab-{}", tab.key), tab.key == "data");
                assert_eq!(sheet.has(&id, "aria-selected"), Some(here.to_string()), "{id}");
                assert_eq!(sheet.has(&id, "tabindex").as_deref(), Some(if here { "0" } else { "-1" }), "{id}");
                assert_eq!(sheet.shows(&format!("panel-{}", tab.key)), Some(here), "{id}");
            }
            assert_eq!(sheet.said("tabs").matches("role=\"tab\"").count(), 4);
        }
    }

    #[test]
    fn a_moment_has_the_tabs_that_say_something_of_it() {
        let scenario = Moment::Broadcast.enter(&link::parse("#v=2&tab=equations").scenario);
        let sheet = sheet(&scenario, true);
        assert_eq!(sheet.said("tabs").matches("role=\"tab\"").count(), 2);
        assert_eq!((sheet.shows("panel-explain"), sheet.shows("panel-equations")), (Some(true), Some(false)));
        assert_eq!(toward(&scenario, "ArrowRight").map(|tab| tab.key), Some("data"));
    }

    #[test]
    fn the_arrows_go_round_and_home_and_end_to_the_ends() {
        let from = |tab: &str, key| toward(&link::parse(&format!("#v=2&tab={tab}")).scenario, key).map(|tab| tab.key);
        assert_eq!(from("explain", "ArrowRight"), Some("equations"));
        assert_eq!(from("explain", "ArrowLeft"), Some("data"));
        assert_eq!(from("data", "ArrowRight"), Some("explain"));
        assert_eq!((from("comparison", "Home"), from("comparison", "End")), (Some("explain"), Some("data")));
    }
}
