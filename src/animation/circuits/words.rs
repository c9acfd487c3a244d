//! Circuits in sentences.

use crate::animation::frame::{Layout, channel, queued};
use crate::sim::circuit::{CircuitPhase, CircuitView, Happening, LaneView, Network, What};
use crate::text::count;

fn name(layout: &Layout, node: u32) -> &str {
    layout.nodes.get(node as usize).map_or("", |node| &node.name)
}

/// A frame in a sentence.
pub fn caption(cycle: u32, network: &Network, waiting: u32) -> String {
    let phases: Vec<CircuitPhase> = network.circuits().map(|circuit| circuit.phase).collect();
    let in_phase = |phase| phases.iter().filter(|other| **other == phase).count();
    let (seeking, back) = (in_phase(CircuitPhase::Seeking), in_phase(CircuitPhase::Retreating));
    let blocked = network.circuits().filter(|circuit| circuit.blocked.is_some()).count();
    let look = if seeking == 1 { "looks" } else { "look" };
    let have = if blocked == 1 { "has" } else { "have" };
    format!(
        "Cycle {cycle}: {} {look} for a path, {back} {} back, {blocked} {have} just found no way on; {} for the answer, {} flits. \
         {waiting} {} at their sources.",
        count(seeking, "probe", "probes"),
        if back == 1 { "walks" } else { "walk" },
        count(in_phase(CircuitPhase::Answered), "complete path waits", "complete paths wait"),
        count(in_phase(CircuitPhase::Streaming), "circuit carries", "circuits carry"),
        if waiting == 1 { "message waits" } else { "messages wait" },
    )
}

/// Something that happened, for the log.
pub fn happening(layout: &Layout, happening: &Happening) -> String {
    let Happening { what, message, source, destination, node, hops, attempts, age } = *happening;
    let (source, destination, node) = (name(layout, source), name(layout, destination), name(layout, node));
    let hops_taken = count(hops as usize, "hop", "hops");
    match what {
        What::Blocked if hops == 0 => {
            format!("The probe of message {message} is blocked at its source {node} and waits there")
        }
        What::Blocked => {
            format!("The probe of message {message} is blocked at {node} after {hops_taken}, and walks back")
        }
        What::Returned => {
            format!("The probe of message {message} is back at its source {source} for attempt {attempts}")
        }
        What::Connected => format!(
            "The circuit of message {message} from {source} to {destination} is complete: {hops_taken} at attempt {attempts}"
        ),
        What::Delivered => {
            let latency = count(age as usize, "cycle", "cycles");
            format!("Message {message} from {source} has reached {destination} after {latency}")
        }
    }
}

/// A channel and each of its lanes; messages have so many flits.
pub fn link(layout: &Layout, network: &Network, flits: u32, link: u32) -> String {
    let Some(of_ground) = layout.links.get(link as usize) else { return String::new() };
    let lanes = network.lanes().filter(|lane| lane.channel == link).map(|lane| {
        let LaneView { vc, message, source, destination, crossed, phase, .. } = lane;
        let (source, destination) = (name(layout, source), name(layout, destination));
        let use_made = match phase {
            CircuitPhase::Seeking => "reserved by its probe".into(),
            CircuitPhase::Retreating => "given back when its probe comes by".into(),
            CircuitPhase::Answered => "reserved, the path is complete".into(),
            CircuitPhase::Streaming => format!("{crossed} of {flits} flits crossed"),
        };
        format!(" lane {vc}: message {message} from {source} to {destination}, {use_made}.")
    });
    channel(layout, of_ground, &lanes.collect::<Vec<_>>())
}

/// A message: where it goes, how far it has got, what it holds.
pub fn message(layout: &Layout, network: &Network, flits: u32, message: u32) -> String {
    let Some(circuit) = network.way(message) else {
        let source = network.queued(message);
        return source.map_or_else(String::new, |source| queued(message, name(layout, source)));
    };
    let CircuitView { source, destination, generated, attempts, phase, node, left, arrived, .. } = circuit;
    let at = name(layout, node);
    let so_far = match (phase, circuit.blocked) {
        (CircuitPhase::Seeking, Some(blocked)) if blocked == source => {
            "its probe found every channel it could use taken, and waits at the source".to_string()
        }
        (CircuitPhase::Seeking, Some(blocked)) => {
            format!("its probe was blocked at {} and is back at the source", name(layout, blocked))
        }
        (CircuitPhase::Seeking, None) => format!("its probe stands at {at}"),
        (CircuitPhase::Retreating, Some(blocked)) => {
            format!("its probe was blocked at {} and walks back, it stands at {at}", name(layout, blocked))
        }
        (CircuitPhase::Retreating, None) => format!("its probe walks back and stands at {at}"),
        (CircuitPhase::Answered, _) => format!("its path is complete, and the answer on its way back stands at {at}"),
        (CircuitPhase::Streaming, _) => format!("{left} of {flits} flits have left, {arrived} have arrived"),
    };
    let holds = count(circuit.path.len(), "channel", "channels");
    let (source, destination) = (name(layout, source), name(layout, destination));
    format!(
        "Message {message} from {source} to {destination}, generated in cycle {generated}, attempt {attempts}: {so_far}. It holds {holds}."
    )
}
