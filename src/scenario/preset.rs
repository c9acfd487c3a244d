//! Scenes worth opening: a title, one line on what to look for, and a link that anybody could have written.
//!
//! Values that stand only in the drawing of a paper are ours. The text of Shahrabi et al. has sizes, V, M and β of its Figure 1 as lists,
//! so the combinations are ours. Khonsari et al. draw their model, the more exact one of reference \[28\] and the one of average distance
//! in one figure: as printed, corrected, average. The text of Min and Ould-Khaoua names all parameters. Jacquet and Mühlethaler compare
//! with simulation for three sizes. Park and Yoon give n = 7 for Figures 5 and 6 and the offered load of Figure 7; f and m are ours.

use super::{Pins, Scenario, System, link};
use crate::param::{Group, Key, Param};
use crate::text::sections;
use std::sync::OnceLock;

/// A scene: the heading above it, its name, one line on the thing to look for, and the scenario as a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the fields are named above
pub struct Preset {
    pub group: &'static str,
    pub title: &'static str,
    pub line: &'static str,
    pub link: &'static str,
}

impl Preset {
    /// The scenario, without the pins of the link.
    pub fn scenario(&self) -> Scenario {
        link::parse(self.link).scenario.with_pins(Pins::default())
    }

    /// Its name for links and files, of system, heading and title: small letters, digits, and a hyphen for everything between. Scenes of
    /// different systems may have the same title.
    pub fn slug(&self) -> String {
        let words = [self.scenario().system().key(), self.group, self.title].join(" ");
        let plain = words.replace(|letter: char| !letter.is_ascii_alphanumeric(), " ").to_ascii_lowercase();
        plain.split_whitespace().collect::<Vec<_>>().join("-")
    }

    /// True if the scene sets the animation or a cycle of it.
    pub fn is_animation(&self) -> bool {
        let scenario = self.scenario();
        let rows = scenario.system().params().iter();
        let of_stage = |row: &&Param| row.key.group() == Group::Animation || row.key == Key::Cycle;
        rows.filter(of_stage).any(|row| !scenario.is_default(row.key))
    }

    /// The name of the figure, if the scene draws a curve of one of the paper; none for limits and for moments of an animation.
    pub fn figure(&self) -> Option<&'static str> {
        let (_, figure) = self.group.split_at_checked(self.group.find("Figure")?)?;
        (!self.is_animation()).then_some(figure)
    }
}

/// The scenes of each system, by its key.
static SCENES: OnceLock<Vec<(&str, Vec<Preset>)>> = OnceLock::new();

/// The scenes of a system, in the order they are offered: every curve of the figures of its paper, and limits.
pub fn of(system: System) -> &'static [Preset] {
    let read =
        || sections(include_str!("../../texts/module/scenes.txt")).map(|(key, text)| (key, scenes(text))).collect();
    let own = SCENES.get_or_init(read).iter().find(|(key, _)| *key == system.key());
    own.map_or(&[], |(_, scenes)| scenes)
}

/// The scenes of a text. A paragraph is a heading, or a scene: title, line unless it is that of the scene before, and link.
fn scenes(text: &'static str) -> Vec<Preset> {
    let (mut group, mut line) = ("", "");
    let scene = |paragraph: &'static str| {
        let (title, link) = match paragraph.lines().collect::<Vec<_>>()[..] {
            [title, own, link] => {
                line = own;
                (title, link)
            }
            [title, link] => (title, link),
            _ => {
                group = paragraph;
                return None;
            }
        };
        Some(Preset { group, title, line, link })
    };
    text.split("\n\n").filter_map(scene).collect()
}

/// The scenes of all systems.
pub fn all() -> impl Iterator<Item = &'static Preset> {
    System::ALL.iter().flat_map(|system| of(*system))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Parsed;
    use std::collections::BTreeSet;

    #[test]
    fn every_scene_is_accepted_word_for_word_and_has_a_link_and_a_name_for_files_of_its_own() {
        let (mut slugs, mut links) = (BTreeSet::new(), BTreeSet::new());
        for system in System::ALL {
            for preset in of(*system) {
                let parsed = link::parse(preset.link);
                assert_eq!((parsed.problems, parsed.scenario.system()), (vec![], *system), "{}", preset.title);
                let slug = preset.slug();
                let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
                assert!(slug.split('-').all(|part| !part.is_empty() && part.chars().all(plain)), "{slug}");
                assert!(slugs.insert(slug) && links.insert((system.key(), preset.link)), "{} twice", preset.title);
            }
        }
        assert!(slugs.contains("torus-broadcast-shahrabi-et-al-2002-figure-1-8-8-2-broadcast"));
    }

    /// The pairs of every scene that differ from the values of the papers.
    const LINES: &str = include_str!("../../tests/regression/scenes.txt");

    #[test]
    fn every_scene_has_the_values_of_its_line() {
        assert_eq!(all().count(), LINES.lines().count());
        for (preset, line) in all().zip(LINES.lines()) {
            let pairs = line.split('&').filter_map(|pair| pair.split_once('='));
            let written = Parsed::from_pairs(pairs.collect::<Vec<_>>());
            assert_eq!(written.problems, [], "{}", preset.title);
            let scenario = preset.scenario();
            for row in scenario.system().params() {
                let same = scenario.get(row.key) == written.scenario.get(row.key);
                // A scene animates the simulation, its line one broadcast or one multicast; but not at a moment of these.
                let moment = [Key::Cycle, Key::Source, Key::From, Key::To].iter().any(|key| !scenario.is_default(*key));
                let plays = row.key == Key::Animation && scenario.chosen(row.key) == "point" && !moment;
                // The speed of play is no part of a scene.
                let key = row.key.name();
                assert!(same || plays || row.key == Key::Speed, "{}: {key} = {}", preset.title, scenario.text(row.key));
            }
        }
    }

    #[test]
    fn curves_of_figures_are_told_from_limits_and_moments() {
        let figures = |system| of(system).iter().map(Preset::figure).collect::<Vec<_>>();
        let torus = figures(System::TorusBroadcast);
        assert_eq!((torus.len(), &torus[..7]), (15, &[Some("Figure 1"); 7][..]));
        assert!(torus[7..].iter().all(Option::is_none));
        let banyan = figures(System::BanyanMulticast);
        assert!(banyan[..8].iter().all(Option::is_none), "Figures 2 to 4 are moments");
        assert_eq!((banyan[8], banyan[14], banyan[22]), (Some("Figure 5"), Some("Figure 6"), Some("Figure 7")));
        assert_eq!(figures(System::HypercubeSlotted)[1], Some("Figures 1 to 3"));
    }
}
