//! Pictures of networks by the painter of the page. To look at them: `SCENE= cargo test -p flitscope-page --test all scenes` writes them to
//! `target/scenes`, or those alone whose names have the word after `SCENE=`.

use crate::{hostile::has_no_number, palette};
use flitscope::scenario::link;
use flitscope_page::{Drawing, paint::svg, paint::svg::Svg};
use flitscope_show::animation::{self, Item};
use std::{env, fs};

/// Name, scene, cycle, and the message that is followed, if it is not the usual one.
const SCENES: &[(&str, &str, u32, Option<u32>)] = &[
    ("torus", "v=2&scene=point&k=8&flits=32&load=0.0065", 1500, None),
    ("torus-later", "v=2&scene=point&k=8&flits=32&load=0.0065", 1533, None),
    ("torus-full", "v=2&scene=point&k=8&flits=32&load=0.013", 2500, None),
    ("torus-16", "v=2&scene=point&k=16&flits=32&load=0.003", 1500, None),
    ("torus-4", "v=2&scene=point&k=4&flits=16&load=0.02", 500, None),
    ("broadcast", "v=2&scene=broadcast&k=8&flits=32&source=35", 90, None),
    ("broadcast-busy", "v=2&scene=broadcast&k=8&flits=32&source=35&background=1&load=0.005", 90, None),
    ("cube", "v=2&system=kary-ncube&k=4&n=2&flits=16&load=0.016", 700, None),
    ("cube-512", "v=2&system=kary-ncube&k=8&n=3&flits=16&load=0.005", 500, None),
    ("cube-64", "v=2&system=kary-ncube&k=4&n=3&flits=16&load=0.01", 500, None),
    ("ring", "v=2&system=kary-ncube&k=8&n=1&flits=16&load=0.01", 500, None),
    ("hypercube-worms", "v=2&system=kary-ncube&k=2&n=4&flits=16&load=0.02", 500, None),
    ("deadlock", "v=2&system=kary-ncube&k=4&n=2&flits=16&load=0.03&escape=off", 3000, None),
    ("bursty", "v=2&system=hypercube-mmpp&n=4&load=0.01", 700, None),
    ("bursty-5", "v=2&system=hypercube-mmpp&n=5&load=0.01", 700, None),
    ("bursty-6", "v=2&system=hypercube-mmpp&n=6&load=0.01", 700, None),
    ("bursty-8", "v=2&system=hypercube-mmpp&n=8&load=0.005", 700, None),
    ("slotted", "v=2&system=hypercube-slotted&n=4&load=0.12", 300, None),
    ("slotted-3", "v=2&system=hypercube-slotted&n=3&load=0.15", 300, None),
    ("slotted-7", "v=2&system=hypercube-slotted&n=7&load=0.15", 100, None),
    ("banyan", "v=2&system=banyan-multicast&scene=point&n=3&fanout=4&multicast=0.3&load=1", 40, None),
    ("multicast", "v=2&system=banyan-multicast&scene=multicast&n=3&fanout=4", 3, None),
    ("multicast-4", "v=2&system=banyan-multicast&scene=multicast&n=4&fanout=5&from=9&seed=5", 3, None),
    ("banyan-deadlock", "v=2&system=banyan-multicast&scene=deadlock", 14, None),
    ("banyan-6", "v=2&system=banyan-multicast&scene=point&n=6&load=1", 40, None),
];

#[test]
fn each_scene_is_drawn_in_finite_numbers_and_differently_in_the_dark() {
    let looked_at = env::var("SCENE").ok();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/scenes");
    let (light, dark) = (palette::read(":root"), palette::read(":root[data-theme=\"dark\"]:not(.present)"));
    let wanted = |name: &str| looked_at.as_ref().is_none_or(|word| name.contains(word.as_str()));
    for (name, fragment, cycle, message) in SCENES.iter().filter(|(name, ..)| wanted(name)) {
        let parsed = link::parse(fragment);
        assert!(parsed.problems.is_empty(), "{name}: {:?}", parsed.problems);
        let mut animation = animation::of(&parsed.scenario).expect("it can be animated");
        while !animation.ready() {
            animation.advance(64);
        }
        animation.advance(*cycle);
        let frame = animation.frame(*cycle, message.map(Item::Message));
        assert_eq!(frame.cycle, *cycle.min(&animation.recorded()), "{name}");
        let layout = animation.layout();
        let draw = |theme: &str, palette, width: f64| {
            let size = (width, width * layout.height);
            let svg = Svg::default();
            let drawing = Drawing::plain(layout, &frame, (width, (0.0, 0.0)), size);
            svg::frame(&svg, &drawing, palette, width);
            let root = "<svg xmlns=\"http://www.w3.org/2000/svg\" font-family=\"Inter, sans-serif\"";
            let text = svg.into_text().replacen("<svg", root, 1);
            assert!(!has_no_number(&text), "{name}, {theme}");
            if looked_at.is_some() {
                fs::create_dir_all(folder).expect("a folder");
                fs::write(format!("{folder}/{name}-{theme}.svg"), &text).expect("a writable file");
            }
            text
        };
        let [by_day, by_night, phone] = [("light", &light, 560.0), ("dark", &dark, 560.0), ("phone", &light, 318.0)]
            .map(|(theme, palette, width)| draw(theme, palette, width));
        assert!(by_day != by_night && by_day != phone, "{name}");
    }
}
