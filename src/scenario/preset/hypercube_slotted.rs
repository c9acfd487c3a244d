//! Scenes of `hypercube-slotted`. The report compares its models with simulation for three sizes.

use super::{EXPERIMENT, LIMITS, Preset};

const FIGURES: &str = "Jacquet and Mühlethaler 1990, Figures 1 to 3";

/// In the order they are offered.
pub(super) const SCENES: &[Preset] = &[
    Preset {
        group: FIGURES,
        title: "N = 16",
        line: "Delay of the Poisson and the Bernoulli model against load. The axis of the figure is 100 λ.",
        link: "system=hypercube-slotted&n=4&load=0.11",
    },
    Preset {
        group: FIGURES,
        title: "N = 16, as printed",
        line: "The equations with the slips of the report, most of them in the Bernoulli delay.",
        link: "system=hypercube-slotted&n=4&reading=printed&load=0.11&show=corrected",
    },
    Preset {
        group: FIGURES,
        title: "N = 32",
        line: "Delay of the Poisson and the Bernoulli model against load. The axis of the figure is 100 λ.",
        link: "system=hypercube-slotted&n=5&load=0.093",
    },
    Preset {
        group: FIGURES,
        title: "N = 32, as printed",
        line: "The equations with the slips of the report, most of them in the Bernoulli delay.",
        link: "system=hypercube-slotted&n=5&reading=printed&load=0.093&show=corrected",
    },
    Preset {
        group: FIGURES,
        title: "N = 64",
        line: "Delay of the Poisson and the Bernoulli model against load. The axis of the figure is 100 λ.",
        link: "system=hypercube-slotted&load=0.079",
    },
    Preset {
        group: FIGURES,
        title: "N = 64, as printed",
        line: "The equations with the slips of the report, most of them in the Bernoulli delay.",
        link: "system=hypercube-slotted&reading=printed&load=0.079&show=corrected",
    },
    Preset {
        group: LIMITS,
        title: "Two nodes",
        line: "n = 1: two nodes take turns on one link. Here the largest load, 1/2, is exact.",
        link: "system=hypercube-slotted&n=1&load=0.3",
    },
    Preset {
        group: LIMITS,
        title: "A million nodes",
        line: "n = 20: the largest load falls as 1/n, because each hop occupies two nodes for a slot.",
        link: "system=hypercube-slotted&n=20&load=0.026",
    },
    Preset {
        group: LIMITS,
        title: "Near the end",
        line: "At 95 % of the largest load the model predicts about twice the simulated delay: the network saturates at a load some 6 % higher.",
        link: "system=hypercube-slotted&load=0.125&axis=log",
    },
    Preset {
        group: EXPERIMENT,
        title: "Beyond the largest load",
        line: "Both models end too early: the simulated network is still stable where they have no solution, and saturates at a slightly higher load.",
        link: "system=hypercube-slotted&load=0.125&auto=1",
    },
];
