//! The setting of one broadcast.

use crate::animation::NoAnimation;
use flitscope::param::{Key, options::Wiring};
use flitscope::scenario::Scenario;
use flitscope::sim;
use flitscope::sim::wormhole::{self, Orient};
use flitscope::topology::broadcast::{BroadcastTree, Orientation};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// Largest radix of a torus on which one broadcast is drawn. Less than what [`layout`](crate::animation::layout) draws: every node
/// says its level and has a queue at each port, for which smaller nodes have no room, and the recording is made as a whole.
pub(crate) const LARGEST_RADIX: u32 = 16;

/// A broadcast on a torus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// The network, n = 2. Its sources broadcast nothing.
    pub network: wormhole::Setting,
    /// The load of the unicast messages meanwhile, 0 for an idle network.
    pub load: f64,
    pub source: u32,
    /// Start of the random numbers, from which the tree is drawn too where its orientation is random.
    pub seed: u32,
}

impl Setting {
    /// The broadcast of a scenario, if it can be drawn and simulated.
    pub(crate) fn of(scenario: &Scenario) -> Result<Self, NoAnimation> {
        let (k, n) = (scenario.count(Key::K), scenario.count(Key::N));
        if n != 2 {
            return Err(NoAnimation::BroadcastDimensions(n));
        }
        if scenario.choice::<Wiring>() == Wiring::Mesh {
            return Err(NoAnimation::BroadcastMesh);
        }
        if k > LARGEST_RADIX {
            return Err(NoAnimation::BroadcastNodes(k));
        }
        // The routers, sources and switches are those of the run; what the nodes send meanwhile is this animation's own.
        let wormhole::Config { network, load, seed, .. } = sim::wormhole_of(sim::config(scenario, 0))?;
        let load = if scenario.is_on(Key::Background) { load } else { 0.0 };
        let network = wormhole::Setting { beta: 0.0, ..network };
        Ok(Self { network, load, source: scenario.count(Key::Source), seed })
    }

    /// True if unicast messages are on their way meanwhile.
    pub(crate) fn has_background(&self) -> bool {
        self.load > 0.0
    }

    /// The cycle in which the last node has the message in an otherwise empty network: n floor(k/2) (M + 1). It is later if copies
    /// leave their node one flit at a time, or if buffers do not run at full speed.
    pub(super) const fn idle_completion(&self) -> u32 {
        self.network.grid().diameter() * (self.network.flits + 1)
    }

    /// Cycles of background traffic, if there is any, before frame 0: eight times what a message takes over the longest idle path.
    pub(super) fn warm_up(&self) -> u32 {
        if self.has_background() { 8 * (self.network.flits + self.network.grid().diameter()) } else { 0 }
    }

    /// The last cycle that is recorded in any case.
    pub(super) const fn limit(&self) -> u32 {
        20 * self.idle_completion() + 10_000
    }

    /// The tree of the broadcast. It depends on the seed alone, so background traffic does not change it.
    pub(super) fn tree(&self) -> BroadcastTree {
        BroadcastTree::new(self.network.grid(), self.source, &self.orientation())
    }

    pub(super) fn orientation(&self) -> Orientation {
        match self.network.orient {
            Orient::Random => {
                // Beyond the seeds of the engine: the two draw different numbers.
                let mut random = Pcg64Mcg::seed_from_u64(1 << 32 | u64::from(self.seed));
                Orientation::random(self.network.n, &mut random)
            }
            Orient::Fixed => Orientation::fixed(self.network.n),
        }
    }
}
