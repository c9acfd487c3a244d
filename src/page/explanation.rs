//! What you see, in words and equations: a sentence made from the numbers, the equations with today's numbers in them, the
//! quantities, and where the readings depart from the print.

use super::{
    quantity::{glyph, lines, per_cent},
    results::Results,
    sheet::Sheet,
};
use crate::{
    model::{AnyModel, Deviation, Equation, Lecture, Outcome, Point, Quantity, Value, significant},
    param::Key,
};
use maud::{Markup, PreEscaped, html};

/// The right-hand panel. `every`: whether the table of every quantity is open; it is written only then.
pub fn sheet(results: &Results, every: bool) -> Sheet {
    let mut sheet = Sheet::default();
    let Some(curve) = results.curves.first() else { return sheet };
    let lecture = curve.model.lecture();
    let (sentence, warns) = sentence(results, &*curve.model);
    sheet.markup("sentence", sentence).class("sentence", "warn", warns);
    let point = match &results.outcome {
        Outcome::Stable(point) => Some(point),
        Outcome::Saturated | Outcome::Invalid(_) => None,
    };
    sheet.markup("equation", equations(curve.model.equations(), point));
    sheet.show("quantities", point.is_some());
    if let Some(point) = point {
        let shown = point.quantities.iter().filter(|quantity| lecture.headlines.contains(&quantity.symbol));
        sheet.markup("headlines", html! { @for quantity in shown { (row(quantity)) } });
        if every {
            sheet.markup("all-quantities", html! { @for quantity in &point.quantities { (row(quantity)) } });
        }
    }
    sheet.markup("deviations", deviations(results, lecture)).text("source-note", lecture.reference);
    for (index, effect) in results.effects.iter().enumerate() {
        let change = match effect.change {
            Some(change) => format!("{} {}", effect.measure, per_cent(change)),
            None => format!("no {} here {}", effect.measure, effect.missing),
        };
        let saturation = effect.saturation.map(|change| format!(", saturation {}", per_cent(change)));
        sheet.text(format!("effect-{index}"), change + &saturation.unwrap_or_default());
    }
    sheet
}

/// The sentence, and whether it is a warning.
fn sentence(results: &Results, model: &dyn AnyModel) -> (Markup, bool) {
    let (load, end) = (results.scenario.get(Key::Load), model.end().load);
    let back = |end: &str| html! { br; button type="button" data-do="below" { "Go to 90 % of " (end) } };
    match &results.outcome {
        Outcome::Stable(point) => {
            let story = &point.story;
            let text = html! {
                (story.before) b { (story.number) } (story.after)
                @for remark in model.remarks(point.load) { " " (remark) }
            };
            (text, false)
        }
        Outcome::Saturated => {
            let text = html! {
                b { "Saturated." } " The load " (results.load_words(load)) " is " (significant(load / end, 3))
                " times what the model can carry: its solutions end at " (results.load_words(end)) ". " (back("saturation"))
            };
            (text, true)
        }
        Outcome::Invalid(sentence) => (html! { (sentence) " " @if load > end { (back("the largest load")) } }, true),
    }
}

/// The equations, with numbers where there are any.
fn equations(equations: &[Equation], point: Option<&Point>) -> Markup {
    // Equations are written in MathML.
    let formula = |inside: &str| html! { math { mrow { (PreEscaped(inside)) } } };
    html! {
        @for equation in equations {
            h3 { "Equation " (equation.number) }
            p { @for part in equation.symbols.split("<wbr>") { (formula(part)) " " } }
            @if let Some(point) = point {
                // The result is a formula of its own, and so is what stands between two <wbr>: a narrow panel can break the line there.
                @let numbers = filled(equation.numbers, point);
                @let (sum, result) = numbers.rsplit_once("<mo>=</mo>").unwrap_or(("", &numbers));
                p.numbers {
                    @for part in sum.split("<wbr>") { (formula(part)) }
                    " " (formula(&format!("<mo>=</mo>{result}")))
                }
            }
        }
    }
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
    if number == number.round() && number.abs() < 1e6 { format!("{number}") } else { significant(number, 3) }
}

/// A row of the table of quantities.
fn row(quantity: &Quantity) -> Markup {
    html! {
        tr {
            td {
                (glyph(quantity.symbol)) " " (quantity.name) " " span.eq { (quantity.equation) }
                @if !quantity.unit.is_empty() { br; span.u { (quantity.unit) } }
            }
            td.number {
                @match &quantity.value {
                    Value::Number(number) => (significant(*number, 4)),
                    Value::List(numbers) => (lines(numbers, 3)),
                }
            }
        }
    }
}

/// The departures; what each of them does is a text of its own, so that what the reader has opened stays open.
fn deviations(results: &Results, lecture: &Lecture) -> Markup {
    let one = |deviation: &Deviation, effect: Option<usize>| {
        html! {
            details.deviation {
                summary { (deviation.equation) " " @if let Some(index) = effect { span.effect id={ "effect-" (index) } {} } }
                p { b { "Print:" } " " (deviation.printed) }
                p { b { "Instead:" } " " (deviation.instead) }
                p { (deviation.reason) " " span.muted { "(" (deviation.readings) ")" } }
            }
        }
    };
    html! {
        h3 { "Where the readings depart from the print" }
        @if results.effects.is_empty() {
            @for deviation in lecture.deviations { (one(deviation, None)) }
        } @else {
            p.muted { "What each does alone, at this load:" }
            @for (index, effect) in results.effects.iter().enumerate() { (one(&effect.deviation, Some(index))) }
        }
        @if !lecture.repairs.is_empty() {
            h3 { "Mended or chosen in every reading" }
            p.muted { "What the print leaves open, or cannot mean:" }
            @for repair in lecture.repairs { (one(repair, None)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Scenario, System, link};

    fn results(fragment: &str) -> Results {
        Results::of(link::parse(fragment).scenario, &|| 0.0)
    }

    #[test]
    fn the_sentence_holds_the_number_of_the_point() {
        let results = results("");
        let sheet = sheet(&results, false);
        let Outcome::Stable(point) = &results.outcome else { panic!("a solution") };
        let number = format!("<b>{} cycles</b>", significant(point.measures[0], 3));
        assert!(sheet.said("sentence").contains(&number), "{}", sheet.said("sentence"));
        assert_eq!((sheet.classed("sentence", "warn"), sheet.shows("quantities")), (Some(false), Some(true)));
    }

    #[test]
    fn beyond_saturation_there_is_a_way_back_and_no_quantities() {
        let sheet = sheet(&results("#load=0.02"), true);
        let said = sheet.said("sentence");
        assert!(
            said.starts_with("<b>Saturated.</b> The load λ = 0.0200 is 2.29 times what the model can carry"),
            "{said}"
        );
        assert!(said.contains("<button type=\"button\" data-do=\"below\">Go to 90 % of saturation</button>"), "{said}");
        assert_eq!((sheet.classed("sentence", "warn"), sheet.shows("quantities")), (Some(true), Some(false)));
        assert_eq!(sheet.said("headlines"), "");
        assert!(!sheet.said("equation").contains("class=\"numbers\""), "no numbers without a solution");
    }

    #[test]
    fn the_equations_of_every_system_are_filled_with_numbers_that_can_be_read() {
        for &system in System::ALL {
            let sheet = sheet(&Results::of(Scenario::new(system), &|| 0.0), true);
            let said = sheet.said("equation");
            assert!(
                said.contains("<mn>") && said.matches("<math>").count() == said.matches("</math>").count(),
                "{system:?}"
            );
            assert!(!said.contains('{') && !said.contains("NaN") && !said.contains("inf"), "{system:?}: {said}");
            let (few, all) = (sheet.said("headlines"), sheet.said("all-quantities"));
            assert!(
                few.matches("<tr>").count() > 0 && all.matches("<tr>").count() > few.matches("<tr>").count(),
                "{system:?}"
            );
        }
    }

    #[test]
    fn the_table_of_every_quantity_is_written_only_while_it_is_open() {
        let results = results("");
        assert_eq!(sheet(&results, false).said("all-quantities"), "");
        assert!(sheet(&results, true).said("all-quantities").contains("<span class=\"eq\">"));
    }

    #[test]
    fn what_a_departure_does_follows_the_load_and_the_departures_stay_as_they_are() {
        let (one, other) = (sheet(&results("#load=0.001"), false), sheet(&results("#load=0.004"), false));
        assert_eq!(one.said("deviations"), other.said("deviations"), "so that what is open stays open");
        assert_ne!(one.said("effect-0"), other.said("effect-0"));
        assert!(one.said("deviations").contains("id=\"effect-0\""));
    }

    #[test]
    fn an_effect_without_a_number_says_where_it_has_none() {
        let said = (0..).map(|index| sheet(&results("#load=0.0085"), false).said(&format!("effect-{index}")));
        let said: Vec<_> = said.take_while(|effect| !effect.is_empty()).collect();
        assert!(said.iter().all(|effect| effect.contains('%') || effect.contains("here with")), "{said:?}");
    }

    #[test]
    fn whole_numbers_of_an_equation_have_no_digits_behind_the_point() {
        assert_eq!([3.0, 0.5, 123_456.0, 1e7].map(short), ["3", "0.500", "123456", "10000000"]);
    }
}
