//! Scenes of `kary-ncube`. The paper draws the model, the more exact one of its reference [28] and the one of average distance in one figure: as printed, corrected, average.

use super::{CLASSIC, EXPERIMENT, LIMITS, Preset, UNEVEN};

const FIGURE_1: &str = "Khonsari et al. 2003, Figure 1";
const MODELS: &str = "The paper's general, complex and average-distance models are the curves as printed, corrected and average distance. The paper says its own model ends before the complex one; its equations give the opposite.";
const MODELS_5: &str = "The paper's general, complex and average-distance models are the curves as printed, corrected and average distance. The paper says its own model ends before the complex one; its equations give the opposite. The text names the 10-ary 5-cube, the caption the 10-ary 3-cube.";
const MODELS_3: &str = "The paper's general, complex and average-distance models are the curves as printed, corrected and average distance. The paper says its own model ends before the complex one; its equations give the opposite. The caption names the 10-ary 3-cube, the text the 10-ary 5-cube.";
const BOURA: &str =
    "In a hypercube each hop finishes one dimension, so all variants agree with the model of Boura et al.";

scenes! {
    FIGURE_1 {
        "8-ary 3-cube, V = 3, M = 32": MODELS
            => "v=2&system=kary-ncube&k=8&n=3&flits=32&load=0.0018&show=printed,corrected,average";
        "8-ary 3-cube, V = 3, M = 64": MODELS
            => "v=2&system=kary-ncube&k=8&n=3&flits=64&load=0.001&show=printed,corrected,average";
        "8-ary 3-cube, V = 5, M = 32": MODELS
            => "v=2&system=kary-ncube&k=8&n=3&vcs=5&flits=32&load=0.0026&show=printed,corrected,average";
        "8-ary 3-cube, V = 5, M = 64": MODELS
            => "v=2&system=kary-ncube&k=8&n=3&vcs=5&flits=64&load=0.0015&show=printed,corrected,average";
        "10-ary 5-cube, V = 3, M = 32": MODELS_5
            => "v=2&system=kary-ncube&k=10&n=5&flits=32&load=0.0011&show=printed,corrected,average";
        "10-ary 5-cube, V = 3, M = 64": MODELS_5
            => "v=2&system=kary-ncube&k=10&n=5&flits=64&load=0.00072&show=printed,corrected,average";
        "10-ary 5-cube, V = 5, M = 32": MODELS_5
            => "v=2&system=kary-ncube&k=10&n=5&vcs=5&flits=32&load=0.0016&show=printed,corrected,average";
        "10-ary 5-cube, V = 5, M = 64": MODELS_5
            => "v=2&system=kary-ncube&k=10&n=5&vcs=5&flits=64&load=0.001&show=printed,corrected,average";
        "10-ary 3-cube, V = 3, M = 32": MODELS_3
            => "v=2&system=kary-ncube&k=10&n=3&flits=32&load=0.0013&show=printed,corrected,average";
        "10-ary 3-cube, V = 3, M = 64": MODELS_3
            => "v=2&system=kary-ncube&k=10&n=3&flits=64&load=0.00075&show=printed,corrected,average";
        "10-ary 3-cube, V = 5, M = 32": MODELS_3
            => "v=2&system=kary-ncube&k=10&n=3&vcs=5&flits=32&load=0.0019&show=printed,corrected,average";
        "10-ary 3-cube, V = 5, M = 64": MODELS_3
            => "v=2&system=kary-ncube&k=10&n=3&vcs=5&flits=64&load=0.0011&show=printed,corrected,average";
        "2-ary 3-cube, V = 3, M = 32": BOURA
            => "v=2&system=kary-ncube&k=2&n=3&flits=32&load=0.019&show=printed,corrected,average";
        "2-ary 3-cube, V = 3, M = 64": BOURA
            => "v=2&system=kary-ncube&k=2&n=3&flits=64&load=0.0097&show=printed,corrected,average";
        "2-ary 3-cube, V = 7, M = 32": "Only the caption names V = 7."
            => "v=2&system=kary-ncube&k=2&n=3&vcs=7&flits=32&load=0.024&show=printed,corrected,average";
    }
    LIMITS {
        "One ring": "n = 1: a header never has a choice of dimension."
            => "v=2&system=kary-ncube&k=8&n=1&flits=32&load=0.0014&show=printed,average";
        "Binary 8-cube": "256 nodes: short paths, and many dimensions to choose from."
            => "v=2&system=kary-ncube&k=2&n=8&vcs=5&flits=32&load=0.019";
        "More virtual channels": "V = 8: messages are hardly ever blocked; what remains is the sharing of channels."
            => "v=2&system=kary-ncube&k=8&n=3&vcs=8&flits=32&load=0.0029";
        "A trillion nodes": "32-ary 8-cube, 2⁴⁰ nodes: the model needs only the eight probabilities of how many dimensions are left."
            => "v=2&system=kary-ncube&k=32&n=8&flits=32&reading=corrected&load=0.000062&show=refined";
        "Where the choice runs out": "Second chart: 28 % of the hops have one dimension left. By the exact law, three quarters of all blocking happens there."
            => "v=2&system=kary-ncube&k=8&n=3&flits=32&load=0.0021&show=printed,corrected,average";
    }
    EXPERIMENT {
        "What blocking really costs": "The model predicts more blockings than the simulation shows, but shorter ones. Compare them quantity by quantity."
            => "v=2&system=kary-ncube&k=8&n=3&flits=32&load=0.0018&auto=1";
        "Where the paper's curve ends, and the network does not": "V = 5: the paper's equations end at less than two thirds of the load that the simulated network carries. Our model follows the network."
            => "v=2&system=kary-ncube&k=8&n=3&vcs=5&flits=32&load=0.0026&auto=1";
    }
    UNEVEN {
        "Transpose on a mesh, dimension order": "8 × 8: (x, y) sends to (y, x). Each row turns at the diagonal, so the last channel before a corner carries the most: it is full at λ = 0.0089, and our curve ends there."
            => "v=2&system=kary-ncube&k=8&n=2&vcs=4&flits=16&wiring=mesh&pattern=transpose&routing=dimension-order&load=0.006&heat=1";
        "Transpose on a mesh, adaptive": "The same traffic with a choice of paths (dimension order kept): our model ends at more than twice the load, λ = 0.020 instead of 0.0088."
            => "v=2&system=kary-ncube&k=8&n=2&vcs=4&flits=16&wiring=mesh&pattern=transpose&load=0.01&heat=1&pin=routing:dimension-order";
        "The middle of a mesh": "Random destinations in dimension order: the channels in the middle carry the most, and those at the edges the least."
            => "v=2&system=kary-ncube&k=8&n=2&vcs=4&flits=16&wiring=mesh&routing=dimension-order&load=0.015&heat=1";
        "A hotspot": "A tenth of all messages go to one node. The channel above it is full at λ = 0.0124, half of the load that this mesh carries without the hotspot."
            => "v=2&system=kary-ncube&k=8&n=2&vcs=4&flits=16&wiring=mesh&routing=dimension-order&pattern=hotspot&hotspot=0.1&hotnode=27&load=0.008&heat=1";
        "Tornado by the shorter way": "Each node of a ring sends almost half way round: all messages go the same way, and half of the channels stay idle."
            => "v=2&system=kary-ncube&k=16&n=1&vcs=8&flits=16&ways=two&pattern=tornado&routing=dimension-order&load=0.004&heat=1";
        "Tornado by way of a random node": "Valiant's routing uses both directions. Messages make 8 hops instead of 7, and yet the ring carries more than by the shorter way (kept)."
            => "v=2&system=kary-ncube&k=16&n=1&vcs=8&flits=16&ways=two&pattern=tornado&routing=valiant&load=0.005&heat=1&pin=routing:dimension-order";
        "Bit reverse in a hypercube": "64 nodes in dimension order: the messages of 4 nodes meet on one channel. With a choice of paths (kept) the same hypercube carries almost five times the load."
            => "v=2&system=kary-ncube&k=2&n=6&vcs=4&flits=16&pattern=bit-reverse&routing=dimension-order&load=0.01&pin=routing:adaptive";
        "Neighbours on a torus": "Each node sends one step along both dimensions: each channel carries the messages of one node alone."
            => "v=2&system=kary-ncube&k=8&n=2&vcs=4&flits=16&ways=two&pattern=neighbour&routing=dimension-order&load=0.03&heat=1";
    }
    CLASSIC {
        "Low or high dimension, at equal bisection": "256 nodes, as many wires across the middle: idle, the 16-ary 2-cube needs 47 cycles and the binary 8-cube 260, but the 8-cube carries three times the load."
            => "v=2&system=kary-ncube&k=16&n=2&vcs=3&flits=32&load=0.0007&tab=data&equal=bisection";
        "Low or high dimension, at equal pins": "256 nodes, as many wires at each node: idle, the 16-ary 2-cube needs 79 cycles and the binary 8-cube 260, but the 8-cube carries almost six times the load."
            => "v=2&system=kary-ncube&k=16&n=2&vcs=3&flits=64&load=0.00035&tab=data&equal=pins";
    }
}
