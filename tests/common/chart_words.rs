//! Nothing is drawn over words, whatever the load. The drawing itself is read, with widths of its own.

use super::*;
use crate::chart::arrived;
use flitscope_show::chart::{export, theme::Theme};

/// Left, top, right and bottom, CSS pixels.
type Area = [f64; 4];

const SIZES: [(u32, u32); 4] = [(645, 314), (602, 284), (426, 224), (358, 150)];

/// A system with a setting, others to keep beside it, and a view.
const NETWORKS: [&str; 20] = [
    "",
    "vcs=8&pin=vcs:3",
    "flits=64&pin=flits:16&pin=vcs:6&axis=log",
    "beta=0.1&percentiles=1",
    "reading=flow&vcs=5",
    "k=4&beta=0&wiring=mesh",
    "k=4&beta=0&wiring=mesh&routing=dimension-order",
    "published=0&beta=0",
    "k=4&vcs=6",
    "system=kary-ncube",
    "system=kary-ncube&k=8&pin=k:4",
    "system=kary-ncube&flits=32&pin=flits:8&axis=log",
    "system=hypercube-mmpp",
    "system=hypercube-mmpp&vcs=6&pin=vcs:2",
    "system=hypercube-mmpp&flits=64&lag1=0",
    "system=hypercube-slotted",
    "system=hypercube-slotted&n=5&pin=n:3",
    "system=banyan-multicast",
    "system=banyan-multicast&fanout=2&pin=fanout:4",
    "system=banyan-multicast&n=4&axis=log",
];

/// The words of a document with their areas, everything drawn that may not touch them, and the plot.
fn read(svg: &str) -> (Vec<(String, Area)>, Vec<Area>, Plot) {
    let (mut words, mut marks, mut plot) =
        (Vec::new(), Vec::new(), Plot { left: 0.0, top: 0.0, width: 0.0, height: 0.0 });
    for element in svg.split('<') {
        let text = |name: &str| Some(element.split_once(&format!(" {name}=\""))?.1.split_once('"')?.0);
        let at = |name: &str| text(name).map_or(0.0, |value| number::<f64>(value) / 8.0);
        let corners = || text("points").unwrap_or_default().split_whitespace().filter_map(|pair| pair.split_once(','));
        let points: Vec<_> = corners().map(|(x, y)| (number::<f64>(x) / 8.0, number::<f64>(y) / 8.0)).collect();
        let [x, y] = ["x", "y"].map(at);
        match element.split(' ').next() {
            Some("text") => {
                let said = element.split_once('>').map_or("", |(_, said)| said.trim());
                let wide = 0.55 * 12.0 * said.chars().count() as f64;
                let left = x - wide
                    * match text("text-anchor") {
                        Some("end") => 1.0,
                        Some("middle") => 0.5,
                        _ => 0.0,
                    };
                words.push((said.to_owned(), [left, y - 6.0, left + wide, y + 6.0]));
            }
            Some("circle") => {
                let ([x, y], r) = (["cx", "cy"].map(at), at("r"));
                marks.push([x - r, y - r, x + r, y + r]);
            }
            Some("polyline") => marks.extend(points.windows(2).flat_map(|pair| {
                let ((x, y), (far, low)) = (pair[0], pair[1]);
                let steps = (far - x).abs().max((low - y).abs()).ceil().max(1.0) as u32;
                let part = move |step: u32| f64::from(step) / f64::from(steps);
                (0..=steps)
                    .map(move |step| [x + part(step) * (far - x), y + part(step) * (low - y)])
                    .map(|[x, y]| [x, y, x, y])
            })),
            // Triangles and diamonds; areas are wider.
            Some("polygon") if points.len() < 6 => {
                let fold = |start: f64, take: fn(f64, f64) -> f64, of: fn(&(f64, f64)) -> f64| {
                    points.iter().map(of).fold(start, take)
                };
                let (far, low) = (fold(0.0, f64::max, |at| at.0), fold(0.0, f64::max, |at| at.1));
                marks.push([fold(far, f64::min, |at| at.0), fold(low, f64::min, |at| at.1), far, low]);
            }
            Some("rect") => {
                let [width, height] = ["width", "height"].map(at);
                if width == 1.0 && height > plot.height {
                    plot = Plot { left: x + 1.0, top: y, height, ..plot };
                }
                plot.width = plot.width.max(if height == 1.0 { width } else { 0.0 });
                // Bars and dashes; words stand on rows of the grid, and on grounds of their own.
                if width.min(height) < 3.0 && width < 60.0 {
                    marks.push([x, y, x + width, y + height]);
                }
            }
            _ => {}
        }
    }
    (words, marks, plot)
}

/// The circles of an overlay.
fn circles(markup: &str) -> impl Iterator<Item = Area> + '_ {
    markup.split("<circle").skip(1).map(|circle| {
        let at = |name: &str| {
            number::<f64>(circle.split_once(&format!(" {name}=\"")).expect(name).1.split('"').next().expect(name))
        };
        let [x, y, r] = ["cx", "cy", "r"].map(at);
        [x - r, y - r, x + r, y + r]
    })
}

/// Runs about a curve and past its end, the last ones saturated.
fn runs(results: &Results, seed: u32) -> Vec<Summary> {
    let model = model(results);
    let end = results.network().or(results.main_curve()).map_or_else(|| results.load_end(), |curve| curve.end.load);
    let run = |step: u32| {
        let part = f64::from(step) * 0.1 + f64::from(seed % 7) * 0.01;
        let mean = model.measures(part * end).and_then(|all| all.first().copied()).unwrap_or(results.values().1);
        let seen = observed::stable(model, part * end, &[mean * (0.9 + 0.02 * f64::from(seed % 11)), mean], Some(0.08));
        if part > 0.95 { observed::saturated(part * end, 0.002) } else { seen }
    };
    (1..14).map(run).collect()
}

#[test]
fn nothing_is_drawn_over_words_at_any_load() {
    let (mut states, mut zones, mut named, mut covered) = (0, 0, 0, Vec::new());
    for (place, network) in NETWORKS.into_iter().enumerate() {
        let mut before = Bench::new(&format!("#v=2&{network}")).results;
        let reach = before.load_end();
        for step in 0..10_u32 {
            let seed = (place as u32 * 10 + step).wrapping_mul(2_654_435_761) >> 8;
            let load = reach * (0.02 + 1.1 * f64::from(seed % 9973) / 9973.0);
            // A curve that the load does not change is not solved again.
            let next = before.scenario.set(Key::Load, before.tidy_load(load));
            let results = Results::start(next, Some(&mut before), &|| 0.0);
            let seen = |results: &Results| if step % 3 == 0 { Vec::new() } else { runs(results, seed) };
            let mut bench = Bench::of(results, seen);
            let high = bench.results.values().1;
            let latency = |message: u32| (f64::from(message.wrapping_mul(seed) % 997) / 997.0 * high) as u64;
            let arrival = |message| {
                (message, Arrival { message, copy: false, source: 0, destination: 1, latency: latency(message) })
            };
            let arrivals: Vec<_> = (0..200).map(arrival).collect();
            for (width, height) in SIZES {
                let svg = export::svg(&bench.chart, &Theme::light(), width, height).expect("a string takes it");
                let (words, mut marks, plot) = read(&svg);
                bench.curves.plot = plot;
                let sheet = bench.sheet();
                let style = |name| {
                    sheet.last("operating", |mark| match mark {
                        Patch::Style(of, value) if *of == name => Some(value.clone()),
                        _ => None,
                    })
                };
                let pixels: Vec<f64> = [style("translate"), style("height")]
                    .into_iter()
                    .flatten()
                    .flat_map(|said| {
                        said.split(' ').map(|part| number(part.trim_end_matches("px"))).collect::<Vec<_>>()
                    })
                    .collect();
                marks.push([pixels[0], pixels[1], pixels[0] + 2.0, pixels[1] + pixels[2]]);
                marks.extend(circles(&sheet.said("dots")));
                marks.extend(circles(&arrived::sheet(&bench.curves, &bench.results, &arrivals).said("arrived")));
                let meets = |one: &Area, other: &Area| {
                    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
                };
                for (index, (word, area)) in words.iter().enumerate() {
                    let state = format!("{word:?} {area:?}: {network} load={load} {width} x {height}");
                    let covers =
                        marks.iter().find(|mark| meets(mark, area)).map(|mark| format!("{state} under {mark:?}"));
                    let other = words[..index].iter().find(|(_, other)| meets(other, area));
                    covered.extend(covers.into_iter().chain(other.map(|other| format!("{state} under {other:?}"))));
                }
                let has = |said: &str| words.iter().any(|(word, _)| word.contains(said));
                zones += usize::from(has("queues"));
                named += usize::from(has("our model"));
                states += 1;
            }
            before = bench.results;
        }
    }
    assert!(covered.is_empty(), "{} of {states}: {:#?}", covered.len(), &covered[..covered.len().min(40)]);
    // Words are there: those of the zone but where it is too narrow beside the load, and the name of our model.
    assert!(states == 800 && zones >= 600 && named >= 650, "{states} {zones} {named}");
}
