//! The equations, numbered as in the documentation of the model. [`Written`] says how one is written.

use super::{Worms, network::QueuePlace, quantities::QUANTITIES};
use crate::model::{
    equation::{Equations, Written},
    quantity,
};
use crate::text::Beside;

/// All of them.
pub const EQUATIONS: Equations<Worms> =
    Equations { glyphs: &quantity::glyphs::<_, { QUANTITIES.len() }>(QUANTITIES), written: WRITTEN, mathml: MATHML };

fn ports(model: &Worms) -> bool {
    model.network().source() == QueuePlace::Ports
}

fn slots(model: &Worms) -> bool {
    !ports(model)
}

fn broadcasts(model: &Worms) -> bool {
    model.beta() > 0.0
}

fn ring(model: &Worms) -> bool {
    model.network().n == 1
}

fn dimensions(model: &Worms) -> bool {
    !ring(model)
}

/// Made from this file by `tests/all/equations.rs`.
pub(super) const MATHML: Beside = Beside::of(include_str!("mathml.txt"));

const WRITTEN: &[Written<Worms>] = &[
    Written::new("(1), (2), d̄", "mean distance", r"\val{dbar} = \sym{\sum_d d\, p_d}"),
    Written::new("(1), (2), p_d", "chance of a distance of d = 1, 2, ... hops", r"\val{p_d} = \sym{\frac{[x^d] (\sum_z w_z x^z)^n}{k^n - 1}}"),
    Written::new(
        "(2), n_r",
        "hops of a message on which r = 1, 2, ... dimensions are left, with q_r(t) the chance of r of them after a time t in which each dimension moves at rate one",
        r"\val{n_r} = \sym{\int_0^\infty r\, q_r(t)\, dt}",
    ),
    Written::new(
        "(2), J_r",
        "hops made before these, summed: channels held there, of which a worm has no more than flits",
        r"\val{J_r} = \sym{\int_0^\infty r\, q_r(t)\, \mathrm{E}[\min(M, \text{hops made by } t) \mid r \text{ left}]\, dt}",
    ),
    Written::new(
        "(3)",
        "chance to ask for the escape channel of class 0, with the wrap-around still ahead, with r = 1, 2, ... dimensions left",
        r"\val{c_r} = \sym{\sum_x \omega_x \sum_{z > k - 1 - x} \zeta_r(z)}",
    ),
    Written::new(
        "(4), φ_s",
        "chance that a worm met straight ahead came over the channel that I hold",
        r"\val{phi_s} = \sym{\frac{\text{hops followed by one in the same dimension}}{\bar d}}",
    ),
    Written::new(
        "(4), φ_t",
        "the same after a turn",
        r"\val{phi_t} = \sym{\frac{\text{hops followed by one in another dimension}}{\bar d \cdot \text{ways to turn}}}",
    ),
    Written::new("(5)", "the same at a hop with r dimensions left", r"\val{phi_r} = \sym{\sum_{r'} \Phi_{r'r}}"),
    Written::new(
        "(6)",
        "avoidance: how readily a header takes a channel of which one adaptive virtual channel is held",
        r"\val{alpha_r} = \sym{\frac{r (A - 1)}{r A - 1},\quad \alpha_1 = 1}",
    ),
    Written::new(
        "(7)",
        "visibility of another worm on my next channel",
        r"\val{theta_r} = \sym{1 - \varphi_r + \sum_{r'} \Phi_{r'r} \alpha_{r'} \theta_{r'}}",
    ),
    Written::new(
        "(8)",
        "chance that a worm beside me travels along",
        r"\val{q} = \sym{1 - \frac{\sum_r \alpha_r (n_r (1 - \varphi_r) - f_r)}{\sum_r \alpha_r (n_r \theta_r - f_r)}}",
    ),
    Written::new("(9), λ_u", "rate of unicasts", r"\val{lambda_u} = \val{lambda} \by (1 - \val{beta})"),
    Written::new(
        "(9), λ_B",
        "rate of copies of broadcasts on a channel",
        r"\val{lambda_B} = \val{lambda} \by \val{beta} \by \frac{\val{k}^{\val{n}} - 1}{\val{D}}",
    )
    .when(broadcasts),
    Written::new(
        "(9), U",
        "utilisation of a channel",
        r"\val{utilisation} = \left( \frac{\val{lambda_u} \by \val{dbar}}{\val{D}} + \val{lambda_B} \right) \by \val{flits}",
    )
    .main(),
    Written::new(
        "(10)",
        "flits per cycle that v = 0, 1, ... worms get of a channel together, each with the demand m that it would have if the channel were free",
        r"\val{S} = \sym{\mathrm{E}[\min(1, m_1 + \dots + m_v)]}",
    )
    .main(),
    Written::new("(11), (12)", "chance that v = 0, 1, ... virtual channels are held", r"\val{P_v} = \sym{\sum_x \omega_x P_x(a + e_0 + e_1 = v)}"),
    Written::new("(13), E[v]", "mean of them", r"\val{E_v} = \sym{\sum_v v P_v}"),
    Written::new("(13), Ṽ", "mean of them where there is one: a shared channel is that much slower", r"\val{Vtilde} = \sym{\frac{\mathrm{E}[v]}{P(v > 0)}}"),
    Written::new("(13), π", "chance that a = 0, 1, ... adaptive virtual channels are held", r"\val{pi} = \sym{\sum_x \omega_x P_x(a)}"),
    Written::new("(13), κ", "chance that a copy is on a channel", r"\val{kappa} = \sym{\sum_v Q(v, 1)}").when(broadcasts),
    Written::new("(13), χ", "part of the adaptive virtual channels held that copies hold", r"\val{chi} = \sym{\frac{P(c = 1)}{\sum_a a\, \pi_a}}").when(broadcasts),
    Written::new("(13), ν", "rate at which copies start where one can", r"\val{nu} = \sym{\frac{\lambda_B}{\sum_{c = 0,\, u < V} P (1 - \varepsilon)^u}}").when(broadcasts),
    Written::new(
        "(14), G",
        "chance that a worm could go at the rate (i + 1/2)/12 on one channel, i = 0, 1, ...",
        r"\val{G} = \sym{\sum_K B(K) P(X_K + t_i \le 1)}",
    ),
    Written::new("(14), q'", "chance that a worm beside me travels along, copies counted", r"\val{q_eff} = \sym{q \frac{E_u}{E_u + E_c}}"),
    Written::new(
        "(15)",
        "cycles per flit of a worm on j = 1, 2, ... channels: as slow as its most crowded one",
        r"\val{sigma} = \sym{\left( \frac{1}{12} \sum_i G_i^{1 + (j - 1)(1 - q')} \right)^{-1}}",
    )
    .main(),
    Written::new(
        "(16), m",
        "demand: chance that a worm could go at the rate l/12 on a channel if this were free, l = 0, 1, ...; c is the place of the channel on the way, and of those ahead a worm reaches M - 1",
        r"\val{m} = \sym{H_{l-1} - H_l,\quad H_i = (1 - b) \sum_d \frac{W_d}{d} \sum_{c = 1}^d G_i^{(c - 1 + \min(d - c, M - 1))(1 - q')}}",
    ),
    Written::new("(16), τ", "part of the worms of which only the tail is left", r"\val{tau} = \frac{\val{lambda_u} \by \val{dbar} \by \val{flits}}{\val{D} \by \val{N_u}}"),
    Written::new(
        "(17)",
        "chance that a header with r = 1, 2, ... dimensions left is blocked",
        r"\val{Pb_r} = \sym{\left( \pi_A\, \theta_r'^{A} \right)^{r - 1} F_r}",
    )
    .form("two dimensions or more", dimensions)
    .main(),
    Written::new(
        "(17), B'",
        "chance that a header is blocked at its first hop, where a channel is full with the chance F, and at a later one: not by A + 1 worms that came over its own channel",
        r"\val{Pb_hops} = \sym{F,\; \left( 1 - (\varphi_s (1 - \chi))^{A + 1} \right) F}",
    )
    .form("a single ring", ring)
    .main(),
    Written::new("(17)", "mean of them over the hops", r"\val{Pb_r} = \sym{\frac{1}{\bar d} B'_1 + \left( 1 - \frac{1}{\bar d} \right) B'_2}")
        .form("a single ring", ring),
    Written::new(
        "(18), w_r",
        "how long it then waits",
        r"\val{w_r} = \sym{\frac{M}{R} \left( \frac{1}{r A + 2} + \frac{h}{2 (r A + 1)} \right)}",
    )
    .form("two dimensions or more", dimensions)
    .main(),
    Written::new(
        "(18), w'",
        "how long it then waits: behind all headers that wait at its first hop, and behind those on their way at a later one; x is the chance that a channel given back goes to a header that waits",
        r"\val{w_hops} = \sym{\frac{M}{R} \left( \frac{1}{A + 2} + \frac{h}{2 (A + 1)} \right),\; h_1 = \mathrm{E} \left[ \frac{1}{(1 - y)(1 - x)} \right] - 1,\; h_2 = \mathrm{E} \left[ \frac{1}{1 - y} \right] - 1,\; y = \left( 1 - \frac{1}{\bar d} \right) \frac{B'_2}{B'_1} x}",
    )
    .form("a single ring", ring)
    .main(),
    Written::new("(18), w_r", "mean of them over the headers that are blocked", r"\val{w_r} = \sym{\frac{\frac{1}{\bar d} B'_1 w'_1 + \left( 1 - \frac{1}{\bar d} \right) B'_2 w'_2}{B_1}}")
        .form("a single ring", ring),
    Written::new(
        "(18), b",
        "blocked part of the time in the network",
        r"\val{b} = \sym{\frac{\sum_r J_r B_r w_r}{M \sum_d p_d\, d\, \sigma_d + \sum_r J_r B_r w_r}}",
    )
    .form("two dimensions or more", dimensions),
    Written::new(
        "(18), b",
        "blocked part of the time in the network; at its first hop a worm holds nothing",
        r"\val{b} = \sym{\frac{J_1 B'_2 w'_2}{M \sum_d p_d\, d\, \sigma_d + J_1 B'_2 w'_2}}",
    )
    .form("a single ring", ring),
    Written::new(
        "(19)",
        "steps after which the unknowns rest",
        r"\val{steps} = \sym{\min \{ s : \max | x_s - x_{s-1} | < 10^{-10} \}}",
    ),
    Written::new(
        "(20), T",
        "time in the network",
        r"\val{T} = \val{dbar} \by \left( 1 + \frac{\val{sigma_1} - 1}{2} \right) + (\val{flits} - 1) \by \val{sigma_mean} + 1 + \val{blocked}",
    )
    .main(),
    Written::new("(20), T_slot", "time for which a message holds its place at the source", r"\val{T_slot} = \val{T} - 1 - \val{tail_steps}"),
    Written::new(
        "(21)",
        "the variance of that time, with the hops n'_r before which fewer than M are made",
        r"\val{var_slot} = \sym{\frac{2}{3} M^2 \sum_d p_d\, v(F_d) + \sum_r n'_r B_r w_r^2 \frac{2 (r A + 2)}{r A + 3}}",
    ),
    Written::new("(22), T_B", "time for which a copy holds its place at the source", r"\val{T_copy} = \sym{\frac{M}{\sum_v C_v R_v} + h_B w_B}").when(broadcasts),
    Written::new("(22), Var_B", "the variance of that time", r"\val{var_copy} = \sym{\frac{2}{3} M^2 v + h_B w_B^2 \frac{2 (V + 1)}{V + 2}}").when(broadcasts),
    Written::new(
        "(22), ρ",
        "part of the time that a port is busy at the source",
        r"\val{rho} = \frac{\val{lambda_u}}{\val{D}} \by \val{T_slot} + \val{lambda_B} \by \val{T_copy}",
    )
    .form("a queue for each port", ports),
    Written::new(
        "(22), W",
        "wait at the source",
        r"\val{W} = \frac{\frac{\val{lambda_u}}{\val{D}} \by (\val{T_slot}^2 + \val{var_slot}) + \val{lambda_B} \by (\val{T_copy}^2 + \val{var_copy})}{2 \by (1 - \val{rho})}",
    )
    .form("a queue for each port", ports)
    .main(),
    Written::new(
        "(23), ρ",
        "part of the time that a slot is busy at the source",
        r"\val{rho} = \frac{\val{lambda_u} \by \val{T_slot}}{\val{V}}",
    )
    .form("as many slots as virtual channels", slots),
    Written::new("(23), C", "chance that a message waits at the source", r"\val{C} = \sym{\frac{B_V}{1 - \rho (1 - B_V)}}")
        .form("as many slots as virtual channels", slots),
    Written::new(
        "(23), W",
        "wait at the source",
        r"\val{W} = \frac{\val{C} \by \val{T_slot}}{\val{V} \by (1 - \val{rho})} \by \frac{1 + \val{var_slot} / \val{T_slot}^2}{2}",
    )
    .form("as many slots as virtual channels", slots)
    .main(),
    Written::new("(22), (23), latency", "mean latency of a unicast", r"\val{latency} = \val{T} + \val{W}").main(),
];
