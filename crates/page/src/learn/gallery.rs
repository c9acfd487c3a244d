//! The gallery: all lessons and the scenes of all systems as cards, each with a picture, found by typing and by system. A picture is made when its card is first
//! among those that are shown, one in each picture of the page.

use super::{progress::Progress, thumbnail};
use crate::{dom::patch::DomPatch, panels::header};
use flitscope::{
    lesson::{self, Lesson},
    scenario::{
        Scenario, System, link,
        preset::{self, Preset},
    },
    text::count,
};
use maud::{Markup, html};
use std::sync::Arc;

/// An action of the reader in the gallery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GalleryAction {
    Open,
    Close,
    Words(String),
    /// Chooses lessons, a system, or everything.
    Of(String),
}

/// The search and the pictures that have been made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gallery {
    words: String,
    of: String,
    open: bool,
    /// By card: true if its picture has been made.
    made: Vec<bool>,
}

/// The choice of lessons alone.
const LESSONS: &str = "lessons";

#[derive(Clone, Copy)]
enum Card {
    Lesson(&'static Arc<Lesson>),
    /// A scene, by its place among all of them.
    Scene(usize, &'static Preset),
}

/// All cards, in the order in which they are offered.
fn cards() -> impl Iterator<Item = Card> {
    let scenes = preset::all().enumerate().map(|(index, preset)| Card::Scene(index, preset));
    lesson::all().iter().map(Card::Lesson).chain(scenes)
}

impl Card {
    fn picture(self) -> Markup {
        match self {
            Self::Lesson(lesson) => thumbnail::of_step(&lesson.steps[0]),
            Self::Scene(_, preset) => thumbnail::of(&preset.scenario()),
        }
    }

    /// True if it is of a system.
    fn is_of(self, system: &str) -> bool {
        let link = |link: &str| link.contains(&format!("system={system}&"));
        match self {
            Self::Lesson(lesson) => lesson.steps.iter().any(|step| step.asked.system().key() == system),
            Self::Scene(_, preset) => link(preset.link),
        }
    }

    /// Everything that can be looked for, in small letters without spaces.
    fn text(self) -> String {
        let systems = System::ALL.iter().filter(|system| self.is_of(system.key()));
        let mut text: String = systems.map(|system| system.name()).collect();
        match self {
            Self::Lesson(lesson) => {
                text.extend(["lesson", &lesson.title, &lesson.goal]);
                for step in &lesson.steps {
                    text.extend(
                        step.text.iter().map(String::as_str).chain([step.question.ask(), &link::write(&step.scene())]),
                    );
                }
            }
            Self::Scene(_, preset) => text.extend([preset.group, preset.title, preset.line, preset.link]),
        }
        plain(&text)
    }

    /// True if it is among what is looked for.
    fn is_found(self, words: &[String], of: &str) -> bool {
        let of_it = match self {
            Self::Lesson(_) if of == LESSONS => true,
            _ => of.is_empty() || self.is_of(of),
        };
        of_it && (words.is_empty() || { words.iter().all(|word| self.text().contains(word.as_str())) })
    }

    fn markup(self, index: usize, progress: Progress) -> Markup {
        html! {
            li id={ "card-" (index) } {
                div.picture id={ "card-" (index) "-picture" } {}
                @match self {
                    Self::Lesson(lesson) => {
                        h3 { button type="button" data-do="lesson" data-of=(lesson.slug) { (lesson.title) } }
                        // The lesson from the beginning asks nothing.
                        p { @if index == 0 { (lesson.goal) } @else { (lesson.steps[0].question.ask()) } }
                        p.muted {
                            // Lessons are the first cards, in their order.
                            @if progress.has(index) { b { "Done. " } }
                            @if index > 0 { "Lesson " (index) ", " } @else { "From the beginning, " }
                            (count(lesson.steps.len(), "step", "steps")) ", " (lesson.minutes) " minutes"
                        }
                        p.row {
                            @for (kind, name) in [("teacher", "For teachers"), ("worksheet", "Worksheet")] {
                                button.small type="button" data-do="paper" data-of={ (kind) "," (lesson.slug) } { (name) span.sr { " of " (lesson.title) } }
                            }
                        }
                    }
                    Self::Scene(place, preset) => {
                        h3 { button type="button" data-do="scene" data-of=(place) { (preset.title) } }
                        p { (preset.line) }
                        p.muted { (preset.scenario().system().name()) " · " (preset.group) }
                    }
                }
            }
        }
    }
}

/// Words as they are compared.
fn plain(words: &str) -> String {
    words.replace('×', "x").replace(' ', "").to_ascii_lowercase()
}

impl Gallery {
    /// Performs an action of the reader; returns the updates of the page.
    pub(crate) fn look(&mut self, look: GalleryAction, progress: Progress, base: &str) -> DomPatch {
        let mut sheet = DomPatch::default();
        match look {
            GalleryAction::Open => {
                self.open = true;
                self.made.resize(cards().count(), false);
                sheet.markup(
                    "gallery-list",
                    html! { @for (index, card) in cards().enumerate() { (card.markup(index, progress)) } },
                );
                sheet.markup("gallery-of", choices());
                sheet.markup("gallery-done", done(progress, base));
            }
            GalleryAction::Close => self.open = false,
            GalleryAction::Words(words) => self.words = words,
            GalleryAction::Of(of) => self.of = of,
        }
        self.found(&mut sheet);
        sheet
    }

    fn words(&self) -> Vec<String> {
        self.words.split_whitespace().map(plain).collect()
    }

    /// The visible cards, and their number.
    fn found(&self, sheet: &mut DomPatch) {
        let (words, mut found) = (self.words(), [0, 0]);
        for (index, card) in cards().enumerate() {
            let is_found = card.is_found(&words, &self.of);
            found[usize::from(matches!(card, Card::Scene(..)))] += usize::from(is_found);
            sheet.show(format!("card-{index}"), is_found);
        }
        let said = if found == [0, 0] {
            "Nothing matches: try a system, a key such as vcs, or a word such as deadlock.".into()
        } else {
            format!(
                "{} of {} lessons, {} of {} scenes.",
                found[0],
                lesson::all().len(),
                found[1],
                cards().count() - lesson::all().len()
            )
        };
        sheet.text("gallery-count", said);
    }

    /// The next card that is shown and has no picture yet.
    fn next(&self) -> Option<(usize, Card)> {
        let words = self.words();
        let bare = |(index, card): &(usize, Card)| !self.made[*index] && card.is_found(&words, &self.of);
        cards().enumerate().take(self.made.len()).find(bare)
    }

    /// True if there are pictures to make.
    pub(crate) fn is_busy(&self) -> bool {
        self.open && self.next().is_some()
    }

    pub(crate) fn advance(&mut self) -> Option<DomPatch> {
        let (index, card) = self.next().filter(|_| self.open)?;
        self.made[index] = true;
        let mut sheet = DomPatch::default();
        sheet.markup(format!("card-{index}-picture"), card.picture());
        Some(sheet)
    }
}

/// The number of lessons that are done, and a link that names them.
fn done(progress: Progress, base: &str) -> Markup {
    let open = Scenario::opening(System::TorusBroadcast);
    html! {
        (progress.count()) " of " (lesson::all().len()) " lessons done. "
        "This browser keeps the list."
        @if progress.count() > 0 { " " a href=(header::address(base, &progress.told(open))) { "A link with the list" } }
    }
}

fn choices() -> Markup {
    html! {
        option value="" { "everything" }
        option value=(LESSONS) { "lessons" }
        @for system in System::ALL { option value=(system.key()) { (system.name()) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_that_are_done_are_marked_and_a_link_names_them() {
        let progress = Progress::of(Some("first,end"), &Scenario::opening(System::TorusBroadcast));
        let sheet = Gallery::default().look(GalleryAction::Open, progress, "https://example.org/");
        assert_eq!(sheet.said("gallery-list").matches("<b>Done. </b>").count(), 2);
        let said = sheet.said("gallery-done");
        assert!(said.starts_with("2 of 16 lessons done.") && said.contains("done=first,end\""), "{said}");
    }

    fn look(gallery: &mut Gallery, action: GalleryAction) -> DomPatch {
        gallery.look(action, Progress::default(), "https://example.org/")
    }

    fn found(words: &str, of: &str) -> (Vec<String>, String) {
        let mut gallery = Gallery::default();
        look(&mut gallery, GalleryAction::Open);
        look(&mut gallery, GalleryAction::Of(of.into()));
        let sheet = look(&mut gallery, GalleryAction::Words(words.into()));
        let shown = |(index, card): (usize, Card)| {
            let title = match card {
                Card::Lesson(lesson) => lesson.title.as_str(),
                Card::Scene(_, preset) => preset.title,
            };
            (sheet.shows(&format!("card-{index}")) == Some(true)).then(|| title.to_owned())
        };
        (cards().enumerate().filter_map(shown).collect(), sheet.said("gallery-count"))
    }

    #[test]
    fn all_lessons_and_scenes_are_cards_and_say_how_many_they_are() {
        let sheet = look(&mut Gallery::default(), GalleryAction::Open);
        let list = sheet.said("gallery-list");
        let scenes = preset::all().count();
        assert_eq!(list.matches("data-do=\"scene\"").count(), scenes);
        assert_eq!(list.matches("data-do=\"lesson\"").count(), lesson::all().len());
        assert_eq!(list.matches("data-do=\"paper\"").count(), 2 * lesson::all().len());
        assert_eq!(sheet.said("gallery-count"), format!("16 of 16 lessons, {scenes} of {scenes} scenes."));
        assert_eq!(sheet.said("gallery-of").matches("<option").count(), System::ALL.len() + 2);
    }

    #[test]
    fn what_is_looked_for_is_found_by_words_keys_and_systems() {
        assert_eq!(found("refute theorem", "").0, ["Three packets refute Theorem 2"]);
        assert_eq!(found("8x8 short", "").0, ["8 × 8, short messages"]);
        assert_eq!(found("BURSTS last", "").0[..1], ["The same load in bursts"]);
        let (titles, said) = found("vcs=7", "kary-ncube");
        assert_eq!(titles, ["More virtual channels", "2-ary 3-cube, V = 7, M = 32"]);
        assert!(said.starts_with("1 of 16 lessons, 1 of "), "{said}");
        let own = |of: &str| found("", of).1;
        for &system in System::ALL {
            let count = preset::of(system).len();
            assert!(own(system.key()).contains(&format!(" lessons, {count} of ")), "{}", own(system.key()));
        }
        assert!(own(LESSONS).starts_with("16 of 16 lessons, 0 of "));
        let (none, said) = found("no such thing", "");
        assert!(none.is_empty() && said.starts_with("Nothing matches"), "{said}");
    }

    #[test]
    fn pictures_are_made_of_what_is_shown_as_long_as_it_is_open() {
        let mut gallery = Gallery::default();
        assert!(!gallery.is_busy());
        look(&mut gallery, GalleryAction::Open);
        look(&mut gallery, GalleryAction::Words("three packets".into()));
        let mut made = Vec::new();
        while let Some(sheet) = gallery.advance() {
            assert!(sheet.marks().iter().all(|(_, mark)| format!("{mark:?}").contains("<svg")));
            made.push(sheet);
        }
        assert_eq!((made.len(), gallery.is_busy()), (found("three packets", "").0.len(), false));
        look(&mut gallery, GalleryAction::Words(String::new()));
        assert!(gallery.is_busy());
        look(&mut gallery, GalleryAction::Close);
        assert!(!gallery.is_busy() && gallery.advance().is_none());
    }
}
