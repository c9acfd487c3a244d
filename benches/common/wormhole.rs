//! The networks and loads that the wormhole simulator is measured on, natively and in the browser.

use flitscope::{
    model::{kary_ncube, torus_broadcast},
    scenario::Reading,
    sim::wormhole::{Config, Network, Setting, Topology, plain::PlainNetwork},
    topology::wormhole::WormholeNetwork,
};

/// The networks whose cost is compared, by name.
pub(crate) fn settings() -> [(&'static str, Setting); 4] {
    [
        ("8x8 torus", torus(8, 2)),
        ("16x16 torus", torus(16, 2)),
        ("8-ary 3-cube one way V=3", Setting::cube(8, 3, 3, 32)),
        ("2-ary 8-cube V=4", Setting::cube(2, 8, 4, 32)),
    ]
}

/// The loads they are measured at, as fractions of [`saturation`].
pub(crate) const FRACTIONS: [f64; 3] = [0.2, 0.5, 0.8];

/// The bidirectional torus with V = 4, buffers of 4 flits and M = 32.
pub(crate) fn torus(k: u32, n: u32) -> Setting {
    Setting { depth: 4, ..Setting::torus(k, n, 4, 32) }
}

/// Where the model as printed saturates, messages per node and cycle.
pub(crate) fn saturation(setting: &Setting) -> f64 {
    let Setting { k, n, vcs, flits, .. } = *setting;
    if setting.topology == Topology::Torus {
        let network = WormholeNetwork::torus(k, n, vcs, flits);
        torus_broadcast::TorusBroadcast::new(network, 0.0, Reading::Printed).saturation().load
    } else {
        let network = WormholeNetwork::cube(k, n, vcs, flits);
        kary_ncube::KaryNCube::new(network, Reading::Printed).saturation().load
    }
}

/// The network at a fraction of [`saturation`], after as many cycles as thirty messages take.
pub(crate) fn warm(setting: Setting, fraction: f64) -> Network {
    let mut network = Network::new(Config::new(setting, fraction * saturation(&setting), 1));
    (0..30 * (setting.flits + setting.grid().diameter())).for_each(|_| network.step());
    network
}

/// Prints the flit-hops a second of the engine and of the plain engine, one after the other, in five runs of three networks. `now` gives seconds.
/// Both are the same network, so they have the same flit-hops. A fifth of the cycles goes before, unmeasured.
pub(crate) fn both_engines(now: &dyn Fn() -> f64, print: &dyn Fn(String)) {
    let seconds = |cycles: u64, step: &mut dyn FnMut()| {
        let start = now();
        (0..cycles).for_each(|_| step());
        now() - start
    };
    for (name, setting, load) in [
        ("8x8 torus V=3, 2 % broadcasts", Setting { beta: 0.02, ..Setting::torus(8, 2, 3, 32) }, 0.00456),
        ("8-ary 3-cube V=3", Setting::cube(8, 3, 3, 32), 0.0018),
        ("2-ary 6-cube V=3", Setting::cube(2, 6, 3, 32), 0.012),
    ] {
        for run in 1..=5 {
            let config = Config::new(setting, load, run);
            let (mut network, mut plain) = (Network::new(config), PlainNetwork::new(config));
            let cycles = 1_000_000 / u64::from(setting.nodes());
            for _ in 0..cycles / 5 {
                network.step();
                plain.step();
            }
            let first = network.flit_hops();
            let times = [seconds(cycles, &mut || network.step()), seconds(cycles, &mut || plain.step())];
            let [engine, plain] = times.map(|time| (network.flit_hops() - first) as f64 / time / 1e6);
            print(format!(
                "{name}, run {run}: {engine:.1} and {plain:.2} million flit-hops/s, {:.1} times",
                engine / plain
            ));
        }
    }
}
