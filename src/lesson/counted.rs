//! Exact numbers of a scene, counted without a model and without a run over time.

use crate::{
    param::Key,
    scenario::Scenario,
    sim::{
        self,
        banyan::{
            deadlock::{FLITS, Setting, WaitOutcome, run},
            two_phase,
        },
        stream,
        wormhole::Network,
    },
    topology::{banyan::Banyan, broadcast::Orientation, grid::Grid},
    traffic::{channel_load::Demand, pattern::Destinations},
};

/// Of the channels of a grid, for one message of each node: the load of the busiest, of the mean, the share of those with none, whether
/// all of the busiest have an end in a corner, and the mean hops of a message.
pub(super) fn of_channels(scene: &Scenario, name: &str) -> Option<f64> {
    if !["busiest", "mean_channel", "idle_channels", "in_corners", "hops"].contains(&name)
        || scene.system().param(Key::Routing).is_none()
    {
        return None;
    }
    let (grid, destinations) = (Grid::of(scene.setup()), Destinations::chosen(scene.setup()));
    if name == "hops" {
        return Some(destinations.mean_hops(grid, scene.choice()));
    }
    let loads = Demand::of(grid, destinations).loads_under(scene.choice(), scene.setup().turns());
    let loads: Vec<(u32, f64)> = (0..).zip(loads).filter(|(channel, _)| grid.exists(*channel)).collect();
    let most = loads.iter().map(|(_, load)| *load).fold(0.0, f64::max);
    let share = |some: &dyn Fn(f64) -> f64| loads.iter().map(|(_, load)| some(*load)).sum::<f64>() / loads.len() as f64;
    Some(match name {
        "busiest" => most,
        "mean_channel" => share(&|load| load),
        "idle_channels" => share(&|load| f64::from(u8::from(load == 0.0))),
        _ => {
            let edge = |node: u32, dimension| [0, grid.k - 1].contains(&grid.coordinate(node, dimension));
            let corner = |node: u32| (0..grid.n).all(|dimension| edge(node, dimension));
            let mut busy = loads.iter().filter(|(_, load)| *load > most - 1e-9);
            let all = busy.all(|(channel, _)| corner(grid.near_end(*channel)) || corner(grid.far_end(*channel)));
            f64::from(u8::from(all))
        }
    })
}

/// Of an animation: the packets that wait for each other for ever, the nodes from which copies collide, the headers that wait at the open
/// node, and the cycle in which the last node of an idle torus has its copy of a broadcast.
pub(super) fn of_animation(scene: &Scenario, name: &str) -> Option<f64> {
    match (name, scene.chosen(Key::Animation)) {
        ("stuck", "deadlock") => {
            let setting = Setting::of(scene);
            let mut random = stream(setting.seed, 0);
            let end = run(setting.banyan(), &setting.list(), FLITS, setting.release, setting.arbitration, &mut random);
            Some(if let WaitOutcome::Deadlock { circle, .. } = end { circle.len() as f64 } else { 0.0 })
        }
        ("colliding", "multicast") => {
            let setting = two_phase::Setting::of(scene);
            let (banyan, destinations) = (Banyan { n: setting.n }, setting.destinations());
            let blocked =
                |start: &u32| two_phase::blocked(banyan, two_phase::second_pass(banyan, *start, &destinations));
            Some((0..banyan.nodes()).filter(blocked).count() as f64)
        }
        ("last_copy", "broadcast") => {
            let config = sim::wormhole_of(sim::config(scene, 0)).ok()?;
            let mut network = Network::new(sim::Config { load: 0.0, ..config });
            network.inject_broadcast(scene.count(Key::Source), &Orientation::fixed(config.network.n));
            while network.in_flight() > 0 {
                network.step();
            }
            Some(network.now() as f64)
        }
        ("refused", "point") => {
            let mut network = Network::new(sim::wormhole_of(sim::config(scene, 0)).ok()?);
            (0..scene.count(Key::Cycle)).for_each(|_| network.step());
            let open = scene.count(Key::Open);
            Some(network.waits().iter().filter(|wait| wait.node == open).count() as f64)
        }
        _ => None,
    }
}
