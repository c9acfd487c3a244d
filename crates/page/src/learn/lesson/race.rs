//! Two networks in numbers, below their animations: the message that is followed in both, or the arrivals at two loads.

use super::bars;
use crate::{player::Player, prelude::*};
use flitscope::lesson::bars::{Bar, Tone};

const LATELY: u32 = 5_000;

pub(super) fn markup(player: &Player, at_loads: bool) -> Option<Markup> {
    let both = [player.shown()?, player.shown_beside()?];
    let names = player.names_beside()?;
    let trails = both.map(|(animation, _)| animation.trail());
    let followed = trails[0].zip(trails[1]);
    if followed.is_none() && !at_loads {
        return None;
    }
    let title = followed.map_or_else(
        || format!("Arrived in the last {} cycles", grouped(LATELY.into())),
        |(own, _)| format!("Message {} in both, cycles since it was generated", own.message),
    );
    let rows = both.iter().zip(names).zip(trails).map(|(((animation, frame), name), trail)| {
        let (value, state) = match trail.filter(|_| followed.is_some()) {
            Some(trail) => {
                let since = (frame.cycle.saturating_sub(trail.born) as usize).min(trail.columns);
                (since, if trail.done && since == trail.columns { " arrived" } else { " under way" })
            }
            None => {
                let now = frame.cycle;
                let lately = |(cycle, _): &&(u32, _)| (now.saturating_sub(LATELY) + 1..=now).contains(cycle);
                (animation.arrivals().iter().filter(lately).count(), "")
            }
        };
        let parts = vec![(String::new(), Tone::Ours, value as f64)];
        Bar { of: format!("{name}{state}"), name: String::new(), parts, shown: value.to_string() }
    });
    let rows: Vec<_> = rows.collect();
    let longest = trails.iter().flatten().map(|trail| trail.columns as f64).fold(0.0, f64::max);
    Some(html! { p { b { (title) } } (bars::rows(&rows, if followed.is_some() { longest } else { 0.0 })) })
}
