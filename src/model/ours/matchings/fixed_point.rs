//! The fixed point and the largest load: equations (12) to (14), with the acceleration of section 11 of the method.

use super::{
    chances::{ByTargets, moves},
    geometry::Geometry,
    phases::Phases,
    slot::Slot,
};

/// A step that changes b and the τ_k by less, in sum of b and the largest τ_k, is the last.
const AT_REST: f64 = 1e-13;

/// Most steps at a load. Loads up to 1e-8 of the largest below it take at most 14.
const MOST_STEPS: usize = 200;

/// Most steps to the largest load, which takes about 6.
const MOST_STEPS_TO_END: usize = 200;

/// A determinant below this part of the product of its diagonal is no longer solved.
const DEPENDENT: f64 = 1e-8;

/// b to begin with is at most this.
const FIRST_BUSY: f64 = 0.9;

/// The unknowns: b, then τ_1 .. τ_n.
pub(super) type Unknowns = Vec<f64>;

/// A step of the fixed point, with all that was computed in it.
pub(super) struct Step {
    /// b before the step, with which all but `next` is computed.
    pub(super) busy: f64,
    pub(super) slot: Slot,
    pub(super) phases: Phases,
    pub(super) moves: ByTargets,
    pub(super) visits: ByTargets,
    /// The unknowns after the step.
    pub(super) next: Unknowns,
    /// True if (12) gave b >= 1.
    capped: bool,
}

/// A step at rest, and the count of steps.
pub(super) struct Rest {
    pub(super) step: Step,
    pub(super) steps: usize,
}

impl Step {
    /// Makes a step from unknowns; equation (13). `None` if a linear system is singular.
    pub(super) fn new(geometry: &Geometry, load: f64, unknowns: &[f64]) -> Option<Self> {
        let (&busy, tau) = unknowns.split_first()?;
        let slot = Slot::solve(geometry, busy, &geometry.heads(tau));
        let phases = Phases::new(geometry.dimensions, load, geometry.transit(), busy, slot.received);
        let moves = moves(geometry, &slot);
        let visits = phases.visits(&moves)?;
        let mut next = vec![0.0];
        next.extend(visits.iter().map(|visits| visits.iter().sum::<f64>())); // (11)
        let full = load * geometry.mean_hops * geometry.slots_per_hop(&next[1..]); // (12)
        let capped = full >= 1.0;
        next[0] = if capped { (1.0 + busy) / 2.0 } else { full };
        Some(Self { busy, slot, phases, moves, visits, next, capped })
    }
}

/// Returns the unknowns to begin with; equation (13).
pub(super) fn first(geometry: &Geometry, load: f64) -> Unknowns {
    let mut unknowns = vec![1.0; geometry.dimensions + 1];
    unknowns[0] = (load * geometry.mean_hops).min(FIRST_BUSY);
    unknowns
}

/// |new b - b| + max |new τ - τ|.
fn change(difference: &[f64]) -> f64 {
    let tau = difference[1..].iter().fold(0.0, |most: f64, tau| most.max(tau.abs()));
    difference[0].abs() + tau
}

fn difference(left: &[f64], right: &[f64]) -> Unknowns {
    left.iter().zip(right).map(|(left, right)| left - right).collect()
}

fn product(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// The results of the last steps, latest first, each with its difference from the unknowns that the step began with.
#[derive(Default)]
struct Memory(Vec<(Unknowns, Unknowns)>);

impl Memory {
    /// Takes the result g of a step and its difference f, and returns the unknowns of the next step: g moved along the last two steps so
    /// that |f| would be least if f were linear.
    fn next(&mut self, g: &[f64], f: &[f64]) -> Unknowns {
        self.0.insert(0, (g.to_vec(), f.to_vec()));
        self.0.truncate(3);
        // g - g_1 and f - f_1; g_1 - g_2 and f_1 - f_2.
        let steps: Vec<_> = self
            .0
            .windows(2)
            .map(|pair| (difference(&pair[0].0, &pair[1].0), difference(&pair[0].1, &pair[1].1)))
            .collect();
        let mut next = g.to_vec();
        let mut follow = |part: f64, along: &[f64]| {
            next.iter_mut().zip(along).for_each(|(next, along)| *next -= part * along);
        };
        match steps.as_slice() {
            [(by_g, by_f)] => follow(product(f, by_f) / product(by_f, by_f), by_g),
            [(by_g, by_f), (before_g, before_f)] => {
                let (first, mixed, second) =
                    (product(by_f, by_f), product(by_f, before_f), product(before_f, before_f));
                let (right, other) = (product(f, by_f), product(f, before_f));
                let determinant = first * second - mixed * mixed;
                if determinant < DEPENDENT * first * second {
                    follow(right / first, by_g);
                } else {
                    follow((right * second - other * mixed) / determinant, by_g);
                    follow((other * first - right * mixed) / determinant, before_g);
                }
            }
            _ => {}
        }
        let possible = next[0] > 0.0 && next[0] < 1.0 && next[1..].iter().all(|tau| *tau >= 1.0);
        if possible { next } else { g.to_vec() }
    }
}

/// Returns the fixed point at a load; equation (13). `None` if it is not found in a bounded number of steps.
pub(super) fn solve(geometry: &Geometry, load: f64) -> Option<Rest> {
    let (mut unknowns, mut memory) = (first(geometry, load), Memory::default());
    for steps in 1..=MOST_STEPS {
        let step = Step::new(geometry, load, &unknowns)?;
        let f = difference(&step.next, &unknowns);
        let change = change(&f);
        if change < AT_REST && !step.capped {
            return Some(Rest { step, steps });
        }
        if !change.is_finite() {
            return None;
        }
        unknowns = if step.capped {
            memory = Memory::default();
            step.next
        } else {
            memory.next(&step.next, &f)
        };
    }
    None
}

/// Returns the largest load, packets per node and slot, and the τ_k there, slots; equation (14).
pub(super) fn end(geometry: &Geometry) -> (f64, Vec<f64>) {
    let mut tau = vec![1.0; geometry.dimensions];
    for _ in 0..MOST_STEPS_TO_END {
        let slot = Slot::solve(geometry, 1.0, &geometry.heads(&tau));
        // With b = 1 the kinds of neighbours do not differ, and the chance in (14) is S_k(k).
        let next: Vec<f64> = moves(geometry, &slot)
            .iter()
            .map(|moves| moves.last().map_or(1.0, |all_queued| 1.0 / all_queued))
            .collect();
        let rests = tau.iter().zip(&next).all(|(tau, next)| (tau - next).abs() < AT_REST);
        tau = next;
        if rests {
            break;
        }
    }
    (1.0 / (geometry.mean_hops * geometry.slots_per_hop(&tau)), tau)
}
