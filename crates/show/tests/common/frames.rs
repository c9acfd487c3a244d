//! Digests of the frames of every kind of animation, a row for each.

use super::bits::{Digest, Table};
use flitscope::scenario::link;
use flitscope_show::animation::{
    self,
    frame::{Frame, NodeTone},
};

/// The animations whose frames are compared: a name, and the link of the scenario.
const ANIMATIONS: &[(&str, &str)] = &[
    ("torus, broadcast, idle", "system=torus-broadcast&k=5&flits=8&source=7"),
    ("torus, broadcast, background", "system=torus-broadcast&k=8&flits=8&load=0.01&background=1&seed=2"),
    ("torus, broadcast, overloaded", "system=torus-broadcast&k=4&vcs=4&flits=4&load=0.2&background=1&orient=fixed"),
    ("torus, simulation", "system=torus-broadcast&scene=point&k=4&flits=8&load=0.03&beta=0.05"),
    ("cube, simulation", "system=kary-ncube&k=4&n=3&flits=8&load=0.02"),
    ("slotted hypercube, simulation", "system=hypercube-slotted&n=4&load=0.15"),
    ("circuits, simulation", "system=hypercube-mmpp&n=4&load=0.03"),
    ("banyan, multicast", "system=banyan-multicast&n=4&fanout=6&seed=3"),
    ("banyan, deadlock of two", "system=banyan-multicast&scene=deadlock&seed=2"),
    ("banyan, deadlock of three", "system=banyan-multicast&scene=deadlock&packets=three&arbitration=upper"),
    ("banyan, simulation", "system=banyan-multicast&scene=point&n=4&fanout=4&multicast=0.5"),
];

/// Cycles of an animation that are compared, where it is not over before.
const CYCLES: u32 = 300;

/// Everything but the words in a frame.
fn frame(digest: &mut Digest, frame: &Frame) {
    for mark in &frame.nodes {
        digest.add(match mark.tone {
            NodeTone::Quiet => 0,
            NodeTone::Source => 1,
            NodeTone::Full => 2,
            NodeTone::Filling(part) => part.to_bits(),
            NodeTone::Sending => 3,
            NodeTone::Receiving => 4,
            NodeTone::Both => 5,
            NodeTone::Blocked => 6,
            NodeTone::Held => 7,
        });
    }
    for queue in &frame.queues {
        digest.add(u64::from(queue.node) << 32 | u64::from(queue.link.map_or(0, |link| link + 1)));
        digest.add(u64::from(queue.length));
    }
    for lane in &frame.lanes {
        digest.add(u64::from(lane.link) << 32 | u64::from(lane.lane));
        digest.add(u64::from(lane.message) << 32 | u64::from(lane.crossed));
        let flags = [lane.last, lane.moved, lane.head, lane.blocked];
        digest.add(flags.into_iter().fold(lane.tone as u64, |bits, flag| bits << 1 | u64::from(flag)));
    }
    frame.labels.iter().for_each(|(link, _)| digest.add(u64::from(*link)));
    frame.candidates.iter().for_each(|link| digest.add(u64::from(*link)));
    if let Some(carried) = &frame.carried {
        let used = (0..).zip(&carried.busy).filter(|(_, busy)| **busy > 0);
        used.for_each(|(link, busy)| digest.add(link << 32 | *busy));
        digest.add(carried.cycles);
    }
}

/// Every frame of one animation of each kind.
pub(super) fn frames() -> Vec<(&'static str, u64)> {
    let digest = |&(name, fragment): &(&'static str, &str)| {
        let parsed = link::parse(fragment);
        assert!(parsed.problems.is_empty(), "{name}: {:?}", parsed.problems);
        let mut animation = animation::of(&parsed.scenario).expect("it is drawn");
        while !animation.ready() {
            animation.advance(64);
        }
        animation.advance(CYCLES);
        let mut digest = Digest::new();
        digest.add(u64::from(animation.recorded()));
        for cycle in 0..=animation.recorded() {
            frame(&mut digest, &animation.frame(cycle, None));
        }
        animation.phases().iter().for_each(|phase| digest.add(u64::from(phase.cycle)));
        (name, digest.0)
    };
    ANIMATIONS.iter().map(digest).collect()
}

/// The digest of each row of [`frames`].
pub(super) const FRAMES: Table = &[
    ("torus, broadcast, idle", 0xcb77_adae_5b8f_ec8c),
    ("torus, broadcast, background", 0x0f13_812e_eafe_2440),
    ("torus, broadcast, overloaded", 0xd3ff_d55c_86bb_25e5),
    ("torus, simulation", 0xd6cf_95db_38f7_9ff3),
    ("cube, simulation", 0x4793_87c8_1b59_c08d),
    ("slotted hypercube, simulation", 0x191d_9bab_0bae_bfa6),
    ("circuits, simulation", 0xf2c8_beb9_a48e_7e14),
    ("banyan, multicast", 0x0fce_c641_5267_9d93),
    ("banyan, deadlock of two", 0x0248_edbc_0bc1_9996),
    ("banyan, deadlock of three", 0xadeb_c861_7c9a_484e),
    ("banyan, simulation", 0xb12b_58fe_985e_4617),
];
