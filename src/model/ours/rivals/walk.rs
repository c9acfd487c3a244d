//! The way through the stages at one load, in steps that can be interrupted: equations (1), (4) and (9) to (11).

use super::{
    Deliveries, Setting, Stage, copied, refusal,
    row::{Along, EMPTY, NEEDS, Row, UNICAST, winning},
};

/// The rounding allowance beyond the largest load, relative to it.
const ROUNDED: f64 = 1e-9;

/// Loads below this part of the largest one are solved as it: nothing is lost there, and all rates rise in proportion to the load.
const LIGHT: f64 = 1e-30;

/// The stages from the first one on, as far as they are solved.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    setting: Setting,
    /// The load in terms of that which is solved: below one where that is [`LIGHT`].
    part: f64,
    /// ρ at the load that is solved, packets per input and slot.
    offered: f64,
    /// By start: the chance to have won at all stages so far.
    won: Vec<f64>,
    stages: Vec<Stage>,
    row: Row,
    win: [f64; NEEDS],
    /// The packets that begin in either half of a block of this row, as far as they have been followed.
    along: [Along; 2],
}

fn mean(chances: &[f64]) -> f64 {
    chances.iter().sum::<f64>() / chances.len() as f64
}

impl Walk {
    /// The first stage at a load in copies per input and slot. `None` beyond the largest load, and for a setting without a solution.
    pub(super) fn new(setting: Setting, load: f64) -> Option<Self> {
        let (nodes, fanout, m) = (1_usize << setting.n, setting.fanout as usize, setting.multicast);
        let asked = load / setting.copies_per_packet();
        let light = (0.0..LIGHT).contains(&asked);
        let (part, offered) = if light { (asked / LIGHT, LIGHT) } else { (1.0, asked) };
        // The largest load may be written with fewer digits.
        let offered = if offered < 1.0 + ROUNDED { offered.min(1.0) } else { offered };
        if !(0.0..=1.0).contains(&offered) || refusal(&setting).is_some() {
            return None;
        }
        // The first stage has one element in a row.
        let copied = copied(&setting);
        let one = offered * (1.0 - m * copied) / 2.0;
        let rivals = [1.0 - offered, one, one, offered * m * copied];
        let win = winning(&rivals);
        let split = |start: usize| start / (nodes / 2) != (start + fanout - 1) % nodes / (nodes / 2);
        let won: Vec<f64> = (0..nodes).map(|start| if split(start) { win[3] } else { win[1] }).collect();
        let first = Stage {
            number: setting.n - 1,
            win: [win[1], win[2], win[3]],
            density: offered,
            unicast: offered * (1.0 - m),
            next: f64::NAN,
            row: mean(&won),
        };
        let row = Row::first(&setting, offered, &rivals, &win);
        let (win, along) = (winning(&row.needs()), ways(&row, &setting));
        Some(Self { setting, part, offered, won, stages: vec![first], row, win, along })
    }

    /// Goes on as long as there is more time; the deliveries once the last stage is passed.
    pub(super) fn advance(&mut self, more: &dyn Fn() -> bool) -> Option<Deliveries> {
        while more() {
            let row = &self.row;
            if self.along.iter_mut().all(|along| along.pass(row))
                && let Some(deliveries) = self.pass()
            {
                return Some(deliveries);
            }
        }
        None
    }

    /// Leaves a stage whose rows are followed to their ends.
    fn pass(&mut self) -> Option<Deliveries> {
        let Self { setting, row, win, .. } = self;
        let (block, wide) = (2 * row.half, setting.fanout as usize - 1);
        let chances = (0..self.won.len()).map(|start| {
            let [first, last] = [start % block, start % block + wide].map(|output| output / row.half);
            self.along.iter().find_map(|along| along.chance(first, last)).unwrap_or_default()
        });
        let chances: Vec<f64> = chances.collect();
        self.won.iter_mut().zip(&chances).for_each(|(won, chance)| *won *= chance);
        let states = row.chances.len();
        let density = row.chances[EMPTY + 1..].iter().sum();
        let together: f64 = (1..states).flat_map(|x| &row.pairs[x * states + 1..(x + 1) * states]).sum();
        self.stages.push(Stage {
            number: row.half.ilog2(),
            win: [win[1], win[2], win[3]],
            density,
            unicast: UNICAST.iter().map(|state| row.chances[*state]).sum(),
            next: together / density,
            row: mean(&chances),
        });
        if row.half > 1 {
            self.row = row.next(win);
            (self.win, self.along) = (winning(&self.row.needs()), ways(&self.row, &self.setting));
            return None;
        }
        let part = self.part;
        let out = row.behind(win);
        let unicast: f64 = UNICAST.iter().map(|state| out[*state]).sum();
        let delivered: f64 = out.iter().sum();
        let complete_multicast = mean(&self.won);
        for stage in &mut self.stages {
            (stage.density, stage.unicast) = (part * stage.density, part * stage.unicast);
        }
        Some(Deliveries {
            offered: part * self.offered,
            delivered: part * delivered,
            unicast: part * unicast,
            throughput: part * ((delivered - unicast) / f64::from(setting.fanout) + unicast),
            complete_multicast,
            complete: part * (unicast + self.offered * setting.multicast * complete_multicast),
            stages: std::mem::take(&mut self.stages),
        })
    }
}

/// The packets that begin in either half of a block: the last half-blocks that they touch differ by one at most.
fn ways(row: &Row, setting: &Setting) -> [Along; 2] {
    [0, 1].map(|first| {
        let wide = setting.fanout as usize - 1;
        let last = |output: usize| (output + wide) / row.half;
        let (least, most) = (last(first * row.half), last((first + 1) * row.half - 1));
        Along::new(row, first, least..=most)
    })
}
