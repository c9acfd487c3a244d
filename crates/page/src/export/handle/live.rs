//! The animation for `window.flitscope.results()`. Channels are pairs of nodes; flits are numbered from 1, the header.

use crate::{player::Player, prelude::*};
use flitscope::{
    report::FrozenReport,
    sim::wormhole::{InLane, Outcome, Request, RouterChannel},
};

#[derive(Serialize)]
pub(super) struct FollowedReport {
    message: u32,
    /// The cycle of the animation in which it was generated.
    generated: u32,
    cycle: u32,
    /// The cycle in which it arrived, if that is seen.
    arrived: Option<u32>,
}

impl FollowedReport {
    pub(super) fn of(player: &Player) -> Option<Self> {
        let (frame, (trail, ..)) = (player.shown()?.1, player.trail()?);
        let label =
            frame.followed.as_ref().filter(|label| !label.title.is_empty() && label.message == trail.message)?;
        let arrived = trail.done.then_some(trail.born + trail.columns as u32);
        let arrived = arrived.filter(|arrived| *arrived <= frame.cycle);
        Some(Self { message: label.message, generated: trail.born, cycle: frame.cycle, arrived })
    }
}

type Channel = [u32; 2];

#[derive(Serialize)]
struct LaneReport {
    channel: Channel,
    vc: u32,
}

#[derive(Serialize)]
struct FlitReport {
    message: u32,
    flit: u32,
}

/// The buffer of a virtual channel that ends at the node, the next flit to leave first.
#[derive(Serialize)]
struct BufferReport {
    channel: Channel,
    vc: u32,
    depth: u32,
    flits: Vec<FlitReport>,
    owner: Option<u32>,
}

/// A channel that begins at the node: by virtual channel its owner, and the one that has the next turn.
#[derive(Serialize)]
struct OutputReport {
    channel: Channel,
    owners: Vec<Option<u32>>,
    next: Option<u32>,
}

#[derive(Serialize)]
struct RequestReport {
    message: u32,
    age: u64,
    asked: Vec<LaneReport>,
    got: Option<LaneReport>,
    blocked_by: Vec<u32>,
}

#[derive(Serialize)]
struct CrossedReport {
    channel: Channel,
    message: u32,
    flit: u32,
}

#[derive(Serialize)]
pub(super) struct RouterReport {
    node: u32,
    cycle: u32,
    buffers: Vec<BufferReport>,
    outputs: Vec<OutputReport>,
    requests: Vec<RequestReport>,
    crossed: Vec<CrossedReport>,
}

impl RouterReport {
    pub(super) fn of(player: &Player) -> Option<Self> {
        let frame = player.shown()?.1;
        let [before, router] = frame.inside.as_ref()?.routers.as_deref()?;
        let node = router.node;
        let (into, out) = (|of: &RouterChannel| [of.other, node], |of: &RouterChannel| [node, of.other]);
        let owner = |lane: &Option<InLane>| lane.as_ref().map(|lane| lane.view.message);
        let lane = |(channel, vc): (u32, u32)| {
            let of = router.outgoing.iter().find(|of| of.channel == channel)?;
            Some(LaneReport { channel: out(of), vc })
        };
        let buffer = |of: &RouterChannel, vc: u32, lane: &Option<InLane>| BufferReport {
            channel: into(of),
            vc,
            depth: router.setting.depth,
            flits: lane.as_ref().map_or_else(Vec::new, flits),
            owner: owner(lane),
        };
        let buffers =
            |of: &RouterChannel| (0..).zip(&of.lanes).map(|(vc, lane)| buffer(of, vc, lane)).collect::<Vec<_>>();
        let output = |of: &RouterChannel| OutputReport {
            channel: out(of),
            owners: of.lanes.iter().map(owner).collect(),
            next: of.turn(),
        };
        let request = |Request { message, generated, outcome, .. }: Request| {
            let (asked, got, blocked_by) = match outcome {
                Outcome::Granted(channel, vc) => (vec![(channel, vc)], Some((channel, vc)), Vec::new()),
                Outcome::Refused(held) => {
                    let (lanes, holders) = held.iter().map(|one| ((one.channel, one.vc), one.holder)).unzip();
                    (lanes, None, holders)
                }
            };
            let asked = asked.into_iter().filter_map(lane).collect();
            RequestReport { message, age: router.now - generated, asked, got: got.and_then(lane), blocked_by }
        };
        let crossed = |channel: Channel, of: &RouterChannel| {
            let sent = of.sender()?.view;
            Some(CrossedReport { channel, message: sent.message, flit: sent.crossed })
        };
        let (incoming, outgoing) = (router.incoming.iter(), router.outgoing.iter());
        Some(Self {
            node,
            cycle: frame.cycle,
            buffers: incoming.clone().flat_map(buffers).collect(),
            outputs: outgoing.clone().map(output).collect(),
            requests: router.requests(before).into_iter().map(request).collect(),
            crossed: incoming
                .filter_map(|of| crossed(into(of), of))
                .chain(outgoing.filter_map(|of| crossed(out(of), of)))
                .collect(),
        })
    }
}

fn flits(lane: &InLane) -> Vec<FlitReport> {
    let (message, crossed, held) = (lane.view.message, lane.view.crossed, lane.view.held);
    (crossed - held + 1..=crossed).map(|flit| FlitReport { message, flit }).collect()
}

/// The circle of messages in the frame shown that can never move again.
pub(super) fn frozen(player: &Player) -> Option<FrozenReport> {
    let (animation, frame) = player.shown()?;
    let deadlock = frame.deadlock.as_ref().filter(|deadlock| frame.cycle >= deadlock.closed)?;
    let links = &animation.layout().links;
    Some(FrozenReport {
        cycle: deadlock.closed.into(),
        messages: deadlock.members.iter().map(|member| member.name).collect(),
        channels: frame.circle.iter().map(|link| &links[*link as usize]).map(|link| [link.from, link.to]).collect(),
        stopped: deadlock.stopped,
    })
}
