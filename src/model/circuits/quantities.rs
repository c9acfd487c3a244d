//! Every quantity of a solution, under the symbols of the equations.

use super::{Solution, network::Geometry};
use crate::model::{LatencyShare, Quantity};

impl Solution {
    /// From the first flit sent to the tail arrived, as messages see it, cycles.
    pub(super) fn sending(&self) -> f64 {
        self.data + self.bursts.as_ref().map_or(0.0, |bursts| bursts.extra)
    }

    /// The wait that Poisson arrivals would have, (17), cycles.
    pub(super) fn poisson_wait(&self) -> f64 {
        self.slots.rho * self.slots.mean * (1.0 + self.spread.whole) / (2.0 * (1.0 - self.slots.rho))
    }
}

impl crate::model::Solution for Solution {
    fn load(&self) -> f64 {
        self.load
    }

    fn measures(&self) -> Vec<f64> {
        vec![self.latency()]
    }

    fn quantities(&self) -> Vec<Quantity> {
        let (number, list) = (Quantity::number, Quantity::list);
        let Self { network, unknowns, step, slots, spread, .. } = self;
        let geometry = Geometry::of(network);
        let (n, flits) = (f64::from(network.n), f64::from(network.flits));
        let joining = self.load * geometry.mean_hops / n;
        let channel = &step.channel;
        let together = step.sharing.together.clone();
        let given_back = flits / together.last().copied().unwrap_or(1.0);
        let mean = |term: &dyn Fn(usize) -> f64| geometry.by_distance(|d, p| p * term(d));
        let law = |distance: usize| step.beside.get(distance - 1).cloned().unwrap_or_default();
        let mut all = vec![
            number("n", "dimensions", "", "", n),
            number("V", "virtual channels of a channel", "", "", f64::from(network.vcs)),
            number("lambda", "load", "messages / node / cycle", "", self.load),
            number("flits", "message length M", "flits", "", flits),
            list("p_d", "probability of distance d = 1, 2, ...", "", "(1)", geometry.hops.clone()),
            number("dbar", "mean distance", "hops", "(1)", geometry.mean_hops),
            list("C_j", "channels j = 0, 1, ... hops away", "channels", "(1)", geometry.channels.clone()),
            number("lam_c", "circuits that join a channel", "circuits / channel / cycle", "(1)", joining),
            number("U", "flits on a channel", "flits / cycle", "(1)", joining * flits),
            number("delta", "a circuit in data is not sending", "", "(12)", unknowns.idle),
            list("S", "flits per cycle of v = 0, 1, ... circuits together", "flits / cycle", "(4)", together),
            list("psi", "use of channels j = 0, 1, ... hops away", "", "(5)", channel.reach.clone()),
            number("Nf", "slots from which circuits can come", "slots", "(5)", channel.slots),
            list("F", "part of them left beside i = 0, 1, ... circuits", "", "(5)", channel.room.clone()),
            number("ts", "time for which set-up holds a channel", "cycles", "(6)", channel.setup),
            number("a", "rate at which circuits would join an empty channel", "circuits / cycle", "(6)", channel.rate),
            list("Pi", "probability of i busy virtual channels", "", "(6)", channel.held.clone()),
            number("pV", "all virtual channels busy", "", "(6)", channel.held.last().copied().unwrap_or_default()),
            list("Pv", "probability of v circuits in data", "", "(7)", channel.data.clone()),
            list("P0", "others in data that a circuit finds", "", "(7)", channel.found.clone()),
            list("pi_1", "others beside a circuit of one hop", "", "(8)", law(1)),
            list("pi_n", "others beside a circuit of n hops", "", "(8)", law(network.n as usize)),
            number("phi", "a neighbour takes my next dimension", "", "(9)", step.together),
            list("sigma", "cycles per flit over d = 1, 2, ... hops", "cycles", "(10)", unknowns.slow.clone()),
            number("sigma_1", "cycles per flit over one hop", "cycles", "(10)", unknowns.slow[0]),
            number("sigma_mean", "cycles per flit of a message", "cycles", "(10)", mean(&|d| unknowns.slow[d - 1])),
            number("tau", "time of a flit across one channel", "cycles", "(12)", slots.crossing),
            list("data_d", "time of the data over d = 1, 2, ... hops", "cycles", "(12)", slots.data.clone()),
            number("data", "time of the data", "cycles", "(12)", self.data),
            number("PV", "a header finds all virtual channels busy", "", "(13)", step.full),
            number("wt", "time until one is given back", "cycles", "(13)", given_back),
            list("s_d", "set-up time over d = 1, 2, ... hops", "cycles", "(13)", unknowns.setup.clone()),
            number("setup", "set-up time", "cycles", "(13)", self.setup),
            list(
                "slot_d",
                "time for which a message keeps its injection channel",
                "cycles",
                "(14)",
                slots.each.clone(),
            ),
            number(
                "drain",
                "time by which the tail leaves before it arrives",
                "cycles",
                "(14)",
                self.data + self.setup - slots.mean,
            ),
            number("T", "mean time for which a message keeps its injection channel", "cycles", "(15)", slots.mean),
            number("rho", "part of the time that an injection channel is busy", "", "(15)", slots.rho),
            number("cvD", "squared coefficient of variation of the distances", "", "(16)", spread.distance),
            number("cv2", "squared coefficient of variation of that time", "", "(16)", spread.whole),
        ];
        if let Some(bursts) = &self.bursts {
            let rates = bursts.arrivals.parts().iter().map(|part| part.relaxation()).collect();
            all.extend([
                list("kappa", "relaxation rates of the MMPPs", "per cycle", "(18)", rates),
                list(
                    "T_own",
                    "the same time while the own node bursts",
                    "cycles",
                    "(19)",
                    bursts.own.map(|(_, time)| time).to_vec(),
                ),
                number("y", "pace of a node that always has a message to send", "", "(20)", bursts.pace()),
                number("T_sat", "the same time behind a backlog", "cycles", "(20)", bursts.backlogged()),
                number("W_fast", "wait with fast bursts", "cycles", "(21)", bursts.fast),
                number(
                    "W_fast_sat",
                    "wait with fast bursts, behind a backlog",
                    "cycles",
                    "(21)",
                    bursts.fast_backlogged,
                ),
                number("W_all_sat", "wait with all bursts, behind a backlog", "cycles", "(21)", bursts.all_backlogged),
                number("W_bursts", "wait that the bursts add", "cycles", "(22)", self.wait - self.poisson_wait()),
                number("extra", "how much longer data take in bursts", "cycles", "(23)", bursts.extra),
            ]);
        }
        let equation = if self.bursts.is_some() { ["(22)", "(23)"] } else { ["(17)", "(17)"] };
        all.extend([
            number("sending", "time of the data as messages see it", "cycles", equation[1], self.sending()),
            number("W", "wait at the source", "cycles", equation[0], self.wait),
            number("latency", "mean message latency", "cycles", equation[1], self.latency()),
        ]);
        all
    }

    fn shares(&self) -> Vec<LatencyShare> {
        let (hops, flits) = (Geometry::of(&self.network).mean_hops, f64::from(self.network.flits));
        vec![
            LatencyShare { cause: "the idle network", time: 3.0 * hops + flits },
            LatencyShare { cause: "failed attempts", time: self.setup - 2.0 * hops },
            LatencyShare { cause: "waiting at the source", time: self.wait },
            LatencyShare { cause: "sharing channels with other messages", time: self.sending() - hops - flits },
        ]
    }
}
