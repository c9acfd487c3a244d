//! Scenes of `torus-broadcast`. The text of the paper names the sizes, V, M and β of its Figure 1 as lists; which of them belong to one curve
//! stands only in the drawing, so the combinations here are ours.

use super::{EXPERIMENT, LIMITS, Preset};

const FIGURE_1: &str = "Shahrabi et al. 2002, Figure 1";
const BROADCAST: &str = "How a broadcast spreads";

/// In the order they are offered.
pub(super) const SCENES: &[Preset] = &[
    Preset {
        group: FIGURE_1,
        title: "8 × 8, 2 % broadcast",
        line: "V = 3, M = 32: the smallest network of the figure.",
        link: "system=torus-broadcast",
    },
    Preset {
        group: FIGURE_1,
        title: "8 × 8, 4 % broadcast",
        line: "V = 3, M = 32: with twice the broadcasts the network saturates at a seventh less load.",
        link: "system=torus-broadcast&beta=0.04&load=0.004",
    },
    Preset {
        group: FIGURE_1,
        title: "8 × 8, short messages",
        line: "V = 3, M = 16, β = 2 %: with messages half as long, the network carries almost twice as many.",
        link: "system=torus-broadcast&flits=16&load=0.008",
    },
    Preset {
        group: FIGURE_1,
        title: "10 × 10, 2 % broadcast",
        line: "V = 4, M = 48. The mean ring distance is 2.5, and the paper does not say how to count the third hop.",
        link: "system=torus-broadcast&k=10&vcs=4&flits=48&load=0.0026",
    },
    Preset {
        group: FIGURE_1,
        title: "10 × 10, 4 % broadcast",
        line: "V = 4, M = 48.",
        link: "system=torus-broadcast&k=10&vcs=4&flits=48&beta=0.04&load=0.0021",
    },
    Preset {
        group: FIGURE_1,
        title: "16 × 16, 2 % broadcast",
        line: "V = 5, M = 64.",
        link: "system=torus-broadcast&k=16&vcs=5&flits=64&load=0.0011",
    },
    Preset {
        group: FIGURE_1,
        title: "16 × 16, 4 % broadcast",
        line: "V = 5, M = 64: broadcast copies make up more than half of all flits.",
        link: "system=torus-broadcast&k=16&vcs=5&flits=64&beta=0.04&load=0.00085",
    },
    Preset {
        group: LIMITS,
        title: "No broadcast at all",
        line: "β = 0: the printed and the corrected equations differ only in how they count copies, so here they agree.",
        link: "system=torus-broadcast&beta=0&load=0.005&show=corrected,printed,refined",
    },
    Preset {
        group: LIMITS,
        title: "The printed slip at its largest",
        line: "8 × 8, β = 20 %: the paper counts replicating nodes twice and misses a quarter of the copies.",
        link: "system=torus-broadcast&beta=0.2&load=0.0025",
    },
    Preset {
        group: LIMITS,
        title: "More virtual channels",
        line: "V = 8: messages are hardly ever blocked; almost all of the delay comes from sharing channels.",
        link: "system=torus-broadcast&vcs=8&load=0.007",
    },
    Preset {
        group: LIMITS,
        title: "Three dimensions",
        line: "8 × 8 × 8, beyond the paper: the exact path profile instead of the mean path.",
        link: "system=torus-broadcast&n=3&reading=refined&load=0.001",
    },
    Preset {
        group: BROADCAST,
        title: "The tree, alone",
        line: "4-flit messages on an idle 5 × 5 torus: each node passes the message on when its last flit has arrived.",
        link: "system=torus-broadcast&k=5&flits=4&orient=fixed&source=12&load=0.02&speed=0.5",
    },
    Preset {
        group: BROADCAST,
        title: "Among other messages",
        line: "A broadcast on 8 × 8 that shares its channels with unicast messages.",
        link: "system=torus-broadcast&flits=16&background=1&source=27&load=0.008",
    },
    Preset {
        group: EXPERIMENT,
        title: "The model gives up first",
        line: "The simulated network is a little faster than the model, and stays stable above the load at which the curve ends.",
        link: "system=torus-broadcast&load=0.006&auto=1",
    },
];
