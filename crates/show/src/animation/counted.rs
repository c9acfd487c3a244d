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
    /// The nodes; ascending.
    pub nodes: Vec<u32>,
    /// The number of counted items: channels, nodes, virtual channels, headers or messages.
    pub number: u32,
    /// Of how many channels, or nodes.
    pub of: u32,
    /// The number that the symbol has in this frame: a part of all, a mean, or a number of messages.
    pub value: f64,
}

impl Count {
    /// Counts in a frame.
    pub fn of(what: Countable, layout: &Layout, frame: &Frame) -> Self {
        let (channels, nodes) = (layout.links.len(), layout.nodes.len());
        // A network may have lanes of which nothing is drawn, into it.
        let lanes = || frame.lanes.iter().filter(|lane| (lane.link as usize) < channels);
        let on = |seen: &dyn Fn(&LaneMark) -> bool| {
            let mut count = vec![0_u32; channels];
            lanes().filter(|lane| seen(lane)).for_each(|lane| count[lane.link as usize] += 1);
            count
        };
        let those = |count: &[u32], seen: &dyn Fn(u32, u32) -> bool| -> Vec<u32> {
            let all = (0..).zip(count).zip(&layout.links);
            all.filter(|((_, busy), link)| seen(**busy, link.lanes)).map(|((number, _), _)| number).collect()
        };
        let part = |links: Vec<u32>| {
            let number = links.len() as u32;
            Self { links, number, of: channels as u32, value: ratio(number, channels as u32), ..Self::default() }
        };
        let busy = || on(&|_| true);
        match what {
            Countable::Carrying => part(those(&on(&|lane| lane.moved), &|moved, _| moved > 0)),
            Countable::AllBut(free) => part(those(&busy(), &|busy, lanes| busy + free == lanes)),
            Countable::Busy => {
                let busy = busy();
                let number = busy.iter().sum();
                let links = those(&busy, &|busy, _| busy > 0);
                Self { links, number, of: channels as u32, value: ratio(number, channels as u32), ..Self::default() }
            }
            Countable::Sharing => {
                let busy = busy();
                let (all, squares): (u32, u32) =
                    busy.iter().fold((0, 0), |(all, squares), v| (all + v, squares + v * v));
                let links = those(&busy, &|busy, _| busy > 1);
                // In an empty network a message would share no channel.
                let value = if all > 0 { ratio(squares, all) } else { 1.0 };
                Self { number: links.len() as u32, links, of: channels as u32, value, ..Self::default() }
            }
            Countable::Blocked => {
                let blocked = on(&|lane| lane.blocked);
                let number = blocked.iter().sum();
                let links = those(&blocked, &|blocked, _| blocked > 0);
                Self { links, number, of: channels as u32, value: f64::from(number), ..Self::default() }
            }
            Countable::Waiting => {
                let mut waiting = vec![0_u32; nodes];
                for queue in &frame.queues {
                    if let Some(here) = waiting.get_mut(queue.node as usize) {
                        *here += queue.length;
                    }
                }
                let number = waiting.iter().sum();
                Self { nodes: numbers(&waiting), number, of: nodes as u32, value: f64::from(number), ..Self::default() }
            }
            Countable::Moving => {
                let mut moved = vec![0_u32; nodes];
                for lane in lanes().filter(|lane| lane.tone == LaneTone::Hop) {
                    let link = &layout.links[lane.link as usize];
                    [link.from, link.to].into_iter().for_each(|node| moved[node as usize] += 1);
                }
                let moved = numbers(&moved);
                let number = moved.len() as u32;
                Self { nodes: moved, number, of: nodes as u32, value: ratio(number, nodes as u32), ..Self::default() }
            }
        }
    }
}

/// The places where something is.
fn numbers(count: &[u32]) -> Vec<u32> {
    (0..).zip(count).filter(|(_, count)| **count > 0).map(|(number, _)| number).collect()
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
