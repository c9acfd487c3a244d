//! Headers: forward over free virtual channels, back when there is none.

use super::{Network, What};
use crate::sim::any_bit;

impl Network {
    /// Phase 2: each header hops, walks back, or stands at its source.
    pub(super) fn move_headers(&mut self) {
        // Headers that have arrived leave the list; the others close up and keep their order.
        let mut kept = 0;
        for i in 0..self.headers.len() {
            let number = self.headers[i];
            if !self.move_header(number) {
                self.headers[kept] = number;
                kept += 1;
            }
        }
        self.headers.truncate(kept);
    }

    /// Moves one header; says whether it has arrived.
    fn move_header(&mut self, number: u32) -> bool {
        let mut circuit = self.circuits[number];
        let remaining = circuit.node ^ circuit.destination;
        let mut arrived = false;
        if circuit.back {
            self.walk_back(number);
            return false;
        }
        // Dimensions that are still to be crossed and have a free virtual channel.
        let (mut open, mut rest) = (0, remaining);
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            open |=
                if self.lanes.any_free(circuit.node * self.config.network.n + bit.trailing_zeros()) { bit } else { 0 };
            rest ^= bit;
        }
        self.counters.attempt(remaining.count_ones(), open == 0);
        if open == 0 {
            self.counters.failures += 1;
            circuit.attempts += 1;
            circuit.back = circuit.hops > 0;
            (circuit.failed, circuit.failed_at) = (self.totals.now + 1, circuit.node);
            if !circuit.waits {
                self.happen(What::Blocked, &circuit, circuit.node);
            }
            // At the source it fails in every cycle until a channel is free: that is one wait.
            circuit.waits = circuit.hops == 0;
            self.circuits[number] = circuit;
            if circuit.back {
                self.walk_back(number);
            }
            return false;
        }
        let bit = any_bit(open, &mut self.choices);
        circuit.waits = false;
        circuit.hops += 1;
        let busy = self.lanes.take(circuit.node * self.config.network.n + bit.trailing_zeros(), number, circuit.hops);
        self.counters.busy(busy - 1, busy);
        self.counters.taken += 1;
        circuit.node ^= bit;
        self.totals.last_progress = self.totals.now + 1;
        if circuit.node == circuit.destination {
            arrived = true;
            circuit.ready = self.totals.now + 1 + u64::from(circuit.hops);
            let slot = circuit.ready % self.acknowledged.len() as u64;
            self.acknowledged[slot as usize].push(number);
            self.lanes.complete(number, circuit.hops);
            self.happen(What::Connected, &circuit, circuit.node);
        }
        self.circuits[number] = circuit;
        arrived
    }

    /// Gives the last channel back; from the source the header goes forward again.
    fn walk_back(&mut self, number: u32) {
        let circuit = &mut self.circuits[number];
        self.released.push(self.lanes.of_circuit(number, circuit.hops));
        circuit.hops -= 1;
        if circuit.hops == 0 {
            (circuit.node, circuit.back) = (circuit.source, false);
            let circuit = *circuit;
            self.happen(What::Returned, &circuit, circuit.source);
        }
    }

    /// Phase 3: circuits whose acknowledgement has come back.
    pub(super) fn begin_data(&mut self) {
        let slot = (self.totals.now % self.acknowledged.len() as u64) as usize;
        for number in self.acknowledged[slot].drain(..) {
            self.lanes.begin_data(number, self.totals.now, &mut self.tally);
        }
    }
}
