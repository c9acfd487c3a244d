//! Peculiarities of a setting or a load.

use super::end::Limit;
use super::paper::{DATA, POISSON};
use super::{HypercubeMmpp, Setting};
use crate::model::{Caveat, Solve};

/// From which relative difference on something is worth a remark; the sentences say 5 %.
const ODD: f64 = 0.05;

/// All remarks at a load; mostly none.
pub(super) fn of(model: &HypercubeMmpp, load: f64) -> Vec<Caveat> {
    let end = model.end;
    let last = || model.shape.weights().iter().filter(|weight| **weight > 0.0).count() == 1;
    let cut = model.shape.cut();
    Caveat::holding([
        (cut, Caveat::FitCut),
        (!cut && model.setting.lag1 > 0.0 && last(), Caveat::LastMmpp),
        (end.limit == Limit::Fit, Caveat::TrafficEnds),
        (end.load > model.bandwidth_bound(), Caveat::BeyondBandwidth),
        (raised_by_bursts(model), Caveat::RaisedByBursts),
        (slowed_by_a_channel(model, load), Caveat::SlowedByChannel),
    ])
}

/// True if the curve continues where that of Poisson traffic has folded back.
fn raised_by_bursts(model: &HypercubeMmpp) -> bool {
    if model.calm() || model.end.limit == Limit::Fit {
        return false;
    }
    let calm = model.with_deviations(model.deviations.with(POISSON)).end;
    calm.limit == Limit::Network && model.end.load > (1.0 + ODD) * calm.load
}

/// True if the latency at a load is shorter with one virtual channel less.
fn slowed_by_a_channel(model: &HypercubeMmpp, load: f64) -> bool {
    let Setting { vcs, .. } = model.setting;
    let Some(here) = model.solve(load).stable().filter(|_| vcs > 1) else { return false };
    // With a channel less only the sharing could be shorter, by no more than this: that spares solving another network.
    let less = here.law.cut().multiplexing();
    let shared = if model.deviations.has(DATA) { here.t - here.e } else { here.latency };
    if shared * (1.0 - less / here.vbar) <= ODD * here.latency {
        return false;
    }
    let fewer = HypercubeMmpp::with(Setting { vcs: vcs - 1, ..model.setting }, model.deviations);
    fewer.solve(load).stable().is_some_and(|fewer| fewer.latency < (1.0 - ODD) * here.latency)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Reading, link};

    fn setting(n: u32, vcs: u32, hurst: f64, lag1: f64) -> Setting {
        let text = format!("system=hypercube-mmpp&n={n}&vcs={vcs}&hurst={hurst}&lag1={lag1}");
        Setting::of(link::parse(&text).scenario.setup())
    }

    fn said(setting: Setting, reading: Reading, load: f64, remark: Caveat) -> bool {
        of(&HypercubeMmpp::new(setting, reading), load).contains(&remark)
    }

    #[test]
    fn bursts_that_raise_the_saturation_are_remarked_on() {
        for hurst in [0.55, 0.7, 0.8, 0.85, 0.9, 0.95] {
            let end = |lag1| HypercubeMmpp::new(setting(6, 5, hurst, lag1), Reading::Printed).fullest().load;
            let raised = end(0.8) / end(0.0) - 1.0;
            assert_eq!(
                said(setting(6, 5, hurst, 0.8), Reading::Printed, 0.01, Caveat::RaisedByBursts),
                raised > ODD,
                "{hurst}: {raised}"
            );
            assert!(!said(setting(6, 5, hurst, 0.8), Reading::Refined, 0.01, Caveat::RaisedByBursts));
            assert!(!said(setting(6, 5, hurst, 0.0), Reading::Printed, 0.01, Caveat::RaisedByBursts));
        }
        assert!(said(setting(6, 5, 0.95, 0.8), Reading::Printed, 0.01, Caveat::RaisedByBursts));
        assert!(!said(setting(6, 5, 0.7, 0.8), Reading::Printed, 0.01, Caveat::RaisedByBursts));
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
                        assert_eq!(
                            said(setting(6, vcs, hurst, 0.8), reading, load, Caveat::SlowedByChannel),
                            shorter,
                            "{name}"
                        );
                        *(if shorter { &mut slowed } else { &mut not }) += 1;
                    }
                }
            }
        }
        assert!(slowed > 5 && not > 50, "{slowed} {not}");
    }

    #[test]
    fn the_last_mmpp_near_h_one_is_remarked_on() {
        let end = |hurst| HypercubeMmpp::new(setting(6, 5, hurst, 0.8), Reading::Printed).fullest().load;
        let last = |hurst| said(setting(6, 5, hurst, 0.8), Reading::Printed, 0.01, Caveat::LastMmpp);
        assert!(last(0.995) && end(0.995) == end(0.999));
        assert!(!last(0.95) && end(0.95) != end(0.955));
        assert!(!said(setting(6, 5, 0.995, 0.0), Reading::Printed, 0.01, Caveat::LastMmpp), "Poisson traffic has no H");
    }
}
