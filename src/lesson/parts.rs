//! The parts of a latency: who waits where, in the paper's model and in a recorded run.

use super::{
    Lesson, LessonStep, Question, counted, largest, load, model, nearest, per_cent, recorded::BLOCKINGS, scene,
    simulated, three,
};
use crate::model as models;

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
            link: NEAR,
            moment: 600,
            shows: &[],
            question: Question::Choice {
                ask: "Where do most of the extra cycles come from, in the paper's model?",
                options: PARTS,
                right: || largest(&modelled()),
            },
            reveal: || {
                format!(
                    "At {} of that load the model has: {}. Its messages take {} cycles in all, {} in the idle network.",
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
            text: "The same load, simulated: every header that stands is counted, and every cycle for which it stands.",
            link: NEAR,
            moment: 600,
            shows: &[],
            question: Question::Choice {
                ask: "The model gives the latency of the simulation within a few cycles. Are its parts as near?",
                options: &["yes: what gives the right total is right", "no: some part is off by half or more"],
                right: || {
                    let far = |(model, simulated): (f64, f64)| (model - simulated).abs() > 0.5 * simulated;
                    usize::from(modelled().into_iter().zip(simulated_parts()).any(far))
                },
            },
            reveal: || {
                format!(
                    "Simulated: {}; in all {} cycles, where the model has {} and our own model {}. A busy channel is shared by V̄ = {} messages, in the model by {}. The parts are wrong, and what they add up to is nearly right: errors cancel. Our model has headers stand for {} cycles.",
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
};

pub(super) const LATE: &str = "v=2&system=kary-ncube&load=0.0021&reading=corrected&show=printed,corrected,average&figure=dimensions&tab=figures&k=8&n=3&flits=32";

/// Statistics of the hops with one dimension left, and of all others.
struct LastHops {
    /// Their share of all hops.
    hops: f64,
    /// Their share of all blockings.
    blockings: f64,
    /// The part of them that is blocked.
    blocked: f64,
    /// The part of the others that is blocked.
    others: f64,
}

impl LastHops {
    /// Of the hops and blockings of a message: those with one dimension left, and all.
    fn of(hops: [f64; 2], blockings: [f64; 2]) -> Self {
        Self {
            hops: hops[0] / hops[1],
            blockings: blockings[0] / blockings[1],
            blocked: blockings[0] / hops[0],
            others: (blockings[1] - blockings[0]) / (hops[1] - hops[0]),
        }
    }

    fn modelled() -> Self {
        let (n1, all) = (model(LATE, "n1"), model(LATE, "blocking_sum"));
        Self::of([n1, model(LATE, "dbar")], [n1 * model(LATE, "P_ad"), all])
    }

    fn simulated() -> Self {
        let [n1, n2, n3, all] = ["n1", "n2", "n3", "blocking_sum"].map(|symbol| counted(LATE, symbol));
        Self::of([n1, n1 + n2 + n3], [all * counted(LATE, BLOCKINGS), all])
    }
}

/// Most blocking happens where a header has one dimension left.
pub(super) const CHOICE_RUNS_OUT: Lesson = Lesson {
    slug: "choice-runs-out",
    minutes: 10,
    goal: "Adaptive routing helps as long as there is something to choose; at the end of the way there is not.",
    ask: &["How many channels may a header take in the middle of its way?", "What would non-minimal routing change?"],
    steps: &[
        LessonStep {
            text: "A header may take any dimension in which it still has hops to make. The second chart counts the hops by the dimensions that are left.",
            link: LATE,
            moment: 400,
            shows: &[],
            question: Question::Choice {
                ask: "On which hops are headers blocked most, in all?",
                options: &[
                    "on the many hops with two or three dimensions left",
                    "on the few hops with one dimension left",
                ],
                right: || usize::from(LastHops::modelled().blockings > 0.5),
            },
            reveal: || {
                let LastHops { hops, blockings, blocked, others } = LastHops::modelled();
                format!(
                    "On {} of the hops one dimension is left, and in the model {} of all blockings happen there: {} of these hops are blocked, and {} of the others, where a header is blocked only if every dimension is taken.",
                    per_cent(hops),
                    per_cent(blockings),
                    per_cent(blocked),
                    per_cent(others)
                )
            },
            misconception: "Adaptive routing helps all along the way.",
            runs: &[],
        },
        LessonStep {
            text: "The simulated network counts every blocked header with the dimensions that it has left.",
            link: LATE,
            moment: 400,
            shows: &[],
            question: Question::Choice {
                ask: "Which part of all blockings does the simulation find where one dimension is left?",
                options: &["about a quarter, as many as there are such hops", "about two thirds", "nearly all"],
                right: || nearest(&[0.28, 0.66, 1.0], LastHops::simulated().blockings),
            },
            reveal: || {
                let LastHops { hops, blockings, blocked, others } = LastHops::simulated();
                let modelled = LastHops::modelled();
                format!(
                    "{}, on {} of the hops; the model says {}. Of these hops {} are blocked in the simulation and {} in the model, of the others {} and {}. A message takes {} cycles simulated, {} in the model.",
                    per_cent(blockings),
                    per_cent(hops),
                    per_cent(modelled.blockings),
                    per_cent(blocked),
                    per_cent(modelled.blocked),
                    per_cent(others),
                    per_cent(modelled.others),
                    simulated(LATE),
                    three(model(LATE, ""))
                )
            },
            misconception: "Where a model has the right cause, it has the right amount.",
            runs: &[LATE],
        },
    ],
};

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
        assert_eq!(shares.len(), 3);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-4, "{shares:?}");
        let [simulated, modelled] = [LastHops::simulated(), LastHops::modelled()].map(|last| last.hops);
        assert!((simulated - modelled).abs() < 0.01, "{simulated} {modelled}");
    }
}
