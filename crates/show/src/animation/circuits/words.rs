//! Circuits in words.

use super::CircuitRun;
use crate::animation::frame::{Layout, Sign};
use crate::animation::recordable::AnimationInfo;
use crate::animation::trail::Switching;
use crate::animation::words::{self, MESSAGES};
use flitscope::sim::circuit::{CircuitLaneView, CircuitPhase, CircuitView, Happening, Network, What};
use flitscope::text::count;

const LEGEND: &[(Sign, &str)] = &[
    (Sign::Probe, "a probe reserves a path"),
    (Sign::Back, "walks back"),
    (Sign::Circuit, "circuit with flits"),
    (Sign::Queue, "at the source"),
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
        CircuitPhase::Seeking if attempts > 1 => format!("{old}, attempt {attempts}"),
        CircuitPhase::Seeking => format!("{old}, hop {} of {hops}", path.len()),
        CircuitPhase::Retreating => format!("{old}, no free channel in attempt {attempts}"),
        CircuitPhase::Answered => format!("{old}, the answer walks back"),
    };
    (format!("Message {message} {does}"), words)
}

/// The circuits by their phase, the probes that found no way on in the last cycle, and the messages at their sources.
pub(super) fn present(network: &Network) -> String {
    let phase = |is| network.circuits().filter(|one| one.phase == is).count();
    let waiting = network.waiting().iter().sum::<u32>() as usize;
    let (seeking, retreating) = (phase(CircuitPhase::Seeking), phase(CircuitPhase::Retreating));
    let (answered, streaming) = (phase(CircuitPhase::Answered), phase(CircuitPhase::Streaming));
    let blocked = network.circuits().filter(|circuit| circuit.blocked.is_some()).count();
    let parts = [
        (seeking, count(seeking, "probe looks for a path", "probes look for a path")),
        (retreating, count(retreating, "probe walks back", "probes walk back")),
        (blocked, count(blocked, "probe has just found no way on", "probes have just found no way on")),
        (answered, count(answered, "path waits for its acknowledgement", "paths wait for their acknowledgements")),
        (streaming, count(streaming, "circuit carries flits", "circuits carry flits")),
        (waiting, count(waiting, "message waits at its source", "messages wait at their sources")),
    ];
    let there: Vec<_> = parts.into_iter().filter(|(number, _)| *number > 0).map(|(_, words)| words).collect();
    if there.is_empty() { "No message is under way.".into() } else { format!("{}.", there.join(", ")) }
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
pub(super) fn lane(layout: &Layout, lane: &CircuitLaneView, flits: u32) -> String {
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
pub(super) fn message(layout: &Layout, circuit: &CircuitView, flits: u32) -> String {
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
