//! The palette of the style sheet can be read: by the chart, and by people.

use flitscope_page::{HUES, Palette};
use flitscope_show::chart::theme::{Colour, Theme, parse_colour};
use std::collections::HashMap;

const CSS: &str = include_str!("../../../../www/style.css");

/// The custom properties of the first rule of that selector.
fn properties(selector: &str) -> HashMap<&'static str, &'static str> {
    let rule = CSS.split_once(&format!("{selector} {{")).expect(selector).1.split_once('}').expect("a closed rule").0;
    rule.split(';').filter_map(|line| line.trim().strip_prefix("--")?.split_once(':')).collect()
}

/// The palette of that rule; the magnification, which all themes share, is that of the page.
pub(crate) fn read(selector: &str) -> Palette {
    let (properties, page) = (properties(selector), properties("\nhtml"));
    Palette::read(|name| properties.get(name).or_else(|| page.get(name)).copied().unwrap_or_default().into())
}

fn palette(selector: &str) -> HashMap<&'static str, Colour> {
    let colours = properties(selector).into_iter();
    colours.map(|(name, value)| (name, parse_colour(value).expect(value))).collect()
}

#[test]
fn lines_and_words_stand_out_in_light_and_dark() {
    for (selector, theme) in [(":root", Theme::light()), (":root[data-theme=\"dark\"]:not(.present)", Theme::dark())] {
        let colours = palette(selector);
        let contrast = |a: &str, b: &str| colours[a].contrast(colours[b]);
        for line in [
            "corrected",
            "printed",
            "refined",
            "average",
            "flow",
            "operating",
            "worm",
            "unicast",
            "node-edge",
            "control",
            "accent",
        ] {
            assert!(contrast(line, "panel") >= 3.0, "{selector} {line}: {}", contrast(line, "panel"));
        }
        for (word, ground) in [
            ("ink", "panel"),
            ("ink", "page"),
            ("ink", "tint"),
            ("ink", "warn"),
            ("muted", "panel"),
            ("muted", "page"),
            ("on-accent", "accent"),
        ] {
            assert!(contrast(word, ground) >= 4.5, "{selector} {word} on {ground}: {}", contrast(word, ground));
        }
        // On the sand of the network and on its roads.
        for ground in ["sand", "road"] {
            for mark in HUES.into_iter().chain(["worm", "near", "waiting", "blocked"]) {
                assert!(contrast(mark, ground) >= 3.0, "{selector} {mark} on {ground}: {}", contrast(mark, ground));
            }
        }
        assert!(contrast("node-edge", "sand") >= 3.0, "{selector}: {}", contrast("node-edge", "sand"));
        for (word, ground) in [
            ("muted", "sand"),
            ("muted", "node"),
            ("ink", "node"),
            ("tag-ink", "tag"),
            ("tag-words", "tag"),
            ("on-mark", "worm"),
            ("on-mark", "near"),
        ] {
            assert!(contrast(word, ground) >= 4.5, "{selector} {word} on {ground}: {}", contrast(word, ground));
        }
        // The chart writes the names of curves in their colours, mixed with ink.
        let theme = {
            let mut theme = theme;
            theme.ink = colours["ink"];
            theme
        };
        for line in ["corrected", "printed", "refined", "average", "flow"] {
            assert!(theme.words(colours[line]).contrast(colours["panel"]) >= 4.5, "{selector} {line}");
        }
    }
}

#[test]
fn both_palettes_name_the_same_colours() {
    let names = |selector| {
        let mut names: Vec<_> = palette(selector).into_keys().collect();
        names.sort();
        names
    };
    assert_eq!(names(":root"), names(":root[data-theme=\"dark\"]:not(.present)"));
}
