//! The arrivals at one node on several time scales: bursts within bursts, beside Poisson arrivals of the same mean.
//!
//! ```text
//!   cycles  0 ---------------------------------------------------------> the last one
//!           |________|________|________| ... |________|________|________|  100 windows of 100 000
//!                                                              |_|_|...|_|  the last 100 of 1000
//!                                                                    |..|  the last 100 of 10
//! ```
//! All windows end at the same instant, so each row is the last bar of the next coarser one, seen through a lens. The arrivals come
//! from the process of the simulator and start in the same steady state, but on random numbers of their own: a run of that length takes
//! far too long to wait for. They are counted as they are drawn and kept nowhere. The work is bounded by the number of arrivals: at
//! high load there are fewer of the widest windows.

use flitscope::param::{Key, Problem};
use flitscope::scenario::Scenario;
use flitscope::sim;
use flitscope::text::{count, grouped, significant};
use flitscope::traffic::{mmpp::Superposition, sampling::Arrivals};
use rand_pcg::Pcg64Mcg;

/// Cycles of a window, by scale, each a hundred times the one before.
pub const WIDTHS: [u64; 3] = [10, 1000, 100_000];

const WINDOWS: u64 = 100;

/// Most arrivals that are drawn, on average: some tens of milliseconds in a browser.
const MOST_ARRIVALS: f64 = 300_000.0;

/// Whose arrivals are counted: the same subject has the same counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArrivalSubject {
    process: Superposition,
    load: f64,
    seed: u32,
    node: u32,
}

impl ArrivalSubject {
    /// The arrivals at a node of a scenario, or the problem of its traffic; `None` where arrivals have no memory to show.
    pub fn of(scenario: &Scenario, node: u32) -> Option<Result<Self, Problem>> {
        // Only traffic with a Hurst parameter has a memory.
        scenario.system().param(Key::Hurst).is_some().then(|| {
            let config = sim::circuit_of(sim::config(scenario, 0))?;
            Ok(Self { process: config.network.process, load: config.load, seed: scenario.count(Key::Seed), node })
        })
    }

    /// Cycles that are sampled: whole windows of the widest scale.
    fn cycles(&self) -> u64 {
        let widest = WIDTHS[WIDTHS.len() - 1];
        let affordable = MOST_ARRIVALS / (self.load.max(1e-9) * widest as f64);
        widest * (affordable as u64).clamp(1, WINDOWS)
    }
}

/// The counts of the windows of one width, of a node and of a Poisson source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScaleCounts {
    /// The width of a window, cycles.
    pub width: u64,
    /// Arrivals by window, in the order of time.
    pub node: Vec<u32>,
    /// Arrivals of the Poisson process by window.
    pub poisson: Vec<u32>,
}

impl ScaleCounts {
    /// The least and the greatest count of both, as ends of a common axis. The axis begins at zero unless the counts are so far from
    /// zero that their differences would be invisible.
    pub fn axis(&self) -> (u32, u32) {
        let counts = || self.node.iter().chain(&self.poisson).copied();
        let (least, most) = (counts().min().unwrap_or(0), counts().max().unwrap_or(0).max(1));
        let room = (most - least.min(most)) / 8;
        (if 2 * least < most { 0 } else { least.saturating_sub(room.max(1)) }, most)
    }
}

/// The arrivals at a node and at a Poisson source, as far as they are drawn.
#[derive(Clone, Debug)]
pub struct Strip {
    /// The node and the traffic whose arrivals are drawn.
    pub subject: ArrivalSubject,
    rows: Vec<ScaleCounts>,
    random: Pcg64Mcg,
    sources: [Arrivals; 2],
    done: [bool; 2],
}

impl Strip {
    /// The strip before its first arrival.
    pub fn new(subject: ArrivalSubject) -> Self {
        // Each node has random numbers of its own, so that it keeps its arrivals whichever node was looked at before.
        let mut random = sim::stream(subject.seed, subject.node);
        let sources =
            [Arrivals::new(&subject.process, 1, &mut random), Arrivals::poisson(subject.load, 1, &mut random)];
        let row = |width| {
            let windows = WINDOWS.min(subject.cycles() / width) as usize;
            ScaleCounts { width, node: vec![0; windows], poisson: vec![0; windows] }
        };
        Self { subject, rows: WIDTHS.map(row).to_vec(), random, sources, done: [false; 2] }
    }

    /// Draws up to that many arrivals more. True once all are counted.
    pub fn advance(&mut self, arrivals: u32) -> bool {
        let end = self.subject.cycles() as f64;
        for _ in 0..arrivals {
            // First the one, then the other: the numbers do not depend on how the work is sliced.
            let which = usize::from(self.done[0]);
            if self.done[which] {
                break;
            }
            match self.sources[which].until(end, &mut self.random) {
                None => self.done[which] = true,
                Some((instant, _)) => {
                    let before = (end - instant) as u64;
                    for row in &mut self.rows {
                        let counts = if which == 0 { &mut row.node } else { &mut row.poisson };
                        let from_end = (before / row.width) as usize;
                        if let Some(place) = counts.len().checked_sub(from_end + 1) {
                            counts[place] += 1;
                        }
                    }
                }
            }
        }
        self.ended()
    }

    /// True if all arrivals are counted.
    pub const fn ended(&self) -> bool {
        self.done[0] && self.done[1]
    }

    /// The counts of each scale, the finest first.
    pub fn rows(&self) -> &[ScaleCounts] {
        &self.rows
    }

    /// The index of dispersion that counts in windows of a width have in the long run: their variance by their mean.
    fn expected_dispersion(&self, width: u64) -> f64 {
        self.subject.process.count_variance(width as f64) / (self.subject.process.mean() * width as f64)
    }

    /// The chart, in a sentence.
    pub fn caption(&self) -> String {
        let ArrivalSubject { load, seed, .. } = self.subject;
        let last = self.rows.last().map_or(0, |row| row.node.len());
        let fewer = if (last as u64) < WINDOWS { format!(" ({last} of the widest)") } else { String::new() };
        format!(
            "Each bar counts the arrivals in one window. There are up to {WINDOWS} windows of each width{fewer}, and all end at the \
             same time, so each chart enlarges the last bar of the chart below it. The numbers beside a chart are the ends of its \
             axis. The arrivals are a sample of the simulated traffic at load {load} (seed {seed}), not the run itself. Poisson \
             arrivals of the same mean even out in long windows; bursts that last do not."
        )
    }

    /// The counts of one width, their range and their dispersion in words.
    pub fn row_in_words(&self, row: &ScaleCounts) -> String {
        let range = |counts: &[u32]| {
            let (least, most) = (counts.iter().min().unwrap_or(&0), counts.iter().max().unwrap_or(&0));
            format!("{} to {}", grouped(u64::from(*least)), grouped(u64::from(*most)))
        };
        let expected = significant(self.expected_dispersion(row.width), 3);
        format!(
            "{} of {} cycles: {} arrivals each, variance-to-mean ratio {} ({expected} in the long run); Poisson {}, variance-to-mean \
             ratio {} (1 in the long run).",
            count(row.node.len(), "window", "windows"),
            grouped(row.width),
            range(&row.node),
            significant(dispersion(&row.node), 3),
            range(&row.poisson),
            significant(dispersion(&row.poisson), 3),
        )
    }
}

/// The index of dispersion of some counts: their variance by their mean; 0 where there are none.
fn dispersion(counts: &[u32]) -> f64 {
    let number = counts.len() as f64;
    let mean = counts.iter().map(|&count| f64::from(count)).sum::<f64>() / number.max(1.0);
    let squares: f64 = counts.iter().map(|&count| (f64::from(count) - mean) * (f64::from(count) - mean)).sum();
    if mean > 0.0 && number > 1.0 { squares / (number - 1.0) / mean } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope::scenario::System;

    fn scenario(hurst: f64) -> Scenario {
        Scenario::new(System::HypercubeMmpp).set(Key::Hurst, hurst).set(Key::Seed, 5.0)
    }

    fn strip(scenario: &Scenario, node: u32) -> Strip {
        let mut strip =
            Strip::new(ArrivalSubject::of(scenario, node).expect("it has arrivals").expect("a feasible correlation"));
        while !strip.advance(5000) {}
        strip
    }

    /// The index of dispersion around the exact mean over the windows of several nodes: unbiased however long the memory.
    fn index(strips: &[Strip], scale: usize, of: impl Fn(&ScaleCounts) -> &[u32]) -> f64 {
        let row = |strip: &Strip| strip.rows()[scale].clone();
        let mean = strips[0].subject.load * row(&strips[0]).width as f64;
        let rows: Vec<ScaleCounts> = strips.iter().map(row).collect();
        let counts: Vec<f64> = rows.iter().flat_map(|row| of(row).iter().map(|&count| f64::from(count))).collect();
        counts.iter().map(|count| (count - mean) * (count - mean)).sum::<f64>() / counts.len() as f64 / mean
    }

    #[test]
    fn counts_have_the_mean_of_the_load_and_the_dispersion_of_the_fit() {
        // The sampled index has a heavy tail: the bursts of the slowest part are few. Over 24 nodes a third is some three standard errors.
        const WIDE: f64 = 0.34;
        let mut coarse = Vec::new();
        for hurst in [0.6, 0.8] {
            let strips: Vec<Strip> = (0..24).map(|node| strip(&scenario(hurst), node)).collect();
            for (scale, width) in WIDTHS.into_iter().enumerate() {
                let expected = strips[0].expected_dispersion(width);
                let sampled = index(&strips, scale, |row| &row.node);
                assert!((sampled / expected - 1.0).abs() < WIDE, "H = {hurst}, {width}: {sampled} is not {expected}");
                let poisson = index(&strips, scale, |row| &row.poisson);
                assert!((poisson - 1.0).abs() < 0.15, "{width}: {poisson}");
            }
            let all: u64 = strips.iter().flat_map(|strip| &strip.rows()[2].node).map(|&count| u64::from(count)).sum();
            let mean = 0.018 * strips.len() as f64 * strips[0].subject.cycles() as f64;
            let error = (mean * strips[0].expected_dispersion(strips[0].subject.cycles())).sqrt();
            assert!((all as f64 - mean).abs() < 4.0 * error, "{all} is not {mean}");
            assert!(error < 0.05 * mean, "the mean is precise enough: {error}");
            coarse.push(index(&strips, 2, |row| &row.node));
        }
        assert!(coarse[1] > 5.0 * coarse[0], "a larger H is burstier in long windows: {coarse:?}");
    }

    #[test]
    fn each_row_is_the_last_bar_of_the_next() {
        for load in [0.018, 0.002, 0.03] {
            let strip = strip(&scenario(0.7).set(Key::Load, load), 3);
            for pair in strip.rows().windows(2) {
                assert_eq!((pair[0].node.len(), pair[0].poisson.len()), (100, 100));
                assert_eq!(pair[0].node.iter().sum::<u32>(), pair[1].node[pair[1].node.len() - 1]);
                assert_eq!(pair[0].poisson.iter().sum::<u32>(), pair[1].poisson[pair[1].poisson.len() - 1]);
            }
        }
    }

    #[test]
    fn the_counts_do_not_depend_on_how_the_work_is_sliced_but_on_node_seed_and_traffic() {
        let scenario = scenario(0.7);
        let whole = strip(&scenario, 2);
        let mut sliced = Strip::new(whole.subject);
        while !sliced.advance(77) {}
        assert_eq!(sliced.rows(), whole.rows());
        assert_ne!(strip(&scenario, 1).rows(), whole.rows());
        for changed in [scenario.set(Key::Seed, 6.0), scenario.set(Key::Lag1, 0.4), scenario.set(Key::Hurst, 0.71)] {
            assert_ne!(strip(&changed, 2).rows(), whole.rows());
        }
        assert_eq!(strip(&scenario.set(Key::Vcs, 3.0).set(Key::N, 9.0), 2).rows(), whole.rows());
    }

    #[test]
    fn the_work_is_bounded_and_the_words_say_what_is_drawn() {
        let busy = strip(&scenario(0.7).set(Key::Load, 0.5).set(Key::Lag1, 0.5), 0);
        assert_eq!(busy.rows()[2].node.len(), 6);
        assert!(busy.rows()[2].node.iter().sum::<u32>() < 600_000);
        let quiet = strip(&scenario(0.7).set(Key::Load, 0.0).set(Key::Lag1, 0.0), 0);
        assert!(quiet.rows().iter().all(|row| row.node.len() == 100 && row.node.iter().all(|&count| count == 0)));
        let usual = strip(&scenario(0.7), 0);
        let large = ScaleCounts { width: 10, node: vec![9999, 10_000], poisson: vec![10_000, 12_345] };
        let rows = [("second", &usual.rows()[1]), ("third", &usual.rows()[2]), ("large", &large)];
        let rows = rows.map(|(name, row)| (name, usual.row_in_words(row)));
        crate::blessed::lines("windows", rows.into_iter().chain([("caption", busy.caption())]));
        assert!(ArrivalSubject::of(&Scenario::new(System::KaryNCube), 0).is_none());
        assert!(
            ArrivalSubject::of(&scenario(0.7).set(Key::Lag1, 2.0).set(Key::Load, 0.9), 0).expect("arrivals").is_err()
        );
    }

    #[test]
    fn the_axis_begins_at_zero_unless_all_counts_are_far_from_it() {
        let axis = |node: &[u32], poisson: &[u32]| {
            ScaleCounts { width: 10, node: node.into(), poisson: poisson.into() }.axis()
        };
        assert_eq!(axis(&[0, 3], &[1, 2]), (0, 3));
        assert_eq!(axis(&[40, 90], &[45, 50]), (0, 90));
        assert_eq!(axis(&[2800, 3400], &[2900, 3000]), (2725, 3400));
        assert_eq!((axis(&[5], &[5]), axis(&[0], &[0])), ((4, 5), (0, 1)));
    }

    #[test]
    fn the_dispersion_of_counts_is_their_variance_by_their_mean() {
        assert_eq!(dispersion(&[1, 3]), 1.0);
        assert_eq!([&[4, 4, 4][..], &[], &[0, 0]].map(dispersion), [0.0; 3]);
    }
}
