//! The solution at one load: every quantity of the paper, with its equation.

use super::Setting;
use crate::model::{LatencyShare, LoadSummary, Quantity};

/// Every quantity of the model at one load. Lists have n entries, for k = 1..=n at index k-1.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    pub(super) setting: Setting,
    /// λ, packets per node per slot.
    pub load: f64,
    /// d (III.1), hops.
    pub d: f64,
    /// P(k) (III.1), the probability that a packet has k hops to make.
    pub distance_law: Vec<f64>,
    /// p (III.1), the probability that a neighbour is busy.
    pub p: f64,
    /// X_k (III.1), slots.
    pub x_k: Vec<f64>,
    /// X (III.1), slots.
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
    /// Q_k (III.2), slots².
    pub q_k: Vec<f64>,
    /// Q (III.2), slots².
    pub q: f64,
    /// β = 2X(1 - 2^-n)/n = X/d (III.2), slots.
    pub beta: f64,
    /// 2Q(1 - 2^-n)/n = Q/d (III.2), slots².
    pub hop_q: f64,
    /// W (III.2), slots.
    pub w: f64,
    /// T (III.2), the delay of the Poisson model, slots from the first one in which the packet may move.
    pub latency: f64,
    /// What μ takes for the packets that a node sends (III.2 (the second)), packets per slot: λd, as printed less.
    pub sends: f64,
    /// μ (III.2 (the second)), packets in transit per slot in which the node does not send.
    pub mu: f64,
    /// Σ v_k p^2k/(1 - p^k)² (III.2 (the second)).
    pub s: f64,
    /// A'(1) (appendix), packets.
    pub a1: f64,
    /// A''(1)/2 (appendix).
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

impl crate::model::Solution for Solution {
    fn load(&self) -> f64 {
        self.load
    }

    fn measures(&self) -> Vec<f64> {
        vec![self.latency, self.latency_bernoulli]
    }

    fn quantities(&self) -> Vec<Quantity> {
        let rate = "packets / node / slot";
        let (number, list) = (Quantity::number, Quantity::list);
        vec![
            number("n", "dimensions", "", "", f64::from(self.setting.n)),
            number("lambda", "load", rate, "", self.load),
            list("P_k", "probability of k hops", "", "III.1", self.distance_law.clone()),
            number("d", "mean distance", "hops", "III.1", self.d),
            number("p", "probability that a neighbour is busy", "", "III.1", self.p),
            list("X_k", "service time of a packet with k hops to go", "slots", "III.1", self.x_k.clone()),
            number("X", "service time of a packet, all hops", "slots", "III.1", self.x),
            number("lambda_X", "fraction of slots with a packet waiting", "", "III.1", self.lambda_x),
            number("lambda_d", "packets through a node", rate, "III.2", self.rate),
            list("lambda_k", "packets through a node with k hops to go", rate, "III.2", self.rate_k.clone()),
            list("v_k", "share of packets with k hops to go", "", "III.2", self.v_k.clone()),
            list("S2_k", "second moment of a hop with k hops to go", "slots²", "III.2", self.second_k.clone()),
            list("Q_k", "sum of second moments over k hops", "slots²", "III.2", self.q_k.clone()),
            number("Q", "sum of second moments over all hops", "slots²", "III.2", self.q),
            number("beta", "service time of one hop", "slots", "III.2", self.beta),
            number("Q_hop", "second moment of the service time of one hop", "slots²", "III.2", self.hop_q),
            number("W", "wait in one queue", "slots", "III.2", self.w),
            number("latency", "mean delay, Poisson model", "slots", "III.2", self.latency),
            number("sends", "sends of a node, as μ takes them", rate, "III.2 (the second)", self.sends),
            number("mu", "transit in slots without a send", "packets / slot", "III.2 (the second)", self.mu),
            number("S", "Σ v_k (p^k/(1-p^k))²", "", "III.2 (the second)", self.s),
            number("a1", "arrivals between two hops", "packets", "appendix", self.a1),
            number("a2", "half their second factorial moment", "", "appendix", self.a2),
            number("q0", "empty queue after a service or an empty slot", "", "III.2 (the second)", self.q0),
            number("q1", "queue after a service or an empty slot", "packets", "III.2 (the second), appendix", self.q1),
            number("M", "packets at a node", "packets", "III.2 (the second)", self.m),
            number("delay_hop", "delay at one node, Bernoulli model", "slots", "III.2 (the second)", self.delay_hop),
            number(
                "latency_bernoulli",
                "mean delay, Bernoulli model",
                "slots",
                "III.2 (the second)",
                self.latency_bernoulli,
            ),
        ]
    }

    fn summary(&self) -> LoadSummary {
        LoadSummary::Latency { latency: self.latency, shares: self.shares(), bernoulli: Some(self.latency_bernoulli) }
    }

    fn shares(&self) -> Vec<LatencyShare> {
        vec![
            LatencyShare { cause: "the idle network", time: self.d },
            LatencyShare { cause: "busy neighbours", time: self.x - self.d },
            LatencyShare { cause: "waiting in queues", time: self.d * self.w },
        ]
    }
}
