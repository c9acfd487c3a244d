//! The animation of a broadcast as pure data: frames by cycle, in any order.
//!
//! A [`Recording`] simulates one broadcast and keeps what the page needs to show any cycle of it again:
//!
//! ```text
//!   cycle   0 ------- 64 ------- 128 ------- 192 -----> recorded
//!           [K]       [K]        [K]         [K]    [F]      K keyframe: a clone of the network,  F the front: the last cycle
//!                                 ^---C                      C cursor: the frame shown last
//! ```
//! A frame is computed by stepping a clone on from the nearest keyframe before it, or from the cursor when that is nearer; the
//! engine is deterministic, so the frame is the same whichever way it is reached. Stepping back costs at most one keyframe distance.
//! When there are too many keyframes, or they grow large, every second one is dropped, so memory stays bounded however
//! long a broadcast takes.
//!
//! # What is shown
//! The broadcast is generated at frame cycle 0. Frame t is the state at time t, after t cycles: flits that *moved* crossed in the
//! cycle that led to the frame. On an idle network the last node is reached at 2 floor(k/2) (M + 1).
//!
//! With background traffic the network runs for [`Setting::warm_up`] cycles before frame 0, so that worms are already on their way.
//! An overloaded network may keep a copy waiting for ever, and its queues grow without bound: a recording ends after
//! [`Setting::limit`] cycles, or when [`BACKLOG`] messages wait per output port, whichever comes first.

mod frame;
mod story;
#[cfg(test)]
mod tests;

pub use frame::{Frame, Lane, NodeState, Reached};
pub use story::{Event, Phase};

use crate::param::Key;
use crate::scenario::Scenario;
use crate::sim::wormhole::{self, Network};
use crate::topology::broadcast::{BroadcastTree, Orientation};
use crate::topology::torus::Torus;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use story::Story;

/// Largest radix that the animation draws.
pub const LARGEST_RADIX: u32 = 16;

/// Messages not yet delivered, per output port, at which a recording of an overloaded network ends. The warm-up ends at half of it.
pub const BACKLOG: u32 = 64;

/// Cycles between keyframes at first.
const SPACING: u32 = 64;

/// More keyframes than this are thinned out.
const KEYFRAMES: usize = 128;

/// Bytes of all keyframes beyond which they are thinned out.
const WEIGHT: usize = 40_000_000;

/// What is animated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// The network, n = 2.
    pub torus: Torus,
    /// Virtual channels per physical channel, V.
    pub vcs: u32,
    /// Flits per message, M.
    pub flits: u32,
    /// The node that broadcasts.
    pub source: u32,
    /// Whether the order of dimensions and the long sides of the tree are drawn from the seed.
    pub random_orientation: bool,
    /// Unicast messages that each node generates in a cycle meanwhile; 0 for an idle network.
    pub background: f64,
    /// Start of the random numbers.
    pub seed: u32,
}

impl Setting {
    /// The animation of a scenario.
    ///
    /// # Errors
    /// A sentence for the reader when the network cannot be drawn.
    pub fn of(scenario: &Scenario) -> Result<Self, String> {
        let torus = Torus { k: scenario.count(Key::K), n: scenario.count(Key::N) };
        if torus.n != 2 {
            return Err(format!("The animation draws two dimensions; choose n = 2 instead of {} to see it.", torus.n));
        }
        if torus.k > LARGEST_RADIX {
            let (k, most) = (torus.k, LARGEST_RADIX);
            return Err(format!(
                "The animation draws at most {most} × {most} nodes; choose k = {most} or less instead of {k} to see it."
            ));
        }
        Ok(Self {
            torus,
            vcs: scenario.count(Key::Vcs),
            flits: scenario.count(Key::Flits),
            source: scenario.count(Key::Source),
            random_orientation: scenario.chosen(Key::Orient) == "random",
            background: if scenario.chosen(Key::Background) == "1" { scenario.get(Key::Load) } else { 0.0 },
            seed: scenario.count(Key::Seed),
        })
    }

    /// When the last node is reached if nothing else is on its way: n floor(k/2) (M + 1), cycles.
    pub const fn idle_completion(&self) -> u32 {
        self.torus.n * (self.torus.k / 2) * (self.flits + 1)
    }

    /// Cycles of background traffic before frame 0: eight times what a message takes over the longest path of an idle network.
    /// None without background traffic.
    pub fn warm_up(&self) -> u32 {
        if self.background > 0.0 { 8 * (self.flits + self.torus.n * (self.torus.k / 2)) } else { 0 }
    }

    /// The last cycle that is recorded in any case.
    pub const fn limit(&self) -> u32 {
        20 * self.idle_completion() + 10_000
    }

    /// The tree of the broadcast. It depends on the seed alone, so background traffic does not change it.
    pub fn tree(&self) -> BroadcastTree {
        BroadcastTree::new(self.torus, self.source, &self.orientation())
    }

    fn orientation(&self) -> Orientation {
        if self.random_orientation {
            // Beyond the seeds of the engine: the two draw different numbers.
            let mut random = Pcg64Mcg::seed_from_u64(1 << 32 | u64::from(self.seed));
            Orientation::random(self.torus.n, &mut random)
        } else {
            Orientation::fixed(self.torus.n)
        }
    }

    /// The network, with a queue and a slot for each port.
    const fn network(&self) -> wormhole::Setting {
        let Torus { k, n } = self.torus;
        wormhole::Setting { load: self.background, ..wormhole::Setting::torus(k, n, self.vcs, self.flits) }
    }
}

/// The time before frame 0, in which background messages set out. A recording [begins](WarmUp::begin) from it.
#[derive(Clone, Debug)]
pub struct WarmUp {
    setting: Setting,
    network: Network,
    left: u32,
}

impl WarmUp {
    /// An empty network.
    pub fn new(setting: Setting) -> Self {
        Self { setting, network: Network::new(setting.network(), setting.seed), left: setting.warm_up() }
    }

    /// What will be animated.
    pub const fn setting(&self) -> &Setting {
        &self.setting
    }

    /// Simulates up to that many cycles more. True once the network is warm: after [`Setting::warm_up`] cycles, or when half of
    /// [`BACKLOG`] waits.
    pub fn advance(&mut self, cycles: u32) -> bool {
        for _ in 0..cycles {
            if self.left > 0 && self.network.in_flight() > Recording::backlog(&self.setting) / 2 {
                self.left = 0;
            }
            if self.left == 0 {
                return true;
            }
            self.network.step();
            self.left -= 1;
        }
        self.left == 0
    }

    /// Generates the broadcast now, and records frame 0.
    pub fn begin(self) -> Recording {
        let Self { setting, network: mut front, .. } = self;
        let broadcast = front.inject_broadcast(setting.source, &setting.orientation());
        Recording {
            setting,
            origin: front.now(),
            story: Story::new(setting.tree(), broadcast),
            keyframes: vec![front.clone()],
            front,
            spacing: SPACING,
            cursor: None,
        }
    }
}

/// One broadcast, simulated as far as [`Recording::advance`] was asked to, and every frame of it.
#[derive(Clone, Debug)]
pub struct Recording {
    setting: Setting,
    /// The time of frame 0 in the engine.
    origin: u64,
    story: Story,
    /// The network at the last recorded cycle.
    front: Network,
    /// The network at multiples of `spacing`, from frame 0 on.
    keyframes: Vec<Network>,
    spacing: u32,
    /// The network at the frame that was shown last, if it was not the front.
    cursor: Option<Network>,
}

impl Recording {
    /// Warms the network up, generates the broadcast, and records frame 0. A page that must not wait so long uses [`WarmUp`].
    pub fn new(setting: Setting) -> Self {
        let mut warm_up = WarmUp::new(setting);
        while !warm_up.advance(SPACING) {}
        warm_up.begin()
    }

    /// What is animated.
    pub const fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The tree of the broadcast.
    pub const fn tree(&self) -> &BroadcastTree {
        self.story.tree()
    }

    /// Simulates up to that many cycles more. True once there is nothing more to record.
    pub fn advance(&mut self, cycles: u32) -> bool {
        for _ in 0..cycles {
            if self.ended() {
                break;
            }
            self.front.step();
            let recorded = self.recorded();
            self.story.tell(recorded, self.front.deliveries());
            if recorded.is_multiple_of(self.spacing) {
                self.keyframes.push(self.front.clone());
                self.thin_out();
            }
        }
        self.ended()
    }

    /// The last cycle that has a frame.
    pub const fn recorded(&self) -> u32 {
        (self.front.now() - self.origin) as u32
    }

    /// The cycle at which the last node had the message, once it has been recorded.
    pub const fn finished(&self) -> Option<u32> {
        self.story.finished()
    }

    /// The stages of the broadcast recorded so far, in ascending order of their cycles.
    pub fn phases(&self) -> &[Phase] {
        self.story.phases()
    }

    /// What happened so far, in words, in ascending order of the cycles.
    pub fn log(&self) -> &[Event] {
        self.story.log()
    }

    /// The frame of a cycle; of the last recorded one if that is earlier.
    pub fn frame(&mut self, cycle: u32) -> Frame {
        let cycle = cycle.min(self.recorded());
        let from = self.seek(cycle);
        let network = from.as_ref().unwrap_or(&self.front);
        let frame = Frame::new(cycle, network, &self.story);
        self.cursor = from.or(self.cursor.take());
        frame
    }

    /// The network at an earlier cycle than the last recorded one; `None` for that one, which the front has.
    fn seek(&mut self, cycle: u32) -> Option<Network> {
        if cycle == self.recorded() {
            return None;
        }
        let target = self.origin + u64::from(cycle);
        let nearest = (cycle / self.spacing) as usize;
        let keyframe = self.keyframes.get(nearest).or(self.keyframes.last())?;
        let mut network = match self.cursor.take() {
            Some(cursor) if (keyframe.now()..=target).contains(&cursor.now()) => cursor,
            _ => keyframe.clone(),
        };
        while network.now() < target {
            network.step();
        }
        Some(network)
    }

    /// Drops every second keyframe when there are too many, or when they are too large.
    fn thin_out(&mut self) {
        let weight: usize = self.keyframes.iter().map(Network::bytes).sum();
        if self.keyframes.len() > KEYFRAMES || (weight > WEIGHT && self.keyframes.len() > 1) {
            let mut index = 0;
            self.keyframes.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.spacing *= 2;
        }
    }

    /// Whether there is nothing more to record.
    pub fn ended(&self) -> bool {
        self.finished().is_some()
            || self.recorded() >= self.setting.limit()
            || self.front.in_flight() > Self::backlog(&self.setting)
    }

    const fn backlog(setting: &Setting) -> usize {
        (BACKLOG * setting.torus.channels()) as usize
    }
}
