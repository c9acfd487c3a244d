//! The page as a reader meets it, without a browser: what is asked for is performed by a bench whose clock moves by hand.

use super::*;
use crate::{
    chart::Plot,
    experiment::observed,
    model::Outcome,
    page::{
        desk::{Order, Word},
        message::Measured,
        palette::{Choice, Palette},
        player::walk::Toward,
        sheet::Id,
        simulation::Host,
        state::Start,
    },
    scenario::{Reading, Scenario, System, preset},
};
use std::{cell::Cell, collections::HashMap};

/// Milliseconds between two pictures.
const PICTURE: f64 = 16.0;

/// A page, and a browser that does what it asks for.
struct Bench {
    state: State,
    now: Cell<f64>,
    /// Timers that run, with when they come.
    timers: HashMap<u8, (Timer, f64)>,
    frame: bool,
    /// What stands on the page.
    sheet: Sheet,
    kept: HashMap<String, String>,
    /// Jobs that workers have.
    jobs: Vec<(u32, u32, String)>,
    /// Everything else that was asked for.
    asked: Vec<Effect>,
}

impl Bench {
    fn new(fragment: &str) -> Self {
        Self::kept(fragment, HashMap::new())
    }

    fn kept(fragment: &str, kept: HashMap<String, String>) -> Self {
        let start = Start {
            fragment: fragment.into(),
            base: "https://example.org/".into(),
            host: Host { build: "app-1.js".into(), epoch: 1e12, cores: 2 },
            theme: Choice::remembered(None, false),
            touch: false,
            entropy: 7,
        };
        let (state, effects) = State::new(start, &|| 0.0);
        let mut bench = Self {
            state,
            now: Cell::new(0.0),
            timers: HashMap::new(),
            frame: false,
            sheet: Sheet::default(),
            kept,
            jobs: Vec::new(),
            asked: Vec::new(),
        };
        bench.perform(effects);
        bench.send(Message::Frame(0.0));
        bench
    }

    fn send(&mut self, message: Message) {
        if matches!(message, Message::Frame(_)) {
            self.frame = false;
        }
        let now = self.now.get();
        let effects = update(&mut self.state, message, &|| now);
        self.perform(effects);
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Write(sheet) => {
                    for (id, mark) in sheet.marks() {
                        self.sheet.mark(id.clone(), mark.clone());
                    }
                }
                Effect::Frame => self.frame = true,
                Effect::After(timer) => {
                    self.timers.insert(timer as u8, (timer, self.now.get() + f64::from(timer.milliseconds())));
                }
                Effect::Measure => {
                    let measured = Measured { palette: Palette::default(), width: 600.0 };
                    self.send(Message::Measured(Box::new(measured)));
                }
                Effect::Draw { .. } => {
                    let plot = Some(Plot { left: 50.0, top: 10.0, width: 400.0, height: 200.0 });
                    self.send(Message::Drawn { plot, milliseconds: 2.0 });
                }
                Effect::Recall(subject) => {
                    let text = self.kept.get(&subject).cloned();
                    self.send(Message::Recalled { subject, text });
                }
                Effect::Save { subject, text } => {
                    self.kept.insert(subject, text);
                }
                Effect::Forget(subjects) => subjects.iter().for_each(|subject| drop(self.kept.remove(subject))),
                Effect::Spawn(worker) => self.send(Message::Heard(worker, Box::new(Word::Ready))),
                Effect::Post(worker, Order::Simulate { job, link }) => self.jobs.push((worker, job, link)),
                Effect::Post(worker, Order::Stop) => self.jobs.retain(|(other, ..)| *other != worker),
                other => self.asked.push(other),
            }
        }
    }

    /// So many milliseconds go by, with pictures and timers as a browser brings them.
    fn wait(&mut self, milliseconds: f64) {
        let end = self.now.get() + milliseconds;
        while self.now.get() < end {
            self.now.set((self.now.get() + PICTURE).min(end));
            let due: Vec<_> =
                self.timers.values().filter(|(_, at)| *at <= self.now.get()).map(|(timer, _)| *timer).collect();
            for timer in due {
                self.timers.remove(&(timer as u8));
                self.send(Message::Came(timer));
            }
            if self.frame {
                self.send(Message::Frame(self.now.get()));
            }
        }
    }

    /// Waits until nothing is left to draw.
    fn settle(&mut self) {
        for _ in 0..20_000 {
            if self.state.is_settled() {
                return;
            }
            self.wait(PICTURE);
        }
        panic!("it never settles");
    }

    fn get(&self, key: Key) -> f64 {
        self.state.scenario().get(key)
    }

    fn slide(&mut self, key: Key, text: &str) {
        self.send(Message::Put { key, text: text.into(), moving: true });
    }

    fn put(&mut self, key: Key, text: &str) {
        self.send(Message::Put { key, text: text.into(), moving: false });
    }

    fn typed(&mut self, key: Key, text: &str) {
        self.send(Message::Typed { key, text: text.into() });
    }

    fn said(&self, id: &str) -> String {
        self.sheet.said(id)
    }

    fn fragment(&self) -> Option<String> {
        let address =
            |effect: &Effect| if let Effect::Address(fragment) = effect { Some(fragment.clone()) } else { None };
        self.asked.iter().rev().find_map(address)
    }

    /// The workers finish what they have.
    fn finish(&mut self) {
        while let Some((worker, job, link)) = self.jobs.pop() {
            let scenario = link::parse(&link).scenario;
            let model = crate::model::of(&scenario);
            let observation = Box::new(observed::stable(&*model, scenario.get(Key::Load), &[5.0], Some(0.01)));
            self.send(Message::Heard(worker, Box::new(Word::Observed { job, observation })));
        }
        self.settle();
    }
}

#[test]
fn a_link_opens_its_scene_and_the_first_picture_says_everything() {
    let mut bench = Bench::new("#k=10&load=0.002");
    bench.settle();
    assert_eq!((bench.get(Key::K), bench.get(Key::Load)), (10.0, 0.002));
    for id in [
        "scene",
        "sentence",
        "equation",
        "headlines",
        "legend",
        "saturation",
        "caption",
        "cost",
        "controls",
        "keys-list",
        "lab-state",
    ] {
        assert!(!bench.said(id).is_empty(), "{id}");
    }
    assert_eq!(bench.said("cost"), "solved in 0.0 ms · drawn in 2.0 ms");
    assert!(bench.asked.contains(&Effect::Paint));
    assert!(bench.state.problems.is_empty());
}

#[test]
fn every_system_opens_settles_and_leaves_nothing_blank() {
    for &system in System::ALL {
        let mut bench = Bench::new(&format!("#system={}", system.key()));
        bench.settle();
        for id in [
            "scene",
            "sentence",
            "chart-title",
            "operating-load",
            "source-note",
            "stage-title",
            "caption",
            "extent",
            "lab-state",
        ] {
            assert!(!bench.said(id).is_empty(), "{system:?}: {id}");
        }
        let said: Vec<_> = bench.sheet.marks().iter().map(|(id, mark)| format!("{id} {mark:?}")).collect();
        for word in ["NaN", "inf,", "undefined"] {
            assert!(said.iter().all(|mark| !mark.contains(word)), "{system:?}: {word}");
        }
    }
}

#[test]
fn a_bad_link_names_each_value_and_shows_something_all_the_same() {
    let mut bench = Bench::new("#k=99&beta=NaN&reading=nonsense&colour=red&load=");
    bench.settle();
    let notices = bench.said("notices");
    for named in ["k = 99", "beta = NaN", "reading = nonsense", "colour = red", "load = (nothing)"] {
        assert!(notices.contains(named), "{named}: {notices}");
    }
    assert_eq!(bench.get(Key::K), 32.0);
    assert!(matches!(bench.state.results.outcome, Outcome::Stable(_) | Outcome::Saturated));
    bench.send(Message::Dismiss);
    assert_eq!(bench.said("notices"), "");
    assert!(bench.asked.contains(&Effect::Focus("chart".into())));
}

#[test]
fn a_system_that_does_not_exist_opens_the_first_one_and_is_named() {
    let bench = Bench::new("#system=ring&k=9");
    assert_eq!(bench.state.scenario().system(), System::TorusBroadcast);
    assert!(bench.said("notices").contains("system = ring"), "{}", bench.said("notices"));
}

#[test]
fn a_slider_changes_the_numbers_with_the_next_picture_and_not_before() {
    let mut bench = Bench::new("");
    bench.settle();
    let before = bench.said("sentence");
    bench.slide(Key::K, "9");
    assert_eq!((bench.get(Key::K), bench.said("sentence") == before), (9.0, true));
    assert!(!bench.state.is_settled() && bench.frame);
    bench.wait(PICTURE);
    assert_ne!(bench.said("sentence"), before);
    assert_eq!(bench.sheet.valued("number-k").as_deref(), Some("9"));
    bench.settle();
}

#[test]
fn a_movement_of_a_slider_is_one_step_of_undo() {
    let mut bench = Bench::new("");
    for k in ["9", "10", "11"] {
        bench.slide(Key::K, k);
        bench.send(Message::Released);
        bench.wait(100.0);
    }
    bench.wait(700.0);
    bench.slide(Key::K, "12");
    bench.send(Message::Undo);
    assert_eq!(bench.get(Key::K), 11.0, "it had rested before");
    bench.send(Message::Undo);
    assert_eq!(bench.get(Key::K), 8.0);
    bench.send(Message::Redo);
    assert_eq!(bench.get(Key::K), 11.0);
}

#[test]
fn a_half_typed_number_is_left_alone_and_counts_when_it_is_right() {
    let mut bench = Bench::new("");
    bench.settle();
    bench.typed(Key::K, "1");
    assert_eq!((bench.get(Key::K), bench.sheet.has("number-k", "aria-invalid").as_deref()), (8.0, Some("true")));
    assert_eq!(bench.said("notices"), "", "nobody is told off halfway through");
    bench.typed(Key::K, "16");
    bench.wait(PICTURE);
    assert_eq!((bench.get(Key::K), bench.sheet.has("number-k", "aria-invalid").as_deref()), (16.0, Some("false")));
    let gentle = |bench: &Bench| {
        bench.sheet.last("number-k", |mark| match mark {
            crate::page::sheet::Mark::Field { gentle, .. } => Some(*gentle),
            _ => None,
        })
    };
    assert_eq!(gentle(&bench), Some(true));
    bench.typed(Key::K, "160");
    bench.put(Key::K, "160");
    bench.wait(PICTURE);
    assert!(bench.said("notices").contains("k = 160 is not accepted"), "{}", bench.said("notices"));
    assert_eq!((bench.get(Key::K), gentle(&bench)), (32.0, Some(false)), "its text does not stay");
}

#[test]
fn what_gives_way_to_a_typed_number_comes_back_when_the_number_is_complete() {
    let mut bench = Bench::new("#k=16&source=200");
    bench.typed(Key::K, "3");
    bench.wait(PICTURE);
    assert_eq!(bench.get(Key::Source), 0.0);
    assert!(bench.said("notices").contains("source = 200 is not accepted"), "{}", bench.said("notices"));
    bench.typed(Key::K, "32");
    bench.wait(PICTURE);
    assert_eq!((bench.get(Key::Source), bench.said("notices").as_str()), (200.0, ""));
}

#[test]
fn undo_goes_across_systems_and_a_system_is_found_as_it_was_left() {
    let mut bench = Bench::new("#k=12");
    bench.send(Message::System(System::KaryNCube));
    assert_eq!(bench.state.scenario(), &Scenario::new(System::KaryNCube));
    bench.put(Key::Flits, "48");
    bench.send(Message::System(System::TorusBroadcast));
    assert_eq!(bench.get(Key::K), 12.0);
    bench.send(Message::System(System::KaryNCube));
    assert_eq!(bench.get(Key::Flits), 48.0);
    for (system, key, value) in [
        (System::TorusBroadcast, Key::K, 12.0),
        (System::KaryNCube, Key::Flits, 48.0),
        (System::KaryNCube, Key::Flits, Scenario::new(System::KaryNCube).get(Key::Flits)),
        (System::TorusBroadcast, Key::K, 12.0),
    ] {
        bench.send(Message::Undo);
        bench.settle();
        assert_eq!((bench.state.scenario().system(), bench.get(key)), (system, value));
        assert!(bench.said("scene").starts_with(system.name()));
    }
    bench.send(Message::Undo);
    assert_eq!(bench.get(Key::K), 12.0, "there is nothing before the link");
}

#[test]
fn the_tab_of_the_present_system_changes_nothing() {
    let mut bench = Bench::new("#k=16&vcs=5");
    let before = *bench.state.scenario();
    bench.send(Message::System(System::TorusBroadcast));
    assert_eq!((*bench.state.scenario(), bench.state.history.can_undo()), (before, false));
}

#[test]
fn undo_leaves_the_view_as_it_is() {
    let mut bench = Bench::new("");
    bench.slide(Key::K, "9");
    bench.put(Key::Axis, "log");
    bench.send(Message::Show(Reading::Refined, true));
    bench.send(Message::Undo);
    assert_eq!((bench.get(Key::K), bench.state.scenario().chosen(Key::Axis)), (8.0, "log"));
    assert!(bench.state.scenario().shown().contains(&Reading::Refined));
}

#[test]
fn a_curve_that_the_scenario_does_not_have_is_refused_with_the_reason() {
    let mut bench = Bench::new("#n=3");
    let before = *bench.state.scenario();
    bench.send(Message::Show(Reading::Printed, true));
    bench.wait(PICTURE);
    assert!(bench.said("notices").contains("when n = 3"), "{}", bench.said("notices"));
    assert_eq!(*bench.state.scenario(), before);
}

#[test]
fn the_operating_point_is_dragged_in_round_steps_and_a_drag_is_one_step() {
    let mut bench = Bench::new("");
    bench.settle();
    for place in [100.0, 150.0, 250.0] {
        bench.send(Message::DragLoad(place));
    }
    bench.send(Message::Rest);
    let load = bench.get(Key::Load);
    assert_eq!(load, bench.state.results.tidy_load(load));
    assert!((load - bench.state.results.load_end() / 2.0).abs() < 1e-4);
    bench.send(Message::Undo);
    assert_eq!(bench.get(Key::Load), 0.0045);
}

#[test]
fn the_cursor_s_load_becomes_the_load_shown() {
    let mut bench = Bench::new("");
    bench.settle();
    bench.send(Message::LoadFromCursor);
    assert_eq!(bench.get(Key::Load), 0.0045, "there is no cursor yet");
    bench.send(Message::Cursor(Cursor::At(150.0)));
    bench.send(Message::LoadFromCursor);
    assert_eq!(bench.get(Key::Load), bench.state.results.tidy_load(bench.state.results.load_end() / 4.0));
}

#[test]
fn beyond_saturation_there_is_a_way_back() {
    let mut bench = Bench::new("#load=0.02");
    bench.settle();
    assert_eq!(bench.state.results.outcome, Outcome::Saturated);
    bench.send(Message::BelowSaturation);
    bench.settle();
    assert!(matches!(bench.state.results.outcome, Outcome::Stable(_)));
    assert_eq!(bench.asked.iter().filter(|effect| **effect == Effect::Focus("chart".into())).count(), 1);
}

#[test]
fn a_reset_parameter_keeps_the_reader_at_its_control_and_reset_all_resets_the_rest() {
    let mut bench = Bench::new("#k=9&vcs=5");
    bench.send(Message::Reset(Key::K));
    assert_eq!((bench.get(Key::K), bench.get(Key::Vcs)), (8.0, 5.0));
    assert!(bench.asked.contains(&Effect::Focus("input-k".into())));
    bench.send(Message::ResetAll);
    assert_eq!(*bench.state.scenario(), Scenario::new(System::TorusBroadcast));
}

#[test]
fn the_address_follows_when_the_reader_rests() {
    let mut bench = Bench::new("");
    bench.settle();
    bench.wait(1_000.0);
    bench.asked.clear();
    for k in ["9", "10", "11"] {
        bench.slide(Key::K, k);
        bench.wait(200.0);
        assert_eq!(bench.fragment(), None, "not while it moves");
    }
    bench.wait(400.0);
    assert!(bench.fragment().is_some_and(|fragment| fragment.contains("k=11")));
    let title = |effect: &Effect| if let Effect::Title(title) = effect { Some(title.clone()) } else { None };
    assert!(
        bench
            .asked
            .iter()
            .find_map(title)
            .is_some_and(|title| title.contains("k = 11") && title.ends_with(" · Flitscope"))
    );
}

#[test]
fn another_fragment_in_the_address_is_another_scene_and_can_be_undone() {
    let mut bench = Bench::new("#k=9");
    bench.send(Message::Address("#system=banyan-multicast&n=99".into()));
    bench.settle();
    assert_eq!(bench.state.scenario().system(), System::BanyanMulticast);
    assert!(bench.said("notices").contains("n = 99"));
    bench.send(Message::Undo);
    assert_eq!(bench.get(Key::K), 9.0);
}

#[test]
fn a_scene_of_the_list_opens_and_one_of_the_animation_is_scrolled_to() {
    for (index, preset) in preset::of(System::TorusBroadcast).iter().enumerate() {
        let mut bench = Bench::new("#k=9");
        bench.send(Message::Preset(index));
        assert_eq!(*bench.state.scenario(), preset.scenario(), "{}", preset.title);
        assert_eq!(bench.asked.contains(&Effect::ScrollTo("stage-panel")), preset.is_animation(), "{}", preset.title);
    }
    let mut bench = Bench::new("");
    bench.send(Message::Preset(9_999));
    assert_eq!(*bench.state.scenario(), Scenario::new(System::TorusBroadcast));
}

#[test]
fn what_takes_long_to_solve_is_solved_when_the_slider_rests() {
    let mut bench = Bench::new("");
    bench.settle();
    bench.wait(1_000.0);
    bench.state.results.solve_ms = 80.0;
    bench.slide(Key::K, "9");
    bench.wait(100.0);
    assert_eq!(bench.state.results.scenario.get(Key::K), 8.0);
    assert!(!bench.state.is_settled(), "its picture is still to come");
    bench.wait(100.0);
    assert_eq!(bench.state.results.scenario.get(Key::K), 9.0);
}

#[test]
fn the_animation_plays_to_its_end_and_the_address_follows_when_it_stops() {
    let mut bench = Bench::new("#k=4&flits=4&speed=16&orient=fixed&source=0");
    bench.settle();
    bench.send(Message::Play);
    bench.wait(100.0);
    assert!(!bench.state.is_settled() && bench.get(Key::Cycle) > 0.0);
    bench.settle();
    let end = bench.get(Key::Cycle);
    assert_eq!(end, 20.0, "2 floor(k/2) (M + 1) cycles: what an idle network takes");
    bench.wait(500.0);
    assert!(bench.fragment().is_some_and(|fragment| fragment.contains("cycle=20")));
    bench.send(Message::Play);
    assert_eq!(bench.get(Key::Cycle), 0.0, "from the end it begins again");
}

#[test]
fn a_loop_begins_again_and_never_settles_until_it_is_stopped() {
    let mut bench = Bench::new("#k=4&flits=4&speed=16&orient=fixed&source=0&loop=1");
    bench.settle();
    bench.send(Message::Play);
    let mut cycles = Vec::new();
    for _ in 0..200 {
        bench.wait(PICTURE);
        cycles.push(bench.get(Key::Cycle));
    }
    assert!(cycles.windows(2).any(|pair| pair[0] == 20.0 && pair[1] == 0.0), "{cycles:?}");
    assert!(!bench.state.is_settled());
    bench.send(Message::Play);
    bench.settle();
    assert!(!bench.state.history.can_undo(), "playing is no step of undo");
}

#[test]
fn a_mark_that_is_not_recorded_yet_is_looked_for_and_found() {
    let mut bench = Bench::new("#k=16&vcs=5&flits=128&orient=fixed");
    bench.wait(PICTURE);
    bench.send(Message::Mark(true));
    bench.settle();
    assert!(bench.get(Key::Cycle) > 0.0);
    assert!(bench.said("extent").contains("Mark here: "), "{}", bench.said("extent"));
}

#[test]
fn steps_stop_the_animation_and_stay_within_it() {
    let mut bench = Bench::new("#k=4&flits=4&orient=fixed&source=0");
    bench.settle();
    bench.send(Message::Play);
    bench.send(Message::Step(1));
    assert_eq!((bench.get(Key::Cycle), bench.state.player.is_playing()), (1.0, false));
    bench.send(Message::Step(-5));
    assert_eq!(bench.get(Key::Cycle), 0.0);
}

#[test]
fn a_node_is_walked_to_and_what_the_animation_does_there_is_a_step() {
    let mut bench = Bench::new("#k=4&flits=4&source=0&cycle=3");
    bench.settle();
    bench.send(Message::Walk(Toward::Right, false));
    bench.settle();
    assert!(bench.said("stage-node").starts_with("Node (1,0)"), "{}", bench.said("stage-node"));
    bench.send(Message::Act);
    assert_eq!((bench.get(Key::Source), bench.get(Key::Cycle)), (1.0, 0.0));
    bench.send(Message::Undo);
    assert_eq!(bench.get(Key::Source), 0.0);
}

#[test]
fn a_pointer_that_moves_over_nothing_new_asks_for_no_picture() {
    let mut bench = Bench::new("#k=4&flits=4");
    bench.settle();
    bench.frame = false;
    bench.send(Message::Gesture(Gesture::Point(Some((-50.0, -50.0)))));
    assert!(!bench.frame && bench.state.is_settled());
    bench.send(Message::Zoom(1.5));
    assert!(bench.frame);
    bench.settle();
    assert_eq!(bench.said("zoom-level"), "150 %");
    bench.send(Message::Fit);
    bench.settle();
    assert_eq!(bench.said("zoom-level"), "100 %");
}

#[test]
fn simulating_settles_with_the_last_point_and_a_change_makes_the_points_stale() {
    let mut bench = Bench::new("#system=hypercube-slotted&n=4");
    bench.settle();
    bench.send(Message::Simulate);
    assert!(!bench.state.is_settled());
    assert_eq!(bench.sheet.shows("stop"), Some(false), "not before the next picture");
    bench.wait(PICTURE);
    assert_eq!(bench.sheet.shows("stop"), Some(true));
    bench.finish();
    assert_eq!((bench.sheet.shows("verdict"), bench.sheet.shows("again")), (Some(true), Some(true)));
    let report: serde_json::Value = serde_json::from_str(&bench.state.results_report()).expect("JSON");
    assert!(
        report["simulated"]
            .as_array()
            .is_some_and(|points| points.len() == 13 && points.iter().all(|point| point["holds"] == true))
    );
    bench.slide(Key::N, "5");
    bench.settle();
    assert!(bench.said("lab-state").starts_with("The grey points"), "{}", bench.said("lab-state"));
    assert_eq!(bench.sheet.shows("verdict"), Some(false));
    bench.send(Message::Undo);
    bench.settle();
    assert!(bench.state.simulation.holds());
    assert_eq!(bench.sheet.shows("verdict"), Some(true));
}

#[test]
fn another_seed_is_drawn_and_simulated() {
    let mut bench = Bench::new("#system=hypercube-slotted&n=4");
    bench.send(Message::Simulate);
    bench.finish();
    bench.send(Message::SimulateAgain);
    let seed = bench.get(Key::Seed);
    assert_ne!(seed, 1.0);
    assert!(bench.jobs.iter().all(|(.., link)| link.contains(&format!("seed={seed}"))), "{:?}", bench.jobs);
    bench.finish();
    bench.send(Message::NewSeed);
    assert_ne!(bench.get(Key::Seed), seed);
    assert_eq!(bench.kept.len(), 2, "both are kept");
}

#[test]
fn a_scene_that_simulates_by_itself_begins_when_it_is_left_alone() {
    let mut bench = Bench::new("#system=banyan-multicast&n=4&fanout=2&auto=1");
    assert!(!bench.state.is_settled());
    bench.wait(600.0);
    assert!(bench.state.simulation.running());
    bench.finish();
    bench.slide(Key::Fanout, "3");
    bench.wait(300.0);
    bench.slide(Key::Fanout, "4");
    bench.wait(300.0);
    assert!(!bench.state.simulation.running(), "the time starts anew with every movement");
    assert!(!bench.state.is_settled(), "it is about to begin");
    bench.wait(300.0);
    assert!(bench.state.simulation.running());
    bench.finish();
}

#[test]
fn what_was_kept_is_there_with_the_first_picture() {
    let mut first = Bench::new("#system=hypercube-slotted&n=4");
    first.send(Message::Simulate);
    first.finish();
    let mut second = Bench::kept("#system=hypercube-slotted&n=4", first.kept.clone());
    second.settle();
    assert_eq!(second.state.simulation.observations(), first.state.simulation.observations());
    assert!(second.said("lab-state").starts_with("13 points"), "{}", second.said("lab-state"));
    second.send(Message::ForgetAll);
    assert!(second.asked.contains(&Effect::ForgetAll));
}

#[test]
fn a_lost_worker_is_replaced_and_the_page_goes_on() {
    let mut bench = Bench::new("#system=hypercube-slotted&n=4");
    bench.send(Message::Simulate);
    let (worker, _, link) = bench.jobs.remove(0);
    bench.send(Message::WorkerFailed(worker, "out of memory.".into()));
    assert!(
        bench.jobs.iter().any(|(other, _, again)| *other != worker && *again == link),
        "its job has another worker"
    );
    bench.finish();
    assert_eq!(bench.state.simulation.observations().len(), 13);
}

#[test]
fn a_silent_worker_is_noticed_by_the_watch() {
    let mut bench = Bench::new("#system=hypercube-slotted&n=4");
    bench.send(Message::Simulate);
    let silent: Vec<u32> = bench.jobs.iter().map(|(worker, ..)| *worker).collect();
    bench.jobs.clear();
    bench.wait(22_000.0);
    let gone = silent.iter().all(|worker| bench.asked.contains(&Effect::Terminate(*worker)));
    assert!(gone && bench.jobs.len() == silent.len());
    bench.finish();
}

#[test]
fn looking_at_the_handle_changes_nothing() {
    let mut bench = Bench::new("");
    bench.settle();
    bench.slide(Key::K, "9");
    let (scenario, results) = (bench.state.scenario_report(), bench.state.results_report());
    assert_eq!((bench.state.scenario_report(), bench.state.results_report()), (scenario.clone(), results.clone()));
    assert!(scenario.contains("\"k\":9") && !bench.state.is_settled(), "the picture is still to come");
    bench.settle();
    assert_ne!(bench.state.results_report(), results);
}

#[test]
fn sharing_shows_and_copies_the_link_of_the_moment() {
    let mut bench = Bench::new("#k=9");
    bench.settle();
    bench.asked.clear();
    bench.send(Message::Share);
    let link = bench.sheet.valued("share-link").expect("a link");
    assert!(link.starts_with("https://example.org/#") && link.contains("k=9"), "{link}");
    assert!(
        [Effect::Open("share-dialog"), Effect::Copy(link.clone())].iter().all(|effect| bench.asked.contains(effect))
    );
    bench.send(Message::Copied(Copied::Done));
    assert_eq!(bench.said("share-state"), "Copied.");
    bench.asked.clear();
    bench.send(Message::Copy);
    assert_eq!(bench.asked, [Effect::Copy(link)]);
    bench.send(Message::Copied(Copied::NoClipboard));
    assert!(bench.asked.contains(&Effect::Select("share-link")));
    assert_eq!(bench.said("share-state"), "Press Ctrl C to copy the link.");
}

#[test]
fn light_and_dark_are_chosen_remembered_and_drawn_anew() {
    let mut bench = Bench::new("");
    bench.settle();
    bench.send(Message::Theme);
    assert!(bench.asked.contains(&Effect::RememberTheme("dark")));
    assert_eq!(bench.sheet.has("root", "data-theme").as_deref(), Some("dark"));
    assert!(bench.state.stale.chart);
    bench.send(Message::Prefers(true));
    bench.send(Message::Theme);
    assert_eq!(bench.sheet.has("root", "data-theme").as_deref(), Some("light"));
    bench.send(Message::Prefers(false));
    assert_eq!(bench.said("theme"), "Dark", "the reader's own choice stays");
}

#[test]
fn what_is_opened_is_written_at_once() {
    let mut bench = Bench::new("#system=hypercube-mmpp");
    bench.settle();
    assert_eq!((bench.said("all-quantities").as_str(), bench.said("figure-table").as_str()), ("", ""));
    bench.send(Message::Opened("every".into(), true));
    bench.send(Message::Opened("figure-box".into(), true));
    assert!(!bench.said("all-quantities").is_empty() && !bench.said("figure-table").is_empty());
    bench.send(Message::Opened("every".into(), false));
    assert!(!bench.state.is_open("every") && bench.state.is_open("figure-box"));
}

#[test]
fn dialogs_help_and_the_skip_link_do_what_they_say() {
    let mut bench = Bench::new("");
    bench.settle();
    for message in [Message::Keys, Message::Skip, Message::Table, Message::Document] {
        bench.send(message);
    }
    assert!(
        bench.asked.contains(&Effect::Open("keys-dialog")) && bench.asked.contains(&Effect::Focus("controls".into()))
    );
    let files = bench.asked.iter().filter(|effect| matches!(effect, Effect::Download { .. })).count();
    assert_eq!(files, 2);
    bench.send(Message::Help(Key::K));
    assert_eq!(bench.sheet.shows("help-k"), Some(true));
    assert!(!bench.state.history.can_undo());
}

#[test]
fn a_chart_without_room_keeps_its_place_until_there_is_some() {
    let mut bench = Bench::new("");
    bench.settle();
    let place = |bench: &Bench| {
        bench.sheet.last("operating", |mark| match mark {
            crate::page::sheet::Mark::Style("left", value) => Some(value.clone()),
            _ => None,
        })
    };
    let before = place(&bench);
    bench.send(Message::Drawn { plot: None, milliseconds: 0.1 });
    assert_eq!(place(&bench), before);
}

#[test]
fn each_id_is_named_by_whoever_writes_into_it() {
    let mut bench = Bench::new("");
    bench.settle();
    let blank = |(id, _): &&(Id, _)| id.is_empty() || id.contains(' ');
    assert_eq!(bench.sheet.marks().iter().find(blank), None);
}
