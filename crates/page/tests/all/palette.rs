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
    let hues = HUES.join(" ");
    // Colours, the ground below them, and the least contrast: 3 for lines and marks, 4.5 for words.
    let pairs = [
        ("corrected printed refined average flow operating worm unicast node-edge control accent", "panel", 3.0),
        (&*hues, "sand road", 3.0),
        ("worm near waiting blocked", "sand road", 3.0),
        ("node-edge", "sand", 3.0),
        ("ink", "panel page tint warn node", 4.5),
        ("muted", "panel page sand node", 4.5),
        ("on-accent", "accent", 4.5),
        ("tag-ink tag-words", "tag", 4.5),
        ("on-mark", "worm near", 4.5),
    ];
    for (selector, mut theme) in
        [(":root", Theme::light()), (":root[data-theme=\"dark\"]:not(.present)", Theme::dark())]
    {
        let colours = palette(selector);
        for (marks, grounds, least) in pairs {
            for (mark, ground) in marks.split(' ').flat_map(|mark| grounds.split(' ').map(move |ground| (mark, ground)))
            {
                let contrast = colours[mark].contrast(colours[ground]);
                assert!(contrast >= least, "{selector} {mark} on {ground}: {contrast}");
            }
        }
        // The chart writes the names of curves in their colours, mixed with ink.
        theme.ink = colours["ink"];
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
