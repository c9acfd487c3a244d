//! An animation that is made up: a grid of nodes with channels to the right and back, of which one carries two messages.

use super::*;
use crate::player::recorder::{BUDGET, SLICE};
use flitscope_show::animation::{
    event_log::EventLog,
    recordable::{AnimationInfo, Caption, Recordable},
    recorded::Recorded,
    tape::{Cycle, CycleState as _},
    words::SLOTS,
};

pub(super) struct Made {
    /// Nodes in a row, and rows.
    nodes: (u32, u32),
    /// Cycles to simulate before there is a frame 0.
    warm_up: u32,
    /// The cycle at which it ends.
    end: u32,
    marks: Vec<u32>,
    /// True if choosing a node changes a parameter.
    acts: bool,
    /// The cycle up to which it is recorded before it is shown.
    recorded: u32,
}

impl Made {
    /// The animation that ends at a cycle, with other properties as `name=value`.
    pub(super) fn of(words: &[&str]) -> Self {
        let mut made =
            Self { nodes: (4, 3), warm_up: 0, end: number(words[0]), marks: Vec::new(), acts: false, recorded: 0 };
        for word in &words[1..] {
            let (name, value) = word.split_once('=').expect("a name and a value");
            match name {
                "marks" => made.marks = value.split(',').map(number).collect(),
                "recorded" => made.recorded = number(value),
                "row" => made.nodes.0 = number(value),
                // In pictures that record for their budget.
                "slow" => made.warm_up = number::<u32>(value) * BUDGET as u32 * SLICE,
                "acts" => made.acts = value == "yes",
                _ => panic!("{word}"),
            }
        }
        made
    }

    pub(super) fn recording(self) -> Recording {
        let info = AnimationInfo {
            title: format!("{} by {}", self.nodes.0, self.nodes.1),
            hint: "Point at something.",
            terms: SLOTS,
            legend: vec![(Sign::Queue, "waits")],
            ..AnimationInfo::new(self.layout())
        };
        let recorded = self.recorded;
        let mut animation = Recorded::new(info, self, Cycle::default());
        animation.advance(recorded);
        Recording::new(subject(System::TorusBroadcast, Key::Source, 0.0), Box::new(animation))
    }

    fn layout(&self) -> Layout {
        let (wide, high) = self.nodes;
        let pitch = 1.0 / f64::from(wide);
        let place = |node: u32| (pitch * (0.5 + f64::from(node % wide)), pitch * (0.5 + f64::from(node / wide)));
        let node = |number: u32| Node { place: place(number), name: format!("<{number}>"), ..Node::default() };
        let link = |(from, to): (u32, u32)| Link {
            from,
            to,
            pieces: vec![vec![place(from), place(to)]],
            lanes: 2,
            paired: true,
            ..Link::default()
        };
        let rows = (0..wide * high).filter(|node| node % wide + 1 < wide);
        Layout {
            height: pitch * f64::from(high),
            pitch,
            road: 0.25,
            nodes: (0..wide * high).map(node).collect(),
            links: rows.flat_map(|node| [(node, node + 1), (node + 1, node)]).map(link).collect(),
            ..Layout::default()
        }
    }
}

impl Recordable for Made {
    type State = Cycle;
    type Event = ();

    fn prepare(&mut self, _first: &mut Cycle, cycles: u32) -> bool {
        self.warm_up = self.warm_up.saturating_sub(cycles);
        self.warm_up == 0
    }

    fn note(&mut self, cycle: u32, _state: &Cycle, log: &mut EventLog<()>) {
        if self.marks.contains(&cycle) {
            log.mark(cycle, Mark::Level(cycle, self.end));
        }
        log.event(cycle, ());
    }

    fn ended(&self, last: &Cycle) -> bool {
        last.now() >= u64::from(self.end)
    }

    fn frame(&self, layout: &Layout, cycle: u32, _state: &Cycle, _picked: Option<Item>) -> Frame {
        let mut nodes = vec![NodeMark::default(); layout.nodes.len()];
        nodes[1].tone = NodeTone::Source;
        Frame { cycle, nodes, lanes: vec![lane(0, 70), lane(1, 71)], ..Frame::default() }
    }

    fn caption(&self, _layout: &Layout, _cycle: u32, _state: &Cycle, picked: Option<Item>) -> Caption {
        Caption { text: "shown.".into(), numbers: format!("{picked:?}") }
    }

    fn describe(&self, _layout: &Layout, cycle: u32, _state: &Cycle, item: Item) -> Option<String> {
        Some(format!("{item:?} in cycle {cycle}"))
    }

    fn event(&self, _layout: &Layout, _event: &()) -> String {
        "Something".into()
    }

    fn action(&self, node: u32) -> Option<(Key, f64)> {
        self.acts.then_some((Key::Source, f64::from(node)))
    }
}
