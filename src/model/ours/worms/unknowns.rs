//! The unknowns of the fixed point.

use super::sharing::{Demand, L};

/// The unknowns of equation (19).
#[derive(Clone, Debug, PartialEq)]
pub struct Unknowns {
    /// m: what a worm could do if this channel were free, as chances of l/L.
    pub demand: Demand,
    /// π: law of the adaptive virtual channels held, 0..A.
    pub held: Vec<f64>,
    /// b: blocked part of the time that virtual channels are held.
    pub blocked: f64,
    /// χ: part of the adaptive virtual channels held that copies hold.
    pub copies: f64,
    /// κ: chance that a copy is on a channel.
    pub copy_there: f64,
    /// ν: rate at which copies start where one can, per channel and cycle.
    pub copy_rate: f64,
    /// τ: part of the worms of which only the tail is left.
    pub tail: f64,
    /// The laws of the channels of each type.
    pub laws: Vec<Vec<f64>>,
}

impl Unknowns {
    /// Moves a part `damping` of the way to new values; gives the largest difference. The laws are swept, not damped, and are exchanged.
    pub fn follow(&mut self, new: &mut Self, damping: f64, flits: f64) -> f64 {
        let mut most: f64 = 0.0;
        let mut follow = |old: &mut f64, new: f64, scale: f64| {
            let change = new - *old;
            most = if change.is_finite() { most.max(scale * change.abs()) } else { f64::INFINITY };
            *old += damping * change;
        };
        self.demand.iter_mut().zip(&new.demand).for_each(|(old, new)| follow(old, *new, 1.0));
        self.held.iter_mut().zip(&new.held).for_each(|(old, new)| follow(old, *new, 1.0));
        follow(&mut self.blocked, new.blocked, 1.0);
        follow(&mut self.copies, new.copies, 1.0);
        follow(&mut self.copy_there, new.copy_there, 1.0);
        follow(&mut self.copy_rate, new.copy_rate, flits);
        follow(&mut self.tail, new.tail, 1.0);
        std::mem::swap(&mut self.laws, &mut new.laws);
        most
    }

    /// Of an idle network without blocked messages.
    pub fn idle(adaptive: usize, laws: Vec<Vec<f64>>, copy_rate: f64) -> Self {
        let (mut demand, mut held) = ([0.0; L + 1], vec![0.0; adaptive + 1]);
        (demand[L], held[0]) = (1.0, 1.0);
        Self { demand, held, blocked: 0.0, copies: 0.0, copy_there: 0.0, copy_rate, tail: 1.0, laws }
    }

    /// Two neighbours extrapolated to a load `beyond` times as far from the second as that is from the first: cut at 0, laws renormalised.
    pub fn beyond(before: &Self, last: &Self, beyond: f64) -> Self {
        let on = |before: f64, last: f64| (last + beyond * (last - before)).max(0.0);
        let law = |next: &mut [f64], before: &[f64]| {
            next.iter_mut().zip(before).for_each(|(last, before)| *last = on(*before, *last));
            let sum: f64 = next.iter().sum();
            next.iter_mut().for_each(|chance| *chance /= sum);
        };
        let mut next = last.clone();
        law(&mut next.demand, &before.demand);
        law(&mut next.held, &before.held);
        next.laws.iter_mut().zip(&before.laws).for_each(|(next, before)| law(next, before));
        next.blocked = on(before.blocked, last.blocked);
        next.copies = on(before.copies, last.copies).min(1.0);
        next.copy_there = on(before.copy_there, last.copy_there).min(1.0);
        next.copy_rate = on(before.copy_rate, last.copy_rate);
        next.tail = on(before.tail, last.tail).min(1.0);
        next
    }
}
