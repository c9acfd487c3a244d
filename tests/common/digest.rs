//! Digests of everything computed, bit by bit: run natively and in the browser, they must be equal to the last bit.
//! The constants are from this implementation, run natively; they change only when a number changes.

use flitscope::{
    animation::{self, Recording},
    model::{
        self, Model as _, Outcome, Quantity, Solution as _, Value, banyan_multicast,
        torus_broadcast::{Setting, TorusBroadcast},
    },
    param::Key,
    scenario::{Reading, preset},
    sim::{Simulator, banyan, circuit, slotted, wormhole},
    traffic::long_range::{Shape, Target, Weights},
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

    fn quantity(&mut self, quantity: &Quantity) {
        match &quantity.value {
            Value::Number(number) => self.add(number.to_bits()),
            Value::List(numbers) => numbers.iter().for_each(|number| self.add(number.to_bits())),
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
                    solution.quantities().iter().for_each(|quantity| digest.quantity(quantity));
                }
            }
        }
    }
    digest.0
}

/// What [`curves`] gives.
pub const CURVES: u64 = 0xd24d_8b9b_1cd5_4353;

/// The curves and the point shown of every scene of every system, under each reading that is drawn.
pub fn scenes() -> u64 {
    let mut digest = Digest::new();
    for scenario in preset::all().map(preset::Preset::scenario) {
        for reading in scenario.shown() {
            let Ok(scenario) = scenario.with_reading(reading) else { continue };
            let model = model::of(&scenario);
            for (load, value) in model.curves(12).concat() {
                digest.add(load.to_bits());
                digest.add(value.to_bits());
            }
            if let Outcome::Stable(point) = model.point(scenario.get(Key::Load)) {
                point.quantities.iter().for_each(|quantity| digest.quantity(quantity));
            }
        }
    }
    digest.0
}

/// What [`scenes`] gives.
pub const SCENES: u64 = 0x3e5b_69d4_0bc5_1bd9;

/// Every lane and every node of every frame of four animations, with and without background traffic.
pub fn frames() -> u64 {
    let mut digest = Digest::new();
    for (k, vcs, flits, background, seed) in
        [(3, 3, 5, 0.0, 1), (8, 3, 8, 0.01, 2), (5, 4, 1, 0.05, 3), (16, 3, 4, 0.004, 4)]
    {
        let torus = wormhole::Setting::torus(k, 2, vcs, flits);
        let network = wormhole::Setting { load: background, random_orientation: seed % 2 == 0, ..torus };
        let mut recording = Recording::new(animation::Setting { network, source: k, seed });
        while !recording.advance(64) {}
        for cycle in 0..=recording.recorded() {
            let state = recording.state(cycle);
            digest.add(u64::from(state.reached) << 32 | u64::from(state.under_way));
            for lane in &state.lanes {
                digest.add(u64::from(lane.channel) << 32 | u64::from(lane.vc));
                digest.add(u64::from(lane.message) << 32 | u64::from(lane.crossed));
                digest.add(u64::from(lane.held) << 2 | u64::from(lane.moved) << 1 | u64::from(lane.blocked));
            }
            state.nodes.iter().flat_map(|node| node.queued).for_each(|queued| digest.add(u64::from(queued)));
        }
    }
    digest.0
}

/// What [`frames`] gives.
pub const FRAMES: u64 = 0x3a86_412d_4837_5d12;

/// Everything that is observed of a simulator in so many cycles, and at the end everything that it has measured.
fn observe(digest: &mut Digest, mut simulator: impl Simulator, cycles: u32) {
    for _ in 0..cycles {
        simulator.step();
        for sample in simulator.samples() {
            digest.add(sample.generated << 1 | sample.class as u64);
            digest.add(sample.value.to_bits());
        }
        digest.add(simulator.population(0).in_flight);
    }
    for measure in simulator.measures() {
        match measure.value {
            Value::Number(number) => digest.add(number.to_bits()),
            Value::List(numbers) => numbers.iter().for_each(|number| digest.add(number.to_bits())),
        }
    }
    assert_eq!(simulator.audit(), Ok(()));
}

/// Every packet and message of fourteen simulations, of all five systems.
pub fn simulations() -> u64 {
    let mut digest = Digest::new();
    for (setting, load, beta) in [
        (wormhole::Setting::torus(8, 2, 3, 16), 0.006, 0.02),
        (
            wormhole::Setting { depth: 4, credit: wormhole::Credit::Previous, ..wormhole::Setting::torus(5, 3, 4, 8) },
            0.008,
            0.0,
        ),
        (wormhole::Setting::cube(6, 3, 4, 32), 0.002, 0.0),
        (wormhole::Setting { select: wormhole::Select::Spread, ..wormhole::Setting::cube(2, 6, 3, 16) }, 0.02, 0.0),
    ] {
        let setting = wormhole::Setting { load, beta, ..setting };
        observe(&mut digest, wormhole::Simulation::new(setting, 4, 1), 3000);
    }
    for (n, load, policy, order) in [
        (1, 0.4, slotted::Policy::Free, slotted::Order::Permutation),
        (4, 0.15, slotted::Policy::Free, slotted::Order::Rotation),
        (6, 0.1, slotted::Policy::Redraw, slotted::Order::Permutation),
        (7, 0.2, slotted::Policy::Sticky, slotted::Order::Permutation),
    ] {
        let config = slotted::Config { n, load, policy, order, seed: 5, replication: n };
        observe(&mut digest, slotted::Network::new(config), 2000);
    }
    for (n, vcs, flits, hurst, load, injection) in [
        (4, 3, 32, 0.6, 0.03, circuit::Injection::Each),
        (3, 1, 5, 0.9, 0.1, circuit::Injection::Shared),
        (6, 5, 32, 0.7, 0.03, circuit::Injection::Each),
    ] {
        let target = Target { hurst, scales: 5, mmpps: 4, weights: Weights::LeastSquares };
        let process = Shape::of(target).fit(load, 0.8 * load).expect("feasible");
        let config =
            circuit::Config { n, vcs, flits, load, process, injection, depth: circuit::DEPTH, seed: 6, replication: 0 };
        observe(&mut digest, circuit::Network::new(config), 3000);
    }
    for (n, fanout, multicast, start, load) in [
        (3, 4, 0.3, banyan_multicast::Start::Random, 1.0),
        (7, 8, 1.0, banyan_multicast::Start::Random, 2.0),
        (6, 32, 0.5, banyan_multicast::Start::Inside, 0.7),
    ] {
        let setting = banyan_multicast::Setting { n, fanout, multicast, start };
        let config = banyan::Config { setting, load, seed: 7, replication: 0 };
        observe(&mut digest, banyan::Network::new(config).expect("regions can be copied"), 1000);
    }
    digest.0
}

/// What [`simulations`] gives.
pub const SIMULATIONS: u64 = 0x4a04_69c0_2887_ae9d;
