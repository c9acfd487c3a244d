mod against_plain;
mod order;
mod router;
mod rules;
mod waits;

use super::*;
use crate::sim::{
    Simulator as _,
    protocol::{Plan, Run, SaturationReason, Verdict, most_held},
};
use rand::RngExt;

/// Steps until nothing is left; gives everything delivered. Fails if that takes longer than `limit` cycles.
fn drain(network: &mut Network, limit: u64) -> Vec<Delivery> {
    let (end, mut deliveries) = (network.now() + limit, Vec::new());
    while network.in_flight() > 0 {
        network.step();
        deliveries.extend_from_slice(network.deliveries());
        assert!(network.now() < end, "{} messages left after {limit} cycles", network.in_flight());
    }
    deliveries
}

/// Checks that every message has arrived, and that the network is empty.
fn assert_drained(network: &Network) {
    assert_eq!(network.lanes().count(), 0, "a lane is still taken");
    assert_eq!(network.waiting().count(), 0);
    assert_eq!(network.generated(), network.delivered());
    assert_eq!(network.flit_hops(), network.offered(), "a detour, or a lane left before its last flit");
    assert_eq!([network.broadcasts.used(), network.messages.used(), network.worms.used()], [0; 3]);
    assert!(network.headers.is_empty() && network.looking.is_empty() && network.streams == 0);
    assert!(network.channels[..network.near.len()].iter().all(PhysicalChannel::is_free));
    assert!(network.queues.iter().all(|queue| queue.used == 0 && queue.first == u32::MAX));
}
