//! The arrivals at one node as clicks, on three time scales: for the ear, or as ticks on a line.
//!
//! On the scale m there is a click for every m-th arrival, and time runs m times as fast, so that all scales have as many clicks a second in the mean. Clicks
//! of Poisson arrivals come the more evenly the larger m is, like those of a metronome; bursts on many time scales stay gusty for longer. Each scale is the beginning of
//! the next one. The arrivals are those of the process of the simulator, from its steady state on, with random numbers of their own.

use flitscope::param::Key;
use flitscope::param::Problem;
use flitscope::scenario::{Scenario, System};
use flitscope::sim;
use flitscope::text::{grouped, significant};
use flitscope::traffic::{mmpp::Superposition, sampling::Arrivals};
use rand_pcg::Pcg64Mcg;

/// Arrivals of a click, by scale.
pub const SCALES: [u32; 3] = [1, 100, 10_000];

/// Clicks a second, in the mean.
pub const RATE: f64 = 8.0;

/// Seconds that each scale is listened to.
pub const SECONDS: u32 = 6;

/// The arrival process of the clicks; the same subject has the same clicks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClickSubject {
    /// The process of a node; `None` if it is Poisson, as the process for comparison is.
    process: Option<Superposition>,
    load: f64,
    seed: u32,
    node: u32,
}

impl ClickSubject {
    /// The arrivals at a node of a scenario; `None` where time is in slots, or nothing arrives.
    ///
    /// # Errors
    /// The problem, where there is no such traffic.
    pub fn of(scenario: &Scenario, node: u32) -> Option<Result<Self, Problem>> {
        let (load, seed) = (scenario.get(Key::Load), scenario.count(Key::Seed));
        if load <= 0.0 {
            return None;
        }
        match scenario.system() {
            System::TorusBroadcast | System::KaryNCube => Some(Ok(Self { process: None, load, seed, node })),
            System::HypercubeMmpp => Some(sim::circuit_of(sim::config(scenario, 0)).map(|config| Self {
                process: Some(config.network.process),
                load,
                seed,
                node,
            })),
            _ => None,
        }
    }
}

/// One source on one scale.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClickScale {
    /// Arrivals of a click.
    pub arrivals: u32,
    /// The times of the clicks, seconds, ascending, within [`SECONDS`].
    pub clicks: Vec<f64>,
}

impl ClickScale {
    /// The number of clicks in each second.
    pub fn by_second(&self) -> Vec<u32> {
        let mut counts = vec![0; SECONDS as usize];
        for click in &self.clicks {
            if let Some(count) = counts.get_mut(*click as usize) {
                *count += 1;
            }
        }
        counts
    }

    /// The variation of the gaps between clicks: their standard deviation divided by their mean; `None` with fewer than two.
    pub fn unevenness(&self) -> Option<f64> {
        let gaps: Vec<f64> = self.clicks.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let number = gaps.len() as f64;
        let mean = gaps.iter().sum::<f64>() / number;
        let squares: f64 = gaps.iter().map(|gap| (gap - mean) * (gap - mean)).sum();
        (gaps.len() > 1 && mean > 0.0).then(|| (squares / (number - 1.0)).sqrt() / mean)
    }

    /// The sound: clicks of a millisecond at `rate` samples per second, -1 to 1.
    pub fn samples(&self, rate: f64) -> Vec<f32> {
        const LONG: f64 = 0.001;
        const LOUD: f32 = 0.5;
        let mut samples = vec![0.0; (f64::from(SECONDS) * rate) as usize];
        let long = ((LONG * rate) as usize).max(1);
        for click in &self.clicks {
            let from = (click * rate) as usize;
            for (place, sample) in samples.iter_mut().skip(from).take(long).enumerate() {
                let fades = 1.0 - place as f32 / long as f32;
                *sample = if place % 8 < 4 { LOUD * fades } else { -LOUD * fades };
            }
        }
        samples
    }
}

/// The clicks of a subject, as far as they are drawn.
#[derive(Clone, Debug)]
pub struct Clicks {
    subject: ClickSubject,
    random: Pcg64Mcg,
    /// The node, where it is not Poisson; then the Poisson source of the same load. With the arrivals of each so far.
    sources: Vec<(Arrivals, u64, [ClickScale; 3])>,
    /// The source that is being drawn.
    at: usize,
}

impl Clicks {
    /// Nothing drawn yet.
    pub fn new(subject: ClickSubject) -> Self {
        let mut random = sim::stream(subject.seed, subject.node);
        let node = subject.process.map(|process| Arrivals::new(&process, 1, &mut random));
        let poisson = Arrivals::poisson(subject.load, 1, &mut random);
        let scales = || SCALES.map(|arrivals| ClickScale { arrivals, clicks: Vec::new() });
        let sources = node.into_iter().chain([poisson]).map(|arrivals| (arrivals, 0, scales())).collect();
        Self { subject, random, sources, at: 0 }
    }

    /// Whose they are.
    pub const fn subject(&self) -> &ClickSubject {
        &self.subject
    }

    /// Draws up to that many arrivals more. True once all clicks are known.
    pub fn advance(&mut self, arrivals: u32) -> bool {
        let longest = f64::from(SCALES[SCALES.len() - 1]) * f64::from(SECONDS) * RATE / self.subject.load;
        for _ in 0..arrivals {
            let Some((source, count, scales)) = self.sources.get_mut(self.at) else { break };
            match source.until(longest, &mut self.random) {
                None => self.at += 1,
                Some((instant, _)) => {
                    *count += 1;
                    for scale in scales {
                        let m = f64::from(scale.arrivals);
                        let second = instant * self.subject.load / (m * RATE);
                        if count.is_multiple_of(u64::from(scale.arrivals)) && second < f64::from(SECONDS) {
                            scale.clicks.push(second);
                        }
                    }
                }
            }
        }
        self.ended()
    }

    /// True if all clicks are known.
    pub fn ended(&self) -> bool {
        self.at >= self.sources.len()
    }

    /// The sources with their names: the node if it is bursty, and the Poisson source.
    pub fn sources(&self) -> impl Iterator<Item = (&'static str, &[ClickScale; 3])> {
        let names: &[&str] = if self.sources.len() > 1 { &["this node", "Poisson"] } else { &["Poisson"] };
        names.iter().copied().zip(self.sources.iter().map(|source| &source.2))
    }

    /// The sounds, in sentences.
    pub fn caption(&self) -> String {
        let what = if self.sources.len() > 1 {
            "The more Poisson arrivals a click stands for, the more evenly clicks come, like those of a metronome. Bursts on many time scales stay gusty for longer: until time runs faster than their slowest part."
        } else {
            "One by one Poisson arrivals are irregular; the more of them a click stands for, the more evenly clicks come. The bursts of the bursty hypercube stay gusty for longer."
        };
        format!(
            "Each line has {SECONDS} seconds with {RATE} clicks a second in the mean, at load {}. {what} The arrivals are a sample of the simulated traffic (seed {}), not the run itself.",
            significant(self.subject.load, 3),
            self.subject.seed
        )
    }
}

/// A scale in a few words: "× 100: a click for every 100th arrival".
pub fn scale_in_words(arrivals: u32) -> String {
    match arrivals {
        1 => "× 1: a click for each arrival".into(),
        m => format!("× {0}: a click for every {0}th arrival", grouped(u64::from(m))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope::scenario::link;

    fn clicks(fragment: &str, node: u32) -> Clicks {
        let scenario = link::parse(fragment).scenario;
        let mut clicks =
            Clicks::new(ClickSubject::of(&scenario, node).expect("something arrives").expect("such traffic"));
        while !clicks.advance(10_000) {}
        clicks
    }

    fn scales(clicks: &Clicks, name: &str) -> [ClickScale; 3] {
        clicks.sources().find(|(other, _)| *other == name).expect(name).1.clone()
    }

    /// The variation of the gaps between clicks, in the mean over several nodes.
    fn unevenness(hurst: f64, name: &str, scale: usize) -> f64 {
        let fragment = format!("#v=2&system=hypercube-mmpp&load=0.018&lag1=0.9&hurst={hurst}");
        let of = |node| scales(&clicks(&fragment, node), name)[scale].unevenness().expect("several clicks");
        (0..8).map(of).sum::<f64>() / 8.0
    }

    #[test]
    fn all_scales_have_as_many_clicks_a_second_in_the_mean() {
        let expected = RATE * f64::from(SECONDS);
        let mut sums = [0.0; 3];
        for node in 0..20 {
            let scales = scales(&clicks("#v=2&system=kary-ncube&load=0.002", node), "Poisson");
            for (sum, scale) in sums.iter_mut().zip(&scales) {
                *sum += scale.clicks.len() as f64;
                assert!(scale.clicks.windows(2).all(|pair| pair[0] <= pair[1]));
                assert_eq!(scale.by_second().iter().sum::<u32>() as usize, scale.clicks.len());
            }
        }
        // Four standard errors of a Poisson count; the others have less.
        assert!((sums[0] / 20.0 - expected).abs() < 4.0 * (expected / 20.0).sqrt(), "{sums:?}");
        assert!((sums[1] / 20.0 - expected).abs() < 1.0 && (sums[2] / 20.0 - expected).abs() < 1.0, "{sums:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_clicks_however_the_work_is_sliced() {
        let fragment = "#v=2&system=hypercube-mmpp&load=0.018&seed=7";
        let whole = clicks(fragment, 3);
        let mut sliced = Clicks::new(*whole.subject());
        while !sliced.advance(777) {}
        assert!(whole.sources().eq(sliced.sources()));
        for other in [clicks(fragment, 4), clicks("#v=2&system=hypercube-mmpp&load=0.018&seed=8", 3)] {
            assert_ne!(scales(&other, "this node")[0], scales(&whole, "this node")[0]);
        }
    }

    #[test]
    fn poisson_evens_out_and_a_larger_hurst_parameter_stays_gustier() {
        // Gaps of one arrival vary as much as they are long, those of m arrivals by one part in √m.
        for (scale, arrivals) in SCALES.into_iter().enumerate() {
            let (poisson, expected) = (unevenness(0.9, "Poisson", scale), 1.0 / f64::from(arrivals).sqrt());
            assert!((poisson / expected - 1.0).abs() < 0.15, "{arrivals}: {poisson} is not {expected}");
        }
        for scale in [1, 2] {
            let [calm, gusty] = [0.6, 0.9].map(|hurst| unevenness(hurst, "this node", scale));
            assert!(gusty > 1.5 * calm && gusty > 3.0 * unevenness(0.9, "Poisson", scale), "{scale}: {calm} {gusty}");
        }
    }

    #[test]
    fn each_scale_is_the_beginning_of_the_next() {
        let scales = scales(&clicks("#v=2&system=hypercube-mmpp&load=0.018", 0), "this node");
        for pair in scales.windows(2) {
            // The hundredth click of one is the first of the other.
            let (fine, coarse) = (pair[0].clicks.get(99), pair[1].clicks.first());
            if let (Some(fine), Some(coarse)) = (fine, coarse) {
                assert!((fine / 100.0 - coarse).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn the_sound_is_silent_but_for_its_clicks() {
        let scale = ClickScale { arrivals: 1, clicks: vec![0.5, 2.0] };
        let samples = scale.samples(8000.0);
        assert_eq!(samples.len(), 48_000);
        let loud: Vec<_> = (0..samples.len()).filter(|at| samples[*at] != 0.0).collect();
        assert!(loud.iter().all(|at| (4000..4008).contains(at) || (16_000..16_008).contains(at)) && loud.len() == 16);
        assert!(samples.iter().all(|sample| sample.abs() <= 1.0));
        assert!(ClickScale::default().samples(8000.0).iter().all(|sample| *sample == 0.0));
    }

    #[test]
    fn where_nothing_arrives_or_time_is_in_slots_there_is_nothing_to_hear() {
        for fragment in ["#v=2&load=0", "#v=2&system=hypercube-slotted", "#v=2&system=banyan-multicast"] {
            assert!(ClickSubject::of(&link::parse(fragment).scenario, 0).is_none(), "{fragment}");
        }
        let none = link::parse("#v=2&system=hypercube-mmpp&lag1=2&load=0.9").scenario;
        assert!(ClickSubject::of(&none, 0).is_some_and(|subject| subject.is_err()));
    }
}
