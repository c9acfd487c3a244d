//! The plain network as others see it.

use super::{PlainCircuit, PlainLane, PlainNetwork};
use crate::sim::circuit::{CircuitLaneView, CircuitPhase, CircuitView};
use std::collections::VecDeque;

impl PlainNetwork {
    fn phase(&self, circuit: &PlainCircuit) -> CircuitPhase {
        match circuit.ready {
            None if circuit.back => CircuitPhase::Retreating,
            None => CircuitPhase::Seeking,
            Some(ready) if self.now < ready => CircuitPhase::Answered,
            Some(_) => CircuitPhase::Streaming,
        }
    }

    /// The position at whose far end the header stands, or the acknowledgement.
    fn head(&self, circuit: &PlainCircuit) -> u32 {
        match circuit.ready {
            None => circuit.hops(),
            Some(ready) => ready.saturating_sub(self.now) as u32,
        }
    }

    pub(in crate::sim::circuit) fn lanes(&self) -> Vec<CircuitLaneView> {
        let network = self.setting.n << self.setting.n;
        let taken = self.lanes.iter().filter(|((channel, _), _)| *channel < network);
        let view = |(&(channel, vc), &(message, position)): (&PlainLane, &(u32, usize))| {
            let circuit = &self.circuits[&message];
            CircuitLaneView {
                channel,
                vc,
                message,
                source: circuit.source,
                destination: circuit.destination,
                phase: self.phase(circuit),
                crossed: circuit.crossed[position],
                moved: self.moved.contains(&(channel, vc)),
                head: self.head(circuit) as usize == position,
                last: circuit.ready.is_some() && position as u32 == circuit.hops(),
            }
        };
        taken.map(view).collect()
    }

    pub(in crate::sim::circuit) fn circuits(&self) -> Vec<CircuitView> {
        self.circuits.iter().map(|(&message, circuit)| self.circuit(message, circuit)).collect()
    }

    fn circuit(&self, message: u32, circuit: &PlainCircuit) -> CircuitView {
        let phase = self.phase(circuit);
        let blocked = circuit.failed.filter(|&(time, _)| time == self.now).map(|(_, node)| node);
        let seeks = (phase == CircuitPhase::Seeking).then(|| self.end(circuit, circuit.hops()));
        let place = blocked.or(seeks).unwrap_or(circuit.destination);
        let missing = (0..self.setting.n).filter(|dimension| (place ^ circuit.destination) >> dimension & 1 == 1);
        let held = (1..circuit.path.len()).map(|position| (circuit.path[position], (message, position)));
        CircuitView {
            message,
            source: circuit.source,
            destination: circuit.destination,
            generated: circuit.generated,
            phase,
            node: self.end(circuit, self.head(circuit)),
            attempts: circuit.attempts,
            blocked,
            candidates: missing.map(|dimension| place * self.setting.n + dimension).collect(),
            path: held
                .filter(|(lane, holder)| self.lanes.get(lane) == Some(holder))
                .map(|((channel, _), _)| channel)
                .collect(),
            left: circuit.crossed[0],
            arrived: if circuit.ready.is_some() { circuit.crossed[circuit.path.len() - 1] } else { 0 },
        }
    }

    /// The channels of the network that a flit crossed in the last cycle, in ascending order.
    pub(in crate::sim::circuit) fn crossed(&self) -> Vec<u32> {
        let network = self.setting.n << self.setting.n;
        let mut crossed: Vec<u32> =
            self.moved.iter().map(|&(channel, _)| channel).filter(|&channel| channel < network).collect();
        crossed.sort_unstable();
        crossed
    }

    /// By port: the numbers of the messages that wait.
    pub(in crate::sim::circuit) fn queues(&self) -> Vec<Vec<u32>> {
        self.queues.iter().map(|queue| queue.iter().map(|&(number, ..)| number).collect()).collect()
    }

    /// Messages that are not delivered.
    pub(in crate::sim::circuit) fn in_flight(&self) -> u64 {
        (self.circuits.len() + self.queues.iter().map(VecDeque::len).sum::<usize>()) as u64
    }
}
