//! The turn of a node: which next hop its first packet takes.

use super::{NONE, Network, NodeQueue, Order, Policy, TurnOutcome};
use crate::sim::any_bit;
use rand::RngExt as _;

impl Network {
    /// The nodes with a packet, in the order of their turns.
    pub(super) fn draw_turns(&mut self) {
        self.turns.clear();
        for (word, &bits) in (0..).zip(&self.waiting) {
            let mut bits = bits;
            while bits != 0 {
                self.turns.push(64 * word + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
        match self.config.network.order {
            // The order that a permutation of all nodes has for these.
            Order::Permutation => {
                for i in (1..self.turns.len()).rev() {
                    let j = self.choices.random_range(0..=i as u32) as usize;
                    self.turns.swap(i, j);
                }
            }
            Order::Rotation => {
                let first = self.choices.random_range(0..1_u32 << self.config.network.n);
                let place = self.turns.partition_point(|&node| node < first);
                self.turns.rotate_left(place);
            }
        }
    }

    /// Phase 2 for one node: its first packet moves if it can.
    pub(super) fn attempt(&mut self, node: u32) {
        let stamp = self.totals.now + 1;
        let queue = self.queues[node as usize];
        if queue.busy == stamp {
            self.counters.received_first += 1;
            self.see(node, queue.head, TurnOutcome::Received);
            return;
        }
        let useful = node ^ self.packets[queue.head].destination;
        let distance = useful.count_ones();
        let next = match self.choose(node, useful) {
            Ok(next) => next,
            Err(asked) => {
                self.counters.attempt(distance, true);
                self.see(node, queue.head, TurnOutcome::Blocked { asked });
                return;
            }
        };
        self.see(node, queue.head, TurnOutcome::Moved(next));
        self.counters.attempt(distance, false);
        self.counters.hop(distance, stamp - queue.since);
        self.queues[next as usize].busy = stamp;
        self.moves.push((queue.head, next));
        self.tally.count(node * self.config.network.n + (node ^ next).trailing_zeros());
        let head = self.packets[queue.head].next;
        self.queues[node as usize] = NodeQueue { head, since: stamp, busy: stamp, choice: NONE, ..queue };
        if head == NONE {
            self.waiting[node as usize / 64] &= !(1 << (node % 64));
        }
    }

    /// The next hop that a packet takes, of those that the bits of `useful` stand for; else the bits of the busy ones that it asked for.
    fn choose(&mut self, node: u32, useful: u32) -> Result<u32, u32> {
        let stamp = self.totals.now + 1;
        let is_free = |queues: &[NodeQueue], next: u32| queues[next as usize].busy != stamp;
        let chosen = match self.config.network.policy {
            Policy::Free => {
                let (mut free, mut rest) = (0, useful);
                while rest != 0 {
                    let bit = rest & rest.wrapping_neg();
                    free |= if is_free(&self.queues, node ^ bit) { bit } else { 0 };
                    rest ^= bit;
                }
                return if free != 0 { Ok(node ^ any_bit(free, &mut self.choices)) } else { Err(useful) };
            }
            Policy::Redraw => node ^ any_bit(useful, &mut self.choices),
            Policy::Sticky if self.queues[node as usize].choice == NONE => {
                let next = node ^ any_bit(useful, &mut self.choices);
                self.queues[node as usize].choice = next;
                next
            }
            Policy::Sticky => self.queues[node as usize].choice,
        };
        if is_free(&self.queues, chosen) { Ok(chosen) } else { Err(node ^ chosen) }
    }
}
