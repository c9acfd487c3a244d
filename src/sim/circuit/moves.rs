//! The moves of flits in a cycle.
//!
//! A channel with a lane that can move a flit is in the list of active channels; all others cost nothing. It joins at the end when one of
//! its lanes gets a flit or a free place. It leaves in the first cycle in which none of its lanes is ready, and the last channel of the
//! list takes its place. Channels move in the order of the list. The order matters only if several tails cross a lane in one cycle: it
//! decides which of two messages at a source starts first, and so the random numbers of each.
//!
//! # How it is computed
//! Bits mark the places of the list with channels to visit, and those that may have to leave: a channel that streams is in the list and is
//! not visited. All moves are decided before the first is made. After the last one the lanes that can move next are determined: the lane
//! itself, the one before, which has a place more, and the one behind, which has a flit more. The work for each flit has no branch,
//! because moves of flits are hard to predict. Rare work is collected in lists for later.

use super::Network;
use super::data::Lanes;
use super::lane::{CircuitHop, bit_of, channel_of};

/// True if the second of three hops in a row can move a flit.
#[inline]
const fn can_move(before: CircuitHop, own: CircuitHop, behind: CircuitHop, depth: i32) -> bool {
    (own.left > before.left) & ((behind.left.wrapping_sub(own.left) as i32) < depth)
}

impl Lanes {
    /// Moves a flit over one lane of each visited channel, by the lanes ready at the start of the cycle: the first ready one after the
    /// last that moved, else the first of all. Returns the number of moves in the network.
    #[inline(never)]
    fn move_in_turn(&mut self) -> u64 {
        let (turns, shift, network) = (&mut self.turns, self.shift, self.network);
        let (channels, hops, held_by) = (&mut self.channels[..], &mut self.hops[..], &self.held_by[..]);
        if turns.moves.len() < turns.count {
            turns.moves.resize(turns.count, 0);
            turns.tails.resize(turns.count, 0);
            turns.woken.resize(2 * turns.count, 0);
        }
        let (mut moved, mut tails, mut flit_hops, mut word) = (0, 0, 0, 0);
        while word * 64 < turns.count {
            turns.close_word(word, channels);
            let places = &turns.active[word * 64..turns.count.max(word * 64)];
            let mut bits = turns.visited[word];
            if places.len() < 64 {
                bits &= (1 << places.len()) - 1;
            }
            let (moves, ends) = (&mut turns.moves[..], &mut turns.tails[..]);
            while bits != 0 {
                let channel = places[bits.trailing_zeros() as usize];
                bits &= bits - 1;
                let vc = channels[channel as usize].take_turn();
                let at = held_by[(channel << shift | vc) as usize];
                let left = &mut hops[at as usize].left;
                *left -= 1;
                moves[moved] = at;
                moved += 1;
                ends[tails] = at;
                tails += usize::from(*left == 0);
                flit_hops += u64::from(channel < network);
            }
            word += 1;
        }
        turns.moved = moved;
        turns.tail_count = tails;
        turns.left.clear();
        flit_hops
    }

    /// Finds out who can move next, now that all flits have moved.
    #[inline(never)]
    fn find_ready(&mut self) {
        let turns = &mut self.turns;
        let moves = &turns.moves[..turns.moved];
        // A buffer that holds more than there can be is as good.
        let depth = self.depth.min(i32::MAX as u32) as i32;
        let (hops, channels, leaving) = (&self.hops[..], &mut self.channels[..], &mut turns.leaving[..]);
        for &at in moves {
            let &[before, own, behind] = &hops[at as usize - 1..at as usize + 2] else { continue };
            let state = &mut channels[channel_of(own.lane) as usize];
            state.ready &= !bit_of(own.lane, !can_move(before, own, behind, depth));
            leaving[state.place as usize / 64] |= u64::from(state.ready == 0).wrapping_shl(state.place);
        }
        let (woken, mut wakes) = (&mut turns.woken[..], 0);
        for &at in moves {
            let &[first, before, own, behind, last] = &hops[at as usize - 2..at as usize + 3] else { continue };
            let ready = [can_move(first, before, own, depth), can_move(own, behind, last, depth)];
            for (lane, ready) in [before.lane, behind.lane].into_iter().zip(ready) {
                let channel = channel_of(lane);
                let state = &mut channels[channel as usize];
                state.ready |= bit_of(lane, ready);
                woken[wakes] = channel;
                wakes += usize::from(ready) & usize::from(state.idle);
            }
        }
        for index in 0..wakes {
            let channel = turns.woken[index];
            turns.join(channel, &mut channels[channel as usize]);
        }
    }

    /// The lanes on which a flit moved one by one in the last cycle.
    pub(super) fn moves(&self) -> impl Iterator<Item = u32> + '_ {
        let moves = self.turns.moves[..self.turns.moved].iter().map(|&hop| self.hops[hop as usize].lane);
        moves.filter(|&lane| lane != self.nobody).chain(self.turns.left.iter().copied())
    }
}

impl Network {
    pub(super) fn move_flits(&mut self) {
        self.lanes.look(self.totals.now, &mut self.tally);
        let flit_hops = self.lanes.move_in_turn() + self.lanes.streaming;
        if self.lanes.turns.moved == 0 && flit_hops == 0 {
            return;
        }
        self.totals.last_progress = self.totals.now + 1;
        self.totals.flit_hops += flit_hops;
        self.lanes.find_ready();
        if self.tally.is_on() {
            // The channels of injection are behind those that are counted.
            self.lanes.moves().for_each(|lane| self.tally.count(channel_of(lane)));
        }
        for index in 0..self.lanes.turns.tail_count {
            let hop = self.lanes.turns.tails[index];
            let lane = self.lanes.hops[hop as usize].lane;
            self.released.push(lane);
            self.lanes.turns.left.push(lane);
            if let Some(circuit) = self.lanes.leave(hop, self.totals.now + 1) {
                self.deliver(circuit);
            }
        }
    }
}
