//! The gallery has three tabs: the lessons as a path, the figures of papers with their curves, and the scenes. Typing finds them all.

use super::progress::Progress;
use crate::{panels::header, prelude::*};
use flitscope::scenario::preset::{self, Preset};
use std::sync::OnceLock;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GalleryAction {
    Open,
    Words(String),
    Tab(String),
    /// Chooses the system of the figures, or the topic or the level of the lessons; empty for all.
    Only(String, String),
    /// Shows what a teacher needs, or hides it.
    Teach,
}

/// The search, the tab, and the system, topic and level that are chosen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gallery {
    words: String,
    tab: usize,
    only: [String; 3],
    teaches: bool,
}

/// The tags of a lesson that are its topic, each for a class of 90 minutes.
pub(super) const TOPICS: &[&str] = &["waiting", "routing", "design", "papers"];

/// The choices of a teacher.
const TAGS: [(&str, &[&str]); 2] = [("topic", TOPICS), ("level", &["introductory", "advanced"])];

const TABS: [(&str, &str); 3] = [("lessons", "Lessons"), ("figures", "Figures of papers"), ("scenes", "Scenes")];

static PICTURES: OnceLock<Vec<(String, String)>> = OnceLock::new();

/// Takes the pictures of our lessons from the lines `picture slug svg` of the text of the lessons.
pub fn install(text: &str) {
    let picture = |line: &str| {
        let (slug, svg) = line.strip_prefix("picture\t")?.split_once('\t')?;
        Some((slug.to_owned(), svg.to_owned()))
    };
    PICTURES.get_or_init(|| text.lines().filter_map(picture).collect());
}

fn picture(slug: &str) -> Markup {
    // Tests have the text that the page reads.
    #[cfg(not(target_arch = "wasm32"))]
    install(include_str!("../../../../www/pictures.txt"));
    let svg = PICTURES.get().into_iter().flatten().find(|(of, _)| of == slug).map_or("", |(_, svg)| svg);
    html! { svg.pic viewBox="0 0 150 92" aria-hidden="true" { (PreEscaped(svg)) } }
}

/// A place in the gallery: a lesson, or a scene by its place among all of them.
#[derive(Clone, Copy)]
enum Card {
    Lesson(&'static Lesson),
    Scene(&'static Preset),
}

/// All cards with their numbers, in the order in which they are offered: a scene's number begins after those of the lessons.
fn cards() -> impl Iterator<Item = (usize, Card)> {
    let lessons = lesson::all().iter().map(|lesson| Card::Lesson(lesson));
    lessons.chain(preset::all().map(Card::Scene)).enumerate()
}

/// The scenes of a system that are, or are not, curves of a figure, with their places among all of them.
fn scenes(system: System, figures: bool) -> impl Iterator<Item = (usize, &'static Preset)> {
    let own = move |preset: &Preset| preset.link.contains(&format!("system={}&", system.key()));
    preset::all().enumerate().filter(move |(_, preset)| own(preset) && preset.figure().is_some() == figures)
}

impl Card {
    /// Everything that can be looked for, the most telling part first.
    fn texts(self) -> [String; 4] {
        match self {
            Self::Lesson(lesson) => {
                let all = |of: fn(&lesson::LessonStep) -> String| lesson.steps.iter().map(of).collect::<String>();
                let body =
                    |step: &lesson::LessonStep| step.text.concat() + step.question.ask() + &link::write(&step.scene());
                let aim = lesson.goal.clone() + &all(|step| step.title.clone());
                [lesson.title.clone() + &lesson.slug, lesson.tags.join("|"), aim, all(body) + "lesson"]
            }
            Self::Scene(preset) => {
                let of = preset.scenario().system().name().to_owned() + preset.group;
                [preset.title.into(), of, preset.line.into(), preset.link.into()]
            }
        }
    }

    /// How far behind the words are in what the card tells, 0 if all are in its title; nothing if one is missing.
    fn rank(self, words: &[String]) -> Option<usize> {
        if words.is_empty() {
            return Some(0);
        }
        let texts = self.texts().map(|text| plain(&text));
        words.iter().map(|word| texts.iter().position(|text| text.contains(word))).sum()
    }
}

fn plain(words: &str) -> String {
    words.replace('×', "x").replace(' ', "").to_ascii_lowercase()
}

impl Gallery {
    /// Performs an action of the reader; returns the updates of the page. `left` is the lesson that was left last, with its step.
    pub(crate) fn look(
        &mut self,
        look: GalleryAction,
        (progress, left): (Progress, Option<(String, usize)>),
        (scenario, base): (&Scenario, &str),
    ) -> DomPatch {
        let mut sheet = DomPatch::default();
        match look {
            GalleryAction::Open => {
                sheet.markup("gallery-figures", figures(scenario));
                sheet.markup("gallery-scenes", moments());
                sheet.markup("gallery-tabs", html! {
                    @for (name, words) in TABS {
                        button type="button" role="tab" id={ "gallery-tab-" (name) } aria-controls={ "gallery-" (name) } data-do="gallery"
                            data-of={ "tab=" (name) } { (words) }
                    }
                });
            }
            GalleryAction::Words(words) => self.words = words,
            GalleryAction::Tab(to) => self.tab = self.toward(&to),
            GalleryAction::Only(what, value) => {
                let at = TAGS.iter().position(|(kind, _)| *kind == what).map_or(0, |at| at + 1);
                self.only[at] = value;
            }
            GalleryAction::Teach => self.teaches = !self.teaches,
        }
        let words: Vec<String> = self.words.split_whitespace().map(plain).collect();
        let ranks: Vec<_> = cards().map(|(_, card)| card.rank(&words)).collect();
        sheet.markup("gallery-lessons", lessons(progress, left, base, &ranks));
        self.found(&ranks, words.is_empty(), &mut sheet);
        sheet
    }

    pub(crate) fn tab(&self) -> String {
        format!("gallery-tab-{}", TABS[self.tab].0)
    }

    /// The place of a tab by its name, or by the key that leads there.
    fn toward(&self, to: &str) -> usize {
        let last = TABS.len() - 1;
        match to {
            "ArrowLeft" => self.tab.checked_sub(1).unwrap_or(last),
            "ArrowRight" => (self.tab + 1) % TABS.len(),
            "Home" => 0,
            "End" => last,
            name => TABS.iter().position(|(other, _)| *other == name).unwrap_or(self.tab),
        }
    }

    /// The visible cards, and their number. What is looked for is found on every tab.
    fn found(&self, ranks: &[Option<usize>], tabbed: bool, sheet: &mut DomPatch) {
        let mut found = [0, 0];
        let [of, tags @ ..] = &self.only;
        let is_free = !self.teaches || !tabbed;
        let has = |lesson: &Lesson| tags.iter().all(|tag| tag.is_empty() || lesson.tags.contains(tag));
        for (index, card) in cards() {
            let is_found = ranks[index].is_some() && (is_free || !matches!(card, Card::Lesson(lesson) if !has(lesson)));
            found[usize::from(matches!(card, Card::Scene(_)))] += usize::from(is_found);
            sheet.show(format!("card-{index}"), is_found);
        }
        for (tab, (name, _)) in TABS.iter().enumerate() {
            let here = tab == self.tab;
            let id = format!("gallery-tab-{name}");
            sheet.state(id.clone(), "aria-selected", here).attribute(id, "tabindex", if here { "0" } else { "-1" });
            sheet.show(format!("gallery-{name}"), here || !tabbed);
        }
        for system in System::ALL.iter().map(|system| system.key()).chain([""]) {
            sheet.state(format!("gallery-of-{system}"), "aria-pressed", of == system);
            if !system.is_empty() {
                let shown = of.is_empty() || of == system;
                sheet.show(format!("figures-of-{system}"), shown || !tabbed);
            }
        }
        for ((kind, all), chosen) in TAGS.iter().zip(tags) {
            for tag in all.iter().chain(&[""]) {
                sheet.state(format!("gallery-{kind}-{tag}"), "aria-pressed", chosen == tag);
            }
        }
        sheet.class("gallery", "teach", self.teaches).class("gallery", "looks", !tabbed);
        sheet.state("gallery-teach", "aria-checked", self.teaches);
        let said = if found == [0, 0] {
            "Nothing matches: try a system, a key such as vcs, or a word such as deadlock.".into()
        } else {
            let of = lesson::all().len();
            format!("{} of {of} lessons, {} of {} scenes.", found[0], found[1], cards().count() - of)
        };
        sheet.text("gallery-count", said);
    }
}

/// The lessons as a path, those first that tell the most of the words.
fn lessons(progress: Progress, left: Option<(String, usize)>, base: &str, ranks: &[Option<usize>]) -> Markup {
    let all = lesson::all();
    let mut order: Vec<_> = all.iter().enumerate().collect();
    order.sort_by_cached_key(|(index, _)| ranks[*index].unwrap_or(usize::MAX));
    let now = left.as_ref().and_then(|(slug, _)| all.iter().position(|lesson| lesson.slug == *slug));
    let now = now.or_else(|| (0..all.len()).find(|place| !progress.has(*place)));
    let open = Scenario::opening(System::TorusBroadcast);
    html! {
        div.papers.tags {
            @for (kind, tags) in TAGS {
                div.row role="group" aria-label=(kind) {
                    @for tag in [""].iter().chain(tags) {
                        button.small type="button" id={ "gallery-" (kind) "-" (tag) } data-do="gallery" data-of={ (kind) "=" (tag) }
                            { @if tag.is_empty() { "every " (kind) } @else { (tag) } }
                    }
                }
            }
        }
        ol.path {
            @for (index, lesson) in order {
                @let (done, here) = (progress.has(index), now == Some(index));
                li.done[done].now[here] id={ "card-" (index) } {
                    i aria-hidden="true" { @if done { svg.ic viewBox="0 0 18 18" { path d="M4 9.5l3.2 3.2L14 6" {} } }
                        @else { (index + 1) } }
                    (picture(&lesson.slug))
                    div {
                        h3 { button type="button" data-do="lesson" data-of=(lesson.slug) { (lesson.title) } }
                        p.muted {
                            @if here && !done { b { @if let Some((_, step)) = &left {
                                @if *step < lesson.steps.len() { "step " (step + 1) " of " (lesson.steps.len()) ", " } } "go on ›" } }
                            @else if done { "done" }
                            @else { (lesson.minutes) " min" }
                        }
                        p.papers.goal { b { (lesson.minutes) " min." } " " (lesson.goal) }
                        p.papers {
                            @for (kind, name) in [("teacher", "Teacher’s page"), ("worksheet", "Worksheet")] {
                                button.term type="button" data-do="paper" data-of={ (kind) "," (lesson.slug) }
                                    { (name) span.sr { " of " (lesson.title) } }
                            }
                        }
                    }
                }
            }
        }
        p.row id="gallery-done" {
            span.muted { (progress.count()) " of " (all.len()) " lessons done. This browser keeps the list." }
            @if progress.count() > 0 { a href=(header::address(base, &progress.told(open))) { "A link with the list" } }
            button.term.papers type="button" data-do="paper" data-of="plan,first" { "Plan of all lessons" }
            label { "Open a lesson from a file" input type="file" id="lesson-file" accept=".md,.txt,text/markdown,text/plain"; }
            a href="guide/" { "Learn the theory" }
        }
    }
}

/// A title in two parts: the row of a curve, and its chip.
fn parts(title: &str) -> (&str, &str) {
    let (row, chip) = title.split_once(", ").unwrap_or((title, "corrected"));
    (row, chip.trim_end_matches(" broadcast").trim_end_matches(" messages"))
}

/// The words of a chip: signs of equality only where one stands alone.
fn chip(title: &str) -> String {
    let chip = parts(title).1;
    if chip.contains(", ") { chip.replace(" = ", " ") } else { chip.into() }
}

/// The rows of a figure, in the order of its curves.
fn rows(figure: &[(usize, &'static Preset)]) -> Vec<&'static str> {
    let mut rows: Vec<&str> = Vec::new();
    for row in figure.iter().map(|(_, preset)| parts(preset.title).0) {
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows
}

fn figures(scenario: &Scenario) -> Markup {
    html! {
        div.row role="group" aria-label="System" {
            button.small type="button" id="gallery-of-" data-do="gallery" data-of="of=" { "All" }
            @for system in System::ALL { button.small type="button" id={ "gallery-of-" (system.key()) } data-do="gallery"
                data-of={ "of=" (system.key()) } { (header::short(*system)) } }
        }
        div.papers-of {
            @for system in System::ALL {
                @let curves: Vec<_> = scenes(*system, true).collect();
                section id={ "figures-of-" (system.key()) } {
                    @let paper = curves.first().and_then(|(_, preset)| preset.group.split_once(", ")).map_or("", |(paper, _)| paper);
                    h3 { (system.name()) ". " span.muted { (paper) } }
                    @for figure in curves.chunk_by(|(_, a), (_, b)| a.group == b.group) {
                        article {
                            (picture("figure"))
                            div {
                                h4 { (figure[0].1.figure().unwrap_or_default()) }
                                @for row in rows(figure) {
                                    div.curves {
                                        span.muted { (row) }
                                        @for (place, preset) in figure.iter().filter(|(_, preset)| parts(preset.title).0 == row) {
                                            button.small type="button" id={ "card-" (lesson::all().len() + place) } data-do="scene"
                                                data-of=(place) title=(preset.line) aria-pressed=(preset.scenario().same_scene(scenario))
                                                { span.sr { (row) ", " } (chip(preset.title)) }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn moments() -> Markup {
    html! {
        @for system in System::ALL {
            h3 { (system.name()) }
            ul {
                @for (place, preset) in scenes(*system, false) {
                    li id={ "card-" (lesson::all().len() + place) } {
                        h4 { button.term type="button" data-do="scene" data-of=(place) { (preset.title) } }
                        p.muted { (preset.line) }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(gallery: &mut Gallery, action: GalleryAction) -> DomPatch {
        let scenario = preset::all().next().expect("a scene").scenario();
        gallery.look(action, (Progress::default(), None), (&scenario, "https://example.org/"))
    }

    /// The first titles that are seen, in the order of the page, and the line that counts them all.
    fn titles(sheet: &DomPatch) -> (String, String) {
        let (page, place) = (sheet.said("gallery-lessons"), |index: &usize| format!("id=\"card-{index}\""));
        let mut shown: Vec<_> =
            cards().filter(|(index, _)| sheet.shows(&format!("card-{index}")) == Some(true)).collect();
        shown.sort_by_key(|(index, _)| page.find(&place(index)).unwrap_or(usize::MAX));
        let titles = shown.into_iter().take(4).map(|(_, card)| match card {
            Card::Lesson(lesson) => lesson.title.as_str(),
            Card::Scene(preset) => preset.title,
        });
        (titles.collect::<Vec<_>>().join("; "), sheet.said("gallery-count"))
    }

    fn found(words: &str) -> (String, String) {
        titles(&look(&mut Gallery::default(), GalleryAction::Words(words.into())))
    }

    #[test]
    fn lessons_that_are_done_are_marked_and_the_one_that_was_left_goes_on() {
        let progress = Progress::of(Some("first,end"), &Scenario::opening(System::TorusBroadcast));
        let scenario = Scenario::opening(System::TorusBroadcast);
        let left = Some(("distance".to_owned(), 1));
        let mut gallery = Gallery::default();
        let sheet = gallery.look(GalleryAction::Open, (progress, left), (&scenario, "https://example.org/"));
        let said = sheet.said("gallery-lessons");
        assert_eq!((said.matches("class=\"done\"").count(), said.matches("class=\" now\"").count()), (2, 1));
        let all = format!("2 of {} lessons done.", lesson::all().len());
        assert!(said.contains(&all) && said.contains("done=first,end\""), "{said}");
        let distance = lesson::of("distance").expect("a lesson").steps.len();
        assert!(said.contains(&format!("<b>step 2 of {distance}, go on ›</b>")), "{said}");
    }

    #[test]
    fn every_lesson_and_scene_stands_once_on_its_tab() {
        let mut gallery = Gallery::default();
        let sheet = look(&mut gallery, GalleryAction::Open);
        let [lessons, figures, others] =
            ["gallery-lessons", "gallery-figures", "gallery-scenes"].map(|id| sheet.said(id));
        assert_eq!(lessons.matches("data-do=\"lesson\"").count(), lesson::all().len());
        assert_eq!(lessons.matches("data-do=\"paper\"").count(), 2 * lesson::all().len() + 1);
        assert_eq!(lessons.matches("<svg class=\"pic\"").count(), lesson::all().len());
        assert!(figures.contains("var(--flow)"), "the picture of a figure");
        assert_eq!(lessons.matches(">?</text>").count(), lesson::all().len(), "one question mark in each picture");
        let count = |text: &str| text.matches("data-do=\"scene\"").count();
        assert_eq!(count(&figures) + count(&others), preset::all().count());
        for (index, _) in cards() {
            let id = format!("id=\"card-{index}\"");
            let all = [&lessons, &figures, &others].map(|text| text.matches(&id).count());
            assert_eq!(all.iter().sum::<usize>(), 1, "{id}");
        }
        assert_eq!(figures.matches("aria-pressed=\"true\"").count(), 1, "the scene that is open");
        let acts = [
            GalleryAction::Open,
            GalleryAction::Tab("ArrowRight".into()),
            GalleryAction::Tab("End".into()),
            GalleryAction::Tab("ArrowRight".into()),
            GalleryAction::Tab("ArrowLeft".into()),
            GalleryAction::Only("of".into(), "kary-ncube".into()),
            GalleryAction::Teach,
            GalleryAction::Words("vcs".into()),
        ];
        blessed::words("tabs of the gallery", acts, |act| {
            let ids =
                ["gallery-tab-*", "gallery-lessons", "gallery-figures", "gallery-scenes", "figures-of-*", "gallery"];
            seen(&look(&mut gallery, act), &ids)
        });
    }

    #[test]
    fn what_is_looked_for_is_found_by_words_keys_and_systems() {
        let words = "refute theorem|8x8 short|BURSTS last|vcs=7 kary|no such thing|deadlock|Store and forward|saturation|topology|\
            flow control|confidence|hypercube|adaptive routing|credit|arbitration|percentile|buffer|mesh|multicast";
        blessed::words("found in the gallery", words.split('|'), found);
    }

    /// Each lesson has one topic and one level, so that no choice hides it for ever.
    #[test]
    fn a_teacher_chooses_lessons_by_topic_and_level() {
        for lesson in lesson::all() {
            let count = |all: &[&str]| lesson.tags.iter().filter(|tag| all.contains(&tag.as_str())).count();
            assert_eq!(TAGS.map(|(_, all)| count(all)), [1, 1], "{}: {:?}", lesson.slug, lesson.tags);
        }
        let mut gallery = Gallery::default();
        assert!(look(&mut gallery, GalleryAction::Teach).said("gallery-lessons").contains(&lesson::all()[0].goal));
        let of = |(kind, tag): (&str, &str)| GalleryAction::Only(kind.into(), tag.into());
        let choices = [("topic", "routing"), ("level", "advanced"), ("topic", ""), ("topic", "papers")];
        blessed::words("lessons for a teacher", choices, |choice| {
            let sheet = look(&mut gallery, of(choice));
            (titles(&sheet), seen(&sheet, &["gallery-topic-*", "gallery-level-*"]))
        });
    }
}
