//! Curves, points and readout of the chart.

#[path = "../../../../../tests/common/chart_words.rs"]
mod words;

use super::*;
use crate::jobs::saved_runs;

struct Bench {
    curves: Curves,
    results: Results,
    simulation: Simulation,
    chart: Chart,
}

impl Bench {
    fn new(fragment: &str) -> Self {
        Self::with(fragment, |_| Vec::new())
    }

    fn with(fragment: &str, seen: impl Fn(&Results) -> Vec<Summary>) -> Self {
        Self::of(Results::start(link::parse(fragment).scenario, None, &|| 0.0), seen)
    }

    fn of(mut results: Results, seen: impl Fn(&Results) -> Vec<Summary>) -> Self {
        results.advance(f64::INFINITY, &|| 0.0);
        let (scenario, seen) = (results.scenario, seen(&results));
        let seen: Vec<_> = seen.iter().collect();
        let (mut simulation, text) = (Simulation::having(scenario, &seen), saved_runs::write(&seen, "b", 1.0));
        let mut asked = Vec::new();
        simulation.follow_pins(&scenario, 0.0, &mut asked);
        for effect in asked {
            if let Effect::Recall(subject) = effect {
                simulation.recall(&subject, &text);
            }
        }
        let mut curves = Curves::default();
        let chart = curves.chart(&results, &simulation, &Palette::default());
        curves.plot = Plot { left: 50.0, top: 10.0, width: 400.0, height: 200.0 };
        Self { curves, results, simulation, chart }
    }

    fn cursor(&mut self, movement: Cursor) -> DomPatch {
        self.curves.move_cursor(movement, &self.results);
        self.sheet()
    }

    fn sheet(&self) -> DomPatch {
        self.curves.sheet(&self.results, &self.simulation)
    }

    fn act(&mut self, words: &[&str]) -> Told {
        match *words {
            ["open", link] => *self = Self::new(link),
            // A point near the load of the link.
            ["simulated", link] => {
                let seen = |results: &Results| observed::stable(model(results), 0.001, &[40.25, 90.0], Some(0.01));
                *self = Self::with(link, |results| vec![seen(results)]);
            }
            ["at", across] => _ = self.cursor(Cursor::At(number(across))),
            ["by", steps] => _ = self.cursor(Cursor::By(number(steps))),
            ["series", steps] => _ = self.cursor(Cursor::Series(number(steps))),
            ["home"] => _ = self.cursor(Cursor::Home),
            ["end"] => _ = self.cursor(Cursor::End),
            ["hide"] => _ = self.cursor(Cursor::Hide),
            _ => panic!("{words:?}"),
        }
        let sheet = self.sheet();
        let place = |id: &str| {
            sheet.last(id, |mark| match mark {
                Patch::Style("translate", value) => Some(value.clone()),
                Patch::Beside(across) => Some(format!("beside {across:.1}")),
                _ => None,
            })
        };
        let shown = |id| (sheet.shows(id) == Some(true)).then(|| place(id)).flatten().unwrap_or_default();
        let dots = sheet.said("dots");
        let read = if self.curves.cursor.is_some() { plain(&sheet.said("readout")) } else { String::new() };
        let seen = vec![
            ("now", significant(number(&sheet.has("chart", "aria-valuenow").expect("it is always there")), 6)),
            ("spoken", sheet.has("chart", "aria-valuetext").expect("it is always said")),
            ("dots", ["<circle ", "var(--muted)"].map(|part| dots.matches(part).count().to_string()).join("/")),
            ("classes", flags([("beyond", sheet.classed("operating", "beyond") == Some(true))])),
            ("crosshair", shown("crosshair")),
            ("readout", shown("readout")),
            ("read", read),
        ];
        (String::new(), seen)
    }
}

fn model(results: &Results) -> &dyn model::Model {
    &*results.curves[0].model
}

#[test]
fn the_cursor_is_moved_and_read_out() {
    let scripts = "
        at rest: open #; open #system=banyan-multicast; open #load=0.02; open #v=2&reading=flow&load=0.02
        by keys: home; by 10; end; by 1000; by -1e9
        from the load shown: open #load=0.001; by 0; hide
        by the pointer: at 250; at 0; at 9000
        from curve to curve: open #load=0.001; by 0; series 1; series 1; series -1
        to a pin: open #v=2&vcs=8&load=0.001&pin=vcs:3&pin=vcs:4; by 0; series 2
        beyond saturation: open #load=0.02; by 0
        beyond the axis: open #load=0.03
        a simulated point near the cursor: simulated #load=0.001; by 0; by 5
        a simulated point of a pin: simulated #v=2&vcs=8&load=0.001&pin=vcs:3; by 0
    ";
    scripts::tell("cursor", scripts, || Bench::new(""), Bench::act);
}

#[test]
fn an_observation_is_said_as_what_it_is() {
    let results = Bench::new("#system=hypercube-slotted").results;
    let seen = observed::stable(model(&results), 0.05, &[5.0], None);
    let info = results.info().expect("a model");
    let saturated = observed::saturated(0.2, 0.0123);
    let settled = Summary { growth: None, ..saturated.clone() };
    let growing = Summary { reason: Some(SaturationReason::Growing), ..settled.clone() };
    let mut nothing = observed::unfinished(seen.clone());
    nothing.classes[0].mean = None;
    let all =
        [("stable", seen), ("saturated", saturated), ("settled", settled), ("growing", growing), ("none", nothing)];
    blessed::lines("observations", all.map(|(name, seen)| (name, said(&seen, info))));
}

type Seen = fn(&Results) -> Vec<Summary>;

fn tailed(results: &Results, load: f64, values: [f64; 5]) -> Summary {
    let mut seen = observed::stable(model(results), load, &[40.0], Some(0.1));
    let of = |part| Percentiles::PARTS.iter().position(|(_, other)| *other == part).map(|place| values[place]);
    seen.classes[0].percentiles.extend(Percentiles::exact(of));
    seen
}

fn tails(results: &Results) -> Vec<Summary> {
    vec![
        tailed(results, 0.001, [37.0, 60.0, 70.0, 94.0, 120.0]),
        observed::unfinished(tailed(results, 0.002, [38.0, 61.0, 71.0, 95.0, 121.0])),
        tailed(results, 0.004, [52.0, 80.0, 110.0, 187.0, 999.0]),
        observed::saturated(0.02, 0.01),
    ]
}

/// Runs about the end of the model; while some go on, nothing is drawn that only their end can tell.
fn about_the_end(results: &Results, over: bool) -> Vec<Summary> {
    let (model, end) = (model(results), results.curves[0].model.end().load);
    let rough = [0.9, 1.05].map(|part| observed::unfinished(observed::stable(model, part * end, &[9.0], None)));
    let mut seen = vec![observed::stable(model, 0.5 * end, &[5.0], Some(0.01)), observed::saturated(1.1 * end, 0.02)];
    seen.extend(rough.into_iter().filter(|_| !over));
    seen
}

fn parts(chart: &Chart) -> String {
    let short = |value: f64| significant(value, 5);
    let series = chart.series.iter().map(|line| {
        // Few points are measured ones.
        let points = if line.points.len() < 4 { format!(" {:?}", line.points) } else { String::new() };
        format!("{} {:?} {:?} {:?}{points}", line.label, line.weight, line.dash, line.dots)
    });
    let signs = chart.observed.iter().map(|seen| {
        let value = seen.value.map_or_else(|| "beyond".into(), short);
        let ends = seen.ends.map_or_else(String::new, |ends| ends.map(short).join(" to "));
        format!("{:?} at {}: {value} {ends}", seen.shape, short(seen.x))
    });
    let zones = chart.limits.iter().chain(&chart.zone).map(|line| format!("{} at {}", line.label, short(line.at)));
    let bands = chart.bands.iter().map(|band| format!("{:?}", band.points));
    let axes = [&chart.x, &chart.y].map(|axis| format!("{:?} to {}", axis.scale.spacing, short(axis.scale.range().1)));
    series.chain(signs).chain(zones).chain(bands).chain(axes).collect::<Vec<_>>().join("; ")
}

#[test]
fn curves_points_and_percentiles_are_drawn() {
    let none: Seen = |_| Vec::new();
    let stable: Seen = |results| {
        let high = 1.2 * results.values().1;
        vec![
            observed::stable(model(results), 0.001, &[40.0, 90.0], Some(0.1)),
            observed::stable(model(results), 0.002, &[high, 90.0], None),
            observed::saturated(0.01, 0.002),
        ]
    };
    let far: Seen = |results| vec![observed::stable(model(results), 0.001, &[99.0 * results.values().1, 1.0], None)];
    let slotted = "#system=hypercube-slotted&n=4&show=corrected";
    let rows: [(_, _, Seen); 10] = [
        ("the opening scene", "", none),
        ("two measures", "#system=banyan-multicast", none),
        ("logarithmic", "#axis=log", none),
        ("the axis grows for points", "", stable),
        ("but not until the curves are flat", "", far),
        ("without percentiles", "", tails),
        ("percentiles", "#percentiles=1", tails),
        ("pins", "#v=2&vcs=8&load=0.001&pin=vcs:3&pin=vcs:4", stable),
        ("runs go on", slotted, |results| about_the_end(results, false)),
        ("runs are over", slotted, |results| about_the_end(results, true)),
    ];
    blessed::lines("charts", rows.map(|(name, link, seen)| (name, parts(&Bench::with(link, seen).chart))));
}

#[test]
fn the_axes_only_grow_while_something_is_pinned() {
    let mut curves = Curves::default();
    let simulation = Simulation::having(link::parse("").scenario, &[]);
    let mut ends = |fragment: &str, before: Option<&mut Results>| {
        let scenario = link::parse(fragment).scenario;
        let mut results = Results::start(scenario, before, &|| 0.0);
        results.advance(f64::INFINITY, &|| 0.0);
        let chart = curves.chart(&results, &simulation, &Palette::default());
        (results, [chart.x.scale.range().1, chart.y.scale.range().1])
    };
    let (_, alone) = ends("#v=2", None);
    let (mut both, wide) = ends("#v=2&flits=64&pin=flits:16", None);
    assert!(wide[0] > alone[0] && wide[1] > alone[1], "{wide:?} {alone:?}");
    let (mut back, again) = ends("#v=2&pin=flits:16", Some(&mut both));
    assert_eq!(again, wide);
    let (_, free) = ends("#v=2", Some(&mut back));
    assert_eq!(free, alone);
}

#[test]
fn the_numbers_of_the_chart_are_a_table_while_it_is_open() {
    let seen = |results: &Results| vec![observed::stable(model(results), 0.001, &[40.0, 90.0], Some(0.1))];
    let rows = [("pinned", "#v=2&vcs=8&load=0.015&pin=vcs:3", seen as Seen), ("percentiles", "#percentiles=1", tails)];
    let rows = rows.map(|(name, link, seen)| {
        let bench = Bench::with(link, seen);
        assert_eq!(table(&bench.results, &bench.simulation, false).marks(), []);
        let said = table(&bench.results, &bench.simulation, true).said("chart-table").replace("</t", " </t");
        (name, said.split("</tr>").map(plain).collect::<Vec<_>>())
    });
    blessed::lines("tables of charts", rows);
}
