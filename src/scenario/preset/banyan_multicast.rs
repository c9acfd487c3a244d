//! Scenes of `banyan-multicast`. The text of the paper gives n = 7 for Figures 5 and 6 and the offered load of Figure 7; f and m stand in the drawings only, so the values here are ours.

use super::{EXPERIMENT, LIMITS, Preset};

const FIGURE_2: &str = "Park and Yoon 1996, Figure 2: the first pass";
const FIGURE_3: &str = "Park and Yoon 1996, Figure 3: the second pass";
const FIGURE_4: &str = "Park and Yoon 1996, Figure 4: deadlock";
const FIGURE_5: &str = "Park and Yoon 1996, Figure 5";
const FIGURE_6: &str = "Park and Yoon 1996, Figure 6";
const FIGURE_7: &str = "Park and Yoon 1996, Figure 7";
const COPIES: &str = "n = 7, second chart. The paper gives the values of f only in the drawing; those here are ours.";
const OURS: &str = "The paper states n = 7, but gives f and m only in the drawing; the values here are ours.";
const SIZES: &str =
    "At offered load 1; second chart: throughput by network size for (A) and (B). The values of f and m are ours.";

scenes! {
    FIGURE_2 {
        "Region 0100 to 1000, first pass": "Play from cycle 0: each stage compares one bit of both addresses and splits the header where they differ. The text does not name the source; 5 is that of Figure 3."
            => "v=2&system=banyan-multicast&n=4&fanout=8&from=5&to=0,3,6,11,13&seed=16&cycle=4&scene=multicast";
        "Round the end, 1110 to 0001": "Not in the figure: from a random start the region may pass the last node. The first stage splits it there."
            => "v=2&system=banyan-multicast&n=4&fanout=8&from=3&to=2,5,9,12&seed=14&cycle=4&scene=multicast";
    }
    FIGURE_3 {
        "Five copies, second pass": "Nodes 4 to 8 send to 0, 3, 6, 11 and 13, in this order: no two copies want the same link (Theorem 1)."
            => "v=2&system=banyan-multicast&n=4&fanout=8&from=5&to=0,3,6,11,13&seed=16&cycle=9&scene=multicast";
    }
    FIGURE_4 {
        "Random arbitration: deadlock": "Source 1 sends to 5 to 8, source 15 to 7 to 12. At μ and ν each packet gets one of the links that both need."
            => "v=2&system=banyan-multicast&n=4&fanout=8&scene=deadlock&cycle=4";
        "Random arbitration: the draws agree": "The same pair with another seed: one packet wins at both elements, which happens half of the time."
            => "v=2&system=banyan-multicast&n=4&fanout=8&scene=deadlock&seed=3";
        "The upper input first: no deadlock": "The remedy of the paper: every element prefers its upper input, and the pair passes."
            => "v=2&system=banyan-multicast&n=4&fanout=8&scene=deadlock&arbitration=upper";
        "Three packets refute Theorem 2": "A deadlock although the upper input is first: a packet that arrives right behind a tail overtakes one that already holds a link."
            => "v=2&system=banyan-multicast&n=2&fanout=2&scene=deadlock&packets=three&arbitration=upper";
        "Links given back at the end": "The same three packets when each gives its links back all at once, which Theorem 2 needs but does not state."
            => "v=2&system=banyan-multicast&n=2&fanout=2&scene=deadlock&packets=three&arbitration=upper&release=together";
    }
    FIGURE_5 {
        "Copy rates, f = 2": COPIES
            => "v=2&system=banyan-multicast&n=7&fanout=2&load=1&figure=copies";
        "Copy rates, f = 4": COPIES
            => "v=2&system=banyan-multicast&n=7&fanout=4&load=1&figure=copies";
        "Copy rates, f = 8": COPIES
            => "v=2&system=banyan-multicast&n=7&fanout=8&load=1&figure=copies";
        "Copy rates, f = 16": COPIES
            => "v=2&system=banyan-multicast&n=7&fanout=16&load=1&figure=copies";
        "Copy rates, f = 32": COPIES
            => "v=2&system=banyan-multicast&n=7&fanout=32&load=1&figure=copies";
        "Copy rates, f = 64": COPIES
            => "v=2&system=banyan-multicast&n=7&fanout=64&load=1&figure=copies";
    }
    FIGURE_6 {
        "f = 1, m = 0.3": "With f = 1 this is Patel's network. The paper states n = 7, but gives f and m only in the drawing; the values here are ours."
            => "v=2&system=banyan-multicast&n=7&fanout=1&load=0.5&show=corrected,refined&figure=stages";
        "f = 4, m = 0.1": OURS
            => "v=2&system=banyan-multicast&n=7&fanout=4&multicast=0.1&load=1&show=corrected,refined&figure=stages";
        "f = 4, m = 0.3": OURS
            => "v=2&system=banyan-multicast&n=7&fanout=4&load=1&show=corrected,refined&figure=stages";
        "f = 8, m = 0.1": OURS
            => "v=2&system=banyan-multicast&n=7&fanout=8&multicast=0.1&load=1&show=corrected,refined&figure=stages";
        "f = 8, m = 0.3": OURS
            => "v=2&system=banyan-multicast&n=7&fanout=8&load=1&show=corrected,refined&figure=stages";
        "f = 8, m = 0.5": OURS
            => "v=2&system=banyan-multicast&n=7&fanout=8&multicast=0.5&load=1&show=corrected,refined&figure=stages";
        "f = 8, m = 1": OURS
            => "v=2&system=banyan-multicast&n=7&fanout=8&multicast=1&load=1&show=corrected,refined&figure=stages";
        "f = 16, m = 0.3": OURS
            => "v=2&system=banyan-multicast&n=7&fanout=16&load=1&show=corrected,refined&figure=stages";
    }
    FIGURE_7 {
        "(A) f = 4, m = 0.1": SIZES
            => "v=2&system=banyan-multicast&n=7&fanout=4&multicast=0.1&load=1&figure=size";
        "(B) f = 4, m = 0.1": SIZES
            => "v=2&system=banyan-multicast&n=7&fanout=4&multicast=0.1&start=early&load=1&figure=size";
        "(A) f = 4, m = 0.3": SIZES
            => "v=2&system=banyan-multicast&n=7&fanout=4&load=1&figure=size";
        "(B) f = 4, m = 0.3": SIZES
            => "v=2&system=banyan-multicast&n=7&fanout=4&start=early&load=1&figure=size";
        "(A) f = 8, m = 0.1": SIZES
            => "v=2&system=banyan-multicast&n=7&fanout=8&multicast=0.1&load=1&figure=size";
        "(B) f = 8, m = 0.1": SIZES
            => "v=2&system=banyan-multicast&n=7&fanout=8&multicast=0.1&start=early&load=1&figure=size";
        "(A) f = 8, m = 0.3": SIZES
            => "v=2&system=banyan-multicast&n=7&fanout=8&load=1&figure=size";
        "(B) f = 8, m = 0.3": SIZES
            => "v=2&system=banyan-multicast&n=7&fanout=8&start=early&load=1&figure=size";
    }
    LIMITS {
        "Nothing is copied": "m = 0: Patel's recursion, ρ ← 1 - (1 - ρ/2)²."
            => "v=2&system=banyan-multicast&n=7&fanout=8&multicast=0&load=1&figure=stages";
        "Everything is multicast": "m = 1, f = 8: at load 2, fewer packets reach all their destinations than at load 1."
            => "v=2&system=banyan-multicast&n=7&fanout=8&multicast=1&load=2";
        "Copy early, lose more": "f = 8, m = 0.5, copies as early as possible: all later stages have to carry them."
            => "v=2&system=banyan-multicast&n=7&fanout=8&multicast=0.5&start=early&load=1&figure=stages";
    }
    EXPERIMENT {
        "A theory that holds": "The model's throughput is within one per cent of the simulation at all loads."
            => "v=2&system=banyan-multicast&n=7&fanout=8&load=2&auto=1";
    }
}
