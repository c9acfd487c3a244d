//! A scene that is made up: a grid of nodes with channels to the right and back, of which one carries two messages.

use super::*;

/// The scene.
pub struct Made {
    /// Nodes in a row, and rows.
    nodes: (u32, u32),
    /// Cycles to simulate before there is a frame 0.
    warm_up: u32,
    /// The cycle at which it ends.
    end: u32,
    marks: Vec<u32>,
    /// Whether choosing a node changes something.
    acts: bool,
    recorded: u32,
    layout: Layout,
    phases: Vec<Phase>,
    log: Vec<Event>,
}

/// Nothing recorded beyond this.
const MOST: u32 = 20_000;

impl Made {
    /// Four nodes by three, with an end and with marks at some cycles.
    pub fn new(end: u32, marks: &[u32]) -> Self {
        Self::sized((4, 3), end, marks)
    }

    /// The same of another size.
    pub fn sized(nodes: (u32, u32), end: u32, marks: &[u32]) -> Self {
        let (wide, high) = nodes;
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
        let layout = Layout {
            height: pitch * f64::from(high),
            pitch,
            words: 0.0,
            nodes: (0..wide * high).map(node).collect(),
            links: rows.flat_map(|node| [(node, node + 1), (node + 1, node)]).map(link).collect(),
        };
        let (warm_up, recorded, acts, phases, log) = (0, 0, false, Vec::new(), Vec::new());
        let mut made = Self { nodes, warm_up, end, marks: marks.to_vec(), acts, recorded, layout, phases, log };
        made.tell();
        made
    }

    /// The same, already recorded up to a cycle.
    pub fn recorded(mut self, cycle: u32) -> Self {
        Animation::advance(&mut self, cycle);
        self
    }

    /// The same, with so many cycles to simulate before its first frame.
    pub fn slow(self, warm_up: u32) -> Self {
        Self { warm_up, ..self }
    }

    /// The same; whether choosing a node changes something.
    pub fn acting(self, acts: bool) -> Self {
        Self { acts, ..self }
    }

    fn tell(&mut self) {
        if self.marks.contains(&self.recorded) {
            self.phases.push(Phase { cycle: self.recorded, title: format!("Mark {}", self.recorded) });
        }
        self.log.push(Event { cycle: self.recorded, text: "Something".into() });
    }
}

impl Animation for Made {
    fn title(&self) -> String {
        format!("{} by {}", self.nodes.0, self.nodes.1)
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn signs(&self) -> Vec<(Sign, &'static str)> {
        vec![(Sign::Queue, "waits")]
    }

    fn hint(&self) -> &'static str {
        "Point at something."
    }

    fn advance(&mut self, cycles: u32) -> bool {
        for _ in 0..cycles {
            if self.warm_up > 0 {
                self.warm_up -= 1;
            } else if !self.ended() {
                self.recorded += 1;
                self.tell();
            }
        }
        self.ended()
    }

    fn ready(&self) -> bool {
        self.warm_up == 0
    }

    fn recorded(&self) -> u32 {
        self.recorded
    }

    fn ended(&self) -> bool {
        self.recorded >= self.end
    }

    fn length(&self) -> u32 {
        if self.ended() { self.recorded } else { MOST }
    }

    fn wanted(&self, shown: u32, ahead: u32) -> u32 {
        shown.saturating_add(ahead).min(MOST)
    }

    fn frame(&mut self, cycle: u32, picked: Option<Item>) -> Frame {
        let lane = |lane, message| LaneMark {
            link: 0,
            lane,
            message,
            tone: LaneTone::Unicast,
            crossed: 1,
            last: false,
            moved: true,
            head: false,
            blocked: false,
        };
        let cycle = cycle.min(self.recorded);
        let mut nodes = vec![NodeMark::default(); self.layout.nodes.len()];
        nodes[1].tone = NodeTone::Source;
        Frame {
            cycle,
            caption: format!("Cycle {cycle}"),
            numbers: format!("{picked:?}"),
            nodes,
            lanes: vec![lane(0, 70), lane(1, 71)],
            ..Frame::default()
        }
    }

    fn describe(&mut self, cycle: u32, item: Item) -> String {
        format!("{item:?} in cycle {}", cycle.min(self.recorded))
    }

    fn phases(&self) -> &[Phase] {
        &self.phases
    }

    fn log(&self) -> &[Event] {
        &self.log
    }

    fn clock(&self) -> &'static str {
        "Slot"
    }

    fn extent(&self, shown: u32, next: bool) -> String {
        format!("{} of {}{}", shown.min(self.recorded), self.recorded, if next { ", another one comes" } else { "" })
    }

    fn action(&self, node: u32) -> Option<(Key, f64)> {
        self.acts.then_some((Key::Source, f64::from(node)))
    }
}
