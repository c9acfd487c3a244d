//! The equations, numbered as in the documentation of the model. [`Written`] says how one is written.

use super::{Circuits, quantities::QUANTITIES};
use crate::model::{
    equation::{Equations, Written},
    quantity,
};
use crate::text::Beside;

/// All of them.
pub const EQUATIONS: Equations<Circuits> =
    Equations { glyphs: &quantity::glyphs::<_, { QUANTITIES.len() }>(QUANTITIES), written: WRITTEN, mathml: MATHML };

fn bursty(model: &Circuits) -> bool {
    !calm(model)
}

fn several(model: &Circuits) -> bool {
    !single(model)
}

fn single(model: &Circuits) -> bool {
    model.network().alone()
}

fn few(model: &Circuits) -> bool {
    !many(model)
}

fn many(model: &Circuits) -> bool {
    model.network().many()
}

fn calm(model: &Circuits) -> bool {
    model.traffic().lag1 == 0.0
}

/// Made from this file by `tests/all/equations.rs`.
pub(super) const MATHML: Beside = Beside::of(include_str!("mathml.txt"));

const WRITTEN: &[Written<Circuits>] = &[
    Written::new("(1), p_d", "chance of a distance of d = 1, 2, ... hops", r"\val{p_d} = \sym{\frac{\binom{n}{d}}{2^n - 1}}"),
    Written::new("(1), d̄", "mean distance", r"\val{dbar} = \sym{\sum_d d\, p_d}"),
    Written::new("(1), C_j", "channels j = 0, 1, ... hops away among which a channel is one", r"\val{C_j} = \sym{\binom{n - 1}{j}}"),
    Written::new("(1), λ_c", "circuits that join a channel per cycle", r"\val{lam_c} = \frac{\val{lambda} \by \val{dbar}}{\val{n}}"),
    Written::new("(1), U", "utilisation of a channel", r"\val{U} = \val{lam_c} \by \val{flits}").main(),
    Written::new(
        "(3), (4)",
        "flits per cycle that v = 0, 1, ... circuits get of a channel together, each with the demand m that it would have if the channel were free",
        r"\val{S} = \sym{\mathrm{E}[\min(1, m_1 + \dots + m_v)]}",
    )
    .main(),
    Written::new(
        "(5), ψ",
        "how long the circuits j = 0, 1, ... hops from their source hold a channel, beside those that begin there",
        r"\val{psi} = \sym{\frac{\sum_{d > j} p_d \sigma_d}{\sum_d p_d \sigma_d}}",
    ),
    Written::new(
        "(5), Nf",
        "equivalent number of slots from which circuits can come",
        r"\val{Nf} = \sym{V \frac{(\sum_j \psi_j)^2}{\sum_j \psi_j^2 / C_j}}",
    )
    .form("V up to 8", few),
    Written::new(
        "(5), Nf",
        "twice the equivalent number of slots: half of the messages that find their slot busy join in time",
        r"\val{Nf} = \sym{2 V \frac{(\sum_j \psi_j)^2}{\sum_j \psi_j^2 / C_j}}",
    )
    .form("V above 8", many),
    Written::new("(5), F", "part of these that is left beside i = 0, 1, ... circuits", r"\val{F} = \sym{\max(1 - i / N_{\text{f}}, 10^{-6})}"),
    Written::new(
        "(6), ts",
        "mean time for which a circuit holds a channel during set-up",
        r"\val{ts} = \sym{\frac{1}{\bar d} \sum_d p_d\, d \left( s_d - \frac{d - 1}{2} \right)}",
    )
    .form("V above 1", several),
    Written::new(
        "(6), ts",
        "the same where each circuit has its channels to itself",
        r"\val{ts} = \sym{\frac{1}{\bar d} \sum_d p_d\, d \left( 2 d - \frac{d + 1}{2} + [d > 1] \frac{s_d - 2 d}{2} \right)}",
    )
    .form("V = 1", single),
    Written::new("(6), a", "rate at which circuits would join an empty channel", r"\val{a} = \sym{\frac{\lambda_c}{\sum_{i < V} F_i P_i}}"),
    Written::new(
        "(6), Pi",
        "chance that i = 0, 1, ... virtual channels are held, u by circuits that set up and v by circuits in data",
        r"\val{Pi} = \sym{\sum_{u + v = i} P(u, v),\quad P(u, v) \propto a^{u+v} \frac{t_s^u}{u!} \prod_{h < u + v} F_h \prod_{k=1}^v \frac{M}{S(k)}}",
    )
    .main(),
    Written::new("(7), P̂_v", "chance of v = 0, 1, ... circuits in data", r"\val{Pv} = \sym{\sum_u P(u, v)}"),
    Written::new(
        "(7), P⁰",
        "chance that a circuit that joins finds K = 0, 1, ... others in data",
        r"\val{P0} = \sym{\frac{F_K \sum_{u < V - K} P(u, K)}{\sum_{K'} F_{K'} \sum_{u < V - K'} P(u, K')}}",
    ),
    Written::new(
        "(8), π_1",
        "chance of K = 0, 1, ... others beside a circuit of one hop, over the time that it is there",
        r"\val{pi_1} = \sym{P^0 \left( \operatorname{diag} \frac{\mu}{M} - Q \right)^{-1}}",
    ),
    Written::new(
        "(8), π_n",
        "the same beside a circuit of n hops, which gets on at the rate μ",
        r"\val{pi_n} = \sym{P^0 \left( \operatorname{diag} \frac{\mu}{M} - Q \right)^{-1},\quad \mu_K = \frac{2}{3} \sum_l q_l R_K(l) + \frac{1}{3} (1 - \delta) R_K(1) \frac{\sigma_1}{\sigma_n}}",
    ),
    Written::new(
        "(9)",
        "chance that a neighbour takes my next dimension",
        r"\val{phi} = \sym{\frac{1}{n - 1} \frac{\sum_d p_d (d - 1) \sigma_d}{\sum_d p_d\, d\, \sigma_d}}",
    ),
    Written::new(
        "(10)",
        "cycles per flit of a circuit of d = 1, 2, ... hops: as slow as its most crowded channel",
        r"\val{sigma} = \sym{\left( \frac{1}{24} \sum_i G_{d,i}^{1 + (d - 1)(1 - \varphi)} \right)^{-1},\quad G_{d,i} = \sum_K \pi_{d,K} Y_K(i)}",
    )
    .main(),
    Written::new(
        "(12), δ",
        "chance that a circuit in data is not sending",
        r"\val{delta} = \sym{1 - \frac{\sum_d p_d\, d M \sigma_d}{\sum_d p_d\, d (D_d - (d - 1) \tau / 2)}}",
    ),
    Written::new("(12), τ", "time of a flit across one channel", r"\val{tau} = 1 + \frac{\val{sigma_1} - 1}{2}"),
    Written::new("(12), data_d", "time of the data over d = 1, 2, ... hops", r"\val{data_d} = \sym{d \tau + (M - 1) \sigma_d + 1}"),
    Written::new(
        "(12), data",
        "mean time of the data",
        r"\val{data} = \val{dbar} \by \val{tau} + (\val{flits} - 1) \by \val{sigma_mean} + 1",
    )
    .main(),
    Written::new("(13), PV", "chance that a header finds all virtual channels held", r"\val{PV} = \sym{\frac{P_V F_V}{\sum_i P_i F_i}}").when(several),
    Written::new(
        "(13), b",
        "chance that a header finds its channel busy after h = 0, 1, ... hops, held by another slot than its own, unless the circuit before held it",
        r"\val{b_h} = \sym{\left( 1 - \rho \frac{\psi_h}{n C_h} \right) \frac{P_1 (1 - f_h)}{1 - P_1 f_h},\quad f_h = \frac{\psi_h}{C_h \sum_j \psi_j}}",
    )
    .when(single),
    Written::new("(13), wt", "time until one of them is given back", r"\val{wt} = \sym{\frac{M}{S(V)}}").form("V above 1", several),
    Written::new("(13), wt", "time until a busy channel is given back: half of the time for which it is held", r"\val{wt} = \sym{\frac{1}{2} \left( t_s + \frac{M}{S(1)} \right)}").form("V = 1", single),
    Written::new(
        "(13), w_d",
        "wait until one of the minimal paths of d = 1, 2, ... hops is free over its whole length",
        r"\val{w_d} = \sym{2 w \int_0^1 Q_{d,d}(x)\, dx,\quad Q_{d,r} = \left( b x + (1 - b x) Q_{d,r-1} \right)^r|_{b = b_{d-r}},\quad Q_{d,0} = 0}",
    )
    .when(single),
    Written::new(
        "(13), s_d",
        "set-up time over d = 1, 2, ... hops, with header, retries and acknowledgement",
        r"\val{s_d} = \sym{2 d + \mathit{PV} \frac{2 (d - 1)}{1 - P'_d},\quad P'_d = \frac{e^{-2 (d - 1) / w}}{d} + \left( 1 - \frac{1}{d} \right) \mathit{PV},\quad s_1 = 2 + \mathit{PV}\, w}",
    )
    .form("V above 1", several),
    Written::new(
        "(13), s_d",
        "the same where each circuit has its channels to itself: a header also waits until one of its paths is free",
        r"\val{s_d} = \sym{2 d + w_d + b_{d-1} \frac{2 (d - 1)}{1 - P'_d},\quad P'_d = \frac{e^{-2 (d - 1) / w}}{d} + \left( 1 - \frac{1}{d} \right) b_{d-1}}",
    )
    .form("V = 1", single),
    Written::new("(13), set-up", "mean set-up time", r"\val{setup} = \sym{\sum_d p_d s_d}").main(),
    Written::new(
        "(14)",
        "time for which a message of d = 1, 2, ... hops keeps its injection channel",
        r"\val{slot_d} = \sym{s_d + D_d - ((d + 1) \sigma_d - 1)}",
    ),
    Written::new("(14), (15)", "its mean: the tail leaves before it arrives", r"\val{T} = \val{setup} + \val{data} - \val{drain}").main(),
    Written::new("(15)", "part of the time that an injection channel is busy", r"\val{rho} = \frac{\val{lambda} \by \val{T}}{\val{V}}").main(),
    Written::new(
        "(16), c_D²",
        "squared coefficient of variation of the means of the distances",
        r"\val{cvD} = \sym{\frac{\sum_d p_d T_d^2}{T^2} - 1}",
    ),
    Written::new(
        "(16), c²",
        "squared coefficient of variation of the time for which a message keeps its injection channel",
        r"\val{cv2} = \sym{c_D^2 + \frac{1}{T^2} \sum_d p_d\, 2 \sigma_d^2 \int_0^{M \sigma_d} (M \sigma_d - t) \operatorname{Cov}_d(t)\, dt}",
    )
    .form("V above 1", several),
    Written::new(
        "(16), c²",
        "the same where each circuit has its channels to itself: the wait for a path varies, and nothing else does",
        r"\val{cv2} = \sym{c_D^2 + \frac{1}{T^2} \sum_d p_d \left( 4 w^2 \int_0^1 2 x\, Q_{d,d}(1 - x)\, dx - w_d^2 \right)}",
    )
    .form("V = 1", single),
    Written::new(
        "(17), W",
        "wait at the source: one injection channel as an M/G/1 queue",
        r"\val{W} = \frac{\val{rho} \by \val{T} \by (1 + \val{cv2})}{2 \by (1 - \val{rho})}",
    )
    .main()
    .form("Poisson traffic", calm),
    Written::new("(17), latency", "mean latency", r"\val{latency} = \val{data} + \val{setup} + \val{W}").main().form("Poisson traffic", calm),
    Written::new("(18)", "relaxation rates of the MMPPs", r"\val{kappa} = \sym{\delta_{1c} + \delta_{2c}}").when(bursty),
    Written::new(
        "(19)",
        "the same time T of a node that starts circuits 0, 1/2, 1, (1 + y)/2 and y times as often as on average",
        r"\val{T_own} = \sym{\sum_d p_d \left( s_d + D'_d - ((d + 1) \sigma'_d - 1) \right)}",
    )
    .when(bursty),
    Written::new(
        "(20), y",
        "how much more often than on average a node starts circuits that always has one to start",
        r"\val{y} = \frac{\val{V}}{\val{lambda} \by \val{T_sat}}",
    )
    .when(bursty),
    Written::new("(20), T_sat", "the time T of such a node", r"\val{T_sat} = \sym{T_{\text{own}}(y)}").main().when(bursty),
    Written::new(
        "(21), fast",
        "wait of an MMPP/G/1 queue with what comes and goes while messages are sent",
        r"\val{W_fast} = \sym{\frac{\lambda_v T_2}{2 (1 - \lambda_v T)} + \frac{1}{\lambda_v} \left( \Delta + \frac{T C}{1 - \lambda_v T} \right),\quad \lambda_{1,2} \to m + (\lambda_{1,2} - m) \sqrt{\frac{\kappa_c T}{1 + \kappa_c T}}}",
    )
    .when(bursty),
    Written::new("(21), fast, behind a backlog", "the same where a message keeps its injection channel as behind a backlog", r"\val{W_fast_sat} = \sym{w_{\text{fast}}|_{T \to T_{\text{sat}}}}").when(bursty),
    Written::new("(21), all, behind a backlog", "the same with all that comes and goes", r"\val{W_all_sat} = \sym{w_{\text{all}}|_{T \to T_{\text{sat}}}}").when(bursty),
    Written::new(
        "(22)",
        "wait at the source: what slow bursts add is waited for behind a backlog",
        r"\val{W} = \val{W_fast} + \val{W_all_sat} - \val{W_fast_sat}",
    )
    .main()
    .form("bursts", bursty),
    Written::new(
        "(23), extra",
        "how much longer the data take, because most messages are sent in bursts",
        r"\val{extra} = \sym{\sum_k Q_k \left( \min(v_k, y)\, T_{\text{own}}(\min(v_k, y)) + \max(v_k - y, 0)\, T_{\text{sat}} \right) - T}",
    )
    .when(bursty),
    Written::new("(23), latency", "mean latency", r"\val{latency} = \val{data} + \val{extra} + \val{setup} + \val{W}").main().form("bursts", bursty),
];
