//! Circuits in words.

use super::{CircuitCounts, CircuitRun, ItemInfo};
use crate::animation::frame::{Layout, Sign};
use crate::animation::recordable::AnimationInfo;
use crate::animation::trail::Switching;
use crate::animation::words::{self, MESSAGES};
use flitscope::sim::circuit::{CircuitLaneView, CircuitPhase, CircuitView, Happening, What};
use flitscope::text::count;

const LEGEND: &[(Sign, &str)] = &[
    (Sign::Probe, "a probe reserves a path"),
    (Sign::Back, "walks back"),
    (Sign::Circuit, "circuit with flits"),
    (Sign::Queue, "waiting to start"),
];

impl CircuitRun {
    pub(super) fn info(&self, layout: Layout) -> AnimationInfo {
        let network = &self.config.network;
        AnimationInfo {
            title: words::simulation(self.config.load),
            legend: LEGEND.to_vec(),
            switching: Some((network.flits, Switching::Circuit { depth: network.depth })),
            ..AnimationInfo::new(layout)
        }
    }
}

pub(super) fn item(layout: &Layout, flits: u32, item: &ItemInfo) -> String {
    match item {
        ItemInfo::Message(circuit) => message(layout, circuit, flits),
        ItemInfo::Link(link, lanes, used) => {
            let lanes: Vec<_> = lanes.iter().map(|view| lane(layout, view, flits)).collect();
            words::channel(layout, *link, &lanes, *used, MESSAGES)
        }
        ItemInfo::Queued(message, source) => words::queued(layout, *message, *source),
        ItemInfo::Node(node) => words::node(layout, *node),
    }
}

/// A message that has not started, as a title.
pub(super) fn waits_to_start(message: u32) -> String {
    format!("Message {message} waits to start")
}

/// The label of a message in the network: its activity and its age in cycles, or its progress.
pub(super) fn progress(circuit: &CircuitView, age: u64, flits: u32) -> (String, String) {
    let CircuitView { message, source, destination, ref path, attempts, arrived, .. } = *circuit;
    let (old, hops) = (MESSAGES.cycles(age), (source ^ destination).count_ones());
    let does = match circuit.phase {
        CircuitPhase::Seeking => "looks for a path",
        CircuitPhase::Retreating => "walks back",
        CircuitPhase::Answered => "has its path",
        CircuitPhase::Streaming => "sends",
    };
    let words = match circuit.phase {
        CircuitPhase::Streaming => format!("{arrived} of {flits} flits have arrived"),
        CircuitPhase::Seeking if attempts > 1 => format!("{old} old, attempt {attempts}"),
        CircuitPhase::Seeking => format!("{old} old, hop {} of {hops}", path.len()),
        CircuitPhase::Retreating => format!("{old} old, no free channel in attempt {attempts}"),
        CircuitPhase::Answered => format!("{old} old, the answer walks back"),
    };
    (format!("Message {message} {does}"), words)
}

pub(super) fn present(present: &CircuitCounts) -> String {
    let CircuitCounts { seeking, retreating, blocked, answered, streaming, waiting } = *present;
    format!(
        "{} for a path, {retreating} {} back, {blocked} {} just found no way on; {} for the acknowledgement, {} flits. {}.",
        count(seeking, "probe looks", "probes look"),
        if retreating == 1 { "walks" } else { "walk" },
        if blocked == 1 { "has" } else { "have" },
        count(answered, "complete path waits", "complete paths wait"),
        count(streaming, "circuit carries", "circuits carry"),
        count(waiting as usize, "message waits at its source", "messages wait at their sources"),
    )
}

pub(super) fn happening(layout: &Layout, happening: &Happening) -> String {
    let Happening { what, message, source, destination, node, hops, attempts, age } = *happening;
    let (source, destination, node) = (layout.name(source), layout.name(destination), layout.name(node));
    let taken = count(hops as usize, "hop", "hops");
    match what {
        What::Blocked if hops == 0 => {
            format!("The probe of message {message} is blocked at its source {node} and waits there")
        }
        What::Blocked => format!("The probe of message {message} is blocked at {node} after {taken} and walks back"),
        What::Returned => {
            format!("The probe of message {message} is back at its source {source} for attempt {attempts}")
        }
        What::Connected => format!(
            "The circuit of message {message} from {source} to {destination} is complete: {taken} at attempt {attempts}"
        ),
        What::Delivered => {
            format!("Message {message} from {source} reached {destination} after {}", MESSAGES.cycles(age))
        }
    }
}

/// The description of a lane of a channel; messages have `flits` flits.
fn lane(layout: &Layout, lane: &CircuitLaneView, flits: u32) -> String {
    let CircuitLaneView { vc, message, source, destination, crossed, phase, .. } = *lane;
    let (source, destination) = (layout.name(source), layout.name(destination));
    let use_made = match phase {
        CircuitPhase::Seeking => "reserved by its probe".into(),
        CircuitPhase::Retreating => "given back when its probe comes by".into(),
        CircuitPhase::Answered => "reserved, the path is complete".into(),
        CircuitPhase::Streaming => format!("{crossed} of {flits} flits crossed"),
    };
    format!(" lane {vc}: message {message} from {source} to {destination}, {use_made}.")
}

/// A message: where it goes, how far it has got, what it holds.
fn message(layout: &Layout, circuit: &CircuitView, flits: u32) -> String {
    let &CircuitView { message, source, destination, generated, attempts, phase, node, left, arrived, .. } = circuit;
    let at = layout.name(node);
    let so_far = match (phase, circuit.blocked) {
        (CircuitPhase::Seeking, Some(blocked)) if blocked == source => {
            "its probe found every channel it could use taken and waits at the source".to_string()
        }
        (CircuitPhase::Seeking, Some(blocked)) => {
            format!("its probe was blocked at {} and is back at the source", layout.name(blocked))
        }
        (CircuitPhase::Seeking, None) => format!("its probe is at {at}"),
        (CircuitPhase::Retreating, Some(blocked)) => {
            format!("its probe was blocked at {}, walks back and is at {at}", layout.name(blocked))
        }
        (CircuitPhase::Retreating, None) => format!("its probe walks back and is at {at}"),
        (CircuitPhase::Answered, _) => {
            format!("its path is complete, and the acknowledgement is at {at}, returning to the source")
        }
        (CircuitPhase::Streaming, _) => format!("{left} of {flits} flits have left, {arrived} have arrived"),
    };
    let holds = count(circuit.path.len(), "channel", "channels");
    let (source, destination) = (layout.name(source), layout.name(destination));
    format!(
        "Message {message} from {source} to {destination}, generated in cycle {generated}, attempt {attempts}: {so_far}. It holds {holds}."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::frame::Node;

    fn two() -> Layout {
        let nodes = ["(0)", "(1)"].map(|name| Node { name: name.into(), ..Node::default() });
        Layout { nodes: nodes.to_vec(), ..Layout::default() }
    }

    #[test]
    fn what_becomes_of_a_probe_is_put_into_words() {
        let blocked = Happening {
            what: What::Blocked,
            message: 3,
            source: 0,
            destination: 1,
            node: 1,
            hops: 1,
            attempts: 2,
            age: 40,
        };
        let said = |what, hops| happening(&two(), &Happening { what, hops, ..blocked });
        assert_eq!(said(What::Blocked, 1), "The probe of message 3 is blocked at (1) after 1 hop and walks back");
        assert_eq!(said(What::Blocked, 0), "The probe of message 3 is blocked at its source (1) and waits there");
        assert_eq!(said(What::Returned, 1), "The probe of message 3 is back at its source (0) for attempt 2");
        assert_eq!(
            said(What::Connected, 2),
            "The circuit of message 3 from (0) to (1) is complete: 2 hops at attempt 2"
        );
        assert_eq!(said(What::Delivered, 2), "Message 3 from (0) reached (1) after 40 cycles");
    }

    #[test]
    fn a_caption_agrees_in_number() {
        let all = CircuitCounts { seeking: 1, retreating: 1, blocked: 1, answered: 1, streaming: 1, waiting: 1 };
        assert_eq!(
            present(&all),
            "1 probe looks for a path, 1 walks back, 1 has just found no way on; 1 complete path waits for the acknowledgement, \
             1 circuit carries flits. 1 message waits at its source."
        );
        let none = CircuitCounts { seeking: 0, retreating: 0, blocked: 0, answered: 0, streaming: 0, waiting: 0 };
        assert_eq!(
            present(&none),
            "0 probes look for a path, 0 walk back, 0 have just found no way on; 0 complete paths wait for the acknowledgement, \
             0 circuits carry flits. 0 messages wait at their sources."
        );
    }

    #[test]
    fn a_message_says_where_its_probe_is_and_a_lane_what_it_is_for() {
        let circuit = CircuitView {
            message: 3,
            source: 0,
            destination: 1,
            generated: 9,
            phase: CircuitPhase::Seeking,
            node: 1,
            attempts: 1,
            blocked: None,
            candidates: Vec::new(),
            path: vec![4],
            left: 5,
            arrived: 2,
        };
        let said = |phase, blocked| {
            let said = message(&two(), &CircuitView { phase, blocked, ..circuit.clone() }, 16);
            let begin = "Message 3 from (0) to (1), generated in cycle 9, attempt 1: ";
            said.strip_prefix(begin).and_then(|said| said.strip_suffix(". It holds 1 channel.")).map(String::from)
        };
        for (phase, blocked, words) in [
            (CircuitPhase::Seeking, None, "its probe is at (1)"),
            (
                CircuitPhase::Seeking,
                Some(0),
                "its probe found every channel it could use taken and waits at the source",
            ),
            (CircuitPhase::Seeking, Some(1), "its probe was blocked at (1) and is back at the source"),
            (CircuitPhase::Retreating, Some(1), "its probe was blocked at (1), walks back and is at (1)"),
            (CircuitPhase::Retreating, None, "its probe walks back and is at (1)"),
            (
                CircuitPhase::Answered,
                None,
                "its path is complete, and the acknowledgement is at (1), returning to the source",
            ),
            (CircuitPhase::Streaming, None, "5 of 16 flits have left, 2 have arrived"),
        ] {
            assert_eq!(said(phase, blocked).as_deref(), Some(words));
        }
        let view = CircuitLaneView {
            channel: 0,
            vc: 2,
            message: 3,
            source: 0,
            destination: 1,
            phase: CircuitPhase::Streaming,
            crossed: 5,
            moved: true,
            head: false,
            last: false,
        };
        assert_eq!(lane(&two(), &view, 16), " lane 2: message 3 from (0) to (1), 5 of 16 flits crossed.");
    }
}
