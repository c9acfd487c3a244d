//! The question of a system, the large number with its interval, and the bar of the parts of that number.
//!
//! The number is the simulated mean at the load shown as soon as there is an interval for it; until then it is what our own model expects
//! or else the paper. The parts have the same owner and add up to the number. Beyond the end it is the growth of the queues.

use crate::{
    prelude::*,
    results::{Results, decimals},
};
use flitscope::{
    model::{Caveat, LatencyCause, LoadSummary, NoSolution},
    topology::grid::{Grid, Topology},
};

#[derive(Clone, Copy, Debug, PartialEq)]
struct Number {
    /// In the unit of the model, or per cent of the packets.
    value: f64,
    /// Half the width of the 95 % interval, in the same unit; `None` for a prediction.
    half: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BarPart {
    pub(super) class: &'static str,
    pub(super) name: &'static str,
    /// The size, in the unit of the number.
    pub(super) size: f64,
    /// The cause in a few words; empty where the name says it.
    pub(super) cause: &'static str,
}

impl BarPart {
    /// A part of a latency, with the name that readers see.
    pub(super) fn of(cause: LatencyCause, size: f64) -> Self {
        let (class, name, cause) = match cause {
            LatencyCause::Idle => (CLASSES[0], "travel", "as long as it would take alone"),
            LatencyCause::Source => (CLASSES[2], "at the source", "until the messages before it have left"),
            LatencyCause::Queues | LatencyCause::Link => (CLASSES[2], "in queues", "behind those that came before"),
            LatencyCause::Blocking => (CLASSES[3], "blocked", "all virtual channels that it may use next are taken"),
            LatencyCause::FailedAttempts => {
                (CLASSES[3], "probes that fail", "no free channel on; they go back and try again")
            }
            LatencyCause::BusyNeighbours => {
                (CLASSES[3], "neighbours busy", "the next processor receives or sends another packet")
            }
            LatencyCause::Sharing => (CLASSES[1], "sharing channels", "flits of other messages take their turns"),
        };
        Self { class, name, size, cause }
    }
}

/// The large number with its parts, all of one owner: the simulation once it has an interval, until then our model or else the paper.
struct Owned<'a> {
    point: Option<&'a Point>,
    number: Option<Number>,
    /// Beyond the end of the network: by how many messages its queues grow in 1000 cycles.
    grows: Option<u64>,
    parts: Vec<BarPart>,
}

impl<'a> Owned<'a> {
    fn of(results: &'a Results, info: &ModelInfo, seen: Option<&Summary>) -> Self {
        let point = results.owner().map(|(_, point)| point).filter(|_| !results.withholds());
        let number = number(results, info, seen, point);
        let seen = seen.filter(|seen| seen.load == results.scenario.get(Key::Load) && !results.withholds());
        let grows = seen.filter(|_| number.is_none()).and_then(|seen| experiment::grows(seen, &results.scenario));
        let measured = number.filter(|number| number.half.is_some());
        let parts = match (grows.zip(seen), measured.zip(seen), point) {
            (Some((more, seen)), ..) => queues(seen, more),
            (None, Some((number, seen)), Some(point)) => simulated_parts(point, info, number.value, seen),
            (None, _, point) => point.map_or_else(Vec::new, parts),
        };
        Self { point, number, grows, parts }
    }
}

/// The parts of a latency in rows, each with its cause; none for a network whose number is no latency.
pub(crate) fn rows(results: &Results, seen: Option<&Summary>) -> Option<Markup> {
    let info = results.info()?;
    let Owned { number, parts, point, .. } = Owned::of(results, info, seen);
    let Number { value, half } = number.filter(|_| !is_percent(info))?;
    let number = half.map_or_else(|| significant(value, 3), |half| format!("{value:.0$}", decimals(half)));
    let places = places(whole(&parts));
    point.filter(|_| !parts.is_empty()).map(|_| {
        html! {
            h3 { "Where " (number) " " (info.unit) " go" }
            dl.parts {
                @for part in &parts {
                    dt {
                        svg viewBox="0 0 10 10" aria-hidden="true" { rect class=(part.class) width="10" height="10" {} }
                        (digits(part.size, places))
                    }
                    dd { b { (part.name) } ": " (part.cause) "." }
                }
            }
        }
    })
}

/// Heading, number and bar; `seen` is the simulation of the load shown, as far as it has come.
pub(crate) fn sheet(results: &Results, seen: Option<&Summary>) -> DomPatch {
    let mut sheet = DomPatch::default();
    sheet.markup("heading", heading(&results.scenario));
    let Some(info) = results.info() else { return sheet };
    let Owned { point, number, grows, parts } = Owned::of(results, info, seen);
    let simulated = number.is_some_and(|number| number.half.is_some());
    let more = number.is_none() && results.is_beyond(seen);
    // Neither a model nor, yet, a simulation.
    let unsolved = number.is_none()
        && matches!(results.outcome, Outcome::Invalid(NoSolution::NotModelled { .. } | NoSolution::LongCurve(_)));
    let (of, large) = match grows {
        Some(more) => (
            format!("{MORE} by"),
            html! {
                b { (count(more as usize, "message", "messages")) } " " small { "every 1000 cycles, without end" }
            },
        ),
        None if more => (MORE.into(), html! { b { "without end" } }),
        None => {
            let large = if unsolved {
                html! { "no number yet" }
            } else {
                shown(info, number, point)
            };
            (introduction(results, info, simulated, number.is_some()), large)
        }
    };
    sheet.text("number-of", of).markup("number", large);
    sheet.attribute("number", "data-owner", if simulated || grows.is_some() { "simulation" } else { "model" });
    let kind = if simulated { "simulated" } else { "predicted" };
    let text = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    sheet.attribute("number", "data-kind", if number.is_some() { kind } else { "none" });
    sheet.attribute("number", "data-value", text(number.map(|number| number.value)));
    sheet.attribute("number", "data-interval", text(number.and_then(|number| number.half)));
    let has_parts = number.is_some() || grows.is_some();
    sheet.markup("parts", html! { @if has_parts { (bar(&parts, places(whole(&parts)))) } });
    sheet.markup("sentence", remark(results, simulated));
    sheet
}

pub(crate) fn latency(results: &Results, seen: Option<&Summary>) -> Option<f64> {
    let info = results.info().filter(|info| !is_percent(info))?;
    number(results, info, seen, results.owner().map(|(_, point)| point)).map(|number| number.value)
}

/// True if the number is a part of the packets and not a time.
fn is_percent(info: &ModelInfo) -> bool {
    info.parts.is_none() && info.quantity == "throughput"
}

fn number(results: &Results, info: &ModelInfo, seen: Option<&Summary>, point: Option<&Point>) -> Option<Number> {
    if results.withholds() {
        return None;
    }
    let load = results.scenario.get(Key::Load);
    let seen = seen.filter(|seen| seen.load == load);
    let measured = seen.and_then(|seen| experiment::measured(seen, info.measures.first()?));
    let scale = match point.map(|point| &point.summary) {
        Some(LoadSummary::Throughput { sent, .. }) if *sent > 0.0 => 100.0 / sent,
        _ => 1.0,
    };
    if let Some((mean, half)) = measured.and_then(|seen| Some((seen.mean, seen.half95.filter(|half| *half > 0.0)?))) {
        return Some(Number { value: scale * mean, half: Some(scale * half) });
    }
    let value = match &point?.summary {
        LoadSummary::Latency { latency, .. } => *latency,
        LoadSummary::Throughput { delivered, .. } => 100.0 * (*delivered)?[0],
        LoadSummary::NoMessage => return None,
    };
    Some(Number { value, half: None })
}

fn introduction(results: &Results, info: &ModelInfo, simulated: bool, known: bool) -> String {
    if !known {
        return String::new();
    }
    let subject = if info.subject.contains("packet") { "packet" } else { "message" };
    let model = if results.own().is_some() { "Our model expects" } else { "The paper expects" };
    match (is_percent(info), simulated) {
        (true, true) => "The network now delivers this part of the packets".into(),
        (true, false) => format!("{model} that the network delivers this part of the packets"),
        (false, true) => format!("A {subject} now takes"),
        (false, false) => format!("{model} that a {subject} takes"),
    }
}

fn shown(info: &ModelInfo, number: Option<Number>, point: Option<&Point>) -> Markup {
    let Some(Number { value, half }) = number else { return html! {} };
    let unit = if is_percent(info) { "%" } else { info.unit };
    let digits = half.map(decimals);
    let text = |value: f64| digits.map_or_else(|| significant(value, 3), |digits| format!("{value:.digits$}"));
    html! {
        b { (text(value)) } " "
        @if let Some(half) = half { span { "± " (text(half)) } " " }
        b { (unit) } " "
        small { (split(value, point)) }
    }
}

/// The number in two parts: the idle network, and the rest.
fn split(value: f64, point: Option<&Point>) -> Markup {
    let round = |time: f64| if time < 9.95 { format!("{time:.1}") } else { format!("{time:.0}") };
    match point.map(|point| &point.summary) {
        Some(LoadSummary::Latency { shares, .. }) => match shares.first() {
            Some(idle) if value > idle.time => html! {
                (round(idle.time)) " to travel, " (round(value - idle.time)) " waiting" span.wide { " for others" }
            },
            _ => html! {},
        },
        Some(LoadSummary::Throughput { delivered: Some([_, complete]), copies: true, .. }) => {
            html! { (significant(100.0 * complete, 3)) " % with all their copies" }
        }
        _ => html! {},
    }
}

fn parts(point: &Point) -> Vec<BarPart> {
    match &point.summary {
        LoadSummary::Latency { shares, .. } => {
            let mut parts: Vec<_> = shares.iter().map(|share| BarPart::of(share.cause, share.time)).collect();
            // Travel, sharing, start, blocked: the same order in every system.
            sort_small_by(&mut parts, |part| {
                CLASSES.iter().position(|class| *class == part.class).map_or(-1.0, |place| place as f64)
            });
            parts
        }
        LoadSummary::Throughput { delivered: Some([all, complete]), copies, .. } => {
            let part = |class, name, size: f64| BarPart { class, name, size: 100.0 * size.max(0.0), cause: "" };
            let lost = part("part-blocked", "lost", 1.0 - all);
            if *copies {
                let some = part("part-sharing", "delivered, not to all", all - complete);
                vec![part("part-travel", "delivered to all", *complete), some, lost]
            } else {
                vec![part("part-travel", "delivered", *all), lost]
            }
        }
        LoadSummary::Throughput { .. } | LoadSummary::NoMessage => Vec::new(),
    }
}

/// The parts that a simulation has measured of its number.
fn simulated_parts(point: &Point, info: &ModelInfo, value: f64, seen: &Summary) -> Vec<BarPart> {
    let mut seen_point = point.clone();
    match &mut seen_point.summary {
        LoadSummary::Latency { shares, .. } => experiment::measured_shares(shares, info, value, seen),
        LoadSummary::Throughput { sent, delivered: Some(delivered), .. } => {
            for (part, measure) in delivered.iter_mut().zip(info.measures) {
                *part = experiment::measured(seen, measure).map_or(*part, |seen| seen.mean / *sent);
            }
        }
        LoadSummary::Throughput { .. } | LoadSummary::NoMessage => {}
    }
    parts(&seen_point)
}

/// The messages that come to a saturated network in 1000 cycles, where its queues grow by `more` messages.
fn queues(seen: &Summary, more: u64) -> Vec<BarPart> {
    let more = more as f64;
    let delivered = seen.growth.map_or(0.0, |growth| more * seen.throughput / growth);
    let part = |class, name, size| BarPart { class, name, size, cause: "" };
    vec![part(CLASSES[0], "delivered", delivered), part(CLASSES[2], "left waiting at the source", more)]
}

const MORE: &str = "More comes than the network carries. Its queues grow";

/// The classes of the parts, in their order on the bar.
pub(super) const CLASSES: [&str; 4] = ["part-travel", "part-sharing", "part-start", "part-blocked"];

fn whole(parts: &[BarPart]) -> f64 {
    parts.iter().map(|part| part.size.max(0.0)).sum()
}

/// The number of decimals of all parts, from their sum: at most three digits of that.
fn places(all: f64) -> usize {
    [9.995, 99.95].iter().filter(|most| all < **most).count()
}

/// The size of a part, rounded to `places` decimals; a part that rounds to zero is written "< 0.1".
fn digits(size: f64, places: usize) -> String {
    let (last, less) = [(1.0, "< 1"), (0.1, "< 0.1"), (0.01, "< 0.01")][places.min(2)];
    if size > 0.0 && size < 0.5 * last { less.into() } else { format!("{size:.places$}") }
}

/// The bar with its legend, the sizes rounded to `places` decimals.
pub(super) fn bar(parts: &[BarPart], places: usize) -> Markup {
    let all = whole(parts);
    let mut left = 0.0;
    let stretches = parts.iter().map(|part| {
        let (x, width) = (left, 1000.0 * part.size.max(0.0) / all.max(f64::MIN_POSITIVE));
        left += width;
        (format!("{x:.1}"), format!("{width:.1}"), part.class)
    });
    html! {
        @if !parts.is_empty() {
            svg.strip viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" {
                @for (x, width, class) in stretches { rect class=(class) x=(x) width=(width) height="10" {} }
            }
            ul {
                @for part in parts {
                    li {
                        svg viewBox="0 0 10 10" aria-hidden="true" { rect class=(part.class) width="10" height="10" {} }
                        (part.name) " " b { (digits(part.size, places)) }
                    }
                }
            }
        }
    }
}

/// The sentence below the number, where the model of the reading has no solution, or may be far off while no simulation is there.
fn remark(results: &Results, simulated: bool) -> Markup {
    let (load, Some(curve)) = (results.scenario.get(Key::Load), results.main_curve()) else { return html! {} };
    let end = curve.model.end().load;
    let back = html! { button type="button" class="small" data-do="below" { "Back to a load it carries" } };
    if let Some((owner, point)) = results.owner() {
        let far = !simulated && owner.model.remarks(point.load).contains(&Caveat::UnequalSteep);
        return html! { @if far { "This close to the end our model was off by 6 to 24 % on average." } };
        // <!-- 6 = accuracy("unequal channels", "", "0.7 and 0.8", "mean") -->
        // <!-- 24 = accuracy("unequal channels", "", "0.9", "mean") -->
    }
    match &results.outcome {
        Outcome::Stable(_) | Outcome::Invalid(NoSolution::Withheld) => html! {},
        Outcome::Saturated if curve.end.of_network() => {
            html! { (back) " It carries up to " (results.load_words(end)) "." }
        }
        Outcome::Saturated if results.network().is_some() => html! {
            (back)
            @if simulated { " Our model ends at " (results.load_words(end)) "; the simulation has a mean so far." }
            @else { " A mean would only say how long you watched." }
        },
        Outcome::Saturated => html! { (back) " The paper’s model ends at " (results.load_words(end)) "." },
        Outcome::Invalid(refusal) => html! {
            (refusal.to_string()) " "
            @if let NoSolution::LongCurve(_) = refusal { button type="button" class="small" data-do="solve" { "Solve it" } }
            @if load > end { (back) }
        },
    }
}

/// The question of a system: its network in numbers, and what to look for.
fn heading(scenario: &Scenario) -> Markup {
    let [k, n, flits] = [Key::K, Key::N, Key::Flits].map(|key| scenario.count(key));
    let nodes = |base: u32| grouped(u64::from(base).pow(n));
    let flits = html! {
        (flits) " " button.term type="button" tabindex="-1" data-do="words" data-of="flit" { (if flits == 1 { "flit" } else { "flits" }) }
    };
    let sides = vec![k.to_string(); n as usize].join(" × ");
    let topology = Grid::of(scenario.setup()).topology;
    let kind = match (topology, n) {
        (Topology::Mesh, 1) => "row",
        (Topology::Mesh, _) => "mesh",
        (Topology::Torus, 1) => "two-way ring",
        (Topology::Torus, _) => "torus",
        (Topology::Cube, _) => "one-way ring",
    };
    let dimensions = count(n as usize, "dimension", "dimensions");
    let together = |nodes: String, place: String| {
        html! {
            (nodes) " processors" (wide(html! { (place) " send each other messages of " (flits) }))
            (SENDING) ". Where do they wait?"
        }
    };
    let on_grid = || together(nodes(k), format!(" on {} {sides} {kind}", article(k)));
    match scenario.system() {
        System::TorusBroadcast => on_grid(),
        System::KaryNCube if k == 2 && topology == Topology::Cube => together(nodes(2), " in a hypercube".into()),
        System::KaryNCube if n == 1 => together(k.to_string(), format!(" on a {kind}")),
        System::KaryNCube if topology != Topology::Cube => on_grid(),
        System::KaryNCube => together(nodes(k), format!(", {sides}, on one-way rings")),
        System::HypercubeMmpp => {
            let how = if scenario.get(Key::Lag1) == 0.0 { "" } else { " in bursts" };
            html! {
                (nodes(2)) " processors" (wide(html! { " in a hypercube send messages of " (flits) (how) }))
                ". Each " span.narrow { "message " } "reserves its whole path first. Where do they wait?"
            }
        }
        System::HypercubeSlotted => html! {
            (nodes(2)) " processors" (wide(html! { " in a hypercube of " (dimensions) }))
            " pass packets on, one in each slot. How long does a packet take?"
        },
        System::BanyanMulticast => html! {
            (nodes(2)) " inputs send packets to " (nodes(2)) " outputs"
            (wide(html! { " through " (count(n as usize, "stage", "stages")) " of switches" })) ". How many get through?"
        },
        #[cfg(feature = "test-system")]
        System::Ring => html! { "Processors on a one-way ring pass packets on. How long does a packet take?" },
    }
}

/// The middle of the question on a phone.
const SENDING: PreEscaped<&str> = PreEscaped("<span class=\"narrow\">, all sending messages</span>");

/// A part of the question for which a phone has no room.
fn wide(part: Markup) -> Markup {
    html! { span.wide { (part) } }
}

pub(crate) fn article(number: u32) -> &'static str {
    if matches!(number, 8 | 11 | 18) { "an" } else { "a" }
}
