//! The worms that hold virtual channels of one channel: the chain of equation (12).

use super::{
    geometry::{Geometry, Type},
    headers::HeaderRates,
    sharing::Sharing,
};
use crate::order::sort_small_by;
use crate::solve::power;

/// The place of a copy of a broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyPlace {
    /// No copy is on the channel.
    None,
    /// On an adaptive virtual channel.
    Adaptive,
    /// On the escape channel of a class.
    Escape(u8),
}

/// The holders of virtual channels: a adaptive ones, the escape channels, and the copy among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChannelState {
    pub(crate) adaptive: u32,
    /// True where the escape channel of a class is held.
    pub escape: [bool; 2],
    /// The place of a copy.
    pub copy: CopyPlace,
}

impl ChannelState {
    pub(crate) fn held(&self) -> usize {
        self.adaptive as usize + usize::from(self.escape[0]) + usize::from(self.escape[1])
    }

    /// True if a copy is there.
    pub fn has_copy(&self) -> bool {
        self.copy != CopyPlace::None
    }

    pub(crate) fn unicasts(&self) -> usize {
        self.held() - usize::from(self.has_copy())
    }

    /// This state with the escape channel of a class held or free.
    fn with(mut self, class: u8, held: bool) -> Self {
        self.escape[class as usize] = held;
        self
    }

    /// All states, those with the fewest adaptive virtual channels held first.
    fn all(adaptive: usize, escapes: usize, copies: bool) -> Vec<Self> {
        let escape1: &[bool] = if escapes == 2 { &[false, true] } else { &[false] };
        let places = [CopyPlace::None, CopyPlace::Adaptive, CopyPlace::Escape(0), CopyPlace::Escape(1)];
        let places = if copies { &places[..] } else { &places[..1] };
        let escape = [false, true].into_iter().flat_map(|e0| escape1.iter().map(move |&e1| [e0, e1]));
        let held = (0..=adaptive as u32).flat_map(|a| escape.clone().map(move |escape| (a, escape)));
        let all = held.flat_map(|(adaptive, escape)| places.iter().map(move |&copy| Self { adaptive, escape, copy }));
        all.filter(|state| match state.copy {
            CopyPlace::None => true,
            CopyPlace::Adaptive => state.adaptive > 0,
            CopyPlace::Escape(class) => state.escape[class as usize],
        })
        .collect()
    }

    /// Rate at which each unicast leaves, 0 where there is none.
    fn speed(&self, sharing: &Sharing, flits: f64) -> f64 {
        match (self.has_copy(), self.unicasts()) {
            (_, 0) => 0.0,
            (false, v) => sharing.unicast[v] / flits,
            (true, v) => sharing.unicast_beside_copy[v] / flits,
        }
    }

    fn copy_speed(&self, sharing: &Sharing, flits: f64) -> f64 {
        if self.has_copy() { sharing.copy[self.unicasts()] / flits } else { 0.0 }
    }
}

/// The reason of a transition.
#[derive(Clone, Copy, Debug)]
enum Cause {
    /// A header takes an adaptive virtual channel.
    Join,
    /// A header takes the escape channel of a class.
    Escape(u8),
    /// A copy takes one of the given number of free virtual channels.
    Copy(u32),
    /// One of the given number of unicasts gives back an adaptive virtual channel.
    LeaveAdaptive(u32),
    /// A unicast gives back the escape channel of a class.
    LeaveEscape(u8),
    /// The copy gives back its virtual channel.
    CopyLeaves,
}

/// One way into a state.
#[derive(Clone, Copy, Debug)]
struct Transition {
    from: u32,
    to: u32,
    cause: Cause,
}

/// The states of a channel with the ways between them, the same for all types and loads.
#[derive(Clone, Debug)]
pub struct Chain {
    pub(crate) states: Vec<ChannelState>,
    pub(crate) adaptive: usize,
    pub(crate) vcs: usize,
    /// In the order of the states that they lead to.
    ways: Vec<Transition>,
    /// rates[way] of the present type.
    rates: Vec<f64>,
    leaving: Vec<f64>,
    /// Chance that a virtual channel given back goes to a header that waits, for each class, by state.
    pub handed: Vec<[f64; 2]>,
}

/// The largest chance that a virtual channel given back goes to a header that waits. In a single ring that is counted without loss, and as
/// it nears one the queue of those headers ends the curve.
const MOST_HANDED: [f64; 2] = [0.98, 0.9999];

/// The loads and rates on a channel that do not depend on its type.
#[derive(Clone, Copy, Debug)]
pub struct ChannelLoads {
    /// Flits M of a message.
    pub flits: f64,
    /// Slots that two worms of a node exclude each other from.
    pub exclusion: f64,
    /// Chance that a copy is on the channel.
    pub copy_there: f64,
    /// Rate at which copies start.
    pub copies: f64,
}

/// Chance that an adaptive virtual channel given back goes to no header that waits, of neither class.
///
/// Headers of both classes wait for it. Where it goes to one of them with the sum of both chances, the headers that get a channel are those
/// that ask for one; only then does a single ring carry what is offered.
pub fn unclaimed(handed: [f64; 2], ring: bool) -> f64 {
    if ring { (1.0 - handed[0] - handed[1]).max(1.0 - MOST_HANDED[1]) } else { (1.0 - handed[0]) * (1.0 - handed[1]) }
}

impl Chain {
    /// The chain of a channel with A adaptive virtual channels and one or two escape channels, with copies or without.
    pub fn new(adaptive: usize, escapes: usize, copies: bool) -> Self {
        let states = ChannelState::all(adaptive, escapes, copies);
        let index = |state: ChannelState| states.iter().position(|other| *other == state).unwrap_or_default() as u32;
        let mut ways = Vec::new();
        for (from, state) in (0..).zip(&states) {
            let mut way = |to: ChannelState, cause| ways.push(Transition { from, to: index(to), cause });
            let more = ChannelState { adaptive: state.adaptive + 1, ..*state };
            let room = (state.adaptive as usize) < adaptive;
            if room {
                way(more, Cause::Join);
                if copies && !state.has_copy() {
                    way(
                        ChannelState { copy: CopyPlace::Adaptive, ..more },
                        Cause::Copy(adaptive as u32 - state.adaptive),
                    );
                }
            }
            for class in 0..escapes as u8 {
                let held = state.escape[class as usize];
                if !held {
                    if !room {
                        way(state.with(class, true), Cause::Escape(class));
                    }
                    if copies && !state.has_copy() {
                        way(ChannelState { copy: CopyPlace::Escape(class), ..state.with(class, true) }, Cause::Copy(1));
                    }
                } else if state.copy == CopyPlace::Escape(class) {
                    way(ChannelState { copy: CopyPlace::None, ..state.with(class, false) }, Cause::CopyLeaves);
                } else {
                    way(state.with(class, false), Cause::LeaveEscape(class));
                }
            }
            let own = u32::from(state.copy == CopyPlace::Adaptive);
            if state.adaptive > own {
                let fewer = ChannelState { adaptive: state.adaptive - 1, ..*state };
                way(fewer, Cause::LeaveAdaptive(state.adaptive - own));
            }
            if own == 1 {
                way(ChannelState { adaptive: state.adaptive - 1, copy: CopyPlace::None, ..*state }, Cause::CopyLeaves);
            }
        }
        sort_small_by(&mut ways, |way| f64::from(way.to));
        let (count, size) = (ways.len(), states.len());
        Self {
            states,
            adaptive,
            vcs: adaptive + escapes,
            ways,
            rates: vec![0.0; count],
            leaving: vec![0.0; size],
            handed: vec![[0.0; 2]; size],
        }
    }

    /// A law to begin with: all states alike, because a sweep cannot leave one that nothing leads to.
    pub fn begin(&self) -> Vec<f64> {
        vec![1.0 / self.states.len() as f64; self.states.len()]
    }

    /// Sets the rates of (12) for the channels of a type.
    pub fn set(
        &mut self,
        kind: &Type,
        geometry: &Geometry,
        headers: &HeaderRates,
        sharing: &Sharing,
        loads: ChannelLoads,
    ) {
        let ChannelLoads { flits, exclusion, copy_there, copies } = loads;
        let ring = geometry.ring().is_some();
        let mut asked = [0.0; 2];
        let mut waiting = [0.0; 2];
        for (r, rate) in headers.escape.iter().enumerate() {
            for class in 0..2 {
                asked[class] += kind.asks(r, class) * rate;
                waiting[class] += kind.asks(r, class) * rate * geometry.visibility[r];
            }
        }
        let alone = 1.0 / (1.0 - exclusion * copy_there);
        self.hand(sharing, flits, waiting, ring);
        self.leaving.fill(0.0);
        for (way, rate) in self.ways.iter().zip(&mut self.rates) {
            let state = &self.states[way.from as usize];
            let handed = self.handed[way.from as usize];
            let kept = |class: u8| 1.0 - handed[class as usize];
            let both = unclaimed(handed, ring);
            let there = if state.has_copy() { alone * (1.0 - exclusion) } else { alone };
            *rate = match way.cause {
                Cause::Join => headers.join[state.adaptive as usize] * there,
                Cause::Escape(class) => asked[class as usize] * there,
                Cause::Copy(free) => {
                    copies * power(1.0 - exclusion, state.unicasts()) * f64::from(free)
                        / (self.vcs - state.held()) as f64
                }
                Cause::LeaveAdaptive(count) => f64::from(count) * state.speed(sharing, flits) * both,
                Cause::LeaveEscape(class) => state.speed(sharing, flits) * kept(class),
                Cause::CopyLeaves => {
                    let by = if let CopyPlace::Escape(class) = state.copy { kept(class) } else { both };
                    state.copy_speed(sharing, flits) * by
                }
            };
            self.leaving[way.from as usize] += *rate;
        }
    }

    /// Sets the chances that a virtual channel given back goes to one of the headers that wait, by class.
    fn hand(&mut self, sharing: &Sharing, flits: f64, waiting: [f64; 2], ring: bool) {
        let most = MOST_HANDED[usize::from(ring)];
        for (state, handed) in self.states.iter().zip(&mut self.handed) {
            *handed = [0.0; 2];
            if state.adaptive as usize == self.adaptive {
                let (own, copy) = (state.speed(sharing, flits), state.copy_speed(sharing, flits));
                let adaptive = if state.copy == CopyPlace::Adaptive {
                    f64::from(state.adaptive - 1) * own + copy
                } else {
                    f64::from(state.adaptive) * own
                };
                for class in 0..2 {
                    if state.escape[class] {
                        let escape = if state.copy == CopyPlace::Escape(class as u8) { copy } else { own };
                        handed[class] = (waiting[class] / (adaptive + escape).max(1e-12)).min(most);
                    }
                }
            }
        }
    }

    /// One sweep of Gauss and Seidel over the law, which stays normalised.
    pub fn sweep(&self, law: &mut [f64]) {
        let mut ways = self.ways.iter().zip(&self.rates).peekable();
        let mut sum = 0.0;
        for to in 0..law.len() {
            let mut inflow = 0.0;
            while let Some((way, rate)) = ways.next_if(|(way, _)| way.to as usize == to) {
                inflow += law[way.from as usize] * rate;
            }
            let leaving = self.leaving[to];
            if leaving > 0.0 {
                law[to] = inflow / leaving;
            }
            sum += law[to];
        }
        law.iter_mut().for_each(|chance| *chance /= sum);
    }
}
