//! Copies as rivals: a model of complete deliveries in the multicast banyan, of our own. It is the reading `flow` of [`banyan_multicast`].
//!
//! # The question
//! A multicast packet has f destinations, and each of its copies can be lost at each stage. How often do all of them arrive? Losses that
//! are taken as independent give too few complete packets, by factors: neighbouring copies of a packet meet the same rivals, and beside a
//! lost copy stands the packet that it was lost to.
//!
//! # The picture
//! Two packets meet at stage i only if their sources agree in the bits below i and differ in bit i, so the stages of one packet are
//! independent, given its first destination. The links into stage i that have the same lower source bits are a ring of positions, one for
//! each block of 2^(i+1) outputs: a row. Two rows, independent and alike, feed the elements between them, and the outputs of these form a
//! row of twice as many positions.
//! ```text
//!   row of stage i          | block 0 | block 1 | block 2 | ..       P, J: what stands at a position, and at two that follow each other
//!     x  y                     x         y
//!   row of stage i-1        |0 lo|0 up|1 lo|1 up|2 lo|2 up| ..       pairs within an element (lo, up), pairs between two (up, lo)
//! ```
//! A multicast copy at a block is known by T, its last destination counted from the first output of the block: it says which halves of the
//! block the copy needs, and where the packet stands in the next block.
//!
//! # The approximation
//! A row is a Markov chain along its positions. What is forgotten is a packet that lost a copy in the middle of its row and returns behind
//! the gap, so where the model fails it is too low: for wide multicasts without unicast packets (f = 16, m = 1: by 12 % at two copies per
//! input).
//!
//! # Assumptions
//! Independent sources, one slot for each stage, a fair coin between packets that want the same output; a packet that is copied and loses
//! one output loses both. Destinations s, s+1, .., s+f-1 modulo N with uniform s, 1 <= f <= N/2.
//!
//! # Symbols
//! | method | field | unit |
//! |---|---|---|
//! | n, f, m | [`Setting`] | stages, destinations, 1 |
//! | L, ρ | [`Solution::load`], [`Deliveries::offered`] | copies / input / slot, packets / input / slot |
//! | c | [`copied`] | 1 |
//! | w_1, w_3 | [`Stage::win`] | 1 |
//! | 1 - P_0, Σ J_xy / ρ, r | [`Stage::density`], [`Stage::next`], [`Stage::row`] | 1 |
//! | κ | [`Deliveries::complete_multicast`] | 1 |
//! | η, η_complete | [`Deliveries::throughput`], [`Deliveries::complete`] | packets / output / slot |
//!
//! # Equations
//! ```text
//!   (1)   κ = 1/N Σ_s Π_i r_i(s)                       r_i(s): chance to win at all elements of stage i
//!   (2)   W_ab = 1 if needs a and b share no output, else 1/2
//!   (3)   states: empty, a unicast packet for either output, and T = 1 .. 2h+f-1
//!   (4)   w_a = Σ_b l_b W_ab,                          l_b = Σ P_x over the states with need b
//!   (5)   the row of stage n-2: two positions, exact
//!   (6)   P'_z = Σ_x P_x w_c(x) [x becomes z at the lower or at the upper output]
//!   (7)   J' = (pairs within an element + pairs between two)/2
//!   (8)   J_z0 = P_z - Σ_y J_zy,  J_0z = P_z - Σ_y J_yz,  J_00 = P_0 - Σ_z J_0z, not below 0
//!   (9)   r_i(s) along the row of the packet: v_x = P_x W,  v'_y = W Σ_x v_x J_xy/P_x
//!   (10)  η_complete = u_out + ρ m κ
//!   (11)  η = (ρ_out - u_out)/f + u_out
//! ```
//!
//! # Method
//! No iteration: each stage follows from the one before it, in about S² steps, S = 2^(i+1) + f + 2 states; (9) takes S² more for each
//! further element of the row. Points of the curve are solved one by one, each in steps that can be interrupted. Where one load takes more
//! than some 0.1 s in a browser, the page does not draw the model, and the command line waits.
//!
//! # Validity
//! n >= 2, 1 <= f <= N/2, 0 <= m <= 1, loads up to [`Setting::copies_per_packet`], where every node sends in every slot. No constant is
//! fitted to a simulation; the model is unpublished. Complete deliveries against simulation, by the authors of the method, mean and largest
//! error in per cent over 126 settings:
//!
//! | multicasts | load up to 1 | load above 1 |
//! |---|---|---|
//! | m <= 0.5, f <= 8 | 0.06, 0.3 | 0.14, 0.4 |
//! | m <= 0.5, f > 8 | 0.6, 1.3 | 0.4, 2.2 |
//! | m > 0.5, f <= 8 | 0.17, 0.8 | 0.7, 2.6 |
//! | m > 0.5, f = 9 to 16 | 1.6, 3.7 | 12, 25 |
//! | m > 0.5, f > 16 | 14 | 37, 90 |
//!
//! Where it fails it is too low. It covers neither copies as early as possible nor regions without a wrap.
//!
//! # Reference
//! None: the model is Flitscope's own and unpublished.
#![doc = include_str!("rivals/equations.md")]
//!
//! [`banyan_multicast`]: crate::model::banyan_multicast

mod discrepancies;
mod quantities;
mod row;
mod walk;

pub use quantities::Solution;

use crate::model::{
    Caveat, CurveEnd, Discrepancy, EndCause, Figure, FigureLine, Measure, Model, ModelInfo, NoSolution, Outcome, Solve,
    banyan_multicast::{self, BanyanMulticast, Setting, Start},
    ours::search::pieces::Pieces,
};
use crate::scenario::{Reading, Setup};
use walk::Walk;

/// Steps of arithmetic for one load beyond which a page does not wait: about a tenth of a second.
const MOST_STEPS: f64 = 6e7;

/// Points of the curve, and of one whose loads take long.
const POINTS: [usize; 2] = [65, 9];

/// The multicast fraction and the fanout above which the errors grow.
const WIDE: (f64, u32) = (0.5, 8);

const INFO: ModelInfo = {
    let paper = banyan_multicast::INFO;
    let [copies, complete] = banyan_multicast::MEASURES;
    ModelInfo {
        measures: &[
            Measure { subject: ["The throughput of our ", "model"], ..copies },
            Measure { name: "complete", subject: ["The rate of complete deliveries of our ", "model"], ..complete },
        ],
        headlines: &["rho", "rho_out", "u_out", "eta", "complete_m", "eta_complete"],
        texts: "rivals",
        deviations: &[],
        repairs: &[],
        ..paper
    }
};

/// One stage, in the order in which packets pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// i, from n-1 for the first stage to 0.
    pub number: u32,
    /// w_1, w_2, w_3: the chances to win at one element with a need for the lower output, the upper one, and both.
    pub win: [f64; 3],
    /// The chance that a link into the stage has a packet.
    pub density: f64,
    /// The chance that it has a unicast packet.
    pub unicast: f64,
    /// The chance that a position of the row has a packet if the one before it has; not a number at the first stage or without packets.
    pub next: f64,
    /// The mean of r_i(s) over s: the chance that a multicast packet wins at all of its elements.
    pub row: f64,
}

/// The deliveries of the network at a load.
#[derive(Clone, Debug, PartialEq)]
pub struct Deliveries {
    /// ρ, packets per input and slot.
    pub offered: f64,
    /// ρ_out, packets per output and slot: unicast packets and copies.
    pub delivered: f64,
    /// u_out, unicast packets per output and slot.
    pub unicast: f64,
    /// η of (11), per output and slot: each copy counts 1/f.
    pub throughput: f64,
    /// κ of (1), the part of the multicast packets that arrive at all their destinations. Without such packets, that of one alone.
    pub complete_multicast: f64,
    /// η_complete of (10), packets per output and slot that arrive at all their destinations.
    pub complete: f64,
    /// The stages, the first one first.
    pub stages: Vec<Stage>,
}

/// c of (5): the part of the multicast packets that the first stage copies, 0 to 1.
pub fn copied(setting: &Setting) -> f64 {
    f64::from(setting.fanout - 1) / libm::exp2(f64::from(setting.n - 1))
}

/// The deliveries at a load in copies per input and slot, 0 to that at which every input sends a packet in every slot. `None` beyond it,
/// and for more than N/2 destinations.
///
/// Some S² steps a stage, S = 2^(i+1) + f + 2.
pub fn solve(setting: Setting, load: f64) -> Option<Deliveries> {
    Walk::new(setting, load)?.advance(&|| true)
}

/// The reason why the model does not cover a setting.
fn refusal(setting: &Setting) -> Option<NoSolution> {
    // One stage has no row.
    let few = (setting.n == 1).then_some(NoSolution::Stages(1, banyan_multicast::MOST_STAGES));
    few.or_else(|| setting.refusal())
}

/// The steps of arithmetic for one load, roughly.
fn steps(setting: &Setting) -> f64 {
    let fanout = f64::from(setting.fanout);
    let stage = |half: f64| {
        let states = 2.0 * half + fanout + 2.0;
        states * states * (8.0 + fanout / half)
    };
    (0..setting.n.saturating_sub(1)).map(|i| stage(libm::exp2(f64::from(i)))).sum()
}

/// The reason why the model of a scenario takes long: its rows are so wide that the pairs of their states are many.
pub(in crate::model) fn takes_long(setup: &Setup) -> Option<NoSolution> {
    let setting = Setting::of(setup);
    (steps(&setting) > MOST_STEPS).then_some(NoSolution::WideRows { fanout: setting.fanout, stages: setting.n })
}

/// The model of one network and its traffic.
#[derive(Clone, Debug)]
pub struct Rivals {
    setting: Setting,
    points: Pieces<Solution>,
    /// The point that is being solved.
    walk: Option<Walk>,
}

impl Rivals {
    /// The model of a scenario, not begun: [`Model::advance`] solves it. Fails with the reason why the model does not cover that network.
    pub fn of(setup: &Setup) -> Result<Self, NoSolution> {
        Self::new(Setting { start: Start::Random, ..Setting::of(setup) })
    }

    /// The model of a setting whose copies start at random, not begun. Fails with the reason why the model does not cover that network.
    pub fn new(setting: Setting) -> Result<Self, NoSolution> {
        let [many, few] = POINTS;
        let points = if steps(&setting) > MOST_STEPS { few } else { many };
        let loads = banyan_multicast::loads(setting.copies_per_packet(), points);
        refusal(&setting).map_or_else(|| Ok(Self { setting, points: Pieces::new(loads), walk: None }), Err)
    }

    /// The model of the paper that comes nearest.
    fn paper(&self) -> BanyanMulticast {
        BanyanMulticast::new(self.setting, Reading::Refined)
    }
}

impl Solve for Rivals {
    type Solution = Solution;
    const INFO: &'static ModelInfo = &INFO;

    fn solve(&self, load: f64) -> Outcome<Solution> {
        let setting = self.setting;
        let refused = Outcome::Invalid(NoSolution::Load(setting.copies_per_packet()));
        solve(setting, load).map_or(refused, |deliveries| Outcome::Stable(Solution { setting, load, deliveries }))
    }

    fn curve(&self, points: usize) -> Vec<Solution> {
        let loads = banyan_multicast::loads(self.setting.copies_per_packet(), points);
        loads.into_iter().filter_map(|load| self.solve(load).stable()).collect()
    }
}

impl Model for Rivals {
    fn idle(&self) -> Option<f64> {
        None
    }

    fn end(&self) -> CurveEnd {
        let last = self.points.last().map(|solution| solution.deliveries.throughput);
        CurveEnd { load: self.setting.copies_per_packet(), value: last, why: EndCause::AllSend }
    }

    fn advance(&mut self, more: &dyn Fn() -> bool) -> bool {
        let (setting, walk) = (self.setting, &mut self.walk);
        self.points.advance(more, |load, more| {
            if walk.is_none() {
                *walk = Walk::new(setting, load);
            }
            let deliveries = walk.as_mut()?.advance(more)?;
            *walk = None;
            Some(Solution { setting, load, deliveries })
        })
    }

    /// The points known so far, whatever the number asked for.
    fn curves(&self, _points: usize) -> Vec<Vec<(f64, f64)>> {
        self.points.curves(Self::INFO.measures.len())
    }

    /// The end is known from the beginning.
    fn solve_end(&mut self, _sharp: bool) {}

    fn reasons(&self, load: f64, paper: &dyn Model) -> Vec<Discrepancy> {
        discrepancies::of(self, load, paper)
    }

    fn remarks(&self, _load: f64) -> Vec<Caveat> {
        let Setting { fanout, multicast, .. } = self.setting;
        let (many, wide) = WIDE;
        Caveat::holding([
            (!self.setting.copies(), Caveat::NothingCopied),
            (multicast > many && fanout > wide, Caveat::WideMulticasts),
        ])
    }

    /// The copy rates and the throughput by size of the refined variant, and the packets stage by stage of this model.
    fn figures(&self, load: f64) -> Vec<Figure> {
        let mut figures = self.paper().figures(load);
        if let (Some(by_stage), Outcome::Stable(solution)) = (figures.last_mut(), self.solve(load)) {
            let Deliveries { delivered, unicast, stages, .. } = solution.deliveries;
            let links = |into: fn(&Stage) -> f64, out: f64| -> Vec<(f64, f64)> {
                let into = stages.iter().map(|stage| (f64::from(stage.number + 1), into(stage)));
                let mut points: Vec<_> = into.chain([(0.0, out)]).collect();
                points.reverse();
                points
            };
            by_stage.lines = vec![
                FigureLine { label: "packets".into(), points: links(|stage| stage.density, delivered) },
                FigureLine { label: "unicast".into(), points: links(|stage| stage.unicast, unicast) },
            ];
        }
        figures
    }
}
