//! The network under the protocol of all simulators: unicast messages, and broadcasts from their first copy to their last.

use super::{CompletedBroadcast, Config, Delivery, Network, Setting, Topology, WindowMeasures};
use crate::model::Quantity;
use crate::sim::{
    AuditFault, ChannelId, ChannelUse, Class, ClassKind, Identity, Population, Sample, Simulator, SimulatorInfo,
    Totals, channels,
};

/// The generator of the random numbers of this engine.
const GENERATOR: &str = "Pcg32 (PCG XSH RR 64/32)";

const UNICAST: Class = Class { name: "unicast", kind: ClassKind::Latency };
const BROADCAST: Class = Class { name: "broadcast", kind: ClassKind::Latency };

/// A network with what the protocol asks of it.
#[derive(Clone, Debug)]
pub struct WormholeRun {
    network: Network,
    identity: Identity,
    /// The counts of the network, with the unicasts, and the broadcasts.
    totals: Totals,
    broadcasts: Population,
    /// Unicasts delivered since the window began, their waits at the source and their times in the network, cycles.
    window: (u64, u64, u64),
    /// Mean hops of a unicast message, and the nodes that send some.
    hops: f64,
    senders: u32,
    /// True if the work of each channel is asked for; it is counted in any case.
    channels: bool,
}

impl WormholeRun {
    /// The idle network at time 0.
    pub fn new(config: Config) -> Self {
        let setting = &config.network;
        let mut run = Self {
            network: Network::new(config),
            hops: setting.mean_hops(),
            senders: setting.destinations.senders((setting.k, setting.n)),
            identity: config.identity(),
            totals: Totals::default(),
            broadcasts: Population::default(),
            window: (0, 0, 0),
            channels: false,
        };
        run.count();
        run
    }

    /// Generates a message of some flits, at most M, for another node now.
    pub(crate) fn inject_flits(&mut self, source: u32, destination: u32, flits: u32) {
        self.network.inject_flits(source, destination, flits);
        self.count();
    }

    /// Leaves out the cycles before a time if nothing can happen in them.
    pub(crate) fn skip_idle(&mut self, time: u64) {
        self.network.skip_idle(time);
        self.count();
    }

    /// Takes the counts of the network.
    fn count(&mut self) {
        let (network, totals) = (&self.network, &mut self.totals);
        (totals.now, totals.offered) = (network.now(), network.offered());
        totals.last_progress = network.last_progress() + 1;
        (totals.messages.generated, totals.messages.in_flight) = network.unicasts();
        (self.broadcasts.generated, self.broadcasts.in_flight) = network.broadcasts();
    }

    /// The network, to look at.
    pub const fn network(&self) -> &Network {
        &self.network
    }
}

impl Simulator for WormholeRun {
    fn about(&self) -> SimulatorInfo {
        let setting = self.network.setting();
        let &Setting { k, n, flits, beta, .. } = setting;
        let (nodes, flits, distance) = (setting.nodes(), f64::from(flits), self.hops);
        let others = f64::from(nodes) * f64::from(nodes - 1);
        let sent = f64::from(self.senders) * distance;
        let load = self.identity.load * flits;
        let offered = load * ((1.0 - beta) * sent + beta * others);
        SimulatorInfo {
            identity: self.identity,
            generator: GENERATOR,
            nodes,
            classes: if beta > 0.0 { &[UNICAST, BROADCAST] } else { &[UNICAST] },
            offered,
            memory: 0.0,
            dispersion: 1.0,
            // A broadcast goes from neighbour to neighbour, and each of them sends it on when it has all of it.
            idle: [distance + flits, f64::from(n * (k / 2)) * (flits + 1.0)],
        }
    }

    fn utilisation(&self) -> f64 {
        let setting = self.network.setting();
        let busiest = self.identity.load * f64::from(setting.flits) * setting.busiest_load();
        busiest.max(self.about().offered / f64::from(setting.grid().links()))
    }

    fn step(&mut self) {
        self.network.step();
        let totals = &mut self.totals;
        totals.samples.clear();
        for delivery in self.network.deliveries().iter().filter(|delivery| delivery.broadcast.is_none()) {
            totals.messages.delivered += 1;
            let (count, wait, network) = self.window;
            let (waited, Delivery { generated, .. }) = (delivery.source_wait(), *delivery);
            self.window = (count + 1, wait + waited, network + delivery.network_latency());
            let (value, source) = (delivery.latency() as f64, Some(waited as u32));
            totals.samples.push(Sample { class: 0, generated, value, source });
        }
        for completed in self.network.completed() {
            self.broadcasts.delivered += 1;
            let CompletedBroadcast { generated, .. } = *completed;
            totals.samples.push(Sample { class: 1, generated, value: completed.latency() as f64, source: None });
        }
        self.count();
    }

    fn totals(&self) -> &Totals {
        &self.totals
    }

    fn population(&self, class: usize) -> Population {
        if class == 0 { self.totals.messages } else { self.broadcasts }
    }

    fn begin_window(&mut self) {
        self.network.reset_window();
        self.window = (0, 0, 0);
    }

    fn measures(&self) -> Vec<Quantity> {
        const HOPS: [&str; super::MOST_DIMENSIONS] =
            ["n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "n10", "n11", "n12", "n13", "n14", "n15", "n16"];
        let measured = self.network.measured();
        let (count, wait, network) = self.window;
        // NaN where nothing was measured: it is left out below.
        let mean = |sum: u64| sum as f64 / count as f64;
        let WindowMeasures { utilisation, lambda_c, busy, vbar, hold, blocking_sum, w, .. } = measured;
        let hops = HOPS.into_iter().zip(&measured.n_r);
        let hops = hops
            .map(|(symbol, hops)| Quantity::new(symbol, "hops with r = 1, 2, ... dimensions left", "hops", "", *hops));
        let number = Quantity::new;
        // The two papers write the same quantities in different letters. One of them has a letter S for the time at a channel; in the other
        // it is that of the network latency, because it takes the two for the same.
        let [blocking, waiting, latency, holding] = match self.network.setting().topology {
            Topology::Torus | Topology::Mesh => ["blocking_sum_u", "W_c", "S_u", "S"],
            Topology::Cube => ["blocking_sum", "w", "S", "hold"],
        };
        let mut quantities: Vec<Quantity> = hops.collect();
        quantities.extend([
            number("lambda_c", "rate of a channel", "messages / channel / cycle", "", lambda_c),
            number("utilisation", "flits on a channel", "flits / cycle", "", utilisation),
            Quantity::new("P_v", "probability of v busy virtual channels", "", "", measured.p_v.clone()),
            number("rho", "utilisation of a channel: its busy virtual channels", "", "", busy),
            number("Vbar", "average degree of multiplexing", "", "", vbar.unwrap_or(1.0)),
            number(holding, "time for which a message holds a virtual channel", "cycles", "", hold.unwrap_or(f64::NAN)),
            number(blocking, "blockings of a unicast message", "per message", "", blocking_sum),
            number(waiting, "wait of a blocked message", "cycles", "", w.unwrap_or(f64::NAN)),
            number(latency, "network latency of a unicast message", "cycles", "", mean(network)),
            number("W_s", "wait at the source", "cycles", "", mean(wait)),
            number("accepted", "accepted throughput", "flits / node / cycle", "", measured.accepted_flits),
        ]);
        if self.network.setting().beta > 0.0 {
            let blocked = measured.copies.blocking().unwrap_or(f64::NAN);
            quantities.push(number("blocked_copies", "copies that find no channel", "", "", blocked));
        }
        quantities.retain(|quantity| quantity.value.is_finite());
        quantities
    }

    fn count_channels(&mut self) {
        self.channels = true;
    }

    fn channels(&self) -> Vec<ChannelUse> {
        if !self.channels {
            return Vec::new();
        }
        let (flits, cycles) = self.network.channel_flits();
        let setting = self.network.setting();
        let place = |channel| ChannelId::Between {
            from: setting.grid().near_end(channel),
            to: setting.grid().far_end(channel),
        };
        let mut uses = channels::uses(flits.into_iter(), cycles, place);
        let mut channel = 0..;
        uses.retain(|_| channel.next().is_some_and(|channel| setting.grid().exists(channel)));
        uses
    }

    fn stop_sources(&mut self) {
        self.network.stop_sources();
    }

    fn audit(&self) -> Result<(), AuditFault> {
        self.network.audit()
    }

    fn flit_hops(&self) -> u64 {
        self.network.flit_hops()
    }

    fn held(&self) -> u64 {
        self.network.held()
    }
}
