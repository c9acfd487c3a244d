//! The acts of a reader on a recording, as scripts: play, marks, pointer, keyboard, zoom; and when recordings begin.

use super::*;
use crate::player::prelude::*;

/// A player at a cycle, with the time of the next picture and of a look at the clock, milliseconds.
struct Stage {
    player: Player,
    settings: Settings,
    now: f64,
    look: f64,
}

impl Stage {
    fn new(touch: bool) -> Self {
        let mut player = Player::new(touch);
        player.measure(400.0, 400.0);
        Self { player, settings: at(0), now: 0.0, look: 0.0 }
    }

    fn tick(&mut self) -> Option<u32> {
        let found = self.player.tick(self.settings, self.now, &clock(self.look));
        self.now += 100.0;
        self.settings.cycle = found.unwrap_or(self.settings.cycle);
        found
    }

    fn act(&mut self, words: &[&str]) -> Told {
        let Self { player, settings, .. } = self;
        let cycle = settings.cycle;
        let mut answer = String::new();
        let mut go = |to: Option<u32>| {
            answer = to.map_or_else(|| "nowhere".into(), |to| to.to_string());
            settings.cycle = to.unwrap_or(cycle);
        };
        match *words {
            ["touch"] => *self = Self::new(true),
            ["put", ref made @ ..] => put(player, Made::of(made)),
            ["coming", ref made @ ..] => player.recorder.coming = Some(Made::of(made).recording()),
            ["load", load] => player.follow(Some(Ok(subject(System::KaryNCube, Key::Load, number(load)))), self.now),
            ["broadcast", source] => {
                player.follow(Some(Ok(subject(System::TorusBroadcast, Key::Source, number(source)))), self.now)
            }
            ["nothing"] => player.follow(None, self.now),
            ["undrawn"] => player.follow(Some(Err(NoAnimation::Stages(9))), self.now),
            ["go", to] => settings.cycle = number(to),
            ["speed", speed] => settings.speed = number(speed),
            ["loop", on] => settings.looping = switch(on),
            ["usage", on] => settings.usage = switch(on),
            ["look", milliseconds] => self.look = number(milliseconds),
            ["wait", milliseconds] => self.now += number::<f64>(milliseconds),
            ["toggle"] => go(player.toggle(cycle)),
            ["next"] => go(player.jump(cycle, true)),
            ["back"] => go(player.jump(cycle, false)),
            ["step", steps] => go(Some(player.step(cycle, number(steps)))),
            // Pictures every 100 ms: the cycles that they show.
            ["play", pictures] => answer = runs((0..number(pictures)).map(|_| (self.tick(), self.settings.cycle).1)),
            // Pictures until one shows another cycle.
            ["find"] => {
                answer = (0..50).find(|_| self.tick().is_some()).map_or("none".into(), |after| after.to_string())
            }
            ["click", place] => answer = format!("{:?}", player.click(place_of(place), false)),
            ["tap", place] => answer = format!("{:?}", player.click(place_of(place), true)),
            ["point", place] => answer = player.point(Some(place_of(place))).to_string(),
            ["away"] => answer = player.point(None).to_string(),
            ["walk", ref way @ ..] => way.iter().for_each(|way| player.walk(toward(way), false)),
            ["channel", way] => player.walk(toward(way), true),
            ["pick", "channel"] => _ = player.selection.pick(Some(Item::Link(0))),
            ["act"] => answer = format!("{:?}", player.act()),
            ["leave"] => player.selection.leave(),
            ["zoom", by] => player.zoom(number(by), None),
            ["zoom", by, place] => player.zoom(number(by), Some(place_of(place))),
            ["pan"] => player.pan((5.0, 5.0)),
            ["whole"] => player.view = StageView::default(),
            ["measure", wide, high] => player.measure(number(wide), number(high)),
            _ => panic!("{words:?}"),
        }
        (answer, self.seen())
    }

    fn seen(&mut self) -> Vec<(&'static str, String)> {
        let Self { player, settings, .. } = self;
        let sheet = around(player, *settings, false);
        let has = |id, name| sheet.has(id, name).unwrap_or_default();
        let off = |ids: [&'static str; 5]| flags(ids.map(|id| (id, has(id, "aria-disabled") == "true")));
        let shown = ["loop-box", "heat-box", "heat-key"].map(|id| (id, sheet.shows(id) == Some(true)));
        let checked = ["input-loop", "input-heat"].map(|id| (id, sheet.checks(id) == Some(true)));
        let is = [
            ("playing", player.transport.playing),
            ("busy", player.is_busy()),
            ("present", player.present),
            ("zoomed", sheet.classed("stage-frame", "zoomed") == Some(true)),
        ];
        vec![
            ("cycle", settings.cycle.to_string()),
            ("recorded", player.animation().map_or(0, Animation::recorded).to_string()),
            ("is", flags(is)),
            ("seeks", player.transport.seeking.map_or_else(String::new, |after| after.to_string())),
            ("number", player.recorder.entered.to_string()),
            ("title", player.animation().map_or_else(String::new, |animation| animation.info().title.clone())),
            ("refusal", player.recorder.refusal.clone().unwrap_or_default()),
            ("caption", sheet.said("caption")),
            ("numbers", sheet.said("stage-numbers")),
            ("extent", sheet.said("extent")),
            ("item", sheet.said("stage-node")),
            ("node", player.node().1),
            ("spoken", ["caption", "stage-node"].map(|id| has(id, "aria-live")).join(" ")),
            ("play", [has("play", "aria-label"), has("play", "data-state")].join(" ")),
            ("scrub", format!("{} of {}", sheet.valued("scrub").unwrap_or_default(), has("scrub", "max"))),
            ("marks", ["mark-back", "mark-next"].map(|id| sheet.said(id)).join(", ")),
            ("off", off(["mark-back", "mark-next", "zoom-in", "zoom-out", "zoom-fit"])),
            ("zoom", sheet.said("zoom-level")),
            ("laid", format!("{:?}", player.drawing(*settings).map(|drawing| drawing.laid))),
            ("size", format!("{:?}", player.size())),
            ("switches", flags(shown.into_iter().chain(checked))),
        ]
    }
}

fn switch(word: &str) -> Option<bool> {
    (word != "none").then_some(word == "on")
}

fn toward(word: &str) -> Toward {
    match word {
        "left" => Toward::Left,
        "right" => Toward::Right,
        "up" => Toward::Up,
        "down" => Toward::Down,
        _ => panic!("{word}"),
    }
}

/// The number of a node, or a name of a place.
fn place_of(word: &str) -> Place {
    match word {
        "lane" => CHANNEL,
        "corner" => (0.0, 0.0),
        "nothing" => (100.0, 100.0),
        // The same node, a little beside its middle.
        "near-2" => (node(2).0 + 3.0, node(2).1),
        word => word.split_once('/').map_or_else(|| node(number(word)), |(x, y)| (number(x), number(y))),
    }
}

/// Cycles in words, each with how often it comes in a row.
fn runs(cycles: impl Iterator<Item = u32>) -> String {
    let cycles: Vec<u32> = cycles.collect();
    let run = |run: &[u32]| if run.len() == 1 { run[0].to_string() } else { format!("{}x{}", run[0], run.len()) };
    cycles.chunk_by(|a, b| a == b).map(run).collect::<Vec<_>>().join(" ")
}

/// The place of a node on the canvas: 100 pixels apart.
const fn node(number: u32) -> Place {
    (50.0 + 100.0 * (number % 4) as f64, 50.0 + 100.0 * (number / 4) as f64)
}

/// A little below the middle of channel 0, on its first lane.
const CHANNEL: Place = (100.0, 57.0);

#[test]
fn a_recording_is_played_stepped_and_searched() {
    let scripts = "
        to the end and again: put 12; play 1; go 9; toggle; play 8; toggle
        the loop: put 12 recorded=12; loop on; go 11; toggle; play 40; loop off; play 30
        a recording of one frame has no loop: put 0; play 1; loop on; toggle; play 3
        no loop to choose: put 12 recorded=12; loop none; go 11; toggle; play 30
        no jump when the speed changes: put 900 recorded=900; go 5; toggle; play 1; speed 16; play 1; speed 0.25; play 1; speed 1; \
            wait 300; play 1
        without play nothing moves: put 900 recorded=900; go 7; play 20; toggle; play 3; toggle; play 3
        on a fast screen no cycle is lost: put 900 recorded=900; toggle; play 1; wait -90; play 1; wait -90; play 1; wait -20; play 1; \
            wait -95; play 1
        beyond the end: put 20 recorded=20; go 500; toggle; go 19; toggle; put 900 recorded=20; go 20; toggle
        the front of a recording: put 500; speed 64; look 50; toggle; play 12; speed 1; play 3
        a page that was hidden: put 900 recorded=900; go 5; toggle; play 1; wait 3600000; play 1; wait -1000; play 2
        the scrubber is moved in play: put 900 recorded=900; toggle; play 4; go 700; play 2; go 12; play 2
        the scrubber is moved from the end: put 20 recorded=20; loop on; go 19; toggle; play 8; go 3; play 1
        steps: put 5000 recorded=40; go 39; toggle; step 1; step 1; step -9; go 0; step -1; go 500; step -1
        known marks: put 100 marks=0,20,60 recorded=70; go 5; toggle; next; next; back; back; back; go 5000; back
        a mark is searched: put 5000 marks=0,1500; play 1; next; look 1; find; play 1
        a reader who goes elsewhere is not taken to the mark: put 5000 marks=0,1500; play 1; next; look 4; play 1; go 7; look 1; find
        play, step and pause end the search: put 5000 marks=1500; play 1; next; toggle; next; step 1; next; toggle; toggle; next; go 0; \
            play 1; go 9; play 1; go 0; play 1
        a mark that never comes: put 700 marks=0; play 1; next; look 1; find; next
        a mark at the end: put 700 marks=700; play 1; next; look 1; find
        another recording is not searched: put 5000 marks=0; next; put 5000 marks=0,90; look 1; find
        the scrubber: put 5000 recorded=40; go 30; go 300; put 40 recorded=40; go 300; put 0; go 0
        the mark is named at rest: put 100 marks=20 recorded=100; go 20; toggle; toggle; go 21
    ";
    scripts::tell("player", scripts, || Stage::new(false), Stage::act);
}

#[test]
fn items_are_pointed_at_clicked_and_walked_to() {
    let scripts = "
        a click acts: click 6
        the first tap reads: touch; put 100 recorded=100 acts=yes; tap 6; tap 7; tap 7
        a finger that points before it taps: point 6; tap 6
        beside everything: tap 6; tap nothing; tap nothing
        the pointer goes before the choice: tap 6; point 2; point near-2; away; leave
        a click on a lane follows its message: point lane; click lane; act
        a channel and its messages: pick channel; act; act; act; channel right; pick channel; act; channel down
        the keyboard begins beside the source: walk right; walk down; act; walk left; walk up; walk up; walk left; walk left
        what a pointer passes is not spoken: walk right; point 7; away; toggle
        hints: touch; put 100; put 100 acts=yes
        the same network again: tap 6; zoom 2; put 50
        another network: click 6; point 2; zoom 2; put 50 row=5
        a message of another recording: click lane; zoom 2 corner; put 50
        zoom: zoom 2; whole; tap 0; zoom 2; point 0; zoom 100; whole
        what is larger is found where it is seen: zoom 2 6; point 6; point 50/150; point 250/350; point 399/50
        walking brings nodes into view: zoom 8 corner; walk right; walk down; walk right; walk down; walk left; walk up; walk right
        a window changes its size: zoom 4 6; measure 200 200; measure 0 0; zoom 1.5; measure 400 400
        switches: loop none; usage on; loop on; usage none
    ";
    let start = || {
        let mut stage = Stage::new(false);
        stage.act(&["put", "100", "recorded=100", "acts=yes"]);
        stage.settings.cycle = 10;
        stage.act(&["go", "10"]);
        stage
    };
    scripts::tell("reader", scripts, start, Stage::act);
}

#[test]
fn recordings_begin_and_grow_in_their_share_of_the_time() {
    let scripts = "
        a budget for each picture: put 15000; look 1; speed 100; play 1; play 1; play 1
        in a hurry: put 15000; look 1; go 3000; play 1; play 20; look 0.1; play 1
        a slow machine: put 15000; look 1000; play 1
        some seconds ahead: put 15000; speed 0.25; play 1; speed 1; play 1; speed 16; play 1; speed 1; go 1000; play 1
        busy until it is recorded: put 15000; go 100; look 3; play 1; look 0; play 1
        the end: put 30; go 500; play 1; play 1
        a long animation waits until the slider rests: load 0.01; play 1; wait -100; wait 400; load 0.011; play 1; load 0.012; play 1; \
            load 0.013; play 1; load 0.013; play 9; broadcast 3; play 1
        asked again for the same: put 15000; load 0.01; play 1; load 0.01; play 1; load 0.01; play 1; load 0.01; play 9
        a slider that comes back: load 0.01; go 400; play 1; wait 900; load 0.011; play 1; wait -90; load 0.01; play 9
        shown until the next one has a frame: put 100 recorded=100; coming 100 row=5 slow=2; go 10; look 1; play 1; play 1; play 1
        play waits for the next one: put 100 recorded=100; go 10; toggle; play 2; wait 100; coming 100 slow=6; look 1; play 3; play 9; \
            look 0; play 2
        no animation: put 15000; toggle; zoom 3; nothing; play 1
        a network that cannot be drawn: put 15000; toggle; undrawn; broadcast 0; play 1
        nothing to show: touch; measure 300 0; go 5; toggle; next; step 1; click 0; act; point 0; channel left; zoom 2; pan; whole
    ";
    scripts::tell("recording times", scripts, || Stage::new(false), Stage::act);
}

#[test]
fn the_log_of_another_recording_begins_anew() {
    let mut player = player(Made::of(&["100", "recorded=100"]));
    let log = |player: &mut Player, cycle| {
        around(player, at(cycle), true).last("log", |mark| match mark {
            Patch::MoreLines(lines, _) => Some(lines.clone()),
            _ => None,
        })
    };
    assert!(log(&mut player, 50).is_some_and(|lines| lines.matches("<li>").count() == 51));
    assert_eq!(log(&mut player, 50), None);
    put(&mut player, Made::of(&["100", "recorded=100"]));
    assert!(log(&mut player, 50).is_some_and(|lines| lines.starts_with("<li>Slot 0: Something.</li>")));
}

#[test]
fn where_a_run_begins_does_not_depend_on_how_fast_it_is_recorded() {
    // The second one is not warm for a long time; the last is never warm.
    for fragment in ["#system=kary-ncube&v=2", "#system=hypercube-mmpp&axis=log&seed=7", "#k=4&scene=point&load=1&v=2"]
    {
        let begins = |speed: f64| {
            let scenario = link::parse(fragment).scenario;
            let mut player = Player::new(false);
            player.measure(400.0, 400.0);
            player.follow(Subject::of(&scenario), 0.0);
            player.open(true);
            let mut cycle = 0;
            for picture in 0..20_000 {
                let found = player.tick(at(cycle), f64::from(picture) * 1_000.0, &clock(speed));
                cycle = found.unwrap_or(cycle);
                if found.is_some() {
                    break;
                }
            }
            cycle
        };
        let cycles = [0.3, 1.0, 7.0].map(begins);
        assert!(cycles[0] > 0 && cycles.iter().all(|cycle| *cycle == cycles[0]), "{fragment}: {cycles:?}");
    }
}
