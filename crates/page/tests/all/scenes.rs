//! Pictures of networks, drawn by the painter of the page, to be looked at: `cargo test -p flitscope-page --test all scenes -- --ignored` writes
//! them to `target/scenes`.

use flitscope::{
    animation::{self, Item},
    scenario::link,
};
use flitscope_page::{Drawing, Palette, paint::svg, paint::svg::Svg};

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

/// The dark colours of the style sheet.
fn dark() -> Palette {
    let css = include_str!("../../../../www/style.css");
    let rule = css.split_once(":root[data-theme=\"dark\"]:not(.present) {").map_or("", |(_, rest)| rest);
    Palette::read(|name| {
        let value = rule.split_once(&format!("--{name}:")).map_or("", |(_, rest)| rest);
        value.split(';').next().unwrap_or_default().into()
    })
}

#[test]
#[ignore = "writes pictures to be looked at"]
fn scenes_are_drawn() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/scenes");
    std::fs::create_dir_all(folder).expect("a folder");
    let only = std::env::var("SCENE").unwrap_or_default();
    for (name, fragment, cycle, message) in SCENES.iter().filter(|(name, ..)| name.contains(&only)) {
        let parsed = link::parse(fragment);
        assert!(parsed.problems.is_empty(), "{name}: {:?}", parsed.problems);
        let mut animation = animation::of(&parsed.scenario).expect("it can be animated");
        while !animation.ready() {
            animation.advance(64);
        }
        animation.advance(*cycle);
        let frame = animation.frame(*cycle, message.map(Item::Message));
        let layout = animation.layout();
        for (theme, palette, width) in
            [("light", Palette::light(), 560.0), ("dark", dark(), 560.0), ("phone", Palette::light(), 318.0)]
        {
            let size = (width, width * layout.height);
            let svg = Svg::default();
            let laid = (width, (0.0, 0.0));
            let drawing =
                Drawing { layout, frame: &frame, picked: None, usage: false, lit: None, laid, size, number: 1 };
            svg::frame(&svg, &drawing, &palette, width);
            let root = "<svg xmlns=\"http://www.w3.org/2000/svg\" font-family=\"Inter, sans-serif\"";
            let text = svg.into_text().replacen("<svg", root, 1);
            std::fs::write(format!("{folder}/{name}-{theme}.svg"), text).expect("a writable file");
        }
    }
}
