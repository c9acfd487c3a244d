//! The animation as pure data: what is shown of a scenario, frame by frame, in any order.
//!
//! ```text
//!   Scenario --> Subject --> Animation: a recording on a Tape ----> Frame of a cycle, words, log --> the player of the page
//!                              |                                        ^
//!                              +-- Layout: nodes and wires, once -------+-- one painter
//! ```
//! | module | what is there |
//! |---|---|
//! | [`tape`] | the recording of anything that steps: every cycle again, in any order |
//! | [`picture`] | the words of all scenes, and what the player asks of one |
//! | [`layout`] | where nodes stand and channels run |
//! | [`broadcast`] | one broadcast on a torus |
//! | [`film`] | the scene of a run at the operating point, for any network |
//! | [`run`] | what every scene of a run counts, says and obeys |
//! | [`point`] | the run at the operating point, from which the statistics come |
//! | [`slotted`] | the same of a slotted hypercube, slot by slot |
//! | [`circuits`] | the same of the hypercube that switches circuits |
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
pub mod run;
pub mod run_animation;
pub mod slotted;
pub mod tape;
mod worms;

pub use broadcast::{Lane, NodeState, Reached, Recording, Setting, State, WarmUp};
pub use frame::{Animation, Event, Frame, Item, Phase};

use crate::param::{Key, options::Animated};
use crate::scenario::{Scenario, System};

/// What is animated of a scenario: scenarios with the same subject have the same frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Subject {
    /// One broadcast.
    Broadcast(Setting),
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
                Setting::of(scenario).map(Self::Broadcast)
            }
            System::TorusBroadcast | System::KaryNCube => point::Setting::of(scenario).map(Self::Point),
            System::HypercubeMmpp => circuits::Setting::of(scenario).map(Self::Circuits),
            System::HypercubeSlotted => slotted::Setting::of(scenario).map(Self::Slotted),
            System::BanyanMulticast => banyan::Setting::of(scenario).map(Self::Banyan),
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
            Self::Broadcast(setting) => Box::new(broadcast::Broadcast::new(*setting)?),
            Self::Point(setting) => Box::new(point::film(*setting)?),
            Self::Slotted(setting) => Box::new(slotted::film(*setting)?),
            Self::Banyan(setting) => setting.animation()?,
            Self::Circuits(setting) => Box::new(circuits::film(*setting)?),
        })
    }
}

/// The scene of a scenario.
///
/// # Errors
/// A sentence for the reader where nothing can be drawn.
pub fn of(scenario: &Scenario) -> Result<Box<dyn Animation>, String> {
    let none = || format!("{} has no animation.", scenario.system().name());
    Subject::of(scenario).ok_or_else(none)??.animation()
}
