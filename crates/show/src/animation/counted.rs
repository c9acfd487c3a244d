//! Counts for a symbol of an equation in one frame: channels, nodes or messages, and the number that they make.
//!
//! A frame shows the end of a cycle. A wormhole simulator counts a virtual channel as busy also in the cycle in which it is given back.

use super::frame::{Frame, LaneMark, LaneTone, Layout};
use flitscope::model::Countable;

/// A count in a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Count {
    /// The counted channels, or the channels of the counted items; ascending.
    pub links: Vec<u32>,
    /// The counted nodes, in ascending order.
    pub nodes: Vec<u32>,
    /// The number of counted items: channels, nodes, virtual channels, headers or messages.
    pub number: u32,
    /// Of how many channels, or nodes.
    pub of: u32,
    /// The number that the symbol has in this frame: a part of all, a mean, or a number of messages.
    pub value: f64,
}

impl Count {
    /// Counts in a frame what a symbol stands for.
    pub fn of(what: Countable, layout: &Layout, frame: &Frame) -> Self {
        let (channels, nodes) = (layout.links.len(), layout.nodes.len());
        let on =
            |seen: fn(&&LaneMark) -> bool| sums(channels, frame.lanes.iter().filter(seen).map(|lane| (lane.link, 1)));
        let count = |links, number, value| Self { links, number, of: channels as u32, value, ..Self::default() };
        let part = |links: Vec<u32>| {
            let number = links.len() as u32;
            count(links, number, ratio(number, channels as u32))
        };
        match what {
            Countable::Carrying => part(places(&on(|lane| lane.moved), |moved| moved > 0)),
            Countable::AllBut(free) => {
                let all = (0..).zip(on(|_| true)).zip(&layout.links);
                part(all.filter(|((_, busy), link)| busy + free == link.lanes).map(|((number, _), _)| number).collect())
            }
            Countable::Busy => {
                let busy = on(|_| true);
                let number = busy.iter().sum();
                count(places(&busy, |busy| busy > 0), number, ratio(number, channels as u32))
            }
            Countable::Sharing => {
                let busy = on(|_| true);
                let (all, squares) = (busy.iter().sum(), busy.iter().map(|v| v * v).sum());
                let links = places(&busy, |busy| busy > 1);
                let number = links.len() as u32;
                // In an empty network a message would share no channel.
                count(links, number, if all > 0 { ratio(squares, all) } else { 1.0 })
            }
            Countable::Blocked => {
                let blocked = on(|lane| lane.blocked);
                let number = blocked.iter().sum();
                count(places(&blocked, |blocked| blocked > 0), number, f64::from(number))
            }
            Countable::Waiting => {
                let waiting = sums(nodes, frame.queues.iter().map(|queue| (queue.node, queue.length)));
                let (number, here) = (waiting.iter().sum(), places(&waiting, |waiting| waiting > 0));
                Self { nodes: here, number, of: nodes as u32, value: f64::from(number), ..Self::default() }
            }
            Countable::Moving => {
                let hops = frame.lanes.iter().filter(|lane| lane.tone == LaneTone::Hop);
                let links = hops.filter_map(|lane| layout.links.get(lane.link as usize));
                let moved = sums(nodes, links.flat_map(|link| [(link.from, 1), (link.to, 1)]));
                let moved = places(&moved, |moved| moved > 0);
                let number = moved.len() as u32;
                Self { nodes: moved, number, of: nodes as u32, value: ratio(number, nodes as u32), ..Self::default() }
            }
        }
    }
}

/// The sum of the counts at each place. A network may have lanes of which nothing is drawn, into it: what is at no place is left out.
fn sums(places: usize, counts: impl Iterator<Item = (u32, u32)>) -> Vec<u32> {
    let mut sums = vec![0; places];
    for (place, count) in counts {
        if let Some(sum) = sums.get_mut(place as usize) {
            *sum += count;
        }
    }
    sums
}

/// The places with such a count.
fn places(counts: &[u32], is: fn(u32) -> bool) -> Vec<u32> {
    (0..).zip(counts).filter(|(_, count)| is(**count)).map(|(place, _)| place).collect()
}

fn ratio(part: u32, of: u32) -> f64 {
    f64::from(part) / f64::from(of.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{self, Mark};
    use flitscope::{
        model::{Quantity, Value},
        scenario::link,
    };

    fn list(quantities: &[Quantity], symbol: &str) -> Vec<f64> {
        match quantities.iter().find(|quantity| quantity.symbol == symbol).map(|quantity| &quantity.value) {
            Some(Value::List(all)) => all.clone(),
            Some(Value::Number(number)) => vec![*number],
            None => panic!("{symbol} is measured"),
        }
    }

    /// The values of every cycle since the simulator began to count, with that cycle itself, and what it has counted by then.
    fn counted(
        fragment: &str,
        cycles: u32,
        what: &[Countable],
        until_given_back: bool,
    ) -> (Vec<Vec<f64>>, Vec<Quantity>) {
        let scenario = link::parse(fragment).scenario;
        let mut animation = animation::of(&scenario).expect("it is animated");
        while animation.recorded() < cycles {
            animation.advance(100);
        }
        let layout = animation.layout().clone();
        // After the warm-up it counts anew.
        let warm = animation.phases().iter().find(|phase| phase.mark == Mark::Warm).map_or(0, |phase| phase.cycle);
        let mut frames: Vec<_> = (warm..=cycles).map(|cycle| animation.frame(cycle, None)).collect();
        if until_given_back {
            // A virtual channel that is given back in a cycle counts as busy in it: what a frame lacks of that is in the frame before.
            for cycle in (1..frames.len()).rev() {
                let (before, after) = frames.split_at_mut(cycle);
                let lanes = &mut after[0].lanes;
                let place = |lane: &LaneMark| (lane.link, lane.lane);
                let gone =
                    before[cycle - 1].lanes.iter().filter(|old| lanes.iter().all(|lane| place(lane) != place(old)));
                let gone: Vec<_> = gone.map(|lane| LaneMark { moved: false, ..*lane }).collect();
                lanes.extend(gone);
            }
        }
        let values =
            what.iter().map(|what| frames.iter().map(|frame| Count::of(*what, &layout, frame).value).collect());
        (values.collect(), animation.measured(cycles))
    }

    fn mean(values: &[f64]) -> f64 {
        values.iter().sum::<f64>() / values.len() as f64
    }

    #[test]
    fn what_is_counted_frame_by_frame_is_what_the_wormhole_simulator_counts() {
        for fragment in ["#v=2&scene=point&k=4&load=0.03&beta=0.05", "#v=2&system=kary-ncube&k=4&n=2&load=0.015&vcs=4"]
        {
            let what = [Countable::Carrying, Countable::Busy, Countable::AllBut(0), Countable::AllBut(1)];
            let (values, measured) = counted(fragment, 700, &what, true);
            let law = list(&measured, "P_v");
            let ours: Vec<f64> = values.iter().map(|values| mean(&values[1..])).collect();
            let theirs =
                [list(&measured, "utilisation")[0], list(&measured, "rho")[0], law[law.len() - 1], law[law.len() - 2]];
            for (ours, theirs) in ours.iter().zip(theirs) {
                assert!((ours - theirs).abs() < 1e-12 && theirs > 0.0, "{fragment}: {ours} is not {theirs}");
            }
        }
    }

    #[test]
    fn what_is_counted_frame_by_frame_is_what_the_circuit_simulator_counts() {
        let fragment = "#v=2&system=hypercube-mmpp&n=3&vcs=3&load=0.03&flits=16";
        let (values, measured) =
            counted(fragment, 900, &[Countable::AllBut(0), Countable::AllBut(1), Countable::Busy], false);
        let law = list(&measured, "Pi");
        // Virtual channels are counted at the start of a cycle: the last frame is not counted yet.
        let ours: Vec<f64> = values.iter().map(|values| mean(&values[..values.len() - 1])).collect();
        let busy = (0..).zip(&law).map(|(v, part)| f64::from(v) * part).sum::<f64>();
        for (ours, theirs) in ours.into_iter().zip([law[3], law[2], busy]) {
            assert!((ours - theirs).abs() < 1e-12 && theirs > 0.0, "{ours} is not {theirs}");
        }
    }

    #[test]
    fn the_nodes_that_move_a_packet_are_those_that_the_slotted_simulator_counts() {
        let (values, measured) =
            counted("#v=2&system=hypercube-slotted&n=4&load=0.1", 500, &[Countable::Moving], false);
        let (ours, theirs) = (mean(&values[0][1..]), list(&measured, "p")[0]);
        assert!((ours - theirs).abs() < 1e-12 && theirs > 0.0, "{ours} is not {theirs}");
    }

    #[test]
    fn sharing_is_what_a_busy_channel_sees_and_blocked_headers_and_queues_are_those_of_the_caption() {
        let scenario = link::parse("#v=2&system=kary-ncube&k=4&n=2&load=0.02").scenario;
        let mut animation = animation::of(&scenario).expect("it is animated");
        while animation.recorded() < 600 {
            animation.advance(100);
        }
        let layout = animation.layout().clone();
        let (frame, caption) = (animation.frame(600, None), animation.caption(600, None).text);
        let [blocked, waiting, sharing] =
            [Countable::Blocked, Countable::Waiting, Countable::Sharing].map(|what| Count::of(what, &layout, &frame));
        assert!(
            caption.contains(&format!("{} ", blocked.number)) && caption.contains(&format!("{} ", waiting.number)),
            "{caption}"
        );
        let busy = |link: u32| frame.lanes.iter().filter(|lane| lane.link == link).count() as f64;
        let all: Vec<f64> = (0..layout.links.len() as u32).map(busy).collect();
        let vbar = all.iter().map(|v| v * v).sum::<f64>() / all.iter().sum::<f64>();
        assert!((sharing.value - vbar).abs() < 1e-12 && sharing.links.iter().all(|link| busy(*link) > 1.0));
        let idle = Frame::default();
        assert_eq!(Count::of(Countable::Sharing, &layout, &idle).value, 1.0);
        assert_eq!(Count::of(Countable::AllBut(0), &layout, &idle).number, 0);
    }
}
