use super::*;
use crate::animation::recordable::Animation as _;
use flitscope::experiment;
use flitscope::scenario::link;

#[test]
fn every_node_sends_or_receives_once_and_who_could_not_send_is_said_with_who_was_in_the_way() {
    // Much conflict, each policy and each order.
    for fragment in
        ["n=4&load=0.15", "n=3&load=0.2&policy=redraw", "n=4&load=0.15&policy=sticky", "n=6&load=0.1&order=rotate"]
    {
        let scenario = link::parse(&format!("system=hypercube-slotted&seed=3&{fragment}")).scenario;
        let config = config(&scenario).expect("it is drawn");
        let mut animation = animation(config, experiment::plan(&scenario)).expect("it is drawn");
        animation.advance(300);
        let (n, mut blocked, mut held) = (config.network.n, 0, 0);
        for slot in 0..=300 {
            let turns = animation.tape.at(slot).network().turns().to_vec();
            let frame = animation.frame(slot, None);
            for (index, turn) in turns.iter().enumerate() {
                let busy = |node: u32| {
                    let mut earlier = turns[..index].iter();
                    earlier.any(|turn| turn.next().is_some_and(|next| next == node || turn.node == node))
                };
                let (tone, at) = (frame.nodes[turn.node as usize].tone, Item::Node(turn.node));
                let reasons = facts::in_the_way(&turns, turn);
                let (picked, here) = (animation.frame(slot, Some(at)), here(animation.tape.at(slot), Some(at)));
                assert_eq!(here.is_some(), turn.next().is_none());
                assert!(here.is_none_or(|here| (here.turn, &here.busy) == (*turn, &reasons)));
                match turn.outcome {
                    TurnOutcome::Moved(next) => {
                        assert!(!busy(turn.node) && !busy(next));
                        assert!(tone == NodeTone::Sending && frame.nodes[next as usize].tone != NodeTone::Sending);
                        assert!(reasons.is_empty() && picked.candidates.is_empty());
                    }
                    TurnOutcome::Blocked { .. } => {
                        blocked += 1;
                        let neighbours: Vec<_> = asked(turn).collect();
                        assert!(!busy(turn.node) && neighbours.iter().all(|&next| busy(next)));
                        assert_eq!(reasons.iter().map(|busy| busy.node).collect::<Vec<_>>(), neighbours);
                        assert!(matches!(tone, NodeTone::Blocked | NodeTone::Held));
                        let ways = neighbours.iter().map(|&next| channel(n, turn.node, next));
                        assert_eq!(picked.candidates, ways.collect::<Vec<_>>());
                    }
                    TurnOutcome::Received => {
                        held += 1;
                        assert!(busy(turn.node) && tone == NodeTone::Held);
                        assert!(reasons.len() == 1 && reasons[0].node == turn.node);
                    }
                }
            }
        }
        assert!(blocked > 100 && held > 100, "{blocked}, {held}");
    }
}
