//! Mean latency of unicast messages on a torus where some messages are broadcasts.
//!
//! # The question
//! Every node of a bidirectional k x k torus generates messages; a fraction β of them goes to every node, by a spanning tree of one-hop
//! copies, and the rest to one node each. How long does a unicast message take, from generation to the arrival of its last flit, and how
//! does the broadcast traffic that shares its channels slow it down?
//!
//! ```text
//!        node                      physical channel, V virtual channels
//!   +-------------+      +x    =====[ M flits of one message ]=====>   next node
//!   | queues, one |      -x    <====
//!   | per channel |      +y    ====>    one flit per cycle, shared among the busy
//!   +-------------+      -y    <====    virtual channels flit by flit
//! ```
//!
//! # Assumptions
//! Poisson generation with rate λ_g per node; destinations uniform; messages of M flits; wormhole switching; Duato's fully adaptive
//! routing with V-2 adaptive and two escape channels; messages leave the network at once where they arrive; queues are unbounded. The
//! start-up latency Δ of the paper's assumption (c) appears in none of its equations and is zero here.
//!
//! # Symbols
//! | paper | field | unit |
//! |---|---|---|
//! | k, n | [`Setting::k`], [`Setting::n`] | nodes per ring, dimensions |
//! | V, M, β | [`Setting::vcs`], [`Setting::flits`], [`Setting::beta`] | channels, flits, 1 |
//! | λ_g | [`Solution::load`] | messages / node / cycle |
//! | λ_c, λ_cu, λ_cb, λ_cr | [`Solution::lambda_c`], ... | messages / channel / cycle |
//! | λ_s, S_s, W_s | [`Solution::lambda_s`], [`Solution::s_s`], [`Solution::w_s`] | messages / queue / cycle, cycles |
//! | S, S_u, S_b | [`Solution::s`], [`Solution::s_u`], [`Solution::s_b`] | cycles |
//! | W_c, P_a, P_d, P_v, V̄ | [`Solution::w_c`], ... | cycles, 1 |
//!
//! # Equations
//! ```text
//!  (1) L_u = (S_u + W_s) V̄                         (5),(6) k̄ = k/4 or (k - 1/k)/4,  d̄ = n k̄
//!  (2) N_r^i: nodes that replicate i times          (7) λ_cu = (1-β) λ_g d̄ / 2n      (8) λ_cb = β λ_g
//! (10) ω = Σ i N_r^i / (k²-1)                       (11) λ_cr                          (4) λ_c = λ_cu + λ_cb + λ_cr
//! (12) S_u = M + d̄ + Σ_j B_j                       (24) S_b = M (+ 1) + P_V W_c      (21) S = w_b S_b + w_u S_u
//! (13)-(17) Σ_j B_j = W_c P_d (n_1 + n_2 P_a)       (18)-(23) W_c = λ_c (S² + (S-M)²) / 2(1-ρ),  ρ = λ_c S
//! (26)-(28) W_s, the same for an injection queue    (29)-(31) P_v, V̄: see queueing::virtual_channels
//! ```
//! n_r is the expected number of hops with exactly r dimensions left. The print follows one mean path and gets n_1, n_2 from (12), (13); the
//! refined reading takes them from the exact walk ([`crate::topology::adaptivity`]), for any n:
//! `Σ_j B_j = W_c P_d Σ_r n_r P_a^(r-1)`.
//!
//! # Method
//! (12), (21), (23), (24) and (29) depend on one another. [`crate::queueing::channel`] solves them in closed form with ρ as the
//! parameter, gives the saturation load as the maximum of λ_c(ρ), and the curve as a function of ρ from zero load to the fold.
//!
//! # Validity
//! k >= 3, V >= 3, 0 <= β <= 1, loads up to the fold. For n > 2, which the paper does not treat, the copies per broadcast follow from
//! building the tree ([`crate::topology::torus::Torus::replications`]) and only the refined reading is defined. With β = 1 no unicast
//! message is generated; the latency is that of a rare one.
//!
//! # Departures from the print
//! [`DEVIATIONS`] lists each with its reason; [`TorusBroadcast::deviations`](super::Model::deviations) computes what each does alone.
//!
//! # Reference
//! A. Shahrabi, M. Ould-Khaoua, L. Mackenzie, "Communication delay in wormhole-routed torus networks", Proc. ACM Symposium on Applied
//! Computing (SAC 2002), Madrid.

use super::{Deviation, Effect, Equation, Lecture, Model, Outcome, Quantity, Saturation, Share};
use crate::param::Key;
use crate::queueing::{
    channel::{Channel, Fold},
    mg1,
    virtual_channels::Occupancy,
};
use crate::scenario::{Reading, Scenario};
use crate::solve::Dual;
use crate::topology::{adaptivity, torus::Torus};

/// Largest number of virtual channels, which sizes the law of busy ones.
const MOST_VCS: usize = 16;

/// Largest number of dimensions, which sizes the profile of remaining ones.
const MOST_DIMENSIONS: usize = 4;

/// The escape channels of a torus: one before and one after the wrap-around link of a ring.
const ESCAPE: u32 = 2;

/// The network and its traffic, without the load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Nodes per ring, k >= 3.
    pub k: u32,
    /// Dimensions, 2 to 4.
    pub n: u32,
    /// Virtual channels per physical channel, V = 3 to 16.
    pub vcs: u32,
    /// Flits per message, M >= 1.
    pub flits: u32,
    /// Fraction of generated messages that are broadcasts, 0 to 1.
    pub beta: f64,
}

/// Which of the departures from the print are made. Each is a switch of its own, so that its effect can be seen alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Departures {
    /// (11), (26): every edge of the tree carries one copy.
    copies: bool,
    /// (27): weights by the traffic of the queue.
    weights: bool,
    /// (6): the source is not among the destinations.
    distance: bool,
    /// (12), (13): the exact walk instead of one mean path.
    walk: bool,
    /// (16): one subset of V-1 busy channels blocks, not two.
    required: bool,
    /// (24): a one-hop copy makes one hop.
    hop: bool,
}

impl Departures {
    const PRINTED: Self =
        Self { copies: false, weights: false, distance: false, walk: false, required: false, hop: false };
    const CORRECTED: Self = Self { copies: true, weights: true, ..Self::PRINTED };
    const REFINED: Self = Self { copies: true, weights: true, distance: true, walk: true, required: true, hop: true };

    const fn of(reading: Reading) -> Self {
        match reading {
            Reading::Printed => Self::PRINTED,
            Reading::Corrected => Self::CORRECTED,
            Reading::Refined => Self::REFINED,
        }
    }

    /// The departures one at a time, in the order of [`DEVIATIONS`].
    const ALONE: [Self; 6] = [
        Self { copies: true, ..Self::PRINTED },
        Self { weights: true, ..Self::PRINTED },
        Self { distance: true, ..Self::PRINTED },
        Self { walk: true, ..Self::PRINTED },
        Self { required: true, ..Self::PRINTED },
        Self { hop: true, ..Self::PRINTED },
    ];
}

/// Where the readings depart from the print, and why.
pub const DEVIATIONS: [Deviation; 6] = [
    Deviation {
        equation: "(11), (26)",
        printed: "λ_cr = ω/2n times the rate of receptions that replicate",
        instead: "λ_cr = (k² - 5)/4 · β λ_g",
        reason: "ω is already an average over all receptions, leaves included. Multiplying it by the rate of those that replicate counts \
                 being an inner node twice, and the copies no longer add up to the k² - 1 edges of the tree.",
        readings: "corrected, refined",
    },
    Deviation {
        equation: "(27)",
        printed: "weights from rates per node",
        instead: "weights from the rates of the queue itself, (λ_sb + λ_cr)/λ_s",
        reason: "S_s is the service time of one injection queue; its mix of messages is that of (26).",
        readings: "corrected, refined",
    },
    Deviation {
        equation: "(6)",
        printed: "d̄ = n k̄, the source among the destinations",
        instead: "d̄ = n k̄ N/(N-1)",
        reason: "By assumption (b) a message goes to another node.",
        readings: "refined",
    },
    Deviation {
        equation: "(12), (13)",
        printed: "one path of mean length, all (x, y) positions on it equally likely",
        instead: "n_1, n_2 of the exact random walk over all destinations",
        reason: "The header chooses among useful dimensions at random, and many messages have no offset in one dimension at all.",
        readings: "refined",
    },
    Deviation {
        equation: "(16)",
        printed: "P_d = P_V + 2 P_{V-1}/V",
        instead: "P_d = P_V + P_{V-1}/V",
        reason: "With V-1 channels busy, the message is blocked only if the free one is the other escape channel: one subset of V, not two.",
        readings: "refined",
    },
    Deviation {
        equation: "(24)",
        printed: "S_b = M + B_b",
        instead: "S_b = M + 1 + B_b",
        reason: "A copy makes one hop; (12) counts a cycle for each hop of a unicast message.",
        readings: "refined",
    },
];

/// The model of one setting under one reading, with all that does not depend on the load.
#[derive(Clone, Debug)]
pub struct TorusBroadcast {
    setting: Setting,
    departures: Departures,
    torus: Torus,
    /// Mean distance d̄, hops.
    dbar: f64,
    /// Expected hops n_r with r dimensions left, r = 1..n at index r-1.
    hops: [f64; MOST_DIMENSIONS],
    /// λ_cu per unit of load (7).
    unicast: f64,
    /// λ_cb per unit of load (8), which is β.
    broadcast: f64,
    /// λ_sr per unit of load (3).
    receptions: f64,
    /// λ_cr per unit of load (11).
    replicated: f64,
    fold: Fold,
}

/// Every quantity of the model at one load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    setting: Setting,
    dbar: f64,
    hops: [f64; MOST_DIMENSIONS],
    kbar: f64,
    omega: f64,
    /// λ_g, messages per node per cycle.
    pub load: f64,
    /// λ_sr (3), receptions to be replicated, per node per cycle.
    pub lambda_sr: f64,
    /// λ_cu (7), messages per channel per cycle.
    pub lambda_cu: f64,
    /// λ_cb (8), messages per channel per cycle.
    pub lambda_cb: f64,
    /// λ_cr (11), messages per channel per cycle.
    pub lambda_cr: f64,
    /// λ_c (4), messages per channel per cycle.
    pub lambda_c: f64,
    /// ρ = λ_c S (19).
    pub rho: f64,
    /// P_v (30), v = 0..=V.
    pub p_v: [f64; MOST_VCS + 1],
    /// P_a (15).
    pub p_a: f64,
    /// P_d (16).
    pub p_d: f64,
    /// Σ_j Pb_j (17), blockings per unicast message.
    pub blocking_sum_u: f64,
    /// W_c (23), cycles.
    pub w_c: f64,
    /// B_b (25), cycles.
    pub b_b: f64,
    /// S_u (12), cycles.
    pub s_u: f64,
    /// S_b (24), cycles.
    pub s_b: f64,
    /// S (21), cycles.
    pub s: f64,
    /// λ_s (26), messages per injection queue per cycle.
    pub lambda_s: f64,
    /// S_s (27), cycles.
    pub s_s: f64,
    /// W_s (28), cycles.
    pub w_s: f64,
    /// V̄ (31).
    pub vbar: f64,
    /// L_u (1), cycles.
    pub latency: f64,
}

impl Setting {
    /// The setting of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        Self {
            k: scenario.count(Key::K),
            n: scenario.count(Key::N),
            vcs: scenario.count(Key::Vcs),
            flits: scenario.count(Key::Flits),
            beta: scenario.get(Key::Beta),
        }
    }
}

impl TorusBroadcast {
    /// The model of a scenario under its reading.
    pub fn of(scenario: &Scenario) -> Self {
        Self::new(Setting::of(scenario), scenario.reading())
    }

    /// The model of a setting under a reading. Readings other than refined are defined for n = 2; a [`Scenario`] holds to that.
    pub fn new(setting: Setting, reading: Reading) -> Self {
        Self::with(setting, Departures::of(reading))
    }

    fn with(setting: Setting, departures: Departures) -> Self {
        let torus = Torus { k: setting.k, n: setting.n };
        let ports = f64::from(torus.ports());
        let beta = setting.beta;
        // Eqs. (5), (6)
        let dbar = if departures.distance { torus.mean_distance() } else { torus.mean_distance_with_self() };
        let mut hops = [0.0; MOST_DIMENSIONS];
        if departures.walk {
            let exact = adaptivity::expected_hops(&torus.ring_counts(), torus.n);
            hops.iter_mut().zip(exact).for_each(|(hops, exact)| *hops = exact);
        } else {
            [hops[0], hops[1]] = mean_path(torus.mean_ring_distance(), dbar);
        }
        // Eqs. (7), (8), (11) for a load of one.
        let others = f64::from(torus.nodes() - 1);
        let receptions = (others - torus.replications()[0] as f64) * beta;
        let replicated = if departures.copies {
            (others - ports) / ports * beta
        } else {
            torus.copies_per_reception() / ports * receptions
        };
        let mut model = Self {
            setting,
            departures,
            torus,
            dbar,
            hops,
            unicast: (1.0 - beta) * dbar / ports,
            broadcast: beta,
            receptions,
            replicated,
            fold: Fold {
                rho: 0.0,
                service: 0.0,
                rate: 0.0,
                search: crate::solve::Root { at: 0.0, evaluations: 0, width: 0.0 },
            },
        };
        let fold = {
            let channel = model.channel();
            channel.fold()
        };
        model.fold = fold;
        model
    }

    /// The fold of the channel's fixed point.
    pub const fn fold(&self) -> &Fold {
        &self.fold
    }

    /// Channel rate per unit of load, λ_c / λ_g (4).
    fn rate_per_load(&self) -> f64 {
        self.unicast + self.broadcast + self.replicated
    }

    /// Shares of a channel's messages that are unicast and that are copies (21).
    fn weights(&self) -> (f64, f64) {
        let copies = (self.broadcast + self.replicated) / self.rate_per_load();
        (1.0 - copies, copies)
    }

    /// Service times of a unicast message and of a copy in the idle network, cycles.
    fn idle(&self) -> (f64, f64) {
        let m = f64::from(self.setting.flits);
        (m + self.dbar, if self.departures.hop { m + 1.0 } else { m })
    }

    /// P_a, P_d and the expected blockings of a unicast message, Σ_j Pb_j = P_d Σ_r n_r P_a^(r-1); Eqs. (15)-(17).
    fn blocking(&self, busy: Occupancy) -> (Dual, Dual, Dual) {
        let p_a = busy.adaptive_busy(ESCAPE);
        let p_d = busy.required_busy(if self.departures.required { 1 } else { 2 });
        let dimensions = self.setting.n as usize;
        let choice = self.hops[..dimensions].iter().rev().fold(Dual::constant(0.0), |sum, &hops| sum * p_a + hops);
        (p_a, p_d, p_d * choice)
    }

    const fn occupancy(&self, rho: Dual) -> Occupancy {
        Occupancy { rho, vcs: self.setting.vcs }
    }

    /// The channel as a fixed point in ρ: Eqs. (12), (21), (23), (24), (25).
    fn channel(&self) -> Channel<impl Fn(Dual) -> Dual> {
        let (w_u, w_b) = self.weights();
        let (idle_u, idle_b) = self.idle();
        Channel {
            shortest: f64::from(self.setting.flits),
            idle: w_u * idle_u + w_b * idle_b,
            blockings: move |rho| {
                let busy = self.occupancy(rho);
                let (_, _, unicast) = self.blocking(busy);
                busy.probability(self.setting.vcs) * w_b + unicast * w_u
            },
        }
    }

    /// The solution with utilisation ρ at a load that has it. `None` if the injection queues cannot keep up.
    fn at(&self, load: f64, rho: f64) -> Option<Solution> {
        let Setting { vcs, flits, .. } = self.setting;
        let ports = f64::from(self.torus.ports());
        let m = f64::from(flits);
        let channel = self.channel();
        let (w_u, w_b) = self.weights();
        let (idle_u, idle_b) = self.idle();
        let busy = self.occupancy(Dual::constant(rho));
        let mut p_v = [0.0; MOST_VCS + 1];
        (0..=vcs).for_each(|v| p_v[v as usize] = busy.probability(v).value);
        let (p_a, p_d, blocking_sum_u) = self.blocking(busy);
        let s = channel.service(Dual::constant(rho))?.value;
        let w_c = channel.wait(rho, s);
        let b_b = p_v[vcs as usize] * w_c; // Eq. (25)
        let s_u = idle_u + blocking_sum_u.value * w_c; // Eq. (12)
        let s_b = idle_b + b_b; // Eq. (24)
        debug_assert!((w_u * s_u + w_b * s_b - s).abs() <= 1e-9 * s, "Eq. (21)");

        let beta = self.broadcast;
        let lambda_cr = self.replicated * load;
        let lambda_s = (1.0 - beta) / ports * load + beta * load + lambda_cr; // Eq. (26)
        let copies = if self.departures.weights {
            (beta + self.replicated) / ((1.0 - beta) / ports + beta + self.replicated)
        } else {
            (beta + self.receptions) / (1.0 + self.receptions)
        }; // Eq. (27), divided by the load
        let s_s = copies * s_b + (1.0 - copies) * s_u;
        let w_s = mg1::waiting_time(lambda_s, s_s, m)?; // Eq. (28)
        let vbar = busy.multiplexing();
        Some(Solution {
            setting: self.setting,
            dbar: self.dbar,
            hops: self.hops,
            kbar: self.torus.mean_ring_distance(),
            omega: self.torus.copies_per_reception(), // Eq. (10)
            load,
            lambda_sr: self.receptions * load, // Eq. (3)
            lambda_cu: self.unicast * load,
            lambda_cb: self.broadcast * load,
            lambda_cr,
            lambda_c: self.rate_per_load() * load,
            rho,
            p_v,
            p_a: p_a.value,
            p_d: p_d.value,
            blocking_sum_u: blocking_sum_u.value,
            w_c,
            b_b,
            s_u,
            s_b,
            s,
            lambda_s,
            s_s,
            w_s,
            vbar,
            latency: (s_u + w_s) * vbar, // Eq. (1)
        })
    }
}

/// n_1 and n_2 along the mean path of d̄ hops: Eqs. (12), (13), (17). For a fractional d̄ the next hop counts with that fraction; the
/// text's cases leave a gap between k̄ and k̄ + 1, which belongs to the second; a probability above one is one.
fn mean_path(kbar: f64, dbar: f64) -> [f64; 2] {
    let whole = dbar.floor();
    let mut n = [0.0; 2];
    let mut j = 1.0;
    while j < dbar + 1.0 {
        let weight = if j <= whole { 1.0 } else { dbar - whole };
        let one_left = if j <= kbar { 0.0 } else { (2.0 / (dbar - j + 2.0)).min(1.0) };
        n[0] += weight * one_left;
        n[1] += weight * (1.0 - one_left);
        j += 1.0;
    }
    n
}

impl Model for TorusBroadcast {
    type Solution = Solution;

    const LECTURE: Lecture = Lecture {
        equations: &[
            Equation {
                number: "(1)",
                symbols: "<msub><mi>L</mi><mi>u</mi></msub><mo>=</mo><mo>(</mo><msub><mi>S</mi><mi>u</mi></msub><mo>+</mo>\
                          <msub><mi>W</mi><mi>s</mi></msub><mo>)</mo><mo>·</mo><mover><mi>V</mi><mo>¯</mo></mover>",
                numbers: "<mo>=</mo><mo>(</mo>{S_u}<mo>+</mo>{W_s}<mo>)</mo><mo>·</mo>{Vbar}<mo>=</mo>{latency}",
            },
            Equation {
                number: "(12)",
                symbols: "<msub><mi>S</mi><mi>u</mi></msub><mo>=</mo><mi>M</mi><mo>+</mo><mover><mi>d</mi><mo>¯</mo></mover><mo>+</mo>\
                          <munder><mo>∑</mo><mi>j</mi></munder><msub><mi>P</mi><msub><mi>b</mi><mi>j</mi></msub></msub><mo>·</mo>\
                          <msub><mi>W</mi><mi>c</mi></msub>",
                numbers: "<mo>=</mo>{flits}<mo>+</mo>{dbar}<mo>+</mo>{blocking_sum_u}<mo>·</mo>{W_c}<mo>=</mo>{S_u}",
            },
            Equation {
                number: "(23)",
                symbols: "<msub><mi>W</mi><mi>c</mi></msub><mo>=</mo><mfrac><mrow><msub><mi>λ</mi><mi>c</mi></msub><mo>(</mo>\
                          <msup><mi>S</mi><mn>2</mn></msup><mo>+</mo><msup><mrow><mo>(</mo><mi>S</mi><mo>-</mo><mi>M</mi><mo>)</mo></mrow>\
                          <mn>2</mn></msup><mo>)</mo></mrow><mrow><mn>2</mn><mo>(</mo><mn>1</mn><mo>-</mo><mi>ρ</mi><mo>)</mo></mrow></mfrac>",
                numbers: "<mo>=</mo><mfrac><mrow>{lambda_c}<mo>(</mo><msup>{S}<mn>2</mn></msup><mo>+</mo><msup><mrow><mo>(</mo>{S}\
                          <mo>-</mo>{flits}<mo>)</mo></mrow><mn>2</mn></msup><mo>)</mo></mrow><mrow><mn>2</mn><mo>(</mo><mn>1</mn>\
                          <mo>-</mo>{rho}<mo>)</mo></mrow></mfrac><mo>=</mo>{W_c}",
            },
        ],
        headlines: &["lambda_c", "rho", "blocking_sum_u", "W_c", "W_s", "Vbar"],
        reference: "A. Shahrabi, M. Ould-Khaoua, L. Mackenzie: Communication delay in wormhole-routed torus networks. ACM Symposium on \
                    Applied Computing, Madrid 2002.",
    };

    fn zero_load(&self) -> f64 {
        self.idle().0
    }

    fn saturation(&self) -> Saturation {
        let load = self.fold.rate / self.rate_per_load();
        let latency = self.at(load, self.fold.rho).map(|solution| solution.latency);
        let Fold { rho, service, rate, .. } = self.fold;
        Saturation { load, latency, rho, service, bandwidth: rate * f64::from(self.setting.flits) }
    }

    fn solve(&self, load: f64) -> Outcome<Solution> {
        let saturation = self.saturation();
        if load > saturation.load {
            return Outcome::Saturated(saturation);
        }
        let rho = self.channel().utilisation(load * self.rate_per_load(), &self.fold).at;
        self.at(load, rho).map_or(Outcome::Saturated(saturation), Outcome::Stable)
    }

    fn curve(&self, points: usize) -> Vec<Solution> {
        let channel = self.channel();
        let last = points.max(2) - 1;
        // ρ is the natural parameter: equal steps in it crowd the points where the curve turns upright.
        let solution = |i: usize| {
            let rho = self.fold.rho * (i as f64 / last as f64);
            let service = channel.service(Dual::constant(rho))?;
            self.at(rho / service.value / self.rate_per_load(), rho)
        };
        (0..=last).map_while(solution).collect()
    }

    fn deviations(&self, load: f64) -> Vec<Effect> {
        if self.setting.n != 2 {
            return Vec::new();
        }
        let printed = Self::with(self.setting, Departures::PRINTED);
        let latency = |model: &Self| match model.solve(load) {
            Outcome::Stable(solution) => Some(solution.latency),
            _ => None,
        };
        let (reference, end) = (latency(&printed), printed.saturation().load);
        let effect = |(deviation, departures)| {
            let model = Self::with(self.setting, departures);
            let latency = reference.zip(latency(&model)).map(|(before, after)| after / before - 1.0);
            Effect { deviation, saturation: model.saturation().load / end - 1.0, latency }
        };
        DEVIATIONS.into_iter().zip(Departures::ALONE).map(effect).collect()
    }
}

impl super::Solution for Solution {
    fn load(&self) -> f64 {
        self.load
    }

    fn latency(&self) -> f64 {
        self.latency
    }

    fn quantities(&self) -> Vec<Quantity> {
        const HOPS: [(&str, &str); MOST_DIMENSIONS] = [
            ("n1", "hops with one dimension left"),
            ("n2", "hops with two dimensions left"),
            ("n3", "hops with three dimensions left"),
            ("n4", "hops with four dimensions left"),
        ];
        let rate = "messages / channel / cycle";
        let mut quantities = vec![
            Quantity::number("flits", "message length M", "flits", "", f64::from(self.setting.flits)),
            Quantity::number("kbar", "mean distance along a ring", "hops", "(5)", self.kbar),
            Quantity::number("dbar", "mean distance", "hops", "(6)", self.dbar),
            Quantity::number("omega", "mean copies per reception", "", "(10)", self.omega),
        ];
        for ((symbol, name), hops) in HOPS.into_iter().zip(self.hops).take(self.setting.n as usize) {
            quantities.push(Quantity::number(symbol, name, "hops", "(13), (17)", hops));
        }
        let law = self.p_v[..=self.setting.vcs as usize].to_vec();
        quantities.extend([
            Quantity::number("lambda_sr", "receptions to replicate", "messages / node / cycle", "(3)", self.lambda_sr),
            Quantity::number("lambda_cu", "unicast rate of a channel", rate, "(7)", self.lambda_cu),
            Quantity::number("lambda_cb", "broadcast rate of a channel", rate, "(8)", self.lambda_cb),
            Quantity::number("lambda_cr", "rate of replicated copies on a channel", rate, "(11)", self.lambda_cr),
            Quantity::number("lambda_c", "rate of a channel", rate, "(4)", self.lambda_c),
            Quantity::number("rho", "utilisation of a channel", "", "(19)", self.rho),
            Quantity::list("P_v", "probability of v busy virtual channels", "", "(30)", law),
            Quantity::number("P_a", "all adaptive channels busy", "", "(15)", self.p_a),
            Quantity::number("P_d", "the required escape channel busy too", "", "(16)", self.p_d),
            Quantity::number(
                "blocking_sum_u",
                "blockings of a unicast message",
                "per message",
                "(17)",
                self.blocking_sum_u,
            ),
            Quantity::number("W_c", "wait of a blocked message", "cycles", "(23)", self.w_c),
            Quantity::number("B_b", "blocking time of a copy", "cycles", "(25)", self.b_b),
            Quantity::number("S_u", "network latency of a unicast message", "cycles", "(12)", self.s_u),
            Quantity::number("S_b", "network latency of a copy", "cycles", "(24)", self.s_b),
            Quantity::number("S", "mean service time of a channel", "cycles", "(21)", self.s),
            Quantity::number(
                "lambda_s",
                "rate of an injection queue",
                "messages / queue / cycle",
                "(26)",
                self.lambda_s,
            ),
            Quantity::number("S_s", "service time of an injection queue", "cycles", "(27)", self.s_s),
            Quantity::number("W_s", "wait at the source", "cycles", "(28)", self.w_s),
            Quantity::number("Vbar", "average degree of multiplexing", "", "(31)", self.vbar),
            Quantity::number("latency", "mean unicast latency", "cycles", "(1)", self.latency),
        ]);
        quantities
    }

    fn shares(&self) -> Vec<Share> {
        let idle = f64::from(self.setting.flits) + self.dbar;
        vec![
            Share { cause: "the idle network", cycles: idle },
            Share { cause: "blocking", cycles: self.s_u - idle },
            Share { cause: "waiting at the source", cycles: self.w_s },
            Share { cause: "sharing channels", cycles: (self.vbar - 1.0) * (self.s_u + self.w_s) },
        ]
    }
}
