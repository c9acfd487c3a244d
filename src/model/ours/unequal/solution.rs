//! The solution at one load, with its parts and its causes.

use super::network::Network;

/// The cause by which a load cannot be carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A channel, or the blocking that it causes.
    Blocking,
    /// A node that offers more than its slots can start.
    Source,
}

/// The channel whose queue is the longest, or the busiest one, in the last step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Busiest {
    /// m_l, chances of the demands l/12.
    pub demand: Vec<f64>,
    pub(crate) together: Vec<f64>,
    /// P_v, chances of v virtual channels held.
    pub law: Vec<f64>,
    /// G(i), chances that a message could go at a rate.
    pub rates: Vec<f64>,
    /// In dimension order and with Valiant's routing: its group.
    pub group: Option<Group>,
    /// With adaptive routing: π(a), adaptive virtual channels held.
    pub adaptive: Vec<f64>,
}

/// A group of virtual channels with its virtual queue, and the transition into it at which a header waits the longest.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    pub(crate) vcs: f64,
    /// gl, messages for one of each sender.
    pub flow: f64,
    pub(crate) hold: f64,
    /// x, the load of the queue.
    pub load: f64,
    pub(crate) spread: f64,
    pub(crate) z: f64,
    pub(crate) law: Vec<f64>,
    pub(crate) held: f64,
    /// φ of the transition, 0 to 1.
    pub phi: f64,
    /// tl, its messages for one of each sender.
    pub through: f64,
    pub(crate) number: f64,
    pub(crate) chance: f64,
    pub(crate) blocked: f64,
    pub(crate) wait: f64,
}

/// Every quantity at one load, with its network.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Solution {
    pub network: Network,
    /// λ, messages per node and cycle.
    pub load: f64,
    /// γ: messages over the busiest channel for one message of each sender.
    pub busiest: f64,
    /// d̄, hops of a message.
    pub mean_hops: f64,
    /// T, from the first flit in the network to the last one ejected, cycles.
    pub network_time: f64,
    /// The part of it that headers are blocked, cycles.
    pub blocked: f64,
    /// T_slot, for which a message holds its place at the source, cycles.
    pub slot: f64,
    /// W, the wait at the source, cycles.
    pub wait: f64,
    /// The largest ρ of a source.
    pub rho: f64,
    pub(crate) node: u32,
    /// The largest load of the far end of a queue behind a channel; 0 with adaptive routing.
    pub far: f64,
    /// Its channel, or the busiest one.
    pub channel: u32,
    /// T_slot at that node, cycles.
    pub node_slot: f64,
    /// sl, its messages for one of each sender.
    pub node_flow: f64,
    pub(crate) busiest_channel: Busiest,
    /// U by channel of the grid: flits per cycle; 0 without a channel.
    pub uses: Vec<f64>,
    /// Virtual channels held in the mean, by channel of the grid.
    pub held: Vec<f64>,
    /// The reason if the load cannot be carried.
    pub cause: Cause,
}

impl Solution {
    /// T + W, cycles from generation to the last flit.
    pub fn latency(&self) -> f64 {
        self.network_time + self.wait
    }

    pub(super) const fn new(network: &Network, busiest: f64) -> Self {
        Self {
            network: *network,
            load: 0.0,
            busiest,
            mean_hops: 0.0,
            network_time: 0.0,
            blocked: 0.0,
            slot: 0.0,
            wait: 0.0,
            rho: 0.0,
            node: 0,
            far: 0.0,
            channel: 0,
            node_slot: 0.0,
            node_flow: 0.0,
            busiest_channel: Busiest {
                demand: Vec::new(),
                together: Vec::new(),
                law: Vec::new(),
                rates: Vec::new(),
                group: None,
                adaptive: Vec::new(),
            },
            uses: Vec::new(),
            held: Vec::new(),
            cause: Cause::Source,
        }
    }
}
