//! The animation as pure data: what is shown of a scenario, frame by frame, in any order.
//!
//! ```text
//!   Scenario --> Subject --> Recorded: a Tape, a log of facts, the layout ----> Frame of a cycle ----> the painter
//!                              |                                          '---> words, when shown ---> the player of the page
//!                              '-- Show (facts) and Say (words) tell one animation from the others
//! ```
//! | module | what is there |
//! |---|---|
//! | [`frame`] | what is drawn: layout, frame, marks, signs, items |
//! | [`tape`] | the recording of anything that steps: every cycle again, in any order |
//! | [`event_log`] | what happens, as facts: phases, events, arrivals |
//! | [`run`] | the run of a simulator as it is recorded, and what it says of its numbers |
//! | [`show`] | what the player plays, and what sets one animation apart: facts ([`show::Show`]) and words ([`show::Say`]) |
//! | [`recorded`] | the one recording that all animations are |
//! | [`words`] | the words that animations share |
//! | [`layout`], [`worms`] | where nodes of a wormhole network stand and links run; worms in frames and in words |
//! | [`broadcast`] | one broadcast on a torus |
//! | [`point`], [`slotted`], [`circuits`] | the run at the operating point, from which the statistics come: of a wormhole network, slot by slot, of circuits |
//! | [`banyan`] | the banyan: one multicast, packets that wait for each other, and the run at the operating point |
//! | [`arrivals`] | the arrivals at one node on three time scales |

pub mod arrivals;
pub mod banyan;
pub mod broadcast;
pub mod circuits;
pub mod event_log;
pub mod frame;
pub mod layout;
pub mod point;
pub mod recorded;
pub mod run;
pub mod show;
pub mod slotted;
pub mod tape;
#[cfg(test)]
mod tests;
pub mod words;
pub mod worms;

pub use event_log::{Mark, Phase};
pub use frame::{Frame, Item};
pub use show::{Animation, Caption};

use crate::param::{Key, options::Animated};
use crate::scenario::{Scenario, System};

/// What is animated of a scenario: scenarios with the same subject have the same frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Subject {
    /// One broadcast.
    Broadcast(broadcast::Setting),
    /// The run at the operating point.
    Point(point::Setting),
    /// The run of a slotted hypercube at the operating point.
    Slotted(slotted::Setting),
    /// The banyan.
    Banyan(banyan::Setting),
    /// The run of circuits at the operating point.
    Circuits(circuits::Setting),
}

impl Subject {
    /// The subject of a scenario; `None` where its system has no animation.
    ///
    /// # Errors
    /// A sentence for the reader where there is nothing that can be drawn, with what to choose instead.
    pub fn of(scenario: &Scenario) -> Option<Result<Self, String>> {
        scenario.system().param(Key::Cycle)?;
        Some(match scenario.system() {
            System::TorusBroadcast if scenario.choice::<Animated>() == Animated::Broadcast => {
                broadcast::Setting::of(scenario).map(Self::Broadcast)
            }
            System::TorusBroadcast | System::KaryNCube => point::Setting::of(scenario).map(Self::Point),
            System::HypercubeMmpp => circuits::Setting::of(scenario).map(Self::Circuits),
            System::HypercubeSlotted => slotted::Setting::of(scenario).map(Self::Slotted),
            System::BanyanMulticast => banyan::Setting::of(scenario).map(Self::Banyan),
            #[cfg(test)]
            System::Ring => return None,
        })
    }

    /// Whether much has to be simulated before there is anything to see: too much to be begun anew while a slider moves.
    pub fn is_long(&self) -> bool {
        match self {
            Self::Broadcast(setting) => setting.has_background(),
            Self::Point(_) | Self::Slotted(_) | Self::Circuits(_) => true,
            Self::Banyan(setting) => matches!(setting, banyan::Setting::Point(_)),
        }
    }

    /// The recording, not yet begun.
    ///
    /// # Errors
    /// A sentence for the reader where the network cannot be drawn.
    pub fn animation(&self) -> Result<Box<dyn Animation>, String> {
        Ok(match self {
            Self::Broadcast(setting) => Box::new(broadcast::animation(*setting)?),
            Self::Point(setting) => Box::new(point::animation(*setting)?),
            Self::Slotted(setting) => Box::new(slotted::animation(*setting)?),
            Self::Banyan(setting) => setting.animation()?,
            Self::Circuits(setting) => Box::new(circuits::animation(*setting)?),
        })
    }
}

/// The animation of a scenario.
///
/// # Errors
/// A sentence for the reader where nothing can be drawn.
pub fn of(scenario: &Scenario) -> Result<Box<dyn Animation>, String> {
    let none = || format!("{} has no animation.", scenario.system().name());
    Subject::of(scenario).ok_or_else(none)??.animation()
}
