//! Counts of the quantities that the model of the multicast banyan predicts.

use crate::model::{Quantity, banyan_multicast::Setting};

/// At the inputs of one stage.
#[derive(Clone, Copy, Debug, Default)]
struct StageCounts {
    packets: u64,
    multicast: u64,
    copied: u64,
}

/// Sums since the window began.
#[derive(Clone, Debug)]
pub(super) struct Counters {
    start: u64,
    /// By stage, the last one, 0, first.
    stages: Vec<StageCounts>,
    /// By node: packets and copies that arrived.
    outputs: Vec<u64>,
    pub(super) unicast: u64,
}

impl Counters {
    pub(super) fn new(setting: Setting, start: u64) -> Self {
        Self {
            start,
            stages: vec![StageCounts::default(); setting.n as usize],
            outputs: vec![0; 1 << setting.n],
            unicast: 0,
        }
    }

    pub(super) fn arrive(&mut self, stage: u32, multicast: bool, copied: bool) {
        let stage = &mut self.stages[stage as usize];
        stage.packets += 1;
        stage.multicast += u64::from(multicast);
        stage.copied += u64::from(copied);
    }

    pub(super) fn arrive_at(&mut self, node: u32) {
        self.outputs[node as usize] += 1;
    }

    pub(super) fn quantities(&self, now: u64) -> Vec<Quantity> {
        let slots = (now - self.start).max(1) as f64;
        let link_slots = slots * self.outputs.len() as f64;
        let each = |of: &dyn Fn(&StageCounts) -> (u64, f64)| -> Vec<f64> {
            let ratio = |(count, of): (u64, f64)| if of > 0.0 { count as f64 / of } else { 0.0 };
            self.stages.iter().map(|stage| ratio(of(stage))).collect()
        };
        let arrived: u64 = self.outputs.iter().sum();
        let [least, most] = [self.outputs.iter().min(), self.outputs.iter().max()]
            .map(|count| count.map_or(0.0, |&count| count as f64 / slots));
        let (rates, multicast) = (each(&|s| (s.packets, link_slots)), each(&|s| (s.multicast, s.packets as f64)));
        let packets = "packets / output / slot";
        vec![
            Quantity::new("c_i", "copy rate at stage i", "", "4.2", each(&|s| (s.copied, s.multicast as f64))),
            Quantity::new("rho_i", "rate into stage i", "packets / link / slot", "(1)", rates),
            Quantity::new("m_i", "multicast packets among those into stage i", "", "4.1", multicast),
            Quantity::new("rho_out", "rate of an output, ρ'", packets, "(1)", arrived as f64 / link_slots),
            Quantity::new("u_out", "unicast rate of an output, u'", packets, "(2)", self.unicast as f64 / link_slots),
            Quantity::new("out_min", "rate of the output that gets least", packets, "", least),
            Quantity::new("out_max", "rate of the output that gets most", packets, "", most),
        ]
    }
}
