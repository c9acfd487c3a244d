//! The animations of the banyan: one multicast in its two passes, packets that wait for each other, and the run at the operating point.
//!
//! ```text
//!   source --- [stage n-1] --- ... --- [stage 0] --- output          drawn from left to right, a row for each label
//! ```
//! | module | what is there |
//! |---|---|
//! | [`wiring`] | where elements stand and links run, and what they are called |
//! | [`multicast`] | a packet is copied to neighbours by its region, and its copies go to their addresses |
//! | [`deadlock`] | packets that keep their links while they wait for others |
//! | [`point`] | the network without buffers, slot by slot, from which the statistics come |

pub mod deadlock;
pub mod multicast;
pub mod point;
#[cfg(test)]
mod tests;
pub mod wiring;

use super::show::Animation;
use crate::param::{Key, options::Animated};
use crate::scenario::Scenario;

/// Most stages that are drawn.
pub const MOST_STAGES: u32 = 7;

/// What is animated of the banyan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setting {
    /// One multicast.
    Multicast(multicast::Setting),
    /// Packets that wait for each other.
    Deadlock(deadlock::Setting),
    /// The run at the operating point.
    Point(point::Setting),
}

impl Setting {
    /// The animation of a scenario.
    ///
    /// # Errors
    /// A sentence for the reader when it cannot be drawn or simulated.
    pub fn of(scenario: &Scenario) -> Result<Self, String> {
        Ok(match scenario.choice() {
            Animated::Deadlock => Self::Deadlock(deadlock::Setting::of(scenario)),
            Animated::Point => {
                drawable(scenario)?;
                Self::Point(point::Setting::of(scenario)?)
            }
            Animated::Multicast | Animated::Broadcast => {
                drawable(scenario)?;
                Self::Multicast(multicast::Setting::of(scenario))
            }
        })
    }

    /// The recording, not yet begun.
    ///
    /// # Errors
    /// A sentence for the reader when there is no such network.
    pub fn animation(&self) -> Result<Box<dyn Animation>, String> {
        Ok(match self {
            Self::Multicast(setting) => Box::new(multicast::animation(*setting)),
            Self::Deadlock(setting) => Box::new(deadlock::animation(*setting)),
            Self::Point(setting) => Box::new(point::animation(*setting)?),
        })
    }
}

fn drawable(scenario: &Scenario) -> Result<(), String> {
    let n = scenario.count(Key::N);
    if n > MOST_STAGES {
        let nodes = 1 << MOST_STAGES;
        return Err(format!(
            "The animation draws at most {nodes} inputs and outputs; choose n = {MOST_STAGES} or less instead of {n} to see it."
        ));
    }
    Ok(())
}
