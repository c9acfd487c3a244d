//! The equations, in the order of the paper. [`Written`] says how one is written.

use super::paper::{COPIES, DISTANCE, HOP, REQUIRED, WALK, WEIGHTS};
use super::{TorusBroadcast, solution::QUANTITIES};
use crate::model::{
    equation::{Equations, Written},
    quantity,
};
use crate::text::Beside;

/// All of them.
pub const EQUATIONS: Equations<TorusBroadcast> =
    Equations { glyphs: &quantity::glyphs::<_, { QUANTITIES.len() }>(QUANTITIES), written: WRITTEN, mathml: MATHML };

/// Made from this file by `tests/all/equations.rs`.
pub(super) const MATHML: Beside = Beside::of(include_str!("mathml.txt"));

const WRITTEN: &[Written<TorusBroadcast>] = &[
    Written::new("(1)", "mean latency of a unicast message", r"\val{latency} = (\val{S_u} + \val{W_s}) \by \val{Vbar}")
        .main(),
    Written::new(
        "(2)",
        "nodes that send a broadcast on 0, 1, 2 and 3 times",
        r"\val{N_r} = 2\by\val{k},\; \val{k}^2 - 3\by\val{k},\; 2,\; \val{k} - 3",
    )
    .when(|model| model.network.n == 2),
    Written::new(
        "(2)",
        "nodes that send a broadcast on 0, 1, 2, ... times",
        r"\val{N_r} = \text{nodes of the tree with } i \text{ branches}",
    )
    .form("counted along the tree", |model| model.network.n != 2),
    Written::new(
        "(3)",
        "receptions that are sent on",
        r"\val{lambda_sr} = \val{replicating} \by \val{beta} \by \val{lambda}",
    ),
    Written::new("(4)", "rate of a channel", r"\val{lambda_c} = \val{lambda_cu} + \val{lambda_cb} + \val{lambda_cr}"),
    Written::new("(5)", "mean distance along a ring, k even", r"\val{kbar} = \frac{\val{k}}{4}")
        .when(|model| model.network.k.is_multiple_of(2)),
    Written::new(
        "(5)",
        "mean distance along a ring, k odd",
        r"\val{kbar} = \frac{1}{4} \left(\val{k} - \frac{1}{\val{k}}\right)",
    )
    .when(|model| !model.network.k.is_multiple_of(2)),
    Written::new("(6)", "mean distance, the source among the destinations", r"\val{dbar} = \val{n} \by \val{kbar}")
        .form("printed", |model| !model.deviations.has(DISTANCE)),
    Written::new(
        "(6)",
        "mean distance to the other nodes",
        r"\val{dbar} = \val{n} \by \val{kbar} \by \frac{\val{N}}{\val{N} - 1}",
    )
    .form("refined", |model| model.deviations.has(DISTANCE)),
    Written::new(
        "(7)",
        "unicast rate of a channel",
        r"\val{lambda_cu} = \frac{(1 - \val{beta}) \by \val{lambda} \by \val{dbar}}{2\by\val{n}}",
    ),
    Written::new("(8)", "broadcast rate of a channel", r"\val{lambda_cb} = \val{beta} \by \val{lambda}"),
    Written::new("(9)", "probability that a reception is sent on i times", r"\val{P_r} = \sym{\frac{N_r^i}{k^n - 1}}"),
    Written::new("(10)", "mean copies per reception", r"\val{omega} = \sym{\sum_i i P_{r_i}}"),
    Written::new(
        "(11)",
        "rate of replicated copies on a channel",
        r"\val{lambda_cr} = \frac{\val{omega}}{2\by\val{n}} \by \val{lambda_sr}",
    )
    .form("printed", |model| !model.deviations.has(COPIES)),
    Written::new(
        "(11)",
        "rate of replicated copies on a channel, one for each further edge of the tree",
        r"\val{lambda_cr} = \frac{\val{N} - 1 - 2\by\val{n}}{2\by\val{n}} \by \val{beta} \by \val{lambda}",
    )
    .form("corrected", |model| model.deviations.has(COPIES)),
    Written::new(
        "(12)",
        "network latency of a unicast message",
        r"\val{S_u} = \val{flits} + \val{dbar} + \val{blocking_sum_u} \by \val{W_c}",
    )
    .main(),
    Written::new(
        "(13)",
        "probability that one dimension is left at hop j = 1, 2, ...",
        r"\val{P_c} = \begin{cases} 0 & j \le \val{kbar} \\ \min\left(1, \frac{2}{\val{dbar} - j + 2}\right) & j > \val{kbar} \end{cases}",
    )
    .form("mean path", |model| !model.deviations.has(WALK)),
    Written::new("(14)", "blocking time at hop j = 1, 2, ...", r"\val{B} = P_{b_j} \by \val{W_c}")
        .form("mean path", |model| !model.deviations.has(WALK)),
    Written::new(
        "(15)",
        "all adaptive channels busy",
        r"\val{P_a} = \val{P_full} + \frac{2\by\val{P_V-1}}{\val{V}} + \frac{2\by\val{P_V-2}}{\val{V} \by (\val{V} - 1)}",
    ),
    Written::new(
        "(16)",
        "the required escape channel busy too",
        r"\val{P_d} = \val{P_full} + \frac{2\by\val{P_V-1}}{\val{V}}",
    )
    .form("printed", |model| !model.deviations.has(REQUIRED)),
    Written::new(
        "(16)",
        "the required escape channel busy too",
        r"\val{P_d} = \val{P_full} + \frac{\val{P_V-1}}{\val{V}}",
    )
    .form("refined", |model| model.deviations.has(REQUIRED)),
    Written::new(
        "(17)",
        "probability of blocking at hop j = 1, 2, ...",
        r"\val{Pb} = (1 - P_{c_j}) \by \val{P_a} \by \val{P_d} + P_{c_j} \by \val{P_d}",
    )
    .form("mean path", |model| !model.deviations.has(WALK)),
    Written::new(
        "(13), (14), (17)",
        "blockings along the exact walk",
        r"\val{blocking_sum_u} = \val{P_d} \by (\val{n1} + \val{n2} \by \val{P_a})",
    )
    .form("refined", |model| model.deviations.has(WALK) && model.network.n == 2),
    Written::new(
        "(13), (14), (17)",
        "blockings along the exact walk",
        r"\val{blocking_sum_u} = \val{P_d} \by (\val{n1} + \val{n2} \by \val{P_a} + \val{n3} \by \val{P_a}^2)",
    )
    .form("refined", |model| model.deviations.has(WALK) && model.network.n == 3),
    Written::new(
        "(13), (14), (17)",
        "blockings along the exact walk",
        r"\val{blocking_sum_u} = \val{P_d} \by (\val{n1} + \val{n2} \by \val{P_a} + \allowbreak \val{n3} \by \val{P_a}^2 + \val{n4} \by \val{P_a}^3)",
    )
    .form("refined", |model| model.deviations.has(WALK) && model.network.n == 4),
    Written::new(
        "(18)",
        "wait of a blocked message, by the variation of the service time",
        r"\val{W_c} = \frac{\val{rho} \by \val{S} \by (1 + \val{scv})}{2 \by (1 - \val{rho})}",
    ),
    Written::new("(19)", "utilisation of a channel", r"\val{rho} = \val{lambda_c} \by \val{S}"),
    Written::new(
        "(20)",
        "squared coefficient of variation of the service time",
        r"\val{scv} = \frac{\val{variance}}{\val{S}^2}",
    ),
    Written::new(
        "(21)",
        "mean service time of a channel",
        r"\val{S} = \frac{\val{lambda_cb} + \val{lambda_cr}}{\val{lambda_c}} \by \val{S_b} + \frac{\val{lambda_cu}}{\val{lambda_c}} \by \val{S_u}",
    ),
    Written::new("(22)", "variance of the service time", r"\val{variance} = (\val{S} - \val{flits})^2"),
    Written::new(
        "(23)",
        "wait of a blocked message",
        r"\val{W_c} = \frac{\val{lambda_c} \by \left(\val{S}^2 + (\val{S} - \val{flits})^2\right)}{2 \by (1 - \val{rho})}",
    )
    .main(),
    Written::new("(24)", "network latency of a copy", r"\val{S_b} = \val{flits} + \val{B_b}")
        .form("printed", |model| !model.deviations.has(HOP)),
    Written::new("(24)", "network latency of a copy and its hop", r"\val{S_b} = \val{flits} + 1 + \val{B_b}")
        .form("refined", |model| model.deviations.has(HOP)),
    Written::new("(25)", "blocking time of a copy", r"\val{B_b} = \val{P_full} \by \val{W_c}"),
    Written::new(
        "(26)",
        "rate of an injection queue",
        r"\val{lambda_s} = \frac{(1 - \val{beta}) \by \val{lambda}}{2\by\val{n}} + \val{beta} \by \val{lambda} + \val{lambda_cr}",
    ),
    Written::new(
        "(27)",
        "service time of an injection queue, by the rates of a node",
        r"\val{S_s} = \frac{\val{beta} \by \val{lambda} + \val{lambda_sr}}{\val{lambda} + \val{lambda_sr}} \by \val{S_b} + \allowbreak \frac{(1 - \val{beta}) \by \val{lambda}}{\val{lambda} + \val{lambda_sr}} \by \val{S_u}",
    )
    .form("printed", |model| !model.deviations.has(WEIGHTS)),
    Written::new(
        "(27)",
        "service time of an injection queue, by its own rates",
        r"\val{S_s} = \frac{\val{beta} \by \val{lambda} + \val{lambda_cr}}{\val{lambda_s}} \by \val{S_b} + \allowbreak \frac{(1 - \val{beta}) \by \val{lambda}}{2\by\val{n} \by \val{lambda_s}} \by \val{S_u}",
    )
    .form("corrected", |model| model.deviations.has(WEIGHTS)),
    Written::new(
        "(28)",
        "wait at the source",
        r"\val{W_s} = \frac{\val{lambda_s} \by \left(\val{S_s}^2 + (\val{S_s} - \val{flits})^2\right)}{2 \by (1 - \val{lambda_s} \by \val{S_s})}",
    ),
    Written::new(
        "(29), (30)",
        "probability of v = 0, 1, ..., V busy virtual channels",
        r"\val{P_v} = \begin{cases} (1 - \val{rho}) \by \val{rho}^v & v < \val{V} \\ \val{rho}^{\val{V}} & v = \val{V} \end{cases}",
    ),
    Written::new(
        "(31)",
        "average degree of multiplexing",
        r"\val{Vbar} = \sym{\frac{\sum_v v^2 P_v}{\sum_v v P_v}}",
    ),
];
