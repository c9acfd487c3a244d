//! Pictures of the animation that are taken away.

use super::{
    share::{asked, file},
    *,
};
use crate::{export::share, player::Settings};
use flitscope_show::animation::frame::NodeShape;

/// Every element that is opened is closed, in its order, and no attribute comes twice.
pub(super) fn is_whole(svg: &str) {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1).filter_map(|rest| rest.split('>').next()).filter(|tag| !tag.starts_with('?')) {
        let name = tag.trim_start_matches('/').split([' ', '/']).next().expect("a name");
        let attributes: Vec<_> = tag.split('"').step_by(2).filter_map(|part| part.trim().strip_suffix('=')).collect();
        assert!(attributes.iter().all(|name| attributes.iter().filter(|other| *other == name).count() == 1), "{tag}");
        match (tag.starts_with('/'), tag.ends_with('/')) {
            (true, _) => assert_eq!(open.pop(), Some(name)),
            (false, false) => open.push(name),
            (false, true) => {}
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(!svg.contains("NaN") && !svg.contains("inf") && !svg.contains("=\"\""), "{svg}");
}

/// The elements of a picture that have all of these in them.
fn elements<'a>(svg: &'a str, parts: &[&str]) -> Vec<&'a str> {
    svg.lines().filter(|line| parts.iter().all(|part| line.contains(part))).collect()
}

#[test]
fn the_network_is_drawn_with_every_node_and_lane_and_opens_at_its_moment() {
    for fragment in [
        "#k=4&flits=4&cycle=9",
        "#v=2&scene=point&k=4&load=0.01&cycle=400&heat=1",
        "#v=2&system=kary-ncube&k=4&n=2&load=0.01&cycle=500",
        "#v=2&system=hypercube-mmpp&cycle=700",
        "#v=2&system=hypercube-slotted&cycle=200",
        "#v=2&system=banyan-multicast&cycle=5",
    ] {
        let mut bench = Bench::new(fragment);
        bench.settle();
        bench.send(ShareMessage::Open);
        assert!(bench.said("share-pictures").contains("data-of=\"stage-png\""), "{fragment}");
        bench.send(asked("picture", "stage-svg"));
        let drawing = bench.state.player.drawing(Settings::of(bench.state.scenario())).expect("it is drawn");
        let (name, svg) = file(&bench);
        assert!(name.ends_with("-stage.svg"), "{name}");
        is_whole(svg);

        // All nodes at rest are one path: a disc goes to its right and begins there, a switching element begins once.
        let nodes = |form: NodeShape| drawing.layout.nodes.iter().filter(|node| node.form == form).count();
        let rest = elements(svg, &["<path", "fill=\"#ffffff\""])[0];
        let (discs, switches) = (nodes(NodeShape::Disc), nodes(NodeShape::Switch));
        assert_eq!(
            (rest.matches('M').count(), rest.matches('A').count()),
            (2 * discs + switches, 2 * discs),
            "{fragment}"
        );

        // Each message has a band, whose stretches are no more than its lanes.
        let of_worms = [LaneTone::Unicast, LaneTone::Copy, LaneTone::Reserved];
        let lanes: Vec<_> = drawing.frame.lanes.iter().filter(|lane| of_worms.contains(&lane.tone)).collect();
        let messages: std::collections::BTreeSet<_> = lanes.iter().map(|lane| lane.message).collect();
        let bands = ["0.22", "0.34"].map(|alpha| elements(svg, &["<path", &format!("opacity=\"{alpha}\"")]).len());
        let bands: usize = bands.into_iter().sum();
        assert!((messages.len()..=lanes.len()).contains(&bands), "{fragment}: {bands} of {}", lanes.len());
        assert!(!drawing.frame.lanes.is_empty(), "{fragment}: something moves");

        let address = share::link_of(svg).expect("a scene");
        assert_eq!(link::parse(address.split_once('#').expect("a fragment").1).scenario, *bench.state.scenario());
        let said = bench.said("caption");
        assert!(svg.contains(&said.split([' ', ':']).next().expect("words").to_owned()), "{said}");
    }
}

#[test]
fn the_ring_of_a_lesson_has_its_dateline() {
    for (fragment, lines) in
        [("#lesson=deadlock&step=2&answer=1&cycle=1000", 1), ("#v=2&system=kary-ncube&n=1&cycle=200", 0)]
    {
        let mut bench = Bench::new(fragment);
        bench.settle();
        bench.send(ShareMessage::Open);
        bench.send(asked("picture", "stage-svg"));
        assert_eq!(file(&bench).1.matches(">dateline<").count(), lines, "{fragment}");
    }
}
