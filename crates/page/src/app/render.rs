//! The next picture: it brings everything that is out of date to the scenario.

use super::state::{State, is_open};
use crate::{
    chart::{
        arrived, card, curves,
        figure::{self, FigureSource},
        legend,
    },
    panels::{controls, discrepancies, explanation, header, intro, meaning, story, tabs, waterfall},
    pins,
    player::{
        Settings,
        panels::{moments, symbol_highlight},
        side_by_side::{self, Companion},
    },
    prelude::*,
    results::Results,
};
use flitscope_show::animation::arrivals;

/// Milliseconds of solving from which a model is solved when a slider rests, not while it moves.
const HEAVY: f64 = 60.0;

const RESTS: f64 = 160.0;

/// Milliseconds of a picture for what is solved bit by bit.
const PIECE: f64 = 4.0;

/// Milliseconds between two drawings of a curve that is solved bit by bit.
const AGAIN: f64 = 100.0;

/// The state of solving and drawing; times in milliseconds.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    /// True if a model has been solved since the page was opened: the first time takes longer than any other.
    warm: bool,
    /// True if the picture before solved a model a little further, so that the next one does not.
    solves: bool,
    /// True if more has been solved than has been drawn.
    unseen: bool,
    /// The time at which results were last drawn.
    drawn: Option<f64>,
    /// The latency of the message that is followed, as it was drawn.
    followed: Option<u64>,
    /// The time at which a slider was last moved.
    pub(crate) moved: Option<f64>,
}

/// The next picture: `now` is the time for which it is drawn, `clock` tells how long it takes, both in milliseconds.
pub(crate) fn render(state: &mut State, now: f64, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    let heavy = state.pace.warm && state.results.longest_ms > HEAVY;
    if state.stale.results && heavy && state.pace.moved.is_some_and(|moved| now - moved < RESTS) {
        return;
    }
    let scenario = *state.history.present();
    state.simulation.withheld = lesson::asks(&scenario);
    let first = std::mem::take(&mut state.stale.results);
    let opening = state.pace.drawn.is_none();
    // Workers are started once the first picture is seen.
    if opening && state.simulation.is_automatic() {
        state.simulation.begin(effects);
    }
    let paired = !opening && state.player.is_paired();
    if first {
        state.results = Results::start(scenario, Some(&mut state.results), clock);
        state.pace.warm = true;
        state.player.follow(Subject::of(&scenario), now);
        state.player.set_companion(Companion::of(&scenario), now);
    }
    // Solving bit by bit and recording take turns: a picture is short also on a slow device.
    state.pace.solves = !first && !state.pace.solves && !state.results.is_whole();
    if state.pace.solves {
        state.pace.unseen |= state.results.advance(PIECE, clock);
        // Now the channels of the network have a prediction.
        state.stale.animation |= state.results.is_whole();
    }
    let late = state.pace.drawn.is_none_or(|drawn| now - drawn >= AGAIN);
    let further = state.pace.unseen && (state.results.is_whole() || late);
    // The only figure with simulated points and the followed message.
    let latencies = state.results.shows_latencies();
    let followed = state.player.followed_latency().filter(|_| latencies);
    state.stale.chart |= followed != std::mem::replace(&mut state.pace.followed, followed);
    let drawn = std::mem::take(&mut state.stale.chart) || first || further;
    if drawn {
        (state.pace.unseen, state.pace.drawn) = (false, Some(now));
        // First the axes: the slider of the load goes as far as theirs.
        let State { curves, results, simulation, palette, .. } = &mut *state;
        let curves = Box::new(curves.chart(results, simulation, palette));
        let figure = figure::chart(state.figure(), &state.palette).map(Box::new);
        let card = card::chart(state.figure(), &state.curves, &state.palette).map(Box::new);
        write(state, clock, effects);
        effects.push(Effect::Draw { curves, figure, card });
    }
    if std::mem::take(&mut state.questions.news) || drawn {
        effects.push(Effect::Write(state.questions.sheet(&scenario, &state.results, &state.simulation.store)));
        effects.push(Effect::Write(state.questions.mark_sheet(&state.curves)));
        effects.push(Effect::Write(state.questions.channel_sheet()));
    }
    // The first picture is that of the curves. Until the network is warm, it and the curves take turns.
    let turn = !drawn || !state.player.is_warming();
    if !opening && !state.pace.solves && turn {
        play(state, now, clock, effects);
    }
    // A canvas that has just come into the page has no width yet, and the other one has less.
    if state.player.is_paired() != paired {
        effects.push(Effect::Measure);
        state.stale.animation = true;
    }
}

/// Everything that says the scenario and its results.
fn write(state: &mut State, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    // Where it cannot rise any more it does not come back by itself.
    state.raised &= state.can_rise();
    state.show_vote(clock(), effects);
    let State { results, history, simulation, raised, progress, .. } = state;
    let mut write = |sheet| effects.push(Effect::Write(sheet));
    write(header::sheet(history, &state.base));
    write(header::notices(&state.problems));
    write(state.lessons.sheet(results, simulation, state.curves.plot));
    write(state.paper.sheet(history.present(), &state.base));
    write(tabs::sheet(history.present(), *raised));
    write(side_by_side::sheet(history.present()));
    write(state.controls.sheet(history.present(), results, state.curves.reach()));
    write(controls::drag(history.present(), state.curves.reach(), state.dragged));
    write(legend::sheet(results, simulation.shown()));
    write(intro::sheet(results, !progress.has(0) && !state.dragged));
    write(meaning::sheet(results, simulation.shown()));
    let open = |id: &str| is_open(&state.open, history.present(), id);
    write(explanation::sheet(results, simulation.shown(), &open));
    write(figure::sheet(FigureSource::new(results, simulation, &state.player), open("figure-box")));
    write(card::sheet(FigureSource::new(results, simulation, &state.player)));
    write(pins::compared(results, simulation));
    write(curves::table(results, simulation, open("numbers")));
    write(simulation.sheet(clock(), results.info()));
    write(state.comparison.sheet(results, simulation));
    write(discrepancies::sheet(results, simulation));
    write(waterfall::sheet(results, simulation));
}

/// The animation: a little more is recorded, and the cycle moves on if it plays.
fn play(state: &mut State, now: f64, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    let scenario = *state.history.present();
    // Asked before the tick: the one that ends a recording is shown too.
    let working = state.player.is_working();
    if let Some(cycle) = state.player.tick(Settings::of(&scenario), now, clock) {
        show_cycle(state, cycle, effects);
    }
    follow(state, effects);
    let (node, name) = state.player.node();
    state.arrivals.tick(arrivals::ArrivalSubject::of(&scenario, node).and_then(Result::ok), clock);
    effects.push(Effect::Write(state.arrivals.sheet(&name)));
    if std::mem::take(&mut state.stale.animation) || working {
        let log_open = state.is_open("log-box");
        let State { elements, player, history, symbols, results, simulation, lessons, .. } = state;
        elements.trail.mean = meaning::latency(results, simulation.shown());
        player.counted = symbols.counted(results).map(|(_, counted)| counted);
        player.predicted = results.channels();
        effects.push(Effect::Write(elements.sheet(player, history.present(), log_open)));
        effects.push(Effect::Write(lessons.moving(player, history.present())));
        effects.push(Effect::Write(moments::sheet(history.present())));
        effects.push(Effect::Write(story::sheet(player, history.present(), elements.trail.mean)));
        effects.push(Effect::Write(arrived::sheet(&state.curves, &state.results, state.arrived())));
        let State { player, symbols, results, .. } = state;
        effects.push(Effect::Write(symbol_highlight::sheet(results, player, symbols, scenario.count(Key::Cycle))));
        effects.push(Effect::Paint);
    }
}

pub(crate) fn follow(state: &mut State, effects: &mut Vec<Effect>) {
    let present = *state.history.present();
    let next = match state.player.followed() {
        Some(message) => present.set(Key::Follow, f64::from(message)),
        None => present.reset(Key::Follow, &mut Vec::new()),
    };
    if next != present {
        state.history.advance(next, Some(Key::Follow));
        effects.push(Effect::After(Timer::Address));
    }
}

pub(crate) fn show_cycle(state: &mut State, cycle: u32, effects: &mut Vec<Effect>) {
    let next = state.history.present().set(Key::Cycle, f64::from(cycle));
    state.history.advance(next, Some(Key::Cycle));
    state.stale.animation = true;
    // While it plays the cycle changes all the time; the address follows when it stops.
    if state.player.is_moment() {
        effects.push(Effect::After(Timer::Address));
    }
}
