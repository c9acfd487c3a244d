//! The equations, in the order of the paper, which numbers sections: each has its section and its letter. [`Written`] says how one is written.

use super::{
    HypercubeSlotted,
    paper::{HOP, LITTLE, SECOND_ORDER, TRANSIT, WEIGHTS},
    solution::QUANTITIES,
};
use crate::model::{
    equation::{Equations, Written},
    quantity,
};
use crate::text::Beside;

/// All of them.
pub const EQUATIONS: Equations<HypercubeSlotted> =
    Equations { glyphs: &quantity::glyphs::<_, { QUANTITIES.len() }>(QUANTITIES), written: WRITTEN, mathml: MATHML };

/// Made from this file by `tests/all/equations.rs`.
pub(super) const MATHML: Beside = Beside::of(include_str!("mathml.txt"));

const WRITTEN: &[Written<HypercubeSlotted>] = &[
    Written::new(
        "III.1, P(k)",
        "probability of k = 1, ..., n hops",
        r"\val{P_k} = \frac{1}{2^{\val{n}} - 1} \by \binom{\val{n}}{k}",
    ),
    Written::new(
        "III.1, d",
        "mean distance",
        r"\val{d} = \sym{\sum_k k P(k) =} \frac{\val{n}}{2 \by (1 - 2^{-\val{n}})}",
    ),
    Written::new(
        "III.1, p",
        "probability that a neighbour is busy",
        r"\val{p} = \frac{\val{lambda}}{1 - 2^{-\val{n}}} \by \left(\val{n} - \frac{1}{2}\right)",
    )
    .main(),
    Written::new(
        "III.1, X_k",
        "service time of a packet with k = 1, ..., n hops to go",
        r"\val{X_k} = \sum_{j=1}^{k} \frac{1}{1 - \val{p}^j}",
    ),
    Written::new("III.1, X", "service time of a packet, all hops", r"\val{X} = \sym{\sum_k P(k) X_k}"),
    Written::new(
        "III.1, λX",
        "fraction of slots with a packet waiting; one at the largest load",
        r"\val{lambda_X} = \val{lambda} \by \val{X}",
    ),
    Written::new("III.2, λd", "packets through a node", r"\val{lambda_d} = \val{lambda} \by \val{d}"),
    Written::new(
        "III.2, λ_k",
        "packets through a node with k = 1, ..., n hops to go",
        r"\val{lambda_k} = \val{lambda} \by \sum_{k'=k}^{\val{n}} P(k')",
    ),
    Written::new(
        "III.2, v_k",
        "share of packets with k = 1, ..., n hops to go",
        r"\val{v_k} = \frac{2}{\val{n}} \by \sum_{k'=k}^{\val{n}} 2^{-\val{n}} \binom{\val{n}}{k'}",
    ),
    Written::new(
        "III.2, S_k",
        "second moment of a hop with k = 1, ..., n hops to go",
        r"\val{S2_k} = \frac{1 + \val{p}^k}{(1 - \val{p}^k)^2}",
    ),
    Written::new(
        "III.2, Q_k",
        "sum of second moments over k = 1, ..., n hops",
        r"\val{Q_k} = \sum_{j=1}^{k} \frac{1 + \val{p}^j}{(1 - \val{p}^j)^2}",
    ),
    Written::new("III.2, Q", "sum of second moments over all hops", r"\val{Q} = \sym{\sum_k 2^{-n} \binom{n}{k} Q_k}")
        .form("printed", |model| !model.deviations.has(WEIGHTS)),
    Written::new("III.2, Q", "sum of second moments over all hops", r"\val{Q} = \sym{\sum_k P(k) Q_k}")
        .form("corrected", |model| model.deviations.has(WEIGHTS)),
    Written::new("III.2, β", "service time of one hop", r"\val{beta} = \frac{\val{X}}{\val{d}}"),
    Written::new(
        "III.2, Q/d",
        "second moment of the service time of one hop",
        r"\val{Q_hop} = \frac{\val{Q}}{\val{d}}",
    ),
    Written::new(
        "III.2, W",
        "wait in one queue",
        r"\val{W} = \frac{\frac{\val{lambda}}{2} \by \val{Q}}{1 - \val{lambda_X}}",
    ),
    Written::new("III.2, T", "mean delay, Poisson model", r"\val{latency} = \val{X} + \val{d} \by \val{W}").main(),
    Written::new(
        "III.2 (the second), s",
        "sends of a node, as μ takes them",
        r"\val{sends} = \val{lambda} \by \frac{\val{n}}{2} \by (1 - 2^{-\val{n}})",
    )
    .form("printed", |model| !model.deviations.has(TRANSIT)),
    Written::new("III.2 (the second), s", "sends of a node", r"\val{sends} = \val{lambda} \by \val{d}")
        .form("corrected", |model| model.deviations.has(TRANSIT)),
    Written::new(
        "III.2 (the second), μ",
        "transit in slots without a send",
        r"\val{mu} = \frac{\val{sends} - \val{lambda}}{1 - \val{sends}}",
    )
    .main(),
    Written::new(
        "III.2 (the second), Σ",
        "a sum over the shares",
        r"\val{S} = \sum_{k=1}^{\val{n}} v_k \by \frac{\val{p}^{2k}}{(1 - \val{p}^k)^2}",
    ),
    Written::new(
        "III.2 (the second), q_0",
        "probability of an empty queue after a service or an empty slot",
        r"\val{q0} = \frac{1 + \val{mu} - (\val{lambda} + \val{mu}) \by \val{beta}}{1 + 2\by\val{mu} + \val{lambda} - (\val{lambda} + \val{mu}) \by \val{beta}}",
    ),
    Written::new(
        "appendix, a_1",
        "arrivals between two hops",
        r"\val{a1} = \val{lambda} + (\val{lambda} + \val{mu}) \by (\val{beta} - 1)",
    ),
    Written::new(
        "appendix, a_2",
        "half their second factorial moment",
        r"\val{a2} = \frac{\val{lambda}^2}{2} + \left(\frac{3\by\val{lambda}^2}{2} + 2\by\val{lambda} \by \val{mu}\right) \by (\val{beta} - 1) + \allowbreak (\val{lambda} + \val{mu})^2 \by \val{S}",
    ),
    Written::new(
        "III.2 (the second), q'",
        "queue after a service or an empty slot",
        r"\val{q1} = \frac{(1 - \val{q0}) \by \val{a2} + \val{q0} \by (\val{lambda} + \val{mu} + \val{lambda} \by \val{mu})}{1 - \val{a1}}",
    )
    .form("appendix", |model| !model.deviations.has(SECOND_ORDER)),
    Written::new(
        "III.2 (the second), q'",
        "queue after a service or an empty slot",
        r"\val{q1} = \frac{(1 - \val{q0}) \by \val{a2} + \val{q0} \by \left(\val{lambda} + \val{mu} + \frac{\val{lambda}^2}{2} + \val{lambda} \by \val{mu}\right)}{1 - \val{a1}}",
    )
    .form("corrected", |model| model.deviations.has(SECOND_ORDER)),
    Written::new(
        "III.2 (the second), M",
        "packets at a node, with moments of the whole path",
        r"\val{M} = \frac{\val{q1} \by \val{X} + \frac{\val{lambda}}{2} \by ((1 - \val{q0}) \by \val{Q} + \val{q0}) + \frac{\val{mu}}{2} \by (1 - \val{q0}) \by (\val{Q} - \val{X})}{\val{X} \by (1 - \val{q0}) + \val{q0}}",
    )
    .form("printed", |model| !model.deviations.has(HOP)),
    Written::new(
        "III.2 (the second), M",
        "packets at a node, with moments of one hop",
        r"\val{M} = \frac{\val{q1} \by \val{beta} + \frac{\val{lambda}}{2} \by ((1 - \val{q0}) \by \val{Q_hop} + \val{q0}) + \frac{\val{mu}}{2} \by (1 - \val{q0}) \by (\val{Q_hop} - \val{beta})}{\val{beta} \by (1 - \val{q0}) + \val{q0}}",
    )
    .form("corrected", |model| model.deviations.has(HOP)),
    Written::new(
        "III.2 (the second), D",
        "mean delay, Bernoulli model",
        r"\val{latency_bernoulli} = \frac{2 \by \val{M}}{\val{lambda} \by \val{n} \by (1 - 2^{-\val{n}})}",
    )
    .form("printed", |model| !model.deviations.has(LITTLE)),
    Written::new(
        "III.2 (the second), D",
        "mean delay, Bernoulli model",
        r"\val{latency_bernoulli} = \frac{\val{M}}{\val{lambda}}",
    )
    .form("corrected", |model| model.deviations.has(LITTLE)),
];
