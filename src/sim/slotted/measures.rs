//! Counts of the quantities that the models of the slotted hypercube predict.

use crate::{model::Quantity, sim::ratio};

/// Sums since the window began.
#[derive(Clone, Debug, Default)]
pub(super) struct Counters {
    n: u32,
    start: u64,
    pub(super) generated: u64,
    /// Turns of nodes that could not send because they had received.
    pub(super) received_first: u64,
    /// By distance to go, from 1 on: attempts and those blocked.
    attempts: Vec<u64>,
    blocked: Vec<u64>,
    /// By distance to go: hops, the slots they took from the first attempt on, and their squares.
    hops: Vec<u64>,
    slots: Vec<u64>,
    squares: Vec<u64>,
    /// Sums over slots: nodes with a packet, packets.
    nodes_waiting: u64,
    packets: u64,
}

impl Counters {
    pub(super) fn new(n: u32, start: u64) -> Self {
        let zeros = || vec![0; n as usize];
        Self {
            n,
            start,
            attempts: zeros(),
            blocked: zeros(),
            hops: zeros(),
            slots: zeros(),
            squares: zeros(),
            ..Self::default()
        }
    }

    pub(super) fn attempt(&mut self, distance: u32, blocked: bool) {
        self.attempts[distance as usize - 1] += 1;
        self.blocked[distance as usize - 1] += u64::from(blocked);
    }

    pub(super) fn hop(&mut self, distance: u32, slots: u64) {
        let k = distance as usize - 1;
        self.hops[k] += 1;
        self.slots[k] += slots;
        self.squares[k] += slots * slots;
    }

    pub(super) const fn slot(&mut self, nodes_waiting: u64, packets: u64) {
        self.nodes_waiting += nodes_waiting;
        self.packets += packets;
    }

    pub(super) fn quantities(&self, now: u64) -> Vec<Quantity> {
        let nodes = f64::from(1_u32 << self.n);
        let node_slots = ((now - self.start).max(1)) as f64 * nodes;
        let sum = |counts: &[u64]| counts.iter().sum::<u64>();
        let each = |a: &[u64], b: &[u64]| -> Vec<f64> { a.iter().zip(b).map(|(&a, &b)| ratio(a, b)).collect() };
        let hops = sum(&self.hops);
        // X_k adds up the hops from distance k down; P(k) = C(n,k)/(N-1).
        let mut x_k = each(&self.slots, &self.hops);
        let (mut x, mut share, mut before) = (0.0, 1.0 / (nodes - 1.0), 0.0);
        for (k, x_k) in (1..=self.n).zip(&mut x_k) {
            *x_k += before;
            before = *x_k;
            share *= f64::from(self.n + 1 - k) / f64::from(k);
            x += share * *x_k;
        }
        let load = self.generated as f64 / node_slots;
        let (received, squares) = (ratio(self.received_first, self.nodes_waiting), ratio(sum(&self.squares), hops));
        let blocked = each(&self.blocked, &self.attempts);
        // Packets generated during a slot are not counted at its start; on average one waits for half a slot.
        let packets = self.packets as f64 / node_slots + 0.5 * load;
        let begin: Vec<f64> = self.hops.iter().map(|&h| ratio(h, hops)).collect();
        let number = Quantity::new;
        vec![
            number("lambda", "packets generated", "packets / node / slot", "", load),
            number("lambda_d", "packets sent on", "packets / node / slot", "III.2", hops as f64 / node_slots),
            number("p", "nodes busy at the end of a slot", "", "III.1", 2.0 * hops as f64 / node_slots),
            number("received", "turns of nodes that have received", "", "", received),
            Quantity::new("blocked", "attempts blocked, k = 1 to n hops to go", "", "III.1", blocked),
            Quantity::new("X_k", "slots for the last k hops", "slots", "III.1", x_k),
            number("X", "slots for all hops", "slots", "III.1", x),
            number("lambda_X", "nodes with a packet", "", "III.1", self.nodes_waiting as f64 / node_slots),
            number("beta", "slots for a hop", "slots", "III.2 (the second)", ratio(sum(&self.slots), hops)),
            number("Q_hop", "second moment of the slots for a hop", "slots^2", "III.2", squares),
            number("M", "packets at a node", "packets", "III.2 (the second)", packets),
            Quantity::new("v_k", "hops that begin k hops away", "", "III.2", begin),
        ]
    }
}
