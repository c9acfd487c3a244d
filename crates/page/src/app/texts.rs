//! The file of the texts that the page reads when they are first needed, `www/texts.txt`; the build adds the equations in MathML.

use crate::panels::glossary::WORDS;
use flitscope::{
    model::{
        self, Equation, banyan_multicast, hypercube_mmpp, hypercube_slotted, kary_ncube,
        ours::{circuits, matchings, rivals, unequal, worms},
        torus_broadcast,
    },
    scenario::{Reading, System, link},
    text::Beside,
};
use std::{collections::BTreeSet, env, fs, path::Path};

/// Every text of that kind, each once.
fn texts() -> BTreeSet<&'static str> {
    let mut all: Vec<Beside> = WORDS.iter().map(|(_, meaning)| *meaning).collect();
    for &system in System::ALL {
        let of = |reading: &Reading| {
            let scenario = link::parse(&format!("#system={}&reading={}", system.key(), reading.key())).scenario;
            model::of(scenario.setup())
        };
        let paper = of(&Reading::Printed);
        for model in Reading::ALL.iter().map(of) {
            let info = model.info();
            all.extend([info.reference, info.bibtex]);
            let rows = info.deviations.iter().chain(info.repairs);
            all.extend(rows.flat_map(|row| [row.name, row.printed, row.instead, row.reason]));
            all.extend(model.reasons(0.5 * model.end().load, &*paper).iter().map(|reason| reason.text));
        }
    }
    all.push(model::start(link::parse("#system=kary-ncube&wiring=mesh").scenario.setup()).info().reference);
    let equations = torus_broadcast::EQUATIONS
        .all()
        .chain(kary_ncube::EQUATIONS.all())
        .chain(hypercube_mmpp::EQUATIONS.all())
        .chain(hypercube_slotted::EQUATIONS.all())
        .chain(banyan_multicast::EQUATIONS.all())
        .chain(worms::EQUATIONS.all())
        .chain(circuits::EQUATIONS.all())
        .chain(matchings::EQUATIONS.all())
        .chain(rivals::EQUATIONS.all())
        .chain(unequal::EQUATIONS.all());
    let mut texts: BTreeSet<_> = all.into_iter().map(Beside::text).collect();
    for Equation { title, tex, glyphs, .. } in equations {
        texts.extend([title, tex].into_iter().chain(glyphs.iter().map(|(_, letter)| letter.text())));
    }
    texts.remove("");
    texts
}

#[test]
fn the_page_has_the_texts_as_they_are() {
    let texts = texts();
    assert!(texts.iter().all(|text| !text.contains("\n\n") && text.trim() == *text), "an empty line ends a text");
    let text = texts.into_iter().collect::<Vec<_>>().join("\n\n") + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/texts.txt");
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &text).expect("the file can be written");
    }
    let there = fs::read_to_string(path).expect("the file");
    assert!(there == text, "BLESS=1 cargo test -p flitscope-page the_page_has writes www/texts.txt anew");
}
