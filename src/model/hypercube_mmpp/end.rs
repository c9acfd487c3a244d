//! The end of a curve: the largest load, and what stops it.

/// The cause of a curve's end.
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
    /// P_V at that load, 0 to 1.
    pub full: f64,
    /// The cause of the curve's end.
    pub limit: Limit,
    /// A P_V above the lightly blocked branch: Φ(p) <= p here, for all loads if P_V rises to the end, else at the loads looked at.
    pub ceiling: f64,
    /// True if P_V does not rise to the end: long bursts leave ever more time in which nothing is busy.
    pub turns: bool,
}
