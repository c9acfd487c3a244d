//! What you see, in words and equations: a sentence made from the numbers, the equations with today's numbers in them, the
//! quantities, and where the readings depart from the print.

use super::{
    dom::{self, Fallible},
    results::Results,
};
use crate::{
    model::{Deviation, Effect, Equation, Lecture, Outcome, Point, Quantity, Saturation, Value, significant},
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
            dom::set_text(&self.source, lecture.reference);
        }
        let (sentence, class) = sentence(results);
        self.sentence.set_class_name(class);
        if self.sentence.inner_html() != sentence {
            self.sentence.set_inner_html(&sentence);
        }
        let point = match &results.outcome {
            Outcome::Stable(point) => Some(point),
            Outcome::Saturated(_) | Outcome::Invalid(_) => None,
        };
        self.equation.set_inner_html(&equations(lecture, point));
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
        dom::show(&self.deviations, !results.effects.is_empty());
        let mut places = self.deviations.query_selector_all(".effect")?;
        if places.length() as usize != results.effects.len() {
            self.deviations.set_inner_html(&deviations(results));
            places = self.deviations.query_selector_all(".effect")?;
        }
        for (index, effect) in (0..).zip(&results.effects) {
            let Some(place) = places.item(index) else { continue };
            let latency = effect
                .latency
                .map_or_else(|| "saturated here".into(), |change| format!("latency {}", per_cent(change)));
            place.set_text_content(Some(&format!("{latency}, saturation {}", per_cent(effect.saturation))));
        }
        Ok(())
    }
}

/// The sentence, and the class of its box.
fn sentence(results: &Results) -> (String, &'static str) {
    let load = results.scenario.get(Key::Load);
    match &results.outcome {
        Outcome::Stable(point) => (stable(point, results), "callout"),
        Outcome::Saturated(saturation) => (saturated(saturation, load), "callout warn"),
        Outcome::Invalid(sentence) => (dom::escape(sentence), "callout warn"),
    }
}

fn stable(point: &Point, results: &Results) -> String {
    let Some(model) = results.curves.first().map(|curve| &curve.model) else { return String::new() };
    let idle = point.shares.first().map_or(0.0, |share| share.cycles);
    let extra = point.latency - idle;
    let mut text =
        format!("At this load {} takes <b>{} cycles</b>", model.lecture().subject, significant(point.latency, 3));
    if extra < 0.005 * idle {
        text += &format!(", as in the idle network ({}).", significant(idle, 3));
    } else {
        text += &format!(", {} more than in the idle network ({}).", significant(extra, 2), significant(idle, 3));
        let mut parts: Vec<_> = point.shares.iter().skip(1).map(|share| (share.cycles / extra, share.cause)).collect();
        parts.sort_by(|a, b| b.0.total_cmp(&a.0));
        // What rounds to nothing is not worth a word.
        let parts = parts.iter().filter(|(part, _)| *part >= 0.005);
        let parts: Vec<_> = parts.map(|(part, cause)| format!("{} % is {cause}", (100.0 * part).round())).collect();
        text += &format!(" Of the extra time, {}.", parts.join(", "));
    }
    for remark in model.remarks() {
        text += " ";
        text += remark;
    }
    text
}

fn saturated(saturation: &Saturation, load: f64) -> String {
    format!(
        "<b>Saturated.</b> The load λ = {} is {} times what the model can carry: its solutions end at λ = {}. \
         <br><button type=\"button\" data-action=\"below\">Go to 90 % of saturation</button>",
        significant(load, 3),
        significant(load / saturation.load, 3),
        significant(saturation.load, 4),
    )
}

/// The equations, with numbers where there are any.
fn equations(lecture: &Lecture, point: Option<&Point>) -> String {
    let one = |equation: &Equation| {
        let line =
            |point| format!("<p class=\"numbers\"><math><mrow>{}</mrow></math></p>", filled(equation.numbers, point));
        let numbers = point.map_or_else(String::new, line);
        format!("<h3>Equation {}</h3><p><math><mrow>{}</mrow></math></p>{numbers}", equation.number, equation.symbols)
    };
    lecture.equations.iter().map(one).collect()
}

/// An equation's numbers in place of its symbols.
fn filled(template: &str, point: &Point) -> String {
    point.quantities.iter().fold(template.into(), |text: String, quantity| match quantity.value {
        Value::Number(number) => {
            text.replace(&format!("{{{}}}", quantity.symbol), &format!("<mn>{}</mn>", short(number)))
        }
        Value::List(_) => text,
    })
}

/// Three digits; a whole number as it is.
fn short(number: f64) -> String {
    if number == number.round() && number.abs() < 1000.0 { format!("{number}") } else { significant(number, 3) }
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
fn glyph(symbol: &str) -> String {
    let (base, index) = match symbol.split_once('_') {
        Some((base, index)) => (base, index),
        None => match symbol.strip_suffix(|c: char| c.is_ascii_digit()) {
            Some(base) => (base, &symbol[base.len()..]),
            None => (symbol, ""),
        },
    };
    let (base, over) = base.strip_suffix("bar").map_or((base, ""), |base| (base, " bar-over"));
    let letter = match base {
        "lambda" => "λ",
        "rho" => "ρ",
        "omega" => "ω",
        letter if letter.chars().count() == 1 => letter,
        _ => return String::new(),
    };
    let index = if index.is_empty() { String::new() } else { format!("<sub>{index}</sub>") };
    format!("<span class=\"sym{over}\">{letter}{index}</span>")
}

/// A relative change in per cent.
fn per_cent(change: f64) -> String {
    let change = 100.0 * change;
    match change {
        change if change.abs() < 0.05 => "0 %".into(),
        change if change > 0.0 => format!("+{} %", significant(change, 2)),
        change => format!("−{} %", significant(-change, 2)),
    }
}

/// The departures without their effects, which [`Insight::effects`] fills in: what the reader has opened stays open.
fn deviations(results: &Results) -> String {
    let one = |effect: &Effect| {
        let Deviation { equation, printed, instead, reason, readings } = effect.deviation;
        format!(
            "<details class=\"deviation\"><summary>{equation} <span class=\"effect\"></span></summary><p><b>Print:</b> {}</p>\
             <p><b>Instead:</b> {}</p><p>{} <span class=\"muted\">({readings})</span></p></details>",
            dom::escape(printed),
            dom::escape(instead),
            dom::escape(reason),
        )
    };
    let list: String = results.effects.iter().map(one).collect();
    format!(
        "<h3>Where the readings depart from the print</h3><p class=\"muted\">What each does alone, at this load:</p>{list}"
    )
}
