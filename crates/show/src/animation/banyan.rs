//! The animations of the banyan: one multicast in its two passes, packets that wait for each other, and the run at the operating point.
//!
//! ```text
//!   source --- [stage n-1] --- ... --- [stage 0] --- output          drawn from left to right, a row for each label
//! ```
//! | module | contents |
//! |---|---|
//! | [`wiring`] | places and labels of elements and links |
//! | [`multicast`] | a packet is copied to neighbours by its region, and its copies go to their addresses |
//! | [`deadlock`] | packets that keep their links while they wait for others |
//! | [`point`] | the network without buffers, slot by slot, from which the statistics come |

pub(crate) mod deadlock;
pub(crate) mod multicast;
pub(crate) mod point;
#[cfg(test)]
mod tests;
pub(crate) mod wiring;

use super::NoAnimation;
use flitscope::param::Key;
use flitscope::scenario::Scenario;

/// Most stages that are drawn.
pub(crate) const MOST_STAGES: u32 = 7;

/// Checks that a banyan can be drawn.
pub(crate) fn drawable(scenario: &Scenario) -> Result<(), NoAnimation> {
    let n = scenario.count(Key::N);
    if n > MOST_STAGES { Err(NoAnimation::Stages(n)) } else { Ok(()) }
}
