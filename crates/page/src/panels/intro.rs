//! An introduction for a first visit: one paragraph, and what to do first.

use super::meaning::article;
use crate::{prelude::*, results::Results};
use flitscope::{
    param::options::{Pattern, Routing},
    topology::grid::{Grid, Topology},
};

const CHIPS: usize = 2;

/// The part of the last load with a solution that the reader is sent to.
const NEAR_END: f64 = 0.97;

/// The paragraph, and what to try; a `beginner` is offered the lesson from the beginning.
pub(crate) fn sheet(results: &Results, beginner: bool) -> DomPatch {
    let mut sheet = DomPatch::default();
    sheet.markup("intro", html! { (what(&results.scenario)) }).markup("try", tries(results, beginner));
    sheet
}

/// Buttons that change one parameter each; what is so already is nothing to try.
fn tries(results: &Results, beginner: bool) -> Markup {
    let scenario = &results.scenario;
    let load = trimmed(results.tidy_load(NEAR_END * results.last()));
    let contrasts = contrasts(scenario.system()).iter().map(|(key, text, words)| ("compare", *key, *text, *words));
    let load = ("try", Key::Load, load.as_str(), "Almost saturate it");
    let new = |(_, key, text, _): &(&str, Key, &str, &str)| scenario.text(*key) != *text && scenario.applies(*key);
    html! {
        @if beginner {
            button type="button" class="small" data-do="lesson" data-of="first" { "New here? Flits and channels in two minutes" }
        } @else {
            @for (action, key, text, words) in contrasts.chain([load]).filter(new).take(CHIPS) {
                button type="button" class="small" data-do=(action) data-of={ (key.name()) "=" (text) } { (words) } " "
            }
        }
    }
}

/// Changes from which something can be learnt, with their words.
const fn contrasts(system: System) -> &'static [(Key, &'static str, &'static str)] {
    match system {
        System::TorusBroadcast => {
            &[(Key::Vcs, "8", "8 virtual channels, V = 8"), (Key::Beta, "0", "no broadcasts, β = 0")]
        }
        System::KaryNCube => {
            &[(Key::Vcs, "8", "Compare with 8 virtual channels"), (Key::N, "3", "Compare with three dimensions")]
        }
        System::HypercubeMmpp => {
            &[(Key::Hurst, "0.9", "Compare with longer bursts"), (Key::Lag1, "0", "Compare with no bursts")]
        }
        System::HypercubeSlotted => {
            &[(Key::N, "6", "Compare with 64 processors"), (Key::Order, "rotate", "Compare with turns by address")]
        }
        System::BanyanMulticast => &[
            (Key::Start, "early", "Compare with copies made early"),
            (Key::Multicast, "1", "Compare with multicasts alone"),
        ],
        #[cfg(feature = "test-system")]
        System::Ring => &[],
    }
}

fn what(scenario: &Scenario) -> String {
    let [k, n, flits] = [Key::K, Key::N, Key::Flits].map(|key| scenario.count(key));
    let flits = count(flits as usize, "flit", "flits");
    let nodes = |base: u32| grouped(u64::from(base).pow(n));
    let dimensions = count(n as usize, "dimension", "dimensions");
    let hypercube = format!("{} processors in a hypercube of {dimensions}", nodes(2));
    let sizes = vec![k.to_string(); n as usize].join(" × ");
    let topology = Grid::of(scenario.setup()).topology;
    let kind = if topology == Topology::Mesh { "mesh" } else { "torus" };
    let whom = match scenario.choice() {
        Pattern::Uniform => " to random others".into(),
        pattern => format!(" by the traffic pattern {}", pattern.choice().name),
    };
    let route = match scenario.choice() {
        Routing::Adaptive => "",
        Routing::Turns => ", by allowed turns",
        Routing::DimensionOrder => ", along one dimension after the other",
        Routing::Valiant => ", by way of a random processor",
    };
    let each = |place: String, whom: &str| format!("{place}. Each sends messages of {flits}{whom}{route}.");
    let on_grid = || format!("{} processors on {} {sizes} {kind}", nodes(k), article(k));
    match scenario.system() {
        System::TorusBroadcast => match scenario.get(Key::Beta) {
            0.0 => each(on_grid(), &whom),
            beta => {
                let some = format!("; {} % go to everyone, the rest to a single node", trimmed(100.0 * beta));
                each(on_grid(), &some)
            }
        },
        System::KaryNCube if topology != Topology::Cube => each(on_grid(), &whom),
        System::KaryNCube if k == 2 => each(hypercube, &whom),
        System::KaryNCube => {
            let rings = format!("{dimensions}; along each dimension they form one-way rings of {k}");
            each(format!("{} processors in {rings}", nodes(k)), &whom)
        }
        System::HypercubeMmpp => {
            let how = if scenario.get(Key::Lag1) == 0.0 { "" } else { " in bursts" };
            let reserves = "and each message reserves its whole path before it starts";
            format!("{hypercube}. Each sends messages of {flits}{how}, {reserves}.")
        }
        System::HypercubeSlotted => {
            let slots = "In each one a processor sends a packet to a neighbour, receives one, or waits.";
            format!("{hypercube}. Time is divided into slots. {slots}")
        }
        System::BanyanMulticast => format!(
            "{} inputs and as many outputs, joined by {} of small switches. A packet for several outputs is copied in the switches; of \
             two packets that want the same link one is lost.",
            nodes(2),
            count(n as usize, "stage", "stages")
        ),
        #[cfg(feature = "test-system")]
        System::Ring => "Processors on a one-way ring.".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paragraph_says_the_network_that_is_there() {
        let links = [
            "#v=1&system=torus-broadcast",
            "#v=1&system=torus-broadcast&beta=0&n=3&flits=1",
            "#beta=0&wiring=mesh&pattern=transpose&routing=dimension-order&flits=16",
            "#system=kary-ncube&routing=valiant&vcs=4",
            "#system=kary-ncube&k=2&n=6",
            "#system=kary-ncube&k=8&n=3",
            "#system=hypercube-mmpp&lag1=0.8",
            "#system=hypercube-mmpp&lag1=0",
            "#system=banyan-multicast&n=7",
        ];
        blessed::words("networks", links, |link| what(&link::parse(link).scenario));
        for &system in System::ALL {
            for (key, text, words) in contrasts(system) {
                let changed = Scenario::opening(system).put(*key, text, &mut Vec::new());
                assert_ne!(changed, Scenario::opening(system), "{words}");
                assert_eq!(&changed.text(*key), text, "{words}");
            }
        }
    }
}
