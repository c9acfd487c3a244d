//! From a symbol of an equation to what it counts in the animation: its number now, predicted, and measured in the run so far.

use crate::{player::prelude::*, results::Results};
use flitscope::{experiment::comparison, model::Value, text::count as number_of};

/// Beginnings of letters of which another is only the base: V is none of V̄.
const BASES: [&str; 4] = ["<msub>", "<msubsup>", "<mover>", "<msup>"];

/// The symbol that the reader points at, and the one that stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Symbols {
    pointed: Option<String>,
    picked: Option<String>,
}

impl Symbols {
    /// Sets the symbol under the pointer, or none. True if that changes anything.
    pub(crate) fn point(&mut self, symbol: Option<String>) -> bool {
        let before = std::mem::replace(&mut self.pointed, symbol);
        before != self.pointed
    }

    /// Toggles the symbol that stays highlighted. True if one stays now.
    pub(crate) fn pick(&mut self, symbol: String) -> bool {
        self.picked = (self.picked.as_deref() != Some(&symbol)).then_some(symbol);
        self.picked.is_some()
    }

    /// The countable quantity of the model shown, with its symbol.
    pub(crate) fn counted(&self, results: &Results) -> Option<(&'static str, Countable)> {
        let symbol = self.pointed.as_deref().or(self.picked.as_deref())?;
        all(results).into_iter().find(|(other, _)| *other == symbol)
    }
}

/// True if the animation shows the run whose numbers these are.
fn is_run(scenario: &Scenario) -> bool {
    matches!(
        Subject::of(scenario),
        Some(Ok(Subject::Point(..) | Subject::Slotted(..) | Subject::Circuits(..) | Subject::Banyan(..)))
    )
}

pub(crate) fn all(results: &Results) -> Vec<(&'static str, Countable)> {
    let counted = results.info().map_or(&[][..], |info| info.counted);
    counted.iter().copied().filter(|_| !results.withholds() && is_run(&results.scenario)).collect()
}

/// An equation in MathML whose countable letters can be pointed at.
pub(crate) fn linked(info: &ModelInfo, counted: &[(&str, Countable)], equation: &str) -> String {
    counted.iter().fold(equation.into(), |equation, (symbol, _)| {
        let letter = info.letter(symbol);
        if letter.is_empty() {
            return equation;
        }
        let mut text = String::new();
        let mut parts = equation.split(letter);
        text += parts.next().unwrap_or_default();
        for part in parts {
            if BASES.iter().any(|base| text.ends_with(base)) {
                text += letter;
            } else {
                text += &format!("<mrow class=\"of\" data-do=\"count\" data-of=\"{symbol}\">{letter}</mrow>");
            }
            text += part;
        }
        text
    })
}

/// The buttons and the sentence; the cycle is the one shown.
pub(crate) fn sheet(results: &Results, player: &mut Player, symbols: &Symbols, cycle: u32) -> DomPatch {
    let mut sheet = DomPatch::default();
    let Some(info) = results.info() else { return sheet };
    let all = all(results);
    let point = match &results.outcome {
        Outcome::Stable(point) => Some(point),
        Outcome::Saturated | Outcome::Invalid(_) => None,
    };
    let name = |symbol: &str, counted: Countable| {
        let named = point.and_then(|point| point.quantities.iter().find(|quantity| quantity.symbol == symbol));
        named.map_or(noun(counted), |quantity| quantity.name)
    };
    sheet.show("counting", !info.counted.is_empty());
    sheet.markup(
        "count-symbols",
        html! {
            @for (symbol, counted) in &all {
                button type="button" id={ "count-" (symbol) } data-do="count" data-of=(symbol)
                    { (letter(info, symbol)) (name(symbol, *counted)) }
            }
        },
    );
    for (symbol, _) in &all {
        sheet.state(format!("count-{symbol}"), "aria-pressed", symbols.picked.as_deref() == Some(*symbol));
    }
    let hint = match all.is_empty() {
        true => "The animation shows no run at this load. With the run, a symbol lights up what it counts.",
        false => "Point at one of these, here or in an equation: the network shows what it counts. A click keeps it.",
    };
    let said = symbols.counted(results).and_then(|(symbol, counted)| {
        let (count, measured) = (player.recorder.shown.as_ref()?.lit.clone()?, player.measured(cycle));
        let lanes = player.animation()?.layout().links.first().map_or(0, |link| link.lanes);
        let words = words(info, (symbol, counted), &count, lanes, point, &measured);
        Some(html! { (letter(info, symbol)) (words) })
    });
    sheet.markup("count-said", said.clone().unwrap_or_else(|| html! { (hint) }));
    let kept = said.filter(|_| symbols.picked.is_some());
    sheet.show("counted", kept.is_some()).markup("counted", kept.unwrap_or_default());
    sheet
}

/// The countable quantity in a few words, where the model has no solution that would name it.
const fn noun(counted: Countable) -> &'static str {
    match counted {
        Countable::Carrying => "channels that carry a flit",
        Countable::AllBut(_) => "channels with busy virtual channels",
        Countable::Busy => "busy virtual channels",
        Countable::Sharing => "shared channels",
        Countable::Blocked => "blocked headers",
        Countable::Waiting => "waiting messages",
        Countable::Moving => "nodes that send or receive",
    }
}

/// The present count, the model's prediction and the measurement of the run.
fn words(
    info: &ModelInfo,
    (symbol, counted): (&'static str, Countable),
    count: &Count,
    lanes: u32,
    point: Option<&Point>,
    measured: &[Quantity],
) -> String {
    let say = |value: f64| match counted {
        Countable::Carrying | Countable::AllBut(_) | Countable::Moving => percent(value, 3),
        Countable::Busy | Countable::Sharing => significant(value, 3),
        Countable::Blocked => format!("{} blockings of a message", significant(value, 3)),
        Countable::Waiting => format!("a mean wait of {} {}", significant(value, 3), info.unit),
    };
    let model = point.and_then(|point| predicted(info, symbol, counted, point));
    let model = model.map_or_else(|| "ends below this load".into(), |value| format!("predicts {}", say(value)));
    let so_far = so_far(info, symbol, counted, measured);
    let so_far = so_far.map_or_else(String::new, |value| format!("; measured in the run so far: {}", say(value)));
    format!("{}. The model {model}{so_far}.", capital(&now(counted, count, lanes)))
}

/// The present count, without a full stop.
fn now(counted: Countable, count: &Count, lanes: u32) -> String {
    let number = count.number;
    let of = |one, many| number_of(count.of as usize, one, many);
    let channels = || format!("{number} of {}", of("channel", "channels"));
    let (part, plain) = (|| percent(count.value, 3), || significant(count.value, 3));
    match counted {
        Countable::Carrying => format!("{} carry a flit in this cycle ({})", channels(), part()),
        Countable::AllBut(free) => {
            let busy = lanes.saturating_sub(free);
            let busy = if busy == lanes { format!("all {lanes}") } else { format!("{busy} of {lanes}") };
            let (channels, part) = (channels(), part());
            format!("{busy} virtual channels are busy on {channels} at the end of this cycle ({part})")
        }
        Countable::Busy => {
            format!("on average {} virtual channels of a channel are busy at the end of this cycle", plain())
        }
        Countable::Sharing => format!(
            "two or more messages share {} now; seen by a busy virtual channel, {} are busy there on average, itself included",
            channels(),
            plain()
        ),
        Countable::Blocked => {
            format!("{} in the network find no virtual channel now", number_of(number as usize, "header", "headers"))
        }
        Countable::Waiting => {
            let waiting = number_of(number as usize, "message waits", "messages wait");
            format!("{waiting} at {} of {} now", count.nodes.len(), of("node", "nodes"))
        }
        Countable::Moving => {
            format!("{number} of {} have sent or received in this slot ({})", of("node", "nodes"), part())
        }
    }
}

fn predicted(info: &ModelInfo, symbol: &'static str, counted: Countable, point: &Point) -> Option<f64> {
    let value = point.number(symbol)?;
    match counted {
        // From messages per cycle to flits per cycle.
        Countable::Carrying if symbol == "lambda_c" => Some(value * point.number("flits")?),
        _ => Some(value * comparison::sharing(info, &point.quantities, symbol)),
    }
}

fn so_far(info: &ModelInfo, symbol: &'static str, counted: Countable, measured: &[Quantity]) -> Option<f64> {
    let value =
        |symbol: &str| measured.iter().find(|quantity| quantity.symbol == symbol).map(|quantity| &quantity.value);
    let number = |symbol: &str| match value(symbol)? {
        Value::Number(number) => Some(*number),
        Value::List(_) => None,
    };
    match counted {
        Countable::Carrying => number("utilisation"),
        Countable::Busy => number("rho"),
        Countable::AllBut(free) => match value("P_v").or_else(|| value("Pi"))? {
            Value::List(law) => law.iter().rev().nth(free as usize).copied(),
            Value::Number(_) => None,
        },
        _ => number(info.measured_as(symbol)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::panels::sheet::{Elements, tests::player};

    fn shown(fragment: &str) -> (Results, Player, u32) {
        let (player, scenario) = player(fragment);
        (Results::of(scenario, &|| 0.0), player, Settings::of(&scenario).cycle)
    }

    fn said(fragment: &str, symbol: &str) -> String {
        let (results, mut player, cycle) = shown(fragment);
        let mut symbols = Symbols::default();
        assert!(symbols.pick(symbol.into()));
        player.counted = symbols.counted(&results).map(|(_, counted)| counted);
        Elements::default().sheet(&mut player, &results.scenario, false);
        let sheet = sheet(&results, &mut player, &symbols, cycle);
        assert_eq!(sheet.has(&format!("count-{symbol}"), "aria-pressed").as_deref(), Some("true"));
        assert_eq!((sheet.shows("counted"), sheet.said("counted")), (Some(true), sheet.said("count-said")));
        sheet.said("counted")
    }

    #[test]
    fn every_symbol_is_counted_beside_what_the_model_says_and_what_the_run_has_measured() {
        let networks = ["", "system=kary-ncube&n=2&", "system=hypercube-mmpp&n=3&", "system=hypercube-slotted&n=3&"];
        let links = networks.iter().flat_map(|one| ["", "reading=flow&"].map(|reading| format!("{one}{reading}")));
        let links = links.map(|link| format!("#v=2&{link}scene=point&k=4&cycle=400"));
        blessed::words("counted symbols", links, |link| {
            all(&shown(&link).0).into_iter().map(|(symbol, _)| said(&link, symbol)).collect::<Vec<_>>()
        });
    }

    #[test]
    fn without_a_run_nothing_can_be_counted_and_beyond_the_end_of_the_model_every_symbol_still_has_words() {
        for (fragment, runs) in [
            ("#v=2&scene=broadcast", false),
            ("#v=2&system=banyan-multicast", false),
            ("#v=2&system=kary-ncube&k=4&n=2&load=0.05", true),
            ("#v=2&system=hypercube-slotted&n=4&load=0.5", true),
        ] {
            let (results, mut player, cycle) = shown(fragment);
            let sheet = sheet(&results, &mut player, &Symbols::default(), cycle);
            assert_eq!(sheet.shows("counted"), Some(false));
            let said = sheet.said("count-symbols");
            assert!(said.contains("<button") == runs && !said.contains("</math> </button>"), "{said}");
            assert!(!runs || !matches!(results.outcome, Outcome::Stable(_)), "{fragment}");
            let (info, counted) = (results.info().expect("a model"), all(&results));
            for (symbol, _) in &counted {
                assert_eq!(sheet.has(&format!("count-{symbol}"), "aria-pressed").as_deref(), Some("false"));
            }
            let equations = results.curves[0].model.equations().into_iter();
            let points = equations.map(|one| linked(info, &counted, one.symbols)).any(|one| one.contains("data-do"));
            assert_eq!(points, runs, "{fragment}");
        }
    }

    #[test]
    fn a_symbol_that_stays_is_left_by_another_click_and_pointing_goes_before() {
        let (results, ..) = shown("#v=2&system=kary-ncube&k=4&n=2");
        let mut symbols = Symbols::default();
        assert!(
            symbols.pick("rho".into()) && symbols.point(Some("Vbar".into())) && !symbols.point(Some("Vbar".into()))
        );
        assert_eq!(symbols.counted(&results), Some(("Vbar", Countable::Sharing)));
        assert!(symbols.point(None));
        assert_eq!(symbols.counted(&results), Some(("rho", Countable::Busy)));
        assert!(!symbols.pick("rho".into()) && symbols.counted(&results).is_none());
        symbols.pick("dbar".into());
        assert_eq!(symbols.counted(&results), None, "a distance is no thing on the stage");
    }

    #[test]
    fn a_letter_within_another_is_not_the_letter() {
        let model = model::of(link::parse("#v=2&system=hypercube-slotted").scenario.setup());
        let counted = [("W", Countable::Waiting)];
        let text = linked(model.info(), &counted, "<msub><mi>W</mi><mi>s</mi></msub><mo>+</mo><mi>W</mi>");
        assert_eq!(text.matches("data-do").count(), 1);
        assert!(text.ends_with("<mi>W</mi></mrow>"), "{text}");
    }
}
