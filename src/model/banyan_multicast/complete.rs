//! Multicast packets that arrive at all their destinations.
//!
//! At stage i a packet stands at a row of neighbouring elements, one for each block of 2^(i+1) nodes that its region meets, and must win at
//! all of them. Rivals of different stages come from disjoint sources. Those of one stage do not meet it independently: a rival multicast
//! packet also stands at a row of neighbours. So the rivals along the row are a chain: present with probability ρ_i anywhere, and the
//! packet at one element stands at the next one too with probability κ_i. Taking them as independent (κ_i = 0) gives 35 % too little at m =
//! 1, f = 8, load 2 and 78 % too little at f = 16, load 1.5. The chain is an approximation: its κ_i is a mean, and takes the losses of
//! neighbouring copies as independent.

use super::{
    Setting, Start, copies,
    solution::StageFlow,
    switch::{Wants, Wins},
};

/// The probability that a multicast packet arrives at all its destinations, given the stages, stage 0 first.
pub(super) fn complete(setting: Setting, stages: &[StageFlow]) -> f64 {
    let Setting { n, fanout, start, .. } = setting;
    let wins: Vec<Wins> = stages.iter().map(|stage| Wants::alike(stage.rho, stage.m, stage.c).wins()).collect();
    let starts = match start {
        Start::Random => 1_u32 << n,
        Start::Inside => (1 << n) - fanout + 1,
        Start::Early => return early(setting, &wins),
    };
    // By stage, the chance of a start; it depends on the place of the start in its block alone.
    let rows: Vec<Vec<f64>> = (0..n)
        .map(|i| {
            let next = continues(stages, &wins, i, fanout);
            let StageFlow { rho, .. } = stages[i as usize];
            (0..2_u32 << i).map(|at| row(i, n, at, fanout, rho, next, wins[i as usize])).collect()
        })
        .collect();
    let chance = |start: u32| rows.iter().map(|row| row[start as usize % row.len()]).product::<f64>();
    (0..starts).map(chance).sum::<f64>() / f64::from(starts)
}

/// κ_i: a multicast packet at an element of stage i stands at the next one too. A region that meets E[B] blocks does so after E[B] - 1 of
/// them; the boundary between was cut at stage j > i with probability 2^(i-j), and its other part has come through j-1 .. i+1.
fn continues(stages: &[StageFlow], wins: &[Wins], i: u32, fanout: u32) -> f64 {
    let stage = i as usize;
    let blocks = 1.0 + f64::from(fanout - 1) / f64::from(2_u32 << i);
    let (mut sibling, mut survived, mut weight) = (0.0, 1.0, 1.0);
    for j in stage + 1..stages.len() {
        weight /= 2.0;
        sibling += weight * survived;
        let StageFlow { c, .. } = stages[j];
        survived *= (1.0 - c) * wins[j].one[0] + c * wins[j].both;
    }
    // The boundary at 0 is cut at stage n-1 as the one at N/2 is.
    sibling += weight * survived;
    stages[stage].m * (blocks - 1.0) / blocks * sibling
}

/// The chance to win at all elements of stage i for a region that begins at the node `at` of a block.
fn row(i: u32, n: u32, at: u32, fanout: u32, rho: f64, next: f64, wins: Wins) -> f64 {
    let half = 1 << i;
    let last = at + fanout - 1;
    let blocks = if i + 1 == n { 1 } else { last / (2 * half) + 1 };
    // A rival begins here if none continues; such that ρ is the rate everywhere.
    let fresh = if rho * next < 1.0 { rho * (1.0 - next) / (1.0 - rho * next) } else { 0.0 };
    let after_rival = next + (1.0 - next) * fresh;
    let (mut alone, mut against) = (1.0 - rho, rho);
    for block in 0..blocks {
        let from = at.max(block * 2 * half);
        let to = if i + 1 == n { last } else { last.min((block + 1) * 2 * half - 1) };
        let copied = from / half != to / half;
        // Given that there is a rival.
        let chance = if copied { wins.both } else { wins.one[0] };
        let chance = if rho > 0.0 { 1.0 - (1.0 - chance) / rho } else { 1.0 };
        against *= chance;
        if block + 1 < blocks {
            (alone, against) =
                (alone * (1.0 - fresh) + against * (1.0 - after_rival), alone * fresh + against * after_rival);
        }
    }
    alone + against
}

/// As above for copies made as early as possible, whose rivals are taken as independent: one factor for each link before a stage.
fn early(setting: Setting, wins: &[Wins]) -> f64 {
    let stages = wins.iter().rev().zip(copies::early(setting.n, setting.fanout));
    stages.fold(1.0, |product, (wins, (before, after))| {
        product * libm::pow(wins.both, after - before) * libm::pow(wins.one[0], 2.0 * before - after)
    })
}
