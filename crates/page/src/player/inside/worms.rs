//! The router of a wormhole network, opened.

use super::ports;
use crate::player::prelude::*;
use flitscope::{
    sim::wormhole::{Act, InLane, Injection, Onward, Outcome, Request, Router, RouterChannel, Setting},
    text::alternatives,
};
use flitscope_show::animation::inside::StripRow;

/// A channel with more lanes shows only those in use.
const ALL: u32 = 8;

/// The cycles of a strip.
const STRIP: u32 = 8;

/// A router at a cycle; with the last cycles of one of its outgoing channels, if that is picked.
pub(super) fn inside(animation: &mut dyn Animation, router: Router, cycle: u32, picked: Option<Item>) -> Inside {
    let node = router.node;
    let before = self::router(animation, cycle.saturating_sub(1), node).unwrap_or_else(|| router.clone());
    let strip = if let Some(Item::Link(link)) = picked { strip(animation, cycle, link) } else { Vec::new() };
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
            let lanes = lanes.iter().map(|lane| (lane.channel, lane.vc)).collect();
            band(request.message, request.from, BandEnd::Blocked(lanes));
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
    sort_small_by(&mut inside.said, |said| router.age(said.message));
    inside.routers = Some(Box::new([before, router]));
    inside
}

fn router(animation: &mut dyn Animation, cycle: u32, node: u32) -> Option<Router> {
    if let Opened::Router(router) = animation.opened(cycle, node) { Some(*router) } else { None }
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
    Holder { message: view.message, held, head: view.header(), moved: view.moved, ..Holder::default() }
}

/// The last cycles of a channel, as the router sees it from which it leads.
fn strip(animation: &mut dyn Animation, cycle: u32, link: u32) -> Vec<StripRow> {
    let Some(node) = animation.layout().links.get(link as usize).map(|link| link.from) else { return Vec::new() };
    let mut rows = Vec::new();
    let mut last: Option<Router> = None;
    for cycle in cycle.saturating_sub(STRIP)..=cycle {
        let Some(router) = router(animation, cycle, node) else { break };
        let place = router.outgoing.iter().position(|one| one.channel == link);
        if let (Some(before), Some(place)) = (&last, place) {
            let mut lanes = Vec::new();
            for (vc, lane) in (0..).zip(&router.outgoing[place].lanes) {
                let words = match router.act(before, place, vc) {
                    Act::Sent => "",
                    Act::Turn(_) => "not its turn",
                    Act::NoRoom => "no room",
                    Act::NodeSent => "node has sent",
                    Act::NoFlit => "no flit",
                    Act::Free | Act::Done => "has crossed",
                };
                lanes.push(lane.as_ref().map(|lane| (lane.view.message, words)));
            }
            rows.push(StripRow { cycle, lanes });
        }
        last = Some(router);
    }
    rows
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
        for lane in lanes {
            let (there, holder) = (self.to(lane.channel), lane.holder.to_string());
            if lane.released {
                next = format!("; {} to {there} is free in the next cycle", self.lane(lane.vc));
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
        let mut waits = 0;
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
                            BandEnd::Blocked(lanes) => {
                                waits += 1;
                                assert!(!lanes.is_empty() && band.asked.is_some());
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
        assert!(waits > 50, "{waits} headers that wait");
    }

    #[test]
    fn a_strip_has_the_last_cycles_of_a_channel() {
        let mut animation = recorded(NETWORKS[0], 500);
        let link =
            animation.layout().links.iter().position(|link| link.from == 36).expect("a node has channels") as u32;
        let strip = open(animation.as_mut(), 480, 36, Some(Item::Link(link))).strip;
        assert_eq!(strip.iter().map(|row| row.cycle).collect::<Vec<_>>(), (473..=480).collect::<Vec<_>>());
        for row in strip {
            let frame = animation.frame(row.cycle, None);
            let lanes: Vec<_> = frame.lanes.iter().filter(|mark| mark.link == link).collect();
            let sent: Vec<_> = lanes.iter().filter(|mark| mark.moved).map(|mark| mark.message).collect();
            let said = row.lanes.iter().flatten();
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
        let fragments = [
            NETWORKS[0],
            NETWORKS[1],
            NETWORKS[7],
            "#system=hypercube-mmpp&load=0.006",
            "#system=hypercube-slotted&load=0.2",
            "#system=banyan-multicast&scene=point&load=0.6",
        ];
        for fragment in fragments {
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
    }
}
