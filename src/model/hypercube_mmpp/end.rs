//! The end of a curve: the largest load, and what stops it.

use crate::text::significant;

/// What ends a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The injection queues cannot keep up: μ = 1, the latency grows without end.
    Injection,
    /// Blocking and retries feed each other: the fixed point folds back, the latency is finite.
    Network,
    /// No traffic has the correlation asked for.
    Fit,
}

/// The largest load, and what stops it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fullest {
    /// The largest load, messages per node per cycle.
    pub load: f64,
    /// P_V there.
    pub full: f64,
    /// What ends the curve.
    pub limit: Limit,
    /// A P_V above the lightly blocked branch: Φ(p) <= p here, for all loads if P_V rises to the end, else at the loads looked at.
    pub ceiling: f64,
    /// Whether P_V does not rise to the end: long bursts leave ever more time in which nothing is busy.
    pub turns: bool,
}

impl Fullest {
    /// Why the curve ends, in a sentence.
    pub fn sentence(&self) -> String {
        let load = significant(self.load, 4);
        match self.limit {
            Limit::Injection => format!(
                "From λ = {load} on the injection queues have no steady state: messages come faster than paths are set up and data is sent. The latency grows \
                 without end."
            ),
            Limit::Network => format!(
                "Beyond λ = {load} the model has no solution: attempts that fail come back as more traffic, which makes more attempts fail. The curve ends at a \
                 finite latency, with all virtual channels of a channel busy {} % of the time.",
                significant(100.0 * self.full, 2)
            ),
            Limit::Fit => format!("Beyond λ = {load} no traffic has the lag-1 correlation asked for."),
        }
    }
}
