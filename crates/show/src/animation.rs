//! The animation as pure data: the frames of a scenario, in any order.
//!
//! ```text
//!   Scenario --> Subject --> Recorded: a Tape, a log of facts, the layout ----> Frame of a cycle ----> the painter
//!                              |                                          '---> words, when shown ---> the player of the page
//!                              '-- Recordable: the events, frames and sentences of one animation
//! ```
//! | module | contents |
//! |---|---|
//! | [`frame`] | the drawing as data: layout, frame, marks, signs, items |
//! | [`inside`] | the inside of an open node |
//! | [`tape`] | a recording of any stepwise simulation: every cycle again, in any order |
//! | [`event_log`] | the course of an animation, as facts: phases, events, arrivals |
//! | [`run`] | the recorded run of a simulator, and its estimates so far |
//! | [`recordable`] | the interface of the player ([`Animation`]) and of one animation ([`recordable::Recordable`]) |
//! | [`recorded`] | the one type of recording, for all animations |
//! | [`words`] | the words that animations share |
//! | [`layout`], `worms` | places of nodes and links in a wormhole network; worms in frames and in words |
//! | [`broadcast`] | one broadcast on a torus |
//! | `point`, `slotted`, `circuits` | the run at the operating point, that the statistics come from: of worms, slot by slot, of circuits |
//! | `banyan` | the banyan: one multicast, packets that wait for each other, and the run at the operating point |
//! | [`trail`] | the way of one message through time: its channels, cycle by cycle |
//! | [`dissemination`] | how one message reaches many nodes |
//! | [`counted`] | what a symbol of an equation counts in one frame |
//! | [`arrivals`] | the arrivals at one node on several time scales |

pub mod arrivals;
pub(crate) mod banyan;
mod broadcast;
mod circuits;
pub mod counted;
mod dissemination;
pub mod event_log;
pub mod frame;
pub mod inside;
mod layout;
mod point;
pub mod recordable;
pub mod recorded;
mod refusal;
mod run;
mod slotted;
pub mod tape;
#[cfg(test)]
pub(crate) mod tests;
pub mod trail;
pub mod words;
mod worms;

pub use dissemination::Dissemination;
pub use event_log::{Mark, Phase};
pub use frame::{Frame, Item};
pub use inside::Inside;
pub use recordable::{Animation, Caption};
pub use refusal::NoAnimation;
pub use run::MOST_CYCLES;
pub use trail::Trail;

use flitscope::experiment;
use flitscope::param::{Key, options::Animated};
use flitscope::scenario::{Scenario, System};
use flitscope::sim::{self, circuit, protocol::Plan, wormhole};

/// The animated part of a scenario: scenarios with equal subjects have equal frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Subject {
    /// One broadcast on a torus.
    Broadcast(broadcast::Setting),
    /// The run of a wormhole network at the operating point, and how long it is.
    Point(wormhole::Config, Plan),
    /// The run of a slotted hypercube at the operating point.
    Slotted(sim::slotted::Config, Plan),
    /// The run of circuits at the operating point.
    Circuits(circuit::Config, Plan),
    /// The run of a banyan at the operating point.
    Banyan(sim::banyan::Config, Plan),
    /// One multicast in a banyan.
    Multicast(sim::banyan::two_phase::Setting),
    /// Packets that wait for each other.
    Deadlock(sim::banyan::deadlock::Setting),
}

impl Subject {
    /// The subject of a scenario, or the reason why it cannot be drawn or simulated; `None` where its system has no animation.
    pub fn of(scenario: &Scenario) -> Option<Result<Self, NoAnimation>> {
        scenario.system().param(Key::Cycle)?;
        let plan = experiment::plan(scenario);
        Some(match (scenario.system(), scenario.choice()) {
            (System::TorusBroadcast, Animated::Broadcast) => broadcast::Setting::of(scenario).map(Self::Broadcast),
            (System::TorusBroadcast | System::KaryNCube, _) => {
                point::config(scenario).map(|config| Self::Point(config, plan))
            }
            (System::HypercubeMmpp, _) => circuits::config(scenario).map(|config| Self::Circuits(config, plan)),
            (System::HypercubeSlotted, _) => slotted::config(scenario).map(|config| Self::Slotted(config, plan)),
            (System::BanyanMulticast, Animated::Deadlock) => {
                Ok(Self::Deadlock(sim::banyan::deadlock::Setting::of(scenario)))
            }
            (System::BanyanMulticast, Animated::Point) => {
                banyan::point::config(scenario).map(|config| Self::Banyan(config, plan))
            }
            (System::BanyanMulticast, _) => {
                banyan::drawable(scenario).map(|()| Self::Multicast(sim::banyan::two_phase::Setting::of(scenario)))
            }
            #[cfg(feature = "test-system")]
            (System::Ring, _) => return None,
        })
    }

    /// True if much has to be simulated before the first frame: too much to start again while a slider moves.
    pub fn is_long(&self) -> bool {
        match self {
            Self::Broadcast(setting) => setting.has_background(),
            Self::Multicast(_) | Self::Deadlock(_) => false,
            Self::Point(..) | Self::Slotted(..) | Self::Circuits(..) | Self::Banyan(..) => true,
        }
    }

    /// True if equal messages enter both networks: in the same cycles, at the same sources, for the same destinations. In a banyan
    /// nothing but what is sent can be chosen.
    pub fn sends_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Point(one, _), Self::Point(other, _)) => {
                one.identity() == other.identity() && one.network.sends_like(&other.network)
            }
            (Self::Slotted(one, _), Self::Slotted(other, _)) => {
                one.identity() == other.identity() && one.network.sends_like(&other.network)
            }
            (Self::Circuits(one, _), Self::Circuits(other, _)) => {
                one.identity() == other.identity() && one.network.sends_like(&other.network)
            }
            _ => false,
        }
    }

    /// The recording, not yet begun, or the reason why the network cannot be drawn.
    pub fn animation(&self) -> Result<Box<dyn Animation>, NoAnimation> {
        Ok(match *self {
            Self::Broadcast(setting) => Box::new(broadcast::animation(setting)?),
            Self::Point(config, plan) => Box::new(point::animation(config, plan)?),
            Self::Slotted(config, plan) => Box::new(slotted::animation(config, plan)?),
            Self::Circuits(config, plan) => Box::new(circuits::animation(config, plan)?),
            Self::Banyan(config, plan) => Box::new(banyan::point::animation(config, plan)?),
            Self::Multicast(setting) => Box::new(banyan::multicast::animation(setting)),
            Self::Deadlock(setting) => Box::new(banyan::deadlock::animation(setting)),
        })
    }
}

/// The animation of a scenario, or the reason why there is none.
pub fn of(scenario: &Scenario) -> Result<Box<dyn Animation>, NoAnimation> {
    Subject::of(scenario).ok_or_else(|| NoAnimation::System(scenario.system()))??.animation()
}
