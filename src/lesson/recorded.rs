//! Recorded runs, which take longer than a class can wait. Each is the run of a link, with the length and seed that the link says, and gives the same numbers wherever it
//! is repeated: `make recorded` makes them all anew, and a test repeats the shortest.

use crate::{
    experiment::{self, RunError, Summary},
    model::Simulated,
    param::Key,
    scenario::{Scenario, System, link},
    sim::{
        self,
        protocol::{Run, Verdict},
        wormhole,
    },
    text::significant,
};

/// A line for each run: its link, then cycles, seed, version, digest, state, mean, half width of its interval, throughput, `-` where there is none; then the
/// quantities that a lesson names, by their symbols.
const TEXT: &str = include_str!("recorded.txt");

/// The symbol of blockings by dimensions left, of all blockings; the simulator of worms counts them, and no model has them.
pub(super) const BLOCKINGS: &str = "blockings_r";

/// The symbol of p50, p95 and p99 of the latency.
pub(super) const PERCENTILES: &str = "percentiles";

/// The symbol of the packets of which all copies arrive.
pub(super) const COMPLETE: &str = "eta_complete";

/// A run that is to be recorded.
#[derive(Clone, Copy, Debug)]
pub struct Listed {
    /// The link of its scenario.
    pub link: &'static str,
    /// Cycles to be simulated.
    pub cycles: u32,
    /// The symbols of the quantities that are kept.
    pub keeps: &'static [&'static str],
}

/// A run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedRun {
    /// The link of its scenario.
    pub link: &'static str,
    /// Cycles simulated.
    pub cycles: u64,
    /// Start of the random numbers.
    pub seed: u64,
    /// The version of Flitscope that ran it.
    pub version: &'static str,
    /// See [`digest`].
    pub digest: u64,
    /// True if the network has a steady state.
    pub stable: bool,
    /// Mean latency, cycles or slots; of a network that loses packets, its throughput. Not a number where the network saturates.
    pub mean: f64,
    /// Half the width of its 95 % interval; not a number where there is none.
    pub half95: f64,
    /// Messages delivered per node and cycle.
    pub throughput: f64,
    /// The quantities kept: `symbol=number,number` and so on.
    kept: &'static str,
}

impl RecordedRun {
    /// "52.6 ± 0.4", or that the network saturates.
    pub fn words(&self) -> String {
        if !self.stable {
            return "no steady state".into();
        }
        let mean = significant(self.mean, 3);
        if self.half95.is_finite() { format!("{mean} ± {}", significant(self.half95, 1)) } else { mean }
    }

    /// The scenario, with the length that it was run for.
    pub fn scenario(&self) -> Scenario {
        link::parse(self.link).scenario.set(Key::Cycles, self.cycles as f64)
    }

    /// A quantity that was kept, by its symbol; nothing if it was not.
    pub fn values(&self, symbol: &str) -> Vec<f64> {
        let of = |field: &'static str| field.split_once('=').filter(|(name, _)| *name == symbol);
        let (_, numbers) = self.kept.split(' ').find_map(of).unwrap_or_default();
        numbers.split(',').filter_map(|number| number.parse().ok()).collect()
    }
}

/// All of them.
pub fn all() -> impl Iterator<Item = RecordedRun> {
    TEXT.lines().filter_map(|line| {
        let mut fields = line.splitn(10, ' ');
        let link = fields.next()?;
        let whole = |field: Option<&str>| field.and_then(|field| field.parse().ok());
        let (cycles, seed) = (whole(fields.next())?, whole(fields.next())?);
        let (version, digest) = (fields.next()?, u64::from_str_radix(fields.next()?, 16).ok()?);
        let mut number = || fields.next().map(|field| field.parse::<f64>().unwrap_or(f64::NAN));
        let (stable, mean, half95, throughput) = (number()? == 1.0, number()?, number()?, number()?);
        let kept = fields.next().unwrap_or_default();
        Some(RecordedRun { link, cycles, seed, version, digest, stable, mean, half95, throughput, kept })
    })
}

/// The run of a link, if it has been recorded.
pub fn run(link: &str) -> Option<RecordedRun> {
    all().find(|recorded| recorded.link == link)
}

/// A number for all that was observed, to the last bit: two runs with the same have the same numbers (FNV-1a, 64 bits).
pub fn digest(observation: &Summary) -> u64 {
    let first = observation.classes.first();
    let measured = observation.values.iter().flat_map(|(_, numbers)| numbers).copied();
    let mean = observation.latency().and_then(|class| class.mean);
    let all = [mean, first.and_then(|class| class.ci95)].into_iter().map(|number| number.unwrap_or(0.0));
    let all =
        all.chain([observation.throughput, observation.delivered as f64, observation.cycles as f64]).chain(measured);
    let bytes = all.flat_map(|number| number.to_bits().to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |digest, byte| (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// The line of a run, by running it now.
///
/// # Errors
/// The scenario cannot be simulated, a law was broken, or a quantity is not measured.
pub fn line(listed: Listed) -> Result<String, RunError> {
    let scenario = link::parse(listed.link).scenario.set(Key::Cycles, f64::from(listed.cycles));
    let (observation, blockings) = observed(&scenario)?;
    let number = |number: Option<f64>| number.map_or_else(|| "-".into(), |number| format!("{number:.5e}"));
    let mean = observation.measure(Simulated::Latency).or(observation.measure(Simulated::Throughput));
    let mut line = format!(
        "{} {} {} {} {:016x} {} {} {} {}",
        listed.link,
        listed.cycles,
        scenario.count(Key::Seed),
        env!("CARGO_PKG_VERSION"),
        digest(&observation),
        u8::from(observation.state == Verdict::Stable),
        number(mean.map(|mean| mean.mean)),
        number(mean.and_then(|mean| mean.half95)),
        number(Some(observation.throughput))
    );
    for symbol in listed.keeps {
        let complete = observation.measure(Simulated::Complete).map(|complete| vec![complete.mean]);
        let values = match *symbol {
            BLOCKINGS => Some(blockings.clone()),
            COMPLETE => complete,
            PERCENTILES => observation.percentiles().map(|p| vec![p.p50.value, p.p95.value, p.p99.value]),
            _ => observation.value(symbol).map(<[f64]>::to_vec),
        };
        let values = values.filter(|values| !values.is_empty());
        let values = values.ok_or(RunError::Unmeasured(symbol))?;
        let values: Vec<_> = values.iter().map(|value| number(Some(*value))).collect();
        line += &format!(" {symbol}={}", values.join(","));
    }
    Ok(line)
}

/// The observation of one run; for wormhole networks also the share of each number of dimensions left in all blockings.
fn observed(scenario: &Scenario) -> Result<(Summary, Vec<f64>), RunError> {
    if !matches!(scenario.system(), System::TorusBroadcast | System::KaryNCube) {
        return Ok((experiment::simulated(scenario)?, Vec::new()));
    }
    let config = sim::wormhole_of(sim::config(scenario, 0))?;
    let mut run = Run::new(wormhole::WormholeRun::new(config), experiment::plan(scenario));
    while !run.advance(10_000)? {}
    let blocked: Vec<_> = run.simulator().network().measured().hops().map(|hops| hops.blocked as f64).collect();
    let all: f64 = blocked.iter().sum();
    Ok((Summary::of(&[run.so_far()]), blocked.iter().map(|blocked| blocked / all).collect()))
}
