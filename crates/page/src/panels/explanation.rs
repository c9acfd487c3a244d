//! The scene in words and equations, with the numbers of today, its quantities, and where the readings differ from the paper.

use super::{meaning, story::turns::THEORY};
use crate::{
    player::panels::symbol_highlight,
    prelude::*,
    results::{Curve, Results},
};
use flitscope::model::{Deviation, Equation, LoadSentence, Quantity, Value};

/// The right-hand panel. `seen` is the observation at the load shown; `open` is true for ids that the reader has opened.
pub(crate) fn sheet(results: &Results, seen: Option<&Summary>, open: &dyn Fn(&str) -> bool) -> DomPatch {
    let mut sheet = DomPatch::default();
    let (sentence, warns) = match (results.owner(), results.main_curve(), &results.outcome) {
        (Some((curve, point)), ..) => (explained(results, curve, point, seen), false),
        (None, _, Outcome::Invalid(refusal)) => (html! { (refusal.to_string()) }, results.main_curve().is_some()),
        (None, Some(curve), _) => (beyond(results, curve), true),
        (None, None, _) => (html! {}, false),
    };
    let info = results.main_curve().map(|curve| curve.model.info());
    let seen = seen.filter(|seen| seen.load == results.scenario.get(Key::Load));
    let tail = seen.zip(info).and_then(|(seen, info)| experiment::tail_in_words(seen, info));
    let theory = results.scenario.setup().turns().map(|_| html! { p { (THEORY) } });
    sheet
        .markup(
            "said",
            html! { (sentence) @if let Some(theory) = theory { (theory) } @if let Some(tail) = tail { " " (tail) } },
        )
        .class("said", "warn", warns);
    let Some(curve) = results.main_curve() else { return sheet };
    let info = curve.model.info();
    if open("panel-equations") {
        numbered(&mut sheet, results, curve, open);
    }
    if open("panel-comparison") {
        sheet.markup("deviations", deviations(results, info)).text("source-note", info.reference());
        for (index, effect) in results.effects.iter().enumerate() {
            sheet.text(format!("effect-{index}"), effect.words());
        }
    }
    sheet
}

fn numbered(sheet: &mut DomPatch, results: &Results, curve: &Curve, open: &dyn Fn(&str) -> bool) {
    let info = curve.model.info();
    let point = match &results.outcome {
        Outcome::Stable(point) => Some(point),
        Outcome::Saturated | Outcome::Invalid(_) => None,
    };
    let (main, others): (Vec<_>, Vec<_>) = curve.model.equations().into_iter().partition(|equation| equation.main);
    let countable = symbol_highlight::all(results);
    let linked = |equation: &str| symbol_highlight::linked(info, &countable, equation);
    let uncovered = model::choose(results.scenario.setup()).uncovered();
    sheet.show("every-equation", uncovered.is_none()).show("latex-box", uncovered.is_none());
    let refused = uncovered.map(|reason| html! { p { (reason.to_string()) } });
    sheet.markup("equation", refused.unwrap_or_else(|| equations(&main, point, &linked)));
    if open("every-equation") {
        sheet.markup("all-equations", equations(&others, point, &linked));
    }
    if open("latex-box") {
        sheet.text("latex", latex(results));
    }
    sheet.show("quantities", point.is_some());
    if let Some(point) = point {
        let shown = point.quantities.iter().filter(|quantity| info.headlines.contains(&quantity.symbol));
        sheet.markup("headlines", html! { @for quantity in shown { (row(info, quantity)) } });
        if open("every") {
            sheet.markup("all-quantities", html! { @for quantity in &point.quantities { (row(info, quantity)) } });
        }
    }
}

/// The announcement for screen readers once a movement rests: one sentence, and the difference from the pinned settings.
pub(crate) fn spoken(results: &Results, difference: &str) -> DomPatch {
    let sentence = match (&results.outcome, results.owner()) {
        (_, Some((curve, point))) => {
            let LoadSentence { before, number, after } = summary(results, curve, point);
            let said = format!("{before}{number}{after}");
            said.split_once(". ").map_or_else(|| said.clone(), |(first, _)| format!("{first}."))
        }
        (Outcome::Invalid(refusal), _) => refusal.to_string(),
        _ => "The model ends below this load.".into(),
    };
    let mut sheet = DomPatch::default();
    sheet.text("announcement", format!("{sentence} {difference}").trim());
    sheet
}

/// The summary of the state that a curve predicts, with its model by name: the number above may be that of another one.
fn summary(results: &Results, curve: &Curve, point: &Point) -> LoadSentence {
    point.summary.said(curve.model.info(), swatch::in_words(&results.scenario, curve.reading))
}

/// The state that a curve predicts, the simulation beside it, and the paper in one sentence.
fn explained(results: &Results, curve: &Curve, point: &Point, seen: Option<&Summary>) -> Markup {
    let (model, load) = (&*curve.model, results.scenario.get(Key::Load));
    let LoadSentence { before, number, after } = summary(results, curve, point);
    let rows = meaning::rows(results, seen);
    let paper = results.curves.iter().find(|other| other.of_paper()).filter(|_| !curve.of_paper());
    html! {
        @if let Some(rows) = rows { (rows) } @else { (before) b { (number) } (after) }
        @for remark in model.remarks(point.load) { " " (remark.sentence()) }
        @if let Some(paper) = paper {
            p.muted {
                @match paper.model.measures(load) {
                    Some(values) => { "The paper says " span data-owner="paper" { (results.words(&values, 3)) } ". " }
                    None => { "The paper ends at " (results.load_words(paper.end.load)) ". " }
                }
                button.term type="button" data-do="tab" data-of="comparison" { "Check the paper" }
            }
        }
    }
}

/// A load beyond the end of a curve, where no other has a solution.
fn beyond(results: &Results, curve: &Curve) -> Markup {
    let (load, end) = (results.scenario.get(Key::Load), curve.model.end());
    let (load_words, times, last) =
        (results.load_words(load), significant(load / end.load, 3), results.load_words(end.load));
    html! {
        @if end.of_network() {
            b { "More than the network carries." } " " (load_words) " is " (times)
                " times the largest load that it carries in our model, " (last) ". "
        } @else {
            b { "The paper ends below this load." } " " (load_words) " is " (times) " times the load at which it ends, " (last) ". "
            @if let Some(network) = results.network() {
                "In our model the network carries up to " (results.load_words(network.end.load)) ". "
            }
        }
    }
}

/// The number of an equation and the quantity that it yields.
fn heading(equation: &Equation) -> String {
    let form = if equation.form.is_empty() { String::new() } else { format!(", {}", equation.form) };
    let place = model::place(equation.number);
    let kind = if place.starts_with('(') { "Equation " } else { "" };
    format!("{kind}{place}{form}: {}", equation.title)
}

/// The equations, with numbers where there are any; `linked` makes letters of symbols that can be pointed at.
fn equations(equations: &[Equation], point: Option<&Point>, linked: &dyn Fn(&str) -> String) -> Markup {
    // Equations are written in MathML.
    let formula = |inside: &str| html! { math { mrow { (PreEscaped(inside)) } } };
    html! {
        @for equation in equations {
            h3 { (heading(equation)) }
            p { @for part in equation.symbols.split("<wbr>") { (formula(&linked(part))) " " } }
            @if let Some(point) = point {
                // The result is a formula of its own, and so is what stands between two <wbr>: a narrow panel can break the line there.
                @let numbers = equation.filled(&point.quantities);
                @let (sum, result) = numbers.rsplit_once("<mo>=</mo>").unwrap_or(("", &numbers));
                p.numbers {
                    @for part in sum.split("<wbr>") { (formula(part)) }
                    " " (formula(&format!("<mo>=</mo>{result}")))
                }
            }
        }
    }
}

/// Every equation as LaTeX, in symbols and, where the model has a solution, with its numbers.
pub(crate) fn latex(results: &Results) -> String {
    let Some(curve) = results.main_curve() else { return String::new() };
    let quantities = match &results.outcome {
        Outcome::Stable(point) => point.quantities.as_slice(),
        Outcome::Saturated | Outcome::Invalid(_) => &[],
    };
    let lines = curve.model.equations().into_iter().map(|equation| {
        let numbers = equation.latex_with(quantities).map_or_else(String::new, |line| format!("\\[ {line} \\]\n"));
        format!("% {}\n\\[ {} \\]\n{numbers}", heading(&equation), equation.latex())
    });
    format!("% {}\n{}", curve.model.info().reference(), lines.collect::<String>())
}

fn row(info: &ModelInfo, quantity: &Quantity) -> Markup {
    html! {
        tr {
            td {
                (letter(info, quantity.symbol)) (quantity.name) " " span.eq { (model::place(quantity.equation)) }
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

/// The differences; what each of them does is a text of its own, so that what the reader has opened stays open.
fn deviations(results: &Results, info: &ModelInfo) -> Markup {
    let one = |deviation: &Deviation, effect: Option<usize>| {
        let [name, printed, instead, reason] = deviation.lines();
        html! {
            details.deviation {
                summary { b { (name) } " " span.eq { (model::place(deviation.equation)) } " "
                    @if let Some(index) = effect { span.effect id={ "effect-" (index) } {} } }
                p { b { "Paper:" } " " (printed) }
                p { b { "Here:" } " " (instead) }
                p { (reason) " " span.muted { "(" (deviation.reading_words()) ")" } }
            }
        }
    };
    html! {
        @if !info.deviations.is_empty() { h3 { "Where these variants differ from the paper" } }
        @if results.effects.is_empty() {
            @for deviation in info.deviations { (one(deviation, None)) }
        } @else {
            p.muted { "What each change does by itself at this load, relative to the paper as printed:" }
            @for (index, effect) in results.effects.iter().enumerate() { (one(&effect.deviation, Some(index))) }
        }
        @if !info.repairs.is_empty() {
            h3 { "Fixed in all variants" }
            p.muted { "What the paper leaves open or cannot have meant:" }
            @for repair in info.repairs { (one(repair, None)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: &dyn Fn(&str) -> bool = &|id| id.starts_with("panel-");
    const EVERYTHING: &dyn Fn(&str) -> bool = &|_| true;

    fn results(fragment: &str) -> Results {
        Results::of(link::parse(fragment).scenario, &|| 0.0)
    }

    #[test]
    fn a_scene_is_explained_and_its_parts_are_there_where_they_have_numbers() {
        let links = [
            "",
            "#v=2&load=0.02",
            "#load=0.02",
            "#v=2&load=0.02&reading=flow",
            "#system=hypercube-slotted",
            "#system=kary-ncube&ways=two&injection=inj1",
            "#load=0.0085",
        ];
        let rows = [false, true].into_iter().flat_map(|open| links.map(|link| (link, open)));
        blessed::words("explanations", rows, |(link, open)| {
            let sheet = sheet(&results(link), None, if open { EVERYTHING } else { NOTHING });
            let ids = ["said", "deviations", "effect-*", "quantities", "headlines", "equation", "all-*"];
            seen(&sheet, &ids) + &seen(&sheet, &["every-equation", "latex-box"])
        });
    }

    #[test]
    fn the_latencies_of_every_system_are_in_a_sentence() {
        let links = [
            "#load=0.004&cycles=20000",
            "#system=kary-ncube&k=4&n=2&load=0.01&cycles=20000",
            "#system=hypercube-mmpp&n=4&load=0.01&cycles=20000",
            "#system=hypercube-slotted&n=4&load=0.05&cycles=20000",
            "#system=banyan-multicast&n=3&fanout=4&cycles=2000",
        ];
        blessed::words("simulated latencies", links, |link| {
            let results = results(link);
            let seen = experiment::simulated(&results.scenario).expect("it is simulated");
            [Some(&seen), None].map(|seen| sheet(&results, seen, NOTHING).said("said"))
        });
    }

    #[test]
    fn the_equations_of_every_system_are_filled_with_numbers_that_can_be_read() {
        for &system in System::ALL {
            let sheet = sheet(&Results::of(Scenario::new(system), &|| 0.0), None, EVERYTHING);
            let (said, latex) = (sheet.said("equation") + &sheet.said("all-equations"), sheet.said("latex"));
            let [heads, begun, ended] = ["<h3>", "<math>", "</math>"].map(|part| said.matches(part).count());
            assert!(latex.matches("% ").count() > heads && latex.contains("\\["), "{latex}");
            assert!(said.contains("<mn>") && begun == ended, "{system:?}");
            assert!(!["{", "NaN", "inf"].iter().any(|word| said.contains(word)), "{system:?}: {said}");
            let rows = ["headlines", "all-quantities"].map(|id| sheet.said(id).matches("<tr>").count());
            assert!(0 < rows[0] && rows[0] < rows[1], "{system:?}: {rows:?}");
        }
    }

    #[test]
    fn the_effect_of_a_difference_follows_the_load_and_the_differences_stay_as_they_are() {
        let [one, other] = ["#load=0.001", "#load=0.004"].map(|link| sheet(&results(link), None, NOTHING));
        assert_eq!(one.said("deviations"), other.said("deviations"), "so that what is open stays open");
        assert!(one.said("effect-0") != other.said("effect-0") && one.said("deviations").contains("id=\"effect-0\""));
    }
}
