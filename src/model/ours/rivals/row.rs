//! The row of a stage as a Markov chain along its positions: equations (2) to (9).

use super::Setting;

pub(super) const EMPTY: usize = 0;

/// The states of a unicast packet that needs the lower output and the upper one.
pub(super) const UNICAST: [usize; 2] = [1, 2];

/// The place of the state T = 0: that of T is T further.
const T0: usize = 2;

/// The needs of a packet: none, the lower output, the upper one, both.
pub(super) const NEEDS: usize = 4;

/// W_ab, equation (2): the chance that need a wins against need b.
fn wins(a: usize, b: usize) -> f64 {
    if a & b == 0 { 1.0 } else { 0.5 }
}

/// w_a, equation (4), of the chances that a rival has each need.
pub(super) fn winning(rivals: &[f64; NEEDS]) -> [f64; NEEDS] {
    std::array::from_fn(|a| rivals.iter().enumerate().map(|(b, chance)| chance * wins(a, b)).sum())
}

/// The row R_i of a stage: what stands at a position, and at two positions that follow each other.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// h = 2^i, outputs of half a block.
    pub(super) half: usize,
    fanout: usize,
    pub(super) chances: Vec<f64>,
    /// J_xy at x S + y, S states.
    pub(super) pairs: Vec<f64>,
}

impl Row {
    /// The number of states, equation (3).
    pub(super) const fn states(half: usize, fanout: usize) -> usize {
        2 * half + fanout + T0
    }

    /// c(x), the need of a state, equation (3).
    const fn need(&self, state: usize) -> usize {
        match state {
            EMPTY => 0,
            1 | 2 => state,
            _ if state - T0 <= self.half => 1,
            _ if state - T0 < self.half + self.fanout => 3,
            _ => 2,
        }
    }

    /// Completes the chances and pairs of occupied positions by empty ones, equation (8).
    fn with_empty(half: usize, fanout: usize, mut chances: Vec<f64>, mut pairs: Vec<f64>) -> Self {
        let states = chances.len();
        chances[EMPTY] = 1.0 - chances[1..].iter().sum::<f64>();
        for z in 1..states {
            let after: f64 = (1..states).map(|y| pairs[z * states + y]).sum();
            let before: f64 = (1..states).map(|y| pairs[y * states + z]).sum();
            pairs[z * states] = (chances[z] - after).max(0.0);
            pairs[z] = (chances[z] - before).max(0.0);
        }
        let beside: f64 = pairs[1..states].iter().sum();
        pairs[EMPTY] = (chances[EMPTY] - beside).max(0.0);
        Self { half, fanout, chances, pairs }
    }

    /// The row of stage n-2, equation (5): a ring of two positions.
    pub(super) fn first(setting: &Setting, rho: f64, rivals: &[f64; NEEDS], win: &[f64; NEEDS]) -> Self {
        let (block, fanout, m) = (1_usize << (setting.n - 1), setting.fanout as usize, setting.multicast);
        let (nodes, half) = (2 * block, block / 2);
        let states = Self::states(half, fanout);
        // The state of a multicast packet at each position, by its start; 0 where it is not.
        let at = |start: usize, position: usize| {
            let last = start as i64 + fanout as i64 - (position * block) as i64;
            let last = if last < (block + fanout) as i64 { last } else { last - nodes as i64 };
            usize::try_from(last).ok().filter(|last| *last >= 1).map_or(EMPTY, |last| last + T0)
        };
        // u_p(x), of packets that need one position alone.
        let mut alone = [vec![0.0; states], vec![0.0; states]];
        let mut pairs = vec![0.0; states * states];
        for position in &mut alone {
            UNICAST.iter().for_each(|state| position[*state] = rho * (1.0 - m) / 4.0);
        }
        let one = rho * m / nodes as f64;
        for start in 0..nodes {
            match [0, 1].map(|position| at(start, position)) {
                [x, EMPTY] => alone[0][x] += one,
                [EMPTY, y] => alone[1][y] += one,
                [x, y] => pairs[x * states + y] += 2.0 * one * win[3],
            }
        }
        for x in 1..states {
            for y in 1..states {
                pairs[x * states + y] += 2.0 * alone[0][x] * alone[1][y];
            }
        }
        let mut chances = vec![0.0; states];
        for x in 1..states {
            let both: f64 = (1..states).map(|y| pairs[x * states + y] + pairs[y * states + x]).sum();
            let single = 2.0 * alone[0][x] * (win[1] - rivals[2]) + 2.0 * alone[1][x] * (win[2] - rivals[1]);
            chances[x] = 0.5 * (both + single);
        }
        let mut mean = vec![0.0; states * states];
        for x in 1..states {
            for y in 1..states {
                mean[x * states + y] = 0.5 * (pairs[x * states + y] + pairs[y * states + x]);
            }
        }
        Self::with_empty(half, fanout, chances, mean)
    }

    pub(super) fn needs(&self) -> [f64; NEEDS] {
        let mut needs = [0.0; NEEDS];
        self.chances.iter().enumerate().for_each(|(state, chance)| needs[self.need(state)] += chance);
        needs
    }

    /// The states that a packet can have at an output of its element, 0 the lower and 1 the upper, each with its chance; none where
    /// it does not need that output.
    fn becomes(&self, state: usize, output: usize) -> ([usize; 2], f64) {
        if UNICAST.contains(&state) { (UNICAST, 0.5) } else { ([state - output * self.half, EMPTY], 1.0) }
    }

    /// Adds a chance to the pairs of what two packets become at two outputs.
    fn add(&self, pairs: &mut [f64], chance: f64, (x, x_at): (usize, usize), (y, y_at): (usize, usize)) {
        let states = Self::states(self.half / 2, self.fanout);
        let ((xs, x_part), (ys, y_part)) = (self.becomes(x, x_at), self.becomes(y, y_at));
        for x in xs.into_iter().filter(|x| *x != EMPTY) {
            for y in ys.into_iter().filter(|y| *y != EMPTY) {
                pairs[x * states + y] += chance * x_part * y_part;
            }
        }
    }

    /// P' of the row behind the stage, equation (6); that of the empty state is still 0.
    pub(super) fn behind(&self, win: &[f64; NEEDS]) -> Vec<f64> {
        // Behind the last stage a copy is at its destination: h counts as 1.
        let mut chances =
            vec![0.0; if self.half == 1 { 1 + self.fanout + T0 } else { Self::states(self.half / 2, self.fanout) }];
        for (x, chance) in self.chances.iter().enumerate().skip(1) {
            let need = self.need(x);
            for output in [0, 1].into_iter().filter(|output| need & (1 << output) != 0) {
                let (states, part) = self.becomes(x, output);
                for z in states.into_iter().filter(|z| *z != EMPTY) {
                    chances[z] += chance * win[need] * part;
                }
            }
        }
        chances
    }

    /// The row of the next stage, equations (6) to (8).
    pub(super) fn next(&self, win: &[f64; NEEDS]) -> Self {
        let (states, after) = (self.chances.len(), Self::states(self.half / 2, self.fanout));
        let occupied: Vec<usize> = (1..states).filter(|x| self.chances[*x] > 0.0).collect();
        let mut pairs = vec![0.0; after * after];
        let of_need = |need: usize| occupied.iter().copied().filter(move |x| self.need(*x) & need != 0);
        // Within an element: two outputs of one packet, or of two.
        for &x in &occupied {
            match self.need(x) {
                3 => self.add(&mut pairs, self.chances[x] * win[3], (x, 0), (x, 1)),
                1 => {
                    for &y in occupied.iter().filter(|y| self.need(**y) == 2) {
                        self.add(&mut pairs, self.chances[x] * self.chances[y], (x, 0), (y, 1));
                    }
                }
                _ => {}
            }
        }
        // Between two elements. By need: the pairs of a row, what follows a state, and what comes before it.
        let mut both = [[0.0; NEEDS]; NEEDS];
        let (mut following, mut before) = (vec![[0.0; NEEDS]; states], vec![[0.0; NEEDS]; states]);
        for x in 0..states {
            for y in 0..states {
                let chance = self.pairs[x * states + y];
                both[self.need(x)][self.need(y)] += chance;
                following[x][self.need(y)] += chance;
                before[y][self.need(x)] += chance;
            }
        }
        let against = |needs: &[f64; NEEDS]| winning(needs);
        let following: Vec<_> = following.iter().map(against).collect();
        let before: Vec<_> = before.iter().map(against).collect();
        // V_ab: both win against the pair that the other row has there.
        let mut joint = [[0.0; NEEDS]; NEEDS];
        for (a, row) in joint.iter_mut().enumerate() {
            for (b, chance) in row.iter_mut().enumerate() {
                let rivals = (0..NEEDS).flat_map(|c| (0..NEEDS).map(move |d| (c, d)));
                *chance = rivals.map(|(c, d)| both[c][d] * wins(a, c) * wins(b, d)).sum();
            }
        }
        for x in of_need(2) {
            for y in of_need(1) {
                let (a, b) = (self.need(x), self.need(y));
                let one = self.pairs[x * states + y] * joint[a][b];
                let two = following[x][b] * before[y][a];
                self.add(&mut pairs, one + two, (x, 1), (y, 0));
            }
        }
        Self::with_empty(self.half / 2, self.fanout, self.behind(win), pairs)
    }
}

/// The packets of a row, equation (9), that begin in the lower or the upper half of the first block. All are followed at once.
#[derive(Clone, Debug)]
pub(super) struct Along {
    /// 0 or 1: the half of the first block in which the packet begins.
    first: usize,
    /// The last half-blocks that it may touch, counted from the first block, with the chance to win at all elements: at most two.
    ends: Vec<(usize, Option<f64>)>,
    /// The block that comes next.
    block: usize,
    /// The chance of each state of the position in that block, with all elements before it won.
    chances: Vec<f64>,
}

impl Along {
    /// A packet that has not begun; `lasts` are the last half-blocks that it may touch.
    pub(super) fn new(row: &Row, first: usize, lasts: impl IntoIterator<Item = usize>) -> Self {
        let ends = lasts.into_iter().map(|last| (last, None)).collect();
        Self { first, ends, block: 0, chances: row.chances.clone() }
    }

    /// The chance to win at all elements from the first to the last half-block; `None` until it is known, or without a packet.
    pub(super) fn chance(&self, first: usize, last: usize) -> Option<f64> {
        let end = self.ends.iter().find(|(end, _)| self.first == first && *end == last);
        end.and_then(|(_, chance)| *chance)
    }

    /// Passes one block, in some S² steps. True if every end is reached.
    pub(super) fn pass(&mut self, row: &Row) -> bool {
        let Self { first, block, .. } = *self;
        let need = |last: usize| {
            let touched = (0..2).filter(|half| (first..=last).contains(&(2 * block + half)));
            touched.map(|half| 1 << half).sum::<usize>()
        };
        let own = |state: usize, need: usize| wins(need, row.need(state));
        for (last, chance) in self.ends.iter_mut().filter(|(last, _)| last / 2 == block) {
            let need = need(*last);
            *chance = Some(self.chances.iter().enumerate().map(|(x, chance)| chance * own(x, need)).sum());
        }
        if self.ends.iter().all(|(_, chance)| chance.is_some()) {
            return true;
        }
        let (states, need) = (row.chances.len(), need(usize::MAX));
        let mut next = vec![0.0; states];
        for (x, chance) in self.chances.iter().enumerate().filter(|(x, _)| row.chances[*x] > 0.0) {
            let part = chance * own(x, need) / row.chances[x];
            for (sum, pair) in next.iter_mut().zip(&row.pairs[x * states..]) {
                *sum += part * pair;
            }
        }
        self.chances = next;
        self.block += 1;
        false
    }
}
