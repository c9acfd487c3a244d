//! The parts of a latency: who waits where, in the paper's model and in a recorded run.

use super::{
    Bar, Lesson, LessonStep, Question, Task, Tone, counted, largest, latency, load, model, per_cent, quantity,
    recorded::BLOCKINGS, scene, simulated, three, trend,
};
use crate::{model as models, param::Key, scenario::Scenario};

pub(super) const NEAR: &str = "v=2&system=torus-broadcast&beta=0&load=0.0089";
const NEAR_OURS: &str = "v=2&system=torus-broadcast&beta=0&load=0.0089&reading=flow";

/// Cycles of blocking, of sharing channels and of waiting at the source.
type Parts = [f64; 3];

/// Cycles of a message in the idle network.
fn idle() -> f64 {
    model(NEAR, "flits") + model(NEAR, "dbar")
}

/// In the paper's model.
fn modelled() -> Parts {
    let of = |symbol| model(NEAR, symbol);
    let (network, waiting) = (of("S_u"), of("W_s"));
    [network - idle(), (of("Vbar") - 1.0) * (network + waiting), waiting]
}

/// In the recorded run. Headers stand for as many cycles as they are blocked times the wait of each; what else the network takes beyond the idle one is
/// sharing.
fn simulated_parts() -> Parts {
    let of = |symbol| counted(NEAR, symbol);
    let blocking = of("blocking_sum_u") * of("W_c");
    [blocking, of("S_u") - idle() - blocking, of("W_s")]
}

fn in_words([blocking, sharing, waiting]: Parts) -> String {
    format!("blocking {} cycles, sharing {}, waiting at the source {}", three(blocking), three(sharing), three(waiting))
}

/// The parts as a bar, after the cycles that a message travels.
fn stacked(of: &'static str, [blocking, sharing, waiting]: Parts) -> Bar {
    let parts = [(Tone::Travel, idle()), (Tone::Sharing, sharing), (Tone::Waiting, waiting), (Tone::Blocked, blocking)];
    Bar::parts(of, "cycles", &parts)
}

const PARTS: &[&str] = &["blocking", "sharing channels", "waiting at the source"];

/// The load in terms of that at which the paper's model ends.
fn of_end() -> f64 {
    load(NEAR) / models::of(scene(NEAR).setup()).end().load
}

/// Near saturation most of the time goes into sharing channels.
pub(super) const WHO_WAITS: Lesson = Lesson {
    slug: "who-waits",
    minutes: 12,
    goal: "Latency has parts: blocking, sharing, waiting at the source. A total may be right while its parts are not.",
    ask: &["Which measurement would tell the parts apart?", "Why may two errors cancel?"],
    steps: &[
        LessonStep {
            text: "A torus without broadcasts, near the load at which the paper's model ends. A message takes longer than in the idle network: it may be blocked for want of a virtual channel, share channels with others flit by flit, or wait at its source.",
            picture: None,
            link: NEAR,
            until: 600,
            shows: &[],
            question: Question::Choice {
                ask: "Where do most of the extra cycles come from, in the paper's model?",
                options: PARTS,
                right: || largest(&modelled()),
            },
            bars: || vec![stacked("the paper’s model", modelled())],
            reveal: || {
                format!(
                    "At {} of the load at which the paper’s model ends, it has: {}. Its messages take {} cycles in all, {} in the idle network.",
                    per_cent(of_end()),
                    in_words(modelled()),
                    three(model(NEAR, "")),
                    three(idle())
                )
            },
            misconception: "Congestion is blocking.",
            runs: &[],
        },
        LessonStep {
            text: "The same load, simulated: every blocked header is counted, and every cycle of its wait.",
            picture: None,
            link: NEAR,
            until: 600,
            shows: &[],
            question: Question::Choice {
                ask: "The model gives the latency of the simulation within a few cycles. Are its parts as near?",
                options: &["yes: a right total has right parts", "no: some part is off by half or more"],
                right: || {
                    let far = |(model, simulated): (f64, f64)| (model - simulated).abs() > 0.5 * simulated;
                    usize::from(modelled().into_iter().zip(simulated_parts()).any(far))
                },
            },
            bars: || vec![stacked("the paper’s model", modelled()), stacked("simulated", simulated_parts())],
            reveal: || {
                format!(
                    "Simulated: {}; in all {} cycles, where the paper's model has {} and our model {}. A busy channel is shared by V̄ = {} messages, in the model by {}. The parts are wrong and their sum is nearly right: errors cancel. In our model headers wait for {} cycles.",
                    in_words(simulated_parts()),
                    simulated(NEAR),
                    three(model(NEAR, "")),
                    three(model(NEAR_OURS, "")),
                    three(counted(NEAR, "Vbar")),
                    three(model(NEAR, "Vbar")),
                    three(model(NEAR_OURS, "blocked"))
                )
            },
            misconception: "A model that gives the right total is right.",
            runs: &[NEAR],
        },
    ],
    task: Some(Task {
        ask: "Set the load so that, in our model, a message takes twice as long as in the idle network, within a twentieth.",
        link: "v=2&system=torus-broadcast&beta=0&load=0.002&reading=flow&show=flow&auto=0",
        keys: &[Key::Load],
        offers: &[],
        solved: |scene| (1.9..2.1).contains(&(latency(scene) / idle())),
        wrong: "load=0.005",
        right: "load=0.0113",
    }),
};

pub(super) const LATE: &str = "v=2&system=kary-ncube&load=0.0021&reading=corrected&show=printed,corrected,average&figure=dimensions&tab=figures&k=8&n=2&flits=32";

/// Statistics of the hops with one dimension left, and of all others.
struct LastHops {
    /// Their share of all hops.
    hops: f64,
    /// Their share of all blockings.
    blockings: f64,
    /// The part of them that is blocked.
    blocked: f64,
}

impl LastHops {
    /// Of the hops and blockings of a message: those with one dimension left, and all.
    fn of(hops: [f64; 2], blockings: [f64; 2]) -> Self {
        Self { hops: hops[0] / hops[1], blockings: blockings[0] / blockings[1], blocked: blockings[0] / hops[0] }
    }

    fn modelled() -> Self {
        let (n1, all) = (model(LATE, "n1"), model(LATE, "blocking_sum"));
        Self::of([n1, model(LATE, "dbar")], [n1 * model(LATE, "P_ad"), all])
    }

    fn simulated() -> Self {
        let [n1, n2, all] = ["n1", "n2", "blocking_sum"].map(|symbol| counted(LATE, symbol));
        Self::of([n1, n1 + n2], [all * counted(LATE, BLOCKINGS), all])
    }
}

/// Most blocking happens where a header has one dimension left.
pub(super) const CHOICE_RUNS_OUT: Lesson = Lesson {
    slug: "choice-runs-out",
    minutes: 10,
    goal: "Adaptive routing helps as long as a header has a choice; at the end of its path it has none.",
    ask: &["How many channels may a header take in the middle of its path?", "What would non-minimal routing change?"],
    steps: &[
        LessonStep {
            text: "Headers on an 8 × 8 torus. A header that still has hops to make in both dimensions may take either; on its last hops one dimension is left.",
            picture: None,
            link: LATE,
            until: 400,
            shows: &[],
            question: Question::Choice {
                ask: "About half of the hops have both dimensions left. On which hops are headers blocked most, in all?",
                options: &[
                    "on the hops with both dimensions left",
                    "on the hops with one dimension left",
                    "equally on both",
                ],
                right: || {
                    let share = LastHops::simulated().blockings;
                    if (0.45..0.55).contains(&share) { 2 } else { usize::from(share > 0.5) }
                },
            },
            bars: || {
                let LastHops { hops, blockings, .. } = LastHops::simulated();
                vec![shares("of 100 hops", hops), shares("of 100 blockings", blockings)]
            },
            reveal: || {
                let LastHops { hops, blockings, .. } = LastHops::simulated();
                format!(
                    "On {} of the hops one dimension is left, and {} of all blockings of the simulated network happen there. A header with a choice is blocked only if both channels are taken.",
                    per_cent(hops),
                    per_cent(blockings)
                )
            },
            misconception: "Adaptive routing helps along the whole path.",
            runs: &[LATE],
        },
        LessonStep {
            text: "The paper’s model has the same cause: it counts the hops by the dimensions that are left.",
            picture: None,
            link: LATE,
            until: 400,
            shows: &[],
            question: Question::Choice {
                ask: "Which share of the blockings does the model put where one dimension is left?",
                options: &["a smaller one", "the same, within a twentieth", "a larger one"],
                right: || {
                    let change = LastHops::modelled().blockings / LastHops::simulated().blockings - 1.0;
                    2 - trend(change, 0.05)
                },
            },
            bars: || {
                let [model, run] = [LastHops::modelled(), LastHops::simulated()].map(|last| last.blockings);
                vec![shares("the paper’s model", model), shares("simulated", run)]
            },
            reveal: || {
                let [model, run] = [LastHops::modelled(), LastHops::simulated()];
                format!(
                    "{} in the model, {} in the simulation. The model has too many headers blocked: {} of the last hops instead of {}. A message takes {} cycles simulated, {} in the model.",
                    per_cent(model.blockings),
                    per_cent(run.blockings),
                    per_cent(model.blocked),
                    per_cent(run.blocked),
                    simulated(LATE),
                    three(super::model(LATE, ""))
                )
            },
            misconception: "Where a model has the right cause, it has the right amount.",
            runs: &[LATE],
        },
    ],
    task: Some(Task {
        ask: "Change the number of dimensions, n, so that fewer than a third of the hops have one dimension left.",
        link: "v=2&system=kary-ncube&k=4&n=2&flits=32&load=0.001&reading=corrected",
        keys: &[Key::N],
        offers: &[],
        solved: |scene| share_of_last_hops(scene) < 1.0 / 3.0,
        wrong: "n=1",
        right: "n=4",
    }),
};

/// The hops or blockings with one dimension left and the others, of a hundred.
fn shares(of: &'static str, share: f64) -> Bar {
    Bar::parts(of, "%", &[(Tone::One, 100.0 * share), (Tone::More, 100.0 - 100.0 * share)])
}

/// The part of the hops of a scene with one dimension left.
fn share_of_last_hops(scene: &Scenario) -> f64 {
    let model = models::of(scene.setup());
    let of = |symbol| quantity(&*model, scene.get(Key::Load), symbol);
    of("n1") / of("dbar")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::{mean, measured};

    #[test]
    fn parts_add_up_to_the_latency_on_both_sides() {
        let sum = |parts: Parts| idle() + parts.iter().sum::<f64>();
        assert!((sum(modelled()) / model(NEAR, "") - 1.0).abs() < 1e-9, "{:?}", modelled());
        // Of messages generated in the window on one side, delivered in it on the other.
        assert!((sum(simulated_parts()) / mean(NEAR) - 1.0).abs() < 0.01, "{:?}", simulated_parts());
        assert!(modelled().into_iter().chain(simulated_parts()).all(|part| part > 0.0));
    }

    #[test]
    fn blockings_by_dimensions_left_are_shares_of_a_whole() {
        let shares = measured(LATE, BLOCKINGS);
        assert_eq!(shares.len(), 2);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-4, "{shares:?}");
        let [simulated, modelled] = [LastHops::simulated(), LastHops::modelled()].map(|last| last.hops);
        assert!((simulated - modelled).abs() < 0.01, "{simulated} {modelled}");
    }
}
