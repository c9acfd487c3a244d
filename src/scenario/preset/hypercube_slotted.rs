//! Scenes of `hypercube-slotted`. The report compares its models with simulation for three sizes.

use super::{EXPERIMENT, LIMITS, Preset};

const FIGURES: &str = "Jacquet and Mühlethaler 1990, Figures 1 to 3";
const DELAYS: &str = "Delay of the Poisson and the Bernoulli model against load. The axis of the figure is 100 λ.";
const SLIPS: &str = "The equations with the slips of the report, most of them in the Bernoulli delay.";

scenes! {
    FIGURES {
        "N = 16": DELAYS
            => "v=2&system=hypercube-slotted&n=4&load=0.11";
        "N = 16, as printed": SLIPS
            => "v=2&system=hypercube-slotted&n=4&reading=printed&load=0.11&show=corrected";
        "N = 32": DELAYS
            => "v=2&system=hypercube-slotted&n=5&load=0.093";
        "N = 32, as printed": SLIPS
            => "v=2&system=hypercube-slotted&n=5&reading=printed&load=0.093&show=corrected";
        "N = 64": DELAYS
            => "v=2&system=hypercube-slotted&n=6&load=0.079";
        "N = 64, as printed": SLIPS
            => "v=2&system=hypercube-slotted&n=6&reading=printed&load=0.079&show=corrected";
    }
    LIMITS {
        "Two nodes": "n = 1: two nodes take turns on one link. Here the largest load, 1/2, is exact."
            => "v=2&system=hypercube-slotted&n=1&load=0.3";
        "A million nodes": "n = 20: the largest load falls as 1/n, because each hop occupies two nodes for a slot."
            => "v=2&system=hypercube-slotted&n=20&load=0.026";
        "Near the end": "At 95 % of the largest load the model predicts about twice the simulated delay: the network carries some 6 % more."
            => "v=2&system=hypercube-slotted&n=6&load=0.125&axis=log";
    }
    EXPERIMENT {
        "Beyond the largest load": "Both models end too early: the simulated network is still stable where they end, and carries slightly more."
            => "v=2&system=hypercube-slotted&n=6&load=0.125&auto=1";
    }
}
