//! The solution at one load: every quantity of the paper, with its equation.

use crate::model::{
    LatencyCause, LatencyShare, Law, LoadSummary, Quantity,
    quantity::{self, Row, row},
};
use crate::queueing::mg1;
use crate::solve::complex::Complex;

/// Every quantity of the model at one load. Lists have n entries, for k = 1..=n at index k-1.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are symbols of the paper")]
pub struct Solution {
    pub(super) n: u32,
    /// True if Q is a mean over packets, so that T is the mean of a distribution.
    pub(super) weights: bool,
    /// λ, packets per node per slot.
    pub load: f64,
    pub d: f64,
    /// P(k) (III.1), the probability that a packet has k hops to make.
    pub distance_law: Vec<f64>,
    /// p (III.1), the probability that a neighbour is busy.
    pub p: f64,
    pub(crate) x_k: Vec<f64>,
    pub x: f64,
    /// λX (III.1), the fraction of slots with a packet waiting.
    pub lambda_x: f64,
    /// λd (III.2), packets per node per slot.
    pub rate: f64,
    /// Rate of packets with k hops to go through a node (III.2), packets per node per slot.
    pub rate_k: Vec<f64>,
    /// v_k (III.2), the probability that a packet in a queue has k hops to go.
    pub v_k: Vec<f64>,
    /// (1 + p^k)/(1 - p^k)² (III.2), slots².
    pub second_k: Vec<f64>,
    pub(crate) q_k: Vec<f64>,
    pub q: f64,
    /// β = 2X(1 - 2^-n)/n = X/d (III.2), slots.
    pub beta: f64,
    /// 2Q(1 - 2^-n)/n = Q/d (III.2), slots².
    pub hop_q: f64,
    pub w: f64,
    /// T (III.2), the delay of the Poisson model, slots from the first one in which the packet may move.
    pub latency: f64,
    /// The sends of a node that μ is computed with (III.2 (the second)), packets per slot: λd, as printed less.
    pub sends: f64,
    /// μ (III.2 (the second)), packets in transit per slot in which the node does not send.
    pub mu: f64,
    /// Σ v_k p^2k/(1 - p^k)² (III.2 (the second)).
    pub s: f64,
    pub(crate) a1: f64,
    pub a2: f64,
    /// q_0 (III.2 (the second)), the probability of an empty queue after a service or an empty slot.
    pub q0: f64,
    /// q'(1) (III.2 (the second), appendix), the mean queue after a service or an empty slot, packets.
    pub q1: f64,
    /// M (III.2 (the second)), packets.
    pub m: f64,
    /// D (III.2 (the second)), the delay of the Bernoulli model, slots from generation on.
    pub latency_bernoulli: f64,
    /// M/(λd), the part of it at one node, slots.
    pub delay_hop: f64,
}

const RATE: &str = "packets / node / slot";

/// The quantities, in the order of the paper: symbol, letter in TeX, name, unit, equation, value.
#[rustfmt::skip]
pub(super) const QUANTITIES: &[Row<Solution>] = &[
    row("n", "dimensions", "", "", |s| s.n.into()),
    row("lambda", "load", RATE, "", |s| s.load.into()),
    row("P_k", "probability of k hops", "", "III.1", |s| s.distance_law.clone().into()),
    row("d", "mean distance", "hops", "III.1", |s| s.d.into()),
    row("p", "probability that a neighbour is busy", "", "III.1", |s| s.p.into()),
    row("X_k", "service time of a packet with k hops to go", "slots", "III.1", |s| s.x_k.clone().into()),
    row("X", "service time of a packet, all hops", "slots", "III.1", |s| s.x.into()),
    row("lambda_X", "fraction of slots with a packet waiting", "", "III.1", |s| s.lambda_x.into()),
    row("lambda_d", "packets through a node", RATE, "III.2", |s| s.rate.into()),
    row("lambda_k", "packets through a node with k hops to go", RATE, "III.2", |s| s.rate_k.clone().into()),
    row("v_k", "share of packets with k hops to go", "", "III.2", |s| s.v_k.clone().into()),
    row("S2_k", "second moment of a hop with k hops to go", "slots²", "III.2", |s| s.second_k.clone().into()),
    row("Q_k", "sum of second moments over k hops", "slots²", "III.2", |s| s.q_k.clone().into()),
    row("Q", "sum of second moments over all hops", "slots²", "III.2", |s| s.q.into()),
    row("beta", "service time of one hop", "slots", "III.2", |s| s.beta.into()),
    row("Q_hop", "second moment of the service time of one hop", "slots²", "III.2", |s| s.hop_q.into()),
    row("W", "wait in one queue", "slots", "III.2", |s| s.w.into()),
    row("latency", "mean delay, Poisson model", "slots", "III.2", |s| s.latency.into()),
    row("sends", "sends of a node, as μ takes them", RATE, "III.2 (the second)", |s| s.sends.into()),
    row("mu", "transit in slots without a send", "packets / slot", "III.2 (the second)", |s| s.mu.into()),
    row("S", "Σ v_k (p^k/(1-p^k))²", "", "III.2 (the second)", |s| s.s.into()),
    row("a1", "arrivals between two hops", "packets", "appendix", |s| s.a1.into()),
    row("a2", "half their second factorial moment", "", "appendix", |s| s.a2.into()),
    row("q0", "empty queue after a service or an empty slot", "", "III.2 (the second)", |s| s.q0.into()),
    row("q1", "queue after a service or an empty slot", "packets", "III.2 (the second), appendix", |s| s.q1.into()),
    row("M", "packets at a node", "packets", "III.2 (the second)", |s| s.m.into()),
    row("delay_hop", "delay at one node, Bernoulli model", "slots", "III.2 (the second)", |s| s.delay_hop.into()),
    row("latency_bernoulli", "mean delay, Bernoulli model", "slots", "III.2 (the second)", |s| s.latency_bernoulli.into()),
];

impl crate::model::Solution for Solution {
    fn load(&self) -> f64 {
        self.load
    }

    fn measures(&self) -> Vec<f64> {
        vec![self.latency, self.latency_bernoulli]
    }

    fn quantities(&self) -> Vec<Quantity> {
        quantity::read(QUANTITIES, self)
    }

    fn summary(&self) -> LoadSummary {
        LoadSummary::Latency { latency: self.latency, shares: self.shares(), bernoulli: Some(self.latency_bernoulli) }
    }

    /// The distribution of Σ (X_j + W_j) over the hops j = k, .., 1 of a packet, where k has the probability P(k). X_j is the number of
    /// attempts with j hops left, geometric because each fails independently with probability p^j. W_j is the wait of the M/G/1 queue in
    /// slots whose mean is W (III.1, III.2). One assumption is added to those of the mean: all X_j and W_j are independent. The mean of the
    /// distribution is T. `None` as printed, because the printed delay is not the mean of a distribution.
    fn law(&self) -> Option<Law> {
        let Self { load, d, p, lambda_x, .. } = *self;
        // P(k), v_k and p^k.
        let mut power = 1.0;
        let hops: Vec<_> = (self.distance_law.iter().zip(&self.v_k))
            .map(|(&chance, &v)| {
                power *= p;
                (chance, v, power)
            })
            .collect();
        let law = move |s: Complex| {
            let z = (-s).exp();
            let attempts = |power: f64| Complex::ONE / (Complex::ONE - z * power);
            let rest = hops.iter().fold(Complex::default(), |sum, &(_, v, power)| sum + attempts(power) * v);
            let wait = mg1::slotted_wait(load * d, lambda_x, s * s.falling(), rest);
            let (mut sum, mut way) = (Complex::default(), Complex::ONE);
            for &(chance, _, power) in &hops {
                way = way * wait * attempts(power) * z * (1.0 - power);
                sum = sum + way * chance;
            }
            sum
        };
        self.weights.then(|| Law::slots(law))
    }

    fn shares(&self) -> Vec<LatencyShare> {
        LatencyShare::each(LatencyCause::SLOTS, [self.d, self.x - self.d, self.d * self.w])
    }
}
