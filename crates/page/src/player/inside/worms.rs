//! The router of a wormhole network, opened.

use super::ports;
use crate::player::prelude::*;
use flitscope::{
    sim::wormhole::{Act, InLane, Injection, Obstacle, Onward, Outcome, Request, Router, RouterChannel, Setting},
    text::alternatives,
};
use flitscope_show::animation::inside::{self as shown, Strip};

/// A channel with more lanes shows only those in use.
const ALL: u32 = 8;

const STRIP: u32 = 8;

/// A router at a cycle, with the last cycles of its outgoing channels, or of one that is picked.
pub(super) fn inside(animation: &mut dyn Animation, router: Router, cycle: u32, picked: Option<Item>) -> Inside {
    let node = router.node;
    let before = animation.opened(cycle.saturating_sub(1), node).unwrap_or_else(|| router.clone());
    let strip = strip(animation, cycle, node, if let Some(Item::Link(link)) = picked { Some(link) } else { None });
    let layout = animation.layout();
    let (setting, requests) = (router.setting, router.requests(&before));
    let mut inside = Inside { node, depth: setting.depth, ports: ports(layout, node), strip, ..Inside::default() };
    for road in inside.ports.iter_mut().flat_map(|port| &mut port.roads).flatten() {
        for channel in router.incoming.iter().chain(&router.outgoing) {
            if channel.channel == road.link {
                fill(road, &setting, channel);
            }
        }
    }
    let mut band = |message: u32, from: Option<(u32, u32)>, to: BandEnd| {
        let asked = requests.iter().position(|one| one.message == message).map(|place| place as u32 + 1);
        inside.bands.push(Band { message, from, to, asked });
    };
    for lane in router.buffers() {
        let (message, from) = (lane.view.message, Some((lane.view.channel, lane.view.vc)));
        match lane.onward {
            Onward::Lane(channel, vc) => band(message, from, BandEnd::Lane(channel, vc)),
            Onward::Eject if lane.view.crossed > 0 => band(message, from, BandEnd::Here),
            _ => {}
        }
    }
    for slot in &router.slots {
        if let Some((channel, vc)) = slot.lane {
            band(slot.message, None, BandEnd::Lane(channel, vc));
        }
    }
    for request in &requests {
        if let Outcome::Refused(lanes) = &request.outcome {
            let held = lanes.iter().map(|lane| (lane.channel, lane.vc)).collect();
            let closed = closed(&router, lanes).flat_map(|(channel, vcs)| vcs.into_iter().map(move |vc| (channel, vc)));
            band(request.message, request.from, BandEnd::Blocked(held, closed.collect()));
        }
    }
    let per_port = matches!(setting.injection, Injection::Ports | Injection::PortsV);
    let beside = |queue: u32| per_port.then_some(node * setting.ports() + queue);
    for slot in &router.slots {
        inside.starts.push(Start { message: slot.message, link: beside(slot.queue) });
    }
    for (queue, &length) in (0..).zip(&router.queues) {
        if length > 0 {
            inside.queues.push((beside(queue), length));
        }
    }
    inside.rule = match requests.len() {
        0 | 1 => "A channel carries one flit a cycle: messages that have a lane take turns.",
        _ if setting.routing.is_adaptive() => "The oldest chooses first: an adaptive lane, else its escape lane.",
        _ => "The oldest chooses first: a free lane of its class.",
    };
    Words { layout, router: &router, before: &before }.all(&requests, &mut inside.said);
    sort_small_by(&mut inside.said, |said| router.age(said.message) - f64::from(u8::from(said.waits)) * 1e10);
    inside.routers = Some(Box::new([before, router]));
    inside
}

/// Of the channels that a header asked for, the virtual channels that are free and that it may not take.
fn closed<'a>(router: &'a Router, asked: &'a [Obstacle]) -> impl Iterator<Item = (u32, Vec<u32>)> + 'a {
    router.outgoing.iter().filter_map(|one| {
        let may = |vc: u32| asked.iter().any(|lane| (lane.channel, lane.vc) == (one.channel, vc));
        let free = (0..).zip(&one.lanes).filter(|(vc, lane)| lane.is_none() && !may(*vc)).map(|(vc, _)| vc);
        let free: Vec<u32> = free.collect();
        (!free.is_empty() && asked.iter().any(|lane| lane.channel == one.channel)).then_some((one.channel, free))
    })
}

fn fill(road: &mut Road, setting: &Setting, channel: &RouterChannel) {
    let vcs = setting.vcs;
    let escapes = if setting.routing.is_adaptive() { setting.escapes() } else { 0 };
    road.turn = channel.turn();
    // The adaptive ones are nearest to the middle.
    for place in 0..vcs {
        let lane = (place + escapes) % vcs;
        let holder = channel.lanes[lane as usize].as_ref().map(holder);
        if vcs <= ALL || holder.is_some() {
            road.lanes.push(RoadLane { lane, class: setting.class(lane), holder });
        } else {
            road.free += 1;
        }
    }
}

fn holder(InLane { view, .. }: &InLane) -> Holder {
    let held = view.held - u32::from(view.moved).min(view.held);
    Holder { message: view.message, held, head: view.header(), moved: view.moved }
}

/// The last cycles of the outgoing channels of a node; of a channel that is picked those of its lanes, as its first router sees it.
fn strip(animation: &mut dyn Animation, cycle: u32, node: u32, picked: Option<u32>) -> Strip {
    let from = |link: u32| animation.layout().links.get(link as usize).map(|link| link.from);
    let node = picked.and_then(from).unwrap_or(node);
    let (mut rows, mut last): (_, Option<Router>) = (Vec::new(), None);
    for cycle in cycle.saturating_sub(STRIP)..=cycle {
        let Some(router) = animation.opened(cycle, node) else { break };
        if let Some(before) = &last {
            let lanes = |place: usize| acts(&router, before, place);
            let crosses = |place: usize| lanes(place).into_iter().flatten().find(|(_, words)| words.is_empty());
            let all = 0..router.outgoing.len();
            rows.push((
                cycle,
                match picked {
                    Some(link) => all.filter(|place| router.outgoing[*place].channel == link).flat_map(lanes).collect(),
                    None => all.map(crosses).collect(),
                },
            ));
        }
        last = Some(router);
    }
    let layout = animation.layout();
    let to = |link: u32| layout.links.get(link as usize).map_or("", |link| layout.name(link.to));
    let outgoing = last.iter().flat_map(|router| &router.outgoing);
    match picked {
        Some(link) => {
            let lanes = outgoing.filter(|channel| channel.channel == link).flat_map(|channel| 0..channel.lanes.len());
            let caption = format!("The last cycles of the channel to {}", to(link));
            Strip { columns: lanes.map(|lane| format!("lane {lane}")).collect(), caption, rows }
        }
        None => {
            let columns = outgoing.map(|channel| format!("to {}", to(channel.channel))).collect();
            Strip { columns, caption: "The last cycles: whose flit crossed each channel".into(), rows }
        }
    }
}

/// The activities of the lanes of an outgoing channel between two cycles.
fn acts(router: &Router, before: &Router, place: usize) -> Vec<shown::Act> {
    let words = |vc: u32| match router.act(before, place, vc) {
        Act::Sent => "",
        Act::Turn(_) => "not its turn",
        Act::NoRoom => "no room",
        Act::NodeSent => "node has sent",
        Act::NoFlit => "no flit",
        Act::Free | Act::Done => "has crossed",
    };
    let lanes = (0..).zip(&router.outgoing[place].lanes);
    lanes.map(|(vc, lane)| lane.as_ref().map(|lane| (lane.view.message, words(vc)))).collect()
}

struct Words<'a> {
    layout: &'a Layout,
    router: &'a Router,
    before: &'a Router,
}

impl Words<'_> {
    /// The activity of each message: those that ask, those with a lane of an outgoing channel, and those that arrive.
    fn all(&self, requests: &[Request], said: &mut Vec<Said>) {
        let mut say = |generated: u64, message: u32, (what, waits): (String, bool)| {
            let words = format!("Message {message}, {} cycles old, {what}.", self.router.now - generated);
            said.push(Said { message, words, waits });
        };
        for request in requests {
            say(request.generated, request.message, self.asks(request));
        }
        for (place, channel) in self.router.outgoing.iter().enumerate() {
            for lane in channel.lanes.iter().flatten() {
                if !requests.iter().any(|request| request.message == lane.view.message) {
                    say(lane.generated, lane.view.message, self.has(place, lane));
                }
            }
        }
        for lane in self.router.buffers() {
            if lane.onward == Onward::Eject && lane.view.crossed > 0 {
                say(lane.generated, lane.view.message, ("arrives here".into(), false));
            }
        }
    }

    fn to(&self, channel: u32) -> &str {
        self.layout.links.get(channel as usize).map_or("", |link| self.layout.name(link.to))
    }

    fn lane(&self, vc: u32) -> String {
        let setting = &self.router.setting;
        match setting.class(vc) {
            _ if !setting.routing.is_adaptive() => format!("lane {vc}"),
            Some(class) => format!("escape lane {class}"),
            None => "an adaptive lane".into(),
        }
    }

    fn asks(&self, request: &Request) -> (String, bool) {
        let lanes = match &request.outcome {
            Outcome::Granted(channel, vc) => {
                return (format!("gets {} to {}", self.lane(*vc), self.to(*channel)), false);
            }
            Outcome::Refused(lanes) => lanes,
        };
        let (mut to, mut holders, mut next) = (Vec::new(), Vec::new(), String::new());
        for (channel, vcs) in closed(self.router, lanes) {
            let names: Vec<_> = vcs.iter().map(|vc| self.lane(*vc)).collect();
            let is = if names.len() > 1 { "are" } else { "is" };
            // Adaptive routing escapes by one channel alone.
            let setting = &self.router.setting;
            let mut escapes = lanes.iter().filter(|lane| setting.class(lane.vc).is_some());
            let elsewhere = escapes.find(|lane| lane.channel != channel && setting.routing.is_adaptive());
            let reason =
                elsewhere.map_or("wrong class".into(), |lane| format!("it escapes to {}", self.to(lane.channel)));
            next += &format!("; {} to {} {is} free, but not for it: {reason}", listed(&names), self.to(channel));
        }
        for lane in lanes {
            let (there, holder) = (self.to(lane.channel), lane.holder.to_string());
            if lane.released {
                next += &format!("; {} to {there} is free in the next cycle", self.lane(lane.vc));
            }
            if !to.contains(&there) {
                to.push(there);
            }
            if !holders.contains(&holder) {
                holders.push(holder);
            }
        }
        (format!("waits: its lanes to {} are held by {}{next}", alternatives(&to), listed(&holders)), true)
    }

    /// The activity of a message with a lane of an outgoing channel.
    fn has(&self, place: usize, lane: &InLane) -> (String, bool) {
        let act = self.router.act(self.before, place, lane.view.vc);
        let (does, after) = match act {
            Act::Sent => ("sends a flit to ", ""),
            Act::Turn(by) => {
                return (format!("has its lane to {}, but {by} has the turn", self.to(lane.view.channel)), false);
            }
            Act::NoRoom => ("has its lane, but there is no room at ", ""),
            Act::NodeSent => ("has its lane to ", ", but the node sends one flit in a cycle"),
            Act::NoFlit => ("has its lane to ", "; its next flit is not here yet"),
            Act::Free | Act::Done => ("has gone on to ", ""),
        };
        ([does, self.to(lane.view.channel), after].concat(), act == Act::NoRoom)
    }
}

#[cfg(test)]
mod tests {
    use crate::player::inside;
    use flitscope::scenario::link;
    use flitscope_show::animation::{self, Animation, Inside, Item, inside::BandEnd};
    use std::collections::BTreeSet;

    fn recorded(fragment: &str, cycles: u32) -> Box<dyn Animation> {
        let mut animation = animation::of(&link::parse(fragment).scenario).expect("it is drawn");
        while !animation.ready() {
            animation.advance(16);
        }
        animation.advance(cycles);
        animation
    }

    fn open(animation: &mut dyn Animation, cycle: u32, node: u32, picked: Option<Item>) -> Inside {
        inside::of(animation, cycle, node, picked).expect("the node exists")
    }

    /// Wormhole networks of every kind: routing, dimensions, injection, depth.
    const NETWORKS: [&str; 8] = [
        "#beta=0&scene=point&load=0.011&depth=3",
        "#beta=0&scene=point&load=0.009&routing=dimension-order&vcs=4&injection=inj1",
        "#beta=0&scene=point&wiring=mesh&load=0.01&injection=portsv",
        "#beta=0.05&scene=point&k=4&load=0.03&flits=8",
        "#system=kary-ncube&k=4&n=3&load=0.006&flits=16",
        "#system=kary-ncube&k=2&n=5&load=0.02&vcs=2&credit=prev",
        "#system=kary-ncube&k=8&n=2&load=0.005&vcs=16",
        "#system=kary-ncube&k=5&n=2&load=0.008&ways=two&routing=valiant&vcs=8&depth=9",
    ];

    #[test]
    fn each_mark_has_its_message_and_no_channel_carries_two_flits() {
        let (mut waits, mut shut) = (0, 0);
        for network in NETWORKS {
            let mut animation = recorded(network, 500);
            let mut bands = 0;
            for cycle in (300..=500).step_by(20) {
                for node in 0..animation.layout().nodes.len() as u32 {
                    let inside = open(animation.as_mut(), cycle, node, None);
                    let roads = || inside.ports.iter().flat_map(|port| port.roads.iter().flatten());
                    let holder = |(link, lane): (u32, u32)| {
                        let lanes = &inside.road(link).expect("it begins or ends here").lanes;
                        lanes.iter().find(|one| one.lane == lane).and_then(|one| one.holder)
                    };
                    for road in roads() {
                        let moved = road.lanes.iter().filter(|lane| lane.holder.is_some_and(|holder| holder.moved));
                        assert!(moved.count() <= 1, "{network}: two flits on one channel");
                        let taken = road.lanes.iter().filter(|lane| lane.holder.is_some()).count();
                        assert_eq!(road.turn.is_some(), taken > 1, "{network}");
                        assert!(road.turn.is_none_or(|lane| holder((road.link, lane)).is_some()));
                        for holder in road.lanes.iter().filter_map(|lane| lane.holder) {
                            assert!(holder.held + u32::from(holder.moved) <= inside.depth, "{network}: {holder:?}");
                        }
                    }
                    let mut gates = BTreeSet::new();
                    for band in &inside.bands {
                        bands += 1;
                        if let Some(from) = band.from {
                            assert_eq!(holder(from).expect("it is in it").message, band.message, "{network}");
                        } else {
                            assert!(inside.starts.iter().any(|start| start.message == band.message), "{network}");
                        }
                        match &band.to {
                            BandEnd::Lane(link, lane) => {
                                assert!(gates.insert((*link, *lane)), "{network}: two bands to one gate");
                                assert_eq!(holder((*link, *lane)).expect("it has it").message, band.message);
                            }
                            BandEnd::Blocked(lanes, closed) => {
                                waits += 1;
                                assert!(!lanes.is_empty() && band.asked.is_some());
                                let words = &inside.says(band.message).expect("a sentence").words;
                                assert_eq!(words.contains("not for it"), !closed.is_empty(), "{network}: {words}");
                                for (link, lane) in closed {
                                    let road = &inside.road(*link).expect("it begins here").lanes;
                                    assert!(road.iter().all(|one| one.lane != *lane || one.holder.is_none()));
                                    let asks = lanes.iter().any(|(asked, _)| asked == link);
                                    assert!(asks && !lanes.contains(&(*link, *lane)));
                                    shut += 1;
                                }
                            }
                            BandEnd::Here => {}
                        }
                        assert!(inside.says(band.message).is_some(), "{network}: no sentence about {}", band.message);
                    }
                    assert!(inside.said.iter().all(|said| said.words.ends_with('.')));
                }
            }
            assert!(bands > 50, "{network}: {bands} bands");
        }
        assert!(waits > 50 && shut > 50, "{waits} headers that wait, {shut} gates that are not for them");
    }

    #[test]
    fn a_strip_has_the_last_cycles_of_a_channel_or_of_all() {
        let mut animation = recorded(NETWORKS[0], 500);
        let link =
            animation.layout().links.iter().position(|link| link.from == 36).expect("a node has channels") as u32;
        let strip = open(animation.as_mut(), 480, 36, Some(Item::Link(link))).strip;
        assert_eq!(strip.columns, ["lane 0", "lane 1", "lane 2"]);
        let all = open(animation.as_mut(), 480, 36, None);
        assert_eq!(all.strip.columns.len(), 4);
        let column =
            all.strip.columns.iter().position(|name| strip.caption.ends_with(name)).expect("it is one of them");
        assert_eq!(strip.rows.iter().map(|row| row.0).collect::<Vec<_>>(), (473..=480).collect::<Vec<_>>());
        for ((cycle, row), (_, channels)) in strip.rows.into_iter().zip(all.strip.rows) {
            let frame = animation.frame(cycle, None);
            let lanes: Vec<_> = frame.lanes.iter().filter(|mark| mark.link == link).collect();
            let sent: Vec<_> = lanes.iter().filter(|mark| mark.moved).map(|mark| mark.message).collect();
            assert_eq!(channels[column].map(|(message, _)| message), sent.first().copied());
            let said = row.iter().flatten();
            assert_eq!(
                said.clone().filter(|(_, words)| words.is_empty()).map(|(one, _)| *one).collect::<Vec<_>>(),
                sent
            );
            assert_eq!(
                said.map(|(message, _)| *message).collect::<BTreeSet<_>>(),
                lanes.iter().map(|one| one.message).collect()
            );
        }
    }

    #[test]
    fn every_kind_of_node_opens_and_says_what_is_in_it() {
        for fragment in NETWORKS {
            let mut animation = recorded(fragment, 400);
            let nodes = animation.layout().nodes.len() as u32;
            let all = (0..nodes).map(|node| open(animation.as_mut(), 400, node, None));
            // The busiest one.
            let inside = all.max_by_key(|inside| inside.said.len()).expect("there are nodes");
            assert!(inside.rule.ends_with('.') && inside.said.len() > 1, "{fragment}");
            for said in &inside.said {
                assert!(said.words.contains(&said.message.to_string()) && said.words.ends_with('.'), "{said:?}");
            }
        }
        let mut animation = recorded(NETWORKS[0], 10);
        assert_eq!(inside::of(animation.as_mut(), 5, 64, None), None, "there is no such node");
        for system in ["hypercube-mmpp", "hypercube-slotted", "banyan-multicast", "torus-broadcast&scene=broadcast"] {
            let mut animation = recorded(&format!("#system={system}"), 10);
            assert_eq!(inside::of(animation.as_mut(), 5, 3, None), None, "{system}: nodes without buffers");
            assert!(!matches!(animation.action(3), Some((flitscope::param::Key::Open, _))), "{system}");
        }
    }
}
