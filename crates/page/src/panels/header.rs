//! The top of the page: the scene's name, systems, undo and redo, the notices below, and what an embedded page leaves away.

use crate::prelude::*;
use flitscope::{
    param::Problem,
    scenario::{
        history::History,
        preset::{self, Preset},
    },
    topology::grid::{Grid, Topology},
};

/// The address of a scenario; `base` is that of the page without its fragment.
pub(crate) fn address(base: &str, scenario: &Scenario) -> String {
    format!("{base}#{}", lesson::write(scenario))
}

/// The name of the document: the scene, or what is not as by default.
pub(crate) fn title(scenario: &Scenario) -> String {
    let lesson = lesson::at(scenario).map(|(lesson, _)| format!("Lesson: {}", lesson.title));
    let scene = lesson.or_else(|| scene(scenario).map(str::to_owned));
    let parts = [
        scene.unwrap_or_else(|| summary(scenario, |row| !scenario.is_default(row.key))),
        scenario.system().name().into(),
    ];
    let parts = parts.into_iter().chain(["Flitscope".into()]).filter(|part: &String| !part.is_empty());
    parts.collect::<Vec<_>>().join(" · ")
}

pub(crate) fn name(scenario: &Scenario) -> String {
    let name = scene(scenario).map_or_else(|| summary(scenario, |row| row.key != Key::Load), str::to_owned);
    format!("{} · {name}", scenario.system().name())
}

pub(crate) fn scene(scenario: &Scenario) -> Option<&'static str> {
    offered(scenario).map(|preset| preset.title)
}

/// The scene of the list that this is. Scenes may differ in what is looked at alone, and a reader looks where he likes: it is the one that
/// is left in the fewest things. None while a lesson asks: titles of scenes may have the answer.
fn offered(scenario: &Scenario) -> Option<&'static Preset> {
    if lesson::asks(scenario) {
        return None;
    }
    let scenes = preset::of(scenario.system()).iter().map(|preset| (preset, preset.scenario()));
    let left = |scene: &Scenario| {
        let rows = scenario.system().params().iter();
        rows.filter(|row| scene.get(row.key) != scenario.get(row.key)).count()
    };
    let same = scenes.filter(|(_, scene)| scene.same_scene(scenario));
    same.min_by_key(|(_, scene)| left(scene)).map(|(preset, _)| preset)
}

pub(crate) fn sheet(history: &History, base: &str) -> DomPatch {
    let scenario = history.present();
    let system = scenario.system();
    let mut sheet = DomPatch::default();
    // The hint of a scene holds for its own curves and figure only.
    let line = offered(scenario).filter(|preset| {
        let seen = preset.scenario();
        [Key::Show, Key::Figure].iter().all(|key| seen.get(*key) == scenario.get(*key))
    });
    sheet.show("scene-note", line.is_some()).text("scene-note", line.map_or("", |preset| preset.line));
    sheet.text("scene", name(scenario)).markup("systems", systems(scenario));
    let list = html! { @for each in System::ALL { option value=(each.key()) { (wiring(*each, scenario)) } } };
    sheet.markup("system-pick", list).value("system-pick", system.key());
    for each in System::ALL {
        let (id, here) = (format!("system-{}", each.key()), *each == system);
        sheet.state(id.clone(), "aria-current", here).attribute(id, "tabindex", if here { "0" } else { "-1" });
    }
    // Not `disabled`: a button that is in use when it runs out keeps its focus. Both come with the first change.
    let changed = history.can_undo() || history.can_redo();
    sheet.show("undo", changed).show("redo", changed);
    sheet.class("body", "untouched", !changed && scenario.pins().all().is_empty());
    sheet.state("undo", "aria-disabled", !history.can_undo()).state("redo", "aria-disabled", !history.can_redo());
    let presents = scenario.is_on(Key::Present);
    sheet.class("root", "present", presents).class("body", "present", presents);
    sheet.state("present", "aria-pressed", presents);
    let embed = scenario.chosen(Key::Embed);
    sheet.class("body", "embed", embed != "0").attribute("body", "data-embed", embed);
    let whole = scenario.set(Key::Embed, 0.0).set(Key::Hide, 0.0).set(Key::Sliders, 0.0);
    sheet.show("full", embed != "0").attribute("full", "href", address(base, &whole));
    sheet
}

pub(crate) fn notices(problems: &[Problem]) -> DomPatch {
    let list = html! {
        @if !problems.is_empty() {
            ul { @for problem in problems { li data-key=(problem.key) { (problem.to_string()) } } }
            button type="button" data-do="dismiss" { "Understood" }
        }
    };
    DomPatch::inside("notices", list)
}

/// A short description of a scenario without a scene of its own: some of its parameters.
fn summary(scenario: &Scenario, said: impl Fn(&Param) -> bool) -> String {
    let rows = scenario.system().params().iter();
    let shown = |row: &&Param| {
        matches!(row.key.group(), Group::Network | Group::Traffic | Group::Load) && !row.symbol.is_empty()
    };
    let rows = rows.filter(shown).filter(|row| said(row));
    let parts: Vec<_> = rows.map(|row| format!("{} = {}", row.symbol, scenario.text(row.key))).collect();
    parts.join(", ")
}

/// The systems as tabs with an icon, and for narrow windows as a list.
fn systems(scenario: &Scenario) -> Markup {
    html! {
        @for system in System::ALL {
            button type="button" id={ "system-" (system.key()) } data-do="system" data-of=(system.key()) {
                svg.ic viewBox="0 0 18 18" aria-hidden="true" { path d=(icon(*system)) {} }
                (wiring(*system, scenario))
            }
        }
    }
}

/// The name of a system; of that on the screen, the name of its wiring.
fn wiring(system: System, scenario: &Scenario) -> &'static str {
    let Grid { n, topology, .. } = Grid::of(scenario.setup());
    match system {
        System::TorusBroadcast | System::KaryNCube if system == scenario.system() => match (topology, n) {
            (Topology::Mesh, 1) => "Row",
            (Topology::Mesh, _) => "Mesh",
            (_, 1) => "Ring",
            _ => short(system),
        },
        _ => short(system),
    }
}

/// The name of a system where there is little room.
pub(crate) const fn short(system: System) -> &'static str {
    match system {
        System::TorusBroadcast => "Torus",
        System::KaryNCube | System::HypercubeMmpp | System::HypercubeSlotted | System::BanyanMulticast => system.name(),
        #[cfg(feature = "test-system")]
        System::Ring => system.name(),
    }
}

/// The outline of a network of the system, in a box of 18 by 18.
const fn icon(system: System) -> &'static str {
    match system {
        System::TorusBroadcast => "M2 6h14M2 12h14M6 2v14M12 2v14",
        System::KaryNCube => "M3 6h9v9H3zM6 3h9v9M3 6l3-3M12 6l3-3M12 15l3-3",
        System::HypercubeMmpp => "M2 14h2V9h2v5h3V3h2v11h1V7h2v7h2",
        System::HypercubeSlotted => "M2 4h14v10H2zM7 4v10M12 4v10",
        System::BanyanMulticast => "M2 9h5l8-6M7 9h8M7 9l8 6",
        #[cfg(feature = "test-system")]
        System::Ring => "M9 2a7 7 0 1 0 .01 0",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "https://example.org/flitscope/";

    fn at(fragment: &str) -> DomPatch {
        sheet(&History::new(link::parse(fragment).scenario), BASE)
    }

    #[test]
    fn a_scene_of_the_list_is_named_with_its_line_and_keeps_its_name_at_every_tab_and_cycle() {
        for preset in preset::all() {
            let scene = preset.scenario();
            let sheet = sheet(&History::new(scene), BASE);
            let said = format!("{} · {}", scene.system().name(), preset.title);
            assert_eq!((sheet.said("scene"), sheet.said("scene-note").as_str()), (said.clone(), preset.line));
            // The two passes of a multicast are scenes that differ in their cycle alone.
            let elsewhere = [(Key::Cycle, 1_286.0), (Key::Tab, 2.0), (Key::Tab, 3.0)];
            for (key, value) in elsewhere.into_iter().filter(|(key, _)| *key == Key::Tab || scene.is_default(*key)) {
                assert_eq!(name(&scene.set(key, value)), said);
            }
        }
    }

    #[test]
    fn a_scene_of_one_s_own_and_the_document_are_named_by_what_is_not_as_by_default() {
        let links = ["", "#v=2&load=0.0045", "#v=2&k=11&load=0.002", "#v=2&reading=printed", "#k=11&beta=0.07"];
        blessed::words("scenes and documents", links, |link| {
            (at(link).said("scene"), title(&link::parse(link).scenario))
        });
        assert_eq!(at("#k=11&beta=0.07").shows("scene-note"), Some(false));
        let wirings = ["", "#beta=0&wiring=mesh", "#system=kary-ncube&wiring=mesh", "#system=kary-ncube&n=1&ways=two"];
        blessed::words("tabs of systems", wirings, |link| plain(&at(link).said("system-pick").replace("</", " </")));
    }

    #[test]
    fn the_system_undo_and_the_way_out_of_an_embedded_page_follow_the_scenario() {
        let mut history = History::new(link::parse("#system=kary-ncube").scenario);
        let all = |history: &History| seen(&sheet(history, BASE), &["system-*", "undo", "redo"]);
        let first = all(&history);
        history.advance(history.present().set(Key::K, 9.0), None);
        let second = all(&history);
        history.undo();
        blessed::lines("undo and redo", [("at first", first), ("changed", second), ("undone", all(&history))]);
        blessed::words("embedded pages", ["", "#v=2&embed=chart&k=6&hide=k"], |link| {
            seen(&at(link), &["body", "full"])
        });
        assert_eq!(at("").said("systems").matches("data-do=\"system\"").count(), System::ALL.len());
    }

    #[test]
    fn each_bad_value_of_a_link_is_named_and_its_text_stays_text() {
        let problems = link::parse("#k=99&beta=<b>x</b>&nonsense=1").problems;
        let said = notices(&problems).said("notices");
        assert_eq!(said.matches("<li data-key=").count(), 3, "{said}");
        assert!(said.contains("&lt;b&gt;") && !said.contains("<b>"), "{said}");
        blessed::lines("notices", [("three", said)]);
        assert_eq!(notices(&[]).said("notices"), "");
    }
}
