use super::*;
use crate::model::{self, Deviation, EndCause, LatencyShare, Outcome};
use crate::param::{Key, Param, ParamKind, options::Routing};
use crate::scenario::link;

#[test]
fn each_end_has_its_reason_and_its_numbers() {
    let end = |why, value| CurveEnd { load: 0.008_723_1, value, why };
    let said = [
        (
            end(EndCause::Blocking(0.362), Some(103.2)),
            "The paper ends at λ = 0.008723, with channels only 36 % busy: beyond, blocked messages hold channels longer, which blocks more messages. Latency there is 103 cycles.",
        ),
        (
            end(EndCause::Blocking(0.562), None),
            "The paper ends at λ = 0.008723, with channels 56 % busy: beyond, blocked messages hold channels longer, which blocks more messages.",
        ),
        (
            end(EndCause::Server { bandwidth: 0.675, rho: 0.7741 }, Some(338.2)),
            "The paper ends at λ = 0.008723, with channels 68 % busy: it takes a channel for one server, which is then busy 77 % of the time, and with more load messages would hold it ever longer. Latency there is 338 cycles.",
        ),
        (
            end(EndCause::Retries(0.125), Some(90.0)),
            "The paper ends at λ = 0.008723, with all virtual channels of a channel busy 13 % of the time: beyond, failed attempts return as more traffic, which makes more attempts fail. Latency there is 90.0 cycles.",
        ),
        (
            end(EndCause::Injection, None),
            "The paper ends where its injection queues grow without end: from λ = 0.008723 on messages arrive faster than paths are set up and data is sent. Latency grows without bound.",
        ),
        (
            end(EndCause::Queues(0.25), None),
            "The paper ends at λ = 0.008723, with channels only 25 % busy. A node has n channels, but sends or receives one packet at a time: there a packet waits in every slot of every node (λX = 1), and with more load queues grow without bound.",
        ),
        (
            end(EndCause::BlockedWorms(0.4), Some(150.0)),
            "From λ = 0.008723 on queues grow without end, with each channel busy 40 % of the time: blocked messages hold so many virtual channels that they block the rest.",
        ),
        (
            end(EndCause::FullSources(0.4), None),
            "From λ = 0.008723 on queues grow without end, with each channel busy 40 % of the time: messages arrive faster than a node can start them, because earlier ones leave too slowly.",
        ),
        (
            end(EndCause::FullNodes(0.4), None),
            "From λ = 0.008723 on queues grow without end, with each channel busy 40 % of the time: every node has a packet in every slot, and the order in which nodes act pairs no more of them.",
        ),
        (end(EndCause::NoTraffic, Some(50.0)), "Above λ = 0.008723 no traffic has the lag-1 correlation asked for."),
        (
            end(EndCause::AllSend, Some(0.4)),
            "At 0.008723 copies per input per slot every node sends in every slot, so no more load can be offered. The network has no queues: packets that cannot pass are lost.",
        ),
    ];
    for (end, sentence) in said {
        assert_eq!(end.sentence(), sentence);
        let network = end.label().starts_with("queues grow");
        assert_eq!(end.of_network(), network, "{end:?}");
        assert_eq!(end.saturated(), network || end.label() == "model ends", "{end:?}");
    }
}

#[test]
fn blocking_is_the_reason_of_an_end_only_where_it_is_felt() {
    for (fragment, felt) in
        [("", true), ("#vcs=16", false), ("#system=kary-ncube", true), ("#system=kary-ncube&vcs=16", false)]
    {
        let model = model::of(link::parse(fragment).scenario.setup());
        let end = model.end();
        let Outcome::Stable(last) = model.point(end.load) else { panic!("{fragment}: the fold has a solution") };
        let LoadSummary::Latency { latency, shares, .. } = last.summary else { panic!("a latency") };
        let part =
            shares.iter().find(|share| share.cause == LatencyCause::Blocking).map_or(0.0, |share| share.time / latency);
        assert_eq!((part >= 0.01, end.sentence().contains("block")), (felt, felt), "{fragment}: {part}");
    }
}

#[test]
fn an_equation_without_a_number_has_a_section() {
    let places = ["(16)", "4.1, c_i", "III.2, Q", "appendix, q(z)", "r(1) = ρλ"].map(place);
    assert_eq!(places, ["(16)", "Section 4.1, c_i", "Section III.2, Q", "Appendix, q(z)", "r(1) = ρλ"]);
}

const ROUTING: Param = Param {
    key: Key::Routing,
    symbol: "",
    name: "routing",
    unit: "",
    kind: ParamKind::Choice { options: Routing::CHOICES, default: 0 },
    help: "",
};

#[test]
fn each_refusal_names_the_value_and_what_is_accepted() {
    let said = [
        (NoSolution::Stages(40, 16), "n = 40 is out of range: the network has 1 to 16 stages."),
        (NoSolution::Dimensions(11, 10), "n = 11 is out of range: this variant of the model has 1 to 10 dimensions."),
        (
            NoSolution::ShortMessage { flits: 8, least: 12, n: 6 },
            "M = 8 is out of range: with n = 6 this variant of the model has messages of 12 flits or more, because shorter ones fit into the buffers of their path.",
        ),
        (NoSolution::Fanout(9, 4), "f = 9 is out of range: with 4 stages the fanout is 1 to 8, half of the nodes."),
        (NoSolution::Fanout(2, 1), "f = 2 is out of range: with 1 stage the fanout is 1 to 1, half of the nodes."),
        (NoSolution::Fraction(1.5), "m = 1.5 is out of range: the multicast fraction is between 0 and 1."),
        (
            NoSolution::Load(4.5),
            "A node sends at most one packet per slot, so the offered load is between 0 and 1 - m + m f = 4.500 copies.",
        ),
        (
            NoSolution::Multisets(2.5e6),
            "As printed, the model visits every multiset of distances in the network, here 2.50 million, which takes longer than a page can wait. The other variants visit none, and the command line can wait.",
        ),
        (
            NoSolution::WideRows { fanout: 1024, stages: 11 },
            "With f = 1024 and n = 11 our model compares so many pairs of places along a row that it takes longer than a page can wait. The command line can wait.",
        ),
        (NoSolution::NotFinite("wait at the source"), "The model gives no finite wait at the source here."),
        (
            NoSolution::NotModelled { row: &ROUTING, option: 1, lack: None },
            "No model covers routing = dimension order, only adaptive. The simulation and the proven limits of the load hold.",
        ),
        (
            NoSolution::NotModelled { row: &ROUTING, option: 1, lack: Some(Lack::Broadcasts) },
            "No model covers routing = dimension order here: those of papers assume adaptive, and ours of unequal channels has no broadcasts. The simulation and the proven limits of the load hold.",
        ),
        (
            NoSolution::NotModelled { row: &ROUTING, option: 1, lack: Some(Lack::Channels(2)) },
            "No model covers routing = dimension order here: those of papers assume adaptive, and ours of unequal channels needs at least 2 virtual channels. The simulation and the proven limits of the load hold.",
        ),
        (NoSolution::NoReading, "No variant of this model applies here."),
    ];
    for (refusal, sentence) in said {
        assert_eq!(refusal.to_string(), sentence);
    }
    let traffic = NoSolution::NoTraffic { lag1: 0.8, hurst: 0.7, load: 0.828, last: 0.819_8 }.to_string();
    assert!(traffic.starts_with("No traffic has a lag-1 correlation of 0.662"), "{traffic}");
    assert!(
        traffic.ends_with("this load accepts lag1 from 0 to 0.792, and this lag1 accepts loads up to 0.820."),
        "{traffic}"
    );
}

fn said(summary: &LoadSummary, fragment: &str) -> String {
    let model = model::of(link::parse(fragment).scenario.setup());
    let LoadSentence { before, number, after } = summary.said(model.info(), "the model");
    format!("{before}[{number}]{after}")
}

#[test]
fn a_latency_is_said_with_what_it_comes_from_the_largest_part_first() {
    let share = |cause, time| LatencyShare { cause, time };
    let shares = vec![
        share(LatencyCause::Idle, 36.6),
        share(LatencyCause::Blocking, 1.9),
        share(LatencyCause::Source, 0.04),
        share(LatencyCause::Sharing, 17.46),
    ];
    let summary = LoadSummary::Latency { latency: 56.0, shares, bernoulli: None };
    assert_eq!(
        said(&summary, ""),
        "In the model a unicast message takes [56.0 cycles], 19 more than in the idle network (36.6): 90 % of them from sharing channels with other messages, 10 % from blocking."
    );
    let idle = LoadSummary::Latency { latency: 36.7, shares: vec![share(LatencyCause::Idle, 36.6)], bernoulli: None };
    assert_eq!(said(&idle, ""), "In the model a unicast message takes [36.7 cycles], as in the idle network (36.6).");
    let slotted =
        LoadSummary::Latency { latency: 2.0, shares: vec![share(LatencyCause::Idle, 2.0)], bernoulli: Some(2.5) };
    assert_eq!(
        said(&slotted, "#system=hypercube-slotted"),
        "In the model a packet takes [2.00 slots], as in the idle network (2.00). The Bernoulli model gives 2.50 slots; it counts from generation, half a slot earlier on average."
    );
}

#[test]
fn a_throughput_is_said_with_the_part_that_is_delivered() {
    let throughput =
        |delivered, copies| LoadSummary::Throughput { sent: 0.25, load: 1.0, throughput: 0.125, delivered, copies };
    let banyan = |summary| said(&summary, "#system=banyan-multicast");
    let begin = "Each node sends 0.250 packets per slot, which ask for 1.00 copies. In the model throughput η is [0.125 packets per output per slot]";
    assert_eq!(banyan(throughput(None, true)), format!("{begin}: nothing is sent."));
    let nothing = format!("{begin} (50.0 % of those sent). Nothing is copied.");
    assert_eq!(banyan(throughput(Some([0.5, 0.25]), false)), nothing);
    let copied = "(50.0 % of those sent), counting each delivered copy as 1/f of a packet. Only about 25.0 % of the packets reach all their destinations.";
    assert_eq!(banyan(throughput(Some([0.5, 0.25]), true)), format!("{begin} {copied}"));
}

#[test]
fn an_effect_says_where_it_has_no_number() {
    let deviation = Deviation::new("", "(1)", &[]);
    let effect = |change, saturation| DeviationEffect { deviation, measure: "latency", change, saturation }.words();
    assert_eq!(effect(Ok(0.123), Some(-0.031)), "latency +12 %, model ends 3.1 % earlier");
    assert_eq!(effect(Ok(0.0), Some(0.0)), "latency 0 %, model ends at the same load");
    assert_eq!(effect(Ok(0.0), Some(0.2)), "latency 0 %, model ends 20 % later");
    assert_eq!(effect(Ok(0.0), None), "latency 0 %");
    let missing = [Missing::With, Missing::Without, Missing::Both].map(|missing| effect(Err(missing), None));
    assert_eq!(
        missing,
        ["no latency here with it", "no latency here without it", "no latency here with or without it"]
    );
}

#[test]
fn our_own_models_say_where_their_measured_errors_do_not_hold() {
    use Caveat::{BeyondSlots, ManySlots, NotJudged, OneRing, OneSlot};
    let outside = [OneRing, NotJudged, OneSlot, BeyondSlots];
    let scenes: [(&str, &[Caveat]); 10] = [
        ("#system=kary-ncube&k=16&n=1&vcs=3&flits=32&reading=flow", &[OneRing, NotJudged]),
        ("#system=kary-ncube&k=16&n=2&vcs=3&flits=32&reading=flow", &[]),
        ("#system=kary-ncube&k=8&n=3&vcs=7&flits=32&reading=flow", &[]),
        ("#system=kary-ncube&k=8&n=2&vcs=8&flits=32&reading=flow", &[NotJudged]),
        ("#k=8&vcs=3&reading=flow", &[]),
        ("#system=hypercube-mmpp&n=3&vcs=1&flits=200&lag1=0&reading=flow", &[OneSlot]),
        ("#system=hypercube-mmpp&n=2&vcs=16&flits=32&lag1=0&reading=flow", &[BeyondSlots]),
        ("#system=hypercube-mmpp&n=6&vcs=9&lag1=0&reading=flow", &[BeyondSlots]),
        ("#system=hypercube-mmpp&n=6&vcs=8&lag1=0&reading=flow", &[]),
        ("#system=hypercube-mmpp&n=3&vcs=2&flits=200&lag1=0&reading=flow", &[]),
    ];
    for (fragment, expected) in scenes {
        let scenario = link::parse(fragment).scenario;
        let remarks = model::start(scenario.setup()).remarks(0.0);
        let said: Vec<_> = remarks.iter().copied().filter(|remark| outside.contains(remark)).collect();
        assert_eq!(said, expected, "{fragment}: {remarks:?}");
        assert!(!(remarks.contains(&BeyondSlots) && remarks.contains(&ManySlots)), "{fragment}: one or the other");
    }
    assert!(OneRing.sentence().contains("too fast") && OneSlot.sentence().contains("too fast"));
    assert!(BeyondSlots.sentence().contains("too fast"));
}

#[test]
fn where_every_message_is_a_broadcast_no_unicast_has_a_latency() {
    const UNICAST: [&str; 8] = ["latency", "T", "W", "blocked", "blockings", "S_u", "W_s", "blocking_sum_u"];
    for fragment in [
        "#k=9&vcs=3&flits=32&beta=1&reading=flow",
        "#k=9&vcs=3&flits=32&beta=1",
        "#k=9&vcs=3&flits=32&beta=1&reading=printed",
    ] {
        let model = model::of(link::parse(fragment).scenario.setup());
        let end = model.end();
        assert!(end.load > 0.0 && end.value.is_none() && model.idle().is_none(), "{fragment}: {end:?}");
        assert!(model.curves(20).concat().is_empty(), "{fragment}");
        for part in [0.0, 0.5, 0.9] {
            let point = model.point(part * end.load).stable().expect("a solution");
            assert!(point.measures.is_empty(), "{fragment}");
            assert!(UNICAST.iter().all(|symbol| point.number(symbol).is_none()), "{fragment}");
            assert_eq!(point.number("beta"), Some(1.0));
            let said = point.summary.said(model.info(), "the model");
            assert!(said.number.is_empty() && said.before.ends_with('.'), "{said:?}");
        }
    }
    let nearly = model::of(link::parse("#k=9&vcs=3&flits=32&beta=0.99&reading=flow").scenario.setup());
    assert!(nearly.point(0.0).stable().is_some_and(|point| point.measures.len() == 1 && point.number("T").is_some()));
}

#[test]
fn every_remark_that_a_scene_has_is_a_sentence() {
    let scenes = [
        ("#beta=1", Caveat::OnlyBroadcasts),
        ("#n=3", Caveat::BeyondPaper),
        ("#system=kary-ncube&k=2&n=4", Caveat::Hypercube),
        ("#system=kary-ncube&n=1", Caveat::SingleRing),
        ("#system=hypercube-slotted&n=1&reading=printed", Caveat::NegativeDelay),
        ("#system=banyan-multicast&multicast=0.8", Caveat::CompleteTooLow),
        ("#system=banyan-multicast&fanout=1", Caveat::NothingCopied),
        ("#system=banyan-multicast&start=early&fanout=5", Caveat::SomeCopied),
    ];
    for (fragment, remark) in scenes {
        let scenario = link::parse(fragment).scenario;
        let model = model::of(scenario.setup());
        let remarks = model.remarks(0.01);
        assert!(remarks.contains(&remark), "{fragment}: {remarks:?}");
        assert!(remarks.iter().all(|remark| remark.sentence().ends_with('.')));
        assert!(!matches!(model.point(0.0), Outcome::Saturated), "{fragment}");
    }
}
