//! The scene of one broadcast on an otherwise idle torus, or with unicast messages in the background.
//!
//! The broadcast is generated at frame cycle 0. Frame t is the state at time t, after t cycles: flits that *moved* crossed in the
//! cycle that led to the frame. On an idle network with a queue per port the last node is reached at 2 floor(k/2) (M + 1).
//!
//! With background traffic the network runs for [`Setting::warm_up`] cycles before frame 0, so that worms are already on their way.
//! An overloaded network may keep a copy waiting for ever, and its queues grow without bound: a recording ends after
//! [`Setting::limit`] cycles, or when [`BACKLOG`] messages wait per output port, whichever comes first.

mod animation;
mod state;
mod story;
#[cfg(test)]
mod tests;

pub use animation::Broadcast;
pub use state::{Lane, NodeState, Reached, State};

use crate::param::Key;
use crate::scenario::Scenario;
use crate::sim;
use crate::sim::wormhole::{self, Network, Orient};
use crate::topology::broadcast::{BroadcastTree, Orientation};
use crate::topology::torus::Torus;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use story::Story;

use super::frame::{Event, Phase};
use super::tape::Tape;

/// Largest radix of a torus on which one broadcast is drawn. Less than what [`layout`](super::layout) draws, because every node says its level
/// and has a queue at each of its ports, for which smaller nodes have no room, and because the recording is made as a whole.
pub const LARGEST_RADIX: u32 = 16;

/// Messages not yet delivered, per output port, at which a recording of an overloaded network ends. The warm-up ends at half of it.
pub const BACKLOG: u32 = 64;

/// What is animated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// The network, n = 2. Its load is that of the unicast messages meanwhile, 0 for an idle network; its sources broadcast nothing.
    pub network: wormhole::Setting,
    /// The node that broadcasts.
    pub source: u32,
    /// Start of the random numbers, from which the tree is drawn too where its orientation is random.
    pub seed: u32,
}

impl Setting {
    /// The animation of a scenario.
    ///
    /// # Errors
    /// A sentence for the reader when the network cannot be drawn or simulated.
    pub fn of(scenario: &Scenario) -> Result<Self, String> {
        drawn(scenario)?;
        // The routers, sources and switches are those of the run; what the nodes send meanwhile is this scene's own.
        let network = sim::wormhole_of(scenario).map_err(|problem| problem.to_string())?;
        let load = if scenario.is_on(Key::Background) { network.load } else { 0.0 };
        let network = wormhole::Setting { load, beta: 0.0, ..network };
        Ok(Self { network, source: scenario.count(Key::Source), seed: scenario.count(Key::Seed) })
    }

    /// The wiring of the network.
    pub const fn torus(&self) -> Torus {
        Torus { k: self.network.k, n: self.network.n }
    }

    /// Whether unicast messages are on their way meanwhile.
    pub fn has_background(&self) -> bool {
        self.network.load > 0.0
    }

    /// When the last node is reached if nothing else is on its way: n floor(k/2) (M + 1), cycles. It takes longer where copies leave their
    /// node one flit at a time, or buffers do not run at full speed.
    pub const fn idle_completion(&self) -> u32 {
        self.network.diameter() * (self.network.flits + 1)
    }

    /// Cycles of background traffic before frame 0: eight times what a message takes over the longest path of an idle network.
    /// None without background traffic.
    pub fn warm_up(&self) -> u32 {
        if self.has_background() { 8 * (self.network.flits + self.network.diameter()) } else { 0 }
    }

    /// The last cycle that is recorded in any case.
    pub const fn limit(&self) -> u32 {
        20 * self.idle_completion() + 10_000
    }

    /// The tree of the broadcast. It depends on the seed alone, so background traffic does not change it.
    pub fn tree(&self) -> BroadcastTree {
        BroadcastTree::new(self.torus(), self.source, &self.orientation())
    }

    fn orientation(&self) -> Orientation {
        match self.network.orient {
            // Beyond the seeds of the engine: the two draw different numbers.
            Orient::Random => {
                let mut random = Pcg64Mcg::seed_from_u64(1 << 32 | u64::from(self.seed));
                Orientation::random(self.network.n, &mut random)
            }
            Orient::Fixed => Orientation::fixed(self.network.n),
        }
    }
}

/// Whether the torus of a scenario can be drawn.
///
/// # Errors
/// A sentence for the reader when it cannot.
fn drawn(scenario: &Scenario) -> Result<(), String> {
    let (k, n) = (scenario.count(Key::K), scenario.count(Key::N));
    if n != 2 {
        return Err(format!("The animation draws two dimensions; choose n = 2 instead of {n} to see it."));
    }
    if k > LARGEST_RADIX {
        let most = LARGEST_RADIX;
        return Err(format!(
            "The animation draws at most {most} × {most} nodes; choose k = {most} or less instead of {k} to see it."
        ));
    }
    Ok(())
}

/// Cycles that are simulated between two looks at whether the network is warm.
const SLICE: u32 = 64;

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
        Self { setting, network: Network::new(setting.network, setting.seed), left: setting.warm_up() }
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
        // What channels carry is counted from the broadcast on.
        front.reset_window();
        let broadcast = front.inject_broadcast(setting.source, &setting.orientation());
        let mut story = Story::new(setting.network, setting.tree(), broadcast);
        // Messages on their way may be blocked already.
        story.watch(0, &front);
        Recording { setting, story, tape: Tape::new(front) }
    }
}

/// One broadcast, simulated as far as [`Recording::advance`] was asked to, and every frame of it.
#[derive(Clone, Debug)]
pub struct Recording {
    setting: Setting,
    story: Story,
    tape: Tape<Network>,
}

impl Recording {
    /// Warms the network up, generates the broadcast, and records frame 0. A page that must not wait so long uses [`WarmUp`].
    pub fn new(setting: Setting) -> Self {
        let mut warm_up = WarmUp::new(setting);
        while !warm_up.advance(SLICE) {}
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
            let recorded = self.recorded() + 1;
            self.story.tell(recorded, self.tape.advance());
        }
        self.ended()
    }

    /// The last cycle that has a frame.
    pub fn recorded(&self) -> u32 {
        self.tape.recorded()
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
    pub fn state(&mut self, cycle: u32) -> State {
        let cycle = cycle.min(self.recorded());
        State::new(cycle, self.tape.at(cycle), &self.story)
    }

    /// The network at a cycle.
    fn network(&mut self, cycle: u32) -> &Network {
        self.tape.at(cycle)
    }

    /// The time of frame 0 in the engine.
    const fn origin(&self) -> u64 {
        self.tape.origin()
    }

    /// Whether there is nothing more to record.
    pub fn ended(&self) -> bool {
        self.finished().is_some()
            || self.recorded() >= self.setting.limit()
            || self.tape.front().in_flight() > Self::backlog(&self.setting)
    }

    const fn backlog(setting: &Setting) -> usize {
        (BACKLOG * setting.network.channels()) as usize
    }
}
