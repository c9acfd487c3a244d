//! The moves of flits in a cycle: every lane of every channel is looked at.

use super::{FlitPlace, Lane, Onward, PlainNetwork};
use crate::sim::wormhole::{Credit, Injection};

/// The state in this cycle of the lane that a physical channel serves.
#[derive(Clone, Copy)]
enum Decision {
    Open,
    /// Asking the channels it depends on.
    Pending,
    /// The lane served, if any can move.
    Made(Option<u32>),
}

impl PlainNetwork {
    /// Decides every move, then makes them. Gives the messages whose tail was ejected.
    pub(super) fn transfer(&mut self) -> Vec<u32> {
        let channels = self.setting.channels();
        let mut plan = vec![Decision::Open; channels as usize];
        self.injected.fill(false);
        self.looked.clear();
        // Channels to arbitrate come first. Asked by one of them, the others pass the question on, and are decided afterwards.
        for arbitrated in [true, false] {
            for channel in self.order(arbitrated) {
                self.decide(channel, &mut plan, !arbitrated);
            }
        }
        let made = |decision: &Decision| if let Decision::Made(lane) = decision { *lane } else { None };
        let crossing: Vec<u32> = plan.iter().filter_map(made).collect();
        let lanes = 0..self.lanes.len() as u32;
        let ejecting: Vec<u32> = lanes.filter(|&lane| self.ejects(lane)).collect();

        self.lanes.iter_mut().for_each(|lane| lane.moved = false);
        if !crossing.is_empty() {
            self.last_progress = self.now;
        }
        crossing.iter().for_each(|&lane| self.cross(lane));
        ejecting.iter().filter_map(|&lane| self.eject(lane)).collect()
    }

    /// True if several worms have lanes of a channel, or one that still sends has to share the one flit of its node.
    fn is_arbitrated(&self, channel: u32) -> bool {
        let lanes = self.lanes_of(channel);
        let sends = lanes.iter().any(|lane| matches!(lane.upstream, FlitPlace::Queue(_)));
        let shared = lanes.iter().filter(|lane| lane.message.is_some()).count() > 1;
        shared || (self.setting.injection == Injection::One && sends)
    }

    /// The order in which the channels of a kind are decided.
    fn order(&self, arbitrated: bool) -> Vec<u32> {
        let channels = (0..self.setting.channels()).filter(|&channel| self.is_arbitrated(channel) == arbitrated);
        let mut order: Vec<u32> = channels.collect();
        if self.setting.injection == Injection::One {
            order.sort_by_key(|&channel| (channel / self.setting.ports(), self.turn(channel)));
        }
        order
    }

    /// After how many other lanes of its node one of this channel is looked at that sends from a slot; without one, all of them.
    fn turn(&self, channel: u32) -> u64 {
        let (ports, vcs) = (u64::from(self.setting.ports()), u64::from(self.setting.vcs));
        let port = u64::from(channel) % ports;
        let start = self.now % (ports * vcs);
        let sends = |lane: &Lane| matches!(lane.upstream, FlitPlace::Queue(_)) && lane.crossed < self.flits(lane);
        let sending = (0..vcs).zip(self.lanes_of(channel)).filter(|(_, lane)| sends(lane));
        let turns = sending.map(|(vc, _)| (vc * ports + port + ports * vcs - start) % (ports * vcs));
        turns.min().unwrap_or(ports * vcs)
    }

    /// Flits of the message that has a lane.
    fn flits(&self, lane: &Lane) -> u32 {
        lane.message.map_or(0, |message| self.messages[&message].flits)
    }

    fn lanes_of(&self, channel: u32) -> &[Lane] {
        let vcs = self.setting.vcs as usize;
        &self.lanes[channel as usize * vcs..][..vcs]
    }

    /// The lane that a channel serves in this cycle: the first that can move, counted from the one after the last served.
    fn decide(&mut self, channel: u32, plan: &mut [Decision], last_round: bool) -> Option<u32> {
        match plan[channel as usize] {
            Decision::Made(lane) => return lane,
            Decision::Pending => return None,
            Decision::Open => plan[channel as usize] = Decision::Pending,
        }
        let vcs = self.setting.vcs;
        let last = self.last[channel as usize];
        let served = (1..=vcs)
            .map(|turn| channel * vcs + (last + turn) % vcs)
            .find(|&lane| self.can_cross(lane, plan, last_round));
        let passes_on = !last_round && !self.is_arbitrated(channel);
        plan[channel as usize] = if passes_on { Decision::Open } else { Decision::Made(served) };
        if let Some(lane) = served
            && let FlitPlace::Queue(_) = self.lanes[lane as usize].upstream
        {
            self.injected[(channel / self.setting.ports()) as usize] = true;
        }
        served
    }

    /// True if a flit is ready for this lane and will find room in its buffer.
    fn can_cross(&mut self, number: u32, plan: &mut [Decision], last_round: bool) -> bool {
        let lane = self.lanes[number as usize];
        let ready = lane.crossed < self.flits(&lane)
            && match lane.upstream {
                FlitPlace::Nowhere => false,
                FlitPlace::Queue(_) => true,
                FlitPlace::Lane(previous) => self.lanes[previous as usize].held > 0,
            };
        let room = lane.held < self.setting.depth
            || self.setting.credit == Credit::Same
                && match lane.onward {
                    Onward::Unrouted => false,
                    Onward::Eject => true,
                    Onward::Lane(next) => ready && self.decide(next / self.setting.vcs, plan, last_round) == Some(next),
                };
        let node = number / self.setting.vcs / self.setting.ports();
        let from_source = matches!(lane.upstream, FlitPlace::Queue(_));
        let limited = self.setting.injection == Injection::One && from_source && self.injected[node as usize];
        self.looked.insert(number, [ready, room, limited]);
        ready && room && !limited
    }

    fn ejects(&self, lane: u32) -> bool {
        let lane = &self.lanes[lane as usize];
        lane.onward == Onward::Eject && lane.held > 0
    }

    /// Moves a flit over the channel of a lane into its buffer.
    fn cross(&mut self, number: u32) {
        self.carried[number as usize] += 1;
        self.last[(number / self.setting.vcs) as usize] = number % self.setting.vcs;
        let lane = &mut self.lanes[number as usize];
        lane.crossed += 1;
        lane.held += 1;
        lane.moved = true;
        let Lane { message, upstream, onward, crossed, .. } = *lane;
        let message = message.expect("a lane that moves has a message");
        if crossed == 1 && onward == Onward::Unrouted {
            self.messages.get_mut(&message).expect("it is under way").header = FlitPlace::Lane(number);
            self.routing_headers.insert(message);
        }
        match upstream {
            FlitPlace::Nowhere => {}
            FlitPlace::Lane(previous) => self.leave(previous),
            FlitPlace::Queue(queue) => {
                let slots = &mut self.queues[queue as usize].slots;
                slots.iter_mut().filter(|slot| slot.0 == message).for_each(|slot| slot.1 += 1);
                slots.retain(|slot| slot.1 < self.messages[&slot.0].flits);
            }
        }
    }

    /// Takes a flit out of the network; gives the message if it was the tail.
    fn eject(&mut self, lane: u32) -> Option<u32> {
        let number = self.lanes[lane as usize].message;
        self.leave(lane);
        if self.lanes[lane as usize].message.is_none() { number } else { None }
    }

    /// Takes a flit out of the buffer of a lane. The tail flit frees the lane, for headers that look for one in the next cycle.
    fn leave(&mut self, lane: u32) {
        let flits = self.flits(&self.lanes[lane as usize]);
        let lane = &mut self.lanes[lane as usize];
        lane.held -= 1;
        if lane.crossed == flits && lane.held == 0 {
            *lane = Lane::default();
        }
    }
}
