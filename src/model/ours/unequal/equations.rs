//! The equations, numbered as in the documentation of the model. [`Written`] says how one is written.

use super::{Unequal, quantities::QUANTITIES};
use crate::model::{
    equation::{Equations, Written},
    quantity,
};
use crate::param::options::Routing;
use crate::text::Beside;

/// All of them.
pub const EQUATIONS: Equations<Unequal> =
    Equations { glyphs: &quantity::glyphs::<_, { QUANTITIES.len() }>(QUANTITIES), written: WRITTEN, mathml: MATHML };

/// Made from this file by `tests/all/equations.rs`.
pub(super) const MATHML: Beside = Beside::of(include_str!("mathml.txt"));

fn paths(model: &Unequal) -> bool {
    model.network().is_none_or(|network| network.routing != Routing::Adaptive)
}

fn walks(model: &Unequal) -> bool {
    !paths(model)
}

const WRITTEN: &[Written<Unequal>] = &[
    Written::new("(1)", "mean hops of a message, over the paths f with their weights", r"\val{dbar} = \sym{\frac{\sum_f w_f d_f}{\sum_f w_f}}"),
    Written::new("(2), γ", "messages over the busiest channel c for one of each sender", r"\val{gamma} = \sym{\max_c \sum_f w_f [c \in f]}"),
    Written::new("(2), U", "flits per cycle on it", r"\val{utilisation} = \val{lambda} \by \val{flits} \by \val{gamma}").main(),
    Written::new("(10)", "flits per cycle of v messages on one channel: each wants what it could do if this channel were free", r"\val{S} = \sym{\mathrm{E}[\min(1, m_1 + \dots + m_v)]}"),
    Written::new("(11)", "time that a virtual channel of a full group is held, v being held on its channel in all", r"\val{h} = \sym{\left( \mathrm{E}_{v_g = V_g}\left[ \frac{S(v)}{v M} \right] \right)^{-1}}").when(paths),
    Written::new("(12), x", "load of the virtual queue of the group", r"\val{x} = \frac{\val{lambda} \by \val{gl} \by \val{h}}{\val{V_g}}").when(paths).main(),
    Written::new("(13)", "load of the far end of that queue: where it reaches one, the channel is the limit; g is the relative rate at which messages still come", r"\val{far} = \sym{z_g\, g(V_g + J - 1)\, x_g}").when(paths),
    Written::new("(5), (15)", "virtual channels of the group that are busy", r"\val{held_g} = \sym{\sum_v v\, \pi_g(v),\quad \pi_g \propto \chi \prod_v \frac{\lambda \ell_g M z_g g(v - 1)}{S(v)}}").when(paths),
    Written::new("(16)", "arrivals that do not come while the group is full come at other times", r"\val{z} = \sym{\left( \sum_j \pi_g(j)\, g(j) \right)^{-1}}").when(paths),
    Written::new("(4), (19), E", "messages of an input that are at the channel or wait for it: no more than the input has virtual channels", r"\val{E_t} = \sym{\mathrm{E}[\min(A, V_i)],\quad A \sim \mathrm{Bin}(j, \varphi_t)}").when(paths),
    Written::new("(3), (20), b", "wait of a header, by Little’s law, in the mean over all", r"\val{bl} = \frac{\val{E_t}}{\val{lambda} \by \val{tl}} - \frac{\val{held_g}}{\val{lambda} \by \val{gl}}").when(paths).main(),
    Written::new("(20), w", "wait of one that is blocked", r"\val{w} = \sym{\frac{b_t}{B_t}}").when(paths),
    Written::new("(A1), (A4)", "adaptive virtual channels that are busy: a chain of births at the rate at which headers choose this channel, and deaths", r"\val{pi_a} = \sym{\frac{\text{join}(a - 1)}{a\, S(v) / (v M)}\, \pi_{a-1}}").when(walks),
    Written::new("(17), (18)", "chance that a message could go at a rate on one channel, beside K others", r"\val{G} = \sym{\sum_K B(K)\, Y_K(i)}"),
    Written::new("(26)", "chances of the demands, from what a message could do on its other channels", r"\val{m} = \sym{H(l - 1) - H(l)}"),
    Written::new("(22), (23), T", "network latency: the header waits half a turn at each channel, then each of the gaps between flits crosses all of them", r"\val{T} = \sym{\sum_k \left( 1 + \frac{\sigma_k - 1}{2} \right) + (M - 1) \sigma + 1 + \sum b}").main(),
    Written::new("(23), T_slot", "time for which a message holds its place at the source", r"\val{T_slot} = \sym{T - 1 - \sum_{k \ge 2} \sigma_k}"),
    Written::new("(27), (28), ρ", "part of the time that the slots of the busiest node are busy", r"\val{rho} = \frac{\val{lambda} \by \val{sl} \by \val{T_s}}{\val{slots}}"),
    Written::new("(27), (28), latency", "latency, with the wait at the source", r"\val{latency} = \val{T} + \val{W}").main(),
];
