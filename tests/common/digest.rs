//! Digests of all that the core computes: one row for each system or model variant, so that a change says where.

use super::bits::{Digest, Table};
use flitscope::{
    model::{
        self, Model as _, Outcome, Quantity, Solution as _, Solve, Value, banyan_multicast,
        hypercube_mmpp::{Distance, Retry, Setting},
        ours::circuits::Circuits,
        ours::worms::Worms,
        torus_broadcast::TorusBroadcast,
    },
    param::Key,
    scenario::{Reading, preset},
    sim::{Config, Simulator, banyan, circuit, slotted, wormhole},
    topology::wormhole::WormholeNetwork,
    traffic::{
        long_range::{Shape, Target, Weights},
        pattern::Destinations,
    },
};

impl Digest {
    fn quantity(&mut self, quantity: &Quantity) {
        match &quantity.value {
            Value::Number(number) => self.add(number.to_bits()),
            Value::List(numbers) => numbers.iter().for_each(|number| self.add(number.to_bits())),
        }
    }
}

/// Every quantity at every point of the curves of 48 settings of the torus.
pub(super) fn curves() -> Vec<(&'static str, u64)> {
    let digest = |(name, n, reading)| {
        let mut digest = Digest::new();
        for (k, vcs) in [3, 8, 9, 32].into_iter().flat_map(|k| [3, 4, 16].map(|vcs| (k, vcs))) {
            let network = WormholeNetwork::torus(k, n, vcs, 4 * k);
            for solution in TorusBroadcast::new(network, 0.03, reading).curve(24) {
                solution.quantities().iter().for_each(|quantity| digest.quantity(quantity));
            }
        }
        (name, digest.0)
    };
    [
        ("n = 2, printed", 2, Reading::Printed),
        ("n = 2, corrected", 2, Reading::Corrected),
        ("n = 2, refined", 2, Reading::Refined),
        ("n = 4, refined", 4, Reading::Refined),
    ]
    .map(digest)
    .to_vec()
}

/// The digests of [`curves`].
pub(super) const CURVES: Table = &[
    ("n = 2, printed", 0x04f6_53a9_869d_f637),
    ("n = 2, corrected", 0xa829_a6b4_6a96_8175),
    ("n = 2, refined", 0x307c_07e8_fa5d_9b22),
    ("n = 4, refined", 0xf807_c4fe_5406_292a),
];

/// Every quantity at points of the curves of our own model of worms, and where they end.
pub(super) fn flows() -> Vec<(&'static str, u64)> {
    let digest = |(name, network, beta)| {
        let mut model = Worms::new(network, beta);
        assert!(model.advance(&|| true));
        let mut digest = Digest::new();
        digest.add(model.end().load.to_bits());
        for solution in model.curve(6) {
            solution.quantities().iter().for_each(|quantity| digest.quantity(quantity));
        }
        (name, digest.0)
    };
    [
        ("torus", WormholeNetwork::torus(8, 2, 3, 16), 0.0),
        ("torus with broadcasts", WormholeNetwork::torus(5, 2, 4, 16), 0.04),
        ("torus of three dimensions", WormholeNetwork::torus(4, 3, 5, 16), 0.0),
        ("one-way cube", WormholeNetwork::cube(6, 2, 3, 16), 0.0),
        ("hypercube", WormholeNetwork::cube(2, 6, 5, 16), 0.0),
    ]
    .map(digest)
    .into_iter()
    .chain([("circuits, Poisson", 0.0), ("circuits, bursts", 0.8)].map(circuits))
    .collect()
}

/// The digest of a curve of circuits as flows.
fn circuits((name, lag1): (&'static str, f64)) -> (&'static str, u64) {
    let setting = Setting {
        n: 5,
        vcs: 4,
        flits: 24,
        hurst: 0.7,
        lag1,
        scales: 5,
        mmpps: 4,
        fit: Weights::Collocation,
        distance: Distance::Half,
        retry: Retry::Independent,
    };
    let mut model = Circuits::new(setting).expect("a network that is covered");
    assert!(model.advance(&|| true));
    let mut digest = Digest::new();
    digest.add(model.end().load.to_bits());
    for solution in model.curve(6) {
        solution.quantities().iter().for_each(|quantity| digest.quantity(quantity));
    }
    (name, digest.0)
}

/// The digests of [`flows`].
pub(super) const FLOWS: Table = &[
    ("torus", 0x58e0_2902_d760_ab19),
    ("torus with broadcasts", 0x0d0d_b175_79f4_00c9),
    ("torus of three dimensions", 0x8344_d556_5ca9_ea5a),
    ("one-way cube", 0x7948_014f_d464_d3ed),
    ("hypercube", 0x9e79_32e5_2a8f_a808),
    ("circuits, Poisson", 0xdb6f_7495_2b02_7983),
    ("circuits, bursts", 0xc28e_db97_cd05_05db),
];

/// The curves and the point shown of scenes of every system, under each reading that is drawn: of all of them, or of those whose link
/// has a length of two more than a multiple of four.
pub(super) fn scenes(all: bool) -> Vec<(&'static str, u64)> {
    let mut digests: Vec<(&str, Digest)> = Vec::new();
    for scenario in preset::all().filter(|preset| all || preset.link.len() % 4 == 2).map(preset::Preset::scenario) {
        let name = scenario.system().key();
        let place = digests.iter().position(|(other, _)| *other == name).unwrap_or_else(|| {
            digests.push((name, Digest::new()));
            digests.len() - 1
        });
        let digest = &mut digests[place].1;
        for reading in scenario.shown() {
            let Ok(scenario) = scenario.with_reading(reading) else { continue };
            let model = model::of(scenario.setup());
            for (load, value) in model.curves(12).concat() {
                digest.add(load.to_bits());
                digest.add(value.to_bits());
            }
            if let Outcome::Stable(point) = model.point(scenario.get(Key::Load)) {
                point.quantities.iter().for_each(|quantity| digest.quantity(quantity));
            }
        }
    }
    digests.into_iter().map(|(name, digest)| (name, digest.0)).collect()
}

/// The digests of [`scenes`].
pub(super) const SCENES: Table = &[
    ("torus-broadcast", 0xb1cc_e532_be32_4a55),
    ("kary-ncube", 0xc40e_3796_e81a_2df7),
    ("hypercube-mmpp", 0xacd2_dcf9_4156_88d0),
    ("hypercube-slotted", 0x2a10_34f8_f2e5_52a4),
    ("banyan-multicast", 0x6ee3_9042_b71e_2f4d),
];

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
pub(super) fn simulations() -> Vec<(&'static str, u64)> {
    let mut wormhole = Digest::new();
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
        let network = wormhole::Setting { beta, ..setting };
        observe(&mut wormhole, wormhole::WormholeRun::new(Config { network, load, seed: 4, replication: 1 }), 3000);
    }
    let mut slotted = Digest::new();
    for (n, load, policy, order) in [
        (1, 0.4, slotted::Policy::Free, slotted::Order::Permutation),
        (4, 0.15, slotted::Policy::Free, slotted::Order::Rotation),
        (6, 0.1, slotted::Policy::Redraw, slotted::Order::Permutation),
        (7, 0.2, slotted::Policy::Sticky, slotted::Order::Permutation),
    ] {
        let network = slotted::Setting { n, destinations: Destinations::UNIFORM, policy, order };
        let config = Config { network, load, seed: 5, replication: n };
        observe(&mut slotted, slotted::Network::new(config), 2000);
    }
    let mut circuits = Digest::new();
    for (n, vcs, flits, hurst, load, injection) in [
        (4, 3, 32, 0.6, 0.03, circuit::Injection::Each),
        (3, 1, 5, 0.9, 0.1, circuit::Injection::Shared),
        (6, 5, 32, 0.7, 0.03, circuit::Injection::Each),
    ] {
        let target = Target { hurst, scales: 5, mmpps: 4, weights: Weights::LeastSquares };
        let process = Shape::of(target).fit(load, 0.8 * load).expect("feasible");
        let network =
            circuit::Setting { n, vcs, flits, destinations: Destinations::UNIFORM, process, injection, depth: 2 };
        observe(&mut circuits, circuit::Network::new(Config::new(network, load, 6)), 3000);
    }
    let mut banyan = Digest::new();
    for (n, fanout, multicast, start, load) in [
        (3, 4, 0.3, banyan_multicast::Start::Random, 1.0),
        (7, 8, 1.0, banyan_multicast::Start::Random, 2.0),
        (6, 32, 0.5, banyan_multicast::Start::Inside, 0.7),
    ] {
        let setting = banyan_multicast::Setting { n, fanout, multicast, start };
        let config = Config::new(setting, load, 7);
        observe(&mut banyan, banyan::Network::new(config).expect("regions can be copied"), 1000);
    }
    [("wormhole", wormhole.0), ("slotted", slotted.0), ("circuits", circuits.0), ("banyan", banyan.0)].to_vec()
}

/// The digests of [`simulations`].
pub(super) const SIMULATIONS: Table = &[
    ("wormhole", 0xecf0_e698_aba2_7d83),
    ("slotted", 0x69fd_4f80_3866_22d5),
    ("circuits", 0xc561_205a_467a_382c),
    ("banyan", 0xb860_fc87_2cd7_a0b7),
];
