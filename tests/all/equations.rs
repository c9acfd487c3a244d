//! Equations: MathML is what the TeX gives, every place has its quantity, and the numbers on the right give the number on the left.

use std::{collections::BTreeSet, fs, path::PathBuf, sync::LazyLock};

use flitscope::{
    model::{
        self, Point,
        equation::{self, Equation},
    },
    param::Key,
    scenario::{Reading, Scenario, System, preset},
    text::{self, keyed},
};
use pulldown_latex::{Parser, Storage, mathml::push_mathml};

/// The modules of the models.
const ROOMS: [&str; 10] = [
    "torus_broadcast",
    "kary_ncube",
    "ours/worms",
    "ours/circuits",
    "hypercube_mmpp",
    "hypercube_slotted",
    "banyan_multicast",
    "ours/matchings",
    "ours/rivals",
    "ours/unequal",
];

fn written(room: &str) -> Vec<Equation> {
    equation::all(name(room))
}

/// The name of a model in the texts.
fn name(room: &str) -> &str {
    room.trim_start_matches("ours/")
}

/// Where the equations of a scenario are.
fn room(scenario: &Scenario) -> &'static str {
    match (scenario.system(), scenario.reading()) {
        _ if model::choose(scenario.setup()).ours_alone => "ours/unequal",
        (System::HypercubeMmpp, Reading::Flow) => "ours/circuits",
        (System::HypercubeSlotted, Reading::Flow) => "ours/matchings",
        (System::BanyanMulticast, Reading::Flow) => "ours/rivals",
        (_, Reading::Flow) => "ours/worms",
        (System::TorusBroadcast, _) => "torus_broadcast",
        (System::KaryNCube, _) => "kary_ncube",
        (System::HypercubeMmpp, _) => "hypercube_mmpp",
        (System::HypercubeSlotted, _) => "hypercube_slotted",
        _ => "banyan_multicast",
    }
}

/// The letters of the quantities in MathML, by their symbols. A word is no letter.
fn letters_of(room: &str) -> impl Iterator<Item = (&'static str, String)> {
    let letters = keyed(&format!("{}.letters", name(room))).lines().filter_map(|line| line.split_once('\t'));
    letters.filter(|(_, tex)| !tex.starts_with(r"\text")).map(|(symbol, tex)| (symbol, mathml(tex)))
}

fn source(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// One piece of TeX as presentation MathML without the outer element, as small as the page needs it.
fn mathml(tex: &str) -> String {
    let (storage, mut text) = (Storage::new(), String::new());
    let events: Result<Vec<_>, _> = Parser::new(tex, &storage).collect();
    let events = events.unwrap_or_else(|error| panic!("{tex}: {error}"));
    push_mathml(&mut text, events.into_iter().map(Ok::<_, std::convert::Infallible>), Default::default())
        .expect("a string takes everything");
    let inside = text.strip_prefix("<math display=\"inline\">").and_then(|text| text.strip_suffix("</math>"));
    let mut text = String::from(inside.expect("one element"));
    for (from, to) in [
        (" symmetric=\"false\"", ""),
        (" stretchy=\"true\"", ""),
        (" movablelimits=\"false\"", ""),
        (" class=\"menv-cells-left menv-cases\"", ""),
        ("<mi>‾</mi>", "<mo>¯</mo>"),
        // The micro sign is not italic.
        ("µ", "μ"),
        ("<mi>&</mi>", "<mi>&amp;</mi>"),
        ("<mo><</mo>", "<mo>&lt;</mo>"),
        ("<mo>></mo>", "<mo>&gt;</mo>"),
        // A brace is where a value goes.
        ("<mo>{</mo>", "<mo>&#123;</mo>"),
    ] {
        text = text.replace(from, to);
    }
    text
}

/// As above, where a line may break.
fn broken(tex: &str) -> String {
    tex.split(r"\allowbreak").map(mathml).collect::<Vec<_>>().join("<wbr>")
}

/// Symbols and numbers of an equation. A value is a number that nobody writes until the TeX is MathML.
fn made(equation: &Equation) -> [String; 2] {
    let mut symbols: Vec<String> = Vec::new();
    let place = |symbol: &str, _| {
        symbols.push(symbol.into());
        format!("{{{}}}", 8_000_000 + symbols.len())
    };
    let tex = equation.with_numbers(place).unwrap_or_else(|| panic!("{} begins with a quantity", equation.tex));
    let mut numbers = broken(&tex);
    for (symbol, index) in symbols.iter().zip(1..) {
        let number = format!("<mn>{}</mn>", 8_000_000 + index);
        assert_eq!(numbers.matches(&number).count(), 1, "{tex}");
        let place = format!("{{{symbol}}}");
        numbers = numbers.replace(&format!("<mrow>{number}</mrow>"), &place).replace(&number, &place);
    }
    [broken(&equation.latex()), numbers]
}

/// Scenarios in which every form of every equation is drawn.
fn scenarios() -> Vec<Scenario> {
    let base = |system| Scenario::new(system);
    let mut scenarios: Vec<Scenario> = preset::all().map(preset::Preset::scenario).collect();
    for n in [2.0, 3.0, 4.0] {
        scenarios.push(base(System::TorusBroadcast).set(Key::K, 5.0).set(Key::Reading, 2.0).set(Key::N, n));
    }
    for (k, n) in [(2.0, 4.0), (3.0, 1.0), (4.0, 2.0), (5.0, 3.0), (3.0, 5.0)] {
        scenarios.push(base(System::KaryNCube).set(Key::K, k).set(Key::N, n));
    }
    for n in [4.0, 5.0] {
        scenarios.push(base(System::HypercubeMmpp).set(Key::N, n));
        scenarios.push(base(System::HypercubeMmpp).set(Key::N, n).set(Key::Lag1, 0.0));
    }
    for vcs in [1.0, 12.0] {
        scenarios.push(base(System::HypercubeMmpp).set(Key::N, 3.0).set(Key::Vcs, vcs).set(Key::Lag1, 0.0));
    }
    let mesh = base(System::KaryNCube).set(Key::K, 4.0).set(Key::N, 2.0).set(Key::Wiring, 1.0);
    scenarios.extend([0.0, 1.0, 2.0].map(|routing| mesh.set(Key::Vcs, 3.0).set(Key::Routing, routing)));
    scenarios.push(base(System::HypercubeSlotted));
    scenarios.push(base(System::BanyanMulticast));
    scenarios.push(base(System::BanyanMulticast).set(Key::Start, 1.0));
    let under = |scenario: Scenario| Reading::ALL.iter().map(move |reading| scenario.with_reading(*reading).ok());
    let all = scenarios.into_iter().flat_map(under).flatten();
    // Our model of unequal channels is the same under every reading.
    let other =
        |scenario: &Scenario| !model::choose(scenario.setup()).ours_alone || scenario.reading() == Reading::Flow;
    all.filter(|scenario| model::choose(scenario.setup()).refusal().is_none() && other(scenario)).collect()
}

/// A scenario, the equations of its model, the symbols of its large numbers, and its states at parts of the curve.
struct Solved {
    scenario: Scenario,
    equations: Vec<Equation>,
    headlines: &'static [&'static str],
    points: Vec<Point>,
}

impl Solved {
    fn of(scenario: Scenario) -> Self {
        let model = model::solved_to_end(scenario.setup());
        let points = [0.0, 0.3, 0.9].map(|part| model.point(part * model.end().load).stable()).into_iter().flatten();
        Self { scenario, equations: model.equations(), headlines: model.info().headlines, points: points.collect() }
    }
}

/// Of the scenarios that draw the same equations, the first.
static SOLVED: LazyLock<Vec<Solved>> = LazyLock::new(|| {
    let mut drawn = BTreeSet::new();
    let all =
        |scenario: &Scenario| model::start(scenario.setup()).equations().iter().map(|one| one.tex).collect::<Vec<_>>();
    let first = |scenario: &Scenario| drawn.insert((room(scenario), all(scenario)));
    scenarios().into_iter().filter(first).map(Solved::of).collect()
});

#[test]
#[ignore = "a minute: make verify"]
fn the_equations_of_every_scene_are_there_copied_and_right() {
    let compared = scenarios().into_iter().map(|scenario| {
        let solved = [Solved::of(scenario)];
        places(&solved);
        sides(&solved);
        copies(&solved)
    });
    let compared: usize = compared.sum();
    assert!(compared > 1000, "{compared}");
}

/// The numbers in brackets of a text; `(8)-(10)` and `(8) to (10)` are three.
fn numbered(text: &str) -> BTreeSet<u32> {
    let mut numbers = BTreeSet::new();
    let mut before: Option<(u32, &str)> = None;
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('(') {
        rest = after;
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let Ok(number) = after[..digits].parse() else { continue };
        if !after[digits..].starts_with(')') {
            continue;
        }
        let tail = &after[digits + 1..];
        let first = before.filter(|(_, tail)| {
            let gap = &tail[..tail.len() - after.len() - 1];
            gap == "-" || gap == " to "
        });
        numbers.extend(first.map_or(number, |(first, _)| first)..=number);
        before = Some((number, tail));
    }
    numbers
}

/// A file that is made from the sources of the equations: made anew if that is asked for, else as it should be.
fn is_made(path: &str, text: &str) {
    if std::env::var_os("BLESS").is_some() {
        fs::write(source(path), text).expect("a writable source");
    }
    assert_eq!(fs::read_to_string(source(path)).expect("a source"), text, "BLESS=1 makes {path} anew");
}

#[test]
fn the_mathml_of_every_equation_is_what_its_tex_gives() {
    let texts = ROOMS.map(|room| {
        let mut text = format!("# {}.mathml\n", name(room));
        for equation in written(room) {
            let [symbols, numbers] = made(&equation);
            text += &format!("{}\t{symbols}\t{numbers}\n", equation.number);
        }
        for (symbol, letter) in letters_of(room) {
            text += &format!("{symbol}\t{letter}\n");
        }
        text
    });
    is_made("texts/mathml.txt", &texts.join("\n"));
}

#[test]
fn the_documentation_of_each_model_has_every_equation() {
    for name in ROOMS {
        let mut text = String::from("\n# The equations one by one\n");
        // What the equations leave open, by their numbers.
        let notes = fs::read_to_string(source(&format!("src/model/{name}/notes.md"))).unwrap_or_default();
        let mut notes: Vec<_> = notes.split("\n## ").skip(1).filter_map(|note| note.split_once('\n')).collect();
        for equation in written(name) {
            let Equation { number, title, form, symbols, .. } = equation;
            let form = if form.is_empty() { String::new() } else { format!(", {form}") };
            let symbols = symbols.replace("<wbr>", "");
            text += &format!(
                "\n**{}**{form}: {title}\n\n<math display=\"block\"><mrow>{symbols}</mrow></math>\n",
                escaped(number)
            );
            for (_, note) in notes.extract_if(.., |(of, _)| *of == number) {
                text += &format!("\n{}\n", note.trim());
            }
        }
        notes.iter().for_each(|(of, note)| text += &format!("\n**{of}**: {}\n", note.trim()));
        is_made(&format!("src/model/{name}/equations.md"), &text);
    }
}

/// Text in Markdown, where an underscore and brackets may mean something else.
fn escaped(text: &str) -> String {
    text.replace('_', r"\_").replace('[', r"\[").replace(']', r"\]")
}

#[test]
fn every_text_of_a_model_is_there_and_used() {
    let mut used = BTreeSet::new();
    let under = |scenario: Scenario| Reading::ALL.iter().map(move |reading| scenario.with_reading(*reading).ok());
    let mesh = Scenario::new(System::KaryNCube)
        .set(Key::K, 4.0)
        .set(Key::N, 2.0)
        .set(Key::Wiring, 1.0)
        .with_reading(Reading::Flow)
        .ok();
    for scenario in System::ALL.iter().map(|system| Scenario::new(*system)).flat_map(under).chain([mesh]).flatten() {
        let (model, paper) = (model::of(scenario.setup()), Scenario::new(scenario.system()));
        let info = model.info();
        assert!(info.reference().ends_with('.') && !info.reference().contains("not been loaded"), "{}", info.texts);
        assert_eq!(info.bibtex().is_some(), scenario.reading() != Reading::Flow, "{}", info.texts);
        used.extend(info.deviations.iter().chain(info.repairs).map(|row| row.lines().join("\n")));
        let reasons = model.reasons(0.5 * model.end().load, &*model::of(paper.setup()));
        used.extend(reasons.iter().map(|reason| reason.lines().join("\n")));
    }
    let there = text::all().iter().filter(|(key, _)| key.contains(' ')).map(|(_, text)| (*text).to_owned());
    assert_eq!(used, there.collect());
}

#[test]
fn every_equation_has_its_mathml() {
    for name in ROOMS {
        for equation in written(name) {
            assert_eq!([equation.symbols, equation.numbers], made(&equation), "{name} {}", equation.number);
            for text in [equation.symbols, equation.numbers].iter().flat_map(|text| text.split("<wbr>")) {
                let mut open = Vec::new();
                for tag in text.split('<').skip(1).map(|tag| tag.split_once('>').expect("a tag ends").0) {
                    match tag.strip_prefix('/') {
                        Some(name) => assert_eq!(open.pop(), Some(name), "{text}"),
                        None if tag.ends_with('/') => {}
                        None => open.push(tag.split(' ').next().expect("a name")),
                    }
                }
                assert!(open.is_empty(), "{text}");
                assert!(!text.contains("merror"), "{text}");
            }
        }
    }
}

#[test]
fn every_place_has_its_quantity_in_every_reading() {
    let drawn = places(&SOLVED);
    for name in ROOMS {
        for equation in written(name) {
            let shown = drawn.contains(&(name, equation.tex));
            assert!(shown, "no scenario draws {} {} of {name}", equation.number, equation.form);
        }
    }
}

/// The equations that are drawn, each with a quantity for each place.
fn places(solved: &[Solved]) -> BTreeSet<(&'static str, &'static str)> {
    let mut drawn = BTreeSet::new();
    for Solved { scenario, equations, headlines, points } in solved {
        let what = format!("{:?} {:?}", scenario.system(), scenario.reading());
        assert!(equations.iter().any(|equation| equation.main), "{what}");
        let numbers: BTreeSet<_> = equations.iter().map(|equation| equation.number).collect();
        assert_eq!(numbers.len(), equations.len(), "{what}: a number twice");
        for Point { quantities, .. } in points {
            for equation in equations {
                drawn.insert((room(scenario), equation.tex));
                assert!(equation.latex_with(quantities).is_some(), "{what}: {} {}", equation.number, equation.tex);
                let filled = equation.filled(quantities);
                assert!(!filled.contains(['{', '}', '–']), "{what}: {filled}");
                let latex = equation.latex();
                assert!(!latex.contains(r"\val") && !latex.contains(r"\text{P_"), "{latex}");
            }
            let mut symbols = BTreeSet::new();
            assert!(quantities.iter().all(|quantity| symbols.insert(quantity.symbol)), "{what}: a symbol twice");
            assert!(headlines.iter().all(|symbol| symbols.contains(symbol)), "{what}: {headlines:?}");
        }
    }
    drawn
}

#[test]
fn every_numbered_equation_is_drawn_in_every_reading() {
    for scenario in scenarios() {
        let equations = model::start(scenario.setup()).equations();
        let numbers: BTreeSet<u32> = equations.iter().flat_map(|equation| numbered(equation.number)).collect();
        let (last, least) = match room(&scenario) {
            "torus_broadcast" => (31, 28),
            "kary_ncube" => (30, 18),
            "ours/worms" => (23, 33),
            "ours/circuits" => (23, 30),
            "hypercube_mmpp" => (18, 30),
            "hypercube_slotted" => (0, 25),
            "ours/matchings" => (19, 22),
            "ours/rivals" => (11, 12),
            "ours/unequal" => (28, 10),
            _ => (2, 7),
        };
        let what = format!("{:?} {:?}", scenario.system(), scenario.reading());
        let bursts = scenario.get(Key::Lag1) > 0.0;
        let adaptive = scenario.chosen(Key::Routing) == "adaptive";
        // (2) is where the steps begin, and (11) the mean of (10); bursts have other equations than Poisson traffic.
        let left_out = |number: &u32| match (room(&scenario), number) {
            ("ours/circuits", 2 | 11) => true,
            ("ours/circuits", 17) => bursts,
            ("ours/circuits", 18..) => !bursts,
            // (6) to (9) and others are part of those shown; adaptive routing has equations of its own.
            ("ours/unequal", 6..=9 | 14 | 21 | 24 | 25) => true,
            ("ours/unequal", 3 | 4 | 5 | 11..=13 | 15 | 16 | 19 | 20) => adaptive,
            // The fixed point, and the transform that (18) expands.
            ("ours/matchings", 13 | 17) => true,
            _ => false,
        };
        let all = (1..=last).filter(|number| !left_out(number));
        assert_eq!(numbers, all.collect(), "{what}");
        assert!(equations.len() >= least, "{what}: {} equations", equations.len());
    }
}

#[test]
fn every_number_on_the_page_is_named_in_the_documentation_of_the_model() {
    for name in ROOMS {
        let text = fs::read_to_string(source(&format!("src/model/{name}.rs"))).expect("a source");
        let lines = text.lines().filter_map(|line| line.strip_prefix("//!"));
        let documentation: String = lines.collect::<Vec<_>>().join("\n");
        let named = numbered(&documentation);
        for equation in written(name) {
            let numbers = numbered(equation.number);
            assert!(numbers.is_subset(&named), "{name}: {}", equation.number);
            let section = equation.number.split(',').next().expect("a first part");
            assert!(!numbers.is_empty() || documentation.contains(section), "{name}: {}", equation.number);
        }
    }
}

/// The first form of five equations for each model, as they are copied.
const COPIED: [(&str, &str, &str); 30] = [
    ("torus_broadcast", "(15)", r"P_a = P_V + \frac{2 P_{V-1}}{V} + \frac{2 P_{V-2}}{V (V - 1)}"),
    ("torus_broadcast", "(12)", r"S_u = M + \bar d + \sum_j P_{b_j} W_c"),
    ("torus_broadcast", "(17)", r"P_{b_j} = (1 - P_{c_j}) P_a P_d + P_{c_j} P_d"),
    ("torus_broadcast", "(23)", r"W_c = \frac{\lambda_c \left(\bar S^2 + (\bar S - M)^2\right)}{2 (1 - \rho)}"),
    ("torus_broadcast", "(31)", r"\bar V = \frac{\sum_v v^2 P_v}{\sum_v v P_v}"),
    ("kary_ncube", "(1)", r"\text{Latency} = (\bar S + \bar W_s) \bar V"),
    ("kary_ncube", "(4), (5)", r"n_i = \sum_{l=0}^{n} (-1)^l \binom{n}{l} \binom{i - l k + n - 1}{n - 1}"),
    ("kary_ncube", "(7)", r"\lambda_c = \frac{\lambda \bar d}{n}"),
    (
        "kary_ncube",
        "(27)",
        r"\bar W_s = \frac{\frac{\lambda}{V} \left(\bar S^2 + (\bar S - M)^2\right)}{2 \left(1 - \frac{\lambda}{V} \bar S\right)}",
    ),
    ("kary_ncube", "(30)", r"\bar V = \frac{\sum_v v^2 P_v}{\sum_v v P_v}"),
    ("ours/worms", "(10)", r"S(v) = \mathrm{E}[\min(1, m_1 + \dots + m_v)]"),
    ("ours/worms", "(13), E[v]", r"\mathrm{E}[v] = \sum_v v P_v"),
    ("ours/worms", "(18), w_r", r"w_r = \frac{M}{R} \left( \frac{1}{r A + 2} + \frac{h}{2 (r A + 1)} \right)"),
    ("ours/worms", "(20), T_slot", r"T_{\text{slot}} = T - 1 - \sum_d p_d \sum_t \sigma_{j(t)}"),
    ("ours/worms", "(22), (23), latency", r"\text{Latency} = T + W"),
    ("hypercube_mmpp", "(1)", r"\bar T = \bar E + D + M"),
    (
        "hypercube_mmpp",
        "(5)",
        r"\mathit{Ws} = W_{\text{PK}} + \frac{1}{\lambda_v} \left(\Delta + \frac{\bar T_s C}{1 - \mu}\right)",
    ),
    ("hypercube_mmpp", "(6), Pf", r"\mathit{Pf} = 1 - \mathit{Ps}"),
    ("hypercube_mmpp", "(8)", r"\lambda_e = \bar r \lambda"),
    ("hypercube_mmpp", "(17)", r"\bar E = E_0 + D"),
    ("hypercube_slotted", "III.1, X_k", r"X_k = \sum_{j=1}^{k} \frac{1}{1 - p^j}"),
    ("hypercube_slotted", "III.2, W", r"W = \frac{\frac{\lambda}{2} Q}{1 - \lambda X}"),
    ("hypercube_slotted", "III.2, T", r"T = X + d W"),
    (
        "hypercube_slotted",
        "III.2 (the second), q_0",
        r"q_0 = \frac{1 + \mu - (\lambda + \mu) \beta}{1 + 2 \mu + \lambda - (\lambda + \mu) \beta}",
    ),
    ("hypercube_slotted", "appendix, a_1", r"a_1 = \lambda + (\lambda + \mu) (\beta - 1)"),
    ("banyan_multicast", "4.2, load", r"\text{load} = (1 - m) \rho + m \rho f"),
    (
        "banyan_multicast",
        "(1)",
        r"\rho_{i-1} = \rho_i (1 + m_i c_i) - \frac{1}{4} \rho_i^2 (1 + m_i c_i)^2 \allowbreak - \frac{1}{2} \rho_i^2 m_i c_i (1 - m_i c_i)",
    ),
    ("banyan_multicast", "(2)", r"u_{i-1} = \rho_i (1 - m_i) - \frac{1}{4} \rho_i^2 (1 - m_i) (1 + m_i c_i)"),
    ("banyan_multicast", "4.1, m_i", r"m_i = 1 - \frac{u_i}{\rho_i}"),
    ("banyan_multicast", "4.1, η", r"\eta = \frac{\rho' - u'}{f} + u'"),
];

/// The letters and digits of MathML, in their order.
fn letters(mathml: &str) -> String {
    let parts = mathml.split('<').filter_map(|part| part.split_once('>'));
    parts.map(|(_, text)| text).collect()
}

#[test]
fn what_is_copied_is_latex_without_macros_of_ours() {
    for (name, number, latex) in COPIED {
        let equations = written(name);
        let equation = equations.iter().find(|equation| equation.number == number).expect("an equation");
        assert_eq!(equation.latex(), latex, "{}", equation.tex);
    }
}

#[test]
fn what_is_copied_says_what_the_page_shows() {
    let compared = copies(&SOLVED);
    assert!(compared > 400, "{compared}");
}

/// How many equations were compared with their copies, each with its numbers.
fn copies(solved: &[Solved]) -> usize {
    let mut compared = 0;
    for Solved { equations, points, .. } in solved {
        let Some(point) = points.get(1) else { continue };
        for equation in equations {
            assert_eq!(letters(&broken(&equation.latex())), letters(equation.symbols), "{}", equation.tex);
            let latex = equation.latex_with(&point.quantities).expect("every quantity");
            // Powers of ten are written as such in LaTeX and with an e on the page.
            if latex.contains(r"\times") {
                continue;
            }
            let shown = letters(&equation.filled(&point.quantities));
            let copied = letters(&broken(&latex));
            assert!(copied.ends_with(&shown), "{latex}: {copied} is not {shown}");
            let letter = copied.strip_suffix(&shown).expect("the same ending");
            assert!(letters(equation.symbols).starts_with(letter), "{latex}: {letter}");
            compared += 1;
        }
    }
    compared
}

/// The value of a piece of TeX without sums and cases; `None` for any other.
struct Arithmetic<'a>(&'a str);

impl Arithmetic<'_> {
    fn of(tex: &str) -> Option<f64> {
        let mut rest = Arithmetic(tex);
        let value = rest.sum()?;
        rest.skip();
        rest.0.is_empty().then_some(value)
    }

    fn skip(&mut self) {
        loop {
            let rest = self.0.trim_start();
            self.0 = rest.strip_prefix(r"\allowbreak").unwrap_or(rest);
            if self.0 == rest {
                return;
            }
        }
    }

    fn takes(&mut self, what: &str) -> bool {
        self.skip();
        let rest = self.0.strip_prefix(what);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn sum(&mut self) -> Option<f64> {
        let mut sum = if self.takes("-") { -self.product()? } else { self.product()? };
        loop {
            if self.takes("+") {
                sum += self.product()?;
            } else if self.takes("-") {
                sum -= self.product()?;
            } else {
                return Some(sum);
            }
        }
    }

    fn product(&mut self) -> Option<f64> {
        let mut product = self.power()?;
        loop {
            self.skip();
            let ends = self.0.is_empty() || self.0.starts_with(['+', '-', ')', '}']) || self.0.starts_with(r"\right)");
            if ends {
                return Some(product);
            }
            self.takes(r"\cdot");
            product *= self.power()?;
        }
    }

    fn power(&mut self) -> Option<f64> {
        let base = self.atom()?;
        Some(if self.takes("^") { libm::pow(base, self.atom()?) } else { base })
    }

    fn atom(&mut self) -> Option<f64> {
        for (open, close) in [(r"\left(", r"\right)"), ("(", ")"), ("{", "}")] {
            if self.takes(open) {
                let value = self.sum()?;
                return self.takes(close).then_some(value);
            }
        }
        if self.takes(r"\frac") {
            return Some(self.atom()? / self.atom()?);
        }
        // A value is written as #1.25e-3#, for it has more digits than TeX would take for one number.
        if self.takes("#") {
            let (number, rest) = self.0.split_once('#')?;
            self.0 = rest;
            return number.parse().ok();
        }
        let digits = self.0.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.0.len());
        let number = self.0[..digits].parse().ok()?;
        self.0 = &self.0[digits..];
        Some(number)
    }
}

#[test]
fn the_arithmetic_of_the_tests_is_right() {
    assert_eq!(Arithmetic::of(r"2 \cdot (1 - #0.25#)^2 + \frac{1}{4} \left(3 - 2^{-1}\right)"), Some(1.75));
    assert_eq!(Arithmetic::of(r"\sum_i 2"), None);
}

#[test]
fn the_right_side_of_every_equation_gives_its_left_side() {
    let checked = sides(&SOLVED);
    let count = |name: &&str| checked.iter().filter(|(room, _)| room == name).count();
    let counts = ROOMS.map(|name| count(&name));
    assert!(counts.iter().zip([31, 18, 8, 7, 18, 19, 3, 8, 4]).all(|(count, least)| *count >= least), "{counts:?}");
}

/// The equations whose right side was computed, and gives the left one.
fn sides(solved: &[Solved]) -> BTreeSet<(&'static str, &'static str)> {
    let mut checked = BTreeSet::new();
    for Solved { scenario, equations, points, .. } in solved {
        let under_load = points.iter().skip(1);
        for (point, equation) in under_load.flat_map(|point| equations.iter().map(move |equation| (point, equation))) {
            let value = |symbol: &str, _| format!("#{:e}#", point.number(symbol).unwrap_or(f64::NAN));
            let line = equation.with_numbers(value).expect("an equation");
            let Some((right, left)) = line.rsplit_once('=') else { continue };
            let Some(right) = right.trim().strip_prefix('=').and_then(Arithmetic::of) else { continue };
            let left = Arithmetic::of(left).expect("a number");
            if left.is_nan() {
                continue;
            }
            let what = format!("{:?} {:?} {}", scenario.system(), scenario.reading(), equation.number);
            assert!((right - left).abs() <= 1e-9 * left.abs(), "{what}: {line} gives {right}");
            checked.insert((room(scenario), equation.tex));
        }
    }
    checked
}
