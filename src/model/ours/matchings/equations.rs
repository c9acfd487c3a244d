//! The equations, numbered as in the documentation of the model. [`Written`] says how one is written.

use super::{Matchings, quantities::QUANTITIES};
use crate::model::{
    equation::{Equations, Written},
    quantity,
};
use crate::text::Beside;

/// All of them.
pub const EQUATIONS: Equations<Matchings> =
    Equations { glyphs: &quantity::glyphs::<_, { QUANTITIES.len() }>(QUANTITIES), written: WRITTEN, mathml: MATHML };

/// True if packets pass through nodes.
fn transit(model: &Matchings) -> bool {
    model.geometry.dimensions > 1
}

/// Made from this file by `tests/all/equations.rs`.
pub(super) const MATHML: Beside = Beside::of(include_str!("mathml.txt"));

const WRITTEN: &[Written<Matchings>] = &[
    Written::new("(1), P(k)", "probability of k = 1, ..., n hops", r"\val{P_k} = \sym{\frac{\binom{n}{k}}{2^n - 1}}"),
    Written::new("(1), d", "mean distance", r"\val{d} = \frac{\val{n}}{2 \by (1 - 2^{-\val{n}})}"),
    Written::new("(1), v_k", "share of packets with k = 1, ..., n hops to go", r"\val{v_k} = \sym{\frac{1}{d} \sum_{k' \ge k} P(k')}"),
    Written::new("(1), p", "chance that a node has sent or received at the end of a slot: each packet makes d hops, each with two nodes", r"\val{p} = 2 \by \val{lambda} \by \val{d}"),
    Written::new("(2)", "share of heads of queues with k = 1, ..., n hops to go", r"\val{pi_k} = \sym{\frac{v_k \tau_k}{\sum_j v_j \tau_j}}"),
    Written::new(
        "(3)",
        "chance that a neighbour has not chosen me by time t of the slot and is free: it has not acted, or has found its k useful neighbours busy",
        r"\val{g_1} = \sym{g(t)|_{t=1},\quad g(t) = q^{n-1} (1 - b t) + b \sum_{k<n} \pi_k \left(1 - \frac{k}{n}\right) q^{n-1-k} \int_0^t (q - g)^k\, ds}",
    )
    .main(),
    Written::new(
        "(4), q",
        "chance that a neighbour has not chosen me by time t, with the chance u that one is busy: I am useful to it, and drawn among its free useful neighbours",
        r"\val{q_1} = \sym{q(t)|_{t=1},\quad q'(t) = -\frac{b}{n} q^{n-1} \sum_k \pi_k (1 + u + \dots + u^{k-1}),\quad u = 1 - \frac{g}{q}}",
    )
    .main(),
    Written::new("(4), u", "chance that a neighbour is busy when it is asked, in the mean over the slot", r"\val{met} = \sym{\int_0^1 u\, dt}"),
    Written::new("(5)", "the same as q for a neighbour that has a queue", r"\val{q_B1} = \sym{1 - \frac{1 - q(1)}{b}}"),
    Written::new("(6)", "chance that an empty node receives", r"\val{r_0} = 1 - \val{q_1}^{\val{n}}").main(),
    Written::new(
        "(7)",
        "chance that a head with k = 1, ..., n hops to go moves in a slot, in the mean over the number i of its targets with queues (B; those without: E)",
        r"\val{S_k} = \sym{\frac{\sum_i y_k(i) S_k(i)}{\tau_k},\quad S_k(i) = \int_0^1 q^{n-k} q_{\text{B}}^i \left(1 - u_{\text{B}}^i u_{\text{E}}^{k-i}\right) dt}",
    ),
    Written::new(
        "(8)",
        "nodes with a packet that receive instead: chosen before their turn, or after having acted in vain",
        r"\val{receiving} = \sym{\sum_{k,i} e_k(i) R_k(i),\quad R_k(i) = \int_0^1 -(q^{n-k} q_{\text{B}}^i)' (1 - t) + q_{\text{B}}^i u_{\text{B}}^i u_{\text{E}}^{k-i} \left(q^{n-k} - q(1)^{n-k}\right) dt}",
    ),
    Written::new("(8), R", "chance that a node with a packet receives", r"\val{received} = \frac{\val{receiving}}{\val{b}}"),
    Written::new(
        "(9), α",
        "chance that a target without a queue has one in the next slot",
        r"\val{alpha} = \sym{1 - \left(1 - r_0 \left(1 - \frac{1}{d}\right)\right) e^{-\lambda}}",
    ),
    Written::new("(9), β", "chance that a target with a queue has none: b stays as it is", r"\val{beta} = \sym{\min\left(1, \alpha \frac{1 - b}{b}\right)}"),
    Written::new(
        "(10), (11)",
        "slots at the head of a queue with k = 1, ..., n hops to go: y_k(i) of them with i targets that have queues, which change by A_k from slot to slot",
        r"\val{tau_k} = \sym{\sum_i y_k(i),\quad y_k(i') = \binom{k}{i'} b^{i'} (1 - b)^{k - i'} + \sum_i y_k(i) (1 - S_k(i)) A_k(i, i')}",
    )
    .main(),
    Written::new("(12), τ", "slots at the head for a hop", r"\val{tau_mean} = \sym{\sum_k v_k \tau_k}"),
    Written::new("(12), b", "chance that a queue is not empty", r"\val{b} = \val{lambda} \by \val{d} \by \val{tau_mean}").main(),
    Written::new(
        "(14), τ",
        "slots at the head for a hop where no queue is empty",
        r"\val{tau_max} = \sym{\sum_k v_k \left(\int_0^1 q^n (1 - u^k)\, dt \right)^{-1}}",
    ),
    Written::new("(14), λ_max", "largest load", r"\val{lambda_max} = \frac{1}{\val{d} \by \val{tau_max}}").main(),
    Written::new("(16)", "heads with k = 1, ..., n hops to go, per node", r"\val{e_k} = \sym{\lambda d\, v_k \tau_k}"),
    Written::new(
        "(15), F",
        "factor with which packets in transit add up to λ(d-1)",
        r"\val{F} = \frac{\val{lambda} \by (\val{d} - 1)}{\left(1 - \frac{1}{\val{d}}\right) \by (\val{receiving} + (1 - \val{b}) \by \val{r_0})}",
    )
    .when(transit),
    Written::new(
        "(15), x_0",
        "chance that a packet in transit joins an empty queue",
        r"\val{x_0} = \left(1 - \frac{1}{\val{d}}\right) \by \val{F} \by \val{r_0}",
    ),
    Written::new(
        "(18)",
        "packets in a queue: E is the first moment of its length by head and targets, and e the chance of each of these",
        r"\val{queue} = \sym{\sum_a E_a,\quad M_0 E = (1 - b)(\lambda + x_0) f - M_1 e}",
    ),
    Written::new("(19)", "mean delay, by Little's law", r"\val{latency} = \frac{\val{queue}}{\val{lambda}}").main(),
];
