//! The signs of the pictures, as list items: the key beside the stage.

use crate::{
    trace::picture::{LaneTone, NodeTone, Sign},
    web::dom,
};

/// The key of some signs.
pub fn markup(signs: &[(Sign, &str)]) -> String {
    let item = |(sign, words): &(Sign, &str)| {
        let drawing = drawing(*sign);
        format!("<li><svg viewBox=\"0 0 22 14\" aria-hidden=\"true\">{drawing}</svg>{}</li>", dom::escape(words))
    };
    signs.iter().map(item).collect()
}

fn drawing(sign: Sign) -> String {
    let disc = |fill: &str, line: &str, form: &str| {
        format!("<circle cx=\"11\" cy=\"7\" r=\"5\" fill=\"var(--{fill})\" stroke=\"var(--{line})\"/>{form}")
    };
    let half = "<path d=\"M6 7a5 5 0 0 0 10 0z\" fill=\"var(--unicast)\"/>";
    let dash = |colour: &str, width: u32, dashes: &str| {
        format!(
            "<path d=\"M1 7H21\" stroke=\"var(--{colour})\" stroke-width=\"{width}\" stroke-dasharray=\"{dashes}\"/>"
        )
    };
    let cross = "<path d=\"M7 3l8 8M15 3l-8 8\" stroke=\"var(--ink)\" stroke-width=\"2\"/>";
    match sign {
        Sign::Element(tone) => {
            let (line, form) = match tone {
                NodeTone::Blocked => ("ink", "<path d=\"M9 5l4 4M13 5l-4 4\" stroke=\"var(--ink)\"/>"),
                NodeTone::Sending => ("unicast", "<circle cx=\"11\" cy=\"7\" r=\"2\" fill=\"var(--unicast)\"/>"),
                _ => ("node-edge", ""),
            };
            let square = "<rect x=\"6\" y=\"2\" width=\"10\" height=\"10\" fill=\"var(--node)\"";
            format!("{square} stroke=\"var(--{line})\"/>{form}")
        }
        Sign::Node(NodeTone::Quiet) => disc("node", "node-edge", ""),
        Sign::Node(NodeTone::Source) => disc("ink", "ink", ""),
        Sign::Node(NodeTone::Full) => disc("worm", "worm", ""),
        Sign::Node(NodeTone::Filling(_)) => {
            disc("node", "worm", "<path d=\"M6 7a5 5 0 0 0 10 0z\" fill=\"var(--worm)\"/>")
        }
        Sign::Node(NodeTone::Sending) => {
            disc("node", "unicast", "<circle cx=\"11\" cy=\"7\" r=\"2\" fill=\"var(--unicast)\"/>")
        }
        Sign::Node(NodeTone::Receiving) => disc("node", "unicast", half),
        Sign::Node(NodeTone::Both) => {
            let dot = "<circle cx=\"11\" cy=\"4.5\" r=\"1.6\" fill=\"var(--unicast)\"/>";
            disc("node", "unicast", &format!("{half}{dot}"))
        }
        Sign::Node(NodeTone::Blocked) => disc("node", "ink", "<path d=\"M9 5l4 4M13 5l-4 4\" stroke=\"var(--ink)\"/>"),
        Sign::Node(NodeTone::Held) => {
            disc("node", "unicast", &format!("{half}<path d=\"M9 5l4 4M13 5l-4 4\" stroke=\"var(--ink)\"/>"))
        }
        Sign::Lane(LaneTone::Hop) => {
            "<path d=\"M1 7H20M15 3l5 4-5 4\" stroke=\"var(--unicast)\" stroke-width=\"2\" fill=\"none\"/>".into()
        }
        Sign::Lane(LaneTone::Copy) => dash("worm", 3, "6 1.2"),
        Sign::Lane(LaneTone::Unicast) => dash("unicast", 2, "2.6 2"),
        Sign::Lane(LaneTone::Reserved) => "<path d=\"M1 7H21\" stroke=\"var(--unicast)\" opacity=\".4\"/>".into(),
        Sign::Lane(LaneTone::Retreating) => {
            let arrow = "<path d=\"M14 3l-5 4 5 4\" stroke=\"var(--ink)\" stroke-width=\"1.8\" fill=\"none\"/>";
            format!("{}{arrow}", dash("muted", 2, "2.5 2.5"))
        }
        Sign::Lane(LaneTone::Established) => {
            let dot = "<circle cx=\"12\" cy=\"7\" r=\"3\" fill=\"var(--unicast)\"/>";
            format!("<path d=\"M1 7H21\" stroke=\"var(--unicast)\" stroke-width=\"1.5\"/>{dot}")
        }
        Sign::Probe => {
            let arrow = "<path d=\"M9 3l6 4-6 4\" stroke=\"var(--unicast)\" stroke-width=\"1.8\" fill=\"none\"/>";
            format!("<path d=\"M1 7H15\" stroke=\"var(--unicast)\" opacity=\".4\"/>{arrow}")
        }
        Sign::Escape => {
            let dots = "stroke-width=\"3\" stroke-linecap=\"round\" stroke-dasharray=\"0.01 5\"";
            format!("<path d=\"M2 7H21\" stroke=\"var(--unicast)\" {dots}/>")
        }
        Sign::Queue => "<rect x=\"8\" y=\"4\" width=\"6\" height=\"6\" fill=\"var(--operating)\"/>".into(),
        Sign::Blocked => cross.into(),
        Sign::Candidate => {
            "<path d=\"M1 7H20M15 3l5 4-5 4\" stroke=\"var(--operating)\" stroke-width=\"2\" fill=\"none\"/>".into()
        }
        Sign::Dateline => "<path d=\"M1 7H21\" stroke=\"var(--hair)\"/><path d=\"M11 2V12\" stroke=\"var(--muted)\" stroke-width=\"1.5\"/>".into(),
    }
}
