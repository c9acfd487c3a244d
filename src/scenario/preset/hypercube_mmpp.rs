//! Scenes of `hypercube-mmpp`. The text names all parameters of its three figures.

use super::{CLASSIC, EXPERIMENT, LIMITS, Preset};

const FIGURE_1: &str = "Min and Ould-Khaoua 2006, Figure 1";
const FIGURE_2: &str = "Min and Ould-Khaoua 2006, Figure 2";
const FIGURE_3: &str = "Min and Ould-Khaoua 2006, Figure 3";
const PRINTED: &str = "V = 3, H = 0.6, ρ = 0.7, five time scales. As printed, the model carries more traffic than the channels have bandwidth for.";
const FIVE: &str = "V = 5, H = 0.7, ρ = 0.8, five time scales.";

scenes! {
    FIGURE_1 {
        "n = 4, M = 32": PRINTED
            => "v=2&system=hypercube-mmpp&n=4&vcs=3&flits=32&hurst=0.6&lag1=0.7&load=0.032";
        "n = 4, M = 64": PRINTED
            => "v=2&system=hypercube-mmpp&n=4&vcs=3&flits=64&hurst=0.6&lag1=0.7&load=0.018";
    }
    FIGURE_2 {
        "n = 6, M = 32": FIVE
            => "v=2&system=hypercube-mmpp&n=6&vcs=5&flits=32&load=0.022";
        "n = 6, M = 64": FIVE
            => "v=2&system=hypercube-mmpp&n=6&vcs=5&flits=64&load=0.012";
    }
    FIGURE_3 {
        "n = 8, M = 32": "V = 7, H = 0.8, ρ = 0.9, five time scales. As printed, its latency is up to 31 % too high at half load; the refined model is within 5 %."
            => "v=2&system=hypercube-mmpp&n=8&vcs=7&flits=32&hurst=0.8&lag1=0.9&load=0.02&show=printed,refined,flow";
        "n = 8, M = 64": "V = 7, H = 0.8, ρ = 0.9, five time scales."
            => "v=2&system=hypercube-mmpp&n=8&vcs=7&flits=64&hurst=0.8&lag1=0.9&load=0.012";
    }
    LIMITS {
        "Poisson traffic": "ρ = 0: the MMPPs have a single rate, the Pollaczek-Khinchine formula gives the wait, and H no longer matters."
            => "v=2&system=hypercube-mmpp&n=6&vcs=5&flits=32&lag1=0&load=0.028&figure=variance";
        "Hardly any memory": "H near 1/2: bursts last a cycle or two, far less than a message, and hardly change the latency."
            => "v=2&system=hypercube-mmpp&n=6&vcs=5&flits=32&hurst=0.51&load=0.028";
        "Bursts that last": "H = 0.9: the correlation lasts over all five decades. Compared with H = 0.7, the printed latency grows by a fifth and the refined one doubles."
            => "v=2&system=hypercube-mmpp&n=6&vcs=5&flits=32&hurst=0.9&lag1=0.9&reading=refined&load=0.025&show=printed,flow";
        "The fit runs out": "H = 0.95 by the published recursion: some of the four processes get no weight. Compare with least squares."
            => "v=2&system=hypercube-mmpp&n=6&vcs=5&flits=32&hurst=0.95&fit=an&load=0.032";
        "One virtual channel": "V = 1: each circuit has its channels to itself; nothing is shared, and many attempts are blocked."
            => "v=2&system=hypercube-mmpp&n=6&vcs=1&flits=32&load=0.011";
    }
    EXPERIMENT {
        "Bursts fill the queues": "Under long bursts, queues grow far below the load at which the printed model ends; the refined curve bends earlier."
            => "v=2&system=hypercube-mmpp&n=6&vcs=5&flits=32&load=0.03&auto=1&show=printed,refined,flow";
        "Where the network ends, and the paper does not": "Poisson traffic: the paper's equations go on to loads that the simulated network does not carry. Our model ends where the network does."
            => "v=2&system=hypercube-mmpp&n=6&vcs=5&flits=32&lag1=0&load=0.03&auto=1";
    }
    CLASSIC {
        "Wormhole or circuits, short messages": "64 nodes, 16 flits, V = 5, Poisson traffic: idle, a circuit takes 25.1 cycles where a worm takes 19.0, a third more. Hypercubes of both kinds carry the same within 2 %."
            => "v=2&system=hypercube-mmpp&n=6&vcs=5&flits=16&lag1=0&load=0.04&tab=data&equal=none";
        "Wormhole or circuits, long messages": "64 nodes, 128 flits, V = 5, Poisson traffic: idle, a circuit takes 137 cycles where a worm takes 131, a twentieth more. Hypercubes of both kinds carry the same within 4 %."
            => "v=2&system=hypercube-mmpp&n=6&vcs=5&flits=128&lag1=0&load=0.005&tab=data&equal=none";
    }
}
