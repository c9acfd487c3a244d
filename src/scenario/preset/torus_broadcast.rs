//! Scenes of `torus-broadcast`. The text of the paper names the sizes, V, M and β of its Figure 1 as lists; which of them belong to one curve
//! stands only in the drawing, so the combinations here are ours.

use super::{CLASSIC, EXPERIMENT, LIMITS, Preset};

const FIGURE_1: &str = "Shahrabi et al. 2002, Figure 1";
const BROADCAST: &str = "How a broadcast spreads";

scenes! {
    FIGURE_1 {
        "8 × 8, 2 % broadcast": "V = 3, M = 32: the smallest network of the figure. The combination is ours: the text gives sizes, V, M and β as lists."
            => "v=2&system=torus-broadcast&load=0.0045";
        "8 × 8, 4 % broadcast": "V = 3, M = 32, our combination: with twice the broadcasts the model ends at a seventh less load."
            => "v=2&system=torus-broadcast&beta=0.04&load=0.004";
        "8 × 8, short messages": "V = 3, M = 16, β = 2 %, our combination: with messages half as long, the model carries almost twice as many."
            => "v=2&system=torus-broadcast&flits=16&load=0.008";
        "10 × 10, 2 % broadcast": "V = 4, M = 48, our combination. The mean ring distance is 2.5, and the paper does not say how to count the third hop."
            => "v=2&system=torus-broadcast&k=10&vcs=4&flits=48&load=0.0026";
        "10 × 10, 4 % broadcast": "V = 4, M = 48, our combination."
            => "v=2&system=torus-broadcast&k=10&vcs=4&flits=48&beta=0.04&load=0.0021";
        "16 × 16, 2 % broadcast": "V = 5, M = 64, our combination."
            => "v=2&system=torus-broadcast&k=16&vcs=5&flits=64&load=0.0011";
        "16 × 16, 4 % broadcast": "V = 5, M = 64, our combination: broadcast copies make up more than half of all flits."
            => "v=2&system=torus-broadcast&k=16&vcs=5&flits=64&beta=0.04&load=0.00085";
    }
    LIMITS {
        "No broadcast at all": "β = 0: the printed and the corrected equations differ only in how they count copies, so here they agree."
            => "v=2&system=torus-broadcast&beta=0&load=0.005&show=corrected,printed,refined&scene=point";
        "The printed slip at its largest": "8 × 8, β = 20 %: the paper counts replicating nodes twice and misses a quarter of the copies."
            => "v=2&system=torus-broadcast&beta=0.2&load=0.0025&show=corrected,printed,flow";
        "More virtual channels": "V = 8: messages are hardly ever blocked; almost all of the delay comes from sharing channels."
            => "v=2&system=torus-broadcast&vcs=8&load=0.007";
        "Three dimensions": "8 × 8 × 8, beyond the paper: the exact path profile instead of the mean path, and our model."
            => "v=2&system=torus-broadcast&n=3&reading=refined&load=0.001";
    }
    BROADCAST {
        "The tree, alone": "4-flit messages on an idle 5 × 5 torus: each node passes the message on when its last flit has arrived."
            => "v=2&system=torus-broadcast&k=5&flits=4&orient=fixed&source=12&load=0.02&speed=0.5&scene=broadcast";
        "Among other messages": "A broadcast on 8 × 8 that shares its channels with unicast messages."
            => "v=2&system=torus-broadcast&flits=16&background=1&source=27&load=0.008&scene=broadcast";
    }
    EXPERIMENT {
        "Where the paper's curve ends, and the network does not": "The paper's equations end at two thirds of the load that the simulated network carries. Our model follows the network up to the load that it carries."
            => "v=2&system=torus-broadcast&load=0.006&auto=1";
    }
    CLASSIC {
        "Broadcast by tree, or one by one": "With trees and β = 2 % the network carries λ = 0.0140. One by one the same messages are 2.24 times as many, and with unicasts alone, the kept curve, it carries 0.0154: half as much, λ = 0.0069. All from our model."
            => "v=2&system=torus-broadcast&load=0.0065&reading=flow&pin=beta:0";
    }
}
