use super::*;
use crate::blessed;
use crate::model::{self, Deviation, EndCause, LatencyShare, Outcome};
use crate::param::{Key, Param, ParamKind, options::Routing};
use crate::scenario::link;
use crate::text::sections;

#[test]
fn each_end_has_its_reason_and_its_numbers() {
    let ends = [
        (EndCause::Blocking(0.362), Some(103.2)),
        (EndCause::Blocking(0.562), None),
        (EndCause::Server { bandwidth: 0.675, rho: 0.7741 }, Some(338.2)),
        (EndCause::Retries(0.125), Some(90.0)),
        (EndCause::Injection, None),
        (EndCause::Queues(0.25), None),
        (EndCause::BlockedWorms(0.4), Some(150.0)),
        (EndCause::FullSources(0.4), None),
        (EndCause::FullNodes(0.4), None),
        (EndCause::FullChannels(0.4), None),
        (EndCause::CrowdedChannel { from: 3, to: 7, busy: 0.8 }, None),
        (EndCause::CrowdedNode { node: 5, busy: 0.8 }, None),
        (EndCause::Bandwidth { channel: Some([3, 7]) }, None),
        (EndCause::Bandwidth { channel: None }, None),
        (EndCause::FullChannel, None),
        (EndCause::FullBisection, None),
        (EndCause::BusyNodes, None),
        (EndCause::NoBound, None),
        (EndCause::NoTraffic, Some(50.0)),
        (EndCause::AllSend, Some(0.4)),
    ];
    let end = |(why, value)| CurveEnd { load: 0.008_723_1, value, why };
    blessed::words("ends of curves", ends, |fact| [end(fact).label().into(), end(fact).sentence()]);
    for end in ends.map(end) {
        let network = end.label().starts_with("queues grow");
        assert_eq!(end.of_network(), network, "{end:?}");
        assert_eq!(end.saturated(), network || end.label() == "model ends" || end.is_bound(), "{end:?}");
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
    let refusals = [
        NoSolution::Stages(40, 16),
        NoSolution::Dimensions(11, 10),
        NoSolution::ShortMessage { flits: 8, least: 12, n: 6 },
        NoSolution::Fanout(9, 4),
        NoSolution::Fanout(2, 1),
        NoSolution::Fraction(1.5),
        NoSolution::Load(4.5),
        NoSolution::Multisets(2.5e6),
        NoSolution::WideRows { fanout: 1024, stages: 11 },
        NoSolution::NotFinite("wait at the source"),
        NoSolution::NotModelled { row: &ROUTING, option: 1, lack: None },
        NoSolution::NotModelled { row: &ROUTING, option: 1, lack: Some(Lack::Broadcasts) },
        NoSolution::NotModelled { row: &ROUTING, option: 1, lack: Some(Lack::Channels(2)) },
        NoSolution::NotModelled { row: &ROUTING, option: 3, lack: Some(Lack::Turns) },
        NoSolution::NoReading,
        NoSolution::NoTraffic { lag1: 0.8, hurst: 0.7, load: 0.828, last: 0.819_8 },
    ];
    blessed::words("refusals of models", refusals, |refusal| refusal.to_string());
}

#[test]
fn a_load_is_said_with_what_its_number_comes_from_and_what_is_delivered() {
    let latency = |latency, shares: &[(LatencyCause, f64)], bernoulli| {
        let shares = shares.iter().map(|&(cause, time)| LatencyShare { cause, time }).collect();
        LoadSummary::Latency { latency, shares, bernoulli }
    };
    let parts = [
        (LatencyCause::Idle, 36.6),
        (LatencyCause::Blocking, 1.9),
        (LatencyCause::Source, 0.04),
        (LatencyCause::Sharing, 17.46),
    ];
    let throughput =
        |delivered, copies| LoadSummary::Throughput { sent: 0.25, load: 1.0, throughput: 0.125, delivered, copies };
    let loads = [
        ("", latency(56.0, &parts, None)),
        ("", latency(36.7, &parts[..1], None)),
        ("#system=hypercube-slotted", latency(2.0, &[(LatencyCause::Idle, 2.0)], Some(2.5))),
        ("#system=banyan-multicast", throughput(None, true)),
        ("#system=banyan-multicast", throughput(Some([0.5, 0.25]), false)),
        ("#system=banyan-multicast", throughput(Some([0.5, 0.25]), true)),
    ];
    blessed::words("summaries of loads", loads, |(fragment, summary)| {
        let model = model::of(link::parse(fragment).scenario.setup());
        let LoadSentence { before, number, after } = summary.said(model.info(), "the model");
        format!("{before}[{number}]{after}")
    });
}

#[test]
fn an_effect_says_where_it_has_no_number() {
    let effects = [
        (Ok(0.123), Some(-0.031)),
        (Ok(0.0), Some(0.0)),
        (Ok(0.0), Some(0.2)),
        (Ok(0.0), None),
        (Err(Missing::With), None),
        (Err(Missing::Without), None),
        (Err(Missing::Both), None),
    ];
    let deviation = Deviation::new("", "(1)", &[]);
    blessed::words("effects of differences", effects, |(change, saturation)| {
        DeviationEffect { deviation, measure: "latency", change, saturation }.words()
    });
}

#[test]
fn every_remark_and_every_end_has_its_sentence() {
    for (list, texts) in [("pub enum Caveat {", CAVEATS), ("pub enum EndCause {", ENDS)] {
        let (_, all) = include_str!("../facts.rs").split_once(list).expect("the variants");
        let all = all.split("\n}").next().unwrap_or_default().lines().map(str::trim);
        let all = all.filter(|line| line.starts_with(char::is_uppercase));
        let all = all.filter_map(|line| line.split(|sign: char| !sign.is_alphanumeric()).next());
        let there = sections(texts).map(|(name, text)| {
            assert!(text.lines().any(|sentence| sentence.contains('.')), "{name}");
            name
        });
        assert_eq!(all.collect::<Vec<_>>(), there.collect::<Vec<_>>());
    }
    assert_eq!(Caveat::SingleRing.sentence(), "A single ring leaves no choice of dimension.");
}

#[test]
fn remarks_have_their_scenes_and_those_on_measured_errors_only_these() {
    use Caveat::*;
    let named = [
        [OnlyBroadcasts, BeyondPaper, Hypercube, SingleRing, NegativeDelay, CompleteTooLow],
        [NothingCopied, SomeCopied, OneRing, NotJudged, OneSlot, BeyondSlots],
    ];
    let scenes: [(&str, &[Caveat]); 18] = [
        ("#beta=1", &[OnlyBroadcasts]),
        ("#n=3", &[BeyondPaper]),
        ("#system=kary-ncube&k=2&n=4", &[Hypercube]),
        ("#system=kary-ncube&n=1", &[SingleRing]),
        ("#system=hypercube-slotted&n=1&reading=printed", &[NegativeDelay]),
        ("#system=banyan-multicast&multicast=0.8", &[CompleteTooLow]),
        ("#system=banyan-multicast&fanout=1", &[NothingCopied]),
        ("#system=banyan-multicast&start=early&fanout=5", &[SomeCopied]),
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
        let model = model::start(scenario.setup());
        let remarks = model.remarks(0.01);
        let said: Vec<_> = remarks.iter().copied().filter(|remark| named.concat().contains(remark)).collect();
        assert_eq!(said, expected, "{fragment}: {remarks:?}");
        assert!(!(remarks.contains(&BeyondSlots) && remarks.contains(&ManySlots)), "{fragment}: one or the other");
        assert!(!matches!(model.point(0.0), Outcome::Saturated), "{fragment}");
    }
    assert!([OneRing, OneSlot, BeyondSlots].iter().all(|remark| remark.sentence().contains("too fast")));
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
