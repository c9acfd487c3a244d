//! Throughput of a banyan whose switching elements copy multicast packets.
//!
//! # The question
//! N = 2^n nodes send packets through n stages of 2 x 2 switching elements without buffers. A fraction m of the packets is for f nodes at
//! once. A multicast packet makes two passes: the first copies it to f consecutive nodes, from a start s on, with a header that holds only
//! the first and the last of them; the second sends each copy to its own destination. How many packets get through the first pass?
//!
//! ```text
//!   header [min, max]             bit i of min and max    0 0: port 0    1 1: port 1    0 1: copied to both
//!
//!            +----+--- port 0 ---      a slot: each element passes at most one packet to a port;
//!    ρ_i --->| SE |                    two that want the same port draw lots;
//!    ρ_i --->|    |                    who wants both and loses one loses both;
//!            +----+--- port 1 ---      what is lost is gone
//! ```
//!
//! # Assumptions
//! At the begin of every slot each node sends a packet with probability ρ, multicast with probability m, independently of all else and of
//! the past. Destinations of unicast packets and starts of regions are uniform.
//!
//! # Symbols
//! | paper | field | unit |
//! |---|---|---|
//! | n, f, m | [`Setting::n`], [`Setting::fanout`], [`Setting::multicast`] | stages, nodes, 1 |
//! | (1-m)ρ + mρf | [`Solution::load`] | copies / input / slot |
//! | ρ | [`Solution::rho`] | packets / input / slot |
//! | c_i, ρ_i, m_i, u_i | [`StageFlow`] | 1, packets / link / slot |
//! | ρ', u' | [`Solution::rho_out`], [`Solution::u_out`] | packets / output / slot |
//! | η | [`Solution::throughput`] | packets / output / slot |
//!
//! # Equations
//! Of sections 4.1 and 4.2; two have a number.
//! ```text
//! (1) ρ_{i-1} = ρ_i (1 + m_i c_i) - ρ_i² (1 + m_i c_i)² / 4 - ρ_i² m_i c_i (1 - m_i c_i) / 2          i = n-1 .. 0
//! (2) u_{i-1} = ρ_i (1 - m_i) - ρ_i² (1 - m_i)(1 + m_i c_i) / 4             m_{i-1} = 1 - u_{i-1} / ρ_{i-1}
//!     η = (ρ' - u') / f + u'                                                 ρ_{n-1} = ρ,  m_{n-1} = m,  ρ' = ρ_{-1},  u' = u_{-1}
//!     c_i = E[B_i] / E[B_{i+1}] - 1                                          B_j: aligned blocks of 2^j nodes that the region meets
//!         = (f-1) / (2^{i+1} + f-1),  c_{n-1} = (f-1) / 2^{n-1}              random start, addresses modulo N
//! ```
//! The load counts copies and the throughput packets: at light load η is ρ = load / (1 - m + mf), not the load.
//!
//! # Complete deliveries
//! The paper calls a packet accepted if it arrives at all its outputs, and then computes η, which counts each copy as 1/f of a packet. The
//! quantity of the definition is computed as well: for each start, the product over the stages of the chance to win at all elements that
//! the packet occupies. A rival is present with ρ_i; against it a packet wins with 1/2 if it is copied and 1 - (1 + m_i c_i)/4 if not.
//! Rivals along a row of neighbours are a chain, because a rival multicast packet occupies a row too. This is an approximation in every
//! reading.
//!
//! # Readings
//! The equations carry no slip, so printed and corrected are the same. Refined replaces the one c_i of a stage by the law of the region on
//! every link ([`DEVIATIONS`]), from which ρ', u' and η, but not the complete deliveries, follow exactly: inputs of an element are fed by
//! disjoint sources over disjoint elements. With copies made as early as possible (1), (2) are exact already.
//!
//! # Method
//! n steps of (1), (2), for refined n sweeps over 2N headers. Nothing to iterate, no saturation, and no latency: what does not pass in its
//! slot is lost. So the curve is one of throughput, and ends where there is no more load to offer.
//!
//! # Validity
//! 1 <= f <= N/2 (a region round the end of more than N/2 nodes is not always one header), 0 <= m <= 1, loads up to
//! [`BanyanMulticast::most_load`], where every node sends in every slot. (1), (2) are within 2 % of refined up to a load of one.
//! Complete deliveries against simulation (n = 7): within 2.5 % for m <= 0.5, f <= 8 (`docs/accuracy.md`); for m = 1 too low by 5 % (f = 8,
//! load 1), 7 % (f = 8, load 2; refined 9 %) and 30 % (f = 16, load 1.5), and for f = 8 too high by 4 % near the largest load. Copies as
//! early as possible is a comparison of the paper; no region makes them.
//!
//! # Differences from the paper
//! [`DEVIATIONS`] lists each with its reason; [`deviations`](super::Model::deviations) computes what each does.
//!
//! # Reference
//! J. Park, H. Yoon, "Performance analysis of multistage interconnection networks using a multicast algorithm", KAIST, 1996.
#![doc = include_str!("banyan_multicast/equations.md")]

mod complete;
mod copies;
mod paper;
mod region;
mod solution;
mod switch;

pub use crate::param::options::Start;
pub use copies::copy_rates;
pub use paper::{DEVIATIONS, REPAIRS};
pub(super) use paper::{INFO, MEASURES};
pub use solution::{Solution, StageFlow};
pub use switch::pass;

use super::{
    Case, Caveat, CurveEnd, DeviationEffect, Deviations, EndCause, Figure, FigureLine, Model, ModelInfo, NoSolution,
    Outcome, RefinementStep, Solve, steps,
};
use crate::param::Key;
use crate::scenario::{Reading, Setup};
use region::{Headers, Pass};

pub(super) const MOST_STAGES: u32 = 16;

/// Relative slack for a load that is computed from ρ = 1 and comes back rounded.
const ROUNDING: f64 = 1e-12;

/// The network and its traffic, without the load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Stages, n = 1 to 16; N = 2^n nodes.
    pub n: u32,
    /// Destinations of a multicast packet, f = 1 to N/2.
    pub fanout: u32,
    /// Fraction of generated packets that are multicast, m = 0 to 1.
    pub multicast: f64,
    /// The start of the regions.
    pub start: Start,
}

/// The model of one setting under one reading, with all that does not depend on the load.
#[derive(Clone, Debug)]
pub struct BanyanMulticast {
    setting: Setting,
    reading: Reading,
    copy_rates: Vec<f64>,
}

impl Setting {
    /// The setting of a scenario.
    pub fn of(setup: &Setup) -> Self {
        Self {
            n: setup.count(Key::N),
            fanout: setup.count(Key::Fanout),
            multicast: setup.get(Key::Multicast),
            start: setup.choice(),
        }
    }

    /// Copies asked for per packet sent, 1 - m + mf: the load at which every node sends in every slot.
    pub fn copies_per_packet(&self) -> f64 {
        1.0 - self.multicast + self.multicast * f64::from(self.fanout)
    }

    /// True if nodes that send at most one packet per slot can offer a load.
    pub fn offers(&self, load: f64) -> bool {
        (0.0..=self.copies_per_packet() * (1.0 + ROUNDING)).contains(&load)
    }

    /// True if packets are copied.
    pub const fn copies(&self) -> bool {
        self.fanout > 1 && self.multicast > 0.0
    }

    /// The reason why there is no model of this setting.
    pub(super) fn refusal(&self) -> Option<NoSolution> {
        let Self { n, fanout, multicast, .. } = *self;
        if !(1..=MOST_STAGES).contains(&n) {
            return Some(NoSolution::Stages(n, MOST_STAGES));
        }
        let most = 1_u32 << (n - 1);
        if !(1..=most).contains(&fanout) {
            return Some(NoSolution::Fanout(fanout, n));
        }
        (!(0.0..=1.0).contains(&multicast)).then_some(NoSolution::Fraction(multicast))
    }
}

impl BanyanMulticast {
    /// The model of a scenario under its reading.
    pub fn of(setup: &Setup) -> Self {
        Self::new(Setting::of(setup), setup.reading())
    }

    /// The model of a setting under a reading. A setting outside its ranges has no solution at any load; [`solve`](Self::solve) says why.
    pub fn new(setting: Setting, reading: Reading) -> Self {
        let copy_rates = match setting.refusal() {
            None => copy_rates(setting.n, setting.fanout, setting.start),
            Some(_) => Vec::new(),
        };
        Self { setting, reading, copy_rates }
    }

    /// The copy rates c_i that (1), (2) are given, stage 0 (the last) first.
    pub fn copy_rates(&self) -> &[f64] {
        &self.copy_rates
    }

    /// The load at which every node sends in every slot, copies per input per slot.
    pub fn most_load(&self) -> f64 {
        self.setting.copies_per_packet()
    }

    /// This traffic and load in networks of other sizes, as in Figure 7; sizes that cannot have it are left out.
    pub fn by_size(&self, load: f64, stages: impl IntoIterator<Item = u32>) -> Vec<Solution> {
        let settings = stages.into_iter().map(|n| Setting { n, ..self.setting });
        settings.filter_map(|setting| Self::new(setting, self.reading).solve(load).stable()).collect()
    }

    /// The solution at a load that has one.
    fn at(&self, load: f64) -> Solution {
        let Setting { multicast: m, fanout, .. } = self.setting;
        let f = f64::from(fanout);
        let rho = (load / self.setting.copies_per_packet()).min(1.0);
        let headers = Headers::of(self.setting);
        // Without load every packet survives, without multicast none is copied, and early copies are alike: (1), (2) are exact then.
        let exact = headers.filter(|_| self.reading == Reading::Refined && rho > 0.0 && m > 0.0);
        let (stages, least_output, most_output) = if let Some(headers) = exact {
            let Pass { stages, outputs } = Pass::through(headers, rho, m);
            let least = outputs.iter().copied().fold(f64::INFINITY, f64::min);
            (stages, least, outputs.into_iter().fold(0.0, f64::max))
        } else {
            let stages = recursion(rho, m, &self.copy_rates);
            let rate = stages[0].rho_out;
            (stages, rate, rate)
        };
        let complete_multicast = complete::complete(self.setting, &stages);
        let StageFlow { rho_out, u_out, .. } = stages[0];
        Solution {
            setting: self.setting,
            load,
            rho,
            stages,
            rho_out,
            u_out,
            least_output,
            most_output,
            throughput: (rho_out - u_out) / f + u_out,
            complete_throughput: m * rho * complete_multicast + u_out,
            complete_multicast,
        }
    }
    /// The figure of the packets on a link, stage by stage.
    fn link_rates(&self, load: f64) -> Figure {
        let (n, solution) = (self.setting.n, self.solve(load).stable());
        let lines = solution.as_ref().map_or_else(Vec::new, |solution| {
            // From the inputs on: stage n-1 is the first.
            let links = |of: fn(&StageFlow) -> f64, first: f64| -> Vec<(f64, f64)> {
                let after = solution.stages.iter().enumerate().map(|(stage, rates)| (stage as f64, of(rates)));
                after.chain([(f64::from(n), first)]).collect()
            };
            let unicast = solution.rho * (1.0 - self.setting.multicast);
            vec![
                FigureLine { label: "packets".into(), points: links(|stage| stage.rho_out, solution.rho) },
                FigureLine { label: "unicast".into(), points: links(|stage| stage.u_out, unicast) },
            ]
        });
        Figure {
            title: "Packets on a link, stage by stage",
            x: "link after stage (n: before the first, 0: output)",
            y: "packets / link / slot",
            counts: true,
            lines,
            note: if solution.is_some() {
                "Elements copy packets and lose packets, so the rate can rise and fall from stage to stage.".into()
            } else {
                "At this load nodes would have to send more than one packet per slot.".into()
            },
            ..Figure::default()
        }
    }
}

/// Eqs. (1), (2) from stage n-1 to 0; the stages with stage 0 first.
fn recursion(rho: f64, m: f64, copy_rates: &[f64]) -> Vec<StageFlow> {
    let (mut rho, mut m) = (rho, m);
    let mut stages: Vec<StageFlow> = copy_rates
        .iter()
        .rev()
        .map(|&c| {
            let (rho_out, u_out) = pass(rho, m, c);
            let stage = StageFlow { c, rho, m, rho_out, u_out };
            // As the rate goes to zero u/ρ has this limit.
            let unicast = if rho_out > 0.0 { u_out / rho_out } else { (1.0 - m) / (1.0 + m * c) };
            (rho, m) = (rho_out, 1.0 - unicast);
            stage
        })
        .collect();
    stages.reverse();
    stages
}

/// Loads from 0 to the largest one, `points` of them (at least 2), closer at light load, where the curves bend.
pub(super) fn loads(most: f64, points: usize) -> Vec<f64> {
    let last = points.max(2) - 1;
    (0..=last).map(|i| most * (i as f64 / last as f64) * (i as f64 / last as f64)).collect()
}

impl Solve for BanyanMulticast {
    type Solution = Solution;
    const INFO: &'static ModelInfo = &INFO;
    const CASES: &'static [Case<Self>] = &[
        ("random start", |model| model.setting.start == Start::Random),
        ("early start", |model| model.setting.start == Start::Early),
        // The law of the region on every link replaces one copy rate.
        ("by region", |model| {
            let Setting { multicast, start, .. } = model.setting;
            model.reading == Reading::Refined && multicast > 0.0 && start != Start::Early
        }),
    ];

    fn solve(&self, load: f64) -> Outcome<Solution> {
        if let Some(refusal) = self.setting.refusal() {
            return Outcome::Invalid(refusal);
        }
        if !self.setting.offers(load) {
            return Outcome::Invalid(NoSolution::Load(self.most_load()));
        }
        Outcome::Stable(self.at(load))
    }

    fn curve(&self, points: usize) -> Vec<Solution> {
        loads(self.most_load(), points).into_iter().filter_map(|load| self.solve(load).stable()).collect()
    }
}

impl Model for BanyanMulticast {
    fn idle(&self) -> Option<f64> {
        None
    }

    fn end(&self) -> CurveEnd {
        let load = self.most_load();
        let value = self.solve(load).stable().map(|solution| solution.throughput);
        CurveEnd { load, value, why: EndCause::AllSend }
    }

    fn deviations(&self, load: f64) -> Vec<DeviationEffect> {
        let Outcome::Stable(ours) = self.solve(load) else { return Vec::new() };
        let relative = |with: f64, without: f64| if without > 0.0 { with / without - 1.0 } else { 0.0 };
        let throughput = |setting, reading, copy_rates| Self { setting, reading, copy_rates }.at(load).throughput;
        let effect =
            |deviation, change| DeviationEffect { deviation, measure: "η", change: Ok(change), saturation: None };
        let [wrap, copies, complete, law] = DEVIATIONS;
        let Setting { n, fanout, start, .. } = self.setting;
        let corrected = throughput(self.setting, Reading::Corrected, self.copy_rates.clone());
        let mut effects = Vec::new();
        if start == Start::Random {
            let inside = Setting { start: Start::Inside, ..self.setting };
            let without = throughput(inside, Reading::Corrected, copy_rates(n, fanout, Start::Inside));
            effects.push(effect(wrap, relative(corrected, without)));
            let without = throughput(self.setting, Reading::Corrected, copies::some_copy(n, fanout));
            effects.push(effect(copies, relative(corrected, without)));
        }
        let arrived = relative(ours.complete_throughput, ours.throughput);
        effects.push(DeviationEffect { measure: "complete deliveries, against η,", ..effect(complete, arrived) });
        let refined = throughput(self.setting, Reading::Refined, self.copy_rates.clone());
        effects.push(effect(law, relative(refined, corrected)));
        effects
    }

    fn steps(&self, load: f64) -> Vec<Vec<RefinementStep>> {
        let [.., law] = DEVIATIONS;
        let model = |made| -> Option<Box<dyn Model>> {
            let refined = made == Deviations::of(&[law], Reading::Refined);
            Some(Box::new(Self::new(self.setting, if refined { Reading::Refined } else { Reading::Corrected })))
        };
        [0, 1].map(|measure| steps(&[law], (load, measure), &model)).to_vec()
    }

    fn remarks(&self, _load: f64) -> Vec<Caveat> {
        let Setting { fanout, multicast, start, .. } = self.setting;
        let copies = self.setting.copies();
        let early = copies && start == Start::Early;
        Caveat::holding([
            (!copies, Caveat::NothingCopied),
            (early, Caveat::EarlyCopies),
            (early && !fanout.is_power_of_two(), Caveat::SomeCopied),
            (fanout > 1 && multicast > 0.5, Caveat::CompleteTooLow),
        ])
    }

    fn figures(&self, load: f64) -> Vec<Figure> {
        /// The largest network of Figure 7 that takes no noticeable time.
        const SIZES: u32 = 10;
        let Setting { n, fanout, .. } = self.setting;
        let under = |start| Self::new(Setting { start, ..self.setting }, self.reading);
        let (random, early) = (under(Start::Random), under(Start::Early));
        let sizes = |model: &Self, of: fn(&Solution) -> f64, label: &str| FigureLine {
            label: label.into(),
            points: model
                .by_size(load, 1..=SIZES.max(n))
                .iter()
                .map(|solution| (f64::from(solution.setting.n), of(solution)))
                .collect(),
        };
        vec![
            Figure {
                title: "Copy rate by stage",
                x: "stage (n - 1 is the first, 0 the last)",
                y: "copy rate cᵢ",
                counts: true,
                lines: vec![
                    FigureLine::counted("random start", 0, random.copy_rates()),
                    FigureLine::counted("early", 0, early.copy_rates()),
                ],
                note: if fanout == 1 {
                    "With f = 1 nothing is copied at any stage.".into()
                } else {
                    format!(
                        "For f = {fanout}. With a random start most copies are made at the last stages; copies made as early as possible \
                         load all later stages. Either way the product of all 1 + cᵢ is f."
                    )
                },
                ..Figure::default()
            },
            Figure {
                title: "Throughput by size",
                x: "stages n, for 2ⁿ nodes",
                y: "packets / output / slot",
                counts: true,
                lines: vec![
                    sizes(&random, |solution| solution.throughput, "random start"),
                    sizes(&early, |solution| solution.throughput, "early"),
                    sizes(&random, |solution| solution.complete_throughput, "random start, complete"),
                ],
                note: "The same traffic and offered load in networks of other sizes, which need at least 2f nodes and a load of at most 1 \
                       - m + mf.".into(),
                ..Figure::default()
            },
            self.link_rates(load),
        ]
    }
}
