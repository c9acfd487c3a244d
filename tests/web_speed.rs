//! Times a flit-hop of the wormhole simulator and a solution of our own model of worms in a browser, with the networks and loads of `benches`. Part of
//! `make bench`; prints times and asserts none.
#![cfg(target_arch = "wasm32")]
#![allow(missing_docs, clippy::expect_used)]

#[path = "../benches/common/flows.rs"]
mod flows;
#[path = "../benches/common/wormhole.rs"]
mod networks;

use flitscope::{model::ours::worms::network::Traffic, sim::wormhole::Network};
use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// Nanoseconds for one flit-hop, and the flit-hops they were measured over.
fn cost(network: &mut Network, cycles: u32) -> (f64, u64) {
    let clock = web_sys::window().expect("a window").performance().expect("a clock");
    let (first, start) = (network.flit_hops(), clock.now());
    (0..cycles).for_each(|_| network.step());
    let (flit_hops, elapsed) = (network.flit_hops() - first, clock.now() - start);
    (elapsed * 1e6 / flit_hops as f64, flit_hops)
}

#[wasm_bindgen_test]
fn a_flit_hop_costs_in_both_engines() {
    let clock = web_sys::window().expect("a window").performance().expect("a clock");
    networks::both_engines(&|| clock.now() / 1e3, &|line| console_log!("{line}"));
}

#[wasm_bindgen_test]
fn a_flit_hop_costs() {
    let settings = networks::settings();
    // Warms up: the browser optimises the module while it runs, and that time is not measured.
    let mut network = networks::warm(settings[0].1, 0.8);
    (0..400_000).for_each(|_| network.step());
    for (name, setting) in settings {
        for fraction in networks::FRACTIONS {
            let mut network = networks::warm(setting, fraction);
            // The least of several is that of a quiet machine.
            let cycles = 400_000 / setting.nodes();
            let mut least = f64::INFINITY;
            for _ in 0..16 {
                let (nanoseconds, flit_hops) = cost(&mut network, cycles);
                assert!(flit_hops > 0, "{name}: nothing moves at {fraction} of saturation");
                least = least.min(nanoseconds);
            }
            console_log!("{name}, {fraction} of saturation: {least:.1} ns per flit-hop");
        }
    }
}

/// The least milliseconds of several.
fn least<T>(mut work: impl FnMut() -> T) -> f64 {
    let clock = web_sys::window().expect("a window").performance().expect("a clock");
    let mut least = f64::INFINITY;
    for _ in 0..8 {
        let start = clock.now();
        std::hint::black_box(work());
        least = least.min(clock.now() - start);
    }
    least
}

#[wasm_bindgen_test]
fn our_own_model_costs() {
    for (name, network, beta) in flows::networks() {
        let (saturation, all) = (least(|| flows::bracketed(network, beta)), least(|| flows::solved(network, beta)));
        console_log!("{name}: saturation {saturation:.1} ms, with the curve of 60 points {all:.1} ms");
        let search = flows::solved(network, beta);
        for part in flows::PARTS {
            let load = part * search.end();
            let warm = least(|| search.solve(load));
            let cold = least(|| flows::cold(network, Traffic { load, beta }));
            console_log!("{name}, {part} of saturation: one load {warm:.2} ms warm, {cold:.2} ms cold");
        }
    }
}

#[wasm_bindgen_test]
fn our_own_model_of_circuits_costs() {
    for (name, setting) in flows::hypercubes() {
        let saturation = least(|| flows::end_of(&setting));
        let mut search = flows::end_of(&setting);
        let all = least(|| flows::end_of(&setting).advance(&|| true));
        search.advance(&|| true);
        console_log!("{name}: saturation {saturation:.1} ms, with the curve of 60 points {all:.1} ms");
        for part in flows::PARTS {
            let load = part * search.end();
            let warm = least(|| search.solve(load));
            let cold = least(|| flows::cold_circuits(&setting, load));
            console_log!("{name}, {part} of saturation: one load {warm:.2} ms warm, {cold:.2} ms cold");
        }
    }
}
