//! Disagreements of the paper and our model: the reasons, with the numbers of both and of a simulation.

use crate::{jobs::simulation::Simulation, prelude::*, results::Results};
use flitscope::model::{Discrepancy, Evidence};

/// The reasons; empty where our own model is not drawn. Their numbers are texts of their own, so that what is open stays open.
pub(crate) fn sheet(results: &Results, simulation: &Simulation) -> DomPatch {
    let mut sheet = DomPatch::default();
    sheet.markup("reasons", markup(&results.reasons));
    let load = results.scenario.get(Key::Load);
    let observations = simulation.observations();
    let near = observations.iter().find(|o| simulation.holds() && o.finished() && o.load == load);
    let saturated = simulation.saturated();
    // Until everything is known the numbers of before stay.
    for (index, reason) in results.reasons.iter().enumerate().filter(|_| results.is_whole()) {
        sheet.text(format!("reason-{index}"), numbers(reason, near, saturated));
    }
    sheet
}

fn markup(reasons: &[Discrepancy]) -> Markup {
    html! {
        @if !reasons.is_empty() {
            h3 { "Where the paper and our model disagree" }
            p.muted { "The numbers of the paper's model, of our model and of the simulation, at this load." }
            @for (index, [name, numbers, text]) in reasons.iter().map(Discrepancy::lines).enumerate() {
                details.deviation {
                    summary { (name) " " span.effect id={ "reason-" (index) } {} }
                    p { "The numbers: " (numbers) "." }
                    p { (text) }
                }
            }
        }
    }
}

/// "paper 1.31, ours 1.12, simulated 1.13".
fn numbers(reason: &Discrepancy, near: Option<&Summary>, saturated: Option<f64>) -> String {
    let said = |number: Option<f64>| number.map_or_else(|| "ends below".into(), |number| significant(number, 3));
    let simulated = match reason.seen {
        Evidence::Saturation => saturated.map(|load| format!(", simulated below {}", significant(load, 3))),
        seen => {
            near.and_then(|near| measured(seen, near)).map(|number| format!(", simulated {}", significant(number, 3)))
        }
    };
    format!("paper {}, ours {}{}", said(reason.paper), said(reason.ours), simulated.unwrap_or_default())
}

fn measured(seen: Evidence, observation: &Summary) -> Option<f64> {
    if observation.state != Verdict::Stable {
        return None;
    }
    let law = || observation.value("P_v");
    match seen {
        Evidence::Number(symbol) => observation.value(symbol)?.first().copied(),
        Evidence::AllBusy => law()?.last().copied(),
        Evidence::WhereBusy => {
            let law = law()?;
            let mean: f64 = (0..).zip(law).map(|(v, chance)| f64::from(v) * chance).sum();
            let busy = 1.0 - law.first()?;
            (busy > 0.0).then_some(mean / busy)
        }
        Evidence::Saturation | Evidence::Nowhere => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(fragment: &str, seen: impl Fn(&Results) -> Vec<Summary>) -> Vec<String> {
        let results = Results::of(link::parse(fragment).scenario, &|| 0.0);
        let simulation = Simulation::having(results.scenario, &seen(&results).iter().collect::<Vec<_>>());
        let sheet = sheet(&results, &simulation);
        assert_eq!(sheet.said("reasons").matches("<details").count(), results.reasons.len());
        (0..results.reasons.len()).map(|index| sheet.said(&format!("reason-{index}"))).collect()
    }

    #[test]
    fn our_own_model_has_its_reasons_in_every_system_and_a_paper_alone_has_none() {
        let links = System::ALL.iter().map(|system| format!("#v=2&system={}", system.key()));
        // Beyond the end of the paper only ours has numbers.
        let links = links.chain(["#v=2&load=0.011".into(), "#v=2&system=kary-ncube&show=printed".into()]);
        blessed::words("reasons of systems", links, |link| said(&link, |_| vec![]));
    }

    #[test]
    fn what_was_measured_at_this_load_stands_beside_the_two_models() {
        let all = said("#v=2&load=0.004", |results| {
            let mut seen = observed::stable(&*results.curves[0].model, 0.004, &[46.0, 90.0], Some(0.01));
            seen.values = vec![("P_v".into(), vec![0.7, 0.25, 0.04, 0.01]), ("W_c".into(), vec![20.5])];
            vec![seen, observed::saturated(0.0145, 0.01)]
        });
        blessed::words("reasons beside a simulation", 0..all.len(), |index| all[index].clone());
    }
}
