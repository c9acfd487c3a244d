//! Recorded runs: what a class cannot wait for. Each is the run of a link, with the length and seed that the link says, and gives the same numbers wherever it
//! is repeated: `make recorded` makes them all anew, and a test repeats the shortest.

use crate::{
    experiment,
    param::Key,
    scenario::link,
    sim::{
        self,
        protocol::{Record, Run, State},
    },
    text::significant,
};

/// A line for each run: its link, then cycles, seed, state, mean latency, half width of its interval, throughput; `-` where there is none.
const TEXT: &str = include_str!("recorded.txt");

/// A run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recorded {
    /// The link of its scenario.
    pub link: &'static str,
    /// Cycles simulated.
    pub cycles: u64,
    /// Start of the random numbers.
    pub seed: u64,
    /// Whether the network has a steady state.
    pub stable: bool,
    /// Mean latency, cycles or slots; not a number where the network saturates.
    pub latency: f64,
    /// Half the width of its 95 % interval; not a number where there is none.
    pub half95: f64,
    /// Messages delivered per node and cycle.
    pub throughput: f64,
}

impl Recorded {
    /// "52.6 ± 0.4", or that the network saturates.
    pub fn words(&self) -> String {
        if !self.stable {
            return "no steady state".into();
        }
        let mean = significant(self.latency, 3);
        if self.half95.is_finite() { format!("{mean} ± {}", significant(self.half95, 1)) } else { mean }
    }
}

/// All of them.
pub fn all() -> impl Iterator<Item = Recorded> {
    TEXT.lines().filter_map(|line| {
        let mut fields = line.split(' ');
        let link = fields.next()?;
        let mut number = || fields.next().map(|field| field.parse::<f64>().unwrap_or(f64::NAN));
        let (cycles, seed, stable) = (number()?, number()?, number()?);
        let (latency, half95, throughput) = (number()?, number()?, number()?);
        Some(Recorded {
            link,
            cycles: cycles as u64,
            seed: seed as u64,
            stable: stable == 1.0,
            latency,
            half95,
            throughput,
        })
    })
}

/// The run of a link, if it has been recorded.
pub fn run(link: &str) -> Option<Recorded> {
    all().find(|recorded| recorded.link == link)
}

/// The line of a link, by running it now.
///
/// # Errors
/// What cannot be simulated, or the law that was broken, in a sentence.
pub fn line(text: &str, cycles: u32) -> Result<String, String> {
    let scenario = link::parse(text).scenario.set(Key::Cycles, f64::from(cycles));
    let simulator = sim::of(&scenario, 0).map_err(|problem| problem.to_string())?;
    let mut run = Run::new(simulator, experiment::plan(&scenario));
    while !run.advance(10_000).map_err(|violation| violation.sentence())? {}
    let Record { state, mean_latency, ci95, throughput, .. } = run.so_far().record();
    let field = |number: Option<f64>| number.map_or_else(|| "-".into(), |number| number.to_string());
    let stable = u8::from(state == State::Stable);
    let seed = scenario.count(Key::Seed);
    Ok(format!("{text} {cycles} {seed} {stable} {} {} {throughput}", field(mean_latency), field(ci95)))
}
