//! What is odd about a setting or a load, in sentences: nothing is wrong with the numbers there, but a reader who expects otherwise should know why.

use super::end::Limit;
use super::paper::Deviations;
use super::{HypercubeMmpp, Setting};
use crate::model::Model as _;

/// From which relative difference on something is worth a sentence.
const ODD: f64 = 0.05;

/// All sentences at a load; mostly none.
pub(super) fn of(model: &HypercubeMmpp, load: f64) -> Vec<&'static str> {
    let end = model.end;
    let mut remarks = Vec::new();
    if model.shape.cut() {
        remarks.push("The fit of Andersen and Nielsen runs out of components at this Hurst parameter; the least-squares fit follows it further.");
    } else if model.setting.lag1 > 0.0 && model.shape.weights().iter().filter(|weight| **weight > 0.0).count() == 1 {
        remarks.push(
            "This close to H = 1 the fit has one MMPP left, the slowest: a larger H changes nothing any more, and the latency can be below that of a smaller H.",
        );
    }
    if end.limit == Limit::Fit {
        remarks.push(
            "The curve ends where no traffic has the lag-1 correlation asked for; the network itself could carry more.",
        );
    }
    if end.load > model.bandwidth_bound() {
        remarks.push("This reading carries more load than the channels have bandwidth for: its queue does not know that channels are shared.");
    }
    if raised_by_bursts(model) {
        remarks.push(
            "Bursts raise the saturation here: without them it lies at least a twentieth lower. Blocking (13) takes the time in which a channel is full, and \
             bursts leave long times with little to block; the messages of a burst see more of it than that.",
        );
    }
    if slowed_by_a_channel(model, load) {
        remarks.push(
            "One virtual channel less would shorten the latency at this load by more than a twentieth: the model slows a message by all circuits that share a \
             channel, and bursts fill however many there are.",
        );
    }
    remarks
}

/// Whether the curve goes on where that of Poisson traffic has folded back.
fn raised_by_bursts(model: &HypercubeMmpp) -> bool {
    if model.calm() || model.end.limit == Limit::Fit {
        return false;
    }
    let calm = model.with_deviations(Deviations { poisson: true, ..model.deviations }).end;
    calm.limit == Limit::Network && model.end.load > (1.0 + ODD) * calm.load
}

/// Whether the latency at a load is shorter with one virtual channel less.
fn slowed_by_a_channel(model: &HypercubeMmpp, load: f64) -> bool {
    let Setting { vcs, .. } = model.setting;
    let Some(here) = model.solve(load).stable().filter(|_| vcs > 1) else { return false };
    // With a channel less all that could be shorter is the sharing, and that by no more than this: every other part grows. It spares solving another network.
    let less = here.law.cut().multiplexing();
    let shared = if model.deviations.data { here.t - here.e } else { here.latency };
    if shared * (1.0 - less / here.vbar) <= ODD * here.latency {
        return false;
    }
    let fewer = HypercubeMmpp::with(Setting { vcs: vcs - 1, ..model.setting }, model.deviations);
    fewer.solve(load).stable().is_some_and(|fewer| fewer.latency < (1.0 - ODD) * here.latency)
}

#[cfg(test)]
mod tests {
    use super::super::{Distance, Retry};
    use super::*;
    use crate::scenario::Reading;
    use crate::traffic::long_range::Weights;

    fn setting(n: u32, vcs: u32, hurst: f64, lag1: f64) -> Setting {
        Setting {
            n,
            vcs,
            flits: 32,
            hurst,
            lag1,
            scales: 5,
            mmpps: 4,
            fit: Weights::LeastSquares,
            distance: Distance::Half,
            retry: Retry::Independent,
        }
    }

    fn said(setting: Setting, reading: Reading, load: f64, part: &str) -> bool {
        HypercubeMmpp::new(setting, reading).remarks(load).iter().any(|remark| remark.contains(part))
    }

    #[test]
    fn bursts_that_raise_the_saturation_are_remarked_on() {
        for hurst in [0.55, 0.7, 0.8, 0.85, 0.9, 0.95] {
            let end = |lag1| HypercubeMmpp::new(setting(6, 5, hurst, lag1), Reading::Printed).end().load;
            let raised = end(0.8) / end(0.0) - 1.0;
            assert_eq!(
                said(setting(6, 5, hurst, 0.8), Reading::Printed, 0.01, "Bursts raise"),
                raised > ODD,
                "{hurst}: {raised}"
            );
            assert!(!said(setting(6, 5, hurst, 0.8), Reading::Refined, 0.01, "Bursts raise"));
            assert!(!said(setting(6, 5, hurst, 0.0), Reading::Printed, 0.01, "Bursts raise"));
        }
        assert!(said(setting(6, 5, 0.95, 0.8), Reading::Printed, 0.01, "Bursts raise"));
        assert!(!said(setting(6, 5, 0.7, 0.8), Reading::Printed, 0.01, "Bursts raise"));
    }

    #[test]
    fn a_virtual_channel_that_lengthens_the_latency_is_remarked_on() {
        let (mut slowed, mut not) = (0, 0);
        for reading in [Reading::Printed, Reading::Refined] {
            for hurst in [0.6, 0.95] {
                for vcs in 1..=12 {
                    for load in [0.004, 0.012, 0.02] {
                        let latency = |vcs| {
                            let model = HypercubeMmpp::new(setting(6, vcs, hurst, 0.8), reading);
                            model.solve(load).stable().map(|solution| solution.latency)
                        };
                        let fewer = if vcs > 1 { latency(vcs - 1) } else { None };
                        let shorter = fewer.zip(latency(vcs)).is_some_and(|(fewer, here)| fewer < (1.0 - ODD) * here);
                        let name = format!("{reading:?} H = {hurst} V = {vcs} load {load}");
                        assert_eq!(said(setting(6, vcs, hurst, 0.8), reading, load, "channel less"), shorter, "{name}");
                        *(if shorter { &mut slowed } else { &mut not }) += 1;
                    }
                }
            }
        }
        assert!(slowed > 5 && not > 50, "{slowed} {not}");
    }

    #[test]
    fn the_last_mmpp_near_h_one_is_remarked_on() {
        let end = |hurst| HypercubeMmpp::new(setting(6, 5, hurst, 0.8), Reading::Printed).end().load;
        let last = |hurst| said(setting(6, 5, hurst, 0.8), Reading::Printed, 0.01, "one MMPP left");
        assert!(last(0.995) && end(0.995) == end(0.999));
        assert!(!last(0.95) && end(0.95) != end(0.955));
        assert!(!said(setting(6, 5, 0.995, 0.0), Reading::Printed, 0.01, "one MMPP left"), "Poisson traffic has no H");
    }
}
