//! The ends of channels.

use super::{PlainMessage, PlainNetwork};
use crate::sim::wormhole::{Setting, Topology};

impl PlainNetwork {
    /// The node at the far end of a channel.
    pub(super) fn far_end(&self, channel: u32) -> u32 {
        let ports = self.setting.ports();
        let (node, port) = (channel / ports, channel % ports);
        let (dimension, step) = match (self.setting.topology, port % 2) {
            (Topology::Cube, _) => (port, 1),
            (Topology::Torus | Topology::Mesh, 0) => (port / 2, 1),
            (Topology::Torus | Topology::Mesh, _) => (port / 2, self.setting.k - 1),
        };
        let (k, stride) = (self.setting.k, self.setting.k.pow(dimension));
        let at = node / stride % k;
        node - at * stride + (at + step) % k * stride
    }

    /// The useful channels out of a node, by dimension, and for each whether the wrap-around link of its ring is still to be crossed.
    pub(super) fn useful(&self, message: &PlainMessage, node: u32) -> Vec<(u32, bool)> {
        let Setting { k, n, topology, .. } = self.setting;
        let both_ways = topology != Topology::Cube;
        let target = message.via.unwrap_or(message.destination);
        let mut useful = Vec::new();
        for dimension in 0..n {
            let [from, to] = [node, target].map(|node| node / k.pow(dimension) % k);
            let ahead = (to + k - from) % k;
            let tie = message.ties >> dimension & 1 == 1;
            let minus = match topology {
                Topology::Cube => false,
                Topology::Torus => 2 * ahead > k || (2 * ahead == k && tie),
                Topology::Mesh => to < from,
            };
            let port = if both_ways { 2 * dimension + u32::from(minus) } else { dimension };
            if ahead > 0 {
                let wraps = topology != Topology::Mesh && if minus { to > from } else { to < from };
                useful.push((self.setting.ports() * node + port, wraps));
            }
        }
        useful
    }
}
