//! What each message does: the one way in which the page changes.

mod print;
mod scene;

use super::{
    message::{Copied, Measured, Message, Press},
    render::{render, show_cycle},
    state::State,
};
use crate::{
    chart::{
        curves::{self, Cursor},
        figure, legend,
    },
    dom::{
        effect::{Effect, Timer},
        patch::DomPatch,
    },
    export::{files, share},
    learn::gallery::GalleryAction,
    panels::{about, explanation, glossary, header},
    pins,
    player::stage::{pointer::Gesture, view::View},
    questions::Questions,
};
use flitscope::{
    lesson,
    param::{Key, options::Auto},
    scenario::Parsed,
};

/// Works on a message; gives what is to be done for it, in this order. `clock` tells milliseconds.
pub fn update(state: &mut State, message: Message, clock: &dyn Fn() -> f64) -> Vec<Effect> {
    let (before, automatic) = (*state.scenario(), state.simulation.is_automatic());
    let pinned = state.history.pins().clone();
    let mut effects = Vec::new();
    dispatch(state, message, clock, &mut effects);
    let after = *state.scenario();
    if after != before || *state.history.pins() != pinned {
        state.simulation.follow_pins(state.history.pins(), &after, clock(), &mut effects);
    }
    let channels = state.is_open(crate::questions::CHANNELS);
    state.questions.follow(&after, channels, clock(), &mut effects);
    let moved = state.simulation.follow(&after, clock(), &mut effects);
    state.stale.points |= moved;
    let asks = moved || after.get(Key::Load) != before.get(Key::Load) || !automatic;
    if asks && state.simulation.is_automatic() {
        state.simulation.begin(&mut effects);
    }
    if state.is_stale() {
        effects.push(Effect::Frame);
    }
    effects
}

fn dispatch(state: &mut State, message: Message, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    match message {
        Message::At(address, edit) if state.controls.is_open(address) => dispatch(state, *edit, clock, effects),
        Message::Came(timer) => came(state, timer, clock, effects),
        Message::Press(press) => {
            state.press = press;
            if press == Press::Up {
                effects.push(Effect::After(Timer::Lifted));
            }
        }
        Message::Printing(printing) => print::print(state, printing, clock, effects),
        // Pictures wait for the end of a press: it acts on the control that was pressed.
        Message::Frame(_) if state.press != Press::Over => {}
        Message::Frame(now) => {
            render(state, now, clock, effects);
            if state.is_solved() {
                begin(state, clock, effects);
            }
        }
        // Each gives back what it does not know.
        _ => {
            let other = scene::update(state, message, clock, effects);
            let other = other.and_then(|message| play(state, message, effects));
            let other = other.and_then(|message| simulate(state, message, clock, effects));
            if let Some(message) = other {
                look(state, message, effects);
            }
        }
    }
}

/// What happens to the animation.
fn play(state: &mut State, message: Message, effects: &mut Vec<Effect>) -> Option<Message> {
    let cycle = state.scenario().count(Key::Cycle);
    let player = &mut state.player;
    let (mut next, mut action, mut seen) = (None, None, true);
    match message {
        Message::Play => {
            next = player.toggle(cycle);
            effects.push(Effect::After(Timer::Address));
        }
        Message::Restart => {
            next = Some(player.restart());
            effects.push(Effect::After(Timer::Address));
        }
        Message::Listen(of) => state.listening.toggle(&of, effects),
        Message::Silent => state.listening.ended(),
        Message::Seen(seen) => player.seen(seen),
        Message::Step(steps) => next = Some(player.step(cycle, steps)),
        Message::Mark(forward) => next = player.jump(cycle, forward),
        Message::Zoom(factor) => player.zoom(factor, None),
        Message::Fit => player.view = View::default(),
        Message::Walk(toward, wires) => player.walk(toward, wires),
        Message::Act => action = player.act(),
        Message::Gesture(Gesture::Pan(by)) => player.pan(by),
        Message::Gesture(Gesture::Zoom(factor, about)) => player.zoom(factor, Some(about)),
        // A pointer that moves over nothing new asks for no picture.
        Message::Gesture(Gesture::Point(place)) => seen = player.point(place),
        Message::Gesture(Gesture::Click { place, touch }) => action = player.click(place, touch),
        Message::Symbol(symbol) => seen = state.symbols.point(symbol),
        Message::PickSymbol(symbol) => {
            if state.symbols.pick(symbol) {
                effects.push(Effect::ScrollTo("stage-frame"));
            }
        }
        Message::Leave => player.selection.leave(),
        other => return Some(other),
    }
    state.stale.animation |= seen;
    if let Some(cycle) = next {
        show_cycle(state, cycle, effects);
    }
    if let Some((key, value)) = action {
        let scenario = state.scenario().set(key, value).set(Key::Cycle, 0.0);
        scene::advance(state, scenario, None, effects);
    }
    None
}

/// What happens to the simulation.
fn simulate(
    state: &mut State,
    message: Message,
    clock: &dyn Fn() -> f64,
    effects: &mut Vec<Effect>,
) -> Option<Message> {
    let now = clock();
    match message {
        // Points would answer.
        Message::Simulate | Message::SimulateAgain if lesson::asks(state.scenario()) => return None,
        Message::Simulate => start(state, true, clock, effects),
        Message::SimulateAgain => {
            scene::update(state, Message::NewSeed, clock, effects);
            start(state, true, clock, effects);
        }
        Message::Hidden(hidden) => state.simulation.hide(hidden, now, effects),
        Message::EndSimulation => state.simulation.end(now, effects),
        Message::ClearSimulation => state.simulation.clear(now, effects),
        Message::ForgetAll => effects.push(Effect::ForgetAll),
        Message::SimulateNetworks => state.questions.simulate(now, effects),
        Message::Heard(worker, word) if Questions::have(worker) => state.questions.hear(worker, *word, now, effects),
        Message::WorkerFailed(worker, why) if Questions::have(worker) => {
            state.questions.failed(worker, &why, now, effects)
        }
        Message::WorkerRefused(worker, why) if Questions::have(worker) => {
            state.questions.refused(worker, &why, now, effects)
        }
        Message::Heard(worker, word) => state.simulation.hear(worker, *word, now, effects),
        Message::WorkerFailed(worker, why) => state.simulation.failed(worker, &why, now, effects),
        Message::WorkerRefused(worker, why) => state.simulation.refused(worker, &why, now, effects),
        Message::Recalled { subject, text } => {
            if !text.is_some_and(|text| state.simulation.recall(&subject, &text)) {
                return None;
            }
        }
        Message::SavedRuns(kept) => state.simulation.set_storage_status(kept),
        other => return Some(other),
    }
    state.stale.points = true;
    None
}

/// Simulates the scenario on the screen, as far as that has not been done; `asked` by the reader.
fn start(state: &mut State, asked: bool, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    // The loads are those of its own curve.
    let scenario = *state.scenario();
    state.simulation.follow(&scenario, clock(), effects);
    state.simulation.follow_pins(state.history.pins(), &scenario, clock(), effects);
    if !state.is_solved() {
        at_once(state, clock, effects);
        state.stale.chart |= state.results.advance(f64::INFINITY, clock);
    }
    // As far as the network goes, if a model knows that.
    if let Some(curve) = state.results.network().or(state.results.curves.first()) {
        state.simulation.start(Some(&*curve.model), asked, clock(), effects);
        state.simulation.start_pins(&state.results, asked, clock(), effects);
    }
}

/// Begins with what is due without being asked: with the load shown while a model is still being solved, and with the sweep once it is.
fn begin(state: &mut State, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    if !state.simulation.is_due() {
        return;
    }
    let asked = state.scenario().choice::<Auto>() == Auto::On;
    if state.is_solved() {
        start(state, asked, clock, effects);
    } else {
        state.simulation.start(None, asked, clock(), effects);
    }
    state.stale.points = true;
}

/// The picture at once, whatever it costs.
fn at_once(state: &mut State, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    state.moved = f64::NEG_INFINITY;
    render(state, clock(), clock, effects);
}

/// What a timer brings.
fn came(state: &mut State, timer: Timer, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    match timer {
        Timer::Address => {
            let difference = pins::differences(&state.results, &state.simulation);
            effects.push(Effect::Write(explanation::spoken(&state.results, &difference)));
            effects.push(Effect::Address(fragment(state)));
            effects.push(state.title());
        }
        Timer::Released => state.history.rest(),
        // A press that began meanwhile goes on.
        Timer::Lifted if state.press == Press::Up => state.press = Press::Over,
        Timer::Lifted => {}
        Timer::Begin => {
            state.simulation.rest();
            begin(state, clock, effects);
        }
        Timer::Fade => {
            state.simulation.fade();
            state.stale.points = true;
        }
        Timer::Watch => {
            state.simulation.watch(clock(), effects);
            state.questions.watch(clock(), effects);
            state.stale.points = true;
        }
    }
}

fn fragment(state: &State) -> String {
    format!("#{}", lesson::write(&state.linked(), state.history.pins()))
}

/// What changes how the page is seen, and what is taken from it.
fn look(state: &mut State, message: Message, effects: &mut Vec<Effect>) {
    match message {
        Message::Address(fragment) => {
            let Parsed { scenario, pins, problems } = lesson::parse(&fragment);
            state.problems = problems;
            state.controls.reopen();
            scene::advance_with(state, scenario, pins, None, effects);
            state.open();
            effects.push(state.title());
            state.stale.results = true;
        }
        Message::Cursor(cursor) => move_cursor(state, cursor, effects),
        Message::Drawn { plot, milliseconds } => {
            plot.into_iter().for_each(|plot| state.curves.drawn(plot));
            state.results.draw_ms = milliseconds;
            let mut sheet = state.curves.sheet(&state.results, &state.simulation);
            state.lessons.place(&mut sheet, &state.results.scenario, state.curves.plot());
            effects.extend([Effect::Write(sheet), Effect::Write(state.questions.mark_sheet(&state.curves))]);
            effects.push(Effect::Write(legend::cost(&state.results)));
        }
        Message::Restyle => effects.push(Effect::Measure),
        Message::Measured(measured) => {
            let Measured { palette, widths: (width, beside) } = *measured;
            state.palette = palette;
            state.player.measure(width, beside);
            (state.stale.chart, state.stale.animation) = (true, true);
        }
        Message::Theme => {
            state.theme = state.theme.toggled();
            let word = state.theme.word();
            effects.extend([Effect::RememberTheme(word), Effect::Write(state.theme.sheet()), Effect::Measure]);
        }
        Message::Themed(choice) if choice.chosen != state.theme.chosen => {
            state.theme.chosen = choice.chosen;
            effects.extend([Effect::Write(state.theme.sheet()), Effect::Measure]);
        }
        Message::Prefers(dark) => {
            state.theme.preferred = dark;
            effects.extend([Effect::Write(state.theme.sheet()), Effect::Measure]);
        }
        Message::Map(walk) => {
            let next = state.questions.walk(walk, state.history.present());
            next.into_iter().for_each(|next| scene::advance(state, next, None, effects));
        }
        Message::ChannelTable => effects.extend(state.questions.channel_file(&state.results)),
        Message::MapTable => effects.extend(state.questions.file(state.scenario(), &state.results)),
        Message::Table => effects.extend(files::table(&state.shown())),
        Message::Document => effects.push(files::document(&state.shown())),
        Message::Share => {
            state.share.open();
            show_share(state, effects);
            effects.extend([
                Effect::Address(fragment(state)),
                Effect::Open("share-dialog"),
                Effect::Select(state.share.field()),
                Effect::Copy(state.share.text(&state.shown())),
            ]);
        }
        Message::Sharing(turn) => {
            state.share.turn(turn);
            show_share(state, effects);
        }
        Message::ShareTab(key) => {
            let id = state.share.toward(&key, &state.base);
            show_share(state, effects);
            effects.push(Effect::Focus(id.into()));
        }
        Message::Send => {
            let address = state.shown().address();
            effects.push(Effect::Send { title: header::title(state.scenario()), address });
        }
        Message::Picture(picture) => effects.extend(share::picture(picture, &state.shown())),
        Message::File(text) => match share::link_of(&text) {
            Some(address) => look(state, Message::Address(fragment_of(&address)), effects),
            None => {
                let mut sheet = DomPatch::default();
                sheet.text(
                    "share-state",
                    "This file has no scene of Flitscope in it: open a picture that was saved here as SVG.",
                );
                effects.push(Effect::Write(sheet));
            }
        },
        Message::Copy => effects.push(Effect::Copy(state.share.text(&state.shown()))),
        Message::Latex => effects.push(Effect::Copy(explanation::latex(&state.results))),
        Message::Copied(copied) => say_copied(state, copied, effects),
        Message::Keys => effects.push(Effect::Open("keys-dialog")),
        Message::Gallery(look) => {
            let opens = look == GalleryAction::Open;
            effects.push(Effect::Write(state.gallery.look(look)));
            if opens {
                effects.extend([Effect::Open("gallery"), Effect::Focus("gallery-words".into())]);
            }
        }
        Message::Print => effects.push(Effect::Print),
        Message::Words => effects.extend([Effect::Write(glossary::sheet()), Effect::Open("words-dialog")]),
        Message::About => effects.extend([Effect::Write(about::sheet()), Effect::Open("about-dialog")]),
        Message::Help(key) => effects.push(Effect::Write(state.controls.help(key))),
        Message::Skip => effects.push(Effect::Focus("controls".into())),
        Message::Opened(id, false) if id == "gallery" => drop(state.gallery.look(GalleryAction::Close)),
        Message::Opened(id, open) => {
            state.open.retain(|other| *other != id);
            if open {
                state.open.push(id);
            }
            // Clicks are drawn with the next picture.
            state.stale.animation = true;
            let seen = state.simulation.shown();
            effects.push(Effect::Write(explanation::sheet(&state.results, seen, &|id| state.is_open(id))));
            effects.push(Effect::Write(figure::sheet(&state.results, state.is_open("figure-box"))));
            effects.push(Effect::Write(curves::table(&state.results, &state.simulation, state.is_open("numbers"))));
            state.stale.animation = true;
        }
        Message::Dismiss => {
            state.problems.clear();
            effects.push(Effect::Write(header::notices(&[])));
            // The button that was pressed is gone.
            effects.push(Effect::Focus("chart".into()));
        }
        _ => {}
    }
}

fn move_cursor(state: &mut State, cursor: Cursor, effects: &mut Vec<Effect>) {
    // Without a curve there is nothing to read out.
    let cursor = if state.results.curves.is_empty() { Cursor::Hide } else { cursor };
    state.curves.move_cursor(cursor, &state.results);
    effects.push(Effect::Write(state.curves.sheet(&state.results, &state.simulation)));
}

/// The dialog of what can be shared.
fn show_share(state: &State, effects: &mut Vec<Effect>) {
    effects.push(Effect::Write(state.share.sheet(&state.shown())));
}

/// The fragment of an address.
fn fragment_of(address: &str) -> String {
    address.find('#').map_or_else(String::new, |place| address[place..].into())
}

/// Says what came of copying. Where there is no clipboard the field is selected for the reader's own hand.
fn say_copied(state: &State, copied: Copied, effects: &mut Vec<Effect>) {
    let [link, latex] = copied.words();
    let mut sheet = DomPatch::default();
    sheet.text("share-state", link).text("latex-state", latex);
    effects.push(Effect::Write(sheet));
    if copied == Copied::NoClipboard {
        effects.push(Effect::Select(state.share.field()));
    }
}

#[cfg(test)]
mod tests;
