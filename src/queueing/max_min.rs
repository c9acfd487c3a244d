//! A channel shared max-min: everybody on it has a demand, the rate at which it could go if this channel were free; who asks for less than
//! an even share gets what it asks for, and the others share the rest evenly.
//!
//! Demands are independent numbers on the rates l/L, l = 0..L. Beside K others I can go at the rate t_i = (i + 1/2)/L if
//! their demands, each cut at t_i, leave as much:
//! ```text
//!   Y_K(i) = P(min(m_1, t_i) + ... + min(m_K, t_i) + t_i <= 1)
//! ```
//! # Method
//! A demand cut at t_i is t_i, or one of the rates up to i/L. With j of the K cut, the others are a sum on the rates l/L, which leaves half
//! of the lattice and only sums below 1. A sum of m is one of m/2 and the others, so powers are needed up to K/2. No demand is cut from L/2 on.

/// Sums of 0, 1, 2, ... numbers of one law, as far as they are below a length.
#[derive(Clone, Debug)]
struct PartialSums {
    cells: usize,
    /// P(sum of k = s) in row k.
    chance: Vec<f64>,
    /// P(sum of k <= s) in row k.
    below: Vec<f64>,
}

impl PartialSums {
    fn new(cells: usize, most: usize) -> Self {
        let mut sums = Self { cells, chance: vec![0.0; (most + 1) * cells], below: vec![0.0; (most + 1) * cells] };
        sums.chance[0] = 1.0;
        sums.below[..cells].fill(1.0);
        sums
    }

    /// Sums of up to `most` numbers, for sums below `length`.
    fn of(&mut self, law: &[f64], most: usize, length: usize) {
        let law = &law[..law.len().min(length)];
        for k in 1..=most {
            let (done, rest) = self.chance.split_at_mut(k * self.cells);
            let (before, next) = (&done[(k - 1) * self.cells..][..length], &mut rest[..length]);
            next.fill(0.0);
            for (l, chance) in law.iter().enumerate().filter(|(_, chance)| **chance != 0.0) {
                next[l..].iter_mut().zip(before).for_each(|(sum, before)| *sum += chance * before);
            }
            let mut all = 0.0;
            for (below, chance) in self.below[k * self.cells..].iter_mut().zip(next) {
                all += *chance;
                *below = all;
            }
        }
    }

    fn below(&self, count: usize) -> &[f64] {
        &self.below[count * self.cells..][..self.cells]
    }

    /// P(sum of `count` <= bound), from the sums of half as many.
    fn at_most(&self, count: usize, bound: usize) -> f64 {
        let some = count / 2;
        let (some, others) = (&self.chance[some * self.cells..], self.below(count - some));
        some[..=bound].iter().zip(others[..=bound].iter().rev()).map(|(chance, below)| chance * below).sum()
    }
}

/// Those who share a channel with demands of one law.
#[derive(Clone, Debug)]
pub struct Crowd {
    cells: usize,
    law: Vec<f64>,
    whole: PartialSums,
    /// Sums of those that are not cut at t_i, for 2i + 1 <= L.
    uncut: Vec<PartialSums>,
}

impl Crowd {
    /// Room for a law on L + 1 rates and a number of others, L >= 1.
    pub fn new(cells: usize, most: usize) -> Self {
        Self {
            cells,
            law: vec![0.0; cells + 1],
            whole: PartialSums::new(cells, most + 1),
            uncut: vec![PartialSums::new(cells, most.div_ceil(2)); cells.div_ceil(2)],
        }
    }

    /// Takes a law, the chances of the demands l/L, l = 0..L, for as many as `others` beside me.
    pub fn meet(&mut self, law: &[f64], others: usize) {
        let cells = self.cells;
        self.law.copy_from_slice(law);
        self.whole.of(&law[..cells], others + 1, cells);
        for (i, uncut) in self.uncut.iter_mut().enumerate() {
            if Self::crowded(cells, i, others + 2) {
                uncut.of(&law[..=i], others.div_ceil(2), cells - i);
            }
        }
    }

    /// True if that many may not all get t_i.
    const fn crowded(cells: usize, i: usize, all: usize) -> bool {
        all * (2 * i + 1) > 2 * cells
    }

    /// Y_K(i), i = 0..L-1, for K `others` and a number of `insatiable` ones that take all the rest.
    pub fn beside(&self, others: usize, insatiable: usize, shares: &mut [f64]) {
        let cells = self.cells;
        for (i, share) in shares.iter_mut().enumerate() {
            let (step, even) = (2 * i + 1, 2 * cells);
            // The rest for the others, in units of 1/2L, with j of them cut.
            let left = |j: usize| even.checked_sub((j + 1 + insatiable) * step).map(|left| left / 2);
            *share = if !Self::crowded(cells, i, others + 1 + insatiable) {
                1.0
            } else if step > cells {
                left(0).map_or(0.0, |bound| self.whole.below(others)[bound])
            } else {
                let cut: f64 = self.law[i + 1..].iter().sum();
                let (mut sum, mut ways) = (0.0, 1.0);
                for j in 0..=others {
                    let Some(bound) = left(j) else { break };
                    sum += ways * self.uncut[i].at_most(others - j, bound);
                    ways *= cut * (others - j) as f64 / (j + 1) as f64;
                }
                sum
            };
        }
    }

    /// S(v) = E min(1, m_1 + ... + m_v), flits per cycle of v together, at most one more than the others met.
    pub fn together(&self, count: usize) -> f64 {
        1.0 - self.whole.below(count).iter().sum::<f64>() / self.cells as f64
    }

    /// E min(1, l/L + m_1 + ... + m_K), l = 0..L: the rate of the channel if one with the demand l/L is beside K others.
    pub fn together_with(&self, others: usize, rates: &mut [f64]) {
        let mut missing = 0.0;
        let below = self.whole.below(others);
        rates[self.cells] = 1.0;
        for (rate, below) in rates[..self.cells].iter_mut().rev().zip(below) {
            missing += below;
            *rate = 1.0 - missing / self.cells as f64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const L: usize = 24;

    /// A law with every demand in it; `tilt` above 0 prefers the large ones.
    fn law(tilt: f64) -> [f64; L + 1] {
        let weights: [f64; L + 1] = std::array::from_fn(|l| 1.0 + tilt * (l * l % 7) as f64 + (l == L) as u8 as f64);
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    }

    /// Y_K(i) with all sums on the lattice of 1/2L, number by number.
    fn plain(law: &[f64], others: usize, insatiable: usize, i: usize) -> f64 {
        let mut sums = vec![1.0];
        for _ in 0..others {
            let mut next = vec![0.0; sums.len() + 2 * L];
            for (s, before) in sums.iter().enumerate() {
                law.iter().enumerate().for_each(|(l, chance)| next[s + (2 * l).min(2 * i + 1)] += before * chance);
            }
            sums = next;
        }
        let own = (1 + insatiable) * (2 * i + 1);
        sums.iter().enumerate().filter(|(s, _)| s + own <= 2 * L).map(|(_, chance)| chance).sum()
    }

    #[test]
    fn shares_are_those_of_all_sums_one_by_one() {
        for tilt in [0.0, 0.7] {
            let law = law(tilt);
            for most in [0, 1, 2, 5, 9] {
                let mut crowd = Crowd::new(L, 9);
                crowd.meet(&law, most);
                for (others, insatiable) in (0..=most).flat_map(|others| [(others, 0), (others, 1)]) {
                    let mut shares = [0.0; L];
                    crowd.beside(others, insatiable, &mut shares);
                    for (i, share) in shares.iter().enumerate() {
                        let expected = plain(&law, others, insatiable, i);
                        assert!((share - expected).abs() < 1e-13, "K = {others}, i = {i}: {share} is not {expected}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_channel_carries_what_is_asked_for_and_at_most_one_flit() {
        let law = law(0.3);
        let mut crowd = Crowd::new(L, 3);
        crowd.meet(&law, 3);
        let min = |sum: usize| (sum as f64 / L as f64).min(1.0);
        let (mut one, mut two, mut with) = (0.0, 0.0, 0.0);
        for (l, p) in law.iter().enumerate() {
            one += p * min(l);
            for (m, q) in law.iter().enumerate() {
                two += p * q * min(l + m);
                with += p * q * min(5 + l + m);
            }
        }
        let mut rates = [0.0; L + 1];
        crowd.together_with(2, &mut rates);
        for (ours, expected) in
            [(crowd.together(0), 0.0), (crowd.together(1), one), (crowd.together(2), two), (rates[5], with)]
        {
            assert!((ours - expected).abs() < 1e-14, "{ours} is not {expected}");
        }
        assert!((rates[0] - two).abs() < 1e-14 && rates[L] == 1.0);
        assert!(crowd.together(2) < crowd.together(3) && crowd.together(4) < 1.0);
    }
}
