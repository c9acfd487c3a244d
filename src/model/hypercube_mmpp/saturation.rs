//! The largest load that has a solution, and what stops it.
//!
//! A load may have two values of P_V, but one value of P_V has one load λ(p): the smallest that keeps that much busy. So the lightly
//! blocked branch is followed along p:
//! ```text
//!      λ(p)     fold: no root beyond           The branch begins in the empty network, p = 0, and ends at the first of
//!        |      .-'^'-.                        - the top of λ(p), a fold, after which the congested roots come,
//!        |   .-'       '-.                     - μ = 1, where the injection queues give up,
//!        | .'             '.                   - the load from which on no traffic has the correlation asked for.
//!        +---------------------- p
//! ```
//! λ(p) rises to one top and falls after it. Steps are taken in log p/(1-p), for long messages fold with P_V = 0.998.

use super::HypercubeMmpp;
use super::end::{Fullest, Limit};
use super::fixed_point::{EMPTY, NONE, largest, near_root};
use super::paper::POISSON;
use super::state::AtLoad;
use crate::queueing::modulated_channels::Workspace;
use crate::solve::falling_root;
use libm::{exp, log};
use std::cell::Cell;

/// The first step along the branch, in log p/(1-p).
const STEP: f64 = 0.5;

/// The start of the search without a better guess, p = 1/4.
const START: f64 = -1.0;

/// The range of the search: P_V = 1e-26 and 1 - P_V = 1e-7. Certain blocking, p = 1, is a root of every load and never the network's.
const LEAST: f64 = -60.0;
const MOST: f64 = 16.0;

/// The accuracy of the top, in log p/(1-p); the load is flat there and so known to twice as many digits.
const TOP: f64 = 2e-6;

/// Size of 1 - μ that counts as none.
const FULL_QUEUE: f64 = 1e-8;

/// A first guess at how steeply P_V rises with the load, as a power.
const STEEP: f64 = 2.0;

/// A point of the branch.
#[derive(Clone, Copy, Debug)]
struct BranchPoint {
    odds: f64,
    full: f64,
    load: f64,
    spare: f64,
}

/// The branch of one model, with what the next place can be guessed from.
struct SolutionBranch<'a> {
    model: &'a HypercubeMmpp,
    room: &'a mut Workspace,
    /// The last load of the traffic; infinite without bursts.
    fit: f64,
    /// No injection queue keeps up with this load, even without any blocking.
    idle: f64,
    /// The last places, for the next guess.
    known: Vec<(f64, f64)>,
    /// dlog Φ / dlog λ at the last one, negative.
    slope: f64,
    /// Odds on the branch, from which the end was found.
    from: f64,
}

impl SolutionBranch<'_> {
    /// The place with these odds of P_V. `None` if no load keeps so much busy: none that this traffic can have, and none up to twice what
    /// the queues take without any blocking.
    fn at(&mut self, odds: f64) -> Option<BranchPoint> {
        let full = probability(odds);
        let most = self.fit.min(2.0 * self.idle);
        let guess = self.guess(odds).unwrap_or(most / 2.0).min(most);
        let (model, room) = (self.model, &mut *self.room);
        let spare = Cell::new((0.0, 0.0));
        // Positive below the load that has this P_V, negative above it; in the unit of the load.
        let mut short = |load: f64| {
            AtLoad::new(model, load, room).map_or(-load, |mut here| {
                spare.set((load, here.state(full).spare()));
                -load * here.residue(full) / full
            })
        };
        let load = match near_root(guess, self.slope, most, &mut short) {
            Some((load, slope)) => {
                self.slope = slope.unwrap_or(self.slope);
                load
            }
            None => {
                // Traffic near its end is so bursty that more of it can keep less busy: the first of two loads is wanted.
                let step = if most == self.fit { 1.1 } else { 1.25 };
                let from = self
                    .known
                    .iter()
                    .filter(|known| known.0 < odds)
                    .fold(log(guess / 2.0), |from, known| from.max(known.1));
                let (mut low, mut high) = ((0.0, most), exp(from).min(most));
                loop {
                    let value = short(high);
                    if value <= 0.0 {
                        break falling_root(low, (high, value), NONE, &mut short).at;
                    }
                    if high >= most {
                        return None;
                    }
                    (low, high) = ((high, value), (high * step).min(most));
                }
            }
        };
        // Mostly it was looked at last.
        if spare.get().0 != load {
            short(load);
        }
        self.known.push((odds, log(load)));
        Some(BranchPoint { odds, full, load, spare: spare.get().1 })
    }

    /// A load for these odds, from the two places next to them.
    fn guess(&self, odds: f64) -> Option<f64> {
        let mut near = [None; 2];
        for &place in &self.known {
            let distance = |other: Option<(f64, f64)>| other.map_or(f64::INFINITY, |(at, _)| (at - odds).abs());
            if distance(Some(place)) < distance(near[0]) {
                near = [Some(place), near[0]];
            } else if distance(Some(place)) < distance(near[1]) {
                near[1] = Some(place);
            }
        }
        let (x, y) = near[0]?;
        let rise = near[1].filter(|other| other.0 != x).map_or(0.0, |(u, v)| (y - v) / (x - u) * (odds - x));
        Some(exp(y + rise.clamp(-1.0, 1.0)))
    }

    /// The place with μ = 1 between one where the queues keep up and odds where they do not.
    fn overload(&mut self, good: BranchPoint, odds: f64) -> Fullest {
        self.from = good.odds;
        let mut spare = |full: f64| self.at(odds_of(full)).map_or(f64::NEG_INFINITY, |place| place.spare);
        let right = probability(odds);
        let value = spare(right);
        let full = falling_root((good.full, good.spare), (right, value), NONE, &mut spare).at;
        match self.at(odds_of(full)) {
            Some(BranchPoint { load, spare, .. }) if spare.abs() < FULL_QUEUE => {
                Fullest { load, full, limit: Limit::Injection, ceiling: full, turns: false }
            }
            // On the way P_V stopped rising with the load.
            _ => self.by_load(good.load, odds),
        }
    }

    /// The end of the branch, looked for from the odds `start` on.
    fn end(&mut self, start: f64) -> Fullest {
        let end = self.along(start);
        self.gap_before(end).map_or(end, |odds| self.by_load(0.0, odds))
    }

    /// Odds of P_V below an end that no load has. Long bursts can let P_V turn back before the branch does; what comes at a higher P_V is
    /// the congested branch, and a step along P_V may have led there.
    fn gap_before(&mut self, end: Fullest) -> Option<f64> {
        const LOOKS: u32 = 4;
        if self.model.calm() || end.turns {
            return None;
        }
        // On one branch the load rises from the last place before the end, so that in between the load of the end keeps more busy.
        let width = odds_of(end.full) - self.from;
        let mut here = AtLoad::new(self.model, end.load, self.room).ok()?;
        (1..LOOKS)
            .map(|look| self.from + width * f64::from(look) / f64::from(LOOKS))
            .find(|&odds| here.residue(probability(odds)) < -NONE)
    }

    /// The end of what is met along P_V.
    fn along(&mut self, start: f64) -> Fullest {
        let on = |place: &BranchPoint| place.spare > 0.0;
        // A place before the top, where the queues keep up, and one before it; and the first odds beyond, if such were met.
        let (mut step, mut beyond) = (STEP, None);
        let mut place = (start, self.at(start));
        let (mut before, mut last) = loop {
            let left = place.0 - step;
            step *= 2.0;
            let (at, here) = place;
            place = (left, self.at(left));
            match (here.filter(on), place.1.filter(on)) {
                (Some(here), Some(left)) if left.load < here.load => break (left, here),
                _ if left < LEAST => return self.by_load(0.0, at),
                _ => beyond = Some((at, here)),
            }
        };
        step = STEP;
        // Upwards, until the load falls or the queues give up.
        loop {
            let (odds, next) = beyond.take().unwrap_or_else(|| {
                let odds = (last.odds + step).min(MOST);
                (odds, self.at(odds))
            });
            step *= 2.0;
            match next {
                None => return self.by_load(last.load, odds),
                Some(next) if on(&next) && next.load > last.load && odds < MOST => (before, last) = (last, next),
                Some(next) if on(&next) => return self.fold(before, next.odds),
                Some(_) => {
                    let end = self.overload(last, odds);
                    // If the load falls here, the top was passed on the way.
                    let odds = odds_of(end.full);
                    let passed = self.at(odds - 1e-4).is_some_and(|place| place.load > end.load);
                    return if passed { self.fold(before, odds) } else { end };
                }
            }
        }
    }

    /// The top of the load between a place and odds beyond it, or μ = 1 if that comes first.
    fn fold(&mut self, before: BranchPoint, odds: f64) -> Fullest {
        self.from = before.odds;
        let mut gap = None;
        let top = largest(before.odds, odds, TOP, |odds| {
            self.at(odds).map_or_else(
                || {
                    gap = Some(odds);
                    0.0
                },
                |place| place.load,
            )
        });
        match (gap, self.at(top)) {
            (None, Some(BranchPoint { load, full, spare, .. })) if spare > 0.0 => {
                Fullest { load, full, limit: Limit::Network, ceiling: full, turns: false }
            }
            (None, _) => self.overload(before, top),
            // P_V turns back before: what lies beyond is another branch.
            (Some(gap), _) => self.by_load(before.load, gap),
        }
    }

    /// The end where no load has these odds of P_V: short of it P_V need not rise with the load any more, so the loads are followed, to
    /// where the queues give up or the traffic ends.
    fn by_load(&mut self, from: f64, odds: f64) -> Fullest {
        let (model, room, last) = (self.model, &mut *self.room, self.fit.min(self.idle));
        let (mut ceiling, mut near, mut slope) = (probability(odds), 0.0, EMPTY);
        let mut spare = |load: f64| {
            AtLoad::new(model, load, room).map_or((0.0, 0.0), |mut here| {
                ceiling = here.raised(ceiling);
                match near_root(near, slope, ceiling, |full| here.residue(full)) {
                    Some((full, measured)) => (near, slope) = (full, measured.unwrap_or(slope)),
                    None => near = here.least(ceiling),
                }
                (here.state(near).spare(), near)
            })
        };
        let (mut load, mut full) = (from, 0.0);
        let mut left = if from > 0.0 { spare(from).0 } else { 1.0 };
        while load < last {
            // Ever smaller steps, as the traffic changes ever faster.
            let next = if last - load > 1e-4 * last { load + 0.75 * (last - load) } else { last };
            let (right, there) = spare(next);
            if right <= 0.0 {
                load = falling_root((load, left), (next, right), NONE, |load| spare(load).0).at;
                full = spare(load).1;
                return Fullest { load, full, limit: Limit::Injection, ceiling, turns: true };
            }
            (load, left, full) = (next, right, there);
        }
        let limit = if self.fit < self.idle { Limit::Fit } else { Limit::Injection };
        Fullest { load, full, limit, ceiling, turns: true }
    }
}

fn probability(odds: f64) -> f64 {
    1.0 / (1.0 + exp(-odds))
}

fn odds_of(full: f64) -> f64 {
    log(full / (1.0 - full))
}

impl HypercubeMmpp {
    /// The last load that traffic with this correlation has; infinite without bursts.
    pub(super) fn last_traffic(&self) -> f64 {
        self.shape.last_mean(self.setting.lag1)
    }

    /// The end of the curve.
    pub(super) fn find_end(&self, room: &mut Workspace) -> Fullest {
        let start = if self.calm() {
            START
        } else {
            // Without bursts a channel is solved at no cost. They move the end by little.
            let calm = self.with_deviations(self.deviations.with(POISSON)).end.full;
            odds_of(calm).clamp(LEAST / 4.0, MOST - STEP)
        };
        self.branch(start, room).end(start)
    }

    fn branch<'a>(&'a self, from: f64, room: &'a mut Workspace) -> SolutionBranch<'a> {
        let idle = f64::from(self.setting.vcs) / self.zero_load();
        SolutionBranch { model: self, room, fit: self.last_traffic(), idle, known: Vec::new(), slope: -STEEP, from }
    }

    /// The congested branch as P_V and load, from the fold on until the load is below `least`; empty without a fold.
    pub(super) fn congested(&self, least: f64, room: &mut Workspace) -> Vec<(f64, f64)> {
        /// In log p/(1-p), for one hop: near certain blocking the load falls like a power D of 1 - p.
        const STEP: f64 = 0.36;
        let Fullest { load, full, limit, .. } = self.end;
        if limit != Limit::Network {
            return Vec::new();
        }
        let (top, step) = (odds_of(full), STEP / self.distance);
        let mut branch = self.branch(top, room);
        branch.known.push((top, log(load)));
        let mut places = vec![(full, load)];
        let mut odds = top + step;
        while let Some(place) =
            branch.at(odds).filter(|place| odds < MOST && places.iter().all(|(_, load)| *load > place.load))
        {
            places.push((place.full, place.load));
            if place.load < least {
                break;
            }
            odds += step;
        }
        places
    }

    /// P_V of the congested solution at a load, between the fold and one of those places.
    pub(super) fn congested_root(&self, here: &mut AtLoad<'_>, load: f64, places: &[(f64, f64)]) -> Option<f64> {
        let right = places.iter().find(|place| place.1 < load)?.0;
        let mut short = |full: f64| -here.residue(full);
        let (left, right) = ((self.end.full, short(self.end.full)), (right, short(right)));
        (left.1 > 0.0 && right.1 < 0.0).then(|| falling_root(left, right, NONE, short).at)
    }
}
