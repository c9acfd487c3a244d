//! The equations, in the order of the paper. [`Written`] says how one is written.

use super::paper::{MEAN_PATH, REQUIRED, WALK};
use super::{KaryNCube, choice::HeaderChoice, solution::QUANTITIES};
use crate::model::{
    equation::{Equations, Written},
    quantity,
};
use crate::text::Beside;

/// All of them.
pub const EQUATIONS: Equations<KaryNCube> =
    Equations { glyphs: &quantity::glyphs::<_, { QUANTITIES.len() }>(QUANTITIES), written: WRITTEN, mathml: MATHML };

/// True if every hop counts with its mean number of dimensions left, over equally likely nodes.
fn nodes(model: &KaryNCube) -> bool {
    mean(model) && !model.deviations.has(WALK)
}

/// True if every hop counts with its mean number of dimensions left.
fn mean(model: &KaryNCube) -> bool {
    matches!(*model.choice, HeaderChoice::Mean { .. })
}

/// True if the law of the dimensions left is known, in a network of n dimensions.
fn exact(model: &KaryNCube, n: impl Fn(u32) -> bool) -> bool {
    !mean(model) && n(model.network.n)
}

/// Made from this file by `tests/all/equations.rs`.
pub(super) const MATHML: Beside = Beside::of(include_str!("mathml.txt"));

const WRITTEN: &[Written<KaryNCube>] = &[
    Written::new("(1)", "mean message latency", r"\val{latency} = (\val{S} + \val{W_s}) \by \val{Vbar}").main(),
    Written::new(
        "(2)",
        "mean distance",
        r"\val{dbar} = \sym{\sum_i i p_i =} \frac{\val{n} \by (\val{k} - 1)}{2} \by \frac{\val{N}}{\val{N} - 1}",
    ),
    Written::new("(3)", "longest distance", r"\val{d_max} = \val{n} \by (\val{k} - 1)"),
    Written::new(
        "(4), (5)",
        "nodes that are i = 1, 2, ... hops away",
        r"\val{n_i} = \sum_{l=0}^{\val{n}} (-1)^l \binom{\val{n}}{l} \binom{i - l\by\val{k} + \val{n} - 1}{\val{n} - 1}",
    ),
    Written::new(
        "(6)",
        "probability of a distance of i = 1, 2, ... hops",
        r"\val{p_i} = \frac{n_i}{\val{N} - 1}\sym{,\quad N = k^n}",
    ),
    Written::new("(7)", "rate of a channel", r"\val{lambda_c} = \frac{\val{lambda} \by \val{dbar}}{\val{n}}"),
    Written::new(
        "(8), (9), (10)",
        "network latency, which is the service time of a channel",
        r"\val{S} = \val{flits} + \val{dbar} + \val{blocking_sum} \by \val{w}",
    )
    .main(),
    Written::new(
        "(11)",
        "blockings of a message, by the mean of the dimensions left",
        r"\val{blocking_sum} = \val{P_ad} \by \sum_i p_i \sum_{h=1}^{i} \val{P_a}^{\varphi_{h,i} - 1}",
    )
    .form("mean", mean),
    Written::new("(11)", "blockings of a message", r"\val{blocking_sum} = \val{P_ad} \by \val{n1}")
        .form("law of the dimensions left", |model| exact(model, |n| n == 1)),
    Written::new(
        "(11)",
        "blockings of a message, with n_r hops on which r dimensions are left",
        r"\val{blocking_sum} = \val{P_ad} \by (\val{n1} + \val{n2} \by \val{P_a})",
    )
    .form("law of the dimensions left", |model| exact(model, |n| n == 2)),
    Written::new(
        "(11)",
        "blockings of a message, with n_r hops on which r dimensions are left",
        r"\val{blocking_sum} = \val{P_ad} \by (\val{n1} + \val{n2} \by \val{P_a} + \val{n3} \by \val{P_a}^2)",
    )
    .form("law of the dimensions left", |model| exact(model, |n| n == 3)),
    Written::new(
        "(11)",
        "blockings of a message, with n_r hops on which r dimensions are left",
        r"\val{blocking_sum} = \val{P_ad} \by (\val{n1} + \val{n2} \by \val{P_a} + \allowbreak \val{n3} \by \val{P_a}^2 + \dots + n_{\val{n}} \by \val{P_a}^{\val{n} - 1})",
    )
    .form("law of the dimensions left", |model| exact(model, |n| n > 3)),
    Written::new(
        "(12)",
        "all adaptive channels busy",
        r"\val{P_a} = \val{P_full} + \frac{2\by\val{P_V-1}}{\val{V}} + \frac{2\by\val{P_V-2}}{\val{V} \by (\val{V} - 1)}",
    )
    .when(|model| model.network.k > 2),
    Written::new(
        "(12)",
        "all adaptive channels busy, with one escape channel",
        r"\val{P_a} = \val{P_full} + \frac{\val{P_V-1}}{\val{V}}",
    )
    .form("hypercube", |model| model.network.k == 2),
    Written::new(
        "(13)",
        "the required escape channel busy too",
        r"\val{P_ad} = \val{P_full} + \frac{2\by\val{P_V-1}}{\val{V}}",
    )
    .form("printed", |model| model.network.k > 2 && !model.deviations.has(REQUIRED)),
    Written::new("(13)", "the required escape channel busy too", r"\val{P_ad} = \val{P_full} + \frac{\val{P_V-1}}{\val{V}}")
        .form("refined", |model| model.network.k > 2 && model.deviations.has(REQUIRED)),
    Written::new("(13)", "the one escape channel busy too", r"\val{P_ad} = \val{P_full}")
        .form("hypercube", |model| model.network.k == 2),
    Written::new(
        "(14), (15), (16), (17), (18), (19), (20), (21), (22)",
        "dimensions left at hop h = 1, 2, ... of a message of mean distance, every node between equally likely",
        r"\val{phi} = \sym{\frac{1}{n_i} \sum_{x=1}^{n_i} \frac{[t^{h-1}] \frac{d}{du} T_x(t, 1)}{[t^{h-1}] T_x(t, 1)},\allowbreak\quad T_x(t, u) = \prod_{l=1}^{n} \left( u (1 + t + \dots + t^{z_l - 1}) + t^{z_l} \right)}",
    )
    .form("repaired", nodes),
    Written::new(
        "(14), (15), (16), (17), (18), (19), (20), (21), (22)",
        "hops on which one dimension is left, on the random walk of the header",
        r"\val{n1} = \sym{\sum_i p_i \sum_{h=1}^{i} \text{P(one dimension left at hop } h \text{)}}",
    )
    .form("walk", |model| !mean(model) && model.deviations.has(WALK) && !model.deviations.has(MEAN_PATH)),
    Written::new(
        "(14), (15), (16), (17), (18), (19), (20), (21), (22)",
        "hops on which one dimension is left, every place on one mean path equally likely",
        r"\val{n1} = \sym{\frac{N}{N - 1} \sum_{h} \text{P(one dimension left at hop } h \text{)}}",
    )
    .form("average", |model| model.deviations.has(MEAN_PATH)),
    Written::new(
        "(23)",
        "wait of a blocked message, by the variation of the service time",
        r"\val{w} = \frac{\val{rho} \by \val{S} \by (1 + \val{scv})}{2 \by (1 - \val{rho})}",
    ),
    Written::new("(24)", "utilisation of a channel", r"\val{rho} = \val{lambda_c} \by \val{S}"),
    Written::new(
        "(25)",
        "squared coefficient of variation of the service time",
        r"\val{scv} = \frac{(\val{S} - \val{flits})^2}{\val{S}^2}",
    ),
    Written::new(
        "(26)",
        "wait of a blocked message",
        r"\val{w} = \frac{\val{lambda_c} \by \left(\val{S}^2 + (\val{S} - \val{flits})^2\right)}{2 \by (1 - \val{rho})}",
    )
    .main(),
    Written::new(
        "(27)",
        "wait at the source",
        r"\val{W_s} = \frac{\frac{\val{lambda}}{\val{V}} \by \left(\val{S}^2 + (\val{S} - \val{flits})^2\right)}{2 \by \left(1 - \frac{\val{lambda}}{\val{V}} \by \val{S}\right)}",
    ),
    Written::new(
        "(28), (29)",
        "probability of v = 0, 1, ..., V busy virtual channels",
        r"\val{P_v} = \begin{cases} (1 - \val{rho}) \by \val{rho}^v & v < \val{V} \\ \val{rho}^{\val{V}} & v = \val{V} \end{cases}",
    ),
    Written::new(
        "(30)",
        "average degree of multiplexing",
        r"\val{Vbar} = \sym{\frac{\sum_v v^2 P_v}{\sum_v v P_v}}",
    ),
];
