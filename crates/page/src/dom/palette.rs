//! Light or dark, and the colours of the style sheet as the charts use them.

use super::patch::DomPatch;
use flitscope_show::chart::theme::{Colour, Theme, parse_colour};

/// The custom properties of the style sheet that are drawn with, with its light colours: for pictures that are taken away.
const LIGHT: [(&str, &str); 39] = [
    ("panel", "#ffffff"),
    ("ink", "#1c2127"),
    ("muted", "#5b6570"),
    ("grid", "#ebe8e1"),
    ("hair", "#e4e1da"),
    ("corrected", "#d55e00"),
    ("printed", "#9a4a00"),
    ("refined", "#009e73"),
    ("average", "#a04a86"),
    ("flow", "#0072b2"),
    ("operating", "#b57a00"),
    ("worm", "#0072b2"),
    ("near", "#00568a"),
    ("unicast", "#8b5c7e"),
    ("node", "#ffffff"),
    ("node-edge", "#8d8778"),
    ("control", "#7c8791"),
    ("sand", "#f7f4ee"),
    ("road", "#e6e1d6"),
    ("road-line", "#fbfaf7"),
    ("ramp", "#d5cebf"),
    ("waiting", "#8a5a2b"),
    ("blocked", "#c8321f"),
    ("on-mark", "#ffffff"),
    ("tag", "#1c2127"),
    ("tag-ink", "#ffffff"),
    ("tag-words", "#c9cfd6"),
    ("hue-0", "#1f8f82"),
    ("hue-1", "#8a5fbf"),
    ("hue-2", "#c4577a"),
    ("hue-3", "#65852a"),
    ("hue-4", "#2586a9"),
    ("hue-5", "#b5651d"),
    ("hue-6", "#4a7bd0"),
    ("hue-7", "#a6369e"),
    ("hue-8", "#2f6b3a"),
    ("hue-9", "#3d4a8f"),
    ("hue-10", "#8a7410"),
    ("hue-11", "#6b7280"),
];

/// The hues of messages by name: they stand out in light and dark, and numbers in a row have hues that are far apart.
/// The first seven are those of all messages, the others are dealt in an open node alone.
pub const HUES: [&str; 12] =
    ["hue-0", "hue-1", "hue-2", "hue-3", "hue-4", "hue-5", "hue-6", "hue-7", "hue-8", "hue-9", "hue-10", "hue-11"];

pub(crate) const fn hue(message: u32) -> &'static str {
    HUES[message as usize % 7]
}

/// The same, where some messages are in a circle or an open node: each of them has a hue of its own, in their order.
pub(crate) fn hue_in(tied: &[u32], message: u32) -> &'static str {
    tied.iter().position(|one| *one == message).map_or(hue(message), |place| HUES[place % HUES.len()])
}

/// Messages in the order of their hues, all different as far as there are hues; `before`: an earlier order, in which a message that is
/// still there keeps its own. A new one has its usual hue where that is free.
pub(crate) fn dealt(before: &[u32], messages: &[u32]) -> Vec<u32> {
    let mut dealt: Vec<u32> = before.iter().map(|one| if messages.contains(one) { *one } else { u32::MAX }).collect();
    dealt.resize(HUES.len(), u32::MAX);
    for &message in messages.iter().filter(|one| !before.contains(one)) {
        let mut places = (0..HUES.len()).map(|ahead| (message as usize % 7 + ahead) % HUES.len());
        if let Some(place) = places.find(|place| dealt[*place] == u32::MAX) {
            dealt[place] = message;
        }
    }
    dealt
}

/// The colours of the style sheet as they stood when they were read: asking the page each time would make it lay itself out each time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Palette {
    /// In the order of `LIGHT`.
    colours: Vec<String>,
    /// By how much type and strokes of the charts are larger than usual.
    magnify: String,
}

impl Palette {
    /// The palette in which `value` gives each custom property that is drawn with as CSS writes it.
    pub fn read(value: impl Fn(&str) -> String) -> Self {
        let property = |name| value(name).trim().to_owned();
        Self { colours: LIGHT.iter().map(|(name, _)| property(name)).collect(), magnify: property("magnify") }
    }

    pub fn light() -> Self {
        let of = |name: &str| LIGHT.iter().find(|(other, _)| *other == name).map_or("1", |(_, colour)| *colour);
        Self::read(|name| of(name).into())
    }

    /// A colour of the style sheet as CSS writes it.
    pub fn css(&self, name: &str) -> &str {
        let place = LIGHT.iter().position(|(other, _)| *other == name);
        place.and_then(|place| self.colours.get(place)).map_or("", String::as_str)
    }

    /// A colour of the style sheet as numbers; black if it is written in a way that is not understood.
    pub(crate) fn colour(&self, name: &str) -> Colour {
        parse_colour(self.css(name)).unwrap_or(Colour::hex(0))
    }

    /// The chart's theme in these colours, with lengths for a screen with `density` device pixels in one CSS pixel.
    pub fn scaled_theme(&self, density: f64) -> Theme {
        self.theme().scaled(density * self.magnify.parse().unwrap_or(1.0))
    }

    fn theme(&self) -> Theme {
        let mut theme = Theme::light();
        theme.background = self.colour("panel");
        theme.ink = self.colour("ink");
        theme.muted = self.colour("muted");
        theme.grid = self.colour("grid");
        theme.axis = self.colour("control");
        theme.text = 13.0;
        theme
    }
}

/// The name under which a device remembers the choice of light or dark.
pub const THEME: &str = "theme";

/// Light or dark: what the reader has chosen, else what the system prefers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThemeChoice {
    /// The reader's own choice: true if it is dark.
    pub chosen: Option<bool>,
    /// True if the system prefers dark.
    pub preferred: bool,
}

impl ThemeChoice {
    /// The choice that a word stands for, as `ThemeChoice::word` wrote it; any other word is none.
    pub fn remembered(word: Option<&str>, preferred: bool) -> Self {
        let chosen = match word {
            Some("dark") => Some(true),
            Some("light") => Some(false),
            _ => None,
        };
        Self { chosen, preferred }
    }

    pub(crate) fn is_dark(self) -> bool {
        self.chosen.unwrap_or(self.preferred)
    }

    pub fn word(self) -> &'static str {
        if self.is_dark() { "dark" } else { "light" }
    }

    pub(crate) fn toggled(self) -> Self {
        Self { chosen: Some(!self.is_dark()), ..self }
    }

    pub(crate) fn sheet(self) -> DomPatch {
        let (name, way) = if self.is_dark() { ("Light", "light") } else { ("Dark", "dark") };
        let mut sheet = DomPatch::default();
        sheet.attribute("root", "data-theme", self.word());
        sheet.text("theme", name).attribute("theme", "aria-label", format!("Switch to {way} colours"));
        sheet
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope::scenario::Reading;

    #[test]
    fn hues_that_are_dealt_are_all_different_and_stay() {
        let hues = |dealt: &[u32], all: &[u32]| all.iter().map(|one| hue_in(dealt, *one)).collect::<Vec<_>>();
        let first = [314, 328, 335, 342, 7];
        let before = dealt(&[], &first);
        assert_eq!(hues(&before, &first), ["hue-6", "hue-7", "hue-8", "hue-9", "hue-0"], "four are alike");
        let all: Vec<u32> = (0..12).map(|one| 7 * one).chain([342, 335]).collect();
        let after = dealt(&before, &[&first[2..], &all].concat());
        assert_eq!(hues(&after, &first[2..]), hues(&before, &first[2..]), "those that stay keep theirs");
        let different: std::collections::BTreeSet<_> = hues(&after, &all[..8]).into_iter().collect();
        assert_eq!(different.len(), 8);
    }

    #[test]
    fn the_button_switches_to_the_other_one_and_is_remembered() {
        let dark = |word, preferred| ThemeChoice::remembered(word, preferred).is_dark();
        assert_eq!([dark(None, true), dark(None, false), dark(Some("purple"), true)], [true, false, true]);
        assert_eq!([dark(Some("light"), true), dark(Some("dark"), false)], [false, true]);
        let start = ThemeChoice::remembered(None, true);
        let light = start.toggled();
        assert_eq!((start.word(), light.word(), light.toggled().word()), ("dark", "light", "dark"));
        assert_eq!(ThemeChoice::remembered(Some(light.word()), true), light);
        assert_eq!(start.sheet().said("theme"), "Light");
        assert_eq!(light.sheet().has("theme", "aria-label").as_deref(), Some("Switch to dark colours"));
        assert_eq!(light.sheet().has("root", "data-theme").as_deref(), Some("light"));
    }

    #[test]
    fn a_colour_that_is_not_understood_is_black() {
        let palette = Palette::read(|name| if name == "ink" { " #102030 ".into() } else { "teapot".into() });
        assert_eq!((palette.css("ink"), palette.colour("ink")), ("#102030", Colour::hex(0x0010_2030)));
        assert_eq!((palette.colour("grid"), palette.css("no such name")), (Colour::hex(0), ""));
        assert_eq!(palette.theme().ink, Colour::hex(0x0010_2030));
    }

    #[test]
    fn every_reading_has_a_colour_of_its_own_name() {
        assert!(Reading::ALL.iter().all(|reading| LIGHT.iter().any(|(name, _)| *name == reading.key())));
    }
}
