//! Digests of everything computed, bit by bit: run natively and in the browser, they must be equal to the last bit.
//! The constants are from this implementation, run natively; they change only when a number changes.

use flitscope::{
    model::{
        Model as _, Solution as _, Value,
        torus_broadcast::{Setting, TorusBroadcast},
    },
    scenario::Reading,
    topology::torus::Torus,
    trace::{self, Recording},
};

/// FNV-1a over 64-bit words.
struct Digest(u64);

impl Digest {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Every quantity at every point of the curves of 48 settings.
pub fn curves() -> u64 {
    let mut digest = Digest::new();
    for k in [3, 8, 9, 32] {
        for vcs in [3, 4, 16] {
            for (n, reading) in
                [(2, Reading::Printed), (2, Reading::Corrected), (2, Reading::Refined), (4, Reading::Refined)]
            {
                let setting = Setting { k, n, vcs, flits: 4 * k, beta: 0.03 };
                for solution in TorusBroadcast::new(setting, reading).curve(24) {
                    for quantity in solution.quantities() {
                        match quantity.value {
                            Value::Number(number) => digest.add(number.to_bits()),
                            Value::List(numbers) => numbers.iter().for_each(|number| digest.add(number.to_bits())),
                        }
                    }
                }
            }
        }
    }
    digest.0
}

/// What [`curves`] gives.
pub const CURVES: u64 = 0xea16_5e8e_40fe_4454;

/// Every lane and every node of every frame of four animations, with and without background traffic.
pub fn frames() -> u64 {
    let mut digest = Digest::new();
    for (k, vcs, flits, background, seed) in
        [(3, 3, 5, 0.0, 1), (8, 3, 8, 0.01, 2), (5, 4, 1, 0.05, 3), (16, 3, 4, 0.004, 4)]
    {
        let mut recording = Recording::new(trace::Setting {
            torus: Torus { k, n: 2 },
            vcs,
            flits,
            source: k,
            random_orientation: seed % 2 == 0,
            background,
            seed,
        });
        while !recording.advance(64) {}
        for cycle in 0..=recording.recorded() {
            let frame = recording.frame(cycle);
            digest.add(u64::from(frame.reached) << 32 | u64::from(frame.under_way));
            for lane in &frame.lanes {
                digest.add(u64::from(lane.channel) << 32 | u64::from(lane.vc));
                digest.add(u64::from(lane.message) << 32 | u64::from(lane.crossed));
                digest.add(u64::from(lane.held) << 2 | u64::from(lane.moved) << 1 | u64::from(lane.blocked));
            }
            frame.nodes.iter().flat_map(|node| node.queued).for_each(|queued| digest.add(u64::from(queued)));
        }
    }
    digest.0
}

/// What [`frames`] gives.
pub const FRAMES: u64 = 0x167d_eae3_55d9_481a;
