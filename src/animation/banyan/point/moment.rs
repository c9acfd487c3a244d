//! The run at one slot of the recording, and what it says by then.

use super::{Setting, WORDS};
use crate::animation::banyan::wiring::Wiring;
use crate::animation::frame::{Carried, LaneMark, LaneTone};
use crate::animation::run::Stepped;
use crate::animation::tape::Steps;
use crate::sim::Simulator as _;
use crate::sim::banyan::{Network, Passage};
use crate::sim::protocol::{Report, Run};
use crate::text::{count, significant};
use crate::topology::banyan::Banyan;
use std::ops::Deref;

/// Significant digits of a throughput in a sentence.
const DIGITS: i32 = 4;

/// The run at one slot, with what is counted for the reader alone.
#[derive(Clone, Debug)]
pub struct Moment {
    stepped: Stepped<Network>,
    /// By node: packets that it has sent, and copies that it has received.
    pub passed: Vec<(u32, u32)>,
    /// Sums of what is observed, since slot 0.
    sums: [f64; 2],
    /// By wire: slots in which it carried a packet.
    carried: Vec<u64>,
    pub wiring: Wiring,
}

impl Moment {
    /// The run of a setting at slot 0; a sentence if there is no such network.
    pub fn new(setting: &Setting) -> Result<Self, String> {
        let run = Run::new(Network::new(setting.config)?.watched(), setting.plan);
        let banyan = Banyan { n: setting.config.setting.n };
        let nodes = banyan.nodes() as usize;
        let (passed, carried) = (vec![(0, 0); nodes], vec![0; (banyan.n as usize + 1) * nodes]);
        Ok(Self { stepped: Stepped::new(run), passed, sums: [0.0; 2], carried, wiring: Wiring { banyan } })
    }

    pub fn network(&self) -> &Network {
        self.run.simulator()
    }

    /// What the links have carried since slot 0.
    pub fn carried(&self) -> Carried {
        Carried { busy: self.carried.clone(), cycles: self.now(), unit: WORDS.cycle }
    }

    /// The packets of the slot, as they enter.
    pub fn entering(&self) -> impl Iterator<Item = &Passage> {
        let trail = self.network().trail();
        let first = trail.first().map_or(0, |passage| passage.stage);
        trail.iter().take_while(move |passage| passage.stage == first)
    }

    fn is_multicast(&self, banyan: Banyan, source: u32) -> bool {
        self.entering().any(|passage| passage.source == source && passage.header.size(banyan) > 1)
    }

    /// What the run says by now.
    pub fn numbers(&self) -> String {
        if let Some(broken) = &self.broken {
            return broken.clone();
        }
        let now = self.now();
        let slots = count(now as usize, "slot", "slots");
        let estimates = |report: &Report| {
            let of = |class: usize| report.classes.get(class).and_then(|class| class.estimate);
            let (eta, complete) = of(0).zip(of(1))?;
            let width = if eta.half95.is_finite() {
                format!(" ± {} (95 %)", significant(eta.half95, 2))
            } else {
                String::new()
            };
            let (mean, complete) = (significant(eta.mean, DIGITS), significant(complete.mean, DIGITS));
            Some(format!("η = {mean}{width} packets per output and slot, {complete} counting complete ones only"))
        };
        match (self.run.report(), self.run.warm_up()) {
            (Some(report), _) => {
                let said = estimates(report).unwrap_or_else(|| "nothing to measure".into());
                format!("{slots}. The run is over: {said}.")
            }
            (None, Some(warm_up)) => {
                let said = estimates(&self.run.so_far()).unwrap_or_else(|| "no batch is complete yet".into());
                format!("{slots}; since the warm-up of {}: {said}.", count(warm_up as usize, "slot", "slots"))
            }
            (None, None) => {
                let [eta, complete] = self.sums.map(|sum| significant(sum / now.max(1) as f64, DIGITS));
                format!(
                    "{slots} so far: η = {eta} packets per output and slot, {complete} counting complete ones only; the warm-up is not over."
                )
            }
        }
    }

    /// What happened in a slot.
    pub fn said(&self) -> String {
        let (network, banyan) = (self.network(), self.wiring.banyan);
        let entering = self.entering().count();
        let multicast = self.entering().filter(|passage| passage.header.size(banyan) > 1).count();
        let wanted: u32 = self.entering().map(|passage| passage.header.size(banyan)).sum();
        let arrived = network.arrivals().count();
        let losses = network.trail().iter().filter(|passage| passage.lost).count();
        let lost = wanted as usize - arrived;
        let complete = self
            .entering()
            .filter(|passage| {
                let reached = network.arrivals().filter(|&(_, source)| source == passage.source).count();
                reached as u32 == passage.header.size(banyan)
            })
            .count();
        said(&Slot { entering, multicast, wanted: wanted as usize, arrived, lost, losses, complete })
    }

    /// The links of a slot, with who is on them and what header they carry.
    pub fn lanes(&self) -> Vec<(LaneMark, String)> {
        let (wiring, banyan) = (self.wiring, self.wiring.banyan);
        let mark = |link: u32, source: u32, head: bool, lost: bool| LaneMark {
            link,
            lane: 0,
            message: source,
            tone: if self.is_multicast(banyan, source) { LaneTone::Copy } else { LaneTone::Unicast },
            crossed: 1,
            last: false,
            moved: true,
            head,
            blocked: lost,
        };
        let network = self.network();
        let into = network.trail().iter().map(|passage| {
            let link = wiring.feeding(passage.stage, passage.input);
            (mark(link, passage.source, passage.lost, passage.lost), wiring.header(passage.header))
        });
        let out = network
            .arrivals()
            .map(|(node, source)| (mark(wiring.link(0, node), source, true, false), wiring.bits(node)));
        into.chain(out).collect()
    }
}

/// What is counted of a slot.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// Packets that enter.
    entering: usize,
    /// Those of them that want several outputs.
    multicast: usize,
    /// Copies that they want to be delivered.
    wanted: usize,
    /// Copies delivered.
    arrived: usize,
    /// Copies lost.
    lost: usize,
    /// Elements where any are lost.
    losses: usize,
    /// Packets whose copies are all delivered.
    complete: usize,
}

/// A slot in words, without what there is none of.
fn said(slot: &Slot) -> String {
    let Slot { entering, multicast, wanted, arrived, lost, losses, complete } = *slot;
    if entering == 0 {
        return "no packet enters".into();
    }
    let multicast = match (entering, multicast) {
        (_, 0) => String::new(),
        (1, _) => ", a multicast".into(),
        _ => format!(", {multicast} of them multicast"),
    };
    let lost =
        if lost == 0 { String::new() } else { format!(", {lost} lost at {}", count(losses, "element", "elements")) };
    let complete = match complete {
        0 => "no packet is".into(),
        _ => count(complete, "packet is", "packets are"),
    };
    let entering = count(entering, "packet enters", "packets enter");
    format!(
        "{entering}{multicast}, for {}. {arrived} delivered{lost}; {complete} complete",
        count(wanted, "output", "outputs")
    )
}

impl Deref for Moment {
    type Target = Stepped<Network>;

    fn deref(&self) -> &Self::Target {
        &self.stepped
    }
}

impl Steps for Moment {
    fn step(&mut self) {
        self.stepped.step();
        let network = self.stepped.run.simulator();
        for (sum, sample) in self.sums.iter_mut().zip(network.samples()) {
            *sum += sample.value;
        }
        let trail = network.trail();
        let first = trail.first().map_or(0, |passage| passage.stage);
        for passage in trail {
            self.passed[passage.source as usize].0 += u32::from(passage.stage == first);
            self.carried[self.wiring.feeding(passage.stage, passage.input) as usize] += 1;
        }
        for (node, _) in network.arrivals() {
            self.passed[node as usize].1 += 1;
            self.carried[self.wiring.link(0, node) as usize] += 1;
        }
    }

    fn now(&self) -> u64 {
        self.network().now()
    }

    fn bytes(&self) -> usize {
        size_of_val(self.network().trail())
            + 40 * self.passed.len()
            + size_of_val(self.carried.as_slice())
            + self.stepped.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_is_told_without_what_there_is_none_of() {
        let all = Slot { entering: 3, multicast: 1, wanted: 6, arrived: 4, lost: 2, losses: 1, complete: 1 };
        assert_eq!(
            said(&all),
            "3 packets enter, 1 of them multicast, for 6 outputs. 4 delivered, 2 lost at 1 element; 1 packet is complete"
        );
        let none_lost = Slot { multicast: 0, wanted: 3, arrived: 3, lost: 0, losses: 0, complete: 3, ..all };
        assert_eq!(said(&none_lost), "3 packets enter, for 3 outputs. 3 delivered; 3 packets are complete");
        let one = Slot { entering: 1, wanted: 4, arrived: 2, complete: 0, ..all };
        assert_eq!(
            said(&one),
            "1 packet enters, a multicast, for 4 outputs. 2 delivered, 2 lost at 1 element; no packet is complete"
        );
        assert_eq!(said(&Slot::default()), "no packet enters");
    }
}
