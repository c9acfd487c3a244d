//! What you see, in words and equations: a sentence made from the numbers, the equations with today's numbers in them, the
//! quantities, and where the readings depart from the print.

use super::{
    dom::{self, Fallible},
    results::Results,
};
use crate::{
    model::{AnyModel, Deviation, Effect, Equation, Lecture, Outcome, Point, Quantity, Value, significant},
    param::Key,
    scenario::System,
};
use web_sys::HtmlElement;

/// The right-hand panel.
pub struct Insight {
    sentence: HtmlElement,
    equation: HtmlElement,
    quantities: HtmlElement,
    deviations: HtmlElement,
    source: HtmlElement,
    system: Option<System>,
}

impl Insight {
    /// The panel, still empty.
    pub fn new() -> Fallible<Self> {
        Ok(Self {
            sentence: dom::by_id("sentence")?,
            equation: dom::by_id("equation")?,
            quantities: dom::by_id("quantities")?,
            deviations: dom::by_id("deviations")?,
            source: dom::by_id("source-note")?,
            system: None,
        })
    }

    /// Brings the panel to the results.
    pub fn render(&mut self, results: &Results) -> Fallible {
        let Some(curve) = results.curves.first() else { return Ok(()) };
        let lecture = curve.model.lecture();
        if self.system != Some(results.scenario.system()) {
            self.system = Some(results.scenario.system());
            self.quantities.set_inner_html(
                "<h3>Quantities</h3><table><thead><tr><th>quantity</th><th class=\"number\">model</th></tr></thead>\
                 <tbody id=\"headlines\"></tbody></table><details id=\"every\"><summary>Every quantity, with its equation</summary>\
                 <table><tbody id=\"all-quantities\"></tbody></table></details>",
            );
            self.deviations.set_inner_html(&deviations(results, lecture));
            dom::set_text(&self.source, lecture.reference);
        }
        let (sentence, class) = sentence(results);
        self.sentence.set_class_name(class);
        if self.sentence.inner_html() != sentence {
            self.sentence.set_inner_html(&sentence);
        }
        let point = match &results.outcome {
            Outcome::Stable(point) => Some(point),
            Outcome::Saturated | Outcome::Invalid(_) => None,
        };
        self.equation.set_inner_html(&equations(&curve.model.equations(), point));
        dom::show(&self.quantities, point.is_some());
        if let Some(point) = point {
            let shown = |quantity: &&Quantity| lecture.headlines.contains(&quantity.symbol);
            let headlines: HtmlElement = dom::by_id("headlines")?;
            headlines.set_inner_html(&point.quantities.iter().filter(shown).map(row).collect::<String>());
            if dom::by_id::<HtmlElement>("every")?.has_attribute("open") {
                let all: HtmlElement = dom::by_id("all-quantities")?;
                all.set_inner_html(&point.quantities.iter().map(row).collect::<String>());
            }
        }
        self.effects(results)
    }

    /// Writes what each departure does.
    fn effects(&self, results: &Results) -> Fallible {
        let mut places = self.deviations.query_selector_all(".effect")?;
        if places.length() as usize != results.effects.len() || self.deviations.child_element_count() == 0 {
            let lecture = results.lecture();
            self.deviations.set_inner_html(&lecture.map_or_else(String::new, |lecture| deviations(results, lecture)));
            places = self.deviations.query_selector_all(".effect")?;
        }
        for (index, effect) in (0..).zip(&results.effects) {
            let Some(place) = places.item(index) else { continue };
            let mut parts = vec![match effect.change {
                Some(change) => format!("{} {}", effect.measure, per_cent(change)),
                None => format!("no {} here {}", effect.measure, effect.missing),
            }];
            parts.extend(effect.saturation.map(|change| format!("saturation {}", per_cent(change))));
            place.set_text_content(Some(&parts.join(", ")));
        }
        Ok(())
    }
}

/// The sentence, and the class of its box.
fn sentence(results: &Results) -> (String, &'static str) {
    let Some(curve) = results.curves.first() else { return (String::new(), "callout warn") };
    let load = results.scenario.get(Key::Load);
    let back = |end| format!("<br><button type=\"button\" data-action=\"below\">Go to 90 % of {end}</button>");
    match &results.outcome {
        Outcome::Stable(point) => (stable(point, &*curve.model), "callout"),
        Outcome::Saturated => {
            let (ratio, end) = (significant(load / curve.end.load, 3), results.load_words(curve.end.load));
            let load = results.load_words(load);
            let text = format!(
                "<b>Saturated.</b> The load {load} is {ratio} times what the model can carry: its solutions end at {end}. {}",
                back("saturation")
            );
            (text, "callout warn")
        }
        Outcome::Invalid(sentence) => {
            let back = if load > curve.end.load { back("the largest load") } else { String::new() };
            (format!("{} {back}", dom::escape(sentence)), "callout warn")
        }
    }
}

fn stable(point: &Point, model: &dyn AnyModel) -> String {
    let story = &point.story;
    let mut text =
        format!("{}<b>{}</b>{}", dom::escape(&story.before), dom::escape(&story.number), dom::escape(&story.after));
    for remark in model.remarks(point.load) {
        text += " ";
        text += &dom::escape(remark);
    }
    text
}

/// The equations, with numbers where there are any.
fn equations(equations: &[Equation], point: Option<&Point>) -> String {
    let one = |equation: &Equation| {
        // The result is a formula of its own, and so is what stands between two <wbr>: a narrow panel can break the line there.
        let line = |point: &Point| {
            let numbers = equation.filled(&point.quantities);
            let (sum, result) = numbers.rsplit_once("<mo>=</mo>").unwrap_or(("", &numbers));
            let formula = |inside: &str| format!("<math><mrow>{inside}</mrow></math>");
            let sum: String = sum.split("<wbr>").map(formula).collect();
            format!("<p class=\"numbers\">{sum} {}</p>", formula(&format!("<mo>=</mo>{result}")))
        };
        let numbers = point.map_or_else(String::new, line);
        let symbols: String =
            equation.symbols.split("<wbr>").map(|part| format!("<math><mrow>{part}</mrow></math> ")).collect();
        let form = if equation.form.is_empty() { String::new() } else { format!(", {}", equation.form) };
        format!("<h3>Equation {}{form}: {}</h3><p>{symbols}</p>{numbers}", equation.number, equation.title)
    };
    equations.iter().map(one).collect()
}

/// A row of the table of quantities.
fn row(quantity: &Quantity) -> String {
    let value = match &quantity.value {
        Value::Number(number) => significant(*number, 4),
        Value::List(numbers) => numbers.iter().map(|number| significant(*number, 3)).collect::<Vec<_>>().join("<br>"),
    };
    let unit = if quantity.unit.is_empty() {
        String::new()
    } else {
        format!("<br><span class=\"u\">{}</span>", quantity.unit)
    };
    format!(
        "<tr><td>{} {} <span class=\"eq\">{}</span>{unit}</td><td class=\"number\">{value}</td></tr>",
        glyph(quantity.symbol),
        dom::escape(quantity.name),
        quantity.equation,
    )
}

/// The paper's letter of a symbol: `lambda_cu` is an italic lambda with the index cu. A name that is no letter has none.
pub fn glyph(symbol: &str) -> String {
    // Products and names of several letters.
    let symbol = match symbol {
        "lambda_X" => return "<span class=\"sym\">λX</span>".into(),
        "lambda_d" => return "<span class=\"sym\">λd</span>".into(),
        "q1" => return "<span class=\"sym\">q′(1)</span>".into(),
        "Ws" => "W_s",
        "pV" => "P_V",
        symbol => symbol,
    };
    let (base, index) = match symbol.split_once('_') {
        Some((base, index)) => (base, index),
        None => match symbol.strip_suffix(|c: char| c.is_ascii_digit()) {
            Some(base) => (base, &symbol[base.len()..]),
            None => (symbol, ""),
        },
    };
    let (base, over) = base.strip_suffix("bar").map_or((base, ""), |base| (base, " bar-over"));
    let letter = match base {
        "lambda" | "lam" => "λ",
        "rho" => "ρ",
        "omega" => "ω",
        "eta" => "η",
        "mu" => "μ",
        "beta" => "β",
        "kappa" => "κ",
        "sigma" => "σ",
        "Delta" => "Δ",
        letter if letter.chars().count() == 1 => letter,
        _ => return String::new(),
    };
    let index = if index.is_empty() { String::new() } else { format!("<sub>{index}</sub>") };
    format!("<span class=\"sym{over}\">{letter}{index}</span>")
}

/// A relative change in per cent.
pub fn per_cent(change: f64) -> String {
    let change = 100.0 * change;
    match change {
        change if change.abs() < 0.05 => "0 %".into(),
        change if change > 0.0 => format!("+{} %", significant(change, 2)),
        change => format!("−{} %", significant(-change, 2)),
    }
}

/// The departures without their effects, which [`Insight::effects`] fills in: what the reader has opened stays open.
fn deviations(results: &Results, lecture: &Lecture) -> String {
    let one = |deviation: &Deviation, effect: &str| {
        let Deviation { equation, printed, instead, reason, readings } = deviation;
        format!(
            "<details class=\"deviation\"><summary>{equation} {effect}</summary><p><b>Print:</b> {}</p>\
             <p><b>Instead:</b> {}</p><p>{} <span class=\"muted\">({readings})</span></p></details>",
            dom::escape(printed),
            dom::escape(instead),
            dom::escape(reason),
        )
    };
    let place = "<span class=\"effect\"></span>";
    let mut text = String::from("<h3>Where the readings depart from the print</h3>");
    if results.effects.is_empty() {
        text.extend(lecture.deviations.iter().map(|deviation| one(deviation, "")));
    } else {
        text += "<p class=\"muted\">What each does alone, at this load:</p>";
        text.extend(results.effects.iter().map(|effect: &Effect| one(&effect.deviation, place)));
    }
    if !lecture.repairs.is_empty() {
        text += "<h3>Mended or chosen in every reading</h3><p class=\"muted\">What the print leaves open, or cannot mean:</p>";
        text.extend(lecture.repairs.iter().map(|repair| one(repair, "")));
    }
    text
}
