//! Scenes of `banyan-multicast`. The text of the paper gives n = 7 for Figures 5 and 6 and the offered load of Figure 7; f and m stand in the drawings only, so the values here are ours.

use super::{EXPERIMENT, LIMITS, Preset};

const FIGURE_2: &str = "Park and Yoon 1996, Figure 2: the first pass";
const FIGURE_3: &str = "Park and Yoon 1996, Figure 3: the second pass";
const FIGURE_4: &str = "Park and Yoon 1996, Figure 4: deadlock";
const FIGURE_5: &str = "Park and Yoon 1996, Figure 5";
const FIGURE_6: &str = "Park and Yoon 1996, Figure 6";
const FIGURE_7: &str = "Park and Yoon 1996, Figure 7";

/// In the order they are offered.
pub(super) const SCENES: &[Preset] = &[
    Preset {
        group: FIGURE_2,
        title: "Region 0100 to 1000, first pass",
        line: "Play from cycle 0: each stage compares one bit of both addresses and splits the header where they differ. The text does not name the source; 5 is that of Figure 3.",
        link: "system=banyan-multicast&n=4&from=5&to=0,3,6,11,13&seed=16&cycle=4",
    },
    Preset {
        group: FIGURE_2,
        title: "Round the end, 1110 to 0001",
        line: "Not in the figure: from a random start the region may pass the last node. The first stage splits it there.",
        link: "system=banyan-multicast&n=4&from=3&to=2,5,9,12&seed=14&cycle=4",
    },
    Preset {
        group: FIGURE_3,
        title: "Five copies, second pass",
        line: "Nodes 4 to 8 send to 0, 3, 6, 11 and 13, in this order: no two copies want the same link (Theorem 1).",
        link: "system=banyan-multicast&n=4&from=5&to=0,3,6,11,13&seed=16&cycle=9",
    },
    Preset {
        group: FIGURE_4,
        title: "Random arbitration: deadlock",
        line: "Source 1 sends to 5 to 8, source 15 to 7 to 12. At μ and ν each packet gets one of the links that both need.",
        link: "system=banyan-multicast&n=4&scene=deadlock&cycle=4",
    },
    Preset {
        group: FIGURE_4,
        title: "Random arbitration: the draws agree",
        line: "The same pair with another seed: one packet wins at both elements, which happens half of the time.",
        link: "system=banyan-multicast&n=4&scene=deadlock&seed=3",
    },
    Preset {
        group: FIGURE_4,
        title: "The upper input first: no deadlock",
        line: "The remedy of the paper: every element prefers its upper input, and the pair passes.",
        link: "system=banyan-multicast&n=4&scene=deadlock&arbitration=upper",
    },
    Preset {
        group: FIGURE_4,
        title: "Three packets refute Theorem 2",
        line: "A deadlock although the upper input is first: a packet that arrives right behind a tail overtakes one that already holds a link.",
        link: "system=banyan-multicast&n=2&fanout=2&scene=deadlock&packets=three&arbitration=upper",
    },
    Preset {
        group: FIGURE_4,
        title: "Links given back at the end",
        line: "The same three packets when each gives its links back all at once, which Theorem 2 needs but does not state.",
        link: "system=banyan-multicast&n=2&fanout=2&scene=deadlock&packets=three&arbitration=upper&release=together",
    },
    Preset {
        group: FIGURE_5,
        title: "Copy rates, f = 2",
        line: "n = 7, second chart. The paper gives the values of f only in the drawing; those here are ours.",
        link: "system=banyan-multicast&fanout=2&load=1&figure=copies",
    },
    Preset {
        group: FIGURE_5,
        title: "Copy rates, f = 4",
        line: "n = 7, second chart. The paper gives the values of f only in the drawing; those here are ours.",
        link: "system=banyan-multicast&fanout=4&load=1&figure=copies",
    },
    Preset {
        group: FIGURE_5,
        title: "Copy rates, f = 8",
        line: "n = 7, second chart. The paper gives the values of f only in the drawing; those here are ours.",
        link: "system=banyan-multicast&load=1&figure=copies",
    },
    Preset {
        group: FIGURE_5,
        title: "Copy rates, f = 16",
        line: "n = 7, second chart. The paper gives the values of f only in the drawing; those here are ours.",
        link: "system=banyan-multicast&fanout=16&load=1&figure=copies",
    },
    Preset {
        group: FIGURE_5,
        title: "Copy rates, f = 32",
        line: "n = 7, second chart. The paper gives the values of f only in the drawing; those here are ours.",
        link: "system=banyan-multicast&fanout=32&load=1&figure=copies",
    },
    Preset {
        group: FIGURE_5,
        title: "Copy rates, f = 64",
        line: "n = 7, second chart. The paper gives the values of f only in the drawing; those here are ours.",
        link: "system=banyan-multicast&fanout=64&load=1&figure=copies",
    },
    Preset {
        group: FIGURE_6,
        title: "f = 1, m = 0.3",
        line: "With f = 1 this is Patel's network. The paper states n = 7, but gives f and m only in the drawing; the values here are ours.",
        link: "system=banyan-multicast&fanout=1&load=0.5&show=corrected,refined&figure=stages",
    },
    Preset {
        group: FIGURE_6,
        title: "f = 4, m = 0.1",
        line: "The paper states n = 7, but gives f and m only in the drawing; the values here are ours.",
        link: "system=banyan-multicast&fanout=4&multicast=0.1&load=1&show=corrected,refined&figure=stages",
    },
    Preset {
        group: FIGURE_6,
        title: "f = 4, m = 0.3",
        line: "The paper states n = 7, but gives f and m only in the drawing; the values here are ours.",
        link: "system=banyan-multicast&fanout=4&load=1&show=corrected,refined&figure=stages",
    },
    Preset {
        group: FIGURE_6,
        title: "f = 8, m = 0.1",
        line: "The paper states n = 7, but gives f and m only in the drawing; the values here are ours.",
        link: "system=banyan-multicast&multicast=0.1&load=1&show=corrected,refined&figure=stages",
    },
    Preset {
        group: FIGURE_6,
        title: "f = 8, m = 0.3",
        line: "The paper states n = 7, but gives f and m only in the drawing; the values here are ours.",
        link: "system=banyan-multicast&load=1&show=corrected,refined&figure=stages",
    },
    Preset {
        group: FIGURE_6,
        title: "f = 8, m = 0.5",
        line: "The paper states n = 7, but gives f and m only in the drawing; the values here are ours.",
        link: "system=banyan-multicast&multicast=0.5&load=1&show=corrected,refined&figure=stages",
    },
    Preset {
        group: FIGURE_6,
        title: "f = 8, m = 1",
        line: "The paper states n = 7, but gives f and m only in the drawing; the values here are ours.",
        link: "system=banyan-multicast&multicast=1&load=1&show=corrected,refined&figure=stages",
    },
    Preset {
        group: FIGURE_6,
        title: "f = 16, m = 0.3",
        line: "The paper states n = 7, but gives f and m only in the drawing; the values here are ours.",
        link: "system=banyan-multicast&fanout=16&load=1&show=corrected,refined&figure=stages",
    },
    Preset {
        group: FIGURE_7,
        title: "(A) f = 4, m = 0.1",
        line: "At offered load 1; second chart: throughput by network size for (A) and (B). The values of f and m are ours.",
        link: "system=banyan-multicast&fanout=4&multicast=0.1&load=1&figure=size",
    },
    Preset {
        group: FIGURE_7,
        title: "(B) f = 4, m = 0.1",
        line: "At offered load 1; second chart: throughput by network size for (A) and (B). The values of f and m are ours.",
        link: "system=banyan-multicast&fanout=4&multicast=0.1&start=early&load=1&figure=size",
    },
    Preset {
        group: FIGURE_7,
        title: "(A) f = 4, m = 0.3",
        line: "At offered load 1; second chart: throughput by network size for (A) and (B). The values of f and m are ours.",
        link: "system=banyan-multicast&fanout=4&load=1&figure=size",
    },
    Preset {
        group: FIGURE_7,
        title: "(B) f = 4, m = 0.3",
        line: "At offered load 1; second chart: throughput by network size for (A) and (B). The values of f and m are ours.",
        link: "system=banyan-multicast&fanout=4&start=early&load=1&figure=size",
    },
    Preset {
        group: FIGURE_7,
        title: "(A) f = 8, m = 0.1",
        line: "At offered load 1; second chart: throughput by network size for (A) and (B). The values of f and m are ours.",
        link: "system=banyan-multicast&multicast=0.1&load=1&figure=size",
    },
    Preset {
        group: FIGURE_7,
        title: "(B) f = 8, m = 0.1",
        line: "At offered load 1; second chart: throughput by network size for (A) and (B). The values of f and m are ours.",
        link: "system=banyan-multicast&multicast=0.1&start=early&load=1&figure=size",
    },
    Preset {
        group: FIGURE_7,
        title: "(A) f = 8, m = 0.3",
        line: "At offered load 1; second chart: throughput by network size for (A) and (B). The values of f and m are ours.",
        link: "system=banyan-multicast&load=1&figure=size",
    },
    Preset {
        group: FIGURE_7,
        title: "(B) f = 8, m = 0.3",
        line: "At offered load 1; second chart: throughput by network size for (A) and (B). The values of f and m are ours.",
        link: "system=banyan-multicast&start=early&load=1&figure=size",
    },
    Preset {
        group: LIMITS,
        title: "Nothing is copied",
        line: "m = 0: Patel's recursion, ρ ← 1 - (1 - ρ/2)².",
        link: "system=banyan-multicast&multicast=0&load=1&figure=stages",
    },
    Preset {
        group: LIMITS,
        title: "Everything is multicast",
        line: "m = 1, f = 8: at load 2, fewer packets reach all their destinations than at load 1.",
        link: "system=banyan-multicast&multicast=1&load=2",
    },
    Preset {
        group: LIMITS,
        title: "Copy early, lose more",
        line: "f = 8, m = 0.5, copies as early as possible: all later stages have to carry them.",
        link: "system=banyan-multicast&multicast=0.5&start=early&load=1&figure=stages",
    },
    Preset {
        group: EXPERIMENT,
        title: "A theory that holds",
        line: "The model's throughput is within one per cent of the simulation at all loads.",
        link: "system=banyan-multicast&load=2&auto=1",
    },
];
