//! The top of the page: the scene's name, the lists of systems and scenes, undo and redo, and the notices below.

use super::{
    dom::{self, Fallible},
    link_bar,
};
use crate::{
    param::{Group, Key, Param, Problem},
    scenario::{Scenario, System, history::History, preset},
};
use web_sys::{HtmlElement, HtmlSelectElement};

/// Brings the top of the page to the scenario.
pub fn render(history: &History) -> Fallible {
    let scenario = history.present();
    let scenes = preset::of(scenario.system());
    // Scenes may differ in what is looked at alone: the one as it was offered comes first, then one seen otherwise.
    let exactly = scenes.iter().position(|preset| preset.scenario() == *scenario);
    let preset = exactly.or_else(|| scenes.iter().position(|preset| preset.scenario().same_scene(scenario)));
    let name = preset.map_or_else(|| summary(scenario), |index| scenes[index].title.into());
    // What to look for stands beside the sentence on what is there.
    let note: HtmlElement = dom::by_id("scene-note")?;
    let line = preset.map(|index| &scenes[index]).filter(|preset| {
        let seen = preset.scenario();
        [Key::Show, Key::Figure].iter().all(|key| seen.get(*key) == scenario.get(*key))
    });
    dom::show(&note, line.is_some());
    dom::set_text(&note, line.map_or("", |preset| preset.line));
    dom::set_text(&dom::by_id::<HtmlElement>("scene")?, &format!("{} · {name}", scenario.system().name()));
    for system in System::ALL {
        if let Some(button) = dom::document()?.query_selector(&format!("[data-system=\"{}\"]", system.key()))? {
            dom::set_attribute(&button, "aria-current", if *system == scenario.system() { "true" } else { "false" })?;
        }
    }
    let list: HtmlSelectElement = dom::by_id("presets")?;
    if list.get_attribute("data-for").as_deref() != Some(scenario.system().key()) {
        dom::set_attribute(&list, "data-for", scenario.system().key())?;
        list.set_inner_html(&presets(scenario.system()));
    }
    list.set_value(&preset.map_or_else(String::new, |index| index.to_string()));
    // Not `disabled`: a button that is in use when it runs out keeps its focus.
    for (id, can) in [("undo", history.can_undo()), ("redo", history.can_redo())] {
        dom::set_attribute(&dom::by_id::<HtmlElement>(id)?, "aria-disabled", if can { "false" } else { "true" })?;
    }
    let embed = scenario.chosen(Key::Embed);
    let embedded = embed != "0";
    let body = dom::document()?.body().ok_or("no body")?;
    body.class_list().toggle_with_force("embed", embedded)?;
    dom::set_attribute(&body, "data-embed", embed)?;
    let full: HtmlElement = dom::by_id("full")?;
    dom::show(&full, embedded);
    full.set_attribute("href", &link_bar::address(&scenario.set(Key::Embed, 0.0).set(Key::Hide, 0.0))?)
}

/// Names what was not accepted.
pub fn notices(problems: &[Problem]) -> Fallible {
    let notices: HtmlElement = dom::by_id("notices")?;
    let lines: String =
        problems.iter().map(|problem| format!("<li>{}</li>", dom::escape(&problem.to_string()))).collect();
    let markup = if lines.is_empty() {
        String::new()
    } else {
        format!("<ul>{lines}</ul><button type=\"button\" data-action=\"dismiss\">Understood</button>")
    };
    if notices.inner_html() != markup {
        notices.set_inner_html(&markup);
    }
    Ok(())
}

/// A scenario that is none of the scenes, in a few words.
fn summary(scenario: &Scenario) -> String {
    let rows = scenario.system().params().iter();
    let shown = |row: &&Param| matches!(row.group, Group::Network | Group::Traffic) && !row.symbol.is_empty();
    let rows = rows.filter(shown).filter(|row| row.key != Key::Load);
    let parts: Vec<_> = rows.map(|row| format!("{} = {}", row.symbol, scenario.text(row.key))).collect();
    parts.join(", ")
}

/// Writes the list of systems, which does not change.
pub fn build() -> Fallible {
    let item = |system: &System| {
        format!("<button type=\"button\" data-system=\"{}\">{}</button>", system.key(), system.name())
    };
    dom::by_id::<HtmlElement>("systems")?.set_inner_html(&System::ALL.iter().map(item).collect::<String>());
    Ok(())
}

/// The scenes of a system, by group.
fn presets(system: System) -> String {
    let mut markup = String::from("<option value=\"\">your own</option>");
    let mut group = "";
    for (index, preset) in preset::of(system).iter().enumerate() {
        if preset.group != group {
            if !group.is_empty() {
                markup += "</optgroup>";
            }
            group = preset.group;
            markup += &format!("<optgroup label=\"{}\">", dom::escape(group));
        }
        markup += &format!("<option value=\"{index}\">{}</option>", dom::escape(preset.title));
    }
    markup + "</optgroup>"
}
