//! Scenes of `hypercube-slotted`. The report compares its models with simulation for three sizes.

use super::{EXPERIMENT, LIMITS, Preset};

const FIGURES: &str = "Jacquet and Mühlethaler 1990, Figures 1 to 3";

/// In the order they are offered.
pub(super) const SCENES: &[Preset] = &[
    Preset {
        group: FIGURES,
        title: "N = 16",
        line: "Poisson and Bernoulli model against load. The axis of the figure is 100 λ.",
        link: "system=hypercube-slotted&n=4&load=0.11",
    },
    Preset {
        group: FIGURES,
        title: "N = 16, as printed",
        line: "The slips of the report, most of them in the Bernoulli delay.",
        link: "system=hypercube-slotted&n=4&reading=printed&load=0.11&show=corrected",
    },
    Preset {
        group: FIGURES,
        title: "N = 32",
        line: "Poisson and Bernoulli model against load. The axis of the figure is 100 λ.",
        link: "system=hypercube-slotted&n=5&load=0.093",
    },
    Preset {
        group: FIGURES,
        title: "N = 32, as printed",
        line: "The slips of the report, most of them in the Bernoulli delay.",
        link: "system=hypercube-slotted&n=5&reading=printed&load=0.093&show=corrected",
    },
    Preset {
        group: FIGURES,
        title: "N = 64",
        line: "Poisson and Bernoulli model against load. The axis of the figure is 100 λ.",
        link: "system=hypercube-slotted&load=0.079",
    },
    Preset {
        group: FIGURES,
        title: "N = 64, as printed",
        line: "The slips of the report, most of them in the Bernoulli delay.",
        link: "system=hypercube-slotted&reading=printed&load=0.079&show=corrected",
    },
    Preset {
        group: LIMITS,
        title: "Two nodes",
        line: "n = 1: one link in turns. The largest load, 1/2, is exact here.",
        link: "system=hypercube-slotted&n=1&load=0.3",
    },
    Preset {
        group: LIMITS,
        title: "A million nodes",
        line: "n = 20: the maximum load falls like 1/n, because each hop takes two nodes for a slot.",
        link: "system=hypercube-slotted&n=20&load=0.026",
    },
    Preset {
        group: LIMITS,
        title: "Near the end",
        line: "At 95 % of the largest load both delays are about twice too large: the simulated network saturates some 6 % later.",
        link: "system=hypercube-slotted&load=0.125&axis=log",
    },
    Preset {
        group: EXPERIMENT,
        title: "Beyond the largest load",
        line: "Both models end too early: the simulated network still settles where they have no solution, and saturates a little later.",
        link: "system=hypercube-slotted&load=0.125&auto=1",
    },
];
