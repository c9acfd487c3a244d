//! The top of the page: the scene's name, the lists of systems and scenes, undo and redo, and the notices below.

use super::{
    dom::{self, Fallible},
    link_bar,
};
use crate::{
    param::{Group, Key, Problem},
    scenario::{Scenario, System, history::History, preset},
};
use web_sys::{HtmlElement, HtmlSelectElement};

/// Writes the lists that do not change.
pub fn build() -> Fallible {
    systems()?;
    presets()
}

/// Brings the top of the page to the scenario. `scenes` are the scenarios of the presets.
pub fn render(history: &History, scenes: &[Scenario]) -> Fallible {
    let scenario = history.present();
    let preset = scenes.iter().position(|scene| scene.same_scene(scenario));
    let name = preset.map_or_else(|| summary(scenario), |index| preset::ALL[index].title.into());
    dom::set_text(&dom::by_id::<HtmlElement>("scene")?, &format!("{} · {name}", scenario.system().name()));
    for system in System::ALL {
        if let Some(button) = dom::document()?.query_selector(&format!("[data-system=\"{}\"]", system.key()))? {
            button.set_attribute("aria-current", if *system == scenario.system() { "true" } else { "false" })?;
        }
    }
    let list: HtmlSelectElement = dom::by_id("presets")?;
    list.set_value(&preset.map_or_else(String::new, |index| index.to_string()));
    // Not `disabled`: a button that is in use when it runs out keeps its focus.
    for (id, can) in [("undo", history.can_undo()), ("redo", history.can_redo())] {
        dom::by_id::<HtmlElement>(id)?.set_attribute("aria-disabled", if can { "false" } else { "true" })?;
    }
    let embedded = scenario.chosen(Key::Embed) == "1";
    dom::document()?.body().ok_or("no body")?.class_list().toggle_with_force("embed", embedded)?;
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
    let rows = rows.filter(|row| matches!(row.group, Group::Network | Group::Traffic) && row.key != Key::Load);
    let parts: Vec<_> = rows.map(|row| format!("{} = {}", row.symbol, scenario.text(row.key))).collect();
    parts.join(", ")
}

/// The systems there are.
fn systems() -> Fallible {
    let item = |system: &System| {
        format!("<button type=\"button\" data-system=\"{}\">{}</button>", system.key(), system.name())
    };
    dom::by_id::<HtmlElement>("systems")?.set_inner_html(&System::ALL.iter().map(item).collect::<String>());
    Ok(())
}

/// The scenes, by group.
fn presets() -> Fallible {
    let mut markup = String::from("<option value=\"\">your own</option>");
    let mut group = "";
    for (index, preset) in preset::ALL.iter().enumerate() {
        if preset.group != group {
            if !group.is_empty() {
                markup += "</optgroup>";
            }
            group = preset.group;
            markup += &format!("<optgroup label=\"{}\">", dom::escape(group));
        }
        markup += &format!(
            "<option value=\"{index}\" title=\"{}\">{}</option>",
            dom::escape(preset.line),
            dom::escape(preset.title)
        );
    }
    dom::by_id::<HtmlElement>("presets")?.set_inner_html(&(markup + "</optgroup>"));
    Ok(())
}
