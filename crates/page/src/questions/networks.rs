//! Networks of the same size: their curves with simulated points, their costs, and all numbers.

use super::{
    Questions,
    row::{ALWAYS, QuestionRow},
    runs::NetworkRun,
    view::list,
};
use crate::{
    jobs::{pool::Ticket, store::Store},
    prelude::*,
};
use flitscope::{
    experiment::Interval,
    explore::compare::ComparedNetwork,
    param::{LENGTH, options::Equal},
    sim::words::undecided,
    text::thousands,
};
use flitscope_show::chart::Dash;

const STYLES: [(&str, Dash); 8] = [
    ("flow", Dash::Solid),
    ("corrected", Dash::Dashed),
    ("printed", Dash::Long),
    ("refined", Dash::Dotted),
    ("average", Dash::Solid),
    ("operating", Dash::Dashed),
    ("ink", Dash::Long),
    ("muted", Dash::Dotted),
];

/// Top of the drawing, in terms of the latency of the fastest idle network, or of the slowest.
const HIGH: f64 = 6.0;
const SLOW: f64 = 1.6;

pub(super) static ROW: QuestionRow = QuestionRow {
    question: Question::Networks,
    keys: &[Key::Equal],
    load: |_| false,
    // Simulated for as long as the networks of the page.
    run: |key| LENGTH.contains(&key),
    is_asked: |scenario| scenario.choice::<Equal>() != Equal::Nothing,
    form: |scenario, _| form(scenario),
    show: |questions, shown, sheet| questions.networks_sheet(sheet, shown.store),
    ..ALWAYS
};

fn form(scenario: &Scenario) -> Markup {
    html! {
        h3 { "Other networks of the same size" }
        p.ask { (list(scenario, Key::Equal)) }
        div id="query-networks" {}
        p.ask id="query-simulate-box" {
            button type="button" id="query-simulate" data-do="simulate-networks" {}
            span id="query-simulate-said" role="status" {}
        }
        div id="query-networks-table" {}
        details id="query-runs" {
            summary { "Simulated points" }
            div.wide role="group" tabindex="0" aria-label="Simulated points" { table id="query-runs-table" {} }
        }
    }
}

impl Questions {
    /// The networks that are compared. What a reader may be using is apart from what changes while they are simulated.
    pub(super) fn networks_sheet(&self, sheet: &mut DomPatch, store: &Store) {
        let asked = self.of(Question::Networks);
        let answer = asked.and_then(|asked| asked.answer.as_ref());
        let solved = !self.networks_answered().is_empty();
        let runs = if solved { self.runs.all(store) } else { Vec::new() };
        sheet.show("query-simulate-box", solved).show("query-runs", !runs.is_empty());
        let over = runs.iter().filter(|run| run.is_over()).count();
        let simulate = match runs.len() {
            _ if store.coming(Ticket::Network) > 0 => "Stop",
            all if all > 0 && over == all => "Simulate again",
            _ => "Simulate these networks",
        };
        let said =
            if runs.is_empty() { String::new() } else { format!("{over} of {} loads are simulated.", runs.len()) };
        sheet.text("query-simulate", simulate).text("query-simulate-said", said);
        let (drawn, tables) = match (asked, answer) {
            (None, _) => (html! {}, [html! {}, html! {}]),
            (Some(_), Some(Answer::Networks { sentence, networks: all, left_out })) => {
                let drawn = html! {
                    p { (sentence) }
                    @for sentence in left_out { p.muted { (sentence) } }
                    @if all.iter().any(has_curve) { (drawn(all, &runs)) }
                };
                (drawn, [table(all), simulated(all, &runs)])
            }
            (Some(asked), _) => {
                (html! { p { (asked.trouble.as_deref().unwrap_or("Solving them…")) } }, [html! {}, html! {}])
            }
        };
        let [table, simulated] = tables;
        sheet.markup("query-networks", drawn).markup("query-networks-table", table);
        sheet.markup("query-runs-table", simulated);
    }
}

/// True if a network has latencies to be drawn.
const fn has_curve(network: &ComparedNetwork) -> bool {
    network.latency && !network.curve.is_empty()
}

/// The networks of a comparison, with their costs and the predictions of their models.
fn table(all: &[ComparedNetwork]) -> Markup {
    html! {
        div.wide role="group" tabindex="0" aria-label="Networks" {
            table {
                caption.muted { "The same messages in every network: loads are messages per node per cycle, latencies cycles, with our \
                    own models where there are any. Nodes send as the paper of their network has it." }
                thead { tr { th { "network" } @for head in ["flits", "channels across the middle", "channels at a node",
                    "latency when idle", "carries at most"] { th.number { (head) } } td {} } }
                tbody {
                    @for (network, (colour, dash)) in all.iter().zip(STYLES.into_iter().cycle()) {
                        tr {
                            th scope="row" { (swatch::line(colour, dash)) " " (network.name) }
                            @for count in [u64::from(network.flits), network.across, u64::from(network.pins)]
                                { td.number { (grouped(count)) } }
                            td.number { (network.idle.map_or_else(|| "–".into(), |idle| significant(idle, 4))) }
                            td.number { (significant(network.carries, 4)) }
                            td { a href={ "#" (link::write(&network.scenario)) } { "Open" } }
                        }
                    }
                }
            }
        }
    }
}

fn simulated(all: &[ComparedNetwork], runs: &[NetworkRun]) -> Markup {
    let number = |value: Option<f64>| value.map_or_else(|| "–".into(), |value| significant(value, 4));
    let said = |run: &NetworkRun| {
        let measured = run.measured?;
        let Some(interval) = measured.value else {
            return match measured.state {
                Verdict::Saturated => Some("saturated".into()),
                Verdict::Undecided => Some(undecided(None, "")),
                Verdict::Stable | Verdict::Unfinished => None,
            };
        };
        let Interval { mean, half95, .. } = interval;
        let digits = half95.map_or(3, |half| digits_of(mean, half));
        let half = half95.map_or_else(String::new, |half| format!(" ± {}", significant(half, 2)));
        let so_far = if run.is_over() { "" } else { " so far" };
        Some(format!("{}{half}{so_far}", significant(mean, digits)))
    };
    html! {
        caption.muted { "Latencies in cycles with 95 % intervals; of the banyan, messages that arrive per node per cycle." }
        thead { tr { th { "network" } th.number { "load" } th.number { "model" } th.number { "simulation" } } }
        tbody {
            @for (place, network) in all.iter().enumerate() {
                @for run in in_order(runs, place) {
                    tr {
                        th scope="row" { (network.name) }
                        td.number { (significant(run.load, 4)) }
                        td.number { (number(run.model)) }
                        td.number { (run.trouble.clone().or_else(|| said(run)).unwrap_or_else(|| "–".into())) }
                    }
                }
            }
        }
    }
}

fn in_order(runs: &[NetworkRun], network: usize) -> Vec<&NetworkRun> {
    let mut some: Vec<_> = runs.iter().filter(|run| run.network == network).collect();
    sort_small_by(&mut some, |run| run.load);
    some
}

/// Digits of a mean, so that its interval is seen in the last one or two.
fn digits_of(mean: f64, half: f64) -> i32 {
    if half > 0.0 { (libm::log10(mean.abs() / half) as i32 + 2).clamp(2, 6) } else { 6 }
}

/// The curves of a comparison with their simulated points: each with its interval, open until it is over; a triangle if saturated.
fn drawn(all: &[ComparedNetwork], runs: &[NetworkRun]) -> Markup {
    const SIZE: (f64, f64) = (600.0, 260.0);
    const EDGE: (f64, f64) = (46.0, 24.0);
    const TICKS: usize = 6;
    // Room for the label at the top.
    const TOP: f64 = 16.0;
    let most = all.iter().filter(|network| has_curve(network)).map(|network| network.carries).fold(0.0, f64::max);
    let fastest = all.iter().filter_map(|network| network.idle).fold(f64::INFINITY, f64::min);
    let slowest = all.iter().filter_map(|network| network.idle).fold(0.0, f64::max);
    let high = (HIGH * fastest).max(SLOW * slowest);
    let (loads, latencies) = (Scale::linear(0.0, 1.02 * most), Scale::linear(0.0, high));
    let x = |load: f64| EDGE.0 + (SIZE.0 - EDGE.0 - 8.0) * loads.project(load);
    let y = |value: f64| SIZE.1 - EDGE.1 - (SIZE.1 - EDGE.1 - TOP) * latencies.project(value);
    // Of what has no curve there are numbers in the table.
    let inside = |run: &NetworkRun| run.load <= 1.02 * most && all.get(run.network).is_some_and(has_curve);
    let line = |network: &ComparedNetwork| {
        let curve = network.curve.iter().filter(|_| network.latency);
        let inside = curve.take_while(|(_, value)| *value <= high);
        inside.map(|(load, value)| format!("{:.1},{:.1}", x(*load), y(*value))).collect::<Vec<_>>().join(" ")
    };
    html! {
        svg.networks viewBox={ "0 0 " (SIZE.0) " " (SIZE.1) } role="img"
            aria-label="Latency against load of these networks; the table has their numbers" {
            path d={ "M" (EDGE.0) " 8V" (SIZE.1 - EDGE.1) "H" (SIZE.0 - 8.0) } fill="none" stroke="var(--control)" {}
            @for tick in latencies.ticks(TICKS) {
                text x=(EDGE.0 - 4.0) y=(format!("{:.1}", y(tick) + 4.0)) text-anchor="end" { (thousands(&trimmed(tick))) }
            }
            @for tick in loads.ticks(TICKS) {
                text x=(format!("{:.1}", x(tick))) y=(SIZE.1 - 8.0) text-anchor="middle" { (trimmed(tick)) }
            }
            text x=(EDGE.0 + 6.0) y=(TOP - 4.0) { "latency, cycles" }
            text x=(SIZE.0 - 8.0) y=(SIZE.1 - EDGE.1 - 6.0) text-anchor="end" { "messages per node per cycle" }
            @for (network, (colour, dash)) in all.iter().zip(STYLES.into_iter().cycle()) {
                polyline points=(line(network)) fill="none" stroke={ "var(--" (colour) ")" } stroke-width="2"
                    stroke-dasharray=[swatch::dashes(dash)] {}
            }
            @for (run, measured) in runs.iter().filter_map(|run| Some((run, run.measured?))).filter(|(run, _)| inside(run)) {
                @let colour = format!("var(--{})", STYLES[run.network % STYLES.len()].0);
                @match measured.value {
                    Some(interval @ Interval { mean, .. }) if mean <= high => {
                        @let (x, [low, high], y) = (x(run.load), interval.ends().unwrap_or([mean; 2]).map(&y), y(mean));
                        path d=(format!("M{x:.1} {low:.1}V{high:.1}")) stroke=(colour) {}
                        circle cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) r="3.5" stroke=(colour)
                            fill=(if run.is_over() { colour.as_str() } else { "var(--panel)" }) {}
                    }
                    None if measured.state == Verdict::Saturated => {
                        path d=(format!("M{:.1} 14l5 -8l5 8z", x(run.load) - 5.0)) fill=(colour) {}
                    }
                    _ => {}
                }
            }
        }
    }
}
