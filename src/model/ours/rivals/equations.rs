//! The equations, numbered as in the documentation of the model. [`Written`] says how one is written.

use super::{Rivals, quantities::QUANTITIES};
use crate::model::{
    equation::{Equations, Written},
    quantity,
};
use crate::text::Beside;

/// All of them.
pub const EQUATIONS: Equations<Rivals> =
    Equations { glyphs: &quantity::glyphs::<_, { QUANTITIES.len() }>(QUANTITIES), written: WRITTEN, mathml: MATHML };

/// Made from this file by `tests/all/equations.rs`.
pub(super) const MATHML: Beside = Beside::of(include_str!("mathml.txt"));

const WRITTEN: &[Written<Rivals>] = &[
    Written::new("(1), ρ", "rate of a source", r"\val{rho} = \frac{\val{load}}{1 - \val{m} + \val{m} \by \val{f}}"),
    Written::new(
        "(5), c",
        "share of the multicast packets that the first stage copies, with s, ..., s + f - 1 modulo N as destinations",
        r"\val{c} = \frac{\val{f} - 1}{2^{\val{n} - 1}}",
    ),
    Written::new(
        "(3), (6)",
        "rate into stage i = 0, 1, ...: at one position of a row stands nothing (x = 0), a unicast packet (x = 1, 2), or a multicast packet with its last destination T places from the first of its block",
        r"\val{rho_i} = \sym{1 - P_0,\quad P'_z = \sum_x P_x w_{c(x)} [x \to z]}",
    )
    .main(),
    Written::new(
        "(5), (7), (8)",
        "chance that a position of stage i = 0, 1, ... has a packet if the one before it has: E and O are the pairs within an element and between two, of which each makes half of the pairs of a row",
        r"\val{next} = \sym{\frac{1}{\rho_i} \sum_{x, y > 0} J_{xy},\quad J' = \frac{E + O}{2}}",
    )
    .main(),
    Written::new(
        "(2), (4), w_1",
        "chance that a packet for one output of an element of stage i = 0, 1, ... wins, where its rival needs b with chance l_b",
        r"\val{w_1} = \sym{\sum_b l_b W_{1b},\quad W_{ab} = \begin{cases} 1 & a \cap b = \emptyset \\ \frac{1}{2} & a \cap b \ne \emptyset \end{cases}}",
    ),
    Written::new("(2), (4), w_3", "the same for a packet that is copied to both outputs", r"\val{w_3} = \sym{1 - \frac{\rho_i}{2}}"),
    Written::new(
        "(9)",
        "chance that a multicast packet wins at all of its elements of stage i = 0, 1, ..., in the mean over its starts s, with its needs a_0, a_1, ... along the row",
        r"\val{r_i} = \sym{\frac{1}{N} \sum_s \sum_x v_x,\quad v_x \to W_{a_b c(y)} \sum_x \frac{v_x}{P_x} J_{xy}}",
    ),
    Written::new(
        "(1), κ",
        "chance that a multicast packet reaches all of its destinations: rivals of different stages come from different sources",
        r"\val{complete_m} = \sym{\frac{1}{N} \sum_s \prod_i r_i(s)}",
    )
    .main(),
    Written::new("(10), ρ'", "rate of an output", r"\val{rho_out} = \sym{1 - P_0}"),
    Written::new("(10), u'", "unicast rate of an output", r"\val{u_out} = \sym{P_1 + P_2}"),
    Written::new(
        "(11)",
        "throughput: each copy that arrives is 1/f of a packet",
        r"\val{eta} = \frac{\val{rho_out} - \val{u_out}}{\val{f}} + \val{u_out}",
    )
    .main(),
    Written::new(
        "(10), all destinations",
        "packets that arrive at all their destinations",
        r"\val{eta_complete} = \val{u_out} + \val{rho} \by \val{m} \by \val{complete_m}",
    )
    .main(),
];
