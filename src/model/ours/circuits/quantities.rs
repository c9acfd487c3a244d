//! Every quantity of a solution, under the symbols of the equations.

use super::{Solution, bursts::Bursts, network::Geometry};
use crate::model::{
    LatencyCause, LatencyShare, Quantity,
    quantity::{self, Row, row, when},
};

impl Solution {
    /// From the first flit sent to the tail arrived, as messages see it, cycles.
    pub(super) fn sending(&self) -> f64 {
        self.data + self.bursts.as_ref().map_or(0.0, |bursts| bursts.extra)
    }

    /// The wait that Poisson arrivals would have, (17), cycles.
    pub(super) fn poisson_wait(&self) -> f64 {
        self.slots.rho * self.slots.mean * (1.0 + self.spread.whole) / (2.0 * (1.0 - self.slots.rho))
    }

    fn geometry(&self) -> Geometry {
        Geometry::of(&self.network)
    }

    /// λ_c (1), circuits per channel per cycle.
    fn joining(&self) -> f64 {
        self.load * self.geometry().mean_hops / f64::from(self.network.n)
    }

    /// The time until one of V busy virtual channels is given back (13), cycles.
    fn given_back(&self) -> f64 {
        let sent = f64::from(self.network.flits) / self.step.sharing.together.last().copied().unwrap_or(1.0);
        if single(self) { (self.step.channel.setup + sent) / 2.0 } else { sent }
    }

    /// The law of the circuits beside one of a distance (8).
    fn beside(&self, distance: usize) -> Vec<f64> {
        self.step.beside.get(distance - 1).cloned().unwrap_or_default()
    }

    /// A number of the bursts, where there are any.
    fn burst<T: Default>(&self, number: impl FnOnce(&Bursts) -> T) -> T {
        self.bursts.as_ref().map(number).unwrap_or_default()
    }
}

fn bursty(solution: &Solution) -> bool {
    solution.bursts.is_some()
}

fn calm(solution: &Solution) -> bool {
    !bursty(solution)
}

fn several(solution: &Solution) -> bool {
    !single(solution)
}

/// A channel has one virtual channel.
fn single(solution: &Solution) -> bool {
    solution.network.alone()
}

/// The quantities, in the order of the equations: symbol, letter in TeX, name, unit, equation, value.
#[rustfmt::skip]
pub(super) const QUANTITIES: &[Row<Solution>] = &[
    row("n", "dimensions", "", "", |s| s.network.n.into()),
    row("V", "virtual channels of a channel", "", "", |s| s.network.vcs.into()),
    row("lambda", "load", "messages / node / cycle", "", |s| s.load.into()),
    row("flits", "message length M", "flits", "", |s| s.network.flits.into()),
    row("p_d", "probability of distance d = 1, 2, ...", "", "(1)", |s| s.geometry().hops.clone().into()),
    row("dbar", "mean distance", "hops", "(1)", |s| s.geometry().mean_hops.into()),
    row("C_j", "channels j = 0, 1, ... hops away", "channels", "(1)", |s| s.geometry().channels.clone().into()),
    row("lam_c", "circuits that join a channel", "circuits / channel / cycle", "(1)", |s| s.joining().into()),
    row("U", "flits on a channel", "flits / cycle", "(1)", |s| (s.joining() * f64::from(s.network.flits)).into()),
    row("delta", "a circuit in data is not sending", "", "(12)", |s| s.unknowns.idle.into()),
    row("S", "flits per cycle of v = 0, 1, ... circuits together", "flits / cycle", "(4)", |s| s.step.sharing.together.clone().into()),
    row("psi", "use of channels j = 0, 1, ... hops away", "", "(5)", |s| s.step.channel.reach.clone().into()),
    row("Nf", "slots from which circuits can come", "slots", "(5)", |s| s.step.channel.slots.into()),
    row("F", "part of them left beside i = 0, 1, ... circuits", "", "(5)", |s| s.step.channel.room.clone().into()),
    row("ts", "time for which set-up holds a channel", "cycles", "(6)", |s| s.step.channel.setup.into()),
    row("a", "rate at which circuits would join an empty channel", "circuits / cycle", "(6)", |s| s.step.channel.rate.into()),
    row("Pi", "probability of i busy virtual channels", "", "(6)", |s| s.step.channel.held.clone().into()),
    row("pV", "all virtual channels busy", "", "(6)", |s| s.step.channel.held.last().copied().unwrap_or_default().into()),
    row("Pv", "probability of v circuits in data", "", "(7)", |s| s.step.channel.data.clone().into()),
    row("P0", "others in data that a circuit finds", "", "(7)", |s| s.step.channel.found.clone().into()),
    row("pi_1", "others beside a circuit of one hop", "", "(8)", |s| s.beside(1).into()),
    row("pi_n", "others beside a circuit of n hops", "", "(8)", |s| s.beside(s.network.n as usize).into()),
    row("phi", "a neighbour takes my next dimension", "", "(9)", |s| s.step.together.into()),
    row("sigma", "cycles per flit over d = 1, 2, ... hops", "cycles", "(10)", |s| s.unknowns.slow.clone().into()),
    row("sigma_1", "cycles per flit over one hop", "cycles", "(10)", |s| s.unknowns.slow[0].into()),
    row("sigma_mean", "cycles per flit of a message", "cycles", "(10)",
        |s| s.geometry().by_distance(|d, p| p * s.unknowns.slow[d - 1]).into()),
    row("tau", "time of a flit across one channel", "cycles", "(12)", |s| s.slots.crossing.into()),
    row("data_d", "time of the data over d = 1, 2, ... hops", "cycles", "(12)", |s| s.slots.data.clone().into()),
    row("data", "time of the data", "cycles", "(12)", |s| s.data.into()),
    when(several, row("PV", "a header finds all virtual channels busy", "", "(13)", |s| s.step.full.into())),
    when(single, row("b_h", "a header finds its channel busy after h = 0, 1, ... hops", "", "(13)", |s| s.step.busy.clone().into())),
    row("wt", "time until one is given back", "cycles", "(13)", |s| s.given_back().into()),
    when(single, row("w_d", "wait until a path of d = 1, 2, ... hops is free", "cycles", "(13)",
        |s| s.step.waits.iter().map(|wait| wait.mean).collect::<Vec<_>>().into())),
    row("s_d", "set-up time over d = 1, 2, ... hops", "cycles", "(13)", |s| s.unknowns.setup.clone().into()),
    row("setup", "set-up time", "cycles", "(13)", |s| s.setup.into()),
    row("slot_d", "time for which a message keeps its injection channel", "cycles", "(14)", |s| s.slots.each.clone().into()),
    row("drain", "time by which the tail leaves before it arrives", "cycles", "(14)", |s| (s.data + s.setup - s.slots.mean).into()),
    row("T", "mean time for which a message keeps its injection channel", "cycles", "(15)", |s| s.slots.mean.into()),
    row("rho", "part of the time that an injection channel is busy", "", "(15)", |s| s.slots.rho.into()),
    row("cvD", "squared coefficient of variation of the distances", "", "(16)", |s| s.spread.distance.into()),
    row("cv2", "squared coefficient of variation of that time", "", "(16)", |s| s.spread.whole.into()),
    when(bursty, row("kappa", "relaxation rates of the MMPPs", "per cycle", "(18)",
        |s| s.burst(|bursts| bursts.arrivals.parts().iter().map(|part| part.relaxation()).collect::<Vec<_>>()).into())),
    when(bursty, row("T_own", "the same time while the own node bursts", "cycles", "(19)",
        |s| s.burst(|bursts| bursts.own.map(|(_, time)| time).to_vec()).into())),
    when(bursty, row("y", "pace of a node that always has a message to send", "", "(20)", |s| s.burst(|bursts| bursts.pace()).into())),
    when(bursty, row("T_sat", "the same time behind a backlog", "cycles", "(20)", |s| s.burst(|bursts| bursts.backlogged()).into())),
    when(bursty, row("W_fast", "wait with fast bursts", "cycles", "(21)", |s| s.burst(|bursts| bursts.fast).into())),
    when(bursty, row("W_fast_sat", "wait with fast bursts, behind a backlog", "cycles", "(21)",
        |s| s.burst(|bursts| bursts.fast_backlogged).into())),
    when(bursty, row("W_all_sat", "wait with all bursts, behind a backlog", "cycles", "(21)",
        |s| s.burst(|bursts| bursts.all_backlogged).into())),
    when(bursty, row("W_bursts", "wait that the bursts add", "cycles", "(22)", |s| (s.wait - s.poisson_wait()).into())),
    when(bursty, row("extra", "how much longer data take in bursts", "cycles", "(23)", |s| s.burst(|bursts| bursts.extra).into())),
    when(calm, row("sending", "time of the data as messages see it", "cycles", "(17)", |s| s.sending().into())),
    when(bursty, row("sending", "time of the data as messages see it", "cycles", "(23)", |s| s.sending().into())),
    when(calm, row("W", "wait at the source", "cycles", "(17)", |s| s.wait.into())),
    when(bursty, row("W", "wait at the source", "cycles", "(22)", |s| s.wait.into())),
    when(calm, row("latency", "mean message latency", "cycles", "(17)", |s| s.latency().into())),
    when(bursty, row("latency", "mean message latency", "cycles", "(23)", |s| s.latency().into())),
];

impl crate::model::Solution for Solution {
    fn load(&self) -> f64 {
        self.load
    }

    fn measures(&self) -> Vec<f64> {
        vec![self.latency()]
    }

    fn quantities(&self) -> Vec<Quantity> {
        quantity::read(QUANTITIES, self)
    }

    fn shares(&self) -> Vec<LatencyShare> {
        let (hops, flits) = (Geometry::of(&self.network).mean_hops, f64::from(self.network.flits));
        LatencyShare::each(
            LatencyCause::CIRCUITS,
            [3.0 * hops + flits, self.setup - 2.0 * hops, self.wait, self.sending() - hops - flits],
        )
    }
}
