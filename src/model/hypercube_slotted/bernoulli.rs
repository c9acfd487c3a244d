//! The queue of one node with Bernoulli transit: the second section III.2 and the appendix of the paper, in each of its forms.

use super::{
    Deviations,
    paper::{APPENDIX, HOP, LITTLE, SECOND_ORDER, TRANSIT},
};

/// The input of the queue of one node.
#[derive(Clone, Copy, Debug)]
pub(super) struct HopInput {
    /// λ, packets per node per slot.
    pub load: f64,
    pub n: f64,
    pub others: f64,
    pub d: f64,
    pub x: f64,
    pub q: f64,
    pub beta: f64,
    pub hop_q: f64,
    /// Σ v_k p^2k / (1 - p^k)².
    pub s: f64,
}

/// The results for the queue and the delay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bernoulli {
    /// The sends of a node that μ is computed with, packets per slot.
    pub sends: f64,
    pub mu: f64,
    pub q0: f64,
    pub a1: f64,
    pub a2: f64,
    pub q1: f64,
    pub m: f64,
    pub delay: f64,
    pub delay_hop: f64,
}

impl HopInput {
    /// The queue and the delay. Locals that end in `_l` are the paper's symbol over λ, which has a value at λ = 0 too.
    pub(super) fn bernoulli(self, deviations: Deviations) -> Bernoulli {
        let Self { load: l, n, others, d, x, q, beta, hop_q, s } = self;

        // μ: the transit of a node, all in the slots in which it does not send.
        let sends_l = if deviations.has(TRANSIT) { d } else { n / 2.0 * others };
        let mu_l = (sends_l - 1.0) / (1.0 - l * sends_l);
        let mu = l * mu_l;

        // Appendix, expansion of A(z)
        let a1 = l + (l + mu) * (beta - 1.0);
        let a2 = l * l / 2.0 + (1.5 * l * l + 2.0 * l * mu) * (beta - 1.0) + (l + mu) * (l + mu) * s;

        // q_0, with 1 - q_0 = (λ + μ)/(1 + 2μ + λ - (λ + μ)β)
        let slack = 1.0 + mu - (l + mu) * beta;
        let all = slack + mu + l;
        let (q0, served, served_l) = (slack / all, (l + mu) / all, (1.0 + mu_l) / all);

        // q'(1)
        let q1_l = if deviations.has(APPENDIX) {
            let second_order = if deviations.has(SECOND_ORDER) { l / 2.0 } else { 0.0 };
            (served_l * a2 + q0 * (1.0 + mu_l + second_order + mu)) / (1.0 - a1)
        } else {
            (served_l * (l * l / 2.0 + l * mu) * (x - 1.0)
                + (1.0 + mu_l) * (l + mu) * s
                + l / 2.0
                + q0 * (1.0 + mu_l + mu))
                / (1.0 - l - (l + mu) * (x - 1.0))
        };

        // M: mean queue over a renewal period. Fresh packets come anywhere in a slot, those in transit at its end.
        let (first, second) = if deviations.has(HOP) { (beta, hop_q) } else { (x, q) };
        let m_l = (q1_l * first + 0.5 * (served * second + q0) + mu_l / 2.0 * served * (second - first))
            / (first * served + q0);

        // D
        let delay = if deviations.has(LITTLE) { m_l } else { 2.0 * m_l / (n * others) };
        Bernoulli { sends: l * sends_l, mu, q0, a1, a2, q1: l * q1_l, m: l * m_l, delay, delay_hop: m_l / d }
    }
}
