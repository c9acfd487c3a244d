//! Sentences on two networks that are animated in step.

use crate::player::{prelude::*, trail::words::part};

/// The text if the same messages enter both networks and none is followed.
pub(crate) const INVITATION: &str = "The same messages enter both networks, in the same cycles. Follow one to compare its two paths \
    (click it; keyboard: arrow keys, then Enter).";

/// The text if no messages are drawn.
pub(crate) const CLOCK: &str = "Both run on the same clock: play or step to compare them.";

/// The text if the messages differ.
pub(crate) const CLOCK_ALONE: &str =
    "Both networks run on the same clock, but not with the same messages: each draws its own.";

/// How long the followed message takes in both networks, once it is seen to arrive, and what the pinned one spends more or less time on.
pub(crate) fn told(own: &Trail, other: Option<&Trail>, names: &[String; 2], layout: &Layout, terms: Terms) -> String {
    let [here, there] = names;
    let [from, to] = [own.source, own.destination].map(|node| layout.name(node));
    let which = format!("{} {} from {from} to {to}", capital(terms.message.0), own.message);
    let cycles = |trail: &Trail| terms.cycles(trail.columns as u64);
    let takes = |trail: &Trail, name: &str| format!("takes {} with {name}", cycles(trail));
    let (Some(parts), Some((other, others))) = (own.parts(), other.and_then(|other| Some((other, other.parts()?))))
    else {
        let under_way = || format!("is still under way after {} with {here}", cycles(own));
        let first = if own.done { takes(own, here) } else { under_way() };
        let arrived = other.filter(|other| other.done);
        let second = arrived.map_or_else(|| format!("is not seen to arrive with {there}"), |other| takes(other, there));
        return format!("{which} {first} and {second}.");
    };
    let differ = TimeUse::ALL.into_iter().zip(parts.into_iter().zip(others)).filter(|(_, (one, other))| one != other);
    let differ = differ.map(|(kind, (one, other))| {
        let than = if other > one { "more" } else { "fewer" };
        format!("{} {than} {}", terms.cycles(one.abs_diff(other) as u64), part(own.switching, kind))
    });
    let differ = differ.collect::<Vec<_>>();
    let spent = if differ.is_empty() { "as long on everything".into() } else { listed(&differ) };
    format!("{which} {} and {} with {there}. With {there} it spends {spent}.", takes(own, here), cycles(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope_show::animation::{
        trail::{Headway, TrailChannel},
        words::MESSAGES,
    };

    /// A message of two flits over one channel that has waited at its source, and then behind another one; it has arrived or not.
    fn way(queue: usize, shared: usize, arrived: bool) -> Trail {
        let mut trail = Trail::new((41, 0, 1), 7, (2, Switching::Worm { depth: 1, same: true }));
        let held = |crossed, other| {
            Some(Headway::Worm { held: vec![TrailChannel { link: 0, crossed, other }], arrives: true })
        };
        (0..queue).for_each(|_| trail.see(None));
        trail.see(held(1, false));
        if arrived {
            (0..shared).for_each(|_| trail.see(held(1, true)));
            trail.see(held(2, false));
            trail.see(None);
        }
        trail
    }

    fn said(own: &Trail, other: Option<&Trail>) -> String {
        let node = |name: &str| Node { name: name.into(), ..Node::default() };
        let layout = Layout { nodes: vec![node("12"), node("55")], ..Layout::default() };
        told(own, other, &["V = 3".into(), "V = 7".into()], &layout, MESSAGES)
    }

    #[test]
    fn the_message_that_is_followed_has_a_sentence_of_its_two_ways() {
        let (quick, late) = (way(0, 0, true), way(2, 3, true));
        assert_eq!((quick.columns, late.columns), (3, 8));
        let gone = way(5, 0, false);
        let lines = [
            ("quick, late", said(&quick, Some(&late))),
            ("late, one cycle fewer", said(&late, Some(&way(2, 2, true)))),
            ("the same", said(&quick, Some(&quick))),
            ("quick, none", said(&quick, None)),
            ("quick, not seen to arrive", said(&quick, Some(&gone))),
            ("not seen to arrive, quick", said(&gone, Some(&quick))),
        ];
        blessed::lines("two ways", lines);
    }
}
