//! A curve: loads from none to the end, each root found from those before it.
//!
//! The loads are `λ = end · u (2 - u)` for evenly spaced u, closer and closer to the end, where the curve bends. As a function of u even a
//! fold is smooth: the distance to it is (1-u)², and a root nears it like its square root. And at light load P_V is a power of u. So log
//! P_V is followed as a polynomial in log u, which foresees the next root to several digits, and the slope of F there as one in u.

use super::end::{Fullest, Limit};
use super::fixed_point::{EMPTY, near_root};
use super::state::AtLoad;
use super::{HypercubeMmpp, Solution};
use crate::queueing::modulated_channels::Workspace;
use libm::{exp, log};

/// The fraction of the load at which a curve with unbounded latency stops.
const LAST_BEFORE_A_POLE: f64 = 0.998;

/// The number of earlier points from which the roots are followed: one more than the degree of the polynomial.
const ROOTS_BACK: usize = 6;

/// Tolerance of the slopes, which are known less exactly.
const SLOPES_BACK: usize = 3;

impl HypercubeMmpp {
    /// The curve, as [`crate::model::Model::curve`] says.
    pub(super) fn sampled(&self, points: usize, room: &mut Workspace) -> Vec<Solution> {
        let last = points.max(2) - 1;
        let Fullest { load: end, full: folded, limit, ceiling, .. } = self.end;
        let end = if limit == Limit::Network { end } else { LAST_BEFORE_A_POLE * end };
        let mut solutions: Vec<Solution> = Vec::with_capacity(last + 1);
        let (mut roots, mut slopes) = (Vec::with_capacity(last + 1), Vec::with_capacity(last + 1));
        for i in 0..=last {
            let u = i as f64 / last as f64;
            let Ok(mut here) = AtLoad::new(self, end * u * (2.0 - u), room) else { break };
            let full = if i == last && limit == Limit::Network {
                folded
            } else {
                let slope = extrapolated(&slopes, SLOPES_BACK, u).unwrap_or(EMPTY);
                let guess = extrapolated(&roots, ROOTS_BACK, log(u)).map(exp);
                match guess.and_then(|guess| near_root(guess, slope, ceiling, |full| here.residue(full))) {
                    Some((root, measured)) => {
                        slopes.extend(measured.map(|slope| (u, slope)));
                        root
                    }
                    None => here.root(&self.end),
                }
            };
            let Some(solution) = here.solution(full) else { break };
            if full > 0.0 {
                roots.push((log(u), log(full)));
            }
            solutions.push(solution);
        }
        solutions
    }
}

/// The value at `at` of the polynomial through the last `back` of the points (or all), by the scheme of Aitken and Neville.
fn extrapolated(points: &[(f64, f64)], back: usize, at: f64) -> Option<f64> {
    let points = &points[points.len().saturating_sub(back)..];
    let mut values = [0.0; ROOTS_BACK];
    for (value, point) in values.iter_mut().zip(points) {
        *value = point.1;
    }
    for width in 1..points.len() {
        for (i, pair) in points.windows(width + 1).enumerate() {
            let (left, right) = (pair[0].0, pair[width].0);
            values[i] += (values[i + 1] - values[i]) * (at - left) / (right - left);
        }
    }
    (!points.is_empty()).then_some(values[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::link;

    #[test]
    fn an_end_and_a_curve_cost_few_chains() {
        // Long messages fold close to certain blocking; short ones come to the end of the traffic, where P_V falls again.
        for (keys, end, curve) in [
            ("n=3&vcs=16&flits=1024", 75, 180),
            ("n=3&vcs=16&flits=2&hurst=0.9&lag1=1.5", 165, 190),
            ("n=8&vcs=7&lag1=0.9", 75, 150),
            ("n=8&vcs=7&lag1=0.9&mmpps=5", 65, 150),
            ("n=6&vcs=5", 60, 150),
            ("n=4&vcs=3&hurst=0.6&lag1=0.7", 70, 180),
            ("n=2&vcs=1", 45, 150),
            ("n=10&vcs=16&flits=128&hurst=0.9&lag1=1.2", 95, 190),
        ] {
            let model = HypercubeMmpp::of(link::parse(&format!("system=hypercube-mmpp&{keys}")).scenario.setup());
            let mut room = Workspace::default();
            assert_eq!(model.find_end(&mut room), model.fullest());
            let solved = room.solved();
            assert_eq!(model.sampled(60, &mut room).len(), 60);
            let counts = (solved, room.solved() - solved);
            assert!(counts.0 <= end && counts.1 <= curve, "{keys}: {counts:?}");
        }
    }
}
