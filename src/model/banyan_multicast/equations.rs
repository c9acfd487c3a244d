//! The equations, in the order of the paper; those without a number have their section and letter. [`Written`] says how one is written.

use super::{BanyanMulticast, Setting, Start, solution::QUANTITIES};
use crate::model::{
    equation::{Equations, Written},
    quantity,
};
use crate::scenario::Reading;
use crate::text::Beside;

/// All of them.
pub const EQUATIONS: Equations<BanyanMulticast> =
    Equations { glyphs: &quantity::glyphs::<_, { QUANTITIES.len() }>(QUANTITIES), written: WRITTEN, mathml: MATHML };

/// True if the law of the region on every link replaces one copy rate.
fn by_region(model: &BanyanMulticast) -> bool {
    let Setting { multicast, start, .. } = model.setting;
    model.reading == Reading::Refined && multicast > 0.0 && start != Start::Early
}

/// Made from this file by `tests/all/equations.rs`.
pub(super) const MATHML: Beside = Beside::of(include_str!("mathml.txt"));

const WRITTEN: &[Written<BanyanMulticast>] = &[
    Written::new(
        "4.2, load",
        "offered load",
        r"\val{load} = (1 - \val{m}) \by \val{rho} + \val{m} \by \val{rho} \by \val{f}",
    )
    .main(),
    Written::new(
        "4.1, c_i",
        "copy rate at stage i = 0, 1, ..., random start",
        r"\val{c_i} = \begin{cases} \frac{\val{f} - 1}{2^{i+1} + \val{f} - 1} & i < \val{n} - 1 \\ \frac{\val{f} - 1}{2^{\val{n} - 1}} & i = \val{n} - 1 \end{cases}",
    )
    .when(|model| model.setting.start == Start::Random && !by_region(model)),
    Written::new(
        "4.1, c_i",
        "copy rate at stage i = 0, 1, ..., copies as early as possible",
        r"\val{c_i} = \frac{\min(\val{f}, 2^{\val{n} - i})}{\min(\val{f}, 2^{\val{n} - 1 - i})} - 1",
    )
    .form("(B)", |model| model.setting.start == Start::Early),
    Written::new(
        "4.1, c_i",
        "share of the multicast packets into stage i = 0, 1, ... that are copied there",
        r"\val{c_i} = \sym{\frac{\sum_{h \text{ copied}} r_i(h)}{\sum_h r_i(h)}}",
    )
    .form("refined", by_region),
    Written::new(
        "(1)",
        "rate out of stage i = 0, 1, ...",
        r"\val{rho_i-1} = \sym{\rho_i (1 + m_i c_i) - \frac{1}{4} \rho_i^2 (1 + m_i c_i)^2 \allowbreak - \frac{1}{2} \rho_i^2 m_i c_i (1 - m_i c_i)}",
    )
    .when(|model| !by_region(model)),
    Written::new(
        "(1)",
        "rate out of stage i = 0, 1, ...: r(h) is the rate of a header h, Q(h) the probability that the other input wants a port of h",
        r"\val{rho_i-1} = \sym{2 \sum_{h'} \sum_{h \to h'} r_i(h) \left(1 - \frac{1}{2} Q_i(h)\right)}",
    )
    .form("refined", by_region),
    Written::new(
        "(2)",
        "unicast rate out of stage i = 0, 1, ...",
        r"\val{u_i-1} = \sym{\rho_i (1 - m_i) - \frac{1}{4} \rho_i^2 (1 - m_i) (1 + m_i c_i)}",
    )
    .when(|model| !by_region(model)),
    Written::new(
        "(2)",
        "unicast rate out of stage i = 0, 1, ...: the same for headers with one destination",
        r"\val{u_i-1} = \sym{2 \sum_{h' \text{ unicast}} \sum_{h \to h'} r_i(h) \left(1 - \frac{1}{2} Q_i(h)\right)}",
    )
    .form("refined", by_region),
    Written::new(
        "4.1, m_i",
        "multicast packets among those into stage i = 0, 1, ...; the first stage has m",
        r"\val{m_i} = \sym{1 - \frac{u_i}{\rho_i}}",
    ),
    Written::new(
        "4.1, η",
        "throughput: each copy that arrives is 1/f of a packet",
        r"\val{eta} = \frac{\val{rho_out} - \val{u_out}}{\val{f}} + \val{u_out}",
    )
    .main(),
    Written::new(
        "4.1, all destinations",
        "packets that arrive at all their destinations, P of the multicast ones; an approximation",
        r"\val{eta_complete} = \val{m} \by \val{rho} \by \val{complete_m} + \val{u_out}",
    ),
];
