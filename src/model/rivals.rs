//! Copies as rivals: a model of complete deliveries in the multicast banyan, of our own. The equations are here; a reading of [`banyan_multicast`] will use them.
//!
//! # The question
//! A multicast packet has f destinations, and each of its copies can be lost at each stage. How often do all of them arrive? Losses that are taken as independent give too few complete
//! packets, by factors: neighbouring copies of a packet meet the same rivals, and beside a lost copy stands the packet that it was lost to.
//!
//! # The picture
//! Two packets meet at stage i only if their sources agree in the bits below i and differ in bit i, so the stages of one packet are independent, given its first destination. The links into
//! stage i that have the same lower source bits are a ring of positions, one for each block of 2^(i+1) outputs: a row. Two rows, independent and alike, feed the elements between them, and the
//! outputs of these form a row of twice as many positions.
//! ```text
//!   row of stage i          | block 0 | block 1 | block 2 | ..       P, J: what stands at a position, and at two that follow each other
//!     x  y                     x         y
//!   row of stage i-1        |0 lo|0 up|1 lo|1 up|2 lo|2 up| ..       pairs within an element (lo, up), pairs between two (up, lo)
//! ```
//! A multicast copy at a block is known by T, its last destination counted from the first output of the block: it says which halves of the block the copy needs, and where the packet stands
//! in the next block.
//!
//! # The approximation
//! A row is a Markov chain along its positions. What is forgotten is a packet that lost a copy in the middle of its row and returns behind the gap, so where the model fails it is too low:
//! for wide multicasts without unicast packets (f = 16, m = 1: by 12 % at two copies per input).
//!
//! # Assumptions
//! Independent sources, one slot for each stage, a fair coin between packets that want the same output; a packet that is copied and loses one output loses both. Destinations s, s+1, .., s+f-1
//! modulo N with uniform s, 1 <= f <= N/2.
//!
//! # Equations
//! ```text
//!   (1)   κ = 1/N Σ_s Π_i r_i(s)                       r_i(s): chance to win at all elements of stage i
//!   (2)   W_ab = 1 if needs a and b share no output, else 1/2
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
//! [`banyan_multicast`]: super::banyan_multicast

/// The empty state.
const EMPTY: usize = 0;

/// The states of a unicast packet that needs the lower output and the upper one.
const UNICAST: [usize; 2] = [1, 2];

/// The place of the state T = 0: that of T is T further.
const T0: usize = 2;

/// The needs of a packet: none, the lower output, the upper one, both.
const NEEDS: usize = 4;

/// How far a load may be beyond the largest one, in terms of it, for want of digits.
const ROUNDED: f64 = 1e-9;

/// W_ab, equation (2): the chance that need a wins against need b.
fn wins(a: usize, b: usize) -> f64 {
    if a & b == 0 { 1.0 } else { 0.5 }
}

/// w_a, equation (4), of the chances that a rival has each need.
fn winning(rivals: &[f64; NEEDS]) -> [f64; NEEDS] {
    std::array::from_fn(|a| rivals.iter().enumerate().map(|(b, chance)| chance * wins(a, b)).sum())
}

/// A banyan and its traffic, but for the load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// n >= 2, stages; N = 2^n inputs and outputs.
    pub stages: u32,
    /// f, destinations of a multicast packet: 1 to N/2.
    pub fanout: u32,
    /// m, the part of the packets that are multicast: 0 to 1.
    pub multicast: f64,
}

/// One stage, in the order in which packets pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// i, from n-1 for the first stage to 0.
    pub number: u32,
    /// w_1, w_2, w_3: the chances to win at one element with a need for the lower output, the upper one, and both.
    pub win: [f64; 3],
    /// The chance that a link into the stage has a packet.
    pub density: f64,
    /// The chance that a position of the row has a packet if the one before it has; not a number at the first stage, and where no packet is.
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
    /// κ of (1), the part of the multicast packets that arrive at all their destinations. Without multicast packets, that of one that is alone of its kind.
    pub complete_multicast: f64,
    /// η_complete of (10), packets per output and slot that arrive at all their destinations.
    pub complete: f64,
    /// The stages, the first one first.
    pub stages: Vec<Stage>,
}

/// The row R_i of a stage: what stands at a position, and at two positions that follow each other.
struct Row {
    /// h = 2^i, outputs of half a block.
    half: usize,
    fanout: usize,
    /// P_x.
    chances: Vec<f64>,
    /// J_xy at x S + y, S states.
    pairs: Vec<f64>,
}

impl Row {
    /// The number of states, equation (3).
    const fn states(half: usize, fanout: usize) -> usize {
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
    fn first(setting: &Setting, rho: f64, rivals: &[f64; NEEDS], win: &[f64; NEEDS]) -> Self {
        let (block, fanout, m) = (1_usize << (setting.stages - 1), setting.fanout as usize, setting.multicast);
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

    /// l_b of (4).
    fn needs(&self) -> [f64; NEEDS] {
        let mut needs = [0.0; NEEDS];
        self.chances.iter().enumerate().for_each(|(state, chance)| needs[self.need(state)] += chance);
        needs
    }

    /// The states that a packet can have at an output of its element, 0 the lower and 1 the upper, each with its chance; none where it does not need that output.
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
    fn behind(&self, win: &[f64; NEEDS]) -> Vec<f64> {
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
    fn next(&self, win: &[f64; NEEDS]) -> Self {
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

    /// The chance that a multicast packet wins at all elements of its row, equation (9): it touches the half-blocks `first` to `last`, counted from the first block.
    fn all_won(&self, first: usize, last: usize) -> f64 {
        let states = self.chances.len();
        let need = |block: usize| {
            (0..2).filter(|half| (first..=last).contains(&(2 * block + half))).map(|half| 1 << half).sum::<usize>()
        };
        let own = |state: usize, block: usize| wins(need(block), self.need(state));
        let mut chances: Vec<f64> = (0..states).map(|x| self.chances[x] * own(x, 0)).collect();
        for block in 1..=last / 2 {
            let mut next = vec![0.0; states];
            for (x, chance) in chances.iter().enumerate().filter(|(x, _)| self.chances[*x] > 0.0) {
                let part = chance / self.chances[x];
                for (y, sum) in next.iter_mut().enumerate() {
                    *sum += part * self.pairs[x * states + y];
                }
            }
            next.iter_mut().enumerate().for_each(|(y, sum)| *sum *= own(y, block));
            chances = next;
        }
        chances.iter().sum()
    }
}

impl Setting {
    /// The largest load, copies per input and slot: every input sends a packet in every slot.
    pub fn largest_load(&self) -> f64 {
        1.0 - self.multicast + self.multicast * f64::from(self.fanout)
    }

    /// The deliveries at a load in copies per input and slot, 0 to the [largest](Self::largest_load). `None` beyond it, and for more than N/2 destinations.
    ///
    /// Some S² steps a stage, S = 2^(i+1) + f + 2.
    pub fn solve(&self, load: f64) -> Option<Deliveries> {
        let (nodes, fanout, m) = (1_usize << self.stages, self.fanout as usize, self.multicast);
        let offered = load / self.largest_load();
        // The largest load may be written with fewer digits.
        let offered = if offered < 1.0 + ROUNDED { offered.min(1.0) } else { offered };
        if !(0.0..=1.0).contains(&offered) || self.stages < 2 || fanout < 1 || 2 * fanout > nodes {
            return None;
        }
        // The first stage has one element in a row.
        let copied = (fanout - 1) as f64 / (nodes / 2) as f64;
        let one = offered * (1.0 - m * copied) / 2.0;
        let rivals = [1.0 - offered, one, one, offered * m * copied];
        let win = winning(&rivals);
        let split = |start: usize| start / (nodes / 2) != (start + fanout - 1) % nodes / (nodes / 2);
        // By start: the chance to have won so far.
        let mut won: Vec<f64> = (0..nodes).map(|start| if split(start) { win[3] } else { win[1] }).collect();
        let mean = |chances: &[f64]| chances.iter().sum::<f64>() / nodes as f64;
        let mut stages = vec![Stage {
            number: self.stages - 1,
            win: [win[1], win[2], win[3]],
            density: offered,
            next: f64::NAN,
            row: mean(&won),
        }];
        let mut row = Row::first(self, offered, &rivals, &win);
        loop {
            let win = winning(&row.needs());
            let block = 2 * row.half;
            // At most four ways to lie across half-blocks.
            let mut known: Vec<([usize; 2], f64)> = Vec::new();
            let mut chances = Vec::with_capacity(nodes);
            for start in 0..nodes {
                let way = [start % block, start % block + fanout - 1].map(|output| output / row.half);
                let chance = known.iter().find(|(other, _)| *other == way).map(|(_, chance)| *chance);
                chances.push(chance.unwrap_or_else(|| {
                    let chance = row.all_won(way[0], way[1]);
                    known.push((way, chance));
                    chance
                }));
            }
            won.iter_mut().zip(&chances).for_each(|(won, chance)| *won *= chance);
            let states = row.chances.len();
            let density = 1.0 - row.chances[EMPTY];
            let together: f64 = (1..states).flat_map(|x| &row.pairs[x * states + 1..(x + 1) * states]).sum();
            stages.push(Stage {
                number: row.half.ilog2(),
                win: [win[1], win[2], win[3]],
                density,
                next: together / density,
                row: mean(&chances),
            });
            if row.half == 1 {
                let out = row.behind(&win);
                let unicast: f64 = UNICAST.iter().map(|state| out[*state]).sum();
                let delivered: f64 = out.iter().sum();
                let complete_multicast = mean(&won);
                return Some(Deliveries {
                    offered,
                    delivered,
                    unicast,
                    throughput: (delivered - unicast) / fanout as f64 + unicast,
                    complete_multicast,
                    complete: unicast + offered * m * complete_multicast,
                    stages,
                });
            }
            row = row.next(&win);
        }
    }
}
