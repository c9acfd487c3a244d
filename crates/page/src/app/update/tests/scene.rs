//! Movements of controls, undo, and what they do to the scenario.

use super::*;

#[test]
fn what_is_half_typed_goes_with_the_address_it_was_typed_at() {
    for (fragment, k) in [("#system=kary-ncube", 8.0), ("#k=20", 20.0)] {
        let mut bench = Bench::new("#k=16");
        let typed = |bench: &Bench, message: EditMessage| {
            let address = bench.sheet.has("controls", "data-address").and_then(|text| text.parse().ok());
            Message::At(address.unwrap(), Box::new(message.into()))
        };
        let put = EditMessage::Put { key: Key::K, text: "12".into(), moving: false };
        bench.send(typed(&bench, EditMessage::Typed { key: Key::K, text: "1".into() }));
        let stale = typed(&bench, put.clone());
        bench.send(EditMessage::Address(fragment.into()));
        // A field that the next picture takes away says what is in it, before that picture or within it.
        bench.send(stale.clone());
        bench.settle();
        bench.send(stale);
        bench.settle();
        assert_eq!((bench.get(Key::K), bench.sheet.valued("number-k")), (k, Some(k.to_string())), "{fragment}");
        bench.send(typed(&bench, put));
        assert_eq!(bench.get(Key::K), 12.0, "{fragment}: this is typed there");
    }
}

#[test]
fn a_scene_of_the_list_opens_and_one_of_the_animation_is_scrolled_to() {
    for (index, preset) in preset::all().enumerate() {
        let mut bench = Bench::new("#k=9");
        bench.send(EditMessage::Preset(index));
        assert_eq!(*bench.state.scenario(), preset.scenario(), "{}", preset.title);
        bench.send(EditMessage::System(System::TorusBroadcast));
        let kept =
            if preset.scenario().system() == System::TorusBroadcast { preset.scenario().count(Key::K) } else { 9 };
        assert_eq!(bench.state.scenario().count(Key::K), kept, "another system is found as it was left");
        assert_eq!(bench.asked.contains(&Effect::ScrollTo("world")), preset.is_animation(), "{}", preset.title);
    }
}

#[test]
fn each_suggested_change_is_made_by_its_button_which_then_goes() {
    for &system in System::ALL {
        let fragment = format!("#v=2&system={}", system.key());
        let suggested = |bench: &Bench| -> Vec<(String, String)> {
            let markup = bench.said("try");
            let values = |name: &str| {
                markup
                    .split(&format!("{name}=\""))
                    .skip(1)
                    .map(|rest| rest.split('"').next().unwrap_or_default().to_owned())
                    .collect::<Vec<_>>()
            };
            values("data-do").into_iter().zip(values("data-of")).collect()
        };
        let mut opened = Bench::new(&fragment);
        opened.settle();
        // A newcomer has the lesson alone.
        assert_eq!(suggested(&opened), [("lesson".to_owned(), "first".to_owned())], "{system:?}");
        opened.slide(Key::Load, "0.001");
        opened.settle();
        assert!(suggested(&opened).iter().any(|(action, _)| action == "compare"), "{system:?}");
        for change in suggested(&opened) {
            let mut bench = Bench::new(&fragment);
            bench.settle();
            bench.send(action::asked(&change.0, &change.1).expect("it does something"));
            bench.settle();
            let (name, value) = change.1.split_once('=').expect("a key and its value");
            // A comparison keeps the curve by itself.
            assert_eq!(bench.state.results.pins.len(), usize::from(change.0 == "compare"), "{system:?}: {change:?}");
            let key = *Key::ALL.iter().find(|key| key.name() == name).expect("a key");
            assert_eq!(bench.state.scenario().text(key), value, "{system:?}");
            assert!(!suggested(&bench).contains(&change), "{system:?}: {change:?}");
        }
    }
}
