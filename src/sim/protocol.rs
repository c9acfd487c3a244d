//! One protocol for every simulator: the warm-up, the length of a run, the intervals of its numbers, and the rules for saturation.
//!
//! ```text
//!   population
//!      |        .  .   : .  .. .  .  : .  .  .. .   :
//!      |    . .   .  . :.  .  .  ..  :   .  .   . . : .
//!      |  .            :             :              :   .
//!      +.--------------+------+------+--------------+-------->  time
//!        warm-up: not  | batch| ...  | follow-up:   | drain: sources
//!        counted       |   1  |      | sources run  | stopped
//! ```
//! # The rules
//! 1. *Warm-up*, by MSER-5 on the number of messages in the network. It ends when the best truncation is in the first half of the
//!    cycles so far; if not, it lasts twice as long. The whole warm-up is left out. It is never shorter than the memory of the traffic.
//! 2. *Batch means by generation time*. A message belongs to the batch in which it was generated. The window ends at the end of a batch;
//!    the sources run on, so that the load does not fall, until every message of the window is delivered: otherwise those with a long
//!    latency would be missing. [`Estimate`](super::stats::Estimate) computes mean and interval from [`batches`] and the traffic offered
//!    in them. There is no interval if a batch is shorter than the [`memory`] of the network and of its traffic: with few independent
//!    values the error is unknown; or if the window is too short for a [`steady`] load. Percentiles have intervals in windows of twice
//!    that length.
//! 3. *Stop* when the half width of the 95 % interval of the first class that has values is below the precision asked for, there are
//!    [`ENOUGH`] values, the window has lasted for [`SEVERAL`] memories of every class that has values, and queues do not grow; or at the
//!    cap of cycles. Looked for when the window has grown by a third or a half; each look is one more chance to stop by luck, so there are
//!    few. A run would stop where its interval happens to be too narrow; so with a precision it is never narrower than the look before
//!    foretells, if the run could have stopped there: the half width then, times √(window then / window now).
//! 4. *Saturated* at the end of the warm-up when a channel or node would have more work than it can do
//!    ([`Simulator::utilisation`](super::Simulator::utilisation)); when the queues grow ([`growing`]): at [`GROWTH_LOOKS`] looks in a row,
//!    each at twice the time of the one before, or at the last look. Or when messages of the window are still under way after another two
//!    windows, or far fewer have been delivered than were generated ([`behind`]). Or when the messages present need more memory than
//!    [`most_held`]: every run is bounded, at any load. [`SaturationReason`] names the rule. *Undecided* when the cap comes first and the
//!    window is shorter than [`SEVERAL`] memories of a class: neither can be told, and the report says how long a run may do
//!    ([`Report::needs`]). Such a run has no mean latency either.
//! 5. *Checked in every run*, and an error if violated ([`Violation`]): conservation (generated = delivered + in flight, counted where
//!    they are), Little's law, the audit of the simulator itself, no deadlock, and, unless saturated, an empty network with every resource
//!    free after the sources have stopped.
//!
//! # Little's law
//! Let A be the sum over all cycles of the messages present. Each message is present for as many cycles as its latency, so at time t
//! ```text
//!   A = Σ latency (delivered) + Σ (t - g) (in flight)                                           (1)
//! ```
//! exactly, in whole numbers, in every class, at every time; divided by the time it is L = λ W. (1) relates three counts that simulators
//! make in different places, the population, the instants of generation and the latencies, and holds before the steady state and beyond
//! saturation.
//!
//! # Slices
//! [`Run::advance`] takes a number of cycles and gives control back after them, so that a worker stays responsive. All decisions are taken
//! at cycles that the run itself determines: however it is sliced, the numbers are the same.
//!
//! # References
//! K. P. White, "An effective truncation heuristic for bias reduction in simulation output", Simulation 69 (1997) 323-334 (MSER, MSER-5).
//! W. J. Dally, B. Towles, "Principles and Practices of Interconnection Networks", 2004, chapter 24 (warm-up, measurement, drain).

mod ledger;
mod pieces;
mod report;
mod run;
mod summary;
#[cfg(test)]
pub(in crate::sim) mod tests;
mod warm_up;

pub use ledger::Violation;
pub use report::{ClassReport, Report, SaturationReason, Verdict, combine, join, pool, pool_channels};
pub use run::Run;
pub use summary::{ClassSummary, Interval, Summary, SummaryReport};

use super::stats::{BATCHES, MOST_BATCHES};

/// Pieces of the window at the first look: four for each of [`BATCHES`], two for each of [`MOST_BATCHES`].
pub const CHECKS: u64 = 4 * BATCHES as u64;

/// Pieces that are kept. Beyond, pairs are merged into pieces of twice the length: any run needs the same memory.
pub const MOST_PIECES: usize = 2 * CHECKS as usize;

/// The first length of a piece in cycles. A short run then has a window of some thousands of cycles.
pub const SHORTEST_PIECE: u64 = 64;

/// Values that there must be for a run to stop before its cap: means of fewer, in batches, are far from normal, and their intervals lie
/// below the true mean more often than above.
pub const ENOUGH: f64 = 480.0;

/// The ratio of [`memory`] to the time W²/W0. Intervals from batches of a quarter of that length contain the mean too seldom.
pub const REMEMBERS: f64 = 4.0;

/// The part of the cap that the warm-up may take. A run so short has no better use for the rest of its cycles.
pub const WARM_UP_SHARE: u64 = 4;

/// The share of the generated messages that must stay for queues to count as growing. A stable network near saturation may keep less than
/// 1 % for some time; no run of useful length distinguishes it from a network overloaded by less.
pub const GROWTH: f64 = 0.01;

/// The least ratio of the mean populations of the second and the first half of the window for growth. A stable population stays near one;
/// steady growth that began before the window passes 1.5 when the window is as long as what went before.
pub const GROWTH_RATIO: f64 = 1.5;

/// As above, for the halves of the warm-up. From an empty network, steady growth gives 3; a stable queue near saturation first grows like
/// the square root of the time, which gives 1.8.
pub const GROWTH_RATIO_FROM_EMPTY: f64 = 2.2;

/// Looks in a row at which queues must grow, each at twice the time of the one before. A stable queue grows by chance through a part of its
/// relaxation time, not through four times of it. In the warm-up the first look is at the network filling up and does not count.
pub const GROWTH_LOOKS: u32 = 3;

/// Standard deviations by which a population must grow for it not to be chance. There are many runs, and few of them may be misjudged.
pub const GROWTH_DEVIATIONS: f64 = 4.0;

/// The share of the generated messages that must be undelivered for a run to be behind. A stable network keeps this share only if its mean
/// latency is a tenth of the time, and then the run is too short to show that it is stable.
pub const BEHIND: f64 = 0.1;

/// Windows for which the messages of a window are followed.
pub const FOLLOW_UP: u64 = 2;

/// The memory for the messages in any network, bytes: a million messages in queues. A stable network holds few for each node, and a sweep
/// that runs some overloaded points at once still fits a browser.
pub const PRESENT: u64 = 64 << 20;

/// The bytes for each node more: a worm over some channels, so that large stable networks have room for their messages.
pub const PRESENT_OF_NODE: u64 = 128;

/// The memory for the messages in a network with `nodes` nodes, bytes. A run that needs more ends as saturated.
pub const fn most_held(nodes: u32) -> u64 {
    PRESENT + PRESENT_OF_NODE * nodes as u64
}

/// Cycles after which the longest runs are given up while they drain. With the longest window and its follow-up, no run has 2^32 cycles.
pub const LONGEST_DRAIN: u64 = 1_000_000_000;

/// Cycles in which nothing moves while messages are under way, after which this is a deadlock. No rule of any simulator makes everything
/// wait for longer than a message takes to pass one node.
pub const PATIENCE: u64 = 20_000;

/// The requirements of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The half width of the 95 % interval, relative to the mean, at which to stop. `None`: run to the cap.
    pub precision: Option<f64>,
    /// The cap: the window ends at this cycle at the latest.
    pub most_cycles: u64,
}

impl Default for Plan {
    /// One per cent, ten million cycles.
    fn default() -> Self {
        Self { precision: Some(0.01), most_cycles: 10_000_000 }
    }
}

/// The ratio of the window to the [`memory`] of the network from which the network counts as stable: sixteen times W²/W0. An overload that
/// is not yet told from chance as growth makes W grow with the window, and W² faster than the window.
pub const SEVERAL: f64 = 4.0;

/// The cycles for which the present depends on the past: the shortest batch of an interval.
///
/// Latencies of mean W, W0 in the idle network, forget a crowd in about W²/W0 cycles: a message is there for W, and a queue of W/W0 times
/// the usual service empties in as many services. The correlation of simulated latencies falls to 1/e in 1.1 W²/W0 and some 70 cycles from
/// the lightest load to near saturation, in tori and slotted hypercubes alike.
///
/// `mean`: the mean latency W of a class; `slowdown`: W/W0 of the first class with messages; `traffic`: the slowest time of the traffic.
pub fn memory(mean: f64, slowdown: f64, traffic: f64) -> f64 {
    traffic.max(REMEMBERS * mean * slowdown)
}

/// The ratio of the relative change of the mean latency to that of the load that causes it, in terms of W/W0 - 1: in a queue it is 1; in
/// the networks that were simulated near saturation it is 1.6 (slotted hypercube) to 4.5 (a ring).
pub const ELASTICITY: f64 = 4.0;

/// The spread of the mean latency by what is offered by chance, in terms of the mean, with which an interval is as sure as it says.
pub const STEADY: f64 = 0.05;

/// The shortest window, cycles, in which the traffic is steady enough for an interval of a latency: that of n messages,
/// ```text
///   n = (ELASTICITY (W/W0 - 1) / STEADY)²
/// ```
/// Of n messages that come at random, √n more or fewer come by chance, and near saturation the mean latency of the run changes by a
/// multiple of that. If the multiple is not small, the means of runs are skew: most runs see too few crowds, their mean and its interval
/// are too small, and they do not show it. So the rule must not depend on anything that these runs see wrong. A rule on the width of the
/// interval shows just the runs that miss: in a ring of 8 at 0.93 of its largest load and 400,000 cycles, 43 of 300, of which 65 % hold
/// the mean. W in this rule is known to STEADY once it decides.
///
/// `slowdown` is W/W0; `rate` are the messages that come in a cycle, divided by the dispersion of the traffic.
pub fn steady(slowdown: f64, rate: f64) -> f64 {
    let spread = ELASTICITY * (slowdown - 1.0) / STEADY;
    spread * spread / rate
}

/// The number of batches in a window of `window` cycles: [`MOST_BATCHES`] if each lasts for two memories, else [`BATCHES`].
pub fn batches(window: u64, memory: f64) -> usize {
    if window as f64 >= 2.0 * MOST_BATCHES as f64 * memory { MOST_BATCHES } else { BATCHES }
}

/// The shortest cap, in cycles, with which no batch is shorter than the memory of the traffic, however long the warm-up takes.
pub fn outlasting(memory: f64) -> u64 {
    capped_above(BATCHES as f64 * libm::ceil(memory))
}

/// The shortest cap, in cycles, with a window so long, however long the warm-up takes.
pub fn capped_above(window: f64) -> u64 {
    let window = libm::ceil(window) as u64;
    window.saturating_add(window.div_ceil(WARM_UP_SHARE - 1))
}

/// True if queues grow: rule 4, from the mean populations of the two halves of a time, its messages, and the ratio for growth.
///
/// Of G messages that come and go independently of each other, each half has G/2, and the two mean populations differ by chance with a
/// standard deviation of about 2 √(2/G) times their mean: each message that is there for a time W counts W in one of the halves, and W
/// varies about as much as its mean. Queues near saturation do not forget: what they hold is a walk to which what comes in a time t adds
/// the variance I G(t), I the `dispersion` of the traffic, and what leaves, which varies no more than Poisson traffic, the number that
/// leaves. The mean of a walk over the second half of a time lies beyond that over the first by chance with a third of the variance that
/// the walk has at its end.
pub fn growing(first: f64, second: f64, generated: f64, dispersion: f64, ratio: f64) -> bool {
    let passing = (first + second) * (first + second) * 2.0 / generated.max(1.0);
    // The halves lie half the time apart.
    let kept = 2.0 * (second - first);
    let chance = (passing + walk(kept, generated, dispersion) / 3.0).sqrt();
    kept > GROWTH * generated && second > ratio * first && second - first > GROWTH_DEVIATIONS * chance
}

/// True if so many of the messages `generated` are `kept` that the network does not carry the load.
///
/// A network that is not behind holds [`BEHIND`] of them or fewer, and by chance no more than a walk leads to.
pub fn behind(kept: f64, generated: f64, dispersion: f64) -> bool {
    kept > BEHIND * generated && kept > GROWTH_DEVIATIONS * walk(kept, generated, dispersion).sqrt()
}

/// The variance of what queues hold that empty so seldom that all that comes and goes adds to it.
fn walk(kept: f64, generated: f64, dispersion: f64) -> f64 {
    dispersion * generated + (generated - kept).max(0.0)
}
