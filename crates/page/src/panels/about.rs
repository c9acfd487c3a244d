//! Description, authors and citation of Flitscope.

use crate::prelude::*;

pub(crate) fn sheet() -> DomPatch {
    let text = html! {
        p {
            "Flitscope shows how messages cross a network of processors, and where they wait. Published analytical models are solved \
             while you move a slider; beside each stands a simulator of the same network, so that you see where a model holds \
             and where it ends."
        }
        p { "By the authors of Flitscope. Version " (env!("CARGO_PKG_VERSION"))
            ", free under the MIT or the Apache 2.0 licence, at your choice." }
        p {
            "The source is a library in Rust, compiled to WebAssembly for this page; it comes with a command line that solves and \
             simulates the same scenarios, with tests, and with a record of how far each model is off."
        }
        p { "To cite it: " i { "Flitscope: an instrument for looking into interconnection networks" } ", version "
            (env!("CARGO_PKG_VERSION")) ", with the paper whose model you use:" }
        ul { @for system in System::ALL { li {
            (system.name()) ": " (model::start(Scenario::new(*system).setup()).info().reference())
        } } }
    };
    DomPatch::inside("about-text", text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_paper_is_named_beside_its_system() {
        let said = sheet().said("about-text");
        for (system, author) in System::ALL.iter().zip(["Shahrabi", "Khonsari", "Min", "Jacquet", "Park"]) {
            let named = said.split("<li>").any(|row| row.starts_with(system.name()) && row.contains(author));
            assert!(named, "{system:?}: {said}");
        }
    }
}
