//! The equations, in the order of the paper. [`Written`] says how one is written.

use super::paper::{CIRCUIT, DATA};
use super::{HypercubeMmpp, solution::QUANTITIES};
use crate::model::{
    equation::{Equations, Written},
    quantity,
};
use crate::text::Beside;

/// All of them.
pub const EQUATIONS: Equations<HypercubeMmpp> =
    Equations { glyphs: &quantity::glyphs::<_, { QUANTITIES.len() }>(QUANTITIES), written: WRITTEN, mathml: MATHML };

/// True if all messages travel the same distance.
fn one_distance(model: &HypercubeMmpp) -> bool {
    model.distances.iter().count() == 1
}

/// Made from this file by `tests/all/equations.rs`.
pub(super) const MATHML: Beside = Beside::of(include_str!("mathml.txt"));

const WRITTEN: &[Written<HypercubeMmpp>] = &[
    Written::new("(18)", "mean message latency", r"\val{latency} = (\val{T} + \val{Ws}) \by \val{Vbar}")
        .main()
        .form("printed", |model| !model.deviations.has(DATA)),
    Written::new("(18)", "mean message latency", r"\val{latency} = \val{T} + \val{Ws}")
        .main()
        .form("refined", |model| model.deviations.has(DATA)),
    Written::new("(1)", "mean network latency", r"\val{T1} = \val{E} + \val{D} + \val{flits}"),
    Written::new(
        "(1), (17)",
        "its second moment, for an exponential set-up time",
        r"\val{T2} = \val{E}^2 + \val{T1}^2",
    ),
    Written::new(
        "(2), κ",
        "relaxation rates of the MMPPs",
        r"\val{kappa} = \sym{\delta_{1i} + \delta_{2i}}",
    ),
    Written::new(
        "(2), p",
        "fractions of time at the high rate",
        r"\val{p_high} = \sym{\frac{\delta_{2i}}{\delta_{1i} + \delta_{2i}}}",
    ),
    Written::new("(2), m", "mean rates", r"\val{mean} = \sym{p_i \lambda_{1i} + (1 - p_i) \lambda_{2i}}"),
    Written::new(
        "(2), σ",
        "standard deviations of the rates",
        r"\val{sigma} = \sym{(\lambda_{1i} - \lambda_{2i}) \sqrt{p_i (1 - p_i)}}",
    ),
    Written::new("(3)", "rate of their superposition", r"\val{lambda} = \sym{\sum_{i=1}^{L} m_i}"),
    Written::new("(4)", "rate of an injection queue", r"\val{lam_v} = \frac{\val{lambda}}{\val{V}}"),
    Written::new(
        "(5)",
        "wait at the source, the inverse multiplied out",
        r"\val{Ws} = \val{W_pk} + \val{W_bursts}",
    )
    .main(),
    Written::new(
        "(5), W_PK",
        "wait that Poisson arrivals would have",
        r"\val{W_pk} = \frac{\val{lam_v} \by \val{T2_s}}{2 \by (1 - \val{mu})}",
    ),
    Written::new("(5), T", "mean service time of an injection queue", r"\val{T} = \val{T1}")
        .form("printed", |model| !model.deviations.has(DATA)),
    Written::new(
        "(5), T",
        "mean service time of an injection queue, data slowed by sharing channels",
        r"\val{T} = \val{E} + (\val{D} + \val{flits}) \by \val{Vbar}",
    )
    .form("refined", |model| model.deviations.has(DATA)),
    Written::new(
        "(5), T²",
        "second moment of that service time",
        r"\val{T2_s} = \val{E}^2 + \val{T}^2",
    ),
    Written::new("(5), μ", "utilisation of an injection queue", r"\val{mu} = \val{lam_v} \by \val{T}"),
    Written::new(
        "(5), C",
        "burstiness, variance times duration",
        r"\val{C} = \frac{1}{\val{V}^2} \by \sum_{i=1}^{L} \frac{\sigma_i^2}{\kappa_i}",
    ),
    Written::new(
        "(5), Δ",
        "shift of the phase distribution at the end of a busy period; g: the distribution there",
        r"\val{Delta} = \frac{1}{\val{V}} \by \sum_{i=1}^{L} (p_i^g - p_i) \frac{\lambda_{1i} - \lambda_{2i}}{\kappa_i}",
    ),
    Written::new(
        "(6)",
        "probability that an attempt succeeds",
        r"\val{Ps} = \sym{\prod_{i=0}^{D-1} (1 - \mathit{Pb}_i)}",
    )
    .when(one_distance),
    Written::new(
        "(6)",
        "probability that an attempt succeeds, over the distances d",
        r"\val{Ps} = \sym{\left( \sum_d \frac{w_d}{\mathit{Ps}_d} \right)^{-1},\allowbreak\quad \mathit{Ps}_d = \prod_{i=0}^{d-1} (1 - \mathit{Pb}_i)}",
    )
    .form("several distances", |model| !one_distance(model)),
    Written::new("(6), Pf", "probability that an attempt fails", r"\val{Pf} = 1 - \val{Ps}"),
    Written::new(
        "(7)",
        "attempts per message: the r-th follows with probability Pf^(r-1)",
        r"\val{attempts} = \sym{\sum_{r \ge 1} \mathit{Pf}^{\,r-1} =} \frac{1}{1 - \val{Pf}}",
    ),
    Written::new("(8)", "attempts of a node", r"\val{lam_eff} = \val{attempts} \by \val{lambda}"),
    Written::new(
        "(9)",
        "probability that an attempt fails after i = 0, 1, ... hops of the longest path",
        r"\val{Pf_i} = \sym{\mathit{Pb}_i \prod_{j=0}^{i-1} (1 - \mathit{Pb}_j)}",
    ),
    Written::new(
        "(10)",
        "channels taken per attempt",
        r"\val{c} = \val{D} \by \val{Ps} + \sum_{i=0}^{D-1} i\,\mathit{Pf}_i",
    )
    .when(one_distance),
    Written::new(
        "(10)",
        "channels taken per attempt, over the distances d",
        r"\val{c} = \val{Ps} \by \sum_d \frac{w_d}{\mathit{Ps}_d} \left( d\,\mathit{Ps}_d + \sum_{i=0}^{d-1} i\,\mathit{Pf}_i \right)",
    )
    .form("several distances", |model| !one_distance(model)),
    Written::new("(11)", "share of a channel in a node's attempts", r"\val{f} = \frac{\val{c}}{\val{n}}"),
    Written::new("(12)", "rate of a channel", r"\val{lam_c} = \val{f} \by \val{lam_eff}"),
    Written::new(
        "before (13), P_i",
        "probability of i = 0, 1, ..., V busy virtual channels, arrivals in bursts",
        r"\val{Pi} = \sym{\sum_j P_{(i,j)}}",
    )
    .when(|model| !model.calm()),
    Written::new(
        "before (13), P_i",
        "probability of i = 0, 1, ..., V busy virtual channels, arrivals Poisson",
        r"\val{Pi} = \frac{(\val{lam_c} \by \val{tau})^i}{\sum_{k=0}^{\val{V}} (\val{lam_c} \by \val{tau})^k}",
    )
    .when(|model| model.calm()),
    Written::new("before (13), τ", "time that a channel is held", r"\val{tau} = \val{T1}")
        .form("printed", |model| !model.deviations.has(CIRCUIT)),
    Written::new(
        "before (13), τ",
        "time that a channel is held, over the distances d",
        r"\val{tau} = \frac{1}{\val{attempts} \by \val{c}} \by \sum_d \frac{w_d}{\mathit{Ps}_d} \left( \mathit{Ps}_d\, d (2d + \val{flits}) + \sum_{i=0}^{d-1} \mathit{Pf}_i\, i (i + 1) \right)",
    )
    .form("refined", |model| model.deviations.has(CIRCUIT)),
    Written::new(
        "before (13), V̄",
        "average degree of multiplexing",
        r"\val{Vbar} = \sym{\frac{\sum_i i^2 P_i}{\sum_i i P_i}}",
    ),
    Written::new(
        "(13)",
        "probability of blocking after i = 0, 1, ... hops of the longest path",
        r"\val{Pb} = \sym{\left( \sum_j P_{(V,j)} \right)^{D-i} =} \val{pV}^{D-i}",
    ),
    Written::new(
        "(14), (15), (16)",
        "cycles until the header arrives",
        r"\val{E0} = \frac{1}{\val{Ps}} \by \sum_{i=0}^{D-1} (1 + (i - 1) \mathit{Pb}_i) \prod_{j=0}^{i-1} (1 - \mathit{Pb}_j)",
    )
    .when(one_distance),
    Written::new(
        "(14), (15), (16)",
        "cycles until the header arrives, over the distances d",
        r"\val{E0} = \sym{\sum_d \frac{w_d}{\mathit{Ps}_d} \sum_{i=0}^{d-1} (1 + (i - 1) \mathit{Pb}_i) \prod_{j=0}^{i-1} (1 - \mathit{Pb}_j)}",
    )
    .form("several distances", |model| !one_distance(model)),
    Written::new(
        "(17)",
        "mean time to set up a path, with the way back of the acknowledgement",
        r"\val{E} = \val{E0} + \val{D}",
    )
    .main(),
];
